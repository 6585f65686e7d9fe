"""What the documents show is what happens: every Python block runs, and the README's transcript is a real one."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from undercroft.engine.rules import Rules

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = sorted([*(ROOT / "docs").glob("*.md"), ROOT / "README.md"])
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
TRANSCRIPT = re.compile(r"```console\n\$ (?P<command>.+?)\n(?P<said>.*?)```", re.DOTALL)
PRINTED = re.compile(r"```python\n(?P<block>[^`]*)```\n\n```text\n(?P<said>.*?)```", re.DOTALL)
LINK = re.compile(r"\]\((?P<to>[^)#:]+)(?:#[^)]*)?\)")
TREE = re.compile(r"```\{toctree\}\n(.*?)```", re.DOTALL)
CITED = re.compile(r"\b([DT]\d+\.\d+)\b")
MARKED = re.compile(r"mark\.(?:rule|added)\(([^)]*)\)")
BOOKS = ("descent", "tabletop")


def known() -> set[str]:
    """Return the ids of all rules and worked examples of the rulebooks."""
    return {rule for book in BOOKS for rule in Rules(files(f"undercroft.rulebooks.{book}") / "rules.md").ids}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_python_block_runs(page: Path) -> None:
    for block in BLOCK.findall(page.read_text(encoding="utf-8")):
        if block.startswith("def lid_chance"):
            continue
        exec(compile(block, str(page), "exec"), {"__name__": "block"})
    assert page.stat().st_size > 0


def test_the_transcript_of_the_readme_is_real(tmp_path: Path) -> None:
    found = list(TRANSCRIPT.finditer((ROOT / "README.md").read_text(encoding="utf-8")))
    assert found
    env = {**os.environ, "UNDERCROFT_HOME": str(tmp_path), "COLUMNS": "100", "NO_COLOR": "1"}
    env["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{env['PATH']}"
    for one in found:
        done = subprocess.run(["sh", "-c", one["command"]], env=env, capture_output=True, text=True, check=False)
        assert done.stdout == one["said"], one["command"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_block_prints_what_stands_below_it(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = list(PRINTED.finditer(page.read_text(encoding="utf-8")))
    assert found or page.name != "README.md"
    for one in found:
        exec(compile(one["block"], str(page), "exec"), {"__name__": "block"})
        assert capsys.readouterr().out == one["said"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_page_that_a_page_names_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = [one["to"] for one in LINK.finditer(text)]
    # A name with a star takes what is there: pages made from the code.
    tree = [
        name for block in TREE.findall(text) for name in block.split() if not name.startswith(":") and "*" not in name
    ]
    named += [f"{name}.md" for name in tree if not name.isdigit()]
    assert [name for name in named if not (page.parent / name).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_rule_that_a_page_cites_exists(page: Path) -> None:
    cited = set(CITED.findall(page.read_text(encoding="utf-8")))
    assert cited - known() == set()


@pytest.mark.parametrize("book", BOOKS)
def test_every_rule_that_code_cites_exists(book: str) -> None:
    for path in sorted((ROOT / "src" / "undercroft" / "rulebooks" / book).rglob("*.py")):
        assert set(CITED.findall(path.read_text(encoding="utf-8"))) - known() == set(), path.name


def test_every_rule_that_a_test_cites_exists() -> None:
    for path in sorted((ROOT / "tests").rglob("*.py")):
        found = MARKED.findall(path.read_text(encoding="utf-8"))
        assert {one for ids in found for one in re.findall(r'"(\w[\w.]*)"', ids)} - known() == set(), path.name


def test_no_text_of_the_game_holds_a_digit() -> None:
    folder = ROOT / "src" / "undercroft" / "rulebooks" / "descent" / "text"
    for path in sorted(folder.glob("*.toml")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            value = line.partition(" = ")[2]
            assert not re.search(r"\d", value), f"{path.name}:{number}: {line}"


def test_what_the_page_of_the_table_shows_is_what_is_said() -> None:
    page = (ROOT / "docs" / "table.md").read_text(encoding="utf-8")
    block = page.partition("```console\n")[2].partition("```")[0]
    commands = re.findall(r"^\$ undercroft (.+)\n((?:[^$].*\n)+)", block, re.MULTILINE)
    assert len(commands) == 3
    for command, said in commands:
        done = subprocess.run(
            [sys.executable, "-m", "undercroft", *command.split()], capture_output=True, text=True, check=True
        )
        assert done.stdout == said


def test_the_fight_on_the_page_of_the_table_goes_as_it_is_printed(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "table.md").read_text(encoding="utf-8")
    block = page.partition("## A fight at the table")[2].partition("```console\n")[2].partition("```")[0]
    commands = re.findall(r"^\$ undercroft (.+)$", block, re.MULTILINE)
    assert commands
    for command in commands:
        done = subprocess.run(
            [sys.executable, "-m", "undercroft", *command.split()],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command}: {done.stderr}"
    assert "Written: party/" in done.stdout


def test_every_command_of_the_toolkit_is_on_its_page() -> None:
    from undercroft.rulebooks.tabletop.toolkit import toolkit

    page = (ROOT / "docs" / "table.md").read_text(encoding="utf-8")
    for tool in toolkit.tools:
        for word in tool.words.split():
            assert word in page, tool.words
