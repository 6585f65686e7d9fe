"""Plan: what is to be played. Everything that a result hangs on, but the index of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

import undercroft
from undercroft.bots import chosen
from undercroft.engine.action import MOST as MOST_SEED
from undercroft.engine.action import is_seed
from undercroft.engine.errors import BadOption
from undercroft.engine.game import Game
from undercroft.engine.rulebook import Rulebook, choices, find, places
from undercroft.engine.streams import derive

FORMAT = 1
"""Of the lines of a result file."""
RANDOM = "random"
"""The value of an option that is drawn anew for every game."""
MOST = 20_000
"""Actions after which a game is left as it stands."""


@dataclass(frozen=True)
class Plan:
    """Games of a rulebook by a bot: game number i has the seed `first` + i. UnknownName or BadOption if it is none.

    An option that takes one of several words may be "random": it is drawn for each game, from its seed alone.
    """

    rulebook: str
    bot: str
    options: Mapping[str, Any] = field(default_factory=dict)
    first: int = 1
    most: int = MOST

    def __post_init__(self) -> None:
        if not is_seed(self.first):
            raise BadOption("the first seed is a whole number from 0 to 2^63 - 1")
        if self.most < 1:
            raise BadOption("the most actions of a game are 1 or more")
        chosen.find(self.bot, self.book.name)
        self.game(0)

    @cached_property
    def book(self) -> Rulebook[Any]:
        """The rulebook."""
        return find(self.rulebook)

    @cached_property
    def head(self) -> dict[str, Any]:
        """What binds results to this plan, as plain data."""
        return {
            "lab": FORMAT, "rulebook": self.book.name, "version": self.book.version, "content": self.book.fingerprint,
            "code": _code(self.book), "bot": self.bot, "options": dict(self.options), "first": self.first,
            "most": self.most,
        }  # fmt: skip

    def game(self, index: int) -> Game[Any]:
        """Return a game of the plan as it begins, without undo; BadOption if the seeds do not reach so far."""
        seed = self.first + index
        if seed > MOST_SEED:
            raise BadOption(f"seed {self.first} and {index} more are beyond the last seed, 2^63 - 1")
        game = undercroft.new(self.rulebook, seed=seed, **self._dealt(seed))
        game.forget()
        return game

    def _dealt(self, seed: int) -> dict[str, Any]:
        """Return the options of a game, those at random drawn."""
        kinds = {one.name: one.type for one in msgspec.structs.fields(self.book.options)}
        dealt = dict(self.options)
        for name, value in self.options.items():
            words = choices(kinds.get(name))
            if value not in (RANDOM, [RANDOM], (RANDOM,)) or RANDOM in words:
                continue
            if not words and kinds.get(name) is not bool:
                raise BadOption(f"{name}: only an option of a few words can be drawn at random")
            stream = derive(seed, "lab", name)
            count = places(kinds[name])
            drawn = [stream.pick(words or (False, True)) for _ in range(count or 1)]
            dealt[name] = drawn if count else drawn[0]
        return dealt


def _code(book: Rulebook[Any]) -> str:
    """Return eight hex digits that name the program: engine, bots, and the rulebook's own modules."""
    home = Path(undercroft.__file__).parent
    done = blake2b(digest_size=4)
    for folder in (home / "engine", home / "bots", Path(str(book.package()))):
        for path in sorted(folder.rglob("*.py")):
            done.update(path.read_bytes())
    return done.hexdigest()
