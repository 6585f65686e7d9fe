"""Vaults and the tumbler wall (D20)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise, product

import pytest
from tests.rulebooks.descent.locks import at_wall, at_work, before_a_wall, refusal
from tests.rulebooks.descent.moments import cell, give, member, moment
from tests.rulebooks.descent.test_generation import made, many

import undercroft as uc
from undercroft.engine.chance import Chance
from undercroft.engine.game import Game
from undercroft.engine.streams import derive
from undercroft.engine.view import Roster, Text
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import floors, generation, vaults
from undercroft.rulebooks.descent.generation import Loot, Made
from undercroft.rulebooks.descent.records import Door, Guess, Item, PartyEffect, Room, State, Wall, replace
from undercroft.rulebooks.descent.soundness import trouble
from undercroft.rulebooks.descent.views import GuessView, WallView
from undercroft.testing import FixedDice, fix, knowledge, staged, twins

FLOORS = (
    (1, 3, 4, 64), (2, 3, 5, 125), (3, 3, 6, 216), (4, 3, 7, 343), (5, 4, 5, 625), (6, 4, 6, 1296), (7, 4, 7, 2401),
    (8, 4, 8, 4096), (9, 4, 9, 6561), (10, 4, 10, 10000), (11, 5, 7, 16807), (12, 5, 8, 32768), (13, 5, 9, 59049),
    (14, 5, 10, 100000), (15, 6, 7, 117649), (16, 6, 8, 262144), (17, 6, 9, 531441), (18, 6, 10, 1000000),
)  # fmt: skip
"""Floor, rings, digit values and combinations (L01 to L18)."""


def lock(game: Game[State]) -> WallView:
    found = game.view().lock  # type: ignore[attr-defined]
    assert isinstance(found, WallView)
    return found


def wound(game: Game[State], text: str) -> Chance:
    (chance,) = game.odds(text)  # type: ignore[misc]
    assert isinstance(chance, Chance)
    return chance


# --- what shuts a vault ---


@pytest.mark.rule("D20.1", "D1.6")
def test_every_vault_of_a_floor_is_shut_by_a_wall_or_a_plate_made_with_it() -> None:
    for floor in many("long"):
        shut = {room.id: room.vault for room in floor.rooms if room.vault}
        assert {key for key, _ in floor.walls} == {key for key, sort in shut.items() if sort == "wall"}
        assert {key for key, _ in floor.plates} == {key for key, sort in shut.items() if sort == "plate"}
        assert set(shut.values()) <= {"wall", "plate"}


@pytest.mark.rule("D1.6", "D5.5")
def test_the_same_vaults_come_on_every_difficulty_and_move_nothing_else() -> None:
    easy, hard = moment(difficulty="easy").state, moment(difficulty="hard").state

    def floor(state: State, seed: int, vaults_of: int) -> Made:
        return generation.make(
            state,
            4,
            derive(seed, "descent", "floor"),
            derive(seed, "descent", "pages"),
            derive(vaults_of, "vaults", ""),
        )

    locks = 0
    for seed in range(30):
        one, other = floor(easy, seed, 1), floor(easy, seed, 2)
        assert floor(hard, seed, 1) == one
        assert (other.floor, other.rooms, other.doors, other.chests) == (one.floor, one.rooms, one.doors, one.chests)
        plain = [[row for row in each.items if not row[1].place.startswith("vault:")] for each in (one, other)]
        assert plain[0] == plain[1]
        shut = bool(one.walls or one.plates)
        assert ((one.walls, one.plates) != (other.walls, other.plates)) is shut
        locks += shut
    assert locks > 5


@pytest.mark.rule("D1.6")
def test_a_floor_is_made_from_its_own_streams() -> None:
    for seed in (1, 2, 3, 4):
        game = uc.new("descent", seed=seed)
        floors.generate(game._ctx, 3)
        same = made(seed, 3)
        assert tuple(game.state.rooms.values()) == same.rooms
        assert (tuple(game.state.walls.items()), tuple(game.state.plates.items())) == (same.walls, same.plates)
        assert {key: item for key, item in game.state.items.items() if ":room-3" in item.place} == dict(same.items)
    assert any(made(seed, 3).walls or made(seed, 3).plates for seed in (1, 2, 3, 4))


@pytest.mark.rule("D20.2")
@pytest.mark.parametrize(("draw", "sort"), [(1, "wall"), (2, "plate")])
def test_walls_and_plates_are_equally_likely(draw: int, sort: str) -> None:
    dice = FixedDice(51, 36, 50, 1, draw)
    assert generation.choose_features(dice, [4]) == [(4, {"vault": sort})]
    assert dice.seen[-1] == (2, draw)


@pytest.mark.rule("D20.5")
@pytest.mark.row(*(f"L{number:02}" for number in range(1, 19)))
@pytest.mark.parametrize(("floor", "rings", "values", "combinations"), FLOORS)
def test_a_wall_has_the_rings_and_values_of_its_floor(floor: int, rings: int, values: int, combinations: int) -> None:
    dice = FixedDice(*range(1, rings + 1))
    assert generation.combination(dice, floor) == "0123456789"[:rings]
    assert dice.seen == [(values, draw) for draw in range(1, rings + 1)]
    # Digits may repeat, and the highest is one less than there are values.
    assert generation.combination(FixedDice(*[values] * rings), floor) == f"{values - 1}" * rings
    game = at_wall("0" * rings, floor=floor, length="long")
    assert (lock(game).rings, lock(game).values) == (rings, values)
    assert values**rings == combinations
    panel = game.scene().panel("lock")
    assert isinstance(panel, Text)
    assert f"{combinations} combinations" in panel.lines[0]


@pytest.mark.rule("D20.4", "D20.3")
def test_the_number_of_combinations_strictly_rises_from_floor_to_floor() -> None:
    shown = [lock(at_wall("0" * rings, floor=floor, length="long")) for floor, rings, _, _ in FLOORS]
    counts = [one.values**one.rings for one in shown]
    assert all(one < other for one, other in pairwise(counts))
    assert counts == [combinations for *_, combinations in FLOORS]


# --- guesses ---


@pytest.mark.rule("D20.6")
@pytest.mark.parametrize(
    ("combination", "guess", "numbers"),
    [("2413", "2431", (2, 2)), ("0123", "3210", (0, 4)), ("0012", "1100", (0, 3)), ("0000", "0123", (1, 0)),
     ("0112", "1111", (2, 0)), ("0112", "2011", (1, 3)), ("012", "333", (0, 0)), ("012", "012", (3, 0))],
)  # fmt: skip
def test_each_digit_counts_at_most_once(combination: str, guess: str, numbers: tuple[int, int]) -> None:
    assert vaults.answer(combination, guess) == numbers


@pytest.mark.rule("D20.6")
def test_every_answer_of_a_floor_1_wall_is_that_of_crossing_digits_out() -> None:
    codes = ["".join(code) for code in product("0123", repeat=3)]
    for combination, guess in product(codes, repeat=2):
        left, mine = list(combination), list(guess)
        placed = moved = 0
        for at in range(3):
            if combination[at] == guess[at]:
                placed += 1
                left[at] = mine[at] = ""
        for digit in filter(None, mine):
            if digit in left:
                moved += 1
                left[left.index(digit)] = ""
        assert vaults.answer(combination, guess) == (placed, moved)


@pytest.mark.rule("D20.6", "D20.9")
@pytest.mark.row("ACT26")
def test_guesses_are_answered_kept_and_have_no_limit() -> None:
    game = at_wall("012")
    assert [str(one) for one in game.actions()][:1] == ["guess <3-of-0123>"]
    for _ in range(60):
        with fix(game, 51):
            assert game.act("guess 210").accepted
    with fix(game, 51):
        assert game.act("guess 333").accepted
    assert lock(game).guesses == (GuessView("210", 1, 2), GuessView("333", 0, 0))
    panel = game.scene().panel("guesses")
    assert isinstance(panel, Roster)
    assert [row.cells for row in panel.rows] == [("210", "1", "2"), ("333", "0", "0")]
    assert game.state.clock.step == 0
    with fix(game):
        step = game.act("guess 012")
    assert [event.tag() for event in step.events] == ["vault.guessed", "vault.opened"]


@pytest.mark.rule("D20.5", "D34.1")
@pytest.mark.row("ACT26")
@pytest.mark.parametrize("digits", ["01", "0123", "014", "01a", "0 1 2", "-12", "٠١٢"])
def test_a_guess_is_one_digit_a_ring(digits: str) -> None:
    game = at_wall("112")
    text = f"guess {digits}"
    assert refusal(game, text) == ("vault.digits", "D20.5")
    said = game.say(game.act(text).refusals[0])
    assert "3 digits" in said
    assert "0 to 3" in said
    assert "012" in said


@pytest.mark.rule("D20.5")
@pytest.mark.parametrize(("floor", "example"), [(1, "012"), (15, "012345"), (5, "0123")])
def test_what_a_refusal_gives_as_an_example_is_a_guess(floor: int, example: str) -> None:
    rings = len(example)
    game = at_wall("0" * rings, floor=floor, length="long")
    step = game.act("guess x")
    assert step.refusals[0].facts["example"] == example
    assert game.judge(game.parse(f"guess {example}")) is None  # type: ignore[arg-type]


# --- wounds ---


@pytest.mark.rule("DX19", "D20.6", "D20.8")
@pytest.mark.row("F7")
@pytest.mark.parametrize(("difficulty", "taken"), [("easy", 2), ("normal", 3), ("hard", 4)])
def test_dx19_two_digits_wrong(difficulty: str, taken: int) -> None:
    for draw, lost in ((50, taken), (51, 0)):
        game = at_wall("2413", floor=5, difficulty=difficulty)
        with fix(game, draw):
            step = game.act("guess 2431")
        assert (step.events[0].placed, step.events[0].moved) == (2, 2)  # type: ignore[attr-defined]
        assert game.state.members["hero"].health == 21 - lost


@pytest.mark.rule("DX40", "D20.8", "D5.3")
@pytest.mark.row("F7")
@pytest.mark.parametrize(("difficulty", "taken"), [("easy", 1), ("normal", 2), ("hard", 3)])
def test_dx40_one_digit_wrong(difficulty: str, taken: int) -> None:
    game = at_wall("012", difficulty=difficulty)
    with fix(game, 50):
        game.act("guess 013")
    assert game.state.members["hero"].health == 21 - taken


@pytest.mark.rule("D20.7", "D5.3")
@pytest.mark.parametrize(("guess", "wrong"), [("013", 1), ("031", 2), ("333", 3), ("201", 3)])
def test_wounds_grow_with_the_wrong_digits_and_the_difficulty(guess: str, wrong: int) -> None:
    for difficulty, more in (("easy", 0), ("normal", 1), ("hard", 2)):
        game = at_wall("012", "fighter", difficulty=difficulty)
        with fix(game, 1):
            game.act(f"guess {guess}")
        lost = {m.id: m.ceiling - m.health for m in game.state.members.values()}
        assert lost == {"hero": 0, "fighter": wrong + more, "rogue": 0, "wizard": 0}


@pytest.mark.rule("D20.8")
def test_protection_does_not_lessen_the_wound() -> None:
    game = at_wall("012")
    give(game, "titan-plate", "body:hero")
    give(game, "mirror-shield", "arm:hero")
    with fix(game, 50):
        game.act("guess 333")
    assert game.state.members["hero"].health == 21 - 4


@pytest.mark.rule("D34.6", "D20.8")
@pytest.mark.parametrize("who", ["hero", "rogue", "wizard"])
def test_the_chance_of_a_wound_is_shown_before_and_hangs_on_nothing_hidden(who: str) -> None:
    game = at_wall("012", who)
    with staged(game) as s:
        s.members[who] = replace(s.members[who], level=9, agility=9, wits=9)
        s.party_effects["ward"] = PartyEffect("ward", True, 9, "hall-ward", (1, 2))
    for guess in ("333", "013", "012"):
        shown = wound(game, f"guess {guess}")
        assert (shown.num, shown.of, shown.about, shown.given) == (50, 100, who, "given.wrong")
        assert shown.fraction == Fraction(1, 2)
    assert (lock(game).chance, lock(game).more) == (50, 1)
    panel = game.scene().panel("lock")
    assert isinstance(panel, Text)
    name = game.state.members[who].name
    assert (
        f"A wrong guess wounds {name} 50 times in a hundred: a point of health for each ring not right, and 1 more."
        in panel.lines
    )


def test_on_easy_nothing_is_added_and_nothing_said_of_it() -> None:
    panel = at_wall(difficulty="easy").scene().panel("lock")
    assert isinstance(panel, Text)
    assert "A wrong guess wounds Hero 50 times in a hundred: a point of health for each ring not right." in panel.lines


# --- the worker ---


@pytest.mark.rule("D2.10", "D20.10")
def test_only_a_rogue_at_work_knows_the_first_ring() -> None:
    party = [member(cls) for cls in ("hero", "fighter", "rogue", "ranger", "king")]
    wall = before_a_wall("312")
    with staged(wall) as s:
        for one in party:
            s.members[one.id] = one
    for one in party:
        game = at_work(wall.fork(), one.id)
        assert lock(game).first == ("3" if one.cls == "rogue" else "")
        panel = game.scene().panel("lock")
        assert isinstance(panel, Text)
        assert ("Rogue's fingers know the first ring: 3." in panel.lines) is (one.cls == "rogue")
    game = at_work(wall.fork(), "rogue")
    assert game.act("worker hero").accepted
    assert lock(game).first == ""


@pytest.mark.rule("D20.11")
@pytest.mark.row("ACT25")
def test_a_standing_member_is_named() -> None:
    game = before_a_wall()
    with staged(game) as s:
        s.members["fighter"] = replace(s.members["fighter"], health=0)
    assert [str(one) for one in game.actions() if str(one).startswith("work")] == [
        "work vault-1.1 hero", "work vault-1.1 rogue", "work vault-1.1 wizard",
    ]  # fmt: skip
    assert refusal(game, "work vault-1.1 fighter") == ("member.fallen", "D20.11")
    assert refusal(game, "work vault-1.1 nobody")[0] == "member.none"
    for text in ("work vault-1.2 hero", "work room-1.1 hero", "work vault- hero"):
        assert refusal(game, text)[0] == "vault.none"
    assert game.act("work vault-1.1 rogue").accepted
    assert game.decision is not None
    assert (game.decision.ask, game.decision.about) == ("ask.wall", {"member": "rogue"})


@pytest.mark.rule("D20.11")
@pytest.mark.row("ACT25")
def test_a_vault_is_worked_in_its_room_alone_and_once_only() -> None:
    game = before_a_wall()
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], vault="")
        del s.walls["room-1.1"]
    assert refusal(game, "work vault-1.1 hero")[0] == "vault.none"


@pytest.mark.rule("D20.11", "D6.3")
@pytest.mark.row("ACT30")
def test_the_worker_changes_and_the_lock_is_left_as_it_is() -> None:
    game = at_wall("012")
    with staged(game) as s:
        s.members["wizard"] = replace(s.members["wizard"], health=0)
    assert [str(one) for one in game.actions()][1:4] == ["worker fighter", "worker rogue", "leave-lock"]
    assert refusal(game, "worker wizard") == ("member.fallen", "D20.11")
    assert refusal(game, "worker hero")[0] == "vault.same"
    with fix(game, 51):
        game.act("guess 210")
    assert game.act("worker fighter").accepted
    assert lock(game).member == "fighter"
    with fix(game, 50):
        game.act("guess 210")
    assert game.state.members["hero"].health == 21
    assert game.state.members["fighter"].health == 24 - 3
    assert game.act("leave-lock").accepted
    assert game.view().lock is None  # type: ignore[attr-defined]
    assert game.state.walls["room-1.1"].combination == "012"
    at_work(game, "rogue")
    assert lock(game).guesses == (GuessView("210", 1, 2),)
    assert game.state.clock.step == 0


@pytest.mark.rule("D20.11", "D3.17")
def test_the_lock_is_left_when_its_worker_falls() -> None:
    game = at_wall("012")
    with staged(game) as s:
        s.members["hero"] = replace(s.members["hero"], health=2)
    with fix(game, 50):
        step = game.act("guess 333")
    assert [event.tag() for event in step.events] == [
        "vault.guessed", "member.wounded", "member.fell", "vault.left",
    ]  # fmt: skip
    assert game.decision is not None
    assert game.decision.ask == "ask.room"
    assert refusal(game, "work vault-1.1 hero") == ("member.fallen", "D20.11")
    assert at_work(game, "rogue").state.walls["room-1.1"].guesses


@pytest.mark.rule("D30.9")
def test_a_wall_can_kill_the_last_of_them() -> None:
    game = at_wall("012")
    with staged(game) as s:
        for one in list(s.members):
            s.members[one] = replace(s.members[one], health=1 if one == "hero" else 0)
    with fix(game, 1):
        game.act("guess 333")
    assert game.outcome is not None
    assert game.outcome.code == "all-dead"


# --- what it gives ---


@pytest.mark.rule("D20.12")
@pytest.mark.parametrize(("floor", "gold"), [(1, 30), (4, 120), (12, 360)])
def test_an_open_vault_gives_30_gold_a_floor_and_what_was_in_it(floor: int, gold: int) -> None:
    rings = {1: 3, 4: 3, 12: 5}[floor]
    game = before_a_wall("1" * rings, floor=floor)
    room = f"room-{floor}.1"
    ale = give(game, "medicinal-ale", f"vault:{room}")
    light = give(game, "light-of-life", f"vault:{room}")
    with staged(game) as s:
        s.rooms[room] = replace(s.rooms[room], gold=7)
    assert refusal(game, f"take {light} hero")[0] == "gear.none"
    at_work(game)
    with fix(game):
        step = game.act(f"guess {'1' * rings}")
    assert step.accepted
    assert "a Light of Life" in game.say(step.events[-1])
    assert game.state.rooms[room].vault == ""
    assert game.state.purse.gold == 0
    assert game.act("take-gold").accepted
    assert game.state.purse.gold == gold + 7
    assert game.act(f"take {light} hero").accepted
    assert game.act(f"take {ale} rogue").accepted
    assert dict(game.state.walls) == {}
    assert refusal(game, f"work vault-{floor}.1 hero")[0] == "vault.none"


def stocked(floor: int, *draws: int) -> list[tuple[str, Item]]:
    """Return what lies in a vault that is drawn so."""
    dice = FixedDice(*draws)
    loot = Loot(floor, FixedDice())
    generation.stock_vault(dice, Room(f"room-{floor}.1", floor, 1, vault="wall"), loot)
    dice.assert_spent()
    assert all(item.place == f"vault:room-{floor}.1" for _, item in loot.items)
    assert loot.chests == []
    return loot.items


@pytest.mark.rule("D20.12")
def test_a_vault_holds_two_things_and_never_coins() -> None:
    # 34 is coins, with their amount, and is drawn again; 35 is a bottle, 61 a lantern.
    items = stocked(1, 1, 3, 34, 11, 35, 1, 61, 1, 11)
    assert [key for key, _ in items] == ["bottle-1.1", "lantern-1.1"]
    assert not any(item.named for _, item in items)


@pytest.mark.rule("D20.12")
@pytest.mark.parametrize(("draw", "light"), [(10, True), (11, False)])
def test_in_ten_of_a_hundred_there_is_a_light_of_life(draw: int, light: bool) -> None:
    items = stocked(3, 35, 1, 35, 1, draw)
    assert [item.kind for _, item in items[2:]] == ["light-of-life"] * light


@pytest.mark.rule("D20.12")
@pytest.mark.parametrize("floor", [1, 4, 9])
def test_gear_is_drawn_as_three_floors_deeper(floor: int) -> None:
    # A weapon first stocked up to two floors below the floor drawn for (T6): here up to f + 5.
    found = {stocked(floor, 75, draw, 35, 1, 11)[0][1].kind for draw in range(1, len(weapons(floor + 5)) + 1)}
    assert found == set(weapons(floor + 5))
    assert found > set(weapons(floor + 2))


def weapons(deepest: int) -> list[str]:
    return [key for key, kind in content.catalogue().weapons.items() if 0 <= kind.stocked <= deepest]


@pytest.mark.rule("D20.12")
def test_the_vaults_of_floors_are_stocked() -> None:
    counts: Counter[int] = Counter()
    for floor in many():
        for room in floor.rooms:
            things = [item for _, item in floor.items if item.place == f"vault:{room.id}"]
            assert bool(things) is (room.vault != "")
            if room.vault:
                counts[len(things)] += 1
                assert all(item.kind == "light-of-life" for item in things[2:])
    assert set(counts) == {2, 3}
    assert counts[3] * 5 < counts[2]


# --- what is known ---


@pytest.mark.rule("D34.3")
def test_a_shut_vault_is_seen_in_its_room_and_told_of() -> None:
    game = before_a_wall()
    here = game.scene().panel("here")
    assert isinstance(here, Text)
    assert "A vault is let into the wall, shut by a tumbler wall." in here.lines
    room = game.view().floors[0].rooms[0]  # type: ignore[attr-defined]
    assert room.vault == "wall"
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], entered=False, known=True)
    assert game.view().floors[0].rooms[0].vault == ""  # type: ignore[attr-defined]


@pytest.mark.rule("D20.10", "D34.6")
@pytest.mark.parametrize("guesses", [(), ("2431", "0011")])
@pytest.mark.parametrize("who", ["hero", "rogue"])
def test_the_party_cannot_tell_a_wall_from_one_that_answers_alike(who: str, guesses: tuple[str, ...]) -> None:
    game = at_wall("2413", who, floor=5)
    give(game, "knife", "vault:room-5.1")
    give(game, "light-of-life", "vault:room-5.1")
    for guess in guesses:
        with fix(game, 51):
            game.act(f"guess {guess}")
    other = twins(game, "party")
    mine, theirs = (one.state.walls["room-5.1"] for one in (game, other))
    assert mine.combination != theirs.combination
    assert mine.guesses == theirs.guesses
    assert (mine.combination[0] == theirs.combination[0]) or who == "hero"
    assert all(vaults.answer(theirs.combination, g.digits) == (g.placed, g.moved) for g in mine.guesses)
    assert knowledge(other, "party") == knowledge(game, "party")
    assert [item.kind for item in other.state.items.values()] != [item.kind for item in game.state.items.values()]


@pytest.mark.rule("D34.6")
def test_vaults_of_rooms_not_seen_trade_places_with_all_that_is_theirs() -> None:
    game = moment()
    give(game, "medicinal-ale", "vault:room-1.2")
    with staged(game) as s:
        s.doors["door-1.2n"] = Door("room-1.2", "n", 1, cell(9, 0), secret=False, known=True)
        s.rooms["room-1.2"] = Room("room-1.2", 1, 2, vault="wall")
        s.walls["room-1.2"] = Wall(1, "012")
    other = twins(game, "party")
    assert (other.state.rooms["room-1.1"].vault, other.state.rooms["room-1.2"].vault) == ("wall", "")
    assert [item.place for item in other.state.items.values()] == ["vault:room-1.1"]
    assert list(other.state.walls) == ["room-1.1"]
    assert trouble(game.state) == trouble(other.state) == ""
    assert knowledge(other, "party") == knowledge(game, "party")


@pytest.mark.rule("D20.10")
def test_what_a_wall_hides_and_when_it_no_longer_does() -> None:
    game = at_wall("012")
    hidden = {"combination of room-1.1", "first ring of room-1.1", "vault of room-1.1"}
    assert hidden <= game.book.secrets(game.state, "party")
    game.act("worker rogue")
    assert game.book.secrets(game.state, "party") & hidden == hidden - {"first ring of room-1.1"}
    # Once the answers leave one combination alone, it is no longer hidden.
    with staged(game) as s:
        tried = ["".join(code) for code in product("0123", repeat=3)][:40]
        s.walls["room-1.1"] = Wall(1, "312", tuple(Guess(code, *vaults.answer("312", code)) for code in tried))
    assert game.book.secrets(game.state, "party") & hidden == {"vault of room-1.1"}
    with fix(game):
        game.act("guess 312")
    assert not game.book.secrets(game.state, "party") & hidden


@pytest.mark.rule("D1.6")
def test_a_wall_and_its_guesses_outlive_a_save() -> None:
    game = at_wall("012")
    with fix(game, 51):
        game.act("guess 210")
    loaded = uc.load(game.save())
    assert loaded.view() == game.view()
    assert loaded.digest() == game.digest()
