"""The program handled roughly: files that are none, closed streams, Ctrl-C at any moment, options misspelt."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest
from tests.engine.hard_dice import HARD
from tests.play.conftest import Run, one_line

import undercroft
from undercroft.engine.save import Envelope, seal
from undercroft.play import cli, dicing, source
from undercroft.play.shelf import Shelf


def said_by(capfd: pytest.CaptureFixture[str], *words: str) -> str:
    """Run the command line in this process; hold that it failed with one clear line, and return the line."""
    capfd.readouterr()
    code = cli.run(list(words))
    said = capfd.readouterr()
    return one_line(subprocess.CompletedProcess(words, code, said.out.encode(), said.err.encode()))


@pytest.fixture
def games(home: Path, tiny: str) -> Path:
    """Return the folder of games, with one game in it."""
    Shelf().add(undercroft.new(tiny, seed=3)).close()
    return home / "games"


# -- files on the shelf ----------------------------------------------------------------------------------------------


def test_links_that_lead_nowhere_hide_no_game(games: Path) -> None:
    (games / "tiny-1-1.json").symlink_to("nowhere")
    (games / "tiny-2-1.json").symlink_to("tiny-2-1.json")
    (games / "tiny-4-1.json.old").symlink_to("/nowhere/at/all")
    assert Shelf().ids() == ["tiny-3-1"]
    assert Shelf().unfinished() == "tiny-3-1"


def test_a_file_that_vanishes_while_the_games_are_listed_hides_none(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Shelf().add(undercroft.new("tiny", seed=5)).close()
    stat = Path.stat

    def vanishing(self: Path, **more: bool) -> os.stat_result:
        if self.name == "tiny-5-1.json":
            raise FileNotFoundError(2, "No such file", str(self))
        return stat(self, **more)

    monkeypatch.setattr(Path, "stat", vanishing)
    assert Shelf().ids() == ["tiny-3-1"]


def test_a_game_is_found_by_its_file_though_a_list_missed_it(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Shelf, "ids", lambda _: [])
    assert Shelf().named("tiny-3-1") == "tiny-3-1"


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero"), Path.mkdir])
def test_what_is_no_file_is_no_game_and_nobody_waits_for_it(
    capfd: pytest.CaptureFixture[str], games: Path, make: object
) -> None:
    make(games / "tiny-1-1.json")  # type: ignore[operator]
    for words in (("record", "tiny-1-1"), ("play", "--resume", "tiny-1-1")):
        assert 'no game is called "tiny-1-1"' in said_by(capfd, *words)
    assert cli.run(["seeds"]) == 0
    assert Shelf().ids() == ["tiny-3-1"]


def test_a_pipe_for_a_lock_is_not_waited_for(games: Path) -> None:
    os.mkfifo(games / "tiny-3-1.lock")
    Shelf().open("tiny-3-1")[1].close()


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero"), Path.mkdir])
def test_a_history_that_is_no_file_is_left_alone(home: Path, make: object) -> None:
    home.mkdir()
    make(home / "typed")  # type: ignore[operator]
    assert type(source._history()).__name__ == "InMemoryHistory"


def rewrite(path: Path, change: object) -> None:
    data = msgspec.json.decode(path.read_bytes())
    change(data["state"])  # type: ignore[operator]
    raw = msgspec.Raw(msgspec.json.encode(data["state"]))
    envelope = msgspec.json.decode(msgspec.json.encode({**data, "state": raw}), type=Envelope)
    envelope.digest = seal(envelope)
    path.write_bytes(msgspec.json.encode(envelope))


def test_a_save_that_cannot_be_shown_is_one_line_and_the_others_are_listed(
    capfd: pytest.CaptureFixture[str], games: Path
) -> None:
    Shelf().add(undercroft.new("descent", seed=7)).close()
    Shelf().add(undercroft.new("tiny", seed=9)).close()
    rewrite(games / "descent-7-1.json", lambda state: state["setup"].update(difficulty="silly"))
    rewrite(games / "tiny-9-1.json", lambda state: state["walk"].update(stones=-1, at=10**9, who=[]))
    assert "damaged: its difficulty or length is none" in said_by(capfd, "play", "--resume", "descent-7-1")
    assert cli.run(["seeds"]) == 2
    listed = capfd.readouterr()
    assert "tiny-3-1: tiny, seed 3" in listed.out
    assert "descent-7-1.json" in listed.err
    assert "Traceback" not in listed.err


def test_what_a_rulebook_trips_over_is_a_damaged_save(
    games: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from tests.play.tiny import Tiny

    def trip(*_: object) -> None:
        raise IndexError

    monkeypatch.setattr(Tiny, "scene", trip)
    for words in (("seeds",), ("play", "--resume", "tiny-3-1"), ("play", "--resume")):
        assert "tiny-3-1.json: the save is damaged: it cannot be shown" in said_by(capfd, *words)


# -- streams and signals ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["--help", "roll 3d6", "play tiny --seed 3", "seeds", "nonsense"])
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&-", "<&- >&- 2>&-"])
def test_closed_streams_make_no_noise(env: dict[str, str], words: str, closed: str) -> None:
    command = f"{sys.executable} -m undercroft {words} {closed}"
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, env=env, input=b"walk on\n", timeout=60, check=False
    )
    assert done.returncode == (2 if words == "nonsense" else 0)
    assert b"Traceback" not in done.stderr + done.stdout
    assert b"Exception" not in done.stderr
    assert done.stderr.count(b"\n") <= 1


def test_ctrl_c_while_starting_is_130_without_a_traceback(env: dict[str, str]) -> None:
    code = (
        "import builtins, sys\n"
        "wanted, sys.argv[1:] = sys.argv[1], ['rulebooks']\n"
        "real = builtins.__import__\n"
        "def importing(name, *more, **options):\n"
        "    if name == wanted:\n"
        "        raise KeyboardInterrupt\n"
        "    return real(name, *more, **options)\n"
        "from undercroft.play.cli import main\n"
        "builtins.__import__ = importing\n"
        "main()\n"
    )
    for name in ("typer", "msgspec", "undercroft.play", "undercroft.engine.rules"):
        done = subprocess.run([sys.executable, "-c", code, name], capture_output=True, env=env, timeout=60, check=False)
        assert (done.returncode, done.stderr) == (130, b""), name


def test_ctrl_c_at_many_moments_leaves_no_traceback(env: dict[str, str]) -> None:
    for wait in (0.12, 0.2, 0.3, 0.45, 0.6):
        with subprocess.Popen(
            [sys.executable, "-m", "undercroft", "play", "tiny", "--seed", "3"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env,
        ) as program:  # fmt: skip
            time.sleep(wait)
            program.send_signal(signal.SIGINT)
            said = program.communicate(timeout=20)[1]
        # The first moments belong to Python itself, which has not come to our code yet.
        if b"site.py" not in said and b"frozen" not in said and b"runpy" not in said:
            assert b"Traceback" not in said
            assert program.returncode in (130, -signal.SIGINT)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
def test_a_full_output_names_what_cannot_be_written(env: dict[str, str]) -> None:
    for words in (["odds", "2d6"], ["rulebooks"], ["play", "tiny", "--seed", "3"]):
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run(
                [sys.executable, "-m", "undercroft", *words], stdout=full, stderr=subprocess.PIPE, env=env, timeout=60,
                check=False,
            )  # fmt: skip
        assert done.returncode == 2
        assert done.stderr == b"undercroft: the standard output cannot be written: No space left on device\n"


# -- records ---------------------------------------------------------------------------------------------------------


def test_a_record_may_come_through_a_pipe_and_begin_with_a_byte_order_mark(
    run: Run, env: dict[str, str], tmp_path: Path
) -> None:
    run("play", "tiny", "--seed", "3", typed=b"walk on\n")
    file = tmp_path / "game.txt"
    file.write_bytes(b"\xef\xbb\xbf" + run("record", "tiny-3-1").stdout)
    assert b"1 actions, all as recorded" in run("replay", str(file), "--verify").stdout
    command = f"{sys.executable} -m undercroft replay --verify <(cat {file})"
    done = subprocess.run(["bash", "-c", command], capture_output=True, env=env, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.usefixtures("games")
def test_a_folder_is_named_once(capfd: pytest.CaptureFixture[str]) -> None:
    assert said_by(capfd, "replay", "/") == 'undercroft: "/": that is a folder, no file\n'


def test_great_seeds_play_save_and_replay(run: Run, tmp_path: Path) -> None:
    seed = str(2**63 - 1)
    assert run("new", "tiny", "--seed", seed).stdout == f"tiny-{seed}-1\n".encode()
    file = tmp_path / "game.txt"
    file.write_bytes(run("record", f"tiny-{seed}-1").stdout)
    assert run("replay", str(file), "--verify").returncode == 0
    assert run("roll", "3d6", "--seed", seed).returncode == 0


# -- words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("words", "said"), [
    (("new", "tiny", "--seed", str(2**63)), "is no whole number from 0 to 2^63 - 1"),
    (("roll", "3d6", "--seed", str(2**63)), "from 0 to 2^63 - 1"),
    (("play", "descent", "--resume", "tiny-3-1"), "--resume: game tiny-3-1 is of tiny, not of descent"),
    (("play", "tiny", "--practice=no"), '--practice takes no value: leave "=no" out'),
    (("play", "tiny", "--practice="), "--practice takes no value"),
    (("play", "tiny", "--help=x"), '--help takes no value: leave "=x" out'),
    (("play", "tiny", "--after="), "--after needs a value"),
    (("play", "tiny", "--resume="), "--resume needs a value"),
    (("play", "tiny", "--bogus"), "; it has: --seed, --practice, --after, --help, --resume, --stones, --name"),
    (("play", "tiny", "--STONES", "4"), 'did you mean "--stones"?'),
    (("play", "descent", "--difficulty", "EASY"), 'did you mean "easy"?'),
    (("play", "descent", "--companions", "rogue"), "companions: 3 are wanted, not 1"),
    (("play", "TINY"), 'did you mean "tiny"?'),
    (("roll", "3d6", "--sed", "4"), 'roll has no option "--sed"; did you mean "--seed"?'),
    (("frob",), "No such command 'frob'; did you mean \"roll\"?"),
    (("rule", "descnt", "D9.2"), "did you mean"),
    (("rule", "tinny", "leap"), 'did you mean "tiny"?'),
    (("rule", "D9.2 extra"), 'did you mean "D9.2"?'),
    (("rule", "9.2"), 'did you mean "D9.2"?'),
    (("roll", "3d6 x"), "expected kh, kl, dh, dl, r, ro, !, *, /, + or -; found 'x'"),
    (("roll", "x", "1000", "100d2!"), "roll x 1000: these are too many dice at once: "),
    (("roll", "x", "1000", "+".join(["100d2!"] * 10)), "too many dice at once"),
])  # fmt: skip
@pytest.mark.usefixtures("games")
def test_words_gone_wrong_are_one_line(capfd: pytest.CaptureFixture[str], words: tuple[str, ...], said: str) -> None:
    assert said in said_by(capfd, *words)


def test_a_bracket_is_expected_where_one_is_open(capfd: pytest.CaptureFixture[str]) -> None:
    assert "or )" not in said_by(capfd, "roll", "(3d6)x")
    assert "or )" in said_by(capfd, "roll", "(3d6x")


def test_refused_repeats_say_how_many_would_do() -> None:
    with pytest.raises(undercroft.UndercroftError, match="these are too many dice at once: 127 times at most"):
        dicing.roll_lines("x 128 100d100+d6", 7)
    assert len(dicing.roll_lines("x 127 100d100+d6", 7)) == 128


@pytest.mark.parametrize("text", HARD)
def test_the_most_dice_at_once_are_rolled(text: str) -> None:
    lines = dicing.roll_lines(text, 7)
    assert lines == dicing.roll_lines(text, 7)
    assert len(lines) == (int(text.split()[1]) + 1 if text.startswith("x ") else 1)


def test_shares_are_the_fractions_they_stand_for() -> None:
    from undercroft.engine.dice import parse
    from undercroft.play.tell import plain

    for text in ("2d6", "d6!", "4d6kh3", "3d6*2-7", "2d20dl1!"):
        dice = parse(text)
        lines = list(dicing.odds_lines(dice))
        for line, (total, share) in zip(lines[1:], dice.distribution(), strict=True):
            exact = f"{share} = " if len(str(share)) <= 40 else ""
            assert line.startswith(f"{total}: {exact}{plain(share * 100)} %; at least ")
    assert lines[1].endswith("at least 1: 100 %")


def test_reading_lines_needs_no_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("walk on\n"))
    with pytest.raises(EOFError):
        source.source(lambda: ()).line("> ")
