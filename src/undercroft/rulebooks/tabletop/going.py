"""Going about (T25, T22.36, T22.37, T22.45): exits, doors, listening, scents, lights."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Chance, Odds
from undercroft.engine.rulebook import at, on
from undercroft.rulebooks.tabletop import (
    bars,
    classes,
    clock,
    exploring,
    eyes,
    fighters,
    goods,
    handling,
    meeting,
    tests,
    traps,
    ways,
)
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.exploring import Deed, able, exit_here, exit_refused, tried_refused, who_refused
from undercroft.rulebooks.tabletop.records import Character, Ctx, Event, Foe, State, Way, replace

LISTEN, SCENT = "listen", "scent"
FEW, MANY = 2, 5
"""Heads from which a listener says "a few", and "many" (T22.36)."""
LAST = 1
"""Turns of light from which another is worth lighting: one serves the whole party (T6.5)."""
TORCH, LANTERN, OIL = "torch", "lantern", "flask-of-oil"


class Go(Deed, tag="going.go"):
    """Go by an open exit into the next room (T25)."""

    text = "go {exit}"
    order = 2
    turns = 1
    steady = True
    exit: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Go]:
        return [cls(side) for side in ways.exits(s, s.place.room)]

    def allowed(self, s: State) -> bool:
        return exploring.all_asleep(s)

    def barred(self, s: State) -> Refusal | None:
        return (
            exit_refused(s, self.exit)
            or meeting.passage_refused(s, self.exit)
            or meeting.held_refused(s)
            or handling.held_refused(s)
        )

    def sets_off(self, s: State) -> bool:
        way = exit_here(s, self.exit)
        back = way is not None and ways.beyond(way, s.place.room) == s.place.came
        return super().sets_off(s) and not back

    def do(self, ctx: Ctx) -> None:
        """Everything comes of the turn that it takes."""

    def spend(self, ctx: Ctx) -> None:
        meeting.go_through(ctx, self.exit)


class OpenExit(Deed, tag="going.open"):
    """Open a door that is neither stuck nor locked, or a magic one by its lever (T25, T21.19)."""

    text = "open {exit}"
    order = 3
    steady = True
    exit: str

    @classmethod
    def offered(cls, s: State) -> Iterable[OpenExit]:
        return [cls(side) for side, way in ways.exits(s, s.place.room).items() if way.shut]

    def barred(self, s: State) -> Refusal | None:
        if refusal := exit_refused(s, self.exit) or handling.held_refused(s):
            return refusal
        way = exit_here(s, self.exit)
        assert way is not None
        if not way.shut:
            return Refusal("going.open", {"exit": self.exit})
        bar = bars.bar(s, way)
        if bar is None or (bar.kind == bars.MAGIC and bar.found and bar.room == s.place.room):
            return None
        return Refusal("going.barred", {"exit": self.exit, "by": bar.kind}, content.feature(bar.kind).rule)

    def rules(self, s: State) -> tuple[str, ...]:
        way = exit_here(s, self.exit)
        return ("T21.19",) if way is not None and bars.bar(s, way) is not None else ()

    def do(self, ctx: Ctx) -> None:
        way = exit_here(ctx.state, self.exit)
        assert way is not None
        if bars.bar(ctx.state, way) is not None:
            bars.unlock(ctx, way, "lever")
        else:
            ctx.emit(Opened(way.id, self.exit))


# --- listening and scents ---


def listen_chance(s: State, c: Character) -> Chance:
    """Return the chance to hear what is behind a door (T22.36)."""
    return tests.chance(s, c, "intelligence", name=LISTEN, about=c.id)


def heard(s: State, way: Way) -> list[Foe]:
    """Return those behind an exit that live or talk, and can be heard (T22.36)."""
    room = ways.beyond(way, s.place.room)
    return [
        foe
        for group in exploring.groups_in(s, room)
        for foe in exploring.standing(s, group)
        if eyes.lives(foe.kind) or content.monster(foe.kind).talks is not None
    ]


def rough(number: int) -> str:
    """Return the rough word for a number of heads (T22.36)."""
    return "many" if number >= MANY else "few" if number >= FEW else "one" if number else "none"


class Listen(Deed, tag="going.listen"):
    """Listen at a closed exit, once for each character and exit (T22.36)."""

    text = "listen {exit} {member}"
    order = 24
    turns = 1
    steady = True
    exit: str
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Listen]:
        shut = [side for side, way in ways.exits(s, s.place.room).items() if way.shut]
        return [cls(side, c.id) for side in shut for c in able(s)]

    def barred(self, s: State) -> Refusal | None:
        if refusal := exit_refused(s, self.exit) or who_refused(s, self.member):
            return refusal
        way = exit_here(s, self.exit)
        assert way is not None
        if not way.shut:
            return Refusal("going.open", {"exit": self.exit}, "T22.36")
        return tried_refused(s, self.member, self._task(way), "T22.36")

    def _task(self, way: Way) -> str:
        return f"{LISTEN}:{way.id}"

    def rolls(self, s: State) -> Odds:
        return (listen_chance(s, s.characters[self.member]),)

    def rules(self, s: State) -> tuple[str, ...]:
        return ("T22.36", "T6.6") if fighters.in_dark(s, self.member) else ("T22.36",)

    def do(self, ctx: Ctx) -> None:
        s = ctx.state
        way = exit_here(s, self.exit)
        assert way is not None
        ctx.emit(tests.Attempted(self.member, self._task(way)))
        c = s.characters[self.member]
        if tests.passes(ctx, c, "intelligence", name=LISTEN, about=c.id):
            foes = heard(s, way)
            ctx.emit(Heard(self.member, self.exit, tuple(dict.fromkeys(foe.kind for foe in foes)), rough(len(foes))))


def scents(s: State) -> list[tuple[str, str]]:
    """Return what an Elf of the party smells at the exits of the room: (wall, kind) pairs (T22.37, T4.24 to T4.26)."""
    noses = [c for c in traps.awake(s) if classes.smells_at_all(c)]
    if not noses:
        return []
    behind = [
        (side, way.metres, foe.kind)
        for side, way in ways.exits(s, s.place.room).items()
        for group in exploring.groups_in(s, ways.beyond(way, s.place.room))
        for foe in exploring.standing(s, group)
    ]
    return [
        (side, kind)
        for side, metres, kind in dict.fromkeys(behind)
        if any(classes.smells(c, kind, metres) for c in noses)
    ]


@on(meeting.Entered)
def smell(ctx: Ctx, _: meeting.Entered) -> None:
    """Tell the scents at the exits of a room that was entered, without being asked (T22.37)."""
    for side, kind in scents(ctx.state):
        ctx.emit(Smelt(side, kind))


@at("quiet")
def smell_anew(ctx: Ctx) -> None:
    """Tell a scent that came up since: at an exit found later, of who came near, or to an Elf that woke (T22.37)."""
    s = ctx.state
    if not isinstance(s.agenda[-1], exploring.Exploring):
        return
    room = s.place.room
    for side, kind in scents(s):
        if (room, SCENT, (kind,)) not in ways.ways_of(s, room)[side].signs:
            ctx.emit(Smelt(side, kind))


# --- lights ---


class Light(Deed, tag="going.light"):
    """Light a torch or a lantern (T6.5)."""

    text = "light {kind}"
    order = 4
    careful = True
    bold = True
    kind: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Light]:
        return [cls(kind) for kind in (TORCH, LANTERN) if lighter(s, kind)]

    def barred(self, s: State) -> Refusal | None:
        if self.kind not in (TORCH, LANTERN):
            return Refusal("going.no_light", {"kind": self.kind}, "T6.5")
        if s.clock.light == clock.FOR_EVER:
            return Refusal("going.bright", {}, "T19.19")
        return None if lighter(s, self.kind) else Refusal("going.nothing_to_light", {"kind": self.kind}, "T6.5")

    def moot(self, s: State) -> bool:
        return s.clock.light > LAST

    def do(self, ctx: Ctx) -> None:
        who = lighter(ctx.state, self.kind)
        assert who
        burnt = TORCH if self.kind == TORCH else OIL
        left = goods.less(ctx.state.characters[who], burnt).goods
        ctx.emit(clock.Lit(who, self.kind, left, clock.TORCH if self.kind == TORCH else clock.OIL))


def lighter(s: State, kind: str) -> str:
    """Return who can light such a light, having what burns in it; "" for nobody."""
    for c in able(s):
        fuel = goods.count(c, TORCH) if kind == TORCH else goods.count(c, LANTERN) and goods.count(c, OIL)
        if fuel:
            return c.id
    return ""


class Douse(Deed, tag="going.douse"):
    """Put out the light (T25)."""

    text = "douse"
    order = 60
    minor = True
    careful = True
    bold = True

    def barred(self, s: State) -> Refusal | None:
        if s.clock.light == clock.FOR_EVER:
            return Refusal("going.for_ever", {}, "T19.19")
        return None if s.clock.light else Refusal("going.no_light_burns", {})

    def do(self, ctx: Ctx) -> None:
        ctx.emit(Doused())


# --- events ---


class Opened(Event, tag="going.opened"):
    """A door was opened."""

    way: str
    exit: str

    def apply(self, s: State) -> None:
        s.ways[self.way] = replace(s.ways[self.way], shut=False)


class Heard(Event, tag="going.heard"):
    """A listener heard who is behind a door, or that nobody is to be heard (T22.36)."""

    who: str
    exit: str
    kinds: tuple[str, ...]
    number: str

    def apply(self, s: State) -> None:
        _note(s, self.exit, self.number, self.kinds)

    def variant(self) -> str:
        return self.number

    def rules(self) -> tuple[str, ...]:
        return ("T22.36",)


def _note(s: State, side: str, what: str, kinds: tuple[str, ...]) -> None:
    """Write down what was noticed at an exit of the party's room; of sounds the last one stands."""
    room = s.place.room
    way = ways.ways_of(s, room)[side]
    older = [one for one in way.signs if one[0] != room or (one[1] == SCENT) != (what == SCENT)]
    if what == SCENT:
        older += [one for one in way.signs if one[:2] == (room, SCENT) and one[2] != kinds]
    s.ways[way.id] = replace(way, signs=(*older, (room, what, kinds)))


class Smelt(Event, tag="going.smelt"):
    """An Elf told of a scent at an exit (T22.37)."""

    exit: str
    kind: str

    def apply(self, s: State) -> None:
        _note(s, self.exit, SCENT, (self.kind,))

    def rules(self) -> tuple[str, ...]:
        return ("T22.37",)


class Doused(Event, tag="going.doused"):
    """The light was put out."""

    def apply(self, s: State) -> None:
        s.clock = replace(s.clock, light=0)
