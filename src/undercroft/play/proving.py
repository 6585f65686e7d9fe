"""Proofs of many seeds, for `undercroft prove`: shared out to processes, told in order of seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from undercroft.engine.action import is_seed, whole
from undercroft.engine.errors import BadOption, UndercroftError, quoted
from undercroft.engine.game import Game
from undercroft.engine.rulebook import find
from undercroft.play import given
from undercroft.play.spreading import spread

MINE = ("seed", "workers", "json", "help")
MOST_SEEDS = 1_000_000
"""Seeds in one go: more are proven piece by piece."""
MOST_WORKERS = 64
PIECE = 50
"""Seeds that a worker proves before it answers: about a second's work."""


class Wanted(NamedTuple):
    """What is to be proven, and how it is told."""

    rulebook: str
    seeds: range = range(0)
    options: dict[str, Any] = {}
    workers: int = 1
    json: bool = False
    help: bool = False


class Line(NamedTuple):
    """A line to be shown, and whether it tells of a seed that failed."""

    text: str
    failed: bool = False


def read(words: Sequence[str]) -> Wanted:
    """Read the words after `prove`; BadOption or UnknownName, one line, for what cannot be."""
    rulebook, _, ours, theirs, _ = given.parted(words, MINE)
    if "help" in ours:
        return Wanted(rulebook, help=True)
    book = find(rulebook)
    workers = whole(ours.get("workers", "1"))
    if workers is None or not 1 <= workers <= MOST_WORKERS:
        raise BadOption(f"--workers: {quoted(ours['workers'])} is no whole number from 1 to {MOST_WORKERS}")
    return Wanted(rulebook, _seeds(ours.get("seed", "")), given.decoded(book, theirs), workers, "json" in ours)


def _seeds(said: str) -> range:
    if not said:
        raise BadOption("which seeds? Give --seed 7, or a range: --seed 0..99")
    first_said, dots, last_said = said.partition("..")
    first = whole(first_said)
    last = whole(last_said) if dots else first
    if first is None or last is None or not (is_seed(first) and is_seed(last)):
        raise BadOption(f"--seed: {quoted(said)} is no seed and no range like 0..99; seeds go from 0 to 2^63 - 1")
    if last < first:
        raise BadOption(f"--seed: {quoted(said)} goes backwards: write {last}..{first}")
    if last - first >= MOST_SEEDS:
        raise BadOption(f"--seed: {quoted(said)} are too many: at most {MOST_SEEDS} seeds in one go")
    return range(first, last + 1)


def lines(want: Wanted) -> Iterator[Line]:
    """Yield a line for each seed that failed, or for every seed with `json`, and one that sums up.

    UndercroftError if the rulebook has no proofs.
    """
    if _game(want, want.seeds[0]).proof() is None:
        raise UndercroftError(f"{want.rulebook} has no proofs: there is nothing to prove of it")
    failed = []
    for seed, line in _results(want):
        if line.failed:
            failed.append(seed)
        if line.text:
            yield line
    yield Line(_summary(want, failed))


def _summary(want: Wanted, failed: list[int]) -> str:
    count = len(want.seeds)
    if want.json:
        facts = {
            "rulebook": want.rulebook, "options": want.options, "seeds": [want.seeds[0], want.seeds[-1]],
            "proven": count - len(failed), "failed": failed,
        }  # fmt: skip
        return msgspec.json.encode(facts).decode()
    shown = [f"{name} {','.join(v) if isinstance(v, list) else v}" for name, v in want.options.items()]
    what = ", ".join([want.rulebook, *shown])
    seeds = f"{count} seed{'s' if count > 1 else ''}"
    return f"{what}: {seeds}, {f'{len(failed)} failed' if failed else 'proven'}."


def _game(want: Wanted, seed: int) -> Game[Any]:
    return Game(find(want.rulebook), seed, want.options)


def _proven(want: Wanted, seeds: range) -> list[tuple[int, Line]]:
    """Prove some seeds, in this process."""
    found = []
    for seed in seeds:
        proof = _game(want, seed).proof()
        assert proof is not None
        told = "" if proof.holds else f"seed {seed}: {proof.faults[0]}"
        text = proof.json(rulebook=want.rulebook, seed=seed).decode() if want.json else told
        found.append((seed, Line(text, not proof.holds)))
    return found


def _results(want: Wanted) -> Iterator[tuple[int, Line]]:
    pieces = [want.seeds[at : at + PIECE] for at in range(0, len(want.seeds), PIECE)]
    if want.workers == 1 or len(pieces) == 1:
        for piece in pieces:
            yield from _proven(want, piece)
        return
    for found in spread(_piece, [(want, piece) for piece in pieces], want.workers):
        yield from found


def _piece(work: tuple[Wanted, range]) -> list[tuple[int, Line]]:
    return _proven(*work)
