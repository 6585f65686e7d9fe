"""What places and the things in them look like: descriptions from content and texts, chosen without any draw.

Which of several texts a place has follows from the seed, the floor and the spot, so a place looks the same each time.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from undercroft.engine.text import Texts
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import monsters
from undercroft.rulebooks.descent.views import DescentView, FightView, FloorView, RoomView, ThingView

DEPTHS = ("upper", "middle", "lower")
"""Parts of the way down, each with rooms of its own."""
STRIDES = (5, 7, 11, 13, 17, 19, 23)
"""How far on in a list of texts the next place's begins, by the seed; primes to the lists' lengths, so that a list is
gone through before any of it comes again.
"""
ROW = 7
"""Places that a row of cells is further on."""


def place(v: DescentView, floor: FloorView | None, texts: Texts) -> Iterator[str]:
    """Yield what is told of a place on coming in: the room, or the floor at the foot of its stair; the counter."""
    room = _room(v, floor)
    if v.outcome:
        return
    if room is not None and (v.fight is None or v.fight.room == room.id):
        yield chamber(v, room, texts)
    elif floor is not None and v.cell == floor.up:
        yield content.floor(floor.number).description
    if v.wares or (room is not None and room.store):
        yield counter(v.floor)


def closer(v: DescentView, floor: FloorView | None, texts: Texts) -> Iterator[str]:
    """Yield what else is to be seen by looking about."""
    room = _room(v, floor)
    if v.fight is not None:
        if room is not None and v.fight.room == room.id:
            yield content.catalogue().rooms["band"].description
        yield from _foes(v.fight, v.length, texts)
        return
    if floor is None:
        return
    if room is not None:
        yield _one(texts, "detail", v.seed, _place(v, v.floor - 1, room))
        yield from _features(room, texts)
        if room.things and room.chest != "open":
            yield content.catalogue().rooms["item"].description
        yield from _things(room.things)
    else:
        if v.cell != floor.up:
            yield content.floor(floor.number).description
        yield _one(texts, "passage", v.seed, v.floor + v.cell % v.figures.wide + ROW * (v.cell // v.figures.wide))
        yield from _things(v.here)


def chamber(v: DescentView, room: RoomView, texts: Texts) -> str:
    """Return what a room looks like."""
    parts = [min(floor * len(DEPTHS) // v.floors_in_all, len(DEPTHS) - 1) for floor in range(v.floor)]
    depth = parts[-1]
    return _one(texts, f"chamber.{DEPTHS[depth]}", v.seed, _place(v, parts.count(depth) - 1, room))


def counter(floor: int) -> str:
    """Return what the counter of a floor looks like; 0 is the courtyard."""
    return next(one.description for one in content.catalogue().counters.values() if one.floor == floor)


def of_thing(thing: ThingView) -> str:
    """Return what a thing looks like: as the party knows it, or as any of its sort."""
    tables = content.catalogue()
    return (tables.items[thing.kind] if thing.kind else tables.treasure[thing.sort]).description


def _room(v: DescentView, floor: FloorView | None) -> RoomView | None:
    return next((r for r in floor.rooms if r.id == v.room), None) if floor is not None else None


def _features(room: RoomView, texts: Texts) -> Iterator[str]:
    tables = content.catalogue()
    if room.chest:
        yield tables.rooms["chest"].description
    if room.gold:
        yield (tables.treasure["coins"] if room.chest == "open" else tables.rooms["gold"]).description
    if room.map and room.chest == "open":
        yield tables.rooms["map"].description
    found = (room.vault, room.prize, "page" * bool(room.pages), "statue" * bool(room.statue), "bath" * room.bath)
    yield from (texts.get(f"feature.{one}") for one in found if one)


def _things(things: tuple[ThingView, ...]) -> Iterator[str]:
    yield from (f"{thing.name[:1].upper()}{thing.name[1:]}: {of_thing(thing)}" for thing in things)


def _foes(fight: FightView, length: str, texts: Texts) -> Iterator[str]:
    """Yield each foe with its condition, and what its kind looks like beside the first of it."""
    told: set[str] = set()
    for foe in fight.foes:
        condition = texts.get(f"scene.condition.{foe.condition}")
        looks = "." if foe.kind in told else f": {monsters.row(foe.kind, length).description}"
        told.add(foe.kind)
        yield f"{foe.name} ({foe.id}, {condition}){looks}"


def _place(v: DescentView, floors: int, room: RoomView) -> int:
    """Return which of the places of a run a room is, so many floors of its sort lying above it."""
    return floors * len(v.figures.blocks) + room.block


def _one(texts: Texts, kind: str, seed: int, place: int) -> str:
    """Return one of the texts of a kind, counted round: another seed begins elsewhere, and takes other strides."""
    keys = _keys(texts, kind)
    return texts.get(keys[(seed + STRIDES[seed % len(STRIDES)] * place) % len(keys)])


@cache
def _keys(texts: Texts, kind: str) -> tuple[str, ...]:
    return tuple(key for key in texts.templates if key.startswith(f"{kind}."))
