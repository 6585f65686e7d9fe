"""Whole games of descent through the front door: a piped script to its end, and the same played at a terminal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.play.conftest import ROOT
from tests.play.test_terminal import Seat

from undercroft.engine.record import read

GOLDENS = Path(__file__).parent.parent / "rulebooks" / "descent" / "goldens"


def options(name: str) -> tuple[list[str], list[str]]:
    """Return the words that begin a golden's game, and its actions."""
    record = read((GOLDENS / name).read_text(encoding="utf-8"))
    words = ["play", "descent", "--seed", str(record.seed)]
    for option, value in record.options.items():
        words += [f"--{option}", ",".join(value) if isinstance(value, (list, tuple)) else str(value)]
    return words, [line.text for line in record.steps]


@pytest.mark.parametrize(("name", "said"), [("win.txt", "won in full"), ("all-dead.txt", "Nobody is left")])
def test_a_piped_script_plays_a_game_to_its_end(name: str, said: str, tmp_path: Path) -> None:
    words, actions = options(name)
    done = subprocess.run(
        [sys.executable, "-m", "undercroft", *words],
        input="\n".join(actions) + "\n", env={**os.environ, "UNDERCROFT_HOME": str(tmp_path)},
        capture_output=True, text=True, check=False, timeout=100,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-500:] + done.stderr
    assert said in done.stdout[-3000:]
    assert "Traceback" not in done.stdout + done.stderr


def test_a_game_at_a_real_terminal_is_resumed_where_it_was_left(env: dict[str, str], home: Path) -> None:
    words, actions = options("win.txt")
    for part, command in ((actions[:12], words), (actions[12:20], ["play", "--resume"])):
        seat = Seat(env, *command)
        for text in part:
            seat.type(text + "\r")
            seat.until(f"> {text}")
        seat.type("quit\r")
        assert seat.left() == 0
    (save,) = home.rglob("descent-*.json")
    assert [line.split(" = ")[0] for line in json.loads(save.read_text())["record"]] == [
        f"> {one}" for one in actions[:20]
    ]


@pytest.mark.soak
@pytest.mark.timeout(1200)
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no clone can be made of this")
def test_make_play_from_a_clean_clone_by_a_pipe_to_its_end_and_at_a_real_terminal(tmp_path: Path) -> None:
    clone, home = tmp_path / "clone", tmp_path / "home"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
    plain = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV", "MAKEFLAGS")
    }
    env = {**plain, "UNDERCROFT_HOME": str(home), "COLUMNS": "100"}
    words, actions = options("win.txt")
    make = ("make", "-s", "play", f"ARGS={' '.join(words[2:])}")
    typed = "\n".join(actions) + "\n"
    done = subprocess.run(make, input=typed, cwd=clone, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "won in full" in done.stdout[-3000:]
    seat = Seat(env, program=make, cwd=clone)
    for text in ("beg\t\r", "frobnicate\r", "accept hero\r"):
        seat.until("> ")
        seat.type(text)
    seat.until("The dungeon waits.")
    seat.type("\x03")
    assert seat.left() == 0
    games = [path.stem for path in (home / "games").glob("*.json")]
    assert sorted(games) == [f"descent-{words[words.index('--seed') + 1]}-{number}" for number in (1, 2)]
