"""The spellbook, its pages, and spells known by heart (D25): taking them, and reading them in fights and outside."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Odds
from undercroft.engine.state import remembered
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import members, powers, wounds
from undercroft.rulebooks.descent.fights import Fight, actor, not_inside, turn_taken
from undercroft.rulebooks.descent.records import (
    OUTSIDE_FIGHTS,
    Action,
    Ctx,
    Event,
    InRoom,
    Member,
    State,
    replace,
    standing,
)

SECOND_PAGE = 1
"""Mana saved while both pages of a spell are bound (D25.10)."""


@remembered("quest")
def bound(s: State) -> tuple[str, ...]:
    """Return the spells in the book, in the order of their pages; none before the book is found (D25.3 to D25.6)."""
    return tuple(dict.fromkeys(s.quest.pages)) if s.quest.book else ()


def mana(s: State, spell: str) -> int:
    """Return what a spell costs its reader, with both pages 1 less (D25.10)."""
    cost = content.spell(spell).mana
    return cost - SECOND_PAGE if spell in _doubled(s) else cost


@remembered("quest")
def _doubled(s: State) -> tuple[str, ...]:
    return tuple([spell for spell in bound(s) if s.quest.pages.count(spell) > 1])


@cache
def by_heart(cls: str) -> tuple[str, ...]:
    """Return the spells that the members of a class need no book for (D25.12)."""
    return tuple([key for key, entry in content.catalogue().spells.items() if cls in entry.who])


@remembered("quest")
def _lists(_: State) -> dict[str, tuple[tuple[str, int], ...]]:
    # Filled class by class as asked for; a page or the book drops it.
    return {}


@remembered("quest")
def _paid(_: State) -> dict[tuple[str, bool, int], tuple[str, ...]]:
    # What a class can read in fights or outside with some mana, filled as asked for.
    return {}


def known_to(s: State, m: Member) -> tuple[tuple[str, int], ...]:
    """Return the spells that a member can read, with their mana: by heart, then out of the book (D25.8)."""
    lists = _lists(s)
    found = lists.get(m.cls)
    if found is None:
        spells = (*by_heart(m.cls), *bound(s)) if members.reads(m) else by_heart(m.cls)
        found = lists[m.cls] = tuple([(key, mana(s, key)) for key in spells])
    return found


def _able(s: State, m: Member) -> tuple[str, ...]:
    """Return the spells that a member can read here and has the mana for, whatever the target."""
    found = _paid(s).get((m.cls, s.fight is None, m.mana))
    return _pay(s, m) if found is None else found


def _pay(s: State, m: Member) -> tuple[str, ...]:
    here = ("any", "outside" if s.fight is None else "fight")
    able = [key for key, cost in known_to(s, m) if cost <= m.mana and content.spell(key).where in here]
    found = _paid(s)[m.cls, s.fight is None, m.mana] = tuple(able)
    return found


def _judge(s: State, spell: str, m: Member) -> Refusal | None:
    """Judge whether a member can read a spell here, whatever the target."""
    entry = content.catalogue().spells.get(spell)
    if entry is None:
        return Refusal("spell.none", {"spell": spell})
    if entry.by_heart:
        if m.cls not in entry.who:
            return Refusal("spell.not_by_heart", {"spell": spell, "member": m.id}, "D25.12")
    elif not members.reads(m):
        return Refusal("spell.no_reader", {"member": m.id}, "D2.7")
    elif spell not in bound(s):
        return Refusal("spell.not_bound", {"spell": spell}, "D25.6")
    if entry.where != "any" and entry.where != ("outside" if s.fight is None else "fight"):
        return Refusal(f"spell.only_{entry.where}", {"spell": spell})
    if m.mana < mana(s, spell):
        return Refusal("spell.mana", {"spell": spell, "member": m.id, "mana": mana(s, spell)}, "D25.7")
    return None


def _aimed(s: State, spell: str, m: Member, target: str) -> Refusal | None:
    """Judge the target: a spell must be able to do something there (D25.14)."""
    found = powers.aims(s, spell, m)
    if target in found:
        return None
    if not found:
        return Refusal("spell.nothing", {"spell": spell}, "D25.14")
    if not powers.is_aimed(spell):
        return Refusal("spell.no_target", {"spell": spell, "target": target})
    return Refusal("spell.target", {"spell": spell, "target": target or "nothing"}, "D25.14")


def _read(ctx: Ctx, spell: str, member: str, target: str) -> None:
    """Pay the mana and let the spell work."""
    cost = mana(ctx.state, spell)
    ctx.emit(SpellRead(member, spell, cost, target))
    wounds.lose_mana(ctx, member, cost, wounds.READING)
    powers.work(ctx, spell, member, target)


def _needs(s: State) -> object:
    """Return all of the members and of what is running that aiming outside fights rests on."""
    return _hurt(s), powers.running(s)


@remembered("members")
def _hurt(s: State) -> tuple[tuple[str, bool, bool, int], ...]:
    return tuple([(m.id, m.fallen, m.health < m.ceiling, m.raises) for m in s.members.values()])


@remembered("members", "quest")
def _means(s: State) -> tuple[tuple[str, bool, bool, int, tuple[str, ...]], ...]:
    """Return all of the members that reading outside fights rests on: who lacks health, and what each has mana for."""
    paid = _paid(s)
    return tuple(
        [
            (m.id, m.health > 0, m.health < m.ceiling, m.raises, _pay(s, m) if able is None else able)
            for m in s.members.values()
            for able in (paid.get((m.cls, s.fight is None, m.mana)),)
        ]
    )


class Cast(Action, tag="spell.cast"):
    """Read a page of the book or a known spell outside fights (ACT20)."""

    text = "cast {spell} {member} {target?}"
    during = OUTSIDE_FIGHTS
    order = 20
    reads = ("quest", "items", "lore", powers.running, _means, powers.underground)
    exact = True
    spell: str
    member: str
    target: str = ""

    @classmethod
    def offered(cls, s: State) -> Iterable[Cast]:
        castings, at_things, here = _castings(s), _castings_at_things(s), powers.underground(s)
        found: list[Cast] = []
        for m in standing(s):
            for key in _able(s, m):
                if here or not powers.is_of_place(key):
                    known = at_things if powers.is_at_things(key) else castings
                    held = known.get((key, m.id))
                    if held is None:
                        aims = [""] if powers.is_of_place(key) else powers.aims(s, key, m)
                        held = known[key, m.id] = [cls(key, m.id, target) for target in aims]
                    found += held
        return found

    def refused(self, s: State) -> Refusal | None:
        m = s.members.get(self.member)
        if m is None:
            return Refusal("member.none", {"member": self.member})
        if m.fallen:
            return Refusal("member.fallen", {"member": self.member}, "D2.14")
        return _judge(s, self.spell, m) or _aimed(s, self.spell, m, self.target)

    def odds(self, s: State) -> Odds:
        return powers.odds(s, self.spell, s.members[self.member], self.target)

    def costs(self, s: State) -> dict[str, Any]:
        return {"mana": mana(s, self.spell)}

    def perform(self, ctx: Ctx) -> None:
        _read(ctx, self.spell, self.member, self.target)


@remembered("quest", "items", "lore", also=members.steady)
def _castings_at_things(_: State) -> dict[tuple[str, str], list[Cast]]:
    # The same of the spells aimed at things.
    return {}


@remembered("quest", also=_needs)
def _castings(_: State) -> dict[tuple[str, str], list[Cast]]:
    # What each member may do with each spell outside fights, filled as asked for: mana comes and goes without it.
    return {}


class FightCast(Action, tag="spell.chant"):
    """Read a page of the book or a known spell in a fight, for the turn (D25.9)."""

    text = "chant {spell} {target?}"
    during = (Fight,)
    order = 47
    needs = "spells"
    exact = True
    spell: str
    target: str = ""

    @classmethod
    def offered(cls, s: State) -> Iterable[FightCast]:
        m = actor(s)
        if m is None:
            return []
        return [cls(key, target) for key in _able(s, m) for target in powers.aims(s, key, m)]

    def refused(self, s: State) -> Refusal | None:
        if refusal := not_inside(s):
            return refusal
        m = actor(s)
        if m is None:
            return Refusal("fight.nobody")
        return _judge(s, self.spell, m) or _aimed(s, self.spell, m, self.target)

    def odds(self, s: State) -> Odds:
        m = actor(s)
        return powers.odds(s, self.spell, m, self.target) if m is not None else ()

    def costs(self, s: State) -> dict[str, Any]:
        return {"mana": mana(s, self.spell)}

    def perform(self, ctx: Ctx) -> None:
        m = actor(ctx.state)
        assert m is not None
        _read(ctx, self.spell, m.id, self.target)
        turn_taken(ctx)


class TakePage(Action, tag="spell.take_page"):
    """Take a page that lies in the room; its name is known only then, and after the book it is bound (D25.4, D25.6)."""

    text = "take-page"
    during = (InRoom,)
    order = 15
    needs = "page"
    exact = True

    @classmethod
    def offered(cls, s: State) -> Iterable[TakePage]:
        return (cls(),)

    def refused(self, s: State) -> Refusal | None:
        return None if s.rooms[s.place.room].pages else Refusal("spell.no_page", rule="ACT15")

    def rules(self, s: State) -> tuple[str, ...]:
        return ("D25.4",) if s.quest.book else ("D25.6",)

    def perform(self, ctx: Ctx) -> None:
        s = ctx.state
        ctx.emit(PageTaken(s.place.room, s.rooms[s.place.room].pages[0], s.quest.book))


class TakeBook(Action, tag="spell.take_book"):
    """Take the spellbook; every page held goes back into it (D25.3)."""

    text = "take-book"
    during = (InRoom,)
    order = 15
    needs = "book"
    exact = True

    @classmethod
    def offered(cls, s: State) -> Iterable[TakeBook]:
        return [cls()]

    def refused(self, s: State) -> Refusal | None:
        return None if s.rooms[s.place.room].prize == "book" else Refusal("spell.no_book", {})

    def perform(self, ctx: Ctx) -> None:
        s = ctx.state
        ctx.emit(BookTaken(s.place.room, len(s.quest.pages)))


class SpellRead(Event, tag="spell.read"):
    """A member read a spell, by heart or out of the book."""

    member: str
    spell: str
    mana: int
    target: str = ""

    def variant(self) -> str:
        # What is named by it was unnamed when it was read.
        naming = powers.power(self.spell).effect == "name-item"
        return "over" if naming else "at" if self.target else ""


class PageTaken(Event, tag="spell.page"):
    """A page was taken out of a room; its name is known now (D25.6)."""

    room: str
    page: str
    bound: bool

    def apply(self, s: State) -> None:
        room = s.rooms[self.room]
        at = room.pages.index(self.page)
        s.rooms[self.room] = replace(room, pages=room.pages[:at] + room.pages[at + 1 :])
        s.quest = replace(s.quest, pages=(*s.quest.pages, self.page))

    def variant(self) -> str:
        return "bound" if self.bound else ""


class BookTaken(Event, tag="spell.book"):
    """The spellbook is in the party's hands, and the pages held are bound in it."""

    room: str
    pages: int

    def apply(self, s: State) -> None:
        s.rooms[self.room] = replace(s.rooms[self.room], prize="")
        s.quest = replace(s.quest, book=True)

    def variant(self) -> str:
        return "" if self.pages else "empty"
