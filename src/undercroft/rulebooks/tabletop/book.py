"""The Rulebook object of `tabletop`: its chapters in order of dependence, its options and seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from undercroft.engine.action import Action
from undercroft.engine.event import Event
from undercroft.engine.proof import Proof
from undercroft.engine.rulebook import Rulebook
from undercroft.engine.view import AnyPanel, Scene
from undercroft.engine.world import World
from undercroft.rulebooks.tabletop import (
    about,
    aftermath,
    aiming,
    arcana,
    automatic,
    bars,
    blows,
    calling,
    camping,
    carrying,
    casting,
    clock,
    conditions,
    creating,
    curios,
    dungeons,
    errands,
    exploring,
    eyes,
    features,
    fight_lines,
    fighters,
    fights,
    flight,
    foes,
    gaining,
    going,
    handling,
    knowledge,
    loads,
    magic_items,
    market,
    mastering,
    meeting,
    monsters,
    names,
    ointments,
    orders,
    outfitting,
    parley,
    pause,
    points,
    potions,
    proving,
    quests,
    ranks,
    records,
    regrouping,
    road,
    scenes,
    searching,
    secrets,
    sensing,
    setup,
    soundness,
    spells,
    taking,
    tally,
    tests,
    traits,
    traps,
    treasure,
    turns,
    using,
    village,
    wandering,
    wands,
    wounds,
)  # fmt: skip
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.names import listed as crowded
from undercroft.rulebooks.tabletop.records import MASTER, PLAYER, Ctx, Options, State
from undercroft.rulebooks.tabletop.views import TabletopView


class Tabletop(Rulebook[State]):
    """The rulebook object of `tabletop`."""

    name = "tabletop"
    version = "1"
    title = "Tabletop"
    about = "Villages, roads and dungeons by the rules of a d20 role-playing game, with the engine as game master."
    seats = (PLAYER, MASTER)
    streams = ("play", "dungeon")
    options = Options
    state = State
    errands = errands.ERRANDS
    aside = ("morale", wandering.SORT)
    tally = tally.Tally
    chapters = (
        records, tests, conditions, points, sensing, treasure, loads, wands, creating, outfitting, gaining,
        pause, monsters, wounds, traits, blows, ranks, flight, magic_items, ointments, potions, spells, foes,
        fights, aiming, turns, regrouping, casting, using, automatic, mastering, calling, wandering, clock,
        dungeons, traps, bars, features, eyes, exploring, meeting, parley, handling, going, searching, taking,
        arcana, curios, aftermath, camping, village, market, carrying, orders, road, quests, setup, secrets,
    )  # fmt: skip

    def make_options(self, given: Mapping[str, Any]) -> Any:
        options = super().make_options(given)
        setup.hold_switches(options)
        return options

    def start(self, ctx: Ctx, options: Any, world: World | None) -> None:
        setup.start(ctx, options, world)

    def present(self, s: State) -> tuple[str, ...]:
        return self.seats if fighters.at_table(s) else (PLAYER,)

    def view(self, s: State, seat: str) -> TabletopView:
        return knowledge.view(s)

    def scene(self, s: State, seat: str) -> Scene:
        v = knowledge.view(s)
        return self._drawer(s).scene(scenes.looks(v))

    def looks(self, s: State, seat: str) -> tuple[str, ...]:
        return scenes.looks(knowledge.view(s))

    def look(self, s: State, seat: str, name: str) -> AnyPanel | None:
        if name == about.ABOUT:
            return about.names()
        if name.startswith(f"{about.ABOUT} "):
            return self._drawer(s).about(name.removeprefix(f"{about.ABOUT} "))
        return self._drawer(s).look(name)

    def _drawer(self, s: State) -> scenes.Drawer:
        return scenes.Drawer(knowledge.view(s), self.texts, lambda thing: names.called(s, thing))

    def brief(
        self, action: Action[Any], happened: Sequence[tuple[Event[Any], str]], name: Callable[[Any], str]
    ) -> list[str] | None:
        alone = (automatic.AutoRounds, automatic.AutoUntil)
        return fight_lines.told(happened, name) if isinstance(action, alone) else None

    def forgotten(self, before: Any, after: Any) -> str:
        return scenes.forgotten(before, after, self.texts, names.plain)

    def called(self, s: State, thing: Any) -> str:
        return names.called(s, thing)

    def listed(self, names: Sequence[str]) -> str:
        return crowded(names)

    def answers_to(self, s: State, seat: str, thing: str) -> str:
        return names.answers_to(s, thing)

    def nameable(self, s: State, seat: str, field: str) -> tuple[str, ...]:
        return names.nameable(knowledge.view(s), field)

    def secrets(self, s: State, seat: str) -> frozenset[str]:
        return secrets.secrets(s, seat)

    def redeal(self, ctx: Ctx, seat: str) -> None:
        secrets.redeal(ctx, seat)

    def keep(self, s: State) -> dict[str, Any]:
        return setup.keep(s)

    def sound(self, s: State) -> str:
        return soundness.trouble(s)

    def sound_world(self, world: World) -> str:
        return soundness.world_trouble(world)

    def prove(self, ctx: Ctx) -> Proof:
        return proving.prove(ctx)

    def content(self) -> bytes:
        return content.catalogue().fingerprint.encode()


rulebook = Tabletop()
