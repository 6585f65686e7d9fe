"""Lots: things that lie or are carried together, as one (T14.15 to T14.18)."""

from __future__ import annotations

from undercroft.rulebooks.tabletop.records import Lot
from undercroft.rulebooks.tabletop.treasure import Hoard

NOTHING = Lot()


def of(hoard: Hoard) -> Lot:
    """Return a treasure that was rolled, as a lot."""
    return Lot(hoard.silver, hoard.jewels, hoard.items)


def joined(one: Lot, other: Lot) -> Lot:
    """Return two lots as one; goods of a kind are counted together."""
    pieces = dict(one.goods)
    for kind, count in other.goods:
        pieces[kind] = pieces.get(kind, 0) + count
    return Lot(
        one.silver + other.silver, one.jewels + other.jewels, one.items + other.items, one.arms + other.arms,
        tuple(pieces.items()), one.objects + other.objects,
    )  # fmt: skip
