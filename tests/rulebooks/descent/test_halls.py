"""Halls (D7): the grid, its nodes, halls, blocks and doors as geometry."""

from __future__ import annotations

import pytest
from tests.rulebooks.descent.moments import ALL_HALLS, cell

from undercroft.rulebooks.descent import halls
from undercroft.rulebooks.descent.records import HEIGHT, WIDTH


def laid(*pairs: tuple[int, int], up: int = -1, down: int = -1) -> halls.Plan:
    return halls.Plan(pairs, up, down)


@pytest.mark.rule("D7.1")
def test_the_grid_and_its_twenty_nodes() -> None:
    assert (WIDTH, HEIGHT) == (25, 16)
    assert tuple(cell(x, y) for y in (0, 5, 10, 15) for x in (0, 6, 12, 18, 24)) == halls.NODES
    assert halls.xy(cell(18, 10)) == (18, 10)


@pytest.mark.rule("D7.2")
def test_thirty_one_halls_run_straight_between_neighbours() -> None:
    assert sorted(halls.ALL_HALLS) == list(ALL_HALLS)
    assert len(halls.ALL_HALLS) == 31
    assert list(halls.cells_of((0, 1))) == [cell(x, 0) for x in range(7)]
    assert list(halls.cells_of((4, 9))) == [cell(24, y) for y in range(6)]


@pytest.mark.rule("D7.3")
def test_a_pace_moves_one_cell_along_the_halls() -> None:
    plan = laid(*ALL_HALLS)
    assert plan.ways(cell(3, 0)) == (("east", cell(4, 0)), ("west", cell(2, 0)))
    assert plan.ways(cell(6, 2)) == (("north", cell(6, 1)), ("south", cell(6, 3)))
    assert [heading for heading, _ in plan.ways(cell(6, 5))] == ["north", "east", "south", "west"]
    assert plan.ways(cell(3, 2)) == ()


@pytest.mark.rule("D7.3")
def test_the_grid_does_not_wrap_round_its_edges() -> None:
    plan = laid(*ALL_HALLS)
    assert plan.ways(cell(24, 0)) == (("south", cell(24, 1)), ("west", cell(23, 0)))
    assert plan.ways(cell(0, 1)) == (("north", cell(0, 0)), ("south", cell(0, 2)))
    assert plan.ways(cell(0, 15)) == (("north", cell(0, 14)), ("east", cell(1, 15)))


@pytest.mark.rule("D7.4", "D7.5")
def test_three_halls_make_a_junction_and_one_a_dead_end() -> None:
    two, three = ((6, 7), (5, 6)), ((6, 7), (5, 6), (6, 11))
    assert laid(*two).kind(cell(6, 5)) == "plain"
    assert laid(*three).kind(cell(6, 5)) == "junction"
    assert laid(*three).kind(cell(6, 10)) == "dead end"
    assert laid(*ALL_HALLS).kind(cell(6, 5)) == "junction"


@pytest.mark.rule("D7.4")
def test_doors_do_not_make_a_junction() -> None:
    # Two doors may join (12, 7) or (3, 5): still no junction, and no node either.
    assert halls.BORDERS[cell(3, 5)] == ((1, "s"), (5, "n"))
    assert laid(*ALL_HALLS).kind(cell(3, 5)) == "plain"


@pytest.mark.rule("D7.9")
def test_a_stair_cell_is_walked_across_but_is_no_hall_cell() -> None:
    plan = laid((0, 1), (1, 2), (2, 3), up=cell(6, 0), down=cell(18, 0))
    assert plan.kind(cell(6, 0)) == plan.kind(cell(18, 0)) == "stair"
    assert cell(6, 0) not in plan.halls
    assert cell(18, 0) not in plan.halls
    assert cell(7, 0) in plan.halls
    assert cell(12, 0) in plan.halls
    assert len(plan.halls) == len(plan.in_order) == 17
    assert plan.ways(cell(5, 0)) == (("east", cell(6, 0)), ("west", cell(4, 0)))
    assert plan.paces([cell(0, 0)])[cell(18, 0)] == 18


@pytest.mark.rule("D7.10", "D7.13")
@pytest.mark.parametrize(
    ("block", "north", "east", "south", "west"),
    [
        (1, (3, 0), (6, 2), (3, 5), (0, 2)),
        (4, (21, 0), (24, 2), (21, 5), (18, 2)),
        (5, (3, 5), (6, 7), (3, 10), (0, 7)),
        (12, (21, 10), (24, 12), (21, 15), (18, 12)),
    ],
)
def test_doors_join_the_fourth_cell_of_a_level_hall_or_the_third_of_an_upright_one(
    block: int, north: tuple[int, int], east: tuple[int, int], south: tuple[int, int], west: tuple[int, int]
) -> None:
    found = {side: where for side, (_, where) in halls.sides(block).items()}
    assert found == {"n": cell(*north), "e": cell(*east), "s": cell(*south), "w": cell(*west)}


@pytest.mark.rule("D7.10")
def test_twelve_blocks_lie_between_the_nodes() -> None:
    assert list(halls.BLOCKS) == list(range(1, 13))
    assert {hall for block in halls.BLOCKS for hall, _ in halls.sides(block).values()} == set(ALL_HALLS)
