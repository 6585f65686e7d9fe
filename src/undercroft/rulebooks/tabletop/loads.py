"""Load (T6.7 to T6.9) and food (T6.10 to T6.13): what a character can carry, and what a night's camp restores."""

from __future__ import annotations

from collections.abc import Sequence

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Spread
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop import classes, goods
from undercroft.rulebooks.tabletop.qualities import effective, has
from undercroft.rulebooks.tabletop.records import Character, Ctx, Event, State, replace

PER_STRENGTH = 2
"""A character carries a load of up to twice their effective Strength (T6.7)."""
COINS = 200
"""Coins of 1 load (T6.8)."""
CARATS = 8
"""Carats of a coin's weight (T6.8, T14.2)."""
CAMP_TURNS, DAY = 96, 288
"""Turns that a camp takes, and turns in which there is one at most (T6.11)."""
RATION = "ration"
VITALITY = Spread("camp-vitality", 1, 6)
"""What a camp restores to each who has eaten (T6.12)."""
ASTRAL = Spread("camp-astral", 1, 6)
"""What it restores to an Elf or Magician who withdraws to be alone (T6.13)."""


def capacity(c: Character) -> int:
    """Return the greatest load that a character may pick up; a small shape carries nothing (T6.7, T13.64)."""
    return 0 if has(c, "small-shape") else PER_STRENGTH * effective(c, "strength")


def load(c: Character) -> int:
    """Return all that a character carries: worn and wielded things, the pack, coins and jewels (T6.8, T6.9)."""
    worn = content.armour(c.armour).load + (content.armour("shield").load if c.shield else 0)
    arms = sum(content.weapon(arm.kind).load for arm in c.weapons)
    pack = sum(goods.known(word).load(pieces) for word, pieces in c.goods)
    return worn + arms + pack + coin_load(c.silver, sum(jewel.carats for jewel in c.jewels))


def coin_load(silver: int, carats: int = 0) -> int:
    """Return the load of coins and jewels together, rounded down (T6.8)."""
    return (silver * CARATS + carats) // (COINS * CARATS)


def coins_carried(c: Character) -> int:
    """Return how many more coins a character can carry (T6.7, T6.8)."""
    carats = sum(jewel.carats for jewel in c.jewels)
    free = capacity(c) - load(c) + coin_load(c.silver, carats)
    return max(0, ((free + 1) * COINS * CARATS - 1 - carats) // CARATS - c.silver)


def carry_refused(before: Character, after: Character) -> Refusal | None:
    """Say no to a change that leaves a character with more than they can carry; who drops things may (T6.7)."""
    heavy, most = load(after), capacity(after)
    if heavy <= most or heavy <= load(before):
        return None
    return Refusal("load.much", {"who": before.id, "load": heavy, "most": most}, "T6.7")


def camp_in(turn: int, camped: int) -> int:
    """Return the turns until a camp is possible again, 24 hours after the last one (T6.11).

    `camped` is the turn in which that one ended, -1 for none.
    """
    return max(0, DAY - (turn - camped)) if camped >= 0 else 0


def camp_refused(turn: int, camped: int) -> Refusal | None:
    """Say no to a second camp in 24 hours (T6.11)."""
    left = camp_in(turn, camped)
    return Refusal("load.camped", {"left": left}, "T6.11") if left else None


def rests_alone(c: Character) -> bool:
    """Say whether withdrawing to be alone restores anything to a character (T6.13)."""
    return classes.casts(c)


def camp_rolls(c: Character, *, alone: bool) -> tuple[Spread, ...]:
    """Return what a camp may restore to a character who eats."""
    rolls = [replace(VITALITY, about=c.id)]
    if alone and rests_alone(c):
        rolls.append(replace(ASTRAL, about=c.id))
    return tuple(rolls)


class CampRested(Event, tag="load.rested"):
    """A night's camp did somebody good, or none to who had nothing to eat; the gains end at the maximum (T6.12)."""

    who: str
    ate: bool
    """Whether a ration was eaten, or free food."""
    ration: bool
    vitality: int
    astral: int

    def apply(self, s: State) -> None:
        c = s.characters[self.who]
        if self.ration:
            c = goods.less(c, RATION)
        s.characters[self.who] = replace(
            c,
            vitality=min(c.vitality_max, c.vitality + self.vitality),
            astral=min(c.astral_max, c.astral + self.astral),
        )

    def variant(self) -> str:
        if not self.ate:
            return "hungry"
        if not self.vitality and not self.astral:
            return "hale"
        return "alone" if self.astral else ""

    def rules(self) -> tuple[str, ...]:
        if not self.ate:
            return ("T6.10",)
        return ("T6.10", "T6.12", "T6.13") if self.astral else ("T6.10", "T6.12")


def camp_night(ctx: Ctx, who: Sequence[str], alone: Sequence[str] = (), free_meals: int = 0) -> None:
    """Let these characters eat and sleep: the first in order get the free meals, all others eat a ration (T6.10)."""
    for at, name in enumerate(who):
        c = ctx.state.characters[name]
        ration = at >= free_meals
        if ration and not goods.count(c, RATION):
            ctx.emit(CampRested(name, False, False, 0, 0))
            continue
        gains = [ctx.roll(spread) for spread in camp_rolls(c, alone=name in alone)]
        astral = min(gains[1], c.astral_max - c.astral) if len(gains) > 1 else 0
        ctx.emit(CampRested(name, True, ration, min(gains[0], c.vitality_max - c.vitality), astral))
