"""Wands (T19): the attempt to raise one, and what it can do in a Magician's hand."""

from __future__ import annotations

from collections.abc import Sequence

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Chance, Spread
from undercroft.engine.errors import nearest, quoted
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop import classes, goods, loads, weapons
from undercroft.rulebooks.tabletop.entries import WandLevel
from undercroft.rulebooks.tabletop.qualities import base
from undercroft.rulebooks.tabletop.records import Arm, Character, Ctx, Event, State, Stay, replace

SIDES = 20
LEAST_LEVEL = 2
"""Level of a Magician who may try (T19.1)."""
FIRST, TOP = 1, 4
"""The level at which wands start, and the highest (T19.16, T19.3)."""
SAVING, SAVING_LEVEL = 2, 2
"""A wand of level 2 or more saves its Magician 2 Astral a spell (T19.17)."""
LEAST_COST = 1
"""No spell costs less (T19.18)."""
ITSELF = "wand"
FORMS = {ITSELF: 1, "torch": 3, "rope": 4}
"""What a wand can turn into, each with the wand level it needs (T19.19 to T19.22)."""
POWERS = {"torch": "T19.19", "rope": "T19.20"}
"""The rule of each."""
ROPE = 10
"""Metres that the wand's rope masters (T19.20, T19.23)."""
PRICE = 100
"""Of a level-1 wand at the Guild (T19.24)."""


def level_of(arm: Arm) -> int:
    """Return the level of a wand, which goes with it from hand to hand (T19.24)."""
    return FIRST + arm.raised


def place(c: Character) -> int:
    """Return the place of a character's wand among the weapons: the one in hand, else the best; -1 for none."""
    wands = [at for at, arm in enumerate(c.weapons) if arm.kind == weapons.WAND]
    return c.wielded if c.wielded in wands else max(wands, key=lambda at: c.weapons[at].raised, default=-1)


def level(c: Character) -> int:
    """Return the level of a character's wand, 0 without one."""
    return level_of(c.weapons[at]) if (at := place(c)) >= 0 else 0


def form(c: Character) -> str:
    """Return what the wand in a Magician's hand is at present: "wand", "torch" or "rope" (T19.22)."""
    arm = weapons.in_hand(c)
    return (arm.form if arm is not None and works(c) else "") or ITSELF


def _changed(c: Character, at: int, **facts: object) -> Character:
    """Return a character whose weapon at a place has other facts."""
    arms = [replace(arm, **facts) if number == at else arm for number, arm in enumerate(c.weapons)]
    return replace(c, weapons=tuple(arms))


def raised(c: Character, to: int) -> Character:
    """Return the Magician with their wand at another level."""
    return _changed(c, place(c), raised=to - FIRST)


def next_level(wand_level: int) -> WandLevel:
    """Return the entry of the level after this one: cost and adjustment of the attempt (T19.7 to T19.11)."""
    return content.catalogue().wands[wand_level + 1]


def limit(intelligence: int, charisma: int, wand_level: int) -> int:
    """Return the greatest total of 2d20 that raises a wand of this level (T19.5 to T19.8)."""
    return intelligence + charisma - next_level(wand_level).adjustment


def chance(intelligence: int, charisma: int, wand_level: int) -> Chance:
    """Return the exact chance of an attempt, in 400 (T23.27)."""
    most = limit(intelligence, charisma, wand_level)
    num = sum(1 for a in range(1, SIDES + 1) for b in range(1, SIDES + 1) if a + b <= most)
    return Chance("enchant", num, SIDES * SIDES)


def attempt(c: Character) -> Spread:
    """Return the roll of a Magician's attempt; its derivation tells the most it may be (T19.4, T1.8)."""
    most = limit(base(c, "intelligence"), base(c, "charisma"), level(c))
    return Spread("enchant", 2, SIDES, about=c.id, parts=(("2d20", "base"), (str(most), "limit")))


def enchant_refused(c: Character, *, tried: bool) -> Refusal | None:
    """Say no to an attempt (T19.1 to T19.3, T19.12, T19.14)."""
    if c.cls != classes.MAGICIAN:
        return Refusal("wand.magician", {"who": c.id}, "T19.1")
    if c.level < LEAST_LEVEL:
        return Refusal("wand.level", {"who": c.id, "least": LEAST_LEVEL}, "T19.1")
    if not held(c):
        return Refusal("wand.none", {"who": c.id}, "T19.1")
    if level(c) >= TOP:
        return Refusal("wand.top", {"top": TOP}, "T19.3")
    if tried:
        return Refusal("wand.tried", {"who": c.id}, "T19.2")
    cost = next_level(level(c)).astral
    if c.astral_max < cost:
        return Refusal("wand.astral", {"who": c.id, "cost": cost, "astral": c.astral_max}, "T19.14")
    return None


class Enchanted(Event, tag="wand.enchanted"):
    """A Magician tried to raise a wand; the cost comes at departure, after the rest (T19.13)."""

    who: str
    total: int
    most: int
    cost: int
    level: int
    """The wand's level after it."""
    success: bool

    def apply(self, s: State) -> None:
        c = s.characters[self.who]
        s.characters[self.who] = raised(c, self.level)
        stay = s.stays.get(self.who, Stay())
        s.stays[self.who] = replace(stay, tried=True, owed=stay.owed + self.cost)

    def variant(self) -> str:
        return "success" if self.success else "failure"

    def rules(self) -> tuple[str, ...]:
        return ("T19.4", "T19.6", "T19.13")


def enchant(ctx: Ctx, who: str) -> bool:
    """Make the attempt that `enchant_refused` lets pass."""
    c = ctx.state.characters[who]
    most = limit(base(c, "intelligence"), base(c, "charisma"), level(c))
    total = ctx.roll(attempt(c))
    success = total <= most
    ctx.emit(Enchanted(who, total, most, next_level(level(c)).astral, level(c) + success, success))
    return success


def held(c: Character) -> bool:
    """Say whether a character has a wand at all."""
    return place(c) >= 0


def works(c: Character) -> bool:
    """Say whether a wand's powers work: a Magician has it in hand; for anyone else it is a club (T19.15)."""
    arm = weapons.in_hand(c)
    return c.cls == classes.MAGICIAN and arm is not None and arm.kind == weapons.WAND


def saving(c: Character) -> int:
    """Return the Astral that the wand in hand saves on each spell; as a rope it saves none (T19.17, T19.22)."""
    return SAVING if works(c) and level(c) >= SAVING_LEVEL and form(c) != "rope" else 0


def spell_cost(c: Character, astral: int) -> int:
    """Return what a spell of that cost costs this character (T19.17, T19.18)."""
    return max(LEAST_COST, astral - saving(c))


def form_refused(c: Character, wanted: str) -> Refusal | None:
    """Say no to turning the wand in hand into a form (T19.15, T19.19 to T19.22)."""
    if wanted not in FORMS:
        return Refusal("wand.form", {"said": quoted(wanted), "near": nearest(wanted, FORMS) or "."}, "T19.22")
    if not works(c):
        return Refusal("wand.hand", {"who": c.id}, "T19.15")
    if level(c) < FORMS[wanted]:
        return Refusal("wand.weak", {"least": FORMS[wanted], "level": level(c)}, "T19.21")
    return Refusal("wand.same", {"form": wanted}, "T19.22") if form(c) == wanted else None


class WandTurned(Event, tag="wand.turned"):
    """A wand took another form; it has one at a time (T19.22)."""

    who: str
    form: str

    def apply(self, s: State) -> None:
        c = s.characters[self.who]
        s.characters[self.who] = _changed(c, c.wielded, form="" if self.form == ITSELF else self.form)

    def variant(self) -> str:
        return self.form


def burns(c: Character) -> bool:
    """Say whether the wand is a torch in its Magician's hand, which never burns out (T19.19)."""
    return form(c) == "torch"


def masters(party: Sequence[Character], metres: int) -> bool:
    """Say whether a wand's rope takes the whole party over a climb or gap without a Test (T19.20, T19.23)."""
    return metres <= ROPE and any(form(c) == "rope" for c in party)


def new_wand_refused(c: Character) -> Refusal | None:
    """Say no to a wand from the Guild (T19.24)."""
    if c.cls != classes.MAGICIAN:
        return Refusal("wand.magician", {"who": c.id}, "T19.24")
    if c.silver < PRICE:
        return Refusal("wand.silver", {"who": c.id, "price": PRICE, "silver": c.silver}, "T19.24")
    return loads.carry_refused(c, with_new_wand(c))


def with_new_wand(c: Character) -> Character:
    """Return the Magician with one more wand, a level-1 one from the Guild (T19.24)."""
    return goods.add(replace(c, silver=c.silver - PRICE), weapons.WAND)


class WandBought(Event, tag="wand.bought"):
    """The Guild sold a wand."""

    who: str
    price: int

    def apply(self, s: State) -> None:
        s.characters[self.who] = with_new_wand(s.characters[self.who])
