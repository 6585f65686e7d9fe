"""Content files: what is read, and how every kind of mistake is told."""

from pathlib import Path
from typing import Annotated, Literal

import pytest
from msgspec import Meta

from undercroft.engine.content import ContentError, Entry, Sheet, fingerprint, line_of, load


class Beast(Entry, kw_only=True):
    health: Annotated[int, Meta(ge=1, le=200)]
    low: int = 1
    high: int = 1
    big: bool = False
    reach: Literal["hand", "far"] = "hand"
    effect: str = ""
    homes: tuple[str, ...] = ()

    def mistake(self) -> tuple[str, str] | None:
        return ("high", "must not be less than low") if self.high < self.low else None


class Effect(Entry, kw_only=True):
    name: str
    draw_low: int = 0
    draw_high: int = 0


SHEETS = {
    "beasts": Sheet(Beast, refs={"effect": "effects", "homes": "effects"}),
    "effects": Sheet(Effect, unique=("name",)),
}
BEASTS = """\
# A comment.
[rat]
health = 4

[wolf]
health = 9
low = 2
high = 5
effect = "paralyse"
homes = ["paralyse", "burn"]
"""
EFFECTS = """\
[paralyse]
name = "Paralyse"
[burn]
name = "Burn"
"""


def write(folder: Path, beasts: str = BEASTS, effects: str = EFFECTS) -> Path:
    content = folder / "zoo" / "content"
    content.mkdir(parents=True, exist_ok=True)
    (content / "beasts.toml").write_text(beasts, encoding="utf-8")
    (content / "effects.toml").write_text(effects, encoding="utf-8")
    return content


def mistake(folder: Path, beasts: str = BEASTS, effects: str = EFFECTS, **more) -> str:
    content = write(folder, beasts, effects)
    with pytest.raises(ContentError) as caught:
        load(content, SHEETS, **more)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_entries_come_typed_and_in_file_order(tmp_path):
    tables = load(write(tmp_path), SHEETS)
    assert list(tables["beasts"]) == ["rat", "wolf"]
    wolf = tables["beasts"]["wolf"]
    assert (wolf.id, wolf.health, wolf.low, wolf.homes) == ("wolf", 9, 2, ("paralyse", "burn"))
    assert tables["beasts"]["rat"].effect == ""
    with pytest.raises(AttributeError):
        wolf.health = 10


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"paralyse"\n', '"paralize"\n', '9: effect = "paralize": not found in effects.toml; did you mean "paralyse"?'),
        ('"burn"]', '"brun"]', '10: homes = "brun": not found in effects.toml; did you mean "burn"?'),
        ("health = 9", "helth = 9", '6: helth: no such field of [wolf]; did you mean "health"?'),
        ("health = 9\n", "", "5: [wolf] lacks the field health"),
        ("health = 9", "health = 0", "6: health = 0: expected a whole number >= 1"),
        ("health = 9", "health = 201", "6: health = 201: expected a whole number <= 200"),
        ("health = 9", 'health = "9"', '6: health = "9": expected a whole number, got text'),
        ("health = 9", "health = true", "6: health = true: expected a whole number, got true or false"),
        ("low = 2", "low = 2.5", "7: low = 2.5: expected a whole number, got a number with a point"),
        ("low = 2", "big = 1", "7: big = 1: expected true or false, got a whole number"),
        ("low = 2", 'reach = "fra"', '7: reach = "fra": no such reach; did you mean "far"?'),
        ("low = 2", 'reach = "zzz"', '7: reach = "zzz": no such reach; known are far, hand'),
        ("low = 2", "low = 6", "8: high = 5: must not be less than low"),
        ('["paralyse", "burn"]', '"burn"', '10: homes = "burn": expected a list, got text'),
        ('["paralyse", "burn"]', "[1]", "10: homes = [1]: expected text, got a whole number"),
        ("[wolf]", "[rat]", "5: [rat] stands twice in this file"),
        ("[wolf]", "[Big_Wolf]", "5: [Big_Wolf]: an id is small letters, digits and single hyphens"),
        ("# A comment.", "legs = 4", "1: legs = 4: belongs to no entry; an entry begins with [its-id]"),
        ("health = 9", "health = ", "6: not valid TOML: invalid value"),
        ("health = 9", "id = 'x'", "6: id: no such field of [wolf]"),
    ],
)
def test_a_mistake_is_told_with_file_line_and_nearest_name(tmp_path, old, new, told):
    assert mistake(tmp_path, BEASTS.replace(old, new, 1)) == f"zoo/content/beasts.toml:{told}"


def test_the_error_carries_file_and_line(tmp_path):
    with pytest.raises(ContentError) as caught:
        load(write(tmp_path, BEASTS.replace("health = 9", "health = 0")), SHEETS)
    assert isinstance(caught.value, ValueError)
    assert (caught.value.file, caught.value.line) == ("zoo/content/beasts.toml", 6)


def test_doubled_values_and_ids_across_files(tmp_path):
    told = mistake(tmp_path, effects=EFFECTS.replace('"Burn"', '"Paralyse"'))
    assert told == 'zoo/content/effects.toml:4: name = "Paralyse": [paralyse] has it already'
    told = mistake(tmp_path, effects=EFFECTS + '[wolf]\nname = "W"\n', apart=[("beasts", "effects")])
    assert told == "zoo/content/effects.toml:5: [wolf]: beasts.toml has this id already"


def test_files_missing_empty_stray_or_not_text(tmp_path):
    assert mistake(tmp_path, effects="# nothing\n") == "zoo/content/effects.toml: the file holds no entries"
    content = write(tmp_path)
    (content / "effects.toml").unlink()
    with pytest.raises(ContentError, match=r"zoo/content/effects\.toml: the file is missing"):
        load(content, SHEETS)
    (content / "effects.toml").write_bytes(b'[burn]\nname = "\xff"\n')
    with pytest.raises(ContentError, match=r"effects\.toml:2: the file is not UTF-8 text"):
        load(content, SHEETS)
    (write(tmp_path) / "beats.toml").write_text("")
    with pytest.raises(ContentError, match=r'beats\.toml: no such table; did you mean "beasts"\?'):
        load(content, SHEETS)
    with pytest.raises(ContentError, match=r"zoo/nowhere: no such folder of content"):
        load(tmp_path / "zoo" / "nowhere", SHEETS)


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ((1, 3), (5, 6), ": no entry has the draw 4 of 6"),
        ((1, 3), (3, 6), ":6: draw_low = 3: [a] has the draw 3"),
        ((1, 3), (4, 7), ":7: draw_high = 7: the die has 6 faces"),
    ],
)
def test_a_die_falls_to_one_entry_on_every_face(tmp_path, first, second, told):
    text = ""
    for key, (low, high) in (("a", first), ("b", second)):
        text += f'[{key}]\ndraw_low = {low}\ndraw_high = {high}\nname = "x"\n'
    content = write(tmp_path, effects=text)
    (content / "beasts.toml").unlink()
    with pytest.raises(ContentError) as caught:
        load(content, {"effects": Sheet(Effect, draws=6)})
    assert str(caught.value) == "zoo/content/effects.toml" + told


def test_a_sheet_that_names_no_field_is_the_programmers_mistake(tmp_path):
    with pytest.raises(ValueError, match="names no field or no table"):
        load(write(tmp_path), {**SHEETS, "beasts": Sheet(Beast, refs={"efect": "effects"})})


def test_the_fingerprint_follows_content_and_order_not_layout(tmp_path):
    first = fingerprint(load(write(tmp_path), SHEETS))
    assert len(first) == 10
    assert int(first, 16) >= 0
    again = BEASTS.replace("# A comment.\n", "\n\n").replace("low = 2\nhigh = 5", "high   = 5 # more\nlow=2")
    assert fingerprint(load(write(tmp_path, again), SHEETS)) == first
    assert fingerprint(load(write(tmp_path, BEASTS.replace("= 9", "= 8")), SHEETS)) != first
    turned = '[burn]\nname = "Burn"\n[paralyse]\nname = "Paralyse"\n'
    assert fingerprint(load(write(tmp_path, effects=turned), SHEETS)) != first


def test_lines_are_found_by_entry_and_field():
    assert line_of(BEASTS, "wolf") == 5
    assert line_of(BEASTS, "wolf", "high") == 8
    assert line_of(BEASTS, "rat", "high") == 2
    assert line_of(BEASTS, "bear", "high") == 0
