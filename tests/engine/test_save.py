"""The save: loading is the game, every damage is told, older formats migrate, writing is whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest
from tests.testing import policy

import undercroft as uc
from undercroft.engine import save as _save
from undercroft.engine.errors import SaveError
from undercroft.engine.rulebook import find
from undercroft.engine.save import read_file, unpack, write_file


def played(steps=6, **more):
    return policy.play(uc.new("fivecards", seed=4, **more), steps)


def envelope(game=None):
    return msgspec.json.decode((game or played()).save())


def packed(data):
    return msgspec.json.encode(data)


def test_a_loaded_game_is_the_game():
    game = played()
    loaded = uc.load(game.save())
    assert loaded.digest() == game.digest()
    assert loaded.streams.state() == game.streams.state()
    assert loaded.record() == game.record()
    assert loaded.save() == game.save()
    assert loaded.actions() == game.actions()
    assert loaded.view("player") == game.view("player")


def test_a_loaded_game_goes_on_alike():
    game = played(4)
    loaded = uc.load(game.save())
    for _ in range(10):
        if game.outcome is None:
            line = policy.choose(game)
            assert game.act(line).all_events == loaded.act(line).all_events
    assert loaded.digest() == game.digest()
    assert uc.replay(loaded.record()).digest() == game.digest()


def test_what_was_done_before_a_load_cannot_be_taken_back():
    loaded = uc.load(played().save())
    assert loaded.undo().refusals[0].code == "game.undo_none"
    before = loaded.digest()
    loaded.act("dim", "gm")
    assert loaded.undo().accepted
    assert loaded.digest() == before


def test_a_save_keeps_mode_options_and_world():
    first = policy.won()
    game = uc.new("fivecards", seed=4, ranked=True, difficulty="hard", world=first.world())
    loaded = uc.load(game.save())
    assert (loaded.ranked, loaded.given, loaded.origin) == (True, {"difficulty": "hard"}, first.world())
    assert list(loaded.state.graves) == [1]


def test_saving_draws_nothing_and_is_deterministic():
    game = played()
    before = game.streams.state()
    assert game.save() == game.save() == played().save()
    assert game.streams.state() == before


def test_a_save_is_text_too():
    game = played()
    assert uc.load(game.save().decode()).digest() == game.digest()


@pytest.mark.parametrize("data", [
    b"", b"{", b"[]", b"null", b"17", b'"x"', b"\xff\xfe", b"\x00" * 50, b"{}", b'{"kind": "other"}', b"[" * 50_000,
])  # fmt: skip
def test_what_is_no_save_is_told_in_one_line(data):
    with pytest.raises(SaveError, match=r"^this is no save of a game$"):
        unpack(data)


def test_a_cut_save_is_no_save_wherever_it_is_cut():
    data = played(2).save()
    for at in range(0, len(data), 97):
        with pytest.raises(SaveError) as told:
            unpack(data[:at])
        assert "\n" not in str(told.value)


@pytest.mark.parametrize(("key", "value"), [
    ("seed", "seven"), ("ranked", 3), ("options", []), ("record", "x"), ("record", [3]), ("streams", [1]),
    ("streams", [0, [["play", -1, 0, 0, 0, 0]]]), ("streams", [0, [["nobody", 1, 2, 3, 4, 0]]]),
    ("streams", [-1, []]), ("state", 3), ("state", {}), ("state", {"hero": 3}), ("checks", [1]),
    ("options", {"difficulty": "no"}), ("options", {"nothing": 1}), ("world", 3),
])  # fmt: skip
def test_a_damaged_part_is_told_in_one_line(key, value):
    with pytest.raises(SaveError, match=r"^the save is damaged: ") as told:
        unpack(packed({**envelope(), key: value}))
    assert "\n" not in str(told.value)
    assert len(str(told.value)) < 300


@pytest.mark.parametrize("key", ["rulebook", "seed", "record", "streams", "state", "digest", "checks"])
def test_a_missing_part_is_told(key):
    data = envelope()
    del data[key]
    with pytest.raises(SaveError, match=f"^the save is damaged: .*{key}"):
        unpack(packed(data))


def test_a_part_too_many_is_told():
    with pytest.raises(SaveError, match=r"^the save is damaged: .*extra"):
        unpack(packed({**envelope(), "extra": 1}))


def changed_state(change):
    data = envelope()
    change(data["state"])
    return packed(data)


@pytest.mark.parametrize("change", [
    lambda s: s["hero"].update(coins=99), lambda s: s["cards"].pop(), lambda s: s["cards"].reverse(),
    lambda s: s["house"].update(taste=5), lambda s: s["agenda"].pop(),
])  # fmt: skip
def test_a_state_other_than_the_one_it_names_is_refused(change):
    with pytest.raises(SaveError, match="what it holds is not what it names"):
        unpack(changed_state(change))


@pytest.mark.parametrize("change", [
    lambda s: s["hero"].update(coins="many"), lambda s: s["hero"].update(wings=2), lambda s: s["cards"].append([1]),
    lambda s: s["agenda"].append({"frame": "nowhere"}), lambda s: s.update(nothing=1), lambda s: s.pop("hero"),
])  # fmt: skip
def test_a_state_that_is_none_is_refused(change):
    with pytest.raises(SaveError, match=r"^the save is damaged: "):
        unpack(changed_state(change))


@pytest.mark.parametrize(("key", "value", "says"), [
    ("version", "9", "the save is of fivecards 9; this program plays fivecards 1"),
    ("content", "00000000", "the save is of content 00000000; this program has "),
    ("kind", "undercroft.tales", "this is no save of a game"),
    ("format", 2, "the save has format 2; this program reads up to 1"),
    ("format", 0, "the save has format 0, which this program can no longer read"),
    ("rulebook", "fivecats", 'no rulebook is called "fivecats"; did you mean "fivecards"'),
])  # fmt: skip
def test_what_this_program_cannot_load_is_named(key, value, says):
    with pytest.raises(uc.UndercroftError, match=says):
        unpack(packed({**envelope(), key: value}))


def test_a_save_too_large_to_be_one_is_not_read(monkeypatch):
    monkeypatch.setattr(_save, "MOST", 100)
    with pytest.raises(SaveError, match="too large"):
        unpack(played().save())


def test_an_older_format_is_brought_up_to_date_step_by_step(monkeypatch):
    game = played()
    older = envelope(game)
    older["format"] = -1
    older["seeds"] = older.pop("seed")
    monkeypatch.setitem(_save.MIGRATIONS, -1, lambda data: {**data, "format": 0, "game": data["rulebook"]})

    def to_one(data):
        data = {**data, "format": 1, "seed": data["seeds"]}
        del data["seeds"], data["game"]
        return data

    monkeypatch.setitem(_save.MIGRATIONS, 0, to_one)
    loaded = unpack(packed(older))
    assert loaded.digest() == game.digest()
    assert loaded.save() == game.save()


def test_a_save_of_another_rulebook_is_not_loaded_by_the_one_given():
    with pytest.raises(SaveError, match='the save is of "fivecards", not of descent'):
        unpack(played().save(), book=find("descent"))


def test_a_file_is_written_with_one_older_copy(tmp_path):
    path = tmp_path / "games" / "one.json"
    write_file(path, b"first")
    write_file(path, b"second")
    write_file(path, b"third")
    assert read_file(path) == b"third"
    assert path.with_name("one.json.old").read_bytes() == b"second"
    assert sorted(one.name for one in path.parent.iterdir()) == ["one.json", "one.json.old"]


class Killed(BaseException):
    """Stands for SIGKILL: no handler runs."""


STEPS = ("open", "write", "fsync", "rename-old", "rename-new", "fsync-folder")


@pytest.mark.parametrize("step", STEPS)
def test_killed_at_any_step_the_file_is_the_old_or_the_new_one(tmp_path, monkeypatch, step):
    path = tmp_path / "one.json"
    write_file(path, b"older")
    write_file(path, b"old")
    syncs, renames = [], []
    fsync, rename, opened = os.fsync, Path.replace, Path.open

    def dying_fsync(number):
        syncs.append(number)
        if step == ("fsync", "fsync-folder")[len(syncs) - 1]:
            raise Killed
        return fsync(number)

    def dying_rename(self, target):
        renames.append(target)
        if step == ("rename-old", "rename-new")[len(renames) - 1]:
            raise Killed
        return rename(self, target)

    def dying_open(self, *args, **more):
        if step == "open":
            raise Killed
        file = opened(self, *args, **more)
        if step == "write":
            file.write(b"ne")
            file.close()
            raise Killed
        return file

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", dying_fsync)
        patch.setattr(Path, "replace", dying_rename)
        patch.setattr(Path, "open", dying_open)
        with pytest.raises(Killed):
            write_file(path, b"new")
    assert read_file(path) == (b"new" if step == "fsync-folder" else b"old")
    write_file(path, b"newer")
    assert read_file(path) == b"newer"


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_a_disk_that_fails_is_told_and_the_old_file_stays(tmp_path, monkeypatch, failing):
    path = tmp_path / "one.json"
    write_file(path, b"old")

    def full(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(*((os, "fsync", full) if failing == "fsync" else (Path, "replace", full)))
        with pytest.raises(SaveError, match="cannot be written: No space left on device"):
            write_file(path, b"new")
    assert read_file(path) == b"old"
    assert not path.with_name("one.json.new").exists()


def test_a_file_that_is_not_there_or_is_a_folder_is_told(tmp_path):
    with pytest.raises(SaveError, match="there is no such save"):
        read_file(tmp_path / "none.json")
    with pytest.raises(SaveError, match="cannot be read"):
        read_file(tmp_path)
    with pytest.raises(SaveError, match="cannot be written"):
        write_file(tmp_path, b"x")
    assert tmp_path.is_dir()


def test_a_file_too_large_is_not_read(tmp_path, monkeypatch):
    path = tmp_path / "one.json"
    write_file(path, b"x" * 200)
    monkeypatch.setattr(_save, "MOST", 100)
    with pytest.raises(SaveError, match="too large to be a save"):
        read_file(path)
