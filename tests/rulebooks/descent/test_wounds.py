"""Wounds (D3): health, ceiling, mana and attributes."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebooks.descent.moments import give, member, moment

from undercroft.engine.game import Game
from undercroft.rulebooks.descent import wounds
from undercroft.rulebooks.descent.records import Effect, Member, State, replace
from undercroft.testing import staged


def hero(game: Game[State]) -> Member:
    return game.state.members["hero"]


def at(health: int, ceiling: int = 21, **more: Any) -> Game[State]:
    """Return a game with one hero at this health and ceiling."""
    return moment(member("hero", health=health, ceiling=ceiling, **more), member("rogue"))


@pytest.mark.rule("D3.17")
@pytest.mark.parametrize(("amount", "left", "fell"), [(4, 1, False), (5, 0, True), (9, 0, True)])
def test_a_member_falls_at_0_and_wounds_beyond_are_lost(amount: int, left: int, fell: bool) -> None:
    game = at(5)
    wounds.wound(game._ctx, "hero", amount, "test")
    assert hero(game).health == left
    assert game.state.counts.deaths == int(fell)
    assert [e.tag() for e in game._ctx.events] == ["member.wounded", *(["member.fell"] if fell else [])]
    assert game._ctx.events[0].amount == min(amount, 5)


@pytest.mark.rule("D3.17")
def test_the_fallen_are_not_wounded_again() -> None:
    game = at(0)
    wounds.wound(game._ctx, "hero", 3, "test")
    assert game._ctx.events == []
    assert game.state.counts.deaths == 0


@pytest.mark.rule("D27.3")
def test_all_effects_end_with_a_fall() -> None:
    game = at(5)
    with staged(game) as s:
        for who, kind in (("hero", "poisoned"), ("hero", "giant"), ("rogue", "quick"), ("hero", "dim-veil")):
            s.effects[f"{who}:{kind}"] = Effect(who, kind, 9, "test")
    wounds.wound(game._ctx, "hero", 4, "test")
    assert len(game.state.effects) == 4
    wounds.wound(game._ctx, "hero", 1, "test")
    assert list(game.state.effects) == ["rogue:quick"]


@pytest.mark.rule("D3.8", "D3.9")
@pytest.mark.parametrize(("amount", "health"), [(10, 20), (11, 21), (12, 21)])
def test_healing_stops_at_the_ceiling(amount: int, health: int) -> None:
    game = at(10)
    wounds.heal(game._ctx, "hero", amount, "test")
    assert (hero(game).health, hero(game).ceiling) == (health, 21)


@pytest.mark.rule("D17.13", "D6.22")
def test_healing_never_reaches_the_fallen() -> None:
    game = at(0)
    wounds.heal(game._ctx, "hero", 5, "test")
    wounds.gain_mana(game._ctx, "hero", 5, "test")
    assert hero(game).health == 0
    assert game._ctx.events == []


@pytest.mark.rule("D3.10", "D3.16")
def test_health_rises_with_the_ceiling() -> None:
    game = at(10)
    wounds.raise_ceiling(game._ctx, "hero", 3, "test")
    assert (hero(game).health, hero(game).ceiling) == (13, 24)


@pytest.mark.rule("D3.16")
def test_only_a_living_member_s_health_rises_with_the_ceiling() -> None:
    game = at(0)
    wounds.raise_ceiling(game._ctx, "hero", 3, "test")
    assert (hero(game).health, hero(game).ceiling) == (0, 24)


@pytest.mark.rule("DX28", "D3.15")
def test_health_falls_to_a_lowered_ceiling() -> None:
    game = at(20, 22)
    wounds.lower_ceiling(game._ctx, "hero", 3, "bite")
    assert (hero(game).health, hero(game).ceiling) == (19, 19)


@pytest.mark.rule("D3.15")
def test_health_below_a_lowered_ceiling_stays() -> None:
    game = at(18, 22)
    wounds.lower_ceiling(game._ctx, "hero", 4, "bite")
    assert (hero(game).health, hero(game).ceiling) == (18, 18)
    wounds.lower_ceiling(game._ctx, "hero", 1, "bite")
    assert (hero(game).health, hero(game).ceiling) == (17, 17)


@pytest.mark.rule("D3.14")
@pytest.mark.parametrize(("ceiling", "amount", "left"), [(4, 2, 2), (4, 3, 1), (4, 4, 1), (1, 2, 1)])
def test_the_ceiling_never_falls_below_1(ceiling: int, amount: int, left: int) -> None:
    game = at(ceiling, ceiling)
    wounds.lower_ceiling(game._ctx, "hero", amount, "bite")
    assert (hero(game).health, hero(game).ceiling) == (left, left)
    assert len(game._ctx.events) == (ceiling != left)


@pytest.mark.rule("D3.5")
@pytest.mark.parametrize(("amount", "mana"), [(3, 5), (4, 6), (5, 6)])
def test_mana_stops_at_its_most(amount: int, mana: int) -> None:
    game = at(10, mana=2)
    wounds.gain_mana(game._ctx, "hero", amount, "test")
    assert hero(game).mana == mana


@pytest.mark.rule("D2.8")
def test_those_without_mana_gain_none() -> None:
    game = at(10)
    wounds.gain_mana(game._ctx, "rogue", 4, "test")
    assert game.state.members["rogue"].mana == 0


@pytest.mark.rule("D15.21")
@pytest.mark.parametrize(("amount", "mana"), [(4, 1), (5, 0), (6, 0)])
def test_mana_falls_to_0_at_the_least(amount: int, mana: int) -> None:
    game = at(10, mana=5)
    wounds.lose_mana(game._ctx, "hero", amount, "test")
    assert hero(game).mana == mana


@pytest.mark.rule("D3.6")
@pytest.mark.parametrize("which", ["strength", "agility", "wits"])
def test_attributes_change_for_good_and_never_below_0(which: str) -> None:
    game = at(10)
    wounds.set_attribute(game._ctx, "hero", which, 1)
    assert getattr(hero(game), which) == 3
    assert hero(game).strength + hero(game).agility + hero(game).wits == 7
    wounds.set_attribute(game._ctx, "hero", which, -4)
    assert getattr(hero(game), which) == 0
    wounds.set_attribute(game._ctx, "hero", which, -1)
    assert getattr(hero(game), which) == 0
    assert [e.delta for e in game._ctx.events] == [1, -3]


@pytest.mark.rule("D3.11", "D3.9")
def test_healing_and_mana_never_raise_the_ceiling() -> None:
    game = at(5)
    wounds.heal(game._ctx, "hero", 99, "spell")
    wounds.gain_mana(game._ctx, "hero", 99, "potion")
    assert hero(game).ceiling == 21


@pytest.mark.rule("D3.5", "D3.8", "D3.17")
def test_nothing_to_change_is_no_news() -> None:
    game = at(21)
    wounds.wound(game._ctx, "hero", 0, "test")
    wounds.heal(game._ctx, "hero", 5, "test")
    wounds.raise_ceiling(game._ctx, "hero", 0, "test")
    wounds.lower_ceiling(game._ctx, "hero", 0, "test")
    wounds.gain_mana(game._ctx, "hero", 5, "test")
    wounds.lose_mana(game._ctx, "rogue", 5, "test")
    assert game._ctx.events == []


@pytest.mark.rule("D3.17", "D29.6")
def test_the_fall_of_the_king_is_told_apart() -> None:
    game = moment(member("hero", health=1), member("king", health=1))
    for who in ("hero", "king"):
        wounds.wound(game._ctx, who, 1, "orc")
    falls = [game.say(e) for e in game._ctx.events if e.tag() == "member.fell"]
    assert ["There is no raising a king." in one for one in falls] == [False, True]


@pytest.mark.rule("D3.6")
def test_what_changes_for_good_is_told_as_good_or_bad() -> None:
    game = at(10)
    for delta in (1, -1):
        wounds.set_attribute(game._ctx, "hero", "agility", delta)
    assert ["not for the better" in game.say(e) for e in game._ctx.events] == [False, True]


@pytest.mark.rule("D6.19", "D6.21", "D25.7")
def test_what_walking_mends_and_reading_costs_is_not_told_of_itself() -> None:
    game = at(10, mana=3)
    for cause in ("walking", "reading", "test"):
        wounds.heal(game._ctx, "hero", 1, cause)
        wounds.lose_mana(game._ctx, "hero", 1, cause)
        wounds.gain_mana(game._ctx, "hero", 1, cause)
    told = [bool(game.say(e)) for e in game._ctx.events]
    assert told == [False, True, False, True, False, True, True, True, True]


def test_sentences_of_wounds() -> None:
    game = moment(member("hero"), member("king", health=1))
    give(game, "ring-mail", "body:hero")
    for who, amount, cause in (("hero", 2, "orc"), ("hero", 1, "hunger"), ("hero", 1, "poisoned"), ("king", 1, "orc")):
        wounds.wound(game._ctx, who, amount, cause)
    wounds.heal(game._ctx, "hero", 2, "spell")
    wounds.lower_ceiling(game._ctx, "hero", 2, "bite")
    wounds.raise_ceiling(game._ctx, "hero", 2, "gem")
    wounds.lose_mana(game._ctx, "hero", 2, "burn")
    wounds.gain_mana(game._ctx, "hero", 2, "potion")
    wounds.set_attribute(game._ctx, "hero", "strength", 1)
    wounds.set_attribute(game._ctx, "hero", "strength", -1)
    said = [game.say(e) for e in game._ctx.events]
    assert all(said)
    assert len(set(said)) == len(said)
    wounds.wound(game._ctx, "hero", 1, "orc")
    wounds.heal(game._ctx, "hero", 1, "walking")
    assert game.say(game._ctx.events[-1]) == ""


def test_a_fold_of_the_events_gives_the_state_again() -> None:
    game = at(10)
    twin = game.fork()
    wounds.wound(game._ctx, "hero", 12, "test")
    wounds.lower_ceiling(game._ctx, "rogue", 5, "test")
    for event in game._ctx.events:
        twin._ctx.emit(event)
    assert twin.digest() == game.digest()
    assert replace(hero(game), health=0) == hero(game)
