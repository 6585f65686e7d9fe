"""What the party knows, made from the state: the records of `views`.

Built of parts that are kept until a table they read is written; every step shares with the last all that stayed.
"""

from __future__ import annotations

from functools import cache
from itertools import repeat
from operator import and_, or_, rshift
from typing import Any

from undercroft.engine.state import remembered, replace
from undercroft.rulebooks.descent import (
    bribery,
    effects,
    fights,
    floors,
    gear,
    guide,
    lessons,
    levels,
    members,
    monsters,
    plates,
    spells,
    stairs,
    stores,
    training,
    vaults,
)  # fmt: skip
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent.figures import figures
from undercroft.rulebooks.descent.halls import BLOCKS
from undercroft.rulebooks.descent.records import (
    HEIGHT,
    WIDTH,
    AtCounter,
    Door,
    Effect,
    PartyEffect,
    State,
)
from undercroft.rulebooks.descent.views import (
    DescentView,
    DoorView,
    EffectView,
    FightView,
    FloorView,
    FoeView,
    GuessView,
    MemberView,
    PlateView,
    RoomView,
    StatueView,
    TaleView,
    ThingView,
    WallView,
)  # fmt: skip


def view(s: State) -> DescentView:
    """Return what the party knows now."""
    place, clock, fight = s.place, s.clock, s.fight
    top = s.agenda[-1] if s.agenda else None
    return replace(
        _steady(s),
        ask="" if top is None or s.outcome is not None else top.ask,
        member=fight.turns[0] if fight is not None and fight.turns and fight.stage in ("party", "unseen") else "",
        step=clock.step, hunger=clock.hunger, floor=place.floor, cell=place.cell, room=place.room,
        here=things(s, gear.lies_here(s)), floors=_floors(s),
        fight=None if fight is None else _fight(s),
        lock=_lock(s, top) if isinstance(top, vaults.AtLock) else None,
        wares=stores.wares(s) if isinstance(top, AtCounter) else (),
        outcome="" if s.outcome is None else s.outcome.code,
        lesson=lessons.view(s, top.lesson) if isinstance(top, guide.Talk) else None,
    )  # fmt: skip


def _bout(s: State) -> tuple[int, int, tuple[str, ...]]:
    """Return what of the fight shows on members."""
    fight = s.fight
    return (0, 0, ()) if fight is None else (fight.ward, fight.rally, fight.outside)


@remembered(
    "seed", "setup", "quest", "purse", "lore", "lessons", "members", "items", "effects", "party_effects", "bestiary",
    also=_bout,
)  # fmt: skip
def _steady(s: State) -> DescentView:
    """Return the view without what a pace changes: where the party is, the time, and what it is asked."""
    setup, quest, purse = s.setup, s.quest, s.purse
    length = content.quest(setup.length)
    return DescentView(
        "", "", s.seed, setup.difficulty, setup.length, length.floors, length.book, 0, 0,
        purse.gold, purse.rations, 0, 0, "",
        quest.book, quest.king, quest.maps, quest.pages, quest.soft_step,
        _party(s), _party_effects(s), (), (), None, None, (),
        _bestiary(s), s.lore.kinds, "", figures(length.floors), setup.brief, None, s.lessons.given,
    )  # fmt: skip


# --- things ---


def _alone(key: str) -> tuple[str]:
    return (key,)


@remembered("lore", items=_alone)
def thing(s: State, key: str) -> ThingView:
    """Return an item as the party sees it."""
    item = s.items[key]
    kind = content.item(item.kind)
    if not gear.is_named(s, item):
        return ThingView(key, kind.sort, "", gear.called(s, key), sells=stores.selling_price(s, item))
    figure = full = attack = hands = 0
    bow = False
    if isinstance(kind, content.Weapon):
        figure, full = members.damage_of(item), kind.damage + item.gained
        attack, hands, bow = kind.attack, kind.hands, kind.reach == "bow"
    elif isinstance(kind, (content.Armour, content.Shield)):
        figure, full = members.protection_of(item), kind.protection
    return ThingView(
        key, kind.sort, item.kind, gear.called(s, key), figure, full, attack, hands, bow, item.cause,
        stores.selling_price(s, item), item.memory,
        kind.who if isinstance(kind, content.Gear) else (),
    )  # fmt: skip


def things(s: State, place: str) -> tuple[ThingView, ...]:
    """Return the things at a place as the party sees them."""
    return _things(s, place) if s.items.keys_where(place) else ()


@remembered("lore", items=_alone)
def _things(s: State, place: str) -> tuple[ThingView, ...]:
    return tuple([thing(s, key) for key in s.items.keys_where(place)])


# --- the party ---


@remembered("members", "items", "effects", "lore", "quest", "setup", also=_bout)
def _party(s: State) -> tuple[MemberView, ...]:
    return tuple([_member(s, who) for who in s.members])


@remembered("lore", "quest", "setup", also=lambda s, _: _bout(s), members=_alone, effects=_alone, items=gear.spots_of)
def _member(s: State, who: str) -> MemberView:
    m = s.members[who]
    pack = things(s, gear.pack_of(who)[0])
    return replace(
        _figures(s, who), health=m.health, mana=m.mana, experience=m.experience,
        free=max(0, members.pack_places(s, m) - len(pack)), spells=spells.known_to(s, m), effects=_effects(s, who),
        pack=pack,
    )  # fmt: skip


def _worn(who: str) -> tuple[str, ...]:
    return gear.spots_of(who)[:-1]


def _lasting(s: State, who: str) -> tuple[object, ...]:
    """Return what a member's figures rest on beside its gear: neither how far it is hurt, nor how long effects run."""
    m = s.members[who]
    return replace(m, health=int(m.health > 0), mana=0, experience=0), _kinds(s, who), _bout(s)


@remembered("setup", also=_lasting, items=_worn)
def _figures(s: State, who: str) -> MemberView:
    """Return a member's view with what does not change as it walks, tires and is hurt."""
    m = s.members[who]
    hand, arm, body = [things(s, spot) for spot in _worn(who)]
    state = "fallen" if m.fallen else "senseless" if members.senseless(s, who) else "standing"
    return MemberView(
        who, m.name, m.cls, m.rank, state, 0, m.ceiling, 0, members.most_mana(m), m.level, 0,
        levels.cost(s, m.level), members.attack(s, m), members.attack_bonus(m.level), members.defence(s, m),
        members.protection(s, m), members.weapon_damage(s, m), members.strength(s, m), members.agility(s, m), m.wits,
        members.reads(m), m.raises, 0, s.fight is not None and who in s.fight.outside, (), (),
        hand[0] if hand else None, arm[0] if arm else None, body[0] if body else None, (),
    )  # fmt: skip


@remembered(effects=_alone)
def _effects(s: State, who: str) -> tuple[EffectView, ...]:
    return tuple([_effect(e) for e in s.effects.where(who)])


@remembered(effects=_alone)
def _kinds(s: State, who: str) -> tuple[str, ...]:
    return tuple([e.kind for e in s.effects.where(who)])


def _effect(e: Effect) -> EffectView:
    entry = content.catalogue().effects[e.kind]
    return EffectView(e.kind, entry.name, e.source, entry.good, e.left, e.target)


@remembered("party_effects")
def _party_effects(s: State) -> tuple[EffectView, ...]:
    return tuple([_party_effect(e) for e in s.party_effects.values()])


def _party_effect(e: PartyEffect) -> EffectView:
    return EffectView(e.kind, effects.party_name(e.kind, e.good), e.source, e.good, e.left)


# --- floors ---


def _sighted(s: State) -> int:
    """Return the hall cell whose doors keen sight looks through, or -1 (D26.9)."""
    return s.place.floor * WIDTH * HEIGHT + s.place.cell if effects.sight(s) and not s.place.room else -1


@remembered("floors", "rooms", "doors", "chests", "items", "lore", "quest", also=_sighted)
def _floors(s: State) -> tuple[FloorView, ...]:
    return tuple([_floor(s, number) for number, floor in s.floors.items() if floor.visited])


def _parts(s: State, number: int) -> tuple[bool, tuple[DoorView, ...], tuple[RoomView, ...]]:
    return stairs.opens(s, number), _doors(s, number), _rooms(s, number)


@remembered(also=_parts, floors=_alone)
def _floor(s: State, number: int) -> FloorView:
    return FloorView(number, *_ways(s, number), *_parts(s, number))


@remembered(floors=_alone)
def _ways(s: State, number: int) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], int, int]:
    """Return a floor's known cells, its known ways to the east and to the south, and its known stairs."""
    floor = s.floors[number]
    east, south = floors.plan(floor).links
    known = floor.known
    below = (*known[1:], 0)
    return (
        known,
        tuple(map(and_, east, map(or_, known, map(rshift, known, repeat(1))))),
        tuple(map(and_, south, map(or_, known, below))),
        floor.up if _is_known(known, floor.up) else -1,
        floor.down if _is_known(known, floor.down) else -1,
    )


def _is_known(known: tuple[int, ...], cell: int) -> bool:
    return cell >= 0 and bool(known[cell // WIDTH] >> cell % WIDTH & 1)


def _doors(s: State, number: int) -> tuple[DoorView, ...]:
    found = _known_doors(s, number)
    if number != s.place.floor or _sighted(s) < 0:
        return found
    return _seen_through(s, number, found)


def _seen_through(s: State, number: int, found: tuple[DoorView, ...]) -> tuple[DoorView, ...]:
    """Return a floor's doors with what keen sight shows behind those where the party stands."""
    near = floors.doors_at(s, number, s.place.cell)
    if not any(s.doors[key].known for key in near):
        return found
    return tuple([replace(d, behind=_counted(s.rooms[d.room].band)) if d.id in near else d for d in found])


@remembered("doors", rooms=_alone)
def _known_doors(s: State, number: int) -> tuple[DoorView, ...]:
    rooms, known = s.rooms, [(key, door) for key, door in _by_floor(s).get(number, ()) if door.known]
    return tuple([DoorView(key, door.room, door.cell, rooms[door.room].heard) for key, door in known])


@remembered("doors")
def _by_floor(s: State) -> dict[int, list[tuple[str, Door]]]:
    # One look through the table serves all floors.
    found: dict[int, list[tuple[str, Door]]] = {}
    for key, door in s.doors.items():
        found.setdefault(door.floor, []).append((key, door))
    return found


def _counted(band: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    return tuple([(kind, band.count(kind)) for kind in dict.fromkeys(band)])


@cache
def _lying(room: str) -> str:
    return f"room:{room}"


@cache
def _locked(room: str) -> str:
    return f"chest:{room}"


@cache
def _rooms_on(number: int) -> tuple[str, ...]:
    """Return the ids of all rooms that may be on a floor."""
    return tuple([f"room-{number}.{block}" for block in BLOCKS])


@cache
def _places_on(number: int) -> tuple[str, ...]:
    """Return the places of things in the rooms of a floor."""
    return tuple([place for room in _rooms_on(number) for place in (_lying(room), _locked(room))])


@remembered("lore", rooms=_alone, doors=_rooms_on, chests=_rooms_on, items=_places_on)
def _rooms(s: State, number: int) -> tuple[RoomView, ...]:
    """Return the views of a floor's known rooms; only those are made anew of which something shown was written."""
    return tuple([_room(s, room.id) for room in s.rooms.where(number) if room.known])


@remembered("lore", rooms=_alone, doors=_alone, chests=_alone, items=lambda key: (_lying(key), _locked(key)))
def _room(s: State, key: str) -> RoomView:
    room, chest = s.rooms[key], s.chests.get(key)
    doorless = not any(d.known for d in s.doors.where(key))
    if not (room.entered or room.told):
        return RoomView(key, room.block, False, False, doorless=doorless)
    is_open = chest is not None and chest.open
    return RoomView(
        key, room.block, room.entered, room.told, room.store,
        _counted(room.band or room.gone) or None,
        room.gold + (chest.gold if chest is not None and is_open else 0),
        "" if chest is None else "open" if is_open else "shut",
        room.map == "open" or (room.map == "chest" and is_open),
        room.prize, len(room.pages),
        things(s, _lying(key)) + (things(s, _locked(key)) if is_open else ()),
        room.vault, doorless,
        _statue(room.floor) if room.statue else None, room.bath, room.bathed,
    )  # fmt: skip


@cache
def _statue(floor: int) -> StatueView:
    figures = content.floor(floor)
    return StatueView(figures.posts, figures.mends, figures.raises)


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
        training.practising(s),
    )  # fmt: skip


def _lock(s: State, at: vaults.AtLock) -> WallView | PlateView:
    """Return the lock being worked: of a wall no more than its answers, and to a rogue its first ring (D20.10)."""
    practice = at.lock == vaults.PRACTICE
    name = vaults.PRACTICE if practice else vaults.vault_id(at.lock)
    if isinstance(at, vaults.AtPlate):
        plate = s.plates[at.lock]
        wound = plates.wound_spread(s, at.member)
        return PlateView(
            name, at.member, *plates.board(plate.floor), plates.raised(plate), plate.pushed, plate.hints,
            plates.hint_price(s, at), 0 if practice else wound.low, 0 if practice else wound.high, practice,
        )  # fmt: skip
    wall = s.walls[at.lock]
    return WallView(
        name, at.member, len(wall.combination), len(vaults.values(wall)),
        wall.combination[0] if vaults.knows_first(s.members[at.member]) else "",
        tuple([GuessView(g.digits, g.placed, g.moved) for g in wall.guesses]),
        0 if practice else vaults.wound_chance(at.member).num, 0 if practice else vaults.wound_more(s), practice,
    )  # fmt: skip


@remembered("bestiary", "setup")
def _bestiary(s: State) -> tuple[TaleView, ...]:
    return tuple([_tale(s, kind) for kind in s.bestiary])


@remembered("setup", bestiary=_alone)
def _tale(s: State, kind: str) -> TaleView:
    tale = s.bestiary[kind]
    f = monsters.figures(s, kind)
    told = TaleView(kind, monsters.kind_name(kind), tale.met, tale.killed, tale.paid, f.bribe)
    if tale.killed:
        told = replace(
            told, health=monsters.health(s, kind), attack=f.attack, defence=f.defence, low=f.low, high=f.high,
            protection=f.protection, experience=f.experience,
        )  # fmt: skip
    return replace(told, special=f.special) if tale.suffered else told
