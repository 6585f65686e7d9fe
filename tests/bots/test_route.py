"""Where the competent player of descent goes, and that nothing keeps it standing still."""

from __future__ import annotations

from collections.abc import Callable

from undercroft.bots.descent import PATIENCE, Competent
from undercroft.bots.descent_notes import Notes
from undercroft.bots.descent_route import missing, walk
from undercroft.bots.offered import Offered
from undercroft.rulebooks.descent.views import DescentView, DoorView, FloorView, RoomView

Made = Callable[..., DescentView]


def floor_of(hall: FloorView, *rooms: RoomView, number: int = 1, opens: bool = False, down: int = -1) -> FloorView:
    """Return the hall with rooms, each with a door at cell 5 named after it."""
    doors = tuple([DoorView(f"door-{r.id[5:]}s", r.id, 5, "") for r in rooms])
    return FloorView(number, hall.known, hall.east, hall.south, hall.up, down, opens, doors, rooms)


def at(view: Made, floor: FloorView, cell: int = 5, **fields: object) -> DescentView:
    """Return a view of the party in the hall of a floor."""
    return view(ask="ask.hall", floor=floor.number, cell=cell, floors=(floor,), **fields)


def test_an_unknown_room_is_listened_at_three_times_and_then_entered(view: Made, hall: FloorView) -> None:
    v = at(view, floor_of(hall, RoomView("room-1.1", 1, False, False)))
    o, notes = Offered(["listen door-1.1s", "enter door-1.1s"]), Notes()
    assert [walk(v, o, notes) for _ in range(4)] == ["listen door-1.1s"] * 3 + ["enter door-1.1s"]


def test_an_emptied_room_is_left_alone(view: Made, hall: FloorView) -> None:
    v = at(view, floor_of(hall, RoomView("room-1.1", 1, True, False)))
    assert walk(v, Offered(["enter door-1.1s", "travel 3,0", "walk west"]), Notes()) == "walk east"


def test_a_shut_chest_is_worth_a_way(view: Made, hall: FloorView) -> None:
    v = at(view, floor_of(hall, RoomView("room-1.1", 1, True, False, chest="shut")), cell=1)
    assert walk(v, Offered(["travel door-1.1s", "walk east"]), Notes()) == "travel door-1.1s"


def test_the_book_waits_for_the_king(view: Made, hall: FloorView) -> None:
    floor = floor_of(hall, RoomView("room-3.1", 1, True, False, prize="book"), number=3)
    o = Offered(["enter door-3.1s", "walk west", "walk east", "travel stair-up"])
    assert walk(at(view, floor), o, Notes()) != "enter door-3.1s"
    assert walk(at(view, floor, king=True), o, Notes()) == "enter door-3.1s"


def test_too_weak_a_party_leaves_the_book(view: Made, hall: FloorView) -> None:
    floor = floor_of(hall, RoomView("room-3.1", 1, True, False, prize="book"), number=3)
    v = at(view, floor, king=True, members={"rook": {"state": "fallen", "health": 0}}, gold=0)
    o = Offered(["enter door-3.1s", "walk west", "travel stair-up"])
    assert walk(v, o, Notes()) == "travel stair-up"


def test_the_king_is_brought_up(view: Made, hall: FloorView) -> None:
    v = at(view, floor_of(hall, number=2), cell=0, king=True, book=True)
    assert walk(v, Offered(["up", "walk east"]), Notes()) == "up"


def test_a_floor_without_its_map_still_hides_something(view: Made, hall: FloorView) -> None:
    floor = floor_of(hall)
    assert missing(at(view, floor), floor)
    assert not missing(at(view, floor, maps=(1,)), floor)
    assert not missing(at(view, floor, maps=(2,)), floor)


def test_a_player_that_gets_nowhere_does_anything_that_moves_it(view: Made) -> None:
    player, v = Competent(), view()
    offers = ["shop", "down"]
    assert player.choose(v, offers) == "shop"
    assert {player.choose(v, offers) for _ in range(PATIENCE + 1)} == {"down"}


def test_an_unheard_question_gets_an_offered_answer(view: Made) -> None:
    assert Competent().choose(view(ask="ask.riddle"), ["aim scroll-1", "aim scroll-2"]) == "aim scroll-1"


def test_the_last_stair_is_taken_with_the_king_alone(view: Made) -> None:
    assert Competent().choose(view(ask="ask.confirm", king=True), ["yes", "no"]) == "yes"
    assert Competent().choose(view(ask="ask.confirm"), ["yes", "no"]) == "no"
