"""The clock (D6): steps, meals, healing by walking."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebooks.descent.moments import give, member, moment

from undercroft.engine.game import Game
from undercroft.rulebooks.descent import clock, effects, fights
from undercroft.rulebooks.descent.records import Clock, Item, Purse, State
from undercroft.testing import fix, staged

HOW = ("pace", "search", "listen", "enter", "leave", "stair", "sneak")


def ready(*health: int, step: int = 0, hunger: int = 0, rations: int = 20, mana: int = 6) -> Game[State]:
    """Return a game with hero, fighter, rogue and wizard at these healths, at a reading of the clock."""
    classes = ("hero", "fighter", "rogue", "wizard")
    each: list[dict[str, Any]] = [{"health": h} for h in health] or [{}] * 4
    party = [member(cls, **facts) for cls, facts in zip(classes, each, strict=False)]
    game = moment(*party, rations=rations)
    with staged(game) as s:
        s.clock = Clock(step, hunger)
        for key, m in list(s.members.items()):
            if m.mana:
                s.members[key] = type(m)(**{**{f: getattr(m, f) for f in m.__struct_fields__}, "mana": mana})
    return game


def step(game: Game[State], times: int = 1, how: str = "pace") -> list[str]:
    """Let steps pass; return the tags of what happened in the last."""
    before = 0
    for _ in range(times):
        before = len(game._ctx.events)
        clock.step(game._ctx, how)
    return [e.tag() for e in game._ctx.events[before:]]


def healths(game: Game[State]) -> list[int]:
    return [m.health for m in game.state.members.values()]


@pytest.mark.rule("D6.1", "D6.2", "D6.8", "D6.23")
@pytest.mark.parametrize("how", HOW)
def test_every_kind_of_step_is_one_minute_hungers_and_heals(how: str) -> None:
    game = ready(5, 5, 5, 5, step=23, hunger=10, mana=2)
    step(game, how=how)
    assert game.state.clock == Clock(24, 12)
    assert healths(game) == [6, 6, 6, 6]
    assert [m.mana for m in game.state.members.values()] == [3, 0, 0, 3]
    assert game._ctx.events[0].how == how


@pytest.mark.rule("D6.1", "D6.7", "D6.8")
def test_a_meal_is_due_every_120_steps() -> None:
    game = ready()
    step(game, 119)
    assert (game.state.purse.rations, game.state.clock.hunger) == (20, 238)
    assert "clock.meal" in step(game)
    assert (game.state.purse.rations, game.state.clock.hunger) == (16, 0)
    assert "clock.meal" in step(game, 120)
    assert game.state.purse.rations == 12


@pytest.mark.rule("DX9", "D6.7", "D6.8", "D17.13")
def test_the_fallen_eat_nothing() -> None:
    game = moment(member("hero"), member("fighter"), member("rogue"), member("wizard"), member("king", health=0))
    with staged(game) as s:
        s.clock = Clock(118, 238)
    step(game)
    assert game.state.purse.rations == 16
    assert game.state.clock.hunger == 0


@pytest.mark.rule("DX10", "D6.11", "D6.12")
def test_the_weakest_are_fed_first() -> None:
    game = ready(10, 3, 8, 5, hunger=238, rations=2)
    step(game)
    assert healths(game) == [9, 3, 7, 5]
    assert game.state.purse.rations == 0


@pytest.mark.rule("D6.12")
@pytest.mark.parametrize(("rations", "left"), [(1, [5, 4, 4]), (2, [5, 5, 4]), (3, [5, 5, 5])])
def test_ties_are_fed_in_party_order(rations: int, left: list[int]) -> None:
    game = ready(5, 5, 5, hunger=238, rations=rations)
    step(game)
    assert healths(game) == left


@pytest.mark.rule("D6.11", "D6.14")
def test_the_unfed_lose_1_health_whatever_they_wear() -> None:
    game = ready(hunger=238, rations=0)
    give(game, "scale-mail", "body:fighter")
    give(game, "wooden-shield", "arm:fighter")
    step(game)
    assert healths(game) == [20, 23, 17, 14]


@pytest.mark.rule("D6.13")
def test_hunger_kills() -> None:
    game = ready(2, 1, 2, 2, hunger=238, rations=0)
    tags = step(game)
    assert healths(game) == [1, 0, 1, 1]
    assert tags.count("member.fell") == 1
    assert game.state.counts.deaths == 1


@pytest.mark.rule("D6.8", "D6.10")
@pytest.mark.parametrize(("good", "points"), [(True, 1), (None, 2), (False, 4)])
def test_fare_changes_the_pace_of_hunger(good: bool | None, points: int) -> None:
    game = ready()
    if good is not None:
        effects.start_party(game._ctx, "fare", good, 240, "test")
    step(game)
    assert game.state.clock.hunger == points


@pytest.mark.rule("D6.8", "D6.9", "D6.10")
def test_what_goes_over_a_meal_is_kept_on_the_meter() -> None:
    game = ready(hunger=238)
    effects.start_party(game._ctx, "fare", False, 240, "gluttons-cup")
    assert "clock.meal" in step(game)
    assert game.state.clock.hunger == 2


@pytest.mark.rule("D6.8", "D6.10")
def test_a_meal_is_due_at_240_points_and_not_at_239() -> None:
    game = ready(hunger=238)
    effects.start_party(game._ctx, "fare", True, 240, "scroll-of-fasting")
    assert "clock.meal" not in step(game)
    assert game.state.clock.hunger == 239
    assert "clock.meal" in step(game)
    assert game.state.clock.hunger == 0


@pytest.mark.rule("D31.13", "D6.8")
@pytest.mark.parametrize(
    ("hunger", "fare", "expected"),
    [
        (0, None, 120),
        (238, None, 1),
        (237, None, 2),
        (0, (True, 240), 240),
        (0, (True, 241), 240),
        (0, (True, 1), 120),
        (0, (True, 101), 170),
        (0, (False, 240), 60),
        (238, (False, 240), 1),
        (0, (False, 31), 90),
    ],
)
def test_steps_to_the_next_meal(hunger: int, fare: tuple[bool, int] | None, expected: int) -> None:
    game = ready(hunger=hunger)
    if fare is not None:
        effects.start_party(game._ctx, "fare", fare[0], fare[1], "test")
    assert clock.to_next_meal(game.state) == expected
    for _ in range(expected - 1):
        assert "clock.meal" not in step(game)
    assert "clock.meal" in step(game)


@pytest.mark.rule("D6.18", "D6.19")
def test_walking_heals_1_on_steps_that_8_divides() -> None:
    game = ready(1, 1, 1, 1)
    seen = []
    for at in range(1, 33):
        before = healths(game)
        step(game)
        if healths(game) != before:
            assert healths(game) == [h + 1 for h in before]
            seen.append(at)
    assert seen == [8, 16, 24, 32]


@pytest.mark.rule("D6.20", "D6.21")
def test_walking_gives_casters_1_mana_on_steps_that_6_divides() -> None:
    game = ready(mana=0)
    seen = []
    for at in range(1, 25):
        before = [m.mana for m in game.state.members.values()]
        step(game)
        after = [m.mana for m in game.state.members.values()]
        if after != before:
            assert after == [before[0] + 1, 0, 0, before[3] + 1]
            seen.append(at)
    assert seen == [6, 12, 18, 24]


@pytest.mark.rule("D3.8", "D3.5")
def test_walking_stops_at_the_ceiling_and_at_most_mana() -> None:
    game = ready(step=23, mana=6)
    step(game)
    assert healths(game) == [21, 24, 18, 15]
    assert [m.mana for m in game.state.members.values()] == [6, 0, 0, 7]


@pytest.mark.rule("D6.15")
@pytest.mark.parametrize(("rations", "health", "mana"), [(0, 5, 2), (1, 6, 3)])
def test_without_rations_walking_gives_nothing(rations: int, health: int, mana: int) -> None:
    game = ready(5, 5, 5, 5, step=23, rations=rations, mana=2)
    step(game)
    assert healths(game) == [health] * 4
    assert game.state.members["wizard"].mana == mana


@pytest.mark.rule("DX11", "D6.24", "D6.25", "D6.15")
@pytest.mark.parametrize(("rations", "health", "mana"), [(4, 5, 2), (5, 6, 3)])
def test_healing_looks_at_what_the_meal_left(rations: int, health: int, mana: int) -> None:
    game = ready(5, 5, 5, 5, step=239, hunger=238, rations=rations, mana=2)
    step(game)
    assert game.state.clock == Clock(240, 0)
    assert game.state.purse.rations == rations - 4
    assert healths(game) == [health] * 4
    assert game.state.members["wizard"].mana == mana


@pytest.mark.rule("D6.22", "D17.13")
def test_walking_never_brings_back_the_fallen() -> None:
    game = ready(5, 0, 5, 5, step=7)
    step(game, 50)
    assert healths(game)[1] == 0
    assert healths(game)[0] == 12


@pytest.mark.rule("D26.10")
@pytest.mark.parametrize(("good", "healing"), [(True, [4, 8, 12, 16]), (None, [8, 16]), (False, [])])
def test_mending_changes_healing_by_walking_and_not_mana(good: bool | None, healing: list[int]) -> None:
    game = ready(1, 1, 1, 1, mana=0)
    if good is not None:
        effects.start_party(game._ctx, "mending", good, 120, "test")
    seen, mana = [], []
    for at in range(1, 17):
        before = game.state.members["wizard"]
        step(game)
        now = game.state.members["wizard"]
        if now.health != before.health:
            seen.append(at)
        if now.mana != before.mana:
            mana.append(at)
    assert seen == healing
    assert mana == [6, 12]


@pytest.mark.rule("D6.24")
def test_the_order_of_a_step() -> None:
    game = ready(9, 9, 9, 9, step=239, hunger=236, rations=3, mana=0)
    effects.start_party(game._ctx, "fare", False, 2, "gluttons-cup")
    effects.start_party(game._ctx, "sight", True, 1, "esp")
    effects.start(game._ctx, "rogue", "poisoned", "venom", left=6)
    tags = step(game)
    assert tags == [
        "clock.stepped", "effect.party_counted", "effect.party_ended", "effect.counted", "member.wounded",
        "clock.meal", "member.wounded",
    ]  # fmt: skip
    game = ready(9, 9, step=239, hunger=238, mana=0)
    assert step(game) == [
        "clock.stepped", "clock.meal", "member.healed", "member.healed", "member.mana_rose",
    ]  # fmt: skip


@pytest.mark.rule("D6.24", "D6.10")
def test_a_fare_effect_is_counted_down_before_hunger_rises() -> None:
    game = ready()
    effects.start_party(game._ctx, "fare", False, 2, "gluttons-cup")
    step(game)
    assert game.state.clock.hunger == 4
    step(game)
    assert game.state.clock.hunger == 6


@pytest.mark.rule("D6.24")
def test_poison_bites_before_a_meal_asks_who_is_weakest() -> None:
    game = ready(6, 6, hunger=238, rations=1)
    effects.start(game._ctx, "fighter", "poisoned", "venom", left=6)
    step(game)
    assert healths(game) == [5, 5]


@pytest.mark.rule("D6.24", "D30.9")
def test_a_step_stops_at_once_when_nobody_is_left() -> None:
    game = ready(1, step=23, hunger=238)
    effects.start(game._ctx, "hero", "poisoned", "venom", left=6)
    assert step(game)[-1] == "member.fell"
    assert game.state.clock == Clock(24, 240)
    assert game.state.purse.rations == 20


@pytest.mark.rule("D6.24", "D6.13")
def test_a_step_in_which_all_starve_ends_there() -> None:
    game = ready(1, 1, step=23, hunger=238, rations=0)
    tags = step(game)
    assert tags[-2:] == ["member.wounded", "member.fell"]
    assert healths(game) == [0, 0]


@pytest.mark.rule("D6.16", "D6.17")
def test_rations_are_the_party_s_and_have_no_limit() -> None:
    game = ready(hunger=238, rations=100_000)
    step(game)
    assert game.state.purse == Purse(0, 99_996)
    assert not game.state.items


@pytest.mark.rule("D3.12")
def test_a_lowered_ceiling_does_not_come_back_by_walking() -> None:
    game = moment(member("hero", ceiling=15, health=9), rations=99)
    step(game, 400)
    assert (game.state.members["hero"].health, game.state.members["hero"].ceiling) == (15, 15)


@pytest.mark.rule("D1.14")
def test_waiting_loses_nothing_below() -> None:
    game = ready(rations=10_000)
    with staged(game) as s:
        s.rooms["room-1.1"] = type(s.rooms["room-1.1"])("room-1.1", 1, 1, ("orc",), 30, "open", ("firebolt",), "book")
        s.items["bottle-1"] = Item("venom", "room:room-1.1")
    rooms, items = dict(game.state.rooms), dict(game.state.items)
    step(game, 3000)
    assert (dict(game.state.rooms), dict(game.state.items)) == (rooms, items)
    assert game.outcome is None
    assert all(m.health == m.ceiling for m in game.state.members.values())


@pytest.mark.rule("D6.7")
def test_sentences_of_meals() -> None:
    said = []
    for rations in (4, 2, 1, 0):
        game = ready(hunger=238, rations=rations)
        step(game)
        said += [game.say(e) for e in game._ctx.events if e.tag() == "clock.meal"]
    assert "4 rations" in said[0]
    assert "eat," in said[1]
    assert "eats," in said[2]
    assert said[3] == "It is time for a meal, and there is none."


@pytest.mark.rule("D6.4", "D26.3", "D27.2")
def test_the_clock_and_all_that_counts_steps_stand_still_in_a_fight() -> None:
    game = ready(step=7, hunger=50)
    effects.start_party(game._ctx, "ward", True, 120, "aura-of-warding", (1, 2))
    effects.start(game._ctx, "hero", "giant", "giants-draught")
    fights.open_fight(game._ctx, ("orc",))
    game._settle()
    with fix(game, then=100):
        for _ in range(12):
            assert game.act("guard").accepted
    s = game.state
    assert s.fight is not None
    assert s.fight.round >= 3
    assert (s.clock, s.party_effects["ward"].left, s.effects["hero:giant"].left) == (Clock(7, 50), 120, 120)


@pytest.mark.rule("D6.5", "D31.2")
def test_the_clock_stops_while_a_report_is_open() -> None:
    game = ready(step=7, hunger=50)
    before = game.digest()
    assert game.look("quest") is not None
    assert game.look("status hero") is not None
    assert game.digest() == before
    assert game.state.clock == Clock(7, 50)
