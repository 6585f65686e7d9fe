"""The road (T22.1, T22.32, T22.51): legs of half a day, what meets a party on them, and mishaps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Chance, Odds, Spread
from undercroft.engine.rulebook import on
from undercroft.rulebooks.tabletop import (
    clock,
    exploring,
    fighters,
    meeting,
    parley,
    qualities,
    tests,
    wandering,
    wounds,
)
from undercroft.rulebooks.tabletop.aftermath import Settled, count_heads
from undercroft.rulebooks.tabletop.exploring import (
    LEGS,
    ROADSIDE,
    Deed,
    Road,
    RoadEnded,
    able,
    end_odds,
    roadside,
    who_refused,
)
from undercroft.rulebooks.tabletop.records import (
    Character,
    Ctx,
    Event,
    Group,
    Journey,
    Place,
    QualityName,
    State,
    replace,
)  # fmt: skip

HALF_DAY = clock.TURNS_A_DAY // 2
"""Turns of a leg (T6.15)."""
LEG = Spread("leg", 1, 6)
"""What a leg brings (T22.32)."""
MEETING, MISHAP = 1, 2
"""Faces of that d6: somebody comes, something goes wrong."""
MISHAPS: tuple[QualityName, ...] = ("agility", "strength", "charisma")
"""The Quality that a mishap Tests, for 1-2, 3-4 and 5-6 of a d6 (T22.32)."""
TOLL = 10
"""Silver that a mishap costs each character, unless it costs Vitality (T22.32)."""
LOSS = Spread("mishap-loss", 1, 6)
SILVER, VITALITY = "silver", "vitality"


def set_out(ctx: Ctx, *, home: bool) -> None:
    """Put the party on the road; the frame below is the caller's to turn."""
    ctx.emit(RoadTaken(home))


# --- legs ---


class Travel(Deed, tag="road.travel"):
    """Travel the next leg, or, after the last, leave what lies there and go on (T22.32)."""

    during = (Road,)
    text = "travel"
    order = 2

    def barred(self, s: State) -> Refusal | None:
        return Refusal("road.mishap", {}, "T22.32") if s.journey.mishap else None

    def rolls(self, s: State) -> Odds:
        return (LEG,) if s.place.leg < LEGS else end_odds(s)

    def do(self, ctx: Ctx) -> None:
        if ctx.state.place.leg >= LEGS:
            ctx.emit(RoadEnded(ctx.state.journey.home))
            return
        for _ in range(HALF_DAY):
            clock.pass_turn(ctx)
        face = ctx.roll(LEG)
        ctx.emit(LegTravelled(ctx.state.place.leg + 1))
        if face == MEETING:
            wandering.come(ctx, wandering.ROAD)
        elif face == MISHAP:
            ctx.emit(MishapCame(MISHAPS[(ctx.number(1, 6) - 1) // 2]))


# --- mishaps ---


class TryMishap(Deed, tag="road.try"):
    """Let one character Test what the mishap asks for (T22.32)."""

    during = (Road,)
    text = "mishap {member}"
    order = 1
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[TryMishap]:
        return [cls(c.id) for c in able(s)] if s.journey.mishap and not s.journey.failed else []

    def barred(self, s: State) -> Refusal | None:
        if not s.journey.mishap or s.journey.failed:
            return Refusal("road.no_mishap", {}, "T22.32")
        return who_refused(s, self.member)

    def rolls(self, s: State) -> Odds:
        return (tests.chance(s, s.characters[self.member], _asked(s), name="mishap", about=self.member),)

    def do(self, ctx: Ctx) -> None:
        s = ctx.state
        passed = tests.passes(ctx, s.characters[self.member], _asked(s), name="mishap", about=self.member)
        ctx.emit(MishapTried(self.member, passed))


def _asked(s: State) -> QualityName:
    return next(one for one in MISHAPS if one == s.journey.mishap)


class Pay(Deed, tag="road.pay"):
    """Settle a mishap: each character loses Vitality, or silver, as the party chooses (T22.32)."""

    during = (Road,)
    text = "pay {what}"
    order = 1
    what: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Pay]:
        return [cls(SILVER), cls(VITALITY)] if s.journey.failed else []

    def barred(self, s: State) -> Refusal | None:
        if not s.journey.failed:
            return Refusal("road.no_debt", {}, "T22.32")
        if self.what not in (SILVER, VITALITY):
            return Refusal("road.pay", {"said": self.what}, "T22.32")
        toll = _toll(s)
        if self.what == SILVER and parley.purse(s) < toll:
            return Refusal("road.poor", {"silver": toll, "purse": parley.purse(s)}, "T22.32")
        return None

    def costs(self, s: State) -> dict[str, Any] | None:
        return {"silver": _toll(s)} if self.what == SILVER else None

    def rolls(self, s: State) -> Odds:
        return tuple(replace(LOSS, about=c.id) for c in fighters.living(s)) if self.what == VITALITY else ()

    def do(self, ctx: Ctx) -> None:
        s = ctx.state
        if self.what == SILVER:
            ctx.emit(parley.Paid(tuple(tolls(s))))
        else:
            for c in fighters.living(s):
                wounds.lose(ctx, c.id, ctx.roll(replace(LOSS, about=c.id)), "mishap")
        ctx.emit(MishapOver())
        count_heads(ctx)


def _toll(s: State) -> int:
    """Return the silver that a mishap costs in all (T22.32)."""
    return TOLL * len(fighters.living(s))


def tolls(s: State) -> list[tuple[str, int]]:
    """Return who pays how much of a toll: each their own, and what somebody lacks the others in marching order."""
    own = {c.id: min(TOLL, c.silver) for c in fighters.living(s)}
    missing = TOLL * len(own) - sum(own.values())
    for c in fighters.living(s):
        more = min(missing, c.silver - own[c.id])
        own[c.id] += more
        missing -= more
    return [(who, part) for who, part in own.items() if part]


# --- who meets the party ---


class Stand(meeting.Before):
    """A deed in the face of a group on the road, 30 metres away (T22.51)."""

    during = (Road,)
    rule = "T22.51"


class DrawWeapons(Stand, tag="road.ready"):
    """Make ready, at no cost: there is time (T7.8, T22.51)."""

    text = "ready"
    order = 3
    steady = True

    def judged(self, s: State, group: Group) -> Refusal | None:
        return Refusal("explore.ready_already", {}, "T7.8") if s.party.ready else None

    def do(self, ctx: Ctx) -> None:
        ctx.emit(exploring.ReadyChanged(True))


class FightThem(Stand, tag="road.fight"):
    """Fight (T22.51)."""

    text = "fight"
    order = 1
    steady = True

    def costs(self, s: State) -> dict[str, Any] | None:
        return meeting.undrawn(s)

    def do(self, ctx: Ctx) -> None:
        group = meeting.faced(ctx.state)
        meeting.unmask(ctx)
        meeting.begin(ctx, group.id)


def fastest(s: State) -> Character | None:
    """Return who leads the party away: the first with the highest effective Agility (T22.51, T7.46)."""
    return max(able(s), key=lambda c: qualities.effective(c, "agility"), default=None)


def withdraw_chance(s: State, c: Character) -> Chance:
    """Return the chance to get away (T22.51)."""
    return tests.chance(s, c, "agility", name="withdraw", about=c.id)


class WithdrawFrom(Stand, tag="road.withdraw"):
    """Withdraw before it comes to blows; if that fails, it does, and the party is ready (T22.51)."""

    text = "withdraw"
    order = 2

    def judged(self, s: State, group: Group) -> Refusal | None:
        return None if fastest(s) else Refusal("explore.nobody_able", {}, "T6.17")

    def rolls(self, s: State) -> Odds:
        c = fastest(s)
        return (withdraw_chance(s, c),) if c is not None else ()

    def do(self, ctx: Ctx) -> None:
        s = ctx.state
        group, c = meeting.faced(s), fastest(s)
        assert c is not None
        if tests.passes(ctx, c, "agility", name="withdraw", about=c.id):
            ctx.emit(GotAway(group.id))
        else:
            meeting.begin(ctx, group.id, ready=True)


@on(Settled)
def left_behind(ctx: Ctx, settled: Settled) -> None:
    """Whoever still stands after a combat on the road is left behind; nobody follows (T7.47)."""
    if settled.room == ROADSIDE:
        for group in settled.left:
            ctx.emit(GotAway(group))


# --- events ---


class RoadTaken(Event, tag="road.taken"):
    """The party is on the road."""

    home: bool

    def apply(self, s: State) -> None:
        s.place = Place("road", ROADSIDE)
        s.journey = Journey(self.home)
        s.rooms[ROADSIDE] = roadside()

    def variant(self) -> str:
        return "home" if self.home else ""


class LegTravelled(Event, tag="road.leg"):
    """A leg is done; what was left by the roadside is far behind."""

    leg: int

    def apply(self, s: State) -> None:
        s.place = replace(s.place, leg=self.leg)
        s.rooms[ROADSIDE] = roadside()

    def facts(self) -> dict[str, Any]:
        return {"leg": self.leg, "legs": LEGS}

    def rules(self) -> tuple[str, ...]:
        return ("T22.1", "T6.15")


class MishapCame(Event, tag="road.mishap"):
    """Something went wrong; a Test will tell how badly."""

    quality: str

    def apply(self, s: State) -> None:
        s.journey = replace(s.journey, mishap=self.quality)

    def variant(self) -> str:
        return self.quality

    def rules(self) -> tuple[str, ...]:
        return ("T22.32",)


class MishapTried(Event, tag="road.tried"):
    """Somebody dealt with the mishap, or did not."""

    who: str
    passed: bool

    def apply(self, s: State) -> None:
        s.journey = replace(s.journey, mishap="" if self.passed else s.journey.mishap, failed=not self.passed)

    def variant(self) -> str:
        return "passed" if self.passed else "failed"


class MishapOver(Event, tag="road.over"):
    """The mishap is settled."""

    def apply(self, s: State) -> None:
        s.journey = replace(s.journey, mishap="", failed=False)


class GotAway(Event, tag="road.away"):
    """The party slipped away, and the group is left behind with what lies there (T22.51, T7.47).

    Who came out of the dungeon after the party goes back in.
    """

    group: str

    def apply(self, s: State) -> None:
        group = s.groups[self.group]
        s.groups[self.group] = replace(group, room=group.home or group.room, gone=not group.home)
        s.rooms[ROADSIDE] = roadside()

    def rules(self) -> tuple[str, ...]:
        return ("T22.51",)
