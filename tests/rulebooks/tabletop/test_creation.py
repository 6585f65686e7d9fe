"""Making a character (T5)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebooks.tabletop.rules_bench import Idle, character, game, of

from undercroft.engine.game import Game
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop import creating, creation, loads, outfitting, trade, wands
from undercroft.rulebooks.tabletop.creating import Creating
from undercroft.rulebooks.tabletop.creation import Draft
from undercroft.rulebooks.tabletop.records import Arm, Character, State, Terms, replace
from undercroft.testing import fix, staged

CHAPTERS = (creating, outfitting)


def begun(*who: Character, **draft: Any) -> Game[State]:
    """Return a game in which a character is being made."""
    return game(*who, chapters=CHAPTERS, agenda=(Idle(), Creating(Draft(**draft))))


def draft_of(g: Game[State]) -> Draft:
    return g.state.top(Creating).draft


def does(g: Game[State], *texts: str) -> None:
    """Do these actions, all legal and all told."""
    for text in texts:
        step = g.act(text)
        assert step.accepted, (text, step.refusals)
        assert all(g.say(event) for event in step.events if not event.hidden)


def rule_of(g: Game[State], text: str) -> str:
    """Return the rule by which an action is refused; its sentence must tell something."""
    before = g.digest()
    step = g.act(text)
    assert not step.accepted
    assert g.digest() == before
    (refusal,) = step.refusals
    assert "refused:" not in g.say(refusal)
    return refusal.rule


def shopper(cls: str = "adventurer", silver: int = 600, **more: Any) -> Game[State]:
    return begun(way="arranged", sets=1, rolled=(12,) * 5, base=(12,) * 5, cls=cls, money=silver, silver=silver, **more)


def made(g: Game[State], name: str = "Bo") -> Character:
    """Finish the character and return it."""
    does(g, f"name {name}", "finish")
    return of(g, name.lower())


@pytest.mark.rule("T5.1", "T5.7", "T5.8", "T5.9", "T5.11", "T4.9", "T3.13")
def test_a_character_from_the_first_roll_to_the_sheet() -> None:
    g = begun()
    does(g, "way arranged")
    with fix(g, 1, 6, 5, 3, 3, 2, 4):
        does(g, "roll", "assign 13 10 10 12 9", "class adventurer", "money", "kit", "name Bo of Cold Ford", "finish")
    c = of(g, "bo-of-cold-ford")
    assert c == Character(
        id="bo-of-cold-ford", name="Bo of Cold Ford", cls="adventurer", kin="human", courage=13, intelligence=10,
        charisma=10, agility=12, strength=9, attack=10, defence=8, vitality=30, vitality_max=30, level=1, ap=0,
        silver=325, armour="padded-coat", wielded=0, weapons=(Arm("spear"),),
        goods=(
            ("backpack", 1), ("bedroll", 1), ("waterskin", 1), ("tinderbox", 1), ("torch", 5), ("ration", 3),
            ("bandage", 2), ("travelling-clothes", 1),
        ),
    )  # fmt: skip
    assert g.state.party.order == ("bo-of-cold-ford",)
    assert isinstance(g.state.agenda[-1], Idle)


@pytest.mark.rule("T5.2")
def test_who_just_rolls_arranges() -> None:
    g = begun()
    with fix(g, 1, 2, 3, 4, 5, 6):
        does(g, "roll")
    assert (draft_of(g).way, draft_of(g).rolled) == ("arranged", (13, 12, 11, 10, 9))


@pytest.mark.rule("T5.1")
def test_creation_runs_in_its_order() -> None:
    g = begun()
    order = ["roll", "assign 8 8 8 8 8", "class elf", "agility-point attack", "money", "kit", "finish"]
    assert [rule_of(g, text) for text in order[1:]] == ["T5.1"] * 6
    does(g, "way arranged")
    assert [rule_of(g, text) for text in order[1:]] == ["T5.1"] * 6
    with fix(g, *[1] * 6):
        does(g, "roll")
    assert [rule_of(g, text) for text in order[2:]] == ["T5.1"] * 5
    does(g, "assign 8 8 8 8 8")
    assert [rule_of(g, text) for text in ("agility-point attack", "money", "buy rope", "finish")] == ["T5.1"] * 4
    does(g, "class adventurer")
    assert [rule_of(g, text) for text in ("roll", "assign 8 8 8 8 8", "money", "finish")] == ["T5.1"] * 4
    does(g, "agility-point defence")
    assert [rule_of(g, text) for text in ("kit", "finish")] == ["T5.1"] * 2
    does(g, "money")
    assert [rule_of(g, text) for text in ("class adventurer", "agility-point attack", "finish")] == ["T5.1"] * 3


@pytest.mark.rule("T5.2", "T1.3")
def test_arranged_six_rolls_leave_five() -> None:
    g = begun(way="arranged")
    assert [(roll.low, roll.high) for roll in g.odds("roll")] == [(8, 13)] * 6  # type: ignore[union-attr]
    with fix(g, 3, 1, 6, 1, 4, 2) as dice:
        does(g, "roll")
    assert [sides for sides, _ in dice.seen] == [6] * 6
    assert draft_of(g).rolled == (13, 11, 10, 9, 8)
    assert rule_of(g, "assign 13 11 10 9 9") == "T5.2"
    assert rule_of(g, "assign 13 13 10 9 8") == "T5.2"
    assert len([one for one in g.actions() if isinstance(one, creating.Assign)]) == 120
    does(g, "assign 8 13 9 11 10")
    assert draft_of(g).base == (8, 13, 9, 11, 10)


@pytest.mark.rule("T5.3")
def test_as_they_fall_five_rolls_stand() -> None:
    g = begun()
    does(g, "way fall")
    assert [roll.about for roll in g.odds("roll")] == [  # type: ignore[union-attr]
        "courage", "intelligence", "charisma", "agility", "strength",
    ]  # fmt: skip
    with fix(g, 1, 2, 3, 4, 6):
        does(g, "roll")
    assert draft_of(g).base == (8, 9, 10, 11, 13)
    assert rule_of(g, "assign 13 11 10 9 8") == "T5.3"


@pytest.mark.rule("T5.4")
@pytest.mark.parametrize("way", ["arranged", "fall"])
def test_one_reroll_is_allowed_and_then_kept(way: str) -> None:
    g = begun(way=way)
    with fix(g, *[6] * creation.WAYS[way], *[1] * creation.WAYS[way]):
        does(g, "roll", "roll")
    assert draft_of(g).rolled == (8,) * 5
    assert rule_of(g, "roll") == "T5.4"
    assert rule_of(g, "way fall") == "T5.2"


@pytest.mark.rule("T5.5", "T4.3", "T4.5", "T4.6")
def test_the_classes_whose_condition_is_met_are_offered() -> None:
    g = begun(way="arranged", sets=1, rolled=(12,) * 5, base=(12, 8, 8, 11, 12))
    assert [text for text in map(str, g.actions()) if text.startswith("class")] == ["class adventurer", "class warrior"]
    assert rule_of(g, "class dwarf") == "T4.6"
    assert rule_of(g, "class elf") == "T4.7"
    assert rule_of(g, "class magician") == "T4.8"
    assert rule_of(g, "class paladin") == "T4.1"


@pytest.mark.rule("T5.6", "T3.6", "T3.8", "T3.9", "T3.14")
@pytest.mark.parametrize(
    ("agility", "point", "scores"),
    [(8, "attack", (9, 8)), (8, "defence", (10, 7)), (13, "attack", (11, 8)), (13, "defence", (10, 9))],
)
def test_the_agility_point_is_placed(agility: int, point: str, scores: tuple[int, int]) -> None:
    g = begun(way="arranged", sets=1, rolled=(12,) * 5, base=(10, 10, 10, agility, 10), cls="adventurer")
    assert rule_of(g, "agility-point courage") == "T5.6"
    does(g, f"agility-point {point}", "money")
    c = made(g)
    assert (c.attack, c.defence, c.agility_point) == (*scores, point)


@pytest.mark.rule("T5.6", "T3.7")
@pytest.mark.parametrize("agility", [9, 12])
def test_no_point_from_nine_to_twelve(agility: int) -> None:
    g = begun(way="arranged", sets=1, rolled=(12,) * 5, base=(10, 10, 10, agility, 10), cls="adventurer")
    assert rule_of(g, "agility-point attack") == "T5.6"
    does(g, "money")
    c = made(g)
    assert (c.attack, c.defence, c.agility_point) == (10, 8, "none")


@pytest.mark.parametrize(
    ("cls", "vitality", "astral", "wand"),
    [
        pytest.param("adventurer", 30, 0, 0, marks=pytest.mark.rule("T4.9", "T4.15")),
        pytest.param("warrior", 30, 0, 0, marks=pytest.mark.rule("T4.10", "T4.15")),
        pytest.param("dwarf", 35, 0, 0, marks=pytest.mark.rule("T4.11", "T4.15")),
        pytest.param("elf", 25, 25, 0, marks=pytest.mark.rule("T4.12")),
        pytest.param("magician", 20, 30, 1, marks=pytest.mark.rule("T4.13", "T4.14", "T5.12")),
    ],
)
def test_where_each_class_starts(cls: str, vitality: int, astral: int, wand: int) -> None:
    c = made(shopper(cls))
    assert (c.vitality, c.vitality_max, c.astral, c.astral_max, wands.level(c)) == (
        vitality, vitality, astral, astral, wand,
    )  # fmt: skip
    assert c.weapons == ((Arm("wand"),) if wand else ())


@pytest.mark.rule("T5.12", "T5.13")
def test_the_wand_costs_nothing() -> None:
    g = shopper("magician", silver=100)
    does(g, "kit")
    c = made(g)
    assert (c.silver, [arm.kind for arm in c.weapons], c.wielded) == (57, ["quarterstaff", "dagger", "wand"], 0)


@pytest.mark.rule("T5.10")
@pytest.mark.parametrize(("die", "silver"), [(1, 100), (6, 600)])
def test_starting_money(die: int, silver: int) -> None:
    g = begun(way="fall", sets=1, rolled=(12,) * 5, base=(12,) * 5, cls="warrior")
    with fix(g, die) as dice:
        does(g, "money")
    assert dice.seen == [(6, die)]
    assert made(g).silver == silver


@pytest.mark.rule("T5.10")
def test_money_is_rolled_once() -> None:
    assert rule_of(shopper(), "money") == "T5.10"


@pytest.mark.rule("T5.14")
def test_the_common_pack() -> None:
    pack = content.catalogue().kits["common-pack"]
    things = trade.kit_things(pack)
    assert pack.price == 20 == sum(trade.price(word, lots) for word, lots in things)
    assert dict(things) == {
        "backpack": 1, "bedroll": 1, "waterskin": 1, "tinderbox": 1, "torch": 5, "ration": 3, "bandage": 2,
    }  # fmt: skip
    assert loads.load(character(goods=things)) == 5


@pytest.mark.parametrize(
    ("cls", "price", "weapons", "armour", "arrows"),
    [
        pytest.param("adventurer", 75, ["spear"], "padded-coat", 0, marks=pytest.mark.rule("T5.15")),
        pytest.param("warrior", 90, ["short-sword"], "padded-coat", 0, marks=pytest.mark.rule("T5.16")),
        pytest.param("dwarf", 90, ["hand-axe"], "padded-coat", 0, marks=pytest.mark.rule("T5.17")),
        pytest.param("elf", 100, ["short-bow", "dagger"], "travelling-clothes", 20, marks=pytest.mark.rule("T5.18")),
        pytest.param(
            "magician", 43, ["quarterstaff", "dagger", "wand"], "travelling-clothes", 0, marks=pytest.mark.rule("T5.19")
        ),
    ],
)
def test_the_kits(cls: str, price: int, weapons: list[str], armour: str, arrows: int) -> None:
    g = shopper(cls, silver=price)
    (kit,) = [one for one in g.actions() if isinstance(one, outfitting.BuyKit)]
    assert g.costs(kit) == f"{price} silver"
    does(g, "kit")
    c = made(g)
    assert (c.silver, [arm.kind for arm in c.weapons], c.armour) == (0, weapons, armour)
    assert dict(c.goods).get("arrows", 0) == arrows
    assert dict(c.goods)["torch"] == 5
    assert rule_of(shopper(cls, silver=price - 1), "kit").startswith("T5.1")


def test_the_kit_is_bought_once() -> None:
    g = shopper("warrior")
    does(g, "kit")
    assert rule_of(g, "kit") == "T5.16"


@pytest.mark.rule("T5.20", "T9.22")
def test_the_lists_are_for_sale_and_magic_is_not() -> None:
    g = shopper("warrior", silver=600)
    does(g, "buy sword", "buy leather-armour", "buy shield", "buy torch 7", "buy silvered-dagger")
    assert draft_of(g).silver == 600 - 90 - 75 - 25 - 7 - 45
    c = made(g)
    assert (c.armour, c.shield, c.wielded, c.weapons) == (
        "leather-armour", True, 0, (Arm("sword"), Arm("dagger", silvered=True)),
    )  # fmt: skip
    assert dict(c.goods) == {"travelling-clothes": 1, "torch": 7}
    assert rule_of(shopper(), "buy healing-potion-10") == "T5.20"
    assert rule_of(shopper(), "buy wand") == "T5.20"


@pytest.mark.rule("T6.7")
def test_nobody_buys_more_than_they_carry() -> None:
    g = shopper(silver=600)
    does(g, "buy rope 22")
    assert rule_of(g, "buy rope") == "T6.7"
    assert "buy rope" not in g.actions()
    assert "buy chalk" in g.actions()


def test_nobody_buys_for_more_than_they_have() -> None:
    g = shopper(silver=89)
    assert rule_of(g, "buy sword") == ""
    assert "buy sword" not in g.actions()
    assert rule_of(g, "buy chalk -1") == ""
    does(shopper(silver=90), "buy sword")


def test_what_was_bought_goes_back_for_the_full_price() -> None:
    g = shopper("elf", silver=100)
    does(g, "kit", "return arrows", "return torch")
    assert draft_of(g).silver == 6
    assert dict(draft_of(g).bought)["torch"] == 4
    assert rule_of(g, "return arrows") == "T5.20"
    assert rule_of(g, "return travelling-clothes") == "T5.20"


@pytest.mark.rule("T5.21")
@pytest.mark.parametrize(
    ("name", "good"),
    [("B", True), ("B" * 30, True), ("B" * 31, False), ("7th Son", False), ("-Bo", False), ("Bo  Bo", True),
     ("Åsa", True), ("Ada", False), ("ADA", False), ("Ada-", False), ("Bo\u200b", False), ("\u3164", False),
     ("A\u030asa", False)],
)  # fmt: skip
def test_names(name: str, good: bool) -> None:
    g = begun(character("Ada"))
    if good:
        does(g, f"name {name}")
        assert draft_of(g).name == " ".join(name.split())
    else:
        assert rule_of(g, f"name {name}") == "T5.21"


@pytest.mark.rule("T5.21")
def test_a_name_is_never_taken_for_another_word() -> None:
    assert creation.id_of("Bo of Cold Ford") == "bo-of-cold-ford"
    assert creation.id_of("Orc 2") == "hero-orc-2"
    assert creation.id_of("Party") == "hero-party"
    g = begun()
    assert creation.name_refused(g.state, "two  spaces") is not None
    with staged(g) as s:
        s.retired["eve"] = character("Eve")
    assert creation.name_refused(g.state, "Eve") is not None


@pytest.mark.rule("T5.22", "T18.14")
def test_a_party_has_six_at_most_and_the_dead_make_room() -> None:
    party = [character(name) for name in ("Ada", "Bo", "Cid", "Dee", "Eve", "Fay")]
    g = begun(*party, **msgspec_fields(shopper()))
    does(g, "name Gil")
    assert rule_of(g, "finish") == "T5.22"
    with staged(g) as s:
        s.characters["ada"] = replace(party[0], dead=True)
    does(g, "finish")
    assert g.state.party.order[-1] == "gil"


def msgspec_fields(g: Game[State]) -> dict[str, Any]:
    draft = draft_of(g)
    return {name: getattr(draft, name) for name in draft.__struct_fields__}


@pytest.mark.rule("T5.23", "T24.10")
def test_the_quick_start_makes_the_reference_party_without_dice() -> None:
    g = begun()
    with fix(g) as dice:
        does(g, "quick")
    assert dice.seen == []
    who = [g.state.characters[name] for name in g.state.party.order]
    assert [
        (c.cls, c.courage, c.intelligence, c.charisma, c.agility, c.strength, c.attack, c.defence, c.armour, c.shield)
        for c in who
    ] == [
        ("warrior", 12, 9, 10, 11, 13, 10, 8, "leather-armour", True),
        ("dwarf", 11, 9, 8, 12, 12, 10, 8, "leather-armour", True),
        ("elf", 10, 12, 11, 13, 10, 11, 8, "leather-armour", False),
        ("magician", 10, 12, 12, 11, 9, 10, 8, "travelling-clothes", False),
    ]
    assert [[arm.kind for arm in c.weapons] for c in who] == [
        ["sword"], ["hand-axe"], ["short-bow", "sword"], ["quarterstaff", "wand"],
    ]  # fmt: skip
    assert [c.weapons[c.wielded].kind for c in who] == ["sword", "hand-axe", "short-bow", "quarterstaff"]
    assert [(c.level, c.ap, c.silver, dict(c.goods)["torch"], dict(c.goods).get("arrows", 0)) for c in who] == [
        (1, 0, 100, 5, 0), (1, 0, 100, 5, 0), (1, 0, 100, 5, 20), (1, 0, 100, 5, 0),
    ]  # fmt: skip
    assert [(c.vitality, c.astral, wands.level(c)) for c in who] == [(30, 0, 0), (35, 0, 0), (25, 25, 0), (20, 30, 1)]
    assert isinstance(g.state.agenda[-1], Idle)


@pytest.mark.rule("T5.23")
def test_the_quick_start_is_for_an_empty_party() -> None:
    assert rule_of(begun(character("Ada")), "quick") == "T5.23"


@pytest.mark.rule("TX53", "T18.16")
def test_who_joins_later_brings_the_kit_and_no_silver() -> None:
    g = begun(character("Ada"), way="arranged", sets=1, rolled=(12,) * 5, base=(12,) * 5, cls="dwarf", late=True)
    for text in ("money", "kit", "buy torch"):
        assert rule_of(g, text) == "T18.16"
    c = made(g)
    assert (c.silver, [arm.kind for arm in c.weapons], c.armour) == (0, ["hand-axe"], "padded-coat")
    assert dict(c.goods)["torch"] == 5
    assert g.state.party.newcomers == ("bo",)


@pytest.mark.added("T24.20")
@pytest.mark.rule("T18.16")
@pytest.mark.parametrize(("late", "ap", "silver"), [(False, 600, 1200), (True, 0, 600)])
def test_a_level_to_begin_at_is_for_those_who_set_out_first(late: bool, ap: int, silver: int) -> None:
    g = shopper(late=late)
    with staged(g) as s:
        s.terms = Terms(level=4)
    c = made(g)
    assert (c.level, c.ap, c.silver) == (1, ap, silver)


def test_every_step_can_be_taken_back() -> None:
    g = begun()
    before = g.digest()
    texts = ("way fall", "roll", "class adventurer")
    with fix(g, then=3):
        does(g, *texts)
    for _ in texts:
        assert g.undo().accepted
    assert g.digest() == before
