"""Player: what every bot is, and a game played by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from undercroft.engine.action import Open
from undercroft.engine.game import Game, Step


class Player(Protocol):
    """Answers a view and the texts offered with the text of an action.

    An offer with an amount still open stands in the list as its text with a blank, such as `bid <1-50> statue`.
    """

    def choose(self, view: Any, offers: Sequence[str]) -> str:
        """Return the text of the action to take."""


def play(
    game: Game[Any],
    players: Mapping[str, Player] | Player,
    *,
    most: int = 20_000,
    patience: int = 0,
    each: Callable[[Game[Any], Step[Any]], None] | None = None,
) -> Game[Any]:
    """Play a game to its end, or to `most` actions, each seat by its player; `each` hears of every action done.

    RuntimeError if a player's answer is refused, more than `patience` times in a row: a bot that cannot say what it
    wants is broken. One that plays at random may be asked again, for an amount left open has rules of its own.
    """
    refused = 0
    while game.outcome is None and game.turns < most:
        seat = game.asked
        player = players[seat] if isinstance(players, Mapping) else players
        text = player.choose(game.view(seat), offers(game, seat))
        step = game.act(text)
        refused = 0 if step.accepted else refused + 1
        if refused > patience:
            raise RuntimeError(f"seed {game.first}, action {game.turns + 1}: {text!r}: {game.say(step.refusals[0])}")
        if step.accepted and each is not None:
            each(game, step)
    return game


def offers(game: Game[Any], seat: str) -> tuple[str, ...]:
    """Return the texts of what a seat may do now."""
    return tuple(game.actions(seat).texts())


def closed(game: Game[Any], seat: str) -> list[Any]:
    """Return the actions without open amounts."""
    return [one for one in game.actions(seat) if not isinstance(one, Open)]
