"""The catalogue: every table of the rulebook as typed, frozen entries, read from `content/` on first use.

`catalogue()` gives the one loaded Catalogue. An id that a finder does not know is a KeyError, words that `named` does
not know are an UnknownName with the nearest name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Protocol, TypeVar

from undercroft.engine.content import Sheet, fingerprint, load
from undercroft.engine.errors import UnknownName, nearest, quoted
from undercroft.rulebooks.tabletop import dungeon_entries as d
from undercroft.rulebooks.tabletop import entries as e

_NAME = ("name",)
_GOODS: dict[str, str | tuple[str, ...]] = {"goods": "goods", "weapons": "weapons", "armour": "armour", "pack": "kits"}
D6, D10, D12, D20 = 6, 10, 12, 20
SHEETS = {
    "adjustments": Sheet(e.Difficulty, unique=("name", "adjustment")),
    "classes": Sheet(e.MemberClass, {"kit": "kits"}, ("name", "letter")),
    "kits": Sheet(e.Kit, _GOODS, _NAME),
    "weapons": Sheet(e.Weapon, {"thrown": "ranges", "missile": "ranges", "ammunition": "goods"}, _NAME),
    "armour": Sheet(e.Armour, unique=_NAME),
    "goods": Sheet(e.Goods, {"thrown": "ranges"}, _NAME),
    "ranges": Sheet(e.Range, unique=("name", "metres")),
    "sizes": Sheet(e.Size, unique=_NAME),
    "monsters": Sheet(
        e.Monster,
        {"size": "sizes", "treasure": "treasures", "traits": "traits", "leaves": "weapons", "armour": "armour"},
        _NAME,
    ),
    "outfits": Sheet(e.Outfit, {"monster": "monsters", "weapon": "weapons", "bow": "weapons"}, _NAME, D6),
    "kobold_magic": Sheet(e.KoboldMagic, {"spell": "spells"}, _NAME, D6),
    "traits": Sheet(e.Trait, unique=_NAME),
    "templates": Sheet(e.Template, unique=_NAME),
    "items": Sheet(e.Item, unique=_NAME),
    "finds": Sheet(e.Find, {"items": "items"}, draws=D20),
    "jewels": Sheet(e.Jewel, unique=("name", "total")),
    "treasures": Sheet(e.Treasure, unique=_NAME),
    "spells": Sheet(e.Spell, unique=_NAME),
    "wands": Sheet(e.WandLevel, unique=("name", "level")),
    "traps": Sheet(d.Trap, unique=_NAME, draws=D10),
    "trap_numbers": Sheet(d.TrapNumber, unique=_NAME, draws=D6),
    "features": Sheet(d.Feature, {"instead": "features"}, _NAME, D12),
    "themes": Sheet(d.Theme, {"kinds": "monsters", "boss": "monsters", "elder": "monsters"}, ("name", "number")),
    "quests": Sheet(d.Quest, unique=_NAME, draws=D6),
    "rooms": Sheet(d.RoomKind, {"theme": "themes"}, _NAME),
    "villages": Sheet(d.Village, unique=_NAME, draws=D12),
    "lengths": Sheet(d.Length, unique=("name", "rooms")),
    "settings": Sheet(d.Setting, unique=_NAME),
    "budgets": Sheet(d.Budget, unique=_NAME),
    "party_sizes": Sheet(d.PartySize, unique=("name", "members")),
    "ratings": Sheet(d.Rating, unique=("name", "below")),
    "lodgings": Sheet(e.Lodging, unique=_NAME),
    "reference": Sheet(e.ReferenceMember, {**_GOODS, "of_class": "classes", "wielded": "weapons"}, ("name", "called")),
}
APART = (("weapons", "armour", "goods", "items", "jewels"),)
"""What a character can own has ids of its own, each in one table only."""


class Catalogue:
    """Every table as a dict by id, in the order of the rulebook; `party_sizes` goes by the number of members."""

    __slots__ = (*SHEETS, "fingerprint")

    def __init__(self, tables: dict[str, dict[str, Any]]) -> None:
        self.adjustments: dict[str, e.Difficulty] = tables["adjustments"]
        self.classes: dict[str, e.MemberClass] = tables["classes"]
        self.kits: dict[str, e.Kit] = tables["kits"]
        self.weapons: dict[str, e.Weapon] = tables["weapons"]
        self.armour: dict[str, e.Armour] = tables["armour"]
        self.goods: dict[str, e.Goods] = tables["goods"]
        self.ranges: dict[str, e.Range] = tables["ranges"]
        self.sizes: dict[str, e.Size] = tables["sizes"]
        self.monsters: dict[str, e.Monster] = tables["monsters"]
        self.outfits: dict[str, e.Outfit] = tables["outfits"]
        self.kobold_magic: dict[str, e.KoboldMagic] = tables["kobold_magic"]
        self.traits: dict[str, e.Trait] = tables["traits"]
        self.templates: dict[str, e.Template] = tables["templates"]
        self.items: dict[str, e.Item] = tables["items"]
        self.finds: dict[str, e.Find] = tables["finds"]
        self.jewels: dict[str, e.Jewel] = tables["jewels"]
        self.treasures: dict[str, e.Treasure] = tables["treasures"]
        self.spells: dict[str, e.Spell] = tables["spells"]
        self.wands: dict[int, e.WandLevel] = {wand.level: wand for wand in tables["wands"].values()}
        self.traps: dict[str, d.Trap] = tables["traps"]
        self.trap_numbers: dict[str, d.TrapNumber] = tables["trap_numbers"]
        self.features: dict[str, d.Feature] = tables["features"]
        self.themes: dict[str, d.Theme] = tables["themes"]
        self.quests: dict[str, d.Quest] = tables["quests"]
        self.rooms: dict[str, d.RoomKind] = tables["rooms"]
        self.villages: dict[str, d.Village] = tables["villages"]
        self.lengths: dict[str, d.Length] = tables["lengths"]
        self.settings: dict[str, d.Setting] = tables["settings"]
        self.budgets: dict[str, d.Budget] = tables["budgets"]
        self.party_sizes: dict[int, d.PartySize] = {size.members: size for size in tables["party_sizes"].values()}
        self.ratings: dict[str, d.Rating] = tables["ratings"]
        self.lodgings: dict[str, e.Lodging] = tables["lodgings"]
        self.reference: dict[str, e.ReferenceMember] = tables["reference"]
        self.fingerprint = fingerprint(tables)


class HasFaces(Protocol):
    """An entry with faces of a die, or totals of several."""

    @property
    def draw_low(self) -> int: ...
    @property
    def draw_high(self) -> int: ...


FacesT = TypeVar("FacesT", bound=HasFaces)
NamedT = TypeVar("NamedT", bound=e.Named)


@cache
def catalogue() -> Catalogue:
    """The catalogue, read and checked whole at the first call; ContentError if a file is wrong."""
    folder = resources.files("undercroft.rulebooks.tabletop") / "content"
    return Catalogue(load(folder, SHEETS, apart=APART, label="tabletop/content"))


def drawn(table: Mapping[str, FacesT], face: int) -> FacesT:
    """The entry of a drawn table (finds, jewels, traps, features, quests ...) that has this face or total."""
    return next(entry for entry in table.values() if entry.draw_low <= face <= entry.draw_high)


def named(table: Mapping[str, NamedT], words: str) -> NamedT:
    """The entry with these words as its name or id; letter case, hyphens and apostrophes do not matter.

    Raises UnknownName with the nearest name.
    """
    wanted = plain(words)
    for entry in table.values():
        if wanted in (entry.id, plain(entry.name)):
            return entry
    names = [entry.name for entry in table.values()]
    sort = next(iter(table.values())).sort
    raise UnknownName(f"no {sort} is called {quoted(words)}{nearest(words, names)}")


def plain(words: str) -> str:
    """Words as an id: small letters and digits, words joined by hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"['\u2019]", "", words.lower())).strip("-")


def weapon(id: str) -> e.Weapon:
    """The weapon with this id; "unarmed" and "wand" are weapons too."""
    return catalogue().weapons[id]


def armour(id: str) -> e.Armour:
    """The armour with this id, or the shield."""
    return catalogue().armour[id]


def goods(id: str) -> e.Goods:
    """The goods with this id."""
    return catalogue().goods[id]


def monster(id: str) -> e.Monster:
    """The kind of monster with this id."""
    return catalogue().monsters[id]


def spell(id: str) -> e.Spell:
    """The spell with this id."""
    return catalogue().spells[id]


def item(id: str) -> e.Item:
    """The magic item with this id."""
    return catalogue().items[id]


def jewel(total: int) -> e.Jewel:
    """The jewel that a total of 2d6 brings (T14.5)."""
    return drawn(catalogue().jewels, total)


def magic_item(face: int, healing: int = 1) -> e.Item:
    """The magic item that a d20 brings; `healing` is the d6 of a healing potion (T13.68, T13.69)."""
    return item(drawn(catalogue().finds, face).item(healing))


def member_class(id: str) -> e.MemberClass:
    """The class with this id."""
    return catalogue().classes[id]


def trap(id: str) -> d.Trap:
    """The trap with this id."""
    return catalogue().traps[id]


def feature(id: str) -> d.Feature:
    """The feature with this id."""
    return catalogue().features[id]


def theme(id: str) -> d.Theme:
    """The theme with this id."""
    return catalogue().themes[id]


def richer(treasure: str, steps: int = 1) -> str:
    """The treasure so many letters higher; "" is none, and the last letter stays (T14.14)."""
    letters = ("", *catalogue().treasures)
    return letters[min(letters.index(treasure) + steps, len(letters) - 1)]


def immune(kind: e.Monster, to: e.Block) -> bool:
    """Whether one of the monster's traits shuts this out, such as "sleep", "fright" or "parley"."""
    traits = catalogue().traits
    return any(to in traits[trait].blocks for trait in kind.traits)
