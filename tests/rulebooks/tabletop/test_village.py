"""The village (T18, T19.24): lodgings, the Guild, repairs, and who belongs to the party."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.campaign import edit, village
from tests.rulebooks.tabletop.rules_bench import character, of

from undercroft.engine.game import Game
from undercroft.rulebooks.tabletop import wands
from undercroft.rulebooks.tabletop.records import Arm, Inn, State
from undercroft.testing import fix, staged

ADA, BO = character("Ada"), character("Bo")
AGREED = Inn("dunmere", (), "slay-the-boss", "goblin-warren", "short")
MAGE = character("Ada", cls="magician", level=2, ap=100, astral=10, astral_max=30, intelligence=12, charisma=12,
                 weapons=(Arm("wand"),), wielded=0, silver=200)  # fmt: skip


def rule(game: Game[State], text: str) -> str:
    step = game.act(text)
    assert not step.accepted, text
    assert game.say(step.refusals[0])
    return step.refusals[0].rule


@pytest.mark.rule("T18.4", "T18.5")
@pytest.mark.parametrize(("lodging", "price"), [("barn", 0), ("common", 7), ("private", 21)])
def test_a_lodging_is_taken_once_and_paid_at_once(lodging: str, price: int) -> None:
    one = village(character("Ada", silver=price), BO)
    assert one.act(f"lodging ada {lodging}")
    assert of(one).silver == 0
    assert rule(one, "lodging ada barn") == "T18.4"
    if price:
        assert rule(village(character("Ada", silver=price - 1)), f"lodging ada {lodging}") == "T18.4"


@pytest.mark.rule("T18.6", "T18.9")
def test_a_magician_trains_at_49_silver_a_point() -> None:
    one = village(MAGE, character("Bo", cls="elf", silver=100))
    assert rule(one, "train ada 5") == "T18.6"
    assert rule(one, "train bo 1") == "T18.8"
    assert one.act("train ada 4")
    assert (of(one).silver, of(one).astral, of(one).astral_max) == (4, 10, 34)


@pytest.mark.rule("T19.12", "T19.2", "T19.5")
@pytest.mark.parametrize(("dice", "level"), [((12, 12), 2), ((12, 13), 1)])
def test_one_try_a_pause_to_raise_a_wand(dice: tuple[int, int], level: int) -> None:
    one = village(MAGE, BO, inn=AGREED)
    with fix(one, *dice):
        assert one.act("enchant ada")
    assert wands.level(of(one)) == level
    assert of(one).astral == 10
    assert rule(one, "enchant ada") == "T19.2"
    assert rule(one, "enchant bo") == "T19.1"
    assert one.act("depart")
    # The barn restores Astral to the half of 30 (T18.5), and the try costs 3 of it.
    assert of(one).astral == 12


@pytest.mark.rule("T19.24", "T19.2")
def test_the_guild_sells_wands_and_a_second_wand_gives_no_second_try() -> None:
    one = village(character("Bo", silver=500), MAGE)
    assert rule(one, "new-wand bo") == "T19.24"
    with fix(one, 20, 20):
        assert one.act("enchant ada")
    assert one.act("new-wand ada")
    assert of(one).silver == 100
    assert [arm.kind for arm in of(one).weapons] == ["wand", "wand"]
    assert rule(one, "enchant ada") == "T19.2"
    edit(one, "ada", silver=99)
    assert rule(one, "new-wand ada") == "T19.24"


@pytest.mark.rule("T18.12")
def test_armour_that_acid_ate_is_repaired_for_10_silver_a_point() -> None:
    one = village(character("Ada", armour="mail-shirt", eaten=2, silver=20), BO)
    assert one.view().party[0].protection == 2
    assert rule(one, "repair bo") == "T18.12"
    assert one.act("repair ada")
    assert (of(one).silver, of(one).eaten, one.view().party[0].protection) == (0, 0, 4)
    edit(one, "ada", eaten=2, silver=19)
    assert rule(one, "repair ada") == "T18.12"


@pytest.mark.rule("T18.15", "T18.16")
def test_who_retires_keeps_a_sheet_and_plays_no_more() -> None:
    one = village(ADA, BO, newcomers=("bo",))
    assert rule(one, "retire bo") == "T18.16"
    assert one.act("retire ada")
    assert one.state.party.order == ("bo",)
    assert one.state.retired["ada"].name == "Ada"
    assert "ada" not in one.state.characters
    assert not any("ada" in str(action).split() for action in one.actions())
    assert not one.act("retire bo")


@pytest.mark.rule("T18.14", "T5.22")
def test_the_dead_make_room_for_the_new() -> None:
    six = [character(name) for name in ("Ada", "Bo", "Cy", "Dag", "Eve", "Fay")]
    assert rule(village(*six), "recruit") == "T5.22"
    one = village(*six[:5], character("Fay", dead=True, vitality=-10))
    assert one.act("recruit")


@pytest.mark.rule("TX53", "T18.16", "T5.10")
def test_a_dwarf_who_joins_late_brings_the_kit_and_no_silver() -> None:
    one = village(ADA, inn=AGREED, departed=True)
    assert one.act("recruit")
    with fix(one, 6, 6, 6, 6, 6, 6):
        assert one.act("roll")
    for text in ("assign 13 13 13 13 13", "class dwarf", "agility-point attack", "name Durin"):
        assert one.act(text), text
    assert not one.act("money")
    assert one.act("finish")
    dwarf = of(one, "durin")
    assert (dwarf.level, dwarf.ap, dwarf.silver, dwarf.armour) == (1, 0, 0, "padded-coat")
    assert [arm.kind for arm in dwarf.weapons] == ["hand-axe"]
    assert rule(one, "retire durin") == "T18.16"
    assert one.act("depart")
    assert one.state.party.newcomers == ()


@pytest.mark.rule("T18.16", "T5.10")
def test_before_the_first_departure_a_recruit_rolls_for_money() -> None:
    one = village(ADA)
    assert one.act("recruit")
    with fix(one, 6, 6, 6, 6, 6, 6):
        assert one.act("roll")
    for text in ("assign 13 13 13 13 13", "class dwarf", "agility-point attack"):
        assert one.act(text), text
    with fix(one, 4):
        assert one.act("money")
    assert one.act("name Durin")
    assert one.act("finish")
    assert of(one, "durin").silver == 400


def test_words_nobody_knows_are_answered_with_the_nearest() -> None:
    one = village(ADA, BO)
    for text, near in (("lodging adda barn", "ada"), ("lodging ada bern", "barn"), ("retire boo", "bo")):
        step = one.act(text)
        assert not step.accepted
        assert near in one.say(step.refusals[0])
    with staged(one) as s:
        s.inn = Inn("dunmere")
    assert one.act("quest")
