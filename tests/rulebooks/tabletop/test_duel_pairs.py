"""A dozen unlike pairs (T23.8): `odds duel` against a chain written from the rules, and against combat itself.

`tools/measure.py duels PAIR` fights 100,000 duels of a pair.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.rulebooks.tabletop.duelling import PAIRS, SHEETS, Duel, Pair, chain, fields

from undercroft.engine.shares import mean
from undercroft.play import cli

FEW = 300
WIDE = 4
"""Standard errors within which a share counted must lie."""


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Any:
    """Ask `odds duel` for two fighters, sheets of the pairs among them."""
    for name, text in SHEETS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    def ask(first: str, second: str) -> Any:
        assert cli.run(["table", "odds", "duel", first, second, "--json"]) == 0, capfd.readouterr().err
        return json.loads(capfd.readouterr().out)["figures"]

    return ask


@pytest.mark.rule("T23.8", "T23.9", "T8.1", "T8.2", "T8.3", "T8.4", "T8.5", "T8.6", "T8.8", "T8.9")
@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
def test_odds_of_a_duel_are_those_of_a_chain_of_exchanges(pair: Pair, said: Any) -> None:
    told = said(pair.first, pair.second)
    for key, side in (("a", pair.a), ("b", pair.b)):
        assert {name: told[key][name] for name in fields(side)} == fields(side)
    wins, rounds = chain(pair.a, pair.b)
    assert (told["wins"], told["rounds"]) == (f"{wins:.4f}", f"{rounds:.4f}")


@pytest.mark.rule("T23.8", "T23.9", "T7.2", "T8.3", "T8.6", "T8.8")
@pytest.mark.parametrize("name", ["warrior-orc", "elf-harpy", "champion-dragon", "hurt-goblin-chief"])
def test_duels_fought_out_come_to_the_odds(name: str) -> None:
    pair = PAIRS[name]
    won, rounds = Duel(pair).counted(range(FEW))
    wins, length = chain(pair.a, pair.b)
    assert abs(won - FEW * wins) <= max(1.0, WIDE * (FEW * wins * (1 - wins)) ** 0.5)
    middle, reach = mean(rounds)
    assert abs(middle - length) <= WIDE / 1.96 * reach
