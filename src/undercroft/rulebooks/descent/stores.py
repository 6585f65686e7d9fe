"""Stores (D28): prices, what each counter stocks, buying, selling, and repair at a counter (D16.1, D16.2)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from undercroft.engine.action import Refusal
from undercroft.rulebooks.descent import carrying, gear, members
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent.records import (
    Action,
    AtCounter,
    Ctx,
    Event,
    InCourtyard,
    InRoom,
    Item,
    State,
    below,
    replace,
)
from undercroft.rulebooks.descent.views import WareView

NO_BASE = 5
"""Gold for a named thing without a base price (D28.10)."""
UNNAMED = 10
"""Gold for an unnamed thing, whatever it is (D28.10)."""
SELL_SHARE = 2
"""A counter buys at the base price divided by this (D28.10)."""
REPAIR = 6
"""Base price in gold of one point of repair (D16.2)."""


# --- looking ---


def counter_here(s: State) -> bool:
    """Say whether the party is at a store: the courtyard's, or a dungeon store's room."""
    if not below(s):
        return True
    room = s.rooms.get(s.place.room)
    return room is not None and room.store


def stock(floor: int) -> list[str]:
    """Return the kinds a counter on a floor sells, in the order of the tables (D28.7, D28.8)."""
    return [key for key, kind in content.catalogue().items.items() if 0 <= kind.stocked <= floor]


def price(kind: str, floor: int) -> int:
    """Return what a counter on a floor asks for a kind, in gold (D28.5)."""
    return content.price(content.item(kind).price, floor)


def rations_price(floor: int) -> int:
    """Return what a counter on a floor asks for a lot of ten rations, in gold (D28.1, D28.5)."""
    return content.price(content.RATIONS_PRICE, floor)


def selling_price(s: State, item: Item | str) -> int:
    """Return what every counter pays for an item, or for the item of an id, in gold (D28.10)."""
    if isinstance(item, str):
        item = s.items[item]
    if not gear.is_named(s, item):
        return UNNAMED
    base = content.item(item.kind).price
    paid = base // SELL_SHARE if base else NO_BASE
    full = gear.full_figure(item)
    return paid * (full - item.lost) // full if item.lost else paid


def repair_price(item: Item, floor: int) -> int:
    """Return what a counter on a floor asks to make a piece whole, in gold; 0 if nothing is lost (D16.2)."""
    return content.price(REPAIR * item.lost, floor)


def wares(s: State) -> tuple[WareView, ...]:
    """Return what the counter where the party stands has to sell, rations apart, as views show it."""
    return _wares(s.place.floor)


@cache
def _wares(floor: int) -> tuple[WareView, ...]:
    return tuple([_ware(kind, floor) for kind in stock(floor)])


def _ware(key: str, floor: int) -> WareView:
    kind = content.item(key)
    who = kind.who if isinstance(kind, content.Gear) else ()
    figure = attack = hands = 0
    bow = False
    if isinstance(kind, content.Weapon):
        figure, attack, hands, bow = kind.damage, kind.attack, kind.hands, kind.reach == "bow"
    elif isinstance(kind, (content.Armour, content.Shield)):
        figure = kind.protection
    return WareView(key, kind.name, kind.sort, price(key, floor), who, figure, attack, hands, bow)


# --- events ---


class StoreOpened(Event, tag="store.opened"):
    """The party stepped up to a counter."""

    floor: int


class StoreClosed(Event, tag="store.closed"):
    """The party turned away from a counter."""

    floor: int


class Bought(Event, tag="store.bought"):
    """A member was sold an item."""

    item: str
    kind: str
    member: str
    price: int

    def apply(self, s: State) -> None:
        s.purse = replace(s.purse, gold=s.purse.gold - self.price)


class RationsBought(Event, tag="store.rations"):
    """Rations were added to the party's stock (D28.2)."""

    count: int
    price: int

    def apply(self, s: State) -> None:
        s.purse = replace(s.purse, gold=s.purse.gold - self.price, rations=s.purse.rations + self.count)


class Sold(Event, tag="store.sold"):
    """An item went over the counter for good. `what` is what it was called."""

    item: str
    what: str
    member: str
    price: int

    def apply(self, s: State) -> None:
        del s.items[self.item]
        s.purse = replace(s.purse, gold=s.purse.gold + self.price)


class Repaired(Event, tag="store.repaired"):
    """A repair was paid for."""

    item: str
    price: int

    def apply(self, s: State) -> None:
        s.purse = replace(s.purse, gold=s.purse.gold - self.price)


def too_dear(s: State, asked: int) -> Refusal | None:
    """Refuse a price above the gold held."""
    return None if asked <= s.purse.gold else Refusal("store.gold", {"price": asked, "gold": s.purse.gold})


# --- actions ---


class Shop(Action, tag="store.open"):
    """Open the store; it costs no step and is never done by walking in (D28.9)."""

    text = "shop"
    during = (InCourtyard, InRoom)
    order = 3
    needs = "store"
    exact = True

    @classmethod
    def offered(cls, s: State) -> Iterable[Shop]:
        return [cls()]

    def refused(self, s: State) -> Refusal | None:
        return None if counter_here(s) else Refusal("store.none")

    def perform(self, ctx: Ctx) -> None:
        ctx.emit(StoreOpened(ctx.state.place.floor))
        ctx.push(AtCounter())


class Buy(Action, tag="store.buy"):
    """Buy an item of the stock for a member with a free pack place (ACT40)."""

    text = "buy {kind} {member}"
    during = (AtCounter,)
    order = 40
    reads = ("items", "purse", "place", members.steady)
    exact = True
    kind: str
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Buy]:
        floor = s.place.floor
        asked = _prices(floor)
        return _buys(floor, gear.takers(s), asked[bisect_right(asked, s.purse.gold) - 1])

    def refused(self, s: State) -> Refusal | None:
        floor = s.place.floor
        kind = content.catalogue().items.get(self.kind)
        if kind is None or not 0 <= kind.stocked <= floor:
            return Refusal("store.not_stocked", rule="D28.8")
        return gear.cannot_receive(s, self.member) or too_dear(s, price(self.kind, floor))

    def betters(self, s: State) -> bool:
        return gear.betters(s, self.kind, self.member)

    def costs(self, s: State) -> dict[str, Any]:
        return {"gold": price(self.kind, s.place.floor)}

    def perform(self, ctx: Ctx) -> None:
        asked = price(self.kind, ctx.state.place.floor)
        item = gear.make(ctx, self.kind, f"{gear.PACK}:{self.member}", named=True)
        ctx.emit(Bought(item, self.kind, self.member, asked))


class BuyRations(Action, tag="store.buy_rations"):
    """Buy a lot of ten rations for the party's stock (D28.2)."""

    text = "buy-rations"
    during = (AtCounter,)
    order = 40

    @classmethod
    def offered(cls, s: State) -> Iterable[BuyRations]:
        return [cls()]

    def refused(self, s: State) -> Refusal | None:
        return too_dear(s, rations_price(s.place.floor))

    def costs(self, s: State) -> dict[str, Any]:
        return {"gold": rations_price(s.place.floor), "count": content.RATIONS_LOT}

    def perform(self, ctx: Ctx) -> None:
        ctx.emit(RationsBought(content.RATIONS_LOT, rations_price(ctx.state.place.floor)))


class Sell(Action, tag="store.sell"):
    """Sell anything that a member wears or carries (ACT41); party goods are no items and cannot be sold (D28.11)."""

    text = "sell {item}"
    during = (AtCounter,)
    order = 41
    reads = ("items", members.steady)
    exact = True
    item: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Sell]:
        return map(cls, gear.in_hands(s, s.members.values()))

    def refused(self, s: State) -> Refusal | None:
        item = s.items.get(self.item)
        return None if item is not None and gear.holder(item) else Refusal("store.no_item")

    def costs(self, s: State) -> dict[str, Any]:
        return {"gold": selling_price(s, self.item)}

    def rules(self, s: State) -> tuple[str, ...]:
        return ("ACT41",)

    def perform(self, ctx: Ctx) -> None:
        s = ctx.state
        item = s.items[self.item]
        ctx.emit(Sold(self.item, gear.called(s, self.item), gear.holder(item), selling_price(s, item)))


class Repair(Action, tag="store.repair"):
    """Have a damaged weapon, shield or armour made whole (ACT42)."""

    text = "repair {item}"
    during = (AtCounter,)
    order = 42
    item: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Repair]:
        return [cls(key) for who in s.members for key in carrying.handling(s, who).damaged]

    def refused(self, s: State) -> Refusal | None:
        item = s.items.get(self.item)
        if item is None or not gear.holder(item):
            return Refusal("store.no_item")
        if not item.lost:
            return Refusal("store.whole", {"item": self.item})
        return too_dear(s, repair_price(item, s.place.floor))

    def costs(self, s: State) -> dict[str, Any]:
        return {"gold": repair_price(s.items[self.item], s.place.floor)}

    def perform(self, ctx: Ctx) -> None:
        s = ctx.state
        item = s.items[self.item]
        ctx.emit(Repaired(self.item, repair_price(item, s.place.floor)))
        gear.restore(ctx, self.item, item.lost)


class Close(Action, tag="store.close"):
    """Turn away from the counter, back to the courtyard or the room."""

    text = "close"
    during = (AtCounter,)
    order = 43

    @classmethod
    def offered(cls, s: State) -> Iterable[Close]:
        return [cls()]

    def perform(self, ctx: Ctx) -> None:
        ctx.emit(StoreClosed(ctx.state.place.floor))
        ctx.pop()


@cache
def _prices(floor: int) -> list[int]:
    """Return what things cost on a floor, from nothing up, each price once."""
    return sorted({0, *[price(kind, floor) for kind in stock(floor)]})


@lru_cache(maxsize=256)
def _buys(floor: int, members: tuple[str, ...], most: int) -> tuple[Buy, ...]:
    """Return what members may buy on a floor for a price at most."""
    return tuple([Buy(kind, who) for kind in stock(floor) if price(kind, floor) <= most for who in members])
