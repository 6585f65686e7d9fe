"""Chances and rolls in words: exact, with what they are made of."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from undercroft.engine.chance import Chance, Odds, Spread
from undercroft.engine.game import Game

MOST_ROWS = 12
"""Amounts of a spread that are still listed one by one."""

_REASONS = {"base": "to begin with", "least": "the least it can be", "most": "the most it can be"}


def short(chance: Chance) -> str:
    """Return `75 in 100`."""
    return f"{min(max(chance.num, 0), chance.of)} in {chance.of}"


def first_chance(game: Game[Any], odds: Odds, head: str = "") -> str:
    """Return the first shown chance in short, with its name and what it depends on; empty if there is none.

    A roll of the name that the action begins with, `head`, needs no name.
    """
    for one in odds:
        if isinstance(one, Chance) and one.shown and one.name not in game.book.aside:
            name = "" if one.name == head else f"{_plain_name(game, one)}: "
            said = f"{short(one)} {_given(game, one.given)}" if one.given else short(one)
            return f"{name[:1].lower()}{name[1:]}{said}"
    return ""


def odds_lines(game: Game[Any], odds: Odds) -> list[str]:
    """Return every roll of an action, exact, with its derivation; what is withheld says so."""
    if not odds:
        return ["Nothing is rolled for this."]
    # Withheld rolls that are told by one sentence are told once.
    return [line for lines in dict.fromkeys(tuple(_roll_lines(game, one)) for one in odds) for line in lines]


def _roll_lines(game: Game[Any], roll: Chance | Spread) -> list[str]:
    name = roll_name(game, roll)
    given = f", {_given(game, roll.given)}" if roll.given else ""
    if not roll.shown:
        for key in (f"withheld.{roll.given}", f"withheld.{roll.name}"):
            if key in game.book.texts:
                return [game.book.texts.get(key)]
    if not roll.shown:
        return [f"{name}{given}: that cannot be known from here."]
    if isinstance(roll, Chance):
        percent = "" if roll.of == 100 else f" ({plain(roll.fraction * 100)} %)"
        lines = [f"{name}: {short(roll)}{percent}{given}."]
    else:
        shares = roll.distribution()
        mean = sum((amount * share for amount, share in shares), Fraction(0))
        sums = f"{roll.low} to {roll.high}, {plain(mean)} on average" if roll.low < roll.high else str(roll.low)
        lines = [f"{name}: {sums}{given}."]
        if 1 < len(shares) <= MOST_ROWS:
            lines.append("  " + ", ".join(f"{amount}: {share}" for amount, share in shares) + ".")
    if roll.parts:
        lines.append("  That is " + ", ".join(_part(game, *part) for part in roll.parts) + ".")
    return lines


def rolled_line(game: Game[Any], roll: Chance | Spread, value: int) -> str:
    """Return a roll that was made: the number drawn against the number needed."""
    name = roll_name(game, roll)
    if isinstance(roll, Chance):
        result = "it succeeds" if value <= roll.num else "it fails"
        return f"{name}: {value} drawn of {roll.of}, {max(roll.num, 0)} or less needed; {result}."
    amount = roll.value(value)
    return f"{name}: {amount}." if amount == value else f"{name}: the dice make {value}, which comes to {amount}."


def roll_name(game: Game[Any], roll: Chance | Spread) -> str:
    """Return what a roll is called, whose it is, and what it is about."""
    name = _plain_name(game, roll)
    said = " against ".join(game.called(one) for one in (roll.by, roll.about) if one)
    return f"{name[:1].upper()}{name[1:]}" + (f" ({said})" if said else "")


def _plain_name(game: Game[Any], roll: Chance | Spread) -> str:
    texts = game.book.texts
    key = f"roll.{roll.name}"
    return texts.get(key) if key in texts else roll.name.replace("-", " ").replace("_", " ").replace(".", " ")


def _given(game: Game[Any], key: str) -> str:
    for one in (key, f"given.{key}", f"why.given.{key}", f"why.{key}"):
        if one in game.book.texts:
            said = game.book.texts.get(one)
            return said if said.startswith(("if ", "at ")) else f"if {said}"
    return f"if {key}"


def _part(game: Game[Any], figure: str, reason: str) -> str:
    said = why(game, reason)
    if figure.startswith("="):
        return f"kept at {figure[1:]}, {said}"
    if figure.startswith("x"):
        return f"times {figure[1:]} for {said}"
    return f"{figure} for {said}" if figure[0] in "+-" else f"{figure} {said}"


def why(game: Game[Any], reason: str) -> str:
    """Return the words of a reason: the rulebook's, or its key without dashes."""
    texts = game.book.texts
    for key in (reason, f"why.{reason}"):
        if key in texts:
            return texts.get(key)
    word = reason.removeprefix("why.")
    return _REASONS.get(word, game.called(word).replace("-", " "))


def plain(number: Fraction) -> str:
    """Return a number with at most two decimals, rounded half up; whole numbers without any."""
    hundredths = (abs(number) * 100 + Fraction(1, 2)).__floor__()
    whole, rest = divmod(hundredths, 100)
    sign = "-" if number < 0 and hundredths else ""
    return f"{sign}{whole}" + (f".{rest:02d}".rstrip("0") if rest else "")
