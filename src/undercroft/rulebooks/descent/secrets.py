"""What is hidden from the party, and the same game with other secrets (for proofs that nothing leaks)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import effects, gear, vaults
from undercroft.rulebooks.descent.records import Chest, Ctx, Event, Item, Plate, Room, State, Wall, replace


def secrets(s: State) -> frozenset[str]:
    """Return a name for each hidden thing: rooms not seen into, shut chests and vaults, hidden doors and those passed
    by, unnamed things.

    A lock plate hides nothing: its raised studs tell how it opens.
    """
    found = [f"inside {room.id}" for room in s.rooms.values() if not _seen(room)]
    found += [f"kind in {room.id}" for room in s.rooms.values() if not (room.heard or room.sighted or _seen(room))]
    found += [f"whereabouts of the band of {room.id}" for room in s.rooms.values() if room.gone]
    found += [f"pages of {room.id}" for room in s.rooms.values() if room.pages]
    found += [f"chest of {key}" for key, chest in s.chests.items() if not chest.open]
    found += [f"vault of {room.id}" for room in s.rooms.values() if room.vault]
    for key, wall in s.walls.items():
        if _other_wall(s, key, wall) is not wall:
            found.append(f"combination of {key}")
            found += [] if _first_shown(s, key) else [f"first ring of {key}"]
    found += [f"door {key}" for key, door in s.doors.items() if not door.known]
    found += [f"kind of {key}" for key in s.items if not gear.is_named(s, key)]
    found += [f"passing by {key}" for key in s.lessons.passed]
    return frozenset(found)


class Redealt(Event, tag="descent.redealt"):
    """What is hidden was dealt anew: it happens in twins alone, never in a game."""

    hidden = True
    rooms: tuple[Room, ...]
    chests: tuple[tuple[str, Chest], ...]
    unchested: tuple[str, ...]
    items: tuple[tuple[str, Item], ...]
    undoored: tuple[str, ...]
    walls: tuple[tuple[str, Wall], ...]
    plates: tuple[tuple[str, Plate], ...]

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
        for key in list(s.walls):
            del s.walls[key]
        for key in list(s.plates):
            del s.plates[key]
        for key, wall in self.walls:
            s.walls[key] = wall
        for key, plate in self.plates:
            s.plates[key] = plate
        s.lessons = replace(s.lessons, passed=())


def redeal(ctx: Ctx) -> None:
    """Change what the party cannot know: unseen rooms trade contents; chests, vaults and unnamed things change."""
    s = ctx.state
    rooms: dict[str, Room] = {}
    chests: dict[str, Chest] = {}
    unchested: list[str] = []
    items: dict[str, Item] = {}
    traded = {room.id: room.id for room in s.rooms.values()}
    for one, other in _pairs(s):
        rooms[one.id], rooms[other.id] = _inside(one, other), _inside(other, one)
        for here, there in ((one.id, other.id), (other.id, one.id)):
            traded[there] = here
            if (chest := s.chests.get(there)) is not None:
                chests[here] = chest
            elif here in s.chests:
                unchested.append(here)
            for spot in ("room", "chest", "vault"):
                for key in s.items.keys_where(f"{spot}:{there}"):
                    items[key] = replace(s.items[key], place=f"{spot}:{here}")
    for key, chest in s.chests.items():
        if not chest.open and key not in rooms:
            chests[key] = replace(chest, gold=chest.gold + 1)
    for key, item in s.items.items():
        if not gear.is_named(s, key):
            items[key] = replace(items.get(key, item), kind=_other_kind(s, item))
        elif item.place.startswith("vault:"):
            items[key] = replace(items.get(key, item), kind=_next_kind(item))
    undoored = tuple(
        key
        for key, door in s.doors.items()
        if not door.known and any(d.known for d in s.doors.where(door.room)) and not _seen(s.rooms[door.room])
    )
    walls = tuple((traded.get(key, key), _other_wall(s, key, wall)) for key, wall in s.walls.items())
    plates = tuple((traded.get(key, key), plate) for key, plate in s.plates.items())
    ctx.emit(
        Redealt(
            tuple(rooms.values()), tuple(chests.items()), tuple(unchested), tuple(items.items()), undoored,
            walls, plates,
        )
    )  # fmt: skip


def _seen(room: Room) -> bool:
    return room.entered or room.told


def _pairs(s: State) -> list[tuple[Room, Room]]:
    """Return unseen rooms of one floor by twos; what was heard or is in sight stays where it is."""
    near = {d.room for d in s.doors.values() if (d.floor, d.cell) == (s.place.floor, s.place.cell) and d.known}
    pairs = []
    for number in s.floors:
        free = [
            room
            for room in s.rooms.where(number)
            if not (_seen(room) or room.heard or room.sighted or (effects.sight(s) and room.id in near))
        ]
        pairs += list(zip(free[::2], free[1::2], strict=False))
    return pairs


def _inside(mine: Room, other: Room) -> Room:
    return replace(
        other, id=mine.id, floor=mine.floor, block=mine.block, known=mine.known, entered=mine.entered, told=mine.told,
        heard=mine.heard, gone=mine.gone, sighted=mine.sighted,
    )  # fmt: skip


def _other_kind(s: State, item: Item) -> str:
    sort = content.item(item.kind).sort
    kinds = [
        key
        for key, entry in content.catalogue().items.items()
        if entry.sort == sort and key not in s.lore.kinds and isinstance(entry, content.Thing) and entry.draw_high
    ]
    return kinds[(kinds.index(item.kind) + 1) % len(kinds)] if item.kind in kinds else item.kind


def _next_kind(item: Item) -> str:
    sort = content.item(item.kind).sort
    kinds = [key for key, entry in content.catalogue().items.items() if entry.sort == sort]
    return kinds[(kinds.index(item.kind) + 1) % len(kinds)]


def _first_shown(s: State, lock: str) -> bool:
    """Say whether a rogue works this wall now (D20.10)."""
    at = s.find(vaults.AtWall)
    return at is not None and at.lock == lock and vaults.knows_first(s.members[at.member])


def _other_wall(s: State, lock: str, wall: Wall) -> Wall:
    """Return the wall with another combination that would have answered every guess alike, if there is one."""
    first = wall.combination[0] if _first_shown(s, lock) else vaults.values(wall)
    for other in _combinations(first, wall):
        if all(vaults.answer(other, guess.digits) == (guess.placed, guess.moved) for guess in wall.guesses):
            return replace(wall, combination=other)
    return wall


def _combinations(first: str, wall: Wall) -> Iterator[str]:
    for digits in product(first, *[vaults.values(wall)] * (len(wall.combination) - 1)):
        if (found := "".join(digits)) != wall.combination:
            yield found
