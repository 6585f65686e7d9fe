"""Magic outside combat (T25 "Exploring"): cast, use, words, mirror and trick, in a room of the dungeon."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Chance, Odds
from undercroft.engine.errors import nearest, quoted
from undercroft.rulebooks.tabletop import (
    bars,
    casting,
    exploring,
    fights,
    goods,
    magic_items,
    monsters,
    ointments,
    spells,
    tests,
    using,
    ways,
)
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.entries import Spell
from undercroft.rulebooks.tabletop.exploring import Deed, able, who_refused
from undercroft.rulebooks.tabletop.records import Character, Ctx, Event, Lot, State, Way, replace
from undercroft.rulebooks.tabletop.spells import Aim

UNLOCK = "unlock"
LOCKS = (bars.LOCKED, bars.MAGIC)


def friends(s: State) -> list[str]:
    """Return the party's living, in marching order: all are in reach of a touch (T6.17)."""
    return [who for who in s.party.order if not s.characters[who].dead]


def foes(s: State) -> list[str]:
    """Return the foes that stand in the room."""
    return [foe.id for group in exploring.groups_in(s, s.place.room) for foe in exploring.standing(s, group)]


class Spoken(Deed):
    """Base of magic done in a room: bold, and no trap minds it as long as an enemy stands there (T21.4, T22.49)."""

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
            refusal = spells.friend_refused(s, one, target, friends(s))
        elif one.power in spells.PEACEFUL:
            refusal = spells.foe_refused(s, c.id, one, target, foes(s))
        else:
            refusal = Refusal("spell.hostile", {"spell": one.name}, "T22.49")
        if refusal:
            return refusal
    return None


def _thing_refused(s: State, c: Character, one: Spell, aim: Aim) -> Refusal | None:
    if len(aim.targets) != 1:
        return Refusal("spell.targets", {"spell": one.name, "least": 1, "most": 1}, one.rule)
    thing, there = aim.targets[0], things(s, one)
    if thing not in there:
        return Refusal("spell.no_thing", {"said": quoted(thing), "near": nearest(thing, there) or "."}, one.rule)
    return spells.caster_refused(c, one, aim.strength, magic_lock=_has_magic_lock(s, one, thing))


def things(s: State, one: Spell) -> list[str]:
    """Return what Magpie's Touch or Hound's Nose can be cast at here (T20.23, T20.24)."""
    if one.power == "scent":
        return [f"{who}/{handle}" for who in friends(s) for handle in unknown(s.characters[who])]
    return [*locks(s), *light_things(s, one)]


def unknown(c: Character) -> list[str]:
    """Return the handles of a character's unknown items."""
    return [handle for handle, place in magic_items.handles(c.items).items() if not c.items[place].known]


def locks(s: State) -> dict[str, Way]:
    """Return the exits of the room that a lock bars, by wall."""
    found = ways.exits(s, s.place.room)
    return {side: way for side, way in found.items() if (one := bars.bar(s, way)) is not None and one.kind in LOCKS}


def light_things(s: State, one: Spell) -> list[str]:
    """Return what lies on the floor of the room and is light enough to be brought to the caster (T20.23)."""
    room = s.rooms.get(s.place.room)
    if room is None:
        return []
    arms = [arm.kind for arm in room.floor.arms if content.weapon(arm.kind).load <= one.amount]
    pack = [word for word, _ in room.floor.goods if _load(word) <= one.amount]
    return list(dict.fromkeys([*arms, *pack, *magic_items.handles(room.floor.items)]))


def _load(word: str) -> int:
    return goods.known(word).load()


def _has_magic_lock(s: State, one: Spell, thing: str) -> bool:
    way = locks(s).get(thing) if one.power == "fetching" else None
    return way is not None and is_magic(s, way)


def is_magic(s: State, way: Way) -> bool:
    """Say whether a magic lock bars a way (T21.19)."""
    bar = bars.bar(s, way)
    return bar is not None and bar.kind == bars.MAGIC


def lock_chance(s: State, who: str) -> Chance:
    """Return the chance that Magpie's Touch opens a magic lock: a Test of Intelligence (T20.23)."""
    return tests.chance(s.characters[who], "intelligence", name=UNLOCK, about=who)


def cast_at_thing(ctx: Ctx, who: str, one: Spell, thing: str) -> None:
    """Open a lock, bring a thing, or identify one (T20.23, T20.24)."""
    s = ctx.state
    magic = _has_magic_lock(s, one, thing)
    spells.pay(ctx, who, one, (thing,), magic_lock=magic)
    if one.power == "scent":
        holder, _, handle = thing.partition("/")
        magic_items.identify(ctx, holder, magic_items.place_of(s.characters[holder], handle), one.id)
    elif thing in locks(s):
        if not magic or tests.passes(ctx, s.characters[who], "intelligence", name=UNLOCK, about=who):
            bars.unlock(ctx, locks(ctx.state)[thing], one.id)
    else:
        ctx.emit(Fetched(who, s.place.room, thing))


class CastAlone(Spoken, tag="arcana.self"):
    """Speak a spell for oneself (T20.18)."""

    text = "cast {spell} {member}"
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

    def do(self, ctx: Ctx) -> None:
        spells.cast(ctx, self.member, self.spell, (self.member,))


class CastAt(Spoken, tag="arcana.at"):
    """Speak a spell for a friend, at a sleepless foe, or at a thing: an exit, what lies there, or HOLDER/ITEM."""

    text = "cast {spell} {member} {words*}"
    spell: str
    member: str
    words: str

    @classmethod
    def offered(cls, s: State) -> Iterable[CastAt]:
        return [
            cls(one.id, c.id, spells.written(aim, len(one.astral)))
            for c in able(s)
            for one in spells.known(c)
            for aim in _aims(s, one)
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
            return (lock_chance(s, self.member),) if _has_magic_lock(s, one, aim.targets[0]) else ()
        return spells.odds(s, self.member, one, aim.targets, aim.strength)

    def do(self, ctx: Ctx) -> None:
        one = content.spell(self.spell)
        aim = spells.read(one, self.words)
        if one.target == "thing":
            cast_at_thing(ctx, self.member, one, aim.targets[0])
        else:
            spells.cast(ctx, self.member, one.id, aim.targets, aim.strength, shape=aim.shape)


def _aims(s: State, one: Spell) -> Iterator[Aim]:
    if one.target == "thing":
        yield from (Aim((thing,)) for thing in things(s, one))
    elif one.target == "touch":
        for who in friends(s):
            for shape in spells.shapes() if one.power == "shape" else ("",):
                yield Aim((who,), shape=shape)
    elif one.power in spells.PEACEFUL:
        yield from (Aim((foe,)) for foe in foes(s))


# --- items ---


def key_refused(s: State, c: Character, handle: str, side: str) -> Refusal | None:
    """Say why a key cannot be turned in a lock, or None: it can be tried unknown (T13.8, T13.33)."""
    if refusal := using.item_refused(c, handle):
        return refusal
    if side in locks(s):
        return None
    return Refusal("item.no_lock", {"said": quoted(side), "near": nearest(side, locks(s)) or "."}, "T13.33")


class Use(Spoken, tag="arcana.use"):
    """Use an item on oneself (T13)."""

    text = "use {item} {member}"
    item: str
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Use]:
        return [cls(handle, c.id) for c in able(s) for handle in magic_items.handles(c.items)]

    def barred(self, s: State) -> Refusal | None:
        refusal = who_refused(s, self.member)
        return refusal or using.use_refused(s, s.characters[self.member], self.item, "", friends(s))

    def do(self, ctx: Ctx) -> None:
        using.use(ctx, self.member, self.item, "")


class UseOn(Spoken, tag="arcana.use_on"):
    """Use an item on a fallen ally, a weapon, or the lock of an exit (T13)."""

    text = "use {item} {member} on {target}"
    item: str
    member: str
    target: str

    @classmethod
    def offered(cls, s: State) -> Iterable[UseOn]:
        return [
            cls(handle, c.id, target)
            for c in able(s)
            for handle in magic_items.handles(c.items)
            for target in _use_targets(s, c, handle)
            if target
        ]

    def barred(self, s: State) -> Refusal | None:
        if refusal := who_refused(s, self.member):
            return refusal
        c = s.characters[self.member]
        if _is_key(c, self.item):
            return key_refused(s, c, self.item, self.target)
        return using.use_refused(s, c, self.item, self.target, friends(s))

    def do(self, ctx: Ctx) -> None:
        s = ctx.state
        c = s.characters[self.member]
        if not _is_key(c, self.item):
            using.use(ctx, self.member, self.item, self.target)
            return
        way = locks(s)[self.target]
        magic_items.turn_key(ctx, self.member, magic_items.place_of(c, self.item))
        bars.unlock(ctx, way, magic_items.KEY)


def _is_key(c: Character, handle: str) -> bool:
    place = magic_items.place_of(c, handle)
    return place >= 0 and c.items[place].kind == magic_items.KEY


def _use_targets(s: State, c: Character, handle: str) -> list[str]:
    return list(locks(s)) if _is_key(c, handle) else using.targets(s, c, handle, friends(s))


class Words(Deed, tag="arcana.words"):
    """Work out an unknown item, one's own or HOLDER/ITEM (T13.6)."""

    text = "words {item} {member}"
    turns = magic_items.WORDS_TURNS
    item: str
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Words]:
        found = [(holder, handle) for holder in friends(s) for handle in unknown(s.characters[holder])]
        return [cls(_named(holder, handle, c.id), c.id) for c in able(s) for holder, handle in found]

    def held(self) -> tuple[str, str]:
        """Return the holder and the handle meant."""
        holder, slash, handle = self.item.partition("/")
        return (holder, handle) if slash else (self.member, self.item)

    def barred(self, s: State) -> Refusal | None:
        if refusal := who_refused(s, self.member):
            return refusal
        holder, handle = self.held()
        if holder not in friends(s):
            return Refusal("explore.nobody", {"who": holder})
        return magic_items.words_refused(s.characters[holder], handle, self.member)

    def rolls(self, s: State) -> Odds:
        return (magic_items.identify_chance(s.characters[self.member]),)

    def do(self, ctx: Ctx) -> None:
        holder, handle = self.held()
        place = magic_items.place_of(ctx.state.characters[holder], handle)
        magic_items.work_out(ctx, holder, place, self.member)


def _named(holder: str, handle: str, who: str) -> str:
    return handle if holder == who else f"{holder}/{handle}"


# --- the mirror ---


def truth(s: State, said: list[str]) -> bool:
    """Return the answer to a question that can be asked here (T13.36, T13.38)."""
    room = s.place.room
    kind, *words = said
    if kind == "door":
        return any(way.secret and not way.found and way.near == room for way in ways.ways_of(s, room).values())
    chest, trap = s.chests.get(room), s.traps.get(room)
    if kind == "treasure":
        return chest is not None and not chest.found
    if kind == "trapped":
        return trap is not None and trap.state == "set"
    if kind == "enemies":
        beyond = ways.beyond(ways.exits(s, room)[words[0]], room)
        return bool(exploring.groups_in(s, beyond))
    if kind == "item":
        c = s.characters[words[1]]
        return c.items[magic_items.place_of(c, words[0])].kind == words[2]
    return s.foes.where(s.adventure.boss)[0].kind == words[0]


def mirror_refused(s: State, said: list[str]) -> Refusal | None:
    """Say why the mirror cannot be asked this, or None; a refused question does not use it up (T13.38, T13.39)."""
    if not magic_items.mirror(s)[0]:
        return Refusal("mirror.none", {}, "T13.37")
    if refusal := magic_items.question_refused(said):
        return refusal
    kind, *words = said
    if kind == "enemies":
        return exploring.exit_refused(s, words[0])
    if kind == "item":
        if words[1] not in friends(s):
            return Refusal("explore.nobody", {"who": words[1]})
        return magic_items.not_held(s.characters[words[1]], words[0]) or _no_kind(words[2], magic_items.kinds())
    return _no_kind(words[0], content.catalogue().monsters) if kind == "boss" else None


def _no_kind(said: str, there: Iterable[str]) -> Refusal | None:
    if said in there:
        return None
    return Refusal("mirror.kind", {"said": quoted(said), "near": nearest(said, there) or "."}, "T13.38")


class AskMirror(Spoken, tag="arcana.mirror"):
    """Ask the Mirror of Truth its one question (T13.38)."""

    text = "mirror {question*}"
    question: str

    @classmethod
    def offered(cls, s: State) -> Iterable[AskMirror]:
        return [cls(words) for words in _questions(s)] if magic_items.mirror(s)[0] else []

    def barred(self, s: State) -> Refusal | None:
        return mirror_refused(s, self.question.split())

    def do(self, ctx: Ctx) -> None:
        said = self.question.split()
        magic_items.answer(ctx, said, truth(ctx.state, said))


def _questions(s: State) -> Iterator[str]:
    yield from ("door", "treasure", "trapped")
    yield from (f"enemies {side}" for side in ways.exits(s, s.place.room))
    for who in friends(s):
        for handle in magic_items.handles(s.characters[who].items):
            yield from (f"item {handle} {who} {kind}" for kind in magic_items.kinds())
    yield from (f"boss {kind}" for kind in content.catalogue().monsters)


# --- trickery ---


class Trick(Spoken, tag="arcana.trick"):
    """Apply an ointment by trickery to the first of a group that talks or has not seen the party (T13.54)."""

    text = "trick {item} {member}"
    item: str
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Trick]:
        return [cls(handle, c.id) for c in able(s) for handle in magic_items.handles(c.items)]

    def unaware(self, s: State) -> bool:
        """Say whether the group has not seen the party."""
        group = exploring.met(s)
        return group is not None and group.mood == fights.UNAWARE

    def barred(self, s: State) -> Refusal | None:
        group = exploring.met(s)
        if group is None or not (self.unaware(s) or monsters.talk_number(s, group.id) is not None):
            return Refusal("ointment.nobody", {}, "T13.54")
        return who_refused(s, self.member) or ointments.trick_refused(s.characters[self.member], self.item)

    def rolls(self, s: State) -> Odds:
        return (ointments.trick_chance(s.characters[self.member], unaware=self.unaware(s)),)

    def do(self, ctx: Ctx) -> None:
        s = ctx.state
        group = exploring.met(s)
        assert group is not None
        unaware, first = self.unaware(s), exploring.standing(s, group)[0].id
        place = magic_items.place_of(s.characters[self.member], self.item)
        if not ointments.trick(ctx, self.member, place, first, unaware=unaware):
            fights.open_fight(ctx, (group.id,), ready=s.party.ready, back=s.place.came)


# --- events ---


class Fetched(Event, tag="arcana.fetched"):
    """Magpie's Touch brought a thing from the floor to the caster (T20.23)."""

    who: str
    room: str
    thing: str

    def apply(self, s: State) -> None:
        floor, c = s.rooms[self.room].floor, s.characters[self.who]
        place = magic_items.handles(floor.items).get(self.thing, -1)
        arms = [arm.kind for arm in floor.arms]
        if place >= 0:
            c = replace(c, items=(*c.items, floor.items[place]))
            floor = replace(floor, items=(*floor.items[:place], *floor.items[place + 1 :]))
        elif self.thing in arms:
            at = arms.index(self.thing)
            c = replace(c, weapons=(*c.weapons, floor.arms[at]))
            floor = replace(floor, arms=(*floor.arms[:at], *floor.arms[at + 1 :]))
        else:
            c, floor = _with_piece(c, floor, self.thing)
        s.characters[self.who] = c
        s.rooms[self.room] = replace(s.rooms[self.room], floor=floor)

    def rules(self) -> tuple[str, ...]:
        return ("T20.23",)


def _with_piece(c: Character, floor: Lot, thing: str) -> tuple[Character, Lot]:
    pairs = [(word, count - (word == thing)) for word, count in floor.goods]
    return goods.more(c, thing), replace(floor, goods=tuple([pair for pair in pairs if pair[1]]))
