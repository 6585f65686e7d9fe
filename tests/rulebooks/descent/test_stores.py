"""Stores (D28): prices, stock, buying and selling, and repair at a counter (D16.1, D16.2)."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest
from tests.rulebooks.descent.magic import bearing
from tests.rulebooks.descent.moments import give, into_room, moment

from undercroft.engine.game import Game
from undercroft.rulebooks.descent import floors, gear, stores
from undercroft.rulebooks.descent.records import InCourtyard, InRoom, Quest, State, replace
from undercroft.testing import fix, staged

FLOORS = (0, 3, 6, 9, 12, 15, 18)
COURTYARD = (
    "knife", "staff", "club", "hand-axe", "short-sword", "short-bow", "mace", "padded-coat", "leather", "ring-mail",
    "wooden-shield", "medicinal-ale", "antidote", "scroll-of-naming", "mending-kit", "oil-flask", "light-of-life",
)  # fmt: skip
FLOOR_3 = (
    "long-sword", "rapier", "battle-axe", "long-bow", "scale-mail", "quilted-robe", "hard-leather", "iron-shield",
    "healing-draught", "mana-draught", "mind-sharpener", "goodwill-scroll", "scroll-of-fire", "scroll-of-warding-words",
    "scroll-of-fasting", "aura-of-warding", "honing-stone", "esp",
)  # fmt: skip


def at_counter(floor: int = 0, *, gold: int = 1000, rations: int = 0, length: str = "long") -> Game[State]:
    """Return a game at the counter of a floor (0: the courtyard)."""
    game = moment(floor=floor or 1, gold=gold, rations=rations, length=length, courtyard=floor == 0)
    if floor:
        into_room(game)
        with staged(game) as s:
            s.rooms[f"room-{floor}.1"] = replace(s.rooms[f"room-{floor}.1"], store=True)
    assert game.act("shop").accepted
    return game


def refusal(game: Game[State], text: str) -> tuple[str, str]:
    before = game.digest()
    step = game.act(text)
    assert not step.accepted
    assert game.digest() == before
    return step.refusals[0].code, step.refusals[0].rule


def offered(game: Game[State], head: str) -> list[str]:
    return [str(one) for one in game.actions() if str(one).split()[0] == head]


def spent(game: Game[State], text: str) -> int:
    """Do an action on a twin and return the gold it cost."""
    twin = game.fork()
    assert twin.act(text).accepted, text
    return game.state.purse.gold - twin.state.purse.gold


# --- opening ---


@pytest.mark.rule("D28.9", "D1.13")
@pytest.mark.row("ACT03", "ACT43")
def test_a_store_is_opened_by_an_action_of_its_own_and_closed_again() -> None:
    game = moment(floor=3)
    into_room(game)
    with staged(game) as s:
        s.rooms["room-3.1"] = replace(s.rooms["room-3.1"], store=True)
    assert not offered(game, "buy")
    assert "shop" in game.actions()
    assert game.act("shop").accepted
    assert offered(game, "close") == ["close"]
    assert game.act("close").accepted
    assert game.state.agenda == (InRoom(),)
    surface = at_counter()
    assert surface.act("close").accepted
    assert surface.state.agenda == (InCourtyard(),)
    assert surface.state.clock.step == game.state.clock.step == 0


@pytest.mark.row("ACT03")
def test_there_is_no_counter_in_other_rooms_and_halls() -> None:
    game = moment()
    assert not game.act("shop").accepted
    into_room(game)
    assert refusal(game, "shop")[0] == "store.none"
    assert "shop" not in game.actions()


# --- prices ---


@pytest.mark.rule("D28.1", "D28.2")
@pytest.mark.row("ACT40")
def test_ten_rations_cost_20_in_the_courtyard_and_go_to_the_stock() -> None:
    game = at_counter(gold=39, rations=3)
    assert game.act("buy-rations").accepted
    assert (game.state.purse.gold, game.state.purse.rations) == (19, 13)
    assert not game.state.items
    assert refusal(game, "buy-rations")[0] == "store.gold"
    assert "buy-rations" not in game.actions()


@pytest.mark.rule("D28.3", "D28.5", "D17.8", "D28.2")
@pytest.mark.row("K0", "K1", "K2", "K3", "K4", "K5", "K6")
@pytest.mark.parametrize(
    ("floor", "rations", "light"),
    [(0, 20, 120), (3, 30, 180), (6, 40, 240), (9, 50, 300), (12, 60, 360), (15, 70, 420), (18, 80, 480)],
)
def test_every_counter_sells_rations_and_the_light_at_its_price(floor: int, rations: int, light: int) -> None:
    game = at_counter(floor)
    assert spent(game, "buy-rations") == rations
    assert spent(game, "buy light-of-life hero") == light
    just, short = at_counter(floor, gold=light), at_counter(floor, gold=light - 1)
    assert "buy light-of-life hero" in just.actions()
    assert "buy light-of-life hero" not in short.actions()
    assert just.act("buy light-of-life hero").accepted
    assert refusal(short, "buy light-of-life hero")[0] == "store.gold"


@pytest.mark.rule("D28.4")
@pytest.mark.parametrize(
    ("kind", "courtyard", "floor_3"), [("knife", 6, 9), ("medicinal-ale", 15, 23), ("leather", 25, 38)]
)
def test_floor_3_charges_half_as_much_again(kind: str, courtyard: int, floor_3: int) -> None:
    assert spent(at_counter(), f"buy {kind} hero") == courtyard
    assert spent(at_counter(3), f"buy {kind} hero") == floor_3


@pytest.mark.rule("D12.7", "D12.9", "D12.13", "D28.8")
def test_a_counter_shows_the_figures_of_its_gear() -> None:
    shown = {w.kind: (w.figure, w.attack, w.hands, w.bow) for w in stores.wares(at_counter().state)}
    assert shown["knife"] == (4, 0, 1, False)
    assert shown["short-bow"] == (6, 0, 2, True)
    assert shown["ring-mail"] == (3, 0, 0, False)
    assert shown["antidote"] == (0, 0, 0, False)


@pytest.mark.rule("DX16", "D1.9")
@pytest.mark.parametrize(("floor", "rations", "ale"), [(3, 30, 23), (6, 40, 30), (9, 50, 38)])
def test_dx16_prices_are_rounded_up(floor: int, rations: int, ale: int) -> None:
    game = at_counter(floor)
    assert (spent(game, "buy-rations"), spent(game, "buy medicinal-ale rogue")) == (rations, ale)


@pytest.mark.rule("D5.5")
def test_prices_are_the_same_on_all_difficulties() -> None:
    prices = set()
    for word in ("easy", "normal", "hard"):
        game = at_counter(3)
        with staged(game) as s:
            s.setup = replace(s.setup, difficulty=word)
        prices.add((spent(game, "buy-rations"), spent(game, "buy knife hero")))
    assert prices == {(30, 9)}


# --- stock ---


@pytest.mark.rule("D28.8")
def test_what_the_first_two_counters_stock() -> None:
    assert sorted(one.split()[1] for one in offered(at_counter(gold=9999), "buy") if one.endswith("hero")) == sorted(
        COURTYARD
    )
    below = sorted(one.split()[1] for one in offered(at_counter(3, gold=9999), "buy") if one.endswith("hero"))
    assert below == sorted((*COURTYARD, *FLOOR_3))


@pytest.mark.rule("D28.7")
def test_a_deeper_counter_stocks_all_of_the_one_above_and_more() -> None:
    for above, deeper in pairwise(FLOORS):
        assert set(stores.stock(above)) < set(stores.stock(deeper))


@pytest.mark.rule("D28.8")
@pytest.mark.parametrize(
    ("kind", "first"),
    [
        ("long-sword", 3),
        ("war-hammer", 6),
        ("deep-lantern", 9),
        ("plate-mail", 12),
        ("titan-plate", 15),
        ("dawn-bow", 18),
    ],
)
def test_nothing_is_stocked_above_its_floor(kind: str, first: int) -> None:
    for floor in FLOORS:
        game = at_counter(floor, gold=9999)
        if floor < first:
            assert refusal(game, f"buy {kind} hero") == ("store.not_stocked", "D28.8")
        else:
            assert game.act(f"buy {kind} hero").accepted


@pytest.mark.rule("D28.8")
@pytest.mark.parametrize(
    "kind", ["rags", "venom", "foul-lantern", "gremlin-bell", "summoning-stone", "scroll-of-dry-wells", "x"]
)
def test_what_is_never_stocked_cannot_be_bought(kind: str) -> None:
    assert refusal(at_counter(18, gold=9999), f"buy {kind} hero") == ("store.not_stocked", "D28.8")


@pytest.mark.rule("D28.8")
def test_a_counter_never_runs_out() -> None:
    game = at_counter(gold=9999)
    for _ in range(9):
        assert game.act("buy antidote fighter").accepted
    assert "buy antidote hero" in game.actions()


@pytest.mark.rule("D28.6", "D7.18", "D7.24")
@pytest.mark.parametrize(
    ("length", "stores_on"), [("short", (3, 6)), ("standard", (3, 6, 9, 12)), ("long", (3, 6, 9, 12, 15, 18))]
)
def test_a_store_stands_on_every_third_floor(length: str, stores_on: tuple[int, ...]) -> None:
    for seed in range(6):
        game = moment(floor=30, length=length)
        game.streams.reseed(seed)
        deepest = stores_on[-1]
        for number in range(1, deepest + 1):
            floors.generate(game._ctx, number)
        rooms = [room for room in game.state.rooms.values() if room.store]
        assert tuple(room.floor for room in rooms) == stores_on
        for room in rooms:
            assert (room.band, room.gold, room.map, room.pages) == ((), 0, "", ())
            assert room.id not in game.state.chests
            assert not game.state.items.where(f"room:{room.id}")


# --- buying ---


@pytest.mark.rule("D24.5")
@pytest.mark.row("ACT40")
def test_what_is_bought_is_in_the_pack_paid_and_named() -> None:
    game = at_counter(gold=100)
    found = give(game, "antidote", "pack:wizard")
    assert not gear.is_named(game.state, found)
    assert game.act("buy antidote rogue").accepted
    (bought,) = game.state.items.keys_where("pack:rogue")
    assert (game.state.items[bought].kind, game.state.items[bought].named) == ("antidote", True)
    assert game.state.purse.gold == 88
    assert gear.is_named(game.state, found)


@pytest.mark.rule("D24.5")
def test_a_lantern_bought_names_no_other() -> None:
    game = at_counter(3)
    found = give(game, "aura-of-warding", "pack:wizard")
    assert game.act("buy aura-of-warding rogue").accepted
    (bought,) = game.state.items.keys_where("pack:rogue")
    assert (gear.is_named(game.state, bought), gear.is_named(game.state, found)) == (True, False)


@pytest.mark.rule("D18.1")
@pytest.mark.row("ACT40")
def test_buying_needs_a_free_place_and_a_standing_member() -> None:
    game = at_counter()
    for _ in range(5):
        give(game, "knife", "pack:wizard")
    assert game.act("buy staff wizard").accepted
    assert refusal(game, "buy staff wizard") == ("gear.pack_full", "D18.1")
    assert "buy staff wizard" not in game.actions()
    with staged(game) as s:
        s.members["hero"] = replace(s.members["hero"], health=0)
    assert refusal(game, "buy staff hero") == ("gear.fallen", "D2.14")
    assert refusal(game, "buy staff nobody")[0] == "gear.nobody"
    assert game.act("buy-rations").accepted


# --- selling ---


@pytest.mark.rule("DX17", "D28.10")
def test_dx17_a_damaged_piece_fetches_its_share() -> None:
    game = at_counter(9, gold=0)
    whole, torn = give(game, "scale-mail", "pack:hero"), give(game, "scale-mail", "body:fighter", lost=1)
    assert game.act(f"sell {whole}").accepted
    assert game.state.purse.gold == 60
    assert game.act(f"sell {torn}").accepted
    assert game.state.purse.gold == 105
    assert not game.state.items


@pytest.mark.rule("D28.10")
@pytest.mark.row("ACT41")
@pytest.mark.parametrize("floor", FLOORS)
def test_every_counter_pays_half_the_base_price_whatever_the_floor(floor: int) -> None:
    game = at_counter(floor, gold=0)
    paid = []
    for kind in ("short-sword", "mending-kit", "hand-axe", "gem-of-strength", "dawn-mail"):
        before = game.state.purse.gold
        assert game.act(f"sell {give(game, kind, 'pack:hero')}").accepted
        paid.append(game.state.purse.gold - before)
    assert paid == [15, 12, 7, 80, 700]


@pytest.mark.rule("D28.10")
@pytest.mark.parametrize("kind", ["rags", "gremlin-bell", "summoning-stone"])
def test_a_thing_without_a_base_price_fetches_5(kind: str) -> None:
    game = at_counter(6, gold=0)
    assert game.act(f"sell {give(game, kind, 'pack:hero')}").accepted
    assert game.state.purse.gold == 5


@pytest.mark.rule("D28.10")
@pytest.mark.parametrize(
    ("kind", "named"),
    [("venom", 5), ("great-draught", 70), ("medicinal-ale", 7), ("scroll-of-calling", 5), ("scroll-of-holding", 30)],
)
def test_an_unnamed_thing_fetches_10_whatever_it_is(kind: str, named: int) -> None:
    game = at_counter(gold=0)
    assert game.act(f"sell {give(game, kind, 'pack:hero')}").accepted
    assert game.state.purse.gold == 10
    with staged(game) as s:
        s.lore = replace(s.lore, kinds=(kind,))
    assert game.act(f"sell {give(game, kind, 'pack:hero')}").accepted
    assert game.state.purse.gold == 10 + named


@pytest.mark.rule("D28.10")
@pytest.mark.parametrize(("kind", "named"), [("deep-lantern", 100), ("foul-lantern", 5), ("aura-of-warding", 40)])
def test_a_lantern_fetches_10_until_it_is_named_for_itself(kind: str, named: int) -> None:
    game = at_counter(gold=0)
    first, second = give(game, kind, "pack:hero"), give(game, kind, "pack:hero", named=True)
    assert game.act(f"sell {first}").accepted
    assert game.state.purse.gold == 10
    assert game.act(f"sell {second}").accepted
    assert game.state.purse.gold == 10 + named


@pytest.mark.rule("D28.10", "D16.5")
@pytest.mark.parametrize(
    ("kind", "lost", "gained", "paid"),
    [
        ("mace", 1, 0, 19),
        ("mace", 7, 0, 2),
        ("mace", 0, 1, 22),
        ("mace", 3, 1, 14),
        ("kite-shield", 3, 0, 0),
        ("hand-axe", 1, 0, 5),
    ],
)
def test_damage_lowers_what_a_piece_fetches_rounded_down(kind: str, lost: int, gained: int, paid: int) -> None:
    game = at_counter(gold=0)
    assert game.act(f"sell {give(game, kind, 'pack:hero', lost=lost, gained=gained)}").accepted
    assert game.state.purse.gold == paid


@pytest.mark.rule("D28.11", "D18.10")
@pytest.mark.parametrize("thing", ["book", "map", "map-1", "rations", "firebolt", "page-firebolt", "gold"])
def test_maps_pages_the_book_and_rations_cannot_be_sold(thing: str) -> None:
    game = at_counter(rations=20)
    with staged(game) as s:
        s.quest = Quest(book=True, maps=(1,), pages=("firebolt",))
    assert refusal(game, f"sell {thing}")[0] == "store.no_item"
    assert offered(game, "sell") == []


@pytest.mark.row("ACT41")
def test_what_lies_about_is_not_sold() -> None:
    game = at_counter()
    lying = give(game, "knife", "courtyard")
    assert refusal(game, f"sell {lying}")[0] == "store.no_item"


# --- repair ---


@pytest.mark.rule("D16.1", "D16.2")
@pytest.mark.row("ACT42")
@pytest.mark.parametrize(("floor", "a_point"), [(0, 6), (3, 9), (6, 12), (9, 15), (12, 18), (15, 21), (18, 24)])
@pytest.mark.parametrize(
    ("kind", "spot", "lost"),
    [("ring-mail", "body:hero", 3), ("kite-shield", "arm:fighter", 1), ("long-sword", "pack:rogue", 4)],
)
def test_a_counter_repairs_at_6_gold_a_point_times_its_factor(
    floor: int, a_point: int, kind: str, spot: str, lost: int
) -> None:
    cost = a_point * lost
    game = at_counter(floor, gold=cost)
    piece = give(game, kind, spot, lost=lost, cause="acid spray")
    assert offered(game, "repair") == [f"repair {piece}"]
    assert game.act(f"repair {piece}").accepted
    row = game.state.items[piece]
    assert (row.lost, row.cause, row.place, game.state.purse.gold) == (0, "", spot, 0)
    short = at_counter(floor, gold=cost - 1)
    piece = give(short, kind, spot, lost=lost)
    assert refusal(short, f"repair {piece}")[0] == "store.gold"


@pytest.mark.rule("D16.5")
@pytest.mark.row("ACT42")
def test_only_damaged_pieces_are_repaired_and_to_the_full_figure() -> None:
    game = at_counter(gold=100)
    sword, ale = give(game, "short-sword", "hand:hero", gained=1), give(game, "medicinal-ale", "pack:hero")
    for key in (sword, ale):
        assert refusal(game, f"repair {key}")[0] == "store.whole"
    with staged(game) as s:
        s.items[sword] = replace(s.items[sword], lost=8 - 1)
    assert game.act(f"repair {sword}").accepted
    assert (game.state.items[sword].lost, game.state.items[sword].gained, game.state.purse.gold) == (0, 1, 58)
    assert refusal(game, "repair weapon-99")[0] == "store.no_item"


# --- conservation ---


DEALS = ("buy", "buy-rations", "sell", "repair", "close")


@pytest.mark.parametrize("seed", range(10))
def test_trade_makes_and_loses_nothing_but_what_is_bought_and_sold(seed: int) -> None:
    floor = FLOORS[seed % len(FLOORS)]
    game = at_counter(floor, gold=900, rations=4)
    dice = random.Random(seed)
    for _ in range(12):
        kind = dice.choice(("knife", "medicinal-ale", "kite-shield", "foul-lantern", "mace", "rags", "esp"))
        figure = 1 if kind in ("kite-shield", "mace") else 0
        give(game, kind, dice.choice(("pack:hero", "pack:rogue", "pack:wizard", "pack:fighter")), lost=figure)
    for _ in range(40):
        s = game.state
        items: dict[str, Any] = dict(s.items.items())
        gold, rations, quest, made = s.purse.gold, s.purse.rations, s.quest, s.counts.made
        deals = [one for one in map(str, game.actions()) if one.split()[0] in DEALS]
        one = dice.choice(deals)
        head, *rest = one.split()
        with fix(game):
            assert game.act(one).accepted
        now = dict(s.items.items())
        change = s.purse.gold - gold
        assert s.purse.gold >= 0
        assert s.quest == quest
        assert s.purse.rations - rations == (10 if head == "buy-rations" else 0)
        if head == "buy":
            assert change == -stores.price(rest[0], floor)
            assert set(now) - set(items) == {f"{gear.content.item(rest[0]).sort}-{made + 1}"}
            assert {k: now[k] for k in items} == items
        elif head == "sell":
            assert change >= 0
            assert {**now, rest[0]: items[rest[0]]} == items
        elif head == "repair":
            assert change < 0
            assert {**now, rest[0]: items[rest[0]]} == items
            assert now[rest[0]] == replace(items[rest[0]], lost=0, cause="")
        else:
            assert now == items
            assert (change < 0) == (head == "buy-rations")
        if head == "close":
            assert game.act("shop").accepted


def test_the_counter_lists_all_it_would_accept() -> None:
    game = at_counter(3, gold=90)  # the very price of Ring Mail here
    for _ in range(6):
        give(game, "knife", "pack:wizard", lost=1)
    give(game, "scale-mail", "body:hero", lost=4)
    lying = give(game, "rags", "room:room-3.1")
    listed = {str(one) for one in game.actions()}
    tries = [f"buy {kind} {who}" for kind in gear.content.catalogue().items for who in game.state.members]
    tries += [f"{verb} {key}" for verb in ("sell", "repair") for key in game.state.items]
    for text in tries:
        assert game.fork().act(text).accepted == (text in listed), text
    assert f"sell {lying}" not in listed


def test_a_ware_shows_its_price_and_figures() -> None:
    game = at_counter(3)
    wares = {ware.kind: ware for ware in stores.wares(game.state)}
    rapier, mail, ale = wares["rapier"], wares["ring-mail"], wares["medicinal-ale"]
    assert (rapier.price, rapier.figure, rapier.attack, rapier.who) == (120, 8, 1, ("king", "hero", "rogue", "ranger"))
    assert (mail.price, mail.figure, mail.sort) == (90, 3, "armour")
    assert (ale.name, ale.price, ale.who) == ("Medicinal Ale", 23, ())


def test_every_event_of_a_store_has_a_sentence() -> None:
    game = at_counter(gold=500)
    torn = give(game, "mace", "hand:hero", lost=2)
    for text in ("buy antidote hero", "buy-rations", f"repair {torn}", f"sell {torn}", "close", "shop"):
        step = game.act(text)
        assert step.accepted
        for event in step.events:
            if type(event).__module__ in (stores.__name__, gear.__name__) and event.tag() != "gear.made":
                said = game.say(event)
                assert said, event
                assert "{" not in said


@pytest.mark.row("ACT41")
def test_why_cites_no_party_goods_for_what_is_sold() -> None:
    game = at_counter()
    item = give(game, "knife", "pack:hero")
    assert bearing(game, f"sell {item}") == {"ACT41"}


# --- what is better ---


@pytest.mark.rule("D18.2", "D18.5", "D18.6", "D12.13")
@pytest.mark.parametrize(
    ("who", "has", "ware", "better"),
    [
        ("hero", "", "knife", True),
        ("hero", "hand:short-sword", "mace", True),
        ("hero", "pack:short-sword", "mace", True),
        ("hero", "hand:mace", "mace", False),
        ("hero", "pack:mace", "mace", False),
        ("hero", "hand:mace", "short-sword", False),
        ("wizard", "", "mace", False),
        ("rogue", "hand:short-sword", "short-bow", True),
        ("rogue", "hand:short-bow", "short-sword", False),
        ("hero", "hand:short-sword", "short-bow", False),
        ("hero", "arm:wooden-shield", "short-bow", False),
        ("rogue", "hand:short-bow", "wooden-shield", False),
        ("rogue", "hand:short-sword", "wooden-shield", True),
        ("hero", "body:leather", "ring-mail", True),
        ("hero", "body:leather", "padded-coat", False),
        ("hero", "", "antidote", False),
    ],
)
def test_a_ware_is_better_that_a_member_may_use_and_has_nothing_as_good_as(
    who: str, has: str, ware: str, *, better: bool
) -> None:
    game = at_counter()
    if has:
        place, _, kind = has.partition(":")
        give(game, kind, f"{place}:{who}")
    assert stores.Buy(ware, who).betters(game.state) is better


@pytest.mark.rule("D16.5")
def test_a_ware_is_better_than_a_piece_of_its_kind_that_is_damaged() -> None:
    game = at_counter()
    give(game, "leather", "body:hero", lost=1)
    assert stores.Buy("leather", "hero").betters(game.state)
    assert not stores.Buy("padded-coat", "hero").betters(game.state)
