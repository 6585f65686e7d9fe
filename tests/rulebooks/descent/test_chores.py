"""Take all, dress and buy for all: ordinary actions one after another, from what the party knows."""

from __future__ import annotations

import pytest
from tests.play.test_auto import Sitting
from tests.rulebooks.descent.moments import give, into_room, member, moment

from undercroft.engine.game import Game
from undercroft.engine.record import replay
from undercroft.rulebooks.descent.records import Chest, State, replace
from undercroft.testing import staged


def laden(game: Game[State], who: str, free: int) -> None:
    """Fill a pack until so many places are free."""
    view = next(m for m in game.view().party if m.id == who)  # type: ignore[attr-defined]
    for _ in range(view.free - free):
        give(game, "antidote", f"pack:{who}", named=True)


def treasury(*, is_open: bool = True) -> Game[State]:
    """Return a game in a room with gold, a map, two pages and things, some of them in a chest."""
    game = moment()
    into_room(game)
    with staged(game) as s:
        room = s.rooms["room-1.1"]
        s.rooms["room-1.1"] = replace(room, gold=7, map="chest", pages=("storm", "rally"))
        s.chests["room-1.1"] = Chest(1, 10, open=is_open)
    give(game, "mace", "room:room-1.1")
    give(game, "scroll-of-fasting", "chest:room-1.1", named=True)
    return game


@pytest.mark.rule("D18.8", "D19.6", "D34.6")
def test_take_all_takes_what_lies_here_and_in_an_opened_chest_each_to_one_who_can_use_it() -> None:
    game = treasury()
    for who, free in (("hero", 3), ("fighter", 2), ("rogue", 6)):
        laden(game, who, free)
    at = Sitting(game)
    said = at("take all")
    assert at.done == [
        "take-gold", "take-map", "take-page", "take-page", "take weapon-t1 hero", "take scroll-t2 wizard",
    ]  # fmt: skip
    assert "Hero takes a Mace." in said
    assert at.game.state.purse.gold == 17
    assert at("take all") == ["Nothing lies here for the taking."]
    assert at("take sword") == ["There is nothing to take here."]
    assert at("loot") == ["There is nothing to loot here."]


@pytest.mark.rule("D19.6", "D34.6")
def test_take_all_opens_no_chest_and_knows_nothing_of_what_is_in_a_shut_one() -> None:
    at = Sitting(treasury(is_open=False))
    said = at("take all")
    assert at.done == ["take-gold", "take-page", "take-page", "take weapon-t1 fighter"]
    assert "What is in the chest stays there until its lid is lifted: open." in said
    assert not at.game.state.chests["room-1.1"].open


@pytest.mark.rule("D18.1")
def test_take_all_goes_as_far_as_the_packs_have_room_and_names_what_stays() -> None:
    game = moment(member("hero"), member("fighter"))
    into_room(game)
    for who, free in (("hero", 1), ("fighter", 0)):
        laden(game, who, free)
    for kind in ("oil-flask", "mace", "club"):
        give(game, kind, "room:room-1.1")
    at = Sitting(game)
    said = at("take all")
    assert len(at.done) == 1
    assert "No pack has room for a Mace, a Club: that stays here." in said
    assert at("take all")[0] == "No pack has room for a Mace, a Club: that stays here."
    assert not any(line.endswith("take all.") for line in at("where"))


@pytest.mark.parametrize("typed", ["get all", "loot all", "take all", "TAKE ALL"])
def test_take_all_goes_by_other_words_and_take_alone_still_lists(typed: str) -> None:
    at = Sitting(treasury())
    assert any(line.endswith("take all.") for line in at("where"))
    assert any("take weapon-t1 hero" in line for line in at("take"))
    at(typed)
    assert at.done[-1] == "take scroll-t2 hero"
    assert not any(line.endswith("take all.") for line in at("where"))


def ready(*pieces: tuple[str, str]) -> Sitting:
    """Return a sitting in the courtyard with kinds at places."""
    game = moment(courtyard=True, gold=100)
    for kind, place in pieces:
        give(game, kind, place)
    return Sitting(game)


@pytest.mark.rule("D18.5", "D18.6")
def test_dress_puts_the_best_on_those_who_may_wear_it_the_front_rank_first() -> None:
    at = ready(
        ("mace", "pack:wizard"), ("short-bow", "hand:rogue"), ("short-sword", "pack:rogue"), ("leather", "pack:rogue"),
        ("ring-mail", "pack:rogue"), ("wooden-shield", "pack:hero"), ("padded-coat", "body:wizard"),
        ("knife", "hand:hero"),
    )  # fmt: skip
    at("dress")
    held = {key: item.place for key, item in at.game.state.items.items()}
    assert held == {
        "weapon-t1": "hand:hero", "weapon-t2": "hand:rogue", "weapon-t3": "hand:fighter", "armour-t4": "body:rogue",
        "armour-t5": "body:hero", "shield-t6": "arm:hero", "armour-t7": "body:wizard", "weapon-t8": "hand:wizard",
    }  # fmt: skip
    assert at("dress") == ["Everybody wears and holds the best there is."]


@pytest.mark.rule("D18.5")
def test_dress_gives_no_weapon_of_two_hands_to_one_with_a_shield_and_no_shield_beside_one() -> None:
    at = ready(("wooden-shield", "arm:hero"), ("battle-axe", "pack:wizard"), ("great-sword", "hand:fighter"))
    give(at.game, "wooden-shield", "pack:fighter")
    at("dress")
    assert at.done == ["give shield-t4 rogue", "wear shield-t4"]


@pytest.mark.rule("D16.5")
def test_dress_goes_by_the_figures_that_are_left() -> None:
    at = ready(("mace", "hand:hero"), ("short-sword", "pack:hero"))
    with staged(at.game) as s:
        s.items["weapon-t1"] = replace(s.items["weapon-t1"], lost=5)
    at("dress")
    assert at.game.state.items["weapon-t2"].place == "hand:hero"


def test_what_dress_changed_is_told_beside_what_stays_in_use() -> None:
    at = ready(("short-bow", "hand:rogue"), ("leather", "pack:rogue"))
    assert "Rogue: bears a Short Bow, Leather." in at("dress")


@pytest.mark.rule("D28.8", "D18.6")
def test_buy_for_all_buys_for_those_who_may_use_it_and_have_nothing_as_good() -> None:
    at = ready(("leather", "body:hero"))
    said = at("shop", "buy leather for all")
    assert at.done == ["shop", "buy leather fighter", "buy leather rogue"]
    assert "Gold: 50." in said
    assert (
        at("buy leather for all")[0]
        == "Everybody who may use Leather has one, something as good, or no hand free for it."
    )
    at("dress")
    assert at.game.state.items["armour-t1"].place == "body:hero"
    assert sorted(i.place for i in at.game.state.items.values()) == ["body:fighter", "body:hero", "body:rogue"]


@pytest.mark.rule("D18.5", "D18.6")
def test_dress_leaves_each_the_armour_that_it_carries_and_is_better_off_with() -> None:
    at = ready(("leather", "pack:rogue"), ("padded-coat", "body:hero"), ("leather", "body:fighter"))
    at("dress")
    assert at.done == ["wear armour-t1"]
    assert at.game.state.items["armour-t1"].place == "body:rogue"


@pytest.mark.rule("D12.12", "D18.5")
def test_dress_leaves_each_the_weapon_that_it_carries_and_can_strike_with() -> None:
    at = ready(
        ("mace", "pack:fighter"), ("short-sword", "pack:hero"), ("knife", "hand:hero"), ("knife", "hand:fighter")
    )
    at("dress")
    assert at.done[:2] == ["wear weapon-t2", "wear weapon-t1"]
    back = ready(("mace", "pack:rogue"), ("short-bow", "pack:wizard"), ("short-bow", "pack:rogue"))
    back("dress")
    held = {key: item.place for key, item in back.game.state.items.items()}
    assert held == {"weapon-t1": "hand:hero", "weapon-t2": "hand:fighter", "weapon-t3": "hand:rogue"}


@pytest.mark.rule("D18.5", "D28.8")
def test_buy_for_all_buys_no_shield_for_hands_that_are_full() -> None:
    at = ready(("short-bow", "hand:rogue"), ("great-sword", "hand:fighter"))
    at("shop", "buy wooden shield for all")
    assert at.done == ["shop", "buy wooden-shield hero"]


@pytest.mark.rule("D28.5", "D18.1")
def test_buy_for_all_says_for_whom_the_gold_did_not_reach() -> None:
    at = ready()
    said = at("shop", "buy ring mail for all")
    assert at.done == ["shop", "buy ring-mail hero"]
    assert "Without Ring Mail for want of gold or room: Fighter." in said
    at("buy padded coat all")
    assert at.done[2:] == ["buy padded-coat fighter", "buy padded-coat rogue", "buy padded-coat wizard"]


@pytest.mark.parametrize("typed", ["buy all", "buy for all"])
def test_buy_for_all_asks_what(typed: str) -> None:
    at = ready()
    at("shop")
    assert at(typed)[0].startswith("buy THING for all: knife, staff, club, hand-axe, ")
    assert at("buy crown for all")[0].startswith("You cannot buy crown for all here; but: knife, staff, ")
    assert at.done == ["shop"]


@pytest.mark.rule("D18.6", "D28.10")
def test_sell_all_sells_the_gear_that_nobody_would_be_better_off_with() -> None:
    at = ready(
        ("mace", "hand:hero"), ("mace", "hand:fighter"), ("knife", "pack:hero"), ("club", "pack:wizard"),
        ("short-bow", "hand:rogue"), ("staff", "hand:wizard"), ("leather", "pack:wizard"), ("padded-coat", "pack:hero"),
        ("ring-mail", "body:hero"), ("ring-mail", "body:fighter"), ("antidote", "pack:hero"),
    )  # fmt: skip
    at("shop")
    assert any(line.endswith("sell all.") for line in at("where"))
    said = at("sell all")
    assert at.done[1:] == ["sell weapon-t3", "sell weapon-t4"]
    assert "Sold for 7 gold in all." in said
    assert at("sell all") == ["Nothing in the packs is spare gear; sell and a name sells anything else."]
    assert not any("sell all" in line for line in at("where"))


def test_errands_with_things_are_recorded_as_ordinary_actions() -> None:
    from tests.play.test_words import Sitting as Words

    import undercroft

    at = Words("begin", "accept hero", "shop", "buy leather for all", "dress", "close")
    twin = replay(at.game.record())
    assert twin.digest() == at.game.digest()
    assert isinstance(twin, undercroft.Game)
