"""Monsters and encounters at the table: monster (T23.24), rate (T23.11), build (T23.12)."""

from __future__ import annotations

from typing import Any

from undercroft.engine.errors import BadUse, quoted
from undercroft.engine.toolkit import Answer, Asked, Cup, Option, Tool, one_of, whole_in
from undercroft.rulebooks.tabletop import budgets, encounters, monsters, parties
from undercroft.rulebooks.tabletop.catalogue import catalogue
from undercroft.rulebooks.tabletop.records import Enemy, Foe
from undercroft.rulebooks.tabletop.toolkit import finding
from undercroft.rulebooks.tabletop.toolkit.adventures import theme_for
from undercroft.rulebooks.tabletop.toolkit.saying import dice, fixed, listed, signed

SORTS = ("light", "middling", "heavy", "boss")
MOST_BUDGET = 10_000
FIELDS = {"v": "vitality_max", "p": "protection", "a": "attack", "d": "defence", "r": "resist", "damage": "add"}
"""Short names of a stat block's figures (T11.2)."""


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
        foe = monsters.changed(foe, changes)
    except ValueError as error:
        raise BadUse(f"--set: {error}") from None
    figures = block(foe)
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
    return field, whole_in(value, f"--set {field}", -999, 9999)


def block(foe: Foe) -> dict[str, Any]:
    """Return a stat block as data."""
    kind = catalogue().monsters[foe.kind]
    letter = encounters.letter_of(Enemy(foe.kind, foe.template))
    talks = {} if kind.talks is None else {"talks": kind.talks}
    poison = {"poison": {"adjustment": kind.poison, "damage": dice(kind.poison_dice, 0)}} if kind.poison_dice else {}
    return {
        "name": foe.name, "courage": foe.courage, "vitality": foe.vitality_max, "protection": foe.protection,
        "attack": foe.attack, "defence": foe.defence, "damage": dice(foe.dice, foe.add), "attacks": foe.attacks,
        "resist": foe.resist, "size": kind.size, "ml": foe.ml, "treasure": letter.upper(),
        "number": [kind.number_low, kind.number_high], "traits": [catalogue().traits[one].name for one in kind.traits],
        **poison, **({"astral": kind.astral} if kind.astral else {}), **talks,
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
    lines = (
        (
            f"Party Rating {rating}, adventure level {level}; "
            f"budget {most} ML{'' if said.isdigit() else f' ({said})'}; theme {theme.name}."
        ),
        f"{finding.told(foes)}: {total} ML, ratio {fixed(ratio, 2)}: {word}.",
    )
    figures = {
        "rating": rating, "level": level, "budget": most, "theme": theme.name, "group": finding.told(foes),
        "ml": total, "ratio": fixed(ratio, 2), "word": word,
    }  # fmt: skip
    return Answer(lines, figures, ("T22.8", "T22.9") if boss else ("T22.7",))


TOOLS = (
    Tool(
        "monster", "NAME...", "Print a stat block, changed as wished.", ("T23.24",), _monster,
        (
            Option("veteran", "", "by the template Veteran"), Option("chief", "", "by the template Chief"),
            Option("set", "FIELD=VALUE", f"change a figure: {', '.join(monsters.FIGURES)}", many=True),
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
