"""What the party carries and how it marches, outside combat (T6.7, T7.13, T9.21, T10.9, T10.10, T14.16, T19.19 to
T19.23)."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.campaign import below, edit, meet, road, village
from tests.rulebooks.tabletop.rules_bench import character, of, under
from tests.rulebooks.tabletop.solo import Solo

from undercroft.engine.game import Game
from undercroft.rulebooks.tabletop.records import (
    Arm,
    Clock,
    Feature,
    Jewel,
    Lot,
    Magic,
    State,
    Way,
    replace,
)  # fmt: skip
from undercroft.testing import fix, staged

ADA, BO = character("Ada"), character("Bo")
MAGE = character("Ada", cls="magician", level=2, ap=100, astral=30, astral_max=30,
                 weapons=(Arm("wand", raised=3), Arm("dagger")), wielded=0)  # fmt: skip


def rule(game: Game[State], text: str) -> str:
    before = game.digest()
    step = game.act(text)
    assert not step.accepted, text
    assert game.digest() == before
    assert game.say(step.refusals[0])
    return step.refusals[0].rule


# --- passing things on ---


@pytest.mark.parametrize("make", [village, road, below])
def test_things_pass_from_hand_to_hand_at_no_cost(make: object) -> None:
    giver = character("Ada", silver=30, weapons=(Arm("sword"), Arm("club")), wielded=0, goods=(("torch", 2),),
                      items=(Magic("heros-belt", known=True),), jewels=(Jewel("ruby", 3),))  # fmt: skip
    one = make(giver, BO)  # type: ignore[operator]
    turn = one.state.clock.turn
    for text in ("give club from ada to bo", "give torch from ada to bo", "give heros-belt from ada to bo",
                 "give ruby from ada to bo", "pay-over 12 from ada to bo"):  # fmt: skip
        assert one.act(text), text
    assert one.state.clock.turn == turn
    bo = of(one, "bo")
    assert (bo.silver, bo.weapons, bo.goods) == (12, (Arm("club"),), (("torch", 1),))
    assert (bo.items, bo.jewels) == ((Magic("heros-belt", known=True),), (Jewel("ruby", 3),))
    assert of(one).silver == 18
    assert not one.act("give sword from ada to bo")
    assert not one.act("pay-over 19 from ada to bo")
    assert one.act("give silver from ada to bo")
    assert (of(one).silver, of(one, "bo").silver) == (0, 30)


@pytest.mark.rule("T6.7")
def test_nobody_is_given_more_than_they_can_carry() -> None:
    # Strength 10 carries 20: nineteen ropes and a sack leave room for one rope more.
    one = village(character("Ada", goods=(("rope", 2),), silver=200), character("Bo", goods=(("rope", 19),)))
    assert one.act("give rope from ada to bo")
    assert rule(one, "give rope from ada to bo") == "T6.7"
    assert rule(one, "pay-over 200 from ada to bo") == "T6.7"
    assert one.act("pay-over 199 from ada to bo")


@pytest.mark.rule("T6.7", "T13.64")
def test_a_small_shape_is_given_nothing() -> None:
    one = below(character("Ada", goods=(("rope", 1),)), under(BO, "small-shape"))
    assert rule(one, "give rope from ada to bo") == "T6.7"


@pytest.mark.rule("T14.16")
def test_a_split_may_give_a_share_to_who_is_down() -> None:
    one = below(replace(ADA, vitality=-3), BO)
    with staged(one) as s:
        s.rooms["room-1"] = replace(s.rooms["room-1"], floor=Lot(51))
    equal = one.fork()
    assert equal.act("split equal")
    assert [of(equal, who).silver for who in ("ada", "bo")] == [26, 25]
    assert one.act("split ada=50 bo=1")
    assert [of(one, who).silver for who in ("ada", "bo")] == [50, 1]


@pytest.mark.rule("T14.16")
def test_any_split_of_the_coins_is_legal_that_makes_the_sum() -> None:
    one = below(ADA, BO, character("Cy"))
    with staged(one) as s:
        s.rooms["room-1"] = replace(s.rooms["room-1"], floor=Lot(50))
    assert rule(one, "split ada=10 bo=30") == "T14.16"
    assert rule(one, "split ada=10 bo=41") == "T14.16"
    assert rule(one, "split ada=ten") == "T14.16"
    assert rule(one, "split ada=25 ada=25") == "T14.16"
    assert rule(one, "split ada=20 zoe=30") == "T14.16"
    equal = one.fork()
    assert equal.act("split equal")
    assert [of(equal, who).silver for who in ("ada", "bo", "cy")] == [18, 16, 16]
    assert one.act("split bo=43 ada=7")
    assert [of(one, who).silver for who in ("ada", "bo", "cy")] == [7, 43, 0]
    assert one.state.rooms["room-1"].floor == Lot()
    assert one.state.clock.turn == 300


# --- gear ---


@pytest.mark.rule("T9.21")
def test_two_hands_on_a_weapon_leave_no_arm_for_a_shield() -> None:
    fighter = character("Ada", cls="warrior", weapons=(Arm("sword"), Arm("war-axe")), wielded=0, goods=(("shield", 1),))
    one = below(fighter)
    assert one.act("equip shield ada")
    assert of(one).shield
    assert one.act("equip war-axe ada")
    assert (of(one).wielded, of(one).shield, dict(of(one).goods)) == (1, False, {"shield": 1})
    assert rule(one, "equip shield ada") == "T9.21"
    assert one.act("equip sword ada")
    assert one.act("equip shield ada")
    assert one.act("put-shield ada")
    assert (of(one).wielded, of(one).shield) == (0, False)
    assert one.state.clock.turn == 300


@pytest.mark.rule("T4.23", "T8.17")
def test_nobody_wields_what_is_broken_or_not_for_them() -> None:
    one = below(character("Ada", weapons=(Arm("great-sword"), Arm("club", broken=True))))
    assert rule(one, "equip great-sword ada") == "T4.17"
    assert not one.act("equip club ada")
    assert one.act("equip bare-hands ada") is not None
    assert of(one).wielded == -1


@pytest.mark.rule("T10.9", "T10.10")
def test_changing_armour_takes_a_turn_and_what_was_worn_goes_into_the_pack() -> None:
    one = below(character("Ada", armour="padded-coat", goods=(("leather-armour", 1),)))
    protection = one.view().party[0].protection
    with fix(one, then=6):
        assert one.act("wear leather-armour ada")
    assert (protection, one.view().party[0].protection) == (2, 3)
    assert (of(one).armour, dict(of(one).goods)) == ("leather-armour", {"padded-coat": 1})
    assert one.state.clock.turn == 301


@pytest.mark.rule("T10.10")
def test_in_combat_no_armour_is_changed() -> None:
    one = below(character("Ada", courage=16, goods=(("leather-armour", 1),)), BO)
    meet(one, "orc")
    assert rule(one, "wear leather-armour ada") == "T22.49"
    with fix(one, then=6):
        assert one.act("attack")
    assert one.state.fight is not None
    assert not one.act("wear leather-armour ada")
    assert not any(str(action).startswith("wear") for action in one.actions())


# --- marching ---


@pytest.mark.rule("T7.13")
def test_the_front_rank_has_one_to_three_places() -> None:
    one = below(ADA, BO, character("Cy"), character("Dag"))
    assert [m.rank for m in one.view().party] == ["front", "front", "back", "back"]
    assert rule(one, "front 4") == rule(one, "front 0") == "T7.13"
    assert one.act("front 3")
    assert [m.rank for m in one.view().party] == ["front", "front", "front", "back"]
    assert one.act("order dag cy bo ada")
    assert one.state.party.order == ("dag", "cy", "bo", "ada")
    for text in ("order dag cy bo", "order dag cy bo bo", "order dag cy bo zoe"):
        assert not one.act(text)
    assert one.state.clock.turn == 300


# --- wands ---


@pytest.mark.rule("T19.19", "T19.22", "T6.5")
def test_a_wand_as_a_torch_never_burns_out() -> None:
    one = below(MAGE, BO)
    with staged(one) as s:
        s.clock = Clock(300)
    assert one.view().light == 0
    assert one.act("wand torch ada")
    for _ in range(30):
        with fix(one, then=6):
            assert one.act("wait")
    assert one.view().light == -1
    assert rule(one, "douse") == rule(one, "light torch") == "T19.19"
    assert one.act("wand wand ada")
    assert one.view().light == 0
    assert rule(one, "wand wand ada") == "T19.22"


@pytest.mark.rule("T19.15", "T19.19")
@pytest.mark.parametrize("text", ["equip dagger ada", "equip bare-hands ada"])
def test_a_wand_out_of_its_magicians_hand_burns_no_more(text: str) -> None:
    one = below(MAGE, BO)
    assert one.act("wand torch ada")
    assert one.view().light == -1
    assert one.act(text)
    assert one.view().light == 0
    assert one.act("equip wand ada")
    assert one.view().light == -1


@pytest.mark.rule("T19.15", "T6.16")
@pytest.mark.parametrize(("text", "faces"), [("switch dagger", ()), ("flee", (1,))])
def test_a_wand_out_of_its_magicians_hand_burns_no_more_in_combat_either(text: str, faces: tuple[int, ...]) -> None:
    one = below(replace(MAGE, courage=20), replace(BO, courage=19), room="room-2", came="room-1")
    assert one.act("wand torch ada")
    meet(one, "cave-bear", sort="light", home="room-2")
    assert one.act("attack")
    assert one.view().light == -1
    with fix(one, *faces, then=20):
        assert one.act(text)
    assert one.state.fight is not None
    assert one.view().light == 0


@pytest.mark.rule("T19.19", "T6.16")
def test_a_wand_that_burns_lights_the_dungeon_it_is_carried_into() -> None:
    one = road(MAGE, BO, leg=1)
    assert one.act("wand torch ada")
    with fix(one, 3, then=6):
        assert one.act("travel")
    assert one.state.place.where == "dungeon"
    assert one.view().light == -1


@pytest.mark.rule("T19.20", "T19.21", "T19.15")
@pytest.mark.parametrize(
    ("level", "forms"), [(1, []), (2, []), (3, ["wand torch ada"]), (4, ["wand torch ada", "wand rope ada"])]
)
def test_what_a_wand_can_turn_into(level: int, forms: list[str]) -> None:
    one = below(replace(MAGE, weapons=(Arm("wand", raised=level - 1), Arm("dagger"))), BO)
    assert [str(action) for action in one.actions() if str(action).startswith("wand ")] == forms
    edit(one, "ada", wielded=1)
    assert rule(one, "wand rope ada") == "T19.15"


@pytest.mark.rule("T19.24", "T19.15")
def test_any_magician_uses_the_powers_of_the_wand_they_are_given() -> None:
    tom = replace(MAGE, id="tom", name="Tom", weapons=(Arm("wand"),), wielded=-1)
    one = below(MAGE, tom)
    assert one.act("drop wand tom")
    assert one.act("equip dagger ada")
    assert one.act("give wand from ada to tom")
    assert one.act("equip wand tom")
    assert one.act("wand rope tom")
    assert one.act("take wand ada")
    assert one.act("equip wand ada")
    assert rule(one, "wand torch ada") == "T19.21"


@pytest.mark.rule("T19.23", "T19.20", "T13.65")
def test_over_a_chasm_by_rope_or_in_a_small_shape() -> None:
    def chasm(*who: object) -> Game[State]:
        one = below(*who)  # type: ignore[arg-type]
        with staged(one) as s:
            s.ways["way-1"] = Way("way-1", "room-1", "room-2", "east", 10)
            s.features["room-1"] = Feature("room-1", "chasm", "way-1")
        return one

    roped = chasm(replace(MAGE, weapons=(Arm("wand", raised=3, form="rope"),)), BO)
    with fix(roped, then=6):
        assert roped.act("cross")
    assert roped.state.features["room-1"].open
    one = chasm(under(ADA, "small-shape"), BO)
    assert {chance.about for chance in one.odds("cross")} == {"bo"}
    with fix(one, 8, then=6):
        assert one.act("cross")
    assert not one.state.features["room-1"].open
    assert one.state.features["room-1"].over == ("ada",)
    assert (of(one).ap, of(one).vitality) == (0, 30)


@pytest.mark.rule("T9.22")
def test_a_silvered_weapon_beside_a_plain_one_is_taken_up_by_its_own_name() -> None:
    arms = (Arm("sword"), Arm("sword", silvered=True))
    one = village(character("Ada", weapons=arms, wielded=0))
    assert "equip silvered-sword ada" in one.actions()
    assert one.act("equip silvered-sword ada")
    assert of(one, "ada").wielded == 1


@pytest.mark.rule("T7.7")
@pytest.mark.parametrize("text", ["order bo ada", "front 1", "drop rope ada", "give rope from ada to bo"])
def test_readiness_ends_with_any_deed_but_open_go_and_listen(text: str) -> None:
    one = below(replace(ADA, goods=(("rope", 1),)), BO)
    with fix(one, then=6):
        assert one.act("ready")
    assert one.state.party.ready
    assert one.act(text)
    assert not one.state.party.ready


@pytest.mark.rule("T8.17", "T7.25")
@pytest.mark.parametrize("wielded", [-1, 1])
def test_a_broken_weapon_is_not_equipped_and_the_refusal_says_why(wielded: int) -> None:
    arms = (Arm("sword", broken=True), Arm("club"))
    one = below(character("Ada", weapons=arms, wielded=wielded))
    assert one.act("equip sword ada").refusals[0].code == "weapon.broken"
    with staged(one) as s:
        s.characters["ada"] = replace(s.characters["ada"], weapons=(*arms, Arm("sword")))
    assert one.act("equip sword ada")
    assert of(one).wielded == 2


@pytest.mark.rule("T10.11")
def test_nobody_buys_a_broken_weapon_and_the_keyboard_says_why() -> None:
    solo = Solo("quick")
    arm = solo.view.party[0].weapons[0]
    with staged(solo.game) as s:
        c = s.characters["hedda"]
        s.characters["hedda"] = replace(c, weapons=(replace(c.weapons[0], broken=True), *c.weapons[1:]), wielded=-1)
    assert solo(f"sell {arm} hedda")[0].startswith("Nobody pays for")
    assert "is broken" in solo(f"equip {arm} hedda")[0]
