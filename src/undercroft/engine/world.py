"""World: what outlives a run, as tables and fields with a digest; the next game starts from it."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec

from undercroft.engine.errors import SaveError


class World(msgspec.Struct, frozen=True):
    """What a finished run leaves. `run` counts the runs that made it, and numbers the next run's streams."""

    rulebook: str
    content: str
    run: int
    tables: dict[str, Any]

    @property
    def digest(self) -> str:
        """Sixteen hex digits that name it."""
        return blake2b(self.json(), digest_size=8).hexdigest()

    def json(self) -> bytes:
        """Return it as deterministic JSON."""
        return msgspec.json.encode(self, order="deterministic")


def read_world(data: bytes | str) -> World:
    """Read a world; SaveError if it is none."""
    try:
        return msgspec.json.decode(data, type=World)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise SaveError(f"this is no world: {' '.join(str(error).split())[:200]}") from None
