"""A player in another process: views go out as JSON lines, action texts come back as lines.

python -m undercroft.bots descent
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any, Self

import msgspec

from undercroft.bots.descent import Competent
from undercroft.rulebooks.descent.views import DescentView


class Question(msgspec.Struct):
    """What goes to the other process: a view and the texts offered."""

    view: DescentView
    offers: tuple[str, ...]


class Remote:
    """Asks a process for every choice. Close it when the game is over."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603

    def choose(self, view: Any, offers: Sequence[str]) -> str:
        """Send the view and the offers, and return the line that comes back; RuntimeError if none comes."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write('{"view":' + view.json().decode() + ',"offers":' + json.dumps(list(offers)) + "}\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the player in the other process has ended")
        return line.rstrip("\n")

    def close(self) -> None:
        """End the process."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process.wait(timeout=10)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def serve(names: Sequence[str]) -> int:
    """Answer JSON lines on standard input with action texts on standard output, as the named player."""
    if list(names) != ["descent"]:
        print("usage: python -m undercroft.bots descent", file=sys.stderr)
        return 2

    decoder = msgspec.json.Decoder(Question)
    player = Competent()
    for line in sys.stdin:
        question = decoder.decode(line)
        print(player.choose(question.view, question.offers), flush=True)
    return 0
