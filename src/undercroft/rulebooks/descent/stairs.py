"""Stairs (D8): maps open the stairs down, those up are never shut, and the last may ask to be confirmed (D30.5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Odds
from undercroft.rulebooks.descent import floors, wandering
from undercroft.rulebooks.descent.records import (
    COURTYARD,
    Action,
    Asking,
    Ctx,
    Event,
    InCourtyard,
    InHall,
    Place,
    State,
    replace,
    standing,
)  # fmt: skip

LAST_STAIR = "last-stair"
"""What the last stair up asks to confirm."""


def opens(s: State, floor: int) -> bool:
    """Say whether the stair down from a floor opens with the maps held; the courtyard's always does (D8.1, D8.5)."""
    return max(s.quest.maps, default=COURTYARD) >= floor


def open_down(s: State) -> bool:
    """Say whether the stair down where the party stands can be taken."""
    return _refuse_down(s) is None


def warned(s: State) -> bool:
    """Say whether the last stair up would end the run without the book, the king being alive (D30.5)."""
    king = s.members.get("king")
    return not s.quest.book and king is not None and not king.fallen


def _refuse_down(s: State) -> Refusal | None:
    place = s.place
    if place.floor == COURTYARD:
        return None
    if place.cell != s.floors[place.floor].down:
        return Refusal("stairs.none_down", rule="ACT05")
    return None if opens(s, place.floor) else Refusal("stairs.shut", {"floor": place.floor}, "D8.2")


def _climb(ctx: Ctx) -> None:
    s = ctx.state
    floor = s.place.floor - 1
    if floor == COURTYARD:
        ctx.emit(StairTaken("up", COURTYARD, -1))
        ctx.turn(InCourtyard())
        wandering.pass_step(ctx, "stair")
        # Told last of all: whoever starves on this step is not alive on reaching the courtyard (D29.8, D30.9).
        if standing(s):
            ctx.emit(CourtyardReached())
        return
    floors.generate(ctx, floor)
    ctx.emit(StairTaken("up", floor, s.floors[floor].down))
    floors.learn_cell(ctx)
    wandering.pass_step(ctx, "stair")


class Down(Action, tag="stairs.down"):
    """Take the stair down (ACT05)."""

    text = "down"
    during = (InCourtyard, InHall)
    order = 5
    needs = "down"
    exact = True

    @classmethod
    def offered(cls, s: State) -> Iterable[Down]:
        return (cls(),)

    def refused(self, s: State) -> Refusal | None:
        return _refuse_down(s)

    def odds(self, s: State) -> Odds:
        # The cell where a stair arrives is a stair cell, and that counts as a plain one (D9.12).
        return () if s.place.floor == COURTYARD else wandering.step_odds(s, "stair")

    def perform(self, ctx: Ctx) -> None:
        s = ctx.state
        outside = s.place.floor == COURTYARD
        floor = s.place.floor + 1
        floors.generate(ctx, floor)
        ctx.emit(StairTaken("down", floor, s.floors[floor].up))
        if outside:
            ctx.turn(InHall())
        floors.learn_cell(ctx)
        # No step passes in the courtyard (D1.15).
        if not outside:
            wandering.pass_step(ctx, "stair")


class Up(Action, tag="stairs.up"):
    """Take the stair up (ACT06)."""

    text = "up"
    during = (InHall,)
    order = 6
    needs = "up"
    exact = True

    @classmethod
    def offered(cls, s: State) -> Iterable[Up]:
        return (cls(),)

    def refused(self, s: State) -> Refusal | None:
        return None if s.place.cell == s.floors[s.place.floor].up else Refusal("stairs.none_up", rule="ACT06")

    def odds(self, s: State) -> Odds:
        return () if s.place.floor == COURTYARD + 1 else wandering.step_odds(s, "stair")

    def perform(self, ctx: Ctx) -> None:
        s = ctx.state
        if s.place.floor == COURTYARD + 1 and warned(s):
            ctx.emit(LastStairWarned())
            ctx.push(Confirming(LAST_STAIR))
        else:
            _climb(ctx)


class Confirming(Asking, tag="confirm"):
    """Asks whether it is meant (D34.5); `what` is last-stair or a later chapter's word, and `Confirmed` tells of it."""

    ask = "ask.confirm"
    what: str

    def about(self, s: State) -> dict[str, Any]:
        return {"what": self.what}


class Yes(Action, tag="confirm.yes"):
    """Confirm."""

    text = "yes"
    during = (Confirming,)
    order = 36

    @classmethod
    def offered(cls, s: State) -> Iterable[Yes]:
        return (cls(),)

    def perform(self, ctx: Ctx) -> None:
        what = ctx.state.top(Confirming).what
        ctx.pop()
        ctx.emit(Confirmed(what))
        if what == LAST_STAIR:
            _climb(ctx)


class No(Action, tag="confirm.no"):
    """Think better of it; nothing has happened."""

    text = "no"
    during = (Confirming,)
    order = 37

    @classmethod
    def offered(cls, s: State) -> Iterable[No]:
        return (cls(),)

    def perform(self, ctx: Ctx) -> None:
        what = ctx.state.top(Confirming).what
        ctx.pop()
        ctx.emit(Withdrawn(what))


class StairTaken(Event, tag="stairs.taken"):
    """The party took a stair, `way` up or down, onto the matching stair cell of the next floor (D8.9)."""

    routine = True
    way: str
    floor: int
    cell: int

    def apply(self, s: State) -> None:
        s.place = Place(self.floor, self.cell)
        if self.floor != COURTYARD:
            s.floors[self.floor] = replace(s.floors[self.floor], visited=True)

    def variant(self) -> str:
        return "out" if self.floor == COURTYARD else self.way


class CourtyardReached(Event, tag="stairs.courtyard"):
    """The party stands in the courtyard again, its step up behind it; endings hang on this (D30)."""


class LastStairWarned(Event, tag="stairs.warned"):
    """The party was warned that the run ends above, without the book (D30.5)."""


class Confirmed(Event, tag="confirm.said_yes"):
    """What was asked is meant."""

    what: str


class Withdrawn(Event, tag="confirm.said_no"):
    """What was asked was not meant after all."""

    what: str
