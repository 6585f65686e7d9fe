"""Baths of Fates (D23): who may step in, and what one draw on the bath table brings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Odds, Spread
from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent import effects, gear, levels, members, wounds
from undercroft.rulebooks.descent.records import Action, Ctx, Event, InRoom, Room, State, replace, standing

BATH = "bath-of-fates"
"""What does it all, as a source."""
CAUSE = "Bath of Fates"
"""The cause named on a weapon's row (D31.11)."""
DRAW = Spread("bath", 1, content.BATH_SIDES)
"""The draw on the bath table, which `help` tells (D23.2)."""


def bath_here(s: State) -> Room | None:
    """Return the party's room if a Bath of Fates is in it, or None."""
    room = s.rooms.get(s.place.room)
    return room if room is not None and room.bath else None


def befall(ctx: Ctx, member: str, fate: content.Bath) -> None:
    """Let one row of the bath table happen to the bather (Y1 to Y17)."""
    s = ctx.state
    m = s.members[member]
    amount = fate.amount + ctx.dice(fate.roll.count, fate.roll.sides) + fate.roll.plus
    match fate.effect:
        case "level-loss":
            levels.drain_level(ctx, member, BATH)
        case "ceiling-loss":
            wounds.lower_ceiling(ctx, member, amount, BATH)
        case "ceiling-gain":
            wounds.raise_ceiling(ctx, member, amount, BATH)
        case "mana-loss":
            wounds.lose_mana(ctx, member, m.mana, BATH)
        case "mana-full":
            wounds.gain_mana(ctx, member, members.most_mana(m), BATH)
        case "heal-full":
            wounds.heal(ctx, member, m.ceiling, BATH)
        case "strength" | "agility":
            wounds.set_attribute(ctx, member, fate.effect, amount)
        case "member-effect":
            effects.start(ctx, member, fate.member, BATH)
        case "party-effect":
            effects.start_party(ctx, fate.party, fate.good, fate.steps, BATH, fate.factor)
        case "weapon-loss":
            if weapon := gear.worn_at(s, gear.HAND, member):
                gear.wear_off(ctx, weapon, amount, CAUSE)
        case "experience":
            levels.award(ctx, member, amount, BATH)
        case "next-level":
            levels.award(ctx, member, levels.missing(s, member), BATH)
        case "restore":
            for one in standing(s) if fate.target == "members" else [m]:
                wounds.heal(ctx, one.id, one.ceiling, BATH)
                for kind in fate.cures:
                    effects.end(ctx, one.id, kind)
        case "nothing":
            pass
        case _:
            raise ValueError(f"{fate.id}: no Bath does {fate.effect}")


class Bathed(Event, tag="bath.bathed"):
    """A member stepped into a Bath, the one time; what it does follows as events of its own (D23.1)."""

    room: str
    member: str
    fate: str

    def apply(self, s: State) -> None:
        room = s.rooms[self.room]
        s.rooms[self.room] = replace(room, bathed=(*room.bathed, self.member))

    def facts(self) -> dict[str, Any]:
        return {**super().facts(), "description": content.catalogue().bath[self.fate].description}


class InVain(Event, tag="bath.in_vain"):
    """What the Bath does found nothing to work on, such as mana in one who has none."""

    member: str


class Bathe(Action, tag="bath.bathe"):
    """Let a standing member who has not yet done so step into the Bath here, alone (D23.1)."""

    text = "bathe {member}"
    during = (InRoom,)
    order = 34
    needs = "bath"
    member: str

    @classmethod
    def offered(cls, s: State) -> Iterable[Bathe]:
        return [cls(m.id) for m in standing(s)] if bath_here(s) is not None else []

    def refused(self, s: State) -> Refusal | None:
        room = bath_here(s)
        if room is None:
            return Refusal("bath.none")
        m = s.members.get(self.member)
        if m is None:
            return Refusal("member.none", {"member": self.member})
        if m.fallen:
            return Refusal("member.fallen", {"member": self.member}, "D2.14")
        return Refusal("bath.before", {"member": self.member}, "D23.1") if self.member in room.bathed else None

    def odds(self, s: State) -> Odds:
        return (DRAW,)

    def perform(self, ctx: Ctx) -> None:
        fate = content.drawn(content.catalogue().bath, ctx.roll(DRAW))
        ctx.emit(Bathed(ctx.state.place.room, self.member, fate.id))
        before = len(ctx.events)
        befall(ctx, self.member, fate)
        if len(ctx.events) == before and fate.effect != "nothing":
            ctx.emit(InVain(self.member))
