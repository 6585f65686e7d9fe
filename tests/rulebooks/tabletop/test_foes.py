"""A foe's turn by the rules (T11.29, T11.39, T8.32): bows, snatching Kobolds, and idleness."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.arena import MISS, act, afflict, band, change, duel, fight, hero, named, new, stance, told

from undercroft.rulebooks.tabletop import fighters, foes, monsters, ranks
from undercroft.rulebooks.tabletop.blows import Blow
from undercroft.rulebooks.tabletop.fights import FightEnded
from undercroft.rulebooks.tabletop.records import Arm, Magic, replace


def bowman():
    outfit = monsters.content.catalogue().outfits["orcs-with-bows"]
    return replace(monsters.geared(monsters.from_block("orc"), outfit), vitality=99, vitality_max=99)


@pytest.mark.rule("T11.39", "T8.32")
def test_an_orc_with_a_bow_shoots_while_a_blow_is_forbidden_and_strikes_then():
    game = duel(hero(), bowman(), road=True)
    first = told(act(game, "wait", 5, 4), Blow)[0]
    assert (first.ranged, first.weapon, first.add, first.score) == (True, "short-bow", 3, 9 - 2)
    second = told(act(game, "wait", 5, 19, 4), Blow)[0]
    assert (second.ranged, second.weapon, second.add) == (False, "spear", 2)


@pytest.mark.rule("T11.39")
def test_an_orc_with_a_bow_shoots_at_the_back_rank():
    game = fight(band(new([hero(), hero("bea", courage=11)]), bowman()))
    stance(game, "bea", rank="back")
    means = {who: ranks.means_against(game.state, "orc-1", who) for who in ("ada", "bea")}
    assert (means["ada"].ranged, means["bea"].ranged) == (False, True)


@pytest.mark.rule("T8.32")
def test_others_come_on():
    game = duel(hero(), replace(monsters.from_block("orc"), attack=1), road=True)
    assert told(act(game, "wait"), foes.Idled) == [foes.Idled("orc-1", "far")]


@pytest.mark.rule("T8.29")
def test_a_stuck_foe_does_not_attack_but_defends():
    game = duel(hero(), "orc")
    afflict(game, "orc-1", "stuck")
    step = act(game, "attack orc-1", 5, 6)
    assert [blow.ward for blow in told(step, Blow)] == [6]
    assert told(step, foes.Idled) == [foes.Idled("orc-1", "stuck")]


def kobold(**more):
    return replace(monsters.from_block("kobold"), courage=1, gift="snatch", **more)


def snatchers(**more):
    thief = {
        "goods": (("torch", 5), ("backpack", 1)),
        "items": (Magic("healing-potion-10"),),
        "weapons": (Arm("sword"), Arm("war-axe")),
    }
    heroes = [hero(), hero("bea", courage=11, **(thief | more))]
    game = fight(band(new(heroes), kobold()))
    stance(game, "bea", rank="back")
    return game


@pytest.mark.rule("T11.29")
def test_what_a_kobold_can_snatch():
    kinds = [thing.kind for thing in foes.loose_things(snatchers().state)]
    assert kinds == ["torch", "backpack", "unknown-potion"]
    assert foes.loose_things(snatchers(goods=(), items=(), weapons=(Arm("dagger"), Arm("dagger"))).state) == [
        foes.Thing("bea", "weapons", 1, "dagger")
    ]


@pytest.mark.rule("T11.29", "T20.18")
def test_who_is_hidden_is_not_robbed():
    game = snatchers()
    afflict(game, "bea", "hidden")
    assert foes.loose_things(game.state) == []
    assert not foes.snatches(game.state, "kobold-1")


@pytest.mark.rule("T11.29", "T8.32")
def test_nobody_is_robbed_from_30_metres_off():
    thief = hero("bea", courage=11, goods=(("torch", 5),), weapons=(), wielded=-1)
    game = fight(band(new([hero(), thief]), kobold()), road=True)
    stance(game, "bea", rank="back")
    act(game, "wait")
    assert told(act(game, "wait"), foes.Idled) == [foes.Idled("kobold-1", "far")]
    act(game, "wait")
    assert told(act(game, "wait", 1, 19), foes.Snatched)


@pytest.mark.rule("T11.29")
def test_with_the_thing_it_vanishes_undefeated():
    game = snatchers()
    act(game, "wait")
    step = act(game, "wait", 3, 12)
    assert told(step, foes.Snatched)[0].thing == "unknown-potion"
    assert game.state.characters["bea"].items == ()
    ended = told(step, FightEnded)[0]
    assert (ended.result, ended.defeated, ended.worth) == ("won", (), ())


@pytest.mark.rule("T11.29")
def test_who_passes_the_test_keeps_the_thing_and_it_tries_once_only():
    game = snatchers()
    act(game, "wait")
    assert named(foes.odds(game.state, "kobold-1"), "snatch").num == 11
    step = act(game, "wait", 1, 11)
    assert not told(step, foes.Snatched)[0].gone
    assert game.state.characters["bea"].goods == (("torch", 5), ("backpack", 1))
    act(game, "wait")
    assert told(act(game, "wait", MISS), Blow)


@pytest.mark.rule("T11.29")
def test_one_torch_of_five_is_snatched():
    game = snatchers(items=())
    act(game, "wait")
    act(game, "wait", 1, 12)
    assert game.state.characters["bea"].goods == (("torch", 4), ("backpack", 1))


@pytest.mark.rule("T11.29")
def test_it_snatches_from_the_back_rank_alone():
    game = snatchers()
    stance(game, "bea", rank="front")
    act(game, "wait")
    assert told(act(game, "wait", MISS), Blow)


@pytest.mark.rule("T12.33")
def test_what_a_caster_wishes():
    mage = replace(monsters.from_block("renegade-magician"), courage=1)
    game = fight(band(new([hero(), hero("bea", courage=11, attack=12), hero("cyd", courage=10, vitality=9)]), mage))
    wish = foes.wish(game.state, "renegade-magician-1")
    assert (wish.spell, wish.target, wish.strength, wish.free) == ("rabbits-panic", "bea", 1, False)
    stance(game, "renegade-magician-1", acted=True)
    wish = foes.wish(game.state, "renegade-magician-1")
    assert (wish.spell, wish.target, wish.strength) == ("wasps-sting", "cyd", 2)
    change(game, "renegade-magician-1", astral=7)
    assert foes.wish(game.state, "renegade-magician-1").spell == "wasps-sting"
    change(game, "renegade-magician-1", astral=6)
    assert foes.wish(game.state, "renegade-magician-1") is None


@pytest.mark.rule("T12.33", "T20.18")
def test_a_caster_counts_who_stands_and_aims_at_whom_it_sees():
    mage = replace(monsters.from_block("renegade-magician"), courage=1)
    game = fight(band(new([hero(attack=12), hero("bea", courage=11), hero("cyd", courage=10)]), mage))
    afflict(game, "ada", "hidden")
    wish = foes.wish(game.state, "renegade-magician-1")
    assert (wish.spell, wish.target) == ("rabbits-panic", "bea")


@pytest.mark.rule("T12.33", "T7.10")
def test_a_turn_that_a_caster_could_not_take_is_not_its_first_action():
    mage = replace(monsters.from_block("renegade-magician"), courage=1)
    party = [hero(), hero("bea", courage=11), hero("cyd", courage=10)]
    game = fight(band(new(party), mage), unaware=True)
    for _ in party:
        act(game, "wait")
    assert (game.state.fight.round, foes.wish(game.state, "renegade-magician-1").spell) == (2, "rabbits-panic")
    for _ in party[1:]:
        act(game, "wait")
    act(game, "wait", MISS)
    assert foes.wish(game.state, "renegade-magician-1").spell == "wasps-sting"


@pytest.mark.rule("T12.33")
def test_before_two_characters_a_caster_stings_at_once():
    mage = replace(monsters.from_block("renegade-magician"), courage=1)
    game = fight(band(new([hero(), hero("bea", courage=11)]), mage))
    assert foes.wish(game.state, "renegade-magician-1").spell == "wasps-sting"


@pytest.mark.rule("T11.29", "T12.33")
@pytest.mark.parametrize(("gift", "target"), [("rabbits-panic", "ada"), ("chameleons-coat", "kobold-1")])
def test_a_kobolds_gift_costs_nothing(gift, target):
    game = duel(hero(), replace(kobold(), gift=gift))
    wish = foes.wish(game.state, "kobold-1")
    assert (wish.spell, wish.target, wish.free) == (gift, target, True)
    assert fighters.standing(game.state, "kobold-1")


# --- several attacks ---


def at_ada(odds, name):
    return [(one.low, one.high) for one in odds if (one.name, one.about) == (name, "ada")]


@pytest.mark.rule("T8.10", "T11.33")
def test_the_second_of_two_attacks_may_be_defended_by_whom_the_first_woke():
    for attacks, defended in ((1, False), (2, True)):
        game = fight(band(new([hero(courage=25)]), replace(monsters.from_block("dragon"), attacks=attacks)), then=6)
        afflict(game, "ada", "asleep")
        odds = foes.odds(game.state, "dragon-1")
        assert any(one.name == "defence" for one in odds) is defended


@pytest.mark.rule("T13.66", "T11.33")
def test_the_second_of_two_attacks_may_meet_armour_where_the_first_broke_a_small_shape():
    game = fight(band(new([hero(courage=25, armour="leather-armour")]), "giant-scorpion"), then=6)
    afflict(game, "ada", "small-shape", 1)
    # 1d6+2, first at no Protection, then at leather's 3
    assert at_ada(foes.odds(game.state, "giant-scorpion-1"), "damage") == [(3, 8), (0, 5)]


@pytest.mark.rule("T12.27", "T11.1")
def test_each_further_attack_of_acid_may_meet_less_armour():
    slime = replace(monsters.from_block("cellar-slime"), attacks=3)
    game = fight(band(new([hero(courage=25, armour="leather-armour")]), slime), then=6)
    assert at_ada(foes.odds(game.state, "cellar-slime-1"), "damage") == [(0, 5), (1, 6), (2, 7)]


@pytest.mark.rule("T11.29")
def test_a_kobold_snatches_at_the_back_rank_alone():
    party = [hero(who, weapons=(Arm("sword"), Arm("dagger"))) for who in ("ada", "bea", "cora")]
    game = fight(band(new(party), replace(monsters.from_block("kobold"), courage=1)), 6, 4, 2)
    assert game.state.stances["cora"].rank == "back"
    assert {(thing.who, thing.kind) for thing in foes.loose_things(game.state)} == {("cora", "dagger")}
