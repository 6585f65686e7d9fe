"""Simulated combats (T23.10): odds fight, for one group or for a row of group sizes, with a chart."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from undercroft.engine.errors import BadUse, quoted
from undercroft.engine.shares import mean, wilson
from undercroft.engine.streams import SPAN
from undercroft.engine.toolkit import Answer, Asked, Batch, Cup, Option, Tool, whole_in
from undercroft.rulebooks.tabletop import parties
from undercroft.rulebooks.tabletop.parties import Party
from undercroft.rulebooks.tabletop.records import Foe
from undercroft.rulebooks.tabletop.skirmish import Result, Skirmish
from undercroft.rulebooks.tabletop.toolkit import charts, finding

RUNS, MOST_RUNS = 1000, 100_000
MOST_SIZE = 20


def _fight(asked: Asked, cup: Cup) -> Batch:
    party = parties.find(asked.word(0))
    group = finding.group(asked.words[1:])
    runs = asked.option_number("runs", 1, MOST_RUNS, RUNS)
    sizes = _sizes(asked)
    groups = [_sized(group, size) for size in sizes] if sizes else [group]
    if len(groups) * runs > MOST_RUNS:
        raise BadUse(f"odds fight: {len(groups)} x {runs} combats are too many: at most {MOST_RUNS}")
    base = cup.below(SPAN) * MOST_RUNS
    books: dict[int, Skirmish] = {}

    def play(index: int) -> Result:
        at = index // runs
        if at not in books:
            books[at] = Skirmish(party.characters, groups[at], party.front)
        return books[at].fought(base + index)

    return Batch(len(groups) * runs, play, partial(_told, party, groups, runs, sizes, asked.option("chart")))


def _sizes(asked: Asked) -> range:
    """Return the sizes of the group to be tried, `1..8`; none where the group stands as it is."""
    if not asked.flag("sizes"):
        if asked.flag("chart"):
            raise BadUse("odds fight: --chart goes with --sizes A..B")
        return range(0)
    first, dots, last = asked.option("sizes").partition("..")
    low = whole_in(first, "--sizes", 1, MOST_SIZE)
    high = whole_in(last, "--sizes", 1, MOST_SIZE) if dots else low
    if high < low:
        raise BadUse(f"--sizes: {quoted(asked.option('sizes'))} goes backwards: write {high}..{low}")
    return range(low, high + 1)


def _sized(group: Sequence[Foe], size: int) -> list[Foe]:
    """Return a group with so many of its last kind."""
    last = group[-1]
    return [foe for foe in group if foe != last] + [last] * size


def _told(
    party: Party, groups: Sequence[list[Foe]], runs: int, sizes: range, chart: str, results: Sequence[tuple[int, ...]]
) -> Answer:
    lines: list[str] = []
    rows: list[dict[str, Any]] = []
    most = sum(c.vitality_max for c in party.characters if not c.dead)
    for at, group in enumerate(groups):
        row = _figures(group, [Result._make(one) for one in results[at * runs : (at + 1) * runs]], most)
        rows.append(row)
        lines.append(
            f"{row['group']}: {row['won']} of {row['combats']} won, a share of {row['share']} "
            f"(between {row['low']} and {row['high']} at 95 in 100); Vitality lost {row['lost']} % of {most} "
            f"(off by {row['lost_error']} at most, likewise); dead {row['dead']}; rounds {row['rounds']}."
        )
    files: tuple[tuple[str, str], ...] = ()
    if chart:
        name = groups[-1][-1].name
        points = [
            (size, float(row["share"]), float(row["low"]), float(row["high"]))
            for size, row in zip(sizes, rows, strict=True)
        ]
        files = ((chart, charts.chances(f"Chance to win against {name}", f"number of {name}", points)),)
        lines.append(f"Drawn: {chart}.")
    figures = {"vitality": most, "groups": rows, **({"chart": chart} if chart else {})}
    return Answer(tuple(lines), figures, files=files)


def _figures(group: list[Foe], results: Sequence[Result], most: int) -> dict[str, Any]:
    won = sum(one.won for one in results)
    low, high = wilson(won, len(results))
    lost, off = mean([one.lost for one in results])
    return {
        "group": finding.told(group), "combats": len(results), "won": won, "share": f"{won / len(results):.4f}",
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
            Option("chart", "FILE", "draw the chance to win against the number of enemies, as SVG"),
        ),
    ),
)  # fmt: skip
