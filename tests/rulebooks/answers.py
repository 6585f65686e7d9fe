"""Refusals tried one by one, each in a moment made for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from undercroft.engine.action import Action
from undercroft.engine.game import Game
from undercroft.testing import Report
from undercroft.testing.case import Case
from undercroft.testing.probes import check_one, lists


def answered_otherwise(
    report: Report, cases: Iterable[tuple[str, Callable[[], Game[Any]], str | Action[Any]]]
) -> list[str]:
    """Try each action in its moment; return what was answered otherwise than by its code."""
    wrong = []
    for code, make, line in cases:
        game = make()
        case = Case(game, 1, report)
        action = game.parse(line) if isinstance(line, str) else line
        if not isinstance(action, Action):
            wrong.append(f"{line}: {game.say(action)}")
            continue
        refusal = check_one(case, lists(case), action)
        if refusal is None or refusal.code != code:
            wrong.append(f"{line}: {refusal.code if refusal else 'accepted'}, not {code}")
    return wrong
