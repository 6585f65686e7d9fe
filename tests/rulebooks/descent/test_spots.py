"""What stands about the party, in the words that actions need: lists leave out what cannot be done here."""

from __future__ import annotations

from tests.rulebooks.descent.magic import battle
from tests.rulebooks.descent.moments import cell, give, into_room, moment

from undercroft.engine.rulebook import find
from undercroft.rulebooks.descent import carrying, doors, spots, stairs, walking
from undercroft.rulebooks.descent.records import Chest, InHall, replace
from undercroft.testing import staged


def test_actions_need_words_that_a_spot_can_tell() -> None:
    assert {cls.needs for cls in find("descent").actions} == {"", *spots.WORDS}


def test_a_bare_hall_asks_nothing_of_stairs_doors_and_things() -> None:
    game = moment(at=cell(9, 5))
    assert spots.spot(game.state) == ("walls",)
    asked = [part.classes[0] for part in find("descent").listing(InHall, ("walls",))]
    assert walking.Walk in asked
    assert not {stairs.Down, stairs.Up, doors.Listen, doors.Enter, doors.Sneak, carrying.Take} & set(asked)
    assert doors.Enter in [part.classes[0] for part in find("descent").listing(InHall, ("walls", "door"))]
    assert doors.Enter in [part.classes[0] for part in find("descent").listing(InHall)]


def test_quiet_places_tell_what_stands_about() -> None:
    assert spots.spot(moment(courtyard=True).state) == ("down", "store")
    game = moment(at=cell(3, 0))
    assert spots.spot(game.state) == ("walls", "door")
    give(game, "mending-kit", f"cell:1:{cell(3, 0)}")
    assert spots.spot(game.state) == ("walls", "door", "things")
    with staged(game) as s:
        s.place = replace(s.place, cell=s.floors[1].down)
    assert spots.spot(game.state) == ()
    with staged(game) as s:
        s.quest = replace(s.quest, maps=(1,))
    assert spots.spot(game.state) == ("down",)
    with staged(game) as s:
        s.place = replace(s.place, cell=s.floors[1].up)
    assert spots.spot(game.state) == ("up",)
    into_room(game)
    assert spots.spot(game.state) == ("walls",)
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], map="chest", pages=("spark",), prize="book")
        s.chests["room-1.1"] = Chest(1, gold=5)
    assert spots.spot(game.state) == ("walls", "page", "book")
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], pages=(), prize="", store=True)
        s.chests["room-1.1"] = replace(s.chests["room-1.1"], open=True)
    assert spots.spot(game.state) == ("walls", "gold", "map", "store")
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], gold=0, map="", store=False, statue=True, bath=True)
        s.chests["room-1.1"] = replace(s.chests["room-1.1"], gold=0)
    assert spots.spot(game.state) == ("walls", "statue", "bath")


def test_a_fight_tells_whose_turn_it_is() -> None:
    game = moment()
    battle(game, "fighter", "wizard")
    assert spots.spot(game.state) == ("inside",)
    with staged(game) as s:
        s.members["hero"] = replace(s.members["hero"], health=0)
        s.fight = replace(s.fight, turns=("wizard",), outside=("wizard",))
    assert spots.spot(game.state) == ("outside", "fallen")
    with staged(game) as s:
        s.fight = replace(s.fight, turns=("rogue",), outside=("wizard",), stage="unseen")
    assert spots.spot(game.state) == ("unseen", "inside", "fallen")
