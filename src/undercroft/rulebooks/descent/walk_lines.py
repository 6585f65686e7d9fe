"""A long way in one line: how many paces each way and through which rooms, one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import groupby, zip_longest
from typing import Any

from undercroft.engine.event import Event
from undercroft.engine.text import Texts, read_texts
from undercroft.rulebooks.descent.doors import RoomEntered, RoomLeft
from undercroft.rulebooks.descent.walking import Paced

MOST = 6
"""Stretches that are told one by one."""
SIGHTS = ("junction", "dead-end", "up", "down")

Telling = tuple[Event[Any], str]
"""An event with its sentence."""
Name = Callable[[Any], str]


@cache
def _texts() -> Texts:
    return read_texts(files("undercroft.rulebooks.descent") / "text" / "errands.toml")


def told(happened: Sequence[Telling], name: Name) -> list[str]:
    """Return what events come to: a way without a stop makes one sentence. A room that it ends in is told by itself."""
    done: list[str] = []
    way: list[Telling] = []
    heard = [one for one in happened if one[1]]
    for one, then in zip_longest(heard, heard[1:]):
        passed = isinstance(one[0], RoomEntered) and then is not None and isinstance(then[0], RoomLeft)
        if passed or isinstance(one[0], (Paced, RoomLeft)):
            way.append(one)
        else:
            done += [*_walked(way, name), one[1]]
            way = []
    return [*done, *_walked(way, name)]


def paced(happened: Sequence[Telling]) -> list[str]:
    """Return what events come to where the party paces to and fro: paces in a row make one sentence."""
    done: list[str] = []
    for pacing, run in groupby((one for one in happened if one[1]), lambda one: isinstance(one[0], Paced)):
        told = [said for _, said in run]
        done += [_say("pace", paces=len(told))] if pacing else told
    return done


def _walked(way: list[Telling], name: Name) -> list[str]:
    paces = [event for event, _ in way if isinstance(event, Paced)]
    if not paces:
        return [said for _, said in way]
    stretches = list(_stretches([event for event, _ in way], name))
    last = way[-1][0]
    where = _say(last.sight) if isinstance(last, Paced) and last.sight in SIGHTS else ""
    shown = stretches[-MOST:]
    first = next((at for at, (_, number) in enumerate(shown) if number), -1)
    said = [
        _say("first", paces=number, heading=what) if at == first else f"{number} {what}" if number else what
        for at, (what, number) in enumerate(shown)
    ]
    return [_say("walk.long" if len(stretches) > MOST else "walk", paces=len(paces), way=", ".join(said), where=where)]


def _stretches(way: list[Event[Any]], name: Name) -> Iterator[tuple[str, int]]:
    """Yield each heading with its paces, and with none each room on the way and the door of the first."""
    for heading, run in groupby(way, lambda event: event.heading if isinstance(event, Paced) else ""):
        steps = list(run)
        if heading:
            yield heading, len(steps)
        for at, step in enumerate(steps):
            if isinstance(step, RoomEntered):
                yield _say("through", room=name(step.room)), 0
            elif isinstance(step, RoomLeft) and not at:
                yield _say("out", door=name(step.door)), 0


def _say(key: str, **facts: Any) -> str:
    return _texts().get(f"brief.{key}", facts)
