"""A rulebook of endless brawls: the contract suite plays it to hold the laws over all of combat."""

from __future__ import annotations

import sys
from typing import Any

from tests.rulebooks.tabletop import arena
from tests.rulebooks.tabletop.arena import Arena, Idle, hero, reference

from undercroft.engine.action import Refusal
from undercroft.engine.world import World
from undercroft.rulebooks.tabletop import fights, monsters
from undercroft.rulebooks.tabletop.records import Action, Arm, Character, Clock, Ctx, Event, Party, Place, State

GROUPS: dict[str, tuple[str, ...]] = {
    "orcs": ("orc", "orc", "orc", "orc:chief"), "goblins": ("goblin",) * 6, "kobolds": ("kobold",) * 4,
    "dragon": ("dragon",), "dead": ("ghoul", "skeleton", "walking-corpse", "barrow-wraith"),
    "beasts": ("giant-spider", "cave-bear", "giant-bat", "werewolf"), "slimes": ("cellar-slime", "harpy", "tatzelwurm"),
    "hold": ("renegade-magician", "bandit", "bandit-captain:veteran"),
}  # fmt: skip
WAYS: dict[str, dict[str, Any]] = {
    "ready": {"ready": True}, "unready": {"ready": False}, "unaware": {"ready": True, "unaware": True},
    "waiting": {"ready": True, "waiting": True}, "passage": {"ready": True, "passage": True},
    "road": {"ready": True, "road": True}, "trapped": {"ready": True, "way_out": False},
    "camp": {"ready": True, "away": ("elf",)},
}  # fmt: skip


class Assembled(Event, tag="brawls.assembled"):
    """A party is there, hale."""

    party: tuple[Character, ...]
    where: str

    def apply(self, s: State) -> None:
        for one in self.party:
            s.characters[one.id] = one
        s.party = Party(tuple(one.id for one in self.party))
        s.place = Place(self.where, room="room-2", came="room-1")
        s.clock = Clock(light=12)
        for foe in list(s.foes):
            del s.foes[foe]

    def seen_by(self, s: State) -> tuple[str, ...]:
        return ()


class Brawl(Action, tag="brawls.brawl"):
    """Begin one."""

    text = "brawl {group} {way}"
    during = (Idle,)
    group: str
    way: str

    @classmethod
    def offered(cls, s: State) -> list[Brawl]:
        return [cls(group, way) for group in GROUPS for way in WAYS]

    def refused(self, s: State) -> Refusal | None:
        return None if self.group in GROUPS and self.way in WAYS else Refusal("game.over")

    def perform(self, ctx: Ctx) -> None:
        ctx.emit(Assembled(tuple(company()), ctx.state.place.where))
        monsters.muster(ctx, "group-1", [(k.split(":")[0], k.partition(":")[2]) for k in GROUPS[self.group]])
        fights.open_fight(ctx, ("group-1",), back="room-1", **WAYS[self.way])


def company() -> list[Character]:
    """The reference party, an archer with a crossbow, and a dwarf with things to throw and bind."""
    archer = hero(
        "cora", "adventurer", weapons=(Arm("crossbow"), Arm("sword", silvered=True)), wielded=0,
        goods=(("bolts", 3), ("silvered-bolts", 2), ("bandage", 2), ("shield", 1)),
    )  # fmt: skip
    thrower = hero(
        "dorn", "dwarf", weapons=(Arm("spear"), Arm("dagger"), Arm("hand-axe", coat="ointment-of-sleep")), wielded=0,
        kin="dwarf", goods=(("vial-of-holy-water", 2), ("bandage", 1)), vitality=12,
    )  # fmt: skip
    return [*reference(), archer, thrower]


HERE = sys.modules[__name__]


class Brawls(Arena):
    """Combat for the contract suite."""

    name = "brawls"
    chapters = (*arena.COMBAT, arena, HERE)

    def start(self, ctx: Ctx, options: Any, world: World | None) -> None:
        ctx.emit(Assembled((), "fight" if options.play == "fight" else "dungeon"))
        ctx.push(Idle())


brawls = Brawls()
