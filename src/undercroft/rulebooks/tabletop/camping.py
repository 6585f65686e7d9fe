"""Camps in the dungeon (T6.10 to T6.14, T10.16, T22.34, T7.41, T7.48): eight hours, four checks, and who may come.

A camp is a frame of four watches: each passes its turns and is checked once, unless the doors are spiked.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Odds
from undercroft.rulebooks.tabletop import (
    classes,
    clock,
    exploring,
    fighters,
    goods,
    loads,
    magic_items,
    meeting,
    wandering,
    wounds,
)
from undercroft.rulebooks.tabletop.exploring import OUTSIDE, Deed, able, who_refused
from undercroft.rulebooks.tabletop.records import Ctx, Event, Frame, State, replace

WATCHES, WATCH = 4, 24
"""Checks of a camp, and turns of each watch: 96 in all (T6.11, T22.34)."""


class Camp(Deed, tag="camping.camp"):
    """Camp where no enemy stands, once in 24 hours (T6.11): a night in four watches, each with a roll whether somebody
    comes, unless the doors are spiked (T22.34, T10.16). A torch or lantern burns out meanwhile (T6.5).
    """

    during = OUTSIDE
    text = "camp"
    order = 27

    def barred(self, s: State) -> Refusal | None:
        return meeting.held_refused(s) or loads.camp_refused(s.clock.turn, s.clock.camped)

    def rolls(self, s: State) -> Odds:
        watches = range(1, WATCHES + 1)
        return (*(replace(one, about=f"watch-{watch}") for watch in watches for one in _callers(s)), *_rest(s))

    def costs(self, s: State) -> dict[str, Any]:
        return {"rolls": len(_callers(s)), "burns": int(_burns(s))}

    def rules(self, s: State) -> tuple[str, ...]:
        at_times = {"T22.34": bool(_callers(s)), "T10.16": s.rooms[s.place.room].spiked, "T6.5": _burns(s)}
        return ("T6.11", *(rule for rule, holds in at_times.items() if holds))

    def do(self, ctx: Ctx) -> None:
        ctx.emit(CampMade(ctx.state.place.room))
        ctx.push(Camping())


class Withdraw(Deed, tag="camping.withdraw"):
    """Mean to withdraw from the others at the next camp, for the Astral (T6.13)."""

    during = OUTSIDE
    text = "withdraw-alone {member}"
    order = 29
    minor = True
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Withdraw]:
        return [cls(c.id) for c in able(s) if classes.casts(c)]

    def barred(self, s: State) -> Refusal | None:
        if refusal := who_refused(s, self.member):
            return refusal
        if not classes.casts(s.characters[self.member]):
            return Refusal("camping.no_use", {"who": self.member}, "T6.13")
        return Refusal("camping.alone", {"who": self.member}) if self.member in s.party.alone else None

    def do(self, ctx: Ctx) -> None:
        ctx.emit(Withdrew((*ctx.state.party.alone, self.member)))


class Spike(Deed, tag="camping.spike"):
    """Close all doors of the room with spikes for one camp (T10.16)."""

    text = "spike"
    order = 28
    turns = 1

    def barred(self, s: State) -> Refusal | None:
        if s.rooms[s.place.room].spiked:
            return Refusal("camping.spiked", {}, "T10.16")
        return None if any(map(goods.can_spike, able(s))) else Refusal("camping.no_spikes", {}, "T10.16")

    def do(self, ctx: Ctx) -> None:
        who = next(c for c in able(ctx.state) if goods.can_spike(c))
        ctx.emit(Spiked(ctx.state.place.room, who.id, goods.less(who, goods.SPIKES, goods.SPIKES_NEEDED).goods))


class Camping(Frame, tag="camping.night"):
    """A camp goes on, watch by watch; Goblins that lurk fall upon it first (T7.41)."""

    watch: int = 0

    def odds(self, s: State) -> Odds:
        return _callers(s) if self.watch < WATCHES else _rest(s)

    def resume(self, ctx: Ctx) -> None:
        if self.watch >= WATCHES:
            ctx.pop()
            self._morning(ctx)
            return
        alone = ctx.state.party.alone
        if self.watch == 0 and ctx.state.place.where == "dungeon" and meeting.lurkers(ctx.state):
            _break_off(ctx)
            meeting.spring_lurkers(ctx, alone)
            return
        for _ in range(WATCH):
            clock.pass_turn(ctx)
        if not ctx.state.rooms[ctx.state.place.room].spiked and wandering.check(ctx):
            group = exploring.met(ctx.state)
            assert group is not None
            _break_off(ctx)
            if not exploring.shy(ctx.state, group):
                meeting.begin(ctx, group.id, away=alone)
            return
        ctx.turn(Camping(self.watch + 1))

    def _morning(self, ctx: Ctx) -> None:
        s = ctx.state
        loads.camp_night(ctx, fighters.living_ids(s), s.party.alone, magic_items.fill_horn(ctx))
        wounds.rouse(ctx, camped=True)
        ctx.emit(CampBroken(s.place.room, s.clock.turn, rested=True))


def _burns(s: State) -> bool:
    """Say whether the light burns out during a camp (T6.5)."""
    return s.place.where == "dungeon" and 0 < s.clock.light <= WATCHES * WATCH


def _callers(s: State) -> Odds:
    """Return the roll of one watch; nobody comes through spiked doors (T22.34, T10.16)."""
    return () if s.rooms[s.place.room].spiked else wandering.odds(s)


def _rest(s: State) -> Odds:
    """Return what a night may restore to everybody."""
    return tuple(roll for c in fighters.living(s) for roll in loads.camp_rolls(c, alone=c.id in s.party.alone))


def _break_off(ctx: Ctx) -> None:
    """End a camp that is attacked: nobody rested."""
    ctx.pop()
    ctx.emit(CampBroken(ctx.state.place.room, ctx.state.clock.camped, rested=False))


# --- events ---


class CampMade(Event, tag="camping.made"):
    """The party made camp, in a room or by the road."""

    room: str

    def variant(self) -> str:
        return exploring.ROADSIDE if self.room == exploring.ROADSIDE else ""


class Withdrew(Event, tag="camping.withdrew"):
    """Somebody will withdraw from the others at the next camp (T6.13)."""

    who: tuple[str, ...]

    def apply(self, s: State) -> None:
        s.party = replace(s.party, alone=self.who)


class Spiked(Event, tag="camping.spiked"):
    """The doors are spiked (T10.16)."""

    room: str
    who: str
    goods: tuple[tuple[str, int], ...]

    def apply(self, s: State) -> None:
        s.characters[self.who] = replace(s.characters[self.who], goods=self.goods)
        s.rooms[self.room] = replace(s.rooms[self.room], spiked=True)

    def rules(self) -> tuple[str, ...]:
        return ("T10.16",)


class CampBroken(Event, tag="camping.over"):
    """A camp is over: a night was slept, and left-behind enemies are whole again (T7.48), or it was attacked."""

    room: str
    turn: int
    rested: bool

    def apply(self, s: State) -> None:
        s.clock = replace(s.clock, camped=self.turn)
        s.party = replace(s.party, alone=())
        s.rooms[self.room] = replace(s.rooms[self.room], spiked=False)
        if self.rested:
            for foe in [foe for foe in s.foes.values() if 0 < foe.vitality < foe.vitality_max]:
                s.foes[foe.id] = replace(foe, vitality=foe.vitality_max)

    def variant(self) -> str:
        return "" if self.rested else "attacked"

    def rules(self) -> tuple[str, ...]:
        return ("T6.11", "T7.48") if self.rested else ("T6.14",)
