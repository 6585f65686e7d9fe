"""The toolkit of `tabletop` for its tests: commands as they are typed, and sheets to type them at."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from undercroft.engine.streams import Stream
from undercroft.engine.toolkit import Answer, Cup, read
from undercroft.play import cli
from undercroft.rulebooks.tabletop import sheets
from undercroft.rulebooks.tabletop.records import Character
from undercroft.rulebooks.tabletop.toolkit import toolkit

BERENGAR = """\
# The dwarf of the house.
name = "Berengar"   # a good name
class = "Dwarf"
kin = "Dwarf"
level = 2
ap = 112
courage = 12
intelligence = 9
charisma = 8
agility = 12
strength = 12
attack = 10
defence = 9
agility_point = "none"
vitality = 14
vitality_max = 39
silver = 61         # counted twice
beard = \"\"\"
silver = 3
\"\"\"
armour = "leather armour"
shield = true
wielded = "hand axe"
weapons = ["hand axe", "dagger"]
goods = [
  "torch x4",  # two are wet
  "ration x2", "bandage x2",
]
items = ["healing potion 10"]
jewels = ["topaz 11"]
history = ["L2: vitality d6=4; courage 11->12; defence 8->9"]

[mine]
mood = "grim"
"""
"""A sheet as people write them: comments, a key and a table of the owner's own, a list on several lines."""


MAGE = """\
name = "Tobias"
class = "Magician"
level = 2
ap = 100
courage = 10
intelligence = 12
charisma = 12
agility = 11
strength = 9
attack = 10
defence = 8
agility_point = "none"
vitality = 15
vitality_max = 20
astral = 12
astral_max = 30
silver = 120
armour = "travelling clothes"
wielded = "wand"
weapons = ["wand"]
conditions = ["strength +7, 7 turns", "cursed, adventure"]
"""
"""A Magician of Level 2 under a potion and a curse."""


class Said:
    """What a command said, and how it ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    @property
    def lines(self) -> list[str]:
        """Its lines, but the last ones that name rules and seed."""
        return [line for line in self.out.splitlines() if not line.startswith(("Rules: ", "Seed "))]

    @property
    def figures(self) -> Any:
        """The figures of its JSON."""
        return json.loads(self.out)["figures"]

    @property
    def refusal(self) -> str:
        """The one line of a command that could not be done."""
        assert self.code == 2, (self.code, self.out, self.err)
        assert self.err.startswith("undercroft: ")
        assert self.err.count("\n") == 1
        return self.err.removeprefix("undercroft: ").rstrip("\n")


def table(capfd: Any, *words: str) -> Said:
    """Run a command of the table."""
    capfd.readouterr()
    code = cli.run(["table", *words])
    out, err = capfd.readouterr()
    return Said(code, out, err)


class Fixed(Cup):
    """A cup whose dice are known."""

    __slots__ = ("_faces",)

    def below(self, n: int) -> int:
        face = self._faces.pop(0)
        assert 1 <= face <= n
        self.thrown.append((n, face))
        return face - 1


def thrown(*faces: int) -> Cup:
    cup = Fixed.of(Stream(1, 2, 3, 4))
    assert isinstance(cup, Fixed)
    cup._faces = list(faces)
    return cup


def call(command: str, *faces: int, answers: tuple[str, ...] = ()) -> Answer:
    """Ask a tool as it is typed, with these dice, all of them."""
    tool, asked = read(toolkit.tools, command.split())
    cup = thrown(*faces)
    answer = tool.run(asked._replace(answers=answers), cup)
    assert isinstance(answer, Answer)
    assert not cup._faces  # type: ignore[attr-defined]
    return answer


def write(answer: Answer) -> None:
    for path, content in answer.files:
        Path(path).parent.mkdir(exist_ok=True)
        Path(path).write_bytes(content.encode() if isinstance(content, str) else content)


def on_sheet(path: str) -> Character:
    return sheets.read(path).character


def leaves(data: Any) -> list[str]:
    if isinstance(data, dict):
        return [leaf for value in data.values() for leaf in leaves(value)]
    if isinstance(data, list):
        return [leaf for value in data for leaf in leaves(value)]
    return [] if isinstance(data, bool) else [str(data)]


def numbers(text: str) -> set[str]:
    return {found.lstrip("-+") for found in re.findall(r"\d+(?:\.\d+)?", text)}


def check_figures(words: list[str], lines: list[str], figures: Any) -> None:
    """Hold that lines tell every figure of the data, and no others."""
    told, data = numbers("\n".join(lines)), numbers(" ".join(leaves(figures)))
    assert data - told == set(), (words, lines, figures)
    # What is named by the command itself - files, options, rules - need not be told again.
    asked = numbers(" ".join(words)) | numbers(" ".join(leaves(figures.get("found", []))))
    named = {found for line in lines for found in re.findall(r"[TD]\d+\.\d+|\.toml:\d+|d\d+ |\.svg", line)}
    constants = {"95", "100"} if words[:2] == ["odds", "fight"] else set()
    assert told - data - asked - constants - numbers(" ".join(named)) == set(), (words, lines, figures)
