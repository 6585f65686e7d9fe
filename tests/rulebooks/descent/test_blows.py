"""Blows (D12.4 to D12.18): hit chances, damage, aims, kills and what they pay."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.rulebooks.descent.moments import give, hale, member, moment

from undercroft.engine.chance import Odds
from undercroft.engine.game import Game
from undercroft.rulebooks.descent import blows, effects, fights
from undercroft.rulebooks.descent.records import State, Tale, replace
from undercroft.testing import fix, staged


def meet(game: Game[State], *kinds: str, **more: Any) -> Game[State]:
    game._ctx.events = []
    fights.open_fight(game._ctx, kinds, **more)
    game._settle()
    return game


def odds(game: Game[State], text: str) -> Odds:
    found = game.odds(text)
    assert isinstance(found, tuple)
    return found


def fighting(game: Game[State], **changes: Any) -> None:
    with staged(game) as s:
        assert s.fight is not None
        s.fight = replace(s.fight, **changes)


def row(game: Game[State], key: str, **changes: Any) -> None:
    with staged(game) as s:
        if key in s.members:
            s.members[key] = replace(s.members[key], **changes)
        else:
            s.monsters[key] = replace(s.monsters[key], **changes)


def veteran() -> Game[State]:
    """A level 4 fighter with a Long Sword, alone before an Orc of health 15."""
    game = moment(member("fighter", level=4, gains=(1, 1, 1)))
    give(game, "long-sword", "hand:fighter")
    return hale(meet(game, "orc"), 15)


def ranks(game: Game[State], *front: str) -> None:
    """Let only these stand in front, whatever the start of the round did (D2.17)."""
    for key in list(game.state.members):
        row(game, key, rank="front" if key in front else "back")


# --- hitting ---


@pytest.mark.rule("D12.4", "D12.5", "D4.13", "DX1")
def test_a_veteran_hits_an_orc_at_75() -> None:
    for draw, hits in ((75, True), (76, False)):
        game = veteran()
        assert blows.attack_of(game.state, "fighter") == 5
        chance = blows.hit_chance(game.state, "fighter", "orc-1")
        assert (chance.num, chance.of) == (75, 100)
        with fix(game, draw, *((1,) if hits else ()), 1, 100):
            game.act("attack orc-1")
        assert (game.state.monsters["orc-1"].health < 15) is hits


@pytest.mark.rule("D12.7", "D3.1", "DX2")
def test_a_veterans_blow_takes_seven() -> None:
    game = veteran()
    with fix(game, 75, 6, 1, 100):
        game.act("attack orc-1")
    assert game.state.monsters["orc-1"].health == 8


@pytest.mark.rule("D12.4", "D12.8", "DX3")
def test_an_orc_strikes_a_rogue() -> None:
    for draw, health in ((55, 18 - 6), (56, 18)):
        game = moment(member("rogue", rank="front"))
        give(game, "leather", "body:rogue")
        meet(game, "orc")
        assert blows.hit_chance(game.state, "orc-1", "rogue").num == 55
        with fix(game, draw, *((6,) if draw == 55 else ())):  # 3-8: the sixth figure is 8
            blows.strike(game._ctx, "orc-1", "rogue")
        assert game.state.members["rogue"].health == health


@pytest.mark.rule("D12.7", "DX4")
def test_a_hit_deals_at_least_1() -> None:
    game = moment(member("wizard", rank="front"))
    give(game, "staff", "hand:wizard")
    hale(meet(game, "gargoyle"), 30)
    with fix(game, 1, 1, 1, 100):
        game.act("attack gargoyle-1")
    assert game.state.monsters["gargoyle-1"].health == 29


@pytest.mark.rule("D12.8")
def test_a_monsters_hit_deals_at_least_1() -> None:
    game = moment(member("fighter"))
    meet(game, "cellar-rat")
    fighting(game, ward=9)
    with fix(game, 1, 3):
        blows.strike(game._ctx, "cellar-rat-1", "fighter")
    assert game.state.members["fighter"].health == 23


@pytest.mark.rule("D12.8")
def test_a_monsters_damage_is_its_range() -> None:
    game = meet(moment(member("fighter")), "cellar-rat")  # 2-4
    damage = blows.monster_damage(game.state, "cellar-rat-1", "fighter")
    assert (damage.low, damage.high) == (2, 4)


@pytest.mark.rule("D12.4")
def test_a_chance_of_five_and_one_of_ninety_five() -> None:
    game = meet(moment(member("wizard", rank="front")), "cave-bat")
    for rally, num in ((-9, 5), (-8, 10), (8, 90), (9, 95), (10, 95)):  # attack less defence is rally less 2
        fighting(game, rally=rally)
        assert blows.hit_chance(game.state, "wizard", "cave-bat-1").num == num


@pytest.mark.rule("D12.6")
@pytest.mark.parametrize(("rally", "num"), [(-12, 25), (0, 70), (5, 95), (6, 95)])
def test_a_senseless_target_is_easier_by_20(rally: int, num: int) -> None:
    game = meet(moment(member("wizard", rank="front")), "cave-bat")
    fighting(game, rally=rally)
    row(game, "cave-bat-1", asleep=1)
    assert blows.hit_chance(game.state, "wizard", "cave-bat-1").num == num


@pytest.mark.rule("D12.6")
def test_a_senseless_member_is_easier_to_hit_too() -> None:
    game = meet(moment(member("fighter")), "cave-bat")
    assert blows.hit_chance(game.state, "cave-bat-1", "fighter").num == 70
    effects.start(game._ctx, "fighter", "senseless", "ghoul", left=2)
    assert blows.hit_chance(game.state, "cave-bat-1", "fighter").num == 90


@pytest.mark.rule("D12.5")
def test_attack_and_defence_count_weapon_and_effects() -> None:
    game = meet(veteran(), "orc")
    assert blows.attack_of(game.state, "fighter") == 3 + 1 + 1
    effects.start(game._ctx, "fighter", "sure-aim", "sure-aim")
    effects.start(game._ctx, "fighter", "dim-veil", "dim-veil")
    assert blows.attack_of(game.state, "fighter") == 9
    assert blows.defence_of(game.state, "fighter") == 1 + 2


@pytest.mark.rule("D12.5")
@pytest.mark.row("P08")
def test_leaden_limbs_weigh_on_the_band_alone() -> None:
    game = meet(moment(), "orc")
    fights.call_helper(game._ctx, "orc", "hero")
    fighting(game, leaden=3)
    assert (blows.attack_of(game.state, "orc-1"), blows.attack_of(game.state, "orc-2")) == (0, 3)


@pytest.mark.rule("D12.10")
def test_an_empty_hand_strikes_for_1_to_2() -> None:
    game = meet(moment(member("wizard", rank="front")), "shade")
    damage = blows.weapon_damage(game.state, "wizard", "shade-1")
    assert (damage.low, damage.high) == (1, 2)
    assert blows.attack_of(game.state, "wizard") == 1


@pytest.mark.rule("D3.1", "D12.7")
def test_strength_adds_nothing_to_a_bow() -> None:
    game = moment(member("ranger", strength=5))
    give(game, "short-bow", "hand:ranger")
    meet(game, "shade")
    damage = blows.weapon_damage(game.state, "ranger", "shade-1")
    assert damage.low == 1


@pytest.mark.rule("D12.9")
def test_protection_is_armour_shield_and_effects() -> None:
    game = moment(member("fighter"))
    give(game, "ring-mail", "body:fighter")
    give(game, "wooden-shield", "arm:fighter")
    meet(game, "orc")
    effects.start(game._ctx, "fighter", "stone-skin", "stone-skin")
    assert blows.protection_of(game.state, "fighter") == 3 + 1 + 3
    damage = blows.monster_damage(game.state, "orc-1", "fighter")
    assert (damage.low, damage.high) == (1, 1)


@pytest.mark.rule("D34.6")
def test_hits_on_kinds_never_killed_are_withheld() -> None:
    game = veteran()
    assert [roll.shown for roll in odds(game, "attack orc-1")] == [False, False]
    with staged(game) as s:
        s.bestiary["orc"] = Tale(met=1, killed=1)
    hit, damage = odds(game, "attack orc-1")
    assert (hit.shown, damage.shown) == (True, True)
    assert hit.parts == (("60", "base"), ("+25", "why.attack"), ("-10", "why.defence"))


# --- aiming ---


def party(*front: str) -> Game[State]:
    """A whole party with these in the front rank."""
    return moment(*[member(c, rank="front" if c in front else "back") for c in ("hero", "fighter", "rogue", "wizard")])


@pytest.mark.rule("D12.11")
def test_hand_blows_go_to_the_front_rank() -> None:
    game = meet(party("hero", "rogue"), "orc")
    assert blows.aims(game.state, "orc-1") == ["hero", "rogue"]


@pytest.mark.rule("D12.11")
def test_hand_blows_go_to_all_if_the_front_is_empty() -> None:
    game = meet(party("hero", "rogue"), "orc")
    row(game, "hero", health=0)
    row(game, "rogue", health=0)
    assert blows.aims(game.state, "orc-1") == ["fighter", "wizard"]


@pytest.mark.rule("D12.11")
def test_the_senseless_are_living_members_of_the_front() -> None:
    game = meet(party("hero", "rogue"), "orc")
    effects.start(game._ctx, "hero", "senseless", "ghoul", left=2)
    assert blows.aims(game.state, "orc-1") == ["hero", "rogue"]


@pytest.mark.rule("D12.11", "D33.1")
def test_far_monsters_aim_at_everyone() -> None:
    game = meet(party("hero", "rogue"), "goblin-archer")
    assert blows.aims(game.state, "goblin-archer-1") == ["hero", "fighter", "rogue", "wizard"]


@pytest.mark.rule("D11.21", "D12.11")
def test_members_outside_are_not_aimed_at() -> None:
    game = meet(party("hero", "rogue"), "orc", "goblin-archer")
    fighting(game, outside=("hero", "wizard"), ran=("hero", "wizard"))
    assert blows.aims(game.state, "orc-1") == ["rogue"]
    assert blows.aims(game.state, "goblin-archer-1") == ["fighter", "rogue"]


@pytest.mark.rule("D12.11")
def test_every_one_in_reach_is_equally_likely() -> None:
    struck = []
    for face in (1, 2):
        game = meet(party("hero", "rogue"), "orc")
        with fix(game, face, 1, 1):
            blows.monster_acts(game._ctx, "orc-1")
        struck += [m.id for m in game.state.members.values() if m.health < m.ceiling]
    assert struck == ["hero", "rogue"]


def drawn(game: Game[State]) -> list[tuple[str, str]]:
    """Who drew a blow, and from whom."""
    return [(e.member, e.aimed) for e in game._ctx.events if isinstance(e, blows.BlowDrawn)]


@pytest.mark.rule("D12.16", "D12.24")
def test_a_cover_takes_the_blow_with_its_own_defence() -> None:
    game = meet(party("hero", "rogue"), "orc")
    effects.start(game._ctx, "fighter", "covering", "covering", target="rogue")
    # The rogue (agility 4) would be hit at 55, the fighter (agility 1) is at 70.
    with fix(game, 2, 70, 1):
        blows.monster_acts(game._ctx, "orc-1")
    assert game.state.members["rogue"].health == 18
    assert game.state.members["fighter"].health == 24 - 3
    assert drawn(game) == [("fighter", "rogue")]


@pytest.mark.rule("D12.16")
def test_a_cover_leaves_other_blows_alone() -> None:
    game = meet(party("hero", "rogue"), "orc")
    effects.start(game._ctx, "fighter", "covering", "covering", target="rogue")
    with fix(game, 1, 1, 1):
        blows.monster_acts(game._ctx, "orc-1")
    assert game.state.members["hero"].health == 21 - 3
    assert drawn(game) == []


@pytest.mark.rule("D12.24")
@pytest.mark.parametrize("trouble", ["fallen", "senseless", "outside"])
def test_a_coverer_who_does_not_stand_inside_covers_nobody(trouble: str) -> None:
    game = meet(party("hero", "rogue"), "orc")
    effects.start(game._ctx, "fighter", "covering", "covering", target="rogue")
    assert blows.lands_on(game.state, "rogue") == "fighter"
    if trouble == "fallen":
        row(game, "fighter", health=0)
    elif trouble == "senseless":
        effects.start(game._ctx, "fighter", "senseless", "ghoul", left=2)
    else:
        fighting(game, outside=("fighter",), ran=("fighter",))
    assert blows.lands_on(game.state, "rogue") == "rogue"


@pytest.mark.rule("D12.24")
@pytest.mark.row("P22")
def test_a_sworn_shield_takes_aimed_blows() -> None:
    game = meet(party("hero", "rogue"), "orc")
    effects.start(game._ctx, "wizard", "sworn-shield", "sworn-shield", target="hero")
    assert (blows.lands_on(game.state, "hero"), blows.lands_on(game.state, "rogue")) == ("wizard", "rogue")


@pytest.mark.rule("D12.12", "D12.13")
def test_the_back_rank_needs_a_bow() -> None:
    game = meet(moment(), "orc")
    give(game, "short-bow", "hand:rogue")
    give(game, "staff", "hand:wizard")
    ranks(game, "hero")
    s = game.state
    assert [m.id for m in s.members.values() if blows.reaches(s, m)] == ["hero", "rogue"]


@pytest.mark.rule("D12.12")
@pytest.mark.parametrize("trouble", ["fallen", "senseless", "outside"])
def test_without_a_standing_front_the_back_strikes(trouble: str) -> None:
    game = meet(moment(), "orc")
    ranks(game, "hero")
    wizard = game.state.members["wizard"]
    assert not blows.reaches(game.state, wizard)
    if trouble == "fallen":
        row(game, "hero", health=0)
    elif trouble == "senseless":
        effects.start(game._ctx, "hero", "senseless", "ghoul", left=2)
    else:
        fighting(game, outside=("hero",), ran=("hero",))
    assert blows.reaches(game.state, game.state.members["wizard"])


@pytest.mark.rule("D12.13")
def test_a_bow_shoots_from_the_front_too() -> None:
    game = party("hero", "rogue")
    give(game, "short-bow", "hand:rogue")
    meet(game, "orc")
    assert blows.reaches(game.state, game.state.members["rogue"])


# --- kills ---


@pytest.mark.rule("D4.1", "D4.3", "DX8")
def test_the_last_blow_takes_all_the_experience() -> None:
    game = hale(meet(moment(), "orc", "orc"), 15)
    fights.wound_monster(game._ctx, "orc-1", 14, "fighter", "blow")
    fights.wound_monster(game._ctx, "orc-1", 1, "rogue", "blow")
    s = game.state
    assert (s.members["rogue"].experience, s.members["fighter"].experience) == (11, 0)
    fights.close(game._ctx, "fled")
    assert s.members["rogue"].experience == 11


@pytest.mark.rule("D4.2", "D14.17")
def test_a_helpers_kill_pays_nobody() -> None:
    game = hale(meet(moment(), "cellar-rat", "orc"), 12)
    helper = fights.call_helper(game._ctx, "ogre", "hero")
    with fix(game, 1, 1, 9, 1):  # the first monster, a hit, 5-13; then the rat's gold
        blows.helper_acts(game._ctx, helper)
    s = game.state
    assert s.monsters["cellar-rat-1"].health == 0
    assert [m.experience for m in s.members.values()] == [0, 0, 0, 0]
    assert s.purse.gold == 1


@pytest.mark.rule("D4.2")
def test_a_spells_kill_pays_its_user() -> None:
    game = hale(meet(moment(), "orc", "orc"), 15)
    fights.wound_monster(game._ctx, "orc-1", 20, "wizard", "firebolt")
    assert game.state.members["wizard"].experience == 11


@pytest.mark.rule("D12.14")
def test_wounds_of_magic_are_not_lessened() -> None:
    game = hale(meet(moment(), "gargoyle"), 30)  # protection 4
    fights.wound_monster(game._ctx, "gargoyle-1", 7, "wizard", "firebolt")
    assert game.state.monsters["gargoyle-1"].health == 23


@pytest.mark.rule("D12.18", "D4.1")
def test_the_dead_are_not_killed_again() -> None:
    game = hale(meet(moment(), "orc", "orc", wandering=True), 15)
    for _ in range(2):
        fights.wound_monster(game._ctx, "orc-1", 20, "hero", "blow")
    assert (game.state.counts.kills, game.state.members["hero"].experience) == (1, 11)


@pytest.mark.rule("D12.7", "D12.14")
def test_a_wound_of_magic_is_told_by_its_name() -> None:
    game = hale(meet(moment(), "orc", "orc"), 15)
    game._ctx.events = []
    for source in ("blow", "firebolt"):
        fights.wound_monster(game._ctx, "orc-1", 2, "wizard", source)
    blow, magic = [game.say(e) for e in game._ctx.events if isinstance(e, blows.MonsterWounded)]
    assert "Firebolt" not in blow
    assert "Firebolt" in magic


@pytest.mark.rule("D12.18")
@pytest.mark.parametrize(
    ("kind", "face", "faces", "gold"),
    [("orc", 1, 8, 3), ("orc", 8, 8, 10), ("goblin", 1, 4, 1), ("goblin", 4, 4, 4), ("the-gaoler", 1, 171, 85)],
)
def test_gold_is_drawn_around_the_figure(kind: str, face: int, faces: int, gold: int) -> None:
    game = meet(moment(), kind, "orc")  # orc 7: 3-10; goblin 3: 1-4; the Gaoler 170: 85-255
    with fix(game, face, then=1) as dice:
        fights.wound_monster(game._ctx, f"{kind}-1", 999, "hero", "blow")
    assert dice.seen[0] == (faces, face)
    assert game.state.purse.gold == gold


@pytest.mark.rule("D12.18")
def test_a_figure_of_1_gives_1() -> None:
    game = meet(moment(), "cellar-rat", "orc")
    with fix(game, 1):
        fights.wound_monster(game._ctx, "cellar-rat-1", 999, "hero", "blow")
    assert game.state.purse.gold == 1


@pytest.mark.rule("D12.18")
def test_a_figure_of_0_gives_nothing() -> None:
    game = meet(moment(), "cave-bat", "orc")
    with fix(game):
        fights.wound_monster(game._ctx, "cave-bat-1", 999, "hero", "blow")
    assert game.state.purse.gold == 0


@pytest.mark.rule("D9.24", "D12.18", "DX38")
def test_a_wandering_band_carries_no_gold() -> None:
    game = meet(moment(), "orc", "orc", wandering=True)
    with fix(game):
        fights.wound_monster(game._ctx, "orc-1", 999, "hero", "blow")
    assert (game.state.purse.gold, game.state.members["hero"].experience) == (0, 11)


@pytest.mark.rule("D31.15", "D30.12")
def test_a_kill_is_counted() -> None:
    game = meet(moment(), "orc", "orc", wandering=True)
    fights.wound_monster(game._ctx, "orc-1", 999, "hero", "blow")
    assert (game.state.counts.kills, game.state.bestiary["orc"].killed) == (1, 1)


@pytest.mark.row("R03", "P09")
def test_a_held_monster_loses_two_turns() -> None:
    game = meet(moment(member("hero")), "orc")
    fights.hold(game._ctx, "orc-1")
    for _ in range(2):
        with fix(game):
            game.act("wait")
    assert game.state.monsters["orc-1"].asleep == 0
    with fix(game, 1, 1, 1):
        game.act("wait")
    assert game.state.members["hero"].health == 21 - 3


@pytest.mark.row("R03", "P09")
def test_only_the_living_are_held() -> None:
    game = meet(moment(member("hero")), "orc", "orc")
    row(game, "orc-1", health=0)
    row(game, "orc-2", health=1)
    for key in ("orc-1", "orc-2"):
        fights.hold(game._ctx, key)
    assert [m.asleep for m in game.state.monsters.values()] == [0, 2]


# --- helpers ---


@pytest.mark.rule("D14.17")
def test_a_helper_stands_in_the_front_rank() -> None:
    game = meet(moment(), "orc", "goblin-archer")
    ranks(game, "hero")
    helper = fights.call_helper(game._ctx, "ogre", "hero")
    assert blows.aims(game.state, "orc-1") == ["hero", helper]
    assert blows.aims(game.state, "goblin-archer-1") == ["hero", "fighter", "rogue", "wizard", helper]
    row(game, "hero", health=0)
    assert blows.aims(game.state, "orc-1") == [helper]


@pytest.mark.rule("D14.17")
def test_a_helper_is_gone_at_0() -> None:
    game = meet(moment(member("fighter")), "orc")
    helper = fights.call_helper(game._ctx, "cellar-rat", "fighter")
    hale(game, 7, helper)
    with fix(game, 2, 1, 6):  # the helper is aimed at, a hit for 8
        blows.monster_acts(game._ctx, "orc-1")
    s = game.state
    assert fights.helpers(s) == []
    assert (s.monsters[helper].health, s.counts.kills, s.purse.gold) == (0, 0, 0)
    assert blows.aims(s, "orc-1") == ["fighter"]


@pytest.mark.rule("D14.17", "D15.23")
def test_a_helper_uses_no_special() -> None:
    game = meet(moment(member("fighter")), "orc")
    with fix(game):
        helper = fights.call_helper(game._ctx, "fire-imp", "fighter")
    hale(game, 15, "orc-1")
    with fix(game, 1, 1, 1):  # aim, hit, damage: no draw for breath
        blows.helper_acts(game._ctx, helper)
    assert game.state.monsters["orc-1"].health == 15 - (4 - 2)


@pytest.mark.rule("D14.17")
def test_a_special_does_not_touch_a_helper() -> None:
    game = meet(moment(member("fighter")), "tunnel-spider")
    hale(game, 32, fights.call_helper(game._ctx, "ogre", "fighter"))
    with fix(game, 2, 1, 1):
        blows.monster_acts(game._ctx, "tunnel-spider-1")
    assert game.state.monsters["ogre-1"].health == 32 - (3 - 1)


@pytest.mark.rule("D14.17")
def test_a_helper_aims_at_any_monster() -> None:
    struck: Counter[str] = Counter()
    for face in (1, 2, 3):
        game = hale(meet(moment(member("fighter")), "orc", "orc", "ghoul"), 20)
        helper = fights.call_helper(game._ctx, "ogre", "fighter")
        with fix(game, face, 1, 1):
            blows.helper_acts(game._ctx, helper)
        struck.update(key for key, m in game.state.monsters.items() if m.health < m.most)
    assert struck == {"orc-1": 1, "orc-2": 1, "ghoul-1": 1}
