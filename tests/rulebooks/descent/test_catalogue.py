"""The catalogue's own bounds: what a content file may say, and what is refused before the first game."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from undercroft.rulebooks.descent import catalogue as content

ROW = {"id": "one", "row": "X1", "name": "One", "description": "One."}


def refused(entry: content.Named) -> str:
    """The field that is at odds with another, or nothing."""
    wrong = entry.mistake()
    return wrong[0] if wrong else ""


@pytest.mark.rule("D1.7", "D1.8")
@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        (content.Percent, 0, -1),
        (content.Percent, 100, 101),
        (content.Count, 0, -1),
        (content.Positive, 1, 0),
        (content.Words, "x", ""),
    ],
)
def test_a_figure_keeps_its_bounds(kind: Any, good: Any, bad: Any) -> None:
    assert msgspec.convert(good, kind) == good
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(bad, kind)


@pytest.mark.rule("D1.7")
@pytest.mark.parametrize(("dud", "wrong"), [((0, 0), ""), ((6, 6), ""), ((7, 6), "dud")])
def test_a_dud_shows_no_face_that_its_die_lacks(dud: tuple[int, int], wrong: str) -> None:
    assert refused(content.Power(**ROW, effect="heal", dud=dud)) == wrong


@pytest.mark.rule("D26.1", "D27.1")
def test_an_effect_is_named_where_it_is_started() -> None:
    power = content.Power
    assert refused(power(**ROW, effect="member-effect")) == "effect"
    assert refused(power(**ROW, effect="member-effect", member="poisoned")) == ""
    assert refused(power(**ROW, effect="party-effect", party="ward")) == "effect"
    assert refused(power(**ROW, effect="party-effect", party="ward", steps=1)) == ""
    assert refused(power(**ROW, effect="heal")) == ""


@pytest.mark.rule("D1.8")
@pytest.mark.parametrize(("low", "high", "wrong"), [(2, 3, ""), (3, 3, ""), (4, 3, "draw_high")])
def test_a_range_runs_upward(low: int, high: int, wrong: str) -> None:
    assert refused(content.Power(**ROW, effect="heal", draw_low=low, draw_high=high)) == wrong
    assert refused(content.Treasure(**ROW, draw_low=low, draw_high=high)) == wrong
