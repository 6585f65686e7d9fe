"""What the party carries, and how it marches (T6.7, T7.25, T10.9, T10.10, T14.16, T19.22, T25): outside combat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from undercroft.engine.action import Open, Refusal
from undercroft.engine.errors import nearest, quoted
from undercroft.engine.rulebook import at, on
from undercroft.rulebooks.tabletop import (
    armour,
    clock,
    exploring,
    fighters,
    flight,
    loads,
    magic_items,
    pause,
    ranks,
    regrouping,
    taking,
    treasure,
    wands,
    weapons,
    wounds,
)
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.exploring import OUTSIDE, Deed
from undercroft.rulebooks.tabletop.records import Character, Ctx, Event, Frame, Lot, State, replace
from undercroft.rulebooks.tabletop.village import Village

BARE, SHIELD = "bare-hands", "shield"
"""What can be wielded instead of a weapon, and taken on the arm beside one."""


class Handling(Deed):
    """Base of what is done with gear outside combat."""

    during: ClassVar[tuple[type[Frame], ...]] = (Village, *OUTSIDE)
    order = 20


def member_refused(s: State, who: str) -> Refusal | None:
    """Say no to a name that is nobody's here, and to the dead; outside a village to who cannot act, too (T6.17)."""
    if s.place.where == "dungeon":
        return exploring.who_refused(s, who)
    return pause.guest_refused(s, who)


def members(s: State) -> list[Character]:
    """Return who can handle anything now."""
    found = [s.characters[who] for who in s.party.order]
    return [c for c in found if member_refused(s, c.id) is None]


class Passing(Handling):
    """Base of what passes from hand to hand."""

    minor = True
    giver: str
    taker: str

    def lot(self, s: State) -> Lot | Refusal:
        """Return what passes, or why the giver cannot give it."""
        raise NotImplementedError

    def barred(self, s: State) -> Refusal | None:
        if refusal := member_refused(s, self.giver) or member_refused(s, self.taker):
            return refusal
        if self.giver == self.taker:
            return Refusal("carrying.self", {"who": self.giver})
        lot, taker = self.lot(s), s.characters[self.taker]
        return lot if isinstance(lot, Refusal) else loads.carry_refused(taker, taking.given(taker, lot))

    def do(self, ctx: Ctx) -> None:
        lot = self.lot(ctx.state)
        assert isinstance(lot, Lot)
        ctx.emit(Given(self.giver, self.taker, lot))


class Give(Passing, tag="carrying.give"):
    """Give a thing to another (T25); all the silver is one thing."""

    text = "give {thing} from {giver} to {taker}"
    order = 62
    thing: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Give]:
        hands = members(s)
        return [
            cls(one.id, other.id, word)
            for one in hands
            for word in taking.words(taking.held(one))
            for other in hands
            if other is not one
        ]

    def lot(self, s: State) -> Lot | Refusal:
        lot = taking.part(taking.held(s.characters[self.giver]), self.thing)
        return Refusal("taking.not_held", {"who": self.giver, "thing": self.thing}) if lot == Lot() else lot


class GiveSilver(Passing, tag="carrying.silver"):
    """Give some silver to another."""

    text = "pay-over {coins} from {giver} to {taker}"
    order = 63
    coins: int

    @classmethod
    def offered(cls, s: State) -> Iterable[Open]:
        hands = members(s) if exploring.met(s) is None else []
        return [
            Open(cls(one.id, other.id, 1), "coins", 1, most)
            for one in hands
            for other in hands
            if other is not one and (most := min(one.silver, loads.coins_carried(other)))
        ]

    def lot(self, s: State) -> Lot | Refusal:
        silver = s.characters[self.giver].silver
        if not 1 <= self.coins <= silver:
            return Refusal("carrying.coins", {"who": self.giver, "silver": silver})
        return Lot(silver=self.coins)


class Split(Handling, tag="carrying.split"):
    """Share the coins that lie here as the players say: `split ada=10 bo=5`, or `split equal` (T14.16)."""

    during = OUTSIDE
    text = "split {parts*}"
    order = 18
    parts: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Split]:
        return (cls("equal"),) if taking.open_lot(s).silver else ()

    def shares(self, s: State) -> dict[str, int] | Refusal:
        """Return who gets how many coins, or why that is no split."""
        silver, order = taking.open_lot(s).silver, fighters.living_ids(s)
        if not silver or not exploring.able(s):
            return Refusal("taking.nothing", {"thing": taking.SILVER})
        if self.parts == "equal":
            return treasure.equal_parts(silver, order)
        found: dict[str, int] = {}
        for word in self.parts.split():
            who, equals, coins = word.partition("=")
            if not equals or not coins.isascii() or not coins.isdigit() or len(coins) > 9 or who in found:
                return Refusal("carrying.split", {"said": quoted(word)}, "T14.16")
            found[who] = int(coins)
        return treasure.parts_refused(silver, found, order) or found

    def barred(self, s: State) -> Refusal | None:
        shares = self.shares(s)
        if isinstance(shares, Refusal):
            return shares
        for who, coins in shares.items():
            c = s.characters[who]
            if refusal := loads.carry_refused(c, replace(c, silver=c.silver + coins)):
                return refusal
        return None

    def do(self, ctx: Ctx) -> None:
        shares = self.shares(ctx.state)
        assert not isinstance(shares, Refusal)
        taking.take(ctx, {who: Lot(silver=coins) for who, coins in shares.items() if coins})


class Equip(Handling, tag="carrying.equip"):
    """Take a weapon in hand, or nothing; or take up the shield, which leaves the weapon (T7.25, T9.21)."""

    text = "equip {thing} {member}"
    order = 64
    minor = True
    thing: str
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Equip]:
        return [cls(word, c.id) for c in members(s) for word in (*weapons.words(c), BARE, SHIELD)]

    def after(self, c: Character) -> Character | Refusal:
        """Return the character so equipped, or why that cannot be."""
        if self.thing == SHIELD:
            if c.shield:
                return Refusal("carrying.already", {"who": c.id, "thing": SHIELD})
            return armour.shield_refused(c) or armour.take_shield(c)
        if refusal := weapons.broken_refused(c, self.thing):
            return refusal
        place = -1 if self.thing == BARE else weapons.place_of(c, self.thing)
        if place == c.wielded and (place >= 0 or self.thing == BARE):
            return Refusal("carrying.already", {"who": c.id, "thing": self.thing})
        if self.thing == BARE:
            return weapons.wield(c, place)
        if place < 0:
            near = nearest(self.thing, [*(arm.kind for arm in c.weapons), SHIELD]) or "."
            return Refusal("carrying.no_weapon", {"who": c.id, "said": quoted(self.thing), "near": near})
        free = armour.put_shield(c) if c.shield and content.weapon(c.weapons[place].kind).hands > 1 else c
        return weapons.wield_refused(free, place) or weapons.wield(free, place)

    def barred(self, s: State) -> Refusal | None:
        if refusal := member_refused(s, self.member):
            return refusal
        after = self.after(s.characters[self.member])
        return after if isinstance(after, Refusal) else None

    def do(self, ctx: Ctx) -> None:
        after = self.after(ctx.state.characters[self.member])
        assert isinstance(after, Character)
        ctx.emit(Equipped(self.member, self.thing, after.wielded, after.shield))


class PutShield(Handling, tag="carrying.shield_off"):
    """Put the shield into the pack."""

    text = "put-shield {member}"
    order = 65
    minor = True
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[PutShield]:
        return [cls(c.id) for c in members(s)]

    def barred(self, s: State) -> Refusal | None:
        if refusal := member_refused(s, self.member):
            return refusal
        return None if s.characters[self.member].shield else Refusal("carrying.no_shield", {"who": self.member})

    def do(self, ctx: Ctx) -> None:
        ctx.emit(Equipped(self.member, "", ctx.state.characters[self.member].wielded, shield=False))


class Wear(Handling, tag="carrying.wear"):
    """Change the armour, which takes a turn (T10.9, T10.10)."""

    text = "wear {thing} {member}"
    order = 66
    minor = True
    turns = 1
    thing: str
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Wear]:
        return [cls(word, c.id) for c in members(s) for word, _ in c.goods if armour.suit(word) is not None]

    def barred(self, s: State) -> Refusal | None:
        return member_refused(s, self.member) or armour.wear_refused(s.characters[self.member], self.thing)

    def do(self, ctx: Ctx) -> None:
        c = ctx.state.characters[self.member]
        after = armour.wear(c, self.thing)
        off = "" if c.armour == armour.CLOTHES else armour.worn(c)
        ctx.emit(Worn(self.member, self.thing, off, armour.worn_protection(c), armour.worn_protection(after)))

    def costs(self, s: State) -> dict[str, Any] | None:
        c = s.characters[self.member]
        before, after = armour.worn_protection(c), armour.worn_protection(armour.wear(c, self.thing))
        return {**(super().costs(s) or {}), "before": before, "after": after}

    def betters(self, s: State) -> bool:
        c = s.characters[self.member]
        return armour.worn_protection(armour.wear(c, self.thing)) > armour.worn_protection(c)

    def spend(self, ctx: Ctx) -> None:
        if ctx.state.place.where != "village":
            clock.pass_turns(ctx, self.turns)


class TurnWand(Handling, tag="carrying.wand"):
    """Turn the wand in hand into a torch, a rope or a wand again (T19.19 to T19.22)."""

    text = "wand {form} {member}"
    order = 67
    minor = True
    careful = True
    form: str
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[TurnWand]:
        return [cls(form, c.id) for c in members(s) if wands.works(c) for form in wands.FORMS]

    def barred(self, s: State) -> Refusal | None:
        return member_refused(s, self.member) or wands.form_refused(s.characters[self.member], self.form)

    def rules(self, s: State) -> tuple[str, ...]:
        return (*(rule for form, rule in wands.POWERS.items() if form == self.form), "T19.22")

    def do(self, ctx: Ctx) -> None:
        ctx.emit(wands.WandTurned(self.member, self.form))


@at("quiet")
def see_to_the_wand(ctx: Ctx) -> None:
    """Let a wand that is a torch light the dungeon as long as a Magician of the party holds it (T19.15, T19.19)."""
    s = ctx.state
    if s.place.where != "dungeon":
        return
    bearer = next((c.id for c in fighters.living(s) if wands.burns(c) and not _went(s, c.id)), "")
    if bearer and s.clock.light != clock.FOR_EVER:
        ctx.emit(WandLit(bearer))
    elif not bearer and s.clock.light == clock.FOR_EVER:
        ctx.emit(WandWent())


def _went(s: State, who: str) -> bool:
    """Say whether somebody left the present combat, with whatever light they hold."""
    return who in s.stances and s.stances[who].place in (flight.FLED, flight.RAN)


@on(regrouping.Switched, flight.Fled, flight.PanicRan, wounds.Died)
def see_to_the_wand_in_combat(ctx: Ctx, _: Event) -> None:
    """A wand put away, carried off or lost in a combat lights it no longer (T19.15)."""
    if ctx.state.fight is not None:
        see_to_the_wand(ctx)


class March(Handling, tag="carrying.order"):
    """Set the marching order: all who march, first to last (T25)."""

    text = "order {names*}"
    order = 68
    minor = True
    names: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Open]:
        return (Open(cls(" ".join(s.party.order)), "names", 1, 400),) if exploring.met(s) is None else ()

    def barred(self, s: State) -> Refusal | None:
        if sorted(self.names.split()) != sorted(s.party.order):
            return Refusal("carrying.order", {"names": tuple(s.party.order)})
        return None

    def do(self, ctx: Ctx) -> None:
        ctx.emit(Ordered(tuple(self.names.split())))


class FrontRank(Handling, tag="carrying.front"):
    """Say how many march in the front rank (T7.13)."""

    text = "front {number}"
    order = 69
    minor = True
    number: int

    @classmethod
    def offered(cls, s: State) -> Iterable[Open]:
        return (Open(cls(1), "number", 1, ranks.ROOM_FRONT),) if exploring.met(s) is None else ()

    def barred(self, s: State) -> Refusal | None:
        if not 1 <= self.number <= ranks.ROOM_FRONT:
            return Refusal("carrying.front", {"most": ranks.ROOM_FRONT}, "T7.13")
        return Refusal("carrying.front_same", {"number": self.number}) if self.number == s.party.front else None

    def do(self, ctx: Ctx) -> None:
        ctx.emit(FrontSet(self.number))


# --- events ---


class Given(Event, tag="carrying.given"):
    """Something passed from hand to hand."""

    giver: str
    taker: str
    lot: Lot

    def told(self, s: State, seat: str) -> Given:
        return replace(self, lot=magic_items.seen_lot(s, seat, self.lot))

    def apply(self, s: State) -> None:
        s.characters[self.giver] = taking.stripped(s.characters[self.giver], self.lot)
        s.characters[self.taker] = taking.given(s.characters[self.taker], self.lot)

    def facts(self) -> dict[str, Any]:
        return {
            "giver": self.giver, "taker": self.taker, "silver": self.lot.silver,
            "things": tuple(word for word in taking.words(self.lot) if word != taking.SILVER),
        }  # fmt: skip

    def variant(self) -> str:
        return taking.SILVER if self.lot.silver else ""


class Equipped(Event, tag="carrying.equipped"):
    """Somebody has another thing in hand, or on the arm."""

    who: str
    thing: str
    wielded: int
    shield: bool

    def apply(self, s: State) -> None:
        c = s.characters[self.who]
        if self.shield and not c.shield:
            c = armour.take_shield(c)
        elif c.shield and not self.shield:
            c = armour.put_shield(c)
        s.characters[self.who] = weapons.wield(c, self.wielded)

    def variant(self) -> str:
        return "" if self.thing else "shield_off"


class Worn(Event, tag="carrying.worn"):
    """Somebody changed the armour: what went into the pack, and the Protection of the one and the other suit."""

    who: str
    thing: str
    off: str = ""
    before: int = 0
    after: int = 0

    def apply(self, s: State) -> None:
        s.characters[self.who] = armour.wear(s.characters[self.who], self.thing)

    def variant(self) -> str:
        return "instead" if self.off else ""

    def rules(self) -> tuple[str, ...]:
        return ("T10.9", "T10.10")


class WandLit(Event, tag="carrying.wand_lit"):
    """The wand burns as a torch that never goes out (T19.19)."""

    who: str

    def apply(self, s: State) -> None:
        s.clock = replace(s.clock, light=clock.FOR_EVER)


class WandWent(Event, tag="carrying.wand_went"):
    """The wand burns no more, or no Magician holds it: it is dark (T19.15)."""

    def apply(self, s: State) -> None:
        s.clock = replace(s.clock, light=0)


class Ordered(Event, tag="carrying.ordered"):
    """The party marches in another order."""

    who: tuple[str, ...]

    def apply(self, s: State) -> None:
        s.party = replace(s.party, order=self.who)


class FrontSet(Event, tag="carrying.front"):
    """The front rank has another size."""

    number: int

    def apply(self, s: State) -> None:
        s.party = replace(s.party, front=self.number)
