"""Walking (D6.2, D6.26, D34.4): paces, travel, and pacing to and fro."""

from __future__ import annotations

import msgspec
import pytest
from tests.rulebooks.descent.moments import cell, give, into_room, member, moment

from undercroft.engine.game import Game, Step
from undercroft.rulebooks.descent import floors, walking
from undercroft.rulebooks.descent.fights import Fight
from undercroft.rulebooks.descent.records import (
    Chest,
    Clock,
    Door,
    Effect,
    Floor,
    InHall,
    Member,
    PartyEffect,
    Place,
    Room,
    State,
    replace,
)
from undercroft.testing import fix, staged

QUIET = 1000
"""A draw that raises no band anywhere."""


def mapped(game: Game[State]) -> Game[State]:
    """Let the party know the whole floor but for secret doors."""
    with staged(game) as s:
        floors.FloorLearnt(1, False).apply(s)
    return game


def know(game: Game[State], *cells: tuple[int, int]) -> None:
    """Let the party know just these cells."""
    rows = [0] * 16
    for x, y in cells:
        rows[y] |= 1 << x
    with staged(game) as s:
        s.floors[1] = replace(s.floors[1], known=tuple(rows))


def hungry(game: Game[State], rations: int) -> None:
    """Let a meal fall due on the next step."""
    with staged(game) as s:
        s.clock = Clock(0, 238)
        s.purse = replace(s.purse, rations=rations)


def poison(game: Game[State], who: str, left: int) -> None:
    """Poison a member; it bites when the count left divides by 5."""
    with staged(game) as s:
        s.effects[f"{who}:poisoned"] = Effect(who, "poisoned", left, "test")


def places(game: Game[State]) -> list[str]:
    return [text.removeprefix("travel ") for text in game.actions().texts() if text.startswith("travel ")]


def cells(step: Step[State]) -> list[int]:
    """The cells walked over."""
    return [e.cell for e in step.all_events if isinstance(e, walking.Paced)]


def code(step: Step[State]) -> str:
    assert not step.accepted
    return step.refusals[0].code


def quiet(game: Game[State], text: str) -> Step[State]:
    """Act while no band comes."""
    with fix(game, then=QUIET):
        step = game.act(text)
    assert step.accepted
    return step


# --- a pace ---


@pytest.mark.rule("D6.2", "D7.3")
@pytest.mark.row("ACT07")
def test_a_pace_moves_one_cell_and_costs_one_step() -> None:
    game = moment(at=cell(6, 2))
    assert [t for t in game.actions().texts() if t.startswith("walk")] == ["walk north", "walk south"]
    step = quiet(game, "walk south")
    assert game.state.place == Place(1, cell(6, 3))
    assert game.state.clock.step == 1
    assert "You walk south." in [game.say(e) for e in step.events]


@pytest.mark.rule("D7.3", "D34.1")
@pytest.mark.parametrize("heading", ["east", "west", "up", "-1"])
def test_no_pace_through_a_wall(heading: str) -> None:
    game = moment(at=cell(6, 2))
    before = game.digest()
    with fix(game):
        step = game.act(f"walk {heading}")
    assert code(step) == "walk.wall"
    assert step.refusals[0].rule == "D7.3"
    assert game.digest() == before


@pytest.mark.rule("D7.9", "D6.2")
def test_a_stair_cell_can_be_walked_across() -> None:
    game = moment(at=cell(1, 0))
    step = quiet(game, "walk west")
    assert game.state.place.cell == cell(0, 0) == game.state.floors[1].up
    assert "to the foot of the stair up" in game.say(next(e for e in step.events if e.tag() == "walk.paced"))
    quiet(game, "walk south")
    assert game.state.place.cell == cell(0, 1)
    assert game.state.clock.step == 2


@pytest.mark.rule("D6.2")
@pytest.mark.parametrize(
    "text", ["search", "listen door-1.1n", "enter door-1.1n", "sneak door-1.1n rogue", "walk east"]
)
def test_these_cost_one_step_each_in_the_halls(text: str) -> None:
    game = moment()
    quiet(game, text)
    assert game.state.clock.step == 1


@pytest.mark.rule("D6.2")
def test_leaving_and_searching_a_room_cost_one_step_each() -> None:
    for text in ("search", "leave door-1.1n"):
        game = moment()
        into_room(game)
        quiet(game, text)
        assert game.state.clock.step == 1


@pytest.mark.rule("D6.3")
def test_taking_things_costs_no_step() -> None:
    game = moment()
    give(game, "knife", "cell:1:3")
    quiet(game, "take weapon-t1 hero")
    assert game.state.clock.step == 0


@pytest.mark.rule("D6.3")
def test_nothing_that_hands_do_in_a_room_costs_a_step() -> None:
    game = moment(member("hero", health=9), member("rogue", health=0), at=cell(3, 0), gold=500)
    for kind, place in (
        ("healing-draught", "pack:hero"), ("scroll-of-open-walls", "pack:hero"), ("aura-of-warding", "pack:hero"),
        ("light-of-life", "pack:hero"), ("knife", "pack:hero"), ("padded-coat", "body:hero"), ("staff", "pack:rogue"),
        ("knife", "room:room-1.1"),
    ):  # fmt: skip
        give(game, kind, place, named=True)
    into_room(game)
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(
            s.rooms["room-1.1"], gold=5, map="open", pages=("firebolt",), prize="book", store=True
        )
        s.chests["room-1.1"] = Chest(1, 40)
    steps = ("search", "leave")
    tried: dict[str, None] = {}
    for one in game.actions():
        head = str(one).split()[0]
        twin = game.fork()
        with fix(twin, then=1):
            assert twin.act(one).accepted, str(one)
        assert (twin.state.clock.step > 0) is (head in steps), str(one)
        tried[head] = None
    assert set(tried) == {
        "shop", "search", "leave", "take", "take-gold", "take-map", "take-book", "take-page", "drop", "open", "use",
        "read", "cast", "wear", "unready", "give", "rank", "raise", "guide",
    }  # fmt: skip


# --- travel ---


@pytest.mark.rule("D34.4")
def test_travel_walks_the_shortest_way_a_step_a_pace() -> None:
    game = mapped(moment(at=cell(3, 0)))
    step = quiet(game, "travel 12,5")
    assert game.state.place == Place(1, cell(12, 5))
    assert game.state.clock.step == len(cells(step)) == 14
    assert game.state.agenda == (InHall(),)


@pytest.mark.rule("D34.4")
def test_travel_keeps_to_known_ways() -> None:
    game = moment(at=cell(3, 0))
    west = [(x, 0) for x in range(4)] + [(0, y) for y in range(6)] + [(x, 5) for x in range(7)]
    know(game, *west, (6, 1), (6, 2), (6, 3))
    step = quiet(game, "travel 6,5")
    assert game.state.clock.step == 14
    assert cell(0, 3) in cells(step)
    assert code(game.act("travel 12,5")) == "travel.unknown"


@pytest.mark.rule("D34.4")
@pytest.mark.row("ACT08")
def test_where_travel_can_go() -> None:
    game = moment(at=cell(3, 0))
    with staged(game) as s:
        s.rooms["room-1.2"] = Room("room-1.2", 1, 2)
        s.doors["door-1.2n"] = Door("room-1.2", "n", 1, cell(9, 0), secret=True)
        s.doors["door-1.2w"] = Door("room-1.2", "w", 1, cell(6, 2), secret=False)
    know(game, *[(x, 0) for x in range(13)], (24, 0), (24, 1))
    # The party knows neither the far stair nor a way to the known cells at (24, 0); it stands at door-1.1n.
    assert places(game) == ["stair-up", "6,0", "12,0"]
    mapped(game)
    found = places(game)
    assert found[:4] == ["stair-up", "stair-down", "door-1.2w", "room-1.2"]
    # All nodes but the two stairs and the corners (24, 0) and (0, 15), which are neither junctions nor dead ends.
    assert len(found) == 4 + 16
    assert "3,0" not in found
    assert "door-1.2n" not in found
    for odd in ("stair-left", "door-1.2n", "room-9.9", "3,0", "4,4", "", "x,y", "999,999"):
        before = game.digest()
        assert not game.act(f"travel {odd}".strip()).accepted
        assert game.digest() == before


@pytest.mark.rule("D34.4", "D7.28")
def test_an_undone_pace_takes_its_cell_off_the_atlas_again() -> None:
    game = moment(at=cell(9, 5))
    know(game, (9, 5))
    assert list(walking.atlas(game.state).part) == [cell(9, 5)]
    quiet(game, "walk east")
    assert list(walking.atlas(game.state).part) == [cell(9, 5), cell(10, 5)]
    assert game.undo()
    assert list(walking.atlas(game.state).part) == [cell(9, 5)]


@pytest.mark.rule("D34.4", "D7.28")
def test_the_atlas_kept_is_the_one_that_would_be_drawn_afresh() -> None:
    game = moment(at=cell(9, 5))
    halls = [(9, 5), (10, 5), (11, 5), (12, 5), (13, 5)]

    def same() -> list[str]:
        s = game.state
        found = walking.atlas(s)
        fresh = walking._atlas(s, s.floors[1], *walking._parted(s.floors[1]))
        assert msgspec.structs.astuple(found) == msgspec.structs.astuple(fresh)
        return [name for places in found.places for name in places]

    for count, door, names in (
        (1, "", []),
        (2, "", []),  # a plain cell more
        (2, "door-1.2s", ["door-1.2s"]),  # a door, and no cell
        (3, "door-1.5n", ["door-1.2s", "door-1.5n"]),  # both at once
        (4, "", ["door-1.2s", "door-1.5n", "12,5"]),  # a junction
        (5, "", ["door-1.2s", "door-1.5n", "12,5"]),
        (2, "", ["door-1.2s", "door-1.5n"]),  # undone
    ):
        if door:
            room = door[:-1].replace("door", "room")
            with staged(game) as s:
                s.rooms[room] = Room(room, 1, int(room[-1]))
                s.doors[door] = Door(room, door[-1], 1, cell(9, 5), secret=False, known=True)
        know(game, *halls[:count])
        with staged(game) as s:
            s.place = Place(1, cell(*halls[count - 1]))
        assert same() == names
        assert same() == names


@pytest.mark.rule("D34.4", "D7.28")
@pytest.mark.parametrize(
    ("known", "more", "grown"),
    [
        ([(9, 5)], [(10, 5)], {(9, 5): 0, (10, 5): 0}),
        ([(11, 5)], [(10, 5)], {(11, 5): 0, (10, 5): 0}),
        ([(9, 5), (10, 5)], [], {(9, 5): 0, (10, 5): 0}),
        ([(9, 5), (12, 5)], [(10, 5)], {(9, 5): 0, (12, 5): 1, (10, 5): 0}),  # one part of two
        ([(1, 0), (9, 5)], [(10, 5)], {(1, 0): 0, (9, 5): 1, (10, 5): 1}),  # the second of two
        ([(9, 5)], [(10, 5), (11, 5)], None),  # two cells of its row
        ([(9, 5)], [(10, 5), (0, 2)], None),  # one in a row above
        ([(9, 5)], [(10, 5), (0, 8)], None),  # one in a row below
        ([(12, 5)], [(10, 5)], None),  # a part of its own
        ([(9, 5), (11, 5)], [(10, 5)], None),  # two parts become one
    ],
)
def test_the_atlas_grows_by_the_one_cell_that_a_pace_shows(
    known: list[tuple[int, int]], more: list[tuple[int, int]], grown: dict[tuple[int, int], int] | None
) -> None:
    game = moment(at=cell(10, 5))
    know(game, *known)
    before, last = game.state.floors[1], walking.atlas(game.state)
    know(game, *known, *more)
    assert walking._grown(game.state, game.state.floors[1], before, last) == (grown is not None)
    if grown is not None:
        assert last.part == {cell(x, y): number for (x, y), number in grown.items()}
        assert last.starts == [min(c for c in last.part if last.part[c] == n) for n in range(len(last.starts))]


@pytest.mark.rule("D34.4", "D7.28")
def test_the_atlas_does_not_grow_where_its_parts_would_change_places() -> None:
    game = moment(at=cell(6, 4))
    know(game, (3, 5), (6, 5))
    before, last = game.state.floors[1], walking.atlas(game.state)
    assert last.starts == [cell(3, 5), cell(6, 5)]
    know(game, (3, 5), (6, 5), (6, 4))
    assert not walking._grown(game.state, game.state.floors[1], before, last)
    assert walking.atlas(game.state).starts == [cell(6, 4), cell(3, 5)]


@pytest.mark.rule("D34.4", "D7.28")
def test_a_room_is_a_place_to_go_to_once_it_is_known() -> None:
    game = moment(at=cell(9, 0))
    know(game, *[(x, 0) for x in range(3, 10)])
    assert places(game) == ["door-1.1n", "6,0"]
    with staged(game) as s:
        s.rooms["room-1.1"] = Room("room-1.1", 1, 1, known=True)
    assert places(game) == ["door-1.1n", "room-1.1", "6,0"]


@pytest.mark.rule("D34.4")
def test_travel_to_a_room_goes_to_its_nearest_known_door() -> None:
    for secret, goal, paces in ((False, cell(6, 2), 5), (True, cell(3, 0), 6)):
        game = mapped(moment(at=cell(9, 0)))
        with staged(game) as s:
            s.doors["door-1.1e"] = Door("room-1.1", "e", 1, cell(6, 2), secret=secret, known=not secret)
        quiet(game, "travel room-1.1")
        assert game.state.place.cell == goal
        assert game.state.clock.step == paces


@pytest.mark.rule("D34.4", "D6.2")
def test_travel_from_a_room_leaves_it_first() -> None:
    game = mapped(moment())
    into_room(game)
    assert "room-1.1" not in places(game)
    assert "door-1.1n" in places(game)
    step = quiet(game, "travel 6,0")
    assert game.state.place == Place(1, cell(6, 0))
    assert game.state.agenda == (InHall(),)
    assert game.state.clock.step == 4
    assert len(cells(step)) == 3
    into_room(game)
    quiet(game, "travel door-1.1n")
    assert game.state.clock.step == 5
    assert game.state.place.room == ""


@pytest.mark.rule("D34.4")
def test_travel_stops_at_a_band() -> None:
    game = mapped(moment(at=cell(3, 0)))
    with fix(game, QUIET, QUIET, 30, 1, 1, 100):
        step = game.act("travel 12,0")
    assert cells(step) == [cell(4, 0), cell(5, 0), cell(6, 0)]
    assert [type(frame) for frame in game.state.agenda] == [InHall, Fight]


@pytest.mark.rule("D34.4")
def test_travel_stops_at_a_band_on_leaving_a_room() -> None:
    game = mapped(moment())
    into_room(game)
    with fix(game, 5, 1, 1, 100):
        step = game.act("travel 12,0")
    assert cells(step) == []
    assert game.state.find(Fight) is not None


@pytest.mark.rule("D34.4")
@pytest.mark.parametrize(("rations", "paces"), [(4, 9), (3, 1), (0, 1)])
def test_travel_stops_at_a_meal_not_paid_in_full(rations: int, paces: int) -> None:
    game = mapped(moment(at=cell(3, 0)))
    hungry(game, rations)
    assert len(cells(quiet(game, "travel 12,0"))) == paces


@pytest.mark.rule("D34.4")
def test_travel_from_a_room_stops_at_an_unpaid_meal_too() -> None:
    game = mapped(moment())
    into_room(game)
    hungry(game, 0)
    assert cells(quiet(game, "travel 12,0")) == []
    assert game.state.place == Place(1, cell(3, 0))


@pytest.mark.rule("D34.4")
@pytest.mark.parametrize(("health", "paces"), [(1, 2), (2, 7), (3, 9)])
def test_travel_stops_when_a_member_falls(health: int, paces: int) -> None:
    game = mapped(moment(member("hero"), member("rogue", health=health), at=cell(3, 0)))
    poison(game, "rogue", 7)
    assert len(cells(quiet(game, "travel 12,0"))) == paces
    assert game.state.agenda == (InHall(),)


@pytest.mark.rule("D34.4")
def test_travel_from_a_room_stops_when_a_member_falls_on_the_way_out() -> None:
    game = mapped(moment(member("hero"), member("rogue", health=1)))
    into_room(game)
    poison(game, "rogue", 6)
    assert cells(quiet(game, "travel 12,0")) == []
    assert game.state.place == Place(1, cell(3, 0))


@pytest.mark.rule("D34.4")
def test_travel_stops_at_a_new_door_or_junction() -> None:
    game = mapped(moment(at=cell(3, 0)))
    with staged(game) as s:
        s.rooms["room-1.2"] = Room("room-1.2", 1, 2)
        s.doors["door-1.2n"] = Door("room-1.2", "n", 1, cell(9, 0), secret=False)
    quiet(game, "travel 18,0")
    assert game.state.place.cell == cell(9, 0)
    assert game.state.doors["door-1.2n"].known
    quiet(game, "travel 18,0")
    assert game.state.place.cell == cell(18, 0)
    assert walking.pace(moment(at=cell(5, 0))._ctx, "east").news
    assert not walking.pace(moment(at=cell(4, 0))._ctx, "east").news


@pytest.mark.rule("D34.4")
def test_each_pace_of_a_travel_lists_its_own_rolls() -> None:
    s = mapped(moment(at=cell(5, 0))).state
    assert [getattr(roll, "num", 0) for roll in walking.Travelling(cell(12, 0)).odds(s)] == [30, 50]
    assert [getattr(roll, "num", 0) for roll in walking.Travelling(cell(0, 0)).odds(s)] == [5, 50]
    game = moment()
    into_room(game)
    odds = mapped(game).odds("travel 6,0")
    assert isinstance(odds, tuple)
    assert [roll.name for roll in odds] == ["wander", "wander-first"]


# --- to and fro ---


def weak(*more: Member, at: int = cell(2, 0), **facts: int) -> Game[State]:
    """A party whose hero lacks much health."""
    return moment(member("hero", health=1), *more, at=at, **facts)  # type: ignore[arg-type]


@pytest.mark.rule("D6.26")
@pytest.mark.parametrize(
    ("at", "away"),
    [
        ((5, 0), (4, 0)),  # not the junction
        ((1, 0), (2, 0)),  # not the stair
        ((6, 0), (7, 0)),  # all alike: the first from north round to west
        ((6, 5), (6, 4)),
        ((23, 0), (24, 0)),
    ],
)
def test_pacing_uses_the_neighbouring_hall_cell_with_the_fewest_ways(
    at: tuple[int, int], away: tuple[int, int]
) -> None:
    assert walking.beside(moment(at=cell(*at)).state) == cell(*away)


@pytest.mark.rule("D6.26")
def test_pacing_prefers_a_dead_end() -> None:
    game = moment(at=cell(7, 0))
    with staged(game) as s:
        s.floors[1] = Floor(1, ((1, 2), (2, 7)), up=-1, down=-1)
    assert walking.beside(game.state) == cell(6, 0)


@pytest.mark.rule("D6.26", "D7.9")
def test_pacing_keeps_off_a_stair_though_it_has_the_fewest_ways() -> None:
    game = moment(at=cell(7, 0))
    with staged(game) as s:
        s.floors[1] = Floor(1, ((0, 1), (1, 2), (2, 7)), up=cell(0, 0), down=cell(12, 5))
    for where, away in ((cell(1, 0), cell(2, 0)), (cell(12, 4), cell(12, 3))):
        with staged(game) as s:
            s.place = Place(1, where)
        assert walking.beside(game.state) == away


@pytest.mark.rule("D6.26")
@pytest.mark.row("ACT09")
def test_pacing_goes_to_and_fro_for_120_steps() -> None:
    game = weak()
    with staged(game) as s:
        s.party_effects["mending"] = PartyEffect("mending", False, 500, "test")
    step = quiet(game, "pace")
    assert cells(step) == [cell(3, 0), cell(2, 0)] * 60
    assert game.state.place.cell == cell(2, 0)
    assert game.state.clock.step == 120


@pytest.mark.rule("D6.26")
def test_pacing_stops_when_all_are_well() -> None:
    hero = member("hero")
    for lacks, steps in (({"health": hero.health - 1}, 8), ({"mana": hero.mana - 1}, 6)):
        game = moment(member("hero", **lacks), member("rogue", health=0), at=cell(2, 0))
        assert len(cells(quiet(game, "pace"))) == steps
    game = moment(at=cell(2, 0))
    assert code(game.act("pace")) == "pace.whole"


@pytest.mark.rule("D6.26")
@pytest.mark.parametrize(("rations", "paces"), [(2, 1), (3, 120)])
def test_pacing_stops_at_an_empty_larder(rations: int, paces: int) -> None:
    game = weak(member("wizard", health=1))
    hungry(game, rations)
    with staged(game) as s:
        s.party_effects["mending"] = PartyEffect("mending", False, 500, "test")
        s.party_effects["fare"] = PartyEffect("fare", True, 500, "test")
        s.clock = Clock(0, 239)
    assert len(cells(quiet(game, "pace"))) == paces
    if rations == 2:
        assert code(game.act("pace")) == "pace.larder"


@pytest.mark.rule("D6.26")
def test_pacing_stops_when_a_member_falls_but_not_for_one_who_lies_there() -> None:
    game = weak(member("rogue", health=1), member("fighter", health=0))
    poison(game, "rogue", 7)
    assert len(cells(quiet(game, "pace"))) == 2
    assert len(cells(quiet(game, "pace"))) == 120


@pytest.mark.rule("D6.26")
def test_pacing_stops_at_a_band() -> None:
    game = weak()
    with fix(game, QUIET, QUIET, 5, 1, 1, 100):
        step = game.act("pace")
    assert len(cells(step)) == 3
    assert [type(frame) for frame in game.state.agenda] == [InHall, Fight]


@pytest.mark.rule("D7.9")
@pytest.mark.row("ACT09")
def test_nobody_paces_on_a_stair() -> None:
    assert code(weak(at=cell(0, 0)).act("pace")) == "pace.stair"
