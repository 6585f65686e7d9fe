"""Whether a state read from a save is one: its ids exist, its parts agree, and what waits fits the place.

Each check says in one line what is wrong. Figures of the rules are not judged: a purse may hold any silver.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import Any

import msgspec

from undercroft.engine.world import World
from undercroft.rulebooks.tabletop import (
    aftermath,
    creating,
    creation,
    exploring,
    fighters,
    fights,
    gaining,
    gains,
    goods,
    mastering,
    meeting,
    road,
    traps,
    village,
    wands,
    ways,
)
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.catalogue import catalogue
from undercroft.rulebooks.tabletop.records import (
    QUALITIES,
    Arm,
    Character,
    Condition,
    Fighting,
    Foe,
    Frame,
    Lot,
    Magic,
    Party,
    State,
)

MOST = 10**9
"""Beyond any figure that play can reach."""
UNTIL = ("rounds", "combat", "turns", "event", "adventure")
MOODS = ("", fights.UNAWARE, fights.AWARE, fights.WAITING)
TRAP_STATES = (traps.SET, traps.SPENT, traps.DISARMED)
GROUND = {
    "village": village.Village, "road": exploring.Road, "dungeon": exploring.Exploring, "fight": mastering.AtTable,
}  # fmt: skip
"""Where the party is, and the frame that lies below all others there."""


def trouble(s: State) -> str:
    """Return what is wrong with a state, in one line; an empty text if nothing is."""
    for check in (_party, _characters, _place, _adventure, _rooms, _ways, _groups, _things, _notes, _fight, _agenda):
        for found in check(s):
            return found
    return ""


def _figures(*numbers: int) -> bool:
    return all(0 <= number <= MOST for number in numbers)


def _numbers(record: object) -> Iterator[int]:
    for name in record.__struct_fields__:  # type: ignore[attr-defined]
        value = getattr(record, name)
        if type(value) is int:
            yield value


def _within(record: object) -> bool:
    return all(-MOST <= number <= MOST for number in _numbers(record))


def _all_in(words: Iterable[str], known: Container[str]) -> bool:
    return all(word in known for word in words)


# --- who ---


def _party(s: State) -> Iterator[str]:
    row = s.party
    if len(set(row.order)) < len(row.order) or not _all_in(row.order, s.characters):
        yield "its party has members that are none"
    if len(row.order) > creation.PARTY or not 1 <= row.front <= creation.PARTY:
        yield "its party has no such order"
    if not _figures(row.pool, row.completed, row.failed):
        yield "the figures of its party are none"


def world_trouble(world: World) -> str:
    """Return why a world is none that a game could have left, in one line; an empty text if it is one."""
    try:
        kept = msgspec.convert(world.tables, Kept)
    except msgspec.ValidationError as error:
        return " ".join(str(error).split())
    if kept.characters is kept.retired is None:
        return "it holds no characters"
    for found in _sheets((*(kept.characters or ()), *(kept.retired or ()))):
        return found
    return ""


class Kept(msgspec.Struct, forbid_unknown_fields=True):
    """The tables of a world: what `setup.keep` gives, or a fight at a table begins with."""

    characters: list[tuple[str, Character]] | None = None
    retired: list[tuple[str, Character]] | None = None
    party: Party = Party()
    files: dict[str, Any] | None = None


def _characters(s: State) -> Iterator[str]:
    yield from _sheets((*s.characters.items(), *s.retired.items()))


def _sheets(rows: Iterable[tuple[str, Character]]) -> Iterator[str]:
    for key, c in rows:
        if key != c.id or c.cls not in catalogue().classes or not c.name:
            yield f"its character {key} is none"
        elif not _figured(c):
            yield f"the figures of its character {key} are none"
        elif not _owns(c):
            yield f"its character {key} has what is none"
        elif not all(map(_lasts, c.conditions)):
            yield f"its character {key} is under what is none"


def _figured(c: Character) -> bool:
    qualities = all(1 <= getattr(c, one) <= MOST for one in QUALITIES)
    pools = c.vitality <= c.vitality_max and 0 <= c.astral <= c.astral_max
    return _within(c) and qualities and pools and c.level >= 1 and _figures(c.silver, c.ap, c.eaten)


def _owns(c: Character) -> bool:
    known = catalogue()
    held = Lot(0, c.jewels, c.items, c.weapons, c.goods)
    return c.armour in known.armour and -1 <= c.wielded < len(c.weapons) and _lot(held)


def _lasts(one: Condition) -> bool:
    return bool(one.kind) and one.until in UNTIL and _within(one)


def _lot(lot: Lot) -> bool:
    known = catalogue()
    return (
        _figures(lot.silver)
        and all(one.kind in known.jewels and one.carats > 0 for one in lot.jewels)
        and all(map(_item, lot.items))
        and all(map(_arm, lot.arms))
        and all(goods.ware(word) is not None and 0 < pieces <= MOST for word, pieces in lot.goods)
        and len(dict(lot.goods)) == len(lot.goods)
        and all(word in {quest.object for quest in known.quests.values()} for word in lot.objects)
    )


def _item(one: Magic) -> bool:
    return one.kind in catalogue().items


def _arm(arm: Arm) -> bool:
    wand = 0 <= arm.raised <= wands.TOP - wands.FIRST and arm.form in ("", *wands.FORMS)
    return wand and arm.kind in catalogue().weapons and (not arm.coat or arm.coat in catalogue().items)


# --- where ---


def _place(s: State) -> Iterator[str]:
    here = s.place
    if here.where not in GROUND:
        yield "the party is nowhere"
    elif here.where == "dungeon" and (here.room not in s.rooms or here.room == exploring.ROADSIDE):
        yield "the party is in no room"
    elif here.where == "road" and here.room and here.room not in s.rooms:
        yield "the party is nowhere"
    if here.came and here.came not in s.rooms:
        yield "the party came from nowhere"
    if not 0 <= here.leg <= exploring.LEGS or (s.journey.mishap and s.journey.mishap not in road.MISHAPS):
        yield "its road is none"
    if not _figures(s.clock.turn) or not -1 <= s.clock.camped <= s.clock.turn or not -1 <= s.clock.light <= MOST:
        yield "its clock is none"
    known = catalogue()
    inn = s.inn
    if here.where == "village" and inn.village not in known.villages:
        yield "its village is none"
    if not (_all_in(inn.potions, known.items) and (not inn.quest or inn.quest in known.quests)):
        yield "its village offers what is none"
    if (inn.theme and inn.theme not in known.themes) or (inn.length and inn.length not in known.lengths):
        yield "its village offers what is none"
    if inn.setting not in known.settings or (inn.length and not (inn.quest and inn.theme)):
        yield "its village offers what is none"


def _adventure(s: State) -> Iterator[str]:
    row, known = s.adventure, catalogue()
    if not row.number:
        if s.place.where in ("road", "dungeon"):
            yield "its adventure is none"
        return
    if not (row.length in known.lengths and row.setting in known.settings):
        yield "its adventure is none"
    if not (row.theme in known.themes and row.quest in known.quests):
        yield "its adventure is none"
    if row.boss and row.boss not in s.groups:
        yield "its adventure has no boss"
    if row.captive not in ("", meeting.FREED) and row.captive not in s.rooms:
        yield "its captive is nowhere"
    if not _all_in(row.fought, known.monsters) or row.omen not in MOODS or not _within(row):
        yield "its adventure went as none could"


def _rooms(s: State) -> Iterator[str]:
    for key, room in s.rooms.items():
        if key != room.id or (key != exploring.ROADSIDE and room.kind not in catalogue().rooms):
            yield f"its room {key} is none"
        elif not _lot(room.floor) or not _within(room):
            yield f"in its room {key} lies what is none"
        elif not all(wall in (*ways.SIDES, ways.FLOOR, ways.CEILING) for _, wall in room.furniture):
            yield f"its room {key} is furnished as none is"
    if s.ways and ways.ENTRANCE not in s.rooms:
        yield "its dungeon has no entrance"


def _ways(s: State) -> Iterator[str]:
    sides: set[tuple[str, str]] = set()
    for key, way in s.ways.items():
        if key != way.id or way.near == way.far or way.side not in ways.SIDES:
            yield f"its way {key} is none"
        elif way.near not in s.rooms or way.far not in s.rooms:
            yield f"its way {key} leads nowhere"
        elif {(way.near, way.side), (way.far, ways.OPPOSITE[way.side])} & sides:
            yield f"its way {key} leaves by a wall that has one"
        elif not _figures(way.metres, way.difficulty) or (way.shut and not way.door):
            yield f"the figures of its way {key} are none"
        sides |= {(way.near, way.side), (way.far, ways.OPPOSITE.get(way.side, ""))}


def _groups(s: State) -> Iterator[str]:
    known = catalogue()
    for key, group in s.groups.items():
        if key != group.id or group.mood not in MOODS or not _within(group):
            yield f"its group {key} is none"
        elif any(room and room not in s.rooms for room in (group.room, group.home)):
            yield f"its group {key} is nowhere"
        elif not group.made or not all(
            one.kind in known.monsters and (not one.template or one.template in known.templates) for one in group.made
        ):
            yield f"nobody is in its group {key}"
        elif not _lot(group.lot):
            yield f"its group {key} has what is none"
    for key, foe in s.foes.items():
        if key != foe.id or foe.kind not in known.monsters or not foe.name:
            yield f"its foe {key} is none"
        elif not _within(foe) or foe.vitality > foe.vitality_max or min(foe.attacks, foe.dice) < 0:
            yield f"the figures of its foe {key} are none"
        elif not _all_in(foe.arms, known.weapons) or not all(map(_lasts, foe.conditions)) or not _gift(foe):
            yield f"its foe {key} has what is none"


def _gift(foe: Foe) -> bool:
    return all(gift in ("", "snatch") or gift in catalogue().spells for gift in (foe.gift, foe.used))


def _things(s: State) -> Iterator[str]:
    known = catalogue()
    for key, chest in s.chests.items():
        if key != chest.room or key not in s.rooms or not _lot(chest.lot) or not _figures(chest.difficulty):
            yield f"its chest in {key} is none"
    for key, trap in s.traps.items():
        if key != trap.room or key not in s.rooms or trap.kind not in known.traps or trap.state not in TRAP_STATES:
            yield f"its trap in {key} is none"
        elif not _all_in(trap.caught, s.characters) or (trap.caught and not content.trap(trap.kind).escape):
            yield f"nobody of that name is caught in {key}"
    for key, feature in s.features.items():
        if key != feature.room or key not in s.rooms or feature.kind not in known.features:
            yield f"its feature of {key} is none"
        elif feature.way and key not in _ends(s, feature.way):
            yield f"its feature of {key} bars no way"
        elif not _all_in(feature.over, s.characters) or not _lot(feature.lot) or not _within(feature):
            yield f"its feature of {key} is as none is"


def _ends(s: State, key: str) -> tuple[str, ...]:
    way = s.ways.get(key)
    return (way.near, way.far) if way is not None else ()


def _notes(s: State) -> Iterator[str]:
    for key, row in s.attempts.items():
        if row.who not in (*s.characters, *s.retired, fighters.PARTY):
            yield f"nobody made its attempt {key}"
    for key, stay in s.stays.items():
        if key not in s.characters and key not in s.retired:
            yield f"nobody stays as {key}"
        elif (stay.lodging and stay.lodging not in catalogue().lodgings) or not _figures(stay.owed):
            yield f"the stay of {key} is none"


# --- what goes on ---


def _fight(s: State) -> Iterator[str]:
    fight = s.fight
    if (fight is None) != (s.find(fights.Fight) is None):
        yield "its fight is not the one that waits"
    if fight is None:
        if s.stances:
            yield "somebody stands in no fight"
        return
    for who, stance in s.stances.items():
        table = s.characters if stance.side == fighters.PARTY else s.foes
        if stance.side not in (fighters.PARTY, fighters.GROUP) or who not in table:
            yield "nobody of that name fights"
        if stance.rank not in ("front", "back") or not _within(stance):
            yield f"{who} stands in the fight as nobody can"
    if not _goes_on(s, fight):
        yield "its fight is none"


def _goes_on(s: State, fight: Fighting) -> bool:
    named = (*fight.order, *fight.fallen, *(who for who, _, _ in fight.shots), *(who for who, _ in fight.thrown))
    return (
        _all_in(named, s.stances)
        and _figures(*fight.began, fight.round, fight.at)
        and len(fight.began) == len(fight.groups)
        and fight.at <= len(fight.order)
        and (not fight.back or fight.back in s.rooms)
        and all(_arm(arm) for _, arm in fight.thrown)
        and all(goods.ware(kind) is not None and _figures(pieces) for _, kind, pieces in fight.shots)
    )


def _agenda(s: State) -> Iterator[str]:
    if s.outcome is not None or not s.agenda:
        return
    bottom, *above = s.agenda
    if type(bottom) is not GROUND[s.place.where]:
        yield "what it waits for is not where the party is"
    if len({type(frame) for frame in above}) < len(above):
        yield "it waits twice for the same"
    for frame in above:
        if not _fits(s, frame):
            yield f"what it waits for does not fit: {frame.tag()}"


def _fits(s: State, frame: Frame) -> bool:
    if isinstance(frame, creating.Creating):
        return s.place.where == "village" and _drafted(frame.draft)
    if isinstance(frame, gaining.Gaining):
        return frame.who in s.party.order and isinstance(gains.begin(s.characters[frame.who]), gains.Gain)
    return isinstance(frame, (fights.Fight, aftermath.Aftermath))


def _drafted(draft: creation.Draft) -> bool:
    known = catalogue()
    return (
        (not draft.way or draft.way in creation.WAYS)
        and (not draft.cls or draft.cls in known.classes)
        and len(draft.base) in (0, len(QUALITIES))
        and all(goods.ware(word) is not None and 0 < lots <= MOST for word, lots in draft.bought)
        and bool(draft.way or not draft.rolled)
        and bool(draft.rolled or not draft.base)
        and bool(draft.base or not draft.cls)
        and bool(draft.cls or (not draft.kit and not draft.bought))
        and -1 <= draft.money <= MOST
        and 0 <= draft.silver <= MOST
    )
