"""A fight at a table as it stands: for the game master every figure, for the players what they know."""

from __future__ import annotations

from typing import Any

from undercroft.rulebooks.tabletop import conditions, fighters, mastering
from undercroft.rulebooks.tabletop.records import PLAYER, State
from undercroft.rulebooks.tabletop.toolkit.fight_files import TableGame
from undercroft.rulebooks.tabletop.toolkit.saying import listed
from undercroft.rulebooks.tabletop.views import TabletopView

PLACES = {"gave-up": "surrendered", "ran": "run in panic", "stayed-away": "yet to come"}
FIGURES = {
    "courage": "Courage", "attack": "Attack", "defence": "Defence", "protection": "Protection", "astral": "Astral",
    "defences": "Defences used",
}  # fmt: skip
"""Figures of a row beside Vitality, and what they are called."""


def asked(game: TableGame, *, over: bool = False) -> tuple[str, dict[str, Any]]:
    """Return who is asked what, in words and as data; `over` where a fight has just ended."""
    decision = game.decision
    if decision is None:
        return "", {}
    text = game.book.texts.get("ask.over" if over else f"ask.{decision.ask}", decision.about, game.called)
    return f"{decision.seat}: {text}", {"asked": decision.seat, **decision.about}


def shown(game: TableGame, seat: str) -> tuple[list[str], dict[str, Any]]:
    """Return what a seat sees of the fight."""
    if seat != PLAYER:
        return _masters(game)
    view = game.view(PLAYER)
    assert isinstance(view, TabletopView)
    return _players(game, view)


def _masters(game: TableGame) -> tuple[list[str], dict[str, Any]]:
    s = game.state
    said, figures = asked(game)
    lines = [said]
    if s.fight is not None:
        lines.append(f"Order: {listed(game.called(who) for who in s.fight.order)}.")
        figures["order"] = list(s.fight.order)
    rows = [_row(game, who) for who in _there(s)]
    lines += map(_line, rows)
    figures["fighters"] = rows
    if s.forced:
        lines += [f"The next roll called {name} will show {value}, by the GM." for name, value in s.forced]
        figures["forced"] = [{"roll": name, "value": value} for name, value in s.forced]
    if off := [rule for rule in mastering.SWITCHES if not getattr(s.switches, rule)]:
        lines.append(f"Off at this table: {listed(off)}.")
        figures["off"] = off
    return lines, figures


def _there(s: State) -> list[str]:
    return list(s.stances) or [*s.party.order, *(foe.id for foe in s.foes.where(mastering.TABLE))]


def _row(game: TableGame, who: str) -> dict[str, Any]:
    s = game.state
    one, stance = fighters.fighter(s, who), s.stances.get(who)
    return {
        "id": who, "name": game.called(who), "vitality": one.vitality, "vitality_max": one.vitality_max,
        "courage": fighters.courage(s, who), "attack": fighters.attack_score(s, who),
        "defence": fighters.defence_score(s, who), "protection": fighters.protection(s, who),
        **({"astral": one.astral} if one.astral else {}),
        **({"defences": stance.defences} if stance is not None else {}), "status": _status(s, who),
    }  # fmt: skip


def _status(s: State, who: str) -> list[str]:
    one, stance = fighters.fighter(s, who), s.stances.get(who)
    c = s.characters.get(who)
    found = []
    if one.vitality <= 0:
        found.append("slain" if c is None else "dead" if c.dead else "fallen")
    if stance is not None:
        if stance.place != "in":
            found.append(PLACES.get(stance.place, stance.place))
        if stance.side == fighters.PARTY:
            found += [stance.rank, "ready" if stance.ready else "unready"]
        found += ["bound"] if stance.bound else []
        found += ["loses its next turn"] if stance.lost else []
    return found + [conditions.words(held.kind, held.amount) for held in one.conditions]


def _line(row: dict[str, Any]) -> str:
    """Return a row in words, whichever of the figures it has."""
    parts = [f"Vitality {row['vitality']}/{row['vitality_max']}"]
    parts += [f"{name} {row[key]}" for key, name in FIGURES.items() if key in row]
    return f"{row['name']} ({row['id']}): {', '.join([*parts, *row['status']])}."


def _players(game: TableGame, v: TabletopView) -> tuple[list[str], dict[str, Any]]:
    lines: list[str] = []
    figures: dict[str, Any] = {}
    if v.fight is not None:
        lines.append(f"Combat Round {v.fight.round}: it is {game.called(v.fight.acting)}'s turn.")
        lines.append(f"Order: {listed(game.called(who) for who in v.fight.order)}.")
        figures = {"round": v.fight.round, "who": v.fight.acting, "order": list(v.fight.order)}
    party: list[dict[str, Any]] = [
        {
            "id": one.id, "name": one.name, "vitality": one.vitality, "vitality_max": one.vitality_max,
            "attack": one.attack, "defence": one.defence, "protection": one.protection, "astral": one.astral,
            "status": [one.state, one.rank, *map(conditions.words, one.conditions, one.amounts)],
        }
        for one in v.party
    ]  # fmt: skip
    foes: list[dict[str, Any]] = [
        {
            "id": foe.id, "name": foe.name, "vitality": foe.vitality, "vitality_max": foe.vitality_max,
            "status": list(map(conditions.words, foe.conditions)),
        }
        for foe in v.foes
    ]  # fmt: skip
    return [*lines, *map(_line, [*party, *foes])], {**figures, "fighters": [*party, *foes]}
