"""Walking (D6.2, D6.26, D34.4): a pace, travel along known ways, and pacing to and fro."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any, NamedTuple

import msgspec

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Odds
from undercroft.engine.state import remembered
from undercroft.rulebooks.descent import clock, doors, floors, members, wandering
from undercroft.rulebooks.descent.records import (
    WIDTH,
    Action,
    Ctx,
    Event,
    Floor,
    Frame,
    InHall,
    InRoom,
    State,
    replace,
    standing,
)  # fmt: skip

PACES = 120
"""The most steps of one pacing to and fro (D6.26)."""
STAIR_UP, STAIR_DOWN = "stair-up", "stair-down"


class Happened(NamedTuple):
    """What a pace brought: a band, a meal not paid in full, a member's fall, a new junction or door (D34.4)."""

    band: bool
    unfed: bool
    fell: bool
    news: bool


def ways(s: State) -> dict[str, int]:
    """Return the ways out of the party's cell: the cell beyond by heading."""
    return dict(floors.plan(s.floors[s.place.floor]).ways(s.place.cell))


def beyond(s: State, heading: str) -> int | None:
    """Return the cell beyond the way of a heading, or None where no way leads."""
    place = s.place
    return floors.plan(s.floors[place.floor]).beyond(place.cell, heading)


def stride(ctx: Ctx, heading: str) -> tuple[bool, bool]:
    """Walk one pace, a full step (D6.2): the party moves, looks round, and the step passes.

    Says whether a band came, and whether a junction or door became known.
    """
    s = ctx.state
    place = s.place
    floor = s.floors[place.floor]
    plan = floors.plan(floor)
    cell = plan.beyond(place.cell, heading)
    assert cell is not None
    ctx.emit(Paced(heading, place.floor, cell, _sight(floor, plan.kind(cell), cell)))
    news = floors.learn_cell(ctx)
    return wandering.pass_step(ctx, "pace"), news


def pace(ctx: Ctx, heading: str) -> Happened:
    """Walk one pace, and tell what it brought (D34.4)."""
    s = ctx.state
    at, before = len(ctx.events), len(standing(s))
    band, news = stride(ctx, heading)
    return Happened(band, _unfed(ctx, at), len(standing(s)) < before, news)


def _unfed(ctx: Ctx, at: int) -> bool:
    return any(event.unfed for event in ctx.events[at:] if type(event) is clock.MealDue)


def _sight(floor: Floor, kind: str, cell: int) -> str:
    if kind == "stair":
        return "up" if cell == floor.up else "down"
    return kind.replace(" ", "-")


class Walk(Action, tag="walk"):
    """Walk one pace (ACT07)."""

    text = "walk {heading}"
    during = (InHall,)
    order = 7
    exact = True
    heading: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Walk]:
        place = s.place
        return _walks(floors.plan(s.floors[place.floor]).ways(place.cell))

    def refused(self, s: State) -> Refusal | None:
        return None if beyond(s, self.heading) is not None else Refusal("walk.wall", {"heading": self.heading}, "D7.3")

    def odds(self, s: State) -> Odds:
        return wandering.step_odds(s, "pace", ways(s)[self.heading])

    def perform(self, ctx: Ctx) -> None:
        stride(ctx, self.heading)


@cache
def _walks(ways: tuple[tuple[str, int], ...]) -> tuple[Walk, ...]:
    return tuple([Walk(heading) for heading, _ in ways])


class Paced(Event, tag="walk.paced"):
    """The party walked one cell on; `sight` tells onto what: plain, junction, dead-end, the stair up or down."""

    routine = True
    heading: str
    floor: int
    cell: int
    sight: str

    def apply(self, s: State) -> None:
        s.place = replace(s.place, cell=self.cell)

    def variant(self) -> str:
        return "" if self.sight == "plain" else self.sight


# --- travel ---


class Atlas(msgspec.Struct, frozen=True, eq=False):
    """A floor as known: the connected part that each known cell belongs to, and the places of each part, with cells."""

    part: dict[int, int]
    starts: list[int]
    """The first cell of each part; the parts stand in their order."""
    places: tuple[dict[str, tuple[int, ...]], ...]
    offers: tuple[tuple[Any, ...], ...]
    """The actions that lead to each part's places."""
    cells: frozenset[int]
    """The cells where a place is."""
    here: dict[int, tuple[Any, ...]]
    """The actions that lead to the other places, by cells where one is; filled as asked for."""


def _number(s: State) -> int:
    return s.place.floor


@remembered("floors", "doors", "rooms", also=_number)
def atlas(s: State) -> Atlas:
    """Return the atlas of the party's floor: the last one while nothing of it changed, or grown by one cell."""
    floor = s.floors[s.place.floor]
    stamp = _doors_as_now(s), _known_rooms(s, floor.number)
    held = s.memory.get(("atlas", floor.number))
    if held is None:
        found = _atlas(s, floor, *_parted(floor))
    else:
        then, before, found = held
        same = then == stamp
        if same and before is floor:
            return found  # type: ignore[no-any-return]
        if not _grown(s, floor, before, found):
            found = _atlas(s, floor, *_parted(floor))
        elif not (same and _is_bare(s, floor)):
            found = _atlas(s, floor, found.part, found.starts)
    s.memory["atlas", floor.number] = (stamp, floor, found)
    return found


@remembered("doors")
def _doors_as_now(_: State) -> object:
    """Return a mark that is another once a door was written."""
    return object()


@remembered(rooms=lambda number: (number,))
def _known_rooms(s: State, number: int) -> tuple[bool, ...]:
    return tuple([room.known for room in s.rooms.where(number)])


def _is_bare(s: State, floor: Floor) -> bool:
    """Say whether the party's cell is no place to go to."""
    cell = s.place.cell
    return floors.plan(floor).kind(cell) == "plain" and not any(
        s.doors[key].known for key in floors.doors_at(s, floor.number, cell)
    )


def _grown(s: State, floor: Floor, before: Floor, last: Atlas) -> bool:
    """Say whether the last parts hold, the party's own cell put into one of them if that became known since.

    They do not if more became known, if the cell belongs to none of them or joins two, or if it would change their
    order. An undone pace takes a cell away again, which is no growth.
    """
    cell, part, starts = s.place.cell, last.part, last.starts
    y, bit = cell // WIDTH, 1 << cell % WIDTH
    then, now = before.known, floor.known
    if then[y] | bit != now[y] or then[:y] != now[:y] or then[y + 1 :] != now[y + 1 :]:
        return False
    if cell in part:
        return True
    beside = {part[other] for _, other in floors.plan(floor).ways(cell) if other in part}
    if len(beside) != 1:
        return False
    (number,) = beside
    if number and cell < starts[number - 1]:
        return False
    starts[number] = min(cell, starts[number])
    part[cell] = number
    return True


def _parted(floor: Floor) -> tuple[dict[int, int], list[int]]:
    """Return the part of each known cell, and the first cell of each part."""
    plan = floors.plan(floor)
    part: dict[int, int] = {}
    starts: list[int] = []
    known = _known(floor)
    for start in known:
        if start not in part:
            part.update(dict.fromkeys(_spread(plan, known, start), len(starts)))
            starts.append(start)
    return part, starts


def _atlas(s: State, floor: Floor, part: dict[int, int], starts: list[int]) -> Atlas:
    plan, doors = floors.plan(floor), s.doors
    places: list[dict[str, tuple[int, ...]]] = [{} for _ in starts]
    for name, cell in ((STAIR_UP, floor.up), (STAIR_DOWN, floor.down)):
        if cell in part:
            places[part[cell]][name] = (cell,)
    for room in s.rooms.where(floor.number):
        for key in doors.keys_where(room.id):
            door = doors[key]
            if door.known and door.cell in part:
                found = places[part[door.cell]]
                found[key] = (door.cell,)
                if room.known:
                    found[room.id] = (*found.get(room.id, ()), door.cell)
    for name, cell in plan.sights:
        if cell in part:
            places[part[cell]][name] = (cell,)
    offers = tuple([tuple(map(_travels, found)) for found in places])
    at = frozenset([cell for found in places for cells in found.values() for cell in cells])
    return Atlas(part, starts, tuple(places), offers, at, {})


def _known(floor: Floor) -> dict[int, bool]:
    rows = floor.known
    return {cell: True for cell in floors.plan(floor).cells if rows[cell // WIDTH] >> cell % WIDTH & 1}


def _spread(plan: floors.Plan, known: dict[int, bool], start: int) -> dict[int, int]:
    found = {start: 0}
    front = [start]
    for cell in front:
        for _, beside in plan.ways(cell):
            if beside in known and beside not in found:
                found[beside] = found[cell] + 1
                front.append(beside)
    return found


def _paces(floor: Floor, goal: int) -> dict[int, int]:
    """Return the known cells that known ways join to a known cell, each with its paces from there."""
    return _known_paces(floor.halls, floor.up, floor.down, floor.known, goal)


@lru_cache(maxsize=256)
def _known_paces(
    halls: tuple[tuple[int, int], ...], up: int, down: int, known: tuple[int, ...], goal: int
) -> dict[int, int]:
    floor = Floor(0, halls, up, down, known)
    return _spread(floors.plan(floor), _known(floor), goal)


def exits(s: State) -> dict[int, str]:
    """Return the cells where a way may begin: the party's own, or those outside its room's known doors, by door."""
    place = s.place
    if not place.room:
        return {place.cell: ""}
    part = atlas(s).part
    doors = [(key, s.doors[key]) for key in s.doors.keys_where(place.room)]
    return {d.cell: key for key, d in doors if d.known and d.cell in part}


def destinations(s: State) -> dict[str, tuple[int, ...]]:
    """Return every place that travel can go to now, with the cells that will do (ACT08)."""
    place = s.place
    book = atlas(s)
    parts = sorted({book.part[cell] for cell in exits(s) if cell in book.part})
    found = {name: cells for part in parts for name, cells in book.places[part].items()}
    if place.room:
        found.pop(place.room, None)
        return found
    return {name: cells for name, cells in found.items() if place.cell not in cells}


def way(s: State, cells: Iterable[int]) -> tuple[int, int]:
    """Return where the shortest known way to the nearest of the cells begins and ends."""
    floor = s.floors[s.place.floor]
    return min(
        ((start, goal) for goal in cells for start in exits(s) if start in _paces(floor, goal)),
        key=lambda ends: _paces(floor, ends[1])[ends[0]],
    )


def _steps(s: State, cells: Iterable[int]) -> int:
    """Return the steps that the shortest known way to the nearest of the cells takes, leaving a room among them."""
    start, goal = way(s, cells)
    return _paces(s.floors[s.place.floor], goal)[start] + bool(s.place.room)


def _each_pace(s: State, heading: str) -> Odds:
    """Return the rolls of a pace as those of the first of many."""
    found = wandering.step_odds(s, "pace", ways(s)[heading])
    return tuple([msgspec.structs.replace(one, given="each-pace") for one in found])


class Travel(Action, tag="travel"):
    """Walk the shortest known way to a known place, one pace at a time (ACT08, D34.4).

    The place: stair-up, stair-down, a door, a room (to its nearest known door), or x,y of a junction or dead end.
    """

    text = "travel {place}"
    during = (InHall, InRoom)
    order = 8
    exact = True
    place: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Travel]:
        here = s.place.cell
        if s.place.room:
            return _out_of_room(s)
        book = atlas(s)
        part = book.part.get(here)
        if part is None:
            return ()
        if here not in book.cells:
            return book.offers[part]
        found = book.here.get(here)
        if found is None:
            places = book.places[part]
            found = book.here[here] = tuple([one for one in book.offers[part] if here not in places[one.place]])
        return found

    def refused(self, s: State) -> Refusal | None:
        return None if self.place in destinations(s) else Refusal("travel.unknown", {"place": self.place}, "D34.4")

    def odds(self, s: State) -> Odds:
        start, goal = way(s, destinations(s)[self.place])
        if not s.place.room:
            return _each_pace(s, Travelling(goal).next(s))
        return wandering.step_odds(s, "leave", start)

    def costs(self, s: State) -> dict[str, Any]:
        return {"steps": _steps(s, destinations(s)[self.place])}

    def perform(self, ctx: Ctx) -> None:
        s = ctx.state
        start, goal = way(s, destinations(s)[self.place])
        if s.place.room:
            at, before = len(ctx.events), len(standing(s))
            doors.Leave(exits(s)[start]).perform(ctx)
            if not isinstance(s.agenda[-1], InHall) or _unfed(ctx, at) or len(standing(s)) < before:
                return
        if s.place.cell != goal:
            ctx.push(Travelling(goal))


@remembered("place", "doors", also=atlas)
def _out_of_room(s: State) -> list[Travel]:
    book = atlas(s)
    parts = sorted({book.part[cell] for cell in exits(s)})
    return [one for part in parts for one in book.offers[part] if one.place != s.place.room]


@cache
def _travels(place: str) -> Travel:
    return Travel(place)


class Travelling(Frame, tag="travelling"):
    """The party is on its way to a cell."""

    interruptible = True
    goal: int

    def next(self, s: State) -> str:
        """Return the heading of the next pace."""
        paces = _paces(s.floors[s.place.floor], self.goal)
        here = paces[s.place.cell]
        return next(heading for heading, cell in ways(s).items() if paces.get(cell, here) < here)

    def odds(self, s: State) -> Odds:
        return wandering.step_odds(s, "pace", ways(s)[self.next(s)])

    def resume(self, ctx: Ctx) -> None:
        s = ctx.state
        happened = pace(ctx, self.next(s))
        if s.agenda[-1] is self and (any(happened) or s.place.cell == self.goal):
            ctx.pop()


# --- to and fro ---


@remembered("members")
def lacking(s: State) -> bool:
    """Say whether a standing member lacks health or mana."""
    return any(m.health > 0 and (m.health < m.ceiling or m.mana < members.most_mana(m)) for m in s.members.values())


def beside(s: State) -> int:
    """Return the neighbouring hall cell with the fewest ways, the first from north round to west of equals (D6.26)."""
    plan = floors.plan(s.floors[s.place.floor])
    cells = [cell for cell in ways(s).values() if cell in plan.halls]
    return min(cells, key=lambda cell: len(plan.ways(cell)))


class PaceAbout(Action, tag="pace"):
    """Pace to and fro to heal, up to 120 steps (ACT09, D6.26)."""

    text = "pace"
    during = (InHall,)
    order = 9
    needs = "walls"
    reads = ("purse", lacking)

    @classmethod
    def offered(cls, s: State) -> Iterable[PaceAbout]:
        return (cls(),)

    def refused(self, s: State) -> Refusal | None:
        if s.place.cell not in floors.plan(s.floors[s.place.floor]).halls:
            return Refusal("pace.stair", rule="D7.9")
        if s.purse.rations <= 0:
            return Refusal("pace.larder", rule="D6.26")
        return None if lacking(s) else Refusal("pace.whole", rule="D6.26")

    def odds(self, s: State) -> Odds:
        return _each_pace(s, Pacing(s.place.cell, beside(s), 0).next(s))

    def costs(self, s: State) -> dict[str, Any]:
        return {"steps": PACES}

    def perform(self, ctx: Ctx) -> None:
        s = ctx.state
        ctx.push(Pacing(s.place.cell, beside(s), s.clock.step + PACES))


class Pacing(Frame, tag="pacing"):
    """The party paces between two cells, to that step of the clock at most."""

    interruptible = True
    home: int
    away: int
    until: int

    def next(self, s: State) -> str:
        """Return the heading of the next pace."""
        goal = self.away if s.place.cell == self.home else self.home
        return next(way[0] for way in floors.plan(s.floors[s.place.floor]).ways(s.place.cell) if way[1] == goal)

    def odds(self, s: State) -> Odds:
        return wandering.step_odds(s, "pace", ways(s)[self.next(s)])

    def resume(self, ctx: Ctx) -> None:
        s = ctx.state
        happened = pace(ctx, self.next(s))
        if s.agenda[-1] is not self:
            return
        if s.clock.step >= self.until or happened.fell or s.purse.rations <= 0 or not lacking(s):
            ctx.pop()
