"""The program from outside: every command, piped games, and bad input of every kind answered in one line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.play.conftest import Run, one_line

from undercroft.play import cli


def inside(capfd: pytest.CaptureFixture[str], *words: str | bytes) -> str:
    """Run the command line in this process; hold that it failed with one clear line, and return the line."""
    code = cli.run([os.fsdecode(word) for word in words])
    said = capfd.readouterr()
    return one_line(subprocess.CompletedProcess(words, code, said.out.encode(), said.err.encode()))


def test_the_program_itself_fails_in_one_line(run: Run) -> None:
    assert "--name" in one_line(run("play", "tiny", b"--name=\xff"))
    assert "position 201" in one_line(run("roll", "(" * 10_000))


def test_version_and_help(run: Run) -> None:
    assert run("--version").stdout.startswith(b"undercroft 0.")
    for words in ((), ("--help",)):
        done = run(*words)
        assert done.returncode == 0
        for command in (
            b"play",
            b"new",
            b"replay",
            b"seeds",
            b"rulebooks",
            b"rule",
            b"roll",
            b"odds",
            b"record",
            b"prove",
        ):
            assert b"\n  " + command + b" " in done.stdout
    assert b"--stones 8" in run("play", "tiny", "--help").stdout


def test_help_loads_nothing_heavy(env: dict[str, str]) -> None:
    code = (
        "import sys, contextlib, io\nfrom undercroft.play.cli import run\n"
        "with contextlib.redirect_stdout(io.StringIO()):\n    assert run(['--help']) == 0\n"
        "heavy = {'icepool', 'lark', 'prompt_toolkit', 'hypothesis', 'numpy', 'rich', 'platformdirs'}\n"
        "print(sorted(heavy & set(sys.modules)), [m for m in sys.modules if m.startswith('undercroft.rulebooks.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=env, check=True, timeout=60)
    assert done.stdout == b"[] []\n"


def test_a_piped_game_to_its_end(run: Run) -> None:
    done = run("play", "tiny", "--seed", "3", "--stones", "4", typed=b"walk on\n" * 4)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Stones. Seed 3, ranked, game tiny-3-1.\n" in done.stdout
    assert b"The game is over after 4 actions." in done.stdout
    assert b"\x1b" not in done.stdout
    assert b"stones 4" in (listed := run("seeds").stdout)
    assert b"ended, You are across." in listed


def test_a_bad_line_is_answered_and_play_goes_on(run: Run, home: Path) -> None:
    done = run("play", "tiny", "--seed", "3", typed=b"dance\n\xff\n1\nwalk on")
    assert (done.returncode, done.stderr) == (1, b"")
    assert b"You step onto stone 2." in done.stdout
    assert len(json.loads((home / "games" / "tiny-3-1.json").read_bytes())["record"]) == 2


def test_a_seed_is_chosen_and_shown(run: Run) -> None:
    first, second = (run("play", "tiny").stdout.split(b"\n")[0] for _ in range(2))
    assert first.startswith(b"Stones. Seed ")
    assert first != second


def test_new_prints_the_id_and_resume_takes_it_up(run: Run) -> None:
    assert run("new", "tiny", "--seed", "5", "--name", "Zoe", "--friends", "Al, Bea", "--rope").stdout == b"tiny-5-1\n"
    assert b"name Zoe, friends Al,Bea, rope True" in run("seeds").stdout
    assert b"You step onto stone 1." in run("play", "--resume", "tiny-5-1", typed=b"walk on\n").stdout
    assert b"You step onto stone 2." in run("play", "--resume", typed=b"walk on\n").stdout
    assert b"You step onto stone 3." in run("play", "--resume", "tiny", typed=b"walk on\n").stdout
    assert b"stone 3 of 8" in run("play", "tiny", "--resume", typed=b"map words\n").stdout


def test_record_and_replay(run: Run, tmp_path: Path) -> None:
    run("play", "tiny", "--seed", "3", typed=b"walk on\nleap\nlamp off\n")
    record = tmp_path / "game.txt"
    record.write_bytes(run("record", "tiny-3-1", "--events").stdout)
    assert b"| The lamp goes out." in record.read_bytes()
    shown = run("replay", str(record), "--events")
    assert shown.returncode == 0
    assert b"> lamp off\nThe lamp goes out.\nThe dark bank\n" in shown.stdout
    verified = run("replay", str(record), "--verify").stdout
    assert verified.startswith(b"3 actions, all as recorded; state ")
    assert verified.count(b"\n") == 1
    assert run("replay", "-", "--verify", typed=record.read_bytes()).stdout == verified
    assert b"1 actions" in run("replay", str(record), "--to", "1").stdout
    assert "only 3 actions" in one_line(run("replay", str(record), "--to", "4"))
    record.write_bytes(record.read_bytes().replace(b"> leap = 3", b"> leap = 4"))
    assert "step 2 (line 10)" in one_line(run("replay", str(record), "--verify"))


def test_rulebooks_rules_rolls_and_odds(run: Run) -> None:
    assert b"tiny: A walker crosses a row of stones.\n  --stones 8\n" in run("rulebooks").stdout
    assert run("rule", "tiny", "t1.3").stdout.startswith(b"T1.3 (decided, T1. Walking): Nobody walks")
    assert run("rule", "tiny", "T1").stdout.count(b"\n") == 3
    assert run("rule", "tiny", "rope", "leap").stdout.startswith(b"T1.2 ")
    assert run("rule", "D9.2").stdout.startswith(b"D9.2 (seed")
    rolled = run("roll", "3d6", "+", "2", "--seed", "7").stdout
    assert rolled == run("roll", "3d6 + 2", "--seed", "7").stdout
    assert b"Seed" not in rolled
    many = run("roll", "x", "5", "3d6").stdout.decode().split("\n")
    assert many[5].startswith("Least ")
    assert many[6].startswith("Seed ")
    odds = run("odds", "2d6").stdout.decode().split("\n")
    assert odds[0] == "2d6: 2 to 12, mean 7."
    assert odds[1] == "2: 1/36 = 2.78 %; at least 2: 100 %"
    assert odds[11] == "12: 1/36 = 2.78 %; at least 12: 2.78 %"
    assert b"-3: " in run("odds", "-1d3").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("pley",), "play"),
        (("play", "tinny"), 'did you mean "tiny"?'),
        (("play", "tiny", "--stoness", "4"), 'did you mean "--stones"?'),
        (("play", "tiny", "--stones", "2"), "stones"),
        (("play", "tiny", "--stones", "many"), "stones"),
        (("play", "tiny", "--stones"), "--stones needs a value"),
        (("play", "tiny", "--stones", "4", "--stones", "5"), "--stones is given twice"),
        (("play", "tiny", "--name", "a\x1b[2Jb"), "--name"),
        (("play", "tiny", "--name", "x" * 10_000), "--name"),
        (("play", "tiny", b"--name=\xff"), "--name"),
        (("play", "tiny", "--seed", "-1"), "--seed"),
        (("play", "tiny", "--seed", "9" * 400), "--seed"),
        (("play", "tiny", "--seed"), "--seed needs a value"),
        (("play", "tiny", "more"), "one rulebook at a time"),
        (("play", "tiny", "-x"), "two dashes"),
        (("play", "--resume", "tiny-9-9"), "no game is called"),
        (("play", "--resume"), "no unfinished game"),
        (("play", "--resume", "--seed", "4"), "--resume takes a game up as it is"),
        (("play", "tiny", "--after", "tiny-1-1"), "no game is called"),
        (("play", "descent", "--difficulty", "eazy"), 'did you mean "easy"?'),
        (("play", "descent", "--companions", "rogue,rouge,wizard"), 'did you mean "rogue"?'),
        (("new", "--resume"), "no option"),
        (("replay",), "file"),
        (("replay", "nowhere.txt"), "nowhere.txt"),
        (("replay", "/"), 'undercroft: "/": that is a folder, no file'),
        (("replay", "a\x1bb" * 99), "cannot be read"),
        (("replay", "x", "--to", "many"), "--to"),
        (("replay", "x", "--frum", "2"), "--frum"),
        (("rule", "D99.1"), "nearest are"),
        (("rule", "tiny", "zebra"), "zebra"),
        (("rule", "tiny", "x" * 10_000), "no rule"),
        (("roll", "3d"), "position 3"),
        (("roll", "(" * 10_000), "position 201"),
        (("roll", "9999999999d6"), "position 1"),
        (("roll", "x", "0", "3d6"), "from 1 to 1000"),
        (("roll", "x", "1001", "3d6"), "from 1 to 1000"),
        (("roll", "3d6\x1b"), "position 4"),
        (("roll", "٣d6"), "position 1"),
        (("roll", "3d6", "--seed", "no"), "--seed"),
        (("odds", "100d1000kh50"), "too"),
        (("odds", "--what"), 'odds has no option "--what"'),
        (("record", "../../etc/passwd"), "no game is called"),
    ],
)
@pytest.mark.usefixtures("tiny", "home")
def test_bad_words_are_one_line(capfd: pytest.CaptureFixture[str], words: tuple[str | bytes, ...], said: str) -> None:
    line = inside(capfd, *words)
    assert said in line
    assert len(line) < 600


@pytest.mark.parametrize(
    "data",
    [b"", b"{}", b"[" * 100_000, b"\xff\xfe\x00", b"null", b'{"kind":"undercroft.save","format":99}', b'{"kind":1}'],
)
@pytest.mark.usefixtures("tiny")
def test_broken_saves_are_one_line_and_stay_as_they_are(
    capfd: pytest.CaptureFixture[str], home: Path, data: bytes
) -> None:
    games = home / "games"
    games.mkdir(parents=True)
    save = games / "tiny-3-1.json"
    save.write_bytes(data)
    for words in (("play", "--resume", "tiny-3-1"), ("play", "--resume"), ("record", "tiny-3-1"), ("seeds",)):
        assert "tiny-3-1.json" in inside(capfd, *words)
    assert save.read_bytes() == data
    assert [path.name for path in games.iterdir()] == ["tiny-3-1.json"]


def test_a_changed_save_is_found_out(run: Run, home: Path) -> None:
    run("play", "tiny", "--seed", "3", typed=b"walk on\n")
    save = home / "games" / "tiny-3-1.json"
    save.write_bytes(save.read_bytes().replace(b'"beads":12', b'"beads":99'))
    assert "damaged" in one_line(run("play", "--resume", "tiny-3-1"))


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff\xfe", b"undercroft record 1\n", b"undercroft record 9\n", b"hello\n" * 1000, b"\0" * 1000],
)
def test_broken_records_are_one_line(capfd: pytest.CaptureFixture[str], tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "bad.txt"
    file.write_bytes(data)
    assert "bad.txt" in inside(capfd, "replay", str(file))


def test_a_save_is_no_record(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "save.json"
    file.write_text('{"kind":"undercroft save"}')
    assert "this is a save, no record" in inside(capfd, "replay", str(file))


def test_a_rule_of_another_rulebook_is_found_by_its_id(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["rule", "T7.45"]) == 0
    assert capfd.readouterr().out.startswith("tabletop:\nT7.45 (")
    assert "descent has no rule" in inside(capfd, "rule", "T99.99")


def test_a_lab_without_a_bot_names_the_bots(capfd: pytest.CaptureFixture[str]) -> None:
    assert "one of: competent, curious, random" in inside(capfd, "lab", "run", "descent", "--games", "1")


@pytest.mark.usefixtures("tiny")
def test_folders_that_cannot_be_used(capfd: pytest.CaptureFixture[str], home: Path) -> None:
    home.write_text("a file")
    for words in (("play", "tiny"), ("new", "tiny"), ("seeds",), ("play", "--resume"), ("record", "x")):
        assert "Not a directory" in (line := inside(capfd, *words)) or "cannot be" in line
    assert home.read_text() == "a file"


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_folder_without_permission(run: Run, home: Path) -> None:
    home.mkdir(mode=0o500)
    try:
        assert "Permission denied" in one_line(run("play", "tiny"))
    finally:
        home.chmod(0o700)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
def test_a_full_output_is_one_line(env: dict[str, str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "undercroft", "odds", "2d6"], stdout=full, stderr=subprocess.PIPE, env=env,
            timeout=60, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert done.stderr.count(b"\n") <= 1


def test_a_reader_that_leaves_early_makes_no_noise(env: dict[str, str], home: Path) -> None:
    command = f"{sys.executable} -m undercroft play tiny --seed 3 --stones 9999 2>err.txt | head -n 1"
    home.mkdir()
    done = subprocess.run(
        ["bash", "-c", command],
        input=b"walk on\n" * 2000,
        capture_output=True,
        env=env,
        cwd=home,
        timeout=60,
        check=False,
    )
    assert done.stdout.startswith(b"Stones. Seed 3")
    assert (home / "err.txt").read_bytes() == b""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 143)])
def test_signals_save_and_leave(env: dict[str, str], home: Path, number: int, code: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "undercroft", "play", "tiny", "--seed", "3"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env,
    ) as program:  # fmt: skip
        assert program.stdin
        assert program.stdout
        program.stdin.write(b"walk on\n")
        program.stdin.flush()
        while b"You stand on stone 1." not in program.stdout.readline():
            pass
        time.sleep(0.2)
        program.send_signal(number)
        assert program.wait(20) == code
        assert program.stderr
        assert program.stderr.read() == b""
    assert sorted(path.name for path in (home / "games").iterdir()) == ["tiny-3-1.json", "tiny-3-1.json.old"]
    assert len(json.loads((home / "games" / "tiny-3-1.json").read_bytes())["record"]) == 1


@pytest.mark.usefixtures("tiny", "home")
def test_what_a_game_leaves_behind_needs_a_finished_game_of_the_rulebook(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert cli.run(["new", "tiny", "--seed", "3"]) == 0
    assert "not over yet" in inside_after(capfd, "new", "tiny", "--after", "tiny-3-1")
    assert "is of tiny, not of descent" in inside(capfd, "new", "--after", "tiny-3-1")


def test_a_game_after_another_starts_from_what_that_left(run: Run, tmp_path: Path) -> None:
    run("play", "tiny", "--seed", "3", typed=b"walk on\n" * 8)
    done = run("play", "tiny", "--seed", "4", "--after", "tiny-3-1", typed=b"tale\nwalk on\n")
    assert b"Crossed before: 1." in done.stdout
    assert b"Crossed before: 1." in run("play", "--resume", "tiny-4-1", typed=b"tale\n").stdout
    record = tmp_path / "second.txt"
    record.write_bytes(run("record", "tiny-4-1").stdout)
    assert run("replay", str(record), "--verify").returncode == 0


def inside_after(capfd: pytest.CaptureFixture[str], *words: str) -> str:
    """As `inside`, what was printed before thrown away."""
    capfd.readouterr()
    return inside(capfd, *words)


def test_two_processes_on_one_save(run: Run, env: dict[str, str]) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "undercroft", "play", "tiny", "--seed", "3"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env,
    ) as first:  # fmt: skip
        assert first.stdout
        first.stdout.readline()
        line = one_line(run("play", "--resume", "tiny-3-1", typed=b"walk on\n"))
        assert line == f"undercroft: game tiny-3-1 is being played by another process ({first.pid})\n"
        first.communicate(b"walk on\n", timeout=20)
        assert first.returncode == 0
    assert b"stone 1 of 8" in run("play", "--resume", "tiny-3-1", typed=b"map words\n").stdout


def test_a_disk_that_fills_up_while_playing_loses_nothing(run: Run, env: dict[str, str], home: Path) -> None:
    resource = pytest.importorskip("resource")
    run("new", "tiny", "--seed", "3")
    save = home / "games" / "tiny-3-1.json"
    room = save.stat().st_size + 40
    done = subprocess.run(
        [sys.executable, "-m", "undercroft", "play", "--resume", "tiny-3-1"], input=b"walk on\n" * 7,
        capture_output=True, env=env, timeout=60, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout.count(b"Not saved: ") == 1
    assert b"You step onto stone 7." in done.stdout
    kept = len(json.loads(save.read_bytes())["record"]) if save.exists() else 0
    assert 0 < kept < 7
    assert f"stone {kept} of 8".encode() in run("play", "--resume", "tiny-3-1", typed=b"map words\n").stdout


def test_descent_is_played_from_a_pipe(run: Run) -> None:
    words = ("play", "--seed", "7", "--difficulty", "easy", "--length", "short", "--companions", "fighter,rogue,wizard")
    done = run(*words, typed=b"begin\naccept rowan\ndown\nmap\nquest\nwalk up\n")
    assert (done.returncode, done.stderr) == (1, b"")
    assert b"game descent-7-1." in done.stdout
    assert b"\nFloor 1 of 6\n" in done.stdout


def test_help_takes_less_than_a_quarter_second_of_cpu(env: dict[str, str]) -> None:
    resource = pytest.importorskip("resource")
    best = 9.0
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, "-m", "undercroft", "--help"], capture_output=True, env=env, check=True, timeout=60
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert best < 0.25
