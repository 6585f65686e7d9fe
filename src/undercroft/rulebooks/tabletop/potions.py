"""Potions (T13.15 to T13.17, T13.56 to T13.66): what happens to who drinks one."""

from __future__ import annotations

from undercroft.engine.action import Refusal
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop import conditions, lots, magic_items, qualities, wounds
from undercroft.rulebooks.tabletop.armour import CLOTHES, SHIELD, worn
from undercroft.rulebooks.tabletop.records import Character, Condition, Ctx, Event, Lot, State, replace


def drink_refused(c: Character, drinker: Character) -> Refusal | None:
    """Say why a potion cannot be drunk by somebody, or None: one's own, or given to a fallen ally (T7.23)."""
    if drinker.dead:
        return Refusal("potion.dead", {"who": drinker.id}, "T7.23")
    if drinker.id != c.id and not wounds.is_fallen(drinker):
        return Refusal("potion.stands", {"who": drinker.id}, "T7.23")
    return None


def drink(ctx: Ctx, holder: str, place: int, drinker: str) -> None:
    """Let a potion be drunk; unknown ones show then what they are (T13.8)."""
    item = magic_items.entry(ctx.state.characters[holder].items[place])
    ctx.emit(Drunk(holder, place, item.id, drinker))
    if item.power == "mending":
        wounds.heal(ctx, drinker, item.amount, item.id)
    elif item.power == "quality":
        kind = qualities.RAISE + item.quality
        conditions.begin(ctx, drinker, conditions.lasting(kind, item.turns, item.id, item.amount))
    else:
        ctx.emit(GearDropped(drinker, ctx.state.place.room if ctx.state.place.room in ctx.state.rooms else ""))
        shape = Condition(conditions.SMALL_SHAPE, conditions.SMALL_LIFE, "turns", item.turns, item.id)
        conditions.begin(ctx, drinker, shape)


def passes_any_gap(c: Character) -> bool:
    """Say whether a character fits through any gap (T13.65)."""
    return qualities.has(c, conditions.SMALL_SHAPE)


def gear(c: Character) -> Lot:
    """Return all that falls to the floor as its owner shrinks; clothes and purse stay on them (T13.65)."""
    pack = dict(c.goods)
    for word in [*([worn(c)] if c.armour != CLOTHES else []), *([SHIELD] if c.shield else [])]:
        pack[word] = pack.get(word, 0) + 1
    return Lot(0, c.jewels, c.items, c.weapons, tuple(pack.items()))


def without_gear(c: Character) -> Character:
    """Return the character as the gear lies there."""
    bare = replace(c, armour=CLOTHES, shield=False, wielded=-1, weapons=(), goods=(), items=(), jewels=())
    return replace(bare, eaten=0 if c.armour != CLOTHES else c.eaten)


# --- events ---


class Drunk(Event, tag="potions.drunk"):
    """A potion was drunk, by its holder or by the fallen ally it was given to."""

    who: str
    place: int
    kind: str
    drinker: str

    def apply(self, s: State) -> None:
        s.characters[self.who] = magic_items.without(s.characters[self.who], self.place)

    def variant(self) -> str:
        return "given" if self.who != self.drinker else ""

    def rules(self) -> tuple[str, ...]:
        return (content.item(self.kind).rule,)


class GearDropped(Event, tag="potions.dropped"):
    """Gear fell to the floor of a room; where there is no room the others hold it until the shape ends (T13.65)."""

    who: str
    room: str

    def apply(self, s: State) -> None:
        if not self.room:
            return
        c = s.characters[self.who]
        room = s.rooms[self.room]
        s.rooms[self.room] = replace(room, floor=lots.joined(room.floor, gear(c)))
        s.characters[self.who] = without_gear(c)

    def rules(self) -> tuple[str, ...]:
        return ("T13.65",)
