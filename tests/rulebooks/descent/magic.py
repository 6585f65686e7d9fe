"""Support for the tests of raising, things and spells: a fight in full swing, and short looks at what happened."""

from __future__ import annotations

from typing import Any

from tests.rulebooks.descent.moments import give, member, moment

from undercroft.engine.action import Action, Refusal
from undercroft.engine.game import Game, Step
from undercroft.rulebooks.descent.fights import Fight
from undercroft.rulebooks.descent.records import Effect, Fighting, Member, Monster, Quest, State, replace
from undercroft.testing import fix, staged

Foes = tuple[tuple[str, int], ...]
TWO_ORCS: Foes = (("orc", 15), ("orc", 15))


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


def bearing(game: Game[State], text: str, *rolls: int) -> set[str]:
    """Do an action; return the rules that bore on it and on what came of it."""
    action = game.parse(text)
    assert isinstance(action, Action)
    rules = action.rules(game.state)
    with fix(game, *rolls):
        step = game.act(action)
    assert step.accepted
    return {*rules, *(rule for event in step.events for rule in event.rules())}


def tags(step: Step[State]) -> list[str]:
    """Return the codes of what the party saw happen."""
    assert step.accepted, step.refusals
    return [e.tag() for e in step.events if not e.tag().startswith("engine.")]


def texts(game: Game[State], head: str) -> list[str]:
    """Return the texts of the actions offered that begin with a word."""
    return [str(one) for one in game.actions() if str(one).split()[0] == head]


def known(game: Game[State], *kinds: str) -> None:
    """Let the party know kinds of bottles and scrolls."""
    with staged(game) as s:
        s.lore = replace(s.lore, kinds=(*s.lore.kinds, *kinds))


def drink(kind: str, *draws: int, unnamed: bool = False, **more: Any) -> Game[State]:
    """Let the hero, level 1 and of ceiling 21, drink a bottle."""
    game = moment(member("hero", **{"health": 2, **more}), member("fighter", health=2))
    bottle = give(game, kind, "pack:hero")
    if not unnamed:
        known(game, kind)
    with fix(game, *draws):
        assert game.act(f"use {bottle}")
    assert bottle not in game.state.items
    return game


def chant(
    spell: str,
    *draws: int,
    target: str = "",
    foes: Foes = TWO_ORCS,
    reader: str = "wizard",
    level: int = 1,
    mana: int = 30,
) -> Game[State]:
    """Let a reader, wits 4 if the wizard, read a spell out of the book in a fight; the fighter is next."""
    game = moment(member("hero"), member("fighter"), member("rogue"), member("wizard"), member("king"))
    edit(game, reader, level=level, mana=mana)
    library(game, spell)
    battle(game, reader, "fighter", foes=foes)
    with fix(game, *draws):
        assert game.act(f"chant {spell} {target}".strip())
    assert game.state.fight is not None
    assert game.state.fight.turns == ("fighter",)
    return game


def paid(game: Game[State], reader: str = "wizard", mana: int = 30) -> int:
    """Return what a reading cost."""
    return mana - who(game, reader).mana


def wounds(game: Game[State]) -> list[int]:
    """Return the health of the monsters."""
    return [m.health for m in game.state.monsters.values()]
