"""What the tally tells of a run: killers, what was met, what was used."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.rulebooks.descent.moments import give, into_room, member, moment

import undercroft as uc
from undercroft.bots.descent import Competent
from undercroft.bots.player import play
from undercroft.engine.event import Event
from undercroft.engine.game import Game
from undercroft.engine.state import Outcome
from undercroft.rulebooks.descent import training
from undercroft.rulebooks.descent.blows import BlowLanded
from undercroft.rulebooks.descent.records import Chest, Counts, Place, Quest, replace
from undercroft.rulebooks.descent.spells import PageTaken, SpellRead
from undercroft.rulebooks.descent.tally import Tally
from undercroft.rulebooks.descent.things import BellUnderstood, ThingUsed
from undercroft.rulebooks.descent.wounds import Fell
from undercroft.testing import fix, staged


def noted(game: Game[Any], *events: Event[Any]) -> Tally:
    """Return a tally that took in one action of these events."""
    tally = Tally()
    tally.note(game.state, events)
    return tally


def lost(game: Game[Any], *events: Event[Any]) -> dict[str, Any]:
    """Return the facts of a run that these events ended in defeat, on floor 3."""
    tally = noted(game, *events)
    with staged(game) as s:
        s.place = Place(3, 5)
        s.outcome = Outcome("all-dead", ())
    return tally.facts(game.state)


def used(tally: Tally, game: Game[Any], sort: str = "items") -> set[str]:
    return set(tally.choices(game.state)[sort].used)


def met(tally: Tally, game: Game[Any], sort: str = "items") -> set[str]:
    return set(tally.choices(game.state)[sort].met)


def test_the_kind_of_the_last_blow_killed_the_party() -> None:
    facts = lost(
        moment(),
        BlowLanded("orc-2", "rogue", 9), Fell("rogue", "blow"),
        BlowLanded("iron-moth-1", "hero", 9), BlowLanded("orc-1", "fighter", 1), Fell("hero", "blow"),
    )  # fmt: skip
    assert (facts["killer"], facts["killed_by"], facts["ended_on"]) == ("iron-moth", "iron-moth, floor 3", "floor 3")
    assert facts["fell_to"] == ["iron-moth", "orc"]


@pytest.mark.parametrize("cause", ["hunger", "poisoned", "young-dragon"])
def test_what_is_no_blow_kills_by_its_own_name(cause: str) -> None:
    assert lost(moment(), BlowLanded("orc-2", "hero", 9), Fell("hero", cause))["killer"] == cause


def test_a_run_that_was_not_lost_by_death_has_no_killer() -> None:
    game = moment()
    facts = noted(game, BlowLanded("orc-2", "rogue", 9), Fell("rogue", "blow")).facts(game.state)
    assert (facts["killer"], facts["killed_by"], facts["fell_to"]) == ("", "", ["orc"])


def test_figures_are_those_of_the_state() -> None:
    game = moment(member("hero"), member("king", "Aldemar", health=0, level=5), floor=4, gold=31)
    with staged(game) as s:
        s.counts = Counts(fights=2, kills=3, bribes=4, flights=5, deaths=6, raises=7)
        s.quest = Quest(book=True, king=True, pages=("firebolt", "firebolt"))
        s.clock = replace(s.clock, step=99)
        s.floors[5] = replace(s.floors[4], number=5, visited=False)
    facts = Tally().facts(game.state)
    assert facts["deepest"] == 4
    names = ("steps", "fights", "kills", "bribes", "flights", "deaths", "raises", "gold", "pages", "levels", "ended_on")
    assert [facts[name] for name in names] == [99, 2, 3, 4, 5, 6, 7, 31, 2, 6, "floor 4"]
    assert (facts["book"], facts["king"]) == (True, True)
    assert facts["party"][1] == {"name": "Aldemar", "class": "king", "level": 5, "state": "fallen", "health": 0}


def test_what_lies_here_or_is_carried_is_met_and_what_is_worn_is_used() -> None:
    game = moment()
    for kind, place in (
        ("mace", "hand:hero"), ("leather", "body:rogue"), ("iron-shield", "arm:hero"), ("knife", "pack:rogue"),
        ("antidote", "room:room-1.1"), ("esp", "chest:room-1.1"), ("staff", "room:room-1.2"),
    ):  # fmt: skip
        give(game, kind, place)
    tally = noted(game)
    assert met(tally, game) == {"mace", "leather", "iron-shield", "knife"}
    assert used(tally, game) == {"mace", "leather", "iron-shield"}
    with staged(game) as s:
        s.chests["room-1.1"] = Chest(1, 0)
    into_room(game)
    tally.note(game.state, ())
    assert met(tally, game) - {"mace", "leather", "iron-shield", "knife"} == {"antidote"}
    with staged(game) as s:
        s.chests["room-1.1"] = Chest(1, 0, open=True)
    tally.note(game.state, ())
    assert "esp" in met(tally, game)
    assert "staff" not in met(tally, game)


def test_wares_are_met_at_the_counter() -> None:
    game = uc.new("descent", seed=1)
    tally = Tally()
    for text in ("begin", "accept hero", "shop"):
        tally.note(game.state, game.act(text).all_events)
    wares = {ware.kind for ware in game.view().wares}
    assert wares
    assert wares <= met(tally, game)
    began = {item.kind for item in game.state.items.values()} - {"medicinal-ale"}  # the guide's is in a pack
    assert used(tally, game) == began


def test_things_spent_and_bells_understood_are_used() -> None:
    game = moment()
    bell = give(game, "gremlin-bell", "pack:hero")
    spent = ThingUsed("hero", "bottle-9", "antidote", "bottle", known=False)
    tally = noted(game, spent, BellUnderstood("hero", bell))
    assert used(tally, game) == {"antidote", "gremlin-bell"}
    assert met(tally, game) == {"antidote", "gremlin-bell"}


def test_pages_are_met_when_they_are_taken_and_used_when_they_are_read() -> None:
    game = moment()
    tally = noted(game, PageTaken("room-1.1", "firebolt", False), PageTaken("room-1.1", "storm", False))
    tally.note(game.state, [SpellRead("hero", "firebolt", 3)])
    assert met(tally, game, "pages") == {"firebolt", "storm"}
    assert used(tally, game, "pages") == {"firebolt"}


def test_every_class_is_on_offer_and_those_in_the_party_are_used() -> None:
    game = uc.new("descent", companions=["rogue", "rogue", "ranger"])
    assert met(Tally(), game, "classes") == {"fighter", "rogue", "wizard", "ranger"}
    assert used(Tally(), game, "classes") == {"rogue", "ranger"}


def test_a_whole_run_is_told_without_touching_it() -> None:
    plain = play(uc.new("descent", seed=4, difficulty="hard", length="short"), Competent())
    tally = Tally()
    game = play(
        uc.new("descent", seed=4, difficulty="hard", length="short"), Competent(),
        each=lambda at, step: tally.note(at.state, step.all_events),
    )  # fmt: skip
    facts = tally.facts(game.state)
    assert json.loads(json.dumps(facts)) == facts
    assert (game.digest(), game.record()) == (plain.digest(), plain.record())
    for sort in ("items", "pages", "classes"):
        assert used(tally, game, sort) <= met(tally, game, sort)
    assert all(tag in game.book.events for tag in tally.tells)


@pytest.mark.rule("D1.17")
def test_a_practice_fight_stands_neither_in_the_story_nor_in_the_facts() -> None:
    game = moment(member("hero", health=1), member("fighter"), courtyard=True)
    tally = Tally()
    story: list[Event[Any]] = []

    def do(line: str) -> None:
        with fix(game, then=1):
            step = game.act(line)
        assert step.accepted
        tally.note(game.state, step.all_events)
        story.extend(tally.story(game.state, step.events))

    do("practice-fight goblin")
    while training.practising(game.state):
        do("wait")
    assert (story, tally.facts(game.state)["fell_to"]) == ([], [])
    assert tally.story(game.state, [Fell("hero", "blow")])
