"""The game master's toolkit (T23): commands that need no running game, by chapter."""

from undercroft.engine.toolkit import Toolkit
from undercroft.rulebooks.tabletop.toolkit import awards, beasts, effects, levels, odds, rolling, rulings, sheet_tools

toolkit = Toolkit(
    "tabletop",
    "dice, Tests, exact odds, treasure, points and character sheets for a game master's table.",
    (
        *rolling.TOOLS,
        *odds.TOOLS,
        *beasts.TOOLS,
        *awards.TOOLS,
        *levels.TOOLS,
        *sheet_tools.TOOLS,
        *effects.TOOLS,
        *rulings.TOOLS,
    ),
    "undercroft.rulebooks.tabletop",
)
