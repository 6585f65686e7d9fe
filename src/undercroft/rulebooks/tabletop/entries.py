"""What the content files hold: one frozen, typed entry for each kind of row; fields: `content/README.md`.

Dice are d6 unless a field says otherwise: `dice` of them, and `add`. A bound that two fields share is a `clash`.
Traps, features, themes and what else makes an adventure are in `dungeon_entries`.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from undercroft.engine.content import Entry, nearest
from undercroft.rulebooks.tabletop.records import QUALITIES, QualityName

Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Sixths = Annotated[int, Meta(ge=0, le=6)]
Score = Annotated[int, Meta(ge=1, le=25)]
Adjustment = Annotated[int, Meta(ge=-20, le=20)]
Level = Annotated[int, Meta(ge=1, le=21)]
Words = Annotated[str, Meta(min_length=1)]
About = Annotated[str, Meta(pattern=r"^[^\d]+$")]
Letters = Annotated[str, Meta(pattern=r"^A?W?D?E?M?$")]
"""Who may use a thing: Adventurer, Warrior, Dwarf, Elf, Magician."""

Quality = QualityName
Power = Literal[
    "panic", "shape", "trust", "sleep", "mending", "night-sight", "hiding", "sting", "shell", "slowness", "web",
    "fetching", "scent", "quality", "small-shape", "sharpness", "weakness", "opening", "food", "charm", "truth",
]  # fmt: skip
"""What a spell or an item does; where a trait blocks the same word, it does nothing."""

Block = Literal[
    "sleep", "panic", "trust", "poison", "fright", "parley", "slowness", "weakness", "surrender", "plain-blows"
]
"""What a trait shuts out. `fright`: intimidation and tests of morale."""


@cache
def rule_ids() -> frozenset[str]:
    """Every rule id of `rules.md`."""
    text = (resources.files("undercroft.rulebooks.tabletop") / "rules.md").read_text("utf-8")
    return frozenset(re.findall(r"^- \*\*(T\d+\.\d+)\*\* \(", text, re.MULTILINE))


class Ruled(Entry, kw_only=True):
    """An entry and the rule it stands in; `sort` is what such an entry is called in messages."""

    sort: ClassVar[str] = "entry"
    rule: str

    def mistake(self) -> tuple[str, str] | None:
        if self.rule not in rule_ids():
            return ("rule", f"no such rule in rules.md{nearest(self.rule, rule_ids())}")
        return self.clash()

    def clash(self) -> tuple[str, str] | None:
        """What is wrong between two fields, as (field, reason); None when nothing is."""
        return None


class Named(Ruled, kw_only=True):
    """`name` is the rulebook's, `about` a sentence of ours without digits."""

    name: Words
    about: About


class Drawn(Named, kw_only=True):
    """An entry with faces of a die."""

    draw_low: Positive
    draw_high: Positive

    def clash(self) -> tuple[str, str] | None:
        return ordered(self.draw_low, self.draw_high, "draw_high")


class MemberClass(Named, kw_only=True):
    """A class: the least base Qualities it asks for (0: any), its start values, its kit."""

    sort: ClassVar[str] = "class"
    letter: Literal["A", "W", "D", "E", "M"]
    kin: Literal["human", "dwarf", "elf"]
    vitality: Positive
    astral: Count = 0
    courage: Count = 0
    intelligence: Count = 0
    charisma: Count = 0
    agility: Count = 0
    strength: Count = 0
    wand_level: Count = 0
    kit: str

    @property
    def needs(self) -> tuple[tuple[Quality, int], ...]:
        """The Qualities it asks for, each with its least base value."""
        least: dict[Quality, int] = {name: getattr(self, name) for name in QUALITIES}
        return tuple((name, value) for name, value in least.items() if value)


class Gear(Named, kw_only=True):
    """A thing that is bought; a price of 0 is not sold."""

    price: Count
    load: Count


class Weapon(Gear, kw_only=True):
    """`missile` and `thrown` name the longest band; a weapon without `missile` strikes hand to hand."""

    sort: ClassVar[str] = "weapon"
    dice: Positive
    add: int
    hands: Annotated[int, Meta(ge=0, le=2)]
    letters: Letters
    only_warriors: bool = False
    not_dwarf: bool = False
    reach: bool = False
    thrown: str = ""
    missile: str = ""
    ammunition: str = ""
    reload: bool = False
    breaks: bool = True

    def clash(self) -> tuple[str, str] | None:
        if bool(self.missile) != bool(self.ammunition):
            return ("ammunition", "a missile weapon, and no other, has ammunition")
        if self.not_dwarf and "D" in self.letters:
            return ("letters", "not_dwarf and the letter D do not go together")
        return ("letters", "only Warriors is W alone") if self.only_warriors and self.letters != "W" else None


class Armour(Gear, kw_only=True):
    """`penalty` comes off Agility; a shield's protection is added to that of what is worn."""

    sort: ClassVar[str] = "armour"
    protection: Positive
    penalty: Count
    letters: Letters
    shield: bool = False


class Goods(Gear, kw_only=True):
    """`price` is for a `lot`; `per` pieces, begun, weigh `load`. `adjustment` helps a Test; it burns for `turns`."""

    sort: ClassVar[str] = "goods"
    lot: Positive = 1
    per: Positive = 1
    adjustment: Adjustment = 0
    turns: Count = 0
    vitality: Count = 0
    dice: Count = 0
    thrown: str = ""

    def weight(self, pieces: int) -> int:
        """The load of so many pieces (T10.12)."""
        return self.load * -(-pieces // self.per)


class Kit(Named, kw_only=True):
    """What is bought at once; `numbers` go with `goods`, a `pack` comes with all of another kit."""

    sort: ClassVar[str] = "kit"
    price: Positive
    pack: str = ""
    weapons: tuple[str, ...] = ()
    armour: str = ""
    goods: tuple[str, ...] = ()
    numbers: tuple[Positive, ...] = ()

    @property
    def pieces(self) -> tuple[tuple[str, int], ...]:
        """Its own goods, each with how many pieces."""
        return tuple(zip(self.goods, self.numbers, strict=True))

    def clash(self) -> tuple[str, str] | None:
        return paired(self.goods, self.numbers)


class Range(Named, kw_only=True):
    """A band: up to so many metres."""

    sort: ClassVar[str] = "range"
    metres: Positive
    adjustment: Count


class Size(Named, kw_only=True):
    """`adjustment` is for missiles aimed at it."""

    sort: ClassVar[str] = "size"
    adjustment: Adjustment


class Trait(Named, kw_only=True):
    """`blocks` is all that does nothing to its bearer; `amount` is its one figure, 0: none."""

    sort: ClassVar[str] = "trait"
    blocks: tuple[Block, ...] = ()
    amount: Count = 0


class Monster(Named, kw_only=True):
    """A stat block. `weapon`: the rulebook's words; `leaves`: the bought weapon a winner may take up, "": none."""

    sort: ClassVar[str] = "monster"
    courage: Score
    vitality: Positive
    protection: Count
    attack: Annotated[int, Meta(ge=1, le=18)]
    defence: Annotated[int, Meta(ge=1, le=17)]
    dice: Positive
    add: int
    attacks: Annotated[int, Meta(ge=1, le=2)] = 1
    resist: Annotated[int, Meta(ge=1, le=20)]
    size: str
    ml: Positive
    treasure: str = ""
    number_low: Positive
    number_high: Positive
    talks: Adjustment | None = None
    traits: tuple[str, ...] = ()
    poison: Adjustment = 0
    poison_dice: Count = 0
    astral: Count = 0
    weapon: str = ""
    leaves: str = ""
    armour: str = ""
    animal: bool = False
    human: bool = False
    foreign: bool = False
    cowardice: Count = 0
    treacherous: bool = False

    def clash(self) -> tuple[str, str] | None:
        if bool(self.poison_dice) != ("poison" in self.traits):
            return ("poison_dice", "the trait poison, and no other, has dice")
        if bool(self.astral) != ("caster" in self.traits):
            return ("astral", "the trait caster, and no other, has Astral")
        return ordered(self.number_low, self.number_high, "number_high")


class Outfit(Drawn, kw_only=True):
    """What a group of a kind carries instead of its block, drawn on a d6; `bow_dice` 0: it does not shoot."""

    sort: ClassVar[str] = "outfit"
    monster: str
    weapon: str
    bow: str = ""
    dice: Positive
    add: int
    bow_dice: Count = 0
    bow_add: Count = 0
    protection: Count


class KoboldMagic(Drawn, kw_only=True):
    """What a Kobold can do once, drawn on a d6: a spell, a snatch, or nothing."""

    sort: ClassVar[str] = "kobold's magic"
    spell: str = ""
    snatch: bool = False


class Template(Named, kw_only=True):
    """Changes to a stat block; `vitality` and `ml` are times first / second, rounded up; `treasure` letters up."""

    sort: ClassVar[str] = "template"
    vitality: tuple[Positive, Positive]
    ml: tuple[Positive, Positive]
    attack: Count
    defence: Count
    courage: Count = 0
    damage: Count = 0
    treasure: Count = 0
    most_attack: Positive
    most_defence: Positive
    most_courage: Positive


class Item(Named, kw_only=True):
    """`unknown`: of use unidentified; `price` is what a village pays, `asked` the healer's price, 0: not sold."""

    sort: ClassVar[str] = "magic item"
    kind: Literal["potion", "ointment", "thing"]
    power: Power
    price: Count
    asked: Count = 0
    spent: Count = 0
    unknown: bool
    quality: Quality | Literal[""] = ""
    amount: Count = 0
    turns: Count = 0


class Find(Ruled, kw_only=True):
    """A row of the table of random magic items (d20); `shares` are the last d6 faces of each of its `items`."""

    sort: ClassVar[str] = "find"
    draw_low: Positive
    draw_high: Positive
    items: Annotated[tuple[str, ...], Meta(min_length=1)]
    shares: tuple[Sixths, ...] = ()

    def item(self, face: int = 1) -> str:
        """The item's id; `face` is the d6 that a row of several items asks for."""
        return next((item for item, last in zip(self.items, self.shares, strict=False) if face <= last), self.items[-1])

    def clash(self) -> tuple[str, str] | None:
        if len(self.shares) != (len(self.items) if len(self.items) > 1 else 0):
            return ("shares", "several items have a share each, one has none")
        return ordered(self.draw_low, self.draw_high, "draw_high")


class Jewel(Named, kw_only=True):
    """A kind of jewel by its `total` of 2d6; `value` is silver a carat."""

    sort: ClassVar[str] = "jewel"
    total: Annotated[int, Meta(ge=2, le=12)]
    value: Positive

    @property
    def draw_low(self) -> int:
        """Its total of 2d6."""
        return self.total

    @property
    def draw_high(self) -> int:
        """Its total of 2d6."""
        return self.total


class Treasure(Named, kw_only=True):
    """`dice` x `times` silver; chances are in 6 (6: always, no die): `jewels` by NdS, then `items`."""

    sort: ClassVar[str] = "treasure"
    dice: Positive
    times: Positive
    per_enemy: bool = False
    jewel_chance: Sixths = 0
    jewel_dice: Count = 0
    jewel_sides: Count = 0
    item_chance: Sixths = 0
    items: Count = 0


class Spell(Named, kw_only=True):
    """`astral`, `levels` and `dice` go by strength; metres 0 is a touch, or the caster."""

    sort: ClassVar[str] = "spell"
    letters: Letters
    power: Power
    astral: Annotated[tuple[Positive, ...], Meta(min_length=1)]
    levels: tuple[Level, ...] = (1,)
    metres: Count = 0
    target: Literal["one", "several", "touch", "caster", "thing"]
    targets: Positive = 1
    resisted: Literal["no", "yes", "unwilling", "half"] = "no"
    lasts: Literal["at-once", "turns", "combat", "rounds"]
    turns: Count = 0
    dice: tuple[Positive, ...] = ()
    adds: tuple[Count, ...] = ()
    amount: Count = 0
    adjustment: Adjustment = 0
    lock_astral: Count = 0

    def clash(self) -> tuple[str, str] | None:
        if len(self.levels) != len(self.astral):
            return ("levels", "one for each strength")
        if len(self.dice) != len(self.adds):
            return ("adds", "one for each of dice")
        return None


class Lodging(Named, kw_only=True):
    """Silver for a character's week, and how far it restores Astral."""

    sort: ClassVar[str] = "lodging"
    price: Count
    astral: Literal["half", "full"]


class WandLevel(Named, kw_only=True):
    """A level of wand: what the attempt to reach it costs in Astral and adds to the roll; 0: wands begin there."""

    sort: ClassVar[str] = "wand level"
    level: Annotated[int, Meta(ge=1, le=4)]
    astral: Count = 0
    adjustment: Count = 0


class Difficulty(Named, kw_only=True):
    """A word for how hard a Test is."""

    sort: ClassVar[str] = "difficulty"
    adjustment: Adjustment


class ReferenceMember(Named, kw_only=True):
    """One of the reference party, in marching order; `called` is a given name of ours."""

    sort: ClassVar[str] = "reference member"
    called: Words
    of_class: str
    courage: Score
    intelligence: Score
    charisma: Score
    agility: Score
    strength: Score
    agility_point: Literal["attack", "defence", "none"] = "none"
    rank: Literal["front", "back"]
    wielded: str
    weapons: tuple[str, ...]
    armour: str
    shield: bool = False
    goods: tuple[str, ...] = ()
    numbers: tuple[Positive, ...] = ()
    pack: str
    silver: Count

    def clash(self) -> tuple[str, str] | None:
        if self.wielded not in self.weapons:
            return ("wielded", "is one of weapons")
        return paired(self.goods, self.numbers)


def ordered(low: int, high: int, field: str) -> tuple[str, str] | None:
    """A mistake in `field` if the range runs downward."""
    return (field, f"must not be less than {low}") if low > high else None


def paired(goods: tuple[str, ...], numbers: tuple[int, ...]) -> tuple[str, str] | None:
    """A mistake if goods and their numbers are not as many."""
    return None if len(goods) == len(numbers) else ("numbers", "one for each of goods")
