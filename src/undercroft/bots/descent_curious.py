"""A curious player of `descent`: plays to win as the competent one does, but wants to see every page and blade at work.

It takes the book on the way down, so that its pages can be read, and is hunted all the way up from the king.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from undercroft.bots import descent_heft as heft
from undercroft.bots.descent import Competent
from undercroft.bots.descent_pages import page, spell
from undercroft.bots.descent_rest import hunted, rest
from undercroft.bots.descent_shop import LIGHT, lost, shop
from undercroft.bots.offered import Offered
from undercroft.rulebooks.descent.views import DescentView

WAYS = "way-finding"
ROAD = (WAYS, "far-sight", "long-fare", "soft-step", "naming", "tempering")
"""Pages that are not read while the party rests, or it would rest for ever."""

EMBER = "rekindle"
ENOUGH = 3
"""Members that must stand while the mana to raise another is walked together."""
LIT = ("raise", f"buy {LIGHT}")
"""What such a page takes the place of."""


class Curious(Competent):
    """Plays to bring both prizes up, and reads every page but those `unread`."""

    def __init__(self, unread: Collection[str] = ()) -> None:
        super().__init__()
        self._unread = unread
        self._read: Counter[str] = Counter()
        self._found: set[int] = set()

    def choose(self, view: DescentView, offers: Sequence[str]) -> str:
        """Return the text of the action to take."""
        ember = self._ember(view)
        may = [text for text in offers if self._may(view, spell(text)) and not (ember and text.startswith(LIT))]
        text = super().choose(view, may)
        if read := spell(text):
            self._read[read] += 1
        if read == WAYS:
            self._found.add(view.floor)
        return text

    def _may(self, v: DescentView, read: str) -> bool:
        """Say whether a spell may be read here: no floor is found twice, and what is for the road waits for it."""
        if read in self._unread or (read == WAYS and v.floor in self._found):
            return False
        return not (read in ROAD and self._notes.resting)

    def _ember(self, v: DescentView) -> bool:
        """Say whether mana is to raise who has fallen, in place of a light: the party has time, and enough are up."""
        up = [m for m in v.party if m.state == "standing"]
        able = any(dict(m.spells).get(EMBER, m.most_mana + 1) <= m.most_mana for m in up)
        return able and EMBER not in self._unread and lost(v) and len(up) >= ENOUGH and v.floor > 0 and not hunted(v)

    def _fight(self, v: DescentView, o: Offered) -> str:
        return page(v, o, self._read, super()._fight(v, o))

    def _hall(self, v: DescentView, o: Offered) -> str:
        floor = next(f for f in v.floors if f.number == v.floor)
        full = all(m.mana == m.most_mana for m in v.party if m.state == "standing")
        return (rest(v, o, floor) if self._ember(v) and v.rations and not full else "") or super()._hall(v, o)

    def _tend(self, v: DescentView, o: Offered) -> str:
        return heft.heft(v, o) or super()._tend(v, o)

    def _loot(self, v: DescentView, o: Offered) -> str:
        return o.first("take-book") or super()._loot(v, o)

    def _counter(self, v: DescentView, o: Offered) -> str:
        if v.step == 0:
            return heft.club(v, o) or super()._counter(v, o.without(heft.iron(v, o)))
        rest = o.without(heft.kept(v, o))
        if not shop(v, rest).startswith(heft.FIRST) and (text := heft.buy(v, o)):
            return text
        return super()._counter(v, rest)
