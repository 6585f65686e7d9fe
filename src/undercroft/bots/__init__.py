"""Players made of code. They see views and the texts of the actions offered, never a game."""

from __future__ import annotations

from undercroft.bots.player import Player, play

__all__ = ["Player", "play"]
