"""Bottles, scrolls, lanterns and charms (D24): using and reading them, in fights and outside; naming; the Gremlin Bell.

What they do is in `powers`. An unnamed scroll that turns out to want a target asks for it: the frame `Aiming`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, ClassVar

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Odds
from undercroft.engine.rulebook import on
from undercroft.engine.state import remembered
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import gear, members, powers, training
from undercroft.rulebooks.descent.clock import Stepped
from undercroft.rulebooks.descent.fights import Fight, actor, call_helper, not_inside, turn_taken
from undercroft.rulebooks.descent.records import (
    COURTYARD,
    OUTSIDE_FIGHTS,
    Action,
    Asking,
    Ctx,
    Event,
    Item,
    Member,
    State,
    replace,
    standing,
)

SEALED = ("bottle", "scroll", "lantern")
"""Sorts that may be unnamed (D24.17)."""


@cache
def is_used(kind: str) -> bool:
    """Say whether things of a kind are used up for an effect, and not worn, carried or kindled (D24.8)."""
    entry = content.item(kind)
    if isinstance(entry, content.Charm):
        return entry.used and entry.effect != "raise"
    return entry.sort in SEALED


def fits(s: State, kind: str) -> bool:
    """Say whether a kind can be used where the party is now (D24.2, D24.16, D24.18)."""
    return _fits(kind, s.fight is None, s.place.floor == COURTYARD)


@cache
def _fits(kind: str, outside: bool, above: bool) -> bool:
    entry = content.item(kind)
    if not isinstance(entry, content.Thing):
        return False
    if entry.where not in ("any", "outside" if outside else "fight"):
        return False
    return not (above and powers.is_of_place(kind))


def use_known(s: State, item: Item) -> bool:
    """Say whether the party may be told what a thing does: named, and a Gremlin Bell carried long enough (H6)."""
    entry = content.item(item.kind)
    return gear.is_named(s, item) and not (isinstance(entry, content.Charm) and item.carried < entry.shown_after)


def _judge(s: State, key: str, target: str, *, scroll: bool) -> Refusal | None:
    """Judge the use of a thing, or the reading of a scroll, out of its holder's own pack."""
    item = s.items.get(key)
    if item is None or not item.place.startswith("pack:"):
        return Refusal("thing.no_scroll" if scroll else "thing.none", {"item": key}, "D24.8")
    user = s.members[gear.holder(item)]
    entry = content.item(item.kind)
    if s.fight is not None and (refusal := not_inside(s)):
        return refusal
    if s.fight is not None and actor(s) != user:
        return Refusal("thing.not_yours", {"item": key}, "D24.8")
    if user.fallen:
        return Refusal("member.fallen", {"member": user.id}, "D2.14")
    if (entry.sort == "scroll") != scroll:
        return Refusal("thing.read" if entry.sort == "scroll" else "thing.not_scroll", {"item": key})
    if scroll and not members.reads(user):
        return Refusal("thing.no_reader", {"member": user.id}, "D24.7")
    if not is_used(item.kind):
        return Refusal("thing.no_use", {"item": key}, "D24.8")
    if not gear.is_named(s, item):
        if refusal := _shut(s, key):
            return refusal
        return Refusal("thing.sealed", {"item": key}, "D24.17") if target else None
    if not fits(s, item.kind):
        return Refusal("thing.not_here", {"item": key}, "D24.2" if scroll else "D24.16")
    if is_blank(item):
        return Refusal("thing.no_memory", {"item": key}, "D14.16")
    return aimed(s, item.kind, user.id, target)


def _shut(s: State, key: str) -> Refusal | None:
    """Refuse an unnamed thing where none is used: in practice, or in a fight if it is a lantern (D1.20, D24.16)."""
    if training.practising(s):
        return Refusal("thing.practice", {"item": key}, "D1.20")
    if s.fight is not None and content.item(s.items[key].kind).sort == "lantern":
        return Refusal("thing.not_here", {"item": key}, "D24.16")
    return None


def is_blank(item: Item) -> bool:
    """Say whether it is a stone that nothing was told to (D14.16)."""
    return not item.memory and powers.power(item.kind).effect == "summon"


def aimed(s: State, source: str, user: str, target: str) -> Refusal | None:
    """Judge the target of a thing: one must be named if it wants one, else none. Things may be wasted."""
    if not powers.is_aimed(source):
        return Refusal("thing.no_target", {"item": source, "target": target}) if target else None
    if target in powers.aims(s, source, s.members[user]):
        return None
    return Refusal("thing.target", {"item": source, "target": target or "nothing"})


def _uses(s: State, user: Member, *, scroll: bool) -> list[tuple[str, str]]:
    """Return the things in a member's pack that it may use (or the scrolls it may read) now, each with its targets."""
    found: list[tuple[str, str]] = []
    for key, kind in _in_pack(s, user.id)[scroll]:
        if not kind:
            if _shut(s, key) is None:
                found.append((key, ""))
        elif fits(s, kind):
            if powers.is_aimed(kind):
                found += [(key, target) for target in powers.aims(s, kind, user)]
            else:
                found.append((key, ""))
    return found


@remembered("lore", items=gear.pack_of)
def _in_pack(s: State, member: str) -> dict[bool, list[tuple[str, str]]]:
    """Return the things in a pack that are used up, scrolls apart, each with its kind if that is known."""
    found: dict[bool, list[tuple[str, str]]] = {False: [], True: []}
    for key in s.items.keys_where(*gear.pack_of(member)):
        item = s.items[key]
        if is_used(item.kind):
            sorted_in = found[content.item(item.kind).sort == "scroll"]
            if not gear.is_named(s, item):
                sorted_in.append((key, ""))
            elif not is_blank(item):
                sorted_in.append((key, item.kind))
    return found


def _odds(s: State, key: str, target: str) -> Odds:
    item = s.items[key]
    user = s.members[gear.holder(item)]
    if gear.is_named(s, item):
        return powers.odds(s, item.kind, user, target)
    return powers.sealed_odds(s, content.item(item.kind).sort, user)


def _vain(s: State, key: str) -> bool:
    """Say whether a thing known by name would be wasted here: used for nobody named, and of no use to anybody (R13)."""
    item = s.items[key]
    if not gear.is_named(s, item) or powers.is_aimed(item.kind) or is_blank(item) or item.memory:
        return False
    return powers.is_vain(s, item.kind, s.members[gear.holder(item)])


def _spend(ctx: Ctx, key: str, target: str) -> None:
    """Use a thing up for its effect; an unnamed one becomes known, and is kept if of no use here (D24.1, D24.2)."""
    s = ctx.state
    item = s.items[key]
    user, kind = gear.holder(item), item.kind
    known = gear.is_named(s, item)
    ctx.emit(ThingUsed(user, key, kind, content.item(kind).sort, known))
    if not known:
        gear.name_item(ctx, key)
        open_targets = powers.aims(s, kind, s.members[user]) if powers.is_aimed(kind) else [""]
        if not fits(s, kind) or not open_targets:
            ctx.emit(ThingKept(user, key))
            return
    memory = item.memory
    gear.destroy(ctx, key, "used")
    if not known and powers.is_aimed(kind):
        ctx.push(Aiming(user, kind))
    elif memory:
        call_helper(ctx, memory, user)
    else:
        powers.work(ctx, kind, user, target, shown=known)


# Outside fights ---------------------------------------------------------------------------------------------------


class _Using(Action):
    """What using things and reading scrolls have in common, outside fights and in them."""

    exact = True
    scroll: ClassVar[bool] = False
    item: str
    target: str = ""

    def refused(self, s: State) -> Refusal | None:
        return _judge(s, self.item, self.target, scroll=self.scroll)

    def odds(self, s: State) -> Odds:
        return _odds(s, self.item, self.target)

    def moot(self, s: State) -> bool:
        return _vain(s, self.item)


class Use(_Using, tag="thing.use"):
    """Use a bottle, a lantern or a charm out of its holder's own pack, outside fights (D24.8, D24.16)."""

    text = "use {item} {target?}"
    during = OUTSIDE_FIGHTS
    order = 18
    reads = ("items", "lore", members.steady)

    @classmethod
    def offered(cls, s: State) -> Iterable[Use]:
        return _usable(s)

    def rules(self, s: State) -> tuple[str, ...]:
        kind = s.items[self.item].kind
        bound = content.item(kind).sort in ("bottle", "lantern") or powers.power(kind).effect == "ceiling-gain"
        return ("D24.8", "D24.16") if bound else ("D24.8",)

    def perform(self, ctx: Ctx) -> None:
        _spend(ctx, self.item, self.target)


@remembered("items", "lore", also=members.steady)
def _usable(s: State) -> list[Use]:
    return [Use(key, target) for m in standing(s) for key, target in _uses(s, m, scroll=False)]


class Read(_Using, tag="thing.read"):
    """Read a scroll out of the reader's own pack, outside fights (D24.7)."""

    text = "read {item} {target?}"
    during = OUTSIDE_FIGHTS
    order = 19
    reads = ("items", "lore", members.steady, powers.underground)
    scroll = True

    @classmethod
    def offered(cls, s: State) -> Iterable[Read]:
        readers = [m for m in standing(s) if members.reads(m)]
        return [cls(key, target) for m in readers for key, target in _uses(s, m, scroll=True)]

    def perform(self, ctx: Ctx) -> None:
        _spend(ctx, self.item, self.target)


# In fights --------------------------------------------------------------------------------------------------------


class Apply(_Using, tag="thing.apply"):
    """Use a bottle or charm out of the acting member's own pack, for the turn (ACT48)."""

    text = "apply {item} {target?}"
    during = (Fight,)
    order = 48
    needs = "inside"

    @classmethod
    def offered(cls, s: State) -> Iterable[Apply]:
        m = actor(s)
        return () if m is None else [cls(key, target) for key, target in _uses(s, m, scroll=False)]

    def perform(self, ctx: Ctx) -> None:
        _spend(ctx, self.item, self.target)
        turn_taken(ctx)


class FightRead(_Using, tag="thing.recite"):
    """Read a scroll out of the acting reader's own pack, for the turn (ACT47)."""

    text = "recite {item} {target?}"
    during = (Fight,)
    order = 47
    needs = "reader"
    scroll = True

    @classmethod
    def offered(cls, s: State) -> Iterable[FightRead]:
        m = actor(s)
        if m is None or not members.reads(m):
            return ()
        return [cls(key, target) for key, target in _uses(s, m, scroll=True)]

    def perform(self, ctx: Ctx) -> None:
        _spend(ctx, self.item, self.target)
        if not isinstance(ctx.state.agenda[-1], Aiming):
            turn_taken(ctx)


# The target of a scroll read unnamed ------------------------------------------------------------------------------


class Aiming(Asking, tag="thing.aiming"):
    """A scroll read unnamed turned out to want a target."""

    ask = "ask.aim"
    user: str
    kind: str

    def about(self, s: State) -> dict[str, Any]:
        return {"member": self.user, "kind": self.kind}


class Aim(Action, tag="thing.aim"):
    """Name the target of the scroll just read."""

    text = "aim {target}"
    during = (Aiming,)
    order = 47
    target: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Aim]:
        frame = s.top(Aiming)
        return [cls(key) for key in powers.aims(s, frame.kind, s.members[frame.user])]

    def refused(self, s: State) -> Refusal | None:
        frame = s.top(Aiming)
        return aimed(s, frame.kind, frame.user, self.target)

    def odds(self, s: State) -> Odds:
        frame = s.top(Aiming)
        return powers.odds(s, frame.kind, s.members[frame.user], self.target)

    def perform(self, ctx: Ctx) -> None:
        frame = ctx.state.top(Aiming)
        ctx.pop()
        powers.work(ctx, frame.kind, frame.user, self.target)
        if ctx.state.fight is not None:
            turn_taken(ctx)


# The Gremlin Bell -------------------------------------------------------------------------------------------------


@on(Stepped)
def carry(ctx: Ctx, _: Stepped) -> None:
    """Count the steps that a Gremlin Bell was carried, until it shows what it does (H6)."""
    for key, item, steps in _bells(ctx.state):
        if item.carried < steps:
            ctx.emit(BellCarried(key))
            if item.carried + 1 == steps:
                ctx.emit(BellUnderstood(gear.holder(item), key))


@remembered("items")
def _bells(s: State) -> list[tuple[str, Item, int]]:
    """Return each carried thing whose use shows itself in time, and after how many steps."""
    late = {key: entry.shown_after for key, entry in content.catalogue().charms.items() if entry.shown_after}
    return [(key, i, late[i.kind]) for key, i in s.items.items() if i.kind in late and gear.holder(i)]


# Events -----------------------------------------------------------------------------------------------------------


class ThingUsed(Event, tag="thing.used"):
    """A member used or read a thing. `known` says whether its kind was known before."""

    member: str
    item: str
    kind: str
    sort: str
    known: bool

    def variant(self) -> str:
        return self.sort if self.known else f"{self.sort}_unnamed"

    def rules(self) -> tuple[str, ...]:
        row = content.item(self.kind).row
        return (row,) if self.known else ("D24.1", row)


class ThingKept(Event, tag="thing.kept"):
    """A scroll read unnamed cannot be used here, and is not spent (D24.2)."""

    member: str
    item: str

    def rules(self) -> tuple[str, ...]:
        return ("D24.2",)


class BellCarried(Event, tag="thing.carried"):
    """A Gremlin Bell was carried for a step."""

    item: str

    def apply(self, s: State) -> None:
        row = s.items[self.item]
        s.items[self.item] = replace(row, carried=row.carried + 1)


class BellUnderstood(Event, tag="thing.understood"):
    """The party noticed what a carried thing does."""

    member: str
    item: str
