"""Armour and shields (T10.1 to T10.10): what they protect, and what they cost in Agility."""

from __future__ import annotations

from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.records import Character

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
    """Return the Agility Penalty of the armour worn and of a carried shield together (T2.10, T2.11)."""
    return content.armour(c.armour).penalty + (content.armour(SHIELD).penalty if c.shield else 0)
