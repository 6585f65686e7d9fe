"""Hand-made views for the tests of the players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import undercroft as uc
from undercroft.rulebooks.descent.views import DescentView, FightView, FloorView, FoeView

Made = Callable[..., DescentView]


@pytest.fixture
def view() -> Made:
    """Return a maker of views: the courtyard of a new easy, short run, with the fields named changed.

    `members` maps a member's id to changes of its own.
    """
    game = uc.new("descent", seed=1, difficulty="easy", length="short")
    game.act("begin")
    game.act("accept hero")
    first = game.view()
    assert isinstance(first, DescentView)

    def make(members: dict[str, dict[str, Any]] | None = None, **fields: Any) -> DescentView:
        party = tuple([msgspec.structs.replace(m, **(members or {}).get(m.id, {})) for m in first.party])
        return msgspec.structs.replace(first, party=party, **fields)

    return make


@pytest.fixture
def fight() -> Callable[..., FightView]:
    """Return a maker of fights with foes of (kind, condition), asked about the hero's turn."""

    def make(*foes: tuple[str, str], **fields: Any) -> FightView:
        rows = tuple(
            [FoeView(f"{kind}-{n}", kind, kind, looks, False, False) for n, (kind, looks) in enumerate(foes, 1)]
        )
        usual = FightView("room-1.1", "party", 1, "hero", rows, (), "", 10, 0, False)
        return msgspec.structs.replace(usual, **fields)

    return make


@pytest.fixture
def hall() -> FloorView:
    """Return a floor with one known hall along the top, x from 0 to 6, that goes on at both ends.

    Cell 3 is a junction with a way south that nobody has walked; the stair up is at cell 0.
    """
    row = 0b1111111
    return FloorView(1, (row, *(0,) * 15), (row, *(0,) * 15), (0b1000, *(0,) * 15), 0, -1, False, (), ())
