"""Texts and text forms: sentences by code, and every action's one text, both ways."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undercroft.engine.action import Action, Open, Refusal, form, whole
from undercroft.engine.event import Event
from undercroft.engine.state import State
from undercroft.engine.text import Texts, plural, read_texts, singulars


class Put(Action[State], tag="test.put"):
    text = "put {item} on {shelf}"
    item: str
    shelf: int


class Use(Action[State], tag="test.use"):
    text = "use {item} {target?}"
    item: str
    target: str = ""


class Wait(Action[State], tag="test.wait"):
    text = "wait {steps?}"
    steps: int = 0


class Name(Action[State], tag="test.name"):
    text = "name {cat} {name*}"
    cat: str
    name: str


class Found(Event[State], tag="test.found"):
    who: str
    coins: int
    things: tuple[str, ...] = ()


class Missed(Event[State], tag="test.missed"):
    by: int

    def variant(self) -> str:
        return "far" if self.by > 9 else ""


TEXTS = Texts({
    "event.test.found": "{who} finds {coins} {coins:coin|coins}: {things}.",
    "event.test.missed": "missed by {by:+}.",
    "event.test.missed.far": "Missed by far.",
    "refusal.no": "no {thing} here{near}.",
    "plain": "Plain.",
})  # fmt: skip


def named(thing):
    return {"ada": "Ada", "rope-1": "a rope", "lamp-2": "a lamp"}.get(thing, str(thing))


@pytest.mark.parametrize(("coins", "said"), [(0, "0 coins"), (1, "1 coin"), (2, "2 coins")])
def test_a_word_follows_its_number(coins, said):
    assert TEXTS.event(Found("ada", coins, ("rope-1",)), named) == f"Ada finds {said}: a rope."


def test_ids_become_names_also_in_lists():
    assert TEXTS.event(Found("ada", 3, ("rope-1", "lamp-2")), named) == "Ada finds 3 coins: a rope, a lamp."


def test_a_sign_a_variant_and_a_capital():
    assert TEXTS.event(Missed(3)) == "Missed by +3."
    assert TEXTS.event(Missed(-3)) == "Missed by -3."
    assert TEXTS.event(Missed(10)) == "Missed by far."


def test_an_event_without_a_text_says_nothing():
    assert Texts({}).event(Missed(1)) == ""


def test_a_refusal_gives_its_rule_and_keeps_a_place_that_nothing_fills():
    assert TEXTS.refusal(Refusal("no", {"thing": "rope-1", "near": ""}, "F1.1"), named) == "No a rope here. (F1.1)"
    assert TEXTS.refusal(Refusal("no", {"thing": "x"})) == "No x here{near}."
    assert TEXTS.refusal(Refusal("odd")) == "Refused: odd"


def test_a_refusal_is_a_sentence_to_its_end():
    texts = Texts({"refusal.no": "no {thing}", "refusal.near": "no {thing}{near}"})
    assert texts.refusal(Refusal("no", {"thing": "rope"}, "F1.1")) == "No rope. (F1.1)"
    assert texts.refusal(Refusal("near", {"thing": "rope", "near": "; a roe?"})) == "No rope; a roe?"


def test_a_key_without_a_text_is_its_own_text():
    assert TEXTS.get("nothing.here") == "nothing.here"
    assert "plain" in TEXTS


def test_nested_tables_give_dotted_keys_and_later_files_win(tmp_path):
    one, two = tmp_path / "a.toml", tmp_path / "b.toml"
    one.write_text('[event]\n"a.b" = "one"\n[event.c]\n_ = "itself"\nd = "d"\n', encoding="utf-8")
    two.write_text('[event]\n"a.b" = "two"\n', encoding="utf-8")
    assert read_texts(one, two).templates == {"event.a.b": "two", "event.c": "itself", "event.c.d": "d"}


@pytest.mark.parametrize(("action", "said"), [
    (Put("rope-1", 3), "put rope-1 on 3"), (Put("rope-1", -3), "put rope-1 on -3"), (Use("rope-1"), "use rope-1"),
    (Use("rope-1", "ada"), "use rope-1 ada"), (Wait(), "wait"), (Wait(5), "wait 5"),
    (Name("tom", "Tom of the Hill"), "name tom Tom of the Hill"),
])  # fmt: skip
def test_a_text_is_written_and_read(action, said):
    assert str(action) == said
    assert form(type(action)).read(said.split()) == action


@pytest.mark.parametrize("said", [
    "put rope-1 on", "put rope-1 on x", "put rope-1 on 03", "put rope-1 on +3", "put rope-1 on 3 4", "put rope-1 in 3",
    "put", "put rope-1 on 1.0", "put rope-1 on " + "9" * 19,
])  # fmt: skip
def test_what_is_no_such_text_is_not_read(said):
    assert form(Put).read(said.split()) is None


def test_words_of_the_form_are_read_in_any_case():
    assert form(Put).read(["PUT", "rope-1", "On", "3"]) == Put("rope-1", 3)


def test_the_rest_of_a_line_must_not_be_empty():
    assert form(Name).read(["name", "tom"]) is None


@pytest.mark.parametrize(("word", "number"), [
    ("0", 0), ("7", 7), ("-7", -7), ("9" * 18, 10**18 - 1), ("-0", None), ("07", None), ("+7", None), ("", None),
    ("-", None), ("7.", None), ("٣", None), ("9" * 19, None),
])  # fmt: skip
def test_whole_numbers_have_one_spelling(word, number):
    assert whole(word) == number


def test_a_form_must_name_each_field_once():
    class Bad(Action[State], tag="test.bad"):
        text = "bad {one}"
        one: str
        two: str

    class Headless(Action[State], tag="test.headless"):
        text = "{one}"
        one: str

    for cls in (Bad, Headless):
        with pytest.raises(TypeError, match="must begin with a word and name each field once"):
            form(cls)


def test_an_open_amount_shows_its_bounds_and_is_filled():
    one = Open(Put("rope-1", 0), "shelf", 1, 9)
    assert str(one) == "put rope-1 on <1-9>"
    assert one.at(4) == Put("rope-1", 4)
    assert str(Open(Name("tom", "x"), "name", 1, 12)) == "name tom <name>"
    assert str(Open(Name("tom", "x"), "name", 3, 3, "ab")) == "name tom <3-of-ab>"
    assert str(Open(Name("tom", "x"), "name", 1, 3, "ab")) == "name tom <1-3-of-ab>"


WORDS = st.text(st.characters(blacklist_categories=("Z", "C")), min_size=1).filter(lambda w: len(w.split()) == 1)
NUMBERS = st.integers(-(10**18) + 1, 10**18 - 1)


@given(st.one_of(
    st.builds(Put, WORDS, NUMBERS), st.builds(Use, WORDS, st.one_of(st.just(""), WORDS)), st.builds(Wait, NUMBERS),
    st.builds(Name, WORDS, st.lists(WORDS, min_size=1).map(" ".join)),
))  # fmt: skip
def test_every_action_reads_back_from_its_text(action):
    assert form(type(action)).read(str(action).split()) == action


@pytest.mark.parametrize(
    ("plural", "found"),
    [
        ("torches", ["torch", "torche"]),
        ("wolves", ["wolf", "wolfe", "wolv", "wolve"]),
        ("men", []),
        ("lizardmen", ["lizardman"]),
        ("daggers", ["dagger"]),
        ("s", []),
    ],
)
def test_a_plural_stands_for_what_it_may_be_of(plural: str, found: list[str]) -> None:
    assert singulars(plural) == found


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("Orc", "Orcs"), ("Goblin Chief", "Goblin Chiefs"), ("Wolf", "Wolves"), ("Harpy", "Harpies"),
        ("Lizard Man", "Lizard Men"), ("Bandit Captain", "Bandit Captains"),
    ],
)  # fmt: skip
def test_the_plural_of_a_name_is_that_of_its_last_word(one, many):
    assert plural(one) == many
    assert one.lower() in singulars(many.lower())
