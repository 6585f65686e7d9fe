"""What the commands do with sheets and parties, rule by rule (T23), and party files (T24.8, T24.10)."""

from __future__ import annotations

import itertools
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from tests.rulebooks.tabletop.at_table import BERENGAR, MAGE, Said, call, on_sheet, table, write

import undercroft as uc
from undercroft.engine.errors import BadUse, UndercroftError, UnknownName
from undercroft.rulebooks.tabletop import monsters, parties, sheets, skirmish, wands
from undercroft.rulebooks.tabletop.toolkit import charts


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


# --- points and levels ---


@pytest.mark.rule("T23.20", "T16.5", "T16.6", "TX3")
def test_points_for_enemies_are_shared_and_the_pool_is_kept(folder: Path) -> None:
    answer = call("award party.toml enemies 10")
    assert answer.lines[0].startswith("ML 10 = 10, with 3 from the pool 13; 2 share: 6 AP to each")
    write(answer)
    assert (on_sheet("berengar.toml").ap, on_sheet("tobias.toml").ap) == (118, 106)
    assert (folder / "party.toml").read_text().endswith("front = 1\npool = 1 # AP\n")
    assert (folder / "berengar.toml").read_text() == BERENGAR.replace("ap = 112", "ap = 118")


@pytest.mark.rule("T23.20", "T16.7", "TX1", "TX2")
def test_the_dead_get_nothing(folder: Path) -> None:
    assert call("award reference enemies 100").figures["each"] == 25
    assert call("award reference enemies 20,20,20,20,20,20,20,20").figures["each"] == 40
    (folder / "tobias.toml").write_text(MAGE.replace("conditions = [", 'conditions = ["dead", '))
    answer = call("award party.toml enemies 100")
    assert (answer.figures["each"], answer.figures["to"]) == (103, ["Berengar"])


@pytest.mark.rule("T23.20", "T16.10", "T16.15")
def test_gifts_of_the_game_master(folder: Path) -> None:
    (folder / "tobias.toml").write_text(MAGE.replace("ap = 100", "ap = 200"))
    assert not any("take care" in line for line in call("award party.toml all 100").lines)
    every = call("award party.toml all 101")
    assert any("take care" in line for line in every.lines)
    write(every)
    assert (on_sheet("berengar.toml").ap, on_sheet("tobias.toml").ap) == (213, 301)
    assert "Tobias: 301 AP, gains Level 3 (now 2)." in every.lines
    assert "Berengar: 213 AP." in every.lines


@pytest.mark.rule("T23.20", "T16.14", "T18.11")
def test_deeds_give_at_most_30_in_an_adventure(folder: Path) -> None:
    def deed(number: int) -> list[object]:
        answer = call(f"award party.toml deed tobias {number}")
        write(answer)
        return [answer.figures["each"], any("at most 30 AP" in line for line in answer.lines)]

    assert deed(25) == [25, False]
    assert (on_sheet("tobias.toml").ap, on_sheet("tobias.toml").deeds, on_sheet("berengar.toml").ap) == (125, 25, 112)
    assert deed(10) == [5, True]
    assert deed(1) == [0, True]
    assert (on_sheet("tobias.toml").ap, on_sheet("tobias.toml").deeds) == (130, 30)
    write(call("award party.toml all 40"))
    assert on_sheet("tobias.toml").ap == 170
    write(call("rest tobias.toml"))
    assert deed(100) == [30, True]


@pytest.mark.rule("T23.21", "T17.3", "T17.8", "TX4")
def test_a_level_step_by_step(folder: Path) -> None:
    (folder / "berengar.toml").write_text(
        BERENGAR.replace("level = 2", "level = 1")
        .replace("vitality = 14", "vitality = 10")
        .replace("_max = 39", "_max = 35")
    )
    command = "level berengar.toml"
    assert call(command).question == "Berengar, Level 2: what grows: vitality?"
    asked = ("astral", "vitality", "raise luck", "raise strength", "defence", "stay")
    refused = call(command, answers=asked[:1])
    assert refused.lines == ("A Dwarf has no Astral to raise. (T17.4)",)
    assert refused.files == ()
    assert call(command, 4, answers=asked[:3]).lines[-1] == 'No Quality is called "luck". (T1.1)'
    done = call(command, 4, answers=asked)
    assert done.question == ""
    write(done)
    c = on_sheet("berengar.toml")
    assert (c.level, c.vitality, c.vitality_max, c.strength, c.defence, c.cls) == (2, 14, 39, 13, 10, "dwarf")
    assert c.history[-1] == "L2: vitality d6=4; strength 12->13; defence 9->10"


@pytest.mark.rule("T23.22", "T17.15", "TX30")
def test_a_level_in_one_line(folder: Path, capfd: Any) -> None:
    (folder / "berengar.toml").write_text(
        BERENGAR.replace("ap = 112", "ap = 300").replace("defence = 9", "defence = 8")
    )
    line = "level berengar.toml --vit --raise agility --agi attack --roll 4 --score"
    refusal = table(capfd, *line.split(), "attack").refusal
    assert refusal.endswith("(T17.15)")
    assert on_sheet("berengar.toml").level == 2
    assert table(capfd, *line.split(), "defence").code == 0
    c = on_sheet("berengar.toml")
    assert (c.level, c.attack, c.defence, c.agility, c.agility_point, c.vitality_max) == (3, 11, 9, 13, "attack", 43)


@pytest.mark.rule("T23.22", "TX31", "TX32", "T17.17", "T17.28")
def test_what_one_line_leaves_out_is_declined_and_what_is_too_much_refused(folder: Path, capfd: Any) -> None:
    adventurer = BERENGAR.replace('"Dwarf"', '"Adventurer"', 1).replace('kin = "Dwarf"\n', "")
    five = (
        adventurer.replace("level = 2", "level = 5")
        .replace("ap = 112", "ap = 1500")
        .replace("courage = 12", "courage = 11")
    )
    (folder / "ada.toml").write_text(five)
    assert "(T17.19)" in table(capfd, "level", "ada.toml", "--vit", "--warrior").refusal
    assert table(capfd, "level", "ada.toml", "--vit", "--raise", "courage", "--warrior").code == 0
    ada = on_sheet("ada.toml")
    assert (ada.cls, ada.level, ada.courage, ada.attack + ada.defence) == ("warrior", 6, 12, 19)
    capped = five.replace("attack = 10", "attack = 18").replace("defence = 9", "defence = 12")
    (folder / "capped.toml").write_text(capped)
    assert (
        "(T17.1" in table(capfd, *["level", "capped.toml", "--vit", "--raise", "agility", "--score", "attack"]).refusal
    )
    assert "(T3.9)" in table(capfd, *["level", "capped.toml", "--vit", "--raise", "courage", "--agi", "attack"]).refusal
    assert "(T17.6)" in table(capfd, *["level", "capped.toml", "--raise", "courage"]).refusal
    assert "(T17.4)" in table(capfd, *["level", "capped.toml", "--ast"]).refusal
    assert table(capfd, *["level", "capped.toml", "--vit", "--raise", "agility"]).code == 0
    assert (on_sheet("capped.toml").attack, on_sheet("capped.toml").defence) == (18, 13)
    assert "(T16.19)" in table(capfd, "level", "capped.toml", "--vit").refusal


# --- sensing, wands, the pause ---


@pytest.mark.rule("T23.25", "T15.4", "T15.5", "TX27")
def test_sensing_tells_only_what_the_dwarf_perceives() -> None:
    assert call("sense --difficulty 11", 3, 4, 4).lines == ("Sensed.",)
    assert call("sense --difficulty 11", 3, 4, 3).lines == ("Nothing sensed.",)
    assert call("sense --none", 6, 6, 6).lines == ("Nothing sensed.",)
    assert call("sense --none", 6, 6, 6).figures == {"told": "nothing sensed"}
    assert call("sense", 1, 1, 2, 2, 2).figures == {"told": "sensed"}
    assert call("sense --difficulty 11 --gm", 3, 4, 3).lines == (
        "3 + 4 + 3 = 10 against difficulty 11: nothing sensed.",
    )


@pytest.mark.rule("T23.26", "TX27")
@pytest.mark.parametrize(("difficulty", "chance"), [(11, "108/216"), (3, "216/216"), (18, "1/216"), (19, "0/216")])
def test_odds_to_sense(difficulty: int, chance: str) -> None:
    assert call(f"odds sense {difficulty}").figures["chance"] == chance


@pytest.mark.rule("T23.27", "TX42")
@pytest.mark.parametrize(("level", "most", "chance"), [(1, 24, "264/400"), (2, 21, "210/400"), (3, 18, "153/400")])
def test_odds_of_a_wand(level: int, most: int, chance: str) -> None:
    figures = call(f"odds wand 12 12 {level}").figures
    assert (figures["most"], figures["chance"]) == (most, chance)


@pytest.mark.rule("T23.27", "T19.2", "T19.6", "T19.9", "T19.13")
@pytest.mark.parametrize(("faces", "level"), [((12, 12), 2), ((12, 13), 1)])
def test_one_attempt_at_a_wand(faces: tuple[int, int], level: int, folder: Path, capfd: Any) -> None:
    write(call("wand tobias.toml", *faces))
    c = on_sheet("tobias.toml")
    assert (wands.level(c), c.astral, c.astral_max) == (level, 12, 30)
    assert table(capfd, "wand", "tobias.toml").refusal.endswith("(T19.2)")
    assert table(capfd, "wand", "berengar.toml").refusal.endswith("(T19.1)")
    write(call("rest tobias.toml"))
    assert on_sheet("tobias.toml").astral == 15 - 3
    assert table(capfd, "wand", "tobias.toml").refusal.endswith("(T19.2)")
    write(call("award tobias.toml all 10"))
    assert call("wand tobias.toml", 1, 1).figures["success"]


@pytest.mark.rule("T18.9", "T18.10", "T19.12", "T19.13", "T23.27", "T23.28", "T23.29")
@pytest.mark.parametrize(("lodging", "astral"), [("private", 32 - 3), ("common", 16 - 3), ("barn", 16 - 3)])
@pytest.mark.parametrize("order", list(itertools.permutations(("wand", "astral", "rest"))))
def test_a_pause_comes_to_the_same_in_any_order(
    order: tuple[str, ...], lodging: str, astral: int, folder: Path
) -> None:
    calls = {"wand": "wand tobias.toml", "astral": "astral tobias.toml 2", "rest": "rest tobias.toml"}
    if lodging != "barn":
        calls["rest"] += f" --lodging {lodging}"
    Path("tobias.toml").write_text(MAGE.replace("silver = 120", "silver = 1000"))
    for adventure in range(2):
        for word in order:
            write(call(calls[word], *((20, 20) if word == "wand" else ())))
        c = on_sheet("tobias.toml")
        grown = adventure if lodging != "private" else 2 * adventure
        assert (c.astral, c.astral_max) == (astral + grown, 32 + 2 * adventure)
        write(call("award tobias.toml all 10"))
        write(call("sheet set tobias.toml astral=4"))


@pytest.mark.rule("T23.28", "T18.6", "T18.8", "TX5")
def test_training(folder: Path, capfd: Any) -> None:
    assert "98 silver" not in table(capfd, "astral", "tobias.toml", "2").out.splitlines()[1]
    c = on_sheet("tobias.toml")
    assert (c.astral_max, c.silver) == (32, 22)
    write(call("rest tobias.toml --lodging private"))
    c = on_sheet("tobias.toml")
    assert (c.astral, c.astral_max, c.silver) == (32, 32, 1)
    assert table(capfd, "astral", "tobias.toml", "1").refusal.endswith("(T18.6)")
    assert table(capfd, "astral", "berengar.toml", "1").refusal.endswith("(T18.6)")


@pytest.mark.rule("T23.29", "T18.4", "T18.5", "T18.11")
@pytest.mark.parametrize(("lodging", "silver", "astral"), [("barn", 120, 15), ("common", 113, 15), ("private", 99, 30)])
def test_rest(lodging: str, silver: int, astral: int, folder: Path) -> None:
    command = "rest tobias.toml berengar.toml" + (f" --lodging {lodging}" if lodging != "barn" else "")
    write(call(command))
    c = on_sheet("tobias.toml")
    assert (c.vitality, c.astral, c.silver) == (20, astral, silver)
    assert "cursed" not in {one.kind for one in c.conditions}
    assert on_sheet("berengar.toml").vitality == 39


@pytest.mark.rule("T23.30", "T6.4", "T6.2")
def test_effects_count_down_in_turns(folder: Path) -> None:
    write(call("effect add berengar.toml 7 strength +7"))
    assert call("effect list berengar.toml").lines == ("Berengar: strength +7, 7 turns.",)
    assert call("test strength --sheet berengar.toml", 18).figures["success"]
    write(call("effect tick 6 berengar.toml tobias.toml"))
    assert call("effect list berengar.toml").lines == ("Berengar: strength +7, 1 turn.",)
    assert call("effect list tobias.toml").lines == ("Tobias: strength +7, 1 turn.", "Tobias: cursed, adventure.")
    last = call("effect tick 1 berengar.toml tobias.toml")
    assert last.lines == (
        "1 turns pass.",
        "Berengar: strength +7 ends.",
        "Tobias: strength +7 ends.",
        "Tobias: cursed, adventure.",
    )
    write(last)
    assert on_sheet("berengar.toml").conditions == ()


# --- sheets and parties ---


@pytest.mark.rule("T23.23", "T5.2", "T5.10", "T5.12", "T5.18")
def test_a_new_sheet_by_dice(folder: Path) -> None:
    answer = call(
        "sheet new linnea.toml Linnea elf --agi attack --kit --best agility,intelligence", 6, 5, 3, 2, 1, 4, 2
    )
    write(answer)
    c = on_sheet("linnea.toml")
    assert (c.agility, c.intelligence, c.courage, c.charisma, c.strength) == (13, 12, 11, 10, 9)
    assert (c.attack, c.defence, c.agility_point, c.silver, c.vitality, c.astral) == (11, 8, "attack", 100, 25, 25)
    assert [arm.kind for arm in c.weapons] == ["short-bow", "dagger"]
    write(call("sheet new t.toml Tom magician --qualities 8,12,12,9,10", 6))
    assert (on_sheet("t.toml").silver, [arm.kind for arm in on_sheet("t.toml").weapons]) == (600, ["wand"])
    assert sheet_is_right("linnea.toml")
    assert sheet_is_right("t.toml")


def sheet_is_right(path: str) -> bool:
    return call(f"sheet check {path}").faults == 0


@pytest.mark.rule("T5.3", "T5.4")
def test_as_they_fall_and_a_second_set(folder: Path) -> None:
    write(call("sheet new a.toml Ada adventurer --fall --reroll", 1, 1, 1, 1, 1, 2, 3, 4, 5, 3, 1))
    c = on_sheet("a.toml")
    assert (c.courage, c.intelligence, c.charisma, c.agility, c.strength) == (9, 10, 11, 12, 10)


@pytest.mark.rule("T23.23", "T24.5")
def test_a_check_tells_by_its_exit_code(folder: Path, capfd: Any) -> None:
    assert table(capfd, "sheet", "check", "berengar.toml", "tobias.toml").code == 0
    (folder / "bad.toml").write_text(BERENGAR.replace("ap = 112", "ap = 90"))
    said = table(capfd, "sheet", "check", "berengar.toml", "bad.toml")
    assert said.code == 1
    assert "bad.toml:5: Level 2, but 90 AP are Level 1" in said.out
    assert "T16.19" in said.out.splitlines()[-1]


@pytest.mark.rule("T23.23", "T24.4")
def test_setting_changes_nothing_else(folder: Path) -> None:
    write(call("sheet set berengar.toml silver=70 goods+=rope weapons-=dagger shield=false"))
    after = (folder / "berengar.toml").read_text()
    expected = BERENGAR.replace("= 61  ", "= 70  ").replace('"bandage x2",\n', '"bandage x2", "rope",\n')
    assert after == expected.replace(', "dagger"]', "]").replace("shield = true", "shield = false")


@pytest.mark.rule("T23.23")
def test_the_sheets_of_a_folder_are_listed(folder: Path) -> None:
    (folder / "a-tool.toml").write_text('name = "x"\n[tool]\nclass = 3\n')
    (folder / "faulty.toml").write_text(BERENGAR.replace("strength = 12", "strength = true"))
    assert [line.split(":")[0] for line in call("sheet list .").lines] == [
        "berengar.toml",
        "Cannot be read",
        "tobias.toml",
    ]
    assert call("sheet list").lines == call("sheet list .").lines
    (folder / "empty").mkdir()
    assert call("sheet list empty").lines == ("There are no sheets here.",)


@pytest.mark.rule("T24.8")
def test_a_party_file_lists_sheets_in_marching_order(folder: Path) -> None:
    party = parties.find("party.toml")
    assert [c.name for c in party.characters] == ["Berengar", "Tobias"]
    assert (party.front, party.pool) == (1, 3)
    both = parties.find("tobias.toml,berengar.toml")
    assert [c.name for c in both.characters] == ["Tobias", "Berengar"]
    assert (both.front, both.pool) == (2, 0)


@pytest.mark.rule("T24.8", "T5.22", "T7.13")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sheets = []", "p.toml:1: read as a party: sheets lists the files of its characters (T24.8)"),
        ("front = 2\nsheets = 3", "p.toml:2: read as a party: sheets lists the files of its characters (T24.8)"),
        ('sheets = ["berengar.toml", "berengar.toml"]', '"Berengar" stands twice in the party (T5.21)'),
        ('sheets = ["none.toml"]', 'p.toml:1: "none.toml": No such file or directory'),
        ('sheets = ["berengar.toml"]\nfront = 4', 'p.toml:2: front: "4" is no whole number from 1 to 3 (T24.8)'),
        ('sheets = ["berengar.toml"]\npool = -1', 'p.toml:2: pool: "-1" is no whole number'),
        ('sheets = ["berengar.toml"]\nfrnt = 1', 'p.toml:2: frnt: there is no such key; did you mean "front"? (T24.8)'),
        ("sheets = [", "p.toml:1: no valid TOML"),
        (
            'sheets = ["a.toml", "b.toml", "c.toml", "d.toml", "e.toml", "f.toml", "g.toml"]',
            "1 to 6 characters, not 7 (T5.22)",
        ),
    ],
)
def test_what_is_wrong_with_a_party_file(text: str, said: str, folder: Path) -> None:
    for letter in "abcdefg":
        (folder / f"{letter}.toml").write_text(BERENGAR.replace("Berengar", letter * 3))
    (folder / "p.toml").write_text(text)
    with pytest.raises(sheets.SheetError) as error:
        parties.find("p.toml")
    assert said in str(error.value)


@pytest.mark.rule("T24.10", "T24.11")
def test_the_reference_party(folder: Path) -> None:
    write(call("sheet reference ref"))
    party = parties.find("ref/party.toml")
    assert party.characters == parties.reference().characters
    assert party.front == 2
    figures = [
        (c.cls, c.level, (c.courage, c.intelligence, c.charisma, c.agility, c.strength), c.attack, c.defence)
        for c in party.characters
    ]
    assert figures == [
        ("warrior", 1, (12, 9, 10, 11, 13), 10, 8), ("dwarf", 1, (11, 9, 8, 12, 12), 10, 8),
        ("elf", 1, (10, 12, 11, 13, 10), 11, 8), ("magician", 1, (10, 12, 12, 11, 9), 10, 8),
    ]  # fmt: skip
    assert [c.armour for c in party.characters] == ["leather-armour"] * 3 + ["travelling-clothes"]
    assert [c.shield for c in party.characters] == [True, True, False, False]
    assert ["wasps-sting" in c.order for c in party.characters] == [False, False, False, True]
    assert sheet_is_right("ref/hedda.toml")


# --- combats ---


@pytest.mark.rule("T23.10", "T7.49")
def test_combats_are_counted_alike_by_any_number_of_workers(folder: Path, capfd: Any) -> None:
    words = ["odds", "fight", "reference", "3", "orcs", "--runs", "60", "--seed", "5", "--json"]
    alone = table(capfd, *words)
    shared = subprocess.run(
        [sys.executable, "-m", "undercroft", "table", *words, "--workers", "3"],
        capture_output=True,
        check=True,
        timeout=120,
    )
    assert shared.stdout.decode() == alone.out
    row = alone.figures["groups"][0]
    assert row["combats"] == 60
    assert float(row["low"]) <= float(row["share"]) <= float(row["high"])


@pytest.mark.rule("T23.10")
def test_what_a_combat_comes_to() -> None:
    party = parties.reference()
    easy = skirmish.Skirmish(party.characters, [monsters.from_block("giant-rat")], party.front)
    hard = skirmish.Skirmish(party.characters, [monsters.from_block("dragon")], party.front)
    won, lost = easy.fought(1), hard.fought(1)
    assert (won.won, won.dead) == (True, 0)
    assert (lost.won, lost.lost) == (False, 30 + 35 + 25 + 20)
    assert won.rounds < lost.rounds
    assert easy.fought(1) == won
    assert skirmish.Skirmish(party.characters, [monsters.from_block("troll")], 1).fought(1) != (
        skirmish.Skirmish(party.characters, [monsters.from_block("troll")], 2).fought(1)
    )


@pytest.mark.rule("T23.10", "T24.12")
def test_four_goblins_are_no_match_for_the_reference_party(capfd: Any) -> None:
    row = table(
        capfd, *["odds", "fight", "reference", "4", "goblins", "--runs", "400", "--seed", "1", "--json"]
    ).figures["groups"][0]
    assert float(row["share"]) >= 0.99
    assert 0.5 <= float(row["lost"]) <= 4


@pytest.mark.rule("T23.10")
def test_a_chart_of_the_chance_to_win(folder: Path, capfd: Any) -> None:
    said = table(
        capfd,
        *["odds", "fight", "reference", "orc", "--sizes", "1..3", "--runs", "10", "--chart", "c.svg", "--seed", "1"],
    )
    assert [line.split(":")[0] for line in said.lines] == ["1 Orc", "2 Orcs", "3 Orcs", "Drawn"]
    drawn = (folder / "c.svg").read_text()
    assert drawn.startswith("<?xml")
    assert drawn.count("<circle") == 3


@pytest.mark.rule("T23.10")
def test_a_chart_is_drawn_as_png_too(folder: Path, capfd: Any) -> None:
    for kind, name in (("orc", "a"), ("orc", "b"), ("dragon", "c")):
        row = ["odds", "fight", "reference", kind, "--sizes", "1..3", "--runs", "10", "--seed", "1"]
        table(capfd, *row, "--chart", f"{name}.png")
    first, again, other = ((folder / f"{name}.png").read_bytes() for name in "abc")
    assert first.startswith(b"\x89PNG")
    assert first == again != other


# --- rules, printing ---


@pytest.mark.rule("T23.32")
def test_rules_by_id_section_and_words() -> None:
    assert call("rule t2.13").lines[0].startswith("T2.13 (decided, T2 Tests of Qualities): The chance of success is")
    assert len(call("rule T2").lines) == 19
    assert call("rule TX6").lines[0].startswith("TX6 (example, Worked examples)")
    found = call("rule Natural 19").figures["found"]
    assert [one["id"] for one in found if one["id"].startswith("T2.")] == ["T2.6", "T2.7"]


@pytest.mark.rule("T23.23")
def test_a_sheet_is_printed_always_alike(folder: Path) -> None:
    for name in ("b.svg", "b.pdf"):
        answer = call(f"sheet print berengar.toml {name}")
        assert answer.files == call(f"sheet print berengar.toml {name}").files
        write(answer)
    assert (folder / "b.pdf").read_bytes().startswith(b"%PDF")
    assert ">torch x4; ration x2; bandage x2<" in (folder / "b.svg").read_text()


@pytest.mark.parametrize(
    ("module", "command"),
    [
        ("drawsvg", "sheet print berengar.toml b.svg"),
        ("typst", "sheet print berengar.toml b.pdf"),
        ("typst", "odds fight reference orc --sizes 1..2 --runs 2 --chart c.png"),
    ],
)
def test_a_missing_extra_is_named(
    module: str, command: str, folder: Path, capfd: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setattr(charts, "find_spec", lambda name: None if name == module else find_spec(name))
    said: Said = table(capfd, *command.split())
    assert f"need {module}: install it with: pip install 'undercroft[paper]'" in said.refusal
    assert said.refusal.endswith("in a clone of the sources, with: .venv/bin/pip install -e '.[paper]'")


@pytest.mark.rule("T23.23", "T24.4")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("name='Bert'", "name = 'Bert'   # a good name"), ("name=Bert", 'name = "Bert"   # a good name'),
        ("notes+=b", 'notes = ["a", "b"]'), ("goods-=ration x2", '  "bandage x2",'), ("beard=1.5", "beard = 1.5"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_change_is_put_where_it_belongs(change: str, said: str, mark: str, folder: Path) -> None:
    (folder / "b.toml").write_text(mark + BERENGAR.replace("[mine]", 'notes = "a"\n[mine]'))
    write(uc.table(["sheet", "set", "b.toml", change]))
    assert said in (folder / "b.toml").read_text().splitlines()
    assert (folder / "b.toml").read_text().startswith(mark)


@pytest.mark.parametrize(
    ("line", "change", "said"),
    [
        ("notes = 5\n", "notes+=a", 'notes: "5" is not a list of texts'),
        ("mood.a = 1\n", "mood=2", 'b.toml:34: the key "mood" is a table'),
    ],
)
def test_a_change_that_cannot_be_made(line: str, change: str, said: str, folder: Path) -> None:
    (folder / "b.toml").write_text(BERENGAR.replace("\n[mine]", f"\n\n{line}[mine]", 1))
    with pytest.raises(BadUse) as error:
        uc.table(["sheet", "set", "b.toml", change])
    assert said in str(error.value)


@pytest.mark.rule("T24.8")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('sheet = ["berengar.toml"]', 'p.toml:1: sheet: there is no such key; did you mean "sheets"? (T24.8)'),
        ('Sheets = ["berengar.toml"]', 'p.toml:1: Sheets: there is no such key; did you mean "sheets"? (T24.8)'),
        ("", "p.toml: read as a party: sheets lists the files of its characters (T24.8)"),
        ('sheets = ["berengar.toml"]\npool = ' + "9" * 5000, "p.toml:2: a number of too many digits"),
    ],
)
def test_what_is_no_party_is_told_as_one(text: str, said: str, folder: Path) -> None:
    (folder / "p.toml").write_text(text)
    with pytest.raises(sheets.SheetError) as error:
        parties.find("p.toml")
    assert said in str(error.value)


@pytest.mark.rule("T24.8")
@pytest.mark.parametrize("text", ['"sh\\u0065ets" = ["berengar.toml"]', '\ufeffsheets = ["berengar.toml"]'])
def test_a_party_file_spelt_otherwise(text: str, folder: Path) -> None:
    (folder / "p.toml").write_text(text)
    assert [c.name for c in parties.find("p.toml").characters] == ["Berengar"]


# --- a file of another kind ---


@pytest.mark.rule("T23.23", "T24.8")
def test_the_sheets_of_a_party_are_checked_and_listed_by_its_file(folder: Path) -> None:
    checked = call("sheet check party.toml")
    assert [one["file"] for one in checked.figures["sheets"]] == ["berengar.toml", "tobias.toml"]
    assert (checked.faults, checked.lines[-1]) == (0, "party.toml: a party of 2, 1 in front, 3 AP in the pool.")
    assert [one["name"] for one in call("sheet list party.toml").figures["sheets"]] == ["Berengar", "Tobias"]
    (folder / "tobias.toml").write_text(MAGE.replace("ap = 100", "ap = 0"))
    assert any(line.startswith("tobias.toml:") and "T16.19" in line for line in call("sheet check party.toml").lines)
    (folder / "tobias.toml").unlink()
    assert call("sheet check party.toml").faults == 1


@pytest.mark.rule("T24.8")
def test_a_party_whose_sheets_are_right_is_checked_itself(folder: Path) -> None:
    (folder / "party.toml").write_text('sheets = ["berengar.toml"]\nfront = 9\n')
    with pytest.raises(sheets.SheetError, match=r"party\.toml:2: front"):
        call("sheet check party.toml")


@pytest.fixture
def others(folder: Path) -> Path:
    """The same folder with a fight, the save of a game and its record."""
    write(uc.table("fight fight.json new party.toml 2 orcs", seed=3))
    game = uc.new("tabletop", seed=3)
    (folder / "game.json").write_bytes(game.save())
    (folder / "game.txt").write_text(game.record())
    return folder


PARTY_TOLD = "this is a party's file, no character's; its sheets are berengar.toml, tobias.toml"
FIGHT_TOLD = "this is a fight at a table; undercroft table fight FILE goes on with it"
SAVE_TOLD = "this is the save of a game; undercroft play --resume GAME goes on with it"
RECORD_TOLD = "this is the record of a game; undercroft replay FILE plays it again"


@pytest.mark.rule("T24.1", "T24.9")
@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("sheet show party.toml", PARTY_TOLD),
        ("rest party.toml", PARTY_TOLD),
        ("sheet show fight.json", FIGHT_TOLD),
        ("rate fight.json 2 orcs", FIGHT_TOLD),
        ("sheet set game.json silver=3", SAVE_TOLD),
        ("rate game.json 2 orcs", SAVE_TOLD),
        ("level game.txt", RECORD_TOLD),
        ("fight game.txt show", RECORD_TOLD),
        ("fight game.json show", "this is a game, but no fight at a table"),
        ("fight party.toml show", "this is a party's file, and a fight is kept in one of its own"),
        ("fight tobias.toml show", "this is a character's file, and a fight is kept in one of its own"),
    ],
)
def test_a_file_of_another_kind_is_named_as_what_it_is(asked: str, said: str, others: Path) -> None:
    with pytest.raises(UndercroftError) as error:
        call(asked)
    assert said in str(error.value)


@pytest.mark.rule("T24.1", "T24.9")
def test_a_fight_too_large_for_a_sheet_is_still_told_as_one(others: Path) -> None:
    path = others / "fight.json"
    path.write_text(path.read_text() + " " * 64_000)
    with pytest.raises(sheets.SheetError, match=r"fight\.json: this is a fight at a table"):
        call("sheet show fight.json")


@pytest.mark.rule("T24.2", "T23.30")
def test_a_condition_of_ones_own_is_told_and_no_breach(folder: Path) -> None:
    assert "No rule knows it" in call("effect add tobias.toml 7 blessed").lines[-1]
    assert "No rule knows it" not in call("effect add tobias.toml 7 strength +7").lines[-1]
    write(call("effect add tobias.toml 7 blessed"))
    checked = call("sheet check tobias.toml")
    assert checked.faults == 0
    assert [one["text"] for one in checked.figures["sheets"][0]["own"]] == [
        'conditions: "blessed" is no word of the rules'
    ]
    assert any(
        line.startswith("tobias.toml:") and '"blessed" is no word of the rules' in line for line in checked.lines
    )
    assert call("sheet check berengar.toml").figures["sheets"][0]["own"] == []


# --- slips ---


@pytest.mark.rule("T24.2", "T23.30")
@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("strenght +7", '"strenght +7": there is no such condition; did you mean "strength"?'),
        ("Cursed", '"Cursed": there is no such condition; did you mean "cursed"?'),
        ("strength +99999", '"strength +99999": an amount goes from -99 to +99'),
        ("merry +3", '"merry +3": a condition is words alone, or an amount of courage, '),
        ("?", '"?": a condition is words alone'),
        ("strength +\u0667", '"strength +\u0667": there is no such condition; did you mean "strength"?'),
    ],
)
def test_a_misspelt_effect_is_refused(what: str, said: str, folder: Path) -> None:
    with pytest.raises(UnknownName) as error:
        uc.table(["effect", "add", "berengar.toml", "7", *what.split()])
    assert str(error.value).startswith(said)
    (folder / "b.toml").write_text(BERENGAR.replace("[mine]", f'conditions = ["{what}"]\n[mine]'))
    assert f"b.toml:33: conditions: {said}" in "".join(uc.table("sheet check b.toml").lines)


@pytest.mark.rule("T23.30")
def test_an_effect_of_the_masters_own_is_words(folder: Path) -> None:
    assert uc.table("effect add berengar.toml 7 blue in the face").figures["effects"] == ["blue in the face, 7 turns"]


@pytest.mark.rule("T24.2")
@pytest.mark.parametrize("goods", ["torch x\u0665", "eaten \u0661 leather armour"])
def test_counts_are_in_plain_figures(goods: str, folder: Path) -> None:
    with pytest.raises(UndercroftError, match=r"nothing is written: berengar.toml:.*: goods: "):
        uc.table(["sheet", "set", "berengar.toml", f"goods+={goods}"])


@pytest.mark.rule("T23.23")
def test_sheets_that_cannot_be_read_are_told_and_counted(folder: Path) -> None:
    (folder / "bad.toml").write_text(BERENGAR + "x = [")
    (folder / "other.toml").write_text("x = [")
    listed = uc.table("sheet list")
    assert listed.faults == 1
    assert [line for line in listed.lines if "Cannot" in line] == [
        "Cannot be read: bad.toml:35: no valid TOML: invalid value (T24.1)"
    ]
    assert uc.table("sheet list none.toml").faults == 1
    checked = uc.table("sheet check berengar.toml nobody.toml tobias.toml")
    assert checked.faults == 1
    assert [line.partition(":")[0] for line in checked.lines] == ["berengar.toml", '"nobody.toml"', "tobias.toml"]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("rate refrence orc", '"refrence": No such file or directory; did you mean "reference"?'),
        ("rate tobis.toml orc", '"tobis.toml": No such file or directory; did you mean "tobias.toml"?'),
        ("odds duel refernce:warrior orc", 'did you mean "reference:warrior"?'),
        ("odds duel tobias.tml orc", 'did you mean "tobias.toml"?'),
        ("rate , orc", "whose? Give reference, a party's file, or sheets parted by commas (T24.8)"),
        ("monster orc --set attack=9 --set attack=8", "--set: attack is given twice"),
    ],
)
def test_a_word_that_was_nearly_right(command: str, said: str, folder: Path) -> None:
    with pytest.raises(UndercroftError) as error:
        uc.table(command)
    assert said in str(error.value)


@pytest.mark.rule("T7.45")
def test_an_order_that_is_none_names_its_rule(folder: Path) -> None:
    (folder / "b.toml").write_text('order = "dance"\n' + BERENGAR)
    found = uc.table("sheet check b.toml")
    assert 'b.toml:1: the standing order "dance" can never be followed (T7.45)' in found.lines
    assert "" not in found.rules


@pytest.mark.rule("T23.23", "T4.1")
def test_an_unknown_class_is_answered_with_all_of_them(folder: Path) -> None:
    with pytest.raises(UnknownName, match=r"wizard.*Adventurer, Warrior, Dwarf, Elf, Magician"):
        call("sheet new ann.toml Ann wizard")
