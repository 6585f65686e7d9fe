"""Shares and figures, with what may be said of them: Wilson's interval of 95 in 100, mean, median and most."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Any

from undercroft.engine.shares import DECIMALS, wilson


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
