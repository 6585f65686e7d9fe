"""Magic items (T13): unknown and identified ones, words, and the five things."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.rulebooks.tabletop.arena import MISS, act, duel, hero, named, orc, refusal, told
from tests.rulebooks.tabletop.dungeon_bench import band, explore

from undercroft.rulebooks.tabletop import (
    derived,
    eyes,
    fights,
    loads,
    magic_items,
    qualities,
    tests,
    treasure,
)
from undercroft.rulebooks.tabletop.records import Chest, Feature, Lot, Magic, Trap, replace
from undercroft.testing import FixedDice, staged


def holder(*items, known=True, name="ada", **more):
    return hero(name, items=tuple(Magic(one, known=known) for one in items), **more)


def ada(game):
    return game.state.characters["ada"]


def calm(*who, **more):
    """A game in which nobody comes upon the party."""
    game = explore(*who, **more)
    with staged(game) as s:
        s.adventure = replace(s.adventure, wandered=3)
    return game


# --- unknown items ---


@pytest.mark.rule("T13.1")
@pytest.mark.parametrize("cls", ["adventurer", "warrior", "dwarf", "elf", "magician"])
def test_every_class_uses_magic_items(cls):
    game = calm(replace(holder("potion-of-courage"), cls=cls))
    assert game.act("use potion-of-courage ada").accepted


@pytest.mark.rule("T13.5", "T13.4")
def test_what_is_found_is_unknown_but_looks_like_what_it_is():
    found = treasure.item(FixedDice(16))
    assert (found.kind, found.known, found.spent) == ("key-of-opening", False, False)
    looks = {kind: magic_items.word(Magic(kind)) for kind in magic_items.kinds()}
    assert {looks[f"healing-potion-{dose}"] for dose in (10, 20, 30)} == {looks["potion-of-strength"]}
    assert looks["potion-of-small-shape"] == "unknown-potion"
    assert looks["weapon-ointment"] == looks["ointment-of-sleep"] == "unknown-ointment"
    assert magic_items.word(Magic("weapon-ointment", known=True)) == "weapon-ointment"


@pytest.mark.rule("T13.5")
def test_an_unknown_item_is_shown_as_any_other_that_looks_alike():
    for kind in magic_items.kinds():
        one = Magic(kind)
        shown = magic_items.veiled(one)
        assert magic_items.looks(shown) == magic_items.looks(one)
        assert magic_items.veiled(Magic(kind, known=True)) == Magic(kind, known=True)
    shown = {magic_items.veiled(Magic(kind)).kind for kind in magic_items.kinds()}
    assert len(shown) == len({magic_items.looks(Magic(kind)) for kind in magic_items.kinds()})


@pytest.mark.rule("T13.18", "T13.27", "T13.28", "T13.35", "T13.36", "T13.37", "T13.63")
@pytest.mark.parametrize(("kind", "look", "name"), [
    ("cornucopia", "bag", "Cornucopia"), ("ring-of-charm", "ring", "Ring of Charm"),
    ("mirror-of-truth", "mirror", "Mirror of Truth"), ("key-of-opening", "key", "Key of Opening"),
    ("potion-of-small-shape", "potion", "Potion of Small Shape"),
])  # fmt: skip
def test_looks_and_names(kind, look, name):
    assert (magic_items.looks(Magic(kind)), magic_items.entry(Magic(kind)).name) == (look, name)


def test_unknown_items_of_one_look_are_told_apart_by_number():
    items = [Magic("healing-potion-10"), Magic("potion-of-courage"), Magic("healing-potion-10", known=True)]
    assert magic_items.handles(items) == {"unknown-potion": 0, "unknown-potion-2": 1, "healing-potion-10": 2}


def test_of_two_rings_the_one_with_power_answers():
    items = [Magic("ring-of-charm", known=True, spent=True), Magic("ring-of-charm", known=True)]
    assert magic_items.handles(items) == {"ring-of-charm": 1}


@pytest.mark.rule("T13.8")
@pytest.mark.parametrize(("kind", "handle"), [
    ("heros-belt", "unknown-belt"), ("ring-of-charm", "unknown-ring"), ("cornucopia", "unknown-bag"),
    ("mirror-of-truth", "unknown-mirror"),
])  # fmt: skip
def test_what_cannot_be_used_unknown(kind, handle):
    game = calm(holder(kind, known=False))
    step = game.act(f"use {handle} ada")
    assert (step.refusals[0].code, step.refusals[0].rule) == ("item.unknown", "T13.8")
    assert game.act("mirror door").refusals[0].code == "mirror.none"


@pytest.mark.rule("T13.8")
def test_an_unknown_potion_can_be_drunk():
    game = duel(holder("healing-potion-10", known=False, vitality=5), orc())
    act(game, "use unknown-potion", MISS)
    assert ada(game).vitality == 15


# --- identifying ---


@pytest.mark.rule("T13.2", "T13.6", "T13.7")
@pytest.mark.parametrize(("natural", "known"), [(9, True), (10, False)])
def test_working_an_item_out_is_a_test_of_intelligence_at_3_and_takes_a_turn(natural, known):
    game = calm(holder("heros-belt", known=False))
    assert named(game.odds("words unknown-belt ada"), "identify").fraction == Fraction(9, 20)
    act(game, "words unknown-belt ada", natural)
    assert ada(game).items[0].known is known
    assert game.state.clock.turn == 1
    # Its words are known with it.
    assert game.act("use heros-belt ada").accepted is known


@pytest.mark.rule("T13.6")
def test_each_character_tries_each_item_once():
    game = calm(holder("heros-belt", "ring-of-charm", known=False), hero("bea"))
    act(game, "words unknown-belt ada", 18)
    step = game.act("words unknown-belt ada")
    assert (step.refusals[0].code, step.refusals[0].rule) == ("item.tried", "T13.6")
    act(game, "words unknown-ring ada", 18)
    act(game, "words ada/unknown-belt bea", 3)
    assert ada(game).items[0].known
    assert game.act("words heros-belt ada").refusals[0].code == "item.known"


@pytest.mark.rule("T13.6")
@pytest.mark.parametrize(("silver", "may"), [(9, False), (10, True)])
def test_the_sage_asks_ten_silver(silver, may):
    c = holder("heros-belt", known=False, silver=silver)
    assert (magic_items.sage_refused(c, "unknown-belt") is None) is may
    game = calm(c)
    if may:
        magic_items.ask_sage(game._ctx, "ada", 0)
        assert (ada(game).items[0].known, ada(game).silver) == (True, 0)


@pytest.mark.rule("T13.67", "T13.32")
def test_what_villages_pay_for():
    pays = magic_items.price
    assert [pays(Magic("heros-belt", known)) for known in (True, False)] == [80, 0]
    assert pays(Magic("heros-belt", True, True)) == 0
    assert pays(Magic("ring-of-charm", True, True)) == 40


@pytest.mark.rule("T13.68", "T13.69")
def test_a_random_item_by_d20_and_d6():
    assert treasure.item(FixedDice(4, 3)).kind == "healing-potion-10"
    assert treasure.item(FixedDice(4, 4)).kind == "healing-potion-20"
    assert treasure.item(FixedDice(1, 6)).kind == "healing-potion-30"
    assert [treasure.item(FixedDice(face)).kind for face in (5, 11, 20)] == [
        "potion-of-strength", "weapon-ointment", "mirror-of-truth",
    ]  # fmt: skip


# --- the Belt and the Ring ---


@pytest.mark.rule("T13.22", "T13.23", "T13.25", "T13.26", "T13.24")
def test_the_belt_in_combat():
    game = duel(holder("heros-belt", strength=16), orc(vitality=1, protection=0))
    act(game, "use heros-belt", MISS)
    assert qualities.effective(ada(game), "strength") == 23
    assert derived.strength_change(23) == 11
    assert refusal(game, "use heros-belt") == ("item.spent", "T13.3")
    step = act(game, "attack orc-1", 10, 19, 1)
    assert [one.result for one in told(step, fights.FightEnded)] == ["won"]
    assert qualities.effective(ada(game), "strength") == 16
    assert derived.strength_change(16) == 4
    assert ada(game).items == (Magic("heros-belt", True, True),)


@pytest.mark.rule("T13.24", "T13.25")
def test_elsewhere_the_belt_lasts_a_turn():
    game = calm(holder("heros-belt", strength=16))
    game.act("use heros-belt ada")
    assert qualities.effective(ada(game), "strength") == 23
    game.act("wait")
    assert qualities.effective(ada(game), "strength") == 16
    assert ada(game).items[0].spent


@pytest.mark.rule("T13.29", "T13.30", "T13.31", "T13.3")
def test_the_ring_of_charm():
    game = calm(holder("ring-of-charm", charisma=8))
    game.act("use ring-of-charm ada")
    assert qualities.effective(ada(game), "charisma") == 20
    assert tests.chance(game.state, ada(game), "charisma").fraction == Fraction(18, 20)
    for _ in range(6):
        game.act("wait")
    assert qualities.effective(ada(game), "charisma") == 20
    game.act("wait")
    assert qualities.effective(ada(game), "charisma") == 8
    assert game.act("use ring-of-charm ada").refusals[0].rule == "T13.3"


# --- the Key ---


@pytest.mark.rule("T13.33", "T13.34", "T13.35")
@pytest.mark.parametrize("kind", ["locked-door", "magically-locked-door"])
@pytest.mark.parametrize("known", [True, False])
def test_the_key_opens_any_lock_for_good_and_is_gone(kind, known):
    game = calm(holder("key-of-opening", known=known), feature=Feature("room-1", kind, "way-1"), door=True)
    assert game.act("open east").accepted is False
    key = "key-of-opening" if known else "unknown-key"
    assert game.act(f"use {key} ada on east").accepted
    assert ada(game).items == ()
    assert game.state.features["room-1"].open
    assert not game.state.ways["way-1"].shut
    assert game.act("go east").accepted


@pytest.mark.rule("T13.33")
def test_a_key_needs_a_lock():
    game = calm(holder("key-of-opening"))
    assert game.act("use key-of-opening ada on east").refusals[0].code == "item.no_lock"
    assert game.act("use key-of-opening ada").refusals[0].code == "item.not_so"
    assert len(ada(game).items) == 1


# --- the Cornucopia ---


@pytest.mark.rule("T13.19", "T13.21")
def test_a_cornucopia_feeds_a_camp_of_four_without_rations():
    game = calm(holder("cornucopia"), *[hero(name) for name in ("bea", "cyd", "dan")])
    step = act(game, "camp", 1, 1, 1, 1)
    rested = told(step, loads.CampRested)
    assert [(one.ate, one.ration) for one in rested] == [(True, False)] * 4
    assert [one.feeds for one in told(step, magic_items.HornFilled)] == [5]
    assert not ada(game).items[0].spent


@pytest.mark.rule("T13.21")
def test_a_sixth_guest_eats_a_ration():
    game = calm(holder("cornucopia"), *[hero(name) for name in ("bea", "cyd", "dan", "eve", "fay")])
    rested = told(act(game, "camp", 1, 1, 1, 1, 1), loads.CampRested)
    assert [one.ate for one in rested] == [True] * 5 + [False]


@pytest.mark.rule("T13.19")
def test_only_a_known_cornucopia_with_power_fills():
    for one in (Magic("cornucopia"), Magic("cornucopia", True, True)):
        game = calm(hero(items=(one,)))
        assert magic_items.fill_horn(game._ctx) == 0


@pytest.mark.rule("T13.20", "T13.21")
def test_in_a_village_it_loses_its_power_for_ever():
    game = calm(holder("cornucopia"))
    assert "village" in magic_items.EASY_PLACES
    magic_items.waste_horn(game._ctx, "ada", 0)
    assert ada(game).items[0].spent
    assert magic_items.fill_horn(game._ctx) == 0


# --- the Mirror ---


def asked(game, question):
    step = game.act(f"mirror {question}")
    assert step.accepted, step.refusals
    return told(step, magic_items.MirrorAnswered)[0].yes


@pytest.mark.rule("T13.36", "T13.37", "T13.38")
def test_the_mirror_answers_one_question_and_is_an_ordinary_mirror_then():
    game = calm(holder("mirror-of-truth"))
    assert asked(game, "door") is True
    assert ada(game).items[0].spent
    assert game.act("mirror door").refusals[0].code == "mirror.none"


@pytest.mark.rule("T13.36", "T13.38")
def test_the_mirror_knows_everything():
    def mirrored(**more):
        return calm(holder("mirror-of-truth", "healing-potion-10", known=False), **more)

    def answer(question, **more):
        game = mirrored(**more)
        with staged(game) as s:
            c = s.characters["ada"]
            s.characters["ada"] = replace(c, items=(replace(c.items[0], known=True), c.items[1]))
            s.chests["room-1"] = Chest("room-1", found=False)
        band(game, "orc")
        return asked(game, question)

    assert answer("door") is True
    assert answer("treasure") is True
    assert answer("trapped") is False
    assert answer("trapped", trap=Trap("room-1", "poison-needle", 0, chest=True)) is True
    assert answer("enemies east") is True
    assert answer("item unknown-potion ada healing-potion-10") is True
    assert answer("item unknown-potion ada healing-potion-20") is False
    assert answer("boss goblin") is True
    assert answer("boss dragon") is False


@pytest.mark.rule("T13.36")
def test_the_mirror_says_no_where_nothing_is():
    game = calm(holder("mirror-of-truth"))
    with staged(game) as s:
        s.ways["way-3"] = replace(s.ways["way-3"], found=True)
    assert asked(game, "door") is False
    game = calm(holder("mirror-of-truth"), trap=Trap("room-1", "poison-needle", 0, chest=True, state="spent"))
    with staged(game) as s:
        s.chests["room-1"] = Chest("room-1", found=True)
    twin = game.fork()
    assert asked(game, "treasure") is False
    assert asked(twin, "trapped") is False
    game = calm(holder("mirror-of-truth"))
    assert asked(game, "enemies east") is False


@pytest.mark.rule("T13.39")
@pytest.mark.parametrize("question", ["how many enemies are there", "enemies", "boss", "door east", "boss unicorn"])
def test_what_is_no_question_is_refused_and_uses_nothing_up(question):
    game = calm(holder("mirror-of-truth"))
    step = game.act(f"mirror {question}")
    assert step.refusals[0].rule in ("T13.39", "T13.38")
    assert not ada(game).items[0].spent


# --- the All-Seeing Eye ---


@pytest.mark.rule("T13.10")
def test_nothing_moves_the_eye():
    game = calm(hero(), feature=Feature("room-1", eyes.EYE))
    assert not [one for one in game.actions().texts() if one.startswith(("take", "drop"))]
    assert game.act(f"take {eyes.EYE} ada").accepted is False


@pytest.mark.rule("T13.11", "T13.12", "T13.13", "T6.2")
def test_the_eye_serves_elves_and_is_black_for_twenty_turns():
    elf = hero("elf", "elf", kin="elf")
    game = calm(hero(), elf, feature=Feature("room-1", eyes.EYE))
    assert game.act("eye ada boss").accepted is False
    assert game.act("eye elf boss").accepted
    assert game.state.clock.turn == 1
    for _ in range(20):
        assert game.act("eye elf boss").accepted is False
        game.act("wait")
    assert game.act("eye elf boss").accepted


@pytest.mark.rule("T13.5")
def test_what_lies_there_unknown_is_taken_by_its_looks():
    game = calm(hero())
    with staged(game) as s:
        floor = Lot(items=(Magic("heros-belt"), Magic("potion-of-courage")))
        s.rooms["room-1"] = replace(s.rooms["room-1"], floor=floor)
    taking = [one for one in game.actions().texts() if one.startswith("take ")]
    assert sorted(taking) == ["take all", "take unknown-belt ada", "take unknown-potion ada"]
    game.act("take unknown-potion ada")
    assert ada(game).items == (Magic("potion-of-courage"),)
    game.act("drop unknown-potion ada")
    assert ada(game).items == ()


def test_items_are_named_with_the_nearest():
    game = calm(holder("heros-belt"))
    step = game.act("use heros-bell ada")
    assert step.refusals[0].code == "item.none"
    assert "heros-belt" in step.refusals[0].facts["near"]


@pytest.mark.rule("T13.38")
@pytest.mark.parametrize(("kind", "answer"), [("goblin", True), ("orc", False)])
def test_the_mirror_knows_the_boss_when_it_is_gone_too(kind, answer):
    game = calm(holder("mirror-of-truth"))
    with staged(game) as s:
        s.foes["goblin-5.1"] = replace(s.foes["goblin-5.1"], group="gone", vitality=0)
    assert asked(game, f"boss {kind}") is answer
