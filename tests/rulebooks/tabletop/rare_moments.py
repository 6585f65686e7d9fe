"""Moments set up directly for what neither random play nor another test asks of a whole game: one line of play each.

`refusals` tries an action that is refused with a code, `deeds` plays lines until events were met. Both hold the laws of
refusals and of words, and count in the report of the suite what they met.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tests.rulebooks.answers import answered_otherwise
from tests.rulebooks.tabletop import campaign
from tests.rulebooks.tabletop.rules_bench import character

from undercroft.engine.action import Action
from undercroft.engine.game import Game
from undercroft.rulebooks.tabletop import rulebook
from undercroft.rulebooks.tabletop.creating import Creating, NameCharacter
from undercroft.rulebooks.tabletop.gaining import Gaining
from undercroft.rulebooks.tabletop.gains import CLASS, QUALITY, SCORE, Gain
from undercroft.rulebooks.tabletop.records import (
    Arm,
    Character,
    Feature,
    Lot,
    Magic,
    State,
    replace,
)
from undercroft.testing import Report, staged
from undercroft.testing.case import Case
from undercroft.testing.laws import check_words

Made = Game[State]
Make = Callable[[], Made]
Rare = tuple[str, Make, str | Action[Any]]
"""A code, the moment, and the action as it is typed, or as a program may send it."""
TRIES = 60
"""Times that lines are played, with other dice each time, before their events count as never met."""

ADA = character("Ada", vitality=30, weapons=(Arm("sword"),), wielded=0)
BO = character("Bo", weapons=(Arm("club"),), wielded=0)
DORN = character("Dorn", cls="dwarf", kin="dwarf", weapons=(Arm("quarterstaff"), Arm("club")), wielded=1)
MAB = character(
    "Mab", cls="magician", intelligence=16, charisma=16, astral=60, astral_max=60, level=4,
    ap=700, weapons=(Arm("wand"), Arm("sword")), wielded=0,
)  # fmt: skip


# --- moments ---


def village(*who: Character, **more: Any) -> Make:
    """Return a maker of a village with these characters in it."""
    return lambda: campaign.village(*who, **more)


def below(*who: Character, room: str = "room-1", **more: Any) -> Make:
    """Return a maker of a quiet room of the small dungeon."""
    return lambda: campaign.below(*who, room=room, **more)


def with_(make: Make, *changes: Callable[[Made], Any]) -> Make:
    """Return a maker that changes what another made."""

    def made() -> Made:
        game = make()
        for change in changes:
            change(game)
        return game

    return made


def has(who: str, **facts: Any) -> Callable[[Made], Any]:
    """Return a change of a character's facts."""
    return lambda game: campaign.edit(game, who, **facts)


def at(name: str, row: str, **facts: Any) -> Callable[[Made], Any]:
    """Return a change of a row of a table."""

    def put(game: Made) -> None:
        with staged(game) as s:
            table: Any = getattr(s, name)
            table[row] = replace(table[row], **facts)

    return put


def field(name: str, **facts: Any) -> Callable[[Made], Any]:
    """Return a change of a field of the state."""

    def put(game: Made) -> None:
        with staged(game) as s:
            setattr(s, name, replace(getattr(s, name), **facts))

    return put


def idol(game: Made) -> None:
    """Put an idol that Ada is up on into the entrance."""
    with staged(game) as s:
        s.features["room-1"] = Feature("room-1", "idol", over=("ada",))


def coins(game: Made) -> None:
    """Let coins lie on the floor."""
    with staged(game) as s:
        s.rooms["room-1"] = replace(s.rooms["room-1"], floor=Lot(silver=9))


def meeting(*kinds: str, **more: Any) -> Callable[[Made], Any]:
    """Return a change that lets an aware group stand in the party's room."""
    return lambda game: campaign.meet(game, *kinds, **more)


def gain(step: str, lifted: str = "") -> Callable[[Made], Any]:
    """Return a change that opens a step of a level gain of the first character, whose points have reached Level 2."""

    def put(game: Made) -> None:
        with staged(game) as s:
            who = s.party.order[0]
            s.characters[who] = replace(s.characters[who], ap=100)
            s.agenda = (*s.agenda, Gaining(who, Gain(2, step, lifted)))

    return put


def fight(*who: Character, kinds: tuple[str, ...] = ("orc",), first: str = "") -> Make:
    """Return a maker of a fight at the first one's turn, in a room of the small dungeon with a way back."""

    def made() -> Made:
        game = campaign.below(*who, room="room-2", came="room-1")
        if first:
            campaign.edit(game, first, courage=20)
        campaign.meet(game, *kinds, sort="light")
        assert game.act("attack").accepted
        return game

    return made


def table(*lines: str) -> Make:
    """Return a maker of a table at which a game master typed these lines."""

    def made() -> Made:
        game: Made = Game(rulebook, 3, {"play": "fight"})
        for line in lines:
            assert game.act(line, "gm").accepted, line
        return game

    return made


def draft(**facts: Any) -> Make:
    """Return a maker of a character's creation, with changes to its draft."""

    def made() -> Made:
        game: Made = Game(rulebook, 3, {})
        with staged(game) as s:
            frame = s.top(Creating)
            s.agenda = (*s.agenda[:-1], replace(frame, **facts))
        return game

    return made


def nobody(game: Made) -> None:
    """Let everybody lie fallen."""
    with staged(game) as s:
        for c in list(s.characters.values()):
            s.characters[c.id] = replace(c, vitality=-2)


# --- what is refused: the code, the moment, the line ---

REFUSALS: tuple[Rare, ...] = (
    ("class.not_dwarf", village(DORN), "equip quarterstaff dorn"),
    ("class.use", with_(village(MAB), has("mab", goods=(("mail-shirt", 1),))), "wear mail-shirt mab"),
    ("class.stays", with_(village(MAB), gain(CLASS)), "become warrior"),
    ("creation.way", draft(), "way sideways"),
    ("creation.name_spaces", draft(), NameCharacter("Ada  Low")),
    ("explore.nobody_able", with_(below(ADA), coins, nobody), "take all"),
    ("going.no_light_burns", with_(below(ADA), field("clock", light=0)), "douse"),
    ("meeting.offer", with_(below(ADA), meeting("orc")), "parley ada bribe"),
    ("meeting.no_way_back", with_(below(ADA, room="room-2"), meeting("orc")), "retreat"),
    ("searching.no_sensor",
     with_(below(ADA, DORN), at("rooms", "room-1", sensed=("door",)), has("dorn", vitality=-2)), "ask table"),
    ("camping.alone", with_(below(ADA, MAB), field("party", alone=("mab",))), "withdraw-alone mab"),
    ("camping.spiked", with_(below(ADA), at("rooms", "room-1", spiked=True)), "spike"),
    ("gain.astral", with_(village(ADA), gain("life")), "gain astral"),
    ("gain.quality", with_(village(ADA), gain(QUALITY)), "raise beauty"),
    ("gain.quality_top", with_(village(replace(ADA, courage=20)), gain(QUALITY)), "raise courage"),
    ("gain.lifted", with_(village(ADA), gain(SCORE, "attack")), "raise attack"),
    ("gain.cap", with_(village(replace(ADA, attack=18)), gain(SCORE)), "raise attack"),
    ("armour.none", village(ADA), "wear torch ada"),
    ("armour.not_held", village(ADA), "wear mail-shirt ada"),
    ("handling.up_already", with_(below(ADA), idol), "climb ada"),
    ("quests.nobody", with_(village(ADA), has("ada", dead=True)), "quest"),
    ("road.pay", with_(lambda: campaign.road(ADA), field("journey", mishap="agility", failed=True)), "pay gold"),
    ("carrying.self", village(ADA, BO), "give sword from ada to ada"),
    ("carrying.no_weapon", village(ADA), "equip halberd ada"),
    ("carrying.no_shield", village(ADA), "put-shield ada"),
    ("carrying.front_same", village(ADA, BO), "front 2"),
    ("item.target", fight(replace(ADA, items=(Magic("healing-potion-10", known=True),)), BO, first="ada"),
     "use healing-potion-10 wolf"),
    ("potion.dead", with_(fight(replace(ADA, items=(Magic("healing-potion-10", known=True),)), BO, first="ada"),
                          has("bo", dead=True, vitality=-12)), "use healing-potion-10 bo"),
    ("gm.place", table("add orc 1"), "begin ready cellar"),
    ("gm.no_party", with_(table("add orc 1"), nobody), "begin ready"),
    ("gm.dead", with_(table("add orc 1", "begin ready"), has("tobias", dead=True, vitality=-12)), "heal tobias 3"),
    ("pause.points", village(MAB), "train mab 0"),
    ("spell.level", below(replace(MAB, level=1, ap=0)), "cast wasps-sting mab 3"),
    ("spell.no_friend", below(MAB, ADA), "cast newts-mending mab nobody"),
    ("spell.no_shape", below(MAB), "cast butterflys-transformation mab mab gryphon"),
    ("spell.shape_size", below(MAB), "cast butterflys-transformation mab mab dragon"),
    ("spell.shape_mute", below(MAB), "cast butterflys-transformation mab mab wolf"),
    ("order.words", fight(MAB, first="mab"), "standing-order mab wasps-sting at dawn"),
    ("order.spell", fight(MAB, first="mab"), "standing-order mab wasps-sting at self"),
    ("wand.level", village(replace(MAB, level=1, ap=0)), "enchant mab"),
    ("wand.none", village(replace(MAB, weapons=(Arm("quarterstaff"),))), "enchant mab"),
    ("wand.top", village(replace(MAB, weapons=(Arm("wand", raised=3),))), "enchant mab"),
    ("wand.astral", village(replace(MAB, astral=1, astral_max=1)), "enchant mab"),
    ("wand.form", village(MAB), "wand broom mab"),
    ("wand.weak", village(MAB), "wand torch mab"),
)  # fmt: skip

# --- what happens: the codes of actions and events, the moment, the lines (with the dice of some try) ---

DEEDS: tuple[tuple[tuple[str, ...], Make, list[str]], ...] = (
    (("gain.stay",), with_(village(replace(ADA, courage=14, strength=14, attack=12)), gain(CLASS)), ["stay"]),
    (("meeting.pursued",), fight(replace(ADA, agility=19), kinds=("ogre",)), ["flee"]),
)


# --- playing them ---


def refusals(report: Report, cases: Iterable[Rare] = REFUSALS) -> list[str]:
    """Try each action in its moment; return what was answered otherwise than by its code."""
    return answered_otherwise(report, cases)


def deeds(report: Report) -> list[str]:
    """Play each moment's lines, as often as it takes; return what was never met."""
    return [
        f"{lines[0]}: never {', '.join(left)}"
        for codes, make, lines in DEEDS
        if (left := sorted(set(codes) - _met(report, make(), set(codes), lines)))
    ]


def _met(report: Report, base: Made, wanted: set[str], lines: list[str]) -> set[str]:
    met: set[str] = set()
    for seed in range(TRIES):
        game = base.trial(seed)
        case = Case(game, seed, report)
        for line in lines:
            action = game.parse(line)
            if game.outcome is not None or not isinstance(action, Action):
                continue
            step = game.act(action)
            if step.accepted:
                report.actions[action.tag()] += 1
                check_words(case, step)
                met |= {action.tag(), *(event.tag() for event in step.all_events)}
        if wanted <= met:
            break
    return met
