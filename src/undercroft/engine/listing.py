"""Listing: the parts that the list of a kind of frame is made of, worked out once for a rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain, groupby
from typing import Any, NamedTuple

from undercroft.engine.action import Action, Open, form
from undercroft.engine.memory import Memory, remembered

Cls = type[Action[Any]]
Read = str | Callable[[Any], object]


class Part(NamedTuple):
    """A part of a frame's list: whose it is, what it needs, its classes, and what gives its legal actions."""

    seat: str
    needs: str
    classes: tuple[Cls, ...]
    offers: Callable[[Any], Iterable[Any]]
    asks: bool = True
    """Whether `offered` is asked: not that of a class without fields, which is one action."""


def parts(menu: Iterable[Cls]) -> tuple[Part, ...]:
    """Return the parts of a menu: runs of classes of one seat and need that keep their lists, and the others singly."""
    found: list[Part] = []
    for (keeps, seat, needs), run in groupby(menu, key=lambda c: (bool(c.reads), c.seat, c.needs)):
        if keeps:
            classes = tuple(run)
            found.append(Part(seat, needs, classes, _kept_run(classes)))
        else:
            found += [_alone(cls) for cls in run]
    return tuple(found)


def _alone(cls: Cls) -> Part:
    """Return the part of one class; of one without fields, unless `offered` alone knows when it can be done."""
    if form(cls).types or (cls.exact and not cls.needs):
        return Part(cls.seat, cls.needs, (cls,), cls.offered if cls.exact else lambda s: legal(cls, s))
    one = (cls(),)
    if cls.exact:
        return Part(cls.seat, cls.needs, (cls,), lambda _: one, asks=False)
    return Part(cls.seat, cls.needs, (cls,), lambda s: one if one[0].refused(s) is None else (), asks=False)


def legal(cls: Cls, s: Any) -> Iterable[Any]:
    """Return the actions of a class that may be done in a state, those with open amounts as they are offered."""
    if cls.exact:
        return cls.offered(s)
    return [one for one in cls.offered(s) if isinstance(one, Open) or one.refused(s) is None]


def _kept_run(classes: tuple[Cls, ...]) -> Callable[[Any], list[Any]]:
    """Return what gives the list of a run.

    What something read rests on may be written and the thing itself stay: only classes that read what is another now
    are asked again.
    """
    reads = tuple(dict.fromkeys(one for cls in classes for one in cls.reads))
    names = dict.fromkeys(name for one in reads for name in _names(one))
    marks = [(_MARK, one) for one in reads if isinstance(one, str)]
    facts = [one for one in reads if not isinstance(one, str)]
    reads = (*[one for _, one in marks], *facts)

    last = object()  # the key of what was told and found the last time

    @cache
    def readers(changed: tuple[int, ...]) -> tuple[int, ...]:
        found = {reads[at] for at in changed}
        return tuple([at for at, cls in enumerate(classes) if not found.isdisjoint(cls.reads)])

    def offers(s: Any) -> list[Any]:
        memory = s.memory
        told = list(map(memory.get, marks))
        if None in told:
            told = [_marked(memory, key) if one is None else one for key, one in zip(marks, told, strict=True)]
        told += [fact(s) for fact in facts]
        held = memory.get(last)
        if held is None:
            lists = [tuple(legal(cls, s)) for cls in classes]
        else:
            then, lists, found = held
            if then == told:
                return found  # type: ignore[no-any-return]
            lists = lists.copy()
            for at in readers(tuple([at for at, one in enumerate(told) if one != then[at]])):
                lists[at] = tuple(legal(classes[at], s))
        found = list(chain.from_iterable(lists))
        memory[last] = (told, lists, found)
        return found

    return remembered(*names)(offers)


_MARK = "mark"


def _marked(memory: Memory, key: tuple[str, str]) -> object:
    """Keep a mark of a table or field, which is gone once that is written."""
    return memory.keep(key, object(), key[1:])


def _names(read: Read) -> Iterator[str]:
    """Yield the tables and fields that something read rests on; TypeError if a function does not tell them."""
    if isinstance(read, str):
        yield read
        return
    names: tuple[str, ...] = vars(read).get("names", ())
    if not names:
        raise TypeError(f"reads: {read.__qualname__} is no remembered function of named tables alone")
    yield from names
