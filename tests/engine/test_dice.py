"""Dice notation: what is read, what is refused and where, rolls, and odds held against plain enumeration."""

from __future__ import annotations

import itertools
import pickle
import subprocess
import sys
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.hard_dice import SLOW

from undercroft.engine.dice import Dice, DiceError, parse
from undercroft.engine.streams import Stream, derive


class Faces(Stream):
    """Shows the faces it is told, one a draw."""

    __slots__ = ("faces",)

    def __init__(self, *faces):
        super().__init__(0, 0, 0, 1)
        self.faces = list(faces)

    def below(self, n):
        self.draws += 1
        face = self.faces.pop(0)
        assert 1 <= face <= n
        return face - 1


@pytest.mark.parametrize(
    ("text", "faces", "total", "shown"),
    [
        ("3d6", (4, 2, 6), 12, "3d6: 4 2 6 -> 12"),
        ("d20", (17,), 17, "d20: 17 -> 17"),
        ("1D20", (17,), 17, "d20: 17 -> 17"),
        ("3d6 kh 2", (4, 2, 6), 10, "3d6kh2: 4 (2) 6 -> 10"),
        ("3d6kl1", (4, 2, 6), 2, "3d6kl1: (4) 2 (6) -> 2"),
        ("3d6dl1", (4, 2, 6), 10, "3d6dl1: 4 (2) 6 -> 10"),
        ("3 D 6 d H 2", (4, 2, 6), 2, "3d6dh2: (4) 2 (6) -> 2"),
        ("3d6kh1", (5, 5, 1), 5, "3d6kh1: 5 (5) (1) -> 5"),
        ("d%", (100,), 100, "d%: 100 -> 100"),
        ("2d100", (100, 7), 107, "2d%: 100 7 -> 107"),
        ("d6!", (6, 6, 2), 14, "d6!: 6+6+2 -> 14"),
        ("2d6!kl1", (6, 1, 4), 4, "2d6!kl1: (6+1) 4 -> 4"),
        ("2d6kl1!", (6, 1, 4), 4, "2d6!kl1: (6+1) 4 -> 4"),
        ("2d6ro1", (1, 1, 5), 6, "2d6ro1: 1 5 -> 6"),
        ("d4r2", (2,), 3, "d4r2: 3 -> 3"),
        ("2d6+d8-3", (4, 2, 6), 9, "2d6+d8-3: [4 2]+[6]-3 -> 9"),
        ("2*3d6", (4, 2, 6), 24, "2*3d6: 2*[4 2 6] -> 24"),
        ("d6/2", (5,), 2, "d6/2: [5]/2 -> 2"),
        ("-d6/2", (5,), -3, "-d6/2: -[5]/2 -> -3"),
        ("-(d6/2)", (5,), -2, "-(d6/2): -([5]/2) -> -2"),
        ("10-(d6-1)", (5,), 6, "10-(d6-1): 10-([5]-1) -> 6"),
        ("10-d6-1", (5,), 4, "10-d6-1: 10-[5]-1 -> 4"),
        ("((7))", (), 7, "7: 7 -> 7"),
    ],
)
def test_rolls(text, faces, total, shown):
    stream = Faces(*faces)
    rolled = parse(text).roll(stream)
    assert (rolled.total, rolled.text) == (total, shown)
    assert stream.draws == len(faces)


def test_a_roll_tells_of_each_die():
    rolled = parse("2d6!kh1+d4").roll(Faces(6, 3, 2, 4))
    assert [(die.sides, die.faces, die.total, die.kept) for die in rolled.dice] == [
        (6, (6, 3), 9, True),
        (6, (2,), 2, False),
        (4, (4,), 4, True),
    ]


def test_an_explosion_ends_after_a_hundred():
    stream = Faces(*[2] * 101)
    assert parse("d2!").roll(stream).total == 202
    assert stream.draws == 101


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("", 1, "no dice"),
        ("   ", 1, "no dice"),
        ("x", 1, "found 'x'"),
        ("3d", 3, "expected a number or %; found the end"),
        ("3d6+", 5, "found the end"),
        ("+3d6", 1, "found '+'"),
        ("3d6 7", 5, "found '7'"),
        ("1 2d6", 3, "found '2'"),
        ("3d6k3", 4, "found 'k'"),
        ("3d6kh", 6, "expected a number; found the end"),
        ("3d6)", 4, "found ')'"),
        ("(3d6", 5, "found the end"),
        ("3d6\n", 4, r"found '\n'"),
        ("3d6\0", 4, r"found '\x00'"),
        ("\0", 1, r"found '\x00'"),
        ("\u0663d6", 1, r"found '\u0663'"),
        ("3d\uff16", 3, r"found '\uff16'"),
        ("2d6, 3d6", 4, "found ','"),
        ("d1", 2, "the number of sides is 2 to 1000, not 1"),
        ("d1001", 2, "the number of sides is 2 to 1000, not 1001"),
        ("0d6", 1, "the number of dice is 1 to 100, not 0"),
        ("d6+101d6", 4, "the number of dice is 1 to 100, not 101"),
        ("9999999999d6", 1, "the number of dice is 1 to 100, not 9999999999"),
        ("1000d1000kh500", 1, "the number of dice is 1 to 100, not 1000"),
        ("9" * 200, 1, "a constant is 0 to 1000000, not so many"),
        ("1000001", 1, "a constant is 0 to 1000000, not 1000001"),
        ("3d6kh4", 6, "the number of dice to keep is 1 to 3, not 4"),
        ("3d6kl0", 6, "the number of dice to keep is 1 to 3, not 0"),
        ("3d6dl3", 6, "the number of dice to drop is 1 to 2, not 3"),
        ("d6dl1", 3, "the only die cannot be dropped"),
        ("2d6kh1kl1", 7, "once only"),
        ("d6!!", 4, "explode already"),
        ("d6r7", 4, "the face to roll again is 1 to 6, not 7"),
        ("d6r1ro2", 5, "do not go together"),
        ("d2r1r2", 5, "no face is left"),
        ("d2r1!", 1, "explode for ever"),
        ("d6*d6", 3, "multiplied by dice"),
        ("6/d6", 2, "divided by dice"),
        ("d6/(1-1)", 3, "divided by 0"),
        ("1000000*1000000*1001", 16, "totals beyond"),
        ("100d6+" * 10 + "d6", 61, "more than 1000 dice"),
        ("(" * 21 + "d6" + ")" * 21, 21, "more than 20 brackets"),
        ("-" * 21 + "d6", 21, "more than 20 brackets"),
        ("(" * 200, 201, "found the end"),
        ("d6" + " " * 199, 201, "longer than 200 characters"),
        ("(" * 10_000, 201, "longer than 200 characters"),
    ],
)
def test_refused_with_the_position_of_the_mistake(text, position, reason):
    with pytest.raises(DiceError) as caught:
        parse(text)
    assert caught.value.position == position
    assert str(caught.value).startswith(f"position {position}: ")
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "100d1000",
        "d2",
        "d6" + " " * 198,
        "(" * 20 + "d6" + ")" * 20,
        "-" * 20 + "d6",
        "+".join(["100d6"] * 10),
        "1000000*1000000*1000",
        "3d6kh3",
        "3d6dl2",
        "d6r6",
    ],
)
def test_read_up_to_the_bounds(text):
    dice = parse(text)
    assert dice.least() <= dice.roll(derive(1, "test", "bounds")).total <= dice.most()


def test_an_error_travels_between_processes():
    error = pickle.loads(pickle.dumps(DiceError(3, "no")))
    assert (error.position, str(error)) == (3, "position 3: no")


def chances(totals) -> dict[int, Fraction]:
    """Equally likely totals to chances."""
    counts = Counter(totals)
    whole = sum(counts.values())
    return {total: Fraction(counts[total], whole) for total in sorted(counts)}


def tables(count, sides):
    return itertools.product(range(1, sides + 1), repeat=count)


def exploding(sides: int) -> dict[int, Fraction]:
    """One die, followed throw by throw."""
    odds: dict[int, Fraction] = {}
    alive = Fraction(1)
    for before in range(0, 100 * sides, sides):
        for face in range(1, sides):
            odds[before + face] = alive / sides
        alive /= sides
    for face in range(1, sides + 1):
        odds[100 * sides + face] = alive / sides
    return odds


ENUMERATED = [
    ("7", chances([7])),
    ("d6", chances(range(1, 7))),
    ("3d6", chances(map(sum, tables(3, 6)))),
    ("5d4", chances(map(sum, tables(5, 4)))),
    ("4d6kh3", chances(sum(sorted(table)[1:]) for table in tables(4, 6))),
    ("4d6kl3", chances(sum(sorted(table)[:3]) for table in tables(4, 6))),
    ("4d6dl3", chances(max(table) for table in tables(4, 6))),
    ("4d6dh3", chances(min(table) for table in tables(4, 6))),
    ("5d4dh2", chances(sum(sorted(table)[:3]) for table in tables(5, 4))),
    ("2d20kh1", chances(max(table) for table in tables(2, 20))),
    ("2d6r1r6", chances(a + b for a, b in tables(2, 6) if 2 <= a <= 5 and 2 <= b <= 5)),
    ("d6ro1ro2", chances(b if a <= 2 else a for a, b in tables(2, 6))),
    ("2d4ro4", chances((b if a == 4 else a) + (d if c == 4 else c) for a, b, c, d in tables(4, 4))),
    ("2d6-d4+1", chances(a + b - c + 1 for a, b in tables(2, 6) for c in range(1, 5))),
    ("-2d4", chances(-a - b for a, b in tables(2, 4))),
    ("3d6/4", chances(sum(table) // 4 for table in tables(3, 6))),
    ("(d6-4)/2", chances((a - 4) // 2 for a in range(1, 7))),
    ("d6/(0-2)", chances(a // -2 for a in range(1, 7))),
    ("2*d4*3+1", chances(6 * a + 1 for a in range(1, 5))),
    ("d4*0", chances([0])),
    ("d4!", exploding(4)),
    ("d2!+3", {total + 3: chance for total, chance in exploding(2).items()}),
]


@pytest.mark.parametrize(("text", "odds"), ENUMERATED)
def test_odds_are_those_of_plain_enumeration(text, odds):
    dice = parse(text)
    assert dict(dice.distribution()) == odds
    assert [total for total, _ in dice.distribution()] == sorted(odds)
    assert dice.mean() == sum(total * chance for total, chance in odds.items())
    assert (dice.least(), dice.most()) == (min(odds), max(odds))


def test_odds_of_two_exploding_dice_of_which_one_is_kept():
    one = exploding(3)
    best: Counter[int] = Counter()
    for (a, p), (b, q) in itertools.product(one.items(), repeat=2):
        best[max(a, b)] += p * q
    dice = parse("2d3!kh1")
    assert dict(dice.distribution()) == best
    assert dice.mean() == sum(total * chance for total, chance in best.items())


@pytest.mark.parametrize("count", [1, 2, 3, 7, 12, 20])
def test_odds_agree_with_dyce(count):
    dyce = pytest.importorskip("dyce")
    assert [(total, chance.numerator, chance.denominator) for total, chance in parse(f"{count}d6").distribution()] == [
        (total, Fraction(weight, 6**count).numerator, Fraction(weight, 6**count).denominator)
        for total, weight in sorted((count @ dyce.H(6)).items())
    ]


@pytest.mark.parametrize("text", ["4d6kh3", "2d6ro1", "d6r6", "d3!/2", "2d4-d6"])
def test_rolls_follow_the_odds(text):
    dice, stream = parse(text), derive(11, "test", text)
    seen = Counter(dice.roll(stream).total for _ in range(20_000))
    assert seen.keys() <= dict(dice.distribution()).keys()
    for total, chance in dice.distribution():
        expected = 20_000 * chance
        # Five standard deviations, in whole numbers; rare totals are given room for one or two.
        assert (seen[total] - expected) ** 2 <= 25 * expected + 25


@pytest.mark.parametrize(
    "text", ["100d1000", "100d20kh50", "2d300", "d1000!", "100d6+100d6", "100d1000kh1", "3d200kl2", "2d6!*2"]
)
def test_odds_too_large_are_refused_before_they_are_begun(text, monkeypatch):
    dice = parse(text)
    monkeypatch.setattr("icepool.Die", None)
    with pytest.raises(DiceError, match=r"^position 1: too large for exact odds$"):
        dice.distribution()


def test_a_mean_needs_no_odds_where_sums_will_do():
    assert parse("100d1000+100d6").mean() == Fraction(100 * 1001, 2) + 350
    assert parse("2d6!").mean() == 2 * sum(total * chance for total, chance in exploding(6).items())
    with pytest.raises(DiceError, match="too large"):
        parse("100d1000/2").mean()


@pytest.mark.parametrize("text", SLOW)
def test_hard_dice_are_answered_or_refused_in_a_line(text):
    refused = ""
    try:
        dice = parse(text)
        total = dice.roll(derive(3, "test", "slow")).total
        odds = dict(dice.distribution())
    except DiceError as error:
        refused = str(error)
    if refused:
        assert refused.startswith("position ")
        assert "\n" not in refused
    else:
        assert total in odds
        assert sum(odds.values()) == 1


numbers = st.integers(0, 30).map(str)
pools = st.builds(
    lambda count, sides, extras: f"{count}d{sides}{extras}",
    st.sampled_from(["", "1", "2", "03", "5"]),
    st.sampled_from(["2", "6", "08", "%", "100", "20"]),
    st.sampled_from(["", "kh1", " KL 1", "!", "r2", "ro1 ro2", "r1!kh1", "dl1", "ro2ro1ro2!", "dH1"]),
)
notations = st.recursive(
    numbers | pools,
    lambda inner: (
        st.builds(" ".join, st.tuples(inner, st.sampled_from("+-*/"), inner))
        | inner.map("({})".format)
        | inner.map("-{}".format)
    ),
    max_leaves=12,
)


@given(notations)
def test_the_canonical_text_reads_the_same(text):
    try:
        dice = parse(text)
    except DiceError:
        return
    canonical = str(dice)
    assert parse(canonical) == dice
    assert str(parse(canonical)) == canonical
    assert len(canonical) <= len(text)
    assert parse(canonical.upper().replace("D", " d ").replace("K", " k ")) == dice
    assert dice.least() <= dice.roll(derive(1, "test", "canonical")).total <= dice.most()


@given(st.text(alphabet="0123456789dDkhlKrRo!%+-*/() \t\n\0x\u0663", max_size=60) | st.text(max_size=250))
def test_any_text_is_read_or_refused_in_one_line(text):
    error = None
    try:
        assert isinstance(parse(text), Dice)
    except DiceError as refused:
        error = refused
    if error is not None:
        assert 1 <= error.position <= len(text) + 1
        assert len(str(error).splitlines()) == 1


def test_start_up_loads_neither_lark_nor_icepool():
    code = "import sys, undercroft.engine.dice; print([m for m in ('lark', 'icepool') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
