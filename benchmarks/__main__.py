"""Measure the engine: CPU time, pinned to one core, the median of five. One figure a line.

python -m benchmarks             every figure
python -m benchmarks act fork    only those named
"""

from __future__ import annotations

import gc
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any

from tests.engine.hard_dice import HARD, PRINTED, SLOW

import undercroft as uc
from benchmarks.walked import walked
from undercroft.engine import dice
from undercroft.engine.record import Record, begin, read
from undercroft.engine.streams import derive
from undercroft.play import dicing

ROUNDS = 5
GOLDENS = Path(__file__).parent.parent / "tests" / "rulebooks" / "descent" / "goldens"


def once(work: Callable[[], int]) -> float:
    """Return the CPU seconds of one unit of the work, which says how many units it did."""
    gc.collect()
    gc.disable()
    start = time.process_time()
    units = work()
    spent = time.process_time() - start
    gc.enable()
    return spent / max(units, 1)


def median(work: Callable[[], int], prepare: Callable[[], Any] | None = None) -> float:
    """Return the median CPU seconds of one unit over five rounds."""
    found = []
    for _ in range(ROUNDS):
        if prepare is not None:
            prepare()
        found.append(once(work))
    return statistics.median(found)


@cache
def won(*, on_foot: bool = True) -> tuple[Record, tuple[Any, ...]]:
    """Return a recorded win and its actions: every step an action, or the golden with its journeys."""
    record = walked() if on_foot else read((GOLDENS / "win.txt").read_text(encoding="utf-8"))
    game = begin(record)
    actions = []
    for line in record.steps:
        action = game.parse(line.text)
        game.act(action)
        actions.append(action)
    return record, tuple(actions)


def played() -> Any:
    """Return the recorded win, played to two thirds of its length."""
    record, actions = won()
    game = begin(record)
    for action in actions[: len(actions) * 2 // 3]:
        game.act(action)
    return game


def replaying(*, looking: bool, on_foot: bool = True) -> tuple[str, float, str]:
    """Actions a second, replaying a recorded win; with looking, view and whole legal list at each step."""
    record, actions = won(on_foot=on_foot)
    box: list[Any] = []

    def work() -> int:
        game = box.pop()
        for action in actions:
            if looking:
                game.view()
                game.actions()
            game.act(action)
        return len(actions)

    spent = median(work, lambda: box.append(begin(record)))
    what = "act, view and list" if looking else "act"
    how = "a win on foot" if on_foot else "a win with its journeys"
    return f"{what}, replaying {how} of {len(actions)} actions", 1 / spent, "actions/s"


def random_play() -> tuple[str, float, str]:
    """Actions a second of random play, listing at each step."""
    count = 2000

    def work() -> int:
        pick = derive(1, "benchmarks", "random")
        game = uc.new("descent", seed=1, length="short")
        for _ in range(count):
            offers = [one for one in game.actions() if isinstance(one, uc.Action)]
            if game.outcome is not None or not offers:
                game = uc.new("descent", seed=pick.below(1000), length="short")
                continue
            game.act(offers[pick.below(len(offers))])
        return count

    return "random play with the list", 1 / median(work), "actions/s"


def generation() -> tuple[str, float, str]:
    """Milliseconds to generate a floor."""
    from undercroft.rulebooks.descent import floors

    def work() -> int:
        for seed in range(20):
            game = uc.new("descent", seed=seed, length="standard")
            for number in range(1, 6):
                floors.generate(game._ctx, number)
        return 100

    return "generation of a floor, its share of set-up with it", median(work) * 1e3, "ms"


def many(name: str, work: Callable[[], object], unit: str, times: int) -> tuple[str, float, str]:
    """One figure of something done many times."""

    def loop() -> int:
        for _ in range(times):
            work()
        return times

    scale = {"us": 1e6, "ms": 1e3}[unit]
    return name, median(loop) * scale, unit


def keeping() -> Iterator[tuple[str, float, str]]:
    """Fork, undo, save, load and digest, two thirds into the recorded win."""
    game = played()
    record, actions = won()
    yield many("fork", game.fork, "us", 2000)
    yield many("digest", game.digest, "us", 500)
    yield many(f"save, {game.turns} actions old", game.save, "ms", 50)
    data = game.save()
    yield many(f"load, {game.turns} actions old", lambda: uc.load(data), "ms", 50)
    box: list[Any] = []

    def prepare() -> None:
        fresh = begin(record)
        for action in actions[:100]:
            fresh.act(action)
        box.append(fresh)

    def undo() -> int:
        fresh = box.pop()
        for _ in range(100):
            fresh.undo()
        return 100

    yield "undo", median(undo, prepare) * 1e6, "us"


def start_up() -> tuple[str, float, str]:
    """CPU seconds of `undercroft --help`."""
    found = []
    for _ in range(ROUNDS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-m", "undercroft", "--help"], stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return "undercroft --help", statistics.median(found) * 1e3, "ms"


def hostile() -> Iterator[tuple[str, float, str]]:
    """The slowest answers to dice that take long."""

    def answered(text: str) -> None:
        with suppress(ValueError):
            expression = dice.parse(text)
            expression.roll(derive(1, "benchmarks", "dice"))
            expression.distribution()

    yield slowest("hostile dice, read, rolled and asked for their odds, the slowest", SLOW, answered)
    yield slowest("the most dice at once, the slowest", HARD, lambda text: dicing.roll_lines(text, 7))
    yield slowest("odds printed, the slowest", PRINTED, lambda text: list(dicing.odds_lines(dice.parse(text))))


def slowest(name: str, texts: Iterable[str], do: Callable[[str], object]) -> tuple[str, float, str]:
    """Return the longest of what one thing done to each text takes."""

    def work(text: str) -> int:
        do(text)
        return 1

    return name, max(median(partial(work, text)) for text in texts) * 1e3, "ms"


FIGURES: dict[str, Callable[[], Any]] = {
    "act": lambda: replaying(looking=False),
    "look": lambda: replaying(looking=True),
    "journeys": lambda: replaying(looking=False, on_foot=False),
    "random": random_play,
    "generation": generation,
    "keep": keeping,
    "start": start_up,
    "hostile": hostile,
}


def main(names: list[str]) -> int:
    """Print the figures asked for."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    unknown = [name for name in names if name not in FIGURES]
    if unknown:
        print(f"benchmarks: no figure is called {unknown[0]!r}; there are {', '.join(FIGURES)}", file=sys.stderr)
        return 2
    for name, figure in FIGURES.items():
        if names and name not in names:
            continue
        found = figure()
        for label, value, unit in [found] if isinstance(found, tuple) else found:
            print(f"{label}: {value:,.{0 if value >= 100 else 2}f} {unit}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
