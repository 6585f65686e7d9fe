"""What a competent player of `tabletop` does before foes that stand in the way: fight, talk, slip by or draw back."""

from __future__ import annotations

from undercroft.bots.offered import Offered
from undercroft.bots.tabletop_notes import Notes
from undercroft.bots.tabletop_odds import Forecast, forecast
from undercroft.bots.tabletop_rest import WORN, health
from undercroft.bots.tabletop_room import CHARISMA, INTELLIGENCE, best
from undercroft.bots.tabletop_way import unseen
from undercroft.rulebooks.tabletop.views import TabletopView

TOO_MUCH = 75
"""A fight that would cost so much of the party's Vitality, in 100, is not sought."""
PUZZLING = 15
"""Where a fight would cost so much, or the party is worn already, Kobolds are answered their riddle: they go either way
(T11.30), but the riddle is worth less than they are (T16.13)."""
COSTLY = 45
"""Before one that would cost so much, or in which somebody would fall, words are tried first, and silver."""


def before_foes(v: TabletopView, o: Offered, n: Notes) -> str:
    """Return what is done before foes in a room or on the road."""
    ahead = forecast(v, silver=n.magical, stings=True)
    if (bad(ahead) or ahead.loss >= PUZZLING or health(v) < WORN) and (text := best(v, o.all("riddle"), INTELLIGENCE)):
        return text
    if bad(ahead) or ahead.loss >= COSTLY or ahead.fallen:
        # If the words fail the party is ready for the fight that follows (T22.39).
        bribes = [text for text in o.all("parley") if text.endswith(" offer")]
        if text := best(v, bribes or o.all("parley"), CHARISMA):
            return text
    if not bad(ahead):
        return o.any("ready") or o.any("attack", "fight")
    if v.mood == "unaware" and (text := _past(v, o)):
        return text
    if text := o.any("withdraw", "retreat"):
        n.held[v.room] = n.held.get(v.room, 0) + 1
        return text
    return o.any("ready", "attack", "fight")


def bad(ahead: Forecast) -> bool:
    """Say whether a fight is better not fought."""
    return not ahead.won or ahead.loss >= TOO_MUCH


def _past(v: TabletopView, o: Offered) -> str:
    room = next((one for one in v.rooms if one.id == v.room), None)
    sides = [way.side for way in unseen(v, room)] if room is not None else []
    return o.any(*(f"sneak {side}" for side in sides))
