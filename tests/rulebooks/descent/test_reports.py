"""Reports (D31), the fight panel (D12.23) and the end screen (D30.12)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebooks.descent.moments import give, hale, health_of, member, moment

from undercroft.engine.game import Game
from undercroft.engine.view import Roster, Sheet
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import reports
from undercroft.rulebooks.descent.records import (
    Clock,
    Counts,
    Effect,
    Monster,
    PartyEffect,
    Purse,
    Quest,
    Room,
    State,
    Tale,
    replace,
)  # fmt: skip
from undercroft.rulebooks.descent.views import TaleView
from undercroft.testing import fix, staged

DOOR = "door-1.1n"


def sheet(game: Game[State], name: str) -> dict[str, str]:
    panel = game.look(name)
    assert isinstance(panel, Sheet)
    return dict(panel.pairs)


def roster(game: Game[State], name: str) -> Roster:
    panel = game.look(name)
    assert isinstance(panel, Roster)
    return panel


def rows(game: Game[State], name: str) -> list[tuple[str, ...]]:
    return [row.cells for row in roster(game, name).rows]


def change(game: Game[State], who: str, **more: Any) -> None:
    with staged(game) as s:
        s.members[who] = replace(s.members[who], **more)


def orcs(kinds: tuple[str, ...] = ("orc", "orc", "orc"), **more: Any) -> Game[State]:
    game = moment(**more)
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(Room("room-1.1", 1, 1), band=kinds)
    with fix(game, 100):
        game.act(f"enter {DOOR}")
    return game


# --- looks ---


@pytest.mark.rule("D31.1", "D31.3", "D34.2")
def test_reports_can_be_opened_everywhere() -> None:
    for game in (moment(), moment(courtyard=True), orcs()):
        named = reports.names(game.state)
        assert named[:10] == (
            "status hero", "status fighter", "status rogue", "status wizard", "quest", "bestiary",
            "effects", "effects hero", "effects fighter", "effects rogue",
        )  # fmt: skip
        assert all(game.look(name) is not None and game.look(name).name == name for name in named)


@pytest.mark.rule("D31.2", "D6.5")
def test_a_look_costs_nothing() -> None:
    game = orcs()
    before, turns = game.digest(), game.turns
    for name in reports.names(game.state):
        game.look(name)
    assert (game.digest(), game.turns, game.state.clock.step) == (before, turns, 1)


def test_there_is_no_report_of_another_name() -> None:
    game = moment()
    for name in ("", "status nobody", "quest hero", "fight", "ending", "effects nobody", "x y z"):
        assert game.look(name) is None


# --- MEMBER STATUS ---


@pytest.mark.rule("D25.6", "D25.8", "D25.10", "D25.12")
def test_the_status_lists_the_spells_that_can_be_read_with_what_they_cost_now() -> None:
    game = moment()

    def spells(who: str) -> list[str]:
        panel = game.look(f"status {who}")
        assert isinstance(panel, Sheet)
        at = [label for label, _ in panel.pairs].index("Spells")
        return [text for label, text in panel.pairs[at:] if label in ("Spells", "")]

    spark = "Spark, 2 mana: wounds one monster 1d6 + wits + half level"
    veil = "Dim Veil, 3 mana: one member's defence +2, this fight"
    assert spells("wizard") == [spark, veil]
    with staged(game) as s:
        s.quest = Quest(pages=("firebolt", "frost-fan", "firebolt"))
    fire, frost = "wounds one monster 2d6 + level", "wounds every monster 2d6"
    assert spells("wizard")[2:] == [
        f"Firebolt, 3 mana once the book is found: {fire}", f"Frost Fan, 6 mana once the book is found: {frost}",
    ]  # fmt: skip
    with staged(game) as s:
        s.quest = replace(s.quest, book=True)
    assert spells("wizard")[2:] == [f"Firebolt, 2 mana: {fire}", f"Frost Fan, 6 mana: {frost}"]
    assert spells("hero")[0] == "Steady Hand, 3 mana: heals one member 1d8"
    assert "Spells" not in sheet(game, "status fighter")


@pytest.mark.rule("D31.4", "D31.5", "D3.7")
def test_status_gives_wounds_level_and_the_things_carried_and_worn() -> None:
    game = moment()
    change(game, "fighter", health=11, level=2)
    for kind, place in (("hand-axe", "hand"), ("wooden-shield", "arm"), ("ring-mail", "body"), ("antidote", "pack")):
        give(game, kind, f"{place}:fighter", named=True)
    status = sheet(game, "status fighter")
    assert (status["Health"], status["Level"]) == ("11 of 24", "2")
    assert "Hand Axe, damage 6" in status["Ready hand"]
    assert "Wooden Shield, protection 1" in status["Shield arm"]
    assert "Ring Mail, protection 3" in status["Body"]
    assert "Antidote" in status["Pack"]
    assert status["Free places"] == "8"


@pytest.mark.rule("D31.4", "D12.7", "D12.9")
def test_status_gives_the_figures_of_gear_in_the_pack() -> None:
    game = moment()
    for kind in ("hand-axe", "ring-mail"):
        give(game, kind, "pack:fighter")
    pack = sheet(game, "status fighter")["Pack"]
    assert "Hand Axe, damage 6" in pack
    assert "Ring Mail, protection 3" in pack


@pytest.mark.rule("DX7", "D31.6", "D4.4", "D4.15")
@pytest.mark.parametrize(("difficulty", "cost"), [("easy", "54"), ("normal", "60"), ("hard", "66")])
def test_status_shows_what_the_next_level_costs(difficulty: str, cost: str) -> None:
    game = moment(difficulty=difficulty)
    change(game, "hero", level=3)
    assert sheet(game, "status hero")["The next level costs"] == cost


@pytest.mark.rule("D31.7")
def test_status_also_shows_the_rest() -> None:
    game = moment()
    change(game, "wizard", level=7, experience=31, raises=2, mana=4)
    status = sheet(game, "status wizard")
    assert status["Experience held toward it"] == "31"
    assert status["Attack bonus"] == "2"
    assert (status["Strength"], status["Agility"], status["Wits"]) == ("0", "2", "4")
    assert status["Mana"] == "4 of 19"
    assert (status["Rank"], status["State"], status["Raises used"]) == ("back", "standing", "2 of 3")
    assert sheet(game, "status rogue")["Mana"] == "none"


@pytest.mark.rule("D31.7", "D2.13")
def test_status_tells_the_state() -> None:
    game = orcs()
    with staged(game) as s:
        s.members["rogue"] = replace(s.members["rogue"], health=0)
        s.effects["wizard:senseless"] = Effect("wizard", "senseless", 2, "ghoul")
    found = [sheet(game, f"status {who}")["State"] for who in ("hero", "rogue", "wizard")]
    assert found == ["standing", "fallen", "senseless"]


@pytest.mark.rule("D31.8")
def test_in_a_fight_status_shows_the_fight_as_it_stands() -> None:
    game = hale(orcs(), 15)
    before = sheet(game, "status hero")
    with fix(game, then=100):
        game.act("guard")
    change(game, "hero", health=3)
    after = sheet(game, "status hero")
    assert (before["Defence"], after["Defence"]) == ("2", "5")
    assert (before["Health"], after["Health"]) == ("21 of 21", "3 of 21")
    assert before["The fight"].startswith("round 1: Orc 1 unhurt, Orc 2 unhurt")
    with staged(game) as s:
        s.monsters["orc-1"] = replace(s.monsters["orc-1"], health=1)
    assert sheet(game, "status hero")["The fight"].startswith("round 1: Orc 1 badly hurt, Orc 2 unhurt")
    assert "The fight" not in sheet(moment(), "status hero")


@pytest.mark.rule("D31.9", "D31.11")
def test_a_bitten_weapon_names_metal_eating_and_the_damage_left() -> None:
    game = moment()
    give(game, "hand-axe", "hand:hero", lost=2, cause="metal eating")
    row = sheet(game, "status hero")["Ready hand"]
    assert "Hand Axe, damage 4" in row
    assert row.endswith("(metal eating)")
    assert "eating" not in sheet(game, "status fighter")["Ready hand"]


@pytest.mark.rule("D31.11")
def test_a_full_repair_removes_the_words() -> None:
    game = moment(courtyard=True, gold=100)
    axe = give(game, "hand-axe", "hand:hero", named=True, lost=2, cause="metal eating")
    game.act("shop")
    assert game.act(f"repair {axe}")
    row = sheet(game, "status hero")["Ready hand"]
    assert row.endswith("Hand Axe, damage 6")


@pytest.mark.rule("D31.10", "D31.11")
@pytest.mark.parametrize("cause", ["gear eating", "acid spray", "Bath of Fates"])
def test_a_piece_at_0_has_its_row_and_its_cause(cause: str) -> None:
    game = moment()
    give(game, "wooden-shield", "arm:hero", lost=1, cause=cause)
    give(game, "ring-mail", "body:hero", lost=1, cause=cause)
    status = sheet(game, "status hero")
    assert "Wooden Shield, protection 0" in status["Shield arm"]
    assert status["Shield arm"].endswith(f"({cause})")
    assert "Ring Mail, protection 2" in status["Body"]
    assert status["Body"].endswith(f"({cause})")


@pytest.mark.rule("D31.9")
def test_a_bare_hand_has_its_row_too() -> None:
    assert sheet(moment(), "status hero")["Ready hand"] == "nothing: bare hands, damage 2"


# --- QUEST STATUS ---


@pytest.mark.rule("D31.12", "D31.13")
def test_quest_status_shows_the_party_and_the_quest() -> None:
    game = moment(gold=123, rations=17, difficulty="hard", floor=4)
    with staged(game) as s:
        s.seed = 99
        s.clock = Clock(250, 100)
        s.quest = Quest(pages=("firebolt", "storm"), maps=(3, 1))
    quest = sheet(game, "quest")
    assert (quest["Gold"], quest["Rations"], quest["Floor"], quest["Steps walked"]) == ("123", "17", "4", "250")
    assert quest["Steps to the next meal"] == "70"
    assert (quest["The spellbook"], quest["The king"]) == ("unfound", "unfound")
    assert (quest["Pages held"], quest["Pages still to be found"]) == ("2, loose", "34")
    assert quest["Maps held of floors"] == "1, 3"
    assert (quest["Difficulty"], quest["Length"], quest["Seed"]) == ("hard", "standard", "99")
    assert "Hero" in quest["The party"]
    assert "Wizard" in quest["The party"]


@pytest.mark.rule("D31.13")
def test_quest_status_tells_prizes_in_hand_and_lost() -> None:
    game = moment(member("hero"), member("king"))
    with staged(game) as s:
        s.quest = Quest(book=True, king=True, pages=("firebolt",))
    quest = sheet(game, "quest")
    assert (quest["The spellbook"], quest["The king"]) == ("in hand", "in hand")
    assert quest["Pages held"] == "1, bound in the book"
    change(game, "king", health=0)
    assert sheet(game, "quest")["The king"] == "lost"


# --- BESTIARY ---


@pytest.mark.rule("D31.14", "D31.15")
def test_the_bestiary_lists_kinds_met_and_figures_after_the_first_kill() -> None:
    game = moment()
    with staged(game) as s:
        s.bestiary["orc"] = Tale(met=2)
        s.bestiary["ghoul"] = Tale(met=1, killed=3, paid=1)
        s.bestiary["the-gaoler"] = Tale(met=1, killed=1)
        s.bestiary["wight"] = Tale(met=1, suffered=True)
    nothing = ("",) * 6
    ghoul, gaoler = (str(health_of(kind)) for kind in ("ghoul", "the-gaoler"))
    assert rows(game, "bestiary") == [
        ("Orc", "2", "0", "0", "50 times in a hundred", *nothing, ""),
        ("Ghoul", "1", "3", "1", "15 times in a hundred", ghoul, "4", "2", "4-9", "1", "18", ""),
        ("The Gaoler", "1", "1", "0", "10 times in a hundred", gaoler, "9", "6", "8-22", "4", "136", ""),
        ("Wight", "1", "0", "0", "15 times in a hundred", *nothing, "level drain"),
    ]


@pytest.mark.rule("D31.15")
def test_before_the_first_kill_the_view_holds_no_figure_either() -> None:
    game = moment()
    with staged(game) as s:
        s.bestiary["wight"] = Tale(met=2, paid=1)
    (wight,) = game.view().bestiary  # type: ignore[attr-defined]
    assert wight == TaleView("wight", "Wight", met=2, killed=0, paid=1, bribe=15)


@pytest.mark.rule("D31.14")
def test_a_kind_is_in_the_bestiary_once_met() -> None:
    assert rows(moment(), "bestiary") == []
    assert [row[:4] for row in rows(orcs(), "bestiary")] == [("Orc", "1", "0", "0")]


# --- effects pages ---


@pytest.mark.rule("D31.16", "D26.8")
def test_the_party_page_names_effect_source_deed_and_time() -> None:
    game = moment()
    with staged(game) as s:
        s.party_effects["ward"] = PartyEffect("ward", False, 240, "foul-lantern", (2, 1))
        s.party_effects["fare"] = PartyEffect("fare", True, 1, "scroll-of-fasting")
    (ward, fare) = rows(game, "effects")
    assert (ward[0], ward[2], ward[4]) == ("⚠", "Foul Lantern", "240 steps")
    assert "times 2/1" in ward[3]
    assert (fare[0], fare[2], fare[4]) == ("★", "Scroll of Fasting", "1 step")
    assert "half as often" in fare[3]
    assert [row.mark for row in roster(game, "effects").rows] == ["hazard", "star"]


@pytest.mark.rule("D31.17", "D31.18", "D27.4")
def test_each_member_has_a_page_with_the_same_four_things() -> None:
    game = moment()
    with staged(game) as s:
        s.effects["rogue:poisoned"] = Effect("rogue", "poisoned", 30, "venom")
        s.effects["rogue:giant"] = Effect("rogue", "giant", 120, "giants-draught")
        s.effects["hero:covering"] = Effect("hero", "covering", 1, "covering", "wizard")
    assert rows(game, "effects rogue") == [
        ("⚠", "Poisoned", "Venom", "a wound of 1 every 5 steps", "30 steps"),
        ("★", "Giant", "Giant's Draught", "strength +3", "120 steps"),
    ]
    assert rows(game, "effects fighter") == []
    assert rows(game, "effects hero")[0][3:] == ("takes every blow aimed at Wizard", "until the next own turn")


@pytest.mark.rule("D31.18", "D31.17")
def test_the_pages_turn_party_first_then_members_and_wrap_round() -> None:
    s = moment(member("hero"), member("rogue")).state
    assert reports.pages(s) == ("effects", "effects hero", "effects rogue")
    assert [reports.turn_page(s, name) for name in reports.pages(s)] == ["effects hero", "effects rogue", "effects"]
    assert reports.turn_page(s, "effects", -1) == "effects rogue"
    assert reports.turn_page(s, "quest") == ""


def test_every_effect_tells_what_it_does() -> None:
    game = moment()
    with staged(game) as s:
        for kind in content.catalogue().effects:
            s.effects[f"hero:{kind}"] = Effect("hero", kind, 2, kind, "rogue")
    assert all(row[3] and not row[3].startswith("report.") for row in rows(game, "effects hero"))
    assert all(row[4] and not row[4].startswith("report.") for row in rows(game, "effects hero"))


# --- the fight panel, the end screen ---


@pytest.mark.rule("D12.23", "D14.1")
def test_the_fight_panel() -> None:
    game = hale(orcs(), 15)
    with staged(game) as s:
        s.monsters["orc-2"] = replace(s.monsters["orc-2"], health=8)
        s.monsters["orc-3"] = replace(s.monsters["orc-3"], health=7)
        s.members["rogue"] = replace(s.members["rogue"], health=5)
    panel = roster(game, "fight")
    assert [row.cells for row in panel.rows] == [
        ("Orc 1", "unhurt"), ("Orc 2", "hurt"), ("Orc 3", "badly hurt"),
        ("Hero", "21 of 21"), ("Fighter", "24 of 24"), ("Rogue", "5 of 18"), ("Wizard", "15 of 15"),
    ]  # fmt: skip
    assert panel.foot == "A bribe is taken 50 times in a hundred."


@pytest.mark.rule("D12.23")
def test_the_dead_are_not_on_the_fight_panel() -> None:
    game = orcs()
    with staged(game) as s:
        s.monsters["orc-2"] = replace(s.monsters["orc-2"], health=0)
        s.monsters["ghoul-1"] = Monster("ghoul", 20, 20, helper=True)
    assert [(row.cells[0], row.mark) for row in roster(game, "fight").rows[:3]] == [
        ("Orc 1", "foe"),
        ("Orc 3", "foe"),
        ("Ghoul 1", "helper"),
    ]


@pytest.mark.rule("D30.12")
def test_the_end_screen() -> None:
    game = moment(member("hero"), courtyard=True)
    with staged(game) as s:
        s.counts = Counts(fights=3, kills=4, bribes=1, flights=2, deaths=6, raises=5)
        s.purse = Purse(70, 2)
        s.clock = Clock(31, 0)
    assert game.look("ending") is None
    game.act("give-up")
    game.act("yes")
    end = sheet(game, "ending")
    assert end["Ending"] == "given up"
    names = ("Steps walked", "Fights", "Kills", "Bribes", "Flights", "Deaths", "Raises used", "Gold", "Levels")
    assert [end[name] for name in names] == ["31", "3", "4", "1", "2", "6", "5", "70", "Hero 1"]
    assert end["To play it again"].startswith("1, normal, standard")
