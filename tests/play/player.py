"""Plays random legal actions with a save after each, until it is killed: `player.py SEED [LINE|half]`.

With a line, it kills itself as its third save reaches that line of the write (counted from 1); with `half`, when half
of the third save's bytes are in the file.
"""

from __future__ import annotations

import os
import random
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import undercroft
from undercroft.engine import save
from undercroft.play.shelf import Shelf

DEADLY = 3


def die() -> None:
    """Be killed, as by a power cut: nothing is flushed, nothing tidied."""
    sys.stdout.flush()
    os.kill(os.getpid(), signal.SIGKILL)


class Deadline:
    """Counts the lines of `write_file` as they come, and dies at one of them."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.count = 0

    def __call__(self, frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code is not save.write_file.__code__:
            return None
        if event == "line":
            self.count += 1
            if self.count == self.at:
                die()
        return self


def half(path: Path, data: bytes) -> None:
    """Write half of a save where the write begins, and die."""
    with path.with_name(path.name + ".new").open("wb") as file:
        file.write(data[: len(data) // 2])
        file.flush()
        die()


def main(seed: int, where: str) -> None:
    """Play on."""
    choose = random.Random(seed)
    shelf = Shelf()
    if ids := shelf.ids():
        game, slot = shelf.open(ids[0])
    else:
        game = undercroft.new("tiny", seed=seed, stones=9000)
        slot = shelf.add(game)
    print(f"ready {game.turns} {game.digest()}", flush=True)
    while game.outcome is None:
        action = choose.choice([one for one in game.actions() if not isinstance(one, undercroft.Open)])
        assert game.act(action).accepted
        print(f"try {game.turns} {game.digest()}", flush=True)
        if where and game.turns == DEADLY:
            if where == "half":
                half(slot.path, game.save())
            sys.settrace(Deadline(int(where)))
        slot.save(game)
        sys.settrace(None)
        print(f"done {game.turns} {game.digest()}", flush=True)
        if where and game.turns == DEADLY:
            sys.exit(7)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "")
