"""Content files: TOML tables of entries, checked whole before the first game.

A rulebook names its files as sheets, `{"monsters": Sheet(Monster, refs={"special": "specials"})}`, and gets
back one dict by id for each, in file order: in `monsters.toml` the table `[goblin]` is the entry "goblin".
Every mistake is a `ContentError` that names file, line and, where there is one, the nearest known name.
"""

from __future__ import annotations

import difflib
import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    NamedTuple,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\Z")
DIGEST_BYTES = 5
KINDS_OF_VALUE = {
    "int": "a whole number",
    "float": "a number with a point",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}


class ContentError(ValueError):
    """A mistake in a content file; `line` is 1-based, 0 when no line is to blame."""

    def __init__(self, problem: str, *, file: str, line: int = 0) -> None:
        super().__init__(f"{file}:{line}: {problem}" if line else f"{file}: {problem}")
        self.problem = problem
        self.file = file
        self.line = line


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Entry(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """One entry of a file. Subclasses add typed fields, ranges as `Annotated[int, Meta(ge=.., le=..)]`."""

    id: str

    def mistake(self) -> tuple[str, str] | None:
        """What is wrong between two fields, as (field, reason); None when nothing is."""
        return None


class Sheet(NamedTuple):
    """What one file holds.

    `refs` names the table, or the tables, that each field points to, `unique` the fields no two entries share. `draws`
    is the number of faces of a die, each of which falls to one entry by its `draw_low` to `draw_high`; 0: no die.
    """

    kind: type[Entry]
    refs: Mapping[str, str | tuple[str, ...]] = {}
    unique: tuple[str, ...] = ()
    draws: int = 0


class _File(NamedTuple):
    label: str
    text: str

    def error(self, problem: str, entry: str = "", field: str = "") -> ContentError:
        return ContentError(problem, file=self.label, line=line_of(self.text, entry, field) if entry else 0)


def load(
    folder: Traversable,
    sheets: Mapping[str, Sheet],
    *,
    apart: Iterable[tuple[str, ...]] = (),
    label: str = "",
) -> dict[str, dict[str, Any]]:
    """Read `<name>.toml` for every sheet and check it all: keys, types, ranges, doubled ids, references.

    `apart` lists groups of tables whose ids must differ; `label` replaces the folder in messages.
    Raises ContentError at the first mistake, in order of sheets.
    """
    where = label or f"{getattr(getattr(folder, 'parent', None), 'name', '')}/{folder.name}".lstrip("/")
    _no_strays(folder, sheets, where)
    files = {name: _read(folder, name, where) for name in sheets}
    tables = {name: _entries(files[name], sheet) for name, sheet in sheets.items()}
    for name, sheet in sheets.items():
        _check_references(files[name], sheet, tables[name], tables)
        _check_unique(files[name], sheet, tables[name])
        if sheet.draws:
            _check_draws(files[name], sheet.draws, tables[name])
    for group in apart:
        _check_apart(group, files, tables)
    return tables


def fingerprint(tables: Mapping[str, Mapping[str, Entry]]) -> str:
    """Ten hex digits over the decoded content: comments and layout do not count, the order of rows does."""
    rows = {name: list(table.values()) for name, table in tables.items()}
    data = msgspec.json.encode(rows, order="deterministic")
    return hashlib.blake2b(data, digest_size=DIGEST_BYTES).hexdigest()


def line_of(text: str, entry: str, field: str = "") -> int:
    """The 1-based line of `[entry]`, or of its `field = ...` if it has one; 0 if neither is found."""
    head = re.compile(rf"""\s*\[\s*["']?{re.escape(entry)}["']?\s*[.\]]""")
    key = re.compile(rf"""\s*(?:["']?{re.escape(field)}["']?)\s*[.=]""") if field else None
    found = 0
    for number, line in enumerate(text.splitlines(), 1):
        if not found:
            if head.match(line):
                found = number
        elif line.lstrip().startswith("[") and not head.match(line):
            break
        elif key and key.match(line):
            return number
    return found or _top_level(text, entry)


def nearest(name: str, known: Iterable[str]) -> str:
    """The end of a sentence that offers the nearest known name, or nothing."""
    close = difflib.get_close_matches(name, list(known), n=1, cutoff=0.5)
    return f'; did you mean "{close[0]}"?' if close else ""


def _top_level(text: str, key: str) -> int:
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("["):
            break
        if re.match(rf"""\s*["']?{re.escape(key)}["']?\s*[.=]""", line):
            return number
    return 0


def _no_strays(folder: Traversable, sheets: Mapping[str, Sheet], where: str) -> None:
    try:
        names = sorted(item.name for item in folder.iterdir())
    except OSError as error:
        raise ContentError("no such folder of content", file=where) from error
    for file in names:
        if file.endswith(".toml") and file.removesuffix(".toml") not in sheets:
            hint = nearest(file.removesuffix(".toml"), sheets)
            raise ContentError(f"no such table{hint}", file=f"{where}/{file}")


def _read(folder: Traversable, name: str, where: str) -> _File:
    label = f"{where}/{name}.toml"
    try:
        return _File(label, (folder / f"{name}.toml").read_bytes().decode("utf-8"))
    except OSError as error:
        raise ContentError("the file is missing", file=label) from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise ContentError("the file is not UTF-8 text", file=label, line=line) from error


def _entries(file: _File, sheet: Sheet) -> dict[str, Any]:
    try:
        raw = tomllib.loads(file.text)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(file, error) from error
    if not raw:
        raise ContentError("the file holds no entries", file=file.label)
    required = {field.name: field.required for field in msgspec.structs.fields(sheet.kind) if field.name != "id"}
    return {key: _entry(file, sheet.kind, required, key, value) for key, value in raw.items()}


def _not_toml(file: _File, error: tomllib.TOMLDecodeError) -> ContentError:
    said = str(error)
    place = re.search(r"\(at line (\d+), column \d+\)", said)
    line = int(place[1]) if place else file.text.count("\n") + 1
    said = re.sub(r"\s*\(at .*\)\Z", "", said)
    if doubled := re.match(r"Cannot declare \('(.+)',\) twice", said):
        return ContentError(f"[{doubled[1]}] stands twice in this file", file=file.label, line=line)
    return ContentError(f"not valid TOML: {said[:1].lower()}{said[1:]}", file=file.label, line=line)


def _entry(file: _File, kind: type[Entry], fields: dict[str, bool], key: str, value: object) -> Entry:
    if not isinstance(value, dict):
        raise file.error(f"{key} = {_shown(value)}: belongs to no entry; an entry begins with [its-id]", key)
    if not ID.match(key):
        raise file.error(f"[{key}]: an id is small letters, digits and single hyphens", key)
    for name in value:
        if name not in fields:
            raise file.error(f"{name}: no such field of [{key}]{nearest(name, fields)}", key, name)
    for name, required in fields.items():
        if required and name not in value:
            raise file.error(f"[{key}] lacks the field {name}", key)
    try:
        entry = msgspec.convert({**value, "id": key}, kind)
    except msgspec.ValidationError as error:
        raise _wrong_value(file, kind, key, value, str(error)) from error
    if wrong := entry.mistake():
        raise file.error(f"{wrong[0]} = {_shown(getattr(entry, wrong[0]))}: {wrong[1]}", key, wrong[0])
    return entry


def _wrong_value(file: _File, kind: type[Entry], key: str, value: dict[str, Any], said: str) -> ContentError:
    reason, _, path = said.partition(" - at `$.")
    name = re.split(r"[.\[`]", path, maxsplit=1)[0]
    given = value.get(name)
    if reason.startswith("Invalid enum value"):
        known = sorted(_choices(get_type_hints(kind, include_extras=True)[name]))
        wrong = [one for one in (given if isinstance(given, list) else [given]) if one not in known]
        problem = f"no such {name}{nearest(str(wrong[0]), known)}"
        if "did you mean" not in problem:
            problem += "; known are " + ", ".join(known)
        return file.error(f"{name} = {_shown(given)}: {problem}", key, name)
    reason = re.sub(r"`(\w+)`", lambda m: KINDS_OF_VALUE.get(m[1], m[1]), reason)
    return file.error(f"{name} = {_shown(given)}: {reason[:1].lower()}{reason[1:]}", key, name)


def _choices(hint: Any) -> set[str]:
    if get_origin(hint) is Literal:
        return {str(one) for one in get_args(hint)}
    return {one for part in get_args(hint) for one in _choices(part)}


def _check_references(
    file: _File, sheet: Sheet, entries: Mapping[str, Entry], tables: Mapping[str, Mapping[str, Entry]]
) -> None:
    for field, named in sheet.refs.items():
        targets = (named,) if isinstance(named, str) else named
        if not set(targets) <= set(tables) or field not in sheet.kind.__struct_fields__:
            raise ValueError(f"{sheet.kind.__name__}: {field} -> {named} names no field or no table")
        known = [name for table in targets for name in tables[table]]
        where = " or ".join(f"{table}.toml" for table in targets)
        for key, entry in entries.items():
            value = getattr(entry, field)
            for name in (value,) if isinstance(value, str) else value:
                if name and name not in known:
                    problem = f'{field} = "{name}": not found in {where}{nearest(name, known)}'
                    raise file.error(problem, key, field)


def _check_unique(file: _File, sheet: Sheet, entries: Mapping[str, Entry]) -> None:
    for field in sheet.unique:
        seen: dict[object, str] = {}
        for key, entry in entries.items():
            value = getattr(entry, field)
            if value in seen:
                raise file.error(f"{field} = {_shown(value)}: [{seen[value]}] has it already", key, field)
            seen[value] = key


def _check_draws(file: _File, sides: int, entries: Mapping[str, Any]) -> None:
    owner: dict[int, str] = {}
    for key, entry in entries.items():
        if not entry.draw_high:
            continue
        for face in range(entry.draw_low, entry.draw_high + 1):
            if face in owner:
                raise file.error(f"draw_low = {entry.draw_low}: [{owner[face]}] has the draw {face}", key, "draw_low")
            if face > sides:
                raise file.error(f"draw_high = {entry.draw_high}: the die has {sides} faces", key, "draw_high")
            owner[face] = key
    for face in range(1, sides + 1):
        if face not in owner:
            raise ContentError(f"no entry has the draw {face} of {sides}", file=file.label)


def _check_apart(group: tuple[str, ...], files: Mapping[str, _File], tables: Mapping[str, Mapping[str, Entry]]) -> None:
    seen: dict[str, str] = {}
    for name in group:
        for key in tables[name]:
            if key in seen:
                raise files[name].error(f"[{key}]: {seen[key]}.toml has this id already", key)
            seen[key] = name


def _shown(value: object) -> str:
    text = msgspec.json.encode(value, enc_hook=str).decode()
    return text if len(text) <= 40 else text[:37] + "..."
