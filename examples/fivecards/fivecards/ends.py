"""How a visit ends (F1.4), and what it leaves behind (F5.3). Reactions: earlier chapters know nothing of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fivecards.deeds import Dimmed, Hurt, TurnBegan
from fivecards.records import Action, Ctx, Event, Grave, InRoom, State
from undercroft.engine.action import Refusal
from undercroft.engine.rulebook import on

WAY_OUT = "porch"
"""Where one departs (F1.4)."""


@on(Hurt)
def fell(ctx: Ctx, _: Hurt) -> None:
    """Health reached 0."""
    if ctx.state.hero.health == 0:
        finish(ctx, "dead")


@on(TurnBegan, Dimmed)
def burnt(ctx: Ctx, _: TurnBegan | Dimmed) -> None:
    """The candle has burnt out."""
    if ctx.state.house.candle <= 0:
        finish(ctx, "dark")


def finish(ctx: Ctx, how: str) -> None:
    """End the visit, once."""
    if ctx.state.outcome is None:
        ctx.emit(Buried(ctx.state.house.run, how, ctx.state.house.carved))
        ctx.end(how, ("player",) if how == "won" else ("gm",))


def keep(s: State) -> dict[str, Any]:
    """Return what outlives the visit."""
    return {"altar": s.altar, "graves": s.graves}


class Depart(Action, tag="depart"):
    """Leave the house with the idol (F1.4)."""

    text = "depart"
    during = (InRoom,)
    order = 70

    @classmethod
    def offered(cls, s: State) -> Iterable[Depart]:
        return [cls()]

    def refused(self, s: State) -> Refusal | None:
        if s.hero.room != WAY_OUT:
            return Refusal("depart.far", rule="F1.4")
        return None if s.hero.idol else Refusal("depart.empty", rule="F1.4")

    def perform(self, ctx: Ctx) -> None:
        finish(ctx, "won")


class Buried(Event, tag="run.buried"):
    """The visit was written down among those before it."""

    run: int
    how: str
    name: str

    def variant(self) -> str:
        return self.how

    def apply(self, s: State) -> None:
        s.graves[self.run] = Grave(self.how, self.name)
