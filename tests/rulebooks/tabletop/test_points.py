"""Adventure Points (T16)."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.rules_bench import character, game, of

from undercroft.rulebooks.tabletop import points
from undercroft.rulebooks.tabletop.records import Character

CHAPTERS = (points,)


def five() -> tuple[Character, ...]:
    return tuple(character(name) for name in ("Ada", "Bo", "Cid", "Dee", "Eve"))


def each(*ml: int, heads: int = 5) -> tuple[int, int]:
    """Let so many characters defeat these enemies; return what each has, and the pool."""
    party = five()[:heads]
    g = game(*party, chapters=CHAPTERS)
    points.award_enemies(g._ctx, ml, [c.id for c in party])
    got = {c.ap for c in g.state.characters.values()}
    assert len(got) == 1
    return got.pop(), g.state.party.pool


@pytest.mark.rule("T16.1")
def test_points_start_at_nothing() -> None:
    assert character().ap == 0
    assert points.level_of(0) == 1


@pytest.mark.rule("TX1", "T16.2", "T16.3")
def test_an_enemy_is_shared() -> None:
    assert each(100) == (20, 0)


@pytest.mark.rule("TX2", "T16.4")
def test_every_enemy_counts() -> None:
    assert each(*[20] * 8) == (32, 0)


@pytest.mark.rule("TX3", "T16.5", "T16.6")
def test_what_is_left_over_waits_in_the_pool() -> None:
    g = game(*five()[:3], chapters=CHAPTERS)
    points.award_enemies(g._ctx, [10], ["ada", "bo", "cid"])
    assert ([c.ap for c in g.state.characters.values()], g.state.party.pool) == ([3, 3, 3], 1)
    points.award_enemies(g._ctx, [5], ["ada", "bo", "cid"])
    assert ([c.ap for c in g.state.characters.values()], g.state.party.pool) == ([5, 5, 5], 0)


@pytest.mark.rule("T16.6", "T16.14")
def test_the_end_of_an_adventure_empties_the_pool_and_opens_the_deeds_anew() -> None:
    g = game(character(deeds=30), chapters=CHAPTERS)
    g._ctx.emit(points.PointsShared((), 0, 0, 4))
    g._ctx.emit(points.PointsClosed())
    assert (g.state.party.pool, of(g).deeds) == (0, 0)


def test_one_alone_takes_all_and_nothing_is_no_news() -> None:
    assert points.shared(10, 3, 1) == (13, 0)
    assert points.shared(10, 3, 0) == (0, 13)
    g = game(character(), character("Bo", dead=True), chapters=CHAPTERS)
    points.award_enemies(g._ctx, [], ["ada"])
    points.award_enemies(g._ctx, [5], ["bo"])
    assert g._ctx.events == []


@pytest.mark.rule("T16.7")
def test_the_living_who_took_part_share_and_the_dead_do_not() -> None:
    party = (
        character("Ada", vitality=-3), character("Bo", dead=True, vitality=-10), character("Cid"), character("Dee"),
    )  # fmt: skip
    g = game(*party, chapters=CHAPTERS)
    points.award_enemies(g._ctx, [10], ["ada", "bo", "cid"])
    assert [c.ap for c in g.state.characters.values()] == [5, 0, 5, 0]


@pytest.mark.rule("T16.12", "T22.24")
def test_a_completed_adventure() -> None:
    assert [points.completion(level) for level in (1, 2, 10)] == [50, 70, 230]
    assert [points.completion(level, late=True) for level in (1, 2)] == [25, 35]
    g = game(character("Ada"), character("Bo", dead=True), chapters=CHAPTERS)
    points.award_completion(g._ctx, 2)
    assert [c.ap for c in g.state.characters.values()] == [70, 0]
    assert g._ctx.events[-1].rules() == ("T16.12",)


@pytest.mark.rule("T16.13")
@pytest.mark.parametrize(
    ("deed", "ap"),
    [("trap-disarmed", 5), ("hidden-found", 5), ("obstacle-mastered", 5), ("talked-round", 10), ("intimidated", 5)],
)
def test_a_deed_pays_its_doer_alone(deed: str, ap: int) -> None:
    g = game(*five(), chapters=CHAPTERS)
    points.award_deed(g._ctx, "bo", deed)
    assert [c.ap for c in g.state.characters.values()] == [0, ap, 0, 0, 0]


@pytest.mark.rule("T16.14")
def test_deeds_give_thirty_at_most_in_one_adventure() -> None:
    g = game(character(), chapters=CHAPTERS)
    for _ in range(2):
        points.award_deed(g._ctx, "ada", "talked-round")
    points.award_deed(g._ctx, "ada", "trap-disarmed")
    assert of(g).ap == 25
    points.award_deed(g._ctx, "ada", "talked-round")
    assert of(g).ap == 30
    points.award_deed(g._ctx, "ada", "talked-round")
    assert of(g).ap == 30


@pytest.mark.rule("T16.15", "T16.11")
def test_more_than_a_hundred_for_anything_but_enemies_is_much() -> None:
    assert not points.generous(100)
    assert points.generous(101)
    assert points.ADVICE == {"idea": (5, 20), "play": (5, 20), "adventure": (50, 100)}


@pytest.mark.rule("T16.10")
def test_a_game_master_gives_points_for_other_things_too() -> None:
    g = game(*five()[:2], chapters=CHAPTERS)
    g._ctx.emit(points.PointsGiven(("ada", "bo"), 20, "master"))
    assert [c.ap for c in g.state.characters.values()] == [20, 20]
    assert g._ctx.events[-1].rules() == ("T16.10",)


@pytest.mark.rule("T16.17")
def test_points_are_never_lost() -> None:
    with pytest.raises(ValueError, match="never lost"):
        points.add(character(ap=50), -1)
    assert points.add(character(ap=50), 0).ap == 50


@pytest.mark.rule("TX28", "T16.16", "T16.18", "T16.20", "T16.21")
@pytest.mark.parametrize(
    ("ap", "level"),
    [(0, 1), (99, 1), (100, 2), (299, 2), (300, 3), (20999, 20), (21000, 21), (30000, 21)],
)
def test_levels_by_points(ap: int, level: int) -> None:
    assert points.level_of(ap) == level


@pytest.mark.rule("T16.19")
def test_the_table_of_levels() -> None:
    assert [points.needed(level) for level in range(1, 22)] == [
        0, 100, 300, 600, 1000, 1500, 2100, 2800, 3600, 4500, 5500, 6600, 7800, 9100, 10500, 12000, 13600, 15300, 17100,
        19000, 21000,
    ]  # fmt: skip
    for level in (0, 22):
        with pytest.raises(ValueError, match="1 to 21"):
            points.needed(level)
