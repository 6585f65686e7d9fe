"""Magic items (T13): what an unknown one looks like, how it is identified and what it brings, and the five things.

A character's items are named by handles: the content id of a known one, and for an unknown one what it looks like, such
as `unknown-potion-2`. Potions and ointments have chapters of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Chance
from undercroft.engine.errors import nearest, quoted
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop import conditions, fighters, qualities, tests
from undercroft.rulebooks.tabletop.entries import Item
from undercroft.rulebooks.tabletop.records import Character, Ctx, Event, Lot, Magic, State, replace

WORK_OUT = 3
"""Adjustment of the Test to work out an item (T13.6)."""
WORDS_TURNS = 1
SAGE = 10
"""What the sage of a village asks, in silver (T13.6)."""
IDENTIFY = "identify"
UNKNOWN = "unknown-"
BELT, RING, KEY, HORN, MIRROR = "heros-belt", "ring-of-charm", "key-of-opening", "cornucopia", "mirror-of-truth"
LOOKS = {BELT: "belt", RING: "ring", KEY: "key", HORN: "bag", MIRROR: "mirror"}
"""What things look like; potions and ointments look like any other (T13.18, T13.27, T13.36)."""
EASY_PLACES = ("village",)
"""Where food is easily had another way; a Cornucopia used there loses its power (T13.20, T13.21)."""


def entry(one: Magic) -> Item:
    """Return what the catalogue says of an item."""
    return content.item(one.kind)


def looks(one: Magic) -> str:
    """Return the word for what anybody sees: a potion, an ointment, a ring (T13.4, T13.5)."""
    return LOOKS.get(one.kind, entry(one).kind)


# --- what anybody sees ---


def veiled(one: Magic) -> Magic:
    """Return an item as it is seen: an unknown one as any other that looks alike (T13.5)."""
    return one if one.known else replace(one, kind=alike(looks(one))[0])


@cache
def alike(look: str) -> tuple[str, ...]:
    """Return every kind that looks so."""
    return tuple(kind for kind in content.catalogue().items if looks(Magic(kind)) == look)


def seen_lot(s: State, seat: str, lot: Lot) -> Lot:
    """Return a lot as a seat sees it: a table's game master knows what everything is."""
    if not lot.items or fighters.sees_all(s, seat):
        return lot
    return replace(lot, items=tuple(map(veiled, lot.items)))


# --- handles ---


def word(one: Magic) -> str:
    """Return the word that names an item, before items of one word are told apart by number."""
    return one.kind if one.known else UNKNOWN + looks(one)


def handles(items: Sequence[Magic]) -> dict[str, int]:
    """Return the place of each item by its handle; unknown ones of one look are numbered, known alike ones are one."""
    found: dict[str, int] = {}
    for place, one in enumerate(items):
        name, number = word(one), 1
        while name in found and not one.known:
            number += 1
            name = f"{word(one)}-{number}"
        if name not in found or (items[found[name]].spent and not one.spent):
            found[name] = place
    return found


def place_of(c: Character, handle: str) -> int:
    """Return the place of a character's item, -1 for none."""
    return handles(c.items).get(handle, -1)


def not_held(c: Character, handle: str) -> Refusal | None:
    """Say that a character has no such item, with the nearest, or None."""
    there = handles(c.items)
    if handle in there:
        return None
    return Refusal("item.none", {"who": c.id, "said": quoted(handle), "near": nearest(handle, there) or "."})


def use_refused(one: Magic) -> Refusal | None:
    """Say why an item has nothing to give, or None: it is spent, or cannot be used unknown (T13.3, T13.8)."""
    if one.spent:
        return Refusal("item.spent", {"item": one.kind}, "T13.3")
    if not one.known and not entry(one).unknown:
        return Refusal("item.unknown", {"item": looks(one)}, "T13.8")
    return None


def without(c: Character, place: int) -> Character:
    """Return the character without the item at a place."""
    return replace(c, items=(*c.items[:place], *c.items[place + 1 :]))


def with_item(c: Character, place: int, one: Magic) -> Character:
    """Return the character with another item at a place."""
    return replace(c, items=(*c.items[:place], one, *c.items[place + 1 :]))


def price(one: Magic) -> int:
    """Return what a village pays: for identified unspent items, and for a spent ring (T13.67, T13.32)."""
    if one.spent:
        return entry(one).spent
    return entry(one).price if one.known else 0


# --- identifying ---


def identify_chance(s: State, c: Character) -> Chance:
    """Return the chance of a character to work out an item (T13.6)."""
    return tests.chance(s, c, "intelligence", WORK_OUT, name=IDENTIFY, about=c.id)


def words_refused(holder: Character, handle: str, who: str) -> Refusal | None:
    """Say why somebody cannot try to work out a holder's item, or None: once per character and item (T13.6)."""
    if refusal := not_held(holder, handle):
        return refusal
    one = holder.items[place_of(holder, handle)]
    if one.known:
        return Refusal("item.known", {"item": one.kind}, "T13.6")
    return Refusal("item.tried", {"who": who, "item": looks(one)}, "T13.6") if who in one.tried else None


def work_out(ctx: Ctx, holder: str, place: int, who: str) -> None:
    """Let somebody try to work out an item (T13.6)."""
    ctx.emit(Puzzled(who, holder, place))
    if tests.passes(ctx, ctx.state.characters[who], "intelligence", WORK_OUT, name=IDENTIFY, about=who):
        identify(ctx, holder, place, who)


def identify(ctx: Ctx, holder: str, place: int, by: str) -> None:
    """Let an item be known, and its words or its trick too (T13.7). `by`: a character, a spell's id, or "sage"."""
    ctx.emit(Identified(holder, place, ctx.state.characters[holder].items[place].kind, by))


def sage_refused(c: Character, handle: str) -> Refusal | None:
    """Say why the sage cannot tell a character what an item is, or None (T13.6)."""
    if refusal := not_held(c, handle):
        return refusal
    if c.items[place_of(c, handle)].known:
        return Refusal("item.known", {"item": handle}, "T13.6")
    if c.silver >= SAGE:
        return None
    return Refusal("item.silver", {"who": c.id, "price": SAGE, "silver": c.silver}, "T13.6")


def ask_sage(ctx: Ctx, who: str, place: int) -> None:
    """Pay the sage, who names the item (T13.6)."""
    ctx.emit(SagePaid(who, SAGE))
    identify(ctx, who, place, "sage")


# --- the things ---


def speak_belt(ctx: Ctx, who: str, place: int) -> None:
    """Speak the words of a Hero's Belt: Strength +7, also above 20, for the combat or a turn (T13.22 to T13.25)."""
    item = content.item(BELT)
    ctx.emit(ThingUsed(who, place, BELT))
    kind = qualities.RAISE + item.quality
    conditions.begin(ctx, who, conditions.for_combat(ctx.state, kind, item.turns, BELT, item.amount))


def turn_ring(ctx: Ctx, who: str, place: int) -> None:
    """Turn the Ring of Charm the right way: Charisma counts as 20 for 35 minutes (T13.29, T13.30)."""
    ctx.emit(ThingUsed(who, place, RING))
    conditions.begin(ctx, who, conditions.lasting(conditions.CHARMED, content.item(RING).turns, RING))


def turn_key(ctx: Ctx, who: str, place: int) -> None:
    """Stick a Key of Opening into a lock for ever; what it opens is for the caller (T13.34)."""
    ctx.emit(KeyStuck(who, place))


def horn(s: State) -> tuple[str, int]:
    """Return the first holder in marching order of a known Cornucopia with power, and its place; "" for nobody."""
    return _first(s, HORN)


def mirror(s: State) -> tuple[str, int]:
    """Return the first holder in marching order of a known Mirror of Truth with power, and its place; "" for nobody."""
    return _first(s, MIRROR)


def _first(s: State, kind: str) -> tuple[str, int]:
    for who in s.party.order:
        c = s.characters[who]
        for place, one in enumerate(c.items):
            if one.kind == kind and one.known and not one.spent and not c.dead:
                return who, place
    return "", -1


def fill_horn(ctx: Ctx) -> int:
    """Let a Cornucopia fill for a camp; return how many it feeds, 0 without one (T13.19, T13.21)."""
    who, _ = horn(ctx.state)
    if not who:
        return 0
    ctx.emit(HornFilled(who, content.item(HORN).amount))
    return content.item(HORN).amount


def waste_horn(ctx: Ctx, who: str, place: int) -> None:
    """Use a Cornucopia where food is easily had: it is powerless for ever (T13.20)."""
    ctx.emit(ThingUsed(who, place, HORN))


# --- the Mirror's questions ---


class Question(NamedTuple):
    """A question that the Mirror of Truth understands: what it asks for, and the words that must follow it."""

    about: str
    words: tuple[str, ...] = ()


QUESTIONS: Mapping[str, Question] = {
    "door": Question("is there a secret door here"),
    "treasure": Question("is there hidden treasure here"),
    "trapped": Question("is this thing trapped"),
    "enemies": Question("are there enemies beyond this exit", ("EXIT",)),
    "item": Question("is this item of a named kind", ("ITEM", "NAME", "KIND")),
    "boss": Question("is the boss of a named kind", ("KIND",)),
}
"""What can be asked in solo play (T13.38)."""


def question_refused(said: Sequence[str]) -> Refusal | None:
    """Say no to what is no yes-or-no question of these; the mirror is not used up (T13.39)."""
    name = said[0] if said else ""
    known = QUESTIONS.get(name)
    if known is None:
        return Refusal("mirror.question", {"said": quoted(name), "near": nearest(name, QUESTIONS) or "."}, "T13.39")
    if len(said) - 1 != len(known.words):
        return Refusal("mirror.words", {"question": name, "words": " ".join((name, *known.words))}, "T13.39")
    return None


def answer(ctx: Ctx, said: Sequence[str], yes: bool) -> None:
    """Let the mirror answer truthfully, once, and be an ordinary mirror then (T13.36, T13.37)."""
    who, place = mirror(ctx.state)
    ctx.emit(MirrorAnswered(who, place, tuple(said), yes))


# --- events ---


class Puzzled(Event, tag="items.puzzled"):
    """Somebody turns an item over and over; each may try once (T13.6)."""

    who: str
    holder: str
    place: int

    def apply(self, s: State) -> None:
        c = s.characters[self.holder]
        one = c.items[self.place]
        s.characters[self.holder] = with_item(c, self.place, replace(one, tried=(*one.tried, self.who)))


class Identified(Event, tag="items.identified"):
    """An item is known, with its words or its trick (T13.7)."""

    holder: str
    place: int
    kind: str
    by: str

    def apply(self, s: State) -> None:
        c = s.characters[self.holder]
        s.characters[self.holder] = with_item(c, self.place, replace(c.items[self.place], known=True, tried=()))

    def variant(self) -> str:
        return "sage" if self.by == "sage" else ""

    def rules(self) -> tuple[str, ...]:
        return ("T13.6", "T13.7")


class SagePaid(Event, tag="items.sage"):
    """The sage took a fee."""

    who: str
    silver: int

    def apply(self, s: State) -> None:
        c = s.characters[self.who]
        s.characters[self.who] = replace(c, silver=c.silver - self.silver)


class ThingUsed(Event, tag="items.used"):
    """A thing gave its power, and has none any more (T13.3, T13.20, T13.24, T13.31)."""

    who: str
    place: int
    kind: str

    def apply(self, s: State) -> None:
        c = s.characters[self.who]
        s.characters[self.who] = with_item(c, self.place, replace(c.items[self.place], spent=True))

    def variant(self) -> str:
        return self.kind

    def rules(self) -> tuple[str, ...]:
        return {BELT: ("T13.22", "T13.24"), RING: ("T13.29", "T13.31"), HORN: ("T13.20",)}[self.kind]


class KeyStuck(Event, tag="items.key"):
    """The Key of Opening sticks in a lock for ever (T13.34)."""

    who: str
    place: int

    def apply(self, s: State) -> None:
        s.characters[self.who] = without(s.characters[self.who], self.place)

    def rules(self) -> tuple[str, ...]:
        return ("T13.34",)


class HornFilled(Event, tag="items.filled"):
    """The Cornucopia filled with food and drink for the evening (T13.19, T13.21)."""

    who: str
    feeds: int

    def rules(self) -> tuple[str, ...]:
        return ("T13.19", "T13.21")


class MirrorAnswered(Event, tag="items.mirror"):
    """The Mirror of Truth answered its one question (T13.36, T13.37)."""

    who: str
    place: int
    question: tuple[str, ...]
    yes: bool

    def apply(self, s: State) -> None:
        c = s.characters[self.who]
        s.characters[self.who] = with_item(c, self.place, replace(c.items[self.place], spent=True))

    def facts(self) -> dict[str, object]:
        return {**super().facts(), "asked": QUESTIONS[self.question[0]].about, "named": " ".join(self.question[1:])}

    def variant(self) -> str:
        return "yes" if self.yes else "no"

    def rules(self) -> tuple[str, ...]:
        return ("T13.37",)


def kinds() -> Iterable[str]:
    """Return every kind of magic item."""
    return content.catalogue().items
