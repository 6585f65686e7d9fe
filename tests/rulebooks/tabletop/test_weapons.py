"""Weapons (T9), the damage they do in a hand (T3), and those of beaten monsters (T11.5 to T11.7)."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.rules_bench import character, under

from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop import classes, trade, weapons
from undercroft.rulebooks.tabletop.records import Arm, replace

MEMBERS = {"A": "adventurer", "W": "warrior", "D": "dwarf", "E": "elf", "M": "magician"}


@pytest.mark.parametrize(
    ("kind", "dice", "add", "hands", "load", "price", "letters"),
    [
        pytest.param("unarmed", 1, -2, 0, 0, 0, "AWDEM", marks=pytest.mark.rule("T9.1")),
        pytest.param("dagger", 1, 1, 1, 1, 15, "AWDEM", marks=pytest.mark.rule("T9.2")),
        pytest.param("club", 1, 1, 1, 2, 5, "AWDEM", marks=pytest.mark.rule("T9.3")),
        pytest.param("wand", 1, 1, 1, 1, 0, "AWDEM", marks=pytest.mark.rule("T9.4")),
        pytest.param("quarterstaff", 1, 2, 2, 2, 8, "AWEM", marks=pytest.mark.rule("T9.5")),
        pytest.param("spear", 1, 2, 1, 2, 25, "AWDE", marks=pytest.mark.rule("T9.6")),
        pytest.param("short-sword", 1, 2, 1, 1, 40, "AWDE", marks=pytest.mark.rule("T9.7")),
        pytest.param("hand-axe", 1, 3, 1, 2, 40, "AWD", marks=pytest.mark.rule("T9.8")),
        pytest.param("mace", 1, 3, 1, 3, 45, "AWD", marks=pytest.mark.rule("T9.9")),
        pytest.param("sabre", 1, 3, 1, 2, 60, "AWDE", marks=pytest.mark.rule("T9.10")),
        pytest.param("sword", 1, 4, 1, 2, 90, "AWDE", marks=pytest.mark.rule("T9.11")),
        pytest.param("war-axe", 1, 5, 2, 4, 110, "AWD", marks=pytest.mark.rule("T9.12")),
        pytest.param("morning-star", 1, 5, 1, 4, 130, "W", marks=pytest.mark.rule("T9.13")),
        pytest.param("war-hammer", 2, 1, 2, 5, 180, "W", marks=pytest.mark.rule("T9.14")),
        pytest.param("halberd", 2, 0, 2, 5, 120, "W", marks=pytest.mark.rule("T9.15")),
        pytest.param("great-sword", 2, 2, 2, 5, 250, "W", marks=pytest.mark.rule("T9.16")),
        pytest.param("sling", 1, 0, 1, 1, 5, "AWDEM", marks=pytest.mark.rule("T9.17")),
        pytest.param("short-bow", 1, 3, 2, 2, 60, "AWDE", marks=pytest.mark.rule("T9.18")),
        pytest.param("longbow", 1, 5, 2, 3, 150, "WE", marks=pytest.mark.rule("T9.19")),
        pytest.param("crossbow", 1, 5, 2, 4, 140, "AWD", marks=pytest.mark.rule("T9.20")),
    ],
)
def test_the_table(kind: str, dice: int, add: int, hands: int, load: int, price: int, letters: str) -> None:
    entry = content.weapon(kind)
    assert (entry.hands, entry.load, trade.price(kind)) == (hands, load, price)
    blow = weapons.damage(character(), Arm(kind))
    assert (blow.count, blow.sides, blow.base) == (dice, 6, add)
    may = [
        letter
        for letter, cls in MEMBERS.items()
        if classes.may_use(character(cls=cls, kin=content.member_class(cls).kin), entry)
    ]
    assert "".join(may) == letters


@pytest.mark.rule("TX14", "T9.11", "T3.3")
def test_a_strong_arm_and_a_sword() -> None:
    assert weapons.damage(character(strength=13), Arm("sword")).value(3) == 3 + 4 + 1


@pytest.mark.rule("TX15", "T3.5", "T3.1")
def test_damage_is_never_below_nothing() -> None:
    weak = weapons.damage(character(strength=8), None)
    assert [weak.value(die) for die in (1, 2, 3, 4)] == [0, 0, 0, 1]


@pytest.mark.rule("TX16", "T3.4")
def test_strength_does_nothing_for_arrows_and_thrown_axes() -> None:
    c = character(strength=16)
    assert weapons.damage(c, Arm("short-bow"), far=True).value(2) == 5
    assert weapons.damage(c, Arm("hand-axe"), far=True).value(2) == 5
    assert weapons.damage(c, Arm("hand-axe")).value(2) == 9


@pytest.mark.rule("T3.3", "T1.7")
def test_a_potion_strikes_too() -> None:
    assert weapons.damage(under(character(strength=8), "quality:strength", amount=7), Arm("club")).base == 4


@pytest.mark.rule("TX44", "T11.5", "T11.6", "T11.7", "T10.11")
def test_a_goblins_dagger() -> None:
    dagger = Arm("dagger", foreign=True)
    assert weapons.damage(character(), dagger).base == 0
    assert weapons.damage(character(), Arm("dagger")).base == 1
    assert trade.arm_price(dagger) == 3


@pytest.mark.rule("T9.21")
def test_a_two_handed_weapon_and_a_shield_do_not_go_together() -> None:
    c = character(weapons=(Arm("war-axe"), Arm("sword")), shield=True)
    refusal = weapons.wield_refused(c, 0)
    assert refusal is not None
    assert refusal.rule == "T9.21"
    assert weapons.wield_refused(c, 1) is None
    assert weapons.wield_refused(replace(c, shield=False), 0) is None


@pytest.mark.rule("T4.23", "T4.17")
def test_what_may_be_wielded() -> None:
    c = character(weapons=(Arm("halberd"), Arm("sword", broken=True), Arm("club")))
    rules = [refusal.rule if (refusal := weapons.wield_refused(c, place)) else "" for place in range(3)]
    assert rules == ["T4.17", "T8.17", ""]
    for place in (-1, 3):
        assert weapons.wield_refused(c, place) is not None
    assert weapons.in_hand(weapons.wield(c, 2)) == Arm("club")
    assert weapons.in_hand(weapons.wield(c, 0)) == Arm("halberd")
    assert weapons.in_hand(weapons.wield(c, -1)) is None


@pytest.mark.rule("T9.23")
def test_a_treated_weapon_is_magical() -> None:
    assert weapons.magical(Arm("sword", treated=True))
    assert not weapons.magical(Arm("sword", silvered=True))
    assert weapons.damage(character(), Arm("sword", treated=True)).base == 5


@pytest.mark.rule("T9.4", "T19.15")
def test_a_wand_breaks_in_any_hand_but_a_magicians() -> None:
    wand = Arm("wand")
    assert weapons.unbreakable("magician", wand)
    assert not weapons.unbreakable("elf", wand)
    assert weapons.unbreakable("adventurer", Arm("sword", treated=True))
    assert not weapons.unbreakable("magician", Arm("dagger"))


@pytest.mark.rule("T9.24")
def test_weapons_leave_attack_and_defence_alone() -> None:
    assert not {"attack", "defence"} & set(content.weapon("sword").__struct_fields__)


@pytest.mark.parametrize(
    ("kind", "thrown", "missile", "reach", "reload"),
    [
        pytest.param("dagger", "near", "", False, False, marks=pytest.mark.rule("T9.2")),
        pytest.param("spear", "middle", "", True, False, marks=pytest.mark.rule("T9.6")),
        pytest.param("hand-axe", "near", "", False, False, marks=pytest.mark.rule("T9.8")),
        pytest.param("halberd", "", "", True, False, marks=pytest.mark.rule("T9.15")),
        pytest.param("sling", "", "middle", False, False, marks=pytest.mark.rule("T9.17")),
        pytest.param("short-bow", "", "far", False, False, marks=pytest.mark.rule("T9.18")),
        pytest.param("longbow", "", "very-far", False, False, marks=pytest.mark.rule("T9.19")),
        pytest.param("crossbow", "", "far", False, True, marks=pytest.mark.rule("T9.20")),
    ],
)
def test_what_weapons_reach(kind: str, thrown: str, missile: str, reach: bool, reload: bool) -> None:
    one = content.weapon(kind)
    assert (one.thrown, one.missile, one.reach, one.reload) == (thrown, missile, reach, reload)


def test_other_weapons_strike_hand_to_hand_alone() -> None:
    far = {kind for kind, one in content.catalogue().weapons.items() if one.thrown or one.missile or one.reach}
    assert far == {"dagger", "spear", "hand-axe", "halberd", "sling", "short-bow", "longbow", "crossbow"}


def test_a_weapon_is_found_by_its_kind() -> None:
    c = character(weapons=(Arm("sword", broken=True), Arm("club"), Arm("sword", silvered=True), Arm("sword")))
    words = ("sword", "club", "silvered-sword", "silvered-club", "dagger")
    assert [weapons.place_of(c, word) for word in words] == [2, 1, 2, -1, -1]
