"""`undercroft lab run` from outside."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pexpect
import pytest
from tests.play.conftest import Run, one_line

GIVEN = ("lab", "run", "descent", "--bot", "competent", "--set", "difficulty=easy", "--set", "length=short")


def test_a_batch_is_played_and_told(run: Run) -> None:
    done = run(*GIVEN, "--games", "3", "--seed", "4", "--most", "40")
    assert (done.returncode, done.stderr) == (0, b"")
    lines = done.stdout.decode().splitlines()
    assert lines[0] == "descent, bot competent, difficulty easy, length short; seeds 4 to 6."
    assert lines[-1] == "Won 0 of 3: 0.0 % (0.0 to 56.1 %)."


def test_json_is_the_same_for_any_number_of_workers_and_with_a_file(run: Run, tmp_path: Path) -> None:
    words = (*GIVEN, "--set", "companions=random", "--games", "6", "--most", "60", "--json")
    alone = run(*words)
    assert alone.returncode == 0
    assert json.loads(alone.stdout)["options"] == {
        "difficulty": "easy", "length": "short", "companions": "random",
    }  # fmt: skip
    file = str(tmp_path / "out.jsonl")
    for more in (("--workers", "2"), ("--out", file), ("--out", file, "--workers", "2")):
        assert run(*words, *more).stdout == alone.stdout


def test_options_are_read_as_play_reads_them(run: Run) -> None:
    done = run(*GIVEN, "--set", "companions=rogue,rogue,ranger", "--games", "1", "--most", "5", "--json")
    assert json.loads(done.stdout)["options"]["companions"] == ["rogue", "rogue", "ranger"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("descnt", "--bot", "competent", "--games", "1"), 'no rulebook is called "descnt"; did you mean "descent"?'),
        (("descent", "--bot", "rndom", "--games", "1"), 'no bot of descent is called "rndom"; did you mean "random"?'),
        ((*GIVEN[2:], "--games", "0"), "games: 0 is no whole number"),
        ((*GIVEN[2:], "--games", "x"), "--games"),
        ((*GIVEN[2:], "--gmes", "1"), "--games"),
        ((*GIVEN[2:], "--games", "1", "--seed", "-1"), "the first seed"),
        ((*GIVEN[2:], "--games", "1", "--set", "lenth=short"), 'has no option "lenth"; did you mean "length"?'),
        ((*GIVEN[2:], "--games", "1", "--set", "name"), "write OPTION=VALUE"),
        ((*GIVEN[2:], "--games", "1", "--set", "length=long"), "--set length is given twice"),
        (("descent", "--bot", "random", "--games", "1", "--set", "length=shrt"), 'did you mean "short"?'),
        (("descent", "--bot", "random", "--games", "1", "--set", "name="), "must have 1 to 24 letters"),
        (("descent", "--bot", "random", "--games", "1", "--out", "."), "cannot be used: it is no ordinary file"),
        (("descent", "--bot", "random"), "--games"),
    ],
)
def test_what_cannot_be_is_one_line(run: Run, words: tuple[str, ...], said: str) -> None:
    assert said in one_line(run("lab", "run", *words))


def test_a_command_that_does_not_exist_is_met_with_the_nearest(run: Run) -> None:
    assert "run" in one_line(run("lab", "rnu"))
    assert "lab" in one_line(run("lba"))
    assert b"run" in run("lab").stdout


def test_a_file_of_another_run_is_refused(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "out.jsonl")
    assert run(*GIVEN, "--games", "1", "--most", "5", "--out", file).returncode == 0
    said = one_line(run(*GIVEN, "--games", "1", "--most", "6", "--out", file))
    assert 'holds another run: its most is "5", here it is "6"; name another file' in said


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_leaves_what_was_done_and_says_so(env: dict[str, str], run: Run, tmp_path: Path, workers: str) -> None:
    file = tmp_path / "out.jsonl"
    words = (*GIVEN, "--games", "12", "--most", "150", "--out", str(file))
    process = subprocess.Popen(
        [sys.executable, "-m", "undercroft", *words, "--workers", workers], env=env, stderr=subprocess.PIPE,
    )  # fmt: skip
    while process.poll() is None and (not file.exists() or file.read_bytes().count(b"\n") < 3):
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=60)[1].decode()
    assert process.returncode == 130
    assert said.startswith("undercroft: stopped after ")
    assert said.endswith(f" of 12 games: all are kept in {file}; the same command goes on\n")
    assert said.count("\n") == 1
    assert run(*words).stdout == run(*words[:-2]).stdout


def test_progress_is_shown_at_a_terminal_alone(env: dict[str, str]) -> None:
    words = ["-m", "undercroft", *GIVEN, "--games", "2", "--most", "5"]
    screen = pexpect.spawn(sys.executable, words, env=env, timeout=60)
    screen.expect_exact("2 of 2 games")
    screen.expect_exact("Won 0 of 2")
    screen.expect(pexpect.EOF)
