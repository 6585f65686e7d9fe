"""Bribery (D14): the ask, the price, and what a paid band leaves."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebooks.descent.moments import cell, give, member, moment

from undercroft.engine.chance import Chance
from undercroft.engine.game import Game
from undercroft.rulebooks.descent import bribery, fights
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent.records import Door, Effect, InHall, InRoom, Item, Room, State, Tale, replace
from undercroft.testing import fix, staged

DOOR = "door-1.1n"


def band(*kinds: str, who: tuple[Any, ...] = (), **more: Any) -> Game[State]:
    """Return a game whose party has walked in on a band that did not strike first; nobody of it dies soon."""
    game = moment(*who, **more)
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(Room("room-1.1", 1, 1), band=kinds)
        for m in list(s.members.values()):
            s.members[m.id] = replace(m, health=500)
    with fix(game, 100):
        assert game.act(f"enter {DOOR}")
    return game


def fighting(game: Game[State]) -> Any:
    assert game.state.fight is not None
    return game.state.fight


def refusal(game: Game[State], text: str) -> str:
    step = game.act(text)
    assert not step
    return step.refusals[0].code


def shown(game: Game[State]) -> int:
    (chance,) = game.odds("bribe")
    assert isinstance(chance, Chance)
    assert chance.shown
    assert chance.of == 100
    return chance.num


def settle(game: Game[State]) -> None:
    """Let the game go on from a state set up directly, until somebody must choose."""
    game._ctx.events = []
    game._settle()


def goodwill(game: Game[State]) -> None:
    with staged(game) as s:
        assert s.fight is not None
        s.fight = replace(s.fight, goodwill=True)


def add_rooms(game: Game[State], *blocks: int) -> None:
    with staged(game) as s:
        for block in blocks:
            s.rooms[f"room-1.{block}"] = Room(f"room-1.{block}", 1, block, gold=4)
            s.doors[f"door-1.{block}n"] = Door(f"room-1.{block}", "n", 1, cell(3 + 6 * (block - 1), 0), True)


@pytest.mark.rule("D14.3")
def test_every_kind_takes_a_bribe_ten_times_in_a_hundred_at_least() -> None:
    assert len(content.catalogue().foes) == 52
    assert min(one.bribe for one in content.catalogue().foes.values()) == 10


@pytest.mark.rule("D14.4", "D14.2", "D34.6")
def test_the_chance_is_the_kinds() -> None:
    assert shown(band("orc", "orc")) == 50
    assert shown(band("goblin")) == 60
    assert shown(band("bone-walker")) == 10


@pytest.mark.rule("D14.4")
def test_the_guards_have_ten_and_a_mixed_band_the_lowest_of_the_living() -> None:
    game = band("the-gaoler", "goblin")
    assert shown(game) == 10
    with staged(game) as s:
        s.monsters["the-gaoler-1"] = replace(s.monsters["the-gaoler-1"], health=0)
    assert shown(game) == 60


@pytest.mark.rule("D14.2")
def test_the_chance_is_the_one_drawn_and_the_same_again() -> None:
    game = band("orc", gold=500)
    twin = game.fork()
    with fix(twin, 50):
        twin.act("bribe")
    assert twin.decision is not None
    assert twin.decision.ask == "ask.price"
    with fix(game, 51, then=100):
        game.act("bribe")
    assert fighting(game).round == 2
    assert shown(game) == 50


@pytest.mark.rule("D14.5")
def test_an_ask_is_made_at_the_start_of_the_partys_side() -> None:
    game = band("orc", "orc")
    assert "bribe" in game.actions()
    with fix(game):
        game.act("wait")
    assert "bribe" not in game.actions()
    assert refusal(game, "bribe") == "bribe.late"
    with fix(game, then=100):
        for _ in range(3):
            game.act("wait")
    assert fighting(game).round == 2
    assert "bribe" in game.actions()


@pytest.mark.rule("D14.5")
def test_the_start_is_not_over_while_only_the_senseless_have_passed() -> None:
    game = band("orc")
    with staged(game) as s:
        s.effects["hero:senseless"] = Effect("hero", "senseless", 2, "ghoul")
    settle(game)
    assert fighting(game).turns[0] == "fighter"
    assert "bribe" in game.actions()


@pytest.mark.rule("D14.5", "D14.6")
def test_a_refused_ask_takes_every_turn_and_the_band_acts() -> None:
    game = band("orc", "orc")
    # The ask fails; each of two orcs aims and misses; then round 2 begins with the first member.
    with fix(game, 51, 1, 100, 1, 100) as dice:
        game.act("bribe")
    assert [sides for sides, _ in dice.seen] == [100, 2, 100, 2, 100]
    assert (fighting(game).round, fighting(game).turns[0]) == (2, "hero")


@pytest.mark.rule("D14.6", "D15.19")
def test_the_turn_of_the_senseless_goes_with_the_rest() -> None:
    game = band("orc")
    with staged(game) as s:
        s.effects["wizard:senseless"] = Effect("wizard", "senseless", 2, "ghoul")
        s.effects["rogue:guarding"] = Effect("rogue", "guarding", 1, "guarding")
    with fix(game, 51, then=100):
        game.act("bribe")
    assert game.state.effects["wizard:senseless"].left == 1
    assert "rogue:guarding" not in game.state.effects


@pytest.mark.rule("D14.5")
def test_an_ask_needs_a_standing_member_inside() -> None:
    game = moment()
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(Room("room-1.1", 1, 1), band=("orc",))
        s.members["rogue"] = replace(s.members["rogue"], health=500)
    game.act(f"sneak {DOOR} rogue")
    with fix(game, then=100):
        game.act("wait")
    assert "bribe" in game.actions()
    with staged(game) as s:
        s.effects["rogue:senseless"] = Effect("rogue", "senseless", 2, "ghoul")
    assert refusal(game, "bribe") == "bribe.nobody"


@pytest.mark.rule("D14.7")
@pytest.mark.parametrize(("kinds", "price"), [(("orc",), 33), (("orc", "orc"), 66), (("the-gaoler", "goblin"), 423)])
def test_the_price_is_three_gold_for_each_point_of_experience(kinds: tuple[str, ...], price: int) -> None:
    game = band(*kinds, gold=500)
    with fix(game, 1):
        game.act("bribe")
    assert game.decision is not None
    assert game.decision.about == {"price": price}
    assert {str(a) for a in game.actions() if not str(a).startswith("guide")} == {"pay", "decline"}


@pytest.mark.rule("D14.7", "D14.6", "D14.9")
def test_a_declined_price_costs_the_round_and_nothing_else() -> None:
    game = band("orc", gold=500)
    with fix(game, 1):
        game.act("bribe")
    with fix(game, 1, 100):
        game.act("decline")
    assert (fighting(game).round, fighting(game).price) == (2, 0)
    assert (game.state.purse.gold, game.state.counts.bribes) == (500, 0)


@pytest.mark.rule("D14.8")
def test_a_price_above_the_gold_counts_as_declined() -> None:
    game = band("orc", gold=32)
    with fix(game, 1, 1, 100):
        game.act("bribe")
    assert fighting(game).round == 2
    assert game.state.purse.gold == 32


@pytest.mark.rule("D14.8")
def test_a_price_equal_to_the_gold_can_be_paid() -> None:
    game = band("orc", gold=33)
    with fix(game, 1):
        game.act("bribe")
    with fix(game, 51, 16):
        game.act("pay")
    assert (game.state.purse.gold, game.state.fight) == (0, None)


@pytest.mark.rule("DX24", "D14.7", "D14.9", "D14.10", "D4.3")
def test_three_orcs_one_killed_and_the_rest_paid() -> None:
    game = band("orc", "orc", "orc", who=(member("fighter"), member("hero")), gold=100)
    with staged(game) as s:
        s.monsters["orc-1"] = replace(s.monsters["orc-1"], health=1)
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], gold=9)
    with fix(game, 1, 1, 3):  # hit, damage, the orc's gold (3 to 10)
        game.act("attack orc-1")
    carried = game.state.purse.gold
    assert game.state.members["fighter"].experience == 11
    with fix(game, then=100):
        game.act("wait")
    with fix(game, 50):
        game.act("bribe")
    assert fighting(game).price == 66
    with fix(game, 51, 16):
        game.act("pay")
    s = game.state
    assert s.fight is None
    assert s.purse.gold == carried - 66
    assert [m.experience for m in s.members.values()] == [11, 0]
    assert s.rooms["room-1.1"].band == ()
    assert isinstance(s.agenda[-1], InRoom)
    assert "take-gold" in game.actions()
    assert s.counts.bribes == 1
    assert s.bestiary["orc"].paid == 2


@pytest.mark.rule("D33.5")
def test_a_paid_guard_is_gone_for_good() -> None:
    game = band("the-gaoler", gold=500)
    with fix(game, 10):
        game.act("bribe")
    with fix(game, 51, 16):
        game.act("pay")
    assert game.state.rooms["room-1.1"].band == ()
    assert game.state.bestiary["the-gaoler"].paid == 1


@pytest.mark.rule("D9.20")
def test_a_paid_wandering_band_leaves_no_trace() -> None:
    game = moment(gold=500)
    fights.open_fight(game._ctx, ("orc",), wandering=True)
    settle(game)
    with fix(game, 50):
        game.act("bribe")
    with fix(game, 51, 16):
        game.act("pay")
    assert isinstance(game.state.agenda[-1], InHall)
    assert game.state.monsters == {}
    assert all(room.band == () for room in game.state.rooms.values())


def paid(game: Game[State], *draws: int) -> Any:
    with fix(game, 1):
        game.act("bribe")
    with fix(game, *draws) as dice:
        game.act("pay")
    return dice


@pytest.mark.rule("D14.11", "D14.12")
def test_a_paid_band_tells_of_two_rooms_half_the_time() -> None:
    game = band("orc", gold=100)
    add_rooms(game, 2, 3, 4)
    twin = game.fork()
    dice = paid(game, 50, 16, 3, 1)
    assert [sides for sides, _ in dice.seen] == [100, 100, 3, 2]
    told = [r for r in game.state.rooms.values() if r.told]
    assert [r.id for r in told] == ["room-1.2", "room-1.4"]
    assert all(r.known and not r.entered for r in told)
    assert all(game.state.doors[f"door-1.{n}n"].known for n in (2, 4))
    assert not game.state.doors["door-1.3n"].known
    paid(twin, 51, 16)
    assert not any(r.told for r in twin.state.rooms.values())


@pytest.mark.rule("D14.12")
def test_rooms_entered_are_not_told() -> None:
    game = band("orc", gold=100)
    add_rooms(game, 2, 3)
    with staged(game) as s:
        s.rooms["room-1.2"] = replace(s.rooms["room-1.2"], entered=True)
    paid(game, 50, 16, 1)
    assert [r.id for r in game.state.rooms.values() if r.told] == ["room-1.3"]


@pytest.mark.rule("D14.12", "D14.13", "D34.6")
def test_what_a_bribe_may_bring_is_shown() -> None:
    game = band("orc", gold=100)
    with fix(game, 1):
        game.act("bribe")
    assert [(c.name, c.num) for c in game.odds("pay")] == [("tell", 50), ("stone", 15)]


@pytest.mark.rule("D14.13", "D14.11")
@pytest.mark.parametrize(("draw", "stones"), [(15, 1), (16, 0)])
def test_a_paid_band_hands_over_a_stone(draw: int, stones: int) -> None:
    game = band("orc", gold=100)
    paid(game, 51, draw)
    found = [i for i in game.state.items.values() if i.kind == "summoning-stone"]
    assert len(found) == stones
    assert [(i.place, i.memory) for i in found] == [("pack:hero", "orc")] * stones


@pytest.mark.rule("D14.13")
def test_a_stone_goes_to_the_first_with_room_or_lies_here() -> None:
    game = band("orc", who=(member("hero"), member("wizard")), gold=100)
    with staged(game) as s:
        s.members["hero"] = replace(s.members["hero"], health=0)
        for n in range(6):
            s.items[f"bottle-{n}"] = Item("antidote", "pack:wizard")
    settle(game)
    paid(game, 51, 15)
    assert [i.place for i in game.state.items.values() if i.kind == "summoning-stone"] == ["room:room-1.1"]


@pytest.mark.rule("D14.16")
def test_of_a_mixed_band_the_stone_remembers_the_kind_with_the_guard() -> None:
    game = band("the-gaoler", "orc", gold=1000)
    paid(game, 51, 15)
    assert [i.memory for i in game.state.items.values() if i.kind == "summoning-stone"] == ["orc"]


@pytest.mark.rule("D14.16")
def test_a_guard_alone_is_remembered_itself() -> None:
    game = band("the-gaoler", gold=1000)
    paid(game, 51, 15)
    assert [i.memory for i in game.state.items.values() if i.kind == "summoning-stone"] == ["the-gaoler"]


@pytest.mark.rule("D14.15", "D14.14")
@pytest.mark.parametrize(("kind", "chance"), [("goblin", 85), ("bone-walker", 35)])
def test_goodwill_adds_25(kind: str, chance: int) -> None:
    game = band(kind)
    goodwill(game)
    assert shown(game) == chance


@pytest.mark.rule("D14.15", "D14.14")
@pytest.mark.parametrize(("base", "raised"), [(64, 89), (65, 90), (66, 90), (90, 90)])
def test_goodwill_never_makes_it_certain(base: int, raised: int) -> None:
    assert bribery.with_goodwill(Chance("bribe", base), True).num == raised
    assert bribery.with_goodwill(Chance("bribe", base), False).num == base


@pytest.mark.rule("D14.15", "D14.14")
@pytest.mark.parametrize(("draw", "stones"), [(40, 1), (41, 0)])
def test_a_bribe_paid_under_goodwill_always_tells_and_gives_the_stone_more_often(draw: int, stones: int) -> None:
    game = band("orc", gold=100)
    add_rooms(game, 2, 3)
    goodwill(game)
    paid(game, draw, 1, 1)  # the stone, then two rooms: no draw decides whether they are told
    assert sum(r.told for r in game.state.rooms.values()) == 2
    assert sum(i.kind == "summoning-stone" for i in game.state.items.values()) == stones


@pytest.mark.rule("DX25", "D14.15", "D14.4")
def test_goodwill_once_a_fight() -> None:
    game = band("goblin", "goblin", who=(member("hero"), member("wizard")))
    for place in ("pack:hero", "pack:wizard", "pack:hero"):
        give(game, "goodwill-scroll", place, named=True)
    first, second, third = game.state.items
    assert shown(game) == 60
    game.act(f"recite {first}")
    assert bribery.bribe_chance(game.state).num == 85
    with fix(game, then=100):
        game.act(f"recite {second}")
    assert bribery.bribe_chance(game.state).num == 85
    later = band("bone-walker", who=(member("hero"),))
    with staged(later) as s:
        s.items[third] = Item("goodwill-scroll", "pack:hero", named=True)
    assert shown(later) == 10
    with fix(later, then=100):
        later.act(f"recite {third}")
    assert shown(later) == 35


@pytest.mark.rule("D14.14")
def test_nothing_else_changes_the_chance() -> None:
    game = band("orc")
    with staged(game) as s:
        for m in list(s.members.values()):
            s.members[m.id] = replace(m, wits=9, level=9)
        for key in list(s.monsters):
            s.monsters[key] = replace(s.monsters[key], health=1, asleep=2)
    assert shown(game) == 50


@pytest.mark.rule("D11.19")
def test_an_unpaid_ask_in_the_unseen_turn_ends_it() -> None:
    game = moment(gold=500)
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(Room("room-1.1", 1, 1), band=("orc",))
        s.members["rogue"] = replace(s.members["rogue"], health=500)
    game.act(f"sneak {DOOR} rogue")
    twin = game.fork()
    with fix(game, 51, 1, 100):  # refused; then the room acts against the rogue alone
        game.act("bribe")
    assert (fighting(game).round, fighting(game).outside) == (1, ("hero", "fighter", "wizard"))
    with fix(twin, 50):
        twin.act("bribe")
    with fix(twin, 51, 16):
        twin.act("pay")
    assert twin.state.fight is None
    assert twin.state.place.room == "room-1.1"  # the others come in at no cost (D11.22)
    assert twin.state.clock.step == 1


@pytest.mark.rule("D14.10", "D12.21")
def test_the_rooms_contents_fall_to_the_party() -> None:
    game = band("orc", gold=100)
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], gold=9)
    assert "take-gold" not in game.actions()
    paid(game, 51, 16)
    assert "take-gold" in game.actions()


@pytest.mark.rule("D12.20")
def test_an_ask_is_told_when_the_fight_closes() -> None:
    game = band("orc", gold=100)
    with fix(game, 1):
        game.act("bribe")
    with fix(game, 51, 16):
        step = game.act("pay")
    closed = next(e for e in step.all_events if isinstance(e, fights.FightClosed))
    assert (closed.how, closed.asked) == ("bought", True)


@pytest.mark.rule("D14.7", "D31.15", "D34.6")
def test_the_price_stands_beside_the_ask_once_every_kind_in_it_was_killed_before() -> None:
    game = band("goblin", "orc")
    with staged(game) as s:
        s.bestiary["orc"] = Tale(met=1, killed=1)
    asked = next(one for text, one in game.actions().texts().items() if text == "bribe")
    assert game.costs(asked) == ""
    with staged(game) as s:
        s.bestiary["goblin"] = Tale(met=1, killed=1)
    assert game.costs(asked) == "48 gold if they listen"
