"""Living Statues (D22): a thing named for an offer, wounds mended and one of the fallen raised (D17.9) for gold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from undercroft.engine.action import Open, Refusal
from undercroft.engine.chance import Odds, Spread, span
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import gear, raising, stores, things, wounds
from undercroft.rulebooks.descent.records import Action, Ctx, Event, InRoom, State, replace, standing

STATUE = "living-statue"
"""What mends and raises here, as a source."""
NAMED, SILENT, BROKEN = "named", "silent", "broken"
"""What an offer may bring (D22.7 to D22.9)."""
ANSWERS = {NAMED: "D22.3", SILENT: "D22.8", BROKEN: "D22.9"}
"""The rule of each."""
HALF = 2
"""An offer below the hidden number divided by this breaks the thing (D22.8, D22.9)."""


# --- looking ---


def statue_here(s: State) -> bool:
    """Say whether a Living Statue stands in the party's room."""
    room = s.rooms.get(s.place.room)
    return room is not None and room.statue


def figures(s: State) -> content.Floor:
    """Return the figures of the party's floor: what a statue posts, and what it asks to mend and to raise (D22.2)."""
    return content.floor(s.place.floor)


def unnamed(s: State) -> list[str]:
    """Return the unnamed bottles, scrolls and lanterns in the members' packs (D22.4)."""
    held = [key for m in s.members.values() for key in s.items.keys_where(f"{gear.PACK}:{m.id}")]
    return [key for key in held if _is_unnamed(s, key)]


def _is_unnamed(s: State, item: str) -> bool:
    row = s.items[item]
    return content.item(row.kind).sort in things.SEALED and not gear.is_named(s, row)


def number_draw(posted: int) -> Spread:
    """Return one draw toward the hidden number, which is the lower of two (D22.6). Its figure is never told (D34.6)."""
    return span("statue", 1, posted, shown=False)


def answer(paid: int, number: int) -> str:
    """Return what a statue does for an offer against its hidden number (D22.7 to D22.9)."""
    if paid >= number:
        return NAMED
    return SILENT if HALF * paid >= number else BROKEN


def _no_statue(s: State) -> Refusal | None:
    return None if statue_here(s) else Refusal("statue.none")


# --- events ---


class Answered(Event, tag="statue.answered"):
    """A statue took the gold offered for a thing and answered (D22.10)."""

    item: str
    gold: int
    answer: str

    def apply(self, s: State) -> None:
        s.purse = replace(s.purse, gold=s.purse.gold - self.gold)

    def variant(self) -> str:
        return self.answer

    def rules(self) -> tuple[str, ...]:
        return (ANSWERS[self.answer], "D22.10")


class Mended(Event, tag="statue.mended"):
    """A statue was paid to mend a member."""

    member: str
    gold: int

    def apply(self, s: State) -> None:
        s.purse = replace(s.purse, gold=s.purse.gold - self.gold)


class Called(Event, tag="statue.called"):
    """A statue was paid to call a fallen member back."""

    member: str
    gold: int

    def apply(self, s: State) -> None:
        s.purse = replace(s.purse, gold=s.purse.gold - self.gold)


# --- actions ---


class Offer(Action, tag="statue.offer"):
    """Offer gold for an unnamed thing of a member's pack; the posted price never fails (D22.3 to D22.11)."""

    text = "offer {gold} for {item}"
    during = (InRoom,)
    order = 31
    needs = "statue"
    gold: int
    item: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Open]:
        most = s.purse.gold
        if not statue_here(s) or most < 1:
            return []
        return [Open(cls(1, key), "gold", 1, most) for key in unnamed(s)]

    def refused(self, s: State) -> Refusal | None:
        if refusal := _no_statue(s):
            return refusal
        row = s.items.get(self.item)
        if row is None or not row.place.startswith(f"{gear.PACK}:"):
            return gear.no_such_item(self.item)
        if not _is_unnamed(s, self.item):
            return Refusal("statue.known", {"item": self.item}, "D22.4")
        if self.gold < 1:
            return Refusal("statue.nothing", {}, "D22.11")
        return stores.too_dear(s, self.gold)

    def rules(self, s: State) -> tuple[str, ...]:
        posted = figures(s).posts
        return ("D22.5", "D22.6") if self.gold < posted else ("D22.5", "D22.11") if self.gold > posted else ("D22.5",)

    def odds(self, s: State) -> Odds:
        posted = figures(s).posts
        return () if self.gold >= posted else (number_draw(posted),)

    def perform(self, ctx: Ctx) -> None:
        posted = figures(ctx.state).posts
        paid = min(self.gold, posted)
        said = NAMED
        if paid < posted:
            draw = number_draw(posted)
            said = answer(paid, min(ctx.roll(draw), ctx.roll(draw)))
        ctx.emit(Answered(self.item, paid, said))
        if said == NAMED:
            gear.name_item(ctx, self.item)
        elif said == BROKEN:
            gear.destroy(ctx, self.item, "broken")


class Mend(Action, tag="statue.mend"):
    """Pay to have a standing member mended to the ceiling (D22.12, D22.13)."""

    text = "mend {member}"
    during = (InRoom,)
    order = 32
    needs = "statue"
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Mend]:
        return [cls(m.id) for m in standing(s)] if statue_here(s) else []

    def refused(self, s: State) -> Refusal | None:
        if refusal := _no_statue(s):
            return refusal
        m = s.members.get(self.member)
        if m is None:
            return Refusal("member.none", {"member": self.member})
        if m.fallen:
            return Refusal("member.fallen", {"member": self.member}, "D22.13")
        if m.health >= m.ceiling:
            return Refusal("statue.hale", {"member": self.member}, "D22.12")
        return stores.too_dear(s, figures(s).mends)

    def costs(self, s: State) -> dict[str, Any]:
        return {"gold": figures(s).mends}

    def perform(self, ctx: Ctx) -> None:
        m = ctx.state.members[self.member]
        ctx.emit(Mended(self.member, figures(ctx.state).mends))
        wounds.heal(ctx, self.member, m.ceiling - m.health, STATUE)


class CallBack(Action, tag="statue.raise"):
    """Pay to have a fallen member raised (D17.9)."""

    text = "call-back {member}"
    during = (InRoom,)
    order = 33
    needs = "statue"
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[CallBack]:
        return [cls(m.id) for m in s.members.values() if m.fallen] if statue_here(s) else []

    def refused(self, s: State) -> Refusal | None:
        if refusal := _no_statue(s):
            return refusal
        m = s.members.get(self.member)
        if m is None:
            return Refusal("member.none", {"member": self.member})
        if not m.fallen:
            return Refusal("statue.alive", {"member": self.member}, "D17.9")
        if not raising.can_raise(s, m):
            king = m.cls == raising.NEVER_RAISED
            return Refusal("statue.never" if king else "statue.often", {"member": self.member}, "D17.7")
        return stores.too_dear(s, figures(s).raises)

    def costs(self, s: State) -> dict[str, Any]:
        return {"gold": figures(s).raises}

    def perform(self, ctx: Ctx) -> None:
        ctx.emit(Called(self.member, figures(ctx.state).raises))
        raising.raise_fallen(ctx, [self.member], STATUE)
