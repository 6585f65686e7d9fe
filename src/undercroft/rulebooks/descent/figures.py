"""The figures of the rules that the view carries, so that whoever plans from it repeats none of them."""

from __future__ import annotations

from functools import cache

from undercroft.rulebooks.descent import bribery, clock, halls, stores
from undercroft.rulebooks.descent.records import WIDTH
from undercroft.rulebooks.descent.views import FiguresView

LIGHT = "light-of-life"


@cache
def figures(floors: int) -> FiguresView:
    """Return them for a quest of so many floors."""
    counters = range(floors + 1)
    return FiguresView(
        WIDTH,
        tuple([tuple([cell for _, cell in halls.sides(block).values()]) for block in halls.BLOCKS]),
        clock.HEAL_EVERY,
        clock.MANA_EVERY,
        bribery.PRICE,
        tuple([stores.price(LIGHT, floor) for floor in counters]),
        tuple([stores.rations_price(floor) for floor in counters]),
    )
