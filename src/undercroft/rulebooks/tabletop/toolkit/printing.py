"""A sheet to print (T23.23): as SVG by drawsvg, as PDF by typst. Both come with the extra `paper`."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from undercroft.rulebooks.tabletop import armour, classes, derived, forms, loads, qualities, weapons
from undercroft.rulebooks.tabletop.records import QUALITIES, Character
from undercroft.rulebooks.tabletop.toolkit.charts import INK, PREFIX, extra_missing
from undercroft.rulebooks.tabletop.toolkit.saying import dice

WIDTH, MARGIN, ROW = 595, 40, 18
"""Points: the width of an A4 page."""
LETTERS = 92
"""Letters of a line of a list."""
TYPST = """\
#let sheet = json(bytes(sys.inputs.sheet))
#set document(title: sheet.title, date: none)
#set page(paper: "a4", margin: 2cm)
#set text(size: 10pt)
= #sheet.title
#sheet.about
#table(columns: (auto, 1fr), stroke: 0.4pt, ..sheet.rows.flatten())
#for part in sheet.lists [
  == #part.at(0)
  #list(..part.at(1))
]
"""


class Page(NamedTuple):
    """What is printed: a title, a line below it, named figures, named lists."""

    title: str
    about: str
    rows: list[tuple[str, str]]
    lists: list[tuple[str, list[str]]]


def page(c: Character) -> Page:
    """Return what a character's printed sheet holds."""
    blow = weapons.damage(c, weapons.in_hand(c))
    about = f"{classes.of(c).name}, Level {c.level}, {c.ap} Adventure Points"
    rows = [(name.capitalize(), str(qualities.base(c, name))) for name in QUALITIES]
    rows += [
        ("Attack", str(derived.attack(c))), ("Defence", str(derived.defence(c))), ("Agility point", c.agility_point),
        ("Vitality", f"{c.vitality} of {c.vitality_max}"), ("Astral", f"{c.astral} of {c.astral_max}"),
        ("In hand", f"{forms.wielded_text(c.wielded, c.weapons)}, {dice(blow.count, blow.base)}"),
        ("Armour", forms.spoken(c.armour) + (" and shield" if c.shield else "")),
        ("Protection", str(armour.protection(c))), ("Agility Penalty", str(armour.penalty(c))),
        ("Load", f"{loads.load(c)} of {loads.capacity(c)}"), ("Silver", str(c.silver)),
    ]  # fmt: skip
    lists = [
        ("Weapons", [forms.arm_text(one) for one in c.weapons]), ("Goods", [forms.goods_text(one) for one in c.goods]),
        ("Magic items", [forms.item_text(one) for one in c.items]),
        ("Jewels", [forms.jewel_text(one) for one in c.jewels]),
        ("Effects", [forms.condition_text(one) for one in c.conditions]), ("History", list(c.history)),
    ]  # fmt: skip
    return Page(c.name, about, rows, [part for part in lists if part[1]])


def svg(c: Character) -> str:
    """Return a sheet as one picture; UndercroftError without drawsvg."""
    try:
        import drawsvg as draw
    except ImportError:
        raise extra_missing("printed sheets", "drawsvg") from None

    one = page(c)
    lines = [line for name, entries in one.lists for line in (name, *_wrapped("; ".join(entries)))]
    heads = {name for name, _ in one.lists}
    half = -(-len(one.rows) // 2)
    height = 2 * MARGIN + ROW * (4 + half + len(lines) + 2)
    picture = draw.Drawing(WIDTH, height, id_prefix=PREFIX)
    picture.append(draw.Rectangle(0, 0, WIDTH, height, fill="white"))
    picture.append(draw.Text(one.title, 22, MARGIN, MARGIN + ROW, fill=INK))
    picture.append(draw.Text(one.about, 12, MARGIN, MARGIN + 2 * ROW, fill=INK))
    for at, (name, value) in enumerate(one.rows):
        column, row = divmod(at, half)
        left, top = MARGIN + column * (WIDTH - 2 * MARGIN) / 2, MARGIN + ROW * (4 + row)
        picture.append(draw.Text(name, 11, left, top, fill="#666666"))
        picture.append(draw.Text(value, 11, left + 95, top, fill=INK))
    for at, line in enumerate(lines):
        weight = {"font_weight": "bold"} if line in heads else {}
        picture.append(draw.Text(line, 10, MARGIN, MARGIN + ROW * (5 + half + at), fill=INK, **weight))
    return str(picture.as_svg())


def _wrapped(text: str) -> list[str]:
    import textwrap

    return textwrap.wrap(text, LETTERS) or [""]


def pdf(c: Character) -> bytes:
    """Return a sheet as a document of A4 pages, always the same bytes; UndercroftError without typst."""
    try:
        import typst
    except ImportError:
        raise extra_missing("PDFs", "typst") from None

    told: dict[str, Any] = page(c)._asdict()
    made = typst.compile(TYPST.encode(), sys_inputs={"sheet": json.dumps(told)}, timestamp=0)
    assert isinstance(made, bytes)
    return made
