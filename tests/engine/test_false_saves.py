"""Saves written by another hand: changed under their digest, or rightly named and yet none that a game could write."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from tests.testing import policy

import undercroft as uc
from undercroft.engine import save
from undercroft.engine.errors import SaveError
from undercroft.engine.save import Envelope, read_file, seal, unpack, write_file


def made(ranked=False, name="fivecards", steps=6):
    game = uc.new(name, seed=4, ranked=ranked)
    if name == "fivecards":
        return policy.play(game, steps)
    for line in ("begin", "accept hero", "shop", "close", "down"):
        assert game.act(line).accepted
    return game


def plain(game):
    return msgspec.json.decode(game.save())


def sealed(data):
    """Return a save with the digest that belongs to it."""
    raw = msgspec.Raw(msgspec.json.encode(data["state"]))
    envelope = msgspec.json.decode(msgspec.json.encode({**data, "state": raw}), type=Envelope)
    envelope.digest = seal(envelope)
    return msgspec.json.encode(envelope)


def told(data):
    with pytest.raises(uc.UndercroftError) as caught:
        unpack(data)
    said = str(caught.value)
    assert "\n" not in said
    assert len(said) < 300
    return said


def test_what_is_sealed_anew_is_the_save_as_it_was():
    game = made()
    assert sealed(plain(game)) == game.save()


@pytest.mark.parametrize(("key", "change"), [
    ("seed", lambda _: 5), ("ranked", lambda _: True), ("options", lambda _: {"difficulty": "hard"}),
    ("record", lambda lines: lines[:-1]), ("record", lambda lines: [*lines, "> rest = 0 1"]), ("record", lambda _: []),
    ("record", lambda lines: [lines[0].replace("= ", "= 1"), *lines[1:]]),
    ("streams", lambda s: [s[0], [[n, a ^ 1, b, c, d, e] for n, a, b, c, d, e in s[1]]]),
    ("checks", lambda _: {"50": "0" * 16}),
    ("world", lambda _: {"rulebook": "fivecards", "content": made().book.fingerprint, "run": 1, "tables": {}}),
])  # fmt: skip
def test_whatever_is_changed_is_found_out(key, change):
    data = plain(made())
    assert data["streams"][1], "the streams were used"
    data[key] = change(data[key])
    assert told(msgspec.json.encode(data)) == "the save is damaged: what it holds is not what it names"


def test_a_world_of_other_content_is_named():
    data = {**plain(made()), "world": {"rulebook": "fivecards", "content": "x", "run": 1, "tables": {}}}
    assert told(msgspec.json.encode(data)) == (
        'the save is damaged: the world is of other content, "x", than this fivecards'
    )


@pytest.mark.parametrize(("key", "value", "says"), [
    ("seed", -1, "seed: "), ("seed", 2**63, "seed: "), ("seed", "x" * 400, "seed"),
    ("record", ["nonsense"], "line 1 of its record"), ("record", ["> turn 1 = 0 1\n"], "line 1 of its record"),
    ("record", ["> turn 1 = 0 1\n> rest = 0 1"], "line 1 of its record"),
    ("record", ["> rest"], "line 1 of its record"),
    ("record", ["> turn 1 = 0 1", "> rest = -1 1"], "line 2 of its record"),
    ("checks", {"50": "0" * 16}, "after 50 actions"), ("checks", {"-50": "0" * 16}, "after -50 actions"),
    ("checks", {"3": "0" * 16}, "after 3 actions"),
    ("version", "x\ny", 'is of fivecards "x?y"'), ("content", "x\ny", 'is of content "x?y"'),
    ("format", True, "format"), ("rulebook", "x\ny", 'no rulebook is called "x?y"'),
])  # fmt: skip
def test_what_no_game_could_write_is_refused_though_rightly_named(key, value, says):
    data = {**plain(made()), key: value}
    try:
        raw = sealed(data)
    except msgspec.MsgspecError:
        raw = msgspec.json.encode(data)
    assert says in told(raw)


@pytest.mark.parametrize("digits", [19, 20, 400, 5000])
@pytest.mark.parametrize("key", ["format", "seed"])
def test_a_number_beyond_all_numbers_is_told_shortly(key, digits):
    was = {"format": b'"format":1', "seed": b'"seed":4'}[key]
    raw = made().save().replace(was, f'"{key}":{"9" * digits}'.encode(), 1)
    assert len(told(raw)) < 120


def test_a_world_on_a_rulebook_that_keeps_none_is_refused():
    data = plain(made(name="descent"))
    data["world"] = {"rulebook": "descent", "content": data["content"], "run": 1, "tables": {}}
    assert "nothing of descent outlives a run" in told(sealed(data))


def rigged(change):
    data = plain(made(ranked=True, steps=8))
    rows = data["streams"][1]
    assert rows[0][5] > 0
    data["streams"][1] = [[row[0], *change(*row[1:])] for row in rows]
    return sealed(data)


@pytest.mark.parametrize("change", [
    lambda a, b, c, d, n: (a ^ 1, b, c, d, n), lambda a, b, c, d, n: (a, b, c, (d + 1) % 2**32, n),
    lambda *_: (1, 2, 3, 4, 5), lambda a, b, c, d, n: (a, b, c, d, n + 1000),
    lambda a, b, c, d, n: (a, b, c, (d - 1) % 2**32, n),
])  # fmt: skip
def test_rigged_dice_in_a_ranked_game_are_found_out(change):
    assert told(rigged(change)) == "the save is damaged: its dice are not those of its seed"


def test_the_dice_of_a_ranked_game_with_a_seed_chosen_later_and_a_world_are_its_own():
    game = uc.new("descent", seed=4, ranked=True)
    for line in ("choose seed 99", "begin", "accept hero", "down", "search", "search"):
        game.act(line)
    assert game.streams.draws
    assert uc.load(game.save()).digest() == game.digest()
    second = policy.play(uc.new("fivecards", seed=4, ranked=True, world=policy.won().world()), 8)
    assert uc.load(second.save()).digest() == second.digest()


@pytest.mark.parametrize(("change", "says"), [
    (lambda s: s["agenda"].clear(), "nothing waits"),
    (lambda s: s.update(outcome={"code": "won", "winners": ["nobody"]}), "won by nobody who plays"),
    (lambda s: s.update(forced=[["nothing", 3]]), "forced that no rule knows"),
    (lambda s: s.update(seed=2**63), "its seed"), (lambda s: s.update(seed=-1), "its seed"),
])  # fmt: skip
def test_a_state_that_no_game_has_is_refused(change, says):
    data = plain(made())
    change(data["state"])
    assert says in told(sealed(data))


def test_a_pipe_or_a_device_is_no_save(tmp_path):
    pipe, zero = tmp_path / "pipe.json", tmp_path / "zero.json"
    os.mkfifo(pipe)
    zero.symlink_to("/dev/zero")
    for path in (pipe, zero):
        with pytest.raises(SaveError, match="cannot be read: it is no ordinary file"):
            read_file(path)


def test_a_pipe_in_the_way_of_a_write_is_taken_away(tmp_path):
    path = tmp_path / "one.json"
    os.mkfifo(tmp_path / "one.json.new")
    write_file(path, b"first")
    assert read_file(path) == b"first"


def test_no_more_of_a_file_is_read_than_a_save_may_have(tmp_path, monkeypatch):
    monkeypatch.setattr(save, "MOST", 10)
    path = tmp_path / "one.json"
    path.write_bytes(b"x" * 10)
    assert read_file(path) == b"x" * 10
    path.write_bytes(b"x" * 11)
    with pytest.raises(SaveError, match="too large to be a save"):
        read_file(path)


def test_the_package_itself_imports_next_to_nothing():
    code = "import sys, undercroft, undercroft.play.cli\nprint([m for m in sys.modules if 'undercroft.' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, cwd=Path(__file__).parents[2])
    assert done.stdout == b"['undercroft.play', 'undercroft.play.cli']\n"
