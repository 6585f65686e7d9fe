"""Turns of a competent player's fight that strike nobody: what strengthens the party or weakens the band."""

from __future__ import annotations

from undercroft.bots.descent_odds import Reckoning, blow, figures
from undercroft.bots.offered import Offered
from undercroft.rulebooks.descent.views import DescentView, FoeView, MemberView

WORTH = 30
"""Strengthens in fights that cost this much, in 100 of the health left."""
LONG = 250
"""And that last so many rounds, times 100."""
EARLY = 2
"""Rounds in which strengthening still pays."""
SPARK = 2
"""Mana that a round's striking takes of a wizard: what strengthens comes second to it."""
THIRST = 4
"""A caster with less mana drinks to have it back."""
DRAINS = ("drain", "ceiling")
"""Words of specials that a seal keeps off."""


def support(v: DescentView, o: Offered, me: MemberView, foes: list[FoeView], ahead: Reckoning) -> str:
    """Return a turn that will pay for itself over the rounds ahead, or an empty text."""
    fight = v.fight
    if fight is None or ahead.loss < WORTH or ahead.rounds < LONG:
        return ""
    if text := _drink(o, me):
        return text
    if fight.round > EARLY:
        return ""
    return _bottle(o, me) or _words(o, me) or _spell(v, o, me, foes, ahead.rounds)


def _drink(o: Offered, me: MemberView) -> str:
    if me.mana >= THIRST or not me.most_mana:
        return ""
    return _apply(o, me, "mana-draught")


def _bottle(o: Offered, me: MemberView) -> str:
    if me.rank != "front":
        return ""
    bow = me.hand is not None and me.hand.bow
    return ("" if bow else _apply(o, me, "giants-draught")) or _apply(o, me, "quick-draught")


def _apply(o: Offered, me: MemberView, kind: str) -> str:
    if any(e.source == kind for e in me.effects):
        return ""
    return next((text for t in me.pack if t.kind == kind and (text := f"apply {t.id}") in o), "")


def _words(o: Offered, me: MemberView) -> str:
    return next((text for t in me.pack if t.kind == "scroll-of-warding-words" and (text := f"recite {t.id}") in o), "")


def _spell(v: DescentView, o: Offered, me: MemberView, foes: list[FoeView], rounds: int) -> str:
    """Return a spell that strengthens, if the mana for the rounds ahead is there besides."""
    costs = dict(me.spells)
    strikes = SPARK * rounds // 100 if "spark" in costs else 0
    inside = [m for m in v.party if m.state == "standing" and not m.outside]
    front = sorted((m for m in inside if m.rank == "front"), key=lambda m: (m.protection, m.health)) or inside
    best = sorted(inside, key=lambda m: -blow(m, figures(v, foes[0].kind)))
    choices = ["chant ward-wall", "chant leaden-limbs"] if len(foes) > 1 else []
    if any(word in t.special for t in v.bestiary for f in foes if t.kind == f.kind for word in DRAINS):
        choices += [f"chant seal-of-self {m.id}" for m in front]
    choices += [f"chant quickening {best[0].id}", "chant rally"]
    choices += [f"chant stone-skin {m.id}" for m in front]
    choices += [f"chant sure-aim {m.id}" for m in best[:1]]
    choices += ["chant leaden-limbs", "chant ward-wall"]
    if me.rank == "back" or me.health == max(m.health for m in inside):
        choices += [f"chant sworn-shield {m.id}" for m in front if 2 * m.health < m.ceiling]
    choices += [f"chant dim-veil {m.id}" for m in front]
    for text in choices:
        spell, _, target = text.removeprefix("chant ").partition(" ")
        has = next((m for m in inside if m.id == target), None)
        again = has is not None and any(e.source == spell for e in has.effects)
        if text in o and not again and me.mana - costs.get(spell, 0) >= strikes:
            return text
    return ""
