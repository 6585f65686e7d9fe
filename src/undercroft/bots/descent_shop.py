"""What a competent player buys and sells, and when a way back to a counter pays."""

from __future__ import annotations

from undercroft.bots.descent_notes import Notes
from undercroft.bots.descent_pack import BOWMEN, GEAR, better, worth
from undercroft.bots.offered import Offered
from undercroft.rulebooks.descent.views import DescentView, MemberView, ThingView, WareView

RATIONS = 60
"""Rations wanted on leaving a counter."""
FIRST_RATIONS = 50
"""The same on the first visit, when iron is worth more."""
HUNGRY = 16
"""Goes back for food with fewer rations than this."""
SPEND = 110
"""Gold that is worth a way back to a counter, if there is something to buy."""
FAR_SPEND = 220
"""The same when the counter is two floors or more away."""
PURE_LOSS = ("gremlin-bell", "foul-lantern", "venom", "wasting-bottle", "stupor-bottle", "dulling-bottle",
             "gluttons-cup", "scroll-of-calling", "scroll-of-dry-wells")  # fmt: skip
LIGHT = "light-of-life"
LIGHTS = 2
"""Lights of Life to carry."""
SCROLLS = ("goodwill-scroll", "scroll-of-fire", "scroll-of-holding", "scroll-of-warding-words")
BOONS = (
    "gem-of-strength", "honing-stone", "mind-sharpener", "scroll-of-warding-words", "scroll-of-holding",
    "scroll-of-fire", "giants-draught", "quick-draught", "goodwill-scroll", "mana-draught", "mending-kit", "esp",
    "felt-overshoes",
)  # fmt: skip
"""What is bought last."""
SAVED = 150
"""Gold kept back from it for the next counter's gear, where one lies deeper."""
POTIONS = (("great-draught", 2), ("healing-draught", 3), ("medicinal-ale", 3))


def shop(v: DescentView, o: Offered) -> str:
    """Return the next deal, or an empty text when there is none to make."""
    return _sell(v, o) or _light(v, o, 1, fallen=True) or _food(v, o) or _repair(o) or _buy(v, o)


def _buy(v: DescentView, o: Offered) -> str:
    deep = v.floor > 0
    if deep and (text := _light(v, o, 1)):
        return text
    return _gear(v, o) or _light(v, o, 1) or (_light(v, o, LIGHTS) if deep else "") or _potions(v, o) or _boons(v, o)


def lights(v: DescentView) -> int:
    """Return the Lights of Life carried."""
    return sum(1 for m in v.party for t in m.pack if t.kind == LIGHT)


def lost(v: DescentView) -> bool:
    """Say whether somebody lies fallen who can be raised."""
    return any(m.state == "fallen" and m.cls != "king" and m.raises < 3 for m in v.party)


def _sell(v: DescentView, o: Offered) -> str:
    for m in v.party:
        for thing in m.pack:
            spare = thing.sort in GEAR and not any(better(thing, one) for one in v.party if one.state == "standing")
            unnamed = not thing.kind and thing.sort in ("bottle", "scroll", "lantern")
            if (spare or thing.kind in PURE_LOSS or unnamed) and (text := f"sell {thing.id}") in o:
                return text
    return ""


def _food(v: DescentView, o: Offered) -> str:
    wanted = FIRST_RATIONS if v.step == 0 else RATIONS
    return "buy-rations" if v.rations < wanted and "buy-rations" in o else ""


def _repair(o: Offered) -> str:
    return o.first("repair")


def _light(v: DescentView, o: Offered, most: int, *, fallen: bool = False) -> str:
    if lights(v) >= most or (fallen and not lost(v)) or (v.step == 0):
        return ""
    offers = [text for text in o.all("buy") if text.startswith(f"buy {LIGHT} ")]
    standing = {m.id for m in v.party if m.state == "standing"}
    return next((text for text in offers if text.rpartition(" ")[2] in standing), "")


def _gear(v: DescentView, o: Offered) -> str:
    """Buy the piece that adds most for its gold."""
    best: tuple[int, str] | None = None
    for score, ware, m in wishes(v, v.wares):
        if (text := f"buy {ware.kind} {m.id}") in o:
            best = max(best, (score, text)) if best else (score, text)
    return best[1] if best else ""


def wishes(v: DescentView, wares: tuple[WareView, ...]) -> list[tuple[int, WareView, MemberView]]:
    """Return the gear that would serve somebody better, each with its worth for its gold."""
    found = []
    for m in v.party:
        if m.state == "fallen":
            continue
        for ware in wares:
            gain = _gain(ware, m)
            if gain > 0 and ware.price <= v.gold:
                found.append((gain * (3 if m.rank == "front" else 2) * 100 // (ware.price + 5), ware, m))
    return found


def _gain(ware: WareView, m: MemberView) -> int:
    """Return how much better a ware is than what the member has for its place, worn or packed."""
    if ware.sort not in GEAR or (ware.who and m.cls not in ware.who):
        return 0
    piece = ThingView("", ware.sort, ware.kind, "", ware.figure, ware.figure, ware.attack, ware.hands, ware.bow)
    if ware.sort == "shield" and m.hand is not None and m.hand.hands == 2:
        return 0
    if ware.sort == "weapon" and ware.bow != (m.cls in BOWMEN):
        return 0
    if ware.sort == "weapon" and ware.hands == 2 and not ware.bow and m.arm is not None:
        return 0
    now = {"weapon": m.hand, "armour": m.body, "shield": m.arm}[ware.sort]
    held = [t for t in (now, *m.pack) if t is not None and t.sort == ware.sort]
    return worth(piece, m) - max((worth(t, m) for t in held), default=0)


def _potions(v: DescentView, o: Offered) -> str:
    wish = list(POTIONS) if v.step else []
    if v.king or v.floor == v.floors_in_all:
        wish.insert(0, ("aura-of-warding", 2))
    for m in sorted(v.party, key=lambda m: (m.rank != "front", -m.free)):
        held = [t.kind for t in m.pack]
        for kind, most in wish:
            total = sum(1 for one in v.party for t in one.pack if t.kind == kind)
            if total < most and held.count(kind) < 1 and m.free > 1 and (text := f"buy {kind} {m.id}") in o:
                return text
    return ""


def _boons(v: DescentView, o: Offered) -> str:
    """Spend what is left over on what makes stronger for good, or helps once; scrolls to who can read them."""
    if not v.step:
        return ""
    keep = SAVED if v.floor + 3 <= v.floors_in_all else 0
    for kind in BOONS:
        price = next((w.price for w in v.wares if w.kind == kind), v.gold)
        if v.gold < price + keep or any(t.kind == kind for m in v.party for t in m.pack):
            continue
        reads = kind in SCROLLS
        able = [m for m in v.party if m.state == "standing" and m.free > 2 and (m.reads or not reads)]
        for m in sorted(able, key=lambda m: (m.rank != "front") ^ reads):
            if (text := f"buy {kind} {m.id}") in o:
                return text
    return ""


# --- ways back to a counter ---


def counters(v: DescentView) -> list[int]:
    """Return the floors whose counter the party can go to, nearest first."""
    known = [f.number for f in v.floors if any(r.store for r in f.rooms)]
    if not v.king:
        known.append(0)
    return sorted(known, key=lambda n: (abs(n - v.floor), -n))


def errand(v: DescentView, notes: Notes, *, leaving: bool) -> int:
    """Return the floor of a counter worth going to now, or -1. `leaving`: the party is done with this floor."""
    for n in counters(v):
        wares = notes.wares.get(n, ())
        if notes.served.get(n) == v.gold and v.rations >= HUNGRY:
            continue
        price = v.figures.lights[n]
        if lost(v) and not lights(v) and v.gold >= price:
            return n
        if v.rations < HUNGRY and v.gold >= v.figures.lots[n]:
            return n
        if leaving or v.floor == n:
            far = FAR_SPEND if abs(n - v.floor) > 1 else SPEND
            useful = bool(wishes(v, wares)) or (lights(v) < 1 and v.gold >= price) or not wares
            if v.gold >= far and useful:
                return n
    return -1
