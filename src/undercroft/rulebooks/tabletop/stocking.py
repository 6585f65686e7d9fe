"""Foes from stat blocks and treasure by letters, as generation needs them."""

from __future__ import annotations

from undercroft.engine.streams import Stream
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.catalogue import catalogue, drawn
from undercroft.rulebooks.tabletop.entries import Outfit
from undercroft.rulebooks.tabletop.records import Foe, Jewel, Lot, Magic, replace

SIX = 6


def foe(id: str, kind: str, group: str, template: str = "") -> Foe:
    """Return a foe of a kind, changed by a template (T11.2, T12.36, T12.37)."""
    block = content.monster(kind)
    plain = Foe(
        id, kind, group, block.name, block.courage, block.vitality, block.vitality, block.protection, block.attack,
        block.defence, block.dice, block.add, block.attacks, block.resist, block.ml, astral=block.astral,
    )  # fmt: skip
    if not template:
        return plain
    change = catalogue().templates[template]
    vitality = -(-block.vitality * change.vitality[0] // change.vitality[1])
    return replace(
        plain,
        name=f"{block.name} {change.name}",
        template=template,
        courage=max(block.courage, min(change.most_courage, block.courage + change.courage)),
        vitality=vitality,
        vitality_max=vitality,
        attack=max(block.attack, min(change.most_attack, block.attack + change.attack)),
        defence=max(block.defence, min(change.most_defence, block.defence + change.defence)),
        add=block.add + change.damage,
        ml=-(-block.ml * change.ml[0] // change.ml[1]),
    )


def outfit(stream: Stream, kind: str) -> Outfit | None:
    """Draw what a group of a kind carries instead of its block, if its kind varies (T11.12)."""
    rows = {row.id: row for row in catalogue().outfits.values() if row.monster == kind}
    return drawn(rows, stream.between(1, SIX)) if rows else None


def outfitted(foe: Foe, worn: Outfit | None) -> Foe:
    """Return a foe with an outfit in the place of its block's arms; a template's changes stay (T11.12)."""
    if worn is None:
        return foe
    block = content.monster(foe.kind)
    return replace(
        foe,
        arms=tuple(arm for arm in (worn.weapon, worn.bow) if arm),
        protection=foe.protection + worn.protection - block.protection,
        dice=worn.dice,
        add=foe.add + worn.add - block.add,
    )


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
        one.armour + other.armour, one.goods + other.goods, one.objects + other.objects,
    )  # fmt: skip
