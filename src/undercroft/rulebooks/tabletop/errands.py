"""Errands: exploring, going back to a room, fighting on, in one go (T7.7, T7.44, T25), by view and list alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from undercroft.engine import errand
from undercroft.engine.action import Offers, whole
from undercroft.engine.errand import Halt
from undercroft.engine.event import Event
from undercroft.rulebooks.tabletop import bargains, exploring, fight_lines, going
from undercroft.rulebooks.tabletop.views import ExitView, MemberView, RoomView, TabletopView

EXPLORE, FIGHT = "explore", "fight"
LIGHTS = ("light torch", "light lantern")
"""What is lit on the way, the first of them that can be."""
WAIT, READY = "wait", "ready"
LONGEST_WAIT = 144
"""Turns waited in one go: half a day."""
LONG = 20
"""Combat Rounds after which a battle that goes on is worth a thought."""
LOW = 2
"""Vitality below one part in so many of the most is worth a thought in a fight (T7.44)."""


class Errand(errand.Errand[TabletopView]):
    """What errands in a dungeon stop at."""

    asks = (EXPLORE,)
    told = False

    def next(self, view: TabletopView, offers: Offers) -> str | Halt:
        if view.foes:
            return Halt("foes")
        step = self.step(view, offers)
        goes_on = isinstance(step, str) and step != ""
        # Lighting one is no walking: who was ready would have to make ready anew (T7.7).
        if goes_on and 0 <= view.light <= going.LAST + (step == READY):
            return next((light for light in LIGHTS if light in offers), step)
        return step

    def step(self, view: TabletopView, offers: Offers) -> str | Halt:
        """Return the next action where nobody stands in the way; a torch is lit first where the light is at its end."""
        raise NotImplementedError

    def news(self, before: TabletopView, after: TabletopView) -> Halt | None:
        if after.ask != before.ask or after.outcome:
            return None
        if after.foes:
            return Halt("met")
        if before.light and not after.light:
            return Halt("dark")
        hurt = harmed(before, after, wounds=True)
        if hurt is not None:
            return Halt("hurt", {"who": hurt.id})
        return self.arrived(before, after)

    def arrived(self, before: TabletopView, after: TabletopView) -> Halt | None:
        """Return what the place itself brings."""
        return None


class Explore(Errand):
    """Go to the nearest exit that nobody has gone through, opening doors on the way and lighting a torch in the dark,
    and through it into the room beyond. It stops in every new room, and at anything that befalls the party. With the
    word `ready` the party draws weapons before it goes in, for a turn more each time: who is ready loses no action of a
    fight to it.
    """

    usage = "explore [ready]"

    @classmethod
    def aims(cls, view: TabletopView, offers: Offers) -> dict[str, str]:
        return {"": "", READY: ""}

    def step(self, view: TabletopView, offers: Offers) -> str | Halt:
        found = route(view, lambda room: room.entered and any(map(_untried(view), _ways(room))))
        if found is None:
            barred = tuple(room.id for room in view.rooms if room.entered and any(one.bar for one in room.exits))
            return Halt("barred", {"rooms": barred}) if barred else Halt("explored")
        if found:
            return through(_room(view), found[0])
        if self.aim == READY and not view.ready and READY in offers:
            return READY
        here = _room(view)
        return through(here, next(one.side for one in _ways(here) if _untried(view)(one)))

    def arrived(self, before: TabletopView, after: TabletopView) -> Halt | None:
        known = {room.id for room in before.rooms if room.entered}
        if after.room in known:
            return None
        return Halt("room", {"rooms": sum(room.entered for room in after.rooms)})


class Go(Errand):
    """Go back to a room you know, by its name, by the nearest open way; `go entrance` leads to the way out. (An exit's
    side alone, such as `go north`, is one step.)
    """

    usage = "go ROOM"

    @classmethod
    def aims(cls, view: TabletopView, offers: Offers) -> dict[str, str]:
        found = {room.id: "" for room in view.rooms if room.id != view.room and _leads(view, room.id)}
        if view.entrance in found:
            found[view.entrance] = "entrance"
        return found

    @classmethod
    def reached(cls, view: TabletopView) -> dict[str, Halt]:
        return {view.room: Halt("there")} if view.room else {}

    def step(self, view: TabletopView, offers: Offers) -> str | Halt:
        if view.room == self.aim:
            return ""
        found = route(view, lambda room: room.id == self.aim)
        return through(_room(view), found[0]) if found else Halt("no_way")


class Wait(Errand):
    """Wait so many turns, each of five minutes. It stops at anything new: somebody comes, the light goes out, an effect
    ends, somebody comes round, another camp is possible.
    """

    usage = "wait N"
    told = True
    own = (exploring.Waited,)

    def __init__(self, aim: str = "") -> None:
        super().__init__(aim)
        self.left = whole(aim) or 0

    @classmethod
    def aims(cls, view: TabletopView, offers: Offers) -> dict[str, str]:
        return {}

    @classmethod
    def exact(cls, view: TabletopView, words: str) -> str:
        return words if whole(words) is not None else ""

    def next(self, view: TabletopView, offers: Offers) -> str | Halt:
        if view.foes:
            return Halt("foes")
        if not 1 <= (whole(self.aim) or 0) <= LONGEST_WAIT:
            return Halt("wait", {"most": LONGEST_WAIT})
        if not self.left:
            return ""
        self.left -= 1
        return WAIT

    def arrived(self, before: TabletopView, after: TabletopView) -> Halt | None:
        for then, now in zip(before.party, after.party, strict=True):
            ended = tuple(one for one in then.conditions if one not in now.conditions)
            if ended:
                return Halt("effect", {"who": now.id, "effects": ended})
        return Halt("camp") if before.camp_in and not after.camp_in else None


class Battle(errand.Errand[TabletopView]):
    """Fight on, round by round, by the plain policy: who is unready makes ready, archers shoot, the front rank strikes
    the weakest foe in reach, casters do as ordered (standing-order). Rounds are told in short. It stops where somebody
    falls, falls below half their Vitality, or can no longer act, where a weapon breaks, and where the light goes out.
    """

    usage = "battle"
    asks = (FIGHT,)
    told = False

    def __init__(self, aim: str = "") -> None:
        super().__init__(aim)
        self.rounds = 0
        self.first = 0
        """The Combat Round in which it began."""

    @classmethod
    def unbegun(cls, view: TabletopView) -> Halt | None:
        return Halt("unbegun") if view.foes else None

    def next(self, view: TabletopView, offers: Offers) -> str | Halt:
        self.rounds += 1
        if not self.first and view.fight is not None:
            self.first = view.fight.round
        return "auto 1" if self.rounds <= LONG else Halt("long", {"rounds": LONG})

    def news(self, before: TabletopView, after: TabletopView) -> Halt | None:
        if after.fight is None or before.fight is None or after.outcome:
            return None
        for then, now in zip(before.party, after.party, strict=False):
            if broke := tuple((Counter(now.broken) - Counter(then.broken)).elements()):
                return Halt("broke", {"who": now.id, "weapon": broke})
        if before.light and not after.light and after.where == "dungeon":
            return Halt("dark_fight")
        hurt = harmed(before, after)
        if hurt is not None:
            return Halt("half" if hurt.state == "standing" and _low(hurt) else hurt.state, {"who": hurt.id})
        before_foes = {foe.id for foe in before.foes}
        return Halt("joined") if any(foe.id not in before_foes for foe in after.foes) else None

    def brief(self, happened: Sequence[tuple[Event[Any], str]], name: Callable[[Any], str]) -> list[str]:
        return fight_lines.told(happened, name, self.first)


ERRANDS = (Explore, Go, Wait, Battle, bargains.SellAll)


# --- what is news ---


def harmed(before: TabletopView, after: TabletopView, *, wounds: bool = False) -> MemberView | None:
    """Return the first whom something befell that is worth a choice; with `wounds`, any loss of Vitality is."""
    then = {m.id: m for m in before.party}
    for m in after.party:
        old = then.get(m.id, m)
        if m.state != old.state and m.state != "standing":
            return m
        if (_low(m) and not _low(old)) or (wounds and m.vitality < old.vitality):
            return m
        if set(m.conditions) & HELPLESS - set(old.conditions):
            return m
    return None


HELPLESS = frozenset({"asleep", "panicked", "stuck", "weakened"})
"""Conditions that are worth a thought."""


def _low(m: MemberView) -> bool:
    return m.vitality * LOW < m.vitality_max


# --- reading the map ---


def route(view: TabletopView, wanted: Callable[[RoomView], bool]) -> list[str] | None:
    """Return the sides of the exits to the nearest room that is wanted, by known and open ways; None for no way."""
    rooms = {room.id: room for room in view.rooms}
    queue: list[tuple[str, list[str]]] = [(view.room, [])]
    seen = {view.room}
    for at, sides in queue:  # grows as it goes: the nearest rooms come first
        if wanted(rooms[at]):
            return sides
        for one in _ways(rooms[at]):
            if one.to and one.to in rooms and one.to not in seen:
                seen.add(one.to)
                queue.append((one.to, [*sides, one.side]))
    return None


def through(room: RoomView, side: str) -> str:
    """Return the next action to get through an exit: its door first."""
    shut = any(one.side == side and one.door == "shut" for one in room.exits)
    return f"open {side}" if shut else f"go {side}"


def _ways(room: RoomView) -> list[ExitView]:
    return [one for one in room.exits if not one.bar]


def _untried(view: TabletopView) -> Callable[[ExitView], bool]:
    entered = {room.id for room in view.rooms if room.entered}
    return lambda one: one.to not in entered


def _leads(view: TabletopView, aim: str) -> bool:
    return route(view, lambda room: room.id == aim) is not None


def _room(view: TabletopView) -> RoomView:
    return next(room for room in view.rooms if room.id == view.room)
