"""Sensing, wands and the time between adventures at the table (T23.25 to T23.29)."""

from __future__ import annotations

from typing import Any

from undercroft.engine.errors import BadUse
from undercroft.engine.toolkit import Answer, Asked, Cup, Option, Tool, one_of
from undercroft.rulebooks.tabletop import classes, pause, sensing, sheets, wands
from undercroft.rulebooks.tabletop.catalogue import catalogue
from undercroft.rulebooks.tabletop.conditions import RESTED, TRIED
from undercroft.rulebooks.tabletop.qualities import base, has
from undercroft.rulebooks.tabletop.records import Character, Condition, replace
from undercroft.rulebooks.tabletop.toolkit.refusing import refuse
from undercroft.rulebooks.tabletop.toolkit.saying import percent
from undercroft.rulebooks.tabletop.toolkit.sheet_words import changes

EASIEST, HARDEST = 6, 16
"""Difficulties of what a Dwarf may sense (T15.3)."""
MOST_QUALITY = 20
MOST_POINTS = 10_000


def _sense(asked: Asked, cup: Cup) -> Answer:
    if asked.flag("none") and asked.flag("difficulty"):
        raise BadUse("sense: --none and --difficulty do not go together")
    difficulty: int | None = asked.option_number("difficulty", EASIEST, HARDEST, 0) or None
    if difficulty is None and not asked.flag("none"):
        difficulty = sensing.DIFFICULTY.base + sum(cup.between(1, 6) for _ in range(sensing.DIFFICULTY.count))
    made = len(cup.thrown)
    total = sum(cup.between(1, sensing.ROLL.sides) for _ in range(sensing.ROLL.count))
    found = sensing.sensed(total, difficulty)
    told = "sensed" if found else "nothing sensed"
    if not asked.flag("gm"):
        return Answer((f"{told.capitalize()}.",), {"told": told}, ("T15.5",))
    against = "nothing nearby" if difficulty is None else f"difficulty {difficulty}"
    faces = [face for _, face in cup.thrown[made:]]
    line = f"{' + '.join(map(str, faces))} = {total} against {against}: {told}."
    figures = {"told": told, "dice": faces, "total": total, "against": against}
    return Answer((line,), figures, ("T15.2", "T15.4", "T15.5"))


def _odds_sense(asked: Asked, _: Cup) -> Answer:
    difficulty = asked.number(0, "D", 1, 20)
    chance = sensing.sense_chance(difficulty)
    exact, share = f"{chance.num}/{chance.of}", percent(chance.fraction)
    line = f"3d6 reach {difficulty}: {exact} = {share} %."
    return Answer((line,), {"roll": "3d6", "difficulty": difficulty, "chance": exact, "percent": share})


def _odds_wand(asked: Asked, _: Cup) -> Answer:
    intelligence = asked.number(0, "INT", 1, MOST_QUALITY)
    charisma = asked.number(1, "CHA", 1, MOST_QUALITY)
    level = asked.number(2, "LEVEL", 1, wands.TOP - 1)
    chance = wands.chance(intelligence, charisma, level)
    exact, share = f"{chance.num}/{chance.of}", percent(chance.fraction)
    change, most = wands.next_level(level).adjustment, wands.limit(intelligence, charisma, level)
    line = (
        f"From level {level} to {level + 1}: 2d20 + {change} against {intelligence} + {charisma}, so a total of {most} "
        f"or less: {exact} = {share} %."
    )
    figures = {
        "from": level, "to": level + 1, "roll": f"2d20 + {change}", "intelligence": intelligence, "charisma": charisma,
        "most": most, "chance": exact, "percent": share,
    }  # fmt: skip
    return Answer((line,), figures)


def _wand(asked: Asked, cup: Cup) -> Answer:
    sheet = sheets.read(asked.word(0))
    c = sheet.character
    refuse(wands.enchant_refused(c, tried=has(c, TRIED)), {c.id: c.name})
    most, entry = (
        wands.limit(base(c, "intelligence"), base(c, "charisma"), wands.level(c)),
        wands.next_level(wands.level(c)),
    )
    total = sum(cup.between(1, wands.SIDES) for _ in range(2))
    success = total <= most
    marks = (*c.conditions, Condition(TRIED, entry.astral, "adventure"))
    after = _settled(c, replace(wands.raised(c, wands.level(c) + success), conditions=marks))
    line = (
        f"{c.name}: 2d20 make {total}, {most} or less needed: {'success' if success else 'failure'}; "
        f"it costs {entry.astral} Astral, {'now' if has(c, RESTED) else 'after the next rest'}."
    )
    told, figures = changes(c, after)
    figures |= {"name": c.name, "roll": "2d20", "total": total, "most": most, "success": success, "cost": entry.astral}
    figures["dice"] = cup.dice
    rules = ("T19.4", "T19.6", "T19.13", entry.rule)
    return Answer(
        (cup.line, line, *told),
        figures | {"dice": cup.dice},
        rules,
        files=((sheet.path, sheets.changed(sheet, after)),),
    )


def _astral(asked: Asked, _: Cup) -> Answer:
    sheet = sheets.read(asked.word(0))
    number = asked.number(1, "N", 1, MOST_POINTS)
    c = sheet.character
    refuse(pause.train_refused(c, number), {c.id: c.name})
    after = _settled(c, pause.trained(c, number))
    price = pause.TRAINING * number
    told, figures = changes(c, after)
    line = f"{c.name} trains: {number} x {pause.TRAINING} = {price} silver."
    figures |= {"name": c.name, "points": number, "each": pause.TRAINING, "price": price}
    return Answer((line, *told), figures, files=((sheet.path, sheets.changed(sheet, after)),))


def _rest(asked: Asked, _: Cup) -> Answer:
    known = catalogue().lodgings
    lodging = one_of(asked.option("lodging", pause.BARN), "--lodging", tuple(known))
    price = known[lodging].price
    lines = [f"A week in the {known[lodging].name}, {price} silver each."]
    files: list[tuple[str, str]] = []
    told: list[dict[str, Any]] = []
    for path in asked.words:
        sheet = sheets.read(path)
        c = sheet.character
        if c.dead:
            raise BadUse(f"{path}: {c.name} is dead (T8.20)")
        if c.silver < price:
            raise BadUse(f"{path}: {c.name} has {c.silver} silver, and {price} are asked (T18.4)")
        after = _rested(replace(c, silver=c.silver - price), lodging)
        said, figures = changes(c, after)
        lines += said
        told.append({"name": c.name, **figures})
        files.append((path, sheets.changed(sheet, after)))
    figures = {"lodging": known[lodging].name, "price": price, "rested": told}
    return Answer(tuple(lines), figures, ("T18.1", "T18.4", "T18.5", "T18.11"), files=tuple(files))


def _rested(c: Character, lodging: str) -> Character:
    """Return a character after the rest, and after the cost of an attempt made before it in this pause (T18.10)."""
    after = over(pause.rested(c, lodging))
    if c.cls != classes.MAGICIAN:
        return after
    owed = () if has(c, RESTED) else tuple(one for one in c.conditions if one.kind == TRIED)
    marked = replace(after, conditions=(*owed, Condition(RESTED, c.astral, "adventure", source=lodging)))
    return replace(marked, astral=_begins_with(marked))


def _settled(before: Character, after: Character) -> Character:
    """Return a character whose rest came before what was done now, with the Astral of the other order (T18.10)."""
    if not has(after, RESTED):
        return after
    return replace(after, astral=max(0, after.astral + _begins_with(after) - _begins_with(before)))


def _begins_with(c: Character) -> int:
    """Return the Astral that the pause comes to: rest first, then what an attempt costs (T18.5, T18.9, T19.13)."""
    rest = next(one for one in c.conditions if one.kind == RESTED)
    owed = sum(one.amount for one in c.conditions if one.kind == TRIED)
    return max(0, pause.rested(replace(c, astral=rest.amount), rest.source).astral - owed)


def away(c: Character) -> Character:
    """Return a character who has been on an adventure since the rest, which ended that pause (T19.2)."""
    if not has(c, RESTED):
        return c
    return replace(c, conditions=tuple(one for one in c.conditions if one.kind not in (RESTED, TRIED)))


def over(c: Character) -> Character:
    """Return a character after whose adventure all effects ended, ointments on weapons too (T18.11, T13.41)."""
    return replace(c, conditions=(), deeds=0, weapons=tuple(replace(arm, treated=False) for arm in c.weapons))


TOOLS = (
    Tool(
        "sense", "", "A Dwarf asks for treasure or a secret door: only what the Dwarf perceives is told.", ("T23.25",),
        _sense,
        (
            Option("difficulty", "D", "6 to 16; 2d6+4 if it is left out"), Option("none", "", "nothing is nearby"),
            Option("gm", "", "show the roll"),
        ),
    ),
    Tool("odds sense", "D", "The exact chance that 3d6 reach a difficulty.", ("T23.26", "T15.4"), _odds_sense),
    Tool(
        "odds wand", "INT CHA LEVEL", "The exact chance to raise a wand of that level.", ("T23.27", "T19.6"), _odds_wand
    ),
    Tool("wand", "SHEET", "One attempt to raise a Magician's wand; its cost comes after the rest.", ("T23.27",), _wand),
    Tool("astral", "SHEET N", "Buy points of maximum Astral from the Guild.", ("T23.28", "T18.6", "T18.9"), _astral),
    Tool(
        "rest", "SHEET...", "A week's rest between adventures; what lasted for the adventure ends.", ("T23.29",), _rest,
        (Option("lodging", "barn|common|private", "where; the barn costs nothing"),),
    ),
)  # fmt: skip
