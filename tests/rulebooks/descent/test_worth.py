"""What the neglected weapons are worth (D28), by the chance to hit (D12.4) and the damage of a hit (D12.7)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from undercroft.rulebooks.descent import catalogue as content

LEVELS = (1, 4, 7, 10, 13)
"""Levels at which the attack bonus changes (D4.12)."""


def blow(weapon: str, cls: str, level: int, kind: str) -> Fraction:
    """Return the mean damage of one attack by a member of a class and level."""
    cat = content.catalogue()
    arm, who, foe = cat.weapons[weapon], cat.classes[cls], cat.monsters[kind]
    bonus = 0 if level < 4 else 1 + (level - 4) // 3
    chance = max(5, min(95, 60 + 5 * (who.attack + bonus + arm.attack - foe.defence)))
    each = [max(1, draw + who.strength - foe.protection) for draw in range(1, arm.damage + 1)]
    return Fraction(chance, 100) * Fraction(sum(each), len(each))


@pytest.mark.rule("D12.4", "D12.7")
@pytest.mark.parametrize(
    ("weapon", "kind", "level", "mean"),
    [
        ("battle-axe", "orc", 4, "5.25"),
        ("long-sword", "orc", 4, "4.5"),
        ("ridge-axe", "minotaur", 7, "8.625"),
        ("rune-blade", "minotaur", 7, "6.8"),
        ("giantbone-maul", "death-knight", 10, "8.75"),
        ("crown-sword", "death-knight", 10, "7.2"),
    ],
)
def test_a_fighters_mean_blow(weapon: str, kind: str, level: int, mean: str) -> None:
    assert blow(weapon, "fighter", level, kind) == Fraction(mean)


@pytest.mark.rule("D12.4", "D12.7", "D28.8")
@pytest.mark.parametrize("heavy", ["battle-axe", "great-sword", "ridge-axe", "giantbone-maul"])
def test_a_blade_for_both_hands_strikes_harder_than_any_for_one_sold_where_it_is_first_sold(heavy: str) -> None:
    cat = content.catalogue()
    two = cat.weapons[heavy]
    rivals = [key for key, one in cat.weapons.items() if one.hands == 1 and 0 <= one.stocked <= two.stocked]
    assert len(rivals) >= 8
    for cls in two.who:
        able = [key for key in rivals if cls in cat.weapons[key].who]
        for level in LEVELS:
            for kind in cat.monsters:
                best = max(blow(key, cls, level, kind) for key in able)
                assert blow(heavy, cls, level, kind) > best, (cls, level, kind)


@pytest.mark.row("W02", "W03")
def test_a_club_is_a_staff_for_fewer_hands() -> None:
    """Same price, same figures: it betters the Knife by 1 and leaves no metal to be eaten, and so does a Staff."""
    cat = content.catalogue()
    club, staff = cat.weapons["club"], cat.weapons["staff"]
    alike = ("price", "stocked", "damage", "attack", "hands", "metal", "reach")
    assert [getattr(club, field) for field in alike] == [getattr(staff, field) for field in alike]
    assert (club.price, club.damage, club.metal) == (8, 5, False)
    assert set(club.who) == {"king", "hero", "fighter", "rogue"}
    assert set(club.who) < set(staff.who)
    assert cat.weapons["knife"].damage == 4
