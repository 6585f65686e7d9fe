"""A case: one game under the contract suite, and how a broken law is told so that it can be repeated."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from undercroft.engine.action import Action, Refusal
from undercroft.engine.agenda import Frame
from undercroft.engine.chance import Chance, Odds, Spread
from undercroft.engine.errors import LawBroken
from undercroft.engine.event import Event
from undercroft.engine.game import Game
from undercroft.testing.broken import ContractBroken
from undercroft.testing.report import Report

SMALL = 64
"""Rows up to which a state is so small that its digest is taken at every check."""


class Case:
    """A game, where it stands, and the report it adds to."""

    def __init__(self, game: Game[Any], seed: int, report: Report) -> None:
        self.game = game
        self.seed = seed
        self.report = report
        self.step = 0
        self.doing = ""
        self.small = sum(len(getattr(game.state, name)) for name in game.state.shape().tables) <= SMALL

    def fail(self, law: str, what: str) -> NoReturn:
        """Say that a law was broken here."""
        try:
            record = self.game.record()
        except Exception as error:  # noqa: BLE001 - a broken rulebook may not even be able to write its record
            record = f"(no record: {error})"
        raise ContractBroken(
            law, what, rulebook=self.game.book.name, seed=self.seed, step=self.step, doing=self.doing, record=record
        )

    @contextmanager
    def guard(self, where: str = "", *, preview: bool = False) -> Iterator[None]:
        """Turn whatever is raised inside into the law that it breaks."""
        try:
            yield
        except ContractBroken:
            raise
        except LawBroken as error:
            said = str(error)
            if "goes round" in said or "nothing waits" in said:
                law = "ends"
            elif "Event.apply" in said:
                law = "pure" if preview else "events"
            else:
                law = "raises"
            self._told(law, where, error)
        except Exception as error:  # noqa: BLE001 - whatever it is, it breaks the law
            self._told("raises", where, error)

    def _told(self, law: str, where: str, error: Exception) -> NoReturn:
        try:
            self.fail(law, f"{type(error).__name__}: {error}" + (f" ({where})" if where else ""))
        except ContractBroken as broken:
            raise broken from error

    def tick(self, law: str) -> None:
        """Count one holding of a law."""
        self.report.checks[law] += 1

    def stamp(self, *, whole: bool = False) -> tuple[Any, ...]:
        """Return something that moves whenever state or streams do; with `whole`, also if they are moved by stealth."""
        s = self.game.state
        box = s.__dict__
        shape = s.shape()
        return (
            self.game.streams.state(),
            [id(box[name]) for name in shape.fields],
            [[*box[name], *map(id, box[name].values())] for name in shape.tables],
            len(s.journal.entries),
            s.journal.open,
            digest(self.game) if whole or self.small else "",
        )


def digest(game: Game[Any]) -> str:
    """Return the digest of a game, worked out anew: what it has kept may be what is wrong."""
    found: str = game.state.copy().digest()
    return found


class Ledger:
    """Watches a game and holds each named roll against the odds of its stage."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.promised: Odds = ()
        self.source: Any = None

    def stage(self, source: Any, s: Any) -> None:
        """Note what is promised now; reactions and hooks stand under the action or frame that set them off."""
        if isinstance(source, (Action, Frame)):
            self.source = source
            self.promised = source.odds(s)

    def rolled(self, roll: Chance | Spread, value: int) -> None:
        """Hold a named roll against what was promised."""
        self.case.tick("odds")
        if any(same_figures(roll, one) for one in self.promised):
            return
        stood = "; ".join(map(shown, self.promised)) or "nothing"
        self.case.fail("odds", f"rolled {shown(roll)}; in the odds of {self.source!r} stood {stood}")

    def drew(self, stream: str, sides: int, value: int) -> None:
        """Nothing is promised of it."""


def same_figures(roll: Chance | Spread, one: Chance | Spread) -> bool:
    """Say whether two rolls have the same name, the same `about` and the same dice."""
    if type(roll) is not type(one) or (roll.name, roll.about) != (one.name, one.about):
        return False
    if isinstance(roll, Chance) and isinstance(one, Chance):
        return (roll.num, roll.of) == (one.num, one.of)
    assert isinstance(roll, Spread)
    assert isinstance(one, Spread)
    figures = ("count", "sides", "base", "times", "over", "plus", "least")
    return all(getattr(roll, name) == getattr(one, name) for name in figures)


def shown(roll: Chance | Spread) -> str:
    """Return a roll in a few words."""
    about = f" about {roll.about}" if roll.about else ""
    if isinstance(roll, Chance):
        return f"{roll.name}{about} {roll.num} in {roll.of}"
    return f"{roll.name}{about} {roll.low} to {roll.high}"


def plain(refusal: Refusal | None) -> tuple[str, tuple[tuple[str, Any], ...]] | None:
    """Return a refusal as a value that can be compared."""
    return None if refusal is None else (refusal.code, tuple(sorted((k, str(v)) for k, v in refusal.facts.items())))


def audience(event: Event[Any], state: Any) -> bool:
    """Say whether any seat sees an event."""
    return event.seen_by(state) != ()
