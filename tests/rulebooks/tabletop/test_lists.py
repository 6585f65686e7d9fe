"""What is listed of all that may be done (T25): what helps, in few lines."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.campaign import below, meet, road, village
from tests.rulebooks.tabletop.rules_bench import character

from undercroft.engine.view import Roster
from undercroft.play.menu import LONG, MOST, WIDTH, group_lines, menu_lines
from undercroft.rulebooks.tabletop.records import replace
from undercroft.testing import staged


@pytest.mark.rule("T6.5")
def test_a_torch_is_listed_where_it_helps_and_allowed_wherever_it_is_held() -> None:
    one = below(character("Ada", goods=(("torch", 3),)))

    def listed(light: int) -> bool:
        with staged(one) as s:
            s.clock = replace(s.clock, light=light)
        lines, _, _ = menu_lines(one, one.actions())
        return any("light torch" in line for line in lines)

    assert [listed(light) for light in (0, 1, 2, 12)] == [True, True, False, False]
    assert "light torch" in one.actions()
    assert one.act("light torch").accepted


@pytest.mark.rule("T22.49")
def test_before_enemies_nothing_is_listed_that_they_would_not_wait_for() -> None:
    one = below(character("Ada", silver=9), character("Bo"))
    offered = {str(action).split(" ")[0] for action in one.actions()}
    assert offered >= {"order", "front", "pay-over"}
    meet(one, "orc")
    assert {str(action).split(" ")[0] for action in one.actions()} == {"attack", "douse", "parley", "retreat"}


@pytest.mark.rule("T7.22")
def test_a_casters_turn_lists_a_line_a_spell() -> None:
    one = below(character("Magda", cls="magician", astral=30, astral_max=30, courage=20))
    meet(one, *["goblin"] * 4)
    assert one.act("attack").accepted
    spells = [str(action) for action in one.actions() if str(action).startswith("cast ")]
    assert len(spells) > 30
    lines, _, _ = menu_lines(one, one.actions())
    shown = [line for line in lines if "cast " in line]
    assert len(shown) == len({text.split(" ")[1] for text in spells})
    sting = next(line for line in shown if "wasps-sting" in line)
    assert "(Wasp's Sting, own action, 4 Astral, 4 ways; type 'cast wasps-sting' to list them)" in sting
    again, _, _ = menu_lines(one, one.actions(), before=menu_lines(one, one.actions())[1])
    assert any(line.startswith("As before: ") and "cast wasps-sting" in line for line in again)


def test_foes_that_are_alike_share_a_row_before_a_fight() -> None:
    one = below(character("Ada"))
    meet(one, "orc", "orc", "wolf")
    for at, foe in enumerate(("orc-x.1", "orc-x.2"), 1):
        with staged(one) as s:
            s.foes[foe] = replace(s.foes[foe], name=f"Orc {at}")
    foes = next(panel for panel in one.scene().panels if panel.name == "foes")
    assert isinstance(foes, Roster)
    assert [row.cells[0] for row in foes.rows] == ["Orc 1, Orc 2", "Wolf"]
    with staged(one) as s:
        s.foes["orc-x.1"] = replace(s.foes["orc-x.1"], vitality=3)
    foes = next(panel for panel in one.scene().panels if panel.name == "foes")
    assert isinstance(foes, Roster)
    assert [row.cells[0] for row in foes.rows] == ["Orc 1", "Orc 2", "Wolf"]


@pytest.mark.rule("T22.2", "T22.3", "T22.10")
def test_the_ways_to_accept_a_quest_are_told_word_by_word() -> None:
    one = village(character("Ada"))
    assert one.act("quest")
    lines, numbers = group_lines(one, one.actions(), "accept")
    assert len(one.actions()) > 60
    (line,), shown = lines, numbers
    assert line.endswith(
        "Type accept and one of: short; standard; long; grand; "
        "then, if you like, one of: goblin-warren; bandit-hold; kobold-maze; gentle; normal; grim; "
        "then, if you like, one of: gentle; normal; grim."
    )
    assert not shown
    short, _ = group_lines(one, one.actions(), "accept short")
    assert len(short) == 16


@pytest.mark.rule("T10.11")
def test_a_long_list_that_has_no_few_next_words_shares_lines() -> None:
    held = ("backpack", "bedroll", "waterskin", "tinderbox", "torch", "rope", "crowbar", "chalk", "lockpicks")
    owners = [character(name, goods=tuple((word, 5) for word in held)) for name in ("Ada", "Bo", "Cato", "Dora")]
    one = below(*owners)
    texts = [str(action) for action in one.actions() if str(action).startswith("drop ")]
    assert len(texts) > LONG
    lines, numbers = group_lines(one, one.actions(), "drop")
    assert len(lines) <= LONG
    assert len(numbers) in (0, len(texts))
    assert all(len(line) <= WIDTH for line in lines[1:])


@pytest.mark.rule("T10.11")
def test_what_may_be_sold_is_told_in_few_lines_with_what_it_brings() -> None:
    common = ("backpack", "bedroll", "tinderbox", "crowbar", "rope", "grappling-hook")
    own = {"Ada": ("lantern", "lockpicks"), "Bo": ("leather-armour", "shield"), "Cato": ("padded-coat",), "Dora": ()}
    one = village(*(character(n, goods=tuple((w, 1) for w in (*common, *more))) for n, more in own.items()))
    texts = [str(action) for action in one.actions() if str(action).startswith("sell ")]
    assert len(texts) == 29
    lines, _ = group_lines(one, one.actions(), "sell")
    (line,) = lines
    assert "Type sell and one of: backpack (brings 2 silver); bedroll (brings 1 silver); " in line
    assert line.endswith("; then of one of: ada; bo; cato; dora.")


@pytest.mark.rule("T22.47")
def test_the_list_of_everything_stays_short_and_its_numbers_are_those_it_shows() -> None:
    held = tuple((word, 2) for word in ("backpack", "bedroll", "waterskin", "tinderbox", "torch", "ration", "bandage"))
    names = ("Ada", "Bo", "Cato", "Dora")
    elves = [character(name, cls="elf", goods=held, silver=9, astral=30, astral_max=30) for name in names]
    for one in (road(*elves), village(*elves)):
        lines, numbers = group_lines(one, one.actions())
        assert len(one.actions()) > 200
        assert len(lines) <= MOST
        (give,) = (line for line in lines if "give ... (" in line)
        assert "ways; type 'list give' to list them)" in give
        offered = list(map(str, one.actions()))
        assert all(not offered[number - 1].startswith("give ") for number in numbers)
