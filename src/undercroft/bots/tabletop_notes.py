"""What a competent player of `tabletop` writes down between two answers."""

from __future__ import annotations

from dataclasses import dataclass, field

SILVERED = "silvered-"
BLADES = ("dagger", "short-sword", "hand-axe", "sword", "morning-star")
"""One-handed weapons from the least damage to the most, so that the shield stays on the arm."""


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
    silver: dict[str, str] = field(default_factory=dict)
    """The silvered weapon that each member bought."""
    broken: dict[str, int] = field(default_factory=dict)
    """How many broken weapons each member had then."""
    litter: dict[str, set[str]] = field(default_factory=dict)
    """What the party threw away, by room of the present dungeon."""
    on_map: frozenset[str] | None = None
    """The rooms of the map before an All-Seeing Eye was used; None for one that was not used just now."""
    goal: str = ""
    """The room that it showed."""
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
        self.deals, self.heavy, self.sharp, self.heard = 0, set(), {}, set()
        self.fought, self.litter = set(), {}
        self.on_map, self.goal = None, ""
        self.fleeing = self.going_home = self.resting = False

    fought: set[str] = field(default_factory=set)
    """Rooms of the present dungeon where foes stood."""
    sharp: dict[str, str] = field(default_factory=dict)
    """The weapon of each member that the Weapon Ointment works on in this adventure."""
    heard: set[str] = field(default_factory=set)
    """Exits of the present dungeon that were listened at."""

    @property
    def magical(self) -> dict[str, str]:
        """The weapon of each member that hurts what plain steel does not (T9.23)."""
        return {**self.silver, **self.sharp}

    def note_silver(self, who: str, ware: str, broken: int) -> None:
        """Note a silvered weapon that somebody buys, who has so many broken ones."""
        word = ware.removeprefix(SILVERED)
        if word not in (ware, "arrows"):
            self.silver[who], self.broken[who] = word, broken

    def has_silver(self, who: str, arm: str, broken: int) -> bool:
        """Say whether somebody has such a weapon silvered, and broke none since."""
        return self.silver.get(who) == arm and broken <= self.broken[who]

    def tries(self, text: str) -> int:
        """Count one more try of a text, and return how many there were before."""
        before = self.asked.get(text, 0)
        self.asked[text] = before + 1
        return before
