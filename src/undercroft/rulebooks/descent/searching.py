"""Secret doors and searching (D10)."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Chance, Odds
from undercroft.rulebooks.descent import floors, members, wandering
from undercroft.rulebooks.descent.records import Action, Ctx, Event, InHall, InRoom, State

FIND = 50
FIND_MOST = 95
"""In 100 (D10.5)."""


def find_chance(s: State) -> Chance:
    """Return the chance in 100 to find each secret door in reach, the same from hall and room (D10.5)."""
    found = Chance("find", FIND, given="given.door")
    for number, why in members.senses_bonus(s):
        found = found.plus(number, why)
    return found.within(0, FIND_MOST)


class Search(Action, tag="search"):
    """Search the walls of the hall cell or room for secret doors (ACT10)."""

    text = "search"
    during = (InHall, InRoom)
    order = 10
    needs = "walls"
    exact = True

    @classmethod
    def offered(cls, s: State) -> Iterable[Search]:
        return (cls(),)

    def refused(self, s: State) -> Refusal | None:
        place = s.place
        if not place.room and place.cell not in floors.plan(s.floors[place.floor]).halls:
            return Refusal("search.stair", rule="D7.9")
        return None

    def odds(self, s: State) -> Odds:
        return (find_chance(s), *wandering.step_odds(s, "search"))

    def perform(self, ctx: Ctx) -> None:
        s = ctx.state
        doors = s.doors
        found = [
            key
            for key in floors.doors_in_reach(s)
            if doors[key].secret and not doors[key].known and ctx.succeeds(find_chance(s))
        ]
        ctx.emit(Searched(len(found)))
        floors.find_doors(ctx, found)
        wandering.pass_step(ctx, "search")


class Searched(Event, tag="search.done"):
    """The party searched, and found so many doors. A search may be repeated without limit (D10.7)."""

    found: int

    def variant(self) -> str:
        return "" if self.found else "nothing"
