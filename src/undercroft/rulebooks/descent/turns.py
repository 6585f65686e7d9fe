"""A member's plainest turns in a fight (D12.3): attack, change rank, guard, cover, wait. Later chapters add more."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Odds, Spread
from undercroft.rulebooks.descent import effects, members
from undercroft.rulebooks.descent.blows import (
    BlowMissed,
    hit_chance,
    is_senseless,
    living,
    reaches,
    weapon_damage,
    wound_monster,
)
from undercroft.rulebooks.descent.fights import UNSEEN, Fight, acting, not_inside, turn_taken
from undercroft.rulebooks.descent.records import Action, Ctx, Event, Member, State

BLOW = "blow"
"""The source of a weapon's wound."""


def unseen(s: State) -> bool:
    """Say whether this is the unseen turn of a member who sneaked in (D11.13)."""
    return s.fight is not None and s.fight.stage == UNSEEN


class Attack(Action, tag="fight.attack"):
    """Strike at a monster (D12.4 to D12.13, D11.17)."""

    text = "attack {monster}"
    during = (Fight,)
    order = 46
    needs = "inside"
    exact = True
    monster: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Attack]:
        who = acting(s)
        return _attacks(tuple([key for key, _ in living(s)])) if who is not None and reaches(s, who) else ()

    def refused(self, s: State) -> Refusal | None:
        if refusal := not_inside(s):
            return refusal
        who = acting(s)
        if who is None:
            return Refusal("fight.nobody")
        if not reaches(s, who):
            return Refusal("fight.reach", {"member": who.id}, "D12.12")
        m = s.monsters.get(self.monster)
        if m is None or m.helper:
            return Refusal("fight.no_foe", {"monster": self.monster})
        return None if m.health > 0 else Refusal("fight.foe_dead", {"monster": self.monster})

    def odds(self, s: State) -> Odds:
        who = acting(s)
        if who is None:
            return ()
        damage = self._damage(s, who)
        return (damage,) if unseen(s) else (hit_chance(s, who.id, self.monster), damage)

    def _damage(self, s: State, who: Member) -> Spread:
        return weapon_damage(s, who.id, self.monster, unseen=unseen(s))

    def rules(self, s: State) -> tuple[str, ...]:
        who = acting(s)
        if who is None or unseen(s):
            return ("D11.17",)
        bow = members.is_bow(members.weapon(s, who)[1])
        at_times = {
            "D12.6": is_senseless(s, self.monster),
            "D12.12": who.rank != "front" and not bow,
            "D12.13": who.rank != "front" and bow,
        }
        return ("D12.4", *(rule for rule, holds in at_times.items() if holds))

    def perform(self, ctx: Ctx) -> None:
        s = ctx.state
        who = acting(s)
        assert who is not None
        if unseen(s) or ctx.succeeds(hit_chance(s, who.id, self.monster)):
            wound_monster(ctx, self.monster, ctx.roll(self._damage(s, who)), who.id, BLOW)
        else:
            ctx.emit(BlowMissed(who.id, self.monster))
        turn_taken(ctx)


@lru_cache(maxsize=1024)
def _attacks(monsters: tuple[str, ...]) -> tuple[Attack, ...]:
    return tuple([Attack(key) for key in monsters])


class Shift(Action, tag="fight.shift"):
    """Change to the other rank (D12.3)."""

    text = "shift {rank}"
    during = (Fight,)
    order = 49
    needs = "inside"
    minor = True
    exact = True
    rank: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Shift]:
        who = acting(s)
        return () if who is None else _shifts(who.rank)

    def refused(self, s: State) -> Refusal | None:
        if refusal := not_inside(s):
            return refusal
        if self.rank not in members.RANKS:
            return Refusal("fight.no_rank", {"rank": self.rank}, "D2.16")
        who = acting(s)
        if who is None:
            return Refusal("fight.nobody")
        return Refusal("fight.in_rank", {"member": who.id}) if who.rank == self.rank else None

    def perform(self, ctx: Ctx) -> None:
        who = acting(ctx.state)
        assert who is not None
        ctx.emit(members.RankChanged(who.id, self.rank))
        turn_taken(ctx)


@cache
def _shifts(rank: str) -> tuple[Shift, ...]:
    return tuple([Shift(other) for other in members.RANKS if other != rank])


class Guard(Action, tag="fight.guard"):
    """Add to the member's defence until its next turn (D12.15)."""

    text = "guard"
    during = (Fight,)
    order = 50
    needs = "inside"
    exact = True

    @classmethod
    def offered(cls, s: State) -> Iterable[Guard]:
        return (cls(),)

    def refused(self, s: State) -> Refusal | None:
        return not_inside(s)

    def perform(self, ctx: Ctx) -> None:
        who = acting(ctx.state)
        assert who is not None
        effects.start(ctx, who.id, "guarding", "guarding")
        turn_taken(ctx)


class Cover(Action, tag="fight.cover"):
    """Take the blows aimed at another standing member until the coverer's next turn (D12.16)."""

    text = "cover {member}"
    during = (Fight,)
    order = 50
    needs = "inside"
    exact = True
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Cover]:
        who = acting(s)
        return () if who is None else _covers(tuple([m.id for m in members.able(s) if m is not who]))

    def refused(self, s: State) -> Refusal | None:
        if refusal := not_inside(s):
            return refusal
        if all(m.id != self.member for m in members.able(s)):
            return Refusal("fight.no_cover", {"member": self.member}, "D12.16")
        who = acting(s)
        return Refusal("fight.cover_self", rule="D12.16") if who is not None and who.id == self.member else None

    def perform(self, ctx: Ctx) -> None:
        who = acting(ctx.state)
        assert who is not None
        effects.start(ctx, who.id, "covering", "covering", target=self.member)
        turn_taken(ctx)


@lru_cache(maxsize=256)
def _covers(others: tuple[str, ...]) -> tuple[Cover, ...]:
    return tuple([Cover(member) for member in others])


class Wait(Action, tag="fight.wait"):
    """Do nothing (D12.3, D11.20)."""

    text = "wait"
    during = (Fight,)
    order = 54

    @classmethod
    def offered(cls, s: State) -> Iterable[Wait]:
        return (cls(),)

    def rules(self, s: State) -> tuple[str, ...]:
        who = acting(s)
        outside = s.fight is not None and who is not None and who.id in s.fight.outside
        return ("D11.20",) if outside else ("D12.3",)

    def perform(self, ctx: Ctx) -> None:
        who = acting(ctx.state)
        assert who is not None
        ctx.emit(Waited(who.id))
        turn_taken(ctx)


class Waited(Event, tag="fight.waited"):
    """A member did nothing."""

    member: str
