"""Baths of Fates (D23): who may step in, and each row of the bath table."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebooks.descent.moments import give, into_room, member, moment

from undercroft.engine.chance import Spread
from undercroft.engine.game import Game
from undercroft.engine.view import Roster, Sheet, Text
from undercroft.rulebooks.descent import baths
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent.records import Clock, Effect, InHall, Item, PartyEffect, Place, State, replace
from undercroft.testing import fix, staged


def before_a_bath(*who: Any, **more: Any) -> Game[State]:
    """Return a game in a quiet room with a Bath of Fates."""
    game = moment(*who, **more)
    into_room(game)
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], bath=True)
    return game


def bathe(game: Game[State], face: int, *draws: int, who: str = "hero") -> Any:
    """Let a member step in and draw a face of the d20, and what it asks for."""
    with fix(game, face, *draws) as dice:
        step = game.act(f"bathe {who}")
    assert step.accepted, step.refusals
    assert dice.seen[0][0] == 20
    return step


def edit(game: Game[State], who: str, **more: Any) -> None:
    with staged(game) as s:
        s.members[who] = replace(s.members[who], **more)


def refusal(game: Game[State], text: str) -> tuple[str, str]:
    before = game.digest()
    step = game.act(text)
    assert not step.accepted
    assert game.digest() == before
    assert text not in game.actions()
    return step.refusals[0].code, step.refusals[0].rule


def offers(game: Game[State]) -> list[str]:
    return [str(one) for one in game.actions() if str(one).startswith("bathe ")]


# --- who may step in ---


@pytest.mark.rule("D23.1")
@pytest.mark.row("ACT34")
def test_each_member_steps_in_once_and_alone() -> None:
    game = before_a_bath()
    assert offers(game) == ["bathe hero", "bathe fighter", "bathe rogue", "bathe wizard"]
    others = {key: m for key, m in game.state.members.items() if key != "hero"}
    bathe(game, 14)
    assert {key: m for key, m in game.state.members.items() if key != "hero"} == others
    assert refusal(game, "bathe hero") == ("bath.before", "D23.1")
    assert offers(game) == ["bathe fighter", "bathe rogue", "bathe wizard"]
    bathe(game, 8, who="wizard")
    assert offers(game) == ["bathe fighter", "bathe rogue"]
    assert game.state.clock == Clock()


@pytest.mark.rule("D23.1")
def test_another_bath_may_be_tried_as_well() -> None:
    game = before_a_bath()
    bathe(game, 8)
    with staged(game) as s:
        s.rooms["room-1.2"] = replace(s.rooms["room-1.1"], id="room-1.2", block=2, bathed=())
        s.place = Place(1, s.place.cell, "room-1.2")
    assert "bathe hero" in offers(game)
    bathe(game, 8)
    with staged(game) as s:
        s.place = Place(1, s.place.cell, "room-1.1")
    assert refusal(game, "bathe hero") == ("bath.before", "D23.1")


@pytest.mark.rule("D23.1")
def test_who_has_bathed_is_known_after_leaving_and_coming_back() -> None:
    game = before_a_bath()
    bathe(game, 8)
    assert game.act("leave door-1.1n").accepted
    assert game.act("enter door-1.1n").accepted
    assert offers(game) == ["bathe fighter", "bathe rogue", "bathe wizard"]


@pytest.mark.rule("D23.1", "D2.14")
def test_the_fallen_do_not_bathe() -> None:
    game = before_a_bath(member("hero"), member("rogue", health=0))
    assert offers(game) == ["bathe hero"]
    assert refusal(game, "bathe rogue") == ("member.fallen", "D2.14")
    assert refusal(game, "bathe nobody")[0] == "member.none"


def test_without_a_bath_nobody_bathes() -> None:
    game = moment()
    into_room(game)
    assert refusal(game, "bathe hero")[0] == "bath.none"


@pytest.mark.rule("D23.4", "D29.9")
def test_the_king_may_bathe_like_anyone() -> None:
    game = before_a_bath(member("hero"), member("king"))
    assert "bathe king" in offers(game)
    bathe(game, 15, who="king")
    assert game.state.members["king"].agility == 3


@pytest.mark.rule("D23.1", "D34.6")
def test_one_draw_decides_and_is_shown_before() -> None:
    game = before_a_bath()
    assert game.odds("bathe hero") == (Spread("bath", 1, 20),)
    fates = [content.drawn(content.catalogue().bath, face).row for face in range(1, 21)]
    assert fates == [
        "Y1", "Y2", "Y3", "Y4", "Y5", "Y6", "Y7", "Y8", "Y8", "Y9", "Y9", "Y9", "Y10", "Y11", "Y12", "Y13", "Y14",
        "Y15", "Y16", "Y17",
    ]  # fmt: skip
    for face in range(1, 21):
        twin = game.fork()
        with fix(twin, face, then=1):
            (bathed,) = [e for e in twin.act("bathe hero").events if isinstance(e, baths.Bathed)]
        assert content.catalogue().bath[bathed.fate].row == fates[face - 1]
        assert "Bath of Fates" in twin.say(bathed)


# --- the bath table ---


@pytest.mark.row("Y1")
@pytest.mark.rule("D15.14", "D15.16")
def test_y1_a_level_is_lost_as_by_level_drain() -> None:
    game = before_a_bath()
    edit(game, "wizard", level=4, gains=(4, 2, 6), ceiling=27, health=27, experience=9, mana=16)
    bathe(game, 1, who="wizard")
    m = game.state.members["wizard"]
    assert (m.level, m.gains, m.ceiling, m.health, m.experience, m.mana) == (3, (4, 2), 21, 21, 0, 15)


@pytest.mark.row("Y1")
@pytest.mark.rule("D15.15")
def test_y1_at_level_1_only_experience_is_lost() -> None:
    game = before_a_bath()
    edit(game, "hero", experience=9)
    bathe(game, 1)
    m = game.state.members["hero"]
    assert (m.level, m.ceiling, m.experience) == (1, 21, 0)


@pytest.mark.row("Y2")
@pytest.mark.rule("D3.14", "D3.15")
@pytest.mark.parametrize(("draw", "ceiling", "left"), [(1, 21, 20), (4, 21, 17), (4, 3, 1)])
def test_y2_the_ceiling_falls(draw: int, ceiling: int, left: int) -> None:
    game = before_a_bath()
    edit(game, "hero", ceiling=ceiling, health=ceiling)
    step = bathe(game, 2, draw)
    assert (game.state.members["hero"].ceiling, game.state.members["hero"].health) == (left, left)
    assert len(step.events) == 2


@pytest.mark.row("Y3")
def test_y3_all_mana_is_lost() -> None:
    game = before_a_bath()
    bathe(game, 3, who="wizard")
    assert game.state.members["wizard"].mana == 0
    before = game.state.members["rogue"]
    step = bathe(game, 3, who="rogue")
    assert game.state.members["rogue"] == before
    assert game.say(step.events[-1]).endswith("and nothing more comes of it.")
    assert [e.tag() for e in bathe(game, 8, who="fighter").events] == ["bath.bathed"]


@pytest.mark.row("Y4")
def test_y4_poisoned() -> None:
    game = before_a_bath()
    bathe(game, 4)
    assert game.state.effects["hero:poisoned"] == Effect("hero", "poisoned", 30, "bath-of-fates")
    page = game.look("effects hero")
    assert isinstance(page, Roster)
    assert page.rows[0].cells[2] == "a Bath of Fates"


@pytest.mark.row("Y5", "Y11", "Y12")
@pytest.mark.rule("D3.6")
@pytest.mark.parametrize(("face", "strength", "agility"), [(5, 1, 2), (14, 3, 2), (15, 2, 3)])
def test_y5_y11_y12_attributes_change_for_good(face: int, strength: int, agility: int) -> None:
    game = before_a_bath()
    bathe(game, face)
    m = game.state.members["hero"]
    assert (m.strength, m.agility, m.wits) == (strength, agility, 2)


@pytest.mark.row("Y5")
@pytest.mark.rule("D3.6", "D18.1")
def test_y5_strength_never_falls_below_0_and_a_full_pack_keeps_what_it_has() -> None:
    game = before_a_bath()
    bathe(game, 5, who="wizard")
    assert game.state.members["wizard"].strength == 0
    held = [give(game, "knife", "pack:rogue") for _ in range(7)]
    bathe(game, 5, who="rogue")
    assert game.state.members["rogue"].strength == 0
    assert len(game.state.items.keys_where("pack:rogue")) == 7
    assert game.act(f"give {held[0]} hero").accepted
    assert not game.act(f"give {held[0]} rogue").accepted


@pytest.mark.row("Y6")
@pytest.mark.rule("D31.11")
@pytest.mark.parametrize(("kind", "left"), [("knife", 3), ("staff", 4), ("short-bow", 5)])
def test_y6_the_weapon_in_the_ready_hand_loses_1_damage_metal_or_not(kind: str, left: int) -> None:
    game = before_a_bath()
    held = give(game, kind, "hand:hero")
    spare = give(game, "knife", "pack:hero")
    bathe(game, 6)
    assert (game.state.items[held].lost, game.state.items[held].cause) == (1, "Bath of Fates")
    assert game.state.items[spare].lost == 0
    status = game.look("status hero")
    assert isinstance(status, Sheet)
    shown = dict(status.pairs)["Ready hand"]
    assert f"damage {left} (Bath of Fates)" in shown


@pytest.mark.row("Y6")
@pytest.mark.rule("D15.4")
def test_y6_an_empty_hand_loses_nothing_and_a_weapon_at_its_last_point_is_gone() -> None:
    game = before_a_bath()
    assert [e.tag() for e in bathe(game, 6).events] == ["bath.bathed", "bath.in_vain"]
    with staged(game) as s:
        s.items["weapon-t1"] = Item("knife", "hand:rogue", lost=3)
    bathe(game, 6, who="rogue")
    assert "weapon-t1" not in game.state.items


@pytest.mark.row("Y7")
@pytest.mark.rule("D26.6", "D26.10")
def test_y7_dead_chill_stops_healing_by_walking() -> None:
    game = before_a_bath()
    with staged(game) as s:
        s.party_effects["mending"] = PartyEffect("mending", True, 44, "marching-song")
    bathe(game, 7)
    assert game.state.party_effects == {"mending": PartyEffect("mending", False, 120, "bath-of-fates")}
    edit(game, "hero", health=3)
    with staged(game) as s:
        s.agenda = (InHall(),)
        s.place = Place(1, 3)
        s.clock = Clock(7, 0)
    with fix(game, then=1000):
        assert game.act("walk east").accepted
    assert game.state.members["hero"].health == 3
    page = game.look("effects")
    assert isinstance(page, Roster)
    assert page.rows[0].cells[1:3] == ("Dead Chill", "a Bath of Fates")


@pytest.mark.row("Y8")
@pytest.mark.parametrize("face", [8, 9])
def test_y8_nothing(face: int) -> None:
    game = before_a_bath()
    members, items = dict(game.state.members), dict(game.state.items)
    step = bathe(game, face)
    assert (dict(game.state.members), dict(game.state.items)) == (members, items)
    assert len(step.events) == 1


@pytest.mark.row("Y9")
@pytest.mark.rule("D3.9")
@pytest.mark.parametrize("face", [10, 11, 12])
def test_y9_health_rises_to_the_ceiling(face: int) -> None:
    game = before_a_bath()
    edit(game, "hero", health=1, ceiling=19)
    edit(game, "rogue", health=1)
    bathe(game, face)
    assert [m.health for m in game.state.members.values()] == [19, 24, 1, 15]


@pytest.mark.row("Y10")
def test_y10_mana_rises_to_its_most() -> None:
    game = before_a_bath()
    edit(game, "wizard", mana=2)
    bathe(game, 13, who="wizard")
    assert game.state.members["wizard"].mana == 13
    bathe(game, 13, who="rogue")
    assert game.state.members["rogue"].mana == 0


@pytest.mark.row("Y13", "Y14")
@pytest.mark.rule("D23.3", "D3.10", "D3.16")
@pytest.mark.parametrize(("face", "draws", "gained"), [(16, (6,), 6), (16, (1,), 1), (17, (4, 3), 7), (17, (1, 1), 2)])
def test_y13_y14_the_ceiling_rises(face: int, draws: tuple[int, ...], gained: int) -> None:
    game = before_a_bath()
    edit(game, "hero", health=5)
    with fix(game, face, *draws) as dice:
        game.act("bathe hero")
    assert [sides for sides, _ in dice.seen] == [20, *([6] if face == 16 else [4, 4])]
    assert (game.state.members["hero"].ceiling, game.state.members["hero"].health) == (21 + gained, 5 + gained)


@pytest.mark.row("Y15")
@pytest.mark.rule("D23.2", "D4.14", "D4.8")
def test_y15_forty_experience() -> None:
    game = before_a_bath()
    bathe(game, 18, 3)
    m = game.state.members["hero"]
    assert (m.level, m.experience, m.ceiling) == (2, 20, 24)
    edit(game, "rogue", level=3, experience=5)
    bathe(game, 18, who="rogue")
    assert (game.state.members["rogue"].level, game.state.members["rogue"].experience) == (3, 45)


@pytest.mark.row("Y16")
@pytest.mark.rule("D23.2", "D4.6")
@pytest.mark.parametrize(("difficulty", "cost"), [("easy", 54), ("normal", 60), ("hard", 66)])
def test_y16_exactly_the_experience_missing(difficulty: str, cost: int) -> None:
    game = before_a_bath(difficulty=difficulty)
    edit(game, "hero", level=3, gains=(1, 1), experience=17)
    step = bathe(game, 19, 5)
    m = game.state.members["hero"]
    assert (m.level, m.experience, m.gains, m.ceiling) == (4, 0, (1, 1, 5), 26)
    assert [e.amount for e in step.events if e.tag() == "level.earned"] == [cost - 17]


@pytest.mark.row("Y17")
def test_y17_every_standing_member_is_restored() -> None:
    game = before_a_bath(member("hero"), member("rogue"), member("wizard", health=0), member("king"))
    edit(game, "hero", health=1)
    edit(game, "rogue", health=2)
    with staged(game) as s:
        for who, kind in (("hero", "poisoned"), ("rogue", "stupor"), ("rogue", "giant"), ("king", "poisoned")):
            s.effects[f"{who}:{kind}"] = Effect(who, kind, 20, "venom")
    bathe(game, 20, who="rogue")
    assert [m.health for m in game.state.members.values()] == [21, 18, 0, 24]
    assert list(game.state.effects) == ["rogue:giant"]
    assert game.state.members["wizard"].raises == 0


# --- what is seen ---


def text(game: Game[State]) -> str:
    return "\n".join(game.scene().panels[0].lines)  # type: ignore[union-attr]


@pytest.mark.rule("D34.3", "D23.1")
def test_the_room_tells_who_may_still_step_in() -> None:
    game = before_a_bath(member("hero"), member("rogue"), member("wizard", health=0))
    assert "Still to try: Hero, Rogue." in text(game)
    bathe(game, 8)
    (room,) = game.view().floors[0].rooms  # type: ignore[attr-defined]
    assert (room.bath, room.bathed) == (True, ("hero",))
    assert "Still to try: Rogue." in text(game)
    bathe(game, 8, who="rogue")
    assert "everybody has tried it" in text(game)


@pytest.mark.rule("D14.12")
def test_a_bath_that_was_told_of_is_shown_and_can_be_read_up_on() -> None:
    game = moment()
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], bath=True, known=True)
    assert not game.view().floors[0].rooms[0].bath  # type: ignore[attr-defined]
    assert isinstance(game.look("about bath of fates"), Text)  # the word alone; not what this one does
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], told=True)
    assert game.view().floors[0].rooms[0].bath  # type: ignore[attr-defined]
    assert "a Bath of Fates" in text(game)
    sheet = game.look("about Bath of Fates")
    assert isinstance(sheet, Sheet)
    memory = "a memory not your own: 40 experience (Y15). For a moment you recall fights that you never fought."
    assert ("18", memory) in sheet.pairs
    assert len([label for label, _ in sheet.pairs if label]) == 17
