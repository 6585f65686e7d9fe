"""`tabletop` under the contract suite: random campaigns and table fights, and moments along a recorded campaign.

`make soak` does the same with many seeds, and counts what is met.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from tests.rulebooks.tabletop import rare_moments
from tests.rulebooks.tabletop.guide import Guide

import undercroft as uc
from undercroft.bots.player import play
from undercroft.bots.tabletop import Competent
from undercroft.engine.action import Open
from undercroft.engine.rulebook import find
from undercroft.engine.streams import derive
from undercroft.rulebooks import tabletop
from undercroft.testing import Report, check_rulebook

CHAPTERS = Path(tabletop.__file__).parent
RAISED = re.compile(r'Refusal\(\s*"([a-z_.]+)"')
ROLLED = re.compile(r'(?:Chance|Spread)\("([a-z-]+)"')
"""Names of rolls written where they are made."""
RARE = ("quests.end", "village.retire")
FIGHT = {"play": "fight"}
EXPLAINED = {
    "refusals gain.none": "a game opens a level gain that is due alone; `table level` says it (T16.19)",
    "refusals gain.top": "likewise (T16.20)",
    "refusals gm.nobodys_turn": "a fight asks only when it is somebody's turn: it guards against a frame left behind",
    "refusals treasure.negative": "a split is typed without signs: it guards programs that share coins out (T14.16)",
    "refusals weapon.none": "a weapon is named, and its place found: it guards programs that name places",
}
"""What neither random play nor a moment set up by a test meets, with the reason (`tools/met.py tabletop`)."""
LAWS = ("odds", "secrets", "told", "undo", "load", "events", "words", "kept", "text")


@cache
def record(seed: int, steps: int) -> str:
    """Return the record of a campaign that the guide leads."""
    game, dice, guide = uc.new("tabletop", seed=seed), derive(seed, "tabletop", "scripted"), Guide()
    while game.turns < steps and game.outcome is None:
        offers = game.actions()
        plain = [one for one in offers if not isinstance(one, Open) and one.tag() not in RARE]
        assert game.act(guide(game, offers, dice) or dice.pick(plain)).accepted
    return game.record()


@pytest.mark.timeout(600)
def test_random_campaigns_break_no_law() -> None:
    report = check_rulebook("tabletop", seeds=range(3), steps=18, scout=Guide(), rare=RARE)
    assert report.games == 3
    assert all(report.checks[law] for law in LAWS)


@pytest.mark.timeout(600)
def test_moments_along_a_campaign_break_no_law() -> None:
    report = check_rulebook("tabletop", seeds=range(2), steps=2, records=[record(101, 120)], scout=Guide(), rare=RARE)
    assert report.moments == 2
    assert report.steps > 40


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_moments_along_campaigns_of_the_competent_player_break_no_law() -> None:
    records = [play(uc.new("tabletop", seed=seed), Competent(), most=400).record() for seed in range(101, 111)]
    report = check_rulebook("tabletop", seeds=range(10), steps=2, records=records, scout=Guide(), rare=RARE)
    assert report.moments == 100


@pytest.mark.timeout(600)
@pytest.mark.rule("T23.13")
def test_random_fights_at_a_table_break_no_law() -> None:
    report = check_rulebook("tabletop", seeds=range(2), steps=14, options=FIGHT, scout=Guide(), rare=RARE)
    assert report.games == 2


@pytest.mark.rule("T23.13")
def test_only_at_a_table_is_there_a_game_master() -> None:
    solo, table = uc.new("tabletop", seed=3), uc.new("tabletop", seed=3, play="fight")
    before = solo.digest()
    assert len(solo.actions("gm")) == 0
    for line, seat in (("force attack 1", None), ("add orc 2", None), ("force attack 1", "gm")):
        step = solo.act(line, seat)
        assert [refusal.code for refusal in step.refusals] == ["seat.absent"]
        assert solo.say(step.refusals[0]) == "Nobody plays gm in this game."
    assert solo.digest() == before
    assert table.asked == "gm"
    assert table.act("force attack 1").accepted


def test_every_refusal_raised_has_a_sentence() -> None:
    raised = {code for path in CHAPTERS.glob("*.py") for code in RAISED.findall(path.read_text(encoding="utf-8"))}
    assert len(raised) > 150
    assert raised - set(Report(find("tabletop")).known["refusals"]) == set()


def test_every_roll_has_a_name_for_people() -> None:
    texts = find("tabletop").texts
    named = {name for path in CHAPTERS.glob("*.py") for name in ROLLED.findall(path.read_text(encoding="utf-8"))}
    assert len(named) > 10
    assert [name for name in sorted({*named, *find("tabletop").state.rolls}) if f"roll.{name}" not in texts] == []


@pytest.mark.rule("T22.27")
def test_the_dungeons_of_a_seed_are_proven() -> None:
    for seed in range(4):
        proof = uc.new("tabletop", seed=seed).proof()
        assert proof is not None
        assert proof.faults == ()
        assert [one.rooms for one in proof.facts] == [8, 12, 16, 20]


def test_an_accepted_quest_is_proven_in_its_own_size() -> None:
    game = uc.new("tabletop", seed=5)
    assert all(game.act(line).accepted for line in ("quick", "quest", "accept standard grim"))
    proof = game.proof()
    assert proof is not None
    (facts,) = proof.facts
    assert (facts.rooms, facts.setting, facts.quest) == (12, "grim", game.state.inn.quest)
    assert proof.holds
    assert game.act("depart").accepted
    under_way = game.proof()
    assert under_way is not None
    assert under_way.holds


@pytest.mark.parametrize("case", rare_moments.REFUSALS, ids=lambda case: case[0])
def test_a_rare_refusal_has_its_code(case: rare_moments.Rare) -> None:
    assert rare_moments.refusals(Report(find("tabletop")), [case]) == []


def test_rare_deeds_are_done() -> None:
    assert rare_moments.deeds(Report(find("tabletop"))) == []


def test_what_is_explained_exists() -> None:
    report = Report(find("tabletop"))
    known = {f"{kind} {code}" for kind, codes in report.known.items() for code in codes}
    assert set(EXPLAINED) - known == set()
