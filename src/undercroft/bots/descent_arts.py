"""What a competent player reads and uses outside fights: party effects, naming, mending of gear, honing."""

from __future__ import annotations

from undercroft.bots.descent_notes import Notes
from undercroft.bots.descent_rest import hunted
from undercroft.bots.offered import Offered
from undercroft.rulebooks.descent.views import DescentView, MemberView

HALE = 80
"""A thing unnamed is tried by who has this share of the ceiling, in 100: bad ones wound, or call a band."""
DRY = 60
"""A bottle unnamed is tried only below this share, for most bottles heal."""
RICH = 60
"""A spell that only helps is read outside fights while the reader keeps this share of the mana, in 100."""
WORN = 2
"""Points a piece must lack to be worth a kit or a page."""
SIGHTS = ("esp", "scroll-of-keen-sight")
TIRED = 70
"""Walking is made to heal better when somebody has less than this share of the ceiling, in 100."""


def arts(v: DescentView, o: Offered, n: Notes) -> str:
    """Return a page, a scroll or a thing worth its cost here, or an empty text."""
    return _gear(v, o) or (_below(v, o, n) if v.floor else "")


def _below(v: DescentView, o: Offered, n: Notes) -> str:
    return _name(v, o) or _try(v, o) or _party(v, o, n) or _walls(v, o) or _help(v, o)


def _share(m: MemberView) -> int:
    return 100 * m.health // m.ceiling


def _standing(v: DescentView) -> list[MemberView]:
    return [m for m in v.party if m.state == "standing"]


def _held(v: DescentView, o: Offered, *kinds: str) -> str:
    """Return the use or reading of the first thing of these kinds that wants no target."""
    for m in v.party:
        for thing in m.pack:
            if thing.kind in kinds and (text := o.any(f"use {thing.id}", f"read {thing.id}")):
                return text
    return ""


def _spare(v: DescentView, o: Offered, spell: str, keep: int = RICH) -> str:
    """Return a reading of a spell that wants no target, by who has mana to spare."""
    for m in sorted(_standing(v), key=lambda m: -m.mana):
        cost = dict(m.spells).get(spell)
        if cost is not None and 100 * (m.mana - cost) >= keep * m.most_mana and (text := f"cast {spell} {m.id}") in o:
            return text
    return ""


def running(v: DescentView, kind: str) -> bool:
    """Say whether a good effect of a kind runs on the party."""
    return any(e.kind == kind and e.good for e in v.effects)


def _aimed(o: Offered, head: str, first: str, marks: dict[str, int]) -> str:
    """Return the offer of a power on the target that has the greatest mark."""
    texts = [text for text in o.all(head) if text.startswith(f"{head} {first} ")]
    rated = [(marks.get(text.rpartition(" ")[2], 0), text) for text in texts]
    best = max(rated, default=(0, ""))
    return best[1] if best[0] > 0 else ""


def _gear(v: DescentView, o: Offered) -> str:
    """Hone the blade that strikes most, and mend what is worn down."""
    worn = [t for m in v.party for t in (m.hand, m.arm, m.body) if t is not None]
    lacks = {t.id: t.full - t.figure for t in worn if t.full - t.figure >= WORN}
    blades = {m.hand.id: m.hand.figure for m in _standing(v) if m.hand is not None}
    for m in v.party:
        for thing in m.pack:
            if thing.kind == "honing-stone" and (text := _aimed(o, "use", thing.id, blades)):
                return text
            if thing.kind == "mending-kit" and (text := _aimed(o, "use", thing.id, lacks)):
                return text
        if lacks and (text := _aimed(o, "cast", f"tempering {m.id}", lacks)):
            return text
    return ""


def _name(v: DescentView, o: Offered) -> str:
    """Have an unnamed thing named: lanterns first, for those cannot be tried."""
    order = {"lantern": 3, "bottle": 2, "scroll": 1}
    marks = {t.id: order.get(t.sort, 0) for m in v.party for t in m.pack if not t.kind}
    if not marks:
        return ""
    if aim := [text for text in o.all("aim") if text.rpartition(" ")[2] in marks]:
        return aim[0]
    for m in _standing(v):
        for thing in m.pack:
            if thing.kind == "scroll-of-naming" and (text := _aimed(o, "read", thing.id, marks)):
                return text
        cost = dict(m.spells).get("naming", m.mana)
        if 100 * (m.mana - cost) >= RICH * m.most_mana and (text := _aimed(o, "cast", f"naming {m.id}", marks)):
            return text
    return ""


def _try(v: DescentView, o: Offered) -> str:
    """Read unnamed scrolls while all are hale, drink unnamed bottles when hurt, before anything hunts the party."""
    up = _standing(v)
    if hunted(v) or any(e.kind == "poisoned" for m in up for e in m.effects):
        return ""
    whole = all(_share(m) >= HALE for m in up)
    for m in up:
        for thing in m.pack:
            if thing.kind:
                continue
            if thing.sort == "scroll" and whole and (text := f"read {thing.id}") in o:
                return text
            if (
                thing.sort == "bottle"
                and 2 * m.health > m.ceiling
                and _share(m) < DRY
                and (text := f"use {thing.id}") in o
            ):
                return text
    return ""


def _party(v: DescentView, o: Offered, n: Notes) -> str:
    """Start what helps the party while it walks."""
    if not running(v, "sight") and (text := _held(v, o, *SIGHTS) or _spare(v, o, "far-sight")):
        return text
    if not running(v, "fare") and (text := _held(v, o, "scroll-of-fasting") or _spare(v, o, "long-fare")):
        return text
    tired = n.resting or any(_share(m) < TIRED for m in _standing(v))
    if tired and not running(v, "mending"):
        return _held(v, o, "marching-song") or _spare(v, o, "walking-cure", 0)
    return ""


def _walls(v: DescentView, o: Offered) -> str:
    """Make hidden doors known where a room without a door is on the map, and the ways where none is known."""
    floor = next((f for f in v.floors if f.number == v.floor), None)
    if floor is None:
        return ""
    if any(r.doorless for r in floor.rooms) and (text := _held(v, o, "scroll-of-open-walls")):
        return text
    lost = floor.up < 0 if v.king else v.floor not in v.maps
    return _spare(v, o, "way-finding", 0) if lost else ""


def _help(v: DescentView, o: Offered) -> str:
    """Raise, cure, and keep the next room from striking first."""
    for m in _standing(v):
        if text := next((text for text in o.all("cast") if text.startswith(f"cast rekindle {m.id} ")), ""):
            return text
        if text := next((text for text in o.all("cast") if text.startswith(f"cast cleansing {m.id} ")), ""):
            return text
    return "" if v.soft_step or v.king else _spare(v, o, "soft-step")
