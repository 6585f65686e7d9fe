"""The golden campaign: it replays exactly, and everybody alive at its end reached Level 8 honestly from Level 1.

`python tools/campaign.py` makes it anew.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from tests.rulebooks.tabletop.golden_campaign import DEEDS, GOAL, PATH

import undercroft as uc
from undercroft.engine.game import Game
from undercroft.engine.record import read, write
from undercroft.play import cli
from undercroft.rulebooks.tabletop import creation, gains, points
from undercroft.rulebooks.tabletop.records import Character


@dataclass
class Followed:
    """The campaign played again: each state of each character whenever the points or the Level changed."""

    game: Game[Any] = None  # type: ignore[assignment]
    lives: dict[str, list[Character]] = field(default_factory=dict)
    codes: set[str] = field(default_factory=set)
    homes: list[tuple[int, int]] = field(default_factory=list)
    """(Completed, failed) after each homecoming."""


@cache
def followed() -> Followed:
    """Return the golden played again, with what is to be seen along the way."""
    found = Followed()

    def each(game: Game[Any], step: Any) -> None:
        s = game.state
        for c in s.characters.values():
            life = found.lives.setdefault(c.id, [])
            if not life or (c.ap, c.level) != (life[-1].ap, life[-1].level):
                life.append(c)
        for event in step.all_events:
            found.codes |= {event.tag(), f"{event.tag()}.{event.variant()}"}
            if event.tag() == "quests.home":
                found.homes.append((s.party.completed, s.party.failed))

    found.game = uc.replay(PATH.read_text(encoding="utf-8"), each=each)
    return found


def test_it_replays_at_every_step() -> None:
    game, record = followed().game, read(PATH.read_text(encoding="utf-8"))
    assert game.ranked
    assert game.turns == len(record.steps)
    assert sum(1 for step in record.steps if step.digest) == -(-game.turns // 50)
    assert record.steps[-1].digest == game.digest()
    assert write(game) == PATH.read_text(encoding="utf-8")


def test_the_program_verifies_it(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["replay", str(PATH), "--verify"]) == 0
    assert capfd.readouterr().err == ""


@pytest.mark.rule("T5.7", "T5.8", "T16.17", "T16.19", "T17.2", "T17.3", "T17.26")
def test_everybody_alive_reached_the_level_honestly_from_the_first() -> None:
    game = followed().game
    alive = [c for c in game.state.characters.values() if not c.dead]
    assert alive
    for c in alive:
        assert c.level >= GOAL
        life = followed().lives[c.id]
        assert (life[0].level, life[0].ap) == (1, 0)
        for before, after in pairwise(life):
            assert after.ap >= before.ap
            assert after.level - before.level in (0, 1)
            assert points.needed(after.level) <= after.ap
        assert [int(found[1]) for line in c.history if (found := re.match(r"L(\d+): ", line))] == [
            *range(2, c.level + 1)
        ]
        start = next((one for one in creation.reference_party() if one.id == c.id), life[0])
        rises = sum(line.count("->") for line in c.history if not line.startswith("L1"))
        assert rises >= c.level - 1
        assert c.vitality_max - start.vitality_max <= gains.DIE.sides * (c.level - 1)
        assert c.attack + c.defence <= gains.sum_most(c.level, c.agility)


@pytest.mark.added("T24.21")
@pytest.mark.rule("T22.1", "T22.23")
def test_it_is_a_campaign_of_adventures_that_ends_at_home() -> None:
    run = followed()
    outcome = run.game.outcome
    assert outcome is not None
    assert (outcome.code, outcome.winners) == ("retired", ("player",))
    assert [done + failed for done, failed in run.homes] == [*range(1, len(run.homes) + 1)]
    assert run.homes[-1][0] >= 10
    assert run.game.state.place.where == "village"


def test_the_parts_of_the_game_occur_in_it() -> None:
    assert [code for code in DEEDS if code not in followed().codes] == []
