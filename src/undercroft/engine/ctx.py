"""Ctx: the hand that performs. It draws from named streams, emits events, and keeps the agenda."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

from undercroft.engine.agenda import Frame
from undercroft.engine.chance import Chance, Spread
from undercroft.engine.errors import LawBroken
from undercroft.engine.event import Ended, Event, ForceSpent, Popped, Pushed, Reseeded, Turned
from undercroft.engine.state import State
from undercroft.engine.streams import Stream, Streams

S = TypeVar("S", bound=State)
T = TypeVar("T")


class Watcher(Protocol):
    """Somebody who looks over a game's shoulder (the contract suite, tests)."""

    def stage(self, source: Any, s: Any) -> None:
        """An action's `perform`, a frame's `resume`, or a reaction is about to run."""

    def rolled(self, roll: Chance | Spread, value: int) -> None:
        """A named roll was made; value is the number drawn, or the sum of the dice."""

    def drew(self, stream: str, sides: int, value: int) -> None:
        """A draw without a name was made."""


class Ctx(Generic[S]):
    """What `perform`, `resume`, reactions and hooks are given."""

    __slots__ = ("_journal", "_streams", "default", "events", "rolls", "state", "watcher")

    def __init__(self, state: S, streams: Streams, default: str) -> None:
        self.state = state
        self._journal = state.journal
        self._streams = streams
        self.default = default
        self.events: list[Event[Any]] = []
        self.rolls: list[tuple[Chance | Spread, int]] = []
        self.watcher: Watcher | None = None

    def emit(self, event: Event[Any]) -> None:
        """Let an event happen: it is applied at once and told afterwards."""
        journal = self._journal
        journal.open = True
        try:
            event.apply(self.state)
        finally:
            journal.open = False
        self.events.append(event)

    def push(self, frame: Frame[Any]) -> None:
        """Put a frame on top of the agenda."""
        self.emit(Pushed(frame))

    def turn(self, frame: Frame[Any]) -> None:
        """Replace the top frame."""
        self.emit(Turned(frame))

    def pop(self, kind: type[Frame[Any]] | None = None) -> None:
        """Take off the top frame; with a kind, everything down to and with the topmost frame of that kind."""
        agenda = self.state.agenda
        depth = len(agenda) - 1
        if kind is not None:
            while depth >= 0 and not isinstance(agenda[depth], kind):
                depth -= 1
        if depth < 0:
            raise LawBroken("nothing to pop" if kind is None else f"no {kind.__name__} to pop")
        self.emit(Popped(depth))

    def interrupt(self) -> None:
        """Drop the interruptible frames on top of the agenda."""
        agenda = self.state.agenda
        depth = len(agenda)
        while depth and agenda[depth - 1].interruptible:
            depth -= 1
        if depth < len(agenda):
            self.emit(Popped(depth))

    def end(self, code: str, winners: tuple[str, ...] = ()) -> None:
        """End the game."""
        self.emit(Ended(code, winners))

    def reseed(self, seed: int) -> None:
        """Choose another seed; ValueError once anything was drawn."""
        if self._streams.draws:
            raise ValueError("the seed cannot change after the first draw")
        self.emit(Reseeded(seed))
        self._streams.reseed(seed)

    def succeeds(self, chance: Chance, stream: str = "") -> bool:
        """Roll a chance: one draw from 1 to `of`, a success when at most `num`."""
        return self.natural(chance, stream) <= chance.num

    def natural(self, chance: Chance, stream: str = "") -> int:
        """Roll a chance and return the number drawn. Beyond success, only what it `marks` may hang on the number."""
        value = self._streams.get(stream or self.default).below(chance.of) + 1
        if self.state.forced:
            value = self._forced(chance.name, value, 1, chance.of)
        self.rolls.append((chance, value))
        if self.watcher is not None:
            self.watcher.rolled(chance, value)
        return value

    def roll(self, spread: Spread, stream: str = "") -> int:
        """Roll an amount."""
        name = stream or self.default
        total = 0
        for _ in range(spread.count):
            total += self._streams.get(name).below(spread.sides) + 1
        if self.state.forced:
            total = self._forced(spread.name, total, spread.count, spread.count * spread.sides)
        self.rolls.append((spread, total))
        if self.watcher is not None:
            self.watcher.rolled(spread, total)
        return spread.value(total)

    def number(self, low: int, high: int, stream: str = "") -> int:
        """Draw a whole number without a name, both ends included. No success or failure may hang on it."""
        return low - 1 + self._plain(stream or self.default, high - low + 1)

    def dice(self, count: int, sides: int, stream: str = "") -> int:
        """Draw the sum of dice without a name."""
        name = stream or self.default
        return sum(self._plain(name, sides) for _ in range(count))

    def pick(self, items: Sequence[T], stream: str = "") -> T:
        """Draw one of the items, all equally likely."""
        return items[self._plain(stream or self.default, len(items)) - 1]

    def weighted(self, weights: Sequence[int], stream: str = "") -> int:
        """Draw a place in the list of whole-number weights."""
        left = self._plain(stream or self.default, sum(weights))
        for at, weight in enumerate(weights):
            left -= weight
            if left <= 0:
                return at
        raise ValueError("weights must have a positive sum")

    def sample(self, items: Sequence[T], count: int, stream: str = "") -> list[T]:
        """Draw that many different items, in the order drawn (all of them, if they are fewer)."""
        rest = list(items)
        return [rest.pop(self._plain(stream or self.default, len(rest)) - 1) for _ in range(min(count, len(rest)))]

    def fresh(self, stream: str, *place: int | str) -> Stream:
        """Return a new stream for a place: what it gives depends on the seed and the place alone."""
        return self._streams.fresh(stream, *place)

    def _plain(self, stream: str, sides: int) -> int:
        value = self._streams.get(stream).below(sides) + 1
        if self.watcher is not None:
            self.watcher.drew(stream, sides, value)
        return value

    def _forced(self, name: str, value: int, low: int, high: int) -> int:
        for key, wanted in self.state.forced:
            if key == name:
                self.emit(ForceSpent(name, wanted))
                return min(max(wanted, low), high)
        return value
