"""Chests and traps (D19), and what lies open in a room: gold and the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.rulebooks.descent.moments import give, into_room, member, moment

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Chance
from undercroft.engine.game import Game
from undercroft.rulebooks.descent import chests, fights, floors
from undercroft.rulebooks.descent.records import Chest, Ctx, InHall, InRoom, Purse, Quest, State, replace
from undercroft.testing import fix, staged

PARTY = ("hero", "fighter", "rogue", "wizard")


def before_a_chest(*, floor: int = 1, gold: int = 0, rations: int = 20, holds: int = 30, **more: Any) -> Game[State]:
    """Return a game in a quiet room with a shut chest of 30 gold."""
    game = moment(floor=floor, gold=gold, rations=rations, **more)
    into_room(game)
    with staged(game) as s:
        s.chests[f"room-{floor}.1"] = Chest(floor, holds)
    return game


def lid(game: Game[State], who: str, difficulty: str = "") -> Chance:
    if difficulty:
        with staged(game) as s:
            s.setup = replace(s.setup, difficulty=difficulty)
    shown = game.odds(f"open chest-{game.state.place.floor}.1 {who}")
    assert not isinstance(shown, Refusal)
    (chance,) = shown
    assert isinstance(chance, Chance)
    return chance


def trap(game: Game[State], face: int, *draws: int, who: str = "hero") -> Any:
    """Let a member spring the trap of a d20 face."""
    with fix(game, 100, face, *draws):
        step = game.act(f"open chest-{game.state.place.floor}.1 {who}")
    assert step.accepted
    return step


def health(game: Game[State]) -> dict[str, int]:
    return {m.id: m.health for m in game.state.members.values()}


def refusal(game: Game[State], text: str) -> tuple[str, str]:
    before = game.digest()
    step = game.act(text)
    assert not step.accepted
    assert game.digest() == before
    return step.refusals[0].code, step.refusals[0].rule


def do(game: Game[State], work: Callable[[Ctx], Any]) -> Any:
    return work(game._ctx)


# --- the lid ---


@pytest.mark.rule("D19.4", "D5.1", "D19.2")
@pytest.mark.row("F4")
@pytest.mark.parametrize(("difficulty", "plain", "rogue"), [("easy", 65, 85), ("normal", 50, 70), ("hard", 35, 55)])
def test_the_lid_chance_is_the_difficultys_and_a_rogues_is_20_more(difficulty: str, plain: int, rogue: int) -> None:
    game = before_a_chest()
    for who in ("hero", "fighter", "wizard"):
        assert (lid(game, who, difficulty).num, lid(game, who).of) == (plain, 100)
    assert (lid(game, "rogue").num, lid(game, "rogue").of) == (rogue, 100)
    assert lid(game, "rogue").parts == ((str(plain), "base"), ("+20", "why.rogue"))


@pytest.mark.rule("D2.9", "D19.5")
@pytest.mark.parametrize("difficulty", ["easy", "normal", "hard"])
def test_a_rogue_is_better_at_lids_but_never_sure(difficulty: str) -> None:
    game = before_a_chest()
    assert lid(game, "hero", difficulty).num < lid(game, "rogue").num < 100


@pytest.mark.rule("D5.2")
@pytest.mark.parametrize("who", PARTY)
def test_a_harder_difficulty_lowers_the_lid_chance_for_everyone(who: str) -> None:
    game = before_a_chest()
    easy, normal, hard = (lid(game, who, word).num for word in ("easy", "normal", "hard"))
    assert easy > normal > hard


@pytest.mark.rule("D19.4")
@pytest.mark.parametrize("floor", [1, 7, 12])
def test_the_lid_chance_is_the_same_on_every_floor(floor: int) -> None:
    game = before_a_chest(floor=floor)
    assert [lid(game, who).num for who in PARTY] == [50, 50, 70, 50]


@pytest.mark.rule("D19.3")
def test_nothing_carried_running_or_learnt_moves_the_lid_chance() -> None:
    game = before_a_chest()
    for kind in ("felt-overshoes", "gremlin-bell", "esp", "gem-of-strength", "honing-stone"):
        give(game, kind, "pack:hero")
    with staged(game) as s:
        s.members["hero"] = replace(s.members["hero"], level=20, agility=9, wits=9, strength=9)
        s.members["rogue"] = replace(s.members["rogue"], level=20, agility=9)
        s.quest = Quest(book=True, king=True)
    assert (lid(game, "hero").num, lid(game, "rogue").num) == (50, 70)


@pytest.mark.rule("D19.1")
@pytest.mark.row("ACT17")
@pytest.mark.parametrize(
    ("who", "draw", "safe"), [("hero", 50, True), ("hero", 51, False), ("rogue", 70, True), ("rogue", 71, False)]
)
def test_the_lid_is_lifted_unhurt_up_to_the_chance(who: str, draw: int, safe: bool) -> None:
    game = before_a_chest()
    with fix(game, draw, *(() if safe else (5, 1))):
        step = game.act(f"open chest-1.1 {who}")
    assert step.accepted
    assert game.state.chests["room-1.1"].open
    assert any(isinstance(e, chests.TrapSprung) for e in step.events) is not safe
    assert game.state.members[who].health == game.state.members[who].ceiling - (0 if safe else 1)
    assert game.state.clock.step == 0


@pytest.mark.rule("DX18", "D19.4", "D19.6")
@pytest.mark.parametrize("draws", [(55,), (56, 11, 4)])
def test_dx18_a_rogue_at_a_lid_on_hard(draws: tuple[int, ...]) -> None:
    game = before_a_chest(difficulty="hard", gold=10)
    ale = give(game, "medicinal-ale", "chest:room-1.1")
    with fix(game, *draws):
        assert game.act("open chest-1.1 rogue").accepted
    assert game.state.purse.rations == (20 if draws == (55,) else 14)
    assert game.act("take-gold").accepted
    assert game.act(f"take {ale} hero").accepted
    assert game.state.purse.gold == 40


@pytest.mark.rule("D19.7")
def test_a_lid_is_lifted_once_and_by_a_standing_member() -> None:
    game = before_a_chest()
    with staged(game) as s:
        s.members["fighter"] = replace(s.members["fighter"], health=0)
    assert refusal(game, "open chest-1.1 fighter") == ("chest.fallen", "D19.7")
    assert refusal(game, "open chest-1.1 nobody")[0] == "chest.nobody"
    assert [str(one) for one in game.actions() if str(one).startswith("open")] == [
        "open chest-1.1 hero", "open chest-1.1 rogue", "open chest-1.1 wizard",
    ]  # fmt: skip
    with fix(game, 1):
        assert game.act("open chest-1.1 hero").accepted
    assert refusal(game, "open chest-1.1 rogue") == ("chest.open", "D19.7")
    assert not [one for one in game.actions() if str(one).startswith("open")]


@pytest.mark.parametrize("text", ["open chest-1.2 hero", "open room-1.1 hero", "open chest- hero", "open x y"])
def test_only_the_chest_of_the_room_is_lifted(text: str) -> None:
    game = before_a_chest()
    with staged(game) as s:
        s.chests["room-1.2"] = Chest(1, 5)
    assert refusal(game, text)[0] == "chest.none"


def test_a_room_without_a_chest_has_no_lid() -> None:
    game = moment()
    into_room(game)
    assert refusal(game, "open chest-1.1 hero")[0] == "chest.none"


# --- the traps ---


@pytest.mark.rule("D19.6", "D19.11")
@pytest.mark.row("X1")
@pytest.mark.parametrize(("face", "floor", "draw", "wound"), [(1, 1, 4, 4), (5, 1, 1, 1), (1, 4, 3, 5), (5, 5, 2, 4)])
def test_a_dart_wounds_the_lifter(face: int, floor: int, draw: int, wound: int) -> None:
    game = before_a_chest(floor=floor)
    give(game, "titan-plate", "body:hero")
    give(game, "mirror-shield", "arm:hero")
    trap(game, face, draw)
    assert health(game) == {"hero": 21 - wound, "fighter": 24, "rogue": 18, "wizard": 15}


@pytest.mark.rule("D19.11")
@pytest.mark.row("X2")
@pytest.mark.parametrize(("face", "floor", "draw", "wound"), [(6, 1, 6, 6), (8, 1, 5, 5), (7, 9, 6, 10), (6, 3, 1, 2)])
def test_a_blade_wounds_the_lifter_more(face: int, floor: int, draw: int, wound: int) -> None:
    game = before_a_chest(floor=floor)
    give(game, "titan-plate", "body:hero")
    trap(game, face, draw)
    assert health(game) == {"hero": 21 - wound, "fighter": 24, "rogue": 18, "wizard": 15}


@pytest.mark.row("X3")
@pytest.mark.parametrize("face", [9, 10])
def test_a_needle_poisons_the_lifter(face: int) -> None:
    game = before_a_chest()
    trap(game, face, who="wizard")
    assert [(e.member, e.kind, e.left) for e in game.state.effects.values()] == [("wizard", "poisoned", 30)]
    assert health(game)["wizard"] == 15


@pytest.mark.rule("D19.9")
@pytest.mark.row("X4")
@pytest.mark.parametrize(
    ("face", "held", "draw", "left"), [(11, 20, 6, 12), (12, 20, 1, 17), (12, 8, 6, 0), (11, 5, 6, 0)]
)
def test_rot_gas_takes_rations_at_most_all(face: int, held: int, draw: int, left: int) -> None:
    game = before_a_chest(rations=held)
    trap(game, face, draw)
    assert game.state.purse.rations == left


@pytest.mark.rule("D19.10", "D3.13")
@pytest.mark.row("X5")
@pytest.mark.parametrize(("face", "draw"), [(13, 3), (14, 1)])
def test_withering_dust_lowers_the_lifters_ceiling(face: int, draw: int) -> None:
    game = before_a_chest()
    trap(game, face, draw)
    hero = game.state.members["hero"]
    assert (hero.health, hero.ceiling) == (21 - draw, 21 - draw)
    assert game.state.members["rogue"].ceiling == 18


@pytest.mark.row("X6")
@pytest.mark.parametrize(("face", "gold", "left"), [(15, 100, 80), (16, 104, 84), (15, 4, 4), (16, 5, 4), (15, 0, 0)])
def test_a_coin_chute_takes_a_fifth_of_the_gold(face: int, gold: int, left: int) -> None:
    game = before_a_chest(gold=gold)
    trap(game, face)
    assert game.state.purse.gold == left
    assert game.state.chests["room-1.1"].gold == 30


@pytest.mark.row("X7")
def test_acid_takes_the_shield_before_the_armour() -> None:
    game = before_a_chest()
    shield, mail = give(game, "kite-shield", "arm:hero"), give(game, "ring-mail", "body:hero")
    trap(game, 17)
    assert [(game.state.items[k].lost, game.state.items[k].cause) for k in (shield, mail)] == [
        (1, "acid spray"),
        (0, ""),
    ]


@pytest.mark.rule("D31.11")
@pytest.mark.row("X7")
def test_acid_takes_the_armour_of_one_without_a_shield() -> None:
    game = before_a_chest()
    mail, spare = give(game, "ring-mail", "body:hero"), give(game, "kite-shield", "pack:hero")
    other = give(game, "wooden-shield", "arm:fighter")
    trap(game, 17)
    assert [(game.state.items[k].lost, game.state.items[k].cause) for k in (mail, spare, other)] == [
        (1, "acid spray"), (0, ""), (0, ""),
    ]  # fmt: skip


@pytest.mark.row("X7")
def test_acid_does_nothing_to_a_shield_at_nothing_or_to_bare_skin() -> None:
    game = before_a_chest()
    shield, mail = give(game, "wooden-shield", "arm:hero", lost=1), give(game, "ring-mail", "body:hero")
    trap(game, 17)
    assert [game.state.items[k].lost for k in (shield, mail)] == [1, 0]
    bare = before_a_chest()
    trap(bare, 17)
    assert health(bare)["hero"] == 21


@pytest.mark.rule("D19.11")
@pytest.mark.row("X8")
@pytest.mark.parametrize(("floor", "more"), [(1, 0), (3, 0), (4, 1), (8, 2)])
def test_a_blast_wounds_every_living_member(floor: int, more: int) -> None:
    game = before_a_chest(floor=floor)
    give(game, "ring-mail", "body:hero")
    with staged(game) as s:
        s.members["fighter"] = replace(s.members["fighter"], health=0)
    trap(game, 18, 1, 2, 3)
    assert health(game) == {"hero": 20 - more, "fighter": 0, "rogue": 16 - more, "wizard": 12 - more}


@pytest.mark.row("X9")
def test_an_alarm_calls_a_band_of_the_floor_that_strikes_first() -> None:
    game = before_a_chest()
    with fix(game, 100, 19, then=1):
        step = game.act("open chest-1.1 hero")
    opened = next(e for e in step.events if e.tag() == "fight.opened")
    assert (opened.room, opened.first, len(opened.band) >= 1) == ("room-1.1", True, True)
    assert game.state.fight is not None
    assert game.state.chests["room-1.1"].open
    assert game.state.rooms["room-1.1"].band == ()


@pytest.mark.rule("D19.6")
@pytest.mark.row("X10")
def test_a_drop_lands_the_party_a_floor_deeper_with_the_contents() -> None:
    game = before_a_chest(floor=4, gold=5)
    with staged(game) as s:
        s.rooms["room-4.1"] = replace(s.rooms["room-4.1"], map="chest", gold=9)
    ale, left = give(game, "medicinal-ale", "chest:room-4.1"), give(game, "knife", "room:room-4.1")
    with fix(game, 100, 20, 1):
        assert game.act("open chest-4.1 hero").accepted
    s = game.state
    shown = floors.plan(s.floors[5])
    assert (s.place.floor, s.place.room, s.place.cell) == (5, "", shown.in_order[0])
    assert s.place.cell not in (s.floors[5].up, s.floors[5].down)
    assert s.agenda == (InHall(),)
    assert s.purse.gold == 35
    assert (s.rooms["room-4.1"].gold, s.chests["room-4.1"]) == (9, Chest(4, 0, open=True))
    assert (s.quest.maps, s.rooms["room-4.1"].map) == ((4,), "")
    assert s.items[left].place == "room:room-4.1"
    assert s.items[ale].place == f"cell:5:{s.place.cell}"
    assert game.act(f"take {ale} rogue").accepted
    assert s.clock.step == 0
    assert s.floors[5].visited


@pytest.mark.rule("D13.10")
@pytest.mark.row("X10")
def test_every_hall_cell_can_be_landed_on_and_no_stair() -> None:
    seen = set()
    game = before_a_chest(floor=4)
    with fix(game, 100, 20, 1):
        game.act("open chest-4.1 hero")
    count = len(floors.plan(game.state.floors[5]).in_order)
    for landing in (1, 2, count // 2, count):
        game = before_a_chest(floor=4)
        with fix(game, 100, 20, landing) as dice:
            game.act("open chest-4.1 hero")
        assert dice.seen[2] == (count, landing)
        seen.add(game.state.place.cell)
    assert len(seen) == 4


@pytest.mark.row("X10")
@pytest.mark.parametrize(("length", "deepest"), [("short", 6), ("standard", 12), ("long", 18)])
def test_on_the_deepest_floor_a_drop_is_a_blade(length: str, deepest: int) -> None:
    game = before_a_chest(floor=deepest, length=length)
    step = trap(game, 20, 2, who="fighter")
    assert health(game)["fighter"] == 24 - 2 - deepest // 2
    assert game.state.place.room == f"room-{deepest}.1"
    assert [e.trap for e in step.events if isinstance(e, chests.TrapSprung)] == ["blade"]
    above = before_a_chest(floor=deepest - 1, length=length)
    with fix(above, 100, 20, 1):
        above.act(f"open chest-{deepest - 1}.1 hero")
    assert above.state.place.floor == deepest


@pytest.mark.rule("D19.11", "D3.17")
def test_a_trap_can_fell_the_lifter_and_the_chest_stays_open_to_the_rest() -> None:
    game = before_a_chest()
    with staged(game) as s:
        s.members["wizard"] = replace(s.members["wizard"], health=3)
    trap(game, 1, 3, who="wizard")
    assert game.state.members["wizard"].fallen
    assert isinstance(game.state.agenda[-1], InRoom)
    assert game.act("take-gold").accepted
    assert game.state.purse.gold == 30


@pytest.mark.rule("D30.9")
def test_a_trap_that_fells_the_last_member_ends_the_run() -> None:
    game = before_a_chest(floor=1)
    with staged(game) as s:
        for key in PARTY:
            s.members[key] = replace(s.members[key], health=1 if key == "hero" else 0)
    trap(game, 1, 1)
    assert game.outcome is not None


@pytest.mark.rule("D19.6")
@pytest.mark.parametrize("face", [*range(1, 19)])
def test_after_every_trap_the_contents_can_be_taken(face: int) -> None:
    game = before_a_chest(gold=50)
    ale = give(game, "medicinal-ale", "chest:room-1.1")
    with fix(game, 100, face, then=1):
        assert game.act("open chest-1.1 hero").accepted
    gold = game.state.purse.gold
    assert game.act("take-gold").accepted
    assert game.state.purse.gold == gold + 30
    assert game.act(f"take {ale} rogue").accepted


@pytest.mark.rule("D19.6")
def test_the_trap_is_one_draw_of_1_to_20() -> None:
    game = before_a_chest()
    with fix(game, 51, 9) as dice:
        game.act("open chest-1.1 hero")
    assert dice.seen == [(100, 51), (20, 9)]


# --- what a chest holds ---


def made(seeds: int, number: int) -> list[State]:
    """Return states in which a floor was generated, one a seed."""
    found = []
    for seed in range(seeds):
        game = moment(floor=18)
        game.streams.reseed(seed)
        do(game, lambda ctx: floors.generate(ctx, number))
        found.append(game.state)
    return found


@pytest.mark.rule("D19.8")
def test_a_chest_holds_gold_and_one_or_two_treasures() -> None:
    amounts, things, kept = set(), {0: 0, 1: 0, 2: 0}, 0
    for s in made(150, 4):
        for room, chest in s.chests.items():
            held = len(s.items.where(f"chest:{room}"))
            things[held] += 1
            kept += 1
            assert not chest.open
            # (5-15) times 4 halved, and coins of (5-15) times 4 for each treasure that is no item
            low, high = (10 + 20 * (1 - held) if held < 1 else 10), 30 + 60 * (2 - held)
            assert low <= chest.gold <= high
            if held == 2:
                amounts.add(chest.gold)
    assert kept > 400
    assert amounts == {10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30}
    # two items: 0.4 x 0.66 x 0.66 = 17.4 in 100; none: 0.34 x (0.6 + 0.4 x 0.34) = 25 in 100
    assert 0.12 < things[2] / kept < 0.23
    assert 0.19 < things[0] / kept < 0.31


@pytest.mark.rule("D19.8", "D8.3")
@pytest.mark.row("O5")
def test_a_chest_may_hold_the_map() -> None:
    where = {room.map for s in made(40, 2) for room in s.rooms.values() if room.map}
    assert where == {"open", "chest"}
    assert all(r.id in s.chests for s in made(40, 2) for r in s.rooms.values() if r.map == "chest")


# --- gold and maps ---


@pytest.mark.row("ACT15")
def test_gold_is_taken_at_once_and_a_shut_chests_is_not() -> None:
    game = before_a_chest(gold=1)
    assert refusal(game, "take-gold")[0] == "chest.no_gold"
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], gold=12)
    assert game.act("take-gold").accepted
    assert (game.state.purse.gold, game.state.chests["room-1.1"].gold) == (13, 30)
    with fix(game, 1):
        game.act("open chest-1.1 hero")
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], gold=4)
    step = game.act("take-gold")
    assert (game.state.purse.gold, game.state.chests["room-1.1"].gold, game.state.rooms["room-1.1"].gold) == (47, 0, 0)
    assert [e.amount for e in step.events if isinstance(e, chests.GoldTaken)] == [34]
    assert refusal(game, "take-gold")[0] == "chest.no_gold"


@pytest.mark.rule("D8.3", "D8.7", "D8.8")
@pytest.mark.parametrize("where", ["open", "chest"])
def test_a_map_is_taken_from_the_open_or_out_of_an_opened_chest(where: str) -> None:
    game = before_a_chest()
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], map=where)
        s.rooms["room-1.2"] = replace(s.rooms["room-1.1"], id="room-1.2", block=2, map="", known=False)
    if where == "chest":
        assert refusal(game, "take-map")[0] == "chest.no_map"
        with fix(game, 1):
            game.act("open chest-1.1 hero")
    assert game.act("take-map").accepted
    assert (game.state.quest.maps, game.state.rooms["room-1.1"].map) == ((1,), "")
    assert game.state.rooms["room-1.2"].known
    assert refusal(game, "take-map")[0] == "chest.no_map"


@pytest.mark.rule("D8.8")
def test_a_second_copy_of_a_map_changes_nothing() -> None:
    game = before_a_chest()
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], map="open")
        s.quest = Quest(maps=(3, 1))
    assert game.act("take-map").accepted
    assert game.state.quest.maps == (3, 1)


@pytest.mark.rule("D6.3")
def test_lifting_and_taking_cost_no_step() -> None:
    game = before_a_chest()
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], map="open", gold=3)
    with fix(game, 1):
        game.act("open chest-1.1 hero")
    game.act("take-gold")
    game.act("take-map")
    assert (game.state.clock.step, game.state.purse) == (0, Purse(33, 20))


def test_every_trap_and_event_has_a_sentence() -> None:
    for face in range(1, 21):
        game = before_a_chest(gold=50, floor=4)
        give(game, "wooden-shield", "arm:hero")
        with fix(game, 100, face, then=1):
            step = game.act("open chest-4.1 hero")
        for event in step.events:
            if type(event).__module__ == chests.__name__:
                said = game.say(event)
                assert said
                assert "{" not in said


def test_two_rogues_are_as_good_as_one() -> None:
    game = moment(member("hero"), member("rogue"), member("rogue", "Wren"), member("wizard"))
    into_room(game)
    with staged(game) as s:
        s.chests["room-1.1"] = Chest(1, 30)
    assert [lid(game, who).num for who in ("rogue", "wren", "wizard")] == [70, 70, 50]


@pytest.mark.rule("D9.24", "D12.18")
@pytest.mark.row("X9")
def test_the_band_of_an_alarm_is_no_wandering_one_and_stays_where_it_came() -> None:
    game = before_a_chest()
    with fix(game, 100, 19, then=1):
        game.act("open chest-1.1 hero")
    fight = game.state.fight
    assert fight is not None
    assert not fight.wandering
    kinds = tuple(m.kind for m in game.state.monsters.values())
    fights.close(game._ctx, "fled")
    assert game.state.rooms["room-1.1"].band == kinds
