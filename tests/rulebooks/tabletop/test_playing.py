"""A game at the prompt (T22.47, T25): help, costs, the reason of a refusal, and what was rolled."""

from __future__ import annotations

import pytest
from tests.play.test_words import Sitting
from tests.rulebooks.tabletop.campaign import below, meet, road, village
from tests.rulebooks.tabletop.rules_bench import character

from undercroft.engine.game import Game
from undercroft.play import rulings
from undercroft.play.commands import Leave
from undercroft.rulebooks.tabletop import rulebook
from undercroft.rulebooks.tabletop.records import Arm, Character, Chest, Lot, State, replace
from undercroft.testing import fix, staged

ADA = character("Ada", courage=16, silver=30)


@pytest.mark.rule("T22.47")
def test_the_list_tells_each_action_with_its_cost() -> None:
    said = "\n".join(Sitting.of(below(ADA))("list"))
    assert "search ada (2 turns)" in said
    assert "go east (1 turn)" in said
    assert "ready (1 turn, weapons out for the next room)" in said
    assert "camp (1 ration each, four watches with a roll each" in said
    at = Sitting.of(village(ADA))
    town = "\n".join(at("list"))
    assert "4. private (private room, 21 silver)" in town
    assert "lodging ada private (private room, 21 silver)" in Sitting.of(village(ADA))("list lodging")[2]
    assert "buy rope for ada (rope, 10 m, 6 silver)" in "\n".join(at("list buy rope"))


@pytest.mark.rule("T22.47", "T2.18")
def test_why_tells_rules_and_numbers_of_what_was_done_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulings, "find", lambda _: rulebook)
    game = below(ADA)
    meet(game, "bandit", sort="light")
    at = Sitting.of(game)
    with fix(game, 10):
        at("parley ada")
    said = "\n".join(at("why"))
    assert "Done last: parley ada." in said
    assert "10 drawn of 20, 10 or less needed" in said
    assert "T2.9" in said
    assert "T22.50" in said


@pytest.mark.rule("T22.47")
def test_why_tells_the_rule_of_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulings, "find", lambda _: rulebook)
    at = Sitting.of(village(ADA))
    said = at("train ada 1")
    assert len(said) == 1
    assert any(line.startswith("T18.6") for line in at("why"))


@pytest.mark.rule("T22.43", "T11.21")
def test_look_shows_the_room_and_what_is_told_of_a_thing() -> None:
    at = Sitting.of(below(ADA))
    assert any("Worn steps go down" in line for line in at("look"))
    assert any("lard" in line for line in at("look ogre"))


@pytest.mark.rule("T7.28", "T8.24")
def test_a_bandage_in_a_fight_is_called_binding_and_the_answer_says_so() -> None:
    game = below(ADA)
    meet(game, "bandit", sort="light")
    with fix(game, then=10):
        assert game.act("attack")
    said = "\n".join(Sitting.of(game)("bandage"))
    assert "you are in a fight, where the word is bind" in said


@pytest.mark.rule("T5.20")
@pytest.mark.parametrize(
    ("typed", "done"),
    [
        ("buy 3 torches for ada", "buy torch 3 for ada"),
        ("buy three torches", "buy torch 3 for ada"),
        ("buy 2 daggers for ada", "buy dagger 2 for ada"),
        ("buy daggers", "buy dagger for ada"),
        ("buy 1 short bow for ada", "buy short-bow 1 for ada"),
    ],
)
def test_wares_may_be_bought_in_plain_speech(typed: str, done: str) -> None:
    at = Sitting.of(village(replace(ADA, silver=300)))
    assert at(typed)[0].startswith(f"({done}")
    assert str(at.line.session.done) == done


def test_plain_speech_names_what_is_not_there_no_more_than_other_speech() -> None:
    at = Sitting.of(village(ADA))
    assert "300 silver" in at("buy 300 torches for ada")[-1]
    assert at("buy 3 elephants for ada")[0].startswith("Nothing to buy here fits")
    assert at.game.turns == 0


@pytest.mark.rule("T22.45", "T22.25")
@pytest.mark.parametrize("done", [True, False])
def test_who_leaves_a_dungeon_is_asked_once_and_told_what_is_lost(done: bool) -> None:
    game = below(ADA, fulfilled=300 if done else -1)
    at = Sitting.of(game)
    at.line.session.asks = True
    said = at("leave")
    assert ("There is no coming back to this dungeon" in said[0], "the quest is not done" in said[0]) == (
        True,
        not done,
    )
    assert game.state.place.where == "dungeon"
    at("leave")
    assert game.state.place.where == "road"


@pytest.mark.rule("T22.45")
def test_exit_means_two_things_only_where_the_dungeon_can_be_left() -> None:
    assert Sitting.of(below(ADA))("exit")[0].startswith("Here exit could mean leave, a deed of the game, or quit")
    inside = below(ADA, room="room-2")
    with staged(inside) as s:
        s.rooms["room-2"] = replace(s.rooms["room-2"], entered=True)
    for game in (road(ADA), inside):
        with pytest.raises(Leave):
            Sitting.of(game)("exit")


@pytest.mark.rule("T18.15")
@pytest.mark.parametrize("typed", ["retire ada", "end-campaign"])
def test_nobody_is_sent_away_for_good_unasked(typed: str) -> None:
    at = Sitting.of(village(ADA, character("Bo")))
    at.line.session.asks = True
    assert "Are you sure?" in at(typed)[0]
    at("no")
    assert at.game.turns == 0
    at(typed, "yes")
    assert at.game.turns == 1


def test_what_belongs_elsewhere_names_all_the_places() -> None:
    assert Sitting.of(road(ADA))("buy torch") == [
        "Only while a character is made or in a village; you are on the road."
    ]


def test_a_word_of_here_and_of_a_fight_is_taken_for_one_of_here() -> None:
    at = Sitting.of(below(ADA, character("Mab", cls="magician", astral=30, astral_max=30)))
    assert at("cast hornet") == ['Nothing to cast here fits "cast hornet"; type cast to list what does.']


def test_help_names_nothing_that_only_a_game_master_could_do() -> None:
    said = " ".join(Sitting.of(below(ADA))("help"))
    assert "search" in said
    assert "force" in said  # a stuck door's
    assert "force" not in " ".join(Sitting.of(village(ADA))("help"))


@pytest.mark.parametrize("typed", ["look around", "look here"])
def test_to_look_around_is_to_look_at_the_place(typed: str) -> None:
    at = Sitting.of(below(ADA))
    assert at(typed) == at("look")


@pytest.mark.rule("T4.15", "T20.2", "T7.22")
@pytest.mark.parametrize("typed", ["cast", "odds cast", "odds cast fire"])
def test_a_spell_on_the_wrong_turn_is_told_whose_turn_it_is_and_whose_to_wait_for(typed: str) -> None:
    at = Sitting.of(before_orcs())
    assert at(typed) == ["It is the turn of Ada, and no Warrior casts spells; wait for the turn of Mab. (T4.15)"]


def before_orcs() -> Game[State]:
    """Return a fight in which it is a Warrior's turn, unready, beside a Magician."""
    game = below(replace(ADA, cls="warrior"), character("Mab", cls="magician", astral=30, astral_max=30, courage=9))
    meet(game, "orc", "orc")
    assert game.act("attack")
    return game


@pytest.mark.rule("T20.2")
@pytest.mark.parametrize("typed", ["odds cast wasps-sting orc-x.1", "odds cast wasp's sting orc", "cast sting at orc"])
def test_a_spell_that_the_one_whose_turn_it_is_does_not_know_is_told_so(typed: str) -> None:
    at = Sitting.of(before_orcs())
    said = at(typed)
    assert said == ["It is the turn of Ada, and no Warrior knows Wasp's Sting; wait for the turn of Mab. (T20.2)"]


@pytest.mark.parametrize("lead", ["", "odds "])
def test_odds_of_what_is_not_there_are_answered_as_the_deed_itself(lead: str) -> None:
    at = Sitting.of(below(ADA, character("Mab", cls="magician", astral=30, astral_max=30)))
    assert at(f"{lead}cast hornet") == ['Nothing to cast here fits "cast hornet"; type cast to list what does.']
    assert at(f"{lead}shoot orc") == ["Only in a fight; you are in a dungeon."]


@pytest.mark.rule("T22.45", "T14.18")
def test_what_is_left_for_the_taking_is_told_once_to_who_walks_away() -> None:
    game = below(ADA)
    with staged(game) as s:
        s.chests["room-1"] = Chest("room-1", found=True)
        s.rooms["room-1"] = replace(s.rooms["room-1"], floor=Lot(arms=(Arm("dagger"),)))
    at = Sitting.of(game)
    with fix(game, then=6):
        assert "Left behind in Gatehouse Stair: a chest, shut, Dagger." in at("go east")
        assert not any("Left behind" in line for line in at("go west"))
        assert not any("Left behind" in line for line in at("go east"))


@pytest.mark.rule("T7.37")
def test_who_flees_is_told_of_nothing_left_behind() -> None:
    game = below(ADA, came="room-2")
    with staged(game) as s:
        s.rooms["room-2"] = replace(s.rooms["room-2"], entered=True)
        s.chests["room-1"] = Chest("room-1", found=True)
    meet(game, "orc")
    with fix(game, then=6):
        said = Sitting.of(game)("retreat")
    assert game.state.place.room == "room-2"
    assert not any("Left behind" in line for line in said)


@pytest.mark.rule("T10.9", "T10.11")
def test_who_carries_a_suit_is_asked_before_another_is_bought_to_put_on() -> None:
    at = Sitting.of(village(replace(ADA, silver=300, goods=(("leather-armour", 1),))))
    at.line.session.asks = True
    assert "wear puts it on for nothing: Leather armour. Are you sure?" in at("change-armour leather for ada")[-1]
    assert at.game.turns == 0
    at("change-armour padded coat for ada")
    assert at.game.turns == 1


@pytest.mark.rule("T5.20", "T8.24")
def test_one_of_a_thing_is_not_counted_and_ones_own_bandage_goes_without_saying() -> None:
    at = Sitting.of(village(ADA))
    assert at("buy torch for ada")[0] == "Ada buys torch for 1 silver."
    assert at("buy torch 2 for ada")[0] == "Ada buys torch (x2) for 2 silver."
    game = below(replace(ADA, sore=True, vitality=5, goods=(("bandage", 1),)), replace(character("Bo"), sore=True))
    assert Sitting.of(game)("bandage")[0] == "Ada is bandaged."


# --- the words that players type ---


@pytest.mark.rule("T22.47")
@pytest.mark.parametrize("typed", ["status", "party"])
def test_the_party_is_told_in_short_wherever_it_is(typed: str) -> None:
    ada = replace(ADA, weapons=(Arm("sword"),), wielded=0, armour="leather-armour", shield=True)
    for game in (village(ada), road(ada), below(ada), fighting(ada)):
        (said,) = Sitting.of(game)(typed)[-1:]
        assert said.startswith("Ada: class Adventurer 1")
        assert "in hand Sword, worn Leather armour, Shield, silver 30" in said


@pytest.mark.rule("T22.47")
def test_what_one_has_and_what_all_carry_have_other_words() -> None:
    at = Sitting.of(village(ADA))
    assert at("status ada") == at("sheet ada")
    assert at("inventory") == at("gold") == at("purse") == at("packs")
    assert at("status nobody")[0].startswith('Nothing here is called "status nobody"')


@pytest.mark.rule("T14.16")
def test_loot_is_taken() -> None:
    game = below(ADA)
    with staged(game) as s:
        s.rooms[s.place.room] = replace(s.rooms[s.place.room], floor=Lot(silver=5))
    assert "Ada takes 5 silver." in Sitting.of(game)("loot all")


def fighting(*who: Character) -> Game[State]:
    game = below(*who)
    meet(game, "bandit", sort="light")
    with fix(game, then=10):
        assert game.act("attack")
    return game


@pytest.mark.rule("T10.9")
def test_who_changes_armour_is_told_what_it_does_and_what_comes_off() -> None:
    at = Sitting.of(village(replace(ADA, armour="leather-armour", goods=(("padded-coat", 1),))))
    assert at("list wear")[-1].endswith("wear padded-coat ada (1 turn, Protection 2, now 3)")
    said = at("wear padded coat")
    assert "Ada wears Padded coat now (Protection 2; 3 before). What goes into the pack: Leather armour." in said
    assert any("better" in line for line in at("list wear"))
    told = at("wear leather")
    assert "Ada wears Leather armour now (Protection 3; 2 before). What goes into the pack: Padded coat." in told


@pytest.mark.rule("T10.9")
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("wear leather armour", "Ada wears that already: Leather armour."),
        ("wear padded coat", "Ada has no Padded coat in the pack."),
        ("equip great sword", "Ada has no"),
        ("sell leather armour", "Ada has no"),
    ],
)
def test_a_thing_of_two_words_is_known_though_nobody_has_it_in_the_pack(typed: str, said: str) -> None:
    (line,) = Sitting.of(village(replace(ADA, armour="leather-armour")))(typed)
    assert line.startswith(said)


@pytest.mark.rule("T22.49")
def test_who_would_battle_before_a_blow_has_fallen_is_told_how_a_fight_begins() -> None:
    game = below(ADA)
    meet(game, "bandit", sort="light")
    said = "No blow has fallen yet. First attack, then battle; list shows what else can be done."
    assert Sitting.of(game)("battle") == [said]
    assert Sitting.of(below(ADA))("battle") == ["Only in a fight; you are in a dungeon."]


@pytest.mark.rule("T7.44")
@pytest.mark.parametrize("typed", ["battle", "auto 3"])
def test_the_round_in_which_a_battle_begins_is_told_by_its_number(typed: str) -> None:
    at = Sitting.of(fighting(replace(ADA, weapons=(Arm("sword"),), wielded=0)))
    with fix(at.game, 10, then=10):
        said = at(typed)
    assert said[0].startswith("Round 1: ")


@pytest.mark.rule("T8.24")
def test_what_only_a_game_master_does_is_no_word_of_who_plays_alone() -> None:
    at = Sitting.of(below(ADA))
    assert at("heal ada") == at("bandage ada")
    assert "Only in a fight" not in at("heal ada")[0]
    assert "Only in a fight" not in "".join(at("help heal"))
    hurt = below(replace(ADA, goods=(("bandage", 1),)))
    with staged(hurt) as s:
        s.characters["ada"] = replace(s.characters["ada"], vitality=20, sore=True)
    assert Sitting.of(hurt)("heal ada") == ["Here the word is bandage, and it stands alone."]


@pytest.mark.rule("T22.39")
def test_who_talks_is_told_by_what_word_and_what_an_offer_costs() -> None:
    game = below(ADA, replace(ADA, id="bo", name="Bo"))
    meet(game, "bandit", sort="light")
    at = Sitting.of(game)
    assert at("talk to bandits") == [
        'Here the word is parley, and no way of it fits "talk to bandits"; type parley to list all.'
    ]
    assert at("attack bandits") == ["Here attack stands alone."]
    assert "parley ada offer (55 silver if it goes well, " in "\n".join(at("parley"))
    assert any(line.endswith("parley bo (10 in 20)") for line in at("list parley"))


@pytest.mark.rule("T7.5")
def test_who_is_not_ready_is_told_the_way_out() -> None:
    said = Sitting.of(fighting(replace(ADA, weapons=(Arm("sword"),), wielded=0)))("attack bandit")
    assert said == ["Ada must make ready first: make-ready does it, and takes the turn. (T7.5)"]


@pytest.mark.rule("T18.10", "T22.1")
def test_of_the_weeks_rest_only_those_are_told_of_whom_it_mends() -> None:
    at = Sitting.of(village(ADA, replace(ADA, id="bo", name="Bo", vitality=12)))
    assert at("accept short")[0].startswith("Ask for the quest first: type quest, then accept SIZE.")
    said = [line for line in at("quest", "accept short", "depart") if "week's rest" in line]
    assert len(said) == 1
    assert "Bo has Vitality" in said[0]


@pytest.mark.rule("T7.5")
def test_of_foes_that_are_all_the_same_the_first_is_struck() -> None:
    game = below(replace(ADA, cls="warrior"), character("Mab", cls="magician", astral=30, astral_max=30))
    meet(game, "orc", "orc")
    assert game.act("attack")
    with fix(game, then=1):
        assert game.act("make-ready").accepted
        while not any(text.startswith("attack ") for text in game.actions().texts()):
            assert game.act("wait").accepted
    first, second = [text for text in game.actions().texts() if text.startswith("attack ")]
    at = Sitting.of(game)
    assert at("odds attack orc") == at(f"odds {first}")
    with staged(game) as s:
        foe = s.foes[second.partition(" ")[2]]
        s.foes[foe.id] = replace(foe, vitality=foe.vitality - 1)
    assert Sitting.of(game)("attack orc")[0].startswith("Which one? attack orc")
