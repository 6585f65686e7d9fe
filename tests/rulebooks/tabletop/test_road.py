"""The road (T22.1, T22.32, T22.51, T7.8, T7.47, T8.14, T8.32, T6.15, T22.26)."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.campaign import below, edit, meet, road
from tests.rulebooks.tabletop.rules_bench import character, of, under

from undercroft.engine.game import Game
from undercroft.rulebooks.tabletop import meeting, monsters, wandering, wounds
from undercroft.rulebooks.tabletop.records import Arm, Ctx, Enemy, Group, Journey, Lot, State, replace
from undercroft.rulebooks.tabletop.road import FightThem, Pay
from undercroft.testing import fix, staged

ADA, BO = character("Ada", silver=30, courage=16), character("Bo", silver=30, courage=15)


def travel(game: Game[State], *dice: int) -> None:
    with fix(game, *dice):
        assert game.act("travel")


def flee(game: Game[State], then: int = 1) -> None:
    """Let everybody flee from the combat, with dice that all show one face."""
    while game.state.fight is not None:
        with fix(game, then=then):
            assert game.act("flee")


@pytest.mark.rule("T6.15", "T22.1")
def test_two_legs_of_half_a_day_lead_to_the_door() -> None:
    one = road(ADA, BO)
    travel(one, 3)
    assert (one.state.place.leg, one.state.clock.turn) == (1, 144)
    with fix(one, 6, then=6):
        assert one.act("travel")
    assert one.state.clock.turn == 288
    assert (one.state.place.where, one.state.place.room) == ("dungeon", "room-1")


@pytest.mark.rule("T6.15", "T6.16")
def test_it_is_never_dark_on_the_road() -> None:
    one = road(ADA, BO)
    with staged(one) as s:
        s.journey = Journey(mishap="agility")
    assert [chance.num for chance in one.odds("mishap ada")] == [10]


@pytest.mark.rule("T22.32")
@pytest.mark.parametrize(("die", "met", "quality"), [(1, 1, ""), (2, 0, "agility"), (3, 0, ""), (6, 0, "")])
def test_what_a_leg_brings(die: int, met: int, quality: str) -> None:
    one = road(ADA, BO)
    travel(one, die, *([1] if die == 2 else []))
    came = [group for group in one.state.groups.values() if group.sort == "road"]
    assert (len(came), one.state.journey.mishap) == (met, quality)
    assert [group.mood for group in came] == ["aware"] * met
    assert one.state.adventure.wandered == 0


@pytest.mark.rule("T22.32")
@pytest.mark.parametrize(
    ("die", "quality"),
    [(1, "agility"), (2, "agility"), (3, "strength"), (4, "strength"), (5, "charisma"), (6, "charisma")],
)
def test_a_mishap_tests_one_of_three_qualities(die: int, quality: str) -> None:
    who = character("Ada", agility=9, strength=11, charisma=13)
    one = road(who, BO)
    travel(one, 2, die)
    assert one.state.journey.mishap == quality
    needed = {"agility": 9, "strength": 11, "charisma": 13}[quality]
    assert [chance.num for chance in one.odds("mishap ada")] == [needed]
    assert one.act("travel").refusals[0].rule == "T22.32"
    with fix(one, needed):
        assert one.act("mishap ada")
    assert one.state.journey.mishap == ""


@pytest.mark.rule("T22.32")
def test_a_failed_mishap_costs_everybody_silver_or_vitality() -> None:
    one = road(ADA, BO)
    travel(one, 2, 1)
    with fix(one, 11):
        assert one.act("mishap ada")
    assert one.act("mishap bo").refusals[0].rule == "T22.32"
    paid, bled = one.fork(), one.fork()
    assert paid.act("pay silver")
    assert [of(paid, who).silver for who in ("ada", "bo")] == [20, 20]
    with fix(bled, 4, 6):
        assert bled.act("pay vitality")
    assert [of(bled, who).vitality for who in ("ada", "bo")] == [26, 24]
    assert [of(bled, who).silver for who in ("ada", "bo")] == [30, 30]
    edit(one, "ada", silver=0)
    edit(one, "bo", silver=19)
    assert one.act("pay silver").refusals[0].rule == "T22.32"
    edit(one, "bo", silver=20)
    assert one.act("pay silver")
    assert [of(one, who).silver for who in ("ada", "bo")] == [0, 0]


@pytest.mark.rule("T22.26", "T8.33")
def test_a_mishap_can_kill_and_end_a_party() -> None:
    one = road(character("Ada", vitality=3), character("Bo", vitality=-8, silver=5))
    with staged(one) as s:
        s.journey = Journey(mishap="agility", failed=True)
    lost = one.fork()
    with fix(one, 1, 2):
        assert one.act("pay vitality")
    assert one.state.party.order == ("ada",)
    assert one.state.rooms["road"].floor == Lot(5)
    assert one.outcome is None
    with fix(lost, 3, 1):
        assert lost.act("pay vitality")
    assert lost.outcome is not None
    assert lost.outcome.code == "lost"


# --- who meets the party ---


@pytest.mark.rule("T22.51", "T7.8")
def test_on_the_road_there_is_time_to_make_ready() -> None:
    one = road(ADA, BO, leg=1)
    meet(one, "orc")
    assert one.act("travel").refusals[0].rule == "T22.49"
    unready = one.fork()
    with fix(unready, then=6):
        assert unready.act("fight")
    assert not unready.state.stances["ada"].ready
    assert one.act("ready")
    assert (one.state.clock.turn, one.state.fight) == (0, None)
    assert one.act("ready").refusals[0].rule == "T7.8"
    with fix(one, then=6):
        assert one.act("fight")
    assert all(one.state.stances[who].ready for who in ("ada", "bo"))
    assert one.state.fight is not None
    assert one.state.fight.road


@pytest.mark.rule("T8.32", "T8.14")
def test_the_first_round_of_a_road_fight_is_fought_at_middle_range() -> None:
    archer = character("Bo", courage=18, weapons=(Arm("short-bow"),), wielded=0, goods=(("arrows", 20),))
    one = road(character("Ada", courage=20), archer, leg=1)
    meet(one, "orc", "orc")
    assert one.act("ready")
    with fix(one, 2, 1):
        assert one.act("fight")
    assert one.act("attack orc-x.1").refusals[0].rule == "T8.32"
    with fix(one, then=6):
        assert one.act("wait")
    assert {(chance.name, chance.num) for chance in one.odds("shoot orc-x.1") if chance.name == "attack"} == {
        ("attack", 8)
    }


@pytest.mark.rule("T22.51", "T7.46", "T16.9")
def test_who_withdraws_has_the_highest_agility_lead() -> None:
    one = road(
        character("Ada", agility=9, courage=16), character("Bo", agility=12, courage=15),
        character("Cy", agility=12, courage=14), leg=1,
    )  # fmt: skip
    meet(one, "orc")
    assert [(chance.about, chance.num) for chance in one.odds("withdraw")] == [("bo", 12)]
    caught = one.fork()
    with fix(one, 12):
        assert one.act("withdraw")
    assert one.state.groups["group-x"].gone
    assert one.state.fight is None
    assert [of(one, who).ap for who in ("ada", "bo", "cy")] == [0, 0, 0]
    assert "travel" in one.actions()
    with fix(caught, 13, then=6):
        assert caught.act("withdraw")
    assert caught.state.fight is not None
    assert caught.state.stances["ada"].ready


@pytest.mark.rule("T22.51", "T22.39", "T16.9")
def test_a_group_on_the_road_can_be_talked_round() -> None:
    one = road(ADA, BO, leg=1)
    meet(one, "bandit")
    failed = one.fork()
    with fix(one, 10):
        assert one.act("parley ada")
    # Talking round is a deed of ten points; the bandit's eleven are nobody's.
    assert [of(one, who).ap for who in ("ada", "bo")] == [10, 0]
    assert one.state.groups["group-x"].gone
    with fix(failed, 11, then=6):
        assert failed.act("parley ada")
    assert failed.state.stances["bo"].ready


@pytest.mark.rule("T7.47", "T16.8", "T16.7")
def test_who_flees_on_the_road_leaves_all_behind_and_the_leg_counts() -> None:
    one = road(ADA, BO, leg=1)
    meet(one, "orc", "orc")
    with staged(one) as s:
        s.rooms["road"] = replace(s.rooms["road"], floor=Lot(9))
    with fix(one, 2, 1):
        assert one.act("fight")
    with staged(one) as s:
        s.foes["orc-x.2"] = replace(s.foes["orc-x.2"], vitality=0)
    flee(one)
    assert one.state.groups["group-x"].gone
    assert one.state.place.leg == 1
    assert one.state.rooms["road"].floor == Lot()
    # One Orc of ML 10 was defeated before the flight: 5 for each who took part and lives.
    assert [of(one, who).ap for who in ("ada", "bo")] == [5, 5]
    assert "travel" in one.actions()


@pytest.mark.rule("T6.11", "T6.12", "T7.41")
def test_a_camp_by_the_road_is_a_quiet_one() -> None:
    one = road(character("Ada", vitality=10, goods=(("ration", 1),)), leg=1)
    with staged(one) as s:
        s.foes["goblin-5.1"] = replace(s.foes["goblin-5.1"], group="lurkers", boss=False, ml=0)
    with fix(one, 4):
        assert one.act("camp")
    assert (of(one).vitality, of(one).goods, one.state.clock.turn) == (14, (), 96)
    assert one.act("camp").refusals[0].rule == "T6.11"


@pytest.mark.rule("T8.23", "T7.35")
def test_a_fallen_ally_who_was_carried_away_comes_round_after_twelve_turns() -> None:
    one = below(ADA, BO, room="room-2", came="room-1")
    meet(one, "orc", sort="light", room="room-2")
    with fix(one, then=6):
        assert one.act("attack")
    wounds.lose(one._ctx, "bo", 33, "gm")
    with fix(one, 1):
        assert one.act("carry bo")
    assert (one.state.place.room, one.state.clock.turn, of(one, "bo").vitality) == ("room-1", 301, -3)
    for vitality in (*[-3] * 10, 1):
        with fix(one, then=6):
            assert one.act("wait")
        assert of(one, "bo").vitality == vitality


# --- outside the dungeon's door ---


def driven_out(follow: int = 6) -> Game[State]:
    """Return a game in which the party has fled from the entrance room."""
    one = below(ADA, BO, room="room-1")
    meet(one, "ghoul", sort="wandering")
    with fix(one, then=6):
        assert one.act("attack")
    with fix(one, 1):
        assert one.act("flee")
    with fix(one, 1, follow):
        assert one.act("flee")
    return one


@pytest.mark.rule("T7.47", "T7.37")
def test_who_flees_from_the_entrance_gathers_outside_the_door() -> None:
    one = driven_out()
    assert (one.state.place.where, one.state.place.room) == ("road", "road")
    assert one.state.groups["group-x"].room == "room-1"
    assert {"travel", "leave"} <= {str(action) for action in one.actions()}
    home = one.fork()
    assert home.act("leave")
    assert home.state.journey.home
    turn = one.state.clock.turn
    with fix(one, then=6):
        assert one.act("travel")
    assert (one.state.place.where, one.state.place.room, one.state.clock.turn) == ("dungeon", "room-1", turn)
    assert one.state.groups["group-x"].mood == "aware"
    # The days allowed are counted from the first time.
    assert one.state.adventure.entered == 288


@pytest.mark.rule("T7.47", "T7.37")
def test_who_retreats_from_the_entrance_may_be_followed_out_and_back_in_they_go() -> None:
    one = below(ADA, BO)
    meet(one, "ghoul", sort="light", home="room-1")
    stays = one.fork()
    with fix(stays, 3):
        assert stays.act("retreat")
    assert (stays.state.place.where, stays.state.fight) == ("road", None)
    with fix(one, 2, then=6):
        assert one.act("retreat")
    assert one.state.place.where == "road"
    assert one.state.fight is not None
    assert one.state.stances["ada"].ready
    flee(one)
    assert one.state.groups["group-x"].room == "room-1"
    assert not one.state.groups["group-x"].gone
    assert one.state.fight is None


# --- Kobolds ---


@pytest.mark.rule("T11.30", "T22.51")
@pytest.mark.parametrize(("face", "ap"), [(7, 5), (8, 0)])
def test_kobolds_set_their_riddle_on_the_road_too(face: int, ap: int) -> None:
    one = road(character("Ada"), leg=1)
    meet(one, "kobold", "kobold")
    with fix(one, face):
        assert one.act("riddle ada")
    assert one.state.groups["group-x"].gone
    assert of(one).ap == ap
    assert one.state.fight is None


@pytest.mark.rule("T11.30", "T6.14")
@pytest.mark.parametrize("kind", ["kobold", "orc"])
def test_kobolds_that_come_upon_a_camp_set_their_riddle(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one = below(character("Ada"))

    def come(ctx: Ctx) -> bool:
        foe = monsters.from_block(kind, id=f"{kind}-x.1", group="group-x")
        group = Group("group-x", "wandering", ctx.state.place.room, made=(Enemy(kind),), mood="aware")
        ctx.emit(wandering.WanderersCame(group, (foe,)))
        return True

    monkeypatch.setattr(wandering, "check", come)
    assert one.act("camp")
    assert (one.state.fight is None) == (kind == "kobold")


@pytest.mark.rule("T22.49", "T22.51", "T8.32")
def test_on_the_road_only_far_spells_begin_combat() -> None:
    mage = character("Ada", cls="magician", astral=30, astral_max=30, intelligence=12, charisma=12)
    one = road(mage, leg=1)
    meet(one, "orc")
    for spell in ("rabbits-panic", "dormouses-sleep"):
        assert one.act(f"cast {spell} ada orc-x.1").refusals[0].rule == "T8.32"
    with fix(one, 20, 2, then=20):
        assert one.act("cast wasps-sting ada orc-x.1 1")
    assert one.state.fight is not None


@pytest.mark.rule("T20.13")
def test_a_borrowed_shape_falls_when_the_party_fights_on_the_road() -> None:
    one = road(under(character("Ada", courage=20), "shape", source="orc"), leg=1)
    meet(one, "orc")
    assert one.act("fight")
    assert of(one).conditions == ()


@pytest.mark.rule("T7.5", "T7.8", "T22.51")
def test_it_is_told_before_a_fight_that_weapons_are_not_out() -> None:
    below_, here = below(ADA), road(ADA)
    for one, action in ((below_, meeting.Attack()), (here, FightThem())):
        meet(one, "orc")
        assert "first action is lost" in one.costs(action)
        with staged(one) as s:
            s.party = replace(s.party, ready=True)
        assert one.costs(action) == ""


@pytest.mark.rule("T22.32")
def test_the_price_of_a_mishap_stands_with_the_choice() -> None:
    one = road(ADA, BO)
    with staged(one) as s:
        s.journey = Journey(mishap="agility", failed=True)
    assert (one.costs(Pay("silver")), one.costs(Pay("vitality"))) == ("20 silver in all", "")
    with fix(one):
        assert one.act("pay silver")
    assert of(one).silver + of(one, "bo").silver == 40
