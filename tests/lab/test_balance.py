"""The balance of descent (D5.7), by the lab. A few games a setup are enough to see a figure far off."""

from __future__ import annotations

import re

import pytest

from undercroft.engine.rulebook import find
from undercroft.lab import Plan, run, summary

GAMES = 100
AIM = re.compile(r"D5\.7.*about (\d+) / (\d+) / (\d+) runs in 100; .* more than (\d+) points")


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.rule("D5.7")
@pytest.mark.parametrize("length", ["short", "standard"])
def test_the_competent_player_wins_as_often_as_the_book_says(length: str) -> None:
    said = AIM.search((find("descent").package() / "rules.md").read_text(encoding="utf-8"))
    assert said is not None
    *aims, miss = (int(word) / 100 for word in said.groups())
    for difficulty, aim in zip(("easy", "normal", "hard"), aims, strict=True):
        plan = Plan("descent", "competent", {"difficulty": difficulty, "length": length, "companions": "random"})
        won = summary(plan, run(plan, GAMES, workers=2))["won"]
        low, high = won["low"], won["high"]
        print(f"{length}, {difficulty}: {won}")
        assert low <= aim + miss, (difficulty, won)
        assert high >= aim - miss, (difficulty, won)
