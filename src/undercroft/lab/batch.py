"""A batch: the games of a plan, those of a file left out, reduced in order of index."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from undercroft.engine.errors import BadOption
from undercroft.lab.plan import Plan
from undercroft.lab.results import ResultFile
from undercroft.lab.workers import results

MOST_GAMES = 1_000_000
MOST_WORKERS = 256


def run(
    plan: Plan,
    games: int,
    *,
    workers: int = 1,
    out: Path | None = None,
    tell: Callable[[int], None] | None = None,
) -> list[dict[str, Any]]:
    """Play the first `games` games of a plan, and return their results in order of index.

    With `out`, each result is kept there as soon as it is done, and those already there are not played again. `tell`
    hears how many games are done. BadOption or UndercroftError if the batch cannot be played or kept.
    """
    for name, number, most in (("games", games, MOST_GAMES), ("workers", workers, MOST_WORKERS)):
        if not 1 <= number <= most:
            raise BadOption(f"{name}: {number} is no whole number from 1 to {most}")
    plan.game(games - 1)
    with ExitStack() as held:
        file = held.enter_context(ResultFile(out, plan)) if out is not None else None
        lines: dict[int, str] = file.lines if file is not None else {}
        left = [index for index in range(games) if index not in lines]
        done = games - len(left)
        if tell is not None:
            tell(done)
        playing = held.enter_context(closing(results(plan, left, min(workers, max(1, len(left))))))
        for index, line in playing:
            if file is not None:
                file.add(index, line)
            else:
                lines[index] = line
            done += 1
            if tell is not None:
                tell(done)
        if file is not None:
            file.tidy()
        return [json.loads(lines[index]) for index in range(games)]
