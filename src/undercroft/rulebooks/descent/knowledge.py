"""What the party knows, made from the state: the records of `views`.

Built of parts that are kept until a table they read is written; every step shares with the last all that stayed.
"""

from __future__ import annotations

from functools import cache
from itertools import repeat
from operator import is_, itemgetter
from typing import Any

from undercroft.engine.state import remembered, remembered_at, replace
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
from undercroft.rulebooks.descent.records import (
    HEIGHT,
    WIDTH,
    AtCounter,
    Chest,
    Effect,
    Floor,
    Item,
    Member,
    PartyEffect,
    Room,
    State,
    Tale,
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
    place, setup, quest, purse, clock = s.place, s.setup, s.quest, s.purse, s.clock
    top = s.agenda[-1] if s.agenda else None
    fight = s.fight
    length = content.quest(setup.length)
    party, running, bestiary = _company(s)
    return DescentView(
        "" if top is None or s.outcome is not None else top.ask,
        fight.turns[0] if fight is not None and fight.turns and fight.stage in ("party", "unseen") else "",
        s.seed, setup.difficulty, setup.length, length.floors, length.book, clock.step, clock.hunger,
        purse.gold, purse.rations, place.floor, place.cell, place.room,
        quest.book, quest.king, quest.maps, quest.pages, quest.soft_step,
        party, running, things(s, gear.lies_here(s)), _floors(s),
        None if fight is None else _fight(s),
        _lock(s, top) if isinstance(top, vaults.AtLock) else None,
        stores.wares(s) if isinstance(top, AtCounter) else (),
        bestiary, s.lore.kinds, "" if s.outcome is None else s.outcome.code,
        figures(length.floors),
        setup.brief, lessons.view(s, top.lesson) if isinstance(top, guide.Talk) else None, s.lessons.given,
    )  # fmt: skip


def thing(s: State, key: str, item: Item) -> ThingView:
    """Return an item as the party sees it."""
    memo = s.memo
    held = memo.get(("thing", key))
    if held is not None and held[0] is item and held[1] is s.lore:
        return held[2]  # type: ignore[no-any-return]
    seen = _thing(s, key, item)
    memo["thing", key] = (item, s.lore, seen)
    return seen


def _thing(s: State, key: str, item: Item) -> ThingView:
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


def things(s: State, place: str) -> tuple[ThingView, ...]:
    """Return the things at a place as the party sees them."""
    return _things(s, place) if s.items.keys_where(place) else ()


@remembered_at("items", lambda place: (place,), "lore")
def _things(s: State, place: str) -> tuple[ThingView, ...]:
    items = s.items
    return tuple([thing(s, key, items[key]) for key in items.keys_where(place)])


def _bout(s: State) -> tuple[int, int, tuple[str, ...]] | None:
    """Return what of the fight shows on members."""
    fight = s.fight
    return None if fight is None else (fight.ward, fight.rally, fight.outside)


@remembered("members", "items", "effects", "lore", "quest", "setup", "party_effects", "bestiary", also=_bout)
def _company(s: State) -> tuple[tuple[MemberView, ...], tuple[EffectView, ...], tuple[TaleView, ...]]:
    """Return the party, its effects and its bestiary: most steps change nothing of them."""
    return _party(s), _party_effects(s), _bestiary(s)


@remembered("members", "items", "effects", "lore", "quest", "setup", also=_bout)
def _party(s: State) -> tuple[MemberView, ...]:
    beside = _beside_members(s.versions)
    return tuple([_member(s, m, beside) for m in s.members.values()])


_beside_members = itemgetter("items", "effects", "lore", "quest", "setup", "fight")


def _member(s: State, m: Member, beside: tuple[int, ...]) -> MemberView:
    """Return a member's view, the last one while nothing that it shows was written.

    `beside` stays the same while nothing but members was written.
    """
    who, fight = m.id, s.fight
    last = s.memo.get(("member", who))
    made: MemberView | None = None
    if last is not None and last[1] == beside:
        made = _same(last[0], m, last[-1])
        if made is not None:
            s.memo["member", who] = (m, *last[1:-1], made)
            return made
    spots = gear.spots_of(who)
    bout = 0 if fight is None else (fight.ward, fight.rally, who in fight.outside)
    *worn, pack = s.items.marks(spots)
    stamp = (worn, s.effects.mark(who), bout)
    rest = (s.lore, s.quest, s.setup)
    if last is not None:
        held: MemberView
        before, _, stamp_before, pack_before, rest_before, held = last
        if stamp_before == stamp and all(map(is_, rest_before, rest)):
            made = _same(before, m, held)
            if made is not None and pack_before != pack:
                carried = things(s, spots[-1])
                made = replace(made, free=_free(s, m, carried), pack=carried)
    if made is None:
        made = _made(s, m, *[things(s, spot) for spot in spots])
    s.memo["member", who] = (m, beside, stamp, pack, rest, made)
    return made


def _same(before: Member, now: Member, held: MemberView) -> MemberView | None:
    """Return the last view of a member with its health, mana and experience of now, or None if more has changed."""
    if before is now:
        return held
    if not _worn_down(before, now):
        return None
    return replace(held, health=now.health, mana=now.mana, experience=now.experience)


def _worn_down(before: Member, now: Member) -> bool:
    """Say whether nothing but health, mana and experience has changed, and nobody fell or rose."""
    return (
        before.fallen == now.fallen
        and replace(before, health=now.health, mana=now.mana, experience=now.experience) == now
    )


def _made(
    s: State,
    m: Member,
    hand: tuple[ThingView, ...],
    arm: tuple[ThingView, ...],
    body: tuple[ThingView, ...],
    pack: tuple[ThingView, ...],
) -> MemberView:
    state = "fallen" if m.fallen else "senseless" if members.senseless(s, m.id) else "standing"
    return MemberView(
        m.id, m.name, m.cls, m.rank, state, m.health, m.ceiling, m.mana, members.most_mana(m), m.level, m.experience,
        levels.cost(s, m.level), members.attack(s, m), members.attack_bonus(m.level), members.defence(s, m),
        members.protection(s, m), members.weapon_damage(s, m), members.strength(s, m), members.agility(s, m), m.wits,
        members.reads(m), m.raises, _free(s, m, pack),
        s.fight is not None and m.id in s.fight.outside,
        spells.known_to(s, m), tuple([_effect(e) for e in s.effects.where(m.id)]),
        hand[0] if hand else None, arm[0] if arm else None, body[0] if body else None, pack,
    )  # fmt: skip


def _free(s: State, m: Member, pack: tuple[ThingView, ...]) -> int:
    return max(0, members.pack_places(s, m) - len(pack))


def _effect(e: Effect) -> EffectView:
    entry = content.catalogue().effects[e.kind]
    return EffectView(e.kind, entry.name, e.source, entry.good, e.left, e.target)


@remembered("party_effects")
def _party_effects(s: State) -> tuple[EffectView, ...]:
    return tuple([_party_effect(e) for e in s.party_effects.values()])


def _party_effect(e: PartyEffect) -> EffectView:
    return EffectView(e.kind, effects.party_name(e.kind, e.good), e.source, e.good, e.left)


def _sighted(s: State) -> int:
    """Return the hall cell whose doors keen sight looks through, or -1 (D26.9)."""
    return s.place.floor * WIDTH * HEIGHT + s.place.cell if effects.sight(s) and not s.place.room else -1


@remembered("floors", "rooms", "doors", "chests", "items", "lore", "quest", also=_sighted)
def _floors(s: State) -> tuple[FloorView, ...]:
    # A pace onto a new cell writes its floor, and nothing else that floors show.
    beside = (_beside_floors(s.versions), _sighted(s))
    last = s.memo.get("floors")
    kept: dict[int, tuple[Floor, FloorView]] = last[1] if last is not None and last[0] == beside else {}
    seen = {}
    for number, floor in s.floors.items():
        if floor.visited:
            held = kept.get(number)
            seen[number] = held if held is not None and held[0] is floor else (floor, _floor(s, floor))
    s.memo["floors"] = (beside, seen)
    return tuple([view for _, view in seen.values()])


_beside_floors = itemgetter("rooms", "doors", "chests", "items", "lore", "quest")


def _floor(s: State, floor: Floor) -> FloorView:
    """Return a floor's view; of the last one stays what nothing was written of."""
    number = floor.number
    away = number != s.place.floor
    opens = stairs.opens(s, number)
    last = s.memo.get(("floor", number))
    made: FloorView
    if last is None:
        made = _ways(floor, opens, _doors(s, floor), _rooms(s, floor))
    else:
        before, was_away, mark, made = last
        # Whoever comes onto a floor writes its record; until then nothing is done there but what rooms tell.
        if away and was_away and before is floor and mark == (s.rooms.mark(number), s.lore) and made.opens == opens:
            return made
        doors, rooms = _doors(s, floor), _rooms(s, floor)
        if before is not floor:
            made = _ways(floor, opens, doors, rooms)
        elif made.rooms is not rooms or made.doors is not doors or made.opens != opens:
            made = replace(made, opens=opens, doors=doors, rooms=rooms)
    s.memo["floor", number] = (floor, away, (s.rooms.mark(number), s.lore), made)
    return made


def _ways(floor: Floor, opens: bool, doors: tuple[DoorView, ...], rooms: tuple[RoomView, ...]) -> FloorView:
    east, south = floors.plan(floor).links
    known = floor.known
    below = (*known[1:], 0)
    return FloorView(
        floor.number, known,
        tuple([e & (k | k >> 1) for e, k in zip(east, known, strict=True)]),
        tuple([e & (k | b) for e, k, b in zip(south, known, below, strict=True)]),
        floor.up if _is_known(known, floor.up) else -1,
        floor.down if _is_known(known, floor.down) else -1,
        opens, doors, rooms,
    )  # fmt: skip


def _is_known(known: tuple[int, ...], cell: int) -> bool:
    return cell >= 0 and bool(known[cell // WIDTH] >> cell % WIDTH & 1)


def _doors(s: State, floor: Floor) -> tuple[DoorView, ...]:
    number, doors, rooms = floor.number, s.doors, s.rooms
    here = s.place.cell if number == s.place.floor and _sighted(s) >= 0 else -1
    stamp = (doors.version, rooms.mark(number), here)
    last = s.memo.get(("doors", number))
    if last is not None and last[0] == stamp:
        return last[1]  # type: ignore[no-any-return]
    found = []
    for key in _doors_of(s, number):
        door = doors[key]
        if door.known:
            room = rooms[door.room]
            behind = _counted(room.band) if door.cell == here else None
            found.append(DoorView(key, door.room, door.cell, room.heard, behind))
    made = tuple(found)
    if last is not None and last[1] == made:
        made = last[1]
    s.memo["doors", number] = (stamp, made)
    return made


def _doors_of(s: State, number: int) -> tuple[str, ...]:
    """Return the ids of a floor's doors, which are made with it and stay."""
    held: tuple[int, tuple[str, ...]] | None = s.memo.get(("doors-of", number))
    if held is None or held[0] != len(s.doors):
        found = tuple([key for key, door in s.doors.items() if door.floor == number])
        held = s.memo["doors-of", number] = (len(s.doors), found)
    return held[1]


def _counted(band: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    return tuple([(kind, band.count(kind)) for kind in dict.fromkeys(band)])


@cache
def _lying(room: str) -> str:
    return f"room:{room}"


@cache
def _locked(room: str) -> str:
    return f"chest:{room}"


def _rooms(s: State, floor: Floor) -> tuple[RoomView, ...]:
    """Return the views of a floor's known rooms; only those are made anew of which something shown was written."""
    number, memo, items, doors, chests = floor.number, s.memo, s.items, s.doors, s.chests
    stamp = (s.rooms.mark(number), doors.version, chests.version, items.version, s.version("lore"))
    last = memo.get(("rooms", number))
    if last is not None and last[0] == stamp:
        return last[1]  # type: ignore[no-any-return]
    known = [room for room in s.rooms.where(number) if room.known]
    keys = [room.id for room in known]
    shown = zip(
        known, map(chests.get, keys), doors.marks(keys),
        items.marks(map(_lying, keys)), items.marks(map(_locked, keys)), repeat(s.lore),
    )  # fmt: skip
    made = tuple([_room_view(s, key, parts) for key, parts in zip(keys, shown, strict=True)])
    if last is not None and len(last[1]) == len(made) and all(map(is_, made, last[1])):
        made = last[1]
    memo["rooms", number] = (stamp, made)
    return made


def _room_view(s: State, key: str, shown: tuple[Any, ...]) -> RoomView:
    """Return a room's view, the last one while all that it shows is the same."""
    last = s.memo.get(key)
    if last is not None and last[0] == shown:
        return last[1]  # type: ignore[no-any-return]
    made = _room(s, *shown[:2])
    s.memo[key] = (shown, made)
    return made


def _room(s: State, room: Room, chest: Chest | None) -> RoomView:
    key = room.id
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
    return tuple([_tale(s, kind, tale) for kind, tale in s.bestiary.items()])


def _tale(s: State, kind: str, tale: Tale) -> TaleView:
    last = s.memo.get(("tale", kind))
    if last is not None and last[0] is tale and last[1] is s.setup:
        return last[2]  # type: ignore[no-any-return]
    f = monsters.figures(s, kind)
    told = TaleView(kind, monsters.kind_name(kind), tale.met, tale.killed, tale.paid, f.bribe)
    if tale.killed:
        told = replace(
            told, health=monsters.health(s, kind), attack=f.attack, defence=f.defence, low=f.low, high=f.high,
            protection=f.protection, experience=f.experience,
        )  # fmt: skip
    if tale.suffered:
        told = replace(told, special=f.special)
    s.memo["tale", kind] = (tale, s.setup, told)
    return told
