"""Searching a room (T15, T21.2, T25): for hidden chests, secret doors, levers and traps, by anybody or by a Dwarf."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Odds
from undercroft.rulebooks.tabletop import (
    bars,
    classes,
    clock,
    exploring,
    points,
    sensing,
    tests,
    traps,
    wandering,
    ways,
)
from undercroft.rulebooks.tabletop.exploring import Deed, DeedOfOne, able, tried_refused, who_refused
from undercroft.rulebooks.tabletop.records import Ctx, Event, Frame, State, Trap, replace

TREASURE, DOOR, LEVER = "treasure", "door", "lever"
DEED = "hidden-found"


class Hidden(NamedTuple):
    """Something hidden in a room: its kind, the id of its chest, way or feature, its place and difficulty."""

    kind: str
    id: str
    place: str
    difficulty: int


def hidden(s: State, room: str) -> list[Hidden]:
    """Return what is hidden in a room and not found yet (T15.11)."""
    found = []
    chest, feature = s.chests.get(room), s.features.get(room)
    if chest is not None and not chest.found:
        found.append(Hidden(TREASURE, room, chest.place, chest.difficulty))
    found += [
        Hidden(DOOR, way.id, way.place, way.difficulty)
        for way in s.ways.values()
        if way.secret and not way.found and way.near == room
    ]
    if feature is not None and feature.kind == bars.MAGIC and not feature.found and not feature.open:
        found.append(Hidden(LEVER, room, feature.place, feature.difficulty))
    return found


def find(ctx: Ctx, who: str, one: Hidden) -> None:
    """Let something hidden be found; a secret door or a treasure is a deed (T16.13)."""
    ctx.emit(HiddenFound(who, one.kind, one.id, one.place))
    if one.kind in sensing.KINDS:
        points.award_deed(ctx, who, DEED)


# --- anybody's search ---


class Search(DeedOfOne, tag="searching.search"):
    """Search the room for two turns; what comes of it is rolled in secret (T15.17, T15.18, T21.2)."""

    text = "search {member}"
    order = 22
    turns = sensing.SEARCH_TURNS
    careful = True

    def barred(self, s: State) -> Refusal | None:
        return (
            who_refused(s, self.member)
            or exploring.dark_refused(s, self.member)
            or tried_refused(s, self.member, sensing.search_task(s.place.room), "T15.18")
        )

    def rules(self, s: State) -> tuple[str, ...]:
        return ("T15.17", "T21.2")

    def do(self, ctx: Ctx) -> None:
        ctx.emit(tests.Attempted(self.member, sensing.search_task(ctx.state.place.room)))
        ctx.emit(Searched(self.member))

    def spend(self, ctx: Ctx) -> None:
        if clock.pass_turns(ctx, self.turns):
            ctx.push(Searching(self.member))


class Searching(Frame, tag="searching.searching"):
    """A search is about to bear fruit or none: a stage of its own, for its odds would tell what is there."""

    member: str

    def odds(self, s: State) -> Odds:
        c, room = s.characters[self.member], s.place.room
        trap = _trap(s)
        secret = [sensing.search_chance(s, c, one.difficulty, one.id) for one in hidden(s, room)]
        return tuple(secret + ([sensing.trap_chance(s, c, trap.number, room)] if trap is not None else []))

    def resume(self, ctx: Ctx) -> None:
        ctx.pop()
        s = ctx.state
        c, room = s.characters[self.member], s.place.room
        found = [one for one in hidden(s, room) if ctx.succeeds(sensing.search_chance(s, c, one.difficulty, one.id))]
        for one in found:
            find(ctx, c.id, one)
        trap = _trap(ctx.state)
        if trap is not None and _is_buried(ctx.state, trap):
            trap = None
        if trap is not None and ctx.succeeds(sensing.trap_chance(s, c, trap.number, room)):
            ctx.emit(traps.TrapFound(room, trap.kind))
        elif not found:
            ctx.emit(NothingFound(c.id))


def _trap(s: State) -> Trap | None:
    trap = traps.set_trap(s, s.place.room)
    return trap if trap is not None and not trap.found else None


def _is_buried(s: State, trap: Trap) -> bool:
    """Say whether a trap is that of a chest that nobody has found, and so is not there to be found (T21.2)."""
    return trap.chest and not s.chests[trap.room].found


# --- a Dwarf's sense ---


class Sense(Deed, tag="searching.sense"):
    """Ask a Dwarf whether treasure, or a secret door, is near (T15.1, T15.6, T15.12)."""

    text = "sense {kind} {member}"
    order = 23
    turns = sensing.SENSE_TURNS
    careful = True
    kind: str
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Sense]:
        return [cls(kind, c.id) for c in able(s) if classes.senses(c) for kind in sensing.KINDS]

    def barred(self, s: State) -> Refusal | None:
        if self.kind not in sensing.KINDS:
            return Refusal("searching.kind", {"kind": self.kind}, "T15.1")
        if refusal := who_refused(s, self.member):
            return refusal
        if not classes.senses(s.characters[self.member]):
            return Refusal("searching.no_dwarf", {"who": self.member}, "T4.31")
        return tried_refused(s, self.member, sensing.task(self.kind, s.place.room), "T15.12")

    def rolls(self, s: State) -> Odds:
        return (sensing.ROLL,)

    def do(self, ctx: Ctx) -> None:
        s = ctx.state
        near = sensing.meant(one.difficulty for one in hidden(s, s.place.room) if one.kind == self.kind)
        if sensing.sense(ctx, self.member, self.kind, s.place.room, near):
            ctx.emit(Known(s.place.room, self.kind, self.member))


def sought(s: State) -> Hidden | None:
    """Return what a Dwarf has sensed here and nobody has found yet, the easiest of it (T15.8, T15.11)."""
    kinds = s.rooms[s.place.room].sensed
    found = [one for one in hidden(s, s.place.room) if one.kind in kinds]
    return min(found, key=lambda one: one.difficulty, default=None)


def _sensor(s: State) -> str:
    return next((c.id for c in able(s) if classes.senses(c)), "")


class Ask(Deed, tag="searching.ask"):
    """Ask whether the thing sensed is in one place; a "no" tells how close the guess is (T15.7, T15.14, T15.15)."""

    text = "ask {place}"
    order = 20
    turns = sensing.ASK_TURNS
    careful = True
    place: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Ask]:
        return [cls(place) for place in ways.hiding_places(s.rooms[s.place.room].furniture)] if sought(s) else []

    def barred(self, s: State) -> Refusal | None:
        if sought(s) is None:
            return Refusal("searching.nothing_sensed", {}, "T15.7")
        if self.place not in ways.hiding_places(s.rooms[s.place.room].furniture):
            return Refusal("searching.no_place", {"place": self.place}, "T15.14")
        return None if _sensor(s) else Refusal("searching.no_sensor", {}, "T15.7")

    def do(self, ctx: Ctx) -> None:
        s = ctx.state
        one, who = sought(s), _sensor(s)
        assert one is not None
        said = sensing.answer(self.place, one.place, dict(s.rooms[s.place.room].furniture))
        ctx.emit(sensing.Answered(who, self.place, said))
        if said == sensing.FOUND:
            find(ctx, who, one)


class Find(Deed, tag="searching.find"):
    """Take the time to find what was sensed, where nobody can interrupt (T15.9, T15.16)."""

    text = "find"
    order = 21
    turns = sensing.FIND_TURNS
    careful = True

    def barred(self, s: State) -> Refusal | None:
        if sought(s) is None:
            return Refusal("searching.nothing_sensed", {}, "T15.16")
        if wandering.can_come(s) and not s.rooms[s.place.room].spiked:
            return Refusal("searching.interrupted", {}, "T15.16")
        return None if _sensor(s) else Refusal("searching.no_sensor", {}, "T15.7")

    def do(self, ctx: Ctx) -> None:
        one = sought(ctx.state)
        assert one is not None
        find(ctx, _sensor(ctx.state), one)

    def odds(self, s: State) -> Odds:
        return ()

    def spend(self, ctx: Ctx) -> None:
        """Nobody can come meanwhile: none is left to come, or the doors are spiked (T22.35, T10.16)."""
        for _ in range(self.turns):
            clock.pass_turn(ctx)


# --- events ---


class Searched(Event, tag="searching.searched"):
    """Somebody searched the room."""

    who: str


class NothingFound(Event, tag="searching.nothing"):
    """A search found nothing, which proves nothing (T15.10)."""

    who: str

    def rules(self) -> tuple[str, ...]:
        return ("T15.10",)


class Known(Event, tag="searching.known"):
    """What a Dwarf sensed here is known to be here (T15.12)."""

    room: str
    kind: str
    who: str

    def apply(self, s: State) -> None:
        room = s.rooms[self.room]
        if self.kind not in room.sensed:
            s.rooms[self.room] = replace(room, sensed=(*room.sensed, self.kind))

    def seen_by(self, s: State) -> tuple[str, ...]:
        return ()


class HiddenFound(Event, tag="searching.found"):
    """A hidden chest, a secret door or a lever was found."""

    who: str
    kind: str
    id: str
    place: str

    def apply(self, s: State) -> None:
        if self.kind == TREASURE:
            s.chests[self.id] = replace(s.chests[self.id], found=True)
        elif self.kind == DOOR:
            s.ways[self.id] = replace(s.ways[self.id], found=True)
        else:
            s.features[self.id] = replace(s.features[self.id], found=True)

    def variant(self) -> str:
        return self.kind

    def rules(self) -> tuple[str, ...]:
        return ("T15.8", "T15.17")
