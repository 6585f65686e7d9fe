"""Blows (D12.4 to D12.18, D14.17): whom they are aimed at, whether they hit, what they deal, and what dies of them.

A fighter of either side is known by its id here: a member's, or a monster's.
"""

from __future__ import annotations

from functools import lru_cache

from undercroft.engine.chance import Chance, Odds, Spread
from undercroft.engine.state import remembered
from undercroft.rulebooks.descent import levels, members, monsters, specials, wounds
from undercroft.rulebooks.descent.records import Ctx, Event, Member, Monster, State, Tale, replace

HIT, HIT_A_POINT = 60, 5
"""In 100, and for each point of attack above defence (D12.4)."""
HIT_LEAST, HIT_MOST = 5, 95
SENSELESS_BONUS = 20
"""Points that a blow at a senseless target gains (D12.6)."""
UNSEEN_TIMES = 2
"""Damage of an unseen attack is doubled (D11.17)."""
LEAST_DAMAGE = 1
"""What a hit deals at least (D12.7, D12.8)."""


@remembered("monsters")
def living(s: State) -> list[tuple[str, Monster]]:
    """Return the living monsters of the band with their ids, in listed order; helpers are not among them."""
    return [(key, m) for key, m in s.monsters.items() if m.health > 0 and not m.helper]


@remembered("monsters")
def helpers(s: State) -> list[tuple[str, Monster]]:
    """Return the living monsters that fight for the party, with their ids (D14.17)."""
    return [(key, m) for key, m in s.monsters.items() if m.health > 0 and m.helper]


def attack_of(s: State, who: str) -> int:
    """Return a fighter's attack with all that changes it (D12.5, P08)."""
    if who in s.members:
        return members.attack(s, s.members[who])
    m = s.monsters[who]
    leaden = s.fight.leaden if s.fight is not None and not m.helper else 0
    return monsters.figures(s, m.kind).attack - leaden


def defence_of(s: State, who: str) -> int:
    """Return a fighter's defence with all that changes it (D12.5)."""
    if who in s.members:
        return members.defence(s, s.members[who])
    return monsters.figures(s, s.monsters[who].kind).defence


def protection_of(s: State, who: str) -> int:
    """Return a fighter's protection (D12.9)."""
    if who in s.members:
        return members.protection(s, s.members[who])
    return monsters.figures(s, s.monsters[who].kind).protection


def is_senseless(s: State, who: str) -> bool:
    """Say whether a fighter of either side is senseless."""
    return members.senseless(s, who) if who in s.members else s.monsters[who].asleep > 0


def figures_known(s: State, *fighters: str) -> bool:
    """Say whether the party knows the figures of every monster named: one of the kind was killed before (D34.6)."""
    return all(who in s.members or monsters.known_kind(s, s.monsters[who].kind) for who in fighters)


def hit_chance(s: State, attacker: str, target: str) -> Chance:
    """Return the chance in 100 that a blow hits (D12.4 to D12.6)."""
    return _hit_chance(
        attack_of(s, attacker), defence_of(s, target), is_senseless(s, target), target,
        figures_known(s, attacker, target), "" if attacker in s.members else attacker,
    )  # fmt: skip


@lru_cache(maxsize=4096)
def _hit_chance(attack: int, defence: int, senseless: bool, target: str, shown: bool, by: str) -> Chance:
    return (
        Chance("hit", HIT, about=target, shown=shown, by=by)
        .plus(HIT_A_POINT * attack, "why.attack")
        .plus(-HIT_A_POINT * defence, "why.defence")
        .within(HIT_LEAST, HIT_MOST)
        .plus(SENSELESS_BONUS, "why.senseless", when=senseless)
        .within(HIT_LEAST, HIT_MOST)
    )


def weapon_damage(s: State, member: str, target: str, unseen: bool = False) -> Spread:
    """Return what a member's hit deals: 1 to the weapon's figure, strength, protection; at least 1 (D12.7, D11.17)."""
    m = s.members[member]
    strength = 0 if members.is_bow(members.weapon(s, m)[1]) else members.strength(s, m)
    return Spread(
        "damage", 1, members.weapon_damage(s, m), base=strength, times=UNSEEN_TIMES if unseen else 1,
        plus=-protection_of(s, target), least=LEAST_DAMAGE, about=target, shown=figures_known(s, target),
    )  # fmt: skip


def monster_damage(s: State, monster: str, target: str) -> Spread:
    """Return what a monster's hit deals: a draw from its range less protection; at least 1 (D12.8)."""
    figures = monsters.figures(s, s.monsters[monster].kind)
    return Spread(
        "damage", 1, figures.high - figures.low + 1, base=figures.low - 1, plus=-protection_of(s, target),
        least=LEAST_DAMAGE, about=target, shown=figures_known(s, monster, target), by=monster,
    )  # fmt: skip


# --- aiming ---


def reaches(s: State, m: Member) -> bool:
    """Say whether a member inside can attack from its rank: the back needs a bow while the front stands (D12.12)."""
    if m.rank == "front" or members.is_bow(members.weapon(s, m)[1]):
        return True
    return all(other.rank != "front" for other in members.able(s))


def aims(s: State, monster: str) -> list[str]:
    """Return at whom a monster's blow may be aimed, each equally likely (D12.11, D14.17, D11.14)."""
    assert s.fight is not None
    inside = members.inside(s)
    if s.fight.stage == "noticed":
        return [m.id for m in inside if m.id == s.fight.sneak]
    called = [key for key, _ in helpers(s)]
    if monsters.figures(s, s.monsters[monster].kind).reach == "far":
        return [*(m.id for m in inside), *called]
    front = [*(m.id for m in inside if m.rank == "front"), *called]
    return front or [m.id for m in inside]


def lands_on(s: State, aimed: str) -> str:
    """Return on whom a blow aimed at a fighter lands: on the first standing inside who covers or shields it (D12.16,
    D12.24, P22)."""
    if all(effect.target != aimed for effect in s.effects.values()):
        return aimed
    for m in members.able(s):
        for kind in ("covering", "sworn-shield"):
            effect = s.effects.get(f"{m.id}:{kind}")
            if effect is not None and effect.target == aimed:
                return m.id
    return aimed


# --- a monster's turn ---


def blow_odds(s: State, monster: str) -> Odds:
    """Return every roll of a monster's next turn: for each on whom its blow may land, and its breath."""
    found: list[Chance | Spread] = []
    m = s.monsters[monster]
    if m.asleep:
        return ()
    if specials.breathes(s, monster):
        found += specials.breath_odds(s, monster, members.inside(s))
    landings = [key for key, _ in living(s)] if m.helper else [lands_on(s, aimed) for aimed in aims(s, monster)]
    for target in dict.fromkeys(landings):
        found += (hit_chance(s, monster, target), monster_damage(s, monster, target))
        if not m.helper and target in s.members:
            found += specials.special_odds(s, monster, target)
    return tuple(found)


def monster_acts(ctx: Ctx, monster: str) -> None:
    """Let a living monster of the band take its turn: it regains, sleeps on, breathes or strikes (D15, D12.8)."""
    specials.regenerate(ctx, monster)
    s = ctx.state
    m = s.monsters[monster]
    if m.asleep:
        ctx.emit(MonsterSlept(monster, m.asleep - 1))
        return
    if specials.breathes(s, monster) and members.inside(s) and specials.breathe(ctx, monster, members.inside(s)):
        return
    targets = aims(s, monster)
    if not targets:
        return
    aimed = ctx.pick(targets)
    target = lands_on(s, aimed)
    if target != aimed:
        ctx.emit(BlowDrawn(target, aimed))
    strike(ctx, monster, target)


def helper_acts(ctx: Ctx, helper: str) -> None:
    """Let a helper strike at a random monster of the band (D14.17)."""
    strike(ctx, helper, ctx.pick([key for key, _ in living(ctx.state)]))


def strike(ctx: Ctx, monster: str, target: str) -> None:
    """Roll a monster's blow at a member or at a monster of the other side (D12.4, D12.8, D15.1)."""
    s = ctx.state
    if not ctx.succeeds(hit_chance(s, monster, target)):
        ctx.emit(BlowMissed(monster, target))
        return
    if target in s.monsters:
        wound_monster(ctx, target, ctx.roll(monster_damage(s, monster, target)), "", monster)
        return
    special = specials.draw_special(ctx, monster, target)
    if special not in specials.IN_PLACE:
        amount = ctx.roll(monster_damage(s, monster, target))
        ctx.emit(BlowLanded(monster, target, amount))
        wounds.wound(ctx, target, amount, wounds.BLOW)
    if special:
        specials.strike_special(ctx, monster, target, special)


# --- wounding monsters ---


def wound_monster(ctx: Ctx, monster: str, amount: int, member: str, source: str) -> None:
    """Wound a living monster. A kill pays the member gold and experience at once (D12.18, D4.1, D4.3).

    `amount` is what it loses, protection already taken off; `member` is "" for a helper's blow; `source` is "blow", a
    monster's id, or the content id of a spell or thing.
    """
    s = ctx.state
    m = s.monsters[monster]
    if min(amount, m.health) <= 0:
        return
    ctx.emit(MonsterWounded(monster, amount, member, source))
    if amount < m.health:
        return
    if m.helper:
        ctx.emit(HelperGone(monster))
        return
    figures = monsters.figures(s, m.kind)
    ctx.emit(Slain(monster, m.kind, member, _gold(ctx, figures.gold)))
    if member:
        levels.award(ctx, member, figures.experience, m.kind)


def _gold(ctx: Ctx, figure: int) -> int:
    """Draw the gold of a killed monster; a wandering band carries none (D12.18, D9.24)."""
    fight = ctx.state.fight
    if figure == 0 or (fight is not None and fight.wandering):
        return 0
    return ctx.number(max(1, figure // 2), figure + figure // 2)


def hold(ctx: Ctx, monster: str, turns: int = specials.HOLD_TURNS) -> None:
    """Make a living monster senseless for its next turns; again restarts the count (R03, P09, D27.1)."""
    if ctx.state.monsters[monster].health > 0:
        ctx.emit(MonsterHeld(monster, turns))


# --- events ---


class BlowMissed(Event, tag="fight.missed"):
    """A blow missed."""

    attacker: str
    target: str

    def rules(self) -> tuple[str, ...]:
        return ("D12.4",)


class BlowLanded(Event, tag="fight.landed"):
    """A monster's blow hit a member and wounds; `amount` is what was rolled, be there less health left or not."""

    attacker: str
    target: str
    amount: int

    def rules(self) -> tuple[str, ...]:
        return ("D12.4", "D12.8")


class BlowDrawn(Event, tag="fight.drawn"):
    """A blow aimed at one member goes to another (D12.16)."""

    member: str
    aimed: str

    def rules(self) -> tuple[str, ...]:
        return ("D12.24",)


class MonsterWounded(Event, tag="fight.wounded"):
    """A monster was wounded: `amount` as rolled, be there less health left or not; `source` is "blow", the id of a
    monster on the other side, or a content id."""

    monster: str
    amount: int
    member: str
    source: str

    def apply(self, s: State) -> None:
        m = s.monsters[self.monster]
        s.monsters[self.monster] = replace(m, health=max(0, m.health - self.amount))

    def variant(self) -> str:
        if not self.member:
            return "other"
        return "" if self.source == "blow" else "power"

    def rules(self) -> tuple[str, ...]:
        if not self.member:
            return ("D14.17",)
        return ("D12.7",) if self.source == "blow" else ("D12.14",)


class Slain(Event, tag="fight.slain"):
    """A monster died. `member` struck the last blow ("": a helper did); gold goes to the purse at once."""

    monster: str
    kind: str
    member: str
    gold: int

    def apply(self, s: State) -> None:
        if self.gold:
            s.purse = replace(s.purse, gold=s.purse.gold + self.gold)
        s.counts = replace(s.counts, kills=s.counts.kills + 1)
        tale = s.bestiary.get(self.kind, Tale())
        s.bestiary[self.kind] = replace(tale, killed=tale.killed + 1)

    def variant(self) -> str:
        return "gold" if self.gold else ""

    def rules(self) -> tuple[str, ...]:
        return ("D12.18",)


class HelperGone(Event, tag="fight.helper_gone"):
    """A helper's health reached 0, and it is gone (D14.17)."""

    monster: str


class MonsterHeld(Event, tag="fight.held"):
    """A monster is senseless for its next turns."""

    monster: str
    turns: int

    def apply(self, s: State) -> None:
        s.monsters[self.monster] = replace(s.monsters[self.monster], asleep=self.turns)


class MonsterSlept(Event, tag="fight.slept"):
    """A senseless monster's turn passed; `left` more are to pass."""

    monster: str
    left: int

    def apply(self, s: State) -> None:
        s.monsters[self.monster] = replace(s.monsters[self.monster], asleep=self.left)
