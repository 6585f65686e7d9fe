"""What bars a way: doors, chasm, rubble, stream (T21.17 to T21.20, T21.23, T21.24)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebooks.tabletop.dungeon_bench import explore
from tests.rulebooks.tabletop.rules_bench import character, of

from undercroft.engine.game import Game
from undercroft.rulebooks.tabletop import bars, ways
from undercroft.rulebooks.tabletop.catalogue import catalogue, drawn
from undercroft.rulebooks.tabletop.records import Arm, Character, Feature, Jewel, State
from undercroft.testing.dice import fix

ADA, BO = character("Ada"), character("Bo")
PICKS, CROWBAR = (("lockpicks", 1),), (("crowbar", 1),)
ROPE = (("rope", 1), ("grappling-hook", 1))


def barred(kind: str, *who: Character, **more: Any) -> Game[State]:
    facts = {"place": "table", "difficulty": 10} if kind == "magically-locked-door" else {}
    return explore(*(who or (ADA, BO)), feature=Feature("room-1", kind, "way-1", **facts), door="door" in kind, **more)


def is_open(game: Game[State]) -> bool:
    return bars.bar(game.state, game.state.ways["way-1"]) is None


def num(game: Game[State], text: str, name: str) -> int:
    return next(roll.num for roll in game.odds(text) if roll.name == name)


@pytest.mark.rule("T21.30")
def test_twelve_features_have_a_face_each_in_the_rules_order() -> None:
    assert [drawn(catalogue().features, face).id for face in range(1, 13)] == [
        "stuck-door", "locked-door", "magically-locked-door", "chasm", "riddle-statue", "stone-guardian",
        "fallen-passage", "swift-stream", "idol", "healing-spring", "old-map-room", "all-seeing-eye",
    ]  # fmt: skip


# --- doors ---


@pytest.mark.rule("T21.17", "T16.13", "T7.12")
def test_a_stuck_door_yields_to_strength_again_and_again_with_noise() -> None:
    one = barred("stuck-door")
    # Strength 10 at +2 is 8; each try rolls for wanderers.
    assert num(one, "force east ada", "force") == 8
    with fix(one, 9, 6):
        assert one.act("force east ada")
    assert not is_open(one)
    with fix(one, 8, 6):
        assert one.act("force east ada")
    assert is_open(one)
    way = one.state.ways["way-1"]
    assert (way.shut, way.forced) == (False, True)
    assert one.state.clock.turn == 2
    assert of(one).ap == 5
    assert one.act("force east ada").refusals[0].code == "handling.nothing"


@pytest.mark.rule("T21.17", "T22.33")
def test_noise_may_bring_somebody_at_once() -> None:
    one = barred("stuck-door")
    with fix(one, 20, 1):
        one.act("force east bo")
    assert one.state.adventure.wandered == 1
    assert one.state.clock.turn == 1


@pytest.mark.rule("T10.13", "T21.17", "T21.18", "T21.23")
def test_a_crowbar_helps_with_doors_and_rubble() -> None:
    armed = character("Ada", goods=CROWBAR)
    for kind, text, name, plain in (
        ("stuck-door", "force east ada", "force", 8), ("locked-door", "force east ada", "force", 5),
        ("fallen-passage", "dig ada", "dig", 6),
    ):  # fmt: skip
        assert num(barred(kind), text, name) == plain
        assert num(barred(kind, armed, BO), text, name) == plain + 2


@pytest.mark.rule("T21.18", "T10.14")
def test_a_lock_needs_picks_and_each_character_has_one_try() -> None:
    bare = barred("locked-door")
    assert bare.act("pick east ada").refusals[0].rule == "T10.14"
    one = barred("locked-door", character("Ada", goods=PICKS), character("Bo", goods=PICKS))
    # Agility 10 at +3 is 7; picks are needed and give nothing here.
    assert num(one, "pick east ada", "pick") == 7
    with fix(one, 8):
        assert one.act("pick east ada")
    refused = one.act("pick east ada").refusals[0]
    assert (refused.code, refused.rule) == ("test.tried", "T21.18")
    with fix(one, 7):
        assert one.act("pick east bo")
    assert is_open(one)
    way = one.state.ways["way-1"]
    assert (way.shut, way.forced) == (False, False)


@pytest.mark.rule("T21.18")
def test_a_locked_door_can_be_forced_again_and_again() -> None:
    one = barred("locked-door")
    with fix(one, 6, 6):
        one.act("force east ada")
    with fix(one, 5, 6):
        one.act("force east ada")
    assert is_open(one)


@pytest.mark.rule("T21.19", "T13.34")
def test_a_magic_lock_yields_to_no_force_and_to_key_spell_or_lever() -> None:
    one = barred("magically-locked-door", character("Ada", goods=(*PICKS, *CROWBAR)), BO)
    for text in ("force east ada", "pick east ada"):
        assert one.act(text).refusals[0].code == "handling.nothing"
    bars.unlock(one._ctx, one.state.ways["way-1"], "key-of-opening")
    assert is_open(one)
    assert not one.state.ways["way-1"].shut


# --- chasm ---


@pytest.mark.rule("T21.20")
def test_each_crosses_a_chasm_and_who_falls_tries_again() -> None:
    one = barred("chasm")
    # Agility 10 at +3 is 7; Protection does not count in a fall of 2d6.
    assert num(one, "cross", "cross") == 7
    with fix(one, 7, 8, 2, 3):
        assert one.act("cross")
    assert one.state.features["room-1"].over == ("ada",)
    assert [of(one, name).vitality for name in ("ada", "bo")] == [30, 25]
    assert not is_open(one)
    with fix(one, 7):
        assert one.act("cross")
    assert is_open(one)
    assert one.state.clock.turn == 2
    assert [of(one, name).ap for name in ("ada", "bo")] == [5, 5]


@pytest.mark.rule("T21.20", "T6.17")
def test_the_fallen_are_carried_over_a_chasm() -> None:
    one = barred("chasm", ADA, character("Bo", vitality=-3))
    with fix(one, 7):
        one.act("cross")
    assert is_open(one)
    one = barred("chasm", ADA, character("Bo", vitality=4))
    with fix(one, 7, 8, 6, 6):
        one.act("cross")
    assert of(one, "bo").vitality == -8
    assert is_open(one)


@pytest.mark.rule("T10.15", "T21.20")
def test_a_rope_with_a_hook_helps_across_and_a_rope_alone_does_not() -> None:
    # The one who carries it helps all.
    assert num(barred("chasm", ADA, character("Bo", goods=ROPE)), "cross", "cross") == 13
    assert num(barred("chasm", ADA, character("Bo", goods=(("rope", 1),))), "cross", "cross") == 7


@pytest.mark.rule("T19.23", "T21.20")
@pytest.mark.parametrize(("form", "dice"), [("rope", ()), ("wand", (20, 1, 1, 20, 1, 1))])
def test_a_wand_as_a_rope_takes_all_over_without_a_test(form: str, dice: tuple[int, ...]) -> None:
    wand: dict[str, Any] = {"weapons": (Arm("wand", raised=3, form=form),), "wielded": 0}
    one = barred("chasm", ADA, character("Mab", cls="magician", **wand))
    with fix(one, *dice):
        assert one.act("cross")
    assert is_open(one) is (form == "rope")


# --- rubble and water ---


@pytest.mark.rule("T21.23")
def test_a_fallen_passage_takes_two_turns_a_try() -> None:
    one = barred("fallen-passage")
    with fix(one, 7):
        one.act("dig ada")
    assert one.state.clock.turn == 2
    with fix(one, 6):
        one.act("dig ada")
    assert one.state.clock.turn == 4
    assert is_open(one)


@pytest.mark.rule("T21.24", "T6.17")
def test_the_fallen_are_carried_through_a_stream() -> None:
    one = barred("swift-stream", ADA, character("Bo", vitality=0))
    assert [roll.about for roll in one.odds("wade") if roll.name == "wade"] == ["ada"]


@pytest.mark.rule("T21.24")
def test_the_stream_takes_a_thing_of_who_fails_and_lets_all_across() -> None:
    things: dict[str, Any] = {
        "weapons": (Arm("sword"), Arm("dagger")), "wielded": 0, "goods": (("torch", 3),), "jewels": (Jewel("ruby", 2),),
    }  # fmt: skip
    one = barred("swift-stream", character("Ada", **things), BO)
    # Strength 10 at 0; then which of dagger, torches and ruby goes; Bo has nothing to lose.
    with fix(one, 11, 2, 11):
        assert one.act("wade")
    assert of(one).goods == (("torch", 2),)
    assert len(of(one).weapons) == 2
    assert is_open(one)
    for face, kept in ((1, "dagger"), (3, "ruby")):
        one = barred("swift-stream", character("Ada", **things), BO)
        with fix(one, 11, face, 10):
            one.act("wade")
        c = of(one)
        left = [arm.kind for arm in c.weapons] + [jewel.kind for jewel in c.jewels]
        assert kept not in left
        assert "sword" in left
        assert (of(one, "ada").ap, of(one, "bo").ap) == (0, 5)


# --- seen from both ends ---


@pytest.mark.rule("T21.30")
def test_what_bars_a_way_bars_it_from_both_ends() -> None:
    one = barred("stuck-door")
    from undercroft.rulebooks.tabletop.records import Place
    from undercroft.testing import staged

    with staged(one) as s:
        s.place = Place("dungeon", "room-2")
    assert ways.exits(one.state, "room-2").keys() == {"west", "east"}
    with fix(one, 8, 6):
        assert one.act("force west ada")
    assert is_open(one)


def test_an_exit_that_is_not_there_and_a_stranger_are_refused() -> None:
    one = barred("stuck-door")
    assert one.act("force north ada").refusals[0].code == "explore.no_exit"
    # The secret door south is no exit that the party knows of.
    assert one.act("force south ada").refusals[0].code == "explore.no_exit"
    assert one.act("force east zoe").refusals[0].code == "explore.nobody"
    assert one.act("dig ada").refusals[0].code == "handling.nothing"
    assert one.act("cross east").refusals[0].code == "handling.nothing"


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("stuck-door", "force east ada"), ("locked-door", "force east ada"), ("chasm", "cross"),
        ("fallen-passage", "dig ada"), ("swift-stream", "wade"),
    ],
)  # fmt: skip
def test_all_that_a_deed_rolls_stands_in_its_odds(kind: str, text: str) -> None:
    one = barred(kind, turn=5)
    promised = one.odds(text)
    with fix(one, then=20):
        step = one.act(text)
    assert step.rolls
    for roll, _ in step.rolls:
        assert roll in promised, roll
