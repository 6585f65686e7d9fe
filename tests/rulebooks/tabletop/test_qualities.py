"""Qualities (T1): base and effective values."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.rules_bench import character, under

from undercroft.rulebooks.tabletop import qualities
from undercroft.rulebooks.tabletop.qualities import effective
from undercroft.rulebooks.tabletop.records import QUALITIES, QualityName


@pytest.mark.rule("T1.1")
def test_there_are_five_qualities() -> None:
    c = character(courage=11, intelligence=12, charisma=13, agility=8, strength=9)
    assert qualities.all_base(c) == {"courage": 11, "intelligence": 12, "charisma": 13, "agility": 8, "strength": 9}
    assert tuple(qualities.all_base(c)) == QUALITIES


@pytest.mark.rule("T1.6", "T1.8", "T1.2")
def test_a_potion_raises_the_effective_value_and_leaves_the_base() -> None:
    c = under(character(strength=8), "quality:strength", amount=7)
    assert (qualities.base(c, "strength"), effective(c, "strength"), effective(c, "agility")) == (8, 15, 10)


@pytest.mark.rule("T1.5")
@pytest.mark.parametrize(("charisma", "left"), [(4, 1), (3, 1), (2, 1), (5, 2)])
def test_nothing_lowers_a_quality_below_one(charisma: int, left: int) -> None:
    assert effective(under(character(charisma=charisma), "smell", amount=3), "charisma") == left


@pytest.mark.rule("T1.9")
@pytest.mark.parametrize(("strength", "reached"), [(12, 19), (13, 20), (14, 20), (20, 20)])
def test_an_increase_stops_at_twenty(strength: int, reached: int) -> None:
    assert effective(under(character(strength=strength), "quality:strength", amount=7), "strength") == reached


@pytest.mark.rule("T1.9")
def test_the_belt_alone_goes_on_beyond_twenty() -> None:
    belted = under(character(strength=16), "quality:strength", amount=7, source="heros-belt")
    assert effective(belted, "strength") == 23
    assert effective(under(belted, "quality:strength", amount=7, source="potion-of-strength"), "strength") == 23


@pytest.mark.rule("T1.10")
def test_increases_of_one_quality_do_not_add_up() -> None:
    once = under(character(courage=9), "quality:courage", amount=7)
    assert effective(under(once, "quality:courage", amount=7), "courage") == 16
    assert effective(under(once, "quality:courage", amount=2), "courage") == 16
    assert effective(under(once, "quality:agility", amount=7), "courage") == 16


@pytest.mark.rule("T1.6")
def test_weakness_halves_courage_and_the_ring_makes_charisma_twenty() -> None:
    assert effective(under(character(courage=5), "weakened"), "courage") == 3
    assert effective(under(character(courage=8), "weakened"), "courage") == 4
    assert effective(under(character(courage=5), "weakened"), "strength") == 10
    assert effective(under(character(charisma=9), "weakened"), "charisma") == 9
    assert effective(under(character(charisma=3), "charmed"), "charisma") == 20


@pytest.mark.rule("T1.6")
def test_a_small_shape_has_qualities_of_its_own() -> None:
    c = under(character(courage=12, intelligence=13, strength=13, charisma=12), "small-shape")
    assert [effective(c, quality) for quality in QUALITIES] == [12, 13, 1, 18, 1]


@pytest.mark.parametrize(
    ("quality", "tasks"),
    [
        pytest.param("courage", "fear terror intimidate", marks=pytest.mark.rule("T1.11")),
        pytest.param("intelligence", "search listen find-trap riddle work-out-item", marks=pytest.mark.rule("T1.12")),
        pytest.param("charisma", "parley bargain trick", marks=pytest.mark.rule("T1.13")),
        pytest.param("agility", "dodge jump climb sneak pick-lock disarm flee", marks=pytest.mark.rule("T1.14")),
        pytest.param("strength", "force-door lift hold poison gas paralysis", marks=pytest.mark.rule("T1.15")),
    ],
)
def test_what_each_quality_is_tested_for(quality: QualityName, tasks: str) -> None:
    assert [task for task, tested in qualities.TASKS.items() if tested == quality] == tasks.split()
