"""Powers: what bottles, scrolls, lanterns, charms and spells do, as told by their content entries (D24, D25).

A power is known by its content id, here called its source. `aims` says at what it can be aimed, `odds` what it may
roll, `work` does it. Figures come from content alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from undercroft.engine.chance import Chance, Odds, Spread
from undercroft.engine.state import remembered
from undercroft.rulebooks.descent import (
    blows,
    effects,
    fights,
    floors,
    gear,
    levels,
    members,
    monsters,
    raising,
    wounds,
)
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent.records import COURTYARD, Ctx, Event, InCourtyard, Member, State, replace

AIMED = ("item", "one-member", "other-member", "fallen", "one-monster")
"""Kinds of target that must be named."""
KIT_POINTS = 3
"""Points that a Mending Kit restores (D16.3)."""
ROLLED = {"heal": "heal", "mana": "mana", "ceiling-gain": "ceiling", "ceiling-loss": "ceiling", "wound": "wound"}
"""Effects whose amount is rolled, with the roll's name."""
SEALED = "sealed"
"""Why a roll of an unnamed thing is withheld."""


@cache
def power(source: str) -> content.Power:
    """Return the entry of a spell or thing; KeyError if it is neither."""
    found = content.catalogue().spells.get(source) or content.item(source)
    if not isinstance(found, content.Power):
        raise KeyError(source)
    return found


@cache
def is_aimed(source: str) -> bool:
    """Say whether a target must be named."""
    return power(source).target in AIMED


@cache
def is_at_things(source: str) -> bool:
    """Say whether it is aimed at a thing."""
    return power(source).target == "item"


@cache
def is_of_place(source: str) -> bool:
    """Say whether it does something to the dungeon about, so that the courtyard is no place for it (D24.18)."""
    return power(source).effect in ("find-secrets", "call-band", "find-floor")


@remembered("agenda")
def underground(s: State) -> bool:
    """Say whether there is a dungeon about; a counter may be open above and below.

    Frames tell it, which change less often than the party's place.
    """
    return not any(isinstance(frame, InCourtyard) for frame in s.agenda)


def living(s: State) -> list[Member]:
    """Return the living members in reach: in a fight those inside (D11.21, D25.14)."""
    return [m for m in raising.reached(s) if m.health > 0]


def aims(s: State, source: str, user: Member) -> list[str]:
    """Return the targets at which it would do something; [""] if it works and needs none, [] if it can do nothing."""
    p = power(source)
    if p.target not in AIMED:
        return [""] if _works(s, source, user, "") else []
    if p.target == "one-monster":
        return [key for key, _ in blows.living(s)]
    if p.target == "item":
        if s.fight is None:
            return _all_wanting(s)[p.effect]
        return [key for m in raising.reached(s) for key in _wanting(s, m.id)[p.effect]]
    near = [m.id for m in raising.reached(s) if p.target != "other-member" or m.id != user.id]
    return [key for key in near if _works(s, source, user, key)]


@remembered("items", "lore", also=members.steady)
def _all_wanting(s: State) -> dict[str, list[str]]:
    """Return the things of the whole party that a power does something for, by its effect."""
    each = [_wanting(s, who) for who in s.members]
    return {effect: [key for wanting in each for key in wanting[effect]] for effect in ("name-item", "hone", "repair")}


@remembered("lore", items=gear.spots_of)
def _wanting(s: State, member: str) -> dict[str, list[str]]:
    """Return the things of a member that a power does something for, by its effect."""
    held = [(key, s.items[key]) for key in gear.held(s, member)]
    return {
        "name-item": [key for key, item in held if not gear.is_named(s, item)],
        "hone": [key for key, item in held if gear.can_hone(item)],
        "repair": [key for key, item in held if item.lost > 0],
    }


def _works(s: State, source: str, user: Member, target: str) -> bool:
    """Say whether, for all the party knows, it would do something there."""
    p = power(source)
    effect = p.effect
    if target:
        return _works_on(s, p, user, s.members[target])
    if p.target == "members" and effect == "heal":
        return any(_works_on(s, p, user, m) for m in living(s))
    if effect == "party-effect":
        held = s.party_effects.get(p.party)
        return held is None or (held.source, held.left) != (source, p.steps)
    if effect == "soft-step":
        return not s.quest.soft_step
    if effect == "find-floor":
        return s.place.floor != COURTYARD
    fight = s.fight
    if effect in ("protection", "attack", "foe-attack"):
        return (
            fight is not None
            and {"protection": fight.ward, "attack": fight.rally, "foe-attack": fight.leaden}[effect] == 0
        )
    return True


SELF = "self"
"""The target of what works on its user alone."""


def is_vain(s: State, source: str, user: Member) -> bool:
    """Say whether a thing that no target is named for would do nothing now, for all the party knows (R13)."""
    p = power(source)
    if p.target != SELF:
        return not _works(s, source, user, "")
    if p.effect == "mana":
        return user.mana >= members.most_mana(user)
    if p.effect == "heal-full":
        return user.health >= user.ceiling
    return p.effect in ("heal", "cure", "member-effect") and not _works_on(s, p, user, user)


def _works_on(s: State, p: content.Power, user: Member, m: Member) -> bool:
    if p.effect == "raise":
        return raising.can_raise(s, m)
    if m.health <= 0:
        return False
    if p.effect == "member-effect":
        return _starts(s, p, user, m.id)
    if p.effect == "heal":
        return m.health < m.ceiling
    return any(effects.running(s, m.id, one) for one in p.cures)


def _starts(s: State, p: content.Power, user: Member, target: str) -> bool:
    """Say whether a member effect would start, or its count be set back (D27.1)."""
    if p.target == "other-member":
        sworn = s.effects.get(f"{user.id}:{p.member}")
        return sworn is None or sworn.target != target
    held = s.effects.get(f"{target}:{p.member}")
    return held is None or held.left < _full(p.member)


def _full(effect: str) -> int:
    """Return the count that a member effect starts with, 0 if it is not counted in steps or rounds."""
    entry = content.catalogue().effects[effect]
    return {"steps": entry.steps, "rounds": entry.rounds}.get(entry.lasts, 0)


@cache
def _counts(party: str) -> frozenset[int]:
    """Return the steps for which powers start a party effect."""
    cat = content.catalogue()
    entries = [one for one in (*cat.spells.values(), *cat.items.values()) if isinstance(one, content.Power)]
    return frozenset(p.steps for p in entries if p.effect == "party-effect" and p.party == party)


@remembered("party_effects", "effects")
def running(s: State) -> tuple[tuple[object, ...], ...]:
    """Return all of the running effects that aiming outside fights rests on: of their counts, only the full ones."""
    return (
        *[(kind, e.source, e.left if e.left in _counts(kind) else 0) for kind, e in s.party_effects.items()],
        *[(key, e.target, e.left >= _full(e.kind)) for key, e in s.effects.items()],
    )


# Rolls ------------------------------------------------------------------------------------------------------------


def dud(p: content.Power, shown: bool) -> Chance:
    """Return the chance that a potion does nothing (Q01)."""
    return Chance("dud", *p.dud, given="" if shown else SEALED, shown=shown)


def amount(p: content.Power, user: Member, about: str, shown: bool) -> Spread:
    """Return the amount that a power heals, wounds, returns or changes."""
    roll = p.roll
    more = {"wits": user.wits, "level": user.level, "half-level": user.level // 2}
    added = [(more[word], f"why.reader-{word}") for word in p.adds if more[word]]
    parts = ((f"{roll.count}d{roll.sides}", "base"), *((f"{n:+d}", why) for n, why in added)) if added else ()
    return Spread(
        ROLLED[p.effect], roll.count, roll.sides, base=roll.plus + sum(n for n, _ in added), about=about,
        given=SEALED if not shown else "sound" if p.dud[1] else "", shown=shown, parts=parts,
    )  # fmt: skip


def hold_chance(p: content.Power, monster: str, shown: bool) -> Chance:
    """Return the chance that one monster is held (R03, P09)."""
    return Chance("hold", p.chance, about=monster, given="" if shown else SEALED, shown=shown)


def _struck(s: State, p: content.Power, target: str) -> list[str]:
    """Return the monsters or members that it works on one by one."""
    if p.target == "monsters":
        return [key for key, _ in blows.living(s)]
    if p.target == "members":
        return [m.id for m in living(s) if m.health < m.ceiling]
    return [target]


def odds(s: State, source: str, user: Member, target: str, *, shown: bool = True) -> Odds:
    """Return the rolls of a power. `shown` is False while its kind is unknown; nothing of a roll names the kind."""
    p = power(source)
    if p.effect == "hold":
        return tuple([hold_chance(p, key, shown) for key in _struck(s, p, target)])
    if p.effect not in ROLLED:
        return ()
    found: list[Chance | Spread] = [dud(p, shown)] if p.dud[1] else []
    found += [amount(p, user, key if p.target in ("monsters", "members", "one-monster") else "", shown)
              for key in _struck(s, p, target)]  # fmt: skip
    return tuple(found)


def sealed_odds(s: State, sort: str, user: Member) -> Odds:
    """Return what an unnamed thing of a sort may roll, every figure withheld (D34.6): all that any kind may which has
    no name yet."""
    cat = content.catalogue()
    kinds: dict[str, Iterable[str]] = {"bottle": cat.bottles, "scroll": cat.scrolls, "lantern": cat.lanterns}
    unnamed = [kind for kind in kinds[sort] if kind not in s.lore.kinds and not is_aimed(kind)]
    return tuple([roll for kind in unnamed for roll in odds(s, kind, user, "", shown=False)])


# Work -------------------------------------------------------------------------------------------------------------


def work(ctx: Ctx, source: str, user: str, target: str, *, shown: bool = True) -> None:
    """Let a power do what it does, and tell if that is nothing. `user` used or read it; `target` is a member, an item
    or a monster.
    """
    before = len(ctx.events)
    _work(ctx, source, user, target, shown=shown)
    if len(ctx.events) == before:
        ctx.emit(InVain(target or user, source))


def _work(ctx: Ctx, source: str, user: str, target: str, *, shown: bool) -> None:
    s, p = ctx.state, power(source)
    m = s.members[user]
    effect = p.effect
    whom = target or user
    if effect == "hold":
        for key in _struck(s, p, target):
            if ctx.succeeds(hold_chance(p, key, shown)):
                blows.hold(ctx, key, p.turns)
            else:
                ctx.emit(Resisted(key, source))
    elif effect in ROLLED:
        _rolled(ctx, source, m, target, shown)
    elif effect == "heal-full":
        wounds.heal(ctx, whom, m.ceiling - m.health, source)
    elif effect == "mana-loss":
        if m.mana:
            wounds.lose_mana(ctx, user, m.mana, source)
    elif effect == "experience":
        levels.award(ctx, user, p.amount, source)
    elif effect == "experience-loss":
        levels.lose_progress(ctx, user, source)
    elif effect == "cure":
        for kind in p.cures:
            if effects.running(ctx.state, whom, kind):
                effects.end(ctx, whom, kind)
    elif effect == "member-effect":
        if p.target == "other-member":
            effects.start(ctx, user, p.member, source, target)
        else:
            effects.start(ctx, whom, p.member, source)
    elif effect == "party-effect":
        effects.start_party(ctx, p.party, p.good, p.steps, source, p.factor)
    elif effect == "raise":
        raising.raise_fallen(ctx, [whom], source)
    elif effect == "repair":
        gear.restore(ctx, target, p.amount or KIT_POINTS)
    elif effect == "hone":
        gear.hone(ctx, target)
    elif effect == "name-item":
        gear.name_item(ctx, target)
    else:
        _world(ctx, source, user)


def _rolled(ctx: Ctx, source: str, m: Member, target: str, shown: bool) -> None:
    """Do what needs an amount, once for each one that it works on."""
    s, p = ctx.state, power(source)
    if p.dud[1] and ctx.succeeds(dud(p, shown)):
        ctx.emit(Fizzled(m.id, source))
        return
    many = p.target in ("monsters", "members", "one-monster")
    for key in _struck(s, p, target):
        points = ctx.roll(amount(p, m, key if many else "", shown))
        if p.effect == "wound":
            blows.wound_monster(ctx, key, points, m.id, source)
        elif p.effect == "heal":
            wounds.heal(ctx, key or m.id, points, source)
        elif p.effect == "mana":
            wounds.gain_mana(ctx, m.id, points, source)
        elif p.effect == "ceiling-gain":
            wounds.raise_ceiling(ctx, m.id, points, source)
        else:
            wounds.lower_ceiling(ctx, m.id, points, source)


def _world(ctx: Ctx, source: str, user: str) -> None:
    """Do what changes the fight, the floor or the band about."""
    s, p = ctx.state, power(source)
    here = s.place.floor
    if p.effect == "goodwill":
        ctx.emit(GoodwillWon(user))
    elif p.effect == "protection":
        ctx.emit(Warded(user, p.amount))
    elif p.effect == "attack":
        ctx.emit(Rallied(user, p.amount))
    elif p.effect == "foe-attack":
        ctx.emit(Leadened(user, -p.amount))
    elif p.effect == "soft-step":
        ctx.emit(SoftStepped(user))
    elif p.effect == "find-secrets":
        if hidden := floors.secret_doors(s, here):
            floors.find_doors(ctx, hidden)
        else:
            ctx.emit(WallsSilent(here))
    elif p.effect == "find-floor":
        floors.learn_floor(ctx, here, secrets=True)
    elif p.effect == "call-band":
        fights.open_fight(ctx, monsters.draw_band(ctx, s, here), room=s.place.room, first=True)
    else:
        raise ValueError(f"{source}: nothing here does {p.effect}")


# Events -----------------------------------------------------------------------------------------------------------


class Fizzled(Event, tag="power.fizzled"):
    """A potion did nothing."""

    member: str
    source: str


class Resisted(Event, tag="power.resisted"):
    """A monster was not held (R03, P09)."""

    monster: str
    source: str


class InVain(Event, tag="power.in_vain"):
    """What was used found nothing to work on, such as wounds in one who is whole (R13)."""

    target: str
    source: str


class GoodwillWon(Event, tag="power.goodwill"):
    """The band is better disposed, until the fight ends (D14.15)."""

    member: str

    def apply(self, s: State) -> None:
        if s.fight is not None:
            s.fight = replace(s.fight, goodwill=True)


class Warded(Event, tag="power.warded"):
    """All members inside are better protected, this fight (R04, P06: never both)."""

    member: str
    amount: int

    def apply(self, s: State) -> None:
        if s.fight is not None:
            s.fight = replace(s.fight, ward=self.amount)


class Rallied(Event, tag="power.rallied"):
    """All standing members inside strike better, this fight (B4)."""

    member: str
    amount: int

    def apply(self, s: State) -> None:
        if s.fight is not None:
            s.fight = replace(s.fight, rally=self.amount)


class Leadened(Event, tag="power.leadened"):
    """The band strikes worse, this fight (P08)."""

    member: str
    amount: int

    def apply(self, s: State) -> None:
        if s.fight is not None:
            s.fight = replace(s.fight, leaden=self.amount)


class SoftStepped(Event, tag="power.soft_step"):
    """The next room walked into will not strike first (P24)."""

    member: str

    def apply(self, s: State) -> None:
        s.quest = replace(s.quest, soft_step=True)


class WallsSilent(Event, tag="power.walls_silent"):
    """The floor has no secret door left to show (R08)."""

    floor: int
