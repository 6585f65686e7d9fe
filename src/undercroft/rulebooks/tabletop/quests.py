"""Quests (T22.1 to T22.4, T22.21 to T22.26): what a village asks for, setting out, and coming home."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from undercroft.engine.action import Refusal
from undercroft.engine.errors import nearest, quoted
from undercroft.engine.rulebook import on
from undercroft.rulebooks.tabletop import (
    aftermath,
    budgets,
    clock,
    dungeons,
    encounters,
    exploring,
    fighters,
    meeting,
    pause,
    points,
    road,
)
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.catalogue import catalogue
from undercroft.rulebooks.tabletop.dungeons import Plan
from undercroft.rulebooks.tabletop.exploring import Road
from undercroft.rulebooks.tabletop.records import Adventure, Clock, Ctx, Event, Inn, Journey, Place, State, replace
from undercroft.rulebooks.tabletop.village import Village, VillageAction

REWARD = 25
"""Silver for each surviving character, times the adventure level (T22.23)."""
SHORT = "short"
"""The size that is meant when none is named (T22.2)."""
NORMAL = "normal"
RETIRED = "retired"


# --- the pause ---


def arrive(ctx: Ctx) -> None:
    """Let the party stay in a village: its quest, its healer's shelf (T18.13, T22.44)."""
    number = ctx.state.party.completed + ctx.state.party.failed + 1
    small = ctx.roll(pause.POTIONS)
    ctx.emit(VillageReached(dungeons.village(ctx, number), pause.healer_stock(small)))


def level(s: State) -> int:
    """Return the adventure level of the party as it is (T22.4)."""
    return budgets.adventure_level([c.level for c in fighters.living(s)])


def rating(s: State) -> int:
    """Return the Party Rating of the party as it is (T22.5)."""
    return budgets.party_rating([c.level for c in fighters.living(s)])


def number(s: State) -> int:
    """Return which adventure of the campaign comes next, from 1."""
    return s.party.completed + s.party.failed + 1


def themes(s: State) -> list[str]:
    """Return the themes whose band holds the adventure level (T22.10)."""
    return [one.id for one in catalogue().themes.values() if one.level_low <= level(s) <= one.level_high]


def suits(s: State, theme: str, setting: str) -> bool:
    """Say whether chance could choose a theme for the party as it is, in this setting (T22.10)."""
    most = budgets.budget(rating(s), encounters.BOSS, setting)
    return theme in [one.id for one in budgets.themes_for(level(s), most)]


def drawn(ctx: Ctx, setting: str = NORMAL) -> str:
    """Draw a theme that suits the party in this setting (T22.10)."""
    s = ctx.state
    plan = Plan(number(s), SHORT, level(s), rating(s), setting)
    return dungeons.drawn_theme(ctx.fresh(dungeons.STREAM, number(s), "theme"), plan).id


class AskQuest(VillageAction, tag="quests.ask"):
    """Ask what the village needs done."""

    text = "quest"
    order = 1

    def refused(self, s: State) -> Refusal | None:
        if s.inn.quest:
            return Refusal("quests.asked", {"quest": s.inn.quest})
        return None if fighters.living(s) else Refusal("quests.nobody", {}, "T22.26")

    def perform(self, ctx: Ctx) -> None:
        s = ctx.state
        quest = dungeons.drawn_quest(ctx.fresh(dungeons.STREAM, number(s), "quest"))
        ctx.emit(QuestOffered(quest.id, drawn(ctx)))


class AcceptBase(VillageAction):
    """Base of the ways to accept the quest."""

    order = 41
    exact = True

    def chosen(self, s: State) -> tuple[str, str | None, str]:
        """Return size, theme and setting; None is the theme offered."""
        raise NotImplementedError

    def refused(self, s: State) -> Refusal | None:
        if not s.inn.quest:
            return Refusal("quests.unasked", {}, "T22.1")
        if s.inn.length:
            return Refusal("quests.accepted", {})
        size, theme, setting = self.chosen(s)
        fits = themes(s)
        for said, known, rule in (
            (size, catalogue().lengths, "T22.2"), (setting, catalogue().settings, "T22.3"),
        ):  # fmt: skip
            if said not in known:
                facts = {"said": quoted(said), "near": nearest(said, known) or ".", "known": tuple(known)}
                return Refusal("quests.word", facts, rule)
        if theme is not None and theme not in fits:
            near = nearest(theme, [*fits, *catalogue().settings]) or "."
            return Refusal("quests.theme", {"said": quoted(theme), "level": level(s), "near": near}, "T22.10")
        return None

    def rules(self, s: State) -> tuple[str, ...]:
        _, theme, setting = self.chosen(s)
        at_times = {"T22.3": setting != NORMAL, "T22.10": theme is not None}
        return ("T22.2", *(rule for rule, holds in at_times.items() if holds))

    def perform(self, ctx: Ctx) -> None:
        size, theme, setting = self.chosen(ctx.state)
        offered = ctx.state.inn.theme
        # What was offered was drawn for the normal boss budget; another setting may leave that boss too dear.
        kept = offered if suits(ctx.state, offered, setting) else drawn(ctx, setting)
        ctx.emit(QuestAccepted(size, theme or kept, setting, bool(theme)))


class Accept(AcceptBase, tag="quests.accept"):
    """Accept the quest, at a size (T22.2)."""

    text = "accept {size}"
    order = 2
    size: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Accept]:
        return [cls(size) for size in catalogue().lengths] if s.inn.quest and not s.inn.length else []

    def chosen(self, s: State) -> tuple[str, str | None, str]:
        return self.size, None, NORMAL


class AcceptAs(AcceptBase, tag="quests.accept_as"):
    """Accept the quest, at a size, and name a theme that fits or a setting (T22.3, T22.10)."""

    text = "accept {size} {how}"
    order = 2
    size: str
    how: str

    @classmethod
    def offered(cls, s: State) -> Iterable[AcceptAs]:
        if not s.inn.quest or s.inn.length:
            return []
        return [cls(size, how) for size in catalogue().lengths for how in (*themes(s), *catalogue().settings)]

    def chosen(self, s: State) -> tuple[str, str | None, str]:
        return (self.size, None, self.how) if self.how in catalogue().settings else (self.size, self.how, NORMAL)


class AcceptBoth(AcceptBase, tag="quests.accept_both"):
    """Accept the quest, at a size, in a theme and a setting."""

    text = "accept {size} {theme} {setting}"
    order = 2
    size: str
    theme: str
    setting: str

    @classmethod
    def offered(cls, s: State) -> Iterable[AcceptBoth]:
        if not s.inn.quest or s.inn.length:
            return []
        kinds, settings = themes(s), catalogue().settings
        return [cls(size, theme, setting) for size in catalogue().lengths for theme in kinds for setting in settings]

    def chosen(self, s: State) -> tuple[str, str | None, str]:
        return self.size, self.theme, self.setting


class Depart(VillageAction, tag="quests.depart"):
    """Set out: the week's rest is settled, and the road begins (T18.10, T22.1)."""

    text = "depart"
    order = 3

    def refused(self, s: State) -> Refusal | None:
        if not fighters.living(s):
            return Refusal("quests.nobody", {}, "T22.26")
        return None if s.inn.length else Refusal("quests.none", {}, "T22.1")

    def perform(self, ctx: Ctx) -> None:
        pause.settle(ctx)
        s = ctx.state
        inn = s.inn
        # Who joined or left since may have changed level and budget: a theme that fits no more is chosen anew (T22.10).
        fits = inn.theme in themes(s) if inn.named else suits(s, inn.theme, inn.setting)
        theme = inn.theme if fits else ""
        dungeons.generate(ctx, Plan(number(s), inn.length, level(s), rating(s), inn.setting, theme, inn.quest))
        ctx.emit(Departed())
        road.set_out(ctx, home=False)
        ctx.turn(Road())


class EndCampaign(VillageAction, tag="quests.end"):
    """Hang up all boots: the campaign ends, and the party's sheets are kept (T16.20, T18.15)."""

    text = "end-campaign"
    order = 70
    minor = True

    def forgoes(self, s: State) -> dict[str, Any]:
        return {}

    def perform(self, ctx: Ctx) -> None:
        end_campaign(ctx)


def end_campaign(ctx: Ctx) -> None:
    """End the campaign: won if any adventure was brought to a good end."""
    done = ctx.state.party.completed
    ctx.emit(CampaignEnded(done))
    ctx.end(RETIRED, ("player",) if done else ())


# --- the dungeon's door ---


@on(exploring.RoadEnded)
def at_the_end(ctx: Ctx, ended: exploring.RoadEnded) -> None:
    """Enter the dungeon, or come home."""
    if ended.home:
        come_home(ctx)
        return
    ctx.pop(Road)
    meeting.enter(ctx)


@on(meeting.DungeonEntered)
def note_entry(ctx: Ctx, _: meeting.DungeonEntered) -> None:
    """From the first time on the days allowed are counted (T22.24)."""
    if not ctx.state.adventure.entered:
        ctx.emit(DaysBegun(ctx.state.clock.turn))


@on(aftermath.DungeonLeft)
def turn_home(ctx: Ctx, _: aftermath.DungeonLeft) -> None:
    """Let the road home begin (T22.25)."""
    road.set_out(ctx, home=True)
    ctx.push(Road())


# --- home ---


def is_late(row: Adventure) -> bool:
    """Say whether the quest was fulfilled after the days allowed (T22.24)."""
    return row.fulfilled - row.entered > catalogue().lengths[row.length].days * clock.TURNS_A_DAY


def come_home(ctx: Ctx) -> None:
    """End the adventure: points and pay for a success, and a new pause (T16.12, T22.23 to T22.25)."""
    row = ctx.state.adventure
    if row.fulfilled >= 0:
        late = is_late(row)
        points.award_completion(ctx, row.level, late=late)
        each = REWARD * row.level // (2 if late else 1)
        ctx.emit(Rewarded(tuple(c.id for c in fighters.living(ctx.state)), each, late))
    pause.end_adventure(ctx)
    ctx.emit(CameHome(row.fulfilled >= 0))
    arrive(ctx)
    ctx.turn(Village())
    if number(ctx.state) > ctx.state.terms.until > 0:
        end_campaign(ctx)


# --- events ---


class VillageReached(Event, tag="quests.village"):
    """The party is in a village."""

    village: str
    potions: tuple[str, ...]

    def apply(self, s: State) -> None:
        s.place = Place("village")
        s.journey = Journey()
        s.inn = Inn(self.village, self.potions)

    def facts(self) -> dict[str, Any]:
        return {"village": catalogue().villages[self.village].name, "potions": len(self.potions)}


class QuestOffered(Event, tag="quests.offered"):
    """The village tells what it needs."""

    quest: str
    theme: str

    def apply(self, s: State) -> None:
        s.inn = replace(s.inn, quest=self.quest, theme=self.theme)

    def variant(self) -> str:
        return "warned" if content.theme(self.theme).warns else ""

    def facts(self) -> dict[str, Any]:
        return {"quest": catalogue().quests[self.quest].about, "theme": content.theme(self.theme).name}

    def rules(self) -> tuple[str, ...]:
        return ("T22.10", "T22.21")


class QuestAccepted(Event, tag="quests.accepted"):
    """The quest is the party's."""

    size: str
    theme: str
    setting: str
    named: bool = False

    def apply(self, s: State) -> None:
        s.inn = replace(s.inn, length=self.size, theme=self.theme, setting=self.setting, named=self.named)

    def variant(self) -> str:
        return "warned" if content.theme(self.theme).warns else ""

    def facts(self) -> dict[str, Any]:
        found = catalogue().lengths[self.size]
        return {"rooms": found.rooms, "days": found.days, "theme": content.theme(self.theme).name}


class Departed(Event, tag="quests.departed"):
    """The adventure's clock begins."""

    def apply(self, s: State) -> None:
        s.clock = Clock()


class DaysBegun(Event, tag="quests.days"):
    """The party is in the dungeon; its days are counted (T22.24)."""

    turn: int

    def apply(self, s: State) -> None:
        s.adventure = replace(s.adventure, entered=self.turn)


class Rewarded(Event, tag="quests.rewarded"):
    """The quest's silver was paid to each survivor (T22.23)."""

    who: tuple[str, ...]
    each: int
    late: bool

    def apply(self, s: State) -> None:
        for who in self.who:
            s.characters[who] = replace(s.characters[who], silver=s.characters[who].silver + self.each)

    def variant(self) -> str:
        return "late" if self.late else ""

    def rules(self) -> tuple[str, ...]:
        return ("T22.23", "T22.24")


class CameHome(Event, tag="quests.home"):
    """The adventure is over; the dead leave the marching order, and nothing of the dungeon is left."""

    success: bool

    def apply(self, s: State) -> None:
        order = tuple(fighters.living_ids(s))
        done = s.party.completed + self.success
        s.party = replace(s.party, order=order, completed=done, failed=s.party.failed + (not self.success), ready=False)
        s.adventure = Adventure()
        for table in (s.rooms, s.ways, s.groups, s.chests, s.traps, s.features, s.foes):
            for key in list(table):
                del table[key]

    def variant(self) -> str:
        return "success" if self.success else ""


class CampaignEnded(Event, tag="quests.over"):
    """The campaign ended by the players' will."""

    completed: int
