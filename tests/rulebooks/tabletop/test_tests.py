"""The Test (T2)."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.rules_bench import character, game, under

from undercroft.engine.action import Refusal
from undercroft.engine.errors import UnknownName
from undercroft.rulebooks.tabletop import tests as quality_tests
from undercroft.rulebooks.tabletop.records import MASTER, PLAYER, QUALITIES, Character, Clock, Place, QualityName, State
from undercroft.testing import fix, staged

CHAPTERS = (quality_tests,)


def succeeds(c: Character, quality: QualityName, natural: int, adjustment: int = 0) -> bool:
    """Roll one Test with this natural roll."""
    g = game(c, chapters=CHAPTERS)
    with fix(g, natural) as dice:
        found = quality_tests.passes(g._ctx, c, quality, adjustment)
    assert dice.seen == [(20, natural)]
    return found


@pytest.mark.rule("TX8", "T2.5", "T2.8", "T2.9", "T2.2")
def test_the_adjusted_roll_must_not_be_above_the_quality() -> None:
    c = character(courage=12)
    assert succeeds(c, "courage", 9, +3)
    assert not succeeds(c, "courage", 10, +3)


def told(c: Character, natural: int) -> quality_tests.Tested:
    """Return what the log says of a Test of Courage without a number."""
    g = game(c, chapters=CHAPTERS)
    with fix(g, natural):
        quality_tests.passes(g._ctx, c, "courage")
    event = g._ctx.events[-1]
    assert isinstance(event, quality_tests.Tested)
    return event


@pytest.mark.rule("T2.4")
def test_without_a_number_nothing_is_added() -> None:
    c = character(courage=12, armour="leather-armour")
    assert [told(c, natural).success for natural in (12, 13)] == [True, False]
    assert (told(c, 12).adjustment, told(c, 12).penalty, told(c, 12).adjusted) == (0, 0, 12)


@pytest.mark.rule("T2.6", "T2.7")
def test_the_log_tells_a_sure_failure_from_another() -> None:
    c = character(courage=12)
    assert [(told(c, n).variant(), told(c, n).rules()) for n in (12, 18, 19, 20)] == [
        ("success", ("T2.9",)), ("failure", ("T2.9",)), ("never", ("T2.6",)), ("never", ("T2.6",)),
    ]  # fmt: skip


@pytest.mark.rule("TX9", "T2.6", "T2.7")
def test_a_natural_nineteen_or_twenty_fails_whatever_the_figures() -> None:
    c = character(strength=20)
    assert succeeds(c, "strength", 18, -10)
    assert not succeeds(c, "strength", 19, -10)
    assert not succeeds(c, "strength", 20, -10)


@pytest.mark.rule("TX10", "T2.12")
def test_a_natural_one_may_fail() -> None:
    c = character(charisma=8)
    assert not succeeds(c, "charisma", 1, +9)
    assert not succeeds(c, "charisma", 1, +8)
    assert succeeds(c, "charisma", 1, +7)


@pytest.mark.rule("TX11", "T2.13", "T2.3")
@pytest.mark.parametrize(
    ("value", "adjustment", "num"),
    [(12, 0, 12), (20, 0, 18), (10, -5, 15), (8, 10, 0), (18, 0, 18), (17, 0, 17), (10, -9, 18), (8, 7, 1), (8, 8, 0)],
)
def test_the_chance_in_twentieths(value: int, adjustment: int, num: int) -> None:
    plain = quality_tests.of_value(value, adjustment)
    assert (plain.num, plain.of) == (num, 20)
    own = quality_tests.chance(State(), character(strength=value), "strength", adjustment)
    assert (own.num, own.of, own.name) == (num, 20, "strength")


@pytest.mark.rule("TX12", "T2.10", "T2.11")
def test_armour_and_shield_hinder_agility_alone() -> None:
    c = character(agility=13, strength=13, attack=11, agility_point="attack", armour="scale-armour", shield=True)
    assert succeeds(c, "agility", 9)
    assert not succeeds(c, "agility", 10)
    assert succeeds(c, "strength", 13)
    assert quality_tests.chance(State(), character(agility=13, shield=True), "agility").num == 12
    assert quality_tests.of_value(13, penalty=4).num == 9


@pytest.mark.rule("T1.7")
def test_tests_look_at_the_effective_value() -> None:
    assert quality_tests.chance(State(), under(character(courage=9), "quality:courage", amount=7), "courage").num == 16


@pytest.mark.rule("T6.6", "T2.13")
@pytest.mark.parametrize("quality", QUALITIES)
def test_every_test_of_agility_and_intelligence_is_5_harder_in_the_dark(quality: QualityName) -> None:
    c, owl = character("Ada"), under(character("Bo"), "owls-eyes")
    g = game(c, owl, chapters=CHAPTERS)
    harder = 5 if quality in ("agility", "intelligence") else 0
    for place, light, more in (("dungeon", 0, harder), ("dungeon", 12, 0), ("road", 0, 0)):
        with staged(g) as s:
            s.place, s.clock = Place(place), Clock(light=light)
        for one, figure in ((c, 10 - more), (owl, 10)):
            assert quality_tests.chance(g.state, one, quality).num == figure
            for natural in (figure, figure + 1):
                with fix(g, natural):
                    assert quality_tests.passes(g._ctx, one, quality) == (natural == figure)
                assert g._ctx.events[-1].adjustment == 10 - figure  # type: ignore[attr-defined]


@pytest.mark.rule("T21.25")
def test_a_curse_makes_every_test_harder() -> None:
    c = under(character(courage=12), "cursed")
    assert [told(c, natural).success for natural in (11, 12)] == [True, False]
    assert (told(c, 11).adjustment, told(c, 11).adjusted) == (1, 12)


@pytest.mark.rule("T2.14")
@pytest.mark.parametrize(
    ("word", "adjustment"),
    [("very easy", -6), ("easy", -3), ("plain", 0), ("hard", 3), ("very hard", 6), ("Desperate", 9)],
)
def test_words_for_how_hard_it_is(word: str, adjustment: int) -> None:
    assert quality_tests.word_adjustment(word) == adjustment


def test_an_unknown_word_names_the_nearest() -> None:
    with pytest.raises(UnknownName, match="desperate"):
        quality_tests.word_adjustment("desparate")


@pytest.mark.rule("T2.15")
def test_a_game_master_adjusts_by_twenty_at_most() -> None:
    assert [quality_tests.adjustment_refused(n) for n in (-20, 0, 20)] == [None, None, None]
    for said in (-21, 21):
        assert quality_tests.adjustment_refused(said) == Refusal("test.adjustment", {"said": said, "most": 20}, "T2.15")


@pytest.mark.rule("T2.16")
def test_a_task_is_tried_once_by_each() -> None:
    g = game(character("Ada"), character("Bo"), chapters=CHAPTERS)
    g._ctx.emit(quality_tests.Attempted("ada", "listen:door-2"))
    refusal = quality_tests.try_refused(g.state, "ada", "listen:door-2")
    assert refusal is not None
    assert refusal.rule == "T2.16"
    assert quality_tests.try_refused(g.state, "bo", "listen:door-2") is None
    assert quality_tests.try_refused(g.state, "ada", "listen:door-3") is None
    g._ctx.emit(quality_tests.AttemptsForgotten("search"))
    assert quality_tests.tried(g.state, "ada", "listen:door-2")
    g._ctx.emit(quality_tests.AttemptsForgotten("listen"))
    assert not quality_tests.tried(g.state, "ada", "listen:door-2")


@pytest.mark.rule("T2.17")
def test_a_task_for_the_whole_party_is_tried_once_by_all() -> None:
    g = game(character("Ada"), character("Bo"), chapters=CHAPTERS)
    g._ctx.emit(quality_tests.Attempted(quality_tests.PARTY, "speak:room-4"))
    refusal = quality_tests.try_refused(g.state, quality_tests.PARTY, "speak:room-4", "T2.17")
    assert refusal is not None
    assert g.say(refusal)
    assert quality_tests.try_refused(g.state, quality_tests.PARTY, "speak:room-5", "T2.17") is None


@pytest.mark.rule("T2.18")
def test_the_log_of_a_test_tells_every_figure() -> None:
    c = character(agility=13, armour="leather-armour", shield=True)
    g = game(c, chapters=CHAPTERS)
    with fix(g, 7):
        quality_tests.passes(g._ctx, c, "agility", +3)
    (event,) = [one for one in g._ctx.events if isinstance(one, quality_tests.Tested)]
    assert event.facts() == {
        "who": "ada", "quality": "agility", "value": 13, "against": 11, "penalty": 2, "adjustment": 3, "natural": 7,
        "adjusted": 10, "success": True, "secret": False,
    }  # fmt: skip
    said = g.say(event)
    for figure in ("ada", "agility", "13", "11", "2", "+3", "7", "10"):
        assert figure in said.lower()


@pytest.mark.rule("T2.19")
def test_a_secret_test_is_shown_to_the_game_master_alone() -> None:
    c = character()
    g = game(c, chapters=CHAPTERS)
    with fix(g, 10):
        quality_tests.passes(g._ctx, c, "intelligence", secret=True)
    event = g._ctx.events[-1]
    assert event.seen_by(g.state) == (MASTER,)
    assert PLAYER not in (event.seen_by(g.state) or (PLAYER,))
    ((rolled, _),) = g._ctx.rolls
    assert not rolled.shown
