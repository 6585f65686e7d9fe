"""What `why` cites where a rule holds only at times: for prices, gifts, pages, hands and the way back in."""

from __future__ import annotations

import pytest
from tests.rulebooks.descent.locks import at_plate
from tests.rulebooks.descent.magic import battle, edit
from tests.rulebooks.descent.moments import give, into_room, moment
from tests.rulebooks.descent.test_statues import before_a_statue
from tests.rulebooks.descent.test_turns import bearing

from undercroft.rulebooks.descent.records import Chest, replace
from undercroft.testing import staged


@pytest.mark.rule("D21.8", "D21.9", "D21.10", "D21.11")
@pytest.mark.parametrize(
    ("who", "hints", "rule"), [("hero", (), "D21.8"), ("rogue", (), "D21.9"), ("rogue", (1,), "D21.10")]
)
def test_a_hint_cites_the_rule_of_its_price(who: str, hints: tuple[int, ...], rule: str) -> None:
    game = at_plate(who=who, gold=500)
    with staged(game) as s:
        s.plates["room-1.1"] = replace(s.plates["room-1.1"], hints=hints)
    assert bearing(game, "hint") == {rule, "D21.11"}


@pytest.mark.rule("D1.18", "D21.11")
@pytest.mark.parametrize("who", ["hero", "rogue"])
def test_a_hint_at_the_practice_plate_cites_no_price(who: str) -> None:
    game = moment(courtyard=True)
    assert game.act(f"practice-plate {who}").accepted
    assert bearing(game, "hint") == {"D1.18", "D21.11"}


@pytest.mark.rule("D22.3", "D22.5", "D22.6", "D22.8", "D22.9", "D22.10", "D22.11")
@pytest.mark.parametrize(
    ("gold", "draws", "rules"),
    [
        (150, (), {"D22.5", "D22.3"}),
        (151, (), {"D22.5", "D22.11", "D22.3"}),
        (149, (149, 150), {"D22.5", "D22.6", "D22.3"}),
        (100, (101, 150), {"D22.5", "D22.6", "D22.8"}),
        (10, (101, 150), {"D22.5", "D22.6", "D22.9"}),
    ],
)
def test_an_offer_to_a_statue_cites_what_it_was_and_what_it_brought(
    gold: int, draws: tuple[int, ...], rules: set[str]
) -> None:
    game = before_a_statue()
    key = give(game, "medicinal-ale", "pack:hero")
    assert bearing(game, f"offer {gold} for {key}", *draws) == {*rules, "D22.10"}


@pytest.mark.rule("D25.4", "D25.6")
@pytest.mark.parametrize(("book", "rule"), [(True, "D25.4"), (False, "D25.6")])
def test_a_page_that_is_taken_cites_whether_it_is_bound(book: bool, rule: str) -> None:
    game = moment()
    into_room(game)
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], pages=("firebolt",))
        s.quest = replace(s.quest, book=book)
    assert bearing(game, "take-page") == {rule}


@pytest.mark.rule("D18.8", "D19.6")
@pytest.mark.parametrize(("place", "rule"), [("room", "D18.8"), ("chest", "D19.6")])
def test_what_is_taken_cites_where_it_lay(place: str, rule: str) -> None:
    game = moment()
    into_room(game)
    with staged(game) as s:
        s.chests["room-1.1"] = Chest(1, 0, open=True)
    key = give(game, "knife", f"{place}:room-1.1")
    assert bearing(game, f"take {key} hero") == {rule}


@pytest.mark.rule("D17.11", "D17.12", "D18.7")
@pytest.mark.parametrize(("health", "rules"), [(20, {"D18.7"}), (0, {"D17.11", "D17.12"})])
def test_what_is_handed_over_cites_whether_its_owner_has_fallen(health: int, rules: set[str]) -> None:
    game = moment()
    key = give(game, "knife", "pack:fighter")
    edit(game, "fighter", health=health)
    assert bearing(game, f"give {key} hero") == rules


@pytest.mark.rule("D11.20", "D13.4")
@pytest.mark.parametrize(("ran", "rule"), [((), "D11.20"), (("hero",), "D13.4")])
def test_who_walks_in_cites_why_it_was_outside(ran: tuple[str, ...], rule: str) -> None:
    game = moment()
    battle(game, "hero", "fighter", outside=("hero",), ran=ran)
    assert bearing(game, "walk-in") & {"D11.20", "D13.4"} == {rule}
