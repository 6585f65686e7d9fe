"""Refusals of the rules as sentences, for commands that judge by the functions of the game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from undercroft.engine.action import Refusal
from undercroft.engine.errors import BadUse
from undercroft.engine.text import Texts, read_texts


@cache
def _texts() -> Texts:
    folder = files("undercroft.rulebooks.tabletop") / "text"
    found = [folder / name for name in sorted(one.name for one in folder.iterdir()) if name.endswith(".toml")]
    return read_texts(*found)


def reason(refusal: Refusal, names: Mapping[str, str]) -> str:
    """Return the sentence of a refusal, with its rule; `names` gives the names of ids."""

    def name(one: Any) -> str:
        return names.get(str(one), str(one))

    return _texts().refusal(refusal, name)


def refuse(refusal: Refusal | None, names: Mapping[str, str]) -> None:
    """Raise BadUse with the reason if there is one."""
    if refusal is not None:
        raise BadUse(reason(refusal, names))
