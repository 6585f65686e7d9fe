"""Panels as lines of text: whole words in reading order, no boxes, so that a screen reader reads them too."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.engine.view import AnyPanel, Five, Listing, Map, Meters, Roster, Row, Scene, Sheet, Text

SHORT = 6
"""Pairs of a sheet that still go on one line."""


class Fixed(str):
    """A line that is never wrapped: a row of a drawn map."""

    __slots__ = ()


def scene_lines(scene: Scene) -> list[str]:
    """Return a whole scene. A drawn map is left out: it has a command of its own."""
    lines = [scene.title] if scene.title else []
    for panel in scene.panels:
        if isinstance(panel, Map):
            continue
        if isinstance(panel, Text):
            lines.extend(panel.lines)
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
            return [_stop(f"{label}: {value}") for label, value in panel.pairs]
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
    mark = f" ({row.mark})" if row.mark else ""
    return _stop(f"{first}: {said}{mark}" if said else f"{first}{mark}")


def changes(old: Scene, new: Scene) -> list[str]:
    """Return what a scene shows that the one before it did not: changed lines, rows and pairs alone."""
    before = {panel.name: panel for panel in old.panels}
    lines: list[str] = []
    for panel in new.panels:
        was = before.get(panel.name)
        if panel == was or isinstance(panel, Map):
            continue
        if isinstance(panel, Text):
            known = was.lines if isinstance(was, Text) else ()
            lines.extend(line for line in panel.lines if line not in known)
        elif isinstance(panel, Roster) and isinstance(was, Roster):
            lines.extend(row_line(panel.heads, row) for row in panel.rows if row not in was.rows)
            if panel.foot and panel.foot != was.foot:
                lines.append(panel.foot)
        elif isinstance(panel, (Sheet, Meters, Five)) and type(panel) is type(was):
            known = tuple(_body(was, False))
            if fresh := [line for line in _body(panel, False) if line not in known]:
                lines.append(" ".join(fresh))
        else:
            lines.extend(panel_lines(panel))
    if new.summary and new.summary != old.summary:
        lines.append(new.summary)
    return lines


def _stop(text: str) -> str:
    """Return the text as a sentence: with a full stop, unless it ends in one."""
    return text if not text or text[-1] in ".!?:" else text + "."
