"""Treasure at the table: jewel (T23.16, T23.17), treasure (T23.18), item (T23.19)."""

from __future__ import annotations

from typing import Any

from undercroft.engine.errors import BadUse
from undercroft.engine.toolkit import Answer, Asked, Cup, Option, Tool, one_of
from undercroft.rulebooks.tabletop import about, treasure
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.catalogue import catalogue, named
from undercroft.rulebooks.tabletop.forms import spoken
from undercroft.rulebooks.tabletop.records import Jewel, Magic
from undercroft.rulebooks.tabletop.toolkit.saying import decimal

MOST_JEWELS = 100
MOST_ENEMIES = 100


def _jewel(asked: Asked, cup: Cup) -> Answer:
    if asked.flag("carats") or asked.flag("sum"):
        if not (asked.flag("carats") and asked.flag("sum")) or asked.words:
            raise BadUse("jewel: --carats C and --sum S stand together, and without a number")
        carats = asked.option_number("carats", 1, treasure.CARATS, 0)
        total = asked.option_number("sum", 2, 2 * treasure.SIX, 0)
        line, figures = _told(Jewel(content.jewel(total).id, carats))
        return Answer((line,), {"jewels": [figures]}, ("T23.17", "T14.5", "T14.6", "T14.2"))
    number = asked.number(0, "N", 1, MOST_JEWELS, 1)
    found = [treasure.jewel(cup) for _ in range(number)]
    lines, figures = _jewels(found)
    return Answer((cup.line, *lines), {"dice": cup.dice, **figures}, ("T23.16", "T14.1", "T14.3", "T14.5", "T14.6"))


def _told(one: Jewel) -> tuple[str, dict[str, Any]]:
    per, value = catalogue().jewels[one.kind].value, treasure.value(one)
    weight = decimal(treasure.coins_weight(one), 3)
    line = f"{spoken(one.kind)}: {one.carats} carats x {per} silver = {value} silver, the weight of {weight} coins."
    kind = spoken(one.kind)
    return line, {"kind": kind, "carats": one.carats, "per_carat": per, "value": value, "coins": weight}


def _jewels(found: list[Jewel]) -> tuple[list[str], dict[str, Any]]:
    told = [_told(one) for one in found]
    worth = sum(treasure.value(one) for one in found)
    lines = [line for line, _ in told]
    if len(found) > 1:
        lines.append(f"{len(found)} jewels, {worth} silver in all.")
    sums = {"number": len(found), "worth": worth} if len(found) > 1 else {}
    return lines, {"jewels": [figures for _, figures in told], **sums}


def _treasure(asked: Asked, cup: Cup) -> Answer:
    letter = one_of(asked.word(0), "LETTER", tuple(one.name for one in catalogue().treasures.values()))
    row = catalogue().treasures[letter.lower()]
    enemies = asked.option_number("enemies", 1, MOST_ENEMIES, 1)
    orcs = asked.flag("orcs")
    hoard = treasure.hoard(cup, row.id, enemies, orcs=orcs)
    jewel_lines, figures = _jewels(list(hoard.jewels))
    items = [_item_line(one) for one in hoard.items]
    count = f" for {enemies} enemies" if row.per_enemy else ""
    lines = (cup.line, f"Treasure {letter}{count}: {hoard.silver} silver.", *jewel_lines, *items)
    told = {"letter": letter, **({"enemies": enemies} if row.per_enemy else {}), "silver": hoard.silver, **figures}
    rules = (row.rule, *(("T14.5", "T14.6") if hoard.jewels else ()), *(("T13.68",) if hoard.items else ()))
    told |= {"items": [_item(one) for one in hoard.items], "dice": cup.dice}
    return Answer(lines, told, (*rules, *(("T11.14",) if orcs else ())))


def _item_line(one: Magic) -> str:
    entry = catalogue().items[one.kind]
    return f"{entry.name} ({entry.rule}); a village pays {entry.price} silver for it, known and unspent."


def _item(one: Magic) -> dict[str, Any]:
    entry = catalogue().items[one.kind]
    return {"name": entry.name, "price": entry.price, "rule": entry.rule}


def _find(asked: Asked, cup: Cup) -> Answer:
    if asked.words:
        entry = named(catalogue().items, " ".join(asked.words))
        found = Magic(entry.id, known=True)
        rules = about.rules_of(entry)
        told = [{"id": rule.id, "text": rule.text} for rule in rules]
        lines = (_item_line(found), entry.about, *(f"{rule.text} ({rule.id})" for rule in rules))
        return Answer(lines, _item(found) | {"rules": told}, (*(rule.id for rule in rules), "T13.67"))
    found = treasure.item(cup)
    return Answer((cup.line, _item_line(found)), {"dice": cup.dice, **_item(found)}, ("T13.68", "T13.69", "T13.67"))


TOOLS = (
    Tool(
        "jewel", "[N]", "Random jewels, or the value of one without dice.", ("T14.6",), _jewel,
        (Option("carats", "C", "its carats, 1 to 20"), Option("sum", "S", "the total of 2d6 that gives its kind")),
    ),
    Tool(
        "treasure", "LETTER", "Roll a treasure, A to F.", ("T23.18",), _treasure,
        (
            Option("enemies", "N", "how many enemies; A and B count them"),
            Option("orcs", "", "Orcs alone: no magic"),
        ),
    ),
    Tool("item", "[NAME...]", "A random magic item, or what is known of one.", ("T23.19",), _find),
)  # fmt: skip
