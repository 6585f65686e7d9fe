"""Killed without warning, at random and at each step of the write: the game is as before or after one action."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from undercroft.engine.record import replay
from undercroft.play.shelf import Shelf

KILLS = int(os.environ.get("UNDERCROFT_KILLS", "20"))
"""How many times the player is killed at random; 200 in the long run."""
LINES = 40
"""More lines than the write has."""
PLAYER = [sys.executable, "-m", "tests.play.player"]

pytestmark = pytest.mark.usefixtures("tiny")


def resumed(output: bytes, home: Path) -> int:
    """Hold that the saved game is whole and is the one last done or last tried; return its number of actions."""
    lines = [line.split(b" ") for line in output.split(b"\n")]
    seen = {line[0]: (int(line[1]), line[2].decode()) for line in lines if len(line) == 3 and len(line[2]) == 16}
    shelf = Shelf(home)
    game, slot = shelf.open(shelf.ids()[0])
    slot.close()
    assert (game.turns, game.digest()) in (seen.get(b"done", seen[b"ready"]), seen.get(b"try"))
    assert replay(game.record()).digest() == game.digest()
    return game.turns


@pytest.mark.timeout(60 + 5 * KILLS)
def test_killed_at_random_the_game_resumes_whole(env: dict[str, str], home: Path) -> None:
    choose = random.Random(11)
    turns = 0
    for kill in range(KILLS):
        with subprocess.Popen([*PLAYER, str(kill)], stdout=subprocess.PIPE, env=env) as player:
            assert player.stdout
            first = player.stdout.readline()
            time.sleep(choose.random() * 0.05)
            player.kill()
            output = first + player.stdout.read()
        now = resumed(output, home)
        assert now >= turns
        turns = now
    assert turns > 0


def test_killed_at_each_line_of_the_write_the_game_is_before_or_after(env: dict[str, str], home: Path) -> None:
    found = []
    for line in range(1, LINES):
        for path in sorted((home / "games").glob("*")):
            path.unlink()
        done = subprocess.run([*PLAYER, "3", str(line)], capture_output=True, env=env, timeout=60, check=False)
        found.append(resumed(done.stdout, home))
        if done.returncode == 7:
            break
        assert done.returncode == -9, done.stderr
    assert done.returncode == 7
    assert len(found) > 10
    assert found == sorted(found)
    assert {found[0], found[-1]} == {2, 3}


def test_killed_with_half_a_save_written_the_game_is_as_before(env: dict[str, str], home: Path) -> None:
    done = subprocess.run([*PLAYER, "3", "half"], capture_output=True, env=env, timeout=60, check=False)
    assert done.returncode == -9, done.stderr
    assert resumed(done.stdout, home) == 2
    again = subprocess.run([*PLAYER, "4", "99"], capture_output=True, env=env, timeout=60, check=False)
    assert again.returncode == 7
    assert resumed(again.stdout, home) == 3
