"""Wands (T19)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebooks.tabletop.rules_bench import character, game, of, under

from undercroft.rulebooks.tabletop import pause, wands, weapons
from undercroft.rulebooks.tabletop.records import Arm, Character, replace
from undercroft.testing import fix

CHAPTERS = (wands, pause)


def magician(wand_level: int = 1, form: str = "", **more: Any) -> Character:
    """Return a Level-2 Magician with a wand in hand."""
    facts: dict[str, Any] = {
        "cls": "magician", "level": 2, "intelligence": 12, "charisma": 12, "astral": 30, "astral_max": 30,
        "weapons": (Arm("wand", raised=wand_level - 1, form=form), Arm("dagger")), "wielded": 0,
    }  # fmt: skip
    return character(**{**facts, **more})


def rule_of(c: Character, *, tried: bool = False) -> str:
    refusal = wands.enchant_refused(c, tried=tried)
    return refusal.rule if refusal else ""


@pytest.mark.rule("TX42", "T19.5", "T19.6", "T19.7", "T19.8", "T19.4")
@pytest.mark.parametrize(("wand_level", "most", "num"), [(1, 24, 264), (2, 21, 210), (3, 18, 153)])
def test_the_chance_of_an_attempt(wand_level: int, most: int, num: int) -> None:
    assert wands.limit(12, 12, wand_level) == most
    assert wands.chance(12, 12, wand_level).num == num
    assert wands.chance(12, 12, wand_level).of == 400
    for total, level in ((most, wand_level + 1), (most + 1, wand_level)):
        g = game(magician(wand_level), chapters=CHAPTERS)
        with fix(g, total - total // 2, total // 2) as dice:
            wands.enchant(g._ctx, "ada")
        assert [sides for sides, _ in dice.seen] == [20, 20]
        assert wands.level(of(g)) == level
        assert all(g.say(event) for event in g._ctx.events)


@pytest.mark.rule("T19.1")
def test_only_a_magician_of_level_two_may_try() -> None:
    assert rule_of(magician()) == ""
    assert rule_of(magician(level=1)) == "T19.1"
    assert rule_of(magician(cls="elf")) == "T19.1"
    assert rule_of(magician(weapons=(), wielded=-1)) == "T19.1"


@pytest.mark.rule("T19.2", "T19.12", "T19.24")
def test_one_attempt_a_pause() -> None:
    assert rule_of(magician(), tried=True) == "T19.2"
    g = game(magician(), chapters=CHAPTERS)
    with fix(g, 20, 20):
        wands.enchant(g._ctx, "ada")
    assert g.state.stays["ada"].tried
    pause.settle(g._ctx)
    assert "ada" not in g.state.stays


@pytest.mark.rule("T19.3")
def test_level_four_is_the_highest() -> None:
    assert rule_of(magician(3)) == ""
    assert rule_of(magician(4)) == "T19.3"


@pytest.mark.rule("T19.9", "T19.10", "T19.11", "T19.13", "T18.10")
@pytest.mark.parametrize(("wand_level", "cost"), [(1, 3), (2, 5), (3, 7)])
@pytest.mark.parametrize("die", [1, 20])
def test_the_cost_is_paid_after_the_rest_in_any_case(wand_level: int, cost: int, die: int) -> None:
    g = game(magician(wand_level, astral=4, silver=21), chapters=CHAPTERS)
    with fix(g, die, die):
        wands.enchant(g._ctx, "ada")
    assert of(g).astral == 4
    pause.lodge(g._ctx, "ada", "private")
    pause.settle(g._ctx)
    assert (of(g).astral, of(g).astral_max) == (30 - cost, 30)


@pytest.mark.rule("T19.13")
def test_the_cost_takes_no_more_than_there_is() -> None:
    g = game(magician(3, astral=0, astral_max=8), chapters=CHAPTERS)
    with fix(g, 20, 20):
        wands.enchant(g._ctx, "ada")
    pause.settle(g._ctx)
    assert of(g).astral == 0


@pytest.mark.rule("T19.14")
@pytest.mark.parametrize(("wand_level", "cost"), [(1, 3), (2, 5), (3, 7)])
def test_who_could_never_pay_cannot_try(wand_level: int, cost: int) -> None:
    assert rule_of(magician(wand_level, astral=0, astral_max=cost)) == ""
    assert rule_of(magician(wand_level, astral=0, astral_max=cost - 1)) == "T19.14"


@pytest.mark.rule("T1.8")
def test_a_potion_does_not_help_the_wand() -> None:
    roll = wands.attempt(under(magician(), "quality:intelligence", amount=7))
    assert ("24", "limit") in roll.parts


@pytest.mark.rule("T19.15")
def test_a_wand_works_in_a_magicians_hand_alone() -> None:
    assert wands.works(magician())
    assert not wands.works(magician(wielded=1))
    assert not wands.works(magician(cls="elf"))


@pytest.mark.rule("TX43", "T19.16", "T19.17", "T19.18")
@pytest.mark.parametrize(("wand_level", "astral", "cost"), [(1, 4, 4), (2, 4, 2), (2, 2, 1), (2, 3, 1), (4, 8, 6)])
def test_a_wand_saves_astral(wand_level: int, astral: int, cost: int) -> None:
    assert wands.spell_cost(magician(wand_level), astral) == cost
    assert wands.spell_cost(magician(wand_level, wielded=1), astral) == astral


@pytest.mark.rule("T19.19", "T19.20", "T19.21", "T19.22")
@pytest.mark.parametrize(
    ("wand_level", "forms"), [(1, ["wand"]), (2, ["wand"]), (3, ["wand", "torch"]), (4, ["wand", "torch", "rope"])]
)
def test_the_forms_of_a_wand(wand_level: int, forms: list[str]) -> None:
    c = magician(wand_level, form="none")
    assert [form for form in ("wand", "torch", "rope") if wands.form_refused(c, form) is None] == forms


@pytest.mark.rule("T19.22")
def test_a_wand_has_one_form_at_a_time() -> None:
    g = game(magician(4), chapters=CHAPTERS)
    assert wands.form_refused(of(g), "wand") is not None
    for form, burns, cost in (("torch", True, 2), ("rope", False, 4), ("wand", False, 2)):
        assert wands.form_refused(of(g), form) is None
        g._ctx.emit(wands.WandTurned("ada", form))
        assert g.say(g._ctx.events[-1])
        assert (wands.burns(of(g)), wands.spell_cost(of(g), 4)) == (burns, cost)
    assert wands.form_refused(of(g), "sword") is not None
    assert wands.form_refused(magician(4, wielded=1), "torch") is not None


@pytest.mark.rule("T19.20", "T19.23")
def test_the_rope_masters_ten_metres_for_all() -> None:
    party = [character("Bo"), magician(4, form="rope")]
    assert wands.masters(party, 10)
    assert not wands.masters(party, 11)
    assert not wands.masters([character("Bo"), magician(4)], 4)


@pytest.mark.rule("T19.24")
def test_the_guild_sells_wands() -> None:
    bare = magician(0, weapons=(), wielded=-1, silver=100)
    assert wands.new_wand_refused(bare) is None
    assert wands.new_wand_refused(replace(bare, silver=99)) is not None
    assert wands.new_wand_refused(replace(bare, cls="elf")) is not None
    c = wands.with_new_wand(bare)
    assert (c.silver, wands.level(c), c.weapons) == (0, 1, (Arm("wand"),))


@pytest.mark.rule("T19.24", "T6.7")
def test_a_wand_too_many_to_carry_is_not_sold() -> None:
    loaded = magician(silver=100, strength=5, goods=(("rope", 8),))
    assert wands.new_wand_refused(loaded).rule == "T6.7"


@pytest.mark.rule("T19.24", "T19.15")
def test_a_wand_keeps_its_level_in_whatever_hand() -> None:
    strong = magician(4, weapons=(Arm("wand"), Arm("wand", raised=3)), wielded=0)
    # The wand in hand counts, not the better one in the pack; taken in hand the best one is meant.
    assert (wands.level(strong), wands.saving(strong)) == (1, 0)
    in_hand = replace(strong, wielded=weapons.place_of(strong, "wand"))
    assert (wands.level(in_hand), wands.saving(in_hand)) == (4, 2)
    assert wands.level(replace(strong, wielded=-1)) == 4
    assert wands.level(magician(weapons=(), wielded=-1)) == 0
    # One attempt raises one wand.
    g = game(replace(in_hand, weapons=(Arm("wand"), Arm("wand", raised=2))), chapters=CHAPTERS)
    with fix(g, 1, 1):
        wands.enchant(g._ctx, in_hand.id)
    assert [arm.raised for arm in of(g, in_hand.id).weapons] == [0, 3]
