"""The proof of a dungeon: it holds for what is generated, and each thing broken by hand is refused by its name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rulebooks.descent.moments import ALL_HALLS, cell

import undercroft as uc
from undercroft.bots.descent import Competent
from undercroft.bots.player import offers
from undercroft.engine.game import Game
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import floors, proof
from undercroft.rulebooks.descent.records import Chest, Door, Item, Plate, Room, State, replace
from undercroft.testing import staged

DEPTH = {"short": 6, "standard": 12, "long": 18}
BOOK = {"short": 3, "standard": 6, "long": 9}
PAGES = {"short": 6, "standard": 3, "long": 2}
SEEDS = 300


def made(length: str, seed: int, difficulty: str = "normal") -> Game[State]:
    game: Game[State] = uc.new("descent", seed=seed, length=length, difficulty=difficulty)
    game.forget()
    floors.generate_all(game._ctx)
    return game


@cache
def kept(length: str, seed: int) -> Game[State]:
    return made(length, seed)


def dungeon(length: str = "short", seed: int = 7) -> Game[State]:
    """Return a whole dungeon of our own to break: a short one's book lies on floor 3, its king on floor 6."""
    return kept(length, seed).fork()


def found(s: State) -> list[str]:
    return [f"{fault.where}: {fault.name}" for fault in proof.faults(s)]


# --- what is generated holds ---


@pytest.mark.rule("D7.5", "D7.16", "D7.17", "D7.21", "D8.1", "D28.6")
@pytest.mark.parametrize("length", DEPTH)
def test_every_dungeon_holds_and_has_its_prizes_maps_stores_and_pages(length: str) -> None:
    last = DEPTH[length]
    for seed in range(SEEDS):
        s = made(length, seed).state
        assert found(s) == [], seed
        # Counted here on its own, by the figures of D1.3, D7.21 and D25.10.
        assert Counter(room.floor for room in s.rooms.values() if room.map) == dict.fromkeys(range(1, last + 1), 1)
        assert [room.floor for room in s.rooms.values() if room.prize == "book"] == [BOOK[length]]
        assert [room.floor for room in s.rooms.values() if room.prize == "king"] == [last]
        assert [room.floor for room in s.rooms.values() if room.store] == list(range(3, last + 1, 3))
        assert Counter(room.floor for room in s.rooms.values() for _ in room.pages) == dict.fromkeys(
            range(1, last + 1), PAGES[length]
        )
        copies = Counter(page for room in s.rooms.values() for page in room.pages)
        assert Counter(copies.values()) == {1: 12, 2: 12}


@pytest.mark.rule("D1.6")
@settings(max_examples=15)
@given(st.integers(0, 2**63 - 1), st.sampled_from(tuple(DEPTH)))
def test_the_same_seed_gives_the_same_dungeon_on_every_difficulty(seed: int, length: str) -> None:
    easy, normal, hard = (made(length, seed, difficulty).state for difficulty in ("easy", "normal", "hard"))
    for name in ("floors", "rooms", "doors", "chests"):
        assert list(getattr(easy, name).items()) == list(getattr(normal, name).items())
        assert list(getattr(easy, name).items()) == list(getattr(hard, name).items())
    easy_things, normal_things, hard_things = (
        [pair for pair in s.items.items() if pair[1].place.startswith(("room:", "chest:"))]
        for s in (easy, normal, hard)
    )  # fmt: skip
    assert easy_things == normal_things == hard_things


def test_a_game_under_way_holds_to_its_end() -> None:
    game: Game[Any] = uc.new("descent", seed=6, length="short", difficulty="easy")
    bot = Competent()
    maps, pages = set(), set()
    while game.outcome is None and game.turns < 1500:
        if game.turns % 25 == 0:
            before = game.digest()
            shown = game.proof()
            assert shown is not None
            assert shown.faults == ()
            assert len(shown.facts) == 6
            assert game.digest() == before
            maps.add(game.state.quest.maps)
            pages.add(game.state.quest.pages)
        assert game.act(bot.choose(game.view(), offers(game, "party"))).accepted
    assert len(maps) > 2
    assert len(pages) > 2


def test_the_report_tells_what_lies_where() -> None:
    shown = uc.new("descent", seed=7, length="short").proof()
    assert shown is not None
    assert shown.holds
    s = dungeon().state
    for number, facts in enumerate(shown.facts, 1):
        rooms = s.rooms.where(number)
        assert (facts.floor, facts.halls, facts.rooms) == (number, 23, len(rooms))
        assert facts.doors == sum(len(s.doors.where(room.id)) for room in rooms)
        assert facts.secret == sum(door.secret for room in rooms for door in s.doors.where(room.id))
        assert facts.monsters == sum(len(room.band) for room in rooms)
        assert facts.chests == sum(room.id in s.chests for room in rooms)
        assert facts.places["map"] == [room.id for room in rooms if room.map]
        assert facts.places.get("store", []) == [room.id for room in rooms if room.store]
        for page in {page for room in rooms for page in room.pages}:
            assert facts.places[page] == [room.id for room in rooms for one in room.pages if one == page]
    assert shown.json(seed=7).startswith(b'{"seed":7,"proven":true,"faults":[],"facts":[{"floor":1,')


# --- broken by hand ---


def room_with(s: State, floor: int, what: str) -> Room:
    tests: dict[str, Callable[[Room], Any]] = {
        "map": lambda room: room.map, "store": lambda room: room.store, "book": lambda room: room.prize == "book",
        "king": lambda room: room.prize == "king", "pages": lambda room: room.pages,
    }  # fmt: skip
    return next(room for room in s.rooms.where(floor) if tests[what](room))


def plain_room(s: State, floor: int) -> Room:
    """Return a room of a floor that holds nothing the quest needs."""
    return next(r for r in s.rooms.where(floor) if not (r.map or r.store or r.prize or r.pages or r.vault))


def doors_of(s: State, room: Room) -> list[str]:
    return [key for key, door in s.doors.items() if door.room == room.id]


def put(s: State, room: Room, **facts: Any) -> None:
    s.rooms[room.id] = replace(s.rooms[room.id], **facts)


def put_floor(s: State, number: int, **facts: Any) -> None:
    s.floors[number] = replace(s.floors[number], **facts)


def shut_off(s: State, room: Room) -> None:
    for key in doors_of(s, room):
        del s.doors[key]


def hide(s: State, room: Room) -> None:
    for key in doors_of(s, room):
        s.doors[key] = replace(s.doors[key], secret=True)


def cut_halls(s: State, number: int) -> None:
    """Take away every hall between the third column of nodes and the fourth."""
    across = {(row * 5 + 2, row * 5 + 3) for row in range(4)}
    put_floor(s, number, halls=tuple(hall for hall in s.floors[number].halls if hall not in across))


def map_below(s: State) -> None:
    put(s, room_with(s, 2, "map"), map="")
    put(s, plain_room(s, 3), map="open")


def map_room_opens_below(s: State) -> None:
    for key in doors_of(s, room_with(s, 2, "map")):
        s.doors[key] = replace(s.doors[key], floor=3)


def secret_door_off_the_halls(s: State) -> None:
    key, *others = doors_of(s, room := plain_room(s, 2))
    for other in others:
        del s.doors[other]
    s.doors[key] = replace(s.doors[key], secret=True)
    hall, _ = proof.DOORWAYS[room.block, s.doors[key].side]
    put_floor(s, 2, halls=tuple(one for one in s.floors[2].halls if one != hall))


def secret_door_on_a_stair(s: State) -> None:
    key, *others = doors_of(s, plain_room(s, 2))
    for other in others:
        del s.doors[other]
    s.doors[key] = replace(s.doors[key], secret=True)
    put_floor(s, 2, up=s.doors[key].cell)


def door_elsewhere(s: State) -> None:
    key = doors_of(s, plain_room(s, 2))[0]
    s.doors[key] = replace(s.doors[key], cell=s.doors[key].cell + 1)


def door_under_a_wrong_id(s: State) -> None:
    """Put a room's only door where play does not look for it."""
    key, *others = doors_of(s, plain_room(s, 2))
    door = s.doors[key]
    for one in (key, *others):
        del s.doors[one]
    s.doors["door-2.99n"] = replace(door, secret=False)


def second_map(s: State) -> None:
    put(s, plain_room(s, 2), map="open")


def page_swapped(s: State) -> None:
    room = room_with(s, 2, "pages")
    other = "storm" if room.pages[0] != "storm" else "naming"
    put(s, room, pages=(other, *room.pages[1:]))


def map_without_its_chest(s: State) -> None:
    room = room_with(s, 2, "map")
    put(s, room, map="chest")
    if room.id in s.chests:
        del s.chests[room.id]


def room_too_deep(s: State) -> None:
    s.rooms["room-7.1"] = Room("room-7.1", 7, 1, map="open")


BROKEN: list[tuple[str, Callable[[State], Any]]] = [
    ("floor 2: map below its own shut stair", map_below),
    ("floor 2: map below its own shut stair", map_room_opens_below),
    ("floor 2: no map", lambda s: put(s, room_with(s, 2, "map"), map="")),
    ("floor 6: no map", lambda s: put(s, room_with(s, 6, "map"), map="")),
    ("floor 2: map doubled", second_map),
    ("floor 2: map out of reach", lambda s: shut_off(s, room_with(s, 2, "map"))),
    ("floor 2: map behind secret doors alone", lambda s: hide(s, room_with(s, 2, "map"))),
    ("floor 2: map in no chest", map_without_its_chest),
    ("floor 2: room no door leads to", lambda s: shut_off(s, plain_room(s, 2))),
    ("floor 2: halls in two parts", lambda s: cut_halls(s, 2)),
    ("floor 2: halls that are none", lambda s: put_floor(s, 2, halls=(*s.floors[2].halls, (0, 7)))),
    ("floor 2: floor that is none", lambda s: s.floors.__setitem__(2, replace(s.floors[2], number=3))),
    ("floor 2: no floor", lambda s: s.floors.__delitem__(2)),
    ("floor 2: no stair up", lambda s: put_floor(s, 2, up=-1)),
    ("floor 2: no stair up", lambda s: put_floor(s, 2, up=cell(1, 1))),
    ("floor 2: no stair down", lambda s: put_floor(s, 2, down=-1)),
    ("floor 2: no stair down", lambda s: put_floor(s, 2, down=cell(1, 1))),
    ("floor 2: both stairs on one cell", lambda s: put_floor(s, 2, down=s.floors[2].up)),
    ("floor 6: stair down to a floor that does not exist", lambda s: put_floor(s, 6, down=cell(0, 0))),
    ("floor 3: no book", lambda s: put(s, room_with(s, 3, "book"), prize="")),
    ("floor 3: book doubled", lambda s: put(s, plain_room(s, 3), prize="book")),
    ("floor 4: book where none belongs", lambda s: put(s, plain_room(s, 4), prize="book")),
    ("floor 3: book out of reach", lambda s: shut_off(s, room_with(s, 3, "book"))),
    ("floor 3: book behind secret doors alone", lambda s: hide(s, room_with(s, 3, "book"))),
    ("floor 6: no king", lambda s: put(s, room_with(s, 6, "king"), prize="")),
    ("floor 6: king doubled", lambda s: put(s, plain_room(s, 6), prize="king")),
    ("floor 1: king where none belongs", lambda s: put(s, plain_room(s, 1), prize="king")),
    ("floor 6: king out of reach", lambda s: shut_off(s, room_with(s, 6, "king"))),
    ("floor 3: store and king in one room", lambda s: put(s, room_with(s, 3, "store"), prize="king")),
    ("floor 3: no store", lambda s: put(s, room_with(s, 3, "store"), store=False)),
    ("floor 3: store doubled", lambda s: put(s, plain_room(s, 3), store=True)),
    ("floor 4: store where none belongs", lambda s: put(s, plain_room(s, 4), store=True)),
    ("floor 3: store out of reach", lambda s: shut_off(s, room_with(s, 3, "store"))),
    ("floor 3: store behind secret doors alone", lambda s: hide(s, room_with(s, 3, "store"))),
    ("floor 3: store that is not empty", lambda s: put(s, room_with(s, 3, "store"), band=("cellar-rat",))),
    ("floor 2: secret door nobody can stand beside", secret_door_off_the_halls),
    ("floor 2: secret door nobody can stand beside", secret_door_on_a_stair),
    ("floor 2: door that joins no hall", door_elsewhere),
    ("floor 2: door that joins no hall", door_under_a_wrong_id),
    ("floor 2: room that is none", lambda s: put(s, plain_room(s, 2), block=13)),
    ("floor 2: too few pages", lambda s: put(s, room_with(s, 2, "pages"), pages=())),
    ("floor 2: too many pages", lambda s: put(s, plain_room(s, 2), pages=("storm",))),
    ("the run: page missing", page_swapped),
    ("floor 2: vault that is none", lambda s: put(s, plain_room(s, 2), vault="cupboard")),
    ("floor 7: map of a floor that does not exist", room_too_deep),
    ("floor 7: map of a floor that does not exist", lambda s: setattr(s, "quest", replace(s.quest, maps=(7,)))),
    ("floor 7: room on a floor that does not exist", lambda s: s.rooms.__setitem__("room-7.1", Room("room-7.1", 7, 1))),
    ("floor 9: floor that does not exist", lambda s: s.floors.__setitem__(9, replace(s.floors[2], number=9))),
    ("floor 2: door of no room", lambda s: s.doors.__setitem__("door-2.99n", Door("room-2.99", "n", 2, 3, False))),
    ("floor 2: chest in no room", lambda s: s.chests.__setitem__("room-2.99", Chest(2, 5))),
    ("the run: thing in no place", lambda s: s.items.__setitem__("weapon-9", Item("knife", "room:room-2.99"))),
    ("the run: thing in no place", lambda s: s.items.__setitem__("weapon-9", Item("knife", "chest:room-2.99"))),
]


@pytest.mark.rule("D7.16", "D7.17", "D7.18", "D7.21", "D8.1")
@pytest.mark.parametrize(("named", "breaking"), BROKEN, ids=[f"{n}-{name}" for n, (name, _) in enumerate(BROKEN)])
def test_what_is_broken_is_refused_by_its_name_and_floor(named: str, breaking: Callable[[State], Any]) -> None:
    game = dungeon()
    assert found(game.state) == []
    with staged(game) as s:
        breaking(s)
    assert found(game.state)[0] == named


@pytest.mark.rule("D7.2")
def test_a_floor_with_every_hall_that_may_be_holds() -> None:
    assert len(ALL_HALLS) == 31
    game = dungeon()
    with staged(game) as s:
        put_floor(s, 2, halls=ALL_HALLS)
    assert found(game.state) == []


@pytest.mark.rule("D8.6")
def test_halls_in_two_parts_shut_the_way_down_and_back() -> None:
    game = dungeon()
    with staged(game) as s:
        up, down = s.floors[2].up, s.floors[2].down
        cut_halls(s, 2)
    sides = {cell % 25 < 15 for cell in (up, down)}
    assert len(sides) == 2
    assert "floor 2: stair down out of reach" in found(game.state)
    # Columns 0 to 12 of nodes and 18 to 24: blocks 1, 2, 4 of a row stand on one side, the third between them.
    far = {1, 2, 5, 6, 9, 10} if up % 25 > 15 else {4, 8, 12}
    lost = {fault.about for fault in proof.faults(game.state) if fault.name == "room out of reach"}
    assert {room.id for room in game.state.rooms.where(2) if room.block in far} <= lost
    assert len(lost) < len(game.state.rooms.where(2))


@pytest.mark.rule("D8.1", "D8.2", "D8.4")
def test_a_stair_opens_with_its_own_map_or_a_deeper_one_that_is_held() -> None:
    def told(*held: int, without: int) -> list[str]:
        game = dungeon()
        with staged(game) as s:
            put(s, room_with(s, without, "map"), map="")
            s.quest = replace(s.quest, maps=held)
        return found(game.state)

    assert told(without=2) == ["floor 2: no map", "floor 2: stair down stays shut"]
    assert told(2, without=2) == []
    # The second floor's own map is missing, but the stair opens.
    assert told(5, without=2) == ["floor 2: no map", "floor 5: map where none belongs"]
    assert told(1, without=2)[:2] == ["floor 1: map where none belongs", "floor 2: no map"]
    assert "floor 2: stair down stays shut" in told(1, without=2)
    game = dungeon()
    with staged(game) as s:
        map_without_its_chest(s)
    assert found(game.state) == ["floor 2: map in no chest", "floor 2: stair down stays shut"]
    # Nothing needs the deepest floor's map but the rule that there is one.
    assert told(without=6) == ["floor 6: no map"]


@pytest.mark.rule("D10.2", "D10.3", "D7.15")
def test_a_secret_door_is_found_from_the_hall_or_from_the_room() -> None:
    game = dungeon()
    with staged(game) as s:
        hide(s, room := plain_room(s, 2))
    assert found(game.state) == []  # The hall's side is enough.
    with staged(game) as s:
        key, *others = doors_of(s, room)
        for other in others:
            del s.doors[other]
        sides = (side for side in "nesw" if proof.DOORWAYS[room.block, side][0] in s.floors[2].halls)
        side = next(side for side in sides if side != s.doors[key].side)
        hall, at = proof.DOORWAYS[room.block, side]
        assert hall in ALL_HALLS
        s.doors[f"door-2.{room.block}{side}"] = Door(room.id, side, 2, at, secret=False)
        up = s.floors[2].up
        put_floor(s, 2, up=s.doors[key].cell)  # Nobody can search on a stair, but in the room behind the other door.
    assert "secret door nobody can stand beside" not in str(found(game.state))
    with staged(game) as s:
        del s.doors[f"door-2.{room.block}{side}"]
    assert found(game.state) == ["floor 2: secret door nobody can stand beside", "floor 2: room out of reach"]
    with staged(game) as s:
        put_floor(s, 2, up=up)
    assert found(game.state) == []


# --- broken at random ---


def reaches_all(s: State, number: int) -> bool:
    """Say, by a walk of our own, whether all of a floor is reached and what D7.16 names has a plain door."""
    floor, net = s.floors[number], nx.Graph()
    spots = [(x, y) for y in range(0, 16, 5) for x in range(0, 25, 6)]
    for one, other in floor.halls:
        (x, y), (to_x, to_y) = spots[one], spots[other]
        path = [(a, b) for a in range(x, to_x + 1) for b in range(y, to_y + 1)]
        nx.add_path(net, path)
    start = (floor.up % 25, floor.up // 25)
    reached = nx.node_connected_component(net, start)
    if not set(spots) <= reached:
        return False
    for room in s.rooms.where(number):
        doors = [door for door in s.doors.where(room.id) if (door.cell % 25, door.cell // 25) in reached]
        if len(doors) < len(s.doors.where(room.id)) or not doors:
            return False
        if (room.map or room.store or room.prize) and all(door.secret for door in doors):
            return False
    return True


@st.composite
def changes(draw: st.DrawFn) -> tuple[str, int, int]:
    what = draw(st.sampled_from(("wall", "hall", "door", "secret", "plain")))
    return what, draw(st.integers(1, 6)), draw(st.integers(0, 30))


@settings(max_examples=300)
@given(st.integers(0, 5), st.lists(changes(), min_size=1, max_size=4))
def test_taking_out_walls_and_doors_keeps_the_proof_or_names_a_failure(
    seed: int, made_so: list[tuple[str, int, int]]
) -> None:
    game = dungeon(seed=seed)
    with staged(game) as s:
        for what, number, which in made_so:
            halls = s.floors[number].halls
            doors = [key for key, door in s.doors.items() if door.floor == number]
            if what == "wall":
                put_floor(s, number, halls=tuple({*halls, ALL_HALLS[which % 31]}))
            elif what == "hall":
                out = halls[which % len(halls)]
                if s.floors[number].up in proof_cells(halls, out):
                    put_floor(s, number, halls=tuple(hall for hall in halls if hall != out))
            elif doors:
                key = doors[which % len(doors)]
                if what == "door":
                    del s.doors[key]
                else:
                    s.doors[key] = replace(s.doors[key], secret=what == "secret")
    names = found(game.state)
    for number in range(1, 7):
        named = [name for name in names if name.startswith(f"floor {number}: ")]
        assert bool(named) != reaches_all(game.state, number), (number, named)


def proof_cells(halls: tuple[tuple[int, int], ...], without: tuple[int, int]) -> set[int]:
    """Return the cells of the nodes that halls still reach when one is taken out."""
    nodes = {node for hall in halls if hall != without for node in hall}
    return {cell(node % 5 * 6, node // 5 * 5) for node in nodes}


ANY = {
    int: st.integers(-3, 30) | st.sampled_from((-(10**12), 10**12)),
    bool: st.booleans(),
    str: st.sampled_from(
        ("", "open", "chest", "plate", "room-2.3", "room-2.x", "room-", "door-2.3n", "n", "king", "\0", "room:room-9.9")
    ),
    tuple: st.sampled_from(((), ((0, 7),), (99,), ("storm",) * 3, ((5, 5), (-1, 3)))),
}


@settings(max_examples=400)
@given(st.data())
def test_no_change_of_a_row_makes_the_proof_fall_over(data: st.DataObject) -> None:
    game = dungeon()
    with staged(game) as s:
        for _ in range(data.draw(st.integers(1, 3))):
            table = getattr(s, data.draw(st.sampled_from(("floors", "rooms", "doors", "chests", "items"))))
            key = data.draw(st.sampled_from(list(table)))
            field = data.draw(st.sampled_from(table[key].__struct_fields__))
            kinds = type(getattr(table[key], field))
            # Hidden behind Any: halls and pages keep the shape that a typed state always has.
            value: Any = data.draw(ANY[kinds])
            if kinds is tuple and not fits(field, value):
                continue
            table[key] = replace(table[key], **{field: value})
    assert all(str(fault) for fault in proof.faults(game.state))
    assert len(list(proof.facts(game.state))) == 6


def fits(field: str, value: tuple[Any, ...]) -> bool:
    kind = {"halls": tuple, "known": int}.get(field, str)
    return all(isinstance(one, kind) for one in value)


# --- locks ---


def locked(s: State, kind: str) -> str:
    """Return the room of a vault of that kind on some floor."""
    return next(room.id for room in s.rooms.values() if room.vault == kind)


@pytest.mark.rule("D21.6", "D20.5")
@pytest.mark.parametrize(
    ("kind", "named", "breaking"),
    [
        ("plate", "plate without solution", lambda s, room: s.plates.__delitem__(room)),
        ("plate", "plate without solution", lambda s, room: lock(s.plates, room, solution=(1, 99))),
        ("plate", "plate without solution", lambda s, room: lock(s.plates, room, solution=(0,))),
        ("wall", "wall no guess can open", lambda s, room: s.walls.__delitem__(room)),
        ("wall", "wall no guess can open", lambda s, room: lock(s.walls, room, combination="0")),
        ("wall", "wall no guess can open", lambda s, room: lock(s.walls, room, combination="x" * 3)),
    ],
)
def test_a_lock_that_cannot_be_opened_is_refused(
    kind: str, named: str, breaking: Callable[[State, str], None]
) -> None:  # fmt: skip
    seed = next(seed for seed in range(20) if any(r.vault == kind for r in dungeon(seed=seed).state.rooms.values()))
    game = dungeon(seed=seed)
    assert found(game.state) == []
    with staged(game) as s:
        breaking(s, room := locked(s, kind))
    assert found(game.state) == [f"floor {room[5]}: {named}"]


def lock(table: Any, room: str, **facts: Any) -> None:
    table[room] = replace(table[room], **facts)


def test_a_plate_that_other_pushes_open_too(monkeypatch: pytest.MonkeyPatch) -> None:
    game = dungeon()
    with staged(game) as s:
        put(s, room := plain_room(s, 2), vault="plate")
        s.plates[room.id] = Plate(2, (1,))
    assert found(game.state) == []
    # On four by four studs another set opens the same plate: D21.6 is broken.
    monkeypatch.setitem(content.catalogue().floors, 2, msgspec.structs.replace(content.floor(2), rows=4, columns=4))
    assert found(game.state) == ["floor 2: plate with another solution"]
