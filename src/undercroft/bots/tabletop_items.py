"""What a competent player of `tabletop` does with magic items: before a dungeon, and in a hard fight."""

from __future__ import annotations

from undercroft.bots.offered import Offered
from undercroft.bots.tabletop_notes import Notes
from undercroft.bots.tabletop_odds import FEARLESS, UNSLEEPING, Forecast, awake
from undercroft.rulebooks.tabletop.views import MemberView, TabletopView

HARD = 40
"""A fight that would cost so much of the party's Vitality, in 100, is worth an item that is gone afterwards."""
LONG = 3
"""Combat Rounds that it should last besides."""
STRENGTHENS = ("heros-belt", "potion-of-strength")
MIGHTY = 14
"""From this Strength on a potion of it is kept for somebody weaker, or sold."""


def handles(m: MemberView, word: str) -> list[str]:
    """Return a member's known and unspent items of a kind."""
    return [handle for handle, known, spent in m.items if known and not spent and handle.startswith(word)]


def sharpen(v: TabletopView, o: Offered, n: Notes) -> str:
    """Treat a front weapon with the Weapon Ointment below ground: it lasts for the adventure (T13.40, T13.41)."""
    for m in v.party:
        if m.shoots or not m.wielded or m.rank != "front" or m.id in n.sharp:
            continue
        for handle in handles(m, "weapon-ointment"):
            if (text := f"use {handle} {m.id}") in o:
                n.sharp[m.id] = m.wielded
                return text
    return ""


def item(v: TabletopView, o: Offered, me: MemberView, ahead: Forecast) -> str:
    """Return an item worth a turn in this fight, or an empty text."""
    if ahead.rounds < LONG or (ahead.won and ahead.loss < HARD) or me.shoots or me.rank != "front":
        return ""
    for word in STRENGTHENS:
        for handle in handles(me, word):
            if "strengthened" not in me.conditions and (text := f"use {handle}") in o:
                return text
    return _coat(v, o, me)


def _coat(v: TabletopView, o: Offered, me: MemberView) -> str:
    """Put on the weapon what works on the strongest foe in reach: no Resist roll helps against it (T13.55)."""
    foes = sorted(awake(v), key=lambda foe: -foe.ml)
    if not foes:
        return ""
    first = foes[0]
    works = {
        "ointment-of-weakness": not {"mindless", "construct"} & set(first.traits)
        and "weakened" not in first.conditions,
        "ointment-of-fear": not first.boss and not set(FEARLESS) & set(first.traits),
        "ointment-of-sleep": len(foes) > 1 and not set(UNSLEEPING) & set(first.traits),
    }
    for word, fits in works.items():
        for handle in handles(me, word):
            if fits and (text := f"use {handle}") in o:
                return text
    return ""
