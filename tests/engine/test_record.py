"""The text record: written, read strictly with line numbers, replayed, and where it diverges."""

from __future__ import annotations

import pytest
from tests.testing import policy

import undercroft as uc
from undercroft.engine.errors import Diverged, RecordError
from undercroft.engine.record import read


def played():
    game = uc.new("fivecards", seed=3, difficulty="hard")
    for line in ("turn 1", "dim", "go hall", "rest"):
        assert game.act(line).accepted, line
    return game


def lines():
    return played().record().splitlines()


def test_a_record_says_what_a_person_needs():
    text = lines()
    assert text[0] == "undercroft record 1"
    assert text[1] == "rulebook fivecards 1"
    assert text[3:6] == ["seed 3", "mode practice", 'options {"difficulty":"hard"}']
    assert text[6] == ""
    assert text[8] == "> gm: dim = 0 1"
    assert text[-1].startswith("# state 4 ")


def test_a_replay_gives_the_same_game_and_the_same_record():
    game = played()
    again = uc.replay(game.record())
    assert again.digest() == game.digest()
    assert again.streams.state() == game.streams.state()
    assert again.record() == game.record()


@pytest.mark.parametrize("to", [0, 1, 3])
def test_a_replay_stops_where_it_is_told(to):
    assert uc.replay(played().record(), to=to).turns == to


def test_what_was_told_is_written_on_demand_and_ignored_when_read():
    game = played()
    text = game.record(events=True)
    assert "| You step into the hall." in text.splitlines()
    assert uc.replay(text).digest() == game.digest()


def test_a_record_carries_the_world_it_starts_from():
    first = policy.won()
    second = uc.new("fivecards", seed=5, world=first.world())
    second.act("rest")
    text = second.record()
    assert f"world {first.world().digest}" in text.splitlines()
    assert uc.replay(text).digest() == second.digest()
    bare = "\n".join(line for line in text.split("\n") if not line.startswith("world-data"))
    with pytest.raises(RecordError, match=r"starts from world .* which it does not carry"):
        uc.replay(bare)
    assert uc.replay(bare, world=first.world()).digest() == second.digest()


def test_a_state_digest_stands_after_every_50_actions():
    game = uc.new("fivecards", seed=1)
    for at in range(105):
        game.act(f"force dust {at + 1}")
    states = [line.split(" ")[2] for line in game.record().splitlines() if line.startswith("# state")]
    assert states == ["50", "100", "105"]


def changed(at, line):
    text = lines()
    text[at] = line
    return "\n".join(text) + "\n"


@pytest.mark.parametrize(("at", "line", "says"), [
    (0, "nonsense", r'^line 1: "nonsense": a record begins with undercroft record 1'),
    (0, "undercroft record 2", r"^line 1: .*this program reads format 1"),
    (1, "rulebok fivecards 1", r'^line 2: "rulebok fivecards 1": not a line of a record\'s head'),
    (2, "seed 3", r"^line 4: .*not a line of a record's head"),
    (3, "seed seven", r'^line 4: "seven": a seed is a whole number'),
    (3, "seed 07", r'^line 4: "07": a seed is a whole number'),
    (4, "mode fun", r'^line 5: "fun": a game is ranked or practice'),
    (5, "options [1]", r"^line 6: .*options are a JSON object"),
    (5, "options {", r"^line 6: .*options are a JSON object"),
    (3, "", r"^line 4: the head ends without its line seed"),
    (7, "turn 1", r"^line 8: \"turn 1\": neither an action"),
    (7, "> turn 1", r'^line 8: .*an action ends with "= draws events"'),
    (7, "> turn 1 = 1", r"^line 8: .*an action ends with"),
    (7, "> turn 1 = a b", r"^line 8: .*an action ends with"),
    (11, "# state 3 0123456789abcdef", r'^line 12: .*here stands "# state 4 DIGEST"'),
    (11, "# state 4 0123", r"^line 12: "),
])  # fmt: skip
def test_reading_is_strict_and_names_the_line(at, line, says):
    with pytest.raises(RecordError, match=says):
        read(changed(at, line))


def test_an_empty_text_is_no_record():
    with pytest.raises(RecordError, match="line 1"):
        read("")


@pytest.mark.parametrize("line", ["# a remark", "#", "| told", "|", ""])
def test_remarks_and_what_was_told_may_stand_anywhere_below_the_head(line):
    text = lines()
    text.insert(8, line)
    assert uc.replay("\n".join(text)).turns == 4


@pytest.mark.parametrize(("at", "line", "says"), [
    (7, "> turn 9 = 1 4", r'^step 1 \(line 8\): "turn 9": refused: There is no card 9 here'),
    (9, "> go hall = 9 4", r'^step 3 \(line 10\): "go hall": 1 draws and \d events; the record says 9 and 4'),
    (9, "> go hall = 1 40", r"^step 3 \(line 10\): .* the record says 1 and 40"),
    (11, "# state 4 0123456789abcdef", r"^step 4 \(line 11\): .*the state is \w{16}; the record says 0123456789abcdef"),
    (3, "seed 4", r"^step \d \(line \d+\)"),
])  # fmt: skip
def test_a_replay_names_the_first_step_that_differs(at, line, says):
    with pytest.raises(Diverged, match=says):
        uc.replay(changed(at, line))


@pytest.mark.parametrize(("at", "line", "says"), [
    (1, "rulebook fivecards 2", "the record is of fivecards 2; this program plays fivecards 1"),
    (2, "content 00000000", "the record is of content 00000000; this program has "),
    (1, "rulebook fivecats 1", 'no rulebook is called "fivecats"; did you mean "fivecards"'),
    (5, 'options {"difficulty":"no"}', "difficulty"),
])  # fmt: skip
def test_what_this_program_cannot_play_is_named(at, line, says):
    with pytest.raises(uc.UndercroftError, match=says):
        uc.replay(changed(at, line))


def test_a_record_of_another_rulebook_is_not_played_by_the_one_given():
    from undercroft.engine.record import replay
    from undercroft.engine.rulebook import find

    with pytest.raises(RecordError, match='the record is of "fivecards", not of descent'):
        replay(played().record(), book=find("descent"))


@pytest.mark.parametrize("line", [
    "# STATE 4", "#  state 4", "#\tstate", "#state 4 0123456789abcdef", "# State 4 0123456789abcdef",
    "# state 4 0123456789ABCDEF", "# state 04 0123456789abcdef", "# state 4 0123456789abcdef ", "# state",
])  # fmt: skip
def test_what_looks_like_a_state_must_be_one(line):
    with pytest.raises(RecordError, match=r'^line 12: .*here stands "# state 4 DIGEST"'):
        read(changed(11, line))


@pytest.mark.parametrize("line", ["# states of mind", "# the state 4", "# statement"])
def test_a_remark_may_speak_of_states(line):
    text = lines()
    text.insert(8, line)
    assert uc.replay("\n".join(text)).turns == 4


def test_the_state_before_the_first_action_is_compared():
    game = uc.new("fivecards", seed=3)
    text = game.record()
    assert f"# state 0 {game.digest()}" in text.splitlines()
    assert uc.replay(text).turns == 0
    with pytest.raises(Diverged, match=r"^before step 1: the state is \w{16}; the record says 0123456789abcdef"):
        uc.replay(text.replace(game.digest(), "0123456789abcdef"))


def test_where_a_record_diverges_is_told_in_signs_that_can_be_printed():
    text = played().record().replace("go hall", "go ha\x1bll")
    with pytest.raises(Diverged, match="refused: ") as told:
        uc.replay(text)
    assert str(told.value).isprintable()
    for line in ("content ", "rulebook fivecards "):
        with pytest.raises(RecordError, match="the record is of ") as told:
            uc.replay(played().record().replace(line, f"{line}\x1b"))
        assert str(told.value).isprintable()


def test_a_record_cut_at_a_lines_end_is_refused():
    text = lines()
    for most in range(7, len(text)):
        with pytest.raises(RecordError, match=rf"^line {most + 1}: the record ends without .*: it was cut"):
            read("\n".join(text[:most]) + "\n")
    assert len(read("\n".join([*text, "# told by Ada"])).steps) == 4


@pytest.mark.parametrize("seed", [10**18, 2**63 - 1])
def test_great_seeds_are_replayed(seed):
    game = uc.new("fivecards", seed=seed)
    assert uc.replay(game.record()).seed == seed


@pytest.mark.parametrize("seed", ["-1", str(2**63), "9" * 400])
def test_a_seed_beyond_63_bits_is_refused(seed):
    with pytest.raises(RecordError, match=r"^line 4: .*from 0 to 2\^63 - 1"):
        read(changed(3, f"seed {seed}"))


def test_a_byte_order_mark_is_passed_over():
    assert uc.replay("\ufeff" + played().record()).turns == 4


def test_a_seat_that_nobody_has_names_the_step():
    with pytest.raises(Diverged, match=r'^step 2 \(line 9\): "dim": no seat is called "nobody"'):
        uc.replay(changed(8, "> nobody: dim = 0 1"))


def test_an_override_in_a_record_turned_ranked_diverges():
    with pytest.raises(Diverged, match=r'^step 2 \(line 9\): "dim": refused: In a ranked game nobody acts out of turn'):
        uc.replay(changed(4, "mode ranked"))


def test_a_world_that_is_none_names_its_line():
    text = lines()
    text[6:6] = ["world 0123", "world-data {"]
    with pytest.raises(RecordError, match=r"^line 8: this is no world"):
        read("\n".join(text))
