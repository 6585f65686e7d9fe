"""Characters in words and as data: what a sheet says, and what changed on it."""

from __future__ import annotations

from typing import Any

from undercroft.rulebooks.tabletop import sheets
from undercroft.rulebooks.tabletop.records import Character

QUIET = ("history", "order")
"""Keys whose changes are told in another way."""


def changes(before: Character, after: Character) -> tuple[list[str], dict[str, Any]]:
    """Return what changed on a sheet, as lines and as data: `vitality_max 35 -> 39`."""
    old, new = sheets.values_of(before), sheets.values_of(after)
    changed = [key for key in new if new[key] != old[key] and key not in QUIET]
    lines = [f"{after.name}: " + "; ".join(f"{key} {_said(old[key])} -> {_said(new[key])}" for key in changed) + "."]
    figures = {key: {"before": old[key], "after": new[key]} for key in changed}
    return (lines if changed else [f"{after.name}: nothing changes."]), {"changes": figures}


def _said(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(value) or "none"
    return str(value)
