"""Streams: the reference numbers, fair ranges, names, counting, going back."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undercroft.engine.streams import SPAN, Stream, Streams, derive, words_for

# Made with the reference algorithm in C: four words to start from, the first eight numbers, the 100,001st.
VECTORS = [
    (
        (0, 0, 0, 1),
        (0x00000001, 0x00000002, 0x0000000C, 0x0120001F, 0x0360B483, 0x99E14D9B, 0xD9C4E5DE, 0x3F6D95A6),
        0x18B9B706,
    ),
    (
        (1, 2, 3, 4),
        (0x00000007, 0x00000022, 0x03600060, 0x0B421D78, 0xCC849C75, 0x17CE4C72, 0x2ED5FA36, 0xE51A5F05),
        0xEAF0DF66,
    ),
    (
        (0xDEADBEEF, 0xCAFEBABE, 0x01234567, 0xFFFFFFFE),
        (0xA9AC79AB, 0xD4D93681, 0x1529FCD2, 0x5C593F21, 0x26F10A7D, 0x126CCA94, 0x2FA49472, 0xDDAAE5B7),
        0x227A4A89,
    ),
]


def literal_sfc32(a: int, b: int, c: int, counter: int) -> tuple[int, int, int, int, int]:
    """The reference algorithm, line by line: the number, then the four words after it."""
    tmp = (a + b + counter) % 2**32
    counter = (counter + 1) % 2**32
    a = b ^ (b >> 9)
    b = (c + (c << 3)) % 2**32
    c = ((((c << 21) | (c >> 11)) % 2**32) + tmp) % 2**32
    return tmp, a, b, c, counter


@pytest.mark.parametrize(("words", "first", "far"), VECTORS)
def test_the_reference_numbers(words, first, far):
    stream = Stream(*words)
    assert tuple(stream.word() for _ in range(8)) == first
    for _ in range(8, 100_000):
        stream.word()
    assert stream.word() == far


@given(st.tuples(*[st.integers(0, 2**32 - 1)] * 4))
def test_word_and_below_run_the_same_generator(words):
    number, *after = literal_sfc32(*words)
    one, other = Stream(*words), Stream(*words)
    assert one.word() == number
    assert other.below(SPAN) == number
    assert one.state() == (*after, 0)
    assert other.state() == (*after, 1)


def test_derived_streams_are_the_same_for_ever():
    stream = derive(7, "descent", "combat")
    assert [stream.below(100) for _ in range(8)] == [77, 32, 46, 11, 35, 42, 79, 49]
    placed = derive(7, "descent", "world", 3, "vault")
    assert [placed.below(100) for _ in range(8)] == [92, 93, 74, 4, 48, 35, 10, 45]
    assert words_for(7, "descent", "combat") == (0x4635609E, 0xC14CE416, 0xB9117936, 0x6A1BF91A)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((1, "a", "b"), (2, "a", "b")),
        ((1, "ab", "c"), (1, "a", "bc")),
        ((1, "a", "b", 1), (1, "a", "b", "1")),
        ((1, "a", "b", 12), (1, "a", "b", 1, 2)),
        ((1, "a", "b", "cd"), (1, "a", "b", "c", "d")),
        ((1, "a", "b"), (1, "a", "b", "")),
        ((-1, "a", "b"), (1, "a", "b")),
        ((2**64, "a", "b"), (0, "a", "b")),
    ],
)
def test_different_parts_lead_to_different_streams(one, other):
    assert words_for(*one) != words_for(*other)


class Scripted(Stream):
    """Says what it is told to and remembers what it was asked."""

    __slots__ = ("answers", "asked")

    def __init__(self, *answers):
        super().__init__(0, 0, 0, 1)
        self.answers = list(answers)
        self.asked = []

    def below(self, n):
        self.asked.append(n)
        self.draws += 1
        return self.answers.pop(0)


def test_every_draw_goes_through_below():
    stream = Scripted(2, 1, 3, 0, 1, 5)
    assert stream.between(10, 14) == 12
    assert stream.pick("abc") == "b"
    assert stream.shuffled("wxyz") == ["y", "x", "w", "z"]
    assert stream.weighted([2, 0, 3, 4]) == 3
    assert stream.asked == [5, 3, 4, 3, 2, 9]


@pytest.mark.parametrize(("point", "place"), [(0, 0), (1, 0), (2, 2), (4, 2), (5, 3), (8, 3)])
def test_weights_take_their_share_from_both_sides(point, place):
    assert Scripted(point).weighted([2, 0, 3, 4]) == place


def test_a_word_of_the_incomplete_block_is_drawn_again():
    # Words so set that the first number is 2**32 - 1, which no fair range of three may use.
    words = (0xFFFFFFFE, 0, 0, 1)
    number, *after = literal_sfc32(*words)
    assert number == 2**32 - 1
    second, *last = literal_sfc32(*after)
    stream = Stream(*words)
    assert stream.below(3) == second % 3
    assert stream.state() == (*last, 1)
    just_inside = Stream(0xFFFFFFFD, 0, 0, 1)
    assert just_inside.below(3) == (2**32 - 2) % 3
    assert just_inside.state()[:4] == literal_sfc32(0xFFFFFFFD, 0, 0, 1)[1:]


def test_ranges_are_even_enough():
    stream = derive(1, "test", "even")
    seen = Counter(stream.below(6) for _ in range(60_000))
    assert sorted(seen) == [0, 1, 2, 3, 4, 5]
    # Five degrees of freedom: above 25.7 chance has less than one in ten thousand.
    assert sum((seen[face] - 10_000) ** 2 for face in range(6)) / 10_000 < 25.7


def test_shuffles_reach_every_order_evenly():
    stream = derive(2, "test", "shuffle")
    seen = Counter("".join(stream.shuffled("abcd")) for _ in range(24_000))
    assert len(seen) == 24
    assert sum((count - 1000) ** 2 for count in seen.values()) / 1000 < 58


@given(st.integers(-50, 50), st.integers(0, 30), st.integers(0, 2**32))
def test_between_stays_between(low, width, seed):
    assert low <= derive(seed, "test", "x").between(low, low + width) <= low + width


def test_bad_asks_are_errors_and_draw_nothing():
    stream = derive(3, "test", "x")
    before = stream.state()
    for ask in (
        lambda: stream.below(0),
        lambda: stream.below(-1),
        lambda: stream.below(2**32 + 1),
        lambda: stream.between(2, 1),
        lambda: stream.pick([]),
        lambda: stream.shuffled([]),
        lambda: stream.weighted([]),
        lambda: stream.weighted([0, 0]),
        lambda: stream.weighted([3, -1]),
    ):
        with pytest.raises(ValueError, match=r"\S"):
            ask()
    assert stream.state() == before
    assert stream.below(1) == 0


def test_draws_count_calls_and_not_words():
    stream = derive(4, "test", "x")
    for _ in range(10):
        stream.below(3_000_000_000)  # three in ten words are drawn again
    stream.word()
    assert stream.draws == 10


def test_a_stream_goes_back_and_copies_go_apart():
    stream = derive(5, "test", "x")
    stream.below(6)
    state = stream.state()
    ahead = [stream.below(1000) for _ in range(5)]
    twin = stream.copy()
    stream.restore(state)
    assert [stream.below(1000) for _ in range(5)] == ahead
    assert twin.state() == stream.state()
    twin.below(2)
    assert twin.draws == stream.draws + 1


@pytest.mark.parametrize("state", [(-1, 0, 0, 0, 0), (0, 0, 0, 2**32, 0), (0, 0, 0, 0, -1)])
def test_no_stream_takes_a_bad_state(state):
    with pytest.raises(ValueError, match="not the state of a stream"):
        derive(5, "test", "x").restore(state)


def family(seed: int = 7) -> Streams:
    return Streams(seed, "test", ("world", "loot", "combat"))


def test_no_stream_moves_another():
    lonely, busy = family(), family()
    for _ in range(50):
        busy.get("loot").below(9)
        busy.fresh("world", 1).below(9)
    assert lonely.get("combat").below(2**32) == busy.get("combat").below(2**32)
    assert lonely.get("combat") is lonely.get("combat")


def test_an_unknown_name_is_an_error_with_the_nearest():
    streams = family()
    for ask in (streams.get, streams.fresh):
        with pytest.raises(ValueError, match="no stream 'combta'; did you mean combat"):
            ask("combta")
    with pytest.raises(ValueError, match="declared are: world, loot, combat"):
        streams.get("zzz")


def test_draws_are_counted_over_all_fresh_ones_included():
    streams = family()
    streams.get("loot").below(6)
    room = streams.fresh("world", 3, "room")
    room.below(6)
    room.shuffled("abcd")
    room.copy().below(2)
    assert room.draws == 4
    assert streams.draws == 6


def test_a_fresh_stream_is_always_the_same():
    streams = family()
    first = streams.fresh("world", 3)
    ahead = [first.below(1000) for _ in range(5)]
    streams.get("world").below(6)
    again = streams.fresh("world", 3)
    assert [again.below(1000) for _ in range(5)] == ahead
    plain = derive(7, "test", "world", 3)
    assert [plain.below(1000) for _ in range(5)] == ahead


def test_streams_go_back_even_before_one_was_opened():
    streams = family()
    streams.get("world").below(6)
    streams.fresh("loot", 1).below(6)
    state = streams.state()
    assert state == (1, (("world", *streams.get("world").state()),))
    held = streams.get("world")
    ahead = (streams.get("combat").below(1000), held.below(1000))
    assert streams.draws == 4
    streams.restore(state)
    assert streams.state() == state
    assert streams.draws == 2
    assert streams.get("world") is held
    assert (streams.get("combat").below(1000), held.below(1000)) == ahead


def test_a_mark_counts_the_draws_since_and_leads_back_mark_by_mark():
    streams = family()
    held = streams.get("world")
    held.below(6)
    first, began = streams.mark(), streams.state()
    ahead = streams.get("world").below(1000)
    assert streams.drawn(first) == 1
    second, between = streams.mark(), streams.state()
    rest = (streams.get("combat").below(1000), streams.get("world").below(1000), streams.get("combat").below(1000))
    streams.fresh("loot", 1).below(6)
    assert streams.drawn(second) == 4
    streams.go_back(second)
    assert streams.state() == between
    assert streams.get("world") is held
    streams.go_back(first)
    assert streams.state() == began
    assert streams.get("world").below(1000) == ahead
    assert (streams.get("combat").below(1000), held.below(1000), streams.get("combat").below(1000)) == rest


def test_state_stands_in_order_of_name():
    streams = family()
    streams.get("world")
    streams.get("combat")
    assert [row[0] for row in streams.state()[1]] == ["combat", "world"]


def test_a_copy_goes_alike_and_apart():
    streams = family()
    streams.get("loot").below(6)
    twin = streams.copy()
    assert twin.state() == streams.state()
    assert twin.get("loot").below(1000) == streams.get("loot").below(1000)
    twin.get("loot").below(6)
    twin.fresh("world", 1).below(6)
    assert (streams.draws, twin.draws) == (2, 4)


@pytest.mark.parametrize(
    "state",
    [
        (0, (("nowhere", 0, 0, 0, 1, 0),)),
        (-1, ()),
        (0, (("loot", 0, 0, 0, 1, 0), ("loot", 0, 0, 0, 1, 0))),
        (0, (("loot", 0, 0, 0, 1, 0), ("world", 0, 0, 0, 2**40, 0))),
    ],
)
def test_a_bad_state_changes_nothing(state):
    streams = family()
    streams.get("loot").below(6)
    before = streams.state()
    with pytest.raises(ValueError, match=r"\S"):
        streams.restore(state)
    assert streams.state() == before


def test_a_double_can_take_the_place_of_a_stream():
    streams = family()
    streams.use("combat", Scripted(4))
    assert streams.get("combat").between(1, 6) == 5
    assert streams.draws == 1
    with pytest.raises(ValueError, match="no stream 'fate'"):
        streams.use("fate", Scripted(1))


def test_another_seed_only_before_the_first_draw():
    streams = family(1)
    streams.get("loot")
    streams.reseed(7)
    assert streams.get("loot").below(1000) == family(7).get("loot").below(1000)
    with pytest.raises(ValueError, match="after the first draw"):
        streams.reseed(8)
    streams = family()
    streams.fresh("world", 1).below(6)
    with pytest.raises(ValueError, match="after the first draw"):
        streams.reseed(8)
