"""Spots: what stands about the party, in the words that actions name in `needs`. Most of a hall is bare."""

from __future__ import annotations

from undercroft.rulebooks.descent import carrying, chests, doors, fights, gear, members, spells, stairs
from undercroft.rulebooks.descent.records import COURTYARD, Member, State

WORDS = (
    "up", "down", "walls", "door", "things", "gold", "map", "page", "book", "store", "statue", "bath",
    "unseen", "inside", "outside", "fallen", "reader", "spells",
)  # fmt: skip
"""What quiet places have; and in a fight the unseen turn, someone fallen, and of the member whose turn it is whether it
is inside or outside, and inside reads and knows spells."""


def spot(s: State) -> tuple[str, ...]:
    """Return the words for what stands about now."""
    if s.fight is not None:
        return _bout(s)
    place = s.place
    if place.room:
        return ("walls", *(("things",) if carrying.to_take(s) else ()), *_room(s))
    things = ("things",) if s.items.keys_where(gear.lies_here(s)) else ()
    if place.floor == COURTYARD:
        return ("down", *things, "store")
    floor = s.floors[place.floor]
    if place.cell == floor.up:
        return ("up", *things)
    if place.cell == floor.down:
        return ("down", *things) if stairs.opens(s, place.floor) else things
    return ("walls", "door", *things) if doors.here(s) else ("walls", *things)


def _room(s: State) -> tuple[str, ...]:
    room = s.rooms[s.place.room]
    there = {
        "gold": sum(chests.gold_here(s)),
        "map": chests.map_here(s),
        "page": room.pages,
        "book": room.prize == "book",
        "store": room.store,
        "statue": room.statue,
        "bath": room.bath,
    }
    return tuple([word for word, found in there.items() if found])


def _bout(s: State) -> tuple[str, ...]:
    fight, who = s.fight, fights.acting(s)
    if fight is None or who is None:
        return ()
    told = ["unseen"] if fight.stage == fights.UNSEEN else []
    away = who.id in fight.outside
    told.append("outside" if away else "inside")
    if members.fallen(s):
        told.append("fallen")
    return tuple(told) if away else (*told, *_lore(s, who))


def _lore(s: State, who: Member) -> tuple[str, ...]:
    known = ("spells",) if spells.known_to(s, who) else ()
    return ("reader", *known) if members.reads(who) else known
