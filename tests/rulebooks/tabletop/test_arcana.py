"""Magic outside combat (T20.8, T20.23, T20.24, T22.49): spells cast in a room."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.rulebooks.tabletop.arena import act, hero, named, told
from tests.rulebooks.tabletop.dungeon_bench import band, explore, stand

from undercroft.rulebooks.tabletop import spells
from undercroft.rulebooks.tabletop.records import (
    Arm,
    Chest,
    Condition,
    Enemy,
    Feature,
    Jewel,
    Lot,
    Magic,
    Trap,
    replace,
)
from undercroft.testing import staged


def mage(**more):
    figures = {"astral": 30, "astral_max": 30, "weapons": (Arm("wand"),), **more}
    return hero("mage", "magician", **figures)


def astral(game):
    return game.state.characters["mage"].astral


def door(kind):
    return {"feature": Feature("room-1", kind, "way-1"), "door": True}


def refused(game, text):
    step = game.act(text)
    assert not step.accepted
    return step.refusals[0].code, step.refusals[0].rule


@pytest.mark.rule("T20.8", "T20.16")
def test_casting_takes_no_time():
    game = explore(mage(vitality=20))
    act(game, "cast newts-mending mage mage", 6)
    assert game.state.characters["mage"].vitality == 28
    assert (game.state.clock.turn, astral(game)) == (0, 26)


@pytest.mark.rule("T20.20", "T20.21")
def test_outside_combat_a_shell_lasts_a_turn():
    game = explore(mage())
    act(game, "cast tortoises-shell mage mage")
    (held,) = game.state.characters["mage"].conditions
    assert (held.kind, held.amount, held.until, held.left) == ("shell", 3, "turns", 1)
    game.act("wait")
    assert game.state.characters["mage"].conditions == ()


@pytest.mark.rule("T20.23")
def test_magpies_touch_opens_a_common_lock():
    game = explore(mage(astral=4), **door("locked-door"))
    act(game, "cast magpies-touch mage east")
    assert game.state.features["room-1"].open
    assert astral(game) == 0


@pytest.mark.rule("T20.23", "T21.19")
@pytest.mark.parametrize(("natural", "opens"), [(12, True), (13, False)])
def test_a_magic_lock_costs_eight_and_a_test(natural, opens):
    game = explore(mage(astral=8), **door("magically-locked-door"))
    assert named(game.odds("cast magpies-touch mage east"), "unlock").fraction == Fraction(12, 20)
    act(game, "cast magpies-touch mage east", natural)
    assert game.state.features["room-1"].open is opens
    assert astral(game) == 0


@pytest.mark.rule("T2.16", "T20.23")
def test_who_failed_at_a_magic_lock_does_not_try_it_again():
    game = explore(mage(), replace(mage(), id="bea", name="Bea"), **door("magically-locked-door"))
    act(game, "cast magpies-touch mage east", 13)
    assert refused(game, "cast magpies-touch mage east") == ("test.tried", "T2.16")
    act(game, "cast magpies-touch bea east", 12)
    assert game.state.features["room-1"].open


@pytest.mark.rule("T20.23", "T20.3")
def test_seven_astral_are_too_few_for_a_magic_lock():
    game = explore(mage(astral=7), **door("magically-locked-door"))
    assert refused(game, "cast magpies-touch mage east") == ("spell.astral", "T20.3")
    assert refused(explore(mage()), "cast magpies-touch mage east") == ("spell.no_thing", "T20.23")


@pytest.mark.rule("T19.17", "T20.23")
def test_the_wand_saves_on_a_magic_lock_too():
    game = explore(mage(astral=6, weapons=(Arm("wand", raised=1),), wielded=0), **door("magically-locked-door"))
    act(game, "cast magpies-touch mage east", 1)
    assert astral(game) == 0


@pytest.mark.rule("T20.23")
def test_magpies_touch_brings_a_light_thing():
    game = explore(mage())
    with staged(game) as s:
        floor = Lot(arms=(Arm("dagger"), Arm("war-axe")), goods=(("torch", 2),), items=(Magic("heros-belt"),))
        s.rooms["room-1"] = replace(s.rooms["room-1"], floor=floor)
    assert refused(game, "cast magpies-touch mage war-axe") == ("spell.no_thing", "T20.23")
    act(game, "cast magpies-touch mage dagger")
    act(game, "cast magpies-touch mage torch")
    act(game, "cast magpies-touch mage unknown-belt")
    c, floor = game.state.characters["mage"], game.state.rooms["room-1"].floor
    assert [arm.kind for arm in c.weapons] == ["wand", "dagger"]
    assert (c.goods, [one.kind for one in c.items]) == ((("torch", 1),), ["heros-belt"])
    assert ([arm.kind for arm in floor.arms], floor.goods, floor.items) == (["war-axe"], (("torch", 1),), ())


@pytest.mark.rule("T20.23", "T6.8")
def test_magpies_touch_reaches_into_an_open_chest():
    game = explore(mage())
    with staged(game) as s:
        s.chests["room-1"] = Chest("room-1", Lot(9, (Jewel("ruby", 20),), arms=(Arm("dagger"),)))
    assert refused(game, "cast magpies-touch mage ruby") == ("spell.no_thing", "T20.23")
    game.act("open-chest mage")
    assert refused(game, "cast magpies-touch mage silver") == ("spell.no_thing", "T20.23")
    act(game, "cast magpies-touch mage ruby")
    assert game.state.characters["mage"].jewels == (Jewel("ruby", 20),)
    assert game.state.chests["room-1"].lot == Lot(9, arms=(Arm("dagger"),))


@pytest.mark.rule("T6.7")
def test_magpies_touch_brings_nothing_that_cannot_be_carried():
    game = explore(mage(strength=2, goods=(("rope", 3),)))
    with staged(game) as s:
        s.rooms["room-1"] = replace(s.rooms["room-1"], floor=Lot(arms=(Arm("dagger"),)))
    assert refused(game, "cast magpies-touch mage dagger") == ("load.much", "T6.7")


@pytest.mark.rule("T11.34", "T20.23")
def test_what_magpies_touch_brings_from_a_hoard_smells_too():
    game = explore(mage())
    with staged(game) as s:
        s.groups["group-5"] = replace(s.groups["group-5"], home="room-1", made=(Enemy("dragon"),), gone=True)
        s.chests["room-1"] = Chest("room-1", Lot(jewels=(Jewel("ruby", 3),)), open=True)
    assert named(game.odds("cast magpies-touch mage ruby"), "smell").low == 2
    act(game, "cast magpies-touch mage ruby", 3)
    assert [(held.kind, held.amount) for held in game.state.characters["mage"].conditions] == [("smell", 2)]


@pytest.mark.rule("T20.24")
def test_hounds_nose_reaches_into_an_open_chest():
    game = explore(mage())
    with staged(game) as s:
        s.rooms["room-1"] = replace(s.rooms["room-1"], floor=Lot(items=(Magic("ring-of-charm"),)))
        s.chests["room-1"] = Chest("room-1", Lot(items=(Magic("heros-belt"),)), open=True)
    act(game, "cast hounds-nose mage floor/unknown-belt")
    assert game.state.chests["room-1"].lot.items == (Magic("heros-belt", known=True),)
    assert game.state.rooms["room-1"].floor.items == (Magic("ring-of-charm"),)


@pytest.mark.rule("T20.24", "T13.6", "T13.7")
def test_hounds_nose_identifies_one_thing():
    game = explore(mage(items=(Magic("heros-belt"), Magic("ring-of-charm"))), hero())
    act(game, "cast hounds-nose mage mage/unknown-ring")
    assert [one.known for one in game.state.characters["mage"].items] == [False, True]
    assert astral(game) == 28
    assert refused(game, "cast hounds-nose mage mage/ring-of-charm") == ("spell.no_thing", "T20.24")


@pytest.mark.rule("T20.24")
def test_hounds_nose_reaches_what_lies_there():
    game = explore(mage())
    with staged(game) as s:
        s.rooms["room-1"] = replace(s.rooms["room-1"], floor=Lot(items=(Magic("heros-belt"),)))
    act(game, "cast hounds-nose mage floor/unknown-belt")
    assert game.state.rooms["room-1"].floor.items == (Magic("heros-belt", known=True),)


@pytest.mark.rule("T20.15", "T22.49")
def test_a_group_can_be_sent_to_sleep_and_then_passed():
    game = explore(mage())
    band(game, "orc", room="room-2", mood="unaware")
    stand(game, "room-2", "room-1")
    assert refused(game, "go east")[1] == "T22.49"
    act(game, "cast dormouses-sleep mage orc-x.1", 6)
    assert [one.kind for one in game.state.foes["orc-x.1"].conditions] == ["asleep"]
    assert game.state.fight is None
    assert game.act("go east").accepted


@pytest.mark.rule("T22.49", "T7.10", "T20.10", "T20.22")
def test_what_hurts_or_drives_off_begins_combat_and_is_the_casters_first_action():
    game = explore(mage(level=8), hero("bea", courage=11))
    band(game, "orc", "goblin", room="room-2", mood="unaware")
    stand(game, "room-2", "room-1")
    texts = game.actions().texts()
    assert {"cast wasps-sting mage orc-x.1 3", "cast spiders-web mage orc-x.1 goblin-x.2"} <= set(texts)
    assert named(game.odds("cast rabbits-panic mage orc-x.1"), "resist").num == 5
    act(game, "cast rabbits-panic mage orc-x.1", 5)
    assert game.state.fight.unaware
    assert [one.kind for one in game.state.foes["orc-x.1"].conditions] == []
    assert astral(game) == 23
    # The next to act is Bea, though the caster is bolder.
    assert game.decision.about["who"] == "bea"


@pytest.mark.rule("T22.49", "T16.2", "T7.43")
def test_a_spell_that_slays_the_only_foe_is_a_combat_won():
    game = explore(mage())
    band(game, "orc", room="room-2", mood="aware")
    stand(game, "room-2", "room-1")
    with staged(game) as s:
        s.foes["orc-x.1"] = replace(s.foes["orc-x.1"], vitality=3)
    act(game, "cast wasps-sting mage orc-x.1 1", 20, 2)
    assert game.state.fight is None
    assert game.state.groups["group-x"].gone
    assert (game.state.characters["mage"].ap, game.state.clock.turn) == (10, 1)


@pytest.mark.rule("T22.49", "T7.7")
@pytest.mark.parametrize("ready", [False, True])
def test_a_spell_that_begins_combat_leaves_the_party_as_ready_as_it_was(ready):
    game = explore(mage(), hero("bea", courage=11))
    band(game, "orc", room="room-2", mood="aware")
    stand(game, "room-2", "room-1")
    with staged(game) as s:
        s.party = replace(s.party, ready=ready)
    act(game, "cast rabbits-panic mage orc-x.1", 8)
    assert game.state.stances["bea"].ready is ready


@pytest.mark.rule("T20.12", "T20.13")
def test_a_borrowed_shape():
    game = explore(mage(), hero())
    act(game, "cast butterflys-transformation mage ada orc")
    ada = game.state.characters["ada"]
    assert [(one.kind, one.source, one.left) for one in ada.conditions] == [("shape", "orc", 7)]
    assert spells.parley_help(ada, ("orc",)) == -6


@pytest.mark.rule("T20.18")
def test_the_coat_in_a_room():
    game = explore(mage())
    act(game, "cast chameleons-coat mage")
    assert [(one.kind, one.left) for one in game.state.characters["mage"].conditions] == [("hidden", 7)]
    assert astral(game) == 24


@pytest.mark.rule("T21.4")
def test_the_first_spell_in_a_trapped_room_sets_the_trap_off():
    game = explore(mage(vitality=20), trap=Trap("room-1", "dart", 0))
    step = act(game, "cast newts-mending mage mage", 18, 1)
    assert told(step, spells.Cast) == []
    assert game.state.traps["room-1"].state == "spent"


def test_who_is_not_there_casts_nothing():
    game = explore(mage())
    assert refused(game, "cast newts-mending bea mage")[0] == "explore.nobody"
    assert refused(game, "cast newt mage mage")[0] == "spell.none"


@pytest.mark.rule("T20.13", "T22.39")
@pytest.mark.parametrize(("shape", "chance"), [("orc", 15), ("goblin", 9), ("", 9)])
def test_the_speaker_in_the_enemies_own_shape_parleys_better(shape, chance):
    worn = (Condition("shape", 0, "turns", 7, shape),) if shape else ()
    game = explore(hero(charisma=12, conditions=worn))
    band(game, "orc", room="room-2", mood="aware")
    stand(game, "room-2", "room-1")
    assert named(game.odds("parley ada"), "parley").fraction == Fraction(chance, 20)
