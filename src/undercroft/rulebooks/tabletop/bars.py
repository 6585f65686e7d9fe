"""What bars a way (T21.17 to T21.20, T21.23, T21.24): doors that will not open, a chasm, rubble, a stream.

Each function does what a rule says once it is decided; who may, and how long it takes, is for the actions to say.
"""

from __future__ import annotations

from typing import Literal

from undercroft.engine.chance import Chance, Odds, Spread
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop import fighters, goods, points, potions, tests, wandering, wands, ways, wounds
from undercroft.rulebooks.tabletop.dungeon_entries import Feature as FeatureKind
from undercroft.rulebooks.tabletop.records import Character, Ctx, Event, Feature, QualityName, State, Way, replace

SIX = 6
STUCK, LOCKED, MAGIC = "stuck-door", "locked-door", "magically-locked-door"
CHASM, FALLEN, STREAM = "chasm", "fallen-passage", "swift-stream"
FORCE, PICK, CROSS, DIG, WADE, CLIMB = "force", "pick", "cross", "dig", "wade", "climb"
CHASM_METRES = 4
"""(T21.20)."""
HELP = {FORCE: "force-door", DIG: "force-door", CROSS: "gap", CLIMB: "climb"}
"""The task that tools help with, for each of these Tests (T10.13 to T10.15)."""
MASTERED = "obstacle-mastered"


def kind_of(feature: Feature) -> FeatureKind:
    """Return the entry of a feature."""
    return content.feature(feature.kind)


def bar(s: State, way: Way) -> Feature | None:
    """Return the feature that bars a way, or None: seen from both its ends."""
    return next((one for one in s.features.values() if one.way == way.id and not one.open), None)


def barred(s: State, room: str, kind: str) -> list[Way]:
    """Return the ways of a room that a kind of feature bars, as far as the party sees them."""
    return [way for way in ways.exits(s, room).values() if (one := bar(s, way)) is not None and one.kind == kind]


# --- Tests ---


def adjustment(s: State, c: Character, kind: str, deed: str, *, other: bool = False) -> int:
    """Return the adjustment of a deed at a kind of feature, the whole party's tools counted (T6.17)."""
    entry = content.feature(kind)
    own = entry.other_adjustment if other else entry.adjustment
    return own + goods.help_with(HELP.get(deed, ""), c, *fighters.living(s))


def quality(kind: str, *, other: bool = False) -> QualityName:
    """Return the Quality that a feature Tests, by its first or its other way."""
    entry = content.feature(kind)
    found: QualityName | Literal[""] = entry.other_quality if other else entry.quality
    assert found, f"{kind} has no such Test"
    return found


def chance(s: State, who: str, kind: str, deed: str, *, other: bool = False) -> Chance:
    """Return a character's chance in a deed at a kind of feature."""
    c = s.characters[who]
    more = adjustment(s, c, kind, deed, other=other)
    return tests.chance(s, c, quality(kind, other=other), more, name=deed, about=who)


def passes(ctx: Ctx, who: str, kind: str, deed: str, *, other: bool = False) -> bool:
    s = ctx.state
    c = s.characters[who]
    more = adjustment(s, c, kind, deed, other=other)
    return tests.passes(ctx, c, quality(kind, other=other), more, name=deed, about=who)


# --- doors and rubble ---


def force_odds(s: State, way: Way, who: str) -> Odds:
    """Return the rolls of a try at a stuck or locked door: the Test, and whoever hears it (T21.17, T21.18)."""
    feature = bar(s, way)
    assert feature is not None
    return (chance(s, who, feature.kind, FORCE, other=feature.kind == LOCKED), *wandering.odds(s))


def force(ctx: Ctx, way: Way, who: str) -> bool:
    """Throw a shoulder against a stuck or locked door, which is heard (T21.17, T21.18, T7.12)."""
    feature = bar(ctx.state, way)
    assert feature is not None
    done = passes(ctx, who, feature.kind, FORCE, other=feature.kind == LOCKED)
    if done:
        master(ctx, feature, who, forced=True)
    wandering.check(ctx)
    return done


def pick(ctx: Ctx, way: Way, who: str) -> bool:
    """Pick a lock: one try a character (T21.18)."""
    return _once(ctx, way, who, PICK)


def dig(ctx: Ctx, way: Way, who: str) -> bool:
    """Clear a fallen passage; it may be tried again and again (T21.23)."""
    feature = bar(ctx.state, way)
    assert feature is not None
    done = passes(ctx, who, feature.kind, DIG)
    if done:
        master(ctx, feature, who)
    return done


def _once(ctx: Ctx, way: Way, who: str, deed: str) -> bool:
    feature = bar(ctx.state, way)
    assert feature is not None
    ctx.emit(tests.Attempted(who, task(deed, feature)))
    done = passes(ctx, who, feature.kind, deed)
    if done:
        master(ctx, feature, who)
    return done


def task(deed: str, feature: Feature) -> str:
    """Return the word by which a try at a feature is remembered (T2.16)."""
    return f"{deed}:{feature.room}"


def unlock(ctx: Ctx, way: Way, means: str) -> None:
    """Open a locked door for good by a key, a spell or a lever (T21.18, T21.19, T13.34)."""
    feature = bar(ctx.state, way)
    assert feature is not None
    ctx.emit(BarMastered(feature.room, feature.kind, way.id, "", means=means))


def master(ctx: Ctx, feature: Feature, who: str, *, forced: bool = False) -> None:
    """Let a bar be mastered for good, and its doer have the deed (T16.13)."""
    ctx.emit(BarMastered(feature.room, feature.kind, feature.way, who, forced))
    points.award_deed(ctx, who, MASTERED)


# --- chasm and stream ---


def to_cross(s: State, feature: Feature) -> list[str]:
    """Return who still has to cross a chasm by themself, in marching order (T21.20, T6.17)."""
    return [c.id for c in fighters.living(s) if c.id not in feature.over and c.vitality > 0]


def fall(who: str, kind: FeatureKind) -> Spread:
    """Return what a fall into a chasm costs; Protection does not count (T21.20)."""
    return Spread("fall", kind.dice, SIX, base=kind.add, about=who)


def cross_odds(s: State, way: Way) -> Odds:
    """Return the rolls of a try to cross a chasm."""
    feature = bar(s, way)
    assert feature is not None
    found: list[Chance | Spread] = []
    for who in to_cross(s, feature):
        if not potions.passes_any_gap(s.characters[who]):
            found += [chance(s, who, CHASM, CROSS), fall(who, kind_of(feature))]
    return tuple(found)


def cross(ctx: Ctx, way: Way) -> bool:
    """Let everybody who is not over try to cross; the party goes on when all are over (T21.20)."""
    feature = bar(ctx.state, way)
    assert feature is not None
    if wands.masters(fighters.living(ctx.state), CHASM_METRES):
        ctx.emit(BarMastered(feature.room, CHASM, way.id, "", means="wand"))
        return True
    for who in to_cross(ctx.state, feature):
        if potions.passes_any_gap(ctx.state.characters[who]):
            ctx.emit(Crossed(feature.room, who))
        elif passes(ctx, who, CHASM, CROSS):
            ctx.emit(Crossed(feature.room, who))
            points.award_deed(ctx, who, MASTERED)
        else:
            wounds.lose(ctx, who, ctx.roll(fall(who, kind_of(feature))), CHASM)
    feature = ctx.state.features[feature.room]
    if to_cross(ctx.state, feature):
        return False
    ctx.emit(BarMastered(feature.room, CHASM, way.id, ""))
    return True


def wade_odds(s: State) -> Odds:
    """Return the rolls of wading through a stream."""
    return tuple(chance(s, c.id, STREAM, WADE) for c in fighters.living(s) if c.vitality > 0)


def wade(ctx: Ctx, way: Way) -> None:
    """Wade through a stream: who fails loses a thing, and all are across (T21.24)."""
    feature = bar(ctx.state, way)
    assert feature is not None
    for who in [c.id for c in fighters.living(ctx.state) if c.vitality > 0]:
        if passes(ctx, who, STREAM, WADE):
            points.award_deed(ctx, who, MASTERED)
        else:
            _lose_a_thing(ctx, who)
    ctx.emit(BarMastered(feature.room, STREAM, way.id, ""))


def loose(c: Character) -> list[tuple[str, int]]:
    """Return the unworn things of a character as (table, place) pairs: spare weapons, goods, items, jewels (T21.24)."""
    arms = [("weapons", at) for at in range(len(c.weapons)) if at != c.wielded]
    others = [(table, at) for table in ("goods", "items", "jewels") for at in range(len(getattr(c, table)))]
    return [*arms, *others]


def _lose_a_thing(ctx: Ctx, who: str) -> None:
    things = loose(ctx.state.characters[who])
    if things:
        table, at = ctx.pick(things)
        row = getattr(ctx.state.characters[who], table)[at]
        ctx.emit(Washed(who, table, at, row[0] if isinstance(row, tuple) else row.kind))


# --- events ---


def change(s: State, room: str, **facts: object) -> None:
    """Write facts of a feature."""
    s.features[room] = replace(s.features[room], **facts)


class BarMastered(Event, tag="feature.mastered"):
    """What barred a way bars it no more: forced, picked, dug away, crossed, or opened by other means."""

    room: str
    kind: str
    way: str
    who: str
    forced: bool = False
    means: str = ""

    def apply(self, s: State) -> None:
        change(s, self.room, open=True)
        way = s.ways[self.way]
        door = self.kind in (STUCK, LOCKED, MAGIC)
        s.ways[self.way] = replace(way, shut=way.shut and not door, forced=way.forced or self.forced)

    def variant(self) -> str:
        return "means" if self.means and self.kind != CHASM else self.kind

    def rules(self) -> tuple[str, ...]:
        return (content.feature(self.kind).rule,)


class Crossed(Event, tag="feature.crossed"):
    """Somebody got over a chasm, or up an idol."""

    room: str
    who: str
    kind: str = CHASM

    def variant(self) -> str:
        return "" if self.kind == CHASM else self.kind

    def apply(self, s: State) -> None:
        change(s, self.room, over=(*s.features[self.room].over, self.who))


class Washed(Event, tag="feature.washed"):
    """The stream took a thing (T21.24)."""

    who: str
    table: str
    at: int
    kind: str

    def apply(self, s: State) -> None:
        c = s.characters[self.who]
        if self.table == "weapons":
            s.characters[self.who] = goods.without_arm(c, self.at)
        elif self.table == "goods":
            s.characters[self.who] = goods.less(c, self.kind)
        else:
            rows = getattr(c, self.table)
            s.characters[self.who] = replace(c, **{self.table: (*rows[: self.at], *rows[self.at + 1 :])})

    def rules(self) -> tuple[str, ...]:
        return ("T21.24",)
