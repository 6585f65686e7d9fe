"""The rulebook `descent`: a party goes down for a stolen spellbook and a lost king, and must climb back out, hunted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from undercroft.engine.proof import Proof
from undercroft.engine.rulebook import Rulebook
from undercroft.engine.view import AnyPanel, Scene
from undercroft.engine.world import World
from undercroft.rulebooks.descent import (
    baths,
    blows,
    bribery,
    carrying,
    chests,
    clock,
    doors,
    effects,
    endings,
    errands,
    fights,
    flight,
    floors,
    gear,
    generation,
    guide,
    halls,
    handing,
    king,
    knowledge,
    lessons,
    levels,
    members,
    monsters,
    names,
    plates,
    powers,
    practice_locks,
    proof,
    raising,
    records,
    reports,
    scenes,
    searching,
    secrets,
    setup,
    soundness,
    specials,
    spells,
    spots,
    stairs,
    statues,
    stores,
    things,
    training,
    turns,
    vaults,
    walk_lines,
    walking,
    wandering,
    wounds,
)  # fmt: skip
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent.records import Ctx, Options, State
from undercroft.rulebooks.descent.tally import Tally
from undercroft.rulebooks.descent.views import DescentView
from undercroft.rulebooks.descent.walk_lines import Telling


class Descent(Rulebook[State]):
    """The rulebook object of `descent`."""

    name = "descent"
    version = "1"
    title = "Descent"
    about = "A party goes down for a stolen spellbook and a lost king, and must climb back out, hunted."
    seats = ("party",)
    streams = ("play", "floor", "pages", "names")
    options = Options
    state = State
    chapters = (
        records, members, wounds, levels, effects, clock, gear, carrying, monsters, halls, generation, floors, specials,
        blows, fights, training, turns, handing, flight, bribery, wandering, doors, walking, stairs, searching, chests,
        vaults, plates, practice_locks, raising, powers, things, spells, stores, statues, baths, king, endings, setup,
        lessons, guide, reports, secrets,
    )  # fmt: skip
    tally = Tally

    errands = errands.ERRANDS

    def start(self, ctx: Ctx, options: Any, world: World | None) -> None:
        setup.start(ctx, options)

    def in_force(self, s: State, options: Any) -> Options:
        return setup.in_force(s)

    def spot(self, s: State) -> tuple[str, ...]:
        return spots.spot(s)

    def view(self, s: State, seat: str) -> DescentView:
        return knowledge.view(s)

    def scene(self, s: State, seat: str) -> Scene:
        return scenes.scene(knowledge.view(s), self.texts, self.looks(s, seat))

    def looks(self, s: State, seat: str) -> tuple[str, ...]:
        return reports.names(s)

    def look(self, s: State, seat: str, name: str) -> AnyPanel | None:
        return reports.look(s, name)

    def noting(self, s: State, seat: str, name: str) -> str:
        return reports.noting(name)

    def brief(self, action: Any, happened: Sequence[Telling], name: Callable[[Any], str]) -> list[str] | None:
        if isinstance(action, walking.PaceAbout):
            return walk_lines.paced(happened)
        return walk_lines.told(happened, name) if isinstance(action, walking.Travel) else None

    def forgotten(self, before: Any, after: Any) -> str:
        return scenes.forgotten(before, after, self.texts)

    def beside(self, id: str) -> str:
        return monsters.beside(id)

    def called(self, s: State, thing: Any) -> str:
        return names.called(s, thing)

    def whose(self, s: State, seat: str, thing: str) -> str:
        return names.whose(s, thing)

    def answers_to(self, s: State, seat: str, thing: str) -> str:
        return names.answers_to(knowledge.view(s), thing)

    def nameable(self, s: State, seat: str, field: str) -> Iterable[str]:
        return names.nameable(knowledge.view(s), field)

    def in_use(self, s: State, thing: str) -> bool:
        item = s.items.get(thing)
        return item is not None and bool(gear.holder(item)) and not item.place.startswith(f"{gear.PACK}:")

    def secrets(self, s: State, seat: str) -> frozenset[str]:
        return secrets.secrets(s)

    def redeal(self, ctx: Ctx, seat: str) -> None:
        secrets.redeal(ctx)

    def sound(self, s: State) -> str:
        return soundness.trouble(s)

    def prove(self, ctx: Ctx) -> Proof:
        floors.generate_all(ctx)
        return proof.prove(ctx.state)

    def content(self) -> bytes:
        return content.catalogue().fingerprint.encode()


rulebook = Descent()
