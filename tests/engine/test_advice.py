"""Advice: a program that uses a name for an id, or a word of the keyboard, is told what is wanted."""

from __future__ import annotations

import pytest

import undercroft as uc


def at_the_welcome():
    game = uc.new("descent", seed=7, difficulty="easy", length="short")
    assert game.act("begin").accepted
    return game


def at_the_store():
    game = at_the_welcome()
    for text in ("accept hero", "shop", "buy short-sword hero"):
        assert game.act(text).accepted
    return game


def said(game, text):
    step = game.act(text)
    assert not step.accepted
    return game.say(step.refusals[0])


def test_a_name_of_the_party_is_answered_with_the_ids_the_nearest_first():
    assert (
        said(at_the_welcome(), "accept rowan")
        == 'An id is wanted, not "rowan": hero (Rowan), gundred, cricket, hesper.'
    )


@pytest.mark.parametrize("word", ["short-sword", "sword"])
def test_a_name_of_a_thing_is_answered_with_its_id_though_it_may_not_be_chosen_now(word):
    assert said(at_the_store(), f"wear {word}") == f'An id is wanted, not "{word}": weapon-6 (Rowan\'s Short Sword).'


def test_of_many_ids_the_first_are_told():
    assert said(at_the_store(), "sell ale") == (
        "An id is wanted, not \"ale\": bottle-5 (Rowan's Medicinal Ale), weapon-1 (Rowan's Knife), "
        "weapon-6 (Rowan's Short Sword), weapon-2 (Gundred's Knife) and others."
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("wear weapon-1", "gear.worn"),  # an id
        ("wear weapon-99", "gear.not_in_pack"),  # like an id, but of another thing
        ("buy short-sword bob", "gear.nobody"),  # like nothing
        ("accept rowan", "action.not_now"),  # no id would help
    ],
)
def test_where_an_id_would_not_help_the_rulebook_says_why(text, code):
    assert at_the_store().act(text).refusals[0].code == code


@pytest.mark.parametrize("text", ["explore", "take all", "battle", "go dungeon"])
def test_a_word_of_the_keyboard_is_told_as_one_with_where_to_read_on(text):
    told = said(at_the_welcome(), text)
    assert told.startswith(f'"{text}" is a word of the keyboard')
    assert "game.actions()" in told
    assert "docs/library.md" in told


def test_a_word_that_begins_actions_too_is_judged_as_an_action():
    assert uc.new("tabletop", seed=1).act("wait").refusals[0].code == "action.not_now"


def test_where_the_rulebook_names_the_nearest_itself_it_does():
    refusal = uc.new("descent").act("choose length shrt").refusals[0]
    assert refusal.facts["near"] == '; did you mean "short"?'


def test_the_odds_of_such_words_are_refused_in_the_same_way():
    game = at_the_welcome()
    for text in ("accept rowan", "explore"):
        assert game.odds(text) == game.act(text).refusals[0]
