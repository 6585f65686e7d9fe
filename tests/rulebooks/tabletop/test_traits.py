"""Traits (T7.42, T8.31, T12.22 to T12.32) and what makes a kind immune."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.arena import MISS, act, afflict, band, change, duel, fight, hero, new, stance, told

from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop import fighters, fights, monsters, traits, wounds
from undercroft.rulebooks.tabletop.blows import Blow
from undercroft.rulebooks.tabletop.records import Arm, replace


def beast(kind, **figures):
    """A foe slower than any character here, and hard to kill."""
    return replace(monsters.from_block(kind), **({"courage": 1, "vitality": 99, "vitality_max": 99} | figures))


def two():
    return [hero(), hero("bea", courage=11)]


@pytest.mark.rule("T7.42")
@pytest.mark.parametrize(("die", "loses"), [(12, False), (13, True)])
def test_terror_costs_the_first_action(die, loses):
    game = fight(band(new(two()), beast("giant")), die, 11)
    lost = game.state.stances["ada"].lost
    assert (lost, game.state.fight.order[game.state.fight.at]) == (("", "bea") if loses else ("", "ada"))


@pytest.mark.rule("T7.42")
def test_terror_costs_one_action_only():
    game = fight(band(new([hero()]), beast("giant", attack=1)), 13, MISS)
    assert game.state.fight.round == 2
    act(game, "wait", MISS)


@pytest.mark.rule("T7.42", "T23.15")
def test_terror_may_be_switched_off():
    game = fight(band(new(two(), terror=False), beast("giant")))
    assert game.state.stances["ada"].lost == ""


@pytest.mark.rule("T12.32")
@pytest.mark.parametrize(("die", "num"), [(12, 10), (13, 8)])
def test_stench_makes_attacks_of_the_front_rank_harder(die, num):
    game = duel(hero(), beast("tatzelwurm"), die)
    odds = game.odds("attack tatzelwurm-1")
    assert odds[0].num == num
    assert bool(game.state.characters["ada"].conditions) is (num == 8)


@pytest.mark.rule("T12.32")
def test_stench_ends_with_the_combat_and_spares_the_back_rank():
    game = band(new([hero(), hero("bea", courage=11), hero("cyd", courage=10)]), beast("tatzelwurm", vitality=1))
    fight(game, 13, 13)
    assert [len(c.conditions) for c in game.state.characters.values()] == [1, 1, 0]
    act(game, "attack tatzelwurm-1", 5, 19, 6)
    assert [c.conditions for c in game.state.characters.values()] == [(), (), ()]


@pytest.mark.rule("T12.28")
@pytest.mark.parametrize(("die", "acts"), [(12, True), (13, False)])
def test_a_song_costs_one_of_them_the_rounds_action(die, acts):
    game = fight(band(new(two()), beast("harpy")), 1, die)
    assert game.state.fight.order[game.state.fight.at] == ("ada" if acts else "bea")


@pytest.mark.rule("T12.28")
def test_a_song_is_heard_every_round_while_a_harpy_stands():
    game = fight(band(new([hero()]), beast("harpy", attack=1), beast("orc", attack=1, courage=2)), 1, 5)
    heard = act(game, "wait", MISS, MISS, 1, 5)
    change(game, "harpy-1", vitality=0)
    silent = act(game, "wait", MISS)
    assert [[roll.name for roll, _ in step.rolls].count("song") for step in (heard, silent)] == [1, 0]


@pytest.mark.rule("T12.29")
def test_two_ghouls_in_a_round_cost_the_same_next_action():
    game = fight(band(new([hero()]), beast("ghoul"), beast("ghoul", courage=2)))
    step = act(game, "wait", 5, 19, 6, 19, 5, 6, 19, then=MISS)
    assert len(told(step, traits.ActionLost)) == 2
    assert len(told(step, fights.TurnLost)) == 1
    assert game.state.fight.round == 3


@pytest.mark.rule("T7.42", "T12.28")
def test_terror_and_a_song_in_the_first_round_cost_the_same_action():
    game = band(new([hero()]), beast("giant", attack=1), beast("harpy", attack=1, courage=2))
    fight(game, 13, 1, 13, MISS, MISS, 1, 5)
    assert (game.state.fight.round, fights.acting(game.state)) == (2, "ada")


@pytest.mark.rule("T12.28")
def test_a_song_costs_no_action_of_a_later_round():
    harpy = beast("harpy", courage=30)
    game = band(new([hero(courage=12), hero("bea", courage=13, vitality=5)]), harpy)
    # Bea hears it, and falls before her turn.
    fight(game, 2, 14, 5, 19, 6)
    assert game.state.characters["bea"].vitality <= 0
    change(game, "bea", vitality=10)
    stance(game, "bea", ready=True)
    act(game, "wait", 1, 5, MISS)
    assert (game.state.fight.round, fights.acting(game.state)) == (2, "bea")


@pytest.mark.rule("T12.28", "T12.29")
def test_who_sleeps_has_no_action_to_lose():
    game = fight(band(new(two()), beast("ghoul", attack=1)))
    afflict(game, "bea", "asleep")
    stance(game, "bea", lost=traits.NEXT)
    assert not told(act(game, "wait", MISS), fights.TurnLost)
    change(game, "bea", conditions=())
    assert told(act(game, "wait", MISS), fights.TurnLost) == [fights.TurnLost("bea")]


@pytest.mark.rule("T8.31", "T12.8")
@pytest.mark.parametrize(("die", "more"), [(10, 0), (11, 4)])
def test_poison_tests_strength_and_takes_more(die, more):
    game = duel(hero(strength=12), beast("giant-spider"))
    step = act(game, "wait", 5, 19, 2, die, *([4] if more else []))
    assert told(step, Blow)[0].loss == 3
    assert game.state.characters["ada"].vitality == 30 - 3 - more


@pytest.mark.rule("T8.31", "T12.8", "T12.13")
def test_poison_takes_a_d6_of_a_spider_and_of_a_scorpion():
    for kind, adjustment in (("giant-spider", 2), ("giant-scorpion", 3)):
        game = fight(band(new([hero(courage=20)]), beast(kind)))
        test, taken = traits.blow_odds(game.state, f"{kind}-1", "ada")
        assert (test.num, test.of) == (12 - adjustment, 20)
        assert (taken.low, taken.high) == (1, 6)


@pytest.mark.rule("T8.31")
def test_poison_needs_a_wound_and_protection_does_not_lessen_it():
    game = duel(hero(armour="knightly-armour"), beast("giant-spider"))
    act(game, "wait", 5, 19, 4)
    assert game.state.characters["ada"].vitality == 30
    act(game, "wait", 5, 19, 5, 19, 6)
    assert game.state.characters["ada"].vitality == 30 - 1 - 6


@pytest.mark.rule("T8.31")
def test_poison_may_fell():
    game = duel(hero(vitality=4), beast("giant-spider"))
    assert told(act(game, "wait", 5, 19, 2, 19, 6), wounds.Fell)


@pytest.mark.rule("T12.27")
def test_acid_eats_armour_point_by_point():
    game = duel(hero(armour="padded-coat"), beast("cellar-slime"))
    act(game, "wait", 5, 19, 6)
    assert (game.state.characters["ada"].eaten, fighters.protection(game.state, "ada")) == (1, 1)
    act(game, "wait", 5, 19, 6)
    assert (game.state.characters["ada"].eaten, fighters.protection(game.state, "ada")) == (2, 0)
    act(game, "wait", 5, 19, 6)
    assert game.state.characters["ada"].eaten == 2


@pytest.mark.rule("T12.27")
def test_acid_spares_travelling_clothes_and_those_it_does_not_wound():
    game = duel(hero(), beast("cellar-slime"))
    act(game, "wait", 5, 19, 6)
    assert game.state.characters["ada"].eaten == 0
    game = duel(hero(armour="knightly-armour"), beast("cellar-slime"))
    act(game, "wait", 5, 19, 1)
    assert game.state.characters["ada"].eaten == 0


@pytest.mark.rule("T12.29")
@pytest.mark.parametrize(("die", "loses"), [(12, False), (13, True)])
def test_numbing_costs_the_next_action(die, loses):
    game = duel(hero(), beast("ghoul", attack=9))
    act(game, "wait", 5, 19, 4, die, *([MISS] if loses else []))
    assert game.state.fight.round == (3 if loses else 2)


@pytest.mark.rule("T12.26")
def test_bones_halve_missiles_before_protection():
    archer = hero(weapons=(Arm("short-bow"), Arm("sword")), goods=(("arrows", 9),))
    game = duel(archer, beast("skeleton", attack=1))
    assert told(act(game, "shoot skeleton-1", 5, 6, MISS), Blow)[0].loss == 2  # 9, halved 4, less 2
    change(game, "ada", wielded=1)
    assert told(act(game, "attack skeleton-1", 5, 19, 6, MISS), Blow)[0].loss == 8
    thrower = duel(hero(weapons=(Arm("dagger"),)), beast("skeleton", attack=1))
    plain = duel(hero(weapons=(Arm("dagger"),)), beast("orc", attack=1, protection=2))
    losses = [told(act(one, f"throw dagger {foe}", 5, 6, MISS), Blow)[0].loss
              for one, foe in ((thrower, "skeleton-1"), (plain, "orc-1"))]  # fmt: skip
    assert losses[0] == losses[1] > 0


@pytest.mark.rule("T12.30", "T13.40", "T9.23")
@pytest.mark.parametrize(
    ("arm", "loss"),
    [(Arm("sword"), 0), (Arm("sword", silvered=True), 7), (Arm("sword", treated=True), 8)],
)
def test_plain_steel_does_nothing_to_the_unearthly(arm, loss):
    game = fight(band(new([hero(weapons=(arm,))], terror=False), beast("barrow-wraith", attack=1)))
    blow = told(act(game, "attack barrow-wraith-1", 5, 19, *([3] if loss else []), MISS), Blow)[0]
    assert (blow.hit, blow.loss) == (True, loss)


@pytest.mark.rule("T12.31")
@pytest.mark.parametrize(("silvered", "after"), [(False, 99 - 5 + 2), (True, 99 - 5)])
def test_a_werewolf_knits_but_for_silver(silvered, after):
    game = duel(hero(weapons=(Arm("sword", silvered=silvered),)), beast("werewolf", attack=1))
    act(game, "attack werewolf-1", 5, 19, 3, MISS)
    assert game.state.foes["werewolf-1"].vitality == after
    act(game, "wait", MISS)
    assert game.state.foes["werewolf-1"].vitality == min(99, after + 2)


@pytest.mark.rule("T7.33", "T12.22", "T12.23", "T12.24")
def test_what_each_nature_shuts_out():
    shut = {
        "skeleton": {"sleep", "panic", "trust", "poison", "fright", "surrender"},
        "cellar-slime": {"sleep", "panic", "trust", "poison", "fright", "surrender", "parley", "weakness"},
        "stone-watcher": {
            "sleep", "panic", "trust", "poison", "fright", "surrender", "parley", "weakness", "slowness",
        },
        "dragon": {"panic", "fright"},
        "orc": set(),
    }  # fmt: skip
    every = set().union(*shut.values())
    for kind, blocks in shut.items():
        assert {one for one in every if fighters.immune(kind, one)} == blocks


@pytest.mark.rule("T12.39")
def test_the_animals():
    animals = [kind for kind, block in content.catalogue().monsters.items() if block.animal]
    assert animals == [
        "giant-rat", "giant-bat", "wolf", "giant-spider", "cave-bear", "giant-scorpion", "tatzelwurm",
    ]  # fmt: skip


@pytest.mark.rule("T13.48")
def test_the_weak_have_half_of_four_figures_rounded_up():
    game = duel(hero(), beast("orc", attack=11, defence=8, courage=5, protection=3))
    afflict(game, "orc-1", "weakened")
    s = game.state
    figures = (fighters.attack_score, fighters.defence_score, fighters.courage, fighters.protection)
    assert [figure(s, "orc-1") for figure in figures] == [6, 4, 3, 2]


@pytest.mark.rule("T20.20")
def test_a_shell_adds_its_points_on_either_side():
    game = duel(hero(), beast("orc", protection=2))
    for who in ("ada", "orc-1"):
        before = fighters.protection(game.state, who)
        afflict(game, who, "shell", 3)
        assert fighters.protection(game.state, who) == before + 3


@pytest.mark.rule("T12.34")
@pytest.mark.parametrize(("courage", "intelligence", "resist"), [(12, 12, 12), (12, 11, 11), (9, 8, 8)])
def test_a_characters_resist_is_half_of_courage_and_intelligence(courage, intelligence, resist):
    game = new([hero(courage=courage, intelligence=intelligence)])
    assert fighters.resist(game.state, "ada") == resist


def test_the_tests_of_an_opening_are_told_before():
    game = band(new(two()), beast("giant"), beast("tatzelwurm"))
    fights.open_fight(game._ctx, ("group-1",), ready=True)
    names = [(one.name, one.about) for one in game.state.agenda[-1].odds(game.state)]
    ties = [("tie", who) for who in ("giant-1", "tatzelwurm-1")]
    assert names == [*ties, ("terror", "ada"), ("terror", "bea"), ("stench", "ada"), ("stench", "bea")]
    assert traits.opening_odds(game.state)
