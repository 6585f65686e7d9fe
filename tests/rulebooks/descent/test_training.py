"""Practice fights at the training ground (D1.16, D1.17, D1.20): like any other, and put back as if never fought."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebooks.descent.moments import give, member, moment

import undercroft as uc
from undercroft.engine.game import Game
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import fights, training
from undercroft.rulebooks.descent.records import Effect, Lore, PartyEffect, State, Tale, replace
from undercroft.rulebooks.descent.soundness import trouble
from undercroft.testing import fix, staged, twins

KINDS = ("cellar-rat", "gremlin", "cave-bat", "goblin")
"""The kinds of peril 1 (D33)."""


def courtyard(*who: Any, gold: int = 500) -> Game[State]:
    """Return a party in the courtyard with things, effects and memories that a fight may change."""
    game = moment(*who, courtyard=True, gold=gold)
    for kind, place in (("knife", "hand:hero"), ("wooden-shield", "arm:fighter"), ("ring-mail", "body:fighter")):
        give(game, kind, place)
    with staged(game) as s:
        s.effects["hero:giant"] = Effect("hero", "giant", 40, "growth")
        s.party_effects["ward"] = PartyEffect("ward", True, 45, "aura-of-warding", (1, 2))
        s.lore = Lore(("healing-draught",))
        s.bestiary["goblin"] = Tale(met=2, killed=1)
    return game


def fighting(game: Game[State], kind: str = "goblin", size: int = 2, **more: Any) -> Game[State]:
    """Let the party begin a practice fight; return the game."""
    with fix(game, size - content.catalogue().monsters[kind].band_low + 1):
        assert game.act(f"practice-fight {kind}").accepted
    with staged(game) as s:
        for key, m in list(s.monsters.items()):
            s.monsters[key] = replace(m, **more)
    return game


def tough(game: Game[State]) -> None:
    """Let nobody fall soon."""
    with staged(game) as s:
        for m in list(s.members.values()):
            s.members[m.id] = replace(m, health=500, ceiling=500)


def refusal(game: Game[State], text: str) -> tuple[str, str]:
    before = game.digest()
    step = game.act(text)
    assert not step.accepted
    assert game.digest() == before
    return step.refusals[0].code, step.refusals[0].rule


def told(step: Any) -> list[str]:
    return [e.tag() for e in step.events]


# --- whom, where ---


@pytest.mark.rule("D1.16", "D1.13")
@pytest.mark.row("ACT04")
def test_any_kind_of_peril_1_and_no_other() -> None:
    game = courtyard()
    assert [str(one) for one in game.actions() if str(one).startswith("practice-fight")] == [
        f"practice-fight {kind}" for kind in KINDS
    ]
    for kind, entry in content.catalogue().monsters.items():
        assert (entry.peril == 1) is (kind in KINDS)
        if kind not in KINDS:
            assert refusal(game, f"practice-fight {kind}") == ("training.kind", "D1.16")
    assert refusal(game, "practice-fight teapot")[0] == "training.kind"
    assert refusal(moment(), "practice-fight goblin")[0] == "action.not_now"


@pytest.mark.rule("D1.16")
@pytest.mark.parametrize("kind", KINDS)
def test_the_band_has_the_size_of_its_kind(kind: str) -> None:
    low, high = {"cellar-rat": (2, 4), "gremlin": (2, 3), "cave-bat": (2, 4), "goblin": (2, 3)}[kind]
    for size in (low, high):
        game = courtyard()
        with fix(game, size - low + 1) as dice:
            assert game.act(f"practice-fight {kind}").accepted
        assert dice.seen == [(high - low + 1, size - low + 1)]
        assert list(game.state.monsters) == [f"{kind}-{n}" for n in range(1, size + 1)]
        fight = game.state.fight
        assert fight is not None
        assert (fight.stage, fight.round, fight.room) == (fights.PARTY, 1, "")


@pytest.mark.rule("D1.16")
def test_it_is_fought_by_the_rules_of_any_fight() -> None:
    game = fighting(courtyard(), health=1, most=9)
    assert {str(one).split()[0] for one in game.actions()} == {
        "attack", "shift", "guard", "cover", "hand", "run", "bribe", "wait", "guide",
    }  # fmt: skip
    with fix(game, 1, 1, 3):
        step = game.act("attack goblin-1")
    # A kill pays 5 experience, and 1 to 4 gold of a figure of 3.
    assert "fight.slain" in told(step)
    assert game.state.members["hero"].experience == 5
    assert game.state.purse.gold == 503
    assert game.state.bestiary["goblin"].killed == 2
    assert "bribe" not in game.actions()


# --- putting back ---


@pytest.mark.rule("D1.17")
def test_after_a_fight_won_all_is_as_it_was() -> None:
    game = courtyard()
    before = game.digest()
    fighting(game, health=1, most=9)
    with fix(game, 1, 1, 1):
        game.act("attack goblin-1")
    assert game.state.purse.gold > 500
    assert game.state.members["hero"].experience
    with fix(game, 1, 1, 1):
        step = game.act("attack goblin-2")
    assert "fight.closed" in told(step)
    assert told(step)[-1] == "training.over"
    assert game.state.fight is None
    assert game.digest() == before


@pytest.mark.rule("D1.17")
def test_members_items_gold_rations_kinds_and_bestiary_are_put_back_in_their_order() -> None:
    game = courtyard()
    ale = give(game, "medicinal-ale", "pack:hero", named=True)
    give(game, "oil-flask", "pack:rogue")
    before, rows = game.digest(), {n: list(getattr(game.state, n)) for n in ("members", "items", "effects")}
    fighting(game)
    with fix(game, 2, 3, 3):
        assert game.act(f"apply {ale}").accepted
    with staged(game) as s:
        # What no practice fight does, and some rule may do some day.
        s.purse = replace(s.purse, gold=1, rations=1)
        s.lore = Lore(("healing-draught", "venom"))
        s.bestiary["orc"] = Tale(met=1)
        s.bestiary["goblin"] = Tale(met=9, killed=9, paid=9, suffered=True)
        for key in list(s.items):
            del s.items[key]
        for m in list(s.members.values()):
            s.members[m.id] = replace(m, health=1, ceiling=2, level=9, experience=3, raises=3, rank="back", strength=0)
        s.effects["rogue:poisoned"] = Effect("rogue", "poisoned", 5, "needle")
        s.party_effects["fare"] = PartyEffect("fare", False, 9, "gluttons-cup")
        s.quest = replace(s.quest, soft_step=True)
        s.counts = replace(s.counts, fights=7, kills=7, raises=7, made=90)
        for key, foe in list(s.monsters.items()):
            s.monsters[key] = replace(foe, health=0)
    game._ctx.events = []
    game._settle()
    assert game.digest() == before
    assert {n: list(getattr(game.state, n)) for n in rows} == rows


@pytest.mark.rule("D1.17", "D1.20")
@pytest.mark.parametrize("seed", range(8))
def test_whatever_happens_in_it_nothing_is_left_but_the_draws(seed: int) -> None:
    game = uc.new("descent", seed=seed)
    game.act("begin")
    game.act("accept hero")
    before, stock = game.digest(), list(game.state.items.items())
    deeds = ("attack", "chant", "run", "bribe", "pay", "decline", "guard", "cover", "shift", "wait", "walk-in")
    for kind in KINDS:
        assert game.act(f"practice-fight {kind}").accepted
        for turn in range(400):
            if game.state.fight is None:
                break
            texts = [str(one) for one in game.actions() if not str(one).startswith(("guide", "consult"))]
            likely = [text for text in texts if text.startswith(deeds[(turn + seed) % len(deeds)])] or texts
            assert game.act(likely[turn % len(likely)]).accepted
            assert trouble(game.state) == ""
        assert game.outcome is None
        assert game.digest() == before
        assert list(game.state.items.items()) == stock


@pytest.mark.rule("D1.17")
def test_what_is_kept_is_saved_and_taken_back_in_mid_fight() -> None:
    game = courtyard()
    before = game.digest()
    fighting(game, health=1, most=9)
    with fix(game, 1, 1, 1):
        game.act("attack goblin-1")
    loaded = uc.load(game.save())
    assert loaded.digest() == game.digest()
    with fix(loaded, 1, 1, 1):
        loaded.act("attack goblin-2")
    assert loaded.digest() == before
    assert game.undo().accepted
    assert game.state.members["hero"].experience == 0


@pytest.mark.rule("D1.17", "D31.14")
def test_a_kind_met_in_practice_alone_is_in_no_bestiary() -> None:
    game = courtyard()
    fighting(game, "cave-bat")
    assert [t.kind for t in game.view().bestiary] == ["goblin", "cave-bat"]  # type: ignore[attr-defined]
    with fix(game, 1, 1, 1, 1):
        for _ in range(4):
            game.act("run gate")
    assert [t.kind for t in game.view().bestiary] == ["goblin"]  # type: ignore[attr-defined]
    assert game.state.counts.fights == 0


# --- its ends ---


@pytest.mark.rule("D1.20")
def test_the_one_way_out_is_the_gate_and_a_flight_just_ends_it() -> None:
    game = courtyard()
    before = game.digest()
    fighting(game)
    assert [str(one) for one in game.actions() if str(one).startswith("run")] == ["run gate"]
    assert refusal(game, "run north") == ("flight.exit", "D13.3")
    with fix(game, 1, 1, 1, 1):
        for _ in range(3):
            game.act("run gate")
            assert game.state.fight is not None
        step = game.act("run gate")
    assert [tag for tag in told(step) if tag in ("flight.landed", "training.over")] == ["training.over"]
    assert game.state.place.floor == 0
    assert game.state.counts.flights == 0
    assert game.digest() == before


@pytest.mark.rule("D1.20", "D13.14")
def test_a_flight_called_from_outside_just_ends_it_too() -> None:
    game = courtyard()
    before = game.digest()
    fighting(game)
    tough(game)
    with fix(game, 1):
        game.act("run gate")
    with staged(game) as s:
        for who in ("fighter", "rogue", "wizard"):
            s.effects[f"{who}:senseless"] = Effect(who, "senseless", 2, "ghoul")
        assert s.fight is not None
        s.fight = replace(s.fight, turns=("hero",), ran=())
    with fix(game):
        assert game.act("call-flight").accepted
    assert game.digest() == before


@pytest.mark.rule("D1.20", "D30.9")
def test_the_fall_of_every_member_ends_the_practice_and_not_the_run() -> None:
    game = courtyard()
    before = game.digest()
    fighting(game)
    with staged(game) as s:
        for m in list(s.members.values()):
            s.members[m.id] = replace(m, health=1)
        assert s.fight is not None
        s.fight = replace(s.fight, turns=("hero",))
    # Each goblin's blows: aim, hit, damage, until nobody is left.
    steps = []
    while game.state.fight is not None:
        with fix(game, then=1):
            steps.append(game.act("wait"))
    assert sum(told(step).count("member.fell") for step in steps) == 4
    assert game.outcome is None
    assert game.decision is not None
    assert game.decision.ask == "ask.courtyard"
    assert game.digest() == before
    assert game.state.counts.deaths == 0


@pytest.mark.rule("D1.20", "D14.12", "D14.13")
def test_a_paid_bribe_just_ends_it_without_telling_or_stone() -> None:
    game = courtyard()
    before = game.digest()
    fighting(game)
    with fix(game, 60):
        game.act("bribe")
    assert game.odds("pay") == ()
    with fix(game):
        step = game.act("pay")
    assert {"bribe.paid", "fight.closed", "training.over"} <= set(told(step))
    assert not {"floors.rooms", "bribe.stone"} & set(told(step))
    assert game.digest() == before
    assert game.state.purse.gold == 500


@pytest.mark.rule("D1.20")
@pytest.mark.parametrize(
    ("kind", "line"), [("medicinal-ale", "apply bottle-t4"), ("scroll-of-fire", "recite scroll-t4")]
)
def test_unnamed_items_cannot_be_used(kind: str, line: str) -> None:
    game = courtyard()
    give(game, kind, "pack:hero")
    fighting(game)
    assert refusal(game, line) == ("thing.practice", "D1.20")
    assert not [one for one in game.actions() if str(one).startswith(line.split(maxsplit=1)[0])]
    # Named, it may be: it is put back.
    named = courtyard()
    give(named, kind, "pack:hero", named=True)
    before = named.digest()
    fighting(named)
    tough(named)
    (text, *_) = [str(one) for one in named.actions() if str(one).startswith(line)]
    assert named.act(text).accepted
    assert line.split()[1] not in named.state.items
    with fix(named, then=1):
        while named.state.fight is not None:
            assert named.act("run gate" if "run gate" in named.actions() else "wait").accepted
    assert named.digest() == before


@pytest.mark.rule("D1.20")
def test_an_unnamed_item_is_used_again_in_a_real_fight() -> None:
    game = courtyard()
    ale = give(game, "medicinal-ale", "pack:hero")
    fighting(game)
    with fix(game, then=1):
        for _ in range(4):
            game.act("run gate")
    assert not training.practising(game.state)
    assert f"use {ale}" in game.actions()


@pytest.mark.rule("D17.2", "D17.4", "D1.17")
def test_a_light_kindled_in_practice_is_kept_and_counts_no_raise() -> None:
    game = courtyard(member("hero"), member("fighter"), member("rogue", health=0, raises=2))
    light = give(game, "light-of-life", "pack:hero")
    before = game.digest()
    fighting(game)
    assert game.act(f"kindle {light}").accepted
    assert (game.state.members["rogue"].health, game.state.members["rogue"].raises) == (1, 3)
    with fix(game, then=1):
        while game.state.fight is not None:
            assert game.act("run gate" if "run gate" in game.actions() else "wait").accepted
    assert game.digest() == before
    assert light in game.state.items


# --- what is seen ---


@pytest.mark.rule("D1.20")
def test_the_screen_says_that_it_is_practice() -> None:
    game = courtyard()
    fighting(game)
    view: Any = game.view()
    assert view.fight.practice
    assert "training ground" in "\n".join(game.scene().panels[0].lines)  # type: ignore[union-attr]
    with fix(game, then=1):
        said = [game.say(e) for _ in range(4) for e in game.act("run gate").events]
    assert any("by the gate" in line for line in said)
    assert any(line.startswith("A whistle blows.") for line in said)


def test_a_twin_in_practice_shows_and_does_the_same() -> None:
    game = courtyard()
    give(game, "medicinal-ale", "pack:hero")
    fighting(game)
    twin = twins(game, "party")
    assert twin.digest() != game.digest()
    assert twin.view() == game.view()
    assert list(twin.actions()) == list(game.actions())
    for one in (game, twin):
        with fix(one, then=1):
            for _ in range(4):
                one.act("run gate")
    assert twin.view() == game.view()
