"""The proof of a dungeon: it holds for what is generated, and each thing broken by hand is refused by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from tests.rulebooks.tabletop.dungeon_bench import dungeon, game, plan

from undercroft.engine.proof import Fault
from undercroft.rulebooks.tabletop import dungeons, meeting, proof, ways
from undercroft.rulebooks.tabletop.records import (
    Enemy,
    Feature,
    Jewel,
    Lot,
    Magic,
    State,
    Trap,
    Way,
    replace,
)  # fmt: skip


def first(s: State) -> str:
    """Return the name of the first fault, "" if there is none."""
    return next((fault.name for fault in proof.faults(s)), "")


def boss_room(s: State) -> str:
    return s.groups[s.adventure.boss].home


def secret_way(s: State) -> Way:
    (way,) = (way for way in s.ways.values() if way.secret)
    return way


def onward(s: State) -> Way:
    """Return a way of a path to the boss that nothing bars: without it the boss is out of reach."""
    for way in s.ways.values():
        others = [(one.near, one.far) for one in s.ways.values() if one is not way and not one.secret]
        if boss_room(s) not in ways.far_from("room-1", others):
            return way
    raise AssertionError("no way to the boss stands alone")


def group_room(s: State, sort: str) -> str:
    return next(group.home for group in s.groups.values() if group.sort == sort)


def empty(s: State, sort: str) -> None:
    """Take the groups of a sort out of the dungeon."""
    for group in [group for group in s.groups.values() if group.sort == sort]:
        del s.groups[group.id]


def change(table: Any, key: str, **facts: Any) -> None:
    table[key] = replace(table[key], **facts)


def change_group(s: State, of: str, **facts: Any) -> None:
    key = next(group.id for group in s.groups.values() if group.sort == of)
    change(s.groups, key, **facts)


# --- broken by hand ---


def one_room_less(s: State) -> None:
    del s.rooms[secret_way(s).far]


def enemies_at_the_entrance(s: State) -> None:
    change_group(s, "light", home="room-1")


def no_encounter_light(s: State) -> None:
    empty(s, "light")


def two_things_in_a_room(s: State) -> None:
    room = group_room(s, "light")
    s.traps[room] = Trap(room, "dart", 0)
    for other in [trap.room for trap in s.traps.values() if not trap.chest and trap.room != room]:
        del s.traps[other]


def a_feature_too_many(s: State) -> None:
    s.features["room-1"] = Feature("room-1", "healing-spring")


def a_hidden_treasure_too_few(s: State) -> None:
    del s.chests[secret_way(s).far]


def no_chest_at_the_boss(s: State) -> None:
    del s.chests[boss_room(s)]


def way_to_nowhere(s: State) -> None:
    change(s.ways, onward(s).id, far="room-99")


def way_of_seven_metres(s: State) -> None:
    change(s.ways, onward(s).id, metres=7)


def way_through_the_wrong_wall(s: State) -> None:
    way = onward(s)
    change(s.ways, way.id, side=ways.OPPOSITE[way.side])


def a_way_lost(s: State) -> None:
    del s.ways[onward(s).id]


def no_loop(s: State) -> None:
    """Take away ways that stand in a loop until none is left."""
    for way in list(s.ways.values()):
        others = [(one.near, one.far) for one in s.ways.values() if one is not way]
        if ways.far_from("room-1", others).keys() == s.rooms.keys():
            del s.ways[way.id]


def boss_moved_nearer(s: State) -> None:
    near, room = group_room(s, "light"), boss_room(s)
    light = next(group.id for group in s.groups.values() if group.sort == "light")
    change(s.groups, s.adventure.boss, home=near)
    change(s.groups, light, home=room)
    s.chests[near] = replace(s.chests[room], room=near)
    del s.chests[room]
    if room in s.traps:
        s.traps[near] = replace(s.traps[room], room=near)
        del s.traps[room]


def secret_door_left_plain(s: State) -> None:
    change(s.ways, secret_way(s).id, secret=False)


def secret_room_robbed(s: State) -> None:
    """Lay the treasure of the secret room open in it, and another hidden one elsewhere."""
    lost = secret_way(s).far
    free = next(
        room
        for room in s.rooms
        if room not in s.chests and room not in s.traps and room not in s.features and room != "room-1"
        and room not in [group.home for group in s.groups.values()]
    )  # fmt: skip
    s.chests[free] = replace(s.chests[lost], room=free, place="floor")
    del s.chests[lost]


def boss_behind_a_secret_door(s: State) -> None:
    for way in [way for way in s.ways.values() if boss_room(s) in (way.near, way.far)]:
        change(s.ways, way.id, secret=True, door=True, place=way.side, difficulty=10)


def feature_that_bars_nothing(s: State) -> None:
    change(s.features, next(iter(s.features)), kind="chasm", way="")


def feature_that_is_none(s: State) -> None:
    change(s.features, next(iter(s.features)), kind="bouncy-castle", way="")


def an_eye_at_level_one(s: State) -> None:
    change(s.features, next(iter(s.features)), kind="all-seeing-eye", way="")


def captive_in_the_wrong_place(s: State) -> None:
    s.adventure = replace(s.adventure, captive="room-1")


def no_captive(s: State) -> None:
    s.adventure = replace(s.adventure, captive="")


def heirloom_in_the_wrong_chest(s: State) -> None:
    change(s.chests, secret_way(s).far, lot=Lot(10, objects=("heirloom",)))


def no_heirloom(s: State) -> None:
    change(s.chests, boss_room(s), lot=Lot(40, jewels=(Jewel("topaz", 1),)))


def secret_door_too_hard(s: State) -> None:
    change(s.ways, secret_way(s).id, difficulty=17)


def secret_door_in_the_wrong_wall(s: State) -> None:
    change(s.ways, secret_way(s).id, place="ceiling")


def chest_behind_what_is_not_there(s: State) -> None:
    change(s.chests, secret_way(s).far, place="grand-piano")


def trap_of_a_number_that_is_none(s: State) -> None:
    change(s.traps, next(iter(s.traps)), number=3)


def dart_in_a_chest(s: State) -> None:
    s.traps[boss_room(s)] = Trap(boss_room(s), "dart", 0, chest=True)


def theme_too_high(s: State) -> None:
    s.adventure = replace(s.adventure, theme="dragon-mountain")


def light_and_heavy_changed_over(s: State) -> None:
    """Let the nearest encounter have the budget of the next."""
    change_group(s, "light", sort="middling")


def one_goblin_more(s: State) -> None:
    group = next(group for group in s.groups.values() if group.sort == "middling")
    change(s.groups, group.id, made=(*group.made, group.made[0]))


def an_orc_among_goblins(s: State) -> None:
    change_group(s, "light", made=(Enemy("orc"),))


def a_mixed_group(s: State) -> None:
    change_group(s, "light", made=(Enemy("goblin"), Enemy("wolf")))


def boss_only_plain(s: State) -> None:
    group = s.groups[s.adventure.boss]
    change(s.groups, group.id, made=(Enemy("goblin"), *group.made[1:]))


def boss_with_a_court(s: State) -> None:
    group = s.groups[s.adventure.boss]
    change(s.groups, group.id, made=(group.made[0], *[Enemy("giant-rat")] * 7))


def boss_with_an_orc(s: State) -> None:
    group = s.groups[s.adventure.boss]
    change(s.groups, group.id, made=(group.made[0], Enemy("orc")))


def boss_with_too_dear_a_court(s: State) -> None:
    group = s.groups[s.adventure.boss]
    change(s.groups, group.id, made=(group.made[0], *[Enemy("wolf")] * 6))


def boss_left_alone(s: State) -> None:
    group = s.groups[s.adventure.boss]
    change(s.groups, group.id, made=group.made[:1])


def a_foe_gone_before_anybody_came(s: State) -> None:
    del s.foes[next(iter(s.foes))]


def a_stranger_among_the_foes(s: State) -> None:
    foe = next(iter(s.foes.values()))
    s.foes["orc-x"] = replace(foe, id="orc-x", kind="orc")


def a_foe_worth_too_much(s: State) -> None:
    change(s.foes, next(iter(s.foes)), ml=500)


def a_foe_of_nobody(s: State) -> None:
    change(s.foes, next(iter(s.foes)), group="group-99")
    change(s.groups, next(iter(s.groups)), mood="aware")


def too_much_silver(s: State) -> None:
    change(s.chests, boss_room(s), lot=Lot(250))


def too_many_jewels(s: State) -> None:
    change(s.chests, secret_way(s).far, lot=Lot(60, jewels=(Jewel("ruby", 1), Jewel("ruby", 2))))


def a_goblins_magic_item(s: State) -> None:
    change_group(s, "light", lot=Lot(items=(Magic("heros-belt"),)))


rule = pytest.mark.rule


def case(breaks: Callable[[State], None], name: str, cites: pytest.MarkDecorator, **more: str) -> Any:
    return pytest.param(breaks, name, more, id=breaks.__name__, marks=cites)


@pytest.mark.parametrize(
    ("breaks", "name", "more"),
    [
        case(one_room_less, "too few rooms", rule("T22.28")),
        case(enemies_at_the_entrance, "enemies at the entrance", rule("T22.28")),
        case(no_encounter_light, "too few encounters", rule("T22.28")),
        case(two_things_in_a_room, "room that holds too much", rule("T22.28")),
        case(a_feature_too_many, "too many features", rule("T22.28")),
        case(a_hidden_treasure_too_few, "too few hidden treasures", rule("T22.28")),
        case(no_chest_at_the_boss, "boss room without a chest", rule("T14.18")),
        case(way_to_nowhere, "way that joins no two rooms", rule("T22.27")),
        case(way_of_seven_metres, "way of a length that is none", rule("T22.27")),
        case(way_through_the_wrong_wall, "way through the wrong wall", rule("T22.27")),
        case(a_way_lost, "room out of reach", rule("T22.27")),
        case(no_loop, "no loop", rule("T22.27")),
        case(boss_moved_nearer, "boss nearer than another room", rule("T22.27")),
        case(secret_door_left_plain, "no secret room", rule("T22.29")),
        case(secret_room_robbed, "secret room without a treasure", rule("T22.29"), length="standard"),
        case(boss_behind_a_secret_door, "boss behind a secret door", rule("T22.29")),
        case(feature_that_bars_nothing, "blocking feature that bars no way onward", rule("T21.30")),
        case(feature_that_is_none, "feature that is none", rule("T21.30")),
        case(an_eye_at_level_one, "feature above the level", rule("T21.28")),
        case(captive_in_the_wrong_place, "captive not before the boss", rule("T22.21"), quest="free-a-captive"),
        case(no_captive, "no captive", rule("T22.21"), quest="free-a-captive"),
        case(
            heirloom_in_the_wrong_chest, "heirloom where none belongs", rule("T22.21"), quest="bring-back-an-heirloom"
        ),
        case(no_heirloom, "no heirloom", rule("T22.21"), quest="bring-back-an-heirloom"),
        case(secret_door_too_hard, "secret door hidden nowhere", rule("T15.3")),
        case(secret_door_in_the_wrong_wall, "secret door hidden nowhere", rule("T15.14")),
        case(chest_behind_what_is_not_there, "thing hidden nowhere", rule("T15.14")),
        case(trap_of_a_number_that_is_none, "trap that is none", rule("T21.1")),
        case(dart_in_a_chest, "wrong trap on a chest", rule("T21.16")),
        case(theme_too_high, "theme outside its band", rule("T22.10")),
        case(light_and_heavy_changed_over, "budgets out of order", rule("T22.30")),
        case(one_goblin_more, "group off its budget", rule("T22.7")),
        case(an_orc_among_goblins, "kind that does not belong", rule("T22.7")),
        case(a_mixed_group, "group of several kinds", rule("T22.7")),
        case(boss_only_plain, "wrong boss", rule("T22.8")),
        case(boss_with_a_court, "boss with too many companions", rule("T22.8")),
        case(boss_with_an_orc, "companion that does not belong", rule("T22.8")),
        case(boss_with_too_dear_a_court, "boss group off its budget", rule("T22.8")),
        case(boss_left_alone, "boss group off its budget", rule("T22.8")),
        case(a_foe_gone_before_anybody_came, "group that is not complete", rule("T22.8")),
        case(a_stranger_among_the_foes, "foe that is none of its group", rule("T22.8")),
        case(a_foe_worth_too_much, "foe of a wrong Monster Level", rule("T12.36")),
        case(a_foe_of_nobody, "foe of no group", rule("T22.7")),
        case(too_much_silver, "treasure beyond its letter", rule("T22.31")),
        case(too_many_jewels, "treasure beyond its letter", rule("T22.29")),
        case(a_goblins_magic_item, "treasure beyond its letter", rule("T14.8")),
    ],
)
def test_a_dungeon_broken_by_hand_is_refused_by_name(
    breaks: Callable[[State], None], name: str, more: dict[str, Any]
) -> None:
    s = dungeon(11, **{"quest": "slay-the-boss", **more})
    assert first(s) == ""
    breaks(s)
    assert first(s) == name


def dead_end(s: State) -> str:
    """Return a room with one way, neither the boss's nor secret; the entrance if there is none."""
    return next(
        (room for room in s.rooms if len(ways.ways_of(s, room)) == 1 and room not in (boss_room(s), secret_way(s).far)),
        "room-1",
    )


def door_on_the_only_way(quest: str, beyond: Callable[[State], str]) -> tuple[State, str]:
    """Return a dungeon with a stuck door on the only plain way to a room, and that door's room."""
    for seed in range(2000):
        s = dungeon(seed, quest=quest)
        for room, feature in s.features.items():
            others = [(way.near, way.far) for way in s.ways.values() if way.id != feature.way and not way.secret]
            if feature.kind == "stuck-door" and beyond(s) not in ways.far_from("room-1", others):
                return s, room
    raise AssertionError("no seed has one")


@pytest.mark.rule("T21.29")
@pytest.mark.parametrize(
    ("quest", "beyond", "name"),
    [
        ("slay-the-boss", boss_room, "magic lock on the only way to the boss"),
        ("free-a-captive", lambda s: s.adventure.captive, "magic lock on the only way to the boss"),
        ("map-every-room", dead_end, "magic lock on the only way to a room to be mapped"),
    ],
)  # fmt: skip
def test_what_may_stay_shut_is_refused_on_an_only_way(quest: str, beyond: Callable[[State], str], name: str) -> None:
    s, room = door_on_the_only_way(quest, beyond)
    assert first(s) == ""
    change(s.features, room, kind="magically-locked-door", place="floor", difficulty=10)
    assert name in [fault.name for fault in proof.faults(s)]
    # Opened by a key or a lever it bars nothing any more.
    change(s.features, room, open=True)
    assert first(s) == ""


@pytest.mark.rule("T21.29")
def test_a_door_that_anybody_can_force_in_the_end_may_bar_the_only_way() -> None:
    s, _ = door_on_the_only_way("slay-the-boss", boss_room)
    assert proof.prove(s).holds


def test_nothing_is_named_twice_over_a_broken_shape() -> None:
    s = dungeon(11, quest="slay-the-boss")
    del s.ways[onward(s).id]
    assert {fault.name for fault in proof.faults(s)} == {"room out of reach"}


def test_a_fault_tells_where_and_what() -> None:
    s = dungeon(11, quest="slay-the-boss")
    way = secret_way(s)
    change(s.ways, way.id, difficulty=5)
    assert list(proof.faults(s)) == [Fault("the dungeon", "secret door hidden nowhere", way.id)]


def test_a_dungeon_under_way_still_holds() -> None:
    s = dungeon(11, quest="bring-back-an-heirloom")
    room = boss_room(s)
    for foe in list(s.foes.values()):
        change(s.foes, foe.id, vitality=0)
    for group in list(s.groups.values()):
        change(s.groups, group.id, mood="aware", lot=Lot())
    for foe in s.foes.where(s.adventure.boss):
        del s.foes[foe.id]
    for chest in list(s.chests.values()):
        change(s.chests, chest.room, lot=Lot(), open=True, found=True)
    for trap in list(s.traps.values()):
        change(s.traps, trap.room, state="spent", found=True)
    change(s.rooms, room, entered=True)
    change_group(s, "light", room=room)
    change(s.ways, secret_way(s).id, found=True, shut=False)
    assert list(proof.faults(s)) == []


def test_the_report_tells_what_the_dungeon_is() -> None:
    (facts,) = proof.prove(dungeon(11, quest="slay-the-boss", length="grand")).facts
    assert (facts.length, facts.theme, facts.level, facts.rating, facts.rooms) == ("grand", "goblin-warren", 1, 40, 20)
    assert facts.depth >= 6
    assert facts.ways >= 20
    assert msgspec.json.encode(facts)


def test_where_no_dungeon_is_the_proof_says_so() -> None:
    assert [str(fault) for fault in proof.prove(State()).faults] == ["the dungeon: adventure of no such kind"]


def test_a_game_proves_the_dungeon_that_was_made_in_it() -> None:
    one = game(5)
    dungeons.generate(one._ctx, plan(5, theme="kobold-maze"))
    assert proof.prove(one.state).holds


@pytest.mark.rule("T7.37")
def test_it_holds_while_some_of_a_group_are_after_the_party() -> None:
    s = dungeon()
    group = next(group for group in s.groups.values() if len(group.made) > 1)
    change(s.groups, group.id, mood="aware")
    meeting.Pursued((s.foes.where(group.id)[-1].id,), "room-1").apply(s)
    assert len(s.foes.where(f"{group.id}-part-1")) == 1
    assert first(s) == ""
