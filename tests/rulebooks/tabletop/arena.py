"""Combats set up for tests: the reference party or characters of any make, against foes by kind, with fixed dice."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from undercroft.engine.chance import Chance, Odds, Spread
from undercroft.engine.game import Game, Step
from undercroft.engine.rulebook import Rulebook
from undercroft.engine.view import Scene, View
from undercroft.engine.world import World
from undercroft.rulebooks.tabletop import (
    aiming,
    automatic,
    blows,
    calling,
    casting,
    conditions,
    fighters,
    fights,
    flight,
    foes,
    magic_items,
    mastering,
    monsters,
    ointments,
    orders,
    potions,
    ranks,
    regrouping,
    spells,
    tests,
    traits,
    turns,
    using,
    wounds,
)
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.records import (
    MASTER,
    PLAYER,
    Action,
    Arm,
    Character,
    Clock,
    Condition,
    Ctx,
    Foe,
    Frame,
    Options,
    Party,
    Place,
    State,
    Switches,
    replace,
)
from undercroft.testing import fix, staged

MISS = 19
"""A die that never strikes (T8.2)."""


def harmless(kind: str = "orc", **figures: Any) -> Foe:
    """Return a foe that outlives every blow and hits nobody but by a master stroke."""
    return replace(monsters.from_block(kind), **{"attack": 1, "vitality": 99, "vitality_max": 99, **figures})


def orc(**figures: Any) -> Foe:
    """Return an Orc that acts last and outlives every blow."""
    return replace(monsters.from_block("orc"), **{"courage": 1, "vitality": 99, "vitality_max": 99, **figures})


class Idle(Frame, tag="arena.idle"):
    """Nothing waits."""

    def seat(self, s: State) -> str:
        return PLAYER


class Rest(Action, tag="arena.rest"):
    text = "rest"
    during = (Idle,)

    @classmethod
    def offered(cls, s: State) -> list[Rest]:
        return [cls()]

    def perform(self, ctx: Ctx) -> None:
        pass


HERE = sys.modules[__name__]


COMBAT = (
    tests, monsters, conditions, wounds, traits, blows, ranks, flight, magic_items, ointments, potions, spells, foes,
    fights, aiming, turns, regrouping, casting, using, automatic, mastering, calling,
    orders,
)  # fmt: skip


class Arena(Rulebook[State]):
    """Combat alone."""

    name = "arena"
    seats = (PLAYER, MASTER)
    options = Options
    state = State
    chapters = (*COMBAT, HERE)

    def start(self, ctx: Ctx, options: Any, world: World | None) -> None:
        ctx.push(Idle())

    def present(self, s: State) -> tuple[str, ...]:
        return self.seats if fighters.at_table(s) else (PLAYER,)

    def view(self, s: State, seat: str) -> View:
        return View()

    def scene(self, s: State, seat: str) -> Scene:
        return Scene("", ())

    def package(self) -> Traversable:
        return resources.files("undercroft.rulebooks.tabletop")

    def called(self, s: State, thing: Any) -> str:
        one = s.characters.get(thing) or s.foes.get(thing)
        return one.name if one is not None else str(thing)


arena = Arena()


def new(party: Iterable[Character] = (), *, seed: int = 1, table: bool = False, **options: Any) -> Game[State]:
    """A game with a party that is nowhere yet."""
    game: Game[State] = Game(arena, seed, options)
    with staged(game) as s:
        s.switches = Switches(*[getattr(game.options, name) for name in Switches.__struct_fields__])
        s.place = Place("fight" if table else "dungeon", room="room-2")
        s.clock = Clock(light=12)
        for c in party:
            s.characters[c.id] = c
        s.party = Party(tuple(s.characters), front=2)
    return game


def hero(name: str = "ada", cls: str = "warrior", **more: Any) -> Character:
    """A character of plain figures: Qualities 12, but Agility 11, Attack 10, Defence 8, a sword in hand."""
    figures: dict[str, Any] = {
        "courage": 12, "intelligence": 12, "charisma": 12, "agility": 11, "strength": 12, "attack": 10, "defence": 8,
        "vitality": 30, "vitality_max": 30, "weapons": (Arm("sword"),), "wielded": 0, "kin": "human",
    }  # fmt: skip
    return Character(id=name, name=name.capitalize(), cls=cls, **(figures | more))


def reference() -> list[Character]:
    """The reference party (T24.10)."""
    found = []
    for one in content.catalogue().reference.values():
        cls = content.member_class(one.of_class)
        point = {one.agility_point: 1}
        found.append(
            Character(
                id=one.id, name=one.called, cls=one.of_class, kin=cls.kin, courage=one.courage,
                intelligence=one.intelligence, charisma=one.charisma, agility=one.agility, strength=one.strength,
                attack=10 + point.get("attack", 0), defence=8 + point.get("defence", 0), vitality=cls.vitality,
                vitality_max=cls.vitality, agility_point=one.agility_point, astral=cls.astral, astral_max=cls.astral,
                armour=one.armour, shield=one.shield,
                weapons=tuple(Arm(kind) for kind in one.weapons), wielded=one.weapons.index(one.wielded),
                goods=tuple(zip(one.goods, one.numbers, strict=True)),
            )
        )  # fmt: skip
    return found


def band(game: Game[State], *kinds: str | Foe) -> Game[State]:
    """Put a group of foes there; an entry may be `orc`, `orc:chief`, or a foe."""
    listed = [one if isinstance(one, Foe) else monsters.from_block(*one.split(":"), group="group-1") for one in kinds]
    with staged(game) as s:
        for foe in monsters.named([replace(one, group="group-1") for one in listed], s):
            s.foes[foe.id] = foe
    return game


def fight(game: Game[State], *dice: int, then: int | None = None, ready: bool = True, **more: Any) -> Game[State]:
    """Open a fight with group-1 and go on to the first own action, with these dice for ties and what foes do."""
    with fix(game, *dice, then=then):
        game._ctx.events = []
        fights.open_fight(game._ctx, ("group-1",), ready=ready, **more)
        game._settle()
    return game


def duel(one: Character, kind: str | Foe, *dice: int, then: int | None = None, **more: Any) -> Game[State]:
    """One character against one foe."""
    return fight(band(new([one]), kind), *dice, then=then, **more)


def act(game: Game[State], text: str, *dice: int, then: int | None = None, seat: str | None = None) -> Step[State]:
    """Do an accepted action with these dice, all of them."""
    with fix(game, *dice, then=then):
        step = game.act(text, seat)
    assert step.accepted, step.refusals
    return step


def refusal(game: Game[State], text: str, seat: str | None = None) -> tuple[str, str]:
    """The code and the rule of a refused action."""
    step = game.act(text, seat)
    assert not step.accepted, text
    return step.refusals[0].code, step.refusals[0].rule


def change(game: Game[State], who: str, **changes: Any) -> None:
    """Change a fighter's record."""
    with staged(game) as s:
        table: Any = s.characters if who in s.characters else s.foes
        table[who] = replace(table[who], **changes)


def stance(game: Game[State], who: str, **changes: Any) -> None:
    with staged(game) as s:
        s.stances[who] = replace(s.stances[who], **changes)


def afflict(game: Game[State], who: str, kind: str, amount: int = 0, until: str = "turns", left: int = 7) -> None:
    """Put a condition on a fighter."""
    one: Any = game.state.characters.get(who) or game.state.foes[who]
    change(game, who, conditions=(*one.conditions, Condition(kind, amount, until, left)))


def told(step: Step[State], kind: type) -> list[Any]:
    """The events of a kind."""
    return [event for event in step.all_events if isinstance(event, kind)]


def named(odds: Odds, name: str, about: str = "") -> Chance | Spread:
    """The roll of that name."""
    return next(one for one in odds if one.name == name and about in ("", one.about))
