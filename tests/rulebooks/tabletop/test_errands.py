"""Exploring, going back and fighting on in one go: the next action, and each reason to stop (T7.44, T22.49, T25)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.play.test_words import Sitting
from tests.rulebooks.tabletop.campaign import below
from tests.rulebooks.tabletop.rules_bench import character
from tests.rulebooks.tabletop.solo import NOTHING, WOLF, Solo, harmed, in_fight, in_room, room

from undercroft.engine.action import Offers
from undercroft.engine.errand import Halt
from undercroft.rulebooks.tabletop import rulebook
from undercroft.rulebooks.tabletop.errands import LONG, LONGEST_WAIT, Battle, Explore, Go, Wait
from undercroft.rulebooks.tabletop.exploring import MakeReady
from undercroft.rulebooks.tabletop.going import Light
from undercroft.rulebooks.tabletop.views import ExitView, TabletopView

TORCH = Offers([Light("torch")])


def fork(door: str = "none", bar: str = "") -> TabletopView:
    """Return a view from the first of two known rooms side by side; the second has a way on, to the east."""
    return in_room(
        "room-1",
        room("room-1", ExitView("east", 5, "none", to="room-2")),
        room("room-2", ExitView("west", 5, "none", to="room-1"), ExitView("east", 10, door, bar), x=1),
    )


def at(view: TabletopView, name: str) -> TabletopView:
    return replace(view, room=name)


def code(step: str | Halt | None) -> str:
    assert isinstance(step, Halt)
    return step.code


# --- explore ---


def test_explore_goes_by_known_rooms_to_the_nearest_way_that_nobody_went() -> None:
    assert Explore().next(fork(), NOTHING) == "go east"
    assert Explore().next(at(fork(), "room-2"), NOTHING) == "go east"


def test_explore_opens_a_shut_door_first() -> None:
    assert Explore().next(at(fork("shut"), "room-2"), NOTHING) == "open east"
    assert Explore().next(at(fork("open"), "room-2"), NOTHING) == "go east"


def test_explore_enters_a_room_that_is_known_from_a_map_alone() -> None:
    view = in_room(
        "room-1",
        room("room-1", ExitView("south", 5, "none", to="room-2")),
        room("room-2", ExitView("north", 5, "none", to="room-1"), entered=False, y=1),
    )
    assert Explore().next(view, NOTHING) == "go south"


def test_explore_tells_which_rooms_have_a_barred_way_and_that_all_is_explored() -> None:
    assert Explore().next(fork(bar="chasm"), NOTHING) == Halt("barred", {"rooms": ("room-2",)})
    done = in_room("room-1", room("room-1"))
    assert code(Explore().next(done, NOTHING)) == "explored"


@pytest.mark.rule("T22.49")
def test_explore_does_not_turn_its_back_on_enemies() -> None:
    assert code(Explore().next(replace(fork(), foes=(WOLF,)), NOTHING)) == "foes"


@pytest.mark.rule("T6.5")
def test_explore_lights_a_torch_in_the_dark_if_there_is_one() -> None:
    dark = replace(fork(), light=0)
    assert Explore().next(dark, TORCH) == "light torch"
    assert Explore().next(dark, NOTHING) == "go east"
    assert Explore().next(fork(), TORCH) == "go east"
    assert Explore().next(replace(fork(), light=1), TORCH) == "light torch"
    assert Explore().next(replace(fork(), light=2), TORCH) == "go east"
    assert Explore().next(dark, Offers([Light("lantern")])) == "light lantern"


@pytest.mark.rule("T6.5")
def test_no_torch_is_wasted_where_there_is_nowhere_to_go() -> None:
    done = in_room("room-1", room("room-1"), light=0)
    assert code(Explore().next(done, TORCH)) == "explored"
    assert Go("room-1").next(done, TORCH) == ""


def test_explore_stops_in_a_new_room_and_walks_through_old_ones() -> None:
    before = fork()
    new = room("room-3", ExitView("west", 10, "none", to="room-2"), x=2)
    after = replace(before, room="room-3", rooms=(*before.rooms, new))
    assert Explore().news(before, after) == Halt("room", {"rooms": 3})
    assert Explore().news(before, at(before, "room-2")) is None


def test_explore_stops_at_whatever_befalls_the_party() -> None:
    view = fork()
    assert Explore().news(view, replace(view, foes=(WOLF,))) == Halt("met")
    assert Explore().news(view, replace(view, light=0)) == Halt("dark")
    assert Explore().news(view, harmed(view, vitality=29)) == Halt("hurt", {"who": "hedda"})
    assert Explore().news(view, harmed(view, conditions=("asleep",))) == Halt("hurt", {"who": "hedda"})


# --- explore ready ---


@pytest.mark.rule("T7.7", "T7.8")
def test_explore_ready_draws_weapons_before_each_room_that_nobody_has_been_in() -> None:
    ready = Offers([MakeReady()])
    assert Explore("ready").next(fork(), ready) == "go east"
    assert Explore("ready").next(at(fork("shut"), "room-2"), ready) == "ready"
    assert Explore("ready").next(replace(at(fork("shut"), "room-2"), ready=True), ready) == "open east"
    assert Explore().next(at(fork("shut"), "room-2"), ready) == "open east"


@pytest.mark.rule("T7.7", "T6.5")
def test_a_light_that_would_end_while_weapons_are_drawn_is_renewed_before() -> None:
    both = Offers([MakeReady(), Light("torch")])
    here = replace(at(fork(), "room-2"), light=2)
    assert Explore("ready").next(here, both) == "light torch"
    assert Explore("ready").next(replace(here, light=3), both) == "ready"
    assert Explore("ready").next(replace(here, ready=True), both) == "go east"


@pytest.mark.rule("T7.5", "T7.7")
def test_at_the_way_in_it_is_said_what_being_ready_is_good_for() -> None:
    game = below(character("Ada", goods=(("torch", 3),)))
    first = game.scene("player").summary
    assert "loses the first action of a fight" in first
    assert "explore ready" in first
    assert game.act("ready")
    assert "explore ready" not in game.scene("player").summary


@pytest.mark.rule("T7.7")
def test_explore_ready_at_the_keyboard() -> None:
    game = below(character("Ada", goods=(("torch", 3),)))
    sitting = Sitting.of(game)
    sitting("explore ready")
    done = [line.split(" = ")[0] for line in game.lines() if line.startswith("> ")]
    assert done[0] == "> ready"
    assert "go" in done[-1] or "open" in done[-1]


# --- go ---


@pytest.mark.rule("T22.47")
def test_go_names_the_rooms_that_an_open_way_leads_to() -> None:
    view = at(fork(), "room-2")
    assert Go.aims(view, NOTHING) == {"room-1": "entrance"}
    assert Go("room-1").next(view, NOTHING) == "go west"
    assert Go("room-1").next(at(view, "room-1"), NOTHING) == ""
    barred = in_room(
        "room-2", room("room-1"), room("room-2", ExitView("west", 5, "none", "fallen-passage", "room-1"), x=1)
    )
    assert Go.aims(barred, NOTHING) == {}
    assert code(Go("room-1").next(barred, NOTHING)) == "no_way"


def test_a_room_is_gone_to_by_its_name_and_an_exit_by_its_side() -> None:
    solo = Solo("quick", "quest", "accept short", "depart")
    while solo.view.where == "road":
        on = ["withdraw", "fight", "battle", "bandage", "take all", "mishap hedda", "pay vitality", "travel"]
        solo(*on, *(one for one in solo.texts if one.startswith(("gain", "raise", "stay"))))
    start, name = solo.view.room, solo.game.called(solo.view.room)
    assert solo("go entrance") == ["You are there."]
    assert solo(f"go {name}") == ["You are there."]
    side = next(one.split()[1] for one in solo.texts if one.startswith(("go ", "open ")))
    solo(f"open {side}", f"go {side}")
    assert solo.view.room != start or solo.view.fight is not None


# --- battle ---


@pytest.mark.rule("T7.44")
def test_battle_lets_one_round_after_the_other_go_by_itself() -> None:
    view = in_fight(fork())
    battle = Battle()
    assert [battle.next(view, NOTHING) for _ in range(LONG)] == ["auto 1"] * LONG
    assert battle.next(view, NOTHING) == Halt("long", {"rounds": 20})


@pytest.mark.rule("T7.44")
def test_battle_stops_below_half_vitality_and_not_at_half() -> None:
    view = in_fight(fork())
    assert Battle().news(view, harmed(view, vitality=15)) is None
    low = harmed(view, vitality=14)
    assert Battle().news(view, low) == Halt("half", {"who": "hedda"})
    assert Battle().news(low, harmed(view, vitality=3)) is None


@pytest.mark.rule("T7.44")
def test_battle_stops_when_somebody_falls_dies_or_cannot_act() -> None:
    view = in_fight(fork())
    assert Battle().news(view, harmed(view, vitality=0, state="fallen")) == Halt("fallen", {"who": "hedda"})
    assert Battle().news(view, harmed(view, vitality=-10, state="dead")) == Halt("dead", {"who": "hedda"})
    assert Battle().news(view, harmed(view, conditions=("stuck",))) == Halt("standing", {"who": "hedda"})
    more = replace(view, foes=(*view.foes, replace(WOLF, id="wolf-2")))
    assert Battle().news(view, more) == Halt("joined")


@pytest.mark.parametrize("cls", rulebook.errands)
def test_every_end_of_an_errand_has_a_sentence(cls: type) -> None:
    codes = {
        "foes", "met", "dark", "hurt", "room", "barred", "explored", "there", "no_way", "half", "fallen", "dead",
        "standing", "joined", "long", "done", "most", "broke", "dark_fight", "sold", "unsold",
    }  # fmt: skip
    assert not [one for one in codes if f"errand.{one}" not in rulebook.texts]
    assert cls.__doc__


# --- wait ---


def test_wait_waits_as_many_turns_as_it_was_told() -> None:
    one = Wait("3")
    view = in_room("room-1", room("room-1"))
    assert [one.next(view, NOTHING) for _ in range(4)] == ["wait", "wait", "wait", ""]
    assert Wait("1").next(replace(view, light=0), TORCH) == "wait"


@pytest.mark.parametrize("words", ["0", "145", "-1"])
def test_how_long_can_be_waited_is_bounded(words: str) -> None:
    view = in_room("room-1", room("room-1"))
    assert Wait.exact(view, words) == words
    assert Wait(words).next(view, NOTHING) == Halt("wait", {"most": LONGEST_WAIT})
    assert Wait(f"{LONGEST_WAIT}").next(view, NOTHING) == "wait"


def test_what_is_no_number_is_no_time_to_wait() -> None:
    assert Wait.exact(in_room("room-1"), "long") == ""
    assert Wait.aims(in_room("room-1"), NOTHING) == {}


def test_waiting_stops_at_what_is_new() -> None:
    before = harmed(in_room("room-1", room("room-1"), camp_in=1), 3, conditions=("owls-eyes",))
    assert Wait("9").news(before, before) is None
    assert code(Wait("9").news(before, replace(before, foes=(WOLF,)))) == "met"
    assert code(Wait("9").news(before, replace(before, light=0))) == "dark"
    ended = Halt("effect", {"who": "tobias", "effects": ("owls-eyes",)})
    assert Wait("9").news(before, harmed(before, 3, conditions=())) == ended
    assert code(Wait("9").news(before, replace(before, camp_in=0))) == "camp"
    assert code(Wait("9").next(replace(before, foes=(WOLF,)), NOTHING)) == "foes"


def test_waiting_at_the_keyboard_takes_its_turns_and_wait_alone_takes_one() -> None:
    solo = Solo("quick", "quest", "accept short goblin-warren gentle", "depart")
    while solo.view.where != "dungeon":
        solo("fight" if solo.view.foes else "travel", "battle")
    turn = solo.view.turn
    said = solo("wait 4")
    assert solo.view.turn == turn + 4
    assert any(line.endswith("(4 times)") for line in said)
    solo("wait")
    assert solo.view.turn == turn + 5


# --- broken weapons, and the dark ---


@pytest.mark.rule("T7.44", "T8.17")
def test_battle_stops_where_a_weapon_breaks_even_the_second_of_its_kind() -> None:
    view = harmed(in_fight(fork()), weapons=("sword", "sword"), broken=("sword",))
    assert Battle().news(view, view) is None
    broke = Halt("broke", {"who": "hedda", "weapon": ("sword",)})
    assert Battle().news(view, harmed(view, broken=("sword", "sword"))) == broke
    assert "Sword" in rulebook.texts.get("errand.broke", broke.facts, lambda one: str(one).capitalize())


@pytest.mark.rule("T7.44", "T6.6")
def test_battle_stops_where_the_light_goes_out_and_goes_on_in_the_dark() -> None:
    view = in_fight(fork())
    dark = replace(view, light=0)
    assert Battle().news(view, dark) == Halt("dark_fight")
    assert Battle().news(dark, dark) is None
    assert Battle().news(replace(view, where="road"), replace(dark, where="road")) is None
