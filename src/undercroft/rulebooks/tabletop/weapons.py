"""Weapons (T9): who may wield what, what a weapon does in a hand, and what is magical about it."""

from __future__ import annotations

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Spread
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop import classes, derived, goods
from undercroft.rulebooks.tabletop.qualities import effective
from undercroft.rulebooks.tabletop.records import Arm, Character, replace

UNARMED, WAND = "unarmed", "wand"
SIDES = 6
FOREIGN = -1
"""Damage of a foreign-made weapon (T11.5 to T11.7)."""
TREATED = 1
"""Damage Add of a weapon that the Weapon Ointment works on (T13.40)."""


def in_hand(c: Character) -> Arm | None:
    """Return the weapon wielded, or None for bare hands."""
    return c.weapons[c.wielded] if c.wielded >= 0 else None


def made(arm: Arm) -> int:
    """Return what making and ointment change in a weapon's damage (T11.7, T13.40)."""
    return (FOREIGN if arm.foreign else 0) + (TREATED if arm.treated else 0)


def damage(c: Character, arm: Arm | None, *, far: bool = False) -> Spread:
    """Return the damage roll of a weapon, or of bare hands, never below 0: Strength counts hand to hand alone.

    `far` is for what is shot or thrown (T3.1 to T3.5, T9.1 to T9.20).
    """
    weapon = content.weapon(arm.kind if arm is not None else UNARMED)
    change = 0 if far else derived.strength_change(effective(c, "strength"))
    add = weapon.add + change + (made(arm) if arm is not None else 0)
    return Spread("damage", weapon.dice, SIDES, base=add, least=0)


def magical(arm: Arm) -> bool:
    """Say whether a weapon is magical for every rule that asks: the Weapon Ointment works on it (T9.23)."""
    return arm.treated


def unbreakable(cls: str, arm: Arm) -> bool:
    """Say whether a weapon in the hand of a class never breaks (T8.17, T9.4, T13.40, T19.15).

    It is so by ointment, and for a wand in a Magician's hand.
    """
    return arm.treated or not content.weapon(arm.kind).breaks or (arm.kind == WAND and cls == classes.MAGICIAN)


def wield_refused(c: Character, place: int) -> Refusal | None:
    """Say no to wielding the weapon at a place: none there, broken, not for the class, or a shield is in the way."""
    if not 0 <= place < len(c.weapons):
        return Refusal("weapon.none", {"who": c.id})
    arm = c.weapons[place]
    weapon = content.weapon(arm.kind)
    if arm.broken:
        return Refusal("weapon.broken", {"who": c.id, "thing": arm.kind}, "T8.17")
    if refusal := classes.use_refused(c, weapon):
        return refusal
    if weapon.hands > 1 and c.shield:
        return Refusal("weapon.shield", {"who": c.id, "thing": arm.kind}, "T9.21")
    return None


def wield(c: Character, place: int) -> Character:
    """Return the character with the weapon at a place in hand; -1 is bare hands."""
    return replace(c, wielded=place)


def words(c: Character) -> tuple[str, ...]:
    """Return what a character's weapons answer to: their kinds, and `silvered-` before the kind of those that are."""
    silver = [goods.SILVERED + arm.kind for arm in c.weapons if arm.silvered]
    return tuple(dict.fromkeys([*(arm.kind for arm in c.weapons), *silver]))


def broken_refused(c: Character, word: str) -> Refusal | None:
    """Say no to a kind of which a character has none but broken ones (T8.17)."""
    kinds = {arm.kind for arm in c.weapons if arm.broken and word in (arm.kind, goods.SILVERED + arm.kind)}
    if not kinds or place_of(c, word) >= 0:
        return None
    return Refusal("weapon.broken", {"who": c.id, "thing": kinds.pop()}, "T8.17")


def place_of(c: Character, word: str) -> int:
    """Return the place of the first sound weapon of a kind, `silvered-` or not, of wands the best; -1 for none."""
    found = [
        place
        for place, arm in enumerate(c.weapons)
        if not arm.broken and word in (arm.kind, goods.SILVERED + arm.kind if arm.silvered else arm.kind)
    ]
    return max(found, key=lambda place: c.weapons[place].raised, default=-1)
