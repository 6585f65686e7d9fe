"""Errand: what a person asks for in one go and is done by ordinary actions, one after another: a long walk, a rest.

Front ends do the actions; a rulebook says which comes next, and what is news that an errand must not walk past.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from undercroft.engine.action import Offers
from undercroft.engine.event import Event
from undercroft.engine.view import View

V = TypeVar("V", bound=View)


class Halt(NamedTuple):
    """Why an errand goes no further: the code of its text, `errand.CODE`, and the facts of it."""

    code: str
    facts: dict[str, Any] = {}


class Errand(Generic[V]):
    """One errand of one kind. It is told views, lists and aims, and so can rest on nothing that the seat does not know.

    The docstring of a kind is its help.
    """

    usage: ClassVar[str] = ""
    """What is typed: its word, and what may follow."""
    must: ClassVar[str] = ""
    """A word that has to be typed for it, where its first word begins actions too: `all` of `take all`."""
    asks: ClassVar[tuple[str, ...]] = ()
    """The questions that it answers; at any other it stops."""

    told: ClassVar[bool] = True
    """Whether told events are news by themselves, those aside that are `routine`; else only `news` stops it."""

    own: ClassVar[tuple[type[Event[Any]], ...]] = ()
    """Told events that come of its own way, and so are no news."""

    def __init__(self, aim: str = "") -> None:
        self.aim = aim

    def expects(self, event: Event[Any]) -> bool:
        """Say whether a told event comes of its own way, and so is no news."""
        return isinstance(event, self.own)

    @classmethod
    def word(cls) -> str:
        """Return the word that begins it."""
        return cls.usage.split(" ", 1)[0]

    @classmethod
    def aims(cls, view: V, offers: Offers) -> dict[str, str]:
        """Return what may follow its word now, each with more words that mean it; "" stands for its word alone."""
        return {"": ""}

    @classmethod
    def exact(cls, view: V, words: str) -> str:
        """Return the aim that words name in full though no list has it, such as one of very many; else empty."""
        return ""

    @classmethod
    def useful(cls, view: V, offers: Offers) -> bool:
        """Say whether there is something to do for it now, so that it is worth a word beside the list."""
        return True

    @classmethod
    def unbegun(cls, view: V) -> Halt | None:
        """Return what is said of it at a question that it does not answer, where more is to say than when it can be
        done; else None.
        """
        return None

    @classmethod
    def doubt(cls, view: V) -> Halt | None:
        """Return what a person is told, once, before it is begun: what it would leave behind; None for nothing."""
        return None

    @classmethod
    def reached(cls, view: V) -> dict[str, Halt]:
        """Return the aims that nothing is left to do for, each with what is said of it; `aims` has none of them."""
        return {}

    def next(self, view: V, offers: Offers) -> str | Halt:
        """Return the text of the next action, empty when all is done, or why it cannot go on."""
        raise NotImplementedError

    def news(self, before: V, after: V) -> Halt | None:
        """Return what an action brought that a person would stop for, told events left aside; None for nothing."""
        return None

    def stopped(self, before: V, after: V) -> Halt | None:
        """Return what is said where a told event stopped it; None where the event says enough. Its text may end with
        what was `told`: a colon and the sentence, or the full stop alone where that was the last one told.
        """
        return self.news(before, after)

    def brief(self, happened: Sequence[tuple[Event[Any], str]], name: Callable[[Any], str]) -> list[str]:
        """Return what is told of all that happened: the seat's events, each with its sentence (empty for none); `name`
        calls ids by their names.
        """
        return [said for _, said in happened if said]


AnyErrand = type[Errand[Any]]
