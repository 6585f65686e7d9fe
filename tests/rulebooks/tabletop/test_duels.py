"""Duels: exact odds against an independent computation, and the examples of the rulebook."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from tests.rulebooks.tabletop.arena import duel
from tests.rulebooks.tabletop.rules_bench import under

from undercroft.rulebooks.tabletop import blows, duels, fighters, monsters, parties
from undercroft.rulebooks.tabletop.duels import Duellist
from undercroft.rulebooks.tabletop.records import replace

WARRIOR = duels.duellist(parties.member("warrior"))


def beast(kind: str) -> Duellist:
    return duels.duellist(monsters.from_block(kind))


@pytest.mark.rule("T23.8", "T23.9", "TX20")
def test_the_reference_warrior_beats_an_orc() -> None:
    orc = beast("orc")
    assert duels.hit_chance(WARRIOR.attack, orc.defence) == Fraction(365, 1000)
    assert duels.hit_chance(orc.attack, WARRIOR.defence) == Fraction(29, 100)
    odds = duels.odds(WARRIOR, orc)
    assert f"{odds.wins:.4f}" == "0.9989"
    assert f"{odds.rounds:.4f}" == "8.8602"


@pytest.mark.rule("T23.8", "T13.48", "T13.49", "T8.9", "T13.64")
@pytest.mark.parametrize("kind", ["weakened", "small-shape", "shell", "stuck"])
def test_a_duellist_brings_what_a_combat_counts(kind: str) -> None:
    c = under(replace(parties.member("warrior"), armour="leather-armour", shield=False), kind, amount=2)
    one, ogre = duels.duellist(c), beast("ogre")
    game = duel(c, "ogre", then=3)
    s, who = game.state, c.id
    figures = (fighters.attack_score, fighters.defence_score, fighters.courage, fighters.protection)
    assert [figure(s, who) for figure in figures] == [one.attack, one.defence, one.courage, one.protection]
    combat = blows.damage(s, who, "ogre-1", blows.hand(s, who)).distribution()
    assert duels.damage(one, ogre) == dict(combat)


@pytest.mark.rule("T13.48", "T13.49")
def test_a_weakened_duellist_has_half_of_its_figures() -> None:
    c = under(replace(parties.member("warrior"), armour="leather-armour", shield=False), "weakened")
    one, hale = duels.duellist(c), WARRIOR
    assert (one.protection, one.weak) == (2, True)
    assert max(duels.damage(one, one._replace(protection=0))) < max(duels.damage(hale, one._replace(protection=0)))


@pytest.mark.rule("T23.8", "T23.9", "TX21")
def test_an_ogre_acts_first_and_mostly_beats_the_reference_warrior() -> None:
    ogre = beast("ogre")
    assert duels.hit_chance(WARRIOR.attack, ogre.defence) == Fraction(3875, 10000)
    assert duels.hit_chance(ogre.attack, WARRIOR.defence) == Fraction(32, 100)
    assert f"{duels.odds(WARRIOR, ogre).wins:.4f}" == "0.2472"
    # The order matters: with the higher Courage the Warrior would win more often.
    assert duels.odds(WARRIOR._replace(courage=23), ogre).wins > 0.25


@pytest.mark.rule("T23.7", "TX19")
@pytest.mark.parametrize(
    ("attack", "defence", "adjustment", "chance"),
    [
        (10, 8, 0, Fraction(32, 100)), (10, 5, 0, Fraction(3875, 10000)), (18, 17, 0, Fraction(1775, 10000)),
        (25, 17, 0, Fraction(1775, 10000)), (10, 8, 20, Fraction(1, 20)), (10, 30, 0, Fraction(95, 1000)),
        (10, 8, -2, Fraction(1, 20) + Fraction(11, 20) * Fraction(12, 20)),
    ],
)  # fmt: skip
def test_an_attack_gets_past_a_defence(attack: int, defence: int, adjustment: int, chance: Fraction) -> None:
    assert duels.hit_chance(attack, defence, adjustment) == chance


# --- an independent computation: every die of a round, one after another, in plain fractions ---


def exact(a: Duellist, b: Duellist, first: int) -> tuple[Fraction, Fraction]:
    """Return (chance that a wins, mean rounds); `first` is 0 if a acts first in each round, else 1."""

    def blows(one: Duellist, other: Duellist) -> dict[int, Fraction]:
        """The Vitality that a whole turn takes, by enumerating each d20 and each d6."""
        faces = range(1, 21)
        ways: dict[tuple[int, bool], Fraction] = {(0, False): Fraction(1)}
        for _ in range(one.attacks):
            after: dict[tuple[int, bool], Fraction] = {}
            for (taken, warded), share in ways.items():
                for attack in faces:
                    for state, part in strike(one, other, attack, warded).items():
                        key = (taken + state[0], state[1])
                        after[key] = after.get(key, Fraction(0)) + share * part / 20
            ways = after
        found: dict[int, Fraction] = {}
        for (taken, _), share in ways.items():
            found[taken] = found.get(taken, Fraction(0)) + share
        return found

    def strike(one: Duellist, other: Duellist, attack: int, warded: bool) -> dict[tuple[int, bool], Fraction]:
        hit = attack == 1 or (attack <= one.attack and attack < 19)
        if not hit:
            return {(0, warded): Fraction(1)}
        found: dict[tuple[int, bool], Fraction] = {}
        ward = Fraction(0)
        if attack != 1 and not warded:
            ward = Fraction(sum(1 for face in range(1, 21) if face <= other.defence and face < 19), 20)
            found[0, True] = ward
            warded = True
        for dice in product(range(1, 7), repeat=one.dice):
            loss = max(0, max(0, sum(dice) + one.add) - other.protection)
            found[loss, warded] = found.get((loss, warded), Fraction(0)) + (1 - ward) / 6**one.dice
        return found

    turns = (blows(a, b), blows(b, a)) if first == 0 else (blows(b, a), blows(a, b))

    @cache
    def value(mine: int, theirs: int) -> tuple[Fraction, Fraction]:
        """What it is worth to who acts first, at the start of a round."""
        wins, rounds, stays = Fraction(0), Fraction(1), Fraction(0)
        for blow, chance in turns[0].items():
            if theirs - blow <= 0:
                wins += chance
                continue
            for reply, share in turns[1].items():
                if mine - reply <= 0:
                    continue
                if blow == reply == 0:
                    stays += chance * share
                    continue
                more = value(mine - reply, theirs - blow)
                wins += chance * share * more[0]
                rounds += chance * share * more[1]
        return wins / (1 - stays), rounds / (1 - stays)

    one = value(*((a.vitality, b.vitality) if first == 0 else (b.vitality, a.vitality)))
    return (one[0] if first == 0 else 1 - one[0]), one[1]


SMALL = Duellist("Small", 10, 9, 7, 7, 0, 1, 1)
TWICE = Duellist("Twice", 12, 11, 5, 8, 1, 1, 0, attacks=2)
STRONG = Duellist("Strong", 10, 18, 17, 9, 2, 1, 3)
CLUMSY = Duellist("Clumsy", 5, 3, 20, 6, 0, 2, -4, attacks=3)


@pytest.mark.rule("T23.8", "T8.2", "T8.3", "T8.5", "T8.6", "T8.8")
@pytest.mark.parametrize("pair", [(SMALL, TWICE), (TWICE, SMALL), (STRONG, CLUMSY), (CLUMSY, TWICE), (TWICE, STRONG)])
def test_odds_are_those_of_every_die_thrown_out(pair: tuple[Duellist, Duellist]) -> None:
    a, b = pair
    wins, rounds = exact(a, b, 0 if a.courage > b.courage else 1)
    odds = duels.odds(a, b)
    assert abs(odds.wins - wins) <= odds.error < 1e-9
    assert abs(odds.rounds - rounds) <= odds.error * rounds


@pytest.mark.rule("T23.9")
def test_at_equal_courage_the_mean_of_both_orders_is_given() -> None:
    orders = [exact(SMALL, STRONG, first) for first in (0, 1)]
    odds = duels.odds(SMALL, STRONG)
    assert abs(odds.wins - (orders[0][0] + orders[1][0]) / 2) < 1e-12
    assert abs(odds.rounds - (orders[0][1] + orders[1][1]) / 2) < 1e-9
    assert orders[0][0] != orders[1][0]


@pytest.mark.rule("T23.9")
@pytest.mark.parametrize("pair", [(SMALL, STRONG), (SMALL, TWICE)])
def test_the_chances_of_both_sides_add_up_to_one(pair: tuple[Duellist, Duellist]) -> None:
    a, b = pair
    one, other = duels.odds(a, b), duels.odds(b, a)
    assert abs(one.wins + other.wins - 1) < 1e-12
    assert abs(one.rounds - other.rounds) < 1e-9


@pytest.mark.rule("T23.33")
@pytest.mark.parametrize("courage", [1, 25])
def test_who_can_never_harm_the_other_has_no_chance(courage: int) -> None:
    bat, watcher = beast("giant-bat")._replace(courage=courage), beast("stone-watcher")
    assert duels.odds(bat, watcher).wins == 0
    assert duels.odds(watcher, bat).wins > 1 - 1e-12
    # A point more of damage, and there is a chance.
    assert duels.odds(bat._replace(add=1), watcher._replace(vitality=1)).wins > 0


@pytest.mark.rule("T23.33")
def test_two_who_cannot_harm_each_other_have_no_odds() -> None:
    wall = beast("giant-bat")._replace(protection=6)
    with pytest.raises(ValueError, match="neither"):
        duels.odds(wall, wall)


@pytest.mark.rule("T3.4", "T23.8")
def test_an_archer_duels_with_the_sword() -> None:
    elf = duels.duellist(parties.member("elf"))
    assert (elf.dice, elf.add, elf.attack, elf.vitality, elf.protection) == (1, 4, 11, 25, 3)


@pytest.mark.rule("T3.3", "T8.8")
def test_strength_counts_in_a_duel() -> None:
    assert (WARRIOR.dice, WARRIOR.add, WARRIOR.protection) == (1, 5, 4)


def test_a_dragon_against_a_giant_is_worked_out_in_few_steps() -> None:
    """About two sums of slices for each pair of Vitalities: an array library is not needed."""
    import sys

    steps = 0

    def count(_frame: object, event: str, _arg: object) -> None:
        nonlocal steps
        steps += event == "c_call"

    dragon, giant = beast("dragon"), beast("giant")
    duels.odds(dragon, giant)
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        odds = duels.odds(dragon, giant)
    finally:
        sys.setprofile(before)
    assert f"{odds.wins:.4f}" == "0.9990"
    assert steps < 100 * 90 * 8


@pytest.mark.rule("T23.8")
@pytest.mark.parametrize("vitality", [-100, 0, 301, 3000])
def test_a_duel_is_between_the_living_and_of_bounded_work(vitality: int) -> None:
    orc = duels.duellist(monsters.from_block("orc"))
    for a, b in ((WARRIOR._replace(vitality=vitality), orc), (orc, WARRIOR._replace(vitality=vitality))):
        with pytest.raises(ValueError, match=rf": Vitality {vitality} is not from 1 to 300 \(T23.8\)"):
            duels.odds(a, b)
