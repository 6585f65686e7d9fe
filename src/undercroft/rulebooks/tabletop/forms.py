"""Text forms of what a sheet lists (T24.2): weapons, goods, items, jewels, conditions; read and written alike.

`sword (silvered)`, `torch x4`, `healing potion 10 (unknown)`, `topaz 11`, `strength +7, 7 turns, potion-of-strength`.
"""

from __future__ import annotations

import re
from difflib import get_close_matches

from undercroft.engine.errors import UnknownName, nearest, quoted
from undercroft.rulebooks.tabletop import conditions, wands
from undercroft.rulebooks.tabletop.catalogue import catalogue, named, plain
from undercroft.rulebooks.tabletop.goods import ware
from undercroft.rulebooks.tabletop.records import QUALITIES, Arm, Condition, Jewel, Magic, replace
from undercroft.rulebooks.tabletop.weapons import WAND

MOST_PIECES = 9999
MOST_CARATS = 20
"""A jewel weighs 1d20 carats (T14.1)."""
MOST_AMOUNT, MOST_ASTRAL = 99, 10**6
"""Of a condition; of what a pause leaves on a sheet."""
ALIKE = 0.75
"""How alike a condition is to a known one that it is taken for a slip: others are notes of the owner's."""
AMOUNTS = (
    *QUALITIES, conditions.SHELL, conditions.SMALL_SHAPE, conditions.WEAKENED, conditions.SHAPE, "acid", "cursed",
    "deeds", "smell", "stench",
)  # fmt: skip
"""Conditions that have an amount."""
PAUSE = (conditions.TRIED, conditions.RESTED)
KNOWN = (
    *AMOUNTS, *PAUSE, conditions.ASLEEP, conditions.PANICKED, conditions.STUCK, conditions.SLOWED, conditions.HIDDEN,
    conditions.OWLS_EYES, conditions.TRUSTING, conditions.CHARMED, "dead",
)  # fmt: skip
BARE = "unarmed"
SPANS = ("turns", "rounds")
ENDS = ("combat", "adventure", "event")
_MARKED = re.compile(r"(.*?)\s*(?:\(([^()]*)\))?\s*\Z", re.DOTALL | re.ASCII)
_COUNTED = re.compile(r"(.*?)(?:\s+x\s*(\d{1,4}))?\s*\Z", re.DOTALL | re.ASCII)
_WEIGHED = re.compile(r"(.*?)\s+(\d{1,3})\s*\Z", re.DOTALL | re.ASCII)
_RAISED = re.compile(r"(.*?)(?:\s+([-+]?\d{1,9}))?\s*\Z", re.DOTALL | re.ASCII)
_LASTING = re.compile(r"(\d{1,5})\s+(turn|round)s?\Z", re.ASCII)
_KIND = re.compile(r"[a-z][a-z' -]*\Z", re.IGNORECASE)
ARM_MARKS = ("silvered", "foreign", "broken", "treated")
ITEM_MARKS = ("unknown", "spent")
COATED = "coated with "


def spoken(id: str) -> str:
    """Return an id as words: `hand axe`."""
    return id.replace("-", " ")


def arm(text: str, wand: int = wands.FIRST) -> Arm:
    """Read a weapon: `sword`, `hand axe (silvered, broken)`, `dagger (coated with Ointment of Sleep)`, `wand 3`.

    A wand without a level of its own has that of the sheet, `wand`.
    """
    name, marks = _marks(text)
    level = wand or wands.FIRST
    if (found := _WEIGHED.match(name)) and plain(found[1]) == WAND:
        name, level = found[1], int(found[2])
        if not wands.FIRST <= level <= wands.TOP:
            raise UnknownName(f"{quoted(text)}: a wand has a level from {wands.FIRST} to {wands.TOP}")
    coat = next((mark.removeprefix(COATED) for mark in marks if mark.startswith(COATED)), "")
    flags = _flags([mark for mark in marks if not mark.startswith(COATED)], ARM_MARKS)
    kind = named(catalogue().weapons, name).id
    raised = level - wands.FIRST if kind == WAND else 0
    one = Arm(kind, coat=named(catalogue().items, coat).id if coat else "", raised=raised)
    return replace(one, **flags)


def arm_text(one: Arm, wand: int = wands.FIRST) -> str:
    """Write a weapon; of a wand the level, if it is not that of the sheet."""
    marks = [mark for mark in ARM_MARKS if getattr(one, mark)]
    if one.coat:
        marks.append(COATED + catalogue().items[one.coat].name)
    own = one.kind == WAND and wands.level_of(one) != wand
    return _marked(spoken(one.kind) + (f" {wands.level_of(one)}" if own else ""), marks)


def goods(text: str) -> tuple[str, int]:
    """Read goods and how many pieces: `torch x4`, `rope`."""
    name, count = _match(_COUNTED, text)
    pieces = int(count or 1)
    if not 1 <= pieces <= MOST_PIECES:
        raise UnknownName(f"{quoted(text)}: from 1 to {MOST_PIECES} pieces")
    word = plain(name)
    return word if ware(word) is not None else named(catalogue().goods, name).id, pieces


def goods_text(one: tuple[str, int]) -> str:
    """Write goods."""
    kind, pieces = one
    return spoken(kind) + (f" x{pieces}" if pieces != 1 else "")


def item(text: str) -> Magic:
    """Read a magic item: `healing potion 10`, `Hero's Belt (spent)`; `(unknown)` if nobody knows what it is."""
    name, marks = _marks(text)
    flags = _flags(marks, ITEM_MARKS)
    return Magic(named(catalogue().items, name).id, known="unknown" not in flags, spent="spent" in flags)


def item_text(one: Magic) -> str:
    """Write a magic item."""
    marks = [*([] if one.known else ["unknown"]), *(["spent"] if one.spent else [])]
    return _marked(catalogue().items[one.kind].name, marks)


def jewel(text: str) -> Jewel:
    """Read a jewel and its carats: `topaz 11`."""
    if not (found := _WEIGHED.match(text)):
        raise UnknownName(f"{quoted(text)}: a jewel is a kind and its carats, such as topaz 11")
    carats = int(found[2])
    if not 1 <= carats <= MOST_CARATS:
        raise UnknownName(f"{quoted(text)}: a jewel weighs 1 to {MOST_CARATS} carats")
    return Jewel(named(catalogue().jewels, found[1]).id, carats)


def jewel_text(one: Jewel) -> str:
    """Write a jewel."""
    return f"{spoken(one.kind)} {one.carats}"


def condition(text: str) -> Condition:
    """Read a condition: its kind and amount, what ends it, what it comes from, parted by commas.

    `strength +7, 7 turns, potion-of-strength`; `cursed, adventure`. Without an end it lasts until something ends it.
    """
    what, *more = [part.strip() for part in text.split(",")]
    kind, amount = _match(_RAISED, what)
    if not kind or len(more) > 2:
        raise UnknownName(f"{quoted(text)}: a condition is a kind, how long it lasts and its source, parted by commas")
    _hold_known(text, kind, amount)
    kind = f"quality:{kind}" if kind in QUALITIES else kind
    until, left = "event", 0
    if more:
        until, left = _end(more[0])
    return Condition(kind, int(amount or 0), until, left, more[1] if len(more) > 1 else "")


def _hold_known(text: str, kind: str, amount: str) -> None:
    """Hold that a condition is no slip of a known one, and that its amount means something; UnknownName if not."""
    if kind not in KNOWN:
        if near := get_close_matches(kind.lower(), KNOWN, 1, ALIKE):
            raise UnknownName(f'{quoted(text)}: there is no such condition; did you mean "{near[0]}"?')
        if amount or not _KIND.match(kind):
            raise UnknownName(f"{quoted(text)}: a condition is words alone, or an amount of {', '.join(AMOUNTS)}")
    most = MOST_ASTRAL if kind in PAUSE else MOST_AMOUNT
    if abs(int(amount or 0)) > most:
        raise UnknownName(f"{quoted(text)}: an amount goes from -{most} to +{most}")


def is_own(one: Condition) -> bool:
    """Say whether a condition is the owner's own words, which no rule knows."""
    return one.kind.removeprefix("quality:") not in KNOWN


def _end(text: str) -> tuple[str, int]:
    if found := _LASTING.match(text):
        return f"{found[2]}s", int(found[1])
    if text in ENDS:
        return text, 0
    wanted = "a number of turns or rounds, or " + ", ".join(ENDS)
    raise UnknownName(f"{quoted(text)}: a condition lasts {wanted}{nearest(text, ENDS)}")


def condition_text(one: Condition) -> str:
    """Write a condition."""
    what = one.kind.removeprefix("quality:") + (f" {one.amount:+d}" if one.amount else "")
    span = one.until.removesuffix("s") if one.left == 1 else one.until
    parts = [what]
    if one.until != "event" or one.source:
        parts.append(f"{one.left} {span}" if one.until in SPANS else one.until)
    return ", ".join(filter(None, (*parts, one.source)))


def wielded(text: str, arms: tuple[Arm, ...], wand: int = wands.FIRST) -> int:
    """Return the place of the weapon in hand among those listed; -1 for bare hands."""
    if text in ("", BARE):
        return -1
    wanted = arm(text, wand)
    fitting = [at for at, one in enumerate(arms) if one.kind == wanted.kind]
    if fitting:
        return next((at for at in fitting if arms[at] == wanted), fitting[0])
    raise UnknownName(f"{quoted(text)} is not among the weapons{nearest(text, [arm_text(one, wand) for one in arms])}")


def wielded_text(place: int, arms: tuple[Arm, ...], wand: int = wands.FIRST) -> str:
    """Write the weapon in hand."""
    return arm_text(arms[place], wand) if place >= 0 else BARE


def _match(form: re.Pattern[str], text: str) -> tuple[str, str]:
    found = form.match(text)
    assert found is not None
    return found[1].strip(), found[2] or ""


def _marks(text: str) -> tuple[str, list[str]]:
    name, marks = _match(_MARKED, text)
    return name, [mark.strip() for mark in marks.split(",") if mark.strip()]


def _flags(marks: list[str], known: tuple[str, ...]) -> dict[str, bool]:
    for mark in marks:
        if mark not in known:
            raise UnknownName(f"({mark}) is not one of {', '.join(known)}{nearest(mark, known)}")
    return dict.fromkeys(marks, True)


def _marked(name: str, marks: list[str]) -> str:
    return f"{name} ({', '.join(marks)})" if marks else name
