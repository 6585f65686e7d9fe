"""Classes and kins (T4): who may become what, what each may use, and what Elves and Dwarves sense."""

from __future__ import annotations

from collections.abc import Mapping

from undercroft.engine.action import Refusal
from undercroft.engine.errors import nearest, quoted
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.entries import Armour, MemberClass, Weapon
from undercroft.rulebooks.tabletop.qualities import all_base
from undercroft.rulebooks.tabletop.records import Character, QualityName

ADVENTURER, WARRIOR, DWARF, ELF, MAGICIAN = "adventurer", "warrior", "dwarf", "elf", "magician"
"""Ids of the five classes; Dwarf and Elf are kins too, all others are human (T4.35)."""
TURNING = (ADVENTURER, DWARF)
"""Classes that may become Warriors at a level gain (T17.19, T17.25)."""
SCENTS = {"ogre": 10, "dragon": 15}
"""How many metres off an Elf smells these kinds, through closed doors too (T4.24 to T4.26)."""
SHUNNED = "dragon"
"""The kind that no Elf can bring themself to fight hand to hand (T4.27)."""
USE_RULES = {"A": "T4.18", "W": "T4.19", "D": "T4.20", "E": "T4.21", "M": "T4.22"}


def of(c: Character) -> MemberClass:
    """Return the entry of a character's class."""
    return content.member_class(c.cls)


def condition_refused(cls: str, base: Mapping[QualityName, int]) -> Refusal | None:
    """Say no if there is no such class, or if these base Qualities do not meet its condition (T4.3 to T4.8)."""
    known = content.catalogue().classes
    if cls not in known:
        return Refusal("class.unknown", {"said": quoted(cls), "near": nearest(cls, known) or "."}, "T4.1")
    entry = known[cls]
    for quality, least in entry.needs:
        if base[quality] < least:
            facts = {"cls": entry.name, "quality": quality, "least": least, "value": base[quality]}
            return Refusal("class.needs", facts, entry.rule)
    return None


def open_to(base: Mapping[QualityName, int]) -> tuple[str, ...]:
    """Return the classes whose condition these base Qualities meet, Adventurer always (T5.5)."""
    return tuple(cls for cls in content.catalogue().classes if condition_refused(cls, base) is None)


def warrior_refused(c: Character) -> Refusal | None:
    """Say no to becoming a Warrior: not the class for it, or the condition is not met (T4.4, T17.19, T17.25)."""
    if c.cls not in TURNING:
        return Refusal("class.stays", {"who": c.id, "cls": of(c).name}, "T17.25")
    refusal = condition_refused(WARRIOR, all_base(c))
    return None if refusal is None else Refusal(refusal.code, refusal.facts, "T17.19")


def casts(c: Character) -> bool:
    """Say whether the class has Astral and spells (T4.12, T4.14, T4.15)."""
    return of(c).astral > 0


def may_use(c: Character, thing: Weapon | Armour) -> bool:
    """Say whether class and kin let a character wear or wield it (T4.16 to T4.22, T4.33)."""
    return use_refused(c, thing) is None


def use_refused(c: Character, thing: Weapon | Armour) -> Refusal | None:
    """Say no to wearing or wielding what class or kin forbid; carrying, giving and selling are free (T4.23)."""
    facts = {"who": c.id, "thing": thing.id, "cls": of(c).name}
    if c.kin == DWARF and isinstance(thing, Weapon) and thing.not_dwarf:
        return Refusal("class.not_dwarf", facts, "T4.33")
    if of(c).letter in thing.letters:
        return None
    if isinstance(thing, Weapon) and thing.only_warriors:
        return Refusal("class.only_warriors", facts, "T4.17")
    if thing.letters == "W":
        return Refusal("class.only_warriors", facts, "T4.16")
    return Refusal("class.use", facts, USE_RULES[of(c).letter])


def smells(c: Character, kind: str, metres: int) -> bool:
    """Say whether a character smells a kind of monster so many metres off (T4.24, T4.25)."""
    return smells_at_all(c) and metres <= SCENTS.get(kind, -1)


def smells_at_all(c: Character) -> bool:
    """Say whether a character is one of those who smell monsters (T4.24, T4.25)."""
    return c.kin == ELF


def shuns(c: Character, kind: str) -> bool:
    """Say whether a character keeps away from a kind: no attack, no swap-rank, always the back rank (T4.27, T4.30)."""
    return c.kin == ELF and kind == SHUNNED


def senses(c: Character) -> bool:
    """Say whether a character senses treasure and secret doors: Dwarves do, as Warriors too (T4.31 to T4.33)."""
    return c.kin == DWARF
