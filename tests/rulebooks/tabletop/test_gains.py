"""Gaining a level (T17)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebooks.tabletop.rules_bench import Idle, character, game, of

from undercroft.engine.action import Refusal
from undercroft.engine.game import Game
from undercroft.rulebooks.tabletop import derived, gaining, gains, points
from undercroft.rulebooks.tabletop.gains import Choice, Gain
from undercroft.rulebooks.tabletop.records import QUALITIES, Character, State
from undercroft.testing import fix

CHAPTERS = (points, gaining)
LIFE, SKIP = Choice("gain", "vitality"), Choice("skip")


def ready(name: str = "Ada", ap: int = 100, **more: Any) -> Character:
    """Return a character whose points have reached the next Level."""
    return character(name, ap=ap, **more)


def opened(c: Character) -> Gain:
    found = gains.begin(c)
    assert isinstance(found, Gain)
    return found


def after(c: Character, *choices: Choice, die: int = 4) -> tuple[Character, Gain]:
    """Return character and gain after legal choices."""
    gain = opened(c)
    for choice in choices:
        assert gains.refused(c, gain, choice) is None, (choice, gains.refused(c, gain, choice))
        c, gain = gains.taken(c, gain, choice, die)
    return c, gain


def rule_of(c: Character, gain: Gain, verb: str, word: str = "") -> str:
    refusal = gains.refused(c, gain, Choice(verb, word))
    assert refusal is not None
    return refusal.rule


def awarded(*who: Character, ap: int = 0) -> Game[State]:
    """Return a game in which points were just given to the first, as far as its first question."""
    g = game(*who, chapters=CHAPTERS)
    g._ctx.emit(points.PointsGiven((who[0].id,), ap))
    g._settle()
    return g


@pytest.mark.rule("T17.1")
def test_a_gain_opens_at_once_and_comes_before_everything_else() -> None:
    g = awarded(character(ap=90), ap=10)
    assert isinstance(g.state.agenda[-1], gaining.Gaining)
    assert set(map(str, g.actions())) == {"gain vitality"}
    g = awarded(character(ap=90), ap=9)
    assert isinstance(g.state.agenda[-1], Idle)


@pytest.mark.rule("T17.2", "T17.3")
def test_the_steps_come_in_their_order() -> None:
    c = ready(courage=12, strength=12)
    gain = opened(c)
    assert gain.step == gains.LIFE
    assert [rule_of(c, gain, *one) for one in (("raise", "courage"), ("raise", "attack"), ("stay",))] == ["T17.3"] * 3
    c, gain = after(c, LIFE)
    assert gain.step == gains.QUALITY
    assert [rule_of(c, gain, *one) for one in (("gain", "vitality"), ("raise", "attack"), ("stay",))] == ["T17.3"] * 3
    c, gain = gains.taken(c, gain, Choice("raise", "charisma"))
    assert gain.step == gains.SCORE
    assert rule_of(c, gain, "raise", "courage") == "T17.3"
    c, gain = gains.taken(c, gain, Choice("raise", "attack"))
    assert gain.step == gains.CLASS
    assert rule_of(c, gain, "raise", "attack") == "T17.3"
    c, gain = gains.taken(c, gain, Choice("stay"))
    assert gain.step == gains.DONE


@pytest.mark.rule("T17.4", "T17.5")
@pytest.mark.parametrize(
    ("cls", "kinds"),
    [
        ("adventurer", ["vitality"]), ("warrior", ["vitality"]), ("dwarf", ["vitality"]),
        ("elf", ["vitality", "astral"]), ("magician", ["vitality", "astral"]),
    ],
)  # fmt: skip
def test_who_may_take_astral_instead(cls: str, kinds: list[str]) -> None:
    c = ready(cls=cls)
    assert [choice.word for choice in gains.choices(c, opened(c))] == kinds
    if len(kinds) == 1:
        assert rule_of(c, opened(c), "gain", "astral") == "T17.4"


@pytest.mark.rule("T17.6", "T17.5")
def test_the_choice_is_made_before_the_die_and_is_all_of_one_kind() -> None:
    g = awarded(ready(cls="magician", vitality=12, vitality_max=20, astral=3, astral_max=30))
    (die,) = g.odds("gain astral")  # type: ignore[misc]
    assert (die.low, die.high) == (1, 6)
    with fix(g, 5) as dice:
        g.act("gain astral")
    assert dice.seen == [(6, 5)]
    c = of(g)
    assert (c.astral, c.astral_max, c.vitality, c.vitality_max) == (8, 35, 12, 20)


@pytest.mark.rule("TX4", "T17.7", "T17.8")
def test_step_i_raises_current_and_maximum() -> None:
    g = awarded(ready(cls="dwarf", kin="dwarf", vitality=10, vitality_max=35))
    with fix(g, 4):
        g.act("gain vitality")
    assert (of(g).vitality, of(g).vitality_max) == (14, 39)


@pytest.mark.rule("T17.9")
@pytest.mark.parametrize(("before", "now"), [(-3, 1), (-4, 0)])
def test_a_fallen_character_may_come_round(before: int, now: int) -> None:
    c, _ = after(ready(vitality=before), LIFE)
    assert c.vitality == now


@pytest.mark.rule("T17.10", "T1.4")
def test_any_quality_rises_by_one_but_never_above_twenty() -> None:
    c, gain = after(ready(courage=19, charisma=20), LIFE)
    raised = [one.word for one in gains.choices(c, gain) if one.verb == "raise"]
    assert raised == ["courage", "intelligence", "agility", "strength"]
    assert rule_of(c, gain, "raise", "charisma") == "T17.10"
    assert gains.taken(c, gain, Choice("raise", "courage"))[0].courage == 20


@pytest.mark.rule("T17.11")
def test_a_raised_strength_strikes_harder() -> None:
    c, _ = after(ready(strength=12), LIFE, Choice("raise", "strength"))
    assert derived.strength_change(c.strength) == 1


@pytest.mark.rule("T17.12")
def test_with_all_at_twenty_step_ii_is_skipped() -> None:
    twenties: dict[str, Any] = dict.fromkeys(QUALITIES, 20)
    assert after(ready(cls="warrior", **twenties), LIFE)[1].step == gains.SCORE
    assert after(ready(cls="warrior", **{**twenties, "charisma": 19}), LIFE)[1].step == gains.QUALITY


@pytest.mark.rule("TX30", "T17.13", "T17.15", "T3.8", "T3.9")
def test_the_point_of_agility_thirteen_and_the_other_score() -> None:
    c, gain = after(ready(agility=12), LIFE, Choice("raise", "agility"))
    assert [(one.verb, one.word) for one in gains.choices(c, gain)] == [
        ("agility-point", "attack"), ("agility-point", "defence"),
    ]  # fmt: skip
    c, gain = gains.taken(c, gain, Choice("agility-point", "attack"))
    assert (c.attack, c.defence, c.agility_point) == (11, 8, "attack")
    assert rule_of(c, gain, "raise", "attack") == "T17.15"
    assert [(one.verb, one.word) for one in gains.choices(c, gain)] == [("raise", "defence"), ("skip", "")]
    c, gain = gains.taken(c, gain, Choice("raise", "defence"))
    assert (c.attack, c.defence) == (11, 9)


@pytest.mark.rule("T17.13", "T3.7")
@pytest.mark.parametrize(
    ("quality", "value"), [("agility", 9), ("agility", 11), ("agility", 13), ("strength", 12), ("strength", 8)]
)
def test_no_other_rise_lifts_a_score(quality: str, value: int) -> None:
    c, gain = after(ready(**{quality: value}), LIFE, Choice("raise", quality))
    assert (c.attack, c.defence, gain.lifted, gain.step) == (10, 8, "", gains.SCORE)


@pytest.mark.rule("T3.10", "T17.13", "T17.15", "T3.6")
def test_agility_nine_gives_back_the_point_that_eight_took() -> None:
    c, gain = after(ready(agility=8, defence=7, agility_point="defence"), LIFE, Choice("raise", "agility"))
    assert (c.attack, c.defence, c.agility_point, gain.step) == (10, 8, "none", gains.SCORE)
    assert [one.word for one in gains.choices(c, gain)] == ["attack", ""]


@pytest.mark.rule("TX31", "T17.18", "T17.16", "T3.16")
def test_the_point_goes_where_there_is_room_and_step_iii_is_lost() -> None:
    c, gain = after(ready(agility=12, attack=18, defence=12, cls="warrior"), LIFE, Choice("raise", "agility"))
    assert (c.attack, c.defence, c.agility_point, gain.step) == (18, 13, "defence", gains.DONE)
    c, gain = after(ready(agility=12, attack=17, defence=12, cls="warrior"), LIFE, Choice("raise", "agility"))
    assert gain.step == gains.POINT


@pytest.mark.rule("T17.16")
def test_step_iii_is_lost_if_what_it_must_raise_is_at_its_cap() -> None:
    c = ready(agility=12, attack=17, defence=16, cls="warrior")
    c, gain = after(c, LIFE, Choice("raise", "agility"), Choice("agility-point", "attack"))
    assert (c.attack, gain.step) == (18, gains.SCORE)
    c = ready(agility=8, attack=10, defence=17, agility_point="attack", cls="warrior")
    assert after(c, LIFE, Choice("raise", "agility"))[1].step == gains.DONE


@pytest.mark.rule("T3.16")
def test_a_point_is_lost_when_both_scores_stand_at_their_caps() -> None:
    c, gain = after(ready(agility=12, attack=18, defence=17, cls="warrior"), LIFE, Choice("raise", "agility"))
    assert (c.attack, c.defence, c.agility_point, gain.step) == (18, 17, "none", gains.DONE)


@pytest.mark.rule("T17.14", "T17.17", "T3.15")
@pytest.mark.parametrize(
    ("attack", "defence", "offered"),
    [(17, 16, ["attack", "defence"]), (18, 16, ["defence"]), (17, 17, ["attack"]), (18, 17, [])],
)
def test_step_iii_stops_at_the_caps(attack: int, defence: int, offered: list[str]) -> None:
    c, gain = after(ready(attack=attack, defence=defence, cls="warrior"), LIFE, SKIP)
    assert [one.word for one in gains.choices(c, gain) if one.verb == "raise"] == offered
    assert gain.step == (gains.SCORE if offered else gains.DONE)
    if offered == ["defence"]:
        assert rule_of(c, gain, "raise", "attack") == "T17.17"


@pytest.mark.rule("TX32", "T17.20", "T17.23", "T17.24")
def test_a_quality_raised_to_twelve_makes_a_warrior_of_the_same_level() -> None:
    c = ready(ap=1500, level=5, courage=11, strength=12, attack=12, defence=10, silver=44)
    c, gain = after(c, LIFE, Choice("raise", "courage"), Choice("raise", "attack"))
    assert [one.verb for one in gains.choices(c, gain)] == ["become", "stay"]
    c, gain = gains.taken(c, gain, Choice("become", "warrior"))
    c = gains.finished(c, gain)
    assert (c.cls, c.level, c.ap, c.silver, c.vitality_max, c.attack) == ("warrior", 6, 1500, 44, 34, 13)


@pytest.mark.rule("T17.19", "T17.25")
@pytest.mark.parametrize(
    ("cls", "courage", "strength", "asked"),
    [
        ("adventurer", 12, 12, True), ("dwarf", 12, 12, True), ("adventurer", 11, 12, False),
        ("adventurer", 12, 11, False), ("warrior", 12, 12, False), ("elf", 12, 12, False), ("magician", 12, 12, False),
    ],
)  # fmt: skip
def test_who_may_become_a_warrior(cls: str, courage: int, strength: int, asked: bool) -> None:
    c, gain = after(ready(cls=cls, courage=courage, strength=strength), LIFE, SKIP, SKIP)
    assert gain.step == (gains.CLASS if asked else gains.DONE)
    if not asked:
        never = cls not in ("adventurer", "dwarf")
        assert rule_of(c, gain, "become", "warrior") == ("T17.25" if never else "T17.19")


@pytest.mark.rule("T17.25")
def test_nobody_becomes_anything_but_a_warrior() -> None:
    c, gain = after(ready(courage=12, strength=12), LIFE, SKIP, SKIP)
    assert [rule_of(c, gain, "become", cls) for cls in ("dwarf", "elf", "magician", "adventurer")] == ["T17.25"] * 4


@pytest.mark.rule("T17.21")
def test_the_offer_returns_at_the_next_gain() -> None:
    c, gain = after(ready(ap=300, courage=12, strength=12), LIFE, SKIP, SKIP, Choice("stay"))
    c = gains.finished(c, gain)
    assert c.cls == "adventurer"
    assert after(c, LIFE, SKIP, SKIP)[1].step == gains.CLASS


@pytest.mark.rule("T4.34", "T17.22")
def test_a_dwarf_who_turns_warrior_keeps_the_kin() -> None:
    c, gain = after(ready(cls="dwarf", kin="dwarf", courage=12, strength=12), LIFE, SKIP, SKIP)
    c, _ = gains.taken(c, gain, Choice("become", "warrior"))
    assert (c.cls, c.kin) == ("warrior", "dwarf")


@pytest.mark.rule("T17.26")
def test_each_gain_writes_one_line() -> None:
    c = ready(cls="dwarf", kin="dwarf", courage=11, agility=12, strength=12, vitality=10, vitality_max=35)
    c, gain = after(c, LIFE, Choice("raise", "courage"), Choice("raise", "defence"), Choice("stay"))
    assert gains.history(gain) == "L2: vitality d6=4; courage 11->12; defence 8->9"
    c, gain = after(
        ready(agility=12, courage=12, strength=12), LIFE, Choice("raise", "agility"), Choice("agility-point", "attack"),
        Choice("raise", "defence"), Choice("become", "warrior"),
    )  # fmt: skip
    assert gains.history(gain) == (
        "L2: vitality d6=4; agility 12->13; agility point: attack 10->11; defence 8->9; becomes Warrior"
    )


@pytest.mark.rule("TX49", "T17.27")
@pytest.mark.parametrize(
    ("level", "agility", "most"),
    [(2, 10, 19), (1, 8, 17), (1, 9, 18), (1, 12, 18), (1, 13, 19), (5, 13, 23), (21, 10, 38)],
)
def test_the_most_that_both_scores_are_together(level: int, agility: int, most: int) -> None:
    assert gains.sum_most(level, agility) == most


@pytest.mark.rule("T17.28")
def test_steps_ii_and_iii_may_be_declined_and_step_i_may_not() -> None:
    c = ready(courage=12, strength=12)
    assert rule_of(c, opened(c), "skip") == "T17.28"
    c, gain = after(c, LIFE, SKIP, SKIP)
    assert (c.attack, c.defence, [getattr(c, one) for one in QUALITIES]) == (10, 8, [12, 10, 10, 10, 12])
    assert rule_of(c, gain, "skip") == "T17.28"


@pytest.mark.rule("TX29", "T17.3", "T16.19")
def test_two_levels_are_gained_one_after_the_other() -> None:
    g = awarded(character(ap=90), ap=215)
    with fix(g, 2, 6):
        for text in ("gain vitality", "raise charisma", "raise attack", "gain vitality", "skip", "raise defence"):
            assert g.act(text).accepted, text
    c = of(g)
    assert (c.ap, c.level, c.vitality_max, c.charisma, c.attack, c.defence) == (305, 3, 38, 11, 11, 9)
    assert c.history == ("L2: vitality d6=2; charisma 10->11; attack 10->11", "L3: vitality d6=6; defence 8->9")
    assert isinstance(g.state.agenda[-1], Idle)


@pytest.mark.rule("T17.3")
def test_gains_of_several_come_in_marching_order_and_the_dead_have_none() -> None:
    g = awarded(ready("Ada"), ready("Bo", dead=True, vitality=-10), ready("Cid"))
    with fix(g, 1, 1):
        seen = [g.state.top(gaining.Gaining).who]
        for text in ("gain vitality", "skip", "skip"):
            g.act(text)
        seen.append(g.state.top(gaining.Gaining).who)
        for text in ("gain vitality", "skip", "skip"):
            g.act(text)
    assert seen == ["ada", "cid"]
    assert of(g, "bo").level == 1


@pytest.mark.rule("T16.19")
def test_no_gain_without_the_points() -> None:
    refusal = gains.begin(character(ap=99))
    assert isinstance(refusal, Refusal)
    assert (refusal.rule, refusal.facts) == ("T16.19", {"who": "ada", "level": 2, "needed": 100, "ap": 99})
    top = gains.begin(character(level=21, ap=30000))
    assert isinstance(top, Refusal)
    assert top.rule == "T16.20"


@pytest.mark.parametrize("text", ["gain luck", "raise prowess", "become king", "agility-point attack", "stay", "skip"])
def test_a_refused_choice_says_why_and_changes_nothing(text: str) -> None:
    g = awarded(ready())
    before = g.digest()
    step = g.act(text)
    assert not step.accepted
    assert g.say(step.refusals[0]).endswith(f"({step.refusals[0].rule})")
    assert "refused:" not in g.say(step.refusals[0])
    assert g.digest() == before


def test_every_step_is_told_and_can_be_taken_back() -> None:
    g = awarded(ready(agility=12, courage=12, strength=12))
    texts = ("gain vitality", "raise agility", "agility-point defence", "raise attack", "become warrior")
    before = g.digest()
    for text in texts:
        assert all(g.say(event) for event in g.act(text).events)
    for _ in texts:
        assert g.undo().accepted
    assert g.digest() == before


@pytest.mark.rule("T17.13", "T3.16")
@pytest.mark.parametrize(
    ("text", "lifted", "variant"), [("raise agility", "defence", "lifts"), ("raise courage", "", "raise")]
)
def test_a_rise_that_lifts_a_score_by_itself_is_told_with_it(text: str, lifted: str, variant: str) -> None:
    g = awarded(ready(agility=12, attack=18, defence=12, cls="warrior"))
    assert g.act("gain vitality").accepted
    (told,) = [event for event in g.act(text).events if isinstance(event, gaining.StepTaken)]
    assert (told.lifted, told.variant()) == (lifted, variant)


@pytest.mark.rule("T17.13")
def test_an_agility_point_that_was_chosen_is_told_as_such() -> None:
    g = awarded(ready(agility=12, cls="warrior"))
    assert g.act("gain vitality").accepted
    assert g.act("raise agility").accepted
    (told,) = [event for event in g.act("agility-point attack").events if isinstance(event, gaining.StepTaken)]
    assert (told.lifted, told.variant(), told.now) == ("attack", "agility-point", 11)
