"""What is hidden from the players, and the same game with other secrets (for proofs that nothing leaks).

A game master at a table sees everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from undercroft.rulebooks.tabletop import dungeons, fighters, flight, magic_items, monsters, searching, traps, ways
from undercroft.rulebooks.tabletop.records import (
    Adventure,
    Character,
    Chest,
    Ctx,
    Event,
    Feature,
    Foe,
    Group,
    Lot,
    Magic,
    Room,
    State,
    Trap,
    Way,
    replace,
)

KOBOLD, FACES = "kobold", range(1, 7)
"""Who has a gift, and the faces of the die that gives it (T11.29)."""


def secrets(s: State, seat: str) -> frozenset[str]:
    """Return a name for each hidden thing: rooms not entered, who waits there, what is not found, what is not known."""
    if fighters.sees_all(s, seat):
        return frozenset()
    found = [f"room {room.id}" for room in s.rooms.values() if not _known(room)]
    found += [f"inside {room.id}" for room in s.rooms.values() if not room.entered]
    found += [f"group {group.id}" for group in s.groups.values() if not group.mood and not group.gone]
    found += [f"treasure of {group.id}" for group in s.groups.values() if group.lot != Lot()]
    found += [f"door {way.id}" for way in s.ways.values() if _is_hidden(s, way)]
    found += [f"trap {key}" for key in s.traps if _unfound(s, key)]
    found += [f"hidden chest {key}" for key, chest in s.chests.items() if not chest.found]
    found += [f"chest {key}" for key, chest in s.chests.items() if not chest.open]
    found += [f"lever {key}" for key, feature in s.features.items() if _has_lever(feature)]
    found += [f"gift of {foe.id}" for foe in s.foes.values() if _has_secret_gift(foe)]
    found += [f"{look} {number}" for look, count in _unknown(s).items() for number in range(count)]
    return frozenset([*found, "lurkers"] if s.foes.keys_where(flight.LURKERS) else found)


def _known(room: Room) -> bool:
    return room.entered or room.shown


def _is_hidden(s: State, way: Way) -> bool:
    return way.secret and not way.found and not s.rooms[way.far].entered


def _unfound(s: State, room: str) -> bool:
    trap = traps.set_trap(s, room)
    return trap is not None and not trap.found


def _has_lever(feature: Feature) -> bool:
    return feature.difficulty > 0 and not feature.found and not feature.open


def _unknown(s: State) -> Counter[str]:
    """Count the unknown items by their looks, wherever they are."""
    lots = [
        *(room.floor for room in s.rooms.values()), *(group.lot for group in s.groups.values()),
        *(chest.lot for chest in s.chests.values()), *(feature.lot for feature in s.features.values()),
    ]  # fmt: skip
    everywhere = [one for lot in lots for one in lot.items]
    everywhere += [one for c in s.characters.values() for one in c.items]
    return Counter(magic_items.looks(one) for one in everywhere if not one.known)


class Redealt(Event, tag="tabletop.redealt"):
    """What is hidden was dealt anew: it happens in twins alone, never in a game."""

    hidden = True
    adventure: Adventure
    characters: tuple[Character, ...] = ()
    rooms: tuple[Room, ...] = ()
    ways: tuple[Way, ...] = ()
    groups: tuple[Group, ...] = ()
    foes: tuple[Foe, ...] = ()
    chests: tuple[Chest, ...] = ()
    traps: tuple[Trap, ...] = ()
    features: tuple[Feature, ...] = ()
    gone: tuple[tuple[str, str], ...] = ()
    """(Table, key) of what is there no more."""

    def seen_by(self, s: State) -> tuple[str, ...]:
        return ()

    def apply(self, s: State) -> None:
        s.adventure = self.adventure
        for table, key in self.gone:
            del getattr(s, table)[key]
        for c in self.characters:
            s.characters[c.id] = c
        dungeons.lay(s, self)


def redeal(ctx: Ctx, seat: str) -> None:
    """Change what the seat cannot know: unseen rooms trade contents, what else is hidden is another or nowhere."""
    s = ctx.state
    if fighters.sees_all(s, seat):
        return
    traded = _traded(s)
    here = {room: there for there, room in traded.items()}
    gone = dict.fromkeys(_gone(s))
    for table in ("chests", "traps", "features"):
        gone |= {(table, room): None for room in traded if room in getattr(s, table)}
    ctx.emit(
        Redealt(
            replace(s.adventure, captive=here.get(s.adventure.captive, s.adventure.captive)),
            tuple(replace(c, items=_others(c.items)) for c in s.characters.values() if c.items),
            tuple(_room(s, room, traded) for room in s.rooms.values()),
            tuple(_way(s, way) for way in s.ways.values() if ("ways", way.id) not in gone),
            tuple(_group(group, here) for group in s.groups.values()),
            tuple(
                replace(foe, gift=_gift(foe)) for foe in s.foes.values() if _has_secret_gift(foe) and not _lurks(foe)
            ),
            tuple(_chest(s, one) for one in _moved("chests", s.chests, here, gone)),
            tuple(_trap(one) for one in _moved("traps", s.traps, here, gone)),
            tuple(_feature(s, one) for one in _moved("features", s.features, here, gone)),
            tuple(gone),
        )
    )  # fmt: skip


def _traded(s: State) -> dict[str, str]:
    """Return for each unseen room the one whose contents it gets; what bars a way stays where it is."""
    free = [key for key, room in s.rooms.items() if not _known(room) and not _bars(s, key)]
    pairs = list(zip(free[::2], free[1::2], strict=False))
    return {one: other for pair in pairs for one, other in (pair, pair[::-1])}


def _bars(s: State, room: str) -> bool:
    return room in s.features and s.features[room].way != ""


def _gone(s: State) -> Iterator[tuple[str, str]]:
    """Yield what might as well not be there: no Dwarf has sensed it, and it bars nothing that is seen."""
    for key, room in s.rooms.items():
        if not room.entered:
            continue
        if _unfound(s, key):
            yield "traps", key
        if key in s.chests and not s.chests[key].found and searching.TREASURE not in room.sensed:
            yield "chests", key
    for way in s.ways.values():
        if _is_hidden(s, way) and s.rooms[way.near].entered and searching.DOOR not in s.rooms[way.near].sensed:
            yield "ways", way.id
    for foe in s.foes.keys_where(flight.LURKERS):
        yield "foes", foe


def _lurks(foe: Foe) -> bool:
    return foe.group == flight.LURKERS


def _moved(
    name: str, table: Mapping[str, Any], here: dict[str, str], gone: Mapping[tuple[str, str], None]
) -> Iterator[Any]:
    """Yield the rows of a table that are still there, each with the room where it is now."""
    for key, row in table.items():
        if key in here or (name, key) not in gone:
            yield replace(row, room=here.get(key, key))


def _room(s: State, room: Room, traded: dict[str, str]) -> Room:
    other = s.rooms[traded.get(room.id, room.id)]
    return replace(room, kind=other.kind, furniture=other.furniture, floor=_other_lot(other.floor))


def _way(s: State, way: Way) -> Way:
    if not _is_hidden(s, way):
        return way
    return replace(way, place=_elsewhere(s, way.near, way.place), difficulty=_harder(way.difficulty))


def _group(group: Group, here: dict[str, str]) -> Group:
    lot = _other_lot(group.lot)
    if lot != Lot():
        lot = replace(lot, silver=lot.silver + 1)
    if group.mood or group.gone or group.room not in here:
        return replace(group, lot=lot)
    return replace(group, lot=lot, room=here[group.room], home=here.get(group.home, group.home))


def _has_secret_gift(foe: Foe) -> bool:
    """Say whether nobody has seen yet what a Kobold can do, if it can do anything (T11.29)."""
    return foe.kind == KOBOLD and not foe.used


def _gift(foe: Foe) -> str:
    gifts = tuple(dict.fromkeys(map(monsters.gift, FACES)))
    return gifts[(gifts.index(foe.gift) + 1) % len(gifts)] if foe.gift in gifts else foe.gift


def _chest(s: State, chest: Chest) -> Chest:
    lot = _other_lot(chest.lot)
    if not chest.open:
        lot = replace(lot, silver=lot.silver + 1)
    if chest.found:
        return replace(chest, lot=lot)
    place = _elsewhere(s, chest.room, chest.place)
    return replace(chest, lot=lot, place=place, difficulty=_harder(chest.difficulty))


def _trap(trap: Trap) -> Trap:
    return trap if trap.found or trap.state != traps.SET else replace(trap, number=trap.number + 1)


def _feature(s: State, feature: Feature) -> Feature:
    lot = _other_lot(feature.lot)
    if not _has_lever(feature):
        return replace(feature, lot=lot)
    place = _elsewhere(s, feature.room, feature.place)
    return replace(feature, lot=lot, place=place, difficulty=_harder(feature.difficulty))


def _elsewhere(s: State, room: str, place: str) -> str:
    places = ways.hiding_places(s.rooms[room].furniture)
    return places[(places.index(place) + 1) % len(places)] if place in places else places[0]


def _harder(difficulty: int) -> int:
    return difficulty % 16 + 1 if difficulty < 6 or difficulty == 16 else difficulty + 1


def _other_lot(lot: Lot) -> Lot:
    return replace(lot, items=_others(lot.items)) if lot.items else lot


def _others(items: tuple[Magic, ...]) -> tuple[Magic, ...]:
    """Return items of which the unknown ones are others that look alike."""
    return tuple(one if one.known else replace(one, kind=_other(one)) for one in items)


def _other(one: Magic) -> str:
    kinds = magic_items.alike(magic_items.looks(one))
    return kinds[(kinds.index(one.kind) + 1) % len(kinds)]
