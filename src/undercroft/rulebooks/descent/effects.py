"""Effects (D26, D27): timed magic on the party and on members, and how its time runs out."""

from __future__ import annotations

from undercroft.rulebooks.descent import catalogue as content
from undercroft.rulebooks.descent.records import Ctx, Effect, Event, PartyEffect, State, replace
from undercroft.rulebooks.descent.wounds import wound

PARTY_NAMES = {
    ("ward", True): "Warding",
    ("ward", False): "Foul Light",
    ("sight", True): "Keen Sight",
    ("fare", True): "Light Fare",
    ("fare", False): "Gluttony",
    ("mending", True): "Marching Cure",
    ("mending", False): "Dead Chill",
}
"""What the party's effects are called, by kind and whether they help."""


def start(ctx: Ctx, member: str, kind: str, source: str, target: str = "", left: int = 0) -> None:
    """Start an effect on a living member, or restart its count (D27.1).

    `left` counts steps, rounds or own turns by the kind, and defaults to the table's figure, or to 1 own turn;
    "fight" effects have no count.
    """
    if ctx.state.members[member].fallen:
        return
    entry = content.catalogue().effects[kind]
    full = {"steps": entry.steps, "rounds": entry.rounds, "own-turns": 1, "next-turn": 1, "fight": 0}[entry.lasts]
    ctx.emit(EffectStarted(member, kind, left or full, source, target))


def end(ctx: Ctx, member: str, kind: str) -> None:
    """End an effect on a member, if it runs."""
    if running(ctx.state, member, kind):
        ctx.emit(EffectEnded(member, kind))


def spend(ctx: Ctx, member: str, kind: str) -> None:
    """Take 1 off the count of an effect, if it runs; at 0 it ends (rounds, own turns)."""
    effect = ctx.state.effects.get(f"{member}:{kind}")
    if effect is None:
        return
    if effect.left > 1:
        ctx.emit(EffectSpent(member, kind, effect.left - 1))
    else:
        ctx.emit(EffectEnded(member, kind))


def running(s: State, member: str, kind: str) -> bool:
    """Say whether an effect is on a member."""
    return f"{member}:{kind}" in s.effects


def start_party(ctx: Ctx, kind: str, good: bool, steps: int, source: str, factor: tuple[int, int] = (1, 1)) -> None:
    """Start a party effect: ward, sight, fare or mending. It replaces one of its kind, good or bad (D26.6)."""
    ctx.emit(PartyEffectStarted(kind, good, steps, source, factor))


def party_effect(s: State, kind: str, good: bool) -> bool:
    """Say whether a good (or bad) party effect of the kind runs."""
    effect = s.party_effects.get(kind)
    return effect is not None and effect.good == good


def party_name(kind: str, good: bool) -> str:
    """Return what a party effect is called."""
    return PARTY_NAMES[kind, good]


def sight(s: State) -> bool:
    """Say whether a good sight effect runs (D26.9)."""
    return party_effect(s, "sight", good=True)


def fight_effects_end(ctx: Ctx) -> None:
    """End what lasts no longer than a fight: all member effects but those counted in steps (D12.19, D27.2)."""
    kinds = content.catalogue().effects
    for effect in list(ctx.state.effects.values()):
        if kinds[effect.kind].lasts != "steps":
            ctx.emit(EffectEnded(effect.member, effect.kind))


def countdown(ctx: Ctx) -> None:
    """Let a step take 1 off the party's effects, then off those of members, with poison's bites (D6.24, D26.4, E1)."""
    s = ctx.state
    if s.party_effects:
        ctx.emit(PartyEffectsCounted())
        for key, spell in list(s.party_effects.items()):
            if spell.left <= 0:
                ctx.emit(PartyEffectEnded(key, spell.good, spell.source))
    kinds = content.catalogue().effects
    if any(kinds[e.kind].lasts == "steps" for e in s.effects.values()):
        ctx.emit(EffectsCounted())
    for m in list(s.members.values()):
        for effect in s.effects.where(m.id):
            kind = kinds[effect.kind]
            if kind.lasts != "steps" or not running(s, m.id, effect.kind):
                continue
            if kind.every and effect.left % kind.every == 0:
                wound(ctx, m.id, kind.wound, effect.kind)
            if effect.left <= 0:
                end(ctx, m.id, effect.kind)


class EffectStarted(Event, tag="effect.started"):
    """An effect started on a member, or its count anew."""

    member: str
    kind: str
    left: int
    source: str
    target: str = ""

    def apply(self, s: State) -> None:
        s.effects[f"{self.member}:{self.kind}"] = Effect(self.member, self.kind, self.left, self.source, self.target)

    def variant(self) -> str:
        return self.kind


class EffectSpent(Event, tag="effect.spent"):
    """A round or turn of an effect passed."""

    member: str
    kind: str
    left: int

    def apply(self, s: State) -> None:
        key = f"{self.member}:{self.kind}"
        s.effects[key] = replace(s.effects[key], left=self.left)


class EffectEnded(Event, tag="effect.ended"):
    """An effect on a member ended."""

    member: str
    kind: str

    def apply(self, s: State) -> None:
        del s.effects[f"{self.member}:{self.kind}"]

    def variant(self) -> str:
        return self.kind


class EffectsCounted(Event, tag="effect.counted"):
    """A step took 1 off every member effect counted in steps."""

    def apply(self, s: State) -> None:
        kinds = content.catalogue().effects
        for key, effect in list(s.effects.items()):
            if kinds[effect.kind].lasts == "steps":
                s.effects[key] = replace(effect, left=effect.left - 1)


class PartyEffectStarted(Event, tag="effect.party_started"):
    """A party effect started."""

    kind: str
    good: bool
    left: int
    source: str
    factor: tuple[int, int] = (1, 1)

    def apply(self, s: State) -> None:
        s.party_effects[self.kind] = PartyEffect(self.kind, self.good, self.left, self.source, self.factor)

    def variant(self) -> str:
        return f"{self.kind}_{'good' if self.good else 'bad'}"


class PartyEffectEnded(Event, tag="effect.party_ended"):
    """A party effect ended."""

    kind: str
    good: bool
    source: str

    def apply(self, s: State) -> None:
        del s.party_effects[self.kind]

    def variant(self) -> str:
        return f"{self.kind}_{'good' if self.good else 'bad'}"


class PartyEffectsCounted(Event, tag="effect.party_counted"):
    """A step took 1 off every party effect."""

    def apply(self, s: State) -> None:
        for kind, effect in list(s.party_effects.items()):
            s.party_effects[kind] = replace(effect, left=effect.left - 1)
