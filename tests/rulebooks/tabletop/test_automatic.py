"""Automatic fights (T7.44, T7.45, T7.49): the policy, and when they stop."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.arena import (
    MISS,
    act,
    afflict,
    band,
    change,
    duel,
    fight,
    harmless,
    hero,
    new,
    reference,
    refusal,
    stance,
    told,
)

from undercroft.rulebooks.tabletop import automatic, fights, rulebook, turns
from undercroft.rulebooks.tabletop.automatic import AutoStopped, policy
from undercroft.rulebooks.tabletop.blows import Blow
from undercroft.rulebooks.tabletop.records import Arm, Clock, State
from undercroft.testing import fix, staged


def archer(bow="short-bow", **more):
    goods = (("bolts" if bow == "crossbow" else "arrows", 9),)
    return hero(weapons=(Arm(bow), Arm("sword")), **({"goods": goods} | more))


@pytest.mark.rule("T7.45")
def test_the_unready_make_ready_first():
    game = duel(hero(), harmless(), ready=False)
    assert policy(game.state, "ada") == (turns.MakeReady, "")


@pytest.mark.rule("T7.45", "T7.46")
def test_the_front_rank_strikes_at_the_lowest_vitality():
    game = fight(band(new([hero()]), harmless(), harmless(vitality=8), harmless(vitality=8)), 6, 5, 4)
    assert policy(game.state, "ada") == (turns.Attack, "orc-2")


@pytest.mark.rule("T7.45", "T7.19")
def test_whom_the_front_rank_cannot_reach_it_leaves_alone():
    game = fight(band(new([hero()]), harmless("bandit"), harmless("renegade-magician", vitality=3, astral=0)))
    assert policy(game.state, "ada") == (turns.Attack, "bandit-1")
    change(game, "ada", weapons=(Arm("spear"),))
    assert policy(game.state, "ada") == (turns.Attack, "renegade-magician-1")


@pytest.mark.rule("T7.45")
def test_archers_shoot_from_either_rank_and_reload():
    game = duel(archer("crossbow"), harmless())
    stance(game, "ada", rank="back")
    assert policy(game.state, "ada") == (turns.Shoot, "orc-1")
    stance(game, "ada", empty=("crossbow",))
    assert policy(game.state, "ada") == (turns.Reload, "")


@pytest.mark.rule("T7.45")
def test_who_can_do_none_of_it_waits():
    game = duel(archer(goods=()), harmless())
    assert policy(game.state, "ada") == (turns.Wait, "")
    game = duel(hero(), harmless())
    stance(game, "ada", rank="back")
    assert policy(game.state, "ada") == (turns.Wait, "")
    stance(game, "ada", rank="front")
    afflict(game, "ada", "stuck")
    assert policy(game.state, "ada") == (turns.Wait, "")
    change(game, "ada", conditions=(), weapons=(Arm("short-bow"),), goods=(("arrows", 1),))
    with staged(game) as s:
        s.clock = Clock(light=0)
    assert policy(game.state, "ada") == (turns.Wait, "")


@pytest.mark.rule("T7.45", "T8.32")
def test_on_the_road_blows_wait_for_the_second_round():
    game = duel(hero(), harmless(), road=True)
    assert policy(game.state, "ada") == (turns.Wait, "")


@pytest.mark.rule("T7.45")
def test_the_policy_is_what_the_actions_would_accept():
    game = fight(band(new(reference()), harmless(), harmless()), 1, 6, 1, 6)
    for _ in range(4):
        kind, enemy = policy(game.state, fights.acting(game.state))
        assert game.judge(kind(enemy) if enemy else kind()) is None
        with fix(game, then=MISS):
            assert game.act("wait").accepted


# --- how far ---


@pytest.mark.rule("T7.44")
@pytest.mark.parametrize("rounds", [1, 3])
def test_so_many_rounds_go_by(rounds):
    game = duel(hero(), harmless())
    step = act(game, f"auto {rounds}", then=MISS)
    assert (told(step, AutoStopped)[0].why, told(step, AutoStopped)[0].round) == ("rounds", rounds)
    assert (game.asked, fights.acting(game.state), game.state.fight.round) == ("player", "ada", rounds + 1)


@pytest.mark.rule("T7.44")
def test_a_round_begun_counts_as_the_first():
    game = fight(band(new([hero(), hero("bea", courage=11)]), harmless()))
    act(game, "wait")
    step = act(game, "auto 1", MISS, MISS)
    assert [blow.attacker for blow in told(step, Blow)] == ["bea", "orc-1"]


@pytest.mark.rule("T7.44")
@pytest.mark.parametrize(("until", "start"), [("half", 15), ("fallen", 1)])
def test_it_stops_for_the_hurt_and_the_fallen(until, start):
    game = fight(band(new([hero(vitality=start), hero("bea", courage=11)]), harmless(attack=9)))
    step = act(game, f"auto until {until}", MISS, MISS, 5, 19, 1)
    assert told(step, AutoStopped)[0].why == until


@pytest.mark.rule("T7.44")
def test_until_half_means_below_half():
    game = fight(band(new([hero(vitality=15)]), harmless()))
    assert not automatic.holds(game.state, "half")
    change(game, "ada", vitality=14)
    assert automatic.holds(game.state, "half")
    assert not automatic.holds(game.state, "fallen")
    assert refusal(game, "auto until half") == ("auto.already", "T7.44")


@pytest.mark.rule("T7.49")
def test_after_200_rounds_it_is_undecided():
    game = duel(hero(wielded=-1), harmless(protection=20))
    step = act(game, "auto until end", then=MISS)
    stopped = told(step, AutoStopped)[0]
    assert (stopped.why, stopped.round) == ("undecided", 200)
    assert game.state.fight is not None
    assert game.asked == "player"


@pytest.mark.rule("T7.45")
def test_nobody_flees_or_uses_items_by_the_policy():
    game = band(new(reference(), seed=5), "troll", "troll")
    game._ctx.events = []
    fights.open_fight(game._ctx, ("group-1",), ready=True)
    game._settle()
    step = game.act("auto until end")
    assert step.accepted
    assert not {"flight.fled", "flight.threat", "turns.switched"} & {event.tag() for event in step.all_events}


@pytest.mark.rule("T7.45", "T24.11")
def test_a_caster_follows_the_standing_order_while_that_is_possible():
    mage = next(c for c in reference() if c.id == "magician")
    game = fight(band(new([mage]), harmless(vitality=99, courage=1)))
    act(game, "standing-order magician wasps-sting 1 at strongest times 2")
    step = act(game, "auto 3", then=MISS)
    assert len([event for event in step.all_events if event.tag() == "spells.cast"]) == 2
    assert game.state.characters["magician"].astral == 30 - 2 * 4
    assert len(told(step, Blow)) == 1 + 3


def test_what_auto_takes():
    game = duel(hero(), harmless())
    assert refusal(game, "auto 0") == ("auto.rounds", "T7.49")
    assert refusal(game, "auto 201") == ("auto.rounds", "T7.49")
    assert refusal(game, "auto until dawn")[0] == "auto.what"


def test_trials_of_one_moment_differ_and_repeat():
    game = band(new(reference()), *["orc"] * 4)
    game._ctx.events = []
    fights.open_fight(game._ctx, ("group-1",), ready=True)

    def run(seed):
        trial = game.trial(seed)
        trial._ctx.events = []
        trial._settle()
        trial.act("auto until end")
        return trial.digest()

    assert run(1) == run(1)
    assert len({run(seed) for seed in range(5)}) == 5


@pytest.mark.rule("T7.44")
@pytest.mark.parametrize(
    ("what", "said"), [("half", "below half Vitality"), ("fallen", "has fallen"), ("end", "is over")]
)
def test_the_list_tells_what_an_automatic_fight_goes_on_to(what: str, said: str) -> None:
    action = automatic.AutoUntil(what)
    cost = rulebook.texts.get("cost.automatic.until", action.costs(State()))
    assert cost.startswith("till some" if what != "end" else "till the fight")
    assert cost.endswith(said)
