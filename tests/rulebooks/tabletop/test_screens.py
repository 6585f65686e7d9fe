"""What the players see (T22.43, T25): where they are, what they know, what threatens, what they can do at what cost."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rulebooks.tabletop.solo import Solo, harmed, in_fight, in_room, room

from undercroft.engine.view import Map, Roster, Scene, Sheet, Text
from undercroft.rulebooks.tabletop import rulebook, scenes
from undercroft.rulebooks.tabletop.catalogue import catalogue
from undercroft.rulebooks.tabletop.views import ExitView, TabletopView


def drawer(view: TabletopView) -> scenes.Drawer:
    state = Solo("quick").game.state
    return scenes.Drawer(view, rulebook.texts, lambda thing: rulebook.called(state, thing))


def scene(view: TabletopView) -> Scene:
    return drawer(view).scene(())


def here(view: TabletopView) -> tuple[str, ...]:
    panel = scene(view).panel("here")
    assert isinstance(panel, Text)
    return panel.lines


def drawn(view: TabletopView) -> tuple[str, ...]:
    panel = drawer(view).look("map")
    assert isinstance(panel, Map)
    return panel.rows


# --- a room ---

EXITS = (
    ExitView("north", 5, "shut"), ExitView("east", 10, "open", to="room-2"), ExitView("south", 15, "none"),
    ExitView("west", 20, "none", "chasm"),
)  # fmt: skip
CHAPEL = room(
    "room-1", *EXITS, furniture=(("altar", "north"),), chest="shut", trap="dart", lying=("silver",), captive=True
)


@pytest.mark.rule("T22.43")
def test_a_room_shows_its_name_a_line_exits_with_doors_light_and_what_is_seen() -> None:
    lines = here(in_room("room-1", CHAPEL, day=2, turn=300, light=1))
    assert lines[0] == catalogue().rooms["chapel"].about
    assert "Day 2 of the adventure, turn 12." in lines
    assert "A light burns, for 1 turn more." in lines
    assert "About the walls: altar (north)." in lines
    assert "North: a shut door, and 5 m of passage; nobody has been beyond." in lines
    assert any(line.startswith("East: an open door, and 10 m of passage; ") for line in lines)
    assert "South: an open passage of 15 m; nobody has been beyond." in lines
    assert "West: barred by this: chasm 4 m wide; 20 m of passage; nobody has been beyond." in lines
    assert "Found here, and still set: dart." in lines
    assert "A chest stands here, shut." in lines
    assert "Somebody in chains looks at you, and hopes." in lines
    assert "Here lie: silver." in lines


@pytest.mark.rule("T6.6", "T6.16")
def test_the_dark_is_told() -> None:
    assert any("It is dark" in line for line in here(in_room("room-1", CHAPEL, light=0)))
    assert any("will not burn out" in line for line in here(in_room("room-1", CHAPEL, light=-1)))


@pytest.mark.rule("T22.43")
def test_who_stands_there_is_seen_with_what_they_have_noticed() -> None:
    view = replace(in_fight(in_room("room-1", CHAPEL)), ask="explore", fight=None, mood="unaware")
    assert "They have not noticed you." in here(view)
    foes = scene(view).panel("foes")
    assert isinstance(foes, Roster)
    assert foes.rows[0].cells == ("Wolf", "15/15", "7", "")


def test_every_character_is_shown_with_class_level_figures_rank_and_effects() -> None:
    view = harmed(in_room("room-1", CHAPEL), 3, conditions=("asleep",), amounts=(0,), astral=12, order="wasps-sting")
    party = scene(view).panel("party")
    assert isinstance(party, Roster)
    assert party.rows[0].cells == ("Hedda", "Warrior 1", "30/30", "", "front", "", "")
    assert party.rows[3].cells == ("Tobias", "Magician 1", "20/20", "12/30", "back", "asleep", "wasps-sting")


def test_a_fight_shows_the_order_of_acting_who_is_unready_and_whose_turn_it_is() -> None:
    view = in_fight(in_room("room-1", CHAPEL), 3, unready=("tobias",))
    shown = scene(view)
    assert here(view)[:3] == (
        "You are in room-1.",
        "They act in this order: Hedda, Berengar, Linnea, Tobias, Wolf.", "Not ready yet: Tobias.",
    )  # fmt: skip
    assert shown.summary == "Round 3, Hedda's turn: front rank, Sword in hand."


# --- the map ---


def test_the_map_draws_rooms_passages_and_the_state_of_doors() -> None:
    east = room("room-2", ExitView("west", 10, "open", to="room-1"), x=1)
    south = room("room-3", ExitView("north", 15, "none", to="room-1"), entered=False, y=1)
    assert drawn(in_room("room-1", CHAPEL, east, south)) == ("   +", "-x-@-/-o", "   |", "   ?")


def test_the_map_in_words_names_every_exit() -> None:
    panel = drawer(in_room("room-1", CHAPEL)).look("map")
    assert isinstance(panel, Map)
    assert "north by a shut door to ?, east by an open door to room-2" in panel.words[0]
    assert panel.words[0].endswith("south to ?, west, barred, to ?.")


# --- creation, the village, reports ---


@pytest.mark.rule("T5.23")
def test_creation_names_the_quick_way_first_and_explains_the_ways() -> None:
    solo = Solo()
    assert solo.texts[0] == "quick"
    assert any("The quick way is quick" in line for line in solo.opened)
    assert any("five Qualities from 8 to 13" in line for line in solo.opened)


@pytest.mark.rule("T4.5", "T4.6", "T4.7", "T4.8")
def test_creation_tells_the_conditions_of_every_class_before_the_qualities_are_placed() -> None:
    said = " ".join(Solo()("way arranged", "roll"))
    for needs in (
        "Adventurer (needs nothing)",
        "Warrior (needs Courage 12, Strength 12)", "Dwarf (needs Agility 12, Strength 12)",
        "Elf (needs Intelligence 12, Agility 12)", "Magician (needs Intelligence 12, Charisma 12)",
    ):  # fmt: skip
        assert needs in said


@pytest.mark.rule("T5.15")
def test_creation_tells_what_the_kit_is_and_costs() -> None:
    solo = Solo("way fall", "roll", "class adventurer", "agility-point attack")
    said = " ".join(solo("money"))
    assert "The kit of the class costs 75 silver: Spear, Padded coat" in said


@pytest.mark.rule("T22.2")
def test_the_village_says_what_comes_next_and_the_list_begins_with_it() -> None:
    solo = Solo("quick")
    assert solo.texts[0] == "quest"
    solo("quest")
    assert scene_of(solo).summary.startswith("To take it, type accept and a size: short (8 rooms), standard (12 rooms)")
    solo("accept short")
    assert solo.texts[0] == "depart"


def scene_of(solo: Solo) -> Scene:
    return solo.game.scene("player")


def test_hundreds_of_ways_to_trade_and_give_fold_into_few_lines() -> None:
    solo = Solo("quick")
    assert len(solo.texts) > 400
    shown = solo("where")
    assert len(shown) < 20
    assert any(line.startswith("Also: ") and "sell, give" in line for line in shown)
    (names,) = solo("buy")
    assert "Type buy and one of: dagger (15 silver); silvered-dagger (45 silver); club" in names
    assert len(solo("buy torch")) == 8


@pytest.mark.rule("T22.47")
def test_the_list_tells_what_an_action_costs() -> None:
    solo = Solo("quick")
    assert any(line.endswith("buy torch for hedda (1 silver)") for line in solo("buy torch"))
    assert any("lodging tobias private (private room, 21 silver)" in line for line in solo("list lodging tobias"))


def test_reports_open_by_name() -> None:
    solo = Solo("quick", "quest")
    assert solo("shop")[1].startswith("Arms: dagger 15, club 5, quarterstaff 8")
    assert solo("packs")[1].startswith("Hedda: 100 silver, load 12 of 26: Sword, ")
    solo("accept short", "depart")
    assert "Days allowed below: 2, from when you go in." in " ".join(solo("quest"))


@pytest.mark.rule("T22.26")
def test_the_end_is_told_with_what_became_of_everybody() -> None:
    solo = Solo("quick", "end-campaign")
    panel = solo.game.look("ending", "player")
    assert isinstance(panel, Sheet)
    assert panel.title == "The boots hang by the door"
    assert panel.pairs[0] == ("Adventures", "0 to a good end, 0 to a bad one")
    assert panel.pairs[1] == ("Hedda", "Warrior of Level 1, with 0 Adventure Points and 100 silver")


@pytest.mark.parametrize("step", ["life", "quality", "point", "score", "class"])
@pytest.mark.rule("T17.3")
def test_every_step_of_a_level_gain_says_what_is_asked(step: str) -> None:
    about: dict[str, str | int | bool] = {"who": "hedda", "level": 2, "step": step}
    view = replace(Solo("quick").view, ask="gain", about=about)
    assert scene(view).summary.startswith("Hedda gains Level 2")


@pytest.mark.rule("T5.23")
def test_the_quick_way_is_named_only_where_it_can_be_gone() -> None:
    solo = Solo(
        "way fall", "roll", "class adventurer", "agility-point attack", "money", "name Ada", "finish", "recruit"
    )
    assert "quick" not in solo.texts
    assert scene_of(solo).summary == "Type way arranged, or way fall."
