"""The catalogue: every table of the rulebook as typed, frozen entries, read from `content/` on first use.

`catalogue()` gives the one loaded Catalogue; the fields, units and ranges are told in `content/README.md`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from msgspec import Meta, Struct

from undercroft.engine.content import Entry, Sheet, fingerprint, load, nearest

Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Percent = Annotated[int, Meta(ge=0, le=100)]
DiceText = Annotated[str, Meta(pattern=r"^([1-9]\d*d[1-9]\d*(\+[1-9]\d*)?)?$")]
Words = Annotated[str, Meta(min_length=1)]

ClassId = Literal["king", "hero", "wizard", "rogue", "fighter", "ranger"]
Where = Literal["fight", "outside", "any"]
PartyKind = Literal["", "ward", "sight", "fare", "mending"]
Target = Literal[
    "", "self", "item", "party", "one-member", "other-member", "fallen", "members", "one-monster", "monsters"
]
Effect = Literal[
    "nothing", "heal", "heal-full", "mana", "mana-full", "mana-loss", "experience", "experience-loss",
    "next-level", "level-loss", "ceiling-gain", "ceiling-loss", "strength", "agility", "cure", "restore",
    "member-effect", "party-effect", "wound", "hold", "goodwill", "protection", "attack", "foe-attack",
    "name-item", "find-secrets", "find-floor", "call-band", "soft-step", "hone", "repair", "carried", "raise",
    "summon", "weapon-loss", "gear-loss", "rations-loss", "gold-loss", "drop",
]  # fmt: skip

Trigger = Literal[
    "run-starts", "king-joins", "book-part-taken", "member-dies", "metal-eaten", "lid-without-rogue", "reports-unread",
    "stair-shut", "rations-gone", "flight-worked", "vault-met", "hidden-door-beside", "party-effect-starts",
    "store-passed", "gear-eaten", "level-gained", "ceiling-bitten", "last-prize-taken", "struck-first-again",
    "statue-broke", "bribe-tried",
]  # fmt: skip
FIGURES = (
    "rations", "most_raises", "rogue", "meal_hours", "unfed", "lot", "lot_price", "junction", "hunted", "hint",
    "search_times", "effect_kinds", "first_store", "store_every", "store_times", "level_raise", "bonus_first",
    "bonus_every", "bonus_levels", "least_ceiling", "least_bribe",
)  # fmt: skip
"""Figures that the guide's lines may take; the chapter of the lessons gives them from the rules."""

MESSAGE, CLOSING = "message", "closing"
"""What a lesson opens with, and what its closing line is answered by."""

COURTYARD = 0  # `stocked` and `Counter.floor` of the courtyard's store
RATIONS_LOT = 10  # rations in one lot (D28.2)
RATIONS_PRICE = 20  # base price of one lot (D28.1)
PRICE_PARTS = 6  # a price on floor f is the base price times (6 + f) / 6 (D28.5)

BOTTLE_SIDES = 20
SCROLL_SIDES = 12
LANTERN_SIDES = 20
CHARM_SIDES = 12
TRAP_SIDES = 20
BATH_SIDES = 20
TREASURE_SIDES = 100


class Dice(Struct, frozen=True, gc=False):
    """`count` dice of `sides` faces and a constant; (0, 0, 0) stands for no dice."""

    count: int
    sides: int
    plus: int


@cache
def dice(text: str) -> Dice:
    """The decoded form of content dice such as "2d6" or "1d4+1"."""
    if not text:
        return Dice(0, 0, 0)
    thrown, _, plus = text.partition("+")
    count, _, sides = thrown.partition("d")
    return Dice(int(count), int(sides), int(plus or 0))


class Named(Entry, kw_only=True):
    """What every entry tells: its row in the rulebook, its name there, and a sentence of ours."""

    row: Words
    name: Words
    description: Words


class Drawn(Named, kw_only=True):
    """An entry with faces on a die; 0 to 0 means that no draw brings it."""

    draw_low: Count = 0
    draw_high: Count = 0

    def mistake(self) -> tuple[str, str] | None:
        return _ordered(self.draw_low, self.draw_high, "draw_high")


class Power(Drawn, kw_only=True):
    """What a thing or spell does, as figures."""

    effect: Effect
    target: Target = ""
    dice: DiceText = ""
    adds: tuple[Literal["wits", "level", "half-level"], ...] = ()
    amount: int = 0
    chance: Percent = 0
    turns: Count = 0
    dud: tuple[Count, Count] = (0, 0)
    member: str = ""
    cures: tuple[str, ...] = ()
    party: PartyKind = ""
    good: bool = True
    steps: Count = 0
    factor: tuple[Positive, Positive] = (1, 1)

    @property
    def roll(self) -> Dice:
        """The decoded `dice`."""
        return dice(self.dice)

    def mistake(self) -> tuple[str, str] | None:
        if self.effect == "party-effect" and not (self.party and self.steps):
            return ("effect", "a party effect needs party and steps")
        if self.effect == "member-effect" and not self.member:
            return ("effect", "a member effect needs member")
        if self.dud[0] > self.dud[1]:
            return ("dud", "the first figure is the highest dud face, the second the number of faces")
        return _ordered(self.draw_low, self.draw_high, "draw_high")


class Gear(Named, kw_only=True):
    """A worn thing. `stocked`: 0 the courtyard, a floor number, -1 never; `price` 0: no base price."""

    price: Count = 0
    stocked: Annotated[int, Meta(ge=-1, le=18)]
    who: tuple[ClassId, ...]


class Weapon(Gear, kw_only=True):
    """Damage is the upper end of a draw from 1 (D12.7)."""

    sort: ClassVar[str] = "weapon"
    damage: Annotated[int, Meta(ge=1, le=99)]
    attack: Count = 0
    hands: Annotated[int, Meta(ge=1, le=2)] = 1
    metal: bool
    reach: Literal["hand", "bow"] = "hand"


class Armour(Gear, kw_only=True):
    sort: ClassVar[str] = "armour"
    protection: Annotated[int, Meta(ge=0, le=20)]


class Shield(Gear, kw_only=True):
    sort: ClassVar[str] = "shield"
    protection: Annotated[int, Meta(ge=1, le=20)]


class Thing(Power, kw_only=True):
    """A thing carried in a pack; `bad` things harm whoever uses or carries them."""

    price: Count = 0
    stocked: Annotated[int, Meta(ge=-1, le=18)]
    bad: bool = False
    where: Where = "any"


class Bottle(Thing, kw_only=True):
    sort: ClassVar[str] = "bottle"


class Scroll(Thing, kw_only=True):
    sort: ClassVar[str] = "scroll"
    where: Where


class Lantern(Thing, kw_only=True):
    sort: ClassVar[str] = "lantern"
    where: Where = "outside"


class Charm(Thing, kw_only=True):
    """`used`: spent by one use; else it works by being carried, its use told after `shown_after` steps."""

    sort: ClassVar[str] = "charm"
    used: bool = True
    shown_after: Count = 0


Item = Weapon | Armour | Shield | Bottle | Scroll | Lantern | Charm


class Spell(Power, kw_only=True):
    """A page of the book, for every reader, or (pages 0) a spell known by heart by the classes `who`."""

    pages: Annotated[int, Meta(ge=0, le=2)] = 0
    mana: Positive
    where: Where
    who: tuple[ClassId, ...] = ()

    @property
    def by_heart(self) -> bool:
        """True if it needs no book."""
        return self.pages == 0


class MemberEffect(Named, kw_only=True):
    """An effect on one member; modifiers count while it lasts, `wound` comes `every` so many steps."""

    good: bool
    lasts: Literal["steps", "fight", "rounds", "own-turns", "next-turn"]
    steps: Count = 0
    rounds: Count = 0
    turns: Count = 0
    every: Count = 0
    wound: Count = 0
    strength: int = 0
    agility: int = 0
    attack: int = 0
    defence: int = 0
    protection: int = 0


class MemberClass(Named, kw_only=True):
    """A class of member; mana 0: not a caster. `hand` and `body` are the gear it comes with."""

    strength: Count
    agility: Count
    wits: Count
    stamina: Count
    attack: Count
    mana: Count = 0
    reads: bool
    rank: Literal["front", "back"]
    hand: str = ""
    body: str = ""
    names: Annotated[tuple[Words, ...], Meta(min_length=12)]


class Difficulty(Entry, kw_only=True):
    """The figures F1 to F8 of one difficulty; `monster_health` is in 100."""

    name: Words
    description: Words
    gold: Count
    rations: Count
    level_cost: Positive
    lid: Percent
    monster_health: Positive
    room_first: Percent
    tumbler_wound: Count
    plate_wound: Count


class Quest(Entry, kw_only=True):
    """A quest length (D1.3, D7.21): floors, the book's floor, pages on each floor."""

    name: Words
    description: Words
    floors: Annotated[int, Meta(ge=1, le=18)]
    book: Positive
    pages: Positive

    def mistake(self) -> tuple[str, str] | None:
        return _ordered(self.book, self.floors, "floors")


class Floor(Named, kw_only=True):
    """A row of the floor table; a peril of 0 means that quests of that length have no such floor."""

    number: Annotated[int, Meta(ge=1, le=18)]
    short: Count = 0
    standard: Count = 0
    long: Count
    rings: Annotated[int, Meta(ge=1, le=9)]
    values: Annotated[int, Meta(ge=2, le=10)]
    rows: Positive
    columns: Positive
    pushes: Positive
    hint: Positive
    posts: Positive

    def peril(self, quest: str) -> int:
        """The peril of this floor in a quest of that length, 0 if it has no such floor."""
        return {"short": self.short, "standard": self.standard, "long": self.long}[quest]

    @property
    def combinations(self) -> int:
        """How many combinations a tumbler wall here has."""
        return int(self.values**self.rings)

    @property
    def mends(self) -> int:
        """A statue's price to mend one member: half the posted price, rounded up (D22.13)."""
        return (self.posts + 1) // 2

    @property
    def raises(self) -> int:
        """A statue's price to raise one member: four times the posted price (D17.9)."""
        return 4 * self.posts


class RoomContent(Named, kw_only=True):
    """A row of the room table; gold is `plus` + (`low` to `high`) times the floor."""

    chance: Percent
    map_chance: Percent = 0
    plus: Count = 0
    low: Count = 0
    high: Count = 0


class Treasure(Drawn, kw_only=True):
    """A row of the treasure table; gear may be first stocked up to `deeper` floors further down (T6 to T8)."""

    low: Count = 0
    high: Count = 0
    deeper: Count = 0


class Special(Entry, kw_only=True):
    """A monster's special attack; its rule stands in the chapter."""

    name: Words
    rule: Words
    description: Words


class Foe(Named, kw_only=True):
    """Wounds are drawn from `low` to `high`, bands from `band_low` to `band_high`; special_chance 0: none."""

    peril: Annotated[int, Meta(ge=1, le=18)]
    health: Positive
    attack: Count
    defence: Count
    low: Positive
    high: Positive
    protection: Count
    experience: Positive
    gold: Count
    bribe: Annotated[int, Meta(ge=10, le=90)]
    band_low: Positive = 1
    band_high: Positive = 1
    special: str = ""
    special_chance: Percent = 0
    reach: Literal["hand", "far"] = "hand"

    def mistake(self) -> tuple[str, str] | None:
        if self.special_chance and not self.special:
            return ("special_chance", "there is no special for it")
        return _ordered(self.low, self.high, "high") or _ordered(self.band_low, self.band_high, "band_high")


class Monster(Foe, kw_only=True):
    """A wandering kind."""


class Guard(Foe, kw_only=True):
    """A prize guard in a quest of one length (D33.3)."""

    quest: str
    prize: Literal["book", "king"]
    floor: Annotated[int, Meta(ge=1, le=18)]


class Trap(Power, kw_only=True):
    """Its dice gain the floor divided by `per_floors` (0: nothing); `share` 5 is a fifth of the gold."""

    per_floors: Count = 0
    share: Count = 0
    deepest: str = ""


class Bath(Power, kw_only=True):
    """A row of the bath table."""


class Counter(Named, kw_only=True):
    """A store's counter; floor 0 is the courtyard."""

    floor: Annotated[int, Meta(ge=0, le=18)]

    def price(self, base: int) -> int:
        """What this counter asks for a thing of that base price, rounded up (D28.5)."""
        return price(base, self.floor)


class Line(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something the guide says: the label that asks for it, the rules it tells, the figures its text takes."""

    label: str = ""
    rules: tuple[Words, ...] = ()
    figures: tuple[Words, ...] = ()


class Topic(Line, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the guide may be asked, under a word of its own."""

    id: Annotated[str, Meta(pattern=r"^[a-z]+$")]
    label: Words


class Closing(Line, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is said to end a lesson, and what the guide answers."""

    label: Words


class Lesson(Entry, kw_only=True):
    """A lesson of the guide: its trigger, what it tells, and its one gift; `posted` gold is a statue's price."""

    row: Words
    name: Words
    trigger: Trigger
    message: Line
    topics: Annotated[tuple[Topic, ...], Meta(min_length=1)]
    closing: Closing
    item: str = ""
    gold: Count = 0
    rations: Count = 0
    map: bool = False
    posted: bool = False

    def line(self, word: str) -> Line | None:
        """What is said at the opening ("message"), at the end ("closing") or on a topic; None for another word."""
        ends = {MESSAGE: self.message, CLOSING: self.closing}
        return ends.get(word) or next((topic for topic in self.topics if topic.id == word), None)

    def mistake(self) -> tuple[str, str] | None:
        if [*map(bool, (self.item, self.gold, self.rations, self.map, self.posted))].count(True) != 1:
            return ("name", "a lesson has one gift: item, gold, rations, map or posted")
        words = [topic.id for topic in self.topics]
        if len(set(words)) < len(words) or set(words) & {MESSAGE, CLOSING}:
            return ("topics", f"each has a word of its own, and none is {MESSAGE} or {CLOSING}")
        for field, lines in (("message", (self.message,)), ("topics", self.topics), ("closing", (self.closing,))):
            for figure in (figure for line in lines for figure in line.figures):
                if figure not in FIGURES:
                    return (field, f'no figure is called "{figure}"{nearest(figure, FIGURES)}')
        return None


def price(base: int, floor: int) -> int:
    """A base price on a floor (0: courtyard): times (6 + floor) / 6, rounded up (D28.5)."""
    return -(-base * (PRICE_PARTS + floor) // PRICE_PARTS)


def _ordered(low: int, high: int, field: str) -> tuple[str, str] | None:
    return (field, f"must not be less than {low}") if low > high else None


ITEM_TABLES = ("weapons", "armours", "shields", "bottles", "scrolls", "lanterns", "charms")
_THING: dict[str, str | tuple[str, ...]] = {"member": "effects", "cures": "effects"}
_ROW = ("row",)
SHEETS = {
    "classes": Sheet(MemberClass, {"hand": "weapons", "body": "armours"}, ("row", "name")),
    "difficulty": Sheet(Difficulty),
    "quests": Sheet(Quest),
    "floors": Sheet(Floor, unique=("row", "number")),
    "rooms": Sheet(RoomContent, unique=_ROW),
    "treasure": Sheet(Treasure, unique=_ROW, draws=TREASURE_SIDES),
    "specials": Sheet(Special),
    "monsters": Sheet(Monster, {"special": "specials"}, ("row", "name")),
    "guards": Sheet(Guard, {"special": "specials", "quest": "quests"}, _ROW),
    "weapons": Sheet(Weapon, {"who": "classes"}, ("row", "name")),
    "armours": Sheet(Armour, {"who": "classes"}, ("row", "name")),
    "shields": Sheet(Shield, {"who": "classes"}, ("row", "name")),
    "bottles": Sheet(Bottle, _THING, ("row", "name"), BOTTLE_SIDES),
    "scrolls": Sheet(Scroll, _THING, ("row", "name"), SCROLL_SIDES),
    "lanterns": Sheet(Lantern, _THING, ("row", "name"), LANTERN_SIDES),
    "charms": Sheet(Charm, _THING, ("row", "name"), CHARM_SIDES),
    "traps": Sheet(Trap, {**_THING, "deepest": "traps"}, _ROW, TRAP_SIDES),
    "bath": Sheet(Bath, _THING, _ROW, BATH_SIDES),
    "spells": Sheet(Spell, {**_THING, "who": "classes"}, ("row", "name")),
    "effects": Sheet(MemberEffect, unique=("name",)),
    "counters": Sheet(Counter, unique=("row", "floor")),
    "lessons": Sheet(Lesson, {"item": ITEM_TABLES}, ("row", "name", "trigger")),
}


class Catalogue:
    """Every table as a dict by id, in the order of its rows.

    `items` joins the seven sorts of item, `foes` monsters and guards; `floors` goes by number. Unknown: KeyError.
    """

    __slots__ = (
        "armours", "bath", "bottles", "charms", "classes", "counters", "difficulties", "effects",
        "fingerprint", "floors", "foes", "guards", "items", "lanterns", "lessons", "monsters", "quests",
        "rooms", "scrolls", "shields", "specials", "spells", "traps", "treasure", "weapons",
    )  # fmt: skip

    def __init__(self, tables: dict[str, dict[str, Any]]) -> None:
        self.classes: dict[str, MemberClass] = tables["classes"]
        self.difficulties: dict[str, Difficulty] = tables["difficulty"]
        self.quests: dict[str, Quest] = tables["quests"]
        self.floors: dict[int, Floor] = {floor.number: floor for floor in tables["floors"].values()}
        self.rooms: dict[str, RoomContent] = tables["rooms"]
        self.treasure: dict[str, Treasure] = tables["treasure"]
        self.specials: dict[str, Special] = tables["specials"]
        self.monsters: dict[str, Monster] = tables["monsters"]
        self.guards: dict[str, Guard] = tables["guards"]
        self.weapons: dict[str, Weapon] = tables["weapons"]
        self.armours: dict[str, Armour] = tables["armours"]
        self.shields: dict[str, Shield] = tables["shields"]
        self.bottles: dict[str, Bottle] = tables["bottles"]
        self.scrolls: dict[str, Scroll] = tables["scrolls"]
        self.lanterns: dict[str, Lantern] = tables["lanterns"]
        self.charms: dict[str, Charm] = tables["charms"]
        self.traps: dict[str, Trap] = tables["traps"]
        self.bath: dict[str, Bath] = tables["bath"]
        self.spells: dict[str, Spell] = tables["spells"]
        self.effects: dict[str, MemberEffect] = tables["effects"]
        self.counters: dict[str, Counter] = tables["counters"]
        self.lessons: dict[str, Lesson] = tables["lessons"]
        self.items: dict[str, Item] = {key: item for name in ITEM_TABLES for key, item in tables[name].items()}
        self.foes: dict[str, Monster | Guard] = {**self.monsters, **self.guards}
        self.fingerprint = fingerprint(tables)

    def guard(self, quest: str, prize: str) -> Guard:
        """The guard of a prize ("book" or "king") in a quest of that length (D33.3)."""
        return next(one for one in self.guards.values() if (one.quest, one.prize) == (quest, prize))


DrawnT = TypeVar("DrawnT", bound=Drawn)


@cache
def catalogue() -> Catalogue:
    """The catalogue, read and checked whole at the first call; ContentError if a file is wrong."""
    folder = resources.files("undercroft.rulebooks.descent") / "content"
    return Catalogue(load(folder, SHEETS, apart=(ITEM_TABLES, ("monsters", "guards")), label="descent/content"))


def drawn(table: Mapping[str, DrawnT], face: int) -> DrawnT:
    """The entry of a drawn table (treasure, traps, bath, bottles ...) that has this face of its die."""
    return next(entry for entry in table.values() if entry.draw_low <= face <= entry.draw_high)


def item(kind: str) -> Item:
    """The kind of item with this id."""
    return catalogue().items[kind]


def spell(id: str) -> Spell:
    """The spell with this id, of the book or known by heart."""
    return catalogue().spells[id]


def monster(id: str) -> Monster | Guard:
    """The wandering kind or prize guard with this id."""
    return catalogue().foes[id]


def floor(number: int) -> Floor:
    """The floor with this number, 1 to 18."""
    return catalogue().floors[number]


def lesson(id: str) -> Lesson:
    """The guide's lesson with this id."""
    return catalogue().lessons[id]


def difficulty(name: str) -> Difficulty:
    """The difficulty of this name: easy, normal, hard."""
    return catalogue().difficulties[name]


def quest(name: str) -> Quest:
    """The quest length of this name: short, standard, long."""
    return catalogue().quests[name]
