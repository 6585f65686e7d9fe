"""Vaults set up directly: a quiet room with a shut wall or plate, and somebody at it."""

from __future__ import annotations

from typing import Any

from tests.rulebooks.descent.moments import into_room, moment

from undercroft.engine.game import Game
from undercroft.rulebooks.descent.records import Plate, State, Wall, replace
from undercroft.testing import staged


def before_a_wall(combination: str = "012", *, floor: int = 1, **more: Any) -> Game[State]:
    """Return a game in the quiet room of a floor, before a vault shut by a tumbler wall."""
    game = moment(floor=floor, **more)
    into_room(game)
    with staged(game) as s:
        room = f"room-{floor}.1"
        s.rooms[room] = replace(s.rooms[room], vault="wall")
        s.walls[room] = Wall(floor, combination)
    return game


def before_a_plate(*solution: int, floor: int = 1, **more: Any) -> Game[State]:
    """Return a game in the quiet room of a floor, before a vault shut by a lock plate that these studs open."""
    game = moment(floor=floor, **more)
    into_room(game)
    with staged(game) as s:
        room = f"room-{floor}.1"
        s.rooms[room] = replace(s.rooms[room], vault="plate")
        s.plates[room] = Plate(floor, solution or (1, 2, 3))
    return game


def at_work(game: Game[State], who: str = "hero") -> Game[State]:
    """Let a member step up to the vault of the room."""
    assert game.act(f"work vault-{game.state.place.floor}.1 {who}").accepted
    return game


def at_wall(combination: str = "012", who: str = "hero", **more: Any) -> Game[State]:
    """Return a game with somebody at a tumbler wall."""
    return at_work(before_a_wall(combination, **more), who)


def at_plate(*solution: int, who: str = "hero", **more: Any) -> Game[State]:
    """Return a game with somebody at a lock plate."""
    return at_work(before_a_plate(*solution, **more), who)


def refusal(game: Game[State], text: str) -> tuple[str, str]:
    """Return the code and rule of a refusal, which must change nothing and have a sentence."""
    before = game.digest()
    step = game.act(text)
    assert not step.accepted
    assert game.digest() == before
    said = game.say(step.refusals[0])
    assert said
    assert "{" not in said
    return step.refusals[0].code, step.refusals[0].rule
