"""Where lines come from: a person at a terminal, with history and completion, or a pipe or file, read plainly."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, Protocol

LONGEST = 4000
"""Bytes of the longest line that is read; the rest of a longer one is passed over."""


class Unreadable(ValueError):
    """A line that is no text."""


class Source(Protocol):
    """Gives one line at a time."""

    interactive: bool

    def line(self, prompt: str) -> str:
        """Return the next line; EOFError at the end, Unreadable for a line that is no text."""


class Plain:
    """Lines of a pipe or a file."""

    interactive = False

    def __init__(self, stream: IO[bytes] | None) -> None:
        self._stream = stream

    def line(self, prompt: str) -> str:
        """Return the next line."""
        if self._stream is None:
            raise EOFError
        data = self._stream.readline(LONGEST)
        if not data:
            raise EOFError
        if len(data) == LONGEST and not data.endswith(b"\n"):
            while (more := self._stream.readline(LONGEST)) and not more.endswith(b"\n"):
                pass
            raise Unreadable("That line is too long.")
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            raise Unreadable("That line is no text: it must be UTF-8.") from None


class Terminal:
    """A person, with line editing, the lines typed before, and completion by the tab key."""

    interactive = True

    def __init__(self, words: Callable[[], Iterable[str]]) -> None:
        # Some terminals print the answer to a cursor question as if it were typed; we never need the cursor's place.
        os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import CompleteEvent, Completer, Completion
        from prompt_toolkit.document import Document
        from prompt_toolkit.shortcuts import CompleteStyle

        class Words(Completer):
            """Completes the next word of an action or command."""

            def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
                typed = document.text_before_cursor
                for rest, start in completions(typed, words()):
                    yield Completion(rest, start_position=start)

        self._session: Any = PromptSession(
            history=_history(), completer=Words(), complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE, enable_history_search=True,
        )  # fmt: skip

    def line(self, prompt: str) -> str:
        """Return the next line."""
        return str(self._session.prompt(prompt))


def completions(typed: str, known: Iterable[str]) -> list[tuple[str, int]]:
    """Return the next words that may follow what is typed, each with the place it starts at, counted back."""
    head, space, begun = typed.rpartition(" ")
    lead = (head + space).lower()
    found: dict[str, None] = {}
    for text in known:
        if text.lower().startswith(typed.lower()):
            word = text[len(lead) :].split(" ", 1)[0]
            if word and not word.startswith("<"):
                found.setdefault(word)
    return [(word, -len(begun)) for word in found]


def _history() -> Any:
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    from undercroft.play.shelf import typed_lines

    class Kept(FileHistory):
        """Lines typed before; a full disk loses them, never the game."""

        def store_string(self, string: str) -> None:
            with contextlib.suppress(OSError):
                super().store_string(string)

    try:
        path = typed_lines()
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            return InMemoryHistory()  # a pipe there would be waited for, a device never ends
        with path.open("ab"):
            pass
    except OSError:
        return InMemoryHistory()
    return Kept(path)


def source(words: Callable[[], Iterable[str]]) -> Source:
    """Return the source that suits where we are: a terminal on both ends, or anything else."""
    if sys.stdin is not None and sys.stdin.isatty() and sys.stdout is not None and sys.stdout.isatty():
        return Terminal(words)
    return Plain(getattr(sys.stdin, "buffer", None) if sys.stdin is not None else None)
