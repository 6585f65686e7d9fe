"""Camps: their watches, who comes, what they restore, spikes, and Goblins that come back (T6.10 to T6.14, T22.34)."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.campaign import below, road
from tests.rulebooks.tabletop.dungeon_bench import band, explore, stand
from tests.rulebooks.tabletop.rules_bench import character, of

from undercroft.engine.chance import Chance
from undercroft.engine.game import Game
from undercroft.rulebooks.tabletop import camping, loads, monsters
from undercroft.rulebooks.tabletop.records import Character, State, replace
from undercroft.testing import staged
from undercroft.testing.dice import fix

FOOD = (("ration", 2),)
ADA = character("Ada", vitality=10, goods=FOOD, courage=20)
MAB = character("Mab", cls="magician", vitality=20, vitality_max=20, astral=5, astral_max=30, goods=FOOD, courage=19)


def camped(
    *dice: int, who: tuple[Character, ...] = (ADA, MAB), alone: bool = True, spikes: bool = False
) -> Game[State]:
    one = explore(*who, light=12)
    if alone:
        assert one.act("withdraw-alone mab")
    if spikes:
        assert one.act("spike")
    with fix(one, *dice):
        assert one.act("camp")
    return one


@pytest.mark.rule("T6.10", "T6.11", "T6.12", "T6.13", "T22.34")
def test_a_camp_is_checked_four_times_and_restores_who_eats() -> None:
    one = camped(2, 3, 4, 5, 4, 3, 6)
    assert one.state.clock.turn == 96
    assert (of(one).vitality, of(one, "mab").vitality, of(one, "mab").astral) == (14, 20, 11)
    assert dict(of(one).goods) == {"ration": 1}
    assert one.state.party.alone == ()
    refused = one.act("camp").refusals[0]
    assert (refused.code, refused.rule) == ("load.camped", "T6.11")


@pytest.mark.rule("T6.13")
def test_who_keeps_watch_with_the_others_recovers_no_astral() -> None:
    one = camped(2, 3, 4, 5, 4, 3, alone=False)
    assert of(one, "mab").astral == 5
    assert one.act("withdraw-alone ada").refusals[0].rule == "T6.13"


@pytest.mark.rule("T22.34", "T6.14")
def test_an_attacked_camp_gives_no_rest_and_who_withdrew_comes_late() -> None:
    one = explore(ADA, MAB)
    with staged(one) as s:
        s.adventure = replace(s.adventure, rating=5)
    one.act("withdraw-alone mab")
    with fix(one, 2, 1, then=20):
        assert one.act("camp")
    s = one.state
    assert s.clock.turn == 48
    assert s.fight is not None
    assert s.stances["mab"].place == "stayed-away"
    assert of(one).vitality <= 10
    assert s.clock.camped == -1


@pytest.mark.rule("T10.16")
def test_spikes_keep_everybody_out_for_one_camp() -> None:
    spiker = character("Ada", vitality=10, goods=(*FOOD, ("iron-spikes", 6)))
    one = camped(4, 3, 6, who=(spiker, MAB), spikes=True)
    assert dict(of(one).goods) == {"ration": 1, "iron-spikes": 1}
    assert one.state.clock.turn == 97
    assert not one.state.rooms["room-1"].spiked
    assert one.act("spike").refusals[0].rule == "T10.16"


@pytest.mark.rule("T7.48")
def test_after_a_camp_those_left_behind_stand_at_full_vitality() -> None:
    one = explore(ADA, MAB)
    band(one, "orc")
    with staged(one) as s:
        s.foes["orc-x.1"] = replace(s.foes["orc-x.1"], vitality=3)
    with fix(one, 2, 2, 2, 2, 1, 1):
        one.act("camp")
    assert one.state.foes["orc-x.1"].vitality == 18


@pytest.mark.rule("T6.11")
def test_nobody_camps_where_an_enemy_stands() -> None:
    one = explore(ADA, MAB)
    band(one, "orc", room="room-1", mood="aware")
    assert one.act("camp").refusals[0].rule == "T22.49"


@pytest.mark.rule("T8.23")
def test_the_fallen_come_round_at_the_end_of_a_camp() -> None:
    one = explore(ADA, character("Mab", vitality=-4, fell=0))
    with fix(one, 2, 2, 2, 2, then=1):
        one.act("camp")
    assert of(one, "mab").vitality >= 1


def lurking(*who: Character) -> Game[State]:
    one = explore(*(who or (ADA, MAB)))
    with staged(one) as s:
        goblin = monsters.from_block("goblin", id="goblin-1", group="lurkers")
        s.foes[goblin.id] = replace(goblin, vitality=4, ml=0)
    return one


@pytest.mark.rule("T7.41", "T22.42")
def test_goblins_that_ran_fall_upon_the_next_camp() -> None:
    one = lurking()
    with fix(one, then=20):
        assert one.act("camp")
    s = one.state
    assert s.fight is not None
    assert s.clock.turn == 0
    assert not s.stances["ada"].ready
    assert (s.foes["goblin-1"].vitality, s.foes["goblin-1"].ml) == (4, 0)


@pytest.mark.rule("T7.41")
def test_or_they_wait_in_the_entrance_for_the_party_on_its_way_out() -> None:
    one = lurking()
    stand(one, "room-2", "room-3")
    with fix(one, then=20):
        assert one.act("go west")
    assert one.state.place.room == "room-1"
    assert one.state.fight is not None
    assert not one.state.stances["ada"].ready


@pytest.mark.rule("T6.12", "T6.13")
def test_a_camp_tells_the_real_gain() -> None:
    one = below(character("Ada", goods=(("ration", 1),), vitality=28))
    told = [one.say(event) for event in rest(one, 6) if isinstance(event, loads.CampRested)]
    assert told == ["Ada sleeps, and wakes 2 Vitality the better."]
    hale = below(character("Ada", goods=(("ration", 1),)))
    told = [hale.say(event) for event in rest(hale, 6) if isinstance(event, loads.CampRested)]
    assert told == ["Ada sleeps soundly, and had nothing to mend."]
    mage = character("Ada", cls="magician", goods=(("ration", 1),), astral=29, astral_max=30)
    one = below(mage)
    assert one.act("withdraw-alone ada")
    (event,) = [event for event in rest(one, 6, 6) if isinstance(event, loads.CampRested)]
    assert (event.vitality, event.astral) == (0, 1)


def rest(one: Game[State], *faces: int) -> list[object]:
    """Camp through four watches without a visitor; return what happened."""
    with fix(one, 6, 6, 6, 6, *faces):
        step = one.act("camp")
    assert step.accepted
    return list(step.events)


def test_a_camp_on_the_road_has_no_doors() -> None:
    for one, word in ((road(character("Ada", goods=(("ration", 1),)), leg=1), "road"), (below(ADA), "doors")):
        with fix(one, then=6):
            step = one.act("camp")
        (made,) = [event for event in step.events if isinstance(event, camping.CampMade)]
        assert word in one.say(made)


@pytest.mark.rule("T22.33", "T22.34", "T10.16")
def test_the_odds_of_a_camp_hold_its_four_watches_unless_the_doors_are_spiked() -> None:
    one = below(ADA, MAB)

    def callers() -> list[tuple[str, int, int]]:
        odds = one.odds("camp")
        assert isinstance(odds, tuple)
        assert [roll.about for roll in odds if roll.name == "camp-vitality"] == ["ada", "mab"]
        return [(roll.about, roll.num, roll.of) for roll in odds if isinstance(roll, Chance)]

    assert callers() == [(f"watch-{number}", 1, 6) for number in (1, 2, 3, 4)]
    assert "four watches" in one.costs(camping.Camp())
    with staged(one) as s:
        s.rooms["room-1"] = replace(s.rooms["room-1"], spiked=True)
    assert callers() == []
    assert "watches" not in one.costs(camping.Camp())


@pytest.mark.rule("T6.5", "T6.11")
def test_it_is_told_before_that_a_light_burns_out_in_camp() -> None:
    one = below(ADA)
    for light, burns in ((12, True), (24, True), (0, False), (-1, False)):
        with staged(one) as s:
            s.clock = replace(s.clock, light=light)
        assert ("burns out" in one.costs(camping.Camp())) == burns
