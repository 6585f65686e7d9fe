"""What a player sees and types (D34): the action table, situation by situation, and the scene outside fights."""

from __future__ import annotations

import pytest
from tests.rulebooks.descent.locks import at_plate, at_wall
from tests.rulebooks.descent.magic import afflict, battle, edit, library
from tests.rulebooks.descent.moments import cell, give, into_room, member, moment

from undercroft.engine.action import Open
from undercroft.engine.game import Game
from undercroft.engine.rulebook import find
from undercroft.engine.view import AnyPanel, Map, Roster, Sheet, Text
from undercroft.rulebooks.descent import contents, fights, floors, guide, knowledge
from undercroft.rulebooks.descent.records import Chest, Clock, InRoom, PartyEffect, Place, Room, State, replace
from undercroft.testing import fix, staged

SOUTH = "door-1.1n, to the south (its room's north door)"

EVERY_HEAD = (
    "begin", "shop", "practice-fight goblin", "offer 1 for bottle-t1", "mend hero", "call-back rogue", "bathe hero",
    "down", "up", "walk north", "travel stair-up", "pace", "search", "listen door-1.1n", "enter door-1.1n",
    "sneak door-1.1n hero", "leave door-1.1n", "take-gold", "take-map", "take-book", "take-page",
    "open chest-1.1 hero", "raise hero", "give-up", "yes", "no", "buy knife hero", "buy-rations", "close",
    "attack orc-1", "chant spark orc-1", "shift back", "guard", "cover rogue", "run door-1.1n", "call-flight",
    "walk-in", "wait", "bribe", "pay", "decline", "slip-out", "call-in", "come-out", "practice-wall hero",
    "practice-plate hero", "work vault-1.1 hero", "guess 000", "push 1", "take-back 1", "hint", "worker rogue",
    "leave-lock",
)  # fmt: skip
"""One action of each head that names no thing of a pack."""


def heads(game: Game[State]) -> list[str]:
    """Return the first word of each action offered, in order, once each."""
    return list(dict.fromkeys(str(one).split()[0] for one in game.actions()))


def honest(game: Game[State]) -> None:
    """Everything offered is accepted; of the rest of the table everything is refused and changes nothing."""
    for text in (str(one.at("000") if isinstance(one, Open) else one) for one in game.actions()):
        assert game.fork().act(text).accepted, text
    before = game.digest()
    for text in EVERY_HEAD:
        if text not in game.actions() and not (text == "guess 000" and "guess" in heads(game)):
            step = game.act(text)
            assert not step.accepted, text
            assert game.say(step.refusals[0]), text
    assert game.digest() == before


def unseen(game: Game[State]) -> None:
    """Let the rogue sneak into the room, where two orcs are."""
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(Room("room-1.1", 1, 1), band=("orc", "orc"))
    with fix(game, then=1):
        assert game.act("sneak door-1.1n rogue")


def lesson_open() -> Game[State]:
    """Return a game with a lesson open, in a hall."""
    game = moment()
    with staged(game) as s:
        s.agenda = (*s.agenda, guide.Talk("vault"))
    return game


@pytest.mark.rule("D34.1")
@pytest.mark.row("ACT03", "ACT04", "ACT05", "ACT23", "ACT35")
def test_the_courtyard() -> None:
    game = moment(courtyard=True, gold=100)
    assert heads(game) == [
        "shop", "practice-fight", "practice-wall", "practice-plate", "down", "rank", "give-up", "guide",
    ]  # fmt: skip
    honest(game)
    give(game, "antidote", "pack:hero")
    with fix(game, 1):
        assert game.act("practice-fight cellar-rat")
    assert heads(game) == ["attack", "shift", "guard", "cover", "hand", "run", "wait", "bribe", "guide"]
    honest(game)


@pytest.mark.rule("D34.1")
@pytest.mark.row("ACT07", "ACT08", "ACT10", "ACT11", "ACT12", "ACT13")
def test_a_hall_cell_with_a_known_door() -> None:
    game = moment()
    with staged(game) as s:
        s.floors[1] = replace(s.floors[1], known=(0b1111111, *(0,) * 15))
    assert heads(game) == ["walk", "travel", "search", "listen", "enter", "sneak", "rank", "guide"]
    honest(game)


@pytest.mark.rule("D34.1")
@pytest.mark.row("ACT13")
def test_nobody_sneaks_in_with_nobody_to_stay_outside() -> None:
    game = moment(member("hero"), member("rogue", health=0))
    assert {"listen", "enter"} <= set(heads(game))
    assert "sneak" not in heads(game)


@pytest.mark.rule("D34.1")
@pytest.mark.row("ACT09", "ACT15", "ACT16", "ACT18", "ACT21", "ACT22")
def test_a_hall_with_things_and_wounds() -> None:
    game = moment(at=cell(4, 0))
    give(game, "antidote", "cell:1:4")
    give(game, "knife", "pack:hero")
    give(game, "oil-flask", "pack:hero")
    give(game, "esp", "pack:hero")
    edit(game, "hero", health=3)
    assert heads(game) == ["walk", "pace", "search", "take", "drop", "use", "cast", "wear", "give", "rank", "guide"]
    honest(game)


@pytest.mark.rule("D34.1")
@pytest.mark.row("ACT05", "ACT06")
@pytest.mark.parametrize(("x", "y", "maps", "head"), [(0, 0, (), "up"), (24, 15, (), ""), (24, 15, (1,), "down")])
def test_stairs_are_offered_where_they_stand_and_open(x: int, y: int, maps: tuple[int, ...], head: str) -> None:
    game = moment(at=cell(x, y))
    with staged(game) as s:
        s.quest = replace(s.quest, maps=maps)
    assert heads(game) == [*([head] if head else []), "walk", "rank", "guide"]
    honest(game)


@pytest.mark.rule("D34.1")
@pytest.mark.row("ACT14", "ACT15", "ACT17", "ACT19", "ACT20", "ACT24")
def test_a_quiet_room() -> None:
    game = moment(member("hero"), member("wizard"), member("rogue", health=0))
    into_room(game)
    with staged(game) as s:
        s.floors[1] = replace(s.floors[1], known=(0b1111111, *(0,) * 15))
        s.rooms["room-1.1"] = replace(
            s.rooms["room-1.1"], gold=4, map="open", pages=("firebolt", "storm"), prize="book"
        )
        s.chests["room-1.1"] = Chest(1, 10)
    give(game, "knife", "room:room-1.1")
    give(game, "scroll-of-fasting", "pack:hero", named=True)
    give(game, "light-of-life", "pack:rogue")
    edit(game, "hero", health=3)
    assert heads(game) == [
        "travel", "search", "leave", "take", "take-gold", "take-map", "take-page", "take-book", "drop", "open", "read",
        "cast", "give", "rank", "raise", "guide",
    ]  # fmt: skip
    honest(game)


@pytest.mark.rule("D34.1")
@pytest.mark.row("ACT31", "ACT32", "ACT33", "ACT34")
def test_a_quiet_room_with_a_statue_and_a_bath() -> None:
    game = moment(member("hero"), member("wizard"), member("rogue", health=0), gold=100)
    into_room(game)
    assert heads(game) == ["search", "leave", "rank", "guide"]
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], statue=True, bath=True)
    give(game, "medicinal-ale", "pack:rogue")
    edit(game, "hero", health=3)
    assert heads(game) == ["search", "leave", "cast", "give", "rank", "offer", "mend", "call-back", "bathe", "guide"]
    for text in ("offer 100 for bottle-t1", "mend hero", "call-back rogue", "bathe wizard"):
        assert game.fork().act(text).accepted
    with staged(game) as s:
        s.purse = replace(s.purse, gold=99)
    assert "call-back" not in heads(game)
    with staged(game) as s:
        s.purse = replace(s.purse, gold=12)
    assert heads(game) == ["search", "leave", "cast", "give", "rank", "offer", "bathe", "guide"]


@pytest.mark.rule("D34.1")
@pytest.mark.row("ACT03")
def test_a_store_is_offered_in_its_room_alone() -> None:
    game = moment(floor=3)
    into_room(game)
    assert "shop" not in heads(game)
    with staged(game) as s:
        s.rooms["room-3.1"] = replace(s.rooms["room-3.1"], store=True)
    assert heads(game)[0] == "shop"


@pytest.mark.rule("D34.1")
@pytest.mark.row("ACT40", "ACT41", "ACT42", "ACT43")
def test_a_counter() -> None:
    game = moment(courtyard=True, gold=100)
    give(game, "wooden-shield", "arm:hero", lost=1)
    assert game.act("shop")
    assert heads(game) == ["drop", "unready", "give", "rank", "buy", "buy-rations", "sell", "repair", "close", "guide"]
    honest(game)
    with staged(game) as s:
        s.purse = replace(s.purse, gold=5)
    assert heads(game) == ["drop", "unready", "give", "rank", "sell", "close", "guide"]
    honest(game)


@pytest.mark.rule("D34.1")
@pytest.mark.row("ACT16", "ACT18", "ACT19", "ACT20", "ACT21", "ACT22", "ACT23", "ACT24")
def test_what_may_be_done_outside_fights_may_be_done_at_a_counter() -> None:
    game = moment(member("hero"), member("wizard"), member("rogue", health=0), courtyard=True)
    for kind, place in (("knife", "pack:hero"), ("antidote", "pack:hero"), ("scroll-of-fasting", "pack:wizard"),
                        ("light-of-life", "pack:rogue"), ("leather", "body:hero")):  # fmt: skip
        give(game, kind, place, named=True)
    edit(game, "hero", health=3)
    assert game.act("shop")
    assert heads(game)[:9] == ["drop", "use", "read", "cast", "wear", "unready", "give", "rank", "raise"]
    honest(game)


@pytest.mark.rule("D34.1")
@pytest.mark.row("ACT19", "ACT43")
def test_a_band_called_at_a_counter_breaks_the_deal_off() -> None:
    game = moment(floor=3)
    into_room(game)
    with staged(game) as s:
        s.rooms["room-3.1"] = replace(s.rooms["room-3.1"], store=True)
    scroll = give(game, "scroll-of-calling", "pack:hero", named=True)
    assert game.act("shop")
    assert game.act(f"read {scroll}")
    assert [type(frame) for frame in game.state.agenda] == [InRoom, fights.Fight]


@pytest.mark.rule("D34.1", "D20.11")
@pytest.mark.row("ACT25", "ACT26", "ACT27", "ACT28", "ACT29", "ACT30")
def test_at_a_lock_only_the_lock_is_worked() -> None:
    wall, plate = at_wall("012"), at_plate(1, 2, 3, gold=50)
    assert plate.act("push 4").accepted
    for game in (wall, plate):
        give(game, "medicinal-ale", "pack:hero", named=True)
        edit(game, "hero", health=3)
    assert heads(wall) == ["guess", "worker", "leave-lock", "guide"]
    assert heads(plate) == ["push", "take-back", "hint", "worker", "leave-lock", "guide"]
    honest(wall)
    honest(plate)


@pytest.mark.rule("D34.1", "D32.3")
@pytest.mark.row("ACT44", "ACT45", "ACT66")
def test_while_a_lesson_is_open_it_is_asked_about_and_closed() -> None:
    game = lesson_open()
    give(game, "medicinal-ale", "pack:hero", named=True)
    assert heads(game) == ["ask", "accept", "guide"]
    honest(game)


@pytest.mark.rule("D34.1")
@pytest.mark.row("ACT46", "ACT47", "ACT48", "ACT49", "ACT50", "ACT51", "ACT52", "ACT54", "ACT55")
def test_a_turn_inside_a_fight() -> None:
    game = moment(member("hero"), member("fighter"), member("wizard"), member("rogue", health=0))
    for kind, place in (("knife", "pack:wizard"), ("antidote", "pack:wizard"), ("scroll-of-fire", "pack:wizard"),
                        ("light-of-life", "pack:rogue")):  # fmt: skip
        give(game, kind, place, named=True)
    edit(game, "wizard", rank="front")
    battle(game, "wizard", "hero")
    assert heads(game) == [
        "attack", "recite", "chant", "kindle", "apply", "shift", "ready", "guard", "cover", "hand", "strip", "run",
        "wait", "bribe", "guide",
    ]  # fmt: skip
    honest(game)
    with staged(game) as s:
        assert s.fight is not None
        s.fight = replace(s.fight, acted=True)
    assert "bribe" not in heads(game)


@pytest.mark.rule("D34.1", "D12.12")
@pytest.mark.row("ACT46")
def test_no_attack_is_offered_out_of_the_back_rank() -> None:
    game = moment(member("hero"), member("wizard"))
    battle(game, "wizard", "hero")
    assert heads(game)[0] == "chant"
    honest(game)


@pytest.mark.rule("D34.1", "D11.20")
@pytest.mark.row("ACT52", "ACT53", "ACT54")
def test_a_turn_outside_a_fight() -> None:
    game = moment()
    give(game, "antidote", "pack:hero", named=True)
    battle(game, "hero", "rogue", outside=("hero", "fighter", "wizard"), exit="north", acted=True)
    assert heads(game) == ["walk-in", "wait", "guide"]
    honest(game)
    afflict(game, "rogue", "senseless", 2)
    assert heads(game) == ["call-flight", "walk-in", "wait", "guide"]
    honest(game)


@pytest.mark.rule("D34.1", "D11.19", "D13.13")
@pytest.mark.row("ACT46", "ACT55", "ACT57")
def test_the_unseen_turn() -> None:
    game = moment()
    unseen(game)
    assert heads(game) == ["attack", "shift", "guard", "wait", "bribe", "slip-out", "guide"]
    honest(game)


@pytest.mark.rule("D34.1")
@pytest.mark.row("ACT56")
def test_a_price_that_was_named() -> None:
    game = moment(gold=500)
    battle(game, "hero", "rogue")
    with fix(game, 1):
        assert game.act("bribe")
    assert heads(game) == ["pay", "decline", "guide"]
    honest(game)


@pytest.mark.rule("D34.1", "D11.23")
def test_an_empty_room_sneaked_into() -> None:
    game = moment()
    with fix(game, then=1):
        assert game.act("sneak door-1.1n rogue")
    assert heads(game) == ["call-in", "come-out", "guide"]
    honest(game)


@pytest.mark.rule("D34.1", "D24.2")
def test_a_scroll_read_unnamed_that_wants_a_target() -> None:
    game = moment()
    give(game, "venom", "pack:rogue")
    scroll = give(game, "scroll-of-naming", "pack:hero")
    assert game.act(f"read {scroll}")
    assert [str(one) for one in game.actions()] == ["aim bottle-t1", "guide brief"]
    honest(game)


@pytest.mark.rule("D34.2")
@pytest.mark.row("ACT60", "ACT61", "ACT62", "ACT63", "ACT64", "ACT66")
def test_every_situation_has_the_reports_and_the_guide() -> None:
    hall, courtyard, fight, sneak = moment(), moment(courtyard=True), moment(), moment()
    battle(fight, "hero", "rogue")
    unseen(sneak)
    for game in (hall, courtyard, fight, sneak, at_wall(), at_plate(), lesson_open()):
        looks = game.scene().looks
        assert {"status hero", "status wizard", "quest", "bestiary", "effects", "effects hero"} <= set(looks)
        assert str(game.actions()[-1]) == "guide brief"


@pytest.mark.rule("D34.2")
def test_every_question_is_put_in_words() -> None:
    book = find("descent")
    asks = [frame.ask for frame in book.frames if frame.ask]
    assert len(asks) == 13
    assert [key for key in asks if key not in book.texts] == []
    assert [key for key in asks if f"scene.{key}" not in book.texts] == []


def panel(game: Game[State], name: str) -> AnyPanel:
    """Return a panel of the scene by name."""
    return next(one for one in game.scene().panels if one.name == name)


@pytest.mark.rule("D34.3")
def test_outside_fights_the_player_sees_where_the_party_is_and_how_it_fares() -> None:
    game = moment(gold=17, rations=9)
    with staged(game) as s:
        s.clock = Clock(42, 84)
        s.party_effects["fare"] = PartyEffect("fare", True, 33, "scroll-of-fasting")
    give(game, "antidote", "cell:1:3", named=True)
    edit(game, "hero", health=5)
    assert game.act("walk east")
    assert game.act("walk west")
    here, party, purse, chart = (panel(game, name) for name in ("here", "party", "purse", "map"))
    assert isinstance(here, Text)
    assert here.lines == (
        "A stretch of hall at 3,0. Ways: east, west.",
        f"{SOUTH}, leads into a place you have not seen.",
        "Lying here: an Antidote.",
    )
    assert isinstance(party, Roster)
    assert [(row.cells[0], row.cells[3]) for row in party.rows] == [
        ("Hero", "5 of 21"), ("Fighter", "24 of 24"), ("Rogue", "18 of 18"), ("Wizard", "15 of 15"),
    ]  # fmt: skip
    assert isinstance(purse, Sheet)
    assert [figure for _, figure in purse.pairs] == ["17", "9", "44", "31 steps left"]
    assert isinstance(chart, Map)
    assert chart.rows[:2] == ("   0    5    10   15   20", " 0    @.")
    assert chart.rows[2][6] == "="


@pytest.mark.rule("D34.3", "D12.23")
def test_a_fight_puts_the_band_in_the_place_of_the_map() -> None:
    game = moment()
    battle(game, "hero", "rogue")
    assert [one.name for one in game.scene().panels] == ["here", "foes", "party", "purse"]


@pytest.mark.rule("D34.3")
def test_the_player_sees_what_lies_in_a_quiet_room() -> None:
    game = moment()
    into_room(game)
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], gold=4, map="chest", pages=("firebolt",))
        s.chests["room-1.1"] = Chest(1, 10)
    give(game, "knife", "room:room-1.1")
    give(game, "ring-mail", "chest:room-1.1")
    here = panel(game, "here")
    assert isinstance(here, Text)
    assert here.lines == (
        "You are in room-1.1.",
        "Small benches face a slate. The last lesson is still half there, and was about manners.",
        "4 gold lies here for the taking.", "A chest stands here, its lid down.",
        "A torn page lies here, face down.", "Door: door-1.1n north.", "Lying here: a Knife.",
    )  # fmt: skip
    with staged(game) as s:
        s.chests["room-1.1"] = replace(s.chests["room-1.1"], open=True)
    opened = panel(game, "here")
    assert isinstance(opened, Text)
    assert "A map of this floor is here." in opened.lines
    assert "14 gold lies here for the taking." in opened.lines
    assert any("Ring Mail" in line for line in opened.lines)
    assert fights.living(game.state) == []


def lines(game: Game[State]) -> tuple[str, ...]:
    """Return what the scene says of where the party stands."""
    here = panel(game, "here")
    assert isinstance(here, Text)
    return here.lines


@pytest.mark.rule("D26.9")
def test_keen_sight_names_every_kind_of_a_mixed_band_with_its_number() -> None:
    game = moment()
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], band=("gremlin-thief", "orc", "orc"))
        s.party_effects["sight"] = PartyEffect("sight", True, 9, "esp")
    seen = f"{SOUTH}: your keen sight shows what lives behind it:"
    assert f"{seen} a gremlin thief, 2 orcs." in lines(game)
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], band=())
    assert f"{SOUTH}: your keen sight shows nothing alive behind it." in lines(game)


@pytest.mark.rule("D26.9")
def test_keen_sight_works_from_a_hall_cell_and_not_out_of_a_room() -> None:
    game = moment()
    with staged(game) as s:
        s.party_effects["sight"] = PartyEffect("sight", True, 9, "esp")
    assert [door.behind for door in knowledge.view(game.state).floors[0].doors] == [()]
    into_room(game)
    assert [door.behind for door in knowledge.view(game.state).floors[0].doors] == [None]


@pytest.mark.rule("D14.12")
def test_what_a_told_room_holds_can_be_read_at_its_door_and_on_the_map() -> None:
    game = moment()
    give(game, "knife", "room:room-1.1")
    give(game, "ring-mail", "chest:room-1.1")
    with staged(game) as s:
        s.rooms["room-1.1"] = Room("room-1.1", 1, 1, band=("orc", "orc"), gold=7, map="chest", pages=("storm",))
        s.chests["room-1.1"] = Chest(1, 10)
    assert f"{SOUTH}, leads into a place you have not seen." in lines(game)
    floors.learn_rooms(game._ctx, ["room-1.1"])
    held = "2 orcs, 7 gold, a shut chest, a torn page, a Knife"
    assert f"{SOUTH}, leads to room-1.1, where, you were told, there is: {held}." in lines(game)
    chart = panel(game, "map")
    assert isinstance(chart, Map)
    assert f"room-1.1, told of, door-1.1n at 3,0. There: {held}." in chart.words


@pytest.mark.rule("D34.3")
def test_doors_are_told_by_the_side_they_are_on_and_what_was_left_behind_them() -> None:
    game = moment()
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], known=True, entered=True)
        s.chests["room-1.1"] = Chest(1, 10)
    assert f"{SOUTH}, leads to room-1.1, where you left: a shut chest." in lines(game)
    with staged(game) as s:
        s.chests["room-1.1"] = replace(s.chests["room-1.1"], open=True, gold=0)
    assert f"{SOUTH}, leads to room-1.1, which you left bare." in lines(game)
    into_room(game)
    assert "Door: door-1.1n north." in lines(game)
    assert "Nothing is left to take here." not in lines(game)
    with staged(game) as s:
        del s.chests["room-1.1"]
    assert "Nothing is left to take here." in lines(game)


def test_the_scene_tells_what_threatens() -> None:
    game = moment()
    threats = (
        "King and book are both in hand: all that lives down here is hunting you.",
        "The larder holds 3 rations, and the next meal takes 4.",
    )
    assert not set(threats) & set(lines(game))
    with staged(game) as s:
        s.quest = replace(s.quest, book=True, king=True)
        s.purse = replace(s.purse, rations=3)
    assert set(threats) <= set(lines(game))
    assert not set(threats) & set(lines(moment(courtyard=True)))


@pytest.mark.rule("D34.1")
@pytest.mark.row("ACT19", "ACT20")
def test_a_counter_below_offers_what_that_the_one_in_the_courtyard_does_not() -> None:
    game = moment(member("hero", mana=20), courtyard=True)
    library(game, "way-finding")
    scroll = give(game, "scroll-of-calling", "pack:hero", named=True)
    assert game.act("shop")
    above = [str(one) for one in game.actions()]
    assert game.act("close")
    with staged(game) as s:
        s.place = Place(1, cell(3, 0))
    into_room(game)
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], store=True)
    assert game.act("shop")
    here = [str(one) for one in game.actions()]
    assert here == [str(one) for one in game.fork().actions()]
    assert {one.split(" ")[1] for one in {*here} - {*above} if one.startswith("cast")} == {"way-finding"}
    assert {one for one in {*here} - {*above} if one.startswith("read")} == {f"read {scroll}"}


@pytest.mark.parametrize(
    ("number", "kind", "said"),
    [
        (1, "orc", "an orc"), (2, "goblin archer", "2 goblin archers"), (1, "the gaoler", "the gaoler"),
        (2, "lich", "2 liches"), (3, "devourer of steel", "3 devourers of steel"),
    ],
)  # fmt: skip
def test_so_many_of_a_kind_are_told_in_plain_words(number: int, kind: str, said: str) -> None:
    assert contents.some(number, kind, lambda _, **facts: f"{facts['number']} {facts['kind']}") == said
