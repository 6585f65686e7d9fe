"""The door of the program. It imports next to nothing, so that Ctrl-C finds it waiting from the first moment on."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

INTERRUPTED = 130
"""Exit code after Ctrl-C."""


def run(words: Sequence[str] | None = None) -> int:
    """Run the command line, these words or the program's own, and return the exit code."""
    from undercroft.play import program

    return program.run(words)


def main() -> None:
    """The console script."""
    try:
        _streams()
        code = run()
        _flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)


def _streams() -> None:
    """Let what is closed swallow what is printed, and never fail over a letter that cannot be written."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - open to the end
        elif mode == "w" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _flush() -> None:
    try:
        sys.stdout.flush()
    except OSError:
        from undercroft.play.program import mute

        mute()
