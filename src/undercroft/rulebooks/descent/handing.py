"""Gear in a fight (D12.17, D17.12, D18.7): readying, handing over and taking off the fallen, for a turn each."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

from undercroft.engine.action import Refusal
from undercroft.engine.state import remembered
from undercroft.rulebooks.descent import carrying, fights, gear, members
from undercroft.rulebooks.descent.fights import Fight, actor
from undercroft.rulebooks.descent.records import Action, Ctx, Member, State


def others_inside(s: State, who: str) -> list[Member]:
    """Return the other living members inside the fight, in party order (D11.21)."""
    return [m for m in members.inside(s) if m.id != who]


def fallen_inside(s: State) -> list[Member]:
    """Return the fallen who lie inside the fight, in party order (D11.21)."""
    outside = s.fight.outside if s.fight is not None else ()
    return [m for m in s.members.values() if m.fallen and m.id not in outside]


class Ready(Action, tag="handing.ready"):
    """Ready a weapon, shield or armour out of the acting member's pack; it takes the turn (D12.17)."""

    text = "ready {item}"
    during = (Fight,)
    order = 49
    needs = "inside"
    minor = True
    exact = True
    item: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Ready]:
        who = actor(s)
        if who is None:
            return ()
        return _readies(s, who.id)

    def refused(self, s: State) -> Refusal | None:
        who = actor(s)
        if who is None:
            return fights.not_inside(s) or Refusal("fight.nobody")
        if self.item not in s.items.keys_where(f"{gear.PACK}:{who.id}"):
            return gear.no_such_item(self.item)
        return gear.cannot_wear(s, self.item)

    def perform(self, ctx: Ctx) -> None:
        gear.wear(ctx, self.item)
        fights.turn_taken(ctx)


@remembered(items=gear.spots_of)
def _readies(s: State, who: str) -> list[Ready]:
    return [Ready(one.item) for one in carrying.handling(s, who).wears]


class Hand(Action, tag="handing.hand"):
    """Hand an item over to another living member inside; it takes the giver's turn (D18.7)."""

    text = "hand {item} {member}"
    parting = True
    during = (Fight,)
    order = 51
    needs = "inside"
    minor = True
    exact = True
    item: str
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Hand]:
        who = actor(s)
        if who is None:
            return []
        away = members.outside(s)
        return _hands(s, who.id, tuple([key for key in gear.takers(s) if key != who.id and key not in away]))

    def refused(self, s: State) -> Refusal | None:
        who = actor(s)
        if who is None:
            return fights.not_inside(s) or Refusal("fight.nobody")
        row = s.items.get(self.item)
        if row is None or gear.holder(row) != who.id:
            return gear.no_such_item(self.item)
        if self.member == who.id:
            return Refusal("gear.has_it", {"item": self.item, "member": who.id})
        if refusal := gear.cannot_receive(s, self.member):
            return refusal
        if all(m.id != self.member for m in others_inside(s, who.id)):
            return Refusal("handing.away", {"member": self.member}, "D11.21")
        return None

    def perform(self, ctx: Ctx) -> None:
        gear.move(ctx, self.item, f"{gear.PACK}:{self.member}")
        fights.turn_taken(ctx)


@remembered(items=lambda who, _: gear.spots_of(who))
def _hands(s: State, who: str, takers: tuple[str, ...]) -> list[Hand]:
    return list(chain.from_iterable([_hand(key, takers) for key in gear.held(s, who)]))


@lru_cache(maxsize=4096)
def _hand(key: str, takers: tuple[str, ...]) -> tuple[Hand, ...]:
    return tuple([Hand(key, taker) for taker in takers])


class Strip(Action, tag="handing.strip"):
    """Take an item off a fallen member inside; it takes the receiver's turn (D17.12)."""

    text = "strip {item}"
    during = (Fight,)
    order = 51
    needs = "fallen"
    item: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Strip]:
        who = actor(s)
        if who is None or not gear.room_in_pack(s, who):
            return []
        return [cls(key) for key in gear.in_hands(s, fallen_inside(s))]

    def refused(self, s: State) -> Refusal | None:
        who = actor(s)
        if who is None:
            return fights.not_inside(s) or Refusal("fight.nobody")
        if self.item not in gear.in_hands(s, fallen_inside(s)):
            return Refusal("handing.not_fallen", {"item": self.item}, "D17.12")
        return gear.cannot_receive(s, who.id)

    def perform(self, ctx: Ctx) -> None:
        assert ctx.state.fight is not None
        gear.move(ctx, self.item, f"{gear.PACK}:{ctx.state.fight.turns[0]}")
        fights.turn_taken(ctx)
