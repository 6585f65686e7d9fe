"""Budgets (T22.3 to T22.10): what a party rates, how much an encounter may cost, and which theme suits it.

Pure figures over Levels and Monster Levels (ML): no game need run.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.catalogue import catalogue
from undercroft.rulebooks.tabletop.dungeon_entries import Length, Theme
from undercroft.rulebooks.tabletop.entries import Monster

RATING_BASE, RATING_LEVEL = 8, 2
"""What a character rates, and what each of their Levels adds (T22.5)."""
LEAST_BUDGET = 2
"""ML (T22.6)."""
KIND_MOST = Fraction(125, 100)
"""Of the budget: the dearest kind that may be chosen (T22.7)."""
MOST_OF_A_KIND, MOST_COMPANIONS = 8, 6
"""In a group, and beside a boss (T22.7, T22.8)."""
BOSS_MOST = Fraction(130, 100)
"""Of the boss budget: the dearest plain boss (T22.9, T22.10)."""
SHARES = {"encounters": (4, 10), "traps": (1, 5), "features": (1, 5), "treasures": (1, 8)}
"""Of the rooms of a dungeon, rounded down (T22.28)."""
FIRST, IN_TURN = "light", ("middling", "middling", "heavy")
"""Budgets of encounters by distance from the entrance (T22.30)."""
BOSS_ROOMS = ((14, "f"), (6, "e"), (1, "d"))
"""Treasure of the boss room from an adventure level on (T22.31)."""
LAIR = "dragon"
"""The boss whose hoard is the greatest at every level (T22.31)."""
HIDDEN_TREASURES = ((6, "d"), (1, "c"))
"""Treasure of a hidden chest from an adventure level on (T22.29)."""


class Counts(NamedTuple):
    """How many rooms of a dungeon hold what; each holds one thing, the rest are empty (T22.28)."""

    rooms: int
    encounters: int
    traps: int
    features: int
    treasures: int


def party_rating(levels: Sequence[int]) -> int:
    """Return the Party Rating of one to six living characters, in ML; ValueError for another number (T22.5)."""
    size = catalogue().party_sizes.get(len(levels))
    if size is None:
        raise ValueError(f"a party has 1 to {max(catalogue().party_sizes)} living characters, not {len(levels)}")
    return sum(RATING_BASE + RATING_LEVEL * level for level in levels) * size.percent // 100


def adventure_level(levels: Sequence[int]) -> int:
    """Return the adventure level of a party (T22.4)."""
    return max(1, sum(levels) // len(levels))


def budget(rating: int, sort: str, setting: str = "normal") -> int:
    """Return what an encounter of a sort - light, middling, heavy, boss, road, wandering - may cost, in ML (T22.6)."""
    percent = catalogue().budgets[sort].percent * catalogue().settings[setting].percent
    return max(LEAST_BUDGET, rating * percent // 100**2)


def rate(rating: int, mls: Sequence[int]) -> tuple[Fraction, str]:
    """Return the ML of a group over the Party Rating, and the word for it (T23.11)."""
    ratio = Fraction(sum(mls), rating)
    words = catalogue().ratings.values()
    return ratio, next(word.id for word in words if not word.below or ratio < Fraction(word.below, 100))


def sorts(encounters: int) -> list[str]:
    """Return the budgets of that many encounters, the nearest to the entrance first (T22.30)."""
    return [FIRST if at == 0 else IN_TURN[(at - 1) % len(IN_TURN)] for at in range(encounters)]


def counts(length: Length) -> Counts:
    """Return how many rooms of a dungeon of this size hold what (T22.28)."""
    shares = {name: length.rooms * part // whole for name, (part, whole) in SHARES.items()}
    return Counts(length.rooms, **shares)


def boss_room(level: int, leader: str) -> str:
    """Return the treasure letter of the boss room, whoever leads there (T22.31)."""
    return BOSS_ROOMS[0][1] if leader == LAIR else _from(BOSS_ROOMS, level)


def hidden_treasure(level: int) -> str:
    """Return the treasure letter of a hidden chest (T22.29)."""
    return _from(HIDDEN_TREASURES, level)


def _from(table: Sequence[tuple[int, str]], level: int) -> str:
    return next(letter for least, letter in table if level >= least)


# --- kinds, templates and themes ---


def cost(kind: Monster, template: str = "") -> int:
    """Return the ML of an enemy of a kind, plain or by a template, rounded up (T12.36, T12.37)."""
    if not template:
        return kind.ml
    times, over = catalogue().templates[template].ml
    return -(-kind.ml * times // over)


def eligible(kinds: Sequence[Monster], most: int) -> list[Monster]:
    """Return the kinds that a budget may be filled with: those it can bear, or the cheapest alone (T22.7)."""
    return [kind for kind in kinds if kind.ml <= most * KIND_MOST] or [min(kinds, key=lambda kind: kind.ml)]


def number_of(kind: Monster, most: int) -> tuple[int, str]:
    """Return how many of a kind a budget brings, and the template they all have (T22.7)."""
    number = _nearest(most, kind.ml)
    if number <= MOST_OF_A_KIND:
        return number, ""
    return min(MOST_OF_A_KIND, _nearest(most, cost(kind, "veteran"))), "veteran"


def _nearest(most: int, ml: int) -> int:
    return max(1, (2 * most + ml) // (2 * ml))


def best_template(kind: Monster, most: int) -> str:
    """Return the template of a leader: Chief if that fits the budget, else Veteran if that does, else none (T22.8)."""
    return next((name for name in ("chief", "veteran") if cost(kind, name) <= most), "")


def leader(theme: Theme, level: int, most: int) -> Monster:
    """Return the kind that leads the boss group of a theme at an adventure level and boss budget (T22.8, T22.9).

    Where the boss is too dear and no other kind fits the budget either, the cheapest leads, as in T22.7.
    """
    boss = content.monster(theme.boss_at(level))
    if affordable(boss, most):
        return boss
    others = [kind for kind in kinds_of(theme) if kind != boss]
    fitting = [kind for kind in others if kind.ml <= most]
    return max(fitting, key=lambda kind: kind.ml) if fitting else min(others, key=lambda kind: kind.ml)


def affordable(boss: Monster, most: int) -> bool:
    """Say whether a plain boss may lead at this boss budget (T22.9, T22.10)."""
    return boss.ml <= most * BOSS_MOST


def kinds_of(theme: Theme) -> list[Monster]:
    """Return the kinds of a theme, without its boss."""
    return [content.monster(kind) for kind in theme.kinds]


def in_band(theme: Theme, level: int) -> bool:
    """Say whether a theme's band holds an adventure level; only then may a player name it (T22.10)."""
    return theme.level_low <= level <= theme.level_high


def themes_for(level: int, most: int) -> list[Theme]:
    """Return the themes that chance chooses from at an adventure level and boss budget (T22.10)."""
    fitting = [theme for theme in catalogue().themes.values() if in_band(theme, level)]
    return [theme for theme in fitting if affordable(content.monster(theme.boss_at(level)), most)] or fitting
