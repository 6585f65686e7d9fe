"""The frame and the actions of a level gain (T17, T25): they ask and tell what gains.py judges and works out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Odds
from undercroft.engine.rulebook import at
from undercroft.rulebooks.tabletop import classes, gains
from undercroft.rulebooks.tabletop.gains import Choice, Gain
from undercroft.rulebooks.tabletop.records import PLAYER, Action, Character, Ctx, Event, Frame, State


class Gaining(Frame, tag="gain"):
    """A level gain waits for its next choice; nothing else goes on until it is finished."""

    ask = "gain"
    who: str
    gain: Gain

    def seat(self, s: State) -> str | None:
        return PLAYER

    def about(self, s: State) -> dict[str, Any]:
        return {"who": self.who, "level": self.gain.level, "step": self.gain.step}


class StepTaken(Event, tag="gain.step"):
    """A step of a level gain was taken; `now` is the value it made."""

    who: str
    verb: str
    word: str
    die: int
    now: int
    lifted: str
    """The score that Agility lifted of itself, with no choice left."""

    def apply(self, s: State) -> None:
        s.characters[self.who] = gains.taken(
            s.characters[self.who], s.top(Gaining).gain, Choice(self.verb, self.word), self.die
        )[0]

    def variant(self) -> str:
        return "lifts" if self.lifted and self.verb == "raise" else self.verb


class LevelGained(Event, tag="gain.level"):
    """A level gain was finished."""

    who: str
    level: int
    line: str

    def apply(self, s: State) -> None:
        s.characters[self.who] = gains.finished(s.characters[self.who], s.top(Gaining).gain)

    def rules(self) -> tuple[str, ...]:
        return ("T16.19", "T17.2")


@at("quiet")
def open_gains(ctx: Ctx) -> None:
    """Open the level gain of the first in marching order who has one, before the party is asked anything (T17.1)."""
    s = ctx.state
    for name in s.party.order:
        if isinstance(gain := gains.begin(s.characters[name]), Gain):
            ctx.push(Gaining(name, gain))
            return


class GainAction(Action):
    """Base of the answers in a level gain."""

    def choice(self) -> Choice:
        """Return what it chooses."""
        raise NotImplementedError

    def refused(self, s: State) -> Refusal | None:
        frame = s.top(Gaining)
        return gains.refused(s.characters[frame.who], frame.gain, self.choice())

    def perform(self, ctx: Ctx) -> None:
        frame, choice = ctx.state.top(Gaining), self.choice()
        die = ctx.roll(gains.DIE) if choice.verb == "gain" else 0
        before = ctx.state.characters[frame.who]
        after, gain = gains.taken(before, frame.gain, choice, die)
        lifted = gain.lifted if gain.lifted != frame.gain.lifted else ""
        ctx.emit(StepTaken(frame.who, choice.verb, choice.word, die, _now(after, choice), lifted))
        ctx.turn(Gaining(frame.who, gain))
        if gain.step == gains.DONE:
            ctx.emit(LevelGained(frame.who, gain.level, gains.history(gain)))
            ctx.pop()


def _now(c: Character, choice: Choice) -> int:
    """Return the value that a choice has made, for its sentence."""
    if choice.verb == "gain":
        return c.vitality_max if choice.word == "vitality" else c.astral_max
    return getattr(c, choice.word) if choice.verb in ("raise", "agility-point") else 0


def _offered(s: State, verb: str) -> Iterable[str]:
    frame = s.top(Gaining)
    return [one.word for one in gains.choices(s.characters[frame.who], frame.gain) if one.verb == verb]


class GainLife(GainAction, tag="gain.life"):
    """Step i: gain Vitality, or Astral instead (T17.4, T17.5)."""

    text = "gain {kind}"
    during = (Gaining,)
    kind: str

    @classmethod
    def offered(cls, s: State) -> Iterable[GainLife]:
        return [cls(word) for word in _offered(s, "gain")]

    def choice(self) -> Choice:
        return Choice("gain", self.kind)

    def rules(self, s: State) -> tuple[str, ...]:
        return ("T17.5",) if classes.casts(s.characters[s.top(Gaining).who]) else ("T17.4",)

    def odds(self, s: State) -> Odds:
        return (gains.DIE,)


class Raise(GainAction, tag="gain.raise"):
    """Step ii: raise a Quality; step iii: raise Attack or Defence (T17.10, T17.14)."""

    text = "raise {what}"
    during = (Gaining,)
    what: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Raise]:
        return [cls(word) for word in _offered(s, "raise")]

    def choice(self) -> Choice:
        return Choice("raise", self.what)


class AgilityPoint(GainAction, tag="gain.point"):
    """Place the point that Agility 13 brings (T3.9)."""

    text = "agility-point {score}"
    during = (Gaining,)
    score: str

    @classmethod
    def offered(cls, s: State) -> Iterable[AgilityPoint]:
        return [cls(word) for word in _offered(s, "agility-point")]

    def choice(self) -> Choice:
        return Choice("agility-point", self.score)


class Skip(GainAction, tag="gain.skip"):
    """Decline step ii or iii; what is declined is lost (T17.28)."""

    text = "skip"
    during = (Gaining,)

    @classmethod
    def offered(cls, s: State) -> Iterable[Skip]:
        return [cls() for _ in _offered(s, "skip")]

    def choice(self) -> Choice:
        return Choice("skip")


class Become(GainAction, tag="gain.become"):
    """Step iv: become a Warrior (T17.19)."""

    text = "become {cls}"
    during = (Gaining,)
    cls: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Become]:
        return [cls(word) for word in _offered(s, "become")]

    def choice(self) -> Choice:
        return Choice("become", self.cls)


class Stay(GainAction, tag="gain.stay"):
    """Step iv: stay what one is; the offer comes again (T17.21)."""

    text = "stay"
    during = (Gaining,)

    @classmethod
    def offered(cls, s: State) -> Iterable[Stay]:
        return [cls() for _ in _offered(s, "stay")]

    def choice(self) -> Choice:
        return Choice("stay")
