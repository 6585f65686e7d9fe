"""Who is meant by the words of a command: a sheet, one of the reference party, a monster, a group of them, a party."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from undercroft.engine.errors import BadUse, UnknownName, nearest, quoted
from undercroft.engine.text import plural, singulars
from undercroft.engine.toolkit import whole_in
from undercroft.rulebooks.tabletop import monsters, parties, sheets
from undercroft.rulebooks.tabletop.catalogue import catalogue, named, plain
from undercroft.rulebooks.tabletop.records import Character, Foe, replace

MEMBER = "reference:"
"""Before the name of one of the reference party: `reference:warrior`."""
SHEET_END = ".toml"
TEMPLATES = (monsters.VETERAN, monsters.CHIEF)
MOST_NAMED = 100
"""Monsters of a group that is typed."""


def fighter(word: str) -> Character | Foe:
    """Return a character (a sheet's file, `reference:warrior`) or a monster (`orc`, `goblin-chief`)."""
    if word.lower().startswith(MEMBER):
        return parties.member(word[len(MEMBER) :].lower())
    if word.lower().endswith(SHEET_END) or Path(word).is_file():
        return sheets.read(word).character
    try:
        return monster(word)
    except UnknownName as error:
        others = [f"{MEMBER}{one.cls}" for one in parties.reference().characters]
        near = "" if "did you mean" in str(error) else nearest(word, [*others, *sheets.beside(word)])
        raise UnknownName(
            f"{error}{near} (a sheet's file ends with {SHEET_END}, and there is {MEMBER}warrior)"
        ) from None


def monster(words: str, template: str = "") -> Foe:
    """Return a monster by its name, in the plural too, with or without a template: `Goblin Chief`, `veteran orcs`."""
    parts = plain(words).split("-")
    for one in TEMPLATES:
        said = next((part for part in parts if part in (one, plural(one))), "")
        if said and len(parts) > 1:
            if template:
                raise BadUse(f"{quoted(words)}: {template} and {one} do not go together")
            template = one
            parts.remove(said)
    kind = kind_of(" ".join(parts))
    foe = monsters.from_block(kind, template)
    return replace(foe, name=f"{foe.name} {template.capitalize()}") if template else foe


def kind_of(words: str) -> str:
    """Return the id of a kind of monster by its name, in the singular or the plural."""
    known = catalogue().monsters
    said = (plain(one) for one in (words, *singulars(words)))
    return next((one for one in said if one in known), "") or named(known, words).id


def group(words: Sequence[str], most: int = MOST_NAMED) -> list[Foe]:
    """Return a group: numbers and names parted by commas, such as `bandit captain, 2 bandits`."""
    foes: list[Foe] = []
    for part in " ".join(words).split(","):
        number, _, name = part.strip().partition(" ")
        count = 1
        if number[:1].isdigit():
            count = whole_in(number, "the number of monsters", 1, most)
        else:
            name = part.strip()
        if not name:
            raise BadUse(f"{quoted(' '.join(words))}: a group is numbers and names parted by commas: 4 orcs, 1 ogre")
        foes += [monster(name)] * count
    if len(foes) > most:
        raise BadUse(f"{len(foes)} monsters are too many: at most {most}")
    return foes


def told(foes: Sequence[Foe]) -> str:
    """Return a group in words: `4 Orcs, 1 Ogre`."""
    counts: dict[str, int] = {}
    for foe in foes:
        counts[foe.name] = counts.get(foe.name, 0) + 1
    return ", ".join(f"{count} {name if count == 1 else plural(name)}" for name, count in counts.items())
