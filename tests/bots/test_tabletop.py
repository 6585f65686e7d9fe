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
from undercroft.bots.tabletop_items import item, sharpen
from undercroft.bots.tabletop_magic import spell
from undercroft.bots.tabletop_meet import before_foes
from undercroft.bots.tabletop_notes import Notes
from undercroft.bots.tabletop_odds import forecast, frightens, harm, landing, sting
from undercroft.bots.tabletop_rest import camp, health, mend
from undercroft.bots.tabletop_room import room_deeds
from undercroft.bots.tabletop_shop import shop
from undercroft.bots.tabletop_way import explore, home, pass_exit, path
from undercroft.engine.game import Game
from undercroft.rulebooks.tabletop import rulebook
from undercroft.rulebooks.tabletop.views import ExitView, FightView, FoeView, QuestView, RoomView, TabletopView

MOST = 4000
"""Actions of one adventure."""


class Once(Competent):
    """Plays one adventure and hangs up the boots."""

    def choose(self, view: TabletopView, offers: Sequence[str]) -> str:
        """Return the text of the action to take."""
        over = view.ask == "village" and view.completed + view.failed
        return "end-campaign" if over else super().choose(view, offers)


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


@pytest.mark.rule("T8.17")
def test_a_sound_weapon_in_hand_strikes_though_another_of_its_kind_is_broken(village: TabletopView) -> None:
    hedda = msgspec.structs.replace(
        village.party[0], wielded="dagger", weapons=("dagger", "dagger"), broken=("dagger",)
    )
    v = meets(msgspec.structs.replace(village, party=(hedda, *village.party[1:])), foe("orc"))
    o = Offered(["switch dagger", "switch silvered-dagger", "attack orc", "attack orc-1", "wait"])
    assert choose_in_fight(v, o, Notes()) == "attack orc-1"
    bare = msgspec.structs.replace(hedda, wielded="")
    v = msgspec.structs.replace(v, party=(bare, *village.party[1:]))
    assert choose_in_fight(v, o, Notes()) == "switch dagger"
    o = Offered(["switch dagger", "switch sword", "switch silvered-short-sword", "wait"])
    assert choose_in_fight(v, o, Notes()) == "switch sword"


def test_an_elf_with_nothing_to_shoot_steps_forward(village: TabletopView) -> None:
    v = meets(village, foe("orc"), acting="linnea")
    assert choose_in_fight(v, Offered(["step", "guard", "wait"]), Notes()) == "step"
    assert choose_in_fight(v, Offered(["shoot orc-1", "step", "guard"]), Notes()) == "shoot orc-1"
    assert choose_in_fight(v, Offered(["reload", "step", "guard"]), Notes()) == "reload"
    assert choose_in_fight(hurt(v, linnea=10), Offered(["step", "guard", "wait"]), Notes()) == "guard"
    wizard = meets(village, foe("orc"), acting="tobias")
    assert choose_in_fight(wizard, Offered(["step", "guard", "wait"]), Notes()) == "guard"


# --- in a dungeon ---


def test_the_way_home_past_foes_is_gone_only_when_rested(village: TabletopView) -> None:
    out = RoomView("out", "hall", 0, 0, True, (ExitView("east", 5, "none", "", "b"),))
    lair = RoomView(
        "b", "hall", 0, 0, True, (ExitView("west", 5, "none", "", "out"), ExitView("east", 5, "none", "", "a"))
    )
    here = cellar(ExitView("west", 5, "none", "", "b"))
    n = Notes(entrance="out", held={"b": 1})
    o = Offered(["go west", "wait"])
    v = inside(village, here, lair, out)
    assert home(v, o, n) == "go west"
    assert home(v, o, n, through=False) == ""
    assert home(v, o, Notes(entrance="out"), through=False) == "go west"


def inside(v: TabletopView, *rooms: RoomView, **more: Any) -> TabletopView:
    return msgspec.structs.replace(
        v, where="dungeon", ask="explore", room=rooms[0].id, rooms=rooms, light=6, **more
    )  # fmt: skip


def cellar(*exits: ExitView, **more: Any) -> RoomView:
    return msgspec.structs.replace(RoomView("a", "hall", 0, 0, True, exits), **more)


@pytest.mark.rule("T22.36", "T7.7")
def test_it_listens_once_at_a_shut_door_and_is_ready_unless_all_is_quiet(village: TabletopView) -> None:
    door, n = ExitView("east", 5, "shut"), Notes()
    v = inside(village, cellar(door))
    o = Offered(["listen east hedda", "listen east tobias", "listen west tobias", "ready", "open east", "go east"])
    assert pass_exit(v, o, n, door) == "listen east tobias"
    assert pass_exit(v, o, n, door) == "ready"
    quiet = msgspec.structs.replace(door, signs=(("none", ()),))
    assert pass_exit(inside(village, cellar(quiet)), o, n, quiet) == "open east"
    heard = msgspec.structs.replace(door, signs=(("few", ("orc",)),))
    assert pass_exit(inside(village, cellar(heard)), o, n, heard) == "ready"
    way = ExitView("east", 5, "none")
    assert pass_exit(inside(village, cellar(way)), o, Notes(), way) == "ready"


@pytest.mark.rule("T21.22")
def test_a_guardian_is_spoken_to_by_who_is_likely_to_please_it(village: TabletopView) -> None:
    o, v = Offered(["speak hedda", "speak tobias"]), inside(village, cellar(feature="stone-guardian"))
    assert room_deeds(v, o, Notes()) == ""
    winning = msgspec.structs.replace(v.party[3], qualities=(10, 12, 13, 11, 9))
    v = msgspec.structs.replace(v, party=(*v.party[:3], winning))
    assert room_deeds(v, o, Notes()) == "speak tobias"


@pytest.mark.rule("T15.17", "T21.2", "T22.28")
def test_a_room_that_shows_nothing_is_searched_once(village: TabletopView) -> None:
    o, n = Offered(["search hedda", "search linnea"]), Notes()
    assert room_deeds(inside(village, cellar(feature="idol")), o, n) == ""
    assert room_deeds(inside(village, cellar()), o, Notes(fought={"a"})) == ""
    assert room_deeds(inside(village, cellar()), o, Notes(entrance="a")) == ""
    assert room_deeds(inside(hurt(village, hedda=3, berengar=3), cellar()), o, n) == ""
    assert room_deeds(inside(village, cellar()), o, n) == "search linnea"
    assert room_deeds(inside(village, cellar()), o, n) == ""


# --- what it carries ---


def holding(v: TabletopView, who: int, *items: str) -> TabletopView:
    party = list(v.party)
    party[who] = msgspec.structs.replace(party[who], items=tuple((one, True, False) for one in items))
    return msgspec.structs.replace(v, party=tuple(party))


@pytest.mark.rule("T13.25", "T13.48", "T13.55")
def test_items_are_used_in_hard_fights_alone_and_on_whom_they_work(village: TabletopView) -> None:
    troll = foe("troll", vitality=60, protection=4, attack=11, defence=5, damage=(2, 6), ml=60, boss=True)
    statue = msgspec.structs.replace(troll, traits=("construct",))
    o = Offered(["use heros-belt", "use ointment-of-weakness", "use ointment-of-fear", "use ointment-of-sleep"])

    def used(*foes: FoeView, carried: Sequence[str], who: int = 0) -> str:
        v = holding(village, who, *carried)
        v = meets(v, *foes, acting=v.party[who].id)
        return item(v, o, v.party[who], forecast(v))

    assert used(troll, carried=["heros-belt"]) == "use heros-belt"
    assert used(foe("orc"), carried=["heros-belt"]) == ""
    assert used(troll, carried=["ointment-of-weakness"]) == "use ointment-of-weakness"
    assert used(statue, carried=["ointment-of-weakness"]) == ""
    assert used(troll, carried=["ointment-of-fear", "ointment-of-sleep"]) == ""
    assert used(troll, foe("orc", 2), carried=["ointment-of-sleep"]) == "use ointment-of-sleep"
    assert used(msgspec.structs.replace(troll, boss=False), carried=["ointment-of-fear"]) == "use ointment-of-fear"
    assert used(troll, carried=["ointment-of-weakness"], who=2) == "", "her bow is far from it"


@pytest.mark.rule("T13.40", "T9.23")
def test_the_weapon_ointment_is_put_on_once_below_ground(village: TabletopView) -> None:
    v, n = holding(village, 0, "weapon-ointment"), Notes()
    o = Offered(["use weapon-ointment hedda"])
    assert sharpen(v, o, n) == "use weapon-ointment hedda"
    assert n.magical == {"hedda": "sword"}
    assert sharpen(v, o, n) == ""


@pytest.mark.rule("T12.30", "T20.19")
def test_a_ghost_is_beaten_with_silver_or_stings(village: TabletopView) -> None:
    wraith = foe("barrow-wraith", vitality=30, protection=0, attack=11, defence=8, traits=("unearthly",), resist=12)
    v = meets(village, wraith)
    assert not forecast(v).won
    assert forecast(v, silver={"hedda": "sword", "berengar": "hand-axe"}).won
    assert not forecast(v, silver={"hedda": "dagger"}).won, "that is not what she wields"
    rich = msgspec.structs.replace(v, party=(*v.party[:3], msgspec.structs.replace(v.party[3], astral=90)))
    assert forecast(rich, stings=True).won
    assert not forecast(rich).won


@pytest.mark.rule("T20.19", "T20.26", "T19.17")
def test_what_a_sting_does_and_costs(village: TabletopView) -> None:
    tobias = village.party[3]
    assert sting(tobias, foe("orc", resist=0), 30) == (450, 4)
    assert sting(tobias, foe("orc", resist=10), 30) == (337, 4)
    assert sting(tobias, foe("orc", resist=10, boss=True), 30) == (292, 4)
    assert sting(tobias, foe("orc", resist=0), 3) == (0, 0)
    old = msgspec.structs.replace(tobias, level=8, wand_level=2)
    assert sting(old, foe("orc", resist=0), 30) == (1350, 8)
    assert sting(old, foe("orc", resist=0), 6) == (900, 5)
    assert sting(village.party[0], foe("orc"), 30) == (0, 0)


# --- in a village ---


def rich(v: TabletopView, *silver: int) -> TabletopView:
    """Return the village with these purses, where nothing is sold."""
    party = tuple(msgspec.structs.replace(m, silver=coins) for m, coins in zip(v.party, silver, strict=True))
    return msgspec.structs.replace(v, party=party, prices=(), potions=())


@pytest.mark.rule("T18.6", "T18.9")
def test_what_is_left_is_trained_at_once_and_others_pay(village: TabletopView) -> None:
    v = rich(village, 900, 0, 0, 500)
    assert shop(v, Offered(["train tobias <1-10>"]), Notes()) == "train tobias 10"
    assert shop(rich(village, 600, 0, 0, 200), Offered(["train tobias <1-4>"]), Notes()) == "train tobias 2"
    assert shop(rich(village, 600, 0, 0, 100), Offered(["train tobias <1-2>"]), Notes()) == ""
    v = rich(village, 1400, 0, 0, 20)
    assert shop(v, Offered(["pay-over <1-600> from hedda to tobias"]), Notes()) == "pay-over 600 from hedda to tobias"


def test_nobody_is_given_coins_for_a_purchase_that_they_cannot_carry(village: TabletopView) -> None:
    v = msgspec.structs.replace(rich(village, 100, 2000, 0, 0), prices=(("mail-shirt", 200),))
    light = Offered(["pay-over <1-2000> from berengar to hedda"])
    assert shop(v, light, Notes()) == "pay-over 100 from berengar to hedda"
    assert shop(v, Offered(["pay-over <1-60> from berengar to hedda"]), Notes()) == ""


@pytest.mark.rule("T9.22")
def test_a_wealthy_party_silvers_its_arms_and_takes_them_in_hand(village: TabletopView) -> None:
    hedda = village.party[0]
    v, n = rich(village, 3000, 0, 0, 0), Notes()
    v = msgspec.structs.replace(v, prices=(("silvered-sword", 270),))
    assert shop(v, Offered(["buy silvered-sword for hedda"]), n) == "buy silvered-sword for hedda"
    assert n.magical == {"hedda": "sword"}
    assert shop(v, Offered(["buy silvered-sword for hedda"]), n) != "buy silvered-sword for hedda"
    both = msgspec.structs.replace(v, party=(msgspec.structs.replace(hedda, weapons=("sword", "sword")), *v.party[1:]))
    assert shop(both, Offered(["equip silvered-sword hedda"]), n) == "equip silvered-sword hedda"


@pytest.mark.rule("T7.13")
def test_those_who_strike_march_first_and_three_of_them_abreast(village: TabletopView) -> None:
    o = Offered(["order <1-400>", "front <1-3>"])
    hedda, berengar, linnea, tobias = village.party
    v = rich(village, 0, 0, 0, 0)
    mixed = msgspec.structs.replace(v, party=(linnea, tobias, berengar, hedda))
    assert shop(mixed, o, Notes()) == "order berengar hedda linnea tobias"
    assert shop(v, o, Notes()) == ""
    third = msgspec.structs.replace(berengar, id="bero", rank="back")
    four = msgspec.structs.replace(v, party=(hedda, berengar, third, tobias))
    assert shop(four, o, Notes()) == "front 3"


@pytest.mark.rule("T22.3", "T22.15")
def test_the_setting_suits_the_party_and_a_crypt_wants_silver(village: TabletopView) -> None:
    o = Offered(
        ["accept short normal", "accept short gentle", "accept short old-crypt normal", "accept short orc-delve normal"]
    )
    v = msgspec.structs.replace(rich(village, 0, 0, 0, 0), offered="slay-the-boss", offered_theme="orc-delve")
    assert Competent().choose(v, o.all("accept")) == "accept short normal"
    old = tuple(msgspec.structs.replace(m, level=6) for m in v.party[:3])
    assert (
        Competent().choose(msgspec.structs.replace(v, party=(*old, v.party[3])), o.all("accept"))
        == "accept short gentle"
    )
    crypt, player = msgspec.structs.replace(v, offered_theme="old-crypt"), Competent()
    assert player.choose(crypt, o.all("accept")) == "accept short orc-delve normal"
    player._notes.silver["hedda"] = "sword"
    assert player.choose(crypt, o.all("accept")) == "accept short normal"


@pytest.mark.rule("T22.39")
def test_words_come_before_a_costly_fight_and_blows_before_an_easy_one(village: TabletopView) -> None:
    o = Offered(["attack", "parley hedda", "parley linnea", "parley linnea offer", "parley hedda offer", "retreat"])
    figures = {"vitality": 40, "protection": 3, "attack": 10, "defence": 5, "damage": (2, 4), "ml": 35}
    two = msgspec.structs.replace(meets(village, *(foe("ogre", n, **figures) for n in (1, 2))), fight=None)
    assert before_foes(two, o, Notes()) == "attack"
    worn = hurt(two, hedda=12, berengar=12)
    assert forecast(worn, stings=True).won
    assert before_foes(worn, o, Notes()) == "parley linnea offer"
    assert before_foes(worn, Offered(["attack", "parley linnea"]), Notes()) == "parley linnea"
    assert before_foes(worn, Offered(["attack", "retreat"]), Notes()) == "attack"


@pytest.mark.rule("T11.30")
def test_a_riddle_is_answered_by_the_cleverest_where_blows_would_cost(village: TabletopView) -> None:
    o = Offered(["attack", "riddle hedda", "riddle tobias", "retreat"])
    figures = {"vitality": 9, "protection": 0, "attack": 7, "defence": 8, "damage": (1, 1), "ml": 6}
    six = msgspec.structs.replace(meets(village, *(foe("kobold", n, **figures) for n in range(6))), fight=None)
    assert before_foes(six, o, Notes()) == "attack"
    worn = hurt(six, hedda=8, berengar=8, linnea=10, tobias=8)
    assert forecast(worn, stings=True).won
    assert before_foes(worn, o, Notes()) == "riddle tobias"
    assert before_foes(worn, Offered(["attack", "retreat"]), Notes()) == "attack"


@pytest.mark.rule("T10.18", "T13.32", "T13.67")
def test_the_ring_of_charm_is_worn_where_much_is_bought_and_sold_where_little_is(village: TabletopView) -> None:
    def ringed(spent: bool, *silver: int) -> TabletopView:
        v = rich(village, *silver)
        hedda = msgspec.structs.replace(v.party[0], items=(("ring-of-charm", True, spent),))
        return msgspec.structs.replace(v, party=(hedda, *v.party[1:]))

    o = Offered(["use ring-of-charm hedda", "sell ring-of-charm of hedda"])
    assert shop(ringed(False, 400, 200, 0, 0), o, Notes()) == "use ring-of-charm hedda"
    assert shop(ringed(False, 400, 199, 0, 0), o, Notes()) == "sell ring-of-charm of hedda"
    assert shop(ringed(True, 400, 200, 0, 0), o, Notes()) == "sell ring-of-charm of hedda"


@pytest.mark.rule("T13.14")
def test_an_eye_shows_once_where_the_quest_leads_and_that_way_is_explored_first(village: TabletopView) -> None:
    quest = QuestView(1, "slay-the-boss", "orc-delve", "short", "normal", 5, 2, 1, False, (), False)
    west, east = ExitView("west", 5, "none"), ExitView("east", 5, "none")
    eye = RoomView("a", "cellar", 0, 0, True, (west, ExitView("east", 5, "none", to="b")), feature="all-seeing-eye")
    beyond = RoomView("b", "cellar", 1, 0, True, (ExitView("west", 5, "none", to="a"), east))
    v = msgspec.structs.replace(inside(village, eye, beyond), quest=quest, ask="explore")
    o = Offered(["eye tobias room a", "eye tobias boss", "eye linnea boss", "go west", "go east"])
    n = Notes(adventure=1, entrance="a")
    assert room_deeds(v, o, n) == "eye tobias boss"
    assert room_deeds(v, o, n) == "", "black by now, and once is enough"
    captive = Offered(["eye tobias boss", "eye tobias captive"])
    assert room_deeds(v, captive, Notes()) == "eye tobias captive"
    assert (
        room_deeds(msgspec.structs.replace(v, quest=msgspec.structs.replace(quest, fulfilled=True)), o, Notes()) == ""
    )
    # What is seen is on the map: the end of the known rooms that is nearest to it comes first.
    n.goal, n.heard = "boss", {"a west", "b east"}
    assert explore(v, o, n) == "go west"
    seen = msgspec.structs.replace(v, rooms=(*v.rooms, RoomView("boss", "hall", 4, 0, False)), ready=True)
    assert explore(seen, o, n) == "go east"


@pytest.mark.rule("T8.17", "T10.11")
def test_a_broken_weapon_is_bought_anew_and_thrown_away(village: TabletopView) -> None:
    hedda = msgspec.structs.replace(village.party[0], weapons=("sword", "dagger"), broken=("sword",), wielded="dagger")
    party = (hedda, *village.party[1:])
    v = rich(msgspec.structs.replace(village, party=party), 400, 0, 0, 0)
    v = msgspec.structs.replace(v, prices=(("morning-star", 130),))
    assert shop(v, Offered(["buy morning-star for hedda"]), Notes()) == "buy morning-star for hedda"
    v = msgspec.structs.replace(v, prices=(("short-sword", 40),))
    spares = Offered(["buy short-sword for hedda", "buy short-sword for berengar", "sell hand-axe of berengar"])
    assert shop(v, spares, Notes()) == "buy short-sword for hedda", "the dagger in her hand is all she has"
    below, n = inside(msgspec.structs.replace(village, party=party), cellar(feature="idol")), Notes()
    assert room_deeds(below, Offered(["drop sword hedda", "drop dagger hedda"]), n) == "drop sword hedda"
    assert room_deeds(below, Offered(["take all", "take sword hedda"]), n) == ""
    assert room_deeds(below, Offered(["take all", "take sword hedda", "take opal hedda"]), n) == "take opal hedda"
    two = msgspec.structs.replace(hedda, weapons=("sword", "sword"), broken=("sword",), wielded="")
    below = inside(msgspec.structs.replace(village, party=(two, *village.party[1:])), cellar(feature="idol"))
    assert room_deeds(below, Offered(["drop sword hedda"]), Notes()) == "", "it might be the sound one"


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
