"""The Test (T2): one d20 against a Quality, low is good, and a natural 19 or 20 always fails."""

from __future__ import annotations

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Chance
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop import fighters
from undercroft.rulebooks.tabletop.armour import penalty
from undercroft.rulebooks.tabletop.qualities import effective, has
from undercroft.rulebooks.tabletop.records import (
    MASTER,
    Attempt,
    Character,
    Ctx,
    Event,
    QualityName,
    State,
    replace,
)  # fmt: skip

SIDES = 20
SURE_FAILURE = 19
"""From this natural roll on every Test fails, whatever the Quality (T2.6)."""
MOST_ADJUSTMENT = 20
"""A game master may adjust by -20 to +20 (T2.15)."""
CURSE = 1
"""The adjustment of a curse on all own Tests (T21.25)."""
DARKENED = ("agility", "intelligence")
"""Qualities that are harder to Test in the dark (T6.6)."""
PARTY = "party"
"""Who tries a task that the whole party has one try at (T2.17)."""


def chance(
    s: State, c: Character, quality: QualityName, adjustment: int = 0, *, name: str = "", about: str = "",
    shown: bool = True,
) -> Chance:  # fmt: skip
    """Return a character's chance in a Test: effective value, Agility Penalty, curse, darkness and adjustment.

    The roll is named `name`, or after the Quality (T2.10, T2.13, T6.6).
    """
    found = Chance(name or quality, effective(c, quality), SIDES, about=about, shown=shown)
    found = found.plus(-penalty(c), "penalty", when=quality == "agility")
    found = found.plus(-CURSE, "cursed", when=has(c, "cursed")).plus(-dim(s, c, quality), "dark")
    return adjusted(found, adjustment)


def dim(s: State, c: Character, quality: QualityName) -> int:
    """Return what darkness adds to a character's Test, Owl's Eyes aside (T6.6)."""
    return fighters.DARKNESS if quality in DARKENED and fighters.in_dark(s, c.id) else 0


def of_value(
    value: int, adjustment: int = 0, *, penalty: int = 0, name: str = "test", about: str = "", shown: bool = True
) -> Chance:
    """Return the chance of a Test against a plain number, such as a monster's Courage (T2.13, T11.3)."""
    return adjusted(Chance(name, value, SIDES, about=about, shown=shown).plus(-penalty, "penalty"), adjustment)


def adjusted(found: Chance, adjustment: int) -> Chance:
    """Return the chance under an adjustment, positive for hard: at most 18 in 20, at least none (T2.3, T2.13)."""
    return found.plus(-adjustment, "adjustment").within(0, SURE_FAILURE - 1)


def word_adjustment(word: str) -> int:
    """Return the adjustment that a word such as "hard" stands for; UnknownName with the nearest (T2.14)."""
    return content.named(content.catalogue().adjustments, word).adjustment


def adjustment_refused(adjustment: int) -> Refusal | None:
    """Say no to an adjustment that no game master may give (T2.15)."""
    if -MOST_ADJUSTMENT <= adjustment <= MOST_ADJUSTMENT:
        return None
    return Refusal("test.adjustment", {"said": adjustment, "most": MOST_ADJUSTMENT}, "T2.15")


def passes(
    ctx: Ctx, c: Character, quality: QualityName, adjustment: int = 0, *, name: str = "", about: str = "",
    secret: bool = False,
) -> bool:  # fmt: skip
    """Roll a character's Test and tell it; of a secret one only the game master learns (T2.5 to T2.9, T2.18, T2.19)."""
    s = ctx.state
    found = chance(s, c, quality, adjustment, name=name, about=about, shown=not secret)
    loss = penalty(c) if quality == "agility" else 0
    total = adjustment + dim(s, c, quality) + (CURSE if has(c, "cursed") else 0)
    return roll(ctx, found, c.id, quality, effective(c, quality), loss, total, secret=secret)


def roll(
    ctx: Ctx, found: Chance, who: str, quality: QualityName, value: int, penalty: int, adjustment: int, *,
    secret: bool = False,
) -> bool:  # fmt: skip
    """Roll a chance that was made from these figures, and write the Test into the log."""
    success = ctx.succeeds(found)
    natural = ctx.rolls[-1][1]
    ctx.emit(Tested(who, quality, value, value - penalty, penalty, adjustment, natural, success, secret))
    return success


UNTOLD = -1000
"""Stands for a figure that a seat does not learn."""


class Tested(Event, tag="test.rolled"):
    """A Quality was Tested."""

    who: str
    quality: str
    value: int
    against: int
    penalty: int
    adjustment: int
    natural: int
    success: bool
    secret: bool = False

    @property
    def adjusted(self) -> int:
        """The natural roll with the adjustment; a natural 19 or 20 failed before it (T2.7, T2.8)."""
        return self.natural + self.adjustment

    def seen_by(self, s: State) -> tuple[str, ...] | None:
        return (MASTER,) if self.secret else None

    def told(self, s: State, seat: str) -> Tested:
        # At a table the figures of foes are the game master's.
        hidden = self.who in s.foes and s.place.where == "fight" and seat != MASTER
        return replace(self, value=UNTOLD, against=UNTOLD) if hidden else self

    def variant(self) -> str:
        if self.value == UNTOLD:
            return "veiled.success" if self.success else "veiled.failure"
        if self.success:
            return "success"
        return "never" if self.natural >= SURE_FAILURE else "failure"

    def facts(self) -> dict[str, object]:
        return {**super().facts(), "adjusted": self.adjusted}

    def rules(self) -> tuple[str, ...]:
        if self.natural >= SURE_FAILURE:
            return ("T2.6",)
        return ("T2.9", "T2.10") if self.penalty else ("T2.9",)


class Attempted(Event, tag="test.attempted"):
    """Somebody, or the party as a whole, used up the one try at a task."""

    who: str
    task: str

    def apply(self, s: State) -> None:
        s.attempts[_key(self.who, self.task)] = Attempt(self.who, self.task)

    def seen_by(self, s: State) -> tuple[str, ...]:
        return ()


class AttemptsForgotten(Event, tag="test.forgotten"):
    """Circumstances changed: what was tried before may be tried again; `task` is the beginning of the tasks meant."""

    task: str = ""

    def apply(self, s: State) -> None:
        for key, one in list(s.attempts.items()):
            if one.task.startswith(self.task):
                del s.attempts[key]

    def seen_by(self, s: State) -> tuple[str, ...]:
        return ()


def forget(s: State, who: str, task: str) -> None:
    """Give somebody the one try at a task back; for events alone."""
    if tried(s, who, task):
        del s.attempts[_key(who, task)]


def tried(s: State, who: str, task: str) -> bool:
    """Say whether this character (or PARTY) has used up the try at a task, such as `listen:exit-2`."""
    return _key(who, task) in s.attempts


def try_refused(s: State, who: str, task: str, rule: str = "T2.16") -> Refusal | None:
    """Say no to a second try in unchanged circumstances; another character may try (T2.16)."""
    return Refusal("test.tried", {"who": who, "task": task}, rule) if tried(s, who, task) else None


def _key(who: str, task: str) -> str:
    return f"{who} {task}"
