"""What a file is, by a look at its text, so that a command that wants another kind can say so (T24.1, T24.8, T24.9)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from undercroft.rulebooks.tabletop import toml_texts
from undercroft.rulebooks.tabletop.toml_texts import Trouble

SHEETS = "sheets"
"""The key that makes a file a party's."""
LISTED_MOST = 6
_GAME_FILES = (
    (
        re.compile(r'\s*\{"kind":"undercroft\.save",[^{]*"options":\{[^}]*"play":"fight"'),
        "this is a fight at a table; undercroft table fight FILE goes on with it",
    ),
    (
        re.compile(r'\s*\{"kind":"undercroft\.save"'),
        "this is the save of a game; undercroft play --resume GAME goes on with it",
    ),
    (re.compile(r"\s*undercroft record \d"), "this is the record of a game; undercroft replay FILE plays it again"),
)


def game_file(text: str) -> str:
    """Say what a file is that the program wrote of a game; empty for any other."""
    return next((told for begins, told in _GAME_FILES if begins.match(text)), "")


def party_file(values: Mapping[str, Any]) -> str:
    """Say that a file in TOML is a party's, and name its sheets; empty for any other."""
    if SHEETS not in values:
        return ""
    sheets = ", ".join(listed(values)[:LISTED_MOST])
    return f"this is a party's file, no character's{f'; its sheets are {sheets}' if sheets else ''}"


def listed(values: Mapping[str, Any]) -> list[str]:
    """Return the sheets that a party's file names, as far as it names any."""
    named = values[SHEETS]
    return [one for one in named if isinstance(one, str)] if isinstance(named, list) else []


def members(text: str) -> list[str] | None:
    """Return the sheets that a party's file names; None if the text is none."""
    try:
        values = toml_texts.read(text)
    except Trouble:
        return None
    return listed(values) if SHEETS in values else None
