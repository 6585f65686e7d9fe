"""Chests and taking, and what follows a combat (T14.16 to T14.18, T21.4, T6.7, T11.34, T8.33, T22.22, T22.48)."""

from __future__ import annotations

import pytest
from tests.rulebooks.tabletop.dungeon_bench import Idle, band, explore, stand
from tests.rulebooks.tabletop.rules_bench import character, of, under

from undercroft.engine.game import Game
from undercroft.rulebooks.tabletop import aftermath, fights, meeting, monsters, taking
from undercroft.rulebooks.tabletop.flight import FoesRan, FoesYielded
from undercroft.rulebooks.tabletop.records import (
    Arm,
    Character,
    Chest,
    Enemy,
    Event,
    Jewel,
    Lot,
    Magic,
    State,
    Trap,
    replace,
)
from undercroft.testing import staged
from undercroft.testing.dice import fix

ADA, BO, CY = character("Ada"), character("Bo"), character("Cy")
LOOT = Lot(50, (Jewel("ruby", 3),), (Magic("heros-belt"),))


def with_chest(*who: Character, lot: Lot = LOOT, trap: Trap | None = None, **more: object) -> Game[State]:
    one = explore(*(who or (ADA, BO, CY)), trap=trap)
    with staged(one) as s:
        s.chests["room-1"] = replace(Chest("room-1", lot), **more)
    return one


# --- chests ---


def test_a_chest_is_opened_in_a_turn_before_anything_is_taken() -> None:
    one = with_chest()
    assert one.act("take silver ada").refusals[0].code == "taking.nothing"
    assert one.act("open-chest ada")
    assert one.state.clock.turn == 1
    assert one.act("open-chest ada").refusals[0].code == "taking.open"
    assert one.act("take silver bo")
    assert of(one, "bo").silver == 50
    assert one.state.chests["room-1"].lot == replace(LOOT, silver=0)


@pytest.mark.rule("T13.5", "T14.16")
@pytest.mark.parametrize(
    ("text", "silver", "things"),
    [("take silver bo", 50, ()), ("take ruby bo", 0, ("ruby",)), ("take unknown-belt bo", 0, ("unknown-belt",))],
)
def test_what_is_taken_is_told_coins_apart_and_unknown_things_by_their_looks(
    text: str, silver: int, things: tuple[str, ...]
) -> None:
    one = with_chest()
    assert one.act("open-chest ada")
    (taken,) = [event for event in one.act(text).events if isinstance(event, taking.Taken)]
    assert (taken.facts()["silver"], taken.facts()["things"]) == (silver, things)


@pytest.mark.rule("T14.18")
def test_a_hidden_chest_is_no_chest_until_it_is_found() -> None:
    one = with_chest(found=False, difficulty=9, place="floor")
    assert one.act("open-chest ada").refusals[0].rule == "T14.18"
    assert not any("chest" in str(action) for action in one.actions())


@pytest.mark.rule("T21.4", "T21.16")
def test_the_needle_of_a_chest_pricks_who_walks_first() -> None:
    needle = Trap("room-1", "poison-needle", 0, chest=True)
    one = with_chest(trap=needle)
    assert one.odds("open-chest bo") == with_chest().odds("open-chest bo")
    with fix(one):
        one.act("wait")
    with fix(one, 8, 8):
        assert one.act("open-chest bo")
    assert one.state.chests["room-1"].open
    assert [of(one, who).vitality for who in ("ada", "bo", "cy")] == [29, 30, 30]


@pytest.mark.rule("T21.2", "T21.3")
def test_a_needle_that_was_found_is_avoided_or_disarmed() -> None:
    one = with_chest(trap=Trap("room-1", "poison-needle", 0, chest=True, found=True))
    with fix(one, 10):
        assert one.act("disarm cy")
    with fix(one):
        assert one.act("open-chest bo")
    one = with_chest(trap=Trap("room-1", "poison-needle", 0, chest=True, found=True))
    with fix(one):
        assert one.act("open-chest bo")


# --- taking ---


@pytest.mark.rule("T14.16")
def test_coins_are_split_equally_the_rest_to_the_first() -> None:
    one = with_chest(open=True)
    assert one.act("take all")
    assert [of(one, who).silver for who in ("ada", "bo", "cy")] == [18, 16, 16]
    assert sum(len(of(one, who).items) + len(of(one, who).jewels) for who in ("ada", "bo", "cy")) == 2
    assert one.state.chests["room-1"].lot == Lot()
    assert one.act("take all").refusals[0].code == "taking.bare"


@pytest.mark.rule("T14.16", "T6.17")
def test_who_is_down_or_asleep_has_a_share_of_the_coins() -> None:
    down, asleep = character("Ada", vitality=-3), under(BO, "asleep")
    one = with_chest(down, asleep, CY, character("Dee", dead=True, vitality=-10), open=True)
    assert one.act("take all")
    assert [of(one, who).silver for who in ("ada", "bo", "cy", "dee")] == [18, 16, 16, 0]
    assert [bool(of(one, who).items or of(one, who).jewels) for who in ("ada", "bo", "cy")] == [False, False, True]


@pytest.mark.rule("T6.7")
def test_nobody_takes_more_than_they_can_carry() -> None:
    heavy = Lot(arms=tuple(Arm("war-hammer") for _ in range(3)))
    # Strength 10 carries 20; a war hammer is 5.
    packed = character("Ada", goods=(("rope", 11),))
    one = with_chest(packed, lot=heavy, open=True)
    assert one.act("take war-hammer ada")
    assert one.act("take war-hammer ada").refusals[0].rule == "T6.7"
    one = with_chest(packed, BO, lot=heavy, open=True)
    assert one.act("take all")
    assert [len(of(one, who).weapons) for who in ("ada", "bo")] == [1, 2]
    full = character("Ada", goods=(("rope", 19),))
    assert with_chest(full, lot=heavy, open=True).act("take all").refusals[0].rule == "T6.7"


@pytest.mark.rule("T11.34", "T11.35", "TX26")
def test_a_dragons_treasure_leaves_its_smell_once() -> None:
    one = with_chest(character("Ada", charisma=11), open=True)
    with staged(one) as s:
        s.groups["group-5"] = replace(s.groups["group-5"], home="room-1", made=(Enemy("dragon"),), gone=True)
    with fix(one, 3):
        assert one.act("take silver ada")
    assert [(held.kind, held.amount) for held in of(one).conditions] == [("smell", 2)]
    with fix(one):
        assert one.act("take ruby ada")


@pytest.mark.rule("T11.34")
def test_what_is_no_treasure_of_the_dragons_leaves_no_smell_in_its_lair() -> None:
    one = with_chest(character("Ada", goods=(("torch", 1),)), BO, open=True, lot=Lot(5, goods=(("torch", 1),)))
    with staged(one) as s:
        s.groups["group-5"] = replace(s.groups["group-5"], home="room-1", made=(Enemy("dragon"),), gone=True)
    assert one.act("drop torch ada")
    assert one.odds("take torch bo") == ()
    with fix(one):
        assert one.act("take torch bo")
    assert [roll.name for roll in one.odds("take torch bo")] == ["smell"]
    with fix(one, 6):
        assert one.act("take torch bo")
    assert [(held.kind, held.amount) for held in of(one, "bo").conditions] == [("smell", 3)]


def test_what_is_dropped_lies_there_and_can_be_taken_again() -> None:
    one = explore(character("Ada", goods=(("torch", 3),), weapons=(Arm("sword"), Arm("dagger")), wielded=0), BO)
    assert one.act("drop torch ada")
    assert one.act("drop dagger ada")
    assert one.act("drop sword ada").refusals[0].code == "taking.not_held"
    assert one.state.clock.turn == 0
    assert one.state.rooms["room-1"].floor == Lot(arms=(Arm("dagger"),), goods=(("torch", 1),))
    assert one.act("take all")
    assert dict(of(one).goods) == {"torch": 3}
    assert one.state.rooms["room-1"].floor == Lot()


def test_what_the_quest_is_about_is_kept_by_all() -> None:
    one = with_chest(lot=Lot(objects=("heirloom",)), open=True)
    assert one.act("take heirloom bo")
    assert one.state.adventure.carried == ("heirloom",)


# --- after a combat ---


def fought(
    *kinds: str, lot: Lot = Lot(20), sort: str = "light", room: str = "room-2",  # noqa: B008
    came: str = "room-1",
) -> Game[State]:  # fmt: skip
    """Return a game in the first round of a combat with these kinds, the party far bolder."""
    one = explore(character("Ada", courage=20), character("Bo", courage=19))
    stand(one, room, came)
    band(one, *kinds, room=room, mood="aware", sort=sort, lot=lot)
    meeting.begin(one._ctx, "group-x", ready=True)
    one.forget()
    return one


def slay(game: Game[State], *foes: str) -> None:
    with staged(game) as s:
        for foe in foes:
            s.foes[foe] = replace(s.foes[foe], vitality=0)


@pytest.mark.rule("T16.8", "T6.3", "T14.17", "T11.4")
def test_a_won_combat_gives_points_takes_a_turn_and_leaves_spoils() -> None:
    one = fought("orc")
    slay(one, "orc-x.1")
    aftermath.settle(one._ctx, fights.FightEnded("won", ("group-x",), 3, ("orc-x.1",), (10,), ("ada", "bo"), ()))
    assert [of(one, who).ap for who in ("ada", "bo")] == [5, 5]
    assert one.state.rooms["room-2"].floor == Lot(20, arms=(Arm("sabre", foreign=True),))
    assert one.state.groups["group-x"].gone
    assert one.state.clock.turn == 1


FLED, RAN, GAVE_UP, TRUSTS, SLAIN = "fled", "ran", "gave-up", "trusts", "slain"


def end(game: Game[State], **places: str) -> None:
    """End the combat, each foe of these kinds gone from it in this way."""
    with staged(game) as s:
        for foe, how in places.items():
            who = f"{foe[:-1]}-x.{foe[-1]}"
            if how == SLAIN:
                s.foes[who] = replace(s.foes[who], vitality=0)
            else:
                s.stances[who] = replace(s.stances[who], place=how)
    fights.close(game._ctx)
    aftermath.settle(game._ctx, next(e for e in game._ctx.events if isinstance(e, fights.FightEnded)))


@pytest.mark.rule("T14.17")
@pytest.mark.parametrize("sort", ["wandering", "road"])
@pytest.mark.parametrize(
    ("first", "second", "silver"),
    [
        (FLED, FLED, 0), (RAN, FLED, 0), (GAVE_UP, GAVE_UP, 20), (TRUSTS, TRUSTS, 20), (TRUSTS, FLED, 20),
        (SLAIN, FLED, 20),
    ],
)  # fmt: skip
def test_only_wanderers_that_fled_without_loss_take_their_treasure_along(
    sort: str, first: str, second: str, silver: int
) -> None:
    one = fought("orc", "orc", sort=sort)
    end(one, orc1=first, orc2=second)
    assert one.state.rooms["room-2"].floor.silver == silver


@pytest.mark.rule("T14.17")
def test_who_lives_in_a_room_leaves_the_treasure_even_when_all_fled() -> None:
    one = fought("orc", "orc")
    end(one, orc1=FLED, orc2=FLED)
    assert (one.state.rooms["room-2"].floor.silver, one.state.rooms["room-2"].floor.arms) == (20, ())


@pytest.mark.rule("T14.17")
def test_the_dead_of_one_group_are_no_loss_of_another() -> None:
    one = explore(character("Ada", courage=20), character("Bo", courage=19))
    stand(one, "room-2", "room-1")
    band(one, "orc", mood="aware", sort="wandering", lot=Lot(20))
    with staged(one) as s:
        s.groups["group-y"] = replace(s.groups["group-x"], id="group-y", sort="light", lot=Lot())
        s.foes["wolf-x.1"] = monsters.from_block("wolf", id="wolf-x.1", group="group-y")
    meeting.begin(one._ctx, "group-x", ready=True)
    one.forget()
    end(one, orc1=FLED, wolf1=SLAIN)
    assert one.state.rooms["room-2"].floor.silver == 0


def threaten(room: str, came: str, *faces: int, ml: int = 5) -> Game[State]:
    """Let Ada threaten two Goblins, these dice thrown for her Test and theirs."""
    one = explore(character("Ada", courage=20), character("Bo", courage=19))
    stand(one, room, came)
    band(one, "goblin", "goblin", room=room, mood="aware")
    with staged(one) as s:
        s.groups["group-5"] = replace(s.groups["group-5"], gone=True)
        s.party = replace(s.party, ready=True)
        for courage, foe in enumerate(("goblin-x.1", "goblin-x.2"), 4):
            s.foes[foe] = replace(s.foes[foe], ml=ml, courage=courage)
    assert one.act("attack")
    with fix(one, *faces, then=6):
        assert one.act("intimidate")
    return one


@pytest.mark.rule("T16.13")
@pytest.mark.parametrize(("room", "came", "event"), [("room-2", "room-1", FoesRan), ("room-5", "room-3", FoesYielded)])
def test_enemies_made_to_give_up_by_a_threat_are_a_deed(room: str, came: str, event: type[Event]) -> None:
    one = threaten(room, came, 10, 19)
    assert any(isinstance(e, event) for e in one._ctx.events)
    assert [of(one, who).ap for who in ("ada", "bo")] == [5 + 5, 5]


@pytest.mark.rule("T16.13")
def test_a_threat_that_fails_is_none() -> None:
    assert of(threaten("room-2", "room-1", 19)).ap == 0


@pytest.mark.rule("T16.13", "T7.41")
def test_goblins_that_lurked_give_no_deed_either() -> None:
    assert of(threaten("room-2", "room-1", 10, 19, ml=0)).ap == 0


@pytest.mark.rule("T11.4", "T11.9", "T14.17")
@pytest.mark.parametrize("sort", ["light", "wandering"])
def test_those_who_surrendered_leave_arms_armour_and_treasure(sort: str) -> None:
    one = explore(character("Ada", courage=20), character("Bo", courage=19))
    stand(one, "room-5", "room-3")
    with staged(one) as s:
        del s.foes["goblin-5.1"]
    band(one, "bandit", "orc", room="room-5", mood="aware", sort=sort, lot=Lot(20))
    with staged(one) as s:
        s.foes["orc-x.2"] = replace(s.foes["orc-x.2"], courage=8)
    one.act("attack")
    with fix(one, 5, 10):
        assert one.act("intimidate")
    floor = one.state.rooms["room-5"].floor
    assert one.state.fight is None
    assert (floor.silver, floor.arms) == (20, (Arm("sabre"), Arm("sabre", foreign=True)))
    assert floor.goods == (("padded-coat", 1),)


@pytest.mark.rule("T8.33")
def test_the_dead_are_left_and_their_things_lie_there() -> None:
    one = fought("orc")
    with staged(one) as s:
        s.characters["bo"] = character(
            "Bo", dead=True, vitality=-12, silver=7, weapons=(Arm("sword"),), wielded=0, armour="leather-armour"
        )
        s.foes["orc-x.1"] = replace(s.foes["orc-x.1"], vitality=0)
    aftermath.settle(one._ctx, fights.FightEnded("won", ("group-x",), 1, ("orc-x.1",), (10,), ("ada", "bo"), ()))
    assert one.state.party.order == ("ada",)
    floor = one.state.rooms["room-2"].floor
    assert (floor.silver, floor.goods) == (27, (("leather-armour", 1),))
    assert Arm("sword") in floor.arms
    assert (of(one).ap, of(one, "bo").ap) == (10, 0)


@pytest.mark.rule("T22.26")
def test_when_nobody_is_left_to_tend_anybody_all_is_over() -> None:
    one = fought("orc")
    with staged(one) as s:
        s.characters["ada"] = replace(s.characters["ada"], vitality=-1)
        s.characters["bo"] = replace(s.characters["bo"], vitality=0)
    aftermath.settle(one._ctx, fights.FightEnded("lost", ("group-x",), 1, (), (), ("ada", "bo"), ("orc-x.1",)))
    assert one.outcome is not None
    assert one.outcome.code == "lost"


@pytest.mark.rule("T7.37", "T7.48")
def test_those_who_fled_gather_in_the_room_before_and_leave_an_aware_group() -> None:
    one = fought("orc")
    with staged(one) as s:
        s.groups["group-x"] = replace(s.groups["group-x"], mood="unaware")
        s.fight = None
        s.agenda = s.agenda[:-1]
    ended = fights.FightEnded("fled", ("group-x",), 1, (), (), ("ada", "bo"), ("orc-x.1",))
    aftermath.settle(one._ctx, ended)
    assert (one.state.place.room, one.state.place.came) == ("room-1", "room-2")
    assert one.state.groups["group-x"].mood == "aware"
    assert one.state.fight is None


@pytest.mark.rule("T22.22", "T22.48")
def test_the_boss_must_be_defeated_and_one_that_only_ran_comes_back() -> None:
    one = explore(ADA, BO)
    stand(one, "room-5", "room-3")
    slay(one, "goblin-5.1")
    aftermath.settle(one._ctx, fights.FightEnded("won", ("group-5",), 1, ("goblin-5.1",), (10,), ("ada", "bo"), ()))
    assert one.state.adventure.fulfilled == 0
    one = explore(ADA, BO)
    stand(one, "room-5", "room-3")
    with staged(one) as s:
        s.foes["goblin-5.1"] = replace(s.foes["goblin-5.1"], group="gone", vitality=9)
        s.chests["room-5"] = Chest("room-5", LOOT)
    aftermath.settle(one._ctx, fights.FightEnded("won", ("group-5",), 1, (), (), ("ada", "bo"), ()))
    assert one.state.adventure.fulfilled == -1
    # Seven turns the room counts as free, and the hoard may be taken.
    for text in ("open-chest ada", "take all", "wait", "wait", "wait"):
        with fix(one, then=6):
            assert one.act(text), text
    with fix(one, then=6):
        assert one.act("wait")
    assert one.state.clock.turn == 7
    assert one.act("wait").refusals[0].rule == "T22.49"
    assert one.state.foes["goblin-5.1"].vitality == 9
    assert one.state.groups["group-5"].mood == "aware"


@pytest.mark.rule("T22.22")
def test_a_map_is_made_when_the_last_room_that_is_not_secret_was_entered() -> None:
    one = explore(ADA, BO)
    with staged(one) as s:
        s.adventure = replace(s.adventure, quest="map-every-room")
        s.groups["group-5"] = replace(s.groups["group-5"], gone=True)
    for _ in range(2):
        with fix(one, then=6):
            one.act("go east")
        assert one.state.adventure.fulfilled == -1
    one.act("go east")
    assert one.state.place.room == "room-5"
    assert one.state.adventure.fulfilled == 3
    assert not one.state.rooms["room-4"].entered


@pytest.mark.rule("T22.22", "T22.52")
def test_a_captive_is_freed_and_follows() -> None:
    one = explore(ADA, BO)
    assert one.act("free").refusals[0].rule == "T22.22"
    with staged(one) as s:
        s.adventure = replace(s.adventure, captive="room-1")
    assert one.act("free")
    assert one.state.adventure.captive == "with the party"
    assert one.state.clock.turn == 1


@pytest.mark.rule("T8.24")
def test_bandages_after_a_combat_take_one_turn_for_all() -> None:
    one = explore(
        character("Ada", vitality=20, sore=True, goods=(("bandage", 2),)), character("Bo", vitality=5, sore=True)
    )
    assert one.act("bandage")
    assert [of(one, who).vitality for who in ("ada", "bo")] == [22, 7]
    assert one.state.clock.turn == 1
    assert one.act("bandage").refusals[0].rule == "T8.24"


def test_a_whole_combat_begun_in_a_room_ends_in_it() -> None:
    one = explore(character("Ada", courage=20, attack=18, strength=20), BO)
    stand(one, "room-2", "room-1")
    band(one, "giant-rat", mood="aware", lot=Lot(3))
    one.act("ready")
    with staged(one) as s:
        s.party = replace(s.party, ready=True)
    assert one.act("attack")
    while one.state.fight is not None:
        assert one.act("attack giant-rat-x.1" if "attack giant-rat-x.1" in one.actions() else "wait")
    assert one.state.groups["group-x"].gone
    assert one.state.rooms["room-2"].floor.silver == 3
    assert one.act("take all")


# --- leaving ---


def leaves(quest: str, room: str = "room-1", **more: object) -> Game[State]:
    """Return a game that goes on outside once the dungeon is left."""
    one = explore(ADA, BO)
    with staged(one) as s:
        s.agenda = (Idle(), *s.agenda)
        s.adventure = replace(s.adventure, quest=quest, **more)
        s.place = replace(s.place, room=room)
    return one


@pytest.mark.rule("T22.45")
def test_the_dungeon_is_left_by_its_entrance_alone() -> None:
    assert leaves("slay-the-boss", "room-2").act("leave").refusals[0].rule == "T22.45"
    one = leaves("slay-the-boss")
    band(one, "orc", room="room-1", mood="aware")
    assert one.act("leave").refusals[0].rule == "T22.49"
    one = leaves("slay-the-boss")
    assert one.act("leave")
    assert one.state.place.where == "road"
    assert one.state.clock.turn == 0


@pytest.mark.rule("T22.22")
@pytest.mark.parametrize(
    ("quest", "facts", "done"),
    [
        ("bring-back-an-heirloom", {"carried": ("heirloom",)}, True), ("bring-back-an-heirloom", {}, False),
        ("bring-back-an-heirloom", {"carried": ("banner",)}, False),
        ("bring-back-the-banner", {"carried": ("banner",)}, True),
        ("free-a-captive", {"captive": "with the party"}, True), ("free-a-captive", {"captive": "room-3"}, False),
        ("slay-the-boss", {}, False), ("map-every-room", {}, False),
    ],
)  # fmt: skip
def test_what_is_carried_or_led_out_fulfils_the_quest(quest: str, facts: dict[str, object], done: bool) -> None:
    one = leaves(quest, **facts)
    one.act("leave")
    assert (one.state.adventure.fulfilled >= 0) is done
