"""Bribery (D14): asking, the price, and what a paid band leaves behind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Chance, Odds
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import fights, floors, gear, members, monsters, training
from undercroft.rulebooks.descent.fights import Fight
from undercroft.rulebooks.descent.records import Action, Asking, Ctx, Event, State, Tale, replace

PRICE = 3
"""Gold for each experience point (D14.7)."""
GOODWILL = 25
GOODWILL_MOST = 90
"""In 100 (D14.15)."""
TELL = 50
"""In 100 that a paid band tells (D14.12)."""
TOLD = 2
"""Rooms told (D14.12)."""
STONE = 15
STONE_GOODWILL = 40
"""In 100 that a paid band hands over a Summoning Stone (D14.13, D14.15)."""
STONE_KIND = "summoning-stone"


def bribe_chance(s: State) -> Chance:
    """Return the complete chance in 100 of a yes: the lowest among the living kinds, and goodwill (D14.2, D14.4)."""
    low = min((monsters.figures(s, m.kind).bribe for _, m in fights.living(s)), default=0)
    return with_goodwill(Chance("bribe", low), s.fight is not None and s.fight.goodwill)


def with_goodwill(chance: Chance, goodwill: bool) -> Chance:
    """Return the chance as goodwill raises it, never above its bound (D14.15)."""
    return chance.plus(GOODWILL, "why.goodwill").within(0, GOODWILL_MOST) if goodwill else chance


def price(s: State) -> int:
    """Return the gold that the living monsters would take (D14.7)."""
    return PRICE * sum(monsters.figures(s, m.kind).experience for _, m in fights.living(s))


def tell_chance() -> Chance:
    """Return the chance in 100 that a paid band tells of rooms (D14.12)."""
    return Chance("tell", TELL)


def stone_chance(s: State) -> Chance:
    """Return the chance in 100 of a Summoning Stone (D14.13, D14.15)."""
    return Chance("stone", STONE_GOODWILL if s.fight is not None and s.fight.goodwill else STONE)


def remembered_kind(s: State) -> str:
    """Return the kind a stone of this band remembers: in a mixed band the one that stands with the guard (D14.16)."""
    kinds = [m.kind for m in s.monsters.values() if not m.helper]
    return next((kind for kind in kinds if kind in content.catalogue().monsters), kinds[0])


def started(s: State) -> bool:
    """Say whether an ask can be made now: the start of the party's side, or the unseen turn (D14.5, D11.19)."""
    fight = s.fight
    if fight is None or fights.acting(s) is None:
        return False
    return fight.stage == fights.UNSEEN or not fight.acted


def give_up_round(ctx: Ctx) -> None:
    """An unpaid ask costs every member's turn of the round, or the unseen turn (D14.5, D14.6, D11.19)."""
    s = ctx.state
    turns = s.fight.turns if s.fight is not None else ()
    for number, member in enumerate(turns):
        fights.begin_turn(ctx, member)
        if s.fight is not None and s.fight.turns == turns[number:]:
            fights.turn_taken(ctx)


def pay_off(ctx: Ctx) -> None:
    """Pay the price: the band leaves, perhaps tells of rooms, perhaps leaves a stone (D14.9 to D14.13).

    In practice it just leaves (D1.20).
    """
    s = ctx.state
    assert s.fight is not None
    kinds = tuple(m.kind for _, m in fights.living(s))
    memory = remembered_kind(s)
    ctx.emit(BribePaid(s.fight.price, kinds))
    if training.practising(s):
        fights.close(ctx, "bought")
        return
    tells = s.fight.goodwill or ctx.succeeds(tell_chance())
    stone = ctx.succeeds(stone_chance(s))
    fights.close(ctx, "bought")
    if tells:
        unseen = [r.id for r in s.rooms.where(s.place.floor) if not r.entered]
        if told := ctx.sample(unseen, TOLD):
            floors.learn_rooms(ctx, told)
    if stone:
        taker = next((m.id for m in s.members.values() if m.health > 0 and gear.room_in_pack(s, m)), "")
        place = f"pack:{taker}" if taker else gear.lies_here(s)
        ctx.emit(StoneGiven(taker, memory))
        gear.make(ctx, STONE_KIND, place, named=True, memory=memory)


class BribeAsked(Event, tag="bribe.asked"):
    """The party asked the band to go (G16)."""

    def apply(self, s: State) -> None:
        assert s.fight is not None
        s.fight = replace(s.fight, asked=True)


class BribeRefused(Event, tag="bribe.refused"):
    """The band will not hear of it."""


class PriceNamed(Event, tag="bribe.price"):
    """The band named its price in gold (D14.7)."""

    gold: int

    def apply(self, s: State) -> None:
        assert s.fight is not None
        s.fight = replace(s.fight, price=self.gold)


class BribeDeclined(Event, tag="bribe.declined"):
    """The price was not paid; `poor` says that the gold did not reach (D14.8)."""

    gold: int
    poor: bool

    def apply(self, s: State) -> None:
        assert s.fight is not None
        s.fight = replace(s.fight, price=0)

    def variant(self) -> str:
        return "poor" if self.poor else ""


class BribePaid(Event, tag="bribe.paid"):
    """The price was paid and the band goes; `kinds` lists one word a monster (D14.9, D31.15)."""

    gold: int
    kinds: tuple[str, ...]

    def apply(self, s: State) -> None:
        assert s.fight is not None
        s.purse = replace(s.purse, gold=s.purse.gold - self.gold)
        s.fight = replace(s.fight, paid=True)
        s.counts = replace(s.counts, bribes=s.counts.bribes + 1)
        for kind in self.kinds:
            tale = s.bestiary.get(kind, Tale())
            s.bestiary[kind] = replace(tale, paid=tale.paid + 1)


class StoneGiven(Event, tag="bribe.stone"):
    """The band handed over a Summoning Stone; with no room in any pack it lies here (D14.13)."""

    member: str
    kind: str

    def variant(self) -> str:
        return "" if self.member else "lies"


class Priced(Asking, tag="bribe.priced"):
    """The band has named a price that the party can pay."""

    ask = "ask.price"

    def about(self, s: State) -> dict[str, Any]:
        return {"price": s.fight.price if s.fight is not None else 0}


class Bribe(Action, tag="bribe.ask"):
    """Ask the band to name a price (D14.5)."""

    text = "bribe"
    during = (Fight,)
    order = 55

    @classmethod
    def offered(cls, s: State) -> Iterable[Bribe]:
        return (cls(),)

    def refused(self, s: State) -> Refusal | None:
        if not started(s):
            return Refusal("bribe.late", rule="D14.5")
        return None if members.able(s) else Refusal("bribe.nobody", rule="D14.5")

    def odds(self, s: State) -> Odds:
        return (bribe_chance(s),)

    def costs(self, s: State) -> dict[str, Any] | None:
        # The experience of a kind, and so its price, is known once one was killed (D14.7, D31.15).
        known = all(monsters.known_kind(s, m.kind) for _, m in fights.living(s))
        return {"price": price(s)} if known else None

    def perform(self, ctx: Ctx) -> None:
        s = ctx.state
        chance, asked = bribe_chance(s), price(s)
        ctx.emit(BribeAsked())
        if not ctx.succeeds(chance):
            ctx.emit(BribeRefused())
            give_up_round(ctx)
            return
        ctx.emit(PriceNamed(asked))
        if asked > s.purse.gold:
            ctx.emit(BribeDeclined(asked, True))
            give_up_round(ctx)
        else:
            ctx.push(Priced())


class Pay(Action, tag="bribe.pay"):
    """Pay the price named (D14.7)."""

    text = "pay"
    during = (Priced,)
    order = 56

    @classmethod
    def offered(cls, s: State) -> Iterable[Pay]:
        return (cls(),)

    def odds(self, s: State) -> Odds:
        if training.practising(s):
            return ()
        told = () if s.fight is not None and s.fight.goodwill else (tell_chance(),)
        return (*told, stone_chance(s))

    def perform(self, ctx: Ctx) -> None:
        ctx.pop()
        pay_off(ctx)


class Decline(Action, tag="bribe.decline"):
    """Leave the price unpaid (D14.6)."""

    text = "decline"
    during = (Priced,)
    order = 56

    @classmethod
    def offered(cls, s: State) -> Iterable[Decline]:
        return (cls(),)

    def perform(self, ctx: Ctx) -> None:
        assert ctx.state.fight is not None
        ctx.pop()
        ctx.emit(BribeDeclined(ctx.state.fight.price, False))
        give_up_round(ctx)
