"""The golden campaign of `tabletop`: who plays it, what it must come to, and how it is searched for and written.

The competent player takes the reference party from Level 1 until everybody alive has Level 8, and hangs up the boots.
Of the seeds it may have, the first whose campaign comes to that is taken. `tools/campaign.py` writes it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import undercroft as uc
from undercroft.bots.player import play
from undercroft.bots.tabletop import Competent
from undercroft.engine.game import Game
from undercroft.engine.record import write
from undercroft.rulebooks.tabletop import aftermath
from undercroft.rulebooks.tabletop.views import MemberView, TabletopView

PATH = Path(__file__).parent / "goldens" / "campaign.txt"
GOAL = 8
"""The Level that everybody alive must have."""
SEEDS = range(1, 61)
MOST = 12_000
"""Actions, at most."""
DEEDS = (
    "gain.level", "quests.home.success", "fights.ended.won", "spells.cast", "market.bought", "market.sold",
    "pause.trained", "pause.lodged", "wounds.bandaged", "sense.asked", "going.heard", "flight.threat",
)  # fmt: skip
"""Codes of events that must happen: each of them a part of the game that a campaign lives by."""


class Climber(Competent):
    """Plays until everybody alive has the Level aimed at, and hangs up the boots at home."""

    def choose(self, view: TabletopView, offers: Sequence[str]) -> str:
        """Return the text of the action to take."""
        if view.ask == "village" and all(m.level >= GOAL for m in living(view)):
            return "end-campaign"
        return super().choose(view, offers)


def living(view: TabletopView) -> list[MemberView]:
    """Return the members of the party that live."""
    return [m for m in view.party if m.state != "dead"]


def campaign(seed: int) -> tuple[Game[Any], Counter[str]]:
    """Return the campaign of a seed, to its end or as far as it may go, and how often each code of event happened."""
    game = uc.new("tabletop", seed=seed, ranked=True)
    seen: Counter[str] = Counter()

    def each(_: Game[Any], step: Any) -> None:
        for event in step.all_events:
            seen[event.tag()] += 1
            if variant := event.variant():
                seen[f"{event.tag()}.{variant}"] += 1

    return play(game, Climber(), most=MOST, each=each), seen


def lacks(game: Game[Any], seen: Counter[str]) -> str:
    """Return what a campaign lacks to be the golden, or an empty text."""
    view = game.view()
    levels = ", ".join(f"{m.name} {m.level}" for m in view.party)
    so_far = f"after {view.completed} adventures completed and {view.failed} failed ({levels})"
    if game.outcome is None:
        return f"an end within {MOST} actions, {so_far}"
    if game.outcome.code == aftermath.LOST:
        return f"a living party, {so_far}"
    missing = [code for code in DEEDS if not seen[code]]
    return f"{', '.join(missing)}, {so_far}" if missing else ""


def searched(seed: int) -> tuple[int, str, str]:
    """Return a seed, its record if its campaign is good enough, and what it lacks if not."""
    game, seen = campaign(seed)
    if fault := lacks(game, seen):
        return seed, "", fault
    return seed, write(game), ""
