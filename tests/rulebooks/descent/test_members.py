"""Members (D2, D3): figures with effects and gear, classes, ranks and names."""

from __future__ import annotations

import pytest
from tests.rulebooks.descent.moments import give, member, moment

from undercroft.engine.rulebook import find
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import members
from undercroft.rulebooks.descent.records import Effect, Fighting, InCourtyard, InHall, InRoom, State, replace
from undercroft.testing import staged

CLASSES = {
    "king": (3, 2, 3, 24, 4, 10, True, "back"),
    "hero": (2, 2, 2, 21, 2, 6, True, "front"),
    "wizard": (0, 2, 4, 15, 1, 13, True, "back"),
    "rogue": (1, 4, 2, 18, 2, 0, False, "back"),
    "fighter": (3, 1, 0, 24, 3, 0, False, "front"),
    "ranger": (1, 3, 2, 18, 3, 0, False, "back"),
}
"""Strength, agility, wits, ceiling, attack, most mana, reads and first rank of each class at level 1."""


def affect(s: State, who: str, kind: str) -> None:
    s.effects[f"{who}:{kind}"] = Effect(who, kind, 10, "test")


@pytest.mark.rule("D2.1", "D2.2")
def test_six_classes_and_no_more() -> None:
    assert list(content.catalogue().classes) == ["king", "hero", "wizard", "rogue", "fighter", "ranger"]


@pytest.mark.rule("D2.18", "D3.4", "D3.5")
@pytest.mark.parametrize("cls", CLASSES)
def test_a_recruit_has_the_figures_of_the_class(cls: str) -> None:
    m = members.recruit("x", "X", cls)
    s = moment(m).state
    figures = (m.strength, m.agility, m.wits, m.ceiling, members.attack(s, m), m.mana, members.reads(m), m.rank)
    assert figures == CLASSES[cls]
    assert (m.health, m.level, m.experience) == (m.ceiling, 1, 0)
    assert members.most_mana(m) == m.mana


@pytest.mark.rule("D2.6", "D2.7")
def test_three_classes_read() -> None:
    assert [cls for cls in CLASSES if members.reads(member(cls))] == ["king", "hero", "wizard"]


@pytest.mark.rule("D2.8")
def test_three_classes_have_mana() -> None:
    casters = [cls for cls in CLASSES if members.is_caster(member(cls))]
    assert casters == ["king", "hero", "wizard"]
    assert members.most_mana(member("ranger", level=9)) == 0


@pytest.mark.rule("D2.12")
def test_the_king_has_the_best_attack_of_all_classes() -> None:
    attack = {cls: entry.attack for cls, entry in content.catalogue().classes.items()}
    assert attack["king"] == 4
    assert max(value for cls, value in attack.items() if cls != "king") == 3


@pytest.mark.rule("D3.5")
def test_most_mana_is_base_and_wits_and_level() -> None:
    assert members.most_mana(member("wizard", level=7)) == 8 + 4 + 7
    assert members.most_mana(member("hero", level=1)) == 3 + 2 + 1


@pytest.mark.rule("DX34", "D3.5", "D4.13")
def test_a_king_of_level_8() -> None:
    king = members.recruit("king", "Osric", "king", (1, 2, 3, 4, 5, 6, 1))
    s = moment(king).state
    assert (king.level, king.ceiling, king.health, king.mana) == (8, 24 + 22, 46, 17)
    assert members.attack(s, king) == 4 + 2


@pytest.mark.rule("D4.12", "D4.13", "D1.9")
def test_the_attack_bonus_comes_at_level_4_and_every_third_one_after() -> None:
    bonus = {level: members.attack_bonus(level) for level in (1, 3, 4, 6, 7, 9, 10, 12, 13)}
    assert bonus == {1: 0, 3: 0, 4: 1, 6: 1, 7: 2, 9: 2, 10: 3, 12: 3, 13: 4}


@pytest.mark.rule("DX1", "D12.5")
def test_attack_is_class_and_bonus_and_weapon() -> None:
    game = moment(member("fighter", level=4))
    give(game, "long-sword", "hand:fighter")
    fighter = game.state.members["fighter"]
    assert members.attack(game.state, fighter) == 5
    with staged(game) as s:
        affect(s, "fighter", "sure-aim")
        affect(s, "fighter", "stupor")
    assert members.attack(game.state, fighter) == 5 + 4 - 2


@pytest.mark.rule("D3.2", "D12.5")
def test_defence_is_agility_and_effects() -> None:
    game = moment(member("rogue"))
    rogue = game.state.members["rogue"]
    assert members.defence(game.state, rogue) == 4
    with staged(game) as s:
        affect(s, "rogue", "quick")
        affect(s, "rogue", "dim-veil")
    assert members.agility(game.state, rogue) == 6
    assert members.defence(game.state, rogue) == 8
    with staged(game) as s:
        affect(s, "rogue", "guarding")
    assert members.defence(game.state, rogue) == 11


@pytest.mark.rule("D3.1", "D3.6")
def test_strength_counts_its_effects_and_its_attribute_stays() -> None:
    game = moment(member("wizard"))
    wizard = game.state.members["wizard"]
    assert members.strength(game.state, wizard) == 0
    with staged(game) as s:
        affect(s, "wizard", "giant")
    assert members.strength(game.state, wizard) == 3
    assert game.state.members["wizard"].strength == 0


@pytest.mark.rule("D12.9", "D15.8")
def test_protection_is_armour_and_shield_and_effects() -> None:
    game = moment(member("fighter"))
    fighter = game.state.members["fighter"]
    assert members.protection(game.state, fighter) == 0
    give(game, "ring-mail", "body:fighter")
    shield = give(game, "wooden-shield", "arm:fighter")
    give(game, "scale-mail", "pack:fighter")
    assert members.protection(game.state, fighter) == 3 + 1
    with staged(game) as s:
        affect(s, "fighter", "stone-skin")
        s.items[shield] = replace(s.items[shield], lost=1)
    assert members.protection(game.state, fighter) == 3 + 0 + 3
    with staged(game) as s:
        s.items[shield] = replace(s.items[shield], lost=2)
    assert members.protection(game.state, fighter) == 3 + 0 + 3


def test_ward_and_rally_reach_those_inside_only() -> None:
    game = moment()
    with staged(game) as s:
        s.fight = Fighting(outside=("rogue",), ward=2, rally=1)
    s = game.state
    hero, rogue = s.members["hero"], s.members["rogue"]
    assert (members.attack(s, hero), members.protection(s, hero)) == (3, 2)
    assert (members.attack(s, rogue), members.protection(s, rogue)) == (2, 0)
    with staged(game) as s:
        affect(s, "hero", "senseless")
    assert (members.attack(s, hero), members.protection(s, hero)) == (2, 2)


@pytest.mark.rule("D12.10")
def test_an_empty_hand_has_damage_2_and_no_metal() -> None:
    game = moment(member("hero"))
    s, hero = game.state, game.state.members["hero"]
    assert members.weapon(s, hero) == ("", None)
    assert members.weapon_damage(s, hero) == 2
    assert members.attack(s, hero) == 2
    assert not members.is_metal(None)
    assert not members.is_bow(None)


@pytest.mark.rule("DX26", "D12.7")
def test_a_weapon_s_figure_with_what_it_lost_and_gained() -> None:
    game = moment(member("hero"))
    axe = give(game, "hand-axe", "hand:hero", lost=1)
    s, hero = game.state, game.state.members["hero"]
    assert members.weapon(s, hero) == (axe, s.items[axe])
    assert members.weapon_damage(s, hero) == 5
    assert members.is_metal(s.items[axe])
    assert not members.is_bow(s.items[axe])
    assert members.damage_of(replace(s.items[axe], lost=0, gained=1)) == 7
    assert members.damage_of(replace(s.items[axe], lost=9)) == 0


def test_bows_and_staves_are_told_apart() -> None:
    game = moment()
    bow, staff = give(game, "short-bow", "hand:rogue"), give(game, "staff", "hand:wizard")
    assert members.is_bow(game.state.items[bow])
    assert not members.is_bow(game.state.items[staff])
    assert not members.is_metal(game.state.items[staff])


@pytest.mark.rule("D18.1")
def test_pack_places_are_6_and_strength_without_draughts() -> None:
    game = moment()
    with staged(game) as s:
        affect(s, "wizard", "giant")
    assert [members.pack_places(s, m) for m in s.members.values()] == [8, 9, 7, 6]


@pytest.mark.rule("D3.3")
def test_the_best_wits_among_those_standing_count_threefold() -> None:
    game = moment()
    assert members.best_wits(game.state) == 4
    assert members.senses_bonus(game.state) == [(12, "why.wits")]
    with staged(game) as s:
        s.members["wizard"] = replace(s.members["wizard"], health=0)
    assert members.senses_bonus(game.state) == [(6, "why.wits")]


@pytest.mark.rule("D2.11")
def test_a_standing_ranger_adds_15_and_a_second_nothing() -> None:
    game = moment(member("fighter"), member("ranger", "Ash"), member("ranger", "Heron"))
    assert members.senses_bonus(game.state) == [(6, "why.wits"), (15, "why.ranger")]
    with staged(game) as s:
        s.members["ash"] = replace(s.members["ash"], health=0)
    assert members.senses_bonus(game.state)[1:] == [(15, "why.ranger")]
    with staged(game) as s:
        s.members["heron"] = replace(s.members["heron"], health=0)
    assert members.senses_bonus(game.state) == [(0, "why.wits")]


@pytest.mark.rule("D2.13")
@pytest.mark.row("E5")
def test_standing_senseless_and_fallen() -> None:
    game = moment()
    with staged(game) as s:
        affect(s, "hero", "senseless")
        s.members["rogue"] = replace(s.members["rogue"], health=0)
        s.fight = Fighting(outside=("wizard",))
    s = game.state
    assert members.senseless(s, "hero")
    assert not members.senseless(s, "fighter")
    assert [m.id for m in s.members.values() if members.acting(s, m)] == ["fighter", "wizard"]
    assert [m.id for m in members.inside(s)] == ["hero", "fighter"]
    assert [m.id for m in members.able(s)] == ["fighter"]


@pytest.mark.rule("D2.16")
@pytest.mark.row("ACT23")
@pytest.mark.parametrize("frame", [InCourtyard, InHall, InRoom])
def test_ranks_change_freely_outside_fights(frame: type) -> None:
    game = moment()
    with staged(game) as s:
        s.agenda = (frame(),)
        if frame is InRoom:
            s.place = replace(s.place, room="room-1.1")
    assert "rank hero back" in game.actions()
    assert "rank hero front" not in game.actions()
    step = game.act("rank hero back")
    assert game.state.members["hero"].rank == "back"
    assert game.say(step.events[0]) != ""
    assert game.act("rank hero front").accepted
    assert game.state.members["hero"].rank == "front"
    assert game.state.clock.step == 0


@pytest.mark.rule("D2.14", "D34.1")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("rank rogue front", "member.fallen"),
        ("rank hero front", "rank.same"),
        ("rank hero middle", "rank.none"),
        ("rank nobody front", "member.none"),
    ],
)
def test_ranks_refused_change_nothing(text: str, code: str) -> None:
    game = moment()
    with staged(game) as s:
        s.members["rogue"] = replace(s.members["rogue"], health=0)
    before = game.digest()
    step = game.act(text)
    assert [r.code for r in step.refusals] == [code]
    assert game.say(step.refusals[0]) != f"refused: {code}"
    assert game.digest() == before
    assert text not in game.actions()


@pytest.mark.rule("D2.19")
@pytest.mark.parametrize("cls", ["wizard", "rogue", "fighter", "ranger"])
def test_names_come_from_the_class_and_are_all_different(cls: str) -> None:
    listed = content.catalogue().classes[cls].names
    seen = set()
    for seed in range(60):
        hero = listed[seed % len(listed)].upper()
        names = members.companion_names(seed, hero, (cls, cls, cls))
        assert len({hero.casefold(), *(n.casefold() for n in names)}) == 4
        assert set(names) <= set(listed)
        assert names == members.companion_names(seed, hero, (cls, cls, cls))
        seen.update(names)
    assert seen == set(listed)


def test_every_event_and_refusal_of_members_has_a_sentence() -> None:
    texts = find("descent").texts
    for key in ("event.member.rank.front", "event.member.rank.back", "why.wits", "why.ranger"):
        assert key in texts
