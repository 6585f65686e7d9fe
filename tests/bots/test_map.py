"""What a player reads off a map."""

from __future__ import annotations

from undercroft.bots.descent_map import block_cells, frontier, is_plain, quiet_cell, reach, ways
from undercroft.rulebooks.descent.views import FloorView


def test_ways_are_read_both_ways(hall: FloorView) -> None:
    assert list(ways(hall, 3)) == [("east", 4), ("south", 28), ("west", 2)]
    assert list(ways(hall, 28)) == [("north", 3)]


def test_reach_counts_paces_and_knows_the_first_heading(hall: FloorView) -> None:
    seen = reach(hall, 5)
    assert seen[5] == (0, "")
    assert seen[0] == (5, "west")
    assert seen[28] == (3, "west")


def test_reach_does_not_lead_through_the_unknown(hall: FloorView) -> None:
    assert 53 not in reach(hall, 0)


def test_the_frontier_is_the_nearest_unknown_cell(hall: FloorView) -> None:
    assert frontier(hall, reach(hall, 2)) == 28
    assert frontier(hall, reach(hall, 6)) == 7


def test_a_rest_is_taken_away_from_junctions_and_stairs(hall: FloorView) -> None:
    assert is_plain(hall, 1)
    assert not is_plain(hall, 3)
    assert not is_plain(hall, 0)
    assert quiet_cell(hall, reach(hall, 3)) == 5


def test_a_block_has_four_places_for_a_door() -> None:
    assert block_cells(1) == [3, 128, 50, 56]
