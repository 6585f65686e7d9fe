"""Figures of the rules that the view carries for whoever plans from it."""

from __future__ import annotations

import pytest

from undercroft.rulebooks.descent.figures import figures

SHORT = 6


def test_the_view_carries_the_figures_of_the_rules_once() -> None:
    found = figures(SHORT)
    assert (found.wide, found.heal_every, found.mana_every, found.bribe) == (25, 8, 6, 3)
    assert figures(SHORT) is found


@pytest.mark.rule("D28.5")
def test_a_counter_asks_more_for_food_and_light_the_deeper_it_stands() -> None:
    found = figures(SHORT)
    assert found.lights == (120, 140, 160, 180, 200, 220, 240)
    assert found.lots == (20, 24, 27, 30, 34, 37, 40)


@pytest.mark.rule("D7.13")
def test_a_block_has_four_cells_that_its_doors_may_join() -> None:
    found = figures(SHORT)
    assert len(found.blocks) == 12
    assert sorted(found.blocks[0]) == [3, 50, 56, 128]
