"""Generation (D7): how a floor is laid out and filled, from its own stream, whatever was played before.

What a floor holds depends on the seed, the quest length and the floor's number alone (D1.6). All of it is drawn at
once; pages and vaults have streams of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from undercroft.engine.streams import Stream
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import monsters
from undercroft.rulebooks.descent.halls import ALL_HALLS, BLOCKS, JUNCTION, NODES, Plan, sides
from undercroft.rulebooks.descent.monsters import Source, between
from undercroft.rulebooks.descent.records import Chest, Door, Floor, Item, Plate, Room, State, Wall, replace

EXTRA_HALLS = 4
"""Halls beyond the spanning tree (D7.2)."""
ROOMS = (9, 11)
"""Rooms on a floor, least and most (D7.10)."""
SECOND_DOOR = 50
"""In 100 that a room has a second door (D7.12)."""
SECRET = 12
"""In 100 that a door is secret, the floor's number added (D7.14)."""
STORE_EVERY = 3
"""Floors from one dungeon store to the next (D7.18)."""
STATUE, BATH, VAULT = 50, 35, 50
"""In 100 that a floor has the feature (D7.22)."""
WALL, PLATE = LOCKS = ("wall", "plate")
"""What may shut a vault, equally likely (D20.2)."""
CHEST_GOLD = (5, 15)
"""Chest gold: a draw between these times the floor, halved (D19.8)."""
CHEST_SECOND = 40
"""In 100 that a chest holds a second treasure (D19.8)."""
VAULT_THINGS, VAULT_DEEPER = 2, 3
"""Treasures in a vault, and how many floors deeper than the vault's own they are drawn for (D20.12)."""
VAULT_LIGHT, LIGHT = 10, "light-of-life"
"""In 100 that a vault holds one of these as well (D20.12)."""


class Made(NamedTuple):
    """All rows of a new floor: the floor, its rooms and doors, chests by room, items by id, locks of vaults by room."""

    floor: Floor
    rooms: tuple[Room, ...]
    doors: tuple[Door, ...]
    chests: tuple[tuple[str, Chest], ...]
    items: tuple[tuple[str, Item], ...]
    walls: tuple[tuple[str, Wall], ...] = ()
    plates: tuple[tuple[str, Plate], ...] = ()


class Treasure(NamedTuple):
    """One draw on the treasure table: coins, or the kind of one thing."""

    gold: int
    kind: str


def make(s: State, number: int, stream: Stream, pages: Stream, vaults: Stream) -> Made:
    """Make a floor from its stream, pages from that of D7.29, insides of vaults from a third.

    Of the state only the quest length is read.
    """
    quest = content.quest(s.setup.length)
    halls = lay_halls(stream)
    up, down = place_stairs(stream, halls)
    rooms = {block: Room(f"room-{number}.{block}", number, block) for block in choose_blocks(stream, halls)}
    special = choose_special(stream, rooms, number, quest)
    doors = [door for block in rooms for door in hang_doors(stream, number, block, halls, block in special.values())]
    others = [block for block in rooms if block != special.get("store")]
    for block, feature in choose_features(stream, others):
        rooms[block] = replace(rooms[block], **feature)
    for page in deal_pages(pages, number, quest):
        block = stream.pick(others)
        rooms[block] = replace(rooms[block], pages=(*rooms[block].pages, page))
    for kind in ("store", "book", "king"):
        if kind in special:
            block = special[kind]
            facts: dict[str, str | bool] = {"store": True} if kind == "store" else {"prize": kind}
            rooms[block] = replace(rooms[block], **facts)
    loot = Loot(number, stream)
    for block in others:
        rooms[block] = fill(s, stream, rooms[block], loot, map_here=block == special["map"])
    shut = [room for room in rooms.values() if room.vault]
    for room in shut:
        stock_vault(vaults, room, loot)
    last = number == quest.floors
    return Made(
        Floor(number, tuple(halls), up, -1 if last else down),
        tuple(rooms.values()), tuple(doors), tuple(loot.chests), tuple(loot.items),
        tuple((room.id, Wall(number, combination(vaults, number))) for room in shut if room.vault == WALL),
        tuple((room.id, Plate(number, solution(vaults, number))) for room in shut if room.vault == PLATE),
    )  # fmt: skip


def lay_halls(stream: Stream) -> list[tuple[int, int]]:
    """Draw the halls: a spanning tree in shuffled order, and the first few of those left over (D7.2)."""
    group = list(range(len(NODES)))
    kept, spare = [], []
    for hall in stream.shuffled(ALL_HALLS):
        one, other = group[hall[0]], group[hall[1]]
        if one == other:
            spare.append(hall)
        else:
            group = [one if g == other else g for g in group]
            kept.append(hall)
    return sorted([*kept, *spare[:EXTRA_HALLS]])


def place_stairs(stream: Stream, halls: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Draw the cell of the stair up, and find that of the stair down: the farthest of its sort (D7.6, D7.7)."""
    plan = Plan(halls, -1, -1)
    sort = [node for node in plan.nodes if plan.kind(node) == "dead end"]
    if len(sort) < 2:
        sort = [node for node in plan.nodes if len(plan.ways(node)) < JUNCTION]
    up = stream.pick(sort)
    paces = plan.paces([up])
    # Cells go row by row, and `max` keeps the first of equals: ties go to the lowest row, then column.
    return up, max([node for node in sort if node != up], key=lambda node: paces[node])


def choose_blocks(stream: Stream, halls: Iterable[tuple[int, int]]) -> list[int]:
    """Draw which blocks are rooms, in order (D7.10)."""
    along = [block for block in BLOCKS if hall_sides(block, halls)]
    return sorted(stream.shuffled(along)[: stream.between(*ROOMS)])


def hall_sides(block: int, halls: Iterable[tuple[int, int]]) -> list[tuple[str, int]]:
    """Return the sides of a block that a hall runs along, each with the cell that its door would join."""
    return [(side, cell) for side, (hall, cell) in sides(block).items() if hall in halls]


def choose_special(stream: Stream, blocks: Iterable[int], number: int, quest: content.Quest) -> dict[str, int]:
    """Draw different rooms for the map and for what else this floor has of store, book and king (D7.16 to D7.18)."""
    wanted = ["map"]
    if number % STORE_EVERY == 0:
        wanted.append("store")
    if number == quest.book:
        wanted.append("book")
    if number == quest.floors:
        wanted.append("king")
    return dict(zip(wanted, stream.shuffled(blocks), strict=False))


def hang_doors(
    stream: Stream, number: int, block: int, halls: Iterable[tuple[int, int]], special: bool
) -> list[Door]:  # fmt: skip
    """Draw a room's one or two doors; the first of a special room is plain if all would be secret (D7.12 to D7.16)."""
    chosen = stream.shuffled(hall_sides(block, halls))
    if not (len(chosen) > 1 and _hits(stream, SECOND_DOOR)):
        chosen = chosen[:1]
    doors = [
        Door(f"room-{number}.{block}", side, number, cell, secret=_hits(stream, SECRET + number))
        for side, cell in chosen[:2]
    ]
    if special and all(door.secret for door in doors):
        doors[0] = replace(doors[0], secret=False)
    return doors


def choose_features(stream: Stream, blocks: Sequence[int]) -> list[tuple[int, dict[str, str | bool]]]:
    """Draw which of statue, Bath and vault the floor has, each in one of the rooms; and the lock (D7.22, D20.2)."""
    found: list[tuple[int, dict[str, str | bool]]] = []
    for kind, chance in (("statue", STATUE), ("bath", BATH), ("vault", VAULT)):
        if _hits(stream, chance):
            block = stream.pick(blocks)
            found.append((block, {kind: stream.pick(LOCKS) if kind == "vault" else True}))
    return found


@cache
def _all_pages() -> tuple[str, ...]:
    return tuple(kind for kind, spell in content.catalogue().spells.items() for _ in range(spell.pages))


def deal_pages(stream: Stream, number: int, quest: content.Quest) -> list[str]:
    """Shuffle all pages of the run and return those dealt to a floor (D7.21, D7.29)."""
    return stream.shuffled(_all_pages())[(number - 1) * quest.pages : number * quest.pages]


class Loot:
    """Chests and things of a floor as they are drawn; things of each sort are numbered from 1."""

    def __init__(self, number: int, stream: Stream) -> None:
        self.number = number
        self.stream = stream
        self.chests: list[tuple[str, Chest]] = []
        self.items: list[tuple[str, Item]] = []
        self._made: dict[str, int] = {}

    def lay(self, kind: str, place: str) -> None:
        sort = content.item(kind).sort
        self._made[sort] = self._made.get(sort, 0) + 1
        self.items.append((f"{sort}-{self.number}.{self._made[sort]}", Item(kind, place)))

    def draw(self, place: str) -> int:
        """Make one draw on the treasure table; a thing is laid, coins are returned."""
        found = draw_treasure(self.stream, self.number)
        if found.kind:
            self.lay(found.kind, place)
        return found.gold

    def chest(self, room: str) -> None:
        gold = self.stream.between(*CHEST_GOLD) * self.number // 2 + self.draw(f"chest:{room}")
        if _hits(self.stream, CHEST_SECOND):
            gold += self.draw(f"chest:{room}")
        self.chests.append((room, Chest(self.number, gold)))


def fill(s: State, stream: Stream, room: Room, loot: Loot, *, map_here: bool) -> Room:
    """Draw what a room holds by the room table (D7.23)."""
    number = room.floor
    table = content.catalogue().rooms
    band: tuple[str, ...] = ()
    if room.prize:
        band = monsters.draw_guarded(stream, s, number, room.prize)
    elif _hits(stream, table["band"].map_chance if map_here else table["band"].chance):
        band = monsters.draw_band(stream, s, number)
    chest = _hits(stream, table["chest"].chance)
    gold = 0
    if _hits(stream, table["gold"].chance):
        row = table["gold"]
        gold = row.plus + stream.between(row.low, row.high) * number
    if _hits(stream, table["item"].chance):
        gold += loot.draw(f"room:{room.id}")
    where = ""
    if map_here:
        where = "chest" if _hits(stream, table["map"].chance) else "open"
    if chest or where == "chest":
        loot.chest(room.id)
    return replace(room, band=band, gold=gold, map=where)


def stock_vault(stream: Stream, room: Room, loot: Loot) -> None:
    """Draw the things in a vault; its gold needs no draw (D20.12)."""
    place = f"vault:{room.id}"
    for _ in range(VAULT_THINGS):
        kind = ""
        while not kind:  # Coins are drawn again.
            kind = draw_treasure(stream, room.floor + VAULT_DEEPER).kind
        loot.lay(kind, place)
    if _hits(stream, VAULT_LIGHT):
        loot.lay(LIGHT, place)


def combination(source: Source, floor: int) -> str:
    """Draw the digits of a tumbler wall of a floor, the first ring's first; digits may repeat (D20.5)."""
    row = content.floor(floor)
    return "".join(f"{between(source, 0, row.values - 1)}" for _ in range(row.rings))


def solution(source: Source, floor: int) -> tuple[int, ...]:
    """Draw the studs whose pushing makes, and opens, a lock plate of a floor, in order (D21.6)."""
    row = content.floor(floor)
    studs = list(range(1, row.rows * row.columns + 1))
    return tuple(sorted(studs.pop(between(source, 0, len(studs) - 1)) for _ in range(row.pushes)))


DRAWN_SORTS = {
    "bottle": ("bottles", content.BOTTLE_SIDES),
    "scroll": ("scrolls", content.SCROLL_SIDES),
    "lantern": ("lanterns", content.LANTERN_SIDES),
    "charm": ("charms", content.CHARM_SIDES),
}
"""Treasure rows that go on to a table of their own, and its die (T2 to T5)."""
GEAR_SORTS = {"weapon": "weapons", "armour": "armours", "shield": "shields"}
"""Treasure rows of worn things (T6 to T8)."""


def draw_treasure(stream: Stream, floor: int) -> Treasure:
    """Make one draw on the treasure table for a floor (T1 to T8)."""
    sort, row = _row(stream.between(1, content.TREASURE_SIDES))
    if sort == "coins":
        return Treasure(stream.between(row.low, row.high) * floor, "")
    if sort in DRAWN_SORTS:
        table, die = DRAWN_SORTS[sort]
        return Treasure(0, _faces(table)[stream.below(die)])
    return Treasure(0, stream.pick(stocked(GEAR_SORTS[sort], floor + row.deeper)))


def _row(face: int) -> tuple[str, content.Treasure]:
    return next(
        (key, row) for key, row in content.catalogue().treasure.items() if row.draw_low <= face <= row.draw_high
    )


@cache
def _faces(table: str) -> tuple[str, ...]:
    """Return what each face of a drawn table's die brings, from 1 up."""
    rows: Mapping[str, content.Drawn] = getattr(content.catalogue(), table)
    return tuple(key for key, row in rows.items() for _ in range(row.draw_low, row.draw_high + 1) if row.draw_low)


@cache
def stocked(table: str, floor: int) -> tuple[str, ...]:
    """Return the kinds of gear first stocked in the courtyard or on a floor no deeper than this (T6)."""
    rows: Mapping[str, content.Gear] = getattr(content.catalogue(), table)
    return tuple(key for key, row in rows.items() if content.COURTYARD <= row.stocked <= floor)


def _hits(stream: Stream, chance: int) -> bool:
    return stream.between(1, 100) <= chance
