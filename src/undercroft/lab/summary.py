"""Summary: results in order of index, reduced to counts, shares and figures. The same results give the same bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from undercroft.lab.plan import Plan
from undercroft.lab.shares import figures, share

OPEN = "not over"
"""The ending of games that were left at the plan's most actions."""

Result = Mapping[str, Any]


def summary(plan: Plan, results: Sequence[Result]) -> dict[str, Any]:
    """Return what a batch comes to, as plain data. Games that broke are listed as faults and counted nowhere else."""
    whole = [one for one in results if "fault" not in one]
    won = [one for one in whole if one["won"]]
    endings = Counter(one["ending"] or OPEN for one in whole)
    return {
        **plan.head,
        "games": len(results),
        "faults": [{"seed": one["seed"], "fault": one["fault"]} for one in results if "fault" in one],
        "won": share(len(won), len(whole)),
        "endings": {code: share(count, len(whole)) for code, count in _ranked(endings)},
        "actions": figures([one["actions"] for one in whole]),
        "facts": _facts([one["facts"] for one in whole]),
        "choices": _choices(whole),
    }


def _ranked(counts: Counter[str]) -> list[tuple[str, int]]:
    """Return counts from the greatest on, equal ones by name."""
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def _facts(runs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Reduce each fact by its kind: figures, the share of yes, and counted words; leave out tables, and mixed kinds."""
    found: dict[str, Any] = {}
    for name in dict.fromkeys(name for facts in runs for name in facts):
        values = [facts[name] for facts in runs if name in facts]
        if all(isinstance(one, bool) for one in values):
            found[name] = share(sum(values), len(values))
        elif all(isinstance(one, int) for one in values):
            found[name] = figures(values)
        elif all(isinstance(one, str) for one in values):
            said = [one for one in values if one]
            found[name] = {word: share(count, len(said)) for word, count in _ranked(Counter(said))}
        elif all(isinstance(one, list) and all(isinstance(word, str) for word in one) for one in values):
            held = Counter(word for one in values for word in set(one))
            found[name] = {word: share(count, len(values)) for word, count in _ranked(held)}
    return found


def _choices(runs: Sequence[Result]) -> dict[str, Any]:
    """Return for each thing in how many runs it was met and used, and what that has to do with winning."""
    sorts = dict.fromkeys(sort for one in runs for sort in one["choices"])
    return {sort: _things(sort, runs) for sort in sorts}


def _things(sort: str, runs: Iterable[Result]) -> dict[str, Any]:
    met: Counter[str] = Counter()
    used: Counter[str] = Counter()
    won_met: Counter[str] = Counter()
    won_used: Counter[str] = Counter()
    for one in runs:
        choice = one["choices"].get(sort, {"met": (), "used": ()})
        for counted, words in ((met, choice["met"]), (used, choice["used"])):
            counted.update(words)
        if one["won"]:
            won_met.update(choice["met"])
            won_used.update(choice["used"])
    return {
        thing: {
            "met": met[thing],
            "used": share(used[thing], met[thing]),
            "used_in_wins": share(won_used[thing], won_met[thing]),
            "won_when_used": share(won_used[thing], used[thing]),
            "won_when_left": share(won_met[thing] - won_used[thing], met[thing] - used[thing]),
        }
        for thing in sorted(met)
    }
