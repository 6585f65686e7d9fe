"""Work shared out to processes: the answers come in order, whatever the number of workers."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, TypeVar

from undercroft.engine.errors import UndercroftError

Piece = TypeVar("Piece")
Found = TypeVar("Found")


def spread(work: Callable[[Piece], Found], pieces: Sequence[Piece], workers: int) -> Iterator[Found]:
    """Yield what the work makes of each piece, in order; UndercroftError if a worker ends early."""
    # Spawned, not forked: the same on every system, and nothing of this process goes along.
    pool = ProcessPoolExecutor(
        min(workers, len(pieces)), multiprocessing.get_context("spawn"), initializer=_serve
    )  # fmt: skip
    try:
        with _uninterrupted():
            answers = pool.map(work, pieces)
        yield from answers
    except BrokenProcessPool:
        raise UndercroftError("a worker ended before its work was done") from None
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Keep Ctrl-C waiting: a pool interrupted while its workers start could not end them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve() -> None:
    """Be a worker: Ctrl-C is for the process that asked, and a worker ends with it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: Any) -> None:
    parent.join()
    os._exit(1)
