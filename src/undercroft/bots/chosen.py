"""Players by name: which there are for a rulebook, and one made for a game of a seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from undercroft.bots.chance import Random
from undercroft.bots.player import Player
from undercroft.engine.errors import UnknownName, nearest, quoted

Maker = Callable[[int], Player]
"""Makes the player of one game, from its seed."""


class Steadfast(Random):
    """Plays at random from the set-up it is given, and never gives up."""

    def choose(self, view: Any, offers: Sequence[str]) -> str:
        """Return any offer but to choose the set-up anew, or to end the run."""
        if "begin" in offers:
            return "begin"
        return super().choose(view, [text for text in offers if text != "give-up"])


def _descent(_: int) -> Player:
    from undercroft.bots.descent import Competent

    return Competent()


def _tabletop(_: int) -> Player:
    from undercroft.bots.tabletop import Competent

    return Competent()


def _curious(_: int) -> Player:
    from undercroft.bots.descent_curious import Curious

    return Curious()


ANYWHERE: dict[str, Maker] = {"random": Random}
"""Players of every rulebook."""
OWN: dict[str, dict[str, Maker]] = {
    "descent": {"competent": _descent, "curious": _curious, "random": Steadfast},
    "tabletop": {"competent": _tabletop},
}
"""Players of one rulebook; they go before those of all."""


def names(rulebook: str) -> tuple[str, ...]:
    """Return the names of the players that play a rulebook."""
    return tuple(sorted({**ANYWHERE, **OWN.get(rulebook, {})}))


def find(name: str, rulebook: str) -> Maker:
    """Return what makes players of a name for a rulebook; UnknownName if there are none."""
    known = {**ANYWHERE, **OWN.get(rulebook, {})}
    if name not in known:
        listed = nearest(name, known) or f"; there are: {', '.join(sorted(known))}"
        raise UnknownName(f"no bot of {rulebook} is called {quoted(name)}{listed}")
    return known[name]
