"""The altar (F5): offerings of any amount, a taste that one refusal tells, names that outlive the visit."""

from __future__ import annotations

from collections.abc import Iterable

from fivecards.records import Action, Ctx, Event, InRoom, State, replace
from undercroft.engine.action import Open, Refusal

TASTES = (2, 3)
"""The altar takes multiples of one of these (F5.2)."""
LETTERS = 12
"""Letters of the longest name that can be carved (F5.3)."""


def here(s: State) -> bool:
    """Say whether a face-up altar is in the hero's room."""
    return any(card.up and card.kind == "altar" for card in s.cards.where(s.hero.room))


class Offer(Action, tag="offer"):
    """Lay coins on the altar (F5.1): an amount left open."""

    text = "offer {amount}"
    during = (InRoom,)
    order = 62
    amount: int

    @classmethod
    def offered(cls, s: State) -> Iterable[Offer | Open]:
        return [Open(cls(1), "amount", 1, s.hero.coins)] if here(s) and s.hero.coins > 0 else []

    def refused(self, s: State) -> Refusal | None:
        if not here(s):
            return Refusal("altar.none", rule="F5.1")
        if not 1 <= self.amount <= s.hero.coins:
            return Refusal("altar.range", {"least": 1, "most": s.hero.coins}, "F5.1")
        if self.amount % s.house.taste:
            return Refusal("altar.spurned", {"amount": self.amount}, "F5.2")
        return None

    def perform(self, ctx: Ctx) -> None:
        other = sum(TASTES) - ctx.state.house.taste
        ctx.emit(Offered(self.amount, tells=self.amount % other != 0))


class Carve(Action, tag="carve"):
    """Carve a name into the altar, once a visit (F5.3): a text left open."""

    text = "carve {name*}"
    during = (InRoom,)
    order = 64
    name: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Open]:
        return [Open(cls("you"), "name", 1, LETTERS)] if here(s) and not s.house.carved else []

    def refused(self, s: State) -> Refusal | None:
        if not here(s):
            return Refusal("altar.none", rule="F5.3")
        if s.house.carved:
            return Refusal("altar.carved", rule="F5.3")
        plain = len(self.name) <= LETTERS and self.name.isascii() and self.name.isalpha()
        return None if plain else Refusal("altar.letters", {"most": LETTERS}, "F5.3")

    def perform(self, ctx: Ctx) -> None:
        ctx.emit(Carved(self.name))


class Offered(Event, tag="altar.offered"):
    """Coins were given for good; `tells` if only one taste would have taken them."""

    amount: int
    tells: bool

    def apply(self, s: State) -> None:
        s.hero = replace(s.hero, coins=s.hero.coins - self.amount)
        s.altar = replace(s.altar, coins=s.altar.coins + self.amount)
        s.house = replace(s.house, tasted=s.house.tasted or self.tells)


class Carved(Event, tag="altar.carved"):
    """A name was carved."""

    name: str

    def apply(self, s: State) -> None:
        s.house = replace(s.house, carved=self.name)
        s.altar = replace(s.altar, names=(*s.altar.names, self.name))
