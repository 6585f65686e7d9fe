"""What a competent player writes down between two answers."""

from __future__ import annotations

from dataclasses import dataclass, field

from undercroft.rulebooks.descent.views import DescentView, WareView


@dataclass
class Notes:
    """Memory of one game; nothing in it that a person at the table could not note."""

    searched: dict[tuple[int, int], int] = field(default_factory=dict)
    """Searches made, by floor and cell."""
    wares: dict[int, tuple[WareView, ...]] = field(default_factory=dict)
    """What each counter seen has on sale, by floor."""
    served: dict[int, int] = field(default_factory=dict)
    """Gold left after the last visit to each counter, by floor."""
    visited: tuple[int, int] = (-1, -1)
    """Floor and step of the last visit to a counter."""
    resting: bool = False
    errand: int = -1
    """Floor of the counter the party is on its way to, or -1."""
    fled: dict[str, int] = field(default_factory=dict)
    """The party's strength when it ran from a room."""
    listened: dict[str, int] = field(default_factory=dict)
    """Listens made, by door."""
    locked: set[str] = field(default_factory=set)
    """Vaults given up."""
    first: dict[str, str] = field(default_factory=dict)
    """The first ring of a wall that a rogue has worked, by vault."""
    sneaked: bool = False
    """Whether the last door was gone through by one member sneaking in."""
    done: bool = False
    """Whether the run is to be given up."""
    step: int = -1
    """The clock at the last answer."""
    idle: int = 0
    """Answers outside fights since the clock last moved."""


def strength(v: DescentView) -> int:
    """Return how strong the party is: levels and gear of those who can act."""
    return sum(
        10 * m.level + 5 * m.protection + 3 * m.damage + 10 * (m.health * 4 // m.ceiling)
        for m in v.party
        if m.state != "fallen"
    )
