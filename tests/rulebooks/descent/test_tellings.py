"""How things are told: once, with the figure that was rolled, and by what they are called."""

from __future__ import annotations

import pytest
from tests.rulebooks.descent.magic import battle
from tests.rulebooks.descent.moments import give, moment

from undercroft.rulebooks.descent import blows, gear, wounds
from undercroft.rulebooks.descent.records import Monster
from undercroft.testing import staged


def told(game: object) -> list[str]:
    return [said for event in game._ctx.events if (said := game.say(event))]  # type: ignore[attr-defined]


@pytest.mark.parametrize("amount", [4, 15, 40])
def test_a_wound_is_told_as_rolled_and_takes_no_more_than_there_is(amount: int) -> None:
    game = moment()
    battle(game, "wizard", "hero", foes=(("orc", 15), ("orc", 15)))
    game._ctx.events = []
    blows.wound_monster(game._ctx, "orc-1", amount, "wizard", "spark")
    assert told(game)[0] == f"Orc 1 is wounded for {amount} by the Spark of Wizard."
    assert game.state.monsters["orc-1"].health == max(0, 15 - amount)


def test_a_blow_is_told_once_with_its_wound() -> None:
    game = moment()
    battle(game, "wizard", "hero")
    with staged(game) as s:
        s.monsters["orc-1"] = Monster("orc", 15, 15)
    game._ctx.events = []
    game._ctx.emit(blows.BlowLanded("orc-1", "hero", 5))
    wounds.wound(game._ctx, "hero", 5, wounds.BLOW)
    assert [line for line in told(game) if "Hero" in line] == ["Orc 1 hits Hero for 5."]
    assert game.state.members["hero"].health == 16


def test_a_wound_that_nothing_else_tells_of_is_told() -> None:
    game = moment()
    game._ctx.events = []
    wounds.wound(game._ctx, "hero", 2, "dart")
    wounds.wound(game._ctx, "hero", 1, "poisoned")
    assert told(game) == ["Hero loses 2 health.", "The poison takes 1 health from Hero."]


@pytest.mark.rule("D24.4")
def test_a_lantern_named_is_told_by_its_kind_even_when_it_is_gone() -> None:
    game = moment()
    lantern = give(game, "deep-lantern", "pack:hero")
    game._ctx.events = []
    gear.name_item(game._ctx, lantern)
    gear.destroy(game._ctx, lantern, "used")
    assert told(game) == ["So that is what it is: Deep Lantern."]
