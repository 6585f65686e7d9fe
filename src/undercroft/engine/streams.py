"""Named, seeded, counted streams of whole random numbers.

The generator is sfc32: four words of 32 bits, every intermediate below 2**63, so that the same source gives
the same numbers interpreted and compiled.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")
StreamState = tuple[int, int, int, int, int]
"""The four words of a stream and its count of draws."""
StreamsState = tuple[int, tuple[tuple[str, int, int, int, int, int], ...]]
"""The count of draws from fresh streams, then name, words and count of each stream in use, by name."""
Touched = tuple[tuple[int, int, int, int], int] | None
"""The words of a stream and its count of draws; None if it was not open."""
Mark = tuple[int, dict[str, Touched]]
"""The count of draws from fresh streams, and what each stream was that was asked for since: filled as play goes on."""

MASK = 0xFFFFFFFF
SPAN = 1 << 32
"""The greatest range that one draw can cover."""
WARM_UP = 12
SEPARATION = b"undercroft"


class Stream:
    """One source of numbers. Every draw goes through `below`, which a double in a test may override."""

    __slots__ = ("_words", "draws")
    draws: int
    _words: tuple[int, int, int, int]

    def __init__(self, a: int, b: int, c: int, counter: int) -> None:
        """Start from four words, each 0 to 2**32 - 1."""
        self.restore((a, b, c, counter, 0))

    def word(self) -> int:
        """Return the next 32 bits. Not counted in `draws`."""
        a, b, c, counter = self._words
        out = (a + b + counter) & MASK
        self._words = (
            b ^ (b >> 9),
            c * 9 & MASK,
            ((c << 21 | c >> 11) + out) & MASK,
            (counter + 1) & MASK,
        )
        return out

    def below(self, n: int) -> int:
        """Draw one of 0 to n - 1, all equally likely. ValueError unless n is 1 to 2**32."""
        if not 0 < n <= SPAN:
            raise ValueError(f"a draw needs 1 to {SPAN} outcomes, not {n}")
        self.draws += 1
        a, b, c, counter = self._words
        while True:
            # The generator stands here a second time because a call would cost a third of the draw.
            out = (a + b + counter) & MASK
            a = b ^ (b >> 9)
            b = c * 9 & MASK
            c = ((c << 21 | c >> 11) + out) & MASK
            counter = (counter + 1) & MASK
            value = out % n
            # A word in the last, incomplete block of n values would favour the low ones: draw again.
            if out - value + n <= SPAN:
                self._words = (a, b, c, counter)
                return value

    def between(self, low: int, high: int) -> int:
        """Draw a whole number from low to high, both included. ValueError if high < low."""
        if high < low:
            raise ValueError(f"no whole number lies between {low} and {high}")
        return low + self.below(high - low + 1)

    def pick(self, sequence: Sequence[T]) -> T:
        """Draw one entry. ValueError if there is none."""
        if not sequence:
            raise ValueError("nothing to pick from")
        return sequence[self.below(len(sequence))]

    def shuffled(self, sequence: Iterable[T]) -> list[T]:
        """Return the entries in random order (Fisher-Yates from the end). ValueError if there is none."""
        entries = list(sequence)
        if not entries:
            raise ValueError("nothing to shuffle")
        for last in range(len(entries) - 1, 0, -1):
            other = self.below(last + 1)
            entries[last], entries[other] = entries[other], entries[last]
        return entries

    def weighted(self, weights: Sequence[int]) -> int:
        """Draw a place in `weights`, each as likely as its whole-number weight.

        ValueError if a weight is negative or all are 0.
        """
        total = sum(weights)
        if total < 1 or min(weights) < 0:
            raise ValueError(f"weights must be 0 or more and not all 0: {list(weights)}")
        point = self.below(total)
        place = 0
        for weight in weights:
            if point < weight:
                break
            point -= weight
            place += 1
        return place

    def state(self) -> StreamState:
        """Return what `restore` takes."""
        return (*self._words, self.draws)

    def restore(self, state: StreamState) -> None:
        """Go on from a state. ValueError if it is none: states come from files, too."""
        _check(state)
        a, b, c, counter, draws = state
        self._words = (a, b, c, counter)
        self.draws = draws

    def copy(self) -> Stream:
        """Return a stream that goes on alike and apart from this one."""
        twin = Stream.__new__(type(self))
        twin._words = self._words
        twin.draws = self.draws
        return twin


def _check(state: StreamState) -> None:
    a, b, c, counter, draws = state
    if not (0 <= a <= MASK and 0 <= b <= MASK and 0 <= c <= MASK and 0 <= counter <= MASK and draws >= 0):
        raise ValueError(f"not the state of a stream: {state}")


class FreshStream(Stream):
    """A stream for one place; its draws are counted with its family's."""

    __slots__ = ("_family",)
    _family: Streams

    def below(self, n: int) -> int:
        """Draw as a stream does and count for the family."""
        value = super().below(n)
        self._family._fresh += 1
        return value

    def copy(self) -> Stream:
        """Return a stream of the same family that goes on alike."""
        twin = FreshStream(*self._words)
        twin.draws = self.draws
        twin._family = self._family
        return twin


def words_for(seed: int, rulebook: str, name: str, *place: int | str) -> tuple[int, int, int, int]:
    """Return the four words that a stream starts from, before it is warmed up."""
    digest = blake2b(digest_size=16, person=SEPARATION)
    for part in (seed, rulebook, name, *place):
        # Kind and length go before each part: no two lists of parts run together into the same bytes.
        data = str(part).encode()
        digest.update(f"{'n' if isinstance(part, int) else 's'}{len(data)}:".encode())
        digest.update(data)
    raw = digest.digest()
    a, b, c, counter = (int.from_bytes(raw[at : at + 4], "little") for at in (0, 4, 8, 12))
    return a, b, c, counter


def derive(seed: int, rulebook: str, name: str, *place: int | str) -> Stream:
    """Return the stream that a seed, a rulebook, a name and perhaps a place lead to, always the same."""
    return _warm(Stream(*words_for(seed, rulebook, name, *place)))


def _warm(stream: Stream) -> Stream:
    for _ in range(WARM_UP):
        stream.word()
    return stream


class Streams:
    """The streams of one game: the declared names, each made when first asked for."""

    __slots__ = ("_fresh", "_names", "_open", "_rulebook", "_seed", "_touched")

    def __init__(self, seed: int, rulebook: str, names: Iterable[str]) -> None:
        """Declare the names; nothing is drawn."""
        self._seed = seed
        self._rulebook = rulebook
        self._names = tuple(names)
        self._open: dict[str, Stream] = {}
        self._fresh = 0
        self._touched: dict[str, Touched] = {}
        """Each stream asked for since `mark`, as it was before."""

    def get(self, name: str) -> Stream:
        """Return the stream of that name. ValueError if it was not declared."""
        stream = self._open.get(name)
        if stream is None:
            self._declared(name)
            stream = derive(self._seed, self._rulebook, name)
            self.use(name, stream)
            self._touched.setdefault(name, None)
        elif name not in self._touched:
            self._touched[name] = (stream._words, stream.draws)
        return stream

    def fresh(self, name: str, *place: int | str) -> Stream:
        """Return a new stream for a place, the same however often and whenever it is asked for.

        It is meant for generation inside one action and is no part of `state`; its draws are part of `draws`.
        """
        self._declared(name)
        stream = FreshStream(*words_for(self._seed, self._rulebook, name, *place))
        stream._family = self
        return _warm(stream)

    def use(self, name: str, stream: Stream) -> None:
        """Put another stream, such as a double of a test, in the place of the named one."""
        self._declared(name)
        if name in self._open:
            self._open[name] = stream
        else:
            # Kept in order of name, so that `state` need not sort.
            self._open = dict(sorted((self._open | {name: stream}).items()))

    def reseed(self, seed: int) -> None:
        """Start over from another seed. ValueError once anything was drawn."""
        if self.draws:
            raise ValueError("the seed cannot change after the first draw")
        self._seed = seed
        self._open = {}

    @property
    def seed(self) -> int:
        """The seed in force."""
        return self._seed

    @property
    def draws(self) -> int:
        """The draws made so far, from all streams, fresh ones included."""
        total = self._fresh
        for stream in self._open.values():
            total += stream.draws
        return total

    def state(self) -> StreamsState:
        """Return what `restore` takes: plain numbers and names, streams in order of name."""
        return self._fresh, tuple([(name, *stream._words, stream.draws) for name, stream in self._open.items()])

    def restore(self, state: StreamsState) -> None:
        """Go on from a state. ValueError, and nothing changed, if it has an undeclared name or bad words."""
        fresh, rows = state
        names = [row[0] for row in rows]
        for name in names:
            self._declared(name)
        if fresh < 0 or len(set(names)) != len(names):
            raise ValueError("not the state of streams: a negative count, or a stream named twice")
        for row in rows:
            _check(row[1:])
        # A stream in use is set back in place, for doubles and for whoever holds it.
        kept: dict[str, Stream] = {}
        for row in rows:
            stream = kept[row[0]] = self._open.get(row[0]) or Stream(*row[1:5])
            stream.restore(row[1:])
        self._open = kept
        self._fresh = fresh

    def mark(self) -> Mark:
        """Return what `drawn` and `go_back` take, for as long as no other mark is made.

        It costs nothing like `state`: it is made at every action, and few of them draw from more than one stream.
        """
        self._touched = {}
        return self._fresh, self._touched

    def drawn(self, mark: Mark) -> int:
        """Return the draws made since a mark."""
        fresh, touched = mark
        count = self._fresh - fresh
        for name, before in touched.items():
            count += self._open[name].draws - (0 if before is None else before[1])
        return count

    def go_back(self, mark: Mark) -> None:
        """Go on from the last mark or, once that was gone back to, from the one before it."""
        self._fresh, touched = mark
        for name, before in touched.items():
            if before is None:
                self._open.pop(name, None)
            else:
                self._open[name].restore((*before[0], before[1]))
        self._touched = {}

    def copy(self) -> Streams:
        """Return streams that go on alike and apart from these."""
        twin = Streams.__new__(Streams)
        twin._seed = self._seed
        twin._rulebook = self._rulebook
        twin._names = self._names
        twin._open = {name: stream.copy() for name, stream in self._open.items()}
        twin._fresh = self._fresh
        twin._touched = {}
        return twin

    def afresh(self, seed: int) -> Streams:
        """Return the same streams, at their beginnings, of another seed."""
        return Streams(seed, self._rulebook, self._names)

    def _declared(self, name: str) -> None:
        if name in self._names:
            return
        import difflib

        near = difflib.get_close_matches(name, self._names, n=3, cutoff=0.5)
        hint = f"did you mean {' or '.join(near)}?" if near else f"declared are: {', '.join(self._names)}"
        raise ValueError(f"the rulebook {self._rulebook} declares no stream {name!r}; {hint}")
