"""A rulebook from outside: stones in a row, a lamp, a leap, a bag of beads, a keeper who whispers. For tests alone."""

from __future__ import annotations

from typing import Any

from tests.play.tiny import stones

from undercroft.engine.proof import Fault, Proof
from undercroft.engine.rulebook import Rulebook
from undercroft.engine.view import Listing, Map, Meter, Meters, Roster, Row, Scene, Sheet, Text, View


class Tiny(Rulebook[stones.State]):
    name = "tiny"
    version = "1"
    title = "Stones"
    about = "A walker crosses a row of stones."
    seats = ("walker", "gm")
    streams = ("play",)
    options = stones.Options
    state = stones.State
    chapters = (stones,)

    def start(self, ctx: Any, options: Any, world: Any) -> None:
        crossings = world.tables["past"]["crossings"] if world else 0
        ctx.emit(stones.Began(options.stones, options.name, tuple(options.friends), crossings))
        ctx.push(stones.OnStone())

    def view(self, s: Any, seat: str) -> View:
        return View()

    def scene(self, s: Any, seat: str) -> Scene:
        walk = s.walk
        if s.outcome is not None:
            return Scene("The far bank", "You are across.")
        rows = tuple(
            Row((name, "walker" if n == 0 else "friend", str(walk.at)), "you" if n == 0 else "")
            for n, name in enumerate(walk.who)
        )
        return Scene(
            "The dark bank" if not walk.lamp else "The lit row",
            f"You stand on stone {walk.at}.",
            (
                Text("here", "Here", ("Water on both sides.",)),
                Roster("party", "The party", ("Name", "Part", "Stone"), rows),
                Sheet("purse", "Purse", (("Beads", str(walk.beads)), ("Steps", str(walk.steps)))),
                _map(walk),
            ),
            self.looks(s, seat),
        )  # fmt: skip

    def looks(self, s: Any, seat: str) -> tuple[str, ...]:
        return ("status walker", "status bag", "tale")

    def look(self, s: Any, seat: str, name: str) -> Any:
        if name == "tale":
            past = s.past.crossings
            return Listing("tale", "Tale", ("Once upon a time.", *([f"Crossed before: {past}."] if past else [])))
        if name == "status walker":
            return Meters("status walker", "Walker", (Meter("Stones", s.walk.at, s.walk.stones),))
        return None

    def keep(self, s: Any) -> dict[str, Any]:
        return {"past": stones.Past(s.past.crossings + 1)}

    def prove(self, ctx: Any) -> Proof:
        """Refuse every seed that ends in 7, so that the command has something to tell."""
        wrong = (
            (Fault("stone 3", "no rope", "rope-1"), Fault("stone 5", "no keeper")) if ctx.state.seed % 10 == 7 else ()
        )
        return Proof(wrong, ({"stones": ctx.state.walk.stones},))

    def called(self, s: Any, thing: Any) -> str:
        return str(thing)


def _map(walk: stones.Walk) -> Map:
    row = "." * walk.at + "@" + "." * (walk.stones - walk.at)
    return Map("map", "Map", (row,), (("@", "you"),), (f"You are on stone {walk.at} of {walk.stones}.",))


rulebook = Tiny()
