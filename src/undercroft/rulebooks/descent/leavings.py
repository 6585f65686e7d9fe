"""What was left undone on a floor: a sentence of what is still to be had in the rooms gone into, from the view."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from undercroft.engine.text import Texts, read_texts
from undercroft.rulebooks.descent.views import DescentView, FloorView, RoomView

TAKEN = ("chest", "things")
"""What is had for the taking alone."""


@cache
def _texts() -> Texts:
    return read_texts(files("undercroft.rulebooks.descent") / "text" / "errands.toml")


def told(view: DescentView, floor: FloorView) -> str:
    """Return the sentence, after a space; empty where nothing is left."""
    found: dict[str, list[str]] = {}
    for room in (one for one in floor.rooms if one.entered):
        for what in _left(view, room):
            found.setdefault(what, []).append(room.id)
    said = [_texts().get(f"left.{what}", {"rooms": ", ".join(rooms)}) for what, rooms in found.items()]
    return f" {_texts().get('left', {'things': '; '.join(said)})}" if said else ""


def in_room(view: DescentView) -> str:
    """Return what is left for the taking in the room where the party is; empty for nothing."""
    rooms = (
        room for floor in view.floors if floor.number == view.floor for room in floor.rooms if room.id == view.room
    )
    left = [(what, room.id) for room in rooms for what in _left(view, room) if what in TAKEN]
    return "; ".join(_texts().get(f"left.{what}", {"rooms": room}) for what, room in left)


def _left(view: DescentView, room: RoomView) -> Iterator[str]:
    """Yield what is left in a room."""
    if room.vault:
        yield "vault"
    if room.chest == "shut":
        yield "chest"
    if room.things or room.gold or room.map or room.pages or room.prize:
        yield "things"
    if room.statue is not None and _use_for_a_statue(view):
        yield "statue"
    if room.bath and any(m.state == "standing" and m.id not in room.bathed for m in view.party):
        yield "bath"
    if room.store:
        yield "store"
    if room.band:
        yield "band"


def _use_for_a_statue(view: DescentView) -> bool:
    """Say whether the party has something to be named, or somebody to be raised (D22.4, D17.9)."""
    return any(m.state == "fallen" or any(not thing.kind for thing in m.pack) for m in view.party)
