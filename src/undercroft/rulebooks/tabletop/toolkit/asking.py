"""What several tools are asked alike: a Test and its figures, Qualities, adjustments."""

from __future__ import annotations

from typing import Any, NamedTuple

from undercroft.engine.chance import Chance
from undercroft.engine.errors import BadUse, nearest, quoted
from undercroft.engine.toolkit import Asked, Option, whole_in
from undercroft.rulebooks.tabletop import armour, qualities, tests
from undercroft.rulebooks.tabletop.records import QUALITIES, QualityName
from undercroft.rulebooks.tabletop.toolkit.saying import signed

PENALTY = Option("penalty", "P", "the Agility Penalty of armour and shield")
SHEET = Option("sheet", "SHEET", "whose Quality is Tested")
MOST_VALUE, MOST_PENALTY = 40, 20
SHORTEST = 4
"""Letters of a word that may be a misspelt Quality: a shorter one, such as `ten`, means something else."""


class Test(NamedTuple):
    """A Test that was asked for: its chance, and what that is made of."""

    name: str
    value: int
    penalty: int
    adjustment: int
    chance: Chance

    @property
    def line(self) -> str:
        """What is Tested: `agility 13 less 4 for armour, adjustment +3`."""
        less = f" less {self.penalty} for armour" if self.penalty else ""
        return f"Test against {self.name}{self.value}{less}, adjustment {signed(self.adjustment)}"

    @property
    def figures(self) -> dict[str, Any]:
        """The same as data."""
        lost = {"penalty": self.penalty} if self.penalty else {}
        quality = {"quality": self.name.strip()} if self.name else {}
        return {**quality, "value": self.value, **lost, "adjustment": self.adjustment}

    @property
    def rules(self) -> tuple[str, ...]:
        """Rules beyond those of every Test."""
        return ("T2.10", "T2.11") if self.penalty else ()


def adjustment(asked: Asked, at: int) -> int:
    """Return the adjustment at a place, a number or a word such as `hard`; 0 where none was typed (T2.4, T2.14)."""
    most = tests.MOST_ADJUSTMENT
    if asked.word(at)[:1].isalpha():
        return tests.word_adjustment(asked.word(at))
    return asked.number(at, "the adjustment (T2.15)", -most, most, 0)


def quality(said: str) -> QualityName:
    """Return the Quality of that name, or of its first letters; BadUse with the nearest name."""
    found = [name for name in QUALITIES if name.startswith(said.lower())] if said else []
    if len(found) == 1:
        return found[0]
    near = nearest(said, QUALITIES) if len(said) >= SHORTEST else ""
    raise BadUse(f"{quoted(said)} is no Quality{near or '; there are: ' + ', '.join(QUALITIES)}")


def tested(asked: Asked) -> Test:
    """Return the Test of a number, or of a Quality on a sheet, that was asked for."""
    change = adjustment(asked, 1)
    said = asked.word(0)
    if not said[:1].isalpha():
        if asked.flag("sheet"):
            raise BadUse("--sheet goes with the name of a Quality, not with a number")
        value = whole_in(said, "the value", 0, MOST_VALUE)
        lost = asked.option_number("penalty", 0, MOST_PENALTY, 0)
        return Test("", value, lost, change, tests.of_value(value, change, penalty=lost))
    name = quality(said)
    if not asked.flag("sheet"):
        raise BadUse(f"whose {name}? Give --sheet SHEET, or the number instead of its name")
    from undercroft.rulebooks.tabletop import sheets

    c = sheets.read(asked.option("sheet")).character
    if name != "agility" and asked.flag("penalty"):
        raise BadUse("--penalty goes with Agility alone")
    worn = armour.penalty(c) if name == "agility" else 0
    lost = asked.option_number("penalty", 0, MOST_PENALTY, worn)
    value = qualities.effective(c, name)
    curse = tests.CURSE if qualities.has(c, "cursed") else 0
    return Test(f"{name} ", value, lost, change + curse, tests.of_value(value, change + curse, penalty=lost))
