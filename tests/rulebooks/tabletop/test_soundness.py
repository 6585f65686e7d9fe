"""Soundness: every state of play passes, and a save that was well typed but broken is refused in one line."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest
from tests.rulebooks.tabletop.test_secrets import delve, shut_chest, trap

import undercroft as uc
from undercroft.engine.errors import SaveError
from undercroft.engine.save import Envelope, seal
from undercroft.rulebooks.tabletop.records import Arm, Condition, Magic, Stay
from undercroft.rulebooks.tabletop.soundness import trouble
from undercroft.testing import staged


@cache
def saves() -> dict[str, bytes]:
    """Return saves of a village, of somebody half made, of a dungeon, of a fight at a table."""
    village, draft, dungeon = uc.new("tabletop", seed=1), uc.new("tabletop", seed=1), delve()
    assert all(village.act(line).accepted for line in ("quick", "quest", "accept short"))
    assert draft.act("way fall").accepted
    with staged(dungeon) as s:
        shut_chest(s)
        trap(s)
    table = uc.new("tabletop", seed=1, play="fight")
    assert all(table.act(line).accepted for line in ("add orc 2", "begin ready"))
    games = {"village": village, "draft": draft, "dungeon": dungeon, "fight": table}
    assert [trouble(game.state) for game in games.values()] == [""] * len(games)
    return {name: game.save() for name, game in games.items()}


def broken(where: str, *path: str | int, to: object) -> bytes:
    data = msgspec.json.decode(saves()[where])
    at = data["state"]
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = msgspec.to_builtins(to)
    raw = msgspec.Raw(msgspec.json.encode(data["state"]))
    envelope = msgspec.json.decode(msgspec.json.encode({**data, "state": raw}), type=Envelope)
    envelope.digest = seal(envelope)
    return msgspec.json.encode(envelope)


@pytest.mark.parametrize("where", ["village", "draft", "dungeon", "fight"])
def test_what_is_not_broken_is_loaded(where: str) -> None:
    assert uc.load(saves()[where]).outcome is None


@pytest.mark.parametrize(
    ("where", "path", "to", "says"),
    [
        ("village", ("party", "order"), ["nobody"], "members that are none"),
        ("village", ("party", "front"), 0, "no such order"),
        ("village", ("characters", 0, 1, "cls"), "bard", "is none"),
        ("village", ("characters", 0, 1, "strength"), 0, "figures of its character"),
        ("village", ("characters", 0, 1, "vitality"), 99, "figures of its character"),
        ("village", ("characters", 0, 1, "silver"), -1, "figures of its character"),
        ("village", ("characters", 0, 1, "wielded"), 9, "has what is none"),
        ("village", ("characters", 0, 1, "armour"), "tinfoil", "has what is none"),
        ("village", ("characters", 0, 1, "goods"), [["cheese", 1]], "has what is none"),
        ("village", ("characters", 0, 1, "weapons"), [Arm("spoon")], "has what is none"),
        ("village", ("characters", 0, 1, "items"), [Magic("philtre")], "has what is none"),
        ("village", ("characters", 0, 1, "conditions"), [Condition("asleep", until="never")], "under what is none"),
        ("village", ("place", "where"), "moon", "nowhere"),
        ("village", ("place", "where"), "dungeon", "in no room"),
        ("village", ("place", "leg"), 3, "its road is none"),
        ("village", ("inn", "village"), "atlantis", "its village is none"),
        ("village", ("inn", "potions"), ["philtre"], "offers what is none"),
        ("village", ("inn", "length"), "endless", "offers what is none"),
        ("village", ("inn", "quest"), "", "offers what is none"),
        ("village", ("clock", "turn"), -1, "its clock is none"),
        ("village", ("agenda", 0), {"frame": "road"}, "not where the party is"),
        ("village", ("attempts",), [["x", {"who": "nobody", "task": "x"}]], "nobody made its attempt"),
        ("village", ("stays",), [["nobody", Stay()]], "nobody stays as nobody"),
        ("draft", ("agenda", 1, "draft", "cls"), "bard", "does not fit: creation"),
        ("dungeon", ("place", "room"), "room-99", "in no room"),
        ("dungeon", ("place", "came"), "room-99", "came from nowhere"),
        ("dungeon", ("adventure", "theme"), "candy-castle", "its adventure is none"),
        ("dungeon", ("adventure", "boss"), "group-99", "has no boss"),
        ("dungeon", ("adventure", "captive"), "room-99", "its captive is nowhere"),
        ("dungeon", ("rooms", 0, 1, "kind"), "ballroom-of-bees", "its room room-1 is none"),
        ("dungeon", ("rooms", 0, 1, "furniture"), [["bed", "sky"]], "furnished as none is"),
        ("dungeon", ("ways", 0, 1, "far"), "room-99", "leads nowhere"),
        ("dungeon", ("ways", 0, 1, "side"), "up", "is none"),
        ("dungeon", ("groups", 0, 1, "mood"), "merry", "is none"),
        ("dungeon", ("groups", 0, 1, "room"), "room-99", "is nowhere"),
        ("dungeon", ("foes", 0, 1, "kind"), "unicorn", "is none"),
        ("dungeon", ("foes", 0, 1, "vitality"), 9999, "figures of its foe"),
        ("dungeon", ("foes", 0, 1, "gift"), "flight", "has what is none"),
        ("dungeon", ("chests", 0, 1, "room"), "room-99", "is none"),
        ("dungeon", ("traps", 0, 1, "kind"), "anvil", "is none"),
        ("dungeon", ("traps", 0, 1, "caught"), ["nobody"], "caught"),
        ("fight", ("fight",), None, "not the one that waits"),
        ("fight", ("fight", "order"), ["nobody"], "its fight is none"),
        ("fight", ("fight", "at"), 99, "its fight is none"),
        ("fight", ("stances", 0, 1, "rank"), "middle", "as nobody can"),
        ("fight", ("stances", 0, 1, "side"), "dealers", "nobody of that name fights"),
    ],
)
def test_a_broken_save_is_refused_in_one_line(where: str, path: tuple[str | int, ...], to: object, says: str) -> None:
    with pytest.raises(SaveError) as caught:
        uc.load(broken(where, *path, to=to))
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
