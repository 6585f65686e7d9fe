"""What a player reads off a map."""

from __future__ import annotations

from undercroft.bots.descent_map import is_plain, quiet_cell
from undercroft.rulebooks.descent.views import FloorView


def test_ways_are_read_both_ways(hall: FloorView) -> None:
    assert list(hall.ways(3)) == [("east", 4), ("south", 28), ("west", 2)]
    assert list(hall.ways(28)) == [("north", 3)]


def test_reach_counts_paces_and_knows_the_first_heading(hall: FloorView) -> None:
    seen = hall.reach(5)
    assert seen[5] == (0, "")
    assert seen[0] == (5, "west")
    assert seen[28] == (3, "west")


def test_reach_does_not_lead_through_the_unknown(hall: FloorView) -> None:
    assert 53 not in hall.reach(0)


def test_the_frontier_is_the_nearest_unknown_cell(hall: FloorView) -> None:
    assert hall.edge(hall.reach(2)) == 28
    assert hall.edge(hall.reach(6)) == 7


def test_a_rest_is_taken_away_from_junctions_and_stairs(hall: FloorView) -> None:
    assert is_plain(hall, 1)
    assert not is_plain(hall, 3)
    assert not is_plain(hall, 0)
    assert quiet_cell(hall, hall.reach(3)) == 5
