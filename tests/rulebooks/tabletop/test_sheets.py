"""Sheets as files: read, written, and every byte kept that does not change."""

from __future__ import annotations

from difflib import ndiff
from pathlib import Path

import pytest
from tests.rulebooks.tabletop.at_table import BERENGAR, MAGE

from undercroft.rulebooks.tabletop import forms, parties, sheets, wands
from undercroft.rulebooks.tabletop.records import Arm, Character, Condition, Jewel, Magic, replace
from undercroft.rulebooks.tabletop.sheets import Sheet, SheetError


def sheet(text: str = BERENGAR) -> Sheet:
    found, faults = sheets.parse(text, "berengar.toml")
    assert found is not None, faults
    return found


def fault(text: str) -> str:
    found, faults = sheets.parse(text, "berengar.toml")
    assert found is None or "allow" in text
    return faults[0].told("berengar.toml")


def altered(before: str, after: str) -> list[str]:
    return [line for line in ndiff(before.splitlines(), after.splitlines()) if line[0] in "+-"]


@pytest.mark.rule("T24.1", "T24.2")
def test_a_sheet_is_read_as_a_character() -> None:
    c = sheet().character
    assert c == Character(
        id="berengar", name="Berengar", cls="dwarf", kin="dwarf", level=2, ap=112, courage=12, intelligence=9,
        charisma=8, agility=12, strength=12, attack=10, defence=9, agility_point="none", vitality=14, vitality_max=39,
        silver=61, armour="leather-armour", shield=True, wielded=0, weapons=(Arm("hand-axe"), Arm("dagger")),
        goods=(("torch", 4), ("ration", 2), ("bandage", 2)), items=(Magic("healing-potion-10", known=True),),
        jewels=(Jewel("topaz", 11),), history=("L2: vitality d6=4; courage 11->12; defence 8->9",),
    )  # fmt: skip


@pytest.mark.rule("T24.2", "T16.20", "T19.3")
@pytest.mark.parametrize(
    ("key", "low", "high", "rule"),
    [
        ("level", 1, 21, "T16.20"), ("attack", -99, 99, "T24.2"),
        ("defence", -99, 99, "T24.2"), ("courage", -99, 99, "T24.2"),
    ],
)  # fmt: skip
def test_a_figure_of_a_sheet_keeps_its_bounds(key: str, low: int, high: int, rule: str) -> None:
    text = "\n".join(line for line in BERENGAR.splitlines() if line.split(" ")[0] != key)
    for value in (low, high):
        assert getattr(sheet(f"{key} = {value}\n{text}").character, key) == value
    for value in (low - 1, high + 1):
        assert f"({rule})" in fault(f"{key} = {value}\n{text}")


@pytest.mark.rule("T19.3")
def test_the_level_of_a_wand_keeps_its_bounds() -> None:
    text = "\n".join(line for line in MAGE.splitlines() if line.split(" ")[0] != "wand_level")
    assert [wands.level(sheet(f"wand_level = {level}\n{text}").character) for level in (1, 4)] == [1, 4]
    for level in (-1, 5):
        assert "(T19.3)" in fault(f"wand_level = {level}\n{text}")


@pytest.mark.rule("T24.3")
@pytest.mark.parametrize(
    ("cls", "kin", "wand"),
    [
        ("Dwarf", "dwarf", 0),
        ("Elf", "elf", 0),
        ("Magician", "human", 1),
        ("Warrior", "human", 0),
        ("Adventurer", "human", 0),
    ],
)
def test_missing_keys_with_an_obvious_value_are_filled_in(cls: str, kin: str, wand: int) -> None:
    kept = ("name", "level", "ap", "courage", "intelligence", "charisma", "agility", "strength", "attack", "defence")
    kept += ("agility_point", "vitality", "vitality_max", "silver", "armour")
    lines = [line for line in BERENGAR.splitlines() if line.split(" ")[0] in kept and line != "silver = 3"]
    text = "\n".join([*lines, f'class = "{cls}"', 'wielded = "unarmed"'])
    c = sheet(text).character
    assert (c.kin, c.astral, c.astral_max, c.shield) == (kin, 0, 0, False)
    held = sheet(text + '\nweapons = ["wand"]').character if wand else c
    assert wands.level(held) == wand
    assert (c.weapons, c.goods, c.items, c.jewels, c.conditions, c.history) == ((), (), (), (), (), ())


@pytest.mark.rule("T24.2")
def test_a_key_without_an_obvious_value_is_asked_for() -> None:
    assert fault(BERENGAR.replace("ap = 112\n", "")) == "berengar.toml: the key ap is missing (T24.2)"


@pytest.mark.rule("T24.4")
def test_nothing_but_the_changed_values_changes() -> None:
    one = sheet()
    assert sheets.changed(one, one.character) == BERENGAR
    after = sheets.changed(one, replace(one.character, silver=70, goods=(("torch", 3), ("ration", 2), ("rope", 1))))
    assert altered(BERENGAR, after) == [
        "- silver = 61         # counted twice", "+ silver = 70         # counted twice",
        '-   "torch x4",  # two are wet', '+   "torch x3",  # two are wet',
        '-   "ration x2", "bandage x2",', '+   "ration x2", "rope",',
    ]  # fmt: skip


@pytest.mark.rule("T24.4")
def test_new_keys_come_before_tables_of_the_owner() -> None:
    one = sheet()
    after = sheets.changed(one, replace(one.character, astral=3, history=(*one.character.history, "L3: x")))
    assert sheet(after).character == replace(one.character, astral=3, history=(*one.character.history, "L3: x"))
    assert after.index("astral = 3") < after.index("[mine]")
    assert after.endswith('[mine]\nmood = "grim"\n')


@pytest.mark.rule("T24.4")
@pytest.mark.parametrize("ends", ["\r\n", "\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_the_mark_of_an_editor_stay(ends: str, mark: str) -> None:
    text = mark + BERENGAR.replace("\n", ends)
    one = sheet(text)
    assert sheets.changed(one, replace(one.character, ap=113)) == text.replace("ap = 112", "ap = 113")


@pytest.mark.rule("T24.3", "T4.34")
def test_a_key_left_out_is_written_once_it_no_longer_follows() -> None:
    one = sheet(BERENGAR.replace('kin = "Dwarf"\n', ""))
    after = sheets.changed(one, replace(one.character, cls="warrior"))
    assert sheet(after).character == replace(one.character, cls="warrior")
    assert 'kin = "Dwarf"' in after


RICH = replace(
    parties.member("magician"),
    weapons=(
        Arm("sword", silvered=True, coat="ointment-of-sleep"),
        Arm("dagger", foreign=True, broken=True), Arm("wand", treated=True),
    ),
    wielded=2,
    goods=(("rope", 1), ("arrows", 20), ("silvered-arrows", 12), ("leather-armour", 1)),
    items=(Magic("heros-belt", known=True, spent=True), Magic("ring-of-charm")),
    jewels=(Jewel("rock-crystal", 20), Jewel("diamond", 1)),
    conditions=(
        Condition("quality:strength", 7, "turns", 7, "potion-of-strength"), Condition("cursed", 0, "adventure"),
        Condition("stuck", 0, "rounds", 1), Condition("small-shape", until="event"),
        Condition("smell", 2, "adventure", 0, "dragon"),
    ),
    dead=True, eaten=1, deeds=10, vitality=-10,
)  # fmt: skip


@pytest.mark.rule("T24.1", "T24.2")
def test_every_kind_of_thing_is_written_and_read_alike() -> None:
    text = sheets.fresh(RICH)
    assert sheet(text).character == RICH
    for said in (
        '"sword (silvered, coated with Ointment of Sleep)"', '"dagger (foreign, broken)"', '"rope"', '"arrows x20"',
        '"Hero\'s Belt (spent)"', '"Ring of Charm (unknown)"',
        '"rock crystal 20"', "strength +7, 7 turns, potion-of-strength",
        '"cursed, adventure"', '"stuck, 1 round"', '"small-shape"', '"dead"', '"acid +1"',
    ):  # fmt: skip
        assert said in text


def test_every_member_of_the_reference_party_survives_a_file() -> None:
    for c in parties.reference().characters:
        assert sheet(sheets.fresh(c)).character == c


@pytest.mark.rule("T24.1")
@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("strength = 12", "strength = 12 13",
         "11: no valid TOML: expected newline or end of document after a statement (T24.1)"),
        ("strength = 12", "strength = 12\nstrength = 13", '12: the key "strength" stands twice (T24.1)'),
        ("strength = 12", 'strength = "12"', '11: strength: "12" is not a whole number (T24.2)'),
        ("strength = 12", "strength = true", '11: strength: "true" is not a whole number (T24.2)'),
        ("shield = true", "shield = 1", '22: shield: "1" is not true or false (T24.2)'),
        ('weapons = ["hand axe", "dagger"]', "weapons = [1]", '24: weapons: "[1]" is not a list of texts (T24.2)'),
        ("strength = 12", "strenght = 12", '11: strenght: there is no such key; did you mean "strength"? (T24.2)'),
        ("level = 2", "level = 22", "5: level: 22 is not between 1 and 21 (T16.20)"),
        ("silver = 61", "silver = -1", "17: silver: -1 is not between 0 and 1000000 (T24.2)"),
        ('class = "Dwarf"', 'class = "Dwrf"', '3: class: no class is called "Dwrf"; did you mean "Dwarf"? (T4.1)'),
        ('kin = "Dwarf"', 'kin = "Gnome"', '4: kin: "Gnome" is no kin'),
        ('"none"', '"atack"',
         '14: agility_point: "atack" is not one of attack, defence, none; did you mean "attack"? (T3.9)'),
        ("leather armour", "lether armour",
         '21: armour: no armour is called "lether armour"; did you mean "Leather armour"? (T10.9)'),
        ('"hand axe"\n', '"hand ax"\n', '23: wielded: no weapon is called "hand ax"; did you mean "Hand axe"? (T24.2)'),
        ('"hand axe"\n', '"sword"\n', '23: wielded: "sword" is not among the weapons'),
        ("torch x4", "torhc x4", '26: goods: no goods is called "torhc"; did you mean "torch"? (T24.2)'),
        ("bandage x2", "bandage x0", '27: goods: "bandage x0": from 1 to 9999 pieces (T24.2)'),
        ('"dagger"', '"dagger (sharp)"', "24: weapons: (sharp) is not one of silvered, foreign, broken, treated"),
        ("topaz 11", "topaz 21", '30: jewels: "topaz 21": a jewel weighs 1 to 20 carats (T24.2)'),
        ("topaz 11", "topaz", '30: jewels: "topaz": a jewel is a kind and its carats, such as topaz 11 (T24.2)'),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_file_is_told_with_line_and_rule(was: str, now: str, said: str) -> None:
    assert fault(BERENGAR.replace(was, now, 1)).startswith(f"berengar.toml:{said}")


def test_keys_of_the_owner_are_no_fault() -> None:
    assert sheet("player = 7\nsilverware = 3\n" + BERENGAR).lines["silver"] == 19


@pytest.mark.rule("T24.1")
def test_a_file_in_another_encoding_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "berengar.toml"
    file.write_bytes(BERENGAR.replace("grim", "gr\u00fcn").encode("latin-1"))
    with pytest.raises(SheetError, match=r"berengar.toml:34: no text in UTF-8 \(T24.1\)"):
        sheets.read(str(file))


def test_a_missing_file_and_a_folder_are_one_line(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path, Path("\0")):
        with pytest.raises(SheetError) as error:
            sheets.read(str(path))
        assert "\n" not in str(error.value)


def test_the_weapon_in_hand_is_the_one_meant_of_two() -> None:
    arms = (Arm("dagger"), Arm("dagger", silvered=True))
    assert forms.wielded("dagger (silvered)", arms) == 1
    assert forms.wielded("dagger", arms) == 0
    assert forms.wielded("dagger", arms[1:]) == 0


@pytest.mark.rule("T24.2", "T24.4", "T19.24")
@pytest.mark.parametrize(
    ("wielded", "level", "listed", "spoken"),
    [(0, 4, ["wand", "wand 2"], "wand"), (1, 2, ["wand 4", "wand"], "wand"), (-1, 4, ["wand", "wand 2"], "unarmed")],
)
def test_each_wand_keeps_its_own_level_on_a_sheet(wielded: int, level: int, listed: list[str], spoken: str) -> None:
    one = replace(sheet().character, weapons=(Arm("wand", raised=3), Arm("wand", raised=1)), wielded=wielded)
    values = sheets.values_of(one)
    assert (values["wand_level"], values["weapons"], values["wielded"]) == (level, listed, spoken)
    again = sheet(sheets.fresh(one)).character
    assert (again.weapons, again.wielded) == (one.weapons, one.wielded)


@pytest.mark.rule("T24.2", "T19.3")
def test_a_wand_has_no_fifth_level() -> None:
    text = BERENGAR.replace('weapons = ["hand axe", "dagger"]', 'weapons = ["hand axe", "wand 5"]')
    assert "a wand has a level from 1 to 4" in fault(text)


# --- texts that nobody would write ---


@pytest.mark.rule("T24.1", "T24.2")
@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"silver = {'9' * 5000}", "17: a number of too many digits (T24.1)"),
        (f"silver = 0x{'f' * 5000}", "17: silver: that is not between 0 and 1000000 (T24.2)"),
        (f"silver = {'[' * 3000}", " no valid TOML: nested too deep (T24.1)"),
        (f"silver = {'{a=' * 3000}", " no valid TOML: nested too deep (T24.1)"),
        (f"{'.'.join('a' * 30_000)} = 1", "17: no valid TOML: a key of more than 100 parts (T24.1)"),
        (f"x = [{'1, ' * 2000}]", " 2034 keys and entries are too many: at most 1000 (T24.1)"),
        ("\n".join(f"k{one} = 1" for one in range(7000)), " 7033 keys and entries are too many: at most 1000 (T24.1)"),
        ('"silver" = 1\nsilver = 2', '18: the key "silver" stands twice (T24.1)'),
    ],
)  # fmt: skip
def test_a_text_without_bounds_is_one_line(line: str, said: str) -> None:
    assert fault(BERENGAR.replace("silver = 61 ", f"{line} ")) == f"berengar.toml:{said}"


@pytest.mark.rule("T24.4")
def test_what_tomllib_takes_can_be_changed() -> None:
    deep = ".".join("a" * 90)
    inner = "{a=" * 150 + "1" + "}" * 150
    text = BERENGAR.replace("silver = 61", f"{deep} = 1\nmine2 = {inner}\nsilver = 61").replace("[mine]", f"[b.{deep}]")
    one = sheet(text)
    assert sheets.changed(one, replace(one.character, silver=70)) == text.replace("silver = 61", "silver = 70")


@pytest.mark.rule("T24.4")
@pytest.mark.parametrize("ends", ["\r\n", "\n"])
def test_comments_of_others_and_line_ends_stay_when_lists_change(ends: str) -> None:
    text = BERENGAR.replace('"bandage x2",\n', '"bandage x2",\n  # end\n').replace("\n", ends)
    one = sheet(text)
    goods = one.character.goods

    def with_goods(*held: tuple[str, int]) -> str:
        return sheets.changed(one, replace(one.character, goods=held))

    assert altered(text, with_goods(*goods[1:])) == ['-   "torch x4",  # two are wet']
    last = ['-   "ration x2", "bandage x2",', '+   "ration x2",']
    assert [line for line in altered(text, with_goods(*goods[:2])) if line[0] != "?"] == last
    none = with_goods()
    assert (none.count("# end"), sheet(none).character.goods) == (1, ())
    more = with_goods(*goods, ("rope", 1))
    assert '"bandage x2", "rope",' in more
    for changed in (none, more, sheets.changed(one, replace(one.character, astral=2))):
        assert changed.count("\n") == changed.count(ends)


@pytest.mark.rule("T24.4")
def test_conditions_keep_the_order_of_the_file() -> None:
    text = BERENGAR.replace("jewels", 'conditions = ["acid +1", "cursed, adventure", "stuck, 1 round"]\njewels')
    one = sheet(text)
    after = sheets.changed(one, replace(one.character, conditions=one.character.conditions[:1]))
    assert 'conditions = ["acid +1", "cursed, adventure"]' in after


@pytest.mark.rule("T24.2")
@pytest.mark.parametrize("letter", ["\x1b", "\u202e", "\u200b", "\x07"])
@pytest.mark.parametrize(("key", "line"), [('name = "Ber', 2), ('history = ["L2', 31), ('items = ["heal', 29)])
def test_letters_that_nobody_sees_are_a_fault(key: str, line: int, letter: str) -> None:
    escaped = f"\\u{ord(letter):04x}"
    assert fault(BERENGAR.replace(key, key + escaped)).startswith(f"berengar.toml:{line}: {key.partition(' ')[0]}: ")
    assert "cannot be seen" in fault(BERENGAR.replace(key, key + escaped))
