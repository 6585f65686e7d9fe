"""Rooms and what joins them (T22.27): sides, exits and distances, read off the state."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import TypeVar

from undercroft.rulebooks.tabletop.records import State, Way

ENTRANCE = "room-1"
ROADSIDE = "road"
"""The room that stands for the side of the road; it is no part of a dungeon."""
SIDES: Mapping[str, tuple[int, int]] = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
"""The walls of a room, each with its step east and south on the map."""
OPPOSITE = {"north": "south", "east": "west", "south": "north", "west": "east"}
FLOOR, CEILING = "floor", "ceiling"
R = TypeVar("R", int, str)


def far_from(start: R, pairs: Iterable[tuple[R, R]]) -> dict[R, int]:
    """Return the distance in rooms of every room that can be reached from one, the nearest first."""
    beside: dict[R, list[R]] = {}
    for one, other in pairs:
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    found = {start: 0}
    left = deque([start])
    while left:
        here = left.popleft()
        for room in beside.get(here, ()):
            if room not in found:
                found[room] = found[here] + 1
                left.append(room)
    return found


def distances(s: State) -> dict[str, int]:
    """Return how many rooms from the entrance each room lies."""
    return far_from(ENTRANCE, [(way.near, way.far) for way in s.ways.values()])


def beyond(way: Way, room: str) -> str:
    """Return the room at the other end of a way."""
    return way.far if way.near == room else way.near


def side_in(way: Way, room: str) -> str:
    """Return the wall of a room that a way leaves by."""
    return way.side if way.near == room else OPPOSITE[way.side]


def ways_of(s: State, room: str) -> dict[str, Way]:
    """Return all ways of a room by the wall they leave by, secret ones included."""
    return {side_in(way, room): way for way in s.ways.values() if room in (way.near, way.far)}


def exits(s: State, room: str) -> dict[str, Way]:
    """Return the ways of a room that the party can see: a secret door only once it is found or was come through."""
    return {side: way for side, way in ways_of(s, room).items() if not way.secret or way.found or way.far == room}


def hiding_places(furniture: Iterable[tuple[str, str]]) -> list[str]:
    """Return where a feature of a room can be: its walls, floor and ceiling, and its furniture (T15.14)."""
    return [*SIDES, FLOOR, CEILING, *(piece for piece, _ in furniture)]
