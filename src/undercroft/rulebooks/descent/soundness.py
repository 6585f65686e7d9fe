"""Whether a state read from a save is one: its ids exist, its parts agree, and what waits fits the place.

Each check says in one line what is wrong. Figures of the rules are not judged: a purse may hold any gold.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from undercroft.engine.action import whole
from undercroft.rulebooks.descent import (
    bribery,
    doors,
    endings,
    fights,
    gear,
    guide,
    monsters,
    plates,
    practice_locks,
    setup,
    stairs,
    things,
    training,
    vaults,
    walking,
)
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent.floors import plan
from undercroft.rulebooks.descent.halls import ACROSS, ALL_HALLS, BLOCKS, DOWN, HEADINGS, cells_of, sides
from undercroft.rulebooks.descent.records import (
    COURTYARD,
    HEIGHT,
    WIDTH,
    AtCounter,
    Fighting,
    Floor,
    Frame,
    Guess,
    InCourtyard,
    InHall,
    InRoom,
    Item,
    Plate,
    SettingUp,
    State,
    Wall,
)  # fmt: skip

MOST = 10**12
"""Beyond any figure that play can reach."""
RANKS = ("front", "back")
QUIET = (SettingUp, InCourtyard, InHall, InRoom)
SPOKEN_FOR = (*QUIET, stairs.Confirming)
"""Where the guide has said all that he had to say: he speaks before the party is asked at a place (D32.2)."""
STAGES = (
    fights.UNSEEN, fights.NOTICED, fights.FIRST, fights.ROUND, fights.PARTY, fights.HELPERS, fights.BAND,
)  # fmt: skip


def trouble(s: State) -> str:
    """Return what is wrong with a state, in one line; an empty text if nothing is."""
    for check in (
        _setup, _party, _floors, _rooms, _locks, _place, _items, _lore, _lessons, _fight, _agenda, _practice,
    ):  # fmt: skip
        for found in check(s):
            return found
    return ""


def _setup(s: State) -> Iterator[str]:
    c = content.catalogue()
    if s.setup.difficulty not in c.difficulties or s.setup.length not in c.quests:
        yield "its difficulty or length is none"
    if setup.name_trouble(s.setup.name):
        yield "its hero has no name"
    if len(s.setup.companions) != setup.SEATS or not set(s.setup.companions) <= set(setup.COMPANIONS):
        yield "its companions are none"
    if not _figures(s.clock.step, s.clock.hunger, s.purse.gold, s.purse.rations):
        yield "its clock or purse is none"
    if not _figures(*(n for n in _numbers(s.counts))):
        yield "its counts are none"


def _numbers(record: object) -> Iterator[int]:
    for name in record.__struct_fields__:  # type: ignore[attr-defined]
        value = getattr(record, name)
        if type(value) is int:
            yield value


def _figures(*numbers: int) -> bool:
    return all(0 <= number <= MOST for number in numbers)


def _party(s: State) -> Iterator[str]:
    classes = content.catalogue().classes
    if "hero" not in s.members:
        yield "it has no hero"
    for key, m in s.members.items():
        if key != m.id or m.cls not in classes or m.rank not in RANKS or m.level < 1:
            yield f"its member {key} is none"
        if not all(-MOST <= number <= MOST for number in (*_numbers(m), *m.gains)) or m.health > m.ceiling:
            yield f"the figures of its member {key} are none"
    for key, e in s.effects.items():
        if key != f"{e.member}:{e.kind}" or e.kind not in content.catalogue().effects or not _figures(e.left):
            yield f"its effect {key} is none"
        if e.member not in s.members or (e.target and e.target not in s.members):
            yield f"its effect {key} is on nobody"
    for kind, p in s.party_effects.items():
        if kind != p.kind or kind not in ("ward", "sight", "fare", "mending") or not _figures(p.left):
            yield f"its party effect {kind} is none"
        if min(p.factor) < 1 or max(p.factor) > MOST:
            yield f"its party effect {kind} has no factor"


def _floors(s: State) -> Iterator[str]:
    quest = content.quest(s.setup.length)
    for number, floor in s.floors.items():
        if number != floor.number or not 1 <= number <= quest.floors:
            yield f"its floor {number} is none"
        elif trouble := _halls(floor, last=number == quest.floors):
            yield f"its floor {number} {trouble}"


def _halls(floor: Floor, *, last: bool) -> str:
    if not floor.halls or not set(floor.halls) <= set(ALL_HALLS):
        return "has halls that are none"
    cells = {cell for hall in floor.halls for cell in cells_of(hall)}
    if floor.up not in cells or (floor.down != -1 if last else floor.down not in cells or floor.down == floor.up):
        return "has no stairs"
    if len(plan(floor).paces([floor.up])) != len(cells) or len(plan(floor).nodes) != ACROSS * DOWN:
        return "falls apart"
    if len(floor.known) != HEIGHT or not all(0 <= row < 2**WIDTH for row in floor.known):
        return "is known as none could be"
    return ""


def _rooms(s: State) -> Iterator[str]:
    spells = content.catalogue().spells
    for key, room in s.rooms.items():
        if key != room.id or key != f"room-{room.floor}.{room.block}" or room.block not in BLOCKS:
            yield f"its room {key} is none"
        elif room.floor not in s.floors or not s.doors.keys_where(key):
            yield f"its room {key} is nowhere"
        heard = (room.heard,) if room.heard else ()
        if not (_kinds((*room.band, *room.gone, *heard)) and set(room.pages) <= set(spells)):
            yield f"its room {key} holds what is none"
        if room.map not in ("", "open", "chest") or room.prize not in ("", *monsters.GUARDS) or not _figures(room.gold):
            yield f"its room {key} holds what is none"
        if room.vault not in ("", "wall", "plate"):
            yield f"its room {key} has no such vault"
        if not _all_in(room.bathed, s.members):
            yield f"nobody of that name bathed in its room {key}"
    for key, door in s.doors.items():
        room_here = s.rooms.get(door.room)
        if room_here is None or key != f"door-{door.room.removeprefix('room-')}{door.side}":
            yield f"its door {key} is none"
        else:
            hall, cell = sides(room_here.block).get(door.side, ((-1, -1), -1))
            if (door.floor, door.cell) != (room_here.floor, cell) or hall not in s.floors[door.floor].halls:
                yield f"its door {key} is nowhere"
    for key, chest in s.chests.items():
        if key not in s.rooms or chest.floor != s.rooms[key].floor or not _figures(chest.gold):
            yield f"its chest in {key} is none"


def _locks(s: State) -> Iterator[str]:
    for sort, table in (("wall", s.walls), ("plate", s.plates)):
        shut = [room.id for room in s.rooms.values() if room.vault == sort]
        if missing := [key for key in shut if key not in table]:
            yield f"its vault in {missing[0]} has no lock"
        for key, lock in table.items():
            floor = s.rooms[key].floor if key in shut else practice_locks.FLOOR if key == vaults.PRACTICE else 0
            if lock.floor != floor or not floor:
                yield f"its lock {key} is nowhere"
            elif not (_is_wall(lock) if isinstance(lock, Wall) else _is_plate(lock)):
                yield f"its lock {key} is none"


def _is_wall(wall: Wall) -> bool:
    rings, digits = content.floor(wall.floor).rings, set(vaults.values(wall))
    turned = (wall.combination, *(guess.digits for guess in wall.guesses))
    if not all(len(one) == rings and set(one) <= digits for one in turned) or len(set(turned)) != len(turned):
        return False
    return all(guess == Guess(guess.digits, *vaults.answer(wall.combination, guess.digits)) for guess in wall.guesses)


def _is_plate(plate: Plate) -> bool:
    rows, columns = plates.board(plate.floor)
    studs = range(1, rows * columns + 1)
    if not all(stud in studs for stud in (*plate.solution, *plate.pushed, *plate.hints)):
        return False
    once = len(set(plate.pushed)) == len(plate.pushed)
    whole = len(plate.solution) == content.floor(plate.floor).pushes
    return once and whole and plate.solution == tuple(sorted(set(plate.solution))) != tuple(sorted(plate.pushed))


def _kinds(kinds: Iterable[str]) -> bool:
    known = content.catalogue().monsters
    return all(kind in known or monsters.is_guard(kind) for kind in kinds)


def _place(s: State) -> Iterator[str]:
    here = s.place
    if here.floor == COURTYARD:
        if here.room:
            yield "the party is nowhere"
    elif here.floor not in s.floors or not plan(s.floors[here.floor]).ways(here.cell):
        yield "the party is nowhere"
    elif here.room and not any((d.floor, d.cell) == (here.floor, here.cell) for d in s.doors.where(here.room)):
        yield "the party is in no room"


def _items(s: State) -> Iterator[str]:
    kinds = content.catalogue().items
    for key, item in s.items.items():
        if item.kind not in kinds or (item.memory and not _kinds([item.memory])):
            yield f"its thing {key} is none"
        elif not key.startswith(f"{kinds[item.kind].sort}-") or not _lies(s, item):
            yield f"its thing {key} is nowhere"
        elif not (_figures(item.lost, item.gained, item.carried) and item.lost <= _most_lost(item)):
            yield f"the figures of its thing {key} are none"
    for place in (f"{spot}:{member}" for spot in gear.WORN_AT.values() for member in s.members):
        if len(s.items.keys_where(place)) > 1:
            yield f"two things are at {place}"


def _most_lost(item: Item) -> int:
    """Return the points that a piece can have lost: a weapon that has lost all is gone (D15.4, D15.8)."""
    full = gear.full_figure(item)
    return full - 1 if content.item(item.kind).sort == "weapon" else full


def _lies(s: State, item: Item) -> bool:
    head, _, rest = item.place.partition(":")
    if head in (gear.PACK, gear.WORN_AT.get(content.item(item.kind).sort)):
        return rest in s.members
    if head == "room":
        return rest in s.rooms
    if head == "chest":
        return rest in s.chests
    if head == "vault":
        return rest in s.rooms and s.rooms[rest].vault != ""
    if head == "cell":
        floor, _, cell = rest.partition(":")
        number, at = whole(floor), whole(cell)
        return number is not None and at is not None and number in s.floors and bool(plan(s.floors[number]).ways(at))
    return item.place == "courtyard"


def _lore(s: State) -> Iterator[str]:
    c = content.catalogue()
    if not set(s.lore.kinds) <= set(c.items) or not set(s.quest.pages) <= set(c.spells):
        yield "it knows things or spells that are none"
    if not all(1 <= number <= c.quests[s.setup.length].floors for number in s.quest.maps):
        yield "it has maps of no floor"
    if not _kinds(s.bestiary) or not _kinds(s.counts.last_band):
        yield "it has met monsters that are none"
    if not all(_figures(*_numbers(tale)) for tale in s.bestiary.values()):
        yield "it has met monsters more often than can be"


def _lessons(s: State) -> Iterator[str]:
    told = s.lessons
    listed = (*told.given, *told.due)
    if not _all_in(listed, content.catalogue().lessons) or len(set(listed)) < len(listed):
        yield "its lessons are none"
    if not _all_in(told.passed, s.doors) or not _figures(told.struck_first):
        yield "its lessons hang on what is none"
    if told.due and s.outcome is None and isinstance(s.agenda[-1], SPOKEN_FOR):
        yield "its guide keeps silent"
    if any(not _can_give(s, key) for key in told.due):
        yield "its guide has no such gift here"


def _can_give(s: State, lesson: str) -> bool:
    """Say whether a lesson's gift exists where the party is: the courtyard has no floor's map and no statue's price."""
    entry = content.lesson(lesson)
    return s.place.floor != COURTYARD or not (entry.map or entry.posted)


def _fight(s: State) -> Iterator[str]:
    fight = s.fight
    for key, m in s.monsters.items():
        if not _kinds([m.kind]) or not key.startswith(f"{m.kind}-") or not _figures(m.most, m.asleep):
            yield f"its monster {key} is none"
        if m.health > m.most or m.health < -MOST:
            yield f"its monster {key} has no such health"
    if (fight is None) != (s.find(fights.Fight) is None):
        yield "its fight is not the one that waits"
    if fight is None:
        if s.monsters:
            yield "there are monsters and no fight"
        return
    if s.place.floor == COURTYARD and not training.practising(s):
        yield "there is a fight in the courtyard"
    members = (*fight.turns, *fight.outside, *fight.ran, *fight.quickened, *filter(None, [fight.sneak]))
    if not _all_in(members, s.members) or not _all_in(fight.foes, s.monsters):
        yield "nobody of that name fights"
    if fight.stage not in STAGES or not _where(s, fight):
        yield "its fight is nowhere"
    if not _figures(fight.round, fight.price) or not all(-MOST <= n <= MOST for n in _numbers(fight)):
        yield "the figures of its fight are none"
    if fight.stage in (fights.UNSEEN, fights.NOTICED) and not fight.sneak:
        yield "nobody sneaked into its fight"


def _all_in(words: Iterable[str], known: Container[str]) -> bool:
    return all(word in known for word in words)


def _where(s: State, fight: Fighting) -> bool:
    if not _all_in([room for room in (fight.room, fight.emptied) if room], s.rooms):
        return False
    if fight.room and (s.rooms[fight.room].floor != s.place.floor or s.place.room not in ("", fight.room)):
        return False
    if training.practising(s):
        return fight.exit in ("", training.GATE)
    return fight.exit == "" or fight.exit in s.doors or fight.exit in dict(HEADINGS)


def _agenda(s: State) -> Iterator[str]:
    if s.outcome is not None:
        return
    bottom, *above = s.agenda
    if not isinstance(bottom, QUIET) or any(isinstance(frame, QUIET) for frame in above):
        yield "nothing that it waits for is a place"
    underground = s.place.floor != COURTYARD
    kind = (InRoom if s.place.room else InHall) if underground else InCourtyard
    if not isinstance(bottom, SettingUp) and type(bottom) is not kind:
        yield "what it waits for is not where the party is"
    if len({type(frame) for frame in above}) < len(above):
        yield "it waits twice for the same"
    for frame in above:
        if not _fits(s, frame):
            yield f"what it waits for does not fit: {frame.tag()}"


def _fits(s: State, frame: Frame) -> bool:
    if isinstance(frame, walking.Travelling):
        return _walks(s, frame.goal)
    if isinstance(frame, walking.Pacing):
        ways = dict(plan(s.floors[s.place.floor]).ways(frame.home)) if _walks(s, frame.home, frame.away) else {}
        return frame.away in ways.values() and s.place.cell in (frame.home, frame.away) and _figures(frame.until)
    if isinstance(frame, doors.Sneaked):
        return frame.door in s.doors and frame.member in s.members
    if isinstance(frame, things.Aiming):
        return frame.user in s.members and frame.kind in content.catalogue().items
    if isinstance(frame, bribery.Priced):
        return s.fight is not None
    if isinstance(frame, AtCounter):
        return s.rooms[s.place.room].store if s.place.room else s.place.floor == COURTYARD
    if isinstance(frame, vaults.AtLock):
        here = s.place.room or vaults.PRACTICE
        table = s.walls if isinstance(frame, vaults.AtWall) else s.plates
        return frame.lock == here and here in table and frame.member in s.members
    if isinstance(frame, guide.Talk):
        return frame.lesson in s.lessons.given and s.fight is None and _can_give(s, frame.lesson)
    if isinstance(frame, stairs.Confirming):
        return frame.what in (stairs.LAST_STAIR, endings.GIVE_UP)
    if isinstance(frame, training.Practising):
        return s.place.floor == COURTYARD and s.fight is not None and s.agenda[1] is frame
    return isinstance(frame, fights.Fight)


def _practice(s: State) -> Iterator[str]:
    """What a practice fight will put back must be as sound as what it is put into."""
    if training.practising(s):
        then = s.after(training.PracticeOver())
        for check in (_setup, _party, _rooms, _items, _lore):
            yield from check(then)


def _walks(s: State, *cells: int) -> bool:
    floor = s.floors.get(s.place.floor)
    return floor is not None and not s.place.room and all(plan(floor).ways(cell) for cell in cells)
