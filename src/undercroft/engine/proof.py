"""Proof: what a rulebook can show of what it generated, read off the finished thing and not off the generator."""

from __future__ import annotations

from typing import Any

import msgspec


class Fault(msgspec.Struct, frozen=True):
    """One thing that could not be proven: where, its name, and the id of what it is about, if it has one."""

    where: str
    name: str
    about: str = ""

    def __str__(self) -> str:
        return f"{self.where}: {self.name} ({self.about})" if self.about else f"{self.where}: {self.name}"


class Proof(msgspec.Struct, frozen=True):
    """What was generated, as records of facts, and every fault found; none means that all of it is proven."""

    faults: tuple[Fault, ...] = ()
    facts: tuple[Any, ...] = ()

    @property
    def holds(self) -> bool:
        """Say whether nothing is wrong."""
        return not self.faults

    def json(self, **more: Any) -> bytes:
        """Return it as one line of JSON, with more facts in front."""
        return msgspec.json.encode({**more, "proven": self.holds, "faults": self.faults, "facts": self.facts})
