"""What a programmer may get wrong: a wrong type is a TypeError in one clear line, an unknown seat an UnknownName."""

from __future__ import annotations

from decimal import Decimal

import pytest

import undercroft as uc
from undercroft.engine.errors import BadOption, BadUse, UnknownName
from undercroft.engine.game import Game
from undercroft.engine.rulebook import find
from undercroft.engine.world import World
from undercroft.rulebooks.descent.setup import Begin, ChooseSeed, Guide


@pytest.fixture
def game():
    return uc.new("descent", seed=3)


@pytest.fixture
def five():
    return uc.new("fivecards", seed=3)


def line_of(raising):
    with pytest.raises(TypeError) as told:
        raising()
    assert "\n" not in str(told.value)
    return str(told.value)


@pytest.mark.parametrize(("thing", "what"), [
    (None, "None"), (5, "an int"), (b"begin", "a bytes"), ([], "a list"), (uc.Refusal("x"), "a Refusal"),
])  # fmt: skip
def test_what_is_no_action_is_a_type_error(game, thing, what):
    for door in (game.act, game.odds, game.judge):
        assert line_of(lambda door=door: door(thing)) == f"an action, or the text of one, is wanted, not {what}"


def test_an_open_action_says_how_to_fill_it(game):
    one = next(one for one in game.actions() if isinstance(one, uc.Open))
    for door in (game.act, game.odds, game.judge):
        assert line_of(lambda door=door: door(one)) == "open action: fill it with .at(value)"


def test_an_action_of_another_rulebook_is_a_type_error(game, five):
    assert line_of(lambda: five.act(Begin())) == "Begin is no action of fivecards"
    assert line_of(lambda: game.act(five.actions()[0])).endswith("is no action of descent")


@pytest.mark.parametrize(("action", "says"), [
    (Guide(mode=5), "Guide.mode is a text, not an int"), (Guide(mode=[]), "Guide.mode is a text, not a list"),
    (ChooseSeed(seed="4"), "ChooseSeed.seed is a whole number, not a str"),
    (ChooseSeed(seed=float("nan")), "ChooseSeed.seed is a whole number, not a float"),
    (ChooseSeed(seed=True), "ChooseSeed.seed is a whole number, not a bool"),
    (ChooseSeed(seed=Decimal(4)), "ChooseSeed.seed is a whole number, not a Decimal"),
])  # fmt: skip
def test_a_field_of_a_wrong_type_is_a_type_error_and_changes_nothing(game, action, says):
    before = game.digest()
    for door in (game.act, game.odds, game.judge):
        assert line_of(lambda door=door: door(action)) == says
    assert game.digest() == before


@pytest.mark.parametrize("name", [None, 5, b"descent", []])
def test_a_rulebook_is_named_by_a_text(name):
    assert line_of(lambda: uc.new(name)).startswith("a rulebook's name is a text, not ")


@pytest.mark.parametrize("ranked", ["no", 1, None])
def test_ranked_is_true_or_false(ranked):
    assert line_of(lambda: uc.new("fivecards", ranked=ranked)).startswith("ranked is True or False, not ")


def test_a_world_is_a_world_of_a_rulebook_that_keeps_one():
    assert line_of(lambda: uc.new("fivecards", world=5)) == "a world is what Game.world() gives, not an int"
    with pytest.raises(BadOption, match="nothing of descent outlives a run"):
        uc.new("descent", world=World("descent", find("descent").fingerprint, 1, {}))
    with pytest.raises(BadOption, match="counts the runs"):
        uc.new("fivecards", world=World("fivecards", find("fivecards").fingerprint, 0, {}))


@pytest.mark.parametrize("seed", [-1, 2**63, pytest.param(10**5000, id="huge"), "7", 7.0, True, None])
def test_a_seed_is_of_63_bits(seed):
    with pytest.raises(BadOption, match=r"^seed: .{1,60} is no whole number from 0 to 2\^63 - 1$"):
        uc.new("fivecards", seed=seed)


@pytest.mark.parametrize("seat", [5, b"party", []])
def test_a_seat_is_named_by_a_text(game, seat):
    doors = (game.view, game.scene, game.actions, game.undo, lambda one: game.look("party", one),
             lambda one: game.act("begin", one), lambda one: game.odds("begin", one))  # fmt: skip
    for door in doors:
        assert line_of(lambda door=door: door(seat)).startswith("a seat's name is a text, not ")


def test_an_unknown_seat_is_named_everywhere(game):
    game.act("begin")
    doors = (game.view, game.scene, game.actions, game.undo, lambda one: game.look("party", one),
             lambda one: game.act("guide brief", one), lambda one: game.act("nonsense", one),
             lambda one: game.odds("guide brief", one), lambda one: game.judge(Guide("brief"), one))  # fmt: skip
    for door in doors:
        with pytest.raises(UnknownName, match='no seat is called "parti"; did you mean "party"'):
            door("parti")


def test_a_report_is_named_by_a_text(game):
    assert line_of(lambda: game.look(None)) == "a report's name is a text, not None"


@pytest.mark.parametrize("record", [None, b"x", 5])
def test_a_record_is_a_text(record):
    assert line_of(lambda: uc.replay(record)).startswith("a record is a text or what read() gives, not ")


def test_a_replay_stops_at_0_or_later(game):
    with pytest.raises(ValueError, match="to is 0 or more, not -1"):
        uc.replay(game.record(), to=-1)
    assert line_of(lambda: uc.replay(game.record(), to="2")) == "to is a whole number, not a str"


@pytest.mark.parametrize("data", [None, 5, []])
def test_a_save_is_bytes_or_a_text(data):
    assert line_of(lambda: uc.load(data)).startswith("a save is bytes or a text, not ")


def test_a_text_that_is_none_is_no_save():
    with pytest.raises(uc.UndercroftError, match=r"^this is no save of a game$"):
        uc.load("\ud800")


def test_in_a_ranked_game_nobody_acts_out_of_turn():
    game = uc.new("fivecards", seed=3, ranked=True)
    before = game.digest()
    for action in ("force purse 1", "dim"):
        for seat in (None, "gm"):
            step = game.act(action, seat)
            assert [refusal.code for refusal in step.refusals] == ["seat.ranked"]
    said = game.say(step.refusals[0])
    assert said == "In a ranked game nobody acts out of turn: player is asked, not gm."
    assert (game.digest(), len(game.actions("gm"))) == (before, 0)
    free = uc.new("fivecards", seed=3)
    assert free.act("dim").accepted
    assert len(free.actions("gm")) > 0


def test_a_seat_that_nobody_sits_at_can_do_nothing():
    book = type(find("fivecards"))()
    book.present = lambda _: ("player",)
    game = Game(book, 3, {})
    before = game.digest()
    for action in ("force purse 1", "dim"):
        for seat in (None, "gm"):
            step = game.act(action, seat)
            assert [refusal.code for refusal in step.refusals] == ["seat.absent"]
    assert game.say(step.refusals[0]) == "Nobody plays gm in this game."
    assert (game.digest(), len(game.actions("gm"))) == (before, 0)
    assert len(game.actions("player")) > 0


def test_the_names_of_the_package_are_fetched_when_asked_for():
    assert uc.Game is type(uc.new("fivecards"))
    assert {"load", "replay", "rulebooks", "World"} <= set(dir(uc))
    assert "descent" in uc.rulebooks()
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = uc.nothing


# --- the table, worlds and options ---


@pytest.mark.parametrize("command", [None, 3, b"", [3], {"roll": 1}])
def test_a_command_of_the_table_is_a_text_or_texts(command):
    assert line_of(lambda: uc.table(command)).startswith("a command is a text or a list of texts, not ")


@pytest.mark.parametrize("answers", [None, [3], "yes", 5])
def test_answers_are_texts(answers):
    assert line_of(lambda: uc.table("roll 3d6", answers=answers)).startswith("answers are a list of texts, not ")


@pytest.mark.parametrize("seed", ["x", None, -1, 2**70, 1.5, True, pytest.param(10**5000, id="huge")])
def test_a_seed_of_the_table_is_one_of_a_game(seed):
    with pytest.raises(BadOption, match=r"^seed: .{1,60} is no whole number from 0 to 2\^63 - 1$"):
        uc.table("roll 3d6", seed=seed)


def test_the_seed_of_the_table_is_no_word():
    with pytest.raises(BadUse, match=r"give seed= to table\(\)"):
        uc.table("roll 3d6 --seed 3")
    with pytest.raises(BadUse, match='roll has no option "--sed"; it has none'):
        uc.table("roll 3d6 --sed 3")


def test_what_is_parsed_is_a_text_and_what_is_said_an_event(game):
    assert line_of(lambda: game.parse(None)) == "the text of an action is wanted, not None"
    assert line_of(lambda: game.say(3)) == "an event or a refusal is said, not an int"
    assert line_of(lambda: game.book.action_from_json({})) == "JSON is bytes or a text, not a dict"


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        ({}, "it holds no characters"),
        ({"characters": [["x", {}]]}, "Object missing required field"),
        ({"characters": None, "retired": None}, "it holds no characters"),
        ({"retired": [], "weather": 1}, "unknown field `weather`"),
    ],
)
def test_a_world_of_bad_content_is_one_line(tables, said):
    book = find("tabletop")
    with pytest.raises(BadOption, match=r"^the world is no world of tabletop: ") as told:
        uc.new("tabletop", world=World("tabletop", book.fingerprint, 1, tables))
    assert said in str(told.value)


def test_the_parts_of_a_world_have_types():
    book = find("tabletop")
    assert line_of(lambda: uc.new("tabletop", world=World("tabletop", book.fingerprint, 1, None))).startswith(
        "a world's tables are a dict, not None"
    )
    with pytest.raises(BadOption, match="counts the runs"):
        uc.new("tabletop", world=World("tabletop", book.fingerprint, "x", {"retired": []}))
    with pytest.raises(BadOption, match='of other content, "zz"'):
        uc.new("tabletop", world=World("tabletop", "zz", 1, {"retired": []}))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"level": 2.0}, 'level: "2.0": a whole number is wanted'),
        ({"terror": 1}, 'terror: "1": true or false is wanted'),
        ({"level": 99}, 'level: "99": a whole number <= 21 is wanted'),
        ({"level": "99"}, 'level: "99": a whole number <= 21'),
        ({"level": 10**5000}, 'level: "that": a whole number <= 21 is wanted'),
        ({"terror": 0.0}, "true or false is wanted"),
        ({"level": True}, 'level: "True": a whole number'), ({"terror": "maybe"}, 'terror: "maybe": true or false'),
    ],
)  # fmt: skip
def test_an_option_of_a_wrong_type_is_a_bad_option(options, said):
    with pytest.raises(BadOption) as told:
        uc.new("tabletop", **options)
    assert said in str(told.value)


def test_a_text_stands_for_what_it_would_be_on_a_command_line():
    assert (
        uc.new("tabletop", level="2").options.level,
        uc.new("tabletop", play="fight", terror="false").options.terror,
    ) == (
        2,
        False,
    )
