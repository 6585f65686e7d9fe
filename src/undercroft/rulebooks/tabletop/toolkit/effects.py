"""Timed effects at the table (T23.30): effect add, list, tick, kept on the sheets of those they work on."""

from __future__ import annotations

from typing import Any

from undercroft.engine.errors import BadUse
from undercroft.engine.toolkit import Answer, Asked, Cup, Tool, whole_in
from undercroft.rulebooks.tabletop import forms, sheets
from undercroft.rulebooks.tabletop.records import Character, Condition, replace

TURNS = "turns"
MOST_TURNS = 10_000


def _add(asked: Asked, _: Cup) -> Answer:
    sheet = sheets.read(asked.word(0))
    turns = whole_in(asked.word(1), "TURNS", 1, MOST_TURNS)
    what = " ".join(asked.words[2:])
    if "," in what:
        raise BadUse("effect add: name the effect without commas, such as strength +7")
    effect = replace(forms.condition(what), until=TURNS, left=turns)
    c = replace(sheet.character, conditions=(*sheet.character.conditions, effect))
    own = " No rule knows it: it is kept and counted down as your own." if forms.is_own(effect) else ""
    line = f"{c.name}: {forms.condition_text(effect)}.{own}"
    figures = {"name": c.name, "effects": [forms.condition_text(one) for one in c.conditions]}
    others = [f"{c.name}: {forms.condition_text(one)}." for one in sheet.character.conditions]
    return Answer((*others, line), figures, files=((sheet.path, sheets.changed(sheet, c)),))


def _list(asked: Asked, _: Cup) -> Answer:
    lines: list[str] = []
    figures: dict[str, Any] = {"sheets": []}
    for path in asked.words:
        c = sheets.read(path).character
        told = [forms.condition_text(one) for one in c.conditions]
        lines += [f"{c.name}: {one}." for one in told] or [f"{c.name}: no effects."]
        figures["sheets"].append({"name": c.name, "effects": told})
    return Answer(tuple(lines), figures)


def ticked(c: Character, turns: int) -> tuple[Character, tuple[Condition, ...]]:
    """Return a character after so many turns, and the effects that ended in them (T6.4)."""
    counted = [replace(one, left=one.left - turns) if one.until == TURNS else one for one in c.conditions]
    ended = tuple(one for one in counted if one.until == TURNS and one.left <= 0)
    return replace(c, conditions=tuple(one for one in counted if one not in ended)), ended


def _tick(asked: Asked, _: Cup) -> Answer:
    turns = whole_in(asked.word(0), "N", 1, MOST_TURNS)
    lines: list[str] = []
    files: list[tuple[str, str]] = []
    figures: dict[str, Any] = {"turns": turns, "sheets": []}
    for path in asked.words[1:]:
        sheet = sheets.read(path)
        c, ended = ticked(sheet.character, turns)
        told = [forms.condition_text(one) for one in c.conditions]
        over = [forms.condition_text(replace(one, until="event", left=0)) for one in ended]
        lines += [f"{c.name}: {one} ends." for one in over] + [f"{c.name}: {one}." for one in told]
        lines += [f"{c.name}: no effects."] if not over and not told else []
        figures["sheets"].append({"name": c.name, "ended": over, "effects": told})
        files.append((sheet.path, sheets.changed(sheet, c)))
    return Answer((f"{turns} turns pass.", *lines), figures, files=tuple(files))


TOOLS = (
    Tool(
        "effect add", "SHEET TURNS EFFECT...", "Write a timed effect on a sheet: effect add tobias.toml 7 strength +7.",
        ("T23.30", "T6.2"), _add,
    ),
    Tool("effect list", "SHEET...", "List the effects on sheets.", ("T23.30",), _list),
    Tool("effect tick", "N SHEET...", "Let N turns pass: effects count down, and end at 0.", ("T23.30", "T6.4"), _tick),
)  # fmt: skip
