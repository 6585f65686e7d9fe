"""Rules looked up: by id, by section, or by words in them, in the text that a rulebook carries as `rules.md`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from undercroft.engine.errors import UnknownName, nearest, quoted
from undercroft.engine.rulebook import Rulebook, find
from undercroft.engine.rules import Row, Rule, Rules, UnknownRule

MOST = 20
"""Rules shown for words."""
_ID = re.compile(r"[A-Za-z]+-?[A-Za-z]*[0-9][0-9.]*[a-z]?\Z")
_BARE = re.compile(r"[0-9]+\.[0-9]+[a-z]?\Z")
"""A rule's number without its letters."""
_SECTION = re.compile(r"[A-Za-z]+[0-9]+\Z")


@cache
def _rules(name: str) -> Rules:
    folder = find(name).package()
    file = folder / "rules.md"
    if not file.is_file():
        raise UnknownName(f"{name} carries no rules to read")
    return Rules(file)


def rule_lines(book: Rulebook[Any], asked: str) -> list[str]:
    """Return the rules meant by an id, a section or words; UnknownName (one line) if there are none."""
    rules = _rules(book.name)
    asked = asked.strip()
    if len(asked) > 200:
        raise UnknownName(f"no rule {quoted(asked)}")
    if _ID.match(asked):
        try:
            found = rules.find(asked)
        except UnknownRule as error:
            if _SECTION.match(asked):
                try:
                    return [_line(rule) for rule in rules.section(asked)]
                except UnknownRule:
                    pass
            hint = f"; nearest are {', '.join(error.nearest)}" if error.nearest else ""
            raise UnknownName(f"{book.name} has no rule {quoted(asked)}{hint}") from None
        return [_line(found)] if isinstance(found, Rule) else _row(book, found)
    if _BARE.match(asked):
        raise UnknownName(f"{book.name} has no rule {quoted(asked)}{_meant(rules, asked)}")
    rows = [line for row in rules.named(asked) for line in _row(book, row)]
    matches = rules.search(asked)
    if not matches and not rows:
        raise UnknownName(f"no rule of {book.name} holds the words {quoted(asked)}{_meant(rules, asked)}")
    more = [f"And {len(matches) - MOST} more; add a word to narrow it."] if len(matches) > MOST else []
    return [*rows, *(_line(rule) for rule in matches[:MOST]), *more]


def pointer(book: Rulebook[Any], word: str) -> str:
    """Return how to look a word up in the rules, if they know it; else an empty text."""
    try:
        rules = _rules(book.name)
    except UnknownName:
        return ""
    rows, found = rules.named(word), len(rules.search(word))
    if not rows and not found:
        return ""
    where = f"in {rows[0].section.partition('.')[0]}" if rows else f"{found} {'rule' if found == 1 else 'rules'}"
    return f"The rulebook has it: type rule {word} ({where})."


def quoted_rules(book: Rulebook[Any], ids: Iterable[str]) -> list[str]:
    """Return the rules and table rows of ids."""
    found = []
    for asked in ids:
        try:
            found += rule_lines(book, asked)
        except UnknownName:
            continue
    return found


def _row(book: Rulebook[Any], row: Row) -> list[str]:
    return [f"{row.id} ({row.section}): {row.text}", *filter(None, (book.beside(row.id),))]


def _meant(rules: Rules, asked: str) -> str:
    """Name the rule whose id stands among the words, or is nearest to one of them that has a figure."""
    for word in asked.split():
        same = [one for one in rules.ids if one.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ-") == word]
        if any(ch.isdigit() for ch in word) and (near := nearest(word, same or rules.ids)):
            return near
    return ""


def _line(rule: Rule) -> str:
    return f"{rule.id} ({rule.tag}, {rule.section}): {rule.text}"
