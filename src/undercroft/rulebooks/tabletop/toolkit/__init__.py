"""The game master's toolkit (T23): commands that need no running game, by chapter."""

from undercroft.engine.toolkit import Toolkit
from undercroft.rulebooks.tabletop.toolkit import (
    adventures,
    arts,
    awards,
    beasts,
    effects,
    fighting,
    leading,
    levels,
    odds,
    rolling,
    rulings,
    sheet_tools,
    treasures,
)

CHAPTERS = (
    rolling, odds, fighting, leading, beasts, treasures, arts, awards, levels, adventures, sheet_tools, effects,
    rulings,
)  # fmt: skip

toolkit = Toolkit(
    "tabletop",
    "dice, Tests, exact odds, treasure, points and character sheets for a game master's table.",
    tuple(tool for chapter in CHAPTERS for tool in chapter.TOOLS),
    "undercroft.rulebooks.tabletop",
)
