"""Wounds (D3): health, the ceiling, mana and the attributes, and who falls."""

from __future__ import annotations

from undercroft.rulebooks.descent.members import most_mana
from undercroft.rulebooks.descent.records import Ctx, Event, State, replace

LEAST_CEILING = 1
"""The ceiling never falls below this (D3.14)."""
ATTRIBUTES = ("strength", "agility", "wits")
READING = "reading"
"""The cause of mana spent on a spell; the reading itself tells of it."""
BLOW = "blow"
"""The cause of a wound dealt by a blow; the blow itself tells of it."""


def wound(ctx: Ctx, member: str, amount: int, cause: str) -> None:
    """Wound a living member; at 0 health the member falls, and wounds beyond 0 are lost (D3.17)."""
    taken = min(amount, ctx.state.members[member].health)
    if taken <= 0:
        return
    ctx.emit(Wounded(member, taken, cause))
    if ctx.state.members[member].fallen:
        ctx.emit(Fell(member, cause))


def heal(ctx: Ctx, member: str, amount: int, cause: str) -> None:
    """Heal a living member, to the ceiling at most (D3.8, D3.9, D17.13)."""
    m = ctx.state.members[member]
    gained = min(amount, m.ceiling - m.health)
    if gained > 0 and not m.fallen:
        ctx.emit(Healed(member, gained, cause))


def raise_ceiling(ctx: Ctx, member: str, amount: int, cause: str) -> None:
    """Raise the ceiling, and a living member's health by as much (D3.16)."""
    if amount > 0:
        ctx.emit(CeilingRose(member, amount, cause))


def lower_ceiling(ctx: Ctx, member: str, amount: int, cause: str) -> None:
    """Lower the ceiling, to 1 at the least, and health to the ceiling (D3.14, D3.15)."""
    lost = min(amount, ctx.state.members[member].ceiling - LEAST_CEILING)
    if lost > 0:
        ctx.emit(CeilingFell(member, lost, cause))


def gain_mana(ctx: Ctx, member: str, amount: int, cause: str) -> None:
    """Give a living caster mana, to the most at most (D3.5)."""
    m = ctx.state.members[member]
    gained = min(amount, most_mana(m) - m.mana)
    if gained > 0 and not m.fallen:
        ctx.emit(ManaRose(member, gained, cause))


def lose_mana(ctx: Ctx, member: str, amount: int, cause: str) -> None:
    """Take mana, to 0 at the least."""
    lost = min(amount, ctx.state.members[member].mana)
    if lost > 0:
        ctx.emit(ManaFell(member, lost, cause))


def set_attribute(ctx: Ctx, member: str, which: str, delta: int) -> None:
    """Change strength, agility or wits for good by `delta`, to 0 at the least (D3.6)."""
    change = max(delta, -getattr(ctx.state.members[member], which))
    if change:
        ctx.emit(AttributeChanged(member, which, change))


class Wounded(Event, tag="member.wounded"):
    """A member lost health."""

    member: str
    amount: int
    cause: str

    def apply(self, s: State) -> None:
        m = s.members[self.member]
        s.members[self.member] = replace(m, health=m.health - self.amount)

    def variant(self) -> str:
        return self.cause if self.cause in ("hunger", "poisoned", BLOW) else ""


class Fell(Event, tag="member.fell"):
    """A member died, and with it every effect on it ended (D3.17, D27.3)."""

    member: str
    cause: str

    def apply(self, s: State) -> None:
        for effect in s.effects.where(self.member):
            del s.effects[f"{self.member}:{effect.kind}"]
        s.counts = replace(s.counts, deaths=s.counts.deaths + 1)

    def variant(self) -> str:
        return "king" if self.member == "king" else ""


class Healed(Event, tag="member.healed"):
    """A member regained health."""

    member: str
    amount: int
    cause: str

    def apply(self, s: State) -> None:
        m = s.members[self.member]
        s.members[self.member] = replace(m, health=m.health + self.amount)

    def variant(self) -> str:
        return "walking" if self.cause == "walking" else ""


class CeilingRose(Event, tag="member.ceiling_rose"):
    """A member's ceiling rose, and health with it."""

    member: str
    amount: int
    cause: str

    def apply(self, s: State) -> None:
        m = s.members[self.member]
        health = m.health if m.fallen else m.health + self.amount
        s.members[self.member] = replace(m, ceiling=m.ceiling + self.amount, health=health)


class CeilingFell(Event, tag="member.ceiling_fell"):
    """A member's ceiling fell."""

    member: str
    amount: int
    cause: str

    def apply(self, s: State) -> None:
        m = s.members[self.member]
        ceiling = m.ceiling - self.amount
        s.members[self.member] = replace(m, ceiling=ceiling, health=min(m.health, ceiling))


class ManaRose(Event, tag="member.mana_rose"):
    """A caster regained mana."""

    member: str
    amount: int
    cause: str

    def apply(self, s: State) -> None:
        m = s.members[self.member]
        s.members[self.member] = replace(m, mana=m.mana + self.amount)

    def variant(self) -> str:
        return "walking" if self.cause == "walking" else ""


class ManaFell(Event, tag="member.mana_fell"):
    """A caster spent or lost mana."""

    member: str
    amount: int
    cause: str

    def apply(self, s: State) -> None:
        m = s.members[self.member]
        s.members[self.member] = replace(m, mana=m.mana - self.amount)

    def variant(self) -> str:
        return READING if self.cause == READING else ""


class AttributeChanged(Event, tag="member.attribute"):
    """Strength, agility or wits changed for good."""

    member: str
    which: str
    delta: int

    def apply(self, s: State) -> None:
        m = s.members[self.member]
        strength, agility, wits = (
            getattr(m, which) + (self.delta if which == self.which else 0) for which in ATTRIBUTES
        )
        s.members[self.member] = replace(m, strength=strength, agility=agility, wits=wits)

    def variant(self) -> str:
        return "rose" if self.delta > 0 else "fell"
