"""The proof: a finished dungeon can be played through, whoever made it.

It reads the tables alone - floors, rooms, doors, chests, things, and what the party holds already - and never asks the
generator what it meant; an import rule keeps the two apart. Each floor is walked as play walks it: along halls (D7.3),
through plain doors, and through secret ones that a search can find from where the party can stand (D10.2, D10.3).
Proven is, floor by floor from the first to the deepest:

- the stairs: an up stair on every floor and, on all but the deepest, another cell with the stair down (D7.6 to D7.8);
- the halls: every hall cell, and the stair down, is reached from the stair up without a door (D7.5). Halls go both ways
  and stairs up are never shut (D8.6), so from wherever the party lands on a floor - by stair, flight or a trap's drop -
  it gets back to the stair up: the way home is the same proof;
- the doors: each joins its room to a hall cell that is there (D7.13); one that is secret has somebody to find it;
- the rooms: each has a door that can be used from a reached cell (D7.15);
- map, store, book and king: as many as the floor must have and no more, each in a room of its own that is reached
  through a plain door (D7.16 to D7.18, D28.6, D1.2); a map in a chest needs the chest; a store is empty (D7.24);
- the stair down: it opens with the deepest map gathered on the way, this floor's included (D8.1, D8.4);
- the pages: each floor's share, in reached rooms but the store, and all in all the copies of the spellbook (D7.21);
- the vaults: a wall yields if its combination can be guessed, for guesses have no limit (D20.5, D20.9); a plate must
  have a solution as its studs stand, found here by elimination, and it is the only one (D21.1, D21.2, D21.6). Nothing
  that the quest needs can lie in a vault (D20.12);
- chests stand in rooms, and what lies in rooms and chests lies in some that are.

A game under way is proven by the same words: what the party holds need not lie anywhere. Not proven is that a fight is
won, a price paid or a meal had.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

import msgspec

from undercroft.engine.proof import Fault, Proof
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent.boards import always_solved, pattern, solution
from undercroft.rulebooks.descent.halls import ALL_HALLS, BLOCKS, NODES, cells_of, sides
from undercroft.rulebooks.descent.records import COURTYARD, Door, Floor, Plate, Room, State

CELLS = {hall: sum(1 << cell for cell in cells_of(hall)) for hall in ALL_HALLS}
"""The cells of every hall that may be, bit by bit."""
ALL_NODES = sum(1 << node for node in NODES)
DOORWAYS = {(block, side): doorway for block in BLOCKS for side, doorway in sides(block).items()}
"""For each side of each block: the hall that must run along it, and the cell that its door joins (D7.13)."""
BELOW = "map below its own shut stair"
NOWHERE = ((-1, -1), -1)
MARKS = ("map", "store", "book", "king")
"""What wants a room of its own (D7.16)."""


class Facts(msgspec.Struct, frozen=True):
    """What one floor holds, for the report: how many, and what stands in which rooms."""

    floor: int
    halls: int
    cells: int
    rooms: int
    doors: int
    secret: int
    bands: int
    monsters: int
    chests: int
    places: dict[str, list[str]]


class Ground(NamedTuple):
    """A floor as it was found: its row, its rooms, their doors, and the cells reached from the stair up, as bits."""

    number: int
    row: Floor
    halls: frozenset[tuple[int, int]]
    rooms: list[Room]
    blocks: dict[str, int]
    doors: dict[str, list[tuple[str, Door]]]
    reached: int

    def stands(self, key: str, door: Door) -> bool:
        """Say whether a door joins its room to a cell of a hall that is there, where play looks for it (D7.13)."""
        block = self.blocks[door.room]
        hall, cell = DOORWAYS.get((block, door.side), NOWHERE)
        at_home = door.floor == self.number and door.cell == cell and hall in self.halls
        return at_home and key == f"door-{self.number}.{block}{door.side}"

    def usable(self, room: str) -> list[Door]:
        """Return the doors by which a room can be entered from the halls: searching needs a hall cell (D7.9, D10.3)."""
        return [
            door
            for key, door in self.doors.get(room, ())
            if self.stands(key, door)
            and self.reached >> door.cell & 1
            and not (door.secret and door.cell in (self.row.up, self.row.down))
        ]


def prove(s: State) -> Proof:
    """Prove the dungeon in the state's tables; every floor of the quest must be made."""
    return Proof(tuple(faults(s)), tuple(facts(s)))


def faults(s: State) -> Iterator[Fault]:
    """Yield whatever is wrong, floor by floor from the top, then what concerns the run as a whole."""
    last = content.quest(s.setup.length).floors
    doors = _doors(s)
    maps = Counter(room.floor for room in s.rooms.values() if room.map)
    held = max(s.quest.maps, default=COURTYARD)
    for number in range(1, last + 1):
        ground = _ground(s, number, doors)
        where = _where(number)
        if ground is None:
            yield Fault(where, "no floor")
            continue
        yield from (Fault(where, *found) for found in _halls(ground, last))
        if not _on(ground.reached, ground.row.up):
            continue
        reached = {room.id: ground.usable(room.id) for room in ground.rooms}
        yield from (Fault(where, *found) for found in _marks(s, ground, reached, maps))
        yield from (Fault(where, *found) for found in _contents(s, ground))
        yield from (Fault(where, *found) for found in _rooms(ground, reached))
        yield from (Fault(where, *found) for found in _pages(s, ground, reached))
        yield from (Fault(where, *found) for found in _vaults(s, ground))
        if any(reached[room.id] and _takeable(s, room) for room in ground.rooms):
            held = max(held, number)
        if number < last and held < number:
            yield Fault(where, "stair down stays shut")
    yield from _nowhere(s, last)
    yield from _copies(s)
    yield from _things(s)


def _where(number: int) -> str:
    return f"floor {number}"


def _on(cells: int, cell: int) -> bool:
    return cell >= 0 and bool(cells >> cell & 1)


# --- halls, doors, rooms ---


def _doors(s: State) -> dict[str, list[tuple[str, Door]]]:
    found: dict[str, list[tuple[str, Door]]] = {}
    for key, door in s.doors.items():
        found.setdefault(door.room, []).append((key, door))
    return found


def _ground(s: State, number: int, doors: dict[str, list[tuple[str, Door]]]) -> Ground | None:
    row = s.floors.get(number)
    if row is None:
        return None
    halls = [CELLS[hall] for hall in row.halls if hall in CELLS]
    start = 1 << row.up if row.up >= 0 and any(_on(cells, row.up) for cells in halls) else 0
    rooms = s.rooms.where(number)
    blocks = {room.id: room.block for room in rooms}
    return Ground(number, row, frozenset(row.halls), rooms, blocks, doors, spread(start, halls))


def spread(reached: int, halls: Iterable[int]) -> int:
    """Return all cells that can be walked to from some cells along halls, everything as bits."""
    left = list(halls)
    while joined := [cells for cells in left if cells & reached]:
        for cells in joined:
            reached |= cells
        left = [cells for cells in left if not cells & reached or cells & ~reached]
    return reached


def _halls(ground: Ground, last: int) -> Iterator[tuple[str, ...]]:
    row, reached = ground.row, ground.reached
    if row.number != ground.number:
        yield ("floor that is none",)
    if not ground.halls <= CELLS.keys():
        yield ("halls that are none",)
    if not _on(reached, row.up):
        yield ("no stair up",)
    whole = ALL_NODES
    for hall in row.halls:
        whole |= CELLS.get(hall, 0)
    if ground.number == last:
        if row.down != -1:
            yield ("stair down to a floor that does not exist",)
    elif not _on(whole, row.down):
        yield ("no stair down",)
    elif row.down == row.up:
        yield ("both stairs on one cell",)
    if reached and reached != whole:
        yield ("halls in two parts",)
        if ground.number != last and _on(whole, row.down) and not _on(reached, row.down):
            yield ("stair down out of reach",)


def _rooms(ground: Ground, reached: dict[str, list[Door]]) -> Iterator[tuple[str, ...]]:
    for room in ground.rooms:
        if room.block not in BLOCKS or room.id != f"room-{ground.number}.{room.block}":
            yield "room that is none", room.id
        doors = ground.doors.get(room.id, [])
        for key, door in doors:
            if door.secret and not reached[room.id]:
                yield "secret door nobody can stand beside", key
            elif not ground.stands(key, door):
                yield "door that joins no hall", key
        if not doors:
            yield "room no door leads to", room.id
        elif not reached[room.id]:
            yield "room out of reach", room.id


# --- what a quest needs ---


def _marked(room: Room) -> Iterator[str]:
    if room.map:
        yield "map"
    if room.store:
        yield "store"
    if room.prize:
        yield room.prize


@cache
def stores() -> frozenset[int]:
    """Return the floors that have a store (D28.6)."""
    return frozenset(counter.floor for counter in content.catalogue().counters.values()) - {COURTYARD}


def _marks(
    s: State, ground: Ground, reached: dict[str, list[Door]], maps: Counter[int]
) -> Iterator[tuple[str, ...]]:  # fmt: skip
    number, length, guard = ground.number, s.setup.length, content.catalogue().guard
    wanted = {
        "map": number not in s.quest.maps,
        "store": number in stores(),
        "book": number == guard(length, "book").floor and not s.quest.book,
        "king": number == guard(length, "king").floor and not s.quest.king,
    }
    found: dict[str, list[Room]] = {mark: [] for mark in MARKS}
    for room in ground.rooms:
        marks = list(_marked(room))
        for mark in marks:
            found.setdefault(mark, []).append(room)
        if len(marks) > 1:
            yield f"{' and '.join(marks)} in one room", room.id
    for mark, rooms in found.items():
        if len(rooms) > 1 or (rooms and not wanted.get(mark)):
            yield f"{mark} doubled" if wanted.get(mark) else f"{mark} where none belongs", rooms[-1].id
        if not rooms and wanted[mark]:
            spare = mark == "map" and any(floor > number and count > 1 for floor, count in maps.items())
            yield (BELOW if spare else f"no {mark}",)
        for room in rooms:
            if not reached[room.id]:
                yield BELOW if mark == "map" and _opens_below(ground, room) else f"{mark} out of reach", room.id
            elif all(door.secret for door in reached[room.id]):
                yield f"{mark} behind secret doors alone", room.id


def _opens_below(ground: Ground, room: Room) -> bool:
    doors = ground.doors.get(room.id, [])
    return bool(doors) and all(door.floor > ground.number for _, door in doors)


def _contents(s: State, ground: Ground) -> Iterator[tuple[str, ...]]:
    for room in ground.rooms:
        if room.map and not _takeable(s, room):
            yield "map in no chest", room.id
        if room.store and (
            room.band or room.gold or room.pages or room.vault or room.statue or room.bath or room.id in s.chests
        ):
            yield "store that is not empty", room.id


def _takeable(s: State, room: Room) -> bool:
    return room.map == "open" or (room.map == "chest" and room.id in s.chests)


def _pages(s: State, ground: Ground, reached: dict[str, list[Door]]) -> Iterator[tuple[str, ...]]:
    share = content.quest(s.setup.length).pages
    laid = 0
    for room in ground.rooms:
        laid += len(room.pages)
        if room.pages and not reached[room.id]:
            yield "page out of reach", room.id
    if laid > share:
        yield ("too many pages",)
    if laid < share and not s.quest.pages:
        yield ("too few pages",)


def _copies(s: State) -> Iterator[Fault]:
    found = Counter(page for room in s.rooms.values() for page in room.pages)
    found.update(s.quest.pages)
    wanted = {kind: spell.pages for kind, spell in content.catalogue().spells.items() if spell.pages}
    for kind in sorted(found.keys() | wanted.keys()):
        if found[kind] != wanted.get(kind, 0):
            fewer = found[kind] < wanted.get(kind, 0)
            yield Fault("the run", "page missing" if fewer else "page more than there are", kind)


def _vaults(s: State, ground: Ground) -> Iterator[tuple[str, ...]]:
    row = content.floor(ground.number)
    for room in ground.rooms:
        if room.vault == "plate":
            plate = s.plates.get(room.id)
            if plate is None or not _opens(plate, row):
                yield "plate without solution", room.id
            elif not always_solved(row.rows, row.columns):
                yield "plate with another solution", room.id
        elif room.vault == "wall":
            wall = s.walls.get(room.id)
            digits = [str(value) for value in range(row.values)]
            if wall is None or len(wall.combination) != row.rings or not set(wall.combination) <= set(digits):
                yield "wall no guess can open", room.id
        elif room.vault:
            yield "vault that is none", room.id


def _opens(plate: Plate, row: content.Floor) -> bool:
    """Say whether the studs as they stand can be flattened; what the plate holds as its solution is only pushes."""
    pushes = (*plate.solution, *plate.pushed)
    if not all(1 <= stud <= row.rows * row.columns for stud in pushes):
        return False
    return solution(row.rows, row.columns, pattern(row.rows, row.columns, pushes)) is not None


# --- what must lie somewhere ---


def _nowhere(s: State, last: int) -> Iterator[Fault]:
    for number in s.floors:
        if not 1 <= number <= last:
            yield Fault(_where(number), "floor that does not exist")
    for key, room in s.rooms.items():
        if not 1 <= room.floor <= last:
            what = "map of" if room.map else "room on"
            yield Fault(_where(room.floor), f"{what} a floor that does not exist", room.id)
        elif key != room.id:
            yield Fault(_where(room.floor), "room that is none", key)
    for number in s.quest.maps:
        if not 1 <= number <= last:
            yield Fault(_where(number), "map of a floor that does not exist")
    for key, door in s.doors.items():
        if door.room not in s.rooms:
            yield Fault(_where(door.floor), "door of no room", key)


def _things(s: State) -> Iterator[Fault]:
    for key, chest in s.chests.items():
        room = s.rooms.get(key)
        if room is None or room.floor != chest.floor:
            yield Fault(_where(chest.floor), "chest in no room", key)
    for key, item in s.items.items():
        head, _, at = item.place.partition(":")
        shut_in = head == "vault" and (at not in s.rooms or not s.rooms[at].vault)
        if (head == "room" and at not in s.rooms) or (head == "chest" and at not in s.chests) or shut_in:
            yield Fault("the run", "thing in no place", key)


# --- the report ---


def facts(s: State) -> Iterator[Facts]:
    """Yield what each floor holds."""
    doors = _doors(s)
    for number, row in sorted(s.floors.items()):
        rooms = s.rooms.where(number)
        here = [door for room in rooms for _, door in doors.get(room.id, ())]
        cells = 0
        places: dict[str, list[str]] = {}
        for hall in row.halls:
            cells |= CELLS.get(hall, 0)
        for room in rooms:
            for what in _stands(room):
                places.setdefault(what, []).append(room.id)
        yield Facts(
            number, len(row.halls), cells.bit_count(), len(rooms), len(here), sum(door.secret for door in here),
            sum(bool(room.band) for room in rooms), sum(len(room.band) for room in rooms),
            sum(room.id in s.chests for room in rooms), places,
        )  # fmt: skip


def _stands(room: Room) -> Iterator[str]:
    yield from _marked(room)
    yield from room.pages
    if room.statue:
        yield "statue"
    if room.bath:
        yield "bath"
    if room.vault:
        yield room.vault
