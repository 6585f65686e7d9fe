"""The lock plate (D21)."""

from __future__ import annotations

from itertools import pairwise
from math import comb

import pytest
from tests.rulebooks.descent.locks import at_plate, at_work, before_a_plate, refusal
from tests.rulebooks.descent.magic import bearing
from tests.rulebooks.descent.moments import give, member
from tests.rulebooks.descent.test_generation import many

import undercroft as uc
from undercroft.engine.chance import Spread
from undercroft.engine.game import Game
from undercroft.engine.view import Listing, Text
from undercroft.rulebooks.descent import generation, plates
from undercroft.rulebooks.descent.records import Plate, State, replace
from undercroft.rulebooks.descent.views import PlateView
from undercroft.testing import FixedDice, fix, knowledge, staged, twins

BOARDS = (
    (1, 3, 3, 3), (2, 3, 3, 4), (3, 3, 4, 5), (4, 3, 4, 6), (5, 3, 4, 7), (6, 4, 5, 8), (7, 4, 5, 9), (8, 4, 5, 10),
    (9, 4, 5, 11), (10, 4, 5, 12), (11, 5, 6, 13), (12, 5, 6, 14), (13, 5, 6, 15), (14, 5, 6, 16), (15, 5, 6, 17),
    (16, 5, 6, 18), (17, 5, 6, 19), (18, 5, 6, 20),
)  # fmt: skip
"""Floor, rows, columns and pushes (L01 to L18)."""


def lock(game: Game[State]) -> PlateView:
    found = game.view().lock  # type: ignore[attr-defined]
    assert isinstance(found, PlateView)
    return found


def do(game: Game[State], *texts: str) -> None:
    for text in texts:
        with fix(game):
            assert game.act(text).accepted, text


def take_back(game: Game[State], stud: int, draw: int) -> None:
    with fix(game, draw):
        assert game.act(f"take-back {stud}").accepted


@pytest.mark.rule("D21.3", "D21.5")
def test_a_push_tells_nothing_hidden_and_is_taken_back_freely_but_not_one_that_opens() -> None:
    game = at_plate(1, 2)
    game.ranked = True
    do(game, "push 1")
    assert game.undo().accepted
    assert lock(game).pushed == ()
    do(game, "push 1", "push 2")
    assert game.undo().refusals[0].code == "game.undo_barred"


@pytest.mark.rule("D21.8", "D21.11")
def test_a_hint_that_can_say_nothing_new_says_so_where_it_is_sold() -> None:
    game = at_plate(1, 3, gold=1000)
    price, again = "50 gold", "50 gold, for the same words as before"
    told = []
    for text in ("hint", "push 1", "hint", "push 9", "hint", "take-back 9"):
        told.append(game.costs(game.parse("hint")))
        with fix(game, then=1):
            assert game.act(text).accepted
    assert told == [price, again, price, again, price, again]
    # A push that no hint has judged leaves open what the next hint says.
    do(game, "push 5")
    assert game.costs(game.parse("hint")) == price


# --- the board ---


@pytest.mark.rule("D21.1")
@pytest.mark.row(*(f"L{number:02}" for number in range(1, 19)))
@pytest.mark.parametrize(("floor", "rows", "columns", "pushes"), BOARDS)
def test_a_plate_has_the_board_of_its_floor(floor: int, rows: int, columns: int, pushes: int) -> None:
    studs = generation.solution(FixedDice(*[1] * pushes), floor)
    assert studs == tuple(range(1, pushes + 1))
    game = at_plate(*studs, floor=floor, length="long")
    assert (lock(game).rows, lock(game).columns) == (rows, columns)
    offered = [str(one) for one in game.actions() if str(one).startswith("push")]
    assert offered == [f"push {stud}" for stud in range(1, rows * columns + 1)]
    assert refusal(game, f"push {rows * columns + 1}") == ("plate.no_stud", "D21.1")
    assert refusal(game, "push 0") == ("plate.no_stud", "D21.1")


@pytest.mark.rule("D21.6")
@pytest.mark.parametrize(("floor", "rows", "columns", "pushes"), BOARDS)
def test_the_pushed_set_is_drawn_without_favour(floor: int, rows: int, columns: int, pushes: int) -> None:
    dice = FixedDice(*[1] * (pushes - 1), rows * columns - pushes + 1)
    studs = generation.solution(dice, floor)
    assert studs == (*range(1, pushes), rows * columns)
    # Each draw is among the studs that are left, so every set is as likely as any other.
    assert [sides for sides, _ in dice.seen] == [rows * columns - at for at in range(pushes)]
    assert comb(rows * columns, pushes) > 1


@pytest.mark.rule("D21.6")
@pytest.mark.parametrize(("floor", "rows", "columns", "pushes"), BOARDS)
def test_on_every_board_each_push_set_is_the_only_solution(floor: int, rows: int, columns: int, pushes: int) -> None:
    """Pushes flip, so that a set of pushes is a vector over GF(2), and the board it makes a linear map of it.

    If all the studs' columns are independent, no two sets of pushes make one board.
    """
    assert plates.board(floor) == (rows, columns)
    basis: dict[int, int] = {}
    for stud in range(1, rows * columns + 1):
        vector = sum(1 << other for other in plates.flipped(floor, stud))
        while vector and vector.bit_length() in basis:
            vector ^= basis[vector.bit_length()]
        assert vector, f"stud {stud} is the sum of others"
        basis[vector.bit_length()] = vector
    assert len(basis) == rows * columns


@pytest.mark.rule("D21.6")
@pytest.mark.parametrize("floor", [1, 3])
def test_no_two_sets_of_a_small_board_make_the_same_raised_studs(floor: int) -> None:
    rows, columns = plates.board(floor)
    studs = range(1, rows * columns + 1)
    boards = {
        plates.raised(Plate(floor, tuple(stud for stud in studs if chosen >> stud & 1)))
        for chosen in range(0, 2 << rows * columns, 2)
    }
    assert len(boards) == 2 ** (rows * columns)


@pytest.mark.rule("D21.7", "D20.3")
def test_the_puzzle_gets_harder_from_floor_to_floor() -> None:
    made = [plate for floor in many("long") for _, plate in floor.plates]
    pushes = {plate.floor: len(plate.solution) for plate in made}
    assert pushes == {floor: count for floor, _, _, count in BOARDS}
    assert all(one < other for one, other in pairwise(pushes[floor] for floor in sorted(pushes)))
    boards = [rows * columns for _, rows, columns, _ in BOARDS]
    assert all(one <= other for one, other in pairwise(boards))


# --- pushing ---


@pytest.mark.rule("D21.2")
@pytest.mark.parametrize(
    ("floor", "stud", "flips"),
    [(1, 5, {2, 4, 5, 6, 8}), (1, 1, {1, 2, 4}), (1, 3, {2, 3, 6}), (1, 6, {3, 5, 6, 9}), (1, 9, {6, 8, 9}),
     (3, 5, {1, 5, 6, 9}), (3, 8, {4, 7, 8, 12}), (3, 4, {3, 4, 8}), (6, 6, {1, 6, 7, 11}), (18, 30, {24, 29, 30}),
     (18, 14, {8, 13, 14, 15, 20})],
)  # fmt: skip
def test_a_push_flips_the_stud_and_its_neighbours(floor: int, stud: int, flips: set[int]) -> None:
    count = next(pushes for number, _, _, pushes in BOARDS if number == floor)
    game = at_plate(*range(1, count + 1), floor=floor, length="long")
    before = set(lock(game).raised)
    do(game, f"push {stud}")
    assert set(lock(game).raised) ^ before == flips
    assert lock(game).pushed == (stud,)


@pytest.mark.rule("D21.2", "D21.3")
@pytest.mark.row("ACT27")
def test_a_push_is_free_and_marks_the_stud() -> None:
    game = at_plate(1, 2, 3)
    before = game.state.members["hero"], game.state.purse, game.state.clock
    assert game.odds("push 5") == ()
    do(game, "push 5")
    assert (game.state.members["hero"], game.state.purse, game.state.clock) == before
    assert refusal(game, "push 5") == ("plate.pushed", "D21.2")
    assert "push 5" not in game.actions()
    assert "take-back 5" in game.actions()
    take_back(game, 5, 1)
    assert "push 5" in game.actions()
    assert lock(game).pushed == ()
    do(game, "push 5")


@pytest.mark.rule("D21.1", "D21.3", "D20.12")
@pytest.mark.row("ACT27")
@pytest.mark.parametrize("order", [(1, 2, 3), (3, 1, 2), (2, 3, 1)])
def test_a_plate_opens_when_all_are_flat_in_any_order(order: tuple[int, ...]) -> None:
    game = before_a_plate(1, 2, 3)
    ale = give(game, "medicinal-ale", "vault:room-1.1")
    at_work(game)
    do(game, *(f"push {stud}" for stud in order[:2]))
    assert lock(game).raised
    with fix(game):
        step = game.act(f"push {order[2]}")
    assert [event.tag() for event in step.events] == ["plate.pushed", "vault.opened"]
    assert game.decision is not None
    assert game.decision.ask == "ask.room"
    assert dict(game.state.plates) == {}
    assert (game.state.rooms["room-1.1"].vault, game.state.rooms["room-1.1"].gold) == ("", 30)
    assert game.state.items[ale].place == "room:room-1.1"


# --- taking back ---


@pytest.mark.rule("D21.4", "D21.5")
@pytest.mark.row("ACT28", "F8")
@pytest.mark.parametrize(("difficulty", "more"), [("easy", 0), ("normal", 1), ("hard", 2)])
def test_taking_back_wounds_the_worker(difficulty: str, more: int) -> None:
    for draw in (1, 4):
        game = at_plate(1, 2, 3, who="fighter", difficulty=difficulty)
        give(game, "titan-plate", "body:fighter")
        raised = lock(game).raised
        do(game, "push 9")
        take_back(game, 9, draw)
        assert lock(game).raised == raised
        assert lock(game).pushed == ()
        lost = {m.id: m.ceiling - m.health for m in game.state.members.values()}
        assert lost == {"hero": 0, "fighter": draw + more, "rogue": 0, "wizard": 0}


@pytest.mark.rule("D34.6", "D21.5")
@pytest.mark.parametrize(("difficulty", "low", "high"), [("easy", 1, 4), ("normal", 2, 5), ("hard", 3, 6)])
def test_the_wound_is_shown_before(difficulty: str, low: int, high: int) -> None:
    game = at_plate(1, 2, 3, difficulty=difficulty)
    do(game, "push 9")
    (shown,) = game.odds("take-back 9")  # type: ignore[misc]
    assert isinstance(shown, Spread)
    assert (shown.count, shown.sides, shown.low, shown.high, shown.about) == (1, 4, low, high, "hero")
    assert (lock(game).low, lock(game).high) == (low, high)
    panel = game.scene().panel("lock")
    assert isinstance(panel, Text)
    assert f"A push is free. Taking one back wounds Hero for {low} to {high} health." in panel.lines


@pytest.mark.rule("D21.5")
@pytest.mark.row("ACT28")
def test_only_a_push_can_be_taken_back() -> None:
    game = at_plate(1, 2, 3)
    assert not [one for one in game.actions() if str(one).startswith("take-back")]
    assert refusal(game, "take-back 1") == ("plate.not_pushed", "D21.5")
    assert refusal(game, "take-back 99") == ("plate.not_pushed", "D21.5")


@pytest.mark.rule("D21.1", "D21.5")
def test_taking_back_opens_too_when_it_leaves_all_flat() -> None:
    game = at_plate(1, 2, 3)
    do(game, "push 9", "push 1", "push 2", "push 3")
    with fix(game, 4):
        step = game.act("take-back 9")
    assert [event.tag() for event in step.events] == ["plate.taken_back", "member.wounded", "vault.opened"]
    assert game.state.members["hero"].health == 21 - 5


@pytest.mark.rule("D20.11", "D3.17")
def test_the_plate_is_left_when_its_worker_falls_and_stays_as_it_is() -> None:
    game = at_plate(1, 2, 3)
    do(game, "push 9")
    with staged(game) as s:
        s.members["hero"] = replace(s.members["hero"], health=2)
    with fix(game, 1):
        step = game.act("take-back 9")
    assert [event.tag() for event in step.events][-1] == "vault.left"
    at_work(game, "wizard")
    assert lock(game).pushed == ()
    do(game, "push 4", "leave-lock")
    assert lock(at_work(game, "rogue")).pushed == (4,)


# --- hints ---


@pytest.mark.rule("DX20", "D21.8", "D21.11", "D21.5")
def test_dx20_a_floor_2_plate() -> None:
    game = at_plate(1, 3, 5, 8, floor=2, gold=250, who="hero")
    with staged(game) as s:
        s.members["rogue"] = replace(s.members["rogue"], health=0)
    assert lock(game).raised == (1, 2, 3, 7, 9)
    do(game, "hint")
    assert (game.state.purse.gold, lock(game).hints) == (150, (1,))
    do(game, "push 2")
    assert game.state.purse.gold == 150
    do(game, "hint")
    assert (game.state.purse.gold, lock(game).hints) == (50, (1, 2))
    (shown,) = game.odds("take-back 2")  # type: ignore[misc]
    assert isinstance(shown, Spread)
    assert (shown.count, shown.sides, shown.plus) == (1, 4, 1)
    take_back(game, 2, 3)
    assert game.state.members["hero"].health == 21 - 4
    assert refusal(game, "hint") == ("plate.gold", "D21.8")


@pytest.mark.rule("DX21", "D21.9", "D21.10")
def test_dx21_a_rogue_at_a_floor_4_plate() -> None:
    game = at_plate(1, 2, 3, 4, 5, 6, floor=4, gold=500, who="rogue")
    paid = []
    for _ in range(3):
        before = game.state.purse.gold
        do(game, "hint")
        paid.append(before - game.state.purse.gold)
    assert paid == [0, 200, 200]


@pytest.mark.rule("D2.10", "D21.9")
@pytest.mark.parametrize("cls", ["hero", "fighter", "ranger", "wizard", "king", "rogue"])
def test_only_a_rogue_at_work_takes_the_first_hint_free(cls: str) -> None:
    game = before_a_plate(1, 2, 3, gold=49)
    with staged(game) as s:
        s.members[cls] = member(cls)
    at_work(game, cls)
    assert lock(game).price == (0 if cls == "rogue" else 50)
    if cls == "rogue":
        do(game, "hint")
    assert refusal(game, "hint") == ("plate.gold", "D21.8")


@pytest.mark.rule("D21.10")
def test_once_any_hint_was_taken_a_rogue_pays() -> None:
    game = at_plate(1, 2, 3, gold=100, who="hero")
    do(game, "hint", "worker rogue")
    assert lock(game).price == 50
    do(game, "hint")
    assert game.state.purse.gold == 0


@pytest.mark.rule("D21.8")
@pytest.mark.row("ACT29")
@pytest.mark.parametrize(("floor", "rows", "columns", "pushes"), BOARDS)
def test_a_hint_costs_50_gold_a_floor(floor: int, rows: int, columns: int, pushes: int) -> None:
    game = at_plate(*range(1, pushes + 1), floor=floor, length="long", gold=50 * floor)
    assert lock(game).price == 50 * floor
    assert "hint" in game.actions()
    do(game, "hint")
    assert game.state.purse.gold == 0
    assert "hint" not in game.actions()
    assert rows * columns > pushes


@pytest.mark.rule("D5.5", "D21.8")
@pytest.mark.parametrize("difficulty", ["easy", "normal", "hard"])
def test_hints_cost_the_same_on_every_difficulty(difficulty: str) -> None:
    assert lock(at_plate(1, 2, 3, difficulty=difficulty)).price == 50
    assert lock(at_plate(1, 2, 3, difficulty=difficulty, who="rogue")).price == 0


@pytest.mark.rule("D21.11")
@pytest.mark.parametrize(
    ("pushed", "named", "wrong"),
    [((), 3, False), ((3,), 5, False), ((3, 5), 8, False), ((9, 4), 4, True), ((3, 9), 9, True), ((1, 3, 5), 1, True)],
)  # fmt: skip
def test_a_hint_names_a_wrong_push_before_a_missing_one(pushed: tuple[int, ...], named: int, wrong: bool) -> None:
    game = at_plate(3, 5, 8, gold=50)
    do(game, *(f"push {stud}" for stud in pushed))
    with fix(game):
        (event,) = game.act("hint").events
    assert (event.stud, event.wrong, event.price) == (named, wrong, 50)  # type: ignore[attr-defined]
    assert ("mistake" in game.say(event)) is wrong
    assert "50 gold" in game.say(event)


@pytest.mark.parametrize(("stud", "said"), [(1, "slip a whisper: push 2"), (9, "slip a whisper: stud 9 was")])
def test_a_free_hint_is_told_as_one(stud: int, said: str) -> None:
    game = at_plate(1, 2, 3, who="rogue")
    do(game, f"push {stud}")
    (event,) = game.act("hint").events
    assert said in game.say(event)


# --- what is known ---


@pytest.mark.rule("D21.1", "D34.3")
def test_the_board_is_drawn_with_numbered_studs() -> None:
    game = at_plate(1, 3, 5, 8, floor=2, gold=100)
    do(game, "push 2", "hint")
    board, told = game.scene().panel("board"), game.scene().panel("lock")
    assert isinstance(board, Listing)
    assert board.title == "The board, 3 rows of 3: ^ raised, . flat, * pushed"
    assert board.items == (".1    .2*   .3", ".4    ^5    .6", "^7    .8    ^9")
    assert isinstance(told, Text)
    assert told.lines[2:] == ("A hint costs 100 gold.", "Hints so far: 2.", "Raised: 5, 7, 9.", "Pushed: 2.")


@pytest.mark.rule("D21.3", "D21.6")
def test_nothing_of_a_plate_is_told_but_what_can_be_seen_of_it() -> None:
    game = at_plate(2, 4, 9)
    give(game, "knife", "vault:room-1.1")
    other = twins(game, "party")
    assert knowledge(other, "party") == knowledge(game, "party")
    assert dict(other.state.plates) == dict(game.state.plates)
    assert "solution" not in str(game.view())
    assert not [name for name in game.book.secrets(game.state, "party") if "plate" in name]


def test_a_plate_outlives_a_save() -> None:
    game = at_plate(1, 2, 3, gold=50)
    do(game, "push 7", "hint")
    loaded = uc.load(game.save())
    assert loaded.view() == game.view()
    assert loaded.digest() == game.digest()


@pytest.mark.rule("D21.8", "D21.9", "D21.10", "D21.11")
@pytest.mark.parametrize(
    ("who", "hints", "price"),
    [("hero", (), "D21.8"), ("hero", (1,), "D21.8"), ("rogue", (), "D21.9"), ("rogue", (1,), "D21.10")],
)
def test_why_cites_for_a_hint_what_made_its_price(who: str, hints: tuple[int, ...], price: str) -> None:
    game = at_plate(1, 2, who=who, gold=1000)
    with staged(game) as s:
        s.plates["room-1.1"] = replace(s.plates["room-1.1"], hints=hints)
    assert bearing(game, "hint") == {price, "D21.11"}
