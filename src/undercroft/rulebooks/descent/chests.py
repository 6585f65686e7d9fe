"""Chests and traps (D19), and what lies open in a room: gold and the map.

A chest is known by its room's id in the state, and as `chest-1.1` (for `room-1.1`) in actions and events.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Chance, Odds
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import effects, fights, floors, gear, members, monsters, wounds
from undercroft.rulebooks.descent.records import (
    Action,
    Chest,
    Ctx,
    Event,
    InHall,
    InRoom,
    Member,
    State,
    replace,
    standing,
)

ROGUE = 20
"""Points in 100 that a rogue's hands add (D19.2)."""


# --- looking ---


def chest_id(room: str) -> str:
    """Return what a room's chest is called in actions."""
    return f"chest-{room.removeprefix('room-')}"


def room_of(chest: str) -> str:
    """Return the room id that a chest's id stands for."""
    return f"room-{chest.removeprefix('chest-')}" if chest.startswith("chest-") else ""


def chest_here(s: State) -> Chest | None:
    """Return the chest in the party's room, or None."""
    return s.chests.get(s.place.room) if s.place.room else None


def lid_chance(s: State, m: Member) -> Chance:
    """Return the chance in 100 that a member lifts a lid unhurt, the same on every floor (D19.1 to D19.4)."""
    base = Chance("lid", content.difficulty(s.setup.difficulty).lid, about=m.id)
    return base.plus(ROGUE, "why.rogue", when=m.cls == "rogue")


def gold_here(s: State) -> tuple[int, int]:
    """Return the gold in the party's room: loose, and in the chest if it is open."""
    room, chest = s.rooms.get(s.place.room), chest_here(s)
    return (room.gold if room is not None else 0, chest.gold if chest is not None and chest.open else 0)


def map_here(s: State) -> bool:
    """Say whether the floor's map can be taken here: in the open, or in an opened chest (D8.3)."""
    room, chest = s.rooms.get(s.place.room), chest_here(s)
    return room is not None and (room.map == "open" or (room.map == "chest" and chest is not None and chest.open))


# --- events ---


class LidLifted(Event, tag="chest.lifted"):
    """A lid was lifted, for the one time (D19.7); `safe` says whether without a trap."""

    chest: str
    member: str
    safe: bool

    def apply(self, s: State) -> None:
        room = room_of(self.chest)
        s.chests[room] = replace(s.chests[room], open=True)

    def variant(self) -> str:
        return "" if self.safe else "sprung"


class TrapSprung(Event, tag="chest.trap"):
    """A trap went off at the lifter; what it does follows as events of its own."""

    chest: str
    member: str
    trap: str

    def variant(self) -> str:
        return self.trap

    def facts(self) -> dict[str, Any]:
        return {**super().facts(), "description": content.catalogue().traps[self.trap].description}


class RationsLost(Event, tag="chest.rations_lost"):
    """The party lost rations (D19.9)."""

    amount: int
    left: int

    def apply(self, s: State) -> None:
        s.purse = replace(s.purse, rations=self.left)


class GoldLost(Event, tag="chest.gold_lost"):
    """The party lost gold."""

    amount: int
    left: int

    def apply(self, s: State) -> None:
        s.purse = replace(s.purse, gold=self.left)


class FellThrough(Event, tag="chest.landed"):
    """The party fell through to a hall cell of the next floor."""

    floor: int
    cell: int


class GoldTaken(Event, tag="chest.gold"):
    """Gold of a room went into the purse: `amount` in all, `boxed` of it out of the chest."""

    room: str
    amount: int
    boxed: int

    def apply(self, s: State) -> None:
        room = s.rooms[self.room]
        s.rooms[self.room] = replace(room, gold=room.gold - (self.amount - self.boxed))
        if self.boxed:
            chest = s.chests[self.room]
            s.chests[self.room] = replace(chest, gold=chest.gold - self.boxed)
        s.purse = replace(s.purse, gold=s.purse.gold + self.amount)


class MapTaken(Event, tag="chest.map"):
    """The party took the map of a floor; a second copy changes nothing (D8.8)."""

    room: str
    floor: int

    def apply(self, s: State) -> None:
        s.rooms[self.room] = replace(s.rooms[self.room], map="")
        if self.floor not in s.quest.maps:
            s.quest = replace(s.quest, maps=(*s.quest.maps, self.floor))


# --- doing ---


def take_map(ctx: Ctx, room: str) -> None:
    """Put the map of a room's floor into the party's hands, and make known what it shows (D8.7)."""
    floor = ctx.state.rooms[room].floor
    ctx.emit(MapTaken(room, floor))
    floors.learn_floor(ctx, floor)


def spring_trap(ctx: Ctx, room: str, member: str) -> None:
    """Draw one trap on the trap table and let it happen to the lifter or the party (D19.6)."""
    spring(ctx, room, member, content.drawn(content.catalogue().traps, ctx.number(1, content.TRAP_SIDES)).id)


def spring(ctx: Ctx, room: str, member: str, trap: str) -> None:
    """Let one trap of the table happen (X1 to X10)."""
    s = ctx.state
    kind = content.catalogue().traps[trap]
    floor = s.chests[room].floor
    if kind.deepest and floor >= content.quest(s.setup.length).floors:
        return spring(ctx, room, member, kind.deepest)
    ctx.emit(TrapSprung(chest_id(room), member, trap))
    if kind.effect == "wound":
        more = floor // kind.per_floors if kind.per_floors else 0
        struck = [m.id for m in standing(s)] if kind.target == "members" else [member]
        for one in struck:
            wounds.wound(ctx, one, _thrown(ctx, kind) + more, trap)
    elif kind.effect == "member-effect":
        effects.start(ctx, member, kind.member, trap)
    elif kind.effect == "rations-loss":
        lost = min(_thrown(ctx, kind), s.purse.rations)
        ctx.emit(RationsLost(lost, s.purse.rations - lost))
    elif kind.effect == "ceiling-loss":
        wounds.lower_ceiling(ctx, member, _thrown(ctx, kind), trap)
    elif kind.effect == "gold-loss":
        lost = s.purse.gold // kind.share
        ctx.emit(GoldLost(lost, s.purse.gold - lost))
    elif kind.effect == "gear-loss":
        if piece := gear.worn_at(s, gear.ARM, member) or gear.worn_at(s, gear.BODY, member):
            gear.wear_off(ctx, piece, kind.amount, kind.name)
    elif kind.effect == "call-band":
        fights.open_fight(ctx, monsters.draw_band(ctx, s, floor), room=room, first=True)
    elif kind.effect == "drop":
        _drop(ctx, room, floor + 1)
    return None


def _thrown(ctx: Ctx, kind: content.Trap) -> int:
    roll = kind.roll
    return ctx.dice(roll.count, roll.sides) + roll.plus


def _drop(ctx: Ctx, room: str, floor: int) -> None:
    """Land the party in a random hall cell of a floor, with the chest's contents (X10)."""
    s = ctx.state
    floors.generate(ctx, floor)
    cell = ctx.pick(floors.plan(s.floors[floor]).in_order)
    # Gold and a map cannot lie in a hall, so they land in the party's hands; items lie where it lands.
    if gold := s.chests[room].gold:
        ctx.emit(GoldTaken(room, gold, gold))
    if s.rooms[room].map == "chest":
        take_map(ctx, room)
    for key, item in list(s.items.items()):
        if item.place == f"chest:{room}":
            gear.move(ctx, key, f"cell:{floor}:{cell}")
    ctx.emit(FellThrough(floor, cell))
    ctx.turn(InHall())
    floors.arrive(ctx, floor, cell)


# --- actions ---


class TakeGold(Action, tag="chest.take_gold"):
    """Take all gold in the room, that of an opened chest included (ACT15)."""

    text = "take-gold"
    during = (InRoom,)
    order = 15
    needs = "gold"
    exact = True

    @classmethod
    def offered(cls, s: State) -> Iterable[TakeGold]:
        return [cls()]

    def refused(self, s: State) -> Refusal | None:
        return None if sum(gold_here(s)) else Refusal("chest.no_gold")

    def perform(self, ctx: Ctx) -> None:
        loose, boxed = gold_here(ctx.state)
        ctx.emit(GoldTaken(ctx.state.place.room, loose + boxed, boxed))


class TakeMap(Action, tag="chest.take_map"):
    """Take the floor's map (D8.3)."""

    text = "take-map"
    during = (InRoom,)
    order = 15
    needs = "map"
    exact = True

    @classmethod
    def offered(cls, s: State) -> Iterable[TakeMap]:
        return [cls()]

    def refused(self, s: State) -> Refusal | None:
        return None if map_here(s) else Refusal("chest.no_map")

    def perform(self, ctx: Ctx) -> None:
        take_map(ctx, ctx.state.place.room)


class LiftLid(Action, tag="chest.lift"):
    """Lift the lid of the chest in the room, naming a standing member (D19.7)."""

    text = "open {chest} {member}"
    during = (InRoom,)
    order = 17
    reads = ("chests", "place", members.steady)
    chest: str
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[LiftLid]:
        chest = chest_here(s)
        if chest is None or chest.open:
            return []
        return [cls(chest_id(s.place.room), m.id) for m in standing(s)]

    def refused(self, s: State) -> Refusal | None:
        chest, here = chest_here(s), chest_id(s.place.room)
        if chest is not None and chest.open and self.chest in (here, ""):
            return Refusal("chest.open", rule="D19.7")
        if chest is None or self.chest != here:
            return Refusal("chest.none")
        m = s.members.get(self.member)
        if m is None:
            return Refusal("chest.nobody", {"member": self.member})
        return Refusal("chest.fallen", {"member": self.member}, "D19.7") if m.fallen else None

    def odds(self, s: State) -> Odds:
        return (lid_chance(s, s.members[self.member]),)

    def perform(self, ctx: Ctx) -> None:
        s = ctx.state
        safe = ctx.succeeds(lid_chance(s, s.members[self.member]))
        ctx.emit(LidLifted(self.chest, self.member, safe))
        if not safe:
            spring_trap(ctx, s.place.room, self.member)
