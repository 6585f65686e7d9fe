"""Spells (T20): who can cast what at whom, for how much, and what comes of it; Resist rolls (T12.34, T12.35).

`cast` does a spell for a caster of either side, in and out of combat. It judges nothing: `cast_refused` does that for
characters, and `foes.wish` for foes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from undercroft.engine.action import Refusal, whole
from undercroft.engine.chance import Chance, Odds, Spread
from undercroft.engine.errors import nearest, quoted
from undercroft.rulebooks.tabletop import (
    armour,
    blows,
    classes,
    conditions,
    fighters,
    flight,
    qualities,
    tests,
    wands,
    wounds,
)
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.entries import Block, Spell
from undercroft.rulebooks.tabletop.records import Character, Condition, Ctx, Event, State, replace

SIX = 6
BOSS = -4
"""Adjustment of a boss's Resist rolls (T22.48)."""
HALVED = 2
"""What a successful Resist roll does to Wasp's Sting (T20.19)."""
RESIST = "resist"
SHAPES = ("small", "man-sized", "large")
"""Sizes between cat and horse (T20.12)."""
LAYS = {
    "panic": conditions.PANICKED, "sleep": conditions.ASLEEP, "trust": conditions.TRUSTING, "shape": conditions.SHAPE,
    "slowness": conditions.SLOWED, "night-sight": conditions.OWLS_EYES, "hiding": conditions.HIDDEN,
    "shell": conditions.SHELL,
}  # fmt: skip
"""The condition that a spell of each of these powers lays on its target."""
BLOCKABLE: dict[str, Block] = {"sleep": "sleep", "panic": "panic", "trust": "trust", "slowness": "slowness"}
"""Powers that traits may block."""
PEACEFUL = ("sleep",)
"""Powers that may be turned on a foe outside combat and begin none: a sleeper raises no alarm (T22.49)."""


# --- who can cast what, and what it costs ---


def spell(word: str) -> Spell | None:
    """Return the spell of an id, or None."""
    return content.catalogue().spells.get(word)


def knows(c: Character, one: Spell) -> bool:
    """Say whether a character's class knows a spell (T4.15, T20.1, T20.2)."""
    return classes.casts(c) and classes.of(c).letter in one.letters


def known(c: Character) -> list[Spell]:
    """Return the spells that a character knows, in the order of the list."""
    return [one for one in content.catalogue().spells.values() if knows(c, one)]


def cost(c: Character, one: Spell, strength: int = 1, *, magic_lock: bool = False) -> int:
    """Return what a spell costs a character, the saving of their wand counted (T20.3, T19.17, T19.18)."""
    return wands.spell_cost(c, one.lock_astral if magic_lock else one.astral[strength - 1])


def caster_refused(c: Character, one: Spell, strength: int = 1, *, magic_lock: bool = False) -> Refusal | None:
    """Say why a character cannot cast a spell at all now, or None (T13.64, T20.2, T20.3, T20.6, T20.26)."""
    if not knows(c, one):
        return Refusal("spell.unknown", {"who": c.id, "spell": one.name, "cls": classes.of(c).name}, "T20.2")
    if qualities.has(c, conditions.SMALL_SHAPE):
        return Refusal("spell.small", {"who": c.id}, "T13.64")
    if refusal := gear_refused(c):
        return refusal
    if not 1 <= strength <= len(one.astral):
        return Refusal("spell.strength", {"spell": one.name, "most": len(one.astral)}, one.rule)
    if c.level < one.levels[strength - 1]:
        facts = {"spell": one.name, "strength": strength, "least": one.levels[strength - 1], "level": c.level}
        return Refusal("spell.level", facts, "T20.26")
    price = cost(c, one, strength, magic_lock=magic_lock)
    if price > c.astral:
        return Refusal("spell.astral", {"who": c.id, "cost": price, "astral": c.astral}, "T20.3")
    return None


def gear_refused(c: Character) -> Refusal | None:
    """Say no to casting in armour or with a shield that the class may not use (T20.6)."""
    worn = [c.armour, *([armour.SHIELD] if c.shield else [])]
    barred = next((word for word in worn if not classes.may_use(c, content.armour(word))), "")
    return Refusal("spell.gear", {"who": c.id, "thing": barred}, "T20.6") if barred else None


# --- what was said ---


class Aim(NamedTuple):
    """What a spell is spoken for: fighters or a thing, its strength, and the shape of a transformation."""

    targets: tuple[str, ...] = ()
    strength: int = 1
    shape: str = ""


def read(one: Spell, words: str) -> Aim:
    """Return the aim that words after a spell's name spell: TARGETS, then STRENGTH, or then the kind of the shape."""
    said = words.split()
    number = whole(said[-1]) if said else None
    if number is not None:
        return Aim(tuple(said[:-1]), number)
    if one.power == "shape" and said:
        return Aim(tuple(said[:-1]), shape=said[-1])
    return Aim(tuple(said))


def written(aim: Aim, strengths: int = 1) -> str:
    """Return the words of an aim."""
    more = [aim.shape] if aim.shape else [str(aim.strength)] if strengths > 1 else []
    return " ".join([*aim.targets, *more])


def number_refused(one: Spell, aim: Aim) -> Refusal | None:
    """Say no to too few or too many targets, or to one named twice (T20.10 to T20.24)."""
    wanted = 0 if one.target == "caster" else one.targets if one.target == "several" else 1
    least = min(wanted, 1)
    if least <= len(aim.targets) <= wanted and len(set(aim.targets)) == len(aim.targets):
        return shape_refused(aim.shape) if one.power == "shape" else None
    return Refusal("spell.targets", {"spell": one.name, "least": least, "most": wanted}, one.rule)


# --- whom it can reach ---


def carries(s: State, one: Spell) -> bool:
    """Say whether a spell reaches foes in this Combat Round: on the road only beyond 15 m in the first (T8.32)."""
    if one.target == "caster" or s.fight is None or blows.band(s) == blows.NEAR:
        return True
    return one.metres > content.catalogue().ranges[blows.NEAR].metres


def sees(s: State, caster: str, target: str) -> bool:
    """Say whether a caster sees a target: not in darkness, and not under Chameleon's Coat (T20.7, T20.18)."""
    if target == caster:
        return True
    return not fighters.in_dark(s, caster) and not fighters.under(s, target, conditions.HIDDEN)


def foe_refused(s: State, caster: str, one: Spell, target: str, there: Sequence[str]) -> Refusal | None:
    """Say why a spell cannot be cast at a foe of those that are there, or None (T20.7, T20.18, T8.32)."""
    if target not in there:
        return Refusal("spell.no_target", {"target": quoted(target), "near": nearest(target, there) or "."}, "T20.7")
    if not carries(s, one):
        return Refusal("spell.far", {"spell": one.name, "target": target}, "T8.32")
    return None if sees(s, caster, target) else Refusal("spell.unseen", {"who": caster, "target": target}, "T20.7")


def friend_refused(s: State, one: Spell, target: str, there: Sequence[str]) -> Refusal | None:
    """Say why a spell by touch cannot be cast on a friend, or None (T20.16, T20.20)."""
    if target not in there or s.characters[target].dead:
        return Refusal("spell.no_friend", {"target": quoted(target), "near": nearest(target, there) or "."}, one.rule)
    c = s.characters[target]
    if one.power == "shell" and qualities.has(c, conditions.SHELL):
        return Refusal("spell.twice", {"target": target}, "T20.20")
    if one.power == "mending" and c.vitality >= c.vitality_max:
        return Refusal("spell.hale", {"target": target}, "T20.16")
    return None


def shape_refused(kind: str) -> Refusal | None:
    """Say no to a shape that is no creature between cat and horse in size, or one that nobody could parley in (T20.12).

    A shape is borrowed to be taken for one of those who wear it (T20.13): kinds that do not talk are not offered.
    """
    monsters = content.catalogue().monsters
    if kind not in monsters:
        return Refusal("spell.no_shape", {"said": quoted(kind), "near": nearest(kind, monsters) or "."}, "T20.12")
    if monsters[kind].size not in SHAPES:
        return Refusal("spell.shape_size", {"kind": kind}, "T20.12")
    return Refusal("spell.shape_mute", {"kind": kind}, "T20.13") if monsters[kind].talks is None else None


def shapes() -> list[str]:
    """Return the kinds whose shape can be taken."""
    return [kind for kind in content.catalogue().monsters if shape_refused(kind) is None]


def parley_help(speaker: Character, kinds: Sequence[str]) -> int:
    """Return the adjustment to parley for who wears the shape of the enemies' own kind (T20.13)."""
    worn = fighters.condition(speaker, conditions.SHAPE)
    if worn is None or worn.source not in kinds:
        return 0
    return content.spell("butterflys-transformation").adjustment


# --- rolls ---


def is_boss(s: State, who: str) -> bool:
    """Say whether a fighter is the boss of an adventure."""
    foe = s.foes.get(who)
    return foe is not None and foe.boss


def resist_chance(s: State, who: str) -> Chance:
    """Return the chance that a fighter resists a spell: at most Resist, never on 19 or 20 (T12.34, T12.35, T22.48)."""
    adjustment = BOSS if is_boss(s, who) else 0
    return tests.of_value(fighters.resist(s, who), adjustment, name=RESIST, about=who)


def resisted(s: State, caster: str, one: Spell, target: str) -> bool:
    """Say whether the target of a spell makes a Resist roll: whoever is not of the caster's side (T20.5)."""
    return one.resisted != "no" and (caster in s.characters) != (target in s.characters)


def unmoved(s: State, one: Spell, target: str) -> bool:
    """Say whether a spell does nothing to a target by its nature, before any roll (T7.33, T12.22 to T12.24)."""
    foe = s.foes.get(target)
    return foe is not None and one.power in BLOCKABLE and fighters.immune(foe.kind, BLOCKABLE[one.power])


def sting(one: Spell, strength: int, about: str) -> Spread:
    """Return what Wasp's Sting takes before a Resist roll halves it; Protection and Defence do not count (T20.19)."""
    return Spread("sting", one.dice[strength - 1], SIX, base=one.adds[strength - 1], about=about)


def mending(one: Spell, about: str) -> Spread:
    """Return what Newt's Mending restores (T20.16)."""
    return Spread("mending", one.dice[0], SIX, base=one.adds[0], about=about)


def web(one: Spell, about: str) -> Spread:
    """Return for how many Combat Rounds Spider's Web holds (T20.22)."""
    return Spread("web", one.dice[0], SIX, base=one.adds[0], about=about)


def odds(s: State, caster: str, one: Spell, targets: Sequence[str], strength: int = 1) -> Odds:
    """Return every named roll of a casting."""
    found: list[Chance | Spread] = []
    for target in targets:
        if unmoved(s, one, target):
            continue
        if resisted(s, caster, one, target):
            found.append(resist_chance(s, target))
        if one.power == "sting":
            found.append(sting(one, strength, target))
        elif one.power == "mending":
            found.append(mending(one, target))
        elif one.power == "web":
            found.append(web(one, target))
    return tuple(found)


# --- casting ---


def cast(
    ctx: Ctx, caster: str, word: str, targets: Sequence[str], strength: int = 1, *, free: bool = False, shape: str = ""
) -> None:
    """Cast a spell at or on fighters: pay, begin hostilities, let each resist, and do what it does (T20.3 to T20.5).

    `free` for a Kobold's gift, `shape` for Butterfly's Transformation.
    """
    one = content.spell(word)
    pay(ctx, caster, one, targets, strength, free=free)
    for target in targets:
        if _is_foe_of(ctx.state, caster, target):
            blows.begin_hostilities(ctx, caster, target)
        _work(ctx, caster, one, target, strength, shape)


def pay(
    ctx: Ctx, caster: str, one: Spell, targets: Sequence[str], strength: int = 1, *, free: bool = False,
    magic_lock: bool = False,
) -> None:  # fmt: skip
    """Pay for a spell at once, whatever comes of it (T20.3); foes pay the full cost (T20.25)."""
    c = ctx.state.characters.get(caster)
    price = one.astral[strength - 1] if c is None else cost(c, one, strength, magic_lock=magic_lock)
    ctx.emit(Cast(caster, one.id, tuple(targets), strength, 0 if free else price))


def _is_foe_of(s: State, caster: str, target: str) -> bool:
    return (caster in s.characters) != (target in s.characters)


def _work(ctx: Ctx, caster: str, one: Spell, target: str, strength: int, shape: str) -> None:
    s = ctx.state
    if unmoved(s, one, target):
        ctx.emit(Unmoved(target, one.id))
        return
    wards = resisted(s, caster, one, target) and resists(ctx, one, target)
    if wards and one.resisted != "half":
        return
    if one.power == "sting":
        amount = ctx.roll(sting(one, strength, target))
        wounds.lose(ctx, target, amount // HALVED if wards else amount, one.id, searing=True)
    elif one.power == "mending":
        wounds.heal(ctx, target, ctx.roll(mending(one, target)), one.id)
    elif one.power == "web":
        rounds = ctx.roll(web(one, target))
        conditions.begin(ctx, target, Condition(conditions.STUCK, 0, "rounds", rounds, one.id))
    else:
        conditions.begin(ctx, target, _laid(s, caster, one, shape))
    if one.power == "trust" and target in s.stances:
        ctx.emit(Befriended(target, caster))


def _laid(s: State, caster: str, one: Spell, shape: str) -> Condition:
    """Return the condition that a spell lays on its target."""
    kind = LAYS[one.power]
    if one.lasts == "combat":
        return conditions.for_combat(s, kind, one.turns, one.id, one.amount)
    return conditions.lasting(kind, one.turns, {"trust": caster, "shape": shape}.get(one.power, one.id), one.amount)


def resists(ctx: Ctx, one: Spell, target: str) -> bool:
    """Roll and tell whether a target resists (T12.35)."""
    s = ctx.state
    success = ctx.succeeds(resist_chance(s, target))
    natural = ctx.rolls[-1][1]
    adjustment = BOSS if is_boss(s, target) else 0
    half = one.resisted == "half"
    ctx.emit(ResistRolled(target, one.id, fighters.resist(s, target), adjustment, natural, success, half))
    return success


# --- events ---


class Cast(Event, tag="spells.cast"):
    """A spell was spoken and paid for."""

    who: str
    spell: str
    targets: tuple[str, ...]
    strength: int
    cost: int

    def apply(self, s: State) -> None:
        if self.who in s.characters:
            c = s.characters[self.who]
            s.characters[self.who] = replace(c, astral=c.astral - self.cost)
        else:
            foe = s.foes[self.who]
            s.foes[self.who] = replace(foe, astral=foe.astral - self.cost)

    def variant(self) -> str:
        return self.spell

    def rules(self) -> tuple[str, ...]:
        one = content.spell(self.spell)
        return (one.rule, "T19.17") if 0 < self.cost < one.astral[self.strength - 1] else (one.rule,)


class ResistRolled(Event, tag="spells.resist"):
    """The unwilling target of a spell made a Resist roll; `half`: success only halves what it takes."""

    who: str
    spell: str
    resist: int
    adjustment: int
    natural: int
    success: bool
    half: bool

    def variant(self) -> str:
        if not self.success:
            return "failure"
        return "half" if self.half else "success"

    def rules(self) -> tuple[str, ...]:
        return ("T12.35", "T22.48") if self.adjustment else ("T12.35",)


class Unmoved(Event, tag="spells.unmoved"):
    """A spell did nothing to a target of that nature."""

    who: str
    spell: str

    def rules(self) -> tuple[str, ...]:
        return ("T7.33", "T12.22")


class Befriended(Event, tag="spells.befriended"):
    """A foe stopped fighting and takes the caster for a friend (T20.14)."""

    who: str
    caster: str

    def apply(self, s: State) -> None:
        s.stances[self.who] = replace(s.stances[self.who], place=flight.TRUSTS)

    def rules(self) -> tuple[str, ...]:
        return ("T20.14",)
