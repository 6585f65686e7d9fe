"""Conditions (T1.6 to T1.10, T6.2, T6.4): how timed effects begin on a fighter of either side, and how they end.

The clock counts turns and Combat Rounds down; what a condition changes is for the chapter of the thing changed to say.
"""

from __future__ import annotations

from undercroft.rulebooks.tabletop import fighters, qualities
from undercroft.rulebooks.tabletop.records import Character, Condition, Ctx, Event, Foe, State, replace

ASLEEP, PANICKED, STUCK, SLOWED, WEAKENED = "asleep", "panicked", "stuck", "slowed", "weakened"
TRIED, RESTED = "wand tried", "rested"
"""What a Magician's sheet keeps of a pause: the Astral that an attempt costs (T19.12, T19.13), and the Astral before
the rest with its lodging, so that the order of the two does not matter (T18.10)."""
SHELL, HIDDEN, OWLS_EYES, TRUSTING, SHAPE = "shell", "hidden", "owls-eyes", "trusting", "shape"
CHARMED, SMALL_SHAPE = "charmed", "small-shape"
MINUTES = 5
"""A turn lasts so many (T6.2)."""
SMALL_LIFE = 5
"""Points that a small shape loses before it breaks (T13.66)."""


def words(kind: str, amount: int = 0) -> str:
    """Return a condition in words, with the figure it changes: `Strength +7`, `small shape`."""
    if kind.startswith(qualities.RAISE) or kind == fighters.RULED:
        return f"{kind.removeprefix(qualities.RAISE).capitalize()} {amount:+d}"
    return kind.replace("-", " ")


def turns(minutes: int) -> int:
    """Return the turns of a duration in minutes (T6.2)."""
    return minutes // MINUTES


def lasting(kind: str, turns: int, source: str, amount: int = 0) -> Condition:
    """Return a condition that lasts so many turns."""
    return Condition(kind, amount, "turns", turns, source)


def for_combat(s: State, kind: str, turns: int, source: str, amount: int = 0) -> Condition:
    """Return a condition that lasts to the end of the present combat, or outside of one so many turns (T13.25)."""
    return lasting(kind, turns, source, amount) if s.fight is None else Condition(kind, amount, "combat", 0, source)


def begin(ctx: Ctx, who: str, condition: Condition) -> None:
    """Let a condition begin on a fighter."""
    ctx.emit(Begun(who, condition.kind, condition.amount, condition.until, condition.left, condition.source))


def with_condition(held: tuple[Condition, ...], new: Condition) -> tuple[Condition, ...]:
    """Return conditions with a new one.

    Increases of a Quality stand side by side, each with its own time (T1.10); of all others the longer one stays.
    """
    if new.kind.startswith(qualities.RAISE):
        return (*held, new)
    same = [one for one in held if one.kind == new.kind]
    longest = max([*same, new], key=_length)
    return (*[one for one in held if one.kind != new.kind], longest)


def _length(one: Condition) -> tuple[int, int]:
    return (("rounds", "combat", "turns", "event", "adventure").index(one.until), one.left)


def small_shape_hurt(ctx: Ctx, who: str, loss: int) -> None:
    """Let a loss of Vitality wear a small shape down; after 5 points in all it breaks (T13.66)."""
    c = ctx.state.characters.get(who)
    if c is not None and loss > 0 and (shape := fighters.condition(c, SMALL_SHAPE)) is not None:
        ctx.emit(ShapeWorn(who, max(0, shape.amount - loss)))


def keep(s: State, one: Character | Foe, held: tuple[Condition, ...]) -> None:
    """Write a fighter's conditions; for events alone."""
    if isinstance(one, Character):
        s.characters[one.id] = replace(one, conditions=held)
    else:
        s.foes[one.id] = replace(one, conditions=held)


# --- events ---


class Begun(Event, tag="conditions.begun"):
    """A condition began."""

    who: str
    kind: str
    amount: int
    until: str
    left: int
    source: str

    def apply(self, s: State) -> None:
        one = fighters.fighter(s, self.who)
        new = Condition(self.kind, self.amount, self.until, self.left, self.source)
        keep(s, one, with_condition(one.conditions, new))

    def variant(self) -> str:
        return "quality" if self.kind.startswith(qualities.RAISE) else self.kind

    def facts(self) -> dict[str, object]:
        return {**super().facts(), "quality": self.kind.removeprefix(qualities.RAISE)}


class ShapeWorn(Event, tag="conditions.small"):
    """A small shape was hurt; with no points left it breaks, and the drinker is themself again (T13.66)."""

    who: str
    left: int

    def apply(self, s: State) -> None:
        c = s.characters[self.who]
        held = [replace(one, amount=self.left) if one.kind == SMALL_SHAPE else one for one in c.conditions]
        keep(s, c, tuple([one for one in held if self.left or one.kind != SMALL_SHAPE]))

    def variant(self) -> str:
        return "" if self.left else "broken"

    def rules(self) -> tuple[str, ...]:
        return ("T13.66",)
