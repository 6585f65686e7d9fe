"""Standing orders (T7.45, T25): given at any time, to casters alone, and shown."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.arena import band, fight, hero, new, refusal
from tests.rulebooks.tabletop.campaign import below, edit, meet, road, village
from tests.rulebooks.tabletop.rules_bench import character

from undercroft.engine.action import Open
from undercroft.engine.game import Game
from undercroft.engine.view import Roster, Sheet
from undercroft.rulebooks.tabletop.records import State
from undercroft.rulebooks.tabletop.views import TabletopView

ADA = character("Ada")
MAGE = character("Magda", cls="magician", astral=30, astral_max=30, agility=9)
ORDER = "wasps-sting at weakest"
TEXT = f"standing-order magda {ORDER}"


def offered(game: Game[State]) -> list[str]:
    return [one.action.member for one in game.actions() if isinstance(one, Open) and "standing-order" in str(one)]


def shown(game: Game[State], who: str) -> str:
    view = game.view()
    assert isinstance(view, TabletopView)
    return next(m.order for m in view.party if m.id == who)


@pytest.mark.rule("T7.45")
@pytest.mark.parametrize("where", [village, road, below])
def test_an_order_is_given_outside_combat_too(where) -> None:
    game = where(ADA, MAGE)
    assert offered(game) == ["magda"]
    before = game.state.clock
    assert game.act(TEXT).accepted
    assert (shown(game, "magda"), shown(game, "ada")) == (ORDER, "")
    assert game.state.clock == before
    assert game.act("standing-order magda none").accepted
    assert shown(game, "magda") == ""


@pytest.mark.rule("T7.45")
def test_while_a_character_is_made_and_a_level_gained_too() -> None:
    game = village(ADA, MAGE)
    assert game.act("recruit").accepted
    assert offered(game) == ["magda"]
    assert game.act(TEXT).accepted
    game = village(ADA, MAGE)
    edit(game, "ada", ap=100)
    game._ctx.events = []
    game._settle()
    assert game.decision is not None
    assert game.decision.ask == "gain"
    assert game.act(TEXT).accepted


@pytest.mark.rule("T22.49")
def test_an_order_provokes_nobody() -> None:
    game = below(ADA, MAGE)
    meet(game, "orc")
    assert game.act(TEXT).accepted
    assert game.state.fight is None


@pytest.mark.rule("T4.15", "T7.45")
def test_orders_that_cannot_be_given() -> None:
    game = fight(band(new([hero()]), "orc"))
    assert refusal(game, "standing-order adda none")[0] == "order.nobody"
    assert refusal(game, "standing-order ada none") == ("order.no_caster", "T4.15")
    assert refusal(below(MAGE), "standing-order magda " + "x" * 81) == ("order.long", "T7.45")
    dead = below(ADA, MAGE)
    edit(dead, "magda", dead=True, vitality=-10)
    assert refusal(dead, TEXT)[0] == "order.nobody"
    assert offered(dead) == []


def test_the_roster_and_the_sheet_tell_the_order() -> None:
    game = below(ADA, MAGE)
    assert game.act(TEXT).accepted
    party = next(one for one in game.scene().panels if one.name == "party")
    assert isinstance(party, Roster)
    assert [row.cells[-1] for row in party.rows] == ["", ORDER]
    sheet = game.look("sheet magda")
    assert isinstance(sheet, Sheet)
    assert dict(sheet.pairs)["Standing order"] == ORDER
    assert game.act("standing-order magda none").accepted
    sheet = game.look("sheet magda")
    assert isinstance(sheet, Sheet)
    assert dict(sheet.pairs)["Standing order"] == "none"
