"""The guide, Sixpence (D32): when each lesson comes, how it goes, its gift, and what it leaves behind."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from tests.rulebooks.descent.magic import battle, code, edit
from tests.rulebooks.descent.moments import cell, give, into_room, member, moment

import undercroft as uc
from undercroft.engine.game import Game, Step
from undercroft.engine.streams import derive
from undercroft.engine.view import Listing, Text
from undercroft.rulebooks.descent import carrying, generation, guide, knowledge, lessons, walking
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent.guide import Talk
from undercroft.rulebooks.descent.records import (
    Chest,
    Clock,
    Door,
    InCourtyard,
    InHall,
    Lessons,
    Place,
    Quest,
    Room,
    Setup,
    State,
    replace,
)
from undercroft.testing import fix, staged, twins

Made = Game[State]
LESSONS = content.catalogue().lessons
DOOR = "door-1.1n"


def open_now(game: Made) -> str:
    """Return the lesson that is open, or ""."""
    top = game.state.agenda[-1]
    return top.lesson if isinstance(top, Talk) else ""


def settle(game: Made) -> None:
    """Let the game go on from a state set up directly, until somebody must choose."""
    game._ctx.events = []
    game._settle()


def low(game: Made, text: str) -> Step[State]:
    """Do an action whose every draw is as low as can be."""
    with fix(game, then=1):
        step = game.act(text)
    assert step.accepted, step.refusals
    return step


def high(game: Made, text: str) -> Step[State]:
    """Do an action whose every draw is as high as can be."""
    with fix(game, then=1000):
        step = game.act(text)
    assert step.accepted, step.refusals
    return step


def won(game: Made) -> None:
    """Let every monster be dead."""
    with staged(game) as s:
        for key, m in list(s.monsters.items()):
            s.monsters[key] = replace(m, health=0)
    settle(game)


# --- a moment for each trigger: the game just before, and what is done ---


def begun() -> Made:
    game = uc.new("descent", seed=7)
    game.act("begin")
    return game


def king_found(*lessons: str, book: bool = False) -> Made:
    game = moment(length="short", lessons=lessons or ("king-stands",))
    with staged(game) as s:
        s.quest = Quest(book=book)
        s.rooms["room-1.1"] = replace(Room("room-1.1", 1, 1), prize="king")
    low(game, f"enter {DOOR}")
    return game


def taken(text: str, *lessons: str, king: bool = False, **room: Any) -> Made:
    game = moment(lessons=lessons)
    into_room(game)
    with staged(game) as s:
        s.quest = Quest(king=king)
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], **room)
    assert game.act(text)
    return game


def starved(who: str = "rogue") -> Made:
    game = moment(member("hero"), member("rogue"), member("king"), rations=0, lessons=("death",))
    edit(game, who, health=1)
    with staged(game) as s:
        s.clock = Clock(0, 238)
    high(game, "walk east")
    return game


def bitten(kind: str, lesson: str, place: str = "hand:hero", thing: str = "knife") -> Made:
    game = moment(member("hero"), lessons=(lesson,))
    give(game, thing, place)
    battle(game, "hero", foes=((kind, 14),))
    low(game, "wait")
    assert lesson in game.state.lessons.due
    assert open_now(game) == ""
    won(game)
    return game


def lifted(who: str = "hero", *party: str) -> Made:
    game = moment(*(member(cls) for cls in party), lessons=("lid",))
    into_room(game)
    with staged(game) as s:
        s.chests["room-1.1"] = Chest(1, 10)
    with fix(game, 50):
        assert game.act(f"open chest-1.1 {who}")
    return game


def walked(step: int, *, reported: bool = False) -> Made:
    game = moment(lessons=("reports-unread",))
    with staged(game) as s:
        s.clock = Clock(step - 1, 0)
        s.lessons = replace(s.lessons, reported=reported)
    high(game, "walk east")
    return game


def at_stair(*lessons: str, floor: int = 1, maps: tuple[int, ...] = (), **more: bool) -> Made:
    game = moment(floor=floor, at=cell(23, 15), lessons=lessons)
    with staged(game) as s:
        s.quest = Quest(maps=maps)
        room = s.rooms[f"room-{floor}.1"]
        s.rooms[room.id] = replace(room, store=True)
        s.floors[floor] = replace(s.floors[floor], **more)
    high(game, "walk east")
    return game


def eaten() -> Made:
    game = moment(rations=2, lessons=("no-food",))
    for who, health in (("hero", 10), ("fighter", 3), ("rogue", 8), ("wizard", 5)):
        edit(game, who, health=health)
    with staged(game) as s:
        s.clock = Clock(0, 238)
    high(game, "walk east")
    return game


def fled() -> Made:
    game = moment(member("hero"), lessons=("flight",))
    battle(game, "hero")
    low(game, "run east")
    return game


def vault(*, band: tuple[str, ...] = ()) -> Made:
    game = moment(lessons=("vault",))
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(Room("room-1.1", 1, 1), vault="wall", band=band)
    high(game, f"enter {DOOR}")
    return game


def hidden(*, passed: int, found: int = 0) -> Made:
    """Return a game one pace before a hidden door; some others were passed, of which some were found later."""
    game = moment(at=cell(8, 0), lessons=("hidden-door",))
    with staged(game) as s:
        for block in (2, 3, 4):
            s.rooms[f"room-1.{block}"] = Room(f"room-1.{block}", 1, block)
            s.doors[f"door-1.{block}n"] = Door(f"room-1.{block}", "n", 1, cell(3 + 6 * (block - 1), 0), secret=True)
        keys = [f"door-1.{block}n" for block in (3, 4)][:passed]
        s.lessons = replace(s.lessons, passed=tuple(keys))
        for key in keys[:found]:
            s.doors[key] = replace(s.doors[key], known=True, secret=False)
    high(game, "walk east")
    return game


def lit() -> Made:
    game = moment(lessons=("effect-on-all",))
    game.act(f"use {give(game, 'esp', 'pack:hero')}")
    return game


def risen() -> Made:
    game = moment(lessons=("level",))
    low(game, f"use {give(game, 'mind-sharpener', 'pack:hero', named=True)}")
    return game


def struck(times: int, *, draw: int = 1) -> Made:
    """Return a game whose party has walked in on a band that struck first, for the so-manieth time."""
    game = moment(lessons=("seen-coming",))
    with staged(game) as s:
        s.lessons = replace(s.lessons, struck_first=times - 1)
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], band=("orc",))
    with fix(game, draw, then=100):
        assert game.act(f"enter {DOOR}")
    assert open_now(game) == ""
    won(game)
    return game


def broken(floor: int = 6, number: int = 100) -> Made:
    """Return a game in which 40 gold was offered against a hidden number."""
    game = moment(floor=floor, gold=1000, lessons=("thing-broken",))
    into_room(game)
    with staged(game) as s:
        s.rooms[s.place.room] = replace(s.rooms[s.place.room], statue=True)
    bottle = give(game, "venom", "pack:hero")
    with fix(game, number, number):
        assert game.act(f"offer 40 for {bottle}")
    return game


def asked(*, paid: bool = False) -> Made:
    game = moment(gold=500, lessons=("bribe",))
    battle(game, "hero", "rogue")
    if paid:
        low(game, "bribe")
        high(game, "pay")
    else:
        with fix(game, 51, then=100):
            assert game.act("bribe")
        assert open_now(game) == ""
        won(game)
    return game


CASES: dict[str, Callable[[], Made]] = {
    "S01": begun,
    "S02": king_found,
    "S03": lambda: taken("take-page", "page-in-hand", pages=("storm",)),
    "S04": starved,
    "S05": lambda: bitten("rust-mite", "metal-eating"),
    "S06": lifted,
    "S07": lambda: walked(150),
    "S08": lambda: at_stair("shut-stair"),
    "S09": eaten,
    "S10": fled,
    "S11": vault,
    "S12": lambda: hidden(passed=2),
    "S13": lit,
    "S14": lambda: at_stair("store-passed-by", floor=3, maps=(3,)),
    "S15": lambda: bitten("acid-slug", "gear-eating", "arm:hero", "wooden-shield"),
    "S16": risen,
    "S17": lambda: bitten("hollow-monk", "ceiling"),
    "S18": lambda: taken("take-book", "last-prize", king=True, prize="book"),
    "S19": lambda: struck(2),
    "S20": broken,
    "S21": asked,
}
EACH = pytest.mark.parametrize(("row", "make"), CASES.items(), ids=CASES)
rule = pytest.mark.rule
ITEMS = {
    "S01": "medicinal-ale", "S02": "ring-mail", "S04": "light-of-life", "S05": "hand-axe", "S11": "wooden-shield",
    "S12": "short-bow", "S14": "honing-stone", "S15": "wooden-shield", "S16": "mind-sharpener",
    "S17": "gem-of-strength", "S18": "aura-of-warding", "S19": "esp", "S21": "goodwill-scroll",
}  # fmt: skip
GOLD = {"S06": 1, "S07": 1, "S08": 1, "S13": 1, "S20": 150}
RATIONS = {"S03": 10, "S09": 10}


@pytest.mark.parametrize(
    ("row", "make"),
    [
        pytest.param("S01", CASES["S01"], marks=rule("D32.12", "D32.15")),
        pytest.param("S02", CASES["S02"], marks=rule("D32.16", "D32.19", "D29.5")),
        pytest.param("S03", CASES["S03"], marks=rule("D32.20", "D32.24")),
        pytest.param("S04", CASES["S04"], marks=rule("D32.25", "D32.29")),
        pytest.param("S05", CASES["S05"], marks=rule("D32.30", "D32.33")),
        pytest.param("S06", CASES["S06"], marks=rule("D32.34", "D32.37", "D32.9")),
        pytest.param("S07", CASES["S07"], marks=rule("D32.38", "D32.39", "D32.42", "D32.9")),
        pytest.param("S08", CASES["S08"], marks=rule("D32.43", "D32.44", "D32.47", "D32.9")),
        pytest.param("S09", CASES["S09"], marks=rule("D32.48", "D32.49", "D32.52", "DX10")),
        pytest.param("S10", CASES["S10"], marks=rule("D32.53", "D32.56")),
        pytest.param("S11", CASES["S11"], marks=rule("D32.58", "D32.59", "D32.62")),
        pytest.param("S12", CASES["S12"], marks=rule("D32.63", "D32.64", "D32.67")),
        pytest.param("S13", CASES["S13"], marks=rule("D32.68", "D32.71", "D32.9")),
        pytest.param("S14", CASES["S14"], marks=rule("D32.72", "D32.73", "D32.76")),
        pytest.param("S15", CASES["S15"], marks=rule("D32.77", "D32.80")),
        pytest.param("S16", CASES["S16"], marks=rule("D32.81", "D32.84")),
        pytest.param("S17", CASES["S17"], marks=rule("D32.85", "D32.88")),
        pytest.param("S18", CASES["S18"], marks=rule("D32.89", "D32.92")),
        pytest.param("S19", CASES["S19"], marks=rule("D32.93", "D32.94", "D32.97")),
        pytest.param("S20", CASES["S20"], marks=rule("D32.98", "D32.101", "D32.102")),
        pytest.param("S21", CASES["S21"], marks=rule("D32.103", "D32.104", "D32.108")),
    ],
)
@pytest.mark.rule("D32.1", "D32.3", "D32.4", "D32.6", "D32.109")
@pytest.mark.row("ACT44", "ACT45", "ACT65")
def test_a_lesson_from_its_trigger_to_its_gift(row: str, make: Callable[[], Made]) -> None:
    game = make()
    key = open_now(game)
    assert LESSONS[key].row == row
    before = game.fork().state
    # It opens with its message, and its topics are shown by their labels.
    panel = game.scene().panel("lesson")
    assert isinstance(panel, Text)
    assert panel.lines == (lessons.said(key, "message"),)
    assert panel.lines[0].startswith('"')
    topics = [topic.id for topic in LESSONS[key].topics]
    assert [str(one) for one in game.actions()][: len(topics)] == [f"ask {topic}" for topic in topics]
    assert [game.called(topic) for topic in topics] == [topic.label for topic in LESSONS[key].topics]
    # Topics in any order, any number of times; each tells what its text says.
    for topic in (*reversed(topics), *topics):
        step = game.act(f"ask {topic}")
        assert [game.say(event) for event in step.events] == [lessons.said(key, topic)]
        assert step.events[0].rules() == LESSONS[key].line(topic).rules  # type: ignore[union-attr]
        assert open_now(game) == key
    # The gift comes with the closing line and not before.
    assert (game.state.purse, game.state.quest) == (before.purse, before.quest)
    assert dict(game.state.items) == dict(before.items)
    who = game.actions()[len(topics)]
    assert str(who).startswith("accept")
    step = game.act(who)
    told = [said for event in step.events if (said := game.say(event))]
    if closing := lessons.said(key, "closing"):
        assert told[0] == closing
    assert any("Sixpence" in said for said in told)
    fresh = [item for one, item in game.state.items.items() if one not in before.items]
    assert [(item.kind, item.place, item.named) for item in fresh] == (
        [(ITEMS[row], "pack:hero", True)] if row in ITEMS else []
    )
    assert game.state.purse.gold - before.purse.gold == GOLD.get(row, 0)
    assert game.state.purse.rations - before.purse.rations == RATIONS.get(row, 0)
    assert game.state.quest.maps == ((1,) if row == "S10" else before.quest.maps)
    assert game.state.clock == before.clock
    assert open_now(game) == ""
    assert isinstance(game.state.agenda[-1], carrying.QUIET)
    # It is not given again, and can be read again, topics included.
    game._ctx.events = []
    guide.happened(game._ctx, LESSONS[key].trigger)
    settle(game)
    assert open_now(game) == ""
    assert key not in game.state.lessons.due
    assert f"lesson {key}" in game.scene().looks
    again = game.look(f"lesson {key}")
    assert isinstance(again, Text)
    assert [lessons.said(key, word) for word in ("message", *topics)] == [
        line for line in again.lines if line.startswith('"')
    ][: len(topics) + 1]
    held = dict(game.state.items), game.state.purse
    game.look(f"lesson {key}")
    assert (dict(game.state.items), game.state.purse) == held


@EACH
@pytest.mark.rule("D32.5")
def test_the_closing_line_may_be_chosen_at_once(row: str, make: Callable[[], Made]) -> None:
    game = make()
    count, purse = len(game.state.items), game.state.purse
    assert game.act(next(str(one) for one in game.actions() if str(one).startswith("accept")))
    assert len(game.state.items) == count + (row in ITEMS)
    assert game.state.purse.gold == purse.gold + GOLD.get(row, 0)
    assert game.state.purse.rations == purse.rations + RATIONS.get(row, 0)


# --- when a lesson is not due ---


@pytest.mark.rule("D32.26")
def test_the_death_of_the_king_is_no_lesson() -> None:
    assert open_now(starved("rogue")) == "death"
    assert open_now(starved("king")) == ""


@pytest.mark.rule("D25.2")
@pytest.mark.parametrize(("length", "floors"), [("short", 6), ("standard", 12), ("long", 18)])
def test_far_more_pages_are_below_than_held_when_the_first_part_is_in_hand(length: str, floors: int) -> None:
    laid = sum(len(pages_of(length, number)) for number in range(1, floors + 1))
    assert laid == 36
    by_page = taken("take-page", "page-in-hand", pages=("storm",))
    by_book = taken("take-book", "page-in-hand", prize="book")
    for game in (by_page, by_book):
        assert open_now(game) == "page-in-hand"
        assert laid - len(game.state.quest.pages) >= 35


def pages_of(length: str, number: int) -> list[str]:
    """Return the pages that a floor is dealt."""
    return generation.deal_pages(derive(7, "descent", "pages"), number, content.quest(length))


@pytest.mark.rule("D32.21")
def test_the_book_itself_may_be_the_first_part() -> None:
    assert open_now(taken("take-book", "page-in-hand", prize="book")) == "page-in-hand"


@pytest.mark.rule("D32.30", "D32.77")
@pytest.mark.parametrize("kind", ["rust-mite", "acid-slug"])
def test_a_blow_that_bit_nothing_is_no_lesson(kind: str) -> None:
    game = moment(member("hero"), lessons=("metal-eating", "gear-eating"))
    battle(game, "hero", foes=((kind, 14),))
    low(game, "wait")
    won(game)
    assert open_now(game) == ""


@pytest.mark.rule("D32.85")
def test_dust_from_a_chest_is_no_ceiling_bite() -> None:
    game = moment(member("hero"), lessons=("ceiling",))
    into_room(game)
    with staged(game) as s:
        s.chests["room-1.1"] = Chest(1, 10)
    with fix(game, 51, 13, 2):
        assert game.act("open chest-1.1 hero")
    assert game.state.members["hero"].ceiling < 21
    assert open_now(game) == ""


@pytest.mark.rule("D32.34")
def test_no_lid_is_a_lesson_in_the_hands_of_a_rogue_or_without_one() -> None:
    assert open_now(lifted("rogue")) == ""
    assert open_now(lifted("hero", "hero", "fighter")) == ""
    assert open_now(lifted("hero", "hero", "rogue")) == "lid"


@pytest.mark.rule("D32.39")
def test_the_reports_wait_150_steps() -> None:
    assert open_now(walked(149)) == ""
    assert open_now(walked(150)) == "reports-unread"
    assert open_now(walked(150, reported=True)) == ""


@pytest.mark.rule("D32.44")
def test_a_stair_that_opens_is_no_lesson_and_one_come_up_to_may_be() -> None:
    assert open_now(at_stair("shut-stair", maps=(2,))) == ""
    game = moment(floor=2, at=cell(0, 0), lessons=("shut-stair",))
    with staged(game) as s:
        s.floors[1] = replace(s.floors[2], number=1)
    high(game, "up")
    assert (game.state.place.floor, open_now(game)) == (1, "shut-stair")


@pytest.mark.rule("D32.49")
def test_rations_gone_in_the_courtyard_or_before_are_no_lesson() -> None:
    game = moment(at=cell(0, 0), rations=4, lessons=("no-food",))
    with staged(game) as s:
        s.clock = Clock(0, 238)
    high(game, "up")
    assert (game.state.purse.rations, game.state.place.floor, open_now(game)) == (0, 0, "")
    game = moment(rations=0, lessons=("no-food",))
    with staged(game) as s:
        s.clock = Clock(0, 238)
    high(game, "walk east")
    assert open_now(game) == ""


@pytest.mark.rule("D32.49", "D19.9")
def test_a_trap_may_take_the_last_ration() -> None:
    game = moment(member("hero"), rations=3, lessons=("no-food",))
    into_room(game)
    with staged(game) as s:
        s.chests["room-1.1"] = Chest(1, 10)
    with fix(game, 51, 11, 1):
        assert game.act("open chest-1.1 hero")
    assert (game.state.purse.rations, open_now(game)) == (0, "no-food")


@pytest.mark.rule("D32.59", "D32.6")
def test_a_vault_waits_for_its_room_to_be_quiet() -> None:
    game = vault(band=("orc",))
    assert open_now(game) == ""
    assert "vault" not in game.state.lessons.due
    won(game)
    assert open_now(game) == "vault"
    game = moment(lessons=("vault",))
    high(game, f"enter {DOOR}")
    assert open_now(game) == ""


@pytest.mark.rule("D32.64")
def test_a_hidden_door_needs_two_others_not_found() -> None:
    assert open_now(hidden(passed=2)) == "hidden-door"
    assert open_now(hidden(passed=1)) == ""
    assert open_now(hidden(passed=2, found=1)) == ""


@pytest.mark.rule("D32.64")
def test_doors_are_passed_on_the_way_and_the_third_stops_the_party() -> None:
    game = moment(at=cell(21, 0), lessons=("hidden-door",))
    with staged(game) as s:
        for block in (2, 3, 4):
            s.rooms[f"room-1.{block}"] = Room(f"room-1.{block}", 1, block)
            s.doors[f"door-1.{block}n"] = Door(f"room-1.{block}", "n", 1, cell(3 + 6 * (block - 1), 0), secret=True)
        s.floors[1] = replace(s.floors[1], known=((1 << 25) - 1, *(0,) * 15))
    settle(game)
    high(game, "travel 6,0")
    assert game.state.place.cell == cell(9, 0)
    assert open_now(game) == "hidden-door"


@pytest.mark.rule("D32.64", "D10.3")
def test_a_room_has_its_hidden_doors_in_reach_too() -> None:
    game = hidden(passed=2, found=2)
    with staged(game) as s:
        s.place = Place(1, cell(3, 0))
        s.doors["door-1.1e"] = Door("room-1.1", "e", 1, cell(6, 2), secret=True)
        s.lessons = replace(s.lessons, passed=("door-1.2n", "door-1.3n"))
        s.doors["door-1.3n"] = replace(s.doors["door-1.3n"], known=False, secret=True)
    high(game, f"enter {DOOR}")
    assert open_now(game) == "hidden-door"


@pytest.mark.rule("D32.64")
def test_a_hidden_door_waits_for_the_fight_beside_it_and_is_forgotten_by_a_flight() -> None:
    for run in (False, True):
        game = hidden(passed=1)
        with staged(game) as s:
            s.lessons = replace(s.lessons, passed=("door-1.3n", "door-1.4n"))
        battle(game, "hero", outside=("fighter", "rogue", "wizard"), ran=("fighter",), exit="east")
        if run:
            low(game, "run east")
        else:
            won(game)
        assert (open_now(game), game.state.fight) == ("" if run else "hidden-door", None)


@pytest.mark.rule("D32.64", "D32.2")
def test_a_band_that_comes_beside_a_hidden_door_comes_first() -> None:
    game = hidden(passed=0)
    with staged(game) as s:
        s.place = Place(1, cell(8, 0))
        s.lessons = replace(s.lessons, passed=("door-1.3n", "door-1.4n"))
    low(game, "walk east")
    assert game.state.fight is not None
    assert game.state.lessons.due == ()
    won(game)
    assert open_now(game) == "hidden-door"


@pytest.mark.rule("D32.64", "D34.4")
def test_a_hidden_door_across_the_hall_stops_who_leaves_a_room_for_elsewhere() -> None:
    game = hidden(passed=1)
    with staged(game) as s:
        s.doors["door-1.1s"] = Door("room-1.1", "s", 1, cell(3, 5), secret=False, known=True)
        s.rooms["room-1.5"] = Room("room-1.5", 1, 5)
        s.doors["door-1.5n"] = Door("room-1.5", "n", 1, cell(3, 5), secret=True)
        s.floors[1] = replace(s.floors[1], known=((1 << 25) - 1, *(0,) * 4, (1 << 25) - 1, *(0,) * 10))
        s.place = Place(1, cell(3, 5))
    into_room(game)
    high(game, "travel 12,5")
    assert game.state.place == Place(1, cell(3, 5))
    assert open_now(game) == "hidden-door"


@pytest.mark.rule("D32.73")
def test_a_store_visited_or_none_at_all_is_no_lesson() -> None:
    assert open_now(at_stair("store-passed-by", floor=3, maps=(3,), store_entered=True)) == ""
    game = moment(floor=4, at=cell(23, 15), lessons=("store-passed-by",))
    high(game, "walk east")
    assert open_now(game) == ""


@pytest.mark.rule("D32.89")
def test_the_last_prize_may_be_the_king() -> None:
    game = king_found("king-stands", "last-prize", book=True)
    assert open_now(game) == "king-stands"
    game.act("accept hero")
    assert open_now(game) == "last-prize"
    assert open_now(king_found("last-prize")) == ""
    assert open_now(taken("take-book", "last-prize", prize="book")) == ""


@pytest.mark.rule("D32.94")
def test_the_first_room_that_strikes_first_is_no_lesson() -> None:
    assert open_now(struck(1)) == ""
    assert open_now(struck(2, draw=100)) == ""


@pytest.mark.rule("D32.94")
@pytest.mark.row("X9")
def test_an_alarm_is_no_walk_in() -> None:
    game = moment(lessons=("seen-coming",))
    into_room(game)
    with staged(game) as s:
        s.lessons = replace(s.lessons, struck_first=1)
        s.chests["room-1.1"] = Chest(1, 10)
    with fix(game, 100, 19, then=100):
        assert game.act("open chest-1.1 hero")
    assert game.state.fight is not None
    assert game.state.lessons.struck_first == 1
    won(game)
    assert open_now(game) == ""


@pytest.mark.rule("D32.104")
def test_a_bribe_paid_is_a_lesson_too_and_a_fight_without_an_ask_none() -> None:
    assert open_now(asked(paid=True)) == "bribe"
    game = moment(lessons=("bribe",))
    battle(game, "hero", "rogue")
    won(game)
    assert open_now(game) == ""


# --- waiting and order ---


@pytest.mark.rule("D32.2", "D32.6")
def test_lessons_wait_out_the_fight_and_come_in_order_of_their_ids() -> None:
    game = moment(member("hero"), member("rogue"), gold=500, lessons=("metal-eating", "level", "bribe", "death"))
    give(game, "knife", "hand:hero")
    battle(game, "hero", foes=(("rust-mite", 14),))
    low(game, "wait")
    game._ctx.events = []
    for trigger in ("bribe-tried", "level-gained", "member-dies"):
        guide.happened(game._ctx, trigger)
    settle(game)
    assert game.state.fight is not None
    assert game.state.lessons.due == ("metal-eating", "bribe", "level", "death")
    won(game)
    order = []
    while key := open_now(game):
        order.append(key)
        assert game.act("accept hero")
    assert order == ["death", "metal-eating", "level", "bribe"]
    assert game.state.lessons.due == ()


@pytest.mark.rule("D32.6", "D1.17")
def test_nothing_in_a_practice_fight_is_a_lesson() -> None:
    game = moment(gold=500, courtyard=True, lessons=tuple(LESSONS))
    with fix(game, then=1):
        assert game.act("practice-fight gremlin")
        assert game.act("bribe")
        assert game.act("decline")
    for lesson in LESSONS.values():
        guide.happened(game._ctx, lesson.trigger)
    assert game.state.lessons == Lessons()
    won(game)
    assert game.state.fight is None
    assert game.state.agenda == (InCourtyard(),)
    assert (open_now(game), game.state.lessons) == ("", Lessons())


@pytest.mark.rule("D32.6")
def test_a_lesson_waits_while_the_party_is_asked_something_else() -> None:
    game = moment(courtyard=True, gold=100, lessons=("level",))
    assert game.act("shop")
    guide.happened(game._ctx, "level-gained")
    settle(game)
    assert open_now(game) == ""
    assert game.act("close")
    assert open_now(game) == "level"


@pytest.mark.rule("D34.4", "D6.26", "D32.6")
@pytest.mark.parametrize("text", ["travel 18,0", "pace"])
def test_a_lesson_stops_a_journey_and_costs_no_step(text: str) -> None:
    game = moment(at=cell(8, 0), lessons=("reports-unread",))
    edit(game, "hero", health=5)
    with staged(game) as s:
        s.clock = Clock(147, 0)
        s.floors[1] = replace(s.floors[1], known=((1 << 25) - 1, *(0,) * 15))
    high(game, text)
    assert game.state.clock.step == 150
    assert open_now(game) == "reports-unread"
    assert game.state.find(walking.Travelling) is None
    assert game.state.find(walking.Pacing) is None
    assert game.act("accept")
    assert game.state.agenda == (InHall(),)
    assert game.state.clock.step == 150


# --- the gift ---


@pytest.mark.rule("D32.7", "D32.8")
def test_an_item_goes_to_one_standing_with_a_free_place() -> None:
    for make in (risen, lambda: taken("take-book", "last-prize", king=True, prize="book")):
        game = make()
        edit(game, "fighter", health=0)
        for _ in range(7):
            give(game, "oil-flask", "pack:rogue")
        assert [str(one) for one in game.actions() if str(one).startswith("accept")] == ["accept hero", "accept wizard"]
        before = game.digest()
        for text, said in (
            ("accept", "guide.taker D32.7"), ("accept fighter", "gear.fallen D2.14"),
            ("accept rogue", "gear.pack_full D18.1"), ("accept nobody", "gear.nobody"),
        ):  # fmt: skip
            assert code(game.act(text)) == said
        assert game.digest() == before
        assert game.act("accept wizard")
        assert len(game.state.items.where("pack:wizard")) == 1


def full(game: Made) -> None:
    """Fill every pack."""
    for m in list(game.state.members.values()):
        while len(game.state.items.where(f"pack:{m.id}")) < 6 + m.strength:
            give(game, "oil-flask", f"pack:{m.id}")


@pytest.mark.rule("D32.7", "D32.11")
def test_with_no_such_member_it_lies_at_the_partys_feet() -> None:
    game = moment(lessons=("level",))
    full(game)
    guide.happened(game._ctx, "level-gained")
    settle(game)
    assert [str(one) for one in game.actions() if str(one).startswith("accept")] == ["accept"]
    assert code(game.act("accept hero")) == "gear.pack_full D18.1"
    step = game.act("accept")
    assert any("at your feet" in game.say(event) for event in step.events)
    assert [(item.kind, item.named) for item in game.state.items.where("cell:1:3")] == [("mind-sharpener", True)]


@pytest.mark.rule("D32.11", "D24.5")
def test_what_the_guide_gives_is_named() -> None:
    game = begun()
    game.act("accept hero")
    assert "medicinal-ale" in game.state.lore.kinds
    game = taken("take-book", "last-prize", king=True, prize="book")
    game.act("accept hero")
    (lantern,) = game.state.items.where("pack:hero")
    assert (lantern.kind, lantern.named) == ("aura-of-warding", True)


@pytest.mark.rule("D32.9")
def test_gold_and_rations_are_everyones() -> None:
    game = lifted()
    assert code(game.act("accept hero")) == "guide.for_all ACT45"
    assert code(game.act("ask tea")) == "guide.topic"
    assert game.act("accept")
    assert game.state.purse.gold == 1


@pytest.mark.rule("D32.57", "D32.56", "D8.7")
def test_the_map_of_the_floor_is_given_even_if_it_is_held() -> None:
    game = fled()
    assert game.act("accept")
    assert game.state.quest.maps == (1,)
    assert game.state.rooms["room-1.1"].known
    game = fled()
    with staged(game) as s:
        s.quest = Quest(maps=(1,))
    step = game.act("accept")
    assert game.state.quest.maps == (1,)
    assert any("map of floor 1" in game.say(event) for event in step.events)


@pytest.mark.rule("D32.102")
@pytest.mark.parametrize(("floor", "gold"), [(6, 150), (12, 300)])
def test_the_gold_is_the_posted_price_of_that_floor(floor: int, gold: int) -> None:
    game = broken(floor)
    assert game.act("accept")
    assert game.state.purse.gold == 1000 - 40 + gold


@pytest.mark.rule("D32.98")
def test_a_statue_that_breaks_nothing_is_no_lesson() -> None:
    assert open_now(broken(number=81)) == "thing-broken"
    assert open_now(broken(number=80)) == ""
    assert open_now(broken(number=40)) == ""


# --- brief, and read again ---


@EACH
@pytest.mark.rule("D32.110")
def test_in_brief_the_gift_comes_at_once_with_one_line(row: str, make: Callable[[], Made]) -> None:
    game = make()
    key = open_now(game)
    with staged(game) as s:
        s.setup = replace(s.setup, brief=True)
        s.agenda = s.agenda[:-1]
        s.lessons = replace(s.lessons, given=tuple(one for one in s.lessons.given if one != key), due=(key,))
    settle(game)
    assert open_now(game) == ""
    told = [said for e in game._ctx.events if e.tag().startswith("guide.") and (said := game.say(e))]
    assert len(told) == 1
    assert told[0].startswith(f"Sixpence, in brief: {LESSONS[key].name}, and ")
    assert key in game.state.lessons.given
    if row in ITEMS:
        assert ITEMS[row] in [item.kind for item in game.state.items.where("pack:hero")]
    assert game.look(f"lesson {key}") is not None


@pytest.mark.rule("D32.110")
@pytest.mark.row("ACT66")
def test_the_guide_is_brief_from_the_start_or_later_and_back() -> None:
    game = uc.new("descent", seed=7)
    assert game.act("guide brief")
    step = game.act("begin")
    assert isinstance(game.state.agenda[-1], InCourtyard)
    assert [item.kind for item in game.state.items.where("pack:hero")] == ["medicinal-ale"]
    assert sum("Sixpence" in game.say(event) for event in step.events) == 1
    assert "lesson welcome" in game.scene().looks
    assert game.act("guide full")
    game._ctx.events = []
    guide.happened(game._ctx, "level-gained")
    settle(game)
    assert open_now(game) == "level"
    assert game.act("guide brief")
    assert open_now(game) == "level"


@pytest.mark.rule("D32.110")
def test_in_brief_the_first_with_room_in_party_order_is_given_it() -> None:
    game = moment(member("hero", health=0), member("fighter"), member("rogue"), member("wizard"), lessons=("level",))
    for _ in range(9):
        give(game, "oil-flask", "pack:fighter")
    with staged(game) as s:
        s.setup = Setup(brief=True)
    guide.happened(game._ctx, "level-gained")
    settle(game)
    assert [item.kind for item in game.state.items.where("pack:rogue")] == ["mind-sharpener"]
    game = moment(lessons=("level",))
    full(game)
    with staged(game) as s:
        s.setup = Setup(brief=True)
    guide.happened(game._ctx, "level-gained")
    settle(game)
    assert [item.kind for item in game.state.items.where("cell:1:3")] == ["mind-sharpener"]


@pytest.mark.rule("D32.109", "D34.2")
@pytest.mark.row("ACT65")
def test_lessons_are_read_again_everywhere() -> None:
    game = begun()
    assert game.view().lessons == ("welcome",)  # type: ignore[attr-defined]
    listed = game.look("lesson")
    assert isinstance(listed, Listing)
    assert listed.items == ("Welcome: lesson welcome",)
    assert uc.new("descent", seed=7).look("lesson") is None
    fight, hall = moment(), moment()
    battle(fight, "hero", "rogue")
    for one in (game, fight, hall):
        before = one.digest()
        assert "lesson welcome" in one.scene().looks
        assert isinstance(one.look("lesson welcome"), Text)
        assert one.digest() == before
    assert moment(lessons=("level",)).look("lesson level") is None


# --- reports and S07 ---


@pytest.mark.rule("D32.39", "D31.2")
def test_a_report_opened_in_time_cancels_the_lesson_and_is_an_action_only_so_long() -> None:
    game = moment(lessons=("reports-unread",))
    assert "consult" in game.actions()
    assert game.book.noting(game.state, "party", "status hero") == "consult"
    assert [game.book.noting(game.state, "party", name) for name in ("quest", "bestiary", "effects hero")] == [
        "consult"
    ] * 3
    assert [game.book.noting(game.state, "party", name) for name in ("map", "lesson", "lesson welcome")] == [""] * 3
    assert game.act("consult")
    assert game.state.clock.step == 0
    assert "consult" not in game.actions()
    assert code(game.act("consult")) == "guide.reported D32.39"
    with staged(game) as s:
        s.clock = Clock(149, 0)
    high(game, "walk east")
    assert (open_now(game), game.state.lessons.due) == ("", ())
    assert "consult" not in walked(150).actions()
    assert "consult" not in moment().actions()
    fight = moment(lessons=("reports-unread",))
    battle(fight, "hero", "rogue")
    assert "consult" in fight.actions()
    assert "consult" in uc.new("descent", seed=7).actions()


# --- what is hidden ---


@pytest.mark.rule("D32.64")
def test_passing_by_hidden_doors_shows_nowhere() -> None:
    game = hidden(passed=1)
    assert game.state.lessons.passed == ("door-1.3n", "door-1.2n")
    other = game.fork()
    with staged(other) as s:
        s.lessons = replace(s.lessons, passed=())
    assert knowledge.view(game.state) == knowledge.view(other.state)
    assert game.scene() == other.scene()
    assert str(game.actions()) == str(other.actions())
    twin = twins(game, "party")
    assert twin.state.lessons.passed == ()
    assert twin.view() == game.view()


@pytest.mark.rule("D32.64")
def test_a_door_told_of_cannot_be_taken_back_in_a_ranked_game() -> None:
    game = hidden(passed=1)
    into = game.fork()
    with staged(into) as s:
        s.doors["door-1.1e"] = Door("room-1.1", "e", 1, cell(6, 2), secret=True)
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], known=True, entered=True)
        s.place = Place(1, cell(3, 0))
    into.ranked = True
    assert into.act(f"enter {DOOR}")
    assert open_now(into) == "hidden-door"
    step = into.undo()
    assert code(step) == "game.undo_barred"


# --- a lesson never presses: along whole games ---


@pytest.mark.rule("D32.1", "D32.6")
@pytest.mark.parametrize("seed", range(3))
def test_a_lesson_opens_only_over_a_quiet_place_and_once(seed: int) -> None:
    from undercroft.bots.descent import Competent

    game = uc.new("descent", seed=seed, difficulty="easy", length="short")
    player, opened = Competent(), []
    for _ in range(1200):
        if game.outcome is not None:
            break
        step = game.act(player.choose(game.view(), tuple(map(str, game.actions()))))  # type: ignore[arg-type]
        assert step.accepted
        opened += [event.lesson for event in step.all_events if isinstance(event, guide.LessonOpened)]
        if isinstance(game.state.agenda[-1], Talk):
            assert game.state.fight is None
            assert len(game.state.agenda) == 2
            assert isinstance(game.state.agenda[0], carrying.QUIET)
    assert len(opened) > 5
    assert len(set(opened)) == len(opened)
    assert tuple(opened) == game.state.lessons.given


def test_the_words_of_lessons_are_no_other_words() -> None:
    game = begun()
    names = {m.name.lower() for m in game.state.members.values()}
    tables = content.catalogue()
    ids = {*tables.items, *tables.spells, *tables.effects, *tables.traps, *tables.monsters, *game.state.members}
    assert not ids & set(LESSONS)
    topics = {topic.id for lesson in LESSONS.values() for topic in lesson.topics}
    assert not (ids | names) & topics
    assert all(re.fullmatch("[a-z]+", topic) for topic in topics)


# --- why ---


@pytest.mark.rule("D32.4", "D32.7")
@pytest.mark.row("ACT45")
@pytest.mark.parametrize(("make", "text", "taker"), [(begun, "accept hero", True), (lifted, "accept", False)])
def test_why_cites_who_may_take_a_gift_only_where_it_is_an_item(
    make: Callable[[], Made], text: str, *, taker: bool
) -> None:
    game = make()
    action = game.parse(text)
    assert isinstance(action, guide.Accept)
    assert action.rules(game.state) == (("ACT45", "D32.4", "D32.7") if taker else ("ACT45", "D32.4"))
