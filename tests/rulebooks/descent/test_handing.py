"""Gear in a fight (D12.17, D17.12, D18.7): readying, handing over and taking off the fallen, for a turn each."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebooks.descent.moments import give, into_room, member, moment

from undercroft.engine.game import Game
from undercroft.rulebooks.descent import fights
from undercroft.rulebooks.descent.records import Member, State, replace
from undercroft.testing import fix, staged


def fighting(*who: Member, sneak: str = "") -> Game[State]:
    """Return a game in a room at the start of round 1 against one Orc, the hero to act (or in the unseen turn)."""
    game = moment(*who)
    into_room(game)
    fights.open_fight(game._ctx, ("orc",), room="room-1.1", sneak=sneak, door="door-1.1n" if sneak else "")
    game._settle()
    with staged(game):
        pass
    return game


def actor(game: Game[State]) -> str:
    assert game.state.fight is not None
    return game.state.fight.turns[0]


def refusal(game: Game[State], text: str) -> tuple[str, str]:
    before = game.digest()
    step = game.act(text)
    assert not step.accepted
    assert game.digest() == before
    return step.refusals[0].code, step.refusals[0].rule


def offered(game: Game[State], *heads: str) -> list[str]:
    return [str(one) for one in game.actions() if str(one).split()[0] in heads]


def place(game: Game[State], item: str) -> str:
    return game.state.items[item].place


@pytest.mark.rule("D12.17")
@pytest.mark.row("ACT49")
def test_readying_takes_the_turn_and_swaps() -> None:
    game = fighting()
    knife, sword = give(game, "knife", "hand:hero"), give(game, "short-sword", "pack:hero")
    other = give(game, "mace", "pack:fighter")
    assert refusal(game, f"ready {other}")[0] == "gear.none"
    assert offered(game, "ready") == [f"ready {sword}"]
    assert actor(game) == "hero"
    assert game.act(f"ready {sword}").accepted
    assert (place(game, sword), place(game, knife)) == ("hand:hero", "pack:hero")
    assert actor(game) == "fighter"


@pytest.mark.rule("D12.17")
@pytest.mark.parametrize(
    ("kind", "where"), [("ring-mail", "body:hero"), ("wooden-shield", "arm:hero"), ("mace", "hand:hero")]
)
def test_weapon_shield_and_armour_are_readied(kind: str, where: str) -> None:
    game = fighting()
    piece = give(game, kind, "pack:hero")
    assert game.act(f"ready {piece}").accepted
    assert (place(game, piece), actor(game)) == (where, "fighter")


@pytest.mark.rule("D18.5", "D18.6")
def test_readying_keeps_to_hands_and_classes() -> None:
    game = fighting()
    give(game, "wooden-shield", "arm:hero")
    axe, robe, ale = (give(game, kind, "pack:hero") for kind in ("battle-axe", "warded-robe", "medicinal-ale"))
    assert refusal(game, f"ready {axe}") == ("gear.arm_taken", "D18.5")
    assert refusal(game, f"ready {robe}") == ("gear.wrong_class", "D18.6")
    assert refusal(game, f"ready {ale}")[0] == "gear.not_worn"
    assert offered(game, "ready") == []


@pytest.mark.rule("D18.7")
@pytest.mark.row("ACT51")
def test_handing_over_takes_the_givers_turn() -> None:
    game = fighting()
    ale, worn = give(game, "medicinal-ale", "pack:hero"), give(game, "wooden-shield", "arm:hero")
    other = give(game, "mace", "pack:fighter")
    assert refusal(game, f"hand {other} wizard")[0] == "gear.none"
    assert refusal(game, f"hand {ale} hero")[0] == "gear.has_it"
    assert refusal(game, f"hand {ale} nobody")[0] == "gear.nobody"
    assert offered(game, "hand") == [
        f"hand {key} {who}" for key in (worn, ale) for who in ("fighter", "rogue", "wizard")
    ]  # fmt: skip
    assert game.act(f"hand {ale} wizard").accepted
    assert (place(game, ale), actor(game)) == ("pack:wizard", "fighter")


@pytest.mark.rule("D18.7", "D11.21")
def test_things_are_handed_to_those_inside_alone() -> None:
    game = fighting()
    ale = give(game, "medicinal-ale", "pack:hero")
    with staged(game) as s:
        assert s.fight is not None
        s.fight = replace(s.fight, outside=("fighter", "wizard"))
    assert refusal(game, f"hand {ale} fighter") == ("handing.away", "D11.21")
    assert offered(game, "hand") == [f"hand {ale} rogue"]
    assert game.act(f"hand {ale} rogue").accepted


@pytest.mark.rule("D18.1")
def test_a_full_pack_is_handed_nothing() -> None:
    game = fighting()
    ale = give(game, "medicinal-ale", "pack:hero")
    for _ in range(5):
        give(game, "knife", "pack:wizard")
    assert f"hand {ale} wizard" in game.actions()
    give(game, "knife", "pack:wizard")
    assert refusal(game, f"hand {ale} wizard") == ("gear.pack_full", "D18.1")


@pytest.mark.rule("D17.12", "D17.11")
@pytest.mark.row("ACT51")
def test_taking_off_the_fallen_takes_the_receivers_turn_worn_things_too() -> None:
    game = fighting()
    mail, ale = give(game, "ring-mail", "body:rogue"), give(game, "medicinal-ale", "pack:rogue")
    alive = give(game, "mace", "hand:fighter")
    with staged(game) as s:
        s.members["rogue"] = replace(s.members["rogue"], health=0)
    assert offered(game, "strip") == [f"strip {mail}", f"strip {ale}"]
    assert refusal(game, f"strip {alive}") == ("handing.not_fallen", "D17.12")
    assert refusal(game, f"hand {give(game, 'knife', 'pack:hero')} rogue") == ("gear.fallen", "D2.14")
    assert game.act(f"strip {mail}").accepted
    assert (place(game, mail), actor(game)) == ("pack:hero", "fighter")
    assert game.act(f"strip {ale}").accepted
    assert (place(game, ale), actor(game)) == ("pack:fighter", "wizard")


@pytest.mark.rule("D17.12", "D18.1")
def test_nobody_strips_the_fallen_into_a_full_pack() -> None:
    game = fighting(member("wizard"), member("rogue"))
    ale = give(game, "medicinal-ale", "pack:rogue")
    with staged(game) as s:
        s.members["rogue"] = replace(s.members["rogue"], health=0)
    for _ in range(6):
        give(game, "knife", "pack:wizard")
    assert actor(game) == "wizard"
    assert refusal(game, f"strip {ale}") == ("gear.pack_full", "D18.1")
    assert offered(game, "strip") == []


@pytest.mark.rule("D11.21", "D11.19")
def test_the_unseen_member_may_ready_but_hands_nothing_to_those_outside() -> None:
    game = fighting(sneak="rogue")
    sword, ale = give(game, "short-sword", "pack:rogue"), give(game, "medicinal-ale", "pack:rogue")
    with staged(game) as s:
        s.members["wizard"] = replace(s.members["wizard"], health=0)
    lying = give(game, "knife", "pack:wizard")
    assert actor(game) == "rogue"
    assert refusal(game, f"hand {ale} hero") == ("handing.away", "D11.21")
    assert refusal(game, f"strip {lying}")[0] == "handing.not_fallen"
    assert offered(game, "hand", "strip") == []
    with fix(game, then=100):
        assert game.act(f"ready {sword}").accepted
    assert place(game, sword) == "hand:rogue"


@pytest.mark.rule("D11.20")
def test_a_member_outside_handles_no_gear() -> None:
    game = fighting(sneak="rogue")
    mine: dict[str, Any] = {"hero": give(game, "short-sword", "pack:hero")}
    with fix(game, then=100):
        game.act("wait")
    while actor(game) != "hero":
        game.act("wait")
    for text in (f"ready {mine['hero']}", f"hand {mine['hero']} rogue", f"strip {mine['hero']}"):
        assert refusal(game, text) == ("fight.outside", "D11.20")
    assert offered(game, "ready", "hand", "strip") == []


def test_free_trade_and_wearing_are_not_for_fights() -> None:
    game = fighting()
    ale = give(game, "medicinal-ale", "pack:hero")
    for text in (f"give {ale} rogue", f"drop {ale}", f"wear {ale}", f"unready {ale}", f"take {ale} hero"):
        assert refusal(game, text)[0] == "action.not_now"
