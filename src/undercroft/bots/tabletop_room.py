"""What a competent player of `tabletop` does in a room: traps, features, chests, treasure, hidden things."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from undercroft.bots.offered import Offered
from undercroft.bots.tabletop_notes import Notes
from undercroft.bots.tabletop_rest import health, share
from undercroft.rulebooks.tabletop.views import MemberView, RoomView, TabletopView

COURAGE, INTELLIGENCE, CHARISMA, AGILITY, STRENGTH = range(5)
JUNK = ("bedroll", "waterskin", "sack", "backpack")
"""What somebody who carries too much can do without."""
THIRST = 5
"""Vitality lost for which the healing spring is worth a turn."""
SPEAKING = 13
"""Charisma from which a stone guardian is spoken to: it Tests at +2, and a failure is as bad as a success is good."""
KEEN = 11
"""Intelligence from which searching a room that shows nothing is worth two turns."""
WELL = 55
"""In 100: a party as well as this goes after hidden things and jewel eyes."""


def here(v: TabletopView) -> RoomView | None:
    """Return the room the party stands in."""
    return next((room for room in v.rooms if room.id == v.room), None)


def best(v: TabletopView, texts: Iterable[str], quality: int) -> str:
    """Return the offer of who is best at a Quality; the name stands in the offer."""
    worth = {m.id: m.qualities[quality] for m in v.party}
    return max(texts, key=lambda text: max((worth.get(word, -99) for word in text.split()), default=-99), default="")


def room_deeds(v: TabletopView, o: Offered, n: Notes) -> str:
    """Return a deed that this room is worth, or an empty text."""
    room = here(v)
    if room is None:
        return ""
    return (
        _caught(v, o, room)
        or o.any("free")
        or take(o, n.litter.get(room.id, set()))
        or _litter(v, o, room, n)
        or _trap(v, o, room, n)
        or _search(v, o, room, n)
        or _look(v, o, room, n)
        or _feature(v, o, room)
        or _chest(v, o)
        or _sense(v, o, room, n)
    )


def _caught(v: TabletopView, o: Offered, room: RoomView) -> str:
    return "" if room.feature == "idol" else best(v, o.all("climb"), AGILITY)


def take(o: Offered, litter: Collection[str] = ()) -> str:
    """Take what is worth carrying: all at once, or piece by piece when it is too much or the party's own litter."""
    if not litter:
        return o.any("take all") or o.first("take")
    return next((text for text in o.all("take") if text.split()[1] not in (*litter, "all")), "")


def _litter(v: TabletopView, o: Offered, room: RoomView, n: Notes) -> str:
    """Throw broken weapons away, where no sound one of the kind could be meant: no dealer takes them (T10.11)."""
    for m in v.party:
        for arm in m.broken:
            loose = m.weapons.count(arm) - (arm == m.wielded)
            if loose == m.broken.count(arm) and (text := f"drop {arm} {m.id}") in o:
                n.litter.setdefault(room.id, set()).add(arm)
                return text
    return ""


def sound(m: MemberView, arm: str) -> int:
    """Return how many weapons of a kind a member has that are not broken."""
    return m.weapons.count(arm) - m.broken.count(arm)


def _trap(v: TabletopView, o: Offered, room: RoomView, n: Notes) -> str:
    """Disarm a trap that was found: it is a deed, and nobody trips over it."""
    return best(v, o.all("disarm"), AGILITY) if room.trap and n.tries(f"disarm {room.id}") < 2 else ""


def _search(v: TabletopView, o: Offered, room: RoomView, n: Notes) -> str:
    """Search once where nothing is to be seen: a trap found is a trap that nobody treads on, or it hides treasure."""
    shows = room.feature or room.trap or room.chest or room.id in n.fought or room.id == n.entrance
    if shows or health(v) < WELL or v.light == 0 or n.asked.get(f"search {room.id}"):
        return ""
    text = best(v, o.all("search"), INTELLIGENCE)
    keen = max((m.qualities[INTELLIGENCE] for m in v.party if m.state == "standing"), default=0)
    if not text or keen < KEEN:
        return ""
    n.tries(f"search {room.id}")
    return text


def _look(v: TabletopView, o: Offered, room: RoomView, n: Notes) -> str:
    """Look once through an All-Seeing Eye for whom the quest leads to, while it is not fulfilled (T13.14)."""
    sought = [text for word in ("captive", "boss") for text in o.all("eye") if text.split()[2] == word]
    if not sought or v.quest is None or v.quest.fulfilled or not _first(n, f"eye {room.id}"):
        return ""
    n.on_map = frozenset(one.id for one in v.rooms)
    return sought[0]


def _feature(v: TabletopView, o: Offered, room: RoomView) -> str:
    match room.feature:
        case "riddle-statue":
            return best(v, o.all("riddle"), INTELLIGENCE)
        case "stone-guardian":
            text = best(v, o.all("speak"), CHARISMA)
            return text if any(m.id in text.split() and m.qualities[CHARISMA] >= SPEAKING for m in v.party) else ""
        case "old-map-room":
            return best(v, o.all("read-map"), INTELLIGENCE)
        case "healing-spring":
            thirsty = sorted((m for m in v.party if m.vitality_max - m.vitality >= THIRST), key=share)
            return o.any(*(f"drink-spring {m.id}" for m in thirsty))
        case "idol" if health(v) >= WELL:
            return o.first("take-eye") or best(v, o.all("climb"), AGILITY)
    return ""


def _chest(v: TabletopView, o: Offered) -> str:
    """Open a chest by whoever bears a needle best."""
    hale = sorted(v.party, key=lambda m: (-(m.vitality > 14), -m.qualities[AGILITY] - m.qualities[STRENGTH]))
    return o.any(*(f"open-chest {m.id}" for m in hale))


def _sense(v: TabletopView, o: Offered, room: RoomView, n: Notes) -> str:
    """Let a Dwarf ask after hidden things while the party is well."""
    if text := o.any("find"):
        return text
    if o.all("ask"):
        asked = [text for text in o.all("ask") if n.asked.get(f"{room.id} {text}", 0) == 0]
        if asked:
            n.tries(f"{room.id} {asked[0]}")
            return asked[0]
    if health(v) < WELL or v.light == 0:
        return ""
    return next((text for text in o.all("sense") if _first(n, f"{room.id} {text}")), "")


def _first(n: Notes, text: str) -> bool:
    return n.tries(text) == 0
