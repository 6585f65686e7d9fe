"""Tally: what a run of `descent` comes to, for the lab and for the history of games played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from undercroft.engine import tally as _tally
from undercroft.engine.event import Event
from undercroft.engine.state import remembered
from undercroft.engine.tally import Choice
from undercroft.rulebooks.descent import (
    blows,
    bribery,
    chests,
    endings,
    fights,
    flight,
    gear,
    king,
    levels,
    raising,
    setup,
    spells,
    stairs,
    stores,
    tales,
    things,
    training,
    wounds,
)  # fmt: skip
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent.records import COURTYARD, State

WORN = ("hand:", "arm:", "body:")
"""Places of things that are used by having them there."""


class Tally(_tally.Tally[State]):
    """Follows one run of `descent`."""

    tells = (
        stairs.StairTaken, stairs.CourtyardReached, fights.FightOpened, fights.FightClosed,
        flight.FlightCalled, bribery.BribePaid, chests.TrapSprung, chests.FellThrough, chests.MapTaken, wounds.Fell,
        raising.Raised, levels.LevelGained, spells.PageTaken, spells.BookTaken, king.KingJoined,
    )  # fmt: skip

    def __init__(self) -> None:
        self._falls: list[str] = []
        """Of every death the kind of monster, or the cause."""
        self._turns: list[tales.Turn] = []
        self._met: set[str] = set()
        self._used: set[str] = set()
        self._pages: set[str] = set()
        self._read: set[str] = set()
        self._blow: dict[str, str] = {}
        self._looked: tuple[Any, ...] = ()

    def story(self, s: State, events: Iterable[Event[Any]]) -> list[Event[Any]]:
        return super().story(s, _happened(s, events))

    def note(self, s: State, events: Iterable[Event[Any]]) -> None:
        for e in _happened(s, events):
            match e:
                case blows.BlowLanded():
                    self._blow[e.target] = e.attacker.rpartition("-")[0]
                case wounds.Fell():
                    cause = self._blow[e.member] if e.cause == wounds.BLOW else e.cause
                    self._falls.append(cause)
                    self._turn(s, "fell", e.member, cause)
                case spells.BookTaken():
                    self._turn(s, "book")
                case king.KingJoined():
                    self._turn(s, "king", e.member)
                case things.ThingUsed():
                    self._used.add(e.kind)
                case raising.Raised():
                    self._turn(s, "raised", e.member)
                    if e.source in content.catalogue().charms:
                        self._used.add(e.source)
                case things.BellUnderstood() if e.item in s.items:
                    self._used.add(s.items[e.item].kind)
                case stores.StoreOpened():
                    self._met.update(stores.stock(e.floor))
                case spells.PageTaken():
                    self._pages.add(e.page)
                case spells.SpellRead():
                    self._read.add(e.spell)
        self._look(s)

    def _turn(self, s: State, what: str, member: str = "", cause: str = "") -> None:
        self._turns.append(tales.Turn(what, member, s.place.floor, s.clock.step, cause))

    def tale(self, s: State) -> list[str]:
        return tales.tale(s, self._turns)

    def _look(self, s: State) -> None:
        """Take in what lies before the party, and what it carries and wears, where anything of it changed."""
        within = gear.within_reach(s)
        if (looked := (_items_as_now(s), within)) == self._looked:
            return
        self._looked = looked
        for place in within:
            self._met.update(s.items[key].kind for key in s.items.keys_where(place))
        for key in gear.in_hands(s, s.members.values()):
            item = s.items[key]
            self._met.add(item.kind)
            if item.place.startswith(WORN):
                self._used.add(item.kind)

    def facts(self, s: State) -> dict[str, Any]:
        counts = s.counts
        floor = s.place.floor
        killer = self._falls[-1] if s.outcome is not None and s.outcome.code == endings.ALL_DEAD else ""
        return {
            "deepest": max((n for n, f in s.floors.items() if f.visited), default=0),
            "steps": s.clock.step, "fights": counts.fights, "kills": counts.kills, "bribes": counts.bribes,
            "flights": counts.flights, "deaths": counts.deaths, "raises": counts.raises, "gold": s.purse.gold,
            "pages": len(s.quest.pages), "levels": sum(m.level for m in s.members.values()),
            "book": s.quest.book, "king": s.quest.king,
            "ended_on": f"floor {floor}" if floor != COURTYARD else "courtyard",
            "killer": killer, "killed_by": f"{killer}, floor {floor}" if killer else "",
            "fell_to": sorted(set(self._falls)),
            "falls": [
                {"name": s.members[turn.member].name, "floor": turn.floor, "step": turn.step, "to": turn.cause}
                for turn in self._turns
                if turn.what == "fell"
            ],
            "party": [
                {
                    "name": m.name, "class": m.cls, "level": m.level,
                    "state": "fallen" if m.fallen else "standing", "health": m.health,
                }
                for m in s.members.values()
            ],
        }  # fmt: skip

    def choices(self, s: State) -> dict[str, Choice]:
        return {
            "items": Choice(self._met | self._used, self._used),
            "pages": Choice(self._pages | self._read, self._read),
            "classes": Choice(setup.COMPANIONS, set(s.setup.companions)),
        }


@remembered("items")
def _items_as_now(_: State) -> object:
    """Return a mark that is another once an item was written."""
    return object()


def _happened(s: State, events: Iterable[Event[Any]]) -> list[Event[Any]]:
    """Return the events of an action without those of a practice fight, which never was (D1.17)."""
    found: list[Event[Any]] = []
    for e in events:
        found = [] if isinstance(e, training.PracticeOver) else [*found, e]
    return [] if training.practising(s) else found
