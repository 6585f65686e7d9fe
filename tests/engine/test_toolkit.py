"""Toolkits: commands read from words, cups that remember dice, and how installed ones are found."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

from undercroft.engine import toolkit
from undercroft.engine.errors import BadUse, UnknownName
from undercroft.engine.streams import derive
from undercroft.engine.toolkit import Answer, Asked, Cup, Option, Tool, Toolkit, check, one_of, read, whole_in


def run(asked: Asked, cup: Cup) -> Answer:
    return Answer((), {})


SEED = Option("seed", "N")
TOOLS = (
    Tool("roll", "EXPR...", "Roll.", (), run),
    Tool("odds hit", "A D [ADJ]", "Hit.", (), run, (Option("set", "F=V", many=True), Option("gm"))),
    Tool("odds test", "A [ADJ]", "Test.", (), run),
    Tool("list", "[FILE...]", "List.", (), run),
    Tool("sense", "", "Sense.", (), run),
)
kit = Toolkit("kit", "For tests.", TOOLS, "tests")


def asked(command: str) -> Asked:
    tool, found = read(TOOLS, command.split(" "), (SEED,))
    check(tool, found)
    return found


def test_words_and_options_are_parted_and_negative_numbers_are_words() -> None:
    found = asked("Odds Hit 10 -5 --set a=1 --seed=-3 --set b=-2 -7 --gm")
    assert found.words == ("10", "-5", "-7")
    assert found.options == {"set": ("a=1", "b=-2"), "seed": ("-3",), "gm": ("",)}
    assert found.number(1, "D", -5, 5) == -5
    assert found.number(3, "ADJ", 0, 5, 4) == 4
    assert (found.flag("gm"), found.flag("json"), found.option("set"), found.option("x", "y")) == (
        True,
        False,
        "b=-2",
        "y",
    )


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("odds hti 1 2", 'called "odds hti"; did you mean "odds hit"?'),
        ("odd", 'called "odd"; did you mean "odds"?'),
        ("odds", "odds what? There are: odds hit, odds test"),
        ("odds xyzzy", 'called "odds xyzzy"; there are: odds hit, odds test'),
        ("odds hit 1", "odds hit needs D: odds hit A D [ADJ] [--set F=V]... [--gm]"),
        ("odds hit 1 2 3 4", '"4" is one word too many'),
        ("sense now", '"now" is one word too many'),
        ("roll", "roll needs EXPR..."),
        ("sense --seed", "--seed needs a value: --seed N"),
        ("sense --seed --seed 3", "--seed needs a value"),
        ("sense --seed 1 --seed 2", "--seed is given twice"),
        ("sense --sed 1", 'sense has no option "--sed"; did you mean "--seed"?'),
        ("sense --gm", 'sense has no option "--gm"; it has: --seed'),
        ("odds hit 1 2 --gm=1", '--gm takes no value: leave "=1" out'),
        ("roll " + "x" * 201, "at most 200 letters a word"),
        ("roll a\x07b", "all of them printable"),
    ],
)
def test_what_cannot_be_read_is_one_line_with_the_nearest_word(command: str, said: str) -> None:
    with pytest.raises((BadUse, UnknownName)) as error:
        asked(command)
    assert said in str(error.value)
    assert str(error.value).isprintable()


def test_as_many_words_as_a_tool_takes() -> None:
    assert [tool.bounds for tool in TOOLS] == [(1, None), (2, 3), (1, 2), (0, None), (0, 0)]
    for command in ("roll 1 2 3 4", "odds hit 1 2", "odds hit 1 2 3", "list", "list a b", "sense"):
        asked(command)


@pytest.mark.parametrize(
    ("said", "fits"),
    [
        ("1", True), ("5", True), ("+3", True), ("0", False), ("6", False), ("", False), ("-", False), ("3.0", False),
        ("\u0663", False),
    ],
)  # fmt: skip
def test_whole_numbers_between_bounds(said: str, fits: bool) -> None:
    if fits:
        assert whole_in(said, "N", 1, 5) == int(said)
    else:
        with pytest.raises(BadUse, match=r"N: .* is no whole number from 1 to 5"):
            whole_in(said, "N", 1, 5)


def test_words_of_a_few() -> None:
    assert one_of("BARN", "where", ("barn", "private")) == "barn"
    with pytest.raises(BadUse, match='"bran" is not one of barn, private; did you mean "barn"'):
        one_of("bran", "where", ("barn", "private"))


def test_a_cup_throws_what_its_stream_gives_and_remembers_it() -> None:
    stream, cup = derive(7, "kit", "toolkit"), Cup.of(derive(7, "kit", "toolkit"))
    faces = [stream.between(1, sides) for sides in (20, 6, 6)]
    assert [cup.between(1, sides) for sides in (20, 6, 6)] == faces
    assert cup.thrown == list(zip((20, 6, 6), faces, strict=True))
    assert cup.line == f"Dice: d20 {faces[0]}, d6 {faces[1]}, d6 {faces[2]}."
    assert cup.dice[0] == {"sides": 20, "face": faces[0]}


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    points = {
        "kit": EntryPoint("kit", "tests.engine.test_toolkit:kit", toolkit.GROUP),
        "wrong": EntryPoint("wrong", "tests.engine.test_toolkit:TOOLS", toolkit.GROUP),
        "gone": EntryPoint("gone", "tests.engine.no_such:kit", toolkit.GROUP),
    }
    monkeypatch.setattr(toolkit, "_installed", lambda: points)
    toolkit.find.cache_clear()
    yield
    toolkit.find.cache_clear()


def test_toolkits_are_found_by_their_entry_points(installed: None) -> None:
    assert toolkit.toolkits() == ("kit", "wrong", "gone")
    assert toolkit.find("kit").name == "kit"
    for name, said in (("wrong", "gives no toolkit"), ("gone", "cannot be loaded"), ("kitt", 'did you mean "kit"')):
        with pytest.raises(UnknownName, match=said):
            toolkit.find(name)


def test_the_toolkit_of_tabletop_is_installed() -> None:
    toolkit._installed.cache_clear()
    assert "tabletop" in toolkit.toolkits()
