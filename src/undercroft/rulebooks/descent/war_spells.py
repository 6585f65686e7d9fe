"""Which spell a member reads where a battle is fought with spells: chosen from the view, the list and the tables."""

from __future__ import annotations

from collections.abc import Sequence

from undercroft.engine.action import Offers
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent.views import DescentView, FoeView, MemberView

WEAK = 3
"""Health below one part in so many is bad."""
CROWD = 3
"""Foes awake for which a spell that wounds all is worth its mana."""
ROUNDS = 2
"""Rounds of blows that a band must hold out against to be worth mana."""
HITS = (2, 3)
"""Blows that hit, of so many, as bands are reckoned here."""
BADLY_HURT = "badly hurt"
LEFT = {"unhurt": 4, "hurt": 3, BADLY_HURT: 1}
"""Quarters of its health that a foe has left, by its looks (D12.23)."""


def badly_hurt(m: MemberView) -> bool:
    """Say whether a member is in a bad way."""
    return m.health * WEAK < m.ceiling


def choice(m: MemberView, view: DescentView, offers: Offers, foes: Sequence[FoeView], *, blow: bool) -> str:
    """Return the action by which a member reads a spell, the cheapest that is worth it; empty if none is.

    `foes` come weakest first; `blow` says whether it could strike instead.
    """
    cheap = sorted(m.spells, key=lambda spell: spell[1])
    entries = [content.spell(key) for key, _ in cheap]
    hurt = sorted(
        (one for one in view.party if one.state == "standing" and badly_hurt(one)), key=lambda one: one.health
    )
    texts = [f"chant {p.id} {one.id}" for one in hurt for p in entries if p.effect == "heal"]
    awake = [foe for foe in foes if not foe.asleep]
    if is_worth_mana(view, awake or foes):
        wounding = [p for p in entries if p.effect == "wound"]
        if len(awake) >= CROWD:
            texts += [f"chant {p.id}" for p in wounding if p.target == "monsters"]
        # Who is nearly done for is left to blows: most of a spell would be lost on it.
        target = next((foe for foe in foes if foe.condition != BADLY_HURT), foes[0])
        worth = [p for p in wounding if p.target == "one-monster" and (not blow or _wound(p, m) > _blow(m))]
        texts += [f"chant {p.id} {target.id}" for p in worth]
    return next((text for text in texts if text in offers), "")


def is_worth_mana(view: DescentView, foes: Sequence[FoeView]) -> bool:
    """Say whether foes are worth spells: some of a kind whose figures are not known, or more of them, or tougher, than
    the party's blows are done with in a few rounds.
    """
    known = {tale.kind: tale.health for tale in view.bestiary}
    if any(not known.get(foe.kind) for foe in foes):
        return True
    inside = [one for one in view.party if one.state == "standing" and not one.outside]
    front = [one for one in inside if one.rank == "front"]
    strikers = [one for one in inside if not front or one in front or (one.hand is not None and one.hand.bow)]
    hits, of = HITS
    left = sum(known[foe.kind] * LEFT[foe.condition] for foe in foes)  # in quarters
    return left * of > 2 * ROUNDS * hits * sum(_blow(one) for one in strikers)  # a blow counts twice


def _wound(p: content.Spell, m: MemberView) -> int:
    """Return twice what a spell wounds by on average (D25)."""
    more = {"wits": m.wits, "level": m.level, "half-level": m.level // 2}
    return p.roll.count * (p.roll.sides + 1) + 2 * (p.roll.plus + sum(more[word] for word in p.adds))


def _blow(m: MemberView) -> int:
    """Return twice what a member's hit deals on average, protection aside (D12.7)."""
    bow = m.hand is not None and m.hand.bow
    return 1 + m.damage + (0 if bow else 2 * m.strength)
