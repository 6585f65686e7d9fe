"""The View records: what the party knows, as data.

A whitelist: front ends, bots and other programs work from it alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from functools import lru_cache

import msgspec

from undercroft.engine.view import View
from undercroft.rulebooks.descent.records import WIDTH


class ThingView(msgspec.Struct, frozen=True, gc=False):
    """A thing seen: `kind` is empty while it is unnamed; `figure` of `full` is its damage or protection."""

    id: str
    sort: str
    kind: str
    name: str
    figure: int = 0
    full: int = 0
    attack: int = 0
    hands: int = 0
    bow: bool = False
    cause: str = ""
    sells: int = 0
    memory: str = ""
    who: tuple[str, ...] = ()
    """The classes that may wear or ready it; empty: it is not worn."""


class EffectView(msgspec.Struct, frozen=True, gc=False):
    """A running effect: what it is, what started it, how long it lasts (steps, rounds or own turns; 0: the fight)."""

    kind: str
    name: str
    source: str
    good: bool
    left: int
    target: str = ""


class MemberView(msgspec.Struct, frozen=True, gc=False):
    """A member as the party knows it: everything."""

    id: str
    name: str
    cls: str
    rank: str
    state: str
    """standing, senseless or fallen (D2.13)."""
    health: int
    ceiling: int
    mana: int
    most_mana: int
    level: int
    experience: int
    next: int
    """Experience that the next level costs (D4.4)."""
    attack: int
    bonus: int
    defence: int
    protection: int
    damage: int
    strength: int
    agility: int
    wits: int
    reads: bool
    raises: int
    free: int
    """Free places in the pack."""
    outside: bool
    spells: tuple[tuple[str, int], ...]
    """Spells it can read now if it has the mana: (id, mana)."""
    effects: tuple[EffectView, ...]
    hand: ThingView | None
    arm: ThingView | None
    body: ThingView | None
    pack: tuple[ThingView, ...]


class DoorView(msgspec.Struct, frozen=True, gc=False):
    """A known door: its hall cell and the room behind. `heard` is the kind that was heard there, or "" (D11.1)."""

    id: str
    room: str
    cell: int
    heard: str
    behind: tuple[tuple[str, int], ...] | None = None
    """Each kind with its number, as good sight shows them or showed them last (D26.9); () for nothing alive."""


class StatueView(msgspec.Struct, frozen=True, gc=False):
    """What a Living Statue asks, in gold: the price it posts for naming a thing, to mend and to raise (D22)."""

    posted: int
    mends: int
    raises: int


class RoomView(msgspec.Struct, frozen=True, gc=False):
    """A known room; its contents are told only once it was entered or told (D14.12)."""

    id: str
    block: int
    entered: bool
    told: bool
    store: bool = False
    band: tuple[tuple[str, int], ...] | None = None
    """Each kind with its number; None for nothing alive."""
    gold: int = 0
    """Loose, and in an opened chest; as `map` and `things` are."""
    chest: str = ""
    """ "", "shut" or "open"."""
    map: bool = False
    prize: str = ""
    pages: int = 0
    """Loose pages lying here; their names are known only when they are taken (D25.6)."""
    things: tuple[ThingView, ...] = ()
    vault: str = ""
    """What shuts the vault here: "wall" or "plate"; empty where none is shut."""
    doorless: bool = False
    """No known door leads in: a secret one must exist (D10.8)."""
    statue: StatueView | None = None
    bath: bool = False
    bathed: tuple[str, ...] = ()
    """Members who may not step into the Bath here again (D23.1)."""


Rows = tuple[int, ...]
Reach = Mapping[int, tuple[int, str]]
"""Of each cell the paces to it, and the first heading there."""


def _ways(east: Rows, south: Rows, cell: int) -> tuple[tuple[str, int], ...]:
    x, y = cell % WIDTH, cell // WIDTH
    found = []
    if y and south[y - 1] >> x & 1:
        found.append(("north", cell - WIDTH))
    if east[y] >> x & 1:
        found.append(("east", cell + 1))
    if south[y] >> x & 1:
        found.append(("south", cell + WIDTH))
    if x and east[y] >> (x - 1) & 1:
        found.append(("west", cell - 1))
    return tuple(found)


@lru_cache(64)
def _reach(known: Rows, east: Rows, south: Rows, start: int) -> Reach:
    net = _net(known, east, south)
    found = {start: (0, "")}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        paces, first = found[cell]
        for heading, other in net.get(cell, ()) if cell != start else _ways(east, south, cell):
            if other not in found:
                found[other] = (paces + 1, first or heading)
                queue.append(other)
    return found


@lru_cache(8)
def _net(known: Rows, east: Rows, south: Rows) -> dict[int, tuple[tuple[str, int], ...]]:
    """Return the ways out of every known cell."""
    cells = [y * WIDTH + x for y, row in enumerate(known) for x in range(WIDTH) if row >> x & 1]
    return {cell: _ways(east, south, cell) for cell in cells}


class FloorView(msgspec.Struct, frozen=True, gc=False):
    """The known part of a floor, bit x of row y: cells, ways to the east, ways to the south. Stairs are cells or -1."""

    number: int
    known: tuple[int, ...]
    east: tuple[int, ...]
    south: tuple[int, ...]
    up: int
    down: int
    opens: bool
    """Whether its stair down opens with the maps held (D8.1)."""
    doors: tuple[DoorView, ...]
    rooms: tuple[RoomView, ...]

    def knows(self, cell: int) -> bool:
        """Say whether a hall cell is known."""
        return bool(self.known[cell // WIDTH] >> cell % WIDTH & 1)

    def ways(self, cell: int) -> Iterator[tuple[str, int]]:
        """Yield (heading, cell beyond) for each known way out of a cell, from north round to west."""
        return iter(_ways(self.east, self.south, cell))

    def reach(self, start: int) -> Reach:
        """Return each cell that known ways lead to: its paces, and the first heading there (empty for the start)."""
        return _reach(self.known, self.east, self.south, start)

    def edge(self, seen: Reach) -> int:
        """Return the nearest unknown cell among those that `reach` found, or -1."""
        unknown = [(paces, cell) for cell, (paces, _) in seen.items() if not self.knows(cell)]
        return min(unknown)[1] if unknown else -1


class FoeView(msgspec.Struct, frozen=True, gc=False):
    """A monster of the fight: `condition` is unhurt, hurt or badly hurt (D12.23)."""

    id: str
    kind: str
    name: str
    condition: str
    asleep: bool
    helper: bool


class FightView(msgspec.Struct, frozen=True, gc=False):
    """The fight as it stands: the member to act, the round, the foes, and the chance of a bribe in 100 (D14.1)."""

    room: str
    stage: str
    round: int
    member: str
    foes: tuple[FoeView, ...]
    outside: tuple[str, ...]
    exit: str
    bribe: int
    price: int
    goodwill: bool
    practice: bool = False
    """A practice fight: all will be put back (D1.17)."""


class GuessView(msgspec.Struct, frozen=True, gc=False):
    """A guess at a wall: digits right in their ring, and right in another (D20.6)."""

    digits: str
    placed: int
    moved: int


class WallView(msgspec.Struct, frozen=True, gc=False, tag="wall"):
    """The tumbler wall being worked, with its different guesses in order.

    A wrong guess wounds with `chance` in 100, for 1 a ring that is not right and `more`; in practice never.
    """

    vault: str
    """`vault-1.1`, or `practice`."""
    member: str
    rings: int
    values: int
    """Each ring bears 0 to `values` - 1."""
    first: str
    """The first ring's digit, shown while a rogue works the wall, else empty (D20.10)."""
    guesses: tuple[GuessView, ...]
    chance: int
    more: int
    practice: bool


class PlateView(msgspec.Struct, frozen=True, gc=False, tag="plate"):
    """The lock plate being worked; studs count row by row from 1. Taking back a push wounds from `low` to `high`."""

    vault: str
    member: str
    rows: int
    columns: int
    raised: tuple[int, ...]
    pushed: tuple[int, ...]
    """In the order of the pushes."""
    hints: tuple[int, ...]
    """The studs that hints named, in order."""
    price: int
    """What the next hint costs in gold; 0 for nothing."""
    low: int
    high: int
    practice: bool


class TaleView(msgspec.Struct, frozen=True, gc=False):
    """A bestiary entry; figures are 0 and the special empty until they are known (D31.15)."""

    kind: str
    name: str
    met: int
    killed: int
    paid: int
    bribe: int
    health: int = 0
    attack: int = 0
    defence: int = 0
    low: int = 0
    high: int = 0
    protection: int = 0
    experience: int = 0
    special: str = ""


class WareView(msgspec.Struct, frozen=True, gc=False):
    """A thing on sale: its kind, its price in gold, and the classes that can wear it (empty: no matter)."""

    kind: str
    name: str
    sort: str
    price: int
    who: tuple[str, ...] = ()
    figure: int = 0
    attack: int = 0
    hands: int = 0
    bow: bool = False


class FiguresView(msgspec.Struct, frozen=True, gc=False):
    """Figures of the rules that plans rest on, the same all through a run."""

    wide: int
    """Cells in a row of a floor: a cell is its row times this, and its column (D7.1)."""
    blocks: tuple[tuple[int, ...], ...]
    """For each block from 1, the hall cells that a door of its room may join (D7.13)."""
    heal_every: int
    mana_every: int
    """Steps that a point of health and of mana take to come back (D6.19, D6.21)."""
    bribe: int
    """Gold that a band asks for each point of experience it is worth (D14.7)."""
    lights: tuple[int, ...]
    lots: tuple[int, ...]
    """What a Light of Life and a lot of rations cost at a counter of each floor, the courtyard first (D28.5)."""


class LessonView(msgspec.Struct, frozen=True, gc=False):
    """The guide's lesson that is open: what he says, the words and labels of its topics, its closing line, the gift."""

    id: str
    name: str
    message: str
    topics: tuple[tuple[str, str], ...]
    closing: str
    gift: str


class DescentView(View, frozen=True, gc=False):
    """All that the party knows."""

    ask: str
    member: str
    """The member whose turn it is in a fight, else empty."""
    seed: int
    difficulty: str
    length: str
    floors_in_all: int
    book_floor: int
    step: int
    hunger: int
    gold: int
    rations: int
    floor: int
    cell: int
    room: str
    book: bool
    king: bool
    maps: tuple[int, ...]
    pages: tuple[str, ...]
    soft_step: bool
    party: tuple[MemberView, ...]
    effects: tuple[EffectView, ...]
    here: tuple[ThingView, ...]
    floors: tuple[FloorView, ...]
    fight: FightView | None
    lock: WallView | PlateView | None
    wares: tuple[WareView, ...]
    bestiary: tuple[TaleView, ...]
    lore: tuple[str, ...]
    outcome: str
    figures: FiguresView
    brief: bool = False
    """Whether the guide was told to be brief."""
    lesson: LessonView | None = None
    lessons: tuple[str, ...] = ()
    """The lessons given so far."""
