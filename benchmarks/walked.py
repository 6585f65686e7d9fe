"""A win in which every step is an action of its own: no travel, no pacing to and fro in one go.

What `act` costs is told by actions that do one thing each; a journey of forty paces counted as one action would not.
"""

from __future__ import annotations

from collections.abc import Sequence

import undercroft as uc
from undercroft.bots import play
from undercroft.bots.descent import Competent
from undercroft.engine.record import Record, read
from undercroft.rulebooks.descent.views import DescentView, FloorView

SEED = 1


class Walker:
    """The competent player on foot."""

    def __init__(self) -> None:
        self._mind = Competent()

    def choose(self, view: DescentView, offers: Sequence[str]) -> str:
        """Return what the competent player would do, its journeys pace by pace."""
        text = self._mind.choose(view, offers)
        head, _, goal = text.partition(" ")
        walks = [one for one in offers if one.startswith("walk ")]
        if not walks or head not in ("travel", "pace"):
            return text
        if head == "pace":
            return walks[view.step % len(walks)]
        floor = next(one for one in view.floors if one.number == view.floor)
        seen = floor.reach(view.cell)
        near = min((seen[cell] for cell in cells(floor, goal, view.figures.wide) if cell in seen), default=(0, ""))
        return f"walk {near[1]}" if near[1] else text


def cells(floor: FloorView, goal: str, wide: int) -> list[int]:
    """Return the cells that a place of travel means."""
    if goal == "stair-up":
        return [floor.up]
    if goal == "stair-down":
        return [floor.down]
    if "," in goal:
        x, _, y = goal.partition(",")
        return [int(y) * wide + int(x)]
    return [door.cell for door in floor.doors if goal in (door.id, door.room)]


def walked() -> Record:
    """Return the record of a win on foot; RuntimeError if the game is not won."""
    game = play(uc.new("descent", seed=SEED, difficulty="easy", length="short"), Walker())
    if game.outcome is None or not game.outcome.winners:
        raise RuntimeError(f"seed {SEED} is no win on foot: {game.outcome}")
    return read(game.record())
