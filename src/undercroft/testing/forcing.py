"""Two laws that are held by forcing dice on forks: `odds` (the die alone decides) and `nameless`."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from undercroft.engine.action import Action
from undercroft.engine.chance import Chance
from undercroft.engine.event import Event
from undercroft.engine.streams import Stream
from undercroft.testing.bent import Mark, Run
from undercroft.testing.case import Case

EVERY = 20
"""Dice of up to so many sides are forced through every value; greater ones at their ends and about the threshold."""
ROLLS = 2
"""Named rolls forced, and nameless draws forced, of one sampled step."""


def force_dice(case: Case, action: Action[Any], dice: Stream, luck: Collection[str]) -> None:
    """Play the coming step on forks with its dice forced, and hold what hangs on them."""
    if case.game.state.forced:  # the Game Master's values would stand over those forced here
        return
    base = _run(case, action, {})
    for mark in _some([m for m in base.marks if isinstance(m.roll, Chance)], dice):
        case.tick("odds")
        _die_alone_decides(case, action, mark)
    for mark in _some([m for m in base.marks if m.roll is not None and not isinstance(m.roll, Chance)], dice):
        for value in (0, mark.sides - 1):
            _run(case, action, {mark.at: value})
    for mark in _some([m for m in base.marks if m.roll is None and m.sides > 1], dice):
        case.tick("nameless")
        for value in sorted({0, mark.sides - 1, dice.below(mark.sides), dice.below(mark.sides)}):
            _decides_nothing(case, mark, base, _run(case, action, {mark.at: value}), luck)


def _run(case: Case, action: Action[Any], force: dict[int, int]) -> Run:
    shown = ", ".join(f"draw {at + 1} shows {value + 1}" for at, value in force.items())
    with case.guard(f"on a fork where {shown}" if shown else "on a fork"):
        return Run(case.game, action, force)


def _some(marks: list[Mark], dice: Stream) -> list[Mark]:
    rest = list(marks)
    return [rest.pop(dice.below(len(rest))) for _ in range(min(ROLLS, len(rest)))]


def _values(chance: Chance) -> list[int]:
    """Return the values that the die is forced to show."""
    if chance.of <= EVERY:
        return list(range(1, chance.of + 1))
    near = {1, 2, chance.num // 2, chance.num - 1, chance.num, chance.num + 1, chance.of - 1, chance.of}
    return sorted(value for value in near if 1 <= value <= chance.of)


def _die_alone_decides(case: Case, action: Action[Any], mark: Mark) -> None:
    """Every value up to `num` must give one and the same state, every greater value another (or the same).

    A value that the chance marks stands for itself.
    """
    chance = mark.roll
    assert isinstance(chance, Chance)
    ends: dict[bool, tuple[int, str]] = {}
    for value in _values(chance):
        if value in chance.marks:
            continue
        run = _run(case, action, {mark.at: value - 1})
        again = run.mark(mark.at)
        if again is None or again.roll != chance or again.value != value:
            case.fail("odds", f"the roll {chance.name} does not come again when its own die shows {value}")
        success = value <= chance.num
        first = ends.setdefault(success, (value, run.digest))
        if first[1] != run.digest:
            word = "successes" if success else "failures"
            case.fail(
                "odds",
                f"{chance.name} {chance.num} in {chance.of}: {first[0]} and {value} are both {word}, "
                "and what comes of them differs",
            )


def _decides_nothing(case: Case, mark: Mark, base: Run, run: Run, luck: Collection[str]) -> None:
    """A draw without a name may say what, who or how much; never whether.

    Compared is what followed the draw (events and named rolls) with what followed when it showed another value. It
    decided a success or failure if (1) the first event that differs differs in truth values alone, as in
    `Struck(card, hit)`; or (2) one sequence is the other with something put before it: with one value something
    happened, with another nothing did (events that write nothing, such as `Missed`, count as nothing). Not meant are
    amounts (what was put before also happens after the other value), and codes that the check lists as `luck`.
    """
    mine, other = base.after(mark.at), run.after(mark.at)
    for (one, first), (two, second) in zip(mine, other, strict=False):
        if one != two:
            break
        if first == second:
            continue
        if one.partition(" ")[0] not in luck and _flipped(first, second):
            case.fail("nameless", f"a draw of 1 to {mark.sides} without a name turns {first} into {second}")
        return
    short, long = sorted((_effects(mine), _effects(other)), key=len)
    names = [name for name, _ in long]
    added = names[: len(names) - len(short)]
    rest = names[len(added) :]
    if not added or rest != [name for name, _ in short] or set(added) <= set(rest):
        return
    if not {name.partition(" ")[0] for name in added} <= set(luck):
        case.fail("nameless", f"whether {', '.join(added)} comes hangs on a draw of 1 to {mark.sides} without a name")


def _effects(found: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Leave out the events that write nothing."""
    return [(name, event) for name, event in found if event is None or type(event).apply is not Event.apply]


def _flipped(one: Any, two: Any) -> bool:
    """Say whether two events of a kind differ in truth values alone."""
    mine, other = msgspec.structs.asdict(one), msgspec.structs.asdict(two)
    changed = [name for name in mine if mine[name] != other[name]]
    return bool(changed) and all(isinstance(mine[name], bool) for name in changed)
