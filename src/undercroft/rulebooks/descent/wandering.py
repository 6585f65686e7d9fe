"""Wandering bands (D9): the chance that a step raises one, and what comes. What costs a step calls `pass_step`."""

from __future__ import annotations

from undercroft.engine.chance import Chance, Odds
from undercroft.engine.state import remembered
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import clock, effects, fights, floors, monsters
from undercroft.rulebooks.descent.records import COURTYARD, Ctx, State

JUNCTION, PLAIN = 30, 5
"""In 1000, on a pace onto a junction and onto any other cell, while a prize is unfound (D9.1, D9.3)."""
HUNT_JUNCTION, HUNT_PLAIN = 600, 30
"""The same once every prize is in hand (D9.2, D9.3)."""
SEARCH_TIMES = 2
"""A search while a prize is unfound (D9.6)."""
LEAST, MOST = 1, 950
"""Bounds in 1000 (D9.14)."""
FIRST, FIRST_SIGHT = 50, 25
"""In 100 that a wandering band strikes first, and under good sight (D9.19, D9.23)."""
HUNTING_MORE = 1
"""Monsters added to a drawn band once every prize is in hand (D9.18)."""
QUIET_STEPS = ("enter", "sneak")
"""Steps that raise no band (D9.11)."""
CHARMS = ("felt-overshoes", "gremlin-bell")
"""Charms whose factor counts while any member carries one (D9.15)."""


def hunted(s: State) -> bool:
    """Say whether every prize is in hand: then all bands hunt (D9.16, D9.17)."""
    return s.quest.book and s.quest.king


@remembered("items")
def carried_charms(s: State) -> tuple[str, ...]:
    """Return the charms that change the chances, carried by any member, fallen ones too, each once (D9.15)."""
    kinds = [item.kind for item in s.items.values() if item.place.startswith("pack:")]
    return tuple(kind for kind in CHARMS if kind in kinds)


@remembered("items", "quest")
def _reckoned(_: State) -> dict[tuple[bool, str, tuple[int, int] | None], Chance]:
    # Filled as asked for; a write to what is carried, and a prize found, drop it.
    return {}


def chance(s: State, how: str, cell: int = -1, *, ahead: int = 0) -> Chance | None:
    """Return the chance in 1000 that a step raises a band, or None where none can come (D9.1 to D9.15).

    `cell` is the hall cell paced onto; left out, it is where the party stands. `ahead` is 1 before the step has taken
    its count off the effects, 0 after.
    """
    place = s.place
    if place.floor == COURTYARD or how in QUIET_STEPS:
        return None
    if cell == -1 and not place.room:
        cell = place.cell
    junction = cell != -1 and floors.plan(s.floors[place.floor]).kind(cell) == "junction"
    ward = s.party_effects.get("ward")
    step = (junction, how, ward.factor if ward is not None and ward.left > ahead else None)
    reckoned = _reckoned(s)
    found = reckoned.get(step)
    if found is None:
        found = reckoned[step] = _changed(s, *step)
    return found


def _changed(s: State, junction: bool, how: str, ward: tuple[int, int] | None) -> Chance:
    """Return the chance as ward and charms change it: all factors first, then rounded down once (D9.14)."""
    if hunted(s):
        num = HUNT_JUNCTION if junction or how == "search" else HUNT_PLAIN
    else:
        num = (JUNCTION if junction else PLAIN) * (SEARCH_TIMES if how == "search" else 1)
    parts = [(str(num), "base")]
    over = 1
    factors = [(ward, "why.ward")] if ward is not None else []
    things = content.catalogue().charms
    factors += [(things[kind].factor, f"why.{kind}") for kind in carried_charms(s)]
    for (times, parted), why in factors:
        num *= times
        over *= parted
        parts.append((f"x{times}" if parted == 1 else f"x{times}/{parted}", why))
    return Chance("wander", num // over, 1000, shown=False, parts=tuple(parts)).within(LEAST, MOST)


def first_chance(s: State, *, ahead: int = 0) -> Chance:
    """Return the chance in 100 that a wandering band strikes first (D9.19, D9.23); `ahead` as in `chance`."""
    sight = effects.sight(s) and s.party_effects["sight"].left > ahead
    return Chance("wander-first", FIRST_SIGHT if sight else FIRST, shown=False)


def step_odds(s: State, how: str, cell: int = -1) -> Odds:
    """Return the rolls that a step may bring; all are hidden from the party (D34.6)."""
    found = chance(s, how, cell, ahead=1)
    return () if found is None else (found, first_chance(s, ahead=1))


def pass_step(ctx: Ctx, how: str) -> bool:
    """Let one step pass, with the wandering roll at its end (D6.24); say whether a band came.

    The party already stands where the step has led it.
    """
    s = ctx.state
    if not clock.step(ctx, how):
        return False
    roll = chance(s, how)
    if roll is None or not ctx.succeeds(roll):
        return False
    kinds, emptied = _band(ctx)
    first = ctx.succeeds(first_chance(s))
    fights.open_fight(ctx, kinds, room=s.place.room, wandering=True, emptied=emptied, first=first)
    return True


def _band(ctx: Ctx) -> tuple[tuple[str, ...], str]:
    """Return the band that comes, and the room that it leaves for good, if it lived in one (D9.18, D9.21)."""
    s = ctx.state
    floor = s.place.floor
    if not hunted(s):
        return monsters.draw_band(ctx, s, floor), ""
    lairs = [room.id for room in s.rooms.where(floor) if room.band]
    if not lairs:
        return monsters.draw_band(ctx, s, floor, HUNTING_MORE), ""
    lair = ctx.pick(lairs)
    return s.rooms[lair].band, lair
