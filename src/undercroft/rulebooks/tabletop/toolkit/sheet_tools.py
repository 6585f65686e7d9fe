"""Character sheets at the table (T23.23): sheet new, show, check, set, list, reference."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from undercroft.engine.errors import BadUse, UnknownName, nearest, quoted
from undercroft.engine.toolkit import Answer, Asked, Cup, Option, Tool, one_of, whole_in
from undercroft.rulebooks.tabletop import classes, creation, kinds, parties, sheet_checks, sheets, toml_texts
from undercroft.rulebooks.tabletop.catalogue import catalogue, named
from undercroft.rulebooks.tabletop.creation import ARRANGED, FALL, Draft
from undercroft.rulebooks.tabletop.records import QUALITIES, State, replace
from undercroft.rulebooks.tabletop.sheets import EXTRA, KEYS, Fault
from undercroft.rulebooks.tabletop.toml_texts import Trouble
from undercroft.rulebooks.tabletop.toolkit.asking import quality
from undercroft.rulebooks.tabletop.toolkit.refusing import refuse
from undercroft.rulebooks.tabletop.toolkit.sheet_words import shown

SCORES = ("attack", "defence")


def _new(asked: Asked, cup: Cup) -> Answer:
    path, name = asked.word(0), asked.word(1)
    _free(path)
    cls = _class(asked.word(2))
    refuse(creation.name_refused(State(), name), {})
    draft, lines = _rolled(asked, cup, cls)
    refuse(classes.condition_refused(cls, creation.qualities_of(draft)), {})
    draft = replace(draft, name=name, cls=cls)
    if creation.wants_point(draft):
        if not asked.flag("agi"):
            raise BadUse("sheet new: Agility brings a point: add --agi attack or --agi defence (T5.6)")
        draft = replace(draft, point=one_of(asked.option("agi"), "--agi", SCORES))
    money = creation.MONEY.value(cup.between(1, creation.MONEY.sides))
    draft = replace(draft, money=money, silver=money)
    if asked.flag("kit"):
        if creation.kit_of(draft).price > money:
            raise BadUse(f"sheet new: {money} silver do not pay for the kit, {creation.kit_of(draft).price} silver")
        draft = creation.with_kit(draft)
    c = creation.made(draft)
    lines.append(f"Money: {money} silver" + (f", the kit costs {creation.kit_of(draft).price}." if draft.kit else "."))
    told, figures = shown(c)
    figures |= {"money": money, "dice": cup.dice, **({"kit": creation.kit_of(draft).price} if draft.kit else {})}
    return Answer(
        (cup.line, *lines, *told, f"Written to {path}."), figures | {"file": path}, files=((path, sheets.fresh(c)),)
    )


def _class(said: str) -> str:
    """Return the class that is named; UnknownName tells them all."""
    try:
        return named(catalogue().classes, said).id
    except UnknownName as error:
        names = ", ".join(one.name for one in catalogue().classes.values())
        raise UnknownName(f"{str(error).rstrip('.?')}; the classes are {names} (T4.1)") from None


def _free(path: str) -> None:
    if os.path.lexists(path):
        raise BadUse(f"{quoted(path, 200)}: there is such a file already")


def _rolled(asked: Asked, cup: Cup, cls: str) -> tuple[Draft, list[str]]:
    """Roll the Qualities, or take those that were typed, and give them out (T5.2 to T5.4)."""
    if asked.flag("qualities"):
        said = asked.option("qualities").split(",")
        if len(said) != len(QUALITIES):
            raise BadUse(f"--qualities: {len(QUALITIES)} numbers parted by commas, in the order {', '.join(QUALITIES)}")
        low, high = creation.QUALITY.low, creation.QUALITY.high
        base = tuple(whole_in(one.strip(), "--qualities (T1.3)", low, high) for one in said)
        return Draft(FALL, 1, base, base), []
    way = FALL if asked.flag("fall") else ARRANGED
    for _ in range(creation.SETS if asked.flag("reroll") else 1):
        values = tuple(spread.value(cup.between(1, spread.sides)) for spread in creation.rolls(way))
    kept = creation.kept(way, values)
    if way == FALL:
        return Draft(way, 1, values, kept), [f"As they fall: {', '.join(map(str, kept))}."]
    order = _order(asked, cls)
    given = dict(zip(order, kept, strict=True))
    return Draft(way, 1, values, tuple(given[one] for one in QUALITIES)), [f"Arranged: {', '.join(map(str, kept))}."]


def _order(asked: Asked, cls: str) -> list[Any]:
    """Return who gets the best results first: as typed, then what the class asks for, then the others."""
    typed = [quality(one.strip()) for one in asked.option("best").split(",") if one.strip()]
    needed = [one for one, _ in catalogue().classes[cls].needs]
    return list(dict.fromkeys((*typed, *needed, *QUALITIES)))


def _show(asked: Asked, _: Cup) -> Answer:
    sheet = sheets.read(asked.word(0))
    lines, figures = shown(sheet.character)
    return Answer(tuple(lines), figures)


def _check(asked: Asked, _: Cup) -> Answer:
    lines: list[str] = []
    figures: dict[str, Any] = {"sheets": []}
    faults = 0
    paths = list(dict.fromkeys(path for word in asked.words for path in _members(word)))
    for path in paths:
        try:
            found = sheet_checks.check(path)
        except sheets.SheetError as error:
            if paths == [*asked.words[:1]]:
                raise
            lines.append(str(error))
            figures["sheets"].append({"file": path, "breaches": [], "allowed": [], "own": [], "error": str(error)})
            faults += 1
            continue
        lines += [fault.told(path) for fault in found.breaches]
        lines += [f"{fault.told(path)}: allowed" for fault in found.allowed]
        own = sheet_checks.own_words(found.sheet) if found.sheet else ()
        lines += [f"{one.told(path)}: kept and counted down as your own" for one in own]
        if not found.breaches:
            lines.append(f"{path}: {found.sheet.character.name if found.sheet else ''} keeps the rules.")
        faults += len(found.breaches)
        told = {"breaches": _faults(found.breaches), "allowed": _faults(found.allowed), "own": _faults(own)}
        figures["sheets"].append({"file": path, **told})
    for path in asked.words:
        if not faults and _is_party(path):
            party = parties.find(path)
            lines.append(f"{path}: a party of {len(party.files)}, {party.front} in front, {party.pool} AP in the pool.")
    return Answer(tuple(lines), figures, tuple(dict.fromkeys(_cited(figures))), faults=faults)


def _members(path: str) -> list[str]:
    """Return the sheets that a party's file names, or a file itself that is none."""
    names = _named(path)
    return [path] if names is None else [str(Path(path).parent / name) for name in names]


def _is_party(path: str) -> bool:
    return _named(path) is not None


def _named(path: str) -> list[str] | None:
    try:
        return kinds.members(sheets.load(path))
    except sheets.SheetError:
        return None


def _faults(found: Sequence[Fault]) -> list[dict[str, Any]]:
    return [{**({"line": one.line} if one.line else {}), "rule": one.rule, "text": one.text} for one in found]


def _cited(figures: dict[str, Any]) -> list[str]:
    return [one["rule"] for sheet in figures["sheets"] for kind in ("breaches", "allowed") for one in sheet[kind]]


def _set(asked: Asked, _: Cup) -> Answer:
    sheet_path = asked.word(0)
    text = sheets.load(sheet_path)
    old = sheet_checks.check_text(text, sheet_path)
    if old.sheet is None and old.breaches[0].rule == sheets.FORM:
        raise BadUse(old.breaches[0].told(sheet_path))
    lines: list[str] = []
    figures: dict[str, Any] = {"set": []}
    for said in asked.words[1:]:
        values = toml_texts.read(text)
        key, sign, value = _assignment(said, values)
        try:
            text = toml_texts.put(text, key, _typed(key, value)) if sign == "=" else _edited(text, key, sign, value)
        except Trouble as trouble:
            raise BadUse(Fault(trouble.line, sheets.KEYS_RULE, str(trouble)).told(sheet_path)) from None
        was, now = _told(values.get(key)), _told(toml_texts.read(text)[key])
        lines.append(f"{key}: {was} -> {now}.")
        figures["set"].append({"key": key, "before": was, "after": now})
    found = sheet_checks.check_text(text, sheet_path)
    if found.sheet is None:
        raise BadUse(f"nothing is written: {found.breaches[0].told(sheet_path)}")
    lines += [f"Now against the rules: {fault.told(sheet_path)}" for fault in found.breaches]
    figures["breaches"] = _faults(found.breaches)
    rules = tuple(dict.fromkeys(fault.rule for fault in found.breaches))
    return Answer(tuple(lines), figures, rules, files=((sheet_path, text),))


def _assignment(said: str, known: Any) -> tuple[str, str, str]:
    """Part `silver=61`, `goods+=rope`, `goods-=rope` into key, sign and value; BadUse with the nearest key."""
    name, equals, value = said.partition("=")
    sign = f"{name[-1:]}=" if name[-1:] in ("+", "-") else "="
    name = name.rstrip("+-").strip()
    if not equals:
        raise BadUse(f"sheet set: {quoted(said)}: write KEY=VALUE, or KEY+=TEXT and KEY-=TEXT for a list")
    names = [*KEYS, *EXTRA]
    if name not in names and name not in known:
        raise BadUse(f"sheet set: there is no key {quoted(name)}{nearest(name, names)} ({sheets.KEYS_RULE})")
    return name, sign, value


def _typed(key: str, value: str) -> str:
    """Return a value in TOML as its key wants it: texts need no quotes, lists may stand bare, parted by commas."""
    known = KEYS.get(key) or EXTRA.get(key)
    if known is None or known.kind is not str or value[:1] in ("'", '"'):
        try:
            toml_texts.read(f"value = {value}")
        except Trouble:
            pass
        else:
            return value.strip()
    if known is not None and known.kind is list:
        return toml_texts.literal([one.strip() for one in value.split(",") if one.strip()])
    return toml_texts.literal(value)


def _edited(text: str, key: str, sign: str, value: str) -> str:
    """Return the text of a sheet with an entry put into a list, or taken from it."""
    if (known := KEYS.get(key) or EXTRA.get(key)) is None or known.kind is not list:
        raise BadUse(f"sheet set: {key} is no list: write {key}=VALUE")
    there = toml_texts.read(text).get(key, [])
    if key == "notes" and isinstance(there, str):
        there = [there]
        text = toml_texts.put(text, key, toml_texts.literal(there))
    if not isinstance(there, list) or not all(isinstance(one, str) for one in there):
        raise BadUse(f"sheet set: {key}: {sheets.told(there)} is not {sheets.KINDS[list]} ({sheets.KEYS_RULE})")
    if sign == "+=":
        return toml_texts.relist(text, key, there, [*there, value])
    if value not in there:
        raise BadUse(f"sheet set: {key} has no {quoted(value)}{nearest(value, there)}")
    at = there.index(value)
    return toml_texts.relist(text, key, there, [*there[:at], *there[at + 1 :]])


def _told(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return "nothing" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _list(asked: Asked, _: Cup) -> Answer:
    lines: list[str] = []
    rows: list[dict[str, Any]] = []
    faults = 0
    for path in _sheets_of(asked.words):
        try:
            c = sheets.read(path).character
        except sheets.SheetError as error:
            lines.append(f"Cannot be read: {error}")
            rows.append({"error": str(error)})
            faults += 1
            continue
        cls = catalogue().classes[c.cls].name
        lines.append(
            f"{path}: {c.name}, {cls}, Level {c.level}, {c.ap} AP, Vitality {c.vitality}/{c.vitality_max}"
            + (f", Astral {c.astral}/{c.astral_max}" if c.astral_max else "") + (", dead." if c.dead else ".")
        )  # fmt: skip
        astral = {"astral": c.astral, "astral_max": c.astral_max} if c.astral_max else {}
        rows.append({
            "file": path, "name": c.name, "class": cls, "level": c.level, "ap": c.ap, "vitality": c.vitality,
            "vitality_max": c.vitality_max, **astral, "dead": c.dead,
        })  # fmt: skip
    return Answer(tuple(lines or ["There are no sheets here."]), {"sheets": rows}, faults=faults)


def _sheets_of(words: Sequence[str]) -> list[str]:
    """Return the sheets that words name: files, or all of a folder that look like one, in order of name."""
    found: list[str] = []
    for word in words or (".",):
        if Path(word).is_dir():
            inside = sorted(str(one) for one in Path(word).glob("*.toml"))
            found += [one for one in inside if sheets.looks_like_one(one)]
        else:
            found += _members(word)
    return found


def _reference(asked: Asked, _: Cup) -> Answer:
    folder = Path(asked.word(0))
    party = parties.reference()
    names = [f"{c.id}.toml" for c in party.characters]
    files = [(str(folder / name), sheets.fresh(c)) for name, c in zip(names, party.characters, strict=True)]
    files.append((str(folder / "party.toml"), parties.fresh(names, party.front)))
    for path, _text in files:
        _free(path)
    lines = [f"Written: {path}." for path, _text in files]
    return Answer(tuple(lines), {"files": [path for path, _text in files]}, files=tuple(files))


def _print(asked: Asked, _: Cup) -> Answer:
    from undercroft.rulebooks.tabletop.toolkit import printing

    c = sheets.read(asked.word(0)).character
    path = asked.word(1)
    kind = one_of(Path(path).suffix[1:], "FILE ends with", ("svg", "pdf"))
    made = printing.svg(c) if kind == "svg" else printing.pdf(c)
    return Answer((f"{c.name}: printed to {path}.",), {"name": c.name, "file": path}, files=((path, made),))


TOOLS = (
    Tool(
        "sheet new", "FILE NAME CLASS",
        "Make a character by dice and write the sheet; the class gets the best results where it needs them.",
        ("T23.23", "T5.2", "T5.10"), _new,
        (
            Option("best", "QUALITY,...", "which Qualities get the best results"),
            Option("fall", "", "take the results as they fall (T5.3)"),
            Option("reroll", "", "keep a second set (T5.4)"),
            Option("qualities", "C,I,CH,A,S", "Qualities already rolled"),
            Option("agi", "attack|defence", "where the Agility point goes (T5.6)"),
            Option("kit", "", "buy the kit of the class"),
        ),
    ),
    Tool("sheet show", "SHEET", "Print a sheet with what follows from it.", ("T23.23", "T24.2"), _show),
    Tool(
        "sheet check", "SHEET...",
        "Check sheets, or all of a party's file: every breach with rule and line; the exit code is 1 if there are any.",
        ("T23.23", "T24.5", "T24.6", "T24.7"), _check,
    ),
    Tool(
        "sheet set", "SHEET KEY=VALUE...",
        "Change a sheet, and nothing else of the file; goods+=rope and goods-=rope add to a list and take from it.",
        ("T23.23", "T24.4"), _set,
    ),
    Tool("sheet print", "SHEET FILE", "Print a sheet: FILE ends with .svg or .pdf.", ("T23.23",), _print),
    Tool("sheet list", "[FILE...]", "List the sheets given, or those of a folder or a party.", ("T23.23",), _list),
    Tool("sheet reference", "FOLDER", "Write the reference party as files.", ("T24.8", "T24.10"), _reference),
)  # fmt: skip
