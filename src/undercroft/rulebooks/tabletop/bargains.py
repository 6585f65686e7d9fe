"""The errand `sell all` (T10.11, T13.67, T14.6): what a party has no use for, sold in one go, chosen from the view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from undercroft.engine import errand
from undercroft.engine.action import Offers
from undercroft.engine.errand import Halt
from undercroft.rulebooks.tabletop import armour, goods
from undercroft.rulebooks.tabletop.catalogue import catalogue
from undercroft.rulebooks.tabletop.classes import DWARF
from undercroft.rulebooks.tabletop.entries import Armour, Weapon
from undercroft.rulebooks.tabletop.views import MemberView, TabletopView


class SellAll(errand.Errand[TabletopView]):
    """Sell what nobody needs: jewels, spent magic that still brings something, foreign-made weapons, and whatever arms
    and armour nobody here may use or would be better off with. What is worn or in hand stays, and so does a spare
    weapon for each, all magic that works, and all goods: sell those by name.
    """

    usage = "sell all"
    must = "all"
    asks = ("village",)
    told = False

    def __init__(self, aim: str = "") -> None:
        super().__init__(aim)
        self.purse = -1
        """The party's silver when it began."""

    @classmethod
    def aims(cls, view: TabletopView, offers: Offers) -> dict[str, str]:
        return {"all": ""}

    @classmethod
    def useful(cls, view: TabletopView, offers: Offers) -> bool:
        return any(text in offers for text in _deals(view))

    def next(self, view: TabletopView, offers: Offers) -> str | Halt:
        if step := next((text for text in _deals(view) if text in offers), ""):
            self.purse = _silver(view) if self.purse < 0 else self.purse
            return step
        return Halt("unsold") if self.purse < 0 else Halt("sold", {"silver": _silver(view) - self.purse})


def _silver(view: TabletopView) -> int:
    return sum(m.silver for m in view.party)


def _deals(view: TabletopView) -> Iterator[str]:
    """Yield what might be sold, whether somebody pays for it or not."""
    for m in view.party:
        things = [kind for kind, _ in m.jewels]
        things += [handle for handle, _, spent in m.items if spent]
        things += [*_loose_arms(m, view), *_loose_armour(m, view)]
        yield from (f"sell {thing} of {m.id}" for thing in things)


def _loose_arms(m: MemberView, view: TabletopView) -> Iterator[str]:
    """Yield the kinds of weapons beside the one in hand that nobody here has a use for.

    The word of a kind means the first of several: a kind goes only where all of it may go.
    """
    beside = Counter(m.weapons) - Counter([m.wielded])
    foreign = Counter(m.foreign)
    usable = {kind: arm for kind in beside if (arm := _usable(m, kind)) is not None}
    sound = [kind for kind in usable if beside[kind] > foreign[kind] + m.broken.count(kind)]
    spare = "" if sound else max(usable, key=lambda kind: (usable[kind].dice, usable[kind].add), default="")
    for kind, number in beside.items():
        nobodys = not any(_usable(one, kind) for one in view.party if one.state != "dead")
        if nobodys or (number == foreign[kind] and (kind != spare or number > 1)):
            yield kind


def _usable(m: MemberView, kind: str) -> Weapon | None:
    """Return a weapon's entry if class and kin let a member use it (T4.17 to T4.22, T4.33)."""
    arm = catalogue().weapons[kind]
    barred = arm.not_dwarf and m.kin == DWARF
    return arm if catalogue().classes[m.cls].letter in arm.letters and not barred else None


def _loose_armour(m: MemberView, view: TabletopView) -> Iterator[str]:
    """Yield the suits and shields in a pack that nobody here would be better off with."""
    for word, _ in m.goods:
        entry = goods.known(word).entry
        if isinstance(entry, Armour) and not any(_betters(one, entry) for one in view.party):
            yield word


def _betters(m: MemberView, entry: Armour) -> bool:
    """Say whether a member may use a suit or shield, and would be better protected by it than now."""
    if m.state == "dead" or catalogue().classes[m.cls].letter not in entry.letters:
        return False
    if entry.shield:
        return not m.shield
    worn = m.protection - (catalogue().armour[armour.SHIELD].protection if m.shield else 0)
    return entry.protection > worn
