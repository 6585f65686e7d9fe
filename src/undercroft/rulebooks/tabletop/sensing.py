"""Sensing and searching (T15): the odds, the secret rolls, and the answers to questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from undercroft.engine.chance import Chance, Spread
from undercroft.rulebooks.tabletop import tests
from undercroft.rulebooks.tabletop.records import Character, Ctx, Event, State

KINDS = ("treasure", "door")
"""What a Dwarf may ask for, one at a time (T15.1)."""
ROLL = Spread("sense", 3, 6, shown=False)
"""The Dwarf's 3d6, rolled in secret (T15.2, T15.6)."""
DIFFICULTY = Spread("difficulty", 2, 6, base=4)
"""A generated difficulty, 6 to 16 (T15.3, T15.13)."""
SEARCH_BASE = 10
"""A search has adjustment difficulty - 10 (T15.17)."""
SENSE_TURNS, ASK_TURNS, FIND_TURNS, SEARCH_TURNS = 1, 1, 2, 2
"""What each costs (T15.12, T15.14, T15.16, T15.17)."""
WALLS = ("north", "east", "south", "west")
"""The walls in their round: each is next to the one before and the one after it (T15.15)."""
FLOOR, CEILING = "floor", "ceiling"
FOUND, WARM, COLD = "found", "warm", "cold"


def sensed(total: int, difficulty: int | None) -> bool:
    """Say whether a total of 3d6 senses a feature; None is no feature nearby, with the same answer (T15.4, T15.5)."""
    return difficulty is not None and total >= difficulty


def sense_chance(difficulty: int) -> Chance:
    """Return the exact chance that 3d6 reach a difficulty, in 216 (T15.4, T23.26)."""
    share = sum((odds for total, odds in ROLL.distribution() if total >= difficulty), Fraction(0))
    return Chance("sense", int(share * 216), 216)


def meant(difficulties: Iterable[int]) -> int | None:
    """Return the difficulty that counts where several features of a kind are near: the lowest (T15.11)."""
    return min(difficulties, default=None)


def places(furniture: Mapping[str, str]) -> tuple[str, ...]:
    """Return every place that a question may name, given the furniture with the wall of each piece (T15.14)."""
    return (*WALLS, FLOOR, CEILING, *furniture)


def answer(guess: str, right: str, furniture: Mapping[str, str]) -> str:
    """Answer a question: "found", "warm" or "cold" (T15.7, T15.15)."""
    if guess == right:
        return FOUND
    if {guess, right} == {FLOOR, CEILING}:
        return WARM
    if guess in WALLS and right in WALLS:
        return WARM if (WALLS.index(guess) - WALLS.index(right)) % 2 else COLD
    return WARM if furniture.get(guess) == right or furniture.get(right) == guess else COLD


def search_chance(s: State, c: Character, difficulty: int, about: str = "") -> Chance:
    """Return a searcher's chance to find one hidden feature; it is secret (T15.17)."""
    return tests.chance(s, c, "intelligence", difficulty - SEARCH_BASE, name="search", about=about, shown=False)


def trap_chance(s: State, c: Character, number: int, about: str = "") -> Chance:
    """Return a searcher's chance to find a trap of that trap number; it is secret (T21.2)."""
    return tests.chance(s, c, "intelligence", number, name="find-trap", about=about, shown=False)


def task(kind: str, room: str) -> str:
    """Return the word under which a Dwarf's one roll for a kind in a room is kept (T15.12)."""
    return f"sense-{kind}:{room}"


def search_task(room: str) -> str:
    """Return the word under which a character's one search of a room is kept (T15.18)."""
    return f"search:{room}"


def sense(ctx: Ctx, who: str, kind: str, room: str, difficulty: int | None) -> bool:
    """Roll a Dwarf's sense and tell its outcome alone; it stands for the rest of the adventure (T15.2 to T15.6)."""
    found = sensed(ctx.roll(ROLL), difficulty)
    ctx.emit(tests.Attempted(who, task(kind, room)))
    ctx.emit(Sensed(who, kind, found))
    return found


class Sensed(Event, tag="sense.asked"):
    """A Dwarf asked for treasure or a secret door nearby: it is sensed, or nothing is."""

    who: str
    kind: str
    found: bool

    def variant(self) -> str:
        return self.kind if self.found else "nothing"

    def rules(self) -> tuple[str, ...]:
        return ("T15.4",) if self.found else ("T15.5",)


class Answered(Event, tag="sense.answered"):
    """A question where the thing is got its answer."""

    who: str
    place: str
    said: str

    def variant(self) -> str:
        return self.said

    def apply(self, s: State) -> None:
        """What is found is opened to the party by the chapter that hid it."""
