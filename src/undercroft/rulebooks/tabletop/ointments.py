"""Ointments (T13.40 to T13.55): on weapons, and by trickery."""

from __future__ import annotations

from undercroft.engine.action import Refusal
from undercroft.engine.chance import Chance
from undercroft.engine.errors import nearest, quoted
from undercroft.engine.rulebook import on
from undercroft.rulebooks.tabletop import blows, conditions, fighters, magic_items, tests, weapons
from undercroft.rulebooks.tabletop import catalogue as content
from undercroft.rulebooks.tabletop.entries import Block
from undercroft.rulebooks.tabletop.records import Character, Ctx, Event, Magic, QualityName, State, replace

SHARPNESS = "sharpness"
TRICK = 3
"""Adjustment of the Test to apply an ointment by trickery (T13.54)."""
BLOCKS: dict[str, Block] = {"sleep": "sleep", "panic": "panic", "weakness": "weakness"}
KINDS = {"sleep": conditions.ASLEEP, "panic": conditions.PANICKED, "weakness": conditions.WEAKENED}
"""The condition that an ointment of each power brings on (T13.43, T13.47, T13.48)."""


def weapon_place(c: Character, word: str) -> int:
    """Return the place of the weapon meant, the one in hand if none is named; -1 for none."""
    if not word:
        return c.wielded
    if (arm := weapons.in_hand(c)) is not None and arm.kind == word:
        return c.wielded
    return weapons.place_of(c, word)


def coat_refused(c: Character, one: Magic, word: str) -> Refusal | None:
    """Say why an ointment cannot be put on a weapon of a character, or None (T13.42, T13.53).

    Of an unknown one nothing may be told: a second dose is then lost.
    """
    place = weapon_place(c, word)
    if place < 0:
        near = nearest(word, [arm.kind for arm in c.weapons]) or "."
        return Refusal("ointment.weapon", {"who": c.id, "said": quoted(word or "bare hands"), "near": near}, "T13.42")
    arm, item = c.weapons[place], magic_items.entry(one)
    if not one.known:
        return None
    if item.power == SHARPNESS and arm.treated:
        return Refusal("ointment.twice", {"weapon": arm.kind}, "T13.42")
    if item.power != SHARPNESS and arm.coat:
        return Refusal("ointment.coated", {"weapon": arm.kind}, "T13.53")
    return None


def coat(ctx: Ctx, who: str, place: int, word: str) -> None:
    """Put an ointment on a weapon; an unknown one shows then what it is (T13.8, T13.42, T13.53)."""
    c = ctx.state.characters[who]
    at = weapon_place(c, word)
    ctx.emit(Coated(who, place, c.items[place].kind, at, c.weapons[at].kind))


def works_on(s: State, target: str, kind: str) -> bool:
    """Say whether an ointment does anything to a fighter (T13.55, T7.33)."""
    foe = s.foes.get(target)
    return foe is None or not fighters.immune(foe.kind, BLOCKS[content.item(kind).power])


def take_effect(ctx: Ctx, target: str, kind: str) -> None:
    """Let an ointment that has got into or onto somebody work, without a Resist roll (T13.55)."""
    if works_on(ctx.state, target, kind):
        item = content.item(kind)
        conditions.begin(ctx, target, conditions.lasting(KINDS[item.power], item.turns, item.id))
    else:
        ctx.emit(Wasted(target, kind))


@on(blows.CoatSpent)
def after_coated_blow(ctx: Ctx, event: blows.CoatSpent) -> None:
    """The blow did its own damage first; now the ointment works on who lives (T13.46, T13.53)."""
    if fighters.vitality(ctx.state, event.target) > 0:
        take_effect(ctx, event.target, event.coat)


# --- trickery ---


def trick_quality(*, unaware: bool) -> QualityName:
    """Return what trickery Tests: Agility against an unaware creature, Charisma against one that talks (T13.54)."""
    return "agility" if unaware else "charisma"


def trick_chance(s: State, c: Character, *, unaware: bool) -> Chance:
    """Return the chance of trickery (T13.54)."""
    return tests.chance(s, c, trick_quality(unaware=unaware), TRICK, name="trick", about=c.id)


def trick_refused(c: Character, handle: str) -> Refusal | None:
    """Say why a character has no ointment for trickery there, or None (T13.54)."""
    if refusal := magic_items.not_held(c, handle):
        return refusal
    item = magic_items.entry(c.items[magic_items.place_of(c, handle)])
    if item.kind != "ointment" or (c.items[magic_items.place_of(c, handle)].known and item.power == SHARPNESS):
        return Refusal("ointment.none", {"item": handle}, "T13.54")
    return None


def trick(ctx: Ctx, who: str, place: int, target: str, *, unaware: bool) -> bool:
    """Try to apply an ointment by trickery; the dose is spent either way. Say whether it worked (T13.54)."""
    kind = ctx.state.characters[who].items[place].kind
    done = tests.passes(ctx, ctx.state.characters[who], trick_quality(unaware=unaware), TRICK, name="trick", about=who)
    ctx.emit(Tricked(who, place, kind, target, done))
    if done and content.item(kind).power in KINDS:
        take_effect(ctx, target, kind)
    return done


# --- events ---


class Coated(Event, tag="ointments.coated"):
    """An ointment was put on a weapon."""

    who: str
    place: int
    kind: str
    at: int
    weapon: str

    def apply(self, s: State) -> None:
        c = magic_items.without(s.characters[self.who], self.place)
        arm = c.weapons[self.at]
        sharp = content.item(self.kind).power == SHARPNESS
        arm = replace(arm, treated=True) if sharp else replace(arm, coat=self.kind)
        arms = (*c.weapons[: self.at], arm, *c.weapons[self.at + 1 :])
        s.characters[self.who] = replace(c, weapons=arms)

    def variant(self) -> str:
        return SHARPNESS if content.item(self.kind).power == SHARPNESS else ""

    def rules(self) -> tuple[str, ...]:
        return (content.item(self.kind).rule,)


class Wasted(Event, tag="ointments.wasted"):
    """An ointment did nothing to one of that nature (T13.55)."""

    who: str
    kind: str

    def rules(self) -> tuple[str, ...]:
        return ("T13.55",)


class Tricked(Event, tag="ointments.trick"):
    """Somebody tried to apply an ointment by trickery (T13.54)."""

    who: str
    place: int
    kind: str
    target: str
    done: bool

    def apply(self, s: State) -> None:
        s.characters[self.who] = magic_items.without(s.characters[self.who], self.place)

    def variant(self) -> str:
        return "done" if self.done else "failed"

    def rules(self) -> tuple[str, ...]:
        return ("T13.54",)
