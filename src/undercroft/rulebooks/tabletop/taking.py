"""Chests and taking (T14.16 to T14.18, T21.4, T6.7, T11.34): what lies in a room and who carries it away."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Odds
from undercroft.rulebooks.tabletop import exploring, fighters, goods, loads, lots, magic_items, traps, treasure
from undercroft.rulebooks.tabletop.exploring import OUTSIDE, Deed, DeedOfOne, able, who_refused
from undercroft.rulebooks.tabletop.records import Character, Ctx, Event, Lot, State, replace

SILVER = "silver"
LAIR = "dragon"


class OpenChest(DeedOfOne, tag="taking.open"):
    """Open a chest; a trap of it that nobody found goes off (T21.4)."""

    text = "open-chest {member}"
    order = 17
    turns = 1

    def allowed(self, s: State) -> bool:
        return exploring.all_asleep(s)

    def barred(self, s: State) -> Refusal | None:
        chest = s.chests.get(s.place.room)
        if chest is None or not chest.found:
            return Refusal("taking.no_chest", {}, "T14.18")
        return Refusal("taking.open", {}) if chest.open else who_refused(s, self.member)

    def rules(self, s: State) -> tuple[str, ...]:
        return ("T14.18",)

    def do(self, ctx: Ctx) -> None:
        room = ctx.state.place.room
        ctx.emit(ChestOpened(room, self.member))

    def spend(self, ctx: Ctx) -> None:
        room = ctx.state.place.room
        super().spend(ctx)
        trap = traps.set_trap(ctx.state, room)
        if trap is not None and trap.chest and not trap.found:
            ctx.push(traps.Springing(room))


# --- what lies open ---


def open_lot(s: State, room: str = "") -> Lot:
    """Return all that can be taken in a room, the party's if none is named: on the floor and in an open chest."""
    room = room or s.place.room
    chest = s.chests.get(room)
    return lots.joined(s.rooms[room].floor, chest.lot if chest is not None and chest.open else Lot())


def words(lot: Lot) -> list[str]:
    """Return the words for the things of a lot, each once; unknown items go by their looks (T13.5)."""
    kinds = [*(one.kind for one in lot.jewels), *magic_items.handles(lot.items), *(one.kind for one in lot.arms)]
    coins = [SILVER] if lot.silver else []
    return list(dict.fromkeys([*coins, *kinds, *(kind for kind, _ in lot.goods), *lot.objects]))


def part(lot: Lot, word: str) -> Lot:
    """Return one thing of a lot by its word - all the silver, or one piece -, an empty lot if there is none."""
    if word == SILVER:
        return Lot(silver=lot.silver)
    if word in (handles := magic_items.handles(lot.items)):
        return Lot(items=(lot.items[handles[word]],))
    for field in ("jewels", "arms"):
        for one in getattr(lot, field):
            if one.kind == word:
                return replace(Lot(), **{field: (one,)})
    if word in dict(lot.goods):
        return Lot(goods=((word, 1),))
    return Lot(objects=(word,)) if word in lot.objects else Lot()


def without(lot: Lot, taken: Lot) -> Lot:
    """Return a lot less another, as far as it is in it."""
    pieces = {kind: count - dict(taken.goods).get(kind, 0) for kind, count in lot.goods}
    return Lot(
        max(0, lot.silver - taken.silver),
        _less(lot.jewels, taken.jewels), _less(lot.items, taken.items), _less(lot.arms, taken.arms),
        tuple((kind, count) for kind, count in pieces.items() if count > 0), _less(lot.objects, taken.objects),
    )  # fmt: skip


def _less(had: tuple, taken: tuple) -> tuple:  # type: ignore[type-arg]
    left = list(had)
    for one in taken:
        if one in left:
            left.remove(one)
    return tuple(left)


def given(c: Character, lot: Lot) -> Character:
    """Return a character with the things of a lot; what the quest is about weighs nothing and is kept by all."""
    for kind, pieces in lot.goods:
        c = goods.add(c, kind, pieces)
    return replace(
        c, silver=c.silver + lot.silver, jewels=(*c.jewels, *lot.jewels), items=(*c.items, *lot.items),
        weapons=(*c.weapons, *lot.arms),
    )  # fmt: skip


def is_dragons(s: State, lot: Lot) -> bool:
    """Say whether anything of this lot is of a Dragon's treasure: of the hoard of its lair (T11.34, T22.31).

    What lies on the floor there is taken before what lies in the chest, and is no treasure of the Dragon's.
    """
    group = s.groups.get(s.adventure.boss)
    if group is None or group.home != s.place.room or group.made[0].kind != LAIR:
        return False
    return without(lot, s.rooms[s.place.room].floor) != Lot()


class Take(Deed, tag="taking.take"):
    """Take one thing, or all the silver, that lies open here (T25)."""

    during = OUTSIDE
    text = "take {thing} {member}"
    order = 19
    turns = 1
    thing: str
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Take]:
        return [cls(word, c.id) for word in words(open_lot(s)) for c in able(s)]

    def allowed(self, s: State) -> bool:
        return exploring.all_asleep(s)

    def barred(self, s: State) -> Refusal | None:
        lot = part(open_lot(s), self.thing)
        if lot == Lot():
            return Refusal("taking.nothing", {"thing": self.thing})
        if refusal := who_refused(s, self.member):
            return refusal
        c = s.characters[self.member]
        return loads.carry_refused(c, given(c, lot))

    def do(self, ctx: Ctx) -> None:
        take(ctx, {self.member: part(open_lot(ctx.state), self.thing)})

    def rolls(self, s: State) -> Odds:
        return smell_odds(s, part(open_lot(s), self.thing))


class TakeAll(Deed, tag="taking.all"):
    """Take all that can be carried: coins in equal parts, the rest as it fits in marching order (T14.16, T6.7)."""

    during = OUTSIDE
    text = "take all"
    order = 18
    turns = 1

    def allowed(self, s: State) -> bool:
        return exploring.all_asleep(s)

    def barred(self, s: State) -> Refusal | None:
        if open_lot(s) == Lot():
            return Refusal("taking.bare", {})
        if not able(s):
            return Refusal("explore.nobody_able", {}, "T6.17")
        return None if split(s, open_lot(s)) else Refusal("taking.heavy", {}, "T6.7")

    def do(self, ctx: Ctx) -> None:
        take(ctx, split(ctx.state, open_lot(ctx.state)))

    def rolls(self, s: State) -> Odds:
        return smell_odds(s, open_lot(s))


def split(s: State, lot: Lot) -> dict[str, Lot]:
    """Return who takes what of a lot, as far as it can be carried: coins all who live, the rest who can act (T14.16).

    A share of the coins is put into the purse of who is down or asleep.
    """
    fit = [c.id for c in able(s)]
    hands = {c.id: c for c in fighters.living(s)}
    parts = {who: Lot() for who in hands}
    shares = treasure.equal_parts(lot.silver, list(hands)) if lot.silver else {}
    pieces = [Lot(silver=coins) for coins in shares.values()]
    fields = ("objects", "items", "jewels", "arms")
    singles = [replace(Lot(), **{field: (one,)}) for field in fields for one in getattr(lot, field)]
    singles += [Lot(goods=((kind, 1),)) for kind, count in lot.goods for _ in range(count)]
    for at, piece in enumerate([*pieces, *singles]):
        first = list(hands)[at : at + 1] if at < len(pieces) else []
        for who in dict.fromkeys([*first, *fit]):
            after = given(hands[who], piece)
            if loads.carry_refused(hands[who], after) is None:
                hands[who], parts[who] = after, lots.joined(parts[who], piece)
                break
    return {who: one for who, one in parts.items() if one != Lot()}


def take(ctx: Ctx, parts: dict[str, Lot], by: type[Taken] | None = None) -> None:
    """Let characters take what is theirs, by hand or otherwise; a Dragon's treasure leaves its smell (T11.34)."""
    for who, lot in parts.items():
        smells = is_dragons(ctx.state, lot)
        ctx.emit((by or Taken)(ctx.state.place.room, who, lot))
        if smells:
            treasure.take_from_dragon(ctx, who)


def smell_odds(s: State, lot: Lot) -> Odds:
    """Return the roll that taking such a lot may bring (T11.35)."""
    return (treasure.SMELL,) if is_dragons(s, lot) else ()


class Drop(Deed, tag="taking.drop"):
    """Lay down a thing; dropping costs nothing (T25, T7.25)."""

    during = OUTSIDE
    text = "drop {thing} {member}"
    order = 61
    minor = True
    thing: str
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Drop]:
        return [cls(word, c.id) for c in able(s) for word in words(held(c)) if word != SILVER]

    def barred(self, s: State) -> Refusal | None:
        if refusal := who_refused(s, self.member):
            return refusal
        there = part(held(s.characters[self.member]), self.thing)
        return None if there != Lot() else Refusal("taking.not_held", {"who": self.member, "thing": self.thing})

    def do(self, ctx: Ctx) -> None:
        lot = part(held(ctx.state.characters[self.member]), self.thing)
        ctx.emit(Dropped(ctx.state.place.room, self.member, lot))


def held(c: Character) -> Lot:
    """Return what a character can lay down: all but what is worn or wielded, and the silver."""
    arms = tuple(arm for at, arm in enumerate(c.weapons) if at != c.wielded)
    return Lot(c.silver, c.jewels, c.items, arms, c.goods)


def stripped(c: Character, lot: Lot) -> Character:
    """Return a character without the things of a lot."""
    for arm in lot.arms:
        at = next(place for place, one in enumerate(c.weapons) if one == arm and place != c.wielded)
        c = goods.without_arm(c, at)
    for kind, pieces in lot.goods:
        c = goods.less(c, kind, pieces)
    return replace(
        c, silver=c.silver - lot.silver, jewels=_less(c.jewels, lot.jewels), items=_less(c.items, lot.items)
    )  # fmt: skip


# --- events ---


class ChestOpened(Event, tag="taking.opened"):
    """A chest was opened."""

    room: str
    who: str

    def apply(self, s: State) -> None:
        s.chests[self.room] = replace(s.chests[self.room], open=True)


class Taken(Event, tag="taking.taken"):
    """Somebody took things that lay there."""

    room: str
    who: str
    lot: Lot

    def told(self, s: State, seat: str) -> Taken:
        return replace(self, lot=magic_items.seen_lot(s, seat, self.lot))

    def apply(self, s: State) -> None:
        s.characters[self.who] = given(s.characters[self.who], self.lot)
        if self.lot.objects:
            s.adventure = replace(s.adventure, carried=(*s.adventure.carried, *self.lot.objects))
        room, chest = s.rooms[self.room], s.chests.get(self.room)
        rest = without(self.lot, room.floor)
        s.rooms[self.room] = replace(room, floor=without(room.floor, self.lot))
        if chest is not None and chest.open:
            s.chests[self.room] = replace(chest, lot=without(chest.lot, rest))

    def facts(self) -> dict[str, object]:
        return {"who": self.who, "silver": self.lot.silver, "things": tuple(w for w in words(self.lot) if w != SILVER)}

    def variant(self) -> str:
        if self.facts()["things"]:
            return "" if self.lot.silver else "things"
        return SILVER


class Dropped(Event, tag="taking.dropped"):
    """Somebody laid something down."""

    room: str
    who: str
    lot: Lot

    def told(self, s: State, seat: str) -> Dropped:
        return replace(self, lot=magic_items.seen_lot(s, seat, self.lot))

    def apply(self, s: State) -> None:
        s.characters[self.who] = stripped(s.characters[self.who], self.lot)
        room = s.rooms[self.room]
        s.rooms[self.room] = replace(room, floor=lots.joined(room.floor, self.lot))

    def facts(self) -> dict[str, object]:
        return {"who": self.who, "things": tuple(words(self.lot))}
