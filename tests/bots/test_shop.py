"""What the competent player of descent buys, sells, wears, and goes back for."""

from __future__ import annotations

from collections.abc import Callable

from undercroft.bots.descent_notes import Notes
from undercroft.bots.descent_pack import better, tend
from undercroft.bots.descent_shop import errand, shop
from undercroft.bots.offered import Offered
from undercroft.rulebooks.descent.views import DescentView, ThingView, WareView

Made = Callable[..., DescentView]
ALL = ("king", "hero", "wizard", "rogue", "fighter", "ranger")
STOUT = ("king", "hero", "fighter")
MAIL = ThingView("armour-1", "armour", "ring-mail", "Ring Mail", 3, 3, sells=30, who=STOUT)
LIGHT = ThingView("charm-1", "charm", "light-of-life", "a Light of Life")


def test_food_comes_before_iron(view: Made) -> None:
    mail = WareView("ring-mail", "Ring Mail", "armour", 60, STOUT, 3)
    o = Offered(["buy-rations", "buy ring-mail torsten", "close"])
    assert shop(view(rations=40, wares=(mail,)), o) == "buy-rations"
    assert shop(view(rations=50, wares=(mail,)), o) == "buy ring-mail torsten"


def test_nothing_is_bought_that_the_class_cannot_wear(view: Made) -> None:
    mail = WareView("ring-mail", "Ring Mail", "armour", 60, STOUT, 3)
    v = view({m: {"body": MAIL} for m in ("hero", "torsten")}, rations=50, wares=(mail,))
    assert shop(v, Offered(["buy ring-mail barnabas", "close"])) == ""


def test_unnamed_bottles_and_spare_gear_are_sold(view: Made) -> None:
    bottle = ThingView("bottle-1", "bottle", "", "an unnamed bottle", sells=10)
    v = view({"rook": {"pack": (bottle,)}}, rations=60)
    assert shop(v, Offered(["sell bottle-1", "close"])) == "sell bottle-1"
    rags = ThingView("armour-2", "armour", "padded-coat", "a Padded Coat", 1, 1, who=ALL)
    v = view({m: {"body": MAIL} for m in ("hero", "torsten", "rook", "barnabas")} | {"rook": {"pack": (rags,)}})
    v = view({"rook": {"pack": (rags,), "body": MAIL}, "hero": {"body": MAIL}, "torsten": {"body": MAIL},
              "barnabas": {"body": rags}}, rations=60)  # fmt: skip
    assert shop(v, Offered(["sell armour-2", "close"])) == "sell armour-2"


def test_better_mail_is_put_on_or_passed_on(view: Made) -> None:
    assert tend(view({"torsten": {"pack": (MAIL,)}}), Offered(["wear armour-1"])) == "wear armour-1"
    v = view({"barnabas": {"pack": (MAIL,)}})
    assert tend(v, Offered(["give armour-1 hero", "give armour-1 rook"])) == "give armour-1 hero"


def test_no_two_handed_blade_is_taken_beside_a_shield(view: Made) -> None:
    axe = ThingView("weapon-9", "weapon", "battle-axe", "a Battle Axe", 12, 12, 0, 2, who=STOUT)
    shield = ThingView("shield-1", "shield", "wooden-shield", "a Wooden Shield", 1, 1, who=ALL)
    fighter = view().party[1]
    assert better(axe, fighter)
    assert not better(axe, view({"torsten": {"arm": shield}}).party[1])


def test_the_stout_stand_in_front(view: Made) -> None:
    v = view({"hero": {"rank": "back"}, "rook": {"rank": "front"}})
    o = Offered(["rank hero front", "rank rook back"])
    assert tend(v, o) == "rank hero front"
    assert tend(view({"rook": {"rank": "front"}}), o) == "rank rook back"


def test_the_dead_are_worth_a_way_back_if_a_light_can_be_paid(view: Made) -> None:
    dead = {"rook": {"state": "fallen", "health": 0}}
    assert errand(view(dead, floor=2, gold=120), Notes(), leaving=False) == 0
    assert errand(view(dead, floor=2, gold=119), Notes(), leaving=False) == -1
    worn = {"rook": {"state": "fallen", "health": 0, "raises": 3}}
    assert errand(view(worn, floor=2, gold=120), Notes(), leaving=False) == -1
    lit = dead | {"torsten": {"pack": (LIGHT,)}}
    assert errand(view(lit, floor=2, gold=120), Notes(), leaving=False) == -1


def test_hunger_is_worth_a_way_back(view: Made) -> None:
    assert errand(view(floor=2, rations=15, gold=20), Notes(), leaving=False) == 0
    assert errand(view(floor=2, rations=16, gold=20), Notes(), leaving=False) == -1
    assert errand(view(floor=2, rations=15, gold=19), Notes(), leaving=False) == -1


def test_the_courtyard_is_no_errand_once_the_king_has_joined(view: Made) -> None:
    assert errand(view(floor=2, rations=2, gold=90, king=True), Notes(), leaving=False) == -1
