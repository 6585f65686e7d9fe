"""Vaults and the tumbler wall (D20): who works a lock, guesses and their answers, and what an open vault gives.

A vault is known by its room's id in the state, and as `vault-1.1` (for `room-1.1`) in actions. A practice lock of the
training ground (D1.18) is worked in the same way; its place in the tables is `practice`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, ClassVar

from undercroft.engine.action import Open, Refusal
from undercroft.engine.chance import Chance, Odds
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import wounds
from undercroft.rulebooks.descent.generation import PLATE, WALL
from undercroft.rulebooks.descent.records import (
    Action,
    Asking,
    Ctx,
    Event,
    Guess,
    InRoom,
    Member,
    State,
    Wall,
    replace,
    standing,
)  # fmt: skip

PRACTICE = "practice"
"""Where a practice lock stands in the tables: nothing there wounds, costs or gives (D1.18)."""
WOUND = 50
"""In 100 that a wrong guess wounds (D20.8)."""
GOLD = 30
"""Gold in a vault for each floor down (D20.12)."""
KNOWING = "rogue"
"""The class that knows the first ring of a wall, and takes the first hint of a plate free (D2.10)."""


# --- looking ---


def vault_id(room: str) -> str:
    """Return what a room's vault is called in actions."""
    return f"vault-{room.removeprefix('room-')}"


def lock_here(s: State) -> str:
    """Return what shuts the vault in the party's room: `wall`, `plate`, or nothing."""
    room = s.rooms.get(s.place.room)
    return room.vault if room is not None else ""


def answer(combination: str, digits: str) -> tuple[int, int]:
    """Return how many digits of a guess are right in their ring, and how many more in another ring (D20.6)."""
    placed = sum(one == other for one, other in zip(combination, digits, strict=True))
    return placed, (Counter(combination) & Counter(digits)).total() - placed


def knows_first(m: Member) -> bool:
    """Say whether the first ring's digit is shown while this member works a wall (D20.10)."""
    return m.cls == KNOWING


def values(wall: Wall) -> str:
    """Return the digits that the rings of a wall bear (D20.5)."""
    return "0123456789"[: content.floor(wall.floor).values]


def wound_chance(member: str) -> Chance:
    """Return the chance in 100 that a wrong guess wounds whoever works the wall (D20.8)."""
    return Chance("tumbler", WOUND, about=member, given="given.wrong")


def wound_more(s: State) -> int:
    """Return what a wound of a wall has beyond 1 for each wrong digit (F7)."""
    return content.difficulty(s.setup.difficulty).tumbler_wound


def wound_of(s: State, wall: Wall, placed: int) -> int:
    """Return the wound of a guess with so many digits in the right ring (D20.8)."""
    return len(wall.combination) - placed + wound_more(s)


def cannot_work(s: State, member: str) -> Refusal | None:
    """Refuse whoever is not of the party, or has fallen (D20.11)."""
    m = s.members.get(member)
    if m is None:
        return Refusal("member.none", {"member": member})
    return Refusal("member.fallen", {"member": member}, "D20.11") if m.fallen else None


# --- frames ---


class AtLock(Asking):
    """Base of the lock views: which lock, and who works it."""

    sort: ClassVar[str]
    lock: str
    member: str

    def about(self, s: State) -> dict[str, Any]:
        return {"member": self.member}


class AtWall(AtLock, tag="vault.wall"):
    """Somebody works a tumbler wall."""

    ask = "ask.wall"
    sort = WALL


class AtPlate(AtLock, tag="vault.plate"):
    """Somebody works a lock plate (D21)."""

    ask = "ask.plate"
    numbered = "push"
    sort = PLATE


# --- events ---


class LockWorked(Event, tag="vault.worked"):
    """A member stepped up to a lock."""

    lock: str
    sort: str
    member: str

    def variant(self) -> str:
        return self.sort


class WorkerChanged(Event, tag="vault.changed"):
    """Another member took over."""

    lock: str
    member: str
    before: str


class LockLeft(Event, tag="vault.left"):
    """The lock was left as it is (D20.11); `fell` if it was because its worker fell."""

    lock: str
    member: str
    fell: bool = False

    def variant(self) -> str:
        return "fell" if self.fell else ""


class Guessed(Event, tag="vault.guessed"):
    """A guess was made and answered (D20.6)."""

    lock: str
    member: str
    digits: str
    placed: int
    moved: int

    def apply(self, s: State) -> None:
        wall = s.walls[self.lock]
        guess = Guess(self.digits, self.placed, self.moved)
        if guess not in wall.guesses:
            s.walls[self.lock] = replace(wall, guesses=(*wall.guesses, guess))


class VaultOpened(Event, tag="vault.opened"):
    """A lock gave way. Gold and things of a vault lie in its room from now on; a practice lock has none (D20.12)."""

    lock: str
    sort: str
    member: str
    gold: int = 0
    items: tuple[str, ...] = ()

    def apply(self, s: State) -> None:
        if self.sort == WALL:
            del s.walls[self.lock]
        else:
            del s.plates[self.lock]
        if self.lock == PRACTICE:
            return
        room = s.rooms[self.lock]
        s.rooms[self.lock] = replace(room, vault="", gold=room.gold + self.gold)
        for key in self.items:
            s.items[key] = replace(s.items[key], place=f"room:{self.lock}")

    def variant(self) -> str:
        return PRACTICE if self.lock == PRACTICE else ""


# --- doing ---


def work(ctx: Ctx, lock: str, sort: str, member: str) -> None:
    """Let a member step up to a lock: the lock view opens."""
    ctx.emit(LockWorked(lock, sort, member))
    ctx.push(AtWall(lock, member) if sort == WALL else AtPlate(lock, member))


def open_lock(ctx: Ctx, at: AtLock) -> None:
    """Open the lock being worked; what was behind it lies in the room (D20.12)."""
    s = ctx.state
    if at.lock == PRACTICE:
        ctx.emit(VaultOpened(at.lock, at.sort, at.member))
    else:
        gold = GOLD * s.rooms[at.lock].floor
        ctx.emit(VaultOpened(at.lock, at.sort, at.member, gold, s.items.keys_where(f"vault:{at.lock}")))
    ctx.pop()


def leave_if_fallen(ctx: Ctx, at: AtLock) -> None:
    """Close the lock view when whoever worked the lock has fallen: only the standing work (D20.11)."""
    if ctx.state.members[at.member].fallen:
        ctx.emit(LockLeft(at.lock, at.member, fell=True))
        ctx.pop()


# --- actions ---


class Work(Action, tag="vault.work"):
    """Work the lock of the vault in the room, naming a standing member; it costs no step (D20.11, D6.3)."""

    text = "work {vault} {member}"
    during = (InRoom,)
    order = 25
    reads = ("rooms", "place", "members")
    vault: str
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Work]:
        return [cls(vault_id(s.place.room), m.id) for m in standing(s)] if lock_here(s) else []

    def refused(self, s: State) -> Refusal | None:
        if not lock_here(s) or self.vault != vault_id(s.place.room):
            return Refusal("vault.none")
        return cannot_work(s, self.member)

    def perform(self, ctx: Ctx) -> None:
        work(ctx, ctx.state.place.room, lock_here(ctx.state), self.member)


class MakeGuess(Action, tag="vault.guess"):
    """Guess the combination: one digit for each ring, written together (D20.6)."""

    text = "guess {digits*}"
    during = (AtWall,)
    order = 26
    digits: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Open]:
        wall = s.walls[s.top(AtWall).lock]
        rings = len(wall.combination)
        return [Open(cls(values(wall)[0] * rings), "digits", rings, rings, values(wall))]

    def refused(self, s: State) -> Refusal | None:
        wall = s.walls[s.top(AtWall).lock]
        rings, digits = len(wall.combination), values(wall)
        if len(self.digits) == rings and set(self.digits) <= set(digits):
            return None
        example = "".join(digits[at % len(digits)] for at in range(rings))
        facts = {"rings": rings, "least": digits[0], "most": digits[-1], "example": example}
        return Refusal("vault.digits", facts, "D20.5")

    def odds(self, s: State) -> Odds:
        at = s.top(AtWall)
        return () if at.lock == PRACTICE else (wound_chance(at.member),)

    def perform(self, ctx: Ctx) -> None:
        s = ctx.state
        at = s.top(AtWall)
        wall = s.walls[at.lock]
        placed, moved = answer(wall.combination, self.digits)
        ctx.emit(Guessed(at.lock, at.member, self.digits, placed, moved))
        if placed == len(wall.combination):
            open_lock(ctx, at)
        elif at.lock != PRACTICE and ctx.succeeds(wound_chance(at.member)):
            wounds.wound(ctx, at.member, wound_of(s, wall, placed), WALL)
            leave_if_fallen(ctx, at)


class ChangeWorker(Action, tag="vault.change"):
    """Let another standing member work the lock (D20.11)."""

    text = "worker {member}"
    during = (AtWall, AtPlate)
    order = 30
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[ChangeWorker]:
        return [cls(m.id) for m in standing(s)]

    def refused(self, s: State) -> Refusal | None:
        if self.member == s.top(AtLock).member:
            return Refusal("vault.same", {"member": self.member})
        return cannot_work(s, self.member)

    def perform(self, ctx: Ctx) -> None:
        at = ctx.state.top(AtLock)
        ctx.emit(WorkerChanged(at.lock, self.member, at.member))
        ctx.turn(replace(at, member=self.member))


class LeaveLock(Action, tag="vault.leave"):
    """Step back from the lock; it stays as it is, and can be worked again (D20.11)."""

    text = "leave-lock"
    during = (AtWall, AtPlate)
    order = 30

    @classmethod
    def offered(cls, s: State) -> Iterable[LeaveLock]:
        return (cls(),)

    def perform(self, ctx: Ctx) -> None:
        at = ctx.state.top(AtLock)
        ctx.emit(LockLeft(at.lock, at.member))
        ctx.pop()
