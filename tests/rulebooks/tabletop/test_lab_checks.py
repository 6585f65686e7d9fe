"""The lab checks (T24.12 to T24.18): the reference party against six groups, 2000 combats each with fixed seeds."""

from __future__ import annotations

import pytest

from undercroft.rulebooks.tabletop import monsters, parties
from undercroft.rulebooks.tabletop.skirmish import Skirmish

COMBATS = 2000


def measured(kinds: list[str]) -> tuple[float, float]:
    """Return the share won and the share of the party's Vitality that is lost, each in percent."""
    party = parties.reference()
    book = Skirmish(party.characters, [monsters.from_block(kind) for kind in kinds], party.front)
    results = [book.fought(seed) for seed in range(COMBATS)]
    most = sum(c.vitality_max for c in party.characters)
    won = sum(one.won for one in results) / COMBATS
    return 100 * won, 100 * sum(one.lost for one in results) / COMBATS / most


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.rule("T24.11", "T24.18")
@pytest.mark.parametrize(
    ("kinds", "least_won", "least_lost", "most_lost"),
    [
        pytest.param(["goblin"] * 4, 99, 0.5, 4, marks=pytest.mark.rule("T24.12")),
        pytest.param(["orc"] * 4, 98, 7, 15, marks=pytest.mark.rule("T24.13")),
        pytest.param(["ogre"], 98, 7, 15, marks=pytest.mark.rule("T24.14")),
        pytest.param(["bandit-captain", "bandit", "bandit"], 96, 16, 30, marks=pytest.mark.rule("T24.15")),
        pytest.param(["troll"], 92, 28, 46, marks=pytest.mark.rule("T24.16")),
    ],
)
def test_the_reference_party_wins(kinds: list[str], least_won: float, least_lost: float, most_lost: float) -> None:
    won, lost = measured(kinds)
    assert won >= least_won
    assert least_lost <= lost <= most_lost


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.rule("T24.17", "T24.18")
def test_a_dragon_beats_the_reference_party() -> None:
    won, _ = measured(["dragon"])
    assert won <= 1
