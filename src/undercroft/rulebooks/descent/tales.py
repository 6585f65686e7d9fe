"""The tale of a run that is over: the ending in words, how far and how long, what was found, who fell, who lives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Any, NamedTuple

from undercroft.engine.text import Texts, read_texts
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import endings, gear, monsters
from undercroft.rulebooks.descent.generation import LOCKS
from undercroft.rulebooks.descent.records import State

DAY, HOUR = 1440, 60
"""Steps, each a minute (D6.1)."""


class Turn(NamedTuple):
    """A turn of the run: what it was (book, king, fell, raised), whose, where, at which step, and by what."""

    what: str
    member: str
    floor: int
    step: int
    cause: str = ""


@cache
def _texts() -> Texts:
    return read_texts(files("undercroft.rulebooks.descent") / "text" / "tales.toml")


def tale(s: State, turns: Iterable[Turn]) -> list[str]:
    """Return the tale of a run, one paragraph a line; nothing while it goes on."""
    if s.outcome is None:
        return []
    deepest = max((number for number, floor in s.floors.items() if floor.visited), default=0)
    told = [_say(_ending(s, deepest), bearer=_bearer(s), pages=len(s.quest.pages))]
    if deepest:
        told.append(
            _say("depth", deepest=deepest, floors=content.quest(s.setup.length).floors, time=_time(s.clock.step))
        )
    else:
        told.append(_say("undone"))
    told += [_turn(s, list(alike)) for _, alike in groupby(turns, lambda turn: (turn.what, turn.floor, turn.cause))]
    return [*told, _living(s)]


def _ending(s: State, deepest: int) -> str:
    """Return the key of the ending's text: of several, the one that fits how it came."""
    assert s.outcome is not None
    code = s.outcome.code
    variant = next((word for word, fits in _variants(s, code, deepest) if fits), "")
    return f"{code}.{variant}" if variant else code


def _variants(s: State, code: str, deepest: int) -> Iterator[tuple[str, bool]]:
    quest = s.quest
    king = s.members.get("king")
    match code:
        case endings.WITH_BOOK:
            length = content.quest(s.setup.length)
            yield "whole", len(quest.pages) == length.floors * length.pages
        case endings.WITHOUT_BOOK:
            yield "fallen", any(m.fallen for m in s.members.values())
        case endings.ALL_DEAD:
            yield "hunted", quest.book and quest.king
            yield "book", quest.book
            yield "early", deepest == 1
        case endings.GIVEN_UP:
            yield "unstarted", deepest == 0
            yield "king_lost", king is not None and king.fallen
            yield "book", quest.book


def _bearer(s: State) -> str:
    """Return the name of the first member in party order who stands at the end; the king carries nothing."""
    able = [m.name for m in s.members.values() if not m.fallen and m.cls != "king"]
    return next(iter(able), s.members["hero"].name)


def _turn(s: State, alike: list[Turn]) -> str:
    """Return the sentence of turns of one kind that came one after another."""
    turn = alike[0]
    names = list(dict.fromkeys(_name(s, one.member) for one in alike))
    facts = {"member": _joined(names), "number": len(names), "floor": turn.floor, "time": _time(turn.step)}
    if turn.what != "fell":
        return _say(turn.what, **facts)
    tables = content.catalogue()
    if turn.cause in tables.traps:
        return _say("fell.trap", **facts, trap=tables.traps[turn.cause].name)
    if turn.cause in LOCKS:
        return _say("fell.lock", **facts)
    if turn.cause in ("hunger", "poisoned"):
        return _say(f"fell.{turn.cause}", **facts)
    if turn.cause in tables.monsters or monsters.is_guard(turn.cause):
        name = monsters.kind_name(turn.cause)
        return _say("fell.foe", **facts, foe=name if name.startswith("The ") else gear.with_article(name))
    return _say("fell", **facts)


def _living(s: State) -> str:
    alive = [m for m in s.members.values() if not m.fallen]
    if not alive:
        return _say("none")
    said = [_say("one.king" if m.cls == "king" else "one", member=m.name, cls=m.cls, level=m.level) for m in alive]
    return _say("all_live" if s.counts.deaths == 0 else "lives", members=_joined(said))


def _name(s: State, member: str) -> str:
    return s.members[member].name if member in s.members else ""


def _time(steps: int) -> str:
    """Return a length of time in its two greatest units."""
    days, rest = divmod(steps, DAY)
    hours, minutes = divmod(rest, HOUR)
    units = [("days", days), ("hours", hours), ("minutes", minutes)]
    kept = [_say(unit, number=number) for unit, number in units if number][:2]
    return _joined(kept) if kept else _say("minutes", number=0)


def _joined(said: list[str]) -> str:
    *most, last = said
    return _say("and", most=", ".join(most), last=last) if most else last


def _say(key: str, **facts: Any) -> str:
    return _texts().get(f"tale.{key}", facts)
