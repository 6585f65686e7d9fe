"""Derived values (T3): Strength in blows, the Agility point, the caps."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.rules_bench import character, under

from undercroft.rulebooks.tabletop import derived


@pytest.mark.rule("T3.1", "T3.2", "T3.3", "TX13")
@pytest.mark.parametrize(
    ("strength", "change"), [(1, -1), (8, -1), (9, 0), (12, 0), (13, 1), (14, 2), (20, 8), (23, 11)]
)
def test_what_strength_does_to_blows(strength: int, change: int) -> None:
    assert derived.strength_change(strength) == change


@pytest.mark.rule("T3.6", "T3.7", "T3.8")
@pytest.mark.parametrize(("agility", "point"), [(1, -1), (8, -1), (9, 0), (12, 0), (13, 1), (20, 1)])
def test_the_agility_point(agility: int, point: int) -> None:
    assert derived.agility_point(agility) == point


@pytest.mark.rule("T3.13")
def test_where_a_new_character_starts() -> None:
    assert derived.START == {"attack": 10, "defence": 8}


@pytest.mark.rule("T3.15")
@pytest.mark.parametrize(
    ("attack", "defence", "free"),
    [(17, 16, ("attack", "defence")), (18, 16, ("defence",)), (17, 17, ("attack",)), (18, 17, ())],
)
def test_the_caps(attack: int, defence: int, free: tuple[str, ...]) -> None:
    assert derived.below_caps({"attack": attack, "defence": defence}) == free


@pytest.mark.rule("T3.16")
def test_a_point_that_would_break_one_cap_goes_to_the_other_score() -> None:
    assert derived.lifted({"attack": 17, "defence": 12}, "attack") == "attack"
    assert derived.lifted({"attack": 18, "defence": 12}, "attack") == "defence"
    assert derived.lifted({"attack": 12, "defence": 17}, "defence") == "attack"
    assert derived.lifted({"attack": 18, "defence": 17}, "attack") is None


@pytest.mark.rule("T3.12", "T3.14")
def test_a_potion_of_agility_brings_a_point_that_goes_with_it() -> None:
    c = character(agility=10, attack=12, defence=9)
    quick = under(c, "quality:agility", amount=7)
    assert (derived.attack(c), derived.defence(c)) == (12, 9)
    assert (derived.attack(quick), derived.defence(quick)) == (13, 9)


@pytest.mark.rule("T3.12", "T3.10")
def test_a_temporary_rise_gives_back_the_point_that_low_agility_took() -> None:
    c = character(agility=8, attack=10, defence=7, agility_point="defence")
    assert derived.scores_now(under(c, "quality:agility", amount=4)) == {"attack": 10, "defence": 8}
    assert derived.scores_now(under(c, "quality:agility", amount=5)) == {"attack": 10, "defence": 9}


@pytest.mark.rule("T3.12", "T3.16")
def test_a_temporary_point_never_breaks_a_cap() -> None:
    c = under(character(agility=10, attack=18, defence=12), "quality:agility", amount=7)
    assert derived.scores_now(c) == {"attack": 18, "defence": 13}
    c = under(character(agility=10, attack=18, defence=17), "quality:agility", amount=7)
    assert derived.scores_now(c) == {"attack": 18, "defence": 17}


@pytest.mark.rule("T3.11")
def test_the_point_looks_at_agility_before_the_penalty() -> None:
    c = character(agility=13, attack=11, agility_point="attack", armour="scale-armour", shield=True)
    assert (derived.attack(c), derived.defence(c)) == (11, 8)
    assert derived.attack(under(c, "quality:agility", amount=7)) == 11


@pytest.mark.rule("T3.12")
def test_small_shape_and_weakness_make_other_scores() -> None:
    c = character(attack=11, defence=8)
    assert derived.scores_now(under(c, "small-shape")) == {"attack": 5, "defence": 14}
    assert derived.scores_now(under(c, "weakened")) == {"attack": 6, "defence": 4}
