"""Jewels and treasure (T14), how coins are shared, and the smell of a Dragon's hoard (T11.34).

What rolls is anything with `between(low, high)`: a stream of generation, or the dice of a game master's table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Spread
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.qualities import has
from undercroft.rulebooks.tabletop.records import Condition, Ctx, Event, Jewel, Magic, State, replace

SIX = 6
CARATS = 20
"""A random jewel weighs 1d20 carats (T14.1)."""
COIN = 8
"""Carats of a coin's weight (T14.2)."""
FACES = 20
"""Of the die that finds a magic item (T13.68)."""
SMELL = Spread("smell", 1, 6, base=2, over=3, plus=1)
"""Points of Charisma lost to the smell of a Dragon: 2 for 1 to 3 on the die, 3 for 4 to 6 (T11.35)."""


class Dice(Protocol):
    """What rolls."""

    def between(self, low: int, high: int, /) -> int: ...


class Hoard(NamedTuple):
    """A treasure rolled."""

    silver: int
    jewels: tuple[Jewel, ...] = ()
    items: tuple[Magic, ...] = ()


def jewel(dice: Dice) -> Jewel:
    """Roll a jewel: its carats, then its kind by 2d6 (T14.1, T14.3)."""
    carats = dice.between(1, CARATS)
    return Jewel(content.jewel(dice.between(1, SIX) + dice.between(1, SIX)).id, carats)


def value(one: Jewel) -> int:
    """Return what a jewel is worth in silver; villages pay it in full (T14.6)."""
    return one.carats * content.catalogue().jewels[one.kind].value


def coins_weight(one: Jewel) -> Fraction:
    """Return the weight of a jewel in coins (T14.2, T6.8)."""
    return Fraction(one.carats, COIN)


def mean_value() -> Fraction:
    """Return the mean value of a random jewel in silver (T14.7)."""
    pairs = [(a + b) for a in range(1, SIX + 1) for b in range(1, SIX + 1)]
    worth = Fraction(sum(content.jewel(total).value for total in pairs), len(pairs))
    return worth * Fraction(CARATS + 1, 2)


def item(dice: Dice, most: int = FACES) -> Magic:
    """Roll a magic item, unknown as it is found, of the first so many faces of the d20 (T13.68, T13.69, T21.21)."""
    face = dice.between(1, most)
    several = len(content.drawn(content.catalogue().finds, face).items) > 1
    return Magic(content.magic_item(face, dice.between(1, SIX) if several else 1).id)


def hoard(dice: Dice, letter: str, enemies: int = 1, *, orcs: bool = False) -> Hoard:
    """Roll a treasure by its letter; Orcs alone have a jewel for each magic item (T14.8 to T14.13, T11.14)."""
    row = content.catalogue().treasures[letter]
    thrown = row.dice * (enemies if row.per_enemy else 1)
    silver = sum(dice.between(1, SIX) for _ in range(thrown)) * row.times
    jewels = _number(dice, row.jewel_dice, row.jewel_sides) if _there(dice, row.jewel_chance) else 0
    items = row.items if _there(dice, row.item_chance) else 0
    if orcs:
        jewels, items = jewels + items, 0
    return Hoard(silver, tuple(jewel(dice) for _ in range(jewels)), tuple(item(dice) for _ in range(items)))


def _number(dice: Dice, count: int, sides: int) -> int:
    """Return the total of so many dice; one of one side is not thrown."""
    return count if sides == 1 else sum(dice.between(1, sides) for _ in range(count))


def _there(dice: Dice, sixths: int) -> bool:
    """Say whether a thing with a chance of so many in six is there; always and never need no die."""
    return sixths == SIX or (sixths > 0 and dice.between(1, SIX) <= sixths)


def equal_parts(silver: int, order: Sequence[str]) -> dict[str, int]:
    """Share coins equally, the remainder to the first in marching order (T14.16)."""
    each, rest = divmod(silver, len(order))
    return {name: each + (rest if at == 0 else 0) for at, name in enumerate(order)}


def parts_refused(silver: int, parts: Mapping[str, int], order: Sequence[str]) -> Refusal | None:
    """Say no to a split that is none: any whole parts that make up the sum are legal (T14.16)."""
    for name, coins in parts.items():
        if name not in order:
            return Refusal("treasure.nobody", {"who": name}, "T14.16")
        if coins < 0:
            return Refusal("treasure.negative", {"who": name}, "T14.16")
    total = sum(parts.values())
    return None if total == silver else Refusal("treasure.sum", {"sum": total, "silver": silver}, "T14.16")


class SmellTaken(Event, tag="treasure.smell"):
    """Who takes anything from a Dragon's treasure smells of it for the rest of the adventure (T11.34)."""

    who: str
    points: int

    def apply(self, s: State) -> None:
        c = s.characters[self.who]
        smell = Condition("smell", self.points, "adventure", source="dragon")
        s.characters[self.who] = replace(c, conditions=(*c.conditions, smell))

    def rules(self) -> tuple[str, ...]:
        return ("T11.34", "T11.35")


def take_from_dragon(ctx: Ctx, who: str) -> None:
    """Let the smell of a Dragon's treasure come upon who takes of it, once an adventure (T11.34, T11.35)."""
    if not has(ctx.state.characters[who], "smell"):
        ctx.emit(SmellTaken(who, ctx.roll(SMELL)))
