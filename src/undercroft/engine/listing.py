"""Listing: the parts that the list of a kind of frame is made of, worked out once for a rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, groupby
from typing import Any, NamedTuple

from undercroft.engine.action import Action, Open, form
from undercroft.engine.memory import remembered

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

    It is made again when a fact has changed, not already when what the fact rests on was written.
    """
    reads = tuple(dict.fromkeys(one for cls in classes for one in cls.reads))
    names = dict.fromkeys(name for one in reads for name in _names(one))
    tables = [one for one in reads if isinstance(one, str)]
    facts = [one for one in reads if not isinstance(one, str)]

    def offers(s: Any) -> list[Any]:
        return list(chain.from_iterable([legal(cls, s) for cls in classes]))

    if not facts:
        return remembered(*names)(offers)
    told = facts[0] if len(facts) == 1 else lambda s: [fact(s) for fact in facts]
    return remembered(*names)(remembered(*tables, also=told)(offers))


def _names(read: Read) -> Iterator[str]:
    """Yield the tables and fields that something read rests on; TypeError if a function does not tell them."""
    if isinstance(read, str):
        yield read
        return
    names: tuple[str, ...] = vars(read).get("names", ())
    if not names:
        raise TypeError(f"reads: {read.__qualname__} is no remembered function of named tables alone")
    yield from names
