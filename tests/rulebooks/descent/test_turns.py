"""A member's plain turns (D12.3): attack, change rank, guard, cover, wait; and the unseen attack (D11.17)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebooks.descent.magic import battle, bearing, edit
from tests.rulebooks.descent.moments import give, hale, member, moment

from undercroft.engine.game import Game
from undercroft.rulebooks.descent import blows, effects, fights
from undercroft.rulebooks.descent.records import State, replace
from undercroft.testing import fix, staged

MISS = 100


def meet(game: Game[State], *kinds: str, **more: Any) -> Game[State]:
    game._ctx.events = []
    fights.open_fight(game._ctx, kinds, **more)
    game._settle()
    return game


def asked(game: Game[State]) -> str:
    assert game.decision is not None
    return str(game.decision.about["member"])


def refused(game: Game[State], text: str) -> tuple[str, str]:
    before = game.digest()
    step = game.act(text)
    assert not step.accepted
    assert game.digest() == before
    assert text not in game.actions()
    return step.refusals[0].code, step.refusals[0].rule


@pytest.mark.rule("D11.17", "DX31")
def test_an_unseen_attack_never_misses_and_is_doubled() -> None:
    game = moment(member("hero"), member("rogue"))
    give(game, "short-sword", "hand:rogue")
    hale(meet(game, "orc", room="room-1.1", sneak="rogue", door="door-1.1n"), 15)
    odds = game.odds("attack orc-1")
    assert isinstance(odds, tuple)
    assert [one.name for one in odds] == ["damage"]
    with fix(game, 5, 1, MISS):  # the damage draw alone; then the room's round
        game.act("attack orc-1")
    assert game.state.monsters["orc-1"].health == 15 - 10


@pytest.mark.rule("D11.17")
def test_an_ordinary_attack_is_not_doubled() -> None:
    game = moment(member("rogue", rank="front"))
    give(game, "short-sword", "hand:rogue")
    hale(meet(game, "orc"), 15)
    with fix(game, 1, 5, 1, MISS):
        game.act("attack orc-1")
    assert game.state.monsters["orc-1"].health == 15 - 4


@pytest.mark.rule("D11.16", "D12.12")
def test_alone_inside_the_back_rank_reaches() -> None:
    game = meet(moment(), "orc", room="room-1.1", sneak="wizard", door="door-1.1n")
    assert game.state.members["wizard"].rank == "back"
    assert "attack orc-1" in game.actions()


@pytest.mark.rule("D12.3")
def test_an_attack_takes_the_turn() -> None:
    game = meet(moment(), "orc")
    with fix(game, MISS):
        game.act("attack orc-1")
    assert asked(game) == "fighter"


@pytest.mark.rule("D12.12")
def test_from_the_back_without_a_bow_nothing_is_reached() -> None:
    game = meet(moment(member("hero"), member("rogue")), "orc")
    game.act("wait")
    assert asked(game) == "rogue"
    assert refused(game, "attack orc-1") == ("fight.reach", "D12.12")


@pytest.mark.rule("D12.12", "D12.13")
def test_from_the_back_with_a_bow_it_is() -> None:
    game = moment(member("hero"), member("rogue"))
    give(game, "short-bow", "hand:rogue")
    meet(game, "orc")
    game.act("wait")
    assert "attack orc-1" in game.actions()


@pytest.mark.rule("D34.1")
@pytest.mark.parametrize(
    ("target", "code"), [("orc-9", "no_foe"), ("hero", "no_foe"), ("ogre-1", "no_foe"), ("orc-2", "foe_dead")]
)
def test_an_attack_needs_a_living_foe(target: str, code: str) -> None:
    game = meet(moment(), "orc", "orc")
    fights.call_helper(game._ctx, "ogre", "hero")
    with staged(game) as s:
        s.monsters["orc-2"] = replace(s.monsters["orc-2"], health=0)
    assert refused(game, f"attack {target}")[0] == f"fight.{code}"


@pytest.mark.rule("D12.3")
def test_a_change_of_rank_takes_the_turn() -> None:
    game = meet(moment(), "orc")
    assert refused(game, "shift front")[0] == "fight.in_rank"
    assert refused(game, "shift sideways")[0] == "fight.no_rank"
    game.act("shift back")
    assert game.state.members["hero"].rank == "back"
    assert asked(game) == "fighter"


@pytest.mark.rule("D12.15")
def test_guard_adds_three_to_defence() -> None:
    game = meet(moment(), "orc")
    assert blows.hit_chance(game.state, "orc-1", "hero").num == 65
    game.act("guard")
    assert blows.defence_of(game.state, "hero") == 2 + 3
    assert blows.hit_chance(game.state, "orc-1", "hero").num == 50
    assert asked(game) == "fighter"


@pytest.mark.rule("D12.16")
def test_cover_draws_the_blows_until_the_coverers_next_turn() -> None:
    game = meet(moment(member("hero"), member("fighter")), "orc")
    game.act("wait")
    with fix(game, 1, 1, 1):  # aimed at the hero, a hit for 3
        game.act("cover hero")
    assert [m.health for m in game.state.members.values()] == [21, 24 - 3]
    game.act("wait")
    assert asked(game) == "fighter"
    assert not effects.running(game.state, "fighter", "covering")
    with fix(game, 1, 1, 1):
        game.act("wait")
    assert [m.health for m in game.state.members.values()] == [21 - 3, 24 - 3]


@pytest.mark.rule("D12.16")
def test_only_another_standing_member_is_covered() -> None:
    game = moment(member("hero"), member("fighter"), member("rogue", health=0), member("wizard"))
    meet(game, "orc")
    effects.start(game._ctx, "wizard", "senseless", "ghoul", left=2)
    assert refused(game, "cover hero") == ("fight.cover_self", "D12.16")
    for other in ("rogue", "wizard", "nobody"):
        assert refused(game, f"cover {other}") == ("fight.no_cover", "D12.16")
    assert "cover fighter" in game.actions()


@pytest.mark.rule("D12.3")
def test_waiting_does_nothing() -> None:
    game = meet(moment(), "orc")
    with fix(game):
        step = game.act("wait")
    assert [e.tag() for e in step.all_events] == ["fight.waited", "fight.turn"]
    assert asked(game) == "fighter"


@pytest.mark.rule("D12.3")
def test_every_turn_has_a_sentence() -> None:
    game = meet(moment(), "orc")
    assert [game.say(e) for e in game.act("wait").events if game.say(e)] == ["Hero waits."]


@pytest.mark.rule("D12.4", "D12.6", "D12.7", "D12.12", "D12.13", "D11.17")
@pytest.mark.parametrize(
    ("rank", "weapon", "asleep", "rolls", "rules"),
    [
        ("front", "", 0, (1, 2), {"D12.4", "D12.7"}),
        ("front", "", 0, (100,), {"D12.4"}),
        ("front", "long-bow", 0, (100,), {"D12.4"}),
        ("back", "long-bow", 0, (100,), {"D12.4", "D12.13"}),
        ("back", "", 0, (100,), {"D12.4", "D12.12"}),
        ("front", "", 2, (100,), {"D12.4", "D12.6"}),
    ],
)
def test_why_cites_what_bears_on_an_attack_and_nothing_else(
    rank: str, weapon: str, asleep: int, rolls: tuple[int, ...], rules: set[str]
) -> None:
    game = moment()
    battle(game, "hero", "fighter", foes=(("orc", 99),))
    edit(game, "hero", rank=rank)
    edit(game, "fighter", rank=rank)
    with staged(game) as s:
        s.monsters["orc-1"] = replace(s.monsters["orc-1"], asleep=asleep)
    if weapon:
        give(game, weapon, "hand:hero")
    assert bearing(game, "attack orc-1", *rolls) == rules


@pytest.mark.rule("D11.17", "D12.7", "D12.18")
def test_why_cites_the_unseen_turn_for_an_unseen_attack_and_the_gold_of_a_kill() -> None:
    game = moment()
    battle(game, "hero", "fighter", foes=(("orc", 3), ("orc", 99)), stage="unseen", sneak="hero")
    assert bearing(game, "attack orc-1", 2, 5) >= {"D11.17", "D12.7", "D12.18"}


@pytest.mark.rule("D12.3", "D11.20")
def test_why_cites_for_who_waits_where_it_stands() -> None:
    game = moment()
    battle(game, "hero", "fighter", "rogue", outside=("fighter",))
    assert bearing(game, "wait") == {"D12.3"}
    assert bearing(game, "wait") == {"D11.20"}
