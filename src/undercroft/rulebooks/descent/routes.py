"""Ways over a floor as the party knows it: along halls, and through quiet rooms that it has been in, from the view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from undercroft.rulebooks.descent.records import WIDTH
from undercroft.rulebooks.descent.views import DescentView, FloorView

JUNCTION = 3
"""Ways that make a cell a junction (D7.4)."""
PLAIN = 2
"""Ways of a cell in the middle of a hall."""
Spot = int | str
"""A hall cell, or a room by its id."""
Ways = dict[Spot, tuple[Spot, ...]]
"""Each spot that can be reached, the nearest first, with the spots on the way there, itself the last."""


def here(view: DescentView) -> FloorView | None:
    """Return the floor that the party is on, or None in the courtyard."""
    return next((f for f in view.floors if f.number == view.floor), None)


def ways(view: DescentView, floor: FloorView) -> Ways:
    """Return the shortest known way to each spot, a step for each pace, door in and door out (D11.6, D9.11).

    It leads to unknown cells too, but not past them.
    """
    start: Spot = view.room or view.cell
    found: Ways = {start: ()}
    front = [start]
    for spot in front:
        for other in _beside(floor, spot):
            if other not in found:
                found[other] = (*found[spot], other)
                front.append(other)
    return found


def _beside(floor: FloorView, spot: Spot) -> Iterator[Spot]:
    if isinstance(spot, str):
        yield from (door.cell for door in floor.doors if door.room == spot)
    elif floor.knows(spot):
        yield from (cell for _, cell in floor.ways(spot))
        quiet = {room.id for room in floor.rooms if room.entered and room.band is None}
        yield from (door.room for door in floor.doors if door.cell == spot and door.room in quiet)


def step(view: DescentView, floor: FloorView, way: tuple[Spot, ...]) -> str:
    """Return the next action along a way, empty at its end: to the door of its next room in one go."""
    if not way:
        return ""
    first = way[0]
    if view.room:
        return f"leave {_door(floor, view.room, first)}"
    if isinstance(first, str):
        return f"enter {_door(floor, first, view.cell)}"
    if at := next((n for n, spot in enumerate(way) if isinstance(spot, str)), 0):
        return f"travel {_door(floor, way[at], way[at - 1])}"
    return f"walk {next(heading for heading, cell in floor.ways(view.cell) if cell == first)}"


def _door(floor: FloorView, room: Spot, cell: Spot) -> str:
    return next(door.id for door in floor.doors if (door.room, door.cell) == (room, cell))


def nearest(view: DescentView, floor: FloorView, cells: Iterable[int]) -> tuple[Spot, ...] | None:
    """Return the shortest known way to any of the cells, or None where none leads to them."""
    found = ways(view, floor)
    return min((found[cell] for cell in cells if cell in found), key=len, default=None)


def places(floor: FloorView) -> dict[str, tuple[int, ...]]:
    """Return the known places of a floor as travel names them, each with its cells (D34.4)."""
    found: dict[str, tuple[int, ...]] = {}
    for name, cell in (("stair-up", floor.up), ("stair-down", floor.down)):
        if cell >= 0:
            found[name] = (cell,)
    rooms = {room.id for room in floor.rooms}
    for door in floor.doors:
        found[door.id] = (door.cell,)
        if door.room in rooms:
            found[door.room] = (*found.get(door.room, ()), door.cell)
    for cell in _known(floor):
        number = len(tuple(floor.ways(cell)))
        if number != PLAIN and cell not in (floor.up, floor.down):
            found[spot_name(cell)] = (cell,)
    return found


def spot_name(cell: int) -> str:
    """Return a cell as it is typed: x,y."""
    return f"{cell % WIDTH},{cell // WIDTH}"


def cell_named(floor: FloorView, said: str) -> int:
    """Return the known cell that x,y names, or -1."""
    return next((cell for cell in _known(floor) if spot_name(cell) == said), -1)


def _known(floor: FloorView) -> Iterator[int]:
    return (y * WIDTH + x for y, row in enumerate(floor.known) for x in range(WIDTH) if row >> x & 1)


def calm(floor: FloorView, cell: int) -> bool:
    """Say whether pacing about a known cell keeps clear of junctions, where bands are likelier (D6.26, D9.1, D9.3)."""
    stairs = (floor.up, floor.down)
    beside = [other for _, other in floor.ways(cell)]
    return (
        len(beside) < JUNCTION
        and cell not in stairs
        and any(
            floor.knows(other) and other not in stairs and len(tuple(floor.ways(other))) < JUNCTION for other in beside
        )
    )
