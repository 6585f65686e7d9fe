"""The lock view (D20, D21) as panels, made from its view alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from undercroft.engine.view import AnyPanel, Listing, Roster, Row, Text
from undercroft.rulebooks.descent.views import PlateView, WallView

Say = Callable[..., str]


def panels(lock: WallView | PlateView, member: str, say: Say) -> list[AnyPanel]:
    """Return what is seen of a lock by whoever works it; `member` is the name of the one who does."""
    if isinstance(lock, WallView):
        return [Text("lock", say("lock.wall"), tuple(_wall(lock, member, say))), _guesses(lock, say)]
    return [Text("lock", say("lock.plate"), tuple(_plate(lock, member, say))), _board(lock, say)]


def _wall(lock: WallView, member: str, say: Say) -> Iterator[str]:
    bears = {"rings": lock.rings, "least": 0, "most": lock.values - 1}
    yield say("lock.wall.rings", combinations=lock.values**lock.rings, **bears)
    if lock.first:
        yield say("lock.wall.first", member=member, first=lock.first)
    if lock.practice:
        yield say("lock.wall.harmless")
    else:
        key = "lock.wall.wounds.more" if lock.more else "lock.wall.wounds"
        yield say(key, member=member, chance=lock.chance, more=lock.more)


def _guesses(lock: WallView, say: Say) -> Roster:
    heads = (say("lock.guess"), say("lock.placed"), say("lock.moved"))
    rows = tuple(Row((guess.digits, f"{guess.placed}", f"{guess.moved}")) for guess in lock.guesses)
    return Roster("guesses", say("lock.guesses"), heads, rows)


def _plate(lock: PlateView, member: str, say: Say) -> Iterator[str]:
    yield say("lock.plate.rules")
    if lock.practice:
        yield say("lock.plate.harmless")
    else:
        yield say("lock.plate.wounds", member=member, low=lock.low, high=lock.high)
    yield say("lock.hint", price=lock.price) if lock.price else say("lock.hint.free")
    for key, studs in (("hints", lock.hints), ("plate.raised", lock.raised), ("plate.pushed", lock.pushed)):
        if studs:
            yield say(f"lock.{key}", studs=", ".join(f"{stud}" for stud in studs))


def _board(lock: PlateView, say: Say) -> Listing:
    """Return the studs row by row: their numbers, each with what it is."""
    rows = [
        "".join(f"{_stud(lock, row * lock.columns + column + 1):<6}" for column in range(lock.columns)).rstrip()
        for row in range(lock.rows)
    ]
    return Listing("board", say("lock.board", rows=lock.rows, columns=lock.columns), tuple(rows))


def _stud(lock: PlateView, stud: int) -> str:
    return f"{'^' if stud in lock.raised else '.'}{stud}{'*' if stud in lock.pushed else ''}"
