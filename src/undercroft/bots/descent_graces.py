"""What a competent player asks of Living Statues and Baths of Fates, by what the room shows."""

from __future__ import annotations

from undercroft.bots.descent_rest import hunted
from undercroft.bots.offered import Offered
from undercroft.rulebooks.descent.views import DescentView, StatueView

RICH = 4
"""A thing is named when the purse holds so many times what it costs: gear and food come first."""
EASY = 5
"""A wound is mended when the purse holds so many times what it costs; when all hunts the party, at any price."""
BADLY = 50
"""Mended is who has less than this share of the ceiling, in 100: walking heals cheaper."""


def grace(v: DescentView, o: Offered) -> str:
    """Return what is worth asking of the room's statue or Bath, or an empty text."""
    room = next((r for f in v.floors if f.number == v.floor for r in f.rooms if r.id == v.room), None)
    if room is None:
        return ""
    # A Bath's gains outweigh its losses for everyone (two falls against two rises and more of the ceiling, a level
    # against a level, and experience), but not the risk of a chill or a blank mind with all the place in pursuit.
    if room.bath and not hunted(v) and (text := o.first("bathe")):
        return text
    return o.first("call-back") or (_paid(v, o, room.statue) if room.statue is not None else "")


def _paid(v: DescentView, o: Offered, statue: StatueView) -> str:
    if hunted(v) or v.gold >= EASY * statue.mends:
        worst = min((m for m in v.party if m.state == "standing"), key=lambda m: m.health * 100 // m.ceiling)
        if worst.health * 100 < worst.ceiling * BADLY and (text := f"mend {worst.id}") in o:
            return text
    if v.gold < RICH * statue.posted:
        return ""
    _, _, thing = o.first("offer").partition(" for ")
    return f"offer {statue.posted} for {thing}" if thing else ""
