"""Descriptions: each entry of the content is told somewhere, and places look different from one another."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from math import gcd
from typing import Any

import pytest
from tests.rulebooks.descent.magic import battle
from tests.rulebooks.descent.moments import cell, give, into_room, member, moment

import undercroft
from undercroft.engine.game import Game
from undercroft.engine.state import Outcome
from undercroft.engine.view import Text
from undercroft.rulebooks.descent import about, chests, descriptions, reports, terms
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent.baths import Bathed
from undercroft.rulebooks.descent.records import AtCounter, Chest, Lore, Quest, Room, State, Tale, replace
from undercroft.rulebooks.descent.views import RoomView
from undercroft.testing import fix, staged, twins

TABLES = content.catalogue()


def here(game: Game[State]) -> str:
    """Return what the scene tells of the place."""
    panel = game.scene().panels[0]
    assert isinstance(panel, Text)
    return "\n".join(panel.lines)


def closely(game: Game[State]) -> str:
    """Return what is told of the place to who looks about."""
    panel = game.look("place")
    assert isinstance(panel, Text)
    return "\n".join(panel.lines)


def room(**more: Any) -> Game[State]:
    game = moment()
    into_room(game)
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], **more)
    return game


def learned(length: str = "long") -> Game[State]:
    """Return a game in which the party knows everything by name."""
    game = moment(floor=18, length=length)
    with staged(game) as s:
        s.lore = Lore(tuple(TABLES.items))
        s.quest = Quest(book=True, pages=tuple(TABLES.spells))
        for kind in (*TABLES.monsters, "gremlin-thief", "the-gaoler"):
            s.bestiary[kind] = Tale(met=1, killed=1, suffered=True)
        for number in range(1, 18):
            s.floors[number] = replace(s.floors[18], number=number)
    return game


NAMED = (
    "classes", "difficulties", "quests", "effects", "spells", "weapons", "armours", "shields", "bottles", "scrolls",
    "lanterns", "charms", "monsters", "rooms", "treasure",
)  # fmt: skip


@pytest.mark.parametrize("table", NAMED)
def test_what_has_a_name_is_described_to_who_asks_about_it(table: str) -> None:
    game = learned()
    for key, entry in getattr(TABLES, table).items():
        # A spell and the effect it starts may share a name; the spell comes first.
        assert entry.description in str(game.look(f"about {key}")) or key in TABLES.spells, key


def test_floors_guards_and_specials_are_described_too() -> None:
    game = learned()
    for number, floor in TABLES.floors.items():
        assert floor.description in str(game.look(f"about floor-{number}"))
    for guard in TABLES.guards.values():
        kind = "gremlin-thief" if guard.prize == "book" else "the-gaoler"
        assert guard.description in str(learned(guard.quest).look(f"about {kind}"))
    said = "".join(str(game.look(f"about {kind}")) for kind in (*TABLES.monsters, "gremlin-thief"))
    assert all(special.description in said for special in TABLES.specials.values())


def test_a_trap_that_goes_off_is_described_and_so_are_all_to_who_asks() -> None:
    game = moment()
    asked = str(game.look("about trap"))
    for key, trap in TABLES.traps.items():
        assert trap.description in game.say(chests.TrapSprung("chest-1.1", "hero", key))
        assert trap.description in asked


def test_what_a_bath_brings_is_described_and_so_is_all_it_may_bring_to_who_asks() -> None:
    game = room(bath=True)
    asked = str(game.look("about bath"))
    for key, fate in TABLES.bath.items():
        assert game.say(Bathed("room-1.1", "hero", key)) == f"Hero steps into the Bath of Fates. {fate.description}"
        assert fate.description in asked


@pytest.mark.parametrize("floor", [0, 3, 6, 9, 12, 15, 18])
def test_each_counter_is_described_where_it_stands(floor: int) -> None:
    game = moment(floor=floor or 1, length="long", courtyard=floor == 0)
    said = next(one.description for one in TABLES.counters.values() if one.floor == floor)
    if floor:
        into_room(game)
        with staged(game) as s:
            s.rooms[f"room-{floor}.1"] = replace(s.rooms[f"room-{floor}.1"], store=True)
        assert here(game).count(said) == 1
    else:
        assert said not in here(game)
    with staged(game) as s:
        s.agenda = (*s.agenda, AtCounter())
    assert here(game).count(said) == 1


def test_the_row_of_everything_a_room_can_hold_is_told_where_it_lies() -> None:
    rows = {key: row.description for key, row in TABLES.rooms.items()}
    game = room(gold=5)
    assert rows["gold"] in closely(game)
    with staged(game) as s:
        s.chests["room-1.1"] = Chest(1, 10)
    assert rows["chest"] in closely(game)
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], map="chest")
        s.chests["room-1.1"] = Chest(1, 10, open=True)
    assert {rows["map"], TABLES.treasure["coins"].description} <= set(closely(game).splitlines())
    game = room()
    give(game, "knife", "room:room-1.1")
    assert {rows["item"], "A Knife: For cheese, string and last resorts."} <= set(closely(game).splitlines())
    game = moment()
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(Room("room-1.1", 1, 1), band=("orc",))
    with fix(game, 100):
        game.act("enter door-1.1n")
    assert rows["band"] in closely(game)


def test_a_room_with_a_band_looks_like_itself_and_who_looks_sees_each_foe() -> None:
    quiet = room()
    game = moment()
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(Room("room-1.1", 1, 1), band=("cellar-rat", "cellar-rat", "orc"))
    with fix(game, 100):
        game.act("enter door-1.1n")
    assert here(quiet).splitlines()[1] in here(game).splitlines()
    rat, orc = (TABLES.monsters[kind].description for kind in ("cellar-rat", "orc"))
    assert closely(game).splitlines()[-3:] == [
        f"Cellar Rat (cellar-rat-1, unhurt): {rat}",
        "Cellar Rat (cellar-rat-2, unhurt).",
        f"Orc (orc-1, unhurt): {orc}",
    ]


def test_a_band_from_the_halls_is_at_home_nowhere() -> None:
    game = room()
    battle(game, "hero")
    assert TABLES.rooms["band"].description not in here(game) + closely(game)


def test_nothing_is_described_once_the_run_is_over() -> None:
    game = room()
    lines = here(game).splitlines()
    with staged(game) as s:
        s.outcome = Outcome("all-dead", ())
    assert here(game).splitlines() == [lines[0], *lines[2:]]


def test_of_a_thing_that_is_unnamed_only_its_sort_is_described() -> None:
    game = room()
    for kind in ("mana-draught", "foul-lantern", "scroll-of-fire"):
        give(game, kind, "room:room-1.1")
    said = closely(game)
    for kind, sort in (("mana-draught", "bottle"), ("foul-lantern", "lantern"), ("scroll-of-fire", "scroll")):
        assert TABLES.treasure[sort].description in said
        assert TABLES.items[kind].description not in said
    twin = twins(game, "party")
    assert closely(twin) == said


def test_a_floor_is_described_at_the_foot_of_its_stair_and_to_who_looks_about() -> None:
    said = TABLES.floors[1].description
    foot = moment(at=cell(0, 0))
    with staged(foot) as s:
        s.floors[1] = replace(s.floors[1], known=(1, *(0,) * 15))
    assert said in here(foot)
    hall = moment(at=cell(4, 0))
    assert said not in here(hall)
    assert said in closely(hall)


@pytest.mark.parametrize("length", ["short", "standard", "long"])
@pytest.mark.parametrize("seed", [1, 7])
def test_no_two_rooms_of_a_floor_look_alike(length: str, seed: int) -> None:
    floors = TABLES.quests[length].floors
    for number in range(1, floors + 1):
        game = moment(floor=number, length=length)
        with staged(game) as s:
            s.seed = seed
        view = game.view()
        rooms = [_room_view(number, block) for block in range(1, 13)]
        said = [descriptions.chamber(view, one, reports._texts()) for one in rooms]
        assert len(set(said)) == 12
        assert all(not line.startswith("chamber.") for line in said)


@pytest.mark.parametrize("seed", [*range(8), 123456789])
def test_no_two_rooms_of_a_whole_standard_run_look_alike(seed: int) -> None:
    said = []
    for number in range(1, TABLES.quests["standard"].floors + 1):
        game = moment(floor=number)
        with staged(game) as s:
            s.seed = seed
        view = game.view()
        said += [descriptions.chamber(view, _room_view(number, block), reports._texts()) for block in range(1, 13)]
    assert len(set(said)) == len(said) == 12 * 12


def test_each_list_of_texts_is_gone_through_before_any_comes_again() -> None:
    chambers = tomllib.loads((TEXTS / "chambers.toml").read_text(encoding="utf-8"))
    for pool in (*chambers["chamber"].values(), chambers["detail"], chambers["passage"]):
        assert all(gcd(len(pool), stride) == 1 for stride in descriptions.STRIDES)


def _room_view(floor: int, block: int) -> RoomView:
    return RoomView(f"room-{floor}.{block}", block, True, False)


def test_a_room_looks_the_same_each_time_and_other_seeds_have_other_rooms() -> None:
    game = room()
    assert here(game) == here(game.fork())
    before = game.digest()
    closely(game)
    assert game.digest() == before
    others = set()
    for seed in range(6):
        with staged(game) as s:
            s.seed = seed
        others.add(here(game).splitlines()[1])
    assert len(others) == 6


def test_deeper_floors_have_rooms_of_their_own() -> None:
    texts, sorts = reports._texts(), []
    for number in (1, 5, 9, 12):
        view = moment(floor=number).view()
        said = descriptions.chamber(view, _room_view(number, 1), texts)
        sorts.append(next(key.split(".")[1] for key, line in texts.templates.items() if line == said))
    assert sorts == ["upper", "middle", "lower", "lower"]


TEXTS = files("undercroft.rulebooks.descent") / "text"


def test_descriptions_are_many_and_all_different_and_hold_no_figures() -> None:
    chambers = tomllib.loads((TEXTS / "chambers.toml").read_text(encoding="utf-8"))
    lines = [line for pool in chambers["chamber"].values() for line in pool.values()]
    lines += [line for kind in ("detail", "passage", "feature") for line in chambers[kind].values()]
    assert all(len(pool) >= 48 for pool in chambers["chamber"].values())
    assert len(set(lines)) == len(lines)
    assert not any(letter.isdigit() for line in lines for letter in line)


def test_every_word_of_the_rules_has_its_meaning_and_its_rules() -> None:
    said = tomllib.loads((TEXTS / "terms.toml").read_text(encoding="utf-8"))
    assert list(said["term"]) == list(terms.RULES)
    assert not any(letter.isdigit() for line in said["term"].values() for letter in line)
    game = moment()
    for word in said["term"]:
        assert said["term"][word] in str(game.look(f"about {word}"))
    for word, other in said["alias"].items():
        assert other in said["term"]
        assert word not in said["term"]
        assert game.look(f"about {word}") is not None
    for cited in terms.RULES.values():
        assert all(about._rules().rule(one) for one in cited.split())


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("ranger", "Hears the floor breathe"), ("rangers", "Hears the floor breathe"), ("chests", "An iron-bound box"),
        ("strength", "(D3.1)"), ("Secret Door", "looks like wall"), ("wizards", "Brittle as an old quill"),
        ("bottle", "no label"), ("hp", "between a member and the floor"), ("king", "must reach the courtyard alive"),
        ("traps", "11-12: rot gas: the party loses 1d6 + 2 rations (X4). A sigh from the box"),
    ],
)  # fmt: skip
def test_classes_attributes_sorts_and_words_of_the_rules_are_found(asked: str, told: str) -> None:
    assert told in str(moment().look(f"about {asked}"))


def test_the_names_that_can_be_asked_about_hold_none_that_the_party_does_not_know() -> None:
    game = moment(member("hero"), member("fighter"), member("rogue"), member("ranger"))
    names = game.look("about")
    assert names is not None
    assert {"Knife", "ranger", "strength", "tumbler wall"} <= set(names.items)
    assert not {"Orc", "Mana Draught", "Firebolt"} & set(names.items)
    for name in names.items:
        assert game.look(f"about {name.lower()}") is not None, name


def test_nothing_of_it_is_built_with_the_view() -> None:
    game = undercroft.new("descent", seed=3)
    game.act("begin")
    assert TABLES.counters["courtyard"].description not in repr(game.view())
