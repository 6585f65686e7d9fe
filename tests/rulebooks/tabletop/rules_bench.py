"""A bench for the chapters of rules: characters with plain figures, and games of these chapters alone."""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable
from types import ModuleType
from typing import Any

from undercroft.engine.game import Game
from undercroft.engine.rulebook import Rulebook
from undercroft.engine.view import View
from undercroft.engine.world import World
from undercroft.rulebooks.tabletop import records
from undercroft.rulebooks.tabletop.records import (
    MASTER,
    PLAYER,
    Character,
    Condition,
    Ctx,
    Frame,
    Options,
    Party,
    State,
    replace,
)  # fmt: skip
from undercroft.testing import staged


class Idle(Frame, tag="bench.idle"):
    """Nothing goes on: the player is asked, at the moment when level gains come."""

    moment = "quiet"

    def seat(self, s: State) -> str | None:
        return PLAYER


IDLE = ModuleType("bench")
IDLE.Idle = Idle  # type: ignore[attr-defined]
Idle.__module__ = "bench"


def character(name: str = "Ada", **more: Any) -> Character:
    """Return a Level-1 Adventurer with all Qualities 10, changed as wished."""
    facts: dict[str, Any] = {
        "id": name.lower(), "name": name, "cls": "adventurer", "kin": "human", "courage": 10, "intelligence": 10,
        "charisma": 10, "agility": 10, "strength": 10, "attack": 10, "defence": 8, "vitality": 30, "vitality_max": 30,
    }  # fmt: skip
    return Character(**{**facts, **more})


def under(c: Character, *kinds: str, amount: int = 0, source: str = "") -> Character:
    """Return the character under conditions of these kinds."""
    return replace(c, conditions=(*c.conditions, *(Condition(kind, amount, "turns", 7, source) for kind in kinds)))


def game(*who: Character, chapters: tuple[ModuleType, ...] = (), agenda: tuple[Frame, ...] = (Idle(),)) -> Game[State]:
    """Return a game of these chapters, the party as given, with this agenda."""

    class Bench(Rulebook[State]):
        name = "bench"
        seats = (PLAYER, MASTER)
        options = Options
        state = State

        def start(self, ctx: Ctx, options: Any, world: World | None) -> None:
            ctx.push(Idle())

        def view(self, s: State, seat: str) -> View:
            return View()

        def package(self) -> Traversable:
            return resources.files("undercroft.rulebooks.tabletop")

    Bench.chapters = (records, IDLE, *chapters)
    made: Game[State] = Game(Bench(), 7, {})
    with staged(made) as s:
        for c in who:
            s.characters[c.id] = c
        s.party = Party(order=tuple(c.id for c in who))
        s.agenda = agenda
    return made


def of(game: Game[State], name: str = "ada") -> Character:
    """Return a character of a game as it is now."""
    return game.state.characters[name]
