"""The market of a village (T9.22, T10.11, T10.18, T13.6, T13.67, T14.6, T18.13): buying, selling, and the sage."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from undercroft.engine.action import Open, Refusal
from undercroft.engine.errors import nearest, quoted
from undercroft.engine.state import remembered
from undercroft.rulebooks.tabletop import (
    armour,
    fighters,
    goods,
    magic_items,
    pause,
    qualities,
    taking,
    trade,
    treasure,
)
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.records import Character, Ctx, Event, Lot, Magic, State, replace
from undercroft.rulebooks.tabletop.village import VillageAction


def charmed(s: State) -> bool:
    """Say whether somebody wears the Ring of Charm on this purchase trip (T10.18)."""
    return any(qualities.has(c, "charmed") for c in fighters.living(s))


# --- buying ---


class BuyBase(VillageAction):
    """Base of the ways to buy."""

    order = 10

    def wanted(self) -> tuple[str, int, str]:
        """Return the ware, how many lots, and for whom."""
        raise NotImplementedError

    def refused(self, s: State) -> Refusal | None:
        ware, lots, who = self.wanted()
        if refusal := pause.guest_refused(s, who):
            return refusal
        c = s.characters[who]
        if ware in content.catalogue().items:
            return potion_refused(s, c, ware, lots)
        return trade.buy_refused(c, ware, lots, charmed=charmed(s))

    def costs(self, s: State) -> dict[str, Any]:
        ware, lots, _ = self.wanted()
        return {"price": price(s, ware, lots)}

    def rules(self, s: State) -> tuple[str, ...]:
        at_times = {"T9.22": self.wanted()[0].startswith(goods.SILVERED), "T10.18": charmed(s)}
        return ("T18.13", *(rule for rule, holds in at_times.items() if holds))

    def perform(self, ctx: Ctx) -> None:
        ware, lots, who = self.wanted()
        ctx.emit(Bought(who, ware, lots, price(ctx.state, ware, lots)))


class Buy(BuyBase, tag="market.buy"):
    """Buy a thing of the lists, or a potion of the healer's (T5.20, T18.13)."""

    text = "buy {ware} for {member}"
    ware: str
    member: str

    exact = True

    @classmethod
    def offered(cls, s: State) -> Iterable[Buy]:
        return [cls(ware, who) for ware, who, _ in in_reach(s)]

    def wanted(self) -> tuple[str, int, str]:
        return self.ware, 1, self.member


class BuyMany(BuyBase, tag="market.buy_many"):
    """Buy several of a thing at once."""

    text = "buy {ware} {lots} for {member}"
    ware: str
    lots: int
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Open]:
        return [Open(cls(ware, 1, who), "lots", 1, most) for ware, who, most in in_reach(s)]

    def wanted(self) -> tuple[str, int, str]:
        return self.ware, self.lots, self.member


@remembered("characters", "party", "inn")
def in_reach(s: State) -> list[tuple[str, str, int]]:
    """Return what each guest can pay for and carry away: the ware, for whom, and how many lots at most."""
    ring = charmed(s)
    found = []
    for who in fighters.living_ids(s):
        c = s.characters[who]
        found += [(word, who, most) for word in goods.sold() if (most := trade.most_lots(c, word, charmed=ring))]
        for potion in dict.fromkeys(s.inn.potions):
            if most := min(s.inn.potions.count(potion), c.silver // price(s, potion, 1)):
                found.append((potion, who, most))
    return found


def price(s: State, ware: str, lots: int) -> int:
    """Return what so many lots cost here, with the ring's fifth taken off (T10.18)."""
    if ware in content.catalogue().items:
        return lots * trade.reduced(content.item(ware).asked, charmed=charmed(s))
    return trade.price(ware, lots, charmed=charmed(s))


def potion_refused(s: State, c: Character, ware: str, lots: int) -> Refusal | None:
    """Say no to a potion that the healer has not, or that is too dear (T18.13)."""
    if ware not in s.inn.potions or not 1 <= lots <= s.inn.potions.count(ware):
        return Refusal("market.healer", {"thing": ware, "left": s.inn.potions.count(ware)}, "T18.13")
    cost = price(s, ware, lots)
    if cost > c.silver:
        return Refusal("trade.silver", {"who": c.id, "thing": ware, "price": cost, "silver": c.silver}, "T18.13")
    return None


# --- selling ---


def worth(lot: Lot) -> int:
    """Return what the village pays for one thing: goods and weapons by T10.11, jewels in full, magic by T13.67."""
    for arm in lot.arms:
        return trade.arm_price(arm)
    for jewel in lot.jewels:
        return treasure.value(jewel)
    for item in lot.items:
        return magic_items.price(item)
    for word, pieces in lot.goods:
        return trade.dealer_price(word) if pieces == goods.known(word).lot else 0
    return 0


def thing(c: Character, word: str) -> Lot:
    """Return one thing that a character can sell by its word, goods by the lot; an empty lot if there is none."""
    if word == taking.SILVER:
        return Lot()
    found = taking.part(taking.held(c), word)
    for kind, _ in found.goods:
        lot = goods.known(kind).lot
        return Lot(goods=((kind, lot),)) if goods.count(c, kind) >= lot else Lot()
    return found


class Sell(VillageAction, tag="market.sell"):
    """Sell a thing: a dealer pays half, jewels bring their value (T10.11, T13.67, T14.6)."""

    text = "sell {thing} of {member}"
    order = 11
    minor = True
    thing: str
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Sell]:
        return [cls(word, c.id) for c in fighters.living(s) for word in taking.words(taking.held(c))]

    def refused(self, s: State) -> Refusal | None:
        if refusal := pause.guest_refused(s, self.member):
            return refusal
        c = s.characters[self.member]
        lot = thing(c, self.thing)
        if lot == Lot():
            near = nearest(self.thing, taking.words(taking.held(c))) or "."
            return Refusal("market.none", {"who": c.id, "thing": quoted(self.thing), "near": near})
        return None if worth(lot) else Refusal("market.worthless", {"thing": self.thing}, "T10.11")

    def costs(self, s: State) -> dict[str, Any]:
        return {"price": worth(thing(s.characters[self.member], self.thing))}

    def rules(self, s: State) -> tuple[str, ...]:
        lot = thing(s.characters[self.member], self.thing)
        if lot.items:
            return ("T13.32",) if lot.items[0].spent else ("T13.67",)
        return ("T14.6",) if lot.jewels else ("T10.11",)

    def perform(self, ctx: Ctx) -> None:
        lot = thing(ctx.state.characters[self.member], self.thing)
        ctx.emit(Sold(self.member, self.thing, lot, worth(lot)))


class Exchange(VillageAction, tag="market.exchange"):
    """Buy a suit of armour, put it on at the counter, and leave the one worn with the dealer: nobody need carry both.

    The dealer pays half for the old one (T10.9, T10.11).
    """

    text = "change-armour {ware} for {member}"
    order = 10
    minor = True
    ware: str
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Exchange]:
        return [cls(word, c.id) for c in fighters.living(s) for word in trade.suits()]

    def refused(self, s: State) -> Refusal | None:
        if refusal := pause.guest_refused(s, self.member):
            return refusal
        return trade.exchange_refused(s.characters[self.member], self.ware, charmed=charmed(s))

    def costs(self, s: State) -> dict[str, Any]:
        worn = armour.worn(s.characters[self.member])
        return {"price": price(s, self.ware, 1), "back": trade.dealer_price(worn)}

    def forgoes(self, s: State) -> dict[str, Any] | None:
        held = goods.count(s.characters[self.member], self.ware)
        return {"who": self.member, "ware": self.ware} if held else None

    def perform(self, ctx: Ctx) -> None:
        s = ctx.state
        worn = armour.worn(s.characters[self.member])
        ctx.emit(Exchanged(self.member, self.ware, worn, price(s, self.ware, 1), trade.dealer_price(worn)))


# --- the sage, and things that are used here ---


class Identify(VillageAction, tag="market.identify"):
    """Let the sage name an unknown item (T13.6)."""

    text = "identify {item} of {member}"
    order = 12
    item: str
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Identify]:
        return [cls(handle, c.id) for c in fighters.living(s) for handle in magic_items.handles(c.items)]

    def refused(self, s: State) -> Refusal | None:
        return pause.guest_refused(s, self.member) or magic_items.sage_refused(s.characters[self.member], self.item)

    def costs(self, s: State) -> dict[str, Any]:
        return {"price": magic_items.SAGE}

    def perform(self, ctx: Ctx) -> None:
        place = magic_items.place_of(ctx.state.characters[self.member], self.item)
        magic_items.ask_sage(ctx, self.member, place)


class UseHere(VillageAction, tag="market.use"):
    """Turn the Ring of Charm for a purchase trip, or waste a Cornucopia where food is easily had (T10.18, T13.20)."""

    text = "use {item} {member}"
    order = 13
    item: str
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[UseHere]:
        return [cls(handle, c.id) for c in fighters.living(s) for handle in magic_items.handles(c.items)]

    def refused(self, s: State) -> Refusal | None:
        if refusal := pause.guest_refused(s, self.member):
            return refusal
        c = s.characters[self.member]
        if refusal := magic_items.not_held(c, self.item):
            return refusal
        one = held(c, self.item)
        if refusal := magic_items.use_refused(one):
            return refusal
        if one.kind in (magic_items.RING, magic_items.HORN):
            return None
        return Refusal("market.no_use", {"item": one.kind})

    def perform(self, ctx: Ctx) -> None:
        c = ctx.state.characters[self.member]
        place = magic_items.place_of(c, self.item)
        act = magic_items.turn_ring if held(c, self.item).kind == magic_items.RING else magic_items.waste_horn
        act(ctx, self.member, place)


def held(c: Character, handle: str) -> Magic:
    """Return a character's item by its handle."""
    return c.items[magic_items.place_of(c, handle)]


# --- events ---


class Bought(Event, tag="market.bought"):
    """Something was bought."""

    who: str
    ware: str
    lots: int
    price: int

    def apply(self, s: State) -> None:
        c = s.characters[self.who]
        paid = replace(c, silver=c.silver - self.price)
        if self.ware in content.catalogue().items:
            s.characters[self.who] = replace(paid, items=(*paid.items, *[Magic(self.ware, known=True)] * self.lots))
            left = list(s.inn.potions)
            for _ in range(self.lots):
                left.remove(self.ware)
            s.inn = replace(s.inn, potions=tuple(left))
        else:
            s.characters[self.who] = goods.add(paid, self.ware, self.lots * goods.known(self.ware).lot)

    def variant(self) -> str:
        return "one" if self.lots == 1 else ""


class Sold(Event, tag="market.sold"):
    """Something was sold."""

    who: str
    thing: str
    lot: Lot
    price: int

    def apply(self, s: State) -> None:
        c = taking.stripped(s.characters[self.who], self.lot)
        s.characters[self.who] = replace(c, silver=c.silver + self.price)


class Exchanged(Event, tag="market.exchanged"):
    """A new suit of armour was put on, and the dealer kept the old one."""

    who: str
    ware: str
    old: str
    price: int
    back: int

    def apply(self, s: State) -> None:
        s.characters[self.who] = trade.exchanged(s.characters[self.who], self.ware, self.price - self.back)

    def rules(self) -> tuple[str, ...]:
        return ("T10.9", "T10.11")
