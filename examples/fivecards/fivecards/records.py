"""State of the rulebook: records and ids, the frames that are places, and the bases bound to it. Lowest of all."""

from __future__ import annotations

from typing import ClassVar, Literal, NewType

from undercroft.engine import action as _action
from undercroft.engine import agenda as _agenda
from undercroft.engine import ctx as _ctx
from undercroft.engine import event as _event
from undercroft.engine.rulebook import Options as _Options
from undercroft.engine.state import Record, Table, replace
from undercroft.engine.state import State as _State

CardId = NewType("CardId", int)
"""A plain number: what lies there must not show through its name."""
RoomId = NewType("RoomId", str)

SLOTS = ("centre", "north", "east", "south", "west")
POINTS = 4
"""Action points of a world turn (F2.1)."""


class Options(_Options, frozen=True):
    """What is fixed before a visit."""

    difficulty: Literal["easy", "hard"] = "easy"


class Card(Record):
    """A card on the floor of a room. `health` counts the blows a wolf still takes."""

    room: str
    slot: str
    kind: str
    up: bool = False
    health: int = 0
    heard: str = ""
    """"breath" or "silence", once somebody has listened."""


class Hero(Record):
    """Who visits the house."""

    room: str = "porch"
    health: int = 0
    points: int = POINTS
    coins: int = 0
    key: bool = False
    idol: bool = False


class House(Record):
    """The visit: its number, difficulty, world turn, candle left in world turns, and what the altar likes."""

    run: int = 1
    difficulty: str = "easy"
    turn: int = 1
    candle: int = 0
    dimmed: bool = False
    unlocked: bool = False
    taste: int = 2
    tasted: bool = False
    """Whether the taste is certain: an offering was taken that only one of the two allows."""
    carved: str = ""


class Altar(Record):
    """What outlives the visits: coins given, and names carved."""

    coins: int = 0
    names: tuple[str, ...] = ()


class Grave(Record):
    """How a visit ended: "won", "dead" or "dark"."""

    how: str
    name: str = ""


class State(_State):
    """Everything a visit is."""

    indexed: ClassVar[dict[str, str]] = {"cards": "room"}
    rolls: ClassVar[tuple[str, ...]] = ("purse", "startle", "snatch", "ears", "strike", "bite", "dust")

    house: House = House()
    hero: Hero = Hero()
    altar: Altar = Altar()
    cards: Table[int, Card]
    graves: Table[int, Grave]
    """By the number of the visit."""


class Event(_event.Event[State], frozen=True):
    """Base of this rulebook's events."""


class Action(_action.Action[State], frozen=True):
    """Base of this rulebook's actions."""


class Frame(_agenda.Frame[State], frozen=True):
    """Base of this rulebook's frames."""


Ctx = _ctx.Ctx[State]


class InRoom(Frame, tag="room"):
    """The player chooses freely."""

    ask = "ask.room"
    moment = "quiet"

    def seat(self, s: State) -> str | None:
        return "player"


def awake(s: State) -> int:
    """Return the card of the wolf that is awake in the hero's room, or 0."""
    for key in s.cards.keys_where(s.hero.room):
        if s.cards[key].up and s.cards[key].health > 0:
            return key
    return 0


__all__ = [
    "POINTS", "SLOTS", "Action", "Altar", "Card", "CardId", "Ctx", "Event", "Frame", "Grave", "Hero", "House", "InRoom",
    "Options", "Record", "RoomId", "State", "Table", "awake", "replace",
]  # fmt: skip
