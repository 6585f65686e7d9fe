"""The golden evening at a game master's table: sheets, a fight, points, Levels, rest and the next adventure."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.rulebooks.tabletop.at_table import check_figures
from tests.rulebooks.tabletop.evenings import GOLDEN, calls, played, said

TEXT = GOLDEN.read_text(encoding="utf-8")
CALLS = calls(TEXT)


def printed(begins: str) -> str:
    """Return all that the commands which begin so printed."""
    return "\n".join(block for block in TEXT.split("\n\n") if f"$ {begins}" in block)


@pytest.mark.rule("T23.1", "T23.13", "T23.14")
def test_the_same_commands_and_seeds_print_the_same_evening(tmp_path: Path) -> None:
    assert played(CALLS, tmp_path) == TEXT


@pytest.mark.rule("T23.2")
def test_every_command_of_it_gives_the_same_figures_as_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[list[str]] = []
    told: list[dict[str, object]] = []
    for name in ("text", "json"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        for call in CALLS:
            if name == "text" or call.typed:
                _, out, _ = said(call.words, call.typed)
                shown.append([line for line in out.splitlines() if not line.startswith("Rules: ")])
                told.append({})
            else:
                code, out, err = said(f"{call.words} --json")
                told.append(json.loads(out)["figures"] if out else {})
                assert (out == "") == (code == 2) == (err != "")
    compared = 0
    for call, lines, figures in zip(CALLS, shown, told[len(CALLS) :], strict=False):
        if figures:
            check_figures(call.words.split(), lines, figures)
            compared += 1
    assert compared >= 45
    for path in sorted((tmp_path / "text").rglob("*.toml")):
        assert path.read_text() == (tmp_path / "json" / path.relative_to(tmp_path / "text")).read_text()


def test_it_has_everything_that_an_evening_has() -> None:
    for begins in ("sheet new", "fight ambush.json new", "fight ambush.json undo", "fight ambush.json force", "award"):
        assert printed(begins)
    assert "by the GM" in printed("fight ambush.json harm")
    assert "gains Level 2" in printed("award")
    assert "level 1 -> 2" in printed("level party/hedda.toml")
    assert "A week in the common room" in printed("rest")
    assert "Boss encounter" in printed("adventure new")


@pytest.mark.rule("T2.19", "T23.13")
def test_the_players_log_of_it_knows_nothing_of_the_secret_test() -> None:
    masters, players = printed("fight ambush.json log\n"), printed("fight ambush.json log --seat player")
    secret = "Tobias Tests intelligence"
    assert secret in masters
    assert secret not in players
    assert "for the GM alone" not in players
    assert "A master stroke! Hedda strikes Orc 1" in players
