"""The player in another process: it answers questions, and whatever breaks is told in one line."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

from undercroft.bots.remote import Remote
from undercroft.rulebooks.descent.views import DescentView


def served(data: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "undercroft.bots", "descent"], input=data, capture_output=True, timeout=60, check=False
    )


def test_a_question_is_answered(view: Callable[..., DescentView]) -> None:
    with Remote([sys.executable, "-m", "undercroft.bots", "descent"]) as player:
        assert player.choose(view(), ["shop", "down"]) in ("shop", "down")


@pytest.mark.parametrize("data", [
    b"garbage\n", b"\xff\xfe\n", b"{}\n", b'{"view":{},"offers":[]}\n', b"[" * 100_000 + b"\n", b"\n", b"null",
])  # fmt: skip
def test_what_is_no_question_is_told_in_one_line(data: bytes) -> None:
    done = served(data)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"line 1: no question of descent: ")
    assert done.stderr.count(b"\n") == 1


def test_a_question_without_offers_is_none(view: Callable[..., DescentView]) -> None:
    done = served(b'{"view":' + view().json() + b',"offers":[]}\n')
    assert (done.returncode, done.stderr) == (2, b"line 1: no question of descent: nothing is offered\n")


PRINTS = "import sys\nsys.stdin.readline()\nsys.stdout.buffer.write({!r})\nsys.stdout.flush()\nsys.stdin.readline()"


@pytest.mark.parametrize(("command", "says"), [
    (["true"], "has ended"), ([sys.executable, "-c", PRINTS.format(b"\xff\n")], "no text in UTF-8"),
    ([sys.executable, "-c", PRINTS.format(b"x" * 20_000)], "no whole line"),
    ([sys.executable, "-c", "input(); print('half', end='')"], "no whole line"),
])  # fmt: skip
def test_a_process_that_does_not_answer_is_a_runtime_error(
    view: Callable[..., DescentView], command: list[str], says: str
) -> None:
    def ask() -> None:
        for _ in range(100):
            player.choose(view(), ["shop"])

    with Remote(command) as player, pytest.raises(RuntimeError, match=says):
        ask()


@pytest.mark.parametrize(("command", "says"), [
    ([], "no command was given"), (["/no/such/program"], "cannot be started"), (["/"], "cannot be started"),
    (["a\0b"], "cannot be started"),
])  # fmt: skip
def test_a_process_that_cannot_be_started_is_a_runtime_error(command: list[str], says: str) -> None:
    with pytest.raises(RuntimeError, match=says):
        Remote(command)


def test_nothing_offered_is_a_runtime_error(view: Callable[..., DescentView]) -> None:
    with Remote(["cat"]) as player, pytest.raises(RuntimeError, match="was offered nothing"):
        player.choose(view(), [])
