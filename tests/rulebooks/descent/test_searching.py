"""Secret doors and searching (D10)."""

from __future__ import annotations

import pytest
from tests.rulebooks.descent.moments import cell, into_room, member, moment

from undercroft.engine.game import Game
from undercroft.engine.streams import derive
from undercroft.rulebooks.descent import generation, searching
from undercroft.rulebooks.descent.records import Door, Member, Room, State
from undercroft.testing import fix, staged

QUIET = 1000


def walled(*who: Member, secret: tuple[str, ...] = ("n",)) -> Game[State]:
    """A party at (3, 0), outside room 1, whose doors on these sides are secret and unknown."""
    game = moment(*who, at=cell(3, 0))
    where = {"n": cell(3, 0), "w": cell(0, 2), "s": cell(3, 5)}
    with staged(game) as s:
        for side in secret:
            s.doors[f"door-1.1{side}"] = Door("room-1.1", side, 1, where[side], secret=True)
    return game


def known(game: Game[State]) -> dict[str, bool]:
    return {key: door.known for key, door in game.state.doors.items()}


@pytest.mark.rule("D10.1")
def test_a_secret_door_may_lie_on_any_stretch_between_room_and_hall() -> None:
    state = moment().state
    floors = [
        generation.make(state, n, *(derive(seed, "descent", name, n) for name in ("floor", "pages", "vaults")))
        for seed in range(60)
        for n in (1, 12)
    ]
    found = {(door.room.rpartition(".")[2], door.side) for floor in floors for door in floor.doors if door.secret}
    assert len(found) == 12 * 4


@pytest.mark.rule("D10.2", "D10.6")
def test_a_secret_door_is_found_from_the_hall_and_from_the_room() -> None:
    game = walled()
    with fix(game, 62, QUIET):
        step = game.act("search")
    door = game.state.doors["door-1.1n"]
    assert door.known
    assert not door.secret
    assert "enter door-1.1n" in game.actions()
    assert any("looked like wall" in game.say(e) for e in step.events)
    game = walled()
    into_room(game)
    with fix(game, 62, QUIET):
        game.act("search")
    assert game.state.doors["door-1.1n"].known
    assert "leave door-1.1n" in game.actions()


@pytest.mark.rule("D10.3")
def test_a_search_in_a_hall_looks_at_its_own_cell_and_one_in_a_room_at_every_door() -> None:
    game = walled(secret=("n", "w", "s"))
    with fix(game, 1, QUIET):
        game.act("search")
    assert known(game) == {"door-1.1n": True, "door-1.1w": False, "door-1.1s": False}
    game = walled(secret=("n", "w", "s"))
    into_room(game)
    with fix(game, 1, 100, 1, QUIET):
        step = game.act("search")
    assert known(game) == {"door-1.1n": True, "door-1.1w": False, "door-1.1s": True}
    assert any(game.say(e).startswith("Doors in walls") for e in step.events)


@pytest.mark.rule("D10.3")
def test_two_rooms_doors_at_one_cell_are_each_looked_for() -> None:
    game = moment(at=cell(3, 5))
    with staged(game) as s:
        s.rooms["room-1.5"] = Room("room-1.5", 1, 5)
        s.doors["door-1.1s"] = Door("room-1.1", "s", 1, cell(3, 5), secret=True)
        s.doors["door-1.5n"] = Door("room-1.5", "n", 1, cell(3, 5), secret=True)
    with fix(game, 100, 62, QUIET):
        game.act("search")
    assert known(game) == {"door-1.1n": True, "door-1.1s": False, "door-1.5n": True}


@pytest.mark.rule("D10.4")
@pytest.mark.row("ACT10")
def test_a_search_costs_one_step() -> None:
    game = walled(secret=())
    with fix(game, QUIET):
        step = game.act("search")
    assert game.state.clock.step == 1
    assert any("find walls" in game.say(e) for e in step.events)


@pytest.mark.rule("D10.5", "D3.3", "D2.11")
def test_the_chance_is_fifty_and_thrice_the_best_wits_and_fifteen_with_a_ranger() -> None:
    assert searching.find_chance(moment().state).num == 62
    assert searching.find_chance(moment(member("hero"), member("fighter")).state).num == 56
    assert searching.find_chance(moment(member("hero"), member("wizard", health=0)).state).num == 56
    one = moment(member("hero"), member("ranger"), member("wizard"))
    two = moment(member("hero"), member("ranger", "A"), member("ranger", "B"), member("wizard"))
    assert searching.find_chance(one.state).num == searching.find_chance(two.state).num == 77


@pytest.mark.rule("D10.5")
def test_the_chance_is_at_most_95() -> None:
    def num(wits: int) -> int:
        return searching.find_chance(moment(member("hero", wits=wits), member("ranger")).state).num

    assert (num(9), num(10), num(11)) == (92, 95, 95)


@pytest.mark.rule("D10.5")
def test_a_draw_of_the_chance_finds_and_one_more_does_not() -> None:
    for draw, found in ((62, True), (63, False)):
        for inside in (False, True):
            game = walled()
            if inside:
                into_room(game)
            with fix(game, draw, QUIET):
                game.act("search")
            assert game.state.doors["door-1.1n"].known is found


@pytest.mark.rule("D10.6")
def test_a_found_door_needs_no_further_search() -> None:
    game = walled()
    with fix(game, 1, QUIET):
        game.act("search")
    with fix(game, QUIET):
        game.act("search")
    assert game.state.doors["door-1.1n"].known


@pytest.mark.rule("D10.7")
def test_a_failed_search_may_be_repeated() -> None:
    game = walled()
    for turn in range(20):
        with fix(game, 100, QUIET):
            assert game.act("search")
        assert game.state.clock.step == turn + 1
    with fix(game, 62, QUIET):
        game.act("search")
    assert game.state.doors["door-1.1n"].known


@pytest.mark.rule("D34.6")
def test_the_odds_tell_the_chance_but_not_whether_a_door_is_there() -> None:
    with_door, without = walled().odds("search"), walled(secret=()).odds("search")
    assert with_door == without
    assert isinstance(with_door, tuple)
    find = with_door[0]
    assert (find.name, find.given, find.shown, getattr(find, "num", 0)) == ("find", "given.door", True, 62)
    assert find.parts == (("50", "base"), ("+12", "why.wits"))
    assert not any(roll.shown for roll in with_door[1:])


@pytest.mark.rule("D10.3", "D7.9")
@pytest.mark.row("ACT10")
def test_there_is_nothing_to_search_on_a_stair() -> None:
    step = moment(at=cell(0, 0)).act("search")
    assert not step.accepted
    assert step.refusals[0].code == "search.stair"
