"""Qualities (T1): base values stand on the sheet; effective values are what all temporary effects make of them."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.rulebooks.tabletop.records import QUALITIES, Character, Condition, QualityName

LEAST, MOST = 1, 20
"""Bounds of an effective value (T1.5, T1.9); level gains stop at the same 20 (T1.4)."""
RAISE = "quality:"
"""A condition of kind `quality:strength` raises that Quality by its amount."""
UNBOUND = ("heros-belt",)
"""Sources that may lift a Quality above 20 (T13.23)."""
CHARMED = 20
"""What Charisma counts as under the Ring of Charm (T13.30)."""
SMALL_SHAPE: dict[QualityName, int] = {"strength": 1, "charisma": 1, "agility": 18}
"""What a small shape makes of its drinker (T13.64)."""

TASKS: dict[str, QualityName] = {
    **dict.fromkeys(("fear", "terror", "intimidate"), "courage"),
    **dict.fromkeys(("search", "listen", "find-trap", "riddle", "work-out-item"), "intelligence"),
    **dict.fromkeys(("parley", "bargain", "trick"), "charisma"),
    **dict.fromkeys(("dodge", "jump", "climb", "sneak", "pick-lock", "disarm", "flee"), "agility"),
    **dict.fromkeys(("force-door", "lift", "hold", "poison", "gas", "paralysis"), "strength"),
}
"""The Quality that each task Tests (T1.11 to T1.15)."""


def base(c: Character, quality: QualityName) -> int:
    """Return the value on the sheet: for class conditions, level gains and the wand roll (T1.8)."""
    value: int = getattr(c, quality)
    return value


def effective(c: Character, quality: QualityName) -> int:
    """Return the value for Tests, the order of acting and derived values (T1.7): the base under all conditions."""
    if not c.conditions:
        value: int = getattr(c, quality)
        return max(LEAST, value)
    kinds = {one.kind for one in c.conditions}
    if "small-shape" in kinds and quality in SMALL_SHAPE:
        return SMALL_SHAPE[quality]
    if "charmed" in kinds and quality == "charisma":
        return CHARMED
    value = _raised(base(c, quality), [one for one in c.conditions if one.kind == RAISE + quality])
    if quality == "charisma":
        value -= max((one.amount for one in c.conditions if one.kind == "smell"), default=0)
    if quality == "courage" and "weakened" in kinds:
        value = halved(value)
    return max(LEAST, value)


def halved(value: int) -> int:
    """Return half of what the Ointment of Weakness halves, rounded up (T13.48)."""
    return (value + 1) // 2


def has(c: Character, kind: str) -> bool:
    """Say whether a condition of that kind works on the character."""
    return any(one.kind == kind for one in c.conditions)


def all_base(c: Character) -> dict[QualityName, int]:
    """Return the five values on the sheet, in their order."""
    return {quality: base(c, quality) for quality in QUALITIES}


def _raised(value: int, raises: Iterable[Condition]) -> int:
    """Return a value under increases of one Quality: the largest counts, and most stop at 20 (T1.9, T1.10)."""
    reached = [value + one.amount if one.source in UNBOUND else min(MOST, value + one.amount) for one in raises]
    return max([value, *reached])
