"""The shelf of games: ids, locks, the older copy, and folders that cannot be used."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

import undercroft
from undercroft.engine.errors import SaveError, UnknownName
from undercroft.play.shelf import Shelf, Slot, data_folder, state_folder

pytestmark = pytest.mark.usefixtures("tiny")


@pytest.fixture
def shelf(home: Path) -> Shelf:
    return Shelf()


def made(seed: int = 3, **options: Any) -> Any:
    return undercroft.new("tiny", seed=seed, **options)


def test_one_variable_moves_all_folders(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert data_folder() == state_folder() == home
    monkeypatch.delenv("UNDERCROFT_HOME")
    assert data_folder().name == state_folder().name == "undercroft"


def test_ids_are_rulebook_seed_and_a_number(shelf: Shelf) -> None:
    ids = []
    for _ in range(2):
        with shelf.add(made(name="../../evil")) as slot:
            ids.append(slot.id)
    assert ids == ["tiny-3-1", "tiny-3-2"]
    assert sorted(shelf.ids()) == ids


def test_a_game_comes_back_as_it_was(shelf: Shelf) -> None:
    game = made()
    with shelf.add(game) as slot:
        game.act("walk on")
        slot.save(game)
    again, slot = shelf.open("tiny-3-1")
    slot.close()
    assert again.digest() == game.digest()
    assert again.record() == game.record()


def test_a_game_is_held_by_one_process_and_let_go(shelf: Shelf) -> None:
    with shelf.add(made()):
        with pytest.raises(SaveError, match=rf"tiny-3-1 is being played by another process \({os.getpid()}\)"):
            shelf.open("tiny-3-1")
        shelf.read("tiny-3-1")
    assert sorted(path.name for path in shelf.folder.iterdir()) == ["tiny-3-1.json"]
    shelf.open("tiny-3-1")[1].close()


def test_a_number_held_by_another_process_is_passed_over(shelf: Shelf) -> None:
    with Slot(shelf.folder, "tiny-3-1"), shelf.add(made()) as slot:
        assert slot.id == "tiny-3-2"


def test_unknown_games_name_the_nearest(shelf: Shelf) -> None:
    with pytest.raises(UnknownName, match="you have no games yet"):
        shelf.named("tiny-3-1")
    shelf.add(made()).close()
    with pytest.raises(UnknownName, match='did you mean "tiny-3-1"'):
        shelf.named("tiny-3-2")
    for bad in ("../tiny-3-1", "", "tiny-3-1.json", "\0", "x" * 10_000):
        with pytest.raises(UnknownName):
            shelf.open(bad)


def test_the_latest_unfinished_game_is_found(shelf: Shelf) -> None:
    games = [made(seed) for seed in (1, 2, 3)]
    for at, game in enumerate(games):
        if at == 2:
            for _ in range(8):
                game.act("walk on")
            assert game.outcome
        with shelf.add(game) as slot:
            os.utime(slot.path, (at, at))
    assert shelf.ids()[0] == "tiny-3-1"
    assert shelf.unfinished() == "tiny-2-1"
    with pytest.raises(UnknownName, match="no unfinished game of descent"):
        shelf.unfinished("descent")


def test_a_broken_save_names_its_file_and_the_older_copy(shelf: Shelf) -> None:
    game = made()
    with shelf.add(game) as slot:
        game.act("walk on")
        slot.save(game)
        slot.path.write_bytes(slot.path.read_bytes()[:-40])
        path = slot.path
    with pytest.raises(SaveError) as caught:
        shelf.open("tiny-3-1")
    assert str(path) in str(caught.value)
    assert "tiny-3-1.json.old" in str(caught.value)
    path.unlink()
    older, slot = shelf.open("tiny-3-1")
    slot.close()
    assert older.turns == 0


def test_a_file_where_a_folder_should_be(home: Path) -> None:
    home.mkdir()
    (home / "games").write_text("in the way")
    for tried in (lambda: Shelf().ids(), lambda: Shelf().add(made()), lambda: Slot(Shelf().folder, "tiny-3-1")):
        with pytest.raises(SaveError, match="games: cannot be"):
            tried()
    assert (home / "games").read_text() == "in the way"


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EACCES, errno.EROFS, errno.EIO])
def test_a_disk_that_refuses_leaves_the_last_save_whole(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    game = made()
    with shelf.add(game) as slot:
        before = slot.path.read_bytes()
        game.act("walk on")

        def full(_: int) -> None:
            raise OSError(code, os.strerror(code))

        with monkeypatch.context() as broken:
            broken.setattr(os, "fsync", full)
            with pytest.raises(SaveError, match="cannot be written"):
                slot.save(game)
        assert slot.path.read_bytes() == before
        slot.save(game)
        assert undercroft.load(slot.path.read_bytes()).turns == 1


def test_a_new_game_on_a_full_disk_is_a_save_error(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SaveError, match="No space left"):
        shelf.add(made())


def test_files_that_are_none_of_ours_are_left_alone(shelf: Shelf) -> None:
    shelf.add(made()).close()
    for name in ("a\x1b[2Jb.json", "notes.txt", "tiny 4.json", ".json"):
        (shelf.folder / name).write_text("mine")
    assert shelf.ids() == ["tiny-3-1"]
