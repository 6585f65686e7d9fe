"""A competent player's turns in a fight of `tabletop`: threats, spells, potions, blows, the fallen, and flight."""

from __future__ import annotations

from undercroft.bots.offered import Offered
from undercroft.bots.tabletop_items import item
from undercroft.bots.tabletop_magic import spell
from undercroft.bots.tabletop_notes import BLADES, SILVERED, Notes
from undercroft.bots.tabletop_odds import Forecast, awake, forecast, frightens, hurts_ghosts, ranks, standing, strikes
from undercroft.rulebooks.tabletop.views import FoeView, MemberView, TabletopView

THREAT = 30
"""A threat is worth a turn from this chance on, in 400 parts."""
BLEEDING = -5
"""A fallen friend at this Vitality is bound at once."""
HOPELESS = 80
"""The party runs from a fight that would cost so much of its Vitality, in 100, and more from one it would lose."""
HUNDRED = 100
HALE = 50
"""In 100 of the most Vitality: an Elf as well as this takes a place in front."""
LOW = 35
"""In 100 of the most Vitality: below it a potion is drunk."""


def choose_in_fight(v: TabletopView, o: Offered, n: Notes) -> str:
    """Return the turn of the member whose turn it is."""
    fight = v.fight
    if fight is None:
        return ""
    me = next((m for m in v.party if m.id == fight.acting), None)
    if me is None:
        return o.first("auto", "wait")
    ahead = forecast(v, silver=n.magical)
    if _lost(forecast(v, silver=n.magical, stings=True), n) and (text := o.first("carry", "flee")):
        return text
    return (
        _threat(v, o, me)
        or _rescue(v, o, me, ahead)
        or item(v, o, me, ahead)
        or spell(v, o, me, ahead)
        or o.any("make-ready")
        or _strike(v, o, me, n)
        or _bind(v, o, BLEEDING - 5)
        or (o.any("step") if _steps(o, me) else "")
        or o.any("guard", "wait")
        or o.first("wake", "wait")
    )


def _steps(o: Offered, me: MemberView) -> bool:
    """Say whether somebody of the back rank takes a free place in front: an Elf only with nothing left to shoot."""
    idle = not o.all("shoot") and not o.all("reload") and len(me.weapons) > 1
    return me.cls != "magician" and (me.cls != "elf" or (idle and me.vitality * 100 >= HALE * me.vitality_max))


# --- when it is lost ---


def _lost(ahead: Forecast, n: Notes) -> bool:
    """Say whether the party should run; once it runs it goes on running."""
    n.fleeing = n.fleeing or not ahead.won or ahead.loss >= HOPELESS
    if n.fleeing and ahead.won and ahead.loss < HOPELESS // 2:
        n.fleeing = False
    return n.fleeing


# --- friends ---


def _threat(v: TabletopView, o: Offered, me: MemberView) -> str:
    """Threaten at once, by the bravest of those who stand."""
    if "intimidate" not in o or me.qualities[0] < max(m.qualities[0] for m in standing(v)):
        return ""
    return "intimidate" if frightens(v, me) >= THREAT else ""


def _rescue(v: TabletopView, o: Offered, me: MemberView, ahead: Forecast) -> str:
    """Mend or bind who needs it most: the fallen, and the worst wounded of the front."""
    if ahead.rounds <= 1:
        return ""
    fallen = [m for m in v.party if m.state == "fallen"]
    weak = [m for m in standing(v) if m.rank == "front" and m.vitality * 100 < LOW * m.vitality_max]
    for m in sorted((*fallen, *weak), key=lambda m: m.vitality):
        for handle in potions(me):
            text = f"use {handle}" if m.id == me.id else f"use {handle} {m.id}"
            if text in o:
                return text
        if (text := f"cast newts-mending {m.id}") in o:
            return text
    return _bind(v, o, BLEEDING)


def _bind(v: TabletopView, o: Offered, below: int) -> str:
    dying = sorted((m for m in v.party if m.state == "fallen" and m.vitality <= below), key=lambda m: m.vitality)
    return next((text for m in dying if (text := f"bind {m.id}") in o), "")


def potions(m: MemberView) -> list[str]:
    """Return a member's healing potions, the smallest first."""
    return sorted(handle for handle, known, spent in m.items if known and not spent and "healing" in handle)


# --- blows ---


def _strike(v: TabletopView, o: Offered, me: MemberView, n: Notes) -> str:
    """Strike or shoot whom it hurts most, sleepers last; bare hands take a weapon up first."""
    if text := _arm(v, o, me, n):
        return text
    foes = sorted(v.foes, key=lambda foe: _order(v, foe, me, n))
    for foe in foes:
        for verb in ("shoot", "attack"):
            if (text := f"{verb} {foe.id}") in o:
                return text
        if "undead" in foe.traits and (text := f"throw vial-of-holy-water {foe.id}") in o:
            return text
    return ""


def _order(v: TabletopView, foe: FoeView, me: MemberView, n: Notes) -> tuple[bool, int, int]:
    """Order foes: who strikes before who does not, then who falls soonest for what it does."""
    blows = HUNDRED * foe.vitality // max(1, strikes(me, foe, n.magical))
    return foe not in awake(v), blows * 4 // max(1, foe.ml), foe.vitality


def _arm(v: TabletopView, o: Offered, me: MemberView, n: Notes) -> str:
    """Take another weapon up: with none in hand, with nothing left to shoot, or in the front rank with a bow."""
    if any("unearthly" in foe.traits for foe in v.foes) and not hurts_ghosts(me, n.magical):
        if any(text in o for text in (f"throw vial-of-holy-water {foe.id}" for foe in v.foes)):
            return next(text for foe in v.foes if (text := f"throw vial-of-holy-water {foe.id}") in o)
        if text := next((one for one in o.all("switch") if one.startswith("switch silvered-")), ""):
            return text
    armed = bool(me.wielded)  # What breaks falls from the hand.
    if armed and not (me.shoots and not o.all("shoot") and not o.all("reload")):
        return o.any("reload") if me.shoots and not o.all("shoot") else ""
    front, _ = ranks(standing(v), {m.id: m.vitality for m in standing(v)})
    if armed and me not in front:
        return ""
    arms = [text for text in o.all("switch") if "unarmed" not in text and "bow" not in text and "wand" not in text]
    return max(arms, key=_worth, default="")


def _worth(text: str) -> int:
    """Return what the weapon of an offer to switch is worth."""
    arm = text.split()[1].removeprefix(SILVERED)
    return BLADES.index(arm) if arm in BLADES else -1
