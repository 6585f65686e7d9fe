"""Potions (T13.15 to T13.17, T13.56 to T13.66), drunk in combat and in the dungeon."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.arena import MISS, act, band, duel, fight, hero, new, orc, refusal, told
from tests.rulebooks.tabletop.dungeon_bench import explore

from undercroft.rulebooks.tabletop import (
    blows,
    derived,
    fighters,
    loads,
    potions,
    qualities,
    tests,
)
from undercroft.rulebooks.tabletop.records import Arm, Jewel, Magic, replace
from undercroft.testing import staged

SMALL = "potion-of-small-shape"


def holder(*items, **more):
    return hero(items=tuple(Magic(one, known=True) for one in items), **more)


def alone(c):
    """A game in which nobody comes upon the party."""
    game = explore(c)
    with staged(game) as s:
        s.adventure = replace(s.adventure, wandered=3)
    return game


def ada(game):
    return game.state.characters["ada"]


@pytest.mark.rule("T13.15", "T13.16", "T13.17")
@pytest.mark.parametrize(
    ("dose", "vitality", "left"), [(10, 5, 15), (20, 5, 25), (30, 1, 30), (10, 25, 30), (30, 29, 30)]
)
def test_a_healing_potion_restores_up_to_its_dose_without_a_roll(dose, vitality, left):
    game = alone(holder(f"healing-potion-{dose}", vitality=vitality))
    assert game.act(f"use healing-potion-{dose} ada").accepted
    assert ada(game).vitality == left
    assert ada(game).items == ()


@pytest.mark.rule("T7.23", "T8.22", "T13.3")
def test_a_potion_is_given_to_a_fallen_ally_who_is_unready_then():
    game = fight(band(new([holder("healing-potion-10"), hero("bea", courage=2, vitality=-3)]), orc()))
    assert "use healing-potion-10 bea" in game.actions()
    act(game, "use healing-potion-10 bea")
    assert game.state.characters["bea"].vitality == 7
    assert game.state.stances["bea"].ready is False
    assert ada(game).items == ()


@pytest.mark.rule("T7.23")
def test_who_stands_drinks_for_themself():
    game = fight(band(new([holder("healing-potion-10"), hero("bea", courage=2)]), orc()))
    assert refusal(game, "use healing-potion-10 bea") == ("potion.stands", "T7.23")


@pytest.mark.rule("T13.56", "T13.57", "T6.2")
@pytest.mark.parametrize("quality", ["courage", "intelligence", "charisma", "agility", "strength"])
def test_a_quality_potion_raises_its_quality_by_seven_for_seven_turns(quality):
    game = alone(holder(f"potion-of-{quality}", **{quality: 9}))
    assert game.act(f"use potion-of-{quality} ada").accepted
    assert qualities.effective(ada(game), quality) == 16
    for turn in range(7):
        assert qualities.effective(ada(game), quality) == 16, turn
        game.act("wait")
    assert qualities.effective(ada(game), quality) == 9


@pytest.mark.rule("T13.56", "T13.58", "T6.2")
def test_strength_8_and_the_potion():
    game = alone(holder("potion-of-strength", strength=8))
    assert derived.strength_change(qualities.effective(ada(game), "strength")) == -1
    game.act("use potion-of-strength ada")
    assert qualities.effective(ada(game), "strength") == 15
    assert derived.strength_change(qualities.effective(ada(game), "strength")) == 3
    assert ada(game).conditions[0].left == 7


@pytest.mark.rule("T13.60")
def test_a_potion_stops_at_20():
    game = alone(holder("potion-of-strength", strength=15))
    game.act("use potion-of-strength ada")
    assert qualities.effective(ada(game), "strength") == 20


@pytest.mark.rule("T13.58")
def test_in_combat_the_potion_counts_in_the_next_blow():
    game = duel(holder("potion-of-strength", strength=8), orc(protection=0))
    act(game, "use potion-of-strength", MISS)
    blow = told(act(game, "attack orc-1", 10, 19, 1, MISS), blows.Blow)[0]
    assert (blow.add, blow.loss) == (4 + 3, 8)


@pytest.mark.rule("T13.59", "T3.6", "T3.7", "T3.8")
def test_a_potion_of_agility_moves_the_scores():
    game = alone(holder("potion-of-agility", agility=9))
    game.act("use potion-of-agility ada")
    assert (derived.attack(ada(game)), derived.defence(ada(game))) == (11, 8)


# --- small shape ---


def small(**more):
    kit = {
        "armour": "leather-armour", "shield": True, "weapons": (Arm("sword"), Arm("dagger")), "goods": (("torch", 2),),
        "jewels": (Jewel("topaz", 11),), "silver": 30, "agility": 12, "strength": 15, **more,
    }  # fmt: skip
    return holder(SMALL, "healing-potion-10", **kit)


@pytest.mark.rule("T13.61", "T13.62", "T13.64")
def test_the_figures_of_a_small_shape():
    game = alone(small())
    game.act(f"use {SMALL} ada")
    c = ada(game)
    assert [qualities.effective(c, word) for word in ("strength", "charisma", "agility")] == [1, 1, 18]
    assert [qualities.effective(c, word) for word in ("courage", "intelligence")] == [12, 12]
    assert (derived.attack(c), derived.defence(c), fighters.armoured(c)) == (5, 14, 0)
    assert loads.capacity(c) == 0
    assert fighters.size(game.state, "ada") == "tiny"
    means = blows.hand(game.state, "ada")
    assert (means.dice, means.add) == (0, 1)
    assert tests.chance(game.state, c, "agility").num == 18
    assert [(one.kind, one.left) for one in c.conditions] == [("small-shape", 7)]


@pytest.mark.rule("T13.64")
def test_a_small_shape_casts_nothing():
    c = hero("mage", "magician", astral=30, astral_max=30)
    game = alone(replace(c, items=(Magic(SMALL, known=True),)))
    game.act(f"use {SMALL} mage")
    assert game.act("cast chameleons-coat mage").refusals[0].rule == "T13.64"


@pytest.mark.rule("T13.65")
def test_gear_falls_to_the_floor_and_can_be_taken_again():
    game = alone(small())
    game.act(f"use {SMALL} ada")
    floor, c = game.state.rooms["room-1"].floor, ada(game)
    assert [arm.kind for arm in floor.arms] == ["sword", "dagger"]
    assert dict(floor.goods) == {"torch": 2, "leather-armour": 1, "shield": 1}
    assert [one.kind for one in floor.items] == ["healing-potion-10"]
    assert floor.jewels == (Jewel("topaz", 11),)
    assert (c.weapons, c.goods, c.items, c.jewels, c.shield, c.armour, c.silver) == (
        (), (), (), (), False, "travelling-clothes", 30,
    )  # fmt: skip
    assert game.act("take sword ada").refusals[0].rule == "T6.7"
    for _ in range(7):
        game.act("wait")
    assert game.act("take sword ada").accepted


@pytest.mark.rule("T13.65")
def test_a_small_shape_fits_through_any_gap():
    game = alone(small())
    assert not potions.passes_any_gap(ada(game))
    game.act(f"use {SMALL} ada")
    assert potions.passes_any_gap(ada(game))


@pytest.mark.rule("T13.66")
@pytest.mark.parametrize(("losses", "small"), [((4,), True), ((5,), False), ((2, 2), True), ((2, 3), False)])
def test_five_points_in_all_break_the_shape(losses, small):
    game = duel(holder(SMALL), orc(attack=18, dice=1, add=-1))
    act(game, f"use {SMALL}", MISS)
    left = 30
    for loss in losses:
        act(game, "wait", 2, 19, loss + 1)
        left -= loss
    assert ada(game).vitality == left
    assert any(one.kind == "small-shape" for one in ada(game).conditions) == small


@pytest.mark.rule("T13.66")
def test_the_second_attack_meets_the_drinker_themself():
    game = duel(holder(SMALL, armour="leather-armour"), orc(attack=18, dice=1, add=4, attacks=2))
    act(game, f"use {SMALL}", MISS, MISS)
    first, second = told(act(game, "wait", 2, 19, 1, 2, 1), blows.Blow)
    assert (first.protection, first.loss) == (0, 5)
    assert (second.protection, second.loss) == (3, 2)


@pytest.mark.rule("T13.64", "T13.62")
def test_small_hands_bite_for_one():
    game = duel(holder(SMALL), orc(protection=0))
    act(game, f"use {SMALL}", MISS)
    blow = told(act(game, "attack orc-1", 5, 19, MISS), blows.Blow)[0]
    assert (blow.score, blow.loss) == (5, 1)
    assert refusal(game, "switch sword") == ("fight.small", "T13.62")
