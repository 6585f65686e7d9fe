"""Meeting groups: how they are found, sneaking, parley, retreat, riddles (T7.9 to T7.12, T22.38 to T22.50, T11.30)."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.dungeon_bench import band, explore, stand
from tests.rulebooks.tabletop.rules_bench import character, of, under

from undercroft.engine.game import Game
from undercroft.rulebooks.tabletop import flight, foes, meeting, monsters, tests
from undercroft.rulebooks.tabletop.records import Chest, Condition, Enemy, Group, Lot, Magic, State, replace
from undercroft.testing import staged
from undercroft.testing.dice import fix

ADA, BO = character("Ada"), character("Bo")
# Courage 10 of both sides is settled by dice; 12 and 11 are above all foes here.
BOLD = (character("Ada", courage=20, charisma=10), character("Bo", courage=19))


def meets(face: int, *kinds: str, mood: str = "", **more: object) -> Game[State]:
    """Return a game in which the party has just met a group east of the entrance, the awareness die as given."""
    one = explore(*BOLD)
    band(one, *(kinds or ("orc",)), mood=mood)
    with staged(one) as s:
        s.adventure = replace(s.adventure, **more)
    with fix(one, *([face] if face else []), then=20):
        assert one.act("go east")
    return one


def mood(game: Game[State]) -> str:
    return game.state.groups["group-x"].mood


# --- awareness ---


@pytest.mark.rule("T7.9", "T22.49")
@pytest.mark.parametrize(
    ("face", "found"), [(1, "unaware"), (2, "unaware"), (3, "aware"), (5, "aware"), (6, "waiting")]
)
def test_a_group_first_met_is_unaware_aware_or_lies_in_wait(face: int, found: str) -> None:
    one = meets(face)
    assert mood(one) == found
    assert (one.state.fight is not None) == (found == "waiting")


@pytest.mark.rule("T7.11")
def test_against_a_group_lying_in_wait_nobody_is_ready() -> None:
    one = explore(*BOLD)
    band(one, "orc")
    one.act("ready")
    with fix(one, 6, then=20):
        one.act("go east")
    assert one.state.fight is not None
    assert not any(stance.ready for who, stance in one.state.stances.items() if who in ("ada", "bo"))


@pytest.mark.rule("T7.6", "T7.7", "T7.8")
@pytest.mark.parametrize("said", [False, True])
def test_explorers_are_unready_in_a_dungeon_unless_they_said_otherwise(said: bool) -> None:
    one = explore(*BOLD)
    band(one, "orc")
    if said:
        one.act("ready")
    with fix(one, 3):
        one.act("go east")
    with fix(one, then=20):
        one.act("attack")
    assert [one.state.stances[who].ready for who in ("ada", "bo")] == [said, said]


@pytest.mark.rule("T7.12")
@pytest.mark.parametrize(("face", "found"), [(1, "aware"), (2, "aware"), (3, "aware")])
def test_after_a_forced_door_nobody_is_unaware(face: int, found: str) -> None:
    one = explore(*BOLD, door=True)
    band(one, "orc")
    with staged(one) as s:
        s.ways["way-1"] = replace(s.ways["way-1"], forced=True, shut=False)
    with fix(one, face):
        one.act("go east")
    assert mood(one) == found


@pytest.mark.rule("T21.22")
def test_a_guardian_decides_the_next_meeting_alone() -> None:
    one = meets(0, omen="unaware")
    assert mood(one) == "unaware"
    assert one.state.adventure.omen == ""


@pytest.mark.rule("T7.48")
def test_a_group_that_was_left_behind_is_aware_when_met_again() -> None:
    one = meets(1)
    one.act("retreat")
    with fix(one):
        one.act("go east")
    assert mood(one) == "aware"


@pytest.mark.rule("T22.49")
def test_while_enemies_stand_only_what_deals_with_them_is_legal() -> None:
    one = meets(3)
    offered = {str(action).split()[0] for action in one.actions()}
    assert offered == {"attack", "parley", "retreat", "douse"}
    for text in ("wait", "search ada", "go west", "ready"):
        assert one.act(text).refusals[0].rule == "T22.49"


@pytest.mark.rule("T22.49")
def test_past_sleepers_the_party_goes_and_takes() -> None:
    one = meets(3)
    with staged(one) as s:
        for foe in s.foes.where("group-x"):
            s.foes[foe.id] = under(foe, "asleep")  # type: ignore[type-var]
        s.rooms["room-2"] = replace(s.rooms["room-2"], floor=Lot(5))
    assert one.act("take all")
    assert one.act("go east")


@pytest.mark.rule("T22.49")
@pytest.mark.parametrize(("face", "fights"), [(3, True), (1, False)])
def test_an_aware_group_attacks_when_the_party_does_something_else(face: int, fights: bool) -> None:
    one = meets(face)
    with fix(one, then=20):
        assert one.act("douse")
    assert (one.state.fight is not None) == fights


# --- attack and sneak ---


@pytest.mark.rule("T7.10")
@pytest.mark.parametrize(("face", "unaware"), [(1, True), (4, False)])
def test_an_unaware_group_is_surprised(face: int, unaware: bool) -> None:
    one = meets(face)
    with fix(one, then=20):
        assert one.act("attack")
    assert one.state.fight is not None
    assert one.state.fight.unaware is unaware
    assert one.state.fight.back == "room-1"


@pytest.mark.rule("T22.38")
def test_every_character_must_sneak_past() -> None:
    one = meets(1)
    with fix(one, 10, 10):
        assert one.act("sneak east")
    assert one.state.place.room == "room-3"
    assert mood(one) == "unaware"
    one = meets(1)
    with fix(one, 10, 11, then=20):
        one.act("sneak east")
    assert one.state.place.room == "room-2"
    assert one.state.fight is not None
    assert not one.state.fight.unaware
    assert all(one.state.stances[who].ready for who in ("ada", "bo"))


@pytest.mark.rule("T22.38")
def test_nobody_sneaks_past_a_group_that_is_aware() -> None:
    one = meets(4)
    assert one.act("sneak east").refusals[0].rule == "T22.38"


@pytest.mark.rule("T20.18", "T13.65")
def test_a_coat_or_a_small_shape_helps_to_sneak() -> None:
    lit = explore(ADA).state
    assert meeting.sneak_chance(lit, ADA).num == 10
    assert meeting.sneak_chance(lit, under(ADA, "hidden")).num == 16
    # A small shape has Agility 18; 18 is the most.
    assert meeting.sneak_chance(lit, under(ADA, "small-shape")).num == 18


# --- parley ---


@pytest.mark.rule("T22.39")
@pytest.mark.parametrize(
    ("kinds", "text", "fought", "num"),
    [
        (("orc",), "parley ada", (), 7), (("goblin",), "parley ada", (), 10), (("orc",), "parley ada offer", (), 10),
        (("orc",), "parley ada", ("orc",), 4), (("orc",), "parley ada", ("goblin",), 7),
        (("bandit",), "parley ada offer", ("bandit",), 10),
    ],
)  # fmt: skip
def test_parley_tests_charisma_with_talk_offer_and_what_was(
    kinds: tuple[str, ...], text: str, fought: tuple[str, ...], num: int
) -> None:
    one = meets(3, *kinds, fought=fought)
    with staged(one) as s:
        s.characters["ada"] = replace(s.characters["ada"], silver=500)
    assert [roll.num for roll in one.odds(text)] == [num]


@pytest.mark.rule("T22.39", "T22.50", "T16.13")
def test_a_group_talked_round_is_gone_with_its_treasure_and_the_offer_paid() -> None:
    one = meets(3, "orc", "orc")
    with staged(one) as s:
        s.characters["ada"] = replace(s.characters["ada"], silver=60)
        s.characters["bo"] = replace(s.characters["bo"], silver=50)
    with fix(one, 10):
        assert one.act("parley ada offer")
    # Two Orcs are 20 ML: 100 silver, the speaker's first.
    assert [of(one, who).silver for who in ("ada", "bo")] == [0, 10]
    assert one.state.groups["group-x"].gone
    assert (of(one).ap, of(one, "bo").ap) == (10, 0)
    assert one.act("wait")


@pytest.mark.rule("T22.39", "T22.40")
def test_a_failed_parley_begins_combat_with_the_party_ready_and_costs_nothing() -> None:
    one = meets(3, "orc")
    with staged(one) as s:
        s.characters["ada"] = replace(s.characters["ada"], silver=60)
    with fix(one, 11, then=20):
        assert one.act("parley ada offer")
    assert one.state.fight is not None
    assert all(one.state.stances[who].ready for who in ("ada", "bo"))
    assert of(one).silver == 60
    assert one.state.groups["group-x"].parleyed


@pytest.mark.rule("T22.39", "T22.40", "T12.40")
def test_who_cannot_be_talked_to_and_who_cannot_pay() -> None:
    assert meets(1, "orc").act("parley ada").refusals[0].rule == "T22.39"
    assert meets(3, "wolf").act("parley ada").refusals[0].rule == "T12.40"
    poor = meets(3, "orc").act("parley ada offer").refusals[0]
    assert (poor.rule, poor.facts) == ("T22.39", {"silver": 50, "purse": 0})
    one = meets(3, "orc")
    with staged(one) as s:
        s.groups["group-x"] = replace(s.groups["group-x"], parleyed=True)
    assert one.act("parley ada").refusals[0].rule == "T22.40"


def at_boss(quest: str, **more: object) -> Game[State]:
    one = explore(*BOLD)
    stand(one, "room-5", "room-3")
    with staged(one) as s:
        s.adventure = replace(s.adventure, quest=quest, **more)
        lot = Lot(objects=("banner",)) if quest == "bring-back-the-banner" else Lot()
        s.groups["group-5"] = replace(s.groups["group-5"], mood="aware", lot=lot)
    return one


@pytest.mark.rule("T22.41")
@pytest.mark.parametrize("quest", ["slay-the-boss", "map-every-room"])
def test_a_boss_of_some_quests_lets_nobody_pass(quest: str) -> None:
    one = at_boss(quest)
    with fix(one, 1, then=20):
        assert one.act("parley ada")
    assert one.state.fight is not None
    assert all(one.state.stances[who].ready for who in ("ada", "bo"))
    assert not one.state.groups["group-5"].gone


@pytest.mark.rule("T22.41")
def test_a_boss_may_give_up_what_the_quest_is_about() -> None:
    one = at_boss("bring-back-the-banner")
    # A Goblin talks at 0: 10; the second Test is at +6: 4.
    assert [roll.num for roll in one.odds("parley ada")] == [10, 4]
    with fix(one, 10, 4):
        assert one.act("parley ada")
    assert one.state.adventure.carried == ("banner",)
    assert one.state.groups["group-5"].lot.objects == ()
    assert one.state.groups["group-5"].gone
    one = at_boss("bring-back-the-banner")
    with fix(one, 10, 5, then=20):
        one.act("parley ada")
    assert one.state.fight is not None
    assert one.state.adventure.carried == ()
    one = at_boss("free-a-captive", captive="room-3")
    with fix(one, 10, 4):
        one.act("parley ada")
    assert one.state.adventure.captive == "with the party"


@pytest.mark.rule("T22.50", "T22.31", "T14.18")
@pytest.mark.parametrize(("face", "silver"), [(4, 0), (5, 99)])
def test_a_boss_that_lets_the_party_pass_takes_its_hoard_along(face: int, silver: int) -> None:
    one = at_boss("bring-back-an-heirloom")
    with staged(one) as s:
        s.chests["room-5"] = Chest("room-5", Lot(99, objects=("heirloom",)))
        s.chests["room-3"] = Chest("room-3", Lot(7))
    with fix(one, 10, face, then=20):
        assert one.act("parley ada")
    assert one.state.adventure.carried == (() if silver else ("heirloom",))
    assert one.state.chests["room-5"].lot.silver == silver
    assert one.state.chests["room-3"].lot.silver == 7


# --- retreat ---


@pytest.mark.rule("T7.37")
@pytest.mark.parametrize(
    ("kind", "face", "follows"),
    [("lizard-man", 2, True), ("lizard-man", 3, False), ("cave-bear", 1, True), ("stone-watcher", 0, False)],
)
def test_a_bold_group_may_follow_a_retreat(kind: str, face: int, follows: bool) -> None:
    one = meets(3, kind)
    with fix(one, *([face] if face else []), then=20 if follows else None):
        assert one.act("retreat")
    s = one.state
    assert (s.place.room, s.place.came) == ("room-1", "room-2")
    assert (s.fight is not None) == follows
    if follows:
        assert s.groups["group-x"].room == "room-1"
        assert all(s.stances[who].ready for who in ("ada", "bo"))


@pytest.mark.rule("T7.37", "T7.10")
@pytest.mark.parametrize(("kind", "face"), [("orc", 3), ("lizard-man", 1)])
def test_timid_and_unaware_groups_stay(kind: str, face: int) -> None:
    one = meets(face, kind)
    with fix(one):
        assert one.act("retreat")
    assert one.state.fight is None
    assert one.state.place.room == "room-1"


def afflict(game: Game[State], foe: str, kind: str) -> None:
    with staged(game) as s:
        s.foes[foe] = replace(s.foes[foe], conditions=(Condition(kind, 0, "turns", 7),))


def fled(*kinds: str, courage: tuple[int, ...], boss: str = "") -> Game[State]:
    """Return a game in which both characters have fled from a group in room-2, and its bold ones (T7.37) follow."""
    one = meets(3, *kinds)
    with staged(one) as s:
        for foe, value in zip(s.foes.keys_where("group-x"), courage, strict=True):
            s.foes[foe] = replace(s.foes[foe], courage=value)
        if boss:
            s.foes[boss] = replace(s.foes[boss], boss=True)
            s.adventure = replace(s.adventure, boss="group-x")
        s.groups["group-x"] = replace(s.groups["group-x"], lot=Lot(silver=30))
    with fix(one, then=20):
        assert one.act("attack")
    with fix(one, 5):
        assert one.act("flee")
    with fix(one, 5, 2, then=20):
        assert one.act("flee")
    return one


def where(game: Game[State]) -> dict[str, str]:
    """Return the room of each foe that came with group-x."""
    s = game.state
    return {foe.id: s.groups[foe.group].room for foe in s.foes.values() if "-x." in foe.id}


@pytest.mark.rule("T7.37")
def test_only_the_bold_of_a_group_follow_a_flight_and_fight() -> None:
    one = fled("orc", "orc", "orc", courage=(10, 11, 9))
    s = one.state
    assert where(one) == {"orc-x.1": "room-2", "orc-x.2": "room-1", "orc-x.3": "room-2"}
    assert [who for who in s.stances if who in s.foes] == ["orc-x.2"]
    assert all(s.stances[who].ready for who in ("ada", "bo"))
    # The others keep what they guard; the follower has the same home.
    assert s.groups["group-x"].lot.silver == 30
    assert (len(s.groups["group-x"].made), s.groups["group-x"].parted) == (3, 1)
    part = s.groups[s.foes["orc-x.2"].group]
    assert (part.home, len(part.made), part.lot, part.mood) == ("room-2", 1, Lot(), "aware")


@pytest.mark.rule("T7.37", "T22.48")
def test_a_boss_that_follows_is_still_its_group_and_its_timid_companions_stay() -> None:
    one = fled("bandit-captain", "bandit", "bandit", courage=(13, 9, 8), boss="bandit-captain-x.1")
    s = one.state
    assert where(one) == {"bandit-captain-x.1": "room-1", "bandit-x.2": "room-2", "bandit-x.3": "room-2"}
    assert s.foes["bandit-captain-x.1"].group == s.adventure.boss == "group-x"
    assert s.groups["group-x"].made[0].kind == "bandit-captain"
    assert [who for who in s.stances if who in s.foes] == ["bandit-captain-x.1"]


@pytest.mark.rule("T7.37")
def test_where_all_are_bold_the_whole_group_follows() -> None:
    one = fled("lizard-man", "lizard-man", courage=(12, 11))
    assert set(where(one).values()) == {"room-1"}
    assert {foe.group for foe in one.state.foes.where("group-x")} == {"group-x"}


@pytest.mark.rule("T7.37")
def test_only_the_bold_of_a_group_follow_a_retreat() -> None:
    one = meets(3, "bandit-captain", "bandit")
    with fix(one, 1, then=20):
        assert one.act("retreat")
    assert where(one) == {"bandit-captain-x.1": "room-1", "bandit-x.2": "room-2"}
    assert [who for who in one.state.stances if who in one.state.foes] == ["bandit-captain-x.1"]


@pytest.mark.rule("T7.37", "T7.39")
def test_those_who_stay_are_counted_without_those_who_follow() -> None:
    one = meets(3, "bandit-captain", "bandit", "bandit", "bandit")
    with staged(one) as s:
        for at, foe in enumerate(s.foes.keys_where("group-x")):
            s.foes[foe] = replace(s.foes[foe], courage=13 - 3 * at)
    with fix(one, 1, then=20):
        assert one.act("retreat")
    assert one.state.fight is not None
    assert one.state.fight.began == (1,)
    with fix(one, 5, then=20):
        assert one.act("flee")
    with fix(one, 5, 3):
        assert one.act("flee")
    assert one.state.place.room == "room-2"
    with fix(one, then=20):
        assert one.act("attack")
    assert one.state.fight.began == (3,)


@pytest.mark.rule("T7.37", "T7.30")
def test_those_who_follow_were_threatened_already() -> None:
    one = meets(3, "bandit-captain", "bandit")
    with staged(one) as s:
        tests.Attempted(tests.PARTY, flight.INTIMIDATE + "group-x").apply(s)
    with fix(one, 1, then=20):
        assert one.act("retreat")
    assert one.act("intimidate").refusals[0].rule == "T7.30"


@pytest.mark.rule("T7.37", "T8.29")
@pytest.mark.parametrize("kind", ["asleep", "stuck", "panicked"])
def test_who_sleeps_sticks_or_cowers_follows_nobody(kind: str) -> None:
    one = meets(3, "ogre")
    afflict(one, "ogre-x.1", kind)
    with fix(one):
        assert one.act("retreat")
    assert one.state.fight is None
    assert flight.would_follow(one.state, replace(one.state.foes["ogre-x.1"], conditions=()))


@pytest.mark.rule("T7.37", "T22.49")
@pytest.mark.parametrize(("face", "fights_on"), [(1, False), (3, False), (6, True)])
def test_who_stands_in_the_room_fled_to_is_met_and_begins_no_combat_for_that(face: int, fights_on: bool) -> None:
    one = meets(3, "orc")
    with staged(one) as s:
        s.groups["group-y"] = Group("group-y", "light", "room-1", "room-1", (Enemy("orc"),))
        s.foes["orc-y.1"] = monsters.from_block("orc", id="orc-y.1", group="group-y")
    with fix(one, then=20):
        assert one.act("attack")
    with fix(one, 5):
        assert one.act("flee")
    with fix(one, 5, face, then=20):
        assert one.act("flee")
    assert one.state.place.room == "room-1"
    assert one.state.groups["group-y"].mood == {1: "unaware", 3: "aware", 6: "waiting"}[face]
    assert (one.state.fight is not None) == fights_on


# --- Kobolds ---


@pytest.mark.rule("T11.30", "T16.13")
def test_kobolds_set_a_riddle_first() -> None:
    one = meets(3, "kobold", "kobold")
    assert next((roll.name, roll.num) for roll in one.odds("riddle ada")) == ("kobold-riddle", 7)
    with fix(one, 7):
        assert one.act("riddle ada")
    assert one.state.groups["group-x"].gone
    assert of(one).ap == 5


def kobolds(*gifts: str, front: int = 1) -> Game[State]:
    """Kobolds with these gifts stand before Ada, who has the higher Attack, and Bo behind her with two torches."""
    one = meets(3, *["kobold"] * len(gifts))
    with staged(one) as s:
        s.party = replace(s.party, front=front)
        s.characters["ada"] = replace(s.characters["ada"], attack=11)
        s.characters["bo"] = replace(s.characters["bo"], goods=(("torch", 2),))
        for at, gift in enumerate(gifts, 1):
            s.foes[f"kobold-x.{at}"] = replace(s.foes[f"kobold-x.{at}"], gift=gift)
    return one


@pytest.mark.rule("T11.30", "T11.29")
@pytest.mark.parametrize(("face", "panicked"), [(15, False), (16, True)])
def test_after_a_failed_riddle_a_kobold_panics_the_strongest(face: int, panicked: bool) -> None:
    one = kobolds("rabbits-panic", "")
    with fix(one, 8, face):
        assert one.act("riddle bo")
    held = [held.kind for held in of(one).conditions]
    assert held == (["panicked"] if panicked else [])
    assert (of(one, "bo").conditions, of(one, "bo").ap) == ((), 0)
    assert one.state.groups["group-x"].gone
    assert one.state.fight is None


def tricks(game: Game[State]) -> tuple[tuple[str, str], ...]:
    return tuple((foe.id, foe.used) for foe in game.state.foes.values() if foe.used)


def gifted(*gifts: str) -> Game[State]:
    """Return a meeting with Kobolds that can do these things, before a party of which Bo walks behind."""
    one = meets(3, *["kobold"] * len(gifts))
    with staged(one) as s:
        for at, gift in enumerate(gifts, 1):
            foe = s.foes[f"kobold-x.{at}"]
            s.foes[foe.id] = replace(foe, gift=gift)
        s.party = replace(s.party, front=1)
        s.characters["bo"] = replace(s.characters["bo"], goods=(("chalk", 1),))
    return one


@pytest.mark.rule("T11.29", "T11.30")
def test_kobolds_whose_riddle_is_not_answered_use_their_magic_and_run() -> None:
    one = gifted("rabbits-panic", "snatch", "chameleons-coat", "")
    assert [roll.name for roll in one.odds("riddle ada")] == ["kobold-riddle"]
    with fix(one, 8, 20, 1, 20):  # the riddle, the Resist roll, which thing, the hand that keeps hold of it
        step = one.act("riddle ada")
    assert step.accepted
    assert [c.kind for c in of(one).conditions] == ["panicked"]
    assert of(one, "bo").goods == ()
    assert one.state.groups["group-x"].gone
    assert one.state.fight is None
    told = [event.tag() for event in step.events]
    assert told.count("spells.cast") == 2
    assert "foes.snatched" in told
    assert tricks(one) == (
        ("kobold-x.1", "rabbits-panic"), ("kobold-x.2", "snatch"), ("kobold-x.3", "chameleons-coat"),
    )  # fmt: skip


@pytest.mark.rule("T11.30")
def test_an_answered_riddle_costs_nothing() -> None:
    one = gifted("rabbits-panic", "snatch")
    with fix(one, 7):
        step = one.act("riddle ada")
    assert {event.tag() for event in step.events} >= {"meeting.went"}
    assert of(one, "bo").goods == (("chalk", 1),)
    assert not of(one).conditions
    assert tricks(one) == ()


@pytest.mark.rule("T11.29", "T13.5")
def test_a_thing_that_nobody_knows_is_snatched_by_its_looks() -> None:
    one = gifted("snatch")
    with staged(one) as s:
        s.characters["bo"] = replace(s.characters["bo"], goods=(), items=(Magic("potion-of-strength"),))
    assert [thing.kind for thing in foes.loose_things(one.state)] == ["unknown-potion"]


@pytest.mark.rule("T11.30", "T11.29")
@pytest.mark.parametrize(("front", "faces", "left"), [(1, (1, 11), 1), (1, (1, 10), 2), (2, (), 2)])
def test_after_a_failed_riddle_a_kobold_snatches_from_the_back_rank(
    front: int, faces: tuple[int, ...], left: int
) -> None:
    one = kobolds("snatch", "", front=front)
    with fix(one, 8, *faces):
        assert one.act("riddle ada")
    assert of(one, "bo").goods == (("torch", left),)
    assert one.state.groups["group-x"].gone


@pytest.mark.rule("T11.30", "T7.9", "T22.49")
def test_kobolds_alone_neither_lie_in_wait_nor_attack() -> None:
    one = meets(6, "kobold", "kobold")
    assert (mood(one), one.state.fight) == ("aware", None)
    assert one.act("douse")
    assert one.state.fight is None
    assert one.act("attack")
    assert one.state.fight is not None
    assert meets(6, "kobold", "orc").state.fight is not None


@pytest.mark.rule("T11.30")
def test_no_other_group_sets_riddles() -> None:
    for kinds in (("orc",), ("kobold", "orc")):
        assert not meets(3, *kinds).act("riddle ada").accepted


# --- what leaves a combat ---


@pytest.mark.rule("T7.31")
def test_a_way_out_leads_elsewhere_than_where_the_party_came_from() -> None:
    one = explore(*BOLD)
    stand(one, "room-2", "room-1")
    assert meeting.has_way_out(one.state)
    stand(one, "room-5", "room-3")
    assert not meeting.has_way_out(one.state)


@pytest.mark.rule("T20.13")
@pytest.mark.parametrize(("text", "kept"), [("attack", False), ("parley ada", True)])
def test_a_borrowed_shape_falls_when_the_party_strikes_first(text: str, kept: bool) -> None:
    one = meets(3)
    with staged(one) as s:
        s.characters["bo"] = under(s.characters["bo"], "shape", source="orc")
    with fix(one, *([1] if kept else [])):
        assert one.act(text)
    assert [held.kind for held in of(one, "bo").conditions] == (["shape"] if kept else [])


# --- readiness ---


def ready(face: int, kind: str = "orc") -> Game[State]:
    """Return a game in which the party, ready, has just met somebody east of the entrance."""
    one = explore(*BOLD)
    band(one, kind)
    assert one.act("ready")
    with fix(one, face):
        assert one.act("go east")
    assert one.state.party.ready
    return one


@pytest.mark.rule("T7.7")
def test_readiness_goes_with_a_retreat_and_with_the_sneak_into_a_second_room() -> None:
    one = ready(3)
    assert one.act("retreat")
    assert not one.state.party.ready
    one = ready(1)
    with staged(one) as s:
        s.groups["group-y"] = replace(s.groups["group-x"], id="group-y", room="room-3", mood="unaware")
        s.foes["wolf-y.1"] = monsters.from_block("wolf", id="wolf-y.1", group="group-y")
    with fix(one, 1, 1):
        assert one.act("sneak east")
    assert one.state.place.room == "room-3"
    assert not one.state.party.ready


@pytest.mark.rule("T7.7", "T22.49")
def test_readiness_does_not_outlast_a_walk_past_sleepers() -> None:
    one = ready(3)
    band(one, "orc", room="room-3", mood="aware")
    with staged(one) as s:
        s.groups["group-y"] = replace(s.groups["group-x"], id="group-y", room="room-2", home="room-2")
        s.foes["wolf-y.1"] = under(monsters.from_block("wolf", id="wolf-y.1", group="group-y"), "asleep")
    assert one.act("go east")
    assert one.state.place.room == "room-3"
    assert not one.state.party.ready


@pytest.mark.rule("T7.7")
def test_readiness_lasts_into_the_combat_with_who_is_met() -> None:
    one = ready(3)
    assert one.act("attack")
    assert all(one.state.stances[who].ready for who in ("ada", "bo"))
