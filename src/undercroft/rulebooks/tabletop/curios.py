"""Magic items outside combat (T13, T25 "Exploring"): use, words, mirror and trick, in a room of the dungeon."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Odds
from undercroft.engine.errors import nearest, quoted
from undercroft.rulebooks.tabletop import (
    arcana,
    bars,
    exploring,
    fighters,
    magic_items,
    meeting,
    monsters,
    ointments,
    using,
    ways,
)
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.arcana import Spoken
from undercroft.rulebooks.tabletop.exploring import OUTSIDE, Deed, able, who_refused
from undercroft.rulebooks.tabletop.records import Character, Ctx, State

# --- use ---


def key_refused(s: State, c: Character, handle: str, side: str) -> Refusal | None:
    """Say why a key cannot be turned in a lock, or None: it can be tried unknown (T13.8, T13.33)."""
    if refusal := using.item_refused(c, handle):
        return refusal
    if side in arcana.locks(s):
        return None
    return Refusal("item.no_lock", {"said": quoted(side), "near": nearest(side, arcana.locks(s)) or "."}, "T13.33")


class Use(Spoken, tag="curios.use"):
    """Use an item on oneself (T13)."""

    text = "use {item} {member}"
    order = 51
    minor = True
    item: str
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Use]:
        return [cls(handle, c.id) for c in able(s) for handle in magic_items.handles(c.items)]

    def barred(self, s: State) -> Refusal | None:
        refusal = who_refused(s, self.member)
        return refusal or using.use_refused(s, s.characters[self.member], self.item, "", fighters.living_ids(s))

    def do(self, ctx: Ctx) -> None:
        using.use(ctx, self.member, self.item, "")


class UseOn(Spoken, tag="curios.use_on"):
    """Use an item on a fallen ally, a weapon, or the lock of an exit (T13)."""

    text = "use {item} {member} on {target}"
    order = 51
    minor = True
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
        return using.use_refused(s, c, self.item, self.target, fighters.living_ids(s))

    def do(self, ctx: Ctx) -> None:
        s = ctx.state
        c = s.characters[self.member]
        if not _is_key(c, self.item):
            using.use(ctx, self.member, self.item, self.target)
            return
        way = arcana.locks(s)[self.target]
        magic_items.turn_key(ctx, self.member, magic_items.place_of(c, self.item))
        bars.unlock(ctx, way, magic_items.KEY)


def _is_key(c: Character, handle: str) -> bool:
    place = magic_items.place_of(c, handle)
    return place >= 0 and c.items[place].kind == magic_items.KEY


def _use_targets(s: State, c: Character, handle: str) -> list[str]:
    return list(arcana.locks(s)) if _is_key(c, handle) else using.targets(s, c, handle, fighters.living_ids(s))


class Words(Deed, tag="curios.words"):
    """Work out an unknown item, one's own or HOLDER/ITEM (T13.6)."""

    during = OUTSIDE
    text = "words {item} {member}"
    order = 52
    minor = True
    turns = magic_items.WORDS_TURNS
    item: str
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Words]:
        found = [(holder.id, handle) for holder in fighters.living(s) for handle in arcana.unknown(holder.items)]
        return [cls(_named(holder, handle, c.id), c.id) for c in able(s) for holder, handle in found]

    def held(self) -> tuple[str, str]:
        """Return the holder and the handle meant."""
        holder, slash, handle = self.item.partition("/")
        return (holder, handle) if slash else (self.member, self.item)

    def barred(self, s: State) -> Refusal | None:
        if refusal := who_refused(s, self.member):
            return refusal
        holder, handle = self.held()
        if holder not in fighters.living_ids(s):
            return Refusal("explore.nobody", {"who": holder})
        return magic_items.words_refused(s.characters[holder], handle, self.member)

    def rolls(self, s: State) -> Odds:
        return (magic_items.identify_chance(s, s.characters[self.member]),)

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
    return s.groups[s.adventure.boss].made[0].kind == words[0]


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
        if words[1] not in fighters.living_ids(s):
            return Refusal("explore.nobody", {"who": words[1]})
        return magic_items.not_held(s.characters[words[1]], words[0]) or _no_kind(words[2], magic_items.kinds())
    return _no_kind(words[0], content.catalogue().monsters) if kind == "boss" else None


def _no_kind(said: str, there: Iterable[str]) -> Refusal | None:
    if said in there:
        return None
    return Refusal("mirror.kind", {"said": quoted(said), "near": nearest(said, there) or "."}, "T13.38")


class AskMirror(Spoken, tag="curios.mirror"):
    """Ask the Mirror of Truth its one question (T13.38)."""

    text = "mirror {question*}"
    order = 53
    minor = True
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
    for who in fighters.living_ids(s):
        for handle in magic_items.handles(s.characters[who].items):
            yield from (f"item {handle} {who} {kind}" for kind in magic_items.kinds())
    yield from (f"boss {kind}" for kind in content.catalogue().monsters)


# --- trickery ---


class Trick(Spoken, tag="curios.trick"):
    """Apply an ointment by trickery to the first of a group that talks or has not seen the party (T13.54)."""

    text = "trick {item} {member}"
    order = 1
    item: str
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Trick]:
        return [cls(handle, c.id) for c in able(s) for handle in magic_items.handles(c.items)]

    def unaware(self, s: State) -> bool:
        """Say whether the group has not seen the party."""
        return meeting.is_unaware(exploring.met(s))

    def barred(self, s: State) -> Refusal | None:
        group = exploring.met(s)
        if group is None or not (self.unaware(s) or monsters.talk_number(s, group.id) is not None):
            return Refusal("ointment.nobody", {}, "T13.54")
        return who_refused(s, self.member) or ointments.trick_refused(s.characters[self.member], self.item)

    def rolls(self, s: State) -> Odds:
        return (ointments.trick_chance(s, s.characters[self.member], unaware=self.unaware(s)),)

    def do(self, ctx: Ctx) -> None:
        s = ctx.state
        group = exploring.met(s)
        assert group is not None
        unaware, first = self.unaware(s), exploring.standing(s, group)[0].id
        place = magic_items.place_of(s.characters[self.member], self.item)
        if not ointments.trick(ctx, self.member, place, first, unaware=unaware):
            meeting.begin(ctx, group.id)
