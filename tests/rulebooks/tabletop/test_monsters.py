"""Monsters (T11, T12): stat blocks, templates, a game master's changes, gear, gifts, names, spoils."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.arena import act, band, fight, hero, new, refusal, told

from undercroft.engine.errors import UnknownName
from undercroft.rulebooks.tabletop import calling, fighters, fights, flight, monsters
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.records import Arm, replace
from undercroft.testing import fix


def figures(foe):
    return (
        foe.courage, foe.vitality, foe.protection, foe.attack, foe.defence, foe.dice, foe.add, foe.attacks, foe.resist,
        foe.ml,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "block"),
    [
        pytest.param("orc", (9, 18, 2, 9, 6, 1, 3, 1, 5, 10), marks=pytest.mark.rule("T11.10", "T11.2")),
        pytest.param("goblin", (5, 12, 1, 7, 5, 1, 1, 1, 4, 5), marks=pytest.mark.rule("T11.15", "T11.16")),
        pytest.param("ogre", (22, 40, 3, 10, 5, 2, 4, 1, 6, 35), marks=pytest.mark.rule("T11.19", "T11.20")),
        pytest.param("troll", (25, 60, 4, 11, 5, 2, 6, 1, 8, 60), marks=pytest.mark.rule("T11.22", "T11.23", "T11.24")),
        pytest.param("kobold", (10, 9, 0, 7, 8, 1, 1, 1, 12, 6), marks=pytest.mark.rule("T11.25", "T11.26")),
        pytest.param(
            "dragon", (20, 100, 6, 13, 8, 3, 3, 2, 15, 160), marks=pytest.mark.rule("T11.31", "T11.32", "T11.33")
        ),
        pytest.param("giant-rat", (6, 6, 0, 7, 4, 1, -1, 1, 3, 2), marks=pytest.mark.rule("T12.1")),
        pytest.param("giant-bat", (5, 5, 0, 7, 7, 1, -2, 1, 3, 2), marks=pytest.mark.rule("T12.2")),
        pytest.param("wolf", (9, 15, 1, 10, 4, 1, 1, 1, 5, 7), marks=pytest.mark.rule("T12.3")),
        pytest.param("cellar-slime", (20, 25, 0, 7, 1, 1, 2, 1, 18, 10), marks=pytest.mark.rule("T12.4")),
        pytest.param("walking-corpse", (20, 28, 1, 7, 3, 1, 3, 1, 18, 9), marks=pytest.mark.rule("T12.5")),
        pytest.param("skeleton", (20, 16, 2, 8, 6, 1, 3, 1, 18, 10), marks=pytest.mark.rule("T12.6")),
        pytest.param("bandit", (9, 20, 2, 9, 7, 1, 3, 1, 6, 11), marks=pytest.mark.rule("T12.7")),
        pytest.param("giant-spider", (8, 20, 1, 10, 4, 1, 2, 1, 5, 12), marks=pytest.mark.rule("T12.8")),
        pytest.param("harpy", (10, 18, 1, 10, 7, 1, 3, 1, 8, 14), marks=pytest.mark.rule("T12.9")),
        pytest.param("lizard-man", (11, 24, 3, 9, 7, 1, 4, 1, 6, 15), marks=pytest.mark.rule("T12.10")),
        pytest.param("ghoul", (13, 24, 1, 10, 5, 1, 3, 1, 7, 16), marks=pytest.mark.rule("T12.11")),
        pytest.param("cave-bear", (14, 35, 3, 10, 4, 2, 1, 1, 6, 22), marks=pytest.mark.rule("T12.12")),
        pytest.param("giant-scorpion", (10, 28, 4, 10, 6, 1, 2, 2, 6, 28), marks=pytest.mark.rule("T12.13")),
        pytest.param("bandit-captain", (13, 30, 4, 12, 10, 1, 5, 1, 8, 30), marks=pytest.mark.rule("T12.14")),
        pytest.param("renegade-magician", (11, 22, 1, 8, 7, 1, 2, 1, 12, 30), marks=pytest.mark.rule("T12.15")),
        pytest.param("stone-watcher", (18, 30, 6, 10, 6, 1, 4, 1, 18, 35), marks=pytest.mark.rule("T12.16")),
        pytest.param("barrow-wraith", (18, 30, 0, 11, 8, 1, 4, 1, 12, 40), marks=pytest.mark.rule("T12.17")),
        pytest.param("minotaur", (17, 45, 3, 12, 6, 2, 3, 1, 8, 40), marks=pytest.mark.rule("T12.18")),
        pytest.param("werewolf", (16, 38, 2, 12, 8, 2, 1, 1, 9, 40), marks=pytest.mark.rule("T12.19")),
        pytest.param("tatzelwurm", (15, 55, 5, 11, 5, 2, 4, 1, 9, 55), marks=pytest.mark.rule("T12.20")),
        pytest.param("giant", (24, 90, 4, 12, 5, 3, 5, 1, 9, 100), marks=pytest.mark.rule("T12.21")),
    ],
)
def test_a_foe_has_the_figures_of_its_block(kind, block):
    assert figures(monsters.from_block(kind)) == block


@pytest.mark.rule("T12.36", "TX47")
def test_a_veteran_orc():
    foe = monsters.from_block("orc", "veteran")
    assert (foe.vitality, foe.vitality_max, foe.attack, foe.defence, foe.ml) == (23, 23, 10, 7, 15)
    assert (foe.courage, foe.add) == (9, 3)


@pytest.mark.rule("T12.37", "TX47")
def test_a_goblin_chief():
    foe = monsters.from_block("goblin", "chief")
    assert (foe.courage, foe.vitality, foe.attack, foe.defence, foe.dice, foe.add, foe.ml) == (7, 18, 9, 6, 1, 2, 10)


@pytest.mark.rule("T12.36", "T12.37")
def test_templates_keep_within_the_caps():
    strong = replace(monsters.from_block("orc"), attack=17, defence=17, courage=24)
    chief = monsters.templated(strong, "chief")
    assert (chief.attack, chief.defence, chief.courage) == (18, 17, 25)
    rat = monsters.from_block("giant-rat", "veteran")
    assert (rat.vitality, rat.ml) == (8, 3)  # 7.5 and 3, rounded up
    with pytest.raises(UnknownName, match='no template is called "cheif"; did you mean "chief"'):
        monsters.from_block("orc", "cheif")


@pytest.mark.rule("T11.1")
def test_a_game_master_may_change_any_figure():
    orc = monsters.from_block("orc")
    changed = monsters.changed(orc, {"attack": 12, "vitality_max": 25, "ml": 14})
    assert (changed.attack, changed.vitality, changed.vitality_max, changed.ml) == (12, 25, 25, 14)
    with pytest.raises(UnknownName, match='no figure is called "atack"; did you mean "attack"'):
        monsters.changed(orc, {"atack": 3})


@pytest.mark.rule("T11.1")
@pytest.mark.parametrize(
    ("figure", "low", "high"),
    [
        ("courage", 1, 99), ("vitality", -100, 999), ("vitality_max", 1, 999), ("protection", 0, 99), ("attack", 0, 99),
        ("defence", 0, 99), ("dice", 1, 20), ("add", -99, 99), ("attacks", 1, 20), ("resist", 0, 99), ("ml", 0, 9999),
        ("astral", 0, 999), ("poison", -20, 20), ("poison_dice", 0, 20),
    ],
)  # fmt: skip
def test_a_changed_figure_keeps_its_bounds(figure, low, high):
    orc = monsters.from_block("orc")
    assert getattr(monsters.changed(orc, {figure: low}), figure) == low
    assert getattr(monsters.changed(orc, {figure: high}), figure) == high
    for value in (low - 1, high + 1):
        with pytest.raises(ValueError, match=f"{figure}: {value} is not from {low} to {high}"):
            monsters.changed(orc, {figure: value})


# --- gear and gifts ---


def muster(*kinds, dice=(), **more):
    game = new([hero()])
    game._ctx.events = []
    with fix(game, *dice):
        ids = monsters.muster(game._ctx, "group-1", [(kind, "") for kind in kinds], **more)
    return [game.state.foes[foe] for foe in ids]


@pytest.mark.rule("T11.11", "T11.12")
@pytest.mark.parametrize(
    ("die", "arms", "dice", "add", "bow", "protection"),
    [
        (4, ("sabre",), 1, 3, (0, 0), 2),
        (5, ("spear", "short-bow"), 1, 2, (1, 3), 2),
        (6, ("war-axe",), 1, 5, (0, 0), 1),
    ],
)
def test_orcs_of_a_group_carry_the_same(die, arms, dice, add, bow, protection):
    for foe in muster("orc", "orc", dice=(die,)):
        assert (foe.arms, foe.dice, foe.add, (foe.bow_dice, foe.bow_add), foe.protection) == (
            arms, dice, add, bow, protection,
        )  # fmt: skip


@pytest.mark.rule("T11.12", "T12.37")
def test_a_chiefs_damage_stays_on_top_of_other_weapons():
    axe = content.catalogue().outfits["orcs-with-axes"]
    assert monsters.geared(monsters.from_block("orc", "chief"), axe).add == 6


@pytest.mark.rule("T11.29")
def test_each_kobold_has_its_own_gift():
    gifts = [foe.gift for foe in muster(*["kobold"] * 5, dice=(1, 2, 3, 4, 6))]
    assert gifts == ["rabbits-panic", "chameleons-coat", "snatch", "", ""]


@pytest.mark.rule("T11.12", "T11.29")
def test_at_a_table_they_are_as_listed():
    assert all(not foe.arms and not foe.gift for foe in muster("orc", "kobold", listed=True))


def test_names_tell_foes_apart():
    game = band(new([hero()]), "orc", "orc:chief", "orc", "ogre", "goblin:veteran", "goblin:veteran")
    assert [(foe.id, foe.name) for foe in game.state.foes.values()] == [
        ("orc-1", "Orc 1"), ("orc-2", "Orc Chief"), ("orc-3", "Orc 3"), ("ogre-1", "Ogre"),
        ("goblin-1", "Goblin Veteran 1"), ("goblin-2", "Goblin Veteran 2"),
    ]  # fmt: skip


# --- what is left of them, and talking ---


@pytest.mark.rule("T11.4", "T11.7", "T11.36", "T11.38")
@pytest.mark.parametrize(
    ("kind", "spoils"),
    [
        ("orc", (Arm("sabre", foreign=True),)),
        ("goblin", (Arm("dagger", foreign=True),)),
        ("kobold", (Arm("dagger", foreign=True),)),
        ("lizard-man", (Arm("spear", foreign=True),)),
        ("skeleton", (Arm("sword", foreign=True),)),
        ("bandit", (Arm("sabre"),)),
        ("bandit-captain", (Arm("sword"),)),
        ("ogre", ()),
        ("troll", ()),
        ("giant", ()),
        ("wolf", ()),
    ],
)
def test_what_a_winner_may_take_up(kind, spoils):
    assert monsters.spoils(monsters.from_block(kind)) == spoils


@pytest.mark.rule("T11.4", "T11.12")
def test_orcs_leave_what_they_carried():
    for foe in muster("orc", dice=(5,)):
        assert monsters.spoils(foe) == (Arm("spear", foreign=True), Arm("short-bow", foreign=True))


@pytest.mark.rule("T11.8", "T11.9", "T11.37")
def test_only_the_armour_of_humans_can_be_worn():
    worn = {kind: monsters.worn(monsters.from_block(kind)) for kind in content.catalogue().monsters}
    assert {kind: armour for kind, armour in worn.items() if armour} == {
        "bandit": "padded-coat", "bandit-captain": "mail-shirt", "renegade-magician": "travelling-clothes",
    }  # fmt: skip


@pytest.mark.rule("T12.40")
@pytest.mark.parametrize(
    ("kinds", "talks"),
    [
        (("orc", "orc"), 3),
        (("goblin", "wolf"), None),
        (("goblin:chief", "wolf"), 0),
        (("wolf:chief", "goblin"), None),
        (("wolf",), None),
        (("goblin", "orc"), 3),
    ],
)
def test_who_talks(kinds, talks):
    game = band(new([hero()]), *kinds)
    assert monsters.talk_number(game.state, "group-1") == talks


@pytest.mark.rule("T12.40")
def test_a_boss_talks_for_its_group():
    game = band(new([hero()]), replace(monsters.from_block("dragon"), boss=True), "wolf")
    assert monsters.talk_number(game.state, "group-1") == 6


@pytest.mark.rule("T11.3")
def test_a_monsters_courage_is_tested_and_other_qualities_are_luck():
    game = fight(band(new([hero()]), "orc", "orc"), 6, 1)
    nerve = flight.nerve_chance(game.state, "orc-1", "morale")
    assert (nerve.num, nerve.of) == (9, 20)
    table = fight(band(new([hero()], table=True), "orc"))
    for quality in ("strength", "agility"):
        assert [(one.num, one.of) for one in table.odds(f"test orc-1 {quality} 0", "gm")] == [(2, 6)]
        for natural in (2, 3):
            tried = told(act(table, f"secret-test orc-1 {quality} 0", natural, seat="gm"), calling.LuckTried)[0]
            assert (tried.success, tried.seen_by(table.state)) == (natural == 2, ("gm",))
        assert (
            told(act(table, f"test orc-1 {quality} 0", 2, seat="gm"), calling.LuckTried)[0].seen_by(table.state) is None
        )
        assert refusal(table, f"test orc-1 {quality} 3", "gm") == ("calling.luck", "T11.3")
    for quality in ("intelligence", "charisma"):
        assert refusal(table, f"test orc-1 {quality} 0", "gm") == ("calling.foe", "T11.3")


@pytest.mark.rule("T11.2")
def test_the_usual_number_of_a_kind():
    orcs = monsters.number_appearing("orc")
    assert (orcs.low, orcs.high) == (2, 6)


@pytest.mark.rule("T12.15", "T12.33")
def test_a_renegade_magician_has_its_astral():
    assert monsters.from_block("renegade-magician").astral == 24


@pytest.mark.rule("T12.5", "T12.25")
def test_the_traits_of_a_walking_corpse():
    assert fighters.traits("walking-corpse") == ("undead", "slow")


def test_nobody_is_told_of_a_muster():
    game = new([hero()])
    game._ctx.events = []
    monsters.muster(game._ctx, "group-1", [("wolf", "")])
    assert game._ctx.events[0].seen_by(game.state) == ()
    assert not told(game.act("rest"), fights.FightOpened)
