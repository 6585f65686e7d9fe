"""The competent player of tabletop: what it reckons, how it chooses, and how far it comes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from undercroft.bots.chosen import find, names
from undercroft.bots.offered import Offered
from undercroft.bots.player import play
from undercroft.bots.tabletop import Competent
from undercroft.bots.tabletop_fight import choose_in_fight
from undercroft.bots.tabletop_magic import spell
from undercroft.bots.tabletop_notes import Notes
from undercroft.bots.tabletop_odds import forecast, frightens, harm, landing
from undercroft.bots.tabletop_rest import camp, health, mend
from undercroft.bots.tabletop_way import path
from undercroft.engine.game import Game
from undercroft.rulebooks.tabletop import rulebook
from undercroft.rulebooks.tabletop.views import ExitView, FightView, FoeView, RoomView, TabletopView

MOST = 4000
"""Actions of one adventure."""


class Once(Competent):
    """Plays one adventure and hangs up the boots."""

    def choose(self, view: TabletopView, offers: Sequence[str]) -> str:
        """Return the text of the action to take."""
        return "end-campaign" if view.completed + view.failed else super().choose(view, offers)


class Copied(Once):
    """Is given nothing but a copy of the view, made from plain data."""

    def choose(self, view: TabletopView, offers: Sequence[str]) -> str:
        """Return the text of the action to take."""
        plain = msgspec.json.encode(view)
        return super().choose(msgspec.json.decode(plain, type=TabletopView), tuple(offers))


def adventure(seed: int, player: Competent) -> Game[Any]:
    """Return the game of one adventure."""
    return play(Game(rulebook, seed, {}), player, most=MOST)


# --- hand-made views ---


@pytest.fixture(scope="module")
def village() -> TabletopView:
    """Return the view of the reference party in its first village."""
    game = Game(rulebook, 1, {})
    game.act("quick")
    found = game.view()
    assert isinstance(found, TabletopView)
    return found


def foe(kind: str, number: int = 1, **figures: Any) -> FoeView:
    usual = FoeView(
        f"{kind}-{number}", kind, kind, 18, 18, 10, (), 9, 9, 6, 2, (1, 3), 1, 5, (), False,
    )  # fmt: skip
    return msgspec.structs.replace(usual, **figures)


def meets(v: TabletopView, *foes: FoeView, acting: str = "hedda") -> TabletopView:
    fight = FightView(1, acting, (acting,))
    return msgspec.structs.replace(v, foes=foes, fight=fight, ask="fight", where="dungeon")


def hurt(v: TabletopView, **lives: int) -> TabletopView:
    party = tuple(
        msgspec.structs.replace(m, vitality=lives[m.id], state="standing" if lives[m.id] > 0 else "fallen")
        if m.id in lives
        else m
        for m in v.party
    )
    return msgspec.structs.replace(v, party=party)


# --- what it reckons ---


@pytest.mark.rule("T23.7")
def test_a_blow_lands_as_often_as_the_rules_say() -> None:
    assert landing(10, 8) == 128  # 0.32 of 400
    assert landing(10, 5) == 155  # 0.3875
    assert landing(18, 17) == 71  # 0.1775
    assert landing(9, 0) == 180  # undefended: 9 of 20


@pytest.mark.rule("T8.8")
def test_mean_harm_after_protection() -> None:
    assert harm(1, 3, 2) == 450
    assert harm(1, 0, 4) == 50  # a 5 gives 1, a 6 gives 2: 3 of 6
    assert harm(2, 4, 3) == 800


@pytest.mark.rule("T7.31", "T7.32", "T7.33")
def test_the_chance_of_a_threat(village: TabletopView) -> None:
    hedda = village.party[0]
    orcs = meets(village, *(foe("orc", n) for n in range(4)))
    assert frightens(orcs, hedda) == 12 * 11  # Courage 12 at 0, then Courage 9 fails on 11 of 20
    goblins = meets(village, *(foe("goblin", n, courage=5) for n in range(4)))
    assert frightens(goblins, hedda) == 12 * 20  # Courage 5 at +5 never holds
    dead = meets(village, foe("skeleton", traits=("undead", "bony")))
    assert frightens(dead, hedda) == 0


def test_a_forecast_grows_worse_with_the_foes(village: TabletopView) -> None:
    two = forecast(meets(village, *(foe("orc", n) for n in range(2))))
    four = forecast(meets(village, *(foe("orc", n) for n in range(4))))
    dragon = foe("dragon", vitality=100, attack=13, defence=8, protection=6, damage=(3, 3), attacks=2)
    assert two.won
    assert four.won
    assert 0 < two.loss < four.loss
    assert two.rounds < four.rounds
    assert not forecast(meets(village, dragon)).won


# --- how it chooses ---


def test_it_threatens_first_and_flees_from_what_it_cannot_beat(village: TabletopView) -> None:
    o = Offered(["intimidate", "attack orc-1", "guard", "flee", "wait"])
    assert choose_in_fight(meets(village, foe("orc")), o, Notes()) == "intimidate"
    dragon = foe(
        "dragon", vitality=100, attack=13, defence=8, protection=6, damage=(3, 3), attacks=2, traits=("terror",)
    )
    assert choose_in_fight(meets(village, dragon), o, Notes()) == "flee"


def test_it_strikes_who_is_awake(village: TabletopView) -> None:
    o = Offered(["attack orc-1", "attack orc-2", "wait"])
    v = meets(village, foe("orc", 1, conditions=("asleep",), vitality=3), foe("orc", 2))
    assert choose_in_fight(v, o, Notes()) == "attack orc-2"


def test_it_binds_who_bleeds(village: TabletopView) -> None:
    o = Offered(["bind berengar", "attack orc-1", "wait"])
    assert choose_in_fight(hurt(meets(village, foe("orc")), berengar=-6), o, Notes()) == "bind berengar"
    assert choose_in_fight(hurt(meets(village, foe("orc")), berengar=-2), o, Notes()) == "attack orc-1"


@pytest.mark.rule("T20.10", "T22.48")
def test_spells_drive_off_the_strongest_but_not_a_boss(village: TabletopView) -> None:
    ogres = [foe("ogre", n, vitality=40, protection=3, damage=(2, 4), ml=35, courage=22, resist=6) for n in (1, 2)]
    v = meets(village, *ogres, acting="linnea")
    linnea = village.party[2]
    o = Offered(["cast rabbits-panic ogre-1", "cast rabbits-panic ogre-2", "cast dormouses-sleep ogre-1"])
    assert spell(v, o, linnea, forecast(v)) == "cast rabbits-panic ogre-1"
    boss = meets(village, msgspec.structs.replace(ogres[0], boss=True), ogres[1], acting="linnea")
    assert spell(boss, o, linnea, forecast(boss)) == "cast rabbits-panic ogre-2"
    rats = meets(village, foe("giant-rat", vitality=6, damage=(1, -1), ml=2), acting="linnea")
    assert spell(rats, Offered(["cast rabbits-panic giant-rat-1"]), linnea, forecast(rats)) == ""


def test_it_mends_the_worst_wounded_and_keeps_a_reserve(village: TabletopView) -> None:
    texts = [f"cast newts-mending {who} {whom}" for who in ("linnea", "tobias") for whom in ("hedda", "berengar")]
    assert mend(hurt(village, hedda=15, berengar=20), Offered(texts)) == "cast newts-mending tobias hedda"
    assert mend(hurt(village, hedda=27), Offered(texts)) == ""
    assert mend(village, Offered(["bandage", *texts])) == "bandage"


@pytest.mark.rule("T6.13", "T10.16")
def test_a_camp_is_spiked_and_casters_withdraw(village: TabletopView) -> None:
    tired = msgspec.structs.replace(
        village, party=tuple(msgspec.structs.replace(m, astral=m.astral // 2) for m in village.party)
    )
    n = Notes()
    assert camp(tired, Offered(["camp", "spike", "withdraw-alone linnea"]), n) == "spike"
    assert camp(tired, Offered(["camp", "withdraw-alone linnea"]), n) == "withdraw-alone linnea"
    assert camp(village, Offered(["camp", "withdraw-alone linnea"]), n) == "camp"
    assert camp(tired, Offered(["wait"]), n) == ""
    n.resting = True
    assert camp(tired, Offered(["wait"]), n) == "wait"
    assert health(hurt(village, hedda=0, berengar=0)) == 100 * 45 // 110


def test_a_path_goes_round_what_is_barred_or_held(village: TabletopView) -> None:
    def room(name: str, *exits: tuple[str, str, str]) -> RoomView:
        ways = tuple(ExitView(side, 5, "none", bar, to) for side, bar, to in exits)
        return RoomView(name, "hall", 0, 0, True, ways)

    rooms = (
        room("a", ("east", "chasm", "b"), ("south", "", "c")),
        room("b", ("west", "chasm", "a"), ("south", "", "d")),
        room("c", ("north", "", "a"), ("east", "", "d")),
        room("d", ("west", "", "c"), ("north", "", "b")),
    )
    v = msgspec.structs.replace(village, room="a", rooms=rooms)
    assert [way.to for _, way in path(v, Notes(), ["b"], bars=False)] == ["c", "d", "b"]
    assert [way.to for _, way in path(v, Notes(), ["b"], bars=True)] == ["b"]
    assert path(v, Notes(held={"d": 1}), ["b"], bars=False) == []


# --- how it plays ---


def test_it_is_the_competent_player_of_tabletop() -> None:
    assert names("tabletop") == ("competent", "random")
    assert isinstance(find("competent", "tabletop")(1), Competent)


@pytest.mark.parametrize(("seed", "quest"), [(3, "bring-back-an-heirloom"), (5, "slay-the-boss")])
def test_it_completes_adventures(seed: int, quest: str) -> None:
    game = adventure(seed, Once())
    view = game.view()
    assert view.completed == 1
    assert view.failed == 0
    assert any(line.startswith("> accept short normal") for line in game.lines())
    assert any(quest in text for text in quests_of(game)), quests_of(game)


def quests_of(game: Game[Any]) -> list[str]:
    """Return the quest that a game's first village offers."""
    again = Game(rulebook, game.first, {})
    again.act("quick")
    again.act("quest")
    return [again.view().offered]


@pytest.mark.soak
@pytest.mark.parametrize(
    ("seed", "quest"),
    [(1, "bring-back-the-banner"), (2, "map-every-room"), (4, "free-a-captive"), (6, "bring-back-an-heirloom"),
     (8, "slay-the-boss")],
)  # fmt: skip
@pytest.mark.rule("T22.21", "T22.22")
def test_each_kind_of_quest_is_fulfilled(seed: int, quest: str) -> None:
    game = adventure(seed, Once())
    assert quests_of(game) == [quest]
    assert game.view().completed == 1


def test_a_copy_of_the_view_and_the_texts_are_all_it_needs() -> None:
    assert adventure(3, Copied()).lines() == adventure(3, Once()).lines()


def test_size_and_setting_are_the_players() -> None:
    game = play(Game(rulebook, 1, {}), Competent("standard", "gentle"), most=80)
    assert any(line.startswith("> accept standard gentle") for line in game.lines())


@pytest.mark.soak
@pytest.mark.rule("T24.19")
def test_four_of_five_short_normal_adventures_are_completed() -> None:
    done = sum(adventure(seed, Once()).view().completed for seed in range(1, 101))
    assert done >= 80
