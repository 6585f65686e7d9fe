"""Checks of a sheet: every breach with its rule and line, from both sides of each bound."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.at_table import BERENGAR

from undercroft.rulebooks.tabletop import parties, sheets
from undercroft.rulebooks.tabletop.records import Arm, Character, replace
from undercroft.rulebooks.tabletop.sheet_checks import check_text

DWARF = parties.member("dwarf")


def breaches(text: str) -> list[tuple[int, str]]:
    return [(fault.line, fault.rule) for fault in check_text(text, "x").breaches]


def rules(c: Character) -> list[str]:
    return sorted({fault.rule for fault in check_text(sheets.fresh(c), "x").breaches})


def changed(text: str, **values: object) -> str:
    lines = text.splitlines()
    for key, value in values.items():
        at = next(number for number, line in enumerate(lines) if line.startswith(f"{key} = "))
        lines[at] = f"{key} = {value}"
    return "\n".join(lines)


@pytest.mark.rule("T24.5")
def test_the_sheet_of_the_rulebook_keeps_the_rules() -> None:
    found = check_text(BERENGAR, "berengar.toml")
    assert (found.breaches, found.allowed) == ((), ())


@pytest.mark.rule("T24.10")
@pytest.mark.parametrize("member", ["warrior", "dwarf", "elf", "magician"])
def test_the_reference_party_keeps_the_rules(member: str) -> None:
    assert rules(parties.member(member)) == []


@pytest.mark.rule("TX49", "T24.5", "T16.19", "T17.27")
def test_two_breaches_of_one_sheet_are_both_reported() -> None:
    text = changed(BERENGAR, ap=90, attack=11, agility=12)
    found = check_text(text, "berengar.toml")
    assert [fault.told("berengar.toml") for fault in found.breaches] == [
        "berengar.toml:5: Level 2, but 90 AP are Level 1: Level 2 needs 100 (T16.19)",
        "berengar.toml:12: attack 11 + defence 9 = 20 is above 19 (T17.27)",
    ]


@pytest.mark.rule("T24.7")
def test_an_allowed_breach_is_a_warning() -> None:
    text = 'allow = ["T16.19"]\n' + changed(BERENGAR, ap=90, attack=11)
    found = check_text(text, "x")
    assert [fault.rule for fault in found.breaches] == ["T17.27"]
    assert [fault.rule for fault in found.allowed] == ["T16.19"]


@pytest.mark.rule("T24.7")
def test_a_rule_that_there_is_not_cannot_be_allowed() -> None:
    found = check_text('allow = ["T99.9", "T16.19"]\n' + BERENGAR, "x")
    assert [(fault.line, fault.rule) for fault in found.breaches] == [(1, "T24.7")]


@pytest.mark.rule("T16.19")
@pytest.mark.parametrize(("ap", "told"), [(99, True), (100, False), (299, False), (300, True)])
def test_level_against_ap(ap: int, told: bool) -> None:
    assert breaches(changed(BERENGAR, ap=ap)) == ([(5, "T16.19")] if told else [])


@pytest.mark.rule("T1.4", "T1.5", "T24.5")
@pytest.mark.parametrize(("value", "rule"), [(0, "T1.5"), (1, ""), (20, ""), (21, "T1.4")])
def test_qualities_go_from_1_to_20(value: int, rule: str) -> None:
    assert breaches(changed(BERENGAR, charisma=value)) == ([(9, rule)] if rule else [])


@pytest.mark.rule("T3.15")
@pytest.mark.parametrize(("attack", "defence", "told"), [(18, 17, []), (19, 16, ["T3.15"]), (17, 18, ["T3.15"])])
def test_attack_and_defence_have_caps(attack: int, defence: int, told: list[str]) -> None:
    c = replace(DWARF, level=21, ap=21000, attack=attack, defence=defence, vitality_max=60)
    assert rules(c) == told


@pytest.mark.rule("T17.27")
@pytest.mark.parametrize(
    ("agility", "point", "total", "told"),
    [
        (12, "none", 18, False), (12, "none", 19, True), (13, "attack", 19, False), (13, "attack", 20, True),
    ],
)  # fmt: skip
def test_attack_and_defence_together(agility: int, point: str, total: int, told: bool) -> None:
    c = replace(DWARF, agility=agility, agility_point=point, attack=10, defence=total - 10)
    assert rules(c) == (["T17.27"] if told else [])


@pytest.mark.rule("T17.27")
@pytest.mark.parametrize(("defence", "told"), [(7, False), (8, True)])
def test_attack_and_defence_of_the_clumsy(defence: int, told: bool) -> None:
    c = replace(parties.member("warrior"), agility=8, agility_point="defence", attack=10, defence=defence)
    assert rules(c) == (["T17.27"] if told else [])


@pytest.mark.rule("T3.6", "T3.7", "T3.8")
@pytest.mark.parametrize(
    ("agility", "point", "told"),
    [(12, "attack", ["T3.7"]), (13, "none", ["T3.8"]), (13, "attack", []), (12, "none", [])],
)
def test_the_agility_point_is_there_when_agility_brings_one(agility: int, point: str, told: list[str]) -> None:
    assert rules(replace(DWARF, agility=agility, agility_point=point)) == told


@pytest.mark.rule("T24.5")
def test_vitality_and_astral_are_not_above_their_maximum() -> None:
    assert breaches(changed(BERENGAR, vitality=39)) == []
    assert breaches(changed(BERENGAR, vitality=40)) == [(15, "T24.5")]
    elf = parties.member("elf")
    assert rules(replace(elf, astral=26)) == ["T24.5"]


@pytest.mark.rule("T24.6")
@pytest.mark.parametrize(
    ("member", "low", "high"), [("warrior", 30, 42), ("dwarf", 35, 47), ("elf", 25, 37), ("magician", 20, 32)]
)
def test_maximum_vitality_lies_between_the_bounds_of_the_level(member: str, low: int, high: int) -> None:
    c = replace(parties.member(member), level=3, ap=300, vitality=1)
    for most, told in ((low - 1, True), (low, False), (high, False), (high + 1, True)):
        assert rules(replace(c, vitality_max=most)) == (["T24.6"] if told else [])


@pytest.mark.rule("T24.6", "T4.35")
def test_a_dwarf_who_became_a_warrior_began_as_a_dwarf() -> None:
    c = replace(DWARF, cls="warrior", courage=12, level=2, ap=100, vitality=1, vitality_max=34)
    assert rules(c) == ["T24.6"]
    assert rules(replace(c, vitality_max=41)) == []
    assert rules(replace(c, cls="adventurer", vitality_max=41)) == ["T4.35"]


@pytest.mark.rule("T4.15")
def test_a_dwarf_has_no_astral() -> None:
    assert rules(replace(DWARF, astral_max=1)) == ["T4.15"]


@pytest.mark.rule("T4.6", "T4.8")
def test_the_condition_of_a_class_holds_for_ever() -> None:
    assert rules(replace(DWARF, strength=11)) == ["T4.6"]
    assert rules(replace(parties.member("magician"), charisma=11)) == ["T4.8"]


@pytest.mark.rule("T4.16", "T4.20", "T4.22", "T4.33", "T9.21")
def test_gear_that_the_class_may_not_use() -> None:
    assert rules(replace(DWARF, armour="knightly-armour")) == ["T4.16"]
    assert rules(replace(DWARF, weapons=(Arm("halberd"),), shield=False)) == ["T4.33"]
    assert rules(replace(DWARF, weapons=(Arm("war-axe"),))) == ["T9.21"]
    assert rules(replace(DWARF, weapons=(Arm("war-axe"),), shield=False)) == []
    assert rules(replace(parties.member("magician"), armour="padded-coat")) == ["T4.22"]
    assert rules(replace(parties.member("elf"), shield=True, wielded=1)) == ["T4.21"]


@pytest.mark.rule("T4.23")
def test_carrying_is_free() -> None:
    assert rules(replace(DWARF, weapons=(Arm("hand-axe"), Arm("halberd")), goods=())) == []


@pytest.mark.rule("T6.7")
def test_load_above_what_strength_carries() -> None:
    loaded = replace(DWARF, goods=(("bedroll", 1),), silver=0)
    carried = 2 + 3 + 2 + 1  # hand axe, leather armour, shield, bedroll
    assert rules(replace(loaded, goods=(("bedroll", 25 - carried),))) == []
    assert rules(replace(loaded, goods=(("bedroll", 26 - carried),))) == ["T6.7"]


@pytest.mark.rule("T7.45", "T20.2")
def test_a_standing_order_can_be_followed() -> None:
    magician = parties.member("magician")
    assert rules(replace(magician, order="wasps-sting 1 at strongest times 3")) == []
    assert rules(replace(magician, order="wasps-sting 1 at everybody")) == ["T7.45"]
    assert rules(replace(parties.member("elf"), order="wasps-sting 1 at strongest")) != []


@pytest.mark.rule("T5.21")
@pytest.mark.parametrize(("name", "told"), [("B" * 30, False), ("B" * 31, True), ("3erengar", True)])
def test_names(name: str, told: bool) -> None:
    assert breaches(changed(BERENGAR, name=f'"{name}"')) == ([(2, "T5.21")] if told else [])
