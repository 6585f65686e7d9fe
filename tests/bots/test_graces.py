"""What the competent player asks of statues and Baths, on views made by hand."""

from __future__ import annotations

from typing import Any

import pytest
from tests.bots.conftest import Made

from undercroft.bots.descent_graces import grace
from undercroft.bots.offered import Offered
from undercroft.rulebooks.descent.views import DescentView, FloorView, RoomView, StatueView

STATUE = StatueView(50, 25, 200)
BATHE = ("bathe hero", "bathe rogue")


def in_room(view: Made, hall: FloorView, *, members: dict[str, Any] | None = None, **room: Any) -> Any:
    """Return a maker of views in a room of floor 1 with a statue or Bath."""
    rooms = (RoomView("room-1.1", 1, True, False, **room),)
    floor = FloorView(1, hall.known, hall.east, hall.south, 0, -1, False, (), rooms)

    def make(**fields: Any) -> DescentView:
        return view(members, floor=1, room="room-1.1", floors=(floor,), **fields)

    return make


def test_everyone_bathes_until_the_hunt_is_on(view: Made, hall: FloorView) -> None:
    make = in_room(view, hall, bath=True)
    assert grace(make(), Offered(["search", *BATHE])) == "bathe hero"
    assert grace(make(book=True), Offered(BATHE)) == "bathe hero"
    assert grace(make(book=True, king=True), Offered(BATHE)) == ""
    assert grace(make(), Offered(["search"])) == ""


def test_the_fallen_are_called_back_whenever_it_can_be_paid(view: Made, hall: FloorView) -> None:
    make = in_room(view, hall, statue=STATUE)
    assert grace(make(gold=200), Offered(["call-back rogue"])) == "call-back rogue"
    assert grace(make(gold=199), Offered(["search"])) == ""


@pytest.mark.parametrize(("gold", "hunt", "health", "text"), [
    (125, False, 9, "mend hero"), (124, False, 9, ""), (25, True, 9, "mend hero"), (125, False, 11, ""),
])  # fmt: skip
def test_the_badly_hurt_are_mended_when_it_is_cheap(
    view: Made, hall: FloorView, gold: int, hunt: bool, health: int, text: str
) -> None:
    make = in_room(view, hall, statue=STATUE, members={"hero": {"health": health, "ceiling": 21}})
    v = make(gold=gold, book=hunt, king=hunt)
    assert grace(v, Offered(["mend hero"])) == text


def test_an_unknown_thing_is_named_at_the_posted_price_by_the_rich(view: Made, hall: FloorView) -> None:
    make = in_room(view, hall, statue=STATUE)
    listed = Offered(["offer <1-200> for bottle-3.2", "offer <1-200> for scroll-4"])
    assert grace(make(gold=200), listed) == "offer 50 for bottle-3.2"
    assert grace(make(gold=199), listed) == ""
    assert grace(make(gold=200), Offered(["search"])) == ""


def test_outside_a_room_there_is_nothing_to_ask(view: Made) -> None:
    assert grace(view(), Offered(["down"])) == ""
