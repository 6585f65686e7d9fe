"""Sensing and searching (T15)."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.rules_bench import character, game

from undercroft.rulebooks.tabletop import sensing
from undercroft.rulebooks.tabletop import tests as quality_tests
from undercroft.rulebooks.tabletop.records import PLAYER, State
from undercroft.testing import fix

CHAPTERS = (quality_tests, sensing)
FURNITURE = {"chest": "north", "bed": "east", "stove": "north"}


def said(*dice: int, difficulty: int | None) -> list[object]:
    """Return what the player learns of a Dwarf's roll, and the rolls shown."""
    g = game(character(cls="dwarf", kin="dwarf"), chapters=CHAPTERS)
    with fix(g, *dice) as thrown:
        sensing.sense(g._ctx, "ada", "door", "room-3", difficulty)
    assert [sides for sides, _ in thrown.seen] == [6, 6, 6]
    audiences = [(event, event.seen_by(g.state)) for event in g._ctx.events]
    told = [event for event, seats in audiences if seats is None or PLAYER in seats]
    return [g.say(event) for event in told] + [roll for roll, _ in g._ctx.rolls if roll.shown]


@pytest.mark.rule("TX27", "T15.1", "T15.2", "T15.4")
def test_a_roll_equal_to_the_difficulty_senses() -> None:
    assert said(4, 4, 3, difficulty=11) == ["Ada lays a palm on the stone. There is a hidden door near."]
    assert said(4, 4, 2, difficulty=11) == ["Ada senses nothing."]


@pytest.mark.rule("T15.5", "T15.6", "T15.19")
def test_too_low_and_nothing_there_get_the_same_answer() -> None:
    assert said(1, 1, 1, difficulty=6) == said(6, 6, 6, difficulty=None) == ["Ada senses nothing."]


@pytest.mark.rule("TX27", "T15.3")
@pytest.mark.parametrize(("difficulty", "num"), [(3, 216), (6, 206), (10, 135), (11, 108), (16, 10), (18, 1), (19, 0)])
def test_the_exact_chance(difficulty: int, num: int) -> None:
    chance = sensing.sense_chance(difficulty)
    assert (chance.num, chance.of) == (num, 216)


@pytest.mark.rule("T15.11")
def test_the_lowest_difficulty_counts() -> None:
    assert sensing.meant([12, 7, 16]) == 7
    assert sensing.meant([]) is None


@pytest.mark.rule("T15.12")
def test_the_roll_is_made_once_for_dwarf_kind_and_room() -> None:
    g = game(character(), chapters=CHAPTERS)
    with fix(g, 1, 1, 1):
        sensing.sense(g._ctx, "ada", "door", "room-3", 9)
    assert quality_tests.tried(g.state, "ada", sensing.task("door", "room-3"))
    for who, kind, room in (("ada", "treasure", "room-3"), ("ada", "door", "room-4"), ("bo", "door", "room-3")):
        assert not quality_tests.tried(g.state, who, sensing.task(kind, room))
    assert sensing.SENSE_TURNS == 1


@pytest.mark.rule("T15.13", "T15.3")
def test_a_generated_difficulty() -> None:
    spread = sensing.DIFFICULTY
    assert (spread.count, spread.sides, spread.low, spread.high) == (2, 6, 6, 16)


@pytest.mark.rule("T15.14")
def test_the_places() -> None:
    assert sensing.places(FURNITURE) == (
        "north", "east", "south", "west", "floor", "ceiling", "chest", "bed", "stove",
    )  # fmt: skip
    assert sensing.ASK_TURNS == 1


@pytest.mark.rule("T15.15", "T15.7")
@pytest.mark.parametrize(
    ("guess", "right", "answer"),
    [
        ("north", "north", "found"), ("north", "east", "warm"), ("west", "north", "warm"), ("north", "west", "warm"),
        ("south", "east", "warm"), ("north", "south", "cold"), ("east", "west", "cold"),
        ("chest", "north", "warm"), ("bed", "north", "cold"), ("north", "chest", "warm"), ("east", "chest", "cold"),
        ("stove", "chest", "cold"), ("chest", "chest", "found"), ("floor", "ceiling", "warm"),
        ("ceiling", "floor", "warm"), ("floor", "north", "cold"), ("north", "floor", "cold"),
        ("floor", "chest", "cold"),
        ("chest", "ceiling", "cold"),
    ],
)  # fmt: skip
def test_the_hint(guess: str, right: str, answer: str) -> None:
    assert sensing.answer(guess, right, FURNITURE) == answer
    g = game(character(), chapters=CHAPTERS)
    assert g.say(sensing.Answered("ada", guess, answer))


@pytest.mark.rule("T15.16", "T15.17")
def test_what_it_costs() -> None:
    assert (sensing.FIND_TURNS, sensing.SEARCH_TURNS) == (2, 2)


@pytest.mark.rule("T15.17", "T15.10")
@pytest.mark.parametrize(("difficulty", "num"), [(6, 16), (10, 12), (16, 6)])
def test_anyone_may_search_in_secret(difficulty: int, num: int) -> None:
    chance = sensing.search_chance(State(), character(intelligence=12), difficulty)
    assert (chance.num, chance.of, chance.shown) == (num, 20, False)


@pytest.mark.rule("T15.18")
def test_a_search_is_kept_by_room() -> None:
    assert sensing.search_task("room-3") != sensing.search_task("room-4")


@pytest.mark.rule("T21.2")
@pytest.mark.parametrize(("number", "num"), [(0, 12), (6, 6)])
def test_a_trap_is_found_by_its_number(number: int, num: int) -> None:
    chance = sensing.trap_chance(State(), character(intelligence=12), number)
    assert (chance.num, chance.shown) == (num, False)
