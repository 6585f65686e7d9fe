"""What the party can read up on, and the map and effects in reports (D31.1, D34.3)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebooks.descent.magic import battle
from tests.rulebooks.descent.moments import give, health_of, moment

import undercroft
from undercroft.engine.view import Map, Roster, Sheet
from undercroft.rulebooks.descent import about, catalogue, names, setup
from undercroft.rulebooks.descent.records import Clock, Effect, Lore, Quest, Tale, replace
from undercroft.testing.moment import staged


def sheet(game: Any, name: str) -> dict[str, str] | None:
    panel = game.look(f"about {name}")
    assert panel is None or isinstance(panel, Sheet)
    return None if panel is None else {label: value for label, value in panel.pairs if label}


@pytest.mark.parametrize("asked", ["ring mail", "Ring Mail", "ring-mail"])
def test_what_the_courtyard_sells_is_known_by_name_or_id(asked: str) -> None:
    known = sheet(moment(), asked)
    assert known is not None
    assert (known["Protection"], known["Who"]) == ("3", "king, hero, fighter")


def test_what_nobody_has_seen_is_not() -> None:
    game = moment()
    assert sheet(game, "dawn mail") is None
    assert sheet(game, "healing draught") is None
    assert sheet(game, "firebolt") is None
    assert sheet(game, "orc") is None
    assert sheet(game, "") is None


def test_a_kind_that_was_learnt_a_page_taken_and_a_thing_held_are_known() -> None:
    game = moment()
    with staged(game) as s:
        s.lore = Lore(("healing-draught",))
        s.quest = Quest(pages=("firebolt",))
    give(game, "dawn-mail", "pack:hero")
    assert sheet(game, "healing draught")["What it does"] == "heals 3d8"  # type: ignore[index]
    assert sheet(game, "firebolt")["Mana"] == "3"  # type: ignore[index]
    assert sheet(game, "dawn mail") is not None


@pytest.mark.rule("D31.1")
@pytest.mark.row("Q02")
def test_the_faces_of_a_die_that_finds_a_thing_are_not_told() -> None:
    game = moment()
    with staged(game) as s:
        s.lore = Lore(("healing-draught",))
    known = sheet(game, "healing draught")
    assert known is not None
    assert known["What it does"] == "heals 3d8"
    assert "Draw" not in known


def test_an_unnamed_thing_in_the_pack_tells_nothing() -> None:
    game = moment()
    item = give(game, "mana-draught", "pack:hero")
    assert sheet(game, "mana draught") is None
    assert sheet(game, item) is None


def test_where_a_table_only_names_a_rule_the_rule_is_told() -> None:
    game = moment()
    with staged(game) as s:
        s.lore = Lore(("goodwill-scroll",))
    told = sheet(game, "goodwill scroll")
    assert told is not None
    assert told["What it does"].endswith("(D14.15)")
    assert not told["What it does"].startswith("see ")


def test_a_monster_met_is_known_as_the_bestiary_knows_it() -> None:
    game = moment()
    with staged(game) as s:
        s.bestiary["orc"] = Tale(met=2)
    met = sheet(game, "orc")
    assert met is not None
    assert met["Met"] == "2"
    assert "Health" not in met
    with staged(game) as s:
        s.bestiary["orc"] = Tale(met=2, killed=1)
    killed = sheet(game, "orc")
    assert killed is not None
    assert killed["Health"] == str(health_of("orc"))


def test_every_row_that_may_be_known_is_in_the_rules() -> None:
    tables = catalogue.catalogue()
    for table in (tables.items, tables.spells, tables.effects, tables.classes):
        for entry in table.values():
            assert about._rules().row(entry.row).id == entry.row


def test_status_shows_the_effects_on_a_member() -> None:
    game = moment()
    assert dict(game.look("status hero").pairs)["Effects"] == "none"
    with staged(game) as s:
        s.effects["hero:giant"] = Effect("hero", "giant", 9, "giant-draught")
    assert dict(game.look("status hero").pairs)["Effects"] == "Giant"


@pytest.mark.rule("D34.3")
def test_the_map_can_be_asked_for_in_a_fight() -> None:
    game = moment()
    with staged(game) as s:
        s.clock = Clock(3, 6)
    before = game.look("map")
    battle(game, "hero")
    assert isinstance(before, Map)
    assert before.rows[0] == "   0    5    10   15   20"
    assert [row[:2] for row in before.rows[1:4]] == [" 0", " 1", " 2"]
    assert isinstance(game.look("map"), Map)
    assert moment(courtyard=True).look("map") is None


def test_rooms_on_the_map_have_their_numbers() -> None:
    game = moment()
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], known=True)
    chart = game.look("map")
    assert isinstance(chart, Map)
    assert chart.rows[3] == " 2  ??1??"
    assert ("a number", "that room of floor 1") in chart.legend


def test_a_thing_that_is_no_more_is_called_by_its_sort() -> None:
    game = moment()
    assert names.called(game.state, "lantern-1.1") == "the lantern"
    assert names.called(game.state, "weapon-77") == "the weapon"
    assert names.called(game.state, "lantern-x") == "lantern-x"


def test_the_counter_tells_figures_who_may_wear_them_and_rations() -> None:
    game = undercroft.new("descent", seed=7, name="Ada")
    game.act("begin")
    game.act("accept hero")
    game.act("shop")
    panel = next(panel for panel in game.scene().panels if panel.name == "wares")
    assert isinstance(panel, Roster)
    assert panel.heads == ("Ware", "Gold", "Damage", "Protection", "Attack", "Hands", "For")
    rows = {row.cells[0]: row.cells[1:] for row in panel.rows}
    fighter, rogue = (game.state.members[key].name for key in list(game.state.members)[1:3])
    assert rows["Rations, a lot of 10 (buy-rations)"] == ("20", "", "", "", "", "")
    assert rows["Knife"] == ("6", "4", "", "", "", "anyone")
    assert rows["Short Bow"] == ("30", "6", "", "", "2", f"Ada, {fighter}, {rogue}")
    assert rows["Ring Mail"] == ("60", "", "3", "", "", f"Ada, {fighter}")
    assert rows["Medicinal Ale"] == ("15", "", "", "", "", "")


def test_options_in_force_are_those_of_the_setup() -> None:
    game = undercroft.new("descent", seed=7)
    assert game.book.in_force(game.state, game.options) == game.options
    for line in (
        "choose difficulty hard",
        "choose length short",
        "choose name Bo",
        "choose companions rogue,rogue,ranger",
    ):
        assert game.act(line)
    chosen = setup.in_force(game.state)
    assert game.book.in_force(game.state, game.options) == chosen
    assert (chosen.difficulty, chosen.length, chosen.name, chosen.companions) == (
        "hard", "short", "Bo", ("rogue", "rogue", "ranger"),
    )  # fmt: skip
    again = undercroft.new(
        "descent", seed=7, difficulty="hard", length="short", name="Bo", companions=chosen.companions
    )
    assert again.digest() == game.digest()


def test_the_beginning_tells_what_is_wanted() -> None:
    game = undercroft.new("descent", seed=7, name="Ada", length="short")
    step = game.act("begin")
    said, *_ = [text for event in step.events if (text := game.say(event))]
    assert "Ada and three companions" in said
    assert "lie 6 floors" in said


@pytest.mark.rule("D17.3")
def test_where_a_table_names_a_whole_section_the_rules_that_say_what_happens_are_told() -> None:
    game = moment()
    told = {asked: (sheet(game, asked) or {})["What it does"] for asked in ("light of life", "guarding", "stone-skin")}
    assert told["light of life"].startswith(
        "One light raises every fallen member who can be raised, each with 1 health."
    )
    assert told["guarding"].startswith("Guard adds 3 to the member's defence")
    assert told["stone-skin"] == "one member's protection +3, this fight"


@pytest.mark.rule("D25.10")
@pytest.mark.parametrize(("pages", "mana"), [(("firebolt",), "3"), (("firebolt", "firebolt"), "2")])
def test_help_on_a_spell_tells_what_it_costs_now(pages: tuple[str, ...], mana: str) -> None:
    game = moment()
    with staged(game) as s:
        s.quest = Quest(pages=pages, book=True)
    assert (sheet(game, "firebolt") or {})["Mana"] == mana


def test_help_on_spells_leads_to_the_status_that_lists_them() -> None:
    for word in ("spell", "spells", "book"):
        panel = moment().look(f"about {word}")
        assert panel is not None
        assert "status" in panel.lines[0]


def test_everything_that_may_be_known_can_be_read_up_on() -> None:
    game = moment(floor=18, length="long")
    tables = catalogue.catalogue()
    with staged(game) as s:
        s.lore = Lore(tuple(tables.items))
        s.quest = Quest(book=True, pages=tuple(tables.spells))
        for kind in tables.monsters:
            s.bestiary[kind] = Tale(met=1, killed=1, suffered=True)
    for table in (tables.items, tables.spells, tables.effects, tables.monsters, tables.difficulties, tables.quests):
        for key, entry in table.items():
            known = game.look(f"about {key}")
            assert known is not None, key
            # A spell and the effect it starts may share a name; the spell comes first.
            assert entry.description in str(known) or key in tables.spells


@pytest.mark.row("H6")
@pytest.mark.parametrize(("steps", "told"), [(0, False), (59, False), (60, True)])
def test_of_a_gremlin_bell_nothing_is_told_until_it_was_carried_long_enough(steps: int, told: bool) -> None:
    game = moment()
    bell = give(game, "gremlin-bell", "pack:hero", carried=steps)
    assert (sheet(game, "gremlin bell") is not None) == told
    assert (sheet(game, bell) is not None) == told


def test_of_a_monster_its_special_is_told_once_it_was_suffered() -> None:
    game = moment()
    with staged(game) as s:
        s.bestiary["rust-mite"] = Tale(met=1)
    bites = catalogue.catalogue().specials["metal-eating"].description
    assert bites not in str(game.look("about rust-mite"))
    with staged(game) as s:
        s.bestiary["rust-mite"] = Tale(met=1, suffered=True)
    assert f"{bites} (D15.2)" in str(game.look("about rust-mite"))
