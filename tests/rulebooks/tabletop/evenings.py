"""An evening at the table as a golden: commands as they are typed, and all that they print.

`$ ` begins a command of `undercroft table`, `< ` a line typed into it, `! ` a line of its standard error, `= ` its exit
code where it is not 0, `# ` a remark. Everything else is what it prints.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from undercroft.play import cli

GOLDEN = Path(__file__).parent / "evening" / "evening.txt"
COMMAND, TYPED, ERROR, CODE, REMARK = "$ ", "< ", "! ", "= ", "# "


class Call(NamedTuple):
    """A command, the remarks before it, and what is typed into it."""

    words: str
    remarks: tuple[str, ...]
    typed: tuple[str, ...]


def calls(text: str) -> list[Call]:
    """Return the commands of an evening in their order."""
    found: list[Call] = []
    remarks: list[str] = []
    for line in text.splitlines():
        if line.startswith(REMARK):
            remarks.append(line)
        elif line.startswith(COMMAND):
            found.append(Call(line.removeprefix(COMMAND), tuple(remarks), ()))
            remarks = []
        elif line.startswith(TYPED):
            found[-1] = found[-1]._replace(typed=(*found[-1].typed, line.removeprefix(TYPED)))
    return found


def said(words: str, typed: tuple[str, ...] = ()) -> tuple[int, str, str]:
    """Run a command of the table; return its exit code, what it printed, and its standard error."""
    out, err = io.StringIO(), io.StringIO()
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO("".join(f"{line}\n" for line in typed).encode()))
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = cli.run(["table", *words.split()])
    finally:
        sys.stdin = before
    return code, out.getvalue(), err.getvalue()


def played(evening: list[Call], folder: Path) -> str:
    """Play an evening in an empty folder; return it whole."""
    with _in(folder):
        return "\n\n".join(_told(call, *said(call.words, call.typed)) for call in evening) + "\n"


def _told(call: Call, code: int, out: str, err: str) -> str:
    lines = [*call.remarks, f"{COMMAND}{call.words}", *(f"{TYPED}{line}" for line in call.typed), *out.splitlines()]
    lines += [f"{ERROR}{line}" for line in err.splitlines()] + ([f"{CODE}{code}"] if code else [])
    return "\n".join(line.rstrip() for line in lines)


@contextlib.contextmanager
def _in(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
