"""Soundness: every state of play passes, and a save that was well typed but broken is refused in one line."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest
from tests.rulebooks.descent.locks import at_plate, at_wall
from tests.rulebooks.descent.moments import give, moment

import undercroft as uc
from undercroft.bots.descent import Competent
from undercroft.bots.player import offers
from undercroft.engine.errors import SaveError
from undercroft.engine.save import Envelope, seal
from undercroft.rulebooks.descent.records import Lessons, replace
from undercroft.rulebooks.descent.soundness import trouble
from undercroft.testing import staged

KNIFE = 4
"""Damage of a Knife (W01)."""
AT_PRACTICE_WALL = {"frame": "vault.wall", "lock": "practice", "member": "hero"}


@cache
def saves() -> dict[str, bytes]:
    """Return saves of one short game: in the courtyard, in a hall, in a room, in a fight."""
    game = uc.new("descent", seed=6, length="short", difficulty="easy")
    bot = Competent()
    found = {"setup": game.save()}
    practice = game.fork()
    practice.act("begin")
    practice.act("accept hero")
    practice.act("practice-fight cellar-rat")
    found["practice"] = practice.save()
    while game.outcome is None and "fight" not in found:
        assert game.act(bot.choose(game.view(), offers(game, "party"))).accepted
        assert trouble(game.state) == ""
        found.setdefault(game.state.agenda[-1].tag(), game.save())
        assert game.turns < 2000
    return found


@cache
def lock_saves() -> dict[str, bytes]:
    """Return saves of a party at a wall, at a plate, and at a practice wall."""
    wall, plate, practice = at_wall("012"), at_plate(1, 2, 3, gold=50), moment(courtyard=True)
    give(wall, "knife", "vault:room-1.1")
    lines = ((wall, "guess 210"), (plate, "push 9"), (plate, "hint"), (practice, "practice-wall hero"))
    assert all(game.act(line).accepted for game, line in lines)
    return {"wall": wall.save(), "plate": plate.save(), "practice wall": practice.save()}


def broken(where: str, *path: str | int, to: object) -> bytes:
    data = msgspec.json.decode({**lock_saves(), **saves()}[where])
    at = data["state"]
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = to
    raw = msgspec.Raw(msgspec.json.encode(data["state"]))
    envelope = msgspec.json.decode(msgspec.json.encode({**data, "state": raw}), type=Envelope)
    envelope.digest = seal(envelope)
    return msgspec.json.encode(envelope)


def told(data: bytes) -> str:
    with pytest.raises(SaveError) as caught:
        uc.load(data)
    said = str(caught.value)
    assert said.startswith("the save is damaged: ")
    assert "\n" not in said
    return said


def test_every_state_of_play_is_sound() -> None:
    assert {"setup", "guide.talk", "courtyard", "hall", "fight"} <= set(saves())
    for data in (*saves().values(), *lock_saves().values()):
        assert trouble(uc.load(data).state) == ""


@pytest.mark.parametrize(("where", "path", "to", "says"), [
    ("courtyard", ("setup", "difficulty"), "silly", "difficulty or length"),
    ("courtyard", ("setup", "length"), "endless", "difficulty or length"),
    ("courtyard", ("setup", "name"), "", "no name"),
    ("courtyard", ("setup", "companions"), ["rogue"], "companions"),
    ("courtyard", ("purse", "gold"), -1, "purse"),
    ("courtyard", ("members", 0, 1, "cls"), "baker", "member hero"),
    ("courtyard", ("members", 0, 1, "health"), 10**6, "member hero"),
    ("courtyard", ("members", 0, 0), "heroine", "no hero"),
    ("courtyard", ("items", 0, 1, "kind"), "teapot", "is none"),
    ("courtyard", ("items", 0, 1, "place"), "pack:nobody", "is nowhere"),
    ("courtyard", ("place", "floor"), 1, "the party is nowhere"),
    ("courtyard", ("agenda", 0), {"frame": "hall"}, "not where the party is"),
    ("courtyard", ("agenda",), [{"frame": "fight"}], "its fight is not the one that waits"),
    ("courtyard", ("lore", "kinds"), ["teapot"], "things or spells"),
    ("courtyard", ("lessons", "given"), ["tea"], "its lessons are none"),
    ("courtyard", ("lessons", "due"), ["welcome"], "its lessons are none"),
    ("courtyard", ("lessons", "due"), ["death"], "its guide keeps silent"),
    ("guide.talk", ("lessons", "due"), ["flight"], "no such gift here"),
    ("practice", ("lessons", "due"), ["thing-broken"], "no such gift here"),
    ("courtyard", ("items", 0, 1, "place"), "arm:hero", "is nowhere"),
    ("courtyard", ("items", 0, 1, "lost"), KNIFE, "the figures of its thing"),
    ("practice", ("agenda", 1, "kept", "items", 0, 1, "lost"), KNIFE, "the figures of its thing"),
    ("courtyard", ("lessons", "passed"), ["door-9.9n"], "its lessons hang on what is none"),
    ("courtyard", ("lessons", "struck_first"), -1, "its lessons hang on what is none"),
    ("guide.talk", ("agenda", 1, "lesson"), "flight", "does not fit: guide.talk"),
    ("guide.talk", ("lessons", "given"), [], "does not fit: guide.talk"),
    ("hall", ("floors", 0, 1, "halls"), [], "halls that are none"),
    ("hall", ("floors", 0, 1, "halls"), [[0, 99]], "halls that are none"),
    ("hall", ("floors", 0, 1, "known"), [0], "known as none could be"),
    ("hall", ("floors", 0, 1, "up"), 26, "no stairs"),
    ("hall", ("place", "cell"), 26, "the party is nowhere"),
    ("hall", ("place", "cell"), -5, "the party is nowhere"),
    ("hall", ("rooms", 0, 1, "band"), ["teapot"], "holds what is none"),
    ("hall", ("rooms", 0, 1, "heard"), "teapot", "holds what is none"),
    ("hall", ("rooms", 0, 1, "block"), 99, "is none"),
    ("hall", ("doors", 0, 1, "cell"), 0, "is nowhere"),
    ("hall", ("doors", 0, 1, "room"), "room-9.9", "is nowhere"),
    ("hall", ("agenda",), [{"frame": "hall"}, {"frame": "travelling", "goal": 26}], "does not fit: travelling"),
    ("hall", ("agenda",), [{"frame": "hall"}, {"frame": "confirm", "what": "tea"}], "does not fit: confirm"),
    ("hall", ("agenda",), [{"frame": "hall"}, {"frame": "hall"}], "is a place"),
    ("wall", ("walls", 0, 1, "combination"), "0123", "its lock room-1.1 is none"),
    ("wall", ("walls", 0, 1, "combination"), "014", "its lock room-1.1 is none"),
    ("wall", ("walls", 0, 1, "combination"), "210", "its lock room-1.1 is none"),
    ("wall", ("walls", 0, 1, "guesses", 0, "moved"), 0, "its lock room-1.1 is none"),
    ("wall", ("walls", 0, 1, "guesses", 0, "digits"), "999", "its lock room-1.1 is none"),
    ("wall", ("walls", 0, 1, "guesses", 0, "digits"), "012", "its lock room-1.1 is none"),
    ("wall", ("walls", 0, 1, "floor"), 2, "its lock room-1.1 is nowhere"),
    ("wall", ("walls", 0, 0), "room-1.9", "its vault in room-1.1 has no lock"),
    ("wall", ("walls",), [], "its vault in room-1.1 has no lock"),
    ("wall", ("rooms", 0, 1, "vault"), "", "its lock room-1.1 is nowhere"),
    ("wall", ("rooms", 0, 1, "vault"), "plate", "its lock room-1.1 is nowhere"),
    ("wall", ("agenda", 1, "member"), "nobody", "does not fit: vault.wall"),
    ("wall", ("agenda", 1, "lock"), "practice", "does not fit: vault.wall"),
    ("wall", ("agenda", 1, "frame"), "vault.plate", "does not fit: vault.plate"),
    ("wall", ("items", 0, 1, "place"), "vault:room-9.9", "its thing weapon-t1 is nowhere"),
    ("plate", ("plates", 0, 1, "solution"), [1, 2], "its lock room-1.1 is none"),
    ("plate", ("plates", 0, 1, "solution"), [3, 2, 1], "its lock room-1.1 is none"),
    ("plate", ("plates", 0, 1, "solution"), [1, 2, 10], "its lock room-1.1 is none"),
    ("plate", ("plates", 0, 1, "pushed"), [0], "its lock room-1.1 is none"),
    ("plate", ("plates", 0, 1, "pushed"), [4, 4], "its lock room-1.1 is none"),
    ("plate", ("plates", 0, 1, "pushed"), [3, 1, 2], "its lock room-1.1 is none"),
    ("plate", ("plates", 0, 1, "hints"), [99], "its lock room-1.1 is none"),
    ("practice wall", ("walls", 0, 1, "floor"), 2, "its lock practice is nowhere"),
    ("practice wall", ("walls",), [], "does not fit: vault.wall"),
    ("practice wall", ("agenda",), [{"frame": "courtyard"}, *2 * [AT_PRACTICE_WALL]], "it waits twice for the same"),
    ("courtyard", ("items", 1, 1, "place"), "hand:hero", "two things are at hand:hero"),
    ("fight", ("fight",), None, "its fight is not the one that waits"),
    ("fight", ("fight", "turns"), ["nobody"], "nobody of that name fights"),
    ("fight", ("fight", "turns"), [], "nobody is asked"),
    ("fight", ("fight", "stage"), "tea", "its fight is nowhere"),
    ("fight", ("fight", "foes"), ["orc-99"], "nobody of that name fights"),
    ("fight", ("monsters", 0, 1, "kind"), "teapot", "is none"),
    ("fight", ("monsters",), [], ""),
    ("hall", ("rooms", 0, 1, "bathed"), ["nobody"], "nobody of that name bathed"),
    ("practice", ("fight", "exit"), "north", "its fight is nowhere"),
    ("practice", ("agenda",), [{"frame": "courtyard"}, {"frame": "fight"}], "there is a fight in the courtyard"),
    ("practice", ("agenda", 1, "kept", "purse", "gold"), -1, "purse"),
    ("practice", ("agenda", 1, "kept", "members"), [], "no hero"),
    ("practice", ("agenda", 1, "kept", "members", 0, 1, "cls"), "baker", "member hero"),
    ("practice", ("agenda", 1, "kept", "items", 0, 1, "kind"), "teapot", "is none"),
    ("practice", ("agenda", 1, "kept", "lore", "kinds"), ["teapot"], "things or spells"),
    ("practice", ("agenda", 1, "kept", "counts", "made"), -1, "counts"),
])  # fmt: skip
def test_a_broken_state_is_refused(where: str, path: tuple[str | int, ...], to: object, says: str) -> None:
    assert says in told(broken(where, *path, to=to))


@pytest.mark.rule("D15.4", "D15.8")
@pytest.mark.parametrize(("kind", "place", "lost"), [("knife", "hand", KNIFE - 1), ("ring-mail", "body", 3)])
def test_a_weapon_keeps_a_point_of_damage_and_armour_may_have_lost_all(kind: str, place: str, lost: int) -> None:
    game = moment()
    thing = give(game, kind, f"{place}:hero", lost=lost)
    assert trouble(game.state) == ""
    with staged(game) as s:
        s.items[thing] = replace(s.items[thing], lost=lost + 1)
    assert trouble(game.state) == f"the figures of its thing {thing} are none"


@pytest.mark.rule("D32.2")
def test_what_the_guide_has_to_say_may_wait_until_a_fight_is_over_and_no_longer() -> None:
    fight, hall = uc.load(saves()["fight"]), moment()
    for game in (fight, hall):
        with staged(game) as s:
            s.lessons = Lessons(due=("death",))
    assert trouble(fight.state) == ""
    assert trouble(hall.state) == "its guide keeps silent"


@pytest.mark.rule("D1.4")
@pytest.mark.parametrize("name", ["\u3164", "\u0301", "A\u3164", "\uffa0\uffa0", "\u2800", "-", "'", "A\u115f"])
def test_a_name_that_cannot_be_seen_is_none(name: str) -> None:
    with pytest.raises(uc.UndercroftError, match=r"^name: "):
        uc.new("descent", name=name)
    assert not uc.new("descent").act(f"choose name {name}").accepted


@pytest.mark.rule("D1.4")
def test_the_greatest_seed_can_be_chosen_and_no_greater() -> None:
    game = uc.new("descent")
    assert game.act("choose seed 9223372036854775807").accepted
    assert game.seed == 2**63 - 1
    assert not game.act("choose seed 9223372036854775808").accepted
    assert uc.replay(game.record()).digest() == game.digest()
    assert uc.load(game.save()).digest() == game.digest()


def test_companions_of_another_number_are_told_in_plain_words() -> None:
    for given in (["rogue"], ["rogue"] * 4):
        with pytest.raises(uc.UndercroftError, match=rf"^companions: 3 are wanted, not {len(given)}$"):
            uc.new("descent", companions=given)
