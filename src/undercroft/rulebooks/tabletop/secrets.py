"""What is hidden from the players, and the same game with other secrets (for proofs that nothing leaks)."""

from __future__ import annotations

from undercroft.rulebooks.tabletop.records import Ctx, State


def secrets(s: State) -> frozenset[str]:
    """Return a name for each hidden thing: rooms not entered, who waits there, what is not found, what is not known."""
    found = [f"room {room.id}" for room in s.rooms.values() if not (room.entered or room.shown)]
    found += [f"group {group.id}" for group in s.groups.values() if not group.mood and not group.gone]
    found += [f"door {way.id}" for way in s.ways.values() if way.secret and not way.found]
    found += [f"trap {key}" for key, trap in s.traps.items() if not trap.found and trap.state == "set"]
    found += [f"chest {key}" for key, chest in s.chests.items() if not chest.open]
    found += [
        f"item {c.id} {place}" for c in s.characters.values() for place, one in enumerate(c.items) if not one.known
    ]
    return frozenset(found)


def redeal(ctx: Ctx) -> None:
    """Deal anew what is hidden."""
