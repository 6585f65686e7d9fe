"""undercroft: one dungeon-adventure engine, complete rulebooks, many doors.

import undercroft as uc
game = uc.new("descent", seed=7, difficulty="normal")
step = game.act(game.actions()[0])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from undercroft.engine.action import Action, Open, Refusal
    from undercroft.engine.chance import Chance, Spread
    from undercroft.engine.errors import UndercroftError
    from undercroft.engine.event import Event
    from undercroft.engine.game import Decision, Game, Step
    from undercroft.engine.record import Record, replay
    from undercroft.engine.rulebook import Rulebook, rulebooks
    from undercroft.engine.save import unpack as load
    from undercroft.engine.toolkit import table
    from undercroft.engine.view import Scene, View
    from undercroft.engine.world import World

__version__ = "0.1.0"

__all__ = [
    "Action", "Chance", "Decision", "Event", "Game", "Open", "Record", "Refusal", "Rulebook", "Scene", "Spread", "Step",
    "UndercroftError", "View", "World", "load", "new", "replay", "rulebooks",
    "table",
]  # fmt: skip

_HOMES = {
    "action": ("Action", "Open", "Refusal"), "chance": ("Chance", "Spread"), "errors": ("UndercroftError",),
    "event": ("Event",), "game": ("Decision", "Game", "Step"), "record": ("Record", "replay"),
    "rulebook": ("Rulebook",), "save": ("load",), "toolkit": ("table",), "view": ("Scene", "View"), "world": ("World",),
}  # fmt: skip
"""Where each name lives. They are fetched when first asked for, so that the program can catch Ctrl-C before that."""


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name == "rulebooks":
        # The package of that name, which can be called: a function would be hidden by the package once it is imported.
        return import_module("undercroft.rulebooks")
    for home, names in _HOMES.items():
        if name in names:
            found = getattr(import_module(f"undercroft.engine.{home}"), "unpack" if name == "load" else name)
            globals()[name] = found
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def new(rulebook: str, *, seed: int = 0, ranked: bool = False, world: World | None = None, **options: Any) -> Game[Any]:
    """Return a new game. The seed is a whole number from 0 to 2^63 - 1; options are the rulebook's own.

    UnknownName if there is no such rulebook, BadOption if an option is none or out of its range.
    """
    from undercroft.engine.errors import article
    from undercroft.engine.game import Game
    from undercroft.engine.rulebook import find

    if not isinstance(rulebook, str):
        raise TypeError(f"a rulebook's name is a text, not {article(rulebook)}")
    return Game(find(rulebook), seed, options, ranked=ranked, world=world)
