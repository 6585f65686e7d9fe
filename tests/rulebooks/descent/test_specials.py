"""Special attacks (D15): each special by what a blow with it does, and what it leaves alone."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebooks.descent.moments import give, hale, member, moment

from undercroft.engine.chance import Chance
from undercroft.engine.game import Game
from undercroft.rulebooks.descent import blows, effects, fights, members, monsters, specials
from undercroft.rulebooks.descent.records import Member, State, replace
from undercroft.testing import fix, staged


def duel(kind: str, m: Member, *, length: str = "standard", gold: int = 0) -> Game[State]:
    """Return a game in which one member (the hero of the fight) faces one monster."""
    game = moment(m, length=length, gold=gold)
    meet(game, kind)
    return game


def meet(game: Game[State], *kinds: str, **more: Any) -> None:
    game._ctx.events = []
    fights.open_fight(game._ctx, kinds, **more)
    game._settle()


def bite(game: Game[State], *draws: int, monster: str = "", member: str = "") -> list[str]:
    """Let the first monster strike the first member with these draws; return the tags of what happened."""
    s = game.state
    game._ctx.events = []
    with fix(game, *draws):
        blows.strike(game._ctx, monster or next(iter(s.monsters)), member or next(iter(s.members)))
    return [event.tag() for event in game._ctx.events]


def turn(game: Game[State], *draws: int) -> None:
    """Let the first monster take its turn."""
    with fix(game, *draws):
        blows.monster_acts(game._ctx, next(iter(game.state.monsters)))


def after_fight(game: Game[State]) -> None:
    fights.close(game._ctx, "won")


# --- D15.1: the chance ---


@pytest.mark.rule("D15.1")
@pytest.mark.parametrize(("draw", "poisoned"), [(40, True), (41, False)])
def test_a_special_happens_with_the_tables_chance(draw: int, poisoned: bool) -> None:
    game = duel("mould-crawler", member("fighter"))  # poison 40
    bite(game, 1, draw, 1)
    assert effects.running(game.state, "fighter", "poisoned") is poisoned


@pytest.mark.rule("D15.1")
def test_a_blow_that_misses_brings_no_special() -> None:
    game = duel("mould-crawler", member("fighter"))  # attack 2, defence 1: 65
    assert bite(game, 66) == ["fight.missed"]


@pytest.mark.rule("D15.1")
def test_a_kind_without_special_draws_none() -> None:
    game = duel("orc", member("fighter"))
    bite(game, 1, 1)
    assert game.state.members["fighter"].health == 24 - 3


@pytest.mark.rule("D15.1", "D34.6")
def test_a_specials_chance_is_withheld_until_it_was_suffered() -> None:
    game = duel("mould-crawler", member("fighter"))
    assert not specials.special_chance(game.state, "mould-crawler-1").shown
    bite(game, 1, 40, 1)
    chance = specials.special_chance(game.state, "mould-crawler-1")
    assert (chance.num, chance.of, chance.shown) == (40, 100, True)


# --- metal eating ---


@pytest.mark.rule("D15.3", "D15.4", "D12.10", "DX26")
def test_six_bites_eat_a_hand_axe() -> None:
    game = duel("rust-mite", member("fighter"))
    axe = give(game, "hand-axe", "hand:fighter")
    bite(game, 1, 50)
    s = game.state
    assert (members.weapon_damage(s, s.members["fighter"]), s.members["fighter"].health) == (5, 24)
    for _ in range(4):
        bite(game, 1, 50)
    assert members.weapon_damage(s, s.members["fighter"]) == 1
    bite(game, 1, 50)
    assert axe not in s.items
    assert members.weapon_damage(s, s.members["fighter"]) == 2
    assert s.members["fighter"].health == 24


@pytest.mark.rule("D15.2", "D15.3")
def test_a_bitten_blade_stays_bitten_after_the_fight() -> None:
    game = duel("rust-mite", member("fighter"))
    axe = give(game, "hand-axe", "hand:fighter")
    bite(game, 1, 50)
    after_fight(game)
    assert (game.state.items[axe].lost, game.state.items[axe].cause) == (1, "metal eating")


@pytest.mark.rule("D15.5")
@pytest.mark.parametrize("ready", ["", "staff"])
def test_metal_eating_finds_no_metal(ready: str) -> None:
    game = duel("rust-mite", member("wizard"))
    if ready:
        give(game, ready, "hand:wizard")
    bite(game, 1, 1)  # hit, damage 3: no draw for the special
    assert game.state.members["wizard"].health == 15 - 3


# --- gear eating ---


@pytest.mark.rule("D15.6", "D15.7", "D15.8", "D15.9", "DX27")
def test_the_shield_is_bitten_and_the_mail_spared() -> None:
    game = duel("acid-slug", member("fighter"))
    shield = give(game, "wooden-shield", "arm:fighter")
    mail = give(game, "ring-mail", "body:fighter")
    bite(game, 1, 60)
    items = game.state.items
    assert (members.protection_of(items[shield]), members.protection_of(items[mail])) == (0, 3)
    assert game.state.members["fighter"].health == 24
    bite(game, 1, 8)  # hit, damage 4 + 7 = 11, less protection 3: no draw for the special
    assert (members.protection_of(items[shield]), members.protection_of(items[mail])) == (0, 3)
    assert game.state.members["fighter"].health == 24 - 8


@pytest.mark.rule("D15.6", "D15.7")
def test_without_a_shield_the_armour_is_bitten() -> None:
    game = duel("acid-slug", member("fighter"))
    mail = give(game, "ring-mail", "body:fighter")
    bite(game, 1, 60)
    after_fight(game)
    piece = game.state.items[mail]
    assert (members.protection_of(piece), piece.cause) == (2, "gear eating")
    assert game.state.members["fighter"].health == 24


@pytest.mark.rule("D15.8")
def test_a_piece_at_0_is_not_destroyed() -> None:
    game = duel("acid-slug", member("fighter"))
    mail = give(game, "ring-mail", "body:fighter", lost=2)
    bite(game, 1, 60)
    assert members.protection(game.state, game.state.members["fighter"]) == 0
    assert game.state.items[mail].place == "body:fighter"


@pytest.mark.rule("D15.9")
def test_without_shield_or_armour_the_blow_wounds() -> None:
    game = duel("acid-slug", member("fighter"))
    give(game, "ring-mail", "pack:fighter")
    bite(game, 1, 1)
    assert game.state.members["fighter"].health == 24 - 4


# --- ceiling bite ---


@pytest.mark.rule("D15.10", "D15.11", "D3.15", "DX28")
def test_a_ceiling_bite_lowers_the_ceiling() -> None:
    game = duel("hollow-monk", member("fighter", health=20, ceiling=22))
    bite(game, 1, 45, 3)
    m = game.state.members["fighter"]
    assert (m.health, m.ceiling) == (19, 19)
    after_fight(game)
    assert game.state.members["fighter"].ceiling == 19


@pytest.mark.rule("D15.11", "D15.10")
def test_a_ceiling_bite_above_present_health_draws_no_blood() -> None:
    game = duel("hollow-monk", member("fighter", health=10, ceiling=22))
    bite(game, 1, 45, 1)
    m = game.state.members["fighter"]
    assert (m.health, m.ceiling) == (10, 21)


@pytest.mark.rule("D15.12")
def test_a_ceiling_of_1_is_past_biting() -> None:
    game = duel("hollow-monk", member("fighter", health=1, ceiling=1))
    bite(game, 1, 45)
    m = game.state.members["fighter"]
    assert (m.health, m.ceiling) == (1, 1)


# --- drains ---


@pytest.mark.rule("D15.14", "D15.17", "D15.13", "DX29")
def test_a_level_drain_wounds_and_takes_a_level() -> None:
    game = duel(
        "wight", member("fighter", level=5, gains=(4, 2, 6, 3), ceiling=36, health=36, experience=70)
    )  # 6-14, drain 25
    give(game, "leather", "body:fighter")
    protection = members.protection(game.state, game.state.members["fighter"])
    bite(game, 1, 25, protection)  # the damage draw: protection + 5 in all
    m = game.state.members["fighter"]
    assert (m.level, m.ceiling, m.health, m.experience) == (4, 33, 31, 0)
    assert members.attack_bonus(m.level) == 1
    assert m.gains == (4, 2, 6)


@pytest.mark.rule("D15.15")
def test_at_level_1_only_the_experience_goes() -> None:
    game = duel("wight", member("fighter", experience=19))
    bite(game, 1, 25, 1)
    m = game.state.members["fighter"]
    assert (m.level, m.ceiling, m.health, m.experience) == (1, 24, 18, 0)


@pytest.mark.rule("D15.16")
def test_a_drained_caster_holds_less_mana() -> None:
    game = duel("wight", member("wizard", level=3, gains=(4, 4), ceiling=23, health=23, mana=15))
    bite(game, 1, 25, 1)
    m = game.state.members["wizard"]
    assert (m.level, m.mana, members.most_mana(m)) == (2, 14, 14)


@pytest.mark.rule("D15.14", "D17.13")
def test_a_blow_that_kills_drains_nothing() -> None:
    game = duel("wight", member("fighter", level=2, gains=(4,), ceiling=28, health=3, experience=7))
    bite(game, 1, 25, 1)
    m = game.state.members["fighter"]
    assert (m.health, m.level, m.experience) == (0, 2, 7)


@pytest.mark.rule("D15.21", "D17.13")
def test_a_blow_that_kills_burns_no_mana() -> None:
    game = duel("shade", member("wizard", health=1, mana=9))
    bite(game, 1, 50, 1)
    assert (game.state.members["wizard"].health, game.state.members["wizard"].mana) == (0, 9)


@pytest.mark.rule("D15.20")
def test_a_blow_that_kills_still_steals() -> None:
    game = duel("cutpurse", member("fighter", health=1), gold=100)
    bite(game, 1, 50, 1, 1)
    assert (game.state.members["fighter"].health, game.state.purse.gold) == (0, 95)


@pytest.mark.rule("D15.11", "D15.20")
def test_the_dice_of_the_specials() -> None:
    for kind, chance, sides in (("hollow-monk", 45, 3), ("cutpurse", 50, 6)):
        game = duel(kind, member("fighter"), gold=100)
        with fix(game, 1, chance, then=1) as dice:
            blows.strike(game._ctx, f"{kind}-1", "fighter")
        assert dice.seen[-1] == (sides, 1)


@pytest.mark.rule("D15.1")
@pytest.mark.row("P23")
@pytest.mark.parametrize("kind", ["wight", "hollow-monk"])
def test_a_sealed_member_is_wounded_as_by_an_ordinary_blow(kind: str) -> None:
    game = duel(kind, member("fighter", level=2, gains=(4,), ceiling=28, health=28, experience=7))
    effects.start(game._ctx, "fighter", "seal-of-self", "seal-of-self")
    bite(game, 1, 1)  # no draw for the special
    m = game.state.members["fighter"]
    assert (m.health, m.ceiling, m.level, m.experience) == (28 - {"wight": 6, "hollow-monk": 5}[kind], 28, 2, 7)


# --- after the wound ---


@pytest.mark.rule("D15.18")
def test_poison_wounds_and_poisons() -> None:
    game = duel("tunnel-spider", member("fighter"))
    bite(game, 1, 50, 1)
    assert game.state.members["fighter"].health == 24 - 3
    effect = game.state.effects["fighter:poisoned"]
    assert (effect.left, effect.source) == (30, "tunnel-spider")


@pytest.mark.rule("D15.19")
def test_hold_takes_the_next_two_turns() -> None:
    game = moment(member("hero"), member("fighter"))
    meet(game, "ghoul")
    bite(game, 1, 30, 1, member="fighter")
    assert game.state.members["fighter"].health == 24 - 4
    acts = []
    for _ in range(5):
        assert game.decision is not None
        acts.append(game.decision.about["member"])
        with fix(game, then=100):
            assert game.act("wait")
    assert acts == ["hero", "hero", "hero", "fighter", "hero"]


@pytest.mark.rule("D15.20")
@pytest.mark.parametrize(
    ("kind", "length", "die", "gold", "left"),
    [("cutpurse", "standard", 3, 100, 85), ("gremlin", "standard", 6, 4, 0), ("gremlin-thief", "long", 2, 100, 86)],
)
def test_stolen_gold_is_a_die_times_the_peril(kind: str, length: str, die: int, gold: int, left: int) -> None:
    game = duel(kind, member("fighter"), length=length, gold=gold)
    before = game.state.members["fighter"].health
    bite(game, 1, 30, 1, die)
    assert game.state.purse.gold == left
    assert game.state.members["fighter"].health < before


@pytest.mark.rule("D15.21")
@pytest.mark.parametrize(("mana", "left"), [(9, 5), (3, 0)])
def test_mana_burn_takes_four(mana: int, left: int) -> None:
    game = duel("shade", member("wizard", mana=mana))
    bite(game, 1, 50, 1)
    m = game.state.members["wizard"]
    assert (m.health, m.mana) == (15 - 4, left)


# --- no blow ---


@pytest.mark.rule("D15.22")
@pytest.mark.parametrize(("lost", "health"), [(10, 32), (4, 38), (3, 38), (0, 38)])
def test_a_troll_regains_four_at_the_start_of_its_turn(lost: int, health: int) -> None:
    game = hale(duel("troll", member("fighter")), 38)
    with staged(game) as s:
        s.monsters["troll-1"] = replace(s.monsters["troll-1"], health=38 - lost)
    turn(game, 1, 100)
    assert game.state.monsters["troll-1"].health == health
    assert monsters.suffered(game.state, "troll") is (lost > 0)  # the whole have nothing to regain


@pytest.mark.rule("D15.22")
def test_a_senseless_troll_regains_too() -> None:
    game = hale(duel("troll", member("fighter")), 38)
    with staged(game) as s:
        s.monsters["troll-1"] = replace(s.monsters["troll-1"], health=20, asleep=2)
    turn(game)
    assert (game.state.monsters["troll-1"].health, game.state.monsters["troll-1"].asleep) == (24, 1)


@pytest.mark.rule("D15.22")
def test_others_regain_nothing() -> None:
    game = hale(duel("ogre", member("fighter")), 32)
    with staged(game) as s:
        s.monsters["ogre-1"] = replace(s.monsters["ogre-1"], health=20)
    turn(game, 1, 100)
    assert game.state.monsters["ogre-1"].health == 20


def breathed(draw: int) -> Game[State]:
    """A Young Dragon (8-21, breath 35) before a hero with protection 3, a fighter without, and one outside."""
    game = moment(member("hero"), member("fighter"), member("rogue", rank="back"), member("wizard"))
    give(game, "ring-mail", "body:hero")
    meet(game, "young-dragon")
    with staged(game) as s:
        assert s.fight is not None
        s.fight = replace(s.fight, outside=("wizard",), ran=("wizard",))
    # hero: (8+5) / 2 = 6 less 1; fighter: (8+0) / 2 = 4; rogue: (8+13) / 2 = 10
    turn(game, draw, *((6, 1, 14) if draw <= 35 else (1, 100)))
    return game


@pytest.mark.rule("D15.23")
def test_breath_wounds_everyone_inside() -> None:
    health = {m.id: m.health for m in breathed(35).state.members.values()}
    assert health == {"hero": 21 - 5, "fighter": 24 - 4, "rogue": 18 - 10, "wizard": 15}


@pytest.mark.rule("D15.23")
def test_without_breath_it_strikes() -> None:
    health = {m.id: m.health for m in breathed(36).state.members.values()}
    assert health == {"hero": 21, "fighter": 24, "rogue": 18, "wizard": 15}


@pytest.mark.rule("D15.23")
def test_breath_wounds_for_at_least_1() -> None:
    game = duel("fire-imp", member("fighter"))  # 4-11
    with staged(game) as s:
        assert s.fight is not None
        s.fight = replace(s.fight, ward=12)
    turn(game, 25, 8)
    assert game.state.members["fighter"].health == 24 - 1


@pytest.mark.rule("D15.23", "D31.15")
def test_a_special_suffered_is_noted() -> None:
    game = duel("fire-imp", member("fighter"))
    assert not game.state.bestiary["fire-imp"].suffered
    turn(game, 26, 1, 100)
    assert not game.state.bestiary["fire-imp"].suffered
    turn(game, 25, 1)
    assert game.state.bestiary["fire-imp"].suffered


@pytest.mark.rule("D15.1")
def test_the_odds_of_a_blow_list_its_special() -> None:
    game = duel("tunnel-spider", member("fighter"))
    names = [
        (roll.name, roll.num) for roll in blows.blow_odds(game.state, "tunnel-spider-1") if isinstance(roll, Chance)
    ]
    assert names == [("hit", 70), ("special", 50)]
