"""One game of a plan, and the line that is left of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from undercroft.bots import chosen
from undercroft.bots.player import play
from undercroft.engine.game import Game, Step
from undercroft.lab.plan import Plan

PATIENCE = 100
"""Answers refused in a row after which a bot counts as broken."""

Figure = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]


class Seen(msgspec.Struct, forbid_unknown_fields=True):
    """Things of one sort that a game's players met, and those of them that they used."""

    met: list[str]
    used: list[str]


class Played(msgspec.Struct, forbid_unknown_fields=True):
    """The result of a game that was played."""

    index: Figure
    seed: Figure
    ending: str
    won: bool
    actions: Figure
    options: dict[str, Any]
    facts: dict[str, Figure | bool | float | str | list[Any] | dict[str, Any] | None]
    choices: dict[str, Seen]


class Broken(msgspec.Struct, forbid_unknown_fields=True):
    """The result of a game that broke."""

    index: Figure
    seed: Figure
    fault: str


def is_result(data: Mapping[str, Any]) -> bool:
    """Say whether data from a file has the shape of a game's result."""
    try:
        msgspec.convert(data, Broken if "fault" in data else Played)
    except msgspec.ValidationError:
        return False
    return True


def line(plan: Plan, index: int) -> str:
    """Play a game to its end or to the plan's most actions, and return its result as one line of JSON.

    Whatever breaks in it is its result: one game among thousands must not take the others with it.
    """
    game = plan.game(index)
    try:
        result = _played(plan, game)
    except Exception as error:  # noqa: BLE001 - a fault of rules or bot is what a lab is there to find
        said = " ".join(str(error).split())[:300]
        result = {"fault": f"after {game.turns} actions: {type(error).__name__}: {said}"}
    return written({"index": index, "seed": game.first, **result})


def _played(plan: Plan, game: Game[Any]) -> dict[str, Any]:
    tally = plan.book.tally()

    def note(at: Game[Any], step: Step[Any]) -> None:
        tally.note(at.state, step.all_events)

    play(game, chosen.find(plan.bot, plan.rulebook)(game.first), most=plan.most, patience=PATIENCE, each=note)
    s, outcome = game.state, game.outcome
    return {
        "ending": "" if outcome is None else outcome.code,
        "won": outcome is not None and plan.book.seats[0] in outcome.winners,
        "actions": game.turns,
        "options": msgspec.to_builtins(plan.book.in_force(s, game.options)),
        "facts": tally.facts(s),
        "choices": {sort: {"met": sorted(met), "used": sorted(used)} for sort, (met, used) in tally.choices(s).items()},
    }


def written(data: dict[str, Any]) -> str:
    """Return data as the one line of JSON that it always gives."""
    return json.dumps(data, ensure_ascii=True, sort_keys=False, separators=(",", ":"))
