"""Which spell is read where a battle is fought with spells."""

from __future__ import annotations

import pytest
from tests.rulebooks.descent.magic import battle, edit, library
from tests.rulebooks.descent.moments import give, moment

from undercroft.engine.game import Game
from undercroft.rulebooks.descent.records import State, Tale, replace
from undercroft.rulebooks.descent.views import DescentView
from undercroft.rulebooks.descent.war_spells import choice
from undercroft.testing import staged


def chosen(game: Game[State], *, blow: bool = False) -> str:
    """Return what the member whose turn it is reads."""
    view = game.view()
    assert isinstance(view, DescentView)
    assert view.fight is not None
    who = next(m for m in view.party if m.id == view.member)
    return choice(who, view, game.actions(), view.fight.foes, blow=blow)


def wizard(*pages: str, foes: int = 1, mana: int = 30) -> Game[State]:
    game = moment()
    library(game, *pages)
    edit(game, "wizard", mana=mana)
    battle(game, "wizard", "hero", foes=(("orc", 99),) * foes)
    return game


@pytest.mark.rule("D25.7")
@pytest.mark.row("B1", "P01", "P13")
def test_the_cheapest_spell_that_wounds_is_read_and_none_without_the_mana() -> None:
    assert chosen(wizard("lightning", "firebolt")) == "chant spark orc-1"
    assert chosen(wizard("lightning", "firebolt", mana=1)) == ""


@pytest.mark.row("P02", "P14")
def test_sleepers_make_no_crowd() -> None:
    game = wizard("frost-fan", "storm", foes=3)
    assert chosen(game) == "chant frost-fan"
    with staged(game) as s:
        s.monsters["orc-3"] = replace(s.monsters["orc-3"], asleep=2)
    assert chosen(game) == "chant spark orc-1"


@pytest.mark.rule("D12.7")
@pytest.mark.row("B1", "W02")
def test_a_blow_that_deals_more_on_average_is_better_than_a_spell() -> None:
    # Spark wounds by 1d6 + 4, 7.5 on average; a Staff hits for 1d5 + 1, one of damage 25 for 1d25 + 1.
    game = wizard()
    staff = give(game, "staff", "hand:wizard")
    assert chosen(game, blow=True) == "chant spark orc-1"
    with staged(game) as s:
        s.items[staff] = replace(s.items[staff], gained=20)
    assert chosen(game, blow=True) == ""
    assert chosen(game, blow=False) == "chant spark orc-1"


@pytest.mark.rule("D5.6", "D31.15")
@pytest.mark.row("B1", "M01")
@pytest.mark.parametrize(("foes", "worth"), [(1, False), (2, True)])
def test_a_band_that_blows_are_soon_done_with_is_not_worth_mana(foes: int, worth: bool) -> None:
    # A Cellar Rat has 13 health. The front rank strikes, two blows of three hit: in two rounds the hero's 1d6 + 2 and
    # the fighter's 1d2 + 3, bare-handed, come to 13 1/3.
    game = moment()
    give(game, "short-sword", "hand:hero")
    edit(game, "wizard", mana=30)
    battle(game, "wizard", "hero", foes=(("cellar-rat", 13),) * foes)
    assert chosen(game) == "chant spark cellar-rat-1"  # what it can take is not known
    with staged(game) as s:
        s.bestiary["cellar-rat"] = Tale(met=1, killed=1)
    assert chosen(game) == ("chant spark cellar-rat-1" if worth else "")


@pytest.mark.rule("D12.23")
@pytest.mark.row("B1")
def test_who_is_badly_hurt_is_left_to_blows_and_so_is_what_is_left_of_a_band() -> None:
    game = wizard(foes=2)
    with staged(game) as s:
        s.bestiary["orc"] = Tale(met=1, killed=1)
        s.monsters["orc-1"] = replace(s.monsters["orc-1"], health=5)
    assert chosen(game) == "chant spark orc-2"
    with staged(game) as s:
        s.monsters["orc-1"] = replace(s.monsters["orc-1"], health=0)
        s.monsters["orc-2"] = replace(s.monsters["orc-2"], health=5)
    assert chosen(game) == ""


@pytest.mark.row("P03")
def test_the_badly_hurt_are_healed_first_the_worst_of_all_before_others() -> None:
    game = wizard("mending-hand")
    edit(game, "fighter", health=7)
    edit(game, "rogue", health=3)
    assert chosen(game) == "chant mending-hand rogue"
    edit(game, "rogue", health=6)
    assert chosen(game) == "chant mending-hand fighter"
