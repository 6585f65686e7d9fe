"""The wolf (F4): it lies face down, wakes when turned up, and takes two blows."""

from __future__ import annotations

from collections.abc import Iterable

from fivecards.catalogue import catalogue, level
from fivecards.deeds import Deed, hurt
from fivecards.records import Ctx, Event, State, awake, replace
from undercroft.engine.action import Refusal
from undercroft.engine.chance import Chance, Odds

BLESSING = 5
"""Coins of the altar that are worth BLESSING in 100 more (F4.2)."""
MOST_BLESSING = 20


def startle_chance(s: State) -> Chance:
    """Return the chance that a waking wolf bites at once (F4.1); who turns a card up cannot know that it lies there."""
    return Chance("startle", level(s.house.difficulty).startle, given="given.wolf")


def strike_chance(s: State, card: int) -> Chance:
    """Return the chance that a blow lands (F4.2)."""
    base = level(s.house.difficulty).strike
    blessed = Chance("strike", base, about=str(card)).plus(s.altar.coins // BLESSING * BLESSING, "why.blessing")
    return blessed.within(0, base + MOST_BLESSING)


def wake(ctx: Ctx, card: int) -> None:
    """The wolf was turned up."""
    ctx.emit(Woke(card, catalogue().kinds["wolf"].health))
    if ctx.succeeds(startle_chance(ctx.state)):
        hurt(ctx, 1, "cause.wolf")


class Strike(Deed, tag="strike"):
    """Strike at the wolf (F4.2)."""

    text = "strike {card}"
    order = 30
    card: int

    @classmethod
    def offered(cls, s: State) -> Iterable[Strike]:
        wolf = awake(s)
        return [cls(wolf)] if wolf else []

    def barred(self, s: State) -> Refusal | None:
        if not self.card or self.card != awake(s):
            return Refusal("wolf.asleep", {"card": self.card}, "F4.2")
        return None

    def risks(self, s: State) -> Odds:
        return (strike_chance(s, self.card),)

    def deed(self, ctx: Ctx) -> None:
        if not ctx.succeeds(strike_chance(ctx.state, self.card)):
            ctx.emit(Missed(self.card))
            return
        ctx.emit(Struck(self.card))
        if ctx.state.cards[self.card].health == 0:
            ctx.emit(Slain(self.card))


class Woke(Event, tag="wolf.woke"):
    """The wolf is awake."""

    card: int
    health: int

    def apply(self, s: State) -> None:
        s.cards[self.card] = replace(s.cards[self.card], health=self.health)


class Struck(Event, tag="wolf.struck"):
    """A blow landed."""

    card: int

    def apply(self, s: State) -> None:
        card = s.cards[self.card]
        s.cards[self.card] = replace(card, health=card.health - 1)


class Missed(Event, tag="wolf.missed"):
    """A blow missed."""

    card: int


class Slain(Event, tag="wolf.slain"):
    """The wolf is dead; its card is bones now."""

    card: int

    def apply(self, s: State) -> None:
        s.cards[self.card] = replace(s.cards[self.card], kind="bones")
