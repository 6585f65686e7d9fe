"""Where a competent player goes: rooms, counters, hidden doors, stairs."""

from __future__ import annotations

from undercroft.bots.descent_notes import Notes, strength
from undercroft.bots.descent_odds import reckon
from undercroft.bots.descent_shop import errand, lost
from undercroft.bots.offered import Offered
from undercroft.rulebooks.descent.views import DescentView, DoorView, FloorView, RoomView

SEARCHES = 4
"""Searches of one spot before it is given up for the time being."""
STRONGER = 15
"""Strength to be gained, in 100, before a room the party ran from is tried again."""
FARTHER = 50
"""Paces that a block without a room on the map counts as farther than one with a room but no door."""
LISTENS = 3
"""Listens at a door before going in."""
WHOLE = 90
"""Share of health that everybody should have on going into an unknown room, in 100."""
PATIENCE = 2500
"""Steps for each floor after which the party climbs and gives up."""
SCOUTS = 4
"""Agility of who is sent ahead: a slip back out mostly works."""
SCOUT_AT = 45
"""Sends a scout in when a usual band of the floor would cost this share of the health left, in 100."""
USUAL = (("", "unhurt"), ("", "unhurt"))
"""A usual band: two of a kind not known."""
AVOID = 70
"""Leaves a room be whose band, seen through the door, would cost this share of the health left, in 100."""
BOOK_WITH = 4
"""Members that must stand when the book is taken last, for then the hunt begins."""


def over(v: DescentView) -> bool:
    """Say whether nothing is left to be won: the king was lost, or it has lasted far too long."""
    return any(m.cls == "king" and m.state == "fallen" for m in v.party) or v.step > PATIENCE * v.floors_in_all


def walk(v: DescentView, o: Offered, notes: Notes) -> str:
    """Return the next action in a hall."""
    floor = next(f for f in v.floors if f.number == v.floor)
    if notes.errand < 0:
        notes.errand = errand(v, notes, leaving=False)
    if notes.errand >= 0:
        if go := _to_counter(v, o, floor, notes.errand):
            return go
        notes.errand = -1
    if v.king or over(v):
        return _home(v, o, floor, notes)
    return _explore(v, o, floor, notes) or _deeper(v, o, floor, notes) or _last(v, o, floor, notes)


def _home(v: DescentView, o: Offered, floor: FloorView, notes: Notes) -> str:
    """Climb, by way of the book if the party can bear the hunt."""
    if not v.book and v.floor == v.book_floor and sum(m.state == "standing" for m in v.party) >= BOOK_WITH:
        rooms = {r.id for r in floor.rooms if r.prize == "book"}
        if go := _to_doors(v, o, floor, [d for d in floor.doors if d.room in rooms], notes):
            return go
    return to(v, o, floor, floor.up, "stair-up") or o.first("up") or _edge(v, o, floor)


def _explore(v: DescentView, o: Offered, floor: FloorView, notes: Notes) -> str:
    doors = [d for d in floor.doors if _worth(v, floor, d, notes)]
    if go := _to_doors(v, o, floor, doors, notes):
        return go
    if missing(v, floor) or v.floor not in v.maps:
        return _edge(v, o, floor)
    return ""


def _deeper(v: DescentView, o: Offered, floor: FloorView, notes: Notes) -> str:
    """Go down, by way of a counter if the purse is full."""
    if not (floor.opens and floor.down >= 0 and v.floor < v.floors_in_all) or _book_room(v, floor):
        return ""
    notes.errand = errand(v, notes, leaving=True)
    if notes.errand >= 0 and (go := _to_counter(v, o, floor, notes.errand)):
        return go
    notes.errand = -1
    return to(v, o, floor, floor.down, "stair-down") or o.first("down")


def _last(v: DescentView, o: Offered, floor: FloorView, notes: Notes) -> str:
    """Look for hidden doors; with none left to look for, face what the party ran from, or go on."""
    if go := _edge(v, o, floor):
        return go
    if go := _seek(v, o, floor, notes):
        return go
    notes.fled.clear()
    if floor.opens and floor.down >= 0 and v.floor < v.floors_in_all:
        return to(v, o, floor, floor.down, "stair-down") or o.first("down")
    notes.searched = {key: count // 2 for key, count in notes.searched.items()}
    return "search" if "search" in o else ""


def _edge(v: DescentView, o: Offered, floor: FloorView) -> str:
    """Walk to the nearest end of what is known."""
    cell = floor.edge(floor.reach(v.cell))
    return to(v, o, floor, cell, "") if cell >= 0 else ""


def _book_room(v: DescentView, floor: FloorView) -> bool:
    """Say whether the room of the book is still to be found here."""
    return v.floor == v.book_floor and not v.book and not any(r.prize == "book" for r in floor.rooms)


def missing(v: DescentView, floor: FloorView) -> bool:
    """Say whether the floor still hides what the party came for."""
    no_map = v.floor < v.floors_in_all and max(v.maps, default=0) < v.floor
    return no_map or _book_room(v, floor) or (v.floor == v.floors_in_all and not v.king)


def _worth(v: DescentView, floor: FloorView, door: DoorView, notes: Notes) -> bool:
    """Say whether the room behind a door is worth going in."""
    room = next((r for r in floor.rooms if r.id == door.room), None)
    before = notes.fled.get(door.room)
    if before is not None and strength(v) * 100 < before * (100 + STRONGER):
        return False
    if room is None:
        return True
    if not room.entered:
        return not (room.told and room.band is None and not goods(v, room))
    return room.band is not None or goods(v, room)


def goods(v: DescentView, room: RoomView) -> bool:
    """Say whether a room holds something worth the steps."""
    return bool(
        room.gold
        or room.chest == "shut"
        or room.map
        or room.pages
        or room.prize == "king"
        or (room.prize == "book" and v.king and not v.book)
        or (room.told and not room.entered and room.store)
    )


def _to_doors(v: DescentView, o: Offered, floor: FloorView, doors: list[DoorView], notes: Notes) -> str:
    """Go to the nearest of the doors, and in."""
    for door in doors:
        if door.cell == v.cell and (text := f"enter {door.id}") in o:
            room = next((r for r in floor.rooms if r.id == door.room), None)
            quiet = room is not None and (room.entered or room.told) and room.band is None
            heard = door.heard or door.behind is not None
            listen, count = f"listen {door.id}", notes.listened.get(door.id, 0)
            if not quiet and not heard and count < LISTENS and listen in o:
                notes.listened[door.id] = count + 1
                return listen
            if (
                door.behind
                and reckon(v, [(kind, "unhurt") for kind, count in door.behind for _ in range(count)]).loss >= AVOID
            ):
                notes.fled[door.room] = strength(v)
                return ""
            if heard and not quiet and not door.behind and (sneak := _scout(v, o, door)):
                return sneak
            return text
    seen = floor.reach(v.cell)
    near = [(seen[d.cell][0], d.cell, d.id) for d in doors if d.cell in seen]
    if not near:
        return ""
    _, cell, name = min(near)
    return to(v, o, floor, cell, name)


def _scout(v: DescentView, o: Offered, door: DoorView) -> str:
    """Send the nimblest in alone, if a band here is likely to be too much and a way back out is likely."""
    able = [m for m in v.party if m.state == "standing" and m.agility >= SCOUTS and 100 * m.health >= WHOLE * m.ceiling]
    if not able or reckon(v, [(door.heard, state) for _, state in USUAL]).loss < SCOUT_AT:
        return ""
    return o.any(f"sneak {door.id} {max(able, key=lambda m: m.agility).id}")


def _to_counter(v: DescentView, o: Offered, floor: FloorView, goal: int) -> str:
    if v.floor > goal:
        return to(v, o, floor, floor.up, "stair-up") or o.first("up")
    if v.floor < goal:
        return to(v, o, floor, floor.down, "stair-down") or o.first("down")
    store = next((r.id for r in floor.rooms if r.store), "")
    seen = floor.reach(v.cell)
    near = [(seen[d.cell][0], d.cell, d.id) for d in floor.doors if d.room == store and d.cell in seen]
    if not near:
        return ""
    _, cell, name = min(near)
    return to(v, o, floor, cell, name) or o.any(f"enter {name}")


def to(v: DescentView, o: Offered, floor: FloorView, cell: int, name: str) -> str:
    """Return the next action on the way to a cell, empty if the party stands there or no way is known."""
    if cell == v.cell or cell < 0:
        return ""
    if name and (text := f"travel {name}") in o:
        return text
    wide = v.figures.wide
    if (text := f"travel {cell % wide},{cell // wide}") in o:
        return text
    found = floor.reach(v.cell).get(cell)
    return f"walk {found[1]}" if found is not None and found[1] else ""


def search(v: DescentView, notes: Notes) -> str:
    """Search here, and note it down."""
    key = (v.floor, v.cell)
    notes.searched[key] = notes.searched.get(key, 0) + 1
    return "search"


def _seek(v: DescentView, o: Offered, floor: FloorView, notes: Notes) -> str:
    """Search where a hidden door may lie: beside rooms without a door, else beside blocks that hold no room."""
    doored = {d.room for d in floor.doors}
    blocks = [r.block for r in floor.rooms if r.id not in doored]
    drawn = {r.block for r in floor.rooms}
    count = len(blocks)
    blocks += [b for b in range(1, len(v.figures.blocks) + 1) if b not in drawn]
    seen = floor.reach(v.cell)
    best: tuple[int, int, int] | None = None
    for rank, block in enumerate(blocks):
        for cell in v.figures.blocks[block - 1]:
            done = notes.searched.get((v.floor, cell), 0)
            if cell in seen and done < SEARCHES:
                score = (done, (0 if rank < count else FARTHER) + seen[cell][0], cell)
                best = min(best, score) if best else score
    if best is None:
        return ""
    if best[2] == v.cell:
        return search(v, notes) if "search" in o else ""
    return to(v, o, floor, best[2], "")


def entering(text: str) -> bool:
    """Say whether an action may lead into a fight that the party should be whole for."""
    return text.startswith(("enter", "listen", "sneak", "down"))


def whole(v: DescentView) -> bool:
    """Say whether everybody is fit for a fight."""
    up = [m for m in v.party if m.state == "standing"]
    return all(100 * m.health >= WHOLE * m.ceiling for m in up) and not (lost(v) and len(up) < 2)
