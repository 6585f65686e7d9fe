"""Generation (D7): every promise about floors, over many seeds, and both sides of each chance."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from tests.rulebooks.descent.moments import ALL_HALLS, cell, moment

from undercroft.engine.streams import derive
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import generation
from undercroft.rulebooks.descent.generation import Loot, Made, Treasure
from undercroft.rulebooks.descent.records import Chest, Door, Floor, Item, Room
from undercroft.testing import FixedDice

SEEDS = range(40)
DEPTH = {"short": 6, "standard": 12, "long": 18}


@cache
def made(seed: int, number: int, length: str = "standard") -> Made:
    state = moment(length=length).state
    return generation.make(
        state, number, derive(seed, "descent", "floor", length, number), derive(seed, "descent", "pages", length),
        derive(seed, "descent", "floor", length, number, "vaults"),
    )  # fmt: skip


def many(length: str = "standard") -> list[Made]:
    return [made(seed, number, length) for seed in SEEDS for number in range(1, DEPTH[length] + 1)]


def special(floor: Made) -> dict[str, list[str]]:
    return {
        "map": [r.id for r in floor.rooms if r.map],
        "store": [r.id for r in floor.rooms if r.store],
        "book": [r.id for r in floor.rooms if r.prize == "book"],
        "king": [r.id for r in floor.rooms if r.prize == "king"],
    }


def degrees(floor: Floor) -> Counter[int]:
    return Counter(node for hall in floor.halls for node in hall)


def node(where: int) -> int:
    """The number of the node that stands on a cell."""
    y, x = divmod(where, 25)
    return y // 5 * 5 + x // 6


def distances(floor: Floor, start: int) -> dict[int, int]:
    """Paces between nodes, worked out hall by hall: 6 for a level one, 5 for an upright one."""
    found = {start: 0}
    for _ in range(20):
        for a, b in floor.halls:
            long = 6 if b == a + 1 else 5
            for one, other in ((a, b), (b, a)):
                if one in found:
                    found[other] = min(found.get(other, 999), found[one] + long)
    return found


# --- halls and stairs ---


@pytest.mark.rule("D7.2", "D7.5")
def test_every_floor_has_23_halls_that_join_all_nodes() -> None:
    for floor in many():
        assert len(set(floor.floor.halls)) == 23
        assert set(floor.floor.halls) <= set(ALL_HALLS)
        assert len(distances(floor.floor, 0)) == 20


@pytest.mark.rule("D7.2")
def test_a_spanning_tree_in_shuffled_order_then_the_first_four_left_over() -> None:
    # Dice that show their highest face leave the list as it is: level halls row by row, then upright ones.
    level = [(r * 5 + c, r * 5 + c + 1) for r in range(4) for c in range(4)]
    tree = [*level, (0, 5), (5, 10), (10, 15)]
    assert generation.lay_halls(FixedDice(then=99)) == sorted([*tree, (1, 6), (2, 7), (3, 8), (4, 9)])


@pytest.mark.rule("D7.6")
def test_the_stair_up_stands_on_a_dead_end() -> None:
    for floor in many():
        count = degrees(floor.floor)
        dead_ends = [n for n in range(20) if count[n] == 1]
        up = node(floor.floor.up)
        assert up in dead_ends if len(dead_ends) > 1 else count[up] <= 2


@pytest.mark.rule("D7.6")
def test_with_fewer_than_two_dead_ends_the_stairs_stand_where_at_most_two_halls_meet() -> None:
    assert generation.place_stairs(FixedDice(1), ALL_HALLS) == (cell(0, 0), cell(24, 15))
    one = [hall for hall in ALL_HALLS if hall != (0, 1)]
    # The one dead end (0, 0) and (6, 0), (24, 0), (0, 15), (24, 15): five nodes to draw from.
    assert generation.place_stairs(dice := FixedDice(2), one) == (cell(6, 0), cell(24, 15))
    assert dice.seen == [(5, 2)]
    two = [hall for hall in one if hall != (3, 4)]
    assert generation.place_stairs(dice := FixedDice(2), two) == (cell(24, 0), cell(0, 0))
    assert dice.seen == [(2, 2)]


@pytest.mark.rule("D7.7")
def test_the_stair_down_is_the_farthest_of_its_sort() -> None:
    for floor in many():
        if floor.floor.number == 12:
            continue
        count = degrees(floor.floor)
        sort = [n for n in range(20) if count[n] == 1]
        if len(sort) < 2:
            sort = [n for n in range(20) if count[n] <= 2]
        paces = distances(floor.floor, node(floor.floor.up))
        farthest = max(paces[n] for n in sort)
        assert node(floor.floor.down) == min(n for n in sort if paces[n] == farthest)


@pytest.mark.rule("D7.7")
def test_ties_for_the_stair_down_go_to_the_lowest_row_then_column() -> None:
    level = [(0, 1), (1, 6), (6, 7), (7, 8), (3, 8), (3, 4), (2, 7)]
    # From (12, 0) both (0, 0) and (24, 0) are 22 paces away.
    assert generation.place_stairs(FixedDice(2), level) == (cell(12, 0), cell(0, 0))
    upright = [(5, 6), (1, 6), (6, 11)]
    # From (0, 5) both (6, 0) and (6, 10) are 11 paces away.
    assert generation.place_stairs(FixedDice(2), upright) == (cell(0, 5), cell(6, 0))


@pytest.mark.rule("D7.8")
@pytest.mark.parametrize(("length", "deepest"), [("short", 6), ("standard", 12), ("long", 18)])
def test_only_the_deepest_floor_has_no_stair_down(length: str, deepest: int) -> None:
    assert [n for n in range(1, deepest + 1) if made(3, n, length).floor.down == -1] == [deepest]


# --- rooms and doors ---


@pytest.mark.rule("D7.10")
def test_nine_to_eleven_rooms_on_blocks_along_a_hall() -> None:
    sizes = Counter(len(floor.rooms) for floor in many())
    assert set(sizes) <= {9, 10, 11}
    assert min(sizes.values()) > 100
    for floor in many():
        assert len({room.block for room in floor.rooms}) == len(floor.rooms)
        for room in floor.rooms:
            row, column = divmod(room.block - 1, 4)
            corner = row * 5 + column
            around = {(corner, corner + 1), (corner, corner + 5), (corner + 1, corner + 6), (corner + 5, corner + 6)}
            assert around & set(floor.floor.halls)


@pytest.mark.rule("D7.10")
def test_fewer_rooms_where_fewer_blocks_lie_along_a_hall() -> None:
    assert generation.choose_blocks(FixedDice(then=1), [(0, 1)]) == [1]
    assert len(generation.choose_blocks(FixedDice(then=1), ALL_HALLS)) == 9
    assert len(generation.choose_blocks(FixedDice(then=99), ALL_HALLS)) == 11


@pytest.mark.rule("D7.12", "D7.13")
def test_one_or_two_doors_in_the_middle_of_sides_that_a_hall_runs_along() -> None:
    for floor in many():
        for room in floor.rooms:
            doors = [d for d in floor.doors if d.room == room.id]
            assert len(doors) in (1, 2)
            assert len({d.side for d in doors}) == len(doors)
            row, column = divmod(room.block - 1, 4)
            corner, x, y = row * 5 + column, column * 6, row * 5
            for door in doors:
                hall, where = {
                    "n": ((corner, corner + 1), (x + 3, y)),
                    "s": ((corner + 5, corner + 6), (x + 3, y + 5)),
                    "w": ((corner, corner + 5), (x, y + 2)),
                    "e": ((corner + 1, corner + 6), (x + 6, y + 2)),
                }[door.side]
                assert hall in floor.floor.halls
                assert door.cell == cell(*where)


@pytest.mark.rule("D7.12")
def test_a_second_door_with_fifty_in_a_hundred_on_another_such_side() -> None:
    two_sides = [(0, 1), (0, 5)]
    # A draw orders the two sides, one decides on a second door, one makes each door secret or not.
    assert [d.side for d in generation.hang_doors(FixedDice(2, 50, 99, 99), 1, 1, two_sides, False)] == ["n", "w"]
    assert [d.side for d in generation.hang_doors(FixedDice(1, 51, 99), 1, 1, two_sides, False)] == ["w"]
    assert [d.side for d in generation.hang_doors(FixedDice(99), 1, 1, [(0, 1)], False)] == ["n"]


@pytest.mark.rule("D7.14")
def test_a_door_is_secret_with_twelve_plus_the_floor_in_a_hundred() -> None:
    def secret(draw: int, number: int) -> bool:
        return generation.hang_doors(FixedDice(draw), number, 1, [(0, 1)], False)[0].secret

    assert secret(13, 1)
    assert not secret(14, 1)
    assert secret(30, 18)
    assert not secret(31, 18)


@pytest.mark.rule("D7.15")
def test_a_room_may_have_no_way_in_but_a_secret_door() -> None:
    hidden = [
        room.id for floor in many() for room in floor.rooms if all(d.secret for d in floor.doors if d.room == room.id)
    ]
    assert len(hidden) > 100


@pytest.mark.rule("D7.16")
@pytest.mark.parametrize("length", DEPTH)
def test_map_store_book_and_king_are_in_four_rooms_with_a_plain_door_each(length: str) -> None:
    for floor in many(length):
        rooms = [room for found in special(floor).values() for room in found]
        assert len(set(rooms)) == len(rooms)
        for room in rooms:
            assert any(not d.secret for d in floor.doors if d.room == room)


@pytest.mark.rule("D7.16")
def test_a_special_room_is_spared_when_all_its_doors_would_be_secret() -> None:
    halls = [(0, 1), (0, 5)]
    assert [d.secret for d in generation.hang_doors(FixedDice(2, 50, 1, 1), 1, 1, halls, True)] == [False, True]
    assert [d.secret for d in generation.hang_doors(FixedDice(2, 50, 1, 99), 1, 1, halls, True)] == [True, False]
    assert [d.secret for d in generation.hang_doors(FixedDice(2, 50, 1, 1), 1, 1, halls, False)] == [True, True]


# --- what lies where ---


@pytest.mark.rule("D7.17", "D8.3")
@pytest.mark.parametrize("length", DEPTH)
def test_every_floor_hides_one_map(length: str) -> None:
    places = Counter(room.map for floor in many(length) for room in floor.rooms if room.map)
    assert sum(places.values()) == 40 * DEPTH[length]
    assert set(places) == {"open", "chest"}


@pytest.mark.rule("D7.18", "D28.6")
@pytest.mark.parametrize(
    ("length", "floors"),
    [("short", {3, 6}), ("standard", {3, 6, 9, 12}), ("long", {3, 6, 9, 12, 15, 18})],
)
def test_a_store_stands_on_every_third_floor(length: str, floors: set[int]) -> None:
    for floor in many(length):
        assert len(special(floor)["store"]) == (floor.floor.number in floors)


@pytest.mark.rule("D7.19", "D1.2", "D1.3")
@pytest.mark.parametrize(("length", "book", "king"), [("short", 3, 6), ("standard", 6, 12), ("long", 9, 18)])
def test_book_and_king_lie_under_guard_halfway_and_at_the_bottom(length: str, book: int, king: int) -> None:
    for floor in many(length):
        found = {room.prize: room.band for room in floor.rooms if room.prize}
        assert set(found) == {p for p, n in (("book", book), ("king", king)) if n == floor.floor.number}
        for prize, band in found.items():
            assert band[0] == {"book": "gremlin-thief", "king": "the-gaoler"}[prize]
            assert len(band) <= 3
            assert len(set(band[1:])) <= 1


@pytest.mark.rule("D7.20", "D7.21", "D7.24")
@pytest.mark.parametrize(("length", "each"), [("short", 6), ("standard", 3), ("long", 2)])
def test_thirty_six_pages_are_spread_evenly_over_the_floors(length: str, each: int) -> None:
    for seed in (1, 2, 3):
        floors = [made(seed, n, length) for n in range(1, DEPTH[length] + 1)]
        pages = [[page for room in floor.rooms for page in room.pages] for floor in floors]
        assert [len(found) for found in pages] == [each] * DEPTH[length]
        counts = Counter(page for found in pages for page in found)
        assert sum(counts.values()) == 36
        assert Counter(counts.values()) == {2: 12, 1: 12}
        assert not any(room.pages for floor in floors for room in floor.rooms if room.store)


@pytest.mark.rule("D7.21")
def test_any_room_may_hold_pages() -> None:
    rooms = Counter(len(room.pages) for floor in many("short") for room in floor.rooms)
    assert rooms[0]
    assert rooms[1]
    assert rooms[2]
    assert rooms[3]


@pytest.mark.rule("D7.29")
def test_the_pages_are_shuffled_once_and_dealt_from_floor_one_down() -> None:
    deck = derive(9, "descent", "pages", "standard").shuffled(
        [k for k, spell in content.catalogue().spells.items() for _ in range(spell.pages)]
    )
    for number in (1, 2, 12):
        laid = Counter(page for room in made(9, number).rooms for page in room.pages)
        assert laid == Counter(deck[3 * number - 3 : 3 * number])


@pytest.mark.rule("D7.22", "D20.2")
def test_statue_bath_and_vault_chances_from_both_sides() -> None:
    rooms = [4, 7, 9]
    assert generation.choose_features(FixedDice(50, 1, 35, 2, 50, 3, 1), rooms) == [
        (4, {"statue": True}), (7, {"bath": True}), (9, {"vault": "wall"}),
    ]  # fmt: skip
    assert generation.choose_features(FixedDice(51, 36, 50, 1, 2), rooms) == [(4, {"vault": "plate"})]
    assert generation.choose_features(FixedDice(51, 36, 51), rooms) == []


@pytest.mark.rule("D7.22")
def test_features_stand_anywhere_but_in_the_store() -> None:
    floors = many()
    for floor in floors:
        for name in ("statue", "bath", "vault"):
            rooms = [room for room in floor.rooms if getattr(room, name)]
            assert len(rooms) <= 1
            assert not any(room.store for room in rooms)
    shares = {n: sum(1 for f in floors for r in f.rooms if getattr(r, n)) for n in ("statue", "bath", "vault")}
    assert 205 < shares["statue"] < 275
    assert 135 < shares["bath"] < 200
    assert 205 < shares["vault"] < 275
    assert {r.vault for f in floors for r in f.rooms} == {"", "wall", "plate"}


@pytest.mark.rule("D7.24", "D7.23")
def test_a_store_room_holds_neither_monsters_nor_loot() -> None:
    for floor in many():
        for room in floor.rooms:
            if room.store:
                assert room == Room(room.id, floor.floor.number, room.block, store=True)
                assert room.id not in dict(floor.chests)
                assert not any(item.place.endswith(f":{room.id}") for _, item in floor.items)


def filled(*draws: int, map_here: bool = False, prize: str = "", number: int = 4) -> tuple[Room, Loot]:
    stream = FixedDice(*draws)
    loot = Loot(number, stream)
    room = Room(f"room-{number}.1", number, 1, prize=prize)
    found = generation.fill(moment().state, stream, room, loot, map_here=map_here)
    stream.assert_spent()
    return found, loot


@pytest.mark.rule("D7.23")
@pytest.mark.row("O1", "O2", "O3", "O4")
def test_the_room_table_from_both_sides() -> None:
    # Draws: band, chest, loose gold, loose item. Floor 4 of a standard run has peril 4, its kinds weigh 1, 2, 3, 3, 1.
    empty, loot = filled(56, 36, 36, 23)
    assert empty == Room("room-4.1", 4, 1)
    assert not loot.chests
    assert not loot.items
    assert filled(55, 1, 2, 36, 36, 23)[0].band == ("cellar-rat",) * 3
    assert filled(56, 36, 35, 1, 23)[0].gold == 5 + 3 * 4
    assert filled(56, 36, 35, 7, 23)[0].gold == 5 + 9 * 4
    assert filled(56, 36, 36, 22, 34, 1)[0].gold == 5 * 4
    assert filled(56, 36, 36, 22, 35, 1)[1].items == [("bottle-4.1", Item("medicinal-ale", "room:room-4.1"))]


@pytest.mark.rule("D7.23", "D19.8")
@pytest.mark.row("O2")
def test_a_chest_holds_gold_and_one_or_two_treasures() -> None:
    # Draws: no band, a chest, no gold, no item; chest gold 15 x 4 / 2, coins 5 x 4, no second draw.
    assert filled(56, 35, 36, 23, 11, 34, 1, 41)[1].chests == [("room-4.1", Chest(4, 50))]
    _, loot = filled(56, 35, 36, 23, 1, 34, 1, 40, 35, 1, number=3)
    assert loot.chests == [("room-3.1", Chest(3, 7 + 15))]
    assert loot.items == [("bottle-3.1", Item("medicinal-ale", "chest:room-3.1"))]


@pytest.mark.rule("D7.23")
@pytest.mark.row("O1", "O5")
def test_the_map_lies_in_a_chest_forty_times_in_a_hundred_and_is_better_guarded() -> None:
    # Draws: band, chest, gold, item, then where the map is.
    assert filled(81, 36, 36, 23, 41, map_here=True)[0].map == "open"
    guarded, loot = filled(80, 1, 1, 36, 36, 23, 40, 11, 34, 1, 41, map_here=True)
    assert guarded.map == "chest"
    assert guarded.band == ("cellar-rat",) * 2
    assert loot.chests == [("room-4.1", Chest(4, 50))]
    # A chest that is there anyway is the one chest.
    assert len(filled(81, 35, 36, 23, 40, 11, 34, 1, 41, map_here=True)[1].chests) == 1


@pytest.mark.rule("D7.23", "D33.4")
def test_the_rooms_of_book_and_king_always_have_their_guard() -> None:
    # The kind drawn is Cellar Rats, whose smallest band is two: one or two of them stand with the guard.
    assert filled(1, 1, 36, 36, 23, prize="book")[0].band == ("gremlin-thief", "cellar-rat")
    assert filled(1, 2, 36, 36, 23, prize="king")[0].band == ("the-gaoler", "cellar-rat", "cellar-rat")


@pytest.mark.rule("D7.25", "D7.26")
def test_bands_are_of_one_kind_fit_for_the_floor() -> None:
    for floor in many():
        for room in floor.rooms:
            if room.band and not room.prize:
                kind = content.catalogue().monsters[room.band[0]]
                assert set(room.band) == {room.band[0]}
                assert kind.band_low <= len(room.band) <= kind.band_high
                assert -3 <= kind.peril - floor.floor.number <= 1


# --- the treasure table ---


@pytest.mark.rule("D7.23")
@pytest.mark.row("T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8")
@pytest.mark.parametrize(
    ("draws", "gold", "kind"),
    [
        ((1, 1), 10, ""), ((34, 11), 30, ""), ((35, 5), 0, "medicinal-ale"), ((35, 6), 0, "healing-draught"),
        ((50, 20), 0, "gluttons-cup"), ((51, 1), 0, "goodwill-scroll"), ((60, 1), 0, "goodwill-scroll"),
        ((61, 1), 0, "aura-of-warding"), ((67, 1), 0, "aura-of-warding"), ((68, 3), 0, "honing-stone"),
        ((74, 4), 0, "mending-kit"), ((75, 1), 0, "knife"), ((88, 1), 0, "knife"), ((89, 1), 0, "padded-coat"),
        ((95, 1), 0, "padded-coat"), ((96, 1), 0, "wooden-shield"), ((100, 1), 0, "wooden-shield"),
    ],
)  # fmt: skip
def test_the_treasure_table_row_by_row(draws: tuple[int, ...], gold: int, kind: str) -> None:
    stream = FixedDice(*draws)
    assert generation.draw_treasure(stream, 2) == Treasure(gold, kind)
    stream.assert_spent()


@pytest.mark.rule("D7.23")
@pytest.mark.row("T6", "T7", "T8")
def test_worn_treasure_is_stocked_at_most_two_floors_deeper() -> None:
    for table, floor in (("weapons", 1), ("armours", 4), ("shields", 9)):
        rows = getattr(content.catalogue(), table)
        fit = [kind for kind, row in rows.items() if 0 <= row.stocked <= floor + 2]
        face = {"weapons": 75, "armours": 89, "shields": 96}[table]
        drawn = []
        for at in range(1, len(fit) + 1):
            stream = FixedDice(face, at)
            drawn.append(generation.draw_treasure(stream, floor).kind)
            assert stream.seen[1] == (len(fit), at)
        assert drawn == fit
        assert any(row.stocked > floor + 2 for row in rows.values())


# --- the same floor for everyone ---


@pytest.mark.rule("D1.6")
def test_floors_differ_by_seed_length_and_number_alone() -> None:
    easy, hard = moment(difficulty="easy").state, moment(difficulty="hard").state

    def floor(state, seed: int, number: int, length: str = "standard") -> Made:  # type: ignore[no-untyped-def]
        return generation.make(
            state, number, derive(seed, "descent", "floor", length, number), derive(seed, "descent", "pages", length),
            derive(seed, "descent", "floor", length, number, "vaults"),
        )  # fmt: skip

    assert floor(easy, 5, 4) == floor(hard, 5, 4) == made(5, 4)
    assert made(5, 4) != made(6, 4)
    assert made(5, 4).floor.halls != made(5, 5).floor.halls
    assert made(5, 4).floor.halls != made(5, 4, "long").floor.halls


@pytest.mark.rule("D7.29")
def test_ids_are_numbered_by_floor() -> None:
    floor = made(7, 6)
    assert all(key.startswith(f"{content.item(item.kind).sort}-6.") for key, item in floor.items)
    assert len(dict(floor.items)) == len(floor.items)
    assert all(isinstance(door, Door) and door.floor == 6 and not door.known for door in floor.doors)
    assert not any(item.named for _, item in floor.items)
