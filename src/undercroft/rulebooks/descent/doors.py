"""Doors (D11): listening, walking in together, sneaking in alone, slipping out, and leaving a room."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Chance, Odds
from undercroft.engine.rulebook import at, on
from undercroft.engine.state import remembered
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import effects, fights, flight, floors, members, wandering
from undercroft.rulebooks.descent.clock import Stepped
from undercroft.rulebooks.descent.fights import Fight
from undercroft.rulebooks.descent.halls import xy
from undercroft.rulebooks.descent.records import (
    Action,
    Asking,
    Ctx,
    Door,
    Event,
    InHall,
    InRoom,
    Member,
    Place,
    State,
    replace,
    standing,
)  # fmt: skip

HEAR = 25
HEAR_MOST = 45
"""In 100 (D11.4)."""
NAMED = 4
"""Doors named to a party that stands at none."""
SNEAKERS = 2
"""Standing members that a sneak needs (ACT13)."""


def hear_chance(s: State) -> Chance:
    """Return the chance in 100 to hear a band behind a door, if there is one (D11.4)."""
    chance = Chance("hear", HEAR, given="there")
    for number, why in members.senses_bonus(s):
        chance = chance.plus(number, why)
    return chance.within(0, HEAR_MOST)


def first_chance(s: State, room: str) -> Chance:
    """Return the chance in 100 that the room strikes first on a walk-in (D11.9, D11.10); it is never shown (D34.6)."""
    chance = Chance("room-first", content.difficulty(s.setup.difficulty).room_first, shown=False)
    if s.quest.soft_step:
        return chance.times(0, 1, "why.soft-step")
    # Halved once, however well the party is warned.
    why = "why.heard" if s.rooms[room].heard else "why.sight" if effects.sight(s) else ""
    return chance.times(1, 2, why, when=bool(why))


def here(s: State) -> tuple[str, ...]:
    """Return the known doors joined to the party's hall cell, or those of its room."""
    place, doors = s.place, s.doors
    near = doors.keys_where(place.room) if place.room else floors.may_join(place.floor, place.cell)
    if not near:
        return near
    known = _known(s)
    found = known.get(near)
    if found is None:
        found = known[near] = tuple([key for key in near if key in doors and doors[key].known])
    return found


@remembered("doors")
def _known(_: State) -> dict[tuple[str, ...], tuple[str, ...]]:
    # Of doors side by side those known, filled as asked for.
    return {}


def known_door(s: State, door: str) -> Door | None:
    """Return the door if the party knows it and stands at it."""
    return s.doors[door] if door in here(s) else None


def no_door(s: State, door: str, rule: str) -> Refusal | None:
    """Refuse a door that the party does not stand at, and name those that it may mean, or may go to."""
    if known_door(s, door) is not None:
        return None
    if near := here(s):
        return Refusal("doors.none", {"door": door, "doors": near}, rule)
    known = tuple(_nearest(s))
    return Refusal("doors.nowhere", {"doors": known}, rule) if known else Refusal("doors.unknown", {}, rule)


def _nearest(s: State) -> list[str]:
    """Return the first few of the doors that the party knows on its floor, those nearest as the crow flies first."""
    x, y = xy(s.place.cell)
    known = [(xy(d.cell), key) for key, d in s.doors.items() if d.known and d.floor == s.place.floor]
    return [key for (_, key) in sorted(known, key=lambda one: abs(one[0][0] - x) + abs(one[0][1] - y))][:NAMED]


def enter_room(ctx: Ctx, room: str, door: str) -> None:
    """Put the whole party into a room, at no step, and tell what is known there (D11.6, D11.7)."""
    ctx.emit(RoomEntered(room, door))
    ctx.turn(InRoom())


class RoomEntered(Event, tag="doors.entered"):
    """The party went into a room."""

    room: str
    door: str

    def apply(self, s: State) -> None:
        s.place = replace(s.place, room=self.room)
        _seen(s, self.room)


class HeardBand(Event, tag="doors.heard"):
    """Something was heard behind the door, and its kind is known (D11.1)."""

    door: str
    kind: str

    def apply(self, s: State) -> None:
        room = s.doors[self.door].room
        s.rooms[room] = replace(s.rooms[room], heard=self.kind)


class Silence(Event, tag="doors.silence"):
    """Nothing was heard (D11.2)."""

    door: str


class SneakedIn(Event, tag="doors.sneaked"):
    """One member went into a room alone (D11.12)."""

    member: str
    room: str
    door: str

    def apply(self, s: State) -> None:
        s.place = replace(s.place, room=self.room)
        _seen(s, self.room)


class EmptyRoomSeen(Event, tag="doors.empty"):
    """The sneaking member stands in a room without monsters (D11.23)."""

    member: str
    room: str
    door: str

    def apply(self, s: State) -> None:
        _seen(s, self.room)


class CameBack(Event, tag="doors.back"):
    """The sneaking member came back out to the others (D11.18, D11.23)."""

    member: str
    room: str

    def apply(self, s: State) -> None:
        s.place = replace(s.place, room="")


class SlipFailed(Event, tag="doors.slip_failed"):
    """Slipping out failed; the unseen turn is spent (D11.18)."""

    member: str


class RoomLeft(Event, tag="doors.left"):
    """The party left a room by a door."""

    routine = True
    room: str
    door: str

    def apply(self, s: State) -> None:
        s.place = Place(s.place.floor, s.doors[self.door].cell)


class SoftStepSpent(Event, tag="doors.soft_step"):
    """The party walked into a room under Soft Step (P24)."""

    def apply(self, s: State) -> None:
        s.quest = replace(s.quest, soft_step=False)


class SeenThrough(Event, tag="doors.sighted"):
    """Keen sight showed what lives behind a door, one word a monster; the party remembers it (D26.9)."""

    routine = True
    door: str
    band: tuple[str, ...]

    def apply(self, s: State) -> None:
        room = s.doors[self.door].room
        s.rooms[room] = replace(s.rooms[room], sighted=True, gone=())

    def facts(self) -> dict[str, Any]:
        return {"door": self.door, "number": len(self.band), "kinds": tuple(dict.fromkeys(self.band))}

    def variant(self) -> str:
        return "" if self.band else "empty"


@on(Stepped)
def see_on_the_way(ctx: Ctx, _: Stepped) -> None:
    """Keen sight shows what is behind doors that the party walks by, too."""
    if ctx.state.party_effects:
        see_through(ctx)


@at("quiet")
def see_through(ctx: Ctx) -> None:
    """Keen sight shows what lives behind each known door at the party's hall cell; it is told once (D26.9)."""
    s = ctx.state
    if not s.party_effects or s.place.room or not effects.sight(s):
        return
    for door in here(s):
        room = s.rooms[s.doors[door].room]
        if not room.sighted or room.gone:
            ctx.emit(SeenThrough(door, room.band))


class Sneaked(Asking, tag="doors.sneak"):
    """A member has sneaked into a room without monsters: shall the others come in? (D11.23)"""

    ask = "ask.empty_sneak"
    door: str
    member: str

    def about(self, s: State) -> dict[str, Any]:
        return {"door": self.door, "member": self.member}


class Listen(Action, tag="doors.listen"):
    """Listen at a door joined to this hall cell (D11.5)."""

    text = "listen {door}"
    during = (InHall,)
    order = 11
    needs = "door"
    exact = True
    door: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Listen]:
        return _listens(here(s))

    def refused(self, s: State) -> Refusal | None:
        return no_door(s, self.door, "D11.5")

    def odds(self, s: State) -> Odds:
        return (hear_chance(s), *wandering.step_odds(s, "listen", s.place.cell))

    def perform(self, ctx: Ctx) -> None:
        s = ctx.state
        band = s.rooms[s.doors[self.door].room].band
        if band and ctx.succeeds(hear_chance(s)):
            ctx.emit(HeardBand(self.door, band[0]))
        else:
            ctx.emit(Silence(self.door))
        wandering.pass_step(ctx, "listen")


@cache
def _listens(doors: tuple[str, ...]) -> tuple[Listen, ...]:
    return tuple([Listen(door) for door in doors])


class Enter(Action, tag="doors.enter"):
    """Walk in together at a door joined to this hall cell (D11.6)."""

    text = "enter {door}"
    during = (InHall,)
    order = 12
    needs = "door"
    exact = True
    door: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Enter]:
        return _enters(here(s))

    def refused(self, s: State) -> Refusal | None:
        return no_door(s, self.door, "D11.6")

    def odds(self, s: State) -> Odds:
        return (first_chance(s, s.doors[self.door].room),)

    def perform(self, ctx: Ctx) -> None:
        s = ctx.state
        room = s.doors[self.door].room
        # A sight that ends on this very step still counts: the party had it at the door.
        chance = first_chance(s, room)
        wandering.pass_step(ctx, "enter")
        if not standing(s):
            return
        enter_room(ctx, room, self.door)
        if s.quest.soft_step:
            ctx.emit(SoftStepSpent())
        if band := s.rooms[room].band:
            fights.open_fight(ctx, band, room=room, first=ctx.succeeds(chance))


@cache
def _enters(doors: tuple[str, ...]) -> tuple[Enter, ...]:
    return tuple([Enter(door) for door in doors])


class Sneak(Action, tag="doors.sneak_in"):
    """Send one member in alone and unseen (D11.12, D11.16)."""

    text = "sneak {door} {member}"
    during = (InHall,)
    order = 13
    needs = "door"
    exact = True
    door: str
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Sneak]:
        doors = here(s)
        able = standing(s)
        return _sneaks(doors, tuple([m.id for m in able])) if doors and len(able) >= SNEAKERS else ()

    def refused(self, s: State) -> Refusal | None:
        if refusal := no_door(s, self.door, "D11.12"):
            return refusal
        if len(standing(s)) < SNEAKERS:
            return Refusal("doors.alone", rule="ACT13")
        m = s.members.get(self.member)
        if m is None or m.fallen:
            return Refusal("doors.member", {"member": self.member}, "D11.16")
        return None

    def perform(self, ctx: Ctx) -> None:
        s = ctx.state
        room = s.doors[self.door].room
        wandering.pass_step(ctx, "sneak")
        if s.members[self.member].fallen:
            return
        if band := s.rooms[room].band:
            ctx.emit(SneakedIn(self.member, room, self.door))
            ctx.turn(InRoom())
            fights.open_fight(ctx, band, room=room, sneak=self.member, door=self.door)
        else:
            ctx.emit(EmptyRoomSeen(self.member, room, self.door))
            ctx.push(Sneaked(self.door, self.member))


@lru_cache(maxsize=1024)
def _sneaks(doors: tuple[str, ...], able: tuple[str, ...]) -> tuple[Sneak, ...]:
    return tuple([Sneak(door, member) for door in doors for member in able])


class Leave(Action, tag="doors.leave"):
    """Leave the room by a door, a pace onto the hall cell outside (D9.11)."""

    text = "leave {door}"
    during = (InRoom,)
    order = 14
    exact = True
    door: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Leave]:
        return [cls(door) for door in here(s)]

    def refused(self, s: State) -> Refusal | None:
        return no_door(s, self.door, "ACT14")

    def odds(self, s: State) -> Odds:
        return wandering.step_odds(s, "leave", s.doors[self.door].cell)

    def perform(self, ctx: Ctx) -> None:
        ctx.emit(RoomLeft(ctx.state.place.room, self.door))
        ctx.turn(InHall())
        floors.learn_cell(ctx)
        wandering.pass_step(ctx, "leave")


class SlipOut(Action, tag="doors.slip_out"):
    """Try to slip back out in the unseen turn (D11.18)."""

    text = "slip-out"
    during = (Fight,)
    order = 57
    needs = "unseen"

    @classmethod
    def offered(cls, s: State) -> Iterable[SlipOut]:
        return (cls(),)

    def refused(self, s: State) -> Refusal | None:
        return None if _unseen(s) is not None else Refusal("doors.seen", rule="D11.18")

    def odds(self, s: State) -> Odds:
        m = _unseen(s)
        return () if m is None else (flight.run_chance(s, m, "slip"),)

    def perform(self, ctx: Ctx) -> None:
        s = ctx.state
        m = _unseen(s)
        assert m is not None
        if not ctx.succeeds(flight.run_chance(s, m, "slip")):
            ctx.emit(SlipFailed(m.id))
            fights.turn_taken(ctx)
            return
        room = s.place.room
        fights.close(ctx, "slipped")
        ctx.emit(CameBack(m.id, room))
        ctx.turn(InHall())


class CallIn(Action, tag="doors.call_in"):
    """Let the others come in after an empty sneak, at no step (D11.23)."""

    text = "call-in"
    during = (Sneaked,)
    order = 12

    @classmethod
    def offered(cls, s: State) -> Iterable[CallIn]:
        return (cls(),)

    def perform(self, ctx: Ctx) -> None:
        door = ctx.state.top(Sneaked).door
        ctx.pop()
        enter_room(ctx, ctx.state.doors[door].room, door)


class ComeOut(Action, tag="doors.come_out"):
    """Let the member come back out after an empty sneak, at no step (D11.23)."""

    text = "come-out"
    during = (Sneaked,)
    order = 14

    @classmethod
    def offered(cls, s: State) -> Iterable[ComeOut]:
        return (cls(),)

    def perform(self, ctx: Ctx) -> None:
        sneaked = ctx.state.top(Sneaked)
        ctx.pop()
        ctx.emit(CameBack(sneaked.member, ctx.state.doors[sneaked.door].room))


def _unseen(s: State) -> Member | None:
    return fights.acting(s) if s.fight is not None and s.fight.stage == fights.UNSEEN else None


def _seen(s: State, room: str) -> None:
    """Write that somebody of the party is in the room: it and its plain doors are known (D7.28, D7.30)."""
    r = s.rooms[room] = replace(s.rooms[room], known=True, entered=True, gone=())
    for key in [k for k in s.doors.keys_where(room) if not (s.doors[k].secret or s.doors[k].known)]:
        s.doors[key] = replace(s.doors[key], known=True)
    if r.store:
        s.floors[r.floor] = replace(s.floors[r.floor], store_entered=True)
