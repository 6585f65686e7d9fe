"""Listening, walking in, sneaking in, slipping out, leaving a room (D11)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebooks.descent.moments import cell, give, health_of, into_room, member, moment

from undercroft.engine.chance import Chance
from undercroft.engine.game import Game
from undercroft.engine.view import Map, Text
from undercroft.rulebooks.descent import doors, fights, floors
from undercroft.rulebooks.descent.records import (
    Door,
    Effect,
    InHall,
    InRoom,
    PartyEffect,
    Place,
    Quest,
    Room,
    State,
    replace,
)  # fmt: skip
from undercroft.rulebooks.descent.views import DescentView
from undercroft.testing import fix, staged

DOOR = "door-1.1n"
QUIET = 1000
ORCS = ("orc", "orc")


def at_door(*who: Any, kinds: tuple[str, ...] = ORCS, difficulty: str = "normal", **more: Any) -> Game[State]:
    """Return a game whose party stands at the plain door of a room with this band."""
    game = moment(*who, difficulty=difficulty)
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(Room("room-1.1", 1, 1), band=kinds, **more)
    return game


def fighting(game: Game[State]) -> Any:
    assert game.state.fight is not None
    return game.state.fight


def refusal(game: Game[State], text: str) -> str:
    before = game.digest()
    step = game.act(text)
    assert not step
    assert game.digest() == before
    return step.refusals[0].code


def quick(game: Game[State]) -> dict[str, int]:
    return {roll.name: roll.num for roll in game.odds(f"listen {DOOR}") if isinstance(roll, Chance) and roll.shown}


def sight(game: Game[State]) -> None:
    with staged(game) as s:
        s.party_effects["sight"] = PartyEffect("sight", True, 120, "esp")


# --- listening ---


@pytest.mark.rule("D11.4", "D3.3", "D34.6")
def test_the_chance_to_hear_follows_the_best_wits() -> None:
    assert quick(at_door(member("hero"), member("fighter"))) == {"hear": 31}
    assert quick(at_door(member("fighter"))) == {"hear": 25}
    assert quick(at_door()) == {"hear": 37}


@pytest.mark.rule("D11.4", "D2.11")
def test_a_ranger_hears_15_points_better_and_a_second_adds_nothing() -> None:
    assert quick(at_door(member("fighter"), member("ranger", wits=0))) == {"hear": 40}
    two = at_door(member("fighter"), member("ranger", wits=0), member("ranger", "Two", wits=0))
    assert quick(two) == {"hear": 40}
    assert quick(at_door(member("fighter"), member("ranger", wits=0, health=0))) == {"hear": 25}


@pytest.mark.rule("D11.4")
@pytest.mark.parametrize(("wits", "chance"), [(1, 43), (2, 45), (4, 45)])
def test_hearing_is_at_most_45(wits: int, chance: int) -> None:
    assert quick(at_door(member("ranger", wits=wits))) == {"hear": chance}


@pytest.mark.rule("D11.1", "D11.4")
def test_a_listen_names_the_kind_and_never_a_number() -> None:
    game = at_door()
    with fix(game, 37, 1000):
        step = game.act(f"listen {DOOR}")
    heard = next(e for e in step.events if isinstance(e, doors.HeardBand))
    assert (heard.door, heard.kind) == (DOOR, "orc")
    assert game.state.rooms["room-1.1"].heard == "orc"
    assert "2" not in game.say(heard)
    assert "two" not in game.say(heard).lower()


@pytest.mark.rule("D11.2", "D11.4")
def test_a_failed_listen_is_silence() -> None:
    game = at_door()
    with fix(game, 38, 1000):
        step = game.act(f"listen {DOOR}")
    assert any(isinstance(e, doors.Silence) for e in step.events)
    assert not game.state.rooms["room-1.1"].heard


@pytest.mark.rule("D11.5", "D11.2")
def test_an_empty_room_is_always_silent() -> None:
    game = at_door(kinds=())
    with fix(game, 1000):  # the wandering roll alone
        step = game.act(f"listen {DOOR}")
    assert any(isinstance(e, doors.Silence) for e in step.events)


@pytest.mark.rule("D11.3", "D6.2")
def test_a_listen_costs_one_step() -> None:
    game = at_door()
    with fix(game, 1, 1000):
        game.act(f"listen {DOOR}")
    assert game.state.clock.step == 1


@pytest.mark.rule("D9.9", "D9.10")
def test_a_band_can_come_while_the_party_listens() -> None:
    game = at_door()
    with fix(game, 38, 5, then=1):
        game.act(f"listen {DOOR}")
    assert fighting(game).wandering
    game = at_door()
    with fix(game, 38, 6):
        game.act(f"listen {DOOR}")
    assert game.state.fight is None


@pytest.mark.rule("D11.5")
def test_listening_needs_a_known_door_of_this_cell() -> None:
    game = at_door()
    with staged(game) as s:
        s.place = replace(s.place, cell=cell(4, 0))
    for text in (f"listen {DOOR}", f"enter {DOOR}", f"sneak {DOOR} rogue", "listen door-9.9n"):
        assert refusal(game, text) == "doors.nowhere"
    said = game.say(game.act("enter door-9.9n").refusals[0])
    assert said == f"You stand at no door. Go to one first; the nearest you know: {DOOR}. (D11.6)"
    far = [f"door-1.{block}n" for block in range(2, 6)]
    with staged(game) as s:
        for key in far:
            s.doors[key] = replace(s.doors[DOOR], cell=cell(20, 10))
    assert game.act("enter door-9.9n").refusals[0].facts["doors"] == (DOOR, *far[:3])
    with staged(game) as s:
        for key in far:
            del s.doors[key]
    with staged(game) as s:
        s.place = replace(s.place, cell=cell(3, 0))
    assert game.say(game.act("enter door-9.9n").refusals[0]).endswith(f"; here you have: {DOOR}. (D11.6)")
    with staged(game) as s:
        s.doors[DOOR] = replace(s.doors[DOOR], known=False)
    assert refusal(game, f"listen {DOOR}") == "doors.unknown"
    assert not [a for a in game.actions() if DOOR in str(a)]


# --- walking in ---


@pytest.mark.rule("D11.6", "D11.7", "D6.2", "D7.28")
def test_all_walk_in_together_and_the_fallen_are_carried() -> None:
    game = at_door(member("hero"), member("fighter", health=0), member("rogue"))
    with fix(game, 36):
        game.act(f"enter {DOOR}")
    s = game.state
    assert (fighting(game).outside, fighting(game).turns) == ((), ("hero", "rogue"))
    assert s.place.room == "room-1.1"
    assert (s.rooms["room-1.1"].known, s.rooms["room-1.1"].entered) == (True, True)
    assert s.clock.step == 1


@pytest.mark.rule("D11.9", "D11.8", "D5.5")
@pytest.mark.parametrize(("difficulty", "chance"), [("easy", 30), ("normal", 35), ("hard", 40)])
def test_a_room_may_strike_first(difficulty: str, chance: int) -> None:
    game = at_door(difficulty=difficulty)
    twin = game.fork()
    with fix(game, chance, 1, 100, 2, 100) as dice:  # each orc aims and misses before round 1
        game.act(f"enter {DOOR}")
    assert [sides for sides, _ in dice.seen] == [100, 2, 100, 2, 100]
    assert (fighting(game).round, fighting(game).turns[0]) == (1, "hero")
    with fix(twin, chance + 1):
        twin.act(f"enter {DOOR}")
    assert fighting(twin).round == 1


@pytest.mark.rule("D11.11")
def test_otherwise_the_party_begins_the_first_round() -> None:
    game = at_door()
    with fix(game, 36) as dice:
        game.act(f"enter {DOOR}")
    assert dice.seen == [(100, 36)]
    assert (fighting(game).round, fighting(game).stage, fighting(game).turns[0]) == (1, "party", "hero")


@pytest.mark.rule("D11.10")
def test_the_chance_is_halved_once_if_heard_or_under_good_sight() -> None:
    heard = at_door(heard="orc")
    assert doors.first_chance(heard.state, "room-1.1").num == 17
    seen = at_door()
    sight(seen)
    assert doors.first_chance(seen.state, "room-1.1").num == 17
    both = at_door(heard="orc")
    sight(both)
    assert doors.first_chance(both.state, "room-1.1").num == 17
    hard = at_door(difficulty="hard", heard="orc")
    assert doors.first_chance(hard.state, "room-1.1").num == 20


@pytest.mark.rule("D11.10", "D26.9")
@pytest.mark.parametrize(("draw", "struck"), [(17, True), (18, False)])
def test_the_halved_chance_is_the_one_drawn(draw: int, struck: bool) -> None:
    game = at_door()
    sight(game)
    with fix(game, draw, then=100):
        step = game.act(f"enter {DOOR}")
    assert any(e.first for e in step.all_events if type(e).__name__ == "FightOpened") == struck


@pytest.mark.rule("D11.10", "D34.6")
def test_a_sight_that_ends_on_the_step_in_still_halves() -> None:
    game = at_door()
    with staged(game) as s:
        s.party_effects["sight"] = PartyEffect("sight", True, 1, "esp")
    (listed,) = doors.Enter(DOOR).odds(game.state)
    with fix(game, 18):
        game.act(f"enter {DOOR}")
    assert not game.state.party_effects
    assert (getattr(listed, "num", 0), fighting(game).round) == (17, 1)


@pytest.mark.rule("D11.10")
@pytest.mark.row("P24")
def test_under_soft_step_no_room_strikes_first_and_it_is_spent() -> None:
    game = at_door()
    with staged(game) as s:
        s.quest = Quest(soft_step=True)
    with fix(game, 1):
        game.act(f"enter {DOOR}")
    assert fighting(game).round == 1
    assert not game.state.quest.soft_step


@pytest.mark.rule("D34.6")
def test_the_chance_to_be_struck_first_is_not_shown() -> None:
    game = at_door()
    assert all(not roll.shown for roll in game.odds(f"enter {DOOR}"))
    assert game.odds(f"enter {DOOR}") == at_door(kinds=()).odds(f"enter {DOOR}")


@pytest.mark.rule("D9.11")
def test_walking_in_and_sneaking_in_raise_no_band() -> None:
    for text in (f"enter {DOOR}", f"sneak {DOOR} rogue"):
        game = at_door(kinds=())
        with fix(game):  # not even a draw
            assert game.act(text)
        assert game.state.clock.step == 1


@pytest.mark.rule("D11.6", "D7.30")
def test_a_quiet_room_is_entered_and_its_plain_doors_are_known() -> None:
    game = at_door(kinds=())
    with staged(game) as s:
        s.doors["door-1.1w"] = Door("room-1.1", "w", 1, cell(0, 2), False)
        s.doors["door-1.1s"] = Door("room-1.1", "s", 1, cell(3, 5), True)
    with fix(game):
        game.act(f"enter {DOOR}")
    s = game.state
    assert isinstance(s.agenda[-1], InRoom)
    assert s.doors["door-1.1w"].known
    assert not s.doors["door-1.1s"].known


@pytest.mark.rule("D28.9")
def test_walking_in_notes_the_store_but_does_not_open_it() -> None:
    game = at_door(kinds=(), store=True)
    game.act(f"enter {DOOR}")
    assert game.state.floors[1].store_entered
    assert isinstance(game.state.agenda[-1], InRoom)
    assert "shop" in game.actions()


# --- leaving ---


@pytest.mark.rule("D9.11", "D6.2")
def test_leaving_is_a_pace_onto_the_cell_outside() -> None:
    for at, chance in ((cell(3, 0), 5), (cell(6, 0), 30)):  # a stretch of hall; a junction of three halls
        game = moment()
        into_room(game)
        with staged(game) as s:
            s.doors[DOOR] = replace(s.doors[DOOR], cell=at)
        twin = game.fork()
        with fix(game, chance + 1):
            game.act(f"leave {DOOR}")
        s = game.state
        assert (s.place, s.clock.step, s.fight) == (Place(1, at), 1, None)
        assert isinstance(s.agenda[-1], InHall)
        with fix(twin, chance, then=1):
            twin.act(f"leave {DOOR}")
        assert fighting(twin).wandering


@pytest.mark.rule("D34.6")
def test_leaving_shows_no_chance_of_a_band() -> None:
    game = moment()
    into_room(game)
    assert game.odds(f"leave {DOOR}")
    assert all(not roll.shown for roll in game.odds(f"leave {DOOR}"))


@pytest.mark.rule("D10.8")
def test_no_leaving_by_a_door_unknown_or_elsewhere() -> None:
    game = moment()
    into_room(game)
    with staged(game) as s:
        s.doors["door-1.1w"] = Door("room-1.1", "w", 1, cell(0, 2), True)
        s.doors["door-1.2n"] = Door("room-1.2", "n", 1, cell(9, 0), False, known=True)
    assert [str(a) for a in game.actions() if str(a).startswith("leave")] == [f"leave {DOOR}"]
    assert refusal(game, "leave door-1.1w") == "doors.none"
    assert refusal(game, "leave door-1.2n") == "doors.none"
    assert game.act("leave door-1.2n").refusals[0].rule == "ACT14"


@pytest.mark.rule("D7.28", "D7.30")
@pytest.mark.row("ACT14")
def test_leaving_by_another_door_shows_the_cell_outside_and_its_doors() -> None:
    game = moment()
    with staged(game) as s:
        s.rooms["room-1.5"] = Room("room-1.5", 1, 5)
        s.doors["door-1.1s"] = Door("room-1.1", "s", 1, cell(3, 5), False, known=True)
        s.doors["door-1.5n"] = Door("room-1.5", "n", 1, cell(3, 5), False)
    into_room(game)
    with fix(game, 1000):
        game.act("leave door-1.1s")
    assert game.state.place == Place(1, cell(3, 5))
    assert floors.known(game.state.floors[1], cell(3, 5))
    assert game.state.doors["door-1.5n"].known


# --- sneaking in ---


@pytest.mark.rule("D11.12", "D11.13", "D11.15", "D6.2")
def test_one_goes_in_alone_and_unseen() -> None:
    game = at_door()
    with fix(game):
        game.act(f"sneak {DOOR} rogue")
    fight = fighting(game)
    assert (fight.stage, fight.turns, fight.outside) == ("unseen", ("rogue",), ("hero", "fighter", "wizard"))
    assert game.state.clock.step == 1


@pytest.mark.rule("D11.16")
def test_any_standing_member_of_either_rank_may_be_named() -> None:
    game = at_door(member("hero"), member("fighter", health=0), member("rogue"), member("wizard"))
    offered = [str(a) for a in game.actions() if str(a).startswith("sneak")]
    assert offered == [f"sneak {DOOR} {who}" for who in ("hero", "rogue", "wizard")]
    assert refusal(game, f"sneak {DOOR} fighter") == "doors.member"
    assert refusal(game, f"sneak {DOOR} nobody") == "doors.member"


@pytest.mark.row("ACT13")
def test_a_sneak_needs_two_standing() -> None:
    game = at_door(member("hero"), member("fighter", health=0))
    assert refusal(game, f"sneak {DOOR} hero") == "doors.alone"
    assert f"sneak {DOOR} hero" not in game.actions()
    two = at_door(member("hero"), member("fighter"))
    assert f"sneak {DOOR} hero" in two.actions()
    assert two.act(f"sneak {DOOR} hero")


@pytest.mark.rule("D11.14", "D11.21")
def test_after_the_unseen_turn_the_room_acts_against_the_sneaker_only() -> None:
    game = at_door(member("hero"), member("rogue", health=99), member("wizard"))
    game.act(f"sneak {DOOR} rogue")
    with fix(game, 1, 100, 1, 100) as dice:  # one target each: the draw is of one
        game.act("wait")
    assert [sides for sides, _ in dice.seen] == [1, 100, 1, 100]
    assert (fighting(game).round, fighting(game).turns) == (1, ("hero", "rogue", "wizard"))


@pytest.mark.rule("DX37", "D11.18", "D13.2", "D11.14")
def test_slipping_out() -> None:
    game = at_door(member("rogue", health=99), member("hero"))
    game.act(f"sneak {DOOR} rogue")
    (shown,) = game.odds("slip-out")
    assert (shown.num, shown.shown) == (70, True)
    twin = game.fork()
    with fix(game, 70):
        game.act("slip-out")
    s = game.state
    assert s.fight is None
    assert (s.place, s.clock.step) == (Place(1, cell(3, 0)), 1)
    assert isinstance(s.agenda[-1], InHall)
    assert len(s.agenda) == 1
    assert s.rooms["room-1.1"].band == ORCS
    assert s.counts.flights == 0
    with fix(twin, 71, 1, 100, 1, 100) as dice:
        twin.act("slip-out")
    assert [sides for sides, _ in dice.seen] == [100, 1, 100, 1, 100]
    assert (fighting(twin).round, fighting(twin).outside) == (1, ("hero",))


@pytest.mark.rule("D11.18")
def test_slipping_out_is_for_the_unseen_turn_alone() -> None:
    game = at_door()
    with fix(game, 100):
        game.act(f"enter {DOOR}")
    assert refusal(game, "slip-out") == "doors.seen"
    game = at_door(member("rogue", health=99), member("hero"))
    game.act(f"sneak {DOOR} rogue")
    with fix(game, then=100):
        game.act("wait")
    assert refusal(game, "slip-out") == "doors.seen"


@pytest.mark.rule("D11.24")
def test_after_slipping_out_it_is_a_new_encounter_at_full_health() -> None:
    game = at_door()
    game.act(f"sneak {DOOR} rogue")
    with staged(game) as s:
        s.monsters["orc-1"] = replace(s.monsters["orc-1"], health=1)
    with fix(game, 1):
        game.act("slip-out")
    with fix(game, 36):
        game.act(f"enter {DOOR}")
    assert [m.health for m in game.state.monsters.values()] == [health_of("orc")] * 2
    assert game.state.counts.fights == 2


@pytest.mark.rule("D11.21")
def test_one_outside_cannot_be_covered_or_healed() -> None:
    game = at_door(member("hero"), member("rogue", health=99), member("wizard"))
    game.act(f"sneak {DOOR} hero")
    with staged(game) as s:
        s.members["hero"] = replace(s.members["hero"], health=9)
        s.members["rogue"] = replace(s.members["rogue"], health=9)
    assert "chant steady-hand hero" in game.actions()
    assert "chant steady-hand rogue" not in game.actions()
    assert refusal(game, "chant steady-hand rogue") == "spell.target"
    assert refusal(game, "cover rogue") == "fight.no_cover"


@pytest.mark.rule("D11.22")
def test_when_the_fight_is_won_the_others_come_in_at_no_cost() -> None:
    game = at_door(kinds=("orc",))
    game.act(f"sneak {DOOR} rogue")
    with staged(game) as s:
        s.monsters["orc-1"] = replace(s.monsters["orc-1"], health=1)
    with fix(game, 1, then=1):
        game.act("attack orc-1")
    s = game.state
    assert s.fight is None
    assert (s.place.room, s.clock.step) == ("room-1.1", 1)
    assert isinstance(s.agenda[-1], InRoom)


@pytest.mark.rule("D11.23")
def test_an_empty_room_is_shown_and_the_others_may_come_in() -> None:
    game = at_door(kinds=(), gold=5)
    game.act(f"sneak {DOOR} rogue")
    s = game.state
    assert (s.rooms["room-1.1"].known, s.rooms["room-1.1"].entered, s.clock.step) == (True, True, 1)
    assert game.decision is not None
    assert game.decision.about == {"door": DOOR, "member": "rogue"}
    assert {str(a) for a in game.actions() if not str(a).startswith("guide")} == {"call-in", "come-out"}
    with fix(game):
        game.act("call-in")
    assert (game.state.place.room, game.state.clock.step) == ("room-1.1", 1)
    assert isinstance(game.state.agenda[-1], InRoom)
    assert len(game.state.agenda) == 1


@pytest.mark.rule("D11.23")
def test_or_the_member_comes_back_out() -> None:
    game = at_door(kinds=())
    game.act(f"sneak {DOOR} rogue")
    with fix(game):
        game.act("come-out")
    assert (game.state.place, game.state.clock.step) == (Place(1, cell(3, 0)), 1)
    assert isinstance(game.state.agenda[-1], InHall)
    assert len(game.state.agenda) == 1


@pytest.mark.rule("D6.24")
def test_whoever_dies_of_the_step_does_not_sneak_in() -> None:
    game = at_door()
    with staged(game) as s:
        s.members["rogue"] = replace(s.members["rogue"], health=1)
        s.effects["rogue:poisoned"] = Effect("rogue", "poisoned", 6, "venom")
    game.act(f"sneak {DOOR} rogue")
    s = game.state
    assert s.members["rogue"].fallen
    assert s.fight is None
    assert (s.place, s.clock.step) == (Place(1, cell(3, 0)), 1)
    assert (s.counts.fights, s.counts.flights, s.rooms["room-1.1"].entered) == (0, 0, False)


@pytest.mark.rule("D6.24", "D30.9")
def test_those_who_all_die_of_the_step_do_not_walk_in() -> None:
    game = at_door(member("hero", health=1))
    with staged(game) as s:
        s.effects["hero:poisoned"] = Effect("hero", "poisoned", 6, "venom")
    with fix(game):
        game.act(f"enter {DOOR}")
    s = game.state
    assert game.outcome is not None
    assert (game.outcome.code, s.place.room, s.rooms["room-1.1"].entered) == ("all-dead", "", False)


@pytest.mark.rule("D11.12", "D11.15", "D11.21")
def test_a_sneak_goes_on_when_the_others_die_of_the_step() -> None:
    game = at_door(member("hero"), member("rogue", health=1))
    with staged(game) as s:
        s.effects["rogue:poisoned"] = Effect("rogue", "poisoned", 6, "venom")
    with fix(game):
        game.act(f"sneak {DOOR} hero")
    assert (fighting(game).stage, fighting(game).outside) == ("unseen", ("rogue",))
    with fix(game, 1, 100, 1, 100):
        game.act("wait")
    assert fighting(game).turns == ("hero",)


# --- what keen sight showed ---


def behind(game: Game[State]) -> tuple[tuple[str, int], ...] | None:
    view = game.view()
    assert isinstance(view, DescentView)
    return next(door.behind for door in view.floors[0].doors if door.id == DOOR)


@pytest.mark.rule("D26.9", "D7.28")
def test_what_keen_sight_showed_behind_a_door_is_remembered_further_on_and_when_it_ends() -> None:
    game = at_door(kinds=("orc", "orc", "goblin"))
    scroll = give(game, "scroll-of-keen-sight", "pack:wizard")
    step = game.act(f"read {scroll}")
    (seen,) = [e for e in step.events if isinstance(e, doors.SeenThrough)]
    assert game.say(seen) == "Keen sight goes through door-1.1n. Alive behind it: 3 (Orc, Goblin)."
    with fix(game, QUIET, QUIET):
        game.act("walk east")
        assert behind(game) == (("orc", 2), ("goblin", 1))
        with staged(game) as s:
            del s.party_effects["sight"]
        back = game.act("walk west")
    assert not any(isinstance(e, doors.SeenThrough) for e in back.all_events)
    assert behind(game) == (("orc", 2), ("goblin", 1))
    told = [line for panel in game.scene().panels if isinstance(panel, Text) for line in panel.lines]
    assert any(line.endswith("keen sight showed what lives behind it: 2 orcs, a goblin.") for line in told)
    assert game.answers_to(DOOR) == "south orc goblin seen"
    chart = game.look("map")
    assert isinstance(chart, Map)
    assert f"{DOOR} at 3,0, not gone through: keen sight showed 2 orcs, a goblin behind it." in chart.words


@pytest.mark.rule("D26.9")
def test_doors_walked_by_under_keen_sight_are_seen_through_and_the_walk_goes_on() -> None:
    game = at_door(kinds=("orc",))
    with staged(game) as s:
        s.place = Place(1, cell(5, 0))
        rows = list(s.floors[1].known)
        rows[0] |= 0b111111
        s.floors[1] = replace(s.floors[1], known=tuple(rows))
    sight(game)
    assert behind(game) is None
    with fix(game, *[QUIET] * 5):
        step = game.act("travel stair-up")
    assert any(isinstance(e, doors.SeenThrough) for e in step.events)
    assert game.state.place.cell == cell(0, 0)
    assert behind(game) == (("orc", 1),)


@pytest.mark.rule("D26.9", "D34.6")
def test_nothing_is_seen_through_a_door_without_good_sight_or_on_the_step_that_ends_it() -> None:
    game = at_door(kinds=("orc",))
    with staged(game) as s:
        s.place = Place(1, cell(4, 0))
        s.party_effects["sight"] = PartyEffect("sight", True, 1, "esp")
    with fix(game, QUIET):
        game.act("walk west")
    assert behind(game) is None
    assert "kind in room-1.1" in game.book.secrets(game.state, "party")
    sight(game)
    with fix(game, QUIET, QUIET):
        game.act("walk east")
        game.act("walk west")
    assert behind(game) == (("orc", 1),)
    assert "kind in room-1.1" not in game.book.secrets(game.state, "party")


@pytest.mark.rule("D26.9", "D9.21")
def test_a_band_that_left_unseen_is_believed_behind_the_door_until_keen_sight_looks_again() -> None:
    game = at_door(kinds=("orc",))
    sight(game)
    with fix(game, QUIET):
        game.act("walk east")
    with fix(game, QUIET):
        game.act("walk west")
    with staged(game) as s:
        s.place = Place(1, cell(4, 0))
    game._ctx.emit(fights.RoomEmptied("room-1.1"))
    assert behind(game) == (("orc", 1),)
    assert "whereabouts of the band of room-1.1" in game.book.secrets(game.state, "party")
    with fix(game, QUIET):
        step = game.act("walk west")
    (seen,) = [e for e in step.events if isinstance(e, doors.SeenThrough)]
    assert game.say(seen) == "Keen sight goes through door-1.1n. Nothing is alive behind it."
    assert behind(game) == ()
