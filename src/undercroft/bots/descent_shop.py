"""What a competent player buys and sells."""

from __future__ import annotations

from undercroft.bots.descent_pack import better, worth
from undercroft.bots.offered import Offered
from undercroft.rulebooks.descent.views import DescentView, MemberView, ThingView, WareView

RATIONS = 40
"""Rations wanted on leaving the courtyard."""
RATIONS_BELOW = 60
"""Rations wanted on leaving a counter below."""
GEAR = ("weapon", "armour", "shield")
BOWMEN = ("rogue", "ranger")
WORTHLESS = ("gremlin-bell", "foul-lantern", "venom", "wasting-bottle", "stupor-bottle", "dulling-bottle")


def shop(v: DescentView, o: Offered) -> str:
    """Return the next deal, or an empty text when there is none to make."""
    return _sell(v, o) or _food(v, o) or _repair(o) or _gear(v, o) or _potions(v, o)


def _sell(v: DescentView, o: Offered) -> str:
    for m in v.party:
        for thing in m.pack:
            spare = thing.sort in GEAR and not any(better(thing, one) for one in v.party if one.state == "standing")
            unnamed = not thing.kind and thing.sort == "bottle"
            if (spare or thing.kind in WORTHLESS or unnamed) and (text := f"sell {thing.id}") in o:
                return text
    return ""


def _food(v: DescentView, o: Offered) -> str:
    wanted = RATIONS if v.floor == 0 else RATIONS_BELOW
    return "buy-rations" if v.rations < wanted and "buy-rations" in o else ""


def _repair(o: Offered) -> str:
    return o.first("repair")


def _gear(v: DescentView, o: Offered) -> str:
    """Buy the piece that adds most for its gold."""
    best: tuple[int, str] | None = None
    for m in v.party:
        if m.state == "fallen":
            continue
        for ware in v.wares:
            gain = _gain(ware, m)
            text = f"buy {ware.kind} {m.id}"
            if gain > 0 and text in o:
                score = gain * (3 if m.rank == "front" else 2) * 100 // (ware.price + 5)
                best = max(best, (score, text)) if best else (score, text)
    return best[1] if best else ""


def _gain(ware: WareView, m: MemberView) -> int:
    """Return how much better a ware is than what the member has for its place, worn or packed."""
    if ware.sort not in GEAR or (ware.who and m.cls not in ware.who):
        return 0
    piece = ThingView("", ware.sort, ware.kind, "", ware.figure, ware.figure, ware.attack, ware.hands, ware.bow)
    if ware.sort == "shield" and m.hand is not None and m.hand.hands == 2:
        return 0
    if ware.sort == "weapon" and ware.bow != (m.rank == "back" and m.cls in BOWMEN):
        return 0
    if ware.sort == "weapon" and ware.hands == 2 and not ware.bow and m.arm is not None:
        return 0
    now = {"weapon": m.hand, "armour": m.body, "shield": m.arm}[ware.sort]
    held = [t for t in (now, *m.pack) if t is not None and t.sort == ware.sort]
    return worth(piece, m) - max((worth(t, m) for t in held), default=0)


def _potions(v: DescentView, o: Offered) -> str:
    held = [t.kind for m in v.party for t in m.pack]
    lights = held.count("light-of-life")
    takers = sorted((m for m in v.party if m.state == "standing" and m.free), key=lambda m: -m.free)
    wish = []
    if lights < 2:
        wish.append(("light-of-life", 60))
    wish += [("great-draught", 300), ("healing-draught", 150), ("medicinal-ale", 60)]
    if not (v.book and v.king):
        wish.append(("aura-of-warding", 250))
    for kind, keep in wish:
        if held.count(kind) >= (2 if kind != "medicinal-ale" else 4):
            continue
        price = next((w.price for w in v.wares if w.kind == kind), 0)
        for m in takers:
            if price and v.gold >= price + keep and (text := f"buy {kind} {m.id}") in o:
                return text
    return ""
