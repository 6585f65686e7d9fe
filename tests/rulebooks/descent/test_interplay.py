"""What holds at every moment of every game, however the chapters meet: whole games by good and by random play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rulebooks.descent.moments import give, member, moment

import undercroft as uc
from undercroft.bots.chance import Random
from undercroft.bots.descent import Competent
from undercroft.bots.player import offers
from undercroft.engine.game import Game
from undercroft.rulebooks.descent import floors
from undercroft.rulebooks.descent.records import Chest, Door, Item, Purse, Room, State, replace
from undercroft.testing import staged

GOLDENS = sorted((Path(__file__).parent / "goldens").glob("*.txt"))
GAMES, ACTIONS = 12, 400
"""Games drawn for a property, and the most actions of each."""
MOMENTS, ONWARD = 8, 120
"""Moments along each golden from which random play goes on, and for how many actions."""
TRADES = ("gear.take", "gear.drop", "gear.give", "gear.wear", "gear.unready")
"""Actions outside fights that move things about, and do nothing else."""
MAPS = ("chest", "open", "")
"""Where a room's map may be, in the only order there is."""

SETUPS = st.fixed_dictionaries(
    {
        "seed": st.integers(0, 2**31),
        "difficulty": st.sampled_from(["easy", "normal", "hard"]),
        "companions": st.lists(st.sampled_from(["fighter", "rogue", "wizard", "ranger"]), min_size=3, max_size=3),
    }
)

Law = Callable[[State, State, str], None]
"""Holds the state before an action against the state after it; the action's code is told."""


# --- playing ---


class Wild:
    """Half the time a good player, half the time a random one that never gives up."""

    def __init__(self, seed: int) -> None:
        self.good, self.random = Competent(), Random(seed)
        self.turn = 0

    def choose(self, view: Any, texts: tuple[str, ...]) -> str:
        """Return the text of the action to take."""
        self.turn += 1
        if self.turn == 1:
            return "begin"
        if self.turn % 5 < 3:
            return self.good.choose(view, texts)
        return at_random(self.random, view, texts)


def at_random(player: Random, view: Any, texts: tuple[str, ...]) -> str:
    """Return what the random player does, if it may not give up or talk to the guide."""
    return player.choose(view, [text for text in texts if text != "give-up" and not text.startswith("guide")])


def check_held(
    game: Game[Any], laws: tuple[Law, ...], choose: Callable[[Any, tuple[str, ...]], str], most: int
) -> None:
    """Play on, holding laws at every step."""
    for _ in range(most):
        if game.outcome is not None:
            return
        text = choose(game.view(), offers(game, game.asked))
        before, action = game.fork().state, game.parse(text)
        assert game.act(text).accepted, text
        for law in laws:
            law(before, game.state, action.tag())


def everywhere(*laws: Law) -> None:
    """Hold laws along the goldens whole, and in random play that goes on from moments along them."""
    for path in GOLDENS:
        for game in moments(path):
            player = Random(game.turns)
            check_held(game.fork(), laws, lambda view, texts, one=player: at_random(one, view, texts), ONWARD)


@cache
def moments(path: Path) -> tuple[Game[Any], ...]:
    """Return moments spread along a golden."""
    text = path.read_text(encoding="utf-8")
    total = text.count("\n> ")
    wanted = {total * at // (MOMENTS + 1) for at in range(1, MOMENTS + 1)}
    found: list[Game[Any]] = []
    uc.replay(text, each=lambda game, _: found.append(game.fork()) if game.turns in wanted else None)
    assert len(found) == MOMENTS
    return tuple(found)


def along_goldens(law: Callable[[State, State], None]) -> None:
    """Hold a law between every two moments, ten actions apart, of each golden."""
    for path in GOLDENS:
        last: list[State] = []

        def each(game: Game[Any], _: Any, last: list[State] = last) -> None:
            if game.turns % 10 == 0 or game.outcome is not None:
                now = game.fork().state
                if last:
                    law(last.pop(), now)
                last.append(now)

        uc.replay(path.read_text(encoding="utf-8"), each=each)


# --- laws ---


def sound_members(_: State, s: State, __: str = "") -> None:
    """Health, ceiling, raises and number of members (D3.7, D3.14, D17.4, D2.4, D17.6)."""
    assert len(s.members) <= 5
    for m in s.members.values():
        assert 0 <= m.health <= m.ceiling
        assert m.ceiling >= 1
        assert 0 <= m.raises <= 3
        assert m.mana >= 0
        assert m.rank in ("front", "back")
        if m.fallen:
            assert not s.effects.keys_where(m.id)
        if m.cls == "king":
            assert m.raises == 0


def king_stays_down(before: State, s: State, _: str = "") -> None:
    """Once the king has fallen nothing raises him (D17.6, D29.6)."""
    king = before.members.get("king")
    if king is not None and king.fallen:
        assert s.members["king"].fallen


def sound_purse(_: State, s: State, __: str = "") -> None:
    """Gold and rations are never negative."""
    assert s.purse.gold >= 0
    assert s.purse.rations >= 0


def sound_places(_: State, s: State, __: str = "") -> None:
    """Every thing lies where a thing can lie; nobody wears two in one place or carries too many (D18.1, D18.5)."""
    for item in s.items.values():
        where, _colon, rest = item.place.partition(":")
        if where in ("pack", "hand", "arm", "body"):
            assert rest in s.members
        elif where == "room":
            assert rest in s.rooms
        elif where == "chest":
            assert rest in s.chests
        elif where == "vault":
            assert s.rooms[rest].vault
        else:
            assert where in ("cell", "courtyard")
    for m in s.members.values():
        assert len(s.items.keys_where(f"pack:{m.id}")) <= 6 + m.strength
        assert all(len(s.items.keys_where(f"{worn}:{m.id}")) <= 1 for worn in ("hand", "arm", "body"))


def things_kept(before: State, s: State, tag: str) -> None:
    """Trading moves things and changes nothing else about them; a deal makes or takes just one."""
    if tag in TRADES:
        assert rows(before) == rows(s)
        assert before.purse == s.purse
        assert before.clock == s.clock
    elif tag == "store.buy":
        new = [key for key in s.items if key not in before.items]
        assert len(new) == 1
        assert len(s.items) == len(before.items) + 1
        assert s.purse.gold < before.purse.gold
    elif tag == "store.sell":
        assert len(s.items) == len(before.items) - 1
        assert s.purse.gold >= before.purse.gold


def rows(s: State) -> dict[Any, Any]:
    """Return all things but for where they are."""
    return {key: replace(item, place="") for key, item in s.items.items()}


def known_stays(before: State, s: State, _: str = "") -> None:
    """What is known of floors, rooms, doors and kinds is never forgotten."""
    for number, floor in before.floors.items():
        for was, now in zip(floor.known, s.floors[number].known, strict=True):
            assert was & ~now == 0
        assert s.floors[number].halls == floor.halls
        assert (s.floors[number].up, s.floors[number].down) == (floor.up, floor.down)
        assert floor.visited <= s.floors[number].visited
    for key, room in before.rooms.items():
        now_room = s.rooms[key]
        assert room.known <= now_room.known
        assert room.entered <= now_room.entered
        assert room.told <= now_room.told
    for key, door in before.doors.items():
        now_door = s.doors[key]
        assert door.known <= now_door.known
        # A secret door once found is a door like any other.
        assert now_door.secret == (door.secret and not now_door.known)
        assert (now_door.room, now_door.side, now_door.cell) == (door.room, door.side, door.cell)
    assert set(before.lore.kinds) <= set(s.lore.kinds)
    assert set(before.quest.maps) <= set(s.quest.maps)
    assert not Counter(before.quest.pages) - Counter(s.quest.pages)


def rooms_only_lose(before: State, s: State, _: str = "") -> None:
    """A room is filled once: bands, gold, maps, pages, prizes and chests are only ever taken away (D7.27).

    What was in a vault lies in its room once that is open (D20.12).
    """
    for key, room in before.rooms.items():
        left = s.rooms[key]
        assert not Counter(left.band) - Counter(room.band)
        opened = room.vault != "" and left.vault == ""
        assert left.vault in (room.vault, "")
        assert left.gold == room.gold + 30 * room.floor if opened else left.gold <= room.gold
        assert MAPS.index(left.map) >= MAPS.index(room.map)
        assert not Counter(left.pages) - Counter(room.pages)
        assert left.prize in (room.prize, "")
        assert fixed(left) == fixed(room)
    for key, chest in before.chests.items():
        assert s.chests[key].gold <= chest.gold
        assert chest.open <= s.chests[key].open
    floors_before = set(before.floors)
    assert all(room.floor not in floors_before or key in before.rooms for key, room in s.rooms.items())
    assert all(s.rooms[key].floor not in floors_before or key in before.chests for key in s.chests)


def fixed(room: Room) -> tuple[Any, ...]:
    """Return what of a room never changes at all."""
    return (room.id, room.floor, room.block, room.store, room.statue, room.bath)


LAWS: tuple[Law, ...] = (
    sound_members, king_stays_down, sound_purse, sound_places, things_kept, known_stays, rooms_only_lose,
)  # fmt: skip


# --- tests ---


@pytest.mark.rule("D7.27")
@settings(max_examples=GAMES)
@given(SETUPS)
def test_the_laws_hold_in_wild_games(setup: dict[str, Any]) -> None:
    game = uc.new("descent", length="short", **setup)
    check_held(game, LAWS, Wild(setup["seed"]).choose, ACTIONS)


def test_the_laws_hold_from_moments_along_the_goldens() -> None:
    done: Counter[str] = Counter()

    def count(_: State, __: State, tag: str) -> None:
        done[tag] += 1

    everywhere(*LAWS, count)
    for seed in range(3):
        game = uc.new("descent", seed=seed, length="short")
        for text in ("guide brief", "begin", "shop"):
            assert game.act(text)
        player = Random(seed)
        check_held(game, (*LAWS, count), lambda view, texts, one=player: at_random(one, view, texts), ONWARD)
    assert all(done[tag] for tag in (*TRADES, "store.buy", "store.sell", "fight.attack", "walk")), sorted(done.items())


KNIFE = Item("knife", "pack:hero")
ROOM = Room("room-1.1", 1, 1, gold=1)


@pytest.mark.parametrize(
    ("law", "tag", "changes"),
    [
        (sound_members, "", [("members", "hero", member("hero", health=99))]),
        (sound_members, "", [("members", "hero", member("hero", health=0, ceiling=0))]),
        (sound_members, "", [("members", "hero", member("hero", raises=4))]),
        (sound_members, "", [("members", "king", member("king", raises=1))]),
        (sound_members, "", [("members", one, member("rogue", one)) for one in "abc"]),
        (king_stays_down, "", [("members", "king", member("king"))]),
        (sound_purse, "", [("purse", "", Purse(-1, 1))]),
        (sound_purse, "", [("purse", "", Purse(1, -1))]),
        (sound_places, "", [("items", "weapon-x", Item("knife", "pack:nobody"))]),
        (sound_places, "", [("items", f"weapon-{one}", Item("knife", "hand:hero")) for one in "xy"]),
        (sound_places, "", [("items", f"weapon-{one}", KNIFE) for one in range(9)]),
        (things_kept, "gear.give", [("items", "weapon-x", KNIFE)]),
        (things_kept, "store.sell", []),
        (known_stays, "", [("doors", "door-1.1n", Door("room-1.1", "n", 1, 3, secret=False, known=False))]),
        (rooms_only_lose, "", [("rooms", "room-1.1", ROOM)]),
        (rooms_only_lose, "", [("rooms", "room-1.1", replace(ROOM, gold=0, band=("orc",)))]),
        (rooms_only_lose, "", [("chests", "room-1.1", Chest(1, 5))]),
    ],
)  # fmt: skip
def test_the_laws_bite(law: Law, tag: str, changes: list[tuple[str, str, Any]]) -> None:
    game = moment(member("hero"), member("fighter"), member("rogue"), gold=50)
    give(game, "knife", "pack:hero")
    if law is king_stays_down:
        with staged(game) as s:
            s.members["king"] = member("king", health=0)
    before = game.fork().state
    law(before, game.state, "")
    with staged(game) as s:
        for table, key, row in changes:
            if key:
                getattr(s, table)[key] = row
            else:
                setattr(s, table, row)
    with pytest.raises(AssertionError):
        law(before, game.state, tag)


@settings(max_examples=GAMES)
@given(SETUPS, st.integers(1, ACTIONS))
def test_a_loaded_game_sees_and_may_do_the_same(setup: dict[str, Any], actions: int) -> None:
    game = uc.new("descent", length="short", **setup)
    check_held(game, (), Wild(setup["seed"]).choose, actions)
    same_when_loaded(game)


def test_a_loaded_game_sees_and_may_do_the_same_at_moments_along_the_goldens() -> None:
    for path in GOLDENS:
        for game in moments(path):
            same_when_loaded(game)


def same_when_loaded(game: Game[Any]) -> None:
    """Hold that a save loads as the game, and goes on as it does."""
    loaded = uc.load(game.save())
    assert loaded.view() == game.view()
    assert loaded.scene() == game.scene()
    assert list(loaded.actions().texts()) == list(game.actions().texts())
    assert loaded.digest() == game.digest()
    if game.outcome is None:
        twin = game.fork()
        text = at_random(Random(game.turns), game.view(), offers(game, game.asked))
        assert twin.act(text).accepted
        assert loaded.act(text).accepted
        assert loaded.digest() == twin.digest()


def made(seed: int, number: int, **options: Any) -> tuple[Any, ...]:
    """Return the rows of a floor, its things without the numbers they were given."""
    game = uc.new("descent", seed=seed, **options)
    assert game.act("begin")
    ctx = game._ctx
    ctx.events = []
    game.state.journal.open = True
    floors.generate(ctx, number)
    game.state.journal.open = False
    rows = next(event for event in ctx.events if isinstance(event, floors.FloorMade))
    return (rows.floor, rows.rooms, rows.doors, rows.chests, [item for _, item in rows.items])


@pytest.mark.rule("D1.6", "D5.5")
@settings(max_examples=10)
@given(st.integers(0, 2**31), st.sampled_from([("short", 6), ("standard", 12), ("long", 18)]), st.data())
def test_all_difficulties_share_their_floors(seed: int, quest: tuple[str, int], data: st.DataObject) -> None:
    length, deepest = quest
    number = data.draw(st.integers(1, deepest))
    easy = made(seed, number, difficulty="easy", length=length)
    assert made(seed, number, difficulty="normal", length=length) == easy
    assert made(seed, number, difficulty="hard", length=length) == easy
    party = ["wizard", "wizard", "ranger"]
    assert made(seed, number, difficulty="hard", length=length, name="Otto", companions=party) == easy
    assert made(seed + 1, number, difficulty="easy", length=length) != easy


@settings(max_examples=3)
@given(st.integers(0, 2**31))
def test_play_moves_no_floor(seed: int) -> None:
    """A floor is the same whatever the party did before it came there (D1.6)."""
    made_by: list[dict[int, Any]] = []
    for player in (Competent(), Wild(seed)):
        game = uc.new("descent", seed=seed, difficulty="easy", length="short")
        found: dict[int, Any] = {}
        while game.outcome is None and game.turns < ACTIONS:
            step = game.act(player.choose(game.view(), offers(game, game.asked)))
            for event in step.all_events:
                if isinstance(event, floors.FloorMade):
                    things = [item for _, item in event.items]
                    found[event.number] = (event.floor, event.rooms, event.doors, event.chests, things)
        made_by.append(found)
    assert 1 in made_by[0]
    assert all(made_by[1][number] == made_by[0][number] for number in made_by[0].keys() & made_by[1].keys())
