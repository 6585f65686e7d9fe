"""Treasure by letters, as generation needs it."""

from __future__ import annotations

from undercroft.engine.streams import Stream
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.catalogue import catalogue, drawn
from undercroft.rulebooks.tabletop.records import Jewel, Lot, Magic

SIX = 6


def rolled(stream: Stream, letter: str, enemies: int = 1, *, orcs: bool = False) -> Lot:
    """Roll a treasure by its letter; of Orcs alone a jewel takes the place of each magic item (T14.8 to T14.13)."""
    row = catalogue().treasures[letter]
    dice = row.dice * (enemies if row.per_enemy else 1)
    silver = sum(stream.between(1, SIX) for _ in range(dice)) * row.times
    jewels = 0
    if row.jewel_chance and (row.jewel_chance == SIX or stream.between(1, SIX) <= row.jewel_chance):
        jewels = sum(stream.between(1, row.jewel_sides) for _ in range(row.jewel_dice))
    items = 0
    if row.item_chance and (row.item_chance == SIX or stream.between(1, SIX) <= row.item_chance):
        items = row.items
    if orcs:
        jewels, items = jewels + items, 0
    return Lot(silver, tuple(jewel(stream) for _ in range(jewels)), tuple(item(stream) for _ in range(items)))


def jewel(stream: Stream) -> Jewel:
    """Roll a jewel: its carats, then its kind (T14.1, T14.3)."""
    carats = stream.between(1, 20)
    return Jewel(content.jewel(stream.between(1, SIX) + stream.between(1, SIX)).id, carats)


def item(stream: Stream, most: int = 20) -> Magic:
    """Roll a magic item, of the first so many faces of the d20 (T13.68)."""
    face = stream.between(1, most)
    several = len(drawn(catalogue().finds, face).items) > 1
    return Magic(content.magic_item(face, stream.between(1, SIX) if several else 1).id)


def joined(one: Lot, other: Lot) -> Lot:
    """Return two lots as one."""
    return Lot(
        one.silver + other.silver, one.jewels + other.jewels, one.items + other.items, one.arms + other.arms,
        one.goods + other.goods, one.objects + other.objects,
    )  # fmt: skip
