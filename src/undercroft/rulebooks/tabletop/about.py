"""What can be read up on (T22.47, T25): everything of the lists by its name, and the words of the rules.

The lists are open to every player; nothing here rests on a game, so nothing of one is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from undercroft.engine.rules import Rule, Rules
from undercroft.engine.text import Texts, read_texts
from undercroft.engine.view import Listing, Sheet, Text
from undercroft.rulebooks.tabletop.catalogue import catalogue, plain
from undercroft.rulebooks.tabletop.entries import Goods, Item, MemberClass, Monster, Named

ABOUT = "about"
TABLES = (
    "monsters", "spells", "items", "weapons", "armour", "goods", "classes", "traits", "templates", "traps", "features",
    "themes", "quests", "lengths", "settings", "lodgings", "jewels", "kits",
)  # fmt: skip
TERMS = {
    "courage": "T1.11 T7.2", "intelligence": "T1.12", "charisma": "T1.13", "agility": "T1.14 T3.8",
    "strength": "T1.15 T3.3 T3.1", "quality": "T1.1 T1.3 T1.4", "test": "T2.5 T2.6 T2.8 T2.9",
    "adjustment": "T2.3 T2.14", "attack": "T8.1 T8.2 T8.3", "defence": "T8.4 T8.5 T8.6", "master-stroke": "T8.3",
    "damage": "T8.8", "protection": "T8.9 T8.8", "penalty": "T2.10 T2.11", "vitality": "T8.18 T8.20 T8.22",
    "astral": "T4.15 T18.5", "level": "T16.18 T16.19", "ap": "T16.3 T16.5", "ml": "T16.3",
    "rank": "T7.13 T7.14 T7.15", "ready": "T7.5 T7.6 T7.7", "round": "T7.1 T7.2", "turn": "T6.1 T6.3",
    "group": "T7.9 T22.49", "aware": "T7.9 T7.10 T7.11", "morale": "T7.39", "intimidate": "T7.30 T7.31 T7.32",
    "flee": "T7.34 T7.35 T7.36 T7.37", "fallen": "T8.18 T8.19 T8.21 T8.23", "bind": "T7.28", "guard": "T7.26",
    "auto": "T7.44 T7.45", "standing-order": "T7.45", "missile": "T8.11 T8.12 T8.14", "reach": "T7.15",
    "silvered": "T9.22", "break": "T8.17", "broken": "T8.17 T10.11", "light": "T6.5 T6.16",
    "dark": "T6.6", "load": "T6.7 T6.8 T6.9", "camp": "T6.11 T6.12 T6.13 T6.14 T22.33 T22.34",
    "wandering": "T22.33 T22.35", "listen": "T22.36", "scent": "T22.37",
    "search": "T15.17 T21.2", "sense": "T15.2 T15.4", "trap": "T21.1 T21.2 T21.3 T21.4", "parley": "T22.39 T22.40",
    "sneak": "T22.38", "retreat": "T7.37 T7.48", "resist": "T12.34 T12.35", "poison": "T8.31", "boss": "T22.41 T22.48",
    "quest": "T22.21 T22.22 T22.23 T22.24", "treasure": "T14.8 T14.16", "identify": "T13.6", "unknown": "T13.4 T13.5",
    "silver": "T5.10 T6.8 T10.11", "adventure-points": "T16.3 T16.5", "worth": "T16.3 T16.5",
    "entrance": "T22.45 T7.47", "room": "T22.43 T15.14", "panicked": "T8.26 T8.27 T8.28",
    "asleep": "T8.7 T8.10 T6.17", "stuck": "T8.29",
    "slowed": "T8.30", "caught": "T21.7 T21.12", "armour": "T10.9 T10.10 T10.11", "healing": "T8.22 T8.24 T6.12",
    "lodging": "T18.4 T18.5", "wand": "T19.4 T19.5", "road": "T22.32 T22.51", "mishap": "T22.32",
}  # fmt: skip
"""Words of the rules, each with the rules that tell of it; what it means stands in text/terms.toml."""
POTION = "T13.56 T13.57 T13.60"
ITEMS = {
    **dict.fromkeys(("healing-potion-10", "healing-potion-20", "healing-potion-30"), "T13.15 T13.17"),
    "potion-of-small-shape": "T13.61 T13.64 T13.65 T13.66", "weapon-ointment": "T13.40 T13.41 T13.42",
    "ointment-of-sleep": "T13.43 T13.44 T13.45 T13.46 T13.53 T13.55", "ointment-of-fear": "T13.47 T13.53 T13.55",
    "ointment-of-weakness": "T13.48 T13.49 T13.51 T13.53 T13.55", "key-of-opening": "T13.33 T13.34 T13.35",
    "heros-belt": "T13.22 T13.23 T13.24 T13.25", "ring-of-charm": "T13.27 T13.29 T13.30 T13.31",
    "cornucopia": "T13.18 T13.19 T13.20 T13.21", "mirror-of-truth": "T13.36 T13.37 T13.38 T13.39",
}  # fmt: skip
"""Magic items that several rules tell of; the potions of the Qualities share theirs."""


@cache
def rules() -> Rules:
    """Return the specification that rules are cited from."""
    return Rules(files("undercroft.rulebooks.tabletop") / "rules.md")


@cache
def _texts() -> Texts:
    return read_texts(files("undercroft.rulebooks.tabletop") / "text" / "terms.toml")


@cache
def _entries() -> dict[str, Named]:
    """Return every entry that can be asked about, by id and by name as an id."""
    found: dict[str, Named] = {}
    for table in TABLES:
        for entry in getattr(catalogue(), table).values():
            found.setdefault(entry.id, entry)
            found.setdefault(plain(entry.name), entry)
            found.setdefault(plain(entry.name.split(",")[0]), entry)
    return found


def names() -> Listing:
    """Return every name that can be asked about, words of the rules last."""
    entries = dict.fromkeys(entry.name for entry in _entries().values())
    return Listing(ABOUT, "", (*entries, *(word.replace("-", " ") for word in TERMS)))


def sheet(asked: str) -> Sheet | Text | None:
    """Return what stands under a name, an id or a word of the rules, singular or plural; None for nothing."""
    wanted = plain(asked)
    for word in (wanted, *_shorter(wanted)):
        if (entry := _entries().get(word)) is not None:
            return _entry(entry)
        if word in TERMS:
            return _term(word)
    return None


def _shorter(word: str) -> Iterator[str]:
    """Yield other forms that a word may stand for: without its number, or the end of a plural."""
    lead, _, number = word.rpartition("-")
    if number.isdigit():
        yield lead
    yield word.removeprefix("silvered-")
    yield from (word.removesuffix(end) for end in ("s", "es") if word.endswith(end))
    if word.endswith("ves"):
        yield word.removesuffix("ves") + "f"


def _entry(entry: Named) -> Sheet:
    pairs = [("", entry.about)]
    if isinstance(entry, Monster):
        pairs += [*_block(entry), ("Rule", entry.rule)]
    elif isinstance(entry, MemberClass):
        pairs += _class(entry)
    elif isinstance(entry, Goods):
        pairs.append(("Price", f"{entry.price} silver" + (f" for {entry.lot}" if entry.lot > 1 else "")))
    if not isinstance(entry, Monster):
        pairs += [(rule.id, rule.text) for rule in rules_of(entry)]
    name = entry.name[:1].upper() + entry.name[1:]
    return Sheet(f"{ABOUT} {entry.id}", name, tuple(pairs))


def rules_of(entry: Named) -> list[Rule]:
    """Return the rules that tell of an entry; of a magic item often several."""
    ids = ITEMS.get(entry.id, POTION if entry.quality else entry.rule) if isinstance(entry, Item) else entry.rule
    return [rules().rule(one) for one in ids.split()]


def _rule(id: str) -> str:
    return f"{rules().rule(id).text} ({id})"


def _block(one: Monster) -> Iterator[tuple[str, str]]:
    """Yield a stat block in words (T11.2), and what each trait does."""
    yield "Courage, Resist", f"{one.courage}, {one.resist}"
    yield "Vitality, Protection", f"{one.vitality}, {one.protection}"
    blows = f", {one.attacks} attacks a round" if one.attacks > 1 else ""
    yield "Attack, Defence", f"{one.attack}, {one.defence}{blows}"
    weapon = f" ({one.weapon})" if one.weapon else ""
    yield "Damage", f"{one.dice}d6{one.add:+}{weapon}" if one.add else f"{one.dice}d6{weapon}"
    yield "Size, worth", f"{one.size}, {one.ml} Adventure Points"
    number = f"{one.number_low}" if one.number_low == one.number_high else f"{one.number_low} to {one.number_high}"
    yield "Comes in groups of", number
    yield "Talks", f"yes, {one.talks:+} on the Test" if one.talks is not None else "no"
    for trait in one.traits:
        row = catalogue().traits[trait]
        yield row.name, f"{row.about} ({row.rule})"


def _class(one: MemberClass) -> Iterator[tuple[str, str]]:
    """Yield the conditions, the start values and the kit of a class (T4, T5)."""
    yield "Needs", ", ".join(f"{quality.capitalize()} {least}" for quality, least in one.needs) or "nothing"
    yield "Begins with", f"Vitality {one.vitality}" + (f", Astral {one.astral}" if one.astral else "")
    kit = catalogue().kits[one.kit]
    yield "Its kit", rules().rule(kit.rule).text


def _term(word: str) -> Text:
    """Return a word of the rules: what it means, and the rules that tell of it."""
    title = word.replace("-", " ").capitalize() if word.capitalize().lower() not in ("ap", "ml") else word.upper()
    lines = tuple(map(_rule, TERMS[word].split()))
    return Text(f"{ABOUT} {word}", title, (_texts().get(f"term.{word}"), *lines))
