"""The way of a competent player of `tabletop` through a dungeon: what is still unseen, and the way out."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.bots.offered import Offered
from undercroft.bots.tabletop_notes import Notes
from undercroft.bots.tabletop_rest import WORN, health
from undercroft.bots.tabletop_room import AGILITY, INTELLIGENCE, STRENGTH, best, here
from undercroft.rulebooks.tabletop.views import ExitView, RoomView, TabletopView

STUBBORN = 3
"""So often the party goes back to foes that it ran from."""
TRIES = 30
"""Tries at a bar before the party looks for another way."""


def unseen(v: TabletopView, room: RoomView) -> list[ExitView]:
    """Return the exits of a room that lead where nobody has been."""
    entered = {one.id for one in v.rooms if one.entered}
    return [way for way in room.exits if way.to not in entered]


Steps = list[tuple[str, ExitView]]


def path(v: TabletopView, n: Notes, goals: Iterable[str], *, bars: bool, held: bool = False) -> Steps:
    """Return the way from here to the nearest of the rooms as (room, exit) steps; empty if none can be reached.

    `bars` says whether barred exits are gone through, `held` whether rooms with foes are.
    """
    rooms = {room.id: room for room in v.rooms}
    wanted, seen = set(goals), {v.room}
    queue: list[tuple[str, Steps]] = [(v.room, [])]
    for at, steps in queue:
        if at in wanted:
            return steps
        if at not in rooms:
            continue
        for way in rooms[at].exits:
            if not way.to or way.to in seen or (way.bar and not bars) or not rooms[way.to].entered:
                continue
            if way.to in n.held and not held and way.to not in wanted:
                continue
            seen.add(way.to)
            queue.append((way.to, [*steps, (at, way)]))
    return []


def explore(v: TabletopView, o: Offered, n: Notes) -> str:
    """Return the next step to a room nobody has seen: free ways first, then held rooms, then what is barred."""
    for bars, held in ((False, False), (True, False)):
        rooms = [room for room in v.rooms if room.entered and _open_ends(v, n, room, bars=bars)]
        spots = [room for room in rooms if held or room.id not in n.held]
        for some in (_nearest(v, n, spots), spots):
            if text := _on(v, o, n, some, bars=bars, held=held):
                return text
    return _to_held(v, o, n)


def _on(v: TabletopView, o: Offered, n: Notes, spots: list[RoomView], *, bars: bool, held: bool) -> str:
    """Return the next step through an open end of one of these rooms: of this one, or else of the nearest."""
    for room in (one for one in spots if one.id == v.room):
        for way in _open_ends(v, n, room, bars=bars):
            if text := pass_exit(v, o, n, way):
                return text
            n.asked[_key(room.id, way)] = TRIES
    steps = path(v, n, [room.id for room in spots if room.id != v.room], bars=bars, held=held)
    return pass_exit(v, o, n, steps[0][1]) if steps else ""


def _nearest(v: TabletopView, n: Notes, spots: list[RoomView]) -> list[RoomView]:
    """Return the rooms nearest to one that was seen from afar and is looked for; none where there is no such room."""
    goal = next((room for room in v.rooms if room.id == n.goal and not room.entered), None)
    if goal is None:
        return []
    far = {room.id: abs(room.x - goal.x) + abs(room.y - goal.y) for room in spots}
    return [room for room in spots if far[room.id] == min(far.values())]


def _to_held(v: TabletopView, o: Offered, n: Notes) -> str:
    """Go back to foes that were left behind, a few times and as long as the party is a party."""
    worth = [room for room, times in n.held.items() if room != v.room and times <= STUBBORN]
    if len(v.party) < 3 or health(v) < WORN:
        return ""
    for bars in (False, True):
        steps = path(v, n, worth, bars=bars, held=True)
        if steps and (text := pass_exit(v, o, n, steps[0][1])):
            return text
    return ""


def _open_ends(v: TabletopView, n: Notes, room: RoomView, *, bars: bool) -> list[ExitView]:
    ends = [way for way in unseen(v, room) if bars or not way.bar]
    return [way for way in ends if n.asked.get(_key(room.id, way), 0) < TRIES]


def home(v: TabletopView, o: Offered, n: Notes, *, through: bool = True) -> str:
    """Return the next step to the way out, or leave; only with `through` past foes that were left behind."""
    if text := o.any("leave"):
        return text
    for bars, held in ((False, False), (True, False), *(((False, True), (True, True)) if through else ())):
        steps = path(v, n, [n.entrance], bars=bars, held=held)
        if steps and (text := pass_exit(v, o, n, steps[0][1])):
            return text
    return ""


def pass_exit(v: TabletopView, o: Offered, n: Notes, way: ExitView) -> str:
    """Return what brings the party through an exit: ready first where nobody has been, then open, force or go."""
    room = here(v)
    if way.bar:
        text = _bar(v, o, way)
        if text and room is not None:
            n.tries(_key(room.id, way))
        return text
    entered = {one.id for one in v.rooms if one.entered}
    unknown = way.to not in entered
    if unknown and way.door == "shut" and room is not None and (text := _listen(v, o, n, room, way)):
        return text
    quiet = any(what == "none" for what, _ in way.signs) and way.to not in n.held
    if (unknown or way.to in n.held) and not quiet and not v.ready and "ready" in o:
        return "ready"
    return o.any(f"open {way.side}", f"go {way.side}")


def _listen(v: TabletopView, o: Offered, n: Notes, room: RoomView, way: ExitView) -> str:
    """Let the keenest ear listen once at a shut door before the party opens it (T22.36)."""
    if way.signs or f"{room.id} {way.side}" in n.heard:
        return ""
    text = best(v, [text for text in o.all("listen") if text.split()[1] == way.side], INTELLIGENCE)
    if text:
        n.heard.add(f"{room.id} {way.side}")
    return text


def _key(room: str, way: ExitView) -> str:
    return f"pass {room} {way.side}"


def _bar(v: TabletopView, o: Offered, way: ExitView) -> str:
    """Return a deed at what bars an exit."""
    side = way.side
    keys = [text for text in o.all("use") if text.startswith("use key-of-opening ") and text.endswith(f" on {side}")]
    touch = [text for text in o.all("cast") if text.startswith("cast magpies-touch ") and text.endswith(f" {side}")]
    match way.bar:
        case "stuck-door":
            return _strong(v, o, side)
        case "locked-door":
            picks = [text for text in o.all("pick") if text.split()[1] == side]
            return best(v, picks, AGILITY) or _strong(v, o, side)
        case "magically-locked-door":
            found = o.any(f"open {side}") or best(v, touch, INTELLIGENCE) or (keys[0] if keys else "")
            return found or best(v, o.all("search"), INTELLIGENCE)
        case "chasm":
            return o.any(f"cross {side}", "cross")
        case "fallen-passage":
            return best(v, [text for text in o.all("dig") if len(text.split()) == 2 or text.endswith(side)], STRENGTH)
        case "swift-stream":
            return o.any(f"wade {side}", "wade")
    return ""


def _strong(v: TabletopView, o: Offered, side: str) -> str:
    return best(v, [text for text in o.all("force") if text.split()[1] == side], STRENGTH)
