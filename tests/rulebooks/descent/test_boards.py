"""Boards of studs: a solution is found exactly where trying every set of pushes finds one."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from undercroft.rulebooks.descent import boards


def flipped(rows: int, columns: int, pushed: tuple[int, ...]) -> frozenset[int]:
    """Push studs on a flat board, one after another, and return those raised (D21.2)."""
    raised: set[int] = set()
    for stud in pushed:
        y, x = divmod(stud - 1, columns)
        for a, b in ((y, x), (y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
            if 0 <= a < rows and 0 <= b < columns:
                raised ^= {a * columns + b + 1}
    return frozenset(raised)


@pytest.mark.rule("D21.1", "D21.2")
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 2), (2, 2), (2, 3), (1, 5), (3, 3)])
def test_a_solution_is_found_wherever_there_is_one(rows: int, columns: int) -> None:
    studs = range(1, rows * columns + 1)
    every = [pushed for size in range(len(studs) + 1) for pushed in combinations(studs, size)]
    solved = {flipped(rows, columns, pushed) for pushed in every}
    for bits in product((False, True), repeat=len(studs)):
        raised = frozenset(stud for stud, up in zip(studs, bits, strict=True) if up)
        answer = boards.solution(rows, columns, raised)
        assert (answer is not None) == (raised in solved)
        if answer is not None:
            assert flipped(rows, columns, tuple(answer)) == raised
    assert boards.always_solved(rows, columns) == (len(solved) == 2 ** len(studs))


@pytest.mark.rule("D21.6")
@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (3, 4), (4, 5), (5, 6)])
def test_on_the_boards_of_the_floor_table_the_set_pushed_is_the_only_solution(rows: int, columns: int) -> None:
    assert boards.always_solved(rows, columns)
    for start in range(1, 8):
        pushed = tuple(range(start, rows * columns + 1, 2))
        assert boards.solution(rows, columns, flipped(rows, columns, pushed)) == set(pushed)
    # DX20: the solution 1, 3, 5, 8 raises 1, 2, 3, 7 and 9.
    assert boards.solution(3, 3, (1, 2, 3, 7, 9)) == {1, 3, 5, 8}


def test_boards_that_hold_patterns_without_a_solution_are_known() -> None:
    for rows, columns in ((4, 4), (5, 5), (2, 3)):
        assert not boards.always_solved(rows, columns)
    assert boards.solution(4, 4, (1,)) is None
