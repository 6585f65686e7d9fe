"""What each room of a plan holds (T22.28 to T22.30), and which connections its features bar (T21.29, T21.30)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from undercroft.engine.streams import Stream
from undercroft.rulebooks.tabletop.budgets import Counts
from undercroft.rulebooks.tabletop.dungeon_entries import Feature
from undercroft.rulebooks.tabletop.layout import ENTRANCE, Layout
from undercroft.rulebooks.tabletop.ways import far_from

DOORS = ("stuck-door", "locked-door", "magically-locked-door")
"""Features that are a door (T21.17 to T21.19)."""
SHUT = ("magically-locked-door",)
"""Features that a party may be unable to pass: there must be another way (T21.29)."""


class Bar(NamedTuple):
    """A feature in its room, and the connection it bars, by its place in the plan; -1 for none."""

    kind: str
    room: int
    join: int = -1


class Placed(NamedTuple):
    """What the rooms of a plan hold; encounters the nearest to the entrance first, the secret room's treasure last."""

    encounters: tuple[int, ...]
    traps: tuple[int, ...]
    features: tuple[Bar, ...]
    treasures: tuple[int, ...]
    captive: int


def placed(
    stream: Stream, plan: Layout, doors: Sequence[bool], kinds: Sequence[Feature], counts: Counts, *, whole: bool
) -> Placed | None:
    """Draw what each room holds, or None where a feature finds no room.

    `whole`: the quest needs every room that is not secret; otherwise the boss and the room before it.
    """
    captive = before_boss(stream, plan)
    needed = set(range(plan.secret)) if whole else {plan.boss, captive}
    free = [room for room in range(plan.secret) if room not in (ENTRANCE, plan.boss)]
    bars: list[Bar] = []
    for kind in sorted(kinds, key=lambda kind: not kind.blocking):
        fitting = [bar for bar in _bars(plan, doors, kind, free) if _open_to(plan, [*bars, bar], needed)]
        if not fitting:
            return None
        bars.append(stream.pick(fitting))
        free.remove(bars[-1].room)
    rooms = iter(stream.shuffled(free))
    encounters, traps, treasures = (
        tuple(next(rooms) for _ in range(number))
        for number in (counts.encounters, counts.traps, counts.treasures - 1)
    )  # fmt: skip
    ordered = tuple(sorted(encounters, key=plan.distances.__getitem__))
    return Placed(ordered, traps, tuple(bars), (*treasures, plan.secret), captive)


def before_boss(stream: Stream, plan: Layout) -> int:
    """Draw one of the rooms next to the boss room that lie nearer to the entrance."""
    boss = plan.boss
    return stream.pick(
        [join.near for join in plan.joins if join.far == boss and plan.distances[join.near] < plan.distances[boss]]
    )


def _bars(plan: Layout, doors: Sequence[bool], kind: Feature, free: Sequence[int]) -> list[Bar]:
    """Return every way of putting a feature into the plan, whatever it shuts off."""
    if not kind.blocking:
        return [Bar(kind.id, room) for room in free]
    return [
        Bar(kind.id, join.near, at)
        for at, join in enumerate(plan.joins)
        if join.near in free
        and join.far != plan.secret
        and plan.distances[join.near] < plan.distances[join.far]
        and (doors[at] or kind.id not in DOORS)
    ]


def _open_to(plan: Layout, bars: Sequence[Bar], needed: set[int]) -> bool:
    """Say whether all needed rooms are reached without a secret door and without what may stay shut."""
    shut = {bar.join for bar in bars if bar.kind in SHUT}
    open_ways = [
        (join.near, join.far) for at, join in enumerate(plan.joins) if at not in shut and join.far != plan.secret
    ]
    return needed <= far_from(ENTRANCE, open_ways).keys()
