"""Texts in TOML that people write: read within bounds, and changed so that every other byte stays.

tomllib alone says what a text means. Here is only where in it things stand, in one pass, and how a value is put in.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from undercroft.engine.errors import quoted

MARK = "\ufeff"
"""What some editors put before a text."""
MOST_PARTS = 1000
"""Keys, and entries of lists, that a text may have."""
MOST_DOTS = 100
"""Dots of one key: tomllib takes the square of their number in time."""

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?:"{0,2})|\'\'\'.*?\'\'\'(?:\'{0,2})'  # texts over several lines
    r'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|\n|[ \t\r]+|[^\s"\'#\[\]{},=.]+|.',
    re.DOTALL,
)
_REST = re.compile(r"[ \t]*(?:#[^\n]*)?(?:\r?\n|\Z)")
_PLAIN = re.compile(r"[A-Za-z0-9_-]+\Z")
_ESCAPES = {'"': '\\"', "\\": "\\\\"}


class Trouble(ValueError):
    """A text that is no TOML, or too large for one: `line`, 0 where none is to blame, and a sentence."""

    def __init__(self, line: int, said: str) -> None:
        super().__init__(said)
        self.line = line


class Place(NamedTuple):
    """Where a key of the top stands: its line, from where to where its value goes, and each entry of a list.

    `start` is -1 for a key that is a table, or of several parts: it has no value of its own.
    """

    line: int
    start: int = -1
    end: int = -1
    entries: tuple[tuple[int, int], ...] = ()


def read(text: str) -> dict[str, Any]:
    """Return what a text says; Trouble if it is no TOML, or nested too deep, or with numbers beyond all bounds."""
    text = text.removeprefix(MARK)
    dots = 0
    for said, start, _ in _tokens(text):
        dots = dots + (said == ".") if said not in ("\n", "=", ",") else 0
        if dots > MOST_DOTS:
            raise Trouble(_line(text, start), f"no valid TOML: a key of more than {MOST_DOTS} parts")
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _told(text, str(error)) from None
    except RecursionError:
        raise Trouble(0, "no valid TOML: nested too deep") from None
    except ValueError:  # Python reads no number of thousands of digits
        long = re.search(r"\d{1000}", text)
        raise Trouble(_line(text, long.start()) if long else 0, "a number of too many digits") from None
    parts = len(values) + sum(len(value) for value in values.values() if isinstance(value, list))
    if parts > MOST_PARTS:
        raise Trouble(0, f"{parts} keys and entries are too many: at most {MOST_PARTS}")
    return values


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _told(text: str, said: str) -> Trouble:
    place = re.search(r"\(at line (\d+), column \d+\)", said)
    line = int(place[1]) if place else text.count("\n") + 1
    said = re.sub(r"\s*\(at .*\)\Z", "", said)
    if "overwrite" in said or "twice" in said:
        rows = text.split("\n")
        key = rows[line - 1].partition("=")[0].strip(" \t[]\"'") if line <= len(rows) else ""
        return Trouble(line, f"the key {quoted(key)} stands twice")
    return Trouble(line, f"no valid TOML: {said[:1].lower()}{said[1:]}")


# --- where things stand ---


def _tokens(text: str) -> Iterator[tuple[str, int, int]]:
    at = len(MARK) if text.startswith(MARK) else 0
    for found in _TOKEN.finditer(text, at):
        yield found[0], found.start(), found.end()


def places(text: str) -> dict[str, Place]:
    """Return where each key of the top stands, in a text that `read` takes."""
    ends = [found.start() for found in re.finditer("\n", text)]
    found: dict[str, Place] = {}
    in_table = False
    tokens = _tokens(text)
    for said, start, _ in tokens:
        if said.isspace() or said[0] == "#":
            continue
        line = bisect_left(ends, start) + 1
        if said == "[":
            in_table = True
            names = [part for part, _, _ in _until(tokens, "\n") if part not in "[]" and not part.isspace()]
            found.setdefault(_name(names[0]), Place(line))
            continue
        dotted = any(part == "." for part, _, _ in _until(tokens, "="))
        start, end, entries = _value(tokens)
        if not in_table:
            found.setdefault(_name(said), Place(line) if dotted else Place(line, start, end, entries))
    return found


def _until(tokens: Iterator[tuple[str, int, int]], last: str) -> Iterator[tuple[str, int, int]]:
    for token in tokens:
        if token[0] == last:
            return
        yield token


def _name(said: str) -> str:
    return said if _PLAIN.match(said) else next(iter(tomllib.loads(f"{said} = 0")))


def _value(tokens: Iterator[tuple[str, int, int]]) -> tuple[int, int, tuple[tuple[int, int], ...]]:
    """Return from where to where a value goes, and the entries of a list."""
    first, last, depth = -1, -1, 0
    entries: list[tuple[int, int]] = []
    entry: tuple[int, int] | None = None
    is_list = False
    for said, start, end in tokens:
        if said == "\n" and not depth:
            break
        if said.isspace() or said[0] == "#":
            continue
        if first < 0:
            first, is_list = start, said == "["
        last = end
        depth -= said in ("]", "}")
        inside = is_list and depth > 0 and not (depth == 1 and said == ",") and start != first
        if inside:
            entry = (start if entry is None else entry[0], end)
        elif entry is not None:
            entries.append(entry)
            entry = None
        depth += said in ("[", "{")
    return first, last, tuple(entries)


def lines(text: str) -> dict[str, int]:
    """Return the line of each key of the top, and of each entry of a list as `goods 0`."""
    found: dict[str, int] = {}
    at = line = 0
    for key, place in places(text).items():
        found[key] = place.line
        for number, (start, _) in enumerate(place.entries):
            line, at = (line if at else 1) + text.count("\n", at, start), start
            found[f"{key} {number}"] = line
    return found


# --- changes ---


def literal(value: Any) -> str:
    """Return a value as TOML: a text, a whole number, true or false, a list of these."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{"".join(map(_escaped, value))}"'
    return f"[{', '.join(map(literal, value))}]" if isinstance(value, (list, tuple)) else str(value)


def _escaped(ch: str) -> str:
    return _ESCAPES.get(ch, ch) if ch >= " " and ch != "\x7f" else f"\\u{ord(ch):04x}"


def written(values: dict[str, Any]) -> str:
    """Return a new text."""
    return "".join(f"{key} = {literal(value)}\n" for key, value in values.items())


def put(text: str, key: str, said: str) -> str:
    """Return the text with another value, itself in TOML, for a key of the top; a new key comes before all tables.

    Trouble if the key is a table, or of several parts.
    """
    known = places(text)
    if (place := known.get(key)) is not None and place.start >= 0:
        return text[: place.start] + said + text[place.end :]
    if place is not None:
        raise Trouble(place.line, f"the key {quoted(key)} is a table")
    at = max((place.end for place in known.values()), default=-1)
    at = len(MARK) * text.startswith(MARK) if at < 0 else _end_of_line(text, at)
    ends = _ends(text)
    before = ends if at and text[at - 1] not in ("\n", MARK) else ""
    return f"{text[:at]}{before}{key} = {said}{ends}{text[at:]}"


def relist(text: str, key: str, before: list[str], after: list[str]) -> str:
    """Return the text with a list of texts changed entry by entry, so that what stays keeps its layout and comments.

    `before` is what each of its entries means now.
    """
    place = places(text).get(key)
    if place is None or place.start < 0 or text[place.start] != "[" or len(place.entries) != len(before):
        return put(text, key, literal(after))
    for _, low, high, start, end in reversed(SequenceMatcher(None, before, after, autojunk=False).get_opcodes()):
        if before[low:high] == after[start:end]:
            continue
        shared = min(high - low, end - start)
        for at in range(high - 1, low + shared - 1, -1):
            text = _without(text, places(text)[key], at)
        for at in range(shared):
            left, right = places(text)[key].entries[low + at]
            text = text[:left] + literal(after[start + at]) + text[right:]
        for offset, said in enumerate(after[start + shared : end]):
            text = _with(text, places(text)[key], low + shared + offset, literal(said))
    return text


def _ends(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _end_of_line(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1


def _indent(text: str, at: int) -> str | None:
    """Return the blanks before a place that begins its line; None for any other place."""
    before = text[text.rfind("\n", 0, at) + 1 : at]
    return before if not before.strip() else None


def _comma(text: str, at: int) -> int:
    """Return where the comma after an entry ends; -1 if none follows it."""
    for found in _TOKEN.finditer(text, at):
        if found[0] == ",":
            return found.end()
        if not found[0].isspace() and found[0][0] != "#":
            return -1
    return -1


def _without(text: str, place: Place, at: int) -> str:
    start, end = place.entries[at]
    comma = _comma(text, end)
    if comma > end and text[end : comma - 1].strip(" \t"):  # a comment or a line stands between: it stays
        text, after = text[: comma - 1] + text[comma:], end
    else:
        after = max(comma, end)
    if _REST.match(text, after):
        if (indent := _indent(text, start)) is not None:
            return text[: start - len(indent)] + text[_end_of_line(text, after) :]
        return text[:start].rstrip(" \t") + text[after:]
    if comma < 0 and at and not text[place.entries[at - 1][1] : start].strip(" \t,"):
        return text[: place.entries[at - 1][1]] + text[end:]
    while text[after : after + 1] in (" ", "\t") and comma > 0:
        after += 1
    return text[:start] + text[after:]


def _with(text: str, place: Place, at: int, said: str) -> str:
    if not place.entries:
        return text[: place.start + 1] + said + text[place.start + 1 :]
    if at < len(place.entries):
        start = place.entries[at][0]
        indent = _indent(text, start)
        return text[:start] + (f"{said}, " if indent is None else f"{said},{_ends(text)}{indent}") + text[start:]
    start, end = place.entries[-1]
    comma = _comma(text, end)
    after = max(comma, end)
    indent = _indent(text, start)
    if indent is None or not _REST.match(text, after):
        return f"{text[:after]} {said},{text[after:]}" if comma > 0 else f"{text[:end]}, {said}{text[end:]}"
    if comma < 0:
        text, after = f"{text[:end]},{text[end:]}", end + 1
    line = _end_of_line(text, after)
    return f"{text[:line]}{indent}{said}{',' if comma > 0 else ''}{_ends(text)}{text[line:]}"
