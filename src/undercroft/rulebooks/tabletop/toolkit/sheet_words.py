"""Characters in words and as data: what a sheet says, and what changed on it."""

from __future__ import annotations

from typing import Any

from undercroft.rulebooks.tabletop import armour, classes, derived, forms, loads, qualities, sheets, wands, weapons
from undercroft.rulebooks.tabletop.records import QUALITIES, Character
from undercroft.rulebooks.tabletop.toolkit.saying import dice

LISTS = ("weapons", "goods", "items", "jewels", "conditions", "history")
QUIET = ("history", "order")
"""Keys whose changes are told in another way."""


def changes(before: Character, after: Character) -> tuple[list[str], dict[str, Any]]:
    """Return what changed on a sheet, as lines and as data: `vitality_max 35 -> 39`."""
    old, new = sheets.values_of(before), sheets.values_of(after)
    changed = [key for key in new if new[key] != old[key] and key not in QUIET]
    lines = [f"{after.name}: " + "; ".join(f"{key} {_said(old[key])} -> {_said(new[key])}" for key in changed) + "."]
    figures = {key: {"before": old[key], "after": new[key]} for key in changed}
    return (lines if changed else [f"{after.name}: nothing changes."]), {"changes": figures}


def shown(c: Character) -> tuple[list[str], dict[str, Any]]:
    """Return a sheet with what follows from it, as lines and as data."""
    cls = classes.of(c).name + (" of Dwarf kin" if c.kin == classes.DWARF and c.cls != classes.DWARF else "")
    blow = weapons.damage(c, weapons.in_hand(c))
    weapon = forms.wielded_text(c.wielded, c.weapons)
    now = {name: qualities.effective(c, name) for name in QUALITIES}
    lines = [
        f"{c.name}, {cls}, Level {c.level}, {c.ap} AP" + (", dead" if c.dead else "") + ".",
        "; ".join(f"{name.capitalize()} {_changed(getattr(c, name), value)}" for name, value in now.items()) + ".",
        (
            f"Attack {_changed(c.attack, derived.attack(c))}; Defence {_changed(c.defence, derived.defence(c))}; "
            f"Agility point {c.agility_point}; Vitality {c.vitality}/{c.vitality_max}; "
            f"Astral {c.astral}/{c.astral_max}."
        ),
        (
            f"In hand: {weapon}, {dice(blow.count, blow.base)}; armour {forms.spoken(c.armour)}, "
            f"shield {_yes(c.shield)}; Protection {armour.protection(c)}, Agility Penalty {armour.penalty(c)}; "
            f"load {loads.load(c)} of {loads.capacity(c)}; wand level {wands.level(c)}; silver {c.silver}."
        ),
    ]
    values = sheets.values_of(c)
    effective = {str(name): value for name, value in now.items()}
    effective |= {"attack": derived.attack(c), "defence": derived.defence(c)}
    lines += [f"{key.capitalize()}: {'; '.join(values[key])}." for key in LISTS if values[key]]
    lines += [f"Standing order: {c.order}."] if c.order else []
    figures = {
        **{key: value for key, value in values.items() if value not in ([], "")}, "class": cls, "dead": c.dead,
        "effective": effective,
        "damage": dice(blow.count, blow.base), "protection": armour.protection(c), "penalty": armour.penalty(c),
        "load": loads.load(c), "capacity": loads.capacity(c),
    }  # fmt: skip
    return lines, figures


def _changed(base: int, now: int) -> str:
    return str(base) if base == now else f"{base} (now {now})"


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"


def _said(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(value) or "none"
    return str(value)
