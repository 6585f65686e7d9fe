"""The example rulebook through every door of the engine: what a rulebook installed from outside can count on."""

from __future__ import annotations

import os
import subprocess
import sys
import types

import msgspec
import pytest
from tests.testing import policy

import undercroft as uc
from undercroft.engine.errors import BadOption
from undercroft.engine.state import replace
from undercroft.engine.view import Five
from undercroft.testing import fix, staged


def lay(game, card, kind):
    """Let a card be of a kind."""
    with staged(game) as s:
        s.cards[card] = replace(s.cards[card], kind=kind)
    return game


def test_it_is_found_by_its_entry_point():
    assert "fivecards" in uc.rulebooks()
    assert uc.new("fivecards").book.title == "Five cards"


def test_a_new_game_asks_the_player():
    game = uc.new("fivecards", seed=7)
    assert (game.decision.seat, game.decision.ask) == ("player", "ask.room")
    listed = [f"{verb} {card}" for verb in ("turn", "listen") for card in range(1, 6)] + ["go hall", "rest"]
    assert [str(one) for one in game.actions()] == listed
    rolls = ("purse", "startle", "snatch", "ears", "strike", "bite", "dust")
    assert [str(one) for one in game.actions("gm")] == ["dim", *(f"force {roll} <1-1000000>" for roll in rolls)]


@pytest.mark.parametrize(("level", "health", "candle"), [("easy", 6, 20), ("hard", 4, 14)])
def test_options_set_the_level(level, health, candle):
    view = uc.new("fivecards", difficulty=level).view()
    assert (view.health, view.candle, view.points) == (health, candle, 4)


def test_a_wrong_option_is_named():
    with pytest.raises(BadOption, match='difficulty: "herd" is not one of easy, hard; did you mean "hard"'):
        uc.new("fivecards", difficulty="herd")
    with pytest.raises(BadOption, match='no option "dificulty"; did you mean "difficulty"'):
        uc.new("fivecards", dificulty="hard")


def test_every_room_holds_its_own_deck():
    game = uc.new("fivecards", seed=1)
    assert sorted(c.kind for c in game.state.cards.where("porch")) == ["altar", "cobweb", "coins", "coins", "urn"]
    assert sorted(c.kind for c in game.state.cards.where("hall")) == ["cobweb", "coins", "key", "urn", "wolf"]
    assert sorted(c.kind for c in game.state.cards.where("crypt")) == ["cobweb", "cobweb", "coins", "idol", "urn"]
    assert not any(card.up for card in game.state.cards.values())


def test_cards_lie_face_down_for_the_player_and_open_for_the_gm():
    game = lay(uc.new("fivecards", seed=1), 2, "altar")
    assert [card.kind for card in game.view("player").cards] == [""] * 5
    assert game.view("gm").cards[1].kind == "altar"
    with fix(game, 100):
        game.act("turn 2")
    assert [card.kind for card in game.view("player").cards] == ["", "altar", "", "", ""]
    panel = game.scene("player").panel("cards")
    assert isinstance(panel, Five)
    assert [card.face for card in panel.cards] == ["", "the altar", "", "", ""]


def test_odds_are_the_same_for_every_hidden_card_and_those_rolled():
    game = lay(lay(uc.new("fivecards", seed=1), 1, "coins"), 2, "cobweb")
    coins, cobweb = game.odds("turn 1"), game.odds("turn 2")
    assert coins == cobweb
    assert [(one.name, one.given) for one in coins] == [
        ("purse", "given.coins"),
        ("startle", "given.wolf"),
        ("dust", ""),
    ]
    assert (coins[1].num, coins[2].num) == (30, 5)
    assert (coins[0].low, coins[0].high) == (2, 7)


def test_the_altar_blesses_blows_and_the_odds_say_so():
    game = lay(uc.new("fivecards", seed=1), 1, "wolf")
    with fix(game, 100, 100):
        game.act("turn 1")
    assert game.odds("strike 1")[0].num == 60
    for coins, num in ((4, 60), (5, 65), (19, 75), (20, 80), (500, 80)):
        with staged(game) as s:
            s.altar = replace(s.altar, coins=coins)
        assert game.odds("strike 1")[0].num == num
    assert game.odds("strike 1")[0].parts[:2] == (("60", "base"), ("+500", "why.blessing"))


@pytest.mark.parametrize(("die", "lands"), [(60, True), (61, False)])
def test_a_blow_lands_up_to_its_chance(die, lands):
    game = lay(uc.new("fivecards", seed=1), 1, "wolf")
    with fix(game, 100, 100):
        game.act("turn 1")
    with fix(game, die, 100):
        step = game.act("strike 1")
    assert [e.tag() for e in step.events if e.tag().startswith("wolf.")] == ["wolf.struck" if lands else "wolf.missed"]
    assert game.state.cards[1].health == (1 if lands else 2)


@pytest.mark.parametrize(("die", "hurt"), [(30, 1), (31, 0)])
def test_a_waking_wolf_may_bite_at_once(die, hurt):
    game = lay(uc.new("fivecards", seed=1), 1, "wolf")
    with fix(game, die, 100):
        game.act("turn 1")
    assert game.view().wolf == 1
    assert game.view().health == 6 - hurt
    assert not any(str(one).startswith("turn") for one in game.actions())


def test_a_choice_in_the_middle_and_the_dust_comes_last():
    game = lay(uc.new("fivecards", seed=1), 1, "urn")
    with fix(game):
        step = game.act("turn 1")
    assert [game.say(e) for e in step.events] == ["You spend 1 action point.", "Card 1 is an urn."]
    assert game.decision.ask == "ask.urn"
    assert [str(one) for one in game.actions()] == ["reach", "leave-it"]
    assert game.act("turn 2").refusals[0].code == "action.not_now"
    with fix(game, 76, 5):
        step = game.act("reach")
    assert [e.tag() for e in step.events] == ["urn.pinched", "hurt", "hurt"]
    assert [e.cause for e in step.events if e.tag() == "hurt"] == ["cause.urn", "cause.dust"]
    assert game.view().health == 4


@pytest.mark.parametrize(("die", "heard"), [(80, "breath"), (81, "silence")])
def test_the_secret_roll_is_the_gms_and_the_player_hears_what_came_of_it(die, heard):
    game = lay(uc.new("fivecards", seed=1), 1, "wolf")
    with fix(game, die, 100):
        step = game.act("listen 1")
    assert [e.tag() for e in step.seen("player")] == ["deed.paid", "cards.listened"]
    assert [e.tag() for e in step.seen("gm")] == ["deed.paid", "cards.ears", "cards.listened"]
    assert game.view("player").cards[0].heard == heard
    assert [roll.name for roll, _ in step.rolls] == ["dust"]
    assert game.odds("listen 2")[0].shown is False
    assert game.odds("listen 2")[0].of == 0


def test_the_lock_and_the_key():
    game = uc.new("fivecards", seed=1)
    with staged(game) as s:
        s.hero = replace(s.hero, room="hall")
    assert game.act("go crypt").refusals[0].code == "room.locked"
    assert game.act("unlock crypt").refusals[0].code == "room.key"
    assert game.act("unlock porch").refusals[0].code == "room.unlocked"
    with staged(game) as s:
        s.hero = replace(s.hero, key=True, points=1)
    assert game.act("unlock crypt").refusals[0].code == "points.short"
    with staged(game) as s:
        s.hero = replace(s.hero, points=2)
    with fix(game, 100):
        assert game.act("unlock crypt").accepted
    with fix(game, 100):
        assert game.act("go crypt").accepted
    assert game.view().room == "crypt"


def altar(coins, taste):
    game = lay(uc.new("fivecards", seed=1), 1, "altar")
    with staged(game) as s:
        s.cards[1] = replace(s.cards[1], up=True)
        s.hero = replace(s.hero, coins=coins)
        s.house = replace(s.house, taste=taste)
    return game


def test_an_open_amount_has_bounds():
    game = altar(7, 2)
    offer = next(one for one in game.actions() if getattr(one, "field", "") == "amount")
    assert (str(offer), offer.low, offer.high) == ("offer <1-7>", 1, 7)
    for amount, code in ((0, "altar.range"), (8, "altar.range"), (-4, "altar.range"), (7, "altar.spurned")):
        assert game.act(offer.at(amount)).refusals[0].code == code
    assert game.act("offer 6").accepted
    assert (game.view().coins, game.view().altar_coins) == (1, 6)


def test_what_an_offering_tells_is_known_afterwards():
    game = altar(12, 3)
    game.act("offer 6")
    assert game.view().taste == 0
    game.act("offer 3")
    assert game.view().taste == 3


def test_a_name_is_an_open_text():
    game = altar(0, 2)
    for name in ("", "x" * 13, "a b", "é", "9"):
        assert (
            game.act(next(one for one in game.actions() if hasattr(one, "at")).at(name)).refusals[0].code
            == "altar.letters"
        )
    assert game.act("carve Ada").accepted
    assert game.act("carve Ben").refusals[0].code == "altar.carved"
    assert game.view().names == ("Ada",)


def test_the_gm_acts_out_of_turn_once_a_turn():
    game = uc.new("fivecards", seed=1)
    assert game.act("dim", "player").refusals[0].code == "seat.wrong"
    assert game.act("dim", "gm").accepted
    assert game.view().candle == 19
    assert game.act("dim").refusals[0].code == "candle.dimmed"
    assert "> gm: dim = 0 1" in game.record()


def test_the_gm_forces_a_roll_and_the_stream_moves_as_usual():
    game = lay(uc.new("fivecards", seed=1), 1, "coins")
    free = game.fork()
    game.act("force purse 6", "gm")
    step = game.act("turn 1")
    assert [e.amount for e in step.events if e.tag() == "coins.found"] == [7]
    assert [e.tag() for e in step.seen("gm")].count("engine.force_spent") == 1
    assert "engine.force_spent" not in [e.tag() for e in step.seen("player")]
    free.act("turn 1")
    assert game.streams.state() == free.streams.state()
    assert game.state.forced == ()


def test_undo_fork_save_and_replay():
    game = policy.play(uc.new("fivecards", seed=3), steps=8)
    digest = game.digest()
    twin = game.fork()
    twin.act(policy.choose(twin))
    assert game.digest() == digest
    assert twin.undo().accepted
    assert twin.digest() == digest
    assert uc.load(game.save()).digest() == digest
    assert uc.replay(game.record()).digest() == digest
    assert uc.replay(game.record(), to=5).turns == 5


def test_a_game_is_won_and_what_it_leaves_begins_the_next():
    game = policy.won()
    assert (game.outcome.code, game.outcome.winners) == ("won", ("player",))
    assert game.act("rest").refusals[0].code == "game.over"
    world = game.world()
    assert world.run == 1
    second = uc.new("fivecards", seed=8, world=world)
    assert second.look("graves").rows[0].cells[:2] == ("1", "won")
    assert second.state.house.run == 2
    policy.play(second)
    assert [run for run, _ in second.view().graves] == [1, 2]
    assert second.world().run == 2
    assert uc.load(second.save()).digest() == second.digest()
    assert uc.replay(second.record()).digest() == second.digest()
    assert (
        uc.new("fivecards", seed=8).state.dump()["cards"]
        != uc.new("fivecards", seed=8, world=world).state.dump()["cards"]
    )


def test_coins_of_an_earlier_visit_bless_the_next():
    game = altar(20, 2)
    game.act("offer 20")
    second = lay(uc.new("fivecards", seed=2, world=game.world()), 1, "wolf")
    with fix(second, 100, 100):
        second.act("turn 1")
    assert second.odds("strike 1")[0].num == 80


@pytest.mark.parametrize(("candle", "over"), [(2, False), (1, True)])
def test_the_candle_burns_out(candle, over):
    game = uc.new("fivecards", seed=1)
    with staged(game) as s:
        s.house = replace(s.house, candle=candle)
    game.act("rest")
    assert (game.outcome is not None) is over
    if over:
        assert (game.outcome.code, game.outcome.winners) == ("dark", ("gm",))


@pytest.mark.parametrize(("health", "over"), [(2, False), (1, True)])
def test_health_at_0_is_the_end(health, over):
    game = uc.new("fivecards", seed=1)
    with staged(game) as s:
        s.hero = replace(s.hero, health=health)
    with fix(game, 5):
        step = game.act("go hall")
    assert (game.outcome is not None) is over
    assert step.events[-1].tag() == ("engine.ended" if over else "hurt")


def test_actions_in_json_and_sentences():
    game = uc.new("fivecards", seed=1)
    action = game.parse("turn 3")
    data = msgspec.json.encode(action)
    assert data == b'{"do":"turn","card":3}'
    assert game.book.action_from_json(data) == action
    with pytest.raises(ValueError, match="no action of fivecards"):
        game.book.action_from_json(b'{"do":"turn","card":"x"}')
    assert game.say(game.act("go attic").refusals[0]) == "No way leads from here to attic. (F1.3)"
    assert game.say(game.act("turn 9").refusals[0]) == "There is no card 9 here. (F3.1)"


@pytest.mark.parametrize(
    "line", ["", "turn", "turn x", "turn 01", "turn 1 2", "turn 99999999999999999999", "TURN 3x", "\x00"]
)
def test_nonsense_is_refused_with_a_sentence(line):
    game = uc.new("fivecards", seed=1)
    before = game.digest()
    step = game.act(line)
    assert not step
    assert game.say(step.refusals[0])
    assert game.digest() == before


def test_its_rules_are_numbered_and_every_refusal_quotes_one():
    from importlib.resources import files

    from undercroft.engine.rules import Rules

    rules = Rules(files("fivecards") / "rules.md")
    assert rules.ids[0] == "F1.1"
    assert "5 in 100 in the porch" in rules.rule("F2.2").text
    game = uc.new("fivecards", seed=1)
    for line in ("turn 9", "go attic", "depart", "strike 1", "offer 2", "carve Ada"):
        assert rules.rule(game.act(line).refusals[0].rule).text


def test_the_code_of_its_readme_runs(capsys):
    from pathlib import Path

    import fivecards

    text = (Path(fivecards.__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    blocks = [block.partition("```")[0] for block in text.split("```python\n")[1:]]
    assert len(blocks) == 2
    for block in blocks:
        exec(compile(block, "README.md", "exec"), {})
    assert "fivecards: 2 games" in capsys.readouterr().out


def test_it_is_played_from_the_command_line(tmp_path):
    script = "odds turn 2\ngo hall\nturn 9\nnonsense\nquit\n"
    done = subprocess.run(
        [sys.executable, "-m", "undercroft", "play", "fivecards", "--seed", "7", "--difficulty", "hard"],
        input=script, capture_output=True, text=True, timeout=60, check=False,
        env={**os.environ, "UNDERCROFT_HOME": str(tmp_path)},
    )  # fmt: skip
    assert "You stand in the porch." in done.stdout
    assert "Startle: 50 in 100, if the wolf lies there." in done.stdout
    assert "You step into the hall." in done.stdout
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_a_chapter_knows_only_those_before_it():
    import fivecards

    names = [chapter.__name__ for chapter in fivecards.FiveCards.chapters]
    for at, chapter in enumerate(fivecards.FiveCards.chapters):
        held = {getattr(thing, "__module__", "") for thing in vars(chapter).values()}
        held |= {thing.__name__ for thing in vars(chapter).values() if isinstance(thing, types.ModuleType)}
        assert not held & set(names[at + 1 :]), chapter.__name__
