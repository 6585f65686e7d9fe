"""Work shared out to processes: the answers come in order, whatever the number of workers.

The pools of the standard library wait in threads, which trip over each other when a worker is killed while others are
still starting; here one loop asks all pipes.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from undercroft.engine.errors import UndercroftError

Piece = TypeVar("Piece")
Found = TypeVar("Found")


def spread(work: Callable[[Piece], Found], pieces: Sequence[Piece], workers: int) -> Iterator[Found]:
    """Yield what the work makes of each piece, in order; UndercroftError if a worker ends early."""
    # Spawned, not forked: the same on every system, and nothing of this process goes along.
    context = multiprocessing.get_context("spawn")
    found: dict[int, Found] = {}
    left = iter(enumerate(pieces))
    processes: list[Any] = []
    pipes: list[Connection] = []
    try:
        with _uninterrupted():
            for _ in range(min(workers, len(pieces))):
                ours, theirs = context.Pipe()
                process = context.Process(target=_serve, args=(theirs, work))
                process.start()
                theirs.close()
                processes.append(process)
                pipes.append(ours)
        for pipe in pipes:
            _ask(pipe, next(left))
        for at in range(len(pieces)):
            while at not in found:
                for ready in wait(pipes):
                    number, answer, error = _told(ready)
                    if error is not None:
                        raise error
                    found[number] = answer
                    if (piece := next(left, None)) is not None:
                        _ask(ready, piece)
            yield found.pop(at)
    finally:
        for process in processes:
            process.kill()
            process.join()
        for pipe in pipes:
            pipe.close()


def _ask(pipe: Any, piece: tuple[int, Any]) -> None:
    try:
        pipe.send(piece)
    except OSError:
        raise UndercroftError("a worker ended before its work was done") from None


def _told(pipe: Any) -> tuple[int, Any, Exception | None]:
    try:
        told: tuple[int, Any, Exception | None] = pipe.recv()
    except (EOFError, OSError):
        raise UndercroftError("a worker ended before its work was done") from None
    return told


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Keep Ctrl-C waiting: whoever is interrupted while workers start could not end them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: Connection, work: Callable[[Any], Any]) -> None:
    """Be a worker: Ctrl-C is for the process that asked, and a worker ends with it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    while True:
        try:
            number, piece = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            pipe.send((number, work(piece), None))
        except Exception as error:  # noqa: BLE001 - whoever asked raises it
            pipe.send((number, None, error))


def _end_with(parent: Any) -> None:
    parent.join()
    os._exit(1)
