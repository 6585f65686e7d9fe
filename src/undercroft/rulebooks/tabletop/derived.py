"""Derived values (T3): what Strength does to blows, and what Agility does to Attack or Defence."""

from __future__ import annotations

from typing import cast

from undercroft.rulebooks.tabletop.qualities import effective, halved, has
from undercroft.rulebooks.tabletop.records import Character, Score

SCORES: tuple[Score, Score] = ("attack", "defence")
START: dict[Score, int] = {"attack": 10, "defence": 8}
"""Of a new character, before the Agility point (T3.13)."""
MOST: dict[Score, int] = {"attack": 18, "defence": 17}
"""Never raised above, the Agility point included (T3.15, T3.16)."""
LOW, HIGH = 8, 13
"""At or below the one and at or above the other, Strength and Agility change something (T3.1 to T3.8)."""
SMALL_SHAPE: dict[Score, int] = {"attack": 5, "defence": 14}
"""The scores of a small shape (T13.64)."""


def strength_change(strength: int) -> int:
    """Return what an effective Strength adds to the damage of hand-to-hand blows, and of no others (T3.1 to T3.4)."""
    if strength <= LOW:
        return -1
    return strength - HIGH + 1 if strength >= HIGH else 0


def agility_point(agility: int) -> int:
    """Return what an Agility, before any penalty, adds to one of Attack and Defence: -1, 0 or 1 (T3.6 to T3.8)."""
    if agility <= LOW:
        return -1
    return 1 if agility >= HIGH else 0


def below_caps(scores: dict[Score, int]) -> tuple[Score, ...]:
    """Return the scores that a point may still lift (T3.15)."""
    return tuple(score for score in SCORES if scores[score] < MOST[score])


def lifted(scores: dict[Score, int], wanted: Score) -> Score | None:
    """Return the score that a point goes to: the wanted one, the other if that stands at its cap, or none (T3.16)."""
    free = below_caps(scores)
    if wanted in free:
        return wanted
    return free[0] if free else None


def sheet_scores(c: Character) -> dict[Score, int]:
    """Return Attack and Defence as the sheet has them, with the Agility point (T3.14)."""
    return {"attack": c.attack, "defence": c.defence}


def attack(c: Character) -> int:
    """Return Attack as it is now: temporary Agility, small shape and weakness counted (T3.12, T13.48, T13.64)."""
    return scores_now(c)["attack"]


def defence(c: Character) -> int:
    """Return Defence as it is now, likewise."""
    return scores_now(c)["defence"]


def scores_now(c: Character) -> dict[Score, int]:
    """Return both scores under all conditions.

    Nothing but a small shape lowers Agility, and that has scores of its own. A point that comes for a time goes to the
    score that bears one already, else to Attack.
    """
    if not c.conditions:
        return sheet_scores(c)
    if has(c, "small-shape"):
        return dict(SMALL_SHAPE)
    scores = sheet_scores(c)
    change = agility_point(effective(c, "agility")) - agility_point(c.agility)
    bearer: Score = cast("Score", c.agility_point) if c.agility_point != "none" else "attack"
    for _ in range(change):
        if (score := lifted(scores, bearer)) is not None:
            scores[score] += 1
    if has(c, "weakened"):
        return {score: halved(value) for score, value in scores.items()}
    return scores
