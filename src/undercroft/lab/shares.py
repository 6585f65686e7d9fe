"""Shares and figures, with what may be said of them: Wilson's interval of 95 in 100, mean, median and most."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import median
from typing import Any

Z = 1.959963984540054
"""The normal deviate that leaves out 5 in 100, half on either side."""
DECIMALS = 4


def wilson(count: int, of: int) -> tuple[float, float]:
    """Return the lowest and highest share that a count is in keeping with, at 95 in 100; (0, 1) for a count of none."""
    if not of:
        return 0.0, 1.0
    share, spread = count / of, Z * Z / of
    middle = (share + spread / 2) / (1 + spread)
    reach = Z * sqrt(share * (1 - share) / of + spread / of / 4) / (1 + spread)
    # The formula touches 0 and 1 exactly; floating point may miss them by a hair.
    low = 0.0 if count == 0 else middle - reach
    high = 1.0 if count == of else middle + reach
    return round(low, DECIMALS), round(high, DECIMALS)


def share(count: int, of: int) -> dict[str, Any]:
    """Return a count of so many as plain data, with its share and interval."""
    low, high = wilson(count, of)
    return {"count": count, "of": of, "share": round(count / of, DECIMALS) if of else 0.0, "low": low, "high": high}


def figures(numbers: Sequence[int]) -> dict[str, Any]:
    """Return mean, median, least and most of whole numbers as plain data; all 0 for none."""
    if not numbers:
        return {"mean": 0.0, "median": 0.0, "least": 0, "most": 0}
    return {
        "mean": round(sum(numbers) / len(numbers), DECIMALS), "median": round(float(median(numbers)), DECIMALS),
        "least": min(numbers), "most": max(numbers),
    }  # fmt: skip
