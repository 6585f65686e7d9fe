"""Targets that are all the same to the seat: between them there is nothing to choose, and the first will do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from undercroft.engine.action import Action
from undercroft.engine.game import Game
from undercroft.play import tell


def first_alike(game: Game[Any], seat: str, texts: list[str]) -> list[str]:
    """Return the first alone of texts that differ in one numbered id that is no one's thing, where all that the seat
    knows of those ids is the same, the chances of the actions too; else all of them.
    """
    words = _differing(texts)
    if len(words) != len(texts) or not all(_is_free(game, word) for word in words):
        return texts
    view = msgspec.to_builtins(game.view(seat))
    known = [_known(game, view, text, word) for text, word in zip(texts, words, strict=True)]
    seen, _ = known[0]
    return texts[:1] if seen and all(one == known[0] for one in known) else texts


def _differing(texts: list[str]) -> list[str]:
    """Return the words in which texts differ, if it is one word of each; else nothing."""
    columns = [*zip(*(text.split(" ") for text in texts), strict=False)]
    if len({text.count(" ") for text in texts}) != 1:
        return []
    differing = [column for column in columns if len(set(column)) > 1]
    return [*differing[0]] if len(differing) == 1 else []


def _is_free(game: Game[Any], word: str) -> bool:
    return word[-1:].isdigit() and game.whose(word) == game.called(word)


def _known(game: Game[Any], view: Any, text: str, word: str) -> tuple[list[str], list[str]]:
    """Return what a view says of an id, and the chances of an action at it, in words without the id and its name."""
    called = game.called(word)
    action = game.parse(text)
    odds = game.odds(action) if isinstance(action, Action) else action
    chances = tell.odds_lines(game, odds) if isinstance(odds, tuple) else [game.say(odds)]
    return sorted(_said(view, "", word, called)), [line.replace(called, "").replace(word, "") for line in chances]


def _said(node: Any, path: str, word: str, called: str) -> Iterator[str]:
    """Yield what a tree of data says of an id: each record and list that holds it, and where."""
    if isinstance(node, dict):
        if word in node.values():
            facts = {key: value for key, value in node.items() if value not in (word, called)}
            yield f"{path}: {facts}"
        for key, value in node.items():
            yield from _said(value, f"{path}.{key}", word, called)
    elif isinstance(node, (list, tuple)):
        if word in node:
            yield path
        for value in node:
            yield from _said(value, path, word, called)
