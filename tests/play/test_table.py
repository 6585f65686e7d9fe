"""`undercroft table`: which toolkit, walk-throughs at a pipe, files, exit codes, and how little it loads."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.play.conftest import Run, one_line

from undercroft.engine import toolkit
from undercroft.engine.errors import BadUse, UndercroftError, UnknownName
from undercroft.engine.streams import derive
from undercroft.engine.toolkit import Answer, Asked, Batch, Cup, Option, Tool, Toolkit
from undercroft.play import table
from undercroft.play.held import Hold

SHEET = """\
name = "Ada"
class = "Adventurer"
level = 1
ap = 100
courage = 10
intelligence = 9
charisma = 9
agility = 9
strength = 9
attack = 10
defence = 8
agility_point = "none"
vitality = 30
vitality_max = 30
silver = 0
armour = "travelling clothes"
wielded = "unarmed"
"""


def dice(asked: Asked, cup: Cup) -> Answer:
    faces = [cup.between(1, 6) for _ in range(3)]
    return Answer((str(faces),), {"faces": faces}, files=(("made/by.txt", "hand\n"), ("raw.bin", b"\xff")))


def riddle(asked: Asked, cup: Cup) -> Answer:
    right = cup.between(1, 6)
    lines = ["I think of a number.", *(f"{said}: no." for said in asked.answers if said != str(right))]
    if str(right) in asked.answers:
        return Answer((*lines, f"{right}: yes."), {"right": right, "tries": len(asked.answers)})
    return Answer(tuple(lines), {}, question="Which?")


def many(asked: Asked, cup: Cup) -> Batch:
    base = cup.below(1000)

    def reduce(found: Sequence[tuple[int, ...]]) -> Answer:
        return Answer((str(sum(one[0] for one in found)),), {"sum": sum(one[0] for one in found)})

    return Batch(130, lambda index: ((base + index) ** 2 % 97,), reduce)


def tally(asked: Asked, cup: Cup) -> Answer:
    path = Path(asked.word(0))
    held = path.read_text() if path.exists() else ""
    if asked.word(1) == "no":
        raise BadUse("nothing is called no")
    kept = f"{held}{asked.word(1)}"
    return Answer((kept,), {"kept": kept}, files=((asked.word(0), kept),))


def added(asked: Asked, cup: Cup) -> Answer:
    kept = [
        (path, f"{Path(path).read_text() if Path(path).is_file() else ''}{asked.word(1)}")
        for path in (asked.words[0], *asked.words[2:])
    ]
    return Answer(tuple(text for _, text in kept), {}, files=tuple(kept))


def odd(asked: Asked, cup: Cup) -> Answer:
    return Answer(("a\x1b[2Jb\u202ec\udcff",), {"name": "a\x1b[2Jb\u202ec\udcff"})


def faulty(asked: Asked, cup: Cup) -> Answer:
    return Answer(("Bad.",), {"bad": 1}, faults=1)


kit = Toolkit(
    "kit", "for tests.",
    (
        Tool("dice", "", "Throw.", ("K1",), dice), Tool("riddle", "", "Guess.", ("K2",), riddle),
        Tool("many", "", "Count.", ("K3",), many), Tool("find faults", "", "Look.", ("K4",), faulty, (Option("x"),)),
        Tool("tally", "FILE [STEP...]", "Keep.", ("K5",), tally, steps=lambda _: ("a", "b")),
        Tool("add", "FILE WORD [FILE...]", "Add.", ("K6",), added), Tool("odd", "", "Odd.", ("K7",), odd),
    ),
    "tests",
)  # fmt: skip
other = Toolkit(
    "other", "for others.", (Tool("dice", "", "Not these.", (), faulty), Tool("own", "", "Own.", (), faulty)), "tests"
)


@pytest.fixture
def kits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(toolkit, "toolkits", lambda: ("kit", "other"))
    monkeypatch.setattr(toolkit, "find", lambda name: {"kit": kit, "other": other}[name])
    monkeypatch.chdir(tmp_path)


def said(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert table.run(words) == code
    return capsys.readouterr().out


def test_a_command_says_its_rules_and_the_seed_that_was_chosen(kits: None, capsys: Any) -> None:
    first = said(capsys, "dice")
    *lines, rules, seed = first.splitlines()
    assert rules == "Rules: K1."
    number = seed.removeprefix("Seed ").removesuffix(".")
    assert said(capsys, "dice", "--seed", number) == first.replace(seed + "\n", "")
    data = json.loads(said(capsys, "dice", "--json", "--seed", number))
    assert data == {"command": "dice", "seed": int(number), "figures": {"faces": json.loads(lines[0])}, "rules": ["K1"]}
    assert json.loads(said(capsys, "find", "faults", "--json", code=1)).keys() == {"command", "figures", "rules"}


def test_files_are_written_when_all_is_well(kits: None, capsys: Any, tmp_path: Path) -> None:
    said(capsys, "dice")
    assert (tmp_path / "made" / "by.txt").read_text() == "hand\n"
    assert (tmp_path / "raw.bin").read_bytes() == b"\xff"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["made", "raw.bin"]


def test_all_files_are_written_or_none(kits: None, capsys: Any, tmp_path: Path) -> None:
    (tmp_path / "raw.bin").mkdir()
    with pytest.raises(UndercroftError, match=r"raw\.bin: cannot be written: a folder"):
        table.run(["dice"])
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == []


def test_what_is_found_wrong_is_told_by_the_exit_code(kits: None, capsys: Any) -> None:
    assert said(capsys, "find", "faults", code=1) == "Bad.\nRules: K4.\n"


def test_a_toolkit_is_named_first_or_the_one_that_knows_the_command(kits: None, capsys: Any) -> None:
    assert "Bad." in said(capsys, "other", "dice", code=1)
    assert "Bad." in said(capsys, "own", code=1)
    assert "for tests." in said(capsys)
    assert "for others." in said(capsys, "other")
    assert "for others." in said(capsys, "other", "help")


def test_a_tool_that_keeps_a_file_has_it_alone(kits: None, capsys: Any, tmp_path: Path) -> None:
    said(capsys, "tally", "kept.txt", "a")
    with (
        Hold(tmp_path / ".kept.txt.undercroft-lock", "taken"),
        pytest.raises(UndercroftError, match=r"^kept\.txt is in the hands"),
    ):
        table.run(["tally", "kept.txt", "b"])
    assert said(capsys, "tally", "kept.txt", "b") == "ab\nRules: K5.\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == [".kept.txt.undercroft-old", "kept.txt"]
    assert (tmp_path / ".kept.txt.undercroft-old").read_text() == "a"


def test_a_kept_file_alone_asks_for_steps(kits: None, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    def typed(lines: bytes, code: int) -> list[str]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines)))
        return [line for line in said(capsys, "tally", "kept.txt", code=code).splitlines() if line != "Rules: K5."]

    assert typed(b"a\n\n# b\nb\nquit\na\n", 0) == ["", "> a", "a", "> b", "ab"]
    assert typed(b"no\n\xff\na --x\nb", 1) == [
        "ab", "> no", "nothing is called no", "That line is no text: it must be UTF-8.", "> a --x",
        'tally has no option "--x"; it has: --seed, --json, --workers, --help', "> b", "abb",
    ]  # fmt: skip


def test_a_walk_through_goes_on_with_each_answer(kits: None, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    monkeypatch.setattr(sys, "stdin", io.StringIO("0\n1\n2\n3\n4\n5\n6\n"))
    out = said(capsys, "riddle", "--seed", "3")
    right = out.partition(": yes.")[0][-1]
    assert out.count("I think of a number.") == 1
    assert out.count("Which? ") == int(right) + 1
    assert "0: no." in out
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"0\n{right}\n"))
    assert table.run(["riddle", "--seed", "3", "--json"]) == 0
    found = capsys.readouterr()
    assert json.loads(found.out)["figures"] == {"right": int(right), "tries": 2}
    assert found.err.count("Which?") == 2


def test_a_walk_through_that_is_left_says_so(kits: None, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    monkeypatch.setattr(sys, "stdin", io.StringIO("0\n"))
    with pytest.raises(BadUse, match="left before the last question: nothing is written"):
        table.run(["riddle"])
    monkeypatch.setattr(sys, "stdin", io.StringIO("0\n" * 2000))
    with pytest.raises(BadUse, match="after 1000 answers it is still not over"):
        table.run(["riddle"])
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(BadUse, match="left before"):
        table.run(["riddle"])


def test_a_batch_is_reduced_in_order(kits: None, capsys: Any) -> None:
    data = json.loads(said(capsys, "many", "--seed", "5", "--json"))
    base = Cup.of(derive(5, "kit", "toolkit", "many")).below(1000)
    assert data["figures"]["sum"] == sum((base + index) ** 2 % 97 for index in range(130))


@pytest.mark.parametrize(
    ("words", "why"),
    [(["dice", "--seed", "-1"], "--seed"), (["many", "--workers", "0"], "--workers"), (["dcie"], "dice")],
)
def test_bad_options_of_the_table(words: list[str], why: str, kits: None) -> None:
    with pytest.raises((BadUse, UnknownName), match=why):
        table.run(words)


def test_no_toolkit_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolkit, "toolkits", tuple)
    with pytest.raises(UnknownName, match="no installed rulebook has a toolkit"):
        table.run([])


def test_at_a_pipe(run: Run, tmp_path: Path) -> None:
    sheet = tmp_path / "ada.toml"
    sheet.write_text(SHEET)
    left = run("table", "level", str(sheet), typed=b"vitality\n")
    assert "left before the last question" in one_line(left)
    assert sheet.read_text() == SHEET
    done = run("table", "level", str(sheet), typed=b"vitality\nluck\ncourage\nattack\n")
    assert done.returncode == 0
    assert b'No Quality is called "luck". (T1.1)' in done.stdout
    assert "attack = 11" in sheet.read_text()


def test_a_folder_that_cannot_be_written_is_one_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run("table", "sheet", "reference", str(tmp_path / "file" / "inside"))
    assert "cannot be written" in one_line(done)


def test_bad_words_are_one_line(run: Run) -> None:
    assert 'did you mean "odds test"?' in one_line(run("table", "odds", "tset", "10"))
    assert 'position 3: "!"' in one_line(run("table", "roll", "d6!"))
    assert "at most 200 letters" in one_line(run("table", "roll", "9" * 400))


def test_the_program_loads_no_toolkit_before_one_is_asked_for() -> None:
    code = (
        "import sys, undercroft.play.program; "
        "sys.exit(any(name in sys.modules for name in "
        "('undercroft.engine.toolkit', 'undercroft.play.table', 'undercroft.rulebooks.tabletop')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_odds_load_neither_files_nor_drawings() -> None:
    code = (
        "import sys; from undercroft.play import cli; cli.run(['table', 'odds', 'test', '10', '-5']); "
        "sys.exit(any(name in sys.modules for name in ('drawsvg', 'typst', 'icepool', 'undercroft.lab')))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True)
    assert done.returncode == 0, done
    assert done.stdout.startswith(b"Test against 10, adjustment -5: 15/20 = 75 %.")


# --- the files of the user ---


def test_neighbours_of_a_kept_file_are_left_alone(kits: None, capsys: Any, tmp_path: Path) -> None:
    mine = {name: f"mine: {name}" for name in ("kept.txt.lock", "kept.txt.new", "kept.txt.old")}
    for name, text in mine.items():
        (tmp_path / name).write_text(text)
    said(capsys, "tally", "kept.txt", "a")
    said(capsys, "tally", "kept.txt", "b")
    assert {name: (tmp_path / name).read_text() for name in mine} == mine
    in_the_way = tmp_path / ".kept.txt.undercroft-lock"
    in_the_way.write_text("poetry")
    with pytest.raises(UndercroftError, match="a file of that name is in the way"):
        table.run(["tally", "kept.txt", "b"])
    assert in_the_way.read_text() == "poetry"


def test_a_file_that_is_to_be_written_is_kept_from_others(kits: None, capsys: Any, tmp_path: Path) -> None:
    with Hold(tmp_path / ".raw.bin.undercroft-lock", "taken"), pytest.raises(UndercroftError, match="in the hands"):
        table.run(["dice"])
    assert capsys.readouterr().out == ""
    assert not (tmp_path / "raw.bin").exists()


def test_what_changed_while_a_tool_thought_is_not_lost(
    kits: None, capsys: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sum.txt").write_text("a")
    called = toolkit.Call.run

    def meanwhile(call: toolkit.Call) -> Any:
        found = called(call)
        if (tmp_path / "sum.txt").read_text() == "a":
            (tmp_path / "sum.txt").write_text("ab")
        return found

    monkeypatch.setattr(toolkit.Call, "run", meanwhile)
    assert said(capsys, "add", "sum.txt", "c") == "abc\nRules: K6.\n"
    assert (tmp_path / "sum.txt").read_text() == "abc"


def test_a_file_that_is_named_twice_is_refused(kits: None, capsys: Any, tmp_path: Path) -> None:
    with pytest.raises(UndercroftError, match="that file is named twice; nothing is written"):
        table.run(["add", "sum.txt", "c", "./sum.txt"])
    assert capsys.readouterr().out == ""
    assert list(tmp_path.iterdir()) == []


def test_a_link_is_written_through_and_a_mode_stays(kits: None, capsys: Any, tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("a")
    (tmp_path / "real.txt").chmod(0o600)
    (tmp_path / "link.txt").symlink_to("real.txt")
    said(capsys, "add", "link.txt", "b")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text() == "ab"
    assert (tmp_path / "real.txt").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("name", ["locked.txt", "loop.txt", "out/", "out/y.txt/", ".", "", "/"])
def test_where_nothing_can_be_written_nothing_is(name: str, kits: None, capsys: Any, tmp_path: Path) -> None:
    (tmp_path / "locked.txt").write_text("a")
    (tmp_path / "locked.txt").chmod(0o400)
    (tmp_path / "loop.txt").symlink_to("loop.txt")
    before = sorted(tmp_path.iterdir())
    for tool in ("add", "tally"):
        with pytest.raises(UndercroftError, match=r"cannot be (written|used)"):
            table.run([tool, name, "b"])
    assert capsys.readouterr().out == ""
    assert sorted(tmp_path.iterdir()) == before
    assert (tmp_path / "locked.txt").read_text() == "a"


# --- what reaches the terminal ---


def test_nothing_that_steers_a_terminal_is_said(kits: None, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    assert said(capsys, "odd") == "a?[2Jb?c?\nRules: K7.\n"
    out = said(capsys, "odd", "--json")
    assert out.isascii()
    assert json.loads(out)["figures"] == {"name": "a\x1b[2Jb\u202ec\udcff"}
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"a\x1b[2J\n")))
    assert "\x1b" not in said(capsys, "tally", "kept.txt", code=1)


def test_help_among_steps_does_no_step(
    kits: None, capsys: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import io

    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"a --help\na --workers 99\n")))
    out = said(capsys, "tally", "kept.txt", code=1)
    assert "undercroft table tally FILE [STEP...]" in out
    assert '--workers: "99" is no whole number from 1 to 64' in out
    assert (tmp_path / "kept.txt").read_text() == ""


@pytest.mark.parametrize("words", [["--bogus"], ["--json"], ["--bogus", "help"]])
def test_an_option_without_a_command_is_refused(words: list[str], kits: None) -> None:
    with pytest.raises(BadUse, match="needs a command before it"):
        table.run(words)
