"""Worked examples (TX33 to TX35, TX39, TX40, TX50), and saving anywhere (T22.46, T24.9)."""

from __future__ import annotations

import random

import pytest
from tests.rulebooks.tabletop.arena import MISS, act, change, duel, hero
from tests.rulebooks.tabletop.campaign import below, meet
from tests.rulebooks.tabletop.dungeon_bench import explore
from tests.rulebooks.tabletop.rules_bench import character, of

from undercroft.engine.action import Open
from undercroft.engine.game import Game
from undercroft.engine.record import replay
from undercroft.engine.save import unpack
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop import derived, foes, monsters, parley, qualities, rulebook
from undercroft.rulebooks.tabletop.records import Arm, Character, Feature, Magic, State, replace
from undercroft.testing import fix


def strength(c: Character) -> tuple[int, int]:
    return qualities.effective(c, "strength"), derived.strength_change(qualities.effective(c, "strength"))


@pytest.mark.rule("TX33", "T13.22", "T13.23", "T13.25", "T13.26")
def test_a_heros_belt_in_combat() -> None:
    orc = replace(monsters.from_block("orc"), courage=1)
    one = duel(hero(strength=16, items=(Magic("heros-belt", known=True),)), orc)
    act(one, "use heros-belt", MISS)
    assert strength(of(one)) == (23, 11)
    change(one, "orc-1", vitality=1)
    act(one, "attack orc-1", 1, 1)
    assert one.state.fight is None
    assert strength(of(one)) == (16, 4)
    assert of(one).items == (Magic("heros-belt", known=True, spent=True),)


@pytest.mark.rule("TX34", "TX35", "T13.56", "T13.58", "T13.60")
@pytest.mark.parametrize(("before", "change", "during"), [(8, -1, (15, 3)), (15, 3, (20, 8))])
def test_a_potion_of_strength(before: int, change: int, during: tuple[int, int]) -> None:
    one = below(character("Ada", strength=before, items=(Magic("potion-of-strength", known=True),)))
    assert strength(of(one)) == (before, change)
    assert one.act("use potion-of-strength ada")
    for _ in range(7):
        assert strength(of(one)) == during
        with fix(one, then=6):
            assert one.act("wait")
    assert strength(of(one)) == (before, change)


@pytest.mark.rule("TX39", "T13.19", "T13.21", "T6.10")
def test_a_cornucopia_in_a_camp_of_four() -> None:
    four = [character(name, vitality=10, goods=(("ration", 1),)) for name in ("Ada", "Bo", "Cy")]
    horn = (Magic("cornucopia", known=True),)
    one = below(*four, character("Dag", vitality=10, items=horn))
    with fix(one, *[6] * 4, then=3):
        assert one.act("camp")
    assert [of(one, who).vitality for who in ("ada", "bo", "cy", "dag")] == [13] * 4
    assert [of(one, who).goods for who in ("ada", "bo", "cy")] == [(("ration", 1),)] * 3
    assert of(one, "dag").items == horn


@pytest.mark.rule("TX40", "T13.33", "T13.34")
def test_a_key_of_opening_in_a_magically_locked_door() -> None:
    one = explore(
        character("Ada", items=(Magic("key-of-opening"),)), feature=Feature("room-1", "magically-locked-door", "way-1"),
        door=True,
    )  # fmt: skip
    assert not one.act("go east")
    (handle,) = [str(action).split()[1] for action in one.actions() if str(action).startswith("use ")]
    assert one.act(f"use {handle} ada on east")
    assert of(one).items == ()
    assert not one.state.ways["way-1"].shut
    with fix(one, then=6):
        assert one.act("go east")


@pytest.mark.rule("TX50", "T20.19", "T12.35", "T22.48")
@pytest.mark.parametrize(("boss", "resist", "lost"), [(False, 7, 5), (False, 6, 2), (True, 10, 2), (True, 11, 5)])
def test_a_sting_and_an_ogre(boss: bool, resist: int, lost: int) -> None:
    mage = hero("mage", "magician", astral=30, astral_max=30, weapons=(Arm("wand"),))
    one = duel(mage, replace(monsters.from_block("ogre"), courage=1, boss=boss))
    with fix(one, resist, 4, MISS):
        assert one.act("cast wasps-sting ogre-1 1")
    assert one.state.foes["ogre-1"].vitality == 40 - lost


# --- Kobolds ---


@pytest.mark.rule("T11.27")
def test_kobolds_set_a_riddle_before_they_fight_and_run_rather_than_fight() -> None:
    one = below(character("Ada"), character("Bo"), room="room-2", came="room-1")
    meet(one, "kobold", "kobold", sort="light", room="room-2")
    assert "riddle ada" in one.actions()
    with fix(one, 8, then=6):
        assert one.act("riddle ada")
    assert one.state.fight is None
    assert one.state.groups["group-x"].gone
    # A group that is not of Kobolds alone sets none.
    mixed = below(character("Ada"), character("Bo"), room="room-2", came="room-1")
    meet(mixed, "kobold", "goblin", sort="light", room="room-2")
    assert not mixed.act("riddle ada")
    assert parley.sets_riddle(one.state, None) is False


@pytest.mark.rule("T11.28")
def test_only_kobolds_have_gifts_of_magic_and_not_all_of_them() -> None:
    gifts = {face: monsters.gift(face) for face in range(1, 7)}
    assert gifts == {1: "rabbits-panic", 2: "chameleons-coat", 3: foes.SNATCH, 4: "", 5: "", 6: ""}
    assert [one.id for one in content.catalogue().monsters.values() if "caster" in one.traits] == ["renegade-magician"]


# --- saving ---


def played(seed: int, steps: int) -> Game[State]:
    """Return a campaign played at random for some steps; each state on the way is saved and read again."""
    one: Game[State] = Game(rulebook, seed, {})
    chance = random.Random(seed)
    for text in ("quick", "quest", "accept short", "depart"):
        assert one.act(text)
    for _ in range(steps):
        if one.outcome is not None:
            break
        texts = [str(action) for action in one.actions() if not isinstance(action, Open)]
        heads = sorted({text.split()[0] for text in texts} - {"end-campaign", "leave"})
        head = chance.choice(heads)
        text = chance.choice([text for text in texts if text.split()[0] == head])
        again = unpack(one.save(), book=rulebook)
        assert again.digest() == one.digest()
        assert [str(action) for action in again.actions()] == [str(action) for action in one.actions()]
        assert one.act(text)
        assert again.act(text)
        assert again.digest() == one.digest()
    return one


@pytest.mark.rule("T22.46")
def test_a_game_is_saved_in_every_situation_and_goes_on_the_same() -> None:
    one = played(3, 40)
    assert one.state.clock.turn > 0


@pytest.mark.rule("T24.9")
def test_a_save_holds_rulebook_seed_options_and_actions_and_replays_to_the_same_state() -> None:
    one = played(4, 25)
    envelope = one.save().decode()
    assert '"rulebook":"tabletop"' in envelope
    assert "depart" in envelope
    assert replay(one.record(), book=rulebook).digest() == one.digest()
