"""Traps: finding, disarming and springing them, and what each does to whom (T21.1 to T21.16)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebooks.tabletop.campaign import below
from tests.rulebooks.tabletop.dungeon_bench import explore
from tests.rulebooks.tabletop.rules_bench import character, of, under

from undercroft.engine.chance import Chance, Spread
from undercroft.engine.game import Game
from undercroft.rulebooks.tabletop import exploring, sensing, traps
from undercroft.rulebooks.tabletop.catalogue import catalogue, drawn
from undercroft.rulebooks.tabletop.records import Character, State, Trap, replace
from undercroft.testing import staged
from undercroft.testing.dice import fix

ADA, BO, CY = (character(name) for name in ("Ada", "Bo", "Cy"))
"""All Qualities 10, in travelling clothes (Protection 1)."""


def trapped(kind: str, *who: Character, number: int = 0, found: bool = True, **more: Any) -> Game[State]:
    return explore(*(who or (ADA, BO, CY)), trap=Trap("room-1", kind, number, found=found), **more)


def lost(game: Game[State], name: str = "ada") -> int:
    return 30 - of(game, name).vitality


def has(game: Game[State], name: str, kind: str) -> int:
    """Return how long a character is under a condition, 0 for not."""
    return next((held.left for held in of(game, name).conditions if held.kind == kind), 0)


# --- what each trap does ---


@pytest.mark.rule("T21.6", "T21.8", "T21.10")
@pytest.mark.parametrize(
    ("kind", "most", "dice", "takes"),
    [("dart", 10, (4,), 5), ("falling-block", 7, (3, 4), 8), ("blade", 6, (6, 1), 10)],
)
def test_a_blow_of_a_trap_counts_protection_and_strikes_the_first(
    kind: str, most: int, dice: tuple[int, ...], takes: int
) -> None:
    one = trapped(kind)
    with fix(one, most):
        assert one.act("spring")
    assert lost(one) == 0
    one = trapped(kind)
    with fix(one, most + 1, *dice):
        assert one.act("spring")
    assert lost(one) == takes
    assert lost(one, "bo") == lost(one, "cy") == 0


@pytest.mark.rule("T21.6")
def test_a_blow_that_armour_stops_takes_nothing() -> None:
    one = trapped("dart", character("Ada", armour="knightly-armour", shield=True))
    with fix(one, 20, 1):
        one.act("spring")
    assert lost(one) == 0


@pytest.mark.rule("T21.7", "T21.5")
def test_a_pit_takes_its_fall_whatever_is_worn_and_holds_who_fell() -> None:
    one = trapped("covered-pit", character("Ada", armour="scale-armour", agility=13), BO)
    # Agility 13 less the penalty of 3, at +2: 8.
    with fix(one, 9, 4):
        one.act("spring")
    assert lost(one) == 5
    assert traps.caught(one.state) == ["ada"]
    assert one.state.traps["room-1"].state == "set"
    assert one.act("spring bo").accepted is False
    assert one.act("ready")
    # Climbing out: Agility 10 against 0, 1 turn each try, again and again.
    with fix(one, 11):
        assert one.act("climb ada")
    assert traps.caught(one.state) == ["ada"]
    with fix(one, 10):
        assert one.act("climb ada")
    assert traps.caught(one.state) == []
    assert one.state.clock.turn == 4


@pytest.mark.rule("T21.9", "T8.31")
def test_a_needle_takes_1_and_its_poison_tests_strength() -> None:
    # Agility 10 at +3 is 7; Strength 10 at +2 is 8.
    for dice, takes in (((7,), 0), ((8, 8), 1), ((8, 9, 3, 4), 8)):
        one = trapped("poison-needle")
        with fix(one, *dice):
            one.act("spring")
        assert lost(one) == takes


@pytest.mark.rule("T21.11", "T6.17")
def test_gas_puts_everyone_to_sleep_for_7_turns_who_fails() -> None:
    one = trapped("sleeping-gas")
    # Strength 10 at +2 is 8. The turn of the springing has passed already.
    with fix(one, 8, 9, 20):
        one.act("spring")
    assert [has(one, name, "asleep") for name in ("ada", "bo", "cy")] == [0, 6, 6]
    refused = exploring.who_refused(one.state, "bo")
    assert refused is not None
    assert (refused.code, refused.rule) == ("explore.unable", "T6.17")


@pytest.mark.rule("T21.12")
def test_a_net_holds_its_victim_and_calls_wanderers_at_once() -> None:
    one = trapped("net-with-bells")
    with fix(one, 9, 6):
        one.act("spring")
    assert traps.caught(one.state) == ["ada"]
    assert lost(one) == 0
    assert one.act("disarm ada").accepted is False
    with fix(one, 9):
        one.act("climb ada")
    assert traps.caught(one.state) == ["ada"]
    with fix(one, 8):
        one.act("climb ada")
    assert traps.caught(one.state) == []
    one = trapped("net-with-bells")
    with fix(one, 8, 1):
        one.act("spring")
    assert traps.caught(one.state) == []
    assert one.state.adventure.wandered == 1


@pytest.mark.rule("T21.13", "T21.14")
@pytest.mark.parametrize(("kind", "takes"), [("fire-jet", 7), ("rolling-stone", 8)])
def test_fire_and_stone_strike_the_whole_front_rank(kind: str, takes: int) -> None:
    one = trapped(kind)
    # Agility 10 at +3 is 7: Ada fails, Bo does not; Cy walks behind.
    with fix(one, 8, 7, 3, 4):
        one.act("spring")
    assert [lost(one, name) for name in ("ada", "bo", "cy")] == [takes, 0, 0]
    one = trapped(kind, front=3)
    with fix(one, 8, 8, 8, 1, 1, 1, 1, 1, 1):
        one.act("spring")
    assert [lost(one, name) for name in ("ada", "bo", "cy")] == [takes - 5] * 3


@pytest.mark.rule("T21.15")
def test_a_rune_frightens_everyone_for_2_turns_who_fails() -> None:
    one = trapped("fear-rune")
    with fix(one, 7, 8, 8):
        one.act("spring")
    assert [has(one, name, "panicked") for name in ("ada", "bo", "cy")] == [0, 1, 1]
    one.act("wait")
    assert [has(one, name, "panicked") for name in ("ada", "bo", "cy")] == [0, 0, 0]


@pytest.mark.rule("T21.16")
def test_ten_traps_have_a_face_each_in_the_rules_order() -> None:
    assert [drawn(catalogue().traps, face).id for face in range(1, 11)] == [
        "dart", "covered-pit", "falling-block", "poison-needle", "blade", "sleeping-gas", "net-with-bells", "fire-jet",
        "rolling-stone", "fear-rune",
    ]  # fmt: skip


@pytest.mark.rule("T21.1")
def test_a_trap_number_has_its_faces() -> None:
    assert [drawn(catalogue().trap_numbers, face).adjustment for face in range(1, 7)] == [0, 0, 2, 2, 4, 6]


# --- finding, disarming, springing ---


@pytest.mark.rule("T21.1", "T21.2", "T15.17")
@pytest.mark.parametrize(("number", "chance"), [(0, 10), (2, 8), (4, 6), (6, 4)])
def test_the_trap_number_is_the_adjustment_to_find_and_to_disarm(number: int, chance: int) -> None:
    trap = Trap("room-1", "dart", number)
    s = explore(ADA).state
    found, undone = sensing.trap_chance(s, ADA, trap.number), traps.disarm_chance(s, ADA, trap)
    assert (found.num, found.of, found.shown) == (chance, 20, False)
    assert (undone.num, undone.of, undone.shown) == (chance, 20, True)


@pytest.mark.rule("T21.3", "T10.14")
def test_disarming_tests_agility_and_lockpicks_help() -> None:
    keen = character("Ada", agility=13, intelligence=8)
    assert traps.disarm_chance(explore(keen).state, keen, Trap("room-1", "dart", 4)).num == 9
    armed = character("Ada", agility=13, goods=(("lockpicks", 1),))
    assert traps.disarm_chance(explore(armed).state, armed, Trap("room-1", "dart", 4)).num == 11


@pytest.mark.rule("T21.3", "T16.13")
def test_a_trap_disarmed_is_a_deed_and_takes_a_turn() -> None:
    one = trapped("blade", number=2)
    with fix(one, 8):
        assert one.act("disarm bo")
    assert one.state.traps["room-1"].state == "disarmed"
    assert (of(one, "bo").ap, of(one, "ada").ap) == (5, 0)
    assert one.state.clock.turn == 1
    assert one.act("spring").refusals[0].code == "handling.no_trap"


@pytest.mark.rule("T21.3")
def test_failing_to_disarm_sets_the_trap_off_on_who_tried() -> None:
    one = trapped("blade", number=2)
    with fix(one, 9, 7, 6, 6):
        assert one.act("disarm cy")
    assert [lost(one, name) for name in ("ada", "bo", "cy")] == [0, 0, 15]
    assert one.state.traps["room-1"].state == "spent"


@pytest.mark.rule("T21.5")
def test_a_trap_that_went_off_is_spent() -> None:
    one = trapped("dart")
    with fix(one, 1):
        one.act("spring")
    assert one.act("spring").refusals[0].rule == "T21.2"


@pytest.mark.rule("T21.4")
def test_an_unfound_trap_goes_off_at_the_first_deed_and_strikes_who_walks_first() -> None:
    one = trapped("dart", found=False)
    with fix(one, 11, 6):
        assert one.act("wait")
    assert lost(one) == 7
    assert one.state.traps["room-1"].found
    with fix(one):
        one.act("wait")


@pytest.mark.rule("T21.4", "T6.17")
def test_who_lies_fallen_or_asleep_is_not_the_first() -> None:
    one = trapped("dart", character("Ada", vitality=0), under(BO, "asleep"), CY, found=False)
    with fix(one, 11, 6):
        one.act("wait")
    assert [lost(one, name) for name in ("bo", "cy")] == [0, 7]


@pytest.mark.rule("T21.2")
def test_a_trap_not_found_can_be_neither_disarmed_nor_set_off_and_tells_nothing() -> None:
    one = trapped("dart", found=False)
    for text in ("disarm ada", "spring"):
        refused = one.act(text).refusals[0]
        assert (refused.code, refused.rule) == ("handling.no_trap", "T21.2")
    clear = explore(ADA, BO, CY)
    assert str(one.actions()) == str(clear.actions())
    assert one.odds("wait") == clear.odds("wait")
    # The stage in which it goes off has odds of its own.
    assert {roll.name for roll in traps.Springing("room-1").odds(one.state)} == {"avoid-trap", "trap-harm"}


@pytest.mark.rule("T21.2")
def test_a_found_trap_can_be_avoided() -> None:
    one = trapped("dart", found=True)
    with fix(one):
        one.act("wait")
    assert lost(one) == 0


@pytest.mark.rule("T21.4")
def test_nothing_else_comes_of_the_deed_that_sets_a_trap_off() -> None:
    one = trapped("dart", found=False)
    with fix(one, 1):
        assert one.act("ready")
    assert not one.state.party.ready
    assert one.state.clock.turn == 0
    assert one.act("ready")
    assert one.state.party.ready


@pytest.mark.parametrize("kind", list(catalogue().traps))
def test_all_that_a_trap_rolls_stands_in_its_odds(kind: str) -> None:
    one = trapped(kind)
    promised = one.odds("spring")
    with fix(one, then=20):
        step = one.act("spring")
    assert step.rolls
    for roll, _ in step.rolls:
        assert roll in promised, roll
    assert {type(roll) for roll in promised} <= {Chance, Spread}


@pytest.mark.rule("T10.15", "T21.7", "T21.12")
@pytest.mark.parametrize(
    ("kind", "quality", "gear", "num"),
    [
        ("covered-pit", "agility", (("rope", 1), ("grappling-hook", 1)), 16),
        ("covered-pit", "agility", (("rope", 1),), 10),
        ("net-with-bells", "strength", (("rope", 1), ("grappling-hook", 1)), 8),
    ],
)
def test_rope_and_hook_help_out_of_a_pit(kind: str, quality: str, gear: tuple[tuple[str, int], ...], num: int) -> None:
    one = trapped(kind, character("Ada", **{quality: 10}), character("Bo", goods=gear))
    with staged(one) as s:
        s.traps["room-1"] = replace(s.traps["room-1"], found=True, caught=("ada",))
    assert [roll.num for roll in one.odds("climb ada") if roll.name == "escape"] == [num]
    with fix(one, num, then=6):
        assert one.act("climb ada")
    assert one.state.traps["room-1"].caught == ()


@pytest.mark.rule("T2.16", "T21.3", "T21.5")
def test_who_failed_to_disarm_a_pit_does_not_try_it_again() -> None:
    one = trapped("covered-pit", character("Ada"), BO)
    # The Test to disarm fails, the Test to get out of the way passes.
    with fix(one, 11, 1):
        assert one.act("disarm ada")
    assert one.act("disarm ada").refusals[0].rule == "T2.16"
    with fix(one, 10):
        assert one.act("disarm bo")
    assert one.state.traps["room-1"].state == "disarmed"


@pytest.mark.rule("T21.4")
@pytest.mark.parametrize(
    ("text", "goes_off"),
    [
        ("drop torch ada", True), ("order bo ada", True), ("front 1", True), ("withdraw-alone eve", True),
        ("give torch from ada to bo", True), ("douse", False),
    ],
)  # fmt: skip
def test_any_first_deed_but_those_named_sets_a_rooms_trap_off(text: str, goes_off: bool) -> None:
    eve = character("Eve", cls="elf", kin="elf", astral=5, astral_max=25)
    one = below(character("Ada", goods=(("torch", 2),)), BO, eve)
    with staged(one) as s:
        s.traps["room-1"] = Trap("room-1", "dart", 0)
    with fix(one, *([1] if goes_off else [])):
        assert one.act(text.replace("order bo ada", "order bo ada eve"))
    assert (one.state.traps["room-1"].state == "spent") is goes_off
