"""Shares with their intervals, and figures."""

from __future__ import annotations

import pytest

from undercroft.lab.shares import figures, share, wilson


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I: the score method
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (20, 20, 0.8389, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson_gives_the_intervals_of_the_books(count: int, of: int, low: float, high: float) -> None:
    assert wilson(count, of) == (low, high)


def test_yes_and_no_have_mirrored_intervals() -> None:
    for count in range(13):
        low, high = wilson(count, 12)
        assert (round(1 - high, 4), round(1 - low, 4)) == wilson(12 - count, 12)


def test_a_share_of_none_is_none_and_says_nothing() -> None:
    assert share(0, 0) == {"count": 0, "of": 0, "share": 0.0, "low": 0.0, "high": 1.0}
    assert share(1, 4)["share"] == 0.25


def test_figures() -> None:
    assert figures([1, 2, 9]) == {"mean": 4.0, "median": 2.0, "least": 1, "most": 9}
    assert figures([1, 2])["median"] == 1.5
    assert figures([]) == {"mean": 0.0, "median": 0.0, "least": 0, "most": 0}
