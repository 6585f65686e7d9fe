"""Packs, gear and trading (D18), wear, repair and honing (D16), trade off the fallen (D17.12)."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from tests.rulebooks.descent.magic import bearing
from tests.rulebooks.descent.moments import cell, give, into_room, member, moment

from undercroft.engine.game import Game
from undercroft.rulebooks.descent import carrying, chests, effects, fights, gear
from undercroft.rulebooks.descent.records import Chest, Ctx, Quest, State, replace
from undercroft.testing import fix, staged


def fallen(game: Game[State], who: str) -> None:
    with staged(game) as s:
        s.members[who] = replace(s.members[who], health=0)


def do(game: Game[State], work: Callable[[Ctx], Any]) -> Any:
    """Let a chapter's function work on the game as a perform would."""
    return work(game._ctx)


def refusal(game: Game[State], text: str) -> tuple[str, str]:
    before = game.digest()
    step = game.act(text)
    assert not step.accepted
    assert game.digest() == before
    return step.refusals[0].code, step.refusals[0].rule


def offers(game: Game[State]) -> list[str]:
    """Return the texts of what this chapter's actions offer now."""
    classes = [cls for cls in game.book.menu(type(game.state.agenda[-1])) if cls.__module__ == carrying.__name__]
    return [str(one) for cls in classes for one in cls.offered(game.state) if one.refused(game.state) is None]


def place(game: Game[State], item: str) -> str:
    return game.state.items[item].place


# --- packs ---


@pytest.mark.rule("D18.1")
@pytest.mark.parametrize(("who", "places"), [("fighter", 9), ("hero", 8), ("rogue", 7), ("wizard", 6)])
def test_a_pack_has_six_places_and_one_for_each_point_of_strength(who: str, places: int) -> None:
    game = moment(gold=0)
    for _ in range(places - 1):
        give(game, "knife", f"pack:{who}")
    last, more = give(game, "club", f"cell:1:{cell(3, 0)}"), give(game, "staff", f"cell:1:{cell(3, 0)}")
    assert game.act(f"take {last} {who}").accepted
    assert len(game.state.items.where(f"pack:{who}")) == places
    assert refusal(game, f"take {more} {who}") == ("gear.pack_full", "D18.1")


@pytest.mark.rule("D18.1")
def test_strength_by_a_draught_gives_no_place() -> None:
    game = moment()
    do(game, lambda ctx: effects.start(ctx, "wizard", "giant", "giants-draught"))
    for _ in range(6):
        give(game, "knife", "pack:wizard")
    more = give(game, "staff", f"cell:1:{cell(3, 0)}")
    assert refusal(game, f"take {more} wizard") == ("gear.pack_full", "D18.1")


@pytest.mark.rule("D18.1")
def test_a_pack_too_full_after_a_loss_of_strength_loses_nothing_and_takes_nothing() -> None:
    game = moment()
    held = [give(game, "knife", "pack:hero") for _ in range(8)]
    with staged(game) as s:
        s.members["hero"] = replace(s.members["hero"], strength=0)
    assert [place(game, key) for key in held] == ["pack:hero"] * 8
    assert game.act(f"drop {held[0]}").accepted
    assert game.act(f"drop {held[1]}").accepted
    assert len(game.state.items.where("pack:hero")) == 6
    assert refusal(game, f"take {held[0]} hero") == ("gear.pack_full", "D18.1")
    assert game.act(f"drop {held[2]}").accepted
    assert game.act(f"take {held[0]} hero").accepted


@pytest.mark.rule("D18.2")
def test_worn_things_take_no_pack_place() -> None:
    game = moment()
    worn = [give(game, "knife", "hand:wizard"), give(game, "padded-coat", "body:wizard")]
    for _ in range(5):
        give(game, "staff", "pack:wizard")
    more = give(game, "staff", f"cell:1:{cell(3, 0)}")
    assert game.act(f"take {more} wizard").accepted
    assert [place(game, key) for key in worn] == ["hand:wizard", "body:wizard"]
    assert refusal(game, f"unready {worn[0]}") == ("gear.pack_full", "D18.1")


@pytest.mark.rule("D18.2")
def test_a_shield_on_the_arm_takes_no_pack_place() -> None:
    game = moment()
    shield = give(game, "wooden-shield", "pack:rogue")
    for _ in range(6):
        give(game, "knife", "pack:rogue")
    more = give(game, "staff", f"cell:1:{cell(3, 0)}")
    assert refusal(game, f"take {more} rogue")[0] == "gear.pack_full"
    assert game.act(f"wear {shield}").accepted
    assert place(game, shield) == "arm:rogue"
    assert game.act(f"take {more} rogue").accepted


@pytest.mark.rule("D18.3", "D18.4")
def test_gold_rations_maps_pages_and_the_book_take_no_place() -> None:
    game = moment(gold=500, rations=90)
    into_room(game)
    for who, places in (("hero", 8), ("fighter", 9), ("rogue", 7), ("wizard", 6)):
        for _ in range(places - 1):
            give(game, "knife", f"pack:{who}")
    with staged(game) as s:
        s.quest = Quest(book=True, maps=(2, 3), pages=("firebolt", "firebolt", "storm"))
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], gold=40, map="open")
    things = [give(game, "staff", "room:room-1.1") for _ in range(4)]
    for who, thing in zip(("hero", "fighter", "rogue", "wizard"), things, strict=True):
        assert game.act(f"take {thing} {who}").accepted
    assert game.act("take-gold").accepted
    assert game.act("take-map").accepted
    assert (game.state.purse.gold, game.state.quest.maps) == (540, (2, 3, 1))
    assert all("maps" not in item.place and "page" not in item.kind for item in game.state.items.values())


@pytest.mark.rule("D18.9", "D18.10")
@pytest.mark.parametrize("verb", ["drop {}", "give {} rogue", "wear {}"])
@pytest.mark.parametrize("thing", ["book", "firebolt", "page-firebolt", "storm"])
def test_the_book_and_pages_cannot_be_put_down_or_traded(verb: str, thing: str) -> None:
    game = moment()
    with staged(game) as s:
        s.quest = Quest(book=True, pages=("firebolt", "storm"))
    assert not game.act(verb.format(thing)).accepted
    assert not any(thing in one.split() for one in offers(game))
    assert game.state.quest == Quest(book=True, pages=("firebolt", "storm"))


# --- wearing ---


@pytest.mark.rule("D18.5")
def test_a_two_handed_weapon_needs_an_empty_shield_arm() -> None:
    game = moment()
    axe, shield = give(game, "battle-axe", "pack:fighter"), give(game, "wooden-shield", "arm:fighter")
    assert refusal(game, f"wear {axe}") == ("gear.arm_taken", "D18.5")
    assert game.act(f"unready {shield}").accepted
    assert game.act(f"wear {axe}").accepted
    assert refusal(game, f"wear {shield}") == ("gear.hands_taken", "D18.5")
    assert (place(game, axe), place(game, shield)) == ("hand:fighter", "pack:fighter")


@pytest.mark.rule("D18.5")
def test_a_one_handed_weapon_goes_with_a_shield() -> None:
    game = moment()
    sword, shield = give(game, "long-sword", "pack:fighter"), give(game, "wooden-shield", "pack:fighter")
    assert game.act(f"wear {sword}").accepted
    assert game.act(f"wear {shield}").accepted
    assert (place(game, sword), place(game, shield)) == ("hand:fighter", "arm:fighter")


@pytest.mark.rule("D18.6")
@pytest.mark.parametrize(
    ("kind", "may", "may_not"),
    [
        ("club", ("hero", "fighter", "rogue"), ("wizard", "ranger")),
        ("rapier", ("hero", "rogue", "ranger"), ("fighter", "wizard")),
        ("ironwood-staff", ("wizard",), ("hero", "fighter", "rogue", "ranger")),
        ("ring-mail", ("hero", "fighter"), ("rogue", "ranger", "wizard")),
        ("warded-robe", ("wizard",), ("hero", "fighter", "rogue", "ranger")),
        ("kite-shield", ("hero", "fighter"), ("rogue", "ranger", "wizard")),
        ("knife", ("hero", "fighter", "rogue", "ranger", "wizard"), ()),
    ],
)
def test_only_the_classes_of_its_row_wear_a_piece(kind: str, may: tuple[str, ...], may_not: tuple[str, ...]) -> None:
    game = moment(*(member(cls) for cls in ("hero", "fighter", "rogue", "ranger", "wizard")))
    held = {who: give(game, kind, f"pack:{who}") for who in (*may, *may_not)}
    for who in may_not:
        assert refusal(game, f"wear {held[who]}") == ("gear.wrong_class", "D18.6")
    for who in may:
        assert game.act(f"wear {held[who]}").accepted
        assert place(game, held[who]).endswith(f":{who}")
        assert not place(game, held[who]).startswith("pack")


@pytest.mark.row("ACT21")
def test_wearing_swaps_with_what_was_worn_even_out_of_a_full_pack() -> None:
    game = moment()
    old, new = give(game, "padded-coat", "body:wizard"), give(game, "quilted-robe", "pack:wizard")
    for _ in range(5):
        give(game, "staff", "pack:wizard")
    assert game.act(f"wear {new}").accepted
    assert (place(game, new), place(game, old)) == ("body:wizard", "pack:wizard")
    assert game.state.clock.step == 0


@pytest.mark.row("ACT21")
def test_only_gear_is_worn_and_only_out_of_the_pack() -> None:
    game = moment()
    ale, sword = give(game, "medicinal-ale", "pack:hero"), give(game, "short-sword", "hand:hero")
    assert refusal(game, f"wear {ale}")[0] == "gear.not_worn"
    assert refusal(game, f"wear {sword}")[0] == "gear.worn"
    assert refusal(game, "wear weapon-999")[0] == "gear.not_in_pack"
    assert refusal(game, f"unready {ale}")[0] == "gear.not_ready"
    assert game.act(f"unready {sword}").accepted
    assert place(game, sword) == "pack:hero"


# --- putting down, taking, trading ---


@pytest.mark.rule("D18.8")
@pytest.mark.row("ACT15", "ACT16")
@pytest.mark.parametrize(
    ("where", "spot"), [("hall", f"cell:1:{cell(3, 0)}"), ("room", "room:room-1.1"), ("courtyard", "courtyard")]
)
def test_what_is_put_down_lies_there_until_taken(where: str, spot: str) -> None:
    game = moment(courtyard=where == "courtyard")
    if where == "room":
        into_room(game)
    sword = give(game, "short-sword", "hand:hero")
    assert game.act(f"drop {sword}").accepted
    assert place(game, sword) == spot
    assert f"take {sword} rogue" in game.actions()
    assert game.act(f"take {sword} rogue").accepted
    assert place(game, sword) == "pack:rogue"
    assert game.state.clock.step == 0


@pytest.mark.rule("D18.8")
def test_what_lies_elsewhere_cannot_be_taken() -> None:
    game = moment()
    away = [give(game, "knife", spot) for spot in ("courtyard", f"cell:1:{cell(4, 0)}", f"cell:2:{cell(3, 0)}")]
    away.append(give(game, "knife", "room:room-1.1"))
    for key in away:
        assert refusal(game, f"take {key} hero")[0] == "gear.none"
    held = give(game, "knife", "pack:rogue")
    assert refusal(game, f"take {held} hero")[0] == "gear.none"


@pytest.mark.rule("D18.8", "D19.6")
def test_a_chest_gives_its_things_when_it_is_open() -> None:
    game = moment()
    into_room(game)
    ale = give(game, "medicinal-ale", "chest:room-1.1")
    with staged(game) as s:
        s.chests["room-1.1"] = Chest(1, 20)
    assert refusal(game, f"take {ale} hero")[0] == "gear.none"
    with staged(game) as s:
        s.chests["room-1.1"] = Chest(1, 20, open=True)
    assert f"take {ale} wizard" in game.actions()
    assert game.act(f"take {ale} wizard").accepted


@pytest.mark.rule("D18.7")
@pytest.mark.row("ACT22")
def test_trading_outside_fights_is_free() -> None:
    game = moment()
    ale = give(game, "medicinal-ale", "pack:hero")
    assert game.act(f"give {ale} wizard").accepted
    assert (place(game, ale), game.state.clock.step) == ("pack:wizard", 0)
    assert refusal(game, f"give {ale} wizard")[0] == "gear.has_it"
    for _ in range(8):
        give(game, "knife", "pack:hero")
    assert refusal(game, f"give {ale} hero") == ("gear.pack_full", "D18.1")


@pytest.mark.rule("D18.7", "D18.8")
def test_every_handling_is_told_as_what_it_is() -> None:
    game = moment()
    knife = give(game, "knife", f"cell:1:{cell(3, 0)}")
    for text, told in (
        (f"take {knife} hero", "Hero takes"), (f"give {knife} rogue", "Hero passes"),
        (f"wear {knife}", "Rogue makes ready"), (f"unready {knife}", "Rogue stows"),
        (f"drop {knife}", "Rogue puts down"),
    ):  # fmt: skip
        assert [game.say(e) for e in game.act(text).events if game.say(e).startswith(told)], text


@pytest.mark.rule("D17.11", "D17.12")
def test_a_fallen_member_gives_worn_things_too_and_is_given_nothing() -> None:
    game = moment()
    mail, ale = give(game, "ring-mail", "body:fighter"), give(game, "medicinal-ale", "pack:fighter")
    mine = give(game, "knife", "pack:hero")
    fallen(game, "fighter")
    assert refusal(game, f"give {mine} fighter") == ("gear.fallen", "D2.14")
    assert game.act(f"give {mail} hero").accepted
    assert game.act(f"give {ale} rogue").accepted
    assert (place(game, mail), place(game, ale)) == ("pack:hero", "pack:rogue")
    assert game.state.clock.step == 0


@pytest.mark.rule("D2.14")
def test_the_fallen_neither_take_nor_wear_nor_put_down() -> None:
    game = moment()
    knife, coat = give(game, "knife", "pack:rogue"), give(game, "padded-coat", "body:rogue")
    here = give(game, "staff", f"cell:1:{cell(3, 0)}")
    fallen(game, "rogue")
    assert refusal(game, f"take {here} rogue") == ("gear.fallen", "D2.14")
    assert refusal(game, f"wear {knife}") == ("gear.fallen", "D2.14")
    assert refusal(game, f"unready {coat}") == ("gear.fallen", "D2.14")
    assert refusal(game, f"drop {knife}") == ("gear.fallen", "D2.14")


@pytest.mark.parametrize(
    "text", ["take x y", "drop x", "wear x", "unready x", "give x y", "give weapon-t1 nobody", "take weapon-t1 nobody"]
)
def test_nonsense_is_refused(text: str) -> None:
    game = moment()
    give(game, "knife", "pack:hero")
    assert refusal(game, text)[0].startswith("gear.")


def test_the_list_misses_nothing_and_offers_nothing_refused() -> None:
    game = moment()
    for kind in ("knife", "battle-axe", "kite-shield", "medicinal-ale", "ring-mail", "warded-robe"):
        for spot in ("pack:hero", "pack:wizard", f"cell:1:{cell(3, 0)}"):
            give(game, kind, spot)
    give(game, "wooden-shield", "arm:hero")
    give(game, "short-bow", "hand:rogue")
    fallen(game, "rogue")
    listed = set(offers(game))
    for exact in (carrying.Drop, carrying.Wear, carrying.Unready, carrying.Give):
        assert all(one.refused(game.state) is None for one in exact.offered(game.state))
    people = list(game.state.members)
    for key in game.state.items:
        tries = [f"drop {key}", f"wear {key}", f"unready {key}"]
        tries += [f"{verb} {key} {who}" for verb in ("take", "give") for who in people]
        for text in tries:
            assert game.fork().act(text).accepted == (text in listed), text


# --- wear, repair, honing ---


@pytest.mark.rule("D18.6")
def test_whoever_is_raised_may_wear_what_it_carried_as_it_lay_fallen() -> None:
    game = moment(member("hero"), member("fighter", health=0))
    shield = give(game, "wooden-shield", "pack:fighter")
    assert f"wear {shield}" not in game.actions().texts()
    with staged(game) as s:
        s.members["fighter"] = replace(s.members["fighter"], health=1)
    assert f"wear {shield}" in game.actions().texts()


@pytest.mark.rule("D16.1", "D16.5")
def test_a_shield_at_nothing_is_mended_to_its_full_figure_and_no_further() -> None:
    game = moment()
    shield = give(game, "kite-shield", "arm:fighter", lost=3, cause="gear eating")
    assert do(game, lambda ctx: gear.restore(ctx, shield, 2)) == 2
    assert (game.state.items[shield].lost, game.state.items[shield].cause) == (1, "gear eating")
    assert do(game, lambda ctx: gear.restore(ctx, shield, 9)) == 1
    assert (game.state.items[shield].lost, game.state.items[shield].cause) == (0, "")
    told = len(game._ctx.events)
    assert do(game, lambda ctx: gear.restore(ctx, shield, 9)) == 0
    assert len(game._ctx.events) == told


@pytest.mark.rule("D16.4")
def test_a_stone_first_restores_and_then_hones_once() -> None:
    game = moment()
    sword = give(game, "long-sword", "hand:fighter", lost=4, cause="metal eating")
    assert gear.can_hone(game.state.items[sword])
    do(game, lambda ctx: gear.hone(ctx, sword))
    row = game.state.items[sword]
    assert (row.lost, row.gained, row.cause) == (0, 0, "")
    do(game, lambda ctx: gear.hone(ctx, sword))
    assert (game.state.items[sword].gained, gear.full_figure(game.state.items[sword])) == (1, 10)
    assert not gear.can_hone(game.state.items[sword])
    do(game, lambda ctx: gear.hone(ctx, sword))
    assert game.state.items[sword].gained == 1


@pytest.mark.rule("D16.4")
@pytest.mark.parametrize(
    ("kind", "may"), [("hand-axe", True), ("club", False), ("long-bow", False), ("crossbow", True)]
)
def test_only_metal_weapons_are_honed(kind: str, may: bool) -> None:
    game = moment()
    key = give(game, kind, "pack:hero", lost=1)
    assert gear.can_hone(game.state.items[key]) is may


@pytest.mark.rule("D16.4")
def test_armour_is_not_honed() -> None:
    game = moment()
    assert not gear.can_hone(game.state.items[give(game, "plate-mail", "pack:hero", lost=1)])


@pytest.mark.rule("D16.5")
def test_the_honing_gain_counts_into_the_full_figure() -> None:
    game = moment()
    sword = give(game, "short-sword", "hand:hero", gained=1)
    do(game, lambda ctx: gear.wear_off(ctx, sword, 3, "metal eating"))
    assert do(game, lambda ctx: gear.restore(ctx, sword, 10)) == 3
    assert (game.state.items[sword].lost, gear.full_figure(game.state.items[sword])) == (0, 8)


@pytest.mark.rule("DX26", "D15.4", "D16.6")
def test_a_hand_axe_bitten_six_times_is_destroyed_and_past_repair() -> None:
    game = moment()
    axe = give(game, "hand-axe", "hand:hero")
    do(game, lambda ctx: gear.wear_off(ctx, axe, 1, "metal eating"))
    assert (game.state.items[axe].lost, game.state.items[axe].cause) == (1, "metal eating")
    told = len(game._ctx.events)
    do(game, lambda ctx: gear.wear_off(ctx, axe, 0, "metal eating"))
    assert len(game._ctx.events) == told
    for _ in range(4):
        do(game, lambda ctx: gear.wear_off(ctx, axe, 1, "metal eating"))
    assert game.state.items[axe].lost == 5
    do(game, lambda ctx: gear.wear_off(ctx, axe, 1, "metal eating"))
    assert axe not in game.state.items
    assert gear.worn_at(game.state, "hand", "hero") == ""


@pytest.mark.rule("D15.8", "DX27")
def test_a_shield_bitten_to_nothing_stays() -> None:
    game = moment()
    shield = give(game, "wooden-shield", "arm:fighter")
    do(game, lambda ctx: gear.wear_off(ctx, shield, 1, "gear eating"))
    do(game, lambda ctx: gear.wear_off(ctx, shield, 1, "gear eating"))
    assert (game.state.items[shield].lost, place(game, shield)) == (1, "arm:fighter")


@pytest.mark.rule("D16.3", "D16.5")
@pytest.mark.parametrize(
    ("kind", "lost", "left"), [("tower-shield", 4, 1), ("plate-mail", 3, 0), ("long-sword", 8, 5), ("club", 2, 0)]
)
def test_a_kit_restores_up_to_three_points_and_is_used_up(kind: str, lost: int, left: int) -> None:
    game = moment()
    kit, piece = give(game, "mending-kit", "pack:hero"), give(game, kind, "pack:hero", lost=lost, cause="acid spray")
    assert game.act(f"use {kit} {piece}").accepted
    assert (game.state.items[piece].lost, game.state.items[piece].cause) == (left, "acid spray" if left else "")
    assert kit not in game.state.items


@pytest.mark.rule("D16.4")
def test_a_honing_stone_is_used_up() -> None:
    game = moment()
    stone, sword = give(game, "honing-stone", "pack:hero"), give(game, "short-sword", "hand:hero", lost=2)
    assert game.act(f"use {stone} {sword}").accepted
    assert (game.state.items[sword].lost, game.state.items[sword].gained) == (0, 0)
    assert stone not in game.state.items
    more = give(game, "honing-stone", "pack:hero")
    assert game.act(f"use {more} {sword}").accepted
    assert (game.state.items[sword].gained, more in game.state.items) == (1, False)
    last = give(game, "honing-stone", "pack:hero")
    assert not game.act(f"use {last} {sword}").accepted


@pytest.mark.rule("D16.6")
@pytest.mark.parametrize("kind", ["mending-kit", "honing-stone"])
def test_kits_and_stones_are_for_outside_fights(kind: str) -> None:
    game = moment()
    into_room(game)
    tool, sword = give(game, kind, "pack:hero"), give(game, "short-sword", "hand:hero", lost=2)
    fights.open_fight(game._ctx, ("orc",), room="room-1.1")
    game._settle()
    for text in (f"use {tool} {sword}", f"apply {tool} {sword}"):
        assert not game.act(text).accepted
        assert text not in game.actions()
    assert game.state.items[sword].lost == 2


# --- names ---


@pytest.mark.rule("D24.1", "D24.17")
def test_bottles_and_scrolls_are_unnamed_until_their_kind_is_known() -> None:
    game = moment()
    one, two, other = (give(game, kind, "pack:hero") for kind in ("venom", "venom", "medicinal-ale"))
    assert gear.called(game.state, one) == "an unnamed bottle"
    do(game, lambda ctx: gear.name_item(ctx, one))
    assert [gear.called(game.state, key) for key in (one, two, other)] == ["Venom", "Venom", "an unnamed bottle"]
    assert game.state.lore.kinds == ("venom",)


@pytest.mark.rule("D24.4", "D24.17")
def test_lanterns_are_named_each_for_itself() -> None:
    game = moment()
    one, two = give(game, "foul-lantern", "pack:hero"), give(game, "foul-lantern", "pack:hero")
    do(game, lambda ctx: gear.name_item(ctx, one))
    assert [gear.called(game.state, key) for key in (one, two)] == ["a Foul Lantern", "an unnamed lantern"]
    assert game.state.lore.kinds == ()
    with staged(game) as s:
        s.lore = replace(s.lore, kinds=("foul-lantern",))
    assert not gear.is_named(game.state, two)


@pytest.mark.rule("D24.5")
def test_things_handed_over_named_make_their_kind_known_but_for_lanterns() -> None:
    game = moment()
    found = [give(game, kind, "pack:hero") for kind in ("antidote", "aura-of-warding")]
    made = [
        do(game, lambda ctx, k=kind: gear.make(ctx, k, "pack:hero", named=True))
        for kind in ("antidote", "aura-of-warding")
    ]
    assert [gear.is_named(game.state, key) for key in found] == [True, False]
    assert [gear.is_named(game.state, key) for key in made] == [True, True]
    assert made == ["bottle-1", "lantern-2"]
    assert game.state.lore.kinds == ("antidote",)


def test_weapons_armours_shields_and_charms_show_what_they_are() -> None:
    game = moment()
    kinds = ("short-sword", "iron-shield", "ring-mail", "esp", "felt-overshoes", "oil-flask", "gremlin-bell")
    said = [gear.called(game.state, give(game, kind, "pack:hero")) for kind in kinds]
    assert said == [
        "a Short Sword",
        "an Iron Shield",
        "Ring Mail",
        "ESP",
        "Felt Overshoes",
        "an Oil Flask",
        "a Gremlin Bell",
    ]


# --- conservation ---


@pytest.mark.rule("D18.8", "D18.9")
@pytest.mark.parametrize("seed", range(12))
def test_handling_gear_makes_and_loses_nothing(seed: int) -> None:
    game = moment(gold=70, courtyard=seed % 3 == 0)
    spot = "courtyard"
    if seed % 3 == 1:
        into_room(game)
    if seed % 3:
        spot = gear.lies_here(game.state)
    dice = random.Random(seed)
    kinds = (
        "knife",
        "battle-axe",
        "kite-shield",
        "medicinal-ale",
        "ring-mail",
        "padded-coat",
        "foul-lantern",
        "short-bow",
    )
    for _ in range(18):
        give(game, dice.choice(kinds), dice.choice(("pack:hero", "pack:rogue", spot, "pack:wizard")))
    with staged(game) as s:
        s.quest = Quest(book=True, maps=(1,), pages=("storm", "firebolt"))
    if seed % 2:
        fallen(game, "fighter")
    before = {key: replace(item, place="") for key, item in game.state.items.items()}
    purse, quest = game.state.purse, game.state.quest
    for _ in range(60):
        assert game.act(dice.choice(offers(game))).accepted
        assert {key: replace(item, place="") for key, item in game.state.items.items()} == before
        assert (game.state.purse, game.state.quest) == (purse, quest)
        for who in game.state.members:
            assert all(len(game.state.items.where(f"{where}:{who}")) <= 1 for where in ("hand", "arm", "body"))


def test_an_undone_destruction_puts_the_item_back_in_its_place() -> None:
    game = moment()
    into_room(game)
    give(game, "knife", "pack:hero")
    sword = give(game, "short-sword", "hand:hero")
    give(game, "club", "pack:hero")
    with staged(game) as s:
        s.chests["room-1.1"] = Chest(1, 20)
    before = game.digest()
    with fix(game, 50):
        assert game.act("open chest-1.1 hero").accepted
    assert game.act(f"drop {sword}").accepted
    game.undo()
    game.undo()
    assert game.digest() == before
    assert chests.chest_here(game.state) == Chest(1, 20)


# --- why ---


@pytest.mark.rule("D18.8", "D19.6")
@pytest.mark.parametrize(("place", "rule"), [("room:room-1.1", "D18.8"), ("chest:room-1.1", "D19.6")])
def test_why_cites_for_a_thing_taken_whence_it_is(place: str, rule: str) -> None:
    game = moment()
    into_room(game)
    with staged(game) as s:
        s.chests["room-1.1"] = Chest(1, 0, open=True)
    item = give(game, "knife", place)
    assert bearing(game, f"take {item} hero") == {rule}


@pytest.mark.rule("D18.7", "D17.11", "D17.12")
@pytest.mark.parametrize(("down", "rules"), [(False, {"D18.7"}), (True, {"D17.11", "D17.12"})])
def test_why_cites_for_a_thing_given_whether_its_bearer_stands(*, down: bool, rules: set[str]) -> None:
    game = moment()
    item = give(game, "knife", "pack:fighter")
    if down:
        fallen(game, "fighter")
    assert bearing(game, f"give {item} hero") == rules
