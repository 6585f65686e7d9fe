"""The clock (D6): one step passes; effects run down, the party eats, and walking heals."""

from __future__ import annotations

from undercroft.rulebooks.descent.effects import countdown
from undercroft.rulebooks.descent.members import is_caster
from undercroft.rulebooks.descent.records import Clock, Ctx, Event, State, replace, standing
from undercroft.rulebooks.descent.wounds import gain_mana, heal, wound

MEAL = 240
"""Hunger points at which a meal is due (D6.8)."""
HUNGER, HUNGER_GOOD, HUNGER_BAD = 2, 1, 4
"""Hunger points a step: without fare effect, under a good one, under a bad one (D6.8, D6.10)."""
UNFED = 1
"""Wound of a standing member left unfed (D6.11)."""
HEAL_EVERY, HEAL_EVERY_GOOD, MANA_EVERY = 8, 4, 6
"""Healing and mana come on steps that these divide (D6.19, D26.10, D6.21)."""
HEALED, MANA = 1, 1


def step(ctx: Ctx, how: str) -> bool:
    """Let one step pass, up to healing and mana (D6.24); it stops at once when nobody is left alive, and says so.

    `how` is pace, search, listen, enter, leave, stair or sneak.
    """
    s = ctx.state
    now, hungry = s.clock.step + 1, s.clock.hunger + (hunger(s) if s.party_effects else HUNGER)
    ctx.emit(Stepped(now, how, hungry))
    if s.party_effects or s.effects:
        countdown(ctx)
        if not standing(s):
            return False
    if hungry >= MEAL:
        _meal(ctx)
        if not standing(s):
            return False
    if s.purse.rations <= 0:
        return True
    mending = s.party_effects.get("mending")
    if mending is None or mending.good:
        every = HEAL_EVERY if mending is None else HEAL_EVERY_GOOD
        if now % every == 0:
            for m in standing(s):
                heal(ctx, m.id, HEALED, "walking")
    if now % MANA_EVERY == 0:
        for m in standing(s):
            if is_caster(m):
                gain_mana(ctx, m.id, MANA, "walking")
    return True


def hunger(s: State) -> int:
    """Return the hunger points of the next step (D6.8, D6.10). A fare effect ends before its last step's (D6.24)."""
    fare = s.party_effects.get("fare")
    if fare is None or fare.left <= 1:
        return HUNGER
    return HUNGER_GOOD if fare.good else HUNGER_BAD


def to_next_meal(s: State) -> int:
    """Return the steps to the next meal, the end of a fare effect on the way reckoned in (D31.13)."""
    lacking = MEAL - s.clock.hunger
    fare = s.party_effects.get("fare")
    # A step counts effects down before hunger rises, so a fare effect's last step is an ordinary one.
    under = fare.left - 1 if fare is not None else 0
    rate = hunger(s)
    after = max(lacking - under * rate, 0)
    return under - (-after // HUNGER) if after else -(-lacking // rate)


def _meal(ctx: Ctx) -> None:
    """Feed those on their feet, the lowest health first while rations last; the rest starve (D6.7, D6.11, D6.12)."""
    s = ctx.state
    hungry = standing(s)
    first = sorted(hungry, key=lambda m: m.health)[: s.purse.rations]
    fed = tuple(m.id for m in hungry if m in first)
    unfed = tuple(m.id for m in hungry if m not in first)
    ctx.emit(MealDue(len(fed), fed, unfed))
    for member in unfed:
        wound(ctx, member, UNFED, "hunger")


class Stepped(Event, tag="clock.stepped"):
    """A step passed; `step` is the clock's number now, `hunger` the meter's."""

    step: int
    how: str
    hunger: int

    def apply(self, s: State) -> None:
        s.clock = Clock(self.step, self.hunger)


class MealDue(Event, tag="clock.meal"):
    """A meal fell due and was eaten as far as the rations reached."""

    routine = True
    rations: int
    fed: tuple[str, ...]
    unfed: tuple[str, ...]

    def apply(self, s: State) -> None:
        s.clock = Clock(s.clock.step, s.clock.hunger - MEAL)
        s.purse = replace(s.purse, rations=s.purse.rations - self.rations)

    def variant(self) -> str:
        if not self.unfed:
            return ""
        return "short" if self.fed else "none"
