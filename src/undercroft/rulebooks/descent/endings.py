"""Endings (D30): how a run is over, and the figures of the end screen."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.engine.rulebook import on
from undercroft.rulebooks.descent import stairs, wounds
from undercroft.rulebooks.descent.records import COURTYARD, Action, Ctx, InCourtyard, State

WITH_BOOK = "won-with-book"
WITHOUT_BOOK = "won-without-book"
BOOK_SAVED = "lost-book-saved"
ALL_DEAD = "all-dead"
GIVEN_UP = "given-up"
"""The five endings (D30.11)."""
WINS = (WITH_BOOK, WITHOUT_BOOK)
SEAT = "party"


def finish(ctx: Ctx, code: str) -> None:
    """End the run; the first two endings are wins (D30.11)."""
    ctx.end(code, (SEAT,) if code in WINS else ())


def arrival(s: State) -> str:
    """Return the ending that reaching the courtyard brings, or "" for none (D30.2 to D30.8)."""
    king = s.members.get("king")
    if king is not None and not king.fallen:
        return WITH_BOOK if s.quest.book else WITHOUT_BOOK
    return BOOK_SAVED if king is not None and s.quest.book else ""
