"""A foe's turn by the rules (T7.16 to T7.18, T11.29, T11.39, T12.33): what it does when no game master says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from undercroft.engine.chance import Chance, Odds, Spread
from undercroft.rulebooks.tabletop import (
    blows,
    conditions,
    fighters,
    flight,
    goods,
    magic_items,
    ranks,
    spells,
    tests,
    traits,
)
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.records import Character, Ctx, Event, State, replace

SNATCH, CASTER = "snatch", "caster"
PANIC, STING = "rabbits-panic", "wasps-sting"
CROWD = 3
"""Standing characters from which a caster's first spell is panic (T12.33)."""
STING_STRENGTH = 2
LIGHT = 1
"""The greatest load of a thing that a Kobold snatches (T11.29)."""


class Wish(NamedTuple):
    """A spell that a foe would cast now."""

    spell: str
    target: str
    strength: int
    free: bool
    """A Kobold's gift costs nothing (T11.29)."""


class Thing(NamedTuple):
    """Something a character has that can be snatched: a `place` in one of the lists of the sheet."""

    who: str
    sort: str
    place: int
    kind: str


# --- strikes ---


def act(ctx: Ctx, foe: str) -> None:
    """Let a foe that can act take its turn: its magic, or its attacks."""
    if use_magic(ctx, foe):
        return
    if fighters.under(ctx.state, foe, "stuck"):
        ctx.emit(Idled(foe, "stuck"))
    else:
        attack(ctx, foe)


def use_magic(ctx: Ctx, foe: str) -> bool:
    """Let a foe use the magic that it would use now, in and out of combat, and say whether it had any (T11.29)."""
    s = ctx.state
    if snatches(s, foe):
        snatch(ctx, foe)
    elif (spell := wish(s, foe)) is not None:
        cast(ctx, foe, spell)
    else:
        return False
    return True


def attack(ctx: Ctx, foe: str, chosen: str = "") -> None:
    """Make all attacks of a foe; a game master may have chosen the first target."""
    s = ctx.state
    first = ""
    for number in range(s.foes[foe].attacks):
        if number:
            ranks.close_ranks(ctx)
        target = chosen if chosen and not number else ranks.aim(s, foe, first)
        means = ranks.means_against(s, foe, target) if target else None
        if means is None:
            if not number:
                ctx.emit(Idled(foe, "far" if target else "nobody"))
            return
        blows.strike(ctx, foe, target, means)
        first = first or target


def odds(s: State, foe: str, chosen: str = "") -> Odds:
    """Return every roll of a foe's turn."""
    if not chosen and (snatches(s, foe) or wish(s, foe) is not None):
        return magic_odds(s, foe)
    if fighters.under(s, foe, "stuck"):
        return ()
    several = s.foes[foe].attacks > 1
    targets = fighters.standing_party(s) if several else [chosen or ranks.aim(s, foe)]
    found: dict[Chance | Spread, None] = {}
    for target in filter(None, targets):
        for then in (s, *_later(s, foe, target)) if several else (s,):
            for means in (blows.hand(then, foe), blows.missile(then, foe)):
                if means is not None:
                    found |= dict.fromkeys(blows.odds(then, foe, target, means))
    return tuple(found)


def magic_odds(s: State, foe: str) -> Odds:
    """Return every roll of the magic that a foe would use now."""
    if snatches(s, foe):
        return tuple(snatch_chance(s, who) for who in dict.fromkeys(thing.who for thing in loose_things(s)))
    spell = wish(s, foe)
    if spell is None:
        return ()
    return spells.odds(s, foe, content.spell(spell.spell), (spell.target,), spell.strength)


def _later(s: State, foe: str, target: str) -> Iterator[State]:
    """Yield the moment as an earlier blow of the same turn may leave the target.

    It is awake (T8.10), out of its small shape (T13.66), its armour eaten by acid (T12.27).
    """
    left = [s.characters[target]]
    for kind in (conditions.ASLEEP, conditions.SMALL_SHAPE):
        left += [_free(c, kind) for c in left if fighters.condition(c, kind) is not None]
    if traits.ACID in fighters.traits(s.foes[foe].kind):
        left += [replace(c, eaten=c.eaten + n) for c in left for n in range(1, s.foes[foe].attacks)]
    for c in left[1:]:
        yield s.supposing("characters", target, c)


def _free(c: Character, kind: str) -> Character:
    return replace(c, conditions=tuple([held for held in c.conditions if held.kind != kind]))


# --- a Kobold's snatch ---


def loose_things(s: State) -> list[Thing]:
    """Return what a Kobold could snatch: unworn things of load 0 or 1 of whom it sees in the back rank (T11.29)."""
    return [thing for who in _rear(s) for thing in _loose(s.characters[who])]


def _rear(s: State) -> list[str]:
    """Return who is seen in the back rank, or outside combat walks there."""
    if s.fight is None:
        return ranks.marching_behind(s)
    return [who for who in fighters.exposed(s) if s.stances[who].rank == ranks.BACK]


def _loose(c: Character) -> list[Thing]:
    found = [
        Thing(c.id, "weapons", at, arm.kind)
        for at, arm in enumerate(c.weapons)
        if at != c.wielded and content.weapon(arm.kind).load <= LIGHT
    ]
    found += [
        Thing(c.id, "goods", at, word) for at, (word, _) in enumerate(c.goods) if goods.known(word).load() <= LIGHT
    ]
    found += [Thing(c.id, "items", at, magic_items.word(item)) for at, item in enumerate(c.items)]
    found += [Thing(c.id, "jewels", at, jewel.kind) for at, jewel in enumerate(c.jewels)]
    return found


def snatches(s: State, foe: str) -> bool:
    """Say whether a foe will snatch something now: it must be near and free to (T8.29, T8.32)."""
    if s.foes[foe].gift != SNATCH or fighters.under(s, foe, "stuck"):
        return False
    return blows.in_range(s, blows.hand(s, foe)) and bool(loose_things(s))


def snatch_chance(s: State, who: str) -> Chance:
    """Return the chance that a character keeps hold of what is snatched at (T11.29)."""
    return tests.chance(s, s.characters[who], "agility", name=SNATCH, about=who)


def snatch(ctx: Ctx, foe: str) -> None:
    """Let a Kobold snatch at something; with it, it vanishes, undefeated (T11.29)."""
    s = ctx.state
    thing = ctx.pick(loose_things(s))
    kept = tests.passes(ctx, s.characters[thing.who], "agility", name=SNATCH, about=thing.who)
    ctx.emit(Snatched(foe, thing.who, thing.sort, thing.place, thing.kind, not kept))


# --- spells ---


def wish(s: State, foe: str) -> Wish | None:
    """Return the spell that a foe casts in its turn, or None if it strikes (T11.29, T12.33)."""
    one = s.foes[foe]
    if not one.gift and CASTER not in fighters.traits(one.kind):
        return None
    exposed = fighters.exposed(s) if s.fight is not None else ranks.marching(s)
    if not exposed:
        return None
    strongest = max(exposed, key=lambda who: fighters.attack_score(s, who))
    if one.gift and one.gift != SNATCH:
        gift = content.spell(one.gift)
        return Wish(one.gift, strongest if gift.target == "one" else foe, 1, True) if spells.carries(s, gift) else None
    if CASTER not in fighters.traits(one.kind):
        return None
    panic = content.spell(PANIC)
    first = not s.stances[foe].acted and len(fighters.standing_party(s)) >= CROWD
    if first and one.astral >= panic.astral[0] and spells.carries(s, panic):
        return Wish(PANIC, strongest, 1, False)
    if one.astral < content.spell(STING).astral[STING_STRENGTH - 1]:
        return None
    weakest = min(exposed, key=lambda who: s.characters[who].vitality)
    return Wish(STING, weakest, STING_STRENGTH, False)


def cast(ctx: Ctx, foe: str, spell: Wish) -> None:
    """Let a foe cast what it wishes; a gift is then used up (T11.29, T20.25)."""
    spells.cast(ctx, foe, spell.spell, (spell.target,), spell.strength, free=spell.free)
    if spell.free:
        ctx.emit(GiftUsed(foe))


# --- events ---


class Idled(Event, tag="foes.idled"):
    """A foe did nothing: it is "stuck", too "far" off, or there is "nobody" it can target."""

    foe: str
    why: str

    def variant(self) -> str:
        return self.why

    def rules(self) -> tuple[str, ...]:
        return {"stuck": ("T8.29",), "far": ("T8.32",), "nobody": ("T20.18",)}[self.why]


class Snatched(Event, tag="foes.snatched"):
    """A Kobold snatched at a thing, and either vanished with it or not (T11.29)."""

    foe: str
    who: str
    sort: str
    place: int
    thing: str
    gone: bool

    def apply(self, s: State) -> None:
        _use_up(s, self.foe)
        if not self.gone:
            return
        c = s.characters[self.who]
        s.characters[self.who] = _without(c, self.sort, self.place)
        if self.foe in s.stances:
            s.stances[self.foe] = replace(s.stances[self.foe], place=flight.VANISHED)

    def variant(self) -> str:
        return "" if self.gone else "kept"

    def rules(self) -> tuple[str, ...]:
        return ("T11.29",)


class GiftUsed(Event, tag="foes.gift_used"):
    """A Kobold has used what it could do once (T11.29)."""

    foe: str

    def apply(self, s: State) -> None:
        _use_up(s, self.foe)

    def seen_by(self, s: State) -> tuple[str, ...]:
        return ()


def _use_up(s: State, foe: str) -> None:
    s.foes[foe] = replace(s.foes[foe], gift="", used=s.foes[foe].gift)


def _without(c: Character, sort: str, place: int) -> Character:
    if sort == "goods":
        return goods.less(c, c.goods[place][0])
    if sort == "weapons":
        return goods.without_arm(c, place)
    held = getattr(c, sort)
    return replace(c, **{sort: (*held[:place], *held[place + 1 :])})


__all__ = [
    "GiftUsed", "Idled", "Snatched", "Thing", "Wish", "act", "attack", "cast", "loose_things", "magic_odds", "odds",
    "snatch", "snatch_chance", "snatches", "use_magic", "wish",
]  # fmt: skip
