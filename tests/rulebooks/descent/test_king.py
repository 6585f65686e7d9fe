"""The king (D29): where and as what he joins."""

from __future__ import annotations

import pytest
from tests.rulebooks.descent.moments import cell, give, member, moment

from undercroft.engine.game import Game
from undercroft.engine.rulebook import find
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import floors as chapter
from undercroft.rulebooks.descent import king, levels, members
from undercroft.rulebooks.descent.records import Place, Room, State, replace
from undercroft.testing import fix, staged

DOOR = "door-1.1n"


def his_room(length: str = "standard", band: tuple[str, ...] = ()) -> Game[State]:
    """Return a game whose party stands at the door of the king's room."""
    game = moment(length=length)
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(Room("room-1.1", 1, 1), band=band, prize="king")
    return game


def joined(length: str = "standard", *draws: int) -> Game[State]:
    game = his_room(length)
    with fix(game, *draws) as dice:
        assert game.act(f"enter {DOOR}")
    assert dice.seen == [(6, draw) for draw in draws]  # 1d6 a level
    return game


@pytest.mark.rule("DX34", "D29.3", "D29.4", "D29.1")
def test_the_king_joins_a_standard_run() -> None:
    game = joined("standard", 1, 2, 3, 4, 5, 6, 6)
    s = game.state
    m = s.members["king"]
    assert (m.level, m.experience) == (8, 0)
    assert (m.ceiling, m.health) == (51, 51)
    assert m.gains == (1, 2, 3, 4, 5, 6, 6)
    assert (m.mana, members.most_mana(m)) == (17, 17)
    assert (members.attack(s, m), members.attack_bonus(m.level)) == (6, 2)
    assert {i.kind: i.place for i in s.items.values()} == {"rags": "body:king"}
    assert members.weapon_damage(s, m) == 2  # an empty hand


@pytest.mark.rule("D29.3")
@pytest.mark.parametrize(("length", "level", "ceiling"), [("short", 5, 28), ("standard", 8, 31), ("long", 11, 34)])
def test_his_level_and_ceiling_follow_the_length(length: str, level: int, ceiling: int) -> None:
    m = joined(length, *[1] * (level - 1)).state.members["king"]
    assert (m.level, m.ceiling) == (level, ceiling)


@pytest.mark.rule("D2.4", "D2.5", "D2.18")
def test_he_takes_the_fifth_seat_in_the_back_rank() -> None:
    s = joined("short", 1, 1, 1, 1).state
    assert list(s.members) == ["hero", "fighter", "rogue", "wizard", "king"]
    m = s.members["king"]
    assert (m.cls, m.rank, m.strength, m.agility, m.wits) == ("king", "back", 3, 2, 3)


@pytest.mark.rule("D29.2", "D9.16")
def test_he_joins_the_moment_no_living_monster_is_there() -> None:
    game = his_room("short", band=("the-gaoler",))
    with fix(game, 100):
        game.act(f"enter {DOOR}")
    assert "king" not in game.state.members
    assert not game.state.quest.king
    with staged(game) as s:
        s.monsters["the-gaoler-1"] = replace(s.monsters["the-gaoler-1"], health=1)
    with fix(game, 1, 1, then=3):  # the hero kills the Gaoler; then gold, levels, and his four raises
        game.act("attack the-gaoler-1")
    s = game.state
    assert s.quest.king
    assert s.rooms["room-1.1"].prize == ""
    assert s.members["king"].gains == (3, 3, 3, 3)


@pytest.mark.rule("D29.2")
def test_he_joins_nobody_who_only_looks_in() -> None:
    game = his_room("short")
    game.act(f"sneak {DOOR} rogue")
    assert "king" not in game.state.members
    game.act("come-out")
    assert "king" not in game.state.members
    game.act(f"sneak {DOOR} rogue")
    with fix(game, 1, 1, 1, 1):
        game.act("call-in")
    assert "king" in game.state.members


@pytest.mark.rule("D29.1")
def test_he_is_not_found_in_the_room_of_the_book() -> None:
    game = moment()
    with staged(game) as s:
        s.rooms["room-1.1"] = replace(Room("room-1.1", 1, 1), prize="book")
    with fix(game):
        game.act(f"enter {DOOR}")
    assert "king" not in game.state.members
    assert game.state.rooms["room-1.1"].prize == "book"


@pytest.mark.rule("D29.2")
def test_he_joins_once() -> None:
    game = joined("short", 1, 1, 1, 1)
    with fix(game, 1000):
        game.act(f"leave {DOOR}")
    with fix(game):
        game.act(f"enter {DOOR}")
    assert len(game.state.members) == 5


@pytest.mark.rule("D2.19")
def test_his_name_is_the_setups_and_nobody_elses() -> None:
    names = content.catalogue().classes["king"].names
    first = joined("short", 1, 1, 1, 1).state.members["king"].name
    assert first in names
    assert joined("short", 6, 6, 6, 6).state.members["king"].name == first
    game = his_room("short")
    with staged(game) as s:
        s.members["hero"] = replace(s.members["hero"], name=first.upper())
    with fix(game, 1, 1, 1, 1):
        game.act(f"enter {DOOR}")
    assert game.state.members["king"].name != first


@pytest.mark.rule("D29.9", "D2.8", "D2.12")
def test_he_levels_reads_and_casts_like_any_member() -> None:
    game = joined("short", 1, 1, 1, 1)
    m = game.state.members["king"]
    assert members.reads(m)
    assert members.is_caster(m)
    game._ctx.events = []
    with fix(game, 4):
        levels.award(game._ctx, "king", 100, "test")
    m = game.state.members["king"]
    assert (m.level, m.experience, m.ceiling) == (6, 0, 32)


@pytest.mark.rule("D29.10")
@pytest.mark.parametrize(("length", "floors"), [("short", 6), ("standard", 12)])
def test_his_sword_lies_by_him(length: str, floors: int) -> None:
    game: Game[State] = Game(find("descent"), 5, {"length": length})
    game._ctx.events = []
    chapter.generate(game._ctx, 1)
    chapter.generate(game._ctx, floors)
    game._settle()
    rooms = [r.id for r in game.state.rooms.values() if r.prize == "king"]
    assert len(rooms) == 1
    assert rooms[0].startswith(f"room-{floors}.")
    swords = [i.place for i in game.state.items.values() if i.kind == "broadsword"]
    assert swords == [f"room:{rooms[0]}"]


@pytest.mark.rule("D29.10", "D12.21")
def test_his_sword_can_be_taken_once_the_gaoler_is_gone() -> None:
    game = his_room("short", band=("the-gaoler",))
    sword = give(game, "broadsword", "room:room-1.1")
    with fix(game, 100):
        game.act(f"enter {DOOR}")
    assert not game.act(f"take {sword} hero")
    game = his_room("short")
    sword = give(game, "broadsword", "room:room-1.1")
    with fix(game, 1, 1, 1, 1):
        game.act(f"enter {DOOR}")
    assert f"take {sword} hero" in game.actions()


@pytest.mark.rule("D29.6", "D29.7")
def test_a_fallen_king_is_carried_and_the_run_goes_on() -> None:
    game = joined("short", 1, 1, 1, 1)
    with staged(game) as s:
        s.members["king"] = replace(s.members["king"], health=0)
    with fix(game, 1000):
        assert game.act(f"leave {DOOR}")
    s = game.state
    assert (s.outcome, s.place, s.quest.king) == (None, Place(1, cell(3, 0)), True)
    assert not [a for a in game.actions() if str(a).startswith("raise")]


@pytest.mark.rule("D29.3")
def test_his_level_is_asked_of_the_length_alone() -> None:
    game = moment(member("hero"), difficulty="hard", length="long")
    assert king.level(game.state) == 11
