"""Dice and Tests at the table: roll (T23.3, T23.4), test (T23.5)."""

from __future__ import annotations

import re
from fractions import Fraction

from undercroft.engine.dice import Dice, DiceError, Rolled, parse
from undercroft.engine.errors import BadUse, quoted
from undercroft.engine.toolkit import Answer, Asked, Cup, Tool
from undercroft.rulebooks.tabletop.tests import SIDES, SURE_FAILURE
from undercroft.rulebooks.tabletop.toolkit.asking import PENALTY, SHEET, tested
from undercroft.rulebooks.tabletop.toolkit.saying import decimal, signed

MOST_REPEATS = 1000
"""Times that one `roll x M` rolls."""
_BEYOND = re.compile(r"[!%*/()]|d\s*[hl]|r|^\s*[-+]|[-+]\s*[-+]", re.IGNORECASE)
"""What the engine's dice can and a game master's roll cannot (T23.3)."""
_REPEAT = re.compile(r"\s*x\s*(\S*)\s*(.*)", re.IGNORECASE)


def dice_of(text: str, offset: int = 0) -> Dice:
    """Read sums of dice and constants; DiceError names the position of the mistake, `offset` more than in the text."""
    if found := _BEYOND.search(text):
        said = found[0].strip()
        raise DiceError(
            offset + found.end() - len(said) + 1, f"{quoted(said)}: a roll is a sum of NdS, kh, kl and numbers"
        )
    try:
        return parse(text)
    except DiceError as error:
        raise DiceError(offset + error.position, error.reason) from None


def _roll(asked: Asked, cup: Cup) -> Answer:
    text = " ".join(asked.words)
    times, rest, offset = 0, text, 0
    if found := _REPEAT.fullmatch(text):
        said, rest = found[1], found[2]
        offset = found.start(2)
        if not (said.isascii() and said.isdigit() and len(said) <= 4 and 1 <= int(said) <= MOST_REPEATS):
            raise BadUse(f"roll x M EXPR: M is a whole number from 1 to {MOST_REPEATS}, not {quoted(said)}")
        times = int(said)
    dice = dice_of(rest, offset)
    rolls = [dice.roll(cup) for _ in range(times or 1)]
    lines = [one.text for one in rolls]
    totals = [one.total for one in rolls]
    figures: dict[str, object] = {"dice": str(dice), "rolls": [_rolled(one) for one in rolls]}
    if times:
        mean = decimal(Fraction(sum(totals), times))
        lines.append(f"{times} rolls: minimum {min(totals)}, maximum {max(totals)}, mean {mean}.")
        figures |= {"times": times, "minimum": min(totals), "maximum": max(totals), "mean": mean}
    return Answer(tuple(lines), figures, ("T23.4",))


def _rolled(one: Rolled) -> dict[str, object]:
    dice = [{"sides": die.sides, "face": die.total, "kept": die.kept} for die in one.dice]
    return {"dice": dice, "total": one.total}


def _test(asked: Asked, cup: Cup) -> Answer:
    test = tested(asked)
    natural = cup.between(1, SIDES)
    success = natural <= test.chance.num
    if natural >= SURE_FAILURE:
        said = f"a natural {natural} always fails"
    elif test.adjustment:
        said = f"{natural} {signed(test.adjustment)} is {natural + test.adjustment}"
    else:
        said = f"a {natural}"
    figures = {**test.figures, "natural": natural, "adjusted": natural + test.adjustment, "success": success}
    if natural >= SURE_FAILURE:
        del figures["adjusted"]
    return Answer((f"{test.line}: {said}: {'success' if success else 'failure'}.",), figures, test.rules)


TOOLS = (
    Tool(
        "roll", "EXPR...",
        "Roll dice: 3d6+2, d20, 4d6 kh 3 keeps the highest, kl the lowest; roll x 5 3d6 rolls five times.",
        ("T23.3",), _roll,
    ),
    Tool(
        "test", "QUALITY|VALUE [ADJ]", "Roll one Test of a Quality.", ("T23.5", "T2.6", "T2.9"), _test, (PENALTY, SHEET)
    ),
)  # fmt: skip
