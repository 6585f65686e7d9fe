"""The summary: results reduced by the kind of each fact."""

from __future__ import annotations

from typing import Any

import pytest

from undercroft.lab import Plan, summary
from undercroft.lab.report import report

PLAN = Plan("descent", "competent", {"length": "short"})


def result(index: int, *, won: bool, met: str = "", used: str = "", **facts: Any) -> dict[str, Any]:
    return {
        "index": index, "seed": index + 1, "ending": "won" if won else "all-dead", "won": won, "actions": 10 * index,
        "options": {}, "facts": facts, "choices": {"items": {"met": met.split(), "used": used.split()}},
    }  # fmt: skip


RESULTS = [
    result(0, won=True, met="ale bell", used="ale", deepest=6, book=True, killer="", fell_to=["rat", "orc"]),
    result(1, won=True, met="ale bell", used="ale bell", deepest=6, book=True, killer="", fell_to=[]),
    result(2, won=False, met="ale", used="ale", deepest=2, book=False, killer="orc", fell_to=["orc"]),
    result(3, won=False, met="ale bell", used="", deepest=4, book=False, killer="rat", fell_to=["rat"]),
    result(4, won=True, met="bell", used="", deepest=6, book=True, killer="", fell_to=[], party=[{"name": "Ada"}]),
]


@pytest.fixture
def found() -> dict[str, Any]:
    return summary(PLAN, RESULTS)


def test_wins_and_endings_are_shares_of_all_games(found: dict[str, Any]) -> None:
    assert found["games"] == 5
    assert (found["won"]["count"], found["won"]["of"], found["won"]["share"]) == (3, 5, 0.6)
    assert (found["won"]["low"], found["won"]["high"]) == (0.2307, 0.8824)
    assert {code: one["count"] for code, one in found["endings"].items()} == {"won": 3, "all-dead": 2}
    assert found["actions"] == {"mean": 20.0, "median": 20.0, "least": 0, "most": 40}


def test_facts_are_reduced_by_their_kind(found: dict[str, Any]) -> None:
    facts = found["facts"]
    assert facts["deepest"] == {"mean": 4.8, "median": 6.0, "least": 2, "most": 6}
    assert (facts["book"]["count"], facts["book"]["of"]) == (3, 5)
    assert {word: (one["count"], one["of"]) for word, one in facts["killer"].items()} == {"orc": (1, 2), "rat": (1, 2)}
    assert {word: (one["count"], one["of"]) for word, one in facts["fell_to"].items()} == {"orc": (2, 5), "rat": (2, 5)}
    assert "party" not in facts


def test_things_are_held_against_the_wins(found: dict[str, Any]) -> None:
    ale, bell = found["choices"]["items"]["ale"], found["choices"]["items"]["bell"]

    def counted(thing: dict[str, Any]) -> dict[str, tuple[int, int]]:
        return {name: (one["count"], one["of"]) for name, one in thing.items() if name != "met"}

    assert (ale["met"], bell["met"]) == (4, 4)
    assert counted(ale) == {"used": (3, 4), "used_in_wins": (2, 2), "won_when_used": (2, 3), "won_when_left": (0, 1)}
    assert counted(bell) == {"used": (1, 4), "used_in_wins": (1, 3), "won_when_used": (1, 1), "won_when_left": (2, 3)}


def test_the_report_ends_with_the_wins(found: dict[str, Any]) -> None:
    lines = report(found)
    assert lines[0] == "descent, bot competent, length short; seeds 1 to 5."
    assert lines[-1] == "Won 3 of 5: 60.0 % (23.1 to 88.2 %)."
    assert "  all-dead  2 of 5  40.0 % (11.8 to 76.9 %)" in lines
    assert any(line.split()[:4] == ["bell", "4", "1", "33.3"] for line in lines)


def test_nothing_played_is_no_trouble() -> None:
    assert report(summary(PLAN, []))[-1] == "Won 0 of 0: 0.0 % (0.0 to 100.0 %)."
