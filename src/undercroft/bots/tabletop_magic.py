"""Spells of a competent player in a fight of `tabletop`: who is driven off, put to sleep or stung, and when."""

from __future__ import annotations

from undercroft.bots.offered import Offered
from undercroft.bots.tabletop_odds import FEARLESS, UNSLEEPING, Forecast, awake, resisted
from undercroft.rulebooks.tabletop.views import FoeView, MemberView, TabletopView

WORTH = 22
"""Spells are spoken in fights that would cost so much of the party's Vitality, in 100."""


def spell(v: TabletopView, o: Offered, me: MemberView, ahead: Forecast) -> str:
    """Return a spell that is worth its Astral now, or an empty text."""
    if me.astral <= 0 or not o.all("cast"):
        return ""
    boss = any(foe.boss for foe in v.foes)
    if ahead.loss < (WORTH // 2 if boss else WORTH) and not ahead.fallen:
        return ""
    foes = sorted(awake(v), key=lambda foe: -foe.ml)
    if not foes:
        return ""
    return _web(v, o, foes) or _away(o, foes) or _sting(o, foes) or _asleep(o, foes) or _slow(o, foes)


def _away(o: Offered, foes: list[FoeView]) -> str:
    """Drive the strongest off, or make a friend of it; neither lasts with a boss (T22.48)."""
    for foe in foes:
        if foe.boss or resisted(foe) > 11 or foe.ml < 7:
            continue
        if not any(one in FEARLESS for one in foe.traits) and (text := f"cast rabbits-panic {foe.id}") in o:
            return text
        if not any(one in UNSLEEPING for one in foe.traits) and (text := f"cast lambs-trust {foe.id}") in o:
            return text
    return ""


def _web(v: TabletopView, o: Offered, foes: list[FoeView]) -> str:
    """Web a crowd that does not resist much."""
    crowd = [foe for foe in v.foes if foe in foes and "stuck" not in foe.conditions and resisted(foe) <= 10][:4]
    if len(crowd) < 4:
        return ""
    return o.any("cast spiders-web " + " ".join(foe.id for foe in crowd))


def _asleep(o: Offered, foes: list[FoeView]) -> str:
    """Put the strongest to sleep while another is there to be fought."""
    if len(foes) < 2:
        return ""
    for foe in foes:
        sleeps = not any(one in UNSLEEPING for one in foe.traits)
        if sleeps and resisted(foe) <= 12 and (text := f"cast dormouses-sleep {foe.id}") in o:
            return text
    return ""


def _sting(o: Offered, foes: list[FoeView]) -> str:
    """Sting the strongest, as hard as may be where it is worth it."""
    for foe in foes:
        for strength in (3, 2, 1):
            if 6 * (strength - 1) < foe.vitality and (text := f"cast wasps-sting {foe.id} {strength}") in o:
                return text
    return ""


def _slow(o: Offered, foes: list[FoeView]) -> str:
    for foe in foes:
        if foe.ml >= 30 and "slowed" not in foe.conditions and resisted(foe) <= 12:
            return o.any(f"cast snails-burden {foe.id}")
    return ""
