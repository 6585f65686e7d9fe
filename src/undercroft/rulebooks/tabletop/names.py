"""What players call an id: characters and foes by name, rooms and everything of the catalogue by its row's name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from undercroft.rulebooks.tabletop import goods, ways
from undercroft.rulebooks.tabletop.catalogue import catalogue
from undercroft.rulebooks.tabletop.records import State
from undercroft.rulebooks.tabletop.views import MemberView, TabletopView

CROWD = 3
"""So many names that differ in their number alone are told as one."""
TABLES = (
    "monsters", "weapons", "armour", "goods", "items", "jewels", "spells", "traps", "features", "themes", "quests",
    "lengths", "settings", "villages", "lodgings", "classes", "rooms", "traits", "templates",
)  # fmt: skip


def called(s: State, thing: Any) -> str:
    """Return the name of an id; whatever is no id is returned as it is."""
    word = str(thing)
    for table in (s.characters, s.retired, s.foes):
        if word in table:
            return str(table[word].name)
    if word in s.rooms:
        kind = s.rooms[word].kind
        return _row(kind) or kind
    return _row(word) or _gone(word) or word


def plain(thing: Any) -> str:
    """Return what an id of the lists is called, whatever game it is in."""
    return _row(str(thing)) or str(thing)


def answers_to(s: State, thing: str) -> str:
    """Return more words that people type for an id: the class and kin of a character, `entrance` for that room, and
    of what is sold its other number: `torches` for `torch`, `arrow` for `arrows`.
    """
    c = s.characters.get(thing)
    if c is not None:
        return f"{c.cls} {c.kin}" if c.kin != "human" else c.cls
    if goods.ware(thing) is not None:
        return _other_number(thing)
    return "entrance" if thing == ways.ENTRANCE else ""


def _other_number(word: str) -> str:
    if word.endswith("s"):
        return word.removesuffix("s")
    return f"{word}es" if word.endswith(("ch", "sh", "x")) else f"{word}s"


def nameable(v: TabletopView, field: str) -> tuple[str, ...]:
    """Return the ids that the party knows for a field of actions, offered now or not: every ware has a price on some
    list.
    """
    match field:
        case "member" | "giver" | "taker":
            return tuple(m.id for m in v.party)
        case "weapon":
            return tuple(dict.fromkeys(arm for m in v.party for arm in m.weapons))
        case "spell":
            return tuple(dict.fromkeys(spell for m in v.party for spell in m.spells))
        case "enemy":
            return tuple(foe.id for foe in v.foes)
        case "words":
            return (*(foe.id for foe in v.foes), *(m.id for m in v.party))
        case "thing":
            return tuple(dict.fromkeys((*(thing for m in v.party for thing in _held(m)), *goods.sold())))
    return ()


def _held(m: MemberView) -> tuple[str, ...]:
    """Return the words of all that a member carries."""
    goods = (word for word, _ in m.goods)
    handles = (handle for handle, _, _ in m.items)
    return (*m.weapons, m.armour, *goods, *handles, *(kind for kind, _ in m.jewels))


def listed(names: Sequence[str]) -> str:
    """Return names as a phrase; many foes that differ in their number alone are told as one: `Orc 1 to 4, Ogre`."""
    crowds: dict[str, list[int]] = {}
    for at, name in enumerate(names):
        lead, _, number = name.rpartition(" ")
        if number.isdigit() and lead in _kinds():
            crowds.setdefault(lead, []).append(int(number))
        else:
            crowds[f"{at}: {name}"] = []
    told = [_crowd(lead, numbers) if numbers else lead.partition(": ")[2] for lead, numbers in crowds.items()]
    return ", ".join(told)


def _crowd(lead: str, numbers: list[int]) -> str:
    if len(numbers) < CROWD:
        return ", ".join(f"{lead} {number}" for number in numbers)
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return f"{lead} " + ", ".join(
        f"{run[0]} to {run[-1]}" if len(run) >= CROWD else ", ".join(map(str, run)) for run in runs
    )


@cache
def _gone(word: str) -> str:
    """Return what a foe is called by its id alone, once its record is gone: `Orc 2` for `orc-2`, or `orc-r1.2`."""
    kind, _, number = word.rpartition("-")
    number = number.rpartition(".")[2]
    return f"{_row(kind)} {number}" if kind in catalogue().monsters and number.isdigit() else ""


@cache
def _kinds() -> frozenset[str]:
    """Return what foes are called before their number."""
    plain = [one.name for one in catalogue().monsters.values()]
    return frozenset([*plain, *(f"{name} {word.capitalize()}" for name in plain for word in catalogue().templates)])


@cache
def _row(word: str) -> str:
    for table in TABLES:
        found = getattr(catalogue(), table).get(word)
        if found is not None:
            return str(found.name)
    if word.startswith(goods.SILVERED) and (plain := _row(word.removeprefix(goods.SILVERED))):
        return f"silvered {plain}"
    return ""
