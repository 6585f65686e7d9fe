"""A fight led by the game master from the shell (T23.13 to T23.15, T24.9): steps, undo, overrides, secrets, files."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest
from tests.rulebooks.tabletop.at_table import BERENGAR, MAGE, Said, leaves, numbers, on_sheet, table

import undercroft as uc
from undercroft.engine.errors import UndercroftError
from undercroft.engine.game import Game
from undercroft.engine.record import replay
from undercroft.engine.save import Envelope, pack, seal, unpack
from undercroft.play.held import Hold
from undercroft.play.line import Line
from undercroft.rulebooks.tabletop import fights, rulebook
from undercroft.rulebooks.tabletop.toolkit import fight_files

FILE = "fight.json"
FAILS, SUCCEEDS = 20, 1


class Table:
    """A folder with a party in files, and a fight in it."""

    def __init__(self, capfd: Any, folder: Path) -> None:
        self.capfd = capfd
        self.folder = folder

    def __call__(self, step: str, *more: str) -> Said:
        return table(self.capfd, "fight", FILE, *step.split(), *more)

    def done(self, *steps: str) -> Said:
        """Do steps, all of which must be legal; return what the last one said."""
        for step in steps:
            said = self(step)
            assert said.code == 0, (step, said.err)
        return said

    @property
    def game(self) -> Any:
        return fight_files.load(FILE)

    @property
    def data(self) -> bytes:
        return (self.folder / FILE).read_bytes()


@pytest.fixture
def at(capfd: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    (tmp_path / "berengar.toml").write_text(BERENGAR)
    (tmp_path / "tobias.toml").write_text(MAGE)
    (tmp_path / "party.toml").write_text('# ours\nsheets = ["berengar.toml", "tobias.toml"]\nfront = 1\npool = 3\n')
    monkeypatch.chdir(tmp_path)
    return Table(capfd, tmp_path)


@pytest.fixture
def fought(at: Table) -> Table:
    """The reference party against four Orcs; Hedda acts first."""
    at.done("new reference 4 orcs --seed 7")
    return at


# --- steps (T23.13) ---


@pytest.mark.rule("T23.13")
def test_a_fight_is_kept_from_command_to_command(at: Table) -> None:
    assert at.done("new reference").lines[0] == "gm: Who is to fight? Type add GROUP, then begin HOW."
    assert at.done("add 2 orcs").lines[0] == "There are more of them, by the GM: Orc 1, Orc 2."
    at.done("add goblin 1 chief")
    assert list(at.game.state.foes) == ["orc-1", "orc-2", "goblin-1"]
    assert at.done("begin ready passage").lines[-1] == "player: Combat Round 1: what does Hedda do?"
    assert at.done("attack hedda orc-1").lines[-1] == "player: Combat Round 1: what does Berengar do?"
    at.done("next", "next", "next")
    assert fights.acting(at.game.state) in ("orc-1", "orc-2")
    assert at.done("by-rule").lines[-1].startswith("gm: Combat Round 1")


@pytest.mark.rule("T23.13")
def test_the_masters_figures_stand_in_the_file(fought: Table) -> None:
    fought.done("harm orc-1 7", "heal orc-1 2", "status orc-2 asleep", "figure orc-3 attack 12", "order orc-4 1")
    s = fought.game.state
    assert (s.foes["orc-1"].vitality, s.foes["orc-3"].attack, s.fight.order[0]) == (13, 12, "orc-4")
    rows = {row["id"]: row for row in fought("show --json").figures["fighters"]}
    assert rows["orc-1"]["vitality"] == 13
    assert rows["orc-2"]["status"] == ["asleep"]
    assert rows["orc-3"]["attack"] == 12
    assert "Orc 1 (orc-1): Vitality 13/18, Courage 9, Attack 9, Defence 6" in fought("show").out


@pytest.mark.rule("T23.13", "T23.14")
def test_both_seats_read_effects_with_their_figures(fought: Table) -> None:
    fought.done("figure hedda protection 9", "status orc-1 asleep")
    for seat in ("gm", "player"):
        rows = {row["id"]: row for row in fought(f"show --seat {seat} --json").figures["fighters"]}
        assert (rows["hedda"]["protection"], rows["hedda"]["status"][-1]) == (9, "Protection +5")
        assert rows["orc-1"]["status"] == ["asleep"]


@pytest.mark.rule("T23.13", "T7.44")
def test_rounds_go_by_themselves(fought: Table) -> None:
    fought.done("auto 2")
    assert fought.game.state.fight.round == 3
    assert "The fight is won" in fought.done("auto until end").out
    assert fought.game.state.fight is None


@pytest.mark.rule("T23.13")
def test_after_a_fight_the_master_is_told_what_comes_next(fought: Table) -> None:
    told = fought.done("auto until end").out
    assert "gm: That fight is over: type end for its shares, or add GROUP and begin HOW for the next." in told
    assert "gm: Who is to fight?" not in told
    assert "gm: Who is to fight?" in fought.done("show").out


@pytest.mark.rule("T23.13")
def test_defences_used_are_tracked(fought: Table) -> None:
    fought.done("force attack 5", "attack hedda orc-1")
    row = next(row for row in fought("show --json").figures["fighters"] if row["id"] == "orc-1")
    assert row["defences"] == 1
    assert re.search(r"Orc 1 \(orc-1\): .*Defences used 1", fought("show").out)


@pytest.mark.rule("T23.13")
@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("harmm orc-1 5", 'fight: no step is called "harmm orc-1 5"; did you mean "harm"? (T23.13)'),
        ("harm orc-9 5", '"orc-9" is not in this fight; did you mean "orc-4"? (T23.13)'),
        ("harm orc-1 0", "From 1 to 999 (T23.13)"),
        ("attack orc-1 hedda", "It is not Orc 1's turn but Hedda's. (T7.1)"),
        ("status orc-1 aslep", 'Aslep is no status; did you mean "asleep"? (T23.13)'),
        ("figure orc-1 attak 9", 'Attak is no figure of theirs; did you mean "attack"? (T11.1)'),
        ("force attak 3", 'No roll is called attak; did you mean "attack"? (T23.13)'),
        ("add 2 orcks", 'no monster is called "orcks"; did you mean "Orc"?'),
        ("begin ready", "That cannot be done now: now there are add, attack, next, order, end, harm"),
        ("auto 201", "From 1 to 200 rounds go by themselves. (T7.49)"),
        ("house-rule teror off", 'Teror is no rule that can be switched; did you mean "terror"? (T23.15)'),
        ("test hedda agilty", '"agilty" is no Quality; did you mean "agility"?'),
        ("test orc-1 charisma", "Orc 1 is a monster: its charisma is never Tested. (T11.3)"),
        ("test heda agility", 'Heda is not in this fight; did you mean "hedda"? (T2.18)'),
        ("test hedda agility 21", 'the adjustment (T2.15): "21" is no whole number from -20 to 20'),
        ("undo 3", "undo: of this fight 1 step can be taken back, not 3 (T23.13)"),
        ("end --secret", "fight: --secret goes with test"),
        ("next --seat gm", "fight: --seat goes with show and log"),
        ("list zzz", 'fight: nothing that begins with "zzz" may be typed now (T23.13)'),
        ("new reference", "fight.json: there is such a file already"),
    ],
)
def test_an_illegal_step_is_refused_and_changes_nothing(step: str, said: str, fought: Table) -> None:
    before = fought.data
    assert fought(step).refusal.startswith(said)
    assert fought.data == before


@pytest.mark.rule("T23.13")
def test_what_new_did_is_taken_back_as_one_step(fought: Table) -> None:
    fought.done("harm orc-1 2")
    assert "2 steps can be taken back, not 3" in fought("undo 3").refusal
    fought.done("undo 2")
    assert (fought.game.turns, len(fought.game.state.foes)) == (0, 0)
    fought.done("add orc", "begin ready", "undo")
    assert fought.game.turns == 1


@pytest.mark.rule("T23.13")
def test_the_list_of_everything_is_short_and_a_word_opens_it(fought: Table) -> None:
    said = fought("list").lines
    assert len(said) < 80
    assert said.index("guard") < said.index("attack hedda orc-1")
    assert said.index("attack hedda orc-1") < next(at for at, one in enumerate(said) if one.startswith("status ... ("))
    assert "status orc-1 asleep" in fought("list status").lines


@pytest.mark.rule("T23.13")
def test_undo_reaches_back_over_commands(fought: Table) -> None:
    kept = [fought.data]
    for step in ("attack hedda orc-1", "force attack 1", "auto 1", "harm orc-2 5", "auto until end"):
        fought.done(step)
        kept.append(fought.data)
    assert len(set(kept)) == 6
    assert fought.done("undo").lines[0] == "Taken back: auto until end"
    assert fought.data == kept[4]
    fought.done("undo 3")
    assert fought.data == kept[1]
    fought.done("force attack 1", "auto 1")
    assert fought.data == kept[3]


@pytest.mark.rule("T23.13", "T16.5", "T16.6", "T16.7")
def test_the_end_proposes_the_shared_points(at: Table) -> None:
    at.done("new party.toml 4 orcs --seed 1", "harm berengar 500", "force morale 1")
    at.done("status orc-1 fled", "status orc-2 fled", "harm orc-3 100")
    said = at.done("end")
    assert said.lines[0] == "The fight ends here, by the GM. Defeated: 3, worth 30 Adventure Points in all."
    # Three Orcs of ML 10 and 3 from the pool make 33; the dead share nothing.
    assert said.lines[1] == (
        "Proposed: ML 10 + 10 + 10 = 30, with 3 from the pool 33; 1 share: 33 AP to each of Tobias, 0 into the pool."
    )
    assert said.lines[2] == "To give them out: table award party.toml enemies 10,10,10"
    again = at("end --json").figures
    assert again["proposed"][0]["each"] == 33
    assert at.game.turns == 8


@pytest.mark.rule("T23.13", "T16.6")
def test_what_cannot_be_shared_goes_into_the_pool(fought: Table) -> None:
    fought.done("end", "add 1 ogre", "begin ready", "harm ogre-1 500")
    row = fought("end --json").figures["proposed"][1]
    assert (row["sum"], row["sharers"], row["each"], row["pool"]) == (35, 4, 8, 3)


# --- by the GM (T23.14) ---


@pytest.mark.rule("T23.14")
def test_a_die_is_overridden_and_the_log_says_by_whom(fought: Table) -> None:
    fought.done("force attack 20", "force damage 6")
    assert "The next roll called damage will show 6, by the GM." in fought("show").out
    assert "A master stroke!" not in fought.done("attack hedda orc-1").out
    fought.done("undo 3", "force attack 1", "force damage 6")
    said = fought.done("attack hedda orc-1")
    assert (
        "A master stroke! Hedda strikes Orc 1 past all Defence. 1d6 show 6, +5, less Protection 2: 9 lost" in said.out
    )
    fought.done("harm orc-2 3", "figure orc-3 attack 12")
    log = fought("log").lines
    assert "> gm: force attack 1" in log
    assert "The roll attack shows 1, by the GM. (for the GM alone)" in log
    assert "Orc 2 loses 3 Vitality and has 15 (by the GM)." in log
    assert "Orc 3's attack is 12 and no longer 9 (by the GM). (for the GM alone)" in log


# --- switches (T23.15) ---


@pytest.mark.rule("T23.15")
@pytest.mark.parametrize("rule", ["master-stroke", "breakage", "unreadiness", "bleeding", "terror"])
def test_each_of_five_rules_is_off_only_where_the_master_says_so(rule: str, at: Table) -> None:
    at.done(f"new reference orc --no-{rule}")
    field = rule.replace("-", "_")
    switches = at.game.state.switches
    assert {name for name in switches.__struct_fields__ if not getattr(switches, name)} == {field}
    assert f"Off at this table: {field}." in at("show").out
    at.done(f"house-rule {field} on")
    assert "Off at this table" not in at("show").out


@pytest.mark.rule("T23.15", "T7.5")
def test_without_unreadiness_nobody_is_unready(at: Table) -> None:
    at.done("new reference orc --how unready --no-unreadiness")
    assert "unready" not in at("show").out
    (at.folder / FILE).unlink()
    at.done("new reference orc --how unready")
    assert at("show").out.count("unready") == 4


# --- secret rolls (T2.19) ---


@pytest.mark.rule("T2.19", "T23.13")
def test_twins_over_a_secret_test_are_one_to_the_players(fought: Table) -> None:
    start = fought.data
    players, masters = [], []
    for face in (SUCCEEDS, FAILS):
        (fought.folder / FILE).write_bytes(start)
        fought.done(f"force intelligence {face}", "test tobias intelligence hard --secret", "attack hedda orc-1")
        asked = ("show --seat player", "log --seat player")
        players.append([fought(f"{one}{json}").out for one in asked for json in ("", " --json")])
        game = fought.game
        players[-1] += [str(game.view("player")), str(game.actions("player")), str(game.scene("player"))]
        masters.append(fought("log").out)
    assert players[0] == players[1]
    assert "intelligence" not in "".join(players[0]).lower().replace("quality intelligence", "")
    assert "1 on the die makes 4. It works. (for the GM alone)" in masters[0]
    assert "20 on the die, and that fails whatever is added (23). (for the GM alone)" in masters[1]


@pytest.mark.rule("T2.18", "T23.13")
def test_an_open_test_is_told_to_the_players(fought: Table) -> None:
    fought.done("force agility 11", "test hedda agility 2")
    said = "Hedda Tests agility 11, less 2, so against 9, at +2: 11 on the die makes 13. It does not work."
    assert said in fought("log --seat player").lines
    assert said in fought("log").lines


# --- files (T24.9, T24.4) ---


@pytest.mark.rule("T23.13", "T24.4")
def test_the_sheets_take_what_the_fight_changed_and_keep_all_else(at: Table) -> None:
    at.done("new party.toml orc --seed 3", "harm berengar 5", "figure tobias astral 4", "harm orc-1 99")
    sheet = at.folder / "berengar.toml"
    sheet.write_text(sheet.read_text().replace("ap = 112", "ap = 150"))
    before = sheet.read_text()
    said = at.done("end --save")
    assert "Berengar's vitality: 14 -> 9." in said.lines
    assert "Tobias's astral: 12 -> 4." in said.lines
    assert sheet.read_text() == before.replace("vitality = 14\n", "vitality = 9\n")
    assert (at.folder / "tobias.toml").read_text() == MAGE.replace("astral = 12\n", "astral = 4\n")
    assert on_sheet("berengar.toml").ap == 150


@pytest.mark.rule("T23.13", "T24.4")
def test_lists_take_what_the_fight_changed_and_keep_what_came_meanwhile(at: Table) -> None:
    assert table(at.capfd, "sheet", "reference", "ref").code == 0
    at.done("new ref/party.toml orc --seed 1", "next", "next", "shoot orc-1", "harm orc-1 99")
    assert table(at.capfd, "sheet", "set", "ref/linnea.toml", "goods+=bandage").code == 0
    at.done("end --save")
    goods = dict(on_sheet("ref/linnea.toml").goods)
    assert (goods["arrows"], goods["bandage"]) == (19, 1)


@pytest.mark.rule("T23.13", "T24.4")
@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("vitality = 14\n", "vitality = 12\n", "berengar.toml: vitality is 12 here, but the fight made 9 of 14"),
        ('name = "Berengar"', 'name = "Bertram"', 'berengar.toml: name is "Bertram" here, and "Berengar" in the fight'),
        ('class = "Dwarf"', 'class = "Warrior"', 'berengar.toml: class is "Warrior" here, and "Dwarf" in the fight'),
    ],
)
def test_a_sheet_that_is_no_longer_what_the_fight_began_with(was: str, now: str, said: str, at: Table) -> None:
    at.done("new party.toml orc --seed 3", "harm berengar 5", "harm tobias 2", "harm orc-1 99")
    sheet = at.folder / "berengar.toml"
    sheet.write_text(sheet.read_text().replace(was, now))
    before = sheet.read_text()
    assert at("end --save").refusal.startswith(said)
    assert sheet.read_text() == before
    assert (at.folder / "tobias.toml").read_text() == MAGE


@pytest.mark.rule("T23.13", "T24.4")
def test_what_is_written_out_is_not_written_again(at: Table) -> None:
    at.done("new party.toml orc --seed 3", "harm berengar 5", "harm orc-1 99", "end --save")
    assert table(at.capfd, "sheet", "set", "berengar.toml", "vitality=14").code == 0
    nothing = "The sheets have all that the fight changed: nothing is written."
    assert nothing in at.done("end --save").lines
    assert on_sheet("berengar.toml").vitality == 14
    at.done("undo 1")
    assert nothing in at.done("end --save").lines
    assert on_sheet("berengar.toml").vitality == 14
    at.done("add 1 orc", "begin ready", "harm berengar 3", "harm orc-2 99")
    assert at("end --save").refusal.startswith("berengar.toml: vitality is 14 here, but the fight made 6 of 9")
    assert table(at.capfd, "sheet", "set", "berengar.toml", "vitality=9").code == 0
    at.done("end --save")
    assert on_sheet("berengar.toml").vitality == 6


@pytest.mark.rule("T23.13", "T8.15")
def test_ammunition_is_written_back(at: Table) -> None:
    assert table(at.capfd, "sheet", "reference", "ref").code == 0
    at.done("new ref/party.toml orc --seed 1", "next", "next", "shoot orc-1", "harm orc-1 99")
    said = at.done("end --save")
    # One arrow shot, and half of it, rounded down, found again.
    assert "Linnea's goods: arrows x20 -> arrows x19." in said.lines
    assert ("arrows", 19) in on_sheet("ref/linnea.toml").goods


@pytest.mark.rule("T23.13")
def test_a_party_without_files_is_not_written(fought: Table) -> None:
    fought.done("auto until end")
    before = fought.data
    assert fought("end --save").refusal == "fight end: the party is not in files: leave --save out (T23.13)"
    assert fought.data == before
    assert sorted(path.name for path in fought.folder.iterdir()) == [
        f".{FILE}.undercroft-old", "berengar.toml", FILE, "party.toml", "tobias.toml"
    ]  # fmt: skip


@pytest.mark.rule("T23.13")
def test_nothing_ends_before_it_began(at: Table) -> None:
    at.done("new party.toml")
    assert at("end").refusal == "fight end: there has been no fight yet (T23.13)"
    (at.folder / "berengar.toml").write_text(BERENGAR.replace("jewels", 'conditions = ["dead"]\njewels'))
    said = table(at.capfd, "fight", "other.json", "new", "berengar.toml")
    assert said.refusal == "fight: nobody of the party is alive (T23.13)"


@pytest.mark.rule("T24.9")
def test_a_fights_file_holds_all_of_it_and_its_actions_give_the_same_state(fought: Table) -> None:
    fought.done("force attack 1", "auto 2", "test hedda courage --secret", "auto until end")
    held = json.loads(fought.data)
    assert (held["rulebook"], held["options"], len(held["record"])) == ("tabletop", {"play": "fight"}, 6)
    game = unpack(fought.data, book=rulebook)
    assert game.seed == held["seed"]
    assert replay(game.record(), world=game.origin, book=rulebook).digest() == game.digest()


@pytest.mark.rule("T24.9")
def test_a_solo_games_save_is_its_actions_and_their_state() -> None:
    game = Game(rulebook, 11, {})
    for place in range(60):
        offers = [one for one in game.actions() if not hasattr(one, "field")]
        opens = [one.at(one.low) for one in game.actions() if hasattr(one, "low") and isinstance(one.low, int)]
        choices = offers or opens
        assert choices
        game.act(choices[place * 7 % len(choices)])
    data = pack(game)
    again = unpack(data, book=rulebook)
    assert (again.digest(), again.turns, again.options) == (game.digest(), game.turns, game.options)
    assert replay(again.record(), book=rulebook).digest() == again.digest()
    assert pack(again) == data


@pytest.mark.rule("T23.13")
def test_two_processes_on_one_file_are_refused(fought: Table) -> None:
    before = fought.data
    with Hold(fought.folder / f".{FILE}.undercroft-lock", "taken"):
        assert fought("harm orc-1 5").refusal.startswith(f"{FILE} is in the hands of another process (")
    assert fought.data == before
    fought.done("harm orc-1 5")


@pytest.mark.rule("T23.13")
@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", f"{FILE}: this is no save of a game"),
        (b"\x00\xff", f"{FILE}: this is no save of a game"),
        (b"{}", f"{FILE}: this is no save of a game"),
        ("cut", f"{FILE}: this is no save of a game"),
        ("altered", f"{FILE}: the save is damaged: what it holds is not what it names"),
        ("solo", f"{FILE}: this is a game, but no fight at a table"),
        ("descent", f'{FILE}: the save is of "descent", not of tabletop'),
    ],
)
def test_a_broken_file_is_one_clear_line(data: Any, said: str, fought: Table) -> None:
    whole = fought.data
    if data == "cut":
        data = whole[: len(whole) // 2]
    elif data == "altered":
        data = whole.replace(b'"Hedda"', b'"Hedde"')
    elif data == "solo":
        data = pack(Game(rulebook, 1, {}))
    elif data == "descent":
        data = whole.replace(b'"rulebook":"tabletop"', b'"rulebook":"descent"', 1)
    (fought.folder / FILE).write_bytes(data)
    for step in ("show", "harm orc-1 5", "undo", ""):
        assert fought(step).refusal == said
    assert fought.data == data


def test_a_broken_file_names_the_copy_that_is_kept(fought: Table) -> None:
    fought.done("harm orc-1 1")
    before = (fought.folder / f".{FILE}.undercroft-old").read_bytes()
    (fought.folder / FILE).write_bytes(b"")
    assert fought("show").refusal.endswith(f"; as it was one step before it is kept in .{FILE}.undercroft-old")
    (fought.folder / FILE).write_bytes(before)
    assert fought("show").code == 0


@pytest.mark.parametrize("name", [".", "/", "", "folder"])
def test_what_can_be_no_file_of_a_fight(name: str, at: Table) -> None:
    (at.folder / "folder").mkdir()
    said = table(at.capfd, "fight", name, "show").refusal
    assert said.startswith((f'"{name}": cannot be written', "folder: cannot be"))
    with pytest.raises(UndercroftError):
        uc.table(["fight", name, "show"])


@pytest.mark.rule("T24.9")
@pytest.mark.parametrize(
    ("key", "value"), [("armour", "tin"), ("wielded", 9), ("weapons", [{"kind": "gun"}]), ("cls", "bard")]
)
def test_the_sheets_a_fight_began_with_are_checked_too(key: str, value: Any, fought: Table) -> None:
    envelope = msgspec.json.decode(fought.data, type=Envelope)
    assert envelope.world is not None
    envelope.world.tables["characters"][0][1][key] = value
    envelope.digest = seal(envelope)
    (fought.folder / FILE).write_bytes(msgspec.json.encode(envelope))
    assert "the world is no world of tabletop: its character hedda" in fought("log").refusal


def test_a_missing_file_is_one_line(at: Table) -> None:
    assert at("show").refusal == f"{FILE}: there is no such save"
    assert table(at.capfd, "fight", "no/such.json", "show").refusal.endswith(
        "no: cannot be used: No such file or directory"
    )
    assert list(at.folder.glob("*.lock")) == []


# --- a row of steps ---


@pytest.mark.rule("T23.13")
def test_a_file_alone_asks_for_steps_until_they_end(fought: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = b"# first\nattack hedda orc-1\nharm orc-9 1\n\nharm orc-1 2\nundo\nquit\nharm orc-2 5\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed)))
    said = fought("")
    assert said.code == 1
    assert [line for line in said.lines if line.startswith("> ")] == [
        "> attack hedda orc-1", "> harm orc-9 1", "> harm orc-1 2", "> undo"
    ]  # fmt: skip
    assert '"orc-9" is not in this fight; did you mean "orc-4"? (T23.13)' in said.lines
    assert said.lines[0] == "player: Combat Round 1: what does Hedda do?"
    assert fought.game.turns == 3
    assert fought.game.state.foes["orc-2"].vitality == 18


@pytest.mark.rule("T23.13")
def test_steps_that_may_be_typed_are_completed(fought: Table) -> None:
    from undercroft.engine.toolkit import Asked, find

    tool = next(one for one in find("tabletop").tools if one.words == "fight")
    assert tool.steps is not None
    words = tool.steps(Asked((FILE,)))
    assert {"attack hedda orc-1", "wait", "undo", "auto until end", "end --save"} <= set(words)
    assert fought("list at").lines[0] == "attack hedda orc-1"


# --- text and JSON (T23.2) ---

STEPS = (
    "show", "show --seat player", "log", "log --seat player", "list force", "attack hedda orc-1", "by-rule", "next",
    "force attack 3", "auto 3", "auto until end", "undo 2", "test tobias intelligence 3 --secret", "end",
    "harm orc-2 4", "add 2 goblins", "order orc-1 1", "status hedda bound", "figure orc-1 add 4",
    "house-rule terror off",
)  # fmt: skip


@pytest.mark.rule("T23.1", "T23.2")
@pytest.mark.parametrize("step", STEPS)
def test_every_step_gives_the_same_figures_as_text_and_as_data(step: str, fought: Table) -> None:
    fought.done("auto 1", "force damage 6", "harm orc-1 3", "status linnea unready")
    if step == "by-rule":
        fought.done("order orc-3 1")
    start = fought.data
    text = fought.done(step)
    after = fought.data
    (fought.folder / FILE).write_bytes(start)
    said = fought(f"{step} --json")
    assert fought.data == after
    data = json.loads(said.out)
    assert numbers("\n".join(text.lines)) == numbers(" ".join(leaves(data["figures"])))
    assert data["rules"] == re.search(r"^Rules: (.*)\.$", text.out, re.MULTILINE)[1].split(", ")  # type: ignore[index]


# --- beginning ---


@pytest.mark.rule("T23.13")
def test_a_seed_goes_with_new_and_is_refused_elsewhere(at: Table, capfd: Any) -> None:
    seeds = []
    for number in ("7", "7", "8"):
        Path(FILE).unlink(missing_ok=True)
        at.done(f"new party.toml orc --seed {number}")
        seeds.append(at.game.seed)
    assert seeds[0] == seeds[1] != seeds[2]
    before = at.data
    for step in ("auto 1 --seed 3", "show --seed 3", "--seed 3"):
        said = at(step)
        assert (said.code, said.err) == (
            2, "undercroft: fight: --seed goes with new; a fight keeps the dice that it began with\n"
        )  # fmt: skip
    assert at.data == before


@pytest.mark.rule("T23.13")
def test_a_fight_is_begun_from_the_row_of_steps_too(at: Table, capfd: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = io.TextIOWrapper(io.BytesIO(b"show\nnew party.toml orc --seed 7\nlist auto\n"))
    monkeypatch.setattr("sys.stdin", typed)
    said = table(capfd, "fight", FILE)
    assert said.out.startswith("No fight is kept in fight.json yet: new PARTY [GROUP...] begins one.\n")
    assert "there is no such save" in said.out
    assert "auto until end" in said.out
    assert at.game.state.foes


# --- what nobody should type, and what nobody should learn ---


@pytest.mark.rule("T23.13")
@pytest.mark.parametrize("step", ["end now", "undo 1 2", "test hedda courage 5 5", "show player", "log player"])
def test_a_word_too_many_is_refused(step: str, fought: Table) -> None:
    before = fought.data
    assert "is one word too many: fight FILE" in fought(step).refusal
    assert fought.data == before


@pytest.mark.rule("T23.13")
@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("attack", 'fight: "attack" is no step: type attack ENEMY or attack ATTACKER ENEMY (T23.13)'),
        ("order hedda 1.5", 'fight: "order hedda 1.5" is no step: type order WHO PLACE; did you mean'),
        ("force attack 1e9", 'fight: "force attack 1e9" is no step: type force ROLL VALUE; did you mean'),
        ("add", 'fight: "add" is no step: type add KIND COUNT [TEMPLATE] (T23.13)'),
        ("by-rule 2", 'fight: "by-rule 2" is no step: type by-rule (T23.13)'),
        ("force attack 21", "A forced value lies between 1 and 20 (T23.13)"),
        ("force damage 121", "A forced value lies between 1 and 120 (T23.13)"),
    ],
)
def test_a_step_typed_wrongly_is_told_how(step: str, said: str, fought: Table) -> None:
    assert fought(step).refusal.startswith(said)


@pytest.mark.rule("T23.13")
def test_no_more_foes_stand_than_can_be_listed(at: Table) -> None:
    refused = at("new reference 21 orcs").refusal
    assert refused == 'the number of monsters: "21" is no whole number from 1 to 20'
    at.done("new reference 20 orcs --seed 3")
    assert at("add 1 orc").refusal == "At most 20 foes may stand at once, and 20 do (T23.13)"
    assert not [one for one in at.game.actions("gm").texts() if one.startswith("add ")]
    at.done("harm orc-1 99", "add 1 orc")
    assert at("add 1 orc").code == 2


@pytest.mark.rule("T23.14", "T2.18")
def test_the_players_learn_no_hidden_figure_of_a_foe(fought: Table) -> None:
    players = ("log --seat player", "log --seat player --json")
    before = [fought(one).out for one in players]
    fought.done("figure orc-1 attack 17", "figure orc-1 courage 16")
    assert [fought(one).out for one in players] == before
    assert "Orc 1's attack is 17" in fought("log").out
    fought.done("figure orc-1 vitality 7", "force courage 11", "test orc-1 courage 2")
    said = fought("log --seat player").out
    assert "Orc 1's vitality is 7" in said
    assert "Orc 1 Tests courage at +2: 11 on the die. It works." in said
    assert "16" not in said
    assert "Orc 1 Tests courage 16, less 0, so against 16, at +2" in fought("log").out


class Drawer:
    """A keeper that keeps nothing."""

    id, story = "fight", ""
    tale: ClassVar[list[str]] = []

    def save(self, game: Any) -> None:
        pass


@pytest.mark.rule("T2.19", "T23.14")
def test_one_keyboard_tells_each_seat_its_own() -> None:
    game = uc.new("tabletop", seed=3, play="fight", ranked=True)
    told: list[str] = []
    line = Line(game, Drawer(), told.append)

    def answers(*typed: str) -> str:
        for one in typed:
            told.clear()
            line.answer(one)
        return "\n".join(told)

    secret = answers("add orc 2", "force intelligence 11", "secret-test tobias intelligence 2")
    assert "intelligence" in secret
    assert "intelligence" in answers("again")
    assert "intelligence" in answers("log")
    answers("begin ready")
    assert game.asked == "player"
    for sitting in (line, Line(game, Drawer(), told.append)):
        line = sitting
        assert "Combat Round 1." in answers("log")
        for asked in ("log", "again", "why"):
            assert "intelligence" not in answers(asked).lower()
            assert "orc 2" not in answers(asked).lower().replace("orc 1, orc 2", "")
