"""Whole dungeons, made from many seeds and looked at from outside (T22.21, T22.27 to T22.31, T21.28 to T21.30).

`tools/measure.py dungeons SIZE THEME` holds the same of 1,000 adventures of each size and theme.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import msgspec
import networkx as nx
import pytest
from tests.rulebooks.tabletop.dungeon_bench import (
    BANDS,
    LENGTHS,
    QUESTS,
    dungeon,
    game,
    made,
    plan,
    rating,
    state,
)  # fmt: skip

from undercroft.engine.streams import derive
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop import dungeons, encounters, layout, proof, ways
from undercroft.rulebooks.tabletop.dungeons import DungeonMade, Plan
from undercroft.rulebooks.tabletop.records import Enemy, State

SEEDS = 200
STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
BLOCKING = ("stuck-door", "locked-door", "magically-locked-door", "chasm", "fallen-passage", "swift-stream")
ML = {
    "orc": 10, "goblin": 5, "ogre": 35, "troll": 60, "kobold": 6, "dragon": 160, "giant-rat": 2, "giant-bat": 2,
    "wolf": 7, "cellar-slime": 10, "walking-corpse": 9, "skeleton": 10, "bandit": 11, "giant-spider": 12, "harpy": 14,
    "lizard-man": 15, "ghoul": 16, "cave-bear": 22, "giant-scorpion": 28, "bandit-captain": 30,
    "renegade-magician": 30, "stone-watcher": 35, "barrow-wraith": 40, "minotaur": 40, "werewolf": 40,
    "tatzelwurm": 55, "giant": 100,
}  # fmt: skip
PERCENT = {"light": 40, "middling": 70, "heavy": 100, "boss": 120}
SETTING = {"gentle": 75, "normal": 100, "grim": 130}


def graph(s: State) -> nx.Graph:
    found = nx.Graph()
    found.add_nodes_from(s.rooms)
    for way in s.ways.values():
        found.add_edge(way.near, way.far, way=way)
    return found


def boss_room(s: State) -> str:
    return s.groups[s.adventure.boss].room


@cache
def every() -> tuple[State, ...]:
    """Return dungeons of all sizes, themes, settings, quests and numbers of members, in turn; only to be looked at."""
    themes = list(BANDS)
    return tuple(
        state(made(seed, plan(seed, length=length, theme=themes[(seed + at) % len(themes)])))
        for seed in range(SEEDS)
        for at, length in enumerate(LENGTHS)
    )


# --- shape ---


def check_shape(s: State) -> None:
    """Hold the shape against T22.27 to T22.29 by figures and a graph of our own."""
    rooms = graph(s)
    assert nx.is_connected(rooms)
    assert rooms.number_of_edges() == len(s.ways)
    plain = rooms.edge_subgraph([(way.near, way.far) for way in s.ways.values() if not way.secret])
    assert nx.cycle_basis(plain)
    far = nx.single_source_shortest_path_length(rooms, "room-1")
    assert far[boss_room(s)] == max(far.values())
    (lost,) = set(rooms) - set(nx.node_connected_component(plain, "room-1"))
    assert rooms.degree(lost) == 1
    assert s.chests[lost].difficulty >= 6
    assert lost != boss_room(s)
    assert len({(room.x, room.y) for room in s.rooms.values()}) == len(s.rooms)
    for way in s.ways.values():
        assert way.metres in (5, 10, 15, 20)
        assert far[way.near] <= far[way.far]
        near, far_room, step = s.rooms[way.near], s.rooms[way.far], STEPS[way.side]
        assert (far_room.x - near.x, far_room.y - near.y) == step
        assert way.shut == way.door
        assert way.door or not way.secret


def check_counts(s: State) -> None:
    """Hold the counts of T22.28: each room holds one thing."""
    number = LENGTHS[s.adventure.length]
    boss = boss_room(s)
    things = Counter({"boss": 1})
    things["encounters"] = sum(group.room != boss for group in s.groups.values())
    things["traps"] = sum(not trap.chest for trap in s.traps.values())
    things["features"] = len(s.features)
    things["treasures"] = sum(chest.room != boss for chest in s.chests.values())
    assert things == {
        "boss": 1, "encounters": number * 4 // 10, "traps": number // 5, "features": number // 5,
        "treasures": number // 8,
    }  # fmt: skip
    held = [group.room for group in s.groups.values()]
    held += [room for room in s.chests if room != boss]
    held += [room for room, trap in s.traps.items() if not trap.chest]
    held += list(s.features)
    assert len(held) == len(set(held))
    assert "room-1" not in held
    assert len(s.rooms) == number
    assert set(held) <= set(s.rooms)


def check_budgets(s: State) -> None:
    """Hold every group against its budget, worked out here (T22.6 to T22.9, T22.30)."""
    row, far = s.adventure, nx.single_source_shortest_path_length(graph(s), "room-1")
    inner = [group for group in s.groups.values() if group.sort != "boss"]
    assert [far[group.room] for group in inner] == sorted(far[group.room] for group in inner)
    turn = ["light", *["middling", "middling", "heavy"] * 3]
    assert [group.sort for group in inner] == turn[: len(inner)]
    for group in s.groups.values():
        most = max(2, row.rating * PERCENT[group.sort] * SETTING[row.setting] // 10_000)
        kinds = content.theme(row.theme).kinds
        if group.sort != "boss":
            (kind,) = {enemy.kind for enemy in group.made}
            assert kind in kinds
            cheapest = min(kinds, key=ML.__getitem__)
            assert ML[kind] * 100 <= 125 * most or (
                kind == cheapest and all(ML[one] * 100 > 125 * most for one in kinds)
            )
            (template,) = {enemy.template for enemy in group.made}
            plain = max(1, (most * 2 + ML[kind]) // (2 * ML[kind]))
            cost = ML[kind] if plain <= 8 else -(-ML[kind] * 3 // 2)
            assert template == ("" if plain <= 8 else "veteran")
            assert len(group.made) == min(8, max(1, (most * 2 + cost) // (2 * cost)))
        else:
            boss, *others = group.made
            cost = {"": ML[boss.kind], "veteran": -(-ML[boss.kind] * 3 // 2), "chief": ML[boss.kind] * 2}[boss.template]
            assert len(others) <= 6
            assert all(enemy.kind in kinds and not enemy.template for enemy in others)
            spent = cost + sum(ML[enemy.kind] for enemy in others)
            assert spent <= most or (not others and boss.template == "")
            assert len(others) == 6 or spent + min(ML[kind] for kind in kinds) > most
        assert Counter(Enemy(foe.kind, foe.template) for foe in s.foes.where(group.id)) == Counter(group.made)


def check_features(s: State) -> None:
    """Hold features against T21.28 to T21.30."""
    rooms = graph(s)
    far = nx.single_source_shortest_path_length(rooms, "room-1")
    for room, feature in s.features.items():
        assert bool(feature.way) == (feature.kind in BLOCKING)
        if feature.way:
            way = s.ways[feature.way]
            assert way.near == room
            assert far[way.far] == far[room] + 1
            assert not way.secret
            assert way.door or feature.kind in ("chasm", "fallen-passage", "swift-stream")
        if feature.kind == "all-seeing-eye":
            assert s.adventure.level >= 5
        if feature.kind == "magically-locked-door":
            rooms.remove_edge(way.near, way.far)
            assert 6 <= feature.difficulty <= 16
    for way in s.ways.values():
        if way.secret:
            rooms.remove_edge(way.near, way.far)
    reached = nx.node_connected_component(rooms, "room-1")
    assert boss_room(s) in reached
    if s.adventure.quest == "map-every-room":
        assert len(reached) == len(s.rooms) - 1
    if s.adventure.captive:
        assert s.adventure.captive in reached


@pytest.mark.rule("T22.27", "T22.28", "T22.29", "T22.2")
def test_every_dungeon_has_its_shape_and_its_rooms() -> None:
    for s in every():
        check_shape(s)
        check_counts(s)


@pytest.mark.rule("T22.6", "T22.7", "T22.8", "T22.30", "T22.3")
def test_every_encounter_keeps_its_budget() -> None:
    for s in every():
        check_budgets(s)


@pytest.mark.rule("T21.29", "T21.30", "T21.28")
def test_no_feature_bars_what_the_quest_needs() -> None:
    for s in every():
        check_features(s)


@pytest.mark.parametrize("length", LENGTHS)
def test_the_proof_holds_for_every_theme_setting_and_party(length: str) -> None:
    for at, theme in enumerate(BANDS):
        for seed in range(at, SEEDS, len(BANDS)):
            s = state(made(seed, plan(seed, length=length, theme=theme)))
            assert list(proof.faults(s)) == [], (seed, theme)


@pytest.mark.parametrize("rooms", LENGTHS.values())
def test_the_plan_without_draws_has_a_loop_and_the_boss_farthest(rooms: int) -> None:
    plain = layout.plain(rooms)
    assert len(set(plain.cells)) == len(plain.joins) == rooms
    assert plain.distances[plain.boss] == max(plain.distances)


def test_where_no_draw_fits_the_plan_without_draws_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "laid", lambda *_: None)
    for seed in range(30):
        for length in LENGTHS:
            s = state(made(seed, plan(seed, length=length, theme="orc-delve")))
            assert list(proof.faults(s)) == []
            check_shape(s)
            check_counts(s)


# --- chance ---


@pytest.mark.rule("T22.27")
def test_lengths_are_even_and_two_connections_in_three_have_a_door() -> None:
    drawn = [way for s in every() for way in s.ways.values() if not way.secret]
    lengths = Counter(way.metres for way in drawn)
    assert all(abs(number * 4 - len(drawn)) < len(drawn) // 10 for number in lengths.values())
    # Rooms whose features need a door draw plans until there is one, so a little more than 2 in 3.
    assert 64 <= sum(way.door for way in drawn) * 100 // len(drawn) <= 70


@pytest.mark.rule("T21.16", "T21.1")
def test_traps_are_picked_fairly_and_one_chest_in_three_has_a_needle() -> None:
    traps = [trap for s in every() for trap in s.traps.values() if not trap.chest]
    kinds = Counter(trap.kind for trap in traps)
    assert len(kinds) == 10
    assert all(abs(number * 10 - len(traps)) < len(traps) * 3 // 10 for number in kinds.values())
    numbers = Counter(trap.number for s in every() for trap in s.traps.values())
    total = sum(numbers.values())
    assert [round(numbers[number] * 6 / total) for number in (0, 2, 4, 6)] == [2, 2, 1, 1]
    chests = sum(len(s.chests) for s in every())
    needles = [trap for s in every() for trap in s.traps.values() if trap.chest]
    assert {trap.kind for trap in needles} == {"poison-needle"}
    assert 30 <= len(needles) * 100 // chests <= 37


@pytest.mark.rule("T21.28")
def test_the_eye_is_never_made_below_level_5_and_an_old_map_room_takes_its_place() -> None:
    low = [kind.id for seed in range(300) for kind in dungeons.drawn_features(derive(seed, "t", "f"), 4, 4)]
    high = [kind.id for seed in range(300) for kind in dungeons.drawn_features(derive(seed, "t", "f"), 4, 5)]
    assert "all-seeing-eye" not in low
    assert "all-seeing-eye" in high
    assert [one if one != "all-seeing-eye" else "old-map-room" for one in high] == low


@pytest.mark.rule("T21.30")
def test_features_are_picked_by_a_fair_twelve_sided_roll() -> None:
    kinds = Counter(kind.id for seed in range(600) for kind in dungeons.drawn_features(derive(seed, "t", "f"), 4, 9))
    assert len(kinds) == 12
    assert all(150 <= number <= 250 for number in kinds.values())


@pytest.mark.rule("T22.21")
def test_a_quest_is_drawn_on_a_d6_and_slaying_has_two_faces() -> None:
    quests = Counter(dungeons.drawn_quest(derive(seed, "t", "q")).id for seed in range(600))
    assert set(quests) == set(QUESTS)
    assert 160 <= quests["slay-the-boss"] <= 240
    assert all(70 <= number <= 130 for quest, number in quests.items() if quest != "slay-the-boss")


@pytest.mark.rule("T22.44")
def test_every_village_may_be_the_one() -> None:
    one = game()
    assert len({dungeons.village(one._ctx, number) for number in range(1, 200)}) == 12


@pytest.mark.rule("T22.10")
def test_a_theme_is_drawn_from_those_that_suit_the_party() -> None:
    found = {
        dungeons.drawn_theme(derive(seed, "t", "theme"), Plan(1, "short", 1, rating(1, 4))).id for seed in range(60)
    }
    assert found == {"goblin-warren", "bandit-hold", "kobold-maze"}
    alone = {
        dungeons.drawn_theme(derive(seed, "t", "theme"), Plan(1, "short", 1, rating(1, 1))).id for seed in range(60)
    }
    assert alone == {"goblin-warren"}


# --- what is in it ---


@pytest.mark.rule("T22.21")
def test_the_quests_object_is_where_it_must_be() -> None:
    for seed in range(40):
        for quest in QUESTS:
            s = dungeon(seed, quest=quest)
            boss = boss_room(s)
            far = nx.single_source_shortest_path_length(graph(s), "room-1")
            hoard, held = s.chests[boss].lot.objects, s.groups[s.adventure.boss].lot.objects
            assert hoard == (("heirloom",) if quest == "bring-back-an-heirloom" else ())
            assert held == (("banner",) if quest == "bring-back-the-banner" else ())
            captive = s.adventure.captive
            assert bool(captive) == (quest == "free-a-captive")
            if captive:
                assert far[captive] == far[boss] - 1
                assert any({way.near, way.far} == {captive, boss} for way in s.ways.values())


@pytest.mark.rule("T14.15", "T14.18", "T22.31", "T22.29")
def test_hoards_lie_in_chests_and_a_bosses_own_letter_gives_nothing() -> None:
    for seed in range(60):
        s = dungeon(seed, theme="bandit-hold", members=6, setting="grim")
        boss = s.groups[s.adventure.boss]
        hoard = s.chests[boss.room]
        # The boss room's D: 4d6 x 10 silver and 1d3 jewels.
        assert 40 <= hoard.lot.silver <= 240
        assert hoard.lot.silver % 10 == 0
        assert 1 <= len(hoard.lot.jewels) <= 3
        assert hoard.found
        assert not hoard.place
        # A Captain's own C would be 10 silver at least; bandits carry B, wolves and rats nothing.
        bandits = sum(enemy.kind == "bandit" for enemy in boss.made[1:])
        assert 3 * bandits <= boss.lot.silver <= 18 * bandits
        for chest in s.chests.values():
            if chest.room != boss.room:
                assert 10 <= chest.lot.silver <= 60
                assert not chest.found
                assert 6 <= chest.difficulty <= 16


@pytest.mark.rule("T14.14", "T14.8", "T14.9")
def test_treasure_goes_by_the_letter_of_each_enemy_and_a_chiefs_is_one_higher() -> None:
    assert encounters.letter_of(Enemy("goblin")) == "a"
    assert encounters.letter_of(Enemy("goblin", "veteran")) == "a"
    assert encounters.letter_of(Enemy("goblin", "chief")) == "b"
    assert encounters.letter_of(Enemy("wolf", "chief")) == "a"
    assert encounters.letter_of(Enemy("dragon", "chief")) == "f"
    assert encounters.letter_of(Enemy("wolf")) == ""
    totals = [encounters.held(derive(seed, "t", "x"), "light", [Enemy("goblin")] * 3).silver for seed in range(400)]
    assert min(totals) >= 6
    assert max(totals) <= 36
    assert 20 <= sum(totals) // len(totals) <= 21


@pytest.mark.rule("T11.14", "T11.13")
def test_orcs_alone_hold_no_magic_items_and_have_a_jewel_instead() -> None:
    assert encounters.orcs_alone([Enemy("orc", "chief"), Enemy("orc")])
    assert not encounters.orcs_alone([Enemy("orc"), Enemy("goblin")])
    found = []
    for seed in range(200):
        s = state(made(seed, plan(seed, theme="orc-delve", level=3, members=2)))
        boss = s.groups[s.adventure.boss]
        if all(enemy.kind == "orc" for enemy in boss.made):
            found.append(s.chests[boss.room].lot)
    assert found
    assert not any(lot.items for lot in found)
    assert max(len(lot.jewels) for lot in found) == 4


@pytest.mark.rule("T11.12")
def test_the_orcs_of_one_group_all_carry_the_same() -> None:
    seen = set()
    for seed in range(60):
        s = state(made(seed, plan(seed, theme="orc-delve", level=2, members=5)))
        for group in s.groups.values():
            arms = {foe.arms for foe in s.foes.where(group.id) if foe.kind == "orc"}
            assert len(arms) <= 1
            seen |= arms
    assert {("sabre",), ("spear", "short-bow"), ("war-axe",)} >= seen
    assert len(seen) == 3


@pytest.mark.rule("T21.21", "T21.25")
def test_a_statue_holds_a_potion_and_an_idol_a_jewel() -> None:
    potions, jewels = set(), 0
    for s in every():
        for feature in s.features.values():
            if feature.kind == "riddle-statue":
                (item,) = feature.lot.items
                potions.add(item.kind)
            elif feature.kind == "idol":
                (jewel,) = feature.lot.jewels
                assert 1 <= jewel.carats <= 20
                jewels += 1
            else:
                assert feature.lot.items == ()
                assert feature.lot.jewels == ()
    assert jewels > 10
    assert potions == {
        "healing-potion-10", "healing-potion-20", "healing-potion-30", "potion-of-strength", "potion-of-courage",
        "potion-of-agility", "potion-of-intelligence", "potion-of-charisma",
    }  # fmt: skip


@pytest.mark.rule("T15.13", "T15.14", "T15.3")
def test_what_is_hidden_is_in_a_wall_floor_ceiling_or_piece_of_furniture() -> None:
    difficulties, kinds = Counter(), Counter()
    for s in every():
        for way in s.ways.values():
            if way.secret:
                furniture = dict(s.rooms[way.near].furniture)
                assert way.place == way.side or furniture[way.place] == way.side
                difficulties[way.difficulty] += 1
        for room, chest in s.chests.items():
            if chest.difficulty:
                furniture = dict(s.rooms[room].furniture)
                sort = "furniture" if chest.place in furniture else chest.place
                assert sort in ("north", "east", "south", "west", "floor", "ceiling", "furniture")
                kinds[sort] += 1
                difficulties[chest.difficulty] += 1
    assert len(kinds) == 7
    assert sorted(difficulties) == list(range(6, 17))
    assert difficulties[11] > difficulties[6]


def test_no_two_rooms_are_alike_and_every_theme_has_rooms_of_its_own() -> None:
    for s in every():
        kinds = [content.catalogue().rooms[room.kind] for room in s.rooms.values()]
        assert len({kind.id for kind in kinds}) == len(kinds)
        assert {kind.theme for kind in kinds} == {"", s.adventure.theme}
        assert content.catalogue().rooms[s.rooms["room-1"].kind].part == "entrance"
        assert content.catalogue().rooms[s.rooms[boss_room(s)].kind].part == "boss"
        assert sum(kind.part == "secret" for kind in kinds) == 1


# --- streams and secrecy ---


def test_the_same_seed_gives_the_same_dungeon_and_another_seed_another() -> None:
    one, again, other = (made(seed, plan(4, length="long")) for seed in (4, 4, 5))
    assert one == again
    assert one != other


def same_place(one: DungeonMade, other: DungeonMade) -> bool:
    names = ("rooms", "ways", "traps", "features")
    return all(getattr(one, name) == getattr(other, name) for name in names)


def test_the_place_does_not_depend_on_who_sets_out() -> None:
    for seed in range(20):
        few, many = (
            made(seed, plan(seed, theme="kobold-maze", level=2, members=members, setting=setting))
            for members, setting in ((2, "gentle"), (6, "grim"))
        )
        assert same_place(few, many)
        assert few.groups != many.groups


def test_the_next_adventure_of_a_seed_is_another_dungeon() -> None:
    assert not same_place(made(1, plan(1)), made(1, plan(1, number=2)))


def test_a_new_dungeon_takes_the_place_of_the_old_one_and_can_be_undone() -> None:
    one = game(3)
    dungeons.generate(one._ctx, plan(3, length="grand"))
    dungeons.generate(one._ctx, plan(3, number=2))
    s = one.state
    assert len(s.rooms) == 8
    assert s.adventure.number == 2
    assert all(foe.group in s.groups for foe in s.foes.values())
    assert list(proof.faults(s)) == []


def test_nobody_is_told_what_is_in_a_dungeon() -> None:
    event = made(1, plan(1))
    assert event.seen_by(State()) == ()


def test_a_dungeon_survives_being_written_and_read() -> None:
    event = made(2, plan(2, length="grand"))
    assert msgspec.json.decode(msgspec.json.encode(event), type=DungeonMade) == event


def test_what_is_a_secret_door_shows_from_its_far_side_alone() -> None:
    s = dungeon(7)
    (secret,) = (way for way in s.ways.values() if way.secret)
    assert secret not in ways.exits(s, secret.near).values()
    assert secret in ways.ways_of(s, secret.near).values()
    assert list(ways.exits(s, secret.far).values()) == [secret]
