"""A competent player of `descent`: explores, loots, rests, shops, fights, and knows when to climb.

It sees views alone and keeps only what a person would note down: where it has searched, and where it has shopped.
"""

from __future__ import annotations

from collections.abc import Sequence

from undercroft.bots.descent_fight import choose_in_fight
from undercroft.bots.descent_map import block_cells, frontier, reach
from undercroft.bots.descent_pack import tend, wanted
from undercroft.bots.descent_shop import shop
from undercroft.bots.offered import Offered
from undercroft.rulebooks.descent.views import DescentView, FloorView, RoomView

REST_BELOW = 70
"""Rests when somebody's health falls under this share of the ceiling, in 100."""
HUNGRY = 16
"""Goes to a known store of the floor with fewer rations than this."""
LOT = 60
"""Gold that ten rations may cost at the deepest counter."""
SEARCHES = 4
"""Searches of one spot before it is given up."""


class Competent:
    """Plays to bring both prizes up."""

    def __init__(self) -> None:
        self._searched: dict[tuple[int, int], int] = {}
        self._shopped: dict[int, int] = {}
        self._rested = -1

    def choose(self, view: DescentView, offers: Sequence[str]) -> str:
        """Return the text of the action to take."""
        o = Offered(offers)
        return self._choice(view, o) or o.first("wait", "walk", "leave", "close", "no", "begin") or offers[0]

    def _choice(self, v: DescentView, o: Offered) -> str:
        match v.ask:
            case "ask.setup":
                return "begin"
            case "ask.fight":
                return choose_in_fight(v, o)
            case "ask.price":
                return o.first("pay", "decline")
            case "ask.confirm":
                return "yes" if v.king else "no"
            case "ask.empty_sneak":
                return o.first("call-in", "come-out")
            case "ask.counter":
                return shop(v, o) or "close"
            case "ask.courtyard":
                return tend(v, o) or self._shopping(v, o) or o.first("down")
            case "ask.room":
                return tend(v, o) or self._loot(v, o) or self._shopping(v, o) or self._leave(v, o)
            case "ask.hall":
                return tend(v, o) or self._rest(v, o) or self._walk(v, o)
        return ""

    def _shopping(self, v: DescentView, o: Offered) -> str:
        """Open the store once for every visit that brings new gold."""
        if "shop" in o and (v.gold > self._shopped.get(v.floor, 0) + 10 or self._hungry(v)):
            self._shopped[v.floor] = max(v.gold // 2, 10)
            return "shop"
        return ""

    def _hungry(self, v: DescentView) -> bool:
        """Say whether food is short and there is gold for more."""
        return v.rations < HUNGRY and v.gold >= LOT

    def _loot(self, v: DescentView, o: Offered) -> str:
        if take := o.first("take-gold", "take-map", "take-book", "take-page"):
            return take
        lids = o.all("open")
        if lids:
            hands = [m for m in v.party if m.state == "standing"]
            rogue = [m.id for m in hands if m.cls == "rogue"]
            hale = max(hands, key=lambda m: m.health).id
            who = rogue[0] if rogue else hale
            return next((text for text in lids if text.endswith(f" {who}")), lids[0])
        space = {m.id: m.free for m in v.party}
        room = next((r for f in v.floors if f.number == v.floor for r in f.rooms if r.id == v.room), None)
        worth = {t.id for t in (*v.here, *(room.things if room else ())) if wanted(v, t)}
        things = [text for text in o.all("take") if text.split(" ")[1] in worth]
        return max(things, key=lambda text: space.get(text.rpartition(" ")[2], 0), default="")

    def _leave(self, v: DescentView, o: Offered) -> str:
        if self._wants_search(v) and self._spot(v) < SEARCHES and "search" in o and not o.all("leave"):
            return self._search(v)
        return o.first("leave") or self._search(v)

    def _rest(self, v: DescentView, o: Offered) -> str:
        if "pace" not in o or v.rations < 2 * len(v.party):
            return ""
        hunted = v.book and v.king
        hurt = [100 * m.health // m.ceiling for m in v.party if m.state == "standing"]
        least = REST_BELOW - 20 if hunted else REST_BELOW
        casters = [m for m in v.party if m.most_mana and m.state == "standing"]
        dry = not hunted and any(m.mana * 3 < m.most_mana for m in casters)
        if min(hurt, default=100) < least or dry:
            self._rested = v.step
            return "pace"
        if self._rested >= 0 and v.step - self._rested < 400 and (min(hurt, default=100) < 90) and not hunted:
            return "pace"
        self._rested = -1
        return ""

    def _walk(self, v: DescentView, o: Offered) -> str:
        floor = next(f for f in v.floors if f.number == v.floor)
        if self._hungry(v) and (go := self._to_store(v, o, floor)):
            return go
        if v.king and (v.book or v.floor < v.book_floor):
            return self._up(v, o, floor)
        if v.king and not v.book and v.floor > v.book_floor:
            return self._up(v, o, floor)
        if go := self._to_rooms(v, o, floor):
            return go
        done_here = self._done(v)
        if done_here and floor.opens and floor.down >= 0 and v.floor < v.floors_in_all:
            return self._to(v, o, floor, floor.down, "stair-down") or o.first("down")
        seen = reach(floor, v.cell)
        if (edge := frontier(floor, seen)) >= 0:
            return self._to(v, o, floor, edge, "")
        if floor.opens and floor.down >= 0 and v.floor < v.floors_in_all and not self._wants_search(v):
            return self._to(v, o, floor, floor.down, "stair-down") or o.first("down")
        if go := self._seek(v, o, floor):
            return go
        if floor.opens and floor.down >= 0 and v.floor < v.floors_in_all:
            return self._to(v, o, floor, floor.down, "stair-down") or o.first("down")
        self._searched = {key: count // 2 for key, count in self._searched.items()}
        return "search" if "search" in o else ""

    def _done(self, v: DescentView) -> bool:
        """Say whether the floor has given what it must, so that unknown halls can stay unknown."""
        return v.floor in v.maps and not (v.floor == v.book_floor and not v.book)

    def _up(self, v: DescentView, o: Offered, floor: FloorView) -> str:
        return self._to(v, o, floor, floor.up, "stair-up") or o.first("up")

    def _to_rooms(self, v: DescentView, o: Offered, floor: FloorView) -> str:
        """Go to the nearest room that was not entered, or that still holds something worth a fight."""
        wanted = {r.id for r in floor.rooms if self._wanted(v, r)}
        unseen = {d.room for d in floor.doors} - {r.id for r in floor.rooms}
        doors = [d for d in floor.doors if d.room in wanted | unseen]
        here = [d for d in doors if d.cell == v.cell]
        for door in here:
            if (text := f"enter {door.id}") in o:
                return text
        seen = reach(floor, v.cell)
        near = [(seen[d.cell][0], d.cell, d.id) for d in doors if d.cell in seen]
        if not near:
            return ""
        _, cell, name = min(near)
        return self._to(v, o, floor, cell, name)

    def _to_store(self, v: DescentView, o: Offered, floor: FloorView) -> str:
        store = next((r.id for r in floor.rooms if r.store), "")
        seen = reach(floor, v.cell)
        near = [(seen[d.cell][0], d.cell, d.id) for d in floor.doors if d.room == store and d.cell in seen]
        if not near:
            return ""
        _, cell, name = min(near)
        return self._to(v, o, floor, cell, name) or o.any(f"enter {name}")

    def _wanted(self, v: DescentView, room: RoomView) -> bool:
        if not room.entered:
            return not (room.told and room.band is None and not self._goods(room))
        if room.store:
            return self._hungry(v)
        if room.band is not None:
            return True
        if room.prize == "book" and not v.book:
            return True
        return room.chest == "shut" or room.map or room.gold > 0 or bool(room.pages)

    def _goods(self, room: RoomView) -> bool:
        return bool(room.gold or room.chest or room.map or room.prize or room.pages or room.things or room.store)

    def _to(self, v: DescentView, o: Offered, floor: FloorView, cell: int, name: str) -> str:
        """Return the next action on the way to a cell, empty if the party stands there or no way is known."""
        if cell == v.cell:
            return ""
        if name and (text := f"travel {name}") in o:
            return text
        if (text := f"travel {cell % 25},{cell // 25}") in o:
            return text
        found = reach(floor, v.cell).get(cell)
        return f"walk {found[1]}" if found is not None and found[1] else ""

    def _wants_search(self, v: DescentView) -> bool:
        missing_map = v.floor not in v.maps and v.floor < v.floors_in_all and max(v.maps, default=0) < v.floor
        missing_book = v.floor == v.book_floor and not v.book
        missing_king = v.floor == v.floors_in_all and not v.king
        return missing_map or missing_book or missing_king

    def _spot(self, v: DescentView) -> int:
        return self._searched.get((v.floor, -1 if v.room else v.cell), 0)

    def _search(self, v: DescentView) -> str:
        key = (v.floor, -1 if v.room else v.cell)
        self._searched[key] = self._searched.get(key, 0) + 1
        return "search"

    def _seek(self, v: DescentView, o: Offered, floor: FloorView) -> str:
        """Search where a hidden door may lie: beside rooms without a door, else beside blocks that hold no room."""
        doored = {d.room for d in floor.doors}
        blocks = [r.block for r in floor.rooms if r.id not in doored]
        drawn = {r.block for r in floor.rooms}
        blocks += [b for b in range(1, 13) if b not in drawn]
        seen = reach(floor, v.cell)
        best: tuple[int, int, int] | None = None
        for rank, block in enumerate(blocks):
            for cell, _side in block_cells(block):
                count = self._searched.get((v.floor, cell), 0)
                if cell in seen and count < SEARCHES:
                    score = (count, (0 if rank < len(floor.rooms) else 1) * 50 + seen[cell][0], cell)
                    best = min(best, score) if best else score
        if best is None:
            return ""
        if best[2] == v.cell:
            return self._search(v) if "search" in o else ""
        return self._to(v, o, floor, best[2], "")
