"""The tiny rulebook, found by entry point as any from outside; a home for each test; a way to run the program."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from undercroft.engine import rulebook

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that, on the path, makes `tiny` an installed rulebook."""
    folder = tmp_path_factory.mktemp("outside")
    info = folder / "tinybook-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tinybook\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[undercroft.rulebooks]\ntiny = tests.play.tiny:rulebook\n")
    return folder


@pytest.fixture
def tiny(outside: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Install the tiny rulebook in this process for one test."""
    monkeypatch.syspath_prepend(str(outside))
    rulebook._installed.cache_clear()
    yield "tiny"
    monkeypatch.undo()
    rulebook._installed.cache_clear()
    rulebook.find.cache_clear()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder that holds everything of this test's person."""
    folder = tmp_path / "home"
    monkeypatch.setenv("UNDERCROFT_HOME", str(folder))
    return folder


@pytest.fixture
def env(outside: Path, home: Path) -> dict[str, str]:
    """Return the environment of a program of its own."""
    found = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "COV"))}
    return {**found, "PYTHONPATH": f"{outside}{os.pathsep}{ROOT}", "UNDERCROFT_HOME": str(home), "COLUMNS": "100"}


Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def run(env: dict[str, str]) -> Run:
    """Return a function that runs the program with words and piped bytes."""

    def call(*words: str | bytes, typed: bytes = b"", **more: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, "-m", "undercroft", *words], input=typed, capture_output=True, env={**env, **more},
            timeout=60, check=False,
        )  # fmt: skip

    return call


def one_line(done: subprocess.CompletedProcess[bytes]) -> str:
    """Hold that a program failed with one clear line and no traceback; return the line."""
    said = done.stderr.decode()
    assert done.returncode == 2, (done.returncode, said)
    assert said.count("\n") == 1, said
    assert said.endswith("\n")
    assert said.startswith("undercroft: ")
    assert "Traceback" not in said
    assert said.strip().isprintable()
    return said
