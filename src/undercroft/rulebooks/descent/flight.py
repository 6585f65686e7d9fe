"""Running away (D13): getting out in turn, walking back in, and where a flight ends."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Chance, Odds
from undercroft.engine.rulebook import on
from undercroft.engine.state import remembered
from undercroft.rulebooks.descent import effects, fights, floors, members, training, wounds
from undercroft.rulebooks.descent.fights import Fight
from undercroft.rulebooks.descent.records import Action, Ctx, Event, InHall, Member, Place, State, replace

OUT = 50
"""In 100, before agility (D13.2)."""
OUT_AGILITY = 5
"""Added for each point of agility (D3.2)."""
OUT_MOST = 95
HEADINGS = ("north", "east", "south", "west")


def run_chance(s: State, m: Member, name: str = "run") -> Chance:
    """Return the chance in 100 to get out, or to slip out of the unseen turn (D13.2, D11.18)."""
    return (
        Chance(name, OUT, about=m.id)
        .plus(OUT_AGILITY * members.agility(s, m), "why.agility")
        .within(0, OUT_MOST)
    )  # fmt: skip


def exits(s: State) -> tuple[str, ...]:
    """Return what a runner may name: the room's known doors, or the ways of the hall or stair cell (D13.3, D1.20)."""
    return (training.GATE,) if training.practising(s) else _ways_out(s)


@remembered("doors", "place", "floors")
def _ways_out(s: State) -> tuple[str, ...]:
    place = s.place
    if place.room:
        return tuple([key for key in s.doors.keys_where(place.room) if s.doors[key].known])
    return tuple(heading for heading, _ in floors.plan(s.floors[place.floor]).ways(place.cell))


def acting(s: State) -> Member | None:
    """Return the member whose own turn it is in a round, or None (D13.13: not in the unseen turn)."""
    return fights.acting(s) if s.fight is not None and s.fight.stage == fights.PARTY else None


def outside(s: State) -> list[Member]:
    """Return the standing members outside, in party order (D11.21)."""
    fight = s.fight
    return [] if fight is None else [m for m in s.members.values() if m.id in fight.outside and m.health > 0]


def works(s: State) -> bool:
    """Say whether the flight works now (D13.6, D13.7, D13.14, D11.22)."""
    fight = s.fight
    if fight is None or not outside(s) or members.able(s):
        return False
    return bool(fight.ran) or not members.inside(s)


def land(ctx: Ctx) -> None:
    """Let the flight work: the fight ends and the party stands in some hall cell of the floor (D13.8, D13.10).

    From practice it lands nowhere (D1.20).
    """
    s = ctx.state
    if training.practising(s):
        fights.close(ctx, "fled")
        return
    cell = ctx.pick(floors.hall_cells(s))
    fights.close(ctx, "fled")
    ctx.emit(Landed(s.place.floor, cell))
    ctx.turn(InHall())
    floors.learn_cell(ctx)


@on(wounds.Fell, effects.EffectStarted)
def nobody_left_inside(ctx: Ctx, _: Event) -> None:
    """The last one inside who could act falls or is held: those outside are away (D11.22, D13.7)."""
    if works(ctx.state):
        land(ctx)


class RanOut(Event, tag="flight.out"):
    """A member got out (D13.4)."""

    member: str
    exit: str

    def rules(self) -> tuple[str, ...]:
        return ("D13.4",)

    def apply(self, s: State) -> None:
        assert s.fight is not None
        fight = s.fight
        s.fight = replace(fight, outside=(*fight.outside, self.member), exit=self.exit, ran=(*fight.ran, self.member))


class RunFailed(Event, tag="flight.failed"):
    """A member did not get out."""

    member: str


class WalkedIn(Event, tag="flight.in"):
    """A member outside came in, or came back (D11.20, D13.4)."""

    member: str

    def apply(self, s: State) -> None:
        assert s.fight is not None
        left = tuple(m for m in s.fight.outside if m != self.member)
        if any(s.members[m].health > 0 for m in left):
            s.fight = replace(s.fight, outside=left, ran=tuple(m for m in s.fight.ran if m != self.member))
        else:
            # The last one in brings the fallen along, and the choice of the way is open again (D2.15, D13.3).
            s.fight = replace(s.fight, outside=(), exit="", ran=())


class FlightCalled(Event, tag="flight.called"):
    """A member outside called the flight over the heads of the senseless inside (D13.14)."""

    member: str


class Landed(Event, tag="flight.landed"):
    """A flight worked; the party stands in a hall (D13.8)."""

    floor: int
    cell: int

    def apply(self, s: State) -> None:
        s.place = Place(self.floor, self.cell)
        s.counts = replace(s.counts, flights=s.counts.flights + 1)

    def rules(self) -> tuple[str, ...]:
        return ("D13.7", "D13.8", "D13.10")


class Run(Action, tag="flight.run"):
    """Run for a door or a way (D13.2, D13.3)."""

    text = "run {exit}"
    during = (Fight,)
    order = 52
    needs = "inside"
    exact = True
    exit: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Run]:
        fight = s.fight
        if fight is None or acting(s) is None:
            return ()
        ways = exits(s)
        return _runs(tuple([one for one in ways if one == fight.exit]) if fight.outside else ways)

    def refused(self, s: State) -> Refusal | None:
        m, fight = acting(s), s.fight
        if m is None or fight is None:
            return Refusal("flight.unseen", rule="D13.13")
        if refusal := fights.not_inside(s):
            return refusal
        if fight.outside and self.exit != fight.exit:
            return Refusal("flight.other", {"exit": fight.exit}, "D13.3")
        if self.exit not in exits(s):
            return Refusal("flight.exit", {"exit": self.exit}, "D13.3")
        return None

    def odds(self, s: State) -> Odds:
        m = acting(s)
        return () if m is None else (run_chance(s, m),)

    def rules(self, s: State) -> tuple[str, ...]:
        return ("D13.2", "D13.3") if s.fight is not None and s.fight.outside else ("D13.2",)

    def perform(self, ctx: Ctx) -> None:
        m = acting(ctx.state)
        assert m is not None
        if not ctx.succeeds(run_chance(ctx.state, m)):
            ctx.emit(RunFailed(m.id))
            fights.turn_taken(ctx)
            return
        ctx.emit(RanOut(m.id, self.exit))
        if works(ctx.state):
            land(ctx)
        else:
            fights.turn_taken(ctx)


@lru_cache(maxsize=1024)
def _runs(ways: tuple[str, ...]) -> tuple[Run, ...]:
    return tuple([Run(one) for one in ways])


class CallFlight(Action, tag="flight.call"):
    """Call the flight from outside, when nobody inside can act (D13.14)."""

    text = "call-flight"
    during = (Fight,)
    order = 52
    needs = "outside"

    @classmethod
    def offered(cls, s: State) -> Iterable[CallFlight]:
        return (cls(),)

    def refused(self, s: State) -> Refusal | None:
        m, fight = acting(s), s.fight
        if m is None or fight is None or m.id not in fight.outside:
            return Refusal("flight.inside", rule="D13.14")
        return Refusal("flight.able", rule="D13.14") if members.able(s) else None

    def perform(self, ctx: Ctx) -> None:
        m = acting(ctx.state)
        assert m is not None
        ctx.emit(FlightCalled(m.id))
        land(ctx)


class WalkIn(Action, tag="flight.walk_in"):
    """Walk in through the door, or back in from a flight (D11.20, D13.4)."""

    text = "walk-in"
    during = (Fight,)
    order = 53
    needs = "outside"

    @classmethod
    def offered(cls, s: State) -> Iterable[WalkIn]:
        return (cls(),)

    def refused(self, s: State) -> Refusal | None:
        m, fight = acting(s), s.fight
        if m is None or fight is None or m.id not in fight.outside:
            return Refusal("flight.inside", rule="D13.4")
        return None

    def rules(self, s: State) -> tuple[str, ...]:
        m, fight = acting(s), s.fight
        return ("D13.4",) if m is not None and fight is not None and m.id in fight.ran else ("D11.20",)

    def perform(self, ctx: Ctx) -> None:
        m = acting(ctx.state)
        assert m is not None
        ctx.emit(WalkedIn(m.id))
        fights.turn_taken(ctx)
