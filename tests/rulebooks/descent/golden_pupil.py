"""Who plays the golden playthrough of the guide's lessons: somebody that has to be told everything once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec
from tests.rulebooks.descent.golden_players import careless

from undercroft.bots.descent import Competent
from undercroft.bots.descent_odds import figures
from undercroft.bots.descent_rest import needs_rest
from undercroft.bots.descent_route import to
from undercroft.bots.offered import Offered
from undercroft.rulebooks.descent.generation import STORE_EVERY
from undercroft.rulebooks.descent.views import DescentView, FloorView, MemberView, ThingView

PLENTY = 99
"""Rations that the larder seems to hold."""


@dataclass
class Pupil:
    """Plays well, but for what the guide has a lesson about, until he has given it; asks him everything.

    It opens no report, buys no food, walks into rooms unheard, looks for the stair first, sends anybody to the lid,
    runs once, asks for one bribe, offers statues one gold, and never looks after the rogue, who stands in front.
    """

    asked: set[tuple[str, str]] = field(default_factory=set)
    """Topics asked, by lesson."""
    done: set[str] = field(default_factory=set)
    """Heads of actions done."""
    player: Competent = field(default_factory=Competent)

    def choose(self, view: DescentView, offers: Sequence[str]) -> str:
        """Return the text of the action to take."""
        o = Offered(offers)
        text = self._deed(view, o)
        if not text:
            text = self._instead(view, o, self.player.choose(_seen(view), offers))
        self.done.add(text.partition(" ")[0])
        return text

    def _deed(self, v: DescentView, o: Offered) -> str:
        match v.ask:
            case "ask.lesson":
                return self._ask(v)
            case "ask.fight":
                return self._fight(v, o)
            case "ask.room" | "ask.hall":
                return self._brief(o) or _front(v, o) or _bid(v, o) or _stair(v, o)
        return ""

    def _ask(self, v: DescentView) -> str:
        """Ask about each topic once."""
        assert v.lesson is not None
        for topic, _ in v.lesson.topics:
            if (v.lesson.id, topic) not in self.asked:
                self.asked.add((v.lesson.id, topic))
                return f"ask {topic}"
        return ""

    def _brief(self, o: Offered) -> str:
        """Tell the guide to be brief, and think better of it."""
        return o.any("guide full") or (o.any("guide brief") if "guide" not in self.done else "")

    def _fight(self, v: DescentView, o: Offered) -> str:
        """Ask for a bribe that could be paid, then run, each once."""
        fight = v.fight
        me = next((m for m in v.party if m.id == v.member), None)
        if fight is None or me is None:
            return ""
        price = sum(v.figures.bribe * figures(v, foe.kind).experience for foe in fight.foes)
        if "bribe" not in self.done and price <= v.gold and "bribe" in o:
            return "bribe"
        if "flight" in v.lessons:
            return ""
        return o.any("wait") if me.outside else o.first("run")

    @staticmethod
    def _instead(v: DescentView, o: Offered, text: str) -> str:
        """Send anybody but the rogue to the lid, and all of them in where they would have listened or sent one."""
        head, _, rest = text.partition(" ")
        if head == "open" and "lid" not in v.lessons:
            rogues = [m.id for m in v.party if m.cls == "rogue"]
            return next((one for one in o.all("open") if one.rpartition(" ")[2] not in rogues), text)
        if head in ("listen", "sneak") and "seen-coming" not in v.lessons:
            return o.any(f"enter {rest.split(' ')[0]}") or text
        return text


def _seen(v: DescentView) -> DescentView:
    """Return what the pupil takes note of."""
    if "death" not in v.lessons:
        v = careless(v, _rogue(v))
    if "no-food" not in v.lessons:
        v = msgspec.structs.replace(v, rations=PLENTY)
    if "thing-broken" not in v.lessons:
        v = msgspec.structs.replace(v, party=tuple([_without_unnamed(m) for m in v.party]))
    return v


def _rogue(v: DescentView) -> str:
    return next((m.id for m in v.party if m.cls == "rogue"), "")


def _without_unnamed(m: MemberView) -> MemberView:
    """Things of no name are neither sold nor tried: they are kept for a statue."""
    return msgspec.structs.replace(m, pack=tuple([t for t in m.pack if not _unnamed(t)]))


def _unnamed(thing: ThingView) -> bool:
    return not thing.kind and thing.sort in ("bottle", "scroll", "lantern")


def _front(v: DescentView, o: Offered) -> str:
    return o.any(f"rank {_rogue(v)} front") if "death" not in v.lessons else ""


def _bid(v: DescentView, o: Offered) -> str:
    _, _, thing = o.first("offer").partition(" for ")
    return f"offer 1 for {thing}" if thing and "thing-broken" not in v.lessons else ""


def _stair(v: DescentView, o: Offered) -> str:
    """Look for the stair down before any room, where it would be shut or lead past a store."""
    floor = next(f for f in v.floors if f.number == v.floor)
    if v.room or v.king or needs_rest(_seen(v), False) or not (_shut(v, floor) or _store(v, floor)):
        return ""
    return to(v, o, floor, floor.down if floor.down >= 0 else floor.edge(floor.reach(v.cell)), "")


def _shut(v: DescentView, floor: FloorView) -> bool:
    return "shut-stair" not in v.lessons and not floor.opens and floor.number < v.floors_in_all


def _store(v: DescentView, floor: FloorView) -> bool:
    here = floor.number % STORE_EVERY == 0 and floor.number < v.floors_in_all
    return here and "store-passed-by" not in v.lessons
