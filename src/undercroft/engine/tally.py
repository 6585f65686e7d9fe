"""Tally: what follows one run, event by event, and tells plain facts of it at its end. None of it is state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from undercroft.engine.event import Event
from undercroft.engine.state import State

S = TypeVar("S", bound=State)


class Choice(NamedTuple):
    """Things of one sort, by content id: those that the players came upon, and those of them that they used."""

    met: Iterable[str]
    used: Iterable[str]


class Tally(Generic[S]):
    """Follows one run from its first action on. Rulebooks declare their own; this one knows nothing of any rules."""

    tells: ClassVar[tuple[type[Event[Any]], ...]] = ()
    """Kinds of event that belong into the story of a run."""

    def note(self, s: S, events: Iterable[Event[Any]]) -> None:
        """Take in an action that was done: the state after it, and every event of it, hidden ones too."""

    def story(self, s: S, events: Iterable[Event[Any]]) -> list[Event[Any]]:
        """Return those events of an action that belong into the story; `s` is the state after it."""
        return [e for e in events if isinstance(e, self.tells)]

    def facts(self, s: S) -> dict[str, Any]:
        """Return facts of the run that every seat may know at its end, by name.

        A whole number is a figure, True or False answers a question, a word is one of several ("" for none), a list of
        words is what was found in the run, and a list of mappings is a table. All of it can be written as JSON.
        """
        return {}

    def tale(self, s: S) -> list[str]:
        """Return the end of the run for people, a paragraph a line; `s` is the last state. Nothing by default."""
        return []

    def choices(self, s: S) -> dict[str, Choice]:
        """Return what was met and used, by sort. What nobody was told counts too: this is for the lab alone."""
        return {}
