"""Goods and everything else that is bought and carried (T9, T10): what a word stands for, and what a character holds.

A thing is named by its content id. `silvered-` before a weapon's or arrows' id stands for the silvered kind (T9.22),
`eaten-2-` before an armour's for one that acid has taken two points from (T12.27).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.entries import Armour, Goods, Weapon
from undercroft.rulebooks.tabletop.records import Arm, Character, replace

SILVERED = "silvered-"
SILVER_TIMES = 3
"""A silvered weapon or set of 20 costs so many times its price (T9.22)."""
WORDS = 1024
"""Of which the meaning is kept."""
SILVERABLE = ("arrows", "bolts")
EATEN = re.compile(r"eaten-(\d+)-(.+)\Z", re.ASCII)
TOOLS: dict[str, tuple[str, ...]] = {
    "force-door": ("crowbar",), "force-lid": ("crowbar",), "disarm": ("lockpicks",),
    "climb": ("grappling-hook", "rope"), "gap": ("grappling-hook", "rope"),
}  # fmt: skip
"""Tasks that tools make easier, if all are there; the first one's entry says by how much (T10.13 to T10.15)."""
LOCKPICKS = "lockpicks"
"""Without them no lock is picked (T10.14)."""
SPIKES, SPIKES_NEEDED = "iron-spikes", 5
"""So many close all doors of a room for one camp (T10.16)."""


class Ware(NamedTuple):
    """A thing by its word: the entry, how it was made, and the pieces that one price buys."""

    word: str
    entry: Weapon | Armour | Goods
    silvered: bool = False
    eaten: int = 0

    @property
    def lot(self) -> int:
        """The pieces that one price buys."""
        return self.entry.lot if isinstance(self.entry, Goods) else 1

    @property
    def price(self) -> int:
        """The list price of one lot in silver; 0 for what no dealer sells."""
        return self.entry.price * (SILVER_TIMES if self.silvered else 1)

    def load(self, pieces: int = 1) -> int:
        """Return the load of so many pieces (T10.12)."""
        return self.entry.weight(pieces) if isinstance(self.entry, Goods) else self.entry.load * pieces


@lru_cache(WORDS)
def ware(word: str) -> Ware | None:
    """Return what a word stands for, or None."""
    known = content.catalogue()
    tables: tuple[dict[str, Weapon] | dict[str, Armour] | dict[str, Goods], ...] = (
        known.weapons, known.armour, known.goods,
    )  # fmt: skip
    for table in tables:
        if word in table:
            return Ware(word, table[word])
    plain = word.removeprefix(SILVERED)
    if plain != word and (found := ware(plain)) is not None and _silverable(found):
        return found._replace(word=word, silvered=True)
    if (acid := EATEN.match(word)) and acid[2] in known.armour:
        return Ware(word, known.armour[acid[2]], eaten=int(acid[1]))
    return None


def known(word: str) -> Ware:
    """Return what a word stands for; KeyError if it is no weapon, armour or goods."""
    found = ware(word)
    if found is None:
        raise KeyError(word)
    return found


@cache
def sold() -> tuple[str, ...]:
    """Return the words of all that dealers sell, in the order of the lists (T5.20, T9.22)."""
    catalogue = content.catalogue()
    plain = [word for table in (catalogue.weapons, catalogue.armour, catalogue.goods) for word in table]
    both = [one for word in plain for one in (word, SILVERED + word)]
    return tuple(one for one in both if (found := ware(one)) is not None and found.price)


def _silverable(plain: Ware) -> bool:
    """Say whether a thing is sold silvered: a hand-to-hand weapon, or a set of arrows or bolts (T9.22)."""
    if plain.silvered:
        return False
    if isinstance(plain.entry, Weapon):
        return plain.price > 0 and not plain.entry.missile
    return plain.entry.id in SILVERABLE


def count(c: Character, word: str) -> int:
    """Return how many pieces of some goods a character has."""
    for held, pieces in c.goods:
        if held == word:
            return pieces
    return 0


def more(c: Character, word: str, pieces: int = 1) -> Character:
    """Return the character with so many pieces more."""
    if count(c, word):
        pairs = [(held, had + pieces if held == word else had) for held, had in c.goods]
        return replace(c, goods=tuple(pairs))
    return replace(c, goods=(*c.goods, (word, pieces)))


def less(c: Character, word: str, pieces: int = 1) -> Character:
    """Return the character with so many pieces less; ValueError if there are not so many."""
    had = count(c, word)
    if had < pieces:
        raise ValueError(f"{c.id} has {had} of {word}, not {pieces}")
    pairs = [pair if pair[0] != word else (word, had - pieces) for pair in c.goods if pair[0] != word or had > pieces]
    return replace(c, goods=tuple(pairs))


def add(c: Character, word: str, pieces: int = 1) -> Character:
    """Return the character with a thing put where it belongs: weapons among the weapons, all else in the pack."""
    found = known(word)
    if not isinstance(found.entry, Weapon):
        return more(c, word, pieces)
    return replace(c, weapons=(*c.weapons, *[Arm(found.entry.id, silvered=found.silvered)] * pieces))


def spare(c: Character, word: str) -> int:
    """Return how many pieces a character can part with: sound weapons not wielded, goods in the pack."""
    found = ware(word)
    if found is None or not isinstance(found.entry, Weapon):
        return count(c, word)
    return len(_spare_arms(c, found))


def remove(c: Character, word: str, pieces: int = 1) -> Character:
    """Return the character without so many spare pieces; ValueError if there are not so many."""
    found = known(word)
    if not isinstance(found.entry, Weapon):
        return less(c, word, pieces)
    places = _spare_arms(c, found)
    if len(places) < pieces:
        raise ValueError(f"{c.id} has {len(places)} of {word} to spare, not {pieces}")
    for place in reversed(places[:pieces]):
        c = without_arm(c, place)
    return c


def without_arm(c: Character, place: int) -> Character:
    """Return the character without the weapon at a place; what is wielded stays in hand, unless it is that one."""
    wielded = -1 if place == c.wielded else c.wielded - (place < c.wielded)
    return replace(c, weapons=(*c.weapons[:place], *c.weapons[place + 1 :]), wielded=wielded)


def _spare_arms(c: Character, found: Ware) -> list[int]:
    plain = Arm(found.entry.id, silvered=found.silvered)
    return [place for place, arm in enumerate(c.weapons) if arm == plain and place != c.wielded]


def help_with(task: str, *helpers: Character) -> int:
    """Return the adjustment that the tools of these characters give to a task, 0 without them (T10.13 to T10.15)."""
    tools = TOOLS.get(task, ())
    if not tools or not all(_anyone_has(helpers, tool) for tool in tools):
        return 0
    return content.goods(tools[0]).adjustment


def can_pick(c: Character) -> bool:
    """Say whether a character has what picking a lock needs (T10.14)."""
    return count(c, LOCKPICKS) > 0


def can_spike(c: Character) -> bool:
    """Say whether a character has spikes enough for the doors of a room (T10.16)."""
    return count(c, SPIKES) >= SPIKES_NEEDED


def _anyone_has(helpers: Iterable[Character], tool: str) -> bool:
    return any(count(c, tool) for c in helpers)
