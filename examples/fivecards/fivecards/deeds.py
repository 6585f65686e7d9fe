"""Turns and deeds (F2): what costs an action point, what comes after it, and how a world turn ends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from fivecards.catalogue import catalogue, level
from fivecards.records import POINTS, Action, Ctx, Event, Frame, InRoom, State, awake, replace
from undercroft.engine.action import Refusal
from undercroft.engine.chance import Chance, Odds
from undercroft.engine.rulebook import at

COST = 1
"""Action points of a deed, unless it says otherwise (F2.1)."""


def dust_chance(room: str) -> Chance:
    """Return the chance that the dust of a room costs health (F2.2)."""
    return Chance("dust", catalogue().rooms[room].dust)


def bite_chance(s: State, card: int) -> Chance:
    """Return the chance that an awake wolf bites as a world turn ends (F2.3)."""
    return Chance("bite", level(s.house.difficulty).bite, about=str(card))


def hurt(ctx: Ctx, amount: int, cause: str) -> None:
    """Take health from the hero, at most what is left; what follows at 0 is a reaction of the last chapter."""
    ctx.emit(Hurt(min(amount, ctx.state.hero.health), cause))


class Deed(Action):
    """Base of the actions that cost an action point: it pays, does its deed, and the dust comes last of all (F2.2)."""

    during = (InRoom,)
    cost: ClassVar[int] = COST

    def barred(self, s: State) -> Refusal | None:
        """Say why not, action points aside."""
        return None

    def risks(self, s: State) -> Odds:
        """Return the named rolls of the deed itself."""
        return ()

    def deed(self, ctx: Ctx) -> None:
        """Do it."""
        raise NotImplementedError

    def refused(self, s: State) -> Refusal | None:
        if refusal := self.barred(s):
            return refusal
        return Refusal("points.short", rule="F2.1") if s.hero.points < self.cost else None

    def odds(self, s: State) -> Odds:
        return (*self.risks(s), dust_chance(s.hero.room))

    def perform(self, ctx: Ctx) -> None:
        ctx.emit(Paid(self.cost))
        ctx.push(Aftermath(ctx.state.hero.room))  # pushed first, so resolved after everything the deed opens
        self.deed(ctx)


class Aftermath(Frame, tag="aftermath"):
    """Waits under whatever a deed opens; then the dust of that room is rolled for."""

    room: str

    def odds(self, s: State) -> Odds:
        return (dust_chance(self.room),)

    def resume(self, ctx: Ctx) -> None:
        ctx.pop()
        if ctx.succeeds(dust_chance(self.room)):
            hurt(ctx, 1, "cause.dust")


class Dusk(Frame, tag="dusk"):
    """The end of a world turn (F2.3)."""

    def odds(self, s: State) -> Odds:
        wolf = awake(s)
        return (bite_chance(s, wolf),) if wolf else ()

    def resume(self, ctx: Ctx) -> None:
        ctx.pop()
        s = ctx.state
        if (wolf := awake(s)) and ctx.succeeds(bite_chance(s, wolf)):
            hurt(ctx, 1, "cause.wolf")
        ctx.emit(TurnBegan(s.house.turn + 1, POINTS))


@at("quiet")
def spent(ctx: Ctx) -> None:
    """End the world turn when no action points are left."""
    if ctx.state.hero.points == 0:
        ctx.push(Dusk())


class Rest(Action, tag="rest"):
    """Give up what action points are left (F2.4)."""

    text = "rest"
    during = (InRoom,)
    order = 80

    @classmethod
    def offered(cls, s: State) -> Iterable[Rest]:
        return [cls()]

    def odds(self, s: State) -> Odds:
        return Dusk().odds(s)

    def perform(self, ctx: Ctx) -> None:
        ctx.emit(Rested())


class Dim(Action, tag="dim"):
    """The Game Master makes the candle gutter (F6.2): an action out of turn."""

    text = "dim"
    seat: ClassVar[str] = "gm"
    order = 90

    @classmethod
    def offered(cls, s: State) -> Iterable[Dim]:
        return [cls()]

    def refused(self, s: State) -> Refusal | None:
        return Refusal("candle.dimmed", rule="F6.2") if s.house.dimmed else None

    def perform(self, ctx: Ctx) -> None:
        ctx.emit(Dimmed())


class Paid(Event, tag="deed.paid"):
    """Action points were spent."""

    points: int

    def apply(self, s: State) -> None:
        s.hero = replace(s.hero, points=s.hero.points - self.points)


class Hurt(Event, tag="hurt"):
    """The hero lost health; `cause` is a text key."""

    amount: int
    cause: str

    def apply(self, s: State) -> None:
        s.hero = replace(s.hero, health=s.hero.health - self.amount)


class Rested(Event, tag="deed.rested"):
    """The rest of the turn was given up."""

    def apply(self, s: State) -> None:
        s.hero = replace(s.hero, points=0)


class TurnBegan(Event, tag="turn.began"):
    """A new world turn; the candle burnt down by one."""

    turn: int
    points: int

    def apply(self, s: State) -> None:
        s.hero = replace(s.hero, points=self.points)
        s.house = replace(s.house, turn=self.turn, candle=s.house.candle - 1, dimmed=False)


class Dimmed(Event, tag="candle.dimmed"):
    """The candle burnt down by one more."""

    def apply(self, s: State) -> None:
        s.house = replace(s.house, candle=s.house.candle - 1, dimmed=True)
