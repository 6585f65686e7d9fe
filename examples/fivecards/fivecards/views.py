"""The view records: with the actions, all of this rulebook that a player program may import."""

from __future__ import annotations

import msgspec

from undercroft.engine.view import View


class CardView(msgspec.Struct, frozen=True, gc=False):
    """A card of the room; `kind` is empty while it lies face down."""

    id: int
    slot: str
    kind: str
    heard: str


class FiveView(View, frozen=True):
    """What a seat knows. `taste` is 0 while it is not known, `wolf` the card of an awake wolf in the room or 0."""

    seat: str
    room: str
    cards: tuple[CardView, ...]
    exits: tuple[tuple[str, bool], ...]
    health: int
    points: int
    coins: int
    key: bool
    idol: bool
    turn: int
    candle: int
    wolf: int
    altar_coins: int
    names: tuple[str, ...]
    taste: int
    graves: tuple[tuple[int, str], ...]
