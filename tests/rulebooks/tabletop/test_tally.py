"""What is told of a campaign that is over (T16.20, T22.26): its figures, who fell to what, and its end in words."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebooks.tabletop.solo import Solo

from undercroft.engine.event import Event
from undercroft.rulebooks.tabletop import rulebook
from undercroft.rulebooks.tabletop.blows import Blow
from undercroft.rulebooks.tabletop.fights import FightEnded
from undercroft.rulebooks.tabletop.meeting import Entered
from undercroft.rulebooks.tabletop.quests import Rewarded
from undercroft.rulebooks.tabletop.tally import Tally
from undercroft.rulebooks.tabletop.wounds import Died, Slain

pytestmark = pytest.mark.rule("T22.26")


def followed(solo: Solo, *events: Event[Any]) -> dict[str, Any]:
    tally = rulebook.tally()
    tally.note(solo.game.state, events)
    return tally.facts(solo.game.state)


def test_fights_slain_rooms_and_silver_are_counted() -> None:
    solo = Solo("quick")
    facts = followed(
        solo,
        FightEnded("won", (), 3, (), (), (), ()), FightEnded("fled", (), 3, (), (), (), ()),
        Slain("orc-1", "orc", 10), Slain("orc-2", "orc", 10), Slain("orc-3", "orc", 10),
        Entered("room-1", ""), Entered("room-2", "room-1"), Entered("room-1", "room-2"),
        Rewarded(("hedda", "linnea"), 25, late=False),
    )  # fmt: skip
    assert (facts["fights"], facts["victories"], facts["slain"], facts["rooms"], facts["silver"]) == (2, 1, 3, 2, 50)
    assert facts["party"][0] == {"name": "Hedda", "class": "warrior", "level": 1, "ap": 0, "state": "alive"}


def test_who_died_is_told_with_the_kind_that_struck_last() -> None:
    solo = Solo("quick")
    facts = followed(
        solo,
        Blow("orc-1", "hedda", "sabre", False, 5, 9, hit=True, loss=3, left=-2),
        Blow("ogre-1.2", "hedda", "club", False, 5, 9, hit=True, loss=9, left=-11), Died("hedda", ""),
        Died("tobias", "left"),
    )  # fmt: skip
    assert facts["deaths"] == 2
    assert facts["falls"][0] == {"name": "Hedda", "level": 1, "adventure": 1, "to": "Ogre"}
    assert facts["fell_to"] == ["Ogre", "wounds"]


def test_the_end_is_told_in_words() -> None:
    solo = Solo("quick", "end-campaign")
    first, count, alive = Tally().tale(solo.game.state)
    assert first.startswith("The company broke up before anything came of it.")
    assert count.startswith("Fights: 0, of which 0 were won; slain: 0.")
    assert alive == "Alive, and home: Hedda (Level 1), Berengar (Level 1), Linnea (Level 1), Tobias (Level 1)."
    assert Tally().tale(Solo("quick").game.state) == []
