"""Setup (D1, D2, D5): what is chosen before a run, the party it makes, and how a run begins."""

from __future__ import annotations

from fractions import Fraction
from importlib import resources
from typing import Any

import msgspec
import pytest

from undercroft.engine.chance import Chance, span
from undercroft.engine.errors import BadOption
from undercroft.engine.game import Game
from undercroft.engine.rulebook import find
from undercroft.engine.rules import Rules
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import members, training
from undercroft.rulebooks.descent.records import Clock, InCourtyard, Purse, SettingUp, Setup, State
from undercroft.testing import fix

GEAR = {"hero": "knife", "fighter": "knife", "wizard": "staff", "rogue": "short-bow", "ranger": "short-bow"}


def new(seed: int = 1, **options: Any) -> Game[State]:
    game: Game[Any] = Game(find("descent"), seed, options)
    return game


def party(game: Game[State]) -> list[tuple[str, str]]:
    return [(m.cls, m.name) for m in game.state.members.values()]


@pytest.mark.rule("D1.4")
def test_the_defaults_of_setup() -> None:
    game = new()
    assert game.state.setup == Setup("normal", "standard", "Rowan", ("fighter", "rogue", "wizard"), False)
    assert isinstance(game.state.agenda[-1], SettingUp)
    assert game.asked == "party"


@pytest.mark.rule("D1.1", "D1.2", "D1.3")
@pytest.mark.parametrize(("length", "floors", "book"), [("short", 6, 3), ("standard", 12, 6), ("long", 18, 9)])
def test_lengths_have_the_book_halfway_and_the_king_deepest(length: str, floors: int, book: int) -> None:
    game = new(length=length)
    assert game.state.setup.length == length
    quest = content.quest(length)
    assert (quest.floors, quest.book) == (floors, book)
    guards = [content.catalogue().guard(length, prize).floor for prize in ("book", "king")]
    assert guards == [book, floors]
    began = [e for e in game.act("begin").all_events if e.tag() == "setup.began"]
    assert [e.floors for e in began] == [floors]


@pytest.mark.rule("D1.10", "D34.1")
def test_a_run_begins_in_the_courtyard_at_clock_0_in_full_health() -> None:
    game = new()
    assert game.act("begin").accepted
    assert game.act("accept hero").accepted
    s = game.state
    assert s.agenda == (InCourtyard(),)
    assert (s.clock, s.place.floor) == (Clock(0, 0), 0)
    assert [(m.level, m.experience) for m in s.members.values()] == [(1, 0)] * 4
    assert [(m.health, m.ceiling) for m in s.members.values()] == [(21, 21), (24, 24), (18, 18), (15, 15)]
    assert [m.mana for m in s.members.values()] == [6, 0, 0, 13]
    assert not game.act("begin").accepted


@pytest.mark.rule("D1.11")
@pytest.mark.row("F1", "F2")
@pytest.mark.parametrize(("difficulty", "gold", "rations"), [("easy", 320, 30), ("normal", 240, 20), ("hard", 180, 15)])
def test_the_purse_of_each_difficulty(difficulty: str, gold: int, rations: int) -> None:
    assert new(difficulty=difficulty).state.purse == Purse(gold, rations)


@pytest.mark.rule("D1.12")
@pytest.mark.parametrize("companions", [("fighter", "rogue", "wizard"), ("ranger", "ranger", "wizard")])
def test_the_starting_gear(companions: tuple[str, ...]) -> None:
    s = new(companions=companions).state
    held = {item.place: item.kind for item in s.items.values()}
    assert held == {f"hand:{m.id}": GEAR[m.cls] for m in s.members.values()}
    assert len(s.items) == 4
    assert s.counts.made == 4


@pytest.mark.rule("D2.3", "D2.5")
def test_party_order_is_the_hero_then_the_companions_as_chosen() -> None:
    game = new(companions=("wizard", "rogue", "wizard"))
    assert [m.cls for m in game.state.members.values()] == ["hero", "wizard", "rogue", "wizard"]
    assert next(iter(game.state.members)) == "hero"
    assert [m.id for m in game.state.members.values()] == list(game.state.members)


@pytest.mark.rule("D2.19")
def test_names_are_fixed_by_the_setup_and_all_different() -> None:
    for seed in range(40):
        game = new(seed, companions=("rogue", "rogue", "rogue"), name="Magpie")
        names = [m.name for m in game.state.members.values()]
        assert names[0] == "Magpie"
        assert len({n.casefold() for n in names}) == 4
        assert names == [name for _, name in party(new(seed, companions=("rogue",) * 3, name="Magpie"))]
    assert len({str(party(new(seed))) for seed in range(20)}) > 10


@pytest.mark.rule("D2.19", "D1.6")
def test_names_and_difficulty_move_no_draw() -> None:
    states = []
    for options in ({}, {"name": "Bram"}, {"companions": ("ranger",) * 3}, {"difficulty": "hard"}):
        game = new(4, **options)
        assert game.streams.draws == 0
        game.act("begin")
        states.append([game._ctx.number(1, 1000) for _ in range(5)])
    assert states[1:] == [states[0]] * 3


@pytest.mark.rule("D1.5")
def test_the_same_setup_and_actions_give_the_same_run() -> None:
    def run() -> tuple[str, list[bytes]]:
        game = new(9, name="Thea", difficulty="hard")
        told: list[bytes] = []
        for text in ("choose length long", "begin", "accept hero", "rank hero back", "guide brief"):
            told += [msgspec.json.encode(e) for e in game.act(text).all_events]
        return game.digest(), told

    assert run() == run()
    assert len(run()[1]) > 5


@pytest.mark.rule("D1.4")
@pytest.mark.row("ACT01")
def test_choosing_makes_the_party_anew() -> None:
    game = new(3)
    for text in (
        "choose difficulty easy",
        "choose length short",
        "choose name Elspeth the Bold",
        "choose companions ranger,wizard,ranger",
        "choose seed 77",
    ):
        assert game.act(text).accepted, text
    s = game.state
    assert s.setup == Setup("easy", "short", "Elspeth the Bold", ("ranger", "wizard", "ranger"), False)
    assert (game.seed, s.purse) == (77, Purse(320, 30))
    wanted = new(
        77, difficulty="easy", length="short", name="Elspeth the Bold", companions=("ranger", "wizard", "ranger")
    )
    assert s.dump() == wanted.state.dump()
    assert game.streams.draws == 0
    assert game.act("begin").accepted
    wanted.act("begin")
    assert game._ctx.number(1, 10**6) == wanted._ctx.number(1, 10**6)


@pytest.mark.row("ACT01")
def test_a_choice_can_be_taken_back() -> None:
    game = new(3)
    before = game.digest()
    for text in ("choose seed 77", "choose companions rogue,rogue,rogue", "choose difficulty hard"):
        game.act(text)
        assert game.digest() != before
        game.undo()
        assert game.digest() == before
        assert game.streams.seed == 3


@pytest.mark.rule("D34.1")
@pytest.mark.row("ACT01")
def test_setup_offers_every_choice_and_nothing_once_begun() -> None:
    game = new()
    texts = [str(a) for a in game.actions()]
    assert [t for t in texts if t.startswith("choose d")] == [
        "choose difficulty easy", "choose difficulty normal", "choose difficulty hard",
    ]  # fmt: skip
    assert [t for t in texts if t.startswith("choose l")] == [
        "choose length short", "choose length standard", "choose length long",
    ]  # fmt: skip
    assert sum(t.startswith("choose companions") for t in texts) == 64
    assert "choose name <name>" in texts
    assert "choose seed <0-9223372036854775807>" in texts
    assert "begin" in texts
    assert game.act("begin").accepted
    assert not any(str(a).startswith("choose") for a in game.actions())
    assert not game.act("choose difficulty easy").accepted


@pytest.mark.rule("D2.3", "D2.4")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("choose companions rogue,rogue", "setup.companions"),
        ("choose companions rogue,rogue,wizard,ranger", "setup.companions"),
        ("choose companions rogue,king,wizard", "setup.companion"),
        ("choose companions rogue,hero,wizard", "setup.companion"),
        ("choose companions rogue,,wizard", "setup.companion"),
        ("choose difficulty nightmare", "setup.difficulty"),
        ("choose length endless", "setup.length"),
        ("choose seed 9223372036854775808", "action.unknown"),
        ("choose seed -1", "setup.seed"),
        ("choose name Abcdefghijklmnopqrstuvwxy", "setup.name"),
        ("guide silent", "setup.mode"),
        ("guide full", "setup.same"),
    ],
)
def test_bad_choices_are_refused_and_change_nothing(text: str, code: str) -> None:
    game = new()
    before = game.digest()
    step = game.act(text)
    assert [r.code for r in step.refusals] == [code]
    assert "refused:" not in game.say(step.refusals[0])
    assert game.digest() == before


@pytest.mark.rule("D1.4")
@pytest.mark.parametrize("name", ["A", "Abcdefghijklmnopqrstuvwx", "Élodie", "O'Hara", "Sir Robin", "李", "7"])
def test_names_a_hero_may_have(name: str) -> None:
    assert new(name=name).state.members["hero"].name == name
    game = new()
    assert game.act(f"choose name {name}").accepted
    assert game.state.members["hero"].name == name


@pytest.mark.rule("D1.4")
@pytest.mark.parametrize(
    "name",
    [
        "", "Abcdefghijklmnopqrstuvwxy", " Rowan", "Rowan ", "Ro  wan", "Ro\nwan", "Ro\x1b[2Jwan", "E\u0301lodie",
        "a\u202eb", "\u00a0",
    ],
)  # fmt: skip
def test_names_a_hero_may_not_have(name: str) -> None:
    with pytest.raises(BadOption, match=r"^name: ") as caught:
        new(name=name)
    assert "\n" not in str(caught.value)


@pytest.mark.rule("D2.3", "D2.4", "D1.4")
@pytest.mark.parametrize(
    "options",
    [
        {"companions": ("king", "rogue", "wizard")},
        {"companions": ("rogue", "wizard")},
        {"difficulty": "nightmare"},
        {"length": "endless"},
        {"gold": 999},
    ],
)
def test_bad_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        new(**options)


@pytest.mark.rule("D1.7")
@pytest.mark.parametrize(("num", "of"), [(30, 100), (30, 1000), (100, 100)])
def test_n_in_100_succeeds_on_a_draw_of_at_most_n(num: int, of: int) -> None:
    game = new()
    chance = Chance("test", num, of)
    with fix(game, num) as dice:
        assert game._ctx.succeeds(chance)
    assert dice.seen == [(of, num)]
    if num < of:
        with fix(game, num + 1):
            assert not game._ctx.succeeds(chance)


@pytest.mark.rule("D1.8")
def test_dice_are_sums_of_draws_and_a_span_is_one_draw() -> None:
    game = new()
    with fix(game, 2, 6, 5) as dice:
        assert game._ctx.dice(3, 6) == 13
    assert [sides for sides, _ in dice.seen] == [6, 6, 6]
    with fix(game, 1, 7) as dice:
        assert game._ctx.roll(span("coins", 3, 9)) == 3
        assert game._ctx.roll(span("coins", 3, 9)) == 9
    assert [sides for sides, _ in dice.seen] == [7, 7]


@pytest.mark.rule("D1.9", "DX16")
def test_prices_round_up_and_other_figures_down() -> None:
    assert [content.price(15, floor) for floor in (3, 6, 9)] == [23, 30, 38]
    assert [content.price(20, floor) for floor in (3, 6, 9)] == [30, 40, 50]
    assert members.attack_bonus(9) == 2


@pytest.mark.rule("D1.15", "D6.3", "D6.27")
def test_no_step_passes_in_the_courtyard() -> None:
    game = new(2)
    game.act("begin")
    game.act("accept hero")
    tried = 0
    for action in game.actions():
        if not hasattr(action, "at"):
            twin = game.fork()
            assert twin.act(action).accepted, str(action)
            assert twin.state.clock == Clock(0, 0), str(action)
            assert twin.state.fight is None or training.practising(twin.state)
            tried += 1
    assert tried >= 5


F5 = Rules(resources.files("undercroft.rulebooks.descent") / "rules.md").row("F5")
FIGURES = {
    "gold": (320, 240, 180),
    "rations": (30, 20, 15),
    "level_cost": (18, 20, 22),
    "lid": (65, 50, 35),
    "monster_health": tuple(100 * Fraction(F5.cell(name)) for name in ("easy", "normal", "hard")),
    "room_first": (30, 35, 40),
    "tumbler_wound": (0, 1, 2),
    "plate_wound": (0, 1, 2),
}


@pytest.mark.rule("D5.1", "D5.4", "D5.5")
def test_difficulty_changes_eight_figures_and_nothing_else() -> None:
    three = [content.difficulty(name) for name in ("easy", "normal", "hard")]
    assert {field: tuple(getattr(d, field) for d in three) for field in FIGURES} == FIGURES
    fields = set(three[0].__struct_fields__) - {"id", "row", "name", "description"}
    assert fields <= {*FIGURES, "key"}
    games = [new(6, difficulty=name) for name in ("easy", "normal", "hard")]
    assert len({str(party(game)) for game in games}) == 1
    assert len({str(list(game.state.members.values())) for game in games}) == 1
    assert len({str(dict(game.state.items)) for game in games}) == 1


@pytest.mark.rule("D32.110")
@pytest.mark.row("ACT66")
def test_the_guide_is_set_before_the_run_and_in_it() -> None:
    game = new()
    assert "guide brief" in game.actions()
    assert "guide full" not in game.actions()
    step = game.act("guide brief")
    assert game.state.setup.brief
    assert game.say(step.events[0]) == "Sixpence will be brief."
    assert game.act("choose length short").accepted
    assert game.state.setup.brief
    game.act("begin")
    assert "guide full" in game.actions()
    step = game.act("guide full")
    assert not game.state.setup.brief
    assert game.say(step.events[0]) == "Sixpence will tell all there is to tell."


@pytest.mark.row("ACT02")
def test_beginning_is_told() -> None:
    game = new()
    said = [game.say(e) for e in game.act("begin").events]
    assert any("12 floors" in one for one in said)


def test_a_run_replays_from_its_record() -> None:
    from undercroft.engine.record import replay

    game = new(3, name="Thea")
    for text in ("choose seed 12", "choose name Sir Robin", "begin", "accept hero", "rank hero back"):
        assert game.act(text).accepted
    assert replay(game.record()).digest() == game.digest()
