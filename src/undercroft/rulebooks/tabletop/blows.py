"""Blows (T8.1 to T8.17, T8.32): an Attack roll, perhaps a Defence roll, damage, and what becomes of the weapon.

`Means` says what a blow is struck with; `strike` resolves it for fighters of either side and tells it in one event.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from undercroft.engine.chance import Chance, Odds, Spread
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop import derived, fighters, goods, qualities, traits, weapons, wounds
from undercroft.rulebooks.tabletop.records import Arm, Character, Ctx, Event, Record, State, replace

D20, D6 = 20, 6
NATURAL_MISS = 19
"""From this natural roll on, Attack and Defence rolls fail (T8.2, T8.5)."""
MASTER_STROKE = 1
"""A natural Attack roll that always hits and cannot be Defended (T8.3)."""
CLUMSY = 20
"""A natural roll of a character's hand-to-hand Attack after which a d6 of 1 breaks the weapon (T8.17)."""
BREAKS = 1
DEFENCES, GUARDED_DEFENCES = 1, 2
"""Defence rolls in a Combat Round, and with the action guard (T8.6, T7.26)."""
SMALL_DAMAGE = 1
"""Damage of a small shape's bite, in place of dice (T13.64)."""
NEAR, MIDDLE = "near", "middle"
HALVED = 2
KEPT = 4096
"""Chances and Spreads kept at most, for they come again and again."""


class Means(Record):
    """What a blow is struck with: a weapon in the hand, a missile, a thrown weapon, or claws (weapon "")."""

    weapon: str
    dice: int
    add: int
    """Damage Add, the Strength change of a hand-to-hand blow counted."""
    ranged: bool = False
    thrown: bool = False
    """A weapon thrown, or holy water: ranged, but no missile (T7.19, T8.11)."""
    reach: bool = False
    longest: str = ""
    """The longest band of a ranged weapon."""
    place: int = -1
    """Its place among the character's weapons."""
    fragile: bool = False
    """Whether a natural 20 may break it."""
    searing: bool = False
    """Silvered or magical, or holy water (T12.30)."""
    piercing: bool = False
    """Protection does not count (T10.17)."""
    coat: str = ""
    """The ointment on it (T13.53)."""


# --- what is struck with ---


def hand(s: State, who: str) -> Means:
    """Return what a fighter strikes with hand to hand: the weapon wielded, bare hands, or the stat block's."""
    c = s.characters.get(who)
    if c is None:
        foe = s.foes[who]
        return _natural(foe.arms, foe.dice, foe.add)
    if c.conditions and qualities.has(c, "small-shape"):
        return Means(weapons.UNARMED, 0, SMALL_DAMAGE)
    return _wielded(weapons.in_hand(c), c.wielded, qualities.effective(c, "strength"), c.cls)


@lru_cache(KEPT)
def _natural(arms: tuple[str, ...], dice: int, add: int) -> Means:
    return Means(arms[0] if arms else "", dice, add)


@lru_cache(KEPT)
def _wielded(arm: Arm | None, place: int, strength: int, cls: str) -> Means:
    weapon = content.weapon(arm.kind if arm is not None else weapons.UNARMED)
    change = derived.strength_change(strength)
    if arm is None:
        return Means(weapon.id, weapon.dice, weapon.add + change)
    return Means(
        weapon.id, weapon.dice, weapon.add + change + weapons.made(arm), reach=weapon.reach, place=place,
        fragile=not weapons.unbreakable(cls, arm), searing=sears(arm), coat=arm.coat,
    )  # fmt: skip


def missile(s: State, who: str) -> Means | None:
    """Return what a fighter shoots with, or None without a missile weapon in hand (T7.21, T11.39)."""
    c = s.characters.get(who)
    if c is None:
        foe = s.foes[who]
        if not foe.bow_dice:
            return None
        return Means(foe.arms[-1], foe.bow_dice, foe.bow_add, True, longest=content.weapon(foe.arms[-1]).missile)
    return _shooting(c.weapons[c.wielded], c.wielded) if c.wielded >= 0 else None


@lru_cache(KEPT)
def _shooting(arm: Arm, place: int) -> Means | None:
    longest = content.weapon(arm.kind).missile
    return _flying(arm.kind, arm, longest, place) if longest else None


def thrown(c: Character, thing: str) -> Means | None:
    """Return what a character throws: a weapon made for it, or holy water; None if they have no such thing (T10.17)."""
    for place, arm in enumerate(c.weapons):
        if arm.kind == thing and not arm.broken and (band := content.weapon(thing).thrown):
            return _flying(thing, arm, band, place, thrown=True)
    held = content.catalogue().goods.get(thing)
    if held is not None and held.thrown and goods.count(c, thing):
        return Means(thing, held.dice, 0, True, True, longest=held.thrown, searing=True, piercing=True)
    return None


def sears(arm: Arm) -> bool:
    """Say whether a weapon hurts what plain steel does not: silvered or magical (T12.30, T9.23)."""
    return arm.silvered or weapons.magical(arm)


def _flying(kind: str, arm: Arm, band: str, place: int, *, thrown: bool = False) -> Means:
    weapon = content.weapon(kind)
    return Means(
        kind, weapon.dice, weapon.add + weapons.made(arm), True, thrown, longest=band, place=place, searing=sears(arm),
        coat=arm.coat,
    )  # fmt: skip


# --- range ---


def band(s: State) -> str:
    """Return how far off the foes are: middle range in round 1 on the road, else near (T8.14)."""
    return MIDDLE if s.fight is not None and s.fight.road and s.fight.round <= 1 else NEAR


def in_range(s: State, means: Means) -> bool:
    """Say whether a blow carries to the foes: hand to hand only when they are near (T8.12, T8.32)."""
    fight = s.fight
    if fight is None or not fight.road:
        return True
    distance = band(s)
    ranges = content.catalogue().ranges
    return distance == NEAR or ranges[distance].metres <= ranges[means.longest or NEAR].metres


# --- the rolls ---


def attack_chance(s: State, attacker: str, target: str, means: Means) -> Chance:
    """Return the chance of an Attack roll: 1 to 18 in 20, for a natural 1 hits and 19 and 20 miss (T8.1 to T8.3)."""
    adjustments = _attack_adjustments(s, attacker, target, means)
    score = fighters.attack_score(s, attacker)
    master = s.switches.master_stroke
    marks = ((MASTER_STROKE,) if master else ()) + ((CLUMSY,) if means.fragile and s.switches.breakage else ())
    return _d20("attack", score, MASTER_STROKE if master else 0, adjustments, target, marks)


def defence_chance(s: State, target: str) -> Chance:
    """Return the chance of a Defence roll: at most 18 in 20 (T8.4, T8.5)."""
    adjustments = ((fighters.DARKNESS, "dark"),) if fighters.in_dark(s, target) else ()
    return _d20("defence", fighters.defence_score(s, target), 0, adjustments, target, ())


def damage(s: State, attacker: str, target: str, means: Means) -> Spread:
    """Return the Vitality that a blow takes: dice and adds, then any halving, then Protection; never below 0 (T8.8)."""
    weak = fighters.under(s, attacker, "weakened")
    bony = means.ranged and not means.thrown and target in s.foes and "bony" in fighters.traits(s.foes[target].kind)
    guard = 0 if means.piercing else fighters.protection(s, target)
    return taken(means.dice, means.add, weak, bony, guard, target)


def break_chance(attacker: str) -> Chance:
    """Return the chance that a weapon breaks after a natural 20 (T8.17)."""
    return Chance("break", BREAKS, D6, about=attacker)


def may_defend(s: State, target: str, means: Means) -> bool:
    """Say whether a target has a Defence roll against a blow (T7.5, T7.10, T8.6, T8.7, T8.11, T8.26)."""
    stance = s.stances[target]
    if not stance.ready or stance.defences >= (GUARDED_DEFENCES if stance.guards else DEFENCES):
        return False
    c = s.characters.get(target)
    if means.ranged and not (c is not None and c.shield):
        return False
    fight = s.fight
    if c is None and fight is not None and fight.unaware and fight.round <= 1:
        return False
    one = c if c is not None else s.foes[target]
    return one.vitality > 0 and not (
        one.conditions and any(held.kind in fighters.UNDEFENDING for held in one.conditions)
    )


def odds(s: State, attacker: str, target: str, means: Means, *, undefended: bool = False) -> Odds:
    """Return every roll of a blow."""
    found: list[Chance | Spread] = [attack_chance(s, attacker, target, means)]
    if not undefended and may_defend(s, target, means):
        found.append(defence_chance(s, target))
    if harms(s, target, means):
        found.append(damage(s, attacker, target, means))
    if means.fragile and s.switches.breakage:
        found.append(break_chance(attacker))
    return (*found, *traits.blow_odds(s, attacker, target))


def harms(s: State, target: str, means: Means) -> bool:
    """Say whether a blow of this kind can hurt at all: plain steel does nothing to the Unearthly (T12.30)."""
    foe = s.foes.get(target)
    return foe is None or means.searing or not fighters.immune(foe.kind, "plain-blows")


def _attack_adjustments(s: State, attacker: str, target: str, means: Means) -> tuple[tuple[int, str], ...]:
    found: tuple[tuple[int, str], ...] = ()
    if fighters.in_dark(s, attacker):
        found += ((fighters.DARKNESS, "dark"),)
    c = s.characters.get(attacker)
    if c is not None and c.conditions and (stench := fighters.condition(c, "stench")):
        found += ((stench.amount, "stench"),)
    if means.ranged:
        sizes = content.catalogue().sizes
        found += ((content.catalogue().ranges[band(s)].adjustment, "range"),)
        found += ((sizes[fighters.size(s, target)].adjustment, "size"),)
    return found


@lru_cache(KEPT)
def _d20(
    name: str, score: int, least: int, adjustments: tuple[tuple[int, str], ...], about: str, marks: tuple[int, ...]
) -> Chance:
    chance = Chance(name, score, D20, about=about, marks=marks)
    for number, why in adjustments:
        chance = chance.plus(-number, why)
    return chance.within(least, NATURAL_MISS - 1)


@lru_cache(KEPT)
def taken(dice: int, add: int, weak: bool, bony: bool, guard: int, about: str) -> Spread:
    """Return what a hit takes: struck by the weakened, or shot at bones, then less Protection (T8.8)."""
    # Weakness halves rounded up (T13.49), bones halve what is left rounded down (T12.26): one division does both.
    over = (HALVED if weak else 1) * (HALVED if bony else 1)
    return Spread("damage", dice, D6, base=add + (1 if weak else 0), over=over, plus=-guard, least=0, about=about)


# --- striking ---


def strike(ctx: Ctx, attacker: str, target: str, means: Means, *, undefended: bool = False) -> None:
    """Resolve one blow and tell it; `undefended` for the parting blow at one who flees (T7.34)."""
    s = ctx.state
    begin_hostilities(ctx, attacker, target)
    chance = attack_chance(s, attacker, target, means)
    roll = ctx.natural(chance)
    if roll > chance.num:
        ctx.emit(Blow(attacker, target, means.weapon, means.ranged, roll, chance.num))
        if roll == CLUMSY and means.fragile and s.switches.breakage and ctx.succeeds(break_chance(attacker)):
            ctx.emit(Broke(attacker, means.weapon, means.place))
        return
    ward = score = 0
    master = roll == MASTER_STROKE and s.switches.master_stroke
    if not master and not undefended and may_defend(s, target, means):
        defence = defence_chance(s, target)
        ward, score = ctx.natural(defence), defence.num
        if ward <= score:
            ctx.emit(Blow(attacker, target, means.weapon, means.ranged, roll, chance.num, ward=ward, guard=score))
            return
    _hit(ctx, attacker, target, means, roll, chance.num, ward, score, master)


def _hit(
    ctx: Ctx, attacker: str, target: str, means: Means, roll: int, score: int, ward: int, guard: int, master: bool
) -> None:
    s = ctx.state
    before = fighters.vitality(s, target)
    loss = total = over = shield = 0
    if harms(s, target, means):
        spread = damage(s, attacker, target, means)
        loss = ctx.roll(spread)
        total, over, shield = ctx.rolls[-1][1], spread.over, -spread.plus
    ctx.emit(
        Blow(
            attacker, target, means.weapon, means.ranged, roll, score, True, master, ward, guard, means.dice, total,
            means.add, over, shield, loss, before - loss, means.searing,
        )
    )  # fmt: skip
    wounds.settle(ctx, target, before)
    if loss and attacker in s.foes:
        traits.after_blow(ctx, attacker, target)
    if means.coat:
        ctx.emit(CoatSpent(attacker, target, means.weapon, means.place, means.coat))


def begin_hostilities(ctx: Ctx, attacker: str, target: str) -> None:
    """A hidden attacker is seen, and a borrowed shape falls; who trusted fights again (T20.13, T20.14, T20.18)."""
    s = ctx.state
    one = s.characters.get(attacker) or s.foes[attacker]
    if one.conditions:
        for kind in ("hidden", "shape"):
            if fighters.condition(one, kind):
                ctx.emit(Shaken(attacker, kind))
    if target in s.stances and s.stances[target].place == "trusts":
        ctx.emit(Shaken(target, "trusting"))


def _without(s: State, who: str, kind: str) -> None:
    one = fighters.fighter(s, who)
    left = tuple([held for held in one.conditions if held.kind != kind])
    if isinstance(one, Character):
        s.characters[who] = replace(one, conditions=left)
    else:
        s.foes[who] = replace(one, conditions=left)


# --- events ---


class Blow(Event, tag="blows.blow"):
    """One blow or shot, whole: `roll` against `score`; the Defence roll `ward` against `guard`, 0 for none; the dice's
    `total`, Damage Add, `over` (2: halved), Protection, the Vitality lost and what is left of it."""

    attacker: str
    target: str
    weapon: str
    ranged: bool
    roll: int
    score: int
    hit: bool = False
    master: bool = False
    ward: int = 0
    guard: int = 0
    dice: int = 0
    total: int = 0
    add: int = 0
    over: int = 0
    protection: int = 0
    loss: int = 0
    left: int = 0
    searing: bool = False

    def apply(self, s: State) -> None:
        if not self.hit and not self.ward:
            return
        target = self.target
        stance = s.stances[target]
        s.stances[target] = replace(
            stance,
            defences=stance.defences + (1 if self.ward else 0),
            hurt=stance.hurt or self.loss > 0,
            seared=stance.seared or (self.searing and self.loss > 0),
        )
        if not self.hit:
            return
        c = s.characters.get(target)
        one = c if c is not None else s.foes[target]
        conditions = one.conditions
        if conditions:
            conditions = tuple([held for held in conditions if held.kind != "asleep"])
        if c is not None:
            s.characters[target] = replace(c, vitality=self.left, conditions=conditions)
        else:
            s.foes[target] = replace(s.foes[target], vitality=self.left, conditions=conditions)

    def variant(self) -> str:
        shot = "shot_" if self.ranged else ""
        if not self.hit:
            return shot + ("warded" if self.ward else "missed")
        if not self.over:
            return shot + "harmless"
        return shot + ("master" if self.master else "landed" if self.ward else "open")

    def facts(self) -> dict[str, Any]:
        return {**super().facts(), "halvings": self.over // HALVED}

    def rules(self) -> tuple[str, ...]:
        if not self.hit:
            return ("T8.1", "T8.4") if self.ward else ("T8.2",) if self.roll >= NATURAL_MISS else ("T8.1",)
        if not self.over:
            return ("T12.30",)
        if self.master:
            return ("T8.3", "T8.8")
        return ("T8.1", "T8.4", "T8.8") if self.ward else ("T8.1", "T8.8")


class Broke(Event, tag="blows.broke"):
    """A character's weapon broke (T8.17)."""

    who: str
    weapon: str
    place: int

    def apply(self, s: State) -> None:
        c = s.characters[self.who]
        arms = list(c.weapons)
        arms[self.place] = replace(arms[self.place], broken=True)
        s.characters[self.who] = replace(c, weapons=tuple(arms), wielded=-1 if c.wielded == self.place else c.wielded)

    def rules(self) -> tuple[str, ...]:
        return ("T8.17",)


class CoatSpent(Event, tag="blows.coat_spent"):
    """The ointment on a weapon got into a wound; what it does there is told apart (T13.46, T13.53)."""

    who: str
    target: str
    weapon: str
    place: int
    coat: str

    def apply(self, s: State) -> None:
        c = s.characters[self.who]
        arms = list(c.weapons)
        arms[self.place] = replace(arms[self.place], coat="")
        s.characters[self.who] = replace(c, weapons=tuple(arms))

    def rules(self) -> tuple[str, ...]:
        return ("T13.53",)


class Shaken(Event, tag="blows.shaken"):
    """Hostilities ended a condition: "hidden" or "shape" of the attacker, "trusting" of the attacked."""

    who: str
    kind: str

    def apply(self, s: State) -> None:
        _without(s, self.who, self.kind)
        if self.kind == "trusting" and self.who in s.stances:
            s.stances[self.who] = replace(s.stances[self.who], place="in")

    def variant(self) -> str:
        return self.kind

    def rules(self) -> tuple[str, ...]:
        return ({"hidden": "T20.18", "shape": "T20.13", "trusting": "T20.14"}[self.kind],)


__all__ = [
    "NEAR", "Blow", "Broke", "CoatSpent", "Means", "Shaken", "attack_chance", "band", "begin_hostilities",
    "break_chance", "damage", "defence_chance", "hand", "harms", "in_range", "may_defend", "missile", "odds",
    "sears", "strike", "taken", "thrown",
]  # fmt: skip
