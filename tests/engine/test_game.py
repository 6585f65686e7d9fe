"""Game: seats and refusals, act whole or not at all, undo in practice and ranked games, forks, forced rolls."""

from __future__ import annotations

import msgspec
import pytest

import undercroft as uc
from undercroft.engine import game as _game
from undercroft.engine.chance import Chance
from undercroft.engine.errors import BadOption, LawBroken, SaveError, UnknownName
from undercroft.engine.state import replace
from undercroft.engine.world import read_world
from undercroft.testing import fix, staged


def five(seed=1, **more):
    return uc.new("fivecards", seed=seed, **more)


def lay(game, card, kind):
    with staged(game) as s:
        s.cards[card] = replace(s.cards[card], kind=kind)
    return game


@pytest.mark.parametrize("seed", [-1, 2**63, 1.0, "7", None, True])
def test_a_seed_is_a_whole_number_of_63_bits(seed):
    with pytest.raises(BadOption, match=r"seed: .* is no whole number from 0 to"):
        five(seed)


def test_the_largest_seed_plays():
    assert five(2**63 - 1).seed == 2**63 - 1


def test_unknown_names_are_told_with_the_nearest():
    with pytest.raises(UnknownName, match='no rulebook is called "fivecard"; did you mean "fivecards"'):
        uc.new("fivecard")
    with pytest.raises(UnknownName, match='no seat is called "playa"; did you mean "player"'):
        five().view("playa")


def test_an_unknown_action_names_the_nearest():
    step = five().act("tunr 1")
    assert step.refusals[0].code == "action.unknown"
    assert step.refusals[0].facts["near"] == '; did you mean "turn 1"?'


def test_a_line_of_400_letters_is_read_and_one_of_401_is_not():
    assert five().act("x" * 400).refusals[0].code == "action.unknown"
    assert five().act("x" * 401).refusals[0].code == "action.long"


def test_a_seat_that_is_not_asked_is_told_who_is():
    step = five().act("rest", "gm")
    assert (step.refusals[0].code, step.refusals[0].facts) == ("seat.wrong", {"seat": "gm", "asked": "player"})


def test_a_refused_action_leaves_everything():
    game = five()
    before = game.digest(), game.streams.state(), game.turns, game.record()
    assert not game.act("go crypt")
    assert (game.digest(), game.streams.state(), game.turns, game.record()) == before


def test_an_action_that_raises_is_taken_back_whole(monkeypatch):
    import fivecards.deeds

    def perform(self, ctx):
        ctx.emit(fivecards.deeds.Rested())
        ctx.number(1, 6)
        raise ZeroDivisionError

    monkeypatch.setattr(fivecards.deeds.Rest, "perform", perform)
    game = five()
    game.act("go hall")
    before = game.digest(), game.streams.state(), game.record()
    with pytest.raises(ZeroDivisionError):
        game.act("rest")
    assert (game.digest(), game.streams.state(), game.record()) == before
    assert game.undo().accepted
    assert game.digest() == five().digest()


def test_an_agenda_that_goes_round_is_stopped(monkeypatch):
    import fivecards.deeds

    monkeypatch.setattr(_game, "STAGES", 50)
    monkeypatch.setattr(fivecards.deeds.Aftermath, "resume", lambda self, ctx: ctx.turn(self))
    with pytest.raises(LawBroken, match="the agenda goes round and round at Aftermath"):
        five().act("go hall")


def test_undo_takes_back_state_streams_and_record():
    game = five(3)
    seen = [(game.digest(), game.streams.state(), game.record())]
    for line in ("turn 1", "rest", "go hall", "gm", "turn 6"):
        game.act("dim" if line == "gm" else line)
        seen.append((game.digest(), game.streams.state(), game.record()))
    while game.turns:
        assert (game.digest(), game.streams.state(), game.record()) == seen.pop()
        assert game.undo().accepted
    assert (game.digest(), game.streams.state(), game.record()) == seen.pop()
    assert game.undo().refusals[0].code == "game.undo_none"


def test_an_undone_action_leaves_no_line_and_no_check():
    game = five()
    for at in range(_game.CHECK):
        game.act(("force bite 1", "force dust 1")[at % 2])
    assert list(game.checks) == [50]
    game.undo()
    assert game.checks == {}
    assert game.record().count("> ") == 49


def test_100_actions_can_be_taken_back():
    game = five()
    for at in range(103):
        game.act(f"force dust {at + 1}")
    assert sum(1 for _ in range(200) if game.undo().accepted) == 100
    assert game.turns == 3


def test_a_game_that_forgets_cannot_undo():
    game = five()
    game.forget()
    game.act("rest")
    assert game.undo().refusals[0].code == "game.undo_none"


def test_ranked_undo_is_barred_after_a_draw():
    game = five(ranked=True)
    game.act("go hall")
    assert game.undo().refusals[0].code == "game.undo_barred"
    assert five().act("go hall").accepted


def test_ranked_undo_is_barred_after_a_revelation_without_a_draw():
    game = lay(five(ranked=True), 1, "urn")
    with fix(game):
        game.act("turn 1")
    assert game.undo().refusals[0].code == "game.undo_barred"


def test_ranked_undo_is_free_where_nothing_was_drawn_or_told():
    game = five(ranked=True)
    before = game.digest()
    game.act("rest")
    assert game.undo().accepted
    assert game.digest() == before


@pytest.mark.parametrize("ranked", [True, False])
def test_the_end_of_a_ranked_game_stands_though_nothing_was_rolled_or_told(ranked):
    game = five(ranked=ranked)
    with staged(game) as s:
        s.hero = replace(s.hero, idol=True)
    assert game.act("depart").accepted
    assert game.outcome.code == "won"
    assert [one.code for one in game.undo().refusals] == (["game.undo_over"] if ranked else [])
    assert (game.outcome is not None) is ranked


def test_practice_undo_is_free():
    game = lay(five(), 1, "urn")
    before = game.digest()
    game.act("turn 1")
    game.act("reach")
    assert game.undo().accepted
    assert game.undo().accepted
    assert game.digest() == before


def test_forks_part_ways():
    game = five()
    twin = game.fork()
    game.act("go hall")
    twin.act("rest")
    assert game.view().room == "hall"
    assert (twin.view().room, twin.view().turn) == ("porch", 2)
    assert [line for line in twin.record().splitlines() if line.startswith(">")] == ["> rest = 0 4"]
    assert twin.undo().accepted
    assert twin.digest() == five().digest()


def told(game):
    return [line.split(" = ")[0] for line in game.record().splitlines() if line.startswith("> ")]


def test_forks_share_what_was_done_before_and_undo_it_apart():
    game = five()
    game.act("rest")
    game.act("go hall")
    twin = game.fork()
    assert told(twin) == ["> rest", "> go hall"]
    game.undo()
    game.undo()
    game.act("go hall")
    twin.act("rest")
    assert told(game) == ["> go hall"]
    assert told(twin) == ["> rest", "> go hall", "> rest"]
    late = twin.fork()
    late.undo()
    assert (told(late), late.turns) == (["> rest", "> go hall"], 2)
    assert (told(twin), twin.turns) == (["> rest", "> go hall", "> rest"], 3)


def draws(game):
    return [game.streams.get("play").below(1000) for _ in range(5)]


def test_a_trial_is_the_same_moment_with_dice_of_its_own():
    game = five(3)
    game.act("rest")
    before = game.digest(), game.streams.state()
    assert draws(game.trial(8)) == draws(game.trial(8)) == draws(five(8))
    assert draws(game.trial(8)) != draws(game.trial(9))
    trial = game.trial(8)
    assert (trial.view(), trial.seed) == (game.view(), 8)
    trial.act("go hall")
    assert (game.digest(), game.streams.state()) == before
    assert trial.undo().refusals[0].code == "game.undo_none"


def test_the_natural_number_is_given_and_a_force_stands_over_it():
    game = five()
    chance = Chance("jump", 10, 20, marks=(1, 20))
    with fix(game, 1, 20):
        assert [game._ctx.natural(chance) for _ in range(2)] == [1, 20]
    with staged(game) as s:
        s.forced = (("jump", 7),)
    with fix(game, 20):
        assert game._ctx.natural(chance) == 7


def test_the_same_seed_and_actions_give_the_same_game():
    games = [five(9) for _ in range(2)]
    for line in ("turn 2", "listen 3", "go hall", "turn 8", "rest"):
        steps = [game.act(line) for game in games]
        assert steps[0].all_events == steps[1].all_events
    assert games[0].record() == games[1].record()
    assert five(10).state.dump()["cards"] != five(9).state.dump()["cards"]


@pytest.mark.parametrize(("value", "hurt"), [(5, 1), (6, 0), (1_000_000, 0)])
def test_a_forced_value_is_taken_once_and_kept_within_the_die(value, hurt):
    game = five()
    game.act(f"force dust {value}", "gm")
    step = game.act("go hall")
    assert game.view().health == 6 - hurt
    assert [e.value for e in step.all_events if e.tag() == "engine.force_spent"] == [value]
    assert game.state.forced == ()


@pytest.mark.parametrize(("line", "code"), [
    ("force dust 0", "force.range"), ("force dust 1000001", "force.range"), ("force dusk 3", "force.roll"),
])  # fmt: skip
def test_what_cannot_be_forced(line, code):
    assert five().act(line, "gm").refusals[0].code == code


def test_a_die_already_rolled_is_forced_by_undo_force_and_act():
    game = five(6)
    game.act("go hall")
    game.undo()
    game.act("force dust 3", "gm")
    game.act("go hall")
    assert game.view().health == 5


def test_offers_answer_for_texts_and_actions():
    game = five()
    offers = game.actions()
    assert "rest" in offers
    assert "go crypt" not in offers
    assert game.parse("rest") in offers
    assert len(offers) == 12
    assert str(offers).splitlines()[0] == "turn 1"


def test_odds_of_what_is_refused_are_the_refusal():
    game = five()
    assert game.odds("go crypt").code == "room.none"
    assert game.odds("blah").code == "action.unknown"
    assert [one.name for one in game.odds("go hall")] == ["dust"]


def test_a_step_tells_no_roll_whose_condition_would_tell():
    game = lay(five(), 1, "wolf")
    with fix(game, 100, 100):
        step = game.act("turn 1")
    assert [(roll.name, value) for roll, value in step.rolls] == [("dust", 100)]


def test_a_world_of_nothing_is_an_error(monkeypatch):
    import fivecards.ends

    monkeypatch.setattr(fivecards.ends, "keep", lambda _: None)
    with pytest.raises(ValueError, match="nothing of fivecards outlives a run"):
        five().world()


def test_a_world_of_another_rulebook_is_refused():
    world = five().world()
    with pytest.raises(BadOption, match='the world is of "fivecards", not of descent'):
        uc.new("descent", world=world)


@pytest.mark.parametrize("tables", [{}, {"altar": 3, "graves": []}, {"altar": {}, "graves": [[1]]}])
def test_a_damaged_world_is_told(tables):
    world = msgspec.structs.replace(five().world(), tables=tables)
    with pytest.raises(SaveError, match="the world is damaged"):
        five(world=world)


@pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b"\xff", b"[" * 50_000])
def test_what_is_no_world_is_told(data):
    with pytest.raises(SaveError, match="this is no world"):
        read_world(data)


def test_a_world_read_from_its_file_is_the_world():
    game = five()
    with staged(game) as s:
        s.altar = replace(s.altar, names=("Ada", "Ben"))
    world = game.world()
    assert read_world(world.json()) == world
    assert read_world(world.json()).digest == world.digest


def test_a_refusal_that_names_the_nearest_ends_with_one_mark():
    game = uc.new("descent")
    endings = {
        "begni": '; did you mean "begin"?', "xyzzy": 'No such action here: "xyzzy".',
        "choose length shrt": '; did you mean "short"?', "choose length 9": 'not "9".',
    }  # fmt: skip
    for text, ending in endings.items():
        (refusal,) = game.act(text).refusals
        assert game.say(refusal).partition(" (")[0].endswith(ending)
