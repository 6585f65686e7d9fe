"""Generated adventures for a game master (T23.31): adventure new prints the whole dungeon, secrets and all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from undercroft.engine.errors import BadUse
from undercroft.engine.streams import SPAN, Stream, derive
from undercroft.engine.toolkit import Answer, Asked, Cup, Option, Tool, one_of
from undercroft.rulebooks.tabletop import budgets, dungeons, forms, parties, ways
from undercroft.rulebooks.tabletop.catalogue import catalogue, named
from undercroft.rulebooks.tabletop.dungeons import DungeonMade, Plan
from undercroft.rulebooks.tabletop.records import Foe, Lot, Room
from undercroft.rulebooks.tabletop.toolkit.saying import dice, listed, signed

WIDTH = 5
"""Letters from one room of the map to the next."""


def _new(asked: Asked, cup: Cup) -> Answer:
    if not asked.flag("party"):
        raise BadUse("adventure new: whose? Give --party PARTY, or --party reference")
    levels = parties.find(asked.option("party")).levels
    level, rating = budgets.adventure_level(levels), budgets.party_rating(levels)
    length = one_of(asked.option("size", "short"), "--size", tuple(catalogue().lengths))
    setting = one_of(asked.option("setting", "normal"), "--setting", tuple(catalogue().settings))
    theme = theme_for(asked.option("theme"), level) if asked.flag("theme") else ""
    base = cup.below(SPAN)

    def place(*where: int | str) -> Stream:
        return derive(base, "tabletop", dungeons.STREAM, *where)

    made = dungeons.made(place, Plan(1, length, level, rating, setting, theme))
    quest = catalogue().quests[made.adventure.quest]
    folk = catalogue().themes[made.adventure.theme]
    rooms = [_room(made, room) for room in made.rooms]
    lines = [
        (
            f"{folk.name}, {length}, {setting}: adventure level {level}, Party Rating {rating}, {len(rooms)} rooms, "
            f"{catalogue().lengths[length].days} days."
        ),
        f"Quest: {quest.name}. {quest.about}",
        *_map(made.rooms, made),
    ]
    for room in rooms:
        lines += _room_lines(room)
    figures = {
        "theme": folk.name, "size": length, "setting": setting, "level": level, "rating": rating, "count": len(rooms),
        "days": catalogue().lengths[length].days, "quest": quest.name, "rooms": rooms,
    }  # fmt: skip
    return Answer(tuple(lines), figures, (folk.rule, quest.rule))


def theme_for(words: str, level: int) -> str:
    """Return the id of a theme that suits the adventure level; BadUse for one that does not (T22.10)."""
    theme = named(catalogue().themes, words)
    if not budgets.in_band(theme, level):
        band = f"levels {theme.level_low}-{theme.level_high}"
        raise BadUse(f"--theme: {theme.name} is for {band}, the adventure level is {level} (T22.10)")
    return theme.id


def _number(room: str) -> str:
    return room.partition("-")[2]


def _map(rooms: Iterable[Room], made: DungeonMade) -> list[str]:
    """Draw rooms by their numbers; a passage is a line, a secret one dotted."""
    at = {room.id: (room.x, room.y) for room in rooms}
    left, top = min(x for x, _ in at.values()), min(y for _, y in at.values())
    wide, tall = max(x for x, _ in at.values()) - left + 1, max(y for _, y in at.values()) - top + 1
    grid = [[" "] * (wide * WIDTH) for _ in range(2 * tall - 1)]
    for room, (x, y) in at.items():
        for offset, letter in enumerate(_number(room).rjust(2)):
            grid[2 * (y - top)][(x - left) * WIDTH + offset] = letter
    for way in made.ways:
        (x, y), (east, south) = at[way.near], ways.SIDES[way.side]
        column, row = (x - left) * WIDTH, 2 * (y - top)
        if east:
            start = column + 2 if east > 0 else column - WIDTH + 2
            for step in range(WIDTH - 2):
                grid[row][start + step] = "." if way.secret else "-"
        else:
            grid[row + south][column + 1] = ":" if way.secret else "|"
    return ["Map:", *(f"  {''.join(row).rstrip()}" for row in grid)]


def _room(made: DungeonMade, room: Room) -> dict[str, Any]:
    """Return all of a room as data; what is not there is left out."""
    kind = catalogue().rooms[room.kind]
    far = ways.far_from(ways.ENTRANCE, [(way.near, way.far) for way in made.ways])
    found: dict[str, Any] = {
        "room": int(_number(room.id)), "name": kind.name, "about": kind.about, "distance": far[room.id],
        "furniture": [f"{piece} ({wall})" for piece, wall in room.furniture],
        "exits": [_exit(way, room.id) for way in made.ways if room.id in (way.near, way.far)],
    }  # fmt: skip
    for group in made.groups:
        if group.room == room.id:
            foes = _foes(foe for foe in made.foes if foe.group == group.id)
            found["group"] = {"sort": group.sort, "foes": foes, "holds": _lot(group.lot)}
    for trap in made.traps:
        if trap.room == room.id:
            where = "on the chest" if trap.chest else "in the room"
            found["trap"] = {"name": catalogue().traps[trap.kind].name, "number": signed(trap.number), "where": where}
    for feature in made.features:
        if feature.room == room.id:
            hidden = {"lever": feature.place, "difficulty": feature.difficulty} if feature.difficulty else {}
            bars = next((way for way in made.ways if way.id == feature.way), None)
            beyond = {"bars": int(_number(ways.beyond(bars, room.id)))} if bars else {}
            name = catalogue().features[feature.kind].name
            found["feature"] = {"name": name, **beyond, **hidden, "gives": _lot(feature.lot)}
    for chest in made.chests:
        if chest.room == room.id:
            hidden = {"hidden": chest.place, "difficulty": chest.difficulty} if chest.difficulty else {}
            found["chest"] = {**hidden, "holds": _lot(chest.lot)}
    if made.adventure.captive == room.id:
        found["captive"] = True
    return found


def _exit(way: Any, room: str) -> dict[str, Any]:
    door = "secret door" if way.secret else "door" if way.door else "open"
    hidden = {"at": way.place, "difficulty": way.difficulty} if way.difficulty and way.near == room else {}
    to = int(_number(ways.beyond(way, room)))
    return {"side": ways.side_in(way, room), "to": to, "metres": way.metres, "door": door, **hidden}


def _foes(foes: Iterable[Foe]) -> list[str]:
    """Return foes in words, those of the same figures together: `3 Goblin (Courage 5, ...)`."""
    counts = Counter(map(_foe, foes))
    return [f"{count} {foe}" for foe, count in counts.items()]


def _foe(foe: Foe) -> str:
    name = " ".join(filter(None, (catalogue().monsters[foe.kind].name, foe.template.capitalize())))
    return (
        f"{name} (Courage {foe.courage}, V {foe.vitality}, P {foe.protection}, A {foe.attack}, D {foe.defence}, "
        f"damage {dice(foe.dice, foe.add)}, attacks {foe.attacks}, R {foe.resist}, ML {foe.ml})"
    )


def _lot(lot: Lot) -> str:
    """Return a lot in words: `30 silver; topaz 11`."""
    parts = [f"{lot.silver} silver"] if lot.silver else []
    parts += [forms.jewel_text(one) for one in lot.jewels]
    parts += [catalogue().items[one.kind].name for one in lot.items]
    parts += [forms.arm_text(one) for one in lot.arms] + [forms.goods_text(one) for one in lot.goods]
    return "; ".join([*parts, *lot.objects])


def _room_lines(room: dict[str, Any]) -> list[str]:
    exits = [
        f"{one['side']} to {one['to']} ({one['metres']} m, {one['door']}"
        + (f", at {one['at']}, difficulty {one['difficulty']})" if "at" in one else ")")
        for one in room["exits"]
    ]
    lines = [
        f"{room['room']}. {room['name']} ({room['distance']} rooms from the entrance). {room['about']}",
        f"   Exits: {listed(exits)}. Furniture: {listed(room['furniture'])}.",
    ]
    if group := room.get("group"):
        lines.append(f"   {group['sort'].capitalize()} encounter: {'; '.join(group['foes'])}.")
        lines.append(f"   They hold: {group['holds'] or 'nothing'}.")
    if trap := room.get("trap"):
        lines.append(f"   Trap {trap['where']}: {trap['name']}, number {trap['number']}.")
    if feature := room.get("feature"):
        bars = f", bars the way to {feature['bars']}" if "bars" in feature else ""
        lever = f", lever at {feature['lever']}, difficulty {feature['difficulty']}" if "lever" in feature else ""
        lines.append(f"   Feature: {feature['name']}{bars}{lever}; gives {feature['gives'] or 'nothing'}.")
    if chest := room.get("chest"):
        hidden = f" hidden at {chest['hidden']}, difficulty {chest['difficulty']}" if "hidden" in chest else ""
        lines.append(f"   Chest{hidden}: {chest['holds'] or 'nothing'}.")
    if room.get("captive"):
        lines.append("   The captive is held here.")
    return lines


TOOLS = (
    Tool(
        "adventure new", "", "Generate an adventure and print all of it for the game master.",
        ("T23.31", "T22.27", "T22.28", "T22.29", "T22.30"), _new,
        (
            Option("party", "P", "a party's file, sheets parted by commas, or reference"),
            Option("size", "short|standard|long|grand", "short if it is left out"),
            Option("setting", "gentle|normal|grim", "normal if it is left out"),
            Option("theme", "T", "the dungeon's folk, by name"),
        ),
    ),
)  # fmt: skip
