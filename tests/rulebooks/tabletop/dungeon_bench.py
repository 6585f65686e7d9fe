"""A bench for dungeons: whole ones made from a seed, in states and games of these chapters alone."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any

from undercroft.engine.game import Game
from undercroft.engine.rulebook import Rulebook
from undercroft.engine.streams import Streams
from undercroft.engine.world import World
from undercroft.rulebooks.tabletop import (
    aftermath,
    arcana,
    bars,
    blows,
    camping,
    casting,
    clock,
    conditions,
    curios,
    dungeons,
    exploring,
    eyes,
    features,
    fights,
    flight,
    foes,
    going,
    handling,
    loads,
    magic_items,
    meeting,
    monsters,
    ointments,
    parley,
    points,
    potions,
    ranks,
    records,
    regrouping,
    searching,
    sensing,
    spells,
    taking,
    tests,
    traits,
    traps,
    treasure,
    turns,
    using,
    wandering,
    wounds,
)  # fmt: skip
from undercroft.rulebooks.tabletop.dungeons import DungeonMade, Plan
from undercroft.rulebooks.tabletop.exploring import Exploring
from undercroft.rulebooks.tabletop.records import (
    MASTER,
    PLAYER,
    Adventure,
    Character,
    Clock,
    Ctx,
    Enemy,
    Feature,
    Frame,
    Group,
    Options,
    Party,
    Place,
    Room,
    State,
    Trap,
    Way,
    replace,
)  # fmt: skip
from undercroft.testing import staged

LENGTHS = {"short": 8, "standard": 12, "long": 16, "grand": 20}
SETTINGS = ("gentle", "normal", "grim")
BANDS = {
    "goblin-warren": (1, 3), "bandit-hold": (1, 5), "kobold-maze": (1, 5), "orc-delve": (2, 8), "old-crypt": (3, 9),
    "flooded-ruin": (5, 11), "accursed-manor": (5, 11), "labyrinth": (6, 13), "giants-hall": (8, 17),
    "dragon-mountain": (10, 21),
}  # fmt: skip
QUESTS = (
    "slay-the-boss", "free-a-captive", "bring-back-an-heirloom", "map-every-room", "bring-back-the-banner",
)  # fmt: skip
SHARE = {1: 60, 2: 80, 3: 95, 4: 100, 5: 105, 6: 110}


class Idle(Frame, tag="dungeon_bench.idle"):
    """Nothing goes on."""

    def seat(self, s: State) -> str | None:
        return PLAYER


BENCH = ModuleType("dungeon_bench")
BENCH.Idle = Idle  # type: ignore[attr-defined]
Idle.__module__ = "dungeon_bench"


class Bench(Rulebook[State]):
    """A rulebook of the dungeon alone."""

    name = "bench"
    seats = (PLAYER, MASTER)
    streams = ("play", "dungeon")
    options = Options
    state = State
    chapters = (
        records, tests, points, sensing, treasure, conditions, wounds, monsters, traits, blows, ranks, flight, spells,
        magic_items, potions, ointments, foes, fights, turns, regrouping, casting, using,
        wandering, clock, dungeons, traps, bars, features, eyes, exploring, meeting, parley, handling, going, searching,
        taking,
        arcana, curios, aftermath, camping, loads, BENCH,
    )  # fmt: skip

    def start(self, ctx: Ctx, options: Any, world: World | None) -> None:
        ctx.push(Idle())


BOOK = Bench()


def rating(level: int, members: int) -> int:
    """Return the Party Rating of members of one Level, by the figures of T22.5."""
    return members * (8 + 2 * level) * SHARE[members] // 100


def plan(seed: int = 0, **more: Any) -> Plan:
    """Return a plan that goes through levels, numbers of members, settings and quests with the seed."""
    theme = more.get("theme", "")
    low, high = BANDS.get(theme, (1, 21))
    level = more.pop("level", low + seed % (high - low + 1))
    members = more.pop("members", 1 + seed % 6)
    facts: dict[str, Any] = {
        "number": 1, "length": "short", "level": level, "rating": rating(level, members),
        "setting": SETTINGS[seed % 3], "quest": QUESTS[seed % 5],
    }  # fmt: skip
    return Plan(**{**facts, **more})


def made(seed: int, wanted: Plan) -> DungeonMade:
    """Make a dungeon from a seed, without a game."""
    streams = Streams(seed, "bench", ("dungeon",))
    return dungeons.made(lambda *place: streams.fresh("dungeon", wanted.number, *place), wanted)


def state(event: DungeonMade) -> State:
    """Return a state that holds nothing but this dungeon, and may be written."""
    s = State()
    s.journal.keep = False
    s.journal.open = True
    event.apply(s)
    return s


@cache
def _kept(seed: int, wanted: Plan) -> DungeonMade:
    return made(seed, wanted)


def dungeon(seed: int = 7, **more: Any) -> State:
    """Return a dungeon of our own to look at and to break: four characters of Level 1 are meant for it."""
    facts: dict[str, Any] = {"level": 1, "members": 4, "setting": "normal", "theme": "goblin-warren", **more}
    return state(_kept(seed, plan(seed, **facts)))


def game(seed: int = 7) -> Game[State]:
    """Return a game in which nothing has happened yet."""
    return Game(BOOK, seed, {})


# --- a small dungeon by hand ---


def rooms() -> list[Room]:
    """Return the entrance, a hall east of it, a closet east of that, a secret nook south of the entrance."""
    pairs = (("pillar", "north"), ("table", "south"))
    return [
        Room("room-1", "gatehouse-stair", 0, 0, pairs, entered=True), Room("room-2", "guard-post", 1, 0),
        Room("room-3", "kitchen", 2, 0), Room("room-4", "priest-hole", 0, 1), Room("room-5", "great-burrow", 3, 0),
    ]  # fmt: skip


def ways(*, door: bool = False) -> list[Way]:
    """Return the ways between them; the first may have a door, which is shut."""
    return [
        Way("way-1", "room-1", "room-2", "east", 10, door, door), Way("way-2", "room-2", "room-3", "east", 5),
        Way("way-3", "room-1", "room-4", "south", 5, True, True, True, place="table", difficulty=10),
        Way("way-4", "room-3", "room-5", "east", 15),
    ]  # fmt: skip


def explore(
    *who: Character, seed: int = 7, trap: Trap | None = None, feature: Feature | None = None, door: bool = False,
    light: int = 12, front: int = 2, turn: int = 0, level: int = 1,
) -> Game[State]:  # fmt: skip
    """Return a game in which these characters stand in the entrance of the small dungeon, in marching order."""
    one: Game[State] = Game(BOOK, seed, {})
    with staged(one) as s:
        for c in who:
            s.characters[c.id] = c
        s.party = Party(tuple(c.id for c in who), front)
        s.place = Place("dungeon", "room-1")
        s.clock = Clock(turn, light=light)
        s.adventure = Adventure(1, "short", "normal", "goblin-warren", "slay-the-boss", level, 40, "group-5")
        for room in rooms():
            s.rooms[room.id] = room
        for way in ways(door=door):
            s.ways[way.id] = way
        s.groups["group-5"] = Group("group-5", "boss", "room-5", "room-5", (Enemy("goblin", "chief"),))
        boss = monsters.from_block("goblin", "chief", id="goblin-5.1", group="group-5")
        s.foes[boss.id] = replace(boss, boss=True)
        if trap is not None:
            s.traps[trap.room] = trap
        if feature is not None:
            s.features[feature.room] = feature
        s.agenda = (Exploring(),)
    return one


def band(
    game: Game[State], *kinds: str, room: str = "room-2", mood: str = "", sort: str = "light", **more: Any
) -> None:
    """Put a group of these kinds into a room of the small dungeon: `group-x`, its foes `orc-x.1` and so on."""
    with staged(game) as s:
        s.groups["group-x"] = Group(
            "group-x", sort, room, room, tuple(Enemy(kind) for kind in kinds), mood=mood, **more
        )
        for at, kind in enumerate(kinds, 1):
            foe = monsters.from_block(kind, id=f"{kind}-x.{at}", group="group-x")
            s.foes[foe.id] = foe


def stand(game: Game[State], room: str, came: str = "") -> None:
    """Let the party stand in a room."""
    with staged(game) as s:
        s.place = Place("dungeon", room, came)
        s.rooms[room] = replace(s.rooms[room], entered=True)
