"""Panels as lines of text: whole words in reading order, no boxes, so that a screen reader reads them too."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable

from undercroft.engine.view import AnyPanel, Five, Listing, Map, Meters, Roster, Row, Scene, Sheet, Text

SHORT = 6
"""Pairs of a sheet that still go on one line."""


GAP = "   "
"""Between items that share a line."""
_HELD = "\N{NO-BREAK SPACE}"
_NUMBER = re.compile(r"(?<!\S)(\d+(?:-\d+)?\.) ")


_ENDED = re.compile(r"""[.!?:]["']?( \([^()]*\))?$""")
"""The end of a sentence, after which its rule may stand in brackets."""


class Fixed(str):
    """A line that is never wrapped: a row of a drawn map."""

    __slots__ = ()


def wrapped(line: str, width: int) -> str:
    """Return a line in lines of a width. Of several items a line takes as many as fit; a number is parted from nothing
    that it counts.
    """
    first, *items = line.split(GAP)
    lines = [first]
    for item in items:
        if len(lines[-1]) + len(GAP) + len(item) <= width:
            lines[-1] += GAP + item
        else:
            lines.append(item)
    return "\n".join(_filled(one, width) for one in lines)


def _filled(line: str, width: int) -> str:
    held = _NUMBER.sub(rf"\1{_HELD}", line)
    return textwrap.fill(held, width, subsequent_indent="  ", break_on_hyphens=False).replace(_HELD, " ")


def scene_lines(scene: Scene, old: Scene | None = None) -> list[str]:
    """Return a scene: its paragraphs, panels new since the `old` scene whole, of the others what changed; a new title.

    Without an old scene all of it is new. A drawn map is left out: it has a command of its own.
    """
    before = {panel.name: panel for panel in old.panels} if old is not None else {}
    lines = [scene.title] if scene.title and (old is None or scene.title != old.title) else []
    for panel in scene.panels:
        if isinstance(panel, Map):
            continue
        if isinstance(panel, Text):
            lines.extend(panel.lines)
        elif panel.name in before:
            lines.extend(_changes(before[panel.name], panel))
        else:
            lines.extend(panel_lines(panel))
    if scene.summary:
        lines.append(scene.summary)
    return lines


def panel_lines(panel: AnyPanel, *, words: bool = False) -> list[str]:
    """Return one panel under its title; a map drawn, or in words."""
    body = list(_body(panel, words))
    if isinstance(panel, Sheet) and len(panel.pairs) <= SHORT:
        return [" ".join(filter(None, (_stop(panel.title), *body)))]
    return [f"{panel.title}:", *body] if panel.title else body


def _body(panel: AnyPanel, words: bool) -> Iterable[str]:
    match panel:
        case Text():
            return panel.lines
        case Meters():
            return [f"{m.label}: {m.value} of {m.most}." for m in panel.meters]
        case Roster():
            rows = [row_line(panel.heads, row) for row in panel.rows] or ["Nothing."]
            return [*rows, panel.foot] if panel.foot else rows
        case Sheet():
            return [_stop(f"{label}: {value}" if label else value) for label, value in panel.pairs]
        case Listing():
            return panel.items or ("Nothing.",)
        case Map():
            if words:
                return panel.words
            legend = ", ".join(f"{sign} {meaning}" for sign, meaning in panel.legend)
            return [*(Fixed(row.rstrip()) for row in panel.rows), *([_stop(legend)] if legend else [])]
        case Five():
            return [
                _stop(f"{card.slot}: {card.face or 'face down'}" + "".join(f"; {line}" for line in card.lines))
                for card in panel.cards
            ]


def row_line(heads: tuple[str, ...], row: Row) -> str:
    """Return one row as a sentence: `Ada: class hero, level 1, health 20 of 20 (hurt).`"""
    first, *rest = row.cells or ("",)
    said = ", ".join(
        f"{head[:1].lower()}{head[1:]} {cell}".strip() for head, cell in zip(heads[1:], rest, strict=False) if cell
    )
    told = [word.lower() for cell in row.cells for word in cell.split(", ")]
    mark = f" ({row.mark})" if row.mark and row.mark.replace("-", " ") not in told else ""
    return _stop(f"{first}: {said}{mark}" if said else f"{first}{mark}")


def changes(old: Scene, new: Scene) -> list[str]:
    """Return what a scene shows that the one before it did not: changed lines, cells and pairs alone."""
    before = {panel.name: panel for panel in old.panels}
    lines: list[str] = []
    for panel in new.panels:
        was = before.get(panel.name)
        if was is not None:
            lines.extend(_changes(was, panel))
        elif not isinstance(panel, Map):
            lines.extend(panel.lines if isinstance(panel, Text) else panel_lines(panel))
    if new.summary and new.summary != old.summary:
        lines.append(new.summary)
    return lines


def _changes(was: AnyPanel, now: AnyPanel) -> list[str]:
    if now == was or isinstance(now, Map):
        return []
    if isinstance(now, Text):
        known = was.lines if isinstance(was, Text) else ()
        return [line for line in now.lines if line not in known]
    if isinstance(now, Roster) and isinstance(was, Roster):
        rows = {row.cells[:1]: row for row in was.rows}
        twice = len(rows) < len(was.rows)
        fresh_rows = [row for row in now.rows if row not in was.rows]
        lines = [_row_changes(now.heads, None if twice else rows.get(row.cells[:1]), row) for row in fresh_rows]
        return [*lines, now.foot] if now.foot and now.foot != was.foot else lines
    if isinstance(now, (Sheet, Meters, Five)) and type(now) is type(was):
        before = tuple(_body(was, False))
        fresh = [line for line in _body(now, False) if line not in before]
        return [" ".join(fresh)] if fresh else []
    return panel_lines(now)


def _row_changes(heads: tuple[str, ...], was: Row | None, now: Row) -> str:
    """Return the cells of a row that changed, or all of it where there was none; of an emptied cell, what it no longer
    holds.
    """
    if was is None or len(was.cells) != len(now.cells):
        return row_line(heads, now)
    first, *pairs = zip(was.cells, now.cells, strict=True)
    kept = tuple("" if cell == before else cell or f"no longer {before}" for before, cell in pairs)
    return row_line(heads, Row((first[1], *kept), now.mark if now.mark != was.mark else ""))


def _stop(text: str) -> str:
    """Return the text as a sentence: with a full stop, unless it ends in one."""
    return text if not text or _ENDED.search(text) else text + "."
