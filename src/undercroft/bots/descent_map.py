"""What a player of `descent` reads off a map: ways, distances, and where the unknown begins."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from undercroft.rulebooks.descent.views import FloorView

WIDTH = 25
STEPS = {"north": -WIDTH, "east": 1, "south": WIDTH, "west": -1}


def ways(floor: FloorView, cell: int) -> Iterator[tuple[str, int]]:
    """Yield (heading, cell) for each known way out of a cell."""
    x, y = cell % WIDTH, cell // WIDTH
    if y and floor.south[y - 1] >> x & 1:
        yield "north", cell - WIDTH
    if floor.east[y] >> x & 1:
        yield "east", cell + 1
    if floor.south[y] >> x & 1:
        yield "south", cell + WIDTH
    if x and floor.east[y] >> (x - 1) & 1:
        yield "west", cell - 1


def is_known(floor: FloorView, cell: int) -> bool:
    """Say whether a hall cell is known."""
    return bool(floor.known[cell // WIDTH] >> cell % WIDTH & 1)


def reach(floor: FloorView, start: int) -> dict[int, tuple[int, str]]:
    """Return each cell that known ways lead to: its paces, and the first heading there (empty for the start)."""
    found = {start: (0, "")}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        paces, first = found[cell]
        if cell != start and not is_known(floor, cell):
            continue
        for heading, other in ways(floor, cell):
            if other not in found:
                found[other] = (paces + 1, first or heading)
                queue.append(other)
    return found


def frontier(floor: FloorView, seen: dict[int, tuple[int, str]]) -> int:
    """Return the nearest unknown cell that a known way leads to, or -1."""
    unknown = [(paces, cell) for cell, (paces, _) in seen.items() if not is_known(floor, cell)]
    return min(unknown)[1] if unknown else -1


def block_cells(block: int) -> list[int]:
    """Return the four hall cells where a room of this block may have a door: north, south, west, east."""
    left, top = (block - 1) % 4 * 6, (block - 1) // 4 * 5
    return [
        (top * WIDTH + left + 3),
        (top + 5) * WIDTH + left + 3,
        (top + 2) * WIDTH + left,
        (top + 2) * WIDTH + left + 6,
    ]


def is_plain(floor: FloorView, cell: int) -> bool:
    """Say whether a cell is a stretch of hall: no stair, and no junction as far as is known."""
    return cell not in (floor.up, floor.down) and sum(1 for _ in ways(floor, cell)) < 3


def quiet_cell(floor: FloorView, seen: dict[int, tuple[int, str]]) -> int:
    """Return the nearest cell to rest on: plain, with a plain one beside it that pacing would choose; or -1."""
    best = (10_000, -1)
    for cell, (paces, _) in seen.items():
        if paces < best[0] and is_known(floor, cell) and is_plain(floor, cell):
            beside = [other for _, other in ways(floor, cell)]
            if beside and all(is_known(floor, other) and is_plain(floor, other) for other in beside):
                best = (paces, cell)
    return best[1]
