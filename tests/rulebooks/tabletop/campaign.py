"""A bench for campaigns: games of the whole rulebook, in a village, on the road, at the dungeon's door."""

from __future__ import annotations

from typing import Any

from tests.rulebooks.tabletop.dungeon_bench import rooms, ways

from undercroft.engine.game import Game
from undercroft.rulebooks.tabletop import exploring, monsters, rulebook
from undercroft.rulebooks.tabletop.records import (
    Adventure,
    Character,
    Clock,
    Enemy,
    Group,
    Inn,
    Journey,
    Lot,
    Party,
    Place,
    State,
    replace,
)
from undercroft.rulebooks.tabletop.village import Village
from undercroft.testing import staged

POTIONS = ("healing-potion-10", "healing-potion-10", "healing-potion-20")


def village(*who: Character, inn: Inn | None = None, seed: int = 7, **more: Any) -> Game[State]:
    """Return a game in which these characters are in a village; `more` are facts of the party."""
    one: Game[State] = Game(rulebook, seed, {})
    with staged(one) as s:
        _party(s, who, **more)
        s.place = Place("village")
        s.inn = inn if inn is not None else Inn("dunmere", POTIONS)
        s.agenda = (Village(),)
    return one


def road(*who: Character, leg: int = 0, home: bool = False, seed: int = 7, **adventure: Any) -> Game[State]:
    """Return a game in which these characters are on the road, so many legs of it behind them."""
    one: Game[State] = Game(rulebook, seed, {})
    with staged(one) as s:
        _party(s, who)
        _dungeon(s, **adventure)
        s.place = Place("road", exploring.ROADSIDE, leg=leg)
        s.journey = Journey(home)
        s.rooms[exploring.ROADSIDE] = exploring.roadside()
        s.agenda = (exploring.Road(),)
    return one


def below(*who: Character, room: str = "room-1", came: str = "", **adventure: Any) -> Game[State]:
    """Return a game in which these characters stand in a room of a small dungeon, on their first day there."""
    one = road(*who, **{"entered": 288, **adventure})
    with staged(one) as s:
        s.place = Place("dungeon", room, came)
        s.clock = Clock(300, light=12)
        s.agenda = (exploring.Exploring(),)
    return one


def meet(game: Game[State], *kinds: str, sort: str = "road", **more: Any) -> None:
    """Let a group of these kinds stand before the party, aware: `group-x`, its foes `orc-x.1` and so on."""
    with staged(game) as s:
        enemies = tuple(Enemy(kind) for kind in kinds)
        facts: dict[str, Any] = {"room": s.place.room, "made": enemies, "mood": "aware", "lot": Lot(), **more}
        s.groups["group-x"] = Group("group-x", sort, **facts)
        for at, kind in enumerate(kinds, 1):
            foe = monsters.from_block(kind, id=f"{kind}-x.{at}", group="group-x")
            s.foes[foe.id] = foe


def edit(game: Game[State], who: str, **facts: Any) -> None:
    """Write facts of a character."""
    with staged(game) as s:
        s.characters[who] = replace(s.characters[who], **facts)


def _party(s: State, who: tuple[Character, ...], **more: Any) -> None:
    for key in list(s.characters):
        del s.characters[key]
    for c in who:
        s.characters[c.id] = c
    s.party = replace(Party(tuple(c.id for c in who), 2), **more)


def _dungeon(s: State, **more: Any) -> None:
    facts: dict[str, Any] = {
        "number": 1, "length": "short", "theme": "goblin-warren", "quest": "slay-the-boss", "level": 1, "rating": 40,
        "boss": "group-5", **more,
    }  # fmt: skip
    s.adventure = Adventure(**facts)
    for room in rooms():
        s.rooms[room.id] = room
    for way in ways():
        s.ways[way.id] = way
    s.groups["group-5"] = Group("group-5", "boss", "room-5", "room-5", (Enemy("goblin", "chief"),))
    boss = monsters.from_block("goblin", "chief", id="goblin-5.1", group="group-5")
    s.foes[boss.id] = replace(boss, boss=True)
