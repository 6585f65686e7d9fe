"""Standing orders (T7.45, T25): what a caster casts in fights that go by themselves, given at any time."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.engine.action import Open, Refusal
from undercroft.engine.errors import nearest, quoted
from undercroft.rulebooks.tabletop import casting, classes, fighters
from undercroft.rulebooks.tabletop.creating import Creating
from undercroft.rulebooks.tabletop.exploring import OUTSIDE
from undercroft.rulebooks.tabletop.fights import Fight
from undercroft.rulebooks.tabletop.gaining import Gaining
from undercroft.rulebooks.tabletop.mastering import AtTable
from undercroft.rulebooks.tabletop.records import Action, Ctx, Event, State, replace
from undercroft.rulebooks.tabletop.village import Village

LONGEST = 80
"""Letters in a standing order."""


class StandingOrder(Action, tag="automatic.order"):
    """Tell a caster what to cast in fights that go by themselves, such as wasps-sting at weakest, or none (T7.45)."""

    text = "standing-order {member} {words*}"
    order = 70
    minor = True
    during = (Fight, AtTable, Village, *OUTSIDE, Gaining, Creating)
    reads = ("characters", "party")
    member: str
    words: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Open]:
        return [Open(cls(who, casting.NO_ORDER), "words", 1, LONGEST) for who in casters(s)]

    def refused(self, s: State) -> Refusal | None:
        living = fighters.living_ids(s)
        if self.member not in living:
            return Refusal("order.nobody", {"said": quoted(self.member), "near": nearest(self.member, living) or "."})
        if self.member not in casters(s):
            return Refusal("order.no_caster", {"who": self.member}, "T4.15")
        if len(self.words) > LONGEST:
            return Refusal("order.long", {"most": LONGEST}, "T7.45")
        return casting.order_refused(s.characters[self.member], self.words)

    def perform(self, ctx: Ctx) -> None:
        ctx.emit(Ordered(self.member, "" if self.words == casting.NO_ORDER else self.words))


def casters(s: State) -> list[str]:
    """Return the living who cast spells, in marching order."""
    return [c.id for c in fighters.living(s) if classes.casts(c)]


class Ordered(Event, tag="automatic.ordered"):
    """A standing order was given, or taken back (T7.45)."""

    who: str
    order: str

    def apply(self, s: State) -> None:
        s.characters[self.who] = replace(s.characters[self.who], order=self.order)

    def variant(self) -> str:
        return "" if self.order else "none"

    def rules(self) -> tuple[str, ...]:
        return ("T7.45",)
