"""Talking (T22.39 to T22.41, T22.50, T11.30): parley with a group that is aware, and the riddle that Kobolds set."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Chance, Odds
from undercroft.rulebooks.tabletop import (
    bars,
    exploring,
    fighters,
    fights,
    foes,
    meeting,
    monsters,
    points,
    spells,
    tests,
)
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.exploring import OUTSIDE, able, who_refused
from undercroft.rulebooks.tabletop.records import Character, Ctx, Event, Frame, Group, Lot, State, replace

OFFER, OFFER_HELPS = 5, -3
"""Silver for each ML of the group, and what offering it does to the Test (T22.39)."""
FOUGHT = 3
"""Added to the Test with a kind that the party has fought here (T22.39)."""
RIDDLE, RIDDLE_HARD = "kobold-riddle", 3
"""(T11.30)."""
HAND_OVER = 6
"""The adjustment of the Test that makes a boss give the quest's object up (T22.41)."""


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
    return sum(c.silver for c in fighters.living(s))


class Parley(meeting.Before, tag="meeting.parley"):
    """Talk an aware group round, once, perhaps with an offer (T22.39, T22.40)."""

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

    def costs(self, s: State) -> dict[str, Any] | None:
        return {"silver": price(s, meeting.faced(s))} if self.offer else None

    def rolls(self, s: State) -> Odds:
        group = meeting.faced(s)
        c = s.characters[self.member]
        first = tests.chance(
            s, c, "charisma", parley_adjustment(s, group, c, offer=bool(self.offer)), name="parley", about=c.id
        )
        second = tests.chance(s, c, "charisma", HAND_OVER, name="hand-over", about=c.id)
        return (first, second) if group.id == s.adventure.boss and boss_yields(s) else (first,)

    def do(self, ctx: Ctx) -> None:
        s = ctx.state
        group = meeting.faced(s)
        c = s.characters[self.member]
        ctx.emit(Parleyed(group.id, c.id))
        more = parley_adjustment(s, group, c, offer=bool(self.offer))
        if not tests.passes(ctx, c, "charisma", more, name="parley", about=c.id):
            meeting.begin(ctx, group.id, ready=True)
            return
        if group.id == s.adventure.boss and not _yields(ctx, c):
            meeting.begin(ctx, group.id, ready=True)
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


# --- the riddle of Kobolds ---


def sets_riddle(s: State, group: Group | None) -> bool:
    """Say whether a group of Kobolds alone will set its riddle (T11.30)."""
    return group is not None and group.mood == fights.AWARE and not group.riddled and exploring.shy(s, group)


def riddle_chance(s: State, c: Character) -> Chance:
    """Return the chance to answer the Kobolds (T11.30)."""
    return tests.chance(s, c, "intelligence", RIDDLE_HARD, name=RIDDLE, about=c.id)


def riddle(ctx: Ctx, who: str) -> None:
    """Answer the Kobolds' riddle: they let the party pass, or use their magic and run off (T11.30)."""
    group = meeting.faced(ctx.state)
    c = ctx.state.characters[who]
    if tests.passes(ctx, c, "intelligence", RIDDLE_HARD, name=RIDDLE, about=who):
        ctx.emit(GroupWent(group.id, "let-pass"))
        points.award_deed(ctx, who, bars.MASTERED)
    else:
        ctx.push(Tricks(group.id))


class Tricks(Frame, tag="parley.tricks"):
    """Kobolds whose riddle was not answered use their magic and run off: a stage whose odds would tell who has any."""

    group: str

    def resume(self, ctx: Ctx) -> None:
        ctx.pop()
        for foe in tricksters(ctx.state, self.group):
            foes.use_magic(ctx, foe)
        ctx.emit(GroupWent(self.group, "ran-off"))

    def odds(self, s: State) -> Odds:
        found = [roll for foe in tricksters(s, self.group) for roll in foes.magic_odds(s, foe)]
        return tuple(dict.fromkeys(found))


def tricksters(s: State, group: str) -> list[str]:
    """Return those of a group that can use magic: they stand, and are awake."""
    return [foe.id for foe in exploring.standing(s, s.groups[group]) if fighters.condition(foe, "asleep") is None]


# --- events ---


class Parleyed(Event, tag="meeting.parleyed"):
    """Somebody spoke to a group, which listens once (T22.40)."""

    group: str
    who: str

    def apply(self, s: State) -> None:
        meeting.change(s, self.group, parleyed=True)


class Paid(Event, tag="meeting.paid"):
    """The silver that was offered changed hands (T22.39)."""

    parts: tuple[tuple[str, int], ...]

    def apply(self, s: State) -> None:
        for who, part in self.parts:
            s.characters[who] = replace(s.characters[who], silver=s.characters[who].silver - part)

    def facts(self) -> dict[str, object]:
        return {"silver": sum(part for _, part in self.parts)}


class GroupWent(Event, tag="meeting.went"):
    """A group let the party pass, or ran off undefeated: it counts as gone with its treasure (T22.50).

    A boss's is the hoard in the chest of its room (T22.31).
    """

    group: str
    how: str

    def apply(self, s: State) -> None:
        meeting.change(s, self.group, gone=True, riddled=True)
        chest = s.chests.get(s.groups[self.group].home)
        if self.group == s.adventure.boss and chest is not None:
            s.chests[chest.room] = replace(chest, lot=Lot())

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
            s.adventure = replace(row, captive=meeting.FREED)
            return
        s.adventure = replace(row, carried=(*row.carried, self.thing))
        group, chest = s.groups[row.boss], s.chests.get(s.groups[row.boss].home)
        meeting.change(s, row.boss, lot=replace(group.lot, objects=()))
        if chest is not None:
            s.chests[chest.room] = replace(chest, lot=replace(chest.lot, objects=()))

    def variant(self) -> str:
        return self.thing

    def rules(self) -> tuple[str, ...]:
        return ("T22.41",)
