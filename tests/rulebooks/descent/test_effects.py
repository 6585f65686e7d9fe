"""Effects on the party (D26) and on members (D27)."""

from __future__ import annotations

import pytest
from tests.rulebooks.descent.moments import give, member, moment

from undercroft.engine.game import Game
from undercroft.engine.rulebook import find
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import clock, effects
from undercroft.rulebooks.descent.records import Effect, InCourtyard, PartyEffect, Place, State, replace
from undercroft.testing import staged

KINDS = ("ward", "sight", "fare", "mending")


def steps(game: Game[State], count: int) -> None:
    for _ in range(count):
        clock.step(game._ctx, "pace")


def count(game: Game[State], kind: str) -> int:
    return game.state.party_effects[kind].left


@pytest.mark.rule("D26.1", "D26.2", "D26.4")
def test_the_four_kinds_run_down_each_by_itself() -> None:
    game = moment()
    for at, kind in enumerate(KINDS):
        effects.start_party(game._ctx, kind, True, 3 + at, "test")
    steps(game, 2)
    assert {kind: e.left for kind, e in game.state.party_effects.items()} == {
        "ward": 1, "sight": 2, "fare": 3, "mending": 4,
    }  # fmt: skip
    steps(game, 1)
    assert {kind: e.left for kind, e in game.state.party_effects.items()} == {"sight": 1, "fare": 2, "mending": 3}


@pytest.mark.rule("D26.4")
def test_a_party_effect_ends_when_its_count_is_0() -> None:
    game = moment()
    effects.start_party(game._ctx, "sight", True, 120, "esp")
    steps(game, 119)
    assert effects.sight(game.state)
    assert count(game, "sight") == 1
    steps(game, 1)
    assert not effects.sight(game.state)
    assert game.state.party_effects == {}


@pytest.mark.rule("DX32", "D26.5", "D26.6")
def test_counts_are_set_back_and_never_add_up() -> None:
    game = moment()
    effects.start_party(game._ctx, "ward", True, 120, "aura-of-warding", (1, 2))
    steps(game, 75)
    assert count(game, "ward") == 45
    effects.start_party(game._ctx, "ward", True, 120, "aura-of-warding", (1, 2))
    assert game.state.party_effects == {"ward": PartyEffect("ward", True, 120, "aura-of-warding", (1, 2))}
    effects.start_party(game._ctx, "ward", False, 240, "foul-lantern", (2, 1))
    assert game.state.party_effects == {"ward": PartyEffect("ward", False, 240, "foul-lantern", (2, 1))}


@pytest.mark.rule("D26.6")
def test_a_good_effect_replaces_a_bad_one_of_its_kind_alone() -> None:
    game = moment()
    effects.start_party(game._ctx, "mending", False, 120, "bath")
    effects.start_party(game._ctx, "fare", False, 240, "gluttons-cup")
    effects.start_party(game._ctx, "mending", True, 50, "marching-song")
    assert effects.party_effect(game.state, "mending", good=True)
    assert not effects.party_effect(game.state, "mending", good=False)
    assert count(game, "mending") == 50
    assert effects.party_effect(game.state, "fare", good=False)


@pytest.mark.rule("D26.7", "D26.8")
def test_party_effects_are_marked_good_or_bad_each_with_a_name() -> None:
    game = moment()
    effects.start_party(game._ctx, "sight", True, 5, "esp")
    assert effects.sight(game.state)
    names = {effects.party_name(kind, good) for kind, good in effects.PARTY_NAMES}
    assert len(names) == 7
    assert effects.party_name("mending", good=False) == "Dead Chill"


@pytest.mark.rule("D26.11")
def test_party_effects_go_on_across_floors_and_wait_in_the_courtyard() -> None:
    game = moment()
    effects.start_party(game._ctx, "ward", True, 9, "aura-of-warding", (1, 2))
    with staged(game) as s:
        s.place = Place(2, 0)
    steps(game, 2)
    assert count(game, "ward") == 7
    with staged(game) as s:
        s.place = Place()
        s.agenda = (InCourtyard(),)
    for text in ("rank hero back", "rank rogue front", "guide brief"):
        assert game.act(text).accepted
    assert count(game, "ward") == 7


EFFECTS = {
    "poisoned": ("E1", False, "steps", 30), "giant": ("E2", True, "steps", 120), "quick": ("E3", True, "steps", 120),
    "stupor": ("E4", False, "steps", 120), "senseless": ("E5", False, "own-turns", 1),
    "dim-veil": ("E6", True, "fight", 0), "stone-skin": ("E6", True, "fight", 0), "sure-aim": ("E6", True, "fight", 0),
    "sworn-shield": ("E6", True, "fight", 0), "seal-of-self": ("E6", True, "fight", 0),
    "quickening": ("E7", True, "rounds", 3), "guarding": ("E8", True, "next-turn", 1),
    "covering": ("E8", True, "next-turn", 1),
}  # fmt: skip
"""Row, mark, how it lasts, and the count it starts with."""


@pytest.mark.row("E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8")
@pytest.mark.parametrize("kind", EFFECTS)
def test_each_member_effect_starts_with_its_count(kind: str) -> None:
    game = moment()
    effects.start(game._ctx, "rogue", kind, "test", "hero")
    row, good, lasts, left = EFFECTS[kind]
    entry = content.catalogue().effects[kind]
    assert (entry.row, entry.good, entry.lasts) == (row, good, lasts)
    assert game.state.effects[f"rogue:{kind}"] == Effect("rogue", kind, left, "test", "hero")
    assert effects.running(game.state, "rogue", kind)
    assert not effects.running(game.state, "hero", kind)


@pytest.mark.rule("D27.1")
def test_the_same_thing_again_restarts_the_count_of_that_member_alone() -> None:
    game = moment()
    for who in ("rogue", "hero"):
        effects.start(game._ctx, who, "giant", "giants-draught")
    steps(game, 50)
    effects.start(game._ctx, "rogue", "giant", "giants-draught")
    assert {key: e.left for key, e in game.state.effects.items()} == {"rogue:giant": 120, "hero:giant": 70}


@pytest.mark.rule("D27.1")
def test_two_kinds_run_side_by_side_on_one_member() -> None:
    game = moment()
    effects.start(game._ctx, "rogue", "giant", "giants-draught")
    steps(game, 119)
    effects.start(game._ctx, "rogue", "quick", "quick-draught")
    assert game.state.effects["rogue:giant"].left == 1
    steps(game, 1)
    assert {key: e.left for key, e in game.state.effects.items()} == {"rogue:quick": 119}


@pytest.mark.rule("D27.3")
def test_nothing_starts_on_the_fallen() -> None:
    game = moment(member("hero"), member("rogue", health=0))
    effects.start(game._ctx, "rogue", "giant", "test")
    assert game.state.effects == {}


@pytest.mark.row("E1")
def test_poison_bites_six_times_in_thirty_steps_through_any_protection() -> None:
    game = moment(member("hero"), rations=0)
    give(game, "scale-mail", "body:hero")
    effects.start(game._ctx, "hero", "poisoned", "venom")
    lost = []
    before = 21
    for at in range(1, 41):
        steps(game, 1)
        now = game.state.members["hero"].health
        if now != before:
            lost.append((at, before - now))
        before = now
    assert lost == [(5, 1), (10, 1), (15, 1), (20, 1), (25, 1), (30, 1)]
    assert not effects.running(game.state, "hero", "poisoned")


@pytest.mark.rule("D27.1")
@pytest.mark.row("E1")
def test_a_second_dose_sets_poison_back() -> None:
    game = moment(member("hero"), rations=0)
    effects.start(game._ctx, "hero", "poisoned", "venom")
    steps(game, 28)
    effects.start(game._ctx, "hero", "poisoned", "venom")
    steps(game, 30)
    assert game.state.members["hero"].health == 21 - 5 - 6


@pytest.mark.rule("D27.2")
def test_effects_not_counted_in_steps_do_not_run_down_by_steps() -> None:
    game = moment()
    for kind in ("quickening", "senseless", "dim-veil", "giant"):
        effects.start(game._ctx, "hero", kind, "test")
    steps(game, 3)
    assert {e.kind: e.left for e in game.state.effects.values()} == {
        "quickening": 3, "senseless": 1, "dim-veil": 0, "giant": 117,
    }  # fmt: skip


@pytest.mark.rule("D27.2", "D12.19")
def test_what_is_marked_fight_ends_with_it_and_what_counts_steps_stays() -> None:
    game = moment()
    for kind in EFFECTS:
        effects.start(game._ctx, "hero", kind, "test")
    effects.start(game._ctx, "rogue", "senseless", "test")
    effects.fight_effects_end(game._ctx)
    assert {key: e.left for key, e in game.state.effects.items()} == {
        "hero:poisoned": 30, "hero:giant": 120, "hero:quick": 120, "hero:stupor": 120,
    }  # fmt: skip


@pytest.mark.row("E7", "E5")
def test_rounds_and_turns_are_spent_one_by_one() -> None:
    game = moment()
    effects.start(game._ctx, "hero", "quickening", "test")
    effects.spend(game._ctx, "hero", "quickening")
    effects.spend(game._ctx, "hero", "quickening")
    assert game.state.effects["hero:quickening"].left == 1
    effects.spend(game._ctx, "hero", "quickening")
    assert game.state.effects == {}
    effects.spend(game._ctx, "hero", "quickening")
    effects.start(game._ctx, "hero", "senseless", "test", left=2)
    effects.spend(game._ctx, "hero", "senseless")
    assert game.state.effects["hero:senseless"].left == 1
    effects.spend(game._ctx, "hero", "senseless")
    assert game.state.effects == {}


def test_an_effect_is_ended_once() -> None:
    game = moment()
    effects.start(game._ctx, "hero", "stupor", "test")
    effects.end(game._ctx, "hero", "stupor")
    effects.end(game._ctx, "hero", "stupor")
    assert [e.tag() for e in game._ctx.events] == ["effect.started", "effect.ended"]
    assert game.state.effects == {}


def test_every_effect_has_sentences_or_is_quiet() -> None:
    texts = find("descent").texts
    for kind, (_, _, lasts, _) in EFFECTS.items():
        assert f"event.effect.started.{kind}" in texts
        quiet = f"quiet.effect.ended.{kind}" in texts
        assert quiet or f"event.effect.ended.{kind}" in texts
        assert quiet == (lasts in ("fight", "next-turn"))
    game = moment()
    for kind, good in effects.PARTY_NAMES:
        effects.start_party(game._ctx, kind, good, 1, "test")
        steps(game, 1)
    said = [game.say(e) for e in game._ctx.events if "party_started" in e.tag() or "party_ended" in e.tag()]
    assert len(said) == 14
    assert all(said)
    assert len(set(said)) == 14


def test_an_effect_of_a_member_is_found_again_after_undo_and_copy() -> None:
    game = moment()
    effects.start(game._ctx, "hero", "giant", "test")
    twin = game.fork()
    steps(game, 1)
    assert twin.state.effects["hero:giant"] == replace(game.state.effects["hero:giant"], left=120)
