"""What an open offer of silver allows (T6.7, T6.8), and what a player is told of foes, arms and wares."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebooks.tabletop.rules_bench import character

from undercroft.engine.action import Open
from undercroft.engine.game import Game
from undercroft.rulebooks.tabletop import fights, knowledge, loads, rulebook
from undercroft.rulebooks.tabletop.carrying import GiveSilver
from undercroft.rulebooks.tabletop.records import Arm, Jewel, replace
from undercroft.testing import staged


@pytest.mark.rule("T6.7", "T6.8")
def test_how_many_coins_can_still_be_carried() -> None:
    light = character(strength=1)
    assert loads.coins_carried(light) == 599  # capacity 2: 599 coins weigh 2, 600 weigh 3
    assert loads.carry_refused(light, replace(light, silver=599)) is None
    assert loads.carry_refused(light, replace(light, silver=600)) is not None
    assert loads.coins_carried(replace(light, silver=598)) == 1
    jewelled = replace(light, silver=100, jewels=(Jewel("pearl", 20),))
    most = loads.coins_carried(jewelled)
    assert loads.carry_refused(jewelled, replace(jewelled, silver=100 + most)) is None
    assert loads.carry_refused(jewelled, replace(jewelled, silver=101 + most)) is not None
    assert loads.coins_carried(replace(light, weapons=(Arm("war-hammer"),))) == 0


@pytest.fixture
def village() -> Game[Any]:
    game = Game(rulebook, 1, {})
    game.act("quick")
    return game


@pytest.mark.rule("T6.7")
def test_what_is_offered_to_be_handed_over_can_be_carried(village: Game[Any]) -> None:
    def burden(s: Any) -> None:
        tobias, hedda = s.characters["tobias"], s.characters["hedda"]
        s.characters["hedda"] = replace(hedda, silver=5000)
        s.characters["tobias"] = replace(tobias, silver=0, goods=(("rope", loads.capacity(tobias) - 5),))

    with staged(village) as s:
        burden(s)
    offers = [one for one in village.actions() if isinstance(one, Open) and isinstance(one.action, GiveSilver)]
    found = next(one for one in offers if (one.action.giver, one.action.taker) == ("hedda", "tobias"))
    assert found.high < 5000
    assert not village.act(f"pay-over {found.high + 1} from hedda to tobias").accepted
    assert village.act(f"pay-over {found.high} from hedda to tobias").accepted


@pytest.mark.rule("T10.11", "T18.13")
def test_a_village_shows_its_prices(village: Game[Any]) -> None:
    prices = dict(village.view().prices)
    assert (prices["mail-shirt"], prices["arrows"], prices["silvered-sword"]) == (200, 5, 270)
    assert prices["healing-potion-10"] == 60
    village.act("quest")
    village.act("accept short")
    village.act("depart")
    assert village.view().prices == ()


@pytest.mark.rule("T11.2")
def test_foes_are_shown_with_their_stat_block() -> None:
    game = Game(rulebook, 1, {"play": "fight"})
    game.act("add orc 1", seat="gm")
    game.act("begin ready", seat="gm")
    v = knowledge.view(game.state)
    orc = v.foes[0]
    assert (orc.courage, orc.attack, orc.defence, orc.protection, orc.resist, orc.attacks) == (9, 9, 6, 2, 5, 1)
    assert (orc.traits, orc.boss) == ((), False)
    assert fights.acting(game.state)


@pytest.mark.rule("T3.3", "T9.11", "T9.18")
def test_members_are_shown_with_what_their_blows_do(village: Game[Any]) -> None:
    hedda, _, linnea, tobias = village.view().party
    assert (hedda.damage, hedda.shoots) == ((1, 5), False)  # sword +4, Strength 13
    assert (linnea.damage, linnea.shoots) == ((1, 3), True)
    assert tobias.damage == (1, 2)
