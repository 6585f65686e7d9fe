"""The golden playthroughs: they replay exactly, hold their beats, tell what is told now, and use every kind of action.

`python tools/goldens.py` makes them anew.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from tests.rulebooks.descent import golden_games as games
from tests.rulebooks.descent.golden_games import GOLDENS, LESSONS, Golden

import undercroft as uc
from undercroft.engine.event import Event
from undercroft.engine.game import Game
from undercroft.engine.record import read, write
from undercroft.engine.rulebook import find
from undercroft.engine.view import Text
from undercroft.play import cli
from undercroft.rulebooks.descent.guide import GiftGiven, LessonOpened, Told

FOLDER = Path(__file__).parent / "goldens"
NAMES = [golden.name for golden in GOLDENS]
ABSENT: dict[str, str] = {
    "statue.raise": "it asks for a fallen member, a statue and four times its price at once; test_statues holds it",
}
"""Kinds of action that no golden holds, each with the reason."""


@cache
def text_of(name: str) -> str:
    """Return a golden as it lies on disk."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@cache
def replayed(name: str) -> tuple[Game[Any], list[Event[Any]], list[str]]:
    """Return a golden played again, all that happened, and all that was told."""
    events: list[Event[Any]] = []
    told: list[str] = []

    def each(game: Game[Any], step: Any) -> None:
        events.extend(step.all_events)
        told.extend(said for event in step.events if (said := game.say(event)))

    return uc.replay(text_of(name), each=each), events, told


def golden(name: str) -> Golden:
    """Return a golden by its name."""
    return next(one for one in GOLDENS if one.name == name)


def test_there_are_six() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(f"{name}.txt" for name in NAMES)
    assert sorted(NAMES) == ["all-dead", "king-lost", "lessons", "saves", "win", "wits"]


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_replays_at_every_step(name: str) -> None:
    game, _, _ = replayed(name)
    record = read(text_of(name))
    assert game.turns == len(record.steps) > 100
    assert sum(1 for step in record.steps if step.digest) == -(-game.turns // 50)
    assert record.steps[-1].digest == game.digest()


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_holds_its_beats_in_order(name: str) -> None:
    beats = games.beats_of(text_of(name))
    assert sorted(beats) == sorted(golden(name).beats)
    assert games.in_order(beats, replayed(name)[1]) == ""


def test_beats_out_of_order_are_noticed() -> None:
    beats, events = games.beats_of(text_of("win")), replayed("win")[1]
    assert games.in_order([*beats[1:], beats[0]], events) == beats[0]
    assert games.in_order([*beats, "fight.closed.slipped"], events) == "fight.closed.slipped"
    assert games.in_order(["engine.ended code=all-dead"], events) == "engine.ended code=all-dead"


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_tells_what_is_told_now(name: str) -> None:
    lines = [line[2:] for line in text_of(name).splitlines() if line.startswith("| ")]
    told = replayed(name)[2]
    assert lines == told
    assert not [line for line in told if "{" in line or "}" in line]


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_is_what_the_game_writes(name: str) -> None:
    assert write(replayed(name)[0], events=True) == games.without_beats(text_of(name))


@pytest.mark.parametrize(
    ("name", "code", "winners"),
    [("win", "won-with-book", ("party",)), ("all-dead", "all-dead", ()), ("king-lost", "lost-book-saved", ()),
     ("wits", "given-up", ()), ("lessons", "won-with-book", ("party",))],
)  # fmt: skip
def test_how_a_golden_ends(name: str, code: str, winners: tuple[str, ...]) -> None:
    outcome = replayed(name)[0].outcome
    assert outcome is not None
    assert (outcome.code, outcome.winners) == (code, winners)


@pytest.mark.parametrize("name", NAMES)
def test_the_program_verifies_a_golden(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["replay", str(FOLDER / f"{name}.txt"), "--verify"]) == 0
    assert capfd.readouterr().err == ""


def test_every_kind_of_action_occurs() -> None:
    held = set().union(*(games.kinds_of(replayed(name)[0]) for name in NAMES))
    kinds = [cls.tag() for cls in find("descent").actions]
    assert [kind for kind in kinds if kind not in held and kind not in ABSENT] == []
    assert [kind for kind in ABSENT if kind in held or kind not in kinds] == []


# --- the guide's lessons ---


def lesson_topics() -> dict[str, list[str]]:
    """Return the topics of each lesson, as its file has them."""
    text = (files("undercroft.rulebooks.descent") / "content" / "lessons.toml").read_text(encoding="utf-8")
    return {key: [topic["id"] for topic in row["topics"]] for key, row in tomllib.loads(text).items()}


def test_every_lesson_occurs() -> None:
    assert list(LESSONS) == list(lesson_topics())
    assert len(LESSONS) == 21
    given = [event.lesson for event in replayed("lessons")[1] if isinstance(event, LessonOpened)]
    assert sorted(given) == sorted(LESSONS)


def test_every_lesson_is_asked_everything_closed_and_hands_its_gift_over() -> None:
    """What the guide says and gives from one lesson to the next: each topic once, the closing, the one gift."""
    course: dict[str, list[str]] = {}
    for event in replayed("lessons")[1]:
        match event:
            case LessonOpened():
                assert not event.brief
                course[event.lesson] = []
            case Told():
                course[event.lesson].append(event.line)
            case GiftGiven():
                course[event.lesson].append("gift")
            case _:
                pass
    assert course == {key: [*topics, "closing", "gift"] for key, topics in lesson_topics().items()}


def test_the_guide_is_told_to_be_brief_and_then_not() -> None:
    texts = [step.text for step in read(text_of("lessons")).steps]
    assert [text for text in texts if text.startswith("guide ")] == ["guide brief", "guide full"]


def test_each_lesson_can_be_read_again_once_it_was_given() -> None:
    """All that was told stands in it, in order, and reading changes nothing; a lesson not given is not to be had."""
    told: dict[str, list[str]] = {}
    closed: list[str] = []

    def each(game: Game[Any], step: Any) -> None:
        for event in step.events:
            if isinstance(event, LessonOpened):
                told[event.lesson] = []
            elif isinstance(event, Told):
                told[event.lesson] += filter(None, [game.say(event)])
        key = next((e.lesson for e in step.events if isinstance(e, Told) and e.line == "closing"), "")
        if not key:
            return
        before = game.digest()
        again = game.look(f"lesson {key}")
        assert isinstance(again, Text)
        assert [line for line in again.lines if line in told[key]] == told[key]
        assert {lesson for lesson in LESSONS if game.look(f"lesson {lesson}") is not None} == set(told)
        assert game.digest() == before
        closed.append(key)

    uc.replay(text_of("lessons"), each=each)
    assert sorted(closed) == sorted(LESSONS)


def test_the_game_played_on_from_saves_is_that_played_at_one_sitting() -> None:
    """Its player made saves.txt saving and loading; here the same actions are done without, and with."""
    record = read(text_of("saves"))
    straight = uc.new("descent", seed=record.seed, ranked=record.ranked, **record.options)
    saved = uc.new("descent", seed=record.seed, ranked=record.ranked, **record.options)
    for line in record.steps:
        assert straight.act(line.text).accepted
        assert saved.act(line.text).accepted
        if saved.turns % games.RELOAD == 0:
            saved = uc.load(saved.save())
            assert saved.digest() == straight.digest()
    assert saved.record() == straight.record()
    assert write(saved, events=True) == games.without_beats(text_of("saves"))
    assert saved.turns > 2 * games.RELOAD


def test_goldens_can_be_made_anew() -> None:
    """The one of all dead, by its player as it plays now: it need not be the game on disk, but holds all beats."""
    one = golden("all-dead")
    made = games.make(one)
    assert sorted(games.beats_of(made)) == sorted(one.beats)
    game = uc.replay(made)
    assert write(games.play(one, game.first)[0]) == write(game)
