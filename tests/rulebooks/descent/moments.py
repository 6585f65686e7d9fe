"""Moments of `descent` set up directly: a whole party on a plain floor of our own, in a hall, a room, a fight."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Any

from undercroft.engine.game import Game
from undercroft.engine.rulebook import find
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent.records import (
    WIDTH,
    Door,
    Floor,
    InCourtyard,
    InHall,
    InRoom,
    Item,
    Lessons,
    Member,
    Place,
    Purse,
    Room,
    Setup,
    State,
    replace,
)  # fmt: skip
from undercroft.testing import staged

NODE_COLUMNS, NODE_ROWS = 5, 4
ALL_HALLS = tuple(
    sorted(
        [(r * 5 + c, r * 5 + c + 1) for r in range(4) for c in range(4)]
        + [(r * 5 + c, r * 5 + c + 5) for r in range(3) for c in range(5)]
    )
)
"""Every hall that a floor can have, as pairs of nodes numbered row by row from 0."""


def cell(x: int, y: int) -> int:
    """Return the number of a cell."""
    return y * WIDTH + x


def member(cls: str, name: str = "", **more: Any) -> Member:
    """Return a level 1 member of a class at full health and mana, figures from the class table."""
    c = content.catalogue().classes[cls]
    ceiling = 12 + 3 * c.stamina
    mana = c.mana + c.wits + 1 if c.mana else 0
    facts: dict[str, Any] = {
        "id": name.lower() or cls, "name": name or cls.title(), "cls": cls, "rank": c.rank, "health": ceiling,
        "ceiling": ceiling, "mana": mana, "strength": c.strength, "agility": c.agility, "wits": c.wits,
    }  # fmt: skip
    return Member(**{**facts, **more})


def moment(
    *who: Member, floor: int = 1, at: int = cell(3, 0), difficulty: str = "normal", length: str = "standard",
    gold: int = 0, rations: int = 20, courtyard: bool = False, lessons: tuple[str, ...] = (),
) -> Game[State]:  # fmt: skip
    """Return a game in a hall of a floor with all 31 halls and one quiet room, `room-1.1` (columns 1-5, rows 1-4).

    Its plain door `door-1.1n` joins the hall cell (3, 0). The party is hero, fighter, rogue, wizard unless named. The
    guide has given all his lessons but those named.
    """
    book = find("descent")
    game: Game[Any] = Game(book, 1, {"difficulty": difficulty, "length": length}, bare=True)
    with staged(game) as s:
        s.seed = 1
        s.setup = Setup(difficulty, length)
        s.purse = Purse(gold, rations)
        s.lessons = Lessons(given=tuple(key for key in content.catalogue().lessons if key not in lessons))
        for one in who or (member("hero"), member("fighter"), member("rogue"), member("wizard")):
            s.members[one.id] = one
        s.floors[floor] = Floor(floor, ALL_HALLS, up=cell(0, 0), down=cell(24, 15), visited=True)
        s.rooms[f"room-{floor}.1"] = Room(f"room-{floor}.1", floor, 1)
        s.doors[f"door-{floor}.1n"] = Door(f"room-{floor}.1", "n", floor, cell(3, 0), secret=False, known=True)
        s.place = Place() if courtyard else Place(floor, at)
        s.agenda = (InCourtyard(),) if courtyard else (InHall(),)
    return game


def nearest(exact: Fraction) -> int:
    """Return a health as a monster has it: the nearest whole, halves up, at least 1 (D5.6)."""
    return max(1, floor(exact + Fraction(1, 2)))


def health_of(kind: str, difficulty: str = "normal", length: str = "standard") -> int:
    """Return a kind's full health at a difficulty: its table figure times the factor (D5.6), worked out on its own."""
    guards = {"gremlin-thief": "book", "the-gaoler": "king"}
    tables = content.catalogue()
    entry = tables.guard(length, guards[kind]) if kind in guards else tables.monsters[kind]
    return nearest(entry.health * Fraction(tables.difficulties[difficulty].monster_health, 100))


def hale(game: Game[State], most: int, *keys: str) -> Game[State]:
    """Set the full health of monsters of the fight, of all if none is named, and let them be unhurt."""
    with staged(game) as s:
        for key in keys or tuple(s.monsters):
            s.monsters[key] = replace(s.monsters[key], health=most, most=most)
    return game


def give(game: Game[State], kind: str, place: str, **more: Any) -> str:
    """Put a new item of a kind at a place (`pack:hero`, `hand:hero`, `room:room-1.1` ...) and return its id."""
    with staged(game) as s:
        key = f"{content.item(kind).sort}-t{len(s.items) + 1}"
        s.items[key] = Item(kind, place, **more)
    return key


def into_room(game: Game[State]) -> None:
    """Put the party into the plain floor's quiet room."""
    with staged(game) as s:
        room = f"room-{s.place.floor}.1"
        s.rooms[room] = Room(room, s.place.floor, 1, known=True, entered=True)
        s.place = Place(s.place.floor, s.place.cell, room)
        s.agenda = (InRoom(),)
