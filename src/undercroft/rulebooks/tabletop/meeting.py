"""Meeting a group (T7.9 to T7.12, T22.38 to T22.41, T22.48 to T22.50): how it is found, and what the party does then.

A group that is not met yet has no mood. Whether anybody is there at all is settled in a stage of its own, `Arriving`,
whose odds no seat sees beforehand.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Chance, Odds
from undercroft.engine.rulebook import on
from undercroft.rulebooks.tabletop import (
    bars,
    blows,
    clock,
    exploring,
    fighters,
    fights,
    flight,
    tests,
    traps,
    ways,
)  # fmt: skip
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.exploring import Deed, able
from undercroft.rulebooks.tabletop.records import (
    Character,
    Ctx,
    Enemy,
    Event,
    Foe,
    Frame,
    Group,
    Journey,
    Lot,
    Place,
    State,
    replace,
)

COAT = "chameleons-coat"
"""The spell that hides; its entry says what it does to Tests to sneak (T20.18)."""
SMALL_SNEAKS = -6
"""What a small shape does to them (T13.65)."""
FREED = "with the party"
"""Where a freed captive is (T22.52)."""
LURKING = "lurking"
"""The group of Goblins that come back from hiding (T7.41)."""
PART = "part"
"""The sort of a group that has parted from another (T7.37)."""


# --- arriving ---


class Arriving(Frame, tag="meeting.arriving"):
    """The party is about to step into a room: who is there, and in what mood, comes out now."""

    room: str
    forced: bool = False

    def resume(self, ctx: Ctx) -> None:
        ctx.pop()
        if ctx.state.party.ready and exploring.met(ctx.state) is not None:
            # The one room that the party was ready for is the one it leaves, past sleepers (T7.7, T22.49).
            ctx.emit(exploring.ReadyChanged(False))
        came = ctx.state.place.room
        ctx.emit(Entered(self.room, came if came != self.room else ""))
        if self.room == ways.ENTRANCE and came != self.room and spring_lurkers(ctx):
            return
        meet(ctx, forced=self.forced)
        s = ctx.state
        if s.party.ready and s.fight is None and exploring.met(s) is None:
            ctx.emit(exploring.ReadyChanged(False))

    def odds(self, s: State) -> Odds:
        return (fights.awareness(),)


def enter(ctx: Ctx) -> None:
    """Let the party step from the road into the dungeon, and begin to explore it."""
    ctx.emit(DungeonEntered(ways.ENTRANCE))
    ctx.push(exploring.Exploring())
    ctx.push(Arriving(ways.ENTRANCE))


def meet(ctx: Ctx, *, forced: bool = False) -> None:
    """Meet the group of the party's room, if there is one: roll its mood once; one lying in wait attacks (T7.9)."""
    s = ctx.state
    group = exploring.met(s)
    if group is None:
        return
    mood = group.mood or s.adventure.omen or fights.found(ctx.roll(fights.awareness()), forced_door=forced)
    if group.mood or (mood == fights.WAITING and exploring.shy(s, group)):
        mood = fights.AWARE
    ctx.emit(GroupMet(group.id, mood, tuple(foe.id for foe in exploring.standing(s, group)), first=not group.mood))
    if mood == fights.WAITING:
        begin(ctx, group.id, waiting=True)


def begin(
    ctx: Ctx, group: str, *, ready: bool = False, unaware: bool = False, waiting: bool = False,
    away: tuple[str, ...] = (),
) -> None:  # fmt: skip
    """Begin combat with the groups of the room; `ready` is also what the party was before (T7.5 to T7.11).

    `away` are those who withdrew from a camp (T6.14).
    """
    s = ctx.state
    on_road = s.place.room == exploring.ROADSIDE
    others = [one.id for one in exploring.groups_in(s, s.place.room) if one.id != group]
    ctx.emit(Engaged(tuple(dict.fromkeys(foe.kind for one in (group, *others) for foe in s.foes.where(one)))))
    fights.open_fight(
        ctx, [group, *others], ready=ready or s.party.ready, unaware=unaware, waiting=waiting,
        road=on_road, way_out=on_road or has_way_out(s), back=way_back(s), away=away,
    )  # fmt: skip


def way_back(s: State) -> str:
    """Return where a party that flees gathers, "" on the road: the room it came from.

    Before the entrance that is the road, outside the dungeon's door (T7.47).
    """
    return s.place.came or (exploring.ROADSIDE if s.place.room == ways.ENTRANCE else "")


def go_outside(ctx: Ctx) -> None:
    """Let the party gather outside the dungeon's door, from where it can go in again or home (T7.47)."""
    ctx.emit(DrivenOut())
    ctx.turn(exploring.Road())


@on(exploring.Provoked)
def attack(ctx: Ctx, provoked: exploring.Provoked) -> None:
    """A group that waited long enough attacks (T22.49)."""
    begin(ctx, provoked.group)


def has_way_out(s: State) -> bool:
    """Say whether foes can get out of the party's room but through the party (T7.31)."""
    room = s.place.room
    return any(
        ways.beyond(way, room) != s.place.came and bars.bar(s, way) is None for way in ways.ways_of(s, room).values()
    )


def lurkers(s: State) -> tuple[str, ...]:
    """Return the Goblins that lie in wait somewhere after they ran (T7.41)."""
    return tuple(foe.id for foe in s.foes.where(flight.LURKERS) if foe.vitality > 0)


def spring_lurkers(ctx: Ctx, away: tuple[str, ...] = ()) -> bool:
    """Let Goblins that ran before fall upon the party, from hiding; say whether there are any (T7.41)."""
    foes = lurkers(ctx.state)
    if not foes:
        return False
    ctx.emit(LurkersCame(ctx.state.place.room, foes))
    begin(ctx, LURKING, waiting=True, away=away)
    return True


def is_unaware(group: Group | None) -> bool:
    """Say whether a group has not noticed the party."""
    return group is not None and group.mood == fights.UNAWARE


# --- deeds before a group ---


def faced(s: State) -> Group:
    """Return the group that stands before the party; the deed was judged before."""
    group = exploring.met(s)
    assert group is not None
    return group


class Before(Deed):
    """A deed in the face of a group."""

    bold = True
    careful = True
    dealing = True
    rule: ClassVar[str] = "T22.49"
    """What says no where nobody stands before the party."""

    def barred(self, s: State) -> Refusal | None:
        group = exploring.met(s)
        return self.judged(s, group) if group is not None else Refusal("meeting.nobody", {}, self.rule)

    def judged(self, s: State, group: Group) -> Refusal | None:
        """Judge it before this group."""
        return None


class Attack(Before, tag="meeting.attack"):
    """Begin combat; an unaware group loses its first round (T7.10)."""

    text = "attack"
    steady = True

    def costs(self, s: State) -> dict[str, Any] | None:
        return undrawn(s)

    def rules(self, s: State) -> tuple[str, ...]:
        return ()  # the fight says how it begins

    def do(self, ctx: Ctx) -> None:
        group = faced(ctx.state)
        unmask(ctx)
        begin(ctx, group.id, unaware=is_unaware(group))


def undrawn(s: State) -> dict[str, Any] | None:
    """Return the facts of a warning where the party is not ready, and its first actions are lost to that (T7.5)."""
    return None if s.party.ready else {}


def unmask(ctx: Ctx) -> None:
    """Let borrowed shapes fall: the party is about to strike first (T20.13)."""
    for c in fighters.living(ctx.state):
        if fighters.condition(c, "shape") is not None:
            ctx.emit(blows.Shaken(c.id, "shape"))


def sneak_adjustment(c: Character) -> int:
    """Return what conditions do to a Test to sneak (T20.18, T13.65)."""
    eases = {"hidden": content.spell(COAT).adjustment, "small-shape": SMALL_SNEAKS}
    return min((eases[held.kind] for held in c.conditions if held.kind in eases), default=0)


def sneak_chance(s: State, c: Character) -> Chance:
    """Return a character's chance to slip past an unaware group (T22.38)."""
    return tests.chance(s, c, "agility", sneak_adjustment(c), name="sneak", about=c.id)


class Sneak(Before, tag="meeting.sneak"):
    """Slip past an unaware group and out by an exit: every character Tests Agility (T22.38)."""

    text = "sneak {exit}"
    turns = 1
    exit: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Sneak]:
        return [cls(side) for side in ways.exits(s, s.place.room)] if is_unaware(exploring.met(s)) else []

    def judged(self, s: State, group: Group) -> Refusal | None:
        if not is_unaware(group):
            return Refusal("meeting.aware", {}, "T22.38")
        return exploring.exit_refused(s, self.exit) or passage_refused(s, self.exit)

    def rolls(self, s: State) -> Odds:
        return tuple(sneak_chance(s, c) for c in able(s))

    def do(self, ctx: Ctx) -> None:
        for c in able(ctx.state):
            more = sneak_adjustment(c)
            if not tests.passes(ctx, c, "agility", more, name="sneak", about=c.id):
                group = faced(ctx.state)
                ctx.emit(Noticed(group.id, c.id))
                begin(ctx, group.id, ready=True)
                return

    def spend(self, ctx: Ctx) -> None:
        if ctx.state.fight is None:
            go_through(ctx, self.exit)


def passage_refused(s: State, side: str) -> Refusal | None:
    """Say no to an exit that cannot be gone through now: barred, or its door is shut."""
    way = exploring.exit_here(s, side)
    assert way is not None
    if (bar := bars.bar(s, way)) is not None:
        return Refusal("going.barred", {"exit": side, "by": bar.kind}, "T21.30")
    return Refusal("going.shut", {"exit": side}) if way.shut else None


def go_through(ctx: Ctx, side: str) -> None:
    """Spend the turn of a passage, and arrive, unless somebody comes upon the party first."""
    way = exploring.exit_here(ctx.state, side)
    assert way is not None
    room = ways.beyond(way, ctx.state.place.room)
    if clock.pass_turns(ctx):
        ctx.push(Arriving(room, way.forced))


# --- retreat ---


class Retreat(Before, tag="meeting.retreat"):
    """Go back to the room the party came from; an aware group may follow (T25, T7.37)."""

    text = "retreat"

    def judged(self, s: State, group: Group) -> Refusal | None:
        if not way_back(s):
            return Refusal("meeting.no_way_back", {})
        return held_refused(s)

    def rolls(self, s: State) -> Odds:
        return (flight.follow_chance(), fights.awareness())

    def do(self, ctx: Ctx) -> None:
        s = ctx.state
        group = faced(s)
        bold = followers(s, group)
        follow = bool(bold) and ctx.succeeds(flight.follow_chance())
        back = way_back(s)
        ctx.emit(Retreated(group.id, back, s.place.room, follow))
        if back == exploring.ROADSIDE:
            go_outside(ctx)
        if follow:
            come_after(ctx, bold)
        else:
            meet(ctx)


def followers(s: State, group: Group) -> tuple[str, ...]:
    """Return the foes of a group that would come after a party that retreats: bold ones of an aware group (T7.37)."""
    if group.mood != fights.AWARE:
        return ()
    return tuple(foe.id for foe in exploring.standing(s, group) if flight.would_follow(s, foe))


def come_after(ctx: Ctx, foes: tuple[str, ...]) -> None:
    """Let foes come after the party and fight it where it is now, ready; the others of theirs stay (T7.37)."""
    ctx.emit(Pursued(foes, ctx.state.place.room))
    begin(ctx, ctx.state.foes[foes[0]].group, ready=True)


def held_refused(s: State) -> Refusal | None:
    """Say no while somebody lies in a pit or net."""
    return next((Refusal("explore.caught", {"who": who}) for who in traps.caught(s)), None)


# --- events ---


def change(s: State, group: str, **facts: object) -> None:
    """Write facts of a group."""
    s.groups[group] = replace(s.groups[group], **facts)


class DungeonEntered(Event, tag="meeting.dungeon"):
    """The party stands at the dungeon's entrance."""

    room: str

    def apply(self, s: State) -> None:
        s.place = Place("dungeon", self.room)
        s.journey = Journey()


class DrivenOut(Event, tag="meeting.driven_out"):
    """The party is outside the dungeon's door, which counts as the room before the entrance (T7.47)."""

    def apply(self, s: State) -> None:
        s.place = Place("road", exploring.ROADSIDE, leg=exploring.LEGS)
        s.journey = Journey(outside=True)
        s.rooms[exploring.ROADSIDE] = exploring.roadside()

    def rules(self) -> tuple[str, ...]:
        return ("T7.47",)


class Entered(Event, tag="meeting.entered"):
    """The party entered a room."""

    room: str
    came: str

    def apply(self, s: State) -> None:
        s.place = replace(s.place, room=self.room, came=self.came)
        s.rooms[self.room] = replace(s.rooms[self.room], entered=True)


class GroupMet(Event, tag="meeting.met"):
    """A group stands before the party: unaware, aware, or it was lying in wait (T7.9)."""

    group: str
    mood: str
    foes: tuple[str, ...]
    first: bool

    def apply(self, s: State) -> None:
        change(s, self.group, mood=self.mood)
        if self.first and s.adventure.omen:
            s.adventure = replace(s.adventure, omen="")

    def variant(self) -> str:
        return self.mood if self.first else "again"

    def rules(self) -> tuple[str, ...]:
        return ("T7.9",) if self.first else ("T7.48",)


class LurkersCame(Event, tag="meeting.lurkers"):
    """Goblins that ran before were lying in wait (T7.41)."""

    room: str
    foes: tuple[str, ...]

    def apply(self, s: State) -> None:
        made = tuple(Enemy(s.foes[foe].kind, s.foes[foe].template) for foe in self.foes)
        s.groups[LURKING] = Group(LURKING, LURKING, self.room, made=made, mood=fights.WAITING)
        for foe in self.foes:
            s.foes[foe] = replace(s.foes[foe], group=LURKING)

    def rules(self) -> tuple[str, ...]:
        return ("T7.41",)


class Engaged(Event, tag="meeting.engaged"):
    """Combat is about to begin with kinds that will not forget it (T22.39)."""

    kinds: tuple[str, ...]

    def apply(self, s: State) -> None:
        fought = tuple(dict.fromkeys((*s.adventure.fought, *self.kinds)))
        s.adventure = replace(s.adventure, fought=fought)


class Noticed(Event, tag="meeting.noticed"):
    """Somebody's foot found the one loose stone: the group is aware (T22.38)."""

    group: str
    who: str

    def apply(self, s: State) -> None:
        change(s, self.group, mood=fights.AWARE)

    def rules(self) -> tuple[str, ...]:
        return ("T22.38",)


class Retreated(Event, tag="meeting.retreated"):
    """The party went back to the room it came from; who follows does so at once (T7.37)."""

    group: str
    room: str
    left: str
    followed: bool

    def apply(self, s: State) -> None:
        s.place = replace(s.place, room=self.room, came=self.left)

    def variant(self) -> str:
        return "followed" if self.followed else ""

    def rules(self) -> tuple[str, ...]:
        return ("T7.37",) if self.followed else ()


class Pursued(Event, tag="meeting.pursued"):
    """Foes came after the party, into the room it went to; those of their groups that stay are groups of their own.

    Where the boss is, there is the group with what it holds; without one it stays where it was (T7.37).
    """

    foes: tuple[str, ...]
    room: str

    def apply(self, s: State) -> None:
        for name in dict.fromkeys(s.foes[foe].group for foe in self.foes):
            there = exploring.standing(s, s.groups[name])
            going = [foe for foe in there if foe.id in self.foes]
            staying = [foe for foe in there if foe.id not in self.foes]
            if not staying:
                change(s, name, room=self.room)
            elif any(foe.boss for foe in going):
                _part(s, name, staying, s.groups[name].room)
                change(s, name, room=self.room)
            else:
                _part(s, name, going, self.room)

    def rules(self) -> tuple[str, ...]:
        return ("T7.37",)


def _part(s: State, name: str, foes: list[Foe], room: str) -> None:
    """Make some foes of a group a group of their own, with the same home."""
    group = s.groups[name]
    made = tuple([Enemy(foe.kind, foe.template) for foe in foes])
    number = sum(one.startswith(f"{name}-{PART}") for one in s.groups) + 1
    new = replace(group, id=f"{name}-{PART}-{number}", sort=PART, room=room, made=made, parted=0, lot=Lot())
    change(s, name, parted=group.parted + len(made))
    s.groups[new.id] = new
    if tests.tried(s, tests.PARTY, flight.INTIMIDATE + name):
        tests.Attempted(tests.PARTY, flight.INTIMIDATE + new.id).apply(s)
    for foe in foes:
        s.foes[foe.id] = replace(s.foes[foe.id], group=new.id)
