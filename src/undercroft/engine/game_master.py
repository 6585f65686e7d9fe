"""The Game Master's override: a value kept under a roll's name, taken by the next such roll."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.engine.action import Action, Open, Refusal
from undercroft.engine.ctx import Ctx
from undercroft.engine.errors import nearest
from undercroft.engine.event import Forced
from undercroft.engine.state import State

MOST = 1_000_000


class Force(Action[State], tag="engine.force"):
    """Set what the next roll of a name shows: the number drawn, or the sum of the dice."""

    text = "force {roll} {value}"
    seat = "gm"
    order = 10_000
    roll: str
    value: int

    @classmethod
    def offered(cls, s: State) -> Iterable[Action[State] | Open]:
        return [Open(cls(roll, 1), "value", 1, s.roll_most.get(roll, MOST)) for roll in s.rolls]

    def refused(self, s: State) -> Refusal | None:
        if self.roll not in s.rolls:
            return Refusal("force.roll", {"roll": self.roll, "near": nearest(self.roll, s.rolls) or "."})
        most = s.roll_most.get(self.roll, MOST)
        return None if 1 <= self.value <= most else Refusal("force.range", {"most": most})

    def perform(self, ctx: Ctx[State]) -> None:
        ctx.emit(Forced(self.roll, self.value))
