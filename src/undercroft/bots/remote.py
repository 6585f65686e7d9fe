"""A player in another process: views go out as JSON lines, action texts come back as lines.

python -m undercroft.bots descent
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any, Self

import msgspec

from undercroft.bots.descent import Competent
from undercroft.rulebooks.descent.views import DescentView

LONGEST = 10_000
"""Bytes of the longest answer that is read."""
PATIENCE = 10
"""Seconds that a process has to end once its input is closed."""
FAILED = 2
"""Exit code of `serve` for bad usage and bad questions."""


class Question(msgspec.Struct):
    """What goes to the other process: a view and the texts offered."""

    view: DescentView
    offers: tuple[str, ...]


class Remote:
    """Asks a process for every choice. Close it when the game is over."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start the process; RuntimeError if it cannot be."""
        if not command:
            raise RuntimeError("no command was given to start a player")
        try:
            self._process = subprocess.Popen(list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603
        except (OSError, ValueError) as error:
            raise RuntimeError(f"the player in the other process cannot be started: {error}") from None

    def choose(self, view: Any, offers: Sequence[str]) -> str:
        """Send the view and the offers, and return the line that comes back; RuntimeError if no line of text does."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        if not offers:
            raise RuntimeError("the player in the other process was offered nothing")
        question = b'{"view":' + view.json() + b',"offers":' + json.dumps(list(offers)).encode() + b"}\n"
        try:
            self._process.stdin.write(question)
            self._process.stdin.flush()
            line = self._process.stdout.readline(LONGEST)
        except (OSError, ValueError):
            line = b""
        if not line:
            raise RuntimeError("the player in the other process has ended")
        if not line.endswith(b"\n"):
            raise RuntimeError("the player in the other process answered no whole line")
        try:
            return line.decode().rstrip("\r\n")
        except UnicodeDecodeError:
            raise RuntimeError("the player in the other process answered what is no text in UTF-8") from None

    def close(self) -> None:
        """End the process."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):  # what it no longer reads is lost with it
                    pipe.close()
        try:
            self._process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def serve(names: Sequence[str]) -> int:
    """Answer JSON lines on standard input with action texts on standard output, as the named player.

    Returns the exit code: what is no question ends it, with one line on the standard error.
    """
    if list(names) != ["descent"]:
        print("usage: python -m undercroft.bots descent", file=sys.stderr)
        return FAILED
    decoder = msgspec.json.Decoder(Question)
    player = Competent()
    number = 0
    try:
        for line in sys.stdin.buffer if sys.stdin is not None else ():
            number += 1
            print(_answer(player, decoder.decode(line)), flush=True)
    except BrokenPipeError:
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    except (msgspec.MsgspecError, UnicodeError, RecursionError, LookupError, ValueError, TypeError) as error:
        said = "".join(ch if ch.isprintable() else "?" for ch in " ".join(str(error).split()))[:200]
        print(f"line {number}: no question of descent: {said or type(error).__name__}", file=sys.stderr)
        return FAILED
    return 0


def _answer(player: Competent, question: Question) -> str:
    if not question.offers:
        raise ValueError("nothing is offered")
    return player.choose(question.view, question.offers)
