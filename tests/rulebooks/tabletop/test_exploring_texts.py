"""Everything that exploring says has a sentence, and every sentence has somebody who says it."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from tests.rulebooks.tabletop.dungeon_bench import BOOK

from undercroft.engine.rulebook import Rulebook
from undercroft.engine.text import read_texts
from undercroft.rulebooks.tabletop import (
    aftermath,
    bars,
    camping,
    clock,
    dungeons,
    exploring,
    eyes,
    features,
    going,
    handling,
    meeting,
    parley,
    searching,
    taking,
    traps,
    wandering,
)  # fmt: skip

CHAPTERS = (
    wandering, clock, dungeons, traps, bars, features, eyes, exploring, meeting, parley, handling, going, searching,
    taking, aftermath, camping,
)  # fmt: skip
FOLDER = files("undercroft.rulebooks.tabletop")
NAMES = ("clock", "traps", "features", "handling", "exploring")
TEXTS = read_texts(*(FOLDER / "text" / f"{name}.toml" for name in NAMES))
SOURCE = {
    chapter.__name__: (FOLDER / f"{chapter.__name__.rsplit('.', 1)[1]}.py").read_text("utf-8") for chapter in CHAPTERS
}
MINE = tuple(chapter.__name__ for chapter in CHAPTERS)


def keys(part: str) -> set[str]:
    return {key.removeprefix(f"{part}.") for key in TEXTS.templates if key.startswith(f"{part}.")}


def test_every_event_is_told_or_is_quiet() -> None:
    tags = {event.tag() for event in BOOK.events if event.__module__ in MINE}
    told = {next((tag for tag in tags if key == tag or key.startswith(f"{tag}.")), key) for key in keys("event")}
    assert tags - told - keys("quiet") == set()
    assert told - tags == set()


def test_every_refusal_has_a_sentence() -> None:
    codes = {code for text in SOURCE.values() for code in re.findall(r'Refusal\("([a-z_.]+)"', text)} | {
        handling.NOTHING
    }
    assert codes == keys("refusal")


def test_every_deed_that_takes_time_tells_its_cost() -> None:
    deeds = [action for action in BOOK.actions if action.__module__ in MINE and issubclass(action, exploring.Deed)]
    assert {deed.tag(): deed.turns for deed in deeds if deed.turns} == {
        key: int(TEXTS.templates[f"cost.{key}"][0])
        for key in keys("cost")
        if TEXTS.templates[f"cost.{key}"][0].isdigit()
    }


@pytest.mark.parametrize("name", NAMES)
def test_no_sentence_names_a_rule(name: str) -> None:
    own = read_texts(FOLDER / "text" / f"{name}.toml")
    assert own.templates
    assert not [key for key, said in own.templates.items() if re.search(r"\bT\d", said)]
    assert isinstance(BOOK, Rulebook)
