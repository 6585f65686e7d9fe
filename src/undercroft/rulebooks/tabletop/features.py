"""Features that stand in rooms (T21.21, T21.22, T21.25 to T21.27): statue, guardian, idol, spring, map room."""

from __future__ import annotations

from undercroft.engine.chance import Spread
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop import conditions, points, tests, traps, ways, wounds
from undercroft.rulebooks.tabletop.bars import CLIMB, MASTERED, SIX, Crossed, change, kind_of, passes, task
from undercroft.rulebooks.tabletop.records import Condition, Ctx, Event, Feature, State, replace

STATUE, GUARDIAN, IDOL = "riddle-statue", "stone-guardian", "idol"
SPRING, MAPS = "healing-spring", "old-map-room"
RIDDLE, SPEAK, TAKE_EYE, READ = "riddle", "speak", "take-eye", "read-map"


def riddle(ctx: Ctx, who: str) -> bool:
    """Answer the riddle of a statue: one try a character, a potion for the answer (T21.21)."""
    feature = _here(ctx.state)
    ctx.emit(tests.Attempted(who, task(RIDDLE, feature)))
    done = passes(ctx, who, STATUE, RIDDLE)
    if done:
        ctx.emit(GiftGiven(feature.room, STATUE, who, feature.lot.items[0].kind))
        points.award_deed(ctx, who, MASTERED)
    return done


def speak(ctx: Ctx, who: str) -> bool:
    """Talk a stone guardian round, one try a party: the next group will be unaware, or lie in wait (T21.22)."""
    done = passes(ctx, who, GUARDIAN, SPEAK)
    ctx.emit(GuardianAnswered(ctx.state.place.room, who, "unaware" if done else "waiting"))
    if done:
        points.award_deed(ctx, who, MASTERED)
    return done


def climb(ctx: Ctx, who: str) -> bool:
    """Climb an idol (T21.25)."""
    feature = _here(ctx.state)
    ctx.emit(tests.Attempted(who, task(CLIMB, feature)))
    done = traps.ropes(ctx.state) or passes(ctx, who, IDOL, CLIMB)
    if done:
        ctx.emit(Crossed(feature.room, who, IDOL))
    return done


def take_eye(ctx: Ctx, who: str) -> None:
    """Take the idol's eye, and perhaps its curse with it (T21.25)."""
    feature = _here(ctx.state)
    ctx.emit(GiftGiven(feature.room, IDOL, who, feature.lot.jewels[0].kind))
    if not passes(ctx, who, IDOL, TAKE_EYE, other=True):
        ctx.emit(Cursed(who, kind_of(feature).amount))
    points.award_deed(ctx, who, MASTERED)


def draught(who: str) -> Spread:
    """Return what a drink from a healing spring restores (T21.26)."""
    kind = content.feature(SPRING)
    return Spread("spring", kind.dice, SIX, base=kind.add, about=who)


def drink(ctx: Ctx, who: str) -> None:
    """Drink from a healing spring: once for each character (T21.26)."""
    ctx.emit(tests.Attempted(who, task(SPRING, _here(ctx.state))))
    wounds.heal(ctx, who, ctx.roll(draught(who)), SPRING)


def read(ctx: Ctx, who: str) -> bool:
    """Read an old map: one try a character, three more rooms for who can (T21.27)."""
    feature = _here(ctx.state)
    ctx.emit(tests.Attempted(who, task(READ, feature)))
    done = passes(ctx, who, MAPS, READ)
    if done:
        ctx.emit(RoomsShown(feature.room, next_rooms(ctx.state, kind_of(feature).amount)))
    return done


def next_rooms(s: State, count: int) -> tuple[str, ...]:
    """Return the nearest rooms that the party has not been in, secret ones left out (T21.27, T22.29)."""
    plain = [(way.near, way.far) for way in s.ways.values() if not way.secret]
    near = ways.far_from(s.place.room, plain)
    return tuple([room for room in near if not s.rooms[room].entered and not s.rooms[room].shown][:count])


def _here(s: State) -> Feature:
    return s.features[s.place.room]


# --- events ---


class GiftGiven(Event, tag="feature.gift"):
    """A statue gave its potion, or an idol lost its eye (T21.21, T21.25)."""

    room: str
    kind: str
    who: str
    thing: str

    def apply(self, s: State) -> None:
        c, lot = s.characters[self.who], s.features[self.room].lot
        s.characters[self.who] = replace(c, items=(*c.items, *lot.items), jewels=(*c.jewels, *lot.jewels))
        change(s, self.room, open=True, lot=replace(lot, items=(), jewels=()))

    def variant(self) -> str:
        return self.kind


class GuardianAnswered(Event, tag="feature.guardian"):
    """A stone guardian keeps quiet, or calls out to those further in (T21.22)."""

    room: str
    who: str
    omen: str

    def apply(self, s: State) -> None:
        change(s, self.room, open=True)
        s.adventure = replace(s.adventure, omen=self.omen)

    def variant(self) -> str:
        return self.omen

    def rules(self) -> tuple[str, ...]:
        return ("T21.22",)


class Cursed(Event, tag="feature.cursed"):
    """The idol's curse lies on somebody for the rest of the adventure (T21.25)."""

    who: str
    amount: int

    def apply(self, s: State) -> None:
        c = s.characters[self.who]
        curse = Condition("cursed", self.amount, "adventure", source=IDOL)
        conditions.keep(s, c, conditions.with_condition(c.conditions, curse))

    def rules(self) -> tuple[str, ...]:
        return ("T21.25",)


class RoomsShown(Event, tag="feature.rooms"):
    """An old map showed rooms and their exits (T21.27)."""

    room: str
    rooms: tuple[str, ...]

    def apply(self, s: State) -> None:
        for room in self.rooms:
            s.rooms[room] = replace(s.rooms[room], shown=True)

    def rules(self) -> tuple[str, ...]:
        return ("T21.27",)
