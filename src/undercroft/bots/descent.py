"""A competent player of `descent`: explores, loots, rests, shops, fights, and knows when to climb.

It sees views alone and keeps only what a person would note down. The book is left lying until the king is up beside
it: until the last prize is in hand nothing hunts the party (D9.1, D9.2), so that the deep floors are climbed in peace.
"""

from __future__ import annotations

from collections.abc import Sequence

from undercroft.bots.descent_arts import arts
from undercroft.bots.descent_fight import choose_in_fight
from undercroft.bots.descent_graces import grace
from undercroft.bots.descent_locks import open_lock, start
from undercroft.bots.descent_notes import Notes, strength
from undercroft.bots.descent_pack import tend, wanted
from undercroft.bots.descent_rest import hunted, needs_rest, rest
from undercroft.bots.descent_route import entering, over, search, walk, whole
from undercroft.bots.descent_shop import shop
from undercroft.bots.offered import Offered
from undercroft.rulebooks.descent.views import DescentView

PATIENCE = 200
"""Answers without a step outside fights before the player does anything at all that moves it on."""


class Competent:
    """Plays to bring both prizes up."""

    def __init__(self) -> None:
        self._notes = Notes()

    def choose(self, view: DescentView, offers: Sequence[str]) -> str:
        """Return the text of the action to take."""
        o = Offered(offers)
        moved = o.first("wait", "walk", "leave", "close", "leave-lock", "accept", "no", "down", "begin") or offers[0]
        if self._idle(view):
            return moved
        text = self._choice(view, o)
        return text if text in o or text.startswith(("offer ", "guess ")) else moved

    def _idle(self, v: DescentView) -> bool:
        """Say whether nothing has moved for so long that any move is better."""
        n = self._notes
        n.idle = n.idle + 1 if v.step == n.step and v.fight is None else 0
        n.step = v.step
        return n.idle > PATIENCE

    def _choice(self, v: DescentView, o: Offered) -> str:
        match v.ask:
            case "ask.setup":
                return "begin"
            case "ask.fight":
                return self._fight(v, o)
            case "ask.price":
                return o.first("pay", "decline")
            case "ask.confirm":
                return "yes" if v.king or self._notes.done else "no"
            case "ask.empty_sneak":
                return o.first("call-in", "come-out")
            case "ask.lesson":
                return o.first("accept")
            case "ask.counter":
                return self._counter(v, o)
            case "ask.wall" | "ask.plate":
                return open_lock(v, o, self._notes)
            case "ask.aim":
                return arts(v, o, self._notes) or o.first("aim")
            case "ask.courtyard":
                self._notes.done = over(v)
                return (
                    o.first("give-up")
                    if self._notes.done
                    else self._tend(v, o) or self._shopping(o, v) or o.first("down")
                )
            case "ask.room":
                return self._tend(v, o) or grace(v, o) or self._loot(v, o) or self._shopping(o, v) or self._leave(v, o)
            case "ask.hall":
                return self._tend(v, o) or self._hall(v, o)
        return ""

    def _tend(self, v: DescentView, o: Offered) -> str:
        self._notes.sneaked = False
        return tend(v, o) or arts(v, o, self._notes)

    def _fight(self, v: DescentView, o: Offered) -> str:
        text = choose_in_fight(v, o, sneaked=self._notes.sneaked)
        if text.startswith(("run", "slip-out")) and v.fight is not None and v.fight.room:
            self._notes.fled[v.fight.room] = strength(v)
        return text

    def _shopping(self, o: Offered, v: DescentView) -> str:
        """Open the counter once at each visit."""
        if "shop" in o and self._notes.visited != (v.floor, v.step):
            self._notes.visited = (v.floor, v.step)
            return "shop"
        return ""

    def _counter(self, v: DescentView, o: Offered) -> str:
        self._notes.wares[v.floor] = v.wares
        if deal := shop(v, o):
            return deal
        self._notes.served[v.floor] = v.gold
        if self._notes.errand == v.floor:
            self._notes.errand = -1
        return "close"

    def _loot(self, v: DescentView, o: Offered) -> str:
        if take := o.first("take-gold", "take-map", "take-page"):
            return take
        lids = o.all("open")
        if lids:
            hands = [m for m in v.party if m.state == "standing"]
            rogue = [m.id for m in hands if m.cls == "rogue"]
            hale = max(hands, key=lambda m: m.health).id
            who = rogue[0] if rogue else hale
            return next((text for text in lids if text.endswith(f" {who}")), lids[0])
        if text := start(v, o, self._notes):
            return text
        space = {m.id: m.free for m in v.party}
        room = next((r for f in v.floors if f.number == v.floor for r in f.rooms if r.id == v.room), None)
        worth = {t.id for t in (*v.here, *(room.things if room else ())) if wanted(v, t)}
        things = [text for text in o.all("take") if text.split(" ")[1] in worth]
        if things:
            return max(things, key=lambda text: space.get(text.rpartition(" ")[2], 0))
        return o.first("take-book") if v.king else ""

    def _leave(self, v: DescentView, o: Offered) -> str:
        return o.first("leave") or search(v, self._notes)

    def _hall(self, v: DescentView, o: Offered) -> str:
        n = self._notes
        floor = next(f for f in v.floors if f.number == v.floor)
        n.resting = needs_rest(v, n.resting)
        if n.resting and (text := rest(v, o, floor)):
            return text
        text = walk(v, o, n)
        n.sneaked = text.startswith("sneak")
        if entering(text) and not hunted(v) and not whole(v) and needs_rest(v, True):
            n.resting = True
            return rest(v, o, floor) or text
        return text
