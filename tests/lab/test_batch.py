"""Batches: the same answer for any number of workers, stopped and resumed as often as one likes."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from undercroft.engine.errors import BadOption, UndercroftError
from undercroft.lab import Plan, one, run, summary
from undercroft.lab.one import line
from undercroft.lab.report import report, written
from undercroft.lab.workers import COMMAND

PLAN = Plan("fivecards", "random", first=5)
GAMES = 30
DESCENT = ("descent", "competent", {"difficulty": "easy", "length": "short", "companions": "random"}, 1, 120)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a batch that one process played without a stop."""
    path = tmp_path_factory.mktemp("lab") / "whole.jsonl"
    run(PLAN, GAMES, out=path)
    return path


@pytest.mark.parametrize("workers", [2, 3])
def test_any_number_of_workers_gives_the_same_bytes(whole: Path, tmp_path: Path, workers: int) -> None:
    path = tmp_path / "out.jsonl"
    results = run(PLAN, GAMES, workers=workers, out=path)
    assert path.read_bytes() == whole.read_bytes()
    alone = run(PLAN, GAMES)
    assert written(summary(PLAN, results)) == written(summary(PLAN, alone))
    assert report(summary(PLAN, results)) == report(summary(PLAN, alone))


def test_each_game_has_one_line_in_order_of_index(whole: Path) -> None:
    head, *rows = whole.read_text().splitlines()
    assert json.loads(head) == PLAN.head
    assert [json.loads(row)["index"] for row in rows] == list(range(GAMES))
    assert [json.loads(row)["seed"] for row in rows] == list(range(5, 5 + GAMES))
    assert rows[7] == line(PLAN, 7)


@pytest.mark.parametrize("cut", [0, 1, 40, 200, 1000, 2000])
def test_a_file_cut_anywhere_is_gone_on_with(whole: Path, tmp_path: Path, cut: int) -> None:
    path = tmp_path / "out.jsonl"
    path.write_bytes(whole.read_bytes()[:cut])
    told: list[int] = []
    run(PLAN, GAMES, out=path, tell=told.append)
    assert path.read_bytes() == whole.read_bytes()
    held = max(0, whole.read_bytes()[:cut].count(b"\n") - 1)
    assert told == list(range(held, GAMES + 1))


def test_a_batch_can_grow_and_what_there_is_is_not_played_again(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    run(PLAN, 4, out=path)
    kept = path.read_bytes()
    told: list[int] = []
    assert len(run(PLAN, GAMES, out=path, tell=told.append)) == GAMES
    assert told[0] == 4
    assert path.read_bytes() == whole.read_bytes()
    assert whole.read_bytes().startswith(kept)
    assert len(run(PLAN, 4, out=path)) == 4
    assert path.read_bytes() == whole.read_bytes()


def test_lines_in_any_order_are_put_in_order(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    head, *rows = whole.read_text().splitlines()
    path.write_text("\n".join([head, *rows[10:20], *rows[:10], rows[3], ""]))
    run(PLAN, GAMES, out=path)
    assert path.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (Plan("fivecards", "random", first=6), 'its first is "5", here it is "6"'),
        (Plan("fivecards", "random", first=5, most=9), 'its most is "20000", here it is "9"'),
        (Plan("descent", "random", first=5), 'its rulebook is "fivecards", here it is "descent"'),
    ],
)
def test_a_file_of_another_run_is_refused_in_one_line_and_left_alone(
    whole: Path, tmp_path: Path, other: Plan, said: str
) -> None:
    path = tmp_path / "out.jsonl"
    path.write_bytes(whole.read_bytes())
    with pytest.raises(UndercroftError, match=said) as caught:
        run(other, 2, out=path)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == whole.read_bytes()


def test_another_bot_program_or_option_is_another_run(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    plan = Plan(*DESCENT)
    for name, value in (("bot", "random"), ("code", "00000000"), ("content", "00000000"), ("options", {})):
        path.write_text(json.dumps({**plan.head, name: value}) + "\n")
        with pytest.raises(UndercroftError, match=f"holds another run: its {name} is"):
            run(plan, 1, out=path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("my diary\n", "is no result file of the lab"),
        ("my diary", "is no result file of the lab"),
        ('{"a":1}\n', "is no result file of the lab"),
        ("[" * 5000 + "\n", "is no result file of the lab"),
        ("HEAD\nnothing\nROW0\n", "line 2: no result of this run"),
        ('HEAD\nROW0\n{"index":1}\n', "line 3: no result of this run"),
        ('HEAD\n{"index":1,"seed":1}\n', "line 2: no result of this run"),
        ('HEAD\n{"index":-1,"seed":4}\n', "line 2: no result of this run"),
        ('HEAD\nROW0\n{"index":0,"seed":5,"fault":"tea"}\n', "line 3: another result of a game"),
        ("HEAD\n\xff\n", "line 2: no result of this run"),
    ],
)
def test_a_damaged_file_is_refused_in_one_line_and_left_alone(
    whole: Path, tmp_path: Path, text: str, said: str
) -> None:
    head, row, *_ = whole.read_text().splitlines()
    data = text.replace("HEAD", head).replace("ROW0", row).encode("latin-1")
    path = tmp_path / "out.jsonl"
    path.write_bytes(data)
    with pytest.raises(UndercroftError, match=said):
        run(PLAN, 2, out=path)
    assert path.read_bytes() == data


@pytest.mark.parametrize("change", [
    {"won": "yes"}, {"actions": "many"}, {"actions": 10**400}, {"ending": 5}, {"ending": None}, {"options": []},
    {"facts": []}, {"facts": {"steps": 10**400}}, {"choices": 5}, {"choices": {"things": [1]}},
    {"choices": {"things": {"met": "all", "used": []}}}, {"choices": {"things": {"met": [1], "used": []}}},
    {"fault": 5}, {"fault": "none"}, {"more": 1},
])  # fmt: skip
def test_a_line_of_another_shape_is_no_result(whole: Path, tmp_path: Path, change: dict[str, Any]) -> None:
    head, row, *_ = whole.read_text().splitlines()
    path = tmp_path / "out.jsonl"
    data = f"{head}\n{one.written({**json.loads(row), **change})}\n".encode()
    path.write_bytes(data)
    with pytest.raises(UndercroftError, match="line 2: no result of this run"):
        run(PLAN, 2, out=path)
    assert path.read_bytes() == data


@pytest.mark.parametrize("left_out", ["ending", "won", "actions", "options", "facts", "choices"])
def test_a_line_that_lacks_something_is_no_result(whole: Path, tmp_path: Path, left_out: str) -> None:
    head, row, *_ = whole.read_text().splitlines()
    result = json.loads(row)
    del result[left_out]
    path = tmp_path / "out.jsonl"
    path.write_text(f"{head}\n{one.written(result)}\n")
    with pytest.raises(UndercroftError, match="line 2: no result of this run"):
        run(PLAN, 2, out=path)


def test_a_fact_of_another_kind_in_another_game_is_left_out(whole: Path) -> None:
    results = [json.loads(row) for row in whole.read_text().splitlines()[1:3]]
    pairs: list[tuple[Any, Any]] = [(1, "one"), (1, ["one"]), (["one"], 1), (["one"], [1]), ("one", None), ({}, 1.5)]
    for values in pairs:
        for result, value in zip(results, values, strict=True):
            result["facts"] = {"odd": value}
        assert summary(PLAN, results)["facts"] == {}
        assert report(summary(PLAN, results))


def test_a_file_that_is_being_written_is_left_alone(whole: Path) -> None:
    from undercroft.lab.results import ResultFile

    with ResultFile(whole, PLAN), pytest.raises(UndercroftError, match="is being written by another process"):
        run(PLAN, 2, out=whole)


def test_what_is_no_ordinary_file_is_left_alone(tmp_path: Path) -> None:
    import os

    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", Path(os.devnull), Path("/dev/full")):
        with pytest.raises(UndercroftError, match="cannot be used: it is no ordinary file"):
            run(PLAN, 2, out=path)
    assert Path(os.devnull).is_char_device()


def out_of_order(whole: Path, path: Path) -> bytes:
    """Write the results of a whole batch backwards."""
    head, *rows = whole.read_text().splitlines()
    path.write_text("\n".join([head, *reversed(rows), ""]))
    return path.read_bytes()


def test_a_pipe_where_the_ordered_file_is_made_is_not_waited_for(whole: Path, tmp_path: Path) -> None:
    import os

    path = tmp_path / "out.jsonl"
    out_of_order(whole, path)
    os.mkfifo(tmp_path / ".out.jsonl.undercroft-new")
    run(PLAN, GAMES, out=path)
    assert path.read_bytes() == whole.read_bytes()
    assert [one.name for one in tmp_path.iterdir()] == ["out.jsonl"]


def test_results_that_cannot_be_put_in_order_are_kept_as_they_are(whole: Path, tmp_path: Path) -> None:
    import resource

    path = tmp_path / "out.jsonl"
    data = out_of_order(whole, path)
    (tmp_path / ".out.jsonl.undercroft-new").mkdir()
    with pytest.raises(UndercroftError, match=r"out\.jsonl: cannot be written: "):
        run(PLAN, GAMES, out=path)
    (tmp_path / ".out.jsonl.undercroft-new").rmdir()
    held = resource.getrlimit(resource.RLIMIT_FSIZE)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (700, held[1]))
    try:
        with pytest.raises(UndercroftError, match="cannot be written: File too large"):
            run(PLAN, GAMES, out=path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, held)
    assert path.read_bytes() == data
    assert [one.name for one in tmp_path.iterdir()] == ["out.jsonl"]


def test_a_link_stays_one(whole: Path, tmp_path: Path) -> None:
    head, *rows = whole.read_text().splitlines()
    (tmp_path / "far.jsonl").write_text("\n".join([head, *reversed(rows), ""]))
    (tmp_path / "link.jsonl").symlink_to("far.jsonl")
    run(PLAN, GAMES, out=tmp_path / "link.jsonl")
    assert (tmp_path / "link.jsonl").is_symlink()
    assert (tmp_path / "far.jsonl").read_bytes() == whole.read_bytes()


def test_a_full_disk_is_one_line(tmp_path: Path) -> None:
    import resource

    path = tmp_path / "out.jsonl"
    held = resource.getrlimit(resource.RLIMIT_FSIZE)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (700, held[1]))
    try:
        with pytest.raises(UndercroftError, match="cannot be written: File too large"):
            run(PLAN, GAMES, out=path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, held)
    told: list[int] = []
    run(PLAN, GAMES, out=path, tell=told.append)
    assert told[0] > 0


@pytest.mark.parametrize(("games", "workers"), [(0, 1), (-1, 1), (1_000_001, 1), (1, 0), (1, 257)])
def test_numbers_out_of_range_are_refused(games: int, workers: int) -> None:
    with pytest.raises(BadOption):
        run(PLAN, games, workers=workers)


def test_a_game_that_breaks_is_a_fault_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(self: Any, *_: Any) -> None:
        raise ZeroDivisionError("division\nby zero")

    monkeypatch.setattr("undercroft.engine.game.Game.act", act)
    results = run(PLAN, 2)
    assert [one["fault"] for one in results] == ["after 0 actions: ZeroDivisionError: division by zero"] * 2
    found = summary(PLAN, results)
    assert (found["games"], found["won"]["of"]) == (2, 0)
    assert [one["seed"] for one in found["faults"]] == [5, 6]
    assert "Broken games: 2 of 2" in report(found)


def test_a_game_that_goes_on_for_ever_is_left_as_it_stands() -> None:
    results = run(Plan(*DESCENT), 2)
    assert [(one["ending"], one["won"], one["actions"]) for one in results] == [("", False, 120)] * 2
    assert summary(Plan(*DESCENT), results)["endings"]["not over"]["count"] == 2


PROGRAM = """
import sys
from pathlib import Path
from undercroft.lab import Plan, run
if __name__ == "__main__":
    run(Plan("descent", "competent", {"difficulty": "easy", "length": "short", "companions": "random"}, 1, 120),
        24, workers=2, out=Path(sys.argv[1]))
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_stopped_in_the_middle_nothing_is_lost(tmp_path: Path, how: signal.Signals) -> None:
    path = tmp_path / "out.jsonl"
    process = subprocess.Popen([sys.executable, "-c", PROGRAM, str(path)], stderr=subprocess.DEVNULL)
    while process.poll() is None and (not path.exists() or path.read_bytes().count(b"\n") < 4):
        time.sleep(0.02)
    process.send_signal(how)
    process.wait(timeout=60)
    held = path.read_bytes().count(b"\n") - 1
    assert held >= 3
    told: list[int] = []
    results = run(Plan(*DESCENT), 24, out=path, tell=told.append)
    assert told[0] == held
    assert results == run(Plan(*DESCENT), 24, workers=2)


def test_a_worker_ends_with_its_input_and_without_a_word() -> None:
    plan = b'{"rulebook":"fivecards","bot":"random","options":{},"first":5,"most":20000}\n'
    done = subprocess.run(COMMAND, input=plan + b"3\n", capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == line(PLAN, 3) + "\n"


def test_a_worker_ends_when_nobody_listens_any_more() -> None:
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    process.stdin.write(b'{"rulebook":"fivecards","bot":"random"}\n1\n')
    process.stdin.close()
    assert process.wait(timeout=60) == 1
    assert process.stderr.read() == b""
    process.stderr.close()


def test_a_worker_that_is_killed_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("undercroft.lab.workers.COMMAND", (sys.executable, "-c", "pass"))
    with pytest.raises(UndercroftError, match="a worker of the lab has ended before its game was over"):
        run(PLAN, 2, workers=2, out=tmp_path / "out.jsonl")
