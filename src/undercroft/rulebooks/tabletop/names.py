"""What players call an id: characters and foes by name, rooms and everything of the catalogue by its row's name."""

from __future__ import annotations

from functools import cache
from typing import Any

from undercroft.rulebooks.tabletop import goods, ways
from undercroft.rulebooks.tabletop.catalogue import catalogue
from undercroft.rulebooks.tabletop.records import State

TABLES = (
    "monsters", "weapons", "armour", "goods", "items", "jewels", "spells", "traps", "features", "themes", "quests",
    "lengths", "settings", "villages", "lodgings", "classes", "rooms", "traits", "templates",
)  # fmt: skip


def called(s: State, thing: Any) -> str:
    """Return the name of an id; whatever is no id is returned as it is."""
    word = str(thing)
    for table in (s.characters, s.retired, s.foes):
        if word in table:
            return str(table[word].name)
    if word in s.rooms:
        kind = s.rooms[word].kind
        return _row(kind) or kind
    return _row(word) or word


def answers_to(s: State, thing: str) -> str:
    """Return more words that people type for an id: the class and kin of a character, and `entrance` for that room."""
    c = s.characters.get(thing)
    if c is not None:
        return f"{c.cls} {c.kin}" if c.kin != "human" else c.cls
    return "entrance" if thing == ways.ENTRANCE else ""


@cache
def _row(word: str) -> str:
    for table in TABLES:
        found = getattr(catalogue(), table).get(word)
        if found is not None:
            return str(found.name)
    if word.startswith(goods.SILVERED) and (plain := _row(word.removeprefix(goods.SILVERED))):
        return f"silvered {plain}"
    return ""
