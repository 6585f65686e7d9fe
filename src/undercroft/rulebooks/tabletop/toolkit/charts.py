"""Charts as SVG: the chance to win, with its interval, against one figure."""

from __future__ import annotations

from collections.abc import Sequence

from undercroft.engine.errors import UndercroftError

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 60, 20, 50, 50
INK, LINE, BAND = "#222222", "#1f5f8b", "#9fc3d9"
PREFIX = "undercroft"


def extra_missing(what: str, package: str) -> UndercroftError:
    """Return what is said where an extra is not installed."""
    return UndercroftError(f"{what} need {package}: install it with: pip install 'undercroft[paper]'")


def chances(title: str, axis: str, points: Sequence[tuple[int, float, float, float]]) -> str:
    """Return a chart of (figure, share, low, high) rows, shares from 0 to 1; UndercroftError without drawsvg."""
    try:
        import drawsvg as draw
    except ImportError:
        raise extra_missing("charts", "drawsvg") from None

    inner, tall = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    step = inner / max(1, len(points))

    def x(at: int) -> float:
        return round(LEFT + step * (at + 0.5), 2)

    def y(share: float) -> float:
        return round(TOP + tall * (1 - share), 2)

    picture = draw.Drawing(WIDTH, HEIGHT, id_prefix=PREFIX)
    picture.append(draw.Rectangle(0, 0, WIDTH, HEIGHT, fill="white"))
    picture.append(draw.Text(title, 16, WIDTH / 2, 28, text_anchor="middle", fill=INK))
    for quarter in range(5):
        share = quarter / 4
        picture.append(draw.Line(LEFT, y(share), WIDTH - RIGHT, y(share), stroke="#dddddd"))
        picture.append(draw.Text(f"{25 * quarter} %", 12, LEFT - 8, y(share) + 4, text_anchor="end", fill=INK))
    for at, (figure, share, low, high) in enumerate(points):
        picture.append(draw.Line(x(at), y(low), x(at), y(high), stroke=BAND, stroke_width=8))
        picture.append(draw.Circle(x(at), y(share), 4, fill=LINE))
        picture.append(draw.Text(str(figure), 12, x(at), HEIGHT - BOTTOM + 18, text_anchor="middle", fill=INK))
        if at:
            picture.append(draw.Line(x(at - 1), y(points[at - 1][1]), x(at), y(share), stroke=LINE, stroke_width=2))
    picture.append(draw.Text(axis, 13, WIDTH / 2, HEIGHT - 12, text_anchor="middle", fill=INK))
    return str(picture.as_svg())
