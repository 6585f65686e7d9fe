"""What people type for things and characters (T25): names, words of names, classes; and whom a name means."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.solo import Solo

from undercroft.rulebooks.tabletop import names
from undercroft.rulebooks.tabletop.catalogue import catalogue


def silver(solo: Solo, who: str) -> int:
    return solo.game.state.characters[who].silver


@pytest.mark.parametrize(
    "typed", ["buy short-sword for hedda", "buy Short Sword for Hedda", "buy short sword hedda", "buy short sw warrior"]
)
def test_a_ware_and_a_buyer_are_named_as_people_name_them(typed: str) -> None:
    solo = Solo("quick")
    solo(typed)
    assert silver(solo, "hedda") == 60
    assert "short-sword" in [arm.kind for arm in solo.game.state.characters["hedda"].weapons]


def test_several_of_a_ware_go_by_number() -> None:
    solo = Solo("quick")
    solo("buy torch 3 for tobias")
    assert silver(solo, "tobias") == 97


def test_a_sheet_answers_to_name_and_class() -> None:
    solo = Solo("quick")
    for typed in ("sheet hedda", "sheet Hedda", "sheet warrior", "help hedda"):
        assert solo(typed)[:2] == ["Hedda:", "Class: Warrior of Level 1, with 0 Adventure Points."]


def test_every_id_of_the_lists_has_the_name_of_its_row() -> None:
    state = Solo().game.state
    rows = {key: row.name for table in names.TABLES for key, row in getattr(catalogue(), table).items()}
    shared = {"wand", "torch", "short", "normal", "private", "common"}
    assert len(rows) > 200
    assert not [key for key, name in rows.items() if key not in shared and names.called(state, key) != name]
    assert names.called(state, "silvered-sword") == "silvered Sword"
    assert names.called(state, "no-such-thing") == "no-such-thing"


def test_a_misspelt_name_is_answered_with_the_nearest() -> None:
    solo = Solo("quick")
    assert solo("lodging heda barn") == ['Nobody of the party is called "heda"; did you mean "hedda"?']
    assert solo("give torch from hedda to bertram")[0].startswith("Nobody of the party is called")


@pytest.mark.rule("T7.5")
def test_an_action_that_cannot_be_done_now_says_why_whatever_was_named() -> None:
    solo = Solo("quick", "quest", "accept short", "depart")
    while solo.view.fight is None and solo.view.where == "road":
        solo("travel", "ready" if solo.view.foes else "", *(["fight"] if solo.view.foes else []))
    if solo.view.fight is None:
        solo("explore", "attack", "explore", "attack", "explore", "attack")
    assert solo.view.fight is not None
    who = solo.game.called(solo.view.fight.acting)
    for typed in ("attack nobody 3", "attack rat 2", "shoot rat 3"):
        assert solo(typed)[0] == f"{who} must make ready first: make-ready does it, and takes the turn. (T7.5)"


@pytest.mark.parametrize(("said", "told"), [
    (["Orc 1", "Orc 2", "Orc 3", "Orc 4"], "Orc 1 to 4"),
    (["Orc 1", "Orc 2"], "Orc 1, Orc 2"),
    (["Goblin Chief", "Goblin 1", "Orc 3", "Goblin 2", "Goblin 4"], "Goblin Chief, Goblin 1, 2, 4, Orc 3"),
    (["Orc Veteran 1", "Orc Veteran 2", "Orc Veteran 3"], "Orc Veteran 1 to 3"),
    (["Wolf 9", "Wolf 2", "Wolf 3", "Wolf 4", "Wolf 7"], "Wolf 2 to 4, 7, 9"),
    (["12", "11", "13"], "12, 11, 13"),
    (["potion 10", "potion 20", "potion 30"], "potion 10, potion 20, potion 30"),
    (["torch", "torch"], "torch, torch"),
    ([], ""),
])  # fmt: skip
def test_many_foes_of_a_kind_are_told_as_one(said: list[str], told: str) -> None:
    assert names.listed(said) == told


def test_a_sentence_names_a_crowd_once() -> None:
    solo = Solo("quick")
    said = solo.game.book.texts.get("event.meeting.met.aware", {"foes": ("Orc 1", "Orc 2", "Orc 3")}, str)
    assert said == "Somebody is here and looks up: Orc 1 to 3."


def test_a_foe_that_is_gone_still_has_a_name() -> None:
    state = Solo().game.state
    assert names.called(state, "giant-rat-r1.6") == "Giant Rat 6"
    assert names.called(state, "orc-2") == "Orc 2"
    assert names.called(state, "orc-x") == "orc-x"
    assert names.called(state, "room-2") == "room-2"


def test_a_word_alone_lists_its_ways_though_they_are_open() -> None:
    solo = Solo("quick")
    assert solo("order")[0].endswith("order <names>")
    assert solo("front")[0].endswith("front <1-3>")


@pytest.mark.parametrize(("said", "meant"), [("talk linnea", "parley"), ("hit", "attack"), ("flee", "retreat")])
def test_other_words_for_what_can_be_done_are_understood(said: str, meant: str) -> None:
    solo = Solo("quick", "quest", "accept short goblin-warren gentle", "depart", "travel", "travel", "explore")
    assert solo.view.foes
    answer = solo(said)
    if meant == "parley":
        assert answer == ["They do not talk. (T12.40)"]
    else:
        assert answer[0] == f"({meant})"
        assert not solo.view.foes or solo.view.fight is not None
