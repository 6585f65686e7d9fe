"""Members (D2, D3): their figures with effects and gear, who stands where, names, and the ranks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from undercroft.engine.action import Refusal
from undercroft.engine.state import remembered
from undercroft.engine.streams import derive
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent.records import (
    OUTSIDE_FIGHTS,
    Action,
    Ctx,
    Event,
    Item,
    Member,
    State,
    replace,
    standing,
)  # fmt: skip

CEILING, CEILING_A_STAMINA = 12, 3
"""A ceiling at level 1 is 12 plus 3 for each point of stamina (D3.4)."""
PACK = 6
"""Pack places beyond strength (D18.1)."""
FIRST_BONUS, BONUS_EVERY = 4, 3
"""Levels at which an attack bonus is gained: 4 and every third one after it (D4.12)."""
EMPTY_HAND = 2
"""Damage of an empty ready hand (D12.10)."""
SENSES_A_WIT, SENSES_RANGER = 3, 15
"""Added to listening and searching chances (D3.3, D2.11)."""
RANKS = ("front", "back")


def recruit(key: str, name: str, cls: str, gains: tuple[int, ...] = ()) -> Member:
    """Return a member at full health and mana; `gains` are the ceiling's raises of the levels above the first."""
    c = content.catalogue().classes[cls]
    ceiling = CEILING + CEILING_A_STAMINA * c.stamina + sum(gains)
    m = Member(key, name, cls, c.rank, ceiling, ceiling, 0, c.strength, c.agility, c.wits, 1 + len(gains), 0, gains)
    return replace(m, mana=most_mana(m))


def companion_names(seed: int, hero: str, companions: tuple[str, ...]) -> tuple[str, ...]:
    """Return a name for each companion, none used twice in the party (D2.19)."""
    names: list[str] = []
    for seat, cls in enumerate(companions):
        names.append(_draw_name(seed, cls, seat, (hero, *names)))
    return tuple(names)


def _draw_name(seed: int, cls: str, seat: int, taken: tuple[str, ...]) -> str:
    # A stream of its own, outside the game's count: names move no draw, and the seed may still change after them.
    used = [name.casefold() for name in taken]
    free = [name for name in content.catalogue().classes[cls].names if name.casefold() not in used]
    return derive(seed, "descent", "names", seat, cls).pick(free)


@remembered("members")
def steady(s: State) -> tuple[object, ...]:
    """Return what of the members stays while they heal and tire: who has fallen, ranks, raises and places in packs.

    In quiet places handling things, ranks and raising rest on no more of them.
    """
    return tuple([(m.id, m.health > 0, m.rank, m.raises, m.strength) for m in s.members.values()])


def is_caster(m: Member) -> bool:
    """Say whether the member has mana (D2.8)."""
    return content.catalogue().classes[m.cls].mana > 0


def reads(m: Member) -> bool:
    """Say whether the member reads pages and scrolls (D2.7)."""
    return content.catalogue().classes[m.cls].reads


def most_mana(m: Member) -> int:
    """Return base mana plus wits plus level, 0 for those who are no casters (D3.5)."""
    base = content.catalogue().classes[m.cls].mana
    return base + m.wits + m.level if base else 0


def pack_places(s: State, m: Member) -> int:  # noqa: ARG001
    """Return how many items the pack holds: effects on strength do not count (D18.1)."""
    return PACK + m.strength


def attack_bonus(level: int) -> int:
    """Return the attack bonus of a level (D4.13)."""
    return 0 if level < FIRST_BONUS else 1 + (level - FIRST_BONUS) // BONUS_EVERY


def senseless(s: State, member: str) -> bool:
    """Say whether the member is senseless (D2.13, E5)."""
    return f"{member}:senseless" in s.effects


def acting(s: State, m: Member) -> bool:
    """Say whether the member is standing: alive and not senseless (D2.13)."""
    return m.health > 0 and not senseless(s, m.id)


@remembered("members")
def fallen(s: State) -> bool:
    """Say whether anyone has fallen."""
    return any(m.health <= 0 for m in s.members.values())


def outside(s: State) -> tuple[str, ...]:
    """Return the ids of the members out of the fight, if there is one."""
    return s.fight.outside if s.fight is not None else ()


@remembered("members", also=outside)
def inside(s: State) -> tuple[Member, ...]:
    """Return the living members inside the fight, in party order; outside fights all living members."""
    outside = s.fight.outside if s.fight is not None else ()
    return tuple([m for m in s.members.values() if m.health > 0 and m.id not in outside])


@remembered("members", "effects", also=outside)
def able(s: State) -> tuple[Member, ...]:
    """Return the standing members inside the fight, in party order; outside fights all standing members."""
    return tuple([m for m in inside(s) if not senseless(s, m.id)])


class Added(NamedTuple):
    """What effects add to a member's figures."""

    strength: int = 0
    agility: int = 0
    attack: int = 0
    defence: int = 0
    protection: int = 0


NOTHING = Added()


def added(s: State, member: str) -> Added:
    """Return what the effects on a member add to its figures."""
    return _added(s, member) if s.effects.keys_where(member) else NOTHING


@remembered(effects=lambda member: (member,))
def _added(s: State, member: str) -> Added:
    running = [content.catalogue().effects[e.kind] for e in s.effects.where(member)]
    return Added(*[sum([getattr(e, figure) for e in running]) for figure in Added._fields])


def strength(s: State, m: Member) -> int:
    """Return strength with effects, at least 0 (D3.6)."""
    return max(0, m.strength + added(s, m.id).strength)


def agility(s: State, m: Member) -> int:
    """Return agility with effects, at least 0 (D3.6)."""
    return max(0, m.agility + added(s, m.id).agility)


def attack(s: State, m: Member) -> int:
    """Return class attack, attack bonus, weapon attack and effects together (D12.5)."""
    c = content.catalogue()
    total = c.classes[m.cls].attack + attack_bonus(m.level)
    held = weapon(s, m)[1]
    if held is not None:
        total += c.weapons[held.kind].attack
    total += added(s, m.id).attack
    if s.fight is not None and s.fight.rally and acting(s, m) and m.id not in s.fight.outside:
        total += s.fight.rally
    return total


def defence(s: State, m: Member) -> int:
    """Return agility and effects together (D12.5, D3.2)."""
    return agility(s, m) + added(s, m.id).defence


def protection(s: State, m: Member) -> int:
    """Return armour, shield and effects together (D12.9)."""
    total = sum(protection_of(item) for place in ("body", "arm") for item in s.items.where(f"{place}:{m.id}"))
    total += added(s, m.id).protection
    if s.fight is not None and s.fight.ward and m.id not in s.fight.outside:
        total += s.fight.ward
    return total


def items_at(s: State, place: str) -> tuple[str, ...]:
    """Return the ids of the items at a place (`pack:hero`, `room:room-1.1` ...), in table order."""
    return s.items.keys_where(place)


def weapon(s: State, m: Member) -> tuple[str, Item | None]:
    """Return the weapon in the ready hand with its id, or ("", None)."""
    held = items_at(s, f"hand:{m.id}")
    return (held[0], s.items[held[0]]) if held else ("", None)


def weapon_damage(s: State, m: Member) -> int:
    """Return the damage figure of the ready hand, strength left out (D12.7, D12.10)."""
    held = weapon(s, m)[1]
    return EMPTY_HAND if held is None else damage_of(held)


def is_metal(item: Item | None) -> bool:
    """Say whether a weapon is of metal; an empty hand (None) is not (D12.10)."""
    return item is not None and content.catalogue().weapons[item.kind].metal


def is_bow(item: Item | None) -> bool:
    """Say whether a weapon is a bow; an empty hand (None) is not."""
    return item is not None and content.catalogue().weapons[item.kind].reach == "bow"


def damage_of(item: Item) -> int:
    """Return a weapon's present damage figure: its full one with what it lost and gained."""
    return max(0, content.catalogue().weapons[item.kind].damage - item.lost + item.gained)


def protection_of(item: Item) -> int:
    """Return an armour's or shield's present protection (D15.8)."""
    kind = content.item(item.kind)
    full = kind.protection if isinstance(kind, (content.Armour, content.Shield)) else 0
    return max(0, full - item.lost)


def best_wits(s: State) -> int:
    """Return the highest wits among standing members (D3.3)."""
    return max((m.wits for m in standing(s) if acting(s, m)), default=0)


def has_ranger(s: State) -> bool:
    """Say whether a ranger stands (D2.11)."""
    return any(m.cls == "ranger" and acting(s, m) for m in standing(s))


def senses_bonus(s: State) -> list[tuple[int, str]]:
    """Return what is added to listening and searching chances, as (number, why) pairs (D3.3, D2.11)."""
    found = [(SENSES_A_WIT * best_wits(s), "why.wits")]
    if has_ranger(s):
        found.append((SENSES_RANGER, "why.ranger"))
    return found


class RankChanged(Event, tag="member.rank"):
    """A member changed rank."""

    member: str
    rank: str

    def apply(self, s: State) -> None:
        s.members[self.member] = replace(s.members[self.member], rank=self.rank)

    def variant(self) -> str:
        return self.rank


class Ranks(Action, tag="member.set_rank"):
    """Set a member's rank outside fights (D2.16)."""

    text = "rank {member} {rank}"
    during = OUTSIDE_FIGHTS
    order = 23
    reads = (steady,)
    minor = True
    exact = True
    member: str
    rank: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Ranks]:
        return _other_ranks(s)

    def refused(self, s: State) -> Refusal | None:
        m = s.members.get(self.member)
        if m is None:
            return Refusal("member.none", {"member": self.member})
        if self.rank not in RANKS:
            return Refusal("rank.none", {"rank": self.rank}, "D2.16")
        if m.fallen:
            return Refusal("member.fallen", {"member": m.id}, "D2.14")
        if m.rank == self.rank:
            return Refusal("rank.same", {"member": m.id, "rank": self.rank})
        return None

    def perform(self, ctx: Ctx) -> None:
        ctx.emit(RankChanged(self.member, self.rank))


@remembered(also=steady)
def _other_ranks(s: State) -> list[Ranks]:
    return [Ranks(m.id, rank) for m in standing(s) for rank in RANKS if rank != m.rank]
