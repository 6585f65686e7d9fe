"""The plan of a dungeon (T22.27, T22.29): rooms on a grid, what joins them, and how far each is from the entrance.

Rooms are numbers here: 0 is the entrance, the last is the secret room.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from undercroft.engine.streams import Stream
from undercroft.rulebooks.tabletop.ways import SIDES, far_from

Cell = tuple[int, int]
"""East and south of the entrance, in rooms."""
ENTRANCE = 0
REACH = 4
"""How many of the newest rooms may have the next one beside them: few of them draw a dungeon out."""
ROOMS_PER_LOOP = 6
ROOMS_PER_STEP = 4
"""The boss room is at least one step from the entrance for so many rooms, and one more."""


class Join(NamedTuple):
    """Two joined rooms, the nearer to the entrance first, and the side of the first that the connection leaves by."""

    near: int
    far: int
    side: str


class Layout(NamedTuple):
    """Where each room lies, what joins them, the distance of each from the entrance, and the boss room."""

    cells: tuple[Cell, ...]
    joins: tuple[Join, ...]
    distances: tuple[int, ...]
    boss: int

    @property
    def secret(self) -> int:
        """The room that is reached by a secret door only."""
        return len(self.cells) - 1


def laid(stream: Stream, rooms: int) -> Layout | None:
    """Draw a plan of so many rooms, or None where the draws allow no loop, no depth or no secret room."""
    cells = [(0, 0)]
    pairs: list[tuple[int, int]] = []
    while len(cells) < rooms - 1:
        near = [(at, cell) for at in range(max(0, len(cells) - REACH), len(cells)) for cell in _free(cells, at)]
        if not near:
            return None
        at, cell = stream.pick(near)
        pairs.append((at, len(cells)))
        cells.append(cell)
    spare = [pair for pair in _adjacent(cells) if pair not in pairs]
    if not spare:
        return None
    pairs += stream.shuffled(spare)[: max(1, rooms // ROOMS_PER_LOOP)]
    return _finished(stream, cells, pairs)


def _finished(stream: Stream, cells: list[Cell], pairs: list[tuple[int, int]]) -> Layout | None:
    """Choose the boss room among the farthest, and lay the secret room beside one that is nearer."""
    distances = far_from(ENTRANCE, pairs)
    depth = max(distances.values())
    beside = [(at, cell) for at in range(len(cells)) if distances[at] < depth for cell in _free(cells, at)]
    if depth < (len(cells) + 1) // ROOMS_PER_STEP + 1 or not beside:
        return None
    boss = stream.pick([at for at, distance in sorted(distances.items()) if distance == depth])
    at, cell = stream.pick(beside)
    pairs.append((at, len(cells)))
    cells.append(cell)
    distances[len(cells) - 1] = distances[at] + 1
    joins = [_join(cells, distances, *pair) for pair in pairs]
    return Layout(tuple(cells), tuple(joins), tuple(distances[at] for at in range(len(cells))), boss)


def plain(rooms: int) -> Layout:
    """Return a plan that needs no draws: a ring of four, a long way to the boss, a secret room off the ring."""
    cells = [(0, 0), (0, 1), (1, 1), (1, 0), *((at, 0) for at in range(2, rooms - 3)), (-1, 1)]
    pairs = [(0, 1), (1, 2), (2, 3), (0, 3), *((at, at + 1) for at in range(3, rooms - 2)), (1, rooms - 1)]
    distances = far_from(ENTRANCE, pairs)
    joins = tuple(_join(cells, distances, *pair) for pair in pairs)
    return Layout(tuple(cells), joins, tuple(distances[at] for at in range(rooms)), rooms - 2)


def _free(cells: list[Cell], at: int) -> list[Cell]:
    x, y = cells[at]
    return [(x + east, y + south) for east, south in SIDES.values() if (x + east, y + south) not in cells]


def _adjacent(cells: list[Cell]) -> list[tuple[int, int]]:
    places = {cell: at for at, cell in enumerate(cells)}
    found = []
    for at, (x, y) in enumerate(cells):
        for east, south in (SIDES["east"], SIDES["south"]):
            other = places.get((x + east, y + south))
            if other is not None:
                found.append((min(at, other), max(at, other)))
    return found


def _join(cells: list[Cell], distances: Mapping[int, int], one: int, other: int) -> Join:
    near, far = (one, other) if (distances[one], one) <= (distances[other], other) else (other, one)
    step = (cells[far][0] - cells[near][0], cells[far][1] - cells[near][1])
    return Join(near, far, next(side for side, way in SIDES.items() if way == step))
