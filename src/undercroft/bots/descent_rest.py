"""When and where a competent player rests: food is cheap, health is not."""

from __future__ import annotations

from undercroft.bots.descent_map import quiet_cell
from undercroft.bots.offered import Offered
from undercroft.rulebooks.descent.views import DescentView, FloorView

WEARY = 80
"""Rests when somebody's health falls under this share of the ceiling, in 100."""
WHOLE = 98
"""Rests on until everybody has this share."""
DRY = 50
"""Rests when a caster's mana falls under this share, in 100."""
FULL = 95
"""Rests on until every caster has this share."""
HUNTED_WEARY = 35
HUNTED_WHOLE = 65
"""The same for health once every band hunts: pacing then draws more wounds than it heals, but on the first floors."""
SAFE_FLOOR = 2
"""Down to this floor hunting bands are weak enough to rest among them."""
SAFE_WEARY = 70
SAFE_WHOLE = 95
"""Shares of health for a rest among weak hunters."""
MENDERS = ("mending-hand", "steady-hand")
"""Spells that heal one member, the better one first."""
WORTH_MENDING = 4
"""Health lacking that is worth a spell while resting."""
STARVING = 2
"""Meals that must be left in the larder for a rest."""


def hunted(v: DescentView) -> bool:
    """Say whether every prize is in hand, so that bands hunt the party."""
    return v.book and v.king


def needs_rest(v: DescentView, resting: bool) -> bool:
    """Say whether to rest now, or to rest on."""
    up = [m for m in v.party if m.state == "standing"]
    if v.rations <= STARVING * len(up):
        return False
    share = min((100 * m.health // m.ceiling for m in up), default=100)
    if hunted(v):
        if v.floor > SAFE_FLOOR:
            return share < (HUNTED_WHOLE if resting else HUNTED_WEARY)
        return share < (SAFE_WHOLE if resting else SAFE_WEARY)
    mana = min((100 * m.mana // m.most_mana for m in up if m.most_mana), default=100)
    return share < (WHOLE if resting else WEARY) or mana < (FULL if resting else DRY)


def rest(v: DescentView, o: Offered, floor: FloorView) -> str:
    """Pace where it is quiet; empty if there is nothing to rest for."""
    if mend := mend_while_resting(v, o):
        return mend
    seen = floor.reach(v.cell)
    cell = quiet_cell(floor, seen)
    if cell >= 0 and cell != v.cell:
        return f"walk {seen[cell][1]}"
    return "pace" if "pace" in o else ""


def mend_while_resting(v: DescentView, o: Offered) -> str:
    """Turn mana into health when mana would be back before health is."""
    hurt = [m for m in v.party if m.state == "standing" and m.ceiling - m.health >= WORTH_MENDING]
    if not hurt or hunted(v):
        return ""
    worst = max(hurt, key=lambda m: m.ceiling - m.health)
    steps = v.figures.heal_every * (worst.ceiling - worst.health)
    for caster in v.party:
        costs = dict(caster.spells)
        for spell in MENDERS:
            text = f"cast {spell} {caster.id} {worst.id}"
            if text in o and steps > v.figures.mana_every * (caster.most_mana - caster.mana + costs.get(spell, 0)):
                return text
    return ""
