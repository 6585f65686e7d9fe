"""Own actions (T7.20 to T7.38, T25 "Combat"): what a character may do in their turn. Each costs the whole turn.

`OwnAction` is the base: it judges whose turn it is and what being unready or stuck forbids, does the deed, and ends the
turn. The magic chapters give `cast` and `use` as such actions of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Odds
from undercroft.engine.errors import nearest
from undercroft.rulebooks.tabletop import blows, fighters, fights, flight, goods, tests, wounds
from undercroft.rulebooks.tabletop.aiming import (
    aim_refused,
    ammunition,
    blow_refused,
    no_target,
    reload_refused,
    shoot,
    shot,
    shot_refused,
    strike_refused,
    targets,
)
from undercroft.rulebooks.tabletop.records import Action, Character, Ctx, Event, State, replace


class OwnAction(Action):
    """Base of what a character does in their turn: `unfit` and `do` stand for refused and perform."""

    during = (fights.Fight,)
    needs_ready: ClassVar[bool] = False
    """Whether an unready character must make ready first (T7.5)."""
    needs_freedom: ClassVar[bool] = False
    """Whether a stuck character cannot do it (T8.29)."""

    @classmethod
    def offered(cls, s: State) -> Iterable[OwnAction]:
        return [cls()]

    def refused(self, s: State) -> Refusal | None:
        who = fights.acting(s)
        c = s.characters.get(who)
        if c is None:
            return Refusal("fight.foes_turn", {"who": who})
        if self.needs_ready and not s.stances[who].ready:
            return Refusal("fight.unready", {"who": who}, "T7.5")
        if self.needs_freedom and fighters.condition(c, "stuck"):
            return Refusal("fight.stuck", {"who": who}, "T8.29")
        return self.unfit(s, c)

    def unfit(self, s: State, c: Character) -> Refusal | None:
        """Say why the character whose turn it is cannot do this now, or None."""
        return None

    def odds(self, s: State) -> Odds:
        c = s.characters.get(fights.acting(s))
        return (*self.rolls(s, c), *flight.morale_odds(s)) if c is not None else ()

    def rolls(self, s: State, c: Character) -> Odds:
        """Return every roll of the deed."""
        return ()

    def perform(self, ctx: Ctx) -> None:
        self.do(ctx, ctx.state.characters[fights.acting(ctx.state)])
        fights.turn_taken(ctx)

    def do(self, ctx: Ctx, c: Character) -> None:
        """Do the deed."""
        raise NotImplementedError


# --- striking ---


class Attack(OwnAction, tag="turns.attack"):
    """Strike at a foe in reach with the weapon wielded (T7.20)."""

    text = "attack {enemy}"
    order = 10
    needs_ready = needs_freedom = True
    enemy: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Attack]:
        return [cls(foe) for foe in targets(s)]

    def unfit(self, s: State, c: Character) -> Refusal | None:
        return strike_refused(s, c, self.enemy)

    def rolls(self, s: State, c: Character) -> Odds:
        return blows.odds(s, c.id, self.enemy, blows.hand(s, c.id))

    def rules(self, s: State) -> tuple[str, ...]:
        who = fights.acting(s)
        at_times = {
            "T6.6": fighters.in_dark(s, who),
            "T7.10": s.fight is not None and s.fight.unaware and s.fight.round <= 1,
            "T7.15": s.stances[who].rank == "back",
            "T8.7": any(fighters.under(s, self.enemy, kind) for kind in fighters.UNDEFENDING),
        }
        return ("T7.20", *(rule for rule, holds in at_times.items() if holds))

    def do(self, ctx: Ctx, c: Character) -> None:
        blows.strike(ctx, c.id, self.enemy, blows.hand(ctx.state, c.id))


class Shoot(OwnAction, tag="turns.shoot"):
    """Shoot at any standing foe in range (T7.21)."""

    text = "shoot {enemy}"
    order = 11
    needs_ready = needs_freedom = True
    enemy: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Shoot]:
        return [cls(foe) for foe in targets(s)]

    def unfit(self, s: State, c: Character) -> Refusal | None:
        return shot_refused(s, c, self.enemy)

    def rolls(self, s: State, c: Character) -> Odds:
        means = shot(s, c, self.enemy)
        return blows.odds(s, c.id, self.enemy, means) if means is not None else ()

    def do(self, ctx: Ctx, c: Character) -> None:
        shoot(ctx, c, self.enemy)


class Throw(OwnAction, tag="turns.throw"):
    """Throw a weapon made for it, or holy water, at any standing foe in range (T7.21, T10.17)."""

    text = "throw {item} {enemy}"
    order = 12
    needs_ready = needs_freedom = True
    item: str
    enemy: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Throw]:
        c = s.characters.get(fights.acting(s))
        if c is None:
            return []
        things = dict.fromkeys([*(arm.kind for arm in c.weapons), *(word for word, _ in c.goods)])
        return [cls(thing, foe) for thing in things if blows.thrown(c, thing) for foe in targets(s)]

    def unfit(self, s: State, c: Character) -> Refusal | None:
        means = blows.thrown(c, self.item)
        if means is None:
            return Refusal("fight.not_thrown", {"who": c.id, "thing": self.item}, "T7.21")
        if refusal := no_target(s, self.enemy):
            return refusal
        if means.piercing and "undead" not in fighters.traits(s.foes[self.enemy].kind):
            return Refusal("fight.not_undead", {"target": self.enemy}, "T10.17")
        return aim_refused(s, c, self.enemy, means)

    def rolls(self, s: State, c: Character) -> Odds:
        means = blows.thrown(c, self.item)
        return blows.odds(s, c.id, self.enemy, means) if means is not None else ()

    def do(self, ctx: Ctx, c: Character) -> None:
        means = blows.thrown(c, self.item)
        assert means is not None
        blows.strike(ctx, c.id, self.enemy, means)
        ctx.emit(Threw(c.id, self.item, means.place))


# --- making ready ---


class Reload(OwnAction, tag="turns.reload"):
    """Load the crossbow again (T8.16)."""

    text = "reload"
    order = 13

    def unfit(self, s: State, c: Character) -> Refusal | None:
        return reload_refused(s, c)

    def do(self, ctx: Ctx, c: Character) -> None:
        ctx.emit(Reloaded(c.id, blows.hand(ctx.state, c.id).weapon))


class MakeReady(OwnAction, tag="turns.ready"):
    """Become ready (T7.24)."""

    text = "make-ready"
    order = 14

    def unfit(self, s: State, c: Character) -> Refusal | None:
        return Refusal("fight.is_ready", {"who": c.id}, "T7.24") if s.stances[c.id].ready else None

    def rules(self, s: State) -> tuple[str, ...]:
        return ("T7.5", "T7.24")

    def do(self, ctx: Ctx, c: Character) -> None:
        ctx.emit(MadeReady(c.id))


class Guard(OwnAction, tag="turns.guard"):
    """Make two Defence rolls in this Combat Round instead of an attack (T7.26)."""

    text = "guard"
    order = 17
    needs_ready = True

    def do(self, ctx: Ctx, c: Character) -> None:
        ctx.emit(Guarded(c.id))


def no_ally(ally: str, allowed: Iterable[str]) -> Refusal | None:
    """Say that there is no such ally for this, with the nearest, or None."""
    there = list(allowed)
    if ally in there:
        return None
    return Refusal("fight.no_ally", {"ally": ally, "near": nearest(ally, there) or "."})


# --- others, and oneself ---


class Intimidate(OwnAction, tag="turns.intimidate"):
    """Try once to frighten the foes off (T7.30, T7.31)."""

    text = "intimidate"
    order = 20

    def unfit(self, s: State, c: Character) -> Refusal | None:
        assert s.fight is not None
        if s.fight.intimidated or any(tests.tried(s, tests.PARTY, flight.INTIMIDATE + g) for g in s.fight.groups):
            return Refusal("fight.threatened", {}, "T7.30")
        if not flight.frightenable(s):
            return Refusal("fight.fearless", {}, "T7.33")
        return None

    def rolls(self, s: State, c: Character) -> Odds:
        return flight.threat_odds(s, c.id)

    def do(self, ctx: Ctx, c: Character) -> None:
        flight.intimidate(ctx, c.id)


class Bind(OwnAction, tag="turns.bind"):
    """Stop a fallen ally's bleeding with a bandage (T7.28)."""

    text = "bind {ally}"
    order = 21
    ally: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Bind]:
        return [cls(who) for who in wounds.bleeding(s)]

    def unfit(self, s: State, c: Character) -> Refusal | None:
        if refusal := no_ally(self.ally, wounds.bleeding(s)):
            return refusal
        return None if wounds.bandage_holder(s, c.id) else Refusal("bandage.none", {}, "T7.28")

    def do(self, ctx: Ctx, c: Character) -> None:
        ctx.emit(wounds.Bound(c.id, self.ally, wounds.bandage_holder(ctx.state, c.id)))


class Wake(OwnAction, tag="turns.wake"):
    """Rouse a sleeping ally (T7.29)."""

    text = "wake {ally}"
    order = 22
    ally: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Wake]:
        return [cls(who) for who in sleepers(s)]

    def unfit(self, s: State, c: Character) -> Refusal | None:
        return no_ally(self.ally, sleepers(s))

    def do(self, ctx: Ctx, c: Character) -> None:
        ctx.emit(Woke(self.ally, c.id))


def sleepers(s: State) -> list[str]:
    """Return the allies in the combat who sleep, standing."""
    return [who for who in fighters.standing_party(s) if fighters.under(s, who, "asleep")]


class Flee(OwnAction, tag="turns.flee"):
    """Flee to the room you came from (T7.34)."""

    text = "flee"
    order = 23
    needs_freedom = True

    def rolls(self, s: State, c: Character) -> Odds:
        return flight.flee_odds(s, c.id)

    def rules(self, s: State) -> tuple[str, ...]:
        last = len(fighters.standing_party(s)) == 1
        return ("T7.34", "T7.36") if last and flight.left_behind(s) else ("T7.34",)

    def do(self, ctx: Ctx, c: Character) -> None:
        flight.flee(ctx, c.id)


class Carry(OwnAction, tag="turns.carry"):
    """Flee with a fallen ally of the same rank (T7.35)."""

    text = "carry {ally}"
    order = 24
    needs_freedom = True
    ally: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Carry]:
        return [cls(c.id) for c in flight.left_behind(s)]

    def unfit(self, s: State, c: Character) -> Refusal | None:
        if refusal := no_ally(self.ally, [one.id for one in flight.left_behind(s)]):
            return refusal
        if s.stances[self.ally].rank != s.stances[c.id].rank:
            return Refusal("fight.other_rank", {"ally": self.ally}, "T7.35")
        return None

    def rolls(self, s: State, c: Character) -> Odds:
        return flight.flee_odds(s, c.id, self.ally)

    def do(self, ctx: Ctx, c: Character) -> None:
        flight.flee(ctx, c.id, self.ally)


class Wait(OwnAction, tag="turns.wait"):
    """Do nothing (T7.38)."""

    text = "wait"
    order = 25

    def do(self, ctx: Ctx, c: Character) -> None:
        ctx.emit(Waited(c.id))


# --- events ---


class Threw(Event, tag="turns.threw"):
    """A thrown weapon left the hand, or a vial broke; weapons are found again after a won combat."""

    who: str
    thing: str
    place: int

    def apply(self, s: State) -> None:
        c = s.characters[self.who]
        if self.place < 0:
            s.characters[self.who] = goods.less(c, self.thing)
            return
        assert s.fight is not None
        s.fight = replace(s.fight, thrown=(*s.fight.thrown, (self.who, c.weapons[self.place])))
        s.characters[self.who] = goods.without_arm(c, self.place)


class Reloaded(Event, tag="turns.reloaded"):
    """A crossbow was loaded again (T8.16)."""

    who: str
    weapon: str

    def apply(self, s: State) -> None:
        stance = s.stances[self.who]
        s.stances[self.who] = replace(stance, empty=tuple([kind for kind in stance.empty if kind != self.weapon]))

    def rules(self) -> tuple[str, ...]:
        return ("T8.16",)


class MadeReady(Event, tag="turns.made_ready"):
    """A character is ready (T7.24)."""

    who: str

    def apply(self, s: State) -> None:
        s.stances[self.who] = replace(s.stances[self.who], ready=True)

    def rules(self) -> tuple[str, ...]:
        return ("T7.24",)


class Guarded(Event, tag="turns.guarded"):
    """A character guards: two Defence rolls in this round, one already used counted (T7.26)."""

    who: str

    def apply(self, s: State) -> None:
        s.stances[self.who] = replace(s.stances[self.who], guards=True)

    def rules(self) -> tuple[str, ...]:
        return ("T7.26",)


class Woke(Event, tag="turns.woke"):
    """A sleeping ally was roused (T7.29)."""

    who: str
    by: str

    def apply(self, s: State) -> None:
        c = s.characters[self.who]
        s.characters[self.who] = replace(c, conditions=tuple([o for o in c.conditions if o.kind != "asleep"]))

    def rules(self) -> tuple[str, ...]:
        return ("T7.29",)


class Waited(Event, tag="turns.waited"):
    """A character did nothing (T7.38)."""

    who: str

    def rules(self) -> tuple[str, ...]:
        return ("T7.38",)


__all__ = [
    "Attack",
    "Bind",
    "Carry",
    "Flee",
    "Guard",
    "Guarded",
    "Intimidate",
    "MadeReady",
    "MakeReady",
    "OwnAction",
    "Reload",
    "Reloaded",
    "Shoot",
    "Threw",
    "Throw",
    "Wait",
    "Waited",
    "Wake",
    "Woke",
    "aim_refused",
    "ammunition",
    "blow_refused",
    "no_ally",
    "no_target",
    "reload_refused",
    "shoot",
    "shot",
    "shot_refused",
    "sleepers",
    "strike_refused",
    "targets",
]  # fmt: skip
