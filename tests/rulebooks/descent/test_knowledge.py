"""What the party knows (D7.28, D8.7, D34.6): view and lists tell what was walked, entered or shown, and no more."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebooks.descent.magic import battle
from tests.rulebooks.descent.moments import cell, give, into_room, moment

from undercroft.engine.game import Game
from undercroft.rulebooks.descent import doors, fights, floors
from undercroft.rulebooks.descent.records import Chest, Door, PartyEffect, Place, Room, State, replace
from undercroft.rulebooks.descent.views import DescentView, FloorView, RoomView
from undercroft.testing import fix, knowledge, staged, twins

QUIET = 1000
FULL: dict[str, Any] = {
    "band": ("orc", "orc"), "gold": 30, "map": "open", "pages": ("firebolt",), "prize": "book",
}  # fmt: skip


def stocked(**more: Any) -> Game[State]:
    """A game outside a full room of floor 1, with a secret door into a second room elsewhere."""
    game = moment()
    give(game, "knife", "room:room-1.1")
    with staged(game) as s:
        s.rooms["room-1.1"] = Room("room-1.1", 1, 1, **{**FULL, **more})
        s.chests["room-1.1"] = Chest(1, 40)
        s.rooms["room-1.3"] = Room("room-1.3", 1, 3, store=True)
        s.doors["door-1.3n"] = Door("room-1.3", "n", 1, cell(15, 0), secret=True)
    return game


def floor(game: Game[State], number: int = 1) -> FloorView:
    view = game.view()
    assert isinstance(view, DescentView)
    return next(one for one in view.floors if one.number == number)


def room(game: Game[State], key: str = "room-1.1") -> RoomView:
    return next(one for one in floor(game).rooms if one.id == key)


@pytest.mark.rule("D7.28")
def test_a_room_unseen_is_not_shown_though_its_door_is() -> None:
    game = stocked()
    assert floor(game).rooms == ()
    assert [door.id for door in floor(game).doors] == ["door-1.1n"]
    assert floor(game).doors[0].behind is None


@pytest.mark.rule("D8.7", "D34.6")
def test_a_map_shows_rooms_without_their_contents_and_without_secret_doors() -> None:
    game = stocked()
    floors.learn_floor(game._ctx, 1)
    assert room(game) == RoomView("room-1.1", 1, entered=False, told=False)
    assert room(game, "room-1.3") == RoomView("room-1.3", 3, entered=False, told=False, store=False, doorless=True)
    assert [door.id for door in floor(game).doors] == ["door-1.1n"]
    assert (floor(game).up, floor(game).down) == (cell(0, 0), cell(24, 15))


@pytest.mark.rule("D7.28", "D14.12")
@pytest.mark.parametrize("how", ["entered", "told"])
def test_a_room_entered_or_told_shows_what_is_in_it_but_not_in_a_shut_chest(how: str) -> None:
    game = stocked(known=True, **{how: True})
    seen = room(game)
    assert (seen.band, seen.gold, seen.map, seen.prize, seen.pages) == (
        (("orc", 2),), 30, True, "book", 1
    )  # fmt: skip
    assert seen.chest == "shut"
    assert [one.kind for one in seen.things] == ["knife"]


@pytest.mark.rule("D7.28")
def test_stairs_and_floors_are_shown_once_seen() -> None:
    game = stocked()
    assert (floor(game).up, floor(game).down) == (-1, -1)
    with staged(game) as s:
        s.place = Place(1, cell(1, 0))
    with fix(game, QUIET):
        game.act("walk west")
    assert (floor(game).up, floor(game).down) == (cell(0, 0), -1)
    floors.generate(game._ctx, 2)
    view = game.view()
    assert isinstance(view, DescentView)
    assert [one.number for one in view.floors] == [1]


@pytest.mark.rule("D7.30")
def test_the_ways_out_of_a_known_cell_are_shown_and_no_others() -> None:
    game = moment(at=cell(5, 0))
    with fix(game, QUIET):
        game.act("walk east")
    # The junction (6, 0) alone was looked at: its ways lead west, east and south.
    east, south = floor(game).east, floor(game).south
    assert floor(game).known == (1 << 6, *[0] * 15)
    assert east == (1 << 5 | 1 << 6, *[0] * 15)
    assert south == (1 << 6, *[0] * 15)


@pytest.mark.rule("D26.9")
def test_good_sight_shows_what_is_behind_the_doors_of_the_party_s_own_cell() -> None:
    game = stocked(band=("the-gaoler", "orc", "orc"))
    with staged(game) as s:
        s.party_effects["sight"] = PartyEffect("sight", True, 9, "esp")
        s.rooms["room-1.2"] = Room("room-1.2", 1, 2, ("orc",))
        s.doors["door-1.2n"] = Door("room-1.2", "n", 1, cell(9, 0), False, known=True)
    assert {door.id: door.behind for door in floor(game).doors} == {
        "door-1.1n": (("the-gaoler", 1), ("orc", 2)), "door-1.2n": None,
    }  # fmt: skip
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], band=())
    assert floor(game).doors[0].behind == ()
    into_room(game)
    assert [door.behind for door in floor(game).doors] == [None, None]


@pytest.mark.rule("D34.6", "D11.2", "D11.5", "D10.5")
@pytest.mark.parametrize("mapped", [False, True])
def test_the_party_cannot_tell_a_floor_from_one_with_other_contents(mapped: bool) -> None:
    game = stocked()
    with staged(game) as s:
        s.rooms["room-1.2"] = Room("room-1.2", 1, 2)
        s.doors["door-1.2n"] = Door("room-1.2", "n", 1, cell(9, 0), False, known=True)
    if mapped:
        floors.learn_floor(game._ctx, 1)
    other = twins(game, "party")
    assert dict(other.state.rooms) != dict(game.state.rooms)
    assert knowledge(other, "party") == knowledge(game, "party")


@pytest.mark.rule("D9.21")
def test_a_known_band_that_left_to_hunt_is_still_believed_in_its_room() -> None:
    game = moment()
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], band=("orc", "orc"), known=True, entered=True)
    before = game.view().floors[0].rooms[0].band
    game._ctx.emit(fights.RoomEmptied("room-1.1"))
    assert game.state.rooms["room-1.1"].band == ()
    assert before == game.view().floors[0].rooms[0].band == (("orc", 2),)
    game._ctx.emit(doors.RoomEntered("room-1.1", "door-1.1n"))
    assert game.view().floors[0].rooms[0].band is None


@pytest.mark.rule("D11.1", "D34.6")
@pytest.mark.parametrize(("kind", "words"), [("orc", "an Orc"), ("bone-walker", "a Bone Walker")])
def test_a_kind_that_was_heard_stays_known(kind: str, words: str) -> None:
    game = stocked(band=(kind, kind))
    door = "door-1.1n"
    assert "kind in room-1.1" in game.book.secrets(game.state, "party")
    with fix(game, 1, QUIET):
        game.act(f"listen {door}")
    assert "kind in room-1.1" not in game.book.secrets(game.state, "party")
    assert floor(game).doors[0].heard == kind
    assert any(f"{words} was heard" in line for panel in game.scene().panels for line in getattr(panel, "lines", ()))
    assert game.answers_to(door).split()[1:] == [*kind.split("-"), "heard"]
    with staged(game) as s:
        s.rooms["room-1.3"] = Room("room-1.3", 1, 3, band=("goblin",))
    assert twins(game, "party").state.rooms["room-1.1"].band == (kind, kind)


@pytest.mark.rule("D11.1", "D34.6")
def test_what_two_listens_told_apart_is_told_apart_afterwards() -> None:
    game = stocked(band=("orc",))
    with staged(game) as s:
        s.rooms["room-1.3"] = Room("room-1.3", 1, 3, band=("goblin",))
    twin = twins(game, "party")
    assert twin.view() == game.view()
    said = []
    for one in (game, twin):
        with fix(one, 1, QUIET):
            said.append(one.act("listen door-1.1n").events[0])
    assert said[0] != said[1]
    assert twin.view() != game.view()
    assert twin.scene() != game.scene()


@pytest.mark.rule("D11.21", "D34.3")
def test_what_a_fight_does_to_those_inside_shows_while_nothing_else_of_them_changes() -> None:
    game = moment()
    battle(game, "hero", "fighter")

    def shown() -> dict[str, tuple[int, int, bool]]:
        view = game.view()
        assert isinstance(view, DescentView)
        return {m.id: (m.protection, m.attack, m.outside) for m in view.party}

    before = shown()
    with staged(game) as s:
        assert s.fight is not None
        s.fight = replace(s.fight, ward=3, rally=2, outside=("rogue",))
    protection, attack, _ = before["hero"]
    assert (shown()["hero"], shown()["rogue"]) == ((protection + 3, attack + 2, False), (*before["rogue"][:2], True))
    with staged(game) as s:
        assert s.fight is not None
        s.fight = replace(s.fight, ward=0, rally=0, outside=())
    assert shown() == before
