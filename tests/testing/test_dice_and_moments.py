"""FixedDice that must be spent, and moments set up directly."""

from __future__ import annotations

import pytest

import undercroft as uc
from undercroft.engine.errors import LawBroken
from undercroft.engine.state import replace
from undercroft.engine.streams import derive
from undercroft.testing import FixedDice, fix, staged
from undercroft.testing.bent import Bent, Run, Tape


def test_fixed_dice_give_their_values_in_order():
    dice = FixedDice(3, 1, 6)
    assert [dice.below(6) + 1 for _ in range(3)] == [3, 1, 6]
    dice.assert_spent()
    assert dice.draws == 3


def test_a_value_never_drawn_is_an_error():
    dice = FixedDice(3, 4)
    dice.below(6)
    with pytest.raises(AssertionError, match=r"never drawn: \[4\]"):
        dice.assert_spent()


def test_a_draw_not_foreseen_is_an_error():
    dice = FixedDice(3)
    dice.below(6)
    with pytest.raises(AssertionError, match="draw 2, of 1 to 20, was not foreseen"):
        dice.below(20)


@pytest.mark.parametrize(("value", "fits"), [(0, False), (1, True), (6, True), (7, False)])
def test_a_value_must_fit_its_die(value, fits):
    dice = FixedDice(value)
    if fits:
        assert dice.below(6) == value - 1
        return
    with pytest.raises(AssertionError, match="of 1 to 6"):
        dice.below(6)


def test_then_is_what_all_further_draws_show_at_most_the_highest_face():
    dice = FixedDice(2, then=50)
    assert [dice.below(6), dice.below(6), dice.below(100)] == [1, 5, 49]


def test_a_copy_of_fixed_dice_goes_on_apart():
    dice = FixedDice(2, 5)
    dice.below(6)
    twin = dice.copy()
    assert twin.below(6) == 4
    assert dice.left == [5]


def test_fix_puts_the_real_stream_back():
    game = uc.new("fivecards", seed=2)
    real = game.streams.get("play")
    with staged(game) as s:
        s.cards[1] = replace(s.cards[1], kind="coins")
    with fix(game, 6, 100) as dice:
        game.act("turn 1")
    assert dice.seen == [(6, 6), (100, 100)]
    assert game.state.hero.coins == 7
    assert game.streams.get("play") is real


def test_fix_holds_that_all_is_spent():
    game = uc.new("fivecards", seed=2)
    with pytest.raises(AssertionError, match="never drawn"), fix(game, 1, 1, 1):
        game.act("go hall")


def test_a_staged_moment_is_played_from_like_any_other():
    game = uc.new("fivecards", seed=2)
    game.act("rest")
    with staged(game) as s:
        s.hero = replace(s.hero, room="crypt", idol=True, points=1)
    assert game.undo().refusals[0].code == "game.undo_none"
    with fix(game, 100):
        game.act("go hall")
    assert (game.state.hero.room, game.state.hero.points, game.state.house.turn) == ("hall", 4, 3)
    assert game.undo().accepted
    assert game.state.hero.room == "crypt"


def test_outside_the_block_state_is_guarded_again():
    game = uc.new("fivecards", seed=2)
    with staged(game) as s:
        s.hero = replace(s.hero, coins=3)
    with pytest.raises(LawBroken):
        game.state.hero = replace(game.state.hero, coins=4)


def test_bent_dice_show_what_is_forced_and_leave_the_stream_as_it_would_be():
    plain = derive(1, "x", "y")
    bent = Bent.like(plain, Tape({1: 5}))
    assert [bent.below(6), bent.below(6), bent.below(6)][1] == 5
    for _ in range(3):
        plain.below(6)
    assert bent.state() == plain.state()


def test_a_run_on_a_fork_leaves_the_game_alone_and_marks_every_roll():
    game = uc.new("fivecards", seed=2)
    with staged(game) as s:
        s.cards[1] = replace(s.cards[1], kind="coins")
    before = game.digest(), game.streams.state()
    action = game.parse("turn 1")
    low, high = Run(game, action, {0: 0}), Run(game, action, {0: 5})
    assert [(m.at, m.roll.name, m.value) for m in low.marks][:1] == [(0, "purse", 1)]
    assert [e.amount for run in (low, high) for e in run.events if e.tag() == "coins.found"] == [2, 7]
    assert (game.digest(), game.streams.state()) == before
