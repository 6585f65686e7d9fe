"""Fighters: what both sides have in common. A fighter is known by its id, a character's or a foe's.

Everything here looks and writes nothing; the figures are those of the moment, conditions counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from undercroft.rulebooks.tabletop import armour, derived, entries, qualities
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.records import MASTER, Character, Condition, Foe, State

RESIST_SHARE = 2
"""A character's Resist is the half of Courage and Intelligence together (T12.34)."""
PARTY, GROUP = "party", "group"
DARKNESS = 5
"""What the dark adds to Attack and Defence rolls, and to Tests of Agility and Intelligence (T6.6)."""
RULED = "protection"
"""The condition that adds what a game master changed of a character's Protection (T23.14)."""

UNDEFENDING = ("asleep", "panicked")
"""Conditions under which nobody can Defend (T8.7, T8.26)."""


def fighter(s: State, who: str) -> Character | Foe:
    """Return the record of a character or a foe; KeyError if there is none."""
    found = s.characters.get(who)
    return found if found is not None else s.foes[who]


def condition(one: Character | Foe, kind: str) -> Condition | None:
    """Return the fighter's condition of that kind, or None."""
    for held in one.conditions:
        if held.kind == kind:
            return held
    return None


def under(s: State, who: str, kind: str) -> bool:
    """Say whether a fighter is under a condition of that kind: "asleep", "panicked", "stuck", "slowed" ..."""
    one = s.characters.get(who) or s.foes[who]
    return bool(one.conditions) and condition(one, kind) is not None


@cache
def traits(kind: str) -> tuple[str, ...]:
    """Return the traits of a kind of monster."""
    return content.monster(kind).traits


@cache
def immune(kind: str, to: entries.Block) -> bool:
    """Say whether a trait of the kind shuts something out: "fright", "panic", "sleep", "surrender" ... (T7.33)."""
    known = content.catalogue().traits
    return any(to in known[trait].blocks for trait in traits(kind))


def at_table(s: State) -> bool:
    """Say whether a game master leads this combat."""
    return s.place.where == "fight"


def sees_all(s: State, seat: str) -> bool:
    """Say whether nothing is hidden from a seat: the game master's, at a table."""
    return seat == MASTER and at_table(s)


# --- the party ---


def living(s: State) -> list[Character]:
    """Return the characters of the party who are not dead, in marching order."""
    return [c for who in s.party.order if not (c := s.characters[who]).dead]


def living_ids(s: State) -> list[str]:
    """Return the ids of the party's living, in marching order."""
    return [who for who in s.party.order if not s.characters[who].dead]


# --- who is there ---


def in_combat(s: State, who: str) -> bool:
    """Say whether a fighter is in the present combat, fallen or not."""
    stance = s.stances.get(who)
    return stance is not None and stance.place == "in"


def standing(s: State, who: str) -> bool:
    """Say whether a fighter stands in the present combat: Vitality above 0, not gone."""
    stance = s.stances.get(who)
    return stance is not None and stance.place == "in" and fighter(s, who).vitality > 0


def standing_party(s: State) -> list[str]:
    """Return the standing characters in marching order."""
    characters = s.characters
    return [
        who
        for who, stance in s.stances.items()
        if stance.side == PARTY and stance.place == "in" and characters[who].vitality > 0
    ]


def standing_foes(s: State) -> list[str]:
    """Return the standing foes in listed order."""
    foes = s.foes
    return [
        who
        for who, stance in s.stances.items()
        if stance.side == GROUP and stance.place == "in" and foes[who].vitality > 0
    ]


def exposed(s: State) -> list[str]:
    """Return the standing characters that foes can target: Chameleon's Coat hides its wearer (T20.18)."""
    return _unhidden(standing_party(s), s.characters)


def exposed_foes(s: State) -> list[str]:
    """Return the standing foes that characters can target, likewise."""
    return _unhidden(standing_foes(s), s.foes)


def _unhidden(there: list[str], rows: Mapping[str, Character] | Mapping[str, Foe]) -> list[str]:
    for who in there:
        if rows[who].conditions and condition(rows[who], "hidden") is not None:
            return [one for one in there if condition(rows[one], "hidden") is None]
    return there


def front(s: State) -> list[str]:
    """Return the standing characters of the front rank in marching order."""
    return [who for who in standing_party(s) if s.stances[who].rank == "front"]


def back(s: State) -> list[str]:
    """Return the standing characters of the back rank in marching order."""
    return [who for who in standing_party(s) if s.stances[who].rank == "back"]


# --- figures ---


def courage(s: State, who: str) -> int:
    """Return effective Courage."""
    c = s.characters.get(who)
    if c is not None:
        return qualities.effective(c, "courage")
    foe = s.foes[who]
    return _weak(foe, foe.courage) if foe.conditions else foe.courage


def attack_score(s: State, who: str) -> int:
    """Return Attack, before any adjustment of the roll."""
    c = s.characters.get(who)
    if c is not None:
        return derived.attack(c) if c.conditions else c.attack
    foe = s.foes[who]
    return _weak(foe, foe.attack) if foe.conditions else foe.attack


def defence_score(s: State, who: str) -> int:
    """Return Defence, before any adjustment of the roll."""
    c = s.characters.get(who)
    if c is not None:
        return derived.defence(c) if c.conditions else c.defence
    foe = s.foes[who]
    return _weak(foe, foe.defence) if foe.conditions else foe.defence


def protection(s: State, who: str) -> int:
    """Return Protection: armour and shield, or the stat block's, with weakness and Tortoise's Shell (T8.9)."""
    c = s.characters.get(who)
    return armoured(c) if c is not None else _foe_protection(s.foes[who])


def armoured(c: Character) -> int:
    """Return a character's Protection."""
    worn = armour.protection(c)
    if not c.conditions:
        return worn
    ruled = condition(c, RULED)
    more = ruled.amount if ruled else 0
    if condition(c, "small-shape"):
        return max(0, more)
    if condition(c, "weakened"):
        worn = qualities.halved(worn)
    shell = condition(c, "shell")
    return max(0, worn + more + (shell.amount if shell else 0))


def vitality(s: State, who: str) -> int:
    """Return current Vitality."""
    return (s.characters.get(who) or s.foes[who]).vitality


def resist(s: State, who: str) -> int:
    """Return the Resist of a character (T12.34) or a foe."""
    c = s.characters.get(who)
    if c is None:
        return s.foes[who].resist
    return (qualities.effective(c, "courage") + qualities.effective(c, "intelligence")) // RESIST_SHARE


def size(s: State, who: str) -> str:
    """Return the size that missiles are aimed at (T8.13)."""
    c = s.characters.get(who)
    if c is None:
        return content.monster(s.foes[who].kind).size
    return "tiny" if condition(c, "small-shape") else "man-sized"


def in_dark(s: State, who: str) -> bool:
    """Say whether darkness hinders a fighter: a character in a dungeon without light or Owl's Eyes (T6.6, T6.16)."""
    if s.place.where != "dungeon" or s.clock.light:
        return False
    c = s.characters.get(who)
    return c is not None and condition(c, "owls-eyes") is None


def _weak(foe: Foe, figure: int) -> int:
    return qualities.halved(figure) if foe.conditions and condition(foe, "weakened") else figure


def _foe_protection(foe: Foe) -> int:
    if not foe.conditions:
        return foe.protection
    shell = condition(foe, "shell")
    return _weak(foe, foe.protection) + (shell.amount if shell else 0)
