"""The players play whole games: never a refused answer, and the competent one wins."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

import pytest

import undercroft as uc
from undercroft.bots.chance import Random
from undercroft.bots.descent import Competent
from undercroft.bots.player import Player, play
from undercroft.bots.remote import Remote, serve
from undercroft.engine.game import Game

MOST = 6_000
"""Actions after which a short game that goes on counts as a loop."""


def played(player: Player, seed: int, most: int = MOST, **options: Any) -> Game[Any]:
    """Return an easy, short game (unless told otherwise) played to its end by a player; RuntimeError on a refusal."""
    game = uc.new("descent", seed=seed, **({"difficulty": "easy", "length": "short"} | options))
    return play(game, player, most=most)


class Stubborn(Random):
    """Plays at random, and never gives up."""

    def choose(self, view: Any, offers: Any) -> str:
        """Return any offer but to end the run."""
        return super().choose(view, [text for text in offers if text != "give-up"])


@pytest.mark.parametrize("seed", range(1, 9))
def test_the_random_player_is_never_refused(seed: int) -> None:
    assert played(Random(seed), seed, 600).turns > 0
    assert played(Stubborn(seed), seed, 600).turns > 0


def test_the_random_player_is_the_same_for_the_same_seed() -> None:
    assert played(Stubborn(3), 3, 300).digest() == played(Stubborn(3), 3, 300).digest()
    assert played(Stubborn(3), 3, 300).digest() != played(Stubborn(4), 3, 300).digest()


def test_the_random_player_fills_blanks_within_their_bounds() -> None:
    drawn = {Random(seed).choose(None, ["bid <2-4> statue"]) for seed in range(40)}
    assert drawn == {"bid 2 statue", "bid 3 statue", "bid 4 statue"}
    codes = {Random(seed).choose(None, ["guess <2-of-01>"]) for seed in range(40)}
    assert codes == {"guess 00", "guess 01", "guess 10", "guess 11"}
    words = {Random(seed).choose(None, ["say <1-2-of-a->"]) for seed in range(80)}
    assert words == {"say a", "say -", "say aa", "say a-", "say -a", "say --"}


def test_the_competent_player_wins() -> None:
    codes = Counter(game.outcome.code for seed in range(1, 7) if (game := played(Competent(), seed)).outcome)
    assert sum(codes.values()) == 6
    assert codes["won-with-book"] + codes["won-without-book"] >= 3


@pytest.mark.parametrize(
    "companions", ["wizard,wizard,wizard", "rogue,rogue,ranger", "fighter,fighter,fighter", "ranger,wizard,fighter"]
)
def test_the_competent_player_plays_any_party_to_an_end(companions: str) -> None:
    game = played(Competent(), 5, difficulty="hard", companions=companions.split(","))
    assert game.outcome is not None


def test_the_competent_player_in_another_process_plays_the_same_games() -> None:
    for seed in (1, 2):
        with Remote([sys.executable, "-m", "undercroft.bots", "descent"]) as remote:
            far = played(remote, seed)
        near = played(Competent(), seed)
        assert far.outcome is not None
        assert (far.turns, far.digest()) == (near.turns, near.digest())
        assert far.record() == near.record()


def test_an_unknown_player_is_not_served(capsys: pytest.CaptureFixture[str]) -> None:
    assert serve(["chess"]) == 2
    assert "usage" in capsys.readouterr().err


def test_a_process_that_ends_is_told_of() -> None:
    game = uc.new("descent", seed=1)
    with Remote([sys.executable, "-c", "input()"]) as remote, pytest.raises(RuntimeError, match="has ended"):
        play(game, remote)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_the_competent_player_wins_half_its_games_on_easy_at_the_short_length() -> None:
    codes: Counter[str] = Counter()
    for seed in range(1, 201):
        game = played(Competent(), seed)
        codes[game.outcome.code if game.outcome else "no end"] += 1
    won = codes["won-with-book"] + codes["won-without-book"]
    print(f"descent, easy, short, seeds 1 to 200: {won} won of 200: {dict(codes)}")
    assert codes["no end"] == 0
    assert won >= 100
