"""Offered: the texts of a list of actions, found by their first word."""

from __future__ import annotations

from collections.abc import Collection, Sequence


class Offered:
    """What may be done now, as texts."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._set = frozenset(texts)
        self._heads: dict[str, list[str]] = {}
        for text in texts:
            self._heads.setdefault(text.partition(" ")[0], []).append(text)

    def __contains__(self, text: str) -> bool:
        return text in self._set

    def all(self, head: str) -> list[str]:
        """Return every offer that begins with the word."""
        return self._heads.get(head, [])

    def first(self, *heads: str) -> str:
        """Return the first offer of the first word that has one, or an empty text."""
        for head in heads:
            if found := self._heads.get(head):
                return found[0]
        return ""

    def any(self, *texts: str) -> str:
        """Return the first of the texts that is offered, or an empty text."""
        return next((text for text in texts if text in self._set), "")

    def without(self, texts: Collection[str]) -> Offered:
        """Return the offers but for these."""
        return Offered([text for held in self._heads.values() for text in held if text not in texts])
