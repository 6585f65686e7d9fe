"""Budgets: what a party rates, what an encounter may cost, who may come for it (T22.2 to T22.10, T22.28 to T22.31)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from undercroft.rulebooks.tabletop import budgets
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.catalogue import catalogue


@pytest.mark.rule("T22.5")
@pytest.mark.parametrize(
    ("levels", "rating"),
    [
        ((1, 1, 1, 1), 40), ((3,), 8), ((1,), 6), ((1, 1), 16), ((1, 1, 1), 28), ((1,) * 5, 52), ((1,) * 6, 66),
        ((2, 3), 20), ((2, 4, 1, 1), 48), ((21,) * 6, 330),
    ],
)  # fmt: skip
def test_the_party_rating_grows_with_levels_and_members_and_is_rounded_down(
    levels: tuple[int, ...], rating: int
) -> None:
    assert budgets.party_rating(levels) == rating


@pytest.mark.rule("T22.5")
@pytest.mark.parametrize("members", [0, 7])
def test_a_party_of_another_size_has_no_rating(members: int) -> None:
    with pytest.raises(ValueError, match=f"1 to 6 living characters, not {members}"):
        budgets.party_rating((1,) * members)


@pytest.mark.rule("T22.4")
@pytest.mark.parametrize(
    ("levels", "level"),
    [((1, 1, 1, 1), 1), ((1, 2), 1), ((2, 2, 1), 1), ((2, 2, 2), 2), ((1, 1, 1, 5), 2), ((21,), 21)],
)
def test_the_adventure_level_is_the_mean_rounded_down(levels: tuple[int, ...], level: int) -> None:
    assert budgets.adventure_level(levels) == level


@pytest.mark.rule("T22.6")
@pytest.mark.parametrize(
    ("sort", "most"),
    [("light", 16), ("middling", 28), ("heavy", 40), ("boss", 48), ("road", 16), ("wandering", 16)],
)
def test_every_sort_of_encounter_has_its_share_of_the_party_rating(sort: str, most: int) -> None:
    assert budgets.budget(40, sort) == most


@pytest.mark.rule("T22.3", "T22.6")
def test_percent_and_setting_are_multiplied_and_rounded_once() -> None:
    assert [budgets.budget(40, "boss", setting) for setting in ("gentle", "normal", "grim")] == [36, 48, 62]
    # 66 x 70 % x 130 % is 60.06; rounded after 70 % it would be 46 x 130 % = 59.
    assert budgets.budget(66, "middling", "grim") == 60
    # 7 x 40 % x 75 % is 2.1; 6 x 40 % x 75 % is 1.8, and 2 is the least.
    assert budgets.budget(7, "light", "gentle") == 2
    assert budgets.budget(6, "light", "gentle") == 2
    assert budgets.budget(10, "light", "gentle") == 3


@pytest.mark.rule("T23.11")
@pytest.mark.parametrize(
    ("mls", "word"),
    [
        ((15,), "trivial"), ((16,), "easy"), ((31,), "easy"), ((32,), "fair"), ((47,), "fair"), ((48,), "hard"),
        ((59,), "hard"), ((60,), "deadly"), ((79,), "deadly"), ((80,), "overwhelming"), ((400,), "overwhelming"),
    ],
)  # fmt: skip
def test_the_word_for_an_encounter_changes_at_its_bounds(mls: tuple[int, ...], word: str) -> None:
    assert budgets.rate(40, mls)[1] == word


@pytest.mark.rule("TX45", "T22.5", "T23.11")
def test_the_reference_party_rates_four_orcs_as_fair_and_a_troll_as_deadly() -> None:
    rating = budgets.party_rating((1, 1, 1, 1))
    assert rating == 40
    assert budgets.rate(rating, [content.monster("orc").ml] * 4) == (Fraction(1), "fair")
    assert budgets.rate(rating, [content.monster("troll").ml]) == (Fraction(3, 2), "deadly")
    assert budgets.party_rating((3,)) == 8


@pytest.mark.rule("TX46", "T22.7")
def test_a_budget_of_28_brings_six_goblins_or_three_orcs() -> None:
    assert budgets.number_of(content.monster("goblin"), 28) == (6, "")
    assert budgets.number_of(content.monster("orc"), 28) == (3, "")


@pytest.mark.rule("T22.7")
@pytest.mark.parametrize(
    ("kind", "most", "came"),
    [
        ("orc", 24, (2, "")), ("orc", 25, (3, "")), ("orc", 4, (1, "")),
        ("giant-rat", 16, (8, "")), ("giant-rat", 17, (6, "veteran")), ("giant-rat", 25, (8, "veteran")),
        ("giant-rat", 60, (8, "veteran")), ("goblin", 42, (8, "")), ("goblin", 43, (5, "veteran")),
    ],
)  # fmt: skip
def test_numbers_round_to_the_nearest_and_veterans_come_above_eight(
    kind: str, most: int, came: tuple[int, str]
) -> None:
    assert budgets.number_of(content.monster(kind), most) == came


@pytest.mark.rule("T22.7")
def test_a_kind_may_cost_a_quarter_more_than_the_budget_and_the_cheapest_always_comes() -> None:
    kinds = [content.monster(kind) for kind in ("orc", "wolf", "cave-bear")]
    assert [kind.id for kind in budgets.eligible(kinds, 8)] == ["orc", "wolf"]
    assert [kind.id for kind in budgets.eligible(kinds, 7)] == ["wolf"]
    assert [kind.id for kind in budgets.eligible(kinds, 2)] == ["wolf"]
    assert [kind.id for kind in budgets.eligible(kinds, 18)] == ["orc", "wolf", "cave-bear"]


@pytest.mark.rule("T12.36", "T12.37")
def test_a_veteran_costs_half_again_rounded_up_and_a_chief_twice_as_much() -> None:
    goblin = content.monster("goblin")
    assert [budgets.cost(goblin, template) for template in ("", "veteran", "chief")] == [5, 8, 10]


@pytest.mark.rule("T22.8")
@pytest.mark.parametrize(("most", "template"), [(10, "chief"), (9, "veteran"), (8, "veteran"), (7, "")])
def test_a_boss_is_as_great_as_the_budget_can_bear(most: int, template: str) -> None:
    assert budgets.best_template(content.monster("goblin"), most) == template


@pytest.mark.rule("T22.9")
def test_a_boss_too_dear_is_led_by_the_strongest_other_kind_that_fits() -> None:
    hold = content.theme("bandit-hold")
    # 24 x 130 % is 31.2, 23 x 130 % is 29.9: the Captain costs 30.
    assert budgets.leader(hold, 1, 24).id == "bandit-captain"
    assert budgets.leader(hold, 1, 23).id == "bandit"
    assert budgets.leader(hold, 1, 11).id == "bandit"
    assert budgets.leader(hold, 1, 10).id == "wolf"
    assert budgets.leader(content.theme("labyrinth"), 6, 10).id == "giant-spider"


@pytest.mark.rule("T22.10")
def test_chance_chooses_among_themes_of_the_band_whose_boss_can_be_paid() -> None:
    def themes(level: int, most: int) -> list[str]:
        return [theme.id for theme in budgets.themes_for(level, most)]

    assert themes(1, 24) == ["goblin-warren", "bandit-hold", "kobold-maze"]
    assert themes(1, 23) == ["goblin-warren"]
    assert themes(4, 1000) == ["bandit-hold", "kobold-maze", "orc-delve", "old-crypt"]
    # No boss can be paid: then the band alone counts.
    assert themes(12, 10) == ["labyrinth", "giants-hall", "dragon-mountain"]


@pytest.mark.rule("T22.10")
@pytest.mark.parametrize(
    ("theme", "low", "high"),
    [
        pytest.param("goblin-warren", 1, 3, marks=pytest.mark.rule("T22.11")),
        pytest.param("bandit-hold", 1, 5, marks=pytest.mark.rule("T22.12")),
        pytest.param("kobold-maze", 1, 5, marks=pytest.mark.rule("T22.13")),
        pytest.param("orc-delve", 2, 8, marks=pytest.mark.rule("T22.14")),
        pytest.param("old-crypt", 3, 9, marks=pytest.mark.rule("T22.15")),
        pytest.param("flooded-ruin", 5, 11, marks=pytest.mark.rule("T22.16")),
        pytest.param("accursed-manor", 5, 11, marks=pytest.mark.rule("T22.17")),
        pytest.param("labyrinth", 6, 13, marks=pytest.mark.rule("T22.18")),
        pytest.param("giants-hall", 8, 17, marks=pytest.mark.rule("T22.19")),
        pytest.param("dragon-mountain", 10, 21, marks=pytest.mark.rule("T22.20")),
    ],
)
def test_a_theme_may_be_named_within_its_band_alone(theme: str, low: int, high: int) -> None:
    fits = [level for level in range(23) if budgets.in_band(content.theme(theme), level)]
    assert fits == list(range(low, high + 1))


@pytest.mark.rule("T22.14", "T22.19")
def test_orcs_and_giants_have_a_greater_boss_from_a_level_on() -> None:
    assert [content.theme("orc-delve").boss_at(level) for level in (3, 4)] == ["orc", "ogre"]
    assert [content.theme("giants-hall").boss_at(level) for level in (10, 11)] == ["troll", "giant"]


@pytest.mark.rule("T22.2", "T22.28")
@pytest.mark.parametrize(
    ("length", "counts"),
    [
        ("short", (8, 3, 1, 1, 1)), ("standard", (12, 4, 2, 2, 1)), ("long", (16, 6, 3, 3, 2)),
        ("grand", (20, 8, 4, 4, 2)),
    ],
)  # fmt: skip
def test_every_size_has_its_rooms(length: str, counts: tuple[int, ...]) -> None:
    assert budgets.counts(catalogue().lengths[length]) == counts


@pytest.mark.rule("T22.30")
def test_encounters_grow_and_begin_again() -> None:
    assert budgets.sorts(3) == ["light", "middling", "middling"]
    assert budgets.sorts(8) == [
        "light", "middling", "middling", "heavy", "middling", "middling", "heavy", "middling",
    ]  # fmt: skip


@pytest.mark.rule("T22.31", "T22.29")
def test_hoards_grow_with_the_adventure_level() -> None:
    assert [budgets.boss_room(level, "ogre") for level in (1, 5, 6, 13, 14, 21)] == ["d", "d", "e", "e", "f", "f"]
    assert budgets.boss_room(10, "dragon") == "f"
    assert [budgets.hidden_treasure(level) for level in (1, 5, 6, 21)] == ["c", "c", "d", "d"]
