"""What `why` cites (T22.47): the rules that bore on what was done, and no others."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.play.test_words import Sitting
from tests.rulebooks.tabletop.campaign import below, edit, meet, road, village
from tests.rulebooks.tabletop.rules_bench import character, under
from tests.rulebooks.tabletop.test_creation import shopper

from undercroft.engine.action import Action
from undercroft.engine.game import Game
from undercroft.play import rulings
from undercroft.rulebooks.descent import rulebook as descent
from undercroft.rulebooks.tabletop import clock, rulebook
from undercroft.rulebooks.tabletop.records import Arm, Character, Chest, Jewel, Magic, State, replace
from undercroft.testing import fix, staged

ADA = character("Ada", courage=20, silver=500, weapons=(Arm("sword"),), wielded=0)
BO = character("Bo", courage=19, cls="magician", astral=30, astral_max=30)


@pytest.fixture(autouse=True)
def _read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulings, "find", lambda _: rulebook)


def why(game: Game[State], text: str, *dice: int, then: int | None = None) -> list[str]:
    """Do something and return the ids of the rules that are cited for it."""
    at = Sitting.of(game)
    with fix(game, *dice, then=then):
        at(text)
    assert str(at.line.session.done) == text, at.said
    return [line.split(" (", 1)[0] for line in at("why") if line[:1] in "TD" and line[1:2].isdigit()]


def fight(*who: Character, ready: bool = True, unaware: bool = False, kinds: tuple[str, ...] = ("orc",)) -> Game[State]:
    """Return a fight in which the first of the party acts first."""
    game = below(*who)
    meet(game, *kinds, **({"mood": "unaware"} if unaware else {}))
    with staged(game) as s:
        s.party = replace(s.party, ready=ready)
    with fix(game, then=10):
        assert game.act("attack")
    return game


def dark(game: Game[State]) -> Game[State]:
    with staged(game) as s:
        s.clock = replace(s.clock, light=0)
    return game


# --- fights ---


@pytest.mark.rule("T7.5", "T7.10", "T22.49")
@pytest.mark.parametrize(
    ("how", "ready", "cited"),
    [("aware", False, ["T7.5"]), ("aware", True, []), ("unaware", True, ["T7.10"])],
)  # fmt: skip
def test_a_fight_that_begins_says_how(how: str, ready: bool, cited: list[str]) -> None:
    game = below(ADA)
    meet(game, "orc", mood=how)
    with staged(game) as s:
        s.party = replace(s.party, ready=ready)
    assert why(game, "attack", then=10) == [*cited, "T7.1", "T7.2"]


MISS, HIT, WARD, NO_WARD = 19, 5, 1, 20


@pytest.mark.rule("T7.20", "T8.1", "T8.2", "T8.4", "T8.8")
@pytest.mark.parametrize(
    ("dice", "cited"),
    [((MISS,), ["T8.2"]), ((HIT, WARD), ["T8.1", "T8.4"]), ((HIT, NO_WARD, 1), ["T8.1", "T8.4", "T8.8"])],
)  # fmt: skip
def test_a_blow_is_the_rules_of_its_rolls(dice: tuple[int, ...], cited: list[str]) -> None:
    game = fight(ADA, replace(BO, courage=19))
    assert why(game, "attack orc-x.1", *dice) == ["T7.20", *cited]


@pytest.mark.rule("T6.6", "T7.10", "T7.15", "T8.7")
def test_a_blow_cites_what_is_so_only_at_times() -> None:
    assert "T7.10" in why(fight(ADA, BO, unaware=True), "attack orc-x.1", MISS)
    assert "T6.6" in why(dark(fight(ADA, BO)), "attack orc-x.1", MISS)
    asleep = fight(ADA, BO)
    with staged(asleep) as s:
        s.foes["orc-x.1"] = replace(s.foes["orc-x.1"], conditions=under(BO, "asleep").conditions)
    assert "T8.7" in why(asleep, "attack orc-x.1", MISS)
    spear = fight(replace(ADA, weapons=(Arm("spear"),)), BO)
    with staged(spear) as s:
        s.stances["ada"] = replace(s.stances["ada"], rank="back")
    assert "T7.15" in why(spear, "attack orc-x.1", MISS)


@pytest.mark.rule("T7.1", "T7.2")
def test_the_rules_of_a_round_are_cited_for_the_first_alone() -> None:
    game = fight(ADA)
    assert why(game, "wait", then=MISS) == ["T7.38", "T8.2"]
    assert game.state.fight is not None
    assert game.state.fight.round == 2


@pytest.mark.rule("T7.5", "T7.24")
def test_to_make_ready_cites_what_it_is_good_for() -> None:
    assert why(fight(ADA, BO, ready=False), "make-ready") == ["T7.5", "T7.24"]


@pytest.mark.rule("T7.34", "T7.36", "T2.10")
def test_a_flight_cites_the_fallen_and_the_armour_only_where_there_are_such() -> None:
    assert why(fight(ADA, BO), "flee", 5) == ["T7.34", "T2.9"]
    heavy = replace(ADA, armour="mail-shirt")
    assert why(fight(heavy, BO), "flee", 5) == ["T7.34", "T2.9", "T2.10"]
    alone = fight(ADA, character("Cy", courage=1))
    with staged(alone) as s:
        s.characters["cy"] = replace(s.characters["cy"], vitality=-2)
    assert why(alone, "flee", 5, then=6)[:3] == ["T7.34", "T7.36", "T2.9"]


@pytest.mark.rule("T7.22", "T20.19", "T12.35", "T19.17")
def test_a_spell_cites_the_wand_only_where_it_saves() -> None:
    caster = replace(BO, courage=21)
    assert why(fight(caster, ADA), "cast wasps-sting orc-x.1 1", 19, 1)[:3] == ["T7.22", "T20.19", "T12.35"]
    wand = replace(caster, weapons=(Arm("wand", raised=1),), wielded=0)
    assert "T19.17" in why(fight(wand, ADA), "cast wasps-sting orc-x.1 1", 19, 1)


# --- exploring ---


@pytest.mark.rule("T20.8", "T20.16")
def test_a_spell_in_a_quiet_room_takes_no_time() -> None:
    game = below(replace(ADA, vitality=5), BO)
    assert why(game, "cast newts-mending bo ada", 1)[:2] == ["T20.8", "T20.16"]


@pytest.mark.rule("T15.17", "T15.10", "T21.2")
def test_a_search_cites_no_rule_of_second_tries() -> None:
    assert why(below(ADA), "search ada", then=20) == ["T15.17", "T21.2", "T15.10"]


@pytest.mark.rule("T22.36", "T6.6")
def test_to_listen_in_the_dark_is_harder() -> None:
    def shut() -> Game[State]:
        game = below(ADA)
        with staged(game) as s:
            way = next(one for one in s.ways.values() if "room-1" in (one.near, one.far))
            s.ways[way.id] = replace(way, door=True, shut=True)
        return game

    (listen,) = (str(one) for one in shut().actions() if str(one).startswith("listen "))
    assert why(shut(), listen, 12) == ["T22.36", "T2.9"]
    assert why(dark(shut()), listen, 12) == ["T22.36", "T6.6", "T2.9"]
    (door,) = (str(one) for one in shut().actions() if str(one).startswith("open "))
    assert why(shut(), door) == []


@pytest.mark.rule("T14.18", "T21.4")
def test_an_opened_chest_cites_traps_only_where_one_goes_off() -> None:
    game = below(ADA)
    with staged(game) as s:
        s.chests["room-1"] = Chest("room-1", found=True)
    assert why(game, "open-chest ada") == ["T14.18"]


@pytest.mark.rule("T22.45", "T22.25", "T22.22")
@pytest.mark.parametrize(("fulfilled", "rule"), [(-1, "T22.25"), (300, "T22.22")])
def test_to_leave_cites_what_comes_of_it(fulfilled: int, rule: str) -> None:
    assert why(below(ADA, fulfilled=fulfilled), "leave") == ["T22.45", rule]


@pytest.mark.rule("T6.11", "T22.34", "T10.16", "T6.5", "T6.10", "T6.12", "T6.13")
def test_a_camp_cites_what_it_met_with() -> None:
    fed = replace(ADA, goods=(("ration", 3),), vitality=20)
    cited = why(below(fed), "camp", then=6)
    assert cited[:3] == ["T6.11", "T22.34", "T6.5"]
    assert "T10.16" not in cited
    assert "T6.13" not in cited
    spiked = below(fed)
    with staged(spiked) as s:
        s.rooms["room-1"] = replace(s.rooms["room-1"], spiked=True)
        s.clock = replace(s.clock, light=clock.FOR_EVER)
    cited = why(spiked, "camp", then=6)
    assert cited[:2] == ["T6.11", "T10.16"]
    assert not {"T22.34", "T6.5"} & set(cited)
    assert not {"T22.34", "T6.5"} & set(why(road(fed), "camp", then=6))


# --- the village ---


@pytest.mark.rule("T18.13", "T9.22", "T10.18")
def test_a_purchase_cites_silver_and_the_ring_only_where_they_count() -> None:
    assert why(village(ADA), "buy rope for ada") == ["T18.13"]
    assert why(village(ADA), "buy silvered-dagger for ada") == ["T18.13", "T9.22"]
    charmed = village(under(ADA, "charmed"))
    assert why(charmed, "buy torch 3 for ada") == ["T18.13", "T10.18"]


@pytest.mark.rule("T10.11", "T13.32", "T13.67", "T14.6")
@pytest.mark.parametrize(
    ("facts", "thing", "rule"),
    [
        ({"goods": (("rope", 1),)}, "rope", "T10.11"),
        ({"jewels": (Jewel("topaz", 11),)}, "topaz", "T14.6"),
        ({"items": (Magic("ring-of-charm", known=True),)}, "ring-of-charm", "T13.67"),
        ({"items": (Magic("ring-of-charm", known=True, spent=True),)}, "ring-of-charm", "T13.32"),
    ],
)  # fmt: skip
def test_a_sale_cites_the_rule_of_what_is_sold(facts: dict[str, Any], thing: str, rule: str) -> None:
    assert why(village(replace(ADA, **facts)), f"sell {thing} of ada") == [rule]


@pytest.mark.rule("T22.2", "T22.3", "T22.10")
@pytest.mark.parametrize(
    ("said", "cited"),
    [
        ("short", ["T22.2"]),
        ("short gentle", ["T22.2", "T22.3"]),
        ("long goblin-warren", ["T22.2", "T22.10"]),
        ("short goblin-warren grim", ["T22.2", "T22.3", "T22.10"]),
        ("short goblin-warren normal", ["T22.2", "T22.10"]),
    ],
)
def test_a_quest_cites_what_was_named(said: str, cited: list[str]) -> None:
    game = village(ADA)
    assert game.act("quest")
    assert why(game, f"accept {said}") == cited


@pytest.mark.rule("T17.4", "T17.5")
@pytest.mark.parametrize(("who", "rule"), [(ADA, "T17.4"), (BO, "T17.5")])
def test_the_life_of_a_level_is_the_rule_of_the_class(who: Character, rule: str) -> None:
    game = village(who)
    edit(game, who.id, ap=100)
    assert game.act("quest")
    assert why(game, "gain vitality", 3) == [rule]


# --- characters ---


@pytest.mark.rule("T5.15", "T5.16", "T5.17", "T5.18", "T5.19")
@pytest.mark.parametrize(
    ("cls", "rule"),
    [("adventurer", "T5.15"), ("warrior", "T5.16"), ("dwarf", "T5.17"), ("elf", "T5.18"), ("magician", "T5.19")],
)
def test_a_kit_is_the_rule_of_the_class(cls: str, rule: str) -> None:
    game = shopper(cls=cls)
    (kit,) = (one for one in game.actions() if str(one) == "kit")
    assert kit.rules(game.state) == (rule,)


@pytest.mark.rule("T19.19", "T19.20", "T19.22")
@pytest.mark.parametrize(("form", "cited"), [("torch", ["T19.19", "T19.22"]), ("rope", ["T19.20", "T19.22"])])
def test_a_wand_that_is_turned_cites_what_it_turns_into(form: str, cited: list[str]) -> None:
    game = village(replace(BO, weapons=(Arm("wand", raised=4),), wielded=0))
    assert why(game, f"wand {form} bo") == cited
    assert why(game, "wand wand bo") == ["T19.22"]


def test_no_action_cites_a_row_of_rules_by_its_ends() -> None:
    for book in (rulebook, descent):
        for cls in book.actions:
            said = (cls.__doc__ or "").partition("\n\n")[0]
            assert cls.rules is not Action.rules or not re.search(r"[0-9] to [A-Z]+[0-9]", said), cls.__name__
