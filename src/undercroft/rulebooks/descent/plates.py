"""The lock plate (D21): a board of studs that opens when all are flat; pushing, taking back, hints.

Studs are numbered row by row from 1. Of a plate only the studs pushed are kept: the raised ones follow from them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Odds, Spread
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import vaults, wounds
from undercroft.rulebooks.descent.generation import PLATE
from undercroft.rulebooks.descent.records import Action, Ctx, Event, Plate, State, replace
from undercroft.rulebooks.descent.vaults import PRACTICE, AtPlate

WOUND_SIDES = 4
"""Taking back a push wounds for one die of so many sides (D21.5)."""


# --- looking ---


def board(floor: int) -> tuple[int, int]:
    """Return the rows and columns of a floor's plates (D21.1)."""
    row = content.floor(floor)
    return row.rows, row.columns


def flipped(floor: int, stud: int) -> frozenset[int]:
    """Return the studs that a push flips: the stud itself, and those above, below, left and right of it (D21.2)."""
    rows, columns = board(floor)
    row, column = divmod(stud - 1, columns)
    around = ((row, column), (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return frozenset(y * columns + x + 1 for y, x in around if 0 <= y < rows and 0 <= x < columns)


def raised(plate: Plate) -> tuple[int, ...]:
    """Return the raised studs in order: the solution's pushes made the board, and the pushes since flipped it on."""
    found: frozenset[int] = frozenset()
    for stud in (*plate.solution, *plate.pushed):
        found ^= flipped(plate.floor, stud)
    return tuple(sorted(found))


def hint(plate: Plate) -> int:
    """Return the stud that a hint names: the lowest pushed in error, or else the lowest still to be pushed (D21.11)."""
    wrong = set(plate.pushed) - set(plate.solution)
    return min(wrong or set(plate.solution) - set(plate.pushed))


def stale(plate: Plate) -> bool:
    """Say whether the party can know that the next hint will name the same stud as the last: every push that stands
    was judged by a hint.
    """
    known = bool(plate.hints) and set(plate.pushed) <= set(plate.hints)
    return known and hint(plate) == plate.hints[-1]


def hint_price(s: State, at: AtPlate) -> int:
    """Return what the next hint costs in gold: nothing for a rogue if it is the plate's first (D21.8 to D21.10)."""
    plate = s.plates[at.lock]
    free = s.members[at.member].cls == vaults.KNOWING and not plate.hints
    return 0 if free or at.lock == PRACTICE else content.floor(plate.floor).hint


def wound_spread(s: State, member: str) -> Spread:
    """Return the wound of taking back a push (D21.5, F8)."""
    more = content.difficulty(s.setup.difficulty).plate_wound
    return Spread("take-back", 1, WOUND_SIDES, plus=more, about=member)


# --- events ---


class StudPushed(Event, tag="plate.pushed"):
    """A stud was pushed, and is marked so (D21.2)."""

    lock: str
    member: str
    stud: int

    def apply(self, s: State) -> None:
        plate = s.plates[self.lock]
        s.plates[self.lock] = replace(plate, pushed=(*plate.pushed, self.stud))


class PushTakenBack(Event, tag="plate.taken_back"):
    """A push was taken back: the same studs flipped again (D21.5)."""

    lock: str
    member: str
    stud: int

    def apply(self, s: State) -> None:
        plate = s.plates[self.lock]
        s.plates[self.lock] = replace(plate, pushed=tuple(stud for stud in plate.pushed if stud != self.stud))

    def variant(self) -> str:
        return "practice" if self.lock == PRACTICE else ""


class HintTaken(Event, tag="plate.hint"):
    """A hint named a stud; `wrong` if it is one to be taken back (D21.11)."""

    lock: str
    member: str
    price: int
    stud: int
    wrong: bool

    def apply(self, s: State) -> None:
        plate = s.plates[self.lock]
        s.plates[self.lock] = replace(plate, hints=(*plate.hints, self.stud))
        s.purse = replace(s.purse, gold=s.purse.gold - self.price)

    def variant(self) -> str:
        said = "wrong" if self.wrong else "push"
        return said if self.price else f"{said}.free"


# --- actions ---


class Push(Action, tag="plate.push"):
    """Push a stud of the plate; it is free (D21.2, D21.3)."""

    text = "push {stud}"
    during = (AtPlate,)
    order = 27
    stud: int

    @classmethod
    def offered(cls, s: State) -> Iterable[Push]:
        plate = s.plates[s.top(AtPlate).lock]
        return [cls(stud) for stud in _studs(plate) if stud not in plate.pushed]

    def refused(self, s: State) -> Refusal | None:
        plate = s.plates[s.top(AtPlate).lock]
        if self.stud not in _studs(plate):
            return Refusal("plate.no_stud", {"least": _studs(plate)[0], "most": _studs(plate)[-1]}, "D21.1")
        return Refusal("plate.pushed", {"stud": self.stud}, "D21.2") if self.stud in plate.pushed else None

    def perform(self, ctx: Ctx) -> None:
        at = ctx.state.top(AtPlate)
        ctx.emit(StudPushed(at.lock, at.member, self.stud))
        _open_if_flat(ctx, at)


class TakeBack(Action, tag="plate.take_back"):
    """Take back the push of a stud; that wounds whoever works the plate (D21.4, D21.5)."""

    text = "take-back {stud}"
    during = (AtPlate,)
    order = 28
    stud: int

    @classmethod
    def offered(cls, s: State) -> Iterable[TakeBack]:
        return [cls(stud) for stud in sorted(s.plates[s.top(AtPlate).lock].pushed)]

    def refused(self, s: State) -> Refusal | None:
        pushed = s.plates[s.top(AtPlate).lock].pushed
        return None if self.stud in pushed else Refusal("plate.not_pushed", {"stud": self.stud}, "D21.5")

    def odds(self, s: State) -> Odds:
        at = s.top(AtPlate)
        return () if at.lock == PRACTICE else (wound_spread(s, at.member),)

    def perform(self, ctx: Ctx) -> None:
        at = ctx.state.top(AtPlate)
        ctx.emit(PushTakenBack(at.lock, at.member, self.stud))
        if at.lock != PRACTICE:
            wounds.wound(ctx, at.member, ctx.roll(wound_spread(ctx.state, at.member)), PLATE)
        if not _open_if_flat(ctx, at):
            vaults.leave_if_fallen(ctx, at)


class TakeHint(Action, tag="plate.take_hint"):
    """Buy a hint, which names one stud; a rogue takes a plate's first hint free (D21.8 to D21.11)."""

    text = "hint"
    during = (AtPlate,)
    order = 29

    @classmethod
    def offered(cls, s: State) -> Iterable[TakeHint]:
        return (cls(),)

    def refused(self, s: State) -> Refusal | None:
        price = hint_price(s, s.top(AtPlate))
        return None if price <= s.purse.gold else Refusal("plate.gold", {"price": price, "gold": s.purse.gold}, "D21.8")

    def costs(self, s: State) -> dict[str, Any]:
        at = s.top(AtPlate)
        return {"price": hint_price(s, at), "new": 2 if stale(s.plates[at.lock]) else 1}

    def rules(self, s: State) -> tuple[str, ...]:
        at = s.top(AtPlate)
        if at.lock == PRACTICE:
            return ("D1.18", "D21.11")
        knowing = s.members[at.member].cls == vaults.KNOWING
        price = "D21.8" if not knowing else "D21.10" if s.plates[at.lock].hints else "D21.9"
        return (price, "D21.11")

    def perform(self, ctx: Ctx) -> None:
        s = ctx.state
        at = s.top(AtPlate)
        plate = s.plates[at.lock]
        stud = hint(plate)
        ctx.emit(HintTaken(at.lock, at.member, hint_price(s, at), stud, stud in plate.pushed))


def _studs(plate: Plate) -> range:
    rows, columns = board(plate.floor)
    return range(1, rows * columns + 1)


def _open_if_flat(ctx: Ctx, at: AtPlate) -> bool:
    """Open the plate if all its studs are flat, and say whether they are (D21.1)."""
    if raised(ctx.state.plates[at.lock]):
        return False
    vaults.open_lock(ctx, at)
    return True
