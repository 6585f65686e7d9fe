"""`fivecards`: an example rulebook, small enough to read in one sitting. Chapters as in rules.md."""

from __future__ import annotations

from typing import Any

from fivecards import altar, cards, deeds, ends, knowledge, records, rooms, setup, wolf
from fivecards.catalogue import catalogue
from fivecards.records import Ctx, Options, State
from fivecards.views import FiveView
from undercroft.engine.rulebook import Rulebook
from undercroft.engine.view import AnyPanel, Scene
from undercroft.engine.world import World


class FiveCards(Rulebook[State]):
    """The rulebook object: everything the engine and every door ask of a set of rules."""

    name = "fivecards"
    version = "1"
    title = "Five cards"
    about = "Three rooms of five face-down cards, a wolf among them, and an idol to carry out before the candle dies."
    seats = ("player", "gm")
    streams = ("play", "deal")
    options = Options
    state = State
    chapters = (records, deeds, wolf, cards, rooms, altar, ends, setup, knowledge)
    telling = ("altar.spurned",)

    def start(self, ctx: Ctx, options: Any, world: World | None) -> None:
        setup.start(ctx, options, world)

    def view(self, s: State, seat: str) -> FiveView:
        return knowledge.view(s, seat)

    def scene(self, s: State, seat: str) -> Scene:
        return knowledge.scene(self.view(s, seat))

    def looks(self, s: State, seat: str) -> tuple[str, ...]:
        return (knowledge.GRAVES,)

    def look(self, s: State, seat: str, name: str) -> AnyPanel | None:
        return knowledge.look(s, name)

    def called(self, s: State, thing: Any) -> str:
        content = catalogue()
        if named := content.rooms.get(thing) or content.kinds.get(thing):
            return str(named.name)
        return self.texts.get(thing) if isinstance(thing, str) else str(thing)

    def secrets(self, s: State, seat: str) -> frozenset[str]:
        return knowledge.secrets(s, seat)

    def redeal(self, ctx: Ctx, seat: str) -> None:
        knowledge.redeal(ctx, seat)

    def keep(self, s: State) -> dict[str, Any]:
        return ends.keep(s)

    def content(self) -> bytes:
        return catalogue().fingerprint.encode()


rulebook = FiveCards()
