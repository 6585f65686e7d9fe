"""Reading rules.md: the words of a rule, and the figures in them."""

import re
from importlib import resources

import pytest

from undercroft.engine.rules import Rules
from undercroft.rulebooks.tabletop import catalogue as c

RULES = Rules(resources.files("undercroft.rulebooks.tabletop") / "rules.md")
CAT = c.catalogue()


def cited(table):
    """Every entry of a table as a test case that cites the rule the entry stands in."""
    return [pytest.param(one, id=one.id, marks=pytest.mark.rule(one.rule)) for one in table.values()]


def said(rule: str) -> str:
    return RULES.rule(rule).text


def figure(pattern: str, text: str, absent: int = 0) -> int:
    found = re.search(pattern, text)
    return int(found[1]) if found else absent


def damage(text: str) -> tuple[int, int]:
    """The dice and the addition of the first NdS+K of a text."""
    found = re.search(r"(\d+)d6([+-]\d+)?", text)
    return (int(found[1]), int(found[2] or 0)) if found else (0, 0)


def pairs(text: str, pattern: str) -> dict[str, int]:
    """Every `name, figure` that a pattern of two groups finds in a text."""
    return {name: int(value) for name, value in re.findall(pattern, text)}
