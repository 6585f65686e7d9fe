"""Chance and Spread: exact, with derivation. The same object is shown before a roll and rolled."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import msgspec


class Chance(msgspec.Struct, frozen=True, gc=False):
    """A draw from 1 to `of` that succeeds when it is at most `num`."""

    name: str
    num: int
    of: int = 100
    about: str = ""
    """Tells two chances of one name apart, such as the monster struck."""
    given: str = ""
    """A condition the seat cannot know, a text key: the chance holds if it is true."""
    shown: bool = True
    """False where the figure rests on something hidden: then it is withheld from the seat."""
    parts: tuple[tuple[str, str], ...] = ()
    """The derivation: (figure, reason) pairs, the reason a text key."""
    marks: tuple[int, ...] = ()
    """Numbers that mean more than success or failure, such as a natural 1; who rolls asks `Ctx.natural`."""
    by: str = ""
    """Whose it is, where that is not whoever acts."""

    def plus(self, number: int, why: str, *, when: bool = True) -> Chance:
        """Return the chance with a number added, if `when` holds and the number is not 0."""
        if not when or number == 0:
            return self
        return Chance(
            self.name, self.num + number, self.of, self.about, self.given, self.shown,
            (*(self.parts or ((str(self.num), "base"),)), (f"{number:+d}", why)),
            self.marks, self.by,
        )  # fmt: skip

    def times(self, number: int, over: int, why: str, *, when: bool = True) -> Chance:
        """Return the chance times number/over, rounded down, if `when` holds."""
        if not when:
            return self
        return Chance(
            self.name, self.num * number // over, self.of, self.about, self.given, self.shown,
            (*(self.parts or ((str(self.num), "base"),)), (f"x{number}" if over == 1 else f"x{number}/{over}", why)),
            self.marks, self.by,
        )  # fmt: skip

    def within(self, low: int, high: int) -> Chance:
        """Return the chance kept between two figures, both included."""
        num = low if self.num < low else min(self.num, high)
        if num == self.num:
            return self
        return Chance(
            self.name, num, self.of, self.about, self.given, self.shown,
            (*(self.parts or ((str(self.num), "base"),)), (f"={num}", "least" if num == low else "most")),
            self.marks, self.by,
        )  # fmt: skip

    @property
    def fraction(self) -> Fraction:
        """The exact probability."""
        return Fraction(min(max(self.num, 0), self.of), self.of)


class Spread(msgspec.Struct, frozen=True, gc=False):
    """An amount: the sum of `count` draws from 1 to `sides`, plus `base`; that x `times` / `over`, rounded down;
    plus `plus`; at least `least`."""

    name: str
    count: int
    sides: int
    base: int = 0
    times: int = 1
    over: int = 1
    plus: int = 0
    least: int = 0
    about: str = ""
    given: str = ""
    shown: bool = True
    parts: tuple[tuple[str, str], ...] = ()
    by: str = ""

    def value(self, total: int) -> int:
        """Return the amount that a sum of the draws gives."""
        amount = (total + self.base) * self.times // self.over + self.plus
        return max(self.least, amount)

    def distribution(self) -> tuple[tuple[int, Fraction], ...]:
        """Return each amount with its exact probability, smallest first."""
        found: dict[int, Fraction] = {}
        for total, share in _sums(self.count, self.sides):
            amount = self.value(total)
            found[amount] = found.get(amount, Fraction(0)) + share
        return tuple(sorted(found.items()))

    @property
    def low(self) -> int:
        """The smallest amount."""
        return self.value(self.count)

    @property
    def high(self) -> int:
        """The greatest amount."""
        return self.value(self.count * self.sides)


@cache
def _sums(count: int, sides: int) -> tuple[tuple[int, Fraction], ...]:
    """Return the exact distribution of a sum of dice."""
    if count <= 1:
        return tuple((face, Fraction(1, sides)) for face in range(1, sides + 1)) if count else ((0, Fraction(1)),)
    import icepool

    die = count @ icepool.d(sides)
    return tuple((int(face), Fraction(share, die.denominator())) for face, share in die.items())


Odds = tuple[Chance | Spread, ...]


def span(name: str, low: int, high: int, **more: object) -> Spread:
    """Return the spread "low-high": one draw, both ends included."""
    return Spread(name, 1, high - low + 1, base=low - 1, **more)  # type: ignore[arg-type]
