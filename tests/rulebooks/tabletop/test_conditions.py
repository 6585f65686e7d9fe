"""Conditions (T1.6 to T1.10, T3.12, T6.2, T6.4): how they begin, stand side by side, and end."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.arena import act, afflict, duel, hero
from tests.rulebooks.tabletop.dungeon_bench import explore

from undercroft.rulebooks.tabletop import conditions, derived, monsters, qualities
from undercroft.rulebooks.tabletop.records import Condition, replace
from undercroft.testing import staged

STRENGTH = "quality:strength"


def raised(*pairs, **more):
    return hero(conditions=tuple(Condition(STRENGTH, amount, "turns", left) for amount, left in pairs), **more)


def later(game, turns):
    for _ in range(turns):
        assert game.act("wait").accepted
    return game.state.characters["ada"]


@pytest.mark.rule("T6.2")
@pytest.mark.parametrize(("minutes", "turns"), [(5, 1), (35, 7), (60, 12), (100, 20)])
def test_minutes_in_turns(minutes, turns):
    assert conditions.turns(minutes) == turns


@pytest.mark.rule("T1.10")
def test_increases_stand_side_by_side_and_the_largest_counts_for_its_own_time():
    held = conditions.with_condition((Condition(STRENGTH, 3, "turns", 9),), Condition(STRENGTH, 7, "turns", 2))
    assert [(one.amount, one.left) for one in held] == [(3, 9), (7, 2)]
    game = explore(replace(hero(strength=10), conditions=held))
    assert qualities.effective(game.state.characters["ada"], "strength") == 17
    assert qualities.effective(later(game, 1), "strength") == 17
    assert qualities.effective(later(game, 1), "strength") == 13


@pytest.mark.parametrize(("first", "second", "left"), [(7, 2, 7), (2, 7, 7)])
def test_of_two_sleeps_the_longer_one_stays(first, second, left):
    one, two = (Condition("asleep", 0, "turns", turns) for turns in (first, second))
    held = conditions.with_condition((one,), two)
    assert [(one.kind, one.left) for one in held] == [("asleep", left)]


@pytest.mark.rule("T6.4")
def test_a_counter_falls_by_one_each_turn_and_ends_at_nothing():
    game = explore(raised((7, 2)))
    assert later(game, 1).conditions[0].left == 1
    assert later(game, 1).conditions == ()


@pytest.mark.rule("T6.4")
def test_the_foes_effects_run_out_too():
    game = explore(hero())
    boss = game.state.foes["goblin-5.1"]
    with staged(game) as s:
        s.foes[boss.id] = replace(boss, conditions=(Condition("asleep", 0, "turns", 1),))
    later(game, 1)
    assert game.state.foes["goblin-5.1"].conditions == ()


@pytest.mark.rule("T1.6", "T1.7", "T1.8")
def test_base_and_effective_values():
    c = raised((7, 2), strength=11)
    assert (qualities.base(c, "strength"), qualities.effective(c, "strength")) == (11, 18)
    assert derived.strength_change(qualities.effective(c, "strength")) == 6


@pytest.mark.rule("T1.9")
def test_an_increase_stops_at_20():
    assert qualities.effective(raised((7, 2), strength=13), "strength") == 20
    assert qualities.effective(raised((7, 2), strength=14), "strength") == 20


@pytest.mark.rule("T3.12", "T13.59")
@pytest.mark.parametrize(("agility", "point", "old", "scores"), [
    (12, "none", (10, 8), (11, 8)), (13, "defence", (10, 9), (10, 9)), (8, "defence", (10, 7), (10, 9)),
    (5, "attack", (9, 8), (10, 8)),
])  # fmt: skip
def test_a_change_of_agility_reworks_the_point_at_once(agility, point, old, scores):
    c = hero(agility=agility, agility_point=point, attack=old[0], defence=old[1])
    game = explore(replace(c, conditions=(Condition("quality:agility", 7, "turns", 1),)))
    swift = game.state.characters["ada"]
    assert (derived.attack(swift), derived.defence(swift)) == scores
    after = later(game, 1)
    assert (derived.attack(after), derived.defence(after)) == old


@pytest.mark.rule("T6.4")
def test_rounds_are_counted_down_and_end():
    game = duel(hero(), replace(monsters.from_block("orc"), courage=1))
    afflict(game, "orc-1", "stuck", until="rounds", left=2)
    act(game, "wait")
    assert game.state.foes["orc-1"].conditions[0].left == 1
    act(game, "wait")
    assert game.state.foes["orc-1"].conditions == ()
