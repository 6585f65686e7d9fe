"""Running away (D13), coming back, and what a flight leaves behind."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebooks.descent.magic import battle, bearing
from tests.rulebooks.descent.moments import cell, health_of, member, moment

from undercroft.engine.game import Game
from undercroft.rulebooks.descent import effects, fights, flight
from undercroft.rulebooks.descent.records import Effect, InHall, Room, State, replace
from undercroft.testing import fix, staged

DOOR = "door-1.1n"


def orcs(*who: Any, kinds: tuple[str, ...] = ("orc", "orc"), **more: Any) -> Game[State]:
    """Return a game whose party has walked in on a band that did not strike first; the first member is to act."""
    game = moment(*who)
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(Room("room-1.1", 1, 1), band=kinds, **more)
    with fix(game, 100):
        assert game.act(f"enter {DOOR}")
    return game


def sneaked(*who: Any, kinds: tuple[str, ...] = ("orc", "orc"), sneaker: str = "rogue") -> Game[State]:
    """Return a game in the unseen turn of a member who went in alone."""
    game = moment(*who)
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(Room("room-1.1", 1, 1), band=kinds)
    with fix(game):
        assert game.act(f"sneak {DOOR} {sneaker}")
    return game


def fall(game: Game[State], *who: str) -> None:
    with staged(game) as s:
        for one in who:
            s.members[one] = replace(s.members[one], health=0)


def stun(game: Game[State], *who: str, turns: int = 2) -> None:
    with staged(game) as s:
        for one in who:
            s.effects[f"{one}:senseless"] = Effect(one, "senseless", turns, "ghoul")


def refusal(game: Game[State], text: str) -> str:
    step = game.act(text)
    assert not step
    return step.refusals[0].code


def fighting(game: Game[State]) -> Any:
    assert game.state.fight is not None
    return game.state.fight


@pytest.mark.rule("DX36", "D13.2", "D3.2")
def test_chance_to_get_out_follows_agility() -> None:
    game = moment()
    party = {who: member(who) for who in ("fighter", "rogue", "king")}
    assert {who: flight.run_chance(game.state, m).num for who, m in party.items()} == {
        "fighter": 55,
        "rogue": 70,
        "king": 60,
    }


@pytest.mark.rule("D13.2")
@pytest.mark.parametrize(("agility", "chance"), [(0, 50), (8, 90), (9, 95), (10, 95), (30, 95)])
def test_chance_to_get_out_is_at_most_95(agility: int, chance: int) -> None:
    game = moment()
    assert flight.run_chance(game.state, member("rogue", agility=agility)).num == chance


@pytest.mark.rule("D13.2", "D3.2")
def test_an_effect_on_agility_counts() -> None:
    game = moment()
    with staged(game) as s:
        s.effects["rogue:quick"] = Effect("rogue", "quick", 120, "quick-draught")
    assert flight.run_chance(game.state, game.state.members["rogue"]).num == 80


@pytest.mark.rule("D13.2", "D34.6")
def test_the_roll_is_the_one_shown() -> None:
    game = orcs()
    (shown,) = game.odds(f"run {DOOR}")
    assert (shown.name, shown.num, shown.of, shown.shown) == ("run", 60, 100, True)
    twin = game.fork()
    with fix(game, 60):
        game.act(f"run {DOOR}")
    assert fighting(game).outside == ("hero",)
    with fix(twin, 61):
        twin.act(f"run {DOOR}")
    assert fighting(twin).outside == ()
    assert fighting(twin).turns == ("fighter", "rogue", "wizard")


@pytest.mark.rule("D13.1", "D13.7")
def test_a_flight_works_when_the_last_standing_member_is_out() -> None:
    game = orcs(member("hero"), member("fighter"))
    with fix(game, 1):
        game.act(f"run {DOOR}")
    assert game.state.fight is not None
    with fix(game, 1, 5):
        game.act(f"run {DOOR}")
    assert game.state.fight is None
    assert game.state.counts.flights == 1


@pytest.mark.rule("D13.1")
def test_one_who_stays_keeps_the_fight_going() -> None:
    game = orcs(member("hero"), member("fighter", health=99))
    with fix(game, 1):
        game.act(f"run {DOOR}")
    with fix(game, 100, then=100):
        game.act(f"run {DOOR}")
    assert fighting(game).outside == ("hero",)
    assert game.state.counts.flights == 0


@pytest.mark.rule("D13.7")
def test_a_flight_works_part_way_through_a_round() -> None:
    game = orcs(member("hero"), member("fighter"), member("rogue"))
    with fix(game, 1):
        game.act(f"run {DOOR}")
    stun(game, "rogue")
    with fix(game, 1, 5):  # the rogue's turn and the band's side are still to come, and never do
        game.act(f"run {DOOR}")
    assert game.state.fight is None


@pytest.mark.rule("D13.6")
def test_the_fallen_and_the_senseless_are_carried_along() -> None:
    game = orcs(member("hero"), member("fighter"), member("wizard"))
    fall(game, "fighter")
    stun(game, "wizard")
    with fix(game, 60, 5):
        game.act(f"run {DOOR}")
    assert game.state.fight is None
    assert set(game.state.members) == {"hero", "fighter", "wizard"}
    assert game.state.place.room == ""


@pytest.mark.rule("D13.3")
def test_only_known_doors_of_the_room_can_be_named() -> None:
    game = orcs()
    with staged(game) as s:
        s.doors["door-1.1w"] = replace(s.doors[DOOR], side="w", cell=cell(0, 2), secret=True, known=False)
    assert [str(a) for a in game.actions() if str(a).startswith("run")] == [f"run {DOOR}"]
    assert refusal(game, "run door-1.1w") == "flight.exit"
    assert refusal(game, "run north") == "flight.exit"
    with staged(game) as s:
        s.doors["door-1.1w"] = replace(s.doors["door-1.1w"], known=True)
    assert [str(a) for a in game.actions() if str(a).startswith("run")] == [f"run {DOOR}", "run door-1.1w"]


@pytest.mark.rule("D13.3")
def test_all_must_leave_by_the_door_first_named() -> None:
    game = orcs()
    with staged(game) as s:
        s.doors["door-1.1w"] = replace(s.doors[DOOR], side="w", cell=cell(0, 2))
    with fix(game, 1):
        game.act("run door-1.1w")
    assert [str(a) for a in game.actions() if str(a).startswith("run")] == ["run door-1.1w"]
    assert refusal(game, f"run {DOOR}") == "flight.other"


@pytest.mark.rule("D13.3", "D13.4")
def test_another_door_may_be_named_once_nobody_is_out() -> None:
    game = orcs(member("hero", health=99), member("fighter", health=99))
    with staged(game) as s:
        s.doors["door-1.1w"] = replace(s.doors[DOOR], side="w", cell=cell(0, 2))
    with fix(game, 1):
        game.act("run door-1.1w")
    with fix(game, then=100):
        game.act("wait")
    with fix(game):
        game.act("walk-in")
    assert fighting(game).outside == ()
    assert fighting(game).turns == ("fighter",)
    assert f"run {DOOR}" in game.actions()


@pytest.mark.rule("D13.3")
def test_in_a_hall_the_ways_are_named_and_never_the_stair() -> None:
    game = moment(at=cell(0, 0))  # the stair up; ways lead east and south
    _wander(game)
    assert [str(a) for a in game.actions() if str(a).startswith("run")] == ["run east", "run south"]
    for wrong in ("run up", "run stair-up", "run north", f"run {DOOR}"):
        assert refusal(game, wrong) == "flight.exit"


@pytest.mark.rule("D13.3")
def test_a_door_is_no_way_out_of_a_hall() -> None:
    game = moment(at=cell(3, 0))
    _wander(game)
    assert refusal(game, f"run {DOOR}") == "flight.exit"
    assert "run west" in game.actions()


@pytest.mark.rule("D9.20", "D13.8")
def test_a_wandering_band_run_from_leaves_no_trace() -> None:
    game = moment(member("hero"), at=cell(3, 0))
    _wander(game)
    with fix(game, 1, 8):
        game.act("run west")
    s = game.state
    assert s.fight is None
    assert not s.monsters
    assert all(room.band == () for room in s.rooms.values())


def _wander(game: Game[State]) -> None:
    """Let a step east or west raise two goblins that do not strike first."""
    fights.open_fight(_hand(game), ("goblin", "goblin"), wandering=True)
    game._settle()


def _hand(game: Game[State]) -> Any:
    game._ctx.events = []
    game._ctx.rolls = []
    return game._ctx


@pytest.mark.rule("D13.8", "D13.10")
@pytest.mark.parametrize(("draw", "landed"), [(1, cell(1, 0)), (25, cell(0, 1)), (158, cell(23, 15))])
def test_every_hall_cell_is_equally_likely(draw: int, landed: int) -> None:
    # All 31 halls: 160 cells, two of them stairs. No draw follows: there is no wandering roll.
    game = orcs(member("hero"))
    with fix(game, 1, draw) as dice:
        game.act(f"run {DOOR}")
    assert dice.seen == [(100, 1), (158, draw)]
    assert (game.state.place.floor, game.state.place.cell, game.state.place.room) == (1, landed, "")
    assert isinstance(game.state.agenda[-1], InHall)
    assert len(game.state.agenda) == 1


@pytest.mark.rule("D13.8")
def test_no_landing_is_a_stair() -> None:
    game = orcs(member("hero"))
    for draw in range(1, 159):
        twin = game.fork()
        with fix(twin, 1, draw):
            twin.act(f"run {DOOR}")
        assert twin.state.place.cell not in (cell(0, 0), cell(24, 15))
        assert twin.state.place.room == ""


@pytest.mark.rule("D13.9")
def test_the_landing_may_be_unknown_and_becomes_known() -> None:
    game = orcs(member("hero"))
    assert game.state.floors[1].known[15] == 0
    with fix(game, 1, 158):
        game.act(f"run {DOOR}")
    assert game.state.floors[1].known[15] == 1 << 23


@pytest.mark.rule("D13.11", "D6.6")
def test_no_time_passes() -> None:
    game = orcs(member("hero"))
    before = game.state.clock
    with fix(game, 1, 8):
        game.act(f"run {DOOR}")
    assert game.state.clock == before
    assert before.step == 1  # the step of walking in


@pytest.mark.rule("D13.12", "D11.24")
def test_a_flight_pays_nothing_and_leaves_the_room_as_it_was() -> None:
    game = orcs(member("hero"), gold=17, pages=("firebolt",))
    with staged(game) as s:
        s.monsters["orc-1"] = replace(s.monsters["orc-1"], health=1)
    with fix(game, 1, 8):
        game.act(f"run {DOOR}")
    s = game.state
    assert s.members["hero"].experience == 0
    assert s.rooms["room-1.1"].band == ("orc", "orc")
    assert (s.rooms["room-1.1"].gold, s.rooms["room-1.1"].pages, s.purse.gold) == (17, ("firebolt",), 0)
    with staged(game) as t:
        t.place = replace(t.place, cell=cell(3, 0))
    with fix(game, 100):
        game.act(f"enter {DOOR}")
    assert [m.health for m in game.state.monsters.values()] == [health_of("orc")] * 2


@pytest.mark.rule("D11.24", "D13.12")
def test_what_was_killed_stays_dead_after_a_flight() -> None:
    game = orcs(member("hero"))
    with staged(game) as s:
        s.monsters["orc-1"] = replace(s.monsters["orc-1"], health=0)
    with fix(game, 1, 8):
        game.act(f"run {DOOR}")
    assert game.state.rooms["room-1.1"].band == ("orc",)


@pytest.mark.rule("D13.13")
@pytest.mark.parametrize("guard", ["the-gaoler", "gremlin-thief"])
def test_the_prize_guards_can_be_run_from(guard: str) -> None:
    game = orcs(member("hero"), kinds=(guard,))
    with fix(game, 60, 8):
        game.act(f"run {DOOR}")
    assert game.state.fight is None
    assert game.state.rooms["room-1.1"].band == (guard,)


@pytest.mark.rule("D13.13")
def test_no_running_in_the_unseen_turn() -> None:
    game = sneaked()
    assert refusal(game, f"run {DOOR}") == "flight.unseen"
    assert not [a for a in game.actions() if str(a).startswith("run")]


@pytest.mark.rule("D13.5", "D11.14")
def test_those_left_outside_by_a_sneak_count_as_out() -> None:
    game = sneaked()
    with staged(game) as s:
        s.members["rogue"] = replace(s.members["rogue"], health=99)
        s.doors["door-1.1w"] = replace(s.doors[DOOR], side="w", cell=cell(0, 2))
    with fix(game, then=100):
        game.act("wait")
    with fix(game):
        for _ in ("hero", "fighter"):
            game.act("wait")
    assert refusal(game, "run door-1.1w") == "flight.other"
    with fix(game, 70, 8):
        game.act(f"run {DOOR}")
    assert game.state.fight is None
    assert game.state.place.room == ""


@pytest.mark.rule("D13.4", "D11.20")
def test_one_outside_can_walk_in_or_wait_and_nothing_else() -> None:
    game = sneaked()
    with staged(game) as s:
        s.members["rogue"] = replace(s.members["rogue"], health=99)
    with fix(game, then=100):
        game.act("wait")
    acts = {str(a) for a in game.actions() if not str(a).startswith("guide")}
    assert fighting(game).turns[0] == "hero"
    assert acts == {"walk-in", "wait", "bribe"}  # the ask is the whole side's (D14.5)
    assert refusal(game, f"run {DOOR}") == "fight.outside"
    with fix(game):
        game.act("walk-in")
    assert fighting(game).outside == ("fighter", "wizard")
    assert fighting(game).turns[0] == "fighter"


@pytest.mark.rule("D13.4")
def test_one_inside_cannot_walk_in() -> None:
    game = orcs()
    assert refusal(game, "walk-in") == "flight.inside"
    assert refusal(game, "call-flight") == "flight.inside"


@pytest.mark.rule("D11.22")
def test_a_flight_works_when_the_last_one_inside_falls() -> None:
    game = sneaked()
    with staged(game) as s:
        s.members["rogue"] = replace(s.members["rogue"], health=1)
    with fix(game, 1, 1, 1, 7, then=1):  # whom, to hit, damage; then the landing
        game.act("wait")
    s = game.state
    assert s.fight is None
    assert s.outcome is None
    assert s.members["rogue"].fallen
    assert s.counts.flights == 1
    assert (s.place.room, s.place.cell) == ("", cell(7, 0))
    assert s.rooms["room-1.1"].band == ("orc", "orc")


@pytest.mark.rule("D13.7", "D13.14")
def test_those_who_ran_are_away_once_only_the_senseless_are_inside() -> None:
    game = orcs(member("hero"), member("fighter", health=99))
    with fix(game, 1):
        game.act(f"run {DOOR}")
    with fix(game, then=100):
        game.act("wait")
    assert game.state.fight is not None
    # A ghoul's hold is an effect like any other: it starts, and nobody inside can act.
    effects.start(_hand(game), "fighter", "senseless", "ghoul", left=2)
    with fix(game, 9):
        game._settle()
    assert game.state.fight is None
    assert game.state.counts.flights == 1


def held_sneaker(turns: int = 9) -> Game[State]:
    """Return a game in which the rogue lies senseless inside and the hero, outside, is to act."""
    game = sneaked()
    with staged(game) as s:
        s.members["rogue"] = replace(s.members["rogue"], health=999)
    with fix(game, then=100):
        game.act("wait")
    stun(game, "rogue", turns=turns)
    return game


@pytest.mark.rule("D13.14")
def test_after_a_sneak_nothing_happens_by_itself() -> None:
    game = held_sneaker()
    assert game.state.fight is not None
    assert {"walk-in", "call-flight", "wait"} <= {str(a) for a in game.actions()}
    with fix(game, then=100):
        for _ in ("hero", "fighter", "wizard"):
            game.act("wait")
    assert game.state.fight is not None


@pytest.mark.rule("D13.14")
def test_nothing_happens_the_moment_the_sneaker_is_held() -> None:
    game = sneaked()
    effects.start(_hand(game), "rogue", "senseless", "ghoul", left=9)
    with fix(game, then=100):
        game._settle()
    assert game.state.fight is not None
    assert game.state.counts.flights == 0


@pytest.mark.rule("D13.6", "D13.7", "D11.21")
@pytest.mark.parametrize(("health", "works"), [(0, False), (1, True)])
def test_no_flight_works_for_the_fallen_alone(health: int, works: bool) -> None:
    game = held_sneaker()
    with staged(game) as s:
        for key in ("fighter", "wizard"):
            s.members[key] = replace(s.members[key], health=0)
        s.members["hero"] = replace(s.members["hero"], health=health)
        s.fight = replace(fighting(game), ran=("hero",))
    assert flight.works(game.state) is works


@pytest.mark.rule("D13.14")
def test_a_called_flight_works_at_once() -> None:
    game = held_sneaker()
    with fix(game, 3) as dice:
        game.act("call-flight")
    assert dice.seen == [(158, 3)]
    assert game.state.fight is None
    assert game.state.place.cell == cell(3, 0)
    assert game.state.counts.flights == 1


@pytest.mark.rule("D13.14")
def test_no_flight_is_called_while_somebody_inside_can_act() -> None:
    game = sneaked()
    with staged(game) as s:
        s.members["rogue"] = replace(s.members["rogue"], health=99)
    with fix(game, then=100):
        game.act("wait")
    assert refusal(game, "call-flight") == "flight.able"


@pytest.mark.rule("D2.15", "D13.3")
def test_the_fallen_outside_come_in_with_the_last_of_the_others() -> None:
    game = moment(member("hero"), member("fighter", health=0), member("rogue", health=99))
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(Room("room-1.1", 1, 1), band=("orc",))
    with fix(game):
        game.act(f"sneak {DOOR} rogue")
    with fix(game, then=100):
        game.act("wait")
    game.act("walk-in")
    assert (fighting(game).outside, fighting(game).exit) == ((), "")


@pytest.mark.rule("D13.14", "D13.5")
def test_a_runner_who_came_back_in_leaves_outside_only_those_who_did_not_run() -> None:
    game = sneaked()
    with staged(game) as s:
        for key in ("rogue", "hero"):
            s.members[key] = replace(s.members[key], health=999)
    with fix(game, then=100):
        game.act("wait")
        game.act("walk-in")
    with staged(game) as s:
        # The hero ran out and has come back; the fighter and the wizard never were inside.
        s.fight = replace(fighting(game), stage="party", turns=("hero", "fighter"), outside=("fighter", "wizard"))
    with fix(game, 1):
        game.act(f"run {DOOR}")
    assert fighting(game).ran == ("hero",)
    with staged(game) as s:
        s.fight = replace(fighting(game), turns=("hero", "fighter"))
    game.act("walk-in")
    assert fighting(game).ran == ()
    for key in ("hero", "rogue"):
        effects.start(_hand(game), key, "senseless", "ghoul", left=9)
    with fix(game, then=100):
        game._settle()
    assert game.state.fight is not None
    assert game.state.counts.flights == 0


@pytest.mark.rule("D13.2", "D13.3", "D13.4", "D13.7", "D13.8", "D13.10")
@pytest.mark.parametrize(
    ("outside", "turns", "draws", "rules"),
    [
        ((), ("hero", "fighter"), (100,), {"D13.2"}),
        ((), ("hero", "fighter"), (1,), {"D13.2", "D13.4"}),
        (("rogue",), ("hero", "fighter"), (100,), {"D13.2", "D13.3"}),
        (("rogue", "fighter", "wizard"), ("hero",), (1, 1), {"D13.2", "D13.3", "D13.4", "D13.7", "D13.8", "D13.10"}),
    ],
)
def test_why_cites_for_a_run_what_bound_it_and_what_came_of_it(
    outside: tuple[str, ...], turns: tuple[str, ...], draws: tuple[int, ...], rules: set[str]
) -> None:
    game = moment()
    battle(game, *turns, outside=outside, ran=outside, exit="east" if outside else "")
    assert bearing(game, "run east", *draws) == rules


@pytest.mark.rule("D11.20", "D13.4")
@pytest.mark.parametrize(("ran", "rule"), [((), "D11.20"), (("hero",), "D13.4")])
def test_why_cites_for_who_walks_in_whether_it_comes_back(ran: tuple[str, ...], rule: str) -> None:
    game = moment()
    battle(game, "hero", "fighter", outside=("hero",), ran=ran)
    assert bearing(game, "walk-in") == {rule}
