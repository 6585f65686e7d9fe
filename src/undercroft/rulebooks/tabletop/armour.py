"""Armour and shields (T10.1 to T10.10): what they protect, and what they cost in Agility."""

from __future__ import annotations

from undercroft.engine.action import Refusal
from undercroft.engine.errors import quoted
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop import classes, goods
from undercroft.rulebooks.tabletop.entries import Armour
from undercroft.rulebooks.tabletop.qualities import has
from undercroft.rulebooks.tabletop.records import Character, replace

SHIELD = "shield"
CLOTHES = "travelling-clothes"
"""What everyone wears under and instead of everything else (T5.11)."""


def protection(c: Character) -> int:
    """Return the Protection of what is worn and carried, acid counted; spells and ointments come on top (T8.9)."""
    return worn_protection(c) + (content.armour(SHIELD).protection if c.shield else 0)


def worn_protection(c: Character) -> int:
    """Return the Protection of the one armour worn, less what acid took (T10.9, T12.27)."""
    return max(0, content.armour(c.armour).protection - c.eaten)


def penalty(c: Character) -> int:
    """Return the Agility Penalty of the armour worn and of a carried shield together (T2.10, T2.11).

    A small shape has neither on (T13.65).
    """
    if c.conditions and has(c, "small-shape"):
        return 0
    return content.armour(c.armour).penalty + (content.armour(SHIELD).penalty if c.shield else 0)


def suit(word: str) -> Armour | None:
    """Return the entry of a suit of armour, or None for a shield and everything else."""
    found = goods.ware(word)
    return found.entry if found is not None and isinstance(found.entry, Armour) and not found.entry.shield else None


def wear_refused(c: Character, word: str) -> Refusal | None:
    """Say no to wearing a thing: not in the pack, no suit, or not for the class (T4.23, T10.9)."""
    entry = suit(word)
    if entry is None:
        return Refusal("armour.none", {"thing": quoted(word)}, "T10.9")
    if not goods.count(c, word):
        code = "armour.worn" if word == worn(c) else "armour.not_held"
        return Refusal(code, {"who": c.id, "thing": word})
    return classes.use_refused(c, entry)


def worn(c: Character) -> str:
    """Return the word of the suit that is worn, the marks of acid told."""
    return f"eaten-{c.eaten}-{c.armour}" if c.eaten else c.armour


def wear(c: Character, word: str) -> Character:
    """Return the character in a suit from the pack; what was worn goes into the pack (T10.9)."""
    found = goods.known(word)
    c = goods.more(goods.less(c, word), worn(c))
    return replace(c, armour=found.entry.id, eaten=found.eaten)


def shield_refused(c: Character) -> Refusal | None:
    """Say no to taking up a shield: none in the pack, not for the class, or both hands are full (T9.21)."""
    if not goods.count(c, SHIELD):
        return Refusal("armour.not_held", {"who": c.id, "thing": SHIELD})
    if refusal := classes.use_refused(c, content.armour(SHIELD)):
        return refusal
    if c.wielded >= 0 and content.weapon(c.weapons[c.wielded].kind).hands > 1:
        return Refusal("armour.two_hands", {"who": c.id, "thing": c.weapons[c.wielded].kind}, "T9.21")
    return None


def take_shield(c: Character) -> Character:
    """Return the character with the shield from the pack on the arm."""
    return replace(goods.less(c, SHIELD), shield=True)


def put_shield(c: Character) -> Character:
    """Return the character with the shield put into the pack."""
    return replace(goods.more(c, SHIELD), shield=False)
