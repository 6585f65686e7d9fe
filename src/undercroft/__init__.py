"""undercroft: one dungeon-adventure engine, complete rulebooks, many doors.

import undercroft as uc
game = uc.new("descent", seed=7, difficulty="normal")
step = game.act(game.actions()[0])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from undercroft.engine.action import Action, Open, Refusal
from undercroft.engine.chance import Chance, Spread
from undercroft.engine.errors import UndercroftError
from undercroft.engine.event import Event
from undercroft.engine.game import Decision, Game, Step
from undercroft.engine.record import Record, replay
from undercroft.engine.rulebook import Rulebook, find
from undercroft.engine.save import unpack as load
from undercroft.engine.view import Scene, View
from undercroft.engine.world import World

if TYPE_CHECKING:
    from undercroft.engine.rulebook import rulebooks
else:
    # The package of that name, which can be called: a function would be hidden by the package once that is imported.
    from undercroft import rulebooks

__version__ = "0.1.0"

__all__ = [
    "Action", "Chance", "Decision", "Event", "Game", "Open", "Record", "Refusal", "Rulebook", "Scene", "Spread", "Step",
    "UndercroftError", "View", "World", "load", "new", "replay", "rulebooks",
]  # fmt: skip


def new(rulebook: str, *, seed: int = 0, ranked: bool = False, world: World | None = None, **options: Any) -> Game[Any]:
    """Return a new game. The seed is a whole number from 0 to 2^63 - 1; options are the rulebook's own.

    UnknownName if there is no such rulebook, BadOption if an option is none or out of its range.
    """
    from undercroft.engine.errors import BadOption

    if type(seed) is not int or not 0 <= seed < 2**63:
        raise BadOption(f"seed: {seed!r:.40} is no whole number from 0 to 2^63 - 1")
    return Game(find(rulebook), seed, options, ranked=ranked, world=world)
