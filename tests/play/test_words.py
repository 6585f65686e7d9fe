"""What a person means by words, in a game of descent: names for ids, words cut short, and when a thing can be done."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from tests.rulebooks.descent.locks import at_plate
from tests.rulebooks.descent.magic import battle
from tests.rulebooks.descent.moments import give, into_room, member, moment

import undercroft
from undercroft.engine.game import Game
from undercroft.play.commands import Leave
from undercroft.play.line import Line
from undercroft.play.words import again, folded, matches, named, names, toward, with_ids
from undercroft.rulebooks.descent.guide import Talk
from undercroft.rulebooks.descent.records import Chest, Door, Room, Tale, replace
from undercroft.testing import fix, staged

SETUP = {"difficulty": "easy", "length": "short", "name": "Ada"}


class Drawer:
    """A keeper that keeps nothing."""

    id = "descent-7-1"
    story = ""
    tale: ClassVar[list[str]] = []

    def save(self, game: Game[Any]) -> None:
        """Keep nothing."""


class Sitting:
    """A game of descent, and what it answers."""

    def __init__(self, *typed: str, ranked: bool = False, **options: Any) -> None:
        self.game = undercroft.new("descent", seed=7, ranked=ranked, **{**SETUP, **options})
        self.said: list[str] = []
        self.line = Line(self.game, Drawer(), self.said.append)
        self.line.session.begin()
        self(*typed)

    @classmethod
    def of(cls, game: Game[Any]) -> Sitting:
        """Return a sitting at a moment of a game."""
        at = cls.__new__(cls)
        at.game, at.said = game, []
        at.line = Line(game, Drawer(), at.said.append)
        at.line.session.begin()
        return at

    def __call__(self, *typed: str) -> list[str]:
        """Return what the last of some lines is answered."""
        for one in typed:
            self.said.clear()
            self.line.answer(one)
        return list(self.said)


def test_names_stand_for_ids() -> None:
    at = Sitting("begin", "accept hero", "shop")
    said = at("buy short sword ada")
    assert said[:2] == ["(buy short-sword hero, Ada)", "Ada buys a Short Sword for 30 gold and packs it."]
    assert at("sell knife") == ["Which one? sell weapon-1 (Ada's Knife), sell weapon-2 (Gundred's Knife)."]
    assert at("close", "wear sword")[:2] == ["(wear weapon-6, Ada's Short Sword)", "Ada makes ready a Short Sword."]
    assert at("give the knife to gundred")[:2] == [
        "(give weapon-1 gundred, Ada's Knife)",
        "Ada passes a Knife to Gundred.",
    ]
    assert at("status ada")[0] == "Member status: Ada:"
    assert at.line.bad == 1


@pytest.mark.parametrize("typed", ["sell knife gundred", "sell gundred's knife", "sell the knife of Gundred"])
def test_the_name_of_an_owner_tells_things_of_one_name_apart(typed: str) -> None:
    at = Sitting("begin", "accept hero", "shop")
    assert at(typed)[0] == "(sell weapon-2, Gundred's Knife)"
    assert at.line.bad == 0


def test_letters_after_list_begin_words_and_every_row_has_its_price() -> None:
    at = Sitting("begin", "accept hero", "shop")
    assert any("buy-rations" in line for line in at("list bu"))
    assert all(" gold)" in line for line in at("list buy"))
    assert at("list xy") == ['No action here begins with "xy".']


def test_a_long_list_tells_each_ware_in_one_line_first_what_is_better_and_numbers_and_words_reach_all() -> None:
    at = Sitting("begin", "accept hero", "shop")
    offered = {str(one): n for n, one in enumerate(at.game.actions(), 1) if str(one).startswith("buy ")}
    lines = at("list buy")
    wares = list(dict.fromkeys(text.split(" ")[1] for text in offered))
    assert sorted(line.split(" ")[1] for line in lines) == sorted(wares)
    assert "buy mace (45 gold): 54. hero (Ada, better), 55. gundred (better), 56. cricket, 57. hesper" in lines
    better = ["(better)" in line or ", better)" in line for line in lines]
    assert better == sorted(better, reverse=True)
    assert 0 < sum(better) < len(lines)
    assert all(f"{number}. {text.split(' ')[2]}" in " ".join(lines) for text, number in offered.items())
    assert at(f"{offered['buy mace gundred']}")[0] == "(buy mace gundred)"
    assert at("list buy mace")[1].endswith("buy mace gundred (45 gold)")
    assert at("list buy mace")[0].endswith("buy mace hero (Ada, 45 gold, better)")


@pytest.mark.parametrize(("floor", "lines"), [(3, 35), (18, 1)])
def test_a_long_list_is_summed_up_only_where_its_lines_would_be_too_many(floor: int, lines: int) -> None:
    game = moment(floor=floor, length="long", gold=9000)
    into_room(game)
    with staged(game) as s:
        room = f"room-{floor}.1"
        s.rooms[room] = replace(s.rooms[room], store=True)
    at = Sitting.of(game)
    at("shop")
    assert len(at("list buy")) == lines
    wares = [str(one).split(" ")[1] for one in game.actions() if str(one).startswith("buy ")]
    assert all(f"{ware} (" in " ".join(at("list buy")) for ware in wares)


def test_a_number_that_was_not_shown_does_nothing() -> None:
    at = Sitting("begin", "accept hero", "shop")
    turns = at.game.turns
    assert at("1") == ["Number 1 was not shown; type list, or list and a word, to see what it is."]
    assert at("30") == ["Number 30 was not shown; type list, or list and a word, to see what it is."]
    assert at.game.turns == turns
    assert at("buy knife", "30")[:2] == ["(buy knife hero, Ada)", "Ada buys a Knife for 6 gold and packs it."]
    assert at("30") == ["Number 30 was not shown; type list, or list and a word, to see what it is."]


def test_a_letter_or_two_do_nothing_by_themselves() -> None:
    game = moment()
    battle(game, "hero")
    at = Sitting.of(game)
    assert at("gu") == ["Which one? guard, guide brief."]
    assert at("a") == ["Did you mean attack orc-1? Then type more of it."]
    assert game.turns == 0
    at("gua")
    assert game.turns == 1


def test_repeat_does_the_last_action_again_or_the_same_to_the_next_target() -> None:
    game = moment()
    battle(game, "hero", "fighter", "rogue", "wizard", foes=(("orc", 1), ("orc", 99)))
    at = Sitting.of(game)
    assert at("repeat") == ["Nothing was done yet in this sitting."]
    with fix(game, 1, then=1):
        assert at("attack orc-1", "repeat")[0].startswith("(attack orc-2")
        assert at("r") == ['"attack orc-2" cannot be done again now, and nothing else stands for it.']
    assert [line.split(" = ")[0] for line in game.lines() if line.startswith("> ")] == [
        "> attack orc-1", "> attack orc-2",
    ]  # fmt: skip


def test_repeat_uses_up_nothing_else_of_its_kind() -> None:
    at = Sitting("begin", "accept hero", "drop weapon-1")
    turns = at.game.turns
    assert at("repeat") == ['"drop weapon-1" cannot be done again now, and nothing else stands for it.']
    assert at.game.turns == turns


def test_a_number_at_a_lock_plate_is_a_stud_whatever_was_pushed_before() -> None:
    at = Sitting.of(at_plate(2, 4))
    assert at("5")[0] == "Stud 5 goes in with a click, and its neighbours answer."
    assert at("9")[0] == "Stud 9 goes in with a click, and its neighbours answer."
    assert at.game.state.plates["room-1.1"].pushed == (5, 9)
    assert at("5") == ["Stud 5 is in already; it can only be taken back: take-back 5. (D21.2)"]
    assert at("10") == ["The studs are numbered from 1 to 9. (D21.1)"]
    assert len(at("1 2")) == 1
    assert at.game.state.plates["room-1.1"].pushed == (5, 9)
    assert not any(line[:2] == "1." for line in (*at("where"), *at("list")))
    assert at("odds 3") == ["Nothing is rolled for this."]
    assert at("leave-lock", "list")[0].startswith("1. ")


def test_a_refusal_of_a_name_is_that_of_its_id() -> None:
    at = Sitting("begin", "accept hero")
    assert at("rank ada front") == ["Ada stands in the front already."]
    assert at("wear short bow") == ["Cricket wears or wields a Short Bow already."]


def test_words_that_fit_several_are_asked_about_and_a_bare_first_word_lists() -> None:
    at = Sitting("begin", "accept hero", "shop")
    assert at("buy knife") == [
        "30. buy knife hero (Ada, 6 gold)", "31. buy knife gundred (6 gold)", "32. buy knife cricket (6 gold)",
        "33. buy knife hesper (6 gold)",
    ]  # fmt: skip
    assert at("buy ax") == [
        "Which one? buy hand-axe hero (Ada), buy hand-axe gundred, buy hand-axe cricket, buy hand-axe hesper."
    ]
    assert at("sell")[0].startswith("99. sell weapon-1 (Ada's Knife, brings 3 gold)")
    assert at("buy dragon") == ['Nothing to buy here fits "buy dragon"; type buy to list what does.']
    many = at("buy s")
    assert many[0].startswith("Which one? buy ")
    assert many[0].count("buy ") == 8
    assert " more." in many[0]


@pytest.mark.parametrize("typed", ["w", "west", "W", "wal w", "walk wes"])
def test_a_point_of_the_compass_is_a_way_to_walk(typed: str) -> None:
    at = Sitting("begin", "accept hero", "down")
    assert at(typed)[:2] == ["(walk west)", "You walk west."]


def test_a_way_that_is_none_is_said_to_be_none() -> None:
    at = Sitting("begin", "accept hero", "down")
    assert at("s") == ["There is no way south from here."]
    assert at("north") == ["There is no way north from here."]
    assert at("walk north") == ["There is no way north from here. (D7.3)"]
    assert at.game.turns == 3


def test_a_gamble_is_never_taken_for_the_lack_of_its_first_word() -> None:
    at = Sitting("begin", "accept hero", "down", "walk west")
    texts = ["attack orc-1", "run south", "search"]
    assert toward(texts, "s") == toward(texts, "south") == ["run south"]
    assert named(at.game, texts, "orc") == ["attack orc-1"]
    assert named(at.game, texts, "or") == []


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("attack rat", ["attack cellar-rat-1", "attack cellar-rat-2"]),
        ("attack rat 2", ["attack cellar-rat-2"]),
        ("attack rat-2", ["attack cellar-rat-2"]),
        ("attack cellar-rat-3", []),
        ("attack rat 3", []),
        ("att goblin", ["attack goblin-1"]),
        ("attack goblin arch", ["attack goblin-archer-1"]),
        ("take gold", ["take-gold"]),
        ("take", ["take-gold", "take-map"]),
        ("take-g", ["take-gold"]),
        ("enter 1.4n", ["enter door-1.4n"]),
        ("enter door-1.4", []),
        ("enter", ["enter door-1.4n", "enter door-1.4s"]),
        ("attack on", []),
        ("fly", []),
    ],
)
def test_words_are_matched_from_their_beginnings(typed: str, found: list[str]) -> None:
    game = undercroft.new("descent", seed=7)
    texts = [
        "attack cellar-rat-1", "attack cellar-rat-2", "attack goblin-1", "attack goblin-archer-1", "take-gold",
        "take-map", "enter door-1.4n", "enter door-1.4s",
    ]  # fmt: skip
    assert matches(game, texts, typed) == found


def test_a_name_typed_whole_means_no_longer_name() -> None:
    at = Sitting("begin", "accept hero", "shop")
    texts = list(at.line.session.offers.texts())
    assert matches(at.game, texts, "buy leather ada") == ["buy leather hero"]
    assert matches(at.game, texts, "buy coat ada") == ["buy padded-coat hero"]


def test_a_name_of_two_words_is_one_id() -> None:
    game = undercroft.new("descent", seed=7, name="Ada of the Hill")
    texts = ["drop weapon-3", "rank hero back"]
    assert with_ids(game, texts, "give Short Bow ada of the hill") == "give weapon-3 hero"
    assert with_ids(game, texts, "give the bow ada") == "give bow ada"
    assert names(game, "rank hero back") == ["Ada of the Hill"]


def test_what_cannot_be_done_now_says_when_it_can() -> None:
    at = Sitting("begin", "accept hero", "down")
    assert at("give-up") == ["Only in the courtyard; you are in a hall."]
    assert at("attack orc-1") == ["Only in a fight; you are in a hall."]
    assert at("attack orc") == ["Only in a fight; you are in a hall."]
    assert at("why")[0] == "Refused last: Only in a fight; you are in a hall."
    assert at("shop") == ["Only in the courtyard or in a quiet room; you are in a hall."]
    assert at("enter")[0].startswith("You stand at no door, and know of none on this floor;")
    assert at("odds attack orc-1") == ["Only in a fight; you are in a hall."]
    assert at("help attack")[0].endswith("Only in a fight; you are in a hall.")


def test_letters_for_help_and_leaving() -> None:
    at = Sitting("begin", "accept hero")
    assert at("?") == at("h") == at("help")
    assert at("? shop") == at("help shop")
    assert at.line.bad == 0


def test_help_and_rule_know_things_by_name() -> None:
    at = Sitting("begin", "accept hero")
    (said,) = at("help ring mail")
    assert said.startswith("Ring Mail. Rings on leather, and every one of them knows a draught. Protection: 3. ")
    assert said.endswith("Who: king, hero, fighter. (A04).")
    assert at("rule ring mail")[0].startswith("A04 (D28. Stores): armour: Ring Mail; protection: 3; ")
    assert at("help orc")[0].endswith("type rule orc (in D33).")


def test_odds_of_many_paces_say_so() -> None:
    at = Sitting("begin", "accept hero", "down", "w")
    assert at("odds travel stair") == [
        "How likely a band is, is never told: likelier at a junction than in plain hall.",
        "It strikes first, at each pace: that cannot be known from here.",
        "It costs: 1 step.",
    ]


def test_what_is_shown_is_the_setup_in_force() -> None:
    at = Sitting(
        "choose difficulty hard", "choose length long", "choose name Bo Lee", "choose seed 9", "begin", "accept hero"
    )
    assert at("seed") == [
        "Seed 9, practice, 6 actions.",
        "Options: difficulty hard, length long, name Bo Lee, companions fighter,rogue,wizard.",
    ]
    given = "--seed 9 --difficulty hard --length long --name 'Bo Lee' --practice"
    assert again(at.game) == f"undercroft play descent {given}"
    at.said.clear()
    at.line.session.begin()
    assert at.said[1].startswith("Options: difficulty hard, length long, name Bo Lee, ")


def test_the_end_has_its_figures_and_the_way_to_another() -> None:
    at = Sitting("begin", "accept hero", "give-up")
    said = at("yes")
    assert "Ending: given up." in said
    assert said[-2].startswith("The game is over after 4 actions. Type quit to leave; undo takes the last action back;")
    assert said[-1].startswith("Play it again with: undercroft play descent --seed 7 --difficulty easy --length short")
    ranked = Sitting("begin", "accept hero", "give-up", ranked=True)
    said = ranked("yes")
    assert "undo" not in said[-2]
    assert "--practice" not in said[-1]


def test_a_walk_of_many_paces_is_told_shortly() -> None:
    at = Sitting("begin", "accept hero", "down", "w", "w", "w")
    said = at("travel stair-up")
    assert said[0] == "You walk 3 paces east, to the foot of the stair up."


def test_equal_sentences_are_folded() -> None:
    assert folded(["a", "b", "b", "a"]) == ["a", "b (2 times)", "a"]
    assert folded(["a", "b"] * 3 + ["a"]) == ["a b (3 times)", "a"]
    assert folded(["a", "b"] * 2) == ["a", "b", "a", "b"]
    assert folded([]) == []


def test_arrival_shows_the_place_and_no_party_that_is_as_it_was() -> None:
    at = Sitting("begin", "accept hero")
    said = at("down")
    assert said[:2] == ["Down the stair, to floor 1.", "Floor 1 of 6"]
    assert not [line for line in said if line.startswith(("Ada", "The party", "Purse"))]
    assert "The party:" in at("where")


def test_housekeeping_is_named_when_it_changes_and_the_guide_never() -> None:
    at = Sitting()
    assert not [line for line in at.said if line.startswith("Also")]
    anywhere = "drop, unready, give, rank; type a word to list its ways."
    assert f"Also: practice-wall, practice-plate, {anywhere}" in at("begin", "accept hero")
    assert f"Also: {anywhere}" in at("down")
    assert not [line for line in at("w") if line.startswith("Also")]
    assert "guide" not in " ".join(at("where"))
    assert at("list guide")[0].endswith("guide brief")
    assert any("drop weapon-1 (Ada's Knife)" in line for line in at("list"))


def test_chances_in_the_list_have_names_unless_plain() -> None:
    at = Sitting("begin", "accept hero", "down", "w")
    assert "4. search (one step, find a hidden door: 62 in 100 if a door is there)" in at("where")


def fight() -> Sitting:
    """Sit before two Rust Mites, with Ada to act."""
    at = Sitting()
    at.game = undercroft.new("descent", seed=3, **SETUP)
    at.line = Line(at.game, Drawer(), at.said.append)
    at.line.session.begin()
    at("begin", "accept hero", "down", "w", "w", "w", "enter")
    assert at.game.decision is not None
    assert at.game.decision.ask == "ask.fight"
    return at


def test_a_fight_knows_the_words_used_outside_it() -> None:
    at = fight()
    at("guard", "guard", "guard")
    assert at("odds cast spark mite 2")[0].startswith("Wounds")
    assert at("cast spark mite 2")[:2] == [
        "(chant spark rust-mite-2)",
        "Barnabas reads Spark at Rust Mite 2 for 2 mana.",
    ]
    assert " ".join(at("cast hall ward")) == (
        "Only in the courtyard, in a hall, in a quiet room or at a store's counter; "
        "you are in a fight, where the word is chant."
    )


def test_a_way_that_is_none_is_no_other_action() -> None:
    at = fight()
    turns = at.game.turns
    assert at("s")[0].startswith("Which one? shift back")
    assert at.game.turns == turns
    assert at("map")[0] == "Map:"
    assert "Ada: condition 18 of 21." in at("fight")


@pytest.mark.rule("D31.17", "D31.18")
@pytest.mark.row("ACT64")
def test_the_pages_of_effects_turn_and_wrap_round() -> None:
    at = Sitting("begin")
    assert at("effects")[0] == "Effects on the party:"
    titles = [at("next")[0] for _ in range(5)]
    assert titles == [
        *(f"Effects on {name}:" for name in ("Ada", "Gundred", "Cricket", "Hesper")),
        "Effects on the party:",
    ]
    assert at("previous")[0] == "Effects on Hesper:"


@pytest.mark.rule("D31.1", "D34.2")
@pytest.mark.row("ACT60", "ACT61", "ACT62", "ACT63")
def test_the_reports_stand_beside_the_list_everywhere() -> None:
    began = ("begin", "accept hero")
    assert "Reports, free: status, quest, bestiary, effects." in Sitting()("where")
    for typed in (("begin",), began, (*began, "shop"), (*began, "down")):
        assert "Reports, free: status, quest, bestiary, effects, lesson." in Sitting(*typed)("where")


def at_door() -> Sitting:
    """Return a sitting before a room that lies to the south, in a hall that runs east and west."""
    at = Sitting("begin")
    at.game = moment()
    with staged(at.game) as s:
        s.floors[1] = replace(s.floors[1], known=(0b1111111, *(0,) * 15))
    at.line = Line(at.game, Drawer(), at.said.append)
    at.line.session.begin()
    return at


@pytest.mark.parametrize("typed", ["1n", "s", "south", "door 1n", "the south door", "door-1.1n"])
def test_a_door_answers_to_its_last_number_and_to_where_it_is(typed: str) -> None:
    at = at_door()
    with fix(at.game, then=100):
        assert at(f"enter {typed}")[-1] != ""
    assert at.game.state.place.room == "room-1.1"
    with fix(at.game, then=100):
        at("leave north")
    assert at.game.state.place.room == ""


def test_the_list_tells_what_things_cost() -> None:
    at = at_door()
    said = at("where")
    assert "5. search (one step, find a hidden door: 62 in 100 if a door is there)" in said
    assert "7. enter door-1.1n (one step)" in said
    assert any(line.startswith("3. travel stair-up (3 steps)") for line in said)
    shop = Sitting("begin", "accept hero", "shop")
    assert any("buy-rations (10 for 20 gold)" in line for line in shop("where"))


def test_a_word_alone_says_which_rule_bars_its_kind_here() -> None:
    at = fight()
    at("guard", "guard", "guard")
    assert at("attack") == at("attack 1")
    assert at("attack")[0].startswith("Barnabas cannot reach from the back rank without a bow")
    assert at("spark 1")[0] == "(chant spark rust-mite-1)"


@pytest.mark.parametrize("typed", ["attack rust mite 1", "attack mite 1", "attack mite", "attack rust-mite-1"])
def test_a_foe_out_of_reach_is_known_and_cannot_be_struck(typed: str) -> None:
    at = fight()
    at("guard", "guard", "guard")
    before = at.game.digest()
    said = at(typed)
    assert said[0].startswith("Barnabas cannot reach from the back rank without a bow, while others hold the front;")
    assert at.game.digest() == before
    assert at("why")[0].startswith("Refused last: Barnabas cannot reach from the back rank")
    assert at(f"odds {typed}") == said


def kitted() -> Sitting:
    """Sit at a counter: a sound Main Gauche, Leather that is not for wizards, little gold."""
    game = moment(courtyard=True, gold=40)
    give(game, "main-gauche", "pack:rogue")
    give(game, "leather", "pack:wizard")
    at = Sitting.of(game)
    at("shop")
    return at


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("repair main", "A Main Gauche is sound, and nothing about it wants mending;"),
        ("repair main gauche", "A Main Gauche is sound, and nothing about it wants mending;"),
        ("wear leather wizard", "Leather is not made for the likes of Wizard; it is for: king, hero, fighter, rogue,"),
        ("wear leather", "Leather is not made for the likes of Wizard; it is for: king, hero, fighter, rogue,"),
        ("buy light of life hero", "That costs 120 gold, and the purse holds 40."),
        ("buy light hero", "That costs 120 gold, and the purse holds 40."),
        ("cast steady hand hero fighter", "Steady Hand could do nothing here."),
        ("buy light", "That costs 120 gold, and the purse holds 40."),
        ("cast spark", "Spark is for fights."),
        (
            "take sword",
            "Only in a hall, in a quiet room or in the courtyard; you are at a store's counter: type close first.",
        ),
        ("repair crown", "Nobody carries such a thing; status and a name tells what is carried."),
    ],
)
def test_what_is_known_and_cannot_be_chosen_is_told_why(typed: str, told: str) -> None:
    at = kitted()
    before = at.game.digest()
    said = at(typed)
    assert said[0].startswith(told), said
    assert (at.game.digest(), at.line.bad) == (before, 1)


@pytest.mark.rule("D34.6")
def test_what_lies_elsewhere_is_answered_like_what_is_not() -> None:
    game = moment()
    give(game, "dawn-mail", "room:room-1.1")
    there = Sitting.of(game)("take dawn mail hero")
    assert there == Sitting.of(moment())("take dawn mail hero")


def test_opening_a_report_is_noted_once_and_not_told() -> None:
    at = Sitting("begin", "accept hero", ranked=True)
    turns = at.game.turns
    assert at("lesson")[0].startswith("What Sixpence has told")
    assert at("map") == ["There is no map here."]
    assert at.game.turns == turns
    assert at("quest")[0] == "Quest status:"
    assert at.game.lines()[-1].startswith("> consult = 0")
    assert at.game.state.lessons.reported
    assert at("quest", "status ada")[0] == "Member status: Ada:"
    assert at.game.turns == turns + 1
    assert at("list guide", str(len(at.line.session.offers)))[:2] == ["(guide brief)", "Sixpence will be brief."]


@pytest.mark.parametrize("typed", ["enter room 1", "enter the chest room", "enter chest"])
def test_a_room_that_one_has_been_in_is_gone_into_by_its_number_and_by_what_is_in_it(typed: str) -> None:
    game = moment()
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], known=True, entered=True)
        s.chests["room-1.1"] = Chest(1, 10)
        s.rooms["room-1.2"] = Room("room-1.2", 1, 2, known=True, entered=True)
        s.doors["door-1.2n"] = Door("room-1.2", "n", 1, s.place.cell, secret=False, known=True)
    at = Sitting.of(game)
    assert at(typed)[0] == "(enter door-1.1n)"
    assert game.state.place.room == "room-1.1"


def test_why_says_a_refusal_as_it_was_said() -> None:
    at = Sitting("begin", "accept hero")
    said = at("hint")
    assert said == ["Only at a lock plate; you are in the courtyard."]
    assert at("why")[0] == f"Refused last: {said[0]}"


def test_why_quotes_the_rules_that_bear_on_an_attack_and_no_others() -> None:
    game = moment()
    battle(game, "hero", "fighter", foes=(("orc", 99),))
    at = Sitting.of(game)
    with fix(game, 100):
        at("attack orc")
    quoted = [line.split(" ", 1)[0] for line in at("why")[2:]]
    assert quoted == ["D12.4"]


def test_a_monsters_rolls_tell_who_strikes_whom() -> None:
    game = moment(member("hero", "Rowan"))
    battle(game, "rowan", foes=(("orc", 99),))
    with staged(game) as s:
        s.bestiary["orc"] = Tale(met=1, killed=1)
    at = Sitting.of(game)
    with fix(game, 100, 1, 1, 1):
        at("attack orc")
    told = [line.split(":", 1)[0] for line in at("why")[1:]]
    assert told[:3] == ["Hit (Orc 1)", "Hit (Orc 1 against Rowan)", "Damage (Orc 1 against Rowan)"]


@pytest.mark.rule("D24.8", "D34.5")
def test_what_would_be_wasted_stands_in_no_list_and_a_person_is_asked_about_it_once() -> None:
    game = moment()
    key = give(game, "healing-draught", "pack:hero")
    with staged(game) as s:
        s.lore = replace(s.lore, kinds=("healing-draught",))
    at = Sitting.of(game)
    assert f"use {key}" in game.actions()
    assert not any("use" in line.split() for line in at("list"))
    turns = game.turns
    held = "That would bring nothing now. Are you sure? Type yes, or the same once more."
    at.line.session.asks = True
    assert at("use draught")[-1] == held
    assert at("guide brief") != [held]
    assert at("use draught")[-1] == held
    assert game.turns == turns + 1
    with fix(game, then=1):
        assert at("use draught")[-1] != held
    assert game.turns == turns + 2
    assert key not in game.state.items


def test_a_lesson_reads_well_and_why_quotes_its_rules() -> None:
    at = Sitting()
    said = at("begin")
    assert "Welcome" in said[1]
    assert said[3].startswith('"Sixpence is the name')
    assert said[4] == 'Ask him, or accept: "Thank you, Sixpence". His gift: a Medicinal Ale.'
    assert said[5] == "1. ask task (Say the task again)   2. ask hurry (Must we hurry?)"
    assert at("ask hurry")[0].startswith('"No. There is no time limit')
    assert any(line.startswith("D1.14 ") for line in at("why"))
    assert at("accept ada")[1:4] == [
        '"I have only the one wish. Come back up."',
        "Sixpence hands Ada the Medicinal Ale.",
        "From now on the party knows Medicinal Ale when it sees one.",
    ]
    assert at("lesson welcome")[0] == "Sixpence: Welcome:"


def test_an_open_amount_may_stand_before_a_name() -> None:
    game = moment(gold=90)
    into_room(game)
    give(game, "venom", "pack:hero")
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], statue=True)
    at = Sitting.__new__(Sitting)
    at.game, at.said = game, []
    at.line = Line(game, Drawer(), at.said.append)
    at.line.session.begin()
    assert at("odds offer 20 for bottle") == at("odds offer 20 for bottle-t1")
    assert at("offer 500 for bottle") == at("offer 500 for bottle-t1")
    assert "(offer 30 for bottle-t1, Hero's unnamed bottle)" in at("offer 30 for bottle")


def test_deeds_may_go_by_other_words() -> None:
    at = Sitting("begin", "accept hero")
    assert at("store")[0] == "(shop)"
    assert at("buy ring mail ada", "close", "equip ring mail")[0] == "(wear armour-6, Ada's Ring Mail)"
    assert at("drink ale")[0] == "(use bottle-5, Ada's Medicinal Ale)"


def test_of_things_of_one_name_a_spare_is_given_first() -> None:
    from tests.play.test_auto import Sitting as Moment
    from tests.rulebooks.descent.moments import give, moment

    game = moment()
    give(game, "iron-shield", "arm:fighter")
    spare = give(game, "iron-shield", "pack:fighter")
    at = Moment(game)
    at("give iron shield hero")
    assert at.done == [f"give {spare} hero"]
    at("give iron shield wizard")
    assert at.done[1:] == [f"give {spare} wizard"]


def test_what_many_type_first_is_understood() -> None:
    at = Sitting("start")
    assert at.game.turns == 1
    for word in ("status", "party", "inventory", "gold"):
        said = at(word)
        assert said[0] == "The party:"
        assert said[-1].startswith("Gold: ")
    at("accept hero", "shop")
    assert any("gold in the purse:" in line for line in at("where"))
    assert at("exit") == ["Here exit could mean close, a deed of the game, or quit: save, and play no more for now."]
    at("close")
    with pytest.raises(Leave):
        at("exit")


def test_exit_is_a_way_out_of_a_room_too_and_so_nothing_is_ended_by_it_there() -> None:
    game = moment()
    into_room(game)
    at = Sitting.of(game)
    assert at("exit") == ["Here exit could mean leave, a deed of the game, or quit: save, and play no more for now."]
    with pytest.raises(Leave):
        at(":exit")
    with fix(game, then=100):
        assert at("exit door")[0].startswith("(leave door-1.1")
    assert not game.state.place.room


def test_a_point_of_the_compass_leaves_a_room_by_the_door_on_that_side() -> None:
    game = moment()
    into_room(game)
    at = Sitting.of(game)
    side = {"n": "s", "s": "n", "e": "w", "w": "e"}[next(iter(game.state.doors))[-1]]
    other = next(iter(game.state.doors))[-1]
    assert at(side) != at("where")
    with fix(game, then=100):
        at(other)
    assert not game.state.place.room


def test_blows_go_by_other_words() -> None:
    game = moment()
    battle(game, "hero", foes=(("orc", 15),))
    at = Sitting.of(game)
    assert "until one of its kind has been killed" in " ".join(at("odds attack orc-1"))
    with fix(game, then=100):
        assert at("hit orc")[0] == "(attack orc-1)"


@pytest.mark.parametrize(
    "typed", ["down", "stair", "stair down", "downstairs", "floor 1", "to the dungeon", "floor-1", "below"]
)
def test_the_stair_of_the_courtyard_is_a_place_to_go(typed: str) -> None:
    at = Sitting("begin", "accept hero")
    assert at("go") == ["go PLACE: floor-1, store."]
    assert at(f"go {typed}")[:2] == ["Down the stair, to floor 1.", "Floor 1 of 6"]
    assert at("go courtyard", f"go {typed}")[0] == "Down the stair, to floor 1."
    assert at.game.state.place.floor == 1


@pytest.mark.parametrize("typed", ["go store", "go to the shop"])
def test_the_store_of_the_courtyard_is_a_place_to_go(typed: str) -> None:
    at = Sitting("begin", "accept hero", typed)
    assert at.game.decision is not None
    assert at.game.decision.ask == "ask.counter"


@pytest.mark.parametrize("typed", ["close", "close shop", "leave", "leave the store", "exit shop", "goodbye", "done"])
def test_a_counter_is_left_by_any_word_for_leaving(typed: str) -> None:
    at = Sitting("begin", "accept hero", "shop")
    assert "The keeper is already dusting where you leaned." in at(typed)[:2]
    assert at.line.bad == 0


@pytest.mark.parametrize(
    "typed", ["Thank you, Sixpence", '"Thank you, Sixpence"', "thank you", "thanks", "bye", "leave"]
)
def test_a_talk_is_ended_by_its_closing_line_and_by_any_word_for_leaving(typed: str) -> None:
    at = Sitting("begin")
    assert at(typed) == ["Which one? accept hero (Ada), accept gundred, accept cricket, accept hesper."]


def test_what_the_guide_may_be_told_can_be_typed_as_it_stands() -> None:
    at = Sitting.of(moment(courtyard=True, lessons=("king-stands",)))
    with staged(at.game) as s:
        s.agenda = (*s.agenda, Talk("king-stands"))
    at = Sitting.of(at.game)
    assert at("what do we do now?")[0] == "(ask now, What do we do now?)"
    assert at("we owe you")[0].startswith("Which one? accept hero, accept fighter")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("take all", "Only in the courtyard, in a hall or in a quiet room; you are in talk with Sixpence"),
        ("explore", "Only in a hall or in a quiet room; you are in talk with Sixpence"),
        ("down", "Only in the courtyard or in a hall; you are in talk with Sixpence"),
        ("buy mace", "Only at a store's counter; you are in talk with Sixpence"),
    ],
)
def test_who_is_barred_by_a_talk_is_told_how_to_end_it(typed: str, told: str) -> None:
    assert Sitting("begin")(typed) == [f"{told}: type accept first."]


def test_who_is_barred_by_the_place_is_told_the_way_out_where_that_helps() -> None:
    game = moment()
    into_room(game)
    at = Sitting.of(game)
    assert at("rest") == ["Only in a hall; you are in a quiet room: type leave first."]
    assert at("kill goblin") == ["Only in a fight; you are in a quiet room."]
    assert Sitting("begin", "accept hero", "shop")("give-up") == [
        "Only in the courtyard; you are at a store's counter: type close first."
    ]


@pytest.mark.parametrize("typed", ["search the room", "search here"])
def test_the_place_where_one_is_may_be_named(typed: str) -> None:
    game = moment()
    into_room(game)
    at = Sitting.of(game)
    with fix(game, then=100):
        assert at(typed)[0] == "(search)"


def test_of_an_opened_chest_one_is_told_that_it_is_open() -> None:
    game = moment()
    into_room(game)
    with staged(game) as s:
        s.chests["room-1.1"] = Chest(1, 10, open=True)
    at = Sitting.of(game)
    for typed in ("open", "open chest", "open the chest", "open chest rogue", "open chest-1.1 rogue"):
        assert at(typed) == ["That chest stands open already; a lid is lifted once. (D19.7)"], typed
    assert at("open chest-1.2 rogue") == ["No such chest stands here."]


def test_a_word_for_oneself_is_no_name_cut_short() -> None:
    game = moment()
    give(game, "medicinal-ale", "pack:hero", named=True)
    at = Sitting.of(game)
    assert at("equip me") == ["There is nothing to equip here."]
    assert at("equip medic")[0] == "A Medicinal Ale is not a thing to wear or wield."


def test_looking_at_what_is_no_report_says_how_to_see_the_place() -> None:
    at = Sitting("begin", "accept hero")
    assert at("look at") == at("look around") == at("look")
    assert at("look at the quest") == at("look quest") == at("quest")
    assert at("look at bunks") == ['No report is called "bunks"; look alone tells what there is to see here.']


@pytest.mark.rule("D24.8", "D25.3", "D25.6")
def test_a_page_is_said_to_be_read_when_it_can_be() -> None:
    game = moment()
    into_room(game)
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], pages=("storm",))
    at = Sitting.of(game)
    told = (
        "No such scroll is in anyone's pack. A page is read by casting its spell, or by chanting it in a fight, once "
        "it is back in the king's book: both have to be found. (D24.8)"
    )
    assert at("read page") == [told]
    assert "A loose page: Storm. It cannot be read until it is back in the book." in at("take page")
    assert at("read page") == [told]


def rats(*more: tuple[str, int]) -> Sitting:
    """Sit before three Cellar Rats, and others, with the hero to act."""
    game = moment()
    battle(game, "hero", "fighter", foes=(("cellar-rat", 5), ("cellar-rat", 5), ("cellar-rat", 5), *more))
    return Sitting.of(game)


@pytest.mark.rule("D12.23")
@pytest.mark.parametrize("typed", ["attack rat", "attack rats", "attack", "hit", "kill the rat"])
def test_of_foes_that_are_all_the_same_the_first_is_struck(typed: str) -> None:
    at = rats()
    assert at("odds attack rat") == at("odds attack cellar-rat-1")
    with fix(at.game, then=100):
        assert at(typed)[:2] == ["(attack cellar-rat-1)", "Hero misses Cellar Rat 1."]


@pytest.mark.rule("D12.23")
def test_between_foes_that_are_known_to_differ_one_is_asked() -> None:
    at = rats()
    with staged(at.game) as s:
        s.monsters["cellar-rat-2"] = replace(s.monsters["cellar-rat-2"], health=1)
    at = Sitting.of(at.game)
    assert at("attack rat") == ["Which one? attack cellar-rat-1, attack cellar-rat-2, attack cellar-rat-3."]
    assert at("attack")[0].startswith("1. attack cellar-rat-1")
    assert rats(("orc", 15))("attack")[0].startswith("1. attack cellar-rat-1")


@pytest.mark.rule("D34.6")
def test_what_the_seat_does_not_know_tells_no_foes_apart() -> None:
    at = rats()
    with staged(at.game) as s:
        hurt = s.monsters["cellar-rat-2"]
        s.monsters["cellar-rat-2"] = replace(hurt, health=hurt.health + 1, most=hurt.most + 1)
    with fix(at.game, then=100):
        assert Sitting.of(at.game)("attack rat")[0] == "(attack cellar-rat-1)"


def test_things_of_two_packs_are_not_the_same() -> None:
    at = Sitting("begin", "accept hero", "shop")
    assert at("sell knife")[0].startswith("Which one? sell weapon-1 (Ada's Knife)")


@pytest.mark.rule("D31.4")
@pytest.mark.parametrize("typed", ["status", "inventory", "party"])
def test_the_party_in_short_tells_what_is_carried(typed: str) -> None:
    game = moment()
    give(game, "mace", "pack:fighter")
    give(game, "antidote", "pack:fighter", named=True)
    said = Sitting.of(game)(typed)
    assert next(line for line in said if line.startswith("Fighter")).endswith("carries a Mace, an Antidote.")
    assert not any("carries" in line for line in said if line.startswith("Hero"))


@pytest.mark.rule("D23.1")
def test_what_help_tells_of_the_bath_is_no_other_than_what_the_room_says() -> None:
    game = moment()
    into_room(game)
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], bath=True)
    at = Sitting.of(game)
    said = at("help bath")
    assert "(D23.1)." not in " ".join(said)
    assert any(line.startswith("7: Dead Chill: party effect") for line in said)
    assert not any("nobody knows" in line for line in at("where"))


def test_a_question_of_yes_or_no_is_left_with_no() -> None:
    at = Sitting("begin", "accept hero", "give up")
    assert at("shop")[0].endswith("you are at a question of yes or no: type no first.")
    at("leave")
    assert at.game.outcome is None
    assert at.game.decision is not None
    assert at.game.decision.ask == "ask.courtyard"


def test_who_asks_for_healing_is_shown_what_heals() -> None:
    game = moment()
    give(game, "medicinal-ale", "pack:hero", named=True)
    with staged(game) as s:
        s.members["hero"] = replace(s.members["hero"], health=1)
    assert Sitting.of(game)("odds heal") == Sitting.of(game)("odds use")


def test_a_deed_of_two_words_is_known_where_it_cannot_be_done() -> None:
    at = Sitting.of(moment())
    assert at("give up") == at("give-up") == ["Only in the courtyard; you are in a hall."]
    assert Sitting("begin", "accept hero")("give up")[0] == "(give-up)"


def test_an_arrival_is_told_once() -> None:
    at = Sitting("begin", "accept hero", "down")
    assert at("go upstairs") == ["You are there: type up to take the stair."]
    said = at("go courtyard")
    assert said[:3] == ["Up the last stair, into daylight.", "You stand in the courtyard.", "The courtyard"]
    assert not any("You are there" in line or "stand in the courtyard" in line for line in said[3:])


def test_a_way_where_nobody_walks_is_told_to_be_none() -> None:
    at = Sitting("begin", "accept hero", "shop")
    assert at("north") == ["There is no way north from here: type close first."]


@pytest.mark.parametrize("typed", ["done", "close", "goodbye"])
def test_no_word_for_an_end_walks_out_of_a_room(typed: str) -> None:
    game = moment()
    into_room(game)
    Sitting.of(game)(typed)
    assert game.state.place.room
