"""Boards of studs (D21) as plain algebra: which pushes flatten a pattern, and whether any do. No state is read here."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache


def solution(rows: int, columns: int, raised: Iterable[int]) -> frozenset[int] | None:
    """Return studs, numbered from 1, whose pushes flatten a board with these raised; None if none do (D21.1, D21.2).

    Two pushes of a stud undo each other and their order is nothing, so a pattern is a sum of pushes: elimination tells.
    """
    left = sum(1 << stud - 1 for stud in set(raised))
    pushed = 0
    for lead, flips, studs in _eliminated(rows, columns):
        if left & lead:
            left ^= flips
            pushed ^= studs
    return None if left else frozenset(stud + 1 for stud in range(rows * columns) if pushed >> stud & 1)


def pattern(rows: int, columns: int, pushes: Iterable[int]) -> frozenset[int]:
    """Return the studs that pushes raise on a flat board (D21.2)."""
    raised = 0
    for stud in pushes:
        raised ^= _flips(rows, columns, stud - 1)
    return frozenset(stud + 1 for stud in range(rows * columns) if raised >> stud & 1)


def always_solved(rows: int, columns: int) -> bool:
    """Say whether every pattern on a board of that size has a solution, and so only one."""
    return len(_eliminated(rows, columns)) == rows * columns


@cache
def _eliminated(rows: int, columns: int) -> tuple[tuple[int, int, int], ...]:
    """Return independent sets of pushes: the leading stud of each, the studs it flips, the studs to push, as bits."""
    basis: list[tuple[int, int, int]] = []
    for stud in range(rows * columns):
        flips, studs = _flips(rows, columns, stud), 1 << stud
        for lead, also, more in basis:
            if flips & lead:
                flips, studs = flips ^ also, studs ^ more
        if flips:
            basis.append((flips & -flips, flips, studs))
    return tuple(basis)


def _flips(rows: int, columns: int, stud: int) -> int:
    row, column = divmod(stud, columns)
    beside = ((row, column), (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return sum(1 << y * columns + x for y, x in beside if 0 <= y < rows and 0 <= x < columns)
