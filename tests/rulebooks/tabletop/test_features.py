"""Features of rooms: statue, guardian, idol, spring, map room, All-Seeing Eye (T21.21, T21.22, T21.25 to T21.28)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebooks.tabletop.campaign import below
from tests.rulebooks.tabletop.dungeon_bench import explore
from tests.rulebooks.tabletop.rules_bench import character, of

from undercroft.engine.game import Game
from undercroft.rulebooks.tabletop import bars, eyes, features, rulebook, tests
from undercroft.rulebooks.tabletop.records import (
    Arm,
    Character,
    Enemy,
    Feature,
    Foe,
    Group,
    Jewel,
    Lot,
    Magic,
    State,
    Trap,
    replace,
)
from undercroft.testing import staged
from undercroft.testing.dice import fix

ADA, BO = character("Ada"), character("Bo")
MAGE = character("Mab", cls="magician", kin="human")
ELF = character("Elm", cls="elf", kin="elf")


def at(kind: str, *who: Character, lot: Lot = Lot(), **more: Any) -> Game[State]:  # noqa: B008
    return explore(*(who or (ADA, BO)), feature=Feature("room-1", kind, lot=lot), **more)


@pytest.mark.rule("T21.21")
def test_a_riddle_has_one_try_a_character_and_gives_its_potion_once() -> None:
    one = at("riddle-statue", lot=Lot(items=(Magic("potion-of-courage"),)))
    # Intelligence 10 at +3 is 7.
    with fix(one, 8):
        assert one.act("riddle ada")
    assert one.act("riddle ada").refusals[0].rule == "T21.21"
    with fix(one, 7):
        assert one.act("riddle bo")
    assert [item.kind for item in of(one, "bo").items] == ["potion-of-courage"]
    assert of(one, "bo").ap == 5
    assert one.state.features["room-1"].lot == Lot()
    assert one.act("riddle ada").refusals[0].code == "handling.nothing"


@pytest.mark.rule("T21.22")
@pytest.mark.parametrize(("face", "omen"), [(8, "unaware"), (9, "waiting")])
def test_a_guardian_is_asked_once_and_changes_the_next_meeting(face: int, omen: str) -> None:
    one = at("stone-guardian")
    # Charisma 10 at +2 is 8.
    with fix(one, face):
        assert one.act("speak ada")
    assert one.state.adventure.omen == omen
    assert one.act("speak bo").refusals[0].rule == "T21.22"


@pytest.mark.rule("T21.25")
def test_an_idol_is_climbed_before_its_eye_is_taken() -> None:
    one = at("idol", lot=Lot(jewels=(Jewel("ruby", 7),)))
    assert one.act("take-eye ada").refusals[0].code == "handling.not_up"
    # Agility 10 at +2 is 8; Courage 10 at +3 is 7.
    with fix(one, 9):
        one.act("climb ada")
    assert one.act("climb ada").refusals[0].rule == "T2.16"
    with fix(one, 8):
        one.act("climb bo")
    with fix(one, 7):
        assert one.act("take-eye bo")
    assert of(one, "bo").jewels == (Jewel("ruby", 7),)
    assert of(one, "bo").conditions == ()
    assert one.act("take-eye bo").refusals[0].code == "handling.nothing"


@pytest.mark.rule("T21.25")
def test_the_curse_of_an_eye_makes_every_own_test_harder_by_1() -> None:
    one = at("idol", lot=Lot(jewels=(Jewel("ruby", 7),)))
    with fix(one, 8):
        one.act("climb bo")
    with fix(one, 8):
        one.act("take-eye bo")
    cursed = of(one, "bo")
    assert cursed.jewels == (Jewel("ruby", 7),)
    assert (cursed.conditions[0].kind, cursed.conditions[0].until) == ("cursed", "adventure")
    assert tests.chance(one.state, cursed, "courage").num == 9


@pytest.mark.rule("T10.15", "T21.25")
def test_rope_and_hook_help_up_an_idol() -> None:
    one = at("idol", character("Ada", goods=(("rope", 1), ("grappling-hook", 1))), lot=Lot(jewels=(Jewel("ruby", 7),)))
    assert one.odds("climb ada")[0].num == 14


@pytest.mark.rule("T19.23", "T21.25", "T21.7")
def test_a_wand_as_a_rope_needs_no_test_to_climb() -> None:
    wand: dict[str, Any] = {"weapons": (Arm("wand", raised=3, form="rope"),), "wielded": 0}
    one = at("idol", ADA, character("Mab", cls="magician", **wand), lot=Lot(jewels=(Jewel("ruby", 7),)))
    with fix(one):
        assert one.act("climb ada")
    assert one.state.features["room-1"].over == ("ada",)
    pit = Trap("room-1", "covered-pit", 0, found=True, caught=("ada",))
    one = explore(ADA, character("Mab", cls="magician", **wand), trap=pit)
    with fix(one):
        assert one.act("climb ada")
    assert one.state.traps["room-1"].caught == ()


@pytest.mark.rule("T21.26")
def test_everybody_may_drink_once() -> None:
    one = at("healing-spring", character("Ada", vitality=10), character("Bo", vitality=29))
    with fix(one, 4):
        assert one.act("drink-spring ada")
    assert of(one).vitality == 16
    assert one.act("drink-spring ada").refusals[0].rule == "T21.26"
    with fix(one, 6):
        assert one.act("drink-spring bo")
    assert of(one, "bo").vitality == 30
    assert one.state.clock.turn == 2


@pytest.mark.rule("T21.27")
def test_a_map_shows_the_next_three_rooms_and_no_secret_one() -> None:
    one = at("old-map-room")
    with fix(one, 11):
        one.act("read-map ada")
    assert one.act("read-map ada").refusals[0].rule == "T21.27"
    with fix(one, 10):
        one.act("read-map bo")
    shown = [room.id for room in one.state.rooms.values() if room.shown]
    assert shown == ["room-2", "room-3", "room-5"]


@pytest.mark.rule("T21.27")
def test_a_map_shows_no_more_than_three_and_none_that_was_entered() -> None:
    one = at("old-map-room")
    with staged(one) as s:
        s.rooms["room-2"] = replace(s.rooms["room-2"], entered=True)
        for number in (6, 7):
            s.rooms[f"room-{number}"] = replace(s.rooms["room-3"], id=f"room-{number}", x=number)
            s.ways[f"way-{number}"] = replace(
                s.ways["way-4"], id=f"way-{number}", near="room-5", far=f"room-{number}", side="north"
            )
    assert features.next_rooms(one.state, 3) == ("room-3", "room-5", "room-6")


@pytest.mark.rule("T6.6")
def test_nobody_reads_a_map_in_the_dark() -> None:
    one = at("old-map-room", light=0)
    assert one.act("read-map ada").refusals[0].rule == "T6.6"


# --- the Eye ---


@pytest.mark.rule("T13.11", "TX38")
def test_the_eye_serves_magicians_and_elves_alone() -> None:
    one = at("all-seeing-eye", ADA, MAGE, ELF, character("Wat", cls="warrior"))
    offered = [str(action) for action in one.actions()]
    assert not any(text.startswith(("eye ada", "eye wat")) for text in offered)
    assert {"eye mab boss", "eye elm boss", "eye mab room room-2"} <= set(offered)
    assert one.act("eye wat boss").refusals[0].rule == "T13.11"


@pytest.mark.rule("T13.12", "T13.13", "T13.14", "TX38")
def test_a_view_takes_a_turn_and_leaves_the_eye_black_for_20() -> None:
    one = at("all-seeing-eye", MAGE, ELF)
    assert one.act("eye elm boss")
    assert one.state.clock.turn == 1
    for _ in range(20):
        refused = one.act("eye mab boss").refusals[0]
        assert (refused.code, refused.rule) == ("handling.black", "T13.13")
        with fix(one, then=6):
            assert one.act("wait")
    assert one.state.clock.turn == 21
    assert one.act("eye mab boss")


def showed(game: Game[State], text: str) -> eyes.EyeShowed:
    step = game.act(text)
    (event,) = (event for event in step.events if isinstance(event, eyes.EyeShowed))
    return event


@pytest.mark.rule("T13.14")
def test_the_eye_shows_the_boss_with_the_way_there() -> None:
    event = showed(at("all-seeing-eye", MAGE), "eye mab boss")
    assert event.shown == "room-5"
    assert event.route == ("room-1", "room-2", "room-3", "room-5")
    assert event.living == ("goblin-5.1",)


@pytest.mark.rule("T13.14")
def test_what_the_eye_showed_is_on_the_map_and_nothing_else() -> None:
    one = at("all-seeing-eye", MAGE)
    assert one.act("eye mab boss")
    rooms = {room.id: room for room in rulebook.view(one.state, "player").rooms}
    assert {name for name, room in rooms.items() if not room.entered} == {"room-5"}
    assert (rooms["room-5"].kind, rooms["room-5"].foes, rooms["room-5"].chest) == (
        one.state.rooms["room-5"].kind, (), "",
    )  # fmt: skip


@pytest.mark.rule("T13.14")
def test_the_eye_shows_a_known_room_with_its_exits_and_what_lives_there() -> None:
    one = at("all-seeing-eye", MAGE)
    with staged(one) as s:
        for kind in ("orc", "skeleton", "cellar-slime"):
            s.groups[kind] = Group(kind, "light", "room-2", "room-2", (Enemy(kind),))
            s.foes[kind] = Foe(kind, kind, kind, kind, 9, 18, 18, 2, 9, 6, 1, 3, 1, 5, 10)
    event = showed(one, "eye mab room room-2")
    assert (event.shown, event.exits, event.route) == ("room-2", ("west", "east"), ())
    assert event.living == ("orc", "cellar-slime")


@pytest.mark.rule("T13.14")
@pytest.mark.parametrize(
    ("foes", "captive", "words"),
    [
        (True, "", "What lives there: orc."), (False, "", "Nothing lives there."),
        (True, "room-2", "What lives there: orc, and somebody in chains."),
        (False, "room-2", "What lives there: somebody in chains, alone."),
    ],
)  # fmt: skip
def test_the_eye_shows_a_captive_in_a_room_and_says_when_nothing_lives_there(
    foes: bool, captive: str, words: str
) -> None:
    one = below(MAGE)
    with staged(one) as s:
        s.features["room-1"] = Feature("room-1", "all-seeing-eye")
        s.adventure = replace(s.adventure, captive=captive)
        if foes:
            s.groups["orc"] = Group("orc", "light", "room-2", "room-2", (Enemy("orc"),))
            s.foes["orc"] = Foe("orc", "orc", "orc", "orc", 9, 18, 18, 2, 9, 6, 1, 3, 1, 5, 10)
    assert words in one.say(showed(one, "eye mab room room-2"))


@pytest.mark.rule("T21.25", "T21.20")
def test_up_an_idol_is_told_otherwise_than_over_a_chasm() -> None:
    one = below(MAGE)
    with staged(one) as s:
        s.features["room-1"] = Feature("room-1", "idol", lot=Lot(jewels=(Jewel("ruby", 1),)))
    with fix(one, 1):
        step = one.act("climb mab")
    assert any("idol" in one.say(event) for event in step.events if isinstance(event, bars.Crossed))


@pytest.mark.rule("T13.14")
def test_the_eye_knows_only_rooms_of_the_map_or_behind_a_known_exit() -> None:
    one = at("all-seeing-eye", MAGE)
    for text in ("eye mab room room-3", "eye mab room room-4", "eye mab room boss", "eye mab captive"):
        assert one.act(text).refusals[0].rule == "T13.14"
    with staged(one) as s:
        s.rooms["room-2"] = replace(s.rooms["room-2"], shown=True)
        s.ways["way-3"] = replace(s.ways["way-3"], found=True)
        s.adventure = replace(s.adventure, captive="room-3")
    assert eyes.visible(one.state) == ["room-1", "room-2", "room-4", "room-3", "boss", "captive"]
    assert showed(one, "eye mab captive").route == ("room-1", "room-2", "room-3")


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("riddle-statue", "riddle ada"), ("stone-guardian", "speak ada"), ("healing-spring", "drink-spring ada"),
        ("old-map-room", "read-map ada"), ("idol", "climb ada"),
    ],
)  # fmt: skip
def test_all_that_a_deed_rolls_stands_in_its_odds(kind: str, text: str) -> None:
    one = at(kind, character("Ada", vitality=5), BO, lot=Lot(items=(Magic("potion-of-courage"),)), turn=5)
    promised = one.odds(text)
    with fix(one, then=6):
        step = one.act(text)
    assert step.rolls
    for roll, _ in step.rolls:
        assert roll in promised, roll
