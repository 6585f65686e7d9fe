"""Leads random play of `tabletop` out of the village and on, so that the laws are held in deep places."""

from __future__ import annotations

from typing import Any

from undercroft.engine.action import Offers, Open
from undercroft.engine.game import Game
from undercroft.engine.streams import Stream

WAY = ("quick", "quest", "accept short", "depart")
"""What leads from an empty village to the road."""
ONWARD = (
    "attack", "fight", "force", "free", "go", "leave", "open", "open-chest", "pick", "search", "take", "travel",
)  # fmt: skip
MOST_FOES = 3
"""Foes added at a table at once: every one more makes each step slower."""


class Guide:
    """Leaves one choice of three to chance, and of those in the village one of six."""

    def __call__(self, game: Game[Any], offers: Offers, dice: Stream) -> Any:
        """Return an offer, or None for a random one."""
        texts = offers.texts()
        asked = game.decision
        assert asked is not None
        if asked.ask in ("village", "creation"):
            return next((texts[one] for one in WAY if one in texts), None) if dice.below(6) else None
        if asked.ask == "table":
            return _gather(texts, dice)
        if asked.ask in ("road", "explore") and dice.below(3):
            on = [one for said, one in texts.items() if said.split()[0] in ONWARD and not isinstance(one, Open)]
            return dice.pick(on) if on else None
        return None


def _gather(texts: dict[str, Any], dice: Stream) -> Any:
    """Add a few foes, and begin."""
    begin = [one for said, one in texts.items() if said.startswith("begin")]
    adds = [one for said, one in texts.items() if said.startswith("add ")]
    if begin and (not adds or dice.below(3)):
        return dice.pick(begin)
    if not adds:
        return None
    one = dice.pick(adds)
    return one.at(1 + dice.below(min(MOST_FOES, one.high)))
