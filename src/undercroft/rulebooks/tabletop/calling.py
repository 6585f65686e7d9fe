"""Tests that a game master calls for at a table (T2.15, T2.18, T2.19): openly, or secretly for the master alone."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.engine.action import Open, Refusal
from undercroft.engine.chance import Chance, Odds
from undercroft.engine.errors import nearest
from undercroft.rulebooks.tabletop import fighters, fights, mastering, monsters, tests
from undercroft.rulebooks.tabletop.records import MASTER, QUALITIES, Action, Ctx, Event, QualityName, State

COURAGE: QualityName = "courage"
"""The one Quality of a monster that is ever Tested (T11.3)."""
LUCK = ("agility", "strength")
"""Those for which it has luck instead."""


class CallTest(Action, tag="calling.test"):
    """Let somebody Test a Quality, hard by a positive adjustment."""

    text = "test {who} {quality} {adjustment}"
    seat = MASTER
    during = (mastering.AtTable, fights.Fight)
    order = 62
    who: str
    quality: str
    adjustment: int

    @classmethod
    def offered(cls, s: State) -> Iterable[Open]:
        most = tests.MOST_ADJUSTMENT
        tested = [(who, quality) for who in _there(s) for quality in (QUALITIES if who in s.characters else (COURAGE,))]
        lucky = [(who, quality) for who in _there(s) if who in s.foes for quality in LUCK]
        return [
            *(Open(cls(who, quality, 0), "adjustment", -most, most) for who, quality in tested),
            *(Open(cls(who, quality, 0), "adjustment", 0, 0) for who, quality in lucky),
        ]

    def refused(self, s: State) -> Refusal | None:
        there = _there(s)
        if self.who not in there:
            return Refusal("gm.nobody", {"said": self.who, "near": nearest(self.who, there) or "."}, "T2.18")
        if self.quality not in QUALITIES:
            near = nearest(self.quality, QUALITIES) or "."
            return Refusal("calling.quality", {"said": self.quality, "near": near}, "T1.1")
        if self.who in s.foes and self.quality not in (COURAGE, *LUCK):
            return Refusal("calling.foe", {"who": self.who, "quality": self.quality}, "T11.3")
        if self.who in s.foes and self.quality in LUCK and self.adjustment:
            return Refusal("calling.luck", {"who": self.who, "quality": self.quality}, "T11.3")
        return tests.adjustment_refused(self.adjustment)

    def odds(self, s: State) -> Odds:
        return (self._chance(s, shown=True),)

    def perform(self, ctx: Ctx) -> None:
        self._roll(ctx, secret=False)

    def _chance(self, s: State, *, shown: bool) -> Chance:
        c = s.characters.get(self.who)
        if c is not None:
            return tests.chance(s, c, _named(self.quality), self.adjustment, about=self.who, shown=shown)
        if self.quality in LUCK:
            return monsters.luck("luck", self.who, shown=shown)
        value = fighters.courage(s, self.who)
        return tests.of_value(value, self.adjustment, name=COURAGE, about=self.who, shown=shown)

    def _roll(self, ctx: Ctx, *, secret: bool) -> None:
        s = ctx.state
        c = s.characters.get(self.who)
        if c is not None:
            tests.passes(ctx, c, _named(self.quality), self.adjustment, about=self.who, secret=secret)
            return
        found = self._chance(s, shown=not secret)
        if self.quality in LUCK:
            success = ctx.succeeds(found)
            ctx.emit(LuckTried(self.who, self.quality, ctx.rolls[-1][1], success, secret))
            return
        value = fighters.courage(s, self.who)
        tests.roll(ctx, found, self.who, COURAGE, value, 0, self.adjustment, secret=secret)


class CallSecretly(CallTest, tag="calling.secret"):
    """Test a Quality secretly: the players learn nothing of it (T2.19)."""

    text = "secret-test {who} {quality} {adjustment}"
    order = 63

    def odds(self, s: State) -> Odds:
        return (self._chance(s, shown=False),)

    def perform(self, ctx: Ctx) -> None:
        self._roll(ctx, secret=True)


def _named(quality: str) -> QualityName:
    return next(one for one in QUALITIES if one == quality)


def _there(s: State) -> list[str]:
    """Return who may be Tested: the party's living, and the foes gathered or fought."""
    foes = [who for who in s.stances if who in s.foes]
    if s.fight is None:
        foes = [foe.id for foe in s.foes.where(mastering.TABLE)]
    return [*(c.id for c in s.characters.values() if not c.dead), *foes]


class LuckTried(Event, tag="calling.tried"):
    """A monster needed a Quality that it does not have, and had luck, or not (T11.3)."""

    who: str
    quality: str
    natural: int
    success: bool
    secret: bool = False

    def seen_by(self, s: State) -> tuple[str, ...] | None:
        return (MASTER,) if self.secret else None

    def variant(self) -> str:
        return "success" if self.success else "failure"

    def rules(self) -> tuple[str, ...]:
        return ("T11.3",)


__all__ = ["CallSecretly", "CallTest", "LuckTried"]
