"""Endings (D30): how a run is over, and the figures of the end screen."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.engine.rulebook import on
from undercroft.rulebooks.descent import stairs, training, wounds
from undercroft.rulebooks.descent.records import Action, Ctx, Event, InCourtyard, State

WITH_BOOK = "won-with-book"
WITHOUT_BOOK = "won-without-book"
BOOK_SAVED = "lost-book-saved"
ALL_DEAD = "all-dead"
GIVEN_UP = "given-up"
"""The five endings (D30.11)."""
WINS = (WITH_BOOK, WITHOUT_BOOK)
SEAT = "party"
GIVE_UP = "give-up"
"""What ending the run asks to confirm (D34.5)."""


def finish(ctx: Ctx, code: str) -> None:
    """End the run; the first two endings are wins (D30.11)."""
    ctx.end(code, (SEAT,) if code in WINS else ())


def arrival(s: State) -> str:
    """Return the ending that reaching the courtyard brings, or "" for none (D30.2 to D30.8)."""
    king = s.members.get("king")
    if king is not None and not king.fallen:
        return WITH_BOOK if s.quest.book else WITHOUT_BOOK
    return BOOK_SAVED if king is not None and s.quest.book else ""


def figures(s: State) -> tuple[tuple[str, str], ...]:
    """Return the figures of the end screen, as (what, figure) pairs (D30.12)."""
    counts, setup = s.counts, s.setup
    return (
        ("ending", s.outcome.code if s.outcome is not None else ""),
        ("clock", f"{s.clock.step}"), ("fights", f"{counts.fights}"), ("kills", f"{counts.kills}"),
        ("bribes", f"{counts.bribes}"), ("flights", f"{counts.flights}"), ("deaths", f"{counts.deaths}"),
        ("raises", f"{counts.raises}"), ("gold", f"{s.purse.gold}"), ("pages", f"{len(s.quest.pages)}"),
        ("levels", ", ".join(f"{m.name} {m.level}" for m in s.members.values())),
        ("setup", ", ".join((f"{s.seed}", setup.difficulty, setup.length, setup.name, *setup.companions))),
    )  # fmt: skip


@on(wounds.Fell)
def all_dead(ctx: Ctx, _: wounds.Fell) -> None:
    """The run ends in defeat when every member is dead, but not in practice (D30.9, D1.20)."""
    s = ctx.state
    if s.outcome is None and not training.practising(s) and not any(m.health > 0 for m in s.members.values()):
        finish(ctx, ALL_DEAD)


@on(stairs.CourtyardReached)
def reached(ctx: Ctx, _: stairs.CourtyardReached) -> None:
    """Reaching the courtyard ends the run, or ends nothing (D30.2 to D30.8)."""
    if code := arrival(ctx.state):
        finish(ctx, code)


@on(stairs.Confirmed)
def given_up(ctx: Ctx, e: stairs.Confirmed) -> None:
    """The run is given up (D30.10)."""
    if e.what == GIVE_UP:
        finish(ctx, GIVEN_UP)


class GivingUp(Event, tag="endings.giving_up"):
    """Somebody spoke of ending the run; it waits to be confirmed (D34.5)."""


class GiveUp(Action, tag="endings.give_up"):
    """End the run, once it is confirmed (ACT35)."""

    text = "give-up"
    during = (InCourtyard,)
    order = 35

    @classmethod
    def offered(cls, s: State) -> Iterable[GiveUp]:
        return (cls(),)

    def perform(self, ctx: Ctx) -> None:
        ctx.emit(GivingUp())
        ctx.push(stairs.Confirming(GIVE_UP))
