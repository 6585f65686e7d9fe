"""What is left of finished games: records in JSON and Markdown, and where a player stands."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.play.conftest import Run, one_line

import undercroft
from undercroft.bots import play
from undercroft.bots.descent import Competent
from undercroft.engine.errors import SaveError, UnknownName
from undercroft.engine.game import Game
from undercroft.play import history, standing
from undercroft.play.history import markdown, read, read_all, written_up
from undercroft.play.shelf import Shelf, history_folder
from undercroft.testing import twins

WHEN = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


def given_up(seed: int = 7, **options: Any) -> Game[Any]:
    """Return a run of descent given up at once."""
    game = undercroft.new("descent", seed=seed, **{"difficulty": "easy", "length": "short", **options})
    for text in ("begin", "accept hero", "down", "walk west", "walk east", "up", "give-up", "yes"):
        assert game.act(text).accepted, text
    return game


@pytest.fixture(scope="module")
def won() -> Game[Any]:
    return play(undercroft.new("descent", seed=2, ranked=True, difficulty="easy", length="short"), Competent())


def test_a_run_is_written_up_when_it_ends(home: Path) -> None:
    game = undercroft.new("descent", seed=7, difficulty="easy", length="short")
    with Shelf().add(game) as slot:
        game.act("begin")
        game.act("accept hero")
        slot.save(game)
        assert slot.story == ""
        game.act("give-up")
        game.act("yes")
        slot.save(game)
        assert slot.story == str(home / "history" / "descent-7-1.md")
    assert Path(slot.story).read_text().startswith("# Descent: given-up\n")
    run = read(home / "history" / "descent-7-1.json")
    assert (run.game, run.seed, run.ranked, run.ending, run.won, run.actions) == (
        "descent-7-1", 7, False, "given-up", False, 4,
    )  # fmt: skip


def test_an_end_that_is_taken_back_is_no_history(home: Path) -> None:
    game = given_up()
    with Shelf().add(game) as slot:
        folder = history_folder()
        assert sorted(path.name for path in folder.iterdir()) == ["descent-7-1.json", "descent-7-1.md"]
        game.undo()
        slot.save(game)
        assert list(folder.iterdir()) == []
        assert slot.story == ""


def test_saving_again_keeps_the_hour_of_the_end(home: Path) -> None:
    game = given_up()
    with Shelf().add(game) as slot:
        before = (home / "history" / "descent-7-1.json").read_bytes()
        slot.save(game)
        assert (home / "history" / "descent-7-1.json").read_bytes() == before


def test_a_history_that_cannot_be_written_says_so_and_the_game_is_saved(home: Path) -> None:
    home.mkdir()
    (home / "history").write_text("in the way")
    game = given_up()
    with pytest.raises(SaveError, match="history"):
        Shelf().add(game)
    assert undercroft.load((home / "games" / "descent-7-1.json").read_bytes()).digest() == game.digest()


def test_a_record_holds_the_run(won: Game[Any]) -> None:
    run = written_up(won, "descent-2-1", WHEN)
    assert (run.ending, run.won, run.ranked, run.actions) == ("won-with-book", True, True, won.turns)
    assert run.terms == {"difficulty": "easy", "length": "short"}
    assert run.options["companions"] == ["fighter", "rogue", "wizard"]
    assert run.ended == "2026-03-04T05:06:07.000+00:00"
    assert run.figures[0] == ("Ending", "won with the book")
    assert run.facts["deepest"] == 6
    assert run.facts["steps"] == won.state.clock.step
    assert [one["class"] for one in run.facts["party"]] == ["hero", "fighter", "rogue", "wizard", "king"]
    assert "choices" not in run.facts
    turns = [turn for turn, _ in run.story]
    assert turns == sorted(turns)
    assert turns[-1] <= won.turns
    said = "\n".join(text for _, text in run.story)
    assert "Down the stair, to floor 2." in said
    assert "a fight!" in said
    assert run.again == "undercroft play descent --seed 2 --difficulty easy --length short"


def test_a_game_that_goes_on_has_no_record() -> None:
    with pytest.raises(ValueError, match="not over"):
        written_up(undercroft.new("descent"), "descent-0-1", WHEN)


def test_nothing_that_stayed_hidden_is_told(won: Game[Any]) -> None:
    """What the record says is the same for a game that differs in what the party never learnt."""
    twin = twins(won, "party")
    assert twin.digest() != won.digest()
    assert won.book.tally().facts(twin.state) == won.book.tally().facts(won.state)


def test_a_loaded_game_is_written_up_whole(won: Game[Any]) -> None:
    loaded = undercroft.load(won.save())
    assert written_up(loaded, "x-1", WHEN) == written_up(won, "x-1", WHEN)


def test_a_record_comes_back_as_it_was(won: Game[Any], tmp_path: Path) -> None:
    path = tmp_path / "descent-2-1.json"
    history.follow(path, won)
    run = read(path)
    assert msgspec.structs.replace(run, ended="") == msgspec.structs.replace(
        written_up(won, "descent-2-1", WHEN), ended=""
    )


def test_names_are_no_markdown() -> None:
    text = markdown(written_up(given_up(name="A|*b* <i>"), "descent-7-1", WHEN))
    assert "A\\|\\*b\\* \\<i\\>" in text
    assert "<i>" not in text.replace("\\<i\\>", "").split("## Play it again")[0]


def test_a_rulebook_without_facts_has_a_record_too(tiny: str) -> None:
    game = undercroft.new(tiny, seed=3)
    while game.outcome is None:
        assert game.act("walk on").accepted
    run = written_up(game, "tiny-3-1", WHEN)
    assert (run.facts, run.story, run.title) == ({}, [], "Stones")
    assert markdown(run).startswith("# Stones: ")


# -- where a player stands ------------------------------------------------------------------------------------------


def runs(*results: str) -> list[history.Run]:
    """Return runs from words such as `easy:won:3:`, the one that ended last first; the last word is the killer."""
    found = []
    for number, result in enumerate(results):
        difficulty, ending, deepest, killer = result.split(":")
        found.append(
            history.Run(
                history.KIND, 1, f"descent-{number}-1", "descent", "1", "00000000", "Descent", number, True,
                {"difficulty": difficulty}, {"difficulty": difficulty}, ending, ending == "won", 10,
                f"2026-01-{number + 1:02}T00:00:00.000+00:00", "", [],
                {"deepest": int(deepest), "book": True, "killer": killer, "fell_to": ["rat"]}, [], "",
            )
        )  # fmt: skip
    return found[::-1]


def test_wins_streaks_and_the_deepest_floor_are_counted() -> None:
    one = standing.standings(
        runs("easy:won:6:", "easy:won:6:", "hard:dead:9:orc", "easy:dead:2:rat", "hard:won:6:", "hard:dead:3:orc")
    )[0]
    assert (one.rulebook, one.ranked, one.runs, one.won) == ("descent", True, 6, 3)
    assert (one.streak, one.longest) == (0, 2)
    assert [(t.terms, t.runs, t.won) for t in one.by_terms] == [
        ({"difficulty": "easy"}, 3, 2),
        ({"difficulty": "hard"}, 3, 1),
    ]
    assert one.most == {"deepest": 9}
    assert one.counted == {"killer": {"orc": 2, "rat": 1}}


def test_a_streak_goes_on_to_the_last_game() -> None:
    one = standing.standings(runs("easy:dead:1:", "easy:won:1:", "easy:won:1:"))[0]
    assert (one.streak, one.longest) == (2, 2)


def test_practice_stands_apart() -> None:
    found = runs("easy:won:6:", "easy:dead:6:")
    found[0] = msgspec.structs.replace(found[0], ranked=False)
    assert [(one.ranked, one.runs, one.won) for one in standing.standings(found)] == [(True, 1, 1), (False, 1, 0)]


def test_of_one_rulebook_alone() -> None:
    found = runs("easy:won:6:")
    other = [msgspec.structs.replace(found[0], rulebook="elsewhere")]
    assert standing.of([*found, *other], "elsewhere") == other
    assert standing.of([*found, *other], "") == [*found, *other]
    with pytest.raises(UnknownName, match='did you mean "descent"'):
        standing.of(found, "descnt")


def test_signs_of_a_file_do_not_reach_the_terminal() -> None:
    evil = [msgspec.structs.replace(one, ending="\x1b[2J", options={"name": "\x07"}) for one in runs("easy:won:6:")]
    assert all(line.isprintable() for line in standing.lines(evil))


# -- the command ----------------------------------------------------------------------------------------------------


def test_history_of_nobody(run: Run) -> None:
    done = run("history")
    assert (done.returncode, done.stdout) == (0, b"You have finished no games yet.\n")
    assert json.loads(run("history", "--json").stdout) == {"runs": [], "standings": []}


def test_a_finished_game_is_told_and_listed(run: Run, home: Path) -> None:
    done = run("play", "--seed", "7", "--practice", typed=b"begin\naccept rowan\ngive-up\nyes\n")
    assert f"The run is written up in {home / 'history' / 'descent-7-1.md'}" in done.stdout.decode()
    done = run("history")
    assert (done.returncode, done.stderr) == (0, b"")
    lines = done.stdout.decode().splitlines()
    assert lines[0].startswith("descent-7-1: descent, seed 7; practice; difficulty normal, length standard, ")
    assert "descent, practice: 0 of 1 won." in lines
    assert "  difficulty normal, length standard: 0 of 1 won." in lines
    found = json.loads(run("history", "--json", "descent").stdout)
    assert [one["ending"] for one in found["runs"]] == ["given-up"]
    assert found["standings"][0]["runs"] == 1
    assert run("history", "fivecards").stdout == b"You have finished no games yet.\n"


def test_a_rulebook_that_does_not_exist_is_met_with_the_nearest(run: Run) -> None:
    assert 'did you mean "descent"?' in one_line(run("history", "descnt"))


@pytest.mark.parametrize(
    "data",
    [b"", b"no json", b"{}", b"[" * 100_000, b'{"kind":"undercroft.save"}', b"\xff", "wrong", "format", "type"],
    ids=repr,
)
def test_a_bad_file_is_named_and_passed_over(run: Run, home: Path, data: bytes | str) -> None:
    with Shelf().add(given_up()):
        pass
    good = json.loads((home / "history" / "descent-7-1.json").read_text())
    if isinstance(data, str):
        changed = {"wrong": {"kind": "x"}, "format": {"format": 2}, "type": {"actions": "many"}}[data]
        data = json.dumps({**good, **changed}).encode()
    (home / "history" / "bad.json").write_bytes(data)
    done = run("history")
    said = done.stderr.decode()
    assert done.returncode == 2
    assert said.startswith(f"undercroft: {home / 'history' / 'bad.json'}: ")
    assert said.count("\n") == 1
    assert done.stdout.decode().startswith("descent-7-1: ")


def test_runs_are_listed_from_the_last_on(tmp_path: Path) -> None:
    for number, run in enumerate(runs("easy:won:1:", "easy:won:2:", "easy:won:3:")):
        (tmp_path / f"{number}.json").write_bytes(msgspec.json.encode(run))
    (tmp_path / "notes.txt").write_text("not a record")
    found, broken = read_all(tmp_path)
    assert ([run.seed for run in found], broken) == ([2, 1, 0], [])


def test_the_end_is_told_on_the_screen_in_the_record_and_in_the_write_up(run: Run, home: Path) -> None:
    done = run("play", "--seed", "7", "--practice", typed=b"begin\naccept rowan\ngive-up\nyes\n")
    said = done.stdout.decode()
    end = "The party looks down the stair, and the stair looks back."
    assert end in said
    assert "Everyone who went down is alive at the end: Rowan (hero, level 1), " in said
    written = read(home / "history" / "descent-7-1.json")
    assert written.tale[0].startswith(end)
    assert end in (home / "history" / "descent-7-1.md").read_text()
    again = run("play", "--resume", "descent-7-1", typed=b"where\n")
    assert again.stdout.decode().count(end) == 2


def test_a_run_written_up_without_its_end_in_words_is_still_read(tmp_path: Path) -> None:
    run = json.loads(msgspec.json.encode(written_up(given_up(), "descent-7-1", WHEN)))
    del run["tale"]
    path = tmp_path / "descent-7-1.json"
    path.write_text(json.dumps(run))
    assert read(path).tale == []
