"""A fight in few lines: of each Combat Round who took what off whom, and everything else that mattered (T7.44)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from undercroft.engine.event import Event
from undercroft.engine.text import Texts, read_texts
from undercroft.rulebooks.tabletop import (
    aiming,
    automatic,
    blows,
    casting,
    fights,
    foes,
    names,
    spells,
    tests,
    turns,
    wounds,
)
from undercroft.rulebooks.tabletop import catalogue as content

Name = Callable[[Any], str]
ROUTINE = (
    aiming.Loosed, foes.Idled, tests.Tested, turns.MadeReady, turns.Waited, turns.Reloaded, automatic.AutoStopped,
    casting.OrderFollowed,
)  # fmt: skip
"""What is left out: it shows in what comes of it."""
STING = "sting"
"""The power of a spell that takes Vitality as a blow does (T20.19)."""


@cache
def _texts() -> Texts:
    return read_texts(files("undercroft.rulebooks.tabletop") / "text" / "errands.toml")


def told(happened: Sequence[tuple[Event[Any], str]], name: Name, first: int = 0) -> list[str]:
    """Return what events, each with its sentence, come to: a line a Combat Round, other sentences as they are. The
    first of them belong to the round `first`, 0 where only the round that begins next can tell.
    """
    lines = _Lines(name, first or _before_the_next(happened))
    for event, said in happened:
        lines.add(event, said)
    return lines.last()


def _before_the_next(happened: Sequence[tuple[Event[Any], str]]) -> int:
    """Return the Combat Round before the first that begins in these events; 0 where none does."""
    return next((event.number - 1 for event, _ in happened if isinstance(event, fights.RoundBegun)), 0)


class _Lines:
    """Blows are summed up for each who is struck; other sentences keep their place in the round."""

    def __init__(self, name: Name, first: int) -> None:
        self.done: list[str] = []
        self._name = name
        self._round = first
        """The round that the next line tells; 0 where it goes on, or outside a fight."""
        self._clauses: list[str] = []
        self._struck: dict[str, list[tuple[str, int]]] = {}
        self._left: dict[str, int] = {}
        self._swings = self._over = False
        self._caster = ""
        """Who spoke the last spell that wounds."""
        self._quiet: list[int] = []
        """Rounds in which nobody drew blood, not told yet."""

    def add(self, event: Event[Any], said: str) -> None:
        match event:
            case fights.RoundBegun():
                self.end()
                self._over = False
                self._round = event.number
            case blows.Blow():
                self._swings = True
                if event.loss:
                    self._struck.setdefault(event.target, []).append((event.attacker, event.loss))
                    self._left[event.target] = event.left
            case spells.Cast() if content.spell(event.spell).power == STING:
                self._swings, self._caster = True, event.who
            case spells.ResistRolled() if content.spell(event.spell).power == STING:
                pass  # it shows in what the sting takes
            case wounds.Wounded() if event.source in content.catalogue().spells and self._caster:
                self._struck.setdefault(event.who, []).append((self._caster, event.amount))
                self._left[event.who] = event.left
            case wounds.Slain():
                self._struck_down(event.foe)
            case fights.FightEnded():
                self.end()
                self._tell_quiet()
                self.done.append(said)
                self._over = True
            case _ if said and not isinstance(event, ROUTINE):
                self._flush()
                self._clauses.append(said)

    def end(self) -> None:
        """End the line of a round; rounds in which nobody drew blood share one."""
        self._flush()
        if self._swings and not self._clauses and self._round:
            self._quiet.append(self._round)
        elif self._clauses:
            self._tell_quiet()
            if self._over:
                self.done += self._clauses
            else:
                head = [self._say("round", number=self._round)] if self._round else []
                self.done.append(" ".join([*head, *self._clauses]))
        self._clauses, self._swings, self._round = [], False, 0

    def last(self) -> list[str]:
        """End it all; return every line."""
        self.end()
        self._tell_quiet()
        return self.done

    def _tell_quiet(self) -> None:
        if self._quiet:
            first, last = self._quiet[0], self._quiet[-1]
            self.done.append(self._say("nothing" if first == last else "nothing.long", first=first, last=last))
        self._quiet = []

    def _struck_down(self, foe: str) -> None:
        hits = self._struck.pop(foe, [])
        self._flush()
        self._clauses.append(self._by("slain", hits, foe=foe) if hits else self._say("dead", foe=foe))

    def _flush(self) -> None:
        """Make sentences of the blows so far."""
        for target, hits in self._struck.items():
            total = sum(loss for _, loss in hits)
            self._clauses.append(self._by("lost", hits, target=target, total=total, left=self._left[target]))
        self._struck = {}

    def _by(self, key: str, hits: list[tuple[str, int]], **facts: Any) -> str:
        strikers = [self._name(who) for who in dict.fromkeys(attacker for attacker, _ in hits)]
        *most, last = strikers
        both = len(strikers) == 2 or names.listed(strikers) == ", ".join(strikers)
        who = self._say("both", most=", ".join(most), last=last) if most and both else names.listed(strikers)
        return self._say(key, who=who, number=len(strikers), **facts)

    def _say(self, key: str, **facts: Any) -> str:
        return _texts().get(f"brief.{key}", facts, self._name)
