"""Halls (D7): the grid of a floor, its nodes, halls and blocks, as plain geometry. No state is read here."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.rulebooks.descent.records import HEIGHT, WIDTH, Floor

NODE_COLUMNS = (0, 6, 12, 18, 24)
NODE_ROWS = (0, 5, 10, 15)
"""Where the nodes stand (D7.1)."""
HEADINGS = (("north", -WIDTH), ("east", 1), ("south", WIDTH), ("west", -1))
DOOR_OF_LEVEL, DOOR_OF_UPRIGHT = 3, 2
"""Paces from the left or upper node to the cell that doors join (D7.13)."""
MOST_PLANS = 512
"""Plans kept at a time."""
JUNCTION = 3
"""Halls that make a node a junction (D7.4)."""

ACROSS, DOWN = len(NODE_COLUMNS), len(NODE_ROWS)
NODES = tuple(y * WIDTH + x for y in NODE_ROWS for x in NODE_COLUMNS)
"""The cells of the nodes, which are numbered row by row from 0."""
ALL_HALLS = (
    *((r * ACROSS + c, r * ACROSS + c + 1) for r in range(DOWN) for c in range(ACROSS - 1)),
    *((r * ACROSS + c, (r + 1) * ACROSS + c) for r in range(DOWN - 1) for c in range(ACROSS)),
)
"""Every hall that may be, as a pair of nodes (D7.2)."""
BLOCKS = range(1, (ACROSS - 1) * (DOWN - 1) + 1)
"""The blocks between the nodes, numbered row by row from 1 (D7.10)."""


def xy(cell: int) -> tuple[int, int]:
    """Return the column and row of a cell, both from 0."""
    return cell % WIDTH, cell // WIDTH


def sides(block: int) -> dict[str, tuple[tuple[int, int], int]]:
    """Return a block's sides (n, e, s, w): the hall that may run along each, and the cell its door joins (D7.13)."""
    row, column = divmod(block - 1, ACROSS - 1)
    corner = row * ACROSS + column
    below = corner + ACROSS
    left, top, right, bottom = NODES[corner], NODES[corner], NODES[corner + 1], NODES[below]
    return {
        "n": ((corner, corner + 1), top + DOOR_OF_LEVEL),
        "e": ((corner + 1, below + 1), right + DOOR_OF_UPRIGHT * WIDTH),
        "s": ((below, below + 1), bottom + DOOR_OF_LEVEL),
        "w": ((corner, below), left + DOOR_OF_UPRIGHT * WIDTH),
    }


def _borders() -> dict[int, tuple[tuple[int, str], ...]]:
    found: dict[int, tuple[tuple[int, str], ...]] = {}
    for block in BLOCKS:
        for side, (_, cell) in sides(block).items():
            found[cell] = (*found.get(cell, ()), (block, side))
    return found


BORDERS = _borders()
"""For each cell that doors may join: the blocks and sides they would lead to."""


def _beside(cell: int) -> tuple[tuple[str, int], ...]:
    x, y = xy(cell)
    on_grid = {"north": y > 0, "east": x < WIDTH - 1, "south": y < HEIGHT - 1, "west": x > 0}
    return tuple([(heading, cell + pace) for heading, pace in HEADINGS if on_grid[heading]])


# Halls lie so far apart that hall cells side by side always belong together; only the grid's edges mislead.
BESIDE = tuple([_beside(cell) for cell in range(WIDTH * HEIGHT)])
"""The cells beside each cell, as (heading, cell), from north round to west."""


def cells_of(hall: tuple[int, int]) -> range:
    """Return the cells of a hall in order, both nodes included."""
    start, end = NODES[hall[0]], NODES[hall[1]]
    pace = 1 if hall[1] == hall[0] + 1 else WIDTH
    return range(start, end + 1, pace)


class Plan:
    """What walking on a floor needs to know of its halls."""

    __slots__ = ("_beyond", "_kinds", "_links", "_ways", "cells", "halls", "in_order", "nodes", "sights")

    cells: tuple[int, ...]
    """All cells that can be walked on, in order."""
    halls: frozenset[int]
    """The hall cells; stair cells are none (D7.9)."""
    in_order: tuple[int, ...]
    """The hall cells in order."""
    nodes: tuple[int, ...]
    """The nodes that a hall reaches, in order."""
    sights: tuple[tuple[str, int], ...]
    """The junctions and dead ends, by "x,y" (stair cells are neither)."""

    def __init__(self, halls: Iterable[tuple[int, int]], up: int, down: int) -> None:
        cells = {cell for hall in halls for cell in cells_of(hall)}
        self._ways = {cell: tuple([way for way in BESIDE[cell] if way[1] in cells]) for cell in sorted(cells)}
        self._beyond = {cell: dict(ways) for cell, ways in self._ways.items()}
        self.cells = tuple(self._ways)
        self.nodes = tuple(cell for cell in NODES if cell in cells)
        self._kinds = {cell: _kind(len(self._ways[cell])) for cell in self.nodes}
        self._kinds.update({cell: "stair" for cell in (up, down) if cell >= 0})
        self.sights = tuple(
            ("{},{}".format(*xy(cell)), cell) for cell in self.nodes if self._kinds[cell] in ("junction", "dead end")
        )
        self.halls = frozenset(cells - {up, down})
        self.in_order = tuple(sorted(self.halls))
        self._links: tuple[tuple[int, ...], tuple[int, ...]] | None = None

    @property
    def links(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The ways as bit rows: to the east and to the south of each cell."""
        if self._links is None:
            self._links = (self._row_bits("east"), self._row_bits("south"))
        return self._links

    def _row_bits(self, heading: str) -> tuple[int, ...]:
        rows = [0] * HEIGHT
        for cell, ways in self._beyond.items():
            if heading in ways:
                rows[cell // WIDTH] |= 1 << cell % WIDTH
        return tuple(rows)

    def ways(self, cell: int) -> tuple[tuple[str, int], ...]:
        """Return the ways out of a cell as (heading, cell), from north round to west; () off the halls."""
        return self._ways.get(cell, ())

    def beyond(self, cell: int, heading: str) -> int | None:
        """Return the cell beyond the way of a heading out of a cell, or None where none leads."""
        return self._beyond.get(cell, NOWHERE).get(heading)

    def kind(self, cell: int) -> str:
        """Return "junction", "dead end", "stair", or "plain" (D7.4, D7.5, D7.9)."""
        return self._kinds.get(cell, "plain")

    def paces(self, starts: Iterable[int]) -> dict[int, int]:
        """Return how many paces each cell is from the nearest of the starts (over known and unknown cells alike)."""
        found = dict.fromkeys(starts, 0)
        front = list(found)
        for cell in front:
            for _, beside in self._ways.get(cell, ()):
                if beside not in found:
                    found[beside] = found[cell] + 1
                    front.append(beside)
        return found


NOWHERE: dict[str, int] = {}
"""The ways out of what is no cell of the halls."""


def _kind(ways: int) -> str:
    return "junction" if ways >= JUNCTION else "dead end" if ways == 1 else "plain"


_plans: dict[tuple[int, int, int], tuple[tuple[tuple[int, int], ...], Plan]] = {}


def plan(floor: Floor) -> Plan:
    """Return the geometry of a floor's halls."""
    # Asked for several times a pace: an id is hashed sooner than thirty pairs, and holds while the halls are kept.
    held = _plans.get((id(floor.halls), floor.up, floor.down))
    return held[1] if held is not None else _drawn(floor)


def _drawn(floor: Floor) -> Plan:
    if len(_plans) >= MOST_PLANS:
        _plans.clear()
    made = Plan(floor.halls, floor.up, floor.down)
    _plans[id(floor.halls), floor.up, floor.down] = (floor.halls, made)
    return made
