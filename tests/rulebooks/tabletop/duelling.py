"""A dozen unlike pairs for duels (T23.8): their figures read off the rules, a chain of their own, and real combat.

Three ways come to the odds of a pair: what `odds duel` says of two names; a Markov chain of exchanges written from T8
with the dice of `dyce`, which asks nothing of the product; and duels fought out by the combat of every game.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from dyce import H
from tests.rulebooks.tabletop import arena

from undercroft.rulebooks.tabletop import automatic, monsters, skirmish
from undercroft.rulebooks.tabletop import records as r
from undercroft.testing import staged


class Side(NamedTuple):
    """What the rules say of a fighter; a hit takes `dice` d6 + `add`, less the other's Protection."""

    courage: int
    attack: int
    defence: int
    vitality: int
    protection: int
    dice: int
    add: int
    attacks: int = 1


class Pair(NamedTuple):
    """Two fighters as `odds duel` is asked for them, and their figures by the rules; the first can be a character."""

    first: str
    second: str
    a: Side
    b: Side


SHEETS: dict[str, str] = {
    "fists.toml": """
name = "Ida"
class = "Adventurer"
level = 1
ap = 0
courage = 5
intelligence = 9
charisma = 9
agility = 10
strength = 8
attack = 10
defence = 8
agility_point = "none"
silver = 0
vitality = 16
vitality_max = 30
armour = "travelling clothes"
wielded = ""
""",
    "knight.toml": """
name = "Gerold"
class = "Warrior"
level = 7
ap = 2600
courage = 15
intelligence = 9
charisma = 9
agility = 11
strength = 16
attack = 15
defence = 12
agility_point = "none"
silver = 0
vitality = 52
vitality_max = 60
armour = "knightly armour"
wielded = "great sword"
weapons = ["great sword"]
""",
    "dwarf.toml": """
name = "Orm"
class = "Dwarf"
level = 3
ap = 300
courage = 12
intelligence = 9
charisma = 8
agility = 12
strength = 14
attack = 12
defence = 9
agility_point = "none"
silver = 0
vitality = 41
vitality_max = 43
armour = "mail shirt"
wielded = "war axe"
weapons = ["war axe"]
""",
    "champion.toml": """
name = "Adelheid"
class = "Warrior"
level = 15
ap = 14000
courage = 19
intelligence = 9
charisma = 9
agility = 12
strength = 19
attack = 18
defence = 17
agility_point = "none"
silver = 0
vitality = 96
vitality_max = 96
armour = "knightly armour"
shield = true
wielded = "sword"
weapons = ["sword"]
""",
    "hurt.toml": """
name = "Alwin"
class = "Warrior"
level = 1
ap = 0
courage = 12
intelligence = 9
charisma = 9
agility = 11
strength = 13
attack = 10
defence = 8
agility_point = "none"
silver = 0
vitality = 4
vitality_max = 30
armour = "padded coat"
shield = true
wielded = "mace"
weapons = ["mace"]
""",
    "potion.toml": """
name = "Ysolde"
class = "Magician"
level = 2
ap = 100
courage = 10
intelligence = 12
charisma = 12
agility = 11
strength = 9
attack = 10
defence = 8
agility_point = "none"
silver = 0
vitality = 15
vitality_max = 20
astral = 20
astral_max = 30
armour = "travelling clothes"
wielded = "wand"
weapons = ["wand"]
conditions = ["strength +7, 7 turns"]
""",
}

PAIRS: dict[str, Pair] = {
    # T24.10, T3.3 (Strength 13), T9.11, T10.4, T10.8; T11.10
    "warrior-orc": Pair("reference:warrior", "orc", Side(12, 10, 8, 30, 4, 1, 5), Side(9, 9, 6, 18, 2, 1, 3)),
    # T11.19, T11.20: the foe acts first
    "warrior-ogre": Pair("reference:warrior", "ogre", Side(12, 10, 8, 30, 4, 1, 5), Side(22, 10, 5, 40, 3, 2, 4)),
    # T24.10, T9.8; T12.7
    "dwarf-bandit": Pair("reference:dwarf", "bandit", Side(11, 10, 8, 35, 4, 1, 3), Side(9, 9, 7, 20, 2, 1, 3)),
    # T24.10 (+1 Attack; no bow in a duel), T9.11; T12.9: equal Courage (T23.9)
    "elf-harpy": Pair("reference:elf", "harpy", Side(10, 11, 8, 25, 3, 1, 4), Side(10, 10, 7, 18, 1, 1, 3)),
    # T24.10, T9.5, T10.2; T12.1: damage that may be 0
    "magician-rat": Pair("reference:magician", "giant rat", Side(10, 10, 8, 20, 1, 1, 2), Side(6, 7, 4, 6, 0, 1, -1)),
    # T9.1, T3.1 (Strength 8), T10.2; T12.2: either blow is often nothing; equal Courage
    "fists-bat": Pair("fists.toml", "giant bat", Side(5, 10, 8, 16, 1, 1, -3), Side(5, 7, 7, 5, 0, 1, -2)),
    # T9.16, T3.3 (Strength 16), T10.7; T11.23, T11.24
    "knight-troll": Pair("knight.toml", "troll", Side(15, 15, 12, 52, 6, 2, 6), Side(25, 11, 5, 60, 4, 2, 6)),
    # T9.12, T3.3 (Strength 14), T10.5; T12.13: two Attacks against one Defence (T8.6)
    "dwarf-scorpion": Pair(
        "dwarf.toml", "giant scorpion", Side(12, 12, 9, 41, 4, 1, 7), Side(10, 10, 6, 28, 4, 1, 2, 2)
    ),
    # T3.15 (18 and 17), T3.3 (Strength 19), T10.7, T10.8; T11.31 to T11.33: two Attacks, and the higher Courage
    "champion-dragon": Pair(
        "champion.toml", "dragon", Side(19, 18, 17, 96, 7, 1, 11), Side(20, 13, 8, 100, 6, 3, 3, 2)
    ),
    # T9.9, T3.3, T10.3, T10.8, hurt; T11.15, T11.16 and T12.37
    "hurt-goblin-chief": Pair("hurt.toml", "goblin chief", Side(12, 10, 8, 4, 3, 1, 4), Side(7, 9, 6, 18, 1, 1, 2)),
    # T12.36, T12.37
    "orc-veteran-orc-chief": Pair(
        "orc veteran", "orc chief", Side(9, 10, 7, 23, 2, 1, 3), Side(11, 11, 7, 27, 2, 1, 4)
    ),
    # T9.4, T3.3 (Strength 9 + 7), T10.2; T12.3
    "potion-wolf": Pair("potion.toml", "wolf", Side(10, 10, 8, 15, 1, 1, 5), Side(9, 10, 4, 15, 1, 1, 1)),
    # T12.16, T12.21: Protection that stops most
    "watcher-giant": Pair("stone watcher", "giant", Side(18, 10, 6, 30, 6, 1, 4), Side(24, 12, 5, 90, 4, 3, 5)),
}  # fmt: skip


# --- a chain of exchanges, from the rules alone ---

MISS, HIT, MASTER = 0, 1, 2


def wound(striker: Side, target: Side) -> H:
    """Return what a hit takes: the damage is never below 0, then Protection comes off, never below 0 (T3.5, T8.8)."""
    return (striker.dice @ H(6)).apply(lambda total: max(0, max(0, total + striker.add) - target.protection))


def attack(striker: Side) -> H:
    """Return one Attack roll: a 1 is a master stroke, 19 and 20 miss, else Attack or below hits (T8.1 to T8.3)."""
    return H(20).apply(lambda face: MASTER if face == 1 else HIT if face <= min(18, striker.attack) else MISS)


def defence(target: Side) -> H:
    """Return one Defence roll, 1 for a success: 19 and 20 fail, else Defence or below (T8.4, T8.5)."""
    return H(20).apply(lambda face: int(face <= min(18, target.defence)))


@cache
def exchange(striker: Side, target: Side) -> dict[int, float]:
    """Return the chances of what a fighter's Attacks of one round take, the one Defence used once (T8.6)."""
    told: dict[tuple[int, bool], float] = {(0, False): 1.0}
    for _ in range(striker.attacks):
        after: dict[tuple[int, bool], float] = {}
        for (taken, used), share in told.items():
            for loss, spent, chance in _one_attack(striker, target, used):
                key = (taken + loss, spent)
                after[key] = after.get(key, 0.0) + share * chance
        told = after
    found: dict[int, float] = {}
    for (taken, _), share in told.items():
        found[taken] = found.get(taken, 0.0) + share
    return found


def _one_attack(striker: Side, target: Side, used: bool) -> Iterator[tuple[int, bool, float]]:
    for kind, chance in _shares(attack(striker)):
        if kind == MISS:
            yield 0, used, chance
            continue
        asks = kind == HIT and not used
        for warded, part in _shares(defence(target)) if asks else [(0, 1.0)]:
            if warded:
                yield 0, True, chance * part
            else:
                for loss, share in _shares(wound(striker, target)):
                    yield loss, used or asks, chance * part * share


def _shares(h: H) -> list[tuple[int, float]]:
    return [(int(outcome), count / h.total) for outcome, count in h.items()]


def chain(a: Side, b: Side) -> tuple[float, float]:
    """Return the chance that `a` beats `b`, and the mean rounds; of equal Courage the mean of both orders (T23.9)."""
    orders = []
    if a.courage >= b.courage:
        orders.append(_ordered(a, b))
    if b.courage >= a.courage:
        wins, rounds = _ordered(b, a)
        orders.append((1 - wins, rounds))
    return sum(w for w, _ in orders) / len(orders), sum(n for _, n in orders) / len(orders)


def _ordered(first: Side, last: Side) -> tuple[float, float]:
    """Return the chance that who acts first wins, and the mean rounds: every pair of Vitalities, the least first."""
    blows, replies = list(exchange(first, last).items()), list(exchange(last, first).items())
    worth: dict[tuple[int, int], tuple[float, float]] = {}
    for mine in range(1, first.vitality + 1):
        for theirs in range(1, last.vitality + 1):
            wins, rounds, again = 0.0, 1.0, 0.0
            for blow, chance in blows:
                if blow >= theirs:
                    wins += chance
                    continue
                for reply, share in replies:
                    if blow == reply == 0:
                        again += chance * share
                    elif reply < mine:
                        won, more = worth[mine - reply, theirs - blow]
                        wins += chance * share * won
                        rounds += chance * share * more
            worth[mine, theirs] = wins / (1 - again), rounds / (1 - again)
    return worth[first.vitality, last.vitality]


# --- the same pairs in real combat ---

WORN = ("", "travelling-clothes", "padded-coat", "leather-armour", "mail-shirt", "scale-armour", "knightly-armour")
"""Armour by its Protection (T10.2 to T10.7)."""
ARMS = {1: ("sword", 4), 2: ("great-sword", 2)}
"""A weapon of so many dice, and its Damage Add (T9.11, T9.16); Strength makes up the rest (T3.1, T3.3)."""
UNARMED = -2
LONGEST = 100_000
"""Combat Rounds after which a duel would be given up; an automatic fight ends at 200 (T7.49), a duel does not."""


def character(side: Side) -> r.Character:
    """Return a character of these figures, without anything that a duel leaves out."""
    kind, add = ARMS[side.dice] if side.add >= 0 else ("", UNARMED)
    more = side.add - add
    if more < -1:  # a lighter weapon: club 1d6+1, quarterstaff +2, hand axe +3 (T9.3, T9.5, T9.8)
        kind, more = {1: "club", 2: "quarterstaff", 3: "hand-axe"}[side.add], 0
    return arena.hero(
        "ada", "adventurer", courage=side.courage, attack=side.attack, defence=side.defence, vitality=side.vitality,
        vitality_max=side.vitality, strength=12 + more if more > 0 else 8 if more < 0 else 10,
        armour=WORN[min(6, side.protection)], shield=side.protection > 6, weapons=(r.Arm(kind),) if kind else (),
        wielded=0 if kind else -1,
    )  # fmt: skip


def foe(side: Side) -> r.Foe:
    """Return a foe of these figures: an Orc has no traits that a duel leaves out."""
    return monsters.changed(
        monsters.from_block("orc"),
        {
            "courage": side.courage, "attack": side.attack, "defence": side.defence, "vitality": side.vitality,
            "vitality_max": side.vitality, "protection": side.protection, "dice": side.dice, "add": side.add,
            "attacks": side.attacks,
        },
    )  # fmt: skip


class Duel(skirmish.Skirmish):
    """One character against one foe, both ready, fought out: no breaking, no bleeding, no terror (T23.8)."""

    def __init__(self, pair: Pair) -> None:
        super().__init__([character(pair.a)], [foe(pair.b)], 1)
        self._table = skirmish.Game(self, 0, {})
        with staged(self._table) as s:
            s.switches = r.Switches(breakage=False, bleeding=False, terror=False)

    def counted(self, seeds: range) -> tuple[int, list[int]]:
        """Fight a duel from each seed; return how many the character won, and the rounds of each."""
        won, rounds, most = 0, [], automatic.MOST_ROUNDS
        automatic.MOST_ROUNDS = LONGEST
        try:
            for seed in seeds:
                result = self.fought(seed)
                won += result.won
                rounds.append(result.rounds)
        finally:
            automatic.MOST_ROUNDS = most
        return won, rounds


def fields(side: Side) -> dict[str, Any]:
    """Return the figures as `odds duel` tells them."""
    return {
        "courage": side.courage, "attack": side.attack, "defence": side.defence, "vitality": side.vitality,
        "protection": side.protection, "damage": f"{side.dice}d6{side.add:+d}" if side.add else f"{side.dice}d6",
        "attacks": side.attacks,
    }  # fmt: skip
