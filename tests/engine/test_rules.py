"""Rule lookup: rules, rows, tables and words of a specification."""

import pytest

from undercroft.engine.rules import Rules, UnknownRule

TEXT = """\
# Rulebook

- not a rule

## D9. Bands
- **D9.1** (seed) A band comes 3 in 100.
- **D9.2** (decided) A bribe may be asked; see D9.1.
- **D9.10** (decided) Nothing else.

**Weapons.** Damage 8 is a draw.

| id | weapon | damage |
| --- | --- | --- |
| W01 | Knife | 4 |
| W02 | Club \\| Stick | 5 |

## D10. Doors

| Sign | Meaning |
| --- | --- |
| star | good |

**S01 Welcome**
- **D10.1** (seed) S01 message: he gives his name.

- **DX1** [D9.1, D9.2] Given a band; then it comes.
"""
RULES = Rules(TEXT)


def test_a_rule_by_id():
    rule = RULES.rule("D9.2")
    assert (rule.id, rule.tag, rule.text) == ("D9.2", "decided", "A bribe may be asked; see D9.1.")
    assert (rule.section, rule.caption) == ("D9. Bands", "")
    assert RULES.rule(" d9.1 ").tag == "seed"
    assert RULES.rule("D10.1").caption == "S01 Welcome"


def test_an_example_keeps_the_rules_it_cites():
    assert RULES.rule("DX1").tag == "example"
    assert RULES.rule("DX1").text == "[D9.1, D9.2] Given a band; then it comes."


def test_a_row_by_id():
    row = RULES.row("W02")
    assert row.cells == ("W02", "Club | Stick", "5")
    assert row.cell("damage") == "5"
    assert row.section == "D9. Bands"
    assert row.caption == "Weapons"
    assert row.text == "weapon: Club | Stick; damage: 5"
    with pytest.raises(KeyError):
        row.cell("reach")


def test_find_takes_rules_and_rows():
    assert RULES.find("D9.10").text == "Nothing else."
    assert RULES.find("w01").cells[1] == "Knife"


def test_tables_keep_section_heads_and_rows():
    weapons, signs = RULES.tables
    assert weapons.heads == ("id", "weapon", "damage")
    assert len(weapons.rows) == 2
    assert (signs.section, signs.rows) == ("D10. Doors", (("star", "good"),))


@pytest.mark.parametrize("ask", ["rule", "row", "find", "section"])
def test_an_unknown_id_names_the_nearest(ask):
    with pytest.raises(UnknownRule) as caught:
        getattr(RULES, ask)("D9.11")
    assert isinstance(caught.value, LookupError)
    assert "D9.10" in caught.value.nearest
    assert str(caught.value).startswith("no rule 'D9.11'; nearest are D9.1")


def test_a_rule_is_no_row_and_a_row_no_rule():
    with pytest.raises(UnknownRule):
        RULES.rule("W01")
    with pytest.raises(UnknownRule):
        RULES.row("D9.1")


def test_sections_and_ids_keep_the_order_of_the_text():
    assert [rule.id for rule in RULES.section("D9")] == ["D9.1", "D9.2", "D9.10"]
    assert RULES.ids == ("D9.1", "D9.2", "D9.10", "D10.1", "DX1")


def test_search_wants_all_words():
    assert [rule.id for rule in RULES.search("BAND comes")] == ["D9.1", "DX1"]
    assert RULES.search("bribe comes") == []
    assert RULES.search("  ") == []


def test_a_file_is_read_on_first_use_only(tmp_path):
    path = tmp_path / "rules.md"
    rules = Rules(path)
    path.write_text(TEXT, encoding="utf-8")
    assert rules.rule("D9.1").text == "A band comes 3 in 100."
    path.unlink()
    assert rules.rule("D9.2").tag == "decided"
