"""The market (T10.11, T10.18, T13.6, T13.20, T13.67, T14.6, T18.13)."""

from __future__ import annotations

import re

import pytest
from tests.rulebooks.tabletop.campaign import edit, village
from tests.rulebooks.tabletop.rules_bench import character, of, under
from tests.rulebooks.tabletop.solo import Solo

from undercroft.engine.game import Game
from undercroft.engine.view import Text
from undercroft.rulebooks.tabletop.records import Arm, Jewel, Magic, State
from undercroft.testing import fix


def rule(game: Game[State], text: str) -> str:
    step = game.act(text)
    assert not step.accepted, text
    assert game.say(step.refusals[0])
    return step.refusals[0].rule


def shop(game: Game[State]) -> dict[str, str]:
    panel = game.look("shop")
    assert isinstance(panel, Text)
    return dict(re.findall(r"([a-z0-9-]+) (\d+)", " ".join(panel.lines)))


@pytest.mark.rule("T18.13", "T9.7", "T10.3")
def test_things_of_the_lists_are_bought_at_their_price() -> None:
    one = village(character("Ada", silver=75))
    assert one.act("buy short-sword for ada")
    assert one.act("buy padded-coat for ada")
    assert one.act("buy torch 5 for ada")
    assert of(one).silver == 0
    assert of(one).weapons == (Arm("short-sword"),)
    assert dict(of(one).goods) == {"padded-coat": 1, "torch": 5}
    assert not one.act("buy chalk for ada")
    edit(one, "ada", silver=900)
    assert rule(one, "buy heros-belt for ada") == "T18.13"
    assert rule(one, "buy torch 90 for ada") == "T6.7"


@pytest.mark.rule("T18.13")
def test_the_healers_potions_are_sold_out_in_a_pause() -> None:
    one = village(character("Ada", silver=330))
    assert [str(one) for one in one.actions() if "healing" in str(one)] == [
        "buy healing-potion-10 for ada", "buy healing-potion-20 for ada",
        "buy healing-potion-10 <1-2> for ada", "buy healing-potion-20 <1-1> for ada",
    ]  # fmt: skip
    for text in ("buy healing-potion-10 for ada", "buy healing-potion-10 for ada", "buy healing-potion-20 for ada"):
        assert one.act(text)
    assert of(one).silver == 330 - 60 - 60 - 150
    assert [item.kind for item in of(one).items] == ["healing-potion-10", "healing-potion-10", "healing-potion-20"]
    assert all(item.known for item in of(one).items)
    assert rule(one, "buy healing-potion-10 for ada") == "T18.13"
    assert rule(one, "buy healing-potion-20 for ada") == "T18.13"
    assert rule(village(character("Ada", silver=59)), "buy healing-potion-10 for ada") == "T18.13"


@pytest.mark.rule("T10.11")
@pytest.mark.parametrize(
    ("arm", "price"),
    [(Arm("sword"), 45), (Arm("dagger"), 7), (Arm("dagger", foreign=True), 3), (Arm("sword", silvered=True), 135)],
)
def test_a_dealer_pays_half_and_a_quarter_for_foreign_arms(arm: Arm, price: int) -> None:
    one = village(character("Ada", weapons=(arm,)))
    assert one.act(f"sell {arm.kind} of ada")
    assert (of(one).silver, of(one).weapons) == (price, ())


@pytest.mark.rule("T10.11")
def test_a_dealer_pays_nothing_for_what_is_broken_and_buys_goods_by_the_lot() -> None:
    one = village(character("Ada", weapons=(Arm("sword", broken=True),), goods=(("arrows", 21), ("mail-shirt", 1))))
    assert rule(one, "sell sword of ada") == "T10.11"
    assert one.act("sell mail-shirt of ada")
    assert one.act("sell arrows of ada")
    assert of(one).silver == 100 + 2
    assert dict(of(one).goods) == {"arrows": 1}
    assert not one.act("sell arrows of ada")


@pytest.mark.rule("T14.6")
def test_jewels_bring_their_whole_value() -> None:
    one = village(character("Ada", jewels=(Jewel("topaz", 11), Jewel("ruby", 2))))
    assert one.act("sell topaz of ada")
    assert of(one).silver == 88
    assert one.act("sell ruby of ada")
    assert (of(one).silver, of(one).jewels) == (168, ())


@pytest.mark.rule("T13.67", "T13.32")
@pytest.mark.parametrize(
    ("kind", "price"),
    [
        ("healing-potion-10", 30), ("healing-potion-20", 75), ("healing-potion-30", 120),
        ("potion-of-strength", 60), ("ointment-of-fear", 50), ("potion-of-small-shape", 40), ("key-of-opening", 100),
        ("heros-belt", 80), ("ring-of-charm", 120), ("mirror-of-truth", 150), ("cornucopia", 300),
    ],
)  # fmt: skip
def test_identified_items_are_bought(kind: str, price: int) -> None:
    one = village(character("Ada", items=(Magic(kind, known=True),)))
    assert one.act(f"sell {kind} of ada")
    assert (of(one).silver, of(one).items) == (price, ())
    spent = village(character("Ada", items=(Magic(kind, known=True, spent=True),)))
    if kind == "ring-of-charm":
        handle = next(str(action).split()[1] for action in spent.actions() if str(action).startswith("sell "))
        assert spent.act(f"sell {handle} of ada")
        assert of(spent).silver == 40
    else:
        assert not any(str(action).startswith("sell ") for action in spent.actions())


@pytest.mark.rule("T13.6", "T13.67", "T13.7")
def test_the_sage_names_an_unknown_item_for_10_silver() -> None:
    one = village(character("Ada", silver=10, items=(Magic("heros-belt"),)))
    (handle,) = [str(action).split()[1] for action in one.actions() if str(action).startswith("identify ")]
    assert "hero" not in handle
    assert not one.act(f"sell {handle} of ada")
    poor = village(character("Ada", silver=9, items=(Magic("heros-belt"),)))
    assert rule(poor, f"identify {handle} of ada") == "T13.6"
    assert one.act(f"identify {handle} of ada")
    assert (of(one).silver, of(one).items) == (0, (Magic("heros-belt", known=True),))
    assert rule(one, "identify heros-belt of ada") == "T13.6"


@pytest.mark.rule("T10.18")
def test_the_ring_takes_a_fifth_off_all_prices_for_one_trip() -> None:
    one = village(character("Ada", silver=500, items=(Magic("ring-of-charm", known=True),)), character("Bo", silver=72))
    assert shop(one)["sword"] == "90"
    assert one.act("use ring-of-charm ada")
    assert rule(one, "use ring-of-charm ada") == "T13.3"
    # 90 less a fifth is 72; 6 less a fifth, rounded up, is 5; 60 becomes 48.
    assert [shop(one)[word] for word in ("sword", "rope", "healing-potion-10")] == ["72", "5", "48"]
    assert one.act("buy sword for bo")
    assert of(one, "bo").silver == 0
    assert one.act("buy rope 2 for ada")
    assert one.act("buy healing-potion-10 for ada")
    assert of(one).silver == 500 - 10 - 48
    # It lowers prices alone: lodgings and training are none, and what a dealer pays stays the half.
    assert one.act("lodging ada private")
    assert of(one).silver == 500 - 10 - 48 - 21
    assert one.act("sell sword of bo")
    assert of(one, "bo").silver == 45


@pytest.mark.rule("T10.18")
def test_no_action_haggles() -> None:
    one = village(character("Ada", charisma=20, silver=90))
    assert not {"haggle", "bargain", "parley"} & {str(action).split()[0] for action in one.actions()}
    assert shop(one)["sword"] == "90"
    dear = village(under(character("Ada", silver=89), "quality:charisma", amount=7))
    assert not dear.act("buy sword for ada")


@pytest.mark.rule("T10.18", "T18.11")
def test_the_next_village_knows_nothing_of_the_ring() -> None:
    one = village(character("Ada", items=(Magic("ring-of-charm", known=True),)))
    assert one.act("use ring-of-charm ada")
    assert one.act("quest")
    assert one.act("accept short")
    with fix(one, then=3):
        for text in ("depart", "travel", "travel", "leave", "travel", "travel"):
            assert one.act(text), text
    assert one.state.place.where == "village"
    assert shop(one)["sword"] == "90"


@pytest.mark.rule("T13.20", "T13.21", "TX39")
def test_a_cornucopia_used_in_a_village_is_powerless_for_ever() -> None:
    one = village(character("Ada", items=(Magic("cornucopia", known=True), Magic("heros-belt", known=True))))
    assert not one.act("use heros-belt ada")
    assert one.act("use cornucopia ada")
    assert of(one).items[0] == Magic("cornucopia", known=True, spent=True)
    assert one.act("quest")
    assert one.act("accept short")
    with fix(one, then=3):
        assert one.act("depart")
    # Ada has no rations: the night is a hungry one.
    edit(one, "ada", vitality=10)
    assert one.act("camp")
    assert of(one).vitality == 10


# --- a new suit ---


@pytest.mark.rule("T10.9", "T10.10", "T10.11", "T6.7")
def test_a_new_suit_is_put_on_at_the_counter_and_the_old_one_left_there() -> None:
    # Strength 8 carries 16: torches 10, and leather 3 with the mail shirt 5, or the mail shirt alone.
    one = village(
        character("Ada", cls="warrior", strength=8, silver=200, armour="leather-armour", goods=(("torch", 50),))
    )
    before = one.state.clock
    assert rule(one, "buy mail-shirt for ada") == "T6.7"
    assert one.costs(one.parse("change-armour mail-shirt for ada")) == "200 silver, 37 back for what is worn"
    assert one.act("change-armour mail-shirt for ada")
    assert (of(one).armour, of(one).silver, of(one).goods) == ("mail-shirt", 37, (("torch", 50),))
    assert one.state.clock == before


@pytest.mark.rule("T12.27", "T10.11", "T10.18")
def test_what_acid_has_eaten_brings_nothing_and_is_gone_with_the_change() -> None:
    one = village(under(character("Ada", silver=60, armour="leather-armour", eaten=1), "charmed"))
    assert one.act("change-armour leather-armour for ada")
    assert (of(one).armour, of(one).eaten, of(one).silver) == ("leather-armour", 0, 0)


@pytest.mark.rule("T4.16", "T4.23", "T6.7", "T10.9", "T10.11")
def test_which_suits_cannot_be_changed_into() -> None:
    one = village(character("Ada", silver=24, armour="padded-coat"))
    for text, ruled in (
        ("change-armour knightly-armour for ada", "T4.16"), ("change-armour shield for ada", "T10.9"),
        ("change-armour chain for ada", "T10.9"), ("change-armour padded-coat for ada", "T10.9"),
        ("change-armour leather-armour for ada", "T10.11"), ("change-armour leather-armour for bo", ""),
    ):  # fmt: skip
        assert rule(one, text) == ruled
    edit(one, "ada", silver=60)
    assert one.act("change-armour leather-armour for ada")
    assert of(one).silver == 0
    heavy = village(character("Ada", cls="warrior", strength=8, silver=900, goods=(("torch", 60),)))
    assert rule(heavy, "change-armour knightly-armour for ada") == "T6.7"
    assert not any("knightly" in str(action) and "change" in str(action) for action in heavy.actions())


@pytest.mark.rule("T5.20")
def test_what_is_bought_may_be_typed_in_the_other_number() -> None:
    solo = Solo("quick")
    before = solo.view.party[3]
    solo("buy torches 3 for tobias", "buy torches for tobias")
    after = solo.view.party[3]
    assert dict(after.goods)["torch"] == dict(before.goods).get("torch", 0) + 4
    assert before.silver - after.silver == 4
