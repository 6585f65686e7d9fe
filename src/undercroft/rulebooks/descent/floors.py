"""Floors (D7, D8.7): making a floor, what the party knows of it, and where it stands on it.

The grid's geometry is in `halls`, what is drawn in `generation`; both are reached from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import generation
from undercroft.rulebooks.descent.generation import Treasure, draw_treasure
from undercroft.rulebooks.descent.halls import BORDERS, Plan, plan, xy
from undercroft.rulebooks.descent.records import (
    HEIGHT,
    WIDTH,
    Chest,
    Ctx,
    Door,
    Event,
    Floor,
    Item,
    Place,
    Plate,
    Room,
    State,
    Wall,
    replace,
)  # fmt: skip

__all__ = [
    "Arrived",
    "CellSeen",
    "DoorsFound",
    "FloorLearnt",
    "FloorMade",
    "Plan",
    "RoomsLearnt",
    "Treasure",
    "arrive",
    "door_id",
    "doors_at",
    "draw_treasure",
    "find_doors",
    "generate",
    "generate_all",
    "hall_cells",
    "known",
    "learn_cell",
    "learn_floor",
    "learn_rooms",
    "plain_doors",
    "plan",
    "secret_doors",
    "xy",
]  # fmt: skip


# --- making ---


def generate(ctx: Ctx, number: int) -> None:
    """Make a floor of the quest if it is not made yet (D1.6). No draw of play is spent."""
    s = ctx.state
    if number in s.floors:
        return
    length = s.setup.length
    streams = (
        ctx.fresh("floor", length, number), ctx.fresh("pages", length), ctx.fresh("floor", length, number, "vaults"),
    )  # fmt: skip
    ctx.emit(FloorMade(number, *generation.make(s, number, *streams)))


def generate_all(ctx: Ctx) -> None:
    """Make every floor of the quest that is not made yet, for the proof."""
    for number in range(1, content.quest(ctx.state.setup.length).floors + 1):
        generate(ctx, number)


class FloorMade(Event, tag="floors.made"):
    """A floor came to be, with all that is on it. Nobody is told."""

    number: int
    floor: Floor
    rooms: tuple[Room, ...]
    doors: tuple[Door, ...]
    chests: tuple[tuple[str, Chest], ...]
    items: tuple[tuple[str, Item], ...]
    walls: tuple[tuple[str, Wall], ...] = ()
    plates: tuple[tuple[str, Plate], ...] = ()

    hidden = True

    def seen_by(self, s: State) -> tuple[str, ...]:
        return ()

    def apply(self, s: State) -> None:
        s.floors[self.number] = self.floor
        for room in self.rooms:
            s.rooms[room.id] = room
        for door in self.doors:
            s.doors[door_id(door)] = door
        for key, chest in self.chests:
            s.chests[key] = chest
        for key, item in self.items:
            s.items[key] = item
        for key, wall in self.walls:
            s.walls[key] = wall
        for key, plate in self.plates:
            s.plates[key] = plate


def arrive(ctx: Ctx, floor: int, cell: int) -> None:
    """Put the party on a cell of a floor, made if need be, and let it look round. No step passes here."""
    generate(ctx, floor)
    ctx.emit(Arrived(floor, cell))
    learn_cell(ctx)


class Arrived(Event, tag="floors.arrived"):
    """The party came onto a floor from another place than a hall of it."""

    floor: int
    cell: int

    def apply(self, s: State) -> None:
        s.place = Place(self.floor, self.cell)
        s.floors[self.floor] = replace(s.floors[self.floor], visited=True)


# --- where things are ---


def door_id(door: Door) -> str:
    """Return the id of a door: its room's floor and block, and the side."""
    return f"door-{door.room.removeprefix('room-')}{door.side}"


def doors_at(s: State, floor: int, cell: int) -> Sequence[str]:
    """Return the ids of all doors joined to a hall cell, known or not (D7.13)."""
    doors = s.doors
    near = may_join(floor, cell)
    return [key for key in near if key in doors] if near else near


@cache
def may_join(floor: int, cell: int) -> tuple[str, ...]:
    """Return the ids of all doors that may join a hall cell."""
    return tuple([f"door-{floor}.{block}{side}" for block, side in BORDERS.get(cell, ())])


def doors_in_reach(s: State) -> Sequence[str]:
    """Return the ids of all doors of the party's room, or joined to its hall cell, known or not (D10.3)."""
    place = s.place
    if place.room:
        return s.doors.keys_where(place.room)
    return doors_at(s, place.floor, place.cell)


def secret_doors(s: State, floor: int) -> list[str]:
    """Return the ids of a floor's doors that are still to be found."""
    return [key for key, door in s.doors.items() if door.floor == floor and door.secret and not door.known]


def plain_doors(s: State, floor: int) -> list[str]:
    """Return the ids of a floor's doors that are not secret."""
    return [key for key, door in s.doors.items() if door.floor == floor and not door.secret]


def hall_cells(s: State) -> list[int]:
    """Return the hall cells of the party's floor in order, stair cells left out (D7.9, D13.10)."""
    return list(plan(s.floors[s.place.floor]).in_order)


# --- what the party knows (D7.28, D7.30) ---


def known(floor: Floor, cell: int) -> bool:
    """Say whether the party knows a cell of the halls: its ways out and plain doors are then known too."""
    return bool(floor.known[cell // WIDTH] >> cell % WIDTH & 1)


def learn_cell(ctx: Ctx) -> bool:
    """Let the party see where it stands: the cell and its plain doors, or those of its room (D7.28, D7.30).

    Says whether a junction or a door became known by it (D34.4).
    """
    s = ctx.state
    place = s.place
    floor = s.floors[place.floor]
    new = not place.room and not known(floor, place.cell)
    near = s.doors.keys_where(place.room) if place.room else may_join(place.floor, place.cell)
    if not (new or near):
        return False
    doors = tuple([k for k in near if k in s.doors and not (s.doors[k].secret or s.doors[k].known)])
    if not (new or doors):
        return False
    ctx.emit(CellSeen(place.floor, place.cell, doors))
    return bool(doors) or (new and plan(floor).kind(place.cell) == "junction")


def learn_floor(ctx: Ctx, floor: int, secrets: bool = False) -> None:
    """Make known a floor's halls, stairs, rooms and plain doors, the secret ones too if asked, no contents (D8.7)."""
    ctx.emit(FloorLearnt(floor, secrets))


def learn_rooms(ctx: Ctx, rooms: Iterable[str]) -> None:
    """Make known rooms with all their doors, secret ones included, and tell their contents (D14.12)."""
    ctx.emit(RoomsLearnt(tuple(rooms)))


def find_doors(ctx: Ctx, doors: Iterable[str]) -> None:
    """Make known secret doors, which are plain from now on (D10.6)."""
    found = tuple(doors)
    if found:
        ctx.emit(DoorsFound(found))


def _know_doors(s: State, doors: Iterable[str]) -> None:
    # A door once known is a plain door for the rest of the run (D10.6).
    for key in doors:
        s.doors[key] = replace(s.doors[key], known=True, secret=False)


class CellSeen(Event, tag="floors.seen"):
    """The party saw a cell for the first time, or doors from it or from within a room."""

    floor: int
    cell: int
    doors: tuple[str, ...]

    def apply(self, s: State) -> None:
        floor = s.floors[self.floor]
        if not known(floor, self.cell):
            x, y = xy(self.cell)
            rows = list(floor.known)
            rows[y] |= 1 << x
            s.floors[self.floor] = replace(floor, known=tuple(rows))
        _know_doors(s, self.doors)

    def variant(self) -> str:
        return "" if not self.doors else "door" if len(self.doors) == 1 else "doors"


class FloorLearnt(Event, tag="floors.learnt"):
    """The lie of a whole floor became known; `secrets` says whether its secret doors did."""

    floor: int
    secrets: bool

    def apply(self, s: State) -> None:
        floor = s.floors[self.floor]
        shown = plan(floor)
        rows = [0] * HEIGHT
        for cell in (*shown.in_order, *(c for c in (floor.up, floor.down) if c >= 0)):
            rows[cell // WIDTH] |= 1 << cell % WIDTH
        s.floors[self.floor] = replace(floor, known=tuple(rows))
        for room in s.rooms.where(self.floor):
            s.rooms[room.id] = replace(room, known=True)
        _know_doors(s, plain_doors(s, self.floor))
        if self.secrets:
            _know_doors(s, secret_doors(s, self.floor))

    def variant(self) -> str:
        return "whole" if self.secrets else ""


class RoomsLearnt(Event, tag="floors.rooms"):
    """Rooms became known with their doors and contents."""

    rooms: tuple[str, ...]

    def apply(self, s: State) -> None:
        for key in self.rooms:
            s.rooms[key] = replace(s.rooms[key], known=True, told=True, gone=())
            _know_doors(s, [door_id(door) for door in s.doors.where(key)])


class DoorsFound(Event, tag="floors.found"):
    """Secret doors were found."""

    doors: tuple[str, ...]

    def apply(self, s: State) -> None:
        _know_doors(s, self.doors)

    def variant(self) -> str:
        return "" if len(self.doors) == 1 else "several"
