"""Dice notation: read within bounds, rolled on a stream, with exact odds.

`3d6`, `d20 + 4`, `4d6 kh 3` (keep highest), `kl`, `dh`, `dl` (drop), `d%`, `5d6!` (a die that shows its highest
face is rolled again and added, up to 100 times), `2d6 r 1` (rolled again until another face shows), `ro 1`
(rolled again once), `*` and `/` by constants (rounded down), brackets, unary minus. Spaces and letter case do
not matter. However they are written, dice are rolled again first, then explode, then are kept or dropped.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from undercroft.engine.dice_parts import (
    MAX_CONSTANT,
    MAX_COUNT,
    MAX_SIDES,
    MAX_TOTAL,
    MIN_SIDES,
    DiceError,
    Joined,
    Minus,
    Number,
    Part,
    Pool,
    RolledDie,
    exact,
)
from undercroft.engine.streams import Stream

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

__all__ = ["Dice", "DiceError", "Rolled", "RolledDie", "parse"]

MAX_LENGTH = 200
MAX_NESTING = 20  # brackets and minus signs one within another
MAX_DICE = 1000  # in all

# Spaces may part any two signs, but not the figures of a number: "1 2" is no 12.
GRAMMAR = r"""
start: sum
sum: product ((PLUS | MINUS) product)*
product: unary ((TIMES | OVER) unary)*
?unary: MINUS unary -> minus
      | NUMBER -> number
      | OPEN sum CLOSE -> group
      | pool
pool: NUMBER? D (NUMBER | PERCENT) ((KEEP | AGAIN) NUMBER | BANG)*
NUMBER: /[0-9]+/
D: /d/i
PERCENT: "%"
KEEP.2: /[kd][ \t]*[hl]/i
AGAIN.2: /r[ \t]*o|r/i
BANG: "!"
TIMES: "*"
OVER: "/"
PLUS: "+"
MINUS: "-"
OPEN: "("
CLOSE: ")"
%ignore /[ \t]+/
"""
WORDS = {
    "NUMBER": "a number",
    "D": "d",
    "PERCENT": "%",
    "KEEP": "kh, kl, dh, dl",
    "AGAIN": "r, ro",
    "BANG": "!",
    "TIMES": "*",
    "OVER": "/",
    "PLUS": "+",
    "MINUS": "-",
    "OPEN": "(",
    "CLOSE": ")",
    "$END": "the end",
}


class Rolled(msgspec.Struct, frozen=True):
    """A finished roll; `text` shows it whole, as in `3d6kh2: 4 (2) 6 -> 10`."""

    total: int
    dice: tuple[RolledDie, ...]
    text: str


class Dice(msgspec.Struct, frozen=True):
    """Dice as they were read. `str` gives the shortest text that reads the same."""

    part: Part

    def __str__(self) -> str:
        return str(self.part)

    def roll(self, stream: Stream) -> Rolled:
        """Roll from left to right."""
        dice: list[RolledDie] = []
        total, shown = self.part.roll(stream, dice)
        if isinstance(self.part, Pool):
            shown = shown[1:-1]
        return Rolled(total, tuple(dice), f"{self}: {shown} -> {total}")

    @property
    def effort(self) -> int:
        """What a roll costs, in steps of about two microseconds."""
        return self.part.effort

    def weights(self) -> tuple[tuple[tuple[int, int], ...], int]:
        """Return every possible total with its weight, the least first, and the sum of all weights."""
        odds = exact(self.part)
        return tuple(odds.items()), odds.denominator()

    def distribution(self) -> tuple[tuple[int, Fraction], ...]:
        """Return every possible total with its exact chance, the least first; DiceError if too large."""
        odds = exact(self.part)
        whole = odds.denominator()
        return tuple((total, Fraction(weight, whole)) for total, weight in odds.items())

    def mean(self) -> Fraction:
        """Return the exact mean; DiceError where that needs odds that are too large."""
        return self.part.mean()

    def least(self) -> int:
        """Return the least possible total."""
        return self.part.bounds()[0]

    def most(self) -> int:
        """Return the greatest possible total."""
        return self.part.bounds()[1]


def parse(text: str) -> Dice:
    """Read dice notation; anything else is a DiceError with the position of the mistake."""
    _bounded(text)
    from lark import UnexpectedCharacters, UnexpectedToken

    try:
        tree = _parser().parse(text)
    except UnexpectedCharacters as error:
        raise _unexpected(error.column - 1, text, error.allowed or ()) from None
    except UnexpectedToken as error:
        at = len(text) if error.token.type == "$END" else error.token.start_pos or 0
        raise _unexpected(at, text, error.accepts or error.expected) from None
    return Dice(_Reader().part(tree, 0))


def _bounded(text: str) -> None:
    if len(text) > MAX_LENGTH:
        raise DiceError(MAX_LENGTH + 1, f"longer than {MAX_LENGTH} characters")
    if not text.strip(" \t"):
        raise DiceError(1, "no dice; try 3d6 or d20+4")


def _unexpected(at: int, text: str, expected: object) -> DiceError:
    opened = text.count("(", 0, at) > text.count(")", 0, at)
    words = [word for name, word in WORDS.items() if name in expected and (opened or name != "CLOSE")]  # type: ignore[operator]
    found = ascii(text[at]) if at < len(text) else "the end"
    choice = " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
    return DiceError(at + 1, f"expected {choice}; found {found}")


@lru_cache(maxsize=1)
def _parser() -> Lark:
    from lark import Lark

    return Lark(GRAMMAR, parser="lalr", maybe_placeholders=False)


class _Reader:
    """Makes parts of a parsed tree and counts the dice in all."""

    def __init__(self) -> None:
        self.dice = 0

    def part(self, tree: Tree[Token], depth: int) -> Part:
        """Read one part that stands within `depth` brackets and minus signs."""
        children: list[Any] = tree.children
        first, *rest = children
        if tree.data == "number":
            return Number(_number(first, 0, MAX_CONSTANT, "a constant is"))
        if tree.data == "pool":
            return self._pool(children)
        if tree.data in {"minus", "group"}:
            if depth == MAX_NESTING:
                raise DiceError(_at(first), f"more than {MAX_NESTING} brackets or minus signs in one another")
            inner = self.part(rest[0], depth + 1)
            return Minus(inner) if tree.data == "minus" else inner
        part = self.part(first, depth)
        for sign, other in zip(rest[::2], rest[1::2], strict=True):
            part = _joined(part, sign, self.part(other, depth))
        return part

    def _pool(self, tokens: list[Token]) -> Pool:
        count = 1
        if tokens[0].type == "NUMBER":
            count = _number(tokens[0], 1, MAX_COUNT, "the number of dice is")
        self.dice += count
        if self.dice > MAX_DICE:
            raise DiceError(_at(tokens[0]), f"more than {MAX_DICE} dice in all")
        d = next(at for at, token in enumerate(tokens) if token.type == "D")
        sides = 100
        if tokens[d + 1].type == "NUMBER":
            sides = _number(tokens[d + 1], MIN_SIDES, MAX_SIDES, "the number of sides is")
        pool = Pool(count, sides)
        words = iter(tokens[d + 2 :])
        for word in words:
            if word.type == "BANG":
                pool = _exploding(pool, word)
            elif word.type == "KEEP":
                pool = _choosing(pool, word, next(words))
            else:
                pool = _again(pool, word, next(words))
        if pool.explodes and list(pool.faces()) == [sides]:
            raise DiceError(_at(tokens[0]), "these dice would explode for ever")
        return pool


def _exploding(pool: Pool, word: Token) -> Pool:
    if pool.explodes:
        raise DiceError(_at(word), "these dice explode already")
    return replace(pool, explodes=True)


def _choosing(pool: Pool, word: Token, number: Token) -> Pool:
    if pool.choice:
        raise DiceError(_at(word), "dice are kept or dropped once only")
    choice = "".join(word.lower().split())
    most = pool.count if choice[0] == "k" else pool.count - 1
    if not most:
        raise DiceError(_at(word), "the only die cannot be dropped")
    chosen = _number(number, 1, most, f"the number of dice to {'keep' if choice[0] == 'k' else 'drop'} is")
    return replace(pool, choice=choice, chosen=chosen)


def _again(pool: Pool, word: Token, number: Token) -> Pool:
    once = len(word) > 1
    if pool.again and once is not pool.once:
        raise DiceError(_at(word), "r and ro do not go together")
    face = _number(number, 1, pool.sides, "the face to roll again is")
    again = (*(kept for kept in pool.again if kept < face), face, *(kept for kept in pool.again if kept > face))
    if not once and len(again) == pool.sides:
        raise DiceError(_at(word), "no face is left to end on")
    return replace(pool, again=again, once=once)


def _joined(left: Part, sign: Token, right: Part) -> Joined:
    if sign == "*" and left.size and right.size:
        raise DiceError(_at(sign), "dice cannot be multiplied by dice")
    if sign == "/" and right.size:
        raise DiceError(_at(sign), "nothing can be divided by dice")
    if sign == "/" and right.bounds() == (0, 0):
        raise DiceError(_at(sign), "nothing can be divided by 0")
    part = Joined.of(left, str(sign), right)
    least, most = part.bounds()
    if least < -MAX_TOTAL or most > MAX_TOTAL:
        raise DiceError(_at(sign), f"totals beyond {MAX_TOTAL}")
    return part


def _number(token: Token, low: int, high: int, what: str) -> int:
    number = int(token)
    if not low <= number <= high:
        raise DiceError(_at(token), f"{what} {low} to {high}, not {token if len(token) < 12 else 'so many'}")
    return number


def _at(token: Token) -> int:
    return (token.start_pos or 0) + 1
