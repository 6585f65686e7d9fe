"""What is hidden from the party, and the same game with other secrets (for proofs that nothing leaks)."""

from __future__ import annotations

from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import effects, gear
from undercroft.rulebooks.descent.records import Chest, Ctx, Event, Item, Room, State, replace


def secrets(s: State) -> frozenset[str]:
    """Return a name for each hidden thing: rooms not seen into, shut chests, hidden doors, unnamed things."""
    found = [f"inside {room.id}" for room in s.rooms.values() if not _seen(room)]
    found += [f"whereabouts of the band of {room.id}" for room in s.rooms.values() if room.gone]
    found += [f"pages of {room.id}" for room in s.rooms.values() if room.pages]
    found += [f"chest of {key}" for key, chest in s.chests.items() if not chest.open]
    found += [f"door {key}" for key, door in s.doors.items() if not door.known]
    found += [f"kind of {key}" for key in s.items if not gear.is_named(s, key)]
    return frozenset(found)


class Redealt(Event, tag="descent.redealt"):
    """What is hidden was dealt anew: it happens in twins alone, never in a game."""

    hidden = True
    rooms: tuple[Room, ...]
    chests: tuple[tuple[str, Chest], ...]
    unchested: tuple[str, ...]
    items: tuple[tuple[str, Item], ...]
    undoored: tuple[str, ...]

    def seen_by(self, s: State) -> tuple[str, ...]:
        return ()

    def apply(self, s: State) -> None:
        for room in self.rooms:
            s.rooms[room.id] = room
        for key in self.unchested:
            del s.chests[key]
        for key, chest in self.chests:
            s.chests[key] = chest
        for key, item in self.items:
            s.items[key] = item
        for key in self.undoored:
            del s.doors[key]


def redeal(ctx: Ctx) -> None:
    """Change what the party cannot know: unseen rooms trade contents, shut chests and unnamed things change."""
    s = ctx.state
    rooms: dict[str, Room] = {}
    chests: dict[str, Chest] = {}
    unchested: list[str] = []
    items: dict[str, Item] = {}
    for one, other in _pairs(s):
        rooms[one.id], rooms[other.id] = _inside(one, other), _inside(other, one)
        for here, there in ((one.id, other.id), (other.id, one.id)):
            if (chest := s.chests.get(there)) is not None:
                chests[here] = chest
            elif here in s.chests:
                unchested.append(here)
            for spot in ("room", "chest"):
                for key in s.items.keys_where(f"{spot}:{there}"):
                    items[key] = replace(s.items[key], place=f"{spot}:{here}")
    for key, chest in s.chests.items():
        if not chest.open and key not in rooms:
            chests[key] = replace(chest, gold=chest.gold + 1)
    for key, item in s.items.items():
        if not gear.is_named(s, key):
            items[key] = replace(items.get(key, item), kind=_other_kind(s, item))
    undoored = tuple(
        key
        for key, door in s.doors.items()
        if not door.known and any(d.known for d in s.doors.where(door.room)) and not _seen(s.rooms[door.room])
    )
    ctx.emit(Redealt(tuple(rooms.values()), tuple(chests.items()), tuple(unchested), tuple(items.items()), undoored))


def _seen(room: Room) -> bool:
    return room.entered or room.told


def _pairs(s: State) -> list[tuple[Room, Room]]:
    """Return unseen rooms of one floor by twos; what was heard or is in sight stays where it is."""
    sighted = {d.room for d in s.doors.values() if (d.floor, d.cell) == (s.place.floor, s.place.cell) and d.known}
    pairs = []
    for number in s.floors:
        free = [
            room
            for room in s.rooms.where(number)
            if not _seen(room) and not room.heard and not (effects.sight(s) and room.id in sighted)
        ]
        pairs += list(zip(free[::2], free[1::2], strict=False))
    return pairs


def _inside(mine: Room, other: Room) -> Room:
    return replace(
        other, id=mine.id, floor=mine.floor, block=mine.block, known=mine.known, entered=mine.entered, told=mine.told,
        heard=mine.heard, gone=mine.gone,
    )  # fmt: skip


def _other_kind(s: State, item: Item) -> str:
    sort = content.item(item.kind).sort
    kinds = [
        key
        for key, entry in content.catalogue().items.items()
        if entry.sort == sort and key not in s.lore.kinds and isinstance(entry, content.Thing) and entry.draw_high
    ]
    return kinds[(kinds.index(item.kind) + 1) % len(kinds)] if item.kind in kinds else item.kind
