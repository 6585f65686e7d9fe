"""Simulated combats (T23.10): odds fight, for one group, for a row of its sizes, of Levels or of both, with a chart."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from undercroft.engine.errors import BadUse, quoted
from undercroft.engine.shares import mean, wilson
from undercroft.engine.streams import SPAN
from undercroft.engine.toolkit import Answer, Asked, Batch, Cup, Option, Tool, whole_in
from undercroft.rulebooks.tabletop import growing, parties, points
from undercroft.rulebooks.tabletop.parties import Party
from undercroft.rulebooks.tabletop.records import Character, Foe
from undercroft.rulebooks.tabletop.skirmish import Result, Skirmish
from undercroft.rulebooks.tabletop.toolkit import charts, finding

RUNS, MOST_RUNS = 1000, 100_000
MOST_SIZE = 20


class Case(NamedTuple):
    """One row of many combats: the party, raised to a Level or 0, and the group, of some size or 0."""

    level: int
    size: int
    characters: tuple[Character, ...]
    foes: list[Foe]

    @property
    def vitality(self) -> int:
        """All that the living of the party may lose."""
        return sum(c.vitality_max for c in self.characters if not c.dead)


def _fight(asked: Asked, cup: Cup) -> Batch:
    party = parties.find(asked.word(0))
    cases = _cases(party, finding.group(asked.words[1:]), asked)
    runs = asked.option_number("runs", 1, MOST_RUNS, RUNS)
    if len(cases) * runs > MOST_RUNS:
        raise BadUse(f"odds fight: {len(cases)} x {runs} combats are too many: at most {MOST_RUNS}")
    base = cup.below(SPAN) * MOST_RUNS
    books: dict[int, Skirmish] = {}

    def play(index: int) -> Result:
        at = index // runs
        if at not in books:
            books[at] = Skirmish(cases[at].characters, cases[at].foes, party.front)
        return books[at].fought(base + index)

    return Batch(len(cases) * runs, play, partial(_told, cases, runs, asked.option("chart")))


def _cases(party: Party, group: Sequence[Foe], asked: Asked) -> list[Case]:
    """Return what is fought out: for each Level that is asked for, each size of the group."""
    sizes = _span(asked, "sizes", MOST_SIZE) or [0]
    levels = _span(asked, "levels", points.TOP) or [0]
    if asked.flag("chart") and levels == sizes == [0]:
        raise BadUse("odds fight: --chart goes with --sizes A..B or --levels A..B")
    if asked.flag("chart"):
        charts.kind(asked.option("chart"))
    return [
        Case(level, size, _raised(party, level), _sized(group, size) if size else list(group))
        for level in levels
        for size in sizes
    ]


def _span(asked: Asked, name: str, most: int) -> list[int]:
    """Return the whole numbers of an option such as `1..8`; none where it is left out."""
    if not asked.flag(name):
        return []
    first, dots, last = asked.option(name).partition("..")
    low = whole_in(first, f"--{name}", 1, most)
    high = whole_in(last, f"--{name}", 1, most) if dots else low
    if high < low:
        raise BadUse(f"--{name}: {quoted(asked.option(name))} goes backwards: write {high}..{low}")
    return list(range(low, high + 1))


def _raised(party: Party, level: int) -> tuple[Character, ...]:
    """Return the party with everyone who lives raised to a Level; 0 leaves it as it is."""
    if not level:
        return party.characters
    try:
        return tuple(c if c.dead else growing.grown(c, level) for c in party.characters)
    except ValueError as error:
        raise BadUse(f"--levels: {error}") from None


def _sized(group: Sequence[Foe], size: int) -> list[Foe]:
    """Return a group with so many of its last kind."""
    last = group[-1]
    return [foe for foe in group if foe != last] + [last] * size


def _told(cases: Sequence[Case], runs: int, chart: str, results: Sequence[tuple[int, ...]]) -> Answer:
    lines: list[str] = []
    rows: list[dict[str, Any]] = []
    for at, case in enumerate(cases):
        row = _figures(case, [Result._make(one) for one in results[at * runs : (at + 1) * runs]])
        rows.append(row)
        lines.append(
            f"{f'Level {case.level} against ' if case.level else ''}{row['group']}: {row['won']} of {row['combats']} "
            f"won, a share of {row['share']} "
            f"(between {row['low']} and {row['high']} at 95 in 100); Vitality lost {row['lost']} % of "
            f"{row['vitality']} (off by {row['lost_error']} at most, likewise); dead {row['dead']}; "
            f"rounds {row['rounds']}."
        )
    files: tuple[tuple[str, str | bytes], ...] = ()
    if chart:
        files = ((chart, _drawn(chart, cases, rows)),)
        lines.append(f"Drawn: {chart}.")
    return Answer(tuple(lines), {"groups": rows, **({"chart": chart} if chart else {})}, files=files)


def _drawn(chart: str, cases: Sequence[Case], rows: Sequence[dict[str, Any]]) -> str | bytes:
    """Draw the chance to win over the sizes of the group, a line for each Level, or over the Levels alone."""
    name = cases[-1].foes[-1].name
    by_size = any(case.size for case in cases)
    lines: dict[str, list[charts.Point]] = {}
    for case, row in zip(cases, rows, strict=True):
        line = f"Level {case.level}" if by_size and case.level else ""
        shares = (float(row["share"]), float(row["low"]), float(row["high"]))
        lines.setdefault(line, []).append((case.size if by_size else case.level, *shares))
    axis = f"number of {name}" if by_size else "Level of the party"
    return charts.drawn(chart, f"Chance to win against {name}", axis, lines)


def _figures(case: Case, results: Sequence[Result]) -> dict[str, Any]:
    most = case.vitality
    won = sum(one.won for one in results)
    low, high = wilson(won, len(results))
    lost, off = mean([one.lost for one in results])
    return {
        **({"level": case.level} if case.level else {}), "group": finding.told(case.foes), "vitality": most,
        "combats": len(results), "won": won, "share": f"{won / len(results):.4f}",
        "low": f"{low:.4f}", "high": f"{high:.4f}", "lost": f"{100 * lost / most:.2f}",
        "lost_error": f"{100 * off / most:.2f}", "dead": f"{mean([one.dead for one in results])[0]:.2f}",
        "rounds": f"{mean([one.rounds for one in results])[0]:.2f}",
    }  # fmt: skip


TOOLS = (
    Tool(
        "odds fight", "PARTY GROUP...", "Fight many combats out automatically, and say what they come to.",
        ("T23.10", "T7.45", "T7.49"), _fight,
        (
            Option("runs", "R", f"combats, 1 to {MOST_RUNS}; {RUNS} if it is left out"),
            Option("sizes", "A..B", "one after another with so many of the last kind named"),
            Option("levels", "A..B", "one after another with everyone of the party raised to that Level, without dice"),
            Option("chart", "FILE", "draw (SVG, PNG) the chance to win over the sizes, a line a Level, or the Levels"),
        ),
    ),
)  # fmt: skip
