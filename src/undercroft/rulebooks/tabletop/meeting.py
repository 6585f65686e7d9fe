"""Meeting a group (T7.9 to T7.12, T22.38 to T22.41, T22.48 to T22.50): how it is found, and what the party does then.

A group that is not met yet has no mood. Whether anybody is there at all is settled in a stage of its own, `Arriving`,
whose odds no seat sees beforehand.
"""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Chance, Odds
from undercroft.engine.rulebook import on
from undercroft.rulebooks.tabletop import (
    bars,
    clock,
    exploring,
    fighters,
    fights,
    flight,
    monsters,
    points,
    spells,
    tests,
    traps,
    ways,
)  # fmt: skip
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.exploring import OUTSIDE, Deed, able, who_refused
from undercroft.rulebooks.tabletop.records import (
    Character,
    Ctx,
    Enemy,
    Event,
    Frame,
    Group,
    Journey,
    Place,
    State,
    replace,
)

SIX = 6
OFFER, OFFER_HELPS = 5, -3
"""Silver for each ML of the group, and what offering it does to the Test (T22.39)."""
FOUGHT = 3
"""Added to the Test with a kind that the party has fought here (T22.39)."""
SNEAKY = {"hidden": -6, "small-shape": -6}
"""What conditions do to Tests to sneak (T20.18, T13.65)."""
RIDDLE, RIDDLE_HARD = "kobold-riddle", 3
"""(T11.30)."""
HAND_OVER = 6
"""The adjustment of the Test that makes a boss give the quest's object up (T22.41)."""
KOBOLD = "kobold"
FREED = "with the party"
"""Where a freed captive is (T22.52)."""
LURKING = "lurking"
"""The group of Goblins that come back from hiding (T7.41)."""
MINDLESS = {"mindless", "construct"}
"""Traits of those who follow nobody (T7.37)."""


# --- arriving ---


class Arriving(Frame, tag="meeting.arriving"):
    """The party is about to step into a room: who is there, and in what mood, comes out now."""

    room: str
    forced: bool = False

    def resume(self, ctx: Ctx) -> None:
        ctx.pop()
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
    if group.mood:
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


class Before(Deed):
    """A deed in the face of a group."""

    bold = True
    careful = True
    dealing = True
    steady = True

    def barred(self, s: State) -> Refusal | None:
        group = exploring.met(s)
        return self.judged(s, group) if group is not None else Refusal("meeting.nobody", {}, "T22.49")

    def judged(self, s: State, group: Group) -> Refusal | None:
        """Judge it before this group."""
        return None


class Attack(Before, tag="meeting.attack"):
    """Begin combat; an unaware group loses its first round (T7.10)."""

    text = "attack"

    @classmethod
    def offered(cls, s: State) -> Iterable[Attack]:
        return (cls(),)

    def do(self, ctx: Ctx) -> None:
        group = exploring.met(ctx.state)
        assert group is not None
        begin(ctx, group.id, unaware=is_unaware(group))


def sneak_adjustment(s: State, c: Character) -> int:
    """Return what conditions and darkness do to a Test to sneak (T20.18, T13.65, T6.6)."""
    eased = min((SNEAKY[held.kind] for held in c.conditions if held.kind in SNEAKY), default=0)
    return eased + clock.dim(s, c, "agility")


def sneak_chance(s: State, c: Character) -> Chance:
    """Return a character's chance to slip past an unaware group (T22.38)."""
    return tests.chance(c, "agility", sneak_adjustment(s, c), name="sneak", about=c.id)


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
            more = sneak_adjustment(ctx.state, c)
            if not tests.passes(ctx, c, "agility", more, name="sneak", about=c.id):
                group = exploring.met(ctx.state)
                assert group is not None
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


# --- parley ---


def parley_adjustment(s: State, group: Group, speaker: Character, *, offer: bool) -> int:
    """Return the adjustment to talk a group round, in a borrowed shape perhaps (T22.39, T20.13)."""
    talks = monsters.talk_number(s, group.id)
    assert talks is not None
    kinds = [foe.kind for foe in exploring.standing(s, group)]
    fought = any(kind in s.adventure.fought for kind in kinds)
    return talks + spells.parley_help(speaker, kinds) + (OFFER_HELPS if offer else 0) + (FOUGHT if fought else 0)


def price(s: State, group: Group) -> int:
    """Return the silver that helps in parley: 5 for each ML of those who stand (T22.39)."""
    return OFFER * sum(foe.ml for foe in exploring.standing(s, group))


def purse(s: State) -> int:
    """Return all silver of the party."""
    return sum(s.characters[who].silver for who in s.party.order if not s.characters[who].dead)


class Parley(Before, tag="meeting.parley"):
    """Talk an aware group round, once, perhaps with an offer (T22.39 to T22.41)."""

    during = OUTSIDE
    text = "parley {member} {offer?}"
    member: str
    offer: str = ""

    @classmethod
    def offered(cls, s: State) -> Iterable[Parley]:
        return [cls(c.id, offer) for c in able(s) for offer in ("", "offer")] if exploring.met(s) is not None else []

    def judged(self, s: State, group: Group) -> Refusal | None:
        if group.mood != fights.AWARE:
            return Refusal("meeting.unaware", {}, "T22.39")
        if monsters.talk_number(s, group.id) is None:
            return Refusal("meeting.mute", {}, "T12.40")
        if group.parleyed:
            return Refusal("meeting.parleyed", {}, "T22.40")
        if self.offer not in ("", "offer"):
            return Refusal("meeting.offer", {"said": self.offer}, "T22.39")
        if self.offer and purse(s) < price(s, group):
            return Refusal("meeting.poor", {"silver": price(s, group), "purse": purse(s)}, "T22.39")
        return who_refused(s, self.member)

    def rolls(self, s: State) -> Odds:
        group = exploring.met(s)
        assert group is not None
        c = s.characters[self.member]
        first = tests.chance(
            c, "charisma", parley_adjustment(s, group, c, offer=bool(self.offer)), name="parley", about=c.id
        )
        second = tests.chance(c, "charisma", HAND_OVER, name="hand-over", about=c.id)
        return (first, second) if group.id == s.adventure.boss and boss_yields(s) else (first,)

    def do(self, ctx: Ctx) -> None:
        s = ctx.state
        group = exploring.met(s)
        assert group is not None
        c = s.characters[self.member]
        ctx.emit(Parleyed(group.id, c.id))
        more = parley_adjustment(s, group, c, offer=bool(self.offer))
        if not tests.passes(ctx, c, "charisma", more, name="parley", about=c.id):
            begin(ctx, group.id, ready=True)
            return
        if group.id == s.adventure.boss and not _yields(ctx, c):
            begin(ctx, group.id, ready=True)
            return
        if self.offer:
            ctx.emit(Paid(tuple(shares(ctx.state, c.id, price(ctx.state, group)))))
        ctx.emit(GroupWent(group.id, "let-pass"))
        points.award_deed(ctx, c.id, "talked-round")


def boss_yields(s: State) -> bool:
    """Say whether the quest is one whose object a boss may give up (T22.41)."""
    return content.catalogue().quests[s.adventure.quest].handed_over


def _yields(ctx: Ctx, c: Character) -> bool:
    """Let a boss that was talked round give the quest's object up, by a second Test (T22.41)."""
    if not boss_yields(ctx.state):
        ctx.emit(BossUnmoved())
        return False
    if not tests.passes(ctx, c, "charisma", HAND_OVER, name="hand-over", about=c.id):
        return False
    ctx.emit(HandedOver(content.catalogue().quests[ctx.state.adventure.quest].object))
    return True


def shares(s: State, first: str, silver: int) -> list[tuple[str, int]]:
    """Return who pays how much: the speaker first, then the others in marching order."""
    found = []
    for who in dict.fromkeys((first, *s.party.order)):
        part = min(silver, s.characters[who].silver)
        if part and not s.characters[who].dead:
            found.append((who, part))
            silver -= part
    return found


# --- retreat, and the riddle of Kobolds ---


class Retreat(Before, tag="meeting.retreat"):
    """Go back to the room the party came from; an aware group may follow (T25, T7.37)."""

    text = "retreat"

    @classmethod
    def offered(cls, s: State) -> Iterable[Retreat]:
        return (cls(),)

    def judged(self, s: State, group: Group) -> Refusal | None:
        if not way_back(s):
            return Refusal("meeting.no_way_back", {})
        return held_refused(s)

    def rolls(self, s: State) -> Odds:
        return (flight.follow_chance(),)

    def do(self, ctx: Ctx) -> None:
        s = ctx.state
        group = exploring.met(s)
        assert group is not None
        follow = would_follow(s, group) and ctx.succeeds(flight.follow_chance())
        back = way_back(s)
        ctx.emit(Retreated(group.id, back, s.place.room, follow))
        if back == exploring.ROADSIDE:
            go_outside(ctx)
        if follow:
            begin(ctx, group.id, ready=True)


def would_follow(s: State, group: Group) -> bool:
    """Say whether an aware group has somebody bold enough to come after the party (T7.37)."""
    return group.mood == fights.AWARE and any(
        fighters.courage(s, foe.id) > flight.BOLD and not MINDLESS & set(fighters.traits(foe.kind))
        for foe in exploring.standing(s, group)
    )


def held_refused(s: State) -> Refusal | None:
    """Say no while somebody lies in a pit or net."""
    return next((Refusal("explore.caught", {"who": who}) for who in traps.caught(s)), None)


def sets_riddle(s: State, group: Group | None) -> bool:
    """Say whether a group of Kobolds alone will set its riddle (T11.30)."""
    return (
        group is not None
        and group.mood == fights.AWARE
        and not group.riddled
        and all(foe.kind == KOBOLD for foe in exploring.standing(s, group))
    )


def riddle_chance(s: State, c: Character) -> Chance:
    """Return the chance to answer the Kobolds (T11.30)."""
    return tests.chance(c, "intelligence", RIDDLE_HARD + clock.dim(s, c, "intelligence"), name=RIDDLE, about=c.id)


def riddle(ctx: Ctx, who: str) -> None:
    """Answer the Kobolds' riddle: they let the party pass, or run off (T11.30)."""
    group = exploring.met(ctx.state)
    assert group is not None
    c = ctx.state.characters[who]
    more = RIDDLE_HARD + clock.dim(ctx.state, c, "intelligence")
    done = tests.passes(ctx, c, "intelligence", more, name=RIDDLE, about=who)
    ctx.emit(GroupWent(group.id, "let-pass" if done else "ran-off"))
    if done:
        points.award_deed(ctx, who, bars.MASTERED)


# --- events ---


def _group(s: State, group: str, **facts: object) -> None:
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
        _group(s, self.group, mood=self.mood)
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
        _group(s, self.group, mood=fights.AWARE)

    def rules(self) -> tuple[str, ...]:
        return ("T22.38",)


class Parleyed(Event, tag="meeting.parleyed"):
    """Somebody spoke to a group, which listens once (T22.40)."""

    group: str
    who: str

    def apply(self, s: State) -> None:
        _group(s, self.group, parleyed=True)


class Paid(Event, tag="meeting.paid"):
    """The silver that was offered changed hands (T22.39)."""

    parts: tuple[tuple[str, int], ...]

    def apply(self, s: State) -> None:
        for who, part in self.parts:
            s.characters[who] = replace(s.characters[who], silver=s.characters[who].silver - part)

    def facts(self) -> dict[str, object]:
        return {"silver": sum(part for _, part in self.parts)}


class GroupWent(Event, tag="meeting.went"):
    """A group let the party pass, or ran off undefeated: it counts as gone with its treasure (T22.50)."""

    group: str
    how: str

    def apply(self, s: State) -> None:
        _group(s, self.group, gone=True, riddled=True)

    def variant(self) -> str:
        return self.how

    def rules(self) -> tuple[str, ...]:
        return ("T22.50",)


class BossUnmoved(Event, tag="meeting.unmoved"):
    """A boss never lets the party pass for good (T22.41)."""

    def rules(self) -> tuple[str, ...]:
        return ("T22.41",)


class HandedOver(Event, tag="meeting.handed_over"):
    """A boss gave up what the quest is about (T22.41)."""

    thing: str

    def apply(self, s: State) -> None:
        row = s.adventure
        if self.thing == "captive":
            s.adventure = replace(row, captive=FREED)
            return
        s.adventure = replace(row, carried=(*row.carried, self.thing))
        group, chest = s.groups[row.boss], s.chests.get(s.groups[row.boss].home)
        _group(s, row.boss, lot=replace(group.lot, objects=()))
        if chest is not None:
            s.chests[chest.room] = replace(chest, lot=replace(chest.lot, objects=()))

    def variant(self) -> str:
        return self.thing

    def rules(self) -> tuple[str, ...]:
        return ("T22.41",)


class Retreated(Event, tag="meeting.retreated"):
    """The party went back to the room it came from; who follows does so at once (T7.37)."""

    group: str
    room: str
    left: str
    followed: bool

    def apply(self, s: State) -> None:
        s.place = replace(s.place, room=self.room, came=self.left)
        if self.followed:
            _group(s, self.group, room=self.room)

    def variant(self) -> str:
        return "followed" if self.followed else ""

    def rules(self) -> tuple[str, ...]:
        return ("T7.37",) if self.followed else ()
