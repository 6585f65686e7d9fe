"""Errands: long walks, rests and fights in one go (D34.4 by other means), chosen from the view and the list alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from undercroft.engine import errand
from undercroft.engine.action import Offers
from undercroft.engine.errand import Halt
from undercroft.engine.event import Event
from undercroft.rulebooks.descent import fight_lines, leavings, routes, walk_lines, war_spells
from undercroft.rulebooks.descent.chores import CHORES
from undercroft.rulebooks.descent.doors import RoomEntered
from undercroft.rulebooks.descent.views import DescentView, DoorView, FloorView, MemberView
from undercroft.rulebooks.descent.war_spells import badly_hurt
from undercroft.rulebooks.descent.wounds import Wounded

HALL, ROOM, COURTYARD, FIGHT = "ask.hall", "ask.room", "ask.courtyard", "ask.fight"
LOW = 2
"""Meals left in the larder that are few enough to be told."""
SPELLS = "spells"
CONDITIONS = ("badly hurt", "hurt", "unhurt")
"""How foes look, the weakest first."""
POISON = "poisoned"
"""What wounds step by step, as a cause."""
BELOW = "down stair downstairs below dungeon"
"""Words by which the first floor goes in the courtyard, where one stair leads."""
BACK = {"north": "south", "east": "west", "south": "north", "west": "east"}


class Errand(errand.Errand[DescentView]):
    """What all errands of the party stop at; a room that the way leads through is no news, nor is each bite of a poison
    until somebody is badly hurt.
    """

    own = (RoomEntered,)

    def expects(self, event: Event[Any]) -> bool:
        return super().expects(event) or (isinstance(event, Wounded) and event.cause == POISON)

    def news(self, before: DescentView, after: DescentView) -> Halt | None:
        return hungry(before, after) or weakened(before, after) or found(before, after)

    def stopped(self, before: DescentView, after: DescentView) -> Halt | None:
        return self.news(before, after) or seen_door(before, after) or Halt("news")


class Journey(Errand):
    """An errand that leads a long way, which is told in few lines."""

    def brief(self, happened: Sequence[tuple[Event[Any], str]], name: Callable[[Any], str]) -> list[str]:
        return walk_lines.told(happened, name)


class Go(Journey):
    """Go to a place you know, on any floor you have seen, or one way along a hall: to a stair, a door, a room by what
    is in it, x,y, a floor, the courtyard, or north, east, south, west. A quiet room that you have been in is gone into;
    before any other it stops at the door. Where no hall leads there, the way goes through quiet rooms that you have
    been in.
    """

    usage = "go PLACE"
    asks = (HALL, ROOM, COURTYARD)

    def __init__(self, aim: str = "") -> None:
        super().__init__(aim)
        self.last = ""
        """The heading of the last pace along a hall."""

    @classmethod
    def aims(cls, view: DescentView, offers: Offers) -> dict[str, str]:
        ways = (text.partition(" ") for text in offers.texts())
        found = {place: "" for head, _, place in ways if head in ("walk", "travel")}
        if (floor := _floor(view)) is not None:
            near = routes.ways(view, floor)
            found.update({name: "" for name, cells in routes.places(floor).items() if _leads(view, near, name, cells)})
            found.update({room.id: "" for room in floor.rooms if _into(room.id, view)})
        found.update({f"floor-{f.number}": "" for f in view.floors if f.number != view.floor})
        if floor is not None:
            return {**found, "courtyard": ""}
        below = {"floor-1": BELOW} if "down" in offers else {}
        return {**found, **below, **({"store": "shop"} if "shop" in offers else {})}

    @classmethod
    def exact(cls, view: DescentView, words: str) -> str:
        floor = _floor(view)
        cell = routes.cell_named(floor, words.replace(" ", ",")) if floor is not None else -1
        return routes.spot_name(cell) if floor is not None and routes.nearest(view, floor, (cell,)) else ""

    @classmethod
    def reached(cls, view: DescentView) -> dict[str, Halt]:
        floor = _floor(view)
        if floor is None:
            return {"courtyard": Halt("there")}
        found = {f"floor-{floor.number}": Halt("there")}
        if view.room:
            return {view.room: Halt("there"), **found}
        for stair, cell in (("up", floor.up), ("down", floor.down)):
            if view.cell == cell:
                found[f"stair-{stair}"] = Halt("there.stair", {"stair": stair})
        for door in floor.doors:
            if view.cell == door.cell:
                found[door.id] = found[door.room] = Halt("there.door", {"door": door.id})
        return {routes.spot_name(view.cell): Halt("there"), **found}

    def next(self, view: DescentView, offers: Offers) -> str | Halt:
        if self.aim == "store":
            return "shop"
        if self.aim == "courtyard":
            return self._to_floor(0, view, offers)
        if self.aim.startswith("floor-"):
            return self._to_floor(int(self.aim.removeprefix("floor-")), view, offers)
        if self.aim in BACK:
            return self._along(view)
        return _toward(self.aim, view, offers) or _into(self.aim, view) or self.reached(view).get(self.aim, "")

    def stopped(self, before: DescentView, after: DescentView) -> Halt | None:
        if (news := self.news(before, after)) is not None:
            return news
        if before.floor != after.floor and self.aim in ("courtyard", f"floor-{after.floor}"):
            return None  # the arrival tells it
        return self.reached(after).get(self.aim) or super().stopped(before, after)

    def _to_floor(self, number: int, view: DescentView, offers: Offers) -> str | Halt:
        if view.floor == number:
            return ""
        stair = "down" if view.floor < number else "up"
        if stair in offers:
            return stair
        return _toward(f"stair-{stair}", view, offers) or Halt("no_stair", {"stair": stair})

    def _along(self, view: DescentView) -> str | Halt:
        """Walk on: straight, or round a corner; stop where there is a choice, and at a stair."""
        floor = _floor(view)
        assert floor is not None
        ways = [heading for heading, _ in floor.ways(view.cell)]
        if not self.last:
            self.last = self.aim
            return f"walk {self.aim}"
        onward = [heading for heading in ways if heading != BACK[self.last]]
        if len(onward) != 1 or view.cell in (floor.up, floor.down):
            return ""
        self.last = onward[0]
        return f"walk {self.last}"


class Explore(Journey):
    """Go to the nearest thing that you have not seen yet, be it a stretch of hall or a room, then to the next. It stops
    before a door, so that you can listen or sneak first; explore once more goes in. Doors that something was heard or
    seen behind come last, and are not gone into; so are all, while somebody is badly hurt. It stops in a new room, at a
    new door or stair, at a thing lying about, at a band, and at anything else that is told.
    """

    usage = "explore"
    asks = (HALL, ROOM)

    def __init__(self, aim: str = "") -> None:
        super().__init__(aim)
        self.begun = False
        """Whether anything was done of it: only where it begins at a door does it go in."""

    @classmethod
    def doubt(cls, view: DescentView) -> Halt | None:
        left = leavings.in_room(view)
        return Halt("leaving", {"things": left}) if left else None

    def next(self, view: DescentView, offers: Offers) -> str | Halt:
        floor = _floor(view)
        assert floor is not None
        ways = routes.ways(view, floor)
        unknown = [(len(way), 1, way, "") for spot, way in ways.items() if _is_unknown(floor, spot)]
        doors = [(len(ways[d.cell]) + 1, 0, ways[d.cell], d.id) for d in _inviting(view, floor) if d.cell in ways]
        near = min((*doors, *unknown), key=lambda one: one[:2], default=None)
        begun, self.begun = self.begun, True
        if near is None:
            return _to_door(view, floor, offers)
        *_, way, door = near
        if not way:
            return Halt("at_door", {"door": door}) if begun else f"enter {door}"
        return (_toward(door, view, offers) if door else "") or routes.step(view, floor, way)

    def stopped(self, before: DescentView, after: DescentView) -> Halt | None:
        halt, floor = super().stopped(before, after), _floor(after)
        here = [d.id for d in _inviting(after, floor) if d.cell == after.cell] if floor is not None else []
        return Halt("at_door", {"door": here[0]}) if here and halt == Halt("door") else halt

    def news(self, before: DescentView, after: DescentView) -> Halt | None:
        floor = _floor(before)
        known = floor is not None and floor.knows(after.cell)  # what lies on known ground was left there
        here = None if known else lying(before, after)
        return (
            hungry(before, after) or weakened(before, after) or here or new_stair(before, after) or _room(before, after)
        )


class Rest(Errand):
    """Pace to and fro, 120 steps at a time, until all are healed and full of mana; or until health, mana, or one of
    the party is. It steps off a junction first, where bands are likelier.
    """

    usage = "rest [until WHAT]"
    asks = (HALL,)

    @classmethod
    def aims(cls, view: DescentView, offers: Offers) -> dict[str, str]:
        members = {f"until-{m.id}": m.name for m in view.party if m.state == "standing"}
        return {"": "", "until-healed": "health whole", "until-mana": "full", **members}

    def next(self, view: DescentView, offers: Offers) -> str | Halt:
        standing = [m for m in view.party if m.state == "standing"]
        if self.aim and not any(self._lacks(m) for m in standing):
            return Halt("rested")
        # Where nobody lacks anything, or has anything to eat, pacing itself says so.
        wanted = view.rations > 0 and any(m.health < m.ceiling or m.mana < m.most_mana for m in standing)
        return (_to_calm(view) if wanted else "") or "pace"

    def brief(self, happened: Sequence[tuple[Event[Any], str]], name: Callable[[Any], str]) -> list[str]:
        return walk_lines.paced(happened)

    def _lacks(self, m: MemberView) -> bool:
        if self.aim == "until-healed":
            return m.health < m.ceiling
        if self.aim == "until-mana":
            return m.mana < m.most_mana
        return self.aim == f"until-{m.id}" and (m.health < m.ceiling or m.mana < m.most_mana)


def _to_calm(view: DescentView) -> str:
    """Return the pace to the nearest known cell where bands are least likely; empty where it is here, or nowhere."""
    floor = _floor(view)
    if floor is None or routes.calm(floor, view.cell):
        return ""
    reach = floor.reach(view.cell)
    near = min(((n, c) for c, (n, _) in reach.items() if floor.knows(c) and routes.calm(floor, c)), default=None)
    return f"walk {reach[near[1]][1]}" if near is not None else ""


class Battle(Errand):
    """Fight on, turn by turn: who can strikes the weakest foe in sight, who cannot guards, who stands outside comes in,
    or waits if badly hurt. No mana is spent. battle spells reads spells where they are worth it: one that heals where
    somebody is badly hurt; one that wounds where the band is of a kind you have killed none of yet, or would stand
    more than about two rounds of your blows. Then the cheapest is read that does more than a blow, at the weakest foe
    that is not badly hurt; at three foes awake or more, one that wounds all.

    Rounds are told in short. It stops where somebody of the party falls or stands alone, is badly hurt or hit again so,
    comes under an ill effect, loses the last mana or has gear damaged; and where a foe comes, wakes, or is gone
    otherwise than by dying.
    """

    usage = "battle [spells]"
    asks = (FIGHT,)
    told = False

    def __init__(self, aim: str = "") -> None:
        super().__init__(aim)
        self.round = 0
        """The round it begins in."""
        self.spared: dict[str, None] = {}
        """Members that guarded with a spell at hand that wounds."""

    @classmethod
    def aims(cls, view: DescentView, offers: Offers) -> dict[str, str]:
        return {"": "", SPELLS: ""}

    def next(self, view: DescentView, offers: Offers) -> str | Halt:
        fight = view.fight
        self.round = self.round or (fight.round if fight is not None else 0)
        m = next((one for one in view.party if one.id == view.member), None)
        if m is None:
            return Halt("no_blow")
        foes = sorted(fight.foes if fight is not None else (), key=lambda f: (f.asleep, CONDITIONS.index(f.condition)))
        blow = next((text for foe in foes if (text := f"attack {foe.id}") in offers), "")
        spell = war_spells.choice(m, view, offers, [foe for foe in foes if not foe.helper], blow=bool(blow))
        if spell and self.aim == SPELLS:
            return spell
        if blow:
            return blow
        if "walk-in" in offers and "call-flight" not in offers:
            return "wait" if badly_hurt(m) else "walk-in"
        if "guard" in offers:
            self.spared.update({m.id: None} if spell else {})
            return "guard"
        return Halt("no_blow")

    def news(self, before: DescentView, after: DescentView) -> Halt | None:
        if after.fight is None or before.fight is None or after.outcome:
            return None
        then = {m.id: m for m in before.party}
        harm = (_harm(then.get(m.id, m), m) for m in after.party)
        return _alone(before, after) or next(filter(None, harm), None) or _other_foes(before, after)

    def brief(self, happened: Sequence[tuple[Event[Any], str]], name: Callable[[Any], str]) -> list[str]:
        return [*fight_lines.told(happened, name, self.round), *fight_lines.spared(tuple(self.spared), name)]


class RunAll(Errand):
    """Run, all of you, turn by turn and by the same way, until everybody is out; who is out waits for the others. It
    stops where somebody goes down.
    """

    usage = "run all"
    must = "all"
    asks = (FIGHT,)
    told = False

    def __init__(self, aim: str = "") -> None:
        super().__init__(aim)
        self.round = 0
        """The round it begins in."""

    @classmethod
    def aims(cls, view: DescentView, offers: Offers) -> dict[str, str]:
        return {"all": ""}

    def next(self, view: DescentView, offers: Offers) -> str | Halt:
        self.round = self.round or (view.fight.round if view.fight is not None else 0)
        ways = [text for text in offers.texts() if text.startswith("run ")]
        others = [text for text in ("slip-out", "call-flight", "wait") if text in offers]
        return next(iter((*ways, *others)), "") or Halt("no_way")

    def news(self, before: DescentView, after: DescentView) -> Halt | None:
        if after.fight is None or after.outcome:
            return None
        then = {m.id: m.state for m in before.party}
        down = (m.id for m in after.party if m.state != "standing" and then.get(m.id) == "standing")
        return next((Halt("down", {"member": member}) for member in down), None)

    def brief(self, happened: Sequence[tuple[Event[Any], str]], name: Callable[[Any], str]) -> list[str]:
        return fight_lines.told(happened, name, self.round)


def _harm(old: MemberView, m: MemberView) -> Halt | None:
    """Tell what befell a member that is worth a choice."""
    who = {"member": m.id}
    if m.state != old.state and m.state != "standing":
        return Halt(m.state, who)
    if badly_hurt(m) and not badly_hurt(old):
        return Halt("badly_hurt", who)
    if badly_hurt(old) and m.health < old.health:
        return Halt("hit_again", who)
    if {e.kind for e in m.effects if not e.good} - {e.kind for e in old.effects}:
        return Halt("ill", who)
    if old.mana > m.mana == 0:
        return Halt("mana", who)
    return Halt("gear", who) if _worth(m) < _worth(old) else None


def _worth(m: MemberView) -> tuple[int, int, int]:
    """Return the figures of what a member holds and wears."""
    hand, arm, body = (0 if thing is None else thing.figure for thing in (m.hand, m.arm, m.body))
    return hand, arm, body


def _alone(before: DescentView, after: DescentView) -> Halt | None:
    """Tell that of several members one is left who can act."""
    able = [m.id for m in after.party if m.state == "standing"]
    many = sum(m.state == "standing" for m in before.party) > 1
    return Halt("alone", {"member": able[0]}) if many and len(able) == 1 else None


def _other_foes(before: DescentView, after: DescentView) -> Halt | None:
    """Tell of foes that came, woke, or went without being killed."""
    assert before.fight is not None
    assert after.fight is not None
    then = {foe.id: foe for foe in before.fight.foes}
    now = {foe.id: foe for foe in after.fight.foes}
    killed = sum(tale.killed for tale in after.bestiary) - sum(tale.killed for tale in before.bestiary)
    if now.keys() - then.keys() or len(then.keys() - now.keys()) > killed:
        return Halt("foes")
    return next((Halt("woke", {"foe": key}) for key, foe in now.items() if then[key].asleep and not foe.asleep), None)


ERRANDS = (Go, Explore, Rest, Battle, RunAll, *CHORES)


# --- what is news, and not told as an event ---


def hungry(before: DescentView, after: DescentView) -> Halt | None:
    """Tell that food has come down to a few meals, and that it no longer reaches for one."""
    mouths = sum(1 for m in after.party if m.state == "standing")
    few = LOW * mouths
    if before.rations > few >= after.rations:
        return Halt("food", {"rations": after.rations, "meal": mouths})
    if before.rations >= mouths > after.rations:
        return Halt("larder", {"rations": after.rations, "meal": mouths})
    return None


def weakened(before: DescentView, after: DescentView) -> Halt | None:
    """Tell that somebody's health has come down to a part that is news in a fight, too."""
    then = {m.id: m for m in before.party}
    low = (m.id for m in after.party if badly_hurt(m) and not badly_hurt(then.get(m.id, m)))
    return next((Halt("weak", {"member": member}) for member in low), None)


def found(before: DescentView, after: DescentView) -> Halt | None:
    """Tell of what came into sight: a thing lying in the hall, a stair, a junction, a dead end."""
    return lying(before, after) or new_stair(before, after) or _bend(before, after)


def lying(before: DescentView, after: DescentView) -> Halt | None:
    """Tell of things lying where the party has come to."""
    if not _moved(before, after) or not after.here:
        return None
    return Halt("lying", {"things": ", ".join(t.name for t in after.here)})


def new_stair(before: DescentView, after: DescentView) -> Halt | None:
    """Tell of a stair that was not known."""
    floor, then = _floor(after), _floor(before)
    if floor is None or then is None or then.number != floor.number:
        return None
    return Halt("stair") if (floor.up, floor.down) != (then.up, then.down) else None


def _room(before: DescentView, after: DescentView) -> Halt | None:
    """Tell of a room that the party is in for the first time."""
    floor = _floor(before)
    new = floor is not None and after.room not in ("", *(r.id for r in floor.rooms if r.entered))
    return Halt("room") if new else None


def seen_door(before: DescentView, after: DescentView) -> Halt | None:
    """Tell of doors that were not known."""
    floor, then = _floor(after), _floor(before)
    if floor is None or then is None or then.number != floor.number:
        return None
    return Halt("door") if len(floor.doors) > len(then.doors) else None


def _bend(before: DescentView, after: DescentView) -> Halt | None:
    """Tell of a junction or a dead end that was not known."""
    floor, then = _floor(after), _floor(before)
    if floor is None or then is None or not _moved(before, after) or then.knows(after.cell):
        return None
    ways = sum(1 for _ in floor.ways(after.cell))
    if ways >= routes.JUNCTION:
        return Halt("junction")
    return Halt("end") if ways == 1 else None


# --- reading the map ---


def _floor(view: DescentView) -> FloorView | None:
    return routes.here(view)


def _moved(before: DescentView, after: DescentView) -> bool:
    """Say whether the party has come to another cell of the same floor's halls."""
    return bool(after.floor) and not after.room and before.floor == after.floor and before.cell != after.cell


def _leads(view: DescentView, near: routes.Ways, name: str, cells: tuple[int, ...]) -> bool:
    """Say whether the party is elsewhere than at a place, and knows a way there."""
    there = [near[cell] for cell in cells if cell in near]
    return bool(there) and all(there) and name != view.room


def _toward(place: str, view: DescentView, offers: Offers) -> str:
    """Return the next action on the way to a place of this floor: along the halls if they lead there, else through
    rooms; empty where the party is there, or knows no way.
    """
    text = f"travel {place}"
    floor = _floor(view)
    if text in offers or floor is None or place == view.room:
        return text if text in offers else ""
    cells = routes.places(floor).get(place) or (routes.cell_named(floor, place),)
    return routes.step(view, floor, routes.nearest(view, floor, cells) or ())


def _into(room: str, view: DescentView) -> str:
    """Return the action that goes into a quiet room once seen, at whose door the party stands; else nothing."""
    floor = _floor(view)
    if floor is None or view.room or not any(r.id == room and r.entered and r.band is None for r in floor.rooms):
        return ""
    return next((f"enter {door.id}" for door in floor.doors if door.room == room and door.cell == view.cell), "")


def _to_door(view: DescentView, floor: FloorView, offers: Offers) -> str | Halt:
    """Go to the nearest door that was not gone through, and stop there: all else that is known was seen."""
    untried = _untried(floor)
    seen = routes.ways(view, floor)
    near = min(((len(seen[d.cell]), d.id) for d in untried if d.cell in seen), default=None)
    left = {"left": leavings.told(view, floor)}
    if near is None:
        shut = tuple(r.id for r in floor.rooms if r.doorless)
        if floor.opens and floor.down >= 0 and not shut:
            return Halt("walked.down", left)
        return Halt("walked.doorless", {"rooms": shut, **left}) if shut else Halt("walked", left)
    paces, door = near
    if paces:
        return _toward(door, view, offers)
    return Halt("doors", {"doors": tuple(d.id for d in untried), "door": door, **left})


def _is_unknown(floor: FloorView, spot: routes.Spot) -> bool:
    return not isinstance(spot, str) and not floor.knows(spot)


def _inviting(view: DescentView, floor: FloorView) -> list[DoorView]:
    """Return the doors not gone through that nothing is known to speak against."""
    if any(badly_hurt(m) for m in view.party if m.state == "standing"):
        return []
    held = {room.id for room in floor.rooms if room.band}
    return [d for d in _untried(floor) if not (d.heard or d.behind or d.room in held)]


def _untried(floor: FloorView) -> list[DoorView]:
    """Return the doors of rooms that were not gone into."""
    rooms = {r.id: r for r in floor.rooms}
    return [d for d in floor.doors if d.room not in rooms or not rooms[d.room].entered]
