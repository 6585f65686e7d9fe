"""Wandering bands (D9)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebooks.descent.moments import cell, give, into_room, member, moment

from undercroft.engine.game import Game
from undercroft.rulebooks.descent import fights, wandering
from undercroft.rulebooks.descent.fights import Fight
from undercroft.rulebooks.descent.records import InHall, Monster, PartyEffect, Quest, State, replace
from undercroft.testing import fix, staged

JUNCTION, BEFORE_JUNCTION, PLAIN, STAIR = cell(6, 0), cell(5, 0), cell(2, 0), cell(0, 0)


@pytest.mark.parametrize(("band", "says"), [
    (("bone-walker-1",), "Out of the dark comes the Bone Walker!"),
    (("bone-walker-1", "bone-walker-2"), "Out of the dark come Bone Walker 1, Bone Walker 2!"),
])  # fmt: skip
def test_the_verb_fits_the_number_of_a_band(band: tuple[str, ...], says: str) -> None:
    game = moment()
    game._ctx.emit(opened := fights.FightOpened("", True, band, False, "", "", ()))
    assert game.say(opened) == says


def hunt(game: Game[State]) -> None:
    with staged(game) as s:
        s.quest = Quest(book=True, king=True)


def burn(game: Game[State], kind: str, good: bool, factor: tuple[int, int] = (1, 1)) -> None:
    with staged(game) as s:
        s.party_effects[kind] = PartyEffect(kind, good, 100, "test", factor)


def lair(game: Game[State], *band: str) -> None:
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], band=band)


def per_mille(game: Game[State], how: str, where: int = -1) -> int | None:
    found = wandering.chance(game.state, how, where)
    assert found is None or found.of == 1000
    return None if found is None else found.num


def foes(game: Game[State]) -> list[str]:
    return [m.kind for m in game.state.monsters.values()]


def came(*draws: int, text: str = "walk east", game: Game[State] | None = None, **more: Any) -> bool:
    """Say whether a band comes when the draws begin like this."""
    game = game or moment(at=BEFORE_JUNCTION, **more)
    with fix(game, *draws, then=1):
        assert game.act(text)
    return game.state.fight is not None


@pytest.mark.rule("D9.1", "D1.7", "DX12")
def test_entering_a_junction_raises_a_band_three_times_in_a_hundred() -> None:
    assert came(30)
    assert not came(31)


@pytest.mark.rule("D9.2")
def test_with_every_prize_in_hand_sixty_times_in_a_hundred() -> None:
    for draw, band in ((600, True), (601, False)):
        game = moment(at=BEFORE_JUNCTION)
        hunt(game)
        assert came(draw, game=game) is band


@pytest.mark.rule("D9.14", "D26.7")
@pytest.mark.parametrize(
    ("factor", "num", "parts"),
    [((1, 2), 15, (("30", "base"), ("x1/2", "why.ward"))), ((2, 1), 60, (("30", "base"), ("x2", "why.ward")))],
)
def test_a_chance_tells_how_it_was_reckoned(
    factor: tuple[int, int], num: int, parts: tuple[tuple[str, str], ...]
) -> None:
    game = moment(at=JUNCTION)
    burn(game, "ward", factor == (1, 2), factor)
    found = wandering.chance(game.state, "pace")
    assert found is not None
    assert (found.num, found.parts) == (num, parts)


@pytest.mark.rule("D9.3", "D9.4")
def test_other_cells_are_safer() -> None:
    for quest, last in ((Quest(), 5), (Quest(book=True, king=True), 30)):
        for draw, band in ((last, True), (last + 1, False)):
            game = moment(at=PLAIN)
            with staged(game) as s:
                s.quest = quest
            assert came(draw, game=game) is band


@pytest.mark.rule("D9.5", "D9.6", "DX13")
def test_a_search_doubles_the_chance_of_the_cell() -> None:
    assert per_mille(moment(at=JUNCTION), "search") == 60
    assert per_mille(moment(at=PLAIN), "search") == 10
    # The party came into the room from a junction's own cell: the room counts as plain all the same.
    game = moment(at=JUNCTION)
    into_room(game)
    assert per_mille(game, "search") == 10
    assert came(10, text="search", game=moment(at=PLAIN))
    assert not came(11, text="search", game=moment(at=PLAIN))


@pytest.mark.rule("D9.7", "D9.8")
def test_after_the_last_prize_a_search_anywhere_is_as_bad_as_a_junction() -> None:
    for where in (JUNCTION, PLAIN):
        game = moment(at=where)
        hunt(game)
        assert per_mille(game, "search") == 600
    into_room(game)
    assert per_mille(game, "search") == 600


@pytest.mark.rule("D9.7", "D9.20", "D7.27")
def test_a_band_that_a_search_in_a_room_brings_fights_there_and_stays_no_longer() -> None:
    game = moment()
    into_room(game)
    with fix(game, 10, 1, 1, 100):
        assert game.act("search")
    assert game.state.fight is not None
    assert (game.state.fight.room, game.state.fight.wandering) == ("room-1.1", True)
    assert "run door-1.1n" in game.actions()
    fights.close(game._ctx, "fled")
    assert game.state.rooms["room-1.1"].band == ()


@pytest.mark.rule("D9.9", "D9.10")
def test_a_listen_has_the_chance_of_a_pace_where_the_party_stands() -> None:
    game = moment(at=PLAIN)
    assert per_mille(game, "listen") == 5
    assert per_mille(moment(at=JUNCTION), "listen") == 30
    hunt(game)
    assert per_mille(game, "listen") == 30
    game = moment(at=JUNCTION)
    hunt(game)
    assert per_mille(game, "listen") == 600


@pytest.mark.rule("D9.11")
def test_going_in_raises_no_band_and_coming_out_is_a_pace() -> None:
    game = moment()
    assert per_mille(game, "enter") is None
    assert per_mille(game, "sneak") is None
    assert wandering.step_odds(game.state, "enter") == ()
    with fix(game):
        assert game.act("enter door-1.1n")
    assert game.state.clock.step == 1
    for draw, band in ((5, True), (6, False)):
        game = moment()
        into_room(game)
        assert came(draw, text="leave door-1.1n", game=game) is band


@pytest.mark.rule("D9.12")
def test_a_stair_cell_counts_as_plain_and_the_courtyard_has_none() -> None:
    assert per_mille(moment(at=PLAIN), "pace", STAIR) == 5
    game = moment(at=cell(24, 15))
    assert per_mille(game, "stair") == 5
    hunt(game)
    assert per_mille(game, "stair") == 30
    assert per_mille(moment(courtyard=True), "stair") is None


@pytest.mark.rule("D9.13", "D9.14", "DX14")
def test_ward_and_overshoes_multiply() -> None:
    game = moment(at=JUNCTION)
    hunt(game)
    burn(game, "ward", good=True, factor=(1, 2))
    give(game, "felt-overshoes", "pack:hero")
    assert per_mille(game, "pace") == 225
    assert per_mille(game, "pace", PLAIN) == 11


@pytest.mark.rule("D9.14")
def test_the_product_is_rounded_once() -> None:
    # 5 x 3/2 x 2 = 15; rounding after the bell alone would give 14.
    game = moment(at=PLAIN)
    burn(game, "ward", good=False, factor=(2, 1))
    give(game, "gremlin-bell", "pack:hero")
    assert per_mille(game, "pace") == 15


@pytest.mark.rule("D9.14")
def test_the_chance_stays_between_1_and_950() -> None:
    game = moment(at=JUNCTION)
    hunt(game)
    burn(game, "ward", good=False, factor=(2, 1))
    assert per_mille(game, "pace") == 950
    give(game, "felt-overshoes", "pack:hero")
    assert per_mille(game, "pace") == 900
    game = moment(at=PLAIN)
    burn(game, "ward", good=True, factor=(1, 4))
    assert per_mille(game, "pace") == 1
    give(game, "felt-overshoes", "pack:hero")
    assert per_mille(game, "pace") == 1


@pytest.mark.rule("D9.15")
def test_each_kind_of_charm_counts_once_whoever_carries_it() -> None:
    game = moment(member("hero"), member("rogue", health=0), at=JUNCTION)
    give(game, "felt-overshoes", "cell:1:6")
    assert per_mille(game, "pace") == 30
    give(game, "felt-overshoes", "pack:rogue")
    assert per_mille(game, "pace") == 22
    give(game, "felt-overshoes", "pack:hero")
    assert per_mille(game, "pace") == 22
    give(game, "gremlin-bell", "pack:rogue")
    give(game, "gremlin-bell", "pack:hero")
    assert per_mille(game, "pace") == 33
    game = moment(at=JUNCTION)
    give(game, "gremlin-bell", "pack:hero")
    assert per_mille(game, "pace") == 45


@pytest.mark.rule("D9.16", "D9.17")
def test_every_prize_means_the_book_and_the_king_found() -> None:
    game = moment(member("hero"), member("king", health=0), at=JUNCTION)
    for quest, chance in ((Quest(), 30), (Quest(book=True), 30), (Quest(king=True), 30), (Quest(True, True), 600)):
        with staged(game) as s:
            s.quest = quest
        assert per_mille(game, "pace") == chance


@pytest.mark.rule("D9.17")
def test_while_a_prize_is_below_bands_stay_in_their_rooms() -> None:
    game = moment(at=BEFORE_JUNCTION)
    lair(game, "orc", "orc")
    # Floor 1 draws among 14 weights: 1 to 3 are Cellar Rats, in bands of 2 to 4.
    with fix(game, 1, 3, 1, 100):
        game.act("walk east")
    assert foes(game) == ["cellar-rat", "cellar-rat"]
    assert game.state.rooms["room-1.1"].band == ("orc", "orc")


@pytest.mark.rule("D9.18")
def test_a_drawn_band_has_one_more_once_every_prize_is_in_hand() -> None:
    for quest, number in ((Quest(book=True), 3), (Quest(book=True, king=True), 4)):
        game = moment(at=BEFORE_JUNCTION)
        with staged(game) as s:
            s.quest = quest
        with fix(game, 1, 1, 2, 100):
            game.act("walk east")
        assert foes(game) == ["cellar-rat"] * number


@pytest.mark.rule("D9.19", "D9.23")
@pytest.mark.parametrize(("sight", "most"), [(False, 50), (True, 25)])
def test_a_band_strikes_first_half_the_time_and_less_under_good_sight(sight: bool, most: int) -> None:
    for draw, first in ((most, True), (most + 1, False)):
        game = moment(at=BEFORE_JUNCTION)
        if sight:
            burn(game, "sight", good=True)
        with fix(game, 1, 1, 1, draw, then=100):
            step = game.act("walk east")
        opened = next(e for e in step.all_events if isinstance(e, fights.FightOpened))
        assert opened.first is first
    game = moment()
    burn(game, "sight", good=False)
    assert wandering.first_chance(game.state).num == 50


@pytest.mark.rule("D6.24", "D9.14", "D9.23", "D34.6")
@pytest.mark.parametrize(("left", "band", "first"), [(1, 30, 50), (2, 15, 25)])
def test_a_step_counts_ward_and_sight_down_before_its_rolls(left: int, band: int, first: int) -> None:
    game = moment(at=BEFORE_JUNCTION)
    with staged(game) as s:
        s.party_effects["ward"] = PartyEffect("ward", True, left, "aura-of-warding", (1, 2))
        s.party_effects["sight"] = PartyEffect("sight", True, left, "esp")
    listed = wandering.step_odds(game.state, "pace", JUNCTION)
    assert [getattr(roll, "num", 0) for roll in listed] == [band, first]
    with fix(game, band, then=1):
        game.act("walk east")
    made = [getattr(roll, "num", 0) for roll, _ in game._ctx.rolls if roll.name.startswith("wander")]
    assert made == [band, first]


@pytest.mark.rule("D9.20")
@pytest.mark.parametrize("how", ["fled", "bought"])
def test_a_band_run_from_or_paid_leaves_no_trace(how: str) -> None:
    game = moment(at=BEFORE_JUNCTION)
    rooms = dict(game.state.rooms)
    with fix(game, 1, 1, 1, 100):
        game.act("walk east")
    fights.close(game._ctx, how)
    assert dict(game.state.rooms) == rooms
    assert not game.state.monsters
    assert game.state.agenda == (InHall(),)


@pytest.mark.rule("D9.21", "D9.18", "D9.24", "DX38")
def test_a_rooms_band_hunts_once_and_then_bands_are_drawn() -> None:
    game = moment(at=BEFORE_JUNCTION)
    hunt(game)
    lair(game, "orc", "orc")
    with fix(game, 600, 1, 100):
        game.act("walk east")
    assert foes(game) == ["orc", "orc"]
    assert game.state.rooms["room-1.1"].band == ()
    assert game.state.fight is not None
    assert game.state.fight.wandering
    with staged(game) as s:
        for key in list(s.monsters):
            s.monsters[key] = Monster("orc", 1, 15)
    with fix(game, then=1):
        game.act("attack orc-1")
        game.act("attack orc-2")
    assert game.state.fight is None
    assert sum(m.experience + 20 * (m.level - 1) for m in game.state.members.values()) == 22
    assert game.state.purse.gold == 0
    with fix(game, 600, 1, 1, 100):
        game.act("search")
    assert foes(game) == ["cellar-rat"] * 3


@pytest.mark.rule("D9.21")
def test_bands_of_other_floors_do_not_hunt_here() -> None:
    game = moment(at=BEFORE_JUNCTION)
    hunt(game)
    with staged(game) as s:
        s.rooms["room-2.1"] = replace(s.rooms["room-1.1"], id="room-2.1", floor=2, band=("orc",))
    with fix(game, 600, 1, 1, 100):
        game.act("walk east")
    assert foes(game) == ["cellar-rat"] * 3
    assert game.state.rooms["room-2.1"].band == ("orc",)


@pytest.mark.rule("D9.22", "D6.24")
def test_one_step_makes_one_roll_after_the_healing() -> None:
    game = moment(member("hero", health=5), at=PLAIN)
    with staged(game) as s:
        s.clock = replace(s.clock, step=7)
    with fix(game, 1, 1, 1, 100):
        step = game.act("walk east")
    assert [roll.name for roll, _ in game._ctx.rolls] == ["wander", "wander-first"]
    tags = [e.tag() for e in step.all_events]
    assert tags.index("clock.stepped") < tags.index("member.healed") < tags.index("fight.opened")


@pytest.mark.rule("D34.6")
def test_the_chances_of_a_band_are_withheld() -> None:
    odds = moment(at=BEFORE_JUNCTION).odds("walk east")
    assert isinstance(odds, tuple)
    assert [(roll.name, roll.shown, getattr(roll, "num", 0)) for roll in odds] == [
        ("wander", False, 0), ("wander-first", False, 0),
    ]  # fmt: skip


@pytest.mark.rule("D9.22")
def test_nobody_left_standing_meets_nobody() -> None:
    game = moment(member("hero", health=1), at=PLAIN, rations=0)
    with staged(game) as s:
        s.clock = replace(s.clock, hunger=238)
    with fix(game):
        game.act("walk east")
    assert game.state.members["hero"].health == 0
    assert game.state.find(Fight) is None
