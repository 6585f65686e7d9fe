"""Monsters (D33): figures, health by difficulty, how bands are drawn, and the bestiary's tallies."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from importlib import resources
from typing import Any

import msgspec
import pytest
from tests.rulebooks.descent.moments import hale, health_of, moment, nearest

from undercroft.engine.game import Game
from undercroft.engine.rulebook import find
from undercroft.engine.rules import Rules
from undercroft.play.rulings import rule_lines
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import fights, knowledge, monsters
from undercroft.rulebooks.descent.records import State
from undercroft.testing import FixedDice, fix

RULES = Rules(resources.files("undercroft.rulebooks.descent") / "rules.md")
FACTORS = {name: Fraction(RULES.row("F5").cell(name)) for name in ("easy", "normal", "hard")}
"""The health factor of each difficulty, as the rulebook tells it."""


def state(length: str = "standard", difficulty: str = "normal") -> State:
    return moment(length=length, difficulty=difficulty).state


def meet(game: Game[State], *kinds: str, **more: Any) -> None:
    game._ctx.events = []
    fights.open_fight(game._ctx, kinds, **more)
    game._settle()


@pytest.mark.rule("D33.1")
def test_the_words_of_the_monster_table() -> None:
    orc, archer, wyrm = (content.monster(kind) for kind in ("orc", "goblin-archer", "elder-wyrm"))
    assert (orc.peril, orc.low, orc.high, orc.gold, orc.bribe, orc.reach) == (4, 3, 8, 7, 50, "hand")
    assert isinstance(orc, content.Monster)
    assert (orc.band_low, orc.band_high) == (2, 3)
    assert archer.reach == "far"
    assert (wyrm.special, wyrm.special_chance) == ("breath", 40)


@pytest.mark.rule("D33.2")
def test_forty_six_kinds_and_two_guards_have_their_names() -> None:
    assert len(content.catalogue().monsters) == 46
    assert monsters.kind_name("bone-walker") == "Bone Walker"
    assert [monsters.kind_name(kind) for kind in ("gremlin-thief", "the-gaoler")] == ["Gremlin Thief", "The Gaoler"]


@pytest.mark.rule("D33.2", "D31.14")
def test_a_guard_is_one_entry_of_the_bestiary() -> None:
    game = moment(length="short")
    meet(game, "the-gaoler")
    assert list(game.state.bestiary) == ["the-gaoler"]


@pytest.mark.rule("D31.14", "D31.15")
def test_each_fight_counts_a_kind_as_met_once() -> None:
    game = moment()
    meet(game, "gremlin-thief", "orc", "orc")
    assert [(kind, tale.met) for kind, tale in game.state.bestiary.items()] == [("gremlin-thief", 1), ("orc", 1)]


@pytest.mark.rule("D33.3")
@pytest.mark.parametrize(
    ("length", "thief", "gaoler"),
    [
        ("short", (40, 5, 50), (75, 9, 112)),
        ("standard", (44, 6, 56), (90, 12, 136)),
        ("long", (48, 7, 62), (100, 14, 152)),
    ],
)
def test_a_guards_figures_go_by_the_quest(length: str, thief: tuple[int, ...], gaoler: tuple[int, ...]) -> None:
    s = state(length)
    for kind, wanted in (("gremlin-thief", thief), ("the-gaoler", gaoler)):
        f = monsters.figures(s, kind)
        assert (f.health, f.peril, f.experience) == wanted


@pytest.mark.rule("D33.3")
@pytest.mark.parametrize("length", ["short", "standard", "long"])
def test_a_guard_counts_as_having_the_peril_of_its_floor(length: str) -> None:
    for prize in ("book", "king"):
        guard = content.catalogue().guard(length, prize)
        assert guard.peril == content.floor(guard.floor).peril(length)


@pytest.mark.rule("D33.4")
def test_a_guard_has_company_only_of_kinds_that_go_in_twos() -> None:
    s = state()  # floor 6, peril 6: perils 3 to 7; Mould Crawler first, its smallest band is one
    kinds, weights = monsters.weights(6)
    assert kinds[:3] == ("mould-crawler", "goblin-archer", "wild-hound")
    assert weights[:3] == (1, 1, 1)
    assert monsters.draw_guarded(FixedDice(1), s, 6, "book") == ("gremlin-thief",)
    assert monsters.draw_guarded(FixedDice(2, 1), s, 6, "book") == ("gremlin-thief", "goblin-archer")
    dice = FixedDice(2, 1)
    monsters.draw_guarded(dice, s, 6, "book")
    assert dice.seen[1] == (2, 1)
    assert monsters.draw_guarded(FixedDice(2, 2), s, 6, "king") == ("the-gaoler", "goblin-archer", "goblin-archer")


@pytest.mark.rule("D12.22")
def test_only_a_guards_band_is_mixed() -> None:
    s = state()
    for face in range(1, 15):
        assert len(set(monsters.draw_band(FixedDice(face, then=2), s, 1))) == 1
    mixed = monsters.draw_guarded(FixedDice(1, 2), s, 1, "book")
    assert mixed == ("gremlin-thief", "cellar-rat", "cellar-rat")


@pytest.mark.rule("D33.5", "D14.10")
def test_a_guard_paid_off_is_gone_for_good() -> None:
    game = moment()
    meet(game, "the-gaoler", room="room-1.1")
    fights.close(game._ctx, "bought")
    assert game.state.rooms["room-1.1"].band == ()


@pytest.mark.rule("D33.6", "D7.19")
def test_a_gremlin_has_the_book_and_the_gaoler_the_king() -> None:
    assert monsters.GUARDS == {"book": "gremlin-thief", "king": "the-gaoler"}
    for length in ("short", "standard", "long"):
        assert content.catalogue().guard(length, "book").name == "Gremlin Thief"
        assert content.catalogue().guard(length, "king").name == "The Gaoler"


@pytest.mark.rule("D5.6")
@pytest.mark.row("F5")
def test_the_rule_and_the_table_tell_the_same_factors() -> None:
    told = re.search(r"times (\S+) / (\S+) / (\S+),", RULES.rule("D5.6").text)
    assert told
    assert tuple(Fraction(figure) for figure in told.groups()) == tuple(FACTORS.values())


@pytest.mark.rule("D5.6", "DX5")
def test_health_by_difficulty() -> None:
    text = RULES.rule("DX5").text
    tables = re.search(r"Orc \(table health (\d+)\) and a Gargoyle \((\d+)\)", text)
    healths = re.search(r"health is (\d+) / (\d+) / (\d+) and (\d+) / (\d+) / (\d+)", text)
    assert tables
    assert healths
    told = [int(figure) for figure in healths.groups()]
    orc, gargoyle = (int(figure) for figure in tables.groups())
    assert told == [nearest(table * factor) for table in (orc, gargoyle) for factor in FACTORS.values()]
    placed = [monsters.health(state(difficulty=one), kind) for kind in ("orc", "gargoyle") for one in FACTORS]
    assert placed == told


@pytest.mark.rule("D5.6", "D1.9")
@pytest.mark.parametrize("difficulty", ["easy", "normal", "hard"])
def test_every_kind_has_the_tables_health_times_the_factor_told(difficulty: str) -> None:
    s = state(difficulty=difficulty)
    for kind, entry in content.catalogue().monsters.items():
        assert monsters.health(s, kind) == nearest(entry.health * FACTORS[difficulty]), kind
    for length in ("short", "standard", "long"):
        s = state(length, difficulty)
        for prize, kind in (("book", "gremlin-thief"), ("king", "the-gaoler")):
            table = content.catalogue().guard(length, prize).health
            assert monsters.health(s, kind) == nearest(table * FACTORS[difficulty]), (length, kind)


@pytest.mark.rule("D5.6", "D1.9")
@pytest.mark.parametrize(
    ("factor", "kind", "health"),
    [
        (92, "fire-imp", 23), (92, "wight", 35), (92, "stone-giant", 42),  # 23.00, 34.96, 42.32
        (50, "orc", 8), (150, "fire-imp", 38), (250, "orc", 38),  # 7.5, 37.5, 37.5: halves up, odd and even
        (103, "orc", 15), (104, "orc", 16),  # 15.45, 15.60
        (1, "orc", 1), (4, "orc", 1),  # 0.15, 0.60
    ],
)  # fmt: skip
def test_health_rounds_to_the_nearest_whole(
    monkeypatch: pytest.MonkeyPatch, factor: int, kind: str, health: int
) -> None:
    s = state()
    figures = msgspec.structs.replace(content.difficulty("normal"), monster_health=factor)
    monkeypatch.setattr(content, "difficulty", lambda _: figures)
    assert monsters.health(s, kind) == health


@pytest.mark.rule("D5.6")
def test_monsters_of_a_fight_are_placed_at_the_difficultys_health() -> None:
    game = moment(difficulty="hard")
    meet(game, "orc", "orc")
    full = nearest(15 * FACTORS["hard"])
    placed = [(key, m.health, m.most) for key, m in game.state.monsters.items()]
    assert placed == [("orc-1", full, full), ("orc-2", full, full)]


@pytest.mark.rule("D7.25")
def test_a_kind_weighs_by_its_peril_against_the_floors() -> None:
    kinds, weights = monsters.weights(7)
    found = dict(zip(kinds, weights, strict=True))
    by_peril = {content.monster(kind).peril: weight for kind, weight in found.items()}
    assert by_peril == {4: 1, 5: 2, 6: 3, 7: 3, 8: 1}
    assert len(found) == sum(1 for m in content.catalogue().monsters.values() if 4 <= m.peril <= 8)


@pytest.mark.rule("D7.25")
def test_peril_one_draws_mostly_peril_one() -> None:
    kinds, weights = monsters.weights(1)
    assert kinds == ("cellar-rat", "gremlin", "cave-bat", "goblin", "rust-mite", "bone-walker")
    assert weights == (3, 3, 3, 3, 1, 1)


@pytest.mark.rule("D7.25")
@pytest.mark.parametrize(("length", "kind"), [("short", "rust-mite"), ("standard", "cellar-rat")])
def test_the_peril_is_that_of_the_floor_in_the_quest(length: str, kind: str) -> None:
    # Floor 3 has peril 5 in a short quest (perils 2 to 6), 3 in a standard one (perils 1 to 4).
    assert monsters.draw_kind(FixedDice(1), state(length), 3) == kind


@pytest.mark.rule("D7.25")
def test_every_kind_of_the_floor_is_drawn_as_often_as_it_weighs() -> None:
    s = state()
    kinds, weights = monsters.weights(2)
    drawn = Counter(monsters.draw_kind(FixedDice(face), s, 2) for face in range(1, sum(weights) + 1))
    assert drawn == dict(zip(kinds, weights, strict=True))


@pytest.mark.rule("D7.26")
def test_a_band_is_of_one_kind_and_as_many_as_its_range_says() -> None:
    s = state()  # floor 1: the first three of fourteen faces are the Cellar Rat, 2-4
    dice = FixedDice(3, 1)
    assert monsters.draw_band(dice, s, 1) == ("cellar-rat",) * 2
    assert dice.seen == [(14, 3), (3, 1)]
    assert monsters.draw_band(FixedDice(1, 3), s, 1) == ("cellar-rat",) * 4
    assert monsters.draw_band(FixedDice(13, 3), s, 1) == ("rust-mite",) * 3


@pytest.mark.rule("D9.18")
def test_a_band_may_have_one_more_than_drawn() -> None:
    assert monsters.draw_band(FixedDice(1, 3), state(), 1, 1) == ("cellar-rat",) * 5


@pytest.mark.rule("D7.26", "D1.6")
def test_play_and_a_floors_stream_draw_bands_alike() -> None:
    game = moment()
    with fix(game, 13, 2):
        assert monsters.draw_band(game._ctx, game.state, 1) == ("rust-mite",) * 2
    assert monsters.draw_band(FixedDice(13, 2), game.state, 1) == ("rust-mite",) * 2


@pytest.mark.rule("D34.6", "D31.15")
def test_a_kinds_figures_are_known_after_the_first_kill() -> None:
    game = moment()
    meet(game, "orc", "orc")
    hale(game, 15)
    assert not monsters.known_kind(game.state, "orc")
    fights.wound_monster(game._ctx, "orc-1", 14, "hero", "blow")
    assert not monsters.known_kind(game.state, "orc")
    fights.wound_monster(game._ctx, "orc-1", 1, "hero", "blow")
    assert monsters.known_kind(game.state, "orc")
    assert game.state.bestiary["orc"].killed == 1


@pytest.mark.rule("D31.15")
def test_the_view_keeps_figures_back_until_they_are_known() -> None:
    game = moment()
    meet(game, "ghoul", "ghoul")
    (tale,) = knowledge.view(game.state).bestiary
    assert (tale.met, tale.bribe, tale.health, tale.attack, tale.high, tale.special) == (1, 15, 0, 0, 0, "")
    fights.wound_monster(game._ctx, "ghoul-1", health_of("ghoul"), "hero", "blow")
    (tale,) = knowledge.view(game.state).bestiary
    figures = (tale.killed, tale.health, tale.attack, tale.low, tale.high, tale.special)
    assert figures == (1, health_of("ghoul"), 4, 4, 9, "")


@pytest.mark.rule("D5.6")
@pytest.mark.row("M04", "M12", "M51")
@pytest.mark.parametrize(
    ("row", "health"),
    [
        ("M04", "14 on easy, 19 on normal, 23 on hard"),
        ("Orc", "21 on easy, 28 on normal, 34 on hard"),
        ("M51", "126 on easy, 167 on normal, 203 on hard"),
    ],
)
def test_who_reads_the_row_of_a_monster_is_told_its_health_by_difficulty(row: str, health: str) -> None:
    quoted, beside, *_ = rule_lines(find("descent"), row)
    assert quoted.startswith("M")
    assert beside == f"That is the health of the table; by difficulty (D5.6) it is {health}."


def test_nothing_stands_beside_other_rows_and_rules() -> None:
    assert all(len(rule_lines(find("descent"), one)) == 1 for one in ("D5.6", "B1", "W02"))
