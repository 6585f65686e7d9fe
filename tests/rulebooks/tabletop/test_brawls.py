"""The contract suite over combat: random brawls in solo play and at a table keep every law."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.rulebooks.tabletop.arena import act, band, fight, harmless, hero, new
from tests.rulebooks.tabletop.brawls import GROUPS, brawls

from undercroft.engine.game import Game
from undercroft.rulebooks.tabletop.records import State, replace
from undercroft.testing import check_rulebook, staged


def test_brawls_keep_every_law():
    report = check_rulebook(brawls, seeds=range(2), steps=40, options=[{}, {"play": "fight"}], rare=("mastering.end",))
    assert report.games == 2


SEEN = {"attack", "defence", "damage", "resist", "sting", "mending", "web", "tie"}
"""Rolls that are made in any case."""
MOST_BRAWLS = 80


@pytest.mark.rule("T23.14")
def test_every_roll_of_a_tables_fight_can_be_forced():
    """Brawls at a table, doing what was done least so far, roll nothing that a game master could not have forced."""
    rolled: set[str] = set()
    done: Counter[str] = Counter()
    dice = Random(5)
    for seed in range(MOST_BRAWLS):
        game: Game[State] = Game(brawls, seed, {"play": "fight"})
        steps = [game.act(f"brawl {list(GROUPS)[seed % len(GROUPS)]} ready")]
        with staged(game) as s:
            for who, c in list(s.characters.items()):
                s.characters[who] = replace(c, astral=60, vitality=c.vitality - 8)
        for _ in range(20):
            kinds: dict[str, list[str]] = {}
            for text in game.actions().texts():
                head, *rest = text.split()
                kinds.setdefault(f"cast {rest[0]}" if head == "cast" else head, []).append(text)
            rarest = min(kinds, key=lambda kind: (not kind.startswith("cast") or done[kind] > seed, done[kind]))
            done[rarest] += 1
            steps.append(game.act(dice.choice(kinds[rarest])))
        rolled |= {roll.name for step in steps for roll, _ in step._rolls}
        if seed >= len(GROUPS) and rolled >= SEEN:
            break
    assert rolled - set(State.rolls) == set()
    assert SEEN - rolled == set()


@pytest.mark.rule("T7.3", "T23.14")
def test_the_die_among_equals_can_be_forced():
    def order(*forced):
        game = band(new([hero(), hero("bea")], table=True), harmless(courage=12))
        for name, value in forced:
            act(game, f"force {name} {value}", seat="gm")
        return fight(game, 5, 3, 2).state.fight.order

    assert order() == ("ada", "bea", "orc-1")
    assert order(("tie", 1)) == ("bea", "orc-1", "ada")
