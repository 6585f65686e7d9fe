"""Between adventures (T18)."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.rules_bench import character, game, of, under

from undercroft.engine.action import Refusal
from undercroft.rulebooks.tabletop import creating, pause, points, tests
from undercroft.rulebooks.tabletop.records import Arm, replace
from undercroft.testing import staged

CHAPTERS = (tests, points, creating, pause)


def rule(refusal: Refusal | None) -> str:
    return refusal.rule if refusal else ""


@pytest.mark.rule("TX5", "T18.6", "T18.7", "T18.9")
def test_training_and_a_private_room() -> None:
    g = game(character(cls="magician", silver=120, astral=5, astral_max=30), chapters=CHAPTERS)
    assert pause.train_refused(of(g), 2) is None
    pause.train(g._ctx, "ada", 2)
    assert (of(g).astral, of(g).astral_max) == (5, 32)
    pause.lodge(g._ctx, "ada", "private")
    pause.settle(g._ctx)
    assert (of(g).silver, of(g).astral, of(g).astral_max) == (1, 32, 32)
    assert all(g.say(event) for event in g._ctx.events if not isinstance(event, pause.SetOut))


@pytest.mark.rule("T18.6", "T18.8", "T18.9")
def test_who_may_train() -> None:
    rich = character(cls="magician", silver=98)
    assert rule(pause.train_refused(rich, 2)) == ""
    assert rule(pause.train_refused(replace(rich, silver=97), 2)) == "T18.6"
    assert rule(pause.train_refused(rich, 0)) == "T18.9"
    assert rule(pause.train_refused(replace(rich, cls="elf"), 1)) == "T18.8"
    assert rule(pause.train_refused(replace(rich, cls="warrior"), 1)) == "T18.6"


@pytest.mark.rule("TX4", "T18.1", "T17.8")
def test_a_week_heals_everyone() -> None:
    g = game(character(vitality=14, vitality_max=39), character("Bo", vitality=-2), chapters=CHAPTERS)
    pause.settle(g._ctx)
    assert [c.vitality for c in g.state.characters.values()] == [39, 30]


@pytest.mark.rule("T18.5", "T18.2", "T18.3")
@pytest.mark.parametrize(
    ("lodging", "before", "after"),
    [("private", 3, 25), ("common", 3, 12), ("barn", 3, 12), ("barn", 12, 12), ("common", 20, 20), ("private", 20, 25)],
)
def test_astral_wants_to_be_alone(lodging: str, before: int, after: int) -> None:
    elf = character(cls="elf", astral=before, astral_max=25, vitality=1)
    assert (pause.rested(elf, lodging).astral, pause.rested(elf, lodging).vitality) == (after, 30)


@pytest.mark.rule("T18.4")
def test_lodgings_and_their_prices() -> None:
    for lodging, price in (("barn", 0), ("common", 7), ("private", 21)):
        g = game(character(silver=price), chapters=CHAPTERS)
        assert pause.lodging_refused(g.state, "ada", lodging) is None
        pause.lodge(g._ctx, "ada", lodging)
        assert of(g).silver == 0
        assert rule(pause.lodging_refused(g.state, "ada", "barn")) == "T18.4"
        if price:
            poor = game(character(silver=price - 1), chapters=CHAPTERS)
            assert rule(pause.lodging_refused(poor.state, "ada", lodging)) == "T18.4"


@pytest.mark.rule("T18.4")
def test_who_chooses_nothing_sleeps_in_the_barn() -> None:
    g = game(character(cls="elf", astral=0, astral_max=25, silver=50), chapters=CHAPTERS)
    pause.settle(g._ctx)
    assert (of(g).astral, of(g).silver) == (12, 50)
    assert rule(pause.lodging_refused(g.state, "ada", "palace")) == "T18.4"


@pytest.mark.rule("T18.10")
def test_a_pause_may_be_taken_in_any_order() -> None:
    g = game(character(cls="magician", silver=70, astral=0, astral_max=30), chapters=CHAPTERS)
    pause.lodge(g._ctx, "ada", "private")
    pause.train(g._ctx, "ada", 1)
    assert of(g).astral == 0
    pause.settle(g._ctx)
    assert of(g).astral == 31


@pytest.mark.rule("T18.11", "T13.41")
def test_effects_end_with_the_adventure() -> None:
    c = under(character(weapons=(Arm("sword", treated=True),), deeds=20), "weakened", "smell", "cursed", "owls-eyes")
    g = game(c, chapters=CHAPTERS)
    g._ctx.emit(tests.Attempted("ada", "search:room-1"))
    pause.end_adventure(g._ctx)
    assert (of(g).conditions, of(g).weapons, of(g).deeds) == ((), (Arm("sword"),), 0)
    assert not g.state.attempts


@pytest.mark.rule("T18.12")
def test_acid_damage_is_repaired() -> None:
    c = character(armour="leather-armour", eaten=2, silver=20)
    assert pause.repair_refused(c) is None
    assert rule(pause.repair_refused(replace(c, silver=19))) == "T18.12"
    assert rule(pause.repair_refused(replace(c, eaten=0))) == "T18.12"
    g = game(c, chapters=CHAPTERS)
    pause.repair(g._ctx, "ada")
    assert (of(g).eaten, of(g).silver) == (0, 0)
    assert g.say(g._ctx.events[-1])


@pytest.mark.rule("T18.13")
def test_what_the_healer_has() -> None:
    assert (pause.POTIONS.low, pause.POTIONS.high) == (2, 4)
    assert pause.healer_stock(2) == ("healing-potion-10", "healing-potion-10", "healing-potion-20")


@pytest.mark.rule("T18.15", "T18.14")
def test_a_retired_character_is_kept_and_makes_room() -> None:
    party = [character(name) for name in ("Ada", "Bo", "Cid", "Dee", "Eve", "Fay")]
    g = game(*party, chapters=CHAPTERS)
    assert rule(pause.recruit_refused(g.state)) == "T5.22"
    g._ctx.emit(pause.Retired("bo"))
    assert g.say(g._ctx.events[-1])
    assert g.state.retired["bo"] == party[1]
    assert "bo" not in g.state.characters
    assert g.state.party.order == ("ada", "cid", "dee", "eve", "fay")
    assert pause.recruit_refused(g.state) is None


@pytest.mark.rule("TX53", "T18.16")
def test_a_newcomer_stays_until_the_party_has_set_out() -> None:
    g = game(character("Ada"), character("Bo"), chapters=CHAPTERS)
    with staged(g) as s:
        s.party = replace(s.party, newcomers=("bo",))
    assert rule(pause.retire_refused(g.state, "bo")) == "T18.16"
    assert pause.retire_refused(g.state, "ada") is None
    pause.settle(g._ctx)
    assert pause.retire_refused(g.state, "bo") is None


def test_the_last_character_does_not_retire() -> None:
    g = game(character("Ada"), character("Bo", dead=True), chapters=CHAPTERS)
    assert pause.retire_refused(g.state, "ada") is not None
    assert pause.retire_refused(g.state, "bo") is not None
    assert pause.retire_refused(g.state, "nobody") is not None


@pytest.mark.rule("T18.16")
@pytest.mark.parametrize("departed", [False, True])
def test_recruits_bring_money_only_before_the_first_departure(departed: bool) -> None:
    g = game(character("Ada"), chapters=CHAPTERS)
    if departed:
        pause.settle(g._ctx)
    pause.recruit(g._ctx)
    assert g.state.top(creating.Creating).draft.late == departed
