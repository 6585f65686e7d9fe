"""Combat (D12): rounds and turns, first strikes, the unseen turn, ranks, helpers, and how a fight ends."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebooks.descent.moments import give, hale, health_of, into_room, member, moment

from undercroft.engine.chance import Chance, Spread
from undercroft.engine.event import Event
from undercroft.engine.game import Game
from undercroft.engine.view import Roster
from undercroft.rulebooks.descent import blows, effects, fights, members
from undercroft.rulebooks.descent.fights import Fight
from undercroft.rulebooks.descent.records import Effect, InHall, InRoom, State, replace
from undercroft.testing import fix, staged

MISS = 100


def meet(game: Game[State], *kinds: str, **more: Any) -> Game[State]:
    game._ctx.events = []
    fights.open_fight(game._ctx, kinds, **more)
    game._settle()
    return game


def row(game: Game[State], key: str, **changes: Any) -> None:
    with staged(game) as s:
        if key in s.members:
            s.members[key] = replace(s.members[key], **changes)
        else:
            s.monsters[key] = replace(s.monsters[key], **changes)


def asked(game: Game[State]) -> str:
    assert game.decision is not None
    assert game.decision.ask == "ask.fight"
    return str(game.decision.about["member"])


def order(game: Game[State], count: int) -> list[str]:
    """Return who is asked in so many turns, all waiting while the monsters miss."""
    found = []
    for _ in range(count):
        found.append(asked(game))
        with fix(game, then=MISS):
            assert game.act("wait")
    return found


def blows_of(events: tuple[Event[Any], ...]) -> list[str]:
    """Return the monsters whose turns came, in order."""
    return [e.monster for e in events if isinstance(e, fights.FoeTurn)]


# --- rounds ---


@pytest.mark.rule("D12.1", "D12.2")
def test_members_act_in_party_order_then_the_band() -> None:
    game = meet(moment(), "orc", "goblin", "orc")
    assert asked(game) == "hero"
    found = []
    for _ in range(4):
        with fix(game, then=MISS):
            step = game.act("wait")
        found.append((asked(game), blows_of(step.all_events)))
    assert found == [("fighter", []), ("rogue", []), ("wizard", []), ("hero", ["orc-1", "goblin-1", "orc-2"])]


@pytest.mark.rule("D12.2")
def test_a_monster_killed_before_its_turn_does_not_act() -> None:
    game = meet(moment(member("hero")), "orc", "orc")
    row(game, "orc-1", health=1)
    with fix(game, 1, 1, 1, 1, MISS):  # a hit, damage, gold; then one aim and one miss
        step = game.act("attack orc-1")
    assert step.accepted
    assert game.state.fight is not None
    assert game.state.fight.round == 2


@pytest.mark.rule("D12.1", "D2.14")
def test_the_fallen_have_no_turn() -> None:
    game = moment(member("hero"), member("fighter", health=0), member("rogue"))
    meet(game, "orc")
    assert order(game, 3) == ["hero", "rogue", "hero"]


@pytest.mark.rule("D12.1", "D2.13")
@pytest.mark.row("E5")
def test_the_senseless_have_no_turn_and_wake_by_their_turns() -> None:
    game = meet(moment(member("hero"), member("fighter")), "orc")
    effects.start(game._ctx, "fighter", "senseless", "ghoul", left=2)
    assert order(game, 4) == ["hero", "hero", "hero", "fighter"]


@pytest.mark.row("E5")
def test_a_whole_party_held_watches() -> None:
    game = moment(member("hero"))
    meet(game, "orc")
    effects.start(game._ctx, "hero", "senseless", "ghoul", left=2)
    game._ctx.events = []
    with fix(game, 1, MISS, 1, MISS):
        game._settle()
    assert game.state.fight is not None
    assert game.state.fight.round == 3
    assert asked(game) == "hero"


@pytest.mark.rule("D12.16", "D12.15")
@pytest.mark.row("E8")
def test_guarding_ends_as_the_own_turn_begins() -> None:
    game = meet(moment(member("hero"), member("fighter")), "orc")
    with fix(game, then=MISS):
        game.act("guard")
        assert effects.running(game.state, "hero", "guarding")
        assert asked(game) == "fighter"
        game.act("wait")
    assert asked(game) == "hero"
    assert not effects.running(game.state, "hero", "guarding")


@pytest.mark.row("E7", "P21")
def test_quickening_gives_two_turns_for_three_rounds() -> None:
    game = meet(moment(member("hero"), member("fighter")), "orc")
    effects.start(game._ctx, "hero", "quickening", "quickening")
    doubled = ["hero", "hero", "fighter"]
    assert order(game, 11) == ["hero", "fighter", *doubled * 3]
    assert order(game, 4) == ["hero", "fighter", "hero", "fighter"]


@pytest.mark.rule("D17.10")
def test_a_member_risen_in_a_fight_acts_from_the_next_round() -> None:
    game = meet(moment(member("hero"), member("fighter", health=0), member("rogue", rank="front")), "orc")
    row(game, "fighter", health=1)
    assert order(game, 4) == ["hero", "rogue", "hero", "fighter"]


# --- ranks ---


@pytest.mark.rule("D2.17")
def test_a_back_member_steps_forward_while_two_more_stand_behind() -> None:
    ranks = ("front", "back", "back", "back")
    game = moment(*[member(c, rank=r) for c, r in zip(("hero", "fighter", "rogue", "wizard"), ranks, strict=True)])
    meet(game, "orc")
    assert [m.rank for m in game.state.members.values()] == ["front", "front", "back", "back"]


@pytest.mark.rule("D2.17")
def test_one_more_behind_is_not_enough() -> None:
    game = moment(member("hero"), member("rogue"), member("wizard"))
    meet(game, "orc")
    assert [m.rank for m in game.state.members.values()] == ["front", "back", "back"]


@pytest.mark.rule("D2.17")
def test_stepping_forward_goes_on_until_it_is_enough() -> None:
    game = moment(*[member(c, rank="back") for c in ("hero", "fighter", "rogue", "wizard", "king")])
    meet(game, "orc")
    assert [m.rank for m in game.state.members.values()] == ["front", "front", "back", "back", "back"]


@pytest.mark.rule("D2.17")
def test_only_the_standing_inside_count() -> None:
    game = moment(member("hero"), member("fighter"), member("rogue"), member("wizard"))
    meet(game, "orc")
    with staged(game) as s:
        assert s.fight is not None
        s.fight = replace(s.fight, outside=("hero",), ran=("hero",), exit="north")
        s.members["fighter"] = replace(s.members["fighter"], health=0)
    # Two behind, nobody standing in front: the rogue steps forward at the next round.
    order(game, 3)
    assert (game.state.members["rogue"].rank, game.state.members["wizard"].rank) == ("front", "back")


@pytest.mark.rule("D2.17")
def test_the_senseless_do_not_stand() -> None:
    game = moment(member("hero"), member("rogue"), member("wizard"))
    meet(game, "orc")
    effects.start(game._ctx, "hero", "senseless", "ghoul", left=2)
    game._ctx.events = []
    game._settle()
    order(game, 2)
    assert game.state.members["rogue"].rank == "front"


# --- who strikes first ---


@pytest.mark.rule("D11.9")
def test_a_band_that_strikes_first_acts_once_before_round_1() -> None:
    game = moment(member("fighter"))
    with fix(game, 1, 1, 1, 1, 1, 1):  # two orcs: an aim, a hit and the least damage each
        meet(game, "orc", "orc", first=True)
    assert game.state.members["fighter"].health == 24 - 3 - 3
    assert game.state.fight is not None
    assert game.state.fight.round == 1
    assert asked(game) == "fighter"


@pytest.mark.rule("D11.11")
def test_otherwise_the_party_begins() -> None:
    game = moment(member("fighter"))
    with fix(game):
        meet(game, "orc", "orc")
    assert asked(game) == "fighter"


# --- the unseen turn ---


def sneaking(*kinds: str) -> Game[State]:
    """The rogue alone inside, unseen; hero, fighter and wizard at the door."""
    game = moment()
    into_room(game)
    return meet(game, *kinds, room="room-1.1", sneak="rogue", door="door-1.1n")


@pytest.mark.rule("D11.12", "D11.13")
def test_the_sneaking_member_has_the_first_turn_alone() -> None:
    with_draws = sneaking("orc", "orc")
    assert asked(with_draws) == "rogue"
    s = with_draws.state
    assert [m.id for m in members.inside(s)] == ["rogue"]
    assert s.fight is not None
    assert s.fight.round == 0
    assert with_draws.decision is not None
    assert with_draws.decision.about == {"member": "rogue", "unseen": True}
    open_fight = meet(moment(), "orc").decision
    assert open_fight is not None
    assert open_fight.about == {"member": "hero", "unseen": False}


@pytest.mark.rule("D11.14")
def test_the_room_then_acts_against_the_sneaking_member_alone() -> None:
    game = sneaking("orc", "goblin-archer")
    with fix(game, 1, 1, 1, 1, MISS):  # one to aim at, a hit for 3; one to aim at, a miss
        step = game.act("wait")
    assert blows_of(step.all_events) == ["orc-1", "goblin-archer-1"]
    assert [m.health for m in game.state.members.values()] == [21, 24, 15, 15]
    stages = {e.stage: game.say(e) for e in step.all_events if isinstance(e, fights.Staged)}
    assert [stage for stage, told in stages.items() if "noticed" in told] == ["noticed"]
    assert len(stages) > 1
    assert game.state.fight is not None
    assert game.state.fight.round == 1
    assert asked(game) == "hero"


@pytest.mark.rule("D11.14")
def test_a_helper_called_unseen_is_no_target_in_the_rooms_round() -> None:
    game = sneaking("orc")
    fights.call_helper(game._ctx, "ogre", "rogue")
    with fix(game, 1, 1, 1) as dice:
        game.act("wait")
    assert dice.seen[0] == (1, 1)
    assert game.state.members["rogue"].health == 18 - 3


@pytest.mark.rule("D11.20", "D11.21")
@pytest.mark.parametrize("text", ["attack orc-1", "guard", "cover rogue", "shift back"])
def test_a_member_outside_only_waits_or_walks_in(text: str) -> None:
    game = sneaking("orc")
    with fix(game, 1, MISS):
        game.act("wait")
    assert asked(game) == "hero"
    step = game.act(text)
    assert (step.accepted, step.refusals[0].code, step.refusals[0].rule) == (False, "fight.outside", "D11.20")
    assert "wait" in game.actions()
    assert text not in game.actions()


@pytest.mark.rule("D11.21")
def test_a_member_outside_cannot_be_covered() -> None:
    game = sneaking("orc")
    with fix(game, then=MISS):
        game.act("wait")
        game.act("wait")
        game.act("wait")
    assert asked(game) == "rogue"
    assert game.act("cover hero").refusals[0].code == "fight.no_cover"


@pytest.mark.rule("D2.17", "D11.21")
def test_members_outside_do_not_step_forward() -> None:
    game = sneaking("orc")
    with fix(game, 1, MISS):
        game.act("wait")
    assert game.state.members["rogue"].rank == "back"


# --- odds of what resumes ---


@pytest.mark.rule("D12.8", "D15.1")
def test_the_next_actors_rolls_are_listed() -> None:
    game = meet(moment(member("hero"), member("fighter")), "tunnel-spider", "orc")
    with staged(game) as s:
        assert s.fight is not None
        s.fight = replace(s.fight, stage="band", turns=(), foes=("tunnel-spider-1", "orc-1"))
    listed = Fight().odds(game.state)
    assert [(one.name, one.about) for one in listed] == [
        ("hit", "hero"), ("damage", "hero"), ("special", "tunnel-spider-1"),
        ("hit", "fighter"), ("damage", "fighter"), ("special", "tunnel-spider-1"),
    ]  # fmt: skip


class Watch:
    """Holds every roll made against the list of the stage that made it."""

    def __init__(self) -> None:
        self.odds: tuple[Chance | Spread, ...] = ()
        self.rolls = 0

    def stage(self, source: Any, s: Any) -> None:
        self.odds = source.odds(s) if hasattr(source, "odds") else ()

    def rolled(self, roll: Chance | Spread, value: int) -> None:
        assert roll in self.odds
        self.rolls += 1

    def drew(self, stream: str, sides: int, value: int) -> None:
        pass


@pytest.mark.rule("D34.6")
@pytest.mark.parametrize(
    "band", [("orc", "ghoul", "tunnel-spider"), ("fire-imp", "troll"), ("acid-slug", "shade", "wight")]
)
def test_every_roll_of_a_fight_was_listed(band: tuple[str, ...]) -> None:
    game = moment(*[member(c, health=400, ceiling=400) for c in ("hero", "fighter", "rogue", "wizard")], gold=900)
    watch = Watch()
    game.watch(watch)
    meet(game, *band, first=True)
    fights.call_helper(game._ctx, "goblin", "hero")
    hale(game, 30)
    for turn in range(120):
        if game.state.fight is None or game.outcome:
            break
        texts = [t for t in game.actions().texts() if t.split()[0] in ("attack", "guard", "cover", "wait", "shift")]
        game.act(texts[turn % len(texts)])
    assert watch.rolls > 100


# --- the panel ---


@pytest.mark.rule("D12.23")
@pytest.mark.parametrize(
    ("health", "words"), [(15, "unhurt"), (14, "hurt"), (8, "hurt"), (7, "badly hurt"), (1, "badly hurt")]
)
def test_a_monsters_condition(health: int, words: str) -> None:
    game = hale(meet(moment(), "orc"), 15)
    row(game, "orc-1", health=health)
    assert fights.condition(game.state.monsters["orc-1"]) == words


@pytest.mark.rule("D12.23")
def test_exactly_half_is_hurt() -> None:
    game = hale(meet(moment(), "rust-mite"), 14)
    row(game, "rust-mite-1", health=7)
    assert fights.condition(game.state.monsters["rust-mite-1"]) == "hurt"


@pytest.mark.rule("D12.23")
def test_the_panel_lists_the_living_helpers_last() -> None:
    game = meet(moment(), "orc", "goblin")
    fights.call_helper(game._ctx, "ogre", "hero")
    assert fights.fight_rows(game.state) == [
        ("orc-1", "orc", "unhurt"), ("goblin-1", "goblin", "unhurt"), ("ogre-1", "ogre", "unhurt"),
    ]  # fmt: skip
    row(game, "orc-1", health=0)
    assert [key for key, _, _ in fights.fight_rows(game.state)] == ["goblin-1", "ogre-1"]


# --- helpers ---


@pytest.mark.rule("D14.16", "D14.17")
def test_a_helper_comes_at_full_health_and_acts_after_the_party() -> None:
    game = meet(moment(member("hero")), "orc")
    assert fights.call_helper(game._ctx, "orc", "hero") == "orc-2"
    m = game.state.monsters["orc-2"]
    assert (m.health, m.most, m.helper) == (health_of("orc"), health_of("orc"), True)
    with fix(game, 1, MISS, 1, MISS):
        step = game.act("wait")
    assert blows_of(step.all_events) == ["orc-2", "orc-1"]


@pytest.mark.rule("D14.16")
def test_a_helper_is_gone_with_the_fight() -> None:
    game = meet(moment(member("hero")), "orc")
    fights.call_helper(game._ctx, "ogre", "hero")
    fights.close(game._ctx, "won")
    assert list(game.state.monsters) == []


@pytest.mark.rule("D12.20", "D14.17")
def test_a_helper_left_alone_does_not_keep_the_fight_going() -> None:
    game = meet(moment(member("hero")), "orc")
    fights.call_helper(game._ctx, "ogre", "hero")
    row(game, "orc-1", health=1)
    with fix(game, 1, 1, 1):
        game.act("attack orc-1")
    assert game.state.fight is None


# --- the end ---


@pytest.mark.rule("D12.20")
def test_a_fight_is_won_when_every_monster_is_dead() -> None:
    game = moment(member("hero"), member("fighter"))
    into_room(game)
    meet(game, "orc", room="room-1.1")
    row(game, "orc-1", health=1)
    with fix(game, 1, 1, 1):  # a hit, damage, gold
        step = game.act("attack orc-1")
    s = game.state
    assert s.fight is None
    assert isinstance(s.agenda[-1], InRoom)
    assert [e.how for e in step.all_events if isinstance(e, fights.FightClosed)] == ["won"]
    assert s.rooms["room-1.1"].band == ()


@pytest.mark.rule("D12.20", "D30.9")
def test_a_fight_ends_when_every_member_is_dead() -> None:
    game = meet(moment(member("hero", health=1), member("fighter", health=0)), "orc")
    assert fights.over(game.state) == ""
    with fix(game, 1, 1, 1):
        game.act("wait")
    assert game.outcome is not None
    assert game.outcome.winners == ()
    assert fights.over(game.state) == "dead"


@pytest.mark.rule("D12.20")
def test_a_fight_goes_on_while_one_of_each_side_lives() -> None:
    game = meet(moment(member("hero"), member("fighter", health=1)), "orc", "orc")
    row(game, "orc-1", health=1)
    with fix(game, 1, 1, 1):
        game.act("attack orc-1")
    assert fights.over(game.state) == ""
    assert asked(game) == "fighter"


@pytest.mark.rule("D12.19", "D27.2")
def test_effects_of_the_fight_end_with_it() -> None:
    game = meet(moment(), "orc")
    for kind in ("stone-skin", "guarding", "quickening", "poisoned", "giant"):
        effects.start(game._ctx, "fighter", kind, kind)
    effects.start(game._ctx, "hero", "senseless", "ghoul", left=2)
    fights.close(game._ctx, "won")
    assert sorted(game.state.effects) == ["fighter:giant", "fighter:poisoned"]
    assert game.state.effects["fighter:poisoned"].left == 30


@pytest.mark.rule("D27.2", "D26.3")
def test_effects_counted_in_steps_stand_still_in_fights() -> None:
    game = meet(moment(member("hero"), member("fighter")), "orc")
    effects.start(game._ctx, "fighter", "poisoned", "venom")
    order(game, 8)
    assert game.state.effects["fighter:poisoned"].left == 30
    assert game.state.clock.step == 0


@pytest.mark.rule("D12.21")
def test_nothing_is_taken_until_the_fight_is_over() -> None:
    game = moment()
    into_room(game)
    knife = give(game, "knife", "room:room-1.1")
    meet(game, "orc", room="room-1.1")
    assert game.act(f"take {knife} hero").refusals[0].code == "action.not_now"
    fights.close(game._ctx, "won")
    assert game.act(f"take {knife} hero").accepted


@pytest.mark.rule("D12.21", "D7.27", "D14.10")
@pytest.mark.parametrize("how", ["won", "bought"])
def test_a_room_won_or_bought_is_empty(how: str) -> None:
    game = moment()
    into_room(game)
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], band=("orc", "orc"))
    meet(game, "orc", "orc", room="room-1.1")
    fights.close(game._ctx, how)
    assert game.state.rooms["room-1.1"].band == ()
    assert isinstance(game.state.agenda[-1], InRoom)


@pytest.mark.rule("D11.24", "D7.27")
@pytest.mark.parametrize("how", ["fled", "slipped"])
def test_a_band_left_alive_stays_without_its_dead(how: str) -> None:
    game = moment()
    into_room(game)
    meet(game, "orc", "orc", "goblin", room="room-1.1")
    row(game, "orc-1", health=0)
    row(game, "orc-2", health=1)
    fights.close(game._ctx, how)
    assert game.state.rooms["room-1.1"].band == ("orc", "goblin")
    meet(game, *game.state.rooms["room-1.1"].band, room="room-1.1")
    assert game.state.monsters["orc-1"].health == health_of("orc")


@pytest.mark.rule("D9.20")
def test_a_wandering_band_leaves_no_trace() -> None:
    game = moment()
    into_room(game)
    meet(game, "orc", "orc", room="room-1.1", wandering=True)
    fights.close(game._ctx, "fled")
    assert game.state.rooms["room-1.1"].band == ()


@pytest.mark.rule("D9.21", "DX38")
def test_a_hunting_band_leaves_its_room_for_good_and_nobody_is_told_which() -> None:
    game = moment()
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], band=("orc", "orc"))
    meet(game, "orc", "orc", wandering=True, emptied="room-1.1")
    assert game.state.rooms["room-1.1"].band == ()
    told = [e for e in game._ctx.events if e.seen_by(game.state) is None]
    assert not any("room-1.1" in repr(e) for e in told)
    fights.close(game._ctx, "fled")
    assert game.state.rooms["room-1.1"].band == ()
    assert isinstance(game.state.agenda[-1], InHall)


@pytest.mark.rule("D30.12")
def test_fights_are_counted() -> None:
    game = meet(moment(), "orc")
    fights.close(game._ctx, "won")
    meet(game, "orc")
    assert game.state.counts.fights == 2


def test_undo_takes_back_a_whole_round() -> None:
    game = meet(moment(member("hero")), "orc", "orc")
    before = game.digest()
    game.act("attack orc-2")
    assert game.digest() != before
    game.undo()
    assert game.digest() == before


@pytest.mark.rule("D14.17", "D34.6")
def test_a_helper_of_a_breathing_kind_strikes_and_does_not_breathe() -> None:
    game = meet(moment(), "orc")
    key = fights.call_helper(game._ctx, "fire-imp", "hero")
    assert [(roll.name, roll.about) for roll in blows.blow_odds(game.state, key)] == [
        ("hit", "orc-1"), ("damage", "orc-1"),
    ]  # fmt: skip


@pytest.mark.rule("D2.13")
def test_who_is_senseless_is_told_so_once() -> None:
    game = moment()
    with staged(game) as s:
        s.effects["hero:senseless"] = Effect("hero", "senseless", 2, "ghoul")
        s.effects["hero:poisoned"] = Effect("hero", "poisoned", 20, "giant-spider")
    party = next(panel for panel in game.scene().panels if panel.name == "party")
    assert isinstance(party, Roster)
    assert party.rows[0].cells[-1] == "senseless, Poisoned"
