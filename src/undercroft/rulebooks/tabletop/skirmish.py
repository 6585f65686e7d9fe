"""Combats apart from any game (T23.10, T24.12): a party against a group, fought out automatically from a seed.

The chapters of combat are those of every game; only the beginning is this module's own.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

from undercroft.engine.game import Game
from undercroft.engine.rulebook import Rulebook
from undercroft.engine.world import World
from undercroft.rulebooks.tabletop import (
    automatic,
    blows,
    casting,
    conditions,
    fights,
    flight,
    foes,
    magic_items,
    monsters,
    ointments,
    potions,
    ranks,
    regrouping,
    spells,
    tests,
    traits,
    turns,
    using,
    wounds,
)
from undercroft.rulebooks.tabletop import records as r

GROUP = "group-1"
PLACE = r.Place("dungeon", room="room-2")
LIGHT = r.Clock(light=-1)


class Result(NamedTuple):
    """What a combat came to. An undecided one is not won (T7.49). Vitality below 0 counts as 0."""

    won: bool
    lost: int
    """Vitality that the party lost."""
    dead: int
    rounds: int


class Drawn(r.Event, tag="skirmish.drawn"):
    """Both sides are there."""

    party: r.Party
    characters: tuple[r.Character, ...]
    foes: tuple[r.Foe, ...]

    def apply(self, s: r.State) -> None:
        s.place, s.clock, s.party = PLACE, LIGHT, self.party
        for c in self.characters:
            s.characters[c.id] = c
        for foe in self.foes:
            s.foes[foe.id] = foe


class Waiting(r.Frame, tag="skirmish.waiting"):
    """Nothing goes on."""

    def seat(self, s: r.State) -> str:
        return r.PLAYER


class Begin(r.Action, tag="skirmish.begin"):
    """Fight it out; all are ready (T24.11)."""

    text = "begin"
    during = (Waiting,)

    def perform(self, ctx: r.Ctx) -> None:
        fights.open_fight(ctx, (GROUP,), ready=True)
        ctx.push(automatic.Auto(0, automatic.END, automatic.MOST_ROUNDS))


class Skirmish(Rulebook[r.State]):
    """Combat alone, of these two sides."""

    name = "skirmish"
    seats = (r.PLAYER, r.MASTER)
    options = r.Options
    state = r.State
    chapters = (
        tests, monsters, conditions, wounds, traits, blows, ranks, flight, magic_items, ointments, potions, spells,
        foes, fights, turns, regrouping, casting, using, automatic, sys.modules[__name__],
    )  # fmt: skip

    def __init__(self, characters: Sequence[r.Character], group: Sequence[r.Foe], front: int) -> None:
        living = tuple(c for c in characters if not c.dead)
        band = [r.replace(foe, group=GROUP) for foe in group]
        self._drawn = Drawn(r.Party(tuple(c.id for c in living), front), living, monsters.named(band, r.State()))
        self._before = {c.id: max(0, c.vitality) for c in living}
        self._table: Game[r.State] | None = None

    def start(self, ctx: r.Ctx, options: Any, world: World | None) -> None:
        ctx.emit(self._drawn)
        ctx.push(Waiting())

    def fought(self, seed: int) -> Result:
        """Fight it out from a seed."""
        if self._table is None:
            self._table = Game(self, 0, {})
        game = self._table.trial(seed)
        step = game.act(Begin())
        after = game.state.characters
        lost = dead = 0
        for name, before in self._before.items():
            lost += before - max(0, after[name].vitality)
            dead += after[name].dead
        for event in reversed(step.all_events):
            if isinstance(event, fights.FightEnded):
                return Result(event.result == fights.WON, lost, dead, event.rounds)
            if isinstance(event, automatic.AutoStopped):
                return Result(False, lost, dead, event.round)
        raise AssertionError("an automatic combat neither ended nor stopped")
