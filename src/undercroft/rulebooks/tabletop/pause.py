"""Between adventures (T18): rest, training, repairs, who leaves, and what ends with an adventure.

Choices of a pause are kept in `State.stays` and settled at departure: rest first, the cost of enchanting after it.
"""

from __future__ import annotations

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Spread
from undercroft.engine.errors import nearest, quoted
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop import classes, creating, creation, fighters, points, tests
from undercroft.rulebooks.tabletop.records import Character, Ctx, Event, State, Stay, replace

TRAINING = 49
"""Silver for a point of maximum Astral at the Magicians' Guild (T18.6)."""
REPAIR = 10
"""Silver for a point of Protection that acid took (T18.12)."""
BARN = "barn"
"""The lodging of all who choose nothing else (T18.4)."""
POTIONS = Spread("healer-potions", 1, 3, plus=1)
"""Small healing potions that the healer has in a pause, next to one of the middle size (T18.13)."""
SMALL_POTION, MIDDLE_POTION = "healing-potion-10", "healing-potion-20"


def rested(c: Character, lodging: str) -> Character:
    """Return a character after a week's rest in a lodging (T18.1 to T18.5)."""
    full = content.catalogue().lodgings[lodging].astral == "full"
    astral = c.astral_max if full else max(c.astral, c.astral_max // 2)
    return replace(c, vitality=c.vitality_max, astral=astral)


def lodging_refused(s: State, who: str, lodging: str) -> Refusal | None:
    """Say no to a lodging: unknown, chosen already in this pause, or too dear (T18.4)."""
    known = content.catalogue().lodgings
    c = s.characters[who]
    if lodging not in known:
        return Refusal("pause.lodging", {"said": quoted(lodging), "near": nearest(lodging, known) or "."}, "T18.4")
    if s.stays.get(who, Stay()).lodging:
        return Refusal("pause.lodged", {"who": who}, "T18.4")
    return _silver_refused(c, known[lodging].price, "T18.4")


class Lodged(Event, tag="pause.lodged"):
    """Somebody took a lodging for the week."""

    who: str
    lodging: str
    price: int

    def apply(self, s: State) -> None:
        c = s.characters[self.who]
        s.characters[self.who] = replace(c, silver=c.silver - self.price)
        s.stays[self.who] = replace(s.stays.get(self.who, Stay()), lodging=self.lodging)


def lodge(ctx: Ctx, who: str, lodging: str) -> None:
    """Take a lodging that `lodging_refused` lets pass."""
    ctx.emit(Lodged(who, lodging, content.catalogue().lodgings[lodging].price))


def train_refused(c: Character, astral: int) -> Refusal | None:
    """Say no to training: not a Magician, no such number of points, or too little silver (T18.6, T18.8, T18.9)."""
    if c.cls == classes.ELF:
        return Refusal("pause.inborn", {"who": c.id}, "T18.8")
    if c.cls != classes.MAGICIAN:
        return Refusal("pause.magician", {"who": c.id}, "T18.6")
    if astral < 1:
        return Refusal("pause.points", {}, "T18.9")
    return _silver_refused(c, TRAINING * astral, "T18.6")


def trained(c: Character, astral: int) -> Character:
    """Return the Magician with so many points of maximum Astral more; the rest of the pause fills them (T18.9)."""
    return replace(c, silver=c.silver - TRAINING * astral, astral_max=c.astral_max + astral)


class Trained(Event, tag="pause.trained"):
    """A Magician trained with the Guild."""

    who: str
    points: int
    price: int
    now: int

    def apply(self, s: State) -> None:
        s.characters[self.who] = trained(s.characters[self.who], self.points)


def train(ctx: Ctx, who: str, astral: int) -> None:
    """Train what `train_refused` lets pass."""
    ctx.emit(Trained(who, astral, TRAINING * astral, ctx.state.characters[who].astral_max + astral))


def repair_refused(c: Character) -> Refusal | None:
    """Say no to a repair: nothing to repair, or too little silver (T18.12)."""
    if not c.eaten:
        return Refusal("pause.whole", {"who": c.id}, "T18.12")
    return _silver_refused(c, REPAIR * c.eaten, "T18.12")


def repaired(c: Character) -> Character:
    """Return the character with the armour worn as good as new (T18.12)."""
    return replace(c, silver=c.silver - REPAIR * c.eaten, eaten=0)


class Repaired(Event, tag="pause.repaired"):
    """Armour that acid had eaten was repaired."""

    who: str
    points: int
    price: int

    def apply(self, s: State) -> None:
        s.characters[self.who] = repaired(s.characters[self.who])


def repair(ctx: Ctx, who: str) -> None:
    """Repair what `repair_refused` lets pass."""
    eaten = ctx.state.characters[who].eaten
    ctx.emit(Repaired(who, eaten, REPAIR * eaten))


def guest_refused(s: State, who: str) -> Refusal | None:
    """Say no to a name that is nobody's of the party's living."""
    living = fighters.living_ids(s)
    if who in living:
        return None
    return Refusal("pause.nobody", {"said": quoted(who), "near": nearest(who, living) or "."})


def retire_refused(s: State, who: str) -> Refusal | None:
    """Say no to retiring: the last one, or one who joined in this pause (T18.16)."""
    if refusal := guest_refused(s, who):
        return refusal
    if len(fighters.living_ids(s)) < 2:
        return Refusal("pause.last", {"who": who})
    return Refusal("pause.newcomer", {"who": who}, "T18.16") if who in s.party.newcomers else None


class Retired(Event, tag="pause.retired"):
    """A character retired: the sheet is kept, and nobody plays it any more (T18.15)."""

    who: str

    def apply(self, s: State) -> None:
        s.retired[self.who] = s.characters[self.who]
        del s.characters[self.who]
        if self.who in s.stays:
            del s.stays[self.who]
        s.party = replace(s.party, order=tuple(name for name in s.party.order if name != self.who))


def recruit_refused(s: State) -> Refusal | None:
    """Say no to a new character while the party is full (T5.22, T18.14)."""
    return creation.join_refused(s)


def recruit(ctx: Ctx) -> None:
    """Begin to make a new character, in the place of a dead or retired one too (T18.14, T18.16)."""
    creating.start(ctx, late=ctx.state.party.departed)


class EffectsEnded(Event, tag="pause.effects"):
    """With the adventure end weakness, smell, curses, ointments on weapons and all timed effects (T18.11, T13.41)."""

    def apply(self, s: State) -> None:
        for name, c in list(s.characters.items()):
            arms = tuple(replace(arm, treated=False) for arm in c.weapons)
            s.characters[name] = replace(c, conditions=(), weapons=arms)


def end_adventure(ctx: Ctx) -> None:
    """Close an adventure: effects end, the pool is emptied, deeds and tries count anew."""
    ctx.emit(EffectsEnded())
    ctx.emit(points.PointsClosed())
    ctx.emit(tests.AttemptsForgotten())


class Rested(Event, tag="pause.rested"):
    """Somebody rested for the week; `owed` is the Astral that enchanting took after it (T18.10, T19.13)."""

    who: str
    lodging: str
    vitality: int
    astral: int
    owed: int
    hale: bool = False
    """Whether there was nothing to mend and nothing to pay: nobody is told of that."""

    def apply(self, s: State) -> None:
        c = s.characters[self.who]
        s.characters[self.who] = replace(c, vitality=self.vitality, astral=self.astral)

    def variant(self) -> str:
        return "hale" if self.hale else "owed" if self.owed else "astral" if self.astral else ""

    def rules(self) -> tuple[str, ...]:
        return ("T18.5", "T18.10")


class SetOut(Event, tag="pause.over"):
    """The pause is over, the party sets out."""

    def apply(self, s: State) -> None:
        for name in list(s.stays):
            del s.stays[name]
        s.party = replace(s.party, newcomers=(), departed=True)


def settle(ctx: Ctx) -> None:
    """Settle a pause at departure: each rests where they chose, then pays for enchanting (T18.4, T18.10, T19.13)."""
    for name in ctx.state.party.order:
        c = ctx.state.characters[name]
        if c.dead:
            continue
        stay = ctx.state.stays.get(name, Stay())
        after = rested(c, stay.lodging or BARN)
        left = max(0, after.astral - stay.owed)
        hale = not stay.owed and (after.vitality, left) == (c.vitality, c.astral)
        ctx.emit(Rested(name, stay.lodging or BARN, after.vitality, left, stay.owed, hale))
    ctx.emit(SetOut())


def healer_stock(small: int) -> tuple[str, ...]:
    """Return what the healer sells in a pause, given the roll of POTIONS (T18.13)."""
    return (*[SMALL_POTION] * small, MIDDLE_POTION)


def _silver_refused(c: Character, price: int, rule: str) -> Refusal | None:
    if c.silver >= price:
        return None
    return Refusal("pause.silver", {"who": c.id, "price": price, "silver": c.silver}, rule)
