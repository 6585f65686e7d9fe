"""Rules looked up at the table: rule (T23.32)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from undercroft.engine.errors import UnknownName, nearest, quoted
from undercroft.engine.rules import Row, Rule, Rules, UnknownRule
from undercroft.engine.toolkit import Answer, Asked, Cup, Tool

MOST = 20
"""Rules shown for words."""


@cache
def _rules() -> Rules:
    return Rules(files("undercroft.rulebooks.tabletop") / "rules.md")


def _rule(asked: Asked, _: Cup) -> Answer:
    said = " ".join(asked.words)
    found, more = _found(said)
    lines = [f"{one.id} ({one.tag}, {one.section}): {one.text}" if isinstance(one, Rule) else one.text for one in found]
    if more:
        lines.append(f"And {more} more; add a word to narrow it.")
    figures: dict[str, object] = {"found": [{"id": one.id, "section": one.section, "text": one.text} for one in found]}
    return Answer(tuple(lines), figures | ({"more": more} if more else {}))


def _found(said: str) -> tuple[list[Rule | Row], int]:
    rules = _rules()
    if any(ch.isdigit() for ch in said) and " " not in said:
        try:
            return ([rules.find(said)] if "." in said or said.upper().startswith("TX") else [*rules.section(said)]), 0
        except UnknownRule as error:
            hint = f"; nearest are {', '.join(error.nearest)}" if error.nearest else ""
            raise UnknownName(f"there is no rule {quoted(said)}{hint}") from None
    matches = rules.search(said)
    if not matches:
        raise UnknownName(f"no rule holds the words {quoted(said)}{nearest(said, rules.ids)}")
    return [*matches[:MOST]], max(0, len(matches) - MOST)


TOOLS = (
    Tool("rule", "ID|WORDS...", "Show a rule by its id, a section by its number, rules by words.", ("T23.32",), _rule),
)
