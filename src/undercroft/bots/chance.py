"""The random player: the kind of action is drawn first, then which of that kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from undercroft.engine.streams import derive


class Random:
    """Plays at random, the same for the same seed."""

    def __init__(self, seed: int = 0) -> None:
        self._stream = derive(seed, "bots", "random")

    def choose(self, view: Any, offers: Sequence[str]) -> str:
        """Return any offer; blanks are filled with a number between their bounds, or with a word."""
        kinds: dict[str, list[str]] = {}
        for text in offers:
            kinds.setdefault(text.partition(" ")[0], []).append(text)
        text = self._stream.pick(self._stream.pick(list(kinds.values())))
        while "<" in text:
            before, _, rest = text.partition("<")
            blank, _, after = rest.partition(">")
            low, dash, high = blank.partition("-")
            word = str(self._stream.between(int(low), int(high))) if dash and high.isdigit() else "Robin"
            text = before + word + after
        return text
