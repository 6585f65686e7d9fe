"""Support for the tests of raising, things and spells: a fight in full swing, and short looks at what happened."""

from __future__ import annotations

from typing import Any

from undercroft.engine.action import Refusal
from undercroft.engine.game import Game, Step
from undercroft.rulebooks.descent.fights import Fight
from undercroft.rulebooks.descent.records import Effect, Fighting, Member, Monster, Quest, State, replace
from undercroft.testing import staged


def battle(game: Game[State], *turns: str, foes: tuple[tuple[str, int], ...] = (("orc", 15),), **more: Any) -> None:
    """Put the party into round 1 of a fight in a hall: `turns` are still to act, the first now.

    `foes` are (kind, health); the first orc is `orc-1`. One member more than is tested should stand in `turns`, so that
    nothing else happens after the turn.
    """
    with staged(game) as s:
        counts: dict[str, int] = {}
        for kind, health in foes:
            counts[kind] = counts.get(kind, 0) + 1
            s.monsters[f"{kind}-{counts[kind]}"] = Monster(kind, health, health)
        s.fight = Fighting(**{"round": 1, "stage": "party", "turns": turns, **more})
        s.agenda = (*s.agenda, Fight())


def edit(game: Game[State], member: str, **more: Any) -> None:
    """Change a member."""
    with staged(game) as s:
        s.members[member] = replace(s.members[member], **more)


def afflict(game: Game[State], member: str, kind: str, left: int = 30) -> None:
    """Put a member effect on a member."""
    with staged(game) as s:
        s.effects[f"{member}:{kind}"] = Effect(member, kind, left, "test")


def library(game: Game[State], *pages: str) -> None:
    """Give the party the book with these pages."""
    with staged(game) as s:
        s.quest = Quest(book=True, pages=pages)


def who(game: Game[State], member: str) -> Member:
    """Return a member as it is now."""
    return game.state.members[member]


def code(step: Step[State]) -> str:
    """Return the code of the refusal, with its rule; empty if the action was accepted."""
    if step.accepted:
        return ""
    one: Refusal = step.refusals[0]
    return f"{one.code} {one.rule}".strip()


def tags(step: Step[State]) -> list[str]:
    """Return the codes of what the party saw happen."""
    assert step.accepted, step.refusals
    return [e.tag() for e in step.events if not e.tag().startswith("engine.")]


def texts(game: Game[State], head: str) -> list[str]:
    """Return the texts of the actions offered that begin with a word."""
    return [str(one) for one in game.actions() if str(one).split()[0] == head]
