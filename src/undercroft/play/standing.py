"""Where a player stands: finished games listed and counted, by rulebook, ranked ones and practice apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from undercroft.engine.errors import UnknownName, nearest, quoted
from undercroft.engine.rulebook import rulebooks
from undercroft.play.given import options_line
from undercroft.play.history import Run


class Terms(msgspec.Struct, frozen=True):
    """Wins of games under the same options."""

    terms: dict[str, str]
    runs: int
    won: int


class Standing(msgspec.Struct, frozen=True):
    """What the finished games of one rulebook come to."""

    rulebook: str
    ranked: bool
    runs: int
    won: int
    streak: int
    """Wins in a row up to the last game."""
    longest: int
    by_terms: list[Terms]
    most: dict[str, int]
    """The greatest of each figure in one run."""
    counted: dict[str, dict[str, int]]
    """In how many runs each word stands for a fact, the most frequent first."""


def of(runs: Sequence[Run], rulebook: str) -> list[Run]:
    """Return the runs of a rulebook, all for an empty name; UnknownName if neither runs nor rules are of that name."""
    known = {*rulebooks(), *(run.rulebook for run in runs)}
    if rulebook and rulebook not in known:
        raise UnknownName(f"no rulebook is called {quoted(rulebook)}{nearest(rulebook, sorted(known))}")
    return [run for run in runs if rulebook in ("", run.rulebook)]


def standings(runs: Sequence[Run]) -> list[Standing]:
    """Return the standings, ranked games of a rulebook first. The last run comes first in the list."""
    kinds = sorted({(run.rulebook, not run.ranked) for run in runs})
    return [
        _standing(name, not practice, [run for run in runs if (run.rulebook, not run.ranked) == (name, practice)])
        for name, practice in kinds
    ]


def _standing(rulebook: str, ranked: bool, runs: Sequence[Run]) -> Standing:
    by_terms: dict[str, list[Run]] = {}
    for run in runs:
        by_terms.setdefault(options_line(run.terms), []).append(run)
    streaks = _streaks(run.won for run in reversed(runs))
    return Standing(
        rulebook, ranked, len(runs), _won(runs), streaks[-1], max(streaks),
        [Terms(found[0].terms, len(found), _won(found)) for _, found in sorted(by_terms.items())],
        _most(runs), _counted(runs),
    )  # fmt: skip


def _won(runs: Iterable[Run]) -> int:
    return sum(run.won for run in runs)


def _streaks(wins: Iterable[bool]) -> list[int]:
    """Return after each game how many were won in a row."""
    streaks = [0]
    for won in wins:
        streaks.append(streaks[-1] + 1 if won else 0)
    return streaks


def _most(runs: Iterable[Run]) -> dict[str, int]:
    most: dict[str, int] = {}
    for run in runs:
        for name, value in run.facts.items():
            if type(value) is int:
                most[name] = max(most.get(name, value), value)
    return most


def _counted(runs: Iterable[Run]) -> dict[str, dict[str, int]]:
    counts: dict[str, Counter[str]] = {}
    for run in runs:
        for name, value in run.facts.items():
            if isinstance(value, str) and value:
                counts.setdefault(name, Counter())[value] += 1
    return {name: dict(sorted(words.items(), key=lambda pair: (-pair[1], pair[0]))) for name, words in counts.items()}


def as_json(runs: Sequence[Run]) -> str:
    """Return runs and standings as JSON."""
    return msgspec.json.format(msgspec.json.encode({"runs": runs, "standings": standings(runs)}), indent=1).decode()


def lines(runs: Sequence[Run]) -> list[str]:
    """Return runs and standings in sentences."""
    if not runs:
        return ["You have finished no games yet."]
    found = [*map(_run_line, runs), *(line for one in standings(runs) for line in ("", *_standing_lines(one)))]
    return ["".join(ch if ch.isprintable() else "?" for ch in line) for line in found]


def _run_line(run: Run) -> str:
    parts = [
        f"{run.game}: {run.rulebook}, seed {run.seed}", "" if run.ranked else "practice", options_line(run.options),
        f"{run.ending}, {'won' if run.won else 'not won'}", f"{run.actions} actions",
        f"ended {run.ended[:16].replace('T', ' ')} UTC",
    ]  # fmt: skip
    return "; ".join(filter(None, parts))


def _standing_lines(one: Standing) -> list[str]:
    how = "ranked" if one.ranked else "practice"
    lines = [f"{one.rulebook}, {how}: {one.won} of {one.runs} won."]
    if one.by_terms and one.by_terms[0].terms:
        lines += [f"  {options_line(found.terms)}: {found.won} of {found.runs} won." for found in one.by_terms]
    lines.append(f"  Won in a row: {one.streak} up to now, {one.longest} at best.")
    if one.most:
        lines.append(f"  Most in one run: {', '.join(f'{_word(name)} {most}' for name, most in one.most.items())}.")
    for name, words in one.counted.items():
        lines.append(f"  {_word(name).capitalize()}: {', '.join(f'{word} ({n})' for word, n in words.items())}.")
    return lines


def _word(name: str) -> str:
    return name.replace("_", " ")
