"""How the competent player opens vaults."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import msgspec
import pytest

from undercroft.bots.descent_locks import answer, open_lock, start, studs
from undercroft.bots.descent_notes import Notes
from undercroft.bots.offered import Offered
from undercroft.rulebooks.descent.views import DescentView, GuessView, PlateView, WallView

Made = Callable[..., DescentView]
WORKERS = ("hero", "torsten", "sly-anne", "barnabas")


def wall(**more: Any) -> WallView:
    usual = WallView("vault-1.1", "hero", 3, 4, "", (), 50, 1, practice=False)
    return msgspec.structs.replace(usual, **more)


def plate(*raised: int, **more: Any) -> PlateView:
    usual = PlateView("vault-1.1", "hero", 3, 3, raised, (), (), 50, 2, 5, practice=False)
    return msgspec.structs.replace(usual, **more)


def at(lock: WallView | PlateView) -> Offered:
    return Offered([*(f"worker {who}" for who in WORKERS if who != lock.member), "leave-lock"])


def rogue(v: DescentView) -> str:
    return next(m.id for m in v.party if m.cls == "rogue")


@pytest.mark.parametrize("code", ["".join(code) for code in product("0123", repeat=3)][::7])
def test_a_wall_is_opened_by_elimination(view: Made, code: str) -> None:
    notes, guesses = Notes(), []
    for _ in range(9):
        v = view(lock=wall(guesses=tuple(guesses)))
        text = open_lock(v, at(wall()), notes)
        head, _, digits = text.partition(" ")
        assert head == "guess"
        assert digits not in [guess.digits for guess in guesses]
        if digits == code:
            return
        guesses.append(GuessView(digits, *answer(code, digits)))
    pytest.fail(f"{code} was not found in 9 guesses")


def test_what_a_rogue_learnt_is_kept(view: Made) -> None:
    notes = Notes()
    known = open_lock(view(lock=wall(first="2")), at(wall()), notes)
    later = open_lock(view(lock=wall()), at(wall()), notes)
    assert known == later
    assert known.startswith("guess 2")


def test_the_rogue_begins_and_the_hurt_make_way(view: Made) -> None:
    o = Offered([f"work vault-1.1 {m.id}" for m in view().party])
    assert start(view(), o, Notes()) == f"work vault-1.1 {rogue(view())}"
    hurt = view({"hero": {"health": 6}}, lock=wall())
    assert open_lock(hurt, Offered([f"worker {rogue(hurt)}", "leave-lock"]), Notes()) == f"worker {rogue(hurt)}"


def test_nobody_works_a_wall_to_death_or_for_ever(view: Made) -> None:
    notes = Notes()
    weak = {m.id: {"health": 5} for m in view().party}
    assert open_lock(view(weak, lock=wall()), at(wall()), notes) == "leave-lock"
    assert start(view(), Offered(["work vault-1.1 hero"]), notes) == ""
    deep = wall(rings=5, values=8)
    assert open_lock(view(lock=deep), at(deep), Notes()) == "leave-lock"


def test_practice_is_left(view: Made) -> None:
    for lock in (wall(practice=True), plate(1, practice=True)):
        assert open_lock(view(lock=lock), at(lock), Notes()) == "leave-lock"


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (3, 4), (4, 5), (5, 6)])
def test_the_studs_of_a_plate_are_worked_out(rows: int, columns: int) -> None:
    for wanted in ({1, 2, 3}, {1, columns, rows * columns}, set(range(2, rows * columns, 2))):
        raised: set[int] = set()
        for stud in wanted:
            row, column = divmod(stud - 1, columns)
            for y, x in ((row, column), (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if 0 <= y < rows and 0 <= x < columns:
                    raised ^= {y * columns + x + 1}
        assert studs(plate(*sorted(raised), rows=rows, columns=columns)) == wanted


def test_a_wrong_push_is_taken_back_by_the_hale_alone(view: Made) -> None:
    # 5 was pushed on a plate that 1 opens; pushing 1 leaves 5 alone to be taken back.
    both = plate(1, 5, 6, 8, pushed=(5,))
    assert open_lock(view(lock=both), at(both), Notes()) == "push 1"
    left = plate(2, 4, 5, 6, 8, pushed=(1, 5))
    assert open_lock(view(lock=left), at(left), Notes()) == "take-back 5"
    assert open_lock(view({"hero": {"health": 9}}, lock=left), at(left), Notes()) == "leave-lock"
