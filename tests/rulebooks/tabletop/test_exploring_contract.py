"""The contract suite on whole dungeons, explored at random by a hardy party."""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable
from types import ModuleType
from typing import Any

import pytest
from tests.rulebooks.tabletop.dungeon_bench import BANDS, Bench, plan
from tests.rulebooks.tabletop.rules_bench import character

from undercroft.engine.game import Game
from undercroft.engine.rulebook import at
from undercroft.engine.streams import derive
from undercroft.engine.view import Scene, View
from undercroft.engine.world import World
from undercroft.rulebooks.tabletop import dungeons, meeting, proof
from undercroft.rulebooks.tabletop.records import (
    PLAYER,
    Arm,
    Character,
    Clock,
    Ctx,
    Event,
    Frame,
    Party,
    State,
    replace,
)
from undercroft.testing import check_rulebook

THEMES = list(BANDS)
GEAR = (("torch", 40), ("bandage", 20), ("lockpicks", 1), ("crowbar", 1), ("rope", 1), ("grappling-hook", 1))


class PartyCame(Event, tag="contract.party"):
    """A party is there."""

    who: tuple[Character, ...]

    def apply(self, s: State) -> None:
        for c in self.who:
            s.characters[c.id] = c
        s.party = Party(tuple(c.id for c in self.who), 2)
        s.clock = Clock(light=12)


class Rested(Event, tag="contract.rested"):
    """Everybody is well again, so that random play comes far."""

    def apply(self, s: State) -> None:
        for c in list(s.characters.values()):
            s.characters[c.id] = replace(c, vitality=c.vitality_max)

    def seen_by(self, s: State) -> tuple[str, ...]:
        return ()


@at("quiet")
def rest(ctx: Ctx) -> None:
    s = ctx.state
    if any(c.vitality < c.vitality_max and not c.dead for c in s.characters.values()):
        ctx.emit(Rested())


class Outside(Frame, tag="contract.outside"):
    """Below the dungeon lies the end of the game."""

    def resume(self, ctx: Ctx) -> None:
        ctx.end("out")


CHAPTER = ModuleType(__name__)
for _one in (PartyCame, Rested, Outside, rest):
    setattr(CHAPTER, _one.__name__, _one)


def hardy() -> tuple[Character, ...]:
    weapons = (Arm("sword"), Arm("dagger"))
    plain: dict[str, Any] = {"vitality": 300, "vitality_max": 300, "goods": GEAR, "weapons": weapons, "wielded": 0}
    return (
        character("Wat", cls="warrior", attack=17, defence=15, strength=18, armour="mail-shirt", **plain),
        character("Durn", cls="dwarf", kin="dwarf", attack=16, strength=16, silver=300, **plain),
        character("Elm", cls="elf", kin="elf", agility=16, intelligence=15, **plain),
        character("Mab", cls="magician", intelligence=16, charisma=16, **plain),
    )


class Delve(Bench):
    """A dungeon, and nothing before or after it."""

    name = "delve"
    seats = (PLAYER,)
    chapters = (*Bench.chapters[:-1], CHAPTER)

    def start(self, ctx: Ctx, options: Any, world: World | None) -> None:
        seed = ctx.state.seed
        ctx.emit(PartyCame(hardy()))
        theme = THEMES[seed % len(THEMES)]
        level = BANDS[theme][0]
        length = ("short", "standard")[seed % 2]
        dungeons.generate(ctx, plan(seed, theme=theme, level=level, length=length, members=4))
        ctx.push(Outside())
        meeting.enter(ctx)

    def view(self, s: State, seat: str) -> View:
        return View()

    def scene(self, s: State, seat: str) -> Scene:
        return Scene("", "")

    def package(self) -> Traversable:
        return resources.files("undercroft.rulebooks.tabletop")


def test_random_explorers_break_no_law() -> None:
    report = check_rulebook(Delve(), seeds=range(5), steps=50)
    assert report.games == 5
    assert report.checks["odds"] > 50


@pytest.mark.parametrize("seed", range(4))
def test_a_dungeon_explored_at_random_is_proven_all_the_way(seed: int) -> None:
    one: Game[State] = Game(Delve(), seed, {})
    dice = derive(seed, "bench", "explorer")
    for _ in range(60):
        if one.outcome is not None:
            break
        assert one.act(dice.pick(list(one.actions())))
        assert list(proof.faults(one.state)) == []


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_many_random_explorers_break_no_law() -> None:
    assert check_rulebook(Delve(), seeds=range(100), steps=300).games == 100
