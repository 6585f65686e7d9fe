"""Going about: exits, doors, readiness, listening, scents, lights and the clock (T6, T7.6, T7.7, T22.33, T22.36)."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.dungeon_bench import band, explore
from tests.rulebooks.tabletop.rules_bench import character, of, under

from undercroft.rulebooks.tabletop import (
    arcana,
    clock,
    conditions,
    flight,
    foes,
    going,
    magic_items,
    meeting,
    ointments,
    wandering,
)
from undercroft.rulebooks.tabletop.records import Feature, Place, Trap, replace
from undercroft.testing import staged
from undercroft.testing.dice import fix

ADA, BO = character("Ada"), character("Bo")


def texts(game: object) -> list[str]:
    return [str(action) for action in game.actions()]  # type: ignore[attr-defined]


# --- exits ---


def test_the_party_goes_by_an_open_exit_in_one_turn() -> None:
    one = explore(ADA, BO)
    assert one.act("go east")
    s = one.state
    assert (s.place.room, s.place.came, s.clock.turn) == ("room-2", "room-1", 1)
    assert s.rooms["room-2"].entered
    assert one.act("go north").refusals[0].code == "explore.no_exit"


def test_a_shut_door_is_opened_first_at_no_cost() -> None:
    one = explore(ADA, door=True)
    assert one.act("go east").refusals[0].code == "going.shut"
    assert one.act("open east")
    assert one.state.clock.turn == 0
    assert one.act("open east").refusals[0].code == "going.open"
    assert one.act("go east")


@pytest.mark.rule("T21.17", "T21.18", "T21.19", "T21.20")
@pytest.mark.parametrize(("kind", "rule"), [("stuck-door", "T21.17"), ("locked-door", "T21.18"), ("chasm", "T21.20")])
def test_what_bars_a_way_is_not_gone_through(kind: str, rule: str) -> None:
    one = explore(ADA, feature=Feature("room-1", kind, "way-1"), door=True)
    assert one.act("go east").refusals[0].code == "going.barred"
    refused = one.act("open east").refusals[0]
    assert (refused.code, refused.rule) == ("going.barred", rule)


@pytest.mark.rule("T21.19")
def test_the_lever_of_a_magic_lock_opens_it_once_found() -> None:
    lock = Feature("room-1", "magically-locked-door", "way-1", place="table", difficulty=10)
    one = explore(ADA, feature=lock, door=True)
    assert one.act("open east").refusals[0].rule == "T21.19"
    # Intelligence 10 at 10 - 10: the secret door is missed with 11, the lever found with 10.
    with fix(one, 11, 10):
        assert one.act("search ada")
    assert one.act("open east")
    assert one.state.features["room-1"].open
    assert not one.state.ways["way-1"].shut


@pytest.mark.rule("T21.4")
def test_going_back_the_way_it_came_sets_no_trap_off() -> None:
    one = explore(ADA, BO)
    with staged(one) as s:
        s.traps["room-2"] = Trap("room-2", "dart", 0)
    one.act("go east")
    with fix(one):
        assert one.act("go west")
    assert one.state.place.room == "room-1"
    one.act("go east")
    with fix(one, 20, 1):
        assert one.act("go east")
    assert one.state.place.room == "room-2"
    assert of(one).vitality == 28


@pytest.mark.rule("T6.17", "T21.7")
def test_nobody_goes_on_while_one_lies_in_a_pit() -> None:
    one = explore(ADA, BO, trap=Trap("room-1", "covered-pit", 0, found=True, caught=("ada",)))
    assert one.act("go east").refusals[0].code == "explore.caught"


# --- readiness ---


@pytest.mark.rule("T7.6", "T7.7")
def test_the_party_is_ready_until_it_has_entered_one_room() -> None:
    one = explore(ADA, door=True)
    assert not one.state.party.ready
    assert one.act("ready")
    assert one.state.clock.turn == 1
    assert one.state.party.ready
    with fix(one, 11):
        one.act("listen east ada")
    one.act("open east")
    assert one.state.party.ready
    one.act("go east")
    assert not one.state.party.ready


@pytest.mark.rule("T7.7")
@pytest.mark.parametrize("text", ["wait", "search ada"])
def test_any_other_deed_ends_readiness(text: str) -> None:
    one = explore(ADA)
    one.act("ready")
    with fix(one, then=20):
        assert one.act(text)
    assert not one.state.party.ready


# --- listening and scents ---


@pytest.mark.rule("T22.36")
@pytest.mark.parametrize(
    ("kinds", "number", "told"),
    [
        (("orc",), "one", ("orc",)), (("orc",) * 2, "few", ("orc",)), (("orc",) * 4, "few", ("orc",)),
        (("orc",) * 5, "many", ("orc",)), ((), "none", ()), (("skeleton",) * 3, "none", ()),
        (("skeleton", "orc"), "one", ("orc",)), (("stone-watcher",), "none", ()),
    ],
)  # fmt: skip
def test_a_listener_hears_kind_and_rough_number(kinds: tuple[str, ...], number: str, told: tuple[str, ...]) -> None:
    one = explore(ADA, BO, door=True)
    if kinds:
        band(one, *kinds)
    with fix(one, 10):
        step = one.act("listen east ada")
    (heard,) = (event for event in step.events if isinstance(event, going.Heard))
    assert (heard.number, heard.kinds) == (number, told)
    assert one.state.clock.turn == 1


@pytest.mark.rule("T22.36")
def test_each_listens_once_at_a_closed_exit() -> None:
    one = explore(ADA, BO, door=True)
    band(one, "orc")
    with fix(one, 11):
        step = one.act("listen east ada")
    assert not any(isinstance(event, going.Heard) for event in step.events)
    assert one.act("listen east ada").refusals[0].rule == "T22.36"
    assert "listen east bo" in texts(one)
    one.act("open east")
    assert one.act("listen east bo").refusals[0].code == "going.open"


@pytest.mark.rule("T22.37", "T4.24", "T4.25", "TX24")
@pytest.mark.parametrize(
    ("kind", "metres", "smelt"), [("ogre", 10, True), ("ogre", 15, False), ("dragon", 15, True), ("dragon", 20, False)]
)
def test_an_elf_is_told_of_ogres_and_dragons_behind_a_door(kind: str, metres: int, smelt: bool) -> None:
    one = explore(character("Elm", cls="elf", kin="elf"), BO)
    band(one, kind, room="room-3")
    with staged(one) as s:
        s.ways["way-2"] = replace(s.ways["way-2"], metres=metres, door=True, shut=True)
    step = one.act("go east")
    told = [(event.exit, event.kind) for event in step.events if isinstance(event, going.Smelt)]
    assert told == ([("east", kind)] if smelt else [])
    human = explore(ADA, BO)
    band(human, kind, room="room-3")
    assert not any(isinstance(event, going.Smelt) for event in human.act("go east").events)


# --- the clock ---


@pytest.mark.rule("T6.1", "T6.2")
def test_a_turn_is_five_minutes() -> None:
    assert [conditions.turns(minutes) for minutes in (5, 35, 60, 100)] == [1, 7, 12, 20]
    one = explore(ADA, turn=287)
    assert clock.day(one.state) == 1
    with fix(one, then=6):
        one.act("wait")
    assert clock.day(one.state) == 2


@pytest.mark.rule("T6.4")
def test_an_effect_counts_down_with_each_turn_and_ends_at_0() -> None:
    one = explore(under(ADA, "owls-eyes"), BO)
    for left in (6, 5, 4, 3, 2, 1):
        with fix(one, then=6):
            one.act("wait")
        assert of(one).conditions[0].left == left
    one.act("wait")
    assert of(one).conditions == ()


@pytest.mark.rule("T6.5")
@pytest.mark.parametrize(("kind", "goods", "turns"), [("torch", "torch", 12), ("lantern", "flask-of-oil", 24)])
def test_a_light_burns_its_turns_and_goes_out(kind: str, goods: str, turns: int) -> None:
    one = explore(character("Ada", goods=((goods, 2), ("lantern", 1))), BO, light=0)
    with staged(one) as s:
        s.adventure = replace(s.adventure, wandered=3)
    assert one.act(f"light {kind}")
    assert dict(of(one).goods)[goods] == 1
    for _ in range(turns - 1):
        one.act("wait")
    assert one.state.clock.light == 1
    step = one.act("wait")
    assert any(isinstance(event, clock.LightWent) for event in step.events)
    assert clock.is_dark(one.state)
    assert one.act("search ada").refusals[0].rule == "T6.6"


def test_a_light_is_put_out_and_needs_something_to_burn() -> None:
    one = explore(ADA)
    assert one.act("douse")
    assert one.state.clock.light == 0
    assert one.act("light torch").refusals[0].rule == "T6.5"


@pytest.mark.rule("T8.23")
def test_the_fallen_come_round_after_12_turns() -> None:
    one = explore(ADA, character("Bo", vitality=-2, fell=0), turn=10)
    one.act("wait")
    assert of(one, "bo").vitality == -2
    with fix(one, then=6):
        one.act("wait")
    assert of(one, "bo").vitality == 1


# --- wanderers ---


@pytest.mark.rule("T22.33")
def test_every_sixth_turn_somebody_may_come_aware() -> None:
    one = explore(ADA, BO, turn=4)
    with fix(one):
        one.act("wait")
    with fix(one, 2):
        one.act("wait")
    assert one.state.adventure.wandered == 0
    one = explore(ADA, BO, turn=5)
    assert [roll.num for roll in one.odds("wait")] == [1]
    with fix(one, 1):
        one.act("wait")
    assert one.state.adventure.wandered == 1
    group = one.state.groups["group-w1"]
    assert (group.room, group.mood, group.sort) == ("room-1", "aware", "wandering")
    # 40 x 40 % is 16 ML of goblins' folk.
    assert sum(foe.ml for foe in one.state.foes.where("group-w1")) in (14, 15, 16)
    assert one.act("wait").refusals[0].rule == "T22.49"


@pytest.mark.rule("T22.47", "T22.32", "T22.33")
@pytest.mark.parametrize(("sort", "rule"), [(wandering.SORT, "T22.33"), (wandering.ROAD, "T22.32")])
def test_why_names_the_rule_by_which_they_came(sort: str, rule: str) -> None:
    one = explore(ADA, BO)
    wandering.come(one._ctx, sort)
    (came,) = (event for event in one._ctx.events if isinstance(event, wandering.WanderersCame))
    assert came.rules() == (rule,)


@pytest.mark.rule("T22.35")
def test_after_three_nobody_comes_any_more() -> None:
    one = explore(ADA, BO, turn=5)
    with staged(one) as s:
        s.adventure = replace(s.adventure, wandered=2)
    assert wandering.can_come(one.state)
    with staged(one) as s:
        s.adventure = replace(s.adventure, wandered=3)
    assert one.odds("wait") == ()
    with fix(one):
        one.act("wait")


def test_who_comes_is_the_same_for_a_seed_whenever_it_is() -> None:
    early, late = explore(ADA, turn=5), explore(ADA, turn=11)
    for one in (early, late):
        with fix(one, 1):
            one.act("wait")
    assert early.state.groups["group-w1"] == late.state.groups["group-w1"]


def test_a_passage_is_not_gone_when_somebody_comes_upon_the_party() -> None:
    one = explore(ADA, BO, turn=5)
    with fix(one, 1):
        one.act("go east")
    assert one.state.place.room == "room-1"


def test_the_party_steps_in_at_the_entrance() -> None:
    one = explore(ADA)
    with staged(one) as s:
        s.agenda = ()
    meeting.enter(one._ctx)
    assert one.state.place.room == "room-1"
    assert one.state.place.where == "dungeon"


@pytest.mark.rule("T22.32", "T22.6")
def test_a_road_encounter_has_a_budget_of_its_own_and_is_no_wanderer() -> None:
    one = explore(ADA, BO)
    with staged(one) as s:
        s.place = Place("road")
    assert not wandering.can_come(one.state)
    wandering.come(one._ctx, wandering.ROAD)
    group = one.state.groups["group-r1"]
    assert (group.sort, group.room, group.mood) == ("road", "", "aware")
    assert sum(foe.ml for foe in one.state.foes.where("group-r1")) in (14, 15, 16)
    assert one.state.adventure.wandered == 0


@pytest.mark.rule("T6.16")
def test_dungeons_are_dark_without_a_light_and_roads_never() -> None:
    assert not clock.is_dark(explore(ADA, light=1).state)
    one = explore(ADA, light=0)
    assert clock.is_dark(one.state)
    with staged(one) as s:
        s.place = Place("road")
    assert not clock.is_dark(one.state)


@pytest.mark.rule("T19.19", "T6.5")
def test_a_light_that_never_burns_out_does_not() -> None:
    one = explore(ADA, light=-1)
    one.act("wait")
    assert one.state.clock.light == -1
    assert not clock.is_dark(one.state)


@pytest.mark.rule("T6.6")
def test_darkness_is_5_harder_for_agility_and_intelligence_but_not_for_owls_eyes() -> None:
    owl = under(BO, "owls-eyes")
    dart = Trap("room-1", "dart", 0, found=True)
    for light, ada in ((12, 10), (0, 5)):
        one = explore(ADA, owl, light=light, trap=dart, door=True)
        for text, name in (("disarm", "disarm-trap"), ("listen east", "listen")):
            assert [roll.num for roll in one.odds(f"{text} ada") if roll.name == name] == [ada]
            assert [roll.num for roll in one.odds(f"{text} bo") if roll.name == name] == [10]
        stuck = explore(ADA, light=light, feature=Feature("room-1", "stuck-door", "way-1"), door=True)
        assert stuck.odds("force east ada")[0].num == 8
        with fix(one, 11 if light else 6, 1):
            one.act("spring")
        assert of(one).vitality == 28


@pytest.mark.rule("T6.6")
def test_no_test_of_combat_or_magic_is_left_out_of_the_dark() -> None:
    for light, figure in ((12, 10), (0, 5)):
        s = explore(ADA, BO, light=light).state
        assert arcana.lock_chance(s, "ada").num == figure
        assert flight.flee_chance(s, "ada").num == figure
        assert foes.snatch_chance(s, "ada").num == figure
        assert magic_items.identify_chance(s, ADA).num == figure - magic_items.WORK_OUT
        assert ointments.trick_chance(s, ADA, unaware=True).num == figure - ointments.TRICK
        assert ointments.trick_chance(s, ADA, unaware=False).num == 10 - ointments.TRICK


@pytest.mark.rule("T6.6")
def test_in_the_dark_only_owls_eyes_search() -> None:
    one = explore(ADA, under(BO, "owls-eyes"), light=0)
    assert one.act("search ada").refusals[0].rule == "T6.6"
    with fix(one, then=20):
        assert one.act("search bo")


@pytest.mark.rule("T7.13", "T22.33")
def test_who_comes_upon_the_party_on_its_way_finds_it_in_a_room() -> None:
    one = explore(character("Ada", courage=20), BO, character("Cy"), turn=5, front=3)
    with fix(one, 1, then=6):
        assert one.act("go east")
    assert one.state.place.room == "room-1"
    assert one.act("attack")
    assert one.state.fight is not None
    assert not one.state.fight.passage
    assert [one.state.stances[who].rank for who in ("ada", "bo", "cy")] == ["front"] * 3
