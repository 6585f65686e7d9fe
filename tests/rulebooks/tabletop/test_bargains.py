"""`sell all` (T10.11, T13.32, T13.67, T14.6): what goes in one go, and what stays until it is named."""

from __future__ import annotations

import pytest
from tests.play.test_words import Sitting
from tests.rulebooks.tabletop.campaign import village
from tests.rulebooks.tabletop.rules_bench import character, of

from undercroft.rulebooks.tabletop.records import Arm, Character, Jewel, Magic


def armed(*arms: Arm, cls: str = "warrior", **more: object) -> Character:
    """Return a character with weapons, the first of them in hand."""
    return character("Ada", cls=cls, weapons=arms, wielded=0, **more)


def sold(*who: Character) -> list[str]:
    """Return what a party sells when it is told to sell all."""
    at = Sitting.of(village(*who))
    at("sell all")
    return [line.removeprefix("> ").split(" = ")[0] for line in at.game.lines() if line.startswith("> sell")]


@pytest.mark.rule("T14.6")
def test_jewels_go_and_the_silver_is_told() -> None:
    jewels = (Jewel("topaz", 11), Jewel("topaz", 2), Jewel("ruby", 1))
    at = Sitting.of(village(character("Ada", jewels=jewels)))
    said = at("sell all")
    assert of(at.game).jewels == ()
    assert f"That brings {of(at.game).silver} silver in all." in said
    assert of(at.game).silver > 100
    assert any("go without a thought" in line for line in at("sell all"))


@pytest.mark.rule("T13.32", "T13.67")
def test_of_magic_only_what_is_spent_goes() -> None:
    ring, spent = Magic("ring-of-charm", known=True), Magic("ring-of-charm", known=True, spent=True)
    assert sold(character("Ada", items=(ring, Magic("healing-potion-10", known=True)))) == []
    assert sold(character("Ada", items=(spent,))) == ["sell ring-of-charm of ada"]


@pytest.mark.rule("T10.11", "T11.7", "T8.17")
def test_foreign_weapons_go_but_the_one_in_hand_and_a_spare() -> None:
    dagger, sabre, sword = Arm("dagger", foreign=True), Arm("sabre", foreign=True), Arm("sword")
    assert sold(armed(dagger)) == []
    assert sold(armed(sword, sabre)) == []
    assert sold(armed(sword, dagger, sabre, dagger)) == ["sell dagger of ada"] * 2
    assert sold(armed(sword, sabre, sabre)) == ["sell sabre of ada"]
    assert sold(armed(sword, Arm("club"), sabre)) == ["sell sabre of ada"]
    assert sold(armed(sword, Arm("club", broken=True), sabre)) == []


@pytest.mark.rule("T10.11")
def test_a_kind_of_which_one_was_bought_stays_for_its_word_could_mean_that_one() -> None:
    assert sold(armed(Arm("sword"), Arm("club"), Arm("dagger"), Arm("dagger", foreign=True))) == []


@pytest.mark.rule("T4.17", "T4.33")
def test_arms_that_nobody_here_may_use_go() -> None:
    great = Arm("great-sword")
    dwarf = armed(Arm("hand-axe"), Arm("club"), great, cls="dwarf", kin="dwarf")
    assert sold(dwarf) == ["sell great-sword of ada"]
    assert sold(dwarf, character("Bo", cls="warrior")) == []


@pytest.mark.rule("T10.2", "T10.8", "T4.18")
def test_armour_goes_that_nobody_here_is_better_off_with() -> None:
    worn = {"armour": "mail-shirt", "cls": "warrior"}
    assert sold(character("Ada", goods=(("leather-armour", 1),), **worn)) == ["sell leather-armour of ada"]
    assert sold(character("Ada", goods=(("scale-armour", 1),), **worn)) == []
    assert sold(character("Ada", goods=(("leather-armour", 1),), **worn), character("Bo", cls="elf", kin="elf")) == []
    assert sold(character("Ada", goods=(("shield", 1),), shield=True, **worn)) == ["sell shield of ada"]
    assert sold(character("Ada", goods=(("shield", 1),), **worn)) == []


def test_goods_stay_and_the_errand_is_named_only_where_something_goes() -> None:
    plain = character("Ada", goods=(("torch", 20), ("backpack", 2)))
    assert sold(plain) == []
    assert not any("sell all" in line for line in Sitting.of(village(plain))("where"))
    rich = character("Ada", jewels=(Jewel("topaz", 11),))
    assert any("In one go" in line and "sell all" in line for line in Sitting.of(village(rich))("where"))
