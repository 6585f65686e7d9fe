"""The All-Seeing Eye (T21.28, T13.9 to T13.14): whom it serves, what can be named, and what it shows."""

from __future__ import annotations

from undercroft.rulebooks.tabletop import fighters, ways
from undercroft.rulebooks.tabletop.bars import change
from undercroft.rulebooks.tabletop.records import Character, Ctx, Event, State, replace

EYE = "all-seeing-eye"
VIEW, DARK = 1, 20
"""Turns that a view takes, and that the Eye stays black after it (T13.14)."""
CLASSES, KIN = ("magician", "elf"), "elf"
"""Who can use it (T13.11)."""
PLACES = ("boss", "captive")
"""What it shows besides rooms (T13.14)."""
LIFELESS = ("undead", "construct")
"""Traits of what does not live."""


def lives(kind: str) -> bool:
    """Say whether a kind of monster is a living one (T13.14, T22.36)."""
    return not any(trait in LIFELESS for trait in fighters.traits(kind))


def can_see(c: Character) -> bool:
    """Say whether a character can use an All-Seeing Eye: Magicians and Elves alone (T13.11)."""
    return c.cls in CLASSES or c.kin == KIN


def visible(s: State) -> list[str]:
    """Return what a user can name: rooms on the map or behind a known exit, the boss, a captive (T13.14)."""
    known = [room.id for room in s.rooms.values() if room.entered or room.shown]
    found = dict.fromkeys(known)
    for room in known:
        found |= dict.fromkeys(ways.beyond(way, room) for way in ways.exits(s, room).values())
    captive = ["captive"] if s.adventure.captive in s.rooms else []
    return [*found, "boss", *captive]


def route(s: State, to: str) -> tuple[str, ...]:
    """Return the rooms from the party's to another, the shortest way, secret doors only if found (T13.14)."""
    pairs = [(way.near, way.far) for way in s.ways.values() if not way.secret or way.found]
    far = ways.far_from(to, pairs)
    here, found = s.place.room, [s.place.room]
    while here != to and here in far:
        beside = [other for pair in pairs if here in pair for other in pair if other != here]
        here = min(beside, key=lambda room: far[room])
        found.append(here)
    return tuple(found)


def see(ctx: Ctx, who: str, what: str) -> None:
    """Show a room - its kind, exits and living contents -, or boss or captive with the way there (T13.12 to T13.14)."""
    s = ctx.state
    dark = s.clock.turn + VIEW + DARK
    room = {"boss": s.groups[s.adventure.boss].room, "captive": s.adventure.captive}.get(what, what)
    living = tuple(
        foe.id
        for group in s.groups.where(room)
        if not group.gone and (what == "boss") <= (group.id == s.adventure.boss)
        for foe in s.foes.where(group.id)
        if foe.vitality > 0 and lives(foe.kind)
    )
    bound = s.adventure.captive == room
    way = route(s, room) if what in PLACES else ()
    ctx.emit(EyeShowed(s.place.room, who, what, room, tuple(ways.exits(s, room)), living, way, dark, bound))


# --- events ---


class EyeShowed(Event, tag="feature.eye"):
    """The Eye showed a room, or where the boss or the captive is; then it turned black (T13.13, T13.14).

    What it showed of the room is on the map from then on, as from an old one (T21.27).
    """

    room: str
    who: str
    what: str
    shown: str
    exits: tuple[str, ...]
    living: tuple[str, ...]
    route: tuple[str, ...]
    dark: int
    bound: bool = False
    """Whether the captive is there."""

    def apply(self, s: State) -> None:
        change(s, self.room, dark=self.dark)
        s.rooms[self.shown] = replace(s.rooms[self.shown], shown=True)

    def variant(self) -> str:
        if self.what in PLACES:
            return self.what
        if self.bound:
            return "bound" if self.living else "bound_alone"
        return "" if self.living else "empty"

    def rules(self) -> tuple[str, ...]:
        return ("T13.12", "T13.13")
