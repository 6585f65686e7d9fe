"""Plans: what a batch hangs on, and options drawn for each game."""

from __future__ import annotations

import pytest

from undercroft.engine.errors import BadOption, UnknownName
from undercroft.lab.plan import Plan


def companions(plan: Plan, index: int) -> tuple[str, ...]:
    return plan.game(index).state.setup.companions


def test_the_seed_of_a_game_is_the_first_and_its_index() -> None:
    plan = Plan("descent", "competent", first=40)
    assert [plan.game(index).seed for index in (0, 1, 7)] == [40, 41, 47]


def test_games_keep_no_journal() -> None:
    game = Plan("descent", "competent").game(0)
    game.act("begin")
    assert not game.undo().accepted


def test_an_option_at_random_is_drawn_from_the_seed_of_the_game_alone() -> None:
    plan = Plan("descent", "competent", {"companions": "random"})
    drawn = [companions(plan, index) for index in range(60)]
    assert drawn == [companions(Plan("descent", "random", {"companions": "random"}), index) for index in range(60)]
    assert companions(Plan("descent", "competent", {"companions": "random"}, first=11), 0) == drawn[10]
    assert {word for three in drawn for word in three} == {"fighter", "rogue", "wizard", "ranger"}
    assert any(len(set(three)) < 3 for three in drawn)
    assert {plan.game(index).state.setup.difficulty for index in range(9)} == {"normal"}


def test_one_word_is_drawn_for_an_option_of_one_word() -> None:
    plan = Plan("descent", "competent", {"difficulty": "random", "length": "random"})
    both = {(s.difficulty, s.length) for index in range(80) if (s := plan.game(index).state.setup)}
    assert len(both) == 9


def test_what_is_no_choice_of_words_is_not_drawn() -> None:
    with pytest.raises(BadOption, match="name: only an option of a few words can be drawn at random"):
        Plan("descent", "competent", {"name": "random"})


@pytest.mark.parametrize(
    ("words", "error", "said"),
    [
        (("descnt", "competent"), UnknownName, 'did you mean "descent"'),
        (("descent", "competant"), UnknownName, 'no bot of descent is called "competant"; did you mean "competent"'),
        (("fivecards", "competent"), UnknownName, "there are: random"),
        (("descent", "competent", {"lenght": "short"}), BadOption, 'did you mean "length"'),
        (("descent", "competent", {"length": "shrt"}), BadOption, 'did you mean "short"'),
        (("descent", "competent", {"companions": ["rogue"]}), BadOption, "companions: 3 are wanted, not 1"),
        (("descent", "competent", {"name": " "}), BadOption, "name"),
        (("descent", "competent", {}, -1), BadOption, "the first seed is a whole number"),
        (("descent", "competent", {}, 1, 0), BadOption, "the most actions"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused_at_once(words: tuple, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        Plan(*words)


def test_the_seeds_end_where_seeds_end() -> None:
    plan = Plan("descent", "competent", first=2**63 - 2)
    assert plan.game(1).seed == 2**63 - 1
    with pytest.raises(BadOption, match="beyond the last seed"):
        plan.game(2)


def test_the_head_names_all_that_results_hang_on() -> None:
    head = Plan("descent", "competent", {"length": "short"}, 3, 500).head
    assert {name: head[name] for name in ("rulebook", "bot", "options", "first", "most")} == {
        "rulebook": "descent", "bot": "competent", "options": {"length": "short"}, "first": 3, "most": 500,
    }  # fmt: skip
    assert len(head["content"]) == len(head["code"]) == 8
