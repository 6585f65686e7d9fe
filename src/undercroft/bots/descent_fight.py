"""How a competent player fights: strike the weakest, heal the worst off, buy or run when it would be lost."""

from __future__ import annotations

from undercroft.bots.descent_odds import LEFT, Reckoning, blow, figures, reckon, spark
from undercroft.bots.descent_support import support
from undercroft.bots.offered import Offered
from undercroft.rulebooks.descent.views import DescentView, FoeView, MemberView

RUN_AT = 100
"""Runs when the fight would cost this share of the health left, in 100."""
BRIBE_AT = 60
"""Buys a band off when the fight would cost this share of the health left, in 100."""
BRIBE_AT_RICH = 25
"""The same when gold has no better use, on the way up."""
BRIBE_LEAST = 30
"""Asks for a bribe at this chance or more, in 100."""
DEAR = 55
"""A band that a member sneaking in finds to cost this much, in 100 of the health left, is left alone."""
SURE = 20
"""A fight that costs less than this, in 100 of the health left, is taken up again by those who are out."""
DRAUGHTS = ("great-draught", "healing-draught", "medicinal-ale")
THROWN_AT_ONE = ("scroll-of-fire", "oil-flask")
READ_AT_ALL = ("scroll-of-holding", "scroll-of-warding-words")
WORTH_A_SCROLL = 30
"""Scrolls and stones are used in fights that cost this much, in 100 of the health left."""


def choose_in_fight(v: DescentView, o: Offered, *, sneaked: bool = False) -> str:
    """Return the acting member's turn; `sneaked`: the fight began with one member sneaking in."""
    fight = v.fight
    me = next((m for m in v.party if m.id == v.member), None)
    if fight is None or me is None:
        return ""
    foes = [f for f in fight.foes if not f.helper]
    rounds, loss, _ = reckon(v, foes)
    if fight.stage == "unseen" and loss >= DEAR:
        return o.first("slip-out", "run", "wait")
    bear = DEAR if sneaked else SURE
    if me.outside:
        if fight.exit and loss > bear:
            return o.first("call-flight", "wait")
        return o.first("walk-in", "call-flight", "wait")
    return (
        _away(v, o, me, foes, loss, bear)
        or _help(v, o, me, foes)
        or _special(o, me, foes, loss)
        or support(v, o, me, foes, Reckoning(rounds, loss, 0))
        or _strike(v, o, me, foes)
        or _ready(o, me)
        or o.first("guard", "wait")
    )


def _away(v: DescentView, o: Offered, me: MemberView, foes: list[FoeView], loss: int, bear: int) -> str:
    """Buy the band off or run, if the fight would cost too much."""
    fight = v.fight
    assert fight is not None
    dear = loss >= (BRIBE_AT_RICH if v.king and v.book else BRIBE_AT)
    price = sum(v.figures.bribe * figures(v, f.kind).experience for f in foes)
    if dear and fight.bribe >= BRIBE_LEAST and v.gold >= price and "bribe" in o:
        return "bribe"
    if dear and v.gold >= price and not fight.goodwill and (text := _goodwill(o, me)):
        return text
    if loss >= RUN_AT or (fight.outside and fight.exit and loss > bear):
        return o.first("run")
    return ""


def _goodwill(o: Offered, me: MemberView) -> str:
    return next((text for t in me.pack if t.kind == "goodwill-scroll" and (text := f"recite {t.id}") in o), "")


def _danger(v: DescentView, m: MemberView, foes: list[FoeView]) -> bool:
    """Say whether one blow may fell a member."""
    front = [one for one in v.party if one.rank == "front" and one.state != "fallen" and not one.outside]
    exposed = m.rank == "front" or not front
    worst = max((figures(v, f.kind).most for f in foes if not f.asleep), default=0) - m.protection
    return exposed and m.health <= max(1, worst)


def _help(v: DescentView, o: Offered, me: MemberView, foes: list[FoeView]) -> str:
    """Heal or raise whoever needs it most, if this member can."""
    inside = [m for m in v.party if m.state != "fallen" and not m.outside]
    low = sorted((m for m in inside if _danger(v, m, foes) and m.health < m.ceiling), key=lambda m: m.health)
    if len([m for m in inside if m.health * 2 < m.ceiling]) >= 3 and "chant circle-of-mending" in o:
        return "chant circle-of-mending"
    for m in low:
        if (text := f"chant mending-hand {m.id}") in o:
            return text
    if me in low and me.health * 2 < me.ceiling:
        for kind in DRAUGHTS:
            for thing in me.pack:
                if thing.kind == kind and (text := f"apply {thing.id}") in o:
                    return text
    for m in low:
        if m.health * 2 < m.ceiling and (text := f"chant steady-hand {m.id}") in o:
            return text
    return ""


def _special(o: Offered, me: MemberView, foes: list[FoeView], loss: int) -> str:
    """Use a page, a scroll or a stone that is worth its cost here."""
    awake = [f for f in foes if not f.asleep]
    if loss >= WORTH_A_SCROLL:
        if light := o.first("kindle"):
            return light
        if len(awake) >= 2 and "chant deep-sleep" in o:
            return "chant deep-sleep"
        for thing in me.pack:
            if thing.kind in READ_AT_ALL and len(awake) >= 2 and (text := f"recite {thing.id}") in o:
                return text
            if thing.kind == "summoning-stone" and (text := f"apply {thing.id}") in o:
                return text
    return ""


def _strike(v: DescentView, o: Offered, me: MemberView, foes: list[FoeView]) -> str:
    """Do the most damage there is to do."""
    order = sorted(foes, key=lambda f: (f.asleep, _left(v, f)))
    if not order:
        return ""
    target = order[0]
    foe = figures(v, target.kind)
    need = 100 * _left(v, target) // 100
    choices = [(blow(me, foe), f"attack {target.id}")]
    choices.append((spark(me), f"chant spark {target.id}"))
    choices.append((700 + 100 * me.level, f"chant firebolt {target.id}"))
    choices.append((1400 + 100 * me.level, f"chant lightning {target.id}"))
    choices.append((700 * len(foes), "chant frost-fan"))
    choices.append(((1050 + 100 * me.level) * len(foes), "chant storm"))
    for thing in me.pack:
        if thing.kind == "scroll-of-fire":
            choices += [(1400 if need > 700 else 0, f"recite {thing.id} {target.id}")]
        elif thing.kind == "oil-flask":
            choices += [(500 if need > 300 else 0, f"apply {thing.id} {target.id}")]
    offered = [(min(worth, need * len(foes)), -n, text) for n, (worth, text) in enumerate(choices) if text in o]
    return max(offered)[2] if offered else ""


def _left(v: DescentView, f: FoeView) -> int:
    """Return the health that a foe has left, as far as its looks tell, times 100."""
    return figures(v, f.kind).health * LEFT[f.condition]


def _ready(o: Offered, me: MemberView) -> str:
    """Ready a weapon if the hand is empty."""
    if me.hand is None:
        for thing in me.pack:
            if thing.sort == "weapon" and (text := f"ready {thing.id}") in o:
                return text
    return ""
