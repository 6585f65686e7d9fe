"""Memory: what was worked out of a state, each value kept until something that it rests on is written.

A write drops what rests on it, so that asking for a value that stayed is one look into a dictionary.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import update_wrapper
from typing import Any, TypeVar

R = TypeVar("R")

Keys = dict[Any, None]
"""Keys of values, in the order kept."""
Places = dict[str, Callable[..., Iterable[object]]]
"""By table, what tells of words the places that a value rests on."""


class Memory(dict[Any, Any]):
    """The values kept for one state, by what worked them out."""

    __slots__ = ("_resting", "_together", "places", "whole")

    def __init__(self) -> None:
        super().__init__()
        self.whole: dict[str, Keys] = {}
        """By table or field, what rests on all of it."""
        self._together: dict[tuple[str, ...], list[Keys]] = {}
        self.places: dict[str, dict[Any, Keys]] = {}
        """By table and place, what rests on the rows there; a place is a row's id or a value of the table's index."""
        self._resting: set[Any] = set()

    def keep(self, key: Any, value: R, names: tuple[str, ...]) -> R:
        """Keep a value until one of the tables and fields is written."""
        self[key] = value
        together = self._together.get(names)
        if together is None:
            together = self._together[names] = [self.whole.setdefault(name, {}) for name in names]
        for keys in together:
            keys[key] = None
        return value

    def rest(self, key: Any, words: tuple[Any, ...], at: Places) -> None:
        """Let what is kept of a function and words rest on the rows at the places that the words tell, from now on."""
        if key in self._resting:
            return
        self._resting.add(key)
        for table, places in at.items():
            held = self.places.setdefault(table, {})
            for place in places(*words):
                held.setdefault(place, {})[key] = None

    def drop(self, keys: Keys) -> None:
        """Forget values, and that they rested on a whole table."""
        for key in keys:
            self.pop(key, None)
        keys.clear()

    def drop_at(self, keys: Keys) -> None:
        """Forget values that rest on a place; those of their words always will."""
        for key in keys:
            self.pop(key, None)

    def drop_all(self, name: str) -> None:
        """Forget whatever rests on a table or field."""
        self.drop(self.whole.get(name, {}))
        for keys in self.places.get(name, {}).values():
            self.drop_at(keys)


def remembered(
    *names: str, also: Callable[[Any], object] | None = None, **at: Callable[..., Iterable[object]]
) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """Keep what a function of the state returns until something it reads is written.

    It may read the tables and fields named, whole, and what `also` tells of the state: a smaller value of what changes
    more often, held against its last by ==. Or it may be a function of the state and of words, kept for each of them,
    and read of other tables the rows at the places that a function of the words tells: `items=spots_of` gives ids of
    rows, or values of the table's index. Views and wide lists are made of such parts: a pack that nobody touched is not
    looked through again for what was put into another.

    `Action.reads` may name such a function, if it rests on whole tables and fields alone.
    """
    if not (names or at or also):
        raise TypeError("remembered: at least one table or field is wanted")
    if at and also:
        raise TypeError("remembered: a function of words rests on no other value")

    def wrap(function: Callable[..., R]) -> Callable[..., R]:
        part: Callable[..., R]
        if also is not None:
            part = _beside(function, names, also)
        else:
            part = _worded(function, names, at) if at else _plain(function, names)
        update_wrapper(part, function)
        vars(part)["names"] = () if at or also else names
        return part

    return wrap


def _plain(function: Callable[..., R], names: tuple[str, ...]) -> Callable[..., R]:
    def part(s: Any) -> R:
        found: R = s.memory.get(function)
        if found is None and function not in s.memory:
            found = s.memory.keep(function, function(s), names)
        return found

    return part


def _beside(function: Callable[..., R], names: tuple[str, ...], also: Callable[..., object]) -> Callable[..., R]:
    """Keep a function of the state beside what `also` tells."""

    def part(s: Any) -> R:
        told = also(s)
        held: tuple[R, object] | None = s.memory.get(function)
        if held is None or held[1] != told:
            held = s.memory.keep(function, (function(s), told), names)
        return held[0]

    return part


def _worded(function: Callable[..., R], names: tuple[str, ...], at: Places) -> Callable[..., R]:
    """Keep a function of the state and of words."""

    def part(s: Any, *words: Any) -> R:
        key = (function, words)
        found: R = s.memory.get(key)
        if found is None and key not in s.memory:
            found = function(s, *words)
            s.memory.rest(key, words, at)
            s.memory.keep(key, found, names)
        return found

    return part
