"""How the competent player of descent opens vaults: a wall by elimination, a plate by working out its studs."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from operator import eq

from undercroft.bots.descent_notes import Notes
from undercroft.bots.offered import Offered
from undercroft.rulebooks.descent.views import DescentView, MemberView, PlateView, WallView

MOST = 10_000
"""Combinations of a wall beyond which it is let be."""
KEEP = 3
"""A worker must be left a third of the ceiling by the worst that one answer can do."""


def start(v: DescentView, o: Offered, n: Notes) -> str:
    """Work the vault of the room, if it was not given up: a rogue before all others, else whoever is the most hale."""
    ways = {text.rpartition(" ")[2]: text for text in o.all("work")}
    vault = next(iter(ways.values()), "").partition(" ")[2].partition(" ")[0]
    if not ways or vault in n.locked:
        return ""
    return ways.get(_best([m for m in v.party if m.state == "standing"]).id, "")


def open_lock(v: DescentView, o: Offered, n: Notes) -> str:
    """Do the next thing to the lock being worked."""
    lock = v.lock
    if lock is None or lock.practice:
        return o.first("leave-lock")
    text = _turn(v, o, n, lock) if isinstance(lock, WallView) else _press(v, lock)
    if not text:
        n.locked.add(lock.vault)
    return text or o.first("leave-lock")


def _best(able: list[MemberView]) -> MemberView:
    return max(able, key=lambda m: (m.cls == "rogue", m.health))


def _turn(v: DescentView, o: Offered, n: Notes, lock: WallView) -> str:
    if lock.first:
        n.first[lock.vault] = lock.first
    first = n.first.get(lock.vault, "")
    if lock.values ** (lock.rings - len(first)) > MOST:
        return ""
    able = [m for m in v.party if m.state == "standing" and _bears(m, lock.rings - len(first) + lock.more)]
    if not able:
        return ""
    if lock.member not in [m.id for m in able]:
        return o.any(f"worker {_best(able).id}")
    left = [code for code in combinations(lock, first) if fits(code, lock)]
    return f"guess {max(left, key=lambda code: len(set(code)))}" if left else ""


def combinations(lock: WallView, first: str) -> Iterable[str]:
    """Yield the combinations of a wall, with the first ring's digit if it is known."""
    digits = "0123456789"[: lock.values]
    for code in product(first or digits, *[digits] * (lock.rings - 1)):
        yield "".join(code)


def fits(code: str, lock: WallView) -> bool:
    """Say whether a combination would have given every answer that the wall gave."""
    return all(answer(code, guess.digits) == (guess.placed, guess.moved) for guess in lock.guesses)


def answer(code: str, digits: str) -> tuple[int, int]:
    """Return the digits of a guess that are right in their ring, and right in another (D20.6)."""
    placed = sum(map(eq, code, digits))
    return placed, sum([min(code.count(one), digits.count(one)) for one in set(digits)]) - placed


def _bears(m: MemberView, wound: int) -> bool:
    return KEEP * (m.health - wound) >= m.ceiling


def _press(v: DescentView, lock: PlateView) -> str:
    wanted = studs(lock)
    if fresh := sorted(wanted - set(lock.pushed)):
        return f"push {fresh[0]}"
    me = next(m for m in v.party if m.id == lock.member)
    return f"take-back {min(wanted)}" if _bears(me, lock.high) else ""


def studs(lock: PlateView) -> set[int]:
    """Return the studs that must change from pushed to not pushed or back: the raised ones are the sum of what they
    flip, each an equation in which adding is flipping."""
    count = lock.rows * lock.columns
    mark = 1 << count
    rows = [_flips(lock, stud) | (mark if stud + 1 in lock.raised else 0) for stud in range(count)]
    for column in range(count):
        pivot = next((at for at in range(column, count) if rows[at] >> column & 1), None)
        if pivot is None:
            continue
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for at in range(count):
            if at != column and rows[at] >> column & 1:
                rows[at] ^= rows[column]
    return {stud + 1 for stud in range(count) if rows[stud] & mark}


def _flips(lock: PlateView, stud: int) -> int:
    """Return the studs whose push flips this one, as bits: those that its own push flips."""
    row, column = divmod(stud, lock.columns)
    around = ((row, column), (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return sum(1 << y * lock.columns + x for y, x in around if 0 <= y < lock.rows and 0 <= x < lock.columns)
