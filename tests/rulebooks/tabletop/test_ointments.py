"""Ointments (T13.40 to T13.55): on weapons and by trickery."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.rulebooks.tabletop.arena import MISS, act, band, change, duel, hero, named, new, orc, refusal, told
from tests.rulebooks.tabletop.dungeon_bench import band as lay
from tests.rulebooks.tabletop.dungeon_bench import explore, stand

from undercroft.rulebooks.tabletop import blows, fighters, fights, flight, monsters, ointments, pause, weapons
from undercroft.rulebooks.tabletop.records import Arm, Magic, replace
from undercroft.testing import staged

SLEEP, FEAR, WEAKNESS, SHARP = "ointment-of-sleep", "ointment-of-fear", "ointment-of-weakness", "weapon-ointment"


def holder(*items, known=True, **more):
    return hero(items=tuple(Magic(one, known=known) for one in items), **more)


def sword(game, who="ada"):
    return game.state.characters[who].weapons[0]


def kinds(game, who):
    return [held.kind for held in fighters.fighter(game.state, who).conditions]


# --- the Weapon Ointment ---


@pytest.mark.rule("T13.40", "T8.17", "T13.41")
def test_a_treated_sword_until_the_adventures_end():
    game = duel(holder(SHARP), orc(protection=0))
    act(game, "use weapon-ointment", MISS)
    assert sword(game) == Arm("sword", treated=True)
    means = blows.hand(game.state, "ada")
    assert (means.dice, means.add, means.fragile, means.searing) == (1, 5, False, True)
    act(game, "attack orc-1", 20, MISS)
    assert sword(game).broken is False
    c = game.state.characters["ada"]
    assert (weapons.damage(c, c.weapons[0]).low, weapons.damage(c, c.weapons[0]).high) == (6, 11)
    with staged(game) as s:
        pause.EffectsEnded().apply(s)
    c = game.state.characters["ada"]
    assert (weapons.damage(c, c.weapons[0]).low, weapons.damage(c, c.weapons[0]).high) == (5, 10)


@pytest.mark.rule("T13.42")
def test_a_second_dose_adds_nothing_and_a_bow_takes_one():
    game = duel(holder(SHARP, SHARP, weapons=(Arm("sword"), Arm("short-bow"))), orc())
    act(game, "use weapon-ointment sword", MISS)
    assert refusal(game, "use weapon-ointment sword") == ("ointment.twice", "T13.42")
    act(game, "use weapon-ointment short-bow", MISS)
    assert [arm.treated for arm in game.state.characters["ada"].weapons] == [True, True]
    assert game.state.characters["ada"].items == ()


@pytest.mark.rule("T13.42")
def test_bare_hands_take_no_ointment():
    game = duel(holder(SHARP, wielded=-1), orc())
    assert refusal(game, "use weapon-ointment") == ("ointment.weapon", "T13.42")


# --- coats ---


@pytest.mark.rule("T13.43", "T13.44", "T13.46", "T13.52", "T13.53")
def test_the_blow_that_carries_sleep_wounds_first_and_wakes_nobody():
    game = duel(holder(SLEEP), orc(protection=1))
    act(game, "use ointment-of-sleep", MISS)
    assert sword(game).coat == SLEEP
    act(game, "attack orc-1", 10, 7, 3)
    assert game.state.foes["orc-1"].vitality == 99 - 6
    (held,) = game.state.foes["orc-1"].conditions
    assert (held.kind, held.until, held.left) == ("asleep", "turns", 7)
    assert sword(game).coat == ""


@pytest.mark.rule("T13.53")
def test_a_warded_blow_keeps_the_dose_and_one_without_damage_spends_it():
    game = duel(holder(SLEEP), orc(protection=30))
    act(game, "use ointment-of-sleep", MISS)
    act(game, "attack orc-1", 10, 6, MISS)
    assert sword(game).coat == SLEEP
    act(game, "attack orc-1", 10, 7, 3)
    assert sword(game).coat == ""
    assert kinds(game, "orc-1") == ["asleep"]


@pytest.mark.rule("T13.53")
def test_a_coated_weapon_takes_no_second_coat():
    game = duel(holder(SLEEP, FEAR), orc())
    act(game, "use ointment-of-sleep", MISS)
    assert refusal(game, "use ointment-of-fear") == ("ointment.coated", "T13.53")


@pytest.mark.rule("T13.45", "T8.7", "T8.10")
def test_a_sleeper_cannot_defend_and_the_first_blow_wakes_them_even_without_damage():
    game = duel(hero(), orc(protection=6))
    change(game, "orc-1", conditions=(ointments.conditions.lasting("asleep", 7, SLEEP),))
    blow = told(act(game, "attack orc-1", 10, 1, MISS), blows.Blow)[0]
    assert (blow.ward, blow.loss) == (0, 0)
    assert kinds(game, "orc-1") == []


@pytest.mark.rule("T13.47", "T8.26", "T8.28")
def test_fear_drives_its_victim_off():
    game = duel(holder(FEAR), orc())
    act(game, "use ointment-of-fear", MISS)
    step = act(game, "attack orc-1", 10, 7, 3)
    begun = told(step, ointments.conditions.Begun)
    assert [(one.kind, one.left) for one in begun] == [("panicked", 7)]
    assert told(step, flight.PanicRan) == [flight.PanicRan("orc-1")]
    assert told(step, fights.FightEnded)[0].defeated == ("orc-1",)


@pytest.mark.rule("T13.48", "T13.49", "T13.50", "T13.51")
def test_a_weakened_victim():
    game = duel(holder(WEAKNESS), orc(attack=11, defence=8, courage=5, protection=3, dice=1, add=3))
    act(game, "use ointment-of-weakness", MISS)
    act(game, "attack orc-1", 10, 9, 3, MISS)
    s = game.state
    figures = (fighters.attack_score, fighters.defence_score, fighters.courage, fighters.protection)
    assert [figure(s, "orc-1") for figure in figures] == [6, 4, 3, 2]
    assert [(one.kind, one.left) for one in s.foes["orc-1"].conditions] == [("weakened", 7)]
    # 6 on the die and 3 are 9, halved 5, less Protection 1 of the clothes.
    spread = blows.damage(s, "orc-1", "ada", blows.hand(s, "orc-1"))
    assert spread.value(6) == 5 - 1


@pytest.mark.rule("T13.48", "T13.50", "T3.3")
def test_a_weakened_characters_strength_is_halved_with_the_damage():
    c = hero(strength=16, courage=11, conditions=(ointments.conditions.lasting("weakened", 7, WEAKNESS),))
    game = duel(c, orc(protection=2))
    assert fighters.courage(game.state, "ada") == 6
    assert [fighters.attack_score(game.state, "ada"), fighters.defence_score(game.state, "ada")] == [5, 4]
    # 3 on the die, 4 of the sword and 4 of Strength are 11, halved 6, less 2.
    assert blows.damage(game.state, "ada", "orc-1", blows.hand(game.state, "ada")).value(3) == 4


@pytest.mark.rule("T13.55", "T12.22", "T12.23", "T12.24")
@pytest.mark.parametrize(("kind", "works"), [
    ("orc", {SLEEP, FEAR, WEAKNESS}), ("skeleton", {WEAKNESS}), ("cellar-slime", set()), ("stone-watcher", set()),
])  # fmt: skip
def test_on_whom_ointments_work(kind, works):
    game = band(new([hero()]), kind)
    assert {one for one in (SLEEP, FEAR, WEAKNESS) if ointments.works_on(game.state, f"{kind}-1", one)} == works


@pytest.mark.rule("T7.33", "T13.55")
def test_a_dragon_is_not_panicked_by_the_ointment():
    game = duel(holder(FEAR, courage=21), replace(monsters.from_block("dragon"), attacks=1), 1)
    act(game, "use ointment-of-fear", MISS)
    step = act(game, "attack dragon-1", 10, 19, 3, MISS)
    assert told(step, ointments.Wasted) == [ointments.Wasted("dragon-1", FEAR)]
    assert kinds(game, "dragon-1") == []
    assert sword(game).coat == ""


@pytest.mark.rule("T13.55")
def test_no_resist_roll_is_made():
    game = duel(holder(SLEEP), orc(resist=18))
    act(game, "use ointment-of-sleep", MISS)
    act(game, "attack orc-1", 10, 7, 3)
    assert kinds(game, "orc-1") == ["asleep"]


@pytest.mark.rule("T13.53")
def test_nothing_works_on_the_slain():
    game = duel(holder(SLEEP), orc(vitality=1))
    act(game, "use ointment-of-sleep", MISS)
    step = act(game, "attack orc-1", 10, 7, 3)
    assert told(step, ointments.conditions.Begun) == []


# --- trickery ---


def tricking(*kinds, mood="aware", item=SLEEP, **more):
    game = explore(holder(item, charisma=13, **more))
    lay(game, *kinds, room="room-2", mood=mood)
    stand(game, "room-2", "room-1")
    return game


@pytest.mark.rule("T13.54", "T13.43")
def test_a_talking_creature_is_tricked_by_charisma():
    game = tricking("orc")
    assert named(game.odds(f"trick {SLEEP} ada"), "trick").fraction == Fraction(10, 20)
    act(game, f"trick {SLEEP} ada", 10)
    assert kinds(game, "orc-x.1") == ["asleep"]
    assert game.state.characters["ada"].items == ()


@pytest.mark.rule("T13.54")
def test_failure_starts_a_combat_and_spends_the_dose():
    game = tricking("orc")
    step = act(game, f"trick {SLEEP} ada", 11)
    assert len(told(step, fights.FightOpened)) == 1
    assert game.state.characters["ada"].items == ()
    assert kinds(game, "orc-x.1") == []


@pytest.mark.rule("T13.54")
def test_an_unaware_creature_is_tricked_by_agility_even_if_it_does_not_talk():
    game = tricking("wolf", mood="unaware", item=WEAKNESS, agility=12)
    assert named(game.odds(f"trick {WEAKNESS} ada"), "trick").fraction == Fraction(9, 20)
    act(game, f"trick {WEAKNESS} ada", 9)
    assert kinds(game, "wolf-x.1") == ["weakened"]


@pytest.mark.rule("T13.54")
def test_an_aware_beast_is_not_tricked():
    assert game_refusal(tricking("wolf"), f"trick {SLEEP} ada") == ("ointment.nobody", "T13.54")
    assert game_refusal(explore(holder(SLEEP)), f"trick {SLEEP} ada") == ("ointment.nobody", "T13.54")
    assert game_refusal(tricking("orc", item=SHARP), f"trick {SHARP} ada") == ("ointment.none", "T13.54")


def game_refusal(game, text):
    step = game.act(text)
    assert not step.accepted
    return step.refusals[0].code, step.refusals[0].rule


@pytest.mark.rule("T13.8")
def test_an_unknown_ointment_can_be_applied_and_shows_what_it_is():
    game = duel(holder(SHARP, known=False), orc())
    act(game, "use unknown-ointment", MISS)
    assert sword(game).treated
