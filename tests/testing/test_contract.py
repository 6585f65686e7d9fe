"""The contract suite on the example rulebook: every law over 20 seeds, everything met or explained."""

from __future__ import annotations

import pytest
from tests.testing import policy

import undercroft as uc
from undercroft.testing import ContractBroken, Report, check_rulebook, knowledge, twins

EXPLAINED = {"house.dealt": "it happens before the first action"}


@pytest.fixture(scope="module")
def report() -> Report:
    options = ({}, {"difficulty": "hard"})
    return check_rulebook("fivecards", records=[policy.won().record()], options=options)


def test_the_example_keeps_every_law_over_20_seeds(report):
    assert report.games == 20
    assert report.moments == 20
    assert report.steps > 1000


def test_everything_is_met_or_explained(report):
    assert report.unmet(explained=EXPLAINED) == ()
    assert report.stale(EXPLAINED) == ()
    assert report.unmet(kinds=["events"]) == ("events house.dealt",)


def test_an_explanation_of_what_is_met_is_stale(report):
    assert report.stale(["rest", "actions go", "house.dealt"]) == ("rest", "actions go")


def test_every_law_was_held_at_least_once(report):
    for law in ("fork", "undo", "events", "replay", "load", "text", "refused", "offered", "pure", "odds"):
        assert report.checks[law] > 100, law
    for law in ("secrets", "told", "words"):
        assert report.checks[law] > 100, law


def test_the_report_is_a_table_that_can_be_read(report):
    said = str(report).splitlines()
    assert said[0].startswith("fivecards: 20 games, 20 moments,")
    assert "actions: 13 of 13 met" in said
    assert any(line.split() == ["house.dealt", "never"] for line in said)


def test_the_same_seeds_give_the_same_report():
    one, other = (check_rulebook("fivecards", seeds=range(2), steps=60) for _ in range(2))
    assert str(one) == str(other)
    assert str(one) != str(check_rulebook("fivecards", seeds=range(2, 4), steps=60))


def test_a_scout_may_choose():
    def idle(_game, offers, _dice):
        return offers.texts().get("rest")

    report = check_rulebook("fivecards", seeds=range(3), steps=30, scout=idle)
    assert report.actions["rest"] > report.steps // 2


def test_a_rulebook_object_that_is_not_installed_will_do():
    from fivecards import FiveCards

    class Sixth(FiveCards):
        name = "sixth"

        def package(self):
            from importlib.resources import files

            return files("fivecards")

    assert check_rulebook(Sixth(), seeds=[3], steps=40).rulebook == "sixth"


def test_a_broken_law_tells_how_to_repeat_it():
    from tests.testing.broken_copies import an_event_without_a_sentence, fresh

    with fresh() as copy:
        an_event_without_a_sentence(copy)
        with pytest.raises(ContractBroken) as caught:
            check_rulebook(copy.rulebook, seeds=[5], steps=100)
    broken = caught.value
    assert (broken.law, broken.rulebook, broken.seed) == ("words", "fivecards", 5)
    assert broken.doing.startswith("go ")
    assert f"seed 5, step {broken.step}, at {broken.doing!r}" in str(broken)
    again = uc.replay(broken.record)
    assert again.turns == broken.step
    assert again.record() == broken.record


def test_twins_differ_in_what_is_hidden_and_in_nothing_that_is_known():
    game = uc.new("fivecards", seed=4)
    twin = twins(game, "player")
    assert twin.digest() != game.digest()
    assert knowledge(twin, "player") == knowledge(game, "player")
    assert knowledge(twin, "gm") != knowledge(game, "gm")
    assert game.digest() == uc.new("fivecards", seed=4).digest()
