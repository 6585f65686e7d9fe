"""`descent` under the contract suite: random play, moments along the goldens, and moments set up directly.

`make soak` does the same with 200 seeds, every law at every step.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.rulebooks.descent import rare_moments
from tests.rulebooks.descent.golden_games import kinds_of

import undercroft as uc
from undercroft.bots.descent import Competent
from undercroft.engine.action import Offers
from undercroft.engine.game import Game
from undercroft.engine.rulebook import find
from undercroft.engine.streams import Stream
from undercroft.rulebooks import descent
from undercroft.testing import Report, check_rulebook
from undercroft.testing.case import Case
from undercroft.testing.laws import check_words

GOLDENS = Path(__file__).parent / "goldens"
CHAPTERS = Path(descent.__file__).parent
RAISED = re.compile(r'Refusal\("([a-z_.]+)"')
STEPS = 60
"""Actions of each random game, few for the sake of the time; the goldens lead to the deep places."""
RARE = ("endings.give_up", "setup.set_guide", "gear.drop")
GUIDED = 2
"""Two actions of three are what the competent player would do."""
EXPLAINED = {
    "refusals fight.nobody": "a fight asks only when it is somebody's turn: it guards against a frame left behind",
}
"""What nothing meets, with the reason."""


class Guide:
    """Leads random play out of the courtyard and on: of three actions two are the competent player's."""

    def __init__(self) -> None:
        self.game: Game[Any] | None = None
        self.player = Competent()

    def __call__(self, game: Game[Any], offers: Offers, dice: Stream) -> Any:
        """Return an offer, or None for a random one."""
        if self.game is not game:
            self.game, self.player = game, Competent()
        if dice.below(GUIDED + 1) == 0:
            return None
        texts = offers.texts()
        return texts.get(self.player.choose(game.view(), tuple(texts)))


def replay_goldens(report: Report) -> None:
    """Count what the goldens meet, and hold the words of all they tell."""
    for path in sorted(GOLDENS.glob("*.txt")):
        cases: list[Case] = []

        def each(game: Game[Any], step: Any, cases: list[Case] = cases) -> None:
            if not cases:
                cases.append(Case(game, game.first, report))
            check_words(cases[0], step)

        game = uc.replay(path.read_text(encoding="utf-8"), each=each)
        report.actions.update(kinds_of(game))


@pytest.mark.timeout(600)
def test_the_contract_holds_and_everything_is_met() -> None:
    report = check_rulebook(
        "descent",
        seeds=range(20),
        steps=STEPS,
        records=[path.read_text(encoding="utf-8") for path in sorted(GOLDENS.glob("*.txt"))],
        scout=Guide(),
        rare=RARE,
    )
    assert report.games == 20
    assert report.moments == 120
    assert report.steps > 3_000
    assert all(report.checks[law] for law in ("odds", "nameless", "secrets", "told", "undo", "load", "events"))
    replay_goldens(report)
    assert rare_moments.refusals(report) == []
    assert rare_moments.events(report) == []
    assert report.unmet(explained=EXPLAINED) == ()
    assert report.stale(EXPLAINED) == ()


@pytest.mark.parametrize("case", rare_moments.REFUSALS, ids=lambda case: case[0])
def test_a_refusal_has_its_code(case: tuple[str, rare_moments.Make, str]) -> None:
    assert rare_moments.refusals(Report(find("descent")), [case]) == []


def test_every_refusal_with_a_sentence_has_its_moment() -> None:
    """So that no change of the dice makes one go unmet."""
    tried = {code for code, _, _ in rare_moments.REFUSALS}
    known = {f"refusals {code}" for code in Report(find("descent")).known["refusals"]}
    assert {f"refusals {code}" for code in tried} == known - set(EXPLAINED)


def test_every_refusal_raised_has_a_sentence() -> None:
    raised = {code for path in CHAPTERS.glob("*.py") for code in RAISED.findall(path.read_text(encoding="utf-8"))}
    assert len(raised) > 80
    assert raised - set(Report(find("descent")).known["refusals"]) == set()
