"""Chance and Spread: figures with their derivation, and exact distributions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undercroft.engine.chance import Chance, Spread, span


def test_a_chance_tells_how_it_came_about():
    chance = Chance("hit", 50).plus(20, "why.rogue").plus(-5, "why.dark").times(1, 2, "why.asleep").within(5, 30)
    assert chance.num == 30
    assert chance.parts == (
        ("50", "base"), ("+20", "why.rogue"), ("-5", "why.dark"), ("x1/2", "why.asleep"), ("=30", "most"),
    )  # fmt: skip
    assert chance.fraction == Fraction(30, 100)


def test_what_does_not_hold_leaves_no_trace():
    plain = Chance("hit", 50)
    assert plain.plus(20, "x", when=False) is plain
    assert plain.plus(0, "x") is plain
    assert plain.times(2, 1, "x", when=False) is plain
    assert plain.within(50, 50) is plain


@pytest.mark.parametrize(("num", "low", "high", "kept", "word"), [(4, 5, 95, 5, "least"), (96, 5, 95, 95, "most")])
def test_a_chance_is_kept_within_its_bounds(num, low, high, kept, word):
    chance = Chance("x", num).within(low, high)
    assert (chance.num, chance.parts[-1]) == (kept, (f"={kept}", word))


@pytest.mark.parametrize(("num", "fraction"), [(-3, 0), (0, 0), (1, Fraction(1, 20)), (20, 1), (25, 1)])
def test_a_fraction_lies_between_never_and_always(num, fraction):
    assert Chance("x", num, 20).fraction == fraction


@pytest.mark.parametrize(("number", "over", "num", "shown"), [(2, 1, 70, "x2"), (1, 2, 17, "x1/2"), (3, 2, 52, "x3/2")])
def test_a_chance_times_a_ratio_is_rounded_down(number, over, num, shown):
    chance = Chance("x", 35).times(number, over, "why")
    assert (chance.num, chance.parts[-1]) == (num, (shown, "why"))


def test_what_a_chance_is_about_stays_with_it():
    chance = (
        Chance("hit", 50, 60, about="wolf-2", given="given.there", shown=False, marks=(1,))
        .plus(5, "x")
        .times(2, 1, "x")
        .within(0, 60)
    )
    assert (chance.of, chance.about, chance.given, chance.shown) == (60, "wolf-2", "given.there", False)
    assert chance.marks == (1,)


def test_a_span_is_one_draw_with_both_ends():
    spread = span("gold", 3, 8, about="chest")
    assert (spread.count, spread.sides, spread.low, spread.high, spread.about) == (1, 6, 3, 8, "chest")
    assert spread.distribution() == tuple((n, Fraction(1, 6)) for n in range(3, 9))


def test_two_dice_are_a_triangle():
    found = dict(Spread("x", 2, 6).distribution())
    assert (found[2], found[7], found[12], len(found)) == (Fraction(1, 36), Fraction(1, 6), Fraction(1, 36), 11)


def test_a_spread_of_no_dice_is_its_plus():
    assert Spread("x", 0, 6, plus=4).distribution() == ((4, Fraction(1)),)


@given(
    count=st.integers(1, 3), sides=st.integers(1, 6), base=st.integers(-3, 3), times=st.integers(0, 3),
    over=st.integers(1, 3), plus=st.integers(-4, 4), least=st.integers(-2, 3),
)  # fmt: skip
def test_a_distribution_is_what_all_throws_give(count, sides, base, times, over, plus, least):
    spread = Spread("x", count, sides, base, times, over, plus, least)
    throws = Counter(
        max(least, (sum(faces) + base) * times // over + plus)
        for faces in product(range(1, sides + 1), repeat=count)
    )  # fmt: skip
    whole = sides**count
    assert spread.distribution() == tuple((amount, Fraction(n, whole)) for amount, n in sorted(throws.items()))
    assert (spread.low, spread.high) == (min(throws), max(throws))
