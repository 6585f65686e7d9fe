"""How the competent player of descent fights."""

from __future__ import annotations

from collections.abc import Callable

from undercroft.bots.descent_fight import choose_in_fight
from undercroft.bots.descent_odds import figures, hits, reckon
from undercroft.bots.offered import Offered
from undercroft.rulebooks.descent.views import DescentView, FightView, TaleView, ThingView

Made = Callable[..., DescentView]
Fought = Callable[..., FightView]
GOBLIN = TaleView("goblin", "Goblin", 1, 1, 0, 60, 9, 2, 1, 2, 7, 0, 5)
OGRE = TaleView("ogre", "Ogre", 1, 1, 0, 45, 29, 4, 1, 5, 13, 1, 28)


def asked(view: Made, fought: FightView, **fields: object) -> DescentView:
    """Return a view of the hero's turn."""
    return view(ask="ask.fight", member="hero", floor=1, fight=fought, bestiary=(GOBLIN, OGRE), **fields)


def test_the_chance_to_hit_keeps_its_bounds() -> None:
    assert (hits(5, 2), hits(30, 0), hits(0, 30)) == (75, 95, 5)


def test_a_kind_killed_before_is_reckoned_by_the_bestiary(view: Made) -> None:
    v = view(floor=1, bestiary=(GOBLIN,))
    assert figures(v, "goblin") == (9, 2, 1, 9, 7, 0, 5)


def test_an_unknown_kind_grows_with_the_floor(view: Made) -> None:
    assert figures(view(floor=6), "troll").health > figures(view(floor=1), "troll").health


def test_more_foes_cost_more(view: Made) -> None:
    v = view(floor=1, bestiary=(GOBLIN,))
    one, three = reckon(v, [("goblin", "unhurt")]), reckon(v, [("goblin", "unhurt")] * 3)
    assert one.loss < three.loss
    assert one.rounds < three.rounds


def test_the_most_hurt_foe_is_struck(view: Made, fight: Fought) -> None:
    v = asked(view, fight(("goblin", "unhurt"), ("goblin", "badly hurt")))
    assert choose_in_fight(v, Offered(["attack goblin-1", "attack goblin-2", "wait"])) == "attack goblin-2"


def test_a_lost_fight_is_run_from(view: Made, fight: Fought) -> None:
    weak = {m: {"health": 4} for m in ("hero", "torsten", "rook", "barnabas")}
    o = Offered(["attack ogre-1", "run door-1.1s", "bribe"])
    v = asked(view, fight(("ogre", "unhurt"), ("ogre", "unhurt")), members=weak)
    assert choose_in_fight(v, o) == "run door-1.1s"


def test_a_lost_fight_is_bought_off_if_the_band_may_take_it_and_the_purse_reaches(view: Made, fight: Fought) -> None:
    weak = {m: {"health": 4} for m in ("hero", "torsten", "rook", "barnabas")}
    o = Offered(["attack ogre-1", "run door-1.1s", "bribe"])
    band = fight(("ogre", "unhurt"), ("ogre", "unhurt"), bribe=45)
    assert choose_in_fight(asked(view, band, members=weak, gold=168), o) == "bribe"
    assert choose_in_fight(asked(view, band, members=weak, gold=167), o) == "run door-1.1s"


def test_a_fair_fight_is_fought(view: Made, fight: Fought) -> None:
    v = asked(view, fight(("goblin", "unhurt"), bribe=60))
    assert choose_in_fight(v, Offered(["attack goblin-1", "run door-1.1s", "bribe"])) == "attack goblin-1"


def test_a_member_one_blow_from_falling_drinks(view: Made, fight: Fought) -> None:
    ale = ThingView("bottle-1", "bottle", "medicinal-ale", "a Medicinal Ale")
    hero = {"hero": {"health": 6, "pack": (ale,)}}
    o = Offered(["attack goblin-1", "apply bottle-1"])
    assert choose_in_fight(asked(view, fight(("goblin", "unhurt")), members=hero), o) == "apply bottle-1"
    hero = {"hero": {"health": 8, "pack": (ale,)}}
    assert choose_in_fight(asked(view, fight(("goblin", "unhurt")), members=hero), o) == "attack goblin-1"


def test_who_stands_outside_comes_in_unless_the_party_is_leaving(view: Made, fight: Fought) -> None:
    out = {"hero": {"outside": True}}
    o = Offered(["walk-in", "wait"])
    assert choose_in_fight(asked(view, fight(("goblin", "unhurt")), members=out), o) == "walk-in"
    leaving = fight(*[("ogre", "unhurt")] * 3, exit="door-1.1s")
    assert choose_in_fight(asked(view, leaving, members=out), o) == "wait"
