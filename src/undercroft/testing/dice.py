"""FixedDice: a stream that gives the draws a test asks for, in order, and wants all of them spent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from undercroft.engine.game import Game
from undercroft.engine.streams import Stream


class FixedDice(Stream):
    """Each draw of 1 to n gives the next value of the list.

    AssertionError if a value does not fit its draw, if a draw comes when none is left (unless `then` gives what all
    further draws show), and from `assert_spent` if any is left.
    """

    __slots__ = ("left", "seen", "then")

    def __init__(self, *values: int, then: int | None = None) -> None:
        super().__init__(0, 0, 0, 0)
        self.left = list(values)
        self.seen: list[tuple[int, int]] = []
        self.then = then

    def below(self, n: int) -> int:
        """Give the next value, less 1."""
        self.draws += 1
        if not self.left:
            assert self.then is not None, (
                f"draw {len(self.seen) + 1}, of 1 to {n}, was not foreseen; before: {self.seen}"
            )
            value = min(self.then, n)
        else:
            value = self.left.pop(0)
        assert 1 <= value <= n, f"draw {len(self.seen) + 1} is of 1 to {n}; the test gives {value}; before: {self.seen}"
        self.seen.append((n, value))
        return value - 1

    def copy(self) -> FixedDice:
        """Return dice that go on alike."""
        twin = FixedDice(*self.left, then=self.then)
        twin.draws = self.draws
        twin.seen = list(self.seen)
        return twin

    def assert_spent(self) -> None:
        """Hold that every value was drawn."""
        assert not self.left, f"never drawn: {self.left}; drawn: {self.seen}"


@contextmanager
def fix(game: Game[Any], *values: int, stream: str = "", then: int | None = None) -> Iterator[FixedDice]:
    """Let a game's stream (the rulebook's first, if none is named) give these draws inside the block, all of them."""
    name = stream or game.book.streams[0]
    real = game.streams.get(name)
    dice = FixedDice(*values, then=then)
    game.streams.use(name, dice)
    try:
        yield dice
    finally:
        game.streams.use(name, real)
    dice.assert_spent()
