"""Living Statues (D22): the posted price, offers against the hidden number, mending and raising."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from tests.rulebooks.descent.magic import bearing
from tests.rulebooks.descent.moments import give, into_room, member, moment

from undercroft.engine.action import Open
from undercroft.engine.chance import Spread
from undercroft.engine.game import Game
from undercroft.engine.view import Sheet, Text
from undercroft.play.menu import menu_lines
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import gear, statues
from undercroft.rulebooks.descent.records import Clock, Effect, Place, State, replace
from undercroft.testing import fix, staged, twins


def before_a_statue(*who: Any, floor: int = 6, gold: int = 1000, **more: Any) -> Game[State]:
    """Return a game in a quiet room with a Living Statue."""
    game = moment(*who, floor=floor, gold=gold, **more)
    into_room(game)
    with staged(game) as s:
        room = f"room-{floor}.1"
        s.rooms[room] = replace(s.rooms[room], statue=True)
    return game


def offer(game: Game[State], gold: int, item: str, *draws: int) -> str:
    """Offer gold with these draws; return what the statue did."""
    with fix(game, *draws) as dice:
        step = game.act(f"offer {gold} for {item}")
    assert step.accepted, step.refusals
    assert all(sides == content.floor(game.state.place.floor).posts for sides, _ in dice.seen)
    (answered,) = [e for e in step.events if isinstance(e, statues.Answered)]
    return answered.answer


def refusal(game: Game[State], text: str) -> tuple[str, str]:
    before = game.digest()
    step = game.act(text)
    assert not step.accepted
    assert game.digest() == before
    assert text not in game.actions()
    return step.refusals[0].code, step.refusals[0].rule


def hurt(game: Game[State], who: str, **more: Any) -> None:
    with staged(game) as s:
        s.members[who] = replace(s.members[who], **more)


def offers(game: Game[State], head: str) -> list[str]:
    return [str(one) for one in game.actions() if str(one).startswith(f"{head} ")]


# --- the price ---


@pytest.mark.rule("D22.2", "D22.1")
def test_the_posted_price_is_25_a_floor() -> None:
    posted = []
    for floor in range(1, 19):
        game = before_a_statue(floor=floor, length="long")
        (room,) = game.view().floors[0].rooms  # type: ignore[attr-defined]
        posted.append(room.statue.posted)
    assert posted == list(range(25, 451, 25))


@pytest.mark.rule("D22.1", "D22.5", "D22.3")
@pytest.mark.parametrize("floor", [1, 6, 12])
def test_the_posted_price_never_fails_and_draws_nothing(floor: int) -> None:
    game = before_a_statue(floor=floor)
    ale = give(game, "medicinal-ale", "pack:hero")
    assert game.odds(f"offer {25 * floor} for {ale}") == ()
    assert offer(game, 25 * floor, ale) == "named"
    assert gear.is_named(game.state, ale)
    assert game.state.lore.kinds == ("medicinal-ale",)
    assert game.state.purse.gold == 1000 - 25 * floor


@pytest.mark.rule("D22.11", "D22.10")
def test_an_offer_above_the_posted_price_counts_as_it() -> None:
    game = before_a_statue(floor=2)
    ale = give(game, "medicinal-ale", "pack:hero")
    assert offer(game, 1000, ale) == "named"
    assert game.state.purse.gold == 950


@pytest.mark.rule("D22.11")
@pytest.mark.parametrize(("gold", "said"), [(0, ("statue.nothing", "D22.11")), (-5, ("statue.nothing", "D22.11"))])
def test_nothing_is_no_offer(gold: int, said: tuple[str, str]) -> None:
    game = before_a_statue()
    ale = give(game, "medicinal-ale", "pack:hero")
    assert refusal(game, f"offer {gold} for {ale}") == said


@pytest.mark.rule("D22.11")
@pytest.mark.parametrize("held", [1, 60, 400])
def test_an_offer_is_any_whole_gold_up_to_what_is_held(held: int) -> None:
    game = before_a_statue(gold=held)
    ale = give(game, "medicinal-ale", "pack:hero")
    (open_offer,) = [one for one in game.actions() if isinstance(one, Open)]
    assert (open_offer.field, open_offer.low, open_offer.high) == ("gold", 1, held)
    assert str(open_offer) == f"offer <1-{held}> for {ale}"
    assert game.judge(open_offer.at(1)) is None
    assert game.judge(open_offer.at(held)) is None
    assert refusal(game, f"offer {held + 1} for {ale}")[0] == "store.gold"


@pytest.mark.rule("D22.11")
def test_without_gold_nothing_can_be_offered() -> None:
    game = before_a_statue(gold=0)
    ale = give(game, "medicinal-ale", "pack:hero")
    assert not offers(game, "offer")
    assert refusal(game, f"offer 1 for {ale}")[0] == "store.gold"


# --- the hidden number ---


@pytest.mark.rule("DX22", "D22.7", "D22.8", "D22.9", "D22.10")
@pytest.mark.row("ACT31")
@pytest.mark.parametrize(("gold", "said"), [(110, "named"), (109, "silent"), (55, "silent"), (54, "broken")])
def test_dx22_offers_against_a_hidden_number_of_110(gold: int, said: str) -> None:
    game = before_a_statue(floor=6, gold=200)
    ale = give(game, "medicinal-ale", "pack:hero")
    assert offer(game, gold, ale, 110, 150) == said
    assert game.state.purse.gold == 200 - gold
    assert (ale in game.state.items) is (said != "broken")
    assert game.state.lore.kinds == (("medicinal-ale",) if said == "named" else ())
    assert game.state.clock == Clock()


@pytest.mark.rule("D22.6")
@pytest.mark.parametrize(("draws", "said"), [((20, 150), "named"), ((150, 20), "named"), ((21, 150), "silent")])
def test_the_hidden_number_is_the_lower_of_two_draws(draws: tuple[int, int], said: str) -> None:
    game = before_a_statue()
    ale = give(game, "medicinal-ale", "pack:hero")
    assert offer(game, 20, ale, *draws) == said


@pytest.mark.rule("D22.6", "D22.5")
@pytest.mark.parametrize("gold", range(1, 25))
def test_every_pair_of_draws_gives_the_exact_chances(gold: int) -> None:
    counts = {"named": 0, "silent": 0, "broken": 0}
    for pair in product(range(1, 26), repeat=2):
        counts[statues.answer(gold, min(pair))] += 1
    named = 1 - Fraction(25 - gold, 25) ** 2
    broken = Fraction(max(0, 25 - 2 * gold), 25) ** 2
    assert Fraction(counts["named"], 625) == named
    assert Fraction(counts["broken"], 625) == broken
    assert counts["named"] < 625


@pytest.mark.rule("D22.6")
def test_the_number_is_drawn_anew_for_every_offer() -> None:
    game = before_a_statue(floor=1)
    ale = give(game, "medicinal-ale", "pack:hero")
    assert offer(game, 5, ale, 10, 25) == "silent"
    assert offer(game, 5, ale, 11, 25) == "broken"
    cup = give(game, "medicinal-ale", "pack:hero")
    assert offer(game, 5, cup, 25, 5) == "named"


@pytest.mark.rule("D34.6", "D22.5")
def test_the_number_is_never_told() -> None:
    game = before_a_statue()
    ale = give(game, "medicinal-ale", "pack:hero")
    action = statues.Offer(149, ale)
    assert action.odds(game.state) == (Spread("statue", 1, 150, shown=False),)
    assert game.odds(action) == (Spread("statue", 0, 0, shown=False),)
    with fix(game, 110, 150):
        step = game.act(f"offer 60 for {ale}")
    assert step.rolls == ()
    assert "110" not in " ".join(f"{game.say(e)} {e}" for e in step.events)


# --- what may be named ---


@pytest.mark.rule("D22.4", "D22.3")
@pytest.mark.parametrize("kind", ["medicinal-ale", "scroll-of-fasting", "deep-lantern"])
@pytest.mark.parametrize("who", ["hero", "rogue"])
def test_a_bottle_scroll_or_lantern_of_any_pack_is_named(kind: str, who: str) -> None:
    game = before_a_statue()
    hurt(game, "rogue", health=0)
    thing = give(game, kind, f"pack:{who}")
    other = give(game, kind, "pack:fighter")
    assert offers(game, "offer") == [f"offer <1-1000> for {key}" for key in sorted((thing, other), key=_seat(game))]
    assert offer(game, 150, thing) == "named"
    assert gear.is_named(game.state, thing)
    # A lantern is named for itself, the others by their kind (D24.4).
    assert gear.is_named(game.state, other) is (kind != "deep-lantern")


def _seat(game: Game[State]) -> Any:
    order = list(game.state.members)
    return lambda key: order.index(gear.holder(game.state.items[key]))


@pytest.mark.rule("D22.4")
def test_what_is_named_or_not_in_a_pack_is_no_thing_to_offer_for() -> None:
    game = before_a_statue()
    known = give(game, "medicinal-ale", "pack:hero", named=True)
    charm = give(game, "oil-flask", "pack:hero")
    knife = give(game, "knife", "pack:hero")
    lying = give(game, "healing-draught", "room:room-6.1")
    assert not offers(game, "offer")
    assert refusal(game, f"offer 10 for {known}") == ("statue.known", "D22.4")
    assert refusal(game, f"offer 10 for {charm}") == ("statue.known", "D22.4")
    assert refusal(game, f"offer 10 for {knife}") == ("statue.known", "D22.4")
    assert refusal(game, f"offer 10 for {lying}")[0] == "gear.none"
    assert refusal(game, "offer 10 for bottle-99")[0] == "gear.none"


@pytest.mark.parametrize("text", ["offer 10 for bottle-t1", "mend hero", "call-back rogue"])
def test_where_no_statue_stands_nothing_is_done(text: str) -> None:
    game = moment(gold=500)
    into_room(game)
    give(game, "medicinal-ale", "pack:hero")
    hurt(game, "rogue", health=0)
    hurt(game, "hero", health=3)
    assert refusal(game, text)[0] == "statue.none"


@pytest.mark.rule("D22.9", "D24.1")
def test_a_broken_thing_is_gone_unnamed() -> None:
    game = before_a_statue()
    ale = give(game, "medicinal-ale", "pack:hero")
    with fix(game, 150, 150):
        step = game.act(f"offer 1 for {ale}")
    assert game.state.lore.kinds == ()
    assert ale not in game.state.items
    assert [game.say(e) for e in step.events if isinstance(e, gear.ItemDestroyed)] == [
        "An unnamed bottle breaks, and is past mending."
    ]


def test_the_answer_tells_twins_nothing_but_the_name() -> None:
    game = before_a_statue()
    ale = give(game, "medicinal-ale", "pack:hero")
    twin = twins(game, "party")
    assert twin.state.items[ale].kind != "medicinal-ale"
    for gold, draws in ((60, (100, 150)), (1, (100, 150))):
        told = []
        for one in (game, twin):
            with fix(one, *draws):
                told.append([one.say(e) for e in one.act(f"offer {gold} for {ale}").events])
        assert told[0] == told[1]


# --- mending and raising ---


@pytest.mark.rule("DX23", "D22.13", "D17.9")
@pytest.mark.row("ACT32", "ACT33")
def test_dx23_mending_and_raising_on_floor_3() -> None:
    game = before_a_statue(floor=3, gold=400)
    hurt(game, "hero", health=2)
    hurt(game, "rogue", health=0)
    (room,) = game.view().floors[0].rooms  # type: ignore[attr-defined]
    assert (room.statue.posted, room.statue.mends, room.statue.raises) == (75, 38, 300)
    with fix(game):
        assert game.act("mend hero").accepted
        assert game.state.purse.gold == 400 - 38
        assert game.act("call-back rogue").accepted
    assert game.state.purse.gold == 400 - 38 - 300
    assert game.state.members["hero"].health == 21
    assert (game.state.members["rogue"].health, game.state.members["rogue"].raises) == (1, 1)
    assert game.state.clock == Clock()


@pytest.mark.rule("D22.13")
@pytest.mark.parametrize(("floor", "price"), [(1, 13), (2, 25), (5, 63), (12, 150)])
def test_mending_costs_half_the_posted_price_rounded_up(floor: int, price: int) -> None:
    game = before_a_statue(floor=floor, gold=price)
    hurt(game, "hero", health=1)
    assert game.odds("mend hero") == ()
    assert game.act("mend hero").accepted
    assert game.state.purse.gold == 0
    hurt(game, "hero", health=1)
    with staged(game) as s:
        s.purse = replace(s.purse, gold=price - 1)
    assert refusal(game, "mend hero")[0] == "store.gold"


@pytest.mark.rule("D22.12", "D3.8", "D3.11")
def test_mending_stops_at_the_ceiling_and_leaves_the_rest_as_it_was() -> None:
    game = before_a_statue()
    hurt(game, "hero", health=4, ceiling=9)
    hurt(game, "wizard", health=5, mana=1)
    with staged(game) as s:
        s.effects["hero:poisoned"] = Effect("hero", "poisoned", 9, "needle")
    assert game.act("mend hero").accepted
    assert (game.state.members["hero"].health, game.state.members["hero"].ceiling) == (9, 9)
    assert (game.state.members["wizard"].health, game.state.members["wizard"].mana) == (5, 1)
    assert "hero:poisoned" in game.state.effects


@pytest.mark.rule("D22.13", "D22.12")
def test_only_a_standing_member_with_a_wound_is_mended() -> None:
    game = before_a_statue()
    hurt(game, "fighter", health=23)
    hurt(game, "rogue", health=0)
    assert offers(game, "mend") == ["mend fighter"]
    assert refusal(game, "mend hero") == ("statue.hale", "D22.12")
    assert refusal(game, "mend rogue") == ("member.fallen", "D22.13")
    assert refusal(game, "mend nobody")[0] == "member.none"


@pytest.mark.rule("D17.9")
@pytest.mark.parametrize(("floor", "price"), [(1, 100), (6, 600), (12, 1200)])
def test_raising_costs_four_times_the_posted_price(floor: int, price: int) -> None:
    game = before_a_statue(floor=floor, gold=price)
    hurt(game, "rogue", health=0)
    hurt(game, "wizard", health=0)
    assert game.act("call-back wizard").accepted
    assert game.state.purse.gold == 0
    assert [m.health for m in game.state.members.values()] == [21, 24, 0, 1]
    with staged(game) as s:
        s.purse = replace(s.purse, gold=price - 1)
    assert refusal(game, "call-back rogue")[0] == "store.gold"


@pytest.mark.rule("D17.4", "D17.5", "D17.6", "D17.7")
def test_a_statue_raises_nobody_whom_nothing_raises() -> None:
    game = before_a_statue(
        member("hero"),
        member("rogue", health=0, raises=2),
        member("wizard", health=0, raises=3),
        member("king", health=0),
    )
    assert offers(game, "call-back") == ["call-back rogue"]
    assert refusal(game, "call-back king") == ("statue.never", "D17.7")
    assert refusal(game, "call-back wizard") == ("statue.often", "D17.7")
    assert refusal(game, "call-back hero") == ("statue.alive", "D17.9")
    assert refusal(game, "call-back nobody")[0] == "member.none"
    assert game.act("call-back rogue").accepted
    assert game.state.members["rogue"].raises == 3
    hurt(game, "rogue", health=0)
    assert refusal(game, "call-back rogue") == ("statue.often", "D17.7")
    assert game.state.counts.raises == 1


@pytest.mark.rule("D22.14")
def test_a_statue_may_be_used_any_number_of_times_and_stays() -> None:
    game = before_a_statue(floor=1, gold=10_000)
    for _ in range(12):
        hurt(game, "hero", health=1)
        assert game.act("mend hero").accepted
        ale = give(game, "deep-lantern", "pack:fighter")
        assert offer(game, 25, ale) == "named"
    hurt(game, "rogue", health=0)
    assert game.act("call-back rogue").accepted
    assert game.state.rooms["room-1.1"].statue
    assert game.act("leave door-1.1n").accepted
    assert game.act("enter door-1.1n").accepted
    assert offers(game, "mend")


# --- what is seen ---


def text(game: Game[State]) -> str:
    return "\n".join(game.scene().panels[0].lines)  # type: ignore[union-attr]


@pytest.mark.rule("D22.1", "D34.3")
def test_the_room_tells_of_its_statue_and_its_prices() -> None:
    game = before_a_statue(floor=3)
    assert "75 gold names a thing for certain" in text(game)
    assert "38 gold mends one member" in text(game)
    assert "300 gold raises one" in text(game)


@pytest.mark.rule("D14.12")
def test_a_statue_that_was_told_of_is_shown_and_one_not_seen_is_not() -> None:
    game = moment()
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], statue=True, known=True)
    assert game.view().floors[0].rooms[0].statue is None  # type: ignore[attr-defined]
    assert isinstance(game.look("about living statue"), Text)  # the word alone; not what this one does
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], told=True)
    assert game.view().floors[0].rooms[0].statue.posted == 25  # type: ignore[attr-defined]
    assert "a Living Statue" in text(game)
    sheet = game.look("about living statue")
    assert isinstance(sheet, Sheet)
    assert any("25 times f" in value for _, value in sheet.pairs)


def test_a_statue_of_another_room_does_nothing_here() -> None:
    game = before_a_statue()
    hurt(game, "hero", health=1)
    with staged(game) as s:
        s.rooms["room-6.2"] = replace(s.rooms["room-6.1"], id="room-6.2", block=2, statue=False)
        s.place = Place(6, s.place.cell, "room-6.2")
    assert refusal(game, "mend hero")[0] == "statue.none"


# --- why, and what the list tells ---


@pytest.mark.rule("D22.3", "D22.5", "D22.6", "D22.8", "D22.9", "D22.10", "D22.11")
@pytest.mark.parametrize(
    ("gold", "draws", "rules"),
    [
        (150, (), {"D22.5", "D22.3", "D22.10"}),
        (151, (), {"D22.5", "D22.11", "D22.3", "D22.10"}),
        (149, (110, 110), {"D22.5", "D22.6", "D22.3", "D22.10"}),
        (55, (110, 110), {"D22.5", "D22.6", "D22.8", "D22.10"}),
        (54, (110, 110), {"D22.5", "D22.6", "D22.9", "D22.10"}),
    ],
)
def test_why_cites_for_an_offer_how_it_was_meant_and_what_came_of_it(
    gold: int, draws: tuple[int, ...], rules: set[str]
) -> None:
    game = before_a_statue(floor=6)
    assert bearing(game, f"offer {gold} for {give(game, 'medicinal-ale', 'pack:hero')}", *draws) == rules


@pytest.mark.rule("D22.13", "D17.9")
@pytest.mark.parametrize(("floor", "mends", "raises"), [(1, 13, 100), (3, 38, 300), (6, 75, 600)])
def test_the_list_tells_what_a_statue_asks_to_mend_and_to_raise(floor: int, mends: int, raises: int) -> None:
    game = before_a_statue(member("hero"), member("fighter", health=0), floor=floor)
    hurt(game, "hero", health=1)
    lines, *_ = menu_lines(game, game.actions())
    assert f"mend hero ({mends} gold)" in " ".join(lines)
    assert f"call-back fighter ({raises} gold)" in " ".join(lines)
