"""A solo game at the keyboard, as a person plays it: lines in, sentences out; and views of places that are made up."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace
from tests.play.test_words import Drawer

from undercroft.engine.action import Offers
from undercroft.engine.game import Game
from undercroft.play.line import Line
from undercroft.rulebooks.tabletop import rulebook
from undercroft.rulebooks.tabletop.records import State
from undercroft.rulebooks.tabletop.views import ExitView, FightView, FoeView, RoomView, TabletopView

NOTHING = Offers([])
WOLF = FoeView(
    id="wolf-1", name="Wolf", kind="wolf", vitality=15, vitality_max=15, ml=7, courage=9, attack=10, defence=4,
    protection=1, damage=(1, 1), attacks=1, resist=5, traits=(), boss=False, conditions=(),
)  # fmt: skip


class Solo:
    """A game of `tabletop` in the line mode."""

    def __init__(self, *typed: str, seed: int = 5) -> None:
        self.game: Game[State] = Game(rulebook, seed, {})
        self.said: list[str] = []
        self.line = Line(self.game, Drawer(), self.said.append)
        self.line.session.begin()
        self.opened = list(self.said)
        self(*typed)

    def __call__(self, *typed: str) -> list[str]:
        """Type lines; return what the last one was answered with."""
        for one in typed:
            self.said.clear()
            self.line.answer(one)
        return list(self.said)

    @property
    def view(self) -> TabletopView:
        view: Any = self.game.view("player")
        assert isinstance(view, TabletopView)
        return view

    @property
    def texts(self) -> list[str]:
        return [str(one) for one in self.game.actions()]


def in_room(room: str, *rooms: RoomView, **facts: Any) -> TabletopView:
    """Return what a quick party knows in a room of a dungeon that is made up, with a light burning."""
    view = Solo("quick").view
    known = {
        "ask": "explore", "about": {}, "where": "dungeon", "room": room, "rooms": rooms, "light": 9,
        "entrance": "room-1", **facts,
    }  # fmt: skip
    return replace(view, **known)


def room(name: str, *exits: ExitView, entered: bool = True, x: int = 0, y: int = 0, **facts: Any) -> RoomView:
    """Return a room as the party knows it."""
    return RoomView(name, "chapel", x, y, entered, exits, **facts)


def in_fight(view: TabletopView, number: int = 1, unready: tuple[str, ...] = ()) -> TabletopView:
    """Return the same party in a fight with one wolf."""
    order = (*(m.id for m in view.party), "wolf-1")
    return replace(
        view, ask="fight", fight=FightView(number, order[0], order, unready),
        foes=(WOLF,),
    )  # fmt: skip


def harmed(view: TabletopView, who: int = 0, **facts: Any) -> TabletopView:
    """Return the view with figures of one member changed."""
    party = list(view.party)
    party[who] = replace(party[who], **facts)
    return replace(view, party=tuple(party))
