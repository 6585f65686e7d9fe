"""Figures in words: shares in percent, decimals, lists. All rounding is half up, from exact fractions."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction


def decimal(number: Fraction, places: int = 2) -> str:
    """Return a number with at most so many decimals: `0.32`."""
    whole, rest = divmod((abs(number) * 10**places + Fraction(1, 2)).__floor__(), 10**places)
    sign = "-" if number < 0 and (whole or rest) else ""
    return f"{sign}{whole}" + (f".{rest:0{places}d}".rstrip("0") if rest else "")


def fixed(number: Fraction, places: int = 4) -> str:
    """Return a number with exactly so many decimals: `0.9989`."""
    whole, rest = divmod((number * 10**places + Fraction(1, 2)).__floor__(), 10**places)
    return f"{whole}.{rest:0{places}d}"


def percent(share: Fraction) -> str:
    """Return a share in hundredths, with at most two decimals."""
    return decimal(share * 100)


def signed(number: int) -> str:
    """Return a number with its sign; 0 without."""
    return f"{number:+d}" if number else "0"


def dice(count: int, add: int) -> str:
    """Return six-sided dice: `1d6+3`."""
    return f"{count}d6{add:+d}" if add else f"{count}d6"


def listed(words: Iterable[str]) -> str:
    """Return words parted by commas, or `none`."""
    return ", ".join(words) or "none"
