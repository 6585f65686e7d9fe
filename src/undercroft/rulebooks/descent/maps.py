"""The map of a floor (D7.28, D34.3): drawn, and in words for a screen reader; made from the view alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from undercroft.engine.view import Map
from undercroft.rulebooks.descent import contents, gear, monsters
from undercroft.rulebooks.descent.records import HEIGHT, WIDTH
from undercroft.rulebooks.descent.routes import spot_name
from undercroft.rulebooks.descent.views import DescentView, DoorView, FloorView

Say = Callable[..., str]

BLOCK_COLUMNS = 4
"""Blocks in a row of the grid of rooms (D7.10)."""
AXIS = 5
"""Columns between two figures over a map."""
_MARKS = {
    "@": "you", ".": "hall", "+": "junction", "?": "unentered", ":": "entered", "%": "told", "S": "store", "=": "door",
    "<": "up", ">": "down",
}  # fmt: skip
_SIDES = {"n": (0, 1), "s": (0, -1), "w": (1, 0), "e": (-1, 0)}
"""From a door's hall cell one step into its room."""


def drawn(v: DescentView, floor: FloorView, say: Say) -> Map:
    """Return the map of a floor, and the same in words."""
    grid = [[" "] * WIDTH for _ in range(HEIGHT)]
    used: dict[str, None] = {}

    def put(x: int, y: int, mark: str) -> None:
        if 0 <= x < WIDTH and 0 <= y < HEIGHT:
            grid[y][x] = mark
            used[mark] = None

    for y in range(HEIGHT):
        for x in range(WIDTH):
            if floor.known[y] >> x & 1:
                count = sum(1 for _ in floor.ways(y * WIDTH + x))
                put(x, y, "+" if count >= 3 else ".")
    for room in floor.rooms:
        left, top = (room.block - 1) % BLOCK_COLUMNS * 6 + 1, (room.block - 1) // BLOCK_COLUMNS * 5 + 1
        mark = "S" if room.store else ":" if room.entered else "%" if room.told else "?"
        for y in range(top, top + 4):
            for x in range(left, left + 5):
                put(x, y, mark)
        for shift, digit in enumerate(f"{room.block}"):
            grid[top + 1][left + 2 + shift] = digit
        if room.id == v.room:
            put(left + 2, top + 2, "@")
    for door in floor.doors:
        put(*_door_spot(door), "=")
    if floor.up >= 0:
        put(floor.up % WIDTH, floor.up // WIDTH, "<")
    if floor.down >= 0:
        put(floor.down % WIDTH, floor.down // WIDTH, ">")
    if not v.room:
        put(v.cell % WIDTH, v.cell // WIDTH, "@")
    legend = [(mark, say(f"map.{_MARKS[mark]}")) for mark in used]
    if floor.rooms:
        legend.append((say("map.figure"), say("map.number", floor=floor.number)))
    return Map("map", say("map"), _with_axes(grid), tuple(legend), tuple(_words(v, floor, say)))


def _with_axes(grid: list[list[str]]) -> tuple[str, ...]:
    """Return the rows of a map with x over it and y before it, as places are told: x,y."""
    over = "".join(f"{x:<{AXIS}}" for x in range(0, WIDTH, AXIS))
    return (f"   {over}".rstrip(), *(f"{y:>2} {''.join(row)}".rstrip() for y, row in enumerate(grid)))


def _door_spot(door: DoorView) -> tuple[int, int]:
    dx, dy = _SIDES[door.id[-1]]
    return door.cell % WIDTH + dx, door.cell // WIDTH + dy


def _words(v: DescentView, floor: FloorView, say: Say) -> Iterator[str]:
    if v.floor == floor.number:
        yield say("map.words.inside", room=v.room) if v.room else say("map.words.here", **_xy(v.cell))
    for name, cell in (("up", floor.up), ("down", floor.down)):
        if cell >= 0:
            yield say(f"map.words.{name}", **_xy(cell))
    yield from _halls(floor, say)
    for room in floor.rooms:
        doors = [d for d in floor.doors if d.room == room.id]
        sort = "store" if room.store else "entered" if room.entered else "told" if room.told else "unentered"
        where = ", ".join(f"{d.id} {say('at', x=d.cell % WIDTH, y=d.cell // WIDTH)}" for d in doors)
        inside = contents.of_room(room, say) if sort == "told" else ""
        yield say(f"map.words.{sort}" if doors else "map.words.doorless", room=room.id, doors=where, contents=inside)
    rooms = {r.id: r for r in floor.rooms}
    for door in floor.doors:
        beyond = rooms.get(door.room)
        news = beyond is None or door.behind is not None or door.heard
        if news and not (beyond is not None and (beyond.entered or beyond.told)):
            yield _unentered(door, say)


def _unentered(door: DoorView, say: Say) -> str:
    """Return what is known of a door that was not gone through, for the map in words."""
    facts = {"door": door.id, "x": door.cell % WIDTH, "y": door.cell // WIDTH}
    if door.behind is not None:
        return say(
            "map.words.seen" if door.behind else "map.words.empty", **facts, band=contents.band(door.behind, say)
        )
    if door.heard:
        return say("map.words.heard", **facts, kind=gear.with_article(monsters.kind_name(door.heard)))
    return say("map.words.door", **facts)


def _halls(floor: FloorView, say: Say) -> Iterator[str]:
    """Yield each straight piece of known hall, and the cells with ways that nobody has walked."""
    known = [cell for cell in range(WIDTH * HEIGHT) if floor.knows(cell)]
    beyond = {cell: {heading: other for heading, other in floor.ways(cell) if floor.knows(other)} for cell in known}
    for heading, back in (("east", "west"), ("south", "north")):
        for cell in known:
            if heading in beyond[cell] and back not in beyond[cell]:
                end = cell
                while heading in beyond[end]:
                    end = beyond[end][heading]
                yield say("map.words.hall", **_xy(cell), heading=say(f"side.{heading[0]}"), to=spot_name(end))
    for cell in known:
        unwalked = [heading for heading, other in floor.ways(cell) if not floor.knows(other)]
        if unwalked:
            yield say("map.words.unwalked", **_xy(cell), headings=tuple(unwalked))


def _xy(cell: int) -> dict[str, int]:
    return {"x": cell % WIDTH, "y": cell // WIDTH}
