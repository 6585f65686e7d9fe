"""Players by name."""

from __future__ import annotations

import pytest

import undercroft as uc
from undercroft.bots.chosen import find, names
from undercroft.bots.descent import Competent
from undercroft.bots.descent_curious import Curious
from undercroft.bots.player import play
from undercroft.engine.errors import UnknownName
from undercroft.engine.game import Game, Step


def test_every_rulebook_has_a_random_player_and_descent_two_of_its_own() -> None:
    assert names("descent") == ("competent", "curious", "random")
    assert names("fivecards") == ("random",)
    assert type(find("competent", "descent")(1)) is Competent
    assert type(find("curious", "descent")(1)) is Curious


def test_no_such_player() -> None:
    with pytest.raises(UnknownName, match='no bot of descent is called "rondom"; did you mean "random"'):
        find("rondom", "descent")


def test_the_random_player_of_descent_keeps_the_setup_and_never_gives_up() -> None:
    for seed in range(3):
        game = uc.new("descent", seed=seed, difficulty="hard", length="short")
        play(game, find("random", "descent")(seed), most=150)
        assert game.lines()[0].startswith("> begin =")
        assert not any(line.startswith("> give-up") for line in game.lines())
        assert (game.seed, game.state.setup.difficulty) == (seed, "hard")


class Wrong:
    """Answers wrongly so often, then rightly."""

    def __init__(self, wrong: int) -> None:
        self.left = wrong

    def choose(self, view: object, offers: object) -> str:
        """Return what is refused, or begin."""
        self.left -= 1
        return "nothing" if self.left >= 0 else "begin"


def test_patience_forgives_so_many_refused_answers_in_a_row() -> None:
    heard: list[Step] = []

    def each(game: Game, step: Step) -> None:
        heard.append(step)

    game = play(uc.new("descent"), Wrong(3), most=1, patience=3, each=each)
    assert game.turns == 1
    assert [step.accepted for step in heard] == [True]
    with pytest.raises(RuntimeError, match="seed 0, action 1: 'nothing'"):
        play(uc.new("descent"), Wrong(4), most=1, patience=3)
