"""What may be said of shares and means that were counted: intervals of 95 in 100. No rule rests on these figures."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

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


def mean(numbers: Sequence[float]) -> tuple[float, float]:
    """Return the mean of numbers, and how far off it may be at 95 in 100; 0 and 0 for none."""
    count = len(numbers)
    if not count:
        return 0.0, 0.0
    middle = sum(numbers) / count
    spread = sum((number - middle) ** 2 for number in numbers) / max(1, count - 1)
    return middle, Z * sqrt(spread / count)
