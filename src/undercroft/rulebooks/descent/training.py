"""The training ground's practice fights (D1.16, D1.17, D1.20).

A practice fight is a fight like any other, under a frame that keeps what the party had before it and puts it back.
The few chapters in which a real fight ends otherwise ask `practising`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from undercroft.engine.action import Refusal
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import fights, monsters
from undercroft.rulebooks.descent.records import (
    Action,
    Counts,
    Ctx,
    Effect,
    Event,
    Frame,
    InCourtyard,
    Item,
    Lore,
    Member,
    PartyEffect,
    Purse,
    Quest,
    Record,
    State,
    Tale,
)

PERIL = 1
"""Peril of the kinds that can be practised against (D1.16)."""
GATE = "gate"
"""The one way out of a practice fight (D1.20)."""


class Kept(Record):
    """All of the state that a fight may change, as it was before: fields as they are, tables as their rows."""

    purse: Purse
    quest: Quest
    lore: Lore
    counts: Counts
    members: tuple[tuple[str, Member], ...]
    items: tuple[tuple[str, Item], ...]
    effects: tuple[tuple[str, Effect], ...]
    party_effects: tuple[tuple[str, PartyEffect], ...]
    bestiary: tuple[tuple[str, Tale], ...]


FIELDS = ("purse", "quest", "lore", "counts")
TABLES = ("members", "items", "effects", "party_effects", "bestiary")


def keep(s: State) -> Kept:
    """Return what is to be put back after a practice fight."""
    rows: dict[str, Any] = {name: tuple(getattr(s, name).items()) for name in TABLES}
    return Kept(s.purse, s.quest, s.lore, s.counts, **rows)


class Practising(Frame, tag="training.practising"):
    """Under a practice fight: when the fight is over, all is put back as it was (D1.17)."""

    kept: Kept

    def resume(self, ctx: Ctx) -> None:
        ctx.emit(PracticeOver())
        ctx.pop()


def practising(s: State) -> bool:
    """Say whether nothing that happens now will have happened (D1.17, D1.20)."""
    return s.find(Practising) is not None


@cache
def kinds() -> tuple[str, ...]:
    """Return the kinds that can be practised against, in table order (D1.16)."""
    return tuple([kind for kind, entry in content.catalogue().monsters.items() if entry.peril == PERIL])


class PracticeOver(Event, tag="training.over"):
    """A practice fight is over, and never was: the party has again what it had (D1.17)."""

    def apply(self, s: State) -> None:
        kept = s.top(Practising).kept
        for name in FIELDS:
            setattr(s, name, getattr(kept, name))
        for name in TABLES:
            table = getattr(s, name)
            for key in list(table):
                del table[key]
            for key, row in getattr(kept, name):
                table[key] = row


class PracticeFight(Action, tag="training.fight"):
    """Fight a band of a kind of peril 1 in the training ground, for nothing but the practice (ACT04)."""

    text = "practice-fight {kind}"
    during = (InCourtyard,)
    order = 4
    exact = True
    kind: str

    @classmethod
    def offered(cls, s: State) -> Iterable[PracticeFight]:
        return [cls(kind) for kind in kinds()]

    def refused(self, s: State) -> Refusal | None:
        return None if self.kind in kinds() else Refusal("training.kind", {"kinds": kinds()}, "D1.16")

    def perform(self, ctx: Ctx) -> None:
        ctx.push(Practising(keep(ctx.state)))
        fights.open_fight(ctx, monsters.draw_size(ctx, ctx.state, self.kind))
