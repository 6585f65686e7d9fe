"""Classes and kins (T4)."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.rules_bench import character

from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop import classes
from undercroft.rulebooks.tabletop.records import Character, QualityName

LOW: dict[QualityName, int] = dict.fromkeys(("courage", "intelligence", "charisma", "agility", "strength"), 8)


def of_class(cls: str, kin: str = "") -> Character:
    return character(cls=cls, kin=kin or content.member_class(cls).kin)


@pytest.mark.rule("T4.1", "T4.2")
def test_there_are_five_classes() -> None:
    assert list(content.catalogue().classes) == ["adventurer", "warrior", "dwarf", "elf", "magician"]


@pytest.mark.rule("T4.3", "T5.5")
def test_an_adventurer_needs_nothing_and_is_always_open() -> None:
    assert classes.open_to(LOW) == ("adventurer",)
    assert classes.open_to({**LOW, "courage": 12, "strength": 12, "agility": 12}) == ("adventurer", "warrior", "dwarf")


@pytest.mark.parametrize(
    ("cls", "needed"),
    [
        pytest.param("warrior", ("courage", "strength"), marks=pytest.mark.rule("T4.4", "T4.5")),
        pytest.param("dwarf", ("agility", "strength"), marks=pytest.mark.rule("T4.6")),
        pytest.param("elf", ("intelligence", "agility"), marks=pytest.mark.rule("T4.7")),
        pytest.param("magician", ("intelligence", "charisma"), marks=pytest.mark.rule("T4.8")),
    ],
)
def test_what_a_class_needs(cls: str, needed: tuple[QualityName, QualityName]) -> None:
    enough: dict[QualityName, int] = {**LOW, needed[0]: 12, needed[1]: 12}
    assert classes.condition_refused(cls, enough) is None
    for quality in needed:
        refusal = classes.condition_refused(cls, {**enough, quality: 11})
        assert refusal is not None
        assert (refusal.facts["quality"], refusal.facts["least"]) == (quality, 12)


def test_an_unknown_class_names_the_nearest() -> None:
    refusal = classes.condition_refused("warior", LOW)
    assert refusal is not None
    assert "warrior" in refusal.facts["near"]


@pytest.mark.rule("T4.15")
def test_only_elves_and_magicians_cast() -> None:
    assert [cls for cls in content.catalogue().classes if classes.casts(of_class(cls))] == ["elf", "magician"]


@pytest.mark.parametrize(
    ("cls", "yes", "no", "rule"),
    [
        pytest.param("adventurer", "war-axe", "longbow", "T4.18", marks=pytest.mark.rule("T4.18")),
        pytest.param("dwarf", "mace", "quarterstaff", "T4.33", marks=pytest.mark.rule("T4.20")),
        pytest.param("elf", "longbow", "mace", "T4.21", marks=pytest.mark.rule("T4.21")),
        pytest.param("magician", "quarterstaff", "short-sword", "T4.22", marks=pytest.mark.rule("T4.22")),
    ],
)
def test_weapons_by_class(cls: str, yes: str, no: str, rule: str) -> None:
    assert classes.use_refused(of_class(cls), content.weapon(yes)) is None
    refusal = classes.use_refused(of_class(cls), content.weapon(no))
    assert refusal is not None
    assert refusal.rule == rule


@pytest.mark.rule("T4.16", "T4.18", "T4.20", "T4.21", "T4.22")
@pytest.mark.parametrize(
    ("cls", "worn"), [("adventurer", 6), ("dwarf", 6), ("elf", 3), ("magician", 1), ("warrior", 7)]
)
def test_armour_by_class(cls: str, worn: int) -> None:
    suits = ["travelling-clothes", "padded-coat", "leather-armour", "mail-shirt", "scale-armour", "shield"]
    may = [one for one in (*suits, "knightly-armour") if classes.may_use(of_class(cls), content.armour(one))]
    assert len(may) == worn
    assert ("knightly-armour" in may) == (cls == "warrior")
    assert ("shield" in may) == (cls in ("adventurer", "dwarf", "warrior"))


@pytest.mark.rule("T4.16")
def test_only_warriors_wear_knightly_armour() -> None:
    refusal = classes.use_refused(of_class("dwarf"), content.armour("knightly-armour"))
    assert refusal is not None
    assert refusal.rule == "T4.16"


@pytest.mark.rule("T4.17", "T4.19")
def test_only_warriors_use_only_warriors_weapons() -> None:
    for weapon in map(content.weapon, ("morning-star", "war-hammer", "halberd", "great-sword")):
        assert classes.may_use(of_class("warrior"), weapon)
        refusal = classes.use_refused(of_class("adventurer"), weapon)
        assert refusal is not None
        assert refusal.rule == "T4.17"
    assert all(classes.may_use(of_class("warrior"), weapon) for weapon in content.catalogue().weapons.values())


@pytest.mark.rule("T4.33", "T4.32")
def test_a_dwarf_warrior_stays_a_dwarf() -> None:
    c = of_class("warrior", "dwarf")
    assert classes.may_use(c, content.armour("knightly-armour"))
    may = [one for one in content.catalogue().weapons if classes.may_use(c, content.weapon(one))]
    assert "morning-star" in may
    assert "war-hammer" in may
    assert not {"halberd", "great-sword", "longbow", "quarterstaff"} & set(may)
    assert classes.senses(c)


@pytest.mark.rule("T4.31")
def test_dwarves_sense() -> None:
    assert [cls for cls in content.catalogue().classes if classes.senses(of_class(cls))] == ["dwarf"]


@pytest.mark.rule("T4.35")
def test_elf_and_dwarf_are_kins() -> None:
    kins = {cls: entry.kin for cls, entry in content.catalogue().classes.items()}
    assert kins == {"adventurer": "human", "warrior": "human", "dwarf": "dwarf", "elf": "elf", "magician": "human"}


@pytest.mark.rule("T4.24", "T4.25")
@pytest.mark.parametrize(
    ("kind", "metres", "smelt"),
    [("ogre", 10, True), ("ogre", 11, False), ("dragon", 15, True), ("dragon", 16, False), ("troll", 5, False)],
)
def test_what_an_elf_smells(kind: str, metres: int, smelt: bool) -> None:
    assert classes.smells(of_class("elf"), kind, metres) == smelt
    assert not classes.smells(of_class("dwarf"), kind, metres)


@pytest.mark.rule("T4.27")
def test_an_elf_keeps_away_from_dragons() -> None:
    assert classes.shuns(of_class("elf"), "dragon")
    assert not classes.shuns(of_class("elf"), "ogre")
    assert not classes.shuns(of_class("warrior"), "dragon")
