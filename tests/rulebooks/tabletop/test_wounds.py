"""Wounds (T8.18 to T8.25): falling, bleeding, dying, healing, bandages, coming round."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rulebooks.tabletop.arena import (
    MISS,
    act,
    band,
    change,
    duel,
    fight,
    harmless,
    hero,
    new,
    reference,
    refusal,
    stance,
    told,
)

from undercroft.rulebooks.tabletop import fighters, fights, monsters, wounds
from undercroft.rulebooks.tabletop.records import Clock, replace
from undercroft.testing import staged


def two(vitality=30, **more):
    """Ada acts; Bea, whose Courage is lower, has this Vitality."""
    return fight(band(new([hero(**more), hero("bea", courage=10, vitality=vitality)]), harmless()))


def hurt(game, who, amount):
    game._ctx.events = []
    wounds.lose(game._ctx, who, amount, "poison")
    return game._ctx.events


@pytest.mark.rule("T8.18")
@pytest.mark.parametrize(("amount", "falls"), [(29, False), (30, True), (31, True)])
def test_at_0_or_less_a_character_falls(amount, falls):
    game = two()
    assert any(isinstance(e, wounds.Fell) for e in hurt(game, "bea", amount)) is falls
    assert fighters.standing(game.state, "bea") is not falls


@pytest.mark.rule("T8.20")
@pytest.mark.parametrize(("amount", "dies"), [(39, False), (40, True), (50, True)])
def test_at_10_below_a_character_is_dead(amount, dies):
    game = two()
    assert any(isinstance(e, wounds.Died) for e in hurt(game, "bea", amount)) is dies
    assert game.state.characters["bea"].dead is dies


@pytest.mark.rule("T8.25", "T12.38")
@pytest.mark.parametrize(("left", "slain"), [(1, False), (0, True), (-20, True)])
def test_a_monster_at_0_is_slain_and_never_unconscious(left, slain):
    game = two()
    events = hurt(game, "orc-1", 99 - left)
    assert any(isinstance(e, wounds.Slain) for e in events) is slain
    assert "orc-1" not in wounds.bleeding(game.state)


@pytest.mark.rule("T8.19")
def test_who_lay_fallen_and_unbound_as_the_round_began_loses_1():
    game = two()
    hurt(game, "bea", 33)
    act(game, "wait", MISS)
    assert game.state.characters["bea"].vitality == -3
    act(game, "wait", MISS)
    assert game.state.characters["bea"].vitality == -4
    stance(game, "bea", bound=True)
    act(game, "wait", MISS)
    assert game.state.characters["bea"].vitality == -4


@pytest.mark.rule("T8.19", "T8.21")
@pytest.mark.parametrize(("fell", "left"), [(-1, -4), (0, -3)])
def test_whose_bleeding_was_stopped_does_not_bleed_in_the_next_fight(fell, left):
    lying = hero("bea", courage=10, vitality=-3, fell=fell)
    game = fight(band(new([hero(), lying]), harmless()))
    act(game, "wait", MISS)
    assert game.state.characters["bea"].vitality == left


@pytest.mark.rule("T8.19", "T8.20")
def test_the_bleeding_die_at_10_below():
    game = two(-9)
    step = act(game, "wait", MISS)
    assert told(step, wounds.Died)
    assert game.state.characters["bea"].vitality == -10
    act(game, "wait", MISS)
    assert game.state.characters["bea"].vitality == -10


@pytest.mark.rule("T23.15", "T8.19")
def test_without_bleeding_nobody_bleeds():
    game = fight(band(new([hero(), hero("bea", courage=10, vitality=-3)], bleeding=False), harmless()))
    act(game, "wait", MISS)
    assert game.state.characters["bea"].vitality == -3


@pytest.mark.rule("T8.22")
@pytest.mark.parametrize(("amount", "left", "awake"), [(3, 0, False), (4, 1, True), (50, 30, True)])
def test_healing_adds_below_0_too_and_wakes_at_1_unready(amount, left, awake):
    game = two(-3)
    game._ctx.events = []
    wounds.heal(game._ctx, "bea", amount, "newts-mending")
    assert game.state.characters["bea"].vitality == left
    assert fighters.standing(game.state, "bea") is awake
    if awake:
        assert not game.state.stances["bea"].ready


@pytest.mark.rule("T8.22", "T7.1")
def test_who_comes_round_before_their_turn_still_acts_in_it():
    game = two(-3)
    wounds.heal(game._ctx, "bea", 10, "newts-mending")
    act(game, "wait")
    assert fights.acting(game.state) == "bea"


@pytest.mark.rule("T8.23")
@pytest.mark.parametrize(("turn", "awake"), [(11, False), (12, True)])
def test_the_fallen_come_round_after_12_turns(turn, awake):
    game = new([hero(vitality=-4)])
    change(game, "ada", fell=0)
    with staged(game) as s:
        s.clock = Clock(turn)
    game._ctx.events = []
    wounds.rouse(game._ctx)
    assert game.state.characters["ada"].vitality == (1 if awake else -4)


@pytest.mark.rule("T8.23")
def test_the_fallen_come_round_at_the_end_of_a_camp():
    game = new([hero(vitality=-4), hero("bea", vitality=-10, dead=True), hero("cyd", vitality=7)])
    wounds.rouse(game._ctx, camped=True)
    assert [c.vitality for c in game.state.characters.values()] == [1, -10, 7]


# --- bandages ---


@pytest.mark.rule("T7.28")
def test_a_bandage_stops_the_bleeding_of_a_fallen_ally():
    game = two(-3, goods=(("bandage", 1),))
    act(game, "bind bea", MISS)
    assert game.state.characters["ada"].goods == ()
    assert game.state.stances["bea"].bound
    act(game, "wait", MISS)
    assert game.state.characters["bea"].vitality == -3
    assert refusal(game, "bind bea")[0] == "fight.no_ally"


@pytest.mark.rule("T7.28", "T7.47")
def test_the_bandages_of_one_who_fled_are_gone_with_them():
    heroes = [hero(goods=(("bandage", 1),)), hero("bo", courage=11), hero("cy", courage=10, vitality=-2)]
    game = fight(band(new(heroes), replace(monsters.from_block("orc"), attack=1)))
    act(game, "flee", 5)
    assert refusal(game, "bind cy") == ("bandage.none", "T7.28")
    game = fight(band(new(heroes), replace(monsters.from_block("orc"), attack=1)))
    act(game, "wait")
    act(game, "bind cy", MISS)
    assert game.state.characters["ada"].goods == ()


@pytest.mark.rule("T7.28")
def test_binding_needs_a_bandage_and_one_who_bleeds():
    assert refusal(two(-3), "bind bea") == ("bandage.none", "T7.28")
    assert refusal(two(3, goods=(("bandage", 1),)), "bind bea")[0] == "fight.no_ally"


@pytest.mark.rule("T8.24")
def test_after_a_combat_a_bandage_restores_2_once():
    game = fight(
        band(
            new([hero(goods=(("bandage", 3),)), hero("bea", courage=10), hero("cyd", courage=9, vitality=5)]), "goblin"
        )
    )
    hurt(game, "ada", 1)
    hurt(game, "bea", 9)
    change(game, "goblin-1", vitality=0)
    act(game, "wait")
    assert [c.id for c in wounds.sore(game.state)] == ["ada", "bea"]
    wounds.bandage(game._ctx)
    assert [c.vitality for c in game.state.characters.values()] == [30, 23, 5]
    assert game.state.characters["ada"].goods == (("bandage", 1),)
    refused = wounds.bandage_refused(game.state)
    assert (refused.code, refused.rule) == ("bandage.nobody", "T8.24")


@pytest.mark.rule("T8.24")
def test_without_bandages_nobody_is_bandaged():
    game = new([hero(vitality=5, sore=True)])
    assert wounds.bandage_refused(game.state).code == "bandage.none"
    change(game, "ada", goods=(("bandage", 1),))
    assert wounds.bandage_refused(game.state) is None


@pytest.mark.rule("T8.24")
def test_a_new_combat_is_a_new_count_of_wounds():
    game = duel(hero(sore=True, vitality=9, goods=(("bandage", 1),)), "goblin")
    change(game, "goblin-1", vitality=0)
    act(game, "wait")
    assert wounds.sore(game.state) == []


# --- whatever the dice ---


@pytest.mark.rule("T7.49", "T7.43")
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["orc", "goblin", "giant-rat", "troll", "skeleton"]), st.integers(1, 5))
def test_a_fight_ends_and_vitality_keeps_its_bounds(seed, kind, count):
    game = band(new(reference(), seed=seed), *[kind] * count)
    game._ctx.events = []
    fights.open_fight(game._ctx, ("group-1",), ready=True)
    game._settle()
    events = [] if game.state.fight is None else list(game.act("auto until end").all_events)
    assert game.state.fight is None or any(e.tag() == "automatic.stopped" for e in events)
    for one in (*game.state.characters.values(), *game.state.foes.values()):
        assert one.vitality <= one.vitality_max
    for c in game.state.characters.values():
        assert c.dead == (c.vitality <= -10)
    for begun in (one for one in events if isinstance(one, fights.RoundBegun)):
        courages = [-fighters.courage(game.state, who) for who in begun.order]
        assert courages == sorted(courages)
