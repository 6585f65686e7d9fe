"""Using and reading bottles, scrolls, lanterns and charms (D24), and how they become known."""

from __future__ import annotations

import inspect
import re
from types import ModuleType

import pytest
from tests.rulebooks.descent.magic import battle, bearing, code, drink, known, tags, texts, who
from tests.rulebooks.descent.moments import cell, give, member, moment

from undercroft.engine.chance import Chance, Odds, Spread
from undercroft.engine.game import Game
from undercroft.play.tell import odds_lines
from undercroft.rulebooks.descent import gear, powers, raising, spells, things
from undercroft.rulebooks.descent.records import Event, State
from undercroft.testing import fix

# Names ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("D24.1")
def test_a_bottle_once_used_makes_its_whole_kind_known() -> None:
    game = moment()
    first, second, other = (give(game, k, "pack:hero") for k in ("venom", "venom", "antidote"))
    assert [gear.is_named(game.state, one) for one in (first, second, other)] == [False] * 3
    assert game.act(f"use {first}")
    assert [gear.is_named(game.state, one) for one in (second, other)] == [True, False]


@pytest.mark.rule("D24.1")
@pytest.mark.row("Q01")
def test_an_ale_that_does_nothing_is_known_all_the_same() -> None:
    assert drink("medicinal-ale", 1, unnamed=True).state.lore.kinds == ("medicinal-ale",)


@pytest.mark.rule("D24.2")
@pytest.mark.parametrize("kind", ["scroll-of-fire", "goodwill-scroll", "scroll-of-holding", "scroll-of-warding-words"])
def test_an_unnamed_fight_scroll_read_outside_is_named_and_kept(kind: str) -> None:
    game = moment()
    scroll = give(game, kind, "pack:hero")
    assert "thing.kept" in tags(game.act(f"read {scroll}"))
    assert game.state.items[scroll].place == "pack:hero"
    assert game.state.lore.kinds == (kind,)
    # Named now, it cannot be read here again.
    assert texts(game, "read") == []
    assert code(game.act(f"read {scroll}")) == "thing.not_here D24.2"


@pytest.mark.rule("D24.2", "D12.3")
def test_an_unnamed_scroll_for_outside_read_in_a_fight_is_kept_but_the_turn_is_spent() -> None:
    game = moment()
    scroll = give(game, "marching-song", "pack:hero")
    battle(game, "hero", "fighter")
    assert "thing.kept" in tags(game.act(f"recite {scroll}"))
    assert scroll in game.state.items
    assert game.state.lore.kinds == ("marching-song",)
    assert not game.state.party_effects
    assert game.state.fight is not None
    assert game.state.fight.turns == ("fighter",)


@pytest.mark.rule("D24.2")
@pytest.mark.parametrize("named", [False, True])
def test_bottles_are_drunk_in_fights_too(named: bool) -> None:
    game = moment(member("hero", health=1), member("fighter"))
    bottle = give(game, "great-draught", "pack:hero", named=named)
    battle(game, "hero", "fighter")
    assert game.act(f"apply {bottle}")
    assert who(game, "hero").health == 21
    assert game.state.fight is not None
    assert game.state.fight.turns == ("fighter",)
    assert bottle not in game.state.items


@pytest.mark.rule("D24.2")
@pytest.mark.row("R02")
def test_an_unnamed_scroll_that_wants_a_target_asks_for_it() -> None:
    game = moment()
    scroll = give(game, "scroll-of-fire", "pack:hero")
    battle(game, "hero", "fighter", foes=(("orc", 15), ("orc", 15)))
    with fix(game):
        assert game.act(f"recite {scroll}")
    assert game.decision is not None
    assert game.decision.ask == "ask.aim"
    assert scroll not in game.state.items
    assert texts(game, "aim") == ["aim orc-1", "aim orc-2"]
    assert code(game.act("aim orc-3")) == "thing.target"
    odds = game.odds("aim orc-2")
    assert odds == (Spread("wound", 4, 6, about="orc-2"),)
    with fix(game, 1, 1, 1, 1):
        assert game.act("aim orc-2")
    assert [m.health for m in game.state.monsters.values()] == [15, 11]
    assert game.state.fight is not None
    assert game.state.fight.turns == ("fighter",)
    assert game.decision.ask == "ask.fight"


@pytest.mark.rule("D24.2")
@pytest.mark.row("R07")
def test_an_unnamed_scroll_of_naming_asks_what_to_name_if_there_is_anything() -> None:
    game = moment()
    first, second = (give(game, "scroll-of-naming", "pack:hero") for _ in range(2))
    lantern = give(game, "deep-lantern", "pack:rogue")
    assert game.act(f"read {first}")
    assert texts(game, "aim") == [f"aim {lantern}"]
    assert game.act(f"aim {lantern}")
    assert gear.is_named(game.state, lantern)
    assert first not in game.state.items
    # Nothing is left to name: the second, known by now, is refused; an unnamed one would have been kept.
    assert code(game.act(f"read {second} {lantern}")) == "thing.target"


@pytest.mark.rule("D24.2")
@pytest.mark.row("R07")
def test_an_unnamed_scroll_of_naming_with_nothing_to_name_is_kept() -> None:
    game = moment()
    scroll = give(game, "scroll-of-naming", "pack:hero")
    assert "thing.kept" in tags(game.act(f"read {scroll}"))
    assert scroll in game.state.items


@pytest.mark.rule("D24.3", "D24.4", "D24.17")
def test_lanterns_look_alike_until_used_each_for_itself() -> None:
    game = moment()
    keys = [give(game, k, "pack:hero") for k in ("foul-lantern", "aura-of-warding", "foul-lantern")]
    names = {gear.called(game.state, one) for one in keys}
    assert names == {"an unnamed lantern"}
    offers = [game.odds(f"use {one}") for one in keys]
    assert offers[0] == offers[1] == offers[2]
    assert game.act(f"use {keys[0]}")
    assert gear.called(game.state, keys[2]) == "an unnamed lantern"
    assert game.state.lore.kinds == ()


@pytest.mark.rule("D24.5")
def test_a_thing_bought_is_named_and_makes_its_kind_known() -> None:
    game = moment()
    found = give(game, "venom", "pack:hero")
    bought = gear.make(game._ctx, "venom", "pack:rogue", named=True)
    assert [gear.is_named(game.state, one) for one in (found, bought)] == [True, True]


@pytest.mark.rule("D24.5", "D24.4")
def test_a_named_lantern_tells_nothing_of_the_next() -> None:
    game = moment()
    bought = gear.make(game._ctx, "aura-of-warding", "pack:hero", named=True)
    assert gear.called(game.state, bought) == "an Aura of Warding"
    other = give(game, "aura-of-warding", "pack:hero")
    assert gear.called(game.state, other) == "an unnamed lantern"


@pytest.mark.rule("D24.17", "D34.6")
def test_unnamed_bottles_show_only_their_sort() -> None:
    game = moment()
    keys = [give(game, k, "pack:hero") for k in ("venom", "great-draught", "medicinal-ale", "mind-sharpener")]
    assert {gear.called(game.state, one) for one in keys} == {"an unnamed bottle"}
    odds = [game.odds(f"use {one}") for one in keys]
    assert all(one == odds[0] for one in odds)
    assert isinstance(odds[0], tuple)
    assert all(not roll.shown for roll in odds[0])
    assert code(game.act(f"use {keys[0]} fighter")) == "thing.sealed D24.17"


@pytest.mark.rule("D34.6")
def test_what_an_unnamed_bottle_rolls_was_foretold_without_figures() -> None:
    for kind, draws in (("medicinal-ale", (2, 3, 3)), ("mana-draught", (1, 1)), ("wasting-bottle", (1,))):
        game = moment(member("hero", health=2, mana=0))
        bottle = give(game, kind, "pack:hero")
        odds = things.Use(bottle).odds(game.state)
        with fix(game, *draws):
            taken = game.act(f"use {bottle}")
        assert taken.rolls == ()
        made = game._ctx.rolls
        assert made
        assert all(roll in odds for roll, _ in made)


@pytest.mark.rule("D34.6", "D24.17")
def test_what_an_unnamed_thing_may_roll_is_that_of_all_its_sort() -> None:
    game = moment(member("hero"))
    of_sort = {
        sort: [(roll.name, roll.about) for roll in powers.sealed_odds(game.state, sort, who(game, "hero"))]
        for sort in ("bottle", "scroll", "lantern")
    }
    assert of_sort == {
        "bottle": [
            ("dud", ""), ("heal", ""), ("heal", ""), ("mana", ""), ("ceiling", ""),
        ],
        "scroll": [],
        "lantern": [],
    }  # fmt: skip


@pytest.mark.rule("D34.6", "D24.1")
def test_what_an_unnamed_bottle_rolls_leaves_out_the_kinds_already_named_and_names_none() -> None:
    game = moment(member("hero", health=2))
    bottle = give(game, "wasting-bottle", "pack:hero")
    line = f"use {bottle}"
    assert odds_lines(game, odds_of(game, line)) == ["What it does cannot be known before it is named."]
    known(game, "medicinal-ale", "healing-draught")
    assert [(roll.name, roll.about, roll.shown) for roll in odds_of(game, line)] == [
        ("mana", "", False), ("ceiling", "", False),
    ]  # fmt: skip
    assert len(things.Use(bottle).odds(game.state)) == 2


def odds_of(game: Game[State], line: str) -> Odds:
    found = game.odds(line)
    assert isinstance(found, tuple)
    return found


@pytest.mark.rule("D34.6")
@pytest.mark.row("Q01")
def test_a_named_ale_shows_its_chances() -> None:
    game = moment()
    ale = give(game, "medicinal-ale", "pack:hero", named=True)
    assert game.odds(f"use {ale}") == (Chance("dud", 1, 6), Spread("heal", 2, 6, given="sound"))


@pytest.mark.rule("D24.6", "D24.7", "D2.7")
@pytest.mark.parametrize("cls", ["rogue", "fighter", "ranger"])
@pytest.mark.parametrize("kind", ["goodwill-scroll", "scroll-of-dry-wells"])
def test_only_readers_open_scrolls(cls: str, kind: str) -> None:
    game = moment(member(cls), member("hero"))
    scroll = give(game, kind, f"pack:{cls}", named=True)
    assert texts(game, "read") == []
    assert code(game.act(f"read {scroll}")) == "thing.no_reader D24.7"
    battle(game, cls, "hero")
    assert texts(game, "recite") == []
    assert code(game.act(f"recite {scroll}")) == "thing.no_reader D24.7"


@pytest.mark.rule("D24.6", "D24.7", "D2.6")
@pytest.mark.parametrize("cls", ["king", "hero", "wizard"])
def test_king_hero_and_wizard_open_scrolls(cls: str) -> None:
    game = moment(member(cls))
    scroll = give(game, "scroll-of-fasting", f"pack:{cls}")
    assert texts(game, "read") == [f"read {scroll}"]
    assert game.act(f"read {scroll}")
    assert game.state.party_effects["fare"].good


@pytest.mark.rule("D24.8")
def test_the_user_takes_it_from_the_own_pack() -> None:
    game = moment()
    mine, yours = (give(game, "great-draught", f"pack:{one}", named=True) for one in ("hero", "rogue"))
    lying = give(game, "great-draught", f"cell:1:{cell(3, 0)}")
    battle(game, "hero", "rogue")
    assert texts(game, "apply") == [f"apply {mine}"]
    assert code(game.act(f"apply {yours}")) == "thing.not_yours D24.8"
    assert code(game.act(f"apply {lying}")) == "thing.none D24.8"
    assert code(game.act("apply bottle-99")) == "thing.none D24.8"


@pytest.mark.rule("D11.20", "D11.21")
def test_a_member_outside_uses_and_reads_nothing() -> None:
    game = moment()
    bottle = give(game, "great-draught", "pack:hero", named=True)
    scroll = give(game, "goodwill-scroll", "pack:hero", named=True)
    battle(game, "hero", "rogue", outside=("hero",), ran=("hero",))
    assert texts(game, "apply") == texts(game, "recite") == []
    assert code(game.act(f"apply {bottle}")) == "fight.outside D11.20"
    assert code(game.act(f"recite {scroll}")) == "fight.outside D11.20"


@pytest.mark.rule("D24.16")
@pytest.mark.parametrize("kind", ["aura-of-warding", "gem-of-strength", "esp"])
@pytest.mark.parametrize("named", [False, True])
def test_lanterns_and_gems_are_for_outside_fights(kind: str, named: bool) -> None:
    game = moment()
    thing = give(game, kind, "pack:hero", named=named)
    assert texts(game, "use") == [f"use {thing}"]
    battle(game, "hero", "fighter")
    assert texts(game, "apply") == []
    assert code(game.act(f"apply {thing}")) == "thing.not_here D24.16"


@pytest.mark.rule("D24.18")
@pytest.mark.parametrize("kind", ["scroll-of-calling", "scroll-of-open-walls"])
def test_calling_and_open_walls_are_of_no_use_in_the_courtyard(kind: str) -> None:
    game = moment(courtyard=True)
    scroll = give(game, kind, "pack:hero")
    assert texts(game, "read") == [f"read {scroll}"]
    assert "thing.kept" in tags(game.act(f"read {scroll}"))
    assert scroll in game.state.items
    assert game.state.fight is None
    assert texts(game, "read") == []
    assert code(game.act(f"read {scroll}")) == "thing.not_here D24.2"


@pytest.mark.row("ACT18", "ACT19")
def test_scrolls_are_read_and_other_things_used() -> None:
    game = moment()
    bottle = give(game, "antidote", "pack:hero", named=True)
    scroll = give(game, "marching-song", "pack:hero", named=True)
    knife = give(game, "knife", "pack:hero")
    assert code(game.act(f"use {scroll}")) == "thing.read"
    assert code(game.act(f"read {bottle}")) == "thing.not_scroll"
    assert code(game.act(f"use {knife}")) == "thing.no_use D24.8"
    assert code(game.act(f"use {bottle} hero")) == "thing.no_target"
    assert texts(game, "use") == [f"use {bottle}"]
    assert texts(game, "read") == [f"read {scroll}"]


@pytest.mark.rule("D2.14")
def test_the_fallen_use_nothing() -> None:
    game = moment(member("hero"), member("wizard", health=0))
    bottle = give(game, "great-draught", "pack:wizard", named=True)
    scroll = give(game, "marching-song", "pack:wizard", named=True)
    assert texts(game, "use") == texts(game, "read") == []
    assert code(game.act(f"use {bottle}")) == "member.fallen D2.14"
    assert code(game.act(f"read {scroll}")) == "member.fallen D2.14"


@pytest.mark.rule("D6.3")
def test_using_and_reading_cost_no_step() -> None:
    game = moment()
    give(game, "antidote", "pack:hero")
    give(game, "marching-song", "pack:hero")
    assert game.act("use bottle-t1")
    assert game.act("read scroll-t2")
    assert game.state.clock.step == 0


@pytest.mark.rule("D11.19")
@pytest.mark.row("ACT48")
def test_a_thing_may_be_used_in_the_unseen_turn() -> None:
    game = moment()
    flask = give(game, "oil-flask", "pack:rogue")
    battle(game, "rogue", stage="unseen", outside=("hero", "fighter", "wizard"), sneak="rogue", exit="door-1.1n")
    # 2d4; then the room acts against the rogue alone: the orc strikes and misses; round 1 begins.
    with fix(game, 1, 1, 1, 100):
        assert game.act(f"apply {flask} orc-1")
    assert game.state.monsters["orc-1"].health == 13


def test_what_is_offered_is_accepted_and_all_that_is_accepted_is_offered() -> None:
    game = moment()
    for kind in ("venom", "scroll-of-naming", "honing-stone", "mending-kit", "foul-lantern", "felt-overshoes"):
        for one in ("hero", "rogue"):
            give(game, kind, f"pack:{one}")
    give(game, "hand-axe", "hand:fighter", lost=1)
    known(game, "scroll-of-naming")
    offered = {str(one) for one in game.actions() if isinstance(one, (things.Use, things.Read))}
    accepted = set()
    for key in game.state.items:
        for target in ("", *game.state.items, *game.state.members):
            for action in (things.Use(key, target), things.Read(key, target)):
                if game.judge(action) is None:
                    accepted.add(str(action))
    assert offered == accepted


@pytest.mark.parametrize("chapter", [raising, powers, things, spells])
def test_every_event_has_a_sentence_or_is_quiet(chapter: ModuleType) -> None:
    keys = moment().book.texts.templates
    for event in vars(chapter).values():
        if isinstance(event, type) and issubclass(event, Event) and event.__module__ == chapter.__name__:
            tag = event.tag()
            assert any(key in (f"event.{tag}", f"quiet.{tag}") or key.startswith(f"event.{tag}.") for key in keys), tag


def test_every_refusal_has_a_sentence() -> None:
    keys = moment().book.texts.templates
    for chapter in (raising, powers, things, spells):
        for said in re.findall(r'Refusal\(\s*f?"([\w.{}]+)"', inspect.getsource(chapter)):
            for where in ("fight", "outside") if "{" in said else ("",):
                assert f"refusal.{said.replace('{entry.where}', where)}" in keys


# Why --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("D24.8", "D24.16")
@pytest.mark.parametrize(
    ("kind", "draws", "rules"),
    [
        ("antidote", (), {"D24.8", "D24.16", "Q08"}),
        ("aura-of-warding", (), {"D24.8", "D24.16", "N1"}),
        ("gem-of-strength", (1,), {"D24.8", "D24.16", "H3"}),
        ("esp", (), {"D24.8", "H4"}),
    ],
)
def test_why_cites_for_a_thing_used_its_row_and_only_what_binds_its_sort(
    kind: str, draws: tuple[int, ...], rules: set[str]
) -> None:
    game = moment()
    known(game, kind)
    assert bearing(game, f"use {give(game, kind, 'pack:hero', named=True)}", *draws) == rules


@pytest.mark.rule("D24.1", "D24.2", "D24.7")
def test_why_cites_for_a_scroll_read_unnamed_that_its_kind_is_known_and_why_it_was_kept() -> None:
    game = moment()
    scroll = give(game, "scroll-of-fire", "pack:hero")
    assert bearing(game, f"read {scroll}") == {"D24.7", "D24.1", "R02", "D24.2"}
