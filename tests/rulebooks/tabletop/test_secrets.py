"""What is hidden has a name while it is hidden, is dealt anew in twins, and shows in nothing that a seat is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import undercroft as uc
from undercroft.engine.game import Game
from undercroft.rulebooks.tabletop import flight, magic_items
from undercroft.rulebooks.tabletop.exploring import Exploring
from undercroft.rulebooks.tabletop.records import Chest, Lot, Magic, Place, State, Trap, replace
from undercroft.rulebooks.tabletop.secrets import secrets
from undercroft.rulebooks.tabletop.taking import Taken
from undercroft.rulebooks.tabletop.wandering import WanderersCame
from undercroft.testing import staged, twins
from undercroft.testing.twins import knowledge

UNKNOWN = Magic("healing-potion-10")


def delve(seed: int = 7) -> Game[State]:
    """Return a party of four that stands in the entrance of its dungeon."""
    game: Game[State] = uc.new("tabletop", seed=seed)
    assert all(game.act(line).accepted for line in ("quick", "quest", "accept short", "depart"))
    with staged(game) as s:
        s.agenda = (Exploring(),)
        s.place = Place("dungeon", "room-1")
        s.rooms["room-1"] = replace(s.rooms["room-1"], entered=True)
    return game


def hidden_chest(s: State) -> str:
    s.chests["room-1"] = Chest("room-1", Lot(silver=5), "north", 9, found=False)
    return "hidden chest room-1"


def shut_chest(s: State) -> str:
    s.chests["room-1"] = Chest("room-1", Lot(silver=5))
    return "chest room-1"


def trap(s: State) -> str:
    s.traps["room-1"] = Trap("room-1", "covered-pit", 0)
    return "trap room-1"


def secret_door(s: State) -> str:
    way = next(way for way in s.ways.values() if way.secret)
    s.rooms[way.near] = replace(s.rooms[way.near], entered=True)
    return f"door {way.id}"


def potion_in_a_pack(s: State) -> str:
    who = s.party.order[0]
    s.characters[who] = replace(s.characters[who], items=(UNKNOWN,))
    return "potion 0"


def potion_on_the_floor(s: State) -> str:
    s.rooms["room-1"] = replace(s.rooms["room-1"], floor=Lot(items=(UNKNOWN,)))
    return "potion 0"


def kobold(s: State) -> str:
    foe = next(iter(s.foes.values()))
    s.foes[foe.id] = replace(foe, kind="kobold", gift="snatch")
    return f"gift of {foe.id}"


def lurker(s: State) -> str:
    foe = next(iter(s.foes.values()))
    s.foes[foe.id] = replace(foe, group=flight.LURKERS)
    return "lurkers"


HIDDEN: tuple[tuple[Callable[[State], str], str], ...] = (
    (hidden_chest, "chests"), (shut_chest, "chests"), (trap, "traps"), (secret_door, "ways"),
    (potion_in_a_pack, "characters"), (potion_on_the_floor, "rooms"), (kobold, "foes"), (lurker, "foes"),
)  # fmt: skip


@pytest.mark.parametrize(("hide", "table"), HIDDEN, ids=lambda one: getattr(one, "__name__", one))
def test_each_hidden_thing_has_a_name_and_is_another_in_twins(hide: Callable[[State], str], table: str) -> None:
    game = delve()
    with staged(game) as s:
        name = hide(s)
    assert name in secrets(s, "player")
    twin = twins(game, "player")
    assert table in {name for name, *_ in game.state.diff(twin.state)}
    assert knowledge(twin, "player") == knowledge(game, "player")
    assert twin.streams.state() == game.streams.state()


def test_unseen_rooms_trade_all_that_they_hold() -> None:
    game = delve()
    twin = twins(game, "player")
    unseen = [key for key, room in game.state.rooms.items() if not room.entered and key != "road"]
    moved = [key for key in unseen if game.state.rooms[key].kind != twin.state.rooms[key].kind]
    assert len(moved) >= 2
    for table in ("chests", "traps", "features", "groups"):
        assert len(getattr(twin.state, table)) == len(getattr(game.state, table))
    assert any(group.room != twin.state.groups[key].room for key, group in game.state.groups.items())


@pytest.mark.parametrize("learn", [
    lambda s: s.chests.__setitem__("room-1", replace(s.chests["room-1"], found=True)),
    lambda s: s.chests.__setitem__("room-1", replace(s.chests["room-1"], open=True, found=True)),
])  # fmt: skip
def test_what_is_learnt_is_no_secret_any_more(learn: Callable[[State], Any]) -> None:
    game = delve()
    with staged(game) as s:
        name = hidden_chest(s)
        learn(s)
    assert name not in secrets(s, "player")


def test_a_room_seen_from_afar_still_hides_what_it_holds() -> None:
    game = delve()
    with staged(game) as s:
        room = next(key for key, one in s.rooms.items() if not one.entered)
        s.rooms[room] = replace(s.rooms[room], shown=True)
    assert f"room {room}" not in secrets(s, "player")
    assert f"inside {room}" in secrets(s, "player")


@pytest.mark.rule("T23.13")
def test_a_master_at_a_table_sees_everything_and_in_solo_play_nobody_does() -> None:
    table: Game[State] = uc.new("tabletop", seed=2, play="fight")
    with staged(table) as s:
        potion_in_a_pack(s)
    assert secrets(s, "gm") == frozenset()
    assert secrets(s, "player") == {"potion 0"}
    assert twins(table, "gm").digest() == table.digest()
    assert twins(table, "player").digest() != table.digest()
    assert secrets(delve().state, "gm") == secrets(delve().state, "player") != frozenset()


@pytest.mark.rule("T13.5")
def test_an_unknown_thing_is_told_by_its_looks_alone() -> None:
    other = Magic("potion-of-strength")
    assert magic_items.veiled(UNKNOWN) == magic_items.veiled(other)
    assert magic_items.veiled(replace(other, known=True)).kind == "potion-of-strength"
    game = delve()
    with staged(game) as s:
        s.rooms["room-1"] = replace(s.rooms["room-1"], floor=Lot(items=(other,)))
    step = game.act("take all")
    assert step.accepted
    taken = next(event for event in step.events if event.tag() == "taking.taken")
    assert taken.lot.items == (UNKNOWN,)
    assert any(one == other for c in game.state.characters.values() for one in c.items)


@pytest.mark.rule("T11.29")
def test_nobody_is_told_what_comers_carry_or_can_do() -> None:
    s = delve().state
    group = next(iter(s.groups.values()))
    foes = tuple(replace(foe, gift="snatch") for foe in s.foes.where(group.id))
    came = WanderersCame(replace(group, lot=Lot(silver=9)), foes)
    told = came.told(s, "player")
    assert came.told(s, "gm") == told
    assert told.group.lot == Lot()
    assert [foe.gift for foe in told.foes] == [""] * len(foes)


@pytest.mark.rule("T23.13", "T2.19", "T13.5")
def test_a_master_at_a_table_is_told_what_players_are_not() -> None:
    table: Game[State] = uc.new("tabletop", seed=2, play="fight")
    s, solo = table.state, delve().state
    group = next(iter(solo.groups.values()))
    came = WanderersCame(replace(group, lot=Lot(silver=9)), tuple(solo.foes.where(group.id)))
    taken = Taken("room-1", "hedda", Lot(items=(Magic("potion-of-strength"),)))
    for event in (came, taken):
        assert event.told(s, "gm") == event
        assert event.told(s, "player") != event
        assert event.told(solo, "gm") == event.told(solo, "player") != event
