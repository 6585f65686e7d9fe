"""A real terminal: line editing, completion, history, and the ways to leave."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pexpect
import pyte
import pytest

ROWS, COLUMNS = 40, 100
PROGRAM = (sys.executable, "-m", "undercroft")


class Seat:
    """A terminal with the program running in it."""

    def __init__(
        self, env: dict[str, str], *words: str, program: tuple[str, ...] = PROGRAM, cwd: Path | None = None
    ) -> None:
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self.screen)
        self.program: Any = pexpect.spawn(
            program[0], [*program[1:], *words], env={**env, "TERM": "xterm-256color", "NO_COLOR": "1"},
            dimensions=(ROWS, COLUMNS), timeout=20, cwd=cwd,
        )  # fmt: skip
        self.program.delaybeforesend = 0.05
        self.raw = b""

    def until(self, text: str) -> None:
        """Read until the screen shows a text, wherever its lines were broken."""
        wanted = "".join(text.split())
        for _ in range(400):
            if wanted in "".join("".join(self.screen.display).split()):
                return
            try:
                data = self.program.read_nonblocking(4096, timeout=0.05)
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                break
            self.raw += data
            self._stream.feed(data)
        shown = "\n".join(self.screen.display)
        assert wanted in "".join(shown.split()), f"{text!r} is not on the screen:\n{shown}"

    def type(self, text: str) -> None:
        """Type keys."""
        self.program.send(text)

    def left(self) -> int:
        """Wait for the end; return the exit code."""
        while True:
            try:
                data = self.program.read_nonblocking(4096, timeout=20)
            except pexpect.EOF:
                break
            self.raw += data
            self._stream.feed(data)
        self.program.close()
        code = self.program.exitstatus
        return -1 if code is None else int(code)


@pytest.mark.timeout(120)
def test_a_sitting_at_a_terminal(env: dict[str, str], home: Path) -> None:
    seat = Seat(env, "play", "tiny", "--seed", "3")
    seat.until("42. save")
    seat.until("walker>")
    seat.type("walk on\r")
    seat.until("You step onto stone 1.")
    seat.type("dance\r")
    seat.until("help shows what can be typed")
    seat.type("lamp o\t\r")
    seat.until("The lamp goes out.")
    seat.type("\x1b[A\x1b[A\x1b[A\r")
    seat.until("It is too dark to walk. (T1.3)")
    seat.type(":quit\r")
    seat.until(f"Saved as tiny-3-1. Go on with: {sys.executable} -m undercroft play --resume tiny-3-1")
    assert seat.left() == 0
    assert b"walk on" in (home / "typed").read_bytes()
    assert b"\x1b[6n" not in seat.raw
    assert b"\x1b[?1049h" not in seat.raw
    assert b"Unfinished:" not in seat.raw

    other = Seat(env, "play", "tiny", "--seed", "4")
    other.until("Unfinished: tiny-3-1. To go on with it:")
    other.until("walker>")
    other.type("\x04")
    assert other.left() == 0
    (home / "games" / "tiny-4-1.json").unlink()

    again = Seat(env, "play", "--resume")
    again.until("You stand on stone 1.")
    again.until("walker>")
    again.type("\x04")
    assert again.left() == 0


@pytest.mark.timeout(120)
@pytest.mark.parametrize(("how", "code"), [("\x03", 130), ("\x04", 0), ("TERM", 143), ("HUP", 143)])
def test_every_way_to_leave_saves(env: dict[str, str], home: Path, how: str, code: int) -> None:
    import signal

    seat = Seat(env, "play", "tiny", "--seed", "3")
    seat.until("walker>")
    seat.type("walk on\r")
    seat.until("You stand on stone 1.")
    seat.until("walker>")
    if len(how) == 1:
        seat.type(how)
    else:
        import time

        time.sleep(0.3)
        seat.program.kill(getattr(signal, f"SIG{how}"))
    assert seat.left() == code
    assert b"Traceback" not in seat.raw
    assert sorted(path.name for path in (home / "games").iterdir()) == ["tiny-3-1.json", "tiny-3-1.json.old"]


@pytest.mark.timeout(120)
def test_history_that_cannot_be_written_is_no_trouble(env: dict[str, str], home: Path) -> None:
    (home / "typed").mkdir(parents=True)
    seat = Seat(env, "play", "tiny", "--seed", "3")
    seat.until("walker>")
    seat.type("walk on\r")
    seat.until("You step onto stone 1.")
    seat.type("\x04")
    assert seat.left() == 0


@pytest.mark.timeout(120)
def test_a_finished_game_is_written_up_beside_the_typed_lines(env: dict[str, str], home: Path) -> None:
    """Data and state in one folder, with a file of lines that an earlier version called `history`."""
    home.mkdir()
    (home / "history").write_text("\n# 2026-01-01\n+dance\n")
    seat = Seat(env, "play", "tiny", "--seed", "3", "--stones", "3")
    seat.until("walker>")
    for _ in range(3):
        seat.type("walk on\r")
    seat.until("The run is written up in")
    seat.type("\x04")
    assert seat.left() == 0
    assert b"Not saved" not in seat.raw
    assert b"dance" in (home / "typed").read_bytes()
    assert b"walk on" in (home / "typed").read_bytes()
    assert [path.name for path in (home / "history").glob("*.json")] == ["tiny-3-1.json"]
