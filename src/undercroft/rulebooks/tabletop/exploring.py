"""Exploring (T25): the frame in which the party goes about a dungeon, and what every deed there has in common.

A deed takes its turns, and is not done while an enemy stands there (T22.49). The first one in a room whose trap nobody
has found sets it off (T21.4): then nothing else comes of it, and it may be done again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from undercroft.engine.action import Open, Refusal
from undercroft.engine.chance import Odds
from undercroft.engine.state import remembered
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop import clock, fighters, pause, tests, traps, ways
from undercroft.rulebooks.tabletop.records import (
    PLAYER,
    Action,
    Character,
    Ctx,
    Event,
    Foe,
    Frame,
    Group,
    Lot,
    Room,
    State,
    Way,
    replace,
)

AWARE = "aware"
KOBOLD = "kobold"


class Exploring(Frame, tag="exploring"):
    """The party stands in a room of the dungeon."""

    ask = "explore"
    moment = "quiet"

    def seat(self, s: State) -> str | None:
        return PLAYER

    def about(self, s: State) -> dict[str, Any]:
        return {"room": s.place.room}


class Road(Frame, tag="road"):
    """The party is on the road, to the dungeon or home: by the roadside, a place without exits (T22.1).

    Once all legs are travelled, it goes on by itself as soon as nothing keeps it.
    """

    ask = "road"
    moment = "quiet"

    def seat(self, s: State) -> str | None:
        stays = s.place.leg < LEGS or s.journey.outside or s.journey.mishap or s.rooms[ROADSIDE].floor != Lot()
        return PLAYER if stays or met(s) is not None else None

    def about(self, s: State) -> dict[str, Any]:
        return {"leg": s.place.leg, "legs": LEGS, "mishap": s.journey.mishap, "home": s.journey.home,
                "outside": s.journey.outside}  # fmt: skip

    def odds(self, s: State) -> Odds:
        return end_odds(s)

    def resume(self, ctx: Ctx) -> None:
        ctx.emit(RoadEnded(ctx.state.journey.home))


def end_odds(s: State) -> Odds:
    """Return what the road's end rolls: at home, what the healer's shelf holds (T18.13)."""
    return (pause.POTIONS,) if s.journey.home else ()


OUTSIDE = (Exploring, Road)
"""Where the party goes about, in a dungeon and on the road."""
LEGS = 2
"""Of a road (T22.1)."""
ROADSIDE = ways.ROADSIDE


def roadside() -> Room:
    """Return the side of the road, with nothing there."""
    return Room(ROADSIDE, ROADSIDE, 0, 0, entered=True)


# --- who and what is here ---


def standing(s: State, group: Group) -> list[Foe]:
    """Return the foes of a group that stand."""
    return [foe for foe in s.foes.where(group.id) if foe.vitality > 0]


def groups_in(s: State, room: str) -> list[Group]:
    """Return the groups that stand in a room: not gone, and no boss that does nothing for a while (T22.48, T22.50)."""
    return [
        group for group in s.groups.where(room) if not group.gone and group.away <= s.clock.turn and standing(s, group)
    ]


@remembered("groups", "foes", "place", "clock")
def met(s: State) -> Group | None:
    """Return the group that stands before the party, or None; wanderers stand before who lives there."""
    found = groups_in(s, s.place.room)
    return found[-1] if found else None


@remembered("groups", "foes", "place", "clock")
def all_asleep(s: State) -> bool:
    """Say whether every enemy in the room sleeps (T22.49)."""
    return all(
        any(held.kind == "asleep" for held in foe.conditions)
        for group in groups_in(s, s.place.room)
        for foe in standing(s, group)
    )


def shy(s: State, group: Group) -> bool:
    """Say whether a group fights only if attacked or cornered: Kobolds alone, who set a riddle first (T11.30)."""
    return all(foe.kind == KOBOLD for foe in standing(s, group))


@remembered("characters", "party", "traps", "place")
def able(s: State) -> list[Character]:
    """Return who can act: awake, and not lying in a pit or net (T6.17)."""
    held = traps.caught(s)
    return [c for c in traps.awake(s) if c.id not in held]


def exit_here(s: State, side: str) -> Way | None:
    """Return the way that leaves the party's room by a wall, if the party sees it."""
    return ways.exits(s, s.place.room).get(side)


# --- refusals that many deeds share ---


def who_refused(s: State, who: str) -> Refusal | None:
    """Say no to a character who is not there or cannot act."""
    if who not in s.characters or who not in s.party.order:
        return Refusal("explore.nobody", {"who": who})
    if who in traps.caught(s):
        return Refusal("explore.caught", {"who": who}, content.trap(s.traps[s.place.room].kind).rule)
    return None if any(c.id == who for c in able(s)) else Refusal("explore.unable", {"who": who}, "T6.17")


def exit_refused(s: State, side: str) -> Refusal | None:
    """Say no to an exit that is not there, as far as the party knows."""
    return None if exit_here(s, side) else Refusal("explore.no_exit", {"exit": side})


def dark_refused(s: State, who: str) -> Refusal | None:
    """Say no to what needs a light, or Owl's Eyes (T6.6)."""
    return Refusal("explore.dark", {}, "T6.6") if fighters.in_dark(s, who) else None


def tried_refused(s: State, who: str, task: str, rule: str) -> Refusal | None:
    """Say no to a second try of the same character (T2.16)."""
    return tests.try_refused(s, who, task, rule)


# --- deeds ---


class Deed(Action):
    """Something the party does in a room."""

    during: ClassVar[tuple[type[Frame], ...]] = (Exploring,)
    reads = (
        "characters", "party", "place", "clock", "groups", "foes", "rooms", "ways", "chests", "traps", "features",
        "attempts", "adventure", "journey",
    )  # fmt: skip
    turns: ClassVar[int] = 0
    """How long it takes."""
    careful: ClassVar[bool] = False
    """Whether it sets off no trap: light, sense, search, going back, and what is done before enemies (T21.4)."""
    bold: ClassVar[bool] = False
    """Whether it may be done while an enemy stands there (T22.49)."""
    dealing: ClassVar[bool] = False
    """Whether it deals with the group that stands there; an aware one attacks after anything else (T22.49)."""
    steady: ClassVar[bool] = False
    """Whether the party stays ready over it: open, go and listen (T7.7)."""

    @classmethod
    def offered(cls, s: State) -> Iterable[Action | Open]:
        return (cls(),)

    def refused(self, s: State) -> Refusal | None:
        group = met(s)
        if group is not None and not self.allowed(s):
            return Refusal("explore.enemies", {"foes": tuple(foe.id for foe in standing(s, group))}, "T22.49")
        return self.barred(s)

    def allowed(self, s: State) -> bool:
        """Say whether it may be done while an enemy stands in the room."""
        return self.bold

    def barred(self, s: State) -> Refusal | None:
        """Judge it, enemies aside."""
        return None

    def keeps_ready(self, s: State) -> bool:
        """Say whether the party is still ready for what comes of it (T7.7)."""
        return self.steady

    def sets_off(self, s: State) -> bool:
        """Say whether it would set off a trap that the party has not found (T21.4)."""
        return not self.careful and traps.lurking(s, s.place.room) is not None

    def odds(self, s: State) -> Odds:
        return (*self.rolls(s), *clock.odds(s, self.turns))

    def rolls(self, s: State) -> Odds:
        """Return the named rolls of the deed itself."""
        return ()

    def costs(self, s: State) -> dict[str, Any] | None:
        return {"turns": self.turns}

    def perform(self, ctx: Ctx) -> None:
        if self.sets_off(ctx.state):
            ctx.push(traps.Springing(ctx.state.place.room))
            return
        if ctx.state.party.ready and not self.keeps_ready(ctx.state):
            ctx.emit(ReadyChanged(False))
        before = met(ctx.state)
        self.do(ctx)
        self.spend(ctx)
        if before is not None and not self.dealing:
            provoke(ctx, before.id)

    def spend(self, ctx: Ctx) -> None:
        """Let the time of the deed pass."""
        if self.turns:
            clock.pass_turns(ctx, self.turns)

    def do(self, ctx: Ctx) -> None:
        """Do the deed itself."""
        raise NotImplementedError


class DeedOfOne(Deed):
    """A deed that anybody who can act may do."""

    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Action | Open]:
        return [cls(c.id) for c in able(s)]


def provoke(ctx: Ctx, group: str) -> None:
    """Let a group that stands there, aware and awake, begin combat: the party did not deal with it (T22.49)."""
    s = ctx.state
    there = met(s)
    if there is None or there.id != group or shy(s, there):
        return
    if there.mood == AWARE and not all_asleep(s) and s.fight is None:
        ctx.emit(Provoked(group))


class Wait(Deed, tag="explore.wait"):
    """Let a turn pass (T25)."""

    text = "wait"
    order = 26
    turns = 1

    def do(self, ctx: Ctx) -> None:
        ctx.emit(Waited())


class MakeReady(Deed, tag="explore.ready"):
    """Draw weapons and expect the worst (T7.7)."""

    text = "ready"
    order = 25
    turns = 1
    steady = True

    def barred(self, s: State) -> Refusal | None:
        return Refusal("explore.ready_already", {}, "T7.7") if s.party.ready else None

    def do(self, ctx: Ctx) -> None:
        pass

    def spend(self, ctx: Ctx) -> None:
        if clock.pass_turns(ctx, self.turns):
            ctx.emit(ReadyChanged(True))


# --- events ---


class RoadEnded(Event, tag="road.ended"):
    """The last leg is done: the party stands before the dungeon, or is home."""

    home: bool

    def variant(self) -> str:
        return "home" if self.home else ""


class Provoked(Event, tag="explore.provoked"):
    """An aware group was left standing there long enough (T22.49)."""

    group: str

    def rules(self) -> tuple[str, ...]:
        return ("T22.49",)


class Waited(Event, tag="explore.waited"):
    """The party waited a turn."""


class ReadyChanged(Event, tag="explore.ready"):
    """The party is ready, or is no more (T7.7)."""

    ready: bool

    def apply(self, s: State) -> None:
        s.party = replace(s.party, ready=self.ready)

    def variant(self) -> str:
        return "" if self.ready else "no_more"

    def rules(self) -> tuple[str, ...]:
        return ("T7.7",)
