"""Dungeons (T22.2, T22.21, T22.27 to T22.31): a whole one is made at once, each part of it from a stream of its own.

What lies where depends on the seed and the size alone; who waits there depends on the party's rating too (T22.6), never
on what was played before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from undercroft.engine.streams import Stream
from undercroft.rulebooks.tabletop import budgets, encounters, lots, treasure
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop import layout as plans
from undercroft.rulebooks.tabletop.catalogue import catalogue, drawn
from undercroft.rulebooks.tabletop.dungeon_entries import Feature as FeatureKind
from undercroft.rulebooks.tabletop.dungeon_entries import Length, Quest, RoomKind, Theme
from undercroft.rulebooks.tabletop.layout import Layout
from undercroft.rulebooks.tabletop.placing import Placed, placed
from undercroft.rulebooks.tabletop.records import (
    Adventure,
    Chest,
    Ctx,
    Event,
    Feature,
    Foe,
    Group,
    Lot,
    Room,
    State,
    Trap,
    Way,
)  # fmt: skip
from undercroft.rulebooks.tabletop.ways import SIDES, hiding_places

STREAM = "dungeon"
ATTEMPTS = 60
"""Plans drawn before one that needs no draws is taken."""
METRES, LENGTHS = 5, 4
"""A passage is 1d4 x 5 m long (T22.27)."""
DOOR, SIX = 4, 6
"""A connection has a door on a d6 of so much or less (T22.27)."""
CHEST_TRAP, CHEST_TRAPPED = "poison-needle", 2
"""The trap of chests, on a d6 of so much or less (T21.16)."""
HARMLESS = "healing-spring"
"""What takes the place of a feature that no plan had room for."""
MAPPING = "map-every-room"
POTIONS = 9
"""Faces of the d20 of magic items that a riddle statue gives (T21.21)."""
HEIRLOOM, BANNER, CAPTIVE = "heirloom", "banner", "captive"

Place = Callable[..., Stream]
"""Gives the stream of a place of the dungeon that is made."""


class Plan(NamedTuple):
    """What a dungeon is made of: the campaign's how-manieth adventure, what was accepted, and who sets out.

    An empty theme or quest is drawn (T22.10, T22.21). `level` and `rating` are the party's at the start (T22.4, T22.5).
    """

    number: int
    length: str
    level: int
    rating: int
    setting: str = "normal"
    theme: str = ""
    quest: str = ""


class Sketch(NamedTuple):
    """A plan with its passages, the numbers its rooms get, and what they hold."""

    layout: Layout
    metres: tuple[int, ...]
    doors: tuple[bool, ...]
    numbers: tuple[int, ...]
    placed: Placed

    def room(self, at: int) -> str:
        """Return the id of a room of the plan."""
        return f"room-{self.numbers[at]}"


def generate(ctx: Ctx, plan: Plan) -> None:
    """Make the dungeon of an adventure, in the place of an older one."""
    ctx.emit(made(lambda *place: ctx.fresh(STREAM, plan.number, *place), plan))


def made(place: Place, plan: Plan) -> DungeonMade:
    """Make a whole dungeon from the streams of its places."""
    theme = content.theme(plan.theme) if plan.theme else drawn_theme(place("theme"), plan)
    quest = catalogue().quests[plan.quest] if plan.quest else drawn_quest(place("quest"))
    length = catalogue().lengths[plan.length]
    sketch = sketched(place, plan, length, quest)
    rooms = name_rooms(place("names"), sketch, theme)
    stock = Stock(place, plan, theme, sketch, {room.id: room for room in rooms})
    stock.fill(quest)
    captive = sketch.room(sketch.placed.captive) if quest.object == CAPTIVE else ""
    boss = f"group-{sketch.numbers[sketch.layout.boss]}"
    adventure = Adventure(
        plan.number, length.id, plan.setting, theme.id, quest.id, plan.level, plan.rating, boss, captive
    )  # fmt: skip
    ways = hang_ways(place("ways"), sketch, stock.rooms)
    return DungeonMade(
        adventure, tuple(rooms), tuple(ways), tuple(stock.groups), tuple(stock.foes), tuple(stock.chests),
        tuple(stock.traps), tuple(stock.features),
    )  # fmt: skip


# --- theme, quest, village ---


def drawn_theme(stream: Stream, plan: Plan) -> Theme:
    """Draw one of the themes that suit the party (T22.10)."""
    most = budgets.budget(plan.rating, encounters.BOSS, plan.setting)
    return stream.pick(budgets.themes_for(plan.level, most))


def drawn_quest(stream: Stream) -> Quest:
    """Draw a quest (T22.21)."""
    return drawn(catalogue().quests, stream.between(1, SIX))


def village(ctx: Ctx, number: int) -> str:
    """Return the village where the party rests before an adventure (T22.44)."""
    return drawn(catalogue().villages, ctx.fresh(STREAM, number, "village").between(1, 12)).id


# --- plan ---


def sketched(place: Place, plan: Plan, length: Length, quest: Quest) -> Sketch:
    """Draw plans until one has room for everything; after many the one that needs no draws is taken."""
    counts = budgets.counts(length)
    kinds = drawn_features(place("features"), counts.features, plan.level)
    for attempt in range(ATTEMPTS):
        stream = place("map", attempt)
        layout = plans.laid(stream, length.rooms)
        if layout is not None and (found := sketch(stream, layout, kinds, counts, quest)) is not None:
            return found
    harmless = [kind if not kind.blocking else content.feature(HARMLESS) for kind in kinds]
    found = sketch(place("map", "plain"), plans.plain(length.rooms), harmless, counts, quest)
    assert found is not None, "features that bar nothing always find room"
    return found


def sketch(
    stream: Stream, layout: Layout, kinds: Sequence[FeatureKind], counts: budgets.Counts, quest: Quest
) -> Sketch | None:
    """Draw passages, doors and what the rooms of a plan hold; None where a feature finds no room."""
    metres = tuple(METRES * stream.between(1, LENGTHS) for _ in layout.joins)
    doors = tuple(stream.between(1, SIX) <= DOOR or join.far == layout.secret for join in layout.joins)
    found = placed(stream, layout, doors, kinds, counts, whole=quest.id == MAPPING)
    if found is None:
        return None
    numbers = (1, *stream.shuffled(range(2, counts.rooms + 1)))
    return Sketch(layout, metres, doors, numbers, found)


def drawn_features(stream: Stream, number: int, level: int) -> list[FeatureKind]:
    """Draw kinds of features by a fair d12; one that the adventure level forbids becomes another (T21.28, T21.30)."""
    found = []
    for _ in range(number):
        kind = drawn(catalogue().features, stream.between(1, 12))
        found.append(kind if level >= kind.level else content.feature(kind.instead))
    return found


def name_rooms(stream: Stream, sketch: Sketch, theme: Theme) -> list[Room]:
    """Draw a kind for every room, no two alike, the theme's own first; and where its furniture stands."""
    layout = sketch.layout
    ordinary = [*stream.shuffled(_kinds("ordinary", theme.id)), *stream.shuffled(_kinds("ordinary", ""))]
    kinds = {
        plans.ENTRANCE: stream.pick(_kinds("entrance", "")),
        layout.boss: stream.pick(_kinds("boss", theme.id)),
        layout.secret: stream.pick(_kinds("secret", "")),
    }
    others = [at for at in range(len(layout.cells)) if at not in kinds]
    kinds |= dict(zip(others, stream.shuffled(ordinary[: len(others)]), strict=True))
    walls = list(SIDES)
    rooms = [
        Room(
            sketch.room(at), kinds[at].id, *cell, tuple((piece, stream.pick(walls)) for piece in kinds[at].furniture)
        )
        for at, cell in enumerate(layout.cells)
    ]  # fmt: skip
    return sorted(rooms, key=lambda room: int(room.id.removeprefix("room-")))


def _kinds(part: str, theme: str) -> list[RoomKind]:
    return [kind for kind in catalogue().rooms.values() if (kind.part, kind.theme) == (part, theme)]


def hang_ways(stream: Stream, sketch: Sketch, rooms: dict[str, Room]) -> list[Way]:
    """Make the connections; a secret door lies in its wall, or behind what stands there (T15.13, T15.14)."""
    found = []
    for at, join in enumerate(sketch.layout.joins):
        near, door = sketch.room(join.near), sketch.doors[at]
        way = Way(f"way-{at + 1}", near, sketch.room(join.far), join.side, sketch.metres[at], door, shut=door)
        if join.far == sketch.layout.secret:
            places = [join.side, *(piece for piece, wall in rooms[near].furniture if wall == join.side)]
            way = Way(
                way.id, way.near, way.far, way.side, way.metres, door=True, shut=True, secret=True,
                place=stream.pick(places), difficulty=difficulty(stream),
            )  # fmt: skip
        found.append(way)
    return found


def difficulty(stream: Stream) -> int:
    """Roll how hard a hidden thing is to sense (T15.13)."""
    return stream.between(1, SIX) + stream.between(1, SIX) + 4


# --- what the rooms hold ---


class Stock:
    """What a new dungeon holds, as it is made room by room."""

    def __init__(self, place: Place, plan: Plan, theme: Theme, sketch: Sketch, rooms: dict[str, Room]) -> None:
        self.place = place
        self.plan = plan
        self.theme = theme
        self.sketch = sketch
        self.rooms = rooms
        self.groups: list[Group] = []
        self.foes: list[Foe] = []
        self.chests: list[Chest] = []
        self.traps: list[Trap] = []
        self.features: list[Feature] = []

    def fill(self, quest: Quest) -> None:
        """Make groups, traps, features and chests."""
        held = self.sketch.placed
        sorts = budgets.sorts(len(held.encounters))
        for at, sort in zip(held.encounters, sorts, strict=True):
            self.band(at, sort, Lot())
        boss = self.sketch.layout.boss
        self.band(boss, encounters.BOSS, Lot(objects=(BANNER,) if quest.object == BANNER else ()))
        leaders = self.groups[-1].made
        letter = budgets.boss_room(self.plan.level, leaders[0].kind)
        hoard = treasure.hoard(self._stream("hoard", boss), letter, orcs=encounters.orcs_alone(leaders))
        self.chest(boss, lots.joined(lots.of(hoard), Lot(objects=(HEIRLOOM,) if quest.object == HEIRLOOM else ())))
        for at in held.treasures:
            letter = budgets.hidden_treasure(self.plan.level)
            self.chest(at, lots.of(treasure.hoard(self._stream("hoard", at), letter)), hidden=True)
        for at in held.traps:
            self.trap(at)
        for bar in held.features:
            self.feature(bar.room, bar.kind, bar.join)

    def band(self, at: int, sort: str, more: Lot) -> None:
        """Make the group of a room from its budget."""
        stream = self._stream("group", at)
        most = budgets.budget(self.plan.rating, sort, self.plan.setting)
        came = encounters.enemies(stream, self.theme, self.plan.level, sort, most)
        new = encounters.group(stream, f"{self.sketch.numbers[at]}", sort, self.sketch.room(at), came, more)
        self.groups.append(new.group)
        self.foes += new.foes

    def chest(self, at: int, lot: Lot, *, hidden: bool = False) -> None:
        """Put a chest into a room, hidden or in plain view, and perhaps a needle into its lock (T14.18, T21.16)."""
        stream, room = self._stream("chest", at), self.sketch.room(at)
        if hidden:
            self.chests.append(Chest(room, lot, self._hiding_place(stream, room), difficulty(stream), found=False))
        else:
            self.chests.append(Chest(room, lot))
        if stream.between(1, SIX) <= CHEST_TRAPPED:
            self.traps.append(Trap(room, CHEST_TRAP, trap_number(stream), chest=True))

    def trap(self, at: int) -> None:
        """Lay a trap of a fair roll in a room (T21.16)."""
        stream = self._stream("trap", at)
        kind = drawn(catalogue().traps, stream.between(1, 10))
        self.traps.append(Trap(self.sketch.room(at), kind.id, trap_number(stream)))

    def feature(self, at: int, kind: str, join: int) -> None:
        """Put a feature into a room, with what it gives or hides."""
        stream, room = self._stream("feature", at), self.sketch.room(at)
        way = f"way-{join + 1}" if join >= 0 else ""
        if kind == "magically-locked-door":
            lever = self._hiding_place(stream, room), difficulty(stream)
            self.features.append(Feature(room, kind, way, place=lever[0], difficulty=lever[1]))
            return
        lot = Lot()
        if kind == "riddle-statue":
            lot = Lot(items=(treasure.item(stream, POTIONS),))
        elif kind == "idol":
            lot = Lot(jewels=(treasure.jewel(stream),))
        self.features.append(Feature(room, kind, way, lot=lot))

    def _hiding_place(self, stream: Stream, room: str) -> str:
        return stream.pick(hiding_places(self.rooms[room].furniture))

    def _stream(self, what: str, at: int) -> Stream:
        return self.place(what, self.sketch.numbers[at])


def trap_number(stream: Stream) -> int:
    """Roll how hard a trap is to find and to disarm (T21.1)."""
    return drawn(catalogue().trap_numbers, stream.between(1, SIX)).adjustment


ROWS = {
    "rooms": "id", "ways": "id", "groups": "id", "foes": "id", "chests": "room", "traps": "room", "features": "room",
}  # fmt: skip
"""The tables of a dungeon, each with the field that its rows stand by."""


def lay(s: State, made: Event) -> None:
    """Write the rows of a dungeon that an event carries into their tables."""
    for name, field in ROWS.items():
        for row in getattr(made, name):
            getattr(s, name)[getattr(row, field)] = row


class DungeonMade(Event, tag="dungeon.made"):
    """A dungeon was made; nobody is told what is in it."""

    hidden = True
    adventure: Adventure
    rooms: tuple[Room, ...]
    ways: tuple[Way, ...]
    groups: tuple[Group, ...]
    foes: tuple[Foe, ...]
    chests: tuple[Chest, ...]
    traps: tuple[Trap, ...]
    features: tuple[Feature, ...]

    def seen_by(self, s: State) -> tuple[str, ...]:
        return ()

    def apply(self, s: State) -> None:
        for name in ROWS:
            table = getattr(s, name)
            for key in list(table):
                del table[key]
        s.adventure = self.adventure
        lay(s, self)
