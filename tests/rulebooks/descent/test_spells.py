"""The spellbook, its pages, and spells known by heart (D25): who reads them, when, and for what."""

from __future__ import annotations

import pytest
from tests.rulebooks.descent.magic import (
    TWO_ORCS,
    afflict,
    battle,
    bearing,
    chant,
    code,
    edit,
    library,
    tags,
    texts,
    who,
)
from tests.rulebooks.descent.moments import cell, give, into_room, member, moment

from undercroft.engine.game import Game
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import powers, spells, wandering
from undercroft.rulebooks.descent.records import Effect, Place, Quest, Setup, State, replace
from undercroft.testing import fix, staged

SURE_ONES = ("rogue", "fighter", "ranger")


# The book and its pages -------------------------------------------------------------------------------------------


@pytest.mark.rule("D25.1", "D7.21", "D25.10")
def test_there_are_36_pages_and_twelve_spells_have_two() -> None:
    pages = [entry.pages for entry in content.catalogue().spells.values() if not entry.by_heart]
    assert (len(pages), sum(pages), pages.count(2)) == (24, 36, 12)


def with_page(*pages: str, book: bool = False, held: tuple[str, ...] = (), prize: str = "") -> Game[State]:
    """Put the party into a quiet room where pages, or the book, lie."""
    game = moment()
    into_room(game)
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], pages=pages, prize=prize)
        s.quest = Quest(book=book, pages=held)
    return game


@pytest.mark.rule("DX33", "D25.3", "D25.10")
def test_example_33_seven_pages_go_back_into_the_book() -> None:
    held = ("firebolt", "storm", "rekindle", "naming", "firebolt", "cleansing", "far-sight")
    game = with_page(held=held, prize="book")
    wizard = who(game, "wizard")
    assert spells.known_to(game.state, wizard) == (("spark", 2), ("dim-veil", 3))
    step = game.act("take-book")
    assert "spell.book" in tags(step)
    assert game.state.quest.book
    assert game.state.rooms["room-1.1"].prize == ""
    assert spells.bound(game.state) == ("firebolt", "storm", "rekindle", "naming", "cleansing", "far-sight")
    assert dict(spells.known_to(game.state, wizard))["firebolt"] == 2
    assert dict(spells.known_to(game.state, wizard))["storm"] == 12
    assert code(game.act("take-book")) == "spell.no_book"


@pytest.mark.rule("D25.10")
@pytest.mark.parametrize(("pages", "cost"), [(("firebolt",), 3), (("firebolt", "storm", "firebolt"), 2)])
def test_both_pages_bound_save_1_mana(pages: tuple[str, ...], cost: int) -> None:
    game = moment()
    library(game, *pages)
    edit(game, "wizard", mana=cost)
    battle(game, "wizard", "fighter")
    with fix(game, 1, 1):
        assert game.act("chant firebolt orc-1")
    assert who(game, "wizard").mana == 0


@pytest.mark.rule("D25.4")
def test_a_page_found_after_the_book_is_bound_at_once() -> None:
    game = with_page("walking-cure", book=True)
    assert texts(game, "take-page") == ["take-page"]
    assert game.act("take-page").events[-1].variant() == "bound"
    assert game.state.rooms["room-1.1"].pages == ()
    assert game.act("cast walking-cure wizard")


@pytest.mark.rule("D25.6", "D18.4", "D18.3")
def test_a_loose_page_is_known_by_name_but_not_read() -> None:
    game = with_page("walking-cure", "walking-cure", "storm")
    assert texts(game, "take-page") == ["take-page"]
    shown = str(game.view().floors[0].rooms[0]) + str(game.scene())
    assert "storm" not in shown.lower()
    assert "walking" not in shown.lower()
    assert game.act("take-page").events[0].page == "walking-cure"
    assert game.state.quest.pages == ("walking-cure",)
    assert game.state.rooms["room-1.1"].pages == ("walking-cure", "storm")
    assert not game.state.items
    assert texts(game, "cast") == []
    assert code(game.act("cast walking-cure wizard")) == "spell.not_bound D25.6"
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(s.rooms["room-1.1"], pages=())
    assert code(game.act("take-page")) == "spell.no_page ACT15"


@pytest.mark.rule("D25.5")
def test_the_book_has_no_spell_of_its_own() -> None:
    game = with_page(prize="book")
    assert game.act("take-book").events[-1].variant() == "empty"
    assert spells.bound(game.state) == ()
    assert texts(game, "cast") == []


@pytest.mark.rule("D18.9", "D18.10", "D25.11")
def test_no_action_parts_the_party_from_book_or_pages() -> None:
    game = with_page(book=True, held=("storm", "storm"))
    heads = {str(one).split()[0] for one in game.actions()}
    assert not {"drop", "give", "sell"} & heads
    assert game.state.quest == Quest(book=True, pages=("storm", "storm"))


@pytest.mark.rule("D25.7")
@pytest.mark.parametrize(("mana", "said"), [(4, "spell.mana D25.7"), (5, "")])
def test_reading_wants_the_mana(mana: int, said: str) -> None:
    game = moment()
    library(game, "far-sight")
    edit(game, "hero", mana=0)
    edit(game, "wizard", mana=mana)
    assert texts(game, "cast") == ([] if said else ["cast far-sight wizard"])
    assert code(game.act("cast far-sight wizard")) == said


@pytest.mark.rule("D25.8", "D2.6", "D2.7")
def test_king_hero_and_wizard_read_the_book_and_nobody_else() -> None:
    game = moment(*(member(one) for one in ("king", "hero", "wizard", *SURE_ONES)))
    library(game, "far-sight")
    assert texts(game, "cast") == [f"cast far-sight {one}" for one in ("king", "hero", "wizard")]
    for one in SURE_ONES:
        assert code(game.act(f"cast far-sight {one}")) == "spell.no_reader D2.7"


@pytest.mark.rule("D25.9", "D6.3")
def test_reading_outside_costs_mana_alone_and_may_be_done_again() -> None:
    game = moment(member("wizard", mana=9), member("rogue", health=1))
    library(game, "mending-hand")
    for left in (5, 1):
        with fix(game, 1, 1):
            assert game.act("cast mending-hand wizard rogue")
        assert who(game, "wizard").mana == left
    assert game.state.clock.step == 0
    assert game.state.quest.pages == ("mending-hand",)


@pytest.mark.rule("D25.9", "D12.3")
def test_reading_in_a_fight_takes_the_turn() -> None:
    game = chant("sure-aim", target="fighter")
    assert game.state.fight is not None
    assert game.state.fight.turns == ("fighter",)


@pytest.mark.rule("D25.13")
def test_no_spell_touches_lid_bribe_or_ceiling() -> None:
    effects = {entry.effect for entry in content.catalogue().spells.values()}
    assert not effects & {"goodwill", "ceiling-gain", "ceiling-loss", "heal-full"}
    assert effects == {
        "wound", "member-effect", "heal", "attack", "protection", "foe-attack", "hold", "party-effect", "cure", "raise",
        "find-floor", "name-item", "repair", "soft-step",
    }  # fmt: skip


@pytest.mark.rule("D25.14", "D11.21")
@pytest.mark.parametrize(
    ("target", "said"), [("fighter", ""), ("rogue", "spell.target D25.14"), ("ranger", "spell.target D25.14")]
)
def test_a_spell_reaches_only_living_members_inside(target: str, said: str) -> None:
    game = moment(member("wizard"), member("fighter"), member("rogue", health=0), member("ranger"))
    battle(game, "wizard", "fighter", outside=("ranger",))
    assert code(game.act(f"chant dim-veil {target}")) == said
    assert who(game, "wizard").mana == (13 if said else 10)


@pytest.mark.rule("D25.14", "D2.13")
def test_a_senseless_member_inside_is_reached() -> None:
    game = moment()
    afflict(game, "fighter", "senseless", 2)
    battle(game, "wizard", "rogue")
    assert game.act("chant dim-veil fighter")
    assert "fighter:dim-veil" in game.state.effects


@pytest.mark.rule("D25.14")
@pytest.mark.parametrize("health", [20, 21])
def test_healing_the_unhurt_is_refused_and_costs_nothing(health: int) -> None:
    game = moment(member("hero", health=health), member("fighter"))
    with fix(game, *([1] if health < 21 else [])):
        said = code(game.act("cast steady-hand hero hero"))
    assert said == ("" if health < 21 else "spell.nothing D25.14")
    assert who(game, "hero").mana == (3 if health < 21 else 6)


@pytest.mark.rule("D25.14")
@pytest.mark.row("P04")
@pytest.mark.parametrize("health", [23, 24])
def test_healing_all_wants_one_who_is_hurt(health: int) -> None:
    game = moment(member("wizard", mana=20), member("fighter", health=health))
    library(game, "circle-of-mending")
    with fix(game, *([1, 1] if health < 24 else [])):
        said = code(game.act("cast circle-of-mending wizard"))
    assert said == ("" if health < 24 else "spell.nothing D25.14")


@pytest.mark.rule("D25.14")
@pytest.mark.parametrize("spell", ["rally", "ward-wall", "leaden-limbs", "stone-skin hero"])
def test_what_lasts_the_fight_already_is_refused(spell: str) -> None:
    game = moment(member("king", mana=30), member("hero"))
    library(game, "ward-wall", "leaden-limbs", "stone-skin")
    battle(game, "king", "king", "hero")
    assert game.act(f"chant {spell}")
    left = who(game, "king").mana
    assert code(game.act(f"chant {spell}")) in ("spell.nothing D25.14", "spell.target D25.14")
    assert who(game, "king").mana == left
    assert game.state.fight is not None
    assert game.state.fight.turns == ("king", "hero")


@pytest.mark.rule("D27.1", "D25.14")
@pytest.mark.parametrize(("left", "said"), [(2, ""), (3, "spell.target D25.14")])
def test_quickening_again_sets_its_count_back(left: int, said: str) -> None:
    game = moment()
    library(game, "quickening")
    battle(game, "wizard", "fighter")
    with staged(game) as s:
        s.effects["rogue:quickening"] = Effect("rogue", "quickening", left, "quickening")
    assert code(game.act("chant quickening rogue")) == said
    assert game.state.effects["rogue:quickening"].left == 3


@pytest.mark.row("P13", "P12", "ACT20", "ACT47")
def test_spells_for_fights_and_for_outside_are_kept_apart() -> None:
    game = moment()
    library(game, "lightning", "far-sight", "mending-hand")
    assert code(game.act("cast lightning wizard")) == "spell.only_fight"
    assert texts(game, "cast") == ["cast far-sight hero", "cast far-sight wizard"]
    battle(game, "wizard", "fighter")
    assert code(game.act("chant far-sight")) == "spell.only_outside"
    assert code(game.act("chant nonsense")) == "spell.none"


@pytest.mark.rule("D11.20")
def test_a_reader_outside_the_fight_reads_nothing() -> None:
    game = moment()
    battle(game, "wizard", "fighter", outside=("wizard",), ran=("wizard",))
    assert texts(game, "chant") == []
    assert code(game.act("chant spark orc-1")) == "fight.outside D11.20"


@pytest.mark.rule("D2.14")
def test_the_fallen_read_nothing() -> None:
    game = moment(member("wizard", health=0), member("fighter"))
    library(game, "far-sight")
    assert texts(game, "cast") == []
    assert code(game.act("cast far-sight wizard")) == "member.fallen D2.14"
    assert code(game.act("cast far-sight nobody")) == "member.none"


@pytest.mark.rule("D25.11", "D14.10")
def test_pages_and_book_are_taken_in_a_quiet_room_only() -> None:
    game = with_page("storm", prize="book")
    assert {"take-page", "take-book"} <= {str(one) for one in game.actions()}
    battle(game, "hero", "fighter")
    assert code(game.act("take-page")) == "action.not_now"
    assert code(game.act("take-book")) == "action.not_now"


@pytest.mark.rule("D9.16")
def test_the_book_counts_as_found_when_taken() -> None:
    game = with_page(prize="book")
    with staged(game) as s:
        s.quest = Quest(king=True)
        s.setup = Setup()
        s.place = Place(1, cell(3, 0), "room-1.1")
    assert not wandering.hunted(game.state)
    assert game.act("take-book")
    assert wandering.hunted(game.state)


def test_what_is_offered_is_accepted_and_all_that_is_accepted_is_offered() -> None:
    game = moment(
        member("hero", health=3), member("fighter", health=0), member("wizard", mana=30), member("king", mana=30)
    )
    library(game, *(key for key, entry in content.catalogue().spells.items() if not entry.by_heart))
    give(game, "venom", "pack:hero")
    give(game, "hand-axe", "hand:hero", lost=1)
    afflict(game, "hero", "stupor")
    targets = ("", *game.state.members, *game.state.items, "orc-1", "orc-2", "nonsense")
    every = [*content.catalogue().spells, "nonsense"]
    offered = {str(one) for one in game.actions() if isinstance(one, spells.Cast)}
    tried = [spells.Cast(spell, one, t) for spell in every for one in game.state.members for t in targets]
    assert {str(one) for one in tried if game.judge(one) is None} == offered
    assert len(offered) > 20
    battle(game, "wizard", "hero", foes=TWO_ORCS)
    offered = {str(one) for one in game.actions() if isinstance(one, spells.FightCast)}
    chants = [spells.FightCast(spell, t) for spell in every for t in targets]
    assert {str(one) for one in chants if game.judge(one) is None} == offered
    assert len(offered) > 20


def test_a_power_unknown_to_the_catalogue_is_an_error() -> None:
    for wrong in ("nonsense", "knife"):
        with pytest.raises(KeyError):
            powers.power(wrong)


@pytest.mark.rule("D25.4", "D25.6")
@pytest.mark.parametrize(("book", "rule"), [(True, "D25.4"), (False, "D25.6")])
def test_why_cites_for_a_page_whether_the_book_is_held(*, book: bool, rule: str) -> None:
    assert bearing(with_page("storm", book=book), "take-page") == {rule}


@pytest.mark.rule("D24.4")
def test_reading_naming_tells_no_name_before_it_is_known() -> None:
    game = moment()
    lantern = give(game, "aura-of-warding", "pack:hero")
    library(game, "naming")
    told = [said for event in game.act(f"cast naming wizard {lantern}").events if (said := game.say(event))]
    assert told[0] == "Wizard reads Naming over a thing without a name for 5 mana."
    assert "Aura of Warding" in told[1]
