"""Advice: what a program is told whose text of an action was refused, where it used words of the keyboard."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from undercroft.engine.action import Action, Open, Refusal, form
from undercroft.engine.errors import quoted

if TYPE_CHECKING:
    from undercroft.engine.game import Game

MOST = 4
"""Ids that are told at most."""
_NUMBERED = re.compile(r"[0-9 ]")
_ARTICLE = re.compile(r"^(?:an?|the)-")
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
            # What holds a number is an id, if a wrong one; what holds blanks is neither id nor name.
            if kind is str and said and not _NUMBERED.search(said) and (ids := _meant(game, action, field, said)):
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
    """Return the ids that may stand in a field, those of the name first; none if the word is an id, or no name."""
    offered = [one for one in game.actions() if not isinstance(one, Open) and type(one) is type(action)]
    known = dict.fromkeys(getattr(one, field) for one in offered)
    told = dict.fromkeys([*known, *game.book.nameable(game.state, game.seat(None), field)])
    if said in told:
        return []
    fits = {one: _fit(said.lower(), game.called(one)) for one in told if " " not in one}
    found = sorted((one for one in fits if fits[one]), key=lambda one: -fits[one])
    return [*found, *(one for one in fits if one in known and not fits[one])] if found else []


def _fit(said: str, name: str) -> int:
    """Return how well a word fits a name: 2 for the whole of it, 1 for one of its words, else 0."""
    whole = _dashed(name)
    return 2 if said == whole else int(said in whole.split("-"))


def _told(game: Game[Any], one: str) -> str:
    name = game.whose(one)
    return one if _dashed(name) == one else f"{one} ({name})"


def _dashed(name: str) -> str:
    return _ARTICLE.sub("", _PARTS.sub("-", name.lower()))
