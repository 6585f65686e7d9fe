"""How a competent player of `tabletop` mends, bandages and camps."""

from __future__ import annotations

from undercroft.bots.offered import Offered
from undercroft.bots.tabletop_fight import potions
from undercroft.bots.tabletop_notes import Notes
from undercroft.rulebooks.tabletop.views import MemberView, TabletopView

MEND = 6
"""Vitality that Newt's Mending brings at most but for two."""
COST = 4
RESERVE = 14
"""Astral that a Magician keeps for the fights to come; an Elf keeps half."""
DIRE = 40
"""Below this share of the most Vitality, in 100, the reserve is spent too."""
HURT = 65
"""The party camps below this share of its Vitality, in 100, when it may."""
WORN, RESTED = 40, 55
"""And it waits for a camp to be allowed from the one share to the other."""
FIT = 75
"""It goes back with this share to foes that it ran from."""
WEARY = 25
"""Astral, in 100 of the most, below which a caster is weary."""


def mend(v: TabletopView, o: Offered) -> str:
    """Return a bandage, a mending, a draught or a waking, as long as somebody needs it."""
    if text := o.any("bandage"):
        return text
    hurt = sorted((m for m in v.party if m.vitality_max - m.vitality >= MEND), key=share)
    for m in hurt:
        for caster in sorted(v.party, key=lambda one: -one.astral):
            if caster.astral - COST < _reserve(caster, m):
                continue
            if (text := f"cast newts-mending {caster.id} {m.id}") in o:
                return text
    for m in hurt:
        if share(m) < DIRE:
            for holder in v.party:
                for handle in potions(holder):
                    text = f"use {handle} {holder.id}" + ("" if holder is m else f" on {m.id}")
                    if text in o and m.state == "fallen":
                        return text
    return ""


def share(m: MemberView) -> int:
    """Return a member's Vitality in 100 of the most."""
    return 100 * m.vitality // m.vitality_max


def _reserve(caster: MemberView, m: MemberView) -> int:
    if share(m) < DIRE:
        return 0
    keep = RESERVE if caster.cls == "magician" else RESERVE // 2
    return min(keep, caster.astral_max // 2)


def health(v: TabletopView) -> int:
    """Return the party's Vitality in 100 of the most."""
    living = [m for m in v.party if m.state != "dead"]
    return 100 * sum(max(0, m.vitality) for m in living) // (sum(m.vitality_max for m in living) or 1)


def weary(v: TabletopView) -> bool:
    """Say whether all casters are nearly without Astral."""
    casters = [m for m in v.party if m.astral_max]
    return bool(casters) and all(100 * m.astral < WEARY * m.astral_max for m in casters)


def is_hurt(v: TabletopView, n: Notes) -> bool:
    """Say whether the party camps when it may: it is hurt, or somebody of the front is; `resting` says it waits too."""
    worst = min((share(m) for m in v.party if m.rank == "front"), default=100)
    food = all(dict(m.goods).get("ration") for m in v.party)
    down = any(m.state == "fallen" for m in v.party)
    enough = FIT if n.held else RESTED if n.resting else WORN
    n.resting = down or (food and health(v) < enough)
    return n.resting or health(v) < HURT or worst < DIRE


def camp(v: TabletopView, o: Offered, n: Notes) -> str:
    """Return what brings a night's rest nearer: spikes, casters apart, the camp, or waiting for it to be allowed."""
    if "camp" not in o:
        return o.any("wait") if n.resting else ""
    if text := o.any("spike"):
        return text
    for text in o.all("withdraw-alone"):
        who = next((m for m in v.party if m.id == text.split()[1]), None)
        if who is not None and who.astral < who.astral_max:
            return text
    return "camp"
