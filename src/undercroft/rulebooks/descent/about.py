"""What the party can read up on (D31.1): a thing, spell, effect, class or monster that it knows, and the words of the
rules, by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from undercroft.engine.rules import Rules
from undercroft.engine.view import Listing, Row, Sheet, Text
from undercroft.rulebooks.descent import baths, gear, monsters, names, spells, statues, stores, terms
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent.records import State
from undercroft.rulebooks.descent.things import use_known

ABOUT = "about"
FEATURES = {statues.STATUE: "D22", baths.BATH: "D23"}
"""What may stand in a room, and the section of the rules that tells of it."""
FLOOR = re.compile(r"\bf\b")
"""The floor number, as the rules write it."""
SEE = re.compile(r"see (D[0-9]+\.[0-9]+)")
"""A cell that only names a rule."""
TOLD_BY = {"H8": "D17.3 D17.4 D17.14", "E8": "D12.15 D12.16"}
"""Of each row whose cell names a whole section, the rules of it that say what happens."""
DOES = "what it does"


@cache
def _rules() -> Rules:
    return Rules(files("undercroft.rulebooks.descent") / "rules.md")


def known(s: State) -> Iterator[tuple[str, content.Named]]:
    """Yield what the party knows by its name, with the name's id: nothing hidden, and no monster."""
    tables = content.catalogue()
    things = dict.fromkeys(stores.stock(max(s.floors, default=0)))
    things.update(dict.fromkeys(s.lore.kinds))
    seen = _places_in_sight(s)
    shown = [item for item in s.items.values() if gear.holder(item) or item.place in seen]
    things.update(dict.fromkeys(item.kind for item in shown if use_known(s, item)))
    for kind in things:
        yield kind, tables.items[kind]
    classes = {m.cls for m in s.members.values()}
    for key, spell in tables.spells.items():
        if classes & set(spell.who) or key in s.quest.pages:
            yield key, spell
    yield from tables.effects.items()
    yield from tables.classes.items()
    yield from ((tables.floors[number].id, tables.floors[number]) for number, f in s.floors.items() if f.visited)


def _places_in_sight(s: State) -> tuple[str, ...]:
    """Return the places whose things the party sees where it stands."""
    chest = s.chests.get(s.place.room)
    return (gear.lies_here(s), *([f"chest:{s.place.room}"] if chest is not None and chest.open else []))


Tales = dict[str, tuple[tuple[str, ...], Row]]
"""The heads and the row of each bestiary entry by the kind's id."""


def names_known(s: State, tales: Tales) -> Listing:
    """Return every name that `sheet` answers to now, words of the rules last."""
    tables = content.catalogue()
    found = [row.cells[0] for _, row in tales.values()]
    found += [entry.name for _, entry in known(s)]
    found += [*tables.difficulties, *tables.quests]
    found += [names.PLACES[feature].removeprefix("a ") for feature in _met(s)]
    found += [word.replace("-", " ") for word in terms.RULES]
    return Listing(ABOUT, "", tuple(dict.fromkeys(found)))


def sheet(s: State, asked: str, tales: Tales) -> Sheet | Text | None:
    """Return what is known under a name or an id, or of a word of the rules; None if the party knows no such name.

    The figures are those of the rules.
    """
    wanted = _plain(asked)
    item = s.items.get(asked)
    if item is not None and use_known(s, item):
        wanted = item.kind
    for one in (wanted, *_singular(wanted)):
        if found := _exact(s, one, tales) or _exact(s, terms.proper(one), tales):
            return found
    return None


def _singular(word: str) -> tuple[str, ...]:
    return tuple(word.removesuffix(end) for end in ("s", "es") if word.endswith(end))


def _exact(s: State, wanted: str, tales: Tales) -> Sheet | Text | None:
    if not wanted:
        return None
    for feature in _met(s):
        if wanted in (feature, _plain(names.PLACES[feature].removeprefix("a "))):
            return _feature(feature)
    for kind, (heads, row) in tales.items():
        if wanted in (kind, _plain(row.cells[0])):
            pairs = [(head, cell) for head, cell in zip(heads[1:], row.cells[1:], strict=True) if cell]
            return Sheet(f"{ABOUT} {kind}", row.cells[0], (*_words(s, kind), *pairs))
    for key, entry in known(s):
        if wanted in (key, _plain(entry.name)):
            return _entry(s, key, entry)
    return _setup(wanted) or _term(wanted)


def _entry(s: State, key: str, entry: content.Named) -> Sheet:
    """Return a thing, spell, effect, class or floor with its row of the rules; a spell costs what it costs now."""
    row = _rules().row(entry.row)
    told = [(head, cell) for head, cell in zip(row.heads[2:], row.cells[2:], strict=True) if head != "draw"]
    if isinstance(entry, content.Spell):
        told = [(head, f"{spells.mana(s, key)}" if head == "mana" else cell) for head, cell in told]
    pairs = [
        (head[:1].upper() + head[1:], does(key, row.id) if head == DOES else _told(cell)) for head, cell in told if cell
    ]
    bad = [("Bad", "yes")] if isinstance(entry, content.Thing) and entry.bad else []
    said = [("", meaning)] if (meaning := terms.meaning(key)) else []
    return Sheet(
        f"{ABOUT} {key}", _capital(entry.name), (("", entry.description), *said, *pairs, *bad, ("", f"({row.id})"))
    )


def does(key: str, row_id: str) -> str:
    """Return what a row of the rules says a thing, spell or effect does; where it only names rules, the rules."""
    rules, spell = TOLD_BY.get(row_id, ""), content.catalogue().spells.get(key)
    if rules:
        return " ".join(f"{_rules().rule(cited).text} ({cited})" for cited in rules.split())
    return _told(_rules().row(spell.row if spell is not None else row_id).cell(DOES))


def _term(word: str) -> Text | None:
    """Return a word of the rules: what it means, what such a thing looks like, and the rules that tell of it."""
    if not (meaning := terms.meaning(word)):
        return None
    tables = content.catalogue()
    looks = [table[word].description for table in (tables.rooms, tables.treasure) if word in table]
    rules = [_rules().rule(cited) for cited in terms.RULES[word].split()]
    traps = [_drawn(trap) for trap in tables.traps.values()] if word == "trap" else []
    lines = [meaning, *looks, *(f"{FLOOR.sub('the floor number', rule.text)} ({rule.id})" for rule in rules)]
    return Text(f"{ABOUT} {word}", _title(word), (*lines, *(f"{faces}: {said}" for faces, said in traps)))


def _title(word: str) -> str:
    return _capital(names.PLACES.get(word, word).removeprefix("a ").replace("-", " "))


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def _drawn(entry: content.Drawn) -> tuple[str, str]:
    """Return the faces that bring a row of a drawn table, and what it is and does."""
    row = _rules().row(entry.row)
    said = row.cells[-1].removeprefix(f"{entry.name}: ")
    return row.cells[1], f"{entry.name}: {said} ({row.id}). {entry.description}"


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
    rows = [_drawn(fate) for fate in content.catalogue().bath.values()] if feature == baths.BATH else []
    return Sheet(f"{ABOUT} {feature}", names.PLACES[feature].removeprefix("a "), (*rules, *rows))


def _told(cell: str) -> str:
    """Return a figure of a table; where it only names a rule, the rule itself."""
    if not (found := SEE.fullmatch(cell)):
        return cell
    return f"{_rules().rule(found[1]).text} ({found[1]})"


def _plain(name: str) -> str:
    return "-".join(name.lower().replace("'", "").split())
