"""The proof: a finished dungeon keeps the rules and can be played through, whoever made it.

It reads the tables alone - adventure, rooms, ways, groups, foes, chests, traps, features - and never asks the generator
what it meant; an import rule keeps the two apart. Proven is, in this order:

- the rooms: as many as the size has, one of them the entrance, each holding one thing at most, and of encounters,
  traps, features, hidden treasures and boss rooms exactly the rule's number (T22.28);
- the ways: each joins two rooms that are there, one on each wall at most, 5, 10, 15 or 20 m long (T22.27);
- the shape: all rooms connected, at least one loop, no room farther from the entrance than the boss's (T22.27);
- the secret rooms: at least one, reached by a secret door only, with a hidden treasure, never the boss, and nobody must
  go through one to reach another room (T22.29);
- the features: known, allowed at the level, and a blocking one bars a way that leads from its room away from the
  entrance (T21.28, T21.30); whatever a party may be unable to pass never stands on the only way to what the quest needs
  (T21.29): a magic lock is taken as shut for good, secret doors as never found;
- the quest: its object is where it must be, or no longer in the dungeon (T22.21);
- what is hidden: difficulties of 6 to 16 at places that are there (T15.3, T15.14);
- the traps and their numbers (T21.1, T21.16);
- the encounters: each is a group that its budget allows, to the letter (T22.6 to T22.10, T22.30), its foes are of it,
  and no treasure is more than its letter can give (T22.29, T22.31, T14.8 to T14.14).

A game under way is proven by the same words: what was taken, found or slain may be gone. Not proven is that a fight is
won or a Test succeeds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from undercroft.engine.proof import Fault, Proof
from undercroft.rulebooks.tabletop import budgets, ways
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.catalogue import catalogue
from undercroft.rulebooks.tabletop.dungeon_entries import Theme
from undercroft.rulebooks.tabletop.records import Enemy, Group, Lot, Room, State, Way

METRES = (5, 10, 15, 20)
"""Lengths of a passage (T22.27)."""
EASIEST, HARDEST = 6, 16
"""Difficulties of what is hidden (T15.3)."""
DOORS = ("stuck-door", "locked-door", "magically-locked-door")
LOCKED_FOR_GOOD = ("magically-locked-door",)
CHEST_TRAP = "poison-needle"
MAPPING = "map-every-room"
ORC = "orc"
COMING = ("wandering", "road", "lurking", "part")
"""Groups that are no part of what was generated."""
LEFT = ("gone", "lurkers")
"""Groups of foes that have left theirs: slain, driven off, in hiding (T7.40, T7.41)."""

Found = Iterator[tuple[str, str]]
"""Names of faults, each with the id of what it is about."""


class Facts(msgspec.Struct, frozen=True):
    """What the dungeon is, for the report."""

    length: str
    setting: str
    theme: str
    quest: str
    level: int
    rating: int
    rooms: int
    ways: int
    depth: int
    """Rooms from the entrance to the boss."""
    enemies: int
    ml: int
    silver: int


def prove(s: State) -> Proof:
    """Prove the dungeon in the state's tables."""
    found = tuple(faults(s))
    return Proof(found, (_facts(s),) if rooms_of(s) else ())


def faults(s: State) -> Iterator[Fault]:
    """Yield whatever is wrong; what rests on a broken shape is not looked at before the shape is whole."""
    for part in ((_adventure,), (_rooms, _ways), (_shape,), (_secret, _features, _quest, _hidden, _traps, _groups)):
        whole = True
        for look in part:
            for name, about in look(s):
                whole = False
                yield Fault("the dungeon", name, about)
        if not whole:
            return


def _adventure(s: State) -> Found:
    row, tables = s.adventure, catalogue()
    named = ((row.length, tables.lengths), (row.setting, tables.settings), (row.theme, tables.themes))
    for name, table in (*named, (row.quest, tables.quests)):
        if name not in table:
            yield "adventure of no such kind", name
            return
    if not budgets.in_band(content.theme(row.theme), row.level):
        yield "theme outside its band", row.theme


# --- rooms and ways ---


def rooms_of(s: State) -> dict[str, Room]:
    """Return the rooms of the dungeon."""
    return {key: room for key, room in s.rooms.items() if key != ways.ROADSIDE}


def _rooms(s: State) -> Found:
    wanted = budgets.counts(catalogue().lengths[s.adventure.length])
    yield from _number("rooms", len(rooms_of(s)), wanted.rooms)
    for key, room in rooms_of(s).items():
        if key != room.id or room.kind not in catalogue().rooms:
            yield "room that is none", key
    if ways.ENTRANCE not in s.rooms:
        yield "no entrance", ways.ENTRANCE
    homes = [group for group in s.groups.values() if group.sort not in COMING]
    for about in (*(group.home for group in homes), *s.chests, *s.traps, *s.features):
        if about not in s.rooms:
            yield "thing in no room", about
    if any(group.home == ways.ENTRANCE for group in homes):
        yield "enemies at the entrance", ways.ENTRANCE
    yield from _number("boss rooms", sum(group.sort == "boss" for group in homes), 1)
    yield from _number("encounters", sum(group.sort != "boss" for group in homes), wanted.encounters)
    yield from _number("traps", sum(not trap.chest for trap in s.traps.values()), wanted.traps)
    yield from _number("features", len(s.features), wanted.features)
    yield from _number("hidden treasures", sum(chest.difficulty > 0 for chest in s.chests.values()), wanted.treasures)
    yield from _one_thing_each(s, homes)


def _number(what: str, there: int, wanted: int) -> Found:
    if there != wanted:
        yield f"too {'few' if there < wanted else 'many'} {what}", ""


def _one_thing_each(s: State, homes: Iterable[Group]) -> Found:
    boss = {group.home for group in homes if group.sort == "boss"}
    held = Counter(group.home for group in homes)
    held.update(room for room in s.chests if room not in boss)
    held.update(trap.room for trap in s.traps.values() if not trap.chest)
    held.update(s.features.keys())
    for room, things in held.items():
        if things > 1 or room == ways.ENTRANCE:
            yield "room that holds too much", room
    for room in held:
        if room in boss and room not in s.chests:
            yield "boss room without a chest", room
    for room, trap in s.traps.items():
        if trap.chest and room not in s.chests:
            yield "trap of no chest", room


def _ways(s: State) -> Found:
    walls: Counter[tuple[str, str]] = Counter()
    for key, way in s.ways.items():
        if way.near not in s.rooms or way.far not in s.rooms or way.near == way.far or key != way.id:
            yield "way that joins no two rooms", key
            continue
        if way.side not in ways.SIDES or not _beside(s.rooms[way.near], s.rooms[way.far], way.side):
            yield "way through the wrong wall", key
        elif way.metres not in METRES:
            yield "way of a length that is none", key
        walls[way.near, way.side] += 1
        walls[way.far, ways.OPPOSITE.get(way.side, "")] += 1
    for (room, _), number in walls.items():
        if number > 1:
            yield "two ways in one wall", room


def _beside(near: Room, far: Room, side: str) -> bool:
    east, south = ways.SIDES[side]
    return (far.x, far.y) == (near.x + east, near.y + south)


def _pairs(some: Iterable[Way]) -> list[tuple[str, str]]:
    return [(way.near, way.far) for way in some]


def _shape(s: State) -> Found:
    far = ways.distances(s)
    lost = [room for room in rooms_of(s) if room not in far]
    yield from (("room out of reach", room) for room in lost)
    if lost:
        return
    if len(s.ways) < len(rooms_of(s)):
        yield "no loop", ""
    boss = boss_room(s)
    if not boss:
        yield "no boss", s.adventure.boss
    elif far[boss] < max(far.values()):
        yield "boss nearer than another room", boss
    for way in s.ways.values():
        if far[way.near] > far[way.far]:
            yield "way the wrong way round", way.id


def boss_room(s: State) -> str:
    """Return the room of the boss, "" if the adventure names no group in one."""
    group = s.groups.get(s.adventure.boss)
    return group.home if group is not None and group.sort == "boss" else ""


def _secret(s: State) -> Found:
    plain = ways.far_from(ways.ENTRANCE, _pairs(way for way in s.ways.values() if not way.secret))
    hidden = [room for room in rooms_of(s) if room not in plain]
    if not hidden:
        yield "no secret room", ""
    for way in s.ways.values():
        if way.secret and not way.door:
            yield "secret door without a door", way.id
    for room in hidden:
        if room == boss_room(s):
            yield "boss behind a secret door", room
        elif room not in s.chests or not s.chests[room].difficulty:
            yield "secret room without a treasure", room
        around = ways.far_from(ways.ENTRANCE, _pairs(w for w in s.ways.values() if room not in (w.near, w.far)))
        for other in rooms_of(s):
            if other != room and other not in around:
                yield "room reached only through a secret room", other


# --- features, quest, what is hidden ---


def _features(s: State) -> Found:
    far = ways.distances(s)
    barred: Counter[str] = Counter()
    for room, feature in s.features.items():
        kind = catalogue().features.get(feature.kind)
        if kind is None:
            yield "feature that is none", room
        elif kind.level > s.adventure.level:
            yield "feature above the level", room
        elif not kind.blocking:
            if feature.way:
                yield "feature that bars a way without need", room
        elif (way := s.ways.get(feature.way)) is None or way.near != room or far[way.far] <= far[room] or way.secret:
            yield "blocking feature that bars no way onward", room
        elif kind.id in DOORS and not way.door:
            yield "locked door where no door is", way.id
        barred[feature.way] += 1
    for way_id, number in barred.items():
        if way_id and number > 1:
            yield "way barred twice", way_id
    yield from _passable(s)


def _passable(s: State) -> Found:
    """Whatever may stay shut for ever is taken away: the rest must lead to all that the quest needs (T21.29)."""
    shut = {feature.way for feature in s.features.values() if feature.kind in LOCKED_FOR_GOOD and not feature.open}
    left = _pairs(way for way in s.ways.values() if not way.secret and way.id not in shut)
    reached = ways.far_from(ways.ENTRANCE, left)
    boss, captive = boss_room(s), s.adventure.captive
    if boss not in reached:
        yield "magic lock on the only way to the boss", boss
    if captive in s.rooms and captive not in reached:
        yield "magic lock on the only way to the captive", captive
    if s.adventure.quest == MAPPING:
        open_rooms = ways.far_from(ways.ENTRANCE, _pairs(way for way in s.ways.values() if not way.secret))
        for room in open_rooms:
            if room not in reached:
                yield "magic lock on the only way to a room to be mapped", room


def _quest(s: State) -> Found:
    wanted, captive = catalogue().quests[s.adventure.quest].object, s.adventure.captive
    if captive and wanted != "captive":
        yield "captive nobody asked for", captive
    if captive in s.rooms and captive not in _before_boss(s):
        yield "captive not before the boss", captive
    if wanted == "captive" and not captive:
        yield "no captive", ""
    lots = {
        "heirloom": [chest.lot for room, chest in s.chests.items() if room == boss_room(s)],
        "banner": [s.groups[s.adventure.boss].lot],
    }
    for name, place in lots.items():
        total = sum(lot.objects.count(name) for lot in _lots(s))
        at_home = sum(lot.objects.count(name) for lot in place)
        if total > at_home or (total and wanted != name):
            yield f"{name} where none belongs", ""
        elif wanted == name and not total and s.adventure.fulfilled < 0 and not _touched(s):
            yield f"no {name}", ""


def _before_boss(s: State) -> list[str]:
    far, boss = ways.distances(s), boss_room(s)
    return [way.near for way in s.ways.values() if way.far == boss and not way.secret and far[way.near] < far[boss]]


def _lots(s: State) -> list[Lot]:
    return [chest.lot for chest in s.chests.values()] + [group.lot for group in s.groups.values()]


def _touched(s: State) -> bool:
    """Say whether the party has been in the boss room: what lay there may be anywhere."""
    return s.rooms[boss_room(s)].entered


def _hidden(s: State) -> Found:
    for way in s.ways.values():
        behind = [piece for piece, wall in s.rooms[way.near].furniture if wall == way.side]
        if way.secret and (not _hard(way.difficulty) or way.place not in (way.side, *behind)):
            yield "secret door hidden nowhere", way.id
    hidden = [(room, chest.place, chest.difficulty) for room, chest in s.chests.items() if chest.difficulty]
    hidden += [(r, f.place, f.difficulty) for r, f in s.features.items() if f.kind in LOCKED_FOR_GOOD]
    for room, place, difficulty in hidden:
        if not _hard(difficulty) or place not in ways.hiding_places(s.rooms[room].furniture):
            yield "thing hidden nowhere", room


def _hard(difficulty: int) -> bool:
    return EASIEST <= difficulty <= HARDEST


def _traps(s: State) -> Found:
    numbers = {row.adjustment for row in catalogue().trap_numbers.values()}
    for room, trap in s.traps.items():
        if trap.kind not in catalogue().traps or trap.number not in numbers:
            yield "trap that is none", room
        elif trap.chest and trap.kind != CHEST_TRAP:
            yield "wrong trap on a chest", room


# --- encounters and treasure ---


def _groups(s: State) -> Found:
    theme = content.theme(s.adventure.theme)
    yield from _order(s)
    for group in s.groups.values():
        if group.sort in COMING:
            continue
        if group.sort not in catalogue().budgets:
            yield "encounter of no budget", group.id
            continue
        most = budgets.budget(s.adventure.rating, group.sort, s.adventure.setting)
        wrong = _boss_group(theme, s, group, most) if group.sort == "boss" else _filled(theme, group, most)
        if wrong:
            yield wrong, group.id
        yield from _foes(s, group)
        yield from _treasure(s, group)
    for foe in s.foes.values():
        if foe.group not in s.groups and foe.group not in LEFT:
            yield "foe of no group", foe.id


def _order(s: State) -> Found:
    """Rooms equally far may have their budgets either way round."""
    far = ways.distances(s)
    found = [
        (far[group.home], group.sort) for group in s.groups.values() if group.sort in ("light", "middling", "heavy")
    ]
    wanted = zip(sorted(distance for distance, _ in found), budgets.sorts(len(found)), strict=True)
    if Counter(found) != Counter(wanted):
        yield "budgets out of order", ""


def _filled(theme: Theme, group: Group, most: int) -> str:
    """Say what is wrong with a group of one kind (T22.7)."""
    kinds = {enemy.kind for enemy in group.made}
    if len(kinds) != 1:
        return "group of several kinds"
    kind = next((kind for kind in budgets.eligible(budgets.kinds_of(theme), most) if kind.id in kinds), None)
    if kind is None:
        return "kind that does not belong"
    number, template = budgets.number_of(kind, most)
    return "" if group.made == (Enemy(kind.id, template),) * number else "group off its budget"


def _boss_group(theme: Theme, s: State, group: Group, most: int) -> str:
    """Say what is wrong with the boss and its companions (T22.8, T22.9)."""
    leader = budgets.leader(theme, s.adventure.level, most)
    template = budgets.best_template(leader, most)
    if group.made[:1] != (Enemy(leader.id, template),):
        return "wrong boss"
    others, kinds = group.made[1:], {kind.id: kind for kind in budgets.kinds_of(theme)}
    if len(others) > budgets.MOST_COMPANIONS:
        return "boss with too many companions"
    if any(enemy.kind not in kinds or enemy.template for enemy in others):
        return "companion that does not belong"
    rest = most - budgets.cost(leader, template) - sum(kinds[enemy.kind].ml for enemy in others)
    room = len(others) < budgets.MOST_COMPANIONS and any(kind.ml <= rest for kind in kinds.values())
    return "boss group off its budget" if (others and rest < 0) or room else ""


def _foes(s: State, group: Group) -> Found:
    there = Counter(Enemy(foe.kind, foe.template) for foe in s.foes.where(group.id))
    made = Counter(group.made)
    if there - made:
        yield "foe that is none of its group", group.id
    elif there != made and not group.mood and not group.gone:
        yield "group that is not complete", group.id
    for foe in s.foes.where(group.id):
        if foe.ml != budgets.cost(content.monster(foe.kind), foe.template):
            yield "foe of a wrong Monster Level", foe.id


def _treasure(s: State, group: Group) -> Found:
    orcs = all(enemy.kind == ORC for enemy in group.made)
    letters: list[tuple[str, int]] = []
    for enemy in group.made[1:] if group.sort == "boss" else group.made:
        template = catalogue().templates.get(enemy.template)
        letters.append((content.richer(content.monster(enemy.kind).treasure, template.treasure if template else 0), 1))
    if _beyond(group.lot, Counter(letter for letter, _ in letters), orcs=orcs):
        yield "treasure beyond its letter", group.id
    if group.sort == "boss":
        letter = budgets.boss_room(s.adventure.level, group.made[0].kind)
        if _beyond(s.chests[group.home].lot, Counter([letter]), orcs=orcs):
            yield "treasure beyond its letter", group.home
        hidden = Counter([budgets.hidden_treasure(s.adventure.level)])
        for room, chest in s.chests.items():
            if chest.difficulty and _beyond(chest.lot, hidden, orcs=False):
                yield "treasure beyond its letter", room


def _beyond(lot: Lot, letters: Counter[str], *, orcs: bool) -> bool:
    """Say whether a lot is more than its letters can give; of Orcs alone, jewels take the place of items (T11.14)."""
    silver = jewels = items = 0
    for letter, number in letters.items():
        if letter:
            row = catalogue().treasures[letter]
            silver += 6 * row.dice * row.times * (number if row.per_enemy else 1)
            jewels += row.jewel_dice * row.jewel_sides
            items += row.items
    if orcs:
        jewels, items = jewels + items, 0
    return lot.silver > silver or len(lot.jewels) > jewels or len(lot.items) > items


def _facts(s: State) -> Facts:
    row, far = s.adventure, ways.distances(s)
    made = [enemy for group in s.groups.values() for enemy in group.made]
    known = [enemy for enemy in made if enemy.kind in catalogue().monsters]
    return Facts(
        row.length, row.setting, row.theme, row.quest, row.level, row.rating, len(rooms_of(s)), len(s.ways),
        far.get(boss_room(s), -1), len(made),
        sum(budgets.cost(content.monster(enemy.kind), enemy.template) for enemy in known),
        sum(lot.silver for lot in _lots(s)),
    )  # fmt: skip
