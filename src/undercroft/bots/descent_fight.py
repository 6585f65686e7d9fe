"""How a competent player fights: strike the weakest, heal the worst off, buy or run when it would be lost."""

from __future__ import annotations

from undercroft.bots.offered import Offered
from undercroft.rulebooks.descent.views import DescentView, FoeView, MemberView, ThingView

CONDITION = {"badly hurt": 0, "hurt": 1, "unhurt": 2}
HEAL_BELOW = 40
"""Heals in a fight below this share of the ceiling, in 100."""
LOST_BELOW = 35
"""Counts a fight as going badly below this share of the party's health, in 100."""
BRIBE_LEAST = 30
"""Asks for a bribe at this chance or more, in 100."""
PRICE_GUESS = 60
"""Gold a monster of an unknown kind may cost to buy off."""
PAGES_AT_ALL = ("storm", "frost-fan")
PAGES_AT_ONE = ("lightning", "firebolt", "spark")


def choose_in_fight(v: DescentView, o: Offered) -> str:
    """Return the acting member's turn."""
    fight = v.fight
    me = next((m for m in v.party if m.id == v.member), None)
    if fight is None or me is None:
        return ""
    if me.outside:
        return o.first("walk-in", "call-flight", "wait")
    foes = [f for f in fight.foes if not f.helper]
    if _badly(v, foes):
        if away := _away(v, o, foes):
            return away
    return _help(v, o, me) or _spell(v, o, me, foes) or _strike(o, foes) or _ready(v, o, me) or o.first("guard", "wait")


def _badly(v: DescentView, foes: list[FoeView]) -> bool:
    """Say whether the fight is going badly: too little health left for the foes that are left."""
    able = [m for m in v.party if m.state != "fallen"]
    share = 100 * sum(m.health for m in able) // max(1, sum(m.ceiling for m in v.party))
    fresh = sum(1 for f in foes if f.condition == "unhurt")
    return share < LOST_BELOW and (fresh >= 1 or len(foes) >= 2)


def _away(v: DescentView, o: Offered, foes: list[FoeView]) -> str:
    fight = v.fight
    assert fight is not None
    told = {t.kind: t for t in v.bestiary}
    price = sum(3 * told[f.kind].experience if f.kind in told and told[f.kind].killed else PRICE_GUESS for f in foes)
    if "bribe" in o and fight.bribe >= BRIBE_LEAST and v.gold >= price:
        return "bribe"
    return o.first("run")


def _help(v: DescentView, o: Offered, me: MemberView) -> str:
    """Heal or raise whoever needs it most, if this member can."""
    worst = min((m for m in v.party if m.state != "fallen" and not m.outside), key=_share, default=None)
    if worst is None:
        return ""
    if any(m.state == "fallen" and m.cls != "king" for m in v.party) and (light := o.first("kindle")):
        return light
    low = [m for m in v.party if m.state != "fallen" and _share(m) < 50]
    if len(low) >= 3 and "chant circle-of-mending" in o:
        return "chant circle-of-mending"
    if _share(worst) < HEAL_BELOW:
        for spell in ("mending-hand", "steady-hand"):
            if (text := f"chant {spell} {worst.id}") in o:
                return text
    if _share(me) < HEAL_BELOW:
        for kind in ("great-draught", "healing-draught", "medicinal-ale"):
            for thing in me.pack:
                if thing.kind == kind and (text := f"apply {thing.id}") in o:
                    return text
    return ""


def _share(m: MemberView) -> int:
    return 100 * m.health // max(1, m.ceiling)


def _spell(v: DescentView, o: Offered, me: MemberView, foes: list[FoeView]) -> str:
    awake = [f for f in foes if not f.asleep]
    if len(awake) >= 2 and "chant deep-sleep" in o:
        return "chant deep-sleep"
    if len(foes) >= 2:
        for spell in PAGES_AT_ALL:
            if f"chant {spell}" in o:
                return f"chant {spell}"
    target = _target(foes)
    if target is None:
        return ""
    spare = me.mana > me.most_mana // 4 or target.condition != "unhurt" or len(foes) > 1
    for spell in PAGES_AT_ONE:
        if spare and (text := f"chant {spell} {target.id}") in o:
            return text
    return _thrown(o, me.pack, target)


def _thrown(o: Offered, pack: tuple[ThingView, ...], target: FoeView) -> str:
    for thing in pack:
        for text in (f"apply {thing.id} {target.id}", f"recite {thing.id} {target.id}", f"recite {thing.id}"):
            if (
                thing.kind in ("oil-flask", "scroll-of-fire", "scroll-of-holding", "scroll-of-warding-words")
                and text in o
            ):
                return text
        if thing.kind == "summoning-stone" and (text := f"apply {thing.id}") in o:
            return text
    return ""


def _target(foes: list[FoeView]) -> FoeView | None:
    return min(foes, key=lambda f: (f.asleep, CONDITION.get(f.condition, 2)), default=None)


def _strike(o: Offered, foes: list[FoeView]) -> str:
    for foe in sorted(foes, key=lambda f: (f.asleep, CONDITION.get(f.condition, 2))):
        if (text := f"attack {foe.id}") in o:
            return text
    return ""


def _ready(v: DescentView, o: Offered, me: MemberView) -> str:
    """Ready a weapon if the hand is empty, or step forward if nothing else can be done."""
    if me.hand is None:
        for thing in me.pack:
            if thing.sort == "weapon" and (text := f"ready {thing.id}") in o:
                return text
    return ""
