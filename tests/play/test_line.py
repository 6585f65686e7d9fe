"""The line mode, played in this process with the tiny rulebook."""

from __future__ import annotations

import io
from typing import Any, ClassVar

import pytest

import undercroft
from undercroft.engine.errors import SaveError
from undercroft.engine.game import Game
from undercroft.play.commands import COMMANDS, Leave
from undercroft.play.line import Line, printer
from undercroft.play.source import Plain, completions
from undercroft.play.words import program

pytestmark = pytest.mark.usefixtures("tiny")


class Drawer:
    """A keeper that keeps nothing, and may be full."""

    id = "tiny-3-1"
    story = ""
    tale: ClassVar[list[str]] = []

    def __init__(self) -> None:
        self.saves = 0
        self.full = False

    def save(self, game: Game[Any]) -> None:
        if self.full:
            raise SaveError("drawer: cannot be written: No space left on device")
        self.saves += 1


class Sitting:
    """A game, and what it answers."""

    def __init__(self, *, practice: bool = True, width: int = 0, **options: Any) -> None:
        self.game = undercroft.new("tiny", seed=3, ranked=not practice, **options)
        self.drawer = Drawer()
        self.said: list[str] = []
        self.line = Line(self.game, self.drawer, self.said.append, width=width)
        self.line.session.begin()

    def __call__(self, *typed: str) -> list[str]:
        """Return what the last of some lines is answered."""
        for one in typed:
            self.said.clear()
            self.line.answer(one)
        return list(self.said)


@pytest.fixture
def at() -> Sitting:
    return Sitting()


def test_the_start_says_which_game_where_and_what(at: Sitting) -> None:
    assert at.said == [
        "Stones. Seed 3, practice, game tiny-3-1.",
        "Options: stones 8, name Ada, friends Bo,Cy, rope False. Type help for help.",
        "The lit row",
        "Water on both sides.",
        "The party:",
        "Ada: part walker, stone 0 (you).",
        "Bo: part friend, stone 0.",
        "Cy: part friend, stone 0.",
        "Purse. Beads: 12. Steps: 0.",
        "You stand on stone 0.",
        "1. walk on",
        "2. leap (75 in 100)",
        "3. lamp off",
        "4-39. throw ... (36 ways; type 'throw' to list them)",
        "40. give <1-12>",
        "41. shout <what>",
        "42. save",
        "Reports, free: status, tale.",
    ]


def test_after_an_action_only_what_changed_is_shown(at: Sitting) -> None:
    assert at("walk on") == [
        "You step onto stone 1.",
        "Ada: stone 1.",
        "Bo: stone 1.",
        "Cy: stone 1.",
        "Steps: 1.",
        "You stand on stone 1.",
    ]


def test_a_new_place_is_shown_whole_and_a_changed_list_again(at: Sitting) -> None:
    said = at("lamp off")
    assert said[:3] == ["The lamp goes out.", "The dark bank", "Water on both sides."]
    assert "1. lamp on" in said
    at("lamp on", "leap", "give 1")
    assert any(line.startswith("As before: ") or "throw ..." in line for line in at.said)


def test_numbers_do_what_they_stand_for(at: Sitting) -> None:
    assert at("1")[:2] == ["(walk on)", "You step onto stone 1."]
    assert at("40 3")[:2] == ["(give 3)", "Beads: 9."]
    assert at("give 2")[0] == "Beads: 7."
    assert at("26 hello there") == ["(shout hello there)", "You shout hello there."]
    assert at.line.bad == 0


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("0", "There is no number 0 in the list: it has 42."),
        ("43", "There is no number 43 in the list: it has 42."),
        ("40", "give <1-12> is still open: type 40 and what to put in its place."),
        ("40 x", "give <1-12> is still open: type 40 and what to put in its place."),
        ("40 13", "Between one and 12 beads."),
        ("1 7", "1 is walk on, which takes nothing more."),
        ("dance", 'Nothing here is called "dance"; help shows what can be typed.'),
        ("laep", 'Nothing here is called "laep"; did you mean "leap"?'),
        ("lamp on", "The lamp is so already."),
        ("walk on \x1b[31m", "That line holds signs that cannot be printed."),
        ("x" * 10_000, "That line is too long."),
        (":dance", 'No command is called "dance".'),
        (":quti", 'No command is called "quti"; did you mean "quit"?'),
        ("where now", "where stands alone."),
        ("map upside", "map stands alone, or with the word words."),
        ("log none", "log stands alone, or with a number from 1."),
        ("odds", "The odds of what? Type odds and an action, or its number."),
        ("odds dance", 'No such action here: "dance".'),
        ("rule T9.9", 'tiny has no rule "T9.9"; nearest are T1.3, T1.2, T1.1'),
        ("look away", 'No report is called "away".'),
        ("status bag", "There is no status bag to look at now."),
        ("help me", 'There is no help on "me".'),
        ("list dance", 'No action here begins with "dance".'),
        ("l", "Which one? leap, lamp off."),
        ("undo", "There is nothing to take back."),
        ("seat king", 'No seat is called "king".'),
    ],
)
def test_a_bad_line_is_answered_in_one_line_and_changes_nothing(at: Sitting, typed: str, answer: str) -> None:
    before = at.game.digest()
    (said,) = at(typed)
    assert said.startswith(answer.rstrip("."))
    assert at.line.bad == 1
    assert at.game.digest() == before
    assert at.game.turns == 0


def test_empty_lines_and_remarks_are_passed_over(at: Sitting) -> None:
    assert at("", "   ", "# a remark") == []
    assert at.line.bad == 0


def test_a_cut_word_means_the_one_action_that_begins_so(at: Sitting) -> None:
    assert at("lam")[:2] == ["(lamp off)", "The lamp goes out."]
    assert at("lamp o")[:2] == ["(lamp on)", "The lamp burns."]
    assert at("WALK ON")[0] == "You step onto stone 1."


def test_a_cut_number_is_never_taken_for_a_longer_one(at: Sitting) -> None:
    at(*["throw bead-1 stone-1"] * 2)
    at("give 5")
    assert at("throw bead-5 stone-") == ["Which one? throw bead-5 stone-1, throw bead-5 stone-2, throw bead-5 stone-3."]
    assert at("throw bead-9 stone-1") == ["Between one and 5 beads."]


def test_a_wide_list_opens_by_its_first_word(at: Sitting) -> None:
    said = at("throw")
    assert len(said) == 12
    assert said[0] == "throw bead-1: 4. stone-1, 5. stone-2, 6. stone-3"
    assert at("list throw") == said
    assert at("throw bead-2") == ["7. throw bead-2 stone-1", "8. throw bead-2 stone-2", "9. throw bead-2 stone-3"]
    assert len(at("list")) == 6 + 12
    assert at.line.bad == 0


def test_odds_are_exact_with_their_derivation(at: Sitting) -> None:
    expected = [
        "Leap: 75 in 100.",
        "  That is 60 to begin with, +15 for the rope.",
        "Splash: 2 to 5, 3.5 on average.",
        "  2: 1/4, 3: 1/4, 4: 1/4, 5: 1/4.",
        "Deep: that cannot be known from here.",
    ]
    assert at("odds leap") == expected
    assert at("odds 2") == expected
    assert at("odds lea") == expected
    assert at("odds walk on") == ["Nothing is rolled for this."]
    assert at.game.turns == 0


def test_why_tells_the_rule_of_the_refusal_and_the_rolls(at: Sitting) -> None:
    assert at("why") == ["Nothing was done yet in this sitting."]
    at("leap")
    rolls = at("why")
    assert rolls[0] == "Done last: leap."
    assert rolls[1].startswith("Leap: ")
    assert "drawn of 100, 75 or less needed; it " in rolls[1]
    assert rolls[2].startswith("Splash: the dice make ")
    assert rolls[3] == "It may have rolled more than you can know."
    assert rolls[4].startswith("T1.2 (")
    assert len(rolls) == 5
    assert at("lamp off", "walk on") == ["It is too dark to walk. (T1.3)"]
    assert at("why") == [
        "Refused last: It is too dark to walk. (T1.3)",
        "T1.3 (decided, T1. Walking): Nobody walks while the lamp is out.",
        "Done before: lamp off.",
        "Nothing was rolled for it.",
    ]


def test_why_forgets_a_refusal_once_something_is_done_and_odds_do_not_count(at: Sitting) -> None:
    at("lamp off", "walk on", "lamp on", "odds lamp on", "look away")
    assert at("why")[0] == "Done last: lamp on."


def test_an_action_wins_over_a_command_of_its_name(at: Sitting) -> None:
    assert at("save") == ["Done."]
    assert at.game.turns == 1
    assert at(":save") == ["Saved as tiny-3-1."]
    assert at(":SAVE") == ["Saved as tiny-3-1."]
    assert at.game.turns == 1


def test_reports_open_by_name_and_cost_nothing(at: Sitting) -> None:
    assert at("tale") == ["Tale:", "Once upon a time."]
    assert at("Status Walker") == ["Walker:", "Stones: 0 of 8."]
    assert at("look tale") == ["Tale:", "Once upon a time."]
    assert at("status") == ["Which one? status walker, status bag."]
    assert at("look") == ["Reports: status walker, status bag, tale."]
    assert at("map") == ["Map:", "@........", "@ you."]
    assert at("map words") == ["Map:", "You are on stone 0 of 8."]
    assert (at.game.turns, at.line.bad) == (0, 0)


def test_log_where_again_seed_and_rule(at: Sitting) -> None:
    assert at("log") == ["Nothing has happened yet."]
    at("walk on", "walk on", "lamp off", "lamp on")
    assert at("log 2") == ["The lamp goes out.", "The lamp burns."]
    assert at("again") == ["The lamp goes out.", "The lamp burns."]
    assert at("again") == ["The lamp goes out.", "The lamp burns."]
    assert at("where")[0] == "The lit row"
    assert at("seed")[0] == "Seed 3, practice, 4 actions."
    assert at("rule T1.1")[0].startswith("T1.1 (decided, T1. Walking): A walker goes")
    assert at("rule lamp")[0].startswith("T1.3")
    assert at("record")[:2] == ["undercroft record 1", "rulebook tiny 1"]
    assert at.line.bad == 0


def test_log_remembers_what_was_before_this_sitting(at: Sitting) -> None:
    at("walk on", "lamp off")
    later = Line(undercroft.load(at.game.save()), Drawer(), at.said.append)
    later.session.begin()
    at.said.clear()
    later.answer("lamp on")
    later.answer("log")
    assert at.said[-3:] == ["You step onto stone 1.", "The lamp goes out.", "The lamp burns."]


def test_undo_in_a_practice_game_takes_back_and_is_saved(at: Sitting) -> None:
    before = at.game.digest()
    at("leap")
    saves = at.drawer.saves
    assert at("undo")[0] == "Taken back."
    assert at.game.digest() == before
    assert at.drawer.saves == saves + 1
    assert at("log") == ["Nothing has happened yet."]


def test_undo_in_a_ranked_game_is_barred_after_a_roll() -> None:
    at = Sitting(practice=False)
    at("leap")
    assert at("undo") == ["In a ranked game an action that rolled or revealed something stands."]
    assert at.line.bad == 1


def test_a_seat_out_of_turn_is_for_practice_games_only(at: Sitting) -> None:
    assert at("whisper 3") == ["The keeper whispers 3."]
    assert at("force leap 1")[0] == "The next roll called leap will show 1, by the GM."
    assert at("seat gm")[-3:-1] == ["1. whisper <1-9>", "2. force leap <1-1000000>   3. force splash <1-1000000>"]
    assert at("1 4") == ["(whisper 4)", "The keeper whispers 4."]
    assert at("seat")[0] == "You see with the eyes of walker."
    ranked = Sitting(practice=False)
    assert ranked("force leap 1") == ["In a ranked game nobody acts out of turn: walker is asked, not gm."]
    assert ranked("seat gm")[0].startswith("In a ranked game you see with the eyes of the one who is asked")
    assert ranked.game.turns == 0


def test_help_is_made_from_the_real_tables(at: Sitting) -> None:
    page = at("help all")
    for command in COMMANDS.values():
        assert f"  {command.usage} - {command.about}" in page
    short = "\n".join(at("help"))
    assert all(command.usage in short for command in COMMANDS.values())
    assert len(at("help")) < 10
    assert at("help leap") == ["leap - Leap over a stone (T1.2)."]
    assert at("help odds") == ["odds ACTION - the exact chances of an action, by its text or number."]
    assert at("help save")[1] == "save - Save a bead: an action with the name of a command."
    assert at.line.bad == 0


def test_every_command_is_answered_without_words(at: Sitting) -> None:
    for name in COMMANDS:
        if name == "quit":
            with pytest.raises(Leave):
                at(f":{name}")
        else:
            assert at(f":{name}"), name


def test_every_accepted_action_is_saved_before_it_is_told(at: Sitting) -> None:
    def lost(_: str) -> None:
        raise Leave(1)

    at.line.session._out = lost
    with pytest.raises(Leave):
        at.line.answer("walk on")
    assert at.drawer.saves == 1


def test_a_full_disk_is_told_once_and_tried_again(at: Sitting) -> None:
    at.drawer.full = True
    told = [line for line in at("walk on") if line.startswith("Not saved")]
    assert told == [
        "Not saved: drawer: cannot be written: No space left on device. Play goes on; the next action tries again."
    ]
    assert not [line for line in at("walk on") if "saved" in line.lower()]
    assert at.line.session.unsaved
    at.drawer.full = False
    assert "Saved again." in at("walk on")
    assert not at.line.session.unsaved


def test_a_game_that_was_never_saved_ends_with_a_code(at: Sitting) -> None:
    at.drawer.full = True
    assert at.line.run(Plain(io.BytesIO(b"walk on\nlook\n"))) == 1
    assert at.said[-1] == (
        "Left unsaved: drawer: cannot be written: No space left on device. What was done since the last save is lost."
    )
    at.said.clear()
    at.drawer.full = False
    assert at.line.run(Plain(io.BytesIO(b"walk on\n"))) == 0
    assert not [line for line in at.said if "Left unsaved" in line]


def test_the_end_is_told_and_talk_goes_on(at: Sitting) -> None:
    said = at(*["walk on"] * 8)
    assert said[1:] == [
        "The far bank",
        "You are across.",
        (
            "The game is over after 8 actions. Won by: walker. "
            "Type quit to leave; undo takes the last action back; log tells it all."
        ),
        "Play it again with: undercroft play tiny --seed 3 --practice",
    ]
    assert at("list") == ["There is nothing to do."]
    assert at("walk on") == ["The game is over."]
    assert at("log 1") == ["You step onto stone 8."]


def test_at_the_end_of_a_sitting_it_is_said_how_to_go_on_unless_the_game_is_over(at: Sitting) -> None:
    class Typed(Plain):
        interactive = True

    at.line.run(Typed(io.BytesIO(b"walk on\n")))
    assert at.said[-1] == "Saved as tiny-3-1. Go on with: undercroft play --resume tiny-3-1"
    at.line.run(Typed(io.BytesIO(b"walk on\n" * 7)))
    assert at.said[-1] == "Saved as tiny-3-1."


def test_a_program_that_the_shell_would_not_find_is_called_by_its_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", [".venv/bin/undercroft", "play"])
    monkeypatch.setenv("PATH", "")
    assert program() == ".venv/bin/undercroft"
    monkeypatch.setattr("sys.argv", ["/lib/undercroft/__main__.py", "play"])
    monkeypatch.setattr("sys.executable", "/bin/python")
    assert program() == "/bin/python -m undercroft"
    monkeypatch.setattr("sys.argv", ["/lib/other", "play"])
    assert program() == "undercroft"


ASKED = "That is your last bead. Are you sure? Type yes, or the same once more."


@pytest.mark.parametrize("sure", ["yes", "Y", "give 12", "40 12"])
def test_who_sits_there_is_asked_once_before_what_cannot_be_taken_back(at: Sitting, sure: str) -> None:
    at.line.session.asks = True
    assert at("give 12") == [ASKED]
    assert at.game.turns == 0
    at(sure)
    assert (at.game.turns, at.line.bad) == (1, 0)
    assert at("yes") == ['Nothing here is called "yes"; help shows what can be typed.']


@pytest.mark.parametrize("no", ["no", "N", "log", "walk on"])
def test_any_other_answer_leaves_it_undone(at: Sitting, no: str) -> None:
    at.line.session.asks = True
    at("give 12", no)
    assert at("give 12") == [ASKED]
    assert at("give 3")[0] == "Beads: 9."


def test_lines_from_a_pipe_are_asked_nothing(at: Sitting) -> None:
    class Typed(Plain):
        interactive = True

    assert at.line.run(Plain(io.BytesIO(b"give 3\n"))) == 0
    at.line.run(Typed(io.BytesIO(b"give 9\n")))
    assert at.game.turns == 1
    assert at.line.run(Plain(io.BytesIO(b"give 9\n"))) == 0
    assert at.game.turns == 2


def test_piped_lines_are_echoed_and_their_badness_is_the_exit_code(at: Sitting) -> None:
    assert at.line.run(Plain(io.BytesIO(b"walk on\nlog\n"))) == 0
    assert "walker> walk on" in at.said
    assert at.line.run(Plain(io.BytesIO(b"dance\nwalk on\n\xff\xfe\n"))) == 1
    assert at.said[-1] == "That line is no text: it must be UTF-8."
    assert at.game.turns == 2


def test_an_endless_line_is_one_bad_line(at: Sitting) -> None:
    assert at.line.run(Plain(io.BytesIO(b"x" * 100_000 + b"\nwalk on\n"))) == 1
    assert (at.line.bad, at.game.turns) == (1, 1)


def test_no_input_at_all_is_an_end(at: Sitting) -> None:
    assert at.line.run(Plain(None)) == 0


def test_lines_are_wrapped_for_a_terminal_but_maps_are_not() -> None:
    at = Sitting(width=40, stones=60)
    assert max(map(len, "\n".join(at.said).split("\n"))) <= 40
    assert max(map(len, at("map"))) == 61


def test_completion_gives_next_words_and_no_blanks(at: Sitting) -> None:
    words = at.line.words()
    assert completions("wal", words) == [("walk", -3)]
    assert completions("walk ", words) == [("on", 0)]
    assert completions("status ", words) == [("walker", 0), ("bag", 0)]
    assert completions("give ", words) == []
    assert completions(":qu", words) == [(":quit", -3)]
    assert ("leap", 0) in completions("odds ", words)


def test_next_and_previous_turn_the_reports_of_one_kind(at: Sitting) -> None:
    assert at("next") == ["No report is open: type the name of one first."]
    at("status walker")
    assert at("next") == ["There is no status bag to look at now."]
    assert at("previous") == ["There is no status bag to look at now."]
    at("tale")
    assert at("next") == at("previous") == ["Tale:", "Once upon a time."]


def test_nothing_that_steers_a_terminal_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    printer("Ada\x1b[2J\u202e\nBea\x07")
    assert capsys.readouterr().out == "Ada?[2J?\nBea?\n"
