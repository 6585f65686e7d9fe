"""Player: what every bot is, and a game played by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from undercroft.engine.action import Open
from undercroft.engine.game import Game


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
    each: Callable[[Game[Any], str], None] | None = None,
) -> Game[Any]:
    """Play a game to its end, or to `most` actions, each seat by its player.

    RuntimeError if a player's answer is refused: a bot that cannot say what it wants is broken.
    """
    while game.outcome is None and game.turns < most:
        seat = game.asked
        player = players[seat] if isinstance(players, Mapping) else players
        text = player.choose(game.view(seat), offers(game, seat))
        step = game.act(text)
        if not step.accepted:
            raise RuntimeError(f"seed {game.first}, action {game.turns + 1}: {text!r}: {game.say(step.refusals[0])}")
        if each is not None:
            each(game, text)
    return game


def offers(game: Game[Any], seat: str) -> tuple[str, ...]:
    """Return the texts of what a seat may do now."""
    return tuple(game.actions(seat).texts())


def closed(game: Game[Any], seat: str) -> list[Any]:
    """Return the actions without open amounts."""
    return [one for one in game.actions(seat) if not isinstance(one, Open)]
