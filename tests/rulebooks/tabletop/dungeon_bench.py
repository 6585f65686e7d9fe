"""A bench for dungeons: whole ones made from a seed, in states and games of these chapters alone."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any

from undercroft.engine.game import Game
from undercroft.engine.rulebook import Rulebook
from undercroft.engine.streams import Streams
from undercroft.engine.world import World
from undercroft.rulebooks.tabletop import dungeons, records
from undercroft.rulebooks.tabletop.dungeons import DungeonMade, Plan
from undercroft.rulebooks.tabletop.records import MASTER, PLAYER, Ctx, Frame, Options, State

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
    chapters = (records, dungeons, BENCH)

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
