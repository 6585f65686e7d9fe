"""The scenario builder: any moment of a game set up directly, without playing there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from undercroft.engine.game import Game
from undercroft.engine.state import State

S = TypeVar("S", bound=State)


@contextmanager
def staged(game: Game[S]) -> Iterator[S]:
    """Give the state of a game to be written freely inside the block; the game's history is forgotten after it.

    with staged(game) as s:
        s.purse = replace(s.purse, gold=100)
        s.agenda = (InHall(),)
    """
    state: Any = game.state
    journal = state.journal
    keep, journal.keep, journal.open = journal.keep, False, True
    try:
        yield state
    finally:
        journal.keep, journal.open = keep, False
    game.resume_at([], {})
    game._past.clear()
