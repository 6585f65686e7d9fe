"""What spells do: every row of the tables of D25 by its effect in the game."""

from __future__ import annotations

import pytest
from tests.rulebooks.descent.magic import (
    TWO_ORCS,
    afflict,
    battle,
    chant,
    code,
    edit,
    library,
    paid,
    texts,
    who,
    wounds,
)
from tests.rulebooks.descent.moments import cell, give, member, moment

from undercroft.engine.chance import Chance, Spread
from undercroft.rulebooks.descent import blows, gear, members, spells, wandering
from undercroft.rulebooks.descent.records import Door, PartyEffect, replace
from undercroft.testing import fix, staged

# Known by heart ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("D25.12")
@pytest.mark.row("B1")
@pytest.mark.parametrize(("level", "wound"), [(1, 5), (2, 6), (3, 6), (4, 7)])
def test_spark_wounds_1d6_wits_and_half_level(level: int, wound: int) -> None:
    game = chant("spark", 1, target="orc-2", level=level)
    assert wounds(game) == [15, 15 - wound]
    assert paid(game) == 2


@pytest.mark.rule("D34.6")
@pytest.mark.row("B1")
def test_the_figure_shown_is_the_one_rolled() -> None:
    game = moment()
    edit(game, "wizard", level=4)
    battle(game, "wizard", "fighter")
    odds = game.odds("chant spark orc-1")
    assert isinstance(odds, tuple)
    (spread,) = odds
    assert isinstance(spread, Spread)
    assert (spread.low, spread.high) == (7, 12)
    assert spread.parts == (("1d6", "base"), ("+4", "why.reader-wits"), ("+2", "why.reader-half-level"))
    assert all(key in game.book.texts for _, key in spread.parts[1:])
    with fix(game, 3):
        assert game.act("chant spark orc-1").rolls == ((spread, 3),)
    assert wounds(game) == [6]


@pytest.mark.row("B2")
def test_dim_veil_adds_2_to_one_members_defence() -> None:
    game = chant("dim-veil", target="fighter")
    assert [members.defence(game.state, who(game, one)) for one in ("fighter", "hero")] == [3, 2]
    assert paid(game) == 3


@pytest.mark.row("B3")
@pytest.mark.parametrize("in_fight", [False, True])
def test_steady_hand_heals_one_member_1d8_anywhere(in_fight: bool) -> None:
    game = moment(member("hero"), member("fighter", health=5), member("rogue", health=5))
    if in_fight:
        battle(game, "hero", "fighter")
    with fix(game, 8):
        assert game.act("chant steady-hand fighter" if in_fight else "cast steady-hand hero fighter")
    assert [who(game, one).health for one in ("fighter", "rogue")] == [13, 5]
    assert who(game, "hero").mana == 3


@pytest.mark.row("B4")
def test_rally_adds_1_to_the_attack_of_all_standing_inside() -> None:
    game = moment(member("hero"), member("fighter"), member("rogue"), member("king"))
    battle(game, "king", "fighter", outside=("rogue",))
    before = [members.attack(game.state, m) for m in game.state.members.values()]
    assert before == [2, 3, 2, 4]
    assert game.act("chant rally")
    assert [members.attack(game.state, m) for m in game.state.members.values()] == [3, 4, 2, 5]
    assert who(game, "king").mana == 6


@pytest.mark.rule("D25.12")
@pytest.mark.parametrize(
    ("cls", "known"),
    [
        ("wizard", ("spark", "dim-veil")), ("hero", ("steady-hand",)), ("king", ("rally",)), ("rogue", ()),
        ("fighter", ()), ("ranger", ()),
    ],
)  # fmt: skip
def test_spells_known_by_heart_need_no_book(cls: str, known: tuple[str, ...]) -> None:
    game = moment(member(cls))
    assert tuple(key for key, _ in spells.known_to(game.state, who(game, cls))) == known
    battle(game, cls)
    for other in ("spark orc-1", "rally"):
        if other.split()[0] not in known:
            assert code(game.act(f"chant {other}")) == "spell.not_by_heart D25.12"


# Pages that wound -------------------------------------------------------------------------------------------------


@pytest.mark.rule("D12.14")
@pytest.mark.row("P01")
@pytest.mark.parametrize(("level", "left"), [(1, 9), (5, 5)])
def test_firebolt_wounds_2d6_and_level_past_protection(level: int, left: int) -> None:
    game = chant("firebolt", 2, 3, target="orc-1", level=level)
    assert wounds(game) == [left, 15]
    assert paid(game) == 3


@pytest.mark.row("P02")
def test_frost_fan_wounds_every_monster_2d6() -> None:
    game = chant("frost-fan", 1, 1, 6, 6, foes=TWO_ORCS)
    assert wounds(game) == [13, 3]
    assert paid(game) == 6


@pytest.mark.row("P13")
def test_lightning_wounds_4d6_and_level() -> None:
    game = chant("lightning", 1, 2, 3, 4, target="ogre-1", foes=(("ogre", 32), ("ogre", 32)), level=3)
    assert wounds(game) == [19, 32]
    assert paid(game) == 9


@pytest.mark.row("P14")
def test_storm_wounds_every_monster_3d6_and_level() -> None:
    game = chant("storm", 1, 1, 1, 6, 6, 6, foes=(("ogre", 32), ("ogre", 32)), level=2)
    assert wounds(game) == [27, 12]
    assert paid(game) == 12


@pytest.mark.rule("D4.2", "D4.1")
@pytest.mark.row("P02")
def test_kills_by_a_spell_pay_its_reader_one_by_one() -> None:
    # Each orc: 2d6, then its gold (7: 3 to 10), after the second the raise of a new level; a third one lives.
    game = chant("frost-fan", 1, 1, 3, 1, 1, 8, 4, 6, 6, foes=(("orc", 2), ("orc", 2), ("orc", 15)))
    assert wounds(game) == [0, 0, 3]
    assert who(game, "wizard").level == 2
    assert who(game, "wizard").experience == 2
    assert game.state.purse.gold == 15


@pytest.mark.rule("D4.6")
@pytest.mark.row("P14")
def test_a_level_gained_on_the_way_does_not_change_the_wounds_shown_before() -> None:
    game = moment()
    edit(game, "wizard", mana=30, experience=15)
    library(game, "storm")
    battle(game, "wizard", "fighter", foes=(("orc", 2), ("orc", 15)))
    odds = game.odds("chant storm")
    assert odds == tuple(
        Spread("wound", 3, 6, base=1, about=key, parts=(("3d6", "base"), ("+1", "why.reader-level")))
        for key in ("orc-1", "orc-2")
    )
    with fix(game, 1, 1, 1, 1, 6, 1, 1, 1):
        step = game.act("chant storm")
    assert who(game, "wizard").level == 2
    assert tuple(roll for roll, _ in step.rolls) == odds
    assert wounds(game) == [0, 11]


@pytest.mark.rule("D12.2", "D4.2")
def test_a_dead_monster_is_no_target() -> None:
    game = moment()
    battle(game, "wizard", "fighter", foes=(("orc", 15), ("orc", 15)))
    with staged(game) as s:
        s.monsters["orc-1"] = replace(s.monsters["orc-1"], health=0)
    assert texts(game, "chant") == ["chant spark orc-2", *(f"chant dim-veil {m}" for m in game.state.members)]
    assert code(game.act("chant spark orc-1")) == "spell.target D25.14"


# Pages that heal --------------------------------------------------------------------------------------------------


@pytest.mark.rule("D3.9")
@pytest.mark.row("P03")
@pytest.mark.parametrize(("health", "draws", "after"), [(2, (1, 3), 10), (2, (8, 8), 22), (20, (8, 8), 24)])
def test_mending_hand_heals_2d8_and_wits_up_to_the_ceiling(health: int, draws: tuple[int, ...], after: int) -> None:
    game = moment(member("fighter", health=health), member("wizard"))
    library(game, "mending-hand")
    with fix(game, *draws):
        assert game.act("cast mending-hand wizard fighter")
    assert who(game, "fighter").health == after
    assert who(game, "wizard").mana == 9


@pytest.mark.row("P03")
def test_mending_hand_adds_the_readers_own_wits() -> None:
    game = moment(member("fighter", health=2), member("hero"), member("wizard"))
    library(game, "mending-hand")
    with fix(game, 1, 1):
        assert game.act("cast mending-hand hero fighter")
    assert who(game, "fighter").health == 6


@pytest.mark.row("P04")
@pytest.mark.parametrize("in_fight", [False, True])
def test_circle_of_mending_heals_every_living_member_2d6(in_fight: bool) -> None:
    game = moment(member("hero", health=5), member("fighter", health=0), member("rogue", health=5), member("wizard"))
    library(game, "circle-of-mending")
    if in_fight:
        battle(game, "wizard", "hero")
    with fix(game, 1, 2, 3, 4):
        assert game.act("chant circle-of-mending" if in_fight else "cast circle-of-mending wizard")
    assert [m.health for m in game.state.members.values()] == [8, 0, 12, 15]
    assert who(game, "wizard").mana == 5


@pytest.mark.row("P11")
def test_cleansing_ends_poison_and_stupor_on_one_member() -> None:
    game = moment()
    library(game, "cleansing")
    for kind in ("poisoned", "stupor", "giant"):
        afflict(game, "rogue", kind)
    afflict(game, "fighter", "poisoned")
    assert game.act("cast cleansing wizard rogue")
    assert list(game.state.effects) == ["rogue:giant", "fighter:poisoned"]
    assert who(game, "wizard").mana == 10
    assert texts(game, "cast") == [f"cast cleansing {m} fighter" for m in ("hero", "wizard")]


@pytest.mark.rule("D17.5")
@pytest.mark.row("P15")
def test_rekindle_raises_one_fallen_member_with_1_health() -> None:
    game = moment(
        member("wizard", mana=14), member("rogue", health=0), member("fighter", health=0), member("king", health=0)
    )
    library(game, "rekindle")
    assert texts(game, "cast") == ["cast rekindle wizard rogue", "cast rekindle wizard fighter"]
    assert game.act("cast rekindle wizard fighter")
    assert [who(game, one).health for one in ("rogue", "fighter", "king")] == [0, 1, 0]
    assert (who(game, "wizard").mana, who(game, "fighter").raises) == (0, 1)


@pytest.mark.rule("D17.10", "D11.21")
@pytest.mark.row("P15")
def test_rekindle_in_a_fight_reaches_the_fallen_inside() -> None:
    game = moment(member("wizard", mana=14), member("hero"), member("rogue", health=0), member("fighter", health=0))
    library(game, "rekindle")
    battle(game, "wizard", "hero", outside=("fighter",))
    assert [t for t in texts(game, "chant") if "rekindle" in t] == ["chant rekindle rogue"]
    assert code(game.act("chant rekindle fighter")) == "spell.target D25.14"
    assert game.act("chant rekindle rogue")
    assert who(game, "rogue").health == 1
    assert game.state.fight is not None
    assert game.state.fight.turns == ("hero",)


# Pages that change a fight ----------------------------------------------------------------------------------------


@pytest.mark.row("P05")
def test_stone_skin_adds_3_protection_to_one_member() -> None:
    game = chant("stone-skin", target="rogue")
    assert [members.protection(game.state, who(game, one)) for one in ("rogue", "hero")] == [3, 0]
    assert paid(game) == 5


@pytest.mark.row("P06")
def test_ward_wall_adds_2_protection_to_all_inside() -> None:
    game = chant("ward-wall")
    assert [members.protection(game.state, m) for m in game.state.members.values()] == [2] * 5
    assert paid(game) == 7


@pytest.mark.rule("D25.14")
@pytest.mark.row("P06", "R04")
def test_ward_wall_and_warding_words_do_not_add_up() -> None:
    game = moment()
    library(game, "ward-wall")
    scroll, more = (give(game, "scroll-of-warding-words", f"pack:{m}", named=True) for m in ("hero", "wizard"))
    battle(game, "hero", "wizard", "wizard", "fighter")
    assert game.act(f"recite {scroll}")
    assert code(game.act("chant ward-wall")) == "spell.nothing D25.14"
    assert game.act(f"recite {more}")
    assert members.protection(game.state, who(game, "hero")) == 2


@pytest.mark.row("P07")
def test_sure_aim_adds_4_attack_to_one_member() -> None:
    game = chant("sure-aim", target="fighter")
    assert [members.attack(game.state, who(game, one)) for one in ("fighter", "hero")] == [7, 2]
    assert paid(game) == 3


@pytest.mark.row("P08")
def test_leaden_limbs_take_3_off_the_bands_attack() -> None:
    game = chant("leaden-limbs")
    assert blows.attack_of(game.state, "orc-1") == 0
    assert blows.hit_chance(game.state, "orc-1", "rogue").num == 40
    assert paid(game) == 5


@pytest.mark.rule("D34.6")
@pytest.mark.row("P09")
def test_deep_sleep_holds_each_monster_with_60_for_two_turns() -> None:
    game = chant("deep-sleep", 61, 60)
    assert [m.asleep for m in game.state.monsters.values()] == [0, 2]
    assert paid(game) == 7
    game = moment()
    library(game, "deep-sleep")
    battle(game, "wizard", "fighter", foes=TWO_ORCS)
    assert game.odds("chant deep-sleep") == (Chance("hold", 60, about="orc-1"), Chance("hold", 60, about="orc-2"))


@pytest.mark.row("P21", "E7")
def test_quickening_gives_one_member_two_turns_a_round_for_3_rounds() -> None:
    game = chant("quickening", target="fighter", foes=(("orc", 15),))
    assert paid(game) == 6
    assert game.state.effects["fighter:quickening"].left == 3
    turns = []
    for _ in range(4):
        while game.state.fight is not None and len(game.state.fight.turns) > 1:
            assert game.act("wait")
        with fix(game, 1, 100):
            assert game.act("wait")
        assert game.state.fight is not None
        turns.append(game.state.fight.turns.count("fighter"))
    assert turns == [2, 2, 2, 1]


@pytest.mark.rule("D12.24")
@pytest.mark.row("P22")
def test_sworn_shield_draws_blows_at_one_other_member_onto_the_reader() -> None:
    game = chant("sworn-shield", target="rogue")
    assert paid(game) == 5
    assert [blows.lands_on(game.state, one) for one in ("rogue", "hero", "wizard")] == ["wizard", "hero", "wizard"]


@pytest.mark.rule("D25.14")
@pytest.mark.row("P22")
def test_sworn_shield_is_for_another_and_for_one_at_a_time() -> None:
    game = moment(member("wizard", mana=30), member("rogue"), member("fighter"))
    library(game, "sworn-shield")
    battle(game, "wizard", "wizard", "fighter")
    assert code(game.act("chant sworn-shield wizard")) == "spell.target D25.14"
    assert game.act("chant sworn-shield rogue")
    assert code(game.act("chant sworn-shield rogue")) == "spell.target D25.14"
    assert game.act("chant sworn-shield fighter")
    assert [blows.lands_on(game.state, one) for one in ("rogue", "fighter")] == ["rogue", "wizard"]


@pytest.mark.row("P23")
def test_seal_of_self_is_on_one_member_for_the_fight() -> None:
    game = chant("seal-of-self", target="rogue")
    assert list(game.state.effects) == ["rogue:seal-of-self"]
    assert paid(game) == 6


@pytest.mark.row("P23")
@pytest.mark.parametrize(("sealed", "level"), [(True, 5), (False, 4)])
def test_a_sealed_member_keeps_its_levels_and_the_blow_wounds(sealed: bool, level: int) -> None:
    game = moment(member("wizard"), member("rogue", rank="front", level=5, gains=(1, 1, 1, 1), health=18, ceiling=22))
    library(game, "seal-of-self")
    battle(game, "wizard", foes=(("wight", 38),))
    # The wight aims at the one in front and hits; its special is rolled only where it can work; then 6-14, drawn 1.
    with fix(game, *((1, 1, 1) if sealed else (1, 1, 1, 1))):
        assert game.act("chant seal-of-self rogue" if sealed else "wait")
    assert who(game, "rogue").level == level
    assert who(game, "rogue").health == 12


# Pages for outside fights -----------------------------------------------------------------------------------------


@pytest.mark.row("P10", "P12", "P16", "P17")
@pytest.mark.parametrize(
    ("spell", "mana", "effect"),
    [
        ("hall-ward", 6, PartyEffect("ward", True, 90, "hall-ward", (1, 2))),
        ("far-sight", 5, PartyEffect("sight", True, 120, "far-sight")),
        ("long-fare", 6, PartyEffect("fare", True, 240, "long-fare")),
        ("walking-cure", 6, PartyEffect("mending", True, 120, "walking-cure")),
    ],
)
def test_pages_that_start_party_effects(spell: str, mana: int, effect: PartyEffect) -> None:
    game = moment()
    library(game, spell)
    assert game.act(f"cast {spell} wizard")
    assert list(game.state.party_effects.values()) == [effect]
    assert who(game, "wizard").mana == 13 - mana
    if spell == "hall-ward":
        chance = wandering.chance(game.state, "pace", cell(6, 0))
        assert chance is not None
        assert chance.num == 15


@pytest.mark.rule("D25.14", "D26.5")
def test_a_party_spell_is_refused_while_its_count_is_full() -> None:
    game = moment()
    library(game, "far-sight")
    assert game.act("cast far-sight wizard")
    assert code(game.act("cast far-sight wizard")) == "spell.nothing D25.14"
    with fix(game, 1000):
        assert game.act("walk east")
    assert game.state.party_effects["sight"].left == 119
    assert game.act("cast far-sight wizard")
    assert game.state.party_effects["sight"].left == 120


@pytest.mark.row("P18")
def test_way_finding_shows_halls_rooms_stairs_and_all_doors() -> None:
    game = moment()
    library(game, "way-finding")
    with staged(game) as s:
        s.doors["door-1.1w"] = Door("room-1.1", "w", 1, cell(0, 2), secret=True)
    assert game.act("cast way-finding wizard")
    s = game.state
    assert s.doors["door-1.1w"].known
    assert (s.rooms["room-1.1"].known, s.rooms["room-1.1"].entered, s.rooms["room-1.1"].told) == (True, False, False)
    assert s.floors[1].known[0] == (1 << 25) - 1
    assert s.floors[1].known[15] >> 24 & 1
    assert who(game, "wizard").mana == 9


@pytest.mark.rule("D25.14")
@pytest.mark.row("P18")
def test_way_finding_finds_nothing_in_the_courtyard() -> None:
    game = moment(courtyard=True)
    library(game, "way-finding")
    assert texts(game, "cast") == []
    assert code(game.act("cast way-finding wizard")) == "spell.nothing D25.14"
    assert who(game, "wizard").mana == 13


@pytest.mark.rule("D24.1", "D24.17")
@pytest.mark.row("P19")
def test_naming_names_one_item() -> None:
    game = moment()
    library(game, "naming")
    assert code(game.act("cast naming wizard")) == "spell.nothing D25.14"
    foul, venom = give(game, "foul-lantern", "pack:rogue"), give(game, "venom", "pack:rogue")
    assert texts(game, "cast") == [f"cast naming {m} {t}" for m in ("hero", "wizard") for t in (foul, venom)]
    assert game.act(f"cast naming wizard {foul}")
    assert [gear.is_named(game.state, one) for one in (foul, venom)] == [True, False]
    assert who(game, "wizard").mana == 8


@pytest.mark.rule("D16.5")
@pytest.mark.row("P20")
@pytest.mark.parametrize(
    ("kind", "place", "lost", "left"),
    [("plate-mail", "body:fighter", 3, 1), ("iron-shield", "arm:fighter", 1, 0), ("club", "pack:hero", 2, 0)],
)
def test_tempering_restores_up_to_2_points(kind: str, place: str, lost: int, left: int) -> None:
    game = moment()
    library(game, "tempering")
    piece = give(game, kind, place, lost=lost)
    whole = give(game, "hand-axe", "hand:rogue")
    assert code(game.act(f"cast tempering wizard {whole}")) == "spell.target D25.14"
    assert game.act(f"cast tempering wizard {piece}")
    assert game.state.items[piece].lost == left
    assert who(game, "wizard").mana == 7


@pytest.mark.rule("D25.14")
@pytest.mark.row("P24")
def test_soft_step_is_kept_till_the_next_room() -> None:
    game = moment()
    library(game, "soft-step")
    assert game.act("cast soft-step wizard")
    assert game.state.quest.soft_step
    assert not game.state.party_effects
    assert who(game, "wizard").mana == 9
    assert code(game.act("cast soft-step wizard")) == "spell.nothing D25.14"
    with fix(game, 1000):
        assert game.act("walk east")
    assert game.state.quest.soft_step


@pytest.mark.rule("D25.14", "D11.21")
@pytest.mark.row("P04")
def test_circle_of_mending_does_not_reach_those_outside() -> None:
    game = moment(member("hero", health=5), member("rogue", health=5), member("wizard"))
    library(game, "circle-of-mending")
    battle(game, "wizard", "hero", outside=("rogue",), ran=("rogue",), exit="north")
    with fix(game, 1, 2):
        assert game.act("chant circle-of-mending")
    assert [m.health for m in game.state.members.values()] == [8, 5, 15]
