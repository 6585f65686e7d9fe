"""What the party knows, made from the state: the records of `views`.

Built of parts that are kept until a table they read is written; every step shares with the last all that stayed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import repeat
from operator import and_, or_, rshift
from typing import Any

from undercroft.engine.state import remembered, replace
from undercroft.rulebooks.descent import (
    bribery,
    doors,
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
    WIDTH,
    AtCounter,
    Effect,
    Frame,
    InHall,
    InRoom,
    Member,
    PartyEffect,
    Room,
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
    place, clock = s.place, s.clock
    top = s.agenda[-1] if s.agenda else None
    now = replace(
        _steady(s),
        ask="" if top is None or s.outcome is not None else top.ask,
        step=clock.step, hunger=clock.hunger, floor=place.floor, cell=place.cell, room=place.room,
        party=_party(s), effects=_party_effects(s), here=things(s, gear.lies_here(s)), floors=_floors(s),
    )  # fmt: skip
    return now if type(top) in (InHall, InRoom) and s.outcome is None else _with_what_is_open(s, now, top)


def _with_what_is_open(s: State, now: DescentView, top: Frame | None) -> DescentView:
    """Return the view with what is only shown in a fight, at a lock or counter, in a lesson, or at the end."""
    fight = s.fight
    return replace(
        now,
        member=fight.turns[0] if fight is not None and fight.turns and fight.stage in ("party", "unseen") else "",
        fight=None if fight is None else _fight(s),
        lock=_lock(s, top) if isinstance(top, vaults.AtLock) else None,
        wares=stores.wares(s) if isinstance(top, AtCounter) else (),
        outcome="" if s.outcome is None else s.outcome.code,
        lesson=lessons.view(s, top.lesson) if isinstance(top, guide.Talk) else None,
    )  # fmt: skip


Bout = tuple[int, int, tuple[str, ...]]


def _bout(s: State) -> Bout:
    """Return what of the fight shows on members."""
    fight = s.fight
    return (0, 0, ()) if fight is None else (fight.ward, fight.rally, fight.outside)


@remembered("seed", "setup", "quest", "purse", "lore", "lessons", "bestiary")
def _steady(s: State) -> DescentView:
    """Return the view without what a pace or a blow changes: the party, where it is, the time, what it is asked."""
    setup, quest, purse = s.setup, s.quest, s.purse
    length = content.quest(setup.length)
    return DescentView(
        "", "", s.seed, setup.difficulty, setup.length, length.floors, length.book, 0, 0,
        purse.gold, purse.rations, 0, 0, "",
        quest.book, quest.king, quest.maps, quest.pages, quest.soft_step,
        (), (), (), (), None, None, (),
        _bestiary(s), s.lore.kinds, "", figures(length.floors), setup.brief, None, s.lessons.given,
    )  # fmt: skip


# --- things ---


def _one(key: str, *_: object) -> tuple[str]:
    return (key,)


@remembered("lore", items=_one)
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


@remembered("lore", items=_one)
def _things(s: State, place: str) -> tuple[ThingView, ...]:
    return tuple([thing(s, key) for key in s.items.keys_where(place)])


# --- the party ---


@remembered("members", "items", "effects", "lore", "quest", "setup", also=_bout)
def _party(s: State) -> tuple[MemberView, ...]:
    bout = _bout(s)
    return tuple([_member(s, m, bout) for m in s.members.values()])


def _member(s: State, m: Member, bout: Bout) -> MemberView:
    """Return a member's view: the last one, with its health, mana and experience of now, while no more has changed."""
    kept = _kept(s, m.id)
    then, during, made = kept
    if then is not m or during != bout:
        if during == bout and _worn_down(then, m):
            made = replace(made, health=m.health, mana=m.mana, experience=m.experience)
        else:
            made = _made(s, m, bout)
        kept[:] = m, bout, made
    found: MemberView = made
    return found


@remembered("lore", "quest", "setup", effects=_one, items=gear.spots_of)
def _kept(s: State, who: str) -> list[Any]:
    """Return a member, what of the fight shows on it and its view, renewed in place as it is hurt and heals."""
    m, bout = s.members[who], _bout(s)
    return [m, bout, _made(s, m, bout)]


def _worn_down(before: Member, now: Member) -> bool:
    """Say whether nothing but health, mana and experience has changed, and nobody fell or rose."""
    return before is now or (
        before.fallen == now.fallen
        and replace(before, health=now.health, mana=now.mana, experience=now.experience) == now
    )


def _made(s: State, m: Member, bout: Bout) -> MemberView:
    """Return a member's view, with the figures of the last one while what they rest on is the same."""
    who = m.id
    *worn, pack = [things(s, spot) for spot in gear.spots_of(who)]
    running = s.effects.where(who)
    stamp = (worn, [e.kind for e in running], bout, s.setup)
    last = s.memory.get(("figures", who))
    if last is None or last[0] != stamp or not _worn_down(last[1], m):
        last = s.memory["figures", who] = (stamp, m, _figures(s, m, worn))
    return replace(
        last[2], health=m.health, mana=m.mana, experience=m.experience,
        free=max(0, members.pack_places(s, m) - len(pack)),
        spells=spells.known_to(s, m), effects=tuple([_effect(e) for e in running]), pack=pack,
    )  # fmt: skip


def _figures(s: State, m: Member, worn: list[tuple[ThingView, ...]]) -> MemberView:
    """Return a member's view without what comes and goes from step to step."""
    hand, arm, body = [things[0] if things else None for things in worn]
    state = "fallen" if m.fallen else "senseless" if members.senseless(s, m.id) else "standing"
    return MemberView(
        m.id, m.name, m.cls, m.rank, state, 0, m.ceiling, 0, members.most_mana(m), m.level, 0,
        levels.cost(s, m.level), members.attack(s, m), members.attack_bonus(m.level), members.defence(s, m),
        members.protection(s, m), members.weapon_damage(s, m), members.strength(s, m), members.agility(s, m), m.wits,
        members.reads(m), m.raises, 0, m.id in members.outside(s), (), (), hand, arm, body, (),
    )  # fmt: skip


def _effect(e: Effect) -> EffectView:
    entry = content.catalogue().effects[e.kind]
    return EffectView(e.kind, entry.name, e.source, entry.good, e.left, e.target)


@remembered("party_effects")
def _party_effects(s: State) -> tuple[EffectView, ...]:
    return tuple([_party_effect(e) for e in s.party_effects.values()])


def _party_effect(e: PartyEffect) -> EffectView:
    return EffectView(e.kind, effects.party_name(e.kind, e.good), e.source, e.good, e.left)


# --- floors ---


@cache
def _spots(room: str) -> tuple[str, str]:
    """Return the places of things in a room: on the floor, and in its chest."""
    return f"room:{room}", f"chest:{room}"


@cache
def _rooms_on(number: int) -> tuple[str, ...]:
    """Return the ids of all rooms that a floor may have."""
    return tuple([f"room-{number}.{block}" for block in BLOCKS])


@cache
def _places_on(number: int) -> tuple[str, ...]:
    """Return the places of things in the rooms of a floor."""
    return tuple([place for room in _rooms_on(number) for place in _spots(room)])


def _floors(s: State) -> tuple[FloorView, ...]:
    found = _known_floors(s)
    if not s.party_effects or s.place.room or not effects.sight(s):
        return found
    near = doors.here(s)
    return tuple([_seen_through(s, f, near) if f.number == s.place.floor else f for f in found]) if near else found


def _seen_through(s: State, seen: FloorView, near: Sequence[str]) -> FloorView:
    """Return a floor with what keen sight shows behind the doors where the party stands (D26.9)."""
    shown = [replace(d, behind=_counted(s.rooms[d.room].band)) if d.id in near else d for d in seen.doors]
    return replace(seen, doors=tuple(shown))


@remembered("floors", "rooms", "doors", "chests", "items", "lore", "quest")
def _known_floors(s: State) -> tuple[FloorView, ...]:
    return tuple([_floor(s, number) for number, floor in s.floors.items() if floor.visited])


@remembered("lore", "quest", floors=_one, rooms=_one, doors=_rooms_on, chests=_rooms_on, items=_places_on)
def _floor(s: State, number: int) -> FloorView:
    return FloorView(number, *_ways(s, number), *_inside(s, number))


@remembered("lore", "quest", rooms=_one, doors=_rooms_on, chests=_rooms_on, items=_places_on)
def _inside(s: State, number: int) -> tuple[bool, tuple[DoorView, ...], tuple[RoomView, ...]]:
    """Return what of a floor is no cell."""
    return stairs.opens(s, number), _doors(s, number), _rooms(s, number)


@remembered(floors=_one)
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


@remembered(rooms=_one, doors=_rooms_on)
def _doors(s: State, number: int) -> tuple[DoorView, ...]:
    rooms = s.rooms
    known = [(key, door) for key, door in [(key, s.doors[key]) for key in _doors_on(s, number)] if door.known]
    return tuple(
        [DoorView(key, door.room, door.cell, (room := rooms[door.room]).heard, _sighted(room)) for key, door in known]
    )


def _sighted(room: Room) -> tuple[tuple[str, int], ...] | None:
    """Return what good sight showed in a room, as the party still believes it."""
    return _counted(room.band or room.gone) if room.sighted else None


def _doors_on(s: State, number: int) -> tuple[str, ...]:
    """Return the ids of a floor's doors, which are made with it and stay."""
    held: tuple[int, tuple[str, ...]] | None = s.memory.get(("doors", number))
    if held is None or held[0] != len(s.doors):
        found = tuple([key for key, door in s.doors.items() if door.floor == number])
        held = s.memory["doors", number] = (len(s.doors), found)
    return held[1]


def _counted(band: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    return tuple([(kind, band.count(kind)) for kind in dict.fromkeys(band)])


@remembered("lore", rooms=_one, doors=_rooms_on, chests=_rooms_on, items=_places_on)
def _rooms(s: State, number: int) -> tuple[RoomView, ...]:
    """Return the views of a floor's known rooms; only those are made anew of which something shown was written."""
    return tuple([_room(s, room.id) for room in s.rooms.where(number) if room.known])


@remembered("lore", rooms=_one, doors=_one, chests=_one, items=_spots)
def _room(s: State, key: str) -> RoomView:
    room, chest = s.rooms[key], s.chests.get(key)
    lying, locked = _spots(key)
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
        things(s, lying) + (things(s, locked) if is_open else ()),
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
    foes = _foes(s)
    return FightView(
        fight.room, fight.stage, fight.round, fight.turns[0] if fight.turns else "", foes, fight.outside, fight.exit,
        bribery.bribe_chance(s).num if fights.living(s) else 0, fight.price, fight.goodwill,
        training.practising(s),
    )  # fmt: skip


@remembered("monsters")
def _foes(s: State) -> tuple[FoeView, ...]:
    return tuple(
        [
            FoeView(key, m.kind, monsters.kind_name(m.kind), fights.condition(m), m.asleep > 0, m.helper)
            for key, m in s.monsters.items()
            if m.health > 0
        ]
    )


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


@remembered("setup", bestiary=_one)
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
