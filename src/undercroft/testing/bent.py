"""Bent dice: on a fork, any draw of one step can be forced, while every stream moves on as it would have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from undercroft.engine.action import Action
from undercroft.engine.chance import Chance, Spread
from undercroft.engine.event import Event
from undercroft.engine.game import Game
from undercroft.engine.state import Outcome
from undercroft.engine.streams import Stream


class Tape:
    """The draws of one step in their order, from all streams, and the values forced on some of them (from 0)."""

    def __init__(self, force: Mapping[int, int]) -> None:
        self.force = force
        self.draws = 0

    def next(self, n: int, value: int) -> int:
        """Return what the next draw gives: the value, or the one forced."""
        forced = self.force.get(self.draws)
        self.draws += 1
        return value if forced is None else min(forced, n - 1)


class Bent(Stream):
    """A stream that goes on like another, and shows forced values where the tape says so."""

    __slots__ = ("_tape",)
    _tape: Tape

    @classmethod
    def like(cls, stream: Stream, tape: Tape) -> Bent:
        """Return the bent twin of a stream."""
        twin = cls(0, 0, 0, 0)
        twin.restore(stream.state())
        twin._tape = tape
        return twin

    def below(self, n: int) -> int:
        """Draw as the other stream would, then let the tape have its say."""
        return self._tape.next(n, super().below(n))

    def copy(self) -> Stream:
        """Return a plain stream that goes on alike."""
        twin = Stream(0, 0, 0, 0)
        twin.restore(self.state())
        return twin


class Mark:
    """One roll or nameless draw of a step: the number of its (last) draw, and the events before it."""

    __slots__ = ("at", "before", "roll", "sides", "value")

    def __init__(self, at: int, before: int, roll: Chance | Spread | None, sides: int, value: int) -> None:
        self.at = at
        self.before = before
        self.roll = roll
        self.sides = sides
        self.value = value


class Run:
    """One step played on a fork with forced draws; it is its own watcher."""

    def __init__(self, game: Game[Any], action: Action[Any], force: Mapping[int, int]) -> None:
        self.marks: list[Mark] = []
        self._tape = Tape(force)
        self._twin = game.fork()
        for name in game.book.streams:
            self._twin.streams.use(name, Bent.like(self._twin.streams.get(name), self._tape))
        self._twin.watch(self)
        self.events: tuple[Event[Any], ...] = self._twin.act(action).all_events
        self.outcome: Outcome | None = self._twin.outcome
        self.digest = self._twin.digest()

    def stage(self, source: Any, s: Any) -> None:
        """Nothing to note."""

    def rolled(self, roll: Chance | Spread, value: int) -> None:
        """Note a named roll."""
        sides = roll.of if isinstance(roll, Chance) else roll.sides
        self.marks.append(Mark(self._tape.draws - 1, len(self._twin._ctx.events), roll, sides, value))

    def drew(self, stream: str, sides: int, value: int) -> None:
        """Note a draw without a name."""
        self.marks.append(Mark(self._tape.draws - 1, len(self._twin._ctx.events), None, sides, value))

    def mark(self, at: int) -> Mark | None:
        """Return the roll or draw that ended with the draw of that number."""
        return next((mark for mark in self.marks if mark.at == at), None)

    def after(self, at: int) -> list[tuple[str, Any]]:
        """Return what followed a draw, in order: events and named rolls, each with a label."""
        found: list[tuple[str, Any]] = []
        start = self.mark(at)
        if start is None:
            return found
        done = start.before
        for mark in self.marks:
            if mark.at <= at or mark.roll is None:
                continue
            found += [(label(event), event) for event in self.events[done : mark.before]]
            done = max(done, mark.before)
            found.append((f"roll {mark.roll.name}", None))
        return found + [(label(event), event) for event in self.events[done:]]


def label(event: Event[Any]) -> str:
    """Return an event's code, with that of the frame it puts on the agenda."""
    frame = getattr(event, "frame", None)
    return f"{event.tag()} {frame.tag()}" if frame is not None and hasattr(frame, "tag") else event.tag()
