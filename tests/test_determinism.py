"""Same seed, same actions: same digests, whatever the hash seed, time zone, locale or folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PLAYED = """
import sys
from pkgutil import resolve_name
from undercroft.bots.chance import Random
from undercroft.bots.player import offers
from undercroft.engine.game import Game
for seed in (1, 2, 3):
    game = Game(resolve_name(sys.argv[1]), seed, {})
    bot = Random(seed)
    while game.outcome is None and game.turns < 150:
        seat = game.asked
        game.act(bot.choose(game.view(seat), offers(game, seat)))
    print(game.turns, game.digest(), game.streams.draws)
    print(game.record())
"""
DESCENT, TABLETOP = "undercroft.rulebooks.descent:rulebook", "undercroft.rulebooks.tabletop:rulebook"
"""By their modules, since a Python that has what they need may have no undercroft installed."""
PLACES = (
    {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C"},
    {"PYTHONHASHSEED": "1", "TZ": "Asia/Kathmandu", "LC_ALL": "C.UTF-8"},
    {"PYTHONHASHSEED": "4242", "TZ": "America/St_Johns", "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"},
)


def played(python: str, book: str, place: dict[str, str], folder: Path) -> str:
    """Return what random play of a rulebook prints in a process of its own."""
    env = {**os.environ, **place, "UNDERCROFT_HOME": str(folder)}
    done = subprocess.run([python, "-c", PLAYED, book], env=env, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.rule("D1.5")
@pytest.mark.parametrize("book", [DESCENT, TABLETOP, "fivecards:rulebook"])
def test_same_seed_and_actions_give_the_same_run_everywhere(book: str, tmp_path: Path) -> None:
    first, *others = [played(sys.executable, book, place, tmp_path) for place in PLACES]
    assert first.count("# state") >= 3
    assert all(other == first for other in others)


def other_pythons() -> list[str]:
    """Return interpreters of other versions that can import the package's needs."""
    found = []
    for version in ("3.12", "3.13", "3.14"):
        python = shutil.which(f"python{version}")
        if (
            python
            and subprocess.run([python, "-c", "import msgspec"], capture_output=True, check=False).returncode == 0
        ):
            found.append(python)
    return found


@pytest.mark.parametrize("book", [DESCENT, TABLETOP])
def test_every_python_at_hand_agrees(book: str, tmp_path: Path) -> None:
    others = other_pythons()
    if not others:
        pytest.skip("no other Python here can import msgspec")
    home = Path(__file__).resolve().parent.parent / "src"
    first = played(sys.executable, book, PLACES[0], tmp_path)
    for python in others:
        assert played(python, book, {**PLACES[0], "PYTHONPATH": str(home)}, tmp_path) == first
