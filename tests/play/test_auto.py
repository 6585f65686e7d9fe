"""Go, explore and rest: ordinary actions one after another, and each reason to stop."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from tests.play.conftest import Run
from tests.play.test_words import Drawer
from tests.rulebooks.descent.magic import afflict, battle, edit, library
from tests.rulebooks.descent.moments import cell, give, into_room, member, moment

import undercroft
from undercroft.engine.game import Game
from undercroft.play import auto
from undercroft.play.line import Line
from undercroft.rulebooks.descent.records import (
    Chest,
    Clock,
    Door,
    Effect,
    Floor,
    InCourtyard,
    PartyEffect,
    Purse,
    Room,
    State,
    Tale,
    replace,
)
from undercroft.testing import fix, staged, twins

QUIET = 100
"""A roll that brings no band."""
ASKS = {cls.word(): cls.asks for cls in undercroft.rulebooks.descent.rulebook.errands}


class Sitting:
    """A moment of descent at the keyboard; every roll of it is a quiet one."""

    def __init__(self, game: Game[State]) -> None:
        self.game = game
        self.said: list[str] = []
        self.line = Line(game, Drawer(), self.said.append)
        self.line.session.begin()

    def __call__(self, *typed: str, rolls: Iterable[int] = ()) -> list[str]:
        for one in typed:
            self.said.clear()
            with fix(self.game, *rolls, then=QUIET):
                self.line.answer(one)
        return list(self.said)

    @property
    def at(self) -> tuple[int, int]:
        """Return x and y of the party."""
        return self.game.state.place.cell % 25, self.game.state.place.cell // 25

    @property
    def done(self) -> list[str]:
        """Return the actions done so far."""
        return [line[2:].split(" = ")[0] for line in self.game.lines() if line.startswith("> ")]


def know(game: Game[State], *spots: tuple[int, int]) -> None:
    """Make cells of the halls known."""
    with staged(game) as s:
        rows = list(s.floors[1].known)
        for x, y in spots:
            rows[y] |= 1 << x
        s.floors[1] = replace(s.floors[1], known=tuple(rows))


def hall(*halls: tuple[int, int], at: tuple[int, int] = (2, 0), **more: Any) -> Sitting:
    """Return a sitting on a floor of these halls alone, with no door, on a known cell."""
    game = moment(at=cell(*at))
    with staged(game) as s:
        s.floors[1] = Floor(1, halls, up=cell(0, 0), down=cell(24, 15), visited=True, **more)
        del s.doors["door-1.1n"]
        del s.rooms["room-1.1"]
    know(game, at)
    return Sitting(game)


STRAIGHT = ((0, 1), (1, 2), (2, 3))
"""A hall from the stair up at 0,0 east to its dead end at 18,0."""


# --- go ---


def test_go_walks_on_round_corners_until_the_hall_ends() -> None:
    at = hall((0, 1), (1, 6))
    said = at("go east")
    assert at.at == (6, 5)
    assert at.done == ["walk east"] * 4 + ["walk south"] * 5
    assert "The hall ends here. Something hidden may be near; a search would tell." in said
    assert at.game.state.clock.step == 9


def test_go_stops_at_a_junction_that_is_known() -> None:
    at = hall((0, 1), (1, 2), (1, 6))
    know(at.game, *[(x, 0) for x in range(13)], *[(6, y) for y in range(6)])
    at("go east")
    assert at.at == (6, 0)


@pytest.mark.parametrize(
    "typed", ["go room-1.1", "go to the room 1", "go chest", "go to the chest room", "go room with the chest", "go 1"]
)
def test_a_room_is_found_by_its_number_and_by_what_is_in_it(typed: str) -> None:
    game = moment(at=cell(9, 0))
    know(game, *[(x, 0) for x in range(13)])
    with staged(game) as s:
        s.rooms["room-1.1"] = Room("room-1.1", 1, 1, known=True, entered=True)
        s.chests["room-1.1"] = Chest(1, 10)
    at = Sitting(game)
    at(typed)
    assert (at.at, at.done) == ((3, 0), ["travel room-1.1", "enter door-1.1n"])


@pytest.mark.parametrize(
    ("typed", "goal"),
    [("go stair", (0, 0)), ("go to the stair up", (0, 0)), ("go door 1n", (3, 0)), ("go 12,0", (12, 0))],
)
def test_stairs_doors_and_junctions_are_found_by_name(typed: str, goal: tuple[int, int]) -> None:
    game = moment(at=cell(9, 0))
    know(game, *[(x, 0) for x in range(13)])
    at = Sitting(game)
    at(typed)
    assert at.at == goal


def test_what_is_in_a_room_that_was_not_seen_finds_nothing() -> None:
    game = moment(at=cell(9, 0))
    know(game, *[(x, 0) for x in range(13)])
    with staged(game) as s:
        s.rooms["room-1.1"] = Room("room-1.1", 1, 1, known=True)
        s.chests["room-1.1"] = Chest(1, 10)
    at = Sitting(game)
    assert at("go chest")[0].startswith("You cannot go chest from here; but: ")
    assert at("go nowhere")[0].startswith("You cannot go nowhere from here")
    assert at("go")[0].startswith("go PLACE: east, west, stair-up, ")
    assert at.game.turns == 0


@pytest.mark.parametrize("typed", ["go door-1.1n", "go room-1.1", "go room 1", "go 3,0"])
def test_who_is_there_already_is_told_so_and_how_to_go_on(typed: str) -> None:
    game = moment(at=cell(3, 0))
    know(game, *[(x, 0) for x in range(13)])
    at = Sitting(game)
    on = "." if "," in typed else ": type enter door-1.1n to go in."
    assert at(typed) == [f"You are there{on}"]
    into_room(game)
    assert at("where", "go room-1.1") == ["You are there."]
    assert (at.line.bad, at.game.turns) == (0, 0)


def test_who_stands_at_a_stair_is_told_how_to_take_it() -> None:
    at = hall(*STRAIGHT, at=(0, 0))
    assert at("go stair up") == ["You are there: type up to take the stair."]
    assert at("go floor 1") == ["You are there."]
    assert at.line.bad == 0


def test_who_comes_to_the_door_of_a_room_is_told_how_to_go_in() -> None:
    game = moment(at=cell(9, 0))
    know(game, *[(x, 0) for x in range(13)])
    with staged(game) as s:
        s.rooms["room-1.1"] = Room("room-1.1", 1, 1, known=True)
    assert "You are there: type enter door-1.1n to go in." in Sitting(game)("go room-1.1")


def test_a_list_of_places_that_is_cut_short_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto, "SHOWN", 2)
    at = hall(*STRAIGHT)
    know(at.game, *[(x, 0) for x in range(19)])
    assert at("where", "go") == ["go PLACE: east, west, and 3 more (map words)."]
    assert at("go nowhere")[0].endswith("; but: east, west, and 3 more (map words).")


def test_go_climbs_to_the_courtyard_by_the_stairs_it_knows() -> None:
    game = moment(floor=2, at=cell(3, 0))
    with staged(game) as s:
        row = (0b1111111, *(0,) * 15)
        s.floors[2] = replace(s.floors[2], known=row)
        s.floors[1] = Floor(1, ((0, 1),), up=cell(0, 0), down=cell(6, 0), known=row, visited=True)
    at = Sitting(game)
    at("go to the courtyard")
    assert at.game.state.agenda == (InCourtyard(),)
    assert at.done == ["travel stair-up", "up", "travel stair-up", "up"]
    at("go floor 2")
    assert at.done[4:] == ["down", "travel stair-down"]
    assert at("go floor 2")[0] == "You know of no way to the stair down."


def test_go_asks_which_of_several_was_meant() -> None:
    game = moment(at=cell(9, 0))
    know(game, *[(x, 0) for x in range(13)])
    with staged(game) as s:
        s.doors["door-1.1e"] = Door("room-1.1", "e", 1, cell(6, 2), secret=False, known=True)
    know(game, (6, 1), (6, 2))
    at = Sitting(game)
    assert at("go door") == ["Which one? door-1.1n, door-1.1e."]
    assert at.game.turns == 0


def crossed(*, entered: bool = True, band: tuple[str, ...] = ()) -> Sitting:
    """Return a sitting in a hall at 3,5 south of a room whose other door, at 3,0, leads to the stair up."""
    at = hall((0, 1), (5, 6), at=(3, 5))
    know(at.game, (0, 0), (1, 0), (2, 0), (3, 0))
    with staged(at.game) as s:
        s.rooms["room-1.1"] = Room("room-1.1", 1, 1, known=True, entered=entered, band=band)
        for side, y in (("n", 0), ("s", 5)):
            s.doors[f"door-1.1{side}"] = Door("room-1.1", side, 1, cell(3, y), secret=False, known=True)
    return at


def test_go_leads_back_through_a_quiet_room_where_no_hall_does() -> None:
    at = crossed()
    at("go stair-up")
    assert at.done == ["enter door-1.1s", "travel stair-up"]
    assert at.at == (0, 0)
    at("go door 1s")
    assert at.done[2:] == ["travel door-1.1n", "enter door-1.1n", "travel door-1.1s"]
    assert at.at == (3, 5)


def test_go_to_the_courtyard_leads_through_rooms_too() -> None:
    at = crossed()
    at("go courtyard")
    assert at.done == ["enter door-1.1s", "travel stair-up", "up"]


@pytest.mark.parametrize("more", [{"entered": False}, {"band": ("rat",)}])
def test_go_leads_through_no_room_that_may_hold_a_band(more: Any) -> None:
    at = crossed(**more)
    assert at("go stair-up")[0].startswith("You cannot go stair-up from here; but: ")
    assert at("go courtyard") == ["You know of no way to the stair up."]


def test_explore_leads_through_rooms_to_ways_not_walked() -> None:
    at = crossed()
    know(at.game, *[(x, 5) for x in range(7)], *[(x, 0) for x in range(5)])
    at("explore")
    assert at.done[:4] == ["enter door-1.1s", "leave door-1.1n", "walk east", "walk east"]


def test_go_leads_to_any_cell_known_and_says_when_it_is_reached() -> None:
    at = hall(*STRAIGHT, known=(0b111111111, *(0,) * 15))
    assert "You are there." in at("go 7,0")
    assert at.at == (7, 0)
    assert at("go 9,0")[0].startswith("You cannot go 9,0 from here; but: ")


def test_go_leads_to_the_room_where_a_thing_was_left() -> None:
    game = moment(at=cell(9, 0))
    know(game, *[(x, 0) for x in range(13)])
    with staged(game) as s:
        s.rooms["room-1.1"] = Room("room-1.1", 1, 1, known=True, entered=True)
        s.rooms["room-1.2"] = Room("room-1.2", 1, 2, known=True, entered=True)
        s.doors["door-1.2n"] = Door("room-1.2", "n", 1, cell(9, 0), secret=False, known=True)
    give(game, "knife", "room:room-1.1")
    at = Sitting(game)
    at("go room knife")
    assert at.done == ["travel room-1.1", "enter door-1.1n"]


def test_go_leads_into_a_quiet_room_from_its_door_and_into_no_other() -> None:
    game = moment(at=cell(3, 0))
    know(game, *[(x, 0) for x in range(13)])
    with staged(game) as s:
        s.rooms["room-1.1"] = Room("room-1.1", 1, 1, known=True)
    at = Sitting(game)
    assert at("go room 1") == ["You are there: type enter door-1.1n to go in."]
    with staged(game) as s:
        s.rooms["room-1.1"] = Room("room-1.1", 1, 1, known=True, entered=True)
    at = Sitting(game)
    at("go room 1")
    assert at.done == ["enter door-1.1n"]


def test_the_chest_to_go_to_is_one_that_is_still_shut() -> None:
    game = moment(at=cell(12, 0))
    know(game, *[(x, 0) for x in range(13)])
    with staged(game) as s:
        for number, x, is_open in ((1, 3, True), (2, 9, False)):
            s.rooms[f"room-1.{number}"] = Room(f"room-1.{number}", 1, number, known=True, entered=True)
            s.doors[f"door-1.{number}n"] = Door(f"room-1.{number}", "n", 1, cell(x, 0), secret=False, known=True)
            s.chests[f"room-1.{number}"] = Chest(1, 10, open=is_open)
    at = Sitting(game)
    at("go chest")
    assert at.done == ["travel room-1.2", "enter door-1.2n"]
    with staged(game) as s:
        s.chests["room-1.2"] = Chest(1, 10, open=True)
    assert Sitting(game)("leave", "go chest") == ["Which one? room-1.1, room-1.2."]


@pytest.mark.parametrize("asks", [True, False])
def test_a_person_is_told_once_what_explore_would_leave_in_the_room(asks: bool) -> None:
    at = stocked()
    at.line.session.asks = asks
    told = "Left here: a chest unopened in room-1.1; things to take in room-1.1. Explore once more goes on without."
    said = at("explore")
    assert (said == [told], bool(at.done)) == (asks, not asks)
    at("explore")
    assert at.done[0].startswith("leave ")


# --- explore ---


def test_explore_walks_every_way_the_nearest_first_past_junctions_and_dead_ends() -> None:
    at = hall((0, 1), (1, 2), (1, 6), at=(5, 0))
    know(at.game, *[(x, 0) for x in range(6)])
    said = at("explore")
    assert at.done == ["walk east"] * 7 + ["walk west"] * 6 + ["walk south"] * 5
    assert at.at == (6, 5)
    assert not any("which way" in line for line in said)
    assert "No way is left to explore here. What is not found yet is hidden: search." in said


def test_a_walk_is_told_in_one_line_by_its_stretches() -> None:
    at = hall((0, 1), (1, 2), (1, 6), at=(5, 0))
    know(at.game, *[(x, 0) for x in range(6)])
    said = at("explore")
    assert said[0] == "You walk 7 paces east, 6 west, 5 south, where the hall ends."


def test_of_a_walk_of_many_stretches_the_last_are_told() -> None:
    from undercroft.rulebooks.descent.walk_lines import told
    from undercroft.rulebooks.descent.walking import Paced

    ways = ["east", "south"] * 3 + ["east"]
    walk = [(Paced(way, 1, 0, "plain"), "a pace") for way in ways]
    assert told(walk[:6], str) == ["You walk 1 pace east, 1 south, 1 east, 1 south, 1 east, 1 south."]
    assert told(walk, str) == [
        "You walk 7 paces, the last of them 1 pace south, 1 east, 1 south, 1 east, 1 south, 1 east.",
    ]
    meal = (Paced("east", 1, 0, "junction"), "a pace"), (undercroft.engine.event.Forced("x", 1), "A meal."), walk[0]
    assert told(meal, str) == ["You walk 1 pace east, to a junction.", "A meal.", "You walk 1 pace east."]


def test_a_way_through_rooms_is_told_in_one_line_and_a_room_that_it_ends_in_by_itself() -> None:
    from undercroft.rulebooks.descent.doors import RoomEntered, RoomLeft
    from undercroft.rulebooks.descent.walk_lines import told
    from undercroft.rulebooks.descent.walking import Paced

    east = Paced("east", 1, 0, "plain"), "a pace"
    enter = RoomEntered("room-1.2", "door-1.2n"), "The party goes in."
    leave = RoomLeft("room-1.2", "door-1.2s"), "The party leaves."
    way = "You walk out by door-1.2s, 1 pace east, through room-1.2, 2 east."
    assert told([leave, east, enter, leave, east, east], str) == [way]
    assert told([east, enter], str) == ["You walk 1 pace east.", "The party goes in."]
    assert told([leave], str) == ["The party leaves."]


def test_explore_goes_to_the_nearest_door_or_stretch_of_hall_and_in_by_a_door_where_it_begins() -> None:
    at = hall(STRAIGHT[0], at=(0, 0))
    know(at.game, *[(x, 0) for x in range(5)])
    with staged(at.game) as s:
        for room, x, entered in (("room-1.1", 3, False), ("room-1.2", 2, True), ("room-1.3", 5, False)):
            s.rooms[room] = Room(room, 1, 1, known=True, entered=entered)
            door = f"door-{room[5:]}n"
            s.doors[door] = Door(room, "n", 1, cell(x, 0), secret=False, known=True)
    assert "The party stops before door-1.1n: explore goes in, listen and sneak are safer." in at("explore")
    assert at.done == ["travel door-1.1n"]
    said = at("explore")
    assert "A room not seen before, so the party stops; explore leads on." in said
    assert at.game.state.place.room == "room-1.1"
    said = at("explore")
    assert at.done[1:] == ["enter door-1.1n", "leave door-1.1n", "walk east", "walk east"]
    assert said[0] == "You walk out by door-1.1n, 2 paces east."
    assert "The party stops before door-1.3n: explore goes in, listen and sneak are safer." in said


def test_explore_that_walks_to_a_door_does_not_go_in_where_somebody_gets_better_on_the_way() -> None:
    at = hall(STRAIGHT[0], at=(0, 0))
    know(at.game, *[(x, 0) for x in range(7)])
    with staged(at.game) as s:
        s.rooms["room-1.1"] = Room("room-1.1", 1, 1, known=True)
        s.doors["door-1.1n"] = Door("room-1.1", "n", 1, cell(3, 0), secret=False, known=True)
        s.clock = replace(s.clock, step=5)
    edit(at.game, "rogue", health=5)
    at("explore")
    assert at.done == ["travel door-1.1n"]
    assert at.game.state.members["rogue"].health == 6
    assert at.game.state.place.room == ""


@pytest.mark.parametrize("known", [{"heard": "orc"}, {"told": True, "band": ("orc",)}, {}])
def test_explore_leaves_doors_that_are_feared_for_last_and_does_not_go_in(known: dict[str, Any]) -> None:
    at = hall(STRAIGHT[0], at=(0, 0))
    know(at.game, *[(x, 0) for x in range(5)])
    with staged(at.game) as s:
        s.rooms["room-1.1"] = Room("room-1.1", 1, 1, known=True, **known)
        s.doors["door-1.1n"] = Door("room-1.1", "n", 1, cell(3, 0), secret=False, known=True)
    if not known:
        edit(at.game, "rogue", health=2)
    told = "No way is left to explore here. Doors not gone through: door-1.1n. "
    told += "You stand at door-1.1n: enter leads in, listen and sneak are safer."
    assert told in at("explore")
    assert at.done == ["walk east"] * 6 + ["travel door-1.1n"]
    assert at("explore") == [told]


def test_explore_goes_to_the_nearest_door_not_tried_once_every_way_was_walked() -> None:
    at = hall(STRAIGHT[0], at=(0, 0))
    know(at.game, *[(x, 0) for x in range(7)])
    assert at("explore") == ["No way is left to explore here. What is not found yet is hidden: search."]
    with staged(at.game) as s:
        for room, x, entered in (("room-1.1", 3, False), ("room-1.2", 2, True), ("room-1.3", 5, False)):
            s.rooms[room] = Room(room, 1, 1, known=True, entered=entered)
            door = f"door-{room[5:]}n"
            s.doors[door] = Door(room, "n", 1, cell(x, 0), secret=False, known=True)
    assert "The party stops before door-1.1n: explore goes in, listen and sneak are safer." in at("where", "explore")
    assert at.done == ["travel door-1.1n"]


def test_explore_leaves_a_room_for_the_next_door_where_every_way_was_walked() -> None:
    game = moment(at=cell(3, 0))
    with staged(game) as s:
        s.floors[1] = Floor(1, ((0, 1),), up=cell(0, 0), down=cell(24, 15), visited=True, known=(0b1111111, *(0,) * 15))
        s.rooms["room-1.2"] = Room("room-1.2", 1, 2, known=True)
        s.doors["door-1.2n"] = Door("room-1.2", "n", 1, cell(5, 0), secret=False, known=True)
    into_room(game)
    at = Sitting(game)
    at("explore")
    assert at.done == ["travel door-1.2n"]
    assert at.at == (5, 0)


def test_explore_says_that_the_stair_down_is_open() -> None:
    at = hall(STRAIGHT[0], at=(0, 0))
    know(at.game, *[(x, 0) for x in range(7)])
    with staged(at.game) as s:
        s.floors[1] = replace(s.floors[1], down=cell(6, 0))
    assert at("explore") == ["No way is left to explore here. What is not found yet is hidden: search."]
    with staged(at.game) as s:
        s.quest = replace(s.quest, maps=(1,))
    assert at("explore") == ["No way is left to explore here, and the stair down is open: go stair down."]


BARE = "No way is left to explore here. What is not found yet is hidden: search."


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({}, ""),
        ({"vault": "wall"}, "a vault still shut in room-1.1"),
        ({"store": True}, "a store in room-1.1"),
        ({"statue": True}, ""),
        ({"bath": True}, "a Bath of Fates in room-1.1"),
        ({"gold": 5}, "things to take in room-1.1"),
        ({"band": ("orc",), "vault": "plate"}, "a vault still shut in room-1.1; a band in room-1.1"),
    ],
)
def test_explore_names_at_its_end_what_is_left_on_the_floor(more: dict[str, Any], said: str) -> None:
    at = hall(STRAIGHT[0], at=(0, 0))
    know(at.game, *[(x, 0) for x in range(7)])
    with staged(at.game) as s:
        s.rooms["room-1.1"] = Room("room-1.1", 1, 1, known=True, entered=True, **more)
        s.doors["door-1.1n"] = Door("room-1.1", "n", 1, cell(3, 0), secret=False, known=True)
    assert at("explore") == [f"{BARE} Left on this floor: {said}." if said else BARE]


def test_explore_names_a_chest_that_is_shut_and_a_statue_while_it_is_of_use() -> None:
    at = hall(STRAIGHT[0], at=(0, 0))
    know(at.game, *[(x, 0) for x in range(7)])
    with staged(at.game) as s:
        for number, more in ((1, {"statue": True}), (2, {})):
            room = f"room-1.{number}"
            s.rooms[room] = Room(room, 1, number, known=True, entered=True, **more)
            s.doors[f"door-1.{number}n"] = Door(room, "n", 1, cell(3, 0), secret=False, known=True)
            s.chests[room] = Chest(1, 0)
    chests = "a chest unopened in room-1.1, room-1.2"
    assert at("explore") == [f"{BARE} Left on this floor: {chests}."]
    flask = give(at.game, "venom", "pack:hero")
    assert at("explore") == [f"{BARE} Left on this floor: {chests}; a Living Statue in room-1.1."]
    with staged(at.game) as s:
        del s.items[flask]
    edit(at.game, "hero", health=0)
    assert "a Living Statue in room-1.1" in at("explore")[0]


def test_explore_says_that_a_room_without_a_door_must_have_a_hidden_one() -> None:
    at = hall(STRAIGHT[0], at=(0, 0))
    know(at.game, *[(x, 0) for x in range(7)])
    with staged(at.game) as s:
        s.rooms["room-1.1"] = Room("room-1.1", 1, 1, known=True)
    assert at("explore") == [
        "No way is left to explore here. No door is to be seen of room-1.1: search along its walls."
    ]


def test_explore_stops_at_a_new_door_says_why_and_then_goes_in() -> None:
    game = moment(at=cell(1, 0))
    with staged(game) as s:
        s.floors[1] = Floor(1, ((0, 1),), up=cell(0, 0), down=cell(24, 15), visited=True)
        s.doors["door-1.1n"] = replace(s.doors["door-1.1n"], known=False)
    know(game, (0, 0), (1, 0))
    at = Sitting(game)
    said = at("explore")
    assert at.at == (3, 0)
    assert "There is a door here: door-1.1n." in said
    assert "The party stops before door-1.1n: explore goes in, listen and sneak are safer." in said
    at("explore")
    assert at.done == ["walk east"] * 2 + ["enter door-1.1n"]


def test_explore_stops_at_what_lies_about_but_not_at_what_was_left_on_known_ground() -> None:
    at = hall(*STRAIGHT, at=(0, 0))
    know(at.game, (0, 0), (1, 0), (2, 0), (3, 0))
    give(at.game, "knife", "cell:1:2")
    give(at.game, "club", "cell:1:6")
    assert "Something lies here: a Club." in at("explore")
    assert at.at == (6, 0)


def test_explore_stops_at_a_new_stair() -> None:
    at = hall(*STRAIGHT)
    assert "A stair: the party stops to look." in at("explore")
    assert at.at == (0, 0)


@pytest.mark.row("E1")
def test_a_poison_stops_nobody_bite_by_bite() -> None:
    at = hall(*STRAIGHT, at=(0, 0))
    afflict(at.game, "rogue", "poisoned")
    said = at("explore")
    assert "You walk 5 paces east. The poison takes 1 health from Rogue. (3 times)" in said
    assert at.at == (18, 0)


def test_explore_stops_for_health_that_falls_and_says_whose() -> None:
    at = hall(*STRAIGHT, at=(0, 0))
    afflict(at.game, "rogue", "poisoned")
    edit(at.game, "rogue", health=6)
    said = "\n".join(at("explore"))
    assert "The poison takes" in said
    assert "Rogue is in a bad way: the party stops." in said
    assert at.at[0] < 18


def test_explore_stops_for_a_larder_that_will_not_reach() -> None:
    at = hall(*STRAIGHT, at=(0, 0))
    with staged(at.game) as s:
        s.purse, s.clock = Purse(0, 7), Clock(0, 236)
    said = at("explore")
    assert "Somebody will go hungry at the next meal: the party stops." in said
    assert [line for line in said if "larder" in line] == ["The larder holds 3 rations, and the next meal takes 4."]
    assert at.at == (2, 0)


def test_explore_stops_for_anything_else_that_is_told() -> None:
    at = hall(*STRAIGHT, at=(0, 0))
    with staged(at.game) as s:
        s.party_effects["ward"] = PartyEffect("ward", True, 3, "warding-light")
    said = at("explore")
    assert said[said.index("The warding light goes out.") + 1] == "The party stops for this."


def test_explore_leaves_a_room_first() -> None:
    game = moment(at=cell(3, 0))
    know(game, *[(x, 0) for x in range(5)])
    into_room(game)
    at = Sitting(game)
    at("explore")
    assert at.done[:3] == ["leave door-1.1n", "walk east", "walk east"]
    assert "walk south" in at.done


# --- rest ---


@pytest.mark.rule("D6.26", "D9.1", "D9.3")
@pytest.mark.parametrize(("start", "walked"), [(6, ["walk west"]), (5, []), (0, ["walk east"])])
def test_rest_steps_off_a_junction_or_a_stair_to_plain_hall_first(start: int, walked: list[str]) -> None:
    at = hall((0, 1), (1, 2), (1, 6), at=(start, 0))
    know(at.game, *[(x, 0) for x in range(13)], *[(6, y) for y in range(6)])
    edit(at.game, "hero", health=18)
    at("rest")
    assert at.done[: len(walked) + 1] == [*walked, "pace"]


def test_rest_stays_at_a_junction_where_no_plain_hall_is_known() -> None:
    at = hall((0, 1), (1, 2), (1, 6), at=(6, 0))
    edit(at.game, "hero", health=18)
    at("rest")
    assert at.done[0] == "pace"


def test_rest_paces_until_all_are_whole_or_until_what_was_asked_for() -> None:
    at = hall(*STRAIGHT, known=(0b11111, *(0,) * 15))
    edit(at.game, "hero", health=18, mana=0)
    assert at("rest until rogue") == ["There is nothing left to rest for."]
    at("rest until healed")
    assert at.game.state.members["hero"].health == at.game.state.members["hero"].ceiling
    assert at.done == ["pace"]
    assert at("rest until mana") == ["There is nothing left to rest for."]
    assert at("rest") == ["Nobody needs rest: all on their feet have full health and mana. (D6.26)"]
    assert at("rest until noon")[0].startswith("You cannot rest until noon from here; but: until-healed, ")


def test_rest_goes_on_over_several_pacings_and_meals_that_are_paid() -> None:
    at = hall(*STRAIGHT, known=(0b11111, *(0,) * 15))
    with staged(at.game) as s:
        s.purse = Purse(0, 90)
    edit(at.game, "hero", health=1)
    at("rest until hero")
    hero = at.game.state.members["hero"]
    assert hero.health == hero.ceiling
    assert at.done == ["pace"] * 2


# --- what is left behind ---


def stocked() -> Sitting:
    """Return a sitting in a room with gold, a shut chest, a thing, and known halls outside."""
    game = moment()
    into_room(game)
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], gold=7)
        s.chests["room-1.1"] = Chest(1, 10)
    give(game, "knife", "room:room-1.1")
    know(game, *[(x, 0) for x in range(7)])
    return Sitting(game)


@pytest.mark.parametrize("typed", ["go stair", "travel stair-up", "go 6,0"])
def test_what_is_left_for_the_taking_is_told_once_when_the_party_has_walked_away(typed: str) -> None:
    at = stocked()
    left = "Left behind in room-1.1: 7 gold, a shut chest, a Knife."
    assert left in at(typed)
    assert not any(line.startswith("Left behind") for line in at("go room-1.1", "enter door-1.1n", typed))
    at("go room-1.1", "enter door-1.1n", "take-gold")
    assert "Left behind in room-1.1: a shut chest, a Knife." in at(typed)


def test_nothing_is_told_to_be_left_at_the_door_that_tells_it_or_where_all_was_taken() -> None:
    at = stocked()
    said = at("leave door-1.1n")
    assert any("where you left: 7 gold, a shut chest, a Knife." in line for line in said)
    assert not any(line.startswith("Left behind") for line in said)
    bare = stocked()
    with staged(bare.game) as s:
        del s.chests["room-1.1"]
    assert not any(line.startswith("Left behind") for line in bare("take all", "go stair"))


@pytest.mark.rule("D14.7")
def test_the_odds_of_what_costs_something_name_the_price() -> None:
    at = camp("hero", "fighter", foes=(("orc", 9),))
    assert not any("It costs" in line for line in at("odds bribe"))
    with staged(at.game) as s:
        s.bestiary["orc"] = Tale(met=1, killed=1)
    assert at("odds bribe")[-1] == "It costs: 33 gold if they listen."


# --- why ---


def test_why_after_a_battle_cites_each_rule_once_and_tells_the_last_blow() -> None:
    game = moment()
    battle(game, "hero", "fighter", "rogue", "wizard", foes=(("orc", 5),))
    give(game, "mace", "hand:fighter")
    with staged(game) as s:
        s.bestiary["orc"] = Tale(met=1, killed=1)
    at = Sitting(game)
    at("battle", rolls=[100, 1, 5, 1])  # the hero misses, the fighter kills
    said = at("why")
    assert said[0] == "Done last: battle, 2 actions; the last of it that mattered was attack orc-1."
    assert said[1].startswith("Hit (Orc 1): 1 drawn of 100, ")
    quoted = [line.split(" ", 1)[0] for line in said if line[:1] == "D" and line[1].isdigit()]
    assert quoted == ["D12.4", "D12.7", "D12.18"]


def test_why_after_a_long_way_tells_of_what_stopped_it_and_not_of_the_paces() -> None:
    at = hall((0, 1), (1, 2), at=(3, 0))
    afflict(at.game, "hero", "poisoned", left=100)
    know(at.game, *[(x, 0) for x in range(11)])
    with staged(at.game) as s:
        s.effects["fighter:quick"] = Effect("fighter", "quick", 2, "quick-draught")
    assert "Fighter slows to everybody's pace." in at("go east")
    assert at("why")[0] == "Done last: go east, 2 actions; the last of it that mattered was walk east."


def test_why_after_a_way_of_one_action_tells_that_action() -> None:
    at = hall((0, 1), at=(3, 0))
    know(at.game, *[(x, 0) for x in range(7)])
    at("go 6,0")
    assert at("why")[0] == "Done last: travel 6,0."


# --- battle ---


def test_battle_strikes_the_weakest_foe_awake_and_goes_on_when_it_falls() -> None:
    game = moment()
    foes = (("orc", 99), ("orc", 20), ("orc", 20))
    battle(game, "hero", "fighter", "rogue", "wizard", foes=foes)
    with staged(game) as s:
        s.monsters["orc-2"] = replace(s.monsters["orc-2"], health=3)
    at = Sitting(game)
    said = at("battle", rolls=[1, 1, 1, 1])
    assert at.done[0] == "attack orc-2"
    assert "Orc 2 is dead" in "\n".join(said)
    after = at.done[at.done.index("attack orc-2") + 1 :]
    assert "attack orc-1" in after
    assert "The foes are no longer the same: fight on with battle, or choose." not in said


def test_what_comes_when_a_battle_is_over_stands_in_lines_of_its_own() -> None:
    game = moment(lessons=("level",))
    battle(game, "hero", "fighter", foes=(("orc", 1),))
    edit(game, "hero", experience=99)
    at = Sitting(game)
    said = at("battle", rolls=[1, 1])
    won = next(n for n, line in enumerate(said) if line.endswith("The fight is won."))
    assert said[won].startswith("Round 1: ")
    assert said[won + 1] == "Sixpence is there, as he tends to be. He has something to say: A level."


def test_battle_guards_with_those_who_reach_nobody_and_stops_at_a_bad_wound() -> None:
    game = moment()
    battle(game, "wizard", "hero", foes=(("orc", 99),))
    edit(game, "hero", health=8)
    at = Sitting(game)
    with fix(game, then=1):
        at.line.answer("battle")
    said = at.said
    assert at.done[:2] == ["guard", "attack orc-1"]
    assert "Hero is in a bad way: fight on with battle, or choose." in said


def test_battle_stops_when_somebody_is_badly_hurt_or_falls_ill() -> None:
    from undercroft.rulebooks.descent.errands import Battle

    game = moment()
    battle(game, "hero", "fighter", foes=(("orc", 99),))
    before = game.view()
    assert Battle().news(before, before) is None
    edit(game, "hero", health=6)
    assert Battle().news(before, hurt := game.view()) == ("badly_hurt", {"member": "hero"})
    assert Battle().news(hurt, hurt) is None
    afflict(game, "fighter", "poisoned")
    assert Battle().news(hurt, game.view()) == ("ill", {"member": "fighter"})


def camp(*turns: str, foes: tuple[tuple[str, int], ...] = (("orc", 99),), **more: Any) -> Sitting:
    """Return a sitting in a fight; some are outside."""
    game = moment()
    battle(game, *turns, foes=foes, **more)
    return Sitting(game)


@pytest.mark.rule("D25.9", "D34.6")
def test_battle_spends_no_mana_and_says_so_where_a_spell_was_at_hand() -> None:
    at = camp("wizard", "hero")
    edit(at.game, "hero", health=8)
    with fix(at.game, then=1):
        at.line.answer("battle")
    assert at.done[0] == "guard"
    assert "Wizard spends no mana like this; battle spells reads spells." in at.said
    plain = moment(member("hero"), member("fighter"))
    battle(plain, "hero", "fighter", foes=(("orc", 99),))
    assert not any("spends no mana" in line for line in Sitting(plain)("battle"))


@pytest.mark.rule("D25.9", "D12.7")
def test_battle_spells_reads_what_wounds_more_than_a_blow_at_the_weakest_foe_that_is_not_badly_hurt() -> None:
    at = camp("hero", "wizard", foes=(("orc", 99), ("orc", 99)))
    with staged(at.game) as s:
        s.monsters["orc-2"] = replace(s.monsters["orc-2"], health=9)
    with fix(at.game, then=1):
        at.line.answer("battle spells")
    # Who is badly hurt is left to blows.
    assert at.done[:2] == ["attack orc-2", "chant spark orc-1"]
    # The hero of level 1 with a Firebolt: 2d6 + 1 is more than bare hands, less than a Sunsteel Sword.
    for weapon, first in (("", "chant firebolt orc-1"), ("sunsteel-sword", "attack orc-1")):
        bold = camp("hero", "wizard")
        library(bold.game, "firebolt")
        if weapon:
            give(bold.game, weapon, "hand:hero")
        with fix(bold.game, then=1):
            bold.line.answer("battle spells")
        assert bold.done[0] == first


@pytest.mark.row("P02", "B1")
@pytest.mark.parametrize(("number", "first"), [(2, "chant spark orc-1"), (3, "chant frost-fan")])
def test_battle_spells_reads_at_a_crowd_what_wounds_all(number: int, first: str) -> None:
    at = camp("wizard", "hero", foes=(("orc", 99),) * number)
    library(at.game, "frost-fan")
    with fix(at.game, then=1):
        at.line.answer("battle spells")
    assert at.done[0] == first


@pytest.mark.row("B3")
def test_battle_spells_heals_who_is_badly_hurt_before_it_wounds() -> None:
    at = camp("hero", "wizard")
    edit(at.game, "fighter", health=2)
    with fix(at.game, then=1):
        at.line.answer("battle spells")
    assert at.done[0] == "chant steady-hand fighter"


@pytest.mark.rule("D11.20")
def test_battle_brings_in_those_outside_but_the_badly_hurt() -> None:
    at = camp("hero", "fighter", "wizard", outside=("hero", "fighter"), exit="door-1.1n")
    edit(at.game, "fighter", health=2)
    with fix(at.game, then=100):
        at.line.answer("battle")
    assert at.done[:3] == ["walk-in", "wait", "guard"]


@pytest.mark.rule("D13.2", "D13.3", "D13.7")
def test_run_all_runs_with_each_by_the_same_way_until_all_are_out() -> None:
    at = camp("hero", "fighter", "rogue", "wizard")
    said = at("run all", rolls=[1, 100, 1, 1])
    assert at.done[0].startswith("run ")
    assert len(set(at.done) - {"wait"}) == 1
    assert at.game.state.fight is None or "wait" in at.done
    assert any("is out, by" in line for line in said)
    assert at("flee all")[0] != ""


@pytest.mark.rule("D13.8")
def test_run_all_ends_in_some_hall() -> None:
    at = camp("hero", "fighter", "rogue", "wizard")
    with fix(at.game, then=1):
        at.line.answer("run all")
    assert at.done == [at.done[0]] * 4
    assert at.game.state.fight is None


@pytest.mark.rule("D13.2")
def test_run_all_stops_where_somebody_goes_down() -> None:
    at = camp("hero", "fighter", "rogue", "wizard", foes=(("ogre", 99),) * 3)
    for who in ("hero", "fighter", "rogue", "wizard"):
        edit(at.game, who, health=1)
    with fix(at.game, 100, 100, 100, 100, then=1):
        at.line.answer("run all")
    assert any("is down: go on with run all, or choose." in line for line in at.said), at.said


def test_run_alone_is_no_errand() -> None:
    at = camp("hero", "fighter")
    said = at("run")
    assert at.done == []
    assert any("run north" in line or "run east" in line for line in said)


# --- what stops an errand ---


def test_a_junction_that_is_new_stops_it() -> None:
    at = hall((0, 1), (1, 2), (1, 6))
    assert "A new junction: which way?" in at("go east")
    assert at.at == (6, 0)


def test_a_door_that_is_new_stops_it() -> None:
    game = moment(at=cell(1, 0))
    know(game, (1, 0))
    with staged(game) as s:
        s.doors["door-1.1n"] = replace(s.doors["door-1.1n"], known=False)
    at = Sitting(game)
    assert "There is a door here: door-1.1n." in at("go east")
    assert at.at == (3, 0)


def test_a_stair_that_is_new_stops_it() -> None:
    at = hall(*STRAIGHT)
    assert "A stair: the party stops to look." in at("go west")
    assert at.at == (0, 0)


def test_a_thing_that_lies_in_the_hall_stops_it() -> None:
    at = hall(*STRAIGHT)
    give(at.game, "knife", "cell:1:4")
    assert "Something lies here: a Knife." in at("go east")
    assert at.at == (4, 0)


def test_food_running_low_stops_it_once() -> None:
    at = hall(*STRAIGHT)
    with staged(at.game) as s:
        s.purse, s.clock = Purse(0, 12), Clock(0, 236)
    assert "Food is running low: 8 rations left, and a meal takes 4." in at("go east")
    assert at.at == (4, 0)
    at("go east")
    assert at.at == (18, 0)


def test_a_meal_that_is_paid_is_no_news_and_one_that_is_not_stops_it() -> None:
    at = hall(*STRAIGHT)
    with staged(at.game) as s:
        s.purse, s.clock = Purse(0, 40), Clock(0, 236)
    at("go east")
    assert at.at == (18, 0)
    at = hall(*STRAIGHT)
    with staged(at.game) as s:
        s.purse, s.clock = Purse(0, 3), Clock(0, 236)
    assert "The larder is empty before all are fed: " in "\n".join(at("go east"))
    assert at.at == (4, 0)


def test_a_member_who_falls_stops_it() -> None:
    at = hall(*STRAIGHT)
    edit(at.game, "rogue", health=1)
    with staged(at.game) as s:
        s.purse, s.clock = Purse(0, 0), Clock(0, 236)
    assert "Rogue falls, and does not get up." in at("go east")
    assert at.at == (4, 0)


def test_a_poison_stops_it_only_where_somebody_is_in_a_bad_way() -> None:
    at = hall(*STRAIGHT)
    afflict(at.game, "rogue", "poisoned")
    edit(at.game, "rogue", health=6)
    said = at("go east")
    assert any("The poison takes" in line for line in said)
    assert "Rogue is in a bad way: the party stops." in said
    assert at.at[0] < 18


def test_an_effect_that_ends_stops_it() -> None:
    at = hall(*STRAIGHT)
    with staged(at.game) as s:
        s.party_effects["ward"] = PartyEffect("ward", True, 3, "warding-light")
    assert "The warding light goes out." in at("go east")
    assert at.at == (5, 0)


def test_a_band_stops_it_before_anybody_acts() -> None:
    at = hall(*STRAIGHT)
    said = at("go east", rolls=[QUIET, 1, 1, 1, 100])
    assert any(line.startswith("Out of the dark come") for line in said)
    assert at.done == ["walk east"] * 2
    for typed in ("go east", "explore", "rest"):
        assert at(typed)[0].startswith("Only in ")
    assert at.done == ["walk east"] * 2


def test_a_choice_stops_it_before_anybody_chooses() -> None:
    game = moment(member("hero"), member("king"), at=cell(3, 0))
    know(game, *[(x, 0) for x in range(7)])
    with staged(game) as s:
        s.quest = replace(s.quest, king=True)
    at = Sitting(game)
    assert "Are you sure?" in at("go courtyard")
    assert at.done == ["travel stair-up", "up"]
    assert at("go courtyard")[0].startswith("Only in ")
    assert at.game.outcome is None


def test_a_signal_to_stop_stops_it() -> None:
    at = hall(*STRAIGHT)
    at.line.session.leaving = True
    at("go east")
    assert at.game.turns == 0


def test_of_a_long_way_the_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto, "TOLD", 1)
    at = hall((0, 1), (1, 6), (6, 7), (2, 7))
    edit(at.game, "rogue", health=2)
    with staged(at.game) as s:
        s.clock = Clock(0, 200)
    said = at("rest")
    assert said[:2] == ["(What came before is told by log 3.)", "You pace to and fro: 108 paces."]
    assert at("log 3")[0] == "You walk east. You walk west. (10 times)"


def test_an_errand_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto, "MOST", 3)
    at = hall(*STRAIGHT)
    assert "That was a long way; say it again to go on." in at("go east")
    assert at.done == ["walk east"] * 3


# --- what holds of all errands ---


@contextmanager
def watched(game: Game[Any], word: str, acts: list[tuple[str, str]]) -> Iterator[None]:
    """Note for each action the errand it was done for and the question it answered."""
    real = Game.act

    def act(self: Game[Any], action: Any, seat: str | None = None) -> Any:
        decision = self.decision
        assert decision is not None
        assert str(action) in self.actions()
        acts.append((word, decision.ask))
        return real(self, action, seat)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Game, "act", act)
        yield


LEFT = ("give-up", "up", "guide", "drop")
"""Actions that would only take play away from where errands go."""


@pytest.mark.parametrize("seed", range(6))
def test_an_errand_acts_at_its_own_questions_alone_and_leaves_ordinary_actions(seed: int) -> None:
    dice = random.Random(seed)
    game = undercroft.new("descent", seed=seed, difficulty="easy", length="short")
    for text in ("begin", "accept hero", "down"):
        game.act(text)
    line = Line(game, Drawer(), lambda _: None)
    line.session.begin()
    acts: list[tuple[str, str]] = []
    for _ in range(150):
        if game.outcome is not None:
            break
        word = dice.choice(["explore", "rest", "go stair", "go west", "go 0,0", "go door", "rest until mana"])
        asked, turns = game.decision, game.turns
        with watched(game, word.split(" ")[0], acts):
            line.answer(word)
        assert asked is not None
        if asked.ask not in ASKS[word.split(" ")[0]]:
            assert game.turns == turns
        if game.outcome is None:
            texts = [text for text in map(str, game.actions()) if text.split(" ")[0] not in LEFT]
            heads = sorted({text.split(" ")[0] for text in texts})
            head = dice.choice(heads)
            line.answer(dice.choice([text for text in texts if text.split(" ")[0] == head]))
    assert all(ask in ASKS[word] for word, ask in acts)
    assert acts
    assert undercroft.replay(game.record()).digest() == game.digest()


def test_an_errand_rests_on_nothing_that_the_party_does_not_know() -> None:
    game = undercroft.new("descent", seed=3, difficulty="easy", length="short")
    for text in ("begin", "accept hero", "down"):
        game.act(text)
    twin = twins(game, "party")
    assert twin.digest() != game.digest()
    for cls in game.book.errands:
        for aim in cls.aims(game.view(), game.actions()):
            mine, other = (cls(aim).next(one.view(), one.actions()) for one in (game, twin))
            assert mine == other


def test_each_action_is_saved_and_can_be_taken_back() -> None:
    at = hall(*STRAIGHT)
    at("go east", "undo", "undo")
    assert at.at == (16, 0)


def test_errands_stand_in_the_help_in_the_list_and_among_the_words() -> None:
    at = hall(*STRAIGHT)
    assert "In one go, until something happens: go PLACE, explore, rest [until WHAT]." in at("where")
    page = at("help all")
    assert any(line.startswith("  explore - Go to the nearest thing that you have not seen yet") for line in page)
    assert at("help rest")[0].startswith("rest [until WHAT] - Pace to and fro, 120 steps at a time")
    assert {"explore", ":explore", "help explore", "go", "rest"} <= set(at.line.words())
    at(":explore")
    assert at.game.turns > 0
    battle(at.game, "hero", "rogue")
    assert "In one go, until something happens: battle [spells], run all." in at("where")


def test_a_piped_sitting_explores_and_rests(run: Run) -> None:
    lines = b"begin\naccept rowan\ndown\nexplore\ngo stair up\nexplore\nquit\n"
    done = run("play", "--seed", "2", "--difficulty", "easy", "--length", "short", typed=lines)
    said = done.stdout.decode()
    assert done.returncode == 0, said
    assert "> explore\nYou walk " in said
    assert "Saved" not in said
