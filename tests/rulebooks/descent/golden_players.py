"""Who plays the golden playthroughs of `descent`.

They see the view, the texts offered and what they are told, as a person does, and react to what they meet, so that a
golden can be made anew after any change of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from undercroft.bots.descent import Competent
from undercroft.bots.descent_odds import figures
from undercroft.bots.descent_route import to
from undercroft.bots.offered import Offered
from undercroft.engine.event import Event
from undercroft.rulebooks.descent.views import DescentView, MemberView, ThingView


class Chooser(Protocol):
    """Chooses from a view and offers, and is told what happened."""

    def choose(self, view: Any, offers: Sequence[str]) -> str:
        """Return the text of the action to take."""


def careless(view: DescentView, who: str = "") -> DescentView:
    """Return the view of somebody who never notices how a member fares, or how anybody does.

    The one member seems safe at the back, so that its rank is let be.
    """
    party = tuple([_hale(m, "back" if who else m.rank) if who in ("", m.id) and m.health else m for m in view.party])
    return msgspec.structs.replace(view, party=party)


def _hale(m: MemberView, rank: str) -> MemberView:
    return msgspec.structs.replace(m, health=m.ceiling, mana=m.most_mana, rank=rank)


class Hasty:
    """Plays well, but for never noticing a wound."""

    def __init__(self) -> None:
        self._competent = Competent()

    def choose(self, view: DescentView, offers: Sequence[str]) -> str:
        """Return the text of the action to take."""
        return self._competent.choose(careless(view), offers)


class Regicide:
    """Plays well, but never looks after the king, and runs out of every fight that he can be left alone in."""

    def __init__(self) -> None:
        self._competent = Competent()

    def choose(self, view: DescentView, offers: Sequence[str]) -> str:
        """Return the text of the action to take."""
        king = next((m for m in view.party if m.cls == "king" and m.state != "fallen"), None)
        if king is None:
            return self._competent.choose(view, offers)
        o = Offered(offers)
        if view.member and view.member != king.id:
            me = next(m for m in view.party if m.id == view.member)
            if text := "wait" if me.outside else o.first("run"):
                return text
        if view.member == king.id and not king.outside:
            return o.first("attack", "guard")
        return o.any(f"rank {king.id} front") or self._competent.choose(careless(view, king.id), offers)


FIGHT_ONCE = ("cover", "guard", "shift", "hand", "ready", "apply", "wait")
"""Done once each, as the first that is offered, in fights that can wait."""
PRACTICE = ("push", "take-back", "hint", "worker")
"""Done once each at the practice locks."""
SPREE = 25
"""Asks for a bribe, at most."""
TAPS = 3
"""Searches made at one place."""
HOME_AFTER = 1_300
"""Actions after which the party of wits goes home with what it has."""
LIGHT = "light-of-life"
SNEAK, VICTIM, READER = "rogue", "rogue", "wizard"
HOLDERS = ("ghoul", "basilisk", "night-hag")
"""Kinds whose touch leaves senseless."""


@dataclass
class Wits:
    """Plays well, and tries everything there is to try on the way; when it has, it goes home and gives up."""

    seed: int
    done: set[str] = field(default_factory=set)
    """Heads of actions done, and codes of events told."""
    tapped: dict[tuple[int, int, str], int] = field(default_factory=dict)
    asks: int = 0
    actions: int = 0
    bait: str = ""
    """The member sent in to be touched."""
    player: Competent = field(default_factory=Competent)

    def choose(self, view: DescentView, offers: Sequence[str]) -> str:
        """Return the text of the action to take."""
        o = Offered(offers)
        text = self._deed(view, o)
        if text not in o and not text.startswith("!"):
            text = self.player.choose(self._seen(view), offers)
            text = self._instead(view, o, text)
        self.actions += 1
        self.done.add(text.removeprefix("!").partition(" ")[0])
        self.asks += text == "bribe"
        return text

    def told(self, events: Iterable[Event[Any]]) -> None:
        """Take note of what happened."""
        for event in events:
            self.done |= {event.tag(), f"{event.tag()}.{event.variant()}"}

    def _seen(self, v: DescentView) -> DescentView:
        """Nobody looks after the member in front until a light was kindled in a fight, and another outside."""
        if not {"raise", "kindle"} <= self.done:
            v = careless(v, self._victim(v))
        if v.ask == "ask.counter" and "aim" not in self.done:
            # Scrolls of no name are kept, for one that turns out to want a target.
            packs = [(m, tuple([t for t in m.pack if not _sealed(t)])) for m in v.party]
            party = tuple([msgspec.structs.replace(m, pack=pack) for m, pack in packs])
            v = msgspec.structs.replace(v, party=party)
        return v

    def _victim(self, v: DescentView) -> str:
        return next((m.id for m in v.party if m.cls == VICTIM), "")

    def _deed(self, v: DescentView, o: Offered) -> str:
        match v.ask:
            case "ask.setup":
                return self._setup(o)
            case "ask.price":
                return "decline" if "decline" not in self.done else "pay"
            case "ask.confirm":
                return "no" if "no" not in self.done else "yes"
            case "ask.empty_sneak":
                return "come-out" if "come-out" not in self.done else "call-in"
            case "ask.aim":
                return o.first("aim")
            case "ask.lesson":
                return o.first("ask" if "ask" not in self.done else "accept")
            case "ask.counter":
                return self._counter(v, o)
            case "ask.fight":
                return self._fight(v, o)
            case "ask.wall" | "ask.plate":
                return self._practise(v, o)
            case "ask.courtyard" | "ask.room" | "ask.hall":
                return self._quiet(v, o)
        return ""

    def _setup(self, o: Offered) -> str:
        for text in (
            "guide brief", "consult", "choose difficulty easy", "choose length short",
            "choose name Isolde of the Pantry", "choose companions fighter,rogue,wizard",
            f"choose seed {1000 + self.seed}", "begin",
        ):  # fmt: skip
            if text not in self.done:
                self.done.add(text)
                return self._blank(o, text)
        return ""

    @staticmethod
    def _blank(o: Offered, text: str) -> str:
        """Offers with a blank stand in the list as such; what fills it is taken all the same."""
        return text if text in o else f"!{text}"

    def _practise(self, v: DescentView, o: Offered) -> str:
        """Try what a practice lock has to try, once each."""
        if v.lock is None or not v.lock.practice:
            return ""
        return next((text for head in PRACTICE if head not in self.done and (text := o.first(head))), "leave-lock")

    def _counter(self, v: DescentView, o: Offered) -> str:
        held = [t.kind for m in v.party for t in m.pack]
        if not self._light(v) and not {"raise", "kindle"} <= self.done:
            return self._buy(v, o, LIGHT)
        if "oil-flask" not in held and "apply" not in self.done:
            return self._buy(v, o, "oil-flask")
        if "scroll-of-naming" not in held and "read" not in self.done and v.floor:
            return self._buy(v, o, "scroll-of-naming", READER)
        return ""

    def _buy(self, v: DescentView, o: Offered, kind: str, cls: str = "hero") -> str:
        able = [m.id for m in v.party if m.state == "standing"]
        first = [m.id for m in v.party if m.state == "standing" and m.cls == cls]
        return o.any(*(f"buy {kind} {who}" for who in (*first, *able)))

    # --- outside fights ---

    def _quiet(self, v: DescentView, o: Offered) -> str:
        self.bait = ""
        if "guide full" in o:
            return "guide full"
        if self.actions > HOME_AFTER or (v.floor == 0 and self._finished()):
            return self._home(v, o)
        for head in (
            "practice-fight", "practice-wall", "practice-plate", "give-up", "unready", "drop", "use", "mend", "bathe",
        ):  # fmt: skip
            if head not in self.done and (text := o.first(head)):
                return text
        sealed = {t.id for m in v.party for t in m.pack if _sealed(t)}
        if "read" not in self.done and (known := [one for one in o.all("read") if one.split(" ")[1] not in sealed]):
            return known[0]
        if self._finished():
            return self._home(v, o)
        return self._ranks(v, o) or self._scrolls(v, o) or self._tap(v, o)

    def _finished(self) -> bool:
        return all(deed in self.done for deed in WITS_DEEDS)

    def _home(self, v: DescentView, o: Offered) -> str:
        """Climb to the courtyard and give up."""
        if v.floor == 0:
            return "give-up"
        if v.room:
            return o.first("leave")
        floor = next(f for f in v.floors if f.number == v.floor)
        return to(v, o, floor, floor.up, "stair-up") or o.first("up")

    def _ranks(self, v: DescentView, o: Offered) -> str:
        who = self._victim(v)
        return o.any(f"rank {who} front") if not {"raise", "kindle"} <= self.done else ""

    def _scrolls(self, v: DescentView, o: Offered) -> str:
        """Keep scrolls of no name with who can read them."""
        reader = next((m for m in v.party if m.cls == READER and m.state == "standing"), None)
        if reader is None or "aim" in self.done:
            return ""
        sealed = [t.id for m in v.party if m.id != reader.id for t in m.pack if _sealed(t)]
        return o.any(*(f"give {one} {reader.id}" for one in sealed))

    def _tap(self, v: DescentView, o: Offered) -> str:
        """Search rooms, and halls now and then, until a door is found."""
        key = (v.floor, v.cell, v.room)
        if "floors.found" in self.done or "search" not in o or self.tapped.get(key, 0) >= (TAPS if v.room else 1):
            return ""
        if not v.room and v.cell % 3:
            return ""
        self.tapped[key] = self.tapped.get(key, 0) + 1
        return "search"

    def _instead(self, v: DescentView, o: Offered, text: str) -> str:
        """Send one in where all would have gone in."""
        head, _, door = text.partition(" ")
        if head != "enter":
            return text
        if "flight.called" not in self.done and not self._kinds(v, door).isdisjoint(HOLDERS):
            hale = sorted((m for m in v.party if m.state == "standing"), key=lambda m: -m.health)
            self.bait = hale[0].id if hale else ""
            return o.any(f"sneak {door} {self.bait}") or text
        alone = "raise" not in self.done and self._light(v)
        if {"fight.closed.slipped", "come-out", "call-in", "walk-in"} <= self.done and not alone:
            return text
        return o.any(*(f"sneak {door} {m.id}" for m in v.party if m.cls == SNEAK)) or text

    def _kinds(self, v: DescentView, door: str) -> set[str]:
        floor = next(f for f in v.floors if f.number == v.floor)
        room = next((r for d in floor.doors if d.id == door for r in floor.rooms if r.id == d.room), None)
        if room is not None and room.band is not None:
            return {kind for kind, _ in room.band}
        return {d.heard for d in floor.doors if d.id == door}

    # --- in fights ---

    def _fight(self, v: DescentView, o: Offered) -> str:
        fight = v.fight
        me = next((m for m in v.party if m.id == v.member), None)
        if fight is None or me is None or fight.practice:
            return ""
        if self.bait:
            return self._baited(o, me)
        if me.outside:
            if "raise" not in self.done and "walk-in" in self.done and self._light(v):
                return o.any("call-flight", "wait")
            return o.any("call-flight") or ("walk-in" if "walk-in" not in self.done else "")
        holders = any(foe.kind in HOLDERS for foe in fight.foes)
        if holders and fight.room and "flight.called" not in self.done and (text := o.first("run")):
            # Away, to come back with a bait.
            return text
        if "slip-out" in o:
            return "slip-out" if "fight.closed.slipped" not in self.done else self._ask(v, o)
        return (
            self._ask(v, o)
            or self._revive(o)
            or self._read(v, o)
            or self._flee(v, o)
            or self._once(v, o)
            or self._watch(v, o, me)
        )  # fmt: skip

    @staticmethod
    def _light(v: DescentView) -> bool:
        return any(t.kind == LIGHT for m in v.party for t in m.pack)

    def _watch(self, v: DescentView, o: Offered, me: MemberView) -> str:
        """Stand by while the one in front does all the fighting, as long as the others are hale."""
        victim = next((m for m in v.party if m.cls == VICTIM and m.state == "standing" and not m.outside), None)
        if victim is None or "kindle" in self.done or not self._light(v):
            return ""
        hale = all(3 * m.health >= 2 * m.ceiling for m in v.party if m.id != victim.id)
        return o.first("attack" if me.id == victim.id else "wait") if hale else ""

    def _baited(self, o: Offered, me: MemberView) -> str:
        """Let the bait be touched, and call the flight over it."""
        if me.outside:
            return o.any("call-flight", "wait")
        return o.first("attack") if me.health * 2 > me.ceiling else o.first("run", "slip-out", "attack")

    def _ask(self, v: DescentView, o: Offered) -> str:
        """Ask for a bribe that could be paid, until every answer was heard."""
        assert v.fight is not None
        price = sum(v.figures.bribe * figures(v, foe.kind).experience for foe in v.fight.foes)
        heard = {"bribe.refused", "decline", "pay"} <= self.done
        return "bribe" if "bribe" in o and not heard and self.asks < SPREE and price <= v.gold else ""

    def _revive(self, o: Offered) -> str:
        """Take something off a fallen member, then kindle a light."""
        if "strip" not in self.done and (text := o.first("strip")):
            return text
        return o.first("kindle") if "kindle" not in self.done else ""

    def _read(self, v: DescentView, o: Offered) -> str:
        """Read what has no name, until it turns out to want a target."""
        if "aim" in self.done and "recite" in self.done:
            return ""
        sealed = {t.id for m in v.party for t in m.pack if _sealed(t)}
        reads = o.all("recite")
        return next((text for text in reads if text.split(" ")[1] in sealed), reads[0] if reads else "")

    def _flee(self, v: DescentView, o: Offered) -> str:
        """Run, all of them, till one was out and one was headed off, from something on the second floor or below."""
        if v.floor < 2 or {"flight.out", "flight.failed"} <= self.done:
            return ""
        return o.first("run")

    def _once(self, v: DescentView, o: Offered) -> str:
        up = [m for m in v.party if m.state == "standing"]
        if any(2 * m.health < m.ceiling for m in up) and v.floor > 1:
            return ""
        return next((text for head in FIGHT_ONCE if head not in self.done and (text := o.first(head))), "")


def _sealed(thing: ThingView) -> bool:
    return thing.sort == "scroll" and not thing.kind


WITS_DEEDS = (
    "fight.closed.slipped", "come-out", "call-in", "walk-in", "bribe.refused", "decline", "pay", "flight.landed",
    "flight.called", "flight.out", "flight.failed", "floors.found", "doors.heard", "kindle", "raise", "strip", "aim",
    "recite", "read", "hand", "ready", "shift", "cover", "guard", "apply", "wait", "use", "chant", "cast", "pace",
    "drop", "take",
)  # fmt: skip
"""What the party of wits wants to have done before it goes home."""
