"""Everything that spells, items and conditions say has a sentence, and every sentence has somebody who says it."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from tests.rulebooks.tabletop.dungeon_bench import BOOK

from undercroft.engine.text import read_texts
from undercroft.rulebooks.tabletop import (
    arcana,
    casting,
    conditions,
    curios,
    magic_items,
    ointments,
    potions,
    spells,
    using,
)
from undercroft.rulebooks.tabletop import catalogue as content

CHAPTERS = (conditions, spells, casting, arcana, magic_items, potions, ointments, using, curios)
MINE = tuple(chapter.__name__ for chapter in CHAPTERS)
FOLDER = files("undercroft.rulebooks.tabletop")
NAMES = ("conditions", "spells", "magic_items")
TEXTS = read_texts(*(FOLDER / "text" / f"{name}.toml" for name in NAMES))
SOURCE = {name: (FOLDER / f"{name.rsplit('.', 1)[1]}.py").read_text("utf-8") for name in MINE}
ELSEWHERE = {"foes.gift_used"}
"""What a foe's chapter emits for us."""


def keys(part: str) -> set[str]:
    return {key.removeprefix(f"{part}.") for key in TEXTS.templates if key.startswith(f"{part}.")}


def test_every_event_is_told() -> None:
    tags = {event.tag() for event in BOOK.events if event.__module__ in MINE}
    told = {next((tag for tag in tags if key == tag or key.startswith(f"{tag}.")), key) for key in keys("event")}
    assert tags == told
    assert keys("quiet") == ELSEWHERE


def test_every_spell_and_condition_has_a_sentence_of_its_own() -> None:
    assert {f"spells.cast.{spell}" for spell in content.catalogue().spells} <= keys("event")
    begun = [*spells.LAYS.values(), *ointments.KINDS.values(), "stuck", "charmed", "small-shape", "quality"]
    assert {f"conditions.begun.{kind}" for kind in begun} <= keys("event")


def test_every_refusal_has_a_sentence() -> None:
    codes = {code for text in SOURCE.values() for code in re.findall(r'Refusal\(\s*"([a-z_.]+)"', text)}
    assert codes - {"explore.nobody"} == keys("refusal")


def test_every_named_roll_has_a_name() -> None:
    assert keys("roll") == {"resist", "sting", "mending", "web", "unlock", "identify", "trick"}


@pytest.mark.parametrize("name", NAMES)
def test_no_sentence_names_a_rule(name: str) -> None:
    own = read_texts(FOLDER / "text" / f"{name}.toml")
    assert own.templates
    assert not [key for key, said in own.templates.items() if re.search(r"\bT\d", str(said))]
