"""Making a character (T5): the draft that grows choice by choice, and the reference party.

`Draft` is data: `made` gives the character it stands for so far. The frame and its actions stand in creating.py.
"""

from __future__ import annotations

import re
from unicodedata import is_normalized

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Spread
from undercroft.engine.errors import quoted
from undercroft.rulebooks.tabletop import armour, derived, fighters, goods, points, trade, wands, weapons
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.entries import Kit, ReferenceMember
from undercroft.rulebooks.tabletop.records import QUALITIES, Arm, Character, QualityName, Record, State, replace

ARRANGED, FALL = "arranged", "fall"
WAYS = {ARRANGED: 6, FALL: 5}
"""The ways to roll, each with its number of rolls (T5.2, T5.3)."""
QUALITY = Spread("quality", 1, 6, base=7)
"""A Quality: 1d6+7, so 8 to 13 (T5.2, T1.3)."""
SETS = 2
"""Complete sets that may be rolled; the second must be kept (T5.4)."""
MONEY = Spread("money", 1, 6, times=100)
"""Starting silver (T5.10)."""
NAME = 30
"""Letters in the longest name (T5.21)."""
PARTY = 6
"""Characters of the largest party (T5.22)."""
UNSEEN = "\u115f\u1160\u3164\uffa0\u2800"
"""Letters that fill a place and show nothing."""
RESERVED = ("all", "boss", "captive", "equal", "gm", "nobody", "party", "player")
"""Words that actions and rules use where a character could be named."""


class Draft(Record):
    """A character half made. `base` are the five Qualities once given; `money` is -1 before it is rolled.

    `late`: the character joins after the party's first departure, with the class kit and no silver (T18.16).
    """

    way: str = ""
    sets: int = 0
    rolled: tuple[int, ...] = ()
    base: tuple[int, ...] = ()
    cls: str = ""
    point: str = ""
    money: int = -1
    silver: int = 0
    kit: bool = False
    bought: tuple[tuple[str, int], ...] = ()
    """What was bought in this creation: words and numbers of lots."""
    name: str = ""
    late: bool = False


def stage(draft: Draft) -> str:
    """Return what comes next in the order of creation (T5.1); "gear" until it is finished."""
    if not draft.way:
        return "way"
    if not draft.rolled:
        return "roll"
    if not draft.base:
        return "assign"
    if not draft.cls:
        return "class"
    if wants_point(draft) and not draft.point:
        return "agility-point"
    return "money" if draft.money < 0 and not draft.late else "gear"


def rolls(way: str) -> tuple[Spread, ...]:
    """Return the rolls of one set, told apart by the Quality they fall to, or by their number."""
    if way == FALL:
        return tuple(replace(QUALITY, about=quality) for quality in QUALITIES)
    return tuple(replace(QUALITY, about=str(at)) for at in range(1, WAYS[ARRANGED] + 1))


def kept(way: str, values: tuple[int, ...]) -> tuple[int, ...]:
    """Return what a set leaves: arranged, without one lowest, best first; else as it fell (T5.2, T5.3)."""
    return values if way == FALL else tuple(sorted(values, reverse=True)[:-1])


def qualities_of(draft: Draft) -> dict[QualityName, int]:
    """Return the Qualities given."""
    return dict(zip(QUALITIES, draft.base, strict=True))


def wants_point(draft: Draft) -> bool:
    """Say whether Agility 8 or 13 brings a point to place (T5.6)."""
    return bool(draft.base) and derived.agility_point(qualities_of(draft)["agility"]) != 0


def made(draft: Draft) -> Character:
    """Return the character that a draft with Qualities and class stands for, dressed and armed as well as it can be."""
    base = qualities_of(draft)
    c = fresh(draft.name, draft.cls, base, draft.point or "none")
    for word, lots in draft.bought:
        c = goods.add(c, word, lots * goods.known(word).lot)
    if draft.late:
        for word, lots in trade.kit_things(kit_of(draft)):
            c = goods.add(c, word, lots * goods.known(word).lot)
    if first := content.member_class(draft.cls).wand_level:
        c = wands.raised(goods.add(c, weapons.WAND), first)
    return dressed(replace(c, silver=draft.silver))


def fresh(name: str, cls: str, base: dict[QualityName, int], point: str) -> Character:
    """Return a Level-1 character in travelling clothes, with full Vitality and Astral (T5.7 to T5.9, T5.11, T3.13)."""
    entry = content.member_class(cls)
    worth = derived.agility_point(base["agility"])
    scores = {score: start + (worth if score == point else 0) for score, start in derived.START.items()}
    return Character(
        id=id_of(name), name=name, cls=cls, kin=entry.kin, courage=base["courage"], intelligence=base["intelligence"],
        charisma=base["charisma"], agility=base["agility"], strength=base["strength"], attack=scores["attack"],
        defence=scores["defence"], agility_point=point, vitality=entry.vitality, vitality_max=entry.vitality,
        astral=entry.astral, astral_max=entry.astral, armour=armour.CLOTHES,
    )  # fmt: skip


def dressed(c: Character) -> Character:
    """Return the character in the best suit of the pack, the first fit weapon in hand, a shield if a hand is free."""
    for word, _ in c.goods:
        found = armour.suit(word)
        if found and armour.wear_refused(c, word) is None and found.protection > armour.worn_protection(c):
            c = armour.wear(c, word)
    fit = (place for place in range(len(c.weapons)) if weapons.wield_refused(c, place) is None)
    c = weapons.wield(c, next(fit, -1))
    return armour.take_shield(c) if armour.shield_refused(c) is None else c


def kit_of(draft: Draft) -> Kit:
    """Return the kit of the draft's class (T5.15 to T5.19)."""
    return content.catalogue().kits[content.member_class(draft.cls).kit]


def with_kit(draft: Draft) -> Draft:
    """Return the draft after buying the class kit."""
    kit = kit_of(draft)
    for word, lots in trade.kit_things(kit):
        draft = replace(draft, bought=_changed(draft.bought, word, lots))
    return replace(draft, kit=True, silver=draft.silver - kit.price)


def with_purchase(draft: Draft, word: str, lots: int) -> Draft:
    """Return the draft after buying so many lots, or giving them back for the full price (lots below 0)."""
    return replace(
        draft, bought=_changed(draft.bought, word, lots), silver=draft.silver - lots * trade.price(word)
    )  # fmt: skip


def _changed(bought: tuple[tuple[str, int], ...], word: str, lots: int) -> tuple[tuple[str, int], ...]:
    if word not in dict(bought):
        return (*bought, (word, lots))
    pairs = [(held, had + lots if held == word else had) for held, had in bought]
    return tuple(pair for pair in pairs if pair[1])


def id_of(name: str) -> str:
    """Return a character's id: the name in small letters with hyphens, kept apart from foes and other words."""
    plain = re.sub(r"[\W_]+", "-", name.lower()).strip("-")
    return f"hero-{plain}" if plain in RESERVED or re.search(r"-\d+$", plain) else plain


def name_refused(s: State, name: str) -> Refusal | None:
    """Say no to a name: 1 to 30 letters, the first a letter, printable, and nobody's yet (T5.21)."""
    facts = {"said": quoted(name), "most": NAME}
    if not 1 <= len(name) <= NAME:
        return Refusal("creation.name_length", facts, "T5.21")
    seen = name.isprintable() and is_normalized("NFC", name) and not any(letter in name for letter in UNSEEN)
    if not name[0].isalpha() or not seen:
        return Refusal("creation.name_letters", facts, "T5.21")
    if name != " ".join(name.split()):
        return Refusal("creation.name_spaces", facts, "T5.21")
    if id_of(name) in s.characters or id_of(name) in s.retired:
        return Refusal("creation.name_taken", facts, "T5.21")
    return None


def join_refused(s: State) -> Refusal | None:
    """Say no to one more character in a full party; the dead make room (T5.22, T18.14)."""
    living = fighters.living_ids(s)
    return Refusal("creation.full", {"most": PARTY}, "T5.22") if len(living) >= PARTY else None


def seasoned(c: Character, level: int) -> Character:
    """Return a new character with the points of a Level, its gains still to be taken, and as much silver (T24.20)."""
    earned = points.needed(level)
    return replace(c, ap=c.ap + earned, silver=c.silver + earned)


def reference_party() -> tuple[Character, ...]:
    """Return the four of the quick start in marching order (T5.23, T24.10)."""
    return tuple(_reference(entry) for entry in content.catalogue().reference.values())


def _reference(entry: ReferenceMember) -> Character:
    base: dict[QualityName, int] = {quality: getattr(entry, quality) for quality in QUALITIES}
    c = fresh(entry.called, entry.of_class, base, entry.agility_point)
    for word, lots in trade.kit_things(content.catalogue().kits[entry.pack]):
        c = goods.add(c, word, lots * goods.known(word).lot)
    for word, pieces in zip(entry.goods, entry.numbers, strict=True):
        c = goods.add(c, word, pieces)
    return replace(
        c, armour=entry.armour, shield=entry.shield, silver=entry.silver,
        weapons=tuple(Arm(word) for word in entry.weapons), wielded=entry.weapons.index(entry.wielded),
    )  # fmt: skip
