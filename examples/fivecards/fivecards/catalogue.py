"""The content files as typed entries, read and checked whole on first use. Figures of the rules live there."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Annotated, Any

from msgspec import Meta

from undercroft.engine.content import Entry, Sheet, fingerprint, load

Percent = Annotated[int, Meta(ge=0, le=100)]
Positive = Annotated[int, Meta(ge=1)]


class Room(Entry):
    """A room: where it leads, and the five cards dealt there."""

    name: str
    exits: tuple[str, ...]
    locked: bool
    dust: Percent
    deck: tuple[str, str, str, str, str]


class Kind(Entry):
    """A kind of card."""

    name: str
    line: str
    health: Annotated[int, Meta(ge=0)]


class Level(Entry):
    """A difficulty."""

    health: Positive
    candle: Positive
    strike: Percent
    snatch: Percent
    ears: Percent
    startle: Percent
    bite: Percent


class Catalogue:
    """All content, by id."""

    def __init__(self, tables: dict[str, dict[str, Any]]) -> None:
        self.rooms: dict[str, Room] = tables["rooms"]
        self.kinds: dict[str, Kind] = tables["cards"]
        self.levels: dict[str, Level] = tables["levels"]
        self.fingerprint = fingerprint(tables)


@cache
def catalogue() -> Catalogue:
    """Return the catalogue; ContentError names file and line of a mistake."""
    sheets = {
        "cards": Sheet(Kind, unique=("name",)),
        "rooms": Sheet(Room, {"exits": "rooms", "deck": "cards"}, ("name",)),
        "levels": Sheet(Level),
    }
    return Catalogue(load(resources.files("fivecards") / "content", sheets, label="fivecards/content"))


def level(name: str) -> Level:
    """Return the figures of a difficulty."""
    return catalogue().levels[name]
