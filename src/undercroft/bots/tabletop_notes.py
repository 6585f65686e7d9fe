"""What a competent player of `tabletop` writes down between two answers."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Notes:
    """Memory of one campaign; nothing in it that a person at the table could not note."""

    adventure: int = 0
    entrance: str = ""
    """The room that leads out."""
    held: dict[str, int] = field(default_factory=dict)
    """Rooms of the present dungeon where foes were left behind, with how often."""
    sensed: set[tuple[str, str]] = field(default_factory=set)
    """(Room, kind) pairs that were asked after."""
    chests: set[str] = field(default_factory=set)
    """Rooms whose chest is best left alone."""
    asked: dict[str, int] = field(default_factory=dict)
    """How often a thing was tried, by its text."""
    deals: int = 0
    """Deals made in the present village."""
    heavy: set[str] = field(default_factory=set)
    """Purchases that the buyer could not carry."""
    fleeing: bool = False
    going_home: bool = False
    resting: bool = False
    last: tuple[object, ...] = ()
    idle: int = 0
    """Answers in a row after which nothing was different."""

    def begin(self, adventure: int, entrance: str) -> None:
        """Forget the dungeon before; the party stands in its entrance."""
        self.adventure, self.entrance = adventure, entrance
        self.held, self.sensed, self.chests, self.asked = {}, set(), set(), {}
        self.deals, self.heavy = 0, set()
        self.fleeing = self.going_home = self.resting = False

    def tries(self, text: str) -> int:
        """Count one more try of a text, and return how many there were before."""
        before = self.asked.get(text, 0)
        self.asked[text] = before + 1
        return before
