"""Encounters (T22.7 to T22.9, T14.15): who comes for a budget, and what they hold, made at once from one stream."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from undercroft.engine.streams import Stream
from undercroft.rulebooks.tabletop import budgets, lots, monsters, treasure
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.dungeon_entries import Theme
from undercroft.rulebooks.tabletop.entries import Monster, Outfit
from undercroft.rulebooks.tabletop.records import Enemy, Foe, Group, Lot, State, replace

COMING = ("wandering", "road")
ORC, KOBOLD = "orc", "kobold"
SIX = 6
BOSS = "boss"


class Made(NamedTuple):
    """A new group and its foes, in listed order."""

    group: Group
    foes: tuple[Foe, ...]


def filled(stream: Stream, kinds: Sequence[Monster], most: int) -> list[Enemy]:
    """Draw a kind and return as many of it as the budget brings (T22.7)."""
    kind = stream.pick(budgets.eligible(kinds, most))
    number, template = budgets.number_of(kind, most)
    return [Enemy(kind.id, template)] * number


def boss_group(stream: Stream, theme: Theme, level: int, most: int) -> list[Enemy]:
    """Return the boss of a theme and, drawn one by one while any fits the rest, its companions (T22.8, T22.9)."""
    leader = budgets.leader(theme, level, most)
    template = budgets.best_template(leader, most)
    found = [Enemy(leader.id, template)]
    rest = most - budgets.cost(leader, template)
    kinds = budgets.kinds_of(theme)
    while len(found) <= budgets.MOST_COMPANIONS and (fitting := [kind for kind in kinds if kind.ml <= rest]):
        kind = stream.pick(fitting)
        found.append(Enemy(kind.id))
        rest -= kind.ml
    return found


def enemies(stream: Stream, theme: Theme, level: int, sort: str, most: int) -> list[Enemy]:
    """Draw who an encounter of a sort brings for a budget in ML."""
    if sort == BOSS:
        return boss_group(stream, theme, level, most)
    return filled(stream, budgets.kinds_of(theme), most)


def group(stream: Stream, tag: str, sort: str, room: str, made: Sequence[Enemy], more: Lot = lots.NOTHING) -> Made:
    """Make a group of its enemies: their figures, arms and treasure, and what more they hold.

    `tag` tells its ids from those of other groups.
    """
    name = f"group-{tag}"
    gear = {kind: outfit(stream, kind) for kind in dict.fromkeys(enemy.kind for enemy in made)}
    foes = []
    for at, enemy in enumerate(made):
        foe = monsters.from_block(enemy.kind, enemy.template, group=name)
        foe = replace(foe, boss=sort == BOSS and at == 0)
        if (worn := gear[enemy.kind]) is not None:
            foe = monsters.geared(foe, worn)
        if enemy.kind == KOBOLD:
            foe = replace(foe, gift=monsters.gift(stream.between(1, SIX)))
        foes.append(foe)
    called = monsters.named(foes, State())
    ids = [f"{foe.kind}-{tag}.{at}" for at, foe in enumerate(called, 1)]
    lot = lots.joined(held(stream, sort, made), more)
    return Made(
        Group(name, sort, room, room if sort not in COMING else "", tuple(made), lot),
        tuple(replace(foe, id=name) for foe, name in zip(called, ids, strict=True)),
    )  # fmt: skip


def outfit(stream: Stream, kind: str) -> Outfit | None:
    """Draw what a group of a kind carries instead of its stat block's weapon, if its kind varies (T11.12)."""
    rows = {row.id: row for row in monsters.outfits(kind)}
    return content.drawn(rows, stream.between(1, SIX)) if rows else None


def held(stream: Stream, sort: str, made: Sequence[Enemy]) -> Lot:
    """Roll what a group carries; a boss's own letter is replaced by that of its room (T22.31)."""
    owners = made[1:] if sort == BOSS else made
    letters = Counter(letter_of(enemy) for enemy in owners)
    lot = lots.NOTHING
    for letter, number in letters.items():
        if letter:
            lot = lots.joined(lot, lots.of(treasure.hoard(stream, letter, number, orcs=orcs_alone(made))))
    return lot


def letter_of(enemy: Enemy) -> str:
    """Return the treasure letter of an enemy, a Chief's one step higher (T14.14)."""
    letter = content.monster(enemy.kind).treasure
    if not enemy.template:
        return letter
    return content.richer(letter, content.catalogue().templates[enemy.template].treasure)


def orcs_alone(made: Sequence[Enemy]) -> bool:
    """Say whether a group is of Orcs alone: they keep no magic items (T11.13, T11.14)."""
    return all(enemy.kind == ORC for enemy in made)


def worth(group: Group) -> int:
    """Return the ML of all who were made for a group."""
    return sum(budgets.cost(content.monster(enemy.kind), enemy.template) for enemy in group.made)
