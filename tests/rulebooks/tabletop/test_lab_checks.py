"""The lab checks (T24.12 to T24.18): the reference party against six groups, 2000 combats each with fixed seeds.

`tools/measure.py lab` prints the figures with their intervals.
"""

from __future__ import annotations

import pytest

from undercroft.rulebooks.tabletop import monsters, parties
from undercroft.rulebooks.tabletop.skirmish import Skirmish

COMBATS, FEW = 2000, 60
CHECKS: list[tuple[str, list[str], float, float, float, float]] = [
    ("T24.12", ["goblin"] * 4, 99, 100, 0.5, 4),
    ("T24.13", ["orc"] * 4, 98, 100, 7, 15),
    ("T24.14", ["ogre"], 98, 100, 7, 15),
    ("T24.15", ["bandit-captain", "bandit", "bandit"], 96, 100, 16, 30),
    ("T24.16", ["troll"], 92, 100, 28, 46),
    ("T24.17", ["dragon"], 0, 1, 0, 100),
]
"""Rule, foes, and in percent the least and most share won, the least and most share of the party's Vitality lost."""


def fought(kinds: list[str], combats: int) -> tuple[int, list[float]]:
    """Return how many combats are won, and the share of the party's Vitality that each costs, in percent."""
    party = parties.reference()
    book = Skirmish(party.characters, [monsters.from_block(kind) for kind in kinds], party.front)
    results = [book.fought(seed) for seed in range(combats)]
    most = sum(c.vitality_max for c in party.characters)
    return sum(one.won for one in results), [100 * one.lost / most for one in results]


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.rule("T24.13", "T24.14", "T24.15", "T24.16", "T24.18")
@pytest.mark.parametrize("check", CHECKS, ids=[one[0] for one in CHECKS])
def test_the_reference_party_fares_as_promised(check: tuple[str, list[str], float, float, float, float]) -> None:
    _, kinds, least_won, most_won, least_lost, most_lost = check
    won, lost = fought(kinds, COMBATS)
    assert least_won <= 100 * won / COMBATS <= most_won
    assert least_lost <= sum(lost) / COMBATS <= most_lost


@pytest.mark.rule("T24.11", "T24.12", "T24.17")
def test_goblins_are_beaten_and_a_dragon_is_not() -> None:
    assert fought(["goblin"] * 4, FEW)[0] >= FEW - 1
    assert fought(["dragon"], FEW)[0] <= 1
