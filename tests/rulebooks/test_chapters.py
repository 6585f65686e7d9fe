"""Chapters are layers: each imports only those before it in its rulebook's list, itself or through a helper."""

from __future__ import annotations

import ast
from pathlib import Path
from types import ModuleType

import pytest

from undercroft.engine.rulebook import find


def imported(path: Path, package: str) -> set[str]:
    """Return the modules of a package that one of them imports, by their names in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == package:
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(f"{package}."):
            found.add(node.module.removeprefix(f"{package}.").partition(".")[0])
    return found


def called(chapter: ModuleType) -> str:
    """Return a chapter's name within its rulebook."""
    return chapter.__name__.rpartition(".")[2]


@pytest.mark.parametrize("book", ["descent", "tabletop", "fivecards"])
def test_a_chapter_imports_only_those_before_it(book: str) -> None:
    chapters = find(book).chapters
    package = chapters[0].__name__.rpartition(".")[0]
    folder = Path(str(chapters[0].__file__)).parent
    order = {called(chapter): at for at, chapter in enumerate(chapters)}
    direct = {path.stem: imported(path, package) for path in folder.glob("*.py")}
    assert len(order) > 5
    for name, at in order.items():
        reached: set[str] = set()
        waiting = set(direct[name])
        while waiting:
            one = waiting.pop()
            if one in reached or one not in direct:
                continue
            reached.add(one)
            if one not in order:  # a helper: what it imports is imported with it
                waiting |= direct[one]
        later = sorted(one for one in reached if order.get(one, -1) >= at)
        assert later == [], f"{name} imports {', '.join(later)}"
