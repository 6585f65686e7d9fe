"""When the competent player of descent rests."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from undercroft.bots.descent_rest import mend_while_resting, needs_rest, rest
from undercroft.bots.offered import Offered
from undercroft.rulebooks.descent.views import DescentView, FloorView

Made = Callable[..., DescentView]


@pytest.mark.parametrize(("health", "resting", "rests"), [(19, False, True), (20, False, False), (20, True, True)])
def test_a_rest_begins_under_80_in_100_and_goes_on_to_the_full(
    view: Made, health: int, resting: bool, rests: bool
) -> None:
    v = view({"torsten": {"health": health}}, ask="ask.hall", floor=1)
    assert needs_rest(v, resting) is rests


def test_the_whole_party_does_not_rest(view: Made) -> None:
    assert not needs_rest(view(), True)


def test_nobody_rests_on_the_last_two_meals(view: Made) -> None:
    hurt = {"torsten": {"health": 2}}
    assert needs_rest(view(hurt, rations=9), False)
    assert not needs_rest(view(hurt, rations=8), False)


def test_empty_mana_is_worth_a_rest_until_the_hunt(view: Made) -> None:
    dry = {"barnabas": {"mana": 2}}
    assert needs_rest(view(dry), False)
    assert not needs_rest(view(dry, book=True, king=True, floor=1), False)


def test_hunted_the_party_rests_on_the_first_floors_only(view: Made) -> None:
    hurt = {"torsten": {"health": 12}}
    assert needs_rest(view(hurt, book=True, king=True, floor=2), False)
    assert not needs_rest(view(hurt, book=True, king=True, floor=3), False)


def test_the_party_walks_off_a_junction_to_rest(view: Made, hall: FloorView) -> None:
    v = view({"torsten": {"health": 12}}, ask="ask.hall", floor=1, cell=3)
    assert rest(v, Offered(["pace", "walk east"]), hall) == "walk east"
    v = view({"torsten": {"health": 12}}, ask="ask.hall", floor=1, cell=5)
    assert rest(v, Offered(["pace", "walk east"]), hall) == "pace"


def test_mana_that_is_back_before_the_health_is_spent(view: Made) -> None:
    o = Offered(["cast steady-hand hero torsten"])
    assert mend_while_resting(view({"torsten": {"health": 21}}), o) == ""
    assert mend_while_resting(view({"torsten": {"health": 20}}), o) == "cast steady-hand hero torsten"
