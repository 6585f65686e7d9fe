"""Rooms (F1): walking, and the lock."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from fivecards.catalogue import catalogue
from fivecards.deeds import Deed
from fivecards.records import Ctx, Event, State, replace
from undercroft.engine.action import Refusal


def exits(s: State) -> tuple[str, ...]:
    """Return the rooms next to the hero's."""
    return catalogue().rooms[s.hero.room].exits


def locked(s: State, room: str) -> bool:
    """Say whether a room's door is locked now (F1.3)."""
    return catalogue().rooms[room].locked and not s.house.unlocked


class Go(Deed, tag="go"):
    """Walk into the next room, also away from a wolf (F4.3)."""

    text = "go {room}"
    order = 50
    room: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Go]:
        return [cls(room) for room in exits(s)]

    def barred(self, s: State) -> Refusal | None:
        if self.room not in exits(s):
            return Refusal("room.none", {"room": self.room}, "F1.3")
        return Refusal("room.locked", {"room": self.room}, "F1.3") if locked(s, self.room) else None

    def deed(self, ctx: Ctx) -> None:
        ctx.emit(Went(self.room))


class Unlock(Deed, tag="unlock"):
    """Unlock the crypt with the key (F1.3)."""

    text = "unlock {room}"
    order = 60
    cost: ClassVar[int] = 2
    room: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Unlock]:
        return [cls(room) for room in exits(s)]

    def barred(self, s: State) -> Refusal | None:
        if self.room not in exits(s):
            return Refusal("room.none", {"room": self.room}, "F1.3")
        if not locked(s, self.room):
            return Refusal("room.unlocked", {"room": self.room}, "F1.3")
        return None if s.hero.key else Refusal("room.key", {"room": self.room}, "F1.3")

    def deed(self, ctx: Ctx) -> None:
        ctx.emit(Unlocked(self.room))


class Went(Event, tag="rooms.went"):
    """The hero is in another room."""

    room: str

    def apply(self, s: State) -> None:
        s.hero = replace(s.hero, room=self.room)


class Unlocked(Event, tag="rooms.unlocked"):
    """The crypt is open."""

    room: str

    def apply(self, s: State) -> None:
        s.house = replace(s.house, unlocked=True)
