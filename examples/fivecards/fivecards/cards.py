"""Cards (F3): turning them up, listening at them, and the urn's choice in the middle of a deed."""

from __future__ import annotations

from collections.abc import Iterable

from fivecards import wolf
from fivecards.catalogue import level
from fivecards.deeds import COST, Deed, hurt
from fivecards.records import Action, Ctx, Event, Frame, State, awake, replace
from undercroft.engine.action import Refusal
from undercroft.engine.chance import Chance, Odds, Spread, span
from undercroft.engine.state import remembered

URN_COINS = 5
"""Coins in an urn (F3.2)."""


def purse() -> Spread:
    """Return what coins are worth (F3.1)."""
    return span("purse", 2, 7, given="given.coins")


def snatch_chance(s: State) -> Chance:
    """Return the chance to reach into an urn unharmed (F3.2)."""
    return Chance("snatch", level(s.house.difficulty).snatch)


def ears_chance(s: State) -> Chance:
    """Return the chance of the Game Master's secret roll (F3.3). Not shown: its draw would tell how it came off."""
    return Chance("ears", level(s.house.difficulty).ears, shown=False)


@remembered("hero", "cards")
def turnable(s: State) -> tuple[Turn, ...]:
    """Return the cards that can be turned up now: all that `Turn.refused` asks, asked once for all."""
    if s.hero.points < COST or awake(s):
        return ()
    return tuple(Turn(key) for key in s.cards.keys_where(s.hero.room) if not s.cards[key].up)


def _absent(s: State, number: int) -> Refusal | None:
    card = s.cards.get(number)
    if card is None or card.room != s.hero.room:
        return Refusal("card.none", {"card": number}, "F3.1")
    return Refusal("card.up", {"card": number}, "F3.1") if card.up else None


class Turn(Deed, tag="turn"):
    """Turn a card face up (F3.1)."""

    text = "turn {card}"
    order = 10
    exact = True
    card: int

    @classmethod
    def offered(cls, s: State) -> Iterable[Turn]:
        return turnable(s)

    def barred(self, s: State) -> Refusal | None:
        if refusal := _absent(s, self.card):
            return refusal
        return Refusal("wolf.awake", rule="F3.1") if awake(s) else None

    def risks(self, s: State) -> Odds:
        return (purse(), wolf.startle_chance(s))  # both for every card: which of them holds is hidden

    def deed(self, ctx: Ctx) -> None:
        kind = ctx.state.cards[self.card].kind
        ctx.emit(TurnedUp(self.card, kind))
        if kind == "coins":
            ctx.emit(CoinsFound(ctx.roll(purse())))
        elif kind == "key":
            ctx.emit(KeyFound())
        elif kind == "idol":
            ctx.emit(IdolFound())
        elif kind == "urn":
            ctx.push(AtUrn(self.card))
        elif kind == "wolf":
            wolf.wake(ctx, self.card)


class Listen(Deed, tag="listen"):
    """Listen at a face-down card (F3.3): the Game Master's secret roll; the player hears only what comes of it."""

    text = "listen {card}"
    order = 20
    card: int

    @classmethod
    def offered(cls, s: State) -> Iterable[Listen]:
        return [cls(key) for key in s.cards.keys_where(s.hero.room) if not s.cards[key].up]

    def barred(self, s: State) -> Refusal | None:
        if refusal := _absent(s, self.card):
            return refusal
        return Refusal("card.heard", {"card": self.card}, "F3.3") if s.cards[self.card].heard else None

    def risks(self, s: State) -> Odds:
        return (ears_chance(s),)

    def deed(self, ctx: Ctx) -> None:
        sharp = ctx.succeeds(ears_chance(ctx.state))
        ctx.emit(EarsRolled(self.card, sharp))
        breath = sharp and ctx.state.cards[self.card].kind == "wolf"
        ctx.emit(Listened(self.card, "breath" if breath else "silence"))


class AtUrn(Frame, tag="urn"):
    """A choice in the middle of turning a card: the deed goes on afterwards."""

    ask = "ask.urn"
    card: int

    def seat(self, s: State) -> str | None:
        return "player"


class Reach(Action, tag="reach"):
    """Reach into the urn (F3.2)."""

    text = "reach"
    during = (AtUrn,)
    order = 40

    @classmethod
    def offered(cls, s: State) -> Iterable[Reach]:
        return [cls()]

    def odds(self, s: State) -> Odds:
        return (snatch_chance(s),)

    def perform(self, ctx: Ctx) -> None:
        ctx.pop()
        if ctx.succeeds(snatch_chance(ctx.state)):
            ctx.emit(Snatched(URN_COINS))
        else:
            ctx.emit(Pinched())
            hurt(ctx, 1, "cause.urn")


class LeaveIt(Action, tag="leave-it"):
    """Leave the urn alone (F3.2)."""

    text = "leave-it"
    during = (AtUrn,)
    order = 41

    @classmethod
    def offered(cls, s: State) -> Iterable[LeaveIt]:
        return [cls()]

    def perform(self, ctx: Ctx) -> None:
        ctx.pop()
        ctx.emit(UrnLeft())


class TurnedUp(Event, tag="cards.turned"):
    """A card lies face up now."""

    card: int
    kind: str

    def apply(self, s: State) -> None:
        s.cards[self.card] = replace(s.cards[self.card], up=True)


class CoinsFound(Event, tag="coins.found"):
    """Coins were picked up."""

    amount: int

    def apply(self, s: State) -> None:
        s.hero = replace(s.hero, coins=s.hero.coins + self.amount)


class KeyFound(Event, tag="key.found"):
    """The key was picked up."""

    def apply(self, s: State) -> None:
        s.hero = replace(s.hero, key=True)


class IdolFound(Event, tag="idol.found"):
    """The idol was taken."""

    def apply(self, s: State) -> None:
        s.hero = replace(s.hero, idol=True)


class Snatched(Event, tag="urn.snatched"):
    """The hand came out full."""

    coins: int

    def apply(self, s: State) -> None:
        s.hero = replace(s.hero, coins=s.hero.coins + self.coins)


class Pinched(Event, tag="urn.pinched"):
    """The hand came out hurt."""


class UrnLeft(Event, tag="urn.left"):
    """The urn was left alone."""


class EarsRolled(Event, tag="cards.ears"):
    """How the secret roll came off: for the Game Master alone."""

    card: int
    sharp: bool

    def seen_by(self, s: State) -> tuple[str, ...]:
        return ("gm",)

    def variant(self) -> str:
        return "sharp" if self.sharp else "dull"


class Listened(Event, tag="cards.listened"):
    """What was heard."""

    card: int
    heard: str

    def variant(self) -> str:
        return self.heard

    def apply(self, s: State) -> None:
        s.cards[self.card] = replace(s.cards[self.card], heard=self.heard)
