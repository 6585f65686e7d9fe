"""`undercroft prove`: a line for each seed that fails, a sum, the same with any number of workers, and bad words."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.play.conftest import Run, one_line

from undercroft.engine.proof import Fault, Proof
from undercroft.engine.rulebook import find
from undercroft.play import cli, proving


def test_seeds_that_hold_are_summed_up_in_one_line(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["prove", "descent", "--seed", "0..11", "--length", "short"]) == 0
    assert capfd.readouterr() == ("descent, length short: 12 seeds, proven.\n", "")
    assert cli.run(["prove", "--seed", "7", "--length=short"]) == 0
    assert capfd.readouterr().out == "descent, length short: 1 seed, proven.\n"


def test_a_seed_that_fails_is_named_with_its_first_fault(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    faults = (Fault("floor 3", "map below its own shut stair"), Fault("floor 4", "map doubled", "room-4.2"))
    wrong = Proof(faults)
    monkeypatch.setattr(
        type(find("descent")), "prove", lambda _, ctx: wrong if ctx.state.seed == 17 else Proof(), raising=True
    )
    assert cli.run(["prove", "descent", "--seed", "15..20"]) == 1
    assert capfd.readouterr().out == (
        "seed 17: floor 3: map below its own shut stair\ndescent: 6 seeds, 1 failed.\n"
    )  # fmt: skip


def test_any_number_of_workers_tells_the_same(run: Run) -> None:
    words = ("prove", "tiny", "--seed", "0..129", "--stones", "5")
    alone, three = run(*words), run(*words, "--workers", "3")
    assert alone.returncode == three.returncode == 1
    assert alone.stdout == three.stdout
    told = alone.stdout.decode().splitlines()
    assert told[0] == "seed 7: stone 3: no rope (rope-1)"
    assert told[-2:] == ["seed 127: stone 3: no rope (rope-1)", "tiny, stones 5: 130 seeds, 13 failed."]
    assert len(told) == 14
    plain, shared = run(*words, "--json"), run(*words, "--json", "--workers", "2")
    assert plain.stdout == shared.stdout
    assert plain.stdout.count(b"\n") == 131


def test_the_report_of_every_seed_is_a_line_of_json(run: Run) -> None:
    done = run("prove", "--json", "tiny", "--seed", "6..7")
    six, seven, whole = (json.loads(line) for line in done.stdout.splitlines())
    assert done.returncode == 1
    assert six == {"rulebook": "tiny", "seed": 6, "proven": True, "faults": [], "facts": [{"stones": 8}]}
    assert seven["faults"] == [
        {"where": "stone 3", "name": "no rope", "about": "rope-1"},
        {"where": "stone 5", "name": "no keeper", "about": ""},
    ]
    assert whole == {"rulebook": "tiny", "options": {}, "seeds": [6, 7], "proven": 1, "failed": [7]}


def test_help_names_the_options_of_the_rulebook(run: Run) -> None:
    assert b"--stones 8" in run("prove", "tiny", "--help").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tiny",), "which seeds?"),
        (("tiny", "--seed"), "--seed needs a value"),
        (("tiny", "--seed", "9..3"), '"9..3" goes backwards: write 3..9'),
        (("tiny", "--seed", "x"), '"x" is no seed'),
        (("tiny", "--seed", "1..x"), '"1..x" is no seed'),
        (("tiny", "--seed", "1..2..3"), '"1..2..3" is no seed'),
        (("tiny", "--seed", ".."), '".." is no seed'),
        (("tiny", "--seed", "3.."), '"3.." is no seed'),
        (("tiny", "--seed", "-4"), "no seed"),
        (("tiny", "--seed", "0..9223372036854775808"), "no seed"),
        (("tiny", "--seed", "0..1000000"), "at most 1000000 seeds"),
        (("tiny", "--seed", "1", "--seed", "2"), "--seed is given twice"),
        (("tiny", "--seed", "1", "--workers", "0"), '--workers: "0"'),
        (("tiny", "--seed", "1", "--workers", "many"), '--workers: "many"'),
        (("tiny", "--seed", "1", "--json=yes"), "--json takes no value"),
        (("tiny", "--seed", "1", "--jsn"), 'did you mean "--json"?'),
        (("tiny", "--seed", "1", "--stones", "2"), "stones"),
        (("tinny", "--seed", "1"), 'did you mean "tiny"?'),
        (("descent", "--seed", "1", "--length", "shrot"), 'did you mean "short"?'),
        (("descent", "tiny", "--seed", "1"), "one rulebook at a time"),
        (("fivecards", "--seed", "1"), "fivecards has no proofs"),
    ],
)
@pytest.mark.usefixtures("tiny", "home")
def test_bad_words_are_one_line(capfd: pytest.CaptureFixture[str], words: tuple[str, ...], said: str) -> None:
    code = cli.run(["prove", *words])
    shown = capfd.readouterr()
    done = subprocess.CompletedProcess(words, code, shown.out.encode(), shown.err.encode())
    assert said in one_line(done)
    assert shown.out == ""


def test_seeds_are_read_to_both_ends() -> None:
    assert proving.read(["--seed", "3..3"]).seeds == range(3, 4)
    top = 2**63 - 1
    assert proving.read(["--seed", f"{top - 1}..{top}"]).seeds == range(top - 1, top + 1)
    assert len(proving.read(["--seed", "0..999999"]).seeds) == 1_000_000


def workers(process: int) -> list[int]:
    """Return the workers that a process has started."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(status.read_text().rpartition(")")[2].split()[1])
            if parent == process and b"spawn_main" in (status.parent / "cmdline").read_bytes():
                found.append(int(status.parent.name))
        except OSError:
            continue
    return found


@pytest.fixture
def at_work(env: dict[str, str]) -> Iterator[tuple[subprocess.Popen[bytes], list[int]]]:
    """Begin a long proof by two workers; give its process and those of the two."""
    if not Path("/proc/self/stat").exists():
        pytest.skip("no such list of processes here")
    words = [sys.executable, "-m", "undercroft", "prove", "descent", "--seed", "0..99999", "--workers", "2"]
    with subprocess.Popen(words, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as asked:
        try:
            for _ in range(300):
                if len(found := workers(asked.pid)) == 2:
                    break
                time.sleep(0.1)
            assert len(found) == 2
            yield asked, found
        finally:
            asked.kill()


def test_a_worker_that_dies_is_told_in_one_line(at_work: tuple[subprocess.Popen[bytes], list[int]]) -> None:
    asked, (one, _) = at_work
    os.kill(one, signal.SIGKILL)
    out, said = asked.communicate(timeout=60)
    assert "a worker ended before" in one_line(subprocess.CompletedProcess((), asked.returncode, out, said))


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_no_worker_outlives_who_asked(at_work: tuple[subprocess.Popen[bytes], list[int]], how: signal.Signals) -> None:
    asked, found = at_work
    asked.send_signal(how)
    said = asked.communicate(timeout=60)
    if how == signal.SIGINT:
        assert asked.returncode == 130
        assert said == (b"", b"")
    for _ in range(300):
        if all(state(one) == "Z" for one in found):
            return
        time.sleep(0.1)
    raise AssertionError([state(one) for one in found])


def state(process: int) -> str:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"
