"""Charts: the chance to win, with its interval, against one figure, a line for each of another; as SVG or PNG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from undercroft.engine.errors import UndercroftError
from undercroft.engine.toolkit import one_of

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 60, 20, 50, 50
INK, GRID = "#222222", "#dddddd"
LINES = ("#1f5f8b", "#b5522b", "#3f7d3a", "#7a4a9e", "#a88a1f", "#2b8f8f")
"""Colours of the lines of a chart, over again where there are more."""
FAINT = 0.35
Point = tuple[int, float, float, float]
"""A figure, and the share it has, with the interval's low and high end, from 0 to 1."""
PREFIX = "undercroft"
NEEDS = {"svg": ("drawsvg",), "png": ("drawsvg", "typst")}
"""The kinds of picture, and the packages that each needs."""
DENSITY = 144.0
"""Dots an inch of a PNG; a picture has 72 units an inch."""
FRAME = b'#set page(width: auto, height: auto, margin: 0pt)\n#image(bytes(sys.inputs.picture), format: "svg")'


def extra_missing(what: str, package: str) -> UndercroftError:
    """Return what is said where an extra is not installed."""
    return UndercroftError(
        f"{what} need {package}: install it with: pip install 'undercroft[paper]', or, in a clone of the sources, "
        "with: .venv/bin/pip install -e '.[paper]'"
    )


def kind(path: str) -> str:
    """Return the kind of picture that a file's name asks for; BadUse for another, UndercroftError without the extra."""
    found = one_of(Path(path).suffix[1:], "FILE ends with", tuple(NEEDS))
    for package in NEEDS[found]:
        if find_spec(package) is None:
            raise extra_missing("charts", package)
    return found


def drawn(path: str, title: str, axis: str, lines: Mapping[str, Sequence[Point]]) -> str | bytes:
    """Return a chart of one line or several over the same figures, of the kind that the file's name asks for."""
    picture = svg(title, axis, lines)
    return png(picture) if kind(path) == "png" else picture


def png(picture: str) -> bytes:
    """Return an SVG picture as PNG, always the same bytes."""
    import typst

    made = typst.compile(FRAME, format="png", ppi=DENSITY, sys_inputs={"picture": picture})
    assert isinstance(made, bytes)
    return made


def svg(title: str, axis: str, lines: Mapping[str, Sequence[Point]]) -> str:
    """Return a chart as an SVG picture."""
    import drawsvg as draw

    inner, tall = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    figures = [point[0] for point in next(iter(lines.values()))]
    step = inner / max(1, len(figures))

    def x(at: int) -> float:
        return round(LEFT + step * (at + 0.5), 2)

    def y(share: float) -> float:
        return round(TOP + tall * (1 - share), 2)

    picture = draw.Drawing(WIDTH, HEIGHT, id_prefix=PREFIX)
    picture.append(draw.Rectangle(0, 0, WIDTH, HEIGHT, fill="white"))
    picture.append(draw.Text(title, 16, WIDTH / 2, 28, text_anchor="middle", fill=INK))
    for quarter in range(5):
        share = quarter / 4
        picture.append(draw.Line(LEFT, y(share), WIDTH - RIGHT, y(share), stroke=GRID))
        picture.append(draw.Text(f"{25 * quarter} %", 12, LEFT - 8, y(share) + 4, text_anchor="end", fill=INK))
    for at, figure in enumerate(figures):
        picture.append(draw.Text(str(figure), 12, x(at), HEIGHT - BOTTOM + 18, text_anchor="middle", fill=INK))
    for number, (name, points) in enumerate(lines.items()):
        colour = LINES[number % len(LINES)]
        for at, (_, share, low, high) in enumerate(points):
            picture.append(draw.Line(x(at), y(low), x(at), y(high), stroke=colour, stroke_width=8, opacity=FAINT))
            picture.append(draw.Circle(x(at), y(share), 4, fill=colour))
            if at:
                before = points[at - 1][1]
                picture.append(draw.Line(x(at - 1), y(before), x(at), y(share), stroke=colour, stroke_width=2))
        picture.append(draw.Text(name, 12, WIDTH - RIGHT, TOP + 14 * number, text_anchor="end", fill=colour))
    picture.append(draw.Text(axis, 13, WIDTH / 2, HEIGHT - 12, text_anchor="middle", fill=INK))
    return str(picture.as_svg())
