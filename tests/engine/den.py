"""A small state for tests, written as an event would write it."""

from __future__ import annotations

from typing import ClassVar

from undercroft.engine.state import Record, State, Table


class Thing(Record):
    place: str
    size: int = 0


class Purse(Record):
    gold: int = 0


class Den(State):
    indexed: ClassVar[dict[str, str]] = {"things": "place"}

    purse: Purse = Purse()
    things: Table[int, Thing]
    plain: Table[str, Thing]


def written(den, function):
    """Write as an event would, and return the journal's entries."""
    den.journal.entries = []
    den.journal.open = True
    try:
        function(den)
    finally:
        den.journal.open = False
    return den.journal.entries


def den_of(**places):
    den = Den()
    written(den, lambda s: [s.things.__setitem__(int(k[1:]), Thing(v)) for k, v in places.items()])
    return den
