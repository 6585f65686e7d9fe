"""Experience and levels (D4), and what takes them (D15)."""

from __future__ import annotations

import pytest
from tests.rulebooks.descent.moments import member, moment

from undercroft.engine.game import Game
from undercroft.rulebooks.descent import levels, members, rulebook, wounds
from undercroft.rulebooks.descent.records import Member, State
from undercroft.testing import fix

DIFFICULTIES = ["easy", "normal", "hard"]


def hero(game: Game[State]) -> Member:
    return game.state.members["hero"]


@pytest.mark.rule("D4.4", "DX7")
@pytest.mark.row("F3")
@pytest.mark.parametrize(
    ("difficulty", "first", "third", "tenth"), [("easy", 18, 54, 180), ("normal", 20, 60, 200), ("hard", 22, 66, 220)]
)
def test_what_the_next_level_costs(difficulty: str, first: int, third: int, tenth: int) -> None:
    s = moment(difficulty=difficulty).state
    assert [levels.cost(s, level) for level in (1, 3, 10)] == [first, third, tenth]


@pytest.mark.rule("D4.5", "D5.4")
def test_levels_cost_ever_more_and_more_where_it_is_harder() -> None:
    states = [moment(difficulty=d).state for d in DIFFICULTIES]
    costs = [[levels.cost(s, level) for level in range(1, 31)] for s in states]
    for row in costs:
        assert row == sorted(set(row))
    assert all(easy < normal < hard for easy, normal, hard in zip(*costs, strict=True))


@pytest.mark.rule("D4.6", "D4.9", "D4.11")
def test_a_level_comes_as_soon_as_its_cost_is_covered() -> None:
    game = moment(member("hero"))
    with fix(game):
        levels.award(game._ctx, "hero", 19, "test")
    assert (hero(game).level, hero(game).experience) == (1, 19)
    with fix(game, 4):
        levels.award(game._ctx, "hero", 1, "mind-sharpener")
    assert (hero(game).level, hero(game).experience) == (2, 0)
    assert (hero(game).ceiling, hero(game).health, hero(game).gains) == (25, 25, (4,))


@pytest.mark.rule("D4.6")
def test_no_experience_is_no_news() -> None:
    game = moment(member("hero"))
    for experience, told in ((0, []), (1, [1])):
        game._ctx.events = []
        levels.award(game._ctx, "hero", experience, "test")
        assert [e.amount for e in game._ctx.events if isinstance(e, levels.Earned)] == told


@pytest.mark.rule("D4.7", "D4.9")
def test_what_is_left_over_counts_toward_the_next_level() -> None:
    game = moment(member("hero"))
    with fix(game, 1):
        levels.award(game._ctx, "hero", 27, "test")
    assert (hero(game).level, hero(game).experience) == (2, 7)
    assert levels.missing(game.state, "hero") == 33
    with fix(game):
        levels.award(game._ctx, "hero", 32, "test")
    assert hero(game).level == 2
    with fix(game, 1):
        levels.award(game._ctx, "hero", 1, "test")
    assert (hero(game).level, hero(game).experience) == (3, 0)


@pytest.mark.rule("DX6", "D4.8", "D4.9", "D4.12")
def test_one_award_may_raise_three_levels() -> None:
    game = moment(member("hero", health=10))
    with fix(game, 3, 5, 1) as dice:
        levels.award(game._ctx, "hero", 135, "young-dragon")
    assert dice.seen == [(6, 3), (6, 5), (6, 1)]
    assert (hero(game).level, hero(game).experience) == (4, 15)
    assert (hero(game).ceiling, hero(game).health) == (21 + 9, 10 + 9)
    assert hero(game).gains == (3, 5, 1)
    assert members.attack_bonus(hero(game).level) == 1


@pytest.mark.rule("D4.10", "D4.11")
@pytest.mark.parametrize("drawn", [1, 6])
def test_a_level_raises_the_ceiling_by_a_die_of_six(drawn: int) -> None:
    game = moment(member("hero"))
    with fix(game, drawn) as dice:
        levels.award(game._ctx, "hero", 20, "test")
    assert dice.seen == [(6, drawn)]
    assert (hero(game).ceiling, hero(game).health, hero(game).gains) == (21 + drawn, 21 + drawn, (drawn,))


@pytest.mark.rule("D4.16")
def test_the_fallen_gain_no_experience() -> None:
    game = moment(member("hero", health=0))
    levels.award(game._ctx, "hero", 50, "test")
    assert (hero(game).level, hero(game).experience) == (1, 0)


@pytest.mark.rule("D4.16")
def test_there_is_no_highest_level() -> None:
    game = moment(member("hero"))
    with fix(game, then=1):
        levels.award(game._ctx, "hero", 20 * 60 * 61 // 2, "test")
    assert (hero(game).level, hero(game).experience) == (61, 0)


@pytest.mark.rule("D4.1")
def test_only_the_named_member_is_paid() -> None:
    game = moment()
    levels.award(game._ctx, "rogue", 11, "orc")
    assert [m.experience for m in game.state.members.values()] == [0, 0, 11, 0]


@pytest.mark.rule("DX29", "D15.14", "D4.13")
def test_a_drained_level_takes_what_it_gave() -> None:
    game = moment(member("hero", level=5, gains=(4, 2, 6, 3), ceiling=36, health=36, experience=70))
    wounds.wound(game._ctx, "hero", 5, "wight")
    levels.drain_level(game._ctx, "hero", "wight")
    m = hero(game)
    assert (m.level, m.ceiling, m.health, m.experience, m.gains) == (4, 33, 31, 0, (4, 2, 6))
    assert members.attack_bonus(m.level) == 1


@pytest.mark.rule("D15.14", "D3.15")
def test_health_falls_to_the_drained_ceiling() -> None:
    game = moment(member("hero", level=2, gains=(6,), ceiling=27, health=26))
    levels.drain_level(game._ctx, "hero", "wight")
    assert (hero(game).ceiling, hero(game).health) == (21, 21)


@pytest.mark.rule("D15.14", "D3.14")
def test_a_drained_ceiling_stays_at_1() -> None:
    game = moment(member("hero", level=2, gains=(6,), ceiling=4, health=4))
    levels.drain_level(game._ctx, "hero", "wight")
    assert (hero(game).ceiling, hero(game).health, hero(game).level) == (1, 1, 1)


@pytest.mark.rule("D15.15")
def test_at_level_1_only_experience_is_lost() -> None:
    game = moment(member("hero", experience=15))
    levels.drain_level(game._ctx, "hero", "wight")
    m = hero(game)
    assert (m.level, m.experience, m.ceiling, m.health) == (1, 0, 21, 21)
    assert [e.tag() for e in game._ctx.events] == ["level.progress_lost"]


@pytest.mark.rule("D15.16")
@pytest.mark.parametrize(("mana", "left"), [(14, 14), (15, 15), (16, 15)])
def test_mana_falls_to_its_lowered_most(mana: int, left: int) -> None:
    game = moment(member("wizard", "Hero", level=4, gains=(1, 1, 1), ceiling=18, mana=mana))
    levels.drain_level(game._ctx, "hero", "wight")
    assert members.most_mana(hero(game)) == 15
    assert hero(game).mana == left


@pytest.mark.rule("D15.17")
def test_a_drained_level_is_bought_back_at_its_cost_with_a_new_die() -> None:
    game = moment(member("hero", level=5, gains=(4, 2, 6, 3), ceiling=36, health=36))
    levels.drain_level(game._ctx, "hero", "wight")
    with fix(game):
        levels.award(game._ctx, "hero", 79, "test")
    assert hero(game).level == 4
    with fix(game, 6):
        levels.award(game._ctx, "hero", 1, "test")
    assert (hero(game).level, hero(game).ceiling, hero(game).gains) == (5, 39, (4, 2, 6, 6))


@pytest.mark.rule("D15.17", "D4.12")
def test_the_attack_bonus_follows_the_present_level() -> None:
    game = moment(member("hero", level=4, gains=(1, 1, 1), ceiling=24))
    assert members.attack(game.state, hero(game)) == 3
    levels.drain_level(game._ctx, "hero", "wight")
    assert members.attack(game.state, hero(game)) == 2


@pytest.mark.rule("D4.14")
@pytest.mark.row("Q11")
def test_progress_can_be_lost() -> None:
    game = moment(member("hero", level=3, gains=(1, 1), experience=33))
    levels.lose_progress(game._ctx, "hero", "dulling-bottle")
    assert (hero(game).level, hero(game).experience) == (3, 0)
    levels.lose_progress(game._ctx, "hero", "dulling-bottle")
    assert len(game._ctx.events) == 1


@pytest.mark.rule("D17.13")
def test_the_fallen_keep_level_and_experience() -> None:
    game = moment(member("hero", level=2, gains=(3,), ceiling=24, health=0, experience=9))
    before = hero(game)
    levels.drain_level(game._ctx, "hero", "wight")
    levels.lose_progress(game._ctx, "hero", "wight")
    assert hero(game) == before


def test_sentences_of_levels() -> None:
    game = moment(member("hero"))
    with fix(game, 3):
        levels.award(game._ctx, "hero", 25, "test")
    levels.lose_progress(game._ctx, "hero", "test")
    levels.drain_level(game._ctx, "hero", "test")
    said = [game.say(e) for e in game._ctx.events]
    assert len(said) == 4
    assert all(said)


def test_the_ceiling_is_told_as_full_health() -> None:
    told = rulebook.texts.templates
    for key in ("level.gained", "level.drained", "member.ceiling_rose", "member.ceiling_fell"):
        assert "full health goes" in told[f"event.{key}"]
