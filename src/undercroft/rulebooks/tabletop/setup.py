"""The beginning of a game: a solo campaign, or a fight at a game master's table, with the party a world brings."""

from __future__ import annotations

from typing import Any

import msgspec

from undercroft.engine.errors import BadOption
from undercroft.engine.world import World
from undercroft.rulebooks.tabletop import aftermath, creating, creation, mastering, quests
from undercroft.rulebooks.tabletop.records import (
    Character,
    Ctx,
    Event,
    Options,
    Party,
    Place,
    State,
    Switches,
    Terms,
    replace,
)
from undercroft.rulebooks.tabletop.village import Village

SOLO = "solo"


class Started(Event, tag="setup.started"):
    """The rules of combat in force, and the party that is there already."""

    hidden = True
    play: str
    switches: Switches
    party: Party
    characters: tuple[Character, ...] = ()
    retired: tuple[Character, ...] = ()
    terms: Terms = Terms()

    def apply(self, s: State) -> None:
        s.switches, s.party, s.terms = self.switches, self.party, self.terms
        if self.play == "fight":
            s.place = Place("fight")
        for c in self.characters:
            s.characters[c.id] = c
        for c in self.retired:
            s.retired[c.id] = c


def hold_switches(options: Options) -> None:
    """Hold that the rules of combat are all on in solo play (T23.15); BadOption names the first that is not."""
    off = [name for name in Switches.__struct_fields__ if not getattr(options, name)]
    if off and options.play == SOLO:
        raise BadOption(f"{off[0]}: it is always on in solo play; a fight at a table may be without it: play=fight")


def start(ctx: Ctx, options: Options, world: World | None) -> None:
    """Set a game up; with a world, from the party it holds."""
    party, characters, retired = _kept(world)
    fight = options.play == "fight"
    if fight and not characters:
        characters = creation.reference_party()
        party = replace(party, order=tuple(c.id for c in characters))
    switches = Switches(
        options.master_stroke, options.breakage, options.unreadiness, options.bleeding, options.terror
    )  # fmt: skip
    until = party.completed + party.failed + options.adventures if options.adventures else 0
    ctx.emit(Started(options.play, switches, party, characters, retired, Terms(options.level, until)))
    if fight:
        ctx.push(mastering.AtTable())
        return
    ctx.push(Village())
    quests.arrive(ctx)
    if not characters:
        creating.start(ctx)


def keep(s: State) -> dict[str, Any]:
    """Return what outlives a game: the party with its sheets, but of a lost one those who retired before (T22.26)."""
    if s.outcome is not None and s.outcome.code == aftermath.LOST:
        return {"retired": s.retired}
    return {"characters": s.characters, "retired": s.retired, "party": s.party}


def _kept(world: World | None) -> tuple[Party, tuple[Character, ...], tuple[Character, ...]]:
    if world is None:
        return Party(), (), ()
    tables = world.tables
    party = msgspec.convert(tables.get("party", {}), Party)
    alive = tuple(c for c in _sheets(tables.get("characters", ())) if not c.dead)
    order = tuple(who for who in party.order if any(c.id == who for c in alive))
    retired = _sheets(tables.get("retired", ()))
    return (replace(party, order=order), alive, retired) if alive else (Party(), (), retired)


def _sheets(pairs: Any) -> tuple[Character, ...]:
    return tuple(msgspec.convert(c, Character) for _, c in pairs)
