"""Advice: what a program is told whose text of an action was refused, where it used words of the keyboard."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from undercroft.engine.action import Action, Open, Refusal, form
from undercroft.engine.errors import quoted

if TYPE_CHECKING:
    from undercroft.engine.game import Game

MOST = 4
"""Ids that are told at most."""
LIKE = 0.75
"""How like an id or a name a misspelt word must be, 1 being the same."""
_PARTS = re.compile(r"[^a-z0-9']+")


def on(game: Game[Any], text: str, refusal: Refusal, action: Action[Any] | None) -> Refusal:
    """Return what tells more than the refusal of a text: that it is an errand's, or that a name stands for an id."""
    if refusal.code.startswith(("game.", "seat.")) or refusal.code == "action.long":
        return refusal
    if _is_errand(game, text):
        return Refusal("action.errand", {"said": quoted(text)})
    # Where the rulebook names the nearest itself, or no id would help, its own sentence is the better one.
    if action is not None and refusal.code != "action.not_now" and "near" not in refusal.facts:
        for field, kind in form(type(action)).types.items():
            said = getattr(action, field)
            if kind is str and said and (ids := _meant(game, action, field, said)):
                told = ", ".join(_told(game, one) for one in ids[:MOST])
                more = " and others" if len(ids) > MOST else ""
                return Refusal("action.id", {"said": quoted(said), "ids": f"{told}{more}"})
    return refusal


def _is_errand(game: Game[Any], text: str) -> bool:
    first, *rest = text.lower().split(" ")
    acts = any(form(cls).head == first for cls in game.book.actions)
    kinds = (cls for cls in game.book.errands if cls.word() == first)
    return any(cls.must in rest if cls.must else not acts for cls in kinds)


def _meant(game: Game[Any], action: Action[Any], field: str, said: str) -> list[str]:
    """Return the ids that may stand in a field, the nearest first; none if the word is one, or is like none."""
    offered = [one for one in game.actions() if not isinstance(one, Open) and type(one) is type(action)]
    known = dict.fromkeys(getattr(one, field) for one in offered)
    told = dict.fromkeys([*known, *game.book.nameable(game.state, game.seat(None), field)])
    if said in told:
        return []
    near = {one: _likeness(said.lower(), one, game.called(one).lower()) for one in told}
    if max(near.values(), default=0) < LIKE:
        return []
    return sorted((one for one in told if one in known or near[one] >= LIKE), key=lambda one: -near[one])


def _likeness(said: str, one: str, name: str) -> float:
    """Return how like an id or its name a word is. Of words with a number none is meant for another."""
    whole = _PARTS.sub("-", name)
    if said == whole:
        return 1
    if said in whole.split("-"):
        return 0.9
    return 0 if said[-1].isdigit() else max(SequenceMatcher(None, said, word).ratio() * 0.9 for word in (one, whole))


def _told(game: Game[Any], one: str) -> str:
    name = game.whose(one)
    return one if _PARTS.sub("-", name.lower()) == one else f"{one} ({name})"
