"""Text: templates by code, in one file a language. Sentences are made at the edge, never in rules.

A template holds `{field}` places. `{field:one|many}` prints a word that fits the number in the field, and
`{field:+}` a number with its sign. Ids become names through the rulebook's `name`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources.abc import Traversable
from string import Formatter
from typing import Any

from undercroft.engine.action import Refusal
from undercroft.engine.event import Event

ENDS = (".", "?", "!")
"""What a sentence ends with."""
Namer = Callable[[Any], str]
Joiner = Callable[[Sequence[str]], str]


class _Words(Formatter):
    def format_field(self, value: Any, spec: str) -> str:
        if "|" in spec:
            one, _, many = spec.partition("|")
            return one if value == 1 else many
        if spec == "+":
            return f"{value:+d}"
        return str(super().format_field(value, spec))

    def get_value(self, key: int | str, args: Any, kwargs: Mapping[str, Any]) -> Any:
        return kwargs.get(str(key), "{" + str(key) + "}")


_words = _Words()


class Texts:
    """The texts of one rulebook in one language; `listed` makes one phrase of the names in a tuple."""

    def __init__(self, templates: Mapping[str, str], listed: Joiner = ", ".join) -> None:
        self.templates = templates
        self.listed = listed

    def get(self, key: str, facts: Mapping[str, Any] | None = None, name: Namer = str) -> str:
        """Return the text of a key with its places filled; the key itself if there is none."""
        template = self.templates.get(key)
        if template is None:
            return key
        if not facts:
            return template
        named = {k: v if isinstance(v, (int, bool)) else self._named(v, name) for k, v in facts.items()}
        return _words.vformat(template, (), named)

    def _named(self, value: Any, name: Namer) -> str:
        return self.listed([name(one) for one in value]) if isinstance(value, tuple) else name(value)

    def __contains__(self, key: str) -> bool:
        return key in self.templates

    def event(self, event: Event[Any], name: Namer = str) -> str:
        """Return the sentence of an event; empty if it has none."""
        tag, variant = event.tag(), event.variant()
        key = f"event.{tag}.{variant}" if variant else f"event.{tag}"
        if key not in self.templates:
            return ""
        said = self.get(key, event.facts(), name)
        return said[:1].upper() + said[1:]

    def refusal(self, refusal: Refusal, name: Namer = str) -> str:
        """Return the sentence of a refusal, with its rule in brackets."""
        key = f"refusal.{refusal.code}"
        said = self.get(key, refusal.facts, name) if key in self.templates else f"refused: {refusal.code}"
        said = said[:1].upper() + said[1:]
        if key in self.templates and not said.endswith(ENDS):
            said += "."
        return f"{said} ({refusal.rule})" if refusal.rule else said


def read_texts(*files: Traversable) -> Texts:
    """Read TOML files of texts; nested tables give dotted keys, later files win."""
    flat: dict[str, str] = {}

    def walk(prefix: str, table: Mapping[str, Any]) -> None:
        for key, value in table.items():
            dotted = f"{prefix}.{key}" if prefix else key
            if isinstance(value, dict):
                walk(dotted, value)
            elif key == "_":
                flat[prefix] = value
            else:
                flat[dotted] = value

    for file in files:
        walk("", tomllib.loads(file.read_text(encoding="utf-8")))
    return Texts(flat)


@cache
def engine_texts() -> Texts:
    """Return the sentences of the engine's own refusals and events."""
    from importlib.resources import files

    return read_texts(files("undercroft.engine") / "en.toml")


def singulars(words: str) -> list[str]:
    """Return what words may be the plural of, the longest endings first: `torch` and `torche` for `torches`."""
    return [words.removesuffix(end) + one for end, one in _PLURALS if len(words) > len(end) + 1 and words.endswith(end)]


def plural(words: str) -> str:
    """Return the plural of a name, by its last word: `Goblin Chiefs`, `Wolves`, `Lizard Men`."""
    for one, many in (("man", "men"), ("Man", "Men"), ("lf", "lves"), ("y", "ies")):
        if words.endswith(one):
            return words.removesuffix(one) + many
    return f"{words}s"


_PLURALS = (("men", "man"), ("ves", "f"), ("ves", "fe"), ("ies", "y"), ("es", ""), ("s", ""))
