"""What the party knows, made from the state: the records of `views`.

Built of parts that are kept until a table they read is written; every step shares with the last all that stayed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

import msgspec

from undercroft.engine.state import remembered
from undercroft.rulebooks.descent import (
    bribery,
    effects,
    fights,
    floors,
    gear,
    levels,
    members,
    monsters,
    spells,
    stairs,
    stores,
)  # fmt: skip
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent.records import HEIGHT, WIDTH, Effect, Floor, Item, Member, PartyEffect, State
from undercroft.rulebooks.descent.views import (
    DescentView,
    DoorView,
    EffectView,
    FightView,
    FloorView,
    FoeView,
    MemberView,
    RoomView,
    TaleView,
    ThingView,
)  # fmt: skip


def view(s: State) -> DescentView:
    """Return what the party knows now."""
    place, setup, quest, purse, clock = s.place, s.setup, s.quest, s.purse, s.clock
    top = s.agenda[-1] if s.agenda else None
    fight = s.fight
    length = content.quest(setup.length)
    return DescentView(
        "" if top is None or s.outcome is not None else top.ask,
        fight.turns[0] if fight is not None and fight.turns and fight.stage in ("party", "unseen") else "",
        s.seed, setup.difficulty, setup.length, length.floors, length.book, clock.step, clock.hunger,
        purse.gold, purse.rations, place.floor, place.cell, place.room,
        quest.book, quest.king, quest.maps, quest.pages, quest.soft_step,
        _party(s), _party_effects(s), _here(s), _floors(s),
        None if fight is None else _fight(s),
        stores.wares(s) if top is not None and isinstance(top, stores.AtCounter) else (),
        _bestiary(s), s.lore.kinds, "" if s.outcome is None else s.outcome.code,
    )  # fmt: skip


def thing(s: State, key: str, item: Item) -> ThingView:
    """Return an item as the party sees it."""
    kind = content.item(item.kind)
    if not gear.is_named(s, key):
        return ThingView(key, kind.sort, "", gear.called(s, key), sells=stores.selling_price(s, key))
    figure = full = attack = hands = 0
    bow = False
    if isinstance(kind, content.Weapon):
        figure, full = members.damage_of(item), kind.damage + item.gained
        attack, hands, bow = kind.attack, kind.hands, kind.reach == "bow"
    elif isinstance(kind, (content.Armour, content.Shield)):
        figure, full = members.protection_of(item), kind.protection
    return ThingView(
        key, kind.sort, item.kind, gear.called(s, key), figure, full, attack, hands, bow, item.cause,
        stores.selling_price(s, key), item.memory,
        kind.who if isinstance(kind, content.Gear) else (),
    )  # fmt: skip


def _things(s: State, place: str) -> tuple[ThingView, ...]:
    keys = s.items.keys_where(place)
    return tuple([thing(s, key, s.items[key]) for key in keys])


@remembered("members", "items", "effects", "fight", "lore", "quest", "setup")
def _party(s: State) -> tuple[MemberView, ...]:
    return tuple([_member(s, m) for m in s.members.values()])


def _member(s: State, m: Member) -> MemberView:
    hand, arm, body = (_things(s, f"{spot}:{m.id}") for spot in ("hand", "arm", "body"))
    pack = _things(s, f"pack:{m.id}")
    state = "fallen" if m.fallen else "senseless" if members.senseless(s, m.id) else "standing"
    return MemberView(
        m.id, m.name, m.cls, m.rank, state, m.health, m.ceiling, m.mana, members.most_mana(m), m.level, m.experience,
        levels.cost(s, m.level), members.attack(s, m), members.attack_bonus(m.level), members.defence(s, m),
        members.protection(s, m), members.weapon_damage(s, m), members.strength(s, m), members.agility(s, m), m.wits,
        members.reads(m), m.raises, max(0, members.pack_places(s, m) - len(pack)),
        s.fight is not None and m.id in s.fight.outside,
        spells.known_to(s, m), tuple([_effect(e) for e in s.effects.where(m.id)]),
        hand[0] if hand else None, arm[0] if arm else None, body[0] if body else None, pack,
    )  # fmt: skip


def _effect(e: Effect) -> EffectView:
    entry = content.catalogue().effects[e.kind]
    return EffectView(e.kind, entry.name, e.source, entry.good, e.left, e.target)


@remembered("party_effects")
def _party_effects(s: State) -> tuple[EffectView, ...]:
    return tuple([_party_effect(e) for e in s.party_effects.values()])


def _party_effect(e: PartyEffect) -> EffectView:
    return EffectView(e.kind, effects.party_name(e.kind, e.good), e.source, e.good, e.left)


@remembered("items", "place", "lore")
def _here(s: State) -> tuple[ThingView, ...]:
    return _things(s, gear.lies_here(s))


@lru_cache(maxsize=256)
def links(halls: tuple[tuple[int, int], ...], up: int, down: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the ways of a floor as bit rows: to the east and to the south of each cell."""
    plan = floors.plan(Floor(0, halls, up, down))
    east, south = [0] * HEIGHT, [0] * HEIGHT
    for y in range(HEIGHT):
        for x in range(WIDTH):
            for heading, _cell in plan.ways(y * WIDTH + x):
                if heading == "east":
                    east[y] |= 1 << x
                elif heading == "south":
                    south[y] |= 1 << x
    return tuple(east), tuple(south)


@remembered("floors", "rooms", "doors", "chests", "items", "lore", "place", "party_effects", "quest")
def _floors(s: State) -> tuple[FloorView, ...]:
    lore = tuple([s.version(n) for n in ("rooms", "doors", "chests", "items", "lore", "party_effects", "quest")])
    sight = effects.sight(s)
    memo = cast("dict[Any, Any]", s.memo)
    found = []
    for floor in s.floors.values():
        if not floor.visited:
            continue
        key = ("floor", floor.number)
        here = s.place.cell if sight and s.place.floor == floor.number else -1
        stamp = (lore, here)
        held = memo.get(key)
        if held is not None and held[1] == stamp:
            parts = held[2]
        else:
            parts = (_doors(s, floor.number, here), _rooms(s, floor.number), stairs.opens(s, floor.number))
            memo[key] = (None, stamp, parts)
        found.append(_floor(floor, *parts))
    return tuple(found)


def _floor(floor: Floor, doors_: tuple[DoorView, ...], rooms: tuple[RoomView, ...], opens: bool) -> FloorView:
    east, south = links(floor.halls, floor.up, floor.down)
    known = floor.known
    below = (*known[1:], 0)
    return FloorView(
        floor.number, known,
        tuple([e & (k | k >> 1) for e, k in zip(east, known, strict=True)]),
        tuple([e & (k | b) for e, k, b in zip(south, known, below, strict=True)]),
        floor.up if _is_known(known, floor.up) else -1,
        floor.down if _is_known(known, floor.down) else -1,
        opens, doors_, rooms,
    )  # fmt: skip


def _is_known(known: tuple[int, ...], cell: int) -> bool:
    return cell >= 0 and bool(known[cell // WIDTH] >> cell % WIDTH & 1)


def _doors(s: State, number: int, here: int) -> tuple[DoorView, ...]:
    found = []
    for key, door in s.doors.items():
        if door.floor != number or not door.known:
            continue
        room = s.rooms[door.room]
        behind = None
        if door.cell == here:
            behind = (room.band[0], len(room.band)) if room.band else ("", 0)
        found.append(DoorView(key, door.room, door.cell, room.heard, behind))
    return tuple(found)


def _rooms(s: State, number: int) -> tuple[RoomView, ...]:
    found = []
    for room in s.rooms.where(number):
        if not room.known:
            continue
        doorless = not any(d.known for d in s.doors.where(room.id))
        if not (room.entered or room.told):
            found.append(RoomView(room.id, room.block, False, False, doorless=doorless))
            continue
        chest = s.chests.get(room.id)
        found.append(
            RoomView(
                room.id,
                room.block,
                room.entered,
                room.told,
                room.store,
                (room.band[0], len(room.band)) if room.band else None,
                room.gold,
                "" if chest is None else "open" if chest.open else "shut",
                room.map == "open" or (room.map == "chest" and chest is not None and chest.open),
                room.prize,
                room.pages,
                _things(s, f"room:{room.id}")
                + (_things(s, f"chest:{room.id}") if chest is not None and chest.open else ()),
                doorless,
            )
        )
    return tuple(found)


def _fight(s: State) -> FightView:
    fight = s.fight
    assert fight is not None
    foes = tuple(
        [
            FoeView(key, m.kind, monsters.kind_name(m.kind), fights.condition(m), m.asleep > 0, m.helper)
            for key, m in s.monsters.items()
            if m.health > 0
        ]
    )
    return FightView(
        fight.room, fight.stage, fight.round, fight.turns[0] if fight.turns else "", foes, fight.outside, fight.exit,
        bribery.bribe_chance(s).num if fights.living(s) else 0, fight.price, fight.goodwill,
    )  # fmt: skip


@remembered("bestiary", "setup")
def _bestiary(s: State) -> tuple[TaleView, ...]:
    found = []
    for kind, tale in s.bestiary.items():
        f = monsters.figures(s, kind)
        told = TaleView(kind, monsters.kind_name(kind), tale.met, tale.killed, tale.paid, f.bribe)
        if tale.killed:
            told = msgspec.structs.replace(
                told, health=monsters.health(s, kind), attack=f.attack, defence=f.defence, low=f.low, high=f.high,
                protection=f.protection, experience=f.experience,
            )  # fmt: skip
        if tale.suffered:
            told = msgspec.structs.replace(told, special=f.special)
        found.append(told)
    return tuple(found)
