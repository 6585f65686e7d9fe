"""What a fight at a table came to: the shares of Adventure Points, and what it changed of the party (T23.13, T16.5)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from undercroft.engine.errors import BadUse
from undercroft.engine.toolkit import Answer
from undercroft.rulebooks.tabletop import points, sheets
from undercroft.rulebooks.tabletop.records import Character
from undercroft.rulebooks.tabletop.toolkit import fight_files
from undercroft.rulebooks.tabletop.toolkit.fight_files import Origin, TableGame
from undercroft.rulebooks.tabletop.toolkit.saying import listed


def proposed(path: str, game: TableGame, *, save: bool) -> Answer:
    """Propose the shared points of every combat of this file, and write what it changed into the sheets if wished."""
    combats = fight_files.ended(game)
    if not combats:
        raise BadUse("fight end: there has been no fight yet (T23.13)")
    origin = fight_files.origin(path, game)
    lines, figures = _shares(game, combats, origin)
    changed, rows = _changes(game, origin)
    lines += changed
    figures["changed"] = rows
    files: tuple[tuple[str, str | bytes], ...] = ()
    if save:
        found = _saved(game, origin)
        lines += [f"Written: {name}." for name, _ in found] or [
            "The sheets have all that the fight changed: nothing is written."
        ]
        figures["written"] = [name for name, _ in found]
        files = (*found, (path, fight_files.packed(game))) if found else ()
    return Answer(tuple(lines), figures, ("T16.3", "T16.5", "T16.6", "T16.7"), files)


def _shares(game: TableGame, combats: list[Any], origin: Origin) -> tuple[list[str], dict[str, Any]]:
    pool = game.state.party.pool
    lines: list[str] = []
    rows: list[dict[str, Any]] = []
    mls: list[int] = []
    for ended, sharers in combats:
        total = sum(ended.worth)
        before = pool
        each, pool = points.shared(total, before, len(sharers))
        names = [game.called(who) for who in sharers]
        rows.append({
            "mls": list(ended.worth), "sum": total, "pool_before": before, "total": total + before,
            "sharers": len(sharers), "each": each, "to": names, "pool": pool,
        })  # fmt: skip
        lines.append(
            f"Proposed: ML {' + '.join(map(str, ended.worth)) or '0'} = {total}, with {before} from the pool "
            f"{total + before}; {len(sharers)} share: {each} AP to each of {listed(names)}, {pool} into the pool."
        )
        mls += ended.worth
    figures: dict[str, Any] = {"proposed": rows}
    if origin.word and mls:
        figures["award"] = f"award {origin.word} enemies {','.join(map(str, mls))}"
        lines.append(f"To give them out: table {figures['award']}")
    return lines, figures


def _changes(game: TableGame, origin: Origin) -> tuple[list[str], list[dict[str, Any]]]:
    """Return what a sheet would tell otherwise now, key by key."""
    lines: list[str] = []
    rows: list[dict[str, Any]] = []
    for before in origin.characters:
        if before.id not in game.state.characters:
            continue
        old, new = sheets.values_of(before), sheets.values_of(game.state.characters[before.id])
        for key in (key for key in old if old[key] != new[key]):
            was, now = _told(old[key], new[key]), _told(new[key], old[key])
            rows.append({"name": before.name, "key": key, "before": was, "after": now})
            lines.append(f"{before.name}'s {key}: {was} -> {now}.")
    return lines, rows


def _told(value: Any, other: Any) -> str:
    """Return one of two values of a sheet in words; of a list what the other has not."""
    if isinstance(value, list):
        return listed(map(str, (Counter(value) - Counter(other)).elements()))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _saved(game: TableGame, origin: Origin) -> tuple[tuple[str, str], ...]:
    """Return the sheets that take what the fight changed since it was last written into them, and mind that it is."""
    if not origin.sheets:
        raise BadUse("fight end: the party is not in files: leave --save out (T23.13)")
    found: list[tuple[str, str]] = []
    now: list[Character] = []
    for before, name in zip(origin.written, origin.sheets, strict=True):
        after = game.state.characters.get(before.id, before)
        now.append(after)
        if sheets.values_of(after) != sheets.values_of(before):
            found.append(fight_files.sheet_after(before, after, name))
    if found:
        fight_files.write_down(game, tuple(now))
    return tuple(found)
