"""Every command of the toolkit: the same figures in text and JSON, the same seed, help, bad words."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.rulebooks.tabletop.at_table import BERENGAR, MAGE, check_figures, table

import undercroft as uc
from undercroft.rulebooks.tabletop.toolkit import toolkit

SAMPLES: dict[str, str] = {
    "roll": "roll x 3 4d6 kh 3 + 2 - d4",
    "test": "test agility 3 --sheet berengar.toml",
    "odds test": "odds test 10 -5 --penalty 2",
    "odds hit": "odds hit 10 8 -2",
    "odds duel": "odds duel reference:warrior goblin-chief",
    "odds fight": "odds fight party.toml 3 goblins, orc --runs 12",
    "fight": "fight fight.json new party.toml 2 orcs, goblin chief --no-terror",
    "monster": "monster giant spider --set courage=3 --set P=4",
    "rate": "rate party.toml 4 orcs, ogre",
    "build": "build reference boss",
    "jewel": "jewel 3",
    "treasure": "treasure D",
    "item": "item",
    "sense": "sense --difficulty 11 --gm",
    "odds sense": "odds sense 11",
    "odds wand": "odds wand 12 12 2",
    "wand": "wand tobias.toml",
    "astral": "astral tobias.toml 2",
    "rest": "rest tobias.toml berengar.toml --lodging private",
    "award": "award party.toml enemies 100,205",
    "level": "level gainer.toml --vit --raise agility --agi attack --score defence",
    "sheet new": "sheet new ulla.toml Ulla adventurer --fall --agi defence --kit",
    "sheet show": "sheet show berengar.toml",
    "sheet check": "sheet check wrong.toml",
    "sheet set": "sheet set berengar.toml silver=70 goods+=rope level=3",
    "sheet list": "sheet list berengar.toml tobias.toml",
    "sheet print": "sheet print berengar.toml berengar.svg",
    "sheet reference": "sheet reference ref",
    "adventure new": "adventure new --party party.toml --size standard --setting grim",
    "effect add": "effect add berengar.toml 7 strength +7",
    "effect list": "effect list tobias.toml berengar.toml",
    "effect tick": "effect tick 7 tobias.toml",
    "rule": "rule T2.13",
}
"""One call of every command; files stand in the folder it is called from."""
MORE = (
    "roll 3d6", "test 12 --seed 3", "odds test intelligence 2 --sheet tobias.toml", "odds duel giant-bat stone-watcher",
    "odds fight party.toml orc --sizes 1..3 --runs 5 --chart chart.svg", "monster orc --veteran", "build reference 28",
    "odds fight reference orc --levels 1..2 --sizes 1..2 --runs 3 --chart chart.svg",
    "jewel --carats 11 --sum 6", "treasure B --enemies 4 --orcs", "treasure F", "item hero's belt", "sense --none",
    "award reference all 300", "award party.toml deed tobias 5", "award party.toml deed tobias 50",
    "sheet check berengar.toml tobias.toml", "rule T23",
    "rule natural 19", "sheet show tobias.toml", "sheet new ulla.toml Ulla dwarf --qualities 12,9,9,12,12",
)  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two characters, their party, and sheets that gain a Level or break rules."""
    (tmp_path / "berengar.toml").write_text(BERENGAR)
    (tmp_path / "tobias.toml").write_text(MAGE)
    (tmp_path / "gainer.toml").write_text(BERENGAR.replace("ap = 112", "ap = 300"))
    (tmp_path / "wrong.toml").write_text(
        'allow = ["T16.19"]\n' + BERENGAR.replace("= 112", "= 90").replace("= 9", "= 11")
    )
    (tmp_path / "party.toml").write_text('sheets = ["berengar.toml", "tobias.toml"]\nfront = 1\npool = 3\n')
    monkeypatch.chdir(tmp_path)
    return tmp_path


def split(command: str) -> list[str]:
    words = command.split()
    return words if "--seed" in words else [*words, "--seed", "3"]


@pytest.mark.rule("T23.1")
def test_every_command_has_a_sample() -> None:
    assert set(SAMPLES) == {tool.words for tool in toolkit.tools}


@pytest.mark.rule("T23.2")
@pytest.mark.parametrize("command", [*SAMPLES.values(), *MORE])
def test_text_and_json_give_the_same_figures(command: str, folder: Path, capfd: Any) -> None:
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    text = table(capfd, *split(command))
    for path in folder.rglob("*"):
        if path.is_file():
            path.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    said = table(capfd, *split(command), "--json")
    assert text.code == said.code in (0, 1), text.err + said.err
    data = json.loads(said.out)
    check_figures(split(command), text.lines, data["figures"])
    assert data["rules"] == re.search(r"^Rules: (.*)\.$", text.out, re.MULTILINE)[1].split(", ")  # type: ignore[index]


@pytest.mark.rule("T23.1", "T23.2")
@pytest.mark.parametrize("command", [*SAMPLES.values(), *MORE])
def test_a_command_is_a_function_of_the_library(command: str, folder: Path, capfd: Any) -> None:
    files = {path: path.read_bytes() for path in folder.rglob("*")}
    words, _, seed = " ".join(split(command)).partition(" --seed ")
    answer = uc.table(words, seed=int(seed))
    assert {path: path.read_bytes() for path in folder.rglob("*")} == files
    said = table(capfd, *split(command), "--json")
    data = json.loads(said.out)
    assert json.loads(msgspec.json.encode(answer.figures)) == data["figures"]
    assert list(answer.rules) == data["rules"]
    for path, content in answer.files:
        assert Path(path).read_bytes() == (content.encode() if isinstance(content, str) else content)


def test_the_library_refuses_in_one_line() -> None:
    with pytest.raises(uc.UndercroftError, match='no command of the table is called "tset"; did you mean "test"'):
        uc.table("tset 10")
    with pytest.raises(uc.UndercroftError, match="odds hit needs DEFENCE"):
        uc.table(["odds", "hit", "10"])


@pytest.mark.rule("T23.1")
@pytest.mark.parametrize("command", [*SAMPLES.values(), *MORE])
def test_the_same_seed_and_input_give_the_same_output(command: str, folder: Path, capfd: Any) -> None:
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    first = table(capfd, *split(command))
    after = {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    for path in folder.rglob("*"):
        if path.is_file():
            path.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    again = table(capfd, *split(command))
    assert (first.code, first.out) == (again.code, again.out)
    assert after == {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert first.err == ""


@pytest.mark.rule("T23.1")
@pytest.mark.parametrize("command", ["roll 3d6", "test 10", "jewel 5", "treasure F", "item", "sense --gm"])
def test_another_seed_rolls_other_dice_and_a_chosen_one_is_told(command: str, folder: Path, capfd: Any) -> None:
    outputs = {table(capfd, *command.split(), "--seed", str(seed)).out for seed in range(12)}
    assert len(outputs) > 4
    chosen = table(capfd, *command.split())
    seed = re.search(r"^Seed (\d+)\.$", chosen.out, re.MULTILINE)
    assert seed
    assert table(capfd, *command.split(), "--seed", seed[1]).lines == chosen.lines


@pytest.mark.rule("T23.1")
@pytest.mark.parametrize("tool", toolkit.tools, ids=lambda tool: tool.words)
def test_every_command_has_help_and_rules_that_there_are(tool: Any, capfd: Any) -> None:
    from undercroft.rulebooks.tabletop.entries import rule_ids

    said = table(capfd, *tool.words.split(), "--help")
    assert said.code == 0
    assert tool.usage in said.out
    assert tool.about in said.out
    assert table(capfd, "help", *tool.words.split()).out == said.out
    assert tool.rules
    assert set(tool.rules) <= rule_ids()
    assert tool.usage in table(capfd).out


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("odds tset 10", 'no command of the table is called "odds tset"; did you mean "odds test"?'),
        ("tset 10", 'no command of the table is called "tset"; did you mean "test"?'),
        ("odds", "odds what? There are: odds test, odds hit,"),
        ("sheet", "sheet what? There are: sheet new,"),
        ("odds test", "odds test needs QUALITY|VALUE"),
        ("odds test 10 -5 3", 'odds test: "3" is one word too many'),
        ("odds test 10 --penlty 3", 'odds test has no option "--penlty"; did you mean "--penalty"?'),
        ("odds test 10 --penalty", "--penalty needs a value: --penalty P"),
        ("odds test 10 --penalty 1 --penalty 2", "--penalty is given twice"),
        ("odds test 10 21", 'the adjustment (T2.15): "21" is no whole number from -20 to 20'),
        ("odds test 10 -21", 'the adjustment (T2.15): "-21" is no whole number from -20 to 20'),
        ("odds test 12 hrad", 'no difficulty is called "hrad"; did you mean "hard"?'),
        ("odds test x10", '"x10" is no Quality'),
        ("odds test ten -5", '"ten" is no Quality; there are: courage, intelligence, charisma, agility, strength'),
        ("odds test agilty", '"agilty" is no Quality; did you mean "agility"?'),
        ("odds test agility", "whose agility? Give --sheet SHEET"),
        ("odds hit 10", "odds hit needs DEFENCE"),
        ("odds hit ten 8", 'ATTACK: "ten" is no whole number from 0 to 30'),
        ("odds duel orc dragn", 'no monster is called "dragn"; did you mean "Dragon"?'),
        ("odds duel orc none.toml", '"none.toml": No such file or directory'),
        ("odds duel reference:wizard orc", 'the reference party has no "wizard"'),
        ("odds fight reference 4 orcks", 'no monster is called "orcks"; did you mean "Orc"?'),
        ("odds fight reference 0 orcs", 'the number of monsters: "0" is no whole number from 1 to 100'),
        ("odds fight reference orc --runs 100001", '--runs: "100001" is no whole number from 1 to 100000'),
        ("odds fight reference orc --chart c.svg", "odds fight: --chart goes with --sizes A..B or --levels A..B"),
        ("odds fight reference orc --sizes 1..2 --chart c.pgn", '"pgn" is not one of svg, png; did you mean "png"?'),
        ("odds fight reference orc --levels 1..22", '--levels: "22" is no whole number from 1 to 21'),
        ("odds fight party.toml orc --levels 1..3", "--levels: Berengar is of Level 2: no Level 1 to grow to"),
        ("odds fight reference orc --levels 1..21 --runs 5000", "odds fight: 21 x 5000 combats are too many"),
        ("odds fight reference orc --sizes 3..1", '--sizes: "3..1" goes backwards: write 1..3'),
        ("rate reference", "rate needs GROUP"),
        ("rate reference 4", "a group is numbers and names"),
        ("build reference huge", '"huge" is not one of light, middling, heavy, boss'),
        ("build reference light --theme gobin", "no theme is called"),
        ("build reference light --theme labyrinth", "the adventure level is 1 (T22.10)"),
        ("monster orc --set courag=3", 'no figure is called "courag"; did you mean "courage"?'),
        ("monster orc --set courage=100", "from 1 to 99"),
        ("monster orc --set courage", '--set "courage": write FIELD=VALUE'),
        ("monster orc --veteran --chief", "--veteran and --chief do not go together"),
        ("jewel 0", 'N: "0" is no whole number from 1 to 100'),
        ("jewel --carats 11", "--carats C and --sum S stand together"),
        ("jewel --carats 21 --sum 6", '--carats: "21" is no whole number from 1 to 20'),
        ("jewel --carats 11 --sum 13", '--sum: "13" is no whole number from 2 to 12'),
        ("adventure new", "adventure new: whose? Give --party PARTY"),
        ("adventure new --party reference --size big", '"big" is not one of short, standard, long, grand'),
        ("adventure new --party reference --setting grm", 'did you mean "grim"?'),
        ("adventure new --party reference --theme labyrinth", "Labyrinth is for levels 6-13, the adventure level is 1"),
        ("treasure G", 'LETTER: "G" is not one of A, B, C, D, E, F'),
        ("item hero", 'no magic item is called "hero"; did you mean "Hero\'s Belt"?'),
        ("sense --difficulty 5", '--difficulty: "5" is no whole number from 6 to 16'),
        ("sense --difficulty 11 --none", "--none and --difficulty do not go together"),
        ("sense --gm=yes", '--gm takes no value: leave "=yes" out'),
        ("odds wand 12 12 4", 'LEVEL: "4" is no whole number from 1 to 3'),
        ("award reference enemis 10", 'award: "enemis" is not one of enemies, deed, all; did you mean "enemies"?'),
        ("award reference deed hedd 5", 'the party has no "hedd"; did you mean "Hedda"?'),
        ("award reference deed hedda", "award deed takes a name and a number"),
        ("award reference enemies 10,x", 'ML: "x" is no whole number'),
        ("sheet set berengar.toml silvr=3", 'there is no key "silvr"; did you mean "silver"? (T24.2)'),
        ("sheet set berengar.toml armour=plate", "nothing is written: berengar.toml:21: armour: no armour"),
        ("sheet set berengar.toml goods-=rope", 'goods has no "rope"'),
        ("sheet set berengar.toml ap+=3", "ap is no list"),
        ("sheet new berengar.toml Ulla dwarf", "there is such a file already"),
        ("sheet new u.toml Ulla dwrf", 'no class is called "dwrf"; did you mean "Dwarf"; the classes are'),
        ("sheet new u.toml Ulla dwarf --qualities 12,9,9,12,14", '"14" is no whole number from 8 to 13'),
        ("sheet new u.toml Ulla dwarf --qualities 12,9,9,11,12", "(T4.6)"),
        ("sheet new u.toml Ulla dwarf --qualities 12,9,9,13,12", "add --agi attack or --agi defence (T5.6)"),
        ("sheet print berengar.toml b.txt", '"txt" is not one of svg, pdf'),
        ("effect add berengar.toml 0 strength", 'TURNS: "0" is no whole number from 1'),
        ("rule T2.133", 'there is no rule "T2.133"; nearest are T2.13'),
        ("rule hippopotamus", 'no rule holds the words "hippopotamus"'),
        ("odds test 10 --seed x", '--seed: "x" is no whole number from 0'),
    ],
)
def test_bad_words_are_one_clear_line(command: str, said: str, folder: Path, capfd: Any) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert said in table(capfd, *command.split()).refusal
    assert before == {path.name: path.read_bytes() for path in folder.iterdir()}
