"""What the curious player of descent does otherwise than the competent one: the book, its pages, and heavy blades."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import undercroft as uc
from undercroft.bots.chosen import find
from undercroft.bots.descent import Competent
from undercroft.bots.descent_curious import Curious
from undercroft.bots.descent_heft import buy, club, heavier, heft, iron, kept
from undercroft.bots.descent_pages import page
from undercroft.bots.offered import Offered
from undercroft.bots.player import play
from undercroft.lab import Plan, run, summary
from undercroft.rulebooks.descent.views import (
    DescentView,
    EffectView,
    FightView,
    FloorView,
    TaleView,
    ThingView,
    WareView,
)

Made = Callable[..., DescentView]
Fought = Callable[..., FightView]
STOUT = ("king", "hero", "fighter")
OGRE = TaleView("ogre", "Ogre", 1, 1, 0, 45, 45, 4, 1, 5, 13, 1, 28)
MONK = TaleView("hollow-monk", "Hollow Monk", 1, 1, 0, 20, 41, 4, 2, 5, 12, 1, 26, "ceiling-bite")
AXE = ThingView("weapon-9", "weapon", "battle-axe", "a Battle Axe", 12, 12, 0, 2, who=STOUT)
SWORD = ThingView("weapon-8", "weapon", "long-sword", "a Long Sword", 9, 9, 1, 1, who=STOUT)
CLUB = WareView("club", "Club", "weapon", 8, ("king", "hero", "fighter", "rogue"), 5, 0, 1)
PAGES = (
    "circle-of-mending", "deep-sleep", "leaden-limbs", "naming", "quickening", "rekindle", "seal-of-self", "soft-step",
    "stone-skin", "sure-aim", "sworn-shield", "ward-wall", "way-finding",
)  # fmt: skip
"""Pages that the competent player hardly reads."""
BLADES = ("battle-axe", "club", "giantbone-maul", "ridge-axe")
"""Weapons that it hardly readies; the last two are not met in short games."""
EASY = {"difficulty": "easy", "companions": "random"}


def shield(figure: int) -> ThingView:
    """Return a shield of so much protection."""
    return ThingView("shield-1", "shield", "a-shield", "a shield", figure, figure, who=STOUT)


def blank(number: int) -> FloorView:
    """Return a floor of which nothing is known."""
    none = (0,) * 16
    return FloorView(number, none, none, none, -1, -1, False, (), ())


def hard(view: Made, fight: Fought, members: dict[str, dict[str, Any]] | None = None, **fields: Any) -> DescentView:
    """Return the hero's turn against two ogres."""
    foes = fight(("ogre", "unhurt"), ("ogre", "unhurt"), round=fields.pop("round", 1))
    return view(members, ask="ask.fight", member="hero", floor=4, book=True, fight=foes,
                bestiary=fields.pop("bestiary", (OGRE,)), **fields)  # fmt: skip


# The book ---------------------------------------------------------------------------------------------------------


def test_the_book_is_taken_where_it_is_found(view: Made) -> None:
    room = view(ask="ask.room", floor=3, room="room-3.1", step=9)
    assert Curious().choose(room, ("take-book", "leave door-3.1n")) == "take-book"
    assert Competent().choose(room, ("take-book", "leave door-3.1n")) == "leave door-3.1n"


# Pages in fights --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "members"),
    [
        ("chant deep-sleep", {}),
        ("chant leaden-limbs", {}),
        ("chant ward-wall", {}),
        ("chant stone-skin hero", {}),
        ("chant sure-aim torsten", {}),
        ("chant quickening torsten", {}),
        ("chant sworn-shield torsten", {"torsten": {"health": 5}}),
        ("chant circle-of-mending", {m: {"health": 8} for m in ("hero", "torsten", "rook")}),
    ],
)
def test_a_page_that_makes_sense_goes_before_a_blow(
    view: Made, fight: Fought, text: str, members: dict[str, dict[str, Any]]
) -> None:
    o = Offered([text, "attack ogre-1"])
    assert page(hard(view, fight, members), o, {}, "attack ogre-1") == text
    assert page(hard(view, fight, members), o, {}, "run door-1.1s") == "run door-1.1s"


def test_no_page_is_spent_on_a_fight_that_is_won_anyhow(view: Made, fight: Fought) -> None:
    rat = TaleView("cellar-rat", "Cellar Rat", 1, 1, 0, 40, 7, 2, 1, 2, 4, 0, 4)
    easy = hard(view, fight, bestiary=(rat,))
    easy = msgspec.structs.replace(easy, fight=fight(("cellar-rat", "unhurt")))
    assert page(easy, Offered(["chant leaden-limbs"]), {}, "attack cellar-rat-1") == "attack cellar-rat-1"


def test_what_lasts_the_fight_is_read_early_and_healing_at_any_time(view: Made, fight: Fought) -> None:
    hurt = {m: {"health": 8} for m in ("hero", "torsten", "rook")}
    o = Offered(["chant leaden-limbs", "chant circle-of-mending"])
    assert page(hard(view, fight, round=3), o, {}, "guard") == "chant leaden-limbs"
    assert page(hard(view, fight, round=4), o, {}, "guard") == "guard"
    assert page(hard(view, fight, hurt, round=4), o, {}, "guard") == "chant circle-of-mending"


def test_a_circle_is_made_for_three_that_lack_what_it_heals(view: Made, fight: Fought) -> None:
    o = Offered(["chant circle-of-mending"])
    whole = {m.id: {"health": m.ceiling - 7} for m in view().party[:3]}
    assert page(hard(view, fight, whole), o, {}, "guard") == "chant circle-of-mending"
    whole["rook"]["health"] += 1
    assert page(hard(view, fight, whole), o, {}, "guard") == "guard"


def test_the_seal_is_for_biters_of_ceilings_and_drainers_that_are_known(view: Made, fight: Fought) -> None:
    o = Offered(["chant seal-of-self hero"])
    monks = fight(("hollow-monk", "unhurt"), ("hollow-monk", "unhurt"))
    known = msgspec.structs.replace(hard(view, fight, bestiary=(MONK,)), fight=monks)
    assert page(known, o, {}, "attack hollow-monk-1") == "chant seal-of-self hero"
    unknown = msgspec.structs.replace(known, bestiary=(msgspec.structs.replace(MONK, special=""),))
    assert page(unknown, o, {}, "attack hollow-monk-1") == "attack hollow-monk-1"


def test_the_sworn_shield_is_for_the_worse_off(view: Made, fight: Fought) -> None:
    o = Offered(["chant sworn-shield torsten"])
    assert page(hard(view, fight, {"torsten": {"health": 20}}), o, {}, "guard") == "chant sworn-shield torsten"
    assert page(hard(view, fight, {"torsten": {"health": 21}}), o, {}, "guard") == "guard"
    mailed = {"torsten": {"health": 20, "protection": 1}}
    assert page(hard(view, fight, mailed), o, {}, "guard") == "guard"


def test_no_page_is_read_twice_on_one(view: Made, fight: Fought) -> None:
    stone = EffectView("stone-skin", "Stone Skin", "stone-skin", True, 0)
    o = Offered(["chant stone-skin hero"])
    assert page(hard(view, fight, {"hero": {"effects": (stone,)}}), o, {}, "guard") == "guard"


def test_the_page_read_least_is_read_next(view: Made, fight: Fought) -> None:
    o = Offered(["chant ward-wall", "chant leaden-limbs"])
    v = hard(view, fight)
    assert page(v, o, {"ward-wall": 1}, "guard") == "chant leaden-limbs"
    assert page(v, o, {"ward-wall": 1, "leaden-limbs": 2}, "guard") == "chant ward-wall"


def test_a_page_never_read_goes_even_before_a_storm(view: Made, fight: Fought) -> None:
    o = Offered(["chant leaden-limbs"])
    assert page(hard(view, fight), o, {}, "chant storm") == "chant leaden-limbs"
    assert page(hard(view, fight), o, {"leaden-limbs": 1}, "chant storm") == "chant storm"
    assert page(hard(view, fight), o, {}, "chant mending-hand hero") == "chant mending-hand hero"


# Pages outside fights ---------------------------------------------------------------------------------------------


def test_a_floor_is_found_once(view: Made) -> None:
    room = view({"hero": {"mana": 6, "spells": (("way-finding", 4),)}}, ask="ask.room", floor=3, room="room-3.1",
                step=9, book=True, floors=(blank(3),))  # fmt: skip
    offers = ("cast way-finding hero", "leave door-3.1n")
    player = Curious()
    assert player.choose(room, offers) == "cast way-finding hero"
    assert player.choose(room, offers) == "leave door-3.1n"
    deeper = msgspec.structs.replace(room, floor=4, floors=(blank(4),))
    assert player.choose(deeper, offers) == "cast way-finding hero"


def test_a_page_left_unread_is_never_read(view: Made) -> None:
    room = view({"hero": {"mana": 6, "spells": (("way-finding", 4),)}}, ask="ask.room", floor=3, room="room-3.1",
                step=9, book=True, floors=(blank(3),))  # fmt: skip
    offers = ("cast way-finding hero", "leave door-3.1n")
    assert Curious(unread=("way-finding",)).choose(room, offers) == "leave door-3.1n"


def test_what_is_for_the_road_is_not_read_at_rest(view: Made) -> None:
    hall = view({"hero": {"mana": 6, "most_mana": 6, "health": 5, "spells": (("way-finding", 4),)}}, ask="ask.hall",
                floor=3, step=9, book=True, floors=(blank(3),))  # fmt: skip
    player = Curious()
    assert player.choose(hall, ("pace", "walk east")) == "pace"
    assert player.choose(hall, ("cast way-finding hero", "pace")) == "pace"
    assert Curious().choose(hall, ("cast way-finding hero", "pace")) == "cast way-finding hero"


def test_mana_raises_the_fallen_in_place_of_a_light_while_there_is_time(view: Made) -> None:
    hero = {"mana": 10, "most_mana": 14, "spells": (("rekindle", 14),)}
    fallen = {"hero": hero, "rook": {"state": "fallen", "health": 0}}
    hall = {"ask": "ask.hall", "floor": 3, "step": 9, "book": True, "rations": 40, "floors": (blank(3),)}
    offers = ("raise hero", "pace", "search")
    assert Curious().choose(view(fallen, **hall), offers) == "pace"
    assert Curious(unread=("rekindle",)).choose(view(fallen, **hall), offers) == "raise hero"
    assert Curious().choose(view(fallen, **hall, king=True), offers) == "raise hero"
    assert Curious().choose(view(fallen | {"hero": hero | {"most_mana": 13}}, **hall), offers) == "raise hero"
    two = fallen | {"torsten": {"state": "fallen", "health": 0}}
    assert Curious().choose(view(two, **hall), offers) == "raise hero"
    full = fallen | {"hero": hero | {"mana": 14}}
    text = "cast rekindle hero rook"
    assert Curious().choose(view(full, **hall), (*offers, text)) == text


# Blades -----------------------------------------------------------------------------------------------------------


def test_a_shield_is_laid_down_for_a_blade_that_gains_more_than_it_stops(view: Made) -> None:
    o = Offered(["unready shield-1", "wear weapon-9"])
    armed = {"hand": SWORD, "arm": shield(1), "pack": (AXE,)}
    assert heft(view({"torsten": armed}), o) == "wear weapon-9"
    assert heft(view({"torsten": armed}), Offered(["unready shield-1"])) == "unready shield-1"
    assert heft(view({"torsten": armed | {"arm": shield(2)}}), o) == ""


def test_only_a_blade_for_both_hands_that_is_better_is_heavy(view: Made) -> None:
    fighter = view({"torsten": {"hand": SWORD}}).party[1]
    assert heavier(AXE, fighter)
    assert not heavier(msgspec.structs.replace(AXE, figure=10), fighter)
    assert not heavier(msgspec.structs.replace(AXE, hands=1), fighter)
    assert heavier(msgspec.structs.replace(AXE, figure=30), fighter)
    assert not heavier(msgspec.structs.replace(AXE, figure=30, bow=True), fighter)
    assert not heavier(msgspec.structs.replace(AXE, who=("king",)), fighter)


def test_a_blade_goes_to_the_strongest_in_front_who_has_room(view: Made) -> None:
    o = Offered(["give weapon-9 hero", "give weapon-9 torsten"])
    assert heft(view({"rook": {"pack": (AXE,)}}), o) == "give weapon-9 torsten"
    assert heft(view({"rook": {"pack": (AXE,)}, "torsten": {"free": 1}}), o) == "give weapon-9 hero"


def test_a_blade_bought_is_kept_and_no_other_bought_beside_it(view: Made) -> None:
    ware = WareView("battle-axe", "Battle Axe", "weapon", 150, STOUT, 12, 0, 2)
    o = Offered(["buy battle-axe torsten", "sell weapon-9", "close"])
    hero = {"hand": SWORD, "arm": shield(4)}
    before = view({"hero": hero, "torsten": {"arm": shield(1)}}, floor=3, step=9, wares=(ware,), rations=60)
    torsten = {"arm": shield(1), "pack": (AXE,)}
    bought = view({"hero": hero, "torsten": torsten}, floor=3, step=9, wares=(ware,), rations=60)
    assert (buy(before, o), kept(before, o)) == ("buy battle-axe torsten", [])
    assert (buy(bought, o), kept(bought, o)) == ("", ["sell weapon-9"])
    first, second = [msgspec.structs.replace(v, ask="ask.counter") for v in (before, bought)]
    assert Curious().choose(first, ("buy battle-axe torsten", "close")) == "buy battle-axe torsten"
    assert Curious().choose(second, ("sell weapon-9", "close")) == "close"


def test_one_club_is_bought_and_no_iron_beside_it(view: Made) -> None:
    axe = WareView("hand-axe", "Hand Axe", "weapon", 15, STOUT, 6, 0, 1)
    o = Offered(["buy club hero", "buy club torsten", "buy hand-axe hero", "buy hand-axe torsten"])
    v = view(wares=(CLUB, axe))
    assert (club(v, o), iron(v, o)) == ("buy club torsten", [])
    held = view({"torsten": {"pack": (ThingView("weapon-7", "weapon", "club", "a Club", 5, 5, who=CLUB.who),)}},
                wares=(CLUB, axe))  # fmt: skip
    assert club(held, o) == ""
    assert iron(held, o) == ["buy club torsten", "buy hand-axe torsten"]
    first = msgspec.structs.replace(held, ask="ask.counter", rations=60)
    assert Curious().choose(first, ("buy hand-axe torsten", "close")) == "close"
    later = msgspec.structs.replace(first, step=9)
    assert Curious().choose(later, ("buy hand-axe torsten", "close")) == "buy hand-axe torsten"


# Whole games ------------------------------------------------------------------------------------------------------


class Blindfold:
    """Gives a player nothing but what can be written down of a view."""

    def __init__(self) -> None:
        self._player = Curious()

    def choose(self, view: Any, offers: Any) -> str:
        """Return the player's answer to a copy of the view."""
        return self._player.choose(msgspec.json.decode(view.json(), type=DescentView), tuple(offers))


def test_the_curious_player_sees_views_alone_and_plays_the_same_games() -> None:
    options = {"seed": 2, "difficulty": "easy", "length": "short"}
    near, far = uc.new("descent", **options), uc.new("descent", **options)
    play(near, find("curious", "descent")(2), most=800)
    play(far, Blindfold(), most=800)
    assert near.record() == far.record()


def test_the_curious_player_reads_every_page_and_wins() -> None:
    results = [run(Plan("descent", "curious", {**EASY, "length": "short"}, seed), 1)[0] for seed in (7, 27)]
    read = {page for one in results for page in one["choices"]["pages"]["used"]}
    held = {thing for one in results for thing in one["choices"]["items"]["used"]}
    assert set(PAGES) <= read
    assert {"battle-axe", "club"} <= held
    assert any(one["won"] for one in results)


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_no_page_and_no_neglected_weapon_is_never_worth_taking() -> None:
    """Each is used in 2 in 100 or more of the winning runs in which it was met."""
    plan = Plan("descent", "curious", {**EASY, "length": "standard"})
    found = summary(plan, run(plan, 100, workers=2))
    print(found["won"])
    assert found["won"]["share"] >= 0.25
    for sort, things in (("pages", PAGES), ("items", BLADES)):
        for thing in things:
            used = found["choices"][sort][thing]["used_in_wins"]
            print(thing, used)
            assert used["of"] > 0, thing
            assert used["share"] >= 0.02, thing
