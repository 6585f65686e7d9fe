"""Handling traps and features (T25): the actions of T21. What each does is told by the chapters of traps, bars,
features and the Eye."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from undercroft.engine.action import Open, Refusal
from undercroft.engine.chance import Odds
from undercroft.rulebooks.tabletop import bars, exploring, eyes, features, goods, parley, traps, ways
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.exploring import OUTSIDE, Deed, DeedOfOne, able, tried_refused, who_refused
from undercroft.rulebooks.tabletop.records import Action, Ctx, Feature, State, Way

NOTHING = "handling.nothing"
"""The refusal where the trap or feature is not there."""

# --- traps ---


def known_trap(s: State) -> Refusal | None:
    """Say no where no found trap is still set."""
    trap = traps.set_trap(s, s.place.room)
    return None if trap is not None and trap.found else Refusal("handling.no_trap", {}, "T21.2")


class Disarm(DeedOfOne, tag="handling.disarm"):
    """Disarm a trap that was found (T21.3)."""

    text = "disarm {member}"
    order = 6
    turns = 1

    def barred(self, s: State) -> Refusal | None:
        if refusal := known_trap(s) or who_refused(s, self.member):
            return refusal
        return tried_refused(s, self.member, traps.disarm_task(s.place.room), "T2.16")

    def rolls(self, s: State) -> Odds:
        trap = s.traps[s.place.room]
        return (traps.disarm_chance(s, s.characters[self.member], trap), *traps.odds(s, trap, self.member))

    def do(self, ctx: Ctx) -> None:
        traps.disarm(ctx, ctx.state.place.room, self.member)


class Spring(Deed, tag="handling.spring"):
    """Set off a found trap on purpose (T21.2)."""

    text = "spring"
    order = 7
    turns = 1

    def barred(self, s: State) -> Refusal | None:
        return known_trap(s)

    def rolls(self, s: State) -> Odds:
        return traps.odds(s, s.traps[s.place.room])

    def do(self, ctx: Ctx) -> None:
        traps.spring(ctx, ctx.state.place.room)


# --- what bars a way ---


class AtExit(Deed):
    """A deed at a barred exit, named by its wall; where none is named, the first that fits is meant."""

    kinds: ClassVar[tuple[str, ...]] = ()

    def side(self) -> str:
        """Return the wall named."""
        return str(getattr(self, "exit", ""))

    def doer(self) -> str:
        """Return who does it, "" for the whole party."""
        return str(getattr(self, "member", ""))

    def way(self, s: State) -> Way:
        """Return the way meant; the deed was judged before."""
        return barred_exits(s, self.kinds)[self.side() or next(iter(barred_exits(s, self.kinds)))]

    def feature(self, s: State) -> Feature:
        """Return what bars it."""
        found = bars.bar(s, self.way(s))
        assert found is not None
        return found

    def barred(self, s: State) -> Refusal | None:
        side, found = self.side(), barred_exits(s, self.kinds)
        if side and (refusal := exploring.exit_refused(s, side)):
            return refusal
        if not found or (side and side not in found):
            return Refusal(NOTHING, {"what": self.kinds})
        doer = self.doer()
        return (who_refused(s, doer) if doer else held_refused(s)) or self.hindered(s)

    def hindered(self, s: State) -> Refusal | None:
        """Judge what is left."""
        return None


def barred_exits(s: State, kinds: tuple[str, ...]) -> dict[str, Way]:
    """Return the exits of the party's room that some kind of feature bars, by wall."""
    found = ways.exits(s, s.place.room)
    return {side: way for side, way in found.items() if (one := bars.bar(s, way)) is not None and one.kind in kinds}


def held_refused(s: State) -> Refusal | None:
    """Say no to what all must do, while somebody lies in a pit or net or nobody can act."""
    for who in traps.caught(s):
        return Refusal("explore.caught", {"who": who}, content.trap(s.traps[s.place.room].kind).rule)
    return None if able(s) else Refusal("explore.nobody_able", {}, "T6.17")


def _sides(s: State, kinds: tuple[str, ...]) -> list[str]:
    """Return the walls to offer: "" where only one fits."""
    found = list(barred_exits(s, kinds))
    return found if len(found) > 1 else [""] * len(found)


class AtDoor(AtExit):
    """A character's deed at a door that is barred."""

    turns = 1
    exit: str
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Action | Open]:
        return [cls(side, c.id) for side in barred_exits(s, cls.kinds) for c in able(s)]


class Force(AtDoor, tag="handling.force"):
    """Force a stuck or locked door (T21.17, T21.18)."""

    text = "force {exit} {member}"
    order = 8
    kinds = (bars.STUCK, bars.LOCKED)

    def rolls(self, s: State) -> Odds:
        return bars.force_odds(s, self.way(s), self.member)

    def do(self, ctx: Ctx) -> None:
        bars.force(ctx, self.way(ctx.state), self.member)


class Pick(AtDoor, tag="handling.pick"):
    """Pick a lock (T21.18)."""

    text = "pick {exit} {member}"
    order = 9
    kinds = (bars.LOCKED,)

    def hindered(self, s: State) -> Refusal | None:
        if not goods.count(s.characters[self.member], goods.LOCKPICKS):
            return Refusal("handling.no_picks", {"who": self.member}, "T10.14")
        return tried_refused(s, self.member, bars.task(bars.PICK, self.feature(s)), "T21.18")

    def rolls(self, s: State) -> Odds:
        return (bars.chance(s, self.member, bars.LOCKED, bars.PICK),)

    def do(self, ctx: Ctx) -> None:
        bars.pick(ctx, self.way(ctx.state), self.member)


class Over(AtExit):
    """A deed of the whole party, over what bars an exit."""

    turns = 1
    exit: str = ""

    @classmethod
    def offered(cls, s: State) -> Iterable[Action | Open]:
        return [cls(side) for side in _sides(s, cls.kinds)]


class Cross(Over, tag="handling.cross"):
    """Cross a chasm: all who are not yet over try (T21.20)."""

    text = "cross {exit?}"
    order = 10
    kinds = (bars.CHASM,)

    def rolls(self, s: State) -> Odds:
        return bars.cross_odds(s, self.way(s))

    def do(self, ctx: Ctx) -> None:
        bars.cross(ctx, self.way(ctx.state))


class Dig(AtExit, tag="handling.dig"):
    """Clear a fallen passage (T21.23)."""

    text = "dig {member} {exit?}"
    order = 11
    turns = 2
    kinds = (bars.FALLEN,)
    member: str
    exit: str = ""

    @classmethod
    def offered(cls, s: State) -> Iterable[Dig]:
        return [cls(c.id, side) for side in _sides(s, cls.kinds) for c in able(s)]

    def rolls(self, s: State) -> Odds:
        return (bars.chance(s, self.member, bars.FALLEN, bars.DIG),)

    def do(self, ctx: Ctx) -> None:
        bars.dig(ctx, self.way(ctx.state), self.member)


class Wade(Over, tag="handling.wade"):
    """Wade through a swift stream (T21.24)."""

    text = "wade {exit?}"
    order = 12
    kinds = (bars.STREAM,)

    def rolls(self, s: State) -> Odds:
        return bars.wade_odds(s)

    def do(self, ctx: Ctx) -> None:
        bars.wade(ctx, self.way(ctx.state))


# --- what stands in a room ---


class AtFeature(DeedOfOne):
    """A character's deed at the feature of the room."""

    turns = 1
    kind: ClassVar[str] = ""
    task: ClassVar[str] = ""
    """What each character has one try at, "" for none."""
    rule: ClassVar[str] = ""

    def barred(self, s: State) -> Refusal | None:
        feature = s.features.get(s.place.room)
        if feature is None or feature.kind != self.kind or feature.open:
            return Refusal(NOTHING, {"what": (self.kind,)}, self.rule)
        if refusal := who_refused(s, self.member):
            return refusal
        tried = tried_refused(s, self.member, bars.task(self.task, feature), self.rule) if self.task else None
        return tried or self.hindered(s, feature)

    def hindered(self, s: State, feature: Feature) -> Refusal | None:
        """Judge what is left."""
        return None


class Riddle(AtFeature, tag="handling.riddle"):
    """Answer a riddle, a statue's or that of Kobolds (T21.21, T11.30)."""

    during = OUTSIDE
    text = "riddle {member}"
    order = 14
    kind, task, rule = features.STATUE, features.RIDDLE, "T21.21"

    def allowed(self, s: State) -> bool:
        return parley.sets_riddle(s, exploring.met(s))

    def barred(self, s: State) -> Refusal | None:
        return who_refused(s, self.member) if self.allowed(s) else super().barred(s)

    def rolls(self, s: State) -> Odds:
        if self.allowed(s):
            return (parley.riddle_chance(s, s.characters[self.member]),)
        return (bars.chance(s, self.member, self.kind, self.task),)

    def do(self, ctx: Ctx) -> None:
        if self.allowed(ctx.state):
            parley.riddle(ctx, self.member)
        else:
            features.riddle(ctx, self.member)


class Speak(AtFeature, tag="handling.speak"):
    """Talk to a stone guardian (T21.22)."""

    text = "speak {member}"
    order = 14
    kind, rule = features.GUARDIAN, "T21.22"

    def rolls(self, s: State) -> Odds:
        return (bars.chance(s, self.member, self.kind, features.SPEAK),)

    def do(self, ctx: Ctx) -> None:
        features.speak(ctx, self.member)


class Climb(Deed, tag="handling.climb"):
    """Climb an idol, or out of a pit, or tear out of a net (T21.25, T21.7, T21.12)."""

    text = "climb {member}"
    order = 13
    turns = 1
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Climb]:
        return [cls(c.id) for c in traps.awake(s)]

    def barred(self, s: State) -> Refusal | None:
        if self.member in traps.caught(s):
            fit = any(c.id == self.member for c in traps.awake(s))
            return None if fit else Refusal("explore.unable", {"who": self.member}, "T6.17")
        feature = s.features.get(s.place.room)
        if feature is None or feature.kind != features.IDOL or feature.open:
            return Refusal(NOTHING, {"what": (features.IDOL,)}, "T21.25")
        if self.member in feature.over:
            return Refusal("handling.up_already", {"who": self.member}, "T21.25")
        return who_refused(s, self.member) or tried_refused(s, self.member, bars.task(bars.CLIMB, feature), "T2.16")

    def rolls(self, s: State) -> Odds:
        if self.member in traps.caught(s):
            kind = content.trap(s.traps[s.place.room].kind)
            return (traps.escape_chance(s, s.characters[self.member], kind),)
        return (bars.chance(s, self.member, features.IDOL, bars.CLIMB),)

    def do(self, ctx: Ctx) -> None:
        if self.member in traps.caught(ctx.state):
            traps.escape(ctx, ctx.state.place.room, self.member)
        else:
            features.climb(ctx, self.member)


class TakeEye(AtFeature, tag="handling.take_eye"):
    """Take the jewel eye of an idol, once up there (T21.25)."""

    text = "take-eye {member}"
    order = 14
    kind, rule = features.IDOL, "T21.25"

    @classmethod
    def offered(cls, s: State) -> Iterable[TakeEye]:
        feature = s.features.get(s.place.room)
        return [cls(who) for who in feature.over] if feature is not None else []

    def hindered(self, s: State, feature: Feature) -> Refusal | None:
        return None if self.member in feature.over else Refusal("handling.not_up", {"who": self.member}, self.rule)

    def rolls(self, s: State) -> Odds:
        return (bars.chance(s, self.member, self.kind, features.TAKE_EYE, other=True),)

    def do(self, ctx: Ctx) -> None:
        features.take_eye(ctx, self.member)


class DrinkSpring(AtFeature, tag="handling.drink"):
    """Drink from a healing spring (T21.26)."""

    text = "drink-spring {member}"
    order = 14
    kind, task, rule = features.SPRING, features.SPRING, "T21.26"

    def rolls(self, s: State) -> Odds:
        return (features.draught(self.member),)

    def do(self, ctx: Ctx) -> None:
        features.drink(ctx, self.member)


class ReadMap(AtFeature, tag="handling.read"):
    """Read what the moths left of a map (T21.27)."""

    text = "read-map {member}"
    order = 14
    kind, task, rule = features.MAPS, features.READ, "T21.27"

    def hindered(self, s: State, feature: Feature) -> Refusal | None:
        return exploring.dark_refused(s, self.member)

    def rolls(self, s: State) -> Odds:
        return (bars.chance(s, self.member, self.kind, self.task),)

    def do(self, ctx: Ctx) -> None:
        features.read(ctx, self.member)


def eye_refused(s: State, who: str, what: str, feature: Feature) -> Refusal | None:
    """Say no to a use of the Eye: it is black, serves others, or does not know the place (T13.11 to T13.14)."""
    if feature.dark > s.clock.turn:
        return Refusal("handling.black", {"turns": feature.dark - s.clock.turn}, "T13.13")
    if not eyes.can_see(s.characters[who]):
        return Refusal("handling.blind", {"who": who}, "T13.11")
    return None if what in eyes.visible(s) else Refusal("handling.unknown", {"what": what}, "T13.14")


class EyeRoom(AtFeature, tag="handling.eye_room"):
    """Look at a room through the All-Seeing Eye (T13.14)."""

    text = "eye {member} room {room}"
    order = 15
    kind, rule = eyes.EYE, "T13.14"
    room: str

    @classmethod
    def offered(cls, s: State) -> Iterable[EyeRoom]:
        rooms = [what for what in eyes.visible(s) if what not in eyes.PLACES] if _eye_here(s) else []
        return [cls(c.id, room) for c in able(s) if eyes.can_see(c) for room in rooms]

    def hindered(self, s: State, feature: Feature) -> Refusal | None:
        if self.room in eyes.PLACES:
            return Refusal("handling.unknown", {"what": self.room}, self.rule)
        return eye_refused(s, self.member, self.room, feature)

    def do(self, ctx: Ctx) -> None:
        eyes.see(ctx, self.member, self.room)


class EyeBoss(AtFeature, tag="handling.eye_boss"):
    """Look for the boss through the All-Seeing Eye (T13.14)."""

    text = "eye {member} boss"
    order = 15
    kind, rule = eyes.EYE, "T13.14"
    what: ClassVar[str] = "boss"

    @classmethod
    def offered(cls, s: State) -> Iterable[EyeBoss]:
        return [cls(c.id) for c in able(s) if eyes.can_see(c)] if _eye_here(s) else []

    def hindered(self, s: State, feature: Feature) -> Refusal | None:
        return eye_refused(s, self.member, self.what, feature)

    def do(self, ctx: Ctx) -> None:
        eyes.see(ctx, self.member, self.what)


class EyeCaptive(EyeBoss, tag="handling.eye_captive"):
    """Look for the captive through the All-Seeing Eye (T13.14)."""

    text = "eye {member} captive"
    order = 15
    what = "captive"


def _eye_here(s: State) -> bool:
    feature = s.features.get(s.place.room)
    return feature is not None and feature.kind == eyes.EYE and feature.dark <= s.clock.turn
