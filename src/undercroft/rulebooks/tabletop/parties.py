"""Parties as files (T24.8), and the reference party (T24.10, T24.11)."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from undercroft.engine.errors import BadUse, nearest, quoted
from undercroft.rulebooks.tabletop import classes, creation, sheets, toml_texts
from undercroft.rulebooks.tabletop.catalogue import catalogue
from undercroft.rulebooks.tabletop.records import Character, replace
from undercroft.rulebooks.tabletop.sheets import Fault, Sheet, SheetError
from undercroft.rulebooks.tabletop.toml_texts import Trouble

RULE = "T24.8"
MOST = 6
"""Characters of a party (T5.22)."""
FRONT_MOST = 3
"""Places of the front rank in a room (T7.13)."""
FRONT = 2
REFERENCE = "reference"
"""The word that stands for the reference party."""
STANDING_ORDER = "wasps-sting 1 at strongest times 3"
"""What the reference party's Magician does in automatic fights (T24.11)."""
KEYS = ("sheets", "front", "pool")


class Party(NamedTuple):
    """Characters in marching order. `files` are their sheets, none for the reference party; `path` the party's own."""

    characters: tuple[Character, ...]
    front: int
    pool: int
    files: tuple[Sheet, ...] = ()
    path: str = ""
    text: str = ""

    @property
    def levels(self) -> list[int]:
        """The Levels of those who live."""
        return [c.level for c in self.characters if not c.dead]


def find(word: str) -> Party:
    """Return the party that a word names: `reference`, a party's file, or sheets parted by commas."""
    if word == REFERENCE:
        return reference()
    if not word.strip(" ,"):
        raise BadUse(f"whose? Give {REFERENCE}, a party's file, or sheets parted by commas ({RULE})")
    if "," not in word:
        text = sheets.load(word, (REFERENCE,))
        if not _is_sheet(text):
            return read(word, text)
    files = tuple(sheets.read(one.strip()) for one in word.split(",") if one.strip())
    return _party(files, min(FRONT, len(files)), 0)


def _is_sheet(text: str) -> bool:
    """Say whether a text is read as a sheet, and not as a party's file: it has a key of a sheet, or is no TOML."""
    try:
        values = toml_texts.read(text)
    except Trouble:
        return True
    return "sheets" not in values and bool(sheets.KEYS.keys() & values.keys())


def read(path: str, text: str) -> Party:
    """Read a party's file; sheets are named as the file sees them. SheetError, one line, for what is none."""
    try:
        values = toml_texts.read(text)
    except Trouble as trouble:
        raise SheetError(Fault(trouble.line, RULE, str(trouble)).told(path)) from None
    lines = toml_texts.lines(text)
    for key in values:
        if key not in KEYS and (near := nearest(key, [one for one in KEYS if one not in values])):
            raise SheetError(Fault(lines.get(key, 0), RULE, f"{key}: there is no such key{near}").told(path))
    names = values.get("sheets")
    if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
        raise SheetError(
            Fault(lines.get("sheets", 0), RULE, "read as a party: sheets lists the files of its characters").told(path)
        )
    files = []
    for number, name in enumerate(names):
        try:
            files.append(sheets.read(str(Path(path).parent / name)))
        except SheetError as error:
            raise SheetError(f"{path}:{lines.get(f'sheets {number}', lines['sheets'])}: {error}") from None
    figures = {}
    for key, low, high, default in (("front", 1, FRONT_MOST, min(FRONT, len(files))), ("pool", 0, 10**6, 0)):
        value = values.get(key, default)
        if type(value) is not int or not low <= value <= high:
            fault = Fault(
                lines.get(key, 0), RULE, f"{key}: {sheets.told(value)} is no whole number from {low} to {high}"
            )
            raise SheetError(fault.told(path))
        figures[key] = value
    return _party(tuple(files), figures["front"], figures["pool"], path, text)


def _party(files: tuple[Sheet, ...], front: int, pool: int, path: str = "", text: str = "") -> Party:
    where = path or ",".join(file.path for file in files)
    if not 1 <= len(files) <= MOST:
        raise SheetError(f"{where}: a party has 1 to {MOST} characters, not {len(files)} (T5.22)")
    ids = [file.character.id for file in files]
    for file in files:
        if ids.count(file.character.id) > 1:
            raise SheetError(f"{file.path}: {quoted(file.character.name)} stands twice in the party (T5.21)")
    return Party(tuple(file.character for file in files), front, pool, files, path, text)


def pooled(party: Party, pool: int) -> str:
    """Return the text of a party's file with another pool; every other byte stays."""
    return party.text if pool == party.pool else toml_texts.put(party.text, "pool", toml_texts.literal(pool))


def fresh(names: list[str], front: int, pool: int = 0) -> str:
    """Return the text of a party's file."""
    return toml_texts.written(dict(zip(KEYS, (names, front, pool), strict=True)))


def reference() -> Party:
    """Return the reference party: Level 1, Warrior and Dwarf in front (T24.10, T24.11)."""
    front = sum(1 for one in catalogue().reference.values() if one.rank == "front")
    orders = {classes.MAGICIAN: STANDING_ORDER}
    return Party(tuple(replace(c, order=orders.get(c.cls, "")) for c in creation.reference_party()), front, 0)


def member(word: str) -> Character:
    """Return one of the reference party by the class or the name; BadUse with the nearest."""
    party = {key: c for c in reference().characters for key in (c.cls, c.id)}
    if word not in party:
        raise BadUse(f"the reference party has no {quoted(word)}{nearest(word, party)}")
    return party[word]
