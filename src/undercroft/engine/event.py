"""Event: a past fact with a code and an audience. `apply` is the only writer of state."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar, dataclass_transform

import msgspec

from undercroft.engine.state import Outcome, State, replace

S = TypeVar("S", bound=State)

__all__ = ["Ended", "Event", "ForceSpent", "Forced", "Popped", "Pushed", "Reseeded", "Turned", "replace"]


@dataclass_transform(frozen_default=True)
class Event(msgspec.Struct, Generic[S], frozen=True, gc=False, forbid_unknown_fields=True, tag_field="event"):
    """A fact, told in the past tense. It carries all that its sentence needs, for the thing may be gone."""

    hidden: ClassVar[bool] = False
    routine: ClassVar[bool] = False
    """Whether it is no news: told, but an errand goes on over it."""

    def apply(self, s: S) -> None:
        """Write the fact into the state."""

    def seen_by(self, s: S) -> tuple[str, ...] | None:
        """Return the seats that learn of it; None means everyone, () nobody."""
        return None

    def told(self, s: S, seat: str) -> Event[S]:
        """Return it as a seat sees it: without what only `apply` needs and the seat cannot know."""
        return self

    def variant(self) -> str:
        """Return which of several sentences tells it: text key `tag.variant`, or `tag` for an empty word."""
        return ""

    def facts(self) -> dict[str, Any]:
        """Return what its sentence may tell: its fields."""
        return msgspec.structs.asdict(self)

    def rules(self) -> tuple[str, ...]:
        """Return the ids of the rules that its sentence tells, for whoever asks why."""
        return ()

    @classmethod
    def tag(cls) -> str:
        """Return the event's code."""
        return str(cls.__struct_config__.tag)


class _Inner(Event[State], tag="engine.inner"):
    """An engine event that nobody sees."""

    hidden: ClassVar[bool] = True

    def seen_by(self, s: State) -> tuple[str, ...]:
        return ()


class Pushed(_Inner, tag="engine.pushed"):
    """A frame was put on the agenda."""

    frame: Any

    def apply(self, s: State) -> None:
        s.agenda = (*s.agenda, self.frame)


class Turned(_Inner, tag="engine.turned"):
    """The top frame was replaced by another."""

    frame: Any

    def apply(self, s: State) -> None:
        s.agenda = (*s.agenda[:-1], self.frame)


class Popped(_Inner, tag="engine.popped"):
    """The top frames down to this depth were taken off the agenda."""

    depth: int

    def apply(self, s: State) -> None:
        s.agenda = s.agenda[: self.depth]


class Reseeded(_Inner, tag="engine.reseeded"):
    """The seed was chosen anew, before anything was drawn."""

    seed: int

    def apply(self, s: State) -> None:
        s.seed = self.seed


class Forced(Event[State], tag="engine.forced"):
    """The Game Master set what the next roll of a name will show."""

    name: str
    value: int

    def seen_by(self, s: State) -> tuple[str, ...]:
        return ("gm",)

    def apply(self, s: State) -> None:
        s.forced = (*(pair for pair in s.forced if pair[0] != self.name), (self.name, self.value))


class ForceSpent(Event[State], tag="engine.force_spent"):
    """A roll took the value that the Game Master had set."""

    name: str
    value: int

    def seen_by(self, s: State) -> tuple[str, ...]:
        return ("gm",)

    def apply(self, s: State) -> None:
        s.forced = tuple(pair for pair in s.forced if pair[0] != self.name)


class Ended(Event[State], tag="engine.ended"):
    """The game is over."""

    code: str
    winners: tuple[str, ...] = ()

    def apply(self, s: State) -> None:
        s.outcome = Outcome(self.code, self.winners)


ENGINE_EVENTS: tuple[type[Event[Any]], ...] = (Pushed, Turned, Popped, Reseeded, Forced, ForceSpent, Ended)
