"""Levels (D4): experience, what a level costs and gives, and what takes it away again (D15.13 to D15.17)."""

from __future__ import annotations

from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent.members import most_mana
from undercroft.rulebooks.descent.records import Ctx, Event, State, replace
from undercroft.rulebooks.descent.wounds import LEAST_CEILING

RAISE = 6
"""Sides of the die that a gained level adds to the ceiling (D4.11)."""


def cost(s: State, level: int) -> int:
    """Return the experience from this level to the next (D4.4)."""
    return content.difficulty(s.setup.difficulty).level_cost * level


def missing(s: State, member: str) -> int:
    """Return the experience a member still lacks for the next level (Y16)."""
    m = s.members[member]
    return cost(s, m.level) - m.experience


def award(ctx: Ctx, member: str, experience: int, source: str) -> None:
    """Give a living member experience, and every level it covers (D4.6, D4.8, D4.16)."""
    if experience <= 0 or ctx.state.members[member].fallen:
        return
    ctx.emit(Earned(member, experience, source))
    while True:
        m = ctx.state.members[member]
        price = cost(ctx.state, m.level)
        if m.experience < price:
            return
        ctx.emit(LevelGained(member, m.level + 1, ctx.dice(1, RAISE), price))


def drain_level(ctx: Ctx, member: str, cause: str) -> None:
    """Take a living member's level with what it gave; at level 1 only the experience (D15.14 to D15.16, D17.13)."""
    m = ctx.state.members[member]
    if m.fallen:
        return
    if m.level == 1:
        lose_progress(ctx, member, cause)
        return
    loss = min(m.gains[-1] if m.gains else 0, m.ceiling - LEAST_CEILING)
    ctx.emit(LevelDrained(member, m.level - 1, loss, cause))


def lose_progress(ctx: Ctx, member: str, cause: str) -> None:
    """Take a living member's experience toward the next level (Q11, D15.15)."""
    m = ctx.state.members[member]
    if m.experience > 0 and not m.fallen:
        ctx.emit(ProgressLost(member, m.experience, cause))


class Earned(Event, tag="level.earned"):
    """A member was paid experience."""

    member: str
    amount: int
    source: str

    def apply(self, s: State) -> None:
        m = s.members[self.member]
        s.members[self.member] = replace(m, experience=m.experience + self.amount)


class LevelGained(Event, tag="level.gained"):
    """A member reached a level: its cost is paid, and the ceiling rises, health with it (D4.9, D4.10, D3.16)."""

    member: str
    level: int
    raise_: int
    cost: int

    def apply(self, s: State) -> None:
        m = s.members[self.member]
        s.members[self.member] = replace(
            m, level=self.level, experience=m.experience - self.cost, gains=(*m.gains, self.raise_),
            ceiling=m.ceiling + self.raise_, health=m.health + self.raise_,
        )  # fmt: skip


class LevelDrained(Event, tag="level.drained"):
    """A member lost a level; `level` is the one left, `loss` what the ceiling lost."""

    member: str
    level: int
    loss: int
    cause: str

    def apply(self, s: State) -> None:
        m = s.members[self.member]
        ceiling = m.ceiling - self.loss
        m = replace(
            m, level=self.level, experience=0, gains=m.gains[:-1], ceiling=ceiling, health=min(m.health, ceiling)
        )
        s.members[self.member] = replace(m, mana=min(m.mana, most_mana(m)))


class ProgressLost(Event, tag="level.progress_lost"):
    """A member lost the experience toward the next level."""

    member: str
    amount: int
    cause: str

    def apply(self, s: State) -> None:
        s.members[self.member] = replace(s.members[self.member], experience=0)
