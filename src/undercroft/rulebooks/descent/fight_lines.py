"""A fight in few lines: of each round one line for the party's side and one for the band's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from undercroft.engine.event import Event
from undercroft.engine.text import Texts, read_texts
from undercroft.rulebooks.descent import blows, effects, fights

Name = Callable[[Any], str]
MISSES, GUARDS = "misses", "guards"


@cache
def _texts() -> Texts:
    return read_texts(files("undercroft.rulebooks.descent") / "text" / "errands.toml")


def told(happened: Sequence[tuple[Event[Any], str]], name: Name, number: int) -> list[str]:
    """Return what events, each with its sentence, come to; they begin in this round."""
    lines = _Lines(name, number)
    for event, said in happened:
        lines.add(event, said)
    lines.end()
    return lines.done


def spared(members: Sequence[str], name: Name) -> list[str]:
    """Return what is told of members that guarded with a spell at hand."""
    if not members:
        return []
    *most, last = [name(one) for one in members]
    who = _texts().get("brief.both", {"most": ", ".join(most), "last": last}) if most else last
    return [_texts().get("brief.spared", {"who": who, "number": len(members)})]


class _Lines:
    """Blows are summed up; everything else keeps its sentence and its place among them."""

    def __init__(self, name: Name, number: int) -> None:
        self.done: list[str] = []
        self._name = name
        self._round = number
        """The round that the next line begins; 0 where it goes on."""
        self._begun = number
        """The round that was begun last."""
        self._sentences: list[str] = []
        self._hits: list[str] = []
        self._idle: dict[str, list[str]] = {MISSES: [], GUARDS: []}
        self._target = ""
        self._band = False
        self._over = False
        """What comes once the fight is over is of no round: each keeps its own line."""

    def add(self, event: Event[Any], said: str) -> None:
        match event:
            case fights.RoundBegun():
                self.end()
                self._band = False
                # A sneak's unseen turn is of the first round too.
                self._round = event.number if event.number != self._begun else 0
                self._begun = event.number
            case fights.FoeTurn() if not self._band:
                self.end()
                self._band = True
            case blows.BlowLanded():
                self._hit(event.attacker, event.target, event.amount)
            case blows.MonsterWounded() if event.source == "blow" or not event.member:
                self._hit(event.member or event.source, event.monster, event.amount)
            case blows.BlowMissed():
                self._idle[MISSES].append(event.attacker)
            case effects.EffectStarted() if event.kind == "guarding":
                self._idle[GUARDS].append(event.member)
            case _ if said:
                self._flush()
                self._sentences.append(said)
                if self._over or isinstance(event, fights.FightClosed):
                    self._over = True
                    self.end()

    def end(self) -> None:
        """End a line."""
        self._flush()
        if self._sentences:
            head = [self._say("round", number=self._round)] if self._round else []
            self.done.append(" ".join([*head, *self._sentences]))
            self._round = 0
        self._sentences = []

    def _hit(self, attacker: str, target: str, amount: int) -> None:
        if self._hits and target == self._target:
            self._hits[-1] += self._say("too", attacker=attacker, amount=amount)
        else:
            self._hits.append(self._say("hits", attacker=attacker, target=target, amount=amount))
        self._target = target

    def _flush(self) -> None:
        """Make a sentence of the blows so far."""
        clauses = self._hits
        for what, who in self._idle.items():
            if who:
                clauses.append(self._say(what, who=self._all(who), number=len(who)))
        if clauses:
            said = "; ".join(clauses)
            self._sentences.append(f"{said[:1].upper()}{said[1:]}.")
        self._hits, self._idle = [], {MISSES: [], GUARDS: []}

    def _all(self, who: list[str]) -> str:
        *most, last = [self._name(one) for one in who]
        return self._say("both", most=", ".join(most), last=last) if most else last

    def _say(self, key: str, **facts: Any) -> str:
        return _texts().get(f"brief.{key}", facts, self._name)
