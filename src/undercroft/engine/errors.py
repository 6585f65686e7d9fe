"""Failures from outside a game: bad files, bad text, broken rulebooks.

A rules "no" is never an exception (see `Refusal`). A programmer's mistake is `ValueError` or `TypeError`, or, where a
law of the engine is broken, `LawBroken`. Every message is one line.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class UndercroftError(ValueError):
    """Base of all errors that bad input from outside can cause; the message is one line, fit to show."""


class UnknownName(UndercroftError):
    """A rulebook, option, seat or file entry that does not exist; the message names the nearest one."""


class BadOption(UndercroftError):
    """An option of a new game that is out of its range."""


class BadUse(UndercroftError):
    """A toolkit command with a word or an option that it cannot take."""


class NotationError(UndercroftError):
    """Text that is no action here; the message quotes it and names the nearest action."""


class RecordError(UndercroftError):
    """A game record that cannot be read; the message begins with the line's number."""


class Diverged(RecordError):
    """A replay that does not give what its record says; the message names the first step that differs."""


class SaveError(UndercroftError):
    """A save that cannot be read or written; the file is left as it was."""


class LawBroken(RuntimeError):
    """A law of the engine was broken by rule code, for example state written outside an event."""


def nearest(word: str, known: Iterable[str], *, lead: str = "; did you mean ") -> str:
    """Return `; did you mean "x"?` for the known name most like the word, or an empty text."""
    spelt = {name.lower(): name for name in reversed(list(known))}
    near = difflib.get_close_matches(word[:80].lower(), list(reversed(spelt)), n=1, cutoff=0.5)
    return f'{lead}"{spelt[near[0]]}"?' if near else ""


def printable(text: str) -> str:
    """Return the text as one line that any terminal may show: whatever steers one, or hides, becomes a `?`."""
    return text if text.isprintable() else "".join(ch if ch.isprintable() else "?" for ch in text)


def quoted(text: str, most: int = 60) -> str:
    """Return the text as one printable, bounded, quoted line."""
    clean = printable(text[: most + 1])
    return f'"{clean[:most]}..."' if len(text) > most else f'"{clean}"'


def word(said: str) -> str:
    """Return a word of a file as it stands, or quoted where it is none."""
    return said if said.isalnum() and len(said) <= 20 else quoted(said, 20)


def shown(value: object) -> str:
    """Return a value as text for a message; `that` for a number without an end."""
    try:
        return str(value)
    except (ValueError, RecursionError):
        return "that"


def article(thing: object) -> str:
    """Return what a value is, for the message of a TypeError: `a list`, `an int`, `None`."""
    if thing is None:
        return "None"
    name = type(thing).__name__
    return f"{'an' if name[:1] in 'AEIOUaeiou' else 'a'} {name}"
