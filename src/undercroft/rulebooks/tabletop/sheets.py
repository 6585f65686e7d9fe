"""Character sheets (T24.1 to T24.4): TOML files that people read and edit, as Characters and back.

What a save does not change keeps every byte: comments, unknown keys, their order and their layout.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from undercroft.engine.errors import UndercroftError, nearest, quoted, shown
from undercroft.rulebooks.tabletop import forms, kinds, toml_texts, wands
from undercroft.rulebooks.tabletop.catalogue import catalogue, named
from undercroft.rulebooks.tabletop.creation import id_of
from undercroft.rulebooks.tabletop.records import QUALITIES, Character, Condition
from undercroft.rulebooks.tabletop.toml_texts import Trouble

MOST_BYTES = 64_000
"""Bytes of the largest file that is read as a sheet or a party."""
MOST_FIGURE = 1_000_000
FORM, KEYS_RULE = "T24.1", "T24.2"
MISSPELT = 0.75
"""How alike an unknown key is to a known one that it is taken for a slip."""
MOST_BESIDE = 500
LIKE_A_FILE = 0.7
"""The same of the name of a file: their ends are alike, whatever they are called."""
LIKE = 5
"""Keys of a sheet that make a file look like one."""
KINDS = {int: "a whole number", str: "a text", bool: "true or false", list: "a list of texts"}


class Key(NamedTuple):
    """A key of a sheet: what it holds, and for whole numbers the bounds beyond which none makes sense."""

    kind: type
    low: int = 0
    high: int = MOST_FIGURE
    needed: bool = True
    rule: str = KEYS_RULE


KEYS: dict[str, Key] = {
    "name": Key(str), "class": Key(str), "kin": Key(str, needed=False), "level": Key(int, 1, 21, rule="T16.20"),
    "ap": Key(int, rule="T16.17"), **{name: Key(int, -99, 99) for name in QUALITIES},
    "attack": Key(int, -99, 99), "defence": Key(int, -99, 99), "agility_point": Key(str),
    "vitality": Key(int, -MOST_FIGURE), "vitality_max": Key(int, 1),
    "astral": Key(int, needed=False), "astral_max": Key(int, needed=False),
    "wand_level": Key(int, 0, 4, needed=False, rule="T19.3"), "silver": Key(int), "armour": Key(str),
    "shield": Key(bool, needed=False), "wielded": Key(str), "weapons": Key(list, needed=False),
    "goods": Key(list, needed=False), "items": Key(list, needed=False), "jewels": Key(list, needed=False),
    "conditions": Key(list, needed=False), "history": Key(list, needed=False), "notes": Key(list, needed=False),
}  # fmt: skip
"""Every key of a sheet, in the order in which a new one is written."""
EXTRA: dict[str, Key] = {"order": Key(str, needed=False), "allow": Key(list, needed=False)}
"""Keys of our own beside them: a caster's standing order (T7.45), and breaches that are allowed (T24.7)."""
POINTS = ("attack", "defence", "none")
KINS = {"human": "human", "dwarf": "Dwarf", "elf": "Elf"}
"""Kins by id, as sheets spell them."""
MAGICIAN = "magician"


class Fault(NamedTuple):
    """What is wrong with a sheet: its line, 0 where none is to blame; the rule; a sentence."""

    line: int
    rule: str
    text: str

    def told(self, label: str) -> str:
        """As one line: `berengar.toml:5: ... (T24.2)`."""
        return f"{label}:{self.line}: {self.text} ({self.rule})" if self.line else f"{label}: {self.text} ({self.rule})"


class SheetError(UndercroftError):
    """A sheet that cannot be read as a character; the message is its first fault, with file and line."""


class Sheet(NamedTuple):
    """A sheet that was read. `lines` tells where each key stands, and each entry of a list (`goods 1`)."""

    path: str
    text: str
    character: Character
    lines: Mapping[str, int]
    allow: tuple[str, ...] = ()


def read(path: str) -> Sheet:
    """Read a sheet; SheetError, one line, for a file that gives no character."""
    sheet, faults = parse(load(path), path)
    if sheet is None or faults:
        raise SheetError(faults[0].told(path))
    return sheet


def load(path: str, also: Iterable[str] = ()) -> str:
    """Return the text of a file; SheetError if there is none, with the nearest or another word, or none in UTF-8."""
    try:
        if Path(path).exists() and not Path(path).is_file():
            raise SheetError(f"{quoted(path, 200)}: that is no ordinary file")
        with Path(path).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, SheetError):
            raise
        said = getattr(error, "strerror", None) or str(error)
        near = get_close_matches(path[:80], [*also, *beside(path)], 1, LIKE_A_FILE)
        meant = f'; did you mean "{near[0]}"?' if near and isinstance(error, FileNotFoundError) else ""
        raise SheetError(f"{quoted(path, 200)}: {said}{meant}") from None
    if len(data) > MOST_BYTES:
        other = kinds.game_file(data.decode("utf-8", "replace"))
        raise SheetError(f"{path}: {other or f'larger than {MOST_BYTES} bytes'} ({FORM})")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        fault = Fault(data[: error.start].count(b"\n") + 1, FORM, "no text in UTF-8")
        raise SheetError(fault.told(path)) from None


def beside(path: str) -> list[str]:
    """Return the names of files in TOML that lie where a name points to, as it would be typed."""
    try:
        return sorted(str(one) for one in islice(Path(path).parent.glob("*.toml"), MOST_BESIDE))
    except (OSError, ValueError):
        return []


def looks_like_one(path: str) -> bool:
    """Say whether a file is a sheet, perhaps with faults, and not a party's or anything else in TOML."""
    try:
        text = load(path)
    except SheetError:
        return True
    try:
        keys = toml_texts.read(text).keys()
    except Trouble:
        keys = dict.fromkeys(re.findall(r"^[ \t]*(\w+)[ \t]*=", text, re.MULTILINE)).keys()
    return len(KEYS.keys() & keys) >= LIKE


def parse(text: str, path: str) -> tuple[Sheet | None, list[Fault]]:
    """Return the sheet that a text holds, or None, and every fault of its form, in order of line."""
    try:
        values = toml_texts.read(text)
    except Trouble as trouble:
        other = kinds.game_file(text)
        return None, [Fault(0, FORM, other) if other else Fault(trouble.line, FORM, str(trouble))]
    if other := kinds.party_file(values):
        return None, [Fault(0, FORM, other)]
    reader = _Reader(values, toml_texts.lines(text))
    character = reader.character()
    allow = reader.allow()
    faults = sorted(reader.faults)
    return (None if character is None else Sheet(path, text, character, reader.lines, allow)), faults


def line_at(lines: Mapping[str, int], place: str) -> int:
    """Return the line of a key, or of an entry of a list (`goods 1`), or of its list; 0 if there is none."""
    return lines.get(place, lines.get(place.partition(" ")[0], 0))


class _Reader:
    """Makes a character of the values of a sheet, and keeps every fault it finds."""

    def __init__(self, values: dict[str, Any], lines: Mapping[str, int]) -> None:
        self.values = values
        self.lines = lines
        self.faults: list[Fault] = []
        self.wrong: list[str] = []

    def fault(self, place: str, text: str, rule: str = KEYS_RULE) -> None:
        self.wrong.append(place)
        self.faults.append(Fault(line_at(self.lines, place), rule, text))

    def character(self) -> Character | None:
        slips = self._slips()
        plain_values = {key: self._value(key, known) for key, known in KEYS.items() if key in self.values}
        for key, known in KEYS.items():
            if known.needed and key not in self.values and key not in slips:
                self.faults.append(Fault(0, KEYS_RULE, f"the key {key} is missing"))
        order = self._value("order", EXTRA["order"]) if "order" in self.values else ""
        made = self._made(plain_values)
        if any(value is None for value in made.values()) or self.faults:
            return None
        conditions, dead, eaten, deeds = _apart(made.pop("conditions"))
        return Character(
            id=id_of(made["name"]), conditions=conditions, dead=dead, eaten=eaten, deeds=deeds, order=order, **made
        )

    def allow(self) -> tuple[str, ...]:
        """Return the rules whose breaches are allowed; a rule that there is none of is a fault."""
        if "allow" not in self.values:
            return ()
        from undercroft.rulebooks.tabletop.entries import rule_ids

        ids = self._value("allow", EXTRA["allow"]) or []
        for number, one in enumerate(ids):
            if one not in rule_ids():
                self.fault(
                    f"allow {number}", f"allow: there is no rule {quoted(one)}{nearest(one, rule_ids())}", "T24.7"
                )
        return tuple(ids)

    def _slips(self) -> list[str]:
        """Report unknown keys that look like a slip of a known one that is missing; return the keys meant."""
        missing = [key for key in (*KEYS, *EXTRA) if key not in self.values]
        meant = []
        for key in self.values:
            near = [] if key in KEYS or key in EXTRA else get_close_matches(key.lower(), missing, 1, MISSPELT)
            if near:
                self.fault(key, f'{key}: there is no such key; did you mean "{near[0]}"?')
                meant += near
        return meant

    def _value(self, key: str, known: Key) -> Any:
        value: Any = self.values[key]
        if key == "notes" and type(value) is str:
            return [value]
        if not _is(value, known.kind):
            self.fault(key, f"{key}: {told(value)} is not {KINDS[known.kind]}")
            return None
        if known.kind is int and not known.low <= value <= known.high:
            self.fault(key, f"{key}: {shown(value)} is not between {known.low} and {known.high}", known.rule)
            return None
        for number, text in enumerate(value if known.kind is list else [value] if known.kind is str else ()):
            if key != "notes" and not text.isprintable():
                place = f"{key} {number}" if known.kind is list else key
                self.fault(place, f"{key}: {quoted(text)} holds a letter that cannot be seen")
                return None
        return value

    def _made(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields of a character; None for each that cannot be made."""
        got = dict(values)
        cls = self._one("class", got, lambda said: named(catalogue().classes, said).id, "T4.1")
        kin = catalogue().classes[cls].kin if cls else "human"
        if "kin" in got:
            kin = self._one("kin", got, _kin, "T4.35") or kin
        level = got.get("wand_level", wands.FIRST if cls == MAGICIAN else 0)
        arms = self._all("weapons", got, lambda said: forms.arm(said, level))
        if any(place.startswith("weapons") for place in self.wrong):
            got.pop("wielded", None)
        made: dict[str, Any] = {
            "name": got.get("name"), "cls": cls, "kin": kin,
            **{key: got.get(key) for key in (*QUALITIES, "level", "ap", "attack", "defence", "silver")},
            "vitality": got.get("vitality"), "vitality_max": got.get("vitality_max"),
            "agility_point": self._one("agility_point", got, _point, "T3.9"),
            "astral": got.get("astral", 0), "astral_max": got.get("astral_max", 0),
            "armour": self._one("armour", got, _worn, "T10.9"), "shield": got.get("shield", False), "weapons": arms,
            "wielded": self._one("wielded", got, lambda said: forms.wielded(said, arms, level), KEYS_RULE),
            "goods": self._all("goods", got, forms.goods), "items": self._all("items", got, forms.item),
            "jewels": self._all("jewels", got, forms.jewel),
            "conditions": self._all("conditions", got, forms.condition),
            "history": tuple(got.get("history") or ()),
        }  # fmt: skip
        return made

    def _one(self, key: str, values: Mapping[str, Any], read_text: Callable[[str], Any], rule: str) -> Any:
        said = values.get(key)
        if said is None:
            return None
        try:
            return read_text(said)
        except UndercroftError as error:
            self.fault(key, f"{key}: {error}", rule)
            return None

    def _all(self, key: str, values: Mapping[str, Any], read_text: Callable[[str], Any]) -> tuple[Any, ...]:
        found = []
        for number, said in enumerate(values.get(key) or ()):
            try:
                found.append(read_text(said))
            except UndercroftError as error:
                self.fault(f"{key} {number}", f"{key}: {error}")
        return tuple(found)


def _is(value: object, kind: type) -> bool:
    """Say whether a value is of a kind of KINDS: true and false are no whole numbers."""
    if isinstance(value, list):
        return kind is list and all(isinstance(one, str) for one in value)
    return type(value) is kind


def told(value: object) -> str:
    """Return a value of a file in quotes, as it is spelt there."""
    return quoted(shown(value).lower() if isinstance(value, bool) else shown(value))


def _kin(said: str) -> str:
    for kin, word in KINS.items():
        if word.lower() == said.lower():
            return kin
    raise SheetError(f"{quoted(said)} is no kin{nearest(said, KINS.values())}")


def _point(said: str) -> str:
    if said in POINTS:
        return said
    raise SheetError(f"{quoted(said)} is not one of {', '.join(POINTS)}{nearest(said, POINTS)}")


def _worn(said: str) -> str:
    return named({one.id: one for one in catalogue().armour.values() if not one.shield}, said).id


def _apart(conditions: tuple[Condition, ...]) -> tuple[tuple[Condition, ...], bool, int, int]:
    """Part the conditions of a sheet from what a character keeps apart: death, acid, the points of deeds."""
    amounts = {one.kind: one.amount for one in conditions if one.kind in ("acid", "deeds")}
    kept = tuple(one for one in conditions if one.kind not in ("dead", "acid", "deeds"))
    return kept, any(one.kind == "dead" for one in conditions), amounts.get("acid", 0), amounts.get("deeds", 0)


# --- writing ---


def values_of(c: Character) -> dict[str, Any]:
    """Return what a sheet says of a character, by key; notes, which no character keeps, left out."""
    apart = [
        *([Condition("dead", until="event")] if c.dead else []),
        *([Condition("acid", c.eaten, "event")] if c.eaten else []),
    ]
    wand = wands.level(c)
    apart += [Condition("deeds", c.deeds, "adventure")] if c.deeds else []
    return {
        "name": c.name, "class": catalogue().classes[c.cls].name, "kin": KINS[c.kin], "level": c.level, "ap": c.ap,
        **{name: getattr(c, name) for name in QUALITIES}, "attack": c.attack, "defence": c.defence,
        "agility_point": c.agility_point, "vitality": c.vitality, "vitality_max": c.vitality_max, "astral": c.astral,
        "astral_max": c.astral_max, "wand_level": wand, "silver": c.silver, "armour": forms.spoken(c.armour),
        "shield": c.shield, "wielded": forms.wielded_text(c.wielded, c.weapons, wand),
        "weapons": [forms.arm_text(one, wand) for one in c.weapons],
        "goods": [forms.goods_text(one) for one in c.goods],
        "items": [forms.item_text(one) for one in c.items], "jewels": [forms.jewel_text(one) for one in c.jewels],
        "conditions": [forms.condition_text(one) for one in (*c.conditions, *apart)], "history": list(c.history),
        "order": c.order,
    }  # fmt: skip


def changed(sheet: Sheet, character: Character) -> str:
    """Return the text of a sheet that now tells of the character: only the values that changed are written anew."""
    return rewritten(sheet, values_of(character))


def rewritten(sheet: Sheet, after: Mapping[str, Any]) -> str:
    """Return the text of a sheet that now tells these values, all keys of `values_of`."""
    text, before = sheet.text, values_of(sheet.character)
    read_values = toml_texts.read(text)
    for key, value in after.items():
        if value == before[key]:
            continue
        if isinstance(value, list) and key in read_values:
            there = before[key]
            if key == "conditions":
                there = [forms.condition_text(forms.condition(one)) for one in read_values[key]]
                if there != before[key]:  # some are kept apart in a character: here they stand as in the file
                    value = sorted(value, key=[*there, *value].index)
            text = toml_texts.relist(text, key, there, value)
        else:
            text = toml_texts.put(text, key, toml_texts.literal(value))
    again, _ = parse(text, sheet.path)
    for key, value in values_of(again.character).items() if again else ():
        # A key left out was filled in from others (T24.3), which may have changed: what it stood for is written out.
        if value != after[key] and key not in read_values:
            text = toml_texts.put(text, key, toml_texts.literal(after[key]))
    return text


def fresh(c: Character) -> str:
    """Return the text of a new sheet; what is empty, or follows from the rest, is left out."""
    return toml_texts.written(
        {key: value for key, value in values_of(c).items() if (KEYS.get(key) or EXTRA[key]).needed or value}
    )
