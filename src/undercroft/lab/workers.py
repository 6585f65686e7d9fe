"""Workers: processes that play the games of a plan. Indices go out as lines, results come back as lines.

A worker ends when its input does, so that none outlives the process that asked, however that one ended.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict
from queue import SimpleQueue

from undercroft.engine.errors import UndercroftError
from undercroft.lab.one import line
from undercroft.lab.plan import Plan

COMMAND = (sys.executable, "-m", "undercroft.lab")
"""This program, as a worker."""
PATIENCE = 10
"""Seconds that a worker has to end once it is told to."""


def results(plan: Plan, indices: Iterable[int], workers: int) -> Generator[tuple[int, str]]:
    """Yield (index, line) of each game as it is done; with one worker, this process plays them itself."""
    if workers == 1:
        for index in indices:
            yield index, line(plan, index)
        return
    pool = _Pool(plan, indices, workers)
    try:
        yield from pool.results()
    finally:
        pool.close()


class _Pool:
    """Processes, each with a thread that asks it for one game after another until none is left."""

    def __init__(self, plan: Plan, indices: Iterable[int], workers: int) -> None:
        self._plan = json.dumps(asdict(plan)).encode() + b"\n"
        self._left = iter(indices)
        self._lock = threading.Lock()
        self._done: SimpleQueue[tuple[int, str] | UndercroftError | None] = SimpleQueue()
        # A group of their own: Ctrl-C at the terminal is for this process alone.
        self._processes = [
            subprocess.Popen(  # noqa: S603 - this very program
                COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
            for _ in range(workers)
        ]
        for process in self._processes:
            threading.Thread(target=self._ask, args=(process,), daemon=True).start()

    def _ask(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(self._plan)
            while (index := self._next()) >= 0:
                process.stdin.write(b"%d\n" % index)
                process.stdin.flush()
                answer = process.stdout.readline()
                if not answer.endswith(b"\n"):
                    raise OSError
                self._done.put((index, answer.decode("ascii").rstrip("\n")))
        except (OSError, ValueError):
            self._done.put(UndercroftError("a worker of the lab has ended before its game was over"))
            return
        self._done.put(None)

    def _next(self) -> int:
        with self._lock:
            return next(self._left, -1)

    def results(self) -> Iterator[tuple[int, str]]:
        working = len(self._processes)
        while working:
            one = self._done.get()
            if one is None:
                working -= 1
            elif isinstance(one, UndercroftError):
                raise one
            else:
                yield one

    def close(self) -> None:
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            try:
                process.wait(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):
                        pipe.close()


def serve() -> int:
    """Be a worker: read a plan, then indices, from the standard input; answer each index with its result."""
    plan: Plan | None = None
    try:
        for row in sys.stdin.buffer:
            if plan is None:
                plan = Plan(**json.loads(row))
            else:
                print(line(plan, int(row)), flush=True)
    except BrokenPipeError:  # who asked is gone
        sys.stdout = None
        return 1
    return 0
