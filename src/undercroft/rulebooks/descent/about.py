"""What the party can read up on (D31.1): a thing, spell, effect, class or monster that it knows, by name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from undercroft.engine.rules import Rules
from undercroft.engine.view import Row, Sheet
from undercroft.rulebooks.descent import baths, gear, monsters, names, statues, stores
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent.records import State
from undercroft.rulebooks.descent.things import use_known

ABOUT = "about"
FEATURES = {statues.STATUE: "D22", baths.BATH: "D23"}
"""What may stand in a room, and the section of the rules that tells of it."""
SEE = re.compile(r"see (D[0-9]+\.[0-9]+)")
"""A cell that only names a rule; one that names a whole section is left as it is."""


@cache
def _rules() -> Rules:
    return Rules(files("undercroft.rulebooks.descent") / "rules.md")


def known(s: State) -> Iterator[tuple[str, content.Named]]:
    """Yield what the party knows by its name, with the name's id: nothing hidden, and no monster."""
    tables = content.catalogue()
    things = dict.fromkeys(stores.stock(max(s.floors, default=0)))
    things.update(dict.fromkeys(s.lore.kinds))
    things.update(dict.fromkeys(item.kind for item in s.items.values() if gear.holder(item) and use_known(s, item)))
    for kind in things:
        yield kind, tables.items[kind]
    classes = {m.cls for m in s.members.values()}
    for key, spell in tables.spells.items():
        if classes & set(spell.who) or key in s.quest.pages:
            yield key, spell
    yield from tables.effects.items()
    yield from ((key, tables.classes[key]) for key in tables.classes if key in classes)
    yield from ((tables.floors[number].id, tables.floors[number]) for number, f in s.floors.items() if f.visited)


def sheet(s: State, asked: str, tales: dict[str, tuple[tuple[str, ...], Row]]) -> Sheet | None:
    """Return what is known under a name, or under an id; None if that is no name the party knows.

    The figures are those of the rules. `tales` are the heads and the row of each bestiary entry by the kind's id.
    """
    wanted = _plain(asked)
    item = s.items.get(asked)
    if item is not None and use_known(s, item):
        wanted = item.kind
    for feature in _met(s):
        if wanted in (feature, _plain(names.PLACES[feature].removeprefix("a "))):
            return _feature(feature)
    for kind, (heads, row) in tales.items():
        if wanted in (kind, _plain(row.cells[0])):
            pairs = [(head, cell) for head, cell in zip(heads[1:], row.cells[1:], strict=True) if cell]
            return Sheet(f"{ABOUT} {kind}", row.cells[0], (*_words(s, kind), *pairs))
    for key, entry in known(s):
        if wanted in (key, _plain(entry.name)):
            row_ = _rules().row(entry.row)
            told = [(head, cell) for head, cell in zip(row_.heads[2:], row_.cells[2:], strict=True) if head != "draw"]
            pairs_ = [(head[:1].upper() + head[1:], _told(cell)) for head, cell in told if cell]
            bad = [("Bad", "yes")] if isinstance(entry, content.Thing) and entry.bad else []
            return Sheet(f"{ABOUT} {key}", entry.name, (("", entry.description), *pairs_, *bad, ("", f"({row_.id})")))
    return _setup(wanted)


def _setup(wanted: str) -> Sheet | None:
    """Return what is said of a difficulty or a length of quest."""
    tables = content.catalogue()
    entries: list[content.Difficulty | content.Quest] = [*tables.difficulties.values(), *tables.quests.values()]
    for entry in entries:
        if wanted in (entry.id, _plain(entry.name)):
            return Sheet(f"{ABOUT} {entry.id}", entry.name.capitalize(), (("", entry.description),))
    return None


def _words(s: State, kind: str) -> Iterator[tuple[str, str]]:
    """Yield what is said of a monster's kind, and of its special attack once that was suffered (D31.15)."""
    figures = monsters.figures(s, kind)
    yield "", figures.description
    if figures.special and monsters.suffered(s, kind):
        special = content.catalogue().specials[figures.special]
        yield "", f"{special.description} ({special.rule})"


def _met(s: State) -> Iterator[str]:
    """Yield what of the features the party has seen or was told of."""
    seen = [room for room in s.rooms.values() if room.entered or room.told]
    if any(room.statue for room in seen):
        yield statues.STATUE
    if any(room.bath for room in seen):
        yield baths.BATH


def _feature(feature: str) -> Sheet:
    """Return the rules of a feature, and the table it draws on."""
    section = FEATURES[feature]
    rules = [("", f"{rule.text} ({rule.id})") for rule in _rules().section(section)]
    tables = [table for table in _rules().tables if table.section.startswith(f"{section}.")]
    rows = [(row[1], f"{row[2]} ({row[0]})") for table in tables for row in table.rows]
    return Sheet(f"{ABOUT} {feature}", names.PLACES[feature].removeprefix("a "), (*rules, *rows))


def _told(cell: str) -> str:
    """Return a figure of a table; where it only names a rule, the rule itself."""
    if not (found := SEE.fullmatch(cell)):
        return cell
    return f"{_rules().rule(found[1]).text} ({found[1]})"


def _plain(name: str) -> str:
    return "-".join(name.lower().replace("'", "").split())
