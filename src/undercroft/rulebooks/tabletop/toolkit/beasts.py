"""Monsters and encounters at the table: monster (T23.24), rate (T23.11), build (T23.12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from undercroft.engine.errors import BadUse, nearest, quoted
from undercroft.engine.toolkit import Answer, Asked, Cup, Option, Tool, one_of, whole_in
from undercroft.rulebooks.tabletop import budgets, encounters, monsters, parties
from undercroft.rulebooks.tabletop.catalogue import catalogue
from undercroft.rulebooks.tabletop.records import Enemy, Foe
from undercroft.rulebooks.tabletop.toolkit import finding
from undercroft.rulebooks.tabletop.toolkit.adventures import theme_for
from undercroft.rulebooks.tabletop.toolkit.saying import decimal, dice, fixed, listed, signed

SORTS = ("light", "middling", "heavy", "boss")
MOST_BUDGET = 10_000
FIELDS = {"v": "vitality_max", "p": "protection", "a": "attack", "d": "defence", "r": "resist", "damage": "add"}
"""Short names of a stat block's figures (T11.2)."""
LISTED: dict[str, tuple[int, int]] = {"number": (1, 99), "number_high": (1, 99), "talks": (-20, 20)}
"""Figures of a stat block that no fight asks for; a new number is the highest too unless that is given."""
CHANGED = {**monsters.FIGURES, **LISTED}
"""What a game master may change of a stat block (T11.1)."""


def _monster(asked: Asked, _: Cup) -> Answer:
    if asked.flag("veteran") and asked.flag("chief"):
        raise BadUse("monster: --veteran and --chief do not go together")
    template = next((one for one in finding.TEMPLATES if asked.flag(one)), "")
    foe = finding.monster(" ".join(asked.words), template)
    changes: dict[str, int] = {}
    for field, value in map(_change, asked.options.get("set", ())):
        if field in changes:
            raise BadUse(f"--set: {field} is given twice")
        changes[field] = value
    try:
        foe = monsters.changed(foe, {field: value for field, value in changes.items() if field in monsters.FIGURES})
    except ValueError as error:
        raise BadUse(f"--set: {error}") from None
    figures = block(foe, changes)
    kind = catalogue().monsters[foe.kind]
    changed = f" Changed by the game master: {listed(changes)}." if changes else ""
    rules = ("T11.2", kind.rule, *(("T11.1",) if changes else ()), *_template_rules(foe))
    return Answer((*block_lines(foe, figures), *([changed.strip()] if changes else [])), figures, rules)


def _template_rules(foe: Foe) -> tuple[str, ...]:
    return (catalogue().templates[foe.template].rule,) if foe.template else ()


def _change(said: str) -> tuple[str, int]:
    field, equals, value = said.partition("=")
    if not equals:
        raise BadUse(f"--set {quoted(said)}: write FIELD=VALUE")
    field = FIELDS.get(field.lower(), field.lower())
    if field not in CHANGED:
        raise BadUse(f"--set: no figure is called {quoted(field)}{nearest(field, CHANGED)}")
    return field, whole_in(value, f"--set {field}", *CHANGED[field])


def block(foe: Foe, listed: Mapping[str, int] = MappingProxyType({})) -> dict[str, Any]:
    """Return a stat block as data; `listed` are changes of what a foe does not carry."""
    kind = catalogue().monsters[foe.kind]
    letter = encounters.letter_of(Enemy(foe.kind, foe.template))
    low = listed.get("number", kind.number_low)
    high = listed.get("number_high", low if "number" in listed else kind.number_high)
    number = listed.get("talks", kind.talks)
    talks = {} if number is None else {"talks": number}
    poison = {"poison": {"adjustment": foe.poison, "damage": dice(foe.poison_dice, 0)}} if foe.poison_dice else {}
    return {
        "name": foe.name, "courage": foe.courage, "vitality": foe.vitality_max, "protection": foe.protection,
        "attack": foe.attack, "defence": foe.defence, "damage": dice(foe.dice, foe.add), "attacks": foe.attacks,
        "resist": foe.resist, "size": kind.size, "ml": foe.ml, "treasure": letter.upper(),
        "number": sorted((low, high)), "traits": [catalogue().traits[one].name for one in kind.traits],
        **poison, **({"astral": foe.astral} if foe.astral else {}), **talks,
    }  # fmt: skip


def block_lines(foe: Foe, figures: dict[str, Any]) -> list[str]:
    """Return a stat block in words."""
    low, high = figures["number"]
    more = [f"traits {listed(figures['traits'])}"]
    if "poison" in figures:
        more.append(f"poison {signed(figures['poison']['adjustment'])} ({figures['poison']['damage']})")
    if "astral" in figures:
        more.append(f"Astral {figures['astral']}")
    more.append(f"talks {signed(figures['talks'])}" if "talks" in figures else "does not talk")
    return [
        (
            f"{foe.name}: Courage {foe.courage}, V {foe.vitality_max}, P {foe.protection}, A {foe.attack}, "
            f"D {foe.defence}, damage {figures['damage']}, attacks {foe.attacks}, R {foe.resist}, {figures['size']}, "
            f"ML {foe.ml}, treasure {figures['treasure'] or 'none'}, number {low}-{high}, {', '.join(more)}."
        ),
        catalogue().monsters[foe.kind].about,
    ]


def _rate(asked: Asked, _: Cup) -> Answer:
    party = parties.find(asked.word(0))
    foes = finding.group(asked.words[1:])
    rating, total = budgets.party_rating(party.levels), sum(foe.ml for foe in foes)
    ratio, word = budgets.rate(rating, [foe.ml for foe in foes])
    line = (
        f"{finding.told(foes)}: ML {' + '.join(str(foe.ml) for foe in foes)} = {total}; Party Rating {rating}; "
        f"ratio {fixed(ratio, 2)}: {word}."
    )
    figures = {
        "group": finding.told(foes), "mls": [foe.ml for foe in foes], "ml": total, "rating": rating,
        "ratio": fixed(ratio, 2), "word": word,
    }  # fmt: skip
    return Answer((line,), figures)


def _filled(foes: Sequence[Foe], most: int) -> tuple[str, list[dict[str, Any]]]:
    """Tell how a budget was divided by the ML of the kind that was drawn, a second time for Veterans (T22.7)."""
    kind = catalogue().monsters[foes[0].kind]
    mls = dict.fromkeys((kind.ml, foes[0].ml))
    steps = [{"budget": most, "ml": ml, "quotient": decimal(Fraction(most, ml))} for ml in mls]
    told = [f"{most} / {one['ml']} = {one['quotient']}" for one in steps]
    if len(told) > 1:
        told = [f"{told[0]}, above {budgets.MOST_OF_A_KIND}", f"as Veterans {told[1]}"]
    return f"{kind.name}: {'; '.join(told)}, so {len(foes)}.", steps


def _led(foes: Sequence[Foe], most: int) -> tuple[str, list[dict[str, Any]]]:
    """Tell what a leader and each companion in the order drawn left of a budget (T22.8)."""
    left = most
    steps: list[dict[str, Any]] = []
    for foe in foes:
        left -= foe.ml
        steps.append({"name": foe.name, "ml": foe.ml, "left": left})
    return f"Of {most} ML: " + "; ".join(f"{one['name']} {one['ml']}, {one['left']} left" for one in steps) + ".", steps


def _build(asked: Asked, cup: Cup) -> Answer:
    party = parties.find(asked.word(0))
    levels = party.levels
    rating, level = budgets.party_rating(levels), budgets.adventure_level(levels)
    said = asked.word(1).lower()
    boss = said == "boss"
    if said[:1].isdigit():
        most = whole_in(said, "BUDGET", 1, MOST_BUDGET)
    else:
        said = one_of(said, "BUDGET", SORTS)
        most = budgets.budget(rating, said)
    themes = budgets.themes_for(level, budgets.budget(rating, "boss"))
    given = theme_for(asked.option("theme"), level) if asked.flag("theme") else ""
    theme = catalogue().themes[given] if given else cup.pick(themes)
    sort = "boss" if boss else "heavy"
    foes = [finding.monster(one.kind, one.template) for one in encounters.enemies(cup, theme, level, sort, most)]
    ratio, word = budgets.rate(rating, [foe.ml for foe in foes])
    total = sum(foe.ml for foe in foes)
    each = [budgets.RATING_BASE + budgets.RATING_LEVEL * one for one in levels]
    size = catalogue().party_sizes[len(levels)].percent
    share = {} if said.isdigit() else {"percent": catalogue().budgets[said].percent}
    worked = f"{rating} x {share['percent']} % = {most} ML ({said})" if share else f"{most} ML"
    filling, steps = (_led if boss else _filled)(foes, most)
    lines = (
        *((cup.line,) if cup.thrown else ()),
        (
            f"Party Rating ({' + '.join(map(str, each))}) x {size} % = {rating}, adventure level {level}; "
            f"budget {worked}; theme {theme.name}."
        ),
        filling,
        f"{finding.told(foes)}: {total} ML, ratio {fixed(ratio, 2)}: {word}.",
    )
    figures = {
        "dice": cup.dice, "members": each, "size_percent": size, "rating": rating, "level": level, **share,
        "budget": most, "steps": steps, "theme": theme.name, "group": finding.told(foes),
        "ml": total, "ratio": fixed(ratio, 2), "word": word,
    }  # fmt: skip
    return Answer(lines, figures, ("T22.8", "T22.9") if boss else ("T22.7",))


TOOLS = (
    Tool(
        "monster", "NAME...", "Print a stat block, changed as wished.", ("T23.24",), _monster,
        (
            Option("veteran", "", "by the template Veteran"), Option("chief", "", "by the template Chief"),
            Option("set", "FIELD=VALUE", f"change a figure: {', '.join(CHANGED)}", many=True),
        ),
    ),
    Tool(
        "rate", "PARTY GROUP...", "How hard a group is for a party: rate reference 4 orcs, 1 ogre.",
        ("T23.11", "T22.5"), _rate,
    ),
    Tool(
        "build", "PARTY BUDGET", "Propose a group: BUDGET is a number of ML, light, middling, heavy or boss.",
        ("T23.12", "T22.5", "T22.6"), _build, (Option("theme", "T", "the dungeon's folk, by name"),),
    ),
)  # fmt: skip
