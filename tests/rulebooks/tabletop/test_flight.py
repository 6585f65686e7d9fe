"""Flight (T7.30 to T7.41, T8.26 to T8.28): morale, intimidation, panic, fleeing, and who follows."""

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
    hero,
    named,
    new,
    refusal,
    stance,
    told,
)

from undercroft.rulebooks.tabletop import fighters, fights, flight, monsters, wounds
from undercroft.rulebooks.tabletop.blows import Blow
from undercroft.rulebooks.tabletop.fights import FightEnded
from undercroft.rulebooks.tabletop.records import Enemy, Group, replace
from undercroft.testing import fix, staged


def weak(kind="orc", **figures):
    """A foe that dies of any blow and hits nobody."""
    return replace(monsters.from_block(kind), **({"attack": 1, "vitality": 1, "defence": 0} | figures))


def against(*foes, party=None, **more):
    """A party before foes of falling Courage, so that no ties are rolled."""
    listed = [replace(one if not isinstance(one, str) else weak(one), courage=9 - at) for at, one in enumerate(foes)]
    return fight(band(new(party or [hero()]), *listed), **more)


# --- morale ---


@pytest.mark.rule("T7.39")
def test_morale_is_tested_when_half_of_them_are_left():
    game = against("orc", "orc", "orc", "orc")
    step = act(game, "attack orc-4", 5, 19, 6, MISS, MISS, MISS)
    assert not told(step, flight.MoraleAsked)
    step = act(game, "attack orc-3", 5, 19, 6, 9, MISS, MISS)
    assert [one.cause for one in told(step, flight.MoraleAsked)] == ["half"]
    step = act(game, "attack orc-2", 5, 19, 6, MISS)
    assert not told(step, flight.MoraleAsked)


@pytest.mark.rule("T7.39", "T7.46")
def test_the_bravest_of_those_left_is_tested():
    game = against("orc", "orc", "orc", "orc")
    change(game, "orc-1", vitality=0)
    assert flight.bravest(game.state) == "orc-2"
    change(game, "orc-3", courage=8)
    assert flight.bravest(game.state) == "orc-2"
    change(game, "orc-4", courage=10)
    assert flight.bravest(game.state) == "orc-4"


@pytest.mark.rule("T7.39", "T7.40")
@pytest.mark.parametrize(("die", "result"), [(8, ""), (9, "won")])
def test_on_a_failure_all_of_them_flee_and_are_defeated(die, result):
    game = against("orc", "orc")
    step = act(game, "attack orc-1", 5, 19, 6, die, *([MISS] if not result else []))
    ended = told(step, FightEnded)
    assert ([one.result for one in ended] or [""]) == [result]
    if result:
        assert told(step, flight.FoesRan)[0].foes == ("orc-2",)
        assert (ended[0].defeated, ended[0].worth) == (("orc-1", "orc-2"), (10, 10))


@pytest.mark.rule("T7.39")
def test_one_foe_alone_is_never_tested():
    assert not told(act(against("orc"), "attack orc-1", 5, 19, 6), flight.MoraleAsked)


@pytest.mark.rule("T7.39")
def test_the_loss_of_the_chief_is_a_cause_of_its_own():
    game = against(weak(template="chief"), "orc", "orc", "orc", "orc")
    step = act(game, "attack orc-1", 5, 19, 6, 8, MISS, MISS, MISS, MISS)
    assert [one.cause for one in told(step, flight.MoraleAsked)] == ["chief"]
    change(game, "orc-2", vitality=0)
    step = act(game, "attack orc-3", 5, 19, 6, 6, MISS, MISS)
    assert [one.cause for one in told(step, flight.MoraleAsked)] == ["half"]


@pytest.mark.rule("T7.33", "T7.39", "T12.22", "T12.23")
@pytest.mark.parametrize("kind", ["skeleton", "cellar-slime", "stone-watcher", "giant"])
def test_some_never_test_their_morale(kind):
    foes = (weak(kind), weak(kind))
    game = against(*foes, then=3)
    step = act(game, f"attack {kind}-1", 5, 19, 6, MISS)
    assert not told(step, flight.MoraleAsked)
    assert flight.frightenable(game.state) == []


@pytest.mark.rule("T7.33")
def test_in_a_mixed_group_those_flee_that_can_be_frightened():
    game = against(weak("orc"), weak("skeleton"), weak("orc"))
    change(game, "orc-2", vitality=0)
    step = act(game, "wait", MISS, MISS)
    assert not told(step, flight.MoraleAsked)
    game = against(weak("orc"), weak("skeleton"), weak("orc"), weak("orc"))
    change(game, "orc-3", vitality=0)
    step = act(game, "attack orc-2", 5, 19, 6, 10, MISS)
    assert told(step, flight.FoesRan)[0].foes == ("orc-1",)
    assert fighters.standing_foes(game.state) == ["skeleton-1"]


@pytest.mark.rule("T7.39")
def test_morale_is_tested_once_in_all_combats_with_a_group():
    game = against("orc", "orc", "orc", "orc")
    with staged(game) as s:
        s.groups["group-1"] = Group("group-1", "light", "room-2", made=(Enemy("orc"),) * 4)
    act(game, "attack orc-4", 5, 19, 6, MISS, MISS, MISS)
    assert told(act(game, "attack orc-3", 5, 19, 6, 9, MISS, MISS), flight.MoraleAsked)
    act(game, "flee", 5)
    fight(game, ready=True)
    # Two of four are left: half, and that was Tested.
    assert not told(act(game, "attack orc-2", 5, 19, 6, MISS), flight.MoraleAsked)


@pytest.mark.rule("T7.39")
def test_half_is_half_of_what_the_group_was_made_of():
    game = band(new([hero()]), *[weak(courage=9 - at) for at in range(4)])
    with staged(game) as s:
        s.groups["group-1"] = Group("group-1", "light", "room-2", made=(Enemy("orc"),) * 6)
    fight(game)
    # Four of six are met again; the third of them is the half that is left.
    step = act(game, "attack orc-4", 5, 19, 6, 9, MISS, MISS, MISS)
    assert [one.cause for one in told(step, flight.MoraleAsked)] == ["half"]
    assert game.state.groups["group-1"].tested == ("half",)


@pytest.mark.rule("T7.39")
def test_each_of_two_groups_has_a_morale_of_its_own():
    game = band(new([hero()]), *[weak(courage=9 - at) for at in range(4)])
    with staged(game) as s:
        for foe in ("orc-3", "orc-4"):
            s.foes[foe] = replace(s.foes[foe], group="group-2")
    with fix(game):
        game._ctx.events = []
        fights.open_fight(game._ctx, ("group-1", "group-2"), ready=True)
        game._settle()
    assert game.state.fight.began == (2, 2)
    # One of four is gone, but of group-2 it is half: its other member Tests, and runs alone.
    step = act(game, "attack orc-4", 5, 19, 6, 8, MISS, MISS)
    assert [(one.group, one.cause) for one in told(step, flight.MoraleAsked)] == [("group-2", "half")]
    assert told(step, flight.FoesRan)[0].foes == ("orc-3",)


@pytest.mark.rule("T7.39", "T8.29")
def test_the_stuck_and_the_sleeping_do_not_run():
    game = against("orc", "orc", "orc", "orc")
    change(game, "orc-4", vitality=0)
    afflict(game, "orc-1", "asleep")
    afflict(game, "orc-2", "stuck")
    assert flight.bravest(game.state) == "orc-2"
    step = act(game, "attack orc-3", 5, 19, 6, 9)
    assert told(step, flight.MoraleAsked)
    assert not told(step, flight.FoesRan)
    assert fighters.standing_foes(game.state) == ["orc-1", "orc-2"]


# --- intimidation ---


def four():
    return [hero(), hero("bea", courage=11), hero("cyd", courage=10), hero("dee", courage=9)]


@pytest.mark.rule("T7.30", "T7.31", "T7.32", "T11.17", "TX48")
def test_six_goblins_before_four_characters():
    def game():
        return fight(band(new(four()), *[weak("goblin")] * 6), 6, 5, 4, 3, 2, 1)

    assert flight.threat_adjustment(game().state) == 2
    odds = game().odds("intimidate")
    assert named(odds, "intimidate").num == 10
    assert named(odds, "cowed").num == 0
    step = act(game(), "intimidate", 10, 1, 6)
    assert len(told(step, flight.FoesRan)[0].foes) == 6
    ended = told(step, FightEnded)[0]
    assert (ended.result, len(ended.defeated), sum(ended.worth)) == ("won", 6, 30)


@pytest.mark.rule("T7.30")
def test_a_failed_threat_frightens_nobody_and_is_the_last():
    game = against("orc", "orc", party=[hero(), hero("bea", courage=11)])
    step = act(game, "intimidate", 13)
    assert not told(step, flight.FoesRan)
    assert refusal(game, "intimidate") == ("fight.threatened", "T7.30")


@pytest.mark.rule("T7.30")
def test_the_same_group_is_never_threatened_twice():
    game = against("orc", "orc")
    act(game, "intimidate", 12, MISS, MISS)
    act(game, "flee", 5)
    fight(game)
    assert refusal(game, "intimidate") == ("fight.threatened", "T7.30")


@pytest.mark.rule("T7.30")
@pytest.mark.parametrize(("foes", "party", "adjustment"), [(8, 1, 5), (6, 1, 5), (5, 1, 4), (1, 4, -3)])
def test_the_crowd_counts_for_5_at_most(foes, party, adjustment):
    listed = [replace(weak(), courage=30 - at) for at in range(foes)]
    game = fight(band(new(four()[:party]), *listed), then=MISS)
    assert flight.threat_adjustment(game.state) == adjustment


@pytest.mark.rule("T7.32")
def test_only_goblins_are_that_easy_to_frighten():
    assert named(against("orc", "orc").odds("intimidate"), "cowed").num == 9
    assert named(against("kobold", "kobold").odds("intimidate"), "cowed").num == 9


@pytest.mark.rule("T7.33", "T11.32", "T20.10", "TX52")
def test_a_dragon_cannot_be_intimidated():
    game = duel(hero(courage=21), weak("dragon"), then=3)
    assert refusal(game, "intimidate") == ("fight.fearless", "T7.33")
    assert fighters.immune("dragon", "panic")
    assert not fighters.immune("orc", "panic")


@pytest.mark.rule("T22.47", "T7.31", "T7.39")
def test_why_names_the_rule_by_which_foes_ran():
    for cause, rule in (("threat", "T7.31"), ("half", "T7.39"), ("chief", "T7.39")):
        assert flight.FoesRan(("orc-1",), cause, "").rules() == (rule,)


@pytest.mark.rule("T7.31", "T7.40")
def test_without_a_way_out_they_surrender():
    game = against("orc", "orc", way_out=False)
    step = act(game, "intimidate", 11, 10)
    assert told(step, flight.FoesYielded)[0].foes == ("orc-1", "orc-2")
    assert told(step, FightEnded)[0].defeated == ("orc-1", "orc-2")


@pytest.mark.rule("T12.38", "T12.39")
@pytest.mark.parametrize("kind", ["wolf", "giant-rat", "cave-bear", "tatzelwurm"])
def test_animals_never_surrender(kind):
    game = against(weak(kind), weak("orc"), way_out=False, then=3)
    step = act(game, "intimidate", 10, 10, MISS)
    assert told(step, flight.FoesYielded)[0].foes == ("orc-1",)
    assert fighters.standing_foes(game.state) == [f"{kind}-1"]


@pytest.mark.rule("T7.31", "T8.29")
def test_the_stuck_surrender_to_a_threat_where_others_run():
    game = against("orc", weak("wolf"), "orc", "orc")
    afflict(game, "orc-2", "stuck")
    afflict(game, "wolf-1", "stuck")
    afflict(game, "orc-3", "asleep")
    step = act(game, "intimidate", 5, 10, then=MISS)
    assert told(step, flight.FoesRan)[0].foes == ("orc-1",)
    assert told(step, flight.FoesYielded)[0].foes == ("orc-2",)
    assert fighters.standing_foes(game.state) == ["wolf-1", "orc-3"]


@pytest.mark.rule("T7.41", "T8.26", "T22.48")
def test_goblins_that_ran_in_panic_may_come_back_but_a_boss_does_in_its_own_way():
    game = fight(band(new([hero()]), weak("goblin", courage=5), weak("goblin", courage=4, boss=True)))
    for foe in ("goblin-1", "goblin-2"):
        stance(game, foe, place=flight.RAN)
    assert flight.traitors(game.state) == ("goblin-1",)
    stance(game, "goblin-2", place=flight.FLED)
    assert flight.traitors(game.state) == ("goblin-1", "goblin-2")


# --- panic ---


@pytest.mark.rule("T8.26", "T8.27")
def test_a_panicked_character_runs_at_the_next_action():
    game = fight(band(new([hero(), hero("bea", courage=11)]), weak(vitality=99)))
    afflict(game, "bea", "panicked")
    step = act(game, "wait", MISS)
    assert told(step, flight.PanicRan)[0].who == "bea"
    assert game.state.stances["bea"].place == "ran"
    assert fights.acting(game.state) == "ada"


@pytest.mark.rule("T8.26", "T8.29")
def test_who_is_stuck_as_well_cowers():
    game = fight(band(new([hero(), hero("bea", courage=11)]), weak(vitality=99)))
    afflict(game, "bea", "panicked")
    afflict(game, "bea", "stuck")
    step = act(game, "wait", MISS)
    assert told(step, flight.Cowered)[0].who == "bea"
    assert fighters.standing(game.state, "bea")


@pytest.mark.rule("T8.26", "T8.30", "T7.10")
@pytest.mark.parametrize(("kind", "number", "runs"), [
    ("asleep", 1, False), ("asleep", 2, False), ("slowed", 1, False), ("slowed", 2, True), ("stench", 1, True),
])  # fmt: skip
def test_a_panicked_foe_runs_at_its_next_action_and_a_turn_without_one_is_none(kind, number, runs):
    game = duel(hero(), weak())
    afflict(game, "orc-1", "panicked")
    afflict(game, "orc-1", kind)
    with staged(game) as s:
        s.fight = replace(s.fight, round=number)
    assert bool(told(act(game, "wait"), flight.PanicRan)) is runs


@pytest.mark.rule("T8.26", "T7.10")
def test_the_unaware_run_in_the_second_round():
    game = duel(hero(), weak(), unaware=True)
    afflict(game, "orc-1", "panicked")
    assert not told(act(game, "wait"), flight.PanicRan)
    assert told(act(game, "wait"), flight.PanicRan)


@pytest.mark.rule("T8.26")
def test_a_panicked_foe_without_a_way_out_cowers():
    game = duel(hero(), weak(), way_out=False)
    afflict(game, "orc-1", "panicked")
    assert told(act(game, "wait"), flight.Cowered)


@pytest.mark.rule("T8.28")
def test_a_panicked_foe_that_leaves_is_defeated():
    game = duel(hero(), weak())
    afflict(game, "orc-1", "panicked")
    ended = told(act(game, "wait"), FightEnded)[0]
    assert (ended.result, ended.defeated) == ("won", ("orc-1",))


# --- fleeing ---


@pytest.mark.rule("T7.34", "T1.14")
def test_who_passes_the_test_gets_away_unharmed():
    game = duel(hero(agility=11), weak(attack=18))
    assert named(game.odds("flee"), "flee").num == 11
    step = act(game, "flee", 11)
    assert not told(step, Blow)
    assert told(step, FightEnded)[0].result == "fled"


@pytest.mark.rule("T7.34")
def test_who_fails_is_struck_first_without_defence():
    game = duel(hero(agility=11), weak(attack=9))
    step = act(game, "flee", 12, 5, 6)
    assert [(blow.attacker, blow.ward, blow.loss) for blow in told(step, Blow)] == [("orc-1", 0, 8)]
    assert told(step, flight.Fled)
    assert game.state.stances == {}


@pytest.mark.rule("T7.34")
def test_who_falls_to_the_parting_blow_stays():
    game = fight(band(new([hero(vitality=5), hero("bea", courage=11)]), weak(attack=9)))
    step = act(game, "flee", 12, 5, 6)
    assert not told(step, flight.Fled)
    assert game.state.characters["ada"].vitality == -3


@pytest.mark.rule("T7.34")
@pytest.mark.parametrize("kind", ["asleep", "stuck", "panicked"])
def test_the_first_foe_that_can_strikes(kind):
    game = against(weak(vitality=99), weak(vitality=99))
    afflict(game, "orc-1", kind)
    assert flight.pursuer(game.state) == "orc-2"
    afflict(game, "orc-2", kind)
    step = act(game, "flee", 12)
    assert not told(step, Blow)
    assert told(step, flight.Fled)


@pytest.mark.rule("T7.34", "T8.32")
def test_on_the_road_no_parting_blow_lands_in_the_first_round():
    game = duel(hero(agility=11), weak(attack=18), road=True)
    assert [one.name for one in game.odds("flee")] == ["flee"]
    step = act(game, "flee", 12)
    assert not told(step, Blow)
    assert told(step, flight.Fled)
    game = duel(hero(agility=11), weak(attack=18), road=True)
    act(game, "wait")
    assert told(act(game, "flee", 12, 5, 6), Blow)


@pytest.mark.rule("T7.34", "T11.39")
def test_a_bowman_shoots_after_one_who_flees_from_afar():
    bow = monsters.geared(weak(attack=18), monsters.content.catalogue().outfits["orcs-with-bows"])
    game = duel(hero(agility=11), bow, road=True)
    assert [blow.weapon for blow in told(act(game, "flee", 12, 5, 6), Blow)] == ["short-bow"]


@pytest.mark.rule("T7.34", "T20.18")
def test_nobody_strikes_after_one_who_is_hidden():
    game = duel(hero(agility=11), weak(attack=18))
    afflict(game, "ada", "hidden")
    assert [one.name for one in game.odds("flee")] == ["flee"]
    assert not told(act(game, "flee", 12), Blow)


@pytest.mark.rule("T8.29")
def test_the_stuck_do_not_flee_strike_or_change_places():
    game = fight(band(new([hero(), hero("bea", courage=11)]), weak(vitality=99)))
    afflict(game, "ada", "stuck")
    for text in ("flee", "attack orc-1", "swap bea", "step"):
        assert refusal(game, text) == ("fight.stuck", "T8.29")
    assert {"guard", "wait", "intimidate"} <= set(game.actions().texts())


@pytest.mark.rule("T7.35")
def test_a_fallen_ally_of_the_same_rank_is_carried_at_3_harder():
    game = fight(band(new([hero(agility=11), hero("bea", courage=11)]), weak(vitality=99)))
    change(game, "bea", vitality=-2)
    assert named(game.odds("carry bea"), "flee").num == 8
    step = act(game, "carry bea", 8)
    assert (told(step, FightEnded)[0].result, told(step, flight.Fled)[0].ally) == ("fled", "bea")
    assert not game.state.characters["bea"].dead


@pytest.mark.rule("T7.35")
def test_nobody_carries_the_standing_or_those_of_the_other_rank():
    game = fight(band(new([hero(), hero("bea", courage=11)]), weak(vitality=99)))
    assert refusal(game, "carry bea")[0] == "fight.no_ally"
    change(game, "bea", vitality=0)
    stance(game, "bea", rank="back")
    assert refusal(game, "carry bea") == ("fight.other_rank", "T7.35")


@pytest.mark.rule("T7.36")
def test_those_left_fallen_are_dead():
    game = fight(band(new([hero(), hero("bea", courage=11)]), weak(vitality=99)))
    change(game, "bea", vitality=-2)
    step = act(game, "flee", 5)
    assert told(step, wounds.Died) == [wounds.Died("bea", "left")]
    assert game.state.characters["bea"].dead


@pytest.mark.rule("T7.36")
def test_who_falls_after_the_others_fled_is_left_too():
    game = fight(band(new([hero(), hero("bea", courage=11, vitality=6)]), weak(attack=9, vitality=99)))
    act(game, "flee", 5)
    step = act(game, "wait", 5, 19, 6)
    assert told(step, FightEnded)[0].result == "fled"
    assert told(step, wounds.Died) == [wounds.Died("bea", "left")]


@pytest.mark.rule("T7.36")
def test_where_all_have_fallen_nobody_has_fled():
    game = duel(hero(vitality=1), weak(attack=9))
    step = act(game, "wait", 5, 19, 6)
    assert told(step, FightEnded)[0].result == "lost"
    assert not told(step, wounds.Died)


@pytest.mark.rule("T7.37")
@pytest.mark.parametrize(
    ("courage", "kind", "die", "follow"),
    [(11, "orc", 2, True), (11, "orc", 3, False), (10, "orc", 0, False), (20, "cellar-slime", 0, False)],
)
def test_bold_foes_may_follow(courage, kind, die, follow):
    game = duel(hero(courage=25), weak(kind, courage=courage, vitality=20), back="room-1")
    step = act(game, "flee", 5, *([die] if die else []))
    assert bool(told(step, flight.Followed)) is follow
    if follow:
        assert told(step, flight.Followed)[0] == flight.Followed((f"{kind}-1",), "room-1")


@pytest.mark.rule("T7.47")
def test_on_the_road_nobody_follows():
    game = duel(hero(courage=25), weak(courage=20, vitality=20), road=True)
    assert not told(act(game, "flee", 5), flight.Followed)


@pytest.mark.rule("T7.47")
def test_who_has_fled_takes_no_further_part():
    game = fight(band(new([hero(), hero("bea", courage=11)]), weak(vitality=99)))
    act(game, "flee", 5)
    assert fights.acting(game.state) == "bea"
    act(game, "wait", MISS)
    assert game.state.fight.order == ("bea", "orc-1")
