"""Maps: what the map of a floor tells in words (D7.28, D34.3)."""

from __future__ import annotations

import pytest
from tests.rulebooks.descent.moments import cell, into_room, moment

from undercroft.engine.view import Map
from undercroft.rulebooks.descent import floors


def words(game):
    chart = game.look("map")
    assert isinstance(chart, Map)
    return chart.words


@pytest.mark.rule("D34.3")
def test_the_map_in_words_says_where_the_party_is():
    game = moment(at=cell(3, 0))
    floors.learn_cell(game._ctx)
    assert words(game)[0] == "You are in the halls at 3,0."
    into_room(game)
    assert words(game)[0] == "You are in room-1.1."


@pytest.mark.rule("D7.28", "D34.3")
def test_the_map_in_words_tells_the_halls_known_and_the_ways_not_walked():
    game = moment(at=cell(5, 0))
    for heading in ("east", "south", "south"):
        floors.learn_cell(game._ctx)
        game.act(f"walk {heading}")
    told = words(game)
    assert [line for line in told if line.startswith("A hall")] == [
        "A hall from 5,0 east to 6,0.",
        "A hall from 6,0 south to 6,2.",
    ]
    assert [line for line in told if "not walked yet" in line] == [
        "At 5,0, not walked yet: west.",
        "At 6,0, not walked yet: east.",
        "At 6,2, not walked yet: south.",
    ]


@pytest.mark.rule("D8.7", "D34.3")
def test_a_floor_known_whole_has_no_way_that_is_not_walked():
    game = moment()
    floors.learn_floor(game._ctx, 1)
    told = words(game)
    assert not [line for line in told if "not walked yet" in line]
    # All 31 halls: four rows and five columns of them, each straight from edge to edge.
    assert len([line for line in told if line.startswith("A hall")]) == 9
