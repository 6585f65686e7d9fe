"""Ranks, reach and targets (T7.13 to T7.19, T4.27 to T4.30)."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.arena import MISS, act, afflict, band, change, fight, hero, new, refusal, stance, told

from undercroft.rulebooks.tabletop import fighters, fights, monsters, ranks
from undercroft.rulebooks.tabletop.blows import Blow
from undercroft.rulebooks.tabletop.records import Arm, Party, Stance, replace
from undercroft.testing import staged

NAMES = ("ada", "bea", "cyd", "dee", "eli")


def company(count: int, front: int, *kinds: str, passage: bool = False, **more):
    """So many characters of falling Courage above all foes', so many of them in front, against kinds that never hit."""
    heroes = [hero(name, courage=30 - at, **more) for at, name in enumerate(NAMES[:count])]
    foes = [
        replace(monsters.from_block(kind), attack=1, vitality=99, vitality_max=99, courage=25 - at)
        for at, kind in enumerate(kinds)
    ]
    game = band(new(heroes), *foes)
    with staged(game) as s:
        s.party = Party(s.party.order, front=front)
    return fight(game, then=3, passage=passage)


@pytest.mark.rule("T7.13")
@pytest.mark.parametrize(("passage", "front"), [(False, ["ada", "bea", "cyd"]), (True, ["ada", "bea"])])
def test_a_room_holds_three_in_front_and_a_passage_two(passage, front):
    game = company(5, 3, "orc", passage=passage)
    assert fighters.front(game.state) == front
    assert fighters.back(game.state) == [name for name in NAMES if name not in front]


@pytest.mark.rule("T7.13")
def test_the_front_rank_is_as_wide_as_the_party_wishes():
    assert fighters.front(company(4, 1, "orc").state) == ["ada"]


@pytest.mark.rule("T7.14")
def test_the_back_rank_becomes_the_front_rank_when_nobody_stands_there():
    game = company(4, 2, "orc")
    stance(game, "ada", place="fled")
    change(game, "bea", vitality=0)
    ranks.close_ranks(game._ctx)
    assert fighters.front(game.state) == ["cyd", "dee"]


@pytest.mark.rule("T7.14")
def test_the_back_rank_stays_behind_while_one_stands_in_front():
    game = company(4, 2, "orc")
    change(game, "ada", vitality=0)
    ranks.close_ranks(game._ctx)
    assert fighters.front(game.state) == ["bea"]


@pytest.mark.rule("T7.14")
def test_ranks_close_at_once_when_the_last_in_front_flees():
    game = company(2, 1, "orc")
    step = act(game, "flee", 5)
    assert told(step, ranks.RanksClosed)[0].who == ("bea",)
    act(game, "attack orc-1", 11, MISS)


@pytest.mark.rule("T7.15")
@pytest.mark.parametrize(("kind", "reaches"), [("sword", False), ("spear", True), ("halberd", True)])
def test_from_the_back_rank_only_reach_weapons_strike(kind, reaches):
    game = company(2, 1, "orc", weapons=(Arm(kind),))
    act(game, "wait")
    if reaches:
        act(game, "attack orc-1", 11, MISS)
    else:
        assert refusal(game, "attack orc-1") == ("fight.back_rank", "T7.15")


@pytest.mark.rule("T7.16")
def test_foes_press_the_front_rank_in_turn_then_the_softest_behind():
    game = company(4, 2, *["orc"] * 6)
    change(game, "dee", armour="travelling-clothes")
    change(game, "cyd", armour="padded-coat")
    s = game.state
    assert [ranks.aim(s, f"orc-{at}") for at in range(1, 7)] == ["ada", "bea", "ada", "bea", "dee", "dee"]
    change(game, "cyd", armour="travelling-clothes")
    assert ranks.aim(s, "orc-5") == "cyd"


@pytest.mark.rule("T7.16")
def test_without_a_back_rank_all_press_the_front():
    game = company(2, 2, *["orc"] * 6)
    assert [ranks.aim(game.state, f"orc-{at}") for at in range(1, 7)] == ["ada", "bea"] * 3


@pytest.mark.rule("T7.16")
def test_only_standing_foes_and_characters_are_counted():
    game = company(3, 3, *["orc"] * 4)
    change(game, "orc-1", vitality=0)
    change(game, "ada", vitality=0)
    assert [ranks.aim(game.state, f"orc-{at}") for at in (2, 3, 4)] == ["bea", "cyd", "bea"]


@pytest.mark.rule("T7.17", "T11.33", "TX23")
def test_a_dragon_attacks_twice_the_second_time_the_next_in_front():
    game = company(2, 2, "dragon")
    act(game, "wait")
    step = act(game, "wait", MISS, MISS)
    assert [blow.target for blow in told(step, Blow)] == ["ada", "bea"]


@pytest.mark.rule("T7.17")
def test_a_further_attack_on_a_lone_character_hits_the_same():
    step = act(company(1, 1, "dragon"), "wait", MISS, MISS)
    assert [blow.target for blow in told(step, Blow)] == ["ada", "ada"]


@pytest.mark.rule("T7.17", "T7.14")
def test_a_further_attack_finds_the_ranks_closed():
    game = company(2, 1, "dragon")
    change(game, "ada", vitality=1)
    change(game, "dragon-1", attack=18)
    act(game, "wait")
    step = act(game, "wait", 5, 19, 6, 6, 6, MISS)
    assert [blow.target for blow in told(step, Blow)] == ["ada", "bea"]


@pytest.mark.rule("T7.18")
def test_any_rank_goes_for_the_lowest_vitality():
    game = company(4, 2, "harpy", "orc")
    change(game, "dee", vitality=5)
    assert ranks.aim(game.state, "harpy-1") == "dee"
    assert ranks.aim(game.state, "orc-1") == "bea"


@pytest.mark.rule("T7.19")
def test_the_rear_is_reached_by_reach_and_missiles_alone_while_another_stands():
    game = company(
        1,
        1,
        "bandit",
        "renegade-magician",
        weapons=(Arm("sword"), Arm("spear"), Arm("short-bow")),
        goods=(("arrows", 9),),
    )
    change(game, "renegade-magician-1", astral=0)
    assert refusal(game, "attack renegade-magician-1") == ("fight.rear", "T7.19")
    change(game, "ada", wielded=1)
    assert game.judge(game.parse("attack renegade-magician-1")) is None
    change(game, "ada", wielded=2)
    assert game.judge(game.parse("shoot renegade-magician-1")) is None
    change(game, "ada", wielded=0)
    assert game.judge(game.parse("throw spear renegade-magician-1")) is None
    change(game, "bandit-1", vitality=0)
    assert game.judge(game.parse("attack renegade-magician-1")) is None


# --- Elves and the Dragon ---


def elves(*who, kind="dragon"):
    game = band(new(who), replace(monsters.from_block(kind), attack=1))
    return fight(game, then=3)


def elf(name="eli", **more):
    return hero(name, "elf", kin="elf", **({"courage": 30} | more))


@pytest.mark.rule("T4.27", "T4.28", "T4.30", "TX25")
def test_an_elf_shoots_at_a_dragon_and_comes_no_nearer():
    game = elves(elf(weapons=(Arm("short-bow"), Arm("sword")), goods=(("arrows", 9),)), hero("ada", courage=29))
    assert (fighters.front(game.state), fighters.back(game.state)) == (["ada"], ["eli"])
    assert "shoot dragon-1" in game.actions()
    assert refusal(game, "swap ada") == ("fight.dragon", "T4.30")
    assert refusal(game, "step") == ("fight.dragon", "T4.30")
    change(game, "eli", wielded=1)
    assert refusal(game, "attack dragon-1") == ("fight.dragon", "T4.30")
    act(game, "wait")
    assert refusal(game, "swap eli") == ("fight.dragon", "T4.30")


@pytest.mark.rule("T4.29")
def test_against_a_dragon_an_elf_defends_and_flees():
    game = elves(elf())
    assert "flee" in game.actions()
    assert "guard" in game.actions()
    assert "attack dragon-1" not in game.actions()


@pytest.mark.rule("T4.30")
def test_an_elf_stays_behind_even_when_nobody_stands_in_front():
    game = elves(elf(), hero("ada", courage=29))
    change(game, "ada", vitality=0)
    ranks.close_ranks(game._ctx)
    assert fighters.front(game.state) == []
    change(game, "dragon-1", kind="ogre")
    ranks.close_ranks(game._ctx)
    assert fighters.front(game.state) == ["eli"]


@pytest.mark.rule("T4.30", "T7.14")
def test_elves_step_up_at_once_when_the_dragon_is_slain():
    game = elves(elf(weapons=(Arm("short-bow"),), goods=(("arrows", 9),), courage=29), kind="dragon")
    band(game, "ogre")
    change(game, "dragon-1", vitality=1, protection=0)
    with staged(game) as s:
        s.stances["ogre-1"] = Stance(fighters.GROUP)
    assert fighters.front(game.state) == []
    step = act(game, "shoot dragon-1", 5, 6)
    kinds = [type(one) for one in step.all_events]
    assert kinds.index(ranks.RanksClosed) < kinds.index(fights.RoundBegun)
    assert fighters.front(game.state) == ["eli"]


@pytest.mark.rule("T4.27", "T4.30")
def test_an_elf_fights_an_ogre_like_anybody():
    assert "attack ogre-1" in elves(elf(), kind="ogre").actions()


@pytest.mark.rule("T4.30", "T7.16", "T7.17", "TX51")
def test_a_dragon_before_elves_alone_takes_the_softest():
    soft = {"armour": "padded-coat"}
    game = elves(elf(armour="leather-armour"), elf("fay", courage=29, **soft))
    act(game, "wait")
    step = act(game, "wait", MISS, MISS)
    assert [blow.target for blow in told(step, Blow)] == ["fay", "fay"]
    change(game, "fay", vitality=1)
    change(game, "dragon-1", attack=18)
    act(game, "wait")
    step = act(game, "wait", 5, 19, 6, 6, 6, MISS)
    assert [blow.target for blow in told(step, Blow)] == ["fay", "eli"]


@pytest.mark.rule("T20.18")
def test_nobody_can_target_the_hidden():
    game = company(2, 2, "orc")
    afflict(game, "ada", "hidden")
    assert ranks.aim(game.state, "orc-1") == "bea"
    afflict(game, "bea", "hidden")
    assert ranks.aim(game.state, "orc-1") == ""


@pytest.mark.rule("T20.18")
def test_who_attacks_is_hidden_no_longer():
    game = company(1, 1, "orc")
    afflict(game, "ada", "hidden")
    act(game, "attack orc-1", 11, MISS)
    assert game.state.characters["ada"].conditions == ()
