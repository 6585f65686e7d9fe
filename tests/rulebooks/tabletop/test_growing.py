"""Parties of higher Levels for designers (T23.10), and the odds of whole fights over Levels and sizes."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebooks.tabletop.at_table import table

from undercroft.rulebooks.tabletop import creation, growing, sheet_checks, sheets


@pytest.mark.rule("T23.10", "T17.2", "T17.14")
def test_a_character_grows_by_the_rules_of_level_gains() -> None:
    hedda = creation.reference_party()[0]
    at_3 = growing.grown(hedda, 3)
    # Two gains: 4 and 3 Vitality; Courage 12 rises below Strength 13, then to the tie; Defence 8 is below Attack 10.
    assert (at_3.level, at_3.ap, at_3.vitality_max) == (3, 300, 37)
    assert (at_3.courage, at_3.strength, at_3.attack, at_3.defence) == (14, 13, 10, 10)
    assert at_3.history == (
        "L2: vitality d6=4; courage 12->13; defence 8->9", "L3: vitality d6=3; courage 13->14; defence 9->10"
    )  # fmt: skip
    assert growing.grown(hedda, 1) == hedda


@pytest.mark.rule("T23.10", "T24.5")
@pytest.mark.parametrize("level", [2, 5, 12, 21])
def test_grown_characters_keep_the_rules_of_sheets(level: int) -> None:
    for c in creation.reference_party():
        found = sheet_checks.check_text(sheets.fresh(growing.grown(c, level)), "grown.toml")
        assert not found.breaches


def test_nobody_shrinks_or_grows_beyond_the_last_level() -> None:
    hedda = creation.reference_party()[0]
    for level in (0, 22):
        with pytest.raises(ValueError, match="Hedda is of Level 1"):
            growing.grown(hedda, level)


def rows_of(capfd: Any, command: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = table(capfd, *command.split(), "--json").figures["groups"]
    return found


@pytest.mark.rule("T23.10")
def test_levels_and_sizes_make_a_row_for_each_pair(capfd: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    both = "odds fight reference ogre --levels 1..2 --sizes 2..3 --runs 20 --seed 5 --chart c.svg"
    rows = rows_of(capfd, both)
    assert [(row["level"], row["group"]) for row in rows] == [
        (1, "2 Ogres"), (1, "3 Ogres"), (2, "2 Ogres"), (2, "3 Ogres")
    ]  # fmt: skip
    # The reference party has 30 + 35 + 25 + 20; a gain to Level 2 brings 4 to each of four.
    assert [row["vitality"] for row in rows] == [110, 110, 126, 126]
    assert rows[0]["won"] > rows[1]["won"]
    drawn = (tmp_path / "c.svg").read_text()
    assert all(said in drawn for said in ("Level 1<", "Level 2<", "number of Ogre"))
    rows_of(capfd, "odds fight reference 2 ogres --levels 1..4 --runs 5 --chart l.svg")
    assert "Level of the party" in (tmp_path / "l.svg").read_text()
    assert (tmp_path / "l.svg").read_text().count("<circle") == 4


@pytest.mark.rule("T23.10")
def test_the_first_row_is_what_its_party_and_group_give_alone(capfd: Any) -> None:
    rows = rows_of(capfd, "odds fight reference orc --sizes 3..4 --runs 15 --seed 5")
    assert rows_of(capfd, "odds fight reference 3 orcs --runs 15 --seed 5") == rows[:1]
