"""The pages a curious player reads in a fight: of all that make sense by their rules, the one it has read least."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from undercroft.bots.descent_odds import Reckoning, blow, figures, hits, reckon
from undercroft.bots.offered import Offered
from undercroft.rulebooks.descent.views import DescentView, FoeView, MemberView

HARD = 15
"""Pages are read in fights that would cost this much, in 100 of the health left."""
LONG = 150
"""And that would last so many rounds, times 100."""
EARLY = 3
"""Rounds in which what lasts for the fight is still worth a turn."""
AIMLESS = 85
"""An aim is made sure below this chance to hit, in 100."""
HURT = 7
"""Health lacking that a circle of mending makes good on average."""
CIRCLE = 3
"""Members lacking it that a circle is made for."""
DRAINS = ("drain", "ceiling")
"""Words of specials that a seal keeps off."""
STRIKES = ("attack", "guard", "chant spark", "chant firebolt")
"""Turns that a page may take the place of."""
GREAT = (*STRIKES, "chant lightning", "chant frost-fan", "chant storm")
"""Turns that a page not yet read in the run may take the place of."""


def page(v: DescentView, o: Offered, read: Mapping[str, int], usual: str) -> str:
    """Return the reading, among those that make sense now, of which there were the fewest; or the usual turn."""
    me = next((m for m in v.party if m.id == v.member), None)
    if v.fight is None or me is None or not usual.startswith(GREAT):
        return usual
    foes = [f for f in v.fight.foes if not f.helper]
    texts = [text for text in _reasons(v, me, foes, reckon(v, foes)) if text in o]
    least = min(texts, key=lambda text: read.get(spell(text), 0), default=usual)
    return least if usual.startswith(STRIKES) or not read.get(spell(least), 0) else usual


def spell(text: str) -> str:
    """Return the spell that an action reads, or an empty text."""
    words = text.split(" ")
    return words[1] if words[0] in ("cast", "chant") else ""


def _reasons(v: DescentView, me: MemberView, foes: list[FoeView], ahead: Reckoning) -> Iterator[str]:
    """Yield the readings that make sense, those with the rarest reasons first."""
    assert v.fight is not None
    inside = [m for m in v.party if m.state == "standing" and not m.outside]
    front = [m for m in inside if m.rank == "front"] or inside
    if sum(m.ceiling - m.health >= HURT for m in inside) >= CIRCLE:
        yield "chant circle-of-mending"
    if ahead.loss < HARD or ahead.rounds < LONG:
        return
    hurt = min(front, key=lambda m: m.health)
    stouter = me.protection >= hurt.protection or 2 * hurt.health < hurt.ceiling
    if not _has(me, "sworn-shield") and me.health > hurt.health and stouter:
        yield f"chant sworn-shield {hurt.id}"
    if v.fight.round > EARLY:
        return
    yield from _on_one(v, me, foes, front, max(inside, key=lambda m: blow(m, figures(v, foes[0].kind))))
    if not any(f.asleep for f in foes):
        yield "chant deep-sleep"
    if len(front) > 1:
        yield "chant ward-wall"
    yield "chant leaden-limbs"


def _on_one(
    v: DescentView, me: MemberView, foes: list[FoeView], front: list[MemberView], best: MemberView
) -> Iterator[str]:
    """Yield what helps one member: who stands in front with the least protection, and who strikes best."""
    foe = figures(v, foes[0].kind)
    weak = min(front, key=lambda m: (m.protection, m.health))
    if not _has(weak, "seal-of-self") and any(_drains(v, f.kind) for f in foes):
        yield f"chant seal-of-self {weak.id}"
    if not _has(best, "quickening") and blow(best, foe) > blow(me, foe):
        yield f"chant quickening {best.id}"
    if not _has(weak, "stone-skin"):
        yield f"chant stone-skin {weak.id}"
    if not _has(best, "sure-aim") and hits(best.attack, foe.defence) < AIMLESS:
        yield f"chant sure-aim {best.id}"


def _drains(v: DescentView, kind: str) -> bool:
    return any(word in tale.special for tale in v.bestiary if tale.kind == kind for word in DRAINS)


def _has(m: MemberView, source: str) -> bool:
    return any(e.source == source for e in m.effects)
