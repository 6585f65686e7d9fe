"""Spells outside combat (T20, T25 "Exploring"): the actions `cast` in a room of the dungeon."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Chance, Odds
from undercroft.engine.errors import nearest, quoted
from undercroft.rulebooks.tabletop import (
    bars,
    blows,
    casting,
    exploring,
    fighters,
    goods,
    loads,
    magic_items,
    meeting,
    spells,
    taking,
    tests,
    traits,
    ways,
)
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.entries import Spell
from undercroft.rulebooks.tabletop.exploring import OUTSIDE, Deed, able, who_refused
from undercroft.rulebooks.tabletop.records import Character, Ctx, Event, Lot, Magic, State, Way, replace
from undercroft.rulebooks.tabletop.spells import Aim

UNLOCK = "unlock"
FLOOR = "floor"
"""Stands for a holder where a thing lies on the floor."""
LOCKS = (bars.LOCKED, bars.MAGIC)


def foes(s: State) -> list[str]:
    """Return the foes that stand in the room."""
    return [foe.id for group in exploring.groups_in(s, s.place.room) for foe in exploring.standing(s, group)]


class Spoken(Deed):
    """Base of magic done in a room, before an enemy too (T22.49)."""

    during = OUTSIDE
    bold = True


# --- spells ---


def aim_refused(s: State, c: Character, one: Spell, aim: Aim) -> Refusal | None:
    """Say why a character cannot cast a spell like this in a room, or None."""
    if one.target == "thing":
        return _thing_refused(s, c, one, aim)
    if refusal := spells.caster_refused(c, one, aim.strength) or spells.number_refused(one, aim):
        return refusal
    for target in aim.targets:
        if one.target == "touch":
            refusal = spells.friend_refused(s, one, target, fighters.living_ids(s))
        else:
            refusal = spells.foe_refused(s, c.id, one, target, foes(s)) or far_refused(s, one, target)
        if refusal:
            return refusal
    return None


def far_refused(s: State, one: Spell, target: str) -> Refusal | None:
    """Say no to a spell that does not reach a group on the road, which stands 30 metres away (T22.51, T8.32)."""
    near = content.catalogue().ranges[blows.NEAR].metres
    if s.place.room == exploring.ROADSIDE and one.metres <= near:
        return Refusal("spell.far", {"spell": one.name, "target": target}, "T8.32")
    return None


def is_hostile(one: Spell) -> bool:
    """Say whether a spell is one that begins combat: turned on foes, and no sleep that raises no alarm (T22.49)."""
    return one.target in ("one", "several") and one.power not in spells.PEACEFUL


def _thing_refused(s: State, c: Character, one: Spell, aim: Aim) -> Refusal | None:
    if len(aim.targets) != 1:
        return Refusal("spell.targets", {"spell": one.name, "least": 1, "most": 1}, one.rule)
    thing, there = aim.targets[0], things(s, one)
    if thing not in there:
        return Refusal("spell.no_thing", {"said": quoted(thing), "near": nearest(thing, there) or "."}, one.rule)
    magic = _has_magic_lock(s, one, thing)
    if refusal := spells.caster_refused(c, one, aim.strength, magic_lock=magic):
        return refusal
    if magic:
        return tests.try_refused(s, c.id, lock_task(s, thing))
    return fetch_refused(s, c, thing) if one.power == "fetching" else None


def things(s: State, one: Spell) -> list[str]:
    """Return what Magpie's Touch or Hound's Nose can be cast at here (T20.23, T20.24)."""
    if one.power == "scent":
        held = [f"{who}/{handle}" for who in fighters.living_ids(s) for handle in unknown(s.characters[who].items)]
        return [*held, *(f"{FLOOR}/{handle}" for handle in unknown(taking.open_lot(s).items))]
    return [*locks(s), *light_things(s, one)]


def unknown(items: Sequence[Magic]) -> list[str]:
    """Return the handles of unknown items."""
    return [handle for handle, place in magic_items.handles(items).items() if not items[place].known]


def locks(s: State) -> dict[str, Way]:
    """Return the exits of the room that a lock bars, by wall."""
    found = ways.exits(s, s.place.room)
    return {side: way for side, way in found.items() if (one := bars.bar(s, way)) is not None and one.kind in LOCKS}


def light_things(s: State, one: Spell) -> list[str]:
    """Return what lies open in the room and is light enough to be brought to the caster (T20.23)."""
    lot = taking.open_lot(s)
    heavy = {arm.kind for arm in lot.arms if content.weapon(arm.kind).load > one.amount}
    heavy |= {word for word, _ in lot.goods if goods.known(word).load() > one.amount}
    return [word for word in taking.words(lot) if word != taking.SILVER and word not in heavy]


def _lying(s: State, handle: str) -> Magic:
    items = taking.open_lot(s).items
    return items[magic_items.handles(items)[handle]]


def fetch_refused(s: State, c: Character, thing: str) -> Refusal | None:
    """Say no to bringing what the caster could not carry (T6.7)."""
    if thing in locks(s):
        return None
    return loads.carry_refused(c, taking.given(c, taking.part(taking.open_lot(s), thing)))


def _has_magic_lock(s: State, one: Spell, thing: str) -> bool:
    way = locks(s).get(thing) if one.power == "fetching" else None
    return way is not None and is_magic(s, way)


def is_magic(s: State, way: Way) -> bool:
    """Say whether a magic lock bars a way (T21.19)."""
    bar = bars.bar(s, way)
    return bar is not None and bar.kind == bars.MAGIC


def lock_chance(s: State, who: str) -> Chance:
    """Return the chance that Magpie's Touch opens a magic lock: a Test of Intelligence (T20.23)."""
    return tests.chance(s, s.characters[who], "intelligence", name=UNLOCK, about=who)


def lock_task(s: State, side: str) -> str:
    """Return the task of opening a magic lock, which the same character fails but once (T2.16)."""
    return f"{UNLOCK}:{locks(s)[side].id}"


def thing_odds(s: State, who: str, one: Spell, thing: str) -> Odds:
    """Return the rolls of a spell at a thing: a magic lock's, or the smell of a Dragon's hoard (T20.23, T11.34)."""
    if one.power != "fetching":
        return ()
    if thing in locks(s):
        return (lock_chance(s, who),) if _has_magic_lock(s, one, thing) else ()
    return taking.smell_odds(s, taking.part(taking.open_lot(s), thing))


def cast_at_thing(ctx: Ctx, who: str, one: Spell, thing: str) -> None:
    """Open a lock, bring a thing, or identify one (T20.23, T20.24)."""
    s = ctx.state
    magic = _has_magic_lock(s, one, thing)
    spells.pay(ctx, who, one, (thing,), magic_lock=magic)
    if one.power == "scent":
        holder, _, handle = thing.partition("/")
        if holder == FLOOR:
            ctx.emit(Scented(s.place.room, handle, _lying(s, handle).kind))
            return
        magic_items.identify(ctx, holder, magic_items.place_of(s.characters[holder], handle), one.id)
    elif thing in locks(s):
        if not magic or tests.passes(ctx, s.characters[who], "intelligence", name=UNLOCK, about=who):
            bars.unlock(ctx, locks(ctx.state)[thing], one.id)
        else:
            ctx.emit(tests.Attempted(who, lock_task(s, thing)))
    else:
        taking.take(ctx, {who: taking.part(taking.open_lot(s), thing)}, Fetched)


class CastAlone(Spoken, tag="arcana.self"):
    """Speak a spell for oneself (T20.18)."""

    text = "cast {spell} {member}"
    order = 50
    minor = True
    spell: str
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[CastAlone]:
        return [cls(one.id, c.id) for c in able(s) for one in spells.known(c) if one.target == "caster"]

    def barred(self, s: State) -> Refusal | None:
        if refusal := who_refused(s, self.member):
            return refusal
        one = spells.spell(self.spell)
        return casting.no_spell(self.spell) if one is None else aim_refused(s, s.characters[self.member], one, Aim())

    def costs(self, s: State) -> dict[str, Any]:
        return {"astral": spells.cost(s.characters[self.member], content.spell(self.spell))}

    def rules(self, s: State) -> tuple[str, ...]:
        return ("T20.8",)

    def do(self, ctx: Ctx) -> None:
        spells.cast(ctx, self.member, self.spell, (self.member,))


class CastAt(Spoken, tag="arcana.at"):
    """Speak a spell for a friend, at foes, or at a thing: an exit, what lies there, or HOLDER/ITEM."""

    text = "cast {spell} {member} {words*}"
    order = 50
    minor = True
    spell: str
    member: str
    words: str

    @classmethod
    def offered(cls, s: State) -> Iterable[CastAt]:
        return [
            cls(one.id, c.id, spells.written(aim, len(one.astral)))
            for c in able(s)
            for one in spells.known(c)
            for aim in _aims(s, c, one)
        ]

    def barred(self, s: State) -> Refusal | None:
        if refusal := who_refused(s, self.member):
            return refusal
        one = spells.spell(self.spell)
        if one is None:
            return casting.no_spell(self.spell)
        return aim_refused(s, s.characters[self.member], one, spells.read(one, self.words))

    def rolls(self, s: State) -> Odds:
        one = content.spell(self.spell)
        aim = spells.read(one, self.words)
        if one.target == "thing":
            return thing_odds(s, self.member, one, aim.targets[0])
        return spells.odds(s, self.member, one, aim.targets, aim.strength)

    def costs(self, s: State) -> dict[str, Any]:
        one = content.spell(self.spell)
        magic = _has_magic_lock(s, one, self.words)
        strength = spells.read(one, self.words).strength
        return {"astral": spells.cost(s.characters[self.member], one, strength, magic_lock=magic)}

    def keeps_ready(self, s: State) -> bool:
        return is_hostile(content.spell(self.spell))

    def rules(self, s: State) -> tuple[str, ...]:
        return ("T22.49",) if is_hostile(content.spell(self.spell)) else ("T20.8",)

    def do(self, ctx: Ctx) -> None:
        one = content.spell(self.spell)
        aim = spells.read(one, self.words)
        if one.target == "thing":
            cast_at_thing(ctx, self.member, one, aim.targets[0])
        elif is_hostile(one):
            speak_first(ctx, self.member, one, aim)
        else:
            spells.cast(ctx, self.member, one.id, aim.targets, aim.strength, shape=aim.shape)


def _aims(s: State, c: Character, one: Spell) -> Iterator[Aim]:
    if one.target == "thing":
        yield from (Aim((thing,)) for thing in things(s, one))
    elif one.target == "touch":
        for who in fighters.living_ids(s):
            for shape in spells.shapes() if one.power == "shape" else ("",):
                yield Aim((who,), shape=shape)
    elif one.target != "caster" and (there := foes(s)):
        for strength in [n for n in range(1, len(one.astral) + 1) if c.level >= one.levels[n - 1]]:
            for number in range(1, one.targets + 1):
                yield from (Aim(targets, strength) for targets in combinations(there, number))


def speak_first(ctx: Ctx, who: str, one: Spell, aim: Aim) -> None:
    """Begin combat with a spell, as an attack would: it is the caster's first own action (T22.49, T7.10)."""
    group = exploring.met(ctx.state)
    assert group is not None
    meeting.unmask(ctx)
    meeting.begin(ctx, group.id, unaware=meeting.is_unaware(group))
    ctx.emit(SpokeFirst(who))
    spells.cast(ctx, who, one.id, aim.targets, aim.strength)


# --- events ---


class SpokeFirst(Event, tag="arcana.first"):
    """Somebody began a combat with a spell, and has no other first action in it."""

    who: str

    def apply(self, s: State) -> None:
        s.stances[self.who] = replace(s.stances[self.who], lost=traits.NEXT)

    def rules(self) -> tuple[str, ...]:
        return ("T22.49",)


class Fetched(taking.Taken, tag="arcana.fetched"):
    """Magpie's Touch brought a thing that lay open in the room to the caster (T20.23)."""

    def variant(self) -> str:
        return ""

    def rules(self) -> tuple[str, ...]:
        return ("T20.23",)


class Scented(Event, tag="arcana.scented"):
    """Hound's Nose told what an item that lies open in the room is (T20.24)."""

    room: str
    handle: str
    kind: str

    def apply(self, s: State) -> None:
        floor, chest = s.rooms[self.room].floor, s.chests.get(self.room)
        place = magic_items.handles(taking.open_lot(s, self.room).items)[self.handle]
        if place < len(floor.items):
            s.rooms[self.room] = replace(s.rooms[self.room], floor=_known(floor, place))
        elif chest is not None:
            s.chests[self.room] = replace(chest, lot=_known(chest.lot, place - len(floor.items)))

    def rules(self) -> tuple[str, ...]:
        return ("T20.24",)


def _known(lot: Lot, place: int) -> Lot:
    return replace(lot, items=tuple([replace(one, known=one.known or at == place) for at, one in enumerate(lot.items)]))
