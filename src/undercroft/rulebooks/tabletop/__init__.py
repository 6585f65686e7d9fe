"""The rulebook `tabletop`: a d20 roll-under role-playing game, for a master's table, solo play and encounter design.

The rulebook itself is fetched when it is first asked for: a command of the toolkit needs few of its chapters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from undercroft.rulebooks.tabletop.book import rulebook

__all__ = ["rulebook"]


def __getattr__(name: str) -> Any:
    if name == "rulebook":
        from undercroft.rulebooks.tabletop.book import rulebook

        return rulebook
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
