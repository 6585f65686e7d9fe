"""What players call an id: members by name, things as the party knows them, kinds by their row's name."""

from __future__ import annotations

from typing import Any

from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import gear, monsters
from undercroft.rulebooks.descent.records import State

SORTS = ("weapon", "armour", "shield", "bottle", "scroll", "lantern", "charm")
"""What item ids begin with."""
PLACES = {"living-statue": "a Living Statue", "bath-of-fates": "a Bath of Fates", "gate": "the gate"}
"""What of a place an effect came from, or a flight went by."""


def called(s: State, thing: Any) -> str:
    """Return the name of an id; whatever is no id is returned as it is."""
    word = str(thing)
    if (member := s.members.get(word)) is not None:
        return member.name
    if word in s.items:
        return gear.called(s, word)
    if word in PLACES:
        return PLACES[word]
    tables = content.catalogue()
    if word in tables.monsters or monsters.is_guard(word):
        return monsters.kind_name(word)
    for table in (tables.items, tables.spells, tables.effects, tables.traps):
        if (entry := table.get(word)) is not None:
            return str(entry.name)
    kind, _, number = word.rpartition("-")
    if kind in SORTS and number.replace(".", "").isdigit():
        return f"the {kind}"  # it was told of and is no more
    if number.isdigit() and monsters.is_guard(kind):
        return _the(monsters.kind_name(kind))
    if number.isdigit() and kind in tables.monsters:
        name = monsters.kind_name(kind)
        met = s.counts.last_band.count(kind)
        return _the(name) if met == 1 else f"{name} {number}"
    return word


def _the(name: str) -> str:
    return name if name.startswith("The ") else f"the {name}"
