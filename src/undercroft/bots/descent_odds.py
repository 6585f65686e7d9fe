"""What a competent player reckons of a fight: blows a round, rounds left, and the share of health it will cost."""

from __future__ import annotations

from typing import NamedTuple

from undercroft.rulebooks.descent.views import DescentView, FoeView, MemberView

LEFT = {"unhurt": 100, "hurt": 70, "badly hurt": 25}
"""Health that a condition leaves, in 100 of the full figure."""
PERIL_PACE = {"short": 160, "standard": 100, "long": 75}
"""How fast the dangers grow with each floor, in 100: a guess for kinds not killed before."""


class Figures(NamedTuple):
    """What a foe can do, as far as it is known or guessed."""

    health: int
    attack: int
    defence: int
    blow: int
    """Damage of an average blow, times 2."""
    most: int
    protection: int
    experience: int


def figures(v: DescentView, kind: str) -> Figures:
    """Return the figures of a kind: out of the bestiary, else guessed by the floor."""
    for tale in v.bestiary:
        if tale.kind == kind and tale.killed:
            return Figures(
                tale.health, tale.attack, tale.defence, tale.low + tale.high, tale.high, tale.protection,
                tale.experience,
            )  # fmt: skip
    if kind.startswith(("gaoler", "gremlin-thief")):
        strong = 2 if kind.startswith("gaoler") else 1
        return Figures(37 * strong, 4 + 2 * strong, 4, 26 if strong == 2 else 16, 12 + 6 * strong, strong, 55 * strong)
    peril = 1 + (v.floor - 1) * PERIL_PACE[v.length] // 100
    return Figures(8 + 2 * peril, 2 + peril // 3, 1 + peril // 3, 8 + peril, 6 + peril, peril // 4, 3 + 3 * peril)


def hits(attack: int, defence: int) -> int:
    """Return the chance that a blow hits, in 100."""
    return max(5, min(95, 60 + 5 * (attack - defence)))


def reaches(v: DescentView, m: MemberView) -> bool:
    """Say whether a member can strike from where it stands."""
    front = any(one.rank == "front" and one.state == "standing" and not one.outside for one in v.party)
    return m.rank == "front" or not front or (m.hand is not None and m.hand.bow)


def blow(m: MemberView, foe: Figures) -> int:
    """Return the average damage of one attack, times 100."""
    strength = 0 if m.hand is not None and m.hand.bow else m.strength
    damage = max(2, m.damage + 1 + 2 * strength - 2 * foe.protection)
    return hits(m.attack, foe.defence) * damage // 2


def spark(m: MemberView) -> int:
    """Return the average damage of a Spark, times 100."""
    return 350 + 100 * (m.wits + m.level // 2)


def harm(foe: Figures, party: list[MemberView]) -> int:
    """Return the average wound that a foe deals in a turn, times 100, over those that it may strike."""
    front = [m for m in party if m.rank == "front"] or party
    each = [hits(foe.attack, m.defence) * max(2, foe.blow - 2 * m.protection) // 2 for m in front]
    return sum(each) // max(1, len(each))


class Reckoning(NamedTuple):
    """A fight looked ahead."""

    rounds: int
    """Rounds until the last foe is dead, times 100."""
    loss: int
    """Health that this will cost, in 100 of the health left."""
    harm: int
    """Health that the foes take in a round, times 100."""


def reckon(v: DescentView, foes: list[FoeView] | list[tuple[str, str]]) -> Reckoning:
    """Reckon the fight against foes, each a FoeView or (kind, condition)."""
    pairs = [f if isinstance(f, tuple) else (f.kind, f.condition) for f in foes]
    party = [m for m in v.party if m.state != "fallen"]
    able = [m for m in party if m.state == "standing"]
    known = [(figures(v, kind), LEFT[condition]) for kind, condition in pairs]
    if not known or not party:
        return Reckoning(0, 0, 0)
    first = known[0][0]
    might = 0
    for m in able:
        strike = blow(m, first) if reaches(v, m) else 0
        if m.mana >= dict(m.spells).get("spark", m.mana + 1):
            strike = max(strike, spark(m))
        might += strike
    total = sum(f.health * left for f, left in known)
    rounds = 100 * total // max(1, might)
    taken = sum(harm(f, party) for f, _ in known)
    mean = taken * rounds * (len(known) + 1) // (2 * len(known)) // 100
    return Reckoning(rounds, mean // max(1, sum(m.health for m in party)), taken)
