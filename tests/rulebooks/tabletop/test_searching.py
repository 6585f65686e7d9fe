"""Searching: by anybody, and by a Dwarf's sense (T15.1 to T15.18, T21.2)."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.dungeon_bench import explore
from tests.rulebooks.tabletop.rules_bench import character, of

from undercroft.engine.game import Game
from undercroft.rulebooks.tabletop import searching, sensing
from undercroft.rulebooks.tabletop.records import Character, Chest, State, Trap, replace
from undercroft.testing import staged
from undercroft.testing.dice import fix

ADA, DURN = character("Ada"), character("Durn", cls="dwarf", kin="dwarf")


def hiding(*who: Character, difficulty: int = 10, trap: Trap | None = None, door: bool = True) -> Game[State]:
    """Return a game with a chest under the pillar (north wall) and a secret door behind the table (south wall)."""
    one = explore(*(who or (ADA, DURN)), trap=trap)
    with staged(one) as s:
        s.chests["room-1"] = Chest("room-1", place="pillar", difficulty=difficulty, found=False)
        if not door:
            del s.ways["way-3"]
    return one


@pytest.mark.rule("T15.17")
@pytest.mark.parametrize(("difficulty", "num"), [(6, 14), (10, 10), (16, 4)])
def test_a_search_tests_intelligence_for_each_hidden_thing_in_secret(difficulty: int, num: int) -> None:
    one = hiding(difficulty=difficulty)
    rolls = searching.Searching("ada").odds(one.state)
    assert [(roll.num, roll.shown) for roll in rolls] == [(num, False), (10, False)]  # type: ignore[union-attr]
    with fix(one, num, 11):
        assert one.act("search ada")
    assert one.state.chests["room-1"].found
    assert not one.state.ways["way-3"].found
    assert one.state.clock.turn == 2
    assert of(one).ap == 5
    again = hiding(difficulty=difficulty)
    with fix(again, num + 1, 11):
        step = again.act("search ada")
    assert not again.state.chests["room-1"].found
    assert any(isinstance(event, searching.NothingFound) for event in step.events)


@pytest.mark.rule("T21.2", "T16.13")
@pytest.mark.parametrize(
    ("faces", "chest", "trap"), [((11,), False, False), ((10, 11), True, False), ((10, 10), True, True)]
)
def test_the_trap_of_a_chest_is_found_after_the_chest_alone(faces: tuple[int, ...], chest: bool, trap: bool) -> None:
    one = hiding(trap=Trap("room-1", "poison-needle", 0, chest=True), door=False)
    with fix(one, *faces):
        assert one.act("search ada")
    assert (one.state.chests["room-1"].found, one.state.traps["room-1"].found) == (chest, trap)
    assert one.act("disarm durn").accepted is trap


@pytest.mark.rule("T15.10", "T15.17")
def test_a_search_tells_no_more_where_something_is_than_where_nothing_is() -> None:
    one, bare = hiding(), explore(ADA, DURN)
    with staged(bare) as s:
        del s.ways["way-3"]
    assert str(one.actions()) == str(bare.actions())
    assert one.odds("search ada") == bare.odds("search ada")
    with fix(one, 20, 20):
        told = one.act("search ada").events
    with fix(bare):
        also = bare.act("search ada").events
    assert told == also


@pytest.mark.rule("T15.18")
def test_each_character_searches_a_room_once() -> None:
    one = hiding()
    with fix(one, 20, 20):
        one.act("search ada")
    assert one.act("search ada").refusals[0].rule == "T15.18"
    with fix(one, 10, 10):
        assert one.act("search durn")


@pytest.mark.rule("T21.2")
def test_a_search_finds_traps_too() -> None:
    one = hiding(trap=Trap("room-1", "dart", 4), door=False)
    # Intelligence 10 at +4 is 6; the search itself sets nothing off.
    with fix(one, 20, 7):
        one.act("search ada")
    assert not one.state.traps["room-1"].found
    with fix(one, 20, 6):
        one.act("search durn")
    assert one.state.traps["room-1"].found
    assert "disarm ada" in [str(action) for action in one.actions()]


# --- a Dwarf's sense ---


@pytest.mark.rule("T15.1", "T15.2", "T15.4", "T15.5", "TX27")
@pytest.mark.parametrize(("dice", "found"), [((4, 4, 3), True), ((4, 4, 2), False)])
def test_3d6_sense_a_difficulty_of_11(dice: tuple[int, ...], found: bool) -> None:
    one = hiding(difficulty=11)
    with fix(one, *dice):
        step = one.act("sense treasure durn")
    (told,) = (event for event in step.events if isinstance(event, sensing.Sensed))
    assert told.found is found
    assert one.state.rooms["room-1"].sensed == (("treasure",) if found else ())
    assert step.rolls == ()
    assert one.state.clock.turn == 1


@pytest.mark.rule("T15.5", "T15.12")
def test_where_nothing_is_nothing_is_sensed_and_the_answer_stands() -> None:
    one = explore(ADA, DURN)
    with fix(one, 6, 6, 6):
        step = one.act("sense treasure durn")
    (told,) = (event for event in step.events if isinstance(event, sensing.Sensed))
    assert not told.found
    assert one.act("sense treasure durn").refusals[0].rule == "T15.12"
    with fix(one, 6, 6, 6):
        assert one.act("sense door durn")
    assert one.state.rooms["room-1"].sensed == ("door",)


@pytest.mark.rule("T4.31", "T15.1")
def test_only_dwarves_sense_and_one_kind_at_a_time() -> None:
    one = hiding()
    assert one.act("sense treasure ada").refusals[0].rule == "T4.31"
    assert one.act("sense both durn").refusals[0].rule == "T15.1"


def sensed(kind: str, **more: int) -> Game[State]:
    one = hiding(**more)
    with staged(one) as s:
        s.rooms["room-1"] = replace(s.rooms["room-1"], sensed=(kind,))
    return one


@pytest.mark.rule("T15.7", "T15.8", "T15.14", "T15.15")
def test_questions_are_answered_until_the_thing_is_found() -> None:
    one = sensed("treasure")
    with staged(one) as s:
        s.adventure = replace(s.adventure, wandered=3)
    for place, said in (
        ("south", "cold"), ("floor", "cold"), ("table", "cold"), ("east", "cold"), ("north", "warm"),
        ("pillar", "found"),
    ):  # fmt: skip
        step = one.act(f"ask {place}")
        assert [event.said for event in step.events if isinstance(event, sensing.Answered)] == [said]
    assert one.state.chests["room-1"].found
    assert one.state.clock.turn == 6
    assert of(one, "durn").ap == 5
    assert one.act("ask north").refusals[0].rule == "T15.7"


@pytest.mark.rule("T15.14")
def test_a_question_names_a_place_of_the_room() -> None:
    one = sensed("door")
    assert one.act("ask chandelier").refusals[0].rule == "T15.14"
    assert {f"ask {place}" for place in ("north", "east", "south", "west", "floor", "ceiling", "pillar", "table")} <= {
        str(action) for action in one.actions()
    }
    one.act("ask table")
    assert one.state.ways["way-3"].found
    assert "go south" not in [str(action) for action in one.actions()]
    assert one.act("open south")
    assert one.act("go south")


@pytest.mark.rule("T15.9", "T15.16", "T22.35")
def test_where_nobody_can_come_the_questions_are_skipped() -> None:
    one = sensed("treasure")
    assert one.act("find").refusals[0].rule == "T15.16"
    with staged(one) as s:
        s.adventure = replace(s.adventure, wandered=3)
    assert one.act("find")
    assert one.state.chests["room-1"].found
    assert one.state.clock.turn == 2
    assert one.act("find").refusals[0].code == "searching.nothing_sensed"


@pytest.mark.rule("T15.16", "T10.16")
def test_behind_spiked_doors_nobody_interrupts_a_search() -> None:
    one = sensed("treasure")
    with staged(one) as s:
        s.rooms["room-1"] = replace(s.rooms["room-1"], spiked=True)
        s.clock = replace(s.clock, turn=5)
    with fix(one):
        assert one.act("find")
    assert one.state.chests["room-1"].found
    assert one.state.clock.turn == 7


@pytest.mark.rule("T15.11")
def test_of_several_things_the_easiest_is_meant() -> None:
    one = hiding(difficulty=12)
    with staged(one) as s:
        s.rooms["room-1"] = replace(s.rooms["room-1"], sensed=("treasure", "door"))
    found = searching.sought(one.state)
    assert found is not None
    assert (found.kind, found.difficulty) == ("door", 10)


@pytest.mark.rule("T6.17")
def test_the_fallen_search_nothing() -> None:
    one = explore(ADA, character("Bo", vitality=-2))
    assert [(no.code, no.rule) for no in one.act("search bo").refusals] == [("explore.unable", "T6.17")]
    assert one.act("search ada")
