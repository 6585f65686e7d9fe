"""Frames: what is still to be resolved, as plain data on a stack in the state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, dataclass_transform

import msgspec

from undercroft.engine.chance import Odds
from undercroft.engine.state import State

if TYPE_CHECKING:
    from undercroft.engine.ctx import Ctx

S = TypeVar("S", bound=State)


@dataclass_transform(frozen_default=True)
class Frame(msgspec.Struct, Generic[S], frozen=True, gc=False, forbid_unknown_fields=True, tag_field="frame"):
    """Something that waits: for a seat's choice, or for its own next stage."""

    ask: ClassVar[str] = ""
    """What the seat is asked, a text key."""
    numbered: ClassVar[str] = ""
    """The first word of the actions that a number typed alone means here, as the number of a stud; empty where a number
    counts the list."""
    moment: ClassVar[str] = ""
    """The named moment whose hooks run before a seat is asked here; empty for none."""
    interruptible: ClassVar[bool] = False
    """Whether `Ctx.interrupt` drops it."""

    def seat(self, s: S) -> str | None:
        """Return who chooses; None if nobody does and `resume` goes on."""
        return None

    def about(self, s: S) -> dict[str, Any]:
        """Return facts of the question for the seat asked."""
        return {}

    def resume(self, ctx: Ctx[S]) -> None:
        """Do one stage: emit, and `turn`, `push` or `pop`."""
        raise NotImplementedError(f"{type(self).__name__} asks nobody and has no resume")

    def odds(self, s: S) -> Odds:
        """Return every named roll that the next stage may make, as `Action.odds` does."""
        return ()

    @classmethod
    def tag(cls) -> str:
        """Return the frame's tag in saves."""
        return str(cls.__struct_config__.tag)
