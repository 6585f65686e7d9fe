"""How a competent player of `tabletop` gains levels, and makes new members."""

from __future__ import annotations

from undercroft.bots.offered import Offered
from undercroft.rulebooks.tabletop.views import MemberView, TabletopView

FRAIL, GROWTH = 20, 3
"""An Elf wants this Vitality, and so much more for each level, before more Astral; Magicians buy theirs (T18.6)."""


def gain(v: TabletopView, o: Offered) -> str:
    """Return the next choice of a level gain."""
    who = next(m for m in v.party if m.id == v.about.get("who"))
    if lives := o.all("gain"):
        frail = who.cls == "magician" or who.vitality_max < FRAIL + GROWTH * who.level
        return "gain astral" if "gain astral" in lives and not frail else "gain vitality"
    if o.all("agility-point"):
        return o.any("agility-point attack" if who.shoots else "agility-point defence") or o.first("agility-point")
    if "become warrior" in o:
        return "become warrior"
    if "raise attack" in o or "raise defence" in o:
        return _score(who, o)
    return o.any(*(f"raise {quality}" for quality in wanted(who))) or o.first("raise", "skip", "stay")


def _score(m: MemberView, o: Offered) -> str:
    attack_first = m.cls != "magician" and (m.shoots or m.attack <= m.defence + 2)
    words = ("raise attack", "raise defence") if attack_first else ("raise defence", "raise attack")
    return o.any(*words)


def wanted(m: MemberView) -> tuple[str, ...]:
    """Return the Qualities that a member raises, most wanted first."""
    courage, _, _, agility, _ = m.qualities
    if m.cls == "magician":
        return ("intelligence", "charisma", "courage", "agility", "strength")
    if m.cls == "elf":
        return ("courage", "intelligence", "agility", "strength", "charisma")
    turning = ("courage",) if m.cls != "warrior" and courage < 12 else ()
    nimble = ("agility",) if agility == 12 else ()
    return (*turning, *nimble, "strength", "courage", "agility", "intelligence", "charisma")


# --- new members ---

MEANT = {"warrior": (4, 0), "dwarf": (4, 3), "magician": (1, 2), "elf": (3, 1), "adventurer": (4, 0)}
"""Classes, most wanted first, with the two Qualities that each needs most (T4.4 to T4.8)."""
NAMES = ("Alda", "Bero", "Cuno", "Dorle", "Egil", "Frida", "Gunter", "Hilde", "Ivo", "Jutta", "Kuno", "Liese")


def create(v: TabletopView, o: Offered, made: int) -> str:
    """Return the next step of making a new member, the so many-th; a whole party is made by the quick start."""
    if "quick" in o:
        return "quick"
    match v.about.get("stage"):
        case "way":
            return "way arranged"
        case "assign":
            return _assigned(v, o)
        case "class":
            return o.any(*(f"class {cls}" for cls in missed(v)))
        case "agility-point":
            return "agility-point attack"
        case "roll" | "money" as stage:
            return str(stage)
    if not v.about.get("name"):
        return f"name {NAMES[made % len(NAMES)]} {'I' * (made // len(NAMES))}".strip()
    return o.any("kit", "finish")


def missed(v: TabletopView) -> tuple[str, ...]:
    """Return the classes that the party would like, most missed first."""
    have = [m.cls for m in v.party if m.state != "dead"]
    return tuple(sorted(MEANT, key=lambda cls: have.count(cls) + (cls == "adventurer")))


def _assigned(v: TabletopView, o: Offered) -> str:
    """Give the best results to what the class most missed needs, as far as it can be one."""
    classes = missed(v)

    def worth(text: str) -> tuple[int, ...]:
        values = [int(word) for word in text.split()[1:]]
        fits = [min(values[place] for place in MEANT[cls]) >= 12 for cls in classes]
        return (*fits, sum(values[place] for place in MEANT[classes[0]]))

    return max(o.all("assign"), key=worth)
