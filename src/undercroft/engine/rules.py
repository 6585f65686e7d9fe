"""Looking rules up: a rulebook's specification, in Markdown, read into rules and tables on first use."""

from __future__ import annotations

import difflib
import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

RULE = re.compile(r"- \*\*([A-Z]+[\d.]+)\*\* (?:\((\w+)\) |\[([^\]]*)\] )?(.*)")
HEADING = re.compile(r"#{2,} (.+)")
CAPTION = re.compile(r"\*\*(.+?)\*\*")
ROW_ID = re.compile(r"[A-Z]+-?[A-Z]*\d+[a-z]?\Z")
CELL = re.compile(r"(?<!\\)\|")
NEAREST = 3


class UnknownRule(LookupError):
    """No rule or row has this id; `nearest` holds ids that come close."""

    def __init__(self, asked: str, nearest: tuple[str, ...]) -> None:
        hint = f"; nearest are {', '.join(nearest)}" if nearest else ""
        super().__init__(f"no rule {asked!r}{hint}")
        self.asked = asked
        self.nearest = nearest


class Rule(NamedTuple):
    """One rule. `tag` is seed, decided or example; `caption` is the bold line above it, if there is one."""

    id: str
    tag: str
    text: str
    section: str
    caption: str = ""


class Row(NamedTuple):
    """One row of a table with the heads of its columns; `row.cell("health")` is the text under that head."""

    id: str
    heads: tuple[str, ...]
    cells: tuple[str, ...]
    section: str
    caption: str = ""

    def cell(self, head: str) -> str:
        """The text under a column's head; KeyError if there is no such column."""
        if head not in self.heads:
            raise KeyError(head)
        return self.cells[self.heads.index(head)]

    @property
    def text(self) -> str:
        """The row as one line: `kind: Goblin; peril: 1; ...`."""
        return "; ".join(f"{head}: {cell}" for head, cell in zip(self.heads[1:], self.cells[1:], strict=True) if cell)


class Table(NamedTuple):
    """One table of the text, in its order; `caption` is the bold line above it, if there is one."""

    section: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""


class _Parsed(NamedTuple):
    rules: dict[str, Rule]
    rows: dict[str, Row]
    tables: tuple[Table, ...]


class Rules:
    """A specification, read when it is first asked: rules and table rows by id, and words in them."""

    def __init__(self, source: str | Traversable) -> None:
        self._source = source

    @cached_property
    def _parsed(self) -> _Parsed:
        text = self._source if isinstance(self._source, str) else self._source.read_text(encoding="utf-8")
        return _parse(text)

    @property
    def tables(self) -> tuple[Table, ...]:
        """Every table of the text."""
        return self._parsed.tables

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all rules, in the order of the text; rows of tables not included."""
        return tuple(self._parsed.rules)

    def rule(self, id: str) -> Rule:
        """The rule with this id, in any case of letters; UnknownRule if there is none."""
        if found := self._parsed.rules.get(id.strip().upper()):
            return found
        raise self._unknown(id)

    def row(self, id: str) -> Row:
        """The table row with this id; UnknownRule if there is none."""
        if found := self._parsed.rows.get(id.strip().upper()):
            return found
        raise self._unknown(id)

    def find(self, id: str) -> Rule | Row:
        """The rule or the table row with this id; UnknownRule if there is neither."""
        key = id.strip().upper()
        found = self._parsed.rules.get(key) or self._parsed.rows.get(key)
        if found is None:
            raise self._unknown(id)
        return found

    def section(self, number: str) -> list[Rule]:
        """The rules of a section in order: `section("D9")`; UnknownRule if it has none."""
        start = number.strip().upper() + "."
        found = [rule for key, rule in self._parsed.rules.items() if key.startswith(start)]
        if not found:
            raise self._unknown(number)
        return found

    def search(self, words: str) -> list[Rule]:
        """The rules that hold all the words, in any order and any case; an empty question finds nothing."""
        wanted = words.lower().split()
        return [r for r in self._parsed.rules.values() if wanted and all(w in r.text.lower() for w in wanted)]

    def named(self, name: str) -> list[Row]:
        """The table rows of this name, the cell after the id, in any case of letters."""
        wanted = " ".join(name.lower().split())
        return [row for row in self._parsed.rows.values() if len(row.cells) > 1 and row.cells[1].lower() == wanted]

    def _unknown(self, id: str) -> UnknownRule:
        known = [*self._parsed.rules, *self._parsed.rows]
        close = difflib.get_close_matches(id.strip().upper(), known, n=NEAREST, cutoff=0.5)
        return UnknownRule(id, tuple(close))


def _parse(text: str) -> _Parsed:
    rules: dict[str, Rule] = {}
    rows: dict[str, Row] = {}
    tables: list[Table] = []
    section = caption = ""
    block: list[tuple[str, ...]] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            block.append(_cells(line))
            continue
        if block:
            tables.append(Table(section, block[0], tuple(block[2:]), caption))
            block = []
        if heading := HEADING.match(line):
            section, caption = heading[1], ""
        elif bold := CAPTION.match(line):
            caption = bold[1].rstrip(".")
        elif found := RULE.match(line):
            key, tag, cited, said = found.groups()
            said = f"[{cited}] {said}" if cited else said
            rules[key] = Rule(key, tag or "example", said, section, caption)
    for table in tables:
        for cells in table.rows:
            if ROW_ID.match(cells[0]) and len(cells) == len(table.heads):
                rows[cells[0].upper()] = Row(cells[0], table.heads, cells, table.section, table.caption)
    return _Parsed(rules, rows, tuple(tables))


def _cells(line: str) -> tuple[str, ...]:
    inner = line.strip().removeprefix("|").removesuffix("|")
    return tuple(cell.strip().replace("\\|", "|") for cell in CELL.split(inner))
