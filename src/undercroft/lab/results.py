"""A result file: a head line that binds it to its plan, then one line a game, appended as each is done.

Whoever is killed in the middle of a line leaves it without its end: it is cut off, and that game is played again.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from errno import EINVAL
from pathlib import Path
from typing import Any, Self

from undercroft.engine.errors import UndercroftError, quoted
from undercroft.engine.save import aside, make_way
from undercroft.lab.one import is_result, written
from undercroft.lab.plan import Plan

if sys.platform != "win32":
    import fcntl


class ResultFile:
    """The results of a plan on disk, held by this process until `close`; `lines` holds those there are, by index."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Open or begin the file; UndercroftError if it cannot be used, is damaged, or is of another plan."""
        self.path = path
        """Where it lies."""
        self.lines: dict[int, str] = {}
        self._head = written(plan.head)
        try:
            self.path = path.resolve()  # what a link leads to: a file put in order takes the place of the old one
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self.path.exists() and not self.path.is_file():
                raise OSError(EINVAL, "it is no ordinary file")
            self._file = self.path.open("a+b", buffering=0)
        except OSError as error:
            raise self._trouble(f"cannot be used: {error.strerror or error}") from None
        try:
            self._lock()
            self._read(plan)
        except BaseException:
            self._file.close()
            raise

    def _trouble(self, said: str) -> UndercroftError:
        return UndercroftError(f"{self.path}: {said}")

    def _lock(self) -> None:
        if sys.platform != "win32":
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise self._trouble("is being written by another process") from None

    def _read(self, plan: Plan) -> None:
        self._file.seek(0)
        data = self._file.read()
        whole, end, torn = data.rpartition(b"\n")
        rows = whole.split(b"\n") if end else []
        if not rows:
            # An unfinished first line is nothing yet, if it is the beginning of ours; else it is somebody's file.
            if not self._head.encode().startswith(torn):
                raise self._trouble("is no result file of the lab")
            self._file.truncate(0)
            self._write(self._head)
            return
        self._hold_head(rows[0], plan)
        for number, row in enumerate(rows[1:], 2):
            index, said = self._result(number, row, plan)
            if self.lines.setdefault(index, said) != said:
                raise self._trouble(f"line {number}: another result of a game that it holds already")
        if torn:
            self._file.truncate(len(data) - len(torn))

    def _hold_head(self, row: bytes, plan: Plan) -> None:
        try:
            head = json.loads(row)
        except (ValueError, RecursionError):
            head = None
        if not isinstance(head, dict) or "lab" not in head:
            raise self._trouble("is no result file of the lab")
        for name, ours in plan.head.items():
            if (theirs := head.get(name)) != json.loads(json.dumps(ours)):
                of, here = (quoted(json.dumps(one).strip('"'), 120) for one in (theirs, ours))
                raise self._trouble(f"holds another run: its {name} is {of}, here it is {here}; name another file")

    def _result(self, number: int, row: bytes, plan: Plan) -> tuple[int, str]:
        try:
            said = row.decode("ascii")
            result: Any = json.loads(said)
            if is_result(result) and said == written(result):
                index: int = result["index"]
                if index >= 0 and result["seed"] == plan.first + index:
                    return index, said
        except (ValueError, RecursionError, LookupError, TypeError):
            pass
        raise self._trouble(f"line {number}: no result of this run")

    def _write(self, line: str) -> None:
        try:
            left = line.encode("ascii") + b"\n"
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            raise self._trouble(f"cannot be written: {error.strerror or error}") from None

    def add(self, index: int, line: str) -> None:
        """Append a result."""
        self._write(line)
        self.lines[index] = line

    def tidy(self) -> None:
        """Put the lines in order of index, so that the file is the same whoever wrote it; whole or not at all."""
        ordered = sorted(self.lines)
        if list(self.lines) == ordered:
            return
        fresh = aside(self.path, "new")
        data = "".join(f"{line}\n" for line in (self._head, *(self.lines[index] for index in ordered)))
        try:
            make_way(fresh)
            with fresh.open("wb") as file:
                file.write(data.encode("ascii"))
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self.path)
        except OSError as error:
            with suppress(OSError):
                fresh.unlink()
            raise self._trouble(f"cannot be written: {error.strerror or error}") from None

    def close(self) -> None:
        """Let the file go."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
