"""The tale of a run: which ending is told, how far and how long, what was found, who fell where, who lives."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest
from tests.rulebooks.descent.magic import edit
from tests.rulebooks.descent.moments import member, moment

import undercroft
from undercroft.engine.game import Game
from undercroft.engine.state import Outcome
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import endings, tales
from undercroft.rulebooks.descent.records import Clock, Quest, State, replace
from undercroft.rulebooks.descent.tales import Turn
from undercroft.rulebooks.descent.tally import Tally
from undercroft.testing import staged

TEXTS = tomllib.loads((files("undercroft.rulebooks.descent") / "text" / "tales.toml").read_text(encoding="utf-8"))[
    "tale"
]
COMPANY = ("hero", "fighter", "king")


def over(code: str, *, steps: int = 100, quest: Quest | None = None, fallen: tuple[str, ...] = ()) -> Game[State]:
    """Return a run of three members that is over, on the second floor."""
    game = moment(*map(member, COMPANY), floor=2, length="short")
    for who in fallen:
        edit(game, who, health=0)
    with staged(game) as s:
        s.outcome = Outcome(code, ())
        s.clock = Clock(steps, 0)
        s.quest = quest or Quest()
        s.counts = replace(s.counts, deaths=len(fallen))
    return game


def first(game: Game[State]) -> str:
    """Return which of the texts begins the tale."""
    said = tales.tale(game.state, ())[0]
    (found,) = [
        key
        for key, text in TEXTS.items()
        if len(text) > 100 and said.startswith(text.partition("{")[0]) and said.endswith(text.rpartition("}")[2])
    ]
    return found


EVERY_PAGE = tuple(content.catalogue().spells)


@pytest.mark.rule("D30.11")
@pytest.mark.parametrize(
    ("code", "more", "told"),
    [
        (endings.WITH_BOOK, {"quest": Quest(book=True, king=True)}, "won-with-book"),
        (endings.WITH_BOOK, {"quest": Quest(book=True, king=True, pages=(EVERY_PAGE * 2)[:36])}, "won-with-book.whole"),
        (endings.WITHOUT_BOOK, {}, "won-without-book"),
        (endings.WITHOUT_BOOK, {"fallen": ("fighter",)}, "won-without-book.fallen"),
        (endings.BOOK_SAVED, {"quest": Quest(book=True, king=True), "fallen": ("king",)}, "lost-book-saved"),
        (endings.ALL_DEAD, {"fallen": COMPANY}, "all-dead"),
        (endings.ALL_DEAD, {"fallen": COMPANY, "quest": Quest(book=True)}, "all-dead.book"),
        (endings.ALL_DEAD, {"fallen": COMPANY, "quest": Quest(book=True, king=True)}, "all-dead.hunted"),
        (endings.GIVEN_UP, {}, "given-up"),
        (endings.GIVEN_UP, {"fallen": ("king",)}, "given-up.king_lost"),
        (endings.GIVEN_UP, {"quest": Quest(book=True)}, "given-up.book"),
    ],
)
def test_each_ending_is_told_as_it_came(code: str, more: dict[str, Any], told: str) -> None:
    assert first(over(code, **more)) == told


def test_an_end_on_the_first_floor_and_one_before_it_have_words_of_their_own() -> None:
    game = over(endings.ALL_DEAD, fallen=COMPANY)
    with staged(game) as s:
        s.floors[1] = replace(s.floors[2], number=1)
        del s.floors[2]
    assert first(game) == "all-dead.early"
    game = over(endings.GIVEN_UP)
    with staged(game) as s:
        del s.floors[2]
    assert first(game) == "given-up.unstarted"
    assert "Not a step was taken under the ground." in tales.tale(game.state, ())


@pytest.mark.parametrize(
    ("steps", "time"),
    [
        (0, "0 minutes"), (1, "1 minute"), (59, "59 minutes"), (60, "1 hour"), (61, "1 hour and 1 minute"),
        (1439, "23 hours and 59 minutes"), (1440, "1 day"), (2 * 1440 + 180 + 5, "2 days and 3 hours"),
    ],
)  # fmt: skip
@pytest.mark.rule("D6.1")
def test_how_deep_and_how_long(steps: int, time: str) -> None:
    said = tales.tale(over(endings.GIVEN_UP, steps=steps).state, ())
    assert said[1] == f"The party reached floor 2 of 6, and was below for {time}."


def test_who_fell_where_and_to_what() -> None:
    game = over(endings.WITHOUT_BOOK)
    turns = [
        Turn("fell", "hero", 1, 5, "orc"), Turn("fell", "fighter", 1, 5, "orc"), Turn("raised", "hero", 1, 9),
        Turn("raised", "fighter", 1, 9), Turn("king", "king", 2, 60), Turn("book", "", 1, 1440),
        Turn("fell", "hero", 2, 70, "hunger"), Turn("raised", "hero", 2, 71), Turn("fell", "hero", 2, 70, "dart"),
        Turn("fell", "fighter", 2, 70, "wall"), Turn("fell", "hero", 2, 70, "poisoned"),
        Turn("fell", "hero", 2, 70, "the-gaoler"),
    ]  # fmt: skip
    assert tales.tale(game.state, turns)[2:-1] == [
        "Hero and Fighter fell on floor 1 to an Orc.",
        "Hero and Fighter were brought back.",
        "The king was found on floor 2, after 1 hour.",
        "The book was taken on floor 1, after 1 day.",
        "Hero fell on floor 2, of hunger.",
        "Hero was brought back.",
        "Hero fell on floor 2, to what was in a chest: the dart.",
        "Fighter fell on floor 2, at a lock that bit.",
        "Hero fell on floor 2, of poison.",
        "Hero fell on floor 2 to The Gaoler.",
    ]


def test_who_lives() -> None:
    whole = "Hero (hero, level 1), Fighter (fighter, level 1) and King (the king)"
    assert tales.tale(over(endings.GIVEN_UP).state, ())[-1] == f"Everyone who went down is alive at the end: {whole}."
    some = over(endings.GIVEN_UP, fallen=("hero",))
    assert tales.tale(some.state, ())[-1] == "Alive at the end: Fighter (fighter, level 1) and King (the king)."
    assert tales.tale(over(endings.ALL_DEAD, fallen=COMPANY).state, ())[-1] == "Nobody is left to tell it."


def test_the_book_is_carried_by_one_who_stands() -> None:
    quest = Quest(book=True, king=True)
    assert (
        "Fighter puts the book on the well head"
        in tales.tale(over(endings.WITH_BOOK, quest=quest, fallen=("hero",)).state, ())[0]
    )


def test_a_run_that_goes_on_has_no_tale_and_texts_hold_no_figures() -> None:
    assert tales.tale(moment().state, ()) == []
    assert not any(letter.isdigit() for text in TEXTS.values() for letter in text)


def test_the_tally_notes_what_the_tale_tells() -> None:
    game = undercroft.new("descent", seed=1, difficulty="hard", length="short")
    tally = Tally()
    for line in ("begin", "accept hero", "down"):
        tally.note(game.state, game.act(line).all_events)
    with staged(game) as s:
        for key in s.members:
            s.members[key] = replace(s.members[key], health=1)
        s.purse = replace(s.purse, rations=0)
        s.clock = Clock(238, 238)
    while game.outcome is None:
        text = next(str(one) for one in game.actions() if str(one).startswith("walk "))
        tally.note(game.state, game.act(text).all_events)
    said = tally.tale(game.state)
    assert game.outcome.code == "all-dead"
    assert said[-2].endswith(" fell on floor 1, of hunger.")
    assert [fall["to"] for fall in tally.facts(game.state)["falls"]] == ["hunger"] * 4
