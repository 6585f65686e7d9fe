"""Casting in combat (T7.22, T20, T25 "Combat"): the actions `cast`, and a caster's standing order (T7.45)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from undercroft.engine.action import Refusal, whole
from undercroft.engine.chance import Odds
from undercroft.engine.errors import nearest, quoted
from undercroft.rulebooks.tabletop import blows, classes, fighters, flight, spells, turns
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.entries import Spell
from undercroft.rulebooks.tabletop.records import Character, Ctx, Event, State, replace
from undercroft.rulebooks.tabletop.spells import Aim

STRONGEST, WEAKEST, WOUNDED, SELF = "strongest", "weakest", "wounded", "self"
WHOM = (STRONGEST, WEAKEST, WOUNDED, SELF)
"""Whom a standing order is for: the foe of the highest ML or of the lowest Vitality, a friend, the caster."""
NO_ORDER = "none"
ORDERS_KEPT = 64
"""Standing orders read and kept, for they are followed turn after turn."""
EXAMPLE = "wasps-sting 1 at strongest times 3"


# --- whom a spell reaches in combat ---


def foes(s: State) -> list[str]:
    """Return the foes in the combat that a spell could be meant for: those that stand, and those that trust."""
    trusting = [w for w, row in s.stances.items() if row.place == flight.TRUSTS and s.foes[w].vitality > 0]
    return [*fighters.standing_foes(s), *trusting]


def friends(s: State) -> list[str]:
    """Return the characters in the combat, fallen ones too."""
    return [w for w, row in s.stances.items() if row.side == fighters.PARTY and row.place == "in"]


def aim_refused(s: State, c: Character, one: Spell, aim: Aim) -> Refusal | None:
    """Say why a character cannot cast a spell like this in the combat, or None."""
    if refusal := spells.caster_refused(c, one, aim.strength):
        return refusal
    if one.target == "thing":
        return Refusal("spell.no_things", {"spell": one.name}, one.rule)
    if refusal := spells.number_refused(one, aim):
        return refusal
    for target in aim.targets:
        if refusal := _target_refused(s, c, one, target):
            return refusal
    return None


def _target_refused(s: State, c: Character, one: Spell, target: str) -> Refusal | None:
    if one.target != "touch":
        return spells.foe_refused(s, c.id, one, target, foes(s))
    if one.resisted == "no" or target in s.characters:
        return spells.friend_refused(s, one, target, friends(s))
    bare = blows.Means("unarmed", 0, 0)
    refusal = spells.foe_refused(s, c.id, one, target, foes(s))
    return refusal or turns.blow_refused(s, c, target, bare)


def aims(s: State, c: Character, one: Spell) -> Iterator[Aim]:
    """Return all that a spell might be cast for in the combat."""
    if one.target == "thing":
        return
    strengths = [n for n in range(1, len(one.astral) + 1) if c.level >= one.levels[n - 1]]
    for strength in strengths:
        for targets in _targets(s, one):
            for shape in spells.shapes() if one.power == "shape" else ("",):
                yield Aim(targets, strength, shape)


def _targets(s: State, one: Spell) -> Iterator[tuple[str, ...]]:
    if one.target == "caster":
        yield ()
    elif one.target == "touch":
        yield from ((who,) for who in friends(s))
        if one.resisted != "no":
            yield from ((who,) for who in foes(s))
    else:
        for number in range(1, one.targets + 1):
            yield from combinations(foes(s), number)


# --- the actions ---


class Cast(turns.OwnAction, tag="casting.self"):
    """Speak a spell for oneself (T7.22)."""

    text = "cast {spell}"
    order = 30
    spell: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Cast]:
        c = acting(s)
        return [cls(one.id) for one in spells.known(c) if one.target == "caster"] if c is not None else []

    def unfit(self, s: State, c: Character) -> Refusal | None:
        one = spells.spell(self.spell)
        if refusal := turn_refused(s, c, one):
            return refusal
        return no_spell(self.spell) if one is None else aim_refused(s, c, one, Aim())

    def costs(self, s: State) -> dict[str, Any]:
        c = acting(s)
        return {"astral": spells.cost(c, content.spell(self.spell))} if c is not None else {}

    def do(self, ctx: Ctx, c: Character) -> None:
        spells.cast(ctx, c.id, self.spell, (c.id,))


class CastAt(turns.OwnAction, tag="casting.at"):
    """Speak a spell at foes or for a friend: TARGETS, then STRENGTH, or the kind of a borrowed shape (T7.22)."""

    text = "cast {spell} {words*}"
    order = 31
    gathered = True
    spell: str
    words: str

    @classmethod
    def offered(cls, s: State) -> Iterable[CastAt]:
        c = acting(s)
        if c is None:
            return []
        return [
            cls(one.id, spells.written(aim, len(one.astral)))
            for one in spells.known(c)
            if one.target != "caster" and spells.caster_refused(c, one) is None
            for aim in aims(s, c, one)
        ]

    def unfit(self, s: State, c: Character) -> Refusal | None:
        one = spells.spell(self.spell)
        if refusal := turn_refused(s, c, one):
            return refusal
        return no_spell(self.spell) if one is None else aim_refused(s, c, one, spells.read(one, self.words))

    def rolls(self, s: State, c: Character) -> Odds:
        one = content.spell(self.spell)
        aim = spells.read(one, self.words)
        return spells.odds(s, c.id, one, aim.targets, aim.strength)

    def costs(self, s: State) -> dict[str, Any]:
        c, one = acting(s), content.spell(self.spell)
        return {"astral": spells.cost(c, one, spells.read(one, self.words).strength)} if c is not None else {}

    def do(self, ctx: Ctx, c: Character) -> None:
        aim = spells.read(content.spell(self.spell), self.words)
        spells.cast(ctx, c.id, self.spell, aim.targets, aim.strength, shape=aim.shape)


def turn_refused(s: State, c: Character, one: Spell | None) -> Refusal | None:
    """Say whose turn it is where another in the combat could cast this spell, or any, in a turn of their own."""
    if classes.casts(c) if one is None else spells.knows(c, one):
        return None
    others = [row for who in friends(s) if (row := s.characters[who]).vitality > 0]
    able = tuple(o.id for o in others if (classes.casts(o) if one is None else spells.knows(o, one)))
    if not able:
        return None
    facts = {"who": c.id, "cls": classes.of(c).name, "able": able}
    if one is None:
        return Refusal("spell.turn_of_none", facts, "T4.15")
    return Refusal("spell.turn", {**facts, "spell": one.name}, "T20.2")


def no_spell(said: str) -> Refusal:
    """Say that there is no such spell, with the nearest."""
    return Refusal("spell.none", {"said": quoted(said), "near": nearest(said, content.catalogue().spells) or "."})


def acting(s: State) -> Character | None:
    """Return the character whose turn it is, or None."""
    fight = s.fight
    if fight is None or fight.at >= len(fight.order):
        return None
    return s.characters.get(fight.order[fight.at])


# --- standing orders ---


class Order(NamedTuple):
    """A standing order: what to cast, at whom, and how often in one combat (0: as often as it can be paid)."""

    spell: str
    strength: int = 1
    whom: str = STRONGEST
    times: int = 0


@lru_cache(ORDERS_KEPT)
def read_order(words: str) -> Order | Refusal:
    """Return the order that words spell: SPELL [STRENGTH] [at WHOM] [times N] (T7.45)."""
    name, *rest = words.split() or [""]
    one = spells.spell(name)
    if one is None:
        return no_spell(name)
    order = Order(one.id, whom=_usual(one))
    if rest and (number := whole(rest[0])) is not None:
        order = order._replace(strength=number)
        rest = rest[1:]
    while len(rest) > 1:
        word, value, *rest = rest
        number = whole(value)
        if word == "at" and value in WHOM:
            order = order._replace(whom=value)
        elif word == "times" and number is not None and number > 0:
            order = order._replace(times=number)
        else:
            return Refusal("order.words", {"said": quoted(f"{word} {value}"), "example": EXAMPLE}, "T7.45")
    return Refusal("order.words", {"said": quoted(rest[0]), "example": EXAMPLE}, "T7.45") if rest else order


def _usual(one: Spell) -> str:
    if one.target == "caster":
        return SELF
    return WOUNDED if one.target == "touch" else STRONGEST


def order_refused(c: Character, words: str) -> Refusal | None:
    """Say no to a standing order that can never be followed (T7.45)."""
    if words == NO_ORDER:
        return None
    order = read_order(words)
    if isinstance(order, Refusal):
        return order
    one = content.spell(order.spell)
    for_friends = (WOUNDED, SELF)
    if one.target == "thing" or one.power == "shape" or (order.whom in for_friends) != (_usual(one) in for_friends):
        return Refusal("order.spell", {"spell": one.name, "whom": order.whom}, "T7.45")
    able = replace(c, astral=max(c.astral, c.astral_max), conditions=())
    return spells.caster_refused(able, one, order.strength)


def ordered(s: State, c: Character) -> Order | None:
    """Return the order that a character follows in this turn, or None if it is impossible or done often enough."""
    if not c.order or c.order == NO_ORDER:
        return None
    order = read_order(c.order)
    if isinstance(order, Refusal) or not s.stances[c.id].ready or 0 < order.times <= s.stances[c.id].casts:
        return None
    aim = order_aim(s, c, order)
    return None if aim_refused(s, c, content.spell(order.spell), aim) else order


def order_aim(s: State, c: Character, order: Order) -> Aim:
    """Return whom an order is for now; nobody if there is no such fighter."""
    one = content.spell(order.spell)
    if one.target == "caster":
        return Aim((), order.strength)
    if order.whom == SELF:
        return Aim((c.id,), order.strength)
    if order.whom == WOUNDED:
        most = sorted(friends(s), key=lambda who: s.characters[who].vitality)
        return Aim(tuple(most[:1]), order.strength)
    there = fighters.exposed_foes(s)
    if order.whom == STRONGEST:
        there.sort(key=lambda who: -s.foes[who].ml)
    else:
        there.sort(key=lambda who: s.foes[who].vitality)
    return Aim(tuple(there[: one.targets]), order.strength)


def follow_order(ctx: Ctx, c: Character, order: Order) -> None:
    """Cast what the standing order says, and count it."""
    aim = order_aim(ctx.state, c, order)
    ctx.emit(OrderFollowed(c.id))
    spells.cast(ctx, c.id, order.spell, aim.targets or (c.id,), aim.strength)


def order_odds(s: State, c: Character, order: Order) -> Odds:
    """Return every named roll of a standing order followed now."""
    aim = order_aim(s, c, order)
    return (*spells.odds(s, c.id, content.spell(order.spell), aim.targets, aim.strength), *flight.morale_odds(s))


class OrderFollowed(Event, tag="casting.by_order"):
    """A caster follows the standing order once more in this combat (T7.45)."""

    who: str

    def apply(self, s: State) -> None:
        row = s.stances[self.who]
        s.stances[self.who] = replace(row, casts=row.casts + 1)

    def rules(self) -> tuple[str, ...]:
        return ("T7.45",)
