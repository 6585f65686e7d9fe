"""The neglected weapons in a curious player's hands: blades for both hands, and clubs that nothing can rust."""

from __future__ import annotations

from undercroft.bots.descent_pack import fits, worth
from undercroft.bots.descent_shop import LIGHT
from undercroft.bots.offered import Offered
from undercroft.rulebooks.descent.views import DescentView, MemberView, ThingView

CLUB = "club"
ROOM = 2
"""Free places that a blade for both hands needs: its own, and the shield's."""
FIRST = ("sell", "repair", "buy-rations", f"buy {LIGHT}")
"""Deals that go before any blade."""


def heft(v: DescentView, o: Offered) -> str:
    """Take up a blade for both hands that gains a blow more than the shield laid down for it stops, or hand it on."""
    for m in _bearers(v):
        for held in v.party:
            for thing in held.pack:
                if not heavier(thing, m):
                    continue
                if held.id != m.id:
                    if m.free >= ROOM and (text := f"give {thing.id} {m.id}") in o:
                        return text
                elif text := o.any(f"wear {thing.id}", f"unready {m.arm.id}" if m.arm is not None else ""):
                    return text
    return ""


def heavier(thing: ThingView, m: MemberView) -> bool:
    """Say whether a thing is a blade for both hands that is worth a member's shield."""
    if thing.sort != "weapon" or thing.hands != 2 or thing.bow or not thing.kind or not fits(thing, m):
        return False
    now = worth(m.hand, m) if m.hand is not None else 0
    return worth(thing, m) - now > (2 * m.arm.figure if m.arm is not None else 0)


def _bearers(v: DescentView) -> list[MemberView]:
    """Return who stands in front, the strongest first."""
    up = [m for m in v.party if m.state == "standing" and m.rank == "front"]
    return sorted(up, key=lambda m: -m.strength)


def kept(v: DescentView, o: Offered) -> list[str]:
    """Return the sales that would give away a blade somebody is about to take up."""
    wanted = {t.id for held in v.party for t in held.pack if any(heavier(t, m) for m in _bearers(v))}
    return [text for text in o.all("sell") if text.partition(" ")[2] in wanted]


def buy(v: DescentView, o: Offered) -> str:
    """Buy a blade for both hands for whom it serves, once nobody waits to take one up."""
    if kept(v, o):
        return ""
    for ware in sorted(v.wares, key=lambda ware: -ware.price):
        thing = ThingView("", ware.sort, ware.kind, "", ware.figure, ware.figure, ware.attack, ware.hands, ware.bow,
                          who=ware.who)  # fmt: skip
        for m in _bearers(v):
            if heavier(thing, m) and (text := f"buy {ware.kind} {m.id}") in o:
                return text
    return ""


def club(v: DescentView, o: Offered) -> str:
    """Buy a club for the strongest in front, who needs a good weapon least; the gold goes into mail."""
    who = next((ware.who for ware in v.wares if ware.kind == CLUB), ())
    if any(_clubbed(m) for m in v.party):
        return ""
    return o.any(*(f"buy {CLUB} {m.id}" for m in _bearers(v) if m.cls in who))


def iron(v: DescentView, o: Offered) -> list[str]:
    """Return the purchases of another weapon for who has a club."""
    armed = [m.id for m in v.party if _clubbed(m)]
    return [
        text for ware in v.wares for who in armed if ware.sort == "weapon" and (text := f"buy {ware.kind} {who}") in o
    ]


def _clubbed(m: MemberView) -> bool:
    return any(thing is not None and thing.kind == CLUB for thing in (m.hand, *m.pack))
