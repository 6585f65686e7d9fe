"""The guide, Sixpence (D32): what makes a lesson due, giving it, asking and closing, and the gift.

What happened makes a lesson due, whatever the party is at; it is given before the party is next asked in courtyard,
hall or quiet room. What he says stands in `lessons`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from undercroft.engine.action import Refusal
from undercroft.engine.errors import quoted
from undercroft.engine.rulebook import at, on
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import (
    chests,
    clock,
    doors,
    effects,
    fights,
    flight,
    floors,
    gear,
    king,
    lessons,
    levels,
    setup,
    specials,
    spells,
    stairs,
    statues,
    training,
    walking,
    wandering,
    wounds,
)
from undercroft.rulebooks.descent.records import (
    COURTYARD,
    Action,
    Asking,
    Ctx,
    Event,
    State,
    below,
    replace,
    standing,
)

UNREAD = 150
"""Steps with no report opened (D32.39)."""
OTHERS = 2
"""Other hidden doors that the party has stood in reach of and not found (D32.64)."""
STRUCK_FIRST = 2
"""Walk-ins that a room struck first on (D32.94)."""
BITES = {
    specials.METAL_EATING: "metal-eaten",
    specials.GEAR_EATING: "gear-eaten",
    specials.CEILING_BITE: "ceiling-bitten",
}
"""Specials with a lesson, by its trigger (D32.30, D32.77, D32.85)."""


# --- what makes a lesson due ---


def wanted(s: State, trigger: str) -> bool:
    """Say whether the lesson of a trigger is neither given nor due (D32.1)."""
    key = lessons.of_trigger(trigger)
    return key not in s.lessons.given and key not in s.lessons.due


def happened(ctx: Ctx, trigger: str) -> None:
    """Make the lesson of a trigger due, once a run; what happens in a practice fight makes none due (D1.17)."""
    s = ctx.state
    if wanted(s, trigger) and not training.practising(s):
        ctx.emit(LessonDue(lessons.of_trigger(trigger)))


class LessonDue(Event, tag="guide.due"):
    """A lesson fell due. Nobody is told before it is given."""

    hidden = True
    lesson: str

    def apply(self, s: State) -> None:
        s.lessons = replace(s.lessons, due=(*s.lessons.due, self.lesson))

    def seen_by(self, s: State) -> tuple[str, ...]:
        return ()


@on(LessonDue)
def stop(ctx: Ctx, _: LessonDue) -> None:
    """A lesson stops travel, and pacing to and fro (D34.4, D6.26)."""
    ctx.interrupt()


@on(setup.RunBegan)
def began(ctx: Ctx, _: setup.RunBegan) -> None:
    """S01 (D32.12)."""
    happened(ctx, "run-starts")


@on(king.KingJoined)
def joined(ctx: Ctx, _: king.KingJoined) -> None:
    """S02 (D32.16)."""
    happened(ctx, "king-joins")


@on(spells.PageTaken, spells.BookTaken)
def taken(ctx: Ctx, _: Event) -> None:
    """S03 (D32.20, D32.21)."""
    happened(ctx, "book-part-taken")


@on(spells.BookTaken, king.KingJoined)
def prize(ctx: Ctx, _: Event) -> None:
    """S18 (D32.89)."""
    if wandering.hunted(ctx.state):
        happened(ctx, "last-prize-taken")


@on(wounds.Fell)
def fell(ctx: Ctx, e: wounds.Fell) -> None:
    """S04, but not by the king's death (D32.25, D32.26)."""
    if e.member != king.KING:
        happened(ctx, "member-dies")


@on(specials.SpecialStruck)
def bitten(ctx: Ctx, e: specials.SpecialStruck) -> None:
    """S05, S15, S17: a bite that struck has taken something (D32.30, D32.77, D32.85)."""
    if e.special in BITES:
        happened(ctx, BITES[e.special])


@on(chests.LidLifted)
def lifted(ctx: Ctx, e: chests.LidLifted) -> None:
    """S06 (D32.34)."""
    party = ctx.state.members
    if party[e.member].cls != "rogue" and any(m.cls == "rogue" for m in party.values()):
        happened(ctx, "lid-without-rogue")


@on(clock.Stepped)
def unread(ctx: Ctx, e: clock.Stepped) -> None:
    """S07 (D32.38, D32.39)."""
    if e.step == UNREAD and not ctx.state.lessons.reported:
        happened(ctx, "reports-unread")


@on(clock.MealDue, chests.RationsLost)
def eaten(ctx: Ctx, e: clock.MealDue | chests.RationsLost) -> None:
    """S09: the rations became none below the courtyard (D32.49)."""
    gone = e.rations if isinstance(e, clock.MealDue) else e.amount
    if gone and ctx.state.purse.rations == 0 and below(ctx.state):
        happened(ctx, "rations-gone")


@on(flight.Landed)
def landed(ctx: Ctx, _: flight.Landed) -> None:
    """S10 (D32.53)."""
    happened(ctx, "flight-worked")


@on(effects.PartyEffectStarted)
def started(ctx: Ctx, _: effects.PartyEffectStarted) -> None:
    """S13 (D32.68)."""
    happened(ctx, "party-effect-starts")


@on(levels.LevelGained)
def gained(ctx: Ctx, _: levels.LevelGained) -> None:
    """S16 (D32.81)."""
    happened(ctx, "level-gained")


@on(doors.RoomEntered)
def walked_in(ctx: Ctx, _: doors.RoomEntered) -> None:
    """S19: the second time that a room strikes first on a walk-in (D32.93, D32.94)."""
    s = ctx.state
    if s.fight is not None and s.fight.stage == fights.FIRST and wanted(s, "struck-first-again"):
        ctx.emit(StruckFirst())
        if s.lessons.struck_first >= STRUCK_FIRST:
            happened(ctx, "struck-first-again")


class StruckFirst(Event, tag="guide.struck_first"):
    """A room struck first on a walk-in."""

    def apply(self, s: State) -> None:
        s.lessons = replace(s.lessons, struck_first=s.lessons.struck_first + 1)


@on(fights.FightClosed)
def tried(ctx: Ctx, e: fights.FightClosed) -> None:
    """S21: a fight is over in which an ask was made (D32.103, D32.104)."""
    if e.asked:
        happened(ctx, "bribe-tried")


@on(statues.Answered)
def answered(ctx: Ctx, e: statues.Answered) -> None:
    """S20 (D32.98)."""
    if e.answer == statues.BROKEN:
        happened(ctx, "statue-broke")


# --- where the party stands ---


@on(walking.Paced, doors.RoomLeft, stairs.StairTaken)
def came(ctx: Ctx, _: Event) -> None:
    """S08 and S14 on a stair down, and doors passed by on the way (D32.44, D32.73)."""
    s = ctx.state
    place = s.place
    if place.floor == COURTYARD:
        return
    if place.cell == s.floors[place.floor].down:
        if not stairs.opens(s, place.floor):
            happened(ctx, "stair-shut")
        if _store_unseen(s):
            happened(ctx, "store-passed")
    _beside(ctx)


def _store_unseen(s: State) -> bool:
    """Say whether this floor has a store that the party has not entered (D7.18)."""
    floor = s.floors[s.place.floor]
    return not floor.store_entered and any(room.store for room in s.rooms.where(floor.number))


def _beside(ctx: Ctx) -> None:
    """S12 where a hidden door is in reach and others were passed; else keep this one in mind (D32.63, D32.64)."""
    s = ctx.state
    if not wanted(s, "hidden-door-beside"):
        return
    here = [key for key in floors.doors_in_reach(s) if s.doors[key].secret and not s.doors[key].known]
    if not here:
        return
    others = [key for key in s.lessons.passed if key not in here and not s.doors[key].known]
    # In a fight nobody searches; if the party still stands here afterwards, it is beside the door then.
    if len(others) >= OTHERS and s.fight is None:
        happened(ctx, "hidden-door-beside")
    elif fresh := tuple(key for key in here if key not in s.lessons.passed):
        ctx.emit(DoorsPassed(fresh))


class DoorsPassed(Event, tag="guide.passed"):
    """The party stands in reach of hidden doors. Nobody is told."""

    hidden = True
    doors: tuple[str, ...]

    def apply(self, s: State) -> None:
        s.lessons = replace(s.lessons, passed=(*s.lessons.passed, *self.doors))

    def seen_by(self, s: State) -> tuple[str, ...]:
        return ()


@at("quiet")
def speak(ctx: Ctx) -> None:
    """Give the first lesson that is due, now that the party is asked where nothing presses (D32.2, D32.6)."""
    s = ctx.state
    place = s.place
    if place.floor != COURTYARD:
        _beside(ctx)
        # A room is asked what to do only while nothing lives there.
        if place.room and s.rooms[place.room].vault:
            happened(ctx, "vault-met")
    if due := s.lessons.due:
        give(ctx, lessons.first(due))


# --- giving ---


def give(ctx: Ctx, lesson: str) -> None:
    """Open a lesson; in brief, hand its gift to the first who has room (D32.3, D32.110)."""
    s = ctx.state
    brief = s.setup.brief
    ctx.emit(LessonOpened(lesson, brief))
    if brief:
        hand_over(ctx, lesson, next(iter(takers(s)), ""))
    else:
        ctx.push(Talk(lesson))


def takers(s: State) -> list[str]:
    """Return the standing members with a free pack place, in party order (D32.7)."""
    return [m.id for m in standing(s) if gear.room_in_pack(s, m)]


def hand_over(ctx: Ctx, key: str, member: str) -> None:
    """Hand a lesson's gift over; an item without a taker lies at the party's feet (D32.4, D32.7, D32.11)."""
    s = ctx.state
    lesson, brief = content.lesson(key), s.setup.brief
    if lesson.item:
        ctx.emit(GiftGiven(key, "item" if member else "lies", brief, item=lesson.item, member=member))
        gear.make(ctx, lesson.item, f"{gear.PACK}:{member}" if member else gear.lies_here(s), named=True)
    elif lesson.rations:
        ctx.emit(GiftGiven(key, "rations", brief, lesson.rations))
    elif lesson.map:
        floor = s.place.floor
        ctx.emit(GiftGiven(key, "map", brief, floor))
        floors.learn_floor(ctx, floor)
    else:
        ctx.emit(GiftGiven(key, "gold", brief, lessons.gold(s, key)))


class LessonOpened(Event, tag="guide.opened"):
    """A lesson was given; `brief` says that it was no more than its gift. What it hung on is forgotten."""

    lesson: str
    brief: bool

    def apply(self, s: State) -> None:
        told = s.lessons
        # Once the hidden door's lesson is given, no door need be kept in mind.
        passed = () if content.lesson(self.lesson).trigger == "hidden-door-beside" else told.passed
        due = tuple(key for key in told.due if key != self.lesson)
        s.lessons = replace(told, given=(*told.given, self.lesson), due=due, passed=passed)

    def variant(self) -> str:
        return "brief" if self.brief else ""

    def rules(self) -> tuple[str, ...]:
        return content.lesson(self.lesson).message.rules


class Told(Event, tag="guide.told"):
    """The guide said his piece on a topic, or at the closing line; `figures` are those of the rules that he named."""

    lesson: str
    line: str
    figures: lessons.Figures

    def variant(self) -> str:
        return f"{self.lesson}.{self.line}"

    def facts(self) -> dict[str, Any]:
        return dict(self.figures)

    def rules(self) -> tuple[str, ...]:
        line = content.lesson(self.lesson).line(self.line)
        return line.rules if line is not None else ()


class GiftGiven(Event, tag="guide.gift"):
    """The gift of a lesson was handed over: an item to a member or at the party's feet, gold, rations, or a map.

    `item` is its kind; `amount` is gold, rations, or the map's floor.
    """

    lesson: str
    sort: str
    brief: bool
    amount: int = 0
    item: str = ""
    member: str = ""

    def apply(self, s: State) -> None:
        if self.sort == "gold":
            s.purse = replace(s.purse, gold=s.purse.gold + self.amount)
        elif self.sort == "rations":
            s.purse = replace(s.purse, rations=s.purse.rations + self.amount)
        elif self.sort == "map" and self.amount not in s.quest.maps:
            s.quest = replace(s.quest, maps=(*s.quest.maps, self.amount))

    def variant(self) -> str:
        return f"brief.{self.sort}" if self.brief else self.sort


class Talk(Asking, tag="guide.talk"):
    """A lesson is open: its topics may be asked, and its closing line ends it (D32.3)."""

    ask = "ask.lesson"
    lesson: str

    def about(self, s: State) -> dict[str, Any]:
        return {"lesson": self.lesson, "closing": content.lesson(self.lesson).closing.label}


class Ask(Action, tag="guide.ask"):
    """Ask the guide about a topic of the lesson, as often as you like (ACT44, D32.3)."""

    text = "ask {topic}"
    during = (Talk,)
    order = 44
    exact = True
    topic: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Ask]:
        return [cls(topic.id) for topic in content.lesson(s.top(Talk).lesson).topics]

    def refused(self, s: State) -> Refusal | None:
        words = tuple(topic.id for topic in content.lesson(s.top(Talk).lesson).topics)
        if self.topic in words:
            return None
        return Refusal("guide.topic", {"said": quoted(self.topic), "words": words})

    def perform(self, ctx: Ctx) -> None:
        tell(ctx, ctx.state.top(Talk).lesson, self.topic)


def tell(ctx: Ctx, lesson: str, line: str) -> None:
    """Let the guide say one of a lesson's lines."""
    ctx.emit(Told(lesson, line, lessons.figures(lesson, line)))


class Accept(Action, tag="guide.accept"):
    """Say the closing line and take the gift, naming who takes an item (ACT45, D32.4, D32.5, D32.7)."""

    text = "accept {member?}"
    during = (Talk,)
    order = 45
    exact = True
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Accept]:
        item = content.lesson(s.top(Talk).lesson).item
        return [cls(member) for member in takers(s) if item] or [cls("")]

    def refused(self, s: State) -> Refusal | None:
        if not content.lesson(s.top(Talk).lesson).item:
            return Refusal("guide.for_all", rule="ACT45") if self.member else None
        if self.member:
            return gear.cannot_receive(s, self.member)
        return Refusal("guide.taker", rule="D32.7") if takers(s) else None

    def rules(self, s: State) -> tuple[str, ...]:
        item = content.lesson(s.top(Talk).lesson).item
        return ("ACT45", "D32.4", "D32.7") if item else ("ACT45", "D32.4")

    def perform(self, ctx: Ctx) -> None:
        lesson = ctx.state.top(Talk).lesson
        ctx.pop()
        tell(ctx, lesson, content.CLOSING)
        hand_over(ctx, lesson, self.member)


# --- reports ---


class Consult(Action, tag="guide.consult"):
    """Note that a report was opened, which S07 hangs on (D32.39); done for you when you open one."""

    text = "consult"
    order = 60
    reads = ("lessons",)
    minor = True
    unlisted = True

    @classmethod
    def offered(cls, s: State) -> Iterable[Consult]:
        return (cls(),)

    def refused(self, s: State) -> Refusal | None:
        known = s.lessons.reported or not wanted(s, "reports-unread")
        return Refusal("guide.reported", rule="D32.39") if known else None

    def perform(self, ctx: Ctx) -> None:
        ctx.emit(ReportOpened())


class ReportOpened(Event, tag="guide.reported"):
    """A report was opened in good time."""

    def apply(self, s: State) -> None:
        s.lessons = replace(s.lessons, reported=True)
