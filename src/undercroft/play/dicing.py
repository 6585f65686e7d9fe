"""Dice on the command line: rolled within bounds, and their exact odds as lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import gcd

from undercroft.engine.dice import Dice, parse
from undercroft.engine.errors import UndercroftError, nearest, quoted
from undercroft.engine.streams import derive
from undercroft.play.tell import plain

MOST_REPEATS = 1000
"""Rolls that one `roll x M` makes (T23.4)."""
MOST_EFFORT = 14_000
"""Steps of about two microseconds that all rolls of one `roll x M` may take."""
LONGEST = 40
"""Letters of the longest exact chance that is shown beside its hundredths."""
_OPTION = re.compile(r"--[A-Za-z][A-Za-z-]+")


def words(expr: Sequence[str], command: str, options: Sequence[str] = ("--help",)) -> str:
    """Return the dice of a command line as one text; UndercroftError for an option that there is none of."""
    for word in expr:
        name = word.partition("=")[0]
        if _OPTION.fullmatch(name):
            raise UndercroftError(f"{command} has no option {quoted(name)}{nearest(name, options)}")
    return " ".join(expr)


def roll_lines(text: str, seed: int) -> list[str]:
    """Return the lines of `[x M] EXPR`; UndercroftError or DiceError if it is none, or too much at once."""
    times, rest = _repeats(text)
    dice = parse(rest)
    if times * dice.effort > MOST_EFFORT:
        most = max(1, MOST_EFFORT // dice.effort)
        raise UndercroftError(f"roll x {times}: these are too many dice at once: {most} times at most")
    stream = derive(seed, "toolkit", "roll")
    totals = []
    lines = []
    for _ in range(times or 1):
        rolled = dice.roll(stream)
        totals.append(rolled.total)
        lines.append(rolled.text)
    if times:
        mean = plain(Fraction(sum(totals), len(totals)))
        lines.append(f"Least {min(totals)}, greatest {max(totals)}, mean {mean}.")
    return lines


def _repeats(text: str) -> tuple[int, str]:
    """Part `x M EXPR` into M and EXPR; M is 0 where nothing is repeated."""
    low = text.lstrip()
    if low[:1] not in ("x", "X"):
        return 0, text
    number, _, rest = low[1:].lstrip().partition(" ")
    if not (number.isascii() and number.isdigit() and len(number) <= 4 and 1 <= int(number) <= MOST_REPEATS):
        raise UndercroftError(f"roll x M EXPR: M is a whole number from 1 to {MOST_REPEATS}, not {quoted(number)}")
    return int(number), rest


def odds_lines(dice: Dice) -> Iterator[str]:
    """Give the exact odds: a head, then each total with its chance; DiceError if they are too large."""
    shares, all_weights = dice.weights()
    mean = Fraction(sum(total * weight for total, weight in shares), all_weights)
    exact = ""
    if (mean * 100).denominator > 1 and len(str(mean)) < LONGEST:
        exact = f" (exactly {mean})"
    yield f"{dice}: {dice.least()} to {dice.most()}, mean {plain(mean)}{exact}."
    left = all_weights  # what falls to this total and all above it
    for total, weight in shares:
        # Fractions would take each to its lowest terms over and over: whole numbers do at a tenth of the cost.
        share = _lowest(weight, all_weights)
        yield f"{total}: {share}{_percent(weight, all_weights)} %; at least {total}: {_percent(left, all_weights)} %"
        left -= weight


def _lowest(weight: int, whole: int) -> str:
    common = gcd(weight, whole)
    below = whole // common
    if below.bit_length() > 4 * LONGEST:
        return ""
    shown = f"{weight // common}/{below}" if below > 1 else str(weight // common)
    return f"{shown} = " if len(shown) <= LONGEST else ""


def _percent(weight: int, whole: int) -> str:
    """Return a share in hundredths with at most two decimals, rounded half up, as `plain` does."""
    ones, rest = divmod((20_000 * weight + whole) // (2 * whole), 100)
    return f"{ones}" + (f".{rest:02d}".rstrip("0") if rest else "")
