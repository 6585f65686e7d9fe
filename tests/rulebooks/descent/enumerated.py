"""Exact chances by counting: every value of a roll's own dice is played on a fork, and what came of it is counted.

Nothing of the chance itself is used but its name: the sides of the dice are those that were really asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from undercroft.engine.action import Action
from undercroft.engine.agenda import Frame
from undercroft.engine.chance import Chance, Spread
from undercroft.engine.game import Game
from undercroft.rulebooks.descent.records import State
from undercroft.testing import FixedDice, fix

FIRST, LAST = 1, 1_000_000
"""What all the other dice of a step show: their lowest face, or their highest."""


class Came(NamedTuple):
    """What came of a step: the codes of its events, and the state before and after."""

    events: tuple[str, ...]
    before: State
    after: State

    def has(self, code: str) -> bool:
        """Say whether something happened."""
        return code in self.events


class Risk(NamedTuple):
    """A named roll in a moment: the line that leads to it, and what to read off of what came of it."""

    name: str
    id: str
    make: Callable[[], Game[State]]
    line: str
    came: Callable[[Came], Any]
    """True for a success; for an amount, the amount."""
    about: str = ""
    others: int = LAST
    """What the other dice of the step show."""


class Found(NamedTuple):
    """A roll as it was promised before its stage, and the chances counted."""

    promised: Chance | Spread
    counted: dict[Any, Fraction]


class _Eye:
    """Notes which of the dice are the roll's own, and what was promised of it."""

    def __init__(self, name: str, about: str, dice: FixedDice) -> None:
        self.wanted, self.dice = (name, about), dice
        self.odds: tuple[Chance | Spread, ...] = ()
        self.start = self.end = -1
        self.promised: list[Chance | Spread] = []

    def stage(self, source: Any, s: Any) -> None:
        """Note what is promised of the coming stage."""
        if isinstance(source, (Action, Frame)):
            self.odds = source.odds(s)

    def rolled(self, roll: Chance | Spread, value: int) -> None:
        """Note the first roll of the name."""
        if (roll.name, roll.about) == self.wanted and self.end < 0:
            self.end = len(self.dice.seen)
            self.start = self.end - (1 if isinstance(roll, Chance) else roll.count)
            self.promised = [one for one in self.odds if (one.name, one.about) == self.wanted]

    def drew(self, stream: str, sides: int, value: int) -> None:
        """Nothing is counted of it."""


def enumerated(risk: Risk) -> Found:
    """Play every value of a roll's own dice, all others showing one face, and count what came of it."""
    game = risk.make()
    twin = game.fork()
    with fix(twin, then=risk.others) as dice:
        eye = _Eye(risk.name, risk.about, dice)
        twin.watch(eye)
        assert twin.act(risk.line).accepted, risk
    assert eye.end >= 0, f"{risk.id}: {risk.name} was not rolled; drawn: {dice.seen}"
    # Whoever of several is struck, the special of one monster stands in the list for each, always the same.
    assert len(set(eye.promised)) == 1, f"{risk.id}: {risk.name} was promised as {eye.promised}"
    before = [value for _, value in dice.seen[: eye.start]]
    sides = [of for of, _ in dice.seen[eye.start : eye.end]]
    counted: dict[Any, int] = {}
    faces = list(product(*(range(1, of + 1) for of in sides)))
    for values in faces:
        result = risk.came(_play(game, risk, (*before, *values)))
        counted[result] = counted.get(result, 0) + 1
    return Found(eye.promised[0], {result: Fraction(times, len(faces)) for result, times in counted.items()})


def _play(game: Game[State], risk: Risk, values: Iterable[int]) -> Came:
    fork = game.fork()
    with fix(fork, *values, then=risk.others):
        step = fork.act(risk.line)
    return Came(tuple(event.tag() for event in step.all_events), game.state, fork.state)


def check_counted(found: Found) -> None:
    """Hold what was promised against what was counted."""
    roll, counted = found
    if isinstance(roll, Chance):
        assert set(counted) <= {True, False}
        assert counted.get(True, Fraction(0)) == roll.fraction, (roll, counted)
    else:
        assert counted == dict(roll.distribution()), (roll, counted)
