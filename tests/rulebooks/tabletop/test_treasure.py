"""Jewels and treasure (T14), and the smell of a Dragon's hoard (T11.34)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.rulebooks.tabletop.rules_bench import character, game, of

from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop import pause, treasure
from undercroft.rulebooks.tabletop.qualities import effective
from undercroft.rulebooks.tabletop.records import Jewel, Magic
from undercroft.testing import FixedDice, fix

JEWEL = (10, 3, 3)
"""Ten carats of topaz."""
POTION = (5,)
"""A Potion of Strength."""


def rolled(letter: str, *dice: int, enemies: int = 1, orcs: bool = False) -> treasure.Hoard:
    """Roll a treasure with these dice, all of them."""
    fixed = FixedDice(*dice)
    found = treasure.hoard(fixed, letter, enemies, orcs=orcs)
    fixed.assert_spent()
    return found


@pytest.mark.rule("TX6", "T14.1", "T14.2", "T14.3", "T14.4", "T14.6")
def test_a_jewel() -> None:
    dice = FixedDice(11, 2, 4)
    found = treasure.jewel(dice)
    assert dice.seen == [(20, 11), (6, 2), (6, 4)]
    assert found == Jewel("topaz", 11)
    assert treasure.value(found) == 88
    assert treasure.coins_weight(found) == Fraction(11, 8)


@pytest.mark.rule("T14.5")
def test_the_table_of_jewels() -> None:
    assert [(content.jewel(total).name, content.jewel(total).value) for total in range(2, 13)] == [
        ("diamond", 60), ("emerald", 30), ("pearl", 12), ("amethyst", 6), ("topaz", 8), ("rock crystal", 2),
        ("agate", 3), ("garnet", 5), ("opal", 12), ("sapphire", 25), ("ruby", 40),
    ]  # fmt: skip


@pytest.mark.rule("TX7", "T14.7")
def test_the_mean_of_all_jewels() -> None:
    assert treasure.mean_value() == Fraction(114625, 1000)


@pytest.mark.rule("T14.8")
def test_treasure_a() -> None:
    assert rolled("a", 1, 2, 3, 4, 5, 6, enemies=3) == treasure.Hoard(21)


@pytest.mark.rule("T14.9")
def test_treasure_b() -> None:
    assert rolled("b", *[4] * 6, 1, *JEWEL, enemies=2) == treasure.Hoard(24, (Jewel("topaz", 10),))
    assert rolled("b", *[4] * 6, 2, enemies=2) == treasure.Hoard(24)


@pytest.mark.rule("T14.10")
def test_treasure_c() -> None:
    assert rolled("c", 4, 2, 1, *JEWEL, *POTION, enemies=3) == treasure.Hoard(
        40, (Jewel("topaz", 10),), (Magic("potion-of-strength"),)
    )
    assert rolled("c", 4, 3, 2) == treasure.Hoard(40)


@pytest.mark.rule("T14.11")
def test_treasure_d() -> None:
    found = rolled("d", 1, 2, 3, 4, 2, 3, *JEWEL, *JEWEL, *POTION)
    assert (found.silver, len(found.jewels), len(found.items)) == (100, 2, 1)
    assert rolled("d", 1, 2, 3, 4, 1, 4, *JEWEL).items == ()


@pytest.mark.rule("T14.12")
def test_treasure_e() -> None:
    found = rolled("e", *[1] * 6, 2, *JEWEL, *JEWEL, *POTION)
    assert (found.silver, len(found.jewels), len(found.items)) == (60, 2, 1)


@pytest.mark.rule("T14.13")
def test_treasure_f() -> None:
    found = rolled("f", *[1] * 10, 1, 2, *JEWEL * 3, *POTION, *POTION)
    assert (found.silver, len(found.jewels), len(found.items)) == (200, 3, 2)


@pytest.mark.rule("T14.14")
def test_a_chiefs_letter_is_one_higher() -> None:
    assert [content.richer(letter) for letter in ("", "a", "b", "c", "d", "e", "f")] == [
        "a", "b", "c", "d", "e", "f", "f",
    ]  # fmt: skip


@pytest.mark.rule("T11.14")
def test_orcs_have_a_jewel_for_a_magic_item() -> None:
    found = rolled("c", 4, 6, 1, *JEWEL, orcs=True)
    assert (len(found.jewels), found.items) == (1, ())


@pytest.mark.rule("T13.68", "T13.69", "T13.5")
@pytest.mark.parametrize(
    ("dice", "kind"), [((1, 3), "healing-potion-10"), ((4, 5), "healing-potion-20"), ((2, 6), "healing-potion-30"),
    ((5,), "potion-of-strength"), ((20,), "mirror-of-truth"), ((11,), "weapon-ointment")],
)  # fmt: skip
def test_a_magic_item_is_found_unknown(dice: tuple[int, ...], kind: str) -> None:
    fixed = FixedDice(*dice)
    assert treasure.item(fixed) == Magic(kind, known=False)
    fixed.assert_spent()


@pytest.mark.rule("T14.16")
def test_coins_are_split_equally_and_the_first_takes_the_remainder() -> None:
    assert treasure.equal_parts(101, ["ada", "bo", "cid"]) == {"ada": 35, "bo": 33, "cid": 33}
    assert treasure.equal_parts(2, ["ada", "bo", "cid"]) == {"ada": 2, "bo": 0, "cid": 0}


@pytest.mark.rule("T14.16")
def test_any_other_split_that_makes_the_sum_is_legal() -> None:
    order = ["ada", "bo"]
    assert treasure.parts_refused(10, {"ada": 10}, order) is None
    assert treasure.parts_refused(10, {"ada": 3, "bo": 7}, order) is None
    for parts in ({"ada": 3, "bo": 6}, {"ada": 11, "bo": -1}, {"cid": 10}):
        refusal = treasure.parts_refused(10, parts, order)
        assert refusal is not None
        assert refusal.rule == "T14.16"


@pytest.mark.rule("TX26", "T11.34", "T11.35")
@pytest.mark.parametrize(("die", "charisma"), [(1, 9), (3, 9), (4, 8), (6, 8)])
def test_the_smell_of_a_dragons_treasure(die: int, charisma: int) -> None:
    g = game(character(charisma=11), chapters=(treasure, pause))
    with fix(g, die) as dice:
        treasure.take_from_dragon(g._ctx, "ada")
        treasure.take_from_dragon(g._ctx, "ada")
    assert dice.seen == [(6, die)]
    assert effective(of(g), "charisma") == charisma
    pause.end_adventure(g._ctx)
    assert effective(of(g), "charisma") == 11
