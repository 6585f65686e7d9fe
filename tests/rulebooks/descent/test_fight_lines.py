"""A fight told in short, and what stops `battle`."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from tests.play.test_auto import Sitting
from tests.rulebooks.descent.magic import afflict, battle, edit
from tests.rulebooks.descent.moments import give, hale, health_of, member, moment

from undercroft.engine.event import Event
from undercroft.engine.game import Game
from undercroft.engine.state import Outcome
from undercroft.engine.view import Roster
from undercroft.rulebooks.descent import fight_lines
from undercroft.rulebooks.descent.blows import BlowLanded, BlowMissed, MonsterWounded, Slain
from undercroft.rulebooks.descent.errands import Battle
from undercroft.rulebooks.descent.fights import FoeTurn, RoundBegun, TurnTaken
from undercroft.rulebooks.descent.records import Monster, State, Tale, replace
from undercroft.testing import fix, staged


def told(*events: Event[Any]) -> list[str]:
    game = moment()
    battle(game, "hero", foes=(("orc", 15), ("orc", 15)))
    return fight_lines.told([(event, game.say(event)) for event in events], game.called, 1)


def test_blows_of_a_side_make_one_sentence() -> None:
    assert told(
        MonsterWounded("orc-1", 4, "hero", "blow"), TurnTaken("hero"), BlowMissed("fighter", "orc-1"),
        MonsterWounded("orc-1", 7, "rogue", "blow"), BlowMissed("wizard", "orc-1"),
    ) == ["Round 1: Orc 1 loses 4 to Hero, 7 to Rogue; Fighter and Wizard miss."]  # fmt: skip


def test_other_targets_are_named() -> None:
    assert told(
        MonsterWounded("orc-1", 4, "hero", "blow"), MonsterWounded("orc-2", 7, "rogue", "blow"),
        MonsterWounded("orc-2", 1, "fighter", "blow"),
    ) == ["Round 1: Orc 1 loses 4 to Hero; Orc 2 loses 7 to Rogue, 1 to Fighter."]  # fmt: skip


def test_each_round_has_a_line_and_the_band_another() -> None:
    assert told(
        BlowMissed("hero", "orc-1"), FoeTurn("orc-1"), BlowLanded("orc-1", "hero", 3), FoeTurn("orc-2"),
        BlowMissed("orc-2", "hero"), RoundBegun(2, ("hero",), ()), BlowMissed("hero", "orc-1"),
    ) == ["Round 1: Hero misses.", "Hero loses 3 to Orc 1; Orc 2 misses.", "Round 2: Hero misses."]  # fmt: skip


def test_everything_else_keeps_its_sentence_in_its_place() -> None:
    assert told(
        MonsterWounded("orc-1", 15, "hero", "blow"), Slain("orc-1", "orc", "hero", 5), BlowMissed("fighter", "orc-2"),
    ) == ["Round 1: Orc 1 loses 15 to Hero. Orc 1 is dead, and had 5 gold. Fighter misses."]  # fmt: skip


def test_what_a_spell_or_thing_does_is_told_in_full() -> None:
    assert told(MonsterWounded("orc-1", 6, "wizard", "spark")) == [
        "Round 1: Orc 1 is wounded for 6 by the Spark of Wizard."
    ]


def test_no_figure_of_a_fight_is_lost_in_short() -> None:
    game = moment()
    battle(game, "hero", "fighter", "rogue", foes=(("orc", 40), ("orc", 40)))
    hale(game, 40)
    at = Sitting(game)
    with fix(game, then=1):
        at.line.answer("battle")
    short = "\n".join(at.said)
    health = {m.id: (m.ceiling - m.health) for m in game.state.members.values()}
    lost = sum(monster.most - monster.health for monster in game.state.monsters.values())
    figures = [
        int(before) for line in at.said for before, word in pairwise(line.split()) if word == "to" and before.isdigit()
    ]
    assert sum(figures) == lost + sum(health.values())
    assert "Round 2: " in short


# --- what stops it ---


def bout(*foes: tuple[str, int]) -> Game[State]:
    game = moment(member("hero"), member("fighter"), member("wizard"))
    battle(game, "hero", "fighter", "wizard", foes=foes or (("orc", 15), ("orc", 15)))
    return game


def test_a_foe_that_was_killed_is_no_reason_to_stop() -> None:
    game = bout()
    before = game.view()
    with staged(game) as s:
        s.monsters["orc-1"] = replace(s.monsters["orc-1"], health=0)
        s.bestiary["orc"] = Tale(met=1, killed=1)
    assert Battle().news(before, game.view()) is None


def test_a_foe_that_is_gone_otherwise_or_came_or_woke_is() -> None:
    game = bout()
    before = game.view()
    with staged(game) as s:
        s.monsters["orc-1"] = replace(s.monsters["orc-1"], health=0)
    gone = game.view()
    assert Battle().news(before, gone) == ("foes", {})
    assert Battle().news(gone, before) == ("foes", {})
    with staged(game) as s:
        s.monsters["orc-2"] = replace(s.monsters["orc-2"], asleep=2)
    asleep = game.view()
    assert Battle().news(gone, asleep) is None
    assert Battle().news(asleep, gone) == ("woke", {"foe": "orc-2"})


@pytest.mark.parametrize(
    ("old", "new", "halt"),
    [(8, 7, None), (7, 6, "badly_hurt"), (6, 6, None), (6, 5, "hit_again"), (21, 0, "fallen")],
)
def test_health_that_falls_below_a_third_stops_it_and_each_hit_after(old: int, new: int, halt: str | None) -> None:
    game = bout()
    edit(game, "hero", health=old)
    before = game.view()
    edit(game, "hero", health=new)
    found = Battle().news(before, game.view())
    assert (found and found.code) == halt


def test_the_last_mana_and_damaged_gear_stop_it() -> None:
    game = bout()
    coat = give(game, "ring-mail", "body:fighter")
    edit(game, "wizard", mana=2)
    before = game.view()
    edit(game, "wizard", mana=1)
    assert Battle().news(before, game.view()) is None
    edit(game, "wizard", mana=0)
    assert Battle().news(before, spent := game.view()) == ("mana", {"member": "wizard"})
    with staged(game) as s:
        s.items[coat] = replace(s.items[coat], lost=1)
    assert Battle().news(spent, game.view()) == ("gear", {"member": "fighter"})
    afflict(game, "hero", "poisoned")
    assert Battle().news(spent, game.view()) == ("ill", {"member": "hero"})


def test_one_left_standing_stops_it_and_is_told_what_else_there_is() -> None:
    game = bout()
    edit(game, "hero", health=0)
    two = game.view()
    edit(game, "fighter", health=0)
    assert Battle().news(two, game.view()) == ("alone", {"member": "wizard"})
    assert Battle().news(game.view(), game.view()) is None
    said = game.book.texts.get("errand.alone", {"member": "wizard"}, game.called)
    assert all(word in said for word in ("Wizard", "battle spells", "run all", "cast"))


def test_a_round_that_has_only_begun_is_not_told_yet() -> None:
    assert told(BlowMissed("hero", "orc-1"), RoundBegun(2, ("hero",), ())) == ["Round 1: Hero misses."]


def test_nothing_is_said_of_going_on_once_the_run_is_over() -> None:
    game = bout()
    before = game.view()
    edit(game, "hero", health=1)
    with staged(game) as s:
        s.outcome = Outcome("all-dead", ())
    assert Battle().news(before, game.view()) is None


def test_each_reason_has_a_sentence() -> None:
    game = bout()
    texts = game.book.texts
    for code in ("foes", "woke", "badly_hurt", "fallen", "senseless", "hit_again", "ill", "mana", "gear", "no_blow"):
        assert f"errand.{code}" in texts


# --- what is known of the foes ---


def test_the_whole_health_of_a_kind_stands_with_its_foes_once_one_was_killed() -> None:
    game = bout()

    def foes() -> Roster:
        return next(p for p in game.scene().panels if isinstance(p, Roster) and p.name == "foes")

    assert [row.cells[3] for row in foes().rows] == ["", ""]
    with staged(game) as s:
        s.bestiary["orc"] = Tale(met=1, killed=1)
        s.monsters["orc-1"] = Monster("orc", 3, 15)
    assert foes().heads[3] == "Full health"
    assert [row.cells[2:] for row in foes().rows] == [
        ("badly hurt", str(health_of("orc"))),
        ("unhurt", str(health_of("orc"))),
    ]


def test_the_fight_report_tells_who_is_still_to_act() -> None:
    game = bout()
    panel = game.look("fight")
    assert isinstance(panel, Roster)
    assert panel.title == "The fight, round 1 (still to act: Hero, Fighter, Wizard)"


def test_a_sneaks_unseen_turn_is_of_the_round_that_follows() -> None:
    assert told(BlowMissed("rogue", "orc-1"), RoundBegun(1, ("hero",), ()), BlowMissed("hero", "orc-1")) == [
        "Round 1: Rogue misses.",
        "Hero misses.",
    ]
    assert told(
        BlowMissed("rogue", "orc-1"), RoundBegun(1, ("hero",), ()), BlowMissed("hero", "orc-1"), FoeTurn("orc-1"),
        BlowMissed("orc-1", "hero"), RoundBegun(2, ("hero",), ()), BlowMissed("hero", "orc-1"), FoeTurn("orc-1"),
    ) == ["Round 1: Rogue misses.", "Hero misses.", "Orc 1 misses.", "Round 2: Hero misses."]  # fmt: skip
