"""What the players know: the view, made from the state as a whitelist."""

from __future__ import annotations

from typing import Any

from undercroft.rulebooks.tabletop import (
    bars,
    blows,
    casting,
    clock,
    exploring,
    fighters,
    fights,
    goods,
    loads,
    magic_items,
    market,
    qualities,
    spells,
    taking,
    traps,
    wands,
    ways,
)  # fmt: skip
from undercroft.rulebooks.tabletop.catalogue import catalogue
from undercroft.rulebooks.tabletop.records import QUALITIES, Character, Foe, Frame, Lot, Room, State, Way
from undercroft.rulebooks.tabletop.views import (
    ExitView,
    FightView,
    FoeView,
    MemberView,
    QuestView,
    RoomView,
    TabletopView,
)  # fmt: skip

CAPTIVE = "with the party"
NOTHING = Lot()
OUTSIDE = ("dungeon", "road")
"""Where a party goes about, meets groups and camps."""


def view(s: State) -> TabletopView:
    """Return what the players know."""
    top: Frame | None = s.agenda[-1] if s.agenda else None
    group = exploring.met(s) if s.fight is None and s.place.where in OUTSIDE else None
    left = _left_behind(s)
    return TabletopView(
        ask=top.ask if top is not None else "",
        about=_plain(top.about(s)) if top is not None else {},
        where=s.place.where,
        room=s.place.room,
        day=clock.day(s),
        turn=s.clock.turn,
        light=s.clock.light,
        leg=s.place.leg,
        home=s.journey.home,
        mishap=s.journey.mishap,
        ready=s.party.ready,
        party=tuple(_member(s, s.characters[who]) for who in s.party.order),
        foes=_foes(s),
        mood=group.mood if group is not None else "",
        rooms=tuple(_room(s, room, left) for room in s.rooms.values() if _known(room)),
        fight=_fight(s),
        quest=_quest(s),
        village=s.inn.village,
        offered=s.inn.quest,
        offered_theme=s.inn.theme if s.inn.quest else "",
        potions=s.inn.potions,
        prices=_prices(s),
        completed=s.party.completed,
        failed=s.party.failed,
        outcome=s.outcome.code if s.outcome is not None else "",
        entrance=ways.ENTRANCE if s.place.where == "dungeon" else "",
        tricks=tuple((foe.id, foe.used) for foe in s.foes.values() if foe.used),
        camp_in=loads.camp_in(s.clock.turn, s.clock.camped) if s.place.where in OUTSIDE else 0,
        comes_in=clock.comes_in(s),
    )


def _prices(s: State) -> tuple[tuple[str, int], ...]:
    if s.place.where != "village":
        return ()
    return tuple((ware, market.price(s, ware, 1)) for ware in (*goods.sold(), *dict.fromkeys(s.inn.potions)))


def _plain(facts: dict[str, Any]) -> dict[str, str | int | bool]:
    return {key: one if isinstance(one, (str, int)) else " ".join(map(str, one)) for key, one in facts.items()}


def _member(s: State, c: Character) -> MemberView:
    stance = s.stances.get(c.id)
    rank = stance.rank if stance is not None else "front" if c.id in s.party.order[: s.party.front] else "back"
    state = "dead" if c.dead else "standing" if c.vitality > 0 else "fallen"
    handles = magic_items.handles(c.items)
    means = blows.missile(s, c.id) or blows.hand(s, c.id)
    return MemberView(
        c.id, c.name, c.cls, c.kin, c.level, c.ap,
        tuple(qualities.effective(c, one) for one in QUALITIES),
        fighters.attack_score(s, c.id), fighters.defence_score(s, c.id), fighters.protection(s, c.id),
        c.vitality, c.vitality_max, c.astral, c.astral_max, state, rank,
        tuple(one.kind for one in c.conditions), c.silver,
        c.weapons[c.wielded].kind if c.wielded >= 0 else "", c.armour, c.shield,
        tuple(arm.kind for arm in c.weapons), c.goods,
        tuple((handle, c.items[at].known, c.items[at].spent) for handle, at in handles.items()),
        tuple((one.kind, one.carats) for one in c.jewels), loads.load(c), loads.capacity(c), wands.level(c),
        tuple(one.id for one in spells.known(c)), (means.dice, means.add), means.ranged,
        tuple(arm.kind for arm in c.weapons if arm.broken), "" if c.order == casting.NO_ORDER else c.order,
        s.traps[s.place.room].kind if c.id in traps.caught(s) else "", tuple(one.amount for one in c.conditions),
        tuple(arm.kind for at, arm in enumerate(c.weapons) if arm.foreign and at != c.wielded),
    )  # fmt: skip


def _foes(s: State) -> tuple[FoeView, ...]:
    if s.fight is not None:
        return tuple(_foe(s, s.foes[who]) for who in fighters.standing_foes(s))
    if s.place.where not in OUTSIDE:
        return ()
    groups = exploring.groups_in(s, s.place.room)
    return tuple(_foe(s, foe) for group in groups if group.mood for foe in exploring.standing(s, group))


def _foe(s: State, foe: Foe) -> FoeView:
    return FoeView(
        foe.id, foe.name, foe.kind, foe.vitality, foe.vitality_max, foe.ml, tuple(one.kind for one in foe.conditions),
        fighters.courage(s, foe.id), fighters.attack_score(s, foe.id), fighters.defence_score(s, foe.id),
        fighters.protection(s, foe.id), (foe.dice, foe.add), foe.attacks, foe.resist, fighters.traits(foe.kind),
        foe.boss,
    )  # fmt: skip


def _known(room: Room) -> bool:
    return room.id != exploring.ROADSIDE and (room.entered or room.shown)


def _room(s: State, room: Room, left: dict[str, tuple[str, ...]]) -> RoomView:
    exits = tuple(_exit(s, room, side, way) for side, way in ways.exits(s, room.id).items())
    if not room.entered:
        return RoomView(room.id, room.kind, room.x, room.y, room.entered, exits)
    feature, trap, chest = s.features.get(room.id), s.traps.get(room.id), s.chests.get(room.id)
    return RoomView(
        room.id, room.kind, room.x, room.y, room.entered, exits, room.furniture,
        feature.kind if feature is not None and not feature.way else "",
        trap.kind if trap is not None and trap.found and trap.state == "set" else "",
        ("open" if chest.open else "shut") if chest is not None and chest.found else "",
        _lying(s, room), s.adventure.captive == room.id, left.get(room.id, ()),
    )  # fmt: skip


def _lying(s: State, room: Room) -> tuple[str, ...]:
    chest = s.chests.get(room.id)
    if room.floor == NOTHING and (chest is None or not chest.open):
        return ()
    return tuple(taking.words(taking.open_lot(s, room.id)))


def _left_behind(s: State) -> dict[str, tuple[str, ...]]:
    """Return who was met and left standing in other rooms than the party's, by room."""
    rooms = {group.room for group in s.groups.values() if group.mood and not group.gone} - {s.place.room}
    return {
        room: tuple(
            foe.id for group in exploring.groups_in(s, room) if group.mood for foe in exploring.standing(s, group)
        )
        for room in rooms
    }


def _exit(s: State, room: Room, side: str, way: Way) -> ExitView:
    bar = bars.bar(s, way)
    far = s.rooms[ways.beyond(way, room.id)]
    known = far.entered or far.shown
    door = ("shut" if way.shut else "open") if way.door else "none"
    signs = tuple((what, kinds) for where, what, kinds in way.signs if where == room.id)
    return ExitView(side, way.metres, door, bar.kind if bar is not None else "", far.id if known else "", signs)


def _fight(s: State) -> FightView | None:
    fight = s.fight
    if fight is None:
        return None
    unready = tuple(who for who, row in s.stances.items() if row.side == fighters.PARTY and not row.ready)
    return FightView(fight.round, fights.acting(s), fight.order, unready, fight.intimidated)


def _quest(s: State) -> QuestView | None:
    row = s.adventure
    if not row.number:
        return None
    return QuestView(
        row.number, row.quest, row.theme, row.length, row.setting, row.level, catalogue().lengths[row.length].days,
        _day_below(s), row.fulfilled >= 0, row.carried, row.captive == CAPTIVE,
    )  # fmt: skip


def _day_below(s: State) -> int:
    entered = s.adventure.entered
    return max(0, s.clock.turn - entered - 1) // clock.TURNS_A_DAY + 1 if entered else 0
