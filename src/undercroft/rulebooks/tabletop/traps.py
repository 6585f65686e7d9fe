"""Traps (T21.1 to T21.16): finding, disarming, springing, and getting out of them again.

What a trap does is told by its entry: the Test, whom it concerns, and what befalls those who fail.
"""

from __future__ import annotations

from undercroft.engine.chance import Chance, Odds, Spread
from undercroft.engine.state import remembered
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop import conditions, fighters, goods, points, tests, wandering, wands, wounds
from undercroft.rulebooks.tabletop.dungeon_entries import Trap as TrapKind
from undercroft.rulebooks.tabletop.records import Character, Ctx, Event, Frame, State, Trap, replace

SIX = 6
AVOID, DISARM, ESCAPE = "avoid-trap", "disarm-trap", "escape"
HARM, POISON, POISON_HARM = "trap-harm", "trap-poison", "trap-poison-harm"
SET, SPENT, DISARMED = "set", "spent", "disarmed"
PIT, DEPTH = "covered-pit", 3
"""A pit is so many metres deep (T21.7)."""
CONDITIONS = {"sleep": "asleep", "panic": "panicked"}


def set_trap(s: State, room: str) -> Trap | None:
    """Return the trap of a room or its chest, if it is still set."""
    trap = s.traps.get(room)
    return trap if trap is not None and trap.state == SET else None


def lurking(s: State, room: str) -> Trap | None:
    """Return the trap that the party's next deed in a room sets off, if there is one (T21.4)."""
    trap = set_trap(s, room)
    return trap if trap is not None and not trap.found and not trap.chest else None


@remembered("characters", "party")
def awake(s: State) -> list[Character]:
    """Return the characters that can act, in marching order: alive, conscious, neither asleep nor panicked (T6.17)."""
    return [c for c in map(s.characters.__getitem__, s.party.order) if c.vitality > 0 and not c.dead and not _out(c)]


def _out(c: Character) -> bool:
    return any(held.kind in CONDITIONS.values() for held in c.conditions)


@remembered("characters", "traps", "place")
def caught(s: State) -> list[str]:
    """Return who lies in a pit or a net of the party's room."""
    trap = s.traps.get(s.place.room)
    return [who for who in trap.caught if not s.characters[who].dead] if trap is not None else []


# --- figures ---


def disarm_adjustment(c: Character, trap: Trap) -> int:
    """Return what the trap number and lockpicks make of a Test to disarm it (T21.3, T10.14)."""
    return trap.number + goods.help_with("disarm", c)


def disarm_chance(s: State, c: Character, trap: Trap) -> Chance:
    """Return the chance to disarm a trap (T21.3)."""
    return tests.chance(s, c, "agility", disarm_adjustment(c, trap), name=DISARM, about=c.id)


def disarm_task(room: str) -> str:
    """Return the task of disarming a trap: only a pit is still there after a failure (T2.16, T21.5)."""
    return f"{DISARM}:{room}"


def escape_adjustment(s: State, c: Character, kind: TrapKind) -> int:
    """Return the adjustment to climb out of a pit, where the party's rope and hook help, or to tear a net (T10.15)."""
    assert kind.escape
    eased = goods.help_with("climb", c, *fighters.living(s)) if kind.id == PIT else 0
    return kind.escape_adjustment + eased


def escape_chance(s: State, c: Character, kind: TrapKind) -> Chance:
    """Return the chance to climb out of a pit or to tear a net (T21.7, T21.12)."""
    assert kind.escape
    return tests.chance(s, c, kind.escape, escape_adjustment(s, c, kind), name=ESCAPE, about=c.id)


def ropes(s: State) -> bool:
    """Say whether a wand turned into a rope masters a climb for the whole party (T19.23)."""
    return wands.masters(fighters.living(s), DEPTH)


def victims(s: State, kind: TrapKind, doer: str = "") -> list[Character]:
    """Return whom a trap concerns: who set it off or walks first, the front rank, or everyone (T21.3, T21.4)."""
    able = awake(s)
    if kind.victims == "all":
        return able
    if kind.victims == "front":
        return able[: s.party.front]
    return [c for c in able if c.id == doer] or able[:1]


def harm(c: Character, kind: TrapKind) -> Spread:
    """Return what a trap takes off a victim, after Protection where that counts (T21.6 to T21.14)."""
    less = fighters.armoured(c) if kind.protected else 0
    return Spread(HARM, kind.dice, SIX, base=kind.add - less, about=c.id)


def odds(s: State, trap: Trap, doer: str = "") -> Odds:
    """Return every named roll of a trap that goes off."""
    kind = content.trap(trap.kind)
    found: list[Chance | Spread] = []
    for c in victims(s, kind, doer):
        found.append(tests.chance(s, c, kind.quality, kind.adjustment, name=AVOID, about=c.id))
        if kind.dice:
            found.append(harm(c, kind))
        if kind.poison_dice:
            found.append(tests.chance(s, c, "strength", kind.poison, name=POISON, about=c.id))
            found.append(Spread(POISON_HARM, kind.poison_dice, SIX, about=c.id))
    if kind.noise:
        found += wandering.odds(s)
    return tuple(found)


# --- what happens ---


def find(ctx: Ctx, room: str) -> None:
    """Let a trap be found."""
    ctx.emit(TrapFound(room, ctx.state.traps[room].kind))


def disarm(ctx: Ctx, room: str, who: str) -> bool:
    """Try to disarm a trap; failure sets it off on the one who tried (T21.3)."""
    s = ctx.state
    trap, c = s.traps[room], s.characters[who]
    if tests.passes(ctx, c, "agility", disarm_adjustment(c, trap), name=DISARM, about=who):
        ctx.emit(TrapDisarmed(room, trap.kind, who))
        points.award_deed(ctx, who, "trap-disarmed")
        return True
    ctx.emit(tests.Attempted(who, disarm_task(room)))
    spring(ctx, room, who)
    return False


def spring(ctx: Ctx, room: str, doer: str = "") -> None:
    """Let a trap go off: each whom it concerns Tests, and it befalls those who fail (T21.4 to T21.15)."""
    s = ctx.state
    trap = s.traps[room]
    kind = content.trap(trap.kind)
    concerned = [c.id for c in victims(s, kind, doer)]
    ctx.emit(TrapSprung(room, trap.kind, tuple(concerned), lasting=kind.lasting))
    struck = [who for who in concerned if not _avoids(ctx, kind, who)]
    for who in struck:
        befall(ctx, room, kind, who)
    if kind.noise:
        wandering.check(ctx)


def _avoids(ctx: Ctx, kind: TrapKind, who: str) -> bool:
    c = ctx.state.characters[who]
    return tests.passes(ctx, c, kind.quality, kind.adjustment, name=AVOID, about=who)


def befall(ctx: Ctx, room: str, kind: TrapKind, who: str) -> None:
    """Let a trap befall a character who failed the Test."""
    if kind.dice or kind.add:
        c = ctx.state.characters[who]
        wounds.lose(ctx, who, ctx.roll(harm(c, kind)) if kind.dice else kind.add, kind.id)
    if kind.poison_dice:
        poison(ctx, who, kind)
    if kind.escape:
        ctx.emit(Caught(room, kind.id, who))
    elif kind.effect in CONDITIONS:
        ctx.emit(Overcome(who, CONDITIONS[kind.effect], kind.turns, kind.id))


def poison(ctx: Ctx, who: str, kind: TrapKind) -> None:
    """Test Strength against a trap's poison; failure costs the stated Vitality (T8.31, T21.9)."""
    c = ctx.state.characters[who]
    if not tests.passes(ctx, c, "strength", kind.poison, name=POISON, about=who):
        wounds.lose(ctx, who, ctx.roll(Spread(POISON_HARM, kind.poison_dice, SIX, about=who)), "poison")


def escape(ctx: Ctx, room: str, who: str) -> bool:
    """Try to get out of a pit or a net; it may be tried again and again (T21.7, T21.12)."""
    s = ctx.state
    kind = content.trap(s.traps[room].kind)
    assert kind.escape
    c = s.characters[who]
    roped = kind.id == PIT and ropes(s)
    if not roped and not tests.passes(ctx, c, kind.escape, escape_adjustment(s, c, kind), name=ESCAPE, about=who):
        return False
    ctx.emit(Escaped(room, kind.id, who))
    return True


class Springing(Frame, tag="trap.springing"):
    """A trap that nobody had found is about to go off: a stage of its own, for its odds would tell that it is there."""

    room: str

    def resume(self, ctx: Ctx) -> None:
        ctx.pop()
        spring(ctx, self.room)

    def odds(self, s: State) -> Odds:
        return odds(s, s.traps[self.room])


# --- events ---


def _trap(s: State, room: str, **facts: object) -> None:
    s.traps[room] = replace(s.traps[room], **facts)


class TrapFound(Event, tag="trap.found"):
    """A trap was found, before it went off (T21.2)."""

    room: str
    kind: str

    def apply(self, s: State) -> None:
        _trap(s, self.room, found=True)

    def rules(self) -> tuple[str, ...]:
        return ("T21.2",)


class TrapDisarmed(Event, tag="trap.disarmed"):
    """A trap will not go off any more (T21.3)."""

    room: str
    kind: str
    who: str

    def apply(self, s: State) -> None:
        _trap(s, self.room, state=DISARMED, found=True)

    def rules(self) -> tuple[str, ...]:
        return ("T21.3",)


class TrapSprung(Event, tag="trap.sprung"):
    """A trap went off; it is spent, except the pit (T21.5)."""

    room: str
    kind: str
    concerned: tuple[str, ...]
    lasting: bool

    def apply(self, s: State) -> None:
        _trap(s, self.room, state=SET if self.lasting else SPENT, found=True)

    def rules(self) -> tuple[str, ...]:
        return (content.trap(self.kind).rule,)


class Caught(Event, tag="trap.caught"):
    """Somebody lies in a pit or a net."""

    room: str
    kind: str
    who: str

    def apply(self, s: State) -> None:
        _trap(s, self.room, caught=(*s.traps[self.room].caught, self.who))

    def variant(self) -> str:
        return self.kind


class Escaped(Event, tag="trap.escaped"):
    """Somebody got out of a pit or a net."""

    room: str
    kind: str
    who: str

    def apply(self, s: State) -> None:
        _trap(s, self.room, caught=tuple(who for who in s.traps[self.room].caught if who != self.who))

    def variant(self) -> str:
        return self.kind


class Overcome(Event, tag="trap.overcome"):
    """Gas or a rune put somebody out for some turns (T21.11, T21.15)."""

    who: str
    condition: str
    turns: int
    source: str

    def apply(self, s: State) -> None:
        c = s.characters[self.who]
        new = conditions.lasting(self.condition, self.turns, self.source)
        conditions.keep(s, c, conditions.with_condition(c.conditions, new))

    def variant(self) -> str:
        return self.condition
