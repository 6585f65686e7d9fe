"""Raising (D17)."""

from __future__ import annotations

import pytest
from tests.rulebooks.descent.magic import battle, code, edit, tags, texts, who
from tests.rulebooks.descent.moments import give, into_room, member, moment

from undercroft.engine.game import Game
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent.records import Clock, Purse, Quest, State
from undercroft.testing import fix, staged


def fallen_party(**raises: int) -> Game[State]:
    """A hero standing; a wizard, a rogue and the king fallen."""
    return moment(
        member("hero"),
        *(member(cls, health=0, raises=raises.get(cls, 0)) for cls in ("wizard", "rogue", "king")),
    )


@pytest.mark.rule("D17.2", "D17.3")
@pytest.mark.row("H8")
def test_a_light_raises_every_fallen_member_with_1_health_and_is_gone() -> None:
    game = fallen_party()
    light = give(game, "light-of-life", "pack:hero")
    step = game.act("raise hero")
    assert tags(step) == ["raise.kindled", "gear.destroyed", "raise.raised", "raise.raised"]
    assert [who(game, one).health for one in ("wizard", "rogue", "king")] == [1, 1, 0]
    assert light not in game.state.items
    assert game.state.counts.raises == 2


@pytest.mark.rule("D17.4")
@pytest.mark.parametrize(("before", "health"), [(2, 1), (3, 0)])
def test_three_raises_are_the_most(before: int, health: int) -> None:
    game = fallen_party(wizard=before)
    give(game, "light-of-life", "pack:hero")
    game.act("raise hero")
    assert (who(game, "wizard").health, who(game, "wizard").raises) == (health, 3)
    assert who(game, "rogue").health == 1


@pytest.mark.rule("D17.5")
def test_light_and_page_count_alike() -> None:
    game = fallen_party(rogue=1)
    give(game, "light-of-life", "pack:hero")
    edit(game, "hero", mana=14)
    with staged(game) as s:
        s.quest = Quest(book=True, pages=("rekindle",))
    assert game.act("cast rekindle hero rogue")
    assert who(game, "rogue").raises == 2
    edit(game, "rogue", health=0)
    assert game.act("raise hero")
    assert who(game, "rogue").raises == 3
    edit(game, "rogue", health=0)
    edit(game, "hero", mana=14)
    assert code(game.act("cast rekindle hero rogue")) == "spell.nothing D25.14"


@pytest.mark.rule("D17.6", "D29.6")
def test_nothing_raises_the_king() -> None:
    game = moment(member("hero", mana=14), member("king", health=0))
    light = give(game, "light-of-life", "pack:hero")
    with staged(game) as s:
        s.quest = Quest(book=True, pages=("rekindle",))
    assert code(game.act("raise hero")) == "raise.nobody D17.7"
    assert code(game.act("cast rekindle hero king")) == "spell.nothing D25.14"
    assert light in game.state.items
    assert who(game, "hero").mana == 14


@pytest.mark.rule("D17.7")
def test_a_raising_of_nobody_is_refused_and_costs_nothing() -> None:
    game = moment()
    light = give(game, "light-of-life", "pack:hero")
    assert texts(game, "raise") == []
    assert code(game.act("raise hero")) == "raise.nobody D17.7"
    battle(game, "hero", "fighter")
    assert texts(game, "kindle") == []
    assert code(game.act(f"kindle {light}")) == "raise.nobody D17.7"
    assert game.state.fight is not None
    assert game.state.fight.turns == ("hero", "fighter")
    assert light in game.state.items


@pytest.mark.rule("D17.8")
@pytest.mark.parametrize(("floor", "price"), [(0, 120), (3, 180), (6, 240), (9, 300), (12, 360), (15, 420), (18, 480)])
def test_every_counter_sells_the_light_and_deeper_ones_charge_more(floor: int, price: int) -> None:
    charm = content.catalogue().charms["light-of-life"]
    assert charm.stocked == 0
    assert content.price(charm.price, floor) == price


@pytest.mark.rule("D17.10")
def test_a_member_raised_in_a_fight_stands_inside_in_its_rank_and_acts_from_the_next_round() -> None:
    game = moment(member("hero"), member("rogue", health=0), member("fighter"))
    light = give(game, "light-of-life", "pack:hero")
    battle(game, "hero", "fighter")
    assert game.act(f"kindle {light}")
    assert game.state.fight is not None
    assert game.state.fight.turns == ("fighter",)
    assert who(game, "rogue").rank == "back"
    assert "rogue" not in game.state.fight.outside
    # The fighter waits; the one orc strikes at the hero (the first of the front) and misses; a new round begins.
    with fix(game, 1, 100):
        assert game.act("wait")
    assert game.state.fight is not None
    assert game.state.fight.round == 2
    assert game.state.fight.turns == ("hero", "rogue", "fighter")


@pytest.mark.rule("DX30", "D17.3", "D17.5", "D17.6", "D17.10")
def test_example_30_only_the_rogue_rises() -> None:
    game = moment(
        member("hero"), member("wizard", health=0, raises=3), member("rogue", health=0, raises=1),
        member("king", health=0), member("fighter"),
    )  # fmt: skip
    light = give(game, "light-of-life", "pack:hero")
    battle(game, "hero", "fighter")
    assert game.act(f"kindle {light}")
    assert [who(game, one).health for one in ("wizard", "rogue", "king")] == [0, 1, 0]
    assert who(game, "rogue").raises == 2
    assert game.state.fight is not None
    assert "rogue" not in game.state.fight.turns


@pytest.mark.rule("DX39", "D17.14", "D17.3")
def test_example_39_the_light_in_the_pack_of_the_fallen() -> None:
    game = moment(member("fighter"), member("hero"), member("rogue", health=0))
    light = give(game, "light-of-life", "pack:rogue")
    battle(game, "fighter", "hero")
    assert texts(game, "kindle") == [f"kindle {light}"]
    assert game.act(f"kindle {light}")
    assert who(game, "rogue").health == 1
    assert light not in game.state.items


@pytest.mark.rule("D17.14")
@pytest.mark.parametrize("cls", ["king", "hero", "wizard", "rogue", "fighter", "ranger"])
def test_every_class_kindles(cls: str) -> None:
    game = moment(member(cls), member("wizard", "Elm", health=0))
    give(game, "light-of-life", "pack:elm")
    assert texts(game, "raise") == [f"raise {cls}"]
    assert game.act(f"raise {cls}")
    assert who(game, "elm").health == 1


@pytest.mark.rule("D17.14")
@pytest.mark.row("ACT24")
def test_the_users_own_light_goes_first() -> None:
    game = moment(member("hero"), member("rogue"), member("wizard", health=0))
    first = give(game, "light-of-life", "pack:hero")
    own = give(game, "light-of-life", "pack:rogue")
    assert game.act("raise rogue")
    assert own not in game.state.items
    assert first in game.state.items


@pytest.mark.rule("D17.14", "D11.21")
def test_in_a_fight_the_light_is_in_a_pack_inside_and_raises_those_inside() -> None:
    game = moment(member("hero"), member("rogue", health=0), member("fighter", health=0), member("ranger"))
    away = give(game, "light-of-life", "pack:ranger")
    near = give(game, "light-of-life", "pack:fighter")
    battle(game, "hero", "ranger", outside=("rogue", "ranger"), ran=("rogue", "ranger"))
    assert texts(game, "kindle") == [f"kindle {near}"]
    assert code(game.act(f"kindle {away}")) == "raise.out_of_reach D17.14"
    assert game.act(f"kindle {near}")
    assert (who(game, "rogue").health, who(game, "fighter").health) == (0, 1)
    # The ranger, outside, can do nothing of the kind.
    assert code(game.act(f"kindle {away}")) == "fight.outside D11.20"


@pytest.mark.rule("D17.7", "D11.21")
def test_a_light_for_those_outside_alone_is_refused() -> None:
    game = moment(member("hero"), member("rogue", health=0), member("ranger"))
    light = give(game, "light-of-life", "pack:hero")
    battle(game, "hero", "ranger", outside=("rogue", "ranger"), ran=("rogue", "ranger"))
    assert texts(game, "kindle") == []
    assert code(game.act(f"kindle {light}")) == "raise.nobody D17.7"
    assert light in game.state.items


@pytest.mark.rule("D17.14", "D18.8")
def test_a_light_lying_about_is_in_nobodys_pack() -> None:
    game = moment(member("hero"), member("rogue", health=0))
    into_room(game)
    give(game, "light-of-life", "room:room-1.1")
    assert code(game.act("raise hero")) == "raise.no_light D17.14"


@pytest.mark.rule("D2.14", "D17.14")
def test_the_fallen_and_strangers_kindle_nothing() -> None:
    game = moment(member("hero"), member("rogue", health=0))
    give(game, "light-of-life", "pack:rogue")
    refused = game.act("raise rogue")
    assert code(refused) == "raise.by D2.14"
    assert game.say(refused.refusals[0]).endswith("name who kindles it: Hero. (D2.14)")
    edit(game, "rogue", health=1)
    edit(game, "hero", health=0)
    assert game.costs(game.parse("raise rogue")) == "one Light of Life; all the fallen in reach rise"
    edit(game, "rogue", health=0)
    edit(game, "hero", health=1)
    assert code(game.act("raise nobody")) == "member.none"
    assert code(game.act("use charm-t1")) == "member.fallen D2.14"


@pytest.mark.rule("D17.14")
def test_only_a_light_is_kindled() -> None:
    game = moment(member("hero"), member("rogue"), member("wizard", health=0))
    flask = give(game, "oil-flask", "pack:hero")
    knife = give(game, "knife", "pack:hero")
    battle(game, "hero", "rogue")
    for thing in (flask, knife, "charm-99"):
        assert code(game.act(f"kindle {thing}")) == "raise.not_light D17.14"


@pytest.mark.rule("D17.13")
def test_the_raised_keep_level_experience_and_gear() -> None:
    game = moment(member("hero"), member("rogue", health=0, level=4, experience=7, ceiling=30))
    knife = give(game, "knife", "hand:rogue")
    give(game, "light-of-life", "pack:hero")
    assert game.act("raise hero")
    risen = who(game, "rogue")
    assert (risen.level, risen.experience, risen.ceiling) == (4, 7, 30)
    assert game.state.items[knife].place == "hand:rogue"


@pytest.mark.rule("D17.1")
def test_a_death_ends_nothing_while_anyone_lives() -> None:
    game = moment(member("hero"), member("rogue", health=1))
    with staged(game) as s:
        s.purse = Purse(rations=0)
        s.clock = Clock(step=1, hunger=238)
    with fix(game, 1000):
        assert game.act("walk east")
    assert who(game, "rogue").fallen
    assert game.outcome is None
