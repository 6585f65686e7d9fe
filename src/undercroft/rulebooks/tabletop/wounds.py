"""Wounds (T8.18 to T8.25): losing Vitality, falling, bleeding, dying, healing, and coming round.

A loss of any kind ends here: `lose` takes it off and `settle` says what comes of it.
"""

from __future__ import annotations

from undercroft.engine.action import Refusal
from undercroft.rulebooks.tabletop import conditions, fighters, goods
from undercroft.rulebooks.tabletop.records import Character, Ctx, Event, State, replace

DEATH = -10
"""At this Vitality or lower a character is dead (T8.20)."""
BLEEDING = 1
"""Vitality that a fallen, unbound character loses at the end of a Combat Round (T8.19)."""
BANDAGE = "bandage"
BANDAGE_HEALS = 2
"""Vitality that a bandage restores after a combat (T8.24)."""
COMES_ROUND_AFTER = 12
"""Turns after which a fallen character comes round (T8.23)."""
COMES_ROUND_AT = 1


# --- losing and gaining ---


def lose(ctx: Ctx, who: str, amount: int, source: str, *, searing: bool = False) -> None:
    """Take Vitality off a fighter; Protection and halvings are already counted. Nothing happens below 1.

    `source` is a content id, or "bleeding", "poison", "gm"; `searing` says that a spell, holy water or a silvered or
    magical weapon did it (T12.31).
    """
    before = fighters.vitality(ctx.state, who)
    if amount > 0:
        ctx.emit(Wounded(who, amount, before - amount, source, searing))
        settle(ctx, who, before)


def settle(ctx: Ctx, who: str, before: int) -> None:
    """Say what comes of a loss that has been written: a fall, a death, a slain foe (T8.18, T8.20, T8.25)."""
    s = ctx.state
    c = s.characters.get(who)
    if c is None:
        foe = s.foes[who]
        if foe.vitality <= 0 < before:
            ctx.emit(Slain(who, foe.kind, foe.ml))
        return
    if c.conditions:
        conditions.small_shape_hurt(ctx, who, before - c.vitality)
    if c.vitality <= 0 < before:
        ctx.emit(Fell(who))
    if c.vitality <= DEATH and not c.dead:
        ctx.emit(Died(who, "wounds"))


def heal(ctx: Ctx, who: str, amount: int, source: str) -> None:
    """Restore Vitality up to the maximum, below 0 too; at 1 or more a character is conscious and unready (T8.22)."""
    one = fighters.fighter(ctx.state, who)
    left = min(one.vitality_max, one.vitality + amount)
    if left > one.vitality:
        ctx.emit(Healed(who, left - one.vitality, left, source, one.vitality <= 0 < left))


def is_fallen(c: Character) -> bool:
    """Say whether a character lies fallen, alive (T8.18)."""
    return c.vitality <= 0 and not c.dead


# --- bleeding and coming round ---


def bleeding(s: State) -> tuple[str, ...]:
    """Return the characters in the combat that are fallen and unbound (T8.19)."""
    if not s.switches.bleeding:
        return ()
    return tuple(
        [
            who
            for who, stance in s.stances.items()
            if stance.side == fighters.PARTY
            and stance.place == "in"
            and s.characters[who].vitality <= 0
            and not stance.bound
            and is_fallen(s.characters[who])
        ]
    )


def bleed(ctx: Ctx, fallen: tuple[str, ...]) -> None:
    """Let those bleed who lay fallen and unbound as the round began and still do (T8.19)."""
    for who in fallen:
        if who in bleeding(ctx.state):
            lose(ctx, who, BLEEDING, "bleeding")


def rouse(ctx: Ctx, *, camped: bool = False) -> None:
    """Let the fallen come round whose 12 turns are over, or all of them at the end of a camp (T8.23)."""
    s = ctx.state
    for c in list(s.characters.values()):
        if is_fallen(c) and (camped or 0 <= c.fell <= s.clock.turn - COMES_ROUND_AFTER):
            ctx.emit(CameRound(c.id))


# --- bandages after a combat ---


def sore(s: State) -> list[Character]:
    """Return those whom a bandage can help: wounded in the last combat, and not bandaged since (T8.24)."""
    return [c for c in _marching(s) if c.sore and not c.dead and c.vitality < c.vitality_max]


def bandages(s: State) -> int:
    """Return how many bandages the party has."""
    return sum(goods.count(c, BANDAGE) for c in _marching(s))


def bandage_refused(s: State) -> Refusal | None:
    """Say why nobody can be bandaged now, or None (T8.24)."""
    if not sore(s):
        return Refusal("bandage.nobody", {}, "T8.24")
    return None if bandages(s) else Refusal("bandage.none", {}, "T8.24")


def bandage(ctx: Ctx) -> None:
    """Bandage the wounded in marching order while bandages last; it takes the party 1 turn, which the caller passes."""
    for c in sore(ctx.state):
        holder = bandage_holder(ctx.state, c.id)
        if holder:
            ctx.emit(Bandaged(c.id, holder))
            heal(ctx, c.id, BANDAGE_HEALS, BANDAGE)


def bandage_holder(s: State, wanted_for: str) -> str:
    """Return who gives a bandage: the one it is for, else the first in marching order that has one; "" for nobody.

    In a combat only who is in it gives any.
    """
    own = s.characters.get(wanted_for)
    order = ([own] if own is not None else []) + _marching(s)
    if s.fight is not None:
        order = [c for c in order if fighters.in_combat(s, c.id)]
    return next((c.id for c in order if goods.count(c, BANDAGE)), "")


def _marching(s: State) -> list[Character]:
    return [s.characters[who] for who in s.party.order if who in s.characters]


def _set_vitality(s: State, who: str, left: int) -> None:
    if who in s.characters:
        s.characters[who] = replace(s.characters[who], vitality=left)
    else:
        s.foes[who] = replace(s.foes[who], vitality=left)


# --- events ---


class Wounded(Event, tag="wounds.lost"):
    """A fighter lost Vitality by something other than a blow; `left` may be below 0."""

    who: str
    amount: int
    left: int
    source: str
    searing: bool = False

    def apply(self, s: State) -> None:
        _set_vitality(s, self.who, self.left)
        stance = s.stances.get(self.who)
        if stance is not None:
            s.stances[self.who] = replace(stance, hurt=True, seared=stance.seared or self.searing)

    def variant(self) -> str:
        return self.source if self.source in ("bleeding", "poison", "gm") else ""

    def rules(self) -> tuple[str, ...]:
        return {"bleeding": ("T8.19",), "poison": ("T8.31",), "gm": ("T23.14",)}.get(self.source, ())


class Healed(Event, tag="wounds.healed"):
    """A fighter regained Vitality; `woke` if that brought a fallen character round."""

    who: str
    amount: int
    left: int
    source: str
    woke: bool

    def apply(self, s: State) -> None:
        _set_vitality(s, self.who, self.left)
        if self.woke and self.who in s.characters:
            _conscious(s, self.who)

    def variant(self) -> str:
        if self.source == "gm":
            return "gm"
        return "woke" if self.woke else ""

    def rules(self) -> tuple[str, ...]:
        return ("T23.14",) if self.source == "gm" else ("T8.22",)


def _conscious(s: State, who: str) -> None:
    s.characters[who] = replace(s.characters[who], fell=-1)
    stance = s.stances.get(who)
    if stance is not None:
        s.stances[who] = replace(stance, ready=not s.switches.unreadiness, bound=False)


class Fell(Event, tag="wounds.fell"):
    """A character fell unconscious (T8.18)."""

    who: str

    def apply(self, s: State) -> None:
        stance = s.stances.get(self.who)
        if stance is not None:
            s.stances[self.who] = replace(stance, ready=not s.switches.unreadiness, bound=False, guards=False)
        # The turns to coming round are counted from the end of a combat, outside one at once (T8.23).
        fell = s.clock.turn if stance is None else -1
        s.characters[self.who] = replace(s.characters[self.who], fell=fell)

    def rules(self) -> tuple[str, ...]:
        return ("T8.18",)


class Died(Event, tag="wounds.died"):
    """A character died: of "wounds", or "left" behind fallen (T8.20, T7.36)."""

    who: str
    cause: str

    def apply(self, s: State) -> None:
        s.characters[self.who] = replace(s.characters[self.who], dead=True)

    def variant(self) -> str:
        return "left" if self.cause == "left" else ""

    def rules(self) -> tuple[str, ...]:
        return ("T7.36",) if self.cause == "left" else ("T8.20",)


class Slain(Event, tag="wounds.slain"):
    """A foe was slain (T8.25)."""

    foe: str
    kind: str
    ml: int

    def rules(self) -> tuple[str, ...]:
        return ("T8.25",)


class CameRound(Event, tag="wounds.came_round"):
    """A fallen character came round by itself (T8.23)."""

    who: str

    def apply(self, s: State) -> None:
        s.characters[self.who] = replace(s.characters[self.who], vitality=COMES_ROUND_AT)
        _conscious(s, self.who)

    def rules(self) -> tuple[str, ...]:
        return ("T8.23",)


class Bound(Event, tag="wounds.bound"):
    """The bleeding of a fallen ally was stopped with a bandage of the holder's (T7.28)."""

    who: str
    ally: str
    holder: str

    def apply(self, s: State) -> None:
        holder = s.characters[self.holder]
        s.characters[self.holder] = goods.less(holder, BANDAGE)
        s.stances[self.ally] = replace(s.stances[self.ally], bound=True)

    def rules(self) -> tuple[str, ...]:
        return ("T7.28",)


class Bandaged(Event, tag="wounds.bandaged"):
    """A bandage of the holder's was used after a combat (T8.24)."""

    who: str
    holder: str

    def apply(self, s: State) -> None:
        holder = s.characters[self.holder]
        s.characters[self.holder] = goods.less(holder, BANDAGE)
        s.characters[self.who] = replace(s.characters[self.who], sore=False)

    def variant(self) -> str:
        return "own" if self.who == self.holder else ""

    def rules(self) -> tuple[str, ...]:
        return ("T8.24",)


__all__ = [
    "BANDAGE", "DEATH", "Bandaged", "Bound", "CameRound", "Died", "Fell", "Healed", "Slain", "Wounded", "bandage",
    "bandage_holder", "bandage_refused", "bandages", "bleed", "bleeding", "heal", "is_fallen", "lose", "rouse",
    "settle", "sore",
]  # fmt: skip
