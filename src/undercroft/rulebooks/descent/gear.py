"""Packs, gear and trading (D18), wear, repair and honing (D16), trade off the fallen (D17.12).

An item is in one place at a time: the prefix of its place tells a pack, a worn place, or where it lies.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import chain

from undercroft.engine.action import Refusal
from undercroft.engine.state import remembered
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import members
from undercroft.rulebooks.descent.records import (
    COURTYARD,
    Ctx,
    Event,
    Item,
    ItemId,
    Member,
    State,
    replace,
    standing,
)

PACK, HAND, ARM, BODY = "pack", "hand", "arm", "body"
HELD = (HAND, ARM, BODY, PACK)
WORN_AT = {"weapon": HAND, "shield": ARM, "armour": BODY}
"""Where each sort of gear is worn (D18.2)."""
KIND_NAMED = ("bottle", "scroll")
"""Sorts that are unnamed until their whole kind is known (D24.1)."""
HONE_GAIN = 1
"""Damage a stone adds to a weapon with no loss, once (D16.4)."""
NO_ARTICLE = ("Rags", "Leather", "Mail", "Plate", "Drakehide", "Overshoes", "Venom", "ESP")


# --- looking ---


def holder(item: Item) -> str:
    """Return the id of the member who carries or wears the item, or an empty text."""
    prefix, _, rest = item.place.partition(":")
    return rest if prefix in HELD else ""


def worn(item: Item) -> bool:
    """Say whether the item is in a ready hand, on an arm or on a body."""
    return item.place.partition(":")[0] in (HAND, ARM, BODY)


def worn_at(s: State, where: str, member: str) -> ItemId:
    """Return the id of what a member has at `hand`, `arm` or `body`, or an empty text."""
    keys = s.items.keys_where(f"{where}:{member}")
    return ItemId(keys[0] if keys else "")


@cache
def spots_of(member: str) -> tuple[str, str, str, str]:
    """Return the places where a member has things: ready hand, arm, body and pack."""
    return f"{HAND}:{member}", f"{ARM}:{member}", f"{BODY}:{member}", f"{PACK}:{member}"


@cache
def pack_of(member: str) -> tuple[str]:
    """Return the place where a member carries things."""
    return (f"{PACK}:{member}",)


def in_hands(s: State, who: Iterable[Member]) -> list[str]:
    """Return the ids of everything that members wear and carry, member by member, worn things first."""
    return list(chain.from_iterable([held(s, m.id) for m in who]))


@remembered(items=spots_of)
def held(s: State, member: str) -> tuple[str, ...]:
    """Return the ids of everything that a member wears and carries, worn things first."""
    return tuple(chain.from_iterable(map(s.items.keys_where, spots_of(member))))


def room_in_pack(s: State, m: Member) -> bool:
    """Say whether a pack has a free place (D18.1)."""
    return len(s.items.keys_where(f"{PACK}:{m.id}")) < members.pack_places(s, m)


@remembered("items", also=members.steady)
def takers(s: State) -> tuple[str, ...]:
    """Return the standing members whose packs have a free place."""
    return tuple([m.id for m in standing(s) if room_in_pack(s, m)])


def lies_here(s: State) -> str:
    """Return the place of things that lie where the party is (D18.8)."""
    place = s.place
    if place.floor == COURTYARD:
        return "courtyard"
    return f"room:{place.room}" if place.room else _cell(place.floor, place.cell)


@cache
def _cell(floor: int, cell: int) -> str:
    return f"cell:{floor}:{cell}"


def within_reach(s: State) -> tuple[str, ...]:
    """Return the places out of which the party may take items: the spot, and an opened chest in the room."""
    chest = s.chests.get(s.place.room) if s.place.room else None
    return (lies_here(s), f"chest:{s.place.room}") if chest is not None and chest.open else (lies_here(s),)


def full_figure(item: Item) -> int:
    """Return a piece's damage or protection undamaged, honing included; 0 for things that have neither (D16.5)."""
    kind = content.item(item.kind)
    if isinstance(kind, content.Weapon):
        return kind.damage + item.gained
    return kind.protection if isinstance(kind, (content.Armour, content.Shield)) else 0


def can_hone(item: Item) -> bool:
    """Say whether a Honing Stone does anything for the item (D16.4)."""
    kind = content.item(item.kind)
    return isinstance(kind, content.Weapon) and kind.metal and (item.lost > 0 or item.gained == 0)


def is_named(s: State, item: Item | str) -> bool:
    """Say whether the party knows what the item, or the item of an id, is (D24.1, D24.4)."""
    if isinstance(item, str):
        item = s.items[item]
    sort = content.item(item.kind).sort
    if sort == "lantern":
        return item.named
    return sort not in KIND_NAMED or item.named or item.kind in s.lore.kinds


def called(s: State, item_id: str) -> str:
    """Return what players call an item: its name, or "an unnamed bottle"."""
    item = s.items.get(item_id)
    if item is None:
        return item_id
    kind = content.item(item.kind)
    if not is_named(s, item):
        return f"an unnamed {kind.sort}"
    return with_article(kind.name)


def with_article(name: str) -> str:
    """Return the name of a thing as one of its kind: "a Knife", "Rags"."""
    return name if name.endswith(NO_ARTICLE) else f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def betters(s: State, kind: str, member: str) -> bool:
    """Say whether a new piece of a kind would be better for a member than any of its sort that it has, or a bow where
    it reaches nobody from the back rank (D12.12, D12.13, D18.5, D18.6).
    """
    entry = content.item(kind)
    m = s.members.get(member)
    if m is None or not isinstance(entry, content.Gear) or m.cls not in entry.who:
        return False
    ready = worn_at(s, HAND, member)
    if entry.sort == "shield" and ready and is_two_handed(s.items[ready].kind):
        return False
    if is_two_handed(kind) and worn_at(s, ARM, member):
        return False
    own = [s.items[key] for key in held(s, member)]
    best = max((_worth(one, m) for one in own if content.item(one.kind).sort == entry.sort), default=(False, 0))
    return _worth(Item(kind, ""), m) > best


def is_two_handed(kind: str) -> bool:
    """Say whether things of a kind are weapons that take both hands."""
    entry = content.item(kind)
    return isinstance(entry, content.Weapon) and entry.hands == 2


def _worth(item: Item, m: Member) -> tuple[bool, int]:
    entry = content.item(item.kind)
    reaches = m.rank == "back" and isinstance(entry, content.Weapon) and entry.reach == "bow"
    return reaches, full_figure(item) - item.lost


# --- events ---


class ItemMade(Event, tag="gear.made"):
    """An item came into the world."""

    item: str
    kind: str
    place: str
    named: bool = False
    memory: str = ""

    def apply(self, s: State) -> None:
        s.items[self.item] = Item(self.kind, self.place, named=self.named, memory=self.memory)
        s.counts = replace(s.counts, made=s.counts.made + 1)

    def seen_by(self, s: State) -> tuple[str, ...] | None:
        item = s.items.get(self.item)
        return None if item is None or is_named(s, item) else ()


class KindLearnt(Event, tag="gear.learnt"):
    """A kind of bottle or scroll became known for the run (D24.1)."""

    kind: str

    def apply(self, s: State) -> None:
        s.lore = replace(s.lore, kinds=(*s.lore.kinds, self.kind))


class ItemNamed(Event, tag="gear.named"):
    """One item was named for itself (D24.4)."""

    item: str
    kind: str

    def apply(self, s: State) -> None:
        s.items[self.item] = replace(s.items[self.item], named=True)


class ItemMoved(Event, tag="gear.moved"):
    """An item went from one place to another; `member` has it now, `giver` had it before."""

    item: str
    origin: str
    place: str
    member: str = ""
    giver: str = ""

    def apply(self, s: State) -> None:
        s.items[self.item] = replace(s.items[self.item], place=self.place)

    def variant(self) -> str:
        if not self.member:
            return "dropped" if self.giver else "shifted"
        if not self.giver:
            return "taken"
        if self.giver != self.member:
            return "given"
        return "packed" if self.place.startswith(PACK) else "worn"


class ItemDestroyed(Event, tag="gear.destroyed"):
    """An item is no more. `what` is what it was called; `why` is used, bitten or broken."""

    item: str
    what: str
    member: str
    why: str

    def apply(self, s: State) -> None:
        del s.items[self.item]

    def variant(self) -> str:
        return self.why


class WornOff(Event, tag="gear.worn_off"):
    """A piece lost points of damage or protection; `left` is its figure now (D15, D19)."""

    item: str
    member: str
    points: int
    cause: str
    left: int

    def apply(self, s: State) -> None:
        item = s.items[self.item]
        s.items[self.item] = replace(item, lost=item.lost + self.points, cause=self.cause)


class Restored(Event, tag="gear.restored"):
    """A piece got back lost points; once none is lost, the words of the damage go too (D31.11)."""

    item: str
    points: int
    left: int

    def apply(self, s: State) -> None:
        item = s.items[self.item]
        lost = item.lost - self.points
        s.items[self.item] = replace(item, lost=lost, cause=item.cause if lost else "")


class Honed(Event, tag="gear.honed"):
    """A weapon gained damage for good (D16.4)."""

    item: str
    points: int

    def apply(self, s: State) -> None:
        item = s.items[self.item]
        s.items[self.item] = replace(item, gained=item.gained + self.points)


# --- doing ---


def make(ctx: Ctx, kind: str, place: str, named: bool = False, memory: str = "") -> ItemId:
    """Make an item at a place and return its id. A named bottle or scroll makes its kind known (D24.5)."""
    key = ItemId(f"{content.item(kind).sort}-{ctx.state.counts.made + 1}")
    ctx.emit(ItemMade(key, kind, place, named, memory))
    if named:
        learn(ctx, kind)
    return key


def learn(ctx: Ctx, kind: str) -> None:
    """Make a kind of bottle or scroll known for the run; nothing for other sorts, or if known already (D24.1)."""
    if content.item(kind).sort in KIND_NAMED and kind not in ctx.state.lore.kinds:
        ctx.emit(KindLearnt(kind))


def name_item(ctx: Ctx, item: str) -> None:
    """Name an unnamed item: a lantern for itself, a bottle or scroll by its whole kind (D24.1, D24.4)."""
    row = ctx.state.items[item]
    if is_named(ctx.state, row):
        return
    if content.item(row.kind).sort == "lantern":
        ctx.emit(ItemNamed(item, ctx.state.items[item].kind))
    else:
        learn(ctx, row.kind)


def move(ctx: Ctx, item: str, place: str) -> None:
    """Move an item to a place. Whether it may go there was judged before."""
    row = ctx.state.items[item]
    if row.place != place:
        ctx.emit(ItemMoved(item, row.place, place, holder(replace(row, place=place)), holder(row)))


def destroy(ctx: Ctx, item: str, why: str) -> None:
    """Take an item out of the world; `why` is "used", "bitten" or "broken"."""
    ctx.emit(ItemDestroyed(item, called(ctx.state, item), holder(ctx.state.items[item]), why))


def wear_off(ctx: Ctx, item: str, points: int, cause: str) -> None:
    """Take points of damage or protection off a piece, at most what is left; `cause` as in D31.11.

    A weapon at 0 is destroyed (D15.4) and gone from the items afterwards; a shield or armour at 0 stays (D15.8).
    """
    row = ctx.state.items[item]
    left = full_figure(row) - row.lost
    points = min(points, left)
    if points > 0:
        ctx.emit(WornOff(item, holder(row), points, cause, left - points))
        if left == points and content.item(row.kind).sort == "weapon":
            destroy(ctx, item, "bitten")


def restore(ctx: Ctx, item: str, points: int) -> int:
    """Give a piece lost points back, never above its full figure; return how many (D16.1, D16.5)."""
    row = ctx.state.items[item]
    points = min(points, row.lost)
    if points > 0:
        ctx.emit(Restored(item, points, full_figure(row) - row.lost + points))
    return points


def hone(ctx: Ctx, item: str) -> None:
    """Restore all damage a metal weapon has lost, or else add 1 for good, once (D16.4)."""
    row = ctx.state.items[item]
    if row.lost:
        restore(ctx, item, row.lost)
    elif row.gained == 0:
        ctx.emit(Honed(item, HONE_GAIN))


def wear(ctx: Ctx, item: str) -> None:
    """Put a piece out of its holder's pack on; what was worn there goes into the pack place set free."""
    row = ctx.state.items[item]
    who, where = holder(row), WORN_AT[content.item(row.kind).sort]
    old = worn_at(ctx.state, where, who)
    move(ctx, item, f"{where}:{who}")
    if old:
        move(ctx, old, f"{PACK}:{who}")


# --- judging ---


def no_such_item(item: str) -> Refusal:
    """Refuse an item that is not there, or not within reach: the two are not told apart."""
    return Refusal("gear.none", {"item": item})


def not_standing(s: State, member: str) -> Refusal | None:
    """Refuse a member who does not exist or has fallen (D2.14)."""
    m = s.members.get(member)
    if m is None:
        return Refusal("gear.nobody", {"member": member})
    return Refusal("gear.fallen", {"member": member}, "D2.14") if m.fallen else None


def cannot_receive(s: State, member: str) -> Refusal | None:
    """Refuse a member who is not standing, or whose pack is full (D17.12, D18.1)."""
    if refusal := not_standing(s, member):
        return refusal
    return None if room_in_pack(s, s.members[member]) else Refusal("gear.pack_full", {"member": member}, "D18.1")


def cannot_wear(s: State, item: str) -> Refusal | None:
    """Refuse a piece that its holder may not put on now (D18.5, D18.6)."""
    row = s.items.get(item)
    if row is not None and worn(row):
        return Refusal("gear.worn", {"item": item, "member": holder(row)})
    if row is None or not holder(row):
        return Refusal("gear.not_in_pack", {"item": item})
    return not_standing(s, holder(row)) or misfit(s, holder(row), item)


def misfit(s: State, who: str, item: str) -> Refusal | None:
    """Refuse a piece that a member could not put on if it stands."""
    kind = content.item(s.items[item].kind)
    if not isinstance(kind, content.Gear):
        return Refusal("gear.not_worn", {"item": item})
    if s.members[who].cls not in kind.who:
        return Refusal("gear.wrong_class", {"item": item, "member": who, "classes": ", ".join(kind.who)}, "D18.6")
    if isinstance(kind, content.Weapon):
        if kind.hands == 2 and worn_at(s, ARM, who):
            return Refusal("gear.arm_taken", {"item": item, "member": who}, "D18.5")
    elif isinstance(kind, content.Shield):
        ready = worn_at(s, HAND, who)
        weapon = content.item(s.items[ready].kind) if ready else None
        if isinstance(weapon, content.Weapon) and weapon.hands == 2:
            return Refusal("gear.hands_taken", {"item": item, "member": who}, "D18.5")
    return None
