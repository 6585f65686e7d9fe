"""A long walk in one line: how many paces each way, one after another."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from undercroft.engine.event import Event
from undercroft.engine.text import Texts, read_texts
from undercroft.rulebooks.descent.walking import Paced

MOST = 6
"""Stretches that are told one by one."""
SIGHTS = ("junction", "dead-end", "up", "down")


@cache
def _texts() -> Texts:
    return read_texts(files("undercroft.rulebooks.descent") / "text" / "errands.toml")


def told(happened: Sequence[tuple[Event[Any], str]]) -> list[str]:
    """Return what events, each with its sentence, come to: paces in a row make one sentence."""
    done: list[str] = []
    walk: list[Paced] = []
    for event, said in happened:
        if isinstance(event, Paced):
            walk.append(event)
        elif said:
            done += [*_walked(walk), said]
            walk = []
    return [*done, *_walked(walk)]


def _walked(walk: list[Paced]) -> list[str]:
    if not walk:
        return []
    stretches: list[tuple[str, int]] = []
    for pace in walk:
        heading, paces = stretches[-1] if stretches else ("", 0)
        if pace.heading == heading:
            stretches[-1] = (heading, paces + 1)
        else:
            stretches.append((pace.heading, 1))
    sight = walk[-1].sight
    where = _say(sight) if sight in SIGHTS else ""
    (heading, paces), *more = stretches[-MOST:]
    way = ", ".join([_say("first", paces=paces, heading=heading), *(f"{number} {way}" for way, number in more)])
    return [_say("walk.long" if len(stretches) > MOST else "walk", paces=len(walk), way=way, where=where)]


def _say(key: str, **facts: Any) -> str:
    return _texts().get(f"brief.{key}", facts)
