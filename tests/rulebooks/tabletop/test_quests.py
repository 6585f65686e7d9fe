"""Quests (T18.10, T22.1 to T22.4, T22.10, T22.21 to T22.26, T22.45): what is asked for, setting out, coming home."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebooks.tabletop.campaign import below, edit, road, village
from tests.rulebooks.tabletop.rules_bench import character, of, under

from undercroft.engine.game import Game
from undercroft.engine.view import Text
from undercroft.rulebooks.tabletop import aftermath, exploring, proof, quests, rulebook
from undercroft.rulebooks.tabletop.records import Arm, Clock, Inn, State, Stay, Terms, Trap, replace
from undercroft.testing import fix, staged

ADA, BO = character("Ada"), character("Bo")
ASKED = Inn("dunmere", (), "slay-the-boss", "goblin-warren")
AGREED = replace(ASKED, length="short")


def comes_home(*who: object, turn: int = 400, **adventure: object) -> Game[State]:
    """Return a game in which this party has just come home from an adventure of level 3 that began at turn 288."""
    facts = {"level": 3, "entered": 288, **adventure}
    one = road(*(who or (ADA, BO)), leg=1, home=True, **facts)
    with staged(one) as s:
        s.clock = Clock(turn)
        s.party = replace(s.party, pool=4)
    with fix(one, 3, 2):
        assert one.act("travel")
    return one


# --- the round of an adventure ---


@pytest.mark.rule("T22.1")
def test_an_adventure_goes_from_village_to_village() -> None:
    one: Game[State] = Game(rulebook, 7, {})
    for text in ("quick", "quest", "accept short", "depart"):
        assert one.act(text), text
    seen = [(one.state.place.where, one.state.journey.home)]
    for text in ("travel", "travel", "leave", "travel", "travel"):
        with fix(one, *([3] if text == "travel" else []), then=3):
            assert one.act(text), text
        seen.append((one.state.place.where, one.state.journey.home))
        if one.state.place.where != "village":
            assert list(proof.faults(one.state)) == []
    assert seen == [
        ("road", False), ("road", False), ("dungeon", False), ("road", True), ("road", True), ("village", False),
    ]  # fmt: skip
    assert one.act("depart").refusals[0].rule == "T22.1"
    assert (one.state.party.completed, one.state.party.failed) == (0, 1)


@pytest.mark.rule("T22.21", "T22.10", "T22.1")
def test_the_village_is_asked_once_and_names_quest_and_theme() -> None:
    one = village(ADA, BO)
    assert one.act("accept short").refusals[0].rule == "T22.1"
    assert one.act("quest")
    assert one.state.inn.quest in ("slay-the-boss", "free-a-captive", "bring-back-an-heirloom", "map-every-room",
                                   "bring-back-the-banner")  # fmt: skip
    assert one.state.inn.theme in ("goblin-warren", "bandit-hold", "kobold-maze")
    assert not one.act("quest")


@pytest.mark.rule("T22.2", "T22.3", "T22.10")
def test_size_theme_and_setting_may_be_chosen() -> None:
    one = village(ADA, BO, inn=ASKED)
    for text, rule in (
        ("accept tiny", "T22.2"), ("accept short grimm", "T22.10"), ("accept short bandit-hold grimm", "T22.3"),
        ("accept short labyrinth", "T22.10"), ("accept short orc-delve", "T22.10"),
    ):  # fmt: skip
        assert one.act(text).refusals[0].rule == rule, text
    plain = one.fork()
    assert plain.act("accept standard")
    assert (plain.state.inn.length, plain.state.inn.theme, plain.state.inn.setting) == (
        "standard", "goblin-warren", "normal",
    )  # fmt: skip
    grim = one.fork()
    assert grim.act("accept short grim")
    assert (grim.state.inn.theme, grim.state.inn.setting) == ("goblin-warren", "grim")
    assert one.act("accept grand kobold-maze gentle")
    assert (one.state.inn.length, one.state.inn.theme, one.state.inn.setting) == ("grand", "kobold-maze", "gentle")
    assert not one.act("accept short")
    with fix(one, then=3):
        assert one.act("depart")
    row = one.state.adventure
    assert (row.length, row.theme, row.setting, len(one.state.rooms) - 1) == ("grand", "kobold-maze", "gentle", 20)


@pytest.mark.rule("T22.4", "T22.5", "T22.6")
@pytest.mark.parametrize(
    ("levels", "level", "rating"), [((1, 1), 1, 16), ((1, 2), 1, 17), ((2, 2), 2, 19), ((1, 2, 6), 3, 39)]
)
def test_an_adventure_is_measured_by_the_party_that_sets_out(levels: tuple[int, ...], level: int, rating: int) -> None:
    ap = {1: 0, 2: 100, 6: 1500}
    who = [character(name, level=at, ap=ap[at]) for name, at in zip(("Ada", "Bo", "Cy"), levels, strict=False)]
    one = village(*who, character("Zoe", level=1, dead=True, vitality=-10), inn=AGREED)
    assert one.act("depart")
    assert (one.state.adventure.level, one.state.adventure.rating) == (level, rating)


FOUR = [character(name, level=10, ap=4500) for name in ("Ada", "Bo", "Cy", "Dee")]


@pytest.mark.rule("T22.10", "T22.3", "T22.6")
@pytest.mark.parametrize(("setting", "kept"), [("gentle", False), ("normal", True), ("grim", True)])
def test_a_theme_offered_must_suit_the_setting_that_is_accepted(setting: str, kept: bool) -> None:
    # Four of Level 10: a Party Rating of 112, boss budgets of 100, 134 and 174; the Dragon costs 160 of 130 %.
    one = village(*FOUR, inn=replace(ASKED, theme="dragon-mountain"))
    assert quests.rating(one.state) == 112
    assert one.act(f"accept short {setting}")
    assert (one.state.inn.theme == "dragon-mountain") is kept
    assert one.act("depart")
    assert (one.state.adventure.theme == "dragon-mountain") is kept


@pytest.mark.rule("T22.10")
def test_a_theme_that_was_named_stays_while_its_band_fits() -> None:
    one = village(*FOUR, inn=replace(ASKED, theme="giants-hall"))
    assert one.act("accept short dragon-mountain gentle")
    assert one.act("depart")
    assert one.state.adventure.theme == "dragon-mountain"


@pytest.mark.rule("T22.10", "T18.15")
def test_a_theme_offered_must_suit_the_party_that_sets_out() -> None:
    one = village(*FOUR, inn=replace(ASKED, theme="dragon-mountain"))
    assert one.act("accept short")
    assert one.act("retire dee")
    assert one.act("depart")
    assert one.state.adventure.theme != "dragon-mountain"


@pytest.mark.rule("T22.15")
def test_who_names_the_old_crypt_is_warned_too() -> None:
    for how, warned in (("old-crypt", True), ("orc-delve", False)):
        one = village(character("Ada", level=4, ap=600), inn=replace(ASKED, theme="orc-delve"))
        step = one.act(f"accept short {how}")
        told = [one.say(event) for event in step.events]
        assert any("steel" in line for line in told) is warned
        assert one.act("depart")
        panel = one.look("quest")
        assert isinstance(panel, Text)
        assert any("steel" in line for line in panel.lines) is warned


@pytest.mark.rule("T22.10")
def test_a_theme_that_fits_no_more_is_chosen_anew() -> None:
    strong = character("Ada", level=6, ap=1500)
    one = village(strong, inn=replace(AGREED, theme="labyrinth"))
    same = one.fork()
    assert same.act("depart")
    assert same.state.adventure.theme == "labyrinth"
    edit(one, "ada", level=2, ap=100)
    assert one.act("depart")
    assert one.state.adventure.theme in ("goblin-warren", "bandit-hold", "kobold-maze", "orc-delve")


@pytest.mark.rule("T18.10", "T19.13", "T18.4")
def test_rest_comes_first_and_the_cost_of_enchanting_after_it() -> None:
    mage = character("Ada", cls="magician", level=2, ap=100, astral=1, astral_max=30, vitality=3,
                     weapons=(Arm("wand"),), wielded=0, silver=21)  # fmt: skip
    one = village(mage, BO, inn=AGREED)
    with staged(one) as s:
        s.stays["ada"] = Stay("", True, 3)
    barn = one.fork()
    assert barn.act("depart")
    assert (of(barn).vitality, of(barn).astral, of(barn).astral_max) == (30, 12, 30)
    assert one.act("lodging ada private")
    assert (of(one).vitality, of(one).astral) == (3, 1)
    assert one.act("depart")
    assert (of(one).vitality, of(one).astral) == (30, 27)
    assert one.state.clock == Clock()


# --- the days allowed ---


@pytest.mark.rule("T22.24")
@pytest.mark.parametrize(("length", "days"), [("short", 2), ("standard", 3), ("long", 4), ("grand", 5)])
def test_the_days_are_counted_from_the_door(length: str, days: int) -> None:
    def late(turns: int) -> bool:
        return quests.is_late(replace(below(ADA).state.adventure, length=length, fulfilled=288 + turns))

    assert (late(days * 288), late(days * 288 + 1)) == (False, True)


@pytest.mark.rule("T22.24")
@pytest.mark.parametrize(("turn", "day"), [(288, 1), (289, 1), (576, 1), (577, 2), (864, 2), (865, 3)])
def test_the_quest_tells_the_day(turn: int, day: int) -> None:
    one = below(ADA)
    with staged(one) as s:
        s.clock = Clock(turn)
    assert one.view().quest.day == day
    assert one.view().quest.days == 2
    assert road(ADA).view().quest.day == 0


# --- coming home ---


@pytest.mark.added("T24.21")
@pytest.mark.parametrize(("until", "fulfilled", "winners"), [(4, 400, ("player",)), (4, -1, ()), (5, 400, None)])
def test_a_campaign_set_to_last_so_long_ends_at_a_homecoming(
    until: int, fulfilled: int, winners: tuple[str, ...] | None
) -> None:
    one = road(ADA, BO, leg=1, home=True, level=3, entered=288, fulfilled=fulfilled)
    with staged(one) as s:
        s.terms = Terms(until=until)
        s.party = replace(s.party, failed=3)
    with fix(one, 3, 2):
        assert one.act("travel")
    assert (None if one.outcome is None else one.outcome.winners) == winners


@pytest.mark.added("T24.21")
def test_adventures_before_this_game_do_not_count() -> None:
    before = village(ADA, completed=3, failed=1)
    before.act("end-campaign")
    one: Game[State] = Game(rulebook, 8, {"adventures": 2}, world=before.world())
    assert one.state.terms.until == 6
    assert Game(rulebook, 8, {}, world=before.world()).state.terms.until == 0


@pytest.mark.rule("T22.23", "T16.12")
def test_a_fulfilled_quest_is_paid_to_each_who_is_alive() -> None:
    one = comes_home(ADA, character("Bo", silver=7), fulfilled=400)
    # Level 3: 25 x 3 silver, 30 + 20 x 3 AP.
    assert [of(one, who).silver for who in ("ada", "bo")] == [75, 82]
    assert [of(one, who).ap for who in ("ada", "bo")] == [90, 90]
    assert (one.state.party.completed, one.state.party.failed) == (1, 0)


@pytest.mark.rule("T22.23", "T16.12", "T18.14")
def test_the_dead_are_paid_nothing_and_leave_the_party() -> None:
    one = comes_home(ADA, character("Bo", dead=True, vitality=-10), fulfilled=400)
    assert [of(one, who).silver for who in ("ada", "bo")] == [75, 0]
    assert [of(one, who).ap for who in ("ada", "bo")] == [90, 0]
    assert one.state.party.order == ("ada",)


@pytest.mark.rule("T22.24", "T22.23")
def test_a_late_success_is_worth_half_rounded_down() -> None:
    one = comes_home(ADA, BO, fulfilled=288 + 577)
    assert [of(one, who).silver for who in ("ada", "bo")] == [37, 37]
    assert [of(one, who).ap for who in ("ada", "bo")] == [45, 45]
    assert one.state.party.completed == 1


@pytest.mark.rule("T22.25")
def test_no_success_no_reward_but_what_was_won_is_kept() -> None:
    one = comes_home(character("Ada", ap=12, silver=40), BO)
    assert (of(one).silver, of(one).ap, of(one, "bo").ap) == (40, 12, 0)
    assert (one.state.party.completed, one.state.party.failed) == (0, 1)


@pytest.mark.rule("T18.11", "T16.6", "T22.1")
def test_with_the_adventure_all_effects_end_and_the_pool_is_emptied() -> None:
    one = comes_home(under(ADA, "cursed", "smell"), BO)
    assert of(one).conditions == ()
    assert one.state.party.pool == 0
    assert one.state.place.where == "village"
    assert [len(table) for table in (one.state.rooms, one.state.groups, one.state.foes, one.state.ways)] == [0] * 4


@pytest.mark.rule("T18.13")
@pytest.mark.parametrize(("die", "small"), [(1, 2), (2, 3), (3, 4)])
def test_the_healer_has_two_to_four_small_potions_and_a_middle_one(die: int, small: int) -> None:
    one = road(ADA, leg=1, home=True)
    with fix(one, 3, die):
        assert one.act("travel")
    assert one.state.inn.potions.count("healing-potion-10") == small
    assert one.state.inn.potions.count("healing-potion-20") == 1


# --- how it can go wrong ---


@pytest.mark.rule("T22.26", "T8.33", "T8.23")
def test_a_trap_can_kill_and_its_victim_is_left_with_all_they_had() -> None:
    one = below(character("Ada", vitality=1, silver=9), BO)
    with staged(one) as s:
        s.traps["room-1"] = Trap("room-1", "rolling-stone", 0, found=True)
        s.party = replace(s.party, front=1)
    felled = one.fork()
    with fix(felled, 20, 1, 1, then=6):
        assert felled.act("spring")
    assert (of(felled).vitality, of(felled).fell) == (-2, 300)
    for _ in range(12):
        with fix(felled, then=6):
            felled.act("wait")
    assert of(felled).vitality == 1
    with fix(one, 20, 6, 6, then=6):
        assert one.act("spring")
    assert one.state.party.order == ("bo",)
    assert one.state.rooms["room-1"].floor.silver == 9
    assert one.outcome is None


@pytest.mark.rule("T22.26")
def test_a_party_that_all_lies_fallen_is_lost() -> None:
    one = below(character("Ada", vitality=1))
    with staged(one) as s:
        s.traps["room-1"] = Trap("room-1", "rolling-stone", 0, found=True)
    with fix(one, 20, 1, 1, then=6):
        one.act("spring")
    assert one.outcome is not None
    assert one.outcome.code == "lost"


@pytest.mark.rule("T7.41")
def test_goblins_that_ran_wait_at_the_door_for_who_leaves_by_it() -> None:
    one = below(character("Ada", courage=16), character("Bo", courage=15))
    with staged(one) as s:
        s.foes["goblin-5.1"] = replace(s.foes["goblin-5.1"], group="lurkers", boss=False, ml=0)
    with fix(one, then=6):
        assert one.act("leave")
    assert one.state.fight is not None
    assert one.state.place.where == "dungeon"
    assert not one.state.stances["ada"].ready


@pytest.mark.rule("T22.48")
def test_a_boss_that_came_after_the_party_and_ran_is_back_in_its_own_room() -> None:
    one = below(ADA, room="room-3")
    with staged(one) as s:
        s.groups["group-5"] = replace(s.groups["group-5"], room="room-3")
    one._ctx.emit(aftermath.BossAway("group-5", "goblin-5.1", 307))
    group = one.state.groups["group-5"]
    assert (group.room, group.away, group.mood) == ("room-5", 307, "aware")


@pytest.mark.rule("T22.48")
@pytest.mark.parametrize(("turn", "there"), [(306, False), (307, True)])
def test_a_boss_that_ran_is_back_when_its_time_is_up(turn: int, there: bool) -> None:
    one = below(ADA, room="room-5")
    one._ctx.emit(aftermath.BossAway("group-5", "goblin-5.1", 307))
    with staged(one) as s:
        s.clock = replace(s.clock, turn=turn)
    assert (exploring.met(one.state) is not None) is there


@pytest.mark.rule("T22.22", "T22.45")
@pytest.mark.parametrize(
    ("done", "facts"),
    [
        (False, {"quest": "slay-the-boss"}),
        (True, {"quest": "slay-the-boss", "fulfilled": 300}),
        (False, {"quest": "bring-back-an-heirloom", "carried": ("banner",)}),
        (True, {"quest": "bring-back-an-heirloom", "carried": ("heirloom",)}),
    ],
)
def test_it_is_told_before_the_party_leaves_that_the_quest_is_not_done(done: bool, facts: dict[str, Any]) -> None:
    assert (below(character("Ada"), **facts).costs(aftermath.Leave()) == "") == done


@pytest.mark.rule("T22.10")
@pytest.mark.parametrize("action", [quests.AcceptAs("grand", ""), quests.AcceptBoth("short", "", "gentle")])
def test_no_theme_is_named_by_an_empty_word(action: quests.AcceptBase) -> None:
    one = village(ADA)
    assert one.act("quest")
    assert [(no.code, no.rule) for no in one.act(action).refusals] == [("quests.theme", "T22.10")]
    assert one.act("accept short gentle")
