"""Every kind of risk: the chance shown is the chance that it has, counted by playing each value of its dice."""

from __future__ import annotations

import ast
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.rulebooks.descent.enumerated import FIRST, Came, Found, Risk, check_counted, enumerated
from tests.rulebooks.descent.locks import at_plate, at_wall
from tests.rulebooks.descent.magic import Foes, afflict, battle, edit, known, library
from tests.rulebooks.descent.moments import cell, give, into_room, member, moment

from undercroft.engine.chance import Chance, Spread
from undercroft.engine.ctx import Ctx
from undercroft.engine.game import Game
from undercroft.engine.rulebook import find
from undercroft.rulebooks import descent
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import chests
from undercroft.rulebooks.descent.powers import ROLLED
from undercroft.rulebooks.descent.records import Chest, Member, Monster, PartyEffect, Quest, State, replace
from undercroft.testing import fix, staged

Made = Game[State]
Make = Callable[[], Made]
LEVELS = ("easy", "normal", "hard")
DULL = (member("hero", wits=0), member("fighter"), member("rogue"))
SHARP = (member("hero"), member("wizard"), member("ranger"))
DOOR = "door-1.1n"
STRONG = 999
"""Health that no roll brings down."""


# --- moments ---


def at_chest(difficulty: str) -> Make:
    def make() -> Made:
        game = moment(difficulty=difficulty)
        into_room(game)
        with staged(game) as s:
            s.chests["room-1.1"] = Chest(1, 30)
        return game

    return make


def at_door(*party: Member, heard: str = "", sight: bool = False, soft: bool = False, secret: bool = False,
            **more: Any) -> Make:  # fmt: skip
    """Return a maker of a hall before a door with two orcs behind it."""

    def make() -> Made:
        game = moment(*party, **more)
        with staged(game) as s:
            s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], band=("orc", "orc"), heard=heard)
            s.doors[DOOR] = replace(s.doors[DOOR], secret=secret, known=not secret)
            s.quest = replace(s.quest, soft_step=soft)
            if sight:
                s.party_effects["sight"] = PartyEffect("sight", True, 50, "esp")
        return game

    return make


def in_hall(at: int, *charms: str, hunted: bool = False, ward: tuple[int, int] = (1, 1), sight: bool = False) -> Make:
    def make() -> Made:
        game = moment(at=at)
        for kind in charms:
            give(game, kind, "pack:hero")
        with staged(game) as s:
            s.quest = Quest(book=hunted, king=hunted)
            if ward != (1, 1):
                s.party_effects["ward"] = PartyEffect("ward", True, 50, "aura-of-warding", ward)
            if sight:
                s.party_effects["sight"] = PartyEffect("sight", True, 50, "esp")
        return game

    return make


ORC: Foes = (("orc", STRONG),)


def in_fight(*changes: Callable[[Made], Any], who: str = "hero", foes: Foes = ORC, **more: Any) -> Make:
    """Return a maker of a fight in which one member has the turn, and then the band."""

    def make() -> Made:
        game = moment()
        for one in game.state.members:
            edit(game, one, health=STRONG, ceiling=STRONG)
        battle(game, who, foes=foes, **more)
        for change in changes:
            change(game)
        return game

    return make


def holds(kind: str, place: str = "hand:hero", **more: Any) -> Callable[[Made], Any]:
    return lambda game: give(game, kind, place, **more)


def has(who: str, **more: Any) -> Callable[[Made], Any]:
    return lambda game: edit(game, who, **more)


def under(who: str, kind: str) -> Callable[[Made], Any]:
    return lambda game: afflict(game, who, kind)


def asleep(game: Made) -> None:
    with staged(game) as s:
        for key, m in list(s.monsters.items()):
            s.monsters[key] = replace(m, asleep=2)


def with_helper(game: Made) -> None:
    with staged(game) as s:
        s.monsters["ogre-1"] = Monster("ogre", STRONG, STRONG, helper=True)


def unseen() -> Made:
    """Return a game in which the rogue has sneaked in on two orcs."""
    game = at_door()()
    assert game.act(f"sneak {DOOR} rogue")
    with staged(game) as s:
        s.monsters["orc-1"] = Monster("orc", STRONG, STRONG)
    return game


def unseen_quick() -> Made:
    game = unseen()
    edit(game, "rogue", agility=20)
    return game


def priced(*, goodwill: bool) -> Make:
    """Return a maker of a band that has named its price."""

    def make() -> Made:
        game = moment(gold=500)
        battle(game, "hero", goodwill=goodwill)
        with fix(game, 1):
            assert game.act("bribe")
        return game

    return make


def at_worked_plate(difficulty: str) -> Make:
    def make() -> Made:
        game = at_plate(difficulty=difficulty)
        assert game.act("push 4")
        return game

    return make


def all_know(game: Made) -> None:
    known(game, *content.catalogue().bottles, *content.catalogue().scrolls)


RICH = (has("hero", level=2, gains=(3,)), lambda game: edit_purse(game, 99))
"""A level to drain and gold to steal."""


# --- what came ---


def happened(code: str) -> Callable[[Came], bool]:
    return lambda came: came.has(code)


def spared(code: str) -> Callable[[Came], bool]:
    return lambda came: not came.has(code)


def lost(who: str) -> Callable[[Came], int]:
    """Return what reads the health that a member or monster lost."""

    def read(came: Came) -> int:
        before, after = (s.members if who in s.members else s.monsters for s in (came.before, came.after))
        return int(before[who].health - after[who].health)

    return read


def rose(who: str, figure: str) -> Callable[[Came], int]:
    """Return what reads by how much a figure of a member changed."""
    return lambda came: abs(getattr(came.after.members[who], figure) - getattr(came.before.members[who], figure))


def held(came: Came) -> bool:
    return came.after.monsters["orc-1"].asleep > 0


# --- the risks ---

RISKS: list[Risk] = [
    *[
        Risk("lid", f"{level} {who}", at_chest(level), f"open chest-1.1 {who}", spared("chest.trap"), who, FIRST)
        for level in LEVELS
        for who in ("hero", "rogue")
    ],
    *[
        Risk("room-first", f"{level} {more}", at_door(difficulty=level, **more), f"enter {DOOR}",
             happened("fight.missed"))
        for level in LEVELS
        for more in ({}, {"heard": "orc"}, {"sight": True}, {"heard": "orc", "sight": True}, {"soft": True})
    ],
    Risk("hear", "dull", at_door(*DULL), f"listen {DOOR}", happened("doors.heard")),
    Risk("hear", "wits", at_door(), f"listen {DOOR}", happened("doors.heard")),
    Risk("hear", "ranger", at_door(*DULL, member("ranger", wits=0)), f"listen {DOOR}", happened("doors.heard")),
    Risk("hear", "most", at_door(*SHARP), f"listen {DOOR}", happened("doors.heard")),
    Risk("find", "dull", at_door(*DULL, secret=True), "search", happened("floors.found")),
    Risk("find", "ranger", at_door(*SHARP, secret=True), "search", happened("floors.found")),
    Risk("find", "most", at_door(*SHARP, member("hero", "Ada", wits=20), secret=True), "search",
         happened("floors.found")),
    Risk("wander", "junction", in_hall(cell(5, 0)), "walk east", happened("fight.opened")),
    Risk("wander", "plain", in_hall(cell(1, 0)), "walk east", happened("fight.opened")),
    Risk("wander", "search", in_hall(cell(6, 0)), "search", happened("fight.opened")),
    Risk("wander", "listen", in_hall(cell(3, 0)), f"listen {DOOR}", happened("fight.opened")),
    Risk("wander", "hunted junction", in_hall(cell(5, 0), hunted=True), "walk east", happened("fight.opened")),
    Risk("wander", "hunted search", in_hall(cell(2, 0), hunted=True), "search", happened("fight.opened")),
    Risk("wander", "ward", in_hall(cell(5, 0), ward=(1, 2)), "walk east", happened("fight.opened")),
    Risk("wander", "shoes", in_hall(cell(5, 0), "felt-overshoes"), "walk east", happened("fight.opened")),
    Risk("wander", "least", in_hall(cell(1, 0), "felt-overshoes", ward=(1, 4)), "walk east",
         happened("fight.opened")),
    Risk("wander", "most", in_hall(cell(5, 0), "gremlin-bell", hunted=True, ward=(2, 1)), "walk east",
         happened("fight.opened")),
    Risk("wander-first", "drawn", in_hall(cell(5, 0)), "walk east", happened("fight.landed"), "", FIRST),
    Risk("wander-first", "sight", in_hall(cell(5, 0), sight=True), "walk east", happened("fight.landed"), "", FIRST),
    Risk("wander-first", "hunted", in_hall(cell(5, 0), hunted=True), "walk east", happened("fight.landed"), "", FIRST),
    *[
        Risk("hit", name, in_fight(*changes), "attack orc-1", happened("fight.wounded"), "orc-1")
        for name, changes in {
            "plain": (),
            "weapon": (holds("great-sword"),),
            "level": (has("hero", level=10),),
            "aim": (under("hero", "sure-aim"),),
            "rally": (lambda game: edit_fight(game, rally=1),),
            "asleep": (asleep,),
            "most": (has("hero", level=40),),
            "most asleep": (has("hero", level=16), asleep),
        }.items()
    ],
    *[
        Risk("hit", f"at hero {name}", in_fight(*changes, who=who), "wait", happened("fight.landed"), "hero", FIRST)
        for name, who, changes in (
            ("plain", "hero", ()),
            ("agility", "hero", (has("hero", agility=9),)),
            ("least", "hero", (has("hero", agility=40),)),
            ("veil", "hero", (under("hero", "dim-veil"),)),
            ("senseless", "fighter", (under("hero", "senseless"),)),
            ("least senseless", "fighter", (has("hero", agility=40), under("hero", "senseless"))),
            ("leaden", "hero", (lambda game: edit_fight(game, leaden=3),)),
        )
    ],
    Risk("hit", "helper", in_fight(with_helper), "wait", happened("fight.wounded"), "orc-1"),
    *[
        Risk("damage", name, in_fight(*changes), "attack orc-1", lost("orc-1"), "orc-1", FIRST)
        for name, changes in {
            "hand": (),
            "sword": (holds("great-sword"),),
            "bow": (holds("short-bow"),),
            "bitten": (holds("long-sword", lost=2),),
            "honed": (holds("knife", gained=2),),
            "giant": (under("hero", "giant"),),
            "weak": (holds("knife", lost=3), has("hero", strength=0)),
        }.items()
    ],
    Risk("damage", "unseen", unseen, "attack orc-1", lost("orc-1"), "orc-1", FIRST),
    Risk("damage", "helper", in_fight(with_helper), "wait", lost("orc-1"), "orc-1", FIRST),
    *[
        Risk("damage", f"at hero {name}", in_fight(*changes), "wait", lost("hero"), "hero", FIRST)
        for name, changes in {
            "plain": (),
            "shield": (holds("iron-shield", "arm:hero"),),
            "armour": (holds("ring-mail", "body:hero"), holds("wooden-shield", "arm:hero")),
            "bitten": (holds("ring-mail", "body:hero", lost=1),),
            "skin": (under("hero", "stone-skin"),),
            "ward": (lambda game: edit_fight(game, ward=2),),
            "least": (under("hero", "stone-skin"), holds("plate-mail", "body:hero")),
        }.items()
    ],
    *[
        Risk("special", one.id, in_fight(holds("knife"), holds("iron-shield", "arm:hero"), *RICH,
             foes=((one.id, STRONG),)), "wait",
             happened("special.breathed" if one.special == "breath" else "special.struck"), f"{one.id}-1", FIRST)
        for one in content.catalogue().foes.values()
        if one.special_chance
    ],
    *[
        Risk("breath", f"{kind} {who}", in_fight(holds("plate-mail", "body:fighter"), foes=((kind, STRONG),)), "wait",
             lost(who), who, FIRST)
        for kind in ("fire-imp", "young-dragon")
        for who in ("hero", "fighter")
    ],
    Risk("bribe", "orcs", in_fight(), "bribe", happened("bribe.price")),
    Risk("bribe", "lowest", in_fight(foes=(("orc", 9), ("bone-walker", 9))), "bribe", happened("bribe.price")),
    Risk("bribe", "goodwill", in_fight(goodwill=True), "bribe", happened("bribe.price")),
    Risk("bribe", "most", in_fight(foes=(("gremlin", 9),), goodwill=True), "bribe", happened("bribe.price")),
    Risk("tell", "paid", priced(goodwill=False), "pay", happened("floors.rooms")),
    Risk("stone", "paid", priced(goodwill=False), "pay", happened("bribe.stone")),
    Risk("stone", "goodwill", priced(goodwill=True), "pay", happened("bribe.stone")),
    Risk("run", "plain", in_fight(), "run east", happened("flight.out"), "hero"),
    Risk("run", "quick", in_fight(under("hero", "quick")), "run east", happened("flight.out"), "hero"),
    Risk("run", "most", in_fight(has("hero", agility=20)), "run east", happened("flight.out"), "hero"),
    Risk("slip", "rogue", unseen, "slip-out", happened("doors.back"), "rogue"),
    Risk("slip", "most", unseen_quick, "slip-out", happened("doors.back"), "rogue"),
    *[
        Risk("tumbler", digits, at_wall, f"guess {digits}", lambda came: lost("hero")(came) > 0, "hero")
        for digits in ("333", "013", "201")
    ],
    *[
        Risk("take-back", level, at_worked_plate(level), "take-back 4", lost("hero"), "hero")
        for level in LEVELS
    ],
    Risk("dud", "named", lambda: drinker("medicinal-ale", named=True), "use bottle-t1", happened("power.fizzled")),
    Risk("dud", "unnamed", lambda: drinker("medicinal-ale", named=False), "use bottle-t1", happened("power.fizzled")),
]  # fmt: skip


def edit_fight(game: Made, **more: Any) -> None:
    with staged(game) as s:
        assert s.fight is not None
        s.fight = replace(s.fight, **more)


def edit_purse(game: Made, gold: int) -> None:
    with staged(game) as s:
        s.purse = replace(s.purse, gold=gold)


def drinker(kind: str, *, named: bool) -> Made:
    """Return a game in which the hero, badly hurt and without mana, has a thing."""
    game = moment(member("hero", health=1, ceiling=STRONG, mana=0, wits=90), member("fighter"))
    give(game, kind, "pack:hero", named=named)
    return game


# --- every power that rolls an amount ---

READ = {"heal": rose, "mana": rose, "ceiling": rose}


def of_power(source: str) -> Risk:
    """Return the risk of using or reading something, in a fight if it works there alone."""
    thing = content.catalogue().items.get(source)
    power: Any = thing or content.spell(source)
    sort, key = (thing.sort, f"{thing.sort}-t1") if thing is not None else ("spell", source)
    fought = power.where == "fight"
    target = {"one-monster": "orc-1", "one-member": "hero"}.get(power.target, "")
    user = power.who[0] if sort == "spell" and power.who else "wizard"
    verb = {"spell": ("cast", "chant"), "scroll": ("read", "recite")}.get(sort, ("use", "apply"))[fought]
    name = "hold" if power.effect == "hold" else ROLLED[power.effect]

    def make() -> Made:
        game = moment(member("hero", health=1, ceiling=STRONG), member("king", health=1, ceiling=STRONG),
                      member("wizard", mana=0, health=1, ceiling=STRONG, level=5))  # fmt: skip
        if sort == "spell":
            library(game, *(() if power.who else (source,)))
            edit(game, user, mana=50, level=5)
        else:
            if name == "mana":
                edit(game, user, wits=90)
            give(game, source, f"pack:{user}", named=True)
            all_know(game)
        if fought:
            battle(game, user, "king" if user != "king" else "hero", foes=(("orc", STRONG), ("orc", STRONG)))
        return game

    line = f"{verb} {key}" + (f" {user}" if verb == "cast" else "") + (f" {target}" if target else "")
    many = power.target in ("monsters", "members", "one-monster") or name == "hold"
    whom = (target or "orc-1") if name in ("wound", "hold") else (target or ("hero" if many else user))
    came: Callable[[Came], Any]
    if name == "hold":
        came = held
    elif name == "wound":
        came = lost("orc-1")
    else:
        came = rose(whom, {"heal": "health", "mana": "mana", "ceiling": "ceiling"}[name])
    return Risk(name, source, make, line, came, whom if many else "")


def rolling() -> list[str]:
    """Return everything whose use rolls an amount or holds."""
    cat = content.catalogue()
    found = [one for one in (*cat.items.values(), *cat.spells.values()) if isinstance(one, content.Power)]
    return [one.id for one in found if one.effect in ROLLED or one.effect == "hold"]


POWERS = [of_power(source) for source in rolling()]


@pytest.mark.parametrize("risk", [*RISKS, *POWERS], ids=lambda risk: f"{risk.name}: {risk.id}")
def test_what_is_shown_is_the_chance_counted(risk: Risk) -> None:
    check_counted(enumerated(risk))


# --- the statue, whose number is the lower of two draws ---


@pytest.mark.rule("D22.6", "D22.7", "D22.8", "D22.9")
@pytest.mark.parametrize("bid", [1, 6, 12, 13, 24])
def test_a_statue_answers_as_often_as_its_number_says(bid: int) -> None:
    game = moment(gold=100)
    into_room(game)
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], statue=True)
    give(game, "venom", "pack:hero")
    line = f"offer {bid} for bottle-t1"
    (promised,) = game.parse(line).odds(game.state)  # type: ignore[union-attr]
    assert isinstance(promised, Spread)
    assert promised.name == "statue"
    faces = dict(promised.distribution())
    counted: dict[str, Fraction] = {}
    reckoned: dict[str, Fraction] = {}
    for one, share in faces.items():
        for other, second in faces.items():
            fork = game.fork()
            with fix(fork, one, other):
                step = fork.act(line)
            said = next(event.answer for event in step.all_events if event.tag() == "statue.answered")  # type: ignore[attr-defined]
            counted[said] = counted.get(said, Fraction(0)) + Fraction(1, 25 * 25)
            lower = min(one, other)
            word = "named" if bid >= lower else "silent" if 2 * bid >= lower else "broken"
            reckoned[word] = reckoned.get(word, Fraction(0)) + share * second
            assert ("bottle-t1" in fork.state.items) == (word != "broken")
    assert counted == reckoned
    assert set(faces) == set(range(1, 26))


# --- the Bath, whose draw is read off a table ---


@pytest.mark.rule("D23.1")
def test_a_bath_does_each_row_as_often_as_its_draw_says() -> None:
    game = moment()
    into_room(game)
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], bath=True)
    (promised,) = game.parse("bathe hero").odds(game.state)  # type: ignore[union-attr]
    assert isinstance(promised, Spread)
    table = content.catalogue().bath
    counted: dict[str, Fraction] = dict.fromkeys(table, Fraction(0))
    for face, share in promised.distribution():
        fork = game.fork()
        eye = Rolled()
        fork.watch(eye)
        with fix(fork, face, then=FIRST):
            step = fork.act("bathe hero")
        assert eye.seen[0] == (promised, face)
        counted[step.events[0].fate] += share  # type: ignore[attr-defined]
    assert counted == {key: Fraction(row.draw_high - row.draw_low + 1, 20) for key, row in table.items()}


class Rolled:
    """Notes the named rolls that are made."""

    def __init__(self) -> None:
        self.seen: list[tuple[Chance | Spread, int]] = []

    def stage(self, source: Any, s: Any) -> None: ...

    def rolled(self, roll: Chance | Spread, value: int) -> None:
        self.seen.append((roll, value))

    def drew(self, *_: Any) -> None: ...


# --- none is left out ---


CHAPTERS = Path(descent.__file__).parent


def names_in_code() -> set[str]:
    """Return the names that Chances and Spreads are made with, anywhere in the chapters."""
    found = set(ROLLED.values())
    for path in CHAPTERS.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id in ("Chance", "Spread", "span") and isinstance(node.args[0], ast.Constant):
                found.add(str(node.args[0].value))
    return found


def with_a_heading(head: str) -> set[str]:
    """Return the names that have a text under a heading."""
    return {key.partition(".")[2] for key in find("descent").texts.templates if key.startswith(f"{head}.")}


def test_every_named_roll_has_its_enumeration() -> None:
    counted = {risk.name for risk in (*RISKS, *POWERS)} | {"statue", "bath"}
    # Getting out has its two names from those who call it, and so no literal of its own.
    assert names_in_code() | {"run", "slip"} == counted
    assert with_a_heading("roll") == counted
    assert {one.id for one in POWERS} == set(rolling())


def test_every_reason_for_a_figure_is_among_the_risks_counted() -> None:
    """So that no modifier goes untried: each derivation's reasons stand in some risk's chance."""
    tried: set[str] = set()
    for risk in (*RISKS, *POWERS):
        game = risk.make()
        tried |= reasons(game, risk)
    assert with_a_heading("why") - {"base", "least", "most"} <= tried
    assert {"least", "most"} <= tried


def reasons(game: Made, risk: Risk) -> set[str]:
    """Return the reasons in what is promised of a step."""
    found: set[str] = set()

    class Eye:
        def stage(self, source: Any, s: Any) -> None:
            for one in source.odds(s) if hasattr(source, "odds") else ():
                if one.name == risk.name:
                    found.update(why.removeprefix("why.") for _, why in one.parts)

        def rolled(self, *_: Any) -> None: ...

        def drew(self, *_: Any) -> None: ...

    game.watch(Eye())
    with fix(game, then=risk.others):
        assert game.act(risk.line)
    return found


# --- it can fail ---


def test_a_die_read_wrongly_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def below(ctx: Any, chance: Chance, stream: str = "") -> bool:
        return succeeds(ctx, replace(chance, num=chance.num - 1), stream)

    succeeds = Ctx.succeeds
    monkeypatch.setattr(Ctx, "succeeds", below)
    wrong = [risk for risk in RISKS if risk.name in ("lid", "hear", "bribe") and fails(risk)]
    assert len(wrong) == sum(risk.name in ("lid", "hear", "bribe") for risk in RISKS)


def test_a_chance_shown_wrongly_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = chests.lid_chance
    monkeypatch.setattr(chests.LiftLid, "odds", lambda self, s: (real(s, s.members[self.member]).plus(1, "why.rogue"),))
    assert all(fails(risk) for risk in RISKS if risk.name == "lid")


def test_an_amount_shown_wrongly_is_found() -> None:
    found = enumerated(next(risk for risk in RISKS if risk.name == "take-back"))
    assert isinstance(found.promised, Spread)
    with pytest.raises(AssertionError):
        check_counted(Found(replace(found.promised, plus=found.promised.plus + 1), found.counted))


def fails(risk: Risk) -> bool:
    try:
        check_counted(enumerated(risk))
    except AssertionError:
        return True
    return False
