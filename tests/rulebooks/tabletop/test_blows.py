"""Blows (T8.1 to T8.17, T8.32): Attack, Defence, damage, missiles, breakage."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.rulebooks.tabletop.arena import (
    MISS,
    act,
    afflict,
    band,
    change,
    duel,
    fight,
    hero,
    named,
    new,
    refusal,
    stance,
    told,
)

from undercroft.engine.game import Game
from undercroft.rulebooks.tabletop import blows, monsters
from undercroft.rulebooks.tabletop.blows import Blow, Broke
from undercroft.rulebooks.tabletop.fights import FightEnded
from undercroft.rulebooks.tabletop.records import Arm, Clock, State, replace
from undercroft.testing import staged


def tough(kind: str = "orc", **figures: int) -> monsters.Foe:  # type: ignore[name-defined]
    """A foe that outlives a blow and never hits."""
    return replace(monsters.from_block(kind), attack=1, vitality=99, vitality_max=99, **figures)


def struck(game: Game[State], *dice: int, text: str = "attack orc-1") -> Blow:
    """Strike once; the foe then misses."""
    return next(iter(told(act(game, text, *dice, MISS), Blow)))


@pytest.mark.rule("T8.1")
@pytest.mark.parametrize(("roll", "hits"), [(9, True), (10, True), (11, False)])
def test_an_attack_succeeds_at_the_score_or_below(roll, hits):
    dice = (roll, 19, 3) if hits else (roll,)
    assert struck(duel(hero(attack=10), tough()), *dice).hit is hits


@pytest.mark.rule("T8.2")
@pytest.mark.parametrize(("roll", "hits"), [(18, True), (19, False)])
def test_a_natural_19_misses_whatever_the_score(roll, hits):
    dice = (roll, 19, 3) if hits else (roll,)
    assert struck(duel(hero(attack=18), tough()), *dice).hit is hits


@pytest.mark.rule("T8.3", "TX18")
def test_a_natural_1_hits_and_cannot_be_defended():
    blow = struck(duel(hero(attack=10), tough()), 1, 3)
    assert (blow.hit, blow.master, blow.ward) == (True, True, 0)
    far_too_hard = struck(
        duel(hero(attack=1, weapons=(Arm("short-bow"),), goods=(("arrows", 1),)), tough("goblin")),
        1,
        3,
        text="shoot goblin-1",
    )
    assert far_too_hard.hit


@pytest.mark.rule("T8.3")
def test_a_natural_2_is_no_master_stroke():
    assert struck(duel(hero(), tough()), 2, 6).ward == 6


@pytest.mark.rule("T8.4")
@pytest.mark.parametrize(("ward", "lost"), [(6, 0), (7, 5)])
def test_a_defence_at_the_score_or_below_means_no_harm(ward, lost):
    dice = (5, ward) if not lost else (5, ward, 3)
    game = duel(hero(), tough(defence=6))
    blow = struck(game, *dice)
    assert (blow.guard, blow.loss) == (6, lost)
    assert game.state.foes["orc-1"].vitality == 99 - lost


@pytest.mark.rule("T8.5")
@pytest.mark.parametrize(("ward", "holds"), [(18, True), (19, False)])
def test_a_natural_19_fails_to_defend(ward, holds):
    game = duel(hero(), tough(defence=17))
    change(game, "orc-1", defence=20)
    assert struck(game, 5, ward, *(() if holds else (3,))).hit is not holds


@pytest.mark.rule("T8.6", "TX17")
def test_one_defence_a_round_whether_it_helps_or_not():
    game = fight(band(new([hero(defence=8)]), "orc", "orc"), 5, 2)
    step = act(game, "wait", 4, 8, 4, 6)
    first, second = told(step, Blow)
    assert (first.hit, first.ward, first.guard) == (False, 8, 8)
    assert (second.hit, second.ward, second.loss) == (True, 0, 6 + 3 - 1)


@pytest.mark.rule("T8.6")
def test_a_defence_that_failed_is_used_up_and_a_new_round_brings_another():
    game = fight(band(new([hero(defence=8)]), "orc", "orc"), 5, 2)
    first, second = told(act(game, "wait", 4, 9, 1, 4, 6), Blow)
    assert (first.ward, second.ward) == (9, 0)
    assert told(act(game, "wait", 4, 8, 19), Blow)[0].ward == 8


@pytest.mark.rule("T8.6")
def test_a_master_stroke_does_not_use_the_defence_up():
    game = fight(band(new([hero(defence=8)]), "orc", "orc"), 5, 2)
    first, second = told(act(game, "wait", 1, 1, 4, 8), Blow)
    assert (first.master, second.ward) == (True, 8)


@pytest.mark.rule("T8.7")
@pytest.mark.parametrize("kind", ["asleep", "panicked"])
def test_who_sleeps_or_panics_cannot_defend(kind):
    game = duel(hero(), tough())
    afflict(game, "orc-1", kind)
    assert not blows.may_defend(game.state, "orc-1", blows.hand(game.state, "ada"))
    change(game, "orc-1", conditions=())
    assert blows.may_defend(game.state, "orc-1", blows.hand(game.state, "ada"))


@pytest.mark.rule("T8.7", "T7.5")
def test_the_unready_cannot_defend():
    game = duel(hero(), "orc", ready=False)
    assert told(act(game, "wait", 4, 3), Blow)[0].ward == 0
    act(game, "make-ready", 19)
    assert told(act(game, "wait", 4, 3), Blow)[0].ward == 3


@pytest.mark.rule("T8.8", "TX14")
def test_damage_is_dice_add_and_strength_less_protection():
    blow = struck(duel(hero(strength=13), tough(protection=2)), 5, 19, 3)
    assert (blow.total, blow.add, blow.protection, blow.loss, blow.left) == (3, 5, 2, 6, 93)


@pytest.mark.rule("T8.8", "TX15")
def test_damage_is_never_below_0():
    game = duel(hero(strength=8, wielded=-1), tough(protection=0))
    assert struck(game, 5, 19, 1).loss == 0
    game = duel(hero(strength=8), tough(protection=6))
    assert struck(game, 5, 19, 1).loss == 0


@pytest.mark.rule("T8.8", "TX16")
def test_strength_does_not_help_an_arrow():
    archer = hero(strength=16, weapons=(Arm("short-bow"),), goods=(("arrows", 3),))
    blow = struck(duel(archer, tough(protection=1)), 5, 2, text="shoot orc-1")
    assert (blow.add, blow.loss) == (3, 4)


@pytest.mark.rule("T8.9")
def test_a_shield_is_one_point_of_protection_more():
    game = duel(hero(armour="leather-armour", shield=True), "orc")
    assert told(act(game, "wait", 4, 19, 6), Blow)[0].protection == 4
    game = duel(hero(armour="leather-armour"), "orc")
    assert told(act(game, "wait", 4, 19, 6), Blow)[0].protection == 3


@pytest.mark.rule("T8.8", "T13.49", "T13.50", "TX36")
def test_weakness_halves_damage_rounded_up_before_protection():
    game = duel(hero(strength=12), tough(protection=2))
    afflict(game, "ada", "weakened")
    blow = struck(game, 5, 19, 5, MISS)
    assert (blow.total, blow.add, blow.over, blow.loss) == (5, 4, 2, 3)


@pytest.mark.rule("T8.10", "TX37")
def test_a_successful_attack_wakes_even_if_nothing_gets_through():
    game = duel(hero(weapons=(Arm("dagger"),)), tough(protection=6))
    afflict(game, "orc-1", "asleep")
    step = act(game, "attack orc-1", 5, 4, MISS)
    blow = told(step, Blow)[0]
    assert (blow.ward, blow.total + blow.add, blow.loss) == (0, 5, 0)
    assert game.state.foes["orc-1"].conditions == ()


@pytest.mark.rule("T8.10", "T13.45")
def test_a_miss_wakes_nobody():
    game = duel(hero(), tough())
    afflict(game, "orc-1", "asleep")
    act(game, "attack orc-1", 11)
    assert game.state.foes["orc-1"].conditions[0].kind == "asleep"


# --- missiles ---


def archer(bow: str = "short-bow", shots: int = 3, **more: Any) -> Any:
    goods = (("bolts" if bow == "crossbow" else "sling-stones" if bow == "sling" else "arrows", shots),)
    return hero(weapons=(Arm(bow), Arm("sword")), goods=goods, **more)


@pytest.mark.rule("T8.11")
def test_a_missile_cannot_be_defended_but_by_a_shield():
    orc = replace(tough(), attack=9, arms=("spear", "short-bow"), bow_dice=1, bow_add=3)
    for shield in (False, True):
        game = duel(archer(shield=shield), orc, road=True)
        blow = told(act(game, "wait", 4, *([8] if shield else [1])), Blow)[0]
        assert blow.ranged
        assert blow.ward == (8 if shield else 0)
    game = duel(archer(), tough(defence=17))
    assert struck(game, 5, 1, text="shoot orc-1").ward == 0


@pytest.mark.rule("T8.11")
def test_what_cannot_be_defended_does_not_use_the_defence_up():
    game = duel(archer(), tough(defence=17))
    struck(game, 5, 1, text="shoot orc-1")
    assert game.state.stances["orc-1"].defences == 0


@pytest.mark.rule("T8.12", "T8.14")
def test_the_road_begins_at_middle_range_and_goes_on_near():
    game = duel(archer(), tough(), road=True)
    assert named(game.odds("shoot orc-1"), "attack").num == 10 - 2
    act(game, "shoot orc-1", 9)
    assert named(game.odds("shoot orc-1"), "attack").num == 10
    assert named(duel(archer(), tough()).odds("shoot orc-1"), "attack").num == 10


@pytest.mark.rule("T8.12")
def test_each_band_has_its_adjustment_and_its_reach():
    game = duel(archer(), tough(), road=True)
    ranges = {one.id: (one.metres, one.adjustment) for one in blows.content.catalogue().ranges.values()}
    assert ranges == {"near": (15, 0), "middle": (30, 2), "far": (60, 5), "very-far": (120, 8)}
    near = hero(weapons=(Arm("dagger"),))
    assert not blows.in_range(game.state, blows.thrown(near, "dagger"))
    assert blows.in_range(game.state, blows.thrown(hero(weapons=(Arm("spear"),)), "spear"))


@pytest.mark.rule("T8.13")
@pytest.mark.parametrize(("kind", "num"), [("goblin", 10 - 2), ("orc", 10), ("ogre", 10 + 2), ("dragon", 10 + 4)])
def test_size_counts_for_missiles(kind, num):
    game = duel(archer(), tough(kind), then=5)
    text = f"shoot {kind}-1"
    assert named(game.odds(text), "attack").num == num


@pytest.mark.rule("T8.13")
def test_a_tiny_target_is_hard_to_hit():
    orc = replace(tough(), attack=9, arms=("spear", "short-bow"), bow_dice=1, bow_add=3)
    game = duel(archer(), orc, road=True)
    afflict(game, "ada", "small-shape")
    means = blows.missile(game.state, "orc-1")
    assert blows.attack_chance(game.state, "orc-1", "ada", means).num == 9 - 2 - 5


@pytest.mark.rule("T8.13", "T8.12")
def test_size_and_range_do_not_count_hand_to_hand():
    for kind in ("goblin", "ogre"):
        game = duel(hero(courage=23), tough(kind))
        assert named(game.odds(f"attack {kind}-1"), "attack").num == 10


@pytest.mark.rule("T8.15")
@pytest.mark.parametrize(("shots", "left"), [(3, 10 - 3 + 1), (4, 10 - 4 + 2)])
def test_half_of_the_shots_are_found_again_after_a_won_combat(shots, left):
    game = duel(archer(shots=10), replace(tough(), vitality=1))
    for _ in range(shots - 1):
        act(game, "shoot orc-1", 19, MISS)
    assert game.state.characters["ada"].goods == (("arrows", 11 - shots),)
    step = act(game, "shoot orc-1", 5, 6)
    assert told(step, FightEnded)[0].result == "won"
    assert game.state.characters["ada"].goods == (("arrows", left),)


@pytest.mark.rule("T8.15")
def test_the_half_that_is_found_again_is_of_all_that_the_party_shot():
    two = [archer(shots=5), replace(archer(shots=5), id="bo", name="Bo", courage=11)]
    game = fight(band(new(two), replace(tough(), vitality=1)))
    act(game, "shoot orc-1", 19)
    act(game, "shoot orc-1", 5, 6)
    assert [game.state.characters[who].goods for who in ("ada", "bo")] == [(("arrows", 4),), (("arrows", 5),)]


@pytest.mark.rule("T8.15")
def test_without_ammunition_nobody_shoots():
    game = duel(archer(shots=1), tough())
    act(game, "shoot orc-1", 19, MISS)
    assert refusal(game, "shoot orc-1") == ("fight.no_ammunition", "T8.15")


@pytest.mark.rule("T8.16")
def test_a_crossbow_is_reloaded_before_the_next_shot():
    game = duel(archer("crossbow"), tough())
    assert refusal(game, "reload") == ("fight.loaded", "T8.16")
    act(game, "shoot orc-1", 19, MISS)
    assert refusal(game, "shoot orc-1") == ("fight.unloaded", "T8.16")
    act(game, "reload", MISS)
    act(game, "shoot orc-1", 19, MISS)
    bow = duel(archer(), tough())
    act(bow, "shoot orc-1", 19, MISS)
    act(bow, "shoot orc-1", 19, MISS)


@pytest.mark.rule("T8.16", "T7.21")
def test_an_empty_crossbow_keeps_no_other_weapon_from_shooting():
    both = {"weapons": (Arm("crossbow"), Arm("sling")), "goods": (("bolts", 3), ("sling-stones", 3))}
    game = duel(hero(**both), tough())
    act(game, "shoot orc-1", 19, MISS)
    act(game, "switch sling", MISS)
    act(game, "shoot orc-1", 19, MISS)
    act(game, "shoot orc-1", 19, MISS)
    act(game, "switch crossbow", MISS)
    assert refusal(game, "shoot orc-1") == ("fight.unloaded", "T8.16")
    act(game, "reload", MISS)
    act(game, "shoot orc-1", 19, MISS)


# --- breakage ---


@pytest.mark.rule("T8.17")
@pytest.mark.parametrize(("die", "breaks"), [(1, True), (2, False)])
def test_a_natural_20_may_break_the_weapon(die, breaks):
    game = duel(hero(), tough())
    step = act(game, "attack orc-1", 20, die, MISS)
    assert bool(told(step, Broke)) is breaks
    c = game.state.characters["ada"]
    assert (c.weapons[0].broken, c.wielded) == ((True, -1) if breaks else (False, 0))


@pytest.mark.rule("T8.17", "T13.40")
@pytest.mark.parametrize(
    "who",
    [
        hero(wielded=-1),
        hero(weapons=(Arm("sword", treated=True),)),
        hero(cls="magician", weapons=(Arm("wand"),)),
    ],
)
def test_bare_hands_and_the_unbreakable_do_not_break(who):
    assert not told(act(duel(who, tough()), "attack orc-1", 20, MISS), Broke)


@pytest.mark.rule("T8.17")
def test_a_wand_breaks_in_other_hands_and_a_bow_and_a_19_never():
    assert told(act(duel(hero(weapons=(Arm("wand"),)), tough()), "attack orc-1", 20, 1, MISS), Broke)
    assert not told(act(duel(archer(), tough()), "shoot orc-1", 20, MISS), Broke)
    assert not told(act(duel(hero(), tough()), "attack orc-1", 19, MISS), Broke)


@pytest.mark.rule("T8.17")
def test_a_foes_weapon_does_not_break():
    game = duel(hero(), tough())
    assert not told(act(game, "wait", 20), Broke)


# --- weapons, darkness, the road ---


@pytest.mark.rule("T11.5", "T11.6", "T11.7", "TX44")
def test_a_foreign_made_weapon_does_1_less():
    game = duel(hero(weapons=(Arm("dagger", foreign=True),)), tough(protection=0))
    assert struck(game, 5, 19, 3).loss == 3
    assert struck(duel(hero(weapons=(Arm("dagger"),)), tough(protection=0)), 5, 19, 3).loss == 4


@pytest.mark.rule("T13.40", "T9.23", "TX41")
def test_a_treated_weapon_does_1_more_and_is_magical():
    game = duel(hero(weapons=(Arm("sword", treated=True),)), tough(protection=0))
    assert struck(game, 5, 19, 3).loss == 3 + 5
    assert blows.hand(game.state, "ada").searing


@pytest.mark.rule("T9.24")
def test_weapons_do_not_change_attack_or_defence():
    for kind in ("dagger", "great-sword"):
        game = duel(hero(weapons=(Arm(kind),)), tough())
        assert named(game.odds("attack orc-1"), "attack").num == 10


@pytest.mark.rule("T6.6")
def test_darkness_is_5_harder_to_hit_and_to_ward_off():
    game = duel(hero(), tough())
    with staged(game) as s:
        s.clock = Clock(light=0)
    assert named(game.odds("attack orc-1"), "attack").num == 5
    assert blows.defence_chance(game.state, "ada").num == 3
    assert blows.attack_chance(game.state, "orc-1", "ada", blows.hand(game.state, "orc-1")).num == 1
    afflict(game, "ada", "owls-eyes")
    assert named(game.odds("attack orc-1"), "attack").num == 10


@pytest.mark.rule("T6.6")
def test_nobody_aims_a_missile_in_the_dark():
    game = duel(archer(), tough())
    with staged(game) as s:
        s.clock = Clock(light=0)
    assert refusal(game, "shoot orc-1") == ("fight.dark", "T6.6")
    afflict(game, "ada", "owls-eyes")
    act(game, "shoot orc-1", 19, MISS)


@pytest.mark.rule("T8.32")
def test_on_the_road_nobody_strikes_in_the_first_round():
    game = duel(hero(), tough(), road=True)
    assert refusal(game, "attack orc-1") == ("fight.far", "T8.32")
    assert not told(act(game, "wait"), Blow)
    act(game, "attack orc-1", 19, MISS)


@pytest.mark.rule("T10.17", "T12.26")
def test_holy_water_takes_2d6_from_the_undead_whatever_their_protection():
    thrower = hero(courage=21, goods=(("vial-of-holy-water", 2),))
    game = duel(thrower, replace(tough("skeleton", protection=2), attack=1))
    blow = told(act(game, "throw vial-of-holy-water skeleton-1", 5, 4, 5, MISS), Blow)[0]
    assert (blow.loss, blow.protection) == (9, 0)
    assert game.state.characters["ada"].goods == (("vial-of-holy-water", 1),)
    ghoul = duel(thrower, tough("ghoul", protection=5))
    assert told(act(ghoul, "throw vial-of-holy-water ghoul-1", 5, 4, 5, MISS), Blow)[0].loss == 9
    assert refusal(duel(thrower, tough()), "throw vial-of-holy-water orc-1") == ("fight.not_undead", "T10.17")


@pytest.mark.rule("T7.21")
def test_a_thrown_weapon_is_gone_until_the_combat_is_won():
    game = duel(hero(weapons=(Arm("dagger"), Arm("sword")), wielded=1), replace(tough(), vitality=1))
    act(game, "throw dagger orc-1", 19, MISS)
    assert game.state.characters["ada"].weapons == (Arm("sword"),)
    assert game.state.characters["ada"].wielded == 0
    act(game, "attack orc-1", 5, 19, 6)
    assert game.state.characters["ada"].weapons == (Arm("sword"), Arm("dagger"))


@pytest.mark.rule("T13.53", "T13.46")
def test_a_coat_is_spent_by_the_first_undefended_blow():
    game = duel(hero(weapons=(Arm("sword", coat="ointment-of-sleep"),)), tough(defence=6))
    act(game, "attack orc-1", 5, 6, MISS)
    assert game.state.characters["ada"].weapons[0].coat == "ointment-of-sleep"
    spent = told(act(game, "attack orc-1", 5, 7, 1), blows.CoatSpent)
    assert [one.coat for one in spent] == ["ointment-of-sleep"]
    assert game.state.characters["ada"].weapons[0].coat == ""


# --- odds ---


@pytest.mark.rule("T23.15")
def test_without_the_master_stroke_a_natural_1_is_a_common_hit():
    game = fight(band(new([hero()], master_stroke=False), tough()))
    blow = struck(game, 1, 6)
    assert (blow.master, blow.ward) == (False, 6)


@pytest.mark.rule("T23.15")
def test_without_breakage_nothing_breaks():
    game = fight(band(new([hero()], breakage=False), tough()))
    assert not told(act(game, "attack orc-1", 20, MISS), Broke)


@pytest.mark.rule("T8.8")
def test_the_odds_of_a_blow_are_exact():
    game = duel(hero(strength=13), tough(protection=2))
    odds = game.odds("attack orc-1")
    assert [(one.name, one.about) for one in odds] == [
        ("attack", "orc-1"), ("defence", "orc-1"), ("damage", "orc-1"), ("break", "ada"),
    ]  # fmt: skip
    assert named(odds, "attack").fraction == Fraction(10, 20)
    assert named(odds, "defence").fraction == Fraction(6, 20)
    assert named(odds, "damage").distribution() == tuple((loss, Fraction(1, 6)) for loss in range(4, 10))


def test_a_blow_tells_every_figure():
    game = duel(hero(strength=13), tough(protection=2))
    blow = struck(game, 5, 19, 3)
    assert game.say(blow) == (
        "Ada strikes Orc: 5 against 10, and the Defence fails, 19 against 6. 1d6 show 3, +5, less Protection 2: "
        "6 lost, 93 left."
    )


def test_a_coated_unready_hand_is_no_reason_to_draw():
    game = duel(hero(), tough(), ready=False)
    before = game.digest()
    assert refusal(game, "attack orc-1") == ("fight.unready", "T7.5")
    assert game.digest() == before
    stance(game, "ada", ready=True)
    act(game, "attack orc-1", 19, MISS)
