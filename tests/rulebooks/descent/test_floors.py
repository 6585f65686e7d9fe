"""Floors (D7, D8.7): made once and for all, and known bit by bit."""

from __future__ import annotations

import pytest
from tests.rulebooks.descent.moments import cell, give, into_room, moment

from undercroft.engine.game import Game
from undercroft.engine.rulebook import find
from undercroft.rulebooks.descent import floors
from undercroft.rulebooks.descent.records import Chest, Door, Place, Room, State, replace
from undercroft.testing import fix, staged


def add_door(game: Game[State], block: int, side: str, where: int, *, secret: bool, known: bool = False) -> str:
    """Put a room (if it is not there) and a door of it on floor 1."""
    with staged(game) as s:
        room = f"room-1.{block}"
        if room not in s.rooms:
            s.rooms[room] = Room(room, 1, block)
        s.doors[f"door-1.{block}{side}"] = Door(room, side, 1, where, secret=secret, known=known)
    return f"door-1.{block}{side}"


def deep(seed: int, *order: int, length: str = "standard") -> Game[State]:
    """A game with floors made in an order."""
    game: Game[State] = Game(find("descent"), seed, {"length": length})
    for number in order:
        floors.generate(game._ctx, number)
        game._settle()
    return game


def rows(game: Game[State], number: int) -> tuple[object, ...]:
    """All that is on a floor, but for ids that play has given out."""
    s = game.state
    return (
        s.floors[number], s.rooms.where(number), [d for d in s.doors.values() if d.floor == number],
        [(key, c) for key, c in s.chests.items() if c.floor == number],
        [i for i in s.items.values() if f"{i.place}.".partition(f"room-{number}.")[1]],
    )  # fmt: skip


@pytest.mark.rule("D1.6")
def test_the_same_seed_gives_the_same_floor_whatever_was_played() -> None:
    plain = deep(11, 1, 2, 3)
    other = deep(11, 3, 1)
    with fix(other, 7, 7, 7):
        assert [other._ctx.number(1, 9) for _ in range(3)] == [7, 7, 7]
    with staged(other) as s:
        s.setup = replace(s.setup, difficulty="hard")
        s.members["hero"] = replace(s.members["hero"], level=9)
    floors.generate(other._ctx, 2)
    for number in (1, 2, 3):
        assert rows(plain, number) == rows(other, number)
    assert rows(plain, 1) != rows(deep(12, 1), 1)


@pytest.mark.rule("D1.6")
def test_making_a_floor_spends_no_draw_of_play() -> None:
    game = moment(length="short")
    with fix(game):
        floors.generate(game._ctx, 2)
    assert game.state.floors[2].number == 2
    assert [e.seen_by(game.state) for e in game._ctx.events if isinstance(e, floors.FloorMade)] == [()]


@pytest.mark.rule("D7.27")
def test_a_floor_is_filled_once() -> None:
    game = deep(11, 1)
    key, chest = next((k, c) for k, c in game.state.chests.items())
    with staged(game) as s:
        s.chests[key] = Chest(1, 0, open=True)
        for room in s.rooms.where(1):
            s.rooms[room.id] = replace(room, band=(), gold=0, pages=(), entered=True)
    before = game.digest()
    floors.generate(game._ctx, 1)
    assert game.digest() == before
    assert chest.gold > 0


@pytest.mark.rule("D7.28")
def test_a_cell_is_known_once_walked() -> None:
    game = moment(at=cell(1, 0))
    assert not floors.known(game.state.floors[1], cell(2, 0))
    with fix(game, 1000):
        game.act("walk east")
    floor = game.state.floors[1]
    assert floors.known(floor, cell(2, 0))
    assert [c for c in range(400) if floors.known(floor, c)] == [cell(2, 0)]


@pytest.mark.rule("D7.28", "D7.30")
def test_standing_on_a_cell_shows_its_plain_doors_alone() -> None:
    game = moment(at=cell(10, 0))
    plain = add_door(game, 2, "n", cell(9, 0), secret=False)
    assert not game.state.doors[plain].known
    with fix(game, 1000):
        step = game.act("walk west")
    assert game.state.doors[plain].known
    assert not game.state.rooms["room-1.2"].known
    assert "There is a door here" in " ".join(game.say(e) for e in step.events)
    game = moment(at=cell(10, 0))
    secret = add_door(game, 2, "n", cell(9, 0), secret=True)
    with fix(game, 1000):
        game.act("walk west")
    assert not game.state.doors[secret].known


@pytest.mark.rule("D7.30")
def test_standing_in_a_room_shows_its_plain_doors_alone() -> None:
    game = moment()
    plain = add_door(game, 1, "w", cell(0, 2), secret=False)
    secret = add_door(game, 1, "s", cell(3, 5), secret=True)
    into_room(game)
    assert floors.learn_cell(game._ctx) is True
    assert game.state.doors[plain].known
    assert not game.state.doors[secret].known
    assert floors.learn_cell(game._ctx) is False


@pytest.mark.rule("D34.4")
def test_looking_round_tells_whether_a_junction_or_door_is_new() -> None:
    for where, new in ((cell(2, 0), False), (cell(6, 0), True), (cell(0, 0), False)):
        game = moment(at=where)
        assert floors.learn_cell(game._ctx) is new
        assert floors.learn_cell(game._ctx) is False


@pytest.mark.rule("D8.7")
def test_a_map_shows_halls_stairs_rooms_and_plain_doors_but_no_secrets_and_no_contents() -> None:
    game = moment()
    plain = add_door(game, 2, "n", cell(9, 0), secret=False)
    secret = add_door(game, 3, "n", cell(15, 0), secret=True)
    floors.learn_floor(game._ctx, 1)
    s = game.state
    known = [c for c in range(400) if floors.known(s.floors[1], c)]
    # 20 nodes, 16 level halls of 5 cells between them and 15 upright ones of 4: 160, the two stairs among them.
    assert len(known) == 160
    assert cell(0, 0) in known
    assert cell(24, 15) in known
    assert all(room.known and not room.told and not room.entered for room in s.rooms.where(1))
    assert s.doors[plain].known
    assert not s.doors[secret].known
    assert s.doors[secret].secret


@pytest.mark.rule("D10.8")
def test_a_room_on_the_map_without_a_known_door_tells_of_a_secret_one() -> None:
    game = moment()
    add_door(game, 3, "n", cell(15, 0), secret=True)
    floors.learn_floor(game._ctx, 1)
    shown = {room.id: room.doorless for floor in game.view().floors for room in floor.rooms}  # type: ignore[attr-defined]
    assert shown == {"room-1.1": False, "room-1.3": True}


@pytest.mark.rule("D7.28")
def test_a_spell_may_show_the_secret_doors_too() -> None:
    game = moment()
    secret = add_door(game, 3, "n", cell(15, 0), secret=True)
    floors.learn_floor(game._ctx, 1, secrets=True)
    assert game.state.doors[secret].known
    assert not game.state.doors[secret].secret


@pytest.mark.rule("D14.12", "D7.28")
def test_a_told_room_is_known_with_all_its_doors_and_contents() -> None:
    game = moment()
    doors = [add_door(game, 5, "w", cell(0, 7), secret=True), add_door(game, 5, "e", cell(6, 7), secret=False)]
    other = add_door(game, 6, "e", cell(12, 7), secret=False)
    floors.learn_rooms(game._ctx, ["room-1.5"])
    s = game.state
    assert s.rooms["room-1.5"].known
    assert s.rooms["room-1.5"].told
    assert not s.rooms["room-1.5"].entered
    assert all(s.doors[key].known for key in doors)
    assert not s.doors[other].known
    assert not s.rooms["room-1.6"].known


@pytest.mark.rule("D7.9", "D13.10")
def test_the_hall_cells_of_a_floor_leave_out_the_stairs() -> None:
    cells = floors.hall_cells(moment().state)
    assert len(cells) == 158
    assert cells == sorted(cells)
    assert cell(0, 0) not in cells
    assert cell(24, 15) not in cells
    assert cell(1, 0) in cells


@pytest.mark.rule("D7.13")
def test_a_cell_between_two_rooms_joins_a_door_of_each() -> None:
    game = moment()
    south = add_door(game, 1, "s", cell(3, 5), secret=True)
    north = add_door(game, 5, "n", cell(3, 5), secret=False)
    assert floors.doors_at(game.state, 1, cell(3, 5)) == [south, north]
    assert not floors.doors_at(game.state, 1, cell(4, 5))


@pytest.mark.rule("D7.11")
def test_being_in_a_room_is_one_place() -> None:
    game = moment()
    into_room(game)
    give(game, "knife", "room:room-1.1")
    assert game.state.place == Place(1, cell(3, 0), "room-1.1")
    with fix(game):
        assert game.act("take weapon-t1 hero")
    assert game.state.clock.step == 0
    assert not any(text.startswith("walk") for text in game.actions().texts())


@pytest.mark.rule("D7.27")
def test_arriving_by_another_way_makes_the_floor_and_shows_the_cell() -> None:
    game = moment(length="short")
    floors.arrive(game._ctx, 2, cell(12, 5))
    s = game.state
    assert s.place == Place(2, cell(12, 5))
    assert s.floors[2].visited
    assert not s.floors[1].known[5]
    assert floors.known(s.floors[2], cell(12, 5))
