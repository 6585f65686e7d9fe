"""Exact odds: of Tests, blows, duels, sensing and enchanting (T23.6 to T23.9, T23.26, T23.27)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, log10

from undercroft.engine.errors import BadUse
from undercroft.engine.toolkit import Answer, Asked, Cup, Tool
from undercroft.rulebooks.tabletop import duels
from undercroft.rulebooks.tabletop.toolkit import finding
from undercroft.rulebooks.tabletop.toolkit.asking import PENALTY, SHEET, adjustment, tested
from undercroft.rulebooks.tabletop.toolkit.saying import decimal, dice, fixed, percent, signed

MOST_SCORE = 30


def _test(asked: Asked, _: Cup) -> Answer:
    test = tested(asked)
    chance = f"{test.chance.num}/{test.chance.of}"
    share = percent(test.chance.fraction)
    line = f"{test.line}: {chance} = {share} %."
    return Answer((line,), {**test.figures, "chance": chance, "percent": share}, test.rules)


def _hit(asked: Asked, _: Cup) -> Answer:
    attack = asked.number(0, "ATTACK", 0, MOST_SCORE)
    defence = asked.number(1, "DEFENCE", 0, MOST_SCORE)
    change = adjustment(asked, 2)
    chance = duels.hit_chance(attack, defence, change)
    line = (
        f"Attack {attack} against Defence {defence}, adjustment {signed(change)}: "
        f"{chance} = {decimal(chance, 4)} = {percent(chance)} %."
    )
    figures = {
        "attack": attack, "defence": defence, "adjustment": change, "chance": str(chance),
        "decimal": decimal(chance, 4), "percent": percent(chance),
    }  # fmt: skip
    return Answer((line,), figures)


def _duel(asked: Asked, _: Cup) -> Answer:
    a, b = (duels.duellist(finding.fighter(asked.word(at))) for at in (0, 1))
    try:
        odds = duels.odds(a, b)
    except ValueError as trouble:
        raise BadUse(f"odds duel: {trouble}") from None
    lines: list[str] = []
    figures: dict[str, object] = {}
    for key, one, other in (("a", a, b), ("b", b, a)):
        hits, harm = duels.hit_chance(one.attack, other.defence), duels.mean_damage(one, other)
        figures[key] = {
            "name": one.name, "courage": one.courage, "attack": one.attack, "defence": one.defence,
            "vitality": one.vitality, "protection": one.protection, "damage": dice(one.dice, one.add),
            "attacks": one.attacks, "hits": decimal(hits, 4), "takes": decimal(harm, 2),
        }  # fmt: skip
        lines.append(
            f"{one.name}: Courage {one.courage}, Attack {one.attack}, Defence {one.defence}, Vitality {one.vitality}, "
            f"Protection {one.protection}, damage {dice(one.dice, one.add)}, attacks {one.attacks}; "
            f"a first Attack hits with {decimal(hits, 4)} and then takes {decimal(harm, 2)} on average."
        )
    first = "either one" if a.courage == b.courage else (a if a.courage > b.courage else b).name
    wins, rounds = fixed(Fraction(odds.wins)), fixed(Fraction(odds.rounds))
    error = f"1e{ceil(log10(odds.error))}"
    figures |= {"first": first, "wins": wins, "rounds": rounds, "error": error}
    lines.append(
        f"{first.capitalize() if first == 'either one' else first} acts first. {a.name} wins with {wins}; "
        f"{rounds} rounds on average; error below {error}."
    )
    for one, other in ((a, b), (b, a)):
        if not duels.harms(one, other):
            lines.append(f"{one.name} can never harm {other.name}: the chance is exactly 0.")
            return Answer(tuple(lines), figures | {"harmless": one.name, "chance": 0}, ("T23.33",))
    return Answer(tuple(lines), figures)


TOOLS = (
    Tool(
        "odds test", "QUALITY|VALUE [ADJ]", "The exact chance of a Test.", ("T23.6", "T2.13"), _test, (PENALTY, SHEET)
    ),
    Tool(
        "odds hit", "ATTACK DEFENCE [ADJ]", "The exact chance that one Attack gets past one Defence.",
        ("T23.7", "T8.1", "T8.2", "T8.3", "T8.4", "T8.5"), _hit,
    ),
    Tool(
        "odds duel", "A B", "The exact chance that A beats B hand to hand, and the mean number of rounds; each is "
        "a sheet's file, a monster's name (goblin-chief) or one of the reference party (reference:warrior).",
        ("T23.8", "T23.9", "T8.3", "T8.6", "T8.8"), _duel,
    ),
)  # fmt: skip
