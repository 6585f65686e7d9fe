"""The summary in words and tables, for people, or as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

SHOWN = 12
"""Words of one fact that are listed; the JSON has them all."""


def written(found: Mapping[str, Any]) -> str:
    """Return a summary as JSON: the same results give the same bytes."""
    return json.dumps(found, ensure_ascii=True, indent=1)


def report(found: Mapping[str, Any]) -> list[str]:
    """Return a summary as lines; the last tells the wins."""
    games = found["games"]
    options = "".join(f", {name} {_value(value)}" for name, value in found["options"].items())
    last = found["first"] + games - 1
    lines = [f"{found['rulebook']}, bot {found['bot']}{options}; seeds {found['first']} to {last}."]
    lines.append("Of each share the interval of 95 in 100 is given, by Wilson.")
    lines += ["", "Endings", *_shares(found["endings"])]
    lines += ["", *_figures(found)]
    for name, fact in found["facts"].items():
        if fact and all(isinstance(one, Mapping) for one in fact.values()):
            more = [f"  and {len(fact) - SHOWN} more"] if len(fact) > SHOWN else []
            lines += ["", _label(name), *_shares(dict(list(fact.items())[:SHOWN])), *more]
    if yes := {_label(name): fact for name, fact in found["facts"].items() if "share" in fact}:
        lines += ["", "Runs with", *_shares(yes)]
    for sort, things in found["choices"].items():
        if things:
            lines += ["", *_things(sort, things)]
    if faults := found["faults"]:
        lines += ["", f"Broken games: {len(faults)} of {games}"]
        lines += [f"  seed {one['seed']}, {one['fault']}" for one in faults[:SHOWN]]
    won = found["won"]
    return [*lines, "", f"Won {won['count']} of {won['of']}: {_share(won)}."]


def _value(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _label(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _percent(share: float) -> str:
    return f"{share * 100:.1f} %"


def _share(one: Mapping[str, Any]) -> str:
    return f"{_percent(one['share'])} ({one['low'] * 100:.1f} to {_percent(one['high'])})"


def _shares(named: Mapping[str, Mapping[str, Any]]) -> list[str]:
    return list(_table([(name, f"{one['count']} of {one['of']}", _share(one)) for name, one in named.items()]))


def _figures(found: Mapping[str, Any]) -> Iterator[str]:
    figures = {"actions": found["actions"], **{n: fact for n, fact in found["facts"].items() if "mean" in fact}}
    rows = [("a run", "mean", "median", "least", "most")]
    rows += [
        (name.replace("_", " "), f"{one['mean']:.1f}", f"{one['median']:g}", f"{one['least']}", f"{one['most']}")
        for name, one in figures.items()
    ]
    return _table(rows)


def _things(sort: str, things: Mapping[str, Any]) -> Iterator[str]:
    rows: list[tuple[str, ...]] = [(sort, "met in", "used", "used in wins where met", "won when used", "won when left")]
    for name, one in things.items():
        rates = [_percent(one[key]["share"]) if one[key]["of"] else "-" for key in ("won_when_used", "won_when_left")]
        used = one["used_in_wins"]
        rows.append((name, f"{one['met']}", f"{one['used']['count']}", _share(used) if used["of"] else "-", *rates))
    return _table(rows)


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield rows in columns: the first to the left, figures to the right."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))] if rows else []
    for row in rows:
        cells = [f"{cell:{'<' if at == 0 else '>'}{widths[at]}}" for at, cell in enumerate(row)]
        yield f"  {'  '.join(cells)}"
