"""The game master's toolkit (T23): commands that need no running game, by chapter."""

from undercroft.engine.toolkit import Toolkit
from undercroft.rulebooks.tabletop.toolkit import levels, odds, rolling

toolkit = Toolkit(
    "tabletop",
    "dice, Tests, exact odds, treasure, points and character sheets for a game master's table.",
    (*rolling.TOOLS, *odds.TOOLS, *levels.TOOLS),
    "undercroft.rulebooks.tabletop",
)
