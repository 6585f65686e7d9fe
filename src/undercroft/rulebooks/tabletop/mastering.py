"""The game master's hand in a table's fight (T23.13 to T23.15): foes' turns, harm, healing, statuses, figures, order.

These actions are the seat `gm`'s, also out of turn. A die is overridden by the engine's `force ROLL N`. What a master
changes is told as "by the GM".
"""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.engine.action import Open, Refusal
from undercroft.engine.chance import Odds
from undercroft.engine.errors import nearest, quoted
from undercroft.engine.rulebook import on
from undercroft.rulebooks.tabletop import blows, derived, fighters, fights, flight, foes, monsters, ranks, turns, wounds
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.records import (
    MASTER,
    QUALITIES,
    Action,
    Condition,
    Ctx,
    Event,
    Frame,
    Stance,
    State,
    Switches,
    replace,
)

MOST_HARM = 999
MOST_AT_TABLE = 20
"""Foes that stand at a table at once: whatever is offered against each of them stays a list to read."""
LAID_ON = ("asleep", "panicked", "stuck", "slowed")
LIFTED = {"awake": "asleep", "calm": "panicked", "free": "stuck", "quick": "slowed"}
PLACES = {"fled": flight.FLED, "surrendered": flight.GAVE_UP, "here": "in"}
POSTURES = ("ready", "unready", "bound", "front", "back")
STATUSES = (*LAID_ON, *LIFTED, *PLACES, *POSTURES)
"""What `status` takes: conditions laid on and lifted, whether a fighter is there, and how it stands."""
SCORES: dict[str, tuple[int, int]] = {
    "attack": (0, derived.MOST["attack"]), "defence": (0, derived.MOST["defence"]), "vitality_max": (1, 999),
    "astral": (0, 999), "protection": (0, 99), **dict.fromkeys(QUALITIES, (1, 99)),
}  # fmt: skip
"""Figures of a character that a game master may set, each with its bounds (T3.15); Vitality goes by harm and heal."""
SWITCHES = tuple(Switches.__struct_fields__)
READY, UNREADY = "ready", "unready"
TABLE = "table"
"""The group of foes gathered before a fight."""
HOWS = (READY, UNREADY, fights.UNAWARE, fights.WAITING)


class AtTable(Frame, tag="mastering.table"):
    """A table between two fights: the game master adds foes and lets a fight begin."""

    ask = "table"

    def seat(self, s: State) -> str | None:
        return MASTER


class MasterAction(Action):
    """Base of what the game master alone does, in a table's fight."""

    seat = MASTER
    during = (fights.Fight,)

    @classmethod
    def offered(cls, s: State) -> Iterable[MasterAction | Open]:
        return [cls()]

    def refused(self, s: State) -> Refusal | None:
        return self.unfit(s)

    def unfit(self, s: State) -> Refusal | None:
        """Say why it cannot be done now, or None."""
        return None


def no_fighter(s: State, who: str) -> Refusal | None:
    """Say that nobody of that id is in the fight, with the nearest, or None."""
    if who in s.stances:
        return None
    return Refusal("gm.nobody", {"said": quoted(who), "near": nearest(who, s.stances) or "."})


# --- before the fight ---


class Add(Action, tag="mastering.add"):
    """Add foes of a kind, as Veterans or Chiefs if wished; in a fight they act from the next Combat Round on."""

    text = "add {kind} {count} {template?}"
    seat = MASTER
    during = (AtTable, fights.Fight)
    order = 50
    kind: str
    count: int
    template: str = ""

    @classmethod
    def offered(cls, s: State) -> Iterable[Open]:
        room = MOST_AT_TABLE - _standing(s)
        return [Open(cls(kind, 1), "count", 1, room) for kind in content.catalogue().monsters] if room > 0 else []

    def refused(self, s: State) -> Refusal | None:
        known = content.catalogue()
        if self.kind not in known.monsters:
            return Refusal("gm.kind", {"said": self.kind, "near": nearest(self.kind, known.monsters) or "."})
        if self.template and self.template not in known.templates:
            return Refusal("gm.template", {"said": self.template, "near": nearest(self.template, known.templates)})
        if not 1 <= self.count <= MOST_AT_TABLE:
            return Refusal("gm.count", {"most": MOST_AT_TABLE})
        there = _standing(s)
        return (
            Refusal("gm.crowd", {"most": MOST_AT_TABLE, "there": there}) if there + self.count > MOST_AT_TABLE else None
        )

    def perform(self, ctx: Ctx) -> None:
        fight = ctx.state.fight
        group = fight.groups[0] if fight is not None else TABLE
        added = monsters.muster(ctx, group, [(self.kind, self.template)] * self.count, listed=True)
        ctx.emit(FoesAdded(added))


def _standing(s: State) -> int:
    """Return how many foes are at the table, alive."""
    groups = s.fight.groups if s.fight is not None else (TABLE,)
    return sum(foe.vitality > 0 for group in groups for foe in s.foes.where(group))


class Begin(Action, tag="mastering.begin"):
    """Let a fight begin with all foes added: the party `ready` or `unready`, the foes `unaware` or `waiting`."""

    text = "begin {how} {place?}"
    seat = MASTER
    during = (AtTable,)
    order = 51
    how: str
    place: str = ""
    """"passage", "road", or "" for a room."""

    @classmethod
    def offered(cls, s: State) -> Iterable[Begin]:
        return [cls(how, place) for how in HOWS for place in ("", "passage", "road")]

    def refused(self, s: State) -> Refusal | None:
        if self.how not in HOWS:
            return Refusal("gm.how", {"said": self.how, "near": nearest(self.how, HOWS) or "."})
        if self.place not in ("", "passage", "road"):
            return Refusal("gm.place", {"said": self.place})
        if not any(foe.vitality > 0 for foe in s.foes.where(TABLE)):
            return Refusal("gm.no_foes")
        return None if any(c.vitality > 0 for c in s.characters.values()) else Refusal("gm.no_party")

    def perform(self, ctx: Ctx) -> None:
        fights.open_fight(
            ctx, (TABLE,), ready=self.how in (READY, fights.UNAWARE), unaware=self.how == fights.UNAWARE,
            waiting=self.how == fights.WAITING, passage=self.place == "passage", road=self.place == "road",
        )  # fmt: skip


# --- turns ---


class ByRule(MasterAction, tag="mastering.by_rule"):
    """Let the rules play the foe whose turn it is."""

    text = "by-rule"
    order = 52

    def unfit(self, s: State) -> Refusal | None:
        who = fights.acting(s)
        return None if who in s.foes and fights.able(s, who) else Refusal("gm.not_foe", {"who": who})

    def odds(self, s: State) -> Odds:
        return fights.step_odds(s)

    def perform(self, ctx: Ctx) -> None:
        foes.act(ctx, fights.acting(ctx.state))
        fights.turn_taken(ctx)


class MasterAttack(MasterAction, tag="mastering.attack"):
    """Let the fighter whose turn it is attack: a foe any standing character, a character as `attack` and `shoot` do."""

    text = "attack {attacker} {enemy}"
    order = 53
    attacker: str
    enemy: str

    @classmethod
    def offered(cls, s: State) -> Iterable[MasterAttack]:
        who = fights.acting(s)
        there = fighters.exposed(s) if who in s.foes else turns.targets(s)
        return [cls(who, enemy) for enemy in there] if who else []

    def unfit(self, s: State) -> Refusal | None:
        if refusal := no_fighter(s, self.attacker):
            return refusal
        if self.attacker != fights.acting(s) or not fights.able(s, self.attacker):
            return Refusal("gm.not_turn", {"who": self.attacker, "acting": fights.acting(s)}, "T7.1")
        if self.attacker in s.characters:
            return self._as_character(s).refused(s)
        if refusal := turns.no_ally(self.enemy, fighters.exposed(s)):
            return refusal
        if fighters.under(s, self.attacker, "stuck"):
            return Refusal("fight.stuck", {"who": self.attacker}, "T8.29")
        if ranks.means_against(s, self.attacker, self.enemy) is None:
            return Refusal("fight.far", {"target": self.enemy}, "T8.32")
        return None

    def _as_character(self, s: State) -> turns.OwnAction:
        shoots = blows.missile(s, self.attacker) is not None
        return turns.Shoot(self.enemy) if shoots else turns.Attack(self.enemy)

    def odds(self, s: State) -> Odds:
        if self.attacker in s.characters:
            return self._as_character(s).odds(s)
        return (*foes.odds(s, self.attacker, self.enemy), *flight.morale_odds(s))

    def perform(self, ctx: Ctx) -> None:
        if self.attacker in ctx.state.characters:
            self._as_character(ctx.state).perform(ctx)
        else:
            foes.attack(ctx, self.attacker, self.enemy)
            fights.turn_taken(ctx)


class Next(MasterAction, tag="mastering.next"):
    """Go on to the next turn without a deed."""

    text = "next"
    order = 54

    def unfit(self, s: State) -> Refusal | None:
        return None if fights.acting(s) else Refusal("gm.nobodys_turn")

    def perform(self, ctx: Ctx) -> None:
        ctx.emit(PassedOver(fights.acting(ctx.state)))
        fights.turn_taken(ctx)


class Order(MasterAction, tag="mastering.order"):
    """Move a fighter who has not acted yet to another place in this Combat Round's order, counted from 1."""

    text = "order {who} {place}"
    order = 55
    who: str
    place: int

    @classmethod
    def offered(cls, s: State) -> Iterable[Open]:
        fight = s.fight
        if fight is None:
            return []
        return [Open(cls(who, 1), "place", fight.at + 1, len(fight.order)) for who in fight.order[fight.at :]]

    def unfit(self, s: State) -> Refusal | None:
        assert s.fight is not None
        to_come = s.fight.order[s.fight.at :]
        if self.who not in to_come:
            return Refusal("gm.has_acted", {"who": self.who, "near": nearest(self.who, to_come) or "."})
        low, high = s.fight.at + 1, len(s.fight.order)
        return None if low <= self.place <= high else Refusal("gm.order", {"low": low, "high": high})

    def perform(self, ctx: Ctx) -> None:
        fight = ctx.state.fight
        assert fight is not None
        rest = [who for who in fight.order if who != self.who]
        ctx.emit(Reordered((*rest[: self.place - 1], self.who, *rest[self.place - 1 :]), self.who, self.place))


class End(MasterAction, tag="mastering.end"):
    """End the fight here; what was defeated so far counts."""

    text = "end"
    order = 56

    def odds(self, s: State) -> Odds:
        return (flight.treachery_chance(),)

    def perform(self, ctx: Ctx) -> None:
        fights.close(ctx, "ended")


# --- figures ---


class Harm(MasterAction, tag="mastering.harm"):
    """Take Vitality off a fighter; Protection does not count."""

    text = "harm {who} {amount}"
    order = 57
    who: str
    amount: int

    @classmethod
    def offered(cls, s: State) -> Iterable[Open]:
        return [Open(cls(who, 1), "amount", 1, MOST_HARM) for who in s.stances]

    def unfit(self, s: State) -> Refusal | None:
        return no_fighter(s, self.who) or _amount(self.amount)

    def odds(self, s: State) -> Odds:
        return flight.morale_odds(s)

    def perform(self, ctx: Ctx) -> None:
        wounds.lose(ctx, self.who, self.amount, "gm")


class Heal(MasterAction, tag="mastering.heal"):
    """Give a fighter Vitality back, up to the maximum."""

    text = "heal {who} {amount}"
    order = 58
    who: str
    amount: int

    @classmethod
    def offered(cls, s: State) -> Iterable[Open]:
        return [Open(cls(who, 1), "amount", 1, MOST_HARM) for who in s.stances]

    def unfit(self, s: State) -> Refusal | None:
        if refusal := no_fighter(s, self.who) or _amount(self.amount):
            return refusal
        c = s.characters.get(self.who)
        if c is not None and c.dead:
            return Refusal("gm.dead", {"who": self.who}, "T8.20")
        one = fighters.fighter(s, self.who)
        return Refusal("gm.unhurt", {"who": self.who}) if one.vitality >= one.vitality_max else None

    def perform(self, ctx: Ctx) -> None:
        wounds.heal(ctx, self.who, self.amount, "gm")


def _amount(amount: int) -> Refusal | None:
    return None if 1 <= amount <= MOST_HARM else Refusal("gm.amount", {"most": MOST_HARM})


class Status(MasterAction, tag="mastering.status"):
    """Lay a status on a fighter or lift it: asleep or awake, stuck or free, fled or here, ready or unready ..."""

    text = "status {who} {status}"
    order = 59
    who: str
    status: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Status]:
        return [cls(who, status) for who in s.stances for status in STATUSES]

    def unfit(self, s: State) -> Refusal | None:
        if refusal := no_fighter(s, self.who):
            return refusal
        if self.status not in STATUSES:
            return Refusal("gm.status", {"said": self.status, "near": nearest(self.status, STATUSES) or "."})
        foe = self.who in s.foes
        if (foe and self.status in POSTURES) or (not foe and self.status == "surrendered"):
            return Refusal("gm.not_for", {"who": self.who, "status": self.status})
        return None

    def odds(self, s: State) -> Odds:
        return flight.morale_odds(s)

    def perform(self, ctx: Ctx) -> None:
        ctx.emit(StatusSet(self.who, self.status))


class Figure(MasterAction, tag="mastering.figure"):
    """Set a figure of a foe (T11.1) or a character."""

    text = "figure {who} {figure} {value}"
    order = 60
    who: str
    figure: str
    value: int

    @classmethod
    def offered(cls, s: State) -> Iterable[Open]:
        return [
            Open(cls(who, figure, low), "value", low, high)
            for who in s.stances
            for figure, (low, high) in (monsters.FIGURES if who in s.foes else SCORES).items()
        ]

    def unfit(self, s: State) -> Refusal | None:
        if refusal := no_fighter(s, self.who):
            return refusal
        figures = monsters.FIGURES if self.who in s.foes else SCORES
        if self.figure not in figures:
            return Refusal("gm.figure", {"said": self.figure, "near": nearest(self.figure, figures) or "."}, "T11.1")
        low, high = figures[self.figure]
        if low <= self.value <= high:
            return None
        return Refusal("gm.value", {"figure": self.figure, "low": low, "high": high})

    def odds(self, s: State) -> Odds:
        return flight.morale_odds(s)

    def perform(self, ctx: Ctx) -> None:
        s = ctx.state
        was = getattr(fighters.fighter(s, self.who), self.figure, 0)
        if self.figure == "protection":
            was = fighters.protection(s, self.who)
        if self.who in s.foes:
            ctx.emit(monsters.Reshaped(self.who, self.figure, was, self.value))
        else:
            ctx.emit(FigureSet(self.who, self.figure, was, self.value))


class HouseRule(Action, tag="mastering.house_rule"):
    """Switch one of five rules of combat off or on at this table (T23.15)."""

    text = "house-rule {rule} {state}"
    seat = MASTER
    during = (AtTable, fights.Fight)
    order = 61
    rule: str
    state: str

    @classmethod
    def offered(cls, s: State) -> Iterable[HouseRule]:
        return [cls(rule, "off" if getattr(s.switches, rule) else "on") for rule in SWITCHES]

    def refused(self, s: State) -> Refusal | None:
        if self.rule not in SWITCHES:
            return Refusal("gm.rule", {"said": self.rule, "near": nearest(self.rule, SWITCHES) or "."}, "T23.15")
        if self.state not in ("on", "off"):
            return Refusal("fight.on_or_off", {"said": self.state})
        held = "on" if getattr(s.switches, self.rule) else "off"
        return Refusal("gm.rule_so", {"rule": self.rule, "state": held}) if held == self.state else None

    def perform(self, ctx: Ctx) -> None:
        ctx.emit(RuleSwitched(self.rule, self.state == "on"))


# --- events ---


class FoesAdded(Event, tag="mastering.added"):
    """Foes were added by the GM; in a fight they count as having been there from its start."""

    foes: tuple[str, ...]

    def apply(self, s: State) -> None:
        if s.fight is not None:
            first, *others = s.fight.began
            s.fight = replace(s.fight, began=(first + len(self.foes), *others))
            for foe in self.foes:
                s.stances[foe] = Stance(fighters.GROUP)

    def rules(self) -> tuple[str, ...]:
        return ("T23.13",)


class PassedOver(Event, tag="mastering.passed"):
    """The GM went on over a fighter's turn."""

    who: str

    def rules(self) -> tuple[str, ...]:
        return ("T23.13",)


class Reordered(Event, tag="mastering.ordered"):
    """The GM changed the order of this Combat Round."""

    sequence: tuple[str, ...]
    who: str
    place: int

    def apply(self, s: State) -> None:
        assert s.fight is not None
        s.fight = replace(s.fight, order=self.sequence)

    def rules(self) -> tuple[str, ...]:
        return ("T23.13",)


class StatusSet(Event, tag="mastering.status"):
    """The GM set how a fighter is."""

    who: str
    status: str

    def apply(self, s: State) -> None:
        if self.status in LAID_ON or self.status in LIFTED:
            self._condition(s)
            return
        stance = s.stances[self.who]
        if self.status in PLACES:
            s.stances[self.who] = replace(stance, place=PLACES[self.status])
        elif self.status in (READY, UNREADY):
            s.stances[self.who] = replace(stance, ready=self.status == READY)
        elif self.status == "bound":
            s.stances[self.who] = replace(stance, bound=True)
        else:
            s.stances[self.who] = replace(stance, rank=self.status)

    def _condition(self, s: State) -> None:
        kind = LIFTED.get(self.status, self.status)
        one = fighters.fighter(s, self.who)
        kept = tuple([held for held in one.conditions if held.kind != kind])
        if self.status in LAID_ON:
            kept = (*kept, Condition(kind, until="combat", source=MASTER))
        if self.who in s.characters:
            s.characters[self.who] = replace(s.characters[self.who], conditions=kept)
        else:
            s.foes[self.who] = replace(s.foes[self.who], conditions=kept)

    def rules(self) -> tuple[str, ...]:
        return ("T23.14",)


@on(StatusSet, monsters.Reshaped)
def after_override(ctx: Ctx, _: Event) -> None:
    """Somebody may be gone by the GM's word: ranks close and morale is Tested as ever (T7.14, T7.39)."""
    if ctx.state.fight is not None:
        flight.morale(ctx)
        ranks.close_ranks(ctx)


class FigureSet(Event, tag="mastering.figure"):
    """The GM set a figure of a character; Vitality stays within its maximum, and the most Astral grows with Astral.

    Protection, which follows from what is worn, is set for this combat.
    """

    who: str
    figure: str
    was: int
    value: int

    def apply(self, s: State) -> None:
        c = s.characters[self.who]
        if self.figure == "protection":
            c = replace(c, conditions=tuple([one for one in c.conditions if one.kind != fighters.RULED]))
            ruled = Condition(fighters.RULED, self.value - fighters.armoured(c), "combat", source=MASTER)
            s.characters[self.who] = replace(c, conditions=(*c.conditions, ruled))
            return
        c = replace(c, **{self.figure: self.value})
        most = max(c.astral, c.astral_max)
        s.characters[self.who] = replace(c, vitality=min(c.vitality, c.vitality_max), astral_max=most)

    def rules(self) -> tuple[str, ...]:
        return ("T23.14",)


class RuleSwitched(Event, tag="mastering.rule"):
    """The GM switched a rule of combat on or off for this table (T23.15)."""

    rule: str
    on: bool

    def apply(self, s: State) -> None:
        s.switches = replace(s.switches, **{self.rule: self.on})

    def variant(self) -> str:
        return "on" if self.on else "off"

    def rules(self) -> tuple[str, ...]:
        return ("T23.15",)


__all__ = [
    "STATUSES", "TABLE", "Add", "AtTable", "Begin", "ByRule", "End", "Figure", "FigureSet", "FoesAdded", "Harm", "Heal",
    "HouseRule", "MasterAction", "MasterAttack", "Next", "Order", "PassedOver", "Reordered", "RuleSwitched", "Status",
    "StatusSet",
]  # fmt: skip
