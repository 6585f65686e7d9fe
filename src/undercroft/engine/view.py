"""Scene: panels that any front end can draw. A View is the rulebook's own record of what a seat knows."""

from __future__ import annotations

from typing import Any

import msgspec


class View(msgspec.Struct, frozen=True, gc=False):
    """Base of what a seat knows, as data: a whitelist. Rulebooks declare their own fields."""

    def json(self) -> bytes:
        """Return it as JSON."""
        return msgspec.json.encode(self)


class Panel(msgspec.Struct, frozen=True, tag_field="panel"):
    """One part of a scene; `name` is how a door asks for it, `title` is its heading."""

    name: str
    title: str


class Text(Panel, frozen=True, tag="text"):
    """Paragraphs, each a whole sentence or more."""

    lines: tuple[str, ...]


class Meter(msgspec.Struct, frozen=True):
    """A figure of a most: 12 of 24."""

    label: str
    value: int
    most: int


class Meters(Panel, frozen=True, tag="meters"):
    """Figures that fill and empty."""

    meters: tuple[Meter, ...]


class Row(msgspec.Struct, frozen=True):
    """One row of a roster or table: cells under the panel's heads; `mark` is a word such as "hurt" or "you"."""

    cells: tuple[str, ...]
    mark: str = ""


class Roster(Panel, frozen=True, tag="roster"):
    """Members, monsters or wares in rows, with a closing line."""

    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    foot: str = ""


class Sheet(Panel, frozen=True, tag="sheet"):
    """Pairs of label and value."""

    pairs: tuple[tuple[str, str], ...]


class Listing(Panel, frozen=True, tag="list"):
    """Short items."""

    items: tuple[str, ...]


class Map(Panel, frozen=True, tag="map"):
    """A drawn map: rows of single-width letters, their legend, and the same in words for a screen reader."""

    rows: tuple[str, ...]
    legend: tuple[tuple[str, str], ...]
    words: tuple[str, ...]


class Card(msgspec.Struct, frozen=True):
    """A card of the table of five; `face` is empty while it lies face down."""

    slot: str
    face: str
    lines: tuple[str, ...] = ()


class Five(Panel, frozen=True, tag="five"):
    """The table of five cards: centre, north, east, south, west."""

    cards: tuple[Card, ...]


AnyPanel = Text | Meters | Roster | Sheet | Listing | Map | Five


class Scene(msgspec.Struct, frozen=True):
    """What a front end draws: a title, a sentence that says where one is and what is asked, and panels."""

    title: str
    summary: str
    panels: tuple[AnyPanel, ...] = ()
    looks: tuple[str, ...] = ()
    """Names of further panels, opened by name; a look costs nothing and is not recorded."""

    def panel(self, name: str) -> AnyPanel:
        """Return a panel by name; KeyError if the scene has none."""
        for panel in self.panels:
            if panel.name == name:
                return panel
        raise KeyError(name)


def as_data(thing: Any) -> Any:
    """Return a view, scene or panel as plain JSON data."""
    return msgspec.to_builtins(thing)
