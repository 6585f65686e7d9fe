"""Stones in a row."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import msgspec

from undercroft.engine import action, agenda, event
from undercroft.engine.action import Open, Refusal
from undercroft.engine.chance import Chance, Odds, Spread
from undercroft.engine.rulebook import Options as _Options
from undercroft.engine.state import Record, replace
from undercroft.engine.state import State as _State


class Options(_Options, frozen=True):
    stones: Annotated[int, msgspec.Meta(ge=3, le=9999)] = 8
    name: str = "Ada"
    friends: tuple[str, ...] = ("Bo", "Cy")
    rope: bool = False


class Walk(Record):
    stones: int = 8
    at: int = 0
    steps: int = 0
    beads: int = 12
    lamp: bool = True
    who: tuple[str, ...] = ()


class Past(Record):
    """What outlives a run."""

    crossings: int = 0


class State(_State):
    walk: Walk = Walk()
    past: Past = Past()
    rolls = ("leap", "splash")


class Event(event.Event[State], frozen=True):
    pass


class Action(action.Action[State], frozen=True):
    pass


class Began(Event, tag="began"):
    stones: int
    name: str
    friends: tuple[str, ...]
    crossings: int

    def apply(self, s: State) -> None:
        s.walk = Walk(self.stones, who=(self.name, *self.friends))
        s.past = Past(self.crossings)


class Walked(Event, tag="walked"):
    at: int

    def apply(self, s: State) -> None:
        s.walk = replace(s.walk, at=self.at, steps=s.walk.steps + 1)


class Leapt(Event, tag="leapt"):
    at: int
    good: bool
    splash: int

    def variant(self) -> str:
        return "good" if self.good else "bad"

    def apply(self, s: State) -> None:
        s.walk = replace(s.walk, at=self.at if self.good else s.walk.at, steps=s.walk.steps + 1)


class Lamp(Event, tag="lamp"):
    lit: bool

    def variant(self) -> str:
        return "lit" if self.lit else "out"

    def apply(self, s: State) -> None:
        s.walk = replace(s.walk, lamp=self.lit)


class Gave(Event, tag="gave"):
    beads: int

    def apply(self, s: State) -> None:
        s.walk = replace(s.walk, beads=s.walk.beads - self.beads)


class Shouted(Event, tag="shouted"):
    what: str


class Whispered(Event, tag="whispered"):
    number: int

    def seen_by(self, s: Any) -> tuple[str, ...]:
        return ("gm",)


class OnStone(agenda.Frame[State], frozen=True, tag="stone"):
    ask = "ask.stone"

    def seat(self, s: State) -> str | None:
        return "walker"


def leap(s: State) -> Chance:
    return Chance("leap", 60).plus(15, "rope", when=s.walk.beads > 6).within(5, 95)


SPLASH = Spread("splash", 1, 4, base=1)
DEEP = Chance("deep", 30, shown=False)


class Step(Action, tag="walk"):
    """Step onto the next stone (T1.1)."""

    text = "walk on"
    order = 1

    @classmethod
    def offered(cls, s: State) -> Iterable[Any]:
        return [cls()]

    def refused(self, s: State) -> Refusal | None:
        return None if s.walk.lamp else Refusal("dark", rule="T1.3")

    def perform(self, ctx: Any) -> None:
        ctx.emit(Walked(ctx.state.walk.at + 1))
        _arrive(ctx)


class Leap(Action, tag="leap"):
    """Leap over a stone (T1.2)."""

    text = "leap"
    order = 2

    @classmethod
    def offered(cls, s: State) -> Iterable[Any]:
        return [cls()]

    def refused(self, s: State) -> Refusal | None:
        return None if s.walk.lamp else Refusal("dark", rule="T1.3")

    def odds(self, s: State) -> Odds:
        return (leap(s), SPLASH, DEEP)

    def perform(self, ctx: Any) -> None:
        good = ctx.succeeds(leap(ctx.state))
        ctx.emit(Leapt(ctx.state.walk.at + 2, good, ctx.roll(SPLASH)))
        ctx.succeeds(DEEP)
        _arrive(ctx)


class Switch(Action, tag="lamp.do"):
    text = "lamp {state}"
    order = 3
    state: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Any]:
        return [cls("on"), cls("off")]

    def refused(self, s: State) -> Refusal | None:
        return Refusal("lamp") if self.state not in ("on", "off") or (self.state == "on") is s.walk.lamp else None

    def perform(self, ctx: Any) -> None:
        ctx.emit(Lamp(self.state == "on"))


class Throw(Action, tag="throw"):
    """Throw a bead at a far stone."""

    text = "throw {bead} {stone}"
    exact = True
    order = 4
    bead: str
    stone: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Any]:
        return [cls(f"bead-{b}", f"stone-{n}") for b in range(1, s.walk.beads + 1) for n in range(1, 4)]

    def refused(self, s: State) -> Refusal | None:
        return None if str(self) in {str(one) for one in self.offered(s)} else Refusal("beads", {"most": s.walk.beads})

    def perform(self, ctx: Any) -> None:
        ctx.emit(Gave(1))


class Give(Action, tag="give"):
    text = "give {beads}"
    order = 5
    beads: int

    @classmethod
    def offered(cls, s: State) -> Iterable[Any]:
        return [Open(cls(1), "beads", 1, s.walk.beads)] if s.walk.beads else []

    def refused(self, s: State) -> Refusal | None:
        return None if 1 <= self.beads <= s.walk.beads else Refusal("beads", {"most": s.walk.beads})

    def forgoes(self, s: State) -> dict[str, Any] | None:
        return {} if self.beads == s.walk.beads else None

    def perform(self, ctx: Any) -> None:
        ctx.emit(Gave(self.beads))


class Shout(Action, tag="shout"):
    text = "shout {what*}"
    order = 6
    what: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Any]:
        return [Open(cls("hey"), "what", 0, 40)]

    def refused(self, s: State) -> Refusal | None:
        return None if len(self.what) <= 40 else Refusal("beads", {"most": 40})

    def perform(self, ctx: Any) -> None:
        ctx.emit(Shouted(self.what))


class Save(Action, tag="save"):
    """Save a bead: an action with the name of a command."""

    text = "save"
    order = 7

    @classmethod
    def offered(cls, s: State) -> Iterable[Any]:
        return [cls()]

    def perform(self, ctx: Any) -> None:
        ctx.emit(Gave(0))


class Whisper(Action, tag="whisper"):
    text = "whisper {number}"
    seat = "gm"
    order = 8
    number: int

    @classmethod
    def offered(cls, s: State) -> Iterable[Any]:
        return [Open(cls(1), "number", 1, 9)]

    def refused(self, s: State) -> Refusal | None:
        return None if 1 <= self.number <= 9 else Refusal("beads", {"most": 9})

    def perform(self, ctx: Any) -> None:
        ctx.emit(Whispered(self.number))


def _arrive(ctx: Any) -> None:
    if ctx.state.walk.at >= ctx.state.walk.stones:
        ctx.end("across", ("walker",))
