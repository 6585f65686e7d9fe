"""Own actions (T7.20 to T7.38): what a character may do in their turn, and what it costs."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.arena import (
    MISS,
    act,
    afflict,
    band,
    change,
    duel,
    fight,
    harmless,
    hero,
    new,
    refusal,
    stance,
    told,
)

from undercroft.rulebooks.tabletop import fighters, fights, turns
from undercroft.rulebooks.tabletop.blows import Blow
from undercroft.rulebooks.tabletop.records import Arm, replace


def pair(**more):
    """Ada before Bea, both in front, against one harmless Orc."""
    return fight(band(new([hero(**more), hero("bea", courage=11)]), harmless()))


@pytest.mark.rule("T7.20")
def test_an_attack_is_one_roll_against_one_foe_and_the_whole_turn():
    game = pair()
    step = act(game, "attack orc-1", 11)
    assert len(told(step, Blow)) == 1
    assert fights.acting(game.state) == "bea"


@pytest.mark.rule("T7.20", "T7.21")
def test_a_bow_is_for_shooting_and_a_sword_is_not():
    game = duel(hero(weapons=(Arm("short-bow"), Arm("sword")), goods=(("arrows", 2),)), harmless())
    assert refusal(game, "attack orc-1") == ("fight.not_hand", "T7.20")
    change(game, "ada", wielded=1)
    assert refusal(game, "shoot orc-1") == ("fight.no_missile", "T7.21")
    assert refusal(game, "throw sword orc-1") == ("fight.not_thrown", "T7.21")
    assert refusal(game, "throw spear orc-1") == ("fight.not_thrown", "T7.21")


@pytest.mark.rule("T7.21")
def test_a_shot_reaches_any_foe_from_either_rank():
    foes = [harmless("bandit"), replace(harmless("renegade-magician"), astral=0)]
    game = fight(band(new([hero(weapons=(Arm("short-bow"),), goods=(("arrows", 2),))]), *foes))
    stance(game, "ada", rank="back")
    assert {"shoot bandit-1", "shoot renegade-magician-1"} <= set(game.actions().texts())


def test_a_foe_that_is_not_there_is_named_with_the_nearest():
    game = pair()
    step = game.act("attack ork-1")
    assert game.say(step.refusals[0]) == 'There is no foe ork-1 to attack; did you mean "orc-1"?'


@pytest.mark.rule("T7.25")
def test_switching_weapons_takes_the_turn():
    game = fight(band(new([hero(weapons=(Arm("sword"), Arm("dagger"))), hero("bea", courage=11)]), harmless()))
    act(game, "switch dagger")
    assert (game.state.characters["ada"].wielded, fights.acting(game.state)) == (1, "bea")
    act(game, "switch unarmed", MISS)
    assert refusal(game, "switch dagger") == ("fight.in_hand", "T7.25")
    assert refusal(game, "switch spear")[0] == "fight.no_weapon"


@pytest.mark.rule("T7.25", "T4.23", "T4.18")
def test_nobody_wields_what_their_class_may_not():
    game = duel(
        hero(cls="adventurer", weapons=(Arm("sword"), Arm("great-sword"), Arm("dagger", broken=True))), harmless()
    )
    assert not game.act("switch great-sword").accepted
    assert refusal(game, "switch dagger")[0] == "weapon.broken"


@pytest.mark.rule("T9.21", "T7.25")
def test_two_hands_leave_none_for_a_shield():
    game = duel(hero(weapons=(Arm("sword"), Arm("war-axe")), shield=True), harmless())
    assert refusal(game, "switch war-axe")[1] == "T9.21"
    act(game, "shield off", MISS)
    assert (game.state.characters["ada"].shield, game.state.characters["ada"].goods) == (False, (("shield", 1),))
    act(game, "switch war-axe", MISS)
    assert refusal(game, "shield on") == ("fight.two_hands", "T9.21")
    act(game, "switch sword", MISS)
    act(game, "shield on", MISS)
    assert (game.state.characters["ada"].shield, game.state.characters["ada"].goods) == (True, ())
    assert refusal(game, "shield on") == ("fight.no_shield", "T7.25")
    assert refusal(game, "shield up")[0] == "fight.on_or_off"


@pytest.mark.rule("T7.26")
def test_a_guard_has_two_defences():
    game = fight(
        band(new([hero(defence=8)]), replace(harmless(), attack=9), *[replace(harmless(), attack=9)] * 2), 6, 4, 2
    )
    step = act(game, "guard", 5, 8, 5, 8, 5, 6)
    assert [blow.ward for blow in told(step, Blow)] == [8, 8, 0]
    assert not game.state.stances["ada"].guards


@pytest.mark.rule("T7.26", "T8.6")
def test_a_defence_already_used_counts_as_the_first():
    bold = replace(harmless(), attack=9, courage=20)
    game = fight(
        band(new([hero(defence=8)]), bold, replace(harmless(), attack=9), replace(harmless(), attack=9)), 6, 4, 5, 8
    )
    step = act(game, "guard", 5, 8, 5, 6, MISS)
    assert [blow.ward for blow in told(step, Blow)][:2] == [8, 0]


@pytest.mark.rule("T7.27")
def test_characters_of_two_ranks_change_places():
    game = pair()
    assert refusal(game, "swap bea") == ("fight.same_rank", "T7.27")
    stance(game, "bea", rank="back")
    act(game, "swap bea")
    assert (fighters.front(game.state), fighters.back(game.state)) == (["bea"], ["ada"])


@pytest.mark.rule("T8.29", "T7.27")
def test_nobody_changes_places_with_the_stuck():
    game = pair()
    stance(game, "bea", rank="back")
    afflict(game, "bea", "stuck")
    assert refusal(game, "swap bea") == ("fight.stuck", "T8.29")


@pytest.mark.rule("T7.27", "T7.13")
def test_a_step_forward_needs_a_free_place():
    names = ("ada", "bea", "cyd", "dee")
    game = fight(band(new([hero(name, courage=20 - at) for at, name in enumerate(names)]), harmless()), passage=True)
    for _ in ("ada", "bea"):
        assert refusal(game, "step") == ("fight.in_front", "T7.27")
        act(game, "wait")
    assert refusal(game, "step") == ("fight.no_place", "T7.13")
    stance(game, "ada", place="fled")
    act(game, "step")
    assert fighters.front(game.state) == ["bea", "cyd"]
    assert refusal(game, "step") == ("fight.no_place", "T7.13")


@pytest.mark.rule("T7.29")
def test_a_sleeping_ally_is_roused():
    game = pair()
    assert refusal(game, "wake bea")[0] == "fight.no_ally"
    afflict(game, "bea", "asleep")
    act(game, "wake bea")
    assert game.state.characters["bea"].conditions == ()
    assert fights.acting(game.state) == "bea"


@pytest.mark.rule("T7.38")
def test_waiting_does_nothing_but_takes_the_turn():
    game = pair()
    act(game, "wait")
    assert fights.acting(game.state) == "bea"


def test_a_refused_action_costs_nothing():
    game = pair()
    before = game.digest(), game.streams.state()
    assert not game.act("swap bea").accepted
    assert (game.digest(), game.streams.state()) == before


def test_every_own_action_says_what_it_is():
    for cls in (turns.Attack, turns.Guard, turns.Flee, turns.Intimidate):
        assert cls.__doc__


@pytest.mark.rule("T9.22", "T12.30")
def test_silvered_arrows_are_kept_for_what_needs_them():
    quiver = (("arrows", 2), ("silvered-arrows", 2))
    archer = hero(weapons=(Arm("short-bow"),), goods=quiver, courage=25)
    game = duel(archer, harmless())
    act(game, "shoot orc-1", 19, MISS)
    assert game.state.characters["ada"].goods == (("arrows", 1), ("silvered-arrows", 2))
    game = duel(archer, harmless("barrow-wraith"), 3)
    step = act(game, "shoot barrow-wraith-1", 5, 4, MISS)
    assert told(step, Blow)[0].loss == 7
    assert game.state.characters["ada"].goods == (("arrows", 2), ("silvered-arrows", 1))


@pytest.mark.rule("T13.62", "T13.64")
def test_a_small_shape_bites_for_1_and_handles_no_weapon():
    game = duel(hero(weapons=(Arm("sword"), Arm("dagger")), courage=25), harmless())
    afflict(game, "ada", "small-shape")
    assert refusal(game, "switch dagger") == ("fight.small", "T13.62")
    change(game, "orc-1", protection=0)
    assert told(act(game, "attack orc-1", 5, 19, MISS), Blow)[0].loss == 1
    assert fighters.protection(game.state, "ada") == 0
    assert (fighters.attack_score(game.state, "ada"), fighters.defence_score(game.state, "ada")) == (5, 14)
