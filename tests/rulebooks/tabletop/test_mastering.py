"""The game master's hand in a fight (T23.13 to T23.15)."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.arena import MISS, act, afflict, band, change, fight, hero, new, refusal, stance, told

from undercroft.rulebooks.tabletop import fighters, fights, flight, mastering, monsters, ranks, wounds
from undercroft.rulebooks.tabletop.blows import Blow
from undercroft.rulebooks.tabletop.fights import FightEnded
from undercroft.rulebooks.tabletop.records import Arm, replace
from undercroft.testing import staged


def table(*foes, party=None, **more):
    """A fight at a table: Ada acts first, then Orcs that hit nobody."""
    listed = foes or (replace(monsters.from_block("orc"), attack=1),)
    return fight(band(new(party or [hero()], table=True), *listed), **more)


@pytest.mark.rule("T23.13")
def test_a_foes_turn_asks_the_game_master():
    game = table()
    act(game, "wait")
    assert (game.asked, game.decision.about["who"]) == ("gm", "orc-1")
    assert game.act("wait").refusals[0].code == "fight.foes_turn"
    step = act(game, "by-rule", MISS)
    assert told(step, Blow)[0].target == "ada"
    assert game.asked == "player"


@pytest.mark.rule("T23.13")
def test_the_master_names_the_target():
    game = table(party=[hero(), hero("bea", courage=11)])
    act(game, "wait")
    act(game, "wait")
    step = act(game, "attack orc-1 bea", MISS)
    assert told(step, Blow)[0].target == "bea"
    assert refusal(game, "attack orc-1 bea", "gm") == ("gm.not_turn", "T7.1")
    assert refusal(game, "attack orc-9 bea", "gm")[0] == "gm.nobody"


@pytest.mark.rule("T23.13")
def test_the_master_may_act_for_a_character_by_the_rules():
    game = table(party=[hero(), hero("bea", courage=11, weapons=(Arm("short-bow"),), goods=(("arrows", 1),))])
    act(game, "attack ada orc-1", 11, seat="gm")
    assert told(act(game, "attack bea orc-1", 11, seat="gm"), Blow)[0].ranged
    act(game, "by-rule", MISS)
    act(game, "wait")
    assert refusal(game, "attack bea orc-1", "gm") == ("fight.no_ammunition", "T8.15")


@pytest.mark.rule("T23.13", "T23.14")
def test_harm_and_heal_are_told_as_the_masters():
    game = table()
    step = act(game, "harm orc-1 7", seat="gm")
    assert game.state.foes["orc-1"].vitality == 11
    assert game.say(step.all_events[0]) == "Orc loses 7 Vitality and has 11 (by the GM)."
    step = act(game, "heal orc-1 99", seat="gm")
    assert game.state.foes["orc-1"].vitality == 18
    assert "(by the GM)" in game.say(step.all_events[0])
    assert refusal(game, "heal orc-1 1", "gm")[0] == "gm.unhurt"
    assert refusal(game, "harm ork-1 1", "gm")[0] == "gm.nobody"
    step = act(game, "harm ada 40", seat="gm")
    assert told(step, wounds.Died)


@pytest.mark.rule("T23.13")
def test_statuses_are_laid_on_and_lifted():
    game = table()
    for status, lifted in (("asleep", "awake"), ("stuck", "free"), ("slowed", "quick"), ("panicked", "calm")):
        act(game, f"status orc-1 {status}", seat="gm")
        assert game.state.foes["orc-1"].conditions[0].kind == status
        act(game, f"status orc-1 {lifted}", seat="gm")
        assert game.state.foes["orc-1"].conditions == ()
    act(game, "status ada unready", seat="gm")
    assert not game.state.stances["ada"].ready
    assert refusal(game, "status orc-1 ready", "gm")[0] == "gm.not_for"
    assert refusal(game, "status orc-1 sleepy", "gm")[0] == "gm.status"
    step = act(game, "status orc-1 fled", seat="gm")
    assert told(step, FightEnded)[0].defeated == ("orc-1",)


@pytest.mark.rule("T23.14", "T7.14", "T7.39")
def test_who_is_gone_by_the_masters_word_is_gone_for_ranks_and_morale():
    orcs = [replace(monsters.from_block("orc"), courage=courage) for courage in (5, 4)]
    game = fight(band(new([hero(), hero("bea", courage=11)], table=True), *orcs))
    stance(game, "bea", rank="back")
    step = act(game, "status ada fled", seat="gm")
    assert [one.who for one in told(step, ranks.RanksClosed)] == [("bea",)]
    step = act(game, "status orc-1 fled", 4, seat="gm")
    assert [one.cause for one in told(step, flight.MoraleAsked)] == ["half"]
    game = fight(band(new([hero()], table=True), *orcs))
    assert told(act(game, "figure orc-2 vitality 0", 5, seat="gm"), flight.MoraleAsked)


@pytest.mark.rule("T20.18")
def test_not_even_the_master_leads_a_foe_against_one_who_is_hidden():
    game = fight(
        band(new([hero(), hero("bea", courage=11)], table=True), replace(monsters.from_block("orc"), courage=1))
    )
    afflict(game, "ada", "hidden")
    act(game, "wait")
    act(game, "wait")
    assert "attack orc-1 ada" not in game.actions("gm")
    assert refusal(game, "attack orc-1 ada", "gm")[0] == "fight.no_ally"
    assert "attack orc-1 bea" in game.actions("gm")


@pytest.mark.rule("T7.30", "T23.13")
def test_a_new_band_at_the_table_may_be_threatened_anew():
    game = new([hero()], table=True)
    with staged(game) as s:
        s.agenda = (mastering.AtTable(),)
    for _ in range(2):
        act(game, "add orc 1", seat="gm")
        act(game, "begin ready", seat="gm", then=3)
        assert act(game, "intimidate", 11, 10).all_events
    act(game, "add orc 1", seat="gm")
    act(game, "begin ready", seat="gm", then=3)
    act(game, "intimidate", 19)
    act(game, "end", seat="gm")
    act(game, "add orc 1", seat="gm")
    act(game, "begin ready", 6, 5, seat="gm")
    assert refusal(game, "intimidate") == ("fight.threatened", "T7.30")


@pytest.mark.rule("T23.13")
def test_added_foes_act_from_the_next_round():
    game = table()
    act(game, "add goblin 2 chief", seat="gm")
    assert (game.state.fight.order, game.state.fight.began) == (("ada", "orc-1"), (3,))
    act(game, "wait")
    act(game, "by-rule", MISS)
    assert game.state.fight.order == ("ada", "orc-1", "goblin-1", "goblin-2")
    assert refusal(game, "add gobblin 2", "gm")[0] == "gm.kind"
    assert refusal(game, "add goblin 21", "gm")[0] == "gm.count"
    assert refusal(game, "add goblin 1 king", "gm")[0] == "gm.template"


@pytest.mark.rule("T23.13")
def test_the_order_of_those_still_to_act_may_be_changed():
    game = table(party=[hero(), hero("bea", courage=11)])
    act(game, "order orc-1 1", seat="gm")
    assert game.state.fight.order == ("orc-1", "ada", "bea")
    act(game, "by-rule", MISS)
    assert refusal(game, "order orc-1 2", "gm")[0] == "gm.has_acted"
    assert refusal(game, "order bea 1", "gm")[0] == "gm.order"
    act(game, "order bea 2", seat="gm")
    assert fights.acting(game.state) == "bea"


@pytest.mark.rule("T23.13")
def test_next_goes_on_and_end_proposes_the_points():
    game = table(party=[hero(), hero("bea", courage=11)])
    act(game, "next", seat="gm")
    assert fights.acting(game.state) == "bea"
    change(game, "orc-1", vitality=0)
    act(game, "add goblin 1", seat="gm")
    step = act(game, "end", seat="gm")
    ended = told(step, FightEnded)[0]
    assert (ended.result, ended.defeated, ended.worth, ended.took_part) == ("ended", ("orc-1",), (10,), ("ada", "bea"))
    assert "worth 10 Adventure Points" in game.say(ended)


@pytest.mark.rule("T11.1", "T23.14")
def test_figures_of_either_side_are_the_masters_to_change():
    game = table()
    step = act(game, "figure orc-1 attack 12", seat="gm")
    assert game.state.foes["orc-1"].attack == 12
    assert game.say(step.all_events[0]) == "Orc's attack is 12 and no longer 1 (by the GM)."
    act(game, "figure ada defence 11", seat="gm")
    assert game.state.characters["ada"].defence == 11
    assert refusal(game, "figure orc-1 attack 100", "gm")[0] == "gm.value"
    assert refusal(game, "figure orc-1 attak 9", "gm") == ("gm.figure", "T11.1")


@pytest.mark.rule("T23.14", "T3.15")
@pytest.mark.parametrize(
    ("figure", "low", "high"),
    [("attack", 0, 18), ("defence", 0, 17), ("vitality_max", 1, 999), ("astral", 0, 999), ("charisma", 1, 99)],
)
def test_a_characters_figure_keeps_its_bounds(figure, low, high):
    game = table()
    for value in (low - 1, high + 1):
        assert refusal(game, f"figure ada {figure} {value}", "gm")[0] == "gm.value"
    for value in (low, high):
        act(game, f"figure ada {figure} {value}", seat="gm")
        assert getattr(game.state.characters["ada"], figure) == value


@pytest.mark.rule("T11.1", "T23.14")
@pytest.mark.parametrize(
    ("figure", "value"),
    [
        ("attack", 20), ("defence", 19), ("courage", 30), ("resist", 21), ("astral", 50), ("protection", 30),
        ("poison", 5), ("poison_dice", 2), ("ml", 500), ("attacks", 7),
    ],
)  # fmt: skip
def test_no_cap_of_characters_binds_the_masters_monsters(figure, value):
    game = table(monsters.from_block("renegade-magician"))
    act(game, f"figure renegade-magician-1 {figure} {value}", seat="gm")
    assert getattr(game.state.foes["renegade-magician-1"], figure) == value


@pytest.mark.rule("T3.15", "T8.9", "T23.14")
def test_protection_of_a_character_is_the_masters_to_set_for_a_combat():
    game = table(party=[hero(armour="leather-armour")])
    step = act(game, "figure ada protection 9", seat="gm")
    assert game.say(step.all_events[0]) == "Ada's protection is 9 and no longer 3 (by the GM)."
    assert fighters.protection(game.state, "ada") == 9
    act(game, "figure ada protection 0", seat="gm")
    assert fighters.protection(game.state, "ada") == 0
    act(game, "end", seat="gm")
    assert fighters.protection(game.state, "ada") == 3
    game = table()
    assert refusal(game, "figure ada attack 19", "gm")[0] == "gm.value"
    assert refusal(game, "figure ada defence 18", "gm")[0] == "gm.value"


@pytest.mark.rule("T8.31", "T11.1")
def test_a_foes_poison_is_what_the_master_makes_it():
    game = table(replace(monsters.from_block("orc"), poison=20, poison_dice=1))
    act(game, "wait")
    step = act(game, "by-rule", 1, 6, 1, 5, seat="gm")
    assert [(loss.amount, loss.source) for loss in told(step, wounds.Wounded)] == [(5, "poison")]


@pytest.mark.rule("T23.14")
def test_a_die_is_overridden_by_force():
    game = table()
    act(game, "force attack 1", seat="gm")
    step = act(game, "attack orc-1", 19, 6)
    assert told(step, Blow)[0].master
    assert any(event.tag() == "engine.force_spent" for event in step.seen("gm"))


@pytest.mark.rule("T23.15")
@pytest.mark.parametrize("rule", ["master_stroke", "breakage", "unreadiness", "bleeding", "terror"])
def test_five_rules_can_be_switched_off_at_a_table(rule):
    game = table()
    assert getattr(game.state.switches, rule)
    assert refusal(game, f"house-rule {rule} on", "gm")[0] == "gm.rule_so"
    act(game, f"house-rule {rule} off", seat="gm")
    assert not getattr(game.state.switches, rule)
    act(game, f"house-rule {rule} on", seat="gm")
    assert getattr(game.state.switches, rule)
    assert refusal(game, "house-rule gravity off", "gm") == ("gm.rule", "T23.15")


@pytest.mark.rule("T23.15")
def test_in_solo_play_nobody_has_the_masters_hand():
    game = fight(band(new([hero()]), "orc"))
    for action in ("harm orc-1 5", "house-rule terror off", "force attack 1", "test ada courage 0"):
        assert refusal(game, action, "gm")[0] == "seat.absent"


@pytest.mark.rule("T23.13")
def test_a_table_gathers_foes_and_begins():
    game = new([hero()], table=True)
    with staged(game) as s:
        s.agenda = (mastering.AtTable(),)
    assert game.asked == "gm"
    assert refusal(game, "begin ready")[0] == "gm.no_foes"
    act(game, "add orc 2")
    assert refusal(game, "begin redy")[0] == "gm.how"
    act(game, "begin unaware passage", 6, 1)
    fight_now = game.state.fight
    assert (fight_now.unaware, fight_now.passage, fight_now.groups) == (True, True, ("table",))
    assert game.asked == "player"


@pytest.mark.rule("T23.13", "T7.45")
def test_at_a_table_auto_plays_both_sides():
    game = table()
    step = act(game, "auto 1", then=MISS)
    assert [blow.attacker for blow in told(step, Blow)] == ["ada", "orc-1"]
