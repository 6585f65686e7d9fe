"""What a player sees (T22.43, T25, T22.47, T22.24, T13.9, T11.18, T11.21): scenes and reports, made from the view."""

from __future__ import annotations

import re

import pytest
from tests.rulebooks.tabletop.campaign import below, edit, meet, road, village
from tests.rulebooks.tabletop.rules_bench import character, of, under

from undercroft.engine.game import Game
from undercroft.engine.view import Listing, Map, Roster, Sheet, Text
from undercroft.play.menu import menu_lines
from undercroft.play.tell import odds_lines
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop import monsters, wandering
from undercroft.rulebooks.tabletop.exploring import Wait
from undercroft.rulebooks.tabletop.records import (
    Arm,
    Character,
    Chest,
    Clock,
    Condition,
    Feature,
    Group,
    Inn,
    Lot,
    State,
    Trap,
    replace,
)
from undercroft.rulebooks.tabletop.views import TabletopView
from undercroft.testing import fix, staged

ADA = character("Ada", courage=16)
ELF = character("Bo", cls="elf", kin="elf", level=2, ap=100, astral=7, astral_max=25, vitality=21, courage=15)


def lines(game: Game[State], panel: str = "here") -> list[str]:
    """Return the lines of a panel of text of the scene."""
    found = next(one for one in game.scene().panels if one.name == panel)
    assert isinstance(found, Text)
    return list(found.lines)


def cells(game: Game[State], panel: str) -> list[tuple[str, ...]]:
    found = next(one for one in game.scene().panels if one.name == panel)
    assert isinstance(found, Roster)
    return [row.cells for row in found.rows]


def view(game: Game[State]) -> TabletopView:
    found = game.view()
    assert isinstance(found, TabletopView)
    return found


@pytest.mark.rule("T22.43")
def test_a_room_shows_name_description_exits_light_and_what_is_seen() -> None:
    one = below(ADA, ELF)
    with staged(one) as s:
        s.ways["way-1"] = replace(s.ways["way-1"], door=True, shut=True)
        s.features["room-1"] = Feature("room-1", "healing-spring")
        s.traps["room-1"] = Trap("room-1", "dart", 0, found=True)
        s.chests["room-1"] = Chest("room-1", Lot(3))
        s.rooms["room-1"] = replace(s.rooms["room-1"], floor=Lot(8, arms=(Arm("sword"),)))
    kind = content.catalogue().rooms["gatehouse-stair"]
    assert one.scene().title == kind.name
    seen = lines(one)
    assert kind.about in seen
    assert "A light burns, for 12 turns more." in seen
    assert "East: a shut door, and 10 m of passage; nobody has been beyond." in seen
    assert not any(line.startswith("South") for line in seen)
    assert "Found here, and still set: Dart." in seen or "Found here, and still set: dart." in seen
    assert "A chest stands here, shut." in seen
    assert any(content.feature("healing-spring").about in line for line in seen)
    assert any(line.startswith("Here lie: silver") and "sword" in line.lower() for line in seen)
    with staged(one) as s:
        s.clock = Clock(300)
        s.ways["way-1"] = replace(s.ways["way-1"], shut=False)
        s.ways["way-3"] = replace(s.ways["way-3"], found=True)
        s.traps["room-1"] = Trap("room-1", "dart", 0)
        s.chests["room-1"] = Chest("room-1", Lot(3), found=False)
    seen = lines(one)
    assert "It is dark." in seen
    assert "East: an open door, and 10 m of passage; nobody has been beyond." in seen
    assert any(line.startswith("South: ") for line in seen)
    assert not any("still set" in line or "chest" in line for line in seen)


@pytest.mark.rule("T22.43")
def test_a_room_shows_who_stands_there_and_in_what_mood() -> None:
    one = below(ADA, ELF)
    assert "foes" not in [panel.name for panel in one.scene().panels]
    meet(one, "orc", "orc", sort="light")
    assert [row[:2] for row in cells(one, "foes")] == [("Orc, Orc", "18/18")]
    assert "They have seen you, and wait for what you do." in lines(one)
    with staged(one) as s:
        s.groups["group-x"] = replace(s.groups["group-x"], mood="unaware")
    assert "They have not noticed you." in lines(one)


@pytest.mark.rule("T22.43", "T22.36")
@pytest.mark.parametrize(
    ("count", "words"), [(1, "one of these was"), (4, "a few of these were"), (5, "many of these were")]
)
def test_what_was_heard_at_a_door_stays_known(count: int, words: str) -> None:
    one = below(ADA, ELF)
    meet(one, *["goblin"] * count, sort="light", mood="", room="room-2")
    with staged(one) as s:
        s.ways["way-1"] = replace(s.ways["way-1"], door=True, shut=True)
    with fix(one, 10, then=6):
        assert one.act("listen east ada")
    assert f"East: {words} heard there: Goblin." in lines(one)
    with fix(one, 11, then=6):
        assert one.act("listen east bo")
    assert f"East: {words} heard there: Goblin." in lines(one)


@pytest.mark.rule("T22.43", "T4.26", "T22.37")
def test_a_scent_names_kind_and_direction_not_the_number_and_passes_closed_doors() -> None:
    one = below(ADA, ELF, room="room-3", came="room-2")
    meet(one, "ogre", "ogre", sort="light", mood="", room="room-1")
    with staged(one) as s:
        s.rooms["room-2"] = replace(s.rooms["room-2"], entered=True)
        s.ways["way-1"] = replace(s.ways["way-1"], door=True, shut=True)
    with fix(one, then=6):
        step = one.act("go west")
    told = [one.say(event) for event in step.events if "Ogre" in one.say(event)]
    assert len(told) == 1
    assert "west" in told[0]
    assert not re.search(r"\d|two|several|few", told[0])
    assert "West: it smells of Ogre there." in lines(one)
    assert [line for line in lines(one) if "smells" in line] == ["West: it smells of Ogre there."]


@pytest.mark.rule("T22.37", "T6.17")
@pytest.mark.parametrize("elf", [replace(ELF, vitality=-2), under(ELF, "asleep")])
def test_an_elf_that_is_down_or_asleep_smells_nothing(elf: Character) -> None:
    one = below(ADA, elf, room="room-3", came="room-2")
    meet(one, "ogre", sort="light", mood="", room="room-1")
    with fix(one, then=6):
        assert one.act("go west")
    assert not any("smells" in line for line in lines(one))
    edit(one, elf.id, vitality=9, conditions=())
    with fix(one, then=6):
        assert one.act("wait")
    assert any("smells" in line for line in lines(one))


@pytest.mark.rule("T22.37", "T4.26")
def test_a_secret_door_found_brings_its_scent() -> None:
    one = below(ADA, ELF)
    meet(one, "ogre", sort="light", mood="", room="room-4")
    with fix(one, then=1):
        step = one.act(f"search {ELF.id}")
    told = [one.say(event) for event in step.events if "Ogre" in one.say(event)]
    assert len(told) == 1
    with fix(one, then=6):
        step = one.act("wait")
    assert not any("Ogre" in one.say(event) for event in step.events)


@pytest.mark.rule("T22.37", "T4.24")
def test_without_an_elf_nothing_is_smelt() -> None:
    one = below(ADA, room="room-3", came="room-2")
    meet(one, "ogre", sort="light", mood="", room="room-1")
    with fix(one, then=6):
        assert one.act("go west")
    assert not any("smells" in line for line in lines(one))


def later(one: Game[State]) -> Game[State]:
    with staged(one) as s:
        s.clock = Clock(290)
    return one


@pytest.mark.rule("T22.33", "T22.35")
def test_the_chance_that_somebody_comes_is_told_once_and_not_beside_each_way_to_pass_time() -> None:
    one = below(ADA)
    with staged(one) as s:
        s.clock = Clock(305, light=12)
    assert "Somebody may come this way at turn 18, by a chance of 1 in 6." in lines(one)
    listed, _, _ = menu_lines(one, one.actions())
    assert not any("somebody comes" in line for line in listed)
    assert any("somebody comes" in line.lower() for line in odds_lines(one, one.odds(Wait())))
    with staged(one) as s:
        s.adventure = replace(s.adventure, wandered=wandering.MOST)
    assert not any("Somebody may come" in line for line in lines(one))


@pytest.mark.rule("T6.16")
def test_every_screen_shows_the_clock_and_the_light() -> None:
    one = below(ADA, ELF)
    assert "Day 2 of the adventure, turn 12." in lines(one)
    meet(one, "orc", sort="light")
    with fix(one, then=6):
        assert one.act("attack")
    assert one.scene().title == "Combat"
    room = content.catalogue().rooms["gatehouse-stair"].name
    assert {"Day 2 of the adventure, turn 12.", "A light burns, for 12 turns more.", f"You are in {room}."} <= set(
        lines(one)
    )
    for one in (road(ADA), village(ADA)):
        assert "It is light enough here without a torch." in lines(one)
        with staged(one) as s:
            s.clock = Clock(290, light=5)
        assert "It is light enough here without the light that burns, for 5 turns more." in lines(one)
    assert "Day 2 of the adventure, turn 2." in lines(later(road(ADA)))
    assert not any("Day" in line for line in lines(village(ADA)))


def test_every_screen_shows_each_characters_class_level_scores_rank_and_effects() -> None:
    for one in (below(ADA, under(ELF, "owls-eyes")), road(ADA, under(ELF, "owls-eyes")),
                village(ADA, under(ELF, "owls-eyes"))):  # fmt: skip
        assert cells(one, "party") == [
            ("Ada", "Adventurer 1", "30/30", "", "front", "", ""),
            ("Bo", "Elf 2", "21/30", "7/25", "front", "owls eyes", ""),
        ]  # fmt: skip


@pytest.mark.rule("T13.22", "T13.56", "T23.14")
def test_an_effect_is_told_with_the_figure_it_changes() -> None:
    held = (Condition("quality:strength", 7), Condition("small-shape", 5), Condition("protection", -2, "combat"))
    one = below(replace(ADA, conditions=held))
    assert [row[5] for row in cells(one, "party")] == ["Strength +7, small shape, Protection -2"]
    panel = one.look("sheet ada")
    assert isinstance(panel, Sheet)
    assert ("State", "Strength +7, small shape, Protection -2") in panel.pairs


def test_the_fallen_and_the_dead_are_told() -> None:
    one = below(ADA, character("Bo", vitality=-3), character("Cy", vitality=-10, dead=True))
    assert [row[5] for row in cells(one, "party")] == ["", "fallen", "dead"]


@pytest.mark.rule("T7.47")
def test_outside_the_door_the_scene_says_so() -> None:
    one = road(ADA, leg=2)
    with staged(one) as s:
        s.journey = replace(s.journey, outside=True)
    assert any("from outside" in line for line in lines(one))


def test_a_village_tells_its_name_and_what_it_asks() -> None:
    one = village(ADA, inn=Inn("dunmere", (), "slay-the-boss", "goblin-warren"))
    assert one.scene().title == "Dunmere"
    assert any(content.catalogue().quests["slay-the-boss"].name in line for line in lines(one))


@pytest.mark.rule("T22.24")
def test_the_report_of_the_quest_counts_its_days() -> None:
    panel = below(ADA).look("quest")
    assert isinstance(panel, Text)
    assert "Days allowed below: 2. This is day 1 of them." in panel.lines
    panel = road(ADA).look("quest")
    assert isinstance(panel, Text)
    assert "Days allowed below: 2, from when you go in." in panel.lines


def test_a_sheet_a_map_and_the_packs_can_be_read() -> None:
    one = below(character("Ada", weapons=(Arm("sword"),), wielded=0, silver=9, goods=(("torch", 3),)))
    assert set(one.scene().looks) == {"sheet ada", "status", "packs", "map", "rooms", "quest"}
    sheet, chart, packs = one.look("sheet ada"), one.look("map"), one.look("packs")
    assert isinstance(sheet, Sheet)
    assert ("Silver", "9") in sheet.pairs
    assert isinstance(chart, Map)
    assert any("@---" in row for row in chart.rows)
    assert packs is not None
    assert set(village(ADA).scene().looks) == {"sheet ada", "status", "packs", "shop"}


@pytest.mark.rule("T22.22", "T22.45")
def test_who_has_what_was_asked_for_is_told_the_way_home() -> None:
    one = below(ADA, quest="bring-back-the-banner")
    assert one.scene().summary.startswith("What does the party do? explore goes on")
    with staged(one) as s:
        s.adventure = replace(s.adventure, carried=("banner",))
    assert one.scene().summary == "What does the party do? You have what you came for: leave goes home."
    with staged(one) as s:
        s.rooms["room-2"] = replace(s.rooms["room-2"], entered=True)
        s.place = replace(s.place, room="room-2")
        s.adventure = replace(s.adventure, carried=(), fulfilled=310)
    assert one.scene().summary.endswith("You have what you came for: go entrance, then leave.")


@pytest.mark.rule("T6.5", "T6.11", "T6.16")
def test_on_the_road_a_torch_and_a_camp_have_words_of_their_own() -> None:
    one = road(ADA)
    with staged(one) as s:
        s.clock = Clock(0, light=1)
    said = [one.say(event) for event in one.act("camp").events]
    assert said[0].startswith("You make camp out of sight of the road")
    assert "The torch burns down. Nobody needs it out here." in said
    one = below(ADA)
    with staged(one) as s:
        s.clock = Clock(300, light=1)
    said = [one.say(event) for event in one.act("camp").events]
    assert said[0].startswith("You make camp, as far from the doors")
    assert any(line.startswith("The light gutters") for line in said)


# --- what is known of the rooms ---


def item(game: Game[State], room: str) -> str:
    panel = game.look("rooms")
    assert isinstance(panel, Listing)
    return next(one for one in panel.items if one.startswith(game.called(room)))


@pytest.mark.rule("T22.43", "T8.33")
def test_what_was_left_in_a_room_is_still_known() -> None:
    one = below(ADA, came="room-2")
    kind = content.catalogue().rooms[one.state.rooms["room-2"].kind]
    with staged(one) as s:
        s.rooms["room-2"] = replace(s.rooms["room-2"], entered=True, floor=Lot(8, arms=(Arm("sword"),)))
        s.chests["room-2"] = Chest("room-2", Lot(3))
        s.groups["group-x"] = Group("group-x", "light", "room-2", "room-2", mood="aware")
        for at in (1, 2):
            s.foes[f"orc-x.{at}"] = monsters.from_block("orc", id=f"orc-x.{at}", group="group-x")
    assert item(one, "room-2") == (
        f"{kind.name}: left standing there: Orc (2); left lying: silver, Sword; a chest, shut."
    )
    with staged(one) as s:
        s.groups["group-x"] = replace(s.groups["group-x"], gone=True)
        s.rooms["room-2"] = replace(s.rooms["room-2"], floor=Lot())
    assert item(one, "room-2") == f"{kind.name}: a chest, shut."
    assert item(one, "room-1").endswith(" (the entrance): nothing that was seen.")


@pytest.mark.rule("T22.43")
def test_what_nobody_has_seen_is_not_told() -> None:
    one = below(ADA)
    with staged(one) as s:
        s.rooms["room-2"] = replace(s.rooms["room-2"], shown=True, floor=Lot(8))
        s.rooms["room-3"] = replace(s.rooms["room-3"], entered=True)
        s.groups["group-x"] = Group("group-x", "light", "room-3", "room-3")
        s.foes["orc-x.1"] = monsters.from_block("orc", id="orc-x.1", group="group-x")
        s.chests["room-3"] = Chest("room-3", Lot(3), found=False)
    assert item(one, "room-2").endswith(": nobody has been there.")
    assert item(one, "room-3").endswith(": nothing that was seen.")


def test_the_entrance_is_marked() -> None:
    one = below(ADA)
    assert "Here is the way in, and out: leave goes home." in lines(one)
    with staged(one) as s:
        s.rooms["room-1"] = replace(s.rooms["room-1"], entered=True)
        s.rooms["room-2"] = replace(s.rooms["room-2"], entered=True)
        s.place = replace(s.place, room="room-2")
    assert not any("the way in" in line for line in lines(one))
    chart = one.look("map")
    assert isinstance(chart, Map)
    assert sum(row.count("<") for row in chart.rows) == 1
    assert any("(the entrance)" in line for line in chart.words)


def test_a_room_without_a_known_way_says_so_in_words() -> None:
    one = below(ADA, room="room-2")
    with staged(one) as s:
        for way in list(s.ways):
            del s.ways[way]
    chart = one.look("map")
    assert isinstance(chart, Map)
    assert all(line.endswith(": no way known.") for line in chart.words)


@pytest.mark.rule("T6.11")
def test_when_the_next_camp_is_possible_is_told() -> None:
    one = below(ADA)
    assert not any("camp" in line for line in lines(one))
    with staged(one) as s:
        s.clock = Clock(300, camped=290, light=5)
    assert "The next camp is possible from day 3, turn 2." in lines(one)
    assert view(one).camp_in == 278
    assert not one.act("camp").accepted
    with staged(one) as s:
        s.clock = Clock(578, camped=290, light=5)
    assert view(one).camp_in == 0
    assert not any("next camp" in line for line in lines(one))
    assert one.act("camp").accepted


@pytest.mark.rule("T21.7")
def test_who_lies_in_a_pit_is_shown() -> None:
    one = below(ADA, ELF)
    with staged(one) as s:
        s.traps["room-1"] = Trap("room-1", "pit", 0, found=True, state="spent", caught=("ada",))
    assert [m.caught for m in view(one).party] == ["pit", ""]
    assert cells(one, "party")[0][5] == "caught: pit"


# --- colour ---


@pytest.mark.rule("T13.9")
def test_how_the_all_seeing_eye_looks() -> None:
    about = content.feature("all-seeing-eye").about
    one = below(ADA)
    with staged(one) as s:
        s.features["room-1"] = Feature("room-1", "all-seeing-eye")
    assert any(about in line for line in lines(one))
    for word in ("black", "jewel", "as big as a child's head", "one mark", "eye"):
        assert word in about


@pytest.mark.rule("T11.21")
def test_ogres_are_told_by_their_lard() -> None:
    assert "lard" in content.monster("ogre").about
    assert "cold" in content.monster("ogre").about


@pytest.mark.rule("T11.18")
def test_only_goblins_come_back_from_where_they_ran() -> None:
    assert [one.id for one in content.catalogue().monsters.values() if one.treacherous] == ["goblin"]
    one = below(ADA, ELF)
    with staged(one) as s:
        s.foes["goblin-5.1"] = replace(s.foes["goblin-5.1"], group="lurkers", boss=False, ml=0)
    assert one.act("camp")
    assert one.state.fight is not None
    assert not one.state.stances["ada"].ready
    assert of(one).vitality == 30


def test_the_shop_shows_how_to_buy_with_the_name_of_a_member() -> None:
    one = village(character("Cy", vitality=-10, dead=True), character("Ada May"), ELF)
    panel = one.look("shop")
    assert isinstance(panel, Text)
    assert panel.lines[-1].startswith("Buy with: buy torch for Ada May. ")
    assert not any("hedda" in line.lower() for line in panel.lines)


@pytest.mark.rule("T8.17")
def test_a_broken_weapon_is_called_broken_in_packs_and_on_the_sheet() -> None:
    arms = (Arm("sword", broken=True), Arm("sword"), Arm("dagger", broken=True), Arm("club"))
    one = below(replace(ADA, weapons=arms, wielded=3))
    packs, sheet = one.look("packs"), one.look("sheet ada")
    assert isinstance(packs, Listing)
    assert "Sword, Sword (broken), Dagger (broken), Club" in packs.items[0]
    assert isinstance(sheet, Sheet)
    assert any("Sword, Sword (broken), Dagger (broken), Club" in said for _, said in sheet.pairs)
    assert isinstance(one.look("about broken"), Text)
