"""Panels as lines of text."""

from __future__ import annotations

from fractions import Fraction

from undercroft.engine.view import Card, Five, Listing, Map, Meter, Meters, Roster, Row, Scene, Sheet, Text
from undercroft.play.draw import Fixed, changes, panel_lines, scene_lines, wrapped
from undercroft.play.tell import plain

PARTY = Roster("party", "The party", ("Name", "Class", "Health"), (Row(("Ada", "hero", "20 of 20")),))
PURSE = Sheet("purse", "Purse", (("Gold", "12"), ("Rations", "3")))
MAP = Map("map", "Map", (" @. ", "  . "), (("@", "you"), (".", "hall")), ("You are in a hall.",))


def test_every_kind_of_panel_reads_as_sentences() -> None:
    assert panel_lines(Text("t", "Here", ("Water drips.",))) == ["Here:", "Water drips."]
    assert panel_lines(Meters("m", "Health", (Meter("Ada", 3, 20),))) == ["Health:", "Ada: 3 of 20."]
    assert panel_lines(PARTY) == ["The party:", "Ada: class hero, health 20 of 20."]
    assert panel_lines(PURSE) == ["Purse. Gold: 12. Rations: 3."]
    assert panel_lines(Listing("l", "Tales", ())) == ["Tales:", "Nothing."]
    cards = Five("f", "Table", (Card("north", ""), Card("east", "Well", ("deep",))))
    assert panel_lines(cards) == ["Table:", "north: face down.", "east: Well; deep."]


def test_a_roster_leaves_empty_cells_out_and_names_its_mark() -> None:
    roster = Roster("r", "Foes", ("Call it", "Monster", "State"), (Row(("orc-1", "Orc", ""), "hurt"),), "They glare.")
    assert panel_lines(roster) == ["Foes:", "orc-1: monster Orc (hurt).", "They glare."]
    assert panel_lines(Roster("r", "Foes", ("Name",), ())) == ["Foes:", "Nothing."]


def test_a_map_is_drawn_or_told() -> None:
    drawn = panel_lines(MAP)
    assert drawn == ["Map:", " @.", "  .", "@ you, . hall."]
    assert [isinstance(line, Fixed) for line in drawn] == [False, True, True, False]
    assert panel_lines(MAP, words=True) == ["Map:", "You are in a hall."]


def test_a_long_sheet_has_a_pair_a_line() -> None:
    sheet = Sheet("s", "Quest", tuple((f"Page {n}", "unfound") for n in range(7)))
    assert panel_lines(sheet)[:2] == ["Quest:", "Page 0: unfound."]


def test_a_scene_has_no_drawn_map() -> None:
    scene = Scene("Floor 1", "What now?", (Text("here", "Here", ("A hall.",)), MAP, PURSE))
    assert scene_lines(scene) == ["Floor 1", "A hall.", "Purse. Gold: 12. Rations: 3.", "What now?"]


def test_changes_are_lines_rows_and_pairs() -> None:
    old = Scene("Floor 1", "What now?", (Text("here", "Here", ("A hall.", "A door.")), PARTY, PURSE, MAP))
    new = Scene(
        "Floor 1",
        "What now?",
        (
            Text("here", "Here", ("A hall.", "A stair.")),
            Roster("party", "The party", PARTY.heads, (*PARTY.rows, Row(("Bo", "rogue", "9 of 9")))),
            Sheet("purse", "Purse", (("Gold", "12"), ("Rations", "2"))),
            Map("map", "Map", ("@",), (), ()),
        ),
    )
    assert changes(old, new) == ["A stair.", "Bo: class rogue, health 9 of 9.", "Rations: 2."]
    assert changes(old, old) == []
    ill = Scene("", "", (Meters("m", "You", (Meter("health", 6, 6), Meter("points", 4, 4))),))
    worse = Scene("", "", (Meters("m", "You", (Meter("health", 2, 6), Meter("points", 4, 4))),))
    assert changes(ill, worse) == ["health: 2 of 6."]
    shut = Scene("", "", (Five("f", "Table", (Card("north", ""), Card("east", ""))),))
    turned = Scene("", "", (Five("f", "Table", (Card("north", ""), Card("east", "Well"))),))
    assert changes(shut, turned) == ["east: Well."]
    assert changes(Scene("", ""), old)[-1] == "What now?"


def test_plain_numbers_have_two_decimals_at_most() -> None:
    assert [plain(Fraction(n, d)) for n, d in ((7, 2), (7, 1), (1, 3), (-5, 4), (999, 1000), (-1, 1000))] == [
        "3.5", "7", "0.33", "-1.25", "1", "0",
    ]  # fmt: skip


def test_a_cell_that_was_emptied_tells_what_it_no_longer_holds() -> None:
    heads = ("Name", "Holds", "State")
    old = Scene("", "", (Roster("party", "The party", heads, (Row(("Bo", "a Knife", "outside, Giant")),)),))
    new = Scene("", "", (Roster("party", "The party", heads, (Row(("Bo", "", "")),)),))
    assert changes(old, new) == ["Bo: holds no longer a Knife, state no longer outside, Giant."]


def test_a_wrapped_line_parts_no_item_from_its_number_and_breaks_between_items() -> None:
    items = "2. practice-fight cellar-rat (a rat)   3. practice-fight gremlin"
    assert wrapped(items, 50) == "2. practice-fight cellar-rat (a rat)\n3. practice-fight gremlin"
    line = "buy mace (45 gold): 54. hero (Ada), 55. gundred"
    assert wrapped(line, 40) == "buy mace (45 gold): 54. hero (Ada),\n  55. gundred"
    long = "1. " + " ".join(["word"] * 12)
    assert max(map(len, wrapped(f"{long}   2. walk", 30).split("\n"))) <= 30


def test_a_sentence_with_its_rule_ends_once() -> None:
    told = Sheet("s", "Bath", tuple(("", f"{n} may bathe. (D23.1)") for n in range(7)))
    assert panel_lines(told)[1] == "0 may bathe. (D23.1)"
    assert panel_lines(Sheet("s", "Bath", (("", "he bathes (D23.1)"),))) == ["Bath. he bathes (D23.1)."]
