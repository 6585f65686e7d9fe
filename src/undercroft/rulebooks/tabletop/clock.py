"""The clock (T6.1 to T6.5): turns pass one by one, lights burn down, effects run out, somebody may come (T22.33)."""

from __future__ import annotations

from undercroft.engine.chance import Odds
from undercroft.rulebooks.tabletop import wandering, wounds
from undercroft.rulebooks.tabletop.records import Character, Condition, Ctx, Event, Foe, State, replace

TURNS_AN_HOUR, TURNS_A_DAY = 12, 288
"""(T6.1)."""
CHECK_EVERY = 6
"""Turns in the dungeon from one check for wanderers to the next (T22.33)."""
TORCH, OIL = 12, 24
"""Turns that a torch and a flask of lantern oil burn (T6.5)."""
FOR_EVER = -1
"""The light of a wand turned into a torch (T19.19)."""


def day(s: State) -> int:
    """Return the day of the adventure, from 1 (T6.1)."""
    return s.clock.turn // TURNS_A_DAY + 1


def is_dark(s: State) -> bool:
    """Say whether the party stands in the dark: in a dungeon without a light (T6.16)."""
    return s.place.where == "dungeon" and not s.clock.light


def odds(s: State, count: int) -> Odds:
    """Return the named rolls that so many turns may bring, if nothing stops them."""
    return wandering.odds(s) if _checks(s.clock.turn, count) else ()


def comes_in(s: State) -> int:
    """Return the turns until somebody may come upon the party as time passes; 0 for never (T22.33, T22.35)."""
    return CHECK_EVERY - s.clock.turn % CHECK_EVERY if wandering.can_come(s) else 0


def _checks(turn: int, count: int) -> int:
    return (turn + count) // CHECK_EVERY - turn // CHECK_EVERY


def pass_turns(ctx: Ctx, count: int = 1) -> bool:
    """Let turns pass; say whether all of them did, or somebody came upon the party before."""
    for _ in range(count):
        pass_turn(ctx)
        if ctx.state.clock.turn % CHECK_EVERY == 0 and wandering.check(ctx):
            return False
    return True


def pass_turn(ctx: Ctx) -> None:
    """Let one turn pass, without a check for wanderers."""
    lit = ctx.state.clock.light
    ctx.emit(TurnPassed())
    if lit and not ctx.state.clock.light:
        ctx.emit(LightWent(is_dark(ctx.state)))
    wounds.rouse(ctx)


def _later(held: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """Return conditions a turn later: counters fall by 1 and end at 0 (T6.4)."""
    later = [replace(one, left=one.left - 1) if one.until == "turns" else one for one in held]
    return tuple(one for one in later if one.until != "turns" or one.left > 0)


def _aged(s: State, one: Character | Foe) -> None:
    later = _later(one.conditions)
    if later == one.conditions:
        return
    if isinstance(one, Character):
        s.characters[one.id] = replace(one, conditions=later)
    else:
        s.foes[one.id] = replace(one, conditions=later)


class TurnPassed(Event, tag="clock.turn"):
    """Five minutes passed, the light burned shorter, and the counter of every effect fell by 1 (T6.1, T6.4, T6.5)."""

    routine = True

    def apply(self, s: State) -> None:
        left = s.clock.light
        s.clock = replace(s.clock, turn=s.clock.turn + 1, light=left - 1 if left > 0 else left)
        for c in list(s.characters.values()):
            if c.conditions:
                _aged(s, c)
        for foe in list(s.foes.values()):
            if foe.conditions:
                _aged(s, foe)


class LightWent(Event, tag="clock.dark"):
    """The light went out (T6.5); `dark`: it was needed (T6.16)."""

    dark: bool

    def variant(self) -> str:
        return "" if self.dark else "outside"

    def rules(self) -> tuple[str, ...]:
        return ("T6.5", "T6.6")


class Lit(Event, tag="clock.lit"):
    """Somebody lit a torch or a lantern, and has a torch or a flask of oil less; one light serves all (T6.5, T6.16)."""

    who: str
    kind: str
    goods: tuple[tuple[str, int], ...]
    """What the one who lit it has left."""
    turns: int

    def apply(self, s: State) -> None:
        s.characters[self.who] = replace(s.characters[self.who], goods=self.goods)
        s.clock = replace(s.clock, light=self.turns)

    def variant(self) -> str:
        return self.kind

    def rules(self) -> tuple[str, ...]:
        return ("T6.5",)
