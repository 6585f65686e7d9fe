"""What a competent player does with its things outside fights: heal, raise, wear the best, tidy packs."""

from __future__ import annotations

from undercroft.bots.offered import Offered
from undercroft.rulebooks.descent.views import DescentView, MemberView, ThingView

HEALERS = ("medicinal-ale", "healing-draught", "great-draught")
DRINK_BELOW = 45
"""Drinks outside fights below this share of the ceiling, in 100: walking heals cheaper."""
MEND_BELOW = 75
"""Mends by magic on the way up below this share of the ceiling, in 100."""
CIRCLE = 3
"""Members hurt that are mended together."""
AT_ONCE = ("mind-sharpener", "gem-of-strength")
SELLS_FOR = 15
"""Gear that nobody needs is carried to a counter if it fetches this much gold."""
WRONG_REACH = -6
"""Worth of a bow for the front rank, or of a blade for a bowman."""
PROTECTION = 10
"""Worth of a point of protection, where a point of weapon damage is worth 2."""
LIGHTS = ("aura-of-warding", "deep-lantern")
GEAR = ("weapon", "armour", "shield")
BOWMEN = ("rogue", "ranger", "king")
FRONT = ("hero", "fighter")
FORWARD = ("hero", "fighter", "ranger", "rogue", "king", "wizard")
"""Who steps forward first when the front is short of members."""


def tend(v: DescentView, o: Offered) -> str:
    """Return what is worth doing with what is carried, or an empty text."""
    return o.first("raise") or _wear(v, o) or _ranks(v, o) or _mend(v, o) or _drink(v, o) or _light(v, o)


def worth(thing: ThingView, m: MemberView) -> int:
    """Return how good a weapon is in this member's hands, or a piece on this member."""
    if thing.sort == "weapon":
        reach = 0 if thing.bow == (m.cls in BOWMEN) else WRONG_REACH
        return 2 * (thing.figure + (0 if thing.bow else 2 * m.strength)) + 3 * thing.attack + reach
    return PROTECTION * thing.figure


def _wear(v: DescentView, o: Offered) -> str:
    for m in v.party:
        if m.state != "standing":
            continue
        for thing in m.pack:
            text = f"wear {thing.id}"
            if text not in o or not thing.kind:
                continue
            if better(thing, m):
                return text
    return _pass_on(v, o)


def _pass_on(v: DescentView, o: Offered) -> str:
    """Give a piece to somebody whom it would serve better than what is worn."""
    for m in v.party:
        for thing in m.pack:
            if thing.sort not in GEAR:
                continue
            for other in v.party:
                text = f"give {thing.id} {other.id}"
                if other.id != m.id and other.state == "standing" and text in o and better(thing, other):
                    return text
    return ""


def fits(thing: ThingView, m: MemberView) -> bool:
    """Say whether a member's class may wear or ready a thing."""
    return not thing.who or m.cls in thing.who


def _ranks(v: DescentView, o: Offered) -> str:
    """Keep the stout in front, and as many there that nobody is pushed forward (D2.17)."""
    order = sorted((m for m in v.party if m.state == "standing"), key=lambda m: FORWARD.index(m.cls))
    for n, m in enumerate(order):
        rank = "front" if m.cls in FRONT or n < len(order) // 2 else "back"
        if m.rank != rank and (text := f"rank {m.id} {rank}") in o:
            return text
    return ""


def _mend(v: DescentView, o: Offered) -> str:
    """Spend mana on wounds while the party is hunted; before that it does so when it rests."""
    if not (v.book and v.king):
        return ""
    hurt = [m for m in v.party if m.state == "standing" and m.health * 100 < m.ceiling * MEND_BELOW]
    if len(hurt) >= CIRCLE and (text := o.any(*(f"cast circle-of-mending {m.id}" for m in v.party))):
        return text
    for m in sorted(hurt, key=lambda m: m.health * 100 // m.ceiling):
        for spell in ("mending-hand", "steady-hand"):
            for caster in v.party:
                if (text := f"cast {spell} {caster.id} {m.id}") in o:
                    return text
    return ""


def _drink(v: DescentView, o: Offered) -> str:
    for m in v.party:
        for thing in m.pack:
            text = f"use {thing.id}"
            if text not in o:
                continue
            if thing.kind in AT_ONCE:
                return text
            if thing.kind == "antidote" and any(e.kind == "poisoned" for e in m.effects):
                return text
            poor = v.rations < len(v.party) or (v.book and v.king)
            if thing.kind in HEALERS and poor and m.health * 100 < m.ceiling * DRINK_BELOW:
                return text
    return ""


def _light(v: DescentView, o: Offered) -> str:
    if not (v.book and v.king) or v.floor == 0 or any(e.kind == "ward" and e.good for e in v.effects):
        return ""
    for m in v.party:
        for thing in m.pack:
            if thing.kind in LIGHTS and (text := f"use {thing.id}") in o:
                return text
    return o.any(*(f"cast hall-ward {m.id}" for m in v.party))


def wanted(v: DescentView, thing: ThingView) -> bool:
    """Say whether a thing lying about is worth a place in a pack."""
    if thing.sort not in GEAR:
        return True
    return thing.sells >= SELLS_FOR or any(better(thing, m) for m in v.party if m.state == "standing")


def better(thing: ThingView, m: MemberView) -> bool:
    """Say whether a piece would serve a member better than what is worn in its place."""
    if not fits(thing, m) or (thing.sort == "shield" and m.hand is not None and m.hand.hands == 2):
        return False
    if thing.hands == 2 and m.arm is not None:
        return False
    now = {"weapon": m.hand, "armour": m.body, "shield": m.arm}[thing.sort]
    return now is None or worth(thing, m) > worth(now, m)
