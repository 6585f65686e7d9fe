"""Twins: the same moment with other secrets, for proofs that nothing leaks."""

from __future__ import annotations

from typing import Any, TypeVar

from undercroft.engine.ctx import Ctx
from undercroft.engine.game import Game
from undercroft.engine.state import State

S = TypeVar("S", bound=State)


def twins(game: Game[S], seat: str) -> Game[S]:
    """Return a fork on which the rulebook dealt anew what is hidden from the seat, and nothing else.

    The seat must not be able to tell the two apart: compare views, lists, odds and refusals.
    """
    twin = game.fork()
    ctx: Ctx[S] = Ctx(twin.state, twin.streams, game.book.streams[0])
    game.book.redeal(ctx, seat)
    return twin


def knowledge(game: Game[Any], seat: str) -> dict[str, Any]:
    """Return all that a seat can find out without acting: view, scene, looks, list, with what is told of each action,
    and the question.
    """
    looks = game.scene(seat).looks
    actions = list(game.actions(seat))
    closed = [one for one in actions if not hasattr(one, "at")]
    return {
        "view": game.view(seat),
        "scene": game.scene(seat),
        "looks": [(name, game.look(name, seat)) for name in looks],
        "actions": [str(one) for one in actions],
        "costs": [(str(one), game.costs(one)) for one in closed],
        "forgone": [(str(one), game.forgoes(one)) for one in closed],
        "moot": [str(one) for one in closed if one.moot(game.state)],
        "betters": [str(one) for one in closed if one.betters(game.state)],
        "rules": [(str(one), one.rules(game.state)) for one in closed],
        "odds": [(str(one), game.odds(one)) for one in closed],
        "decision": game.decision,
    }
