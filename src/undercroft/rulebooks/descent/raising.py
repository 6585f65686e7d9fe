"""Raising (D17): who may be raised, the raising itself, and the Light of Life outside fights and in them."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.engine.action import Refusal
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import gear, members
from undercroft.rulebooks.descent.fights import Fight, actor, not_inside, turn_taken
from undercroft.rulebooks.descent.records import (
    OUTSIDE_FIGHTS,
    Action,
    Ctx,
    Event,
    Member,
    State,
    replace,
    standing,
)

MOST_RAISES = 3
"""Raises any one member can have in a run (D17.4)."""
RAISED_HEALTH = 1
"""Health a member rises with (D17.3)."""
NEVER_RAISED = "king"
"""The class that nothing raises (D17.6)."""


def reached(s: State) -> list[Member]:
    """Return the members that magic reaches: all outside fights, in a fight those inside, the fallen too (D11.21)."""
    if s.fight is None:
        return list(s.members.values())
    outside = s.fight.outside
    return [m for m in s.members.values() if m.id not in outside]


def can_raise(s: State, m: Member) -> bool:
    """Say whether the member is fallen, in reach, not the king, and has a raise left (D17.3 to D17.6)."""
    if not m.fallen or m.cls == NEVER_RAISED or m.raises >= MOST_RAISES:
        return False
    return s.fight is None or m.id not in s.fight.outside


def raise_fallen(ctx: Ctx, fallen: Iterable[str], source: str) -> None:
    """Raise these members in the order given; whoever cannot be raised stays down. `source`: what did it."""
    for one in list(fallen):
        m = ctx.state.members.get(one)
        if m is not None and can_raise(ctx.state, m):
            ctx.emit(Raised(one, source))


def is_light(kind: str) -> bool:
    """Say whether a kind of item is the one that raises."""
    return content.item(kind).sort == "charm" and content.catalogue().charms[kind].effect == "raise"


def lights(s: State) -> list[str]:
    """Return every Light of Life in the packs of the members in reach, in party order (D17.14)."""
    return [key for m in reached(s) for key in s.items.keys_where(f"pack:{m.id}") if is_light(s.items[key].kind)]


def _burn(ctx: Ctx, light: str, user: str) -> None:
    """Use a light up, and raise everyone who can be raised."""
    kind = ctx.state.items[light].kind
    ctx.emit(LightKindled(user, light))
    gear.destroy(ctx, light, "used")
    raise_fallen(ctx, [m.id for m in reached(ctx.state)], kind)


def _nobody(s: State) -> Refusal | None:
    return None if any(can_raise(s, m) for m in s.members.values()) else Refusal("raise.nobody", {}, "D17.7")


class Raise(Action, tag="raise"):
    """Raise the fallen with a Light of Life out of any pack (D17.14); the member named kindles it."""

    text = "raise {member}"
    during = OUTSIDE_FIGHTS
    order = 24
    reads = ("items", members.steady)
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Raise]:
        return [cls(m.id) for m in standing(s)] if members.fallen(s) else []

    def refused(self, s: State) -> Refusal | None:
        m = s.members.get(self.member)
        if m is None:
            return Refusal("member.none", {"member": self.member})
        if not lights(s):
            return Refusal("raise.no_light", {}, "D17.14")
        if m.fallen:
            able = tuple(one.id for one in standing(s))
            return Refusal("raise.by", {"member": self.member, "able": able}, "D2.14")
        return _nobody(s)

    def perform(self, ctx: Ctx) -> None:
        found = lights(ctx.state)
        own = [key for key in found if ctx.state.items[key].place == f"pack:{self.member}"]
        _burn(ctx, (own or found)[0], self.member)


class Kindle(Action, tag="raise.kindle"):
    """Kindle a Light of Life in a fight, out of the pack of any member inside, for the turn (D17.14)."""

    text = "kindle {item}"
    during = (Fight,)
    order = 48
    needs = "fallen"
    item: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Kindle]:
        return [cls(key) for key in lights(s)] if any(m.fallen for m in s.members.values()) else []

    def refused(self, s: State) -> Refusal | None:
        if refusal := not_inside(s):
            return refusal
        thing = s.items.get(self.item)
        if thing is None or not is_light(thing.kind):
            return Refusal("raise.not_light", {"item": self.item}, "D17.14")
        if self.item not in lights(s):
            return Refusal("raise.out_of_reach", {"item": self.item}, "D17.14")
        return _nobody(s)

    def perform(self, ctx: Ctx) -> None:
        m = actor(ctx.state)
        assert m is not None
        _burn(ctx, self.item, m.id)
        turn_taken(ctx)


class LightKindled(Event, tag="raise.kindled"):
    """A member used a Light of Life."""

    member: str
    item: str


class Raised(Event, tag="raise.raised"):
    """A fallen member rose with next to no health (D17.2)."""

    member: str
    source: str

    def apply(self, s: State) -> None:
        m = s.members[self.member]
        s.members[self.member] = replace(m, health=RAISED_HEALTH, raises=m.raises + 1)
        s.counts = replace(s.counts, raises=s.counts.raises + 1)
