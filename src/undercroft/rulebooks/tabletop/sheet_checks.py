"""Checks of a character sheet (T24.5 to T24.7): every breach with its rule and line, and those that are allowed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from undercroft.engine.errors import quoted
from undercroft.rulebooks.tabletop import (
    armour,
    casting,
    classes,
    derived,
    forms,
    gains,
    loads,
    points,
    qualities,
    toml_texts,
)
from undercroft.rulebooks.tabletop.catalogue import catalogue
from undercroft.rulebooks.tabletop.records import QUALITIES, Character, replace
from undercroft.rulebooks.tabletop.sheets import Fault, Sheet, line_at, load, parse

NAME_MOST = 30
"""Letters of a name (T5.21)."""
LIFE_DIE = 6
"""A level gain adds a d6 to Vitality (T24.6)."""


class Checked(NamedTuple):
    """What a check found: breaches, those that the sheet allows, and the sheet itself if it can be read."""

    breaches: tuple[Fault, ...]
    allowed: tuple[Fault, ...]
    sheet: Sheet | None


def check(path: str) -> Checked:
    """Check a sheet's file; SheetError, one line, only where there is no text to check."""
    return check_text(load(path), path)


def check_text(text: str, path: str) -> Checked:
    """Check the text of a sheet. What is wrong with its form comes first: without a character there are no rules."""
    sheet, faults = parse(text, path)
    if sheet is None:
        return Checked(tuple(faults), (), None)
    found = sorted({*faults, *breaches(sheet)})
    allowed = tuple(fault for fault in found if fault.rule in sheet.allow)
    return Checked(tuple(fault for fault in found if fault not in allowed), allowed, sheet)


def own_words(sheet: Sheet) -> tuple[Fault, ...]:
    """Return what is no breach, but may be a slip: conditions that are the owner's own words."""
    place = "conditions"
    return tuple(
        Fault(line_at(sheet.lines, f"{place} {at}"), "T24.2", f"{place}: {quoted(one.kind)} is no word of the rules")
        for at, one in enumerate(map(forms.condition, toml_texts.read(sheet.text).get(place, ())))
        if forms.is_own(one)
    )


def breaches(sheet: Sheet) -> Iterator[Fault]:
    """Give every breach of the rules."""
    for judge in JUDGES:
        for place, rule, text in judge(sheet.character):
            yield Fault(line_at(sheet.lines, place), rule, text)


Found = Iterator[tuple[str, str, str]]
"""(key, rule, sentence) of each breach; the key tells the line."""


def _level(c: Character) -> Found:
    reached = points.level_of(c.ap)
    if c.level != reached:
        late = "; its level gains are due" if c.level < reached else f": Level {c.level} needs {points.needed(c.level)}"
        yield "level", "T16.19", f"Level {c.level}, but {c.ap} AP are Level {reached}{late}"


def _qualities(c: Character) -> Found:
    for name in QUALITIES:
        value = qualities.base(c, name)
        if value > qualities.MOST:
            yield name, "T1.4", f"{name} {value} is above {qualities.MOST}"
        if value < qualities.LEAST:
            yield name, "T1.5", f"{name} {value} is below {qualities.LEAST}"


def _scores(c: Character) -> Found:
    for score, value in derived.sheet_scores(c).items():
        if value > derived.MOST[score]:
            yield score, "T3.15", f"{score} {value} is above {derived.MOST[score]}"
    most = gains.sum_most(c.level, c.agility)
    if c.attack + c.defence > most:
        yield "attack", "T17.27", f"attack {c.attack} + defence {c.defence} = {c.attack + c.defence} is above {most}"


def _point(c: Character) -> Found:
    point = derived.agility_point(c.agility)
    if point == 0 and c.agility_point != "none":
        yield "agility_point", "T3.7", f"agility {c.agility} brings no point, but {c.agility_point} bears one"
    if point < 0 and c.agility_point == "none":
        yield "agility_point", "T3.6", f"agility {c.agility} takes a point off attack or defence"
    capped = not derived.below_caps(derived.sheet_scores(c))
    if point > 0 and c.agility_point == "none" and not capped:
        yield "agility_point", "T3.8", f"agility {c.agility} adds a point to attack or defence"


def _life(c: Character) -> Found:
    for now, most, name in ((c.vitality, c.vitality_max, "vitality"), (c.astral, c.astral_max, "astral")):
        if now > most:
            yield name, "T24.5", f"{name} {now} is above its maximum {most}"
    start = start_vitality(c)
    top = start + LIFE_DIE * (c.level - 1)
    if not start <= c.vitality_max <= top:
        yield "vitality_max", "T24.6", f"vitality_max {c.vitality_max} is not between {start} and {top}"
    if c.astral_max and not classes.casts(c):
        yield "astral_max", "T4.15", f"a {classes.of(c).name} has no Astral, but astral_max is {c.astral_max}"


def start_vitality(c: Character) -> int:
    """Return the Vitality that the character began with: a Dwarf's, if they were one before (T24.6)."""
    was = classes.DWARF if c.kin == classes.DWARF else c.cls
    return catalogue().classes[was].vitality


def _class(c: Character) -> Found:
    refusal = classes.condition_refused(c.cls, qualities.all_base(c))
    if refusal is not None:
        facts = refusal.facts
        yield "class", refusal.rule, f"a {facts['cls']} needs {facts['quality']} {facts['least']}, not {facts['value']}"
    own = classes.of(c).kin
    if c.kin != own and (c.cls, c.kin) != (classes.WARRIOR, classes.DWARF):
        yield "kin", "T4.35", f"a {classes.of(c).name} is {own}, not {c.kin}"


def _gear(c: Character) -> Found:
    worn = catalogue().armour[c.armour]
    if refusal := classes.use_refused(c, worn):
        yield "armour", refusal.rule, f"a {_who(c)} may not wear {forms.spoken(worn.id)}"
    if c.shield and (refusal := classes.use_refused(c, catalogue().armour["shield"])):
        yield "shield", refusal.rule, f"a {_who(c)} may not use a shield"
    if c.wielded < 0:
        return
    weapon = catalogue().weapons[c.weapons[c.wielded].kind]
    if refusal := classes.use_refused(c, weapon):
        yield "wielded", refusal.rule, f"a {_who(c)} may not wield a {forms.spoken(weapon.id)}"
    if c.shield and weapon.hands > 1:
        yield "wielded", "T9.21", f"a {forms.spoken(weapon.id)} takes two hands: there is none left for the shield"


def _who(c: Character) -> str:
    return f"{classes.of(c).name} of Dwarf kin" if c.kin == "dwarf" and c.cls != classes.DWARF else classes.of(c).name


def _load(c: Character) -> Found:
    load, capacity = loads.load(c), loads.capacity(c)
    if load > capacity:
        yield "strength", "T6.7", f"the load of {load} is above what strength {c.strength} carries, {capacity}"


def _name(c: Character) -> Found:
    if not (1 <= len(c.name) <= NAME_MOST and c.name[0].isalpha()):
        yield "name", "T5.21", f"a name has 1 to {NAME_MOST} characters and starts with a letter"


def _order(c: Character) -> Found:
    # Gear that forbids casting is a breach of its own, and can be taken off.
    bare = replace(c, armour=armour.CLOTHES, shield=False)
    if c.order and (refusal := casting.order_refused(bare, c.order)):
        yield "order", refusal.rule or "T7.45", f"the standing order {quoted(c.order)} can never be followed"


JUDGES: tuple[Callable[[Character], Found], ...] = (
    _name, _class, _level, _qualities, _scores, _point, _life, _gear, _load, _order,
)  # fmt: skip
"""Everything that is looked at, in order; the breaches are told in order of line."""
