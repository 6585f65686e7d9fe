"""Lessons (D32): what the guide says, with the figures of the rules in it. The lessons themselves are content."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from undercroft.engine.text import Texts, read_texts
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import (
    chests,
    clock,
    effects,
    gear,
    generation,
    levels,
    members,
    raising,
    statues,
    stores,
    wandering,
    wounds,
)
from undercroft.rulebooks.descent.records import COURTYARD, State
from undercroft.rulebooks.descent.views import LessonView

MINUTES = 60
"""In an hour; a step is a minute (D6.1)."""
BONUSES = 4
"""Levels with an attack bonus that are named one by one."""

Figures = tuple[tuple[str, int | str], ...]
"""Figures of the rules by name, as a line of the guide takes them."""


def first(keys: Iterable[str]) -> str:
    """Return the first of some lessons in order of their ids, or "" (D32.2)."""
    return next((key for key in content.catalogue().lessons if key in keys), "")


@cache
def of_trigger(trigger: str) -> str:
    """Return the lesson of a trigger."""
    return next(key for key, lesson in content.catalogue().lessons.items() if lesson.trigger == trigger)


# --- figures ---


def _store_times() -> str:
    tenths = 10 * (content.PRICE_PARTS + generation.STORE_EVERY) // content.PRICE_PARTS
    return f"{tenths // 10}.{tenths % 10}"


FIGURES: dict[str, Callable[[], int | str]] = {
    "most_raises": lambda: raising.MOST_RAISES,
    "rogue": lambda: chests.ROGUE,
    "meal_hours": lambda: clock.MEAL // clock.HUNGER // MINUTES,
    "unfed": lambda: clock.UNFED,
    "lot": lambda: content.RATIONS_LOT,
    "lot_price": lambda: stores.rations_price(COURTYARD),
    "junction": lambda: wandering.JUNCTION // 10,
    "hunted": lambda: wandering.HUNT_JUNCTION // 10,
    "hint": lambda: content.floor(1).hint,
    "search_times": lambda: wandering.SEARCH_TIMES,
    "effect_kinds": lambda: len({kind for kind, _ in effects.PARTY_NAMES}),
    "first_store": lambda: generation.STORE_EVERY,
    "store_every": lambda: generation.STORE_EVERY,
    "store_times": _store_times,
    "level_raise": lambda: levels.RAISE,
    "bonus_first": lambda: members.FIRST_BONUS,
    "bonus_every": lambda: members.BONUS_EVERY,
    "bonus_levels": lambda: ", ".join(
        f"{members.FIRST_BONUS + members.BONUS_EVERY * number}" for number in range(BONUSES)
    ),
    "least_ceiling": lambda: wounds.LEAST_CEILING,
    "least_bribe": lambda: min(foe.bribe for foe in content.catalogue().foes.values()),
}
"""The figures by name, each from its one home; chances in 100. A lesson's own rations come besides."""


def figures(key: str, word: str) -> Figures:
    """Return the figures that a line of a lesson takes."""
    lesson = content.lesson(key)
    line = lesson.line(word)
    names = line.figures if line is not None else ()
    return tuple((name, lesson.rations if name == "rations" else FIGURES[name]()) for name in names)


# --- words ---


@cache
def _texts() -> Texts:
    return read_texts(files("undercroft.rulebooks.descent") / "text" / "guide.toml")


def say(key: str, **facts: Any) -> str:
    """Return a text of the chapter of lessons."""
    return _texts().get(f"lesson.{key}", facts)


def said(key: str, word: str) -> str:
    """Return what the guide says: a lesson's message, on a topic, or at its closing; "" if nothing."""
    text = f"lesson.message.{key}" if word == content.MESSAGE else f"event.guide.told.{key}.{word}"
    return _texts().get(text, dict(figures(key, word))) if text in _texts() else ""


def gold(s: State, key: str) -> int:
    """Return the gold of a lesson's gift; it may be the posted price of the statue here (D32.102)."""
    lesson = content.lesson(key)
    return statues.figures(s).posts if lesson.posted else lesson.gold


def gift(s: State, key: str) -> str:
    """Return a lesson's gift in words."""
    lesson = content.lesson(key)
    if lesson.item:
        return gear.with_article(content.item(lesson.item).name)
    if lesson.map:
        return say("gift.map")
    if lesson.rations:
        return say("gift.rations", amount=lesson.rations)
    return say("gift.gold", amount=gold(s, key))


def view(s: State, key: str) -> LessonView:
    """Return an open lesson as the party sees it."""
    lesson = content.lesson(key)
    topics = tuple((topic.id, topic.label) for topic in lesson.topics)
    return LessonView(key, lesson.name, said(key, content.MESSAGE), topics, lesson.closing.label, gift(s, key))
