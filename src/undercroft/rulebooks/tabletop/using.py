"""Using magic items (T7.23, T13): who may use what on whom, and the action `use` in combat."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.engine.action import Refusal
from undercroft.engine.errors import nearest, quoted
from undercroft.rulebooks.tabletop import casting, magic_items, ointments, potions, turns, wounds
from undercroft.rulebooks.tabletop.records import Character, Ctx, Magic, State

POTION, OINTMENT = "potion", "ointment"
WORN = (magic_items.BELT, magic_items.RING)
"""Things that are used on oneself, in combat too."""


def held(c: Character, handle: str) -> Magic:
    """Return the item of a handle; KeyError if there is none."""
    return c.items[magic_items.handles(c.items)[handle]]


def item_refused(c: Character, handle: str) -> Refusal | None:
    """Say why a character cannot use an item at all, or None (T13.3, T13.8)."""
    return magic_items.not_held(c, handle) or magic_items.use_refused(held(c, handle))


def use_refused(s: State, c: Character, handle: str, target: str, friends: Iterable[str]) -> Refusal | None:
    """Say why a character cannot use a potion, an ointment, the Belt or the Ring like this, or None.

    `target` is a fallen ally, or a weapon; "" for oneself, or the weapon in hand. `friends` are those in reach.
    """
    if refusal := item_refused(c, handle):
        return refusal
    one = held(c, handle)
    kind = magic_items.entry(one).kind
    if kind == OINTMENT:
        return ointments.coat_refused(c, one, target)
    if kind != POTION and one.kind not in WORN:
        return Refusal("item.not_so", {"item": magic_items.word(one)}, magic_items.entry(one).rule)
    there = list(friends)
    if target and (kind != POTION or target not in there):
        near = nearest(target, there) or "."
        return Refusal("item.target", {"item": magic_items.word(one), "said": quoted(target), "near": near}, "T7.23")
    return potions.drink_refused(c, s.characters[target or c.id]) if kind == POTION else None


def use(ctx: Ctx, who: str, handle: str, target: str) -> None:
    """Use an item as `use_refused` allowed it."""
    c = ctx.state.characters[who]
    place = magic_items.place_of(c, handle)
    one = c.items[place]
    kind = magic_items.entry(one).kind
    if kind == POTION:
        potions.drink(ctx, who, place, target or who)
    elif kind == OINTMENT:
        ointments.coat(ctx, who, place, target)
    elif one.kind == magic_items.BELT:
        magic_items.speak_belt(ctx, who, place)
    else:
        magic_items.turn_ring(ctx, who, place)


def targets(s: State, c: Character, handle: str, friends: Iterable[str]) -> list[str]:
    """Return what an item might be used on: "" for oneself or the weapon in hand, weapons, and fallen allies."""
    kind = magic_items.entry(held(c, handle)).kind
    if kind == OINTMENT:
        return ["", *dict.fromkeys(arm.kind for arm in c.weapons)]
    fallen = [who for who in friends if wounds.is_fallen(s.characters[who])] if kind == POTION else []
    return ["", *fallen]


class Use(turns.OwnAction, tag="using.use"):
    """Drink a potion or give it to a fallen ally, speak an item's words, or put an ointment on a weapon (T7.23)."""

    text = "use {item} {target?}"
    order = 32
    item: str
    target: str = ""

    @classmethod
    def offered(cls, s: State) -> Iterable[Use]:
        c = casting.acting(s)
        if c is None or not c.items:
            return []
        return [
            cls(handle, target)
            for handle in magic_items.handles(c.items)
            for target in targets(s, c, handle, casting.friends(s))
        ]

    def unfit(self, s: State, c: Character) -> Refusal | None:
        return use_refused(s, c, self.item, self.target, casting.friends(s))

    def do(self, ctx: Ctx, c: Character) -> None:
        use(ctx, c.id, self.item, self.target)
