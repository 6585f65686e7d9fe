"""Traits of monsters (T7.42, T8.31, T12.22 to T12.32): what they do as a combat begins, in its rounds, and by blows."""

from __future__ import annotations

from undercroft.engine.chance import Chance, Odds, Spread
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop import fighters, tests, wounds
from undercroft.rulebooks.tabletop.armour import CLOTHES
from undercroft.rulebooks.tabletop.records import Condition, Ctx, Event, State, replace

TERROR, STENCH, SONG, ACID, NUMBING, POISON, KNITTING = (
    "terror", "stench", "song", "acid", "numbing", "poison", "knitting",
)  # fmt: skip
NEXT, ROUND = "next", "round"
"""Which own action is lost: the next one, whenever that comes, or this Combat Round's (T7.42, T12.28, T12.29)."""
SIDES = 6


def bearers(s: State, trait: str) -> list[str]:
    """Return the standing foes that have a trait, in listed order."""
    return [who for who in fighters.standing_foes(s) if trait in fighters.traits(s.foes[who].kind)]


# --- as a combat begins ---


def opening_odds(s: State) -> Odds:
    """Return every Test that the foes call for as a combat begins."""
    found: list[Chance | Spread] = []
    if s.switches.terror and bearers(s, TERROR):
        found += [tests.chance(s, s.characters[w], "courage", name=TERROR, about=w) for w in fighters.standing_party(s)]
    if bearers(s, STENCH):
        found += [tests.chance(s, s.characters[w], "strength", name=STENCH, about=w) for w in fighters.front(s)]
    return tuple(found)


def open_with(ctx: Ctx) -> None:
    """Let Terror and Stench do their work (T7.42, T12.32)."""
    s = ctx.state
    if s.switches.terror and (terrible := bearers(s, TERROR)):
        for who in fighters.standing_party(s):
            if not tests.passes(ctx, s.characters[who], "courage", name=TERROR, about=who):
                ctx.emit(ActionLost(who, terrible[0], TERROR))
    if stinking := bearers(s, STENCH):
        for who in fighters.front(s):
            if not tests.passes(ctx, s.characters[who], "strength", name=STENCH, about=who):
                ctx.emit(Sickened(who, stinking[0], content.catalogue().traits[STENCH].amount))


# --- rounds ---


def song_odds(s: State) -> Odds:
    """Return the Tests that a song may call for: one of them, of a random character (T12.28)."""
    if not bearers(s, SONG):
        return ()
    there = [w for w, row in s.stances.items() if row.side == fighters.PARTY and row.place in ("in", "stayed-away")]
    return tuple(tests.chance(s, s.characters[w], "intelligence", name=SONG, about=w) for w in there)


def sing(ctx: Ctx) -> None:
    """Let a standing Harpy sing at the start of a round (T12.28)."""
    s = ctx.state
    singers = bearers(s, SONG)
    party = fighters.standing_party(s)
    if singers and party:
        who = ctx.pick(party)
        if not tests.passes(ctx, s.characters[who], "intelligence", name=SONG, about=who):
            ctx.emit(ActionLost(who, singers[0], SONG))


def knit(ctx: Ctx) -> None:
    """Let Werewolves regain what they do at the end of a round without silver, magic or a spell (T12.31)."""
    s = ctx.state
    for who in bearers(s, KNITTING):
        if not s.stances[who].seared:
            wounds.heal(ctx, who, content.catalogue().traits[KNITTING].amount, KNITTING)


# --- blows ---


def blow_odds(s: State, attacker: str, target: str) -> Odds:
    """Return the rolls that a foe's blow calls for if it takes Vitality."""
    foe = s.foes.get(attacker)
    c = s.characters.get(target)
    if foe is None or c is None:
        return ()
    found: list[Chance | Spread] = []
    if foe.poison_dice:
        found += [
            tests.chance(s, c, "strength", foe.poison, name=POISON, about=target),
            poison_amount(foe.poison_dice, target),
        ]
    if NUMBING in fighters.traits(foe.kind):
        found.append(tests.chance(s, c, "strength", name=NUMBING, about=target))
    return tuple(found)


def after_blow(ctx: Ctx, attacker: str, target: str) -> None:
    """Let poison, acid and numbing work after a foe's blow that took Vitality (T8.31, T12.27, T12.29)."""
    s = ctx.state
    foe = s.foes[attacker]
    traits = fighters.traits(foe.kind)
    if not (traits or foe.poison_dice) or target not in s.characters:
        return
    if foe.poison_dice:
        poison(ctx, target, foe.poison, foe.poison_dice)
    c = s.characters[target]
    if ACID in traits and c.armour != CLOTHES and content.armour(c.armour).protection > c.eaten:
        ctx.emit(Eaten(target, attacker, c.eaten + content.catalogue().traits[ACID].amount))
    if NUMBING in traits and not tests.passes(ctx, c, "strength", name=NUMBING, about=target):
        ctx.emit(ActionLost(target, attacker, NUMBING))


def poison(ctx: Ctx, who: str, adjustment: int, dice: int) -> None:
    """Test a character's Strength against poison that has got in; failure costs more Vitality (T8.31)."""
    if not tests.passes(ctx, ctx.state.characters[who], "strength", adjustment, name=POISON, about=who):
        wounds.lose(ctx, who, ctx.roll(poison_amount(dice, who)), POISON)


def poison_amount(dice: int, about: str) -> Spread:
    """Return what poison takes: so many d6, whatever the Protection."""
    return Spread("poison-damage", dice, SIDES, about=about)


# --- events ---


class ActionLost(Event, tag="traits.lost"):
    """A character will lose an own action, by the foe's "terror", "song" or "numbing": one, however often."""

    who: str
    foe: str
    cause: str

    def apply(self, s: State) -> None:
        stance = s.stances[self.who]
        s.stances[self.who] = replace(stance, lost=stance.lost or ROUND if self.cause == SONG else NEXT)

    def variant(self) -> str:
        return self.cause

    def rules(self) -> tuple[str, ...]:
        return ({TERROR: "T7.42", SONG: "T12.28", NUMBING: "T12.29"}[self.cause],)


class Sickened(Event, tag="traits.stench"):
    """A character's Attack rolls are harder for the whole combat (T12.32)."""

    who: str
    foe: str
    amount: int

    def apply(self, s: State) -> None:
        c = s.characters[self.who]
        one = Condition(STENCH, self.amount, "combat", source=self.foe)
        s.characters[self.who] = replace(c, conditions=(*c.conditions, one))

    def rules(self) -> tuple[str, ...]:
        return ("T12.32",)


class Eaten(Event, tag="traits.acid"):
    """Acid took a point of armour; `eaten` is what it took in all (T12.27)."""

    who: str
    foe: str
    eaten: int

    def apply(self, s: State) -> None:
        s.characters[self.who] = replace(s.characters[self.who], eaten=self.eaten)

    def rules(self) -> tuple[str, ...]:
        return ("T12.27",)


__all__ = [
    "NEXT", "ROUND", "ActionLost", "Eaten", "Sickened", "after_blow", "bearers", "blow_odds", "knit", "open_with",
    "opening_odds", "poison", "poison_amount", "sing", "song_odds",
]  # fmt: skip
