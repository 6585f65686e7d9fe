"""Practice locks (D1.18): a tumbler wall and a lock plate at the training ground, with floor 1 figures.

Nothing there wounds, costs or gives anything. A practice lock stays as it was left, like any other (D20.11); once it
is open, the next one is another.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from undercroft.engine.action import Refusal
from undercroft.rulebooks.descent import vaults
from undercroft.rulebooks.descent.generation import PLATE, WALL, combination, solution
from undercroft.rulebooks.descent.records import Action, Ctx, Event, InCourtyard, Plate, State, Wall, standing
from undercroft.rulebooks.descent.vaults import PRACTICE

FLOOR = 1
"""The floor whose figures a practice lock has (D1.18)."""


class PracticeWallSet(Event, tag="practice.wall"):
    """A practice wall was set to a combination. Nobody is told."""

    hidden: ClassVar[bool] = True
    combination: str

    def seen_by(self, s: State) -> tuple[str, ...]:
        return ()

    def apply(self, s: State) -> None:
        s.walls[PRACTICE] = Wall(FLOOR, self.combination)


class PracticePlateSet(Event, tag="practice.plate"):
    """A practice plate was set by pushing these studs. Nobody is told."""

    hidden: ClassVar[bool] = True
    solution: tuple[int, ...]

    def seen_by(self, s: State) -> tuple[str, ...]:
        return ()

    def apply(self, s: State) -> None:
        s.plates[PRACTICE] = Plate(FLOOR, self.solution)


class PracticeWall(Action, tag="practice.work_wall"):
    """Try the practice wall of the training ground, naming a standing member: no wounds, no reward (D1.18)."""

    text = "practice-wall {member}"
    during = (InCourtyard,)
    order = 4
    minor = True
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[PracticeWall]:
        return [cls(m.id) for m in standing(s)]

    def refused(self, s: State) -> Refusal | None:
        return vaults.cannot_work(s, self.member)

    def perform(self, ctx: Ctx) -> None:
        if PRACTICE not in ctx.state.walls:
            ctx.emit(PracticeWallSet(combination(ctx, FLOOR)))
        vaults.work(ctx, PRACTICE, WALL, self.member)


class PracticePlate(Action, tag="practice.work_plate"):
    """Try the practice plate of the training ground, naming a standing member: no wounds, no reward (D1.18)."""

    text = "practice-plate {member}"
    during = (InCourtyard,)
    order = 4
    minor = True
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[PracticePlate]:
        return [cls(m.id) for m in standing(s)]

    def refused(self, s: State) -> Refusal | None:
        return vaults.cannot_work(s, self.member)

    def perform(self, ctx: Ctx) -> None:
        if PRACTICE not in ctx.state.plates:
            ctx.emit(PracticePlateSet(solution(ctx, FLOOR)))
        vaults.work(ctx, PRACTICE, PLATE, self.member)
