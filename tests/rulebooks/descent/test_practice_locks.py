"""The practice locks of the training ground (D1.18)."""

from __future__ import annotations

import pytest
from tests.rulebooks.descent.locks import refusal
from tests.rulebooks.descent.moments import moment

import undercroft as uc
from undercroft.engine.game import Game
from undercroft.engine.view import Text
from undercroft.rulebooks.descent.records import State, replace
from undercroft.testing import fix, knowledge, staged, twins


def kept(game: Game[State]) -> tuple[object, ...]:
    """Return all of a state that practice must leave alone."""
    s = game.state
    return dict(s.members), dict(s.items), s.purse, s.clock, s.lore, s.counts, s.quest, dict(s.rooms)


def courtyard() -> Game[State]:
    return moment(courtyard=True, gold=100)


@pytest.mark.rule("D1.18", "D2.10")
@pytest.mark.row("ACT04")
@pytest.mark.parametrize(("who", "first"), [("hero", ""), ("rogue", "3")])
def test_a_practice_wall_has_floor_1_figures_and_does_nothing(who: str, first: str) -> None:
    game = courtyard()
    before = kept(game)
    with fix(game, 4, 1, 2) as dice:
        assert game.act(f"practice-wall {who}").accepted
    assert dice.seen == [(4, 4), (4, 1), (4, 2)]
    wall = game.view().lock  # type: ignore[attr-defined]
    assert (wall.vault, wall.rings, wall.values, wall.first, wall.chance, wall.more, wall.practice) == (
        "practice", 3, 4, first, 0, 0, True,
    )  # fmt: skip
    assert game.odds("guess 000") == ()
    with fix(game):
        assert game.act("guess 000").accepted
    panel = game.scene().panel("lock")
    assert isinstance(panel, Text)
    assert panel.lines[-1] == "This one is for practice: a wrong guess does nothing."
    with fix(game):
        step = game.act("guess 301")
    assert [event.tag() for event in step.events] == ["vault.guessed", "vault.opened"]
    assert step.events[-1].variant() == "practice"
    assert kept(game) == before
    assert game.decision is not None
    assert game.decision.ask == "ask.courtyard"
    assert dict(game.state.walls) == {}


@pytest.mark.rule("D1.18")
@pytest.mark.row("ACT04")
def test_a_practice_plate_has_floor_1_figures_costs_nothing_and_does_nothing() -> None:
    game = courtyard()
    with staged(game) as s:
        s.purse = replace(s.purse, gold=0)
    before = kept(game)
    with fix(game, 1, 1, 1) as dice:
        assert game.act("practice-plate hero").accepted
    assert [sides for sides, _ in dice.seen] == [9, 8, 7]
    for text in ("hint", "hint", "push 9", "hint"):
        with fix(game):
            assert game.act(text).accepted, text
    plate = game.view().lock  # type: ignore[attr-defined]
    assert (plate.rows, plate.columns, plate.price, plate.low, plate.high, plate.hints) == (3, 3, 0, 0, 0, (1, 1, 9))
    assert game.odds("take-back 9") == ()
    for text in ("take-back 9", "push 1", "push 2", "push 3"):
        with fix(game):
            assert (step := game.act(text)).accepted, text
        if text == "take-back 9":
            assert game.say(step.events[0]).endswith("A practice plate does not bite.")
    assert kept(game) == before
    assert dict(game.state.plates) == {}


@pytest.mark.rule("D1.18", "D20.11")
def test_practice_locks_stay_as_they_were_left_and_the_next_is_another() -> None:
    game = courtyard()
    with fix(game, 1, 1, 1, 1, 2, 2):
        for text in ("practice-wall hero", "guess 333", "worker rogue", "leave-lock", "practice-plate rogue",
                     "push 5", "leave-lock"):  # fmt: skip
            assert game.act(text).accepted, text
    with fix(game):
        assert game.act("practice-wall wizard").accepted
    assert len(game.state.walls["practice"].guesses) == 1
    with fix(game):
        for text in ("guess 000", "practice-plate hero"):
            assert game.act(text).accepted, text
    assert game.state.plates["practice"].pushed == (5,)
    assert game.act("leave-lock").accepted
    with fix(game, 2, 2, 2):
        assert game.act("practice-wall hero").accepted
    assert game.state.walls["practice"].guesses == ()
    assert game.state.walls["practice"].combination == "111"


@pytest.mark.rule("D1.18")
@pytest.mark.row("ACT04")
def test_practice_is_offered_in_the_courtyard_to_the_standing() -> None:
    game = courtyard()
    with staged(game) as s:
        s.members["hero"] = replace(s.members["hero"], health=0)
    for head in ("practice-wall", "practice-plate"):
        found = [str(one) for one in game.actions() if str(one).startswith(head)]
        assert found == [f"{head} {who}" for who in ("fighter", "rogue", "wizard")]
        assert refusal(game, f"{head} hero")[0] == "member.fallen"
        assert refusal(game, f"{head} nobody")[0] == "member.none"
        assert refusal(moment(), f"{head} hero")[0] == "action.not_now"


@pytest.mark.rule("D1.18", "D20.10")
@pytest.mark.parametrize("who", ["hero", "rogue"])
def test_a_practice_wall_keeps_its_secret_and_a_save(who: str) -> None:
    game = courtyard()
    assert game.act(f"practice-wall {who}").accepted
    other = twins(game, "party")
    assert other.state.walls["practice"].combination != game.state.walls["practice"].combination
    assert knowledge(other, "party") == knowledge(game, "party")
    assert uc.load(game.save()).digest() == game.digest()
