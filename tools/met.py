"""Is everything met? Each action, event and refusal of a rulebook, in random play and in moments that tests set up.

    python tools/met.py tabletop

Random play is what the pieces `contract-...` of `make soak` have counted, as far as they are there. The moments are
those of the rulebook's tests, all of which are run. What neither meets is listed, and is a failure unless the contract
test of the rulebook says in `EXPLAINED` why it cannot come.
"""

from __future__ import annotations

import argparse
import importlib
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any, Self

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from undercroft.engine.ctx import Ctx  # noqa: E402
from undercroft.engine.game import Game  # noqa: E402
from undercroft.engine.rulebook import find  # noqa: E402
from undercroft.testing import Report  # noqa: E402

SHELF = ROOT / ".soak"
HEAD = re.compile(r"^(actions|events|refusals): ")
ROW = re.compile(r"^  ([\w.]+) +(\d+)$")


class Census:
    """Counts whatever games do while it is in force."""

    def __init__(self, report: Report) -> None:
        self.report = report

    def __enter__(self) -> Self:
        act, judge, emit, report = Game.act, Game.judge, Ctx.emit, self.report

        def counted_act(game: Game[Any], action: Any, seat: str | None = None) -> Any:
            step = act(game, action, seat)
            report.refusals.update(refusal.code for refusal in step.refusals)
            if step.accepted:
                done = game._done[2]  # type: ignore[index]
                report.actions[done.tag()] += 1
            return step

        def counted_judge(game: Game[Any], action: Any, *more: Any) -> Any:
            refusal = judge(game, action, *more)
            if refusal is not None:
                report.refusals[refusal.code] += 1
            return refusal

        def counted_emit(ctx: Any, event: Any) -> None:
            emit(ctx, event)
            report.events[event.tag()] += 1

        self._kept = act, judge, emit
        Game.act, Game.judge, Ctx.emit = counted_act, counted_judge, counted_emit  # type: ignore[method-assign]
        return self

    def __exit__(self, *_: object) -> None:
        Game.act, Game.judge, Ctx.emit = self._kept  # type: ignore[method-assign]


def in_random_play(book: str) -> tuple[int, dict[str, Counter[str]]]:
    """Return how many pieces of the contract suite are there, and what they met."""
    found: dict[str, Counter[str]] = {"actions": Counter(), "events": Counter(), "refusals": Counter()}
    pieces = 0
    for path in sorted(SHELF.glob("contract-*.txt")):
        text, kind = path.read_text(encoding="utf-8"), ""
        if not text.startswith(f"{book}:"):
            continue
        pieces += 1
        for line in text.splitlines():
            if head := HEAD.match(line):
                kind = head[1]
            elif kind and (row := ROW.match(line)):
                found[kind][row[1]] += int(row[2])
    return pieces, found


def main() -> int:
    """Count, and list what is met by nothing; 1 for anything unexplained, or explained and met after all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulebook")
    parser.add_argument("--tests", nargs="*", default=[], help="these tests alone")
    args = parser.parse_args()
    report = Report(find(args.rulebook))
    pieces, played = in_random_play(args.rulebook)
    folder = ROOT / "tests" / "rulebooks" / args.rulebook
    words = ["-q", "-p", "no:randomly", "-p", "no:cacheprovider", "--timeout", "7200", f"--rootdir={ROOT}"]
    with Census(report):
        code = pytest.main([*words, *(args.tests or [str(folder)])])
    staged = {kind: Counter(getattr(report, kind)) for kind in played}
    for kind, counts in played.items():
        getattr(report, kind).update(counts)
        known = report.known[kind]
        alone = [one for one in known if staged[kind][one] and not counts[one]]
        print(
            f"{kind}: {len(known)}; met by random play ({pieces} pieces) {sum(1 for one in known if counts[one])}, "
            f"by moments set up alone {len(alone)}"
        )
    explained = importlib.import_module(f"tests.rulebooks.{args.rulebook}.test_contract").EXPLAINED
    unmet, stale = report.unmet(explained=explained), report.stale(explained)
    print("unmet: " + (", ".join(unmet) or "nothing"))
    if stale:
        print("explained, and met after all: " + ", ".join(stale))
    print(f"{args.rulebook}: {len(unmet)} unmet, {len(explained)} explained; the tests {'fail' if code else 'pass'}")
    return int(bool(unmet or stale or code))


if __name__ == "__main__":
    sys.exit(main())
