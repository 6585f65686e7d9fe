"""Help on a word: commands, errands, actions, what the rulebook knows by the name, and where else to look."""

from __future__ import annotations

import pytest
from tests.play.test_auto import Sitting
from tests.play.test_words import Drawer
from tests.rulebooks.descent.moments import give, into_room, moment

import undercroft
from undercroft.play.line import Line
from undercroft.rulebooks.descent.records import Lore
from undercroft.testing import staged


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("help ranger", "Hears the floor breathe, and puts an arrow where it breathes from."),
        ("help chest", "A lid that one member lifts, once."),
        ("help strength", "Strength is added to the damage of every hit with a hand weapon; "),
        ("help knife", "For cheese, string and last resorts."),
        ("help tumbler", "Rings of digits to be set right."),
        ("help medicinal", "Medicinal Ale. Brown, strong and medicinal in the way that a fall is educational."),
        ("help repeat", "repeat - the last action once more (r for short)"),
        ("help explore", "explore - Go to the nearest thing that you have not seen yet"),
        ("help search", "search - "),
    ],
)  # fmt: skip
def test_help_finds_everything_that_has_a_name(typed: str, told: str) -> None:
    at = Sitting(moment(courtyard=True))
    said = at(typed)
    assert any(line.startswith(told) for line in said), said
    assert at.line.bad == 0


def test_a_word_that_several_names_hold_asks_which() -> None:
    at = Sitting(moment(courtyard=True))
    assert at("help wooden") == at("help wooden shield")
    assert at("help coat")[0].startswith("Padded Coat. ")
    assert at("help wooden coat")[0].startswith("Which one? ")
    assert not at("help of")[0].startswith("Which one? ")


def test_a_name_typed_in_full_wins_over_those_that_share_a_word() -> None:
    game = moment()
    with staged(game) as s:
        s.lore = Lore(("scroll-of-fire", "scroll-of-naming", "scroll-of-warding-words"))
    at = Sitting(game)
    assert at("help scroll of fire") == at("help fire scroll")
    assert at("help scroll of fire")[0].startswith("Scroll of Fire. ")
    assert at("help the warding words")[0].startswith("Scroll of Warding Words. ")


def test_what_lies_in_sight_is_known_by_name_and_what_lies_elsewhere_is_not() -> None:
    game = moment()
    into_room(game)
    give(game, "dawn-mail", "cell:1:9")
    assert not Sitting(game)("help dawn mail")[0].startswith("Dawn Mail. ")
    give(game, "dawn-mail", "room:room-1.1")
    assert Sitting(game)("help dawn mail")[0].startswith("Dawn Mail. ")


def test_what_only_the_rules_know_is_pointed_to() -> None:
    at = Sitting(moment(courtyard=True))
    assert at("help orc") == ['No page of help is called "orc". The rulebook has it: type rule orc (in D33).']
    said = at("help draught")
    assert said[0].startswith('No page of help is called "draught". The rulebook has it: type rule draught (')
    assert at.line.bad == 0


def test_what_nothing_knows_names_the_nearest() -> None:
    at = Sitting(moment(courtyard=True))
    assert at("help strenght") == ['There is no help on "strenght"; did you mean "strength"?']
    assert at("help xyzzy") == ['There is no help on "xyzzy".']
    assert at.line.bad == 2


def test_a_rulebook_without_names_or_rules_has_help_too(tiny: str) -> None:
    said: list[str] = []
    line = Line(undercroft.new(tiny, seed=1), Drawer(), said.append)
    line.session.begin()
    said.clear()
    line.answer("help nonsuch")
    assert said[0].startswith('There is no help on "nonsuch"')
    line.answer("look")
    assert said[1].startswith(("Reports: ", "There are no reports here."))


def test_look_alone_describes_the_place_and_what_lies_in_it() -> None:
    game = moment()
    into_room(game)
    give(game, "mana-draught", "room:room-1.1")
    said = Sitting(game)("look")
    assert said[0] == "You are in room-1.1."
    assert "An unnamed bottle: A stoppered bottle with no label and a great deal of confidence." in said
    assert said[-1].startswith("Reports: status hero, ")
    assert game.turns == 0


@pytest.mark.parametrize("typed", ["look knife", "x knife", "examine knife"])
def test_look_at_a_thing_tells_what_is_known_of_it(typed: str) -> None:
    at = Sitting(moment())
    assert at(typed)[:2] == ["Knife:", "For cheese, string and last resorts."]
    assert at("look status hero")[0].startswith("Hero:") or at.line.bad == 0
    assert at("look nonsuch")[0].startswith('No report is called "nonsuch"; ')


def test_what_is_done_for_the_player_is_in_no_list_and_no_help() -> None:
    at = Sitting(moment(lessons=("reports-unread",)))
    assert "consult" in at.game.actions().texts()
    assert not any("consult" in line for line in [*at("list"), *at("help all")])
    assert at("help consult")[0].startswith('There is no help on "consult"')
