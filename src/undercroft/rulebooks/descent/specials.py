"""Special attacks (D15): what a monster's blow may do besides the wound, or in its place.

A special of a blow is drawn when the blow has hit. Three replace the wound, the rest come after it.
"""

from __future__ import annotations

from collections.abc import Sequence

from undercroft.engine.chance import Chance, Odds, Spread
from undercroft.rulebooks.descent import effects, gear, levels, members, monsters, wounds
from undercroft.rulebooks.descent.records import Ctx, Event, Member, State, replace

METAL_EATING, GEAR_EATING, CEILING_BITE = "metal-eating", "gear-eating", "ceiling-bite"
LEVEL_DRAIN, POISON, HOLD, STEAL_GOLD, MANA_BURN = "level-drain", "poison", "hold", "steal-gold", "mana-burn"
REGENERATE, BREATH = "regenerate", "breath"
IN_PLACE = (METAL_EATING, GEAR_EATING, CEILING_BITE)
"""Specials that deal no wound (D15.3, D15.6, D15.10)."""
NO_BLOW = (REGENERATE, BREATH)
"""Specials that come with no blow (D15.22, D15.23)."""
CAUSES = {METAL_EATING: "metal eating", GEAR_EATING: "gear eating"}
"""The words that a bitten piece keeps (D31.11)."""

BITE = 1
"""Damage or protection that one bite takes (D15.3, D15.7)."""
CEILING_SIDES = 3
"""One ceiling bite takes 1d3 (D15.11)."""
HOLD_TURNS = 2
"""Own turns a held member is senseless (D15.19)."""
STEAL_SIDES = 6
"""Stolen gold is 1d6 times the kind's peril (D15.20)."""
BURN = 4
"""Mana that a burn takes (D15.21)."""
REGAIN = 4
"""Health that a regenerating monster regains at the start of its turn (D15.22)."""
HALF = 2
"""Breath deals half a damage draw less half the protection (D15.23)."""


def bitten_piece(s: State, member: str) -> str:
    """Return the id of the piece that gear eating bites: the shield, or the armour if there is none (D15.6, D15.9)."""
    return gear.worn_at(s, gear.ARM, member) or gear.worn_at(s, gear.BODY, member)


def can_bite(s: State, special: str, m: Member) -> bool:
    """Say whether the special of a blow can happen to the member; if not, the blow wounds as an ordinary one."""
    if special == METAL_EATING:
        return members.is_metal(members.weapon(s, m)[1])
    if special == GEAR_EATING:
        piece = bitten_piece(s, m.id)
        return bool(piece) and members.protection_of(s.items[piece]) > 0
    if special in (CEILING_BITE, LEVEL_DRAIN):
        return not effects.running(s, m.id, "seal-of-self")
    return special not in NO_BLOW


def special_chance(s: State, monster: str) -> Chance:
    """Return the chance in 100 of a monster's special, from the table (D15.1). Shown once it has been suffered."""
    kind = s.monsters[monster].kind
    figures = monsters.figures(s, kind)
    return Chance("special", figures.special_chance, about=monster, shown=monsters.suffered(s, kind))


def special_odds(s: State, monster: str, member: str) -> Odds:
    """Return the roll for the special of a blow that has hit this member; () where none can happen."""
    special = monsters.figures(s, s.monsters[monster].kind).special
    return (special_chance(s, monster),) if special and can_bite(s, special, s.members[member]) else ()


def draw_special(ctx: Ctx, monster: str, member: str) -> str:
    """Draw whether the special of a blow that has hit happens; return its id, or an empty text."""
    s = ctx.state
    for chance in special_odds(s, monster, member):
        if isinstance(chance, Chance) and ctx.succeeds(chance):
            return monsters.figures(s, s.monsters[monster].kind).special
    return ""


def strike_special(ctx: Ctx, monster: str, member: str, special: str) -> None:
    """Let a special happen to a member: in the wound's place, or after it (D15.2 to D15.21).

    A member whom the wound felled has nothing left to take but the party's gold.
    """
    s = ctx.state
    kind = s.monsters[monster].kind
    m = s.members[member]
    if m.fallen and special != STEAL_GOLD:
        return
    if special == CEILING_BITE and m.ceiling == wounds.LEAST_CEILING:
        ctx.emit(BiteWasted(monster, member))
        return
    ctx.emit(SpecialStruck(monster, member, special))
    monsters.suffer(ctx, kind)
    if special == METAL_EATING:
        gear.wear_off(ctx, members.weapon(s, m)[0], BITE, CAUSES[special])
    elif special == GEAR_EATING:
        gear.wear_off(ctx, bitten_piece(s, member), BITE, CAUSES[special])
    elif special == CEILING_BITE:
        wounds.lower_ceiling(ctx, member, ctx.dice(1, CEILING_SIDES), kind)
    elif special == LEVEL_DRAIN:
        levels.drain_level(ctx, member, kind)
    elif special == POISON:
        effects.start(ctx, member, "poisoned", kind)
    elif special == HOLD:
        effects.start(ctx, member, "senseless", kind, left=HOLD_TURNS)
    elif special == STEAL_GOLD:
        stolen = min(ctx.dice(1, STEAL_SIDES) * monsters.figures(s, kind).peril, s.purse.gold)
        if stolen:
            ctx.emit(GoldStolen(monster, stolen))
    elif special == MANA_BURN:
        wounds.lose_mana(ctx, member, BURN, kind)


# --- regeneration ---


def regenerate(ctx: Ctx, monster: str) -> None:
    """At the start of its turn a regenerating monster regains health, up to its full health (D15.22)."""
    m = ctx.state.monsters[monster]
    if monsters.figures(ctx.state, m.kind).special != REGENERATE:
        return
    gained = min(REGAIN, m.most - m.health)
    if gained > 0:
        ctx.emit(Regenerated(monster, gained))
        monsters.suffer(ctx, m.kind)


# --- breath ---


def breathes(s: State, monster: str) -> bool:
    """Say whether the monster is of a breathing kind; a helper uses no special attack (D14.17)."""
    m = s.monsters[monster]
    return not m.helper and monsters.figures(s, m.kind).special == BREATH


def breath_wound(s: State, monster: str, m: Member) -> Spread:
    """Return the wound that breath gives a member (D15.23)."""
    kind = s.monsters[monster].kind
    figures = monsters.figures(s, kind)
    return Spread(
        "breath", 1, figures.high - figures.low + 1, base=figures.low - 1, over=HALF,
        plus=-(members.protection(s, m) // HALF), least=1, about=m.id, shown=monsters.known_kind(s, kind), by=monster,
    )  # fmt: skip


def breath_odds(s: State, monster: str, struck: Sequence[Member]) -> Odds:
    """Return the rolls of a breathing monster's turn but for its blow."""
    return (special_chance(s, monster), *[breath_wound(s, monster, m) for m in struck])


def breathe(ctx: Ctx, monster: str, struck: Sequence[Member]) -> bool:
    """Draw whether the monster breathes in place of a blow; if it does, wound all those struck (D15.23)."""
    if not ctx.succeeds(special_chance(ctx.state, monster)):
        return False
    kind = ctx.state.monsters[monster].kind
    ctx.emit(Breathed(monster))
    monsters.suffer(ctx, kind)
    for m in struck:
        wounds.wound(ctx, m.id, ctx.roll(breath_wound(ctx.state, monster, m)), kind)
    return True


# --- events ---


class SpecialStruck(Event, tag="special.struck"):
    """A monster's special attack happened to a member; what it did is told by the events after it."""

    monster: str
    member: str
    special: str

    def variant(self) -> str:
        return self.special


class BiteWasted(Event, tag="special.wasted"):
    """A ceiling bite found nothing left to take (D15.12)."""

    monster: str
    member: str


class GoldStolen(Event, tag="special.stolen"):
    """A monster took gold out of the purse (D15.20)."""

    monster: str
    gold: int

    def apply(self, s: State) -> None:
        s.purse = replace(s.purse, gold=s.purse.gold - self.gold)


class Regenerated(Event, tag="special.regenerated"):
    """A monster regained health (D15.22)."""

    monster: str
    amount: int

    def apply(self, s: State) -> None:
        m = s.monsters[self.monster]
        s.monsters[self.monster] = replace(m, health=m.health + self.amount)


class Breathed(Event, tag="special.breathed"):
    """A monster breathed over everyone inside (D15.23)."""

    monster: str
