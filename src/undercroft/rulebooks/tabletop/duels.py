"""Duels (T23.8, T23.9, T23.33): two fighters strike at each other until one falls; exact odds, and mean rounds.

A duel is a Markov chain over both Vitalities at the start of a round. Shares of a turn's damage are whole numbers over
a whole number; the chain itself is worked out in floating point, on which no rule rests, within a stated error.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate, cycle
from math import fsum
from operator import mul
from typing import NamedTuple

from undercroft.rulebooks.tabletop import blows, derived, fighters, weapons
from undercroft.rulebooks.tabletop.catalogue import weapon
from undercroft.rulebooks.tabletop.qualities import effective, has
from undercroft.rulebooks.tabletop.records import Arm, Character, Foe

FACES = 20
MASTER_STROKES = 1
"""Natural rolls that hit and cannot be Defended (T8.3)."""
MOST = 18
"""Natural rolls above it always fail (T8.2, T8.5)."""
MOST_VITALITY = 300
"""Above that of any monster or sheet by the rules; the work grows with the product of both."""
ROUNDING = Fraction(1, 2**53)
"""The relative error of one step in floating point."""


class Duellist(NamedTuple):
    """What counts of a fighter in a duel; a hit takes `dice` d6 + `add`, less the other's Protection."""

    name: str
    courage: int
    attack: int
    defence: int
    vitality: int
    protection: int
    dice: int
    add: int
    attacks: int = 1
    weak: bool = False
    """Whether its damage is halved (T13.49)."""


class Odds(NamedTuple):
    """What a duel comes to; `error` bounds how far `wins` may be off, and `rounds` in parts of itself."""

    wins: float
    rounds: float
    error: float


def duellist(one: Character | Foe) -> Duellist:
    """Return what a fighter brings into a duel: a character at their present Vitality, striking hand to hand."""
    if isinstance(one, Foe):
        return Duellist(
            one.name, one.courage, one.attack, one.defence, one.vitality, one.protection, one.dice, one.add, one.attacks
        )  # fmt: skip
    dice, add = 0, blows.SMALL_DAMAGE
    if not has(one, "small-shape"):
        blow = weapons.damage(one, in_hand(one))
        dice, add = blow.count, blow.base
    return Duellist(
        one.name, effective(one, "courage"), derived.attack(one), derived.defence(one), one.vitality,
        fighters.armoured(one), dice, add, weak=has(one, "weakened"),
    )  # fmt: skip


def in_hand(c: Character) -> Arm | None:
    """Return the weapon of a duel: the one wielded, of an archer the first that strikes hand to hand; None: bare."""
    arm = weapons.in_hand(c)
    if arm is None or not weapon(arm.kind).missile:
        return arm
    return next((arm for arm in c.weapons if not weapon(arm.kind).missile and not arm.broken), None)


def hit_chance(attack: int, defence: int, adjustment: int = 0) -> Fraction:
    """Return the chance that one Attack gets past one Defence (T23.7)."""
    return _master() + _plain(attack, adjustment) * (1 - _wards_off(defence))


def _master() -> Fraction:
    return Fraction(MASTER_STROKES, FACES)


def _plain(attack: int, adjustment: int = 0) -> Fraction:
    return Fraction(max(MASTER_STROKES, min(MOST, attack - adjustment)) - MASTER_STROKES, FACES)


def _wards_off(defence: int) -> Fraction:
    return Fraction(max(0, min(MOST, defence)), FACES)


def damage(striker: Duellist, target: Duellist) -> dict[int, Fraction]:
    """Return the share of each amount that a hit takes: never below 0, then Protection comes off (T3.5, T8.8)."""
    return dict(
        blows.taken(striker.dice, striker.add, striker.weak, False, target.protection, target.name).distribution()
    )


def mean_damage(striker: Duellist, target: Duellist) -> Fraction:
    """Return what a hit takes on average."""
    return sum((amount * share for amount, share in damage(striker, target).items()), Fraction(0))


def turn(striker: Duellist, target: Duellist) -> list[Fraction]:
    """Return the share of each amount of Vitality, from 0 up, that all Attacks of a round take.

    The one Defence of a round is used against the first hit that may be Defended (T8.6).
    """
    unused: dict[int, Fraction] = {0: Fraction(1)}
    used: dict[int, Fraction] = {}
    master, plain, wards = _master(), _plain(striker.attack), _wards_off(target.defence)
    hit = damage(striker, target)
    for _ in range(striker.attacks):
        hit_again = _struck(used, hit, master + plain)
        first_hit = _struck(unused, hit, plain * (1 - wards))
        used = _sum(hit_again, first_hit, _scaled(used, 1 - master - plain), _scaled(unused, plain * wards))
        unused = _sum(_struck(unused, hit, master), _scaled(unused, 1 - master - plain))
    shares = _sum(unused, used)
    return [shares.get(amount, Fraction(0)) for amount in range(max(shares) + 1)]


def _struck(before: Mapping[int, Fraction], hit: Mapping[int, Fraction], share: Fraction) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for done, weight in before.items():
        for amount, chance in hit.items():
            found[done + amount] = found.get(done + amount, Fraction(0)) + weight * chance * share
    return found


def _scaled(shares: Mapping[int, Fraction], by: Fraction) -> dict[int, Fraction]:
    return {amount: share * by for amount, share in shares.items()}


def _sum(*all_shares: Mapping[int, Fraction]) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for shares in all_shares:
        for amount, share in shares.items():
            found[amount] = found.get(amount, Fraction(0)) + share
    return found


def harms(striker: Duellist, target: Duellist) -> bool:
    """Say whether a fighter can ever take Vitality from the other (T23.33)."""
    return max(damage(striker, target)) > 0


def odds(a: Duellist, b: Duellist) -> Odds:
    """Return the chance that `a` beats `b`, and the mean number of rounds; ValueError if that cannot be told.

    The higher Courage acts first; of equal ones the mean of both orders is given (T23.9).
    """
    for one in (a, b):
        if not 1 <= one.vitality <= MOST_VITALITY:
            raise ValueError(f"{one.name}: Vitality {one.vitality} is not from 1 to {MOST_VITALITY} (T23.8)")
    if not harms(a, b) and not harms(b, a):
        raise ValueError(f"neither {a.name} nor {b.name} can ever harm the other (T23.33)")
    by_a, by_b = turn(a, b), turn(b, a)
    orders = []
    if a.courage >= b.courage:
        orders.append(_in_order(by_a, b.vitality, by_b, a.vitality))
    if b.courage >= a.courage:
        wins, rounds, error = _in_order(by_b, a.vitality, by_a, b.vitality)
        # Who can never harm the other has the chance 0 exactly (T23.33).
        orders.append(Odds(max(0.0, 1 - wins) if harms(a, b) else 0.0, rounds, error))
    first, last = orders[0], orders[-1]
    return Odds((first.wins + last.wins) / 2, (first.rounds + last.rounds) / 2, max(first.error, last.error))


def _in_order(first: list[Fraction], last_vitality: int, last: list[Fraction], first_vitality: int) -> Odds:
    """Return the odds for who acts first; `first` and `last` are the damages of their turns.

    A place of the chain is both Vitalities at the start of a round, and has the rounds that are begun there on average:
    all of them together are the rounds of the duel, and of each a share ends it. A round in which nothing happens leads
    back to itself: what comes to a place is divided by the chance that something does.
    """
    misses, stays, moves = float(first[0]), float(last[0]), float(1 - first[0] * last[0])
    blow = [float(share) for share in reversed(first[1:])]
    reply = [float(share) for share in reversed(last[1:])]
    fells = [float(share) for share in accumulate(reversed(first))][::-1]
    ends = [fells[left] if left < len(fells) else 0.0 for left in range(last_vitality, 0, -1)]
    begun: list[float] = []
    # Nobody begins with more Vitality than they have: no rounds come from there.
    struck_there = [[0.0] * len(reply) for _ in ends]
    start = 1.0
    for row in range(first_vitality):
        rounds = [0.0] * len(blow)
        for at, column in enumerate(struck_there):
            struck = sum(map(mul, blow, rounds[at:]))
            here = (start + stays * struck + sum(map(mul, reply, column[row:]))) / moves
            rounds.append(here)
            column.append(struck + misses * here)
            start = 0.0
        begun += rounds[len(blow) :]
    wins = fsum(map(mul, begun, cycle(ends)))
    # Rounds are sums of positive products of those before them: errors add up along the chain.
    steps = (first_vitality + last_vitality) * (len(first) + len(last) + 8)
    return Odds(wins, fsum(begun), float(steps * ROUNDING))
