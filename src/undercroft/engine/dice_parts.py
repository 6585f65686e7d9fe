"""What dice notation is made of: constants, pools of dice, minus, and two parts joined; each rolls and has odds.

`dice.py` reads these parts from text and is the door to them.
"""

from __future__ import annotations

from collections.abc import Container
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from undercroft.engine.streams import Stream

if TYPE_CHECKING:
    import icepool

MAX_COUNT = 100  # the most dice in one pool
MIN_SIDES = 2
MAX_SIDES = 1000
MAX_EXPLOSIONS = 100  # of one die
MAX_CONSTANT = 1_000_000
MAX_TOTAL = 1_000_000_000_000_000
MAX_WORK = 50_000  # steps of about half a microsecond that exact odds may take


class DiceError(ValueError):
    """Dice that cannot be read or are too many. One line; `position` counts characters from 1."""

    def __init__(self, position: int, reason: str) -> None:
        """Say what is wrong and where."""
        super().__init__(position, reason)
        self.position = position
        self.reason = reason

    def __str__(self) -> str:
        return f"position {self.position}: {self.reason}"


class RolledDie(msgspec.Struct, frozen=True):
    """One die on the table: the faces it showed and counts (more than one if it exploded)."""

    sides: int
    faces: tuple[int, ...]
    kept: bool

    @property
    def total(self) -> int:
        """The sum of its faces."""
        return sum(self.faces)

    def __str__(self) -> str:
        shown = str(self.faces[0]) if len(self.faces) == 1 else "+".join(map(str, self.faces))
        return shown if self.kept else f"({shown})"


class Work:
    """The steps that exact odds may still take; DiceError before they become too many."""

    def __init__(self, bits: int) -> None:
        """Take the length of the whole numbers that will be worked with: long ones cost more."""
        self.left = MAX_WORK
        self.scale = 1 + bits // 2000

    def spend(self, steps: int) -> None:
        """Count steps that are about to be taken."""
        self.left -= steps * self.scale
        if self.left < 0:
            raise DiceError(1, "too large for exact odds")


class Part(msgspec.Struct, frozen=True):
    """A part of what was read."""

    @property
    def binds(self) -> int:
        """How closely the text holds together: 1 sums, 2 products, 3 what never needs brackets."""
        return 3

    @property
    def size(self) -> int:
        """The number of dice, explosions and second rolls not counted."""
        return 0

    @property
    def bits(self) -> int:
        """The length of the number of equally likely outcomes, at most."""
        return 0

    @property
    def effort(self) -> int:
        """What a roll costs, in steps of about two microseconds."""
        return 1

    def bounds(self) -> tuple[int, int]:
        """Return the least and the greatest total."""
        raise NotImplementedError

    def roll(self, stream: Stream, dice: list[RolledDie]) -> tuple[int, str]:
        """Return the total and what to show; append the dice."""
        raise NotImplementedError

    def width(self, work: Work) -> int:
        """Return a bound on the number of different totals, spending the steps of `odds`."""
        raise NotImplementedError

    def odds(self) -> icepool.Die[int]:
        """Return the exact odds. Ask `width` first."""
        raise NotImplementedError

    def mean(self) -> Fraction:
        """Return the exact mean; DiceError where it needs odds that are too large."""
        raise NotImplementedError

    def within(self, binds: int, text: str) -> str:
        """Put brackets around a text of this part where its surroundings need them."""
        return text if self.binds >= binds else f"({text})"


def exact(part: Part) -> icepool.Die[int]:
    """Return the odds of a part, or DiceError before taking too long over them."""
    work = Work(part.bits)
    work.spend(10 * part.width(work))
    return part.odds()


def mean_of(die: icepool.Die[int]) -> Fraction:
    """Return the mean of exact odds."""
    return Fraction(sum(total * weight for total, weight in die.items()), die.denominator())


class Number(Part, frozen=True):
    """A constant, 0 or more."""

    value: int

    def __str__(self) -> str:
        return str(self.value)

    def bounds(self) -> tuple[int, int]:
        return self.value, self.value

    def roll(self, stream: Stream, dice: list[RolledDie]) -> tuple[int, str]:
        return self.value, str(self.value)

    def width(self, work: Work) -> int:
        return 1

    def odds(self) -> icepool.Die[int]:
        import icepool

        return icepool.Die([self.value])

    def mean(self) -> Fraction:
        return Fraction(self.value)


class Pool(Part, frozen=True):
    """Dice of one kind: rolled again as told, exploded, then the highest or lowest kept."""

    count: int
    sides: int
    choice: str = ""  # kh, kl, dh or dl
    chosen: int = 0  # how many dice the choice keeps or drops
    explodes: bool = False
    again: tuple[int, ...] = ()  # faces rolled again, in rising order
    once: bool = False  # the second roll counts, whatever it shows

    def __str__(self) -> str:
        count = "" if self.count == 1 else str(self.count)
        sides = "%" if self.sides == 100 else str(self.sides)
        again = "".join(f"{'ro' if self.once else 'r'}{face}" for face in self.again)
        choice = f"{self.choice}{self.chosen}" if self.choice else ""
        return f"{count}d{sides}{again}{'!' if self.explodes else ''}{choice}"

    @property
    def size(self) -> int:
        return self.count

    @property
    def bits(self) -> int:
        one = self.sides.bit_length() * (2 if self.once else 1)
        return self.count * one * (MAX_EXPLOSIONS + 1 if self.explodes else 1)

    @property
    def kept(self) -> int:
        """How many dice count."""
        if not self.choice:
            return self.count
        return self.chosen if self.choice[0] == "k" else self.count - self.chosen

    @property
    def keeps_high(self) -> bool:
        """Whether it is the high dice that count."""
        return self.choice in {"kh", "dl"}

    def faces(self) -> dict[int, int]:
        """Return the faces that one roll can end on, with their weights."""
        again = len(self.again)
        if not self.once:
            # Rolled again until another face shows: the other faces, all equally likely.
            return {face: 1 for face in range(1, self.sides + 1) if face not in self.again}
        return {face: again + (0 if face in self.again else self.sides) for face in range(1, self.sides + 1)}

    def bounds(self) -> tuple[int, int]:
        ends = [face for face in range(1, self.sides + 1) if self.once or face not in self.again]
        least, most = ends[0], ends[-1]
        if self.explodes and most == self.sides:
            most *= MAX_EXPLOSIONS + 1
        return self.kept * least, self.kept * most

    def roll(self, stream: Stream, dice: list[RolledDie]) -> tuple[int, str]:
        faces = _ends(self)
        if self.explodes or self.once:
            rolled = [self._die(stream, faces) for _ in range(self.count)]
        else:
            rolled = [(stream.pick(faces),) for _ in range(self.count)]
        kept: Container[int] = range(self.count)
        if self.choice:
            order = sorted(range(self.count), key=lambda at: sum(rolled[at]), reverse=self.keeps_high)
            kept = set(order[: self.kept])
        table = [RolledDie(self.sides, faces, at in kept) for at, faces in enumerate(rolled)]
        dice += table
        return sum(die.total for die in table if die.kept), f"[{' '.join(map(str, table))}]"

    @property
    def effort(self) -> int:
        top = self.sides if self.explodes and self.sides in _ends(self) else 0
        many = -(-self.count * len(_ends(self)) // (len(_ends(self)) - 1)) if top else self.count
        return 4 + many * (2 if self.once and self.again else 1)

    def _die(self, stream: Stream, faces: tuple[int, ...]) -> tuple[int, ...]:
        showed: list[int] = []
        while True:
            face = stream.pick(faces)
            if self.once and face in self.again:
                face = stream.pick(faces)
            showed.append(face)
            if not self.explodes or face != self.sides or len(showed) > MAX_EXPLOSIONS:
                return tuple(showed)

    def width(self, work: Work) -> int:
        faces = self.faces()
        one = len(faces)
        if self.explodes and self.sides in faces:
            one = (MAX_EXPLOSIONS + 1) * (one - 1) + 1
        work.spend(10 * one)
        least, most = self.bounds()
        if self.kept == self.count:
            return self._added_width(one, most - least, work)
        if self.kept == 1:
            work.spend(one * self.count // 2)
            return one
        span = (most - least) + 1
        work.spend(3 * one * min(self.kept * one, span) * self.count)
        return min(int(one**self.kept), span)

    def _added_width(self, one: int, reach: int, work: Work) -> int:
        # Follows `times` below, step for step.
        def wide(count: int) -> int:
            return int(min(one**count, reach * count // self.count + 1))

        done, power, left = 0, 1, self.count
        while left:
            if left & 1:
                work.spend(wide(done) * wide(power) if done else 0)
                done += power
            left >>= 1
            if left:
                work.spend(wide(power) ** 2)
                power *= 2
        return wide(self.count)

    def odds(self) -> icepool.Die[int]:
        import icepool

        one = icepool.Die(self._weights())
        if self.kept == self.count:
            return times(one, self.count)
        return one.highest(self.count, self.kept) if self.keeps_high else one.lowest(self.count, self.kept)

    def _weights(self) -> dict[int, int]:
        faces = self.faces()
        if not self.explodes or self.sides not in faces:
            return faces
        top, whole = faces[self.sides], sum(faces.values())
        weights: dict[int, int] = {}
        for explosions in range(MAX_EXPLOSIONS + 1):
            scale = top**explosions * whole ** (MAX_EXPLOSIONS - explosions)
            for face, weight in faces.items():
                if face != self.sides or explosions == MAX_EXPLOSIONS:
                    weights[explosions * self.sides + face] = weight * scale
        return weights

    def mean(self) -> Fraction:
        if self.kept != self.count:
            return mean_of(exact(self))
        faces = self.faces()
        whole = sum(faces.values())
        one = Fraction(sum(face * weight for face, weight in faces.items()), whole)
        if self.explodes:
            # The n-th further roll is made with chance top**n, and is worth as much as the first.
            top = Fraction(faces.get(self.sides, 0), whole)
            one *= (1 - top ** (MAX_EXPLOSIONS + 1)) / (1 - top)
        return one * self.count


@lru_cache(maxsize=64)
def _ends(pool: Pool) -> tuple[int, ...]:
    """Return the faces that one roll of a pool can end on."""
    return tuple(pool.faces())


def times(die: icepool.Die[int], count: int) -> icepool.Die[int]:
    """Add up equal dice by doubling, which takes half the steps of adding one by one."""
    done: icepool.Die[int] | None = None
    while True:
        if count & 1:
            done = die if done is None else done + die
        count >>= 1
        if not count:
            assert done is not None
            return done
        die = die + die


class Minus(Part, frozen=True):
    """The opposite of a part."""

    part: Part

    def __str__(self) -> str:
        return f"-{self.part.within(3, str(self.part))}"

    @property
    def size(self) -> int:
        return self.part.size

    @property
    def bits(self) -> int:
        return self.part.bits

    @property
    def effort(self) -> int:
        return 1 + self.part.effort

    def bounds(self) -> tuple[int, int]:
        least, most = self.part.bounds()
        return -most, -least

    def roll(self, stream: Stream, dice: list[RolledDie]) -> tuple[int, str]:
        total, shown = self.part.roll(stream, dice)
        return -total, f"-{self.part.within(3, shown)}"

    def width(self, work: Work) -> int:
        width = self.part.width(work)
        work.spend(10 * width)
        return width

    def odds(self) -> icepool.Die[int]:
        return -self.part.odds()

    def mean(self) -> Fraction:
        return -self.part.mean()


class Joined(Part, frozen=True):
    """Two parts and + - * or / between them; of a product one is constant, of a quotient the second."""

    left: Part
    sign: str
    right: Part
    ends: tuple[int, int]  # kept, for a long sum asks each of its parts for them

    @classmethod
    def of(cls, left: Part, sign: str, right: Part) -> Joined:
        """Join two parts."""
        # Each sign rises or falls steadily in each part, so the ends lie at ends.
        ends = [_joined(a, sign, b) for a in left.bounds() for b in right.bounds()]
        return cls(left, sign, right, (min(ends), max(ends)))

    @property
    def binds(self) -> int:
        return 1 if self.sign in "+-" else 2

    def __str__(self) -> str:
        return self._written(str(self.left), str(self.right))

    def _written(self, left: str, right: str) -> str:
        return f"{self.left.within(self.binds, left)}{self.sign}{self.right.within(self.binds + 1, right)}"

    @property
    def size(self) -> int:
        return self.left.size + self.right.size

    @property
    def bits(self) -> int:
        return self.left.bits + self.right.bits

    @property
    def effort(self) -> int:
        return 1 + self.left.effort + self.right.effort

    def bounds(self) -> tuple[int, int]:
        return self.ends

    def roll(self, stream: Stream, dice: list[RolledDie]) -> tuple[int, str]:
        left, left_shown = self.left.roll(stream, dice)
        right, right_shown = self.right.roll(stream, dice)
        return _joined(left, self.sign, right), self._written(left_shown, right_shown)

    def width(self, work: Work) -> int:
        pairs = self.left.width(work) * self.right.width(work)
        work.spend(pairs if self.left.size and self.right.size else 10 * pairs)
        least, most = self.bounds()
        return min(pairs, most - least + 1)

    def odds(self) -> icepool.Die[int]:
        left, right = self.left.odds(), self.right.odds()
        if self.sign == "+":
            return left + right
        if self.sign == "-":
            return left - right
        return left * right if self.sign == "*" else left // right

    def mean(self) -> Fraction:
        if self.sign == "/":
            return mean_of(exact(self))
        left, right = self.left.mean(), self.right.mean()
        if self.sign == "*":
            return left * right
        return left + right if self.sign == "+" else left - right


def _joined(left: int, sign: str, right: int) -> int:
    if sign == "+":
        return left + right
    if sign == "-":
        return left - right
    return left * right if sign == "*" else left // right
