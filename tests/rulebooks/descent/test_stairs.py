"""Stairs and maps (D8), and the last stair's question (D30.5, D34.5)."""

from __future__ import annotations

import pytest
from tests.rulebooks.descent.moments import cell, into_room, member, moment

from undercroft.engine.game import Game
from undercroft.rulebooks.descent import stairs
from undercroft.rulebooks.descent.records import Clock, InCourtyard, InHall, Place, Quest, State, replace
from undercroft.testing import fix, staged

UP, DOWN = cell(0, 0), cell(24, 15)
QUIET = 1000


def held(game: Game[State], *maps: int, **more: bool) -> Game[State]:
    with staged(game) as s:
        s.quest = Quest(maps=maps, **more)
    return game


def code(game: Game[State], text: str) -> str:
    before = game.digest()
    with fix(game):
        step = game.act(text)
    assert not step.accepted
    assert game.digest() == before
    return step.refusals[0].code


@pytest.mark.rule("D8.1", "D8.2")
def test_a_stair_down_opens_with_the_map_of_its_floor_or_a_deeper_one() -> None:
    for maps, opens in (((), False), ((1,), False), ((2,), True), ((3,), True), ((1, 3), True)):
        game = held(moment(floor=2, at=DOWN), *maps)
        assert stairs.open_down(game.state) is opens
        assert ("down" in game.actions()) is opens
    shut = held(moment(floor=2, at=DOWN), 1)
    assert code(shut, "down") == "stairs.shut"
    assert shut.act("down").refusals[0].rule == "D8.2"


@pytest.mark.rule("D8.1", "D8.4", "DX15")
@pytest.mark.parametrize(("floor", "opens"), [(1, True), (3, True), (4, True), (5, False)])
def test_a_deeper_map_opens_every_shallower_stair(floor: int, opens: bool) -> None:
    game = held(moment(floor=floor, at=DOWN), 2, 4)
    assert stairs.open_down(game.state) is opens
    with fix(game, *([QUIET] if opens else [])):
        assert game.act("down").accepted is opens


@pytest.mark.rule("D8.5", "D1.15")
def test_the_stair_from_the_courtyard_needs_no_map_and_no_step() -> None:
    game = moment(courtyard=True)
    with fix(game):
        assert game.act("down")
    s = game.state
    assert s.place == Place(1, UP)
    assert s.agenda == (InHall(),)
    assert s.clock.step == 0


@pytest.mark.rule("D8.6")
def test_stairs_up_are_never_shut() -> None:
    game = moment(floor=2, at=UP, length="short")
    assert not game.state.quest.maps
    with fix(game, QUIET):
        step = game.act("up")
    assert "Up the stair, to floor 1." in [game.say(e) for e in step.events]
    above = game.state.floors[1]
    assert game.state.place == Place(1, above.down)
    assert above.known[above.down // 25] == 1 << above.down % 25


@pytest.mark.rule("D8.8")
def test_a_second_copy_of_a_map_changes_nothing() -> None:
    once, twice = held(moment(at=DOWN), 1), held(moment(at=DOWN), 1, 1)
    assert [stairs.opens(once.state, n) for n in range(4)] == [stairs.opens(twice.state, n) for n in range(4)]


@pytest.mark.rule("D8.8", "D8.7", "D8.1")
def test_a_map_goes_to_the_party_and_opens_the_stair() -> None:
    game = moment(at=DOWN)
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], map="open")
    into_room(game)
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], map="open")
    with fix(game):
        assert game.act("take-map")
    assert game.state.quest.maps == (1,)
    assert not game.state.items
    assert stairs.opens(game.state, 1)
    assert not stairs.opens(game.state, 2)
    assert game.state.floors[1].known[15] == 2**25 - 1


@pytest.mark.rule("D8.9", "D6.2", "D1.6")
def test_a_stair_leads_to_the_matching_stair_cell_for_one_step() -> None:
    game = held(moment(at=DOWN), 1)
    with fix(game, QUIET):
        assert game.act("down")
    s = game.state
    assert s.place == Place(2, s.floors[2].up)
    assert s.floors[2].visited
    assert s.clock.step == 1
    assert s.floors[2].known[s.place.cell // 25] == 1 << s.place.cell % 25
    with fix(game, QUIET):
        assert game.act("up")
    assert game.state.place == Place(1, DOWN)
    assert game.state.clock.step == 2


@pytest.mark.rule("D9.12")
def test_a_stair_arrives_on_a_plain_cell_for_bands() -> None:
    for draw, band in ((5, True), (6, False)):
        game = held(moment(at=DOWN), 1)
        with fix(game, draw, then=100):
            game.act("down")
        assert (game.state.fight is not None) is band
        assert game.state.place.floor == 2


@pytest.mark.rule("D9.12", "D1.15")
def test_a_stair_foretells_a_band_below_ground_alone() -> None:
    band = ["wander", "wander-first"]
    down, up = stairs.Down(), stairs.Up()
    assert down.odds(moment(courtyard=True).state) == ()
    assert [roll.name for roll in down.odds(moment(at=DOWN).state)] == band
    assert up.odds(moment(at=UP).state) == ()
    assert [roll.name for roll in up.odds(moment(floor=2, at=UP).state)] == band


@pytest.mark.rule("D34.1")
@pytest.mark.row("ACT05", "ACT06")
def test_stairs_are_taken_from_their_cells_alone() -> None:
    game = held(moment(), 1)
    assert code(game, "down") == "stairs.none_down"
    assert code(game, "up") == "stairs.none_up"
    assert [game.act(text).refusals[0].rule for text in ("down", "up")] == ["ACT05", "ACT06"]
    assert "down" not in game.actions()
    assert "up" not in game.actions()
    game = held(moment(at=UP), 1)
    assert "up" in game.actions()
    assert "down" not in game.actions()
    game = moment(courtyard=True)
    assert "down" in game.actions()
    assert "up" not in game.actions()
    assert code(game, "up") == "action.not_now"


@pytest.mark.rule("D7.8")
def test_the_deepest_floor_leads_no_further_down() -> None:
    game = held(moment(floor=6, at=cell(3, 0), length="short"), 6)
    with staged(game) as s:
        s.floors[6] = replace(s.floors[6], down=-1)
    assert code(game, "down") == "stairs.none_down"


@pytest.mark.rule("D7.8", "D6.2", "D9.12", "D30.8")
def test_the_stair_up_of_floor_one_leads_to_the_courtyard_for_one_step() -> None:
    game = moment(at=UP)
    with fix(game):
        step = game.act("up")
    s = game.state
    assert s.place.floor == 0
    assert s.agenda == (InCourtyard(),)
    assert s.clock.step == 1
    assert [e.tag() for e in step.all_events if e.tag().startswith("stairs")] == ["stairs.taken", "stairs.courtyard"]
    assert "Up the last stair, into daylight." in [game.say(e) for e in step.events]
    assert game.outcome is None


# --- the last stair's question ---


def crowned(*, book: bool, health: int = 20) -> Game[State]:
    return held(moment(member("hero"), member("king", health=health), at=UP), book=book, king=True)


@pytest.mark.rule("D30.5", "D34.5", "DX35")
def test_the_last_stair_warns_and_asks_when_the_king_lives_and_the_book_is_below() -> None:
    game = crowned(book=False)
    with fix(game):
        step = game.act("up")
    assert game.decision is not None
    assert game.decision.about == {"what": "last-stair"}
    assert game.state.place == Place(1, UP)
    assert game.state.clock.step == 0
    assert any("the story ends without it" in game.say(e) for e in step.events)
    assert list(game.actions().texts())[:2] == ["yes", "no"]
    with fix(game):
        game.act("yes")
    assert game.outcome is not None
    assert game.outcome.code == "won-without-book"


@pytest.mark.rule("D30.5", "D34.5")
def test_thinking_better_of_it_changes_nothing() -> None:
    game = crowned(book=False)
    before = game.digest()
    with fix(game):
        game.act("up")
        game.act("no")
    assert game.digest() == before
    assert game.state.agenda == (InHall(),)


@pytest.mark.rule("D34.5", "D30.5")
def test_nothing_is_asked_otherwise() -> None:
    for book, health, code_ in ((True, 20, "won-with-book"), (True, 0, "lost-book-saved"), (False, 0, "")):
        game = crowned(book=book, health=health)
        with fix(game):
            game.act("up")
        assert game.state.place.floor == 0
        assert (game.outcome.code if game.outcome else "") == code_
    game = held(moment(member("hero"), member("king"), floor=2, at=UP, length="short"), king=True)
    with fix(game, QUIET):
        game.act("up")
    assert game.state.place.floor == 1


@pytest.mark.rule("D29.8", "D6.13")
def test_a_king_who_starves_on_the_last_step_is_not_alive_on_reaching_the_courtyard() -> None:
    for health, code_ in ((1, "lost-book-saved"), (2, "won-with-book")):
        game = crowned(book=True, health=health)
        with staged(game) as s:
            s.clock = Clock(0, 238)
            s.purse = replace(s.purse, rations=0)
        with fix(game):
            game.act("up")
        assert game.outcome is not None
        assert game.outcome.code == code_


@pytest.mark.rule("D30.9")
def test_all_who_starve_on_the_last_step_are_dead_not_home() -> None:
    game = held(moment(member("hero", health=1), member("king", health=0), at=UP), book=True, king=True)
    with staged(game) as s:
        s.clock = Clock(0, 238)
        s.purse = replace(s.purse, rations=0)
    with fix(game):
        game.act("up")
    assert game.outcome is not None
    assert game.outcome.code == "all-dead"
