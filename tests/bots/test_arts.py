"""What the competent player of descent reads, uses and scouts; and when it gives up."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from undercroft.bots.descent import Competent
from undercroft.bots.descent_arts import arts
from undercroft.bots.descent_fight import choose_in_fight
from undercroft.bots.descent_notes import Notes
from undercroft.bots.descent_route import PATIENCE, over
from undercroft.bots.offered import Offered
from undercroft.rulebooks.descent.views import DescentView, FightView, TaleView, ThingView

Made = Callable[..., DescentView]
Fought = Callable[..., FightView]
BOTTLE = ThingView("item-1", "bottle", "", "bottle")
OGRE = TaleView("ogre", "Ogre", 1, 1, 0, 45, 29, 4, 1, 5, 13, 1, 28)


def test_an_unnamed_bottle_is_tried_when_hurt_and_nothing_hunts(view: Made) -> None:
    o = Offered(["use item-1", "walk east"])
    whole = view({"hero": {"pack": (BOTTLE,)}}, floor=1)
    hurt = view({"hero": {"pack": (BOTTLE,), "health": 11, "ceiling": 20}}, floor=1)
    assert arts(whole, o, Notes()) == ""
    assert arts(hurt, o, Notes()) == "use item-1"
    assert arts(msgspec.structs.replace(hurt, book=True, king=True), o, Notes()) == ""


def test_a_honing_stone_goes_to_the_blade_that_strikes_most(view: Made) -> None:
    stone = ThingView("item-9", "charm", "honing-stone", "honing stone")
    axe = ThingView("item-2", "weapon", "hand-axe", "axe", 6, 6)
    knife = ThingView("item-3", "weapon", "knife", "knife", 4, 4)
    v = view({"hero": {"pack": (stone,), "hand": knife}, "torsten": {"hand": axe}})
    o = Offered(["use item-9 item-3", "use item-9 item-2"])
    assert arts(v, o, Notes()) == "use item-9 item-2"


def test_who_sneaked_in_slips_out_of_what_is_too_dear(view: Made, fight: Fought) -> None:
    o = Offered(["attack ogre-1", "slip-out", "wait"])
    many = fight(*[("ogre", "unhurt")] * 4, stage="unseen")
    few = fight(("ogre", "badly hurt"), stage="unseen")
    seen = {"ask": "ask.fight", "member": "hero", "floor": 1, "bestiary": (OGRE,)}
    assert choose_in_fight(view(fight=many, **seen), o, sneaked=True) == "slip-out"
    assert choose_in_fight(view(fight=few, **seen), o, sneaked=True) == "attack ogre-1"


def test_a_run_without_hope_is_given_up(view: Made) -> None:
    fallen = view({"hero": {"cls": "king", "state": "fallen"}}, king=True)
    long = view(step=PATIENCE * view().floors_in_all + 1)
    assert (over(view()), over(fallen), over(long)) == (False, True, True)
    player = Competent()
    assert player.choose(fallen, ("down", "give-up")) == "give-up"
    assert player.choose(msgspec.structs.replace(fallen, ask="ask.confirm"), ("yes", "no")) == "yes"
