"""Combat as a machine of turns (T7.1 to T7.12, T7.40 to T7.48): order, readiness, rounds, the end and its result."""

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
    reference,
    refusal,
    stance,
    told,
)

from undercroft.rulebooks.tabletop import fighters, fights, flight
from undercroft.rulebooks.tabletop.blows import Blow
from undercroft.rulebooks.tabletop.fights import FightEnded, FightOpened, RoundBegun
from undercroft.rulebooks.tabletop.records import Condition, replace
from undercroft.testing import staged

# --- order ---


@pytest.mark.rule("T7.2", "TX22")
def test_the_highest_courage_acts_first():
    game = fight(band(new([hero(courage=12)]), "goblin", "ogre", "kobold"), MISS)
    assert game.state.fight.order == ("ogre-1", "ada", "kobold-1", "goblin-1")
    assert fights.acting(game.state) == "ada"


@pytest.mark.rule("T8.25", "T7.39")
def test_the_slain_of_a_group_take_no_part_in_a_new_combat():
    game = band(new([hero()]), harmless(), harmless())
    change(game, "orc-2", vitality=0)
    fight(game)
    assert list(game.state.stances) == ["ada", "orc-1"]
    assert game.state.fight.began == (1,)


@pytest.mark.rule("T7.1")
def test_everyone_acts_once_a_round():
    game = fight(band(new([hero(), hero("bea", courage=13)]), harmless(), harmless()), 6, 1)
    assert fights.acting(game.state) == "bea"
    act(game, "wait")
    assert (fights.acting(game.state), game.state.fight.round) == ("ada", 1)
    step = act(game, "wait", MISS, MISS)
    assert [blow.attacker for blow in told(step, Blow)] == ["orc-1", "orc-2"]
    assert (fights.acting(game.state), game.state.fight.round) == ("bea", 2)


@pytest.mark.rule("T7.3")
def test_equal_courage_is_settled_by_a_d6_for_the_whole_combat():
    pair = [hero(courage=12), hero("bea", courage=12)]
    assert fight(band(new(pair), "orc"), 3, 5).state.fight.order == ("bea", "ada", "orc-1")
    assert fight(band(new(pair), "orc"), 5, 3).state.fight.order == ("ada", "bea", "orc-1")
    again = fight(band(new(pair), harmless()), 4, 4, 6, 6, 1, 2)
    assert again.state.fight.order == ("bea", "ada", "orc-1")
    act(again, "wait")
    act(again, "wait", MISS)
    assert again.state.fight.order == ("bea", "ada", "orc-1")


@pytest.mark.rule("T7.3")
def test_those_who_roll_again_keep_their_place_against_the_others():
    trio = [hero(), hero("bea"), hero("cyd")]
    game = fight(band(new(trio), "orc"), 2, 5, 2, 1, 6)
    assert game.state.fight.order == ("bea", "cyd", "ada", "orc-1")


@pytest.mark.rule("T7.3", "T7.2")
def test_foes_and_characters_of_equal_courage_roll_as_well():
    game = fight(band(new([hero(courage=9)]), harmless()), 2, 3, MISS)
    assert game.state.fight.order == ("orc-1", "ada")


@pytest.mark.rule("T7.4")
def test_a_change_of_courage_counts_from_the_next_round():
    game = fight(band(new([hero(courage=12), hero("bea", courage=11)]), harmless()))
    afflict(game, "bea", "quality:courage", 7)
    assert game.state.fight.order == ("ada", "bea", "orc-1")
    act(game, "wait")
    act(game, "wait", MISS)
    assert game.state.fight.order == ("bea", "ada", "orc-1")


@pytest.mark.rule("T12.25")
def test_the_slow_act_after_everyone_else():
    game = fight(band(new([hero(courage=12)]), harmless("walking-corpse"), harmless("goblin")))
    assert game.state.fight.order == ("ada", "goblin-1", "walking-corpse-1")


@pytest.mark.rule("T7.46", "T7.16")
def test_of_equals_the_first_in_order_is_taken():
    pair = [hero(), hero("bea"), hero("cyd"), hero("dee")]
    game = fight(band(new(pair), "giant-bat"), 6, 5, 4, 3)
    for _ in range(3):
        act(game, "wait")
    assert told(act(game, "wait", MISS), Blow)[0].target == "ada"


# --- ready and unready, aware and unaware ---


@pytest.mark.rule("T7.5", "T7.24")
def test_an_unready_character_makes_ready_first():
    game = duel(hero(goods=(("vial-of-holy-water", 1),)), harmless(), ready=False)
    for text in ("attack orc-1", "shoot orc-1", "throw vial-of-holy-water orc-1", "guard"):
        assert refusal(game, text) == ("fight.unready", "T7.5")
    assert "flee" in game.actions()
    act(game, "make-ready", MISS)
    assert refusal(game, "make-ready") == ("fight.is_ready", "T7.24")
    act(game, "attack orc-1", 11, MISS)


@pytest.mark.rule("T7.11")
def test_against_a_group_lying_in_wait_nobody_is_ready():
    assert not duel(hero(), harmless(), ready=True, waiting=True).state.stances["ada"].ready
    assert duel(hero(), harmless(), ready=True).state.stances["ada"].ready


@pytest.mark.rule("T23.15", "T7.5")
def test_without_unreadiness_everybody_is_ready():
    game = fight(band(new([hero()], unreadiness=False), harmless()), ready=False, waiting=True)
    assert game.state.stances["ada"].ready


@pytest.mark.rule("T7.9")
@pytest.mark.parametrize(("face", "way"), [(1, "unaware"), (2, "unaware"), (3, "aware"), (5, "aware"), (6, "waiting")])
def test_how_a_group_is_found(face, way):
    assert fights.found(face) == way
    assert (fights.awareness().count, fights.awareness().sides) == (1, 6)


@pytest.mark.rule("T7.12")
@pytest.mark.parametrize(("face", "way"), [(1, "aware"), (2, "aware"), (3, "aware"), (6, "waiting")])
def test_after_a_forced_door_nobody_is_unaware(face, way):
    assert fights.found(face, forced_door=True) == way


@pytest.mark.rule("T7.10")
def test_an_unaware_group_has_neither_actions_nor_defence_in_round_1():
    game = duel(hero(), harmless(), unaware=True)
    step = act(game, "attack orc-1", 5, 1)
    assert [(blow.attacker, blow.ward) for blow in told(step, Blow)] == [("ada", 0)]
    step = act(game, "attack orc-1", 5, 1, MISS)
    assert [(blow.attacker, blow.ward) for blow in told(step, Blow)] == [("ada", 1), ("orc-1", 0)]


@pytest.mark.rule("T7.7")
def test_a_combat_ends_the_partys_readiness():
    game = band(new([hero()]), replace(harmless(), vitality=1))
    with staged(game) as s:
        s.party = replace(s.party, ready=True)
    act(fight(game), "attack orc-1", 5, 19, 6)
    assert not game.state.party.ready


@pytest.mark.rule("T8.30")
def test_the_slowed_act_in_even_rounds_only():
    game = duel(hero(), harmless())
    afflict(game, "orc-1", "slowed")
    assert not told(act(game, "wait"), Blow)
    assert told(act(game, "wait", MISS), Blow)
    assert not told(act(game, "wait"), Blow)
    afflict(game, "ada", "slowed", until="turns")
    step = act(game, "wait", MISS)
    assert game.state.fight.round == 6
    assert len(told(step, RoundBegun)) == 2


@pytest.mark.rule("T8.7", "T7.1")
def test_a_sleeper_does_not_act():
    game = fight(band(new([hero(), hero("bea", courage=13)]), harmless()))
    afflict(game, "ada", "asleep")
    act(game, "wait", MISS)
    assert (fights.acting(game.state), game.state.fight.round) == ("bea", 2)


@pytest.mark.rule("T20.22")
def test_what_lasts_for_rounds_runs_out_with_them():
    game = duel(hero(), harmless())
    change(game, "orc-1", conditions=(Condition("stuck", until="rounds", left=2),))
    assert not told(act(game, "wait"), Blow)
    assert not told(act(game, "wait"), Blow)
    assert told(act(game, "wait", MISS), Blow)


# --- the end ---


@pytest.mark.rule("T7.43")
def test_a_combat_ends_when_no_enemy_stands():
    game = fight(band(new([hero()]), replace(harmless(), vitality=1), replace(harmless(), vitality=1)), 6, 1)
    assert not told(act(game, "attack orc-1", 5, 19, 6, 5, MISS), FightEnded)
    ended = told(act(game, "attack orc-2", 5, 19, 6), FightEnded)[0]
    assert (ended.result, ended.defeated, ended.worth, ended.took_part) == (
        "won",
        ("orc-1", "orc-2"),
        (10, 10),
        ("ada",),
    )
    assert game.state.fight is None
    assert not game.state.stances
    assert game.asked == "player"


@pytest.mark.rule("T7.43")
def test_a_combat_ends_when_no_character_stands():
    game = duel(hero(vitality=1), "orc")
    ended = told(act(game, "wait", 5, 19, 6), FightEnded)[0]
    assert (ended.result, ended.defeated, ended.left) == ("lost", (), ("orc-1",))


@pytest.mark.rule("T7.40", "T16.7")
def test_the_result_tells_who_was_defeated_and_who_took_part():
    game = fight(
        band(new([hero(), hero("bea", courage=13)]), "goblin", "goblin", replace(harmless(), vitality=1)), 6, 1
    )
    stance(game, "goblin-1", place="fled")
    stance(game, "goblin-2", place="vanished")
    stance(game, "bea", place="fled")
    ended = told(act(game, "wait"), FightEnded)
    assert not ended
    step = act(game, "attack orc-1", 5, 19, 6, 6)
    ended = told(step, FightEnded)[0]
    assert (ended.defeated, ended.worth) == (("goblin-1", "orc-1"), (5, 10))
    assert ended.took_part == ("ada", "bea")
    assert {foe.group for foe in game.state.foes.values()} == {"gone"}


@pytest.mark.rule("T8.28", "T22.48")
@pytest.mark.parametrize(("boss", "defeated"), [(False, ("orc-1",)), (True, ())])
def test_a_boss_that_ran_in_panic_is_not_defeated(boss, defeated):
    game = duel(hero(), replace(harmless(), boss=boss))
    afflict(game, "orc-1", "panicked")
    ended = told(act(game, "wait"), FightEnded)[0]
    assert (ended.result, ended.defeated) == ("won", defeated)


@pytest.mark.rule("T7.48")
def test_enemies_left_behind_keep_their_wounds():
    game = duel(hero(), harmless("goblin"))
    act(game, "attack goblin-1", 5, 19, 6, MISS)
    act(game, "flee", 5)
    assert game.state.fight is None
    assert (game.state.foes["goblin-1"].vitality, game.state.foes["goblin-1"].group) == (99 - 9, "group-1")
    fight(game, ready=True)
    assert fighters.standing_foes(game.state) == ["goblin-1"]


@pytest.mark.rule("T8.21")
def test_bleeding_stops_when_a_combat_ends_with_somebody_standing():
    game = fight(band(new([hero(), hero("bea", courage=5, vitality=-3)]), replace(harmless(), vitality=1)))
    act(game, "attack orc-1", 5, 19, 6)
    bea = game.state.characters["bea"]
    assert (bea.vitality, bea.fell, bea.dead) == (-3, 0, False)


@pytest.mark.rule("T6.3")
@pytest.mark.parametrize(("rounds", "turns"), [(0, 1), (1, 1), (60, 1), (61, 2), (120, 2), (121, 3)])
def test_a_combat_takes_a_turn_for_60_rounds_begun(rounds, turns):
    assert fights.turns_taken(rounds) == turns


@pytest.mark.rule("T6.14")
def test_who_had_withdrawn_joins_in_the_third_round():
    game = fight(band(new([hero(), hero("bea", courage=13)]), harmless()), away=("bea",))
    assert game.state.fight.order == ("ada", "orc-1")
    act(game, "wait", MISS)
    act(game, "wait", MISS)
    assert (game.state.fight.round, fights.acting(game.state)) == (3, "bea")


@pytest.mark.rule("T6.14", "T7.43")
def test_a_combat_goes_on_for_those_who_are_yet_to_come():
    game = fight(band(new([hero(vitality=1), hero("bea", courage=13)]), replace(harmless(), attack=9)), away=("bea",))
    step = act(game, "wait", 5, 19, 6)
    assert not told(step, FightEnded)
    assert fights.acting(game.state) == "bea"


def test_opening_tells_how_it_begins():
    for more, word in (({"ready": True}, "ready"), ({"ready": False}, ""), ({"unaware": True}, "unaware")):
        game = band(new([hero()]), harmless())
        game._ctx.events = []
        fights.open_fight(game._ctx, ("group-1",), **({"ready": True} | more))
        opened = next(one for one in game._ctx.events if isinstance(one, FightOpened))
        assert opened.variant() == word


@pytest.mark.rule("T7.13")
def test_the_reference_party_draws_up_two_in_front():
    game = fight(band(new(reference()), harmless("goblin")), 1, 6)
    assert fighters.front(game.state) == ["warrior", "dwarf"]
    assert fighters.back(game.state) == ["elf", "magician"]


@pytest.mark.rule("T7.41")
@pytest.mark.parametrize(("die", "lurk"), [(2, True), (3, False)])
def test_goblins_that_ran_may_lie_in_wait_once_more(die, lurk):
    game = fight(band(new([hero(), hero("bea")]), "goblin", "goblin", "goblin"), 6, 5, 6, 5, 4)
    change(game, "goblin-3", vitality=4)
    for foe in ("goblin-1", "goblin-2"):
        change(game, foe, vitality=0)
    stance(game, "goblin-3", place="fled")
    step = act(game, "wait", die)
    assert bool(told(step, flight.Lurking)) is lurk
    goblin = game.state.foes["goblin-3"]
    assert (goblin.group, goblin.vitality, goblin.ml) == (("lurkers", 4, 0) if lurk else ("gone", 4, 5))
    assert told(step, FightEnded)[0].worth == (5, 5, 5)
    assert not any(isinstance(one, flight.Lurking) for one in step.seen("player"))


@pytest.mark.rule("T7.41")
def test_only_goblins_that_live_are_treacherous():
    game = fight(band(new([hero()]), "orc", "goblin"))
    stance(game, "orc-1", place="fled")
    change(game, "goblin-1", vitality=0)
    assert not told(act(game, "wait"), flight.Lurking)


def test_a_fight_is_opened_with_the_living_of_all_its_groups():
    game = band(
        new([hero(), replace(hero("bea"), dead=True, vitality=-10)]), "orc", replace(harmless("goblin"), vitality=0)
    )
    fight(game)
    assert list(game.state.stances) == ["ada", "orc-1"]
