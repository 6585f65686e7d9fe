"""What the commands do that need no sheet, rule by rule: dice, Tests, odds, monsters, treasure (T23)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.rulebooks.tabletop.at_table import BERENGAR, MAGE, call, table

from undercroft.rulebooks.tabletop.catalogue import catalogue
from undercroft.rulebooks.tabletop.toolkit import finding


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two characters and their party."""
    (tmp_path / "berengar.toml").write_text(BERENGAR)
    (tmp_path / "tobias.toml").write_text(MAGE)
    (tmp_path / "party.toml").write_text(
        '# ours\nsheets = ["berengar.toml", "tobias.toml"]\nfront = 1\npool = 3 # AP\n'
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


# --- dice and Tests ---


@pytest.mark.rule("T23.3")
@pytest.mark.parametrize(
    ("said", "position"),
    [
        ("3d6!", 4), ("d%", 2), ("4d6 dl 1", 5), ("2d6 r 1", 5), ("2*3", 2), ("6/2", 2), ("(3)", 1), ("-3", 1),
        ("3--2", 2), ("0d6", 1), ("101d6", 1), ("3d1", 3), ("3d1001", 3), ("4d6 kh 5", 8), ("4d6 kh 0", 8),
        ("3d6 2", 5), ("3d6+", 5), ("3x6", 2), ("x 2 3d6!", 8), ("x 2 3d6+", 9), ("d", 2),
    ],
)  # fmt: skip
def test_anything_but_sums_of_dice_is_refused_at_its_position(said: str, position: int, capfd: Any) -> None:
    refusal = table(capfd, "roll", said).refusal
    assert refusal.startswith(f"position {position}: "), refusal


@pytest.mark.rule("T23.3")
@pytest.mark.parametrize(
    ("said", "faces", "total"),
    [
        ("3d6", (1, 2, 3), 6), ("d20", (17,), 17), ("D20 + 4", (7,), 11), ("4d6kh3", (1, 2, 3, 4), 9),
        ("4D6 KL 1", (5, 2, 3, 4), 2), ("10 - d4", (3,), 7), ("d4 - d6 + 2", (1, 6), -3), ("100d2", (1,) * 100, 100),
        ("d1000", (1000,), 1000), ("7", (), 7),
    ],
)  # fmt: skip
def test_sums_of_dice_are_rolled(said: str, faces: tuple[int, ...], total: int) -> None:
    answer = call(f"roll {said}", *faces)
    assert answer.figures["rolls"][0]["total"] == total
    assert answer.lines[0].endswith(f"-> {total}")


@pytest.mark.rule("T23.4")
def test_each_die_is_shown_and_what_was_kept() -> None:
    answer = call("roll 4d6 kh 3", 5, 1, 4, 6)
    assert answer.lines == ("4d6kh3: 5 (1) 4 6 -> 15",)
    assert [die["kept"] for die in answer.figures["rolls"][0]["dice"]] == [True, False, True, True]


@pytest.mark.rule("T23.4")
def test_repeated_rolls_have_minimum_maximum_and_mean(capfd: Any) -> None:
    answer = call("roll x 3 2d6", 1, 2, 6, 6, 3, 3)
    assert answer.lines[-1] == "3 rolls: minimum 3, maximum 12, mean 7."
    assert len(call("roll x 1000 d6", *[2] * 1000).lines) == 1001
    assert len(call("roll x 1 d6", 2).lines) == 2
    for times in ("0", "1001", "-1", "a"):
        assert "from 1 to 1000" in table(capfd, "roll", "x", times, "d6").refusal


@pytest.mark.rule("T23.5", "TX8", "TX9", "TX10", "T2.6", "T2.8", "T2.9")
@pytest.mark.parametrize(
    ("command", "face", "success", "said"),
    [
        ("test 12 3", 9, True, "9 +3 is 12: success"), ("test 12 +3", 10, False, "10 +3 is 13: failure"),
        ("test 20 -10", 19, False, "a natural 19 always fails: failure"), ("test 20 -10", 18, True, "18 -10 is 8"),
        ("test 8 9", 1, False, "1 +9 is 10: failure"), ("test 12", 12, True, "a 12: success"),
        ("test 12", 13, False, "a 13"),
        ("test 12 --penalty 3", 9, True, "a 9: success"), ("test 12 --penalty 3", 10, False, "a 10: failure"),
    ],
)  # fmt: skip
def test_one_test(command: str, face: int, success: bool, said: str) -> None:
    answer = call(command, face)
    assert answer.figures["success"] is success
    assert said in answer.lines[0]


@pytest.mark.rule("T23.5", "T2.10", "T2.11", "T21.25")
def test_the_qualities_of_a_sheet_are_tested_in_armour_and_under_a_curse(folder: Path) -> None:
    # Agility 12 less 1 for leather and 1 for the shield.
    assert call("test agility --sheet berengar.toml", 10).figures["success"]
    assert not call("test agility --sheet berengar.toml", 11).figures["success"]
    # Strength 9 + 7 by a potion; a curse of +1.
    assert call("test str --sheet tobias.toml", 15).figures["success"]
    assert not call("test str --sheet tobias.toml", 16).figures["success"]


@pytest.mark.rule("T23.6", "T2.13", "T2.14", "TX11")
@pytest.mark.parametrize(
    ("command", "chance", "percent"),
    [
        ("12", "12/20", "60"), ("20", "18/20", "90"), ("10 -5", "15/20", "75"), ("8 10", "0/20", "0"),
        ("13 --penalty 4", "9/20", "45"), ("12 hard", "9/20", "45"), ("12 very-easy", "18/20", "90"),
    ],
)  # fmt: skip
def test_odds_of_a_test(command: str, chance: str, percent: str) -> None:
    answer = call(f"odds test {command}")
    assert (answer.figures["chance"], answer.figures["percent"]) == (chance, percent)
    assert f"{chance} = {percent} %" in answer.lines[0]


@pytest.mark.rule("T2.15")
@pytest.mark.parametrize("command", ["test 10", "odds test 10", "odds hit 10 8"])
def test_adjustments_from_minus_20_to_20(command: str, capfd: Any) -> None:
    for change, code in (("-21", 2), ("-20", 0), ("20", 0), ("21", 2)):
        assert table(capfd, *command.split(), change).code == code


@pytest.mark.rule("T23.7", "TX19")
def test_odds_of_a_hit() -> None:
    for command, chance in (("10 8", "0.32"), ("10 5", "0.3875"), ("18 17", "0.1775"), ("9 8 -1", "0.32")):
        assert call(f"odds hit {command}").figures["decimal"] == chance


@pytest.mark.rule("T23.8", "T23.9", "T23.33", "TX20")
def test_odds_of_a_duel_to_four_decimals(folder: Path, capfd: Any) -> None:
    figures = call("odds duel reference:warrior orc").figures
    assert (figures["wins"], figures["rounds"], figures["first"]) == ("0.9989", "8.8602", "Hedda")
    assert call("odds duel berengar.toml berengar.toml").figures["wins"] == "0.5000"
    harmless = call("odds duel giant-bat stone-watcher")
    assert harmless.figures["wins"] == "0.0000"
    assert harmless.lines[-1] == "Giant Bat can never harm Stone Watcher: the chance is exactly 0."
    (folder / "wall.toml").write_text(
        BERENGAR.replace("leather armour", "scale armour").replace('"hand axe"\n', '"unarmed"\n')
    )
    assert table(capfd, "odds", "duel", "wall.toml", "wall.toml").refusal.endswith("(T23.33)")


# --- monsters and encounters ---


@pytest.mark.rule("T23.11", "TX45", "T22.5")
def test_ratings(folder: Path) -> None:
    four = call("rate reference 4 orcs").figures
    assert (four["rating"], four["ml"], four["ratio"], four["word"]) == (40, 40, "1.00", "fair")
    troll = call("rate reference troll").figures
    assert (troll["ratio"], troll["word"]) == ("1.50", "deadly")
    (folder / "lone.toml").write_text(BERENGAR.replace("level = 2", "level = 3"))
    assert call("rate lone.toml orc").figures["rating"] == 8


@pytest.mark.parametrize("template", ["", *finding.TEMPLATES])
@pytest.mark.parametrize("kind", sorted(catalogue().monsters))
def test_a_group_is_told_as_it_may_be_typed(kind: str, template: str) -> None:
    foe = finding.monster(kind, template)
    assert finding.told([foe]) == f"1 {foe.name}"
    assert finding.group(finding.told([foe, foe]).split()) == [foe, foe]


@pytest.mark.rule("T23.12", "T22.7", "TX46", "T22.8", "T22.10")
def test_groups_for_a_budget(capfd: Any) -> None:
    # The theme is given: the first die picks its kind, Goblins in the Warren and Orcs in the Delve.
    assert call("build reference 28 --theme goblin-warren", 1).figures["group"] == "6 Goblins"
    sorts = {
        sort: call(f"build reference {sort} --theme goblin-warren", 1).figures["budget"]
        for sort in ("light", "middling", "heavy")
    }
    assert sorts == {"light": 16, "middling": 28, "heavy": 40}
    boss = table(capfd, "build", "reference", "boss", "--seed", "1", "--json").figures
    assert boss["budget"] == 48
    assert "Chief" in boss["group"]


@pytest.mark.rule("T23.1", "T23.12", "T22.5", "T22.6", "T22.7", "T22.8")
def test_a_group_is_proposed_with_its_draws_and_its_arithmetic() -> None:
    orders = "Party Rating (10 + 10 + 10 + 10) x 100 % = 40, adventure level 1; budget"
    assert call("build reference middling", 1, 2).lines == (
        "Dice: d3 1, d4 2.",
        f"{orders} 40 x 70 % = 28 ML (middling); theme Goblin Warren.",
        "Wolf: 28 / 7 = 4, so 4.",
        "4 Wolves: 28 ML, ratio 0.70: easy.",
    )
    veterans = call("build reference 300 --theme goblin-warren", 1)
    assert veterans.lines[2] == "Goblin: 300 / 5 = 60, above 8; as Veterans 300 / 8 = 37.5, so 8."
    led = call("build reference boss --theme goblin-warren", 1, 1, 1, 1, 1, 1)
    assert led.lines[2].startswith("Of 48 ML: Goblin Chief 10, 38 left; ")
    assert led.figures["steps"][-1]["left"] == 48 - led.figures["ml"]


@pytest.mark.rule("T23.24", "TX47", "T12.36", "T12.37", "T11.1")
def test_stat_blocks_changed_as_wished() -> None:
    chief = call("monster goblin --chief").figures
    assert [chief[key] for key in ("courage", "vitality", "attack", "defence", "damage", "ml")] == [
        7,
        18,
        9,
        6,
        "1d6+2",
        10,
    ]
    veteran = call("monster veteran orc").figures
    assert [veteran[key] for key in ("vitality", "attack", "defence", "ml")] == [23, 10, 7, 15]
    changed = call("monster orc --set P=4 --set damage=1 --set vitality_max=30").figures
    assert [changed[key] for key in ("protection", "damage", "vitality", "attack")] == [4, "1d6+1", 30, 9]
    assert call("monster wolves").figures["name"] == "Wolf"


@pytest.mark.rule("T11.1", "T11.2", "T23.24")
@pytest.mark.parametrize(
    ("said", "key", "value"),
    [
        ("renegade-magician --set astral=50", "astral", 50), ("orc --set number=3", "number", [3, 3]),
        ("orc --set number=1 --set number_high=9", "number", [1, 9]), ("wolf --set talks=3", "talks", 3),
        ("giant-spider --set poison=5", "poison", {"adjustment": 5, "damage": "1d6"}),
        ("orc --set poison_dice=2", "poison", {"adjustment": 0, "damage": "2d6"}), ("orc --set A=19", "attack", 19),
        ("orc --set D=18", "defence", 18), ("orc --set R=21", "resist", 21), ("orc --set courage=30", "courage", 30),
    ],
)  # fmt: skip
def test_any_figure_of_a_stat_block_may_be_changed(said: str, key: str, value: object, capfd: Any) -> None:
    assert call(f"monster {said}").figures[key] == value
    assert table(capfd, "monster", "orc", "--set", "atack=3").refusal.endswith('called "atack"; did you mean "attack"?')
    assert "from 0 to 99" in table(capfd, "monster", "orc", "--set", "attack=100").refusal


@pytest.mark.rule("T23.31", "T22.2", "T22.28", "T22.29")
@pytest.mark.parametrize(
    ("size", "rooms", "groups", "hidden"), [("short", 8, 3, 1), ("standard", 12, 4, 1), ("grand", 20, 8, 2)]
)
def test_a_whole_adventure_is_printed(size: str, rooms: int, groups: int, hidden: int, capfd: Any) -> None:
    words = f"adventure new --party reference --size {size} --setting gentle --seed 11"
    figures = table(capfd, *words.split(), "--json").figures
    found = figures["rooms"]
    assert (figures["count"], len(found), figures["level"], figures["rating"]) == (rooms, rooms, 1, 40)
    sorts = [room["group"]["sort"] for room in found if "group" in room]
    assert (len(sorts), sorts.count("boss")) == (groups + 1, 1)
    assert sum("hidden" in room.get("chest", {}) for room in found) == hidden
    secret = [way for room in found for way in room["exits"] if way["door"] == "secret door" and "at" in way]
    assert secret
    assert all(6 <= way["difficulty"] <= 16 for way in secret)
    text = table(capfd, *words.split()).out
    for room in found:
        assert f"{room['room']}. {room['name']} (" in text
        assert set(room["exits"][0]) >= {"side", "to", "metres", "door"}
    drawn = text.partition("Map:\n")[2].partition("1. ")[0]
    assert sorted(
        map(int, drawn.replace("-", " ").replace("|", " ").replace(".", " ").replace(":", " ").split())
    ) == list(range(1, rooms + 1))


# --- treasure ---


@pytest.mark.rule("T23.16", "T14.1", "T14.3", "TX6")
def test_random_jewels() -> None:
    answer = call("jewel 2", 11, 2, 4, 20, 1, 1)
    assert [(one["kind"], one["carats"], one["value"]) for one in answer.figures["jewels"]] == [
        ("topaz", 11, 88),
        ("diamond", 20, 1200),
    ]
    assert answer.lines[1] == "topaz: 11 carats x 8 silver = 88 silver, the weight of 1.375 coins."
    assert len(call("jewel", 11, 2, 4).figures["jewels"]) == 1


@pytest.mark.rule("T23.17", "T14.5", "TX6")
def test_the_value_of_a_jewel_needs_no_dice() -> None:
    assert call("jewel --carats 11 --sum 6").figures["jewels"][0]["value"] == 88
    assert call("jewel --carats 20 --sum 2").figures["jewels"][0]["value"] == 1200
    assert call("jewel --carats 1 --sum 12").figures["jewels"][0]["value"] == 40


@pytest.mark.rule("T23.18", "T11.14", "T14.8", "T14.10")
def test_treasures() -> None:
    assert call("treasure a --enemies 3", 1, 2, 3, 4, 5, 6).figures["silver"] == 21
    plain = call("treasure C", 5, 2, 1, 11, 3, 3, 12)
    assert (plain.figures["silver"], plain.figures["jewels"][0]["value"], plain.figures["items"][0]["name"]) == (
        50,
        88,
        "Ointment of Sleep",
    )
    orcs = call("treasure C --orcs", 5, 3, 1, 11, 3, 3)
    assert (orcs.figures["items"], orcs.figures["jewels"][0]["value"]) == ([], 88)
    assert "T11.14" in orcs.rules


@pytest.mark.rule("T23.19", "T13.68", "T13.69")
def test_magic_items() -> None:
    assert call("item", 17).figures["name"] == "Hero's Belt"
    assert call("item", 4, 6).figures["name"] == "healing potion 30"
    assert call("item Heros belt").figures["price"] == 80


@pytest.mark.rule("T23.19")
@pytest.mark.parametrize(
    ("item", "rule", "words"),
    [
        pytest.param("heros belt", "T13.22", "raises Strength by 7", marks=pytest.mark.rule("T13.22")),
        pytest.param("heros belt", "T13.24", "for one combat or for 5 minutes", marks=pytest.mark.rule("T13.24")),
        pytest.param("potion of agility", "T13.56", "by 7 for 35 minutes", marks=pytest.mark.rule("T13.56")),
        pytest.param("healing potion 10", "T13.15", "never above", marks=pytest.mark.rule("T13.15")),
        pytest.param("healing potion 20", "T13.17", "10, 20 or 30 points", marks=pytest.mark.rule("T13.17")),
        pytest.param("ointment of weakness", "T13.48", "halves four values", marks=pytest.mark.rule("T13.48")),
        pytest.param("mirror of truth", "T13.37", "answers one question", marks=pytest.mark.rule("T13.37")),
    ],
)
def test_a_magic_item_is_shown_with_the_words_of_its_rules(item: str, rule: str, words: str) -> None:
    shown = call(f"item {item}")
    assert any(words in line and f"({rule})" in line for line in shown.lines)
    assert any(words in one["text"] and one["id"] == rule for one in shown.figures["rules"])
    assert rule in shown.rules
