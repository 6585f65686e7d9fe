"""Spells (T20) in combat, Resist rolls (T12.34, T12.35), monsters casting (T12.33, T20.25)."""

from __future__ import annotations

from fractions import Fraction

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

from undercroft.rulebooks.tabletop import (
    blows,
    casting,
    conditions,
    fighters,
    fights,
    flight,
    foes,
    monsters,
    spells,
    wounds,
)
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.records import Arm, Condition, replace
from undercroft.testing import staged

ALL = (
    "rabbits-panic", "butterflys-transformation", "lambs-trust", "dormouses-sleep", "newts-mending", "owls-eyes",
    "chameleons-coat", "wasps-sting", "tortoises-shell", "snails-burden", "spiders-web", "magpies-touch", "hounds-nose",
)  # fmt: skip


def magician(name="mage", **more):
    figures = {"astral": 30, "astral_max": 30, "weapons": (Arm("wand"),), "level": 8, **more}
    return hero(name, "magician", **figures)


def elf(name="elf", **more):
    return hero(name, "elf", **{"astral": 25, "astral_max": 25, "kin": "elf", **more})


def orc(**more):
    return replace(monsters.from_block("orc"), **{"courage": 9, "vitality": 99, "vitality_max": 99, **more})


def kinds(game, who):
    return [held.kind for held in fighters.fighter(game.state, who).conditions]


def resist(game, who="orc-1"):
    return spells.resist_chance(game.state, who)


# --- who knows, what it costs ---


@pytest.mark.rule("T20.2")
def test_elves_know_seven_spells_and_magicians_all_thirteen():
    assert tuple(one.id for one in spells.known(magician())) == ALL
    assert tuple(one.id for one in spells.known(elf())) == ALL[:7]


@pytest.mark.rule("T20.1", "T20.2", "T4.15")
def test_others_know_none_and_an_elf_not_all():
    assert spells.known(hero()) == []
    assert refusal(duel(hero(), orc()), "cast wasps-sting orc-1") == ("spell.unknown", "T20.2")
    assert refusal(duel(elf(), orc()), "cast wasps-sting orc-1") == ("spell.unknown", "T20.2")


@pytest.mark.rule("T20.3", "T20.4")
def test_a_spell_is_paid_at_once_and_works_without_a_test():
    game = duel(magician(astral=6), orc())
    act(game, "cast dormouses-sleep orc-1", 6)
    assert game.state.characters["mage"].astral == 0
    assert kinds(game, "orc-1") == ["asleep"]


@pytest.mark.rule("T20.3")
def test_with_one_astral_too_little_it_is_not_legal():
    game = duel(magician(astral=5), orc())
    assert refusal(game, "cast dormouses-sleep orc-1") == ("spell.astral", "T20.3")
    assert "cast dormouses-sleep orc-1" not in game.actions()


@pytest.mark.rule("T20.5")
def test_a_resisted_spell_wastes_the_astral():
    game = duel(magician(), orc())
    act(game, "cast dormouses-sleep orc-1", 5, MISS)
    assert game.state.characters["mage"].astral == 24
    assert kinds(game, "orc-1") == []


@pytest.mark.rule("T20.5", "T20.19")
@pytest.mark.parametrize(
    ("text", "dice", "told"),
    [
        ("cast dormouses-sleep orc-1", (5,), "success"), ("cast wasps-sting orc-1 1", (5, 6), "half"),
        ("cast wasps-sting orc-1 1", (6, 6), "failure"),
    ],
)  # fmt: skip
def test_resistance_is_told_by_what_it_does(text, dice, told):
    step = act(duel(magician(), orc()), text, *dice, MISS)
    assert [event.variant() for event in step.all_events if isinstance(event, spells.ResistRolled)] == [told]


@pytest.mark.rule("T20.5")
def test_a_friend_is_willing_and_makes_no_roll():
    game = fight(band(new([magician(), hero(vitality=10)]), orc()), 1, 2)
    change(game, "mage", courage=20)
    odds = spells.odds(game.state, "mage", content.spell("butterflys-transformation"), ("ada",))
    assert odds == ()


@pytest.mark.rule("T19.17", "T19.18", "T20.16", "T20.24")
def test_a_level_2_wand_saves_two_and_never_below_one():
    one = magician(weapons=(Arm("wand", raised=1),))
    assert [spells.cost(one, content.spell(word)) for word in ("newts-mending", "hounds-nose")] == [2, 1]
    one = magician()
    assert [spells.cost(one, content.spell(word)) for word in ("newts-mending", "hounds-nose")] == [4, 2]
    game = duel(magician(weapons=(Arm("wand", raised=1),), vitality=20), orc())
    act(game, "cast newts-mending mage", 3, MISS)
    assert game.state.characters["mage"].astral == 28


@pytest.mark.rule("T20.6")
@pytest.mark.parametrize(("gear", "barred"), [
    ({"armour": "padded-coat"}, True), ({"shield": True}, True), ({"armour": "travelling-clothes"}, False),
])  # fmt: skip
def test_armour_that_the_class_may_not_use_bars_casting(gear, barred):
    game = duel(magician(**gear), orc())
    if barred:
        assert refusal(game, "cast dormouses-sleep orc-1") == ("spell.gear", "T20.6")
    else:
        assert "cast dormouses-sleep orc-1" in game.actions()


@pytest.mark.rule("T20.6")
def test_an_elf_casts_in_leather():
    assert spells.gear_refused(elf(armour="leather-armour")) is None
    assert spells.gear_refused(elf(armour="mail-shirt")).rule == "T20.6"


@pytest.mark.rule("T20.26")
@pytest.mark.parametrize(("level", "most"), [(1, 1), (3, 1), (4, 2), (7, 2), (8, 3)])
def test_levels_for_the_sting(level, most):
    one, sting = magician(level=level), content.spell("wasps-sting")
    for strength in (1, 2, 3):
        refused = spells.caster_refused(one, sting, strength)
        assert (refused is None) == (strength <= most)
        assert refused is None or refused.rule == "T20.26"


@pytest.mark.rule("T20.19")
def test_there_is_no_fourth_strength():
    assert refusal(duel(magician(), orc()), "cast wasps-sting orc-1 4") == ("spell.strength", "T20.19")
    assert refusal(duel(magician(), orc()), "cast wasps-sting orc-1 0") == ("spell.strength", "T20.19")


# --- whom it reaches ---


@pytest.mark.rule("T20.7", "T6.6")
def test_a_caster_in_the_dark_sees_nobody_but_touches_friends():
    game = duel(magician(vitality=20), orc())
    state = game.state
    sting, mending = content.spell("wasps-sting"), content.spell("newts-mending")
    assert spells.foe_refused(state, "mage", sting, "orc-1", ["orc-1"]) is None
    with staged(game) as s:
        s.clock = replace(s.clock, light=0)
    assert spells.foe_refused(game.state, "mage", sting, "orc-1", ["orc-1"]).rule == "T20.7"
    assert refusal(game, "cast wasps-sting orc-1") == ("spell.unseen", "T20.7")
    assert spells.friend_refused(game.state, mending, "mage", ["mage"]) is None
    afflict(game, "mage", "owls-eyes")
    assert "cast wasps-sting orc-1 1" in game.actions()


@pytest.mark.rule("T8.32")
def test_on_the_road_only_the_sting_carries_in_the_first_round():
    game = duel(magician(), orc(), road=True)
    assert refusal(game, "cast dormouses-sleep orc-1") == ("spell.far", "T8.32")
    assert "cast wasps-sting orc-1 1" in game.actions()
    act(game, "wait")
    assert "cast dormouses-sleep orc-1" in game.actions()


@pytest.mark.rule("T7.22", "T8.29", "T7.5")
def test_the_unready_and_the_stuck_cast():
    game = duel(magician(), orc(), ready=False)
    afflict(game, "mage", "stuck")
    assert "cast dormouses-sleep orc-1" in game.actions()


def test_a_word_that_is_no_spell_or_nobody_is_told_with_the_nearest():
    game = duel(magician(), orc())
    step = game.act("cast wasp-sting orc-1")
    assert step.refusals[0].code == "spell.none"
    assert "wasps-sting" in step.refusals[0].facts["near"]
    assert refusal(game, "cast wasps-sting orc-9") == ("spell.no_target", "T20.7")
    assert refusal(game, "cast chameleons-coat orc-1")[0] == "spell.targets"
    assert refusal(game, "cast wasps-sting")[0] == "spell.targets"
    assert refusal(game, "cast magpies-touch orc-1")[0] == "spell.no_things"


# --- Resist ---


@pytest.mark.rule("T12.34")
@pytest.mark.parametrize(("courage", "intelligence", "resist"), [(10, 13, 11), (12, 12, 12), (9, 8, 8)])
def test_a_characters_resist_is_half_of_two(courage, intelligence, resist):
    game = new([hero(courage=courage, intelligence=intelligence)])
    assert fighters.resist(game.state, "ada") == resist


@pytest.mark.rule("T12.34")
def test_resist_goes_by_effective_values():
    game = new([hero(conditions=(Condition("quality:courage", 7, "turns", 7),))])
    assert fighters.resist(game.state, "ada") == (19 + 12) // 2 == 15


@pytest.mark.rule("T12.35")
@pytest.mark.parametrize(("natural", "resists"), [(5, True), (6, False), (19, False), (20, False)])
def test_a_resist_roll_at_or_below_resists(natural, resists):
    game = duel(magician(), orc(resist=5))
    dice = (natural, MISS) if resists else (natural,)
    act(game, "cast dormouses-sleep orc-1", *dice)
    assert (kinds(game, "orc-1") == []) == resists


@pytest.mark.rule("T12.35")
def test_even_the_highest_resist_fails_on_19():
    game = duel(magician(), orc(resist=30))
    assert resist(game).fraction == Fraction(18, 20)
    act(game, "cast dormouses-sleep orc-1", 19)
    assert kinds(game, "orc-1") == ["asleep"]


@pytest.mark.rule("T20.19", "T12.35", "T22.48")
@pytest.mark.parametrize(("boss", "roll", "loss"), [(False, 7, 5), (False, 6, 2), (True, 10, 2), (True, 11, 5)])
def test_an_ogre_and_the_sting(boss, roll, loss):
    ogre = replace(monsters.from_block("ogre"), boss=boss, courage=1)
    game = duel(magician(), ogre)
    step = act(game, "cast wasps-sting ogre-1 1", roll, 4, MISS)
    assert [(one.amount, one.left) for one in told(step, wounds.Wounded)] == [(loss, 40 - loss)]


# --- what each does ---


@pytest.mark.rule("T20.9", "T20.10", "T8.26", "T8.28")
def test_rabbits_panic_makes_its_target_run():
    game = duel(magician(), orc())
    step = act(game, "cast rabbits-panic orc-1", 6)
    assert told(step, flight.PanicRan) == [flight.PanicRan("orc-1")]
    assert told(step, fights.FightEnded)[0].defeated == ("orc-1",)
    begun = told(step, conditions.Begun)
    assert [(one.kind, one.left, one.until) for one in begun] == [("panicked", 7, "turns")]
    assert game.state.characters["mage"].astral == 23


@pytest.mark.rule("T7.33", "T11.32", "T20.10")
def test_a_dragon_knows_no_panic():
    game = duel(magician(courage=21), replace(monsters.from_block("dragon"), attacks=1), 1)
    step = act(game, "cast rabbits-panic dragon-1", MISS)
    assert told(step, spells.Unmoved) == [spells.Unmoved("dragon-1", "rabbits-panic")]
    assert kinds(game, "dragon-1") == []
    assert game.state.characters["mage"].astral == 23
    assert refusal(game, "intimidate") == ("fight.fearless", "T7.33")


@pytest.mark.rule("T20.14")
@pytest.mark.parametrize("boss", [False, True])
def test_lambs_trust_ends_the_fight_but_a_boss_is_not_defeated(boss):
    game = duel(magician(), orc(boss=boss))
    step = act(game, "cast lambs-trust orc-1", 10 if boss else 6)
    assert told(step, spells.Befriended) == [spells.Befriended("orc-1", "mage")]
    assert told(step, fights.FightEnded)[0].defeated == (() if boss else ("orc-1",))


@pytest.mark.rule("T20.14")
def test_who_trusts_fights_again_when_attacked():
    game = fight(band(new([magician(), hero(courage=11)]), orc(), orc(courage=2), orc(courage=1)))
    act(game, "cast lambs-trust orc-1", 6)
    assert fighters.standing_foes(game.state) == ["orc-2", "orc-3"]
    step = act(game, "attack orc-1", MISS, MISS, MISS, MISS)
    assert [one.kind for one in told(step, blows.Shaken)] == ["trusting"]
    assert fighters.standing_foes(game.state) == ["orc-1", "orc-2", "orc-3"]
    assert kinds(game, "orc-1") == []


@pytest.mark.rule("T20.14", "T7.39")
def test_friends_made_of_half_a_group_try_the_nerve_of_the_rest():
    game = fight(band(new([magician()]), orc(), orc(courage=5)))
    step = act(game, "cast lambs-trust orc-1", 6, 6)
    assert told(step, flight.FoesRan) == [flight.FoesRan(("orc-2",), "half", "")]


@pytest.mark.rule("T20.14", "T12.22", "T12.23", "T12.24")
@pytest.mark.parametrize("kind", ["skeleton", "cellar-slime", "stone-watcher"])
def test_the_dead_and_the_mindless_trust_nobody_and_do_not_sleep(kind):
    game = duel(magician(courage=21), kind)
    for word in ("lambs-trust", "dormouses-sleep", "rabbits-panic"):
        assert spells.unmoved(game.state, content.spell(word), f"{kind}-1")


@pytest.mark.rule("T12.24", "T20.21")
def test_snails_burden_does_nothing_to_a_construct_alone():
    game = duel(magician(courage=21), "stone-watcher")
    assert spells.unmoved(game.state, content.spell("snails-burden"), "stone-watcher-1")
    game = duel(magician(courage=21), "skeleton")
    assert not spells.unmoved(game.state, content.spell("snails-burden"), "skeleton-1")


@pytest.mark.rule("T20.15", "T8.7", "T8.10")
def test_dormouses_sleep_lasts_until_the_first_successful_blow():
    game = fight(band(new([magician(), hero(courage=11)]), orc()))
    act(game, "cast dormouses-sleep orc-1", 6)
    (held,) = game.state.foes["orc-1"].conditions
    assert (held.kind, held.until, held.left) == ("asleep", "turns", 7)
    blow = told(act(game, "attack orc-1", 10, 1, MISS), blows.Blow)[0]
    assert (blow.hit, blow.ward) == (True, 0)
    assert kinds(game, "orc-1") == []


@pytest.mark.rule("T20.16")
@pytest.mark.parametrize(("vitality", "left"), [(10, 15), (28, 30), (-4, 1)])
def test_newts_mending(vitality, left):
    game = fight(band(new([magician(), hero(courage=1, vitality=vitality)]), orc()))
    stance(game, "ada", bound=True)
    act(game, "cast newts-mending ada", 3, then=MISS)
    assert game.state.characters["ada"].vitality == left


@pytest.mark.rule("T20.16")
def test_the_hale_need_no_mending():
    assert refusal(duel(magician(), orc()), "cast newts-mending mage") == ("spell.hale", "T20.16")


@pytest.mark.rule("T20.17", "T6.6")
def test_owls_eyes_for_an_hour():
    game = duel(magician(), orc())
    act(game, "cast owls-eyes mage", MISS)
    (held,) = game.state.characters["mage"].conditions
    assert (held.kind, held.until, held.left) == ("owls-eyes", "turns", 12)
    with staged(game) as s:
        s.clock = replace(s.clock, light=0)
    assert not fighters.in_dark(game.state, "mage")


@pytest.mark.rule("T20.18")
def test_nobody_can_target_who_wears_the_coat():
    game = duel(magician(), orc())
    step = act(game, "cast chameleons-coat")
    assert told(step, foes.Idled) == [foes.Idled("orc-1", "nobody")]
    (held,) = game.state.characters["mage"].conditions
    assert (held.kind, held.left) == ("hidden", 7)


@pytest.mark.rule("T20.18")
@pytest.mark.parametrize(
    ("deed", "dice", "hidden"),
    [("attack orc-1", (MISS, MISS), False), ("cast wasps-sting orc-1 1", (6, 1, MISS), False), ("wait", (), True)],
)
def test_the_coat_falls_with_an_attack_or_a_spell_at_an_enemy(deed, dice, hidden):
    game = duel(magician(), orc())
    act(game, "cast chameleons-coat")
    act(game, deed, *dice)
    assert ("hidden" in kinds(game, "mage")) == hidden


@pytest.mark.rule("T20.18")
def test_mending_a_friend_keeps_the_coat():
    game = fight(band(new([magician(), hero(courage=1, vitality=9)]), orc()))
    act(game, "cast chameleons-coat", MISS)
    act(game, "wait")
    act(game, "cast newts-mending ada", 1, MISS)
    assert kinds(game, "mage") == ["hidden"]


@pytest.mark.rule("T20.19")
@pytest.mark.parametrize(
    ("strength", "dice", "whole", "half", "astral"),
    [(1, (6,), 7, 3, 4), (2, (6, 6), 14, 7, 7), (3, (1, 1, 1), 6, 3, 10)],
)
def test_wasps_sting_ignores_protection_and_defence(strength, dice, whole, half, astral):
    for roll, loss in ((6, whole), (5, half)):
        game = duel(magician(), orc(protection=6, defence=17))
        act(game, f"cast wasps-sting orc-1 {strength}", roll, *dice, MISS)
        assert game.state.foes["orc-1"].vitality == 99 - loss
        assert game.state.characters["mage"].astral == 30 - astral


@pytest.mark.rule("T20.19")
def test_the_odds_of_the_sting_are_those_rolled():
    game = duel(magician(), orc())
    odds = game.odds("cast wasps-sting orc-1 2")
    assert named(odds, "resist").fraction == Fraction(5, 20)
    assert (named(odds, "sting").low, named(odds, "sting").high) == (4, 14)


@pytest.mark.rule("T12.30", "T12.31")
def test_the_sting_hurts_what_steel_does_not_and_stops_knitting():
    game = duel(magician(courage=21), replace(monsters.from_block("barrow-wraith"), courage=1), 1)
    act(game, "cast wasps-sting barrow-wraith-1 1", 19, 3, MISS)
    assert game.state.foes["barrow-wraith-1"].vitality == 26
    game = duel(magician(courage=21), replace(monsters.from_block("werewolf"), courage=1))
    act(game, "cast wasps-sting werewolf-1 1", 19, 3, MISS)
    assert game.state.foes["werewolf-1"].vitality == 34


@pytest.mark.rule("T20.20")
def test_tortoises_shell_adds_three_until_the_combat_ends():
    game = duel(magician(), orc())
    before = fighters.protection(game.state, "mage")
    act(game, "cast tortoises-shell mage", MISS)
    assert fighters.protection(game.state, "mage") == before + 3
    assert refusal(game, "cast tortoises-shell mage") == ("spell.twice", "T20.20")
    change(game, "orc-1", vitality=1)
    act(game, "cast wasps-sting orc-1 1", 6, 1)
    assert kinds(game, "mage") == []


@pytest.mark.rule("T20.21", "T8.30")
def test_a_slowed_foe_acts_in_even_rounds_alone():
    game = duel(magician(), orc())
    act(game, "cast snails-burden orc-1", 6)
    assert game.state.foes["orc-1"].conditions[0].until == "combat"
    assert game.state.fight.round == 2
    assert len(told(act(game, "wait", MISS), blows.Blow)) == 1
    assert told(act(game, "wait"), blows.Blow) == []


@pytest.mark.rule("T20.22")
def test_spiders_web_holds_each_who_does_not_resist_for_a_d6_of_rounds():
    game = fight(band(new([magician()]), *[orc(courage=at + 1) for at in range(5)]))
    assert refusal(game, "cast spiders-web orc-1 orc-2 orc-3 orc-4 orc-5") == ("spell.targets", "T20.22")
    assert refusal(game, "cast spiders-web orc-1 orc-1") == ("spell.targets", "T20.22")
    act(game, "cast spiders-web orc-1 orc-2 orc-3 orc-4", 6, 3, 5, 6, 1, 19, 6, then=MISS)
    held = {who: [(one.kind, one.left) for one in game.state.foes[who].conditions] for who in game.state.foes}
    # The next round has begun: each counter has fallen by 1.
    assert held == {
        "orc-1": [("stuck", 2)], "orc-2": [], "orc-3": [], "orc-4": [("stuck", 5)], "orc-5": [],
    }  # fmt: skip


@pytest.mark.rule("T20.11", "T20.12")
def test_a_borrowed_shape_changes_no_score():
    game = duel(magician(), orc())
    before = [fighters.attack_score(game.state, "mage"), fighters.protection(game.state, "mage")]
    act(game, "cast butterflys-transformation mage orc", MISS)
    (held,) = game.state.characters["mage"].conditions
    assert (held.kind, held.source, held.left) == ("shape", "orc", 7)
    assert [fighters.attack_score(game.state, "mage"), fighters.protection(game.state, "mage")] == before


@pytest.mark.rule("T20.12")
@pytest.mark.parametrize(("kind", "code"), [
    ("dragon", "spell.shape_size"), ("giant", "spell.shape_size"), ("unicorn", "spell.no_shape"),
    ("wolf", "spell.shape_mute"),
])  # fmt: skip
def test_shapes_between_cat_and_horse(kind, code):
    assert spells.shape_refused(kind).code == code
    assert spells.shape_refused("goblin") is None
    assert spells.shape_refused("ogre") is None


@pytest.mark.rule("T20.12")
def test_an_unwilling_foe_resists_a_shape():
    game = duel(magician(), orc())
    step = act(game, "cast butterflys-transformation orc-1 goblin", 5, MISS)
    assert told(step, conditions.Begun) == []
    step = act(game, "cast butterflys-transformation orc-1 goblin", 6, MISS)
    assert [(one.who, one.source) for one in told(step, conditions.Begun)] == [("orc-1", "goblin")]


@pytest.mark.rule("T20.13")
def test_the_enemies_own_shape_helps_to_parley_until_the_first_hostile_act():
    one = magician(conditions=(Condition("shape", 0, "turns", 7, "orc"),))
    assert [spells.parley_help(one, kinds) for kinds in (("orc",), ("goblin",))] == [-6, 0]
    assert spells.parley_help(magician(), ("orc",)) == 0
    game = duel(one, orc())
    act(game, "attack orc-1", MISS, MISS)
    assert kinds(game, "mage") == []


# --- monsters casting ---


def renegade(**more):
    return replace(monsters.from_block("renegade-magician"), courage=30, **more)


@pytest.mark.rule("T12.33", "T20.25")
def test_a_renegade_casts_panic_first_if_three_stand_then_stings():
    party = [hero("ada", attack=9), hero("bea", attack=12), hero("cyd", vitality=7)]
    game = fight(band(new(party), renegade()), 1, 2, 3, 13, then=MISS)
    assert [one.kind for one in game.state.characters["bea"].conditions] == ["panicked"]
    assert game.state.foes["renegade-magician-1"].astral == 17
    act(game, "wait", then=MISS)
    step = act(game, "wait", 13, 1, 1, then=MISS)
    cast = told(step, spells.Cast)[0]
    assert (cast.spell, cast.targets, cast.strength, cast.cost) == ("wasps-sting", ("cyd",), 2, 7)
    assert game.state.characters["cyd"].vitality == 3


@pytest.mark.rule("T12.33")
def test_with_two_standing_it_stings_at_once_and_strikes_when_spent():
    game = fight(band(new([hero("ada"), hero("bea", vitality=29)]), renegade(astral=7)), 1, 2, 13, 2, 2, then=MISS)
    assert game.state.characters["bea"].vitality == 29 - 6
    assert game.state.foes["renegade-magician-1"].astral == 0
    act(game, "wait", then=MISS)
    step = act(game, "wait", then=MISS)
    assert told(step, spells.Cast) == []
    assert len(told(step, blows.Blow)) == 1


@pytest.mark.rule("T20.25", "T12.34")
def test_a_character_resists_a_monsters_spell():
    game = fight(band(new([hero()]), renegade()), 12, 6, 6)
    assert game.state.characters["ada"].vitality == 30 - 7


@pytest.mark.rule("T11.29")
def test_a_kobolds_panic_comes_once_and_costs_nothing():
    game = duel(hero(), replace(monsters.from_block("kobold"), courage=30, gift="rabbits-panic"), 12)
    assert game.state.foes["kobold-1"].gift == ""
    assert game.state.foes["kobold-1"].astral == 0
    assert kinds(game, "ada") == []
    assert len(told(act(game, "wait", MISS), blows.Blow)) == 1


@pytest.mark.rule("T11.29", "T20.18")
def test_a_hidden_kobold_cannot_be_targeted_until_it_strikes():
    game = duel(magician(courage=12), replace(monsters.from_block("kobold"), courage=30, gift="chameleons-coat"))
    assert kinds(game, "kobold-1") == ["hidden"]
    assert refusal(game, "attack kobold-1")[0] == "fight.no_foe"
    assert refusal(game, "cast wasps-sting kobold-1 1") == ("spell.unseen", "T20.7")
    act(game, "wait", MISS)
    assert kinds(game, "kobold-1") == []
    assert "attack kobold-1" in game.actions()


# --- standing orders ---


@pytest.mark.rule("T7.45", "T24.11")
def test_a_standing_order_is_followed_as_often_as_it_says():
    game = fight(band(new([magician(courage=20), hero(courage=1)]), orc(courage=9), orc(ml=30, courage=9)), 1, 2)
    act(game, "standing-order mage wasps-sting 1 at strongest times 2")
    step = act(game, "auto 3", then=19)
    cast = told(step, spells.Cast)
    assert [(one.targets, one.cost) for one in cast] == [(("orc-2",), 4)] * 2


@pytest.mark.rule("T7.45")
def test_an_order_that_cannot_be_followed_leaves_the_rank_to_act():
    game = duel(magician(astral=3), orc())
    act(game, "standing-order mage wasps-sting")
    step = act(game, "auto 1", then=MISS)
    assert told(step, spells.Cast) == []
    assert told(step, blows.Blow)[0].attacker == "mage"


@pytest.mark.parametrize(("words", "code"), [
    ("wasp", "spell.none"), ("wasps-sting at dawn", "order.words"), ("wasps-sting twice", "order.words"),
    ("wasps-sting 1 times 0", "order.words"), ("wasps-sting at wounded", "order.spell"),
    ("hounds-nose", "order.spell"), ("wasps-sting 9", "spell.strength"),
])  # fmt: skip
@pytest.mark.rule("T7.45")
def test_orders_that_make_no_sense(words, code):
    assert casting.order_refused(magician(), words).code == code
    assert casting.order_refused(magician(), "newts-mending at wounded") is None
    assert casting.order_refused(magician(), "none") is None
