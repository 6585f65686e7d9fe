"""What players call an id: members by name, things as the party knows them, kinds by their row's name."""

from __future__ import annotations

from typing import Any

from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import chests, gear, guide, monsters
from undercroft.rulebooks.descent.records import State
from undercroft.rulebooks.descent.views import DescentView, DoorView, FloorView, RoomView

SORTS = ("weapon", "armour", "shield", "bottle", "scroll", "lantern", "charm")
"""What item ids begin with."""
PLACES = {"living-statue": "a Living Statue", "bath-of-fates": "a Bath of Fates", "gate": "the gate"}
"""What of a place an effect came from, or a flight went by."""
STAIRS = {"stair-up": "upstairs", "stair-down": "downstairs"}
POINTS = ("north", "east", "south", "west")


def called(s: State, thing: Any) -> str:
    """Return the name of an id; whatever is no id is returned as it is."""
    word = str(thing)
    if (member := s.members.get(word)) is not None:
        return member.name
    if word in s.items:
        return gear.called(s, word)
    if word in PLACES:
        return PLACES[word]
    tables = content.catalogue()
    if word in tables.monsters or monsters.is_guard(word):
        return monsters.kind_name(word)
    if (talk := s.find(guide.Talk)) is not None:
        for topic in tables.lessons[talk.lesson].topics:
            if topic.id == word:
                return topic.label
    for table in (tables.items, tables.spells, tables.effects, tables.traps, tables.lessons):
        if (entry := table.get(word)) is not None:
            return str(entry.name)
    kind, _, number = word.rpartition("-")
    if kind in SORTS and number.replace(".", "").isdigit():
        return f"the {kind}"  # it was told of and is no more
    if number.isdigit() and monsters.is_guard(kind):
        return _the(monsters.kind_name(kind))
    if number.isdigit() and kind in tables.monsters:
        name = monsters.kind_name(kind)
        met = s.counts.last_band.count(kind)
        return _the(name) if met == 1 else f"{name} {number}"
    return word


def whose(s: State, thing: str) -> str:
    """Return the name of an id, of a thing in somebody's hands or pack with the holder's: "Ada's Knife"."""
    name = called(s, thing)
    item = s.items.get(thing)
    owner = s.members.get(gear.holder(item)) if item is not None else None
    return f"{owner.name}'s {name.removeprefix('a ').removeprefix('an ')}" if owner is not None else name


def answers_to(v: DescentView, thing: str) -> str:
    """Return the words by which a place may be typed too: the side a door is on, what is known of a room; and the
    guide's closing line for accepting.
    """
    if v.lesson is not None and thing == "accept":
        return v.lesson.closing
    floor = next((f for f in v.floors if f.number == v.floor), None)
    if floor is None:
        return ""
    if thing in STAIRS:
        return STAIRS[thing]
    for room in floor.rooms:
        if room.id == thing:
            return _of_room(room, floor)
    for door in floor.doors:
        if door.id == thing:
            side = "nesw".index(thing[-1])
            if v.room == door.room:
                return POINTS[side]
            behind = [f"room {_of_room(room, floor)}" for room in floor.rooms if room.id == door.room and room.entered]
            words = (POINTS[side - 2], *_heard(floor, door), *behind)
            return " ".join(words) if v.cell == door.cell else ""
    return ""


def nameable(v: DescentView, field: str) -> tuple[str, ...]:
    """Return the ids that the party knows for a field of actions, offered now or not."""
    members = tuple(m.id for m in v.party)
    foes = tuple(foe.id for foe in (v.fight.foes if v.fight is not None else ()))
    match field:
        case "member":
            return members
        case "monster":
            return foes
        case "item":
            return _held(v)
        case "target":
            return (*members, *foes, *_held(v))
        case "spell":
            return tuple(dict.fromkeys([*v.pages, *(spell for m in v.party for spell, _ in m.spells)]))
        case "kind":
            return tuple(ware.kind for ware in v.wares)
    floor = next((f for f in v.floors if f.number == v.floor), None)
    if field == "door" and floor is not None:
        return tuple(door.id for door in floor.doors)
    if field == "chest" and floor is not None:
        return tuple(chests.chest_id(room.id) for room in floor.rooms if room.chest)
    if field == "thing":
        rooms = floor.rooms if floor is not None else ()
        return tuple(thing.id for thing in (*v.here, *(thing for room in rooms for thing in room.things)))
    return ()


def _held(v: DescentView) -> tuple[str, ...]:
    """Return the ids of all that the party wears and carries."""
    things = (thing for m in v.party for thing in (m.hand, m.arm, m.body, *m.pack))
    return tuple(thing.id for thing in things if thing is not None)


def _heard(floor: FloorView, door: DoorView) -> tuple[str, ...]:
    """Return the words of the kinds seen or heard behind a door (D26.9, D11.1), as long as nothing better is known."""
    if any(r.id == door.room and (r.entered or r.told) for r in floor.rooms):
        return ()
    if door.behind is not None:
        return (*(word for kind, _ in door.behind for word in kind.split("-")), "seen")
    return (*door.heard.split("-"), "heard") if door.heard else ()


def _of_room(room: RoomView, floor: FloorView) -> str:
    """Return a room's number on the map, and what is known to be in it; an opened chest is meant where none is shut."""
    words = [f"{room.block}"]
    if not (room.entered or room.told):
        return f"{words[0]} unentered"
    words += ["store"] if room.store else []
    shut = any(other.chest == "shut" for other in floor.rooms)
    words += ["chest"] if room.chest == "shut" or (room.chest and not shut) else []
    words += ["vault"] if room.vault else []
    words += ["map"] if room.map else []
    words += ["gold"] if room.gold else []
    words += ["page"] if room.pages else []
    words += [room.prize] if room.prize else []
    words += ["statue"] if room.statue is not None else []
    words += ["bath"] if room.bath else []
    words += [word.lower() for thing in room.things for word in thing.name.split()]
    words += [word for kind, _ in room.band or () for word in ("band", *kind.split("-"))]
    return " ".join(dict.fromkeys(words))


def _the(name: str) -> str:
    return name if name.startswith("The ") else f"the {name}"
