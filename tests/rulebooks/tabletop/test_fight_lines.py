"""A fight that goes by itself is told in few lines: what each round took off whom (T7.44)."""

from __future__ import annotations

from typing import Any

import pytest

from undercroft.engine.event import Event
from undercroft.rulebooks.tabletop import fight_lines
from undercroft.rulebooks.tabletop.blows import Blow
from undercroft.rulebooks.tabletop.fights import FightEnded, RoundBegun
from undercroft.rulebooks.tabletop.spells import Cast, ResistRolled
from undercroft.rulebooks.tabletop.turns import MadeReady
from undercroft.rulebooks.tabletop.wounds import Fell, Slain, Wounded

pytestmark = pytest.mark.rule("T7.44")


NAMES = {"ada": "Ada", "bo": "Bo", "cy": "Cy", "wolf": "Wolf"}


def name(one: Any) -> str:
    return NAMES.get(one, str(one))


def told(*events: Event[Any] | tuple[Event[Any], str]) -> list[str]:
    return fight_lines.told([one if isinstance(one, tuple) else (one, "said") for one in events], name)


def hit(attacker: str, target: str, loss: int, left: int) -> Blow:
    return Blow(attacker, target, "sword", False, 5, 10, hit=True, loss=loss, left=left)


def missed(attacker: str, target: str) -> Blow:
    return Blow(attacker, target, "sword", False, 15, 10)


def test_blows_of_a_round_are_summed_up_for_each_who_is_struck() -> None:
    assert told(RoundBegun(2, (), ()), hit("ada", "wolf", 3, 12), missed("cy", "wolf"), hit("bo", "wolf", 4, 8)) == [
        "Round 2: Wolf loses 7 to Ada and Bo, and has 8."
    ]


def test_who_is_struck_dead_is_told_so_once() -> None:
    events = (RoundBegun(1, (), ()), hit("ada", "wolf", 20, -5), (Slain("wolf", "wolf", 7), "Wolf is slain."))
    assert told(*events) == ["Round 1: Ada strikes Wolf dead."]
    both = (RoundBegun(1, (), ()), hit("ada", "wolf", 9, 1), hit("bo", "wolf", 9, -8), Slain("wolf", "wolf", 7))
    assert told(*both) == ["Round 1: Ada and Bo strike Wolf dead."]


def test_rounds_without_blood_share_a_line() -> None:
    quiet = [one for number in (3, 4, 5) for one in (RoundBegun(number, (), ()), missed("ada", "wolf"))]
    assert told(*quiet) == ["Rounds 3 to 5: nobody draws blood."]
    assert told(*quiet[:2]) == ["Round 3: nobody draws blood."]


def test_what_else_happens_keeps_its_sentence_and_its_place() -> None:
    assert told(
        RoundBegun(1, (), ()),
        (MadeReady("ada"), "Ada is ready."),
        hit("wolf", "ada", 3, 0),
        (Fell("ada"), "Ada falls."),
    ) == ["Round 1: Ada loses 3 to Wolf, and has 0. Ada falls."]


def test_what_comes_after_the_fight_is_told_line_by_line() -> None:
    end = FightEnded("won", (), 1, (), (), (), ())
    assert told((end, "Won."), (Fell("ada"), "One."), (Fell("bo"), "Two.")) == ["Won.", "One.", "Two."]


@pytest.mark.rule("T20.19")
def test_a_spell_that_wounds_is_summed_up_as_a_blow() -> None:
    cast = (Cast("cy", "wasps-sting", ("wolf",), 1, 4), "Cy spits Wasp's Sting at Wolf.")
    rolled = (ResistRolled("wolf", "wasps-sting", 3, 0, 9, success=False, half=True), "Wolf does not resist.")
    took = (Wounded("wolf", 5, 3, "wasps-sting", searing=True), "Wolf loses 5 Vitality and has 3.")
    assert told(RoundBegun(2, (), ()), hit("ada", "wolf", 2, 8), cast, rolled, took) == [
        "Round 2: Wolf loses 7 to Ada and Cy, and has 3."
    ]
    assert told(RoundBegun(2, (), ()), cast, rolled, took, (Slain("wolf", "wolf", 7), "Wolf is slain.")) == [
        "Round 2: Cy strikes Wolf dead."
    ]
    sleep = (Cast("cy", "dormouses-sleep", ("wolf",), 1, 6), "Cy hums.")
    held = (ResistRolled("wolf", "dormouses-sleep", 3, 0, 2, success=True, half=False), "Wolf resists.")
    assert told(RoundBegun(2, (), ()), sleep, held) == ["Round 2: Cy hums. Wolf resists."]


def test_many_who_strike_one_are_told_as_a_crowd() -> None:
    called = {"ada": "Ada", **{f"rat-{number}": f"Giant Rat {number}" for number in (1, 2, 3)}}
    bites = [(hit(f"rat-{number}", "ada", 1, 30 - number), "said") for number in (1, 2, 3)]
    said = fight_lines.told([(RoundBegun(1, (), ()), ""), *bites], lambda one: called.get(one, str(one)))
    assert said == ["Round 1: Ada loses 3 to Giant Rat 1 to 3, and has 27."]
