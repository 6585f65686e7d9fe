"""The beginning of a game, and what outlives one (T5.23, T18.15, T22.26, T22.46, T24.9)."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.campaign import below, edit, village
from tests.rulebooks.tabletop.rules_bench import character

from undercroft.engine.errors import BadOption
from undercroft.engine.game import Game
from undercroft.rulebooks.tabletop import creation, rulebook
from undercroft.rulebooks.tabletop.records import Jewel, Magic, Party, State, Trap, replace
from undercroft.testing import fix, staged

ADA = character("Ada", level=2, ap=120, silver=17, jewels=(Jewel("ruby", 3),), items=(Magic("heros-belt", known=True),))


def next_game(game: Game[State]) -> Game[State]:
    return Game(rulebook, 8, {}, world=game.world())


def test_a_campaign_begins_in_a_village_with_a_character_to_make() -> None:
    one: Game[State] = Game(rulebook, 7, {})
    assert one.state.place.where == "village"
    assert one.state.inn.village
    assert one.decision is not None
    assert one.decision.ask == "creation"
    assert "quick" in one.actions()


@pytest.mark.rule("T18.15")
def test_a_party_goes_on_in_the_next_game_with_its_sheets() -> None:
    one = village(ADA, character("Bo"), departed=True, completed=3, failed=1)
    with staged(one) as s:
        s.retired["old"] = character("Old")
    assert one.act("end-campaign")
    assert one.outcome is not None
    after = next_game(one)
    assert after.state.party.order == ("ada", "bo")
    assert after.state.characters["ada"] == ADA
    assert (after.state.party.completed, after.state.party.failed, after.state.party.departed) == (3, 1, True)
    assert after.state.retired["old"].name == "Old"
    assert after.state.inn.quest == ""
    assert after.state.place.where == "village"
    assert after.act("recruit")
    assert not after.act("name Old")


@pytest.mark.rule("T22.26", "T18.15")
def test_a_lost_party_ends_and_those_who_come_after_it_are_new() -> None:
    one = below(character("Ada", vitality=1))
    with staged(one) as s:
        s.traps["room-1"] = Trap("room-1", "rolling-stone", 0, found=True)
        s.party = replace(s.party, completed=3, departed=True)
        s.retired["old"] = character("Old")
    with fix(one, 20, 1, 1, then=6):
        one.act("spring")
    assert one.outcome is not None
    after = next_game(one)
    assert after.state.party == Party()
    assert not after.state.characters
    assert list(after.state.retired) == ["old"]
    assert after.decision is not None
    assert after.decision.ask == "creation"
    # They are no late-comers: they roll for money (T18.16).
    for text in ("roll", "assign 8 8 8 8 8"):
        with fix(after, *([1] * 6 if text == "roll" else [])):
            assert after.act(text)
    assert after.act("class adventurer")
    assert after.act("agility-point attack")
    assert "money" in after.actions()


def test_the_dead_are_not_handed_on() -> None:
    one = village(ADA, character("Bo"))
    edit(one, "bo", dead=True, vitality=-10)
    after = next_game(one)
    assert after.state.party.order == ("ada",)
    assert list(after.state.characters) == ["ada"]


@pytest.mark.added("T24.20")
@pytest.mark.rule("T17.3")
def test_a_campaign_may_begin_at_a_level() -> None:
    one: Game[State] = Game(rulebook, 7, {"level": 4})
    assert one.act("quick")
    plain = {c.id: c for c in creation.reference_party()}
    for c in one.state.characters.values():
        assert (c.level, c.ap, c.silver) == (1, 600, plain[c.id].silver + 600)
    asked = []
    while one.decision is not None and one.decision.ask == "gain":
        asked.append((one.decision.about["who"], one.decision.about["level"]))
        assert one.act(next(iter(one.actions().texts())))
    gains = [(who, level) for who in plain for level in (2, 3, 4)]
    assert list(dict.fromkeys(asked)) == gains
    assert {c.level for c in one.state.characters.values()} == {4}
    assert all(len(c.history) == 3 for c in one.state.characters.values())


@pytest.mark.rule("T23.15")
@pytest.mark.parametrize("rule", ["master_stroke", "breakage", "unreadiness", "bleeding", "terror"])
def test_the_rules_of_combat_are_switched_off_in_a_fight_at_a_table_alone(rule: str) -> None:
    with pytest.raises(BadOption, match=rf"{rule}.*solo play.*play=fight"):
        Game(rulebook, 7, {rule: False})
    assert getattr(rulebook.make_options({rule: True}), rule)
    assert not getattr(Game(rulebook, 7, {"play": "fight", rule: False}).state.switches, rule)
