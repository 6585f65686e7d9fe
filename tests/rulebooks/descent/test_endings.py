"""Endings (D30)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebooks.descent.moments import cell, member, moment

from undercroft.engine.event import Ended
from undercroft.engine.game import Game
from undercroft.engine.view import Sheet
from undercroft.rulebooks.descent import endings, wounds
from undercroft.rulebooks.descent.records import Clock, Counts, Purse, Quest, Setup, State, replace
from undercroft.testing import fix, staged


def last_stair(*extra: Any, book: bool = False) -> Game[State]:
    """Return a game on the stair up of floor 1."""
    game = moment(member("hero"), member("rogue"), *extra, at=cell(0, 0))
    with staged(game) as s:
        s.quest = Quest(book=book, king=any(m.cls == "king" for m in extra), pages=("firebolt",))
    return game


def texts(game: Game[State]) -> set[str]:
    return {str(a) for a in game.actions() if not str(a).startswith("guide")}


@pytest.mark.rule("D30.1", "D30.2", "D30.3", "D30.11")
def test_king_alive_and_book_in_hand_is_the_best_ending() -> None:
    game = last_stair(member("king"), book=True)
    with fix(game):
        game.act("up")  # at once: nothing is asked
    assert game.outcome is not None
    assert (game.outcome.code, game.outcome.winners) == ("won-with-book", ("party",))
    assert not game.actions()


@pytest.mark.rule("DX35", "D30.4", "D30.5", "D34.5")
def test_king_alive_without_the_book_asks_first_and_is_a_win() -> None:
    game = last_stair(member("king"))
    game.act("up")
    assert (game.outcome, game.state.place.floor) == (None, 1)
    assert texts(game) == {"yes", "no"}
    twin = game.fork()
    step = game.act("yes")
    assert game.outcome is not None
    assert (game.outcome.code, game.outcome.winners) == ("won-without-book", ("party",))
    assert [e.code for e in step.all_events if isinstance(e, Ended)] == ["won-without-book"]
    twin.act("no")
    assert (twin.outcome, twin.state.place.floor, twin.state.clock.step) == (None, 1, 0)


@pytest.mark.rule("D30.6", "D30.7", "D29.8", "D30.11")
def test_king_fallen_with_the_book_saves_the_book_and_loses() -> None:
    game = last_stair(member("king", health=0), book=True)
    game.act("up")
    assert game.outcome is not None
    assert (game.outcome.code, game.outcome.winners) == ("lost-book-saved", ())


@pytest.mark.rule("D30.8", "D1.19", "D30.6")
@pytest.mark.parametrize(
    ("extra", "book"), [((), False), ((), True), ((member("king", health=0),), False)], ids=["none", "book", "fallen"]
)
def test_otherwise_reaching_the_courtyard_ends_nothing(extra: tuple[Any, ...], book: bool) -> None:
    game = last_stair(*extra, book=book)
    game.act("up")
    assert (game.outcome, game.state.place.floor) == (None, 0)
    assert game.act("down")
    assert game.state.place.floor == 1


@pytest.mark.rule("D30.9", "D17.1")
def test_the_run_ends_in_defeat_when_all_are_dead_and_only_then() -> None:
    game = moment(member("hero"), member("rogue"))
    game._ctx.events = []
    wounds.wound(game._ctx, "hero", 99, "test")
    game._settle()
    assert game.outcome is None
    game._ctx.events = []
    wounds.wound(game._ctx, "rogue", 99, "test")
    game._settle()
    assert game.outcome is not None
    assert (game.outcome.code, game.outcome.winners) == ("all-dead", ())


@pytest.mark.rule("D30.9", "D6.13")
def test_the_last_ones_can_starve() -> None:
    game = moment(member("hero", health=1), rations=0, at=cell(3, 0))
    with staged(game) as s:
        s.clock = Clock(5, 238)
    with fix(game):
        game.act("search")
    assert game.outcome is not None
    assert game.outcome.code == "all-dead"


@pytest.mark.rule("D30.9", "D29.8")
def test_a_party_that_dies_on_the_last_stair_has_not_won() -> None:
    game = moment(member("hero", health=0), member("king", health=1), rations=0, at=cell(0, 0))
    with staged(game) as s:
        s.clock = Clock(5, 238)
        s.quest = Quest(book=True, king=True)
    game.act("up")
    assert game.outcome is not None
    assert game.outcome.code == "all-dead"


@pytest.mark.rule("D29.8", "D30.7")
def test_a_king_who_starves_on_the_last_stair_is_lost() -> None:
    game = moment(member("hero", health=9), member("king", health=1), rations=0, at=cell(0, 0))
    with staged(game) as s:
        s.clock = Clock(5, 238)
        s.quest = Quest(book=True, king=True)
    game.act("up")
    assert game.outcome is not None
    assert game.outcome.code == "lost-book-saved"


@pytest.mark.rule("D30.10", "D34.5", "D30.11")
@pytest.mark.row("ACT35")
def test_the_run_can_be_given_up_in_the_courtyard_once_confirmed() -> None:
    game = moment(courtyard=True)
    assert "give-up" in game.actions()
    game.act("give-up")
    assert game.outcome is None
    assert texts(game) == {"yes", "no"}
    twin = game.fork()
    game.act("yes")
    assert game.outcome is not None
    assert (game.outcome.code, game.outcome.winners) == ("given-up", ())
    twin.act("no")
    assert twin.outcome is None
    assert "give-up" in twin.actions()


@pytest.mark.row("ACT35")
def test_it_cannot_be_given_up_below() -> None:
    assert not moment().act("give-up")


@pytest.mark.rule("D30.12")
def test_the_end_screen_tells_the_figures_of_the_run() -> None:
    game = moment(member("hero", name="Ansel", level=3), member("rogue", level=5), courtyard=True)
    with staged(game) as s:
        s.seed = 77
        s.setup = Setup("hard", "short", "Ansel", ("rogue", "wizard", "ranger"))
        s.clock = Clock(812, 4)
        s.counts = Counts(fights=9, kills=21, bribes=2, flights=3, deaths=4, raises=1)
        s.purse = Purse(456, 7)
        s.quest = Quest(book=True, pages=("firebolt", "storm", "firebolt"))
    game.act("give-up")
    game.act("yes")
    assert endings.figures(game.state) == (
        ("ending", "given-up"), ("clock", "812"), ("fights", "9"), ("kills", "21"), ("bribes", "2"), ("flights", "3"),
        ("deaths", "4"), ("raises", "1"), ("gold", "456"), ("pages", "3"), ("levels", "Ansel 3, Rogue 5"),
        ("setup", "77, hard, short, Ansel, rogue, wizard, ranger"),
    )  # fmt: skip
    with staged(game) as s:
        s.quest = replace(s.quest, book=False)
    assert dict(endings.figures(game.state))["pages"] == "3"


@pytest.mark.rule("D30.12")
@pytest.mark.parametrize(("book", "held"), [(True, "11, bound in the book"), (False, "11, loose")])
def test_the_end_screen_tells_the_pages_held_and_whether_they_are_bound(book: bool, held: str) -> None:
    game = moment(courtyard=True)
    with staged(game) as s:
        s.quest = Quest(book=book, pages=("firebolt",) * 11)
    game.act("give-up")
    game.act("yes")
    shown = game.look("ending")
    assert isinstance(shown, Sheet)
    assert dict(shown.pairs)["Pages held"] == held


@pytest.mark.rule("D30.9", "D30.1")
def test_a_king_who_is_left_alone_goes_on_and_can_still_win() -> None:
    game = moment(member("hero", health=1), member("king"), at=cell(0, 0))
    with staged(game) as s:
        s.quest = Quest(book=True, king=True)
    game._ctx.events = []
    wounds.wound(game._ctx, "hero", 1, "test")
    game._settle()
    assert [m.fallen for m in game.state.members.values()] == [True, False]
    assert game.act("up")
    assert game.outcome is not None
    assert (game.outcome.code, game.outcome.winners) == ("won-with-book", ("party",))
