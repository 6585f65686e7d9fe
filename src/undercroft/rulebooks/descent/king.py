"""The king (D29): where he joins, as what, and the sword that lies by him."""

from __future__ import annotations

from undercroft.engine.rulebook import at, on
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import floors, gear, members
from undercroft.rulebooks.descent.records import Ctx, Event, InRoom, State, replace

KING = "king"
"""His member id and class."""
BASE_LEVEL = 2
"""His level is this and half the number of floors (D29.3)."""
RAISE = 6
"""Sides of the die for each level above the first (D29.3)."""
SWORD = "broadsword"
"""What lies by him (D29.10); what he wears stands with his class (D29.4)."""


def level(s: State) -> int:
    """Return the level he joins at (D29.3)."""
    return BASE_LEVEL + content.quest(s.setup.length).floors // 2


def name(ctx: Ctx) -> str:
    """Return his name, fixed by the setup, which moves no draw of play and is nobody else's in the party (D2.19)."""
    taken = [m.name.casefold() for m in ctx.state.members.values()]
    free = [one for one in content.catalogue().classes[KING].names if one.casefold() not in taken]
    return ctx.fresh("names", KING).pick(free)


@at("quiet")
def found(ctx: Ctx) -> None:
    """He joins the moment the party is in his room with no living monster in it (D29.1, D29.2)."""
    # A room is asked what to do only while it is quiet: with living monsters there, a fight is.
    s = ctx.state
    if not isinstance(s.agenda[-1], InRoom):
        return
    room = s.rooms[s.place.room]
    if room.prize != KING:
        return
    gains = tuple(ctx.dice(1, RAISE) for _ in range(level(s) - 1))
    ctx.emit(KingJoined(KING, name(ctx), room.id, gains))
    gear.make(ctx, content.catalogue().classes[KING].body, f"body:{KING}", named=True)


@on(floors.FloorMade)
def sword(ctx: Ctx, e: floors.FloorMade) -> None:
    """His own sword lies in his room from the first (D29.10)."""
    for room in e.rooms:
        if room.prize == KING:
            gear.make(ctx, SWORD, f"room:{room.id}", named=True)


class KingJoined(Event, tag="king.joined"):
    """The king is found and joins; `gains` are the raises of his ceiling, one a level (D29.3)."""

    member: str
    name: str
    room: str
    gains: tuple[int, ...]

    def apply(self, s: State) -> None:
        s.members[self.member] = members.recruit(self.member, self.name, KING, self.gains)
        s.quest = replace(s.quest, king=True)
        s.rooms[self.room] = replace(s.rooms[self.room], prize="")
