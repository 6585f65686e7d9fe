"""The catalogue's own bounds: what a content file may say, how entries are found, and what is refused."""

from __future__ import annotations

import re
import shutil
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
import pytest

from undercroft.engine.content import ContentError, load
from undercroft.engine.errors import UnknownName
from undercroft.rulebooks.tabletop import catalogue as c
from undercroft.rulebooks.tabletop import dungeon_entries, entries

CAT = c.catalogue()
CONTENT = resources.files("undercroft.rulebooks.tabletop") / "content"


def changed(entry: entries.Ruled, **fields: Any) -> str:
    """The field that a changed entry has wrong, or nothing."""
    wrong = msgspec.structs.replace(entry, **fields).mistake()
    return wrong[0] if wrong else ""


def mistake(tmp_path: Path, table: str, old: str, new: str) -> str:
    """What loading says when the first `old` of a file is `new`."""
    folder = tmp_path / "content"
    with resources.as_file(CONTENT) as real:
        shutil.copytree(real, folder)
    text = (folder / f"{table}.toml").read_text("utf-8")
    assert old in text
    (folder / f"{table}.toml").write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(ContentError) as error:
        load(folder, c.SHEETS, apart=c.APART, label="content")
    return str(error.value)


def test_every_entry_stands_in_a_rule_and_speaks_for_itself() -> None:
    told: list[str] = []
    for name in c.SHEETS:
        for entry in getattr(CAT, name).values():
            assert entry.rule in entries.rule_ids()
            told += [entry.about] if isinstance(entry, entries.Named) else []
    assert len(told) == len(set(told))
    assert not [about for about in told if re.search(r"\d", about) or not about.endswith((".", "!", "?"))]


def test_the_rules_are_all_there() -> None:
    assert {"T1.1", "T9.7", "T25.0"} & entries.rule_ids() == {"T1.1", "T9.7"}
    assert "TX1" not in entries.rule_ids()


@pytest.mark.parametrize(
    ("table", "old", "new", "said"),
    [
        ("weapons", 'rule = "T9.1"', 'rule = "T9.99"', 'content/weapons.toml:4: rule = "T9.99": no such rule'),
        ("weapons", "dice = 1", "dice = 0", "content/weapons.toml:7: dice = 0"),
        ("monsters", 'size = "man-sized"', 'size = "man-size"', 'did you mean "man-sized"?'),
        ("monsters", 'treasure = "b"', 'treasure = "g"', "not found in treasures.toml"),
        ("goods", "[chalk]", "[shield]", "armour.toml has this id already"),
        ("finds", "draw_high = 20", "draw_high = 21", "the die has 20 faces"),
        ("traps", "draw_low = 2", "draw_low = 1", "has the draw 1"),
        ("spells", "letters = ", "leters = ", 'did you mean "letters"?'),
        ("jewels", 'about = "', 'about = "7 ', "content/jewels.toml:6: about"),
        ("kits", "numbers = [1, 1, 1, 1, 5, 3, 2]", "numbers = [1]", "one for each of goods"),
        ("items", 'power = "mending"', 'power = "mendin"', 'did you mean "mending"?'),
    ],
)
def test_a_mistake_is_told_with_its_place(tmp_path: Path, table: str, old: str, new: str, said: str) -> None:
    assert said in mistake(tmp_path, table, old, new)


def test_fields_that_contradict_each_other_are_refused() -> None:
    weapon, monster = CAT.weapons, CAT.monsters
    assert changed(weapon["sling"], ammunition="") == "ammunition"
    assert changed(weapon["sword"], ammunition="arrows") == "ammunition"
    assert changed(weapon["quarterstaff"], letters="AWDEM") == "letters"
    assert changed(weapon["halberd"], letters="AW") == "letters"
    assert changed(monster["giant-spider"], poison_dice=0) == "poison_dice"
    assert changed(monster["wolf"], poison_dice=1) == "poison_dice"
    assert changed(monster["wolf"], astral=1) == "astral"
    assert changed(monster["wolf"], number_low=7) == "number_high"
    assert changed(monster["wolf"], number_low=6) == ""
    assert changed(CAT.spells["wasps-sting"], levels=(1,)) == "levels"
    assert changed(CAT.spells["wasps-sting"], adds=(1,)) == "adds"
    assert changed(CAT.finds["healing-potion"], shares=()) == "shares"
    assert changed(CAT.finds["cornucopia"], shares=(6,)) == "shares"
    assert changed(CAT.themes["labyrinth"], level_low=14) == "level_high"
    assert changed(CAT.quests["map-every-room"], draw_low=6) == "draw_high"
    assert changed(CAT.reference["elf"], wielded="dagger") == "wielded"
    assert changed(CAT.reference["elf"], numbers=()) == "numbers"


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        (entries.Letters, "AWDEM", "WA"),
        (entries.Letters, "W", "X"),
        (entries.Level, 21, 22),
        (entries.Level, 1, 0),
        (entries.Adjustment, -20, -21),
        (entries.Adjustment, 20, 21),
        (entries.Sixths, 6, 7),
        (entries.About, "Plain words.", "Page 1."),
        (dungeon_entries.Positive, 1, 0),
    ],
)
def test_a_figure_keeps_its_bounds(kind: Any, good: Any, bad: Any) -> None:
    assert msgspec.convert(good, kind) == good
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(bad, kind)


@pytest.mark.parametrize(
    ("table", "words", "id"),
    [
        ("weapons", "Short sword", "short-sword"),
        ("weapons", "SHORT-SWORD", "short-sword"),
        ("weapons", " short  sword ", "short-sword"),
        ("weapons", "Magician's wand", "wand"),
        ("spells", "Newt's Mending", "newts-mending"),
        ("spells", "newt\u2019s mending", "newts-mending"),
        ("goods", "arrows", "arrows"),
        ("goods", "arrows, 20", "arrows"),
        ("items", "healing potion 10", "healing-potion-10"),
        ("monsters", "giant rat", "giant-rat"),
    ],
)
def test_words_find_their_entry(table: str, words: str, id: str) -> None:
    assert c.named(getattr(CAT, table), words).id == id


@pytest.mark.parametrize(
    ("table", "words", "said"),
    [
        ("weapons", "shrot sword", 'no weapon is called "shrot sword"; did you mean "Short sword"?'),
        ("monsters", "Gobblin", 'no monster is called "Gobblin"; did you mean "Goblin"?'),
        ("items", "belt of heroes", 'no magic item is called "belt of heroes"'),
        ("spells", "", 'no spell is called ""'),
    ],
)
def test_unknown_words_name_the_nearest(table: str, words: str, said: str) -> None:
    with pytest.raises(UnknownName) as error:
        c.named(getattr(CAT, table), words)
    assert str(error.value).startswith(said)


def test_finders_take_ids_alone() -> None:
    found = (c.weapon("wand"), c.armour("shield"), c.goods("chalk"), c.monster("orc"), c.spell("owls-eyes"))
    assert [one.id for one in found] == ["wand", "shield", "chalk", "orc", "owls-eyes"]
    rest = (c.item("cornucopia"), c.member_class("elf"), c.trap("dart"), c.feature("chasm"), c.theme("labyrinth"))
    assert [one.id for one in rest] == ["cornucopia", "elf", "dart", "chasm", "labyrinth"]
    with pytest.raises(KeyError):
        c.weapon("Sword")
