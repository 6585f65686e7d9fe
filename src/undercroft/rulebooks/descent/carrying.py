"""Handling things outside fights (D18.5 to D18.8, D17.11): taking, dropping, wearing, putting away and giving."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from undercroft.engine.action import Refusal
from undercroft.engine.state import remembered
from undercroft.rulebooks.descent import gear, members
from undercroft.rulebooks.descent.records import (
    OUTSIDE_FIGHTS,
    Action,
    Ctx,
    InCourtyard,
    InHall,
    InRoom,
    State,
    standing,
)

QUIET = (InHall, InRoom, InCourtyard)
"""Where things lie about to be taken (ACT15)."""


class Take(Action, tag="gear.take"):
    """Take an item that lies here, or is in an opened chest (D18.8, D19.6)."""

    text = "take {thing} {member}"
    during = QUIET
    order = 15
    needs = "things"
    exact = True
    thing: str
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Take]:
        things = to_take(s)
        if not things:
            return ()
        able = gear.takers(s)
        return [cls(key, who) for key in things for who in able]

    def refused(self, s: State) -> Refusal | None:
        row = s.items.get(self.thing)
        if row is None or row.place not in gear.within_reach(s):
            return gear.no_such_item(self.thing)
        return gear.cannot_receive(s, self.member)

    def rules(self, s: State) -> tuple[str, ...]:
        return ("D19.6",) if s.items[self.thing].place.startswith("chest:") else ("D18.8",)

    def perform(self, ctx: Ctx) -> None:
        gear.move(ctx, self.thing, f"{gear.PACK}:{self.member}")


class Drop(Action, tag="gear.drop"):
    """Put an item down where the party is (D18.8)."""

    text = "drop {item}"
    during = OUTSIDE_FIGHTS
    order = 16
    reads = ("items", members.steady)
    minor = True
    exact = True
    item: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Drop]:
        return _by_hand(s).drops

    def refused(self, s: State) -> Refusal | None:
        row = s.items.get(self.item)
        who = gear.holder(row) if row is not None else ""
        return gear.not_standing(s, who) if who else gear.no_such_item(self.item)

    def perform(self, ctx: Ctx) -> None:
        gear.move(ctx, self.item, gear.lies_here(ctx.state))


class Wear(Action, tag="gear.wear"):
    """Wear an armour, take up a shield or ready a weapon out of the holder's own pack (ACT21)."""

    text = "wear {item}"
    during = OUTSIDE_FIGHTS
    order = 21
    reads = ("items", members.steady)
    minor = True
    exact = True
    item: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Wear]:
        return _by_hand(s).wears

    def refused(self, s: State) -> Refusal | None:
        return gear.cannot_wear(s, self.item)

    def perform(self, ctx: Ctx) -> None:
        gear.wear(ctx, self.item)


class Unready(Action, tag="gear.unready"):
    """Put a worn piece back into the wearer's pack (ACT21)."""

    text = "unready {item}"
    during = OUTSIDE_FIGHTS
    order = 21
    reads = ("items", members.steady)
    minor = True
    exact = True
    item: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Unready]:
        return _by_hand(s).unreadies

    def refused(self, s: State) -> Refusal | None:
        row = s.items.get(self.item)
        if row is None or not gear.worn(row):
            return Refusal("gear.not_ready", {"item": self.item})
        return gear.cannot_receive(s, gear.holder(row))

    def perform(self, ctx: Ctx) -> None:
        gear.move(ctx, self.item, f"{gear.PACK}:{gear.holder(ctx.state.items[self.item])}")


class Give(Action, tag="gear.give"):
    """Hand an item to another member, or take it off a fallen one (D18.7, D17.11)."""

    text = "give {item} {member}"
    parting = True
    during = OUTSIDE_FIGHTS
    order = 22
    reads = ("items", members.steady)
    minor = True
    exact = True
    item: str
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Give]:
        able = gear.takers(s)
        return chain.from_iterable([_gifts(s, who, able) for who in s.members])

    def refused(self, s: State) -> Refusal | None:
        row = s.items.get(self.item)
        who = gear.holder(row) if row is not None else ""
        if not who:
            return gear.no_such_item(self.item)
        if who == self.member:
            return Refusal("gear.has_it", {"item": self.item, "member": who})
        return gear.cannot_receive(s, self.member)

    def rules(self, s: State) -> tuple[str, ...]:
        return ("D17.11", "D17.12") if s.members[gear.holder(s.items[self.item])].fallen else ("D18.7",)

    def perform(self, ctx: Ctx) -> None:
        gear.move(ctx, self.item, f"{gear.PACK}:{self.member}")


def to_take(s: State) -> Sequence[str]:
    """Return the ids of everything within reach to take."""
    at = s.items.keys_where
    if not s.place.room:
        return at(gear.lies_here(s))
    return [key for place in gear.within_reach(s) for key in at(place)]


class Handling(NamedTuple):
    """What of a member's things is damaged, and what may be done with them beside giving them away."""

    damaged: list[str]
    drops: list[Drop]
    wears: list[Wear]
    unreadies: list[Unready]


@remembered(items=gear.spots_of)
def handling(s: State, who: str) -> Handling:
    """Return what a member may do with its own things, if it stands and has room in its pack (D18.5, D18.6, D18.8)."""
    items = s.items
    hand, arm, body, pack = map(items.keys_where, gear.spots_of(who))
    ready, held = (*hand, *arm, *body), gear.held(s, who)
    return Handling(
        [key for key in held if items[key].lost],
        [Drop(key) for key in held],
        [Wear(key) for key in pack if gear.misfit(s, who, key) is None],
        [Unready(key) for key in ready],
    )


@remembered("items", also=members.steady)
def _by_hand(s: State) -> Handling:
    """Return what all standing members may do with their own things."""
    able = gear.takers(s)
    found = Handling([], [], [], [])
    for m in standing(s):
        own = handling(s, m.id)
        found.drops.extend(own.drops)
        found.wears.extend(own.wears)
        if m.id in able:
            found.unreadies.extend(own.unreadies)
    return found


@remembered(items=lambda who, _: gear.spots_of(who))
def _gifts(s: State, who: str, able: tuple[str, ...]) -> list[Give]:
    takers = tuple([member for member in able if member != who])
    return list(chain.from_iterable([_gift(key, takers) for key in gear.held(s, who)]))


@lru_cache(maxsize=4096)
def _gift(key: str, takers: tuple[str, ...]) -> tuple[Give, ...]:
    return tuple([Give(key, member) for member in takers])
