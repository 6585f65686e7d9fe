"""What a run of the contract suite met: how often each action, event and refusal came up, and what never did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from undercroft.engine.event import ENGINE_EVENTS
from undercroft.engine.rulebook import Rulebook

KINDS = ("actions", "events", "refusals")


class Report:
    """Counts by code. `str` gives a table that a person can read."""

    def __init__(self, book: Rulebook[Any]) -> None:
        self.rulebook = book.name
        self.games = 0
        self.moments = 0
        self.steps = 0
        self.ended: Counter[str] = Counter()
        self.checks: Counter[str] = Counter()
        self.actions: Counter[str] = Counter()
        self.events: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.known: dict[str, tuple[str, ...]] = {
            "actions": tuple(cls.tag() for cls in book.actions),
            "events": tuple(
                cls.tag() for cls in book.events if cls not in ENGINE_EVENTS and not cls.hidden and not _base(cls, book)
            ),
            "refusals": tuple(
                key.removeprefix("refusal.")
                for key in book.texts.templates
                if key.startswith("refusal.") and not key.startswith(_ENGINE_REFUSALS)
            ),
        }

    def unmet(
        self, *, explained: Mapping[str, str] | Iterable[str] = (), kinds: Iterable[str] = KINDS
    ) -> tuple[str, ...]:
        """Return `kind code` for every action, event or refusal that was never met and is not explained.

        `explained` maps such a name (or a bare code) to the reason why random play does not meet it.
        """
        told = set(explained)
        return tuple(
            f"{kind} {code}"
            for kind in kinds
            for code in self.known[kind]
            if not getattr(self, kind)[code] and code not in told and f"{kind} {code}" not in told
        )

    def stale(self, explained: Iterable[str]) -> tuple[str, ...]:
        """Return the explained names that were met after all, or that no longer exist."""
        missing = set(self.unmet())
        bare = {name.partition(" ")[2] for name in missing}
        return tuple(name for name in explained if name not in missing and name not in bare)

    def __str__(self) -> str:
        ends = ", ".join(f"{code or 'cap'} {count}" for code, count in sorted(self.ended.items()))
        lines = [f"{self.rulebook}: {self.games} games, {self.moments} moments, {self.steps} actions; ended: {ends}"]
        lines.append("checks: " + ", ".join(f"{law} {count}" for law, count in sorted(self.checks.items())))
        for kind in KINDS:
            counts: Counter[str] = getattr(self, kind)
            known = self.known[kind]
            lines.append(f"\n{kind}: {sum(1 for code in known if counts[code])} of {len(known)} met")
            width = max((len(code) for code in (*known, *counts)), default=0)
            codes = (*known, *(code for code in sorted(counts) if code not in known))
            lines += [f"  {code:<{width}}  {counts[code] or 'never'}" for code in codes]
        return "\n".join(lines)


_ENGINE_REFUSALS = ("refusal.game.", "refusal.seat.", "refusal.action.", "refusal.force.")


def _base(cls: type, book: Rulebook[Any]) -> bool:
    """Say whether a class is only the base of others."""
    return any(other is not cls and issubclass(other, cls) for other in book.events)
