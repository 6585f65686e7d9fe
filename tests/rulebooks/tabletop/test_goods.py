"""Goods, armour and trade (T10), and the loads of T6."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.rules_bench import character, game, of, under

from undercroft.rulebooks.tabletop import armour, goods, loads, trade
from undercroft.rulebooks.tabletop.records import Arm, Character, Jewel, replace
from undercroft.testing import fix


def dressed(worn: str, **more: object) -> Character:
    return character(cls="warrior", armour=worn, **more)


@pytest.mark.parametrize(
    ("worn", "protection", "penalty", "load", "price"),
    [
        pytest.param("travelling-clothes", 1, 0, 0, 10, marks=pytest.mark.rule("T10.2")),
        pytest.param("padded-coat", 2, 0, 2, 30, marks=pytest.mark.rule("T10.3")),
        pytest.param("leather-armour", 3, 1, 3, 75, marks=pytest.mark.rule("T10.4", "T10.1")),
        pytest.param("mail-shirt", 4, 2, 5, 200, marks=pytest.mark.rule("T10.5", "T10.1")),
        pytest.param("scale-armour", 5, 3, 7, 350, marks=pytest.mark.rule("T10.6", "T10.1")),
        pytest.param("knightly-armour", 6, 4, 9, 800, marks=pytest.mark.rule("T10.7", "T10.1")),
    ],
)
def test_suits(worn: str, protection: int, penalty: int, load: int, price: int) -> None:
    c = dressed(worn)
    assert (armour.protection(c), armour.penalty(c), loads.load(c), trade.price(worn)) == (
        protection, penalty, load, price,
    )  # fmt: skip


@pytest.mark.rule("T10.8", "T8.9", "T2.11")
def test_a_shield_adds_one_and_hinders_by_one() -> None:
    c = dressed("mail-shirt", shield=True)
    assert (armour.protection(c), armour.penalty(c), loads.load(c), trade.price("shield")) == (5, 3, 7, 25)


@pytest.mark.rule("T10.9")
def test_one_suit_is_worn_at_a_time() -> None:
    c = dressed("leather-armour", goods=(("mail-shirt", 1), ("travelling-clothes", 1)))
    assert armour.protection(c) == 3
    changed = armour.wear(c, "mail-shirt")
    assert (changed.armour, changed.goods) == ("mail-shirt", (("travelling-clothes", 1), ("leather-armour", 1)))
    assert armour.protection(changed) == 4


@pytest.mark.rule("T12.27")
def test_what_acid_took_stays_with_the_suit() -> None:
    c = dressed("padded-coat", eaten=1, goods=(("leather-armour", 1),))
    assert armour.protection(c) == 1
    changed = armour.wear(c, "leather-armour")
    assert (armour.protection(changed), changed.goods) == (3, (("eaten-1-padded-coat", 1),))
    assert armour.protection(armour.wear(changed, "eaten-1-padded-coat")) == 1
    assert armour.protection(dressed("padded-coat", eaten=5)) == 0


@pytest.mark.rule("T4.23", "T4.22")
def test_anyone_may_carry_what_they_may_not_wear() -> None:
    c = character(cls="magician", goods=(("mail-shirt", 1),), silver=100)
    refusal = armour.wear_refused(c, "mail-shirt")
    assert refusal is not None
    assert refusal.rule == "T4.22"
    assert trade.buy_refused(c, "leather-armour") is None
    assert trade.sold(c, "mail-shirt").silver == 200


def test_only_a_suit_in_the_pack_is_put_on() -> None:
    c = character(goods=(("shield", 1),))
    for word in ("shield", "torch", "mail-shirt", "nonsense"):
        assert armour.wear_refused(c, word) is not None
    assert armour.wear_refused(replace(c, goods=(("mail-shirt", 1),)), "mail-shirt") is None


@pytest.mark.rule("T9.21")
def test_a_shield_and_two_full_hands_do_not_go_together() -> None:
    c = character(goods=(("shield", 1),), weapons=(Arm("war-axe"), Arm("sword")), wielded=0)
    refusal = armour.shield_refused(c)
    assert refusal is not None
    assert refusal.rule == "T9.21"
    assert armour.shield_refused(replace(c, wielded=1)) is None
    assert armour.shield_refused(replace(c, wielded=-1)) is None
    taken = armour.take_shield(replace(c, wielded=1))
    assert (taken.shield, taken.goods) == (True, ())
    assert armour.put_shield(taken) == replace(c, wielded=1)


@pytest.mark.rule("T10.12")
@pytest.mark.parametrize(
    ("word", "pieces", "load"),
    [("torch", 1, 1), ("torch", 5, 1), ("torch", 6, 2), ("ration", 3, 1), ("ration", 4, 2), ("bandage", 9, 0),
     ("arrows", 20, 1), ("silvered-arrows", 21, 2), ("backpack", 2, 2)],
)  # fmt: skip
def test_what_goods_weigh(word: str, pieces: int, load: int) -> None:
    assert loads.load(character(goods=((word, pieces),))) == load


@pytest.mark.rule("T6.9")
def test_what_is_worn_and_wielded_counts() -> None:
    c = character(armour="leather-armour", shield=True, weapons=(Arm("sword"), Arm("dagger")), wielded=0)
    assert loads.load(c) == 3 + 2 + 2 + 1


@pytest.mark.rule("T6.8")
@pytest.mark.parametrize(
    ("silver", "carats", "load"), [(199, 7, 0), (199, 8, 1), (200, 0, 1), (399, 0, 1), (400, 0, 2), (0, 1600, 1)]
)
def test_coins_and_jewels_weigh(silver: int, carats: int, load: int) -> None:
    assert loads.load(character(silver=silver, jewels=(Jewel("topaz", carats),))) == load


@pytest.mark.rule("T6.7")
def test_a_character_carries_twice_their_strength() -> None:
    c = character(strength=9, weapons=(Arm("war-axe"),) * 4, silver=100)
    assert (loads.capacity(c), loads.load(c)) == (18, 16)
    assert trade.buy_refused(c, "rope", 2) is None
    refusal = trade.buy_refused(c, "rope", 3)
    assert refusal is not None
    assert refusal.rule == "T6.7"
    assert loads.capacity(under(c, "quality:strength", amount=7)) == 32
    assert loads.capacity(under(c, "small-shape")) == 0


@pytest.mark.rule("T6.7")
def test_a_fall_of_strength_forces_nothing_to_be_dropped() -> None:
    c = character(strength=4, goods=(("backpack", 9),))
    assert loads.carry_refused(c, goods.less(c, "backpack")) is None
    assert loads.carry_refused(c, goods.more(c, "chalk")) is None
    assert loads.carry_refused(c, goods.more(c, "rope")) is not None


@pytest.mark.rule("T10.11")
def test_what_a_dealer_pays() -> None:
    assert [trade.dealer_price(word) for word in ("sword", "dagger", "leather-armour", "torch", "arrows")] == [
        45, 7, 37, 0, 2,
    ]  # fmt: skip
    assert trade.dealer_price("eaten-1-leather-armour") == 0
    assert trade.arm_price(Arm("sword")) == 45
    assert trade.arm_price(Arm("sword", foreign=True)) == 22
    assert trade.arm_price(Arm("sword", broken=True)) == 0
    assert trade.arm_price(Arm("sword", silvered=True)) == 135


@pytest.mark.rule("T10.11")
def test_selling_takes_the_thing_and_pays() -> None:
    c = character(weapons=(Arm("sword"), Arm("dagger"), Arm("dagger")), wielded=1, goods=(("arrows", 45),))
    assert goods.spare(c, "dagger") == 1
    sold = trade.sold(c, "dagger")
    assert (sold.weapons, sold.wielded, sold.silver) == ((Arm("sword"), Arm("dagger")), 1, 7)
    sold = trade.sold_arm(c, 0)
    assert (sold.weapons, sold.wielded, sold.silver) == ((Arm("dagger"), Arm("dagger")), 0, 45)
    sold = trade.sold(c, "arrows", 2)
    assert (sold.goods, sold.silver) == ((("arrows", 5),), 4)
    with pytest.raises(ValueError, match="spare"):
        goods.remove(c, "dagger", 2)


@pytest.mark.rule("T10.18")
@pytest.mark.parametrize(
    ("word", "lots", "plain", "charmed"), [("sword", 1, 90, 72), ("torch", 3, 3, 3), ("dagger", 2, 30, 24),
    ("mail-shirt", 1, 200, 160), ("grappling-hook", 1, 5, 4), ("club", 1, 5, 4), ("rope", 1, 6, 5)],
)  # fmt: skip
def test_only_the_ring_lowers_prices(word: str, lots: int, plain: int, charmed: int) -> None:
    assert (trade.price(word, lots), trade.price(word, lots, charmed=True)) == (plain, charmed)
    c = character(silver=1000, strength=20)
    assert trade.bought(c, word, lots, charmed=True).silver == 1000 - charmed


def test_a_purchase_is_paid_and_can_be_paid() -> None:
    c = character(silver=89)
    refusal = trade.buy_refused(c, "sword")
    assert refusal is not None
    assert refusal.facts["price"] == 90
    assert trade.buy_refused(replace(c, silver=90), "sword") is None
    bought = trade.bought(replace(c, silver=90), "sword")
    assert (bought.silver, bought.weapons) == (0, (Arm("sword"),))
    assert trade.bought(c, "arrows", 2).goods == (("arrows", 40),)
    for lots in (0, -1, 1001):
        assert trade.buy_refused(c, "chalk", lots) is not None


@pytest.mark.rule("T9.22", "T5.20")
def test_silvered_things_are_sold_at_three_times_the_price() -> None:
    assert [trade.price(word) for word in ("silvered-sword", "silvered-arrows", "silvered-bolts")] == [270, 15, 30]
    sold = goods.sold()
    assert {"silvered-dagger", "silvered-great-sword"} <= set(sold)
    assert not {"silvered-short-bow", "silvered-sling-stones", "silvered-torch", "silvered-shield"} & set(sold)
    assert goods.ware("silvered-silvered-sword") is None
    assert trade.bought(character(silver=300), "silvered-sword").weapons == (Arm("sword", silvered=True),)


@pytest.mark.rule("T5.20")
def test_magic_things_and_wands_are_not_in_the_lists() -> None:
    for word in ("wand", "unarmed", "healing-potion-10", "heros-belt", "topaz"):
        refusal = trade.buy_refused(character(silver=9999), word)
        assert refusal is not None
        assert refusal.rule == "T5.20"
    refusal = trade.buy_refused(character(), "swrod")
    assert refusal is not None
    assert "sword" in refusal.facts["near"]


@pytest.mark.parametrize(
    ("task", "tools", "adjustment"),
    [
        pytest.param("force-door", ("crowbar",), -2, marks=pytest.mark.rule("T10.13")),
        pytest.param("force-lid", ("crowbar",), -2, marks=pytest.mark.rule("T10.13")),
        pytest.param("disarm", ("lockpicks",), -2, marks=pytest.mark.rule("T10.14")),
        pytest.param("climb", ("rope", "grappling-hook"), -6, marks=pytest.mark.rule("T10.15")),
        pytest.param("gap", ("rope", "grappling-hook"), -6, marks=pytest.mark.rule("T10.15")),
    ],
)
def test_tools_help(task: str, tools: tuple[str, ...], adjustment: int) -> None:
    owners = [character(goods=((tool, 1),)) for tool in tools]
    assert goods.help_with(task, *owners) == adjustment
    for missing in range(len(tools)):
        assert goods.help_with(task, *(owner for at, owner in enumerate(owners) if at != missing)) == 0
    assert goods.help_with("sneak", *owners) == 0


@pytest.mark.rule("T6.10", "T6.12")
def test_a_ration_and_a_night_restore_a_die_of_vitality() -> None:
    g = game(character(vitality=20, goods=(("ration", 1),)), character("Bo", vitality=20), chapters=(loads,))
    with fix(g, 4) as dice:
        loads.camp_night(g._ctx, ["ada", "bo"])
    assert dice.seen == [(6, 4)]
    assert (of(g).vitality, of(g).goods, of(g, "bo").vitality) == (24, (), 20)
    assert [g.say(event) for event in g._ctx.events] == [
        "Ada sleeps, and wakes 4 Vitality the better.",
        "Bo lies awake with nothing to eat, and nothing comes back.",
    ]


@pytest.mark.rule("T6.12")
def test_a_night_heals_no_further_than_the_maximum() -> None:
    g = game(character(vitality=28, goods=(("ration", 2),)), chapters=(loads,))
    with fix(g, 6):
        loads.camp_night(g._ctx, ["ada"])
    assert of(g).vitality == 30


@pytest.mark.rule("T6.13")
def test_astral_comes_back_to_those_who_withdraw() -> None:
    food = (("ration", 1),)
    elf = character("Elf", cls="elf", astral=3, astral_max=25, goods=food)
    watcher = character("Magus", cls="magician", astral=3, astral_max=30, goods=food)
    warrior = character("Bo", cls="warrior", goods=food)
    g = game(elf, watcher, warrior, chapters=(loads,))
    with fix(g, 1, 5, 1, 1) as dice:
        loads.camp_night(g._ctx, ["elf", "magus", "bo"], alone=["elf", "bo"])
    assert len(dice.seen) == 4
    assert (of(g, "elf").astral, of(g, "magus").astral) == (8, 3)


@pytest.mark.rule("T6.10")
def test_free_meals_save_rations() -> None:
    g = game(*[character(name, goods=(("ration", 1),), vitality=9) for name in ("Ada", "Bo")], chapters=(loads,))
    with fix(g, 2, 2):
        loads.camp_night(g._ctx, ["ada", "bo"], free_meals=1)
    assert [c.goods for c in g.state.characters.values()] == [(("ration", 1),), ()]


@pytest.mark.rule("T6.11")
@pytest.mark.parametrize(("turn", "camped", "may"), [(5, -1, True), (287, 0, False), (288, 0, True), (383, 96, False)])
def test_there_is_one_camp_in_a_day(turn: int, camped: int, may: bool) -> None:
    assert (loads.camp_refused(turn, camped) is None) == may
    assert loads.CAMP_TURNS == 96


@pytest.mark.rule("T10.14", "T10.16")
def test_lockpicks_and_spikes_are_needed() -> None:
    assert goods.can_pick(character(goods=(("lockpicks", 1),)))
    assert not goods.can_pick(character(goods=(("crowbar", 1),)))
    assert goods.can_spike(character(goods=(("iron-spikes", 5),)))
    assert not goods.can_spike(character(goods=(("iron-spikes", 4),)))
    assert goods.known("iron-spikes").lot == 5
