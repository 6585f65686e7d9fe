"""The random player: the kind of action is drawn first, then which of that kind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from undercroft.engine.streams import derive

_LETTERS = re.compile(r"(\d+)-(?:(\d+)-)?of-(.+)")
"""A blank for a text of so many letters, each of those named."""


class Random:
    """Plays at random, the same for the same seed."""

    def __init__(self, seed: int = 0) -> None:
        self._stream = derive(seed, "bots", "random")

    def choose(self, view: Any, offers: Sequence[str]) -> str:
        """Return any offer; blanks are filled with a number between their bounds, their letters, or a word."""
        kinds: dict[str, list[str]] = {}
        for text in offers:
            kinds.setdefault(text.partition(" ")[0], []).append(text)
        text = self._stream.pick(self._stream.pick(list(kinds.values())))
        while "<" in text:
            before, _, rest = text.partition("<")
            blank, _, after = rest.partition(">")
            text = before + self._fill(blank) + after
        return text

    def _fill(self, blank: str) -> str:
        if found := _LETTERS.fullmatch(blank):
            low, high, letters = found.groups()
            return "".join(self._stream.pick(letters) for _ in range(self._stream.between(int(low), int(high or low))))
        least, dash, most = blank.partition("-")
        return str(self._stream.between(int(least), int(most))) if dash and most.isdigit() else "Robin"
