"""Errands with things: take all, dress, buy for all, sell all, in one go, chosen from the view and the list alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from undercroft.engine import errand
from undercroft.engine.action import Offers
from undercroft.engine.errand import Halt
from undercroft.rulebooks.descent.views import DescentView, MemberView, RoomView, ThingView, WareView

QUIET = ("ask.hall", "ask.room", "ask.courtyard")
COUNTER = "ask.counter"
PARTY_GOODS = ("take-gold", "take-map", "take-page", "take-book")
"""What goes to the party, and into nobody's pack."""
SLOTS = ("weapon", "shield", "armour")


class Chore(errand.Errand[DescentView]):
    """What errands with things share: nothing that comes of them is news, and a question of another kind ends them."""

    asks: ClassVar[tuple[str, ...]] = QUIET
    told = False

    def news(self, before: DescentView, after: DescentView) -> Halt | None:
        return None

    @classmethod
    def useful(cls, view: DescentView, offers: Offers) -> bool:
        step = cls().next(view, offers)
        return bool(step) and not isinstance(step, Halt)


class TakeAll(Chore):
    """Take everything that lies here or in an opened chest, as far as the packs have room: gear to one who may wear it,
    a scroll to one who reads, anything else to the emptiest pack. It says what has to be left.
    """

    usage = "take all"
    must = "all"

    def __init__(self, aim: str = "") -> None:
        super().__init__(aim)
        self.begun = False
        """Whether anything was taken."""

    @classmethod
    def aims(cls, view: DescentView, offers: Offers) -> dict[str, str]:
        return {"all": ""}

    def next(self, view: DescentView, offers: Offers) -> str | Halt:
        lying = tuple(_lying(view))
        if step := self._taking(lying, view, offers):
            self.begun = True
            return step
        if lying:
            return Halt("no_room", {"things": tuple(thing.id for thing in lying)})
        room = _room(view)
        if room is not None and room.chest == "shut":
            return Halt("shut")
        return "" if self.begun else Halt("nothing")

    def _taking(self, lying: Sequence[ThingView], view: DescentView, offers: Offers) -> str:
        """Return the next thing taken, empty where nothing can be."""
        for text in PARTY_GOODS:
            if text in offers:
                return text
        for thing in lying:
            if takers := [m for m in view.party if f"take {thing.id} {m.id}" in offers]:
                return f"take {thing.id} {max(takers, key=lambda m: (_wants(m, thing), m.free)).id}"
        return ""


class Dress(Chore):
    """Let each member put on the best weapon, shield and armour that the party carries and its class may use, the front
    rank first; what is spare in another pack is passed on, but nothing that its bearer is better off with: in the back
    rank of all weapons only a bow, which comes first there. Nobody is stripped, and no shield goes for a weapon of two
    hands.
    """

    usage = "dress"
    asks = (*QUIET, COUNTER)

    def __init__(self, aim: str = "") -> None:
        super().__init__(aim)
        self.passed: set[str] = set()
        """What was passed on already."""

    def next(self, view: DescentView, offers: Offers) -> str | Halt:
        standing = [m for m in view.party if m.state == "standing"]
        for m in sorted(standing, key=lambda m: m.rank != "front"):
            for slot in SLOTS:
                if step := self._better(m, slot, view, offers):
                    return step
        return "" if self.passed else Halt("dressed")

    def _better(self, m: MemberView, slot: str, view: DescentView, offers: Offers) -> str:
        """Return the next action to put something better on a member, empty if nothing is."""
        now = _worn(m, slot)
        spare = [(thing, owner) for owner in view.party for thing in owner.pack if thing.sort == slot]
        worth = _worth(now, m)
        kept = {_own(owner, slot) for owner in view.party if owner.state == "standing"}
        better = [(_worth(thing, m), owner is m, thing) for thing, owner in spare if _fits(m, thing)]
        for value, own, thing in sorted(better, key=lambda one: one[:2], reverse=True):
            if value <= worth:
                break
            if own and f"wear {thing.id}" in offers:
                self.passed.add(thing.id)
                return f"wear {thing.id}"
            if not own and thing.id not in self.passed and thing.id not in kept and f"give {thing.id} {m.id}" in offers:
                self.passed.add(thing.id)
                return f"give {thing.id} {m.id}"
        return ""


class BuyAll(Chore):
    """Buy one of a kind for each member who may use it and has nothing as good, the front rank first, as far as gold
    and packs reach; dress puts it on. Whose weapon takes two hands gets no shield.
    """

    usage = "buy THING for all"
    must = "all"
    asks = (COUNTER,)

    def __init__(self, aim: str = "") -> None:
        super().__init__(aim)
        self.bought = False

    @classmethod
    def aims(cls, view: DescentView, offers: Offers) -> dict[str, str]:
        return {f"{ware.kind}-all": "" for ware in view.wares}

    @classmethod
    def useful(cls, view: DescentView, offers: Offers) -> bool:
        return True

    def next(self, view: DescentView, offers: Offers) -> str | Halt:
        ware = next(one for one in view.wares if f"{one.kind}-all" == self.aim)
        able = [m for m in view.party if m.state == "standing" and (not ware.who or m.cls in ware.who)]
        lacking = sorted(
            (m for m in able if not _has(m, ware) and _free_hand(m, ware)), key=lambda m: m.rank != "front"
        )
        for m in lacking:
            if f"buy {ware.kind} {m.id}" in offers:
                self.bought = True
                return f"buy {ware.kind} {m.id}"
        if lacking:
            return Halt("not_bought", {"kind": ware.kind, "members": tuple(m.id for m in lacking)})
        return "" if self.bought else Halt("have" if able else "for_nobody", {"kind": ware.kind})


class SellAll(Chore):
    """Sell the weapons, shields and armour in the packs that nobody who may use them would be better off with. What is
    worn or in hand stays, and so does all that is no gear: sell that by name.
    """

    usage = "sell all"
    must = "all"
    asks = (COUNTER,)

    def __init__(self, aim: str = "") -> None:
        super().__init__(aim)
        self.purse = -1
        """The gold when it began."""

    @classmethod
    def aims(cls, view: DescentView, offers: Offers) -> dict[str, str]:
        return {"all": ""}

    def next(self, view: DescentView, offers: Offers) -> str | Halt:
        spare = (thing for m in view.party for thing in m.pack if thing.sort in SLOTS and not _wanted(thing, view))
        if step := next((text for thing in spare if (text := f"sell {thing.id}") in offers), ""):
            self.purse = view.gold if self.purse < 0 else self.purse
            return step
        return Halt("unsold") if self.purse < 0 else Halt("sold", {"gold": view.gold - self.purse})


CHORES = (TakeAll, Dress, BuyAll, SellAll)


def _lying(view: DescentView) -> Iterator[ThingView]:
    """Yield what lies where the party is, in an opened chest too."""
    room = _room(view)
    yield from room.things if room is not None else view.here


def _room(view: DescentView) -> RoomView | None:
    """Return the party's room, or None."""
    floor = next((f for f in view.floors if f.number == view.floor), None)
    return next((r for r in floor.rooms if r.id == view.room), None) if floor is not None and view.room else None


def _wants(m: MemberView, thing: ThingView) -> bool:
    """Say whether a member could use a thing best: wear it, or read it."""
    return m.cls in thing.who if thing.who else thing.sort == "scroll" and m.reads


def _things_of(m: MemberView) -> list[ThingView]:
    return [thing for thing in (m.hand, m.arm, m.body, *m.pack) if thing is not None]


def _has(m: MemberView, ware: WareView) -> bool:
    """Say whether a member has what is sold, or gear of its sort that is as good."""
    same = [thing for thing in _things_of(m) if thing.sort == ware.sort]
    if not ware.who:
        return any(thing.kind == ware.kind for thing in same)
    return any(_worth(thing, m) >= _worth(ware, m) for thing in same)


def _own(m: MemberView, slot: str) -> str:
    """Return the best of a sort in a member's own pack, if it would be better off with it; else nothing."""
    now = _worn(m, slot)
    reaches = slot != "weapon" or m.rank == "front"
    mine = [thing for thing in m.pack if thing.sort == slot and _fits(m, thing) and (reaches or thing.bow)]
    best = max(mine, key=lambda thing: _worth(thing, m), default=None)
    return best.id if best is not None and _worth(best, m) > _worth(now, m) else ""


def _wanted(thing: ThingView, view: DescentView) -> bool:
    """Say whether somebody may use a piece and would be better off with it than with what is worn or in hand."""
    able = (m for m in view.party if m.cls in thing.who)
    return not thing.kind or any(_worth(thing, m) > _worth(_worn(m, thing.sort), m) for m in able)


def _worn(m: MemberView, slot: str) -> ThingView | None:
    """Return what a member has in a slot."""
    return {"weapon": m.hand, "shield": m.arm, "armour": m.body}[slot]


def _free_hand(m: MemberView, ware: WareView) -> bool:
    """Say whether a member has an arm free for what is sold: no shield goes beside a weapon of two hands (D18.5)."""
    return ware.sort != "shield" or m.hand is None or m.hand.hands < 2


def _worth(thing: ThingView | WareView | None, m: MemberView) -> tuple[bool, int, int]:
    """Return how good a piece is for a member: in the back rank a bow reaches, all else by its figure, then attack."""
    if thing is None:
        return False, 0, 0
    return thing.bow and m.rank == "back", thing.figure, thing.attack


def _fits(m: MemberView, thing: ThingView) -> bool:
    """Say whether a member may put a piece on beside what it wears."""
    if m.cls not in thing.who:
        return False
    if thing.sort == "weapon":
        return thing.hands < 2 or m.arm is None
    return thing.sort != "shield" or m.hand is None or m.hand.hands < 2
