"""Where a competent player of `descent` finds it quiet on a map."""

from __future__ import annotations

from undercroft.rulebooks.descent.views import FloorView, Reach


def is_plain(floor: FloorView, cell: int) -> bool:
    """Say whether a cell is a stretch of hall: no stair, and no junction as far as is known."""
    return cell not in (floor.up, floor.down) and sum(1 for _ in floor.ways(cell)) < 3


def quiet_cell(floor: FloorView, seen: Reach) -> int:
    """Return the nearest cell to rest on: plain, with a plain one beside it that pacing would choose; or -1."""
    best = (10_000, -1)
    for cell, (paces, _) in seen.items():
        if paces < best[0] and floor.knows(cell) and is_plain(floor, cell):
            beside = [other for _, other in floor.ways(cell)]
            if beside and all(floor.knows(other) and is_plain(floor, other) for other in beside):
                best = (paces, cell)
    return best[1]
