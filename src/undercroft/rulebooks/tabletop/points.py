"""Adventure Points (T16): what enemies, deeds and adventures are worth, how points are shared, and Levels by points."""

from __future__ import annotations

from collections.abc import Sequence

from undercroft.rulebooks.tabletop import fighters
from undercroft.rulebooks.tabletop.records import Character, Ctx, Event, State, replace

TOP = 21
"""The highest Level (T16.20)."""
STEP = 50
"""Level n needs 50 x n x (n - 1) points (T16.19)."""
DEEDS: dict[str, int] = {
    "trap-disarmed": 5, "hidden-found": 5, "obstacle-mastered": 5, "talked-round": 10, "intimidated": 5,
}  # fmt: skip
"""What a deed gives its doer alone (T16.13)."""
DEEDS_MOST = 30
"""What deeds give one character at most in one adventure (T16.14)."""
COMPLETED, COMPLETED_LEVEL = 30, 20
"""A completed adventure of level n gives 30 + 20 x n (T16.12)."""
GENEROUS = 100
"""More than this for anything but enemies draws a warning (T16.15)."""
ADVICE: dict[str, tuple[int, int]] = {"idea": (5, 20), "play": (5, 20), "adventure": (50, 100)}
"""What a game master is advised to give (T16.15)."""


def needed(level: int) -> int:
    """Return the points that a Level from 1 to 21 needs (T16.19)."""
    if not 1 <= level <= TOP:
        raise ValueError(f"a Level is 1 to {TOP}, not {level}")
    return STEP * level * (level - 1)


def level_of(ap: int) -> int:
    """Return the Level that a total of points has reached, at most 21 (T16.16 to T16.21)."""
    return max((level for level in range(2, TOP + 1) if needed(level) <= ap), default=1)


def shared(total: int, pool: int, heads: int) -> tuple[int, int]:
    """Return the equal whole part of each sharer, and what goes back into the pool (T16.5, T16.6)."""
    if heads < 1:
        return 0, total + pool
    return divmod(total + pool, heads)


def completion(level: int, *, late: bool = False) -> int:
    """Return what each survivor gets for an adventure of that level; half of it if late (T16.12, T22.24)."""
    whole = COMPLETED + COMPLETED_LEVEL * level
    return whole // 2 if late else whole


def deed_points(c: Character, deed: str) -> int:
    """Return what a deed gives this character now: no more than is left of 30 in this adventure (T16.13, T16.14)."""
    return within_deeds(c, DEEDS[deed])


def within_deeds(c: Character, number: int) -> int:
    """Return as much of some points for deeds as is left of 30 in this adventure (T16.14)."""
    return max(0, min(number, DEEDS_MOST - c.deeds))


def generous(points: int) -> bool:
    """Say whether a gift for anything but enemies should draw a warning (T16.15)."""
    return points > GENEROUS


def add(c: Character, points: int) -> Character:
    """Return the character with more points; they are never spent and never lost (T16.17)."""
    if points < 0:
        raise ValueError(f"Adventure Points are never lost: {points}")
    return replace(c, ap=c.ap + points)


class PointsShared(Event, tag="points.shared"):
    """Points of defeated enemies were shared; what could not be shared waits in the pool."""

    who: tuple[str, ...]
    total: int
    each: int
    pool: int

    def apply(self, s: State) -> None:
        for name in self.who:
            s.characters[name] = add(s.characters[name], self.each)
        s.party = replace(s.party, pool=self.pool)

    def rules(self) -> tuple[str, ...]:
        return ("T16.3", "T16.5", "T16.6")


class DeedDone(Event, tag="points.deed"):
    """A deed gave its doer points."""

    who: str
    deed: str
    points: int

    def apply(self, s: State) -> None:
        c = add(s.characters[self.who], self.points)
        s.characters[self.who] = replace(c, deeds=c.deeds + self.points)

    def variant(self) -> str:
        return self.deed

    def rules(self) -> tuple[str, ...]:
        return ("T16.13", "T16.14")


class PointsGiven(Event, tag="points.given"):
    """Each of these got points that are not shared: for a completed adventure, or from the game master."""

    who: tuple[str, ...]
    each: int
    why: str = "adventure"

    def apply(self, s: State) -> None:
        for name in self.who:
            s.characters[name] = add(s.characters[name], self.each)

    def rules(self) -> tuple[str, ...]:
        return ("T16.12",) if self.why == "adventure" else ("T16.10",)


class PointsClosed(Event, tag="points.closed"):
    """The adventure ended: the pool is empty, and deeds count anew (T16.6, T16.14)."""

    def apply(self, s: State) -> None:
        s.party = replace(s.party, pool=0)
        for name, c in list(s.characters.items()):
            if c.deeds:
                s.characters[name] = replace(c, deeds=0)


def award_enemies(ctx: Ctx, levels: Sequence[int], took_part: Sequence[str]) -> None:
    """Share the Monster Levels of a combat's defeated enemies among those who took part and live (T16.2 to T16.8)."""
    who = tuple(name for name in took_part if not ctx.state.characters[name].dead)
    if not levels or not who:
        return
    each, pool = shared(sum(levels), ctx.state.party.pool, len(who))
    ctx.emit(PointsShared(who, sum(levels), each, pool))


def award_deed(ctx: Ctx, who: str, deed: str) -> None:
    """Give a deed's points to its doer, as far as the adventure's limit allows."""
    if points := deed_points(ctx.state.characters[who], deed):
        ctx.emit(DeedDone(who, deed, points))


def award_completion(ctx: Ctx, level: int, *, late: bool = False) -> None:
    """Give every surviving character of the party the points of a completed adventure (T16.12)."""
    who = tuple(fighters.living_ids(ctx.state))
    if who:
        ctx.emit(PointsGiven(who, completion(level, late=late)))
