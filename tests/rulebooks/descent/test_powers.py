"""What bottles, scrolls, lanterns and charms do: every row of the tables of D24 by its effect in the game."""

from __future__ import annotations

import pytest
from tests.rulebooks.descent.magic import afflict, battle, code, drink, edit, known, tags, texts, who
from tests.rulebooks.descent.moments import cell, give, health_of, into_room, member, moment

from undercroft.engine.action import Action
from undercroft.engine.game import Game
from undercroft.rulebooks.descent import bribery, gear, members, powers, things, wandering
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent.records import Clock, Door, PartyEffect, Purse, State, replace
from undercroft.testing import fix, staged

# Bottles ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("D24.10")
@pytest.mark.row("Q01")
@pytest.mark.parametrize(("draws", "health"), [((1,), 2), ((2, 6, 5), 13), ((6, 1, 1), 4)])
def test_medicinal_ale_heals_2d6_unless_its_die_shows_1(draws: tuple[int, ...], health: int) -> None:
    game = drink("medicinal-ale", *draws)
    assert who(game, "hero").health == health
    assert who(game, "fighter").health == 2


@pytest.mark.row("Q02")
def test_healing_draught_heals_3d8() -> None:
    assert who(drink("healing-draught", 8, 1, 3), "hero").health == 14


@pytest.mark.rule("D3.8")
@pytest.mark.row("Q02")
def test_a_potion_heals_no_further_than_the_ceiling() -> None:
    assert who(drink("healing-draught", 8, 8, 8), "hero").health == 21


@pytest.mark.rule("D24.16")
@pytest.mark.row("Q03")
def test_great_draught_heals_its_drinker_to_the_ceiling() -> None:
    game = drink("great-draught")
    assert (who(game, "hero").health, who(game, "fighter").health) == (21, 2)


@pytest.mark.row("Q04")
@pytest.mark.parametrize(("draws", "mana"), [((2, 1), 3), ((6, 6), 6)])
def test_mana_draught_returns_2d6_mana_up_to_the_most(draws: tuple[int, ...], mana: int) -> None:
    assert who(drink("mana-draught", *draws, mana=0), "hero").mana == mana


@pytest.mark.rule("D2.8")
@pytest.mark.row("Q04")
def test_mana_draught_gives_nothing_to_a_member_without_mana() -> None:
    game = moment(member("fighter"))
    bottle = give(game, "mana-draught", "pack:fighter", named=True)
    with fix(game, 6, 6):
        assert game.act(f"use {bottle}")
    assert who(game, "fighter").mana == 0


@pytest.mark.rule("D24.11", "D4.14")
@pytest.mark.row("Q05")
def test_mind_sharpener_gives_its_drinker_60_experience() -> None:
    # 20 for level 2 and 40 for level 3 are covered to the point; each level rolls its own 1d6.
    game = drink("mind-sharpener", 4, 2)
    hero = who(game, "hero")
    assert (hero.level, hero.experience, hero.ceiling, hero.gains) == (3, 0, 27, (4, 2))
    assert who(game, "fighter").experience == 0


@pytest.mark.row("Q06", "E2")
def test_giants_draught_adds_3_strength_for_120_steps() -> None:
    game = drink("giants-draught")
    effect = game.state.effects["hero:giant"]
    assert (effect.left, effect.source) == (120, "giants-draught")


@pytest.mark.row("Q07", "E3")
def test_quick_draught_starts_quick() -> None:
    game = drink("quick-draught")
    assert game.state.effects["hero:quick"].left == 120
    assert list(game.state.effects) == ["hero:quick"]


@pytest.mark.row("Q08")
def test_antidote_ends_poison_and_nothing_else() -> None:
    game = moment(member("hero"))
    bottle = give(game, "antidote", "pack:hero", named=True)
    afflict(game, "hero", "poisoned")
    afflict(game, "hero", "stupor")
    assert game.act(f"use {bottle}")
    assert list(game.state.effects) == ["hero:stupor"]


@pytest.mark.row("Q08")
def test_an_antidote_for_nothing_is_spent_all_the_same() -> None:
    assert not drink("antidote").state.effects


@pytest.mark.rule("D24.9", "D3.13")
@pytest.mark.row("Q09")
@pytest.mark.parametrize(("draw", "ceiling"), [(1, 20), (4, 17)])
def test_wasting_bottle_lowers_the_ceiling_by_1d4(draw: int, ceiling: int) -> None:
    hero = who(drink("wasting-bottle", draw, health=21), "hero")
    assert (hero.ceiling, hero.health) == (ceiling, ceiling)


@pytest.mark.row("Q10", "E1")
def test_venom_poisons_for_30_steps() -> None:
    assert drink("venom").state.effects["hero:poisoned"].left == 30


@pytest.mark.row("Q11")
def test_dulling_bottle_takes_the_experience_toward_the_next_level() -> None:
    hero = who(drink("dulling-bottle", level=3, experience=59), "hero")
    assert (hero.level, hero.experience) == (3, 0)


@pytest.mark.row("Q12", "E4")
def test_stupor_bottle_starts_stupor() -> None:
    assert drink("stupor-bottle").state.effects["hero:stupor"].left == 120


@pytest.mark.rule("D6.10")
@pytest.mark.row("Q13")
def test_gluttons_cup_is_a_bad_fare_effect_of_240_steps() -> None:
    game = drink("gluttons-cup")
    assert game.state.party_effects["fare"] == PartyEffect("fare", False, 240, "gluttons-cup")


# Scrolls ----------------------------------------------------------------------------------------------------------


def recite(kind: str, *draws: int, target: str = "", foes: tuple[tuple[str, int], ...] = (("orc", 15),)) -> Game[State]:
    """Let the hero read a named scroll in a fight; the fighter is next."""
    game = moment()
    scroll = give(game, kind, "pack:hero", named=True)
    battle(game, "hero", "fighter", foes=foes)
    with fix(game, *draws):
        assert game.act(f"recite {scroll} {target}".strip())
    assert scroll not in game.state.items
    assert game.state.fight is not None
    assert game.state.fight.turns == ("fighter",)
    return game


@pytest.mark.rule("D14.14", "D14.15", "DX25")
@pytest.mark.row("R01")
@pytest.mark.parametrize(
    ("kind", "before", "after"), [("goblin", 60, 85), ("bone-walker", 10, 35), ("gremlin", 55, 80)]
)
def test_example_25_goodwill_adds_25_once_a_fight(kind: str, before: int, after: int) -> None:
    game = moment()
    first, second = (give(game, "goodwill-scroll", f"pack:{m}") for m in ("hero", "wizard"))
    known(game, "goodwill-scroll")
    battle(game, "hero", "wizard", "fighter", foes=((kind, 10),))
    assert bribery.bribe_chance(game.state).num == before
    assert game.act(f"recite {first}")
    assert bribery.bribe_chance(game.state).num == after
    assert game.act(f"recite {second}")
    assert bribery.bribe_chance(game.state).num == after
    assert not game.state.items


@pytest.mark.rule("D12.14", "D4.2")
@pytest.mark.row("R02")
def test_scroll_of_fire_wounds_one_monster_4d6_past_its_protection() -> None:
    game = recite("scroll-of-fire", 1, 2, 3, 4, target="orc-2", foes=(("orc", 15), ("orc", 15)))
    assert [m.health for m in game.state.monsters.values()] == [15, 5]


@pytest.mark.rule("D4.1", "D4.2")
@pytest.mark.row("R02")
def test_a_kill_by_scroll_pays_its_reader() -> None:
    # 4d6, then the gold of the orc (7: from 3 to 10).
    game = recite("scroll-of-fire", 6, 6, 3, 1, 1, target="orc-2", foes=(("orc", 15), ("orc", 15)))
    assert (who(game, "hero").experience, who(game, "fighter").experience) == (11, 0)
    assert game.state.purse.gold == 3


@pytest.mark.row("R03")
def test_scroll_of_holding_holds_each_monster_with_60_for_two_turns() -> None:
    game = recite("scroll-of-holding", 60, 61, 1, foes=(("orc", 15), ("orc", 15), ("orc", 15)))
    assert [m.asleep for m in game.state.monsters.values()] == [2, 0, 2]


@pytest.mark.rule("D24.8")
@pytest.mark.row("R03")
def test_each_monster_that_a_scroll_of_holding_does_not_hold_is_told() -> None:
    game = moment()
    scroll = give(game, "scroll-of-holding", "pack:hero", named=True)
    battle(game, "hero", "fighter", foes=(("orc", 15), ("orc", 15)))
    with fix(game, 61, 60):
        step = game.act(f"recite {scroll}")
    said = [line for e in step.events if (line := game.say(e))]
    assert said == [
        "Hero reads: Scroll of Holding.", "Orc 1 shakes off the Scroll of Holding.", "Orc 2 stands as if asleep.",
    ]  # fmt: skip


OTHERS = ("summoning-stone", "scroll-of-calling")
"""Used things that always bring somebody."""
USED = [
    key
    for key in content.catalogue().items
    if things.is_used(key) and not powers.is_aimed(key) and key not in OTHERS
]  # fmt: skip


@pytest.mark.rule("D24.8")
@pytest.mark.parametrize("kind", USED)
@pytest.mark.parametrize("fresh", [True, False], ids=["whole", "twice"])
def test_a_thing_that_finds_nothing_to_work_on_says_so(kind: str, fresh: bool) -> None:
    """Everybody is whole, full of mana and under nothing, or the thing was used just before."""
    game = moment(member("hero"), member("fighter"))
    items = [give(game, kind, "pack:hero", named=True), give(game, kind, "pack:hero", named=True)]
    known(game, kind)
    fighting = not things.fits(game.state, kind)
    if fighting:
        battle(game, "hero", "hero", foes=(("orc", 15),))
    elif not fresh:
        edit(game, "hero", mana=0, ceiling=1, health=1)
    word = ("recite" if fighting else "read") if content.item(kind).sort == "scroll" else "apply" if fighting else "use"
    for item in items[: 1 if fresh else 2]:
        with fix(game, then=61):
            step = game.act(f"{word} {item}")
    said = [line for e in step.events if (line := game.say(e))]
    assert len(said) > 1


WASTED = (
    ("healing-draught", {"health": 21}, {"health": 20}),
    ("great-draught", {"health": 21}, {"health": 20}),
    ("medicinal-ale", {"health": 21}, {"health": 20}),
    ("mind-sharpener", None, {}),
)


@pytest.mark.rule("D24.8", "D34.6")
@pytest.mark.parametrize(("kind", "whole", "lacking"), WASTED)
def test_what_would_heal_one_without_a_wound_is_moot_while_its_kind_is_known(
    kind: str, whole: dict[str, int] | None, lacking: dict[str, int]
) -> None:
    game = moment()
    key = give(game, kind, "pack:hero")
    edit(game, "hero", **(whole or {}))
    use = game.parse(f"use {key}")
    assert isinstance(use, Action)
    assert not use.moot(game.state)
    known(game, kind)
    assert use.moot(game.state) == (whole is not None)
    assert game.judge(use) is None
    edit(game, "hero", **lacking)
    assert not use.moot(game.state)


@pytest.mark.rule("D24.8")
def test_mana_for_one_who_is_full_of_it_or_has_none_and_a_cure_of_nothing_are_moot() -> None:
    game = moment()
    known(game, "mana-draught", "antidote")
    edit(game, "wizard", mana=members.most_mana(who(game, "wizard")))
    keys = [give(game, kind, f"pack:{one}") for one, kind in
            (("hero", "mana-draught"), ("wizard", "mana-draught"), ("hero", "antidote"))]  # fmt: skip

    def moot() -> list[bool]:
        uses = [game.parse(f"use {key}") for key in keys]
        return [isinstance(use, Action) and use.moot(game.state) for use in uses]

    assert moot() == [True, True, True]
    edit(game, "wizard", mana=0)
    afflict(game, "hero", "poisoned")
    assert moot() == [True, False, False]


@pytest.mark.rule("D24.8")
def test_what_is_drunk_in_vain_is_told_of_its_drinker() -> None:
    game = moment(member("hero"))
    bottle = give(game, "antidote", "pack:hero", named=True)
    step = game.act(f"use {bottle}")
    assert tags(step) == ["thing.used", "gear.destroyed", "power.in_vain"]
    assert game.say(step.events[-1]) == "Antidote finds nothing in Hero to work on, and is gone."


@pytest.mark.row("R04")
def test_scroll_of_warding_words_protects_all_inside_by_2() -> None:
    game = moment()
    before = [members.protection(game.state, m) for m in game.state.members.values()]
    assert before == [0, 0, 0, 0]
    scroll = give(game, "scroll-of-warding-words", "pack:hero", named=True)
    battle(game, "hero", "fighter", outside=("rogue",))
    assert game.act(f"recite {scroll}")
    assert [members.protection(game.state, m) for m in game.state.members.values()] == [2, 2, 0, 2]


@pytest.mark.rule("D24.8", "D26.2")
@pytest.mark.row("R05", "R06", "R09")
@pytest.mark.parametrize(
    ("kind", "effect"),
    [
        ("scroll-of-fasting", PartyEffect("fare", True, 240, "scroll-of-fasting")),
        ("marching-song", PartyEffect("mending", True, 120, "marching-song")),
        ("scroll-of-keen-sight", PartyEffect("sight", True, 120, "scroll-of-keen-sight")),
    ],
)
def test_scrolls_that_start_party_effects(kind: str, effect: PartyEffect) -> None:
    game = moment(courtyard=True)
    scroll = give(game, kind, "pack:wizard", named=True)
    assert game.act(f"read {scroll}")
    assert list(game.state.party_effects.values()) == [effect]
    assert scroll not in game.state.items


@pytest.mark.rule("D24.1")
@pytest.mark.row("R07")
def test_scroll_of_naming_names_one_item_and_with_it_the_kind() -> None:
    game = moment()
    scroll = give(game, "scroll-of-naming", "pack:hero", named=True)
    venom, other, ale = (give(game, k, "pack:rogue") for k in ("venom", "venom", "medicinal-ale"))
    knife = give(game, "knife", "hand:rogue")
    assert texts(game, "read") == [f"read {scroll} {one}" for one in (venom, other, ale)]
    for wrong in ("", knife, scroll, "hero", "bottle-77"):
        assert code(game.act(f"read {scroll} {wrong}".strip())) == "thing.target"
    assert game.act(f"read {scroll} {venom}")
    assert [gear.is_named(game.state, one) for one in (venom, other, ale)] == [True, True, False]
    assert scroll not in game.state.items
    assert {venom, other, ale} <= set(game.state.items)


@pytest.mark.rule("D24.4", "D24.17")
@pytest.mark.row("R07")
def test_naming_a_foul_lantern_tells_its_kind_before_its_use_and_no_other_lanterns() -> None:
    game = moment()
    scroll = give(game, "scroll-of-naming", "pack:hero", named=True)
    foul, other = (give(game, "foul-lantern", "pack:fighter") for _ in range(2))
    assert gear.called(game.state, foul) == gear.called(game.state, other)
    assert game.act(f"read {scroll} {foul}")
    assert [gear.is_named(game.state, one) for one in (foul, other)] == [True, False]
    assert "Foul Lantern" in gear.called(game.state, foul)


@pytest.mark.row("R08")
def test_scroll_of_open_walls_shows_every_secret_door_of_the_floor_only() -> None:
    game = moment()
    with staged(game) as s:
        s.doors["door-1.1w"] = Door("room-1.1", "w", 1, cell(0, 2), secret=True)
        s.doors["door-1.2n"] = Door("room-1.2", "n", 1, cell(9, 0), secret=False)
        s.doors["door-2.1n"] = Door("room-2.1", "n", 2, cell(3, 0), secret=True)
    scroll = give(game, "scroll-of-open-walls", "pack:hero", named=True)
    before = game.state.floors[1].known
    assert game.act(f"read {scroll}")
    assert [game.state.doors[d].known for d in ("door-1.1w", "door-1.2n", "door-2.1n")] == [True, False, False]
    assert game.state.floors[1].known == before
    assert scroll not in game.state.items


@pytest.mark.row("R08")
def test_open_walls_without_secret_doors_says_so_and_is_spent() -> None:
    game = moment()
    scroll = give(game, "scroll-of-open-walls", "pack:hero", named=True)
    assert "power.walls_silent" in tags(game.act(f"read {scroll}"))
    assert scroll not in game.state.items


@pytest.mark.row("R10")
def test_scroll_of_calling_brings_a_band_that_strikes_first() -> None:
    game = moment()
    into_room(game)
    scroll = give(game, "scroll-of-calling", "pack:hero", named=True)
    # Kind by weight (peril 1: the first of the table), a band of 2, then both rats strike and miss.
    with fix(game, 1, 1, 1, 100, 1, 100):
        assert game.act(f"read {scroll}")
    fight = game.state.fight
    assert fight is not None
    assert [m.kind for m in game.state.monsters.values()] == ["cellar-rat", "cellar-rat"]
    assert (fight.wandering, fight.room, fight.round) == (False, "room-1.1", 1)
    assert fight.turns == ("hero", "fighter", "rogue", "wizard")
    assert scroll not in game.state.items


@pytest.mark.row("R11")
@pytest.mark.parametrize("in_fight", [False, True])
def test_scroll_of_dry_wells_empties_its_reader_of_mana_anywhere(in_fight: bool) -> None:
    game = moment()
    scroll = give(game, "scroll-of-dry-wells", "pack:wizard", named=True)
    if in_fight:
        battle(game, "wizard", "fighter")
    assert who(game, "wizard").mana == 13
    assert game.act(f"{'recite' if in_fight else 'read'} {scroll}")
    assert (who(game, "wizard").mana, who(game, "hero").mana) == (0, 6)


# Lanterns and charms ----------------------------------------------------------------------------------------------


@pytest.mark.rule("D24.14", "D24.15")
@pytest.mark.row("N1", "N2", "N3")
@pytest.mark.parametrize(
    ("kind", "good", "steps", "factor", "junction"),
    [
        ("aura-of-warding", True, 120, (1, 2), 15),
        ("deep-lantern", True, 120, (1, 4), 7),
        ("foul-lantern", False, 240, (2, 1), 60),
    ],
)
def test_lanterns_change_the_chance_of_bands(
    kind: str, good: bool, steps: int, factor: tuple[int, int], junction: int
) -> None:
    game = moment()
    lantern = give(game, kind, "pack:rogue", named=True)
    assert game.act(f"use {lantern}")
    assert game.state.party_effects["ward"] == PartyEffect("ward", good, steps, kind, factor)
    chance = wandering.chance(game.state, "pace", cell(6, 0))
    assert chance is not None
    assert chance.num == junction
    assert lantern not in game.state.items


@pytest.mark.rule("DX32", "D26.5", "D26.6")
def test_example_32_lanterns_replace_one_another() -> None:
    game = moment()
    with staged(game) as s:
        s.party_effects["ward"] = PartyEffect("ward", True, 45, "aura-of-warding", (1, 2))
    second = give(game, "aura-of-warding", "pack:hero")
    foul = give(game, "foul-lantern", "pack:hero")
    assert game.act(f"use {second}")
    assert game.state.party_effects["ward"].left == 120
    assert game.act(f"use {foul}")
    assert game.state.party_effects["ward"] == PartyEffect("ward", False, 240, "foul-lantern", (2, 1))


@pytest.mark.rule("D16.4")
@pytest.mark.row("H1")
@pytest.mark.parametrize(("lost", "gained", "after"), [(3, 0, (0, 0)), (0, 0, (0, 1)), (2, 1, (0, 1))])
def test_honing_stone_restores_all_damage_or_adds_1(lost: int, gained: int, after: tuple[int, int]) -> None:
    game = moment()
    stone = give(game, "honing-stone", "pack:wizard")
    axe = give(game, "hand-axe", "hand:fighter", lost=lost, gained=gained)
    assert game.act(f"use {stone} {axe}")
    item = game.state.items[axe]
    assert (item.lost, item.gained) == after
    assert stone not in game.state.items


@pytest.mark.rule("D16.4", "D16.6")
@pytest.mark.row("H1")
def test_honing_stone_works_on_metal_once_and_not_in_fights() -> None:
    game = moment()
    stone = give(game, "honing-stone", "pack:hero")
    honed = give(game, "hand-axe", "pack:rogue", gained=1)
    wood = give(game, "club", "hand:fighter", lost=1)
    shield = give(game, "iron-shield", "arm:fighter", lost=1)
    knife = give(game, "knife", "hand:hero")
    assert texts(game, "use") == [f"use {stone} {knife}"]
    for wrong in (honed, wood, shield, stone):
        assert code(game.act(f"use {stone} {wrong}")) == "thing.target"
    battle(game, "hero", "fighter")
    assert texts(game, "apply") == []
    assert code(game.act(f"apply {stone} {knife}")) == "thing.not_here D24.16"


@pytest.mark.rule("D16.3")
@pytest.mark.row("H2")
@pytest.mark.parametrize(
    ("kind", "place", "lost", "left"),
    [("plate-mail", "body:fighter", 4, 1), ("iron-shield", "arm:fighter", 2, 0), ("club", "pack:rogue", 3, 0)],
)
def test_mending_kit_restores_up_to_3(kind: str, place: str, lost: int, left: int) -> None:
    game = moment()
    kit = give(game, "mending-kit", "pack:hero")
    piece = give(game, kind, place, lost=lost)
    assert game.act(f"use {kit} {piece}")
    assert game.state.items[piece].lost == left
    assert kit not in game.state.items


@pytest.mark.rule("D16.6")
@pytest.mark.row("H2")
def test_mending_kit_wants_a_damaged_piece() -> None:
    game = moment()
    kit = give(game, "mending-kit", "pack:hero")
    whole = give(game, "iron-shield", "arm:fighter")
    assert texts(game, "use") == []
    assert code(game.act(f"use {kit} {whole}")) == "thing.target"
    assert kit in game.state.items


@pytest.mark.rule("D24.12", "D24.13", "D3.10", "D3.16")
@pytest.mark.row("H3")
@pytest.mark.parametrize(("draw", "rise"), [(1, 2), (4, 5)])
def test_gem_of_strength_raises_its_users_ceiling_by_1d4_and_1(draw: int, rise: int) -> None:
    game = moment(member("hero", health=5), member("rogue"))
    gem = give(game, "gem-of-strength", "pack:hero")
    with fix(game, draw):
        assert game.act(f"use {gem}")
    hero = who(game, "hero")
    assert (hero.ceiling, hero.health) == (21 + rise, 5 + rise)
    assert who(game, "rogue").ceiling == 18
    assert gem not in game.state.items


@pytest.mark.row("H4")
def test_esp_is_good_sight_for_120_steps_and_needs_no_reader() -> None:
    game = moment()
    card = give(game, "esp", "pack:rogue")
    assert game.act(f"use {card}")
    assert game.state.party_effects["sight"] == PartyEffect("sight", True, 120, "esp")


@pytest.mark.rule("D24.8")
@pytest.mark.row("H5", "H6")
@pytest.mark.parametrize("kind", ["felt-overshoes", "gremlin-bell"])
def test_what_works_by_being_carried_is_not_used(kind: str) -> None:
    game = moment()
    thing = give(game, kind, "pack:hero")
    assert texts(game, "use") == []
    assert code(game.act(f"use {thing}")) == "thing.no_use D24.8"


@pytest.mark.rule("D9.15")
@pytest.mark.row("H5", "H6")
@pytest.mark.parametrize(("kind", "chance"), [("felt-overshoes", 22), ("gremlin-bell", 45)])
def test_carried_charms_change_the_chance_of_bands(kind: str, chance: int) -> None:
    game = moment()
    give(game, kind, "pack:rogue")
    found = wandering.chance(game.state, "pace", cell(6, 0))
    assert found is not None
    assert found.num == chance


def step(game: Game[State], at: tuple[int, int] = (3, 0)) -> list[str]:
    """Take a pace east and stand back; return what was told."""
    with staged(game) as s:
        s.place = replace(s.place, cell=cell(*at))
        s.clock = Clock(1, 0)
        s.purse = Purse(rations=20)
    with fix(game, 1000):
        return tags(game.act("walk east"))


@pytest.mark.row("H6")
def test_a_bell_shows_its_use_after_60_steps_of_carrying() -> None:
    game = moment()
    bell = give(game, "gremlin-bell", "pack:rogue", carried=58)
    assert "Gremlin Bell" in gear.called(game.state, bell)
    step(game)
    assert game.state.items[bell].carried == 59
    assert not things.use_known(game.state, game.state.items[bell])
    assert "thing.understood" in step(game)
    assert things.use_known(game.state, game.state.items[bell])
    assert "thing.understood" not in step(game)
    assert game.state.items[bell].carried == 60


@pytest.mark.rule("D9.15")
@pytest.mark.row("H6")
def test_a_bell_counts_only_while_carried_but_also_by_the_fallen() -> None:
    game = moment(member("hero"), member("rogue", health=0))
    lying = give(game, "gremlin-bell", f"cell:1:{cell(3, 0)}")
    fallen = give(game, "gremlin-bell", "pack:rogue")
    step(game)
    assert (game.state.items[lying].carried, game.state.items[fallen].carried) == (0, 1)


@pytest.mark.rule("D12.14")
@pytest.mark.row("H7")
def test_oil_flask_wounds_one_monster_2d4_whoever_throws_it() -> None:
    game = moment()
    flask = give(game, "oil-flask", "pack:rogue")
    assert texts(game, "use") == []
    assert code(game.act(f"use {flask} orc-1")) == "thing.not_here D24.16"
    battle(game, "rogue", "fighter", foes=(("orc", 15), ("orc", 15)))
    assert texts(game, "apply") == [f"apply {flask} orc-1", f"apply {flask} orc-2"]
    with fix(game, 4, 3):
        assert game.act(f"apply {flask} orc-1")
    assert [m.health for m in game.state.monsters.values()] == [8, 15]
    assert flask not in game.state.items


@pytest.mark.rule("D14.16")
@pytest.mark.row("H9")
def test_summoning_stone_calls_its_kind_at_full_health_for_the_party() -> None:
    game = moment()
    stone = give(game, "summoning-stone", "pack:rogue", memory="orc")
    assert code(game.act(f"use {stone}")) == "thing.not_here D24.16"
    battle(game, "rogue", "fighter", foes=(("orc", 3),))
    assert game.act(f"apply {stone}")
    helper = game.state.monsters["orc-2"]
    full = health_of("orc")
    assert (helper.kind, helper.health, helper.most, helper.helper) == ("orc", full, full, True)
    assert stone not in game.state.items


@pytest.mark.rule("D14.16")
@pytest.mark.row("H9")
def test_a_stone_without_memory_is_no_use() -> None:
    game = moment()
    stone = give(game, "summoning-stone", "pack:rogue")
    battle(game, "rogue", "fighter")
    assert texts(game, "apply") == []
    assert code(game.act(f"apply {stone}")) == "thing.no_memory D14.16"


@pytest.mark.rule("D3.8")
@pytest.mark.row("Q03")
def test_great_draught_heals_however_much_is_missing() -> None:
    game = drink("great-draught", ceiling=240)
    assert who(game, "hero").health == 240
